//! A player that is no person chooses, while somebody looks after the desk.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Between two looks at the desk.
const PAUSE: Duration = Duration::from_millis(40);

/// What `work` comes to; as long as it goes on, `meanwhile` is called now and then, the first time
/// after one pause.
pub(crate) fn beside<T: Send>(
    work: impl FnOnce() -> T + Send,
    mut meanwhile: impl FnMut() -> io::Result<()>,
) -> io::Result<T> {
    let (done, finished) = channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            let _ = done.send(());
            result
        });
        let mut looked = Ok(());
        while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(PAUSE) {
            if looked.is_ok() {
                looked = meanwhile();
            }
        }
        let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        looked.map(|()| result)
    })
}
