//! Many games at once, for programs that learn: all of them take a step together, on all
//! processors, and what the seats that are asked may know is written into arrays.

use crate::arguments::natural;
use crate::errors::wrong;
use crate::game::Game;
use cardrun::game::{Game as Rules, Numbers};
use cardrun::program::Program;
use cardrun::runner::{MOST_CHOICES, seed_of_game};
use cardrun::value::{Narrow, Seat};
use cardrun::vm::{Choice, Fault, Generator, Outcome, Runtime, Silent, State, Stop};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::slice::ChunksExactMut;

/// Games that are played to see how many options decisions have, and choices in all of them.
const TRIED_GAMES: u64 = 200;
const TRIED_CHOICES: usize = 50_000;

/// The number of options is rounded up to a multiple of this.
const ROUND: usize = 8;

/// How a game stands after a step.
const GOES_ON: u8 = 0;
const OVER: u8 = 1;
/// It was given up, or its rules failed.
const FAILED: u8 = 2;

/// Games of which nobody is asked anything in a row are no games to learn from.
const MOST_SILENT: u64 = 1_000;

/// The shape of a game's arrays: names of an observation's numbers, numbers of an option, options
/// of a decision at most as far as some games played at random tell.
#[pyfunction]
pub fn batch_shape(py: Python<'_>, game: &Game) -> PyResult<(Vec<String>, usize, usize)> {
    let rules = &game.rules;
    let layout = rules.numbers();
    let most = py.detach(|| most_options(rules));
    Ok((layout.names().to_vec(), layout.of_option(), most?))
}

fn most_options(game: &Rules) -> PyResult<usize> {
    let mut runtime = game.runtime();
    let mut table = Table::new(&mut runtime, 0, 1);
    let (mut most, mut choices, mut dice) = (1, 0, Generator::new(1));
    table.begin(&mut runtime, 1).map_err(Silence::error)?;
    while table.begun < TRIED_GAMES && choices < TRIED_CHOICES {
        most = most.max(table.choices.len());
        choices += 1;
        let option = dice.pick(table.choices.len());
        if table.step(&mut runtime, option) != GOES_ON {
            table.begin(&mut runtime, 1).map_err(Silence::error)?;
        }
    }
    Ok(most.next_multiple_of(ROUND))
}

/// One of the games.
struct Table {
    state: State,
    /// Who is asked, and what that seat can choose.
    seat: Seat,
    choices: Vec<Choice>,
    /// The number of its next game, and by how much the one after it is higher.
    next: u64,
    stride: u64,
    /// Games begun, and choices made in this one.
    begun: u64,
    made: u64,
    outcome: Outcome,
}

/// No game asks anybody anything.
struct Silence;

impl Silence {
    fn error(self) -> PyErr {
        PyRuntimeError::new_err("in none of these games anybody has anything to choose")
    }
}

impl Table {
    fn new(runtime: &mut Runtime<'_>, number: u64, of: u64) -> Table {
        let (state, _) = runtime.start(Generator::new(0), &mut Silent);
        Table {
            state,
            seat: Seat::FIRST,
            choices: Vec::new(),
            next: number,
            stride: of,
            begun: 0,
            made: 0,
            outcome: Outcome::default(),
        }
    }

    /// Begins the next game in which somebody has something to choose.
    fn begin(&mut self, runtime: &mut Runtime<'_>, seed: u64) -> Result<(), Silence> {
        for _ in 0..MOST_SILENT {
            let chance = Generator::new(seed_of_game(seed, self.next));
            self.next += self.stride;
            self.begun += 1;
            self.made = 0;
            let stopped = runtime.restart(&mut self.state, chance, &mut Silent);
            if matches!(stopped, Ok(Stop::Decide(_))) && self.list(runtime).is_ok() {
                return Ok(());
            }
        }
        Err(Silence)
    }

    /// Takes an option, and goes on to the next choice; says how the game stands then.
    fn step(&mut self, runtime: &mut Runtime<'_>, option: usize) -> u8 {
        self.made += 1;
        match self.stepped(runtime, option) {
            Ok(Stop::Decide(_)) if self.made < MOST_CHOICES => GOES_ON,
            Ok(Stop::Over) => match runtime.outcome_of_run(&mut self.state, &mut self.outcome) {
                Ok(true) => OVER,
                Ok(false) | Err(_) => FAILED,
            },
            Ok(Stop::Decide(_)) | Err(_) => FAILED,
        }
    }

    fn stepped(&mut self, runtime: &mut Runtime<'_>, option: usize) -> Result<Stop, Fault> {
        if let Some(choice) = self.choices.get(option) {
            runtime.choose(&mut self.state, self.seat, choice, &mut Silent)?;
        }
        let stop = runtime.run(&mut self.state, &mut Silent)?;
        if let Stop::Decide(_) = stop {
            self.list(runtime)?;
        }
        Ok(stop)
    }

    /// Asks the first seat that has to choose what it can choose.
    fn list(&mut self, runtime: &mut Runtime<'_>) -> Result<(), Fault> {
        let Some(seat) = self.state.pending().lowest() else { return Ok(()) };
        self.seat = seat;
        self.choices.clear();
        let options = runtime.options(&mut self.state, self.seat)?;
        self.choices.extend_from_slice(options);
        Ok(())
    }
}

/// The rows of one game in all arrays.
struct Row<'a> {
    observation: &'a mut [i32],
    options: &'a mut [i32],
    mask: &'a mut [bool],
    rewards: &'a mut [f32],
    scores: &'a mut [i32],
    done: &'a mut [u8],
    seat: &'a mut [i32],
    count: &'a mut [i32],
}

impl Row<'_> {
    /// Writes what the seat that is asked may know, and what it can choose.
    fn show(&mut self, game: &Rules, layout: &Numbers, table: &Table) {
        let (program, state, seat) = (game.program(), &table.state, table.seat);
        let look = layout.look(program, state, seat);
        look.observe(self.observation);
        self.options.fill(0);
        let rows = self.options.chunks_exact_mut(layout.of_option());
        for (choice, row) in table.choices.iter().zip(rows) {
            look.option(choice, row);
        }
        let count = table.choices.len();
        for (option, holds) in self.mask.iter_mut().enumerate() {
            *holds = option < count;
        }
        self.seat.fill(i32::from(seat.shown()));
        self.count.fill(count.to_i32());
    }

    /// Writes what the last step brought.
    fn tell(&mut self, program: &Program, done: u8, outcome: &Outcome) {
        self.done.fill(done);
        self.rewards.fill(0.0);
        self.scores.fill(0);
        if done == OVER {
            let scores = self.scores.iter_mut().zip(&outcome.scores);
            scores.for_each(|(to, &score)| *to = score);
            for (seat, to) in Seat::all(program.seats).zip(self.rewards.iter_mut()) {
                *to = reward(program, outcome, seat);
            }
        }
    }
}

/// The share of the seats of other sides that a seat leaves behind, less the share of those that
/// are ahead of it; 1 or -1 where all win or lose together.
fn reward(program: &Program, outcome: &Outcome, seat: Seat) -> f32 {
    if program.cooperative {
        return if outcome.winners.is_empty() { -1.0 } else { 1.0 };
    }
    let rank = |seat: Seat| outcome.ranks.get(seat.index()).copied().unwrap_or(1);
    let (mut others, mut sum) = (0.0, 0.0);
    for other in Seat::all(program.seats).filter(|&one| program.team(one) != program.team(seat)) {
        others += 1.0;
        sum += match rank(other).cmp(&rank(seat)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        };
    }
    if others > 0.0 { sum / others } else { 0.0 }
}

/// The arrays of a batch, by their names in Python; the first dimension of each is the game.
#[derive(FromPyObject)]
struct Arrays {
    observations: Array<i32>,
    options: Array<i32>,
    masks: Array<bool>,
    rewards: Array<f32>,
    scores: Array<i32>,
    done: Array<u8>,
    seats: Array<i32>,
    counts: Array<i32>,
}

type Array<T> = Py<PyArrayDyn<T>>;

/// An array while it is written: nobody else who asks numpy for it may write it meanwhile.
struct Lent<'py, T: Element> {
    array: PyReadwriteArrayDyn<'py, T>,
    /// Numbers of one game.
    width: usize,
}

impl<'py, T: Element + Send> Lent<'py, T> {
    fn of(py: Python<'py>, array: &Array<T>, games: usize) -> PyResult<Lent<'py, T>> {
        let array = array.bind(py).try_readwrite()?;
        let length = array.len();
        if length == 0 || length % games != 0 || !array.is_c_contiguous() {
            return Err(wrong("expected an array of all games, one after the other"));
        }
        Ok(Lent { array, width: length / games })
    }

    /// The numbers of each game.
    fn rows(&mut self) -> PyResult<ChunksExactMut<'_, T>> {
        let numbers = self.array.as_slice_mut();
        let numbers = numbers.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(numbers.par_chunks_exact_mut(self.width))
    }
}

/// Many games that take their steps together.
#[pyclass(module = "cardrun", name = "Games")]
pub struct Batch {
    game: Rules,
    layout: Numbers,
    seed: u64,
    most: usize,
    /// None for a single thread.
    pool: Option<rayon::ThreadPool>,
    tables: Vec<Table>,
    arrays: Arrays,
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = natural)] games: usize,
        #[pyo3(from_py_with = natural)] seed: u64,
        #[pyo3(from_py_with = natural)] jobs: usize,
        most: usize,
        arrays: Arrays,
    ) -> PyResult<Batch> {
        if games == 0 || most == 0 {
            return Err(wrong("expected a game and an option at least"));
        }
        let rules = game.rules.clone();
        // More threads than games, or than the machine has, are of no use.
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let pool = match jobs.min(games).min(processors) {
            1 => None,
            jobs => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(jobs)
                    .build()
                    .map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
            ),
        };
        let of = games as u64;
        let mut runtime = rules.runtime();
        let tables = (0..of).map(|number| Table::new(&mut runtime, number, of)).collect();
        drop(runtime);
        let mut batch =
            Batch { layout: rules.numbers(), seed, most, pool, tables, arrays, game: rules };
        batch.reset(py, seed)?;
        Ok(batch)
    }

    /// Begins all games anew.
    fn reset(&mut self, py: Python<'_>, #[pyo3(from_py_with = natural)] seed: u64) -> PyResult<()> {
        self.seed = seed;
        let of = self.tables.len() as u64;
        for (number, table) in (0..of).zip(&mut self.tables) {
            table.next = number;
        }
        self.all(py, None)
    }

    /// Takes an option in every game, by its number.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|error| wrong(error.to_string()))?;
        if actions.len() != self.tables.len() {
            let (expected, found) = (self.tables.len(), actions.len());
            return Err(wrong(format!("expected {expected} actions, found {found}")));
        }
        for (number, (table, &action)) in self.tables.iter().zip(actions).enumerate() {
            let Some(last) = table.choices.len().checked_sub(1) else {
                return Err(wrong(format!("game {number}: nobody chooses in it")));
            };
            if usize::try_from(action).map_or(true, |action| action > last) {
                return Err(wrong(format!(
                    "game {number}: expected an action from 0 to {last}, found {action}"
                )));
            }
        }
        self.all(py, Some(actions))
    }
}

impl Batch {
    /// Takes these options, or begins all games where there are none; then shows all of them.
    fn all(&mut self, py: Python<'_>, actions: Option<&[i32]>) -> PyResult<()> {
        let Batch { game, layout, seed, most, pool, tables, arrays } = self;
        let games = tables.len();
        let (mut observations, mut options, mut masks, mut rewards) = (
            Lent::of(py, &arrays.observations, games)?,
            Lent::of(py, &arrays.options, games)?,
            Lent::of(py, &arrays.masks, games)?,
            Lent::of(py, &arrays.rewards, games)?,
        );
        let (mut scores, mut done, mut seats, mut counts) = (
            Lent::of(py, &arrays.scores, games)?,
            Lent::of(py, &arrays.done, games)?,
            Lent::of(py, &arrays.seats, games)?,
            Lent::of(py, &arrays.counts, games)?,
        );
        let rows = (
            observations.rows()?,
            options.rows()?,
            masks.rows()?,
            rewards.rows()?,
            scores.rows()?,
            done.rows()?,
            seats.rows()?,
            counts.rows()?,
        );
        let all = tables.par_iter_mut().zip(rows.into_par_iter()).enumerate();
        let (game, layout, seed) = (&*game, &*layout, *seed);
        let one = |runtime: &mut Runtime<'_>, (number, (table, row)): (usize, (&mut Table, _))| {
            let (observation, options, mask, rewards, scores, done, seat, count) = row;
            let mut row = Row { observation, options, mask, rewards, scores, done, seat, count };
            let action = actions.map(|actions| actions[number].to_usize());
            let went = action.map_or(GOES_ON, |action| table.step(runtime, action));
            row.tell(game.program(), went, &table.outcome);
            let begins = action.is_none() || went != GOES_ON;
            let silent = begins && table.begin(runtime, seed).is_err();
            if !silent {
                row.show(game, layout, table);
            }
            Went { silent, options: table.choices.len() }
        };
        let went = py.detach(|| {
            // In one part it is done by one thread.
            let parts = pool.as_ref().map_or(1, |pool| pool.current_num_threads() * PARTS);
            let all = all.with_min_len(games.div_ceil(parts));
            let run = || all.map_init(|| game.runtime(), one).reduce(Went::default, Went::and);
            match pool {
                Some(pool) => pool.install(run),
                None => run(),
            }
        });
        match went {
            Went { silent: true, .. } => Err(Silence.error()),
            Went { options, .. } if options > *most => Err(wrong(format!(
                "expected at most {most} options, found {options}: make the batch with \
                 most_options={options}"
            ))),
            Went { .. } => Ok(()),
        }
    }
}

/// How a step of some games went.
#[derive(Default)]
struct Went {
    /// Whether there is a game in which nobody is asked anything.
    silent: bool,
    /// The most options that somebody has.
    options: usize,
}

impl Went {
    fn and(self, other: Went) -> Went {
        Went { silent: self.silent || other.silent, options: self.options.max(other.options) }
    }
}

/// Into so many parts the games of a thread are cut, so that none waits long for the others.
const PARTS: usize = 4;
