//! Where reports go, and in which form.

use super::args::{OutputArgs, ReportFormat, TableFormat, TableOutputArgs};
use super::words::Words;
use super::{Done, Failure};
use serde::Serialize;
use std::io;
use std::path::Path;

/// As it was asked for; else by the ending of the file's name; else for people.
pub fn format(args: &OutputArgs) -> ReportFormat {
    args.format.unwrap_or(match ending(args.out.as_deref()).as_deref() {
        Some("json") => ReportFormat::Json,
        Some("csv") => ReportFormat::Csv,
        Some("html" | "htm") => ReportFormat::Html,
        Some("parquet") => ReportFormat::Parquet,
        Some(_) | None => ReportFormat::Text,
    })
}

/// The same for tables.
pub fn table_format(args: &TableOutputArgs, words: &Words) -> Result<TableFormat, Failure> {
    Ok(match (args.format, ending(args.out.as_deref()).as_deref()) {
        (Some(format), _) => format,
        (None, Some("json")) => TableFormat::Json,
        (None, Some("csv")) => TableFormat::Csv,
        (None, Some("html" | "htm")) => TableFormat::Html,
        (None, Some("parquet")) => return Err(Failure::Usage(words.say("parquet-not-here"))),
        (None, Some(_) | None) => TableFormat::Text,
    })
}

fn ending(path: Option<&Path>) -> Option<String> {
    path.and_then(Path::extension).and_then(|ending| ending.to_str()).map(str::to_lowercase)
}

/// To standard output; or to the file, and to standard output what it says in short and where it lies.
pub fn put(text: &[u8], short: impl FnOnce() -> String, out: Option<&Path>, words: &Words) -> Done {
    let Some(path) = out else {
        super::put_bytes(text);
        return Ok(());
    };
    std::fs::write(path, text).map_err(|error| unwritten(path, &error, words))?;
    let written = words.with("report-written", &[("path", path.display().to_string().into())]);
    super::put(&format!("{}\n{written}\n", short()));
    Ok(())
}

pub fn unwritten(path: &Path, error: &io::Error, words: &Words) -> Failure {
    let values = [("path", path.display().to_string().into()), ("reason", error.to_string().into())];
    Failure::Usage(words.with("report-not-written", &values))
}

pub fn json(report: &impl Serialize) -> String {
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// A table with a line of names first.
pub fn csv(names: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail.
    let mut written = writer.write_record(names);
    for row in rows {
        written = written.and_then(|()| writer.write_record(row));
    }
    debug_assert!(written.is_ok());
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
