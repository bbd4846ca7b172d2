//! A game at rest: not the game itself, but what it can be made again from.

use super::{Origin, Play};
use crate::game::{Decided, Entry, Game};
use crate::value::Seat;
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
}

/// What is done again of an entry of a log. What was possible there once is possible there again,
/// and fails where it failed.
#[derive(Clone)]
enum Again {
    Chooses {
        seat: Seat,
        label: CompactString,
    },
    /// Where all are asked, single options are answered, too.
    Answers {
        seat: Seat,
        label: CompactString,
    },
    Decides(Box<Decided>),
}

impl Again {
    fn of(play: &Play, entry: &Entry) -> Option<Again> {
        match entry {
            Entry::Choice { seat, .. } => {
                Some(Again::Chooses { seat: *seat, label: play.label(entry)? })
            }
            Entry::Forced { seat, .. } => {
                Some(Again::Answers { seat: *seat, label: play.label(entry)? })
            }
            Entry::Decided(decided) => Some(Again::Decides(decided.clone())),
            Entry::Event(_) | Entry::Offer { .. } | Entry::End(_) | Entry::Fault(_) => None,
        }
    }
}

impl Resting {
    /// What a game can be made again from, as it stood when its log had `entries` entries.
    pub(super) fn of(play: &Play, entries: usize) -> Resting {
        let Play { game, seed, origin, asks_all, log, .. } = play;
        let steps = log[..entries.min(log.len())]
            .iter()
            .filter_map(|entry| Again::of(play, entry))
            .collect();
        let (game, origin) = (game.clone(), origin.clone());
        Resting { game, seed: *seed, origin, asks_all: *asks_all, steps }
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
        for again in &self.steps {
            match again {
                Again::Chooses { seat, label } => {
                    before(&play, *seat, label);
                    let _ = play.apply_label(*seat, label);
                }
                Again::Answers { seat, label } if play.is_forced(*seat) => {
                    before(&play, *seat, label);
                    let _ = play.apply_label(*seat, label);
                }
                Again::Answers { .. } => {}
                Again::Decides(decided) => {
                    let _ = play.decide(decided);
                }
            }
        }
        play
    }
}
