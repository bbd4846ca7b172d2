//! What the functions of the module are given, where the words of the language's own bindings would
//! not say what is expected.

use crate::errors::wrong;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use std::path::PathBuf;

/// Where a layout is: named by a path or given as a text.
pub enum Layout {
    Text(String),
    Path(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for Layout {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Layout> {
        let text = given.extract::<String>().map(Layout::Text);
        let layout = text.or_else(|_| given.extract::<PathBuf>().map(Layout::Path));
        layout.map_err(|_| expected("the path of a layout, or its text", &given))
    }
}

/// An option, by its number from 0 or by its label.
pub enum Chosen {
    Number(usize),
    Label(String),
}

impl<'py> FromPyObject<'_, 'py> for Chosen {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Chosen> {
        if given.is_instance_of::<PyString>() {
            return given.extract().map(Chosen::Label);
        }
        match given.extract::<usize>() {
            Ok(number) => Ok(Chosen::Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Err(wrong(format!("expected an option's number, from 0, found {}", *given)))
            }
            Err(_) => Err(expected("an option's number or its label", &given)),
        }
    }
}

/// A number that is none below 0.
///
/// # Errors
/// It is, or does not fit; or there is no number.
pub fn natural<'py, N>(given: &Bound<'py, PyAny>) -> PyResult<N>
where
    N: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract::<N>().map_err(|error| {
        match error.is_instance_of::<PyOverflowError>(given.py()) {
            true if given.lt(0).unwrap_or(false) => {
                wrong(format!("expected a number from 0, found {given}"))
            }
            true => wrong(format!("the number {given} is too large")),
            false => error,
        }
    })
}

/// [`natural`], where there is one.
pub fn natural_if_any<'py, N>(given: &Bound<'py, PyAny>) -> PyResult<Option<N>>
where
    N: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if given.is_none() { Ok(None) } else { natural(given).map(Some) }
}

/// How many games are to be played.
///
/// # Errors
/// None, or fewer.
pub fn games(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match natural(given)? {
        0 => Err(wrong("expected a game at least, found 0")),
        games => Ok(games),
    }
}

/// A list of texts. A text by itself is none: its letters are not meant.
///
/// # Errors
/// It is no such list.
pub fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.is_instance_of::<PyString>() {
        return Err(expected("a list of texts (`[\"random\", \"greedy\"]`)", given));
    }
    given.extract()
}

/// Where it is to be told how far something is: a function that is called, a yes or no, or nothing.
///
/// # Errors
/// It is none of these.
pub fn progress<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let is_known = given.is_callable() || given.is_instance_of::<PyBool>();
    match (given.is_none(), is_known) {
        (true, _) => Ok(None),
        (false, true) => Ok(Some(given.clone())),
        (false, false) => Err(expected("a function, `True`, `False` or `None`", given)),
    }
}

fn expected(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let shown = given.is_instance_of::<PyString>() || given.is_instance_of::<PyInt>();
    let found = match (shown, given.repr(), given.get_type().name()) {
        (true, Ok(value), _) => value.to_string(),
        (_, _, Ok(name)) => format!("a value of type {name}"),
        (_, _, Err(_)) => "something else".into(),
    };
    PyTypeError::new_err(format!("expected {what}, found {found}"))
}
