//! One game from beginning to end, with nobody watching.

use super::entrant;
use crate::game::{Game, Play};
use crate::players::{Entrant, Player, Random, Stuck, View};
use crate::program::Program;
use crate::value::Seat;
use crate::vm::{Choice, Fault, Generator, Outcome, Runtime, State, Stop, Trace};

/// A game with more choices than this is given up: it would go on for ever.
pub const MOST_CHOICES: u64 = 100_000;

/// The seed of the `k`-th of many games, as [`Play::new`] takes it. Below 2^53, so that every JSON reader can hold it.
pub fn seed_of_game(seed: u64, k: u64) -> u64 {
    Generator::stream(seed, k).next() >> 11
}

/// Where the chances of a seat's player come from, in the game with this seed.
pub fn stream_of_seat(seed: u64, seat: Seat) -> Generator {
    Generator::stream(seed, u64::from(seat) + 1)
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub ended: Ended,
    /// Choices among more than one option; each step of a choice in several steps counts.
    pub decisions: u64,
    /// How often each phase of the program was entered.
    pub entered: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    Over(Outcome),
    /// After [`MOST_CHOICES`].
    TimedOut,
    Failed(Fault),
    /// A player could not go on.
    Stuck(Seat, Stuck),
}

/// Plays games one after the other, with memory that is used again.
pub struct Playouts<'a> {
    game: &'a Game,
    seats: &'a [&'a dyn Entrant],
    /// For games of random players alone, which need nobody's knowledge.
    fast: Option<Runtime<'a>>,
}

impl<'a> Playouts<'a> {
    pub fn new(game: &'a Game, seats: &'a [&'a dyn Entrant]) -> Self {
        let random = (0..game.program.seats).all(|seat| entrant(seats, seat).is_random());
        let fast = random.then(|| {
            let mut runtime = Runtime::new(&game.program, &*game.host);
            runtime.knowing = false;
            runtime
        });
        Playouts { game, seats, fast }
    }

    /// Plays the game with this seed.
    pub fn play(&mut self, seed: u64) -> Finished {
        match &mut self.fast {
            Some(runtime) => play_fast(runtime, &self.game.program, seed),
            None => play_seats(self.game, self.seats, seed),
        }
    }
}

/// Counts phases, and is told nothing else.
struct Counts(Vec<u32>);

impl Trace for Counts {
    const TELLS: bool = false;

    fn tell(&mut self, _event: crate::vm::Event) {}

    fn enters(&mut self, phase: u16) {
        self.0[phase as usize] += 1;
    }
}

fn play_fast(runtime: &mut Runtime<'_>, program: &Program, seed: u64) -> Finished {
    let mut counts = Counts(vec![0; program.phases.len()]);
    let mut streams: Vec<Generator> = (0..program.seats).map(|seat| stream_of_seat(seed, seat)).collect();
    let mut decisions = 0;
    let (mut state, started) = runtime.start(Generator::new(seed), &mut counts);
    let ended = started
        .and_then(|stop| choose_fast(runtime, &mut state, stop, &mut streams, &mut counts, &mut decisions))
        .unwrap_or_else(Ended::Failed);
    Finished { ended, decisions, entered: counts.0 }
}

fn choose_fast(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    mut stop: Stop,
    streams: &mut [Generator],
    counts: &mut Counts,
    decisions: &mut u64,
) -> Result<Ended, Fault> {
    let mut choices = 0;
    while stop != Stop::Over {
        while state.pending() != 0 {
            let seat = state.pending().trailing_zeros() as Seat;
            if choices >= MOST_CHOICES {
                return Ok(Ended::TimedOut);
            }
            choices += 1;
            let options = runtime.options(state, seat)?;
            *decisions += u64::from(options.len() > 1);
            let picked = Random::pick(&mut streams[seat as usize], options.len());
            let choice = options.get(picked).copied().unwrap_or(Choice::PASS);
            runtime.choose(state, seat, &choice, counts)?;
        }
        stop = runtime.run(state, counts)?;
    }
    Ok(runtime.outcome(state)?.map_or(Ended::TimedOut, Ended::Over))
}

fn play_seats(game: &Game, seats: &[&dyn Entrant], seed: u64) -> Finished {
    let mut play = Play::unlogged(game, seed);
    let make = |seat: Seat| entrant(seats, seat).player(game, seat, stream_of_seat(seed, seat));
    let mut players: Vec<Box<dyn Player>> = (0..game.program.seats).map(make).collect();
    let ended = play_on(&mut play, &mut players);
    Finished { ended, decisions: play.decisions(), entered: play.entered().to_vec() }
}

/// Lets players play a game to its end; one for each seat. Where several have to choose, the lowest seat is asked first.
pub fn play_on(play: &mut Play, players: &mut [Box<dyn Player>]) -> Ended {
    while let Some(&seat) = play.pending().first() {
        if play.choices() >= MOST_CHOICES {
            return Ended::TimedOut;
        }
        if let Err(stuck) = choose(play, players, seat) {
            return Ended::Stuck(seat, stuck);
        }
    }
    match (play.fault(), play.outcome()) {
        (Some(fault), _) => Ended::Failed(fault.clone()),
        (None, Some(outcome)) => Ended::Over(outcome),
        (None, None) => Ended::TimedOut,
    }
}

fn choose(play: &mut Play, players: &mut [Box<dyn Player>], seat: Seat) -> Result<(), Stuck> {
    let player = players.get_mut(seat as usize).ok_or_else(|| Stuck(format!("nobody sits at seat {}", seat + 1)))?;
    let view = View::new(play, seat).ok_or_else(|| Stuck("nothing to choose".into()))?;
    let option = player.choose(&view)?;
    match play.apply(seat, option) {
        // A fault of the rules is the game's, not the player's.
        Ok(()) | Err(crate::game::Refused::Fault(_)) => Ok(()),
        Err(refused) => Err(Stuck(refused.to_string())),
    }
}
