//! Plays a game on at random, from wherever it stands to its end: nothing is listed that can be counted, and nothing is gathered.

use crate::players::Random;
use crate::value::Seat;
use crate::vm::{Choice, Event, Fault, Generator, Runtime, State, Stop, Trace};

/// Choices after which an imagined game is given up.
pub const MOST_CHOICES: u32 = 5_000;

/// Answers for all seats, any option with equal chance.
struct Dice<'a> {
    generator: &'a mut Generator,
    left: u32,
}

impl Trace for Dice<'_> {
    const TELLS: bool = false;
    const ANSWERS: bool = true;

    fn tell(&mut self, _event: Event) {}

    fn answers(&mut self, _seat: Seat, options: usize) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        Some(Random::pick(self.generator, options))
    }
}

/// Plays to the end. False where the game was given up after [`MOST_CHOICES`].
pub fn play_out(runtime: &mut Runtime<'_>, state: &mut State, generator: &mut Generator) -> Result<bool, Fault> {
    let mut dice = Dice { generator, left: MOST_CHOICES };
    loop {
        choose_all(runtime, state, &mut dice)?;
        match runtime.run(state, &mut dice)? {
            Stop::Over => return Ok(true),
            Stop::Decide(_) if dice.left == 0 => return Ok(false),
            Stop::Decide(_) => {}
        }
    }
}

/// Lets all who are asked choose at random, and runs on to the next stop.
pub fn step(runtime: &mut Runtime<'_>, state: &mut State, generator: &mut Generator) -> Result<Stop, Fault> {
    choose_all(runtime, state, &mut Dice { generator, left: MOST_CHOICES })?;
    runtime.run(state, &mut crate::vm::Silent)
}

/// Completes what a seat has begun to choose.
pub fn complete(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    seat: Seat,
    generator: &mut Generator,
) -> Result<(), Fault> {
    choose_for(runtime, state, seat, &mut Dice { generator, left: MOST_CHOICES })
}

fn choose_all(runtime: &mut Runtime<'_>, state: &mut State, dice: &mut Dice<'_>) -> Result<(), Fault> {
    while state.pending() != 0 && dice.left > 0 {
        let seat = state.pending().trailing_zeros() as Seat;
        choose_for(runtime, state, seat, dice)?;
    }
    Ok(())
}

/// Enters a first step; the rest of the choice is answered as it comes.
fn choose_for(runtime: &mut Runtime<'_>, state: &mut State, seat: Seat, dice: &mut Dice<'_>) -> Result<(), Fault> {
    if state.pending() >> seat & 1 == 0 {
        return Ok(());
    }
    let options = runtime.options(state, seat)?;
    // Whoever has nothing to choose, as only happens in an imagined game, passes.
    let choice = match options.len() {
        0 => Choice::PASS,
        count => options[dice.answers(seat, count).unwrap_or(0)],
    };
    runtime.choose(state, seat, &choice, dice)
}
