//! A game in progress: the whole of it, hidden cards included.

use crate::arguments::{Chosen, natural, natural_if_any};
use crate::errors::{RulesError, wrong};
use crate::game::Game;
use crate::plain::plain;
use crate::players::seated;
use crate::work::work;
use cardrun::game::{Entry, Offer, Play, Refused};
use cardrun::players::{View, offer_lines};
use cardrun::record::{self, About, Writer};
use cardrun::runner::{seed_of_game, stream_of_seat};
use cardrun::value::Seat;
use cardrun::vm::Generator;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A game in progress.
#[pyclass(module = "cardrun")]
pub struct State {
    pub play: Play,
    pub game: Py<Game>,
}

/// What a game in progress can be made from elsewhere: the game and a record.
type Parts = (Py<Game>, String);

impl State {
    /// The seat that Python counts from 1.
    fn seat(&self, number: u8) -> PyResult<Seat> {
        let seats = self.play.game().program().seats;
        Seat::from_shown(number)
            .filter(|_| number <= seats)
            .ok_or_else(|| wrong(format!("expected a seat from 1 to {seats}, found {number}")))
    }

    /// A seat that is asked: the one given, or the only one.
    fn asked(&self, number: Option<u8>) -> PyResult<Seat> {
        match (number, self.play.pending().as_slice()) {
            (Some(number), _) => self.seat(number),
            (None, [seat]) => Ok(*seat),
            (None, []) => Err(wrong("nobody has anything to choose: the game is over")),
            (None, several) => Err(wrong(format!("{} seats choose now: name one", several.len()))),
        }
    }

    fn refused(&self, seat: Seat, refused: &Refused) -> PyErr {
        match refused {
            Refused::Fault(fault) => RulesError::new_err(self.play.game().fault_words(fault)),
            Refused::NoSuchOption if !self.play.pending().contains(&seat) => {
                wrong(Refused::NotAsked.to_string())
            }
            Refused::NoSuchOption => {
                let options = self.play.options(seat);
                wrong(format!("{refused}: expected one of {}", options.join(", ")))
            }
            Refused::NotAsked => wrong(refused.to_string()),
        }
    }

    fn like(&self, py: Python<'_>, play: Play) -> State {
        State { play, game: self.game.clone_ref(py) }
    }

    /// Games with how likely they are; an error where there were more than so many.
    pub fn each(
        py: Python<'_>,
        game: &Py<Game>,
        plays: Option<Vec<(f64, Play)>>,
        most: usize,
    ) -> PyResult<Vec<(f64, State)>> {
        let plays = plays.ok_or_else(|| {
            wrong(format!(
                "chance has more than {most} results here, or comes of a shuffle of many cards: \
                 play on, or imagine games"
            ))
        })?;
        let state = |play| State { play, game: game.clone_ref(py) };
        Ok(plays.into_iter().map(|(likelihood, play)| (likelihood, state(play))).collect())
    }

    /// The number from 0 of an option of a seat.
    fn option(&self, seat: Seat, chosen: &Chosen) -> Option<usize> {
        match chosen {
            Chosen::Number(number) => Some(*number),
            Chosen::Label(label) => self.play.options(seat).iter().position(|one| one == label),
        }
    }
}

#[pymethods]
impl State {
    /// The game at the end of a record.
    #[staticmethod]
    fn from_record(game: Bound<'_, Game>, record: &str) -> PyResult<State> {
        let rules = game.get().rules.clone();
        let play = game.py().detach(|| {
            let record = record::read(record.as_bytes()).map_err(|error| error.to_string())?;
            record::replay(&rules, &record).map_err(|difference| difference.to_string())
        });
        Ok(State { play: play.map_err(wrong)?, game: game.unbind() })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let restore = py.import("cardrun._restore")?.getattr("state")?;
        Ok((restore, (self.game.clone_ref(py), self.record(py, None)?)))
    }

    fn __repr__(&self) -> String {
        let seats: Vec<String> = self.pending().iter().map(u16::to_string).collect();
        let asked = if seats.is_empty() { "over".to_owned() } else { seats.join(", ") };
        format!("<cardrun.State of {}: {asked}>", self.game.get().rules.program().id)
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// What the game was begun with; `None` for an imagined one.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.play.seed()
    }

    /// The seats that have to choose now.
    #[getter]
    fn pending(&self) -> Vec<u16> {
        // Of `u8` it would be bytes.
        self.play.pending().iter().map(|&seat| u16::from(seat.shown())).collect()
    }

    /// Choices made so far.
    #[getter]
    fn choices(&self) -> u64 {
        self.play.choices()
    }

    /// Whether nobody has anything to choose any more: the game is over, or its rules failed.
    #[getter]
    fn over(&self) -> bool {
        self.play.pending().is_empty()
    }

    /// How the rules failed, if they did.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.play.fault_words()
    }

    /// The end of the game; `None` before it.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.play.outcome())
    }

    /// Every seat's score as things stand, hidden cards counted.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.play.scores()
    }

    /// What a seat is asked, in words.
    fn prompt(&self, #[pyo3(from_py_with = natural)] seat: u8) -> PyResult<Option<String>> {
        let seat = self.seat(seat)?;
        Ok(self.play.decision(seat).map(|decision| decision.prompt))
    }

    /// What a seat has to choose among: none when it is not asked.
    fn options<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = natural)] seat: u8,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let decision = self.play.decision(seat);
        let offers = decision.map(|decision| decision.options).unwrap_or_default();
        plain(py, &offer_lines(&self.play, seat, &offers, 0))
    }

    /// The labels of the options alone.
    fn labels(&self, #[pyo3(from_py_with = natural)] seat: u8) -> PyResult<Vec<String>> {
        Ok(self.play.options(self.seat(seat)?))
    }

    /// What a seat may know.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = natural)] seat: u8,
    ) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.play.observe(self.seat(seat)?))
    }

    /// What a seat may know and what it has to choose among, as the numbers of a batch.
    fn numbers(
        &self,
        #[pyo3(from_py_with = natural)] seat: u8,
    ) -> PyResult<(Vec<i32>, Vec<Vec<i32>>)> {
        let seat = self.seat(seat)?;
        let game = self.play.game();
        let (program, state, layout) = (game.program(), self.play.state(), game.numbers());
        let look = layout.look(program, state, seat);
        let mut seen = vec![0; layout.names().len()];
        look.observe(&mut seen);
        let option = |offer: Offer| {
            let mut numbers = vec![0; layout.of_option()];
            look.option(&offer.choice, &mut numbers);
            numbers
        };
        Ok((seen, self.play.offers(seat).into_iter().map(option).collect()))
    }

    /// Takes an option of a seat, by its number from 0 or its label.
    fn apply(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = natural)] seat: u8,
        option: Chosen,
    ) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let play = &mut self.play;
        let done = py.detach(|| match &option {
            Chosen::Number(number) => play.apply(seat, *number),
            Chosen::Label(label) => play.apply_label(seat, label),
        });
        done.map_err(|refused| self.refused(seat, &refused))
    }

    /// All games that an option can lead to, each with how likely it is: every result that chance
    /// can have up to the next choice. More than `most` are an error. They go on with chances of
    /// their own, by `seed`; like imagined games they have no record and cannot be pickled.
    #[pyo3(signature = (seat, option, *, most=10_000, seed=1))]
    fn branches(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = natural)] seat: u8,
        option: Chosen,
        #[pyo3(from_py_with = natural)] most: usize,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Vec<(f64, State)>> {
        let seat = self.seat(seat)?;
        let play = &self.play;
        let branches = py.detach(|| {
            let option = self.option(seat, &option).ok_or(Refused::NoSuchOption)?;
            play.branches(seat, option, most, |number| Generator::stream(seed, number as u64))
        });
        let branches = branches.map_err(|refused| self.refused(seat, &refused))?;
        State::each(py, &self.game, branches, most)
    }

    /// Takes back the last choice; says whether there was one.
    fn undo(&mut self, py: Python<'_>) -> bool {
        let is_choice = |entry: &Entry| matches!(entry, Entry::Choice { .. });
        let Some(last) = self.play.log().iter().rposition(is_choice) else { return false };
        let play = &mut self.play;
        py.detach(|| *play = play.retraced(last, |_, _| {}));
        true
    }

    /// Copies this game at the point where it is.
    fn clone(&self, py: Python<'_>) -> State {
        self.like(py, self.play.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> State {
        self.clone(py)
    }

    /// Which option a player of the engine takes, counted from 0. It is given what the seat may
    /// know.
    #[pyo3(signature = (player, seat=None, *, seed=1))]
    fn choose(
        &self,
        py: Python<'_>,
        player: &str,
        #[pyo3(from_py_with = natural_if_any)] seat: Option<u8>,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<usize> {
        let seat = self.asked(seat)?;
        let names = [player.to_owned()];
        let entrant = seated(&names, None, self.play.game())?.swap_remove(seat.index());
        let play = self.play.quiet();
        let chosen = work(py, None, move |_| {
            let chances = stream_of_seat(seed_of_game(seed, play.choices()), seat);
            let mut player = entrant.player(play.game(), seat, chances);
            let view = View::new(&play, seat)?;
            Some(player.choose(&view).map_err(|stuck| stuck.to_string()))
        })?;
        match chosen {
            Some(chosen) => chosen.map_err(PyRuntimeError::new_err),
            None => Err(wrong(Refused::NotAsked.to_string())),
        }
    }

    /// A game that a seat cannot tell from this one, with hidden cards dealt anew.
    fn determinize(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = natural)] seat: u8,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<State> {
        let seat = self.seat(seat)?;
        let play = &self.play;
        let world = py.detach(|| play.determinize(seat, &mut Generator::new(seed)));
        Ok(self.like(py, world))
    }

    /// The record so far, a JSON object a line. `names`: who sits at each seat.
    #[pyo3(signature = (names=None))]
    fn record(&self, py: Python<'_>, names: Option<Vec<String>>) -> PyResult<String> {
        if self.play.seed().is_none() {
            return Err(wrong("an imagined game has no record: it began in the midst"));
        }
        let game = self.game.bind(py).get();
        let seats = usize::from(game.rules.program().seats);
        let seats = names.unwrap_or_else(|| vec!["python".to_owned(); seats]);
        if seats.len() != usize::from(game.rules.program().seats) {
            return Err(wrong("expected a name for each seat"));
        }
        let (file, variant) = (Some(game.file()), game.variant_name());
        let about = About { seats, file, variant, ..About::default() };
        let written = Writer::begin(Vec::new(), &self.play, &about);
        let bytes = written.map_err(|error| wrong(error.to_string()))?.into_inner();
        String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))
    }
}
