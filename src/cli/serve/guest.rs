//! A page at a table: what it has been shown, and what it is sent.

use super::message::Message;
use super::socket::Outbox;
use super::wire::{Around, Farewell, Standing, Told, with_beside};
use crate::game::{Eyes, Play};
use crate::value::Seat;
use crate::view::{Glance, Language, Lexicon, Looking, Narration, News, Past};
use std::hash::{BuildHasher, RandomState};

/// Where somebody is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Seat(Seat),
    /// Of whoever looks on.
    Rail,
}

/// Sentences that a page which comes is told of what has happened so far.
const MOST_TOLD: usize = 60;

/// One page.
pub(crate) struct Guest {
    pub(crate) id: u64,
    pub(crate) spot: Spot,
    pub(crate) language: Language,
    outbox: Outbox,
    /// What it has been shown.
    shown: Past,
    /// The last standing that it was sent, as a number that hardly another one has.
    last: Option<u64>,
    /// What makes the numbers of standings.
    marker: RandomState,
}

impl Guest {
    /// A page that has been shown nothing. Whoever reads slower than `outbox` holds messages is
    /// given up.
    pub(crate) fn new(id: u64, spot: Spot, language: Language, outbox: Outbox) -> Guest {
        let (shown, marker) = (Past::default(), RandomState::new());
        Guest { id, spot, language, outbox, shown, last: None, marker }
    }

    /// Sends the table as it is seen from here, if it looks otherwise than before: a page is not
    /// told of what it does not see, not even that it happened. `glance`: of all pages that are
    /// shown the game as it stands. False where nobody reads any more.
    pub(crate) fn show(&mut self, play: &Play, around: &Around, glance: &Glance) -> bool {
        let mut news = News::of(&self.looking(play), &self.shown, glance);
        let before = news.story.len().saturating_sub(MOST_TOLD);
        news.story.drain(..before);
        let decision = match self.spot {
            Spot::Seat(seat) => decision(play, around.course, seat),
            Spot::Rail => None,
        };
        let agree = matches!(self.spot, Spot::Seat(seat) if around.agree.contains(seat));
        let standing = Standing { decision, around, agree, view: &news.now };
        let message = Told::Table(standing).message();
        let marked = Some(self.marker.hash_one(&*message));
        let is_old = std::mem::replace(&mut self.last, marked) == marked;
        let time = self.time_left(play, around);
        let sent = is_old && !news.has_any() || self.send(with_beside(message, time, &news));
        self.shown = news.past;
        sent
    }

    fn looking<'a>(&'a self, play: &'a Play) -> Looking<'a> {
        let lexicon = Lexicon::shared(self.language);
        let eyes = match self.spot {
            Spot::Seat(seat) => Eyes::Seat(seat),
            Spot::Rail => Eyes::of_onlooker(play.game().program().seats),
        };
        Looking { play, lexicon, eyes, past: &self.shown, narration: Narration::Live }
    }

    /// Lets go of what it has been shown, as far as that can be made again until something happens.
    pub(crate) fn dozes(&mut self, play: &Play, glance: &Glance) {
        self.shown = self.looking(play).faded(glance);
    }

    /// Makes again what it has been shown, before something happens.
    pub(crate) fn wakes(&mut self, play: &Play, glance: &Glance) {
        self.shown = self.looking(play).recalled(glance);
    }

    /// Seconds until the seat has passed, where it may and a time is kept.
    fn time_left(&self, play: &Play, around: &Around) -> Option<u32> {
        let Spot::Seat(seat) = self.spot else { return None };
        let left = around.left.get(seat.index()).copied().flatten()?;
        play.pass(seat).map(|_| left)
    }

    /// The game stands elsewhere: the story goes on from there, and all is shown anew.
    pub(crate) fn stands_anew(&mut self, play: &Play) {
        self.shown = Past::told(play.log().len());
    }

    pub(crate) fn tell(&mut self, told: &Told<'_>) -> bool {
        self.send(told.message())
    }

    /// Says why the connection ends; it ends with the guest.
    pub(crate) fn dismiss(&mut self, farewell: Farewell) {
        self.tell(&Told::Closed(farewell));
    }

    fn send(&mut self, message: Message) -> bool {
        self.outbox.put(message)
    }
}

/// Numbers of decisions have so many bits for those of one course of the game.
const COURSE_BITS: u32 = 24;

/// The number of the decision that a seat is asked for: how often it has chosen before, in which
/// `course` of the game. In the first course it is the same after the game was taken up again; it
/// tells nothing of others.
pub(crate) fn decision(play: &Play, course: u64, seat: Seat) -> Option<u64> {
    let asked = play.pending().contains(&seat);
    asked.then(|| course << COURSE_BITS | play.steps_made(seat) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::queue::{Receiver, queue};
    use crate::cli::serve::sample::{laying, laying_or_passing, laying_together};

    #[test]
    fn a_page_is_sent_what_has_changed_and_given_up_when_it_does_not_read() {
        let mut play = Play::new(&laying(), 3);
        let (outbox, inbox) = queue(1);
        let mut guest = Guest::new(0, Spot::Rail, Language::En, outbox);
        assert!(guest.show(&play, &Around::default(), &Glance::default()));
        assert!(guest.show(&play, &Around::default(), &Glance::default()));
        assert!(inbox.take().is_some(), "the table");
        assert!(inbox.take().is_none(), "the same table again");
        play.apply(Seat::new(0), 0).expect("an option that was offered");
        assert!(guest.show(&play, &Around::default(), &Glance::default()));
        play.apply(Seat::new(1), 0).expect("an option that was offered");
        assert!(!guest.show(&play, &Around::default(), &Glance::default()));
    }

    /// A page is not told anew for the time alone, and a page that comes later is told what is
    /// left.
    #[test]
    fn the_time_that_is_left_is_told_beside_the_standing() {
        let play = Play::new(&laying_or_passing(), 3);
        let around = |left| Around { left: vec![Some(left), None], ..Around::default() };
        let page = |spot| {
            let (outbox, inbox) = queue(8);
            (Guest::new(0, spot, Language::En, outbox), inbox)
        };
        let time = |inbox: &Receiver<Message>| {
            let message = inbox.take().expect("the table");
            let message: serde_json::Value = serde_json::from_slice(&message).expect("JSON");
            message.get("time").cloned()
        };
        let (mut guest, inbox) = page(Spot::Seat(Seat::new(0)));
        assert!(
            guest.show(&play, &around(30), &Glance::default())
                && guest.show(&play, &around(12), &Glance::default())
        );
        assert_eq!(time(&inbox), Some(30.into()));
        assert!(inbox.take().is_none(), "the same table again");
        let (mut later, inbox) = page(Spot::Seat(Seat::new(0)));
        assert!(later.show(&play, &around(12), &Glance::default()));
        assert_eq!(time(&inbox), Some(12.into()));
        let (mut onlooker, inbox) = page(Spot::Rail);
        assert!(onlooker.show(&play, &around(12), &Glance::default()));
        assert_eq!(time(&inbox), None);
    }

    /// A single option stands in the log before it is taken.
    #[test]
    fn what_is_still_asked_for_is_not_told() {
        let play = Play::new_asking_all(&laying_together(), 3);
        let seat = Seat::new(1);
        assert!(play.is_forced(seat) && play.log().iter().any(|entry| entry.step().is_some()));
        let (outbox, inbox) = queue(1);
        let mut guest = Guest::new(0, Spot::Seat(seat), Language::En, outbox);
        assert!(guest.show(&play, &Around::default(), &Glance::default()));
        let message = inbox.take().expect("the table");
        let message: serde_json::Value = serde_json::from_slice(&message).expect("JSON");
        assert!(!message["story"].to_string().contains("lay "), "{message}");
        assert!(message["table"]["view"]["menu"].to_string().contains("lay "), "{message}");
    }

    #[test]
    fn decisions_are_numbered_by_seat() {
        let mut play = Play::new(&laying(), 3);
        assert_eq!(
            (decision(&play, 0, Seat::new(0)), decision(&play, 0, Seat::new(1))),
            (Some(0), None)
        );
        play.apply(Seat::new(0), 0).expect("an option that was offered");
        assert_eq!(
            (decision(&play, 0, Seat::new(0)), decision(&play, 0, Seat::new(1))),
            (None, Some(0))
        );
    }
}
