//! The bots of a game in the browser: who of them thinks, who does not at the moment, and what a
//! thought comes to when it is over.

use super::guest::decision;
use super::thinking::{Pace, Thought};
use crate::cli::setup::seated::{self, bots};
use crate::cli::setup::settings::SeatKind;
use crate::game::Play;
use crate::players::Stuck;
use crate::runner::Player;
use crate::value::Seat;
use std::time::Duration;

/// The bots that do not think at the moment, by seat.
type Idle = Vec<Option<Box<dyn Player>>>;

/// The bots of one game.
pub(crate) struct Bots {
    idle: Idle,
    /// Those that play for people who stay away; empty as long as none had to.
    stand_ins: Idle,
    pace: Pace,
    seed: u64,
    /// How often the game has taken another course.
    course: u64,
}

/// A thought that is over, and the decision that it was about.
pub(crate) struct Done {
    course: u64,
    decision: Option<u64>,
    stands_in: bool,
    thought: Thought,
}

/// What a thought comes to.
pub(crate) enum Answer {
    /// The game has taken another course since.
    Stale,
    /// The seat has chosen since: its bot may think about something else.
    Late(Seat),
    Options(Seat, Vec<usize>),
    Stuck(Stuck),
}

impl Bots {
    /// Bots at the seats of these `kinds` that take about `usual` for a choice. They do not think
    /// about all that they chose before.
    pub(crate) fn seated(play: &Play, kinds: &[SeatKind], usual: Duration) -> Bots {
        let seed = play.seed().unwrap_or_default();
        Bots {
            idle: bots(play, kinds, seed, seated::Thought::Afresh),
            stand_ins: Vec::new(),
            pace: Pace::new(usual, kinds.len()),
            seed,
            course: 0,
        }
    }

    /// The game stands elsewhere, or others play it: whoever thinks, thinks about what is no more.
    pub(crate) fn begin_anew(&mut self, play: &Play, kinds: &[SeatKind]) {
        self.course += 1;
        self.pace.forget();
        self.idle = bots(play, kinds, self.seed, seated::Thought::Afresh);
        self.stand_ins = Vec::new();
    }

    /// How often the game has taken another course.
    pub(crate) fn course(&self) -> u64 {
        self.course
    }

    /// The number of the decision that a seat is asked for.
    pub(crate) fn decision(&self, play: &Play, seat: Seat) -> Option<u64> {
        decision(play, self.course, seat)
    }

    /// The bot of a seat, for a choice that takes no time.
    pub(crate) fn at_once(&mut self, seat: Seat) -> Option<&mut (dyn Player + 'static)> {
        self.idle.get_mut(seat.index())?.as_deref_mut()
    }

    /// Lets all bots think that are asked and do not yet; `tell` is given each thought when it is
    /// over.
    pub(crate) fn think(&mut self, play: &Play, tell: impl Fn(Done) + Clone + Send + 'static) {
        for seat in play.pending() {
            if let Some(bot) = self.idle.get_mut(seat.index()).and_then(Option::take) {
                self.begin(bot, (play, seat), false, tell.clone());
            }
        }
    }

    /// Lets a bot think in place of a person who stays away, if none does so already. `kinds` says
    /// who plays instead, by seat.
    pub(crate) fn stand_in(
        &mut self,
        (play, seat): (&Play, Seat),
        kinds: impl FnOnce() -> Vec<SeatKind>,
        tell: impl FnOnce(Done) + Send + 'static,
    ) {
        if self.stand_ins.is_empty() {
            self.stand_ins = bots(play, &kinds(), self.seed, seated::Thought::Afresh);
        }
        if let Some(bot) = self.stand_ins.get_mut(seat.index()).and_then(Option::take) {
            self.begin(bot, (play, seat), true, tell);
        }
    }

    fn begin(
        &mut self,
        bot: Box<dyn Player>,
        (play, seat): (&Play, Seat),
        stands_in: bool,
        tell: impl FnOnce(Done) + Send + 'static,
    ) {
        let (course, decision) = (self.course, self.decision(play, seat));
        let done = move |thought| tell(Done { course, decision, stands_in, thought });
        self.pace.think(bot, play.clone(), seat, done);
    }

    /// Takes back the bot of a thought that is over, and says what the thought comes to.
    pub(crate) fn take_back(&mut self, done: Done, play: &Play) -> Answer {
        let Done { course, decision, stands_in, thought } = done;
        if course != self.course {
            return Answer::Stale;
        }
        self.pace.note(&thought);
        let Thought { seat, player, options, .. } = thought;
        let seats = if stands_in { &mut self.stand_ins } else { &mut self.idle };
        if let Some(place) = seats.get_mut(seat.index()) {
            *place = Some(player);
        }
        match options {
            _ if self.decision(play, seat) != decision => Answer::Late(seat),
            Ok(options) => Answer::Options(seat, options),
            Err(stuck) => Answer::Stuck(stuck),
        }
    }
}
