//! `cardrun merge`: parts of one simulation, comparison or tournament, computed here and there, as
//! one report.

use crate::cli::args::{MergeArgs, OutputArgs, ReportFormat};
use crate::cli::host::{Done, Failure, files};
use crate::cli::report::{comparison, html, output, standings, summary};
use crate::cli::text::{Messages, spelt_path};
use crate::runner::{AnyPart, Apart, Report, Whole};
use std::path::Path;

pub(crate) fn run(args: &MergeArgs, messages: &Messages) -> Done {
    let mut paths = args.reports.iter();
    let Some(first) = paths.next() else { return Ok(()) };
    output::may_take(args.output.out.as_deref(), messages)?;
    let mut whole = read(first, messages)?;
    for path in paths {
        let part = read(path, messages)?;
        whole =
            whole.merged(part).map_err(|apart| Failure::Usage(explain(&apart, path, messages)))?;
    }
    let out = args.output.out.as_deref();
    let table = || output::table_form(output::format(&args.output, messages)?, messages);
    match whole.whole() {
        Whole::Simulation(report) => put(&report, &args.output, messages),
        Whole::Comparison(compared) => comparison::put(&compared, table()?, out, messages),
        Whole::Tournament(played) => standings::put(&played, None, table()?, out, messages),
    }
}

fn put(report: &Report, to: &OutputArgs, messages: &Messages) -> Done {
    let told = |reason: &str| reason.to_owned();
    let text = match output::format(to, messages)? {
        ReportFormat::Text => summary::text(report, &told, messages),
        ReportFormat::Json => output::json(report),
        ReportFormat::Html => html::page(report, &told, html::Style::Inside, messages),
        ReportFormat::Csv | ReportFormat::Parquet => {
            return Err(Failure::Usage(messages.say("merge-no-rows")));
        }
    };
    let short = || summary::summary(report, &told, messages);
    output::put(text.as_bytes(), short, to.out.as_deref(), messages)
}

/// The largest report that is read.
const MOST_BYTES: u64 = 256 << 20;

fn read(path: &Path, messages: &Messages) -> Result<AnyPart, Failure> {
    let failed = |key: &str, reason: String| {
        Failure::Usage(
            messages.with(key, &[("path", spelt_path(path).into()), ("reason", reason.into())]),
        )
    };
    let bytes = files::read(path, MOST_BYTES)
        .map_err(|why| failed("report-not-read", why.words(messages)))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| failed("report-not-read", "it is no text in UTF-8".into()))?;
    AnyPart::read(&text).map_err(|reason| failed("report-is-none", reason))
}

fn explain(apart: &Apart, path: &Path, messages: &Messages) -> String {
    let path = spelt_path(path);
    match apart {
        Apart::Kind => messages.with("merge-kind", &[("path", path.into())]),
        Apart::Field { field, one, other } => messages.with(
            "merge-field",
            &[
                ("path", path.into()),
                ("field", messages.say(&format!("merge-{}", field.replace('_', "-"))).into()),
                ("one", one.as_str().into()),
                ("other", other.as_str().into()),
            ],
        ),
        Apart::SameGames(from, to) => messages.with(
            "merge-same-games",
            &[
                ("path", path.into()),
                ("from", from.to_string().into()),
                ("to", to.to_string().into()),
            ],
        ),
        Apart::Measured => messages.with("merge-measured", &[("path", path.into())]),
    }
}
