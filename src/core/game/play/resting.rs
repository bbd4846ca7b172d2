//! A game at rest: not the game itself, but what it can be made again from.

use super::{Origin, Play};
use crate::game::{Decided, Entry, Game};
use crate::value::{Seat, SeatSet};
use compact_str::CompactString;

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
struct Again {
    entries: usize,
    deed: Deed,
}

#[derive(Clone)]
enum Deed {
    Chooses { seat: Seat, label: CompactString },
    Decides(Box<Decided>),
}

impl Deed {
    fn of(play: &Play, entry: &Entry) -> Option<Deed> {
        match entry {
            Entry::Choice { seat, .. } => {
                Some(Deed::Chooses { seat: *seat, label: play.label(entry)? })
            }
            Entry::Decided(decided) => Some(Deed::Decides(decided.clone())),
            // Single options answer themselves.
            Entry::Forced { .. }
            | Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }
}

impl Resting {
    /// What a game can be made again from, as it stood when its log had `entries` entries.
    pub(super) fn of(play: &Play, entries: usize) -> Resting {
        let Play { game, seed, origin, asks_all, log, .. } = play;
        let entries = entries.min(log.len());
        let again = |(entries, entry): (usize, &Entry)| {
            Deed::of(play, entry).map(|deed| Again { entries, deed })
        };
        let steps = log[..entries].iter().enumerate().filter_map(again).collect();
        let asked = (entries == log.len()).then(|| play.asked.iter().map(|a| a.seat).collect());
        let (game, origin) = (game.clone(), origin.clone());
        Resting { game, seed: *seed, origin, asks_all: *asks_all, steps, entries, asked }
    }

    /// The game, as it stood.
    pub fn wakes(&self) -> Play {
        self.wakes_with(|_, _, _| {})
    }

    /// Makes the game again, as it stood. `before` looks at the game before each choice that is
    /// made again, single options among them that are [asked for](Play::asking_all): whose it is,
    /// and its label.
    pub(super) fn wakes_with(&self, mut before: impl FnMut(&Play, Seat, &str)) -> Play {
        let mut play = Play::begun(&self.game, self.seed, &self.origin, self.asks_all);
        for Again { entries, deed } in &self.steps {
            play.answers_to(*entries, &mut before);
            match deed {
                Deed::Chooses { seat, label } => {
                    before(&play, *seat, label);
                    let _ = play.apply_label(*seat, label);
                }
                Deed::Decides(decided) => {
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
    fn answers_to(&mut self, entries: usize, before: &mut impl FnMut(&Play, Seat, &str)) {
        while self.log.len() < entries
            && let Some(asked) = self.asked.first()
            && self.asked.iter().all(|asked| self.forces(asked))
        {
            self.answers(asked.seat, before);
        }
    }

    /// Takes the single option that a seat is asked for, where it is.
    fn answers(&mut self, seat: Seat, before: &mut impl FnMut(&Play, Seat, &str)) {
        if let (true, [label]) = (self.is_forced(seat), &self.options(seat)[..]) {
            before(self, seat, label);
            let _ = self.apply(seat, 0);
        }
    }
}
