//! Many games at once, for programs that learn: all of them take a step together, on all
//! processors, and what the seats that are asked may know is written into arrays.

use crate::errors::wrong;
use crate::game::Game;
use cardrun::game::{Game as Rules, Numbers};
use cardrun::program::Program;
use cardrun::runner::{MOST_CHOICES, seed_of_game};
use cardrun::value::{Narrow, Seat};
use cardrun::vm::{Choice, Fault, Generator, Outcome, Runtime, Silent, State, Stop};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;

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
            seat: 0,
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
            Ok(Stop::Over) => match runtime.outcome_into(&mut self.state, &mut self.outcome) {
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
        self.seat = self.state.pending().trailing_zeros().to_u8();
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
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    scores: &'a mut [i32],
    done: &'a mut u8,
    seat: &'a mut i32,
    count: &'a mut i32,
}

impl Row<'_> {
    /// Writes what the seat that is asked may know, and what it can choose.
    fn show(&mut self, game: &Rules, layout: &Numbers, table: &Table) {
        let (program, state, seat) = (game.program(), &table.state, table.seat);
        layout.observe(program, state, seat, self.observation);
        self.options.fill(0);
        let rows = self.options.chunks_exact_mut(layout.of_option());
        for (choice, row) in table.choices.iter().zip(rows) {
            layout.option(program, state, seat, choice, row);
        }
        let count = table.choices.len();
        for (option, holds) in self.mask.iter_mut().enumerate() {
            *holds = u8::from(option < count);
        }
        *self.seat = i32::from(seat) + 1;
        *self.count = count.to_i32();
    }

    /// Writes what the last step brought.
    fn tell(&mut self, program: &Program, done: u8, outcome: &Outcome) {
        *self.done = done;
        self.rewards.fill(0.0);
        self.scores.fill(0);
        if done == OVER {
            let scores = self.scores.iter_mut().zip(&outcome.scores);
            scores.for_each(|(to, &score)| *to = score);
            for (seat, to) in (0..program.seats).zip(self.rewards.iter_mut()) {
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
    let rank = |seat: Seat| outcome.ranks.get(usize::from(seat)).copied().unwrap_or(1);
    let (mut others, mut sum) = (0.0, 0.0);
    for other in (0..program.seats).filter(|&one| program.team(one) != program.team(seat)) {
        others += 1.0;
        sum += match rank(other).cmp(&rank(seat)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        };
    }
    if others > 0.0 { sum / others } else { 0.0 }
}

/// An array of Python's, and what goes into it with the next copy.
struct Array<T: Element> {
    buffer: PyBuffer<T>,
    values: Vec<T>,
    /// Numbers of one game.
    width: usize,
}

impl<T: Element + Default + Send> Array<T> {
    fn of(array: &Bound<'_, PyAny>, games: usize) -> PyResult<Array<T>> {
        let buffer = PyBuffer::<T>::get(array)?;
        let length = buffer.item_count();
        if buffer.readonly() || !buffer.is_c_contiguous() || length % games != 0 {
            return Err(wrong("expected an array of all games that can be written"));
        }
        Ok(Array { buffer, values: vec![T::default(); length], width: length / games })
    }

    /// The numbers of each game.
    fn rows(&mut self) -> rayon::slice::ChunksExactMut<'_, T> {
        self.values.par_chunks_exact_mut(self.width)
    }

    fn put(&self, py: Python<'_>) -> PyResult<()> {
        self.buffer.copy_from_slice(py, &self.values)
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
    observations: Array<i32>,
    options: Array<i32>,
    masks: Array<u8>,
    rewards: Array<f32>,
    scores: Array<i32>,
    done: Array<u8>,
    seats: Array<i32>,
    counts: Array<i32>,
}

/// Arrays in the order of [`Batch`].
type Arrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: usize,
        seed: u64,
        jobs: usize,
        most: usize,
        arrays: Arrays<'_>,
    ) -> PyResult<Batch> {
        if games == 0 || most == 0 {
            return Err(wrong("expected a game and an option at least"));
        }
        let rules = game.rules.clone();
        let pool = match jobs {
            1 => None,
            jobs => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(jobs)
                    .build()
                    .map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
            ),
        };
        let (observations, options, masks, rewards, scores, done, seats, counts) = arrays;
        let of = games as u64;
        let mut runtime = rules.runtime();
        let tables = (0..of).map(|number| Table::new(&mut runtime, number, of)).collect();
        drop(runtime);
        let mut batch = Batch {
            layout: rules.numbers(),
            seed,
            most,
            pool,
            tables,
            observations: Array::of(&observations, games)?,
            options: Array::of(&options, games)?,
            masks: Array::of(&masks, games)?,
            rewards: Array::of(&rewards, games)?,
            scores: Array::of(&scores, games)?,
            done: Array::of(&done, games)?,
            seats: Array::of(&seats, games)?,
            counts: Array::of(&counts, games)?,
            game: rules,
        };
        batch.reset(py, seed)?;
        Ok(batch)
    }

    /// Begins all games anew.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.seed = seed;
        let of = self.tables.len() as u64;
        for (number, table) in (0..of).zip(&mut self.tables) {
            table.next = number;
        }
        self.all(py, None)
    }

    /// Takes an option in every game, by its number.
    fn step(&mut self, py: Python<'_>, actions: PyBuffer<i32>) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        if actions.len() != self.tables.len() {
            let (expected, found) = (self.tables.len(), actions.len());
            return Err(wrong(format!("expected {expected} actions, found {found}")));
        }
        for (number, (table, &action)) in self.tables.iter().zip(&actions).enumerate() {
            if usize::try_from(action).map_or(true, |action| action >= table.choices.len()) {
                let last = table.choices.len() - 1;
                return Err(wrong(format!(
                    "game {number}: expected an action from 0 to {last}, found {action}"
                )));
            }
        }
        self.all(py, Some(&actions))
    }
}

impl Batch {
    /// Takes these options, or begins all games where there are none; then shows all of them.
    fn all(&mut self, py: Python<'_>, actions: Option<&[i32]>) -> PyResult<()> {
        let silent = py.detach(|| match self.pool.take() {
            Some(pool) => {
                let silent = pool.install(|| self.steps(actions, pool.current_num_threads()));
                self.pool = Some(pool);
                silent
            }
            None => self.steps(actions, 1),
        });
        if silent {
            return Err(Silence.error());
        }
        self.observations.put(py)?;
        self.options.put(py)?;
        self.masks.put(py)?;
        self.rewards.put(py)?;
        self.scores.put(py)?;
        self.done.put(py)?;
        self.seats.put(py)?;
        self.counts.put(py)?;
        let most = self.counts.values.iter().copied().max().unwrap_or(0).to_usize();
        if most > self.most {
            return Err(wrong(format!(
                "expected at most {} options, found {most}: make the batch with most_options={most}",
                self.most
            )));
        }
        Ok(())
    }

    /// Says whether there is a game in which nobody is asked anything.
    fn steps(&mut self, actions: Option<&[i32]>, threads: usize) -> bool {
        let (game, layout, seed, games) = (&self.game, &self.layout, self.seed, self.tables.len());
        let rows = (
            self.observations.rows(),
            self.options.rows(),
            self.masks.rows(),
            self.rewards.rows(),
            self.scores.rows(),
            self.done.values.par_iter_mut(),
            self.seats.values.par_iter_mut(),
            self.counts.values.par_iter_mut(),
        );
        let all = self.tables.par_iter_mut().zip(rows.into_par_iter()).enumerate();
        let one = |runtime: &mut Runtime<'_>, (number, (table, row)): (usize, (&mut Table, _))| {
            let (observation, options, mask, rewards, scores, done, seat, count) = row;
            let mut row = Row { observation, options, mask, rewards, scores, done, seat, count };
            let action = actions.map(|actions| actions[number].to_usize());
            let went = action.map_or(GOES_ON, |action| table.step(runtime, action));
            row.tell(game.program(), went, &table.outcome);
            let begins = action.is_none() || went != GOES_ON;
            if begins && table.begin(runtime, seed).is_err() {
                return true;
            }
            row.show(game, layout, table);
            false
        };
        let least = games.div_ceil(threads * PARTS).max(1);
        all.with_min_len(least).map_init(|| game.runtime(), one).reduce(|| false, |a, b| a || b)
    }
}

/// Into so many parts the games of a thread are cut, so that none waits long for the others.
const PARTS: usize = 4;
