//! Limits that the system sets to what a program may write.

/// From now on, writing more to a file than the system lets this program write is an error, as on a
/// full disk, of which whoever writes can tell. The system's own way is to end the program in its
/// midst.
#[cfg(unix)]
pub(crate) fn outlive_limits() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // That it came needs not be known: the error says so. Without this all is as it was.
    let _ =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

#[cfg(not(unix))]
pub(crate) fn outlive_limits() {}
