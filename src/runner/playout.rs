//! One game from beginning to end, with nobody watching.

use super::entrant;
use super::observe::Observed;
use crate::game::{Game, Play};
use crate::players::{Entrant, Player, Stuck, View};
use crate::value::Seat;
use crate::vm::{Dice, Fault, Generator, Outcome, Runtime, Silent, State, Stop};

/// A game with more choices than this is given up: it would go on for ever.
pub const MOST_CHOICES: u64 = 100_000;

/// The seed of the `k`-th of many games, as [`Play::new`] takes it. Below 2^53, so that every JSON reader can hold it.
pub fn seed_of_game(seed: u64, k: u64) -> u64 {
    Generator::stream(seed, k).bits() >> 11
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
    /// How often each phase of the program was entered; where only random players play, of phases that may be rounds.
    pub entered: Vec<u32>,
    /// Where the game was looked at closely: see [`Playouts::observing`].
    pub observed: Option<Box<Observed>>,
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
    observing: bool,
    /// The last game's state, whose memory the next one takes over.
    state: Option<State>,
    last: Finished,
}

impl<'a> Playouts<'a> {
    pub fn new(game: &'a Game, seats: &'a [&'a dyn Entrant]) -> Self {
        let random = (0..game.program.seats).all(|seat| entrant(seats, seat).is_random());
        let fast = random.then(|| {
            let mut runtime = game.runtime();
            runtime.knowing = false;
            runtime
        });
        Playouts { game, seats, fast, observing: false, state: None, last: Finished::nothing(game) }
    }

    /// The same games, looked at closely.
    pub fn observing(game: &'a Game, seats: &'a [&'a dyn Entrant]) -> Self {
        Playouts { game, seats, fast: None, observing: true, state: None, last: Finished::nothing(game) }
    }

    /// Plays the game with this seed.
    pub fn play(&mut self, seed: u64) -> &Finished {
        match &mut self.fast {
            Some(runtime) => play_fast(runtime, &mut self.state, &mut self.last, self.game.program.seats, seed),
            None if self.observing => self.last = play_observed(self.game, self.seats, seed),
            None => self.last = play_seats(self.game, self.seats, seed),
        }
        &self.last
    }
}

impl Finished {
    fn nothing(game: &Game) -> Finished {
        Finished { ended: Ended::TimedOut, decisions: 0, entered: vec![0; game.program.phases.len()], observed: None }
    }
}

/// Plays in the memory of the last game and of what was said of it.
fn play_fast(runtime: &mut Runtime<'_>, state: &mut Option<State>, last: &mut Finished, seats: Seat, seed: u64) {
    let streams = (0..seats).map(|seat| stream_of_seat(seed, seat));
    match runtime.dice() {
        Some(dice) => dice.restart(streams, MOST_CHOICES),
        None => drop(runtime.answer_with(Some(Dice::for_each(streams.collect(), MOST_CHOICES)))),
    }
    let generator = Generator::new(seed);
    let stopped = match state {
        Some(state) => runtime.restart(state, generator, &mut Silent),
        None => {
            let (started, stopped) = runtime.start(generator, &mut Silent);
            *state = Some(started);
            stopped
        }
    };
    last.end(runtime, state, stopped);
    runtime.exchange_entered(&mut last.entered);
    last.decisions = runtime.dice().map_or(0, |dice| dice.decisions());
}

impl Finished {
    fn end(&mut self, runtime: &mut Runtime<'_>, state: &mut Option<State>, stopped: Result<Stop, Fault>) {
        let ended = match (stopped, state) {
            (Ok(Stop::Over), Some(state)) => {
                if !matches!(self.ended, Ended::Over(_)) {
                    self.ended = Ended::Over(Outcome::default());
                }
                let Ended::Over(outcome) = &mut self.ended else { return };
                runtime.outcome_into(state, outcome)
            }
            (Ok(_), _) => Ok(false),
            (Err(fault), _) => Err(fault),
        };
        match ended {
            Ok(true) => {}
            Ok(false) => self.ended = Ended::TimedOut,
            Err(fault) => self.ended = Ended::Failed(fault),
        }
    }
}

fn play_seats(game: &Game, seats: &[&dyn Entrant], seed: u64) -> Finished {
    let mut play = if listens(seats) { Play::new(game, seed) } else { Play::unlogged(game, seed) };
    let ended = play_on(&mut play, &mut players_of(game, seats, seed));
    Finished { ended, decisions: play.decisions(), entered: play.entered().to_vec(), observed: None }
}

/// Whether somebody wants to know what was said, for which a log is kept.
pub(super) fn listens(seats: &[&dyn Entrant]) -> bool {
    seats.iter().any(|entrant| entrant.listens())
}

pub(super) fn players_of(game: &Game, seats: &[&dyn Entrant], seed: u64) -> Vec<Box<dyn Player>> {
    let make = |seat: Seat| entrant(seats, seat).player(game, seat, stream_of_seat(seed, seat));
    (0..game.program.seats).map(make).collect()
}

fn play_observed(game: &Game, seats: &[&dyn Entrant], seed: u64) -> Finished {
    let mut play = Play::looked_at(game, seed, listens(seats));
    let mut players = players_of(game, seats, seed);
    let mut observed = Observed::begin(game);
    let ended = play_watched(&mut play, &mut players, |play, seat, option| {
        let events = play.take_events();
        observed.happened(&game.program, &events);
        observed.decided(play, seat, option);
    });
    observed.happened(&game.program, &play.take_events());
    observed.ran = play.ran().to_vec();
    observed.rows = play.rows().to_vec();
    let observed = Some(Box::new(observed));
    Finished { ended, decisions: play.decisions(), entered: play.entered().to_vec(), observed }
}

/// Lets players play a game to its end; one for each seat. Where several have to choose, the lowest seat is asked first.
pub fn play_on(play: &mut Play, players: &mut [Box<dyn Player>]) -> Ended {
    play_watched(play, players, |_, _, _| {})
}

/// The same, with a look at each choice before it is made.
pub(super) fn play_watched(
    play: &mut Play,
    players: &mut [Box<dyn Player>],
    mut look: impl FnMut(&mut Play, Seat, usize),
) -> Ended {
    while let Some(&seat) = play.pending().first() {
        if play.choices() >= MOST_CHOICES {
            return Ended::TimedOut;
        }
        if let Err(stuck) = choose(play, players, seat, &mut look) {
            return Ended::Stuck(seat, stuck);
        }
    }
    match (play.fault(), play.outcome()) {
        (Some(fault), _) => Ended::Failed(fault.clone()),
        (None, Some(outcome)) => Ended::Over(outcome),
        (None, None) => Ended::TimedOut,
    }
}

fn choose(
    play: &mut Play,
    players: &mut [Box<dyn Player>],
    seat: Seat,
    look: &mut impl FnMut(&mut Play, Seat, usize),
) -> Result<(), Stuck> {
    let player = players.get_mut(seat as usize).ok_or_else(|| Stuck(format!("nobody sits at seat {}", seat + 1)))?;
    let view = View::new(play, seat).ok_or_else(|| Stuck("nothing to choose".into()))?;
    let option = player.choose(&view)?;
    look(play, seat, option);
    match play.apply(seat, option) {
        // A fault of the rules is the game's, not the player's.
        Ok(()) | Err(crate::game::Refused::Fault(_)) => Ok(()),
        Err(refused) => Err(Stuck(refused.to_string())),
    }
}
