//! How a game goes on: somebody chooses, or time does; it is written down, shown, and thought
//! about.

use super::Table;
use crate::cli::host::tell;
use crate::cli::rehearsal::retracing::are_choosing;
use crate::cli::serve::bots::{Answer, Done};
use crate::cli::serve::house::Due;
use crate::cli::serve::table::{Order, choosing, substitutes};
use crate::cli::serve::wire::{Halt, Refusal, Told};
use crate::cli::text::spelt_path;
use crate::game::Refused;
use crate::runner::MOST_ENTRIES;
use crate::value::Seat;
use std::time::{Duration, Instant};

/// How long it takes until what could not be written down is tried again.
const UNTIL_TRIED_AGAIN: Duration = Duration::from_secs(10);

impl Table {
    /// A seat chooses an option of a decision; the number of the decision says that it has seen
    /// what it answers.
    pub(super) fn choose(&mut self, seat: Seat, number: u64, option: usize) -> Result<(), Refusal> {
        let waited = self.unkept.is_some();
        // As it was chosen, and not as the game stands behind it.
        let hidden = are_choosing(&self.play, seat);
        match self.takes(seat, number, option) {
            // It could not be written down when it was chosen first, and has been by now.
            Err(Refusal::Stale) if waited && self.unkept.is_none() => Ok(()),
            taken => {
                taken?;
                if !hidden {
                    self.chose_on(seat);
                }
                self.goes_on();
                Ok(())
            }
        }
    }

    /// A seat takes an option of a decision, in person or by the time that has passed.
    fn takes(&mut self, seat: Seat, number: u64, option: usize) -> Result<(), Refusal> {
        let is_person = self.people.get(seat.index()) == Some(&true);
        if !is_person || self.halt.is_some() {
            return Err(Refusal::Stale);
        }
        if !self.keep() {
            return Err(Refusal::Unkept);
        }
        if self.decision(seat) != Some(number) {
            return Err(Refusal::Stale);
        }
        match self.play.apply(seat, option) {
            Ok(()) | Err(Refused::Fault(_)) => {}
            Err(Refused::NotAsked) => return Err(Refusal::Stale),
            Err(Refused::NoSuchOption) => return Err(Refusal::NoSuchOption),
        }
        Ok(())
    }

    /// The number of the decision that a seat is asked for.
    fn decision(&self, seat: Seat) -> Option<u64> {
        self.bots.decision(&self.play, seat)
    }

    pub(super) fn has_thought(&mut self, done: Done) {
        match self.bots.take_back(done, &self.play) {
            Answer::Stale => return,
            // Whoever came back has chosen meanwhile; a bot that stands in again may begin now.
            Answer::Late(seat) => return self.waits.has_thought(seat),
            // It was begun before the game was halted.
            Answer::Options(..) if self.halt.is_some() => return,
            Answer::Options(seat, options) => {
                for option in options {
                    let _ = self.play.apply(seat, option);
                }
            }
            Answer::Stuck(stuck) => {
                tell(&format!("{}: {stuck}\n", spelt_path(&self.record.path)));
                self.halt = Some(Halt::Stuck);
            }
        }
        self.goes_on();
    }

    /// Something has happened: it is kept, then shown, then bots think about it.
    pub(super) fn goes_on(&mut self) {
        if let Some(words) = self.play.fault_words() {
            if self.halt.is_none() {
                tell(&format!("{}: {words}\n", spelt_path(&self.record.path)));
            }
            self.halt = Some(Halt::Fault);
        } else if self.play.log().len() >= MOST_ENTRIES {
            self.halt = Some(Halt::Endless);
        }
        let choosing = choosing(&self.play);
        for seat in (0..self.people.len()).map(Seat::new) {
            self.waits.asked(seat, self.decision(seat));
            self.waits.choosing(seat, choosing.contains(&seat.shown()));
        }
        if !self.keep() {
            return;
        }
        self.show();
        self.let_think();
    }

    pub(super) fn let_think(&mut self) {
        if self.halt.is_some() {
            return;
        }
        let tell = self.ear_of_thoughts();
        self.bots.think(&self.play, tell);
    }

    /// What is told when a thought is over; the table may be closed by then.
    fn ear_of_thoughts(&self) -> impl Fn(Done) + Clone + Send + 'static {
        let table = self.orders.clone();
        move |done| {
            table.insist(Box::new(Order::Thought(done)));
        }
    }

    /// Writes down what has happened: nobody is shown what a power cut could take back. Where that
    /// fails the game waits, and it is tried again after a while, and whenever somebody comes or
    /// chooses.
    pub(super) fn keep(&mut self) -> bool {
        if self.kept && self.unkept.is_none() && !self.record.lacks(&self.play) {
            return true;
        }
        let begun = Instant::now();
        let kept = self.record.keep(&self.play).and_then(|()| self.record.sync());
        self.disk.took(begun.elapsed());
        self.kept |= kept.is_ok();
        let now = kept.is_err().then(Instant::now);
        let was_unkept = std::mem::replace(&mut self.unkept, now).is_some();
        match kept {
            Ok(()) if was_unkept => {
                self.show();
                self.let_think();
                true
            }
            Ok(()) => true,
            Err(error) => {
                if !was_unkept {
                    self.tell_unkept(&error);
                    let refused = Told::Refused(Refusal::Unkept);
                    self.guests.retain_mut(|guest| guest.tell(&refused));
                }
                false
            }
        }
    }

    // ---- time

    /// What time brings next at this table, and when.
    pub(super) fn next_due(&self) -> Option<(Instant, Due)> {
        match &self.dozing {
            Some(dozing) => dozing.due,
            None => self.game_due().into_iter().chain(self.dozes_at()).min_by_key(|(at, _)| *at),
        }
    }

    /// What time brings next to the game at this table, and when: all but that the table dozes off.
    pub(super) fn game_due(&self) -> Option<(Instant, Due)> {
        match (self.halt, self.unkept) {
            (_, Some(since)) => Some((since + UNTIL_TRIED_AGAIN, Due::Writes)),
            (Some(_), None) => self.settles_at(),
            (None, None) => {
                let next = self.waits.next(&self.people, &self.house, &self.play);
                next.into_iter().chain(self.settles_at()).min_by_key(|(at, _)| *at)
            }
        }
    }

    pub(super) fn time_brings(&mut self, due: Due) {
        match due {
            Due::Pass(seat) => {
                let (number, pass) = (self.decision(seat), self.play.pass(seat));
                // Where the record cannot be written, it is tried again when somebody comes. A pass
                // that nobody made answers nobody who wants to take back a choice.
                if let (Some(number), Some(pass)) = (number, pass)
                    && self.takes(seat, number, pass).is_ok()
                {
                    self.goes_on();
                }
            }
            Due::StandsIn(seat) => {
                if self.waits.stands_in(seat) {
                    let tell = self.ear_of_thoughts();
                    let (kinds, house) = (&self.kinds, &self.house);
                    let instead = || substitutes(kinds, house);
                    self.bots.stand_in((&*self.play, seat), instead, tell);
                }
                // Who is away has no say in what is taken back.
                self.has_no_say(|_, of| of == seat);
            }
            Due::Settles => self.has_no_say(|table, of| !table.is_there(of)),
            Due::Writes => drop(self.keep()),
            Due::Dozes => self.dozes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::guest::{Guest, Spot};
    use crate::cli::serve::house::House;
    use crate::cli::serve::listen::runtime;
    use crate::cli::serve::message::Message;
    use crate::cli::serve::queue::{Receiver, queue};
    use crate::cli::serve::sample::{
        begun, laying, laying_around_together, laying_or_passing, laying_out, laying_together,
    };
    use crate::game::{Game, Play};
    use crate::value::SeatSet;
    use crate::view::Language;
    use std::path::Path;

    fn table(game: &Game, house: &str, folder: &Path) -> Table {
        let house: House = serde_json::from_str(house).expect("a house");
        let mut table = Table::new(begun(game, house, folder), Duration::ZERO, queue(8).0);
        table.goes_on();
        table
    }

    /// Both are away, and the second one has a single card: when bots stand in, and for whom, does
    /// not tell it.
    #[test]
    fn bots_stand_in_for_who_has_no_choice_as_for_who_has() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut table = table(&laying_together(), r#"{"away":60}"#, folder.path());
        assert_eq!(table.play.pending(), [0, 1].map(Seat::new));
        let mut due = Vec::new();
        for _ in 0..2 {
            let (_, next) = table.game_due().expect("a time");
            due.push(next);
            table.time_brings(next);
        }
        assert_eq!(due, [Due::StandsIn(Seat::new(0)), Due::StandsIn(Seat::new(1))]);
        assert_eq!(table.waits.stood_in(), [1, 2]);
        assert_eq!(table.game_due(), None);
    }

    /// Nobody is there to be asked, and whoever comes later is told.
    #[test]
    fn who_was_away_learns_that_a_choice_was_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut table = table(&laying(), "{}", folder.path());
        let (outbox, _inbox) = queue(8);
        table.comes(Guest::new(0, Spot::Seat(Seat::new(0)), Language::En, outbox));
        table.choose(Seat::new(0), 0, 0).expect("an option");
        table.wants_back(Seat::new(0)).expect("a choice");
        assert_eq!(
            (table.around().taken_back, table.play.pending()),
            (vec![1], vec![Seat::new(0)])
        );
    }

    /// Single options are choices to go back to, like any other.
    #[test]
    fn a_single_option_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut table = table(&laying_out(), "{}", folder.path());
        let seats = [Seat::new(0), Seat::new(1)];
        for number in [0, 1] {
            seats.iter().for_each(|&seat| table.choose(seat, number, 0).expect("an option"));
        }
        assert!(table.play.outcome().is_some());
        table.wants_back(Seat::new(0)).expect("a choice");
        assert_eq!((table.play.outcome(), table.play.pending()), (None, seats.to_vec()));
        assert_eq!(table.play.option_count(Seat::new(0)), 1);
        // The number is another one, so that a late click answers nothing.
        assert_eq!(table.choose(Seat::new(0), 1, 0), Err(Refusal::Stale));
        let number = table.decision(Seat::new(0)).expect("a decision");
        table.choose(Seat::new(0), number, 0).expect("the same option");
        assert_eq!(table.play.pending(), [Seat::new(1)]);
    }

    /// A table with a page at each of its two seats.
    fn seated(game: &Game, house: &str, folder: &Path) -> (Table, [Receiver<Message>; 2]) {
        let mut table = table(game, house, folder);
        let inboxes = [0, 1].map(|seat| come(&mut table, seat));
        (table, inboxes)
    }

    /// Lets a page come to a seat, whose number it has.
    fn come(table: &mut Table, seat: usize) -> Receiver<Message> {
        let (outbox, inbox) = queue(8);
        table.comes(Guest::new(seat as u64, Spot::Seat(Seat::new(seat)), Language::En, outbox));
        inbox
    }

    /// Lets a seat choose its first option.
    fn choose(table: &mut Table, seat: usize) {
        let seat = Seat::new(seat);
        let number = table.decision(seat).expect("a decision");
        table.choose(seat, number, 0).expect("an option");
    }

    /// Whether a page has been told why something was not done.
    fn is_refused(inbox: &Receiver<Message>, why: &str) -> bool {
        let why = format!(r#"{{"refused":"{why}"}}"#);
        std::iter::from_fn(|| inbox.take()).any(|told| *told == *why.as_bytes())
    }

    /// An open choice is the answer, also where it leads to one that all make at the same time.
    #[test]
    fn who_chooses_on_into_a_secret_choice_has_answered() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut table, pages) = seated(&laying_around_together(), "{}", folder.path());
        choose(&mut table, 0);
        table.wants_back(Seat::new(0)).expect("a choice");
        choose(&mut table, 1);
        assert!(are_choosing(&table.play, Seat::new(0)));
        assert!(table.wanted.is_none() && is_refused(&pages[0], "not_agreed"));
    }

    /// The game has gone on by itself: nothing is taken back past what others have chosen unseen,
    /// and later what was asked for is, and not what has been chosen since.
    #[test]
    fn what_was_asked_for_is_taken_back_and_nothing_while_several_choose() {
        for is_over in [false, true] {
            let folder = tempfile::tempdir().expect("a folder");
            let game = laying_around_together();
            let (mut table, pages) = seated(&game, r#"{"time":60}"#, folder.path());
            choose(&mut table, 0);
            table.wants_back(Seat::new(0)).expect("a choice");
            table.time_brings(Due::Pass(Seat::new(1)));
            choose(&mut table, 1);
            if is_over {
                choose(&mut table, 0);
            }
            let (log, refused) = (table.play.log().len(), !is_over);
            assert!(table.wanted.is_some(), "a choice that nobody hears of answers nobody");
            table.agrees(Seat::new(1), true);
            assert!(table.wanted.is_none());
            assert_eq!(is_refused(&pages[0], "undo_later"), refused);
            assert_eq!(table.play.log().len() == log, refused);
            let first = Play::new_asking_all(&game, 3);
            assert_eq!(table.play.log().len() == first.log().len(), is_over);
        }
    }

    /// Whoever leaves instead of an answer is waited for no longer than it takes to come back.
    #[test]
    fn who_was_asked_and_has_left_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut table, _pages) = seated(&laying(), "{}", folder.path());
        choose(&mut table, 0);
        table.wants_back(Seat::new(0)).expect("a choice");
        assert_eq!(table.game_due(), None);
        table.obeys(Order::Goes(1));
        assert!(table.wanted.is_some());
        assert_eq!(table.game_due().map(|(_, due)| due), Some(Due::Settles));
        // A page that is loaded again agrees to nothing.
        let _page = come(&mut table, 1);
        assert_eq!((table.wanted.is_some(), table.game_due()), (true, None));
        table.obeys(Order::Goes(1));
        table.obeys(Order::Brings(Due::Settles));
        assert!(table.wanted.is_none());
        assert_eq!((table.play.pending(), table.game_due()), (vec![Seat::new(0)], None));
    }

    /// Nobody plays on as if all were kept where the records are gone; where they are there again,
    /// the game goes on.
    #[cfg(unix)]
    #[test]
    fn a_table_whose_record_is_gone_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut table, pages) = seated(&laying(), "{}", folder.path());
        let (record, elsewhere) = (table.record.path.clone(), folder.path().join("elsewhere"));
        std::fs::rename(&record, &elsewhere).expect("a file");
        choose(&mut table, 0);
        assert!(is_refused(&pages[0], "unkept") && is_refused(&pages[1], "unkept"));
        assert_eq!(table.choose(Seat::new(1), 0, 0), Err(Refusal::Unkept));
        assert_eq!(table.game_due().map(|(_, due)| due), Some(Due::Writes));
        std::fs::rename(&elsewhere, &record).expect("a file");
        table.time_brings(Due::Writes);
        choose(&mut table, 1);
        assert!(table.play.outcome().is_some());
    }

    /// A bot that was thinking when the game was halted does not go on with it.
    #[test]
    fn a_halted_table_stands_still() {
        let folder = tempfile::tempdir().expect("a folder");
        let house = serde_json::from_str(r#"{"away":60}"#).expect("a house");
        let (sender, orders) = queue(8);
        let begun = begun(&laying(), house, folder.path());
        let mut table = Table::new(begun, Duration::ZERO, sender);
        table.goes_on();
        table.time_brings(Due::StandsIn(Seat::new(0)));
        let runtime = runtime().expect("a runtime");
        let thought = runtime.block_on(orders.next()).expect("a thought");
        table.halt = Some(Halt::Endless);
        let log = table.play.log().len();
        table.obeys(*thought);
        assert_eq!(table.play.log().len(), log);
    }

    /// A pass that time brings is nobody's answer.
    #[test]
    fn a_pass_by_time_answers_nobody() {
        let folder = tempfile::tempdir().expect("a folder");
        let house = r#"{"time":60}"#;
        let (mut table, _pages) = seated(&laying_or_passing(), house, folder.path());
        table.choose(Seat::new(0), 0, 0).expect("an option");
        table.wants_back(Seat::new(0)).expect("a choice");
        table.time_brings(Due::Pass(Seat::new(1)));
        assert!(table.play.pending().is_empty());
        let wanted = table.wanted.take().expect("a wish");
        assert_eq!((wanted.by, wanted.left), (Seat::new(0), SeatSet::of(Seat::new(1))));
    }
}
