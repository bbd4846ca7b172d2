//! `cardrun merge`: parts of one simulation, computed here and there, as one report.

use crate::cli::args::{MergeArgs, ReportFormat};
use crate::cli::host::{Done, Failure, files};
use crate::cli::report::{html, output, summary};
use crate::cli::text::Messages;
use crate::runner::{Apart, Part};
use std::path::Path;

pub fn run(args: &MergeArgs, messages: &Messages) -> Done {
    let mut paths = args.reports.iter();
    let Some(first) = paths.next() else { return Ok(()) };
    let mut whole = read(first, messages)?;
    for path in paths {
        let part = read(path, messages)?;
        whole =
            whole.merged(part).map_err(|apart| Failure::Usage(explain(&apart, path, messages)))?;
    }
    let merged = whole.report();
    let text = match output::format(&args.output) {
        ReportFormat::Text => summary::text(&merged, &|reason| reason.to_owned(), messages),
        ReportFormat::Json => output::json(&merged),
        ReportFormat::Html => html::page(&merged, &|reason| reason.to_owned(), messages),
        ReportFormat::Csv | ReportFormat::Parquet => {
            return Err(Failure::Usage(messages.say("merge-no-rows")));
        }
    };
    let short = || summary::summary(&merged, &|reason| reason.to_owned(), messages);
    output::put(text.as_bytes(), short, args.output.out.as_deref(), messages)
}

/// The largest report that is read.
const MOST_BYTES: u64 = 256 << 20;

fn read(path: &Path, messages: &Messages) -> Result<Part, Failure> {
    let failed =
        |key: &str, reason: String| {
            Failure::Usage(messages.with(
                key,
                &[("path", path.display().to_string().into()), ("reason", reason.into())],
            ))
        };
    let bytes = files::read(path, MOST_BYTES).map_err(|why| failed("report-not-read", why))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| failed("report-not-read", "it is no text in UTF-8".into()))?;
    Part::read(&text).map_err(|reason| failed("report-is-none", reason))
}

fn explain(apart: &Apart, path: &Path, messages: &Messages) -> String {
    let path = path.display().to_string();
    match apart {
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
