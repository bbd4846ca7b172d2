//! How much of what is drawn by chance is tried.

/// Says that as much is tried as the continuous integration wants, and not only what is enough for
/// every day.
const THOROUGH: &str = "CARDRUN_THOROUGH";

/// The number for every day, or the one for a thorough run.
pub fn of<T: Copy>([every_day, thorough]: [T; 2]) -> T {
    if std::env::var_os(THOROUGH).is_some() { thorough } else { every_day }
}
