//! Bots choose, each on a thread of its own, and take their time: a person must not read from the
//! clock what a bot had to think about.

use super::table::Order;
use crate::cli::host::chance::random_seed;
use crate::game::Play;
use crate::runner::{Player, View};
use crate::value::Seat;
use crate::vm::Generator;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

/// How long bots take. It is drawn by chance of its own, which knows of no game.
pub struct Pace {
    usual: Duration,
    generator: Generator,
}

impl Pace {
    /// Bots that take about `usual` for a choice; none at all where that is nothing.
    pub fn new(usual: Duration) -> Pace {
        Pace { usual, generator: Generator::new(random_seed()) }
    }

    /// The time of the next choice: from half of the usual one to half as much again.
    fn draw(&mut self) -> Duration {
        let percent = 50 + self.generator.below(101);
        self.usual * percent / 100
    }

    /// Lets a player choose for a seat, and gives it back to its table with what it chose.
    pub fn think(
        &mut self,
        mut player: Box<dyn Player>,
        play: Play,
        seat: Seat,
        table: SyncSender<Order>,
    ) {
        let pause = self.draw();
        thread::spawn(move || {
            let begun = Instant::now();
            let option = match View::new(&play, seat) {
                Some(view) => player.choose(&view),
                None => Ok(0),
            };
            thread::sleep(rest(pause, begun.elapsed()));
            // The table may be closed by now.
            let _ = table.send(Order::Thought { seat, player, option });
        });
    }
}

/// What is left of a `pause`, of which so much is `spent`. Whoever needs longer takes another whole
/// pause: no more than their number is told.
fn rest(pause: Duration, spent: Duration) -> Duration {
    let mut whole = pause;
    while whole < spent && !pause.is_zero() {
        whole += pause;
    }
    whole.saturating_sub(spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_whole() {
        let ms = Duration::from_millis;
        assert_eq!(rest(ms(500), ms(20)), ms(480));
        assert_eq!(rest(ms(500), ms(1700)), ms(300));
        assert_eq!(rest(ms(0), ms(1700)), ms(0));
    }
}
