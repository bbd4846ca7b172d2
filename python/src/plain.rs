//! Plain data for Python: what the same things are as JSON, read by Python's own reader.

use crate::errors::wrong;
use pyo3::prelude::*;
use serde::Serialize;

/// Dictionaries, lists, numbers, texts: the value as the command writes it in JSON.
pub fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|error| wrong(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}
