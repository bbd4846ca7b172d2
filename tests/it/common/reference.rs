//! A game played by the plain runtime and by the quick one, in all the ways that games are played. The plain one works out every term part
//! by part and runs every instruction as it is written: slow, and so plain that it says what a game means.

use cardrun::game::Game;
use cardrun::value::Seat;
use cardrun::vm::{Choice, Dice, Event, Fault, Generator, Outcome, Runtime, Silent, State, Stop, Trace};

/// All that a record is made of: what happened, what was offered whenever somebody was asked, how it ended.
#[derive(PartialEq)]
struct Course {
    events: Vec<Event>,
    offered: Vec<Vec<Choice>>,
    outcome: Option<Outcome>,
}

/// Where a game came to rest.
#[derive(PartialEq)]
struct End {
    state: State,
    outcome: Option<Outcome>,
    /// Why the game could not go on, if it could not.
    fault: Option<Fault>,
    /// How often each phase was entered.
    entered: Vec<u32>,
    /// The chance that chose, as far as it has been drawn from.
    chance: Generator,
}

impl End {
    /// Whether the game came to the same end. Where the rules failed while nobody looked, free
    /// words of the stack may hold what was worked out in vain: there states are not compared.
    fn is(&self, other: &End) -> bool {
        let rest = |end: &End| (end.outcome.clone(), end.fault.clone(), end.entered.clone(), end.chance.clone());
        (self.fault.is_some() || self.state == other.state) && rest(self) == rest(other)
    }

    /// Of all phases only these: games that nobody looks into count no others.
    fn counting(mut self, rounds: &[u16]) -> End {
        let counted = |phase: usize| rounds.iter().any(|&round| usize::from(round) == phase);
        self.entered.iter_mut().enumerate().filter(|(phase, _)| !counted(*phase)).for_each(|(_, times)| *times = 0);
        self
    }
}

fn chance(seed: u64) -> Generator {
    Generator::stream(seed, 5)
}

/// Plays at random, asked choice by choice.
fn asked<T: Trace>(runtime: &mut Runtime<'_>, seed: u64, trace: &mut T) -> (End, Vec<Vec<Choice>>) {
    let (mut chance, mut offered) = (chance(seed), Vec::new());
    let (mut state, mut stop) = runtime.start(Generator::new(seed), trace);
    while let Ok(Stop::Decide(_)) = stop {
        while state.pending() != 0 {
            let seat = state.pending().trailing_zeros() as Seat;
            let options = runtime.options(&mut state, seat).expect("options").to_vec();
            let choice = options[chance.pick(options.len())];
            offered.push(options);
            runtime.choose(&mut state, seat, &choice, trace).expect("an option that was offered");
        }
        stop = runtime.run(&mut state, trace);
    }
    (end(runtime, state, stop.err(), chance), offered)
}

/// The same choices, answered the moment they are asked, as simulations do.
fn answered(runtime: &mut Runtime<'_>, seed: u64) -> End {
    runtime.answer_with(Some(Dice::for_all(chance(seed), u64::MAX)));
    let (state, stop) = runtime.start(Generator::new(seed), &mut Silent);
    assert!(!matches!(stop, Ok(Stop::Decide(_))), "somebody is not answered for");
    let chance = runtime.answer_with(None).and_then(Dice::into_stream).expect("dice with one stream");
    end(runtime, state, stop.err(), chance)
}

fn recorded(runtime: &mut Runtime<'_>, seed: u64) -> (Course, End) {
    let mut events = Vec::new();
    let (end, offered) = asked(runtime, seed, &mut events);
    (Course { events, offered, outcome: end.outcome.clone() }, end)
}

fn end(runtime: &mut Runtime<'_>, mut state: State, fault: Option<Fault>, chance: Generator) -> End {
    let outcome = runtime.outcome(&mut state).expect("a score");
    let mut entered = vec![0; 1 << 10];
    runtime.drain_entered(&mut entered);
    End { state, outcome, fault, entered, chance }
}

/// A game that came out the same in all ways.
pub struct Compared {
    /// How many choices it has.
    pub choices: usize,
    /// Why it could not go on, if it could not.
    pub fault: Option<Fault>,
}

/// The runtimes of one setup, with memory that is used again: each with and without knowledge.
pub struct Runtimes<'g> {
    rounds: Vec<u16>,
    /// The reference.
    plain: [Runtime<'g>; 2],
    /// With the closures of terms, and without knowledge those of instructions as well.
    quick: [Runtime<'g>; 2],
}

impl<'g> Runtimes<'g> {
    pub fn of(game: &'g Game) -> Self {
        let both = |make: &dyn Fn() -> Runtime<'g>| {
            [true, false].map(|knowing| {
                let mut runtime = make();
                runtime.knowing = knowing;
                runtime
            })
        };
        let rounds = game.program().rounds();
        Runtimes { rounds, plain: both(&|| game.plain_runtime()), quick: both(&|| game.runtime()) }
    }

    /// Plays the game with this seed in all ways: recorded, and without anybody looking. What came
    /// of it; or what differs.
    pub fn compare(&mut self, seed: u64) -> Result<Compared, &'static str> {
        let [[plain, plain_blind], [quick, quick_blind]] = [&mut self.plain, &mut self.quick];
        let (record, known) = recorded(plain, seed);
        let (quick_record, quick_known) = recorded(quick, seed);
        if quick_record != record || quick_known != known {
            return Err("another record");
        }
        let (end, offered) = asked(plain_blind, seed, &mut Silent);
        if offered != record.offered || end.outcome != record.outcome || end.entered != known.entered {
            return Err("what seats know makes a difference");
        }
        let compared = Compared { choices: offered.len(), fault: end.fault.clone() };
        let end = end.counting(&self.rounds);
        if !answered(quick_blind, seed).counting(&self.rounds).is(&end) {
            return Err("another end where choices are answered at once");
        }
        // As the last two, and so slow that seldom has to do.
        if seed.is_multiple_of(10) {
            let (quick_end, quick_offered) = asked(quick_blind, seed, &mut Silent);
            if !quick_end.counting(&self.rounds).is(&end) || quick_offered != offered {
                return Err("other choices where nobody looks");
            }
        }
        Ok(compared)
    }
}
