//! Standard output and standard error.

use super::{Done, Failure};
use crate::cli::text::harmless;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Writes `text`, which people read, to standard output.
pub(crate) fn put(text: &str) -> Done {
    put_bytes(harmless(text).as_bytes())
}

/// Writes `text` to standard output, for a command that goes on until nobody reads any more: that
/// is a failure, too.
pub(crate) fn put_to_reader(text: &str) -> Done {
    let mut output = io::stdout().lock();
    let put = output.write_all(harmless(text).as_bytes()).and_then(|()| output.flush());
    put.map_err(Failure::Output)
}

/// Writes `bytes` to standard output as they are.
pub(crate) fn put_bytes(bytes: &[u8]) -> Done {
    let mut output = io::stdout().lock();
    written(output.write_all(bytes).and_then(|()| output.flush()))
}

/// Whether something could be written. Whoever closed standard output does not want to read more,
/// which is no failure.
pub(crate) fn written(result: io::Result<()>) -> Done {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Bytes that are kept of what is told while the screen is taken, the last ones.
const MOST_KEPT: usize = 1 << 16;

/// What was told while the screen was taken, and has not been written yet; `None` where it is not.
static KEPT: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Writes `text`, which people read, to standard error; while the screen is taken, when it is given
/// back. There is nowhere to tell that this cannot be done.
pub(crate) fn tell(text: &str) {
    let text = harmless(text);
    match &mut *kept() {
        Some(kept) => {
            kept.extend_from_slice(text.as_bytes());
            let surplus = kept.len().saturating_sub(MOST_KEPT);
            kept.drain(..surplus);
        }
        None => {
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }
}

/// Keeps what is told from now on: the screen is taken, and would be written over.
pub(crate) fn keep_what_is_told() {
    kept().get_or_insert_default();
}

/// Writes what was told while the screen was taken, and all that comes at once.
pub(crate) fn write_what_was_told() {
    if let Some(told) = kept().take() {
        let _ = io::stderr().write_all(&told);
    }
}

fn kept() -> MutexGuard<'static, Option<Vec<u8>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}
