//! Where reports go, and in which form.

use crate::cli::args::{OutputArgs, ReportFormat, TableFormat, TableOutputArgs};
use crate::cli::host::{self, Done, Failure, files};
use crate::cli::text::{Messages, TermStyle, fitted, spelt_path};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The form of a simulation's report: the one asked for; else by the ending of the file's name;
/// else text, where it has none.
pub(crate) fn format(args: &OutputArgs, messages: &Messages) -> Result<ReportFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let out = args.out.as_deref();
    Ok(match ending(out).as_deref() {
        Some("json") => ReportFormat::Json,
        Some("csv") => ReportFormat::Csv,
        Some("html" | "htm") => ReportFormat::Html,
        Some("parquet") => ReportFormat::Parquet,
        Some("txt") | None => ReportFormat::Text,
        Some(ending) => {
            may_take(out, messages)?;
            let values = [("ending", ending.into())];
            return Err(Failure::Usage(messages.with("report-ending", &values)));
        }
    })
}

/// The form of a table, found as [`format`] is; a table cannot be a Parquet file.
pub(crate) fn table_format(
    args: &TableOutputArgs,
    messages: &Messages,
) -> Result<TableFormat, Failure> {
    match args.format {
        Some(format) => Ok(format),
        None => {
            let args = OutputArgs { format: None, out: args.out.clone() };
            table_form(format(&args, messages)?, messages)
        }
    }
}

/// A table in the form of a simulation's report.
pub(crate) fn table_form(
    format: ReportFormat,
    messages: &Messages,
) -> Result<TableFormat, Failure> {
    Ok(match format {
        ReportFormat::Text => TableFormat::Text,
        ReportFormat::Json => TableFormat::Json,
        ReportFormat::Csv => TableFormat::Csv,
        ReportFormat::Html => TableFormat::Html,
        ReportFormat::Parquet => return Err(Failure::Usage(messages.say("parquet-not-here"))),
    })
}

fn ending(path: Option<&Path>) -> Option<String> {
    path.and_then(Path::extension).and_then(|ending| ending.to_str()).map(str::to_lowercase)
}

/// Refuses to write a report over a file of a game: one that the game was read from, or one that
/// ends like those that games are made of and no reports.
pub(crate) fn may_take(out: Option<&Path>, messages: &Messages) -> Done {
    let Some(path) = out.filter(|path| files::is_of_game(path)) else { return Ok(()) };
    let path = [("path", spelt_path(path).into())];
    Err(Failure::Usage(messages.with("report-over-game", &path)))
}

/// Writes a report: `text` to standard output; or to the file `out`, and then to standard output
/// what it says in `short` and where it lies.
pub(crate) fn put(
    text: &[u8],
    short: impl FnOnce() -> String,
    out: Option<&Path>,
    messages: &Messages,
) -> Done {
    let Some(path) = out else {
        // What programs read is not touched.
        return match std::str::from_utf8(text) {
            Ok(text) if io::stdout().is_terminal() => host::put(&in_columns(text)),
            Ok(_) | Err(_) => host::put_bytes(text),
        };
    };
    Beside::of(path)
        .and_then(|mut beside| {
            beside.write_all(text)?;
            beside.take_place()
        })
        .map_err(|error| unwritten(path, &error, messages))?;
    let written = messages.with("report-written", &[("path", spelt_path(path).into())]);
    host::put(&format!("{}\n{written}\n", short()))
}

/// A report with sentences in as many lines as they take; what is drawn is left as it is.
fn in_columns(text: &str) -> String {
    let columns = TermStyle::of_output().columns;
    let is_told = |line: &str| !line.starts_with(' ');
    let lines = text.lines().flat_map(|line| match is_told(line) {
        true => fitted(line, columns),
        false => vec![line.to_owned()],
    });
    lines.map(|line| line + "\n").collect()
}

/// A file that is written beside its place, which it takes when it is whole: until then the place
/// holds what it held before. What is no file and cannot be replaced, such as a device, is written
/// itself.
pub(crate) struct Beside {
    file: File,
    /// The name it has until it is whole, and the one it then has; `None` where it is written in
    /// its place.
    names: Option<(PathBuf, PathBuf)>,
}

impl Beside {
    pub(crate) fn of(path: &Path) -> io::Result<Beside> {
        // A link stays one: it is the file behind it that is replaced.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if place.exists() && !place.is_file() {
            return Ok(Beside { file: OpenOptions::new().write(true).open(&place)?, names: None });
        }
        // What may not be written is not replaced either.
        if place.exists() {
            OpenOptions::new().write(true).open(&place)?;
        }
        let name =
            place.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy().into_owned();
        let beside = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        Ok(Beside { file: File::create(&beside)?, names: Some((beside, place)) })
    }

    /// Says that all is written.
    pub(crate) fn take_place(mut self) -> io::Result<()> {
        let Some((beside, place)) = &self.names else { return self.file.flush() };
        self.file.sync_all()?;
        std::fs::rename(beside, place)?;
        self.names = None;
        Ok(())
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Beside {
    /// What never became whole is of no use.
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.names {
            let _ = std::fs::remove_file(beside);
        }
    }
}

/// Why something could not be written: what was named is of no use, or the system failed.
pub(crate) fn unwritten(path: &Path, error: &io::Error, messages: &Messages) -> Failure {
    let path = spelt_path(path);
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::PermissionDenied
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::InvalidInput => {
            let values = [("path", path.into()), ("reason", files::reason(error, messages).into())];
            Failure::Usage(messages.with("report-not-written", &values))
        }
        _ => {
            let reason = files::reason(error, messages);
            Failure::Output(io::Error::new(error.kind(), format!("`{path}`: {reason}")))
        }
    }
}

pub(crate) fn json(report: &impl Serialize) -> String {
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// A table with a line of names first.
pub(crate) fn csv(names: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail.
    let mut written = writer.write_record(names);
    for row in rows {
        written = written.and_then(|()| writer.write_record(row));
    }
    debug_assert!(written.is_ok());
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
