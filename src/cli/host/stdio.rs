//! Standard output and standard error.

use super::{Done, Failure};
use crate::cli::text::harmless;
use std::io::{self, Write};

/// Writes `text`, which people read, to standard output.
pub(crate) fn put(text: &str) -> Done {
    put_bytes(harmless(text).as_bytes())
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

/// Writes `text`, which people read, to standard error. There is nowhere to tell that this cannot
/// be done.
pub(crate) fn tell(text: &str) {
    let _ = io::stderr().write_all(harmless(text).as_bytes());
}
