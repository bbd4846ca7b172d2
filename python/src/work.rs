//! Long work: other threads of Python go on meanwhile, and Ctrl-C ends the waiting.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long it takes at most until Ctrl-C is noticed.
const GLANCE: Duration = Duration::from_millis(50);

/// Tells work that nobody waits for it any more.
#[derive(Clone, Default)]
pub struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// Whether to go on.
    pub fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does the work on a thread of its own, with the interpreter released. When a signal raises an
/// exception, such as `KeyboardInterrupt`, the work is told and left behind: what cannot be told
/// ends by itself.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce(&Wanted) -> T + Send + 'static,
) -> PyResult<T> {
    let wanted = Wanted::default();
    let (sender, receiver) = channel();
    let told = wanted.clone();
    let started = thread::Builder::new().name("cardrun".into()).spawn(move || {
        // Where nobody waits any more, nobody wants the result.
        let _ = sender.send(job(&told));
    });
    started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the engine failed: this is a bug of it"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    Python::attach(|py| py.check_signals()).inspect_err(|_| wanted.stop())?;
                }
            }
        }
    })
}
