//! What an end is worth to each seat, from 0 to 1: half for the rank, half for the margin of the
//! scores, by which a search also tells a near defeat from a plain one. Where the points of all
//! sides always add up to nothing, they are stakes, and what is played for. A cooperative game is
//! worth what its score is, and something for being won.

use crate::program::Program;
use crate::value::{Fraction, Seat, TeamId};
use crate::vm::Outcome;

/// The share of the rank, or of a common victory.
const RANK: f32 = 0.5;

/// How many ends of one search are remembered in the next.
const REMEMBERED: f32 = 8.0;

/// Makes rewards of the ends that a player's searches see; margins count in relation to those seen
/// so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewards {
    ends: f32,
    /// Added up over ends: what the searcher's seat is ahead, and how far that is from nothing (of
    /// what is common to all: from its mean).
    sum: f32,
    spread: f32,
    /// Some end was decided otherwise than by stakes that one side pays to another.
    is_no_stake: bool,
    /// What the searcher is ahead now, where the rules say what positions are worth.
    now: f32,
    /// By seat, of the last end.
    pub(crate) of_seats: Vec<f32>,
}

impl Rewards {
    /// Begins a search: what the ones before saw counts little. `now`: what the seat is ahead by
    /// the rules' `value`.
    pub(crate) fn begin(&mut self, now: f32) {
        let kept = (REMEMBERED / self.ends.max(1.0)).min(1.0);
        (self.ends, self.sum, self.spread) =
            (self.ends * kept, self.sum * kept, self.spread * kept);
        self.now = now;
    }

    /// Whether no end has been seen yet.
    pub(crate) fn is_blank(&self) -> bool {
        self.ends == 0.0
    }

    /// What an advance over other options promises beforehand.
    pub(crate) fn promise(&self, program: &Program, ahead: f32) -> f32 {
        let stakes = !self.is_no_stake && !program.cooperative && program.hint.is_none();
        if stakes { ahead } else { 0.5 * ahead / (ahead.abs() + self.usual()) }
    }

    /// Rewards of an end, or, where `outcome` is missing, of a position. `hints`: what it is worth
    /// by the rules, if they say it.
    pub(crate) fn learn(
        &mut self,
        program: &Program,
        searcher: Seat,
        outcome: Option<&Outcome>,
        hints: &[i32],
    ) {
        self.of_seats.clear();
        if let Some(outcome) = outcome {
            let sides = TeamId::all(program.teams)
                .filter_map(|team| points(program, outcome, program.captain(team)));
            self.is_no_stake |= sides.sum::<f32>() != 0.0;
        }
        let ahead = |seat: Seat| match hinted(program, hints, seat) {
            Some(ahead) => Some(ahead),
            None => outcome.and_then(|outcome| margin(program, outcome, seat)),
        };
        if let Some(outcome) = outcome {
            // Who won without a point of difference did not play for points.
            let decided = Seat::all(program.seats).any(|seat| rank(program, outcome, seat) != 0.5);
            self.is_no_stake |=
                decided && margin(program, outcome, searcher).is_none_or(|margin| margin == 0.0);
        }
        self.note(program, ahead(searcher));
        for seat in Seat::all(program.seats) {
            let ahead = ahead(seat);
            self.of_seats.push(self.reward(program, seat, searcher, outcome, ahead));
        }
    }

    fn note(&mut self, program: &Program, ahead: Option<f32>) {
        let Some(ahead) = ahead else { return };
        self.ends += 1.0;
        self.sum += ahead;
        let middle = if program.cooperative {
            self.sum / self.ends
        } else if program.hint.is_some() {
            self.now
        } else {
            0.0
        };
        self.spread += (ahead - middle).abs();
    }

    fn reward(
        &self,
        program: &Program,
        seat: Seat,
        searcher: Seat,
        outcome: Option<&Outcome>,
        ahead: Option<f32>,
    ) -> f32 {
        let won =
            |outcome: &Outcome| if outcome.winners.contains(&seat.shown()) { 1.0 } else { 0.0 };
        match (outcome, ahead) {
            // What comes to no end, or fails, is worth nothing to anybody.
            (None, None) => {
                if self.is_no_stake {
                    0.5
                } else {
                    0.0
                }
            }
            (Some(outcome), None) if program.cooperative => won(outcome),
            (Some(outcome), None) => rank(program, outcome, seat),
            // A game that a team wins rarely or always teaches by its score.
            (outcome, Some(ahead)) if program.cooperative => {
                0.2 * outcome.map_or(0.0, won) + 0.8 * self.scaled(ahead - self.sum / self.ends)
            }
            (_, Some(ahead)) if !self.is_no_stake && program.hint.is_none() => ahead,
            (outcome, Some(ahead)) => {
                let now = match program.hint {
                    Some(_) if program.team(seat) == program.team(searcher) => self.now,
                    Some(_) => -self.now,
                    None => 0.0,
                };
                let margin = self.scaled(ahead - now);
                let rank = outcome.map_or(margin, |outcome| rank(program, outcome, seat));
                RANK * rank + (1.0 - RANK) * margin
            }
        }
    }

    fn usual(&self) -> f32 {
        (self.spread / self.ends.max(1.0)).max(1e-3)
    }

    /// From 0 to 1; 0.5 for nothing.
    fn scaled(&self, margin: f32) -> f32 {
        0.5 + 0.5 * margin / (margin.abs() + self.usual())
    }
}

/// The share of the other sides' seats that did worse, with half of those that did as well.
pub(crate) fn rank(program: &Program, outcome: &Outcome, seat: Seat) -> f32 {
    let own = outcome.ranks[seat.index()];
    let others = others(program, seat).map(|other| match outcome.ranks[other.index()].cmp(&own) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    });
    let (sum, count) =
        others.fold((0.0, 0.0), |(sum, count), share: f32| (sum + share, count + 1.0));
    if count > 0.0 { sum / count } else { 0.5 }
}

/// How many points a seat is ahead of the best of the others, or, in a cooperative game, how many
/// it has; nothing without a score.
pub(crate) fn margin(program: &Program, outcome: &Outcome, seat: Seat) -> Option<f32> {
    ahead(program, seat, |seat| points(program, outcome, seat))
}

/// How far a seat is ahead of the best of the others by what the rules say that positions are worth
/// (`value = …`): `hints`, by seat; nothing where they say nothing. In a cooperative game it is
/// what all seats have together.
pub(crate) fn hinted(program: &Program, hints: &[i32], seat: Seat) -> Option<f32> {
    let own = |seat: Seat| hints.get(seat.index()).map(|&hint| hint.to_f32());
    let all = || Some(hints.iter().map(|&hint| hint.to_f32()).sum());
    ahead(program, seat, |seat| {
        if program.cooperative { own(seat).and_then(|_| all()) } else { own(seat) }
    })
}

fn ahead(program: &Program, seat: Seat, of: impl Fn(Seat) -> Option<f32>) -> Option<f32> {
    let own = of(seat)?;
    if program.cooperative {
        return Some(own);
    }
    Some(own - others(program, seat).filter_map(of).reduce(f32::max).unwrap_or(0.0))
}

/// A seat's points; more are better.
fn points(program: &Program, outcome: &Outcome, seat: Seat) -> Option<f32> {
    let lowest_wins = program.score.is_some_and(|score| score.lowest_wins);
    let points = *outcome.scores.get(seat.index())? as f32;
    Some(if lowest_wins { -points } else { points })
}

fn others(program: &Program, seat: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(program.seats).filter(move |&other| program.team(other) != program.team(seat))
}
