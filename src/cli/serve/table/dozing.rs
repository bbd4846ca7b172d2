//! What a table lets go of while nothing happens: all that can be made again, and that is most of
//! it. People think for minutes, and may leave a game for days.

use super::{Report, Table};
use crate::cli::serve::house::Due;
use crate::game::Play;
use crate::view::Glance;
use std::cell::LazyCell;
use std::time::{Duration, Instant};

/// How long nothing happens before a table dozes.
const UNTIL_DOZING: Duration = Duration::from_secs(10);

/// A table that takes as long to wake dozes no more.
const LONG: Duration = Duration::from_millis(50);

/// A game that is made again when it is needed.
pub(super) type LazyPlay = LazyCell<Play, Box<dyn FnOnce() -> Play + Send>>;

/// A game that is there.
pub(super) fn awake(play: Play) -> LazyPlay {
    LazyCell::new(Box::new(|| play))
}

/// What holds at a table as long as it dozes.
pub(super) struct Dozing {
    /// What time brings next.
    pub(super) due: Option<(Instant, Due)>,
    pub(super) report: Report,
}

impl Table {
    /// When it dozes if nothing happens, where it does.
    pub(super) fn dozes_at(&self) -> Option<(Instant, Due)> {
        (self.waking < LONG).then(|| (self.done + UNTIL_DOZING, Due::Dozes))
    }

    /// Lets go of what can be made again.
    pub(super) fn dozes(&mut self) {
        self.dozing = Some(Dozing { due: self.game_due(), report: self.report() });
        let (play, glance) = (&self.play, &Glance::default());
        self.guests.iter_mut().for_each(|guest| guest.dozes(play, glance));
        let resting = self.play.resting();
        self.play = LazyCell::new(Box::new(move || resting.wakes()));
    }

    /// Makes again what it has let go of.
    pub(super) fn wakes(&mut self) {
        if self.dozing.take().is_some() {
            let begun = Instant::now();
            let (play, glance) = (&*self.play, &Glance::default());
            self.guests.iter_mut().for_each(|guest| guest.wakes(play, glance));
            self.waking = begun.elapsed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::guest::{Guest, Spot};
    use crate::cli::serve::house::House;
    use crate::cli::serve::message::Message;
    use crate::cli::serve::queue::{Receiver, queue};
    use crate::cli::serve::sample::{begun, laying};
    use crate::cli::serve::table::Order;
    use crate::value::Seat;
    use crate::view::Language;
    use tokio::sync::oneshot;

    /// A table with a page at each of its two seats.
    fn seated() -> (tempfile::TempDir, Table, [Receiver<Message>; 2]) {
        let folder = tempfile::tempdir().expect("a folder");
        let begun = begun(&laying(), House::default(), folder.path());
        let mut table = Table::new(begun, Duration::ZERO, queue(8).0);
        table.goes_on();
        let inboxes = [Seat::new(0), Seat::new(1)].map(|seat| {
            let (outbox, inbox) = queue(8);
            let guest = Guest::new(seat.number().into(), Spot::Seat(seat), Language::En, outbox);
            table.obeys(Order::Comes(guest));
            inbox
        });
        (folder, table, inboxes)
    }

    /// All that the pages have been sent by now.
    fn sent(inboxes: &[Receiver<Message>; 2]) -> Vec<Vec<u8>> {
        let messages = inboxes.iter().flat_map(|inbox| std::iter::from_fn(|| inbox.take()));
        messages.map(|message| message.to_vec()).collect()
    }

    fn report(table: &mut Table) -> Report {
        let (to, mut report) = oneshot::channel();
        table.obeys(Order::Reports(to));
        report.try_recv().expect("a report")
    }

    /// Pages are sent the same by a table that dozes whenever it can as by one that never does.
    #[test]
    fn nobody_sees_that_a_table_has_dozed() {
        let (_one, mut awake, of_awake) = seated();
        let (_two, mut dozing, of_dozing) = seated();
        assert_eq!(sent(&of_awake), sent(&of_dozing));
        for seat in [Seat::new(0), Seat::new(1)] {
            assert_eq!(dozing.next_due().map(|(_, due)| due), Some(Due::Dozes));
            dozing.obeys(Order::Brings(Due::Dozes));
            assert_eq!(dozing.next_due(), None);
            let reports = [&mut awake, &mut dozing].map(report);
            assert_eq!(reports[0].choosing, [seat.shown()]);
            assert_eq!(reports[1].choosing, [seat.shown()]);
            assert!(dozing.dozing.is_some(), "a report wakes nobody");
            for table in [&mut awake, &mut dozing] {
                table.wakes();
                table.choose(seat, 0, 0).expect("an option");
            }
            let told = sent(&of_awake);
            assert!(!told.is_empty());
            assert_eq!(told, sent(&of_dozing));
        }
        assert_eq!(dozing.play.log(), awake.play.log());
        assert!(dozing.play.outcome().is_some());
    }
}
