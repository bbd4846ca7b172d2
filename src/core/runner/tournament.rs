//! Everybody against everybody, home and away on the same deals: who is how much stronger.

use super::playout::{Ended, Playouts, seed_of_game};
use super::ranges::Ranges;
use super::report::Setup;
use super::standings::{LeftOut, PairCounts, Standings, StandingsPart, pairs};
use super::tally::unfinished;
use super::{Entrant, Parts, Watch, Watcher, any_thinks};
use crate::game::Game;
use crate::value::{Seat, TeamId};

/// A game of two sides, and who plays it.
#[derive(Clone)]
pub struct Tournament<'a> {
    pub game: &'a Game,
    pub entrants: Vec<&'a dyn Entrant>,
    /// The number of the first deal, and how many for each pair: each is played twice, the sides
    /// changed.
    pub first: u64,
    pub deals: u64,
    pub seed: u64,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

impl Tournament<'_> {
    /// Plays, and says what the counts say.
    pub fn run(&self) -> Standings {
        self.part().standings()
    }

    /// Plays, and counts. Parts of other deals can be merged with this one.
    pub fn part(&self) -> StandingsPart {
        let watch = Watch::new(self.watcher);
        StandingsPart {
            entrants: self.entrants.iter().map(|entrant| entrant.name()).collect(),
            setup: Setup::of(self.game, Vec::new(), self.seed),
            pairs: pairs(self.entrants.len())
                .map(|(first, second)| self.pair(first, second, &watch))
                .collect(),
        }
    }

    /// The deals of all pairs, as the watcher counts them.
    pub fn items(&self) -> u64 {
        self.deals * pairs(self.entrants.len()).count() as u64
    }

    fn pair(&self, first: usize, second: usize, watch: &Watch<'_>) -> PairCounts {
        let (home, away) = (self.table(first, second), self.table(second, first));
        let goes_on = || watch.goes_on();
        let playouts = |seats| Playouts::new(self.game, seats).while_wanted(&goes_on);
        let nothing = || PairCounts::nothing(first, second);
        let memory = || (playouts(&home), playouts(&away));
        let piece = |(home, away): &mut (Playouts<'_>, Playouts<'_>), from: u64, to: u64| {
            let (mut counts, mut next) = (nothing(), from);
            while next < to {
                match (
                    self.points(home, next, [first, second], TeamId::FIRST),
                    self.points(away, next, [second, first], TeamId::new(1)),
                ) {
                    (Points::Stopped, _) | (_, Points::Stopped) => break,
                    (Points::Of(home), Points::Of(away)) => counts.add(home, away),
                    (Points::LeftOut(why), _) | (_, Points::LeftOut(why)) => counts.leave_out(why),
                }
                watch.count();
                next += 1;
            }
            counts.played = Ranges::one(from, next);
            (counts, next == to && goes_on())
        };
        let thinks = any_thinks([first, second].iter().map(|&number| self.entrants[number]));
        let parts = Parts::of_games(self.first, self.deals, thinks, self.jobs);
        parts.work(memory, piece, nothing, PairCounts::merged)
    }

    /// One entrant on the first side, another on the second.
    fn table(&self, first: usize, second: usize) -> Vec<&dyn Entrant> {
        Seat::all(self.game.program().seats)
            .map(|seat| self.entrants[self.at(seat, [first, second])])
            .collect()
    }

    /// Which of the entrants on the first and the other side plays at a seat.
    fn at(&self, seat: Seat, [first, second]: [usize; 2]) -> usize {
        if self.game.program().team(seat) == TeamId::FIRST { first } else { second }
    }

    /// What the game with number `k`, of entrants on the first and the other side, gives to a
    /// `side`.
    fn points(
        &self,
        playouts: &mut Playouts<'_>,
        k: u64,
        entrants: [usize; 2],
        side: TeamId,
    ) -> Points {
        let seed = seed_of_game(self.seed, k);
        let ended = &playouts.play(seed).ended;
        let left_out = |entrant| {
            let first = unfinished(self.game, k, seed, ended);
            Points::LeftOut(LeftOut { entrant, deals: 1, first })
        };
        let outcome = match ended {
            Ended::Over(outcome) => outcome,
            Ended::Stopped => return Points::Stopped,
            Ended::GivenUp(_) | Ended::Failed(_) => return left_out(None),
            Ended::Stuck(seat, _) => return left_out(Some(self.at(*seat, entrants))),
        };
        let winner = outcome.winners.first().and_then(|&seat| Seat::from_shown(seat));
        let won = winner.map(|seat| self.game.program().team(seat) == side);
        Points::Of(match won {
            Some(true) => 2,
            Some(false) => 0,
            None => 1,
        })
    }
}

/// What a game gives to a side.
enum Points {
    /// 2 for a win, 1 for a draw.
    Of(i64),
    /// The game did not come to an end.
    LeftOut(LeftOut),
    /// Somebody did not want to wait for it.
    Stopped,
}
