//! Games that need not be played again. What chance gives and what dice answer decides how a game
//! goes: where games are so small that the same histories come over and over, their ends are
//! remembered, and a game is no more than a walk from draw to answer to draw. The streams of chance
//! are drawn from as in play, so that every game ends as it would have.

use super::playout::{Ended, Finished};
use crate::value::Narrow;
use crate::vm::{Dice, Generator, History, Mover, Outcome};
use std::collections::HashMap;

/// Ways that there is room for at first, eight bytes each. A game with a pack of fifty cards fills
/// it in a dozen games, a small one never.
const FIRST_WAYS: usize = 1 << 14;

/// Ways that are remembered at most. Games with more are played.
const MOST_WAYS: usize = 1 << 18;

/// Room is doubled when one in so many games has come again since it was last doubled.
const FEW: u32 = 32;

/// When there is no more room to be had, so many games in a row tell whether one in so many comes
/// again.
const TRIAL: u32 = 1024;
const MANY: u32 = 2;

/// Histories of games, as a tree.
pub(super) struct Recall {
    points: Vec<Point>,
    /// Where the results of a point lead to, point by point; the first one leads to the first
    /// point.
    ways: Vec<Way>,
    ends: Vec<Finished>,
    /// Which of them have an outcome: each end is kept once.
    with_outcome: HashMap<Outcome, Vec<u32>>,
    /// Ways there is room for.
    room: usize,
    /// There is no room for other histories.
    full: bool,
    /// Since the room was last looked at: games that were looked for, and that were there.
    sought: u32,
    known: u32,
}

/// Where chance or a seat is asked for one of so many results.
#[derive(Clone, Copy, Debug)]
struct Point {
    mover: Mover,
    results: u32,
    /// The way of its first result.
    first: u32,
}

#[derive(Clone, Copy)]
enum Way {
    Unknown,
    Point(u32),
    End(u32),
}

impl Recall {
    pub(crate) fn new() -> Self {
        Recall {
            points: Vec::new(),
            ways: vec![Way::Unknown],
            ends: Vec::new(),
            with_outcome: HashMap::new(),
            room: FIRST_WAYS,
            full: false,
            sought: 0,
            known: 0,
        }
    }

    /// Whether games of this kind are worth looking for, which those are not that take much room
    /// and come again seldom.
    pub(crate) fn is_of_use(&mut self) -> bool {
        let may_grow = self.room < MOST_WAYS;
        if !self.full || !may_grow && self.sought < TRIAL {
            return true;
        }
        let comes_again = self.known > self.sought / if may_grow { FEW } else { MANY };
        if may_grow && comes_again {
            (self.room, self.full) = (self.room * 2, false);
        }
        (self.sought, self.known) = (0, 0);
        comes_again
    }

    /// The number of the game that has this history, if it is remembered; what its chances are
    /// drawn from is drawn from either way.
    pub(crate) fn find(&mut self, mut chance: Generator, dice: &mut Dice) -> Option<usize> {
        self.sought += 1;
        let mut way = self.ways[0];
        loop {
            let point = match way {
                Way::Unknown => return None,
                Way::Point(point) => self.points[point.to_usize()],
                Way::End(end) => {
                    self.known += 1;
                    return Some(end.to_usize());
                }
            };
            let result = match point.mover {
                Mover::Chance => chance.below(point.results),
                Mover::Seat(seat) => dice.answer(seat, point.results.to_usize())? as u32,
            };
            way = self.ways[(point.first + result).to_usize()];
        }
    }

    /// The game that was found under this number.
    pub(crate) fn found(&self, number: usize) -> &Finished {
        &self.ends[number]
    }

    /// Remembers how a game ended, if it did, and if there is room for it.
    pub(crate) fn learn(&mut self, history: &History, finished: &Finished) {
        let (Ended::Over(outcome), Some(steps)) = (&finished.ended, history.steps()) else {
            return;
        };
        let mut way = 0;
        for &(mover, draw) in steps {
            // Of nothing there is nothing to draw.
            if draw.result >= draw.results {
                return;
            }
            let point = match self.ways[way] {
                Way::Point(point) => self.points[point.to_usize()],
                // What has ended does not go on.
                Way::End(_) => return,
                Way::Unknown => {
                    let first = self.ways.len();
                    if self.full || first + draw.results.to_usize() > self.room {
                        self.full = true;
                        return;
                    }
                    let point = Point { mover, results: draw.results, first: first.to_u32() };
                    self.ways[way] = Way::Point(self.points.len().to_u32());
                    self.points.push(point);
                    self.ways.resize(first + draw.results.to_usize(), Way::Unknown);
                    point
                }
            };
            // The same results lead to the same question.
            let same = (point.mover, point.results) == (mover, draw.results);
            debug_assert!(same, "{point:?} was asked before, and now {mover:?} for {draw:?}");
            if !same {
                return;
            }
            way = (point.first + draw.result).to_usize();
        }
        self.ways[way] = Way::End(self.end(outcome, finished));
    }

    /// The number of this end.
    fn end(&mut self, outcome: &Outcome, finished: &Finished) -> u32 {
        let mut known = self.with_outcome.get(outcome).into_iter().flatten().copied();
        if let Some(same) = known.find(|&end| self.ends[end.to_usize()] == *finished) {
            return same;
        }
        let end = self.ends.len().to_u32();
        self.ends.push(finished.clone());
        self.with_outcome.entry(outcome.clone()).or_default().push(end);
        end
    }
}
