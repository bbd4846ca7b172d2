//! Long work: other threads of Python go on meanwhile, somebody may be told how far it is, and
//! Ctrl-C ends the waiting.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long it takes at most until Ctrl-C is noticed.
const GLANCE: Duration = Duration::from_millis(50);

/// Tells work that nobody waits for it any more, and who waits how far it is.
#[derive(Clone, Default)]
pub struct Wanted(Arc<State>);

#[derive(Default)]
struct State {
    stopped: AtomicBool,
    done: AtomicU64,
}

impl Wanted {
    /// Whether to go on, where so much is done.
    pub fn goes_on(&self, done: u64) -> bool {
        self.0.done.fetch_max(done, Ordering::Relaxed);
        !self.0.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }
}

/// Does the work on a thread of its own, with the interpreter released; `tell` is called now and
/// then with how much is done. When a signal or `tell` raises an exception, such as
/// `KeyboardInterrupt`, the work is told and left behind: what cannot be told ends by itself.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    tell: Option<Py<PyAny>>,
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
                    let glance = |py: Python<'_>| {
                        py.check_signals()?;
                        let done = wanted.0.done.load(Ordering::Relaxed);
                        tell.as_ref().map_or(Ok(()), |tell| tell.call1(py, (done,)).map(drop))
                    };
                    Python::attach(glance).inspect_err(|_| wanted.stop())?;
                }
            }
        }
    })
}
