//! A game at rest: not the game itself, but what it can be made again from.

use super::{Origin, Play};
use crate::game::{Decided, Entry, Game};
use crate::value::{Narrow, Seat, SeatSet};

/// What a [game in progress](Play) can be made again from, to the very same: how it began, and what
/// was chosen in it. It takes far less memory than the game, and making it again takes as long as
/// the game has taken so far, without the people who chose.
#[derive(Clone)]
pub struct Resting {
    game: Game,
    seed: Option<u64>,
    origin: Origin,
    asks_all: bool,
    steps: Box<[Again]>,
    /// How many entries the log had.
    entries: usize,
    /// The seats that were asked; `None` where this is a game as it stood earlier.
    asked: Option<SeatSet>,
}

/// What is done again when the log has so many `entries`. What was possible there once is possible
/// there again, and fails where it failed.
#[derive(Clone)]
enum Again {
    /// A seat chooses an option, by its place in what is offered.
    Chooses {
        entries: u32,
        seat: Seat,
        option: u32,
    },
    Decides {
        entries: u32,
        decided: Box<Decided>,
    },
}

/// There may be many games at rest, and each has many of these.
const _: () = assert!(size_of::<Again>() <= 16);

impl Again {
    /// What an entry of the log says is to be done again; `entries` come before it.
    fn of(entries: usize, entry: &Entry) -> Option<Again> {
        let entries = entries.to_u32();
        match entry {
            Entry::Choice { seat, option, .. } => {
                Some(Again::Chooses { entries, seat: *seat, option: *option })
            }
            Entry::Decided(decided) => Some(Again::Decides { entries, decided: decided.clone() }),
            // Single options answer themselves.
            Entry::Forced { .. }
            | Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    fn entries(&self) -> usize {
        let (Again::Chooses { entries, .. } | Again::Decides { entries, .. }) = self;
        entries.to_usize()
    }
}

impl Resting {
    /// What a game can be made again from, as it stood when its log had `entries` entries.
    pub(super) fn of(play: &Play, entries: usize) -> Resting {
        let Play { game, seed, origin, asks_all, log, .. } = play;
        let entries = entries.min(log.len());
        let again = |(before, entry): (usize, &Entry)| Again::of(before, entry);
        let steps = log[..entries].iter().enumerate().filter_map(again).collect();
        let asked = (entries == log.len()).then(|| play.asked.iter().map(|a| a.seat).collect());
        let (game, origin) = (game.clone(), origin.clone());
        Resting { game, seed: *seed, origin, asks_all: *asks_all, steps, entries, asked }
    }

    /// The game, as it stood.
    pub fn wakes(&self) -> Play {
        self.wakes_with(|_, _| {})
    }

    /// Makes the game again, as it stood. `before` looks at the game before each choice that is
    /// made again, single options among them that are [asked for](Play::asking_all), and is told
    /// whose it is.
    pub(super) fn wakes_with(&self, mut before: impl FnMut(&Play, Seat)) -> Play {
        let mut play = Play::begun(&self.game, self.seed, &self.origin, self.asks_all);
        for again in &self.steps {
            play.answers_to(again.entries(), &mut before);
            match again {
                Again::Chooses { seat, option, .. } => {
                    before(&play, *seat);
                    let _ = play.apply(*seat, option.to_usize());
                }
                Again::Decides { decided, .. } => {
                    let _ = play.decide(decided);
                }
            }
        }
        play.answers_to(self.entries, &mut before);
        // Some may have answered while others have not chosen yet.
        if let Some(asked) = self.asked {
            for seat in play.pending() {
                if !asked.contains(seat) {
                    play.answers(seat, &mut before);
                }
            }
        }
        play
    }
}

impl Play {
    /// Takes single options that are asked for, as long as nobody has anything else to choose and
    /// the log is shorter than so many `entries`.
    fn answers_to(&mut self, entries: usize, before: &mut impl FnMut(&Play, Seat)) {
        while self.log.len() < entries
            && let Some(asked) = self.asked.first()
            && self.asked.iter().all(|asked| self.forces(asked))
        {
            self.answers(asked.seat, before);
        }
    }

    /// Takes the single option that a seat is asked for, where it is.
    fn answers(&mut self, seat: Seat, before: &mut impl FnMut(&Play, Seat)) {
        if self.is_forced(seat) {
            before(self, seat);
            let _ = self.apply(seat, 0);
        }
    }
}
