//! Bots choose, each on a thread of its own, and take their time: a person must not read from the
//! clock what a bot had to think about.

use crate::cli::host::chance::random_seed;
use crate::game::Play;
use crate::players::Stuck;
use crate::runner::{Player, View};
use crate::value::Seat;
use crate::vm::Generator;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long bots take. It is drawn by chance of its own, which knows of no game.
pub(crate) struct Pace {
    usual: Duration,
    generator: Generator,
    /// How long each seat has thought about its last choice.
    spent: Vec<Duration>,
    /// What is thought about by now is still of use.
    wanted: Arc<AtomicBool>,
}

impl Drop for Pace {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}

/// What came of a thought, and how long it took.
pub(crate) struct Thought {
    pub(crate) seat: Seat,
    pub(crate) player: Box<dyn Player>,
    /// What it chooses, step by step.
    pub(crate) options: Result<Vec<usize>, Stuck>,
    spent: Option<Duration>,
}

impl Pace {
    /// Bots at a table of so many `seats` that take about `usual` for a choice; no time at all
    /// where that is nothing.
    pub(crate) fn new(usual: Duration, seats: usize) -> Pace {
        Pace {
            usual,
            generator: Generator::new(random_seed()),
            spent: vec![Duration::ZERO; seats],
            wanted: Arc::new(AtomicBool::new(true)),
        }
    }

    /// The time of the next choice: from half of the usual one to half as much again.
    fn draw(&mut self) -> Duration {
        let percent = 50 + self.generator.below(101);
        self.usual * percent / 100
    }

    /// The game has taken another course: whoever thinks about what is no more may stop.
    pub(crate) fn forget(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
        self.wanted = Arc::new(AtomicBool::new(true));
    }

    /// Takes note of how long a thought took.
    pub(crate) fn note(&mut self, thought: &Thought) {
        let of_seat = self.spent.get_mut(thought.seat.index());
        if let (Some(of_seat), Some(spent)) = (of_seat, thought.spent) {
            *of_seat = spent;
        }
    }

    /// Lets a player choose for a seat, all steps of its choice in one go: how many there are
    /// hangs on what it holds. `done` is given the player back, with what it chose.
    pub(crate) fn think(
        &mut self,
        mut player: Box<dyn Player>,
        play: Play,
        seat: Seat,
        done: impl FnOnce(Thought) + Send + 'static,
    ) {
        let pause = self.draw();
        let before = self.spent.get(seat.index()).copied().unwrap_or_default();
        let wanted = Arc::clone(&self.wanted);
        thread::spawn(move || {
            let begun = Instant::now();
            let is_wanted = || wanted.load(Ordering::Relaxed);
            // Where there is nothing to choose it takes as long as the last time that there was.
            let is_forced = play.is_forced(seat);
            let choose = || match is_forced {
                false => steps(&mut *player, play, seat, &is_wanted),
                true => Ok(vec![0]),
            };
            // A thought that is never over would be waited for: the game is told that it failed.
            let chosen = catch_unwind(AssertUnwindSafe(choose));
            let options = chosen.unwrap_or_else(|_| Err(failed(seat)));
            let spent = (!is_forced).then(|| begun.elapsed());
            let time = whole(pause, spent.unwrap_or(before));
            thread::sleep(time.saturating_sub(begun.elapsed()));
            done(Thought { seat, player, options, spent });
        });
    }
}

/// What a player chooses for a seat, from the step at hand to the last one of the choice.
fn steps(
    player: &mut dyn Player,
    mut play: Play,
    seat: Seat,
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<usize>, Stuck> {
    let mut options = Vec::new();
    while let Some(view) = View::new(&play, seat) {
        let option = player.choose(&view.while_wanted(is_wanted))?;
        options.push(option);
        // What is no option is told by whoever takes it.
        let goes_on = play.apply(seat, option).is_ok()
            && play.decision(seat).is_some_and(|decision| decision.is_begun());
        if !goes_on {
            break;
        }
    }
    Ok(options)
}

/// What is told of a bot that came to a bad end by a mistake of its own.
fn failed(seat: Seat) -> Stuck {
    Stuck(format!("the bot of seat {} has failed, which is a mistake in cardrun", seat.shown()))
}

/// As many whole pauses as it takes to think so long, at least one: of whoever needs longer than
/// one no more than their number is told.
fn whole(pause: Duration, spent: Duration) -> Duration {
    let mut whole = pause;
    while whole < spent && !pause.is_zero() {
        whole += pause;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::sample::{laying, laying_pairs};

    /// A player with a mistake.
    struct Failing;

    impl Player for Failing {
        fn choose(&mut self, _: &View<'_>) -> Result<usize, Stuck> {
            panic!("a mistake that this test wants")
        }
    }

    /// A player who takes what comes first.
    struct First;

    impl Player for First {
        fn choose(&mut self, _: &View<'_>) -> Result<usize, Stuck> {
            Ok(0)
        }
    }

    /// Nobody waits for ever for a thought that came to a bad end.
    #[test]
    fn a_bot_that_fails_is_stuck() {
        let (told, thoughts) = std::sync::mpsc::channel();
        let play = Play::new_asking_all(&laying(), 3);
        let done = move |thought: Thought| drop(told.send(thought.options));
        Pace::new(Duration::ZERO, 2).think(Box::new(Failing), play, Seat::new(0), done);
        let Stuck(why) = thoughts.recv().expect("a thought").expect_err("a failure");
        assert!(why.starts_with("the bot of seat 1 has failed"), "{why}");
    }

    /// How many steps a choice has is not told by pauses between them.
    #[test]
    fn all_steps_of_a_choice_are_one_thought() {
        let play = Play::new_asking_all(&laying_pairs(), 3);
        let seat = Seat::new(0);
        let options = steps(&mut First, play.clone(), seat, &|| true).expect("options");
        let mut again = play;
        for &option in &options {
            assert_eq!(again.pending(), [seat]);
            again.apply(seat, option).expect("an option");
        }
        // The action, and then each card.
        assert_eq!((options.len(), again.pending()), (3, vec![Seat::new(1)]));
    }

    #[test]
    fn pauses_are_whole() {
        let ms = Duration::from_millis;
        assert_eq!(whole(ms(500), ms(20)), ms(500));
        assert_eq!(whole(ms(500), ms(1700)), ms(2000));
        assert_eq!(whole(ms(0), ms(1700)), ms(0));
    }
}
