//! A game played by the reference and by what is fast, in all the ways that games are played. The
//! reference works out every term part by part and runs every instruction as it is written: slow,
//! and so plain that it says what a game means.

use cardrun::game::Game;
use cardrun::tabletop::ids::PhaseId;
use cardrun::vm::{
    Choice, Dice, Engine, Event, Fault, FaultKind, Generator, Outcome, Runtime, Silent, State,
    Stop, Trace,
};

/// All that a record is made of: what happened, what was offered whenever somebody was asked, how
/// it ended.
#[derive(PartialEq)]
struct Course {
    events: Vec<Event>,
    offered: Vec<Vec<Choice>>,
    ended: Ended,
}

/// How a game came to rest: with an outcome, by a fault of its rules, or, without either, because
/// it was not followed any further.
type Ended = Result<Option<Outcome>, Fault>;

/// Where a game came to rest.
#[derive(PartialEq)]
struct End {
    state: State,
    ended: Ended,
    /// How often each phase was entered.
    entered: Vec<u32>,
    /// The chance that chose, as far as it has been drawn from.
    chance: Generator,
}

impl End {
    /// Of all phases only these: games that nobody looks into count no others.
    fn counting(mut self, rounds: &[PhaseId]) -> End {
        let counted = |phase: usize| rounds.iter().any(|&round| round.index() == phase);
        self.entered
            .iter_mut()
            .enumerate()
            .filter(|(phase, _)| !counted(*phase))
            .for_each(|(_, times)| *times = 0);
        self
    }

    /// Whether the two are the same. In the midst of a game, states hold what nobody will read any
    /// more.
    fn is(&self, other: &End) -> bool {
        if self.is_over() { self == other } else { self.ended == other.ended }
    }

    /// How much work there was says nothing of what a game means.
    fn is_out_of_fuel(&self) -> bool {
        matches!(&self.ended, Err(Fault { kind: FaultKind::OutOfFuel, .. }))
    }

    fn is_over(&self) -> bool {
        matches!(self.ended, Ok(Some(_)))
    }
}

fn chance(seed: u64) -> Generator {
    Generator::stream(seed, 5)
}

/// A game of at most so many choices.
#[derive(Clone, Copy)]
struct Start {
    seed: u64,
    most: usize,
}

/// Plays at random, asked choice by choice.
fn asked<T: Trace>(
    runtime: &mut Runtime<'_>,
    start: Start,
    trace: &mut T,
) -> (End, Vec<Vec<Choice>>) {
    let (mut chance, mut offered) = (chance(start.seed), Vec::new());
    let (mut state, mut stop) = runtime.start(Generator::new(start.seed), trace);
    while let Ok(Stop::Decide(_)) = stop
        && offered.len() < start.most
    {
        stop = choose(runtime, &mut state, &mut chance, &mut offered, trace);
    }
    (end(runtime, state, stop, chance), offered)
}

/// One choice of the first seat that is asked, and on to the next when nobody else is.
fn choose<T: Trace>(
    runtime: &mut Runtime<'_>,
    state: &mut State,
    chance: &mut Generator,
    offered: &mut Vec<Vec<Choice>>,
    trace: &mut T,
) -> Result<Stop, Fault> {
    let seat = state.pending().lowest().expect("a seat that chooses");
    let options = runtime.options(state, seat)?.to_vec();
    let choice = options[chance.pick(options.len())];
    offered.push(options);
    runtime.choose(state, seat, &choice, trace)?;
    runtime.run(state, trace)
}

/// Plays at random, by the choices of [`asked`], each answered the moment it is asked, as
/// simulations do.
fn answered(runtime: &mut Runtime<'_>, start: Start) -> End {
    let most = u64::try_from(start.most).unwrap_or(u64::MAX);
    runtime.answer_with(Some(Dice::for_all(chance(start.seed), most)));
    let (state, stop) = runtime.start(Generator::new(start.seed), &mut Silent);
    let chance =
        runtime.answer_with(None).and_then(Dice::into_stream).expect("dice with one stream");
    end(runtime, state, stop, chance)
}

fn recorded(runtime: &mut Runtime<'_>, start: Start) -> (Course, End) {
    let mut events = Vec::new();
    let (end, offered) = asked(runtime, start, &mut events);
    (Course { events, offered, ended: end.ended.clone() }, end)
}

fn end(
    runtime: &mut Runtime<'_>,
    mut state: State,
    stop: Result<Stop, Fault>,
    chance: Generator,
) -> End {
    let ended = stop.and_then(|_| runtime.outcome(&mut state));
    let mut entered = vec![0; 1 << 10];
    runtime.drain_entered(&mut entered);
    End { state, ended, entered, chance }
}

/// What was compared.
pub struct Compared {
    pub choices: usize,
    /// Whether the game came to its end, rather than to a fault of its rules or to the most choices
    /// that are made.
    pub is_over: bool,
    /// Why the game could not go on, if its rules failed.
    pub fault: Option<Fault>,
}

/// The engines of one game: what is fast, and how.
pub struct Engines([Game; 2]);

impl Engines {
    pub fn of(game: &Game) -> Self {
        let engine = |engine| {
            let game = game.clone().with_engine(engine);
            game.warm_up();
            game
        };
        Engines([Engine::Native, Engine::Interpreted].map(engine))
    }
}

/// The runtimes of one setup, with memory that is used again: each with and without knowledge.
pub struct Runtimes<'g> {
    rounds: Vec<PhaseId>,
    most: usize,
    reference: [Runtime<'g>; 2],
    fast: [Runtime<'g>; 2],
    /// Without knowledge: what interprets.
    interpreted: Runtime<'g>,
}

impl<'g> Runtimes<'g> {
    pub fn of(Engines([game, interpreted]): &'g Engines) -> Self {
        let both = |make: &dyn Fn() -> Runtime<'g>| {
            [true, false].map(|knowing| {
                let mut runtime = make();
                runtime.knowing = knowing;
                runtime
            })
        };
        let rounds = game.program().rounds();
        Runtimes {
            rounds,
            most: usize::MAX,
            reference: both(&|| game.plain_runtime()),
            fast: both(&|| game.runtime()),
            interpreted: {
                let mut runtime = interpreted.runtime();
                runtime.knowing = false;
                runtime
            },
        }
    }

    /// Follows no game further than so many choices.
    pub fn of_at_most(self, choices: usize) -> Self {
        Runtimes { most: choices, ..self }
    }

    /// Plays the game with this seed in all ways: recorded, and without anybody looking; or what
    /// differs.
    pub fn compare(&mut self, seed: u64) -> Result<Compared, &'static str> {
        let [[reference, reference_blind], [fast, fast_blind]] =
            [&mut self.reference, &mut self.fast];
        let start = Start { seed, most: self.most };
        let (record, known) = recorded(reference, start);
        let (fast_record, fast_known) = recorded(fast, start);
        let compared = Compared {
            choices: record.offered.len(),
            is_over: known.is_over(),
            fault: known.ended.clone().err(),
        };
        if known.is_out_of_fuel() || fast_known.is_out_of_fuel() {
            return Ok(compared);
        }
        if fast_record != record || !known.is(&fast_known) {
            return Err("another record");
        }
        let (end, offered) = asked(reference_blind, start, &mut Silent);
        if end.is_out_of_fuel() {
            return Ok(compared);
        }
        if offered != record.offered || end.ended != record.ended || end.entered != known.entered {
            return Err("what seats know makes a difference");
        }
        let end = end.counting(&self.rounds);
        // What is answered at once stops elsewhere when there are too many choices.
        if compared.choices < start.most {
            let native = answered(fast_blind, start).counting(&self.rounds);
            if !native.is_out_of_fuel() && !end.is(&native) {
                return Err("another end where choices are answered at once");
            }
            // Slow: one game in four.
            if seed.is_multiple_of(4) {
                let interpreted = answered(&mut self.interpreted, start).counting(&self.rounds);
                if !interpreted.is_out_of_fuel() && !end.is(&interpreted) {
                    return Err("another end where choices are answered at once, interpreted");
                }
            }
        }
        // As the last two, and so slow that seldom has to do.
        if seed.is_multiple_of(10) {
            let (fast_end, fast_offered) = asked(fast_blind, start, &mut Silent);
            let fast_end = fast_end.counting(&self.rounds);
            if !fast_end.is_out_of_fuel() && (!end.is(&fast_end) || fast_offered != offered) {
                return Err("other choices where nobody looks");
            }
        }
        Ok(compared)
    }
}
