//! What an end is worth to each seat, from 0 to 1: half for the rank, half for the margin of the scores, by which a search also tells a
//! near defeat from a plain one. Where the points of all sides always add up to nothing, they are stakes, and what is played for. A
//! cooperative game is worth what its score is, and something for being won.

use crate::program::Program;
use crate::vm::Outcome;

/// The share of the rank, or of a common victory.
const RANK: f32 = 0.5;

/// A value of this much, or an advantage, is half of what a position without an end can be worth.
const HINTED: f32 = 10.0;

/// Makes rewards of the ends that one search sees; margins count in relation to those seen so far.
#[derive(Clone, Debug, Default)]
pub struct Rewards {
    ends: f32,
    /// Added up over seats and ends: margins, and how far they are from nothing (of a common score: from its mean).
    sum: f32,
    spread: f32,
    /// Some end was decided otherwise than by stakes that one side pays to another.
    is_no_stake: bool,
    /// The largest margin so far.
    most: f32,
    /// By seat, of the last end.
    pub of_seats: Vec<f32>,
}

impl Rewards {
    pub fn clear(&mut self) {
        (self.ends, self.sum, self.spread) = (0.0, 0.0, 0.0);
        (self.is_no_stake, self.most) = (false, 0.0);
    }

    /// A game that came to no end is worth what the rules say of positions; where they say nothing, the same to all.
    pub fn of_position(&mut self, program: &Program, hints: &[i32]) {
        self.of_seats.clear();
        for seat in 0..program.seats {
            let ahead = hinted(program, hints, seat);
            self.of_seats.push(ahead.map_or(0.5, |ahead| 0.5 + 0.5 * ahead / (ahead.abs() + HINTED)));
        }
    }

    pub fn of_outcome(&mut self, program: &Program, outcome: &Outcome) {
        self.of_seats.clear();
        let sides = (0..program.teams).filter_map(|team| points(program, outcome, program.captain(team)));
        self.is_no_stake |= sides.sum::<f32>() != 0.0;
        for seat in 0..program.seats {
            let reward = if program.cooperative {
                self.together(program, outcome, seat)
            } else {
                self.against_others(program, outcome, seat)
            };
            self.of_seats.push(reward);
        }
    }

    fn together(&mut self, program: &Program, outcome: &Outcome, seat: u8) -> f32 {
        let won = if outcome.winners.contains(&(seat + 1)) { 1.0 } else { 0.0 };
        let Some(score) = points(program, outcome, seat) else { return won };
        let mean = if self.ends > 0.0 { self.sum / self.ends } else { score };
        let above = self.scaled(score - mean);
        self.sum += score;
        // A game that a team wins rarely or always teaches by its score.
        0.2 * won + 0.8 * above
    }

    fn against_others(&mut self, program: &Program, outcome: &Outcome, seat: u8) -> f32 {
        let rank = rank(program, outcome, seat);
        let Some(margin) = margin(program, outcome, seat) else { return rank };
        // Who won without a point of difference did not play for points.
        self.is_no_stake |= margin == 0.0 && rank != 0.5;
        if self.is_no_stake {
            return RANK * rank + (1.0 - RANK) * self.scaled(margin);
        }
        self.most = self.most.max(margin.abs());
        if margin == 0.0 { 0.5 } else { 0.5 + 0.5 * margin / self.most }
    }

    /// From 0 to 1; 0.5 for nothing.
    fn scaled(&mut self, margin: f32) -> f32 {
        self.ends += 1.0;
        self.spread += margin.abs();
        let usual = (self.spread / self.ends).max(1e-3);
        0.5 + 0.5 * margin / (margin.abs() + usual)
    }
}

/// The share of the other sides' seats that did worse, with half of those that did as well.
pub fn rank(program: &Program, outcome: &Outcome, seat: u8) -> f32 {
    let own = outcome.ranks[seat as usize];
    let others = others(program, seat).map(|other| match outcome.ranks[other as usize].cmp(&own) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    });
    let (sum, count) = others.fold((0.0, 0.0), |(sum, count), share: f32| (sum + share, count + 1.0));
    if count > 0.0 { sum / count } else { 0.5 }
}

/// How far a seat is ahead of the best of the others; nothing without a score.
pub fn margin(program: &Program, outcome: &Outcome, seat: u8) -> Option<f32> {
    ahead(program, seat, |seat| points(program, outcome, seat))
}

/// The same by what the rules say that positions are worth (`value = …`); nothing where they say nothing.
/// In a cooperative game the values of all seats count together.
pub fn hinted(program: &Program, hints: &[i32], seat: u8) -> Option<f32> {
    let own = |seat: u8| hints.get(usize::from(seat)).map(|&hint| hint as f32);
    let all = || Some(hints.iter().map(|&hint| hint as f32).sum());
    ahead(program, seat, |seat| if program.cooperative { own(seat).and_then(|_| all()) } else { own(seat) })
}

fn ahead(program: &Program, seat: u8, of: impl Fn(u8) -> Option<f32>) -> Option<f32> {
    let own = of(seat)?;
    if program.cooperative {
        return Some(own);
    }
    Some(own - others(program, seat).filter_map(of).reduce(f32::max).unwrap_or(0.0))
}

/// A seat's points; more are better.
fn points(program: &Program, outcome: &Outcome, seat: u8) -> Option<f32> {
    let lowest_wins = program.score.is_some_and(|score| score.lowest_wins);
    let points = *outcome.scores.get(seat as usize)? as f32;
    Some(if lowest_wins { -points } else { points })
}

fn others(program: &Program, seat: u8) -> impl Iterator<Item = u8> {
    (0..program.seats).filter(move |&other| program.team(other) != program.team(seat))
}
