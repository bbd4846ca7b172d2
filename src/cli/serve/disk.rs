//! The disk that tables are kept on, which is waited for by all of them or by none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What takes longer is waited for on a thread of its own.
pub(crate) const LONG: Duration = Duration::from_millis(1);

/// Quick writings in a row that make a quick disk.
const QUICK: u64 = 16;

/// How quick the disk is, as all tables have found it. Nothing is known of it at first, and what is
/// not known to be quick is not waited for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    /// Writings since the last one that took long.
    quick: Arc<AtomicU64>,
}

impl Disk {
    /// Takes note of how long it took to write something down for good.
    pub(crate) fn took(&self, time: Duration) {
        match time < LONG {
            true => drop(self.quick.fetch_add(1, Ordering::Relaxed)),
            false => self.quick.store(0, Ordering::Relaxed),
        }
    }

    /// Whether it can be waited for.
    pub(crate) fn is_quick(&self) -> bool {
        self.quick.load(Ordering::Relaxed) >= QUICK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_quick_once_all_tables_have_found_it_so() {
        let (one, quick) = (Disk::default(), LONG / 2);
        let other = one.clone();
        assert!(!one.is_quick());
        (0..QUICK).for_each(|_| one.took(quick));
        assert!(one.is_quick() && other.is_quick());
        other.took(LONG);
        assert!(!one.is_quick());
        (1..QUICK).for_each(|_| one.took(quick));
        assert!(!one.is_quick() && !other.is_quick());
        one.took(quick);
        assert!(other.is_quick());
    }
}
