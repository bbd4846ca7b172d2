//! One game from beginning to end, with nobody watching.

use super::entrant;
use super::observe::Observed;
use super::recall::Recall;
use crate::game::{Game, Play};
use crate::players::{Entrant, Player, Stuck, View};
use crate::tabletop::ids::PhaseId;
use crate::value::Seat;
use crate::vm::{Dice, Fault, Generator, History, Outcome, Runtime, Silent, State, Stop};
use std::mem;

/// A game with more choices than this is given up: it would go on for ever.
pub const MOST_CHOICES: u64 = 100_000;

/// A game of which more than this is written down is given up: its record would fill memory and
/// disk.
pub const MOST_ENTRIES: usize = 1_000_000;

/// Whether to go on; asked before every choice of players that think, and before every game of
/// those that do not.
pub(crate) type GoesOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// The seed of the `k`-th of many games, as [`Play::new`] takes it. Below 2^53, so that every JSON
/// reader can hold it.
#[inline]
pub fn seed_of_game(seed: u64, k: u64) -> u64 {
    Generator::stream(seed, k).bits() >> 11
}

/// Where the chances of a seat's player come from, in the game with this seed.
#[inline]
pub fn stream_of_seat(seed: u64, seat: Seat) -> Generator {
    Generator::stream(seed, u64::from(seat.number()) + 1)
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub ended: Ended,
    /// Choices among more than one option; each step of a choice in several steps counts.
    pub decisions: u64,
    /// How often each phase that may be a round was entered: see
    /// [`Program::rounds`](crate::program::Program::rounds).
    pub rounds: Vec<u32>,
    /// Where the game was looked at closely: see [`Playouts::observing`].
    pub observed: Option<Box<Observed>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    Over(Outcome),
    /// It went on for too long.
    GivenUp(Limit),
    Failed(Fault),
    /// A player could not go on.
    Stuck(Seat, Stuck),
    /// Somebody did not want to wait for its end: as if it had never been begun.
    Stopped,
}

/// What a game had more of than any game of people has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More than [`MOST_CHOICES`].
    Choices,
    /// More than [`MOST_ENTRIES`] of its log, where one is kept.
    Entries,
}

/// Plays games one after the other, with memory that is used again.
pub struct Playouts<'a> {
    game: &'a Game,
    seats: &'a [&'a dyn Entrant],
    /// Where only random players play, and nobody looks closely.
    random: Option<RandomGames<'a>>,
    observing: bool,
    goes_on: GoesOn<'a>,
    last: Finished,
}

/// Games of random players alone, which need nobody's knowledge.
struct RandomGames<'a> {
    runtime: Runtime<'a>,
    /// The last game's state, whose memory the next one takes over.
    state: Option<State>,
    last: Finished,
    rounds: Vec<PhaseId>,
    /// Games that need not be played again, while that is of use.
    recall: Option<Recall>,
    recalled: u64,
    history: History,
}

impl<'a> Playouts<'a> {
    pub fn new(game: &'a Game, seats: &'a [&'a dyn Entrant]) -> Self {
        let random = Seat::all(game.program.seats).all(|seat| entrant(seats, seat).is_random());
        let random = random.then(|| RandomGames::new(game));
        Playouts {
            game,
            seats,
            random,
            observing: false,
            goes_on: &|| true,
            last: Finished::nothing(),
        }
    }

    /// Plays games that are looked at closely, each with its [`Finished::observed`].
    pub(crate) fn observing(game: &'a Game, seats: &'a [&'a dyn Entrant]) -> Self {
        Playouts {
            game,
            seats,
            random: None,
            observing: true,
            goes_on: &|| true,
            last: Finished::nothing(),
        }
    }

    /// Plays games as long as `goes_on` says that they are wanted.
    #[must_use]
    pub(crate) fn while_wanted(self, goes_on: GoesOn<'a>) -> Self {
        Playouts { goes_on, ..self }
    }

    /// Plays every game out, however often the same one comes.
    #[must_use]
    pub fn without_recall(mut self) -> Self {
        if let Some(games) = &mut self.random {
            games.recall = None;
        }
        self
    }

    /// How many of the games played so far had been played before, and were only remembered.
    pub fn recalled(&self) -> u64 {
        self.random.as_ref().map_or(0, |games| games.recalled)
    }

    /// Plays the game with this seed, if one is wanted.
    pub fn play(&mut self, seed: u64) -> &Finished {
        if !(self.goes_on)() {
            return self.play_none();
        }
        match self.random {
            Some(ref mut games) => games.play(seed),
            None => self.play_thinking(seed, None),
        }
    }

    /// Plays the game with this seed, if one is wanted, and shows it to whoever keeps it.
    pub(super) fn play_keeping(&mut self, seed: u64, keep: &dyn Fn(&Play)) -> &Finished {
        if !(self.goes_on)() {
            return self.play_none();
        }
        self.play_thinking(seed, Some(keep))
    }

    /// Plays a game in which each seat is asked.
    fn play_thinking(&mut self, seed: u64, keep: Option<&dyn Fn(&Play)>) -> &Finished {
        let play = if self.observing { play_observed } else { play_seats };
        let listeners = Listeners { goes_on: self.goes_on, keep };
        self.last = play(self.game, self.seats, seed, listeners);
        &self.last
    }

    fn play_none(&mut self) -> &Finished {
        self.last = Finished::nothing();
        &self.last
    }
}

impl<'a> RandomGames<'a> {
    fn new(game: &'a Game) -> Self {
        let mut runtime = game.runtime();
        runtime.knowing = false;
        let seats = game.program.seats;
        let streams = Seat::all(seats).map(|seat| stream_of_seat(0, seat)).collect();
        runtime.answer_with(Some(Dice::for_each(streams, MOST_CHOICES)));
        RandomGames {
            runtime,
            state: None,
            last: Finished::nothing(),
            rounds: game.program.rounds(),
            recall: Some(Recall::new()),
            recalled: 0,
            history: History::default(),
        }
    }

    fn play(&mut self, seed: u64) -> &Finished {
        if self.recall.as_mut().is_some_and(|recall| !recall.is_of_use()) {
            self.recall = None;
        }
        self.throw(seed);
        let (Some(recall), Some(dice)) = (&mut self.recall, self.runtime.dice()) else {
            self.play_out(Generator::new(seed));
            return &self.last;
        };
        match recall.find(Generator::new(seed), dice) {
            Some(known) => {
                self.recalled += 1;
                self.recall.as_ref().map_or(&self.last, |recall| recall.found(known))
            }
            None => {
                self.throw(seed);
                self.play_and_learn(Generator::new(seed));
                &self.last
            }
        }
    }

    fn play_and_learn(&mut self, chance: Generator) {
        self.runtime.follow(mem::take(&mut self.history));
        self.play_out(chance.noting());
        if let (Some(recall), Some(state)) = (&mut self.recall, &self.state) {
            self.history = self.runtime.history(state);
            recall.learn(&self.history, &self.last);
        }
    }

    /// Gives every seat the dice of the game with this seed.
    #[inline]
    fn throw(&mut self, seed: u64) {
        if let Some(dice) = self.runtime.dice() {
            dice.restart(|seat| stream_of_seat(seed, seat), MOST_CHOICES);
        }
    }

    /// Plays in the memory of the last game and of what was said of it.
    #[inline]
    fn play_out(&mut self, chance: Generator) {
        let RandomGames { runtime, state, last, rounds, .. } = self;
        let stopped = match state {
            Some(state) => runtime.restart(state, chance, &mut Silent),
            None => {
                let (started, stopped) = runtime.start(chance, &mut Silent);
                *state = Some(started);
                stopped
            }
        };
        last.end(runtime, state, stopped);
        last.rounds.resize(rounds.len(), 0);
        for (entered, &phase) in last.rounds.iter_mut().zip(&*rounds) {
            *entered = runtime.take_entered(phase);
        }
        last.decisions = runtime.dice().map_or(0, |dice| dice.decisions());
    }
}

impl Finished {
    /// No game at all.
    fn nothing() -> Finished {
        Finished { ended: Ended::Stopped, decisions: 0, rounds: Vec::new(), observed: None }
    }

    fn of(play: &Play, ended: Ended, observed: Option<Box<Observed>>) -> Finished {
        let entered = play.entered();
        let rounds = play.game().program.rounds().into_iter().map(|phase| entered[phase]).collect();
        Finished { ended, decisions: play.decisions(), rounds, observed }
    }

    fn end(
        &mut self,
        runtime: &mut Runtime<'_>,
        state: &mut Option<State>,
        stopped: Result<Stop, Fault>,
    ) {
        let ended = match (stopped, state) {
            (Ok(Stop::Over), Some(state)) => {
                if !matches!(self.ended, Ended::Over(_)) {
                    self.ended = Ended::Over(Outcome::default());
                }
                let Ended::Over(outcome) = &mut self.ended else { return };
                runtime.outcome_of_run(state, outcome)
            }
            (Ok(_), _) => Ok(false),
            (Err(fault), _) => Err(fault),
        };
        match ended {
            Ok(true) => {}
            // Dice answer so many choices, and no more.
            Ok(false) => self.ended = Ended::GivenUp(Limit::Choices),
            Err(fault) => self.ended = Ended::Failed(fault),
        }
    }
}

/// Who has a say in a game that is played to its end, and who is shown it then.
#[derive(Clone, Copy)]
struct Listeners<'a> {
    goes_on: GoesOn<'a>,
    keep: Option<&'a dyn Fn(&Play)>,
}

fn play_seats(
    game: &Game,
    seats: &[&dyn Entrant],
    seed: u64,
    Listeners { goes_on, keep }: Listeners<'_>,
) -> Finished {
    let is_logged = keep.is_some() || listens(seats);
    let mut play = if is_logged { Play::new(game, seed) } else { Play::unlogged(game, seed) };
    let ended = play_while(&mut play, &mut players_of(game, seats, seed), goes_on, |_, _, _| {});
    shown(&play, &ended, keep);
    Finished::of(&play, ended, None)
}

fn shown(play: &Play, ended: &Ended, keep: Option<&dyn Fn(&Play)>) {
    if let Some(keep) = keep.filter(|_| *ended != Ended::Stopped) {
        keep(play);
    }
}

/// Whether somebody wants to know what was said, for which a log is kept.
pub(super) fn listens(seats: &[&dyn Entrant]) -> bool {
    seats.iter().any(|entrant| entrant.listens())
}

pub(super) fn players_of(game: &Game, seats: &[&dyn Entrant], seed: u64) -> Vec<Box<dyn Player>> {
    let make = |seat: Seat| entrant(seats, seat).player(game, seat, stream_of_seat(seed, seat));
    Seat::all(game.program.seats).map(make).collect()
}

fn play_observed(
    game: &Game,
    seats: &[&dyn Entrant],
    seed: u64,
    Listeners { goes_on, keep }: Listeners<'_>,
) -> Finished {
    let mut play = Play::looked_at(game, seed, keep.is_some() || listens(seats));
    let mut players = players_of(game, seats, seed);
    let mut observed = Observed::begin(game);
    let ended = play_while(&mut play, &mut players, goes_on, |play, seat, option| {
        let events = play.take_events();
        observed.happened(&game.program, &events);
        observed.decided(play, seat, option);
    });
    observed.happened(&game.program, &play.take_events());
    shown(&play, &ended, keep);
    observed.ran = play.ran().to_vec();
    observed.rows = play.rows();
    observed.entered = play.entered().clone();
    observed.parts = play.outcome().map(|outcome| outcome.parts).unwrap_or_default();
    Finished::of(&play, ended, Some(Box::new(observed)))
}

/// Lets players play a game to its end; one for each seat. Where several have to choose, the lowest
/// seat is asked first.
pub fn play_on(play: &mut Play, players: &mut [Box<dyn Player>]) -> Ended {
    play_while(play, players, &|| true, |_, _, _| {})
}

/// Lets players play a game to its end, as long as it is wanted: `goes_on` is asked before each
/// choice. `look` is given each choice before it is made.
pub(super) fn play_while(
    play: &mut Play,
    players: &mut [Box<dyn Player>],
    goes_on: GoesOn<'_>,
    mut look: impl FnMut(&mut Play, Seat, usize),
) -> Ended {
    while let Some(&seat) = play.pending().first() {
        if play.choices() >= MOST_CHOICES {
            return Ended::GivenUp(Limit::Choices);
        }
        if play.log().len() >= MOST_ENTRIES {
            return Ended::GivenUp(Limit::Entries);
        }
        if !goes_on() {
            return Ended::Stopped;
        }
        if let Err(stuck) = choose(play, players, seat, goes_on, &mut look) {
            return Ended::Stuck(seat, stuck);
        }
    }
    match (play.fault(), play.outcome()) {
        (Some(fault), _) => Ended::Failed(fault.clone()),
        // What scores are made of is for who looks closely.
        (None, Some(outcome)) => Ended::Over(Outcome { parts: Vec::new(), ..outcome }),
        (None, None) => Ended::Stuck(Seat::FIRST, Stuck("nobody is asked".into())),
    }
}

fn choose(
    play: &mut Play,
    players: &mut [Box<dyn Player>],
    seat: Seat,
    goes_on: GoesOn<'_>,
    look: &mut impl FnMut(&mut Play, Seat, usize),
) -> Result<(), Stuck> {
    let player = players
        .get_mut(seat.index())
        .ok_or_else(|| Stuck(format!("nobody sits at seat {}", seat.shown())))?;
    let view = View::new(play, seat).ok_or_else(|| Stuck("nothing to choose".into()))?;
    let option = player.choose(&view.while_wanted(goes_on))?;
    // Whoever was not let think to its end has not chosen.
    if !goes_on() {
        return Ok(());
    }
    look(play, seat, option);
    match play.apply(seat, option) {
        // A fault of the rules is the game's, not the player's.
        Ok(()) | Err(crate::game::Refused::Fault(_)) => Ok(()),
        Err(refused) => Err(Stuck(refused.to_string())),
    }
}
