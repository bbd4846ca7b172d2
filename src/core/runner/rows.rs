//! One row a game, for spreadsheets and statistics programs.

use super::Count;
use super::playout::{Ended, Finished, Limit};
use super::tally::reason;
use crate::game::Game;

/// How one game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub game: u64,
    pub seed: u64,
    /// `over`, `timeout`, `overlong`, `fault` or `stuck`.
    pub ended: &'static str,
    /// Empty unless the game was over.
    pub reason: String,
    /// Seats from 1.
    pub winners: Vec<u8>,
    /// 1 is best; by seat.
    pub ranks: Vec<u32>,
    pub scores: Vec<i32>,
    pub decisions: u64,
    /// How often each phase that may be what people call a round was entered.
    pub rounds: Vec<u32>,
}

/// Rows in the order of the games' numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub rows: Vec<Row>,
}

impl Rows {
    /// The phases that [`Row::rounds`] counts.
    pub fn phases(game: &Game) -> Vec<String> {
        let program = game.program();
        program.rounds().into_iter().map(|phase| program.phases[phase].name.clone()).collect()
    }
}

impl Count for Rows {
    fn new(_game: &Game) -> Self {
        Rows::default()
    }

    fn add(&mut self, _game: &Game, k: u64, seed: u64, played: &Finished) {
        let (ended, outcome) = match &played.ended {
            Ended::Over(outcome) => ("over", Some(outcome)),
            Ended::GivenUp(Limit::Choices) => ("timeout", None),
            Ended::GivenUp(Limit::Entries) => ("overlong", None),
            Ended::Failed(_) => ("fault", None),
            Ended::Stuck(..) => ("stuck", None),
            Ended::Stopped => return,
        };
        self.rows.push(Row {
            game: k,
            seed,
            ended,
            reason: outcome.map(|outcome| reason(outcome).to_owned()).unwrap_or_default(),
            winners: outcome.map(|outcome| outcome.winners.clone()).unwrap_or_default(),
            ranks: outcome.map(|outcome| outcome.ranks.clone()).unwrap_or_default(),
            scores: outcome.map(|outcome| outcome.scores.clone()).unwrap_or_default(),
            decisions: played.decisions,
            rounds: played.rounds.clone(),
        });
    }

    fn merged(self, other: Self) -> Self {
        let first = |rows: &Rows| rows.rows.first().map(|row| row.game);
        let (mut before, behind) =
            if first(&self) <= first(&other) { (self, other) } else { (other, self) };
        // Mostly one goes on where the other ends: nothing is to be sorted then.
        let last = before.rows.last().map(|row| row.game);
        let is_mixed = last > first(&behind);
        before.rows.extend(behind.rows);
        if is_mixed {
            before.rows.sort_by_key(|row| row.game);
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(games: &[u64]) -> Rows {
        let row = |&game: &u64| Row {
            game,
            seed: 0,
            ended: "stuck",
            reason: String::new(),
            winners: Vec::new(),
            ranks: Vec::new(),
            scores: Vec::new(),
            decisions: 0,
            rounds: Vec::new(),
        };
        Rows { rows: games.iter().map(row).collect() }
    }

    #[test]
    fn rows_stand_by_number_however_they_are_merged() {
        let parts: [(&[u64], &[u64], &[u64]); 5] = [
            (&[0, 1], &[2, 3], &[0, 1, 2, 3]),
            (&[0, 3], &[1, 5], &[0, 1, 3, 5]),
            (&[0, 9], &[4], &[0, 4, 9]),
            (&[], &[7], &[7]),
            (&[], &[], &[]),
        ];
        for (one, other, both) in parts {
            assert_eq!(rows(one).merged(rows(other)), rows(both));
            assert_eq!(rows(other).merged(rows(one)), rows(both));
        }
    }
}
