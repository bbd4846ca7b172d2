//! Plays a game on at random, from wherever it stands to its end: nothing is listed that can be
//! counted, and nothing is gathered.

use crate::value::Seat;
use crate::vm::{Choice, Dice, Fault, Generator, Runtime, Silent, State, Stop};

/// Choices after which an imagined game is given up.
pub(crate) const MOST_CHOICES: u64 = 5_000;

/// Plays to the end. False where the game was given up after [`MOST_CHOICES`].
pub(crate) fn play_out(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    generator: &mut Generator,
) -> Result<bool, Fault> {
    play_on(runtime, state, generator, MOST_CHOICES)
}

/// Plays on to the end, for `most` choices at most. False where the game was given up after these.
pub(crate) fn play_on(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    generator: &mut Generator,
    most: u64,
) -> Result<bool, Fault> {
    rolling(runtime, generator, most, |runtime| {
        loop {
            choose_all(runtime, state)?;
            if let Stop::Over = runtime.run(state, &mut Silent)? {
                return Ok(true);
            }
            let is_spent = runtime.dice().is_none_or(|dice| dice.is_spent());
            if is_spent {
                return Ok(false);
            }
        }
    })
}

/// Lets all who are asked choose at random, and runs on to the next stop.
pub(crate) fn step(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    generator: &mut Generator,
) -> Result<Stop, Fault> {
    rolling(runtime, generator, MOST_CHOICES, |runtime| choose_all(runtime, state))?;
    runtime.run(state, &mut Silent)
}

/// Completes what a seat has begun to choose.
pub(crate) fn complete(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    seat: Seat,
    generator: &mut Generator,
) -> Result<(), Fault> {
    rolling(runtime, generator, MOST_CHOICES, |runtime| choose_for(runtime, state, seat))
}

/// Does something while dice answer for all seats.
fn rolling<R>(
    runtime: &mut Runtime<'_>,
    generator: &mut Generator,
    most: u64,
    work: impl FnOnce(&mut Runtime<'_>) -> R,
) -> R {
    runtime.answer_with(Some(Dice::for_all(generator.clone(), most)));
    let result = work(runtime);
    if let Some(drawn) = runtime.answer_with(None).and_then(Dice::into_stream) {
        *generator = drawn;
    }
    result
}

fn choose_all(runtime: &mut Runtime<'_>, state: &mut State) -> Result<(), Fault> {
    while let Some(seat) = state.pending().lowest()
        && runtime.dice().is_some_and(|dice| !dice.is_spent())
    {
        choose_for(runtime, state, seat)?;
    }
    Ok(())
}

/// Enters a first step; the rest of the choice is answered as it comes.
fn choose_for(runtime: &mut Runtime<'_>, state: &mut State, seat: Seat) -> Result<(), Fault> {
    if !state.pending().contains(seat) {
        return Ok(());
    }
    let count = runtime.options(state, seat)?.len();
    // Whoever has nothing to choose, as only happens in an imagined game, passes.
    let taken =
        (count > 0).then(|| runtime.dice().and_then(|dice| dice.answer(seat, count)).unwrap_or(0));
    let choice = taken.map_or(Choice::PASS, |taken| runtime.listed()[taken]);
    runtime.choose(state, seat, &choice, &mut Silent)
}
