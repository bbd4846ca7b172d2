//! Two kinds of players against each other, each sitting everywhere equally often.

use cardrun::game::Game;
use cardrun::players::Entrant;
use cardrun::runner::{Rate, Simulation};

/// Games of one against the other: by sides where there are teams, by seats otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duel {
    pub games: u64,
    pub won: u64,
    pub drawn: u64,
}

impl Duel {
    /// What the first one won, draws as half a win, with its 95 % interval.
    pub fn rate(&self) -> Rate {
        Rate::of(2 * self.won + self.drawn, 2 * self.games).widened()
    }
}

/// Half games do not make an interval narrower.
trait Widened {
    fn widened(self) -> Rate;
}

impl Widened for Rate {
    fn widened(self) -> Rate {
        let wide = |end: f64| self.rate + (end - self.rate) * std::f64::consts::SQRT_2;
        Rate { rate: self.rate, low: wide(self.low).max(0.0), high: wide(self.high).min(1.0) }
    }
}

/// Plays `games` games of two seats or sides, half of them with the places exchanged.
pub fn duel(game: &Game, one: &dyn Entrant, other: &dyn Entrant, games: u64, seed: u64) -> Duel {
    let half = games / 2;
    let play = |seats: &[&dyn Entrant], first: u64| {
        let simulation =
            Simulation { game, first, games: half, seed, seats, jobs: 2, watcher: None };
        let report = simulation.report(simulation.run());
        assert_eq!(
            (report.faults, report.timeouts, report.stuck),
            (0, 0, 0),
            "{:?}",
            report.failure
        );
        report
    };
    let (straight, swapped) = (play(&[one, other], 0), play(&[other, one], 0));
    Duel {
        games: 2 * half,
        won: straight.wins[0] + swapped.wins[1],
        drawn: straight.draws + swapped.draws,
    }
}
