//! What goes wrong, as exceptions.

use crate::plain::plain;
use cardrun::diagnostic::{Diagnostic, Level, Problems};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

create_exception!(cardrun, GameError, PyValueError, "A game file has errors: see `problems`.");
create_exception!(cardrun, RulesError, PyRuntimeError, "The rules failed in the midst of a game.");

/// A problem as `cardrun check --format json` tells it.
#[derive(Serialize)]
struct Told<'a> {
    file: String,
    line: usize,
    column: usize,
    code: &'a str,
    level: Level,
    message: &'a str,
    help: Option<&'a str>,
}

impl std::fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Told { file, line, column, code, level, message, help } = self;
        write!(f, "{file}:{line}:{column}: {}[{code}]: {message}", level.word())?;
        help.map_or(Ok(()), |help| write!(f, "\n  {help}"))
    }
}

/// All problems; `path` makes of a file's name what its reader knows it by.
fn list<'p>(problems: &'p Problems, path: impl Fn(&str) -> String) -> Vec<Told<'p>> {
    let one = |problem: &'p Diagnostic| {
        let (line, column) = problems.sources.line_column(problem.span);
        let mut sources = problems.sources.iter();
        let source = sources.find(|(id, _)| *id == problem.span.source);
        Told {
            file: path(source.map_or("", |(_, source)| source.name.as_str())),
            line,
            column,
            code: problem.code,
            level: problem.level,
            message: &problem.message,
            help: problem.help.as_deref(),
        }
    };
    problems.list.iter().map(one).collect()
}

/// All problems as plain data.
pub fn told<'py>(
    py: Python<'py>,
    problems: &Problems,
    path: impl Fn(&str) -> String,
) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &list(problems, path))
}

/// The exception for a game that cannot be loaded.
pub fn of_problems(
    py: Python<'_>,
    problems: &Problems,
    path: impl Fn(&str) -> String,
) -> PyResult<PyErr> {
    let list = list(problems, path);
    let lines: Vec<String> = list.iter().map(Told::to_string).collect();
    let error = GameError::new_err(lines.join("\n"));
    error.value(py).setattr("problems", plain(py, &list)?)?;
    Ok(error)
}

/// A value that does not fit, in words.
pub fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
