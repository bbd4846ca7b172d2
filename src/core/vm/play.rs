//! The runtime as others use it: start, run, options, choose. A [`Runtime`] has working memory of
//! its own; states do not.

use super::ask::Choice;
use super::dice::Dice;
use super::eval::Scratch;
use super::events::{Silent, Trace};
use super::fault::{Fault, FaultKind};
use super::generator::{Generator, Tape};
use super::history::History;
use super::host::Host;
use super::label::{self, Step};
use super::look::asked_at;
use super::outcome::Keys;
use super::rehearsal::Rehearsal;
use super::routines::Quick;
use super::run::{Machine, Stop};
use super::state::State;
use crate::program::Program;
use crate::program::code::{Op, Site};
use crate::tabletop::ids::PhaseId;
use crate::value::{Narrow, Seat, SeatSet};
use compact_str::CompactString;

/// Runs games of one program, one state at a time.
pub struct Runtime<'a> {
    pub(super) program: &'a Program,
    pub(super) quick: Option<&'a Quick>,
    pub(super) host: &'a dyn Host,
    pub(super) scratch: Scratch,
    /// A game of which nothing has been run yet, to copy from.
    begun: Option<State>,
    pub(super) keys: Keys,
    /// Whether what seats know is kept: needed to observe, and left out of playouts that nobody
    /// looks into.
    pub knowing: bool,
}

impl<'a> Runtime<'a> {
    /// `quick`: what makes playouts of this very program quick; without it all instructions are
    /// done one after the other, and of what can be chosen every set is tried.
    pub(crate) fn new(program: &'a Program, quick: Option<&'a Quick>, host: &'a dyn Host) -> Self {
        Runtime::with_scratch(program, quick, host, None)
    }

    /// A runtime with working memory that was used before for this program, if there is some.
    pub(crate) fn with_scratch(
        program: &'a Program,
        quick: Option<&'a Quick>,
        host: &'a dyn Host,
        scratch: Option<Box<Scratch>>,
    ) -> Self {
        let mut scratch = scratch.map_or_else(|| Scratch::new(program), |scratch| *scratch);
        scratch.narrows = quick.is_some();
        Runtime { program, quick, host, scratch, begun: None, keys: Keys::default(), knowing: true }
    }

    /// Lets dice answer for the seats at once, or nobody; gives back who did so far.
    pub fn answer_with(&mut self, dice: Option<Dice>) -> Option<Dice> {
        std::mem::replace(&mut self.scratch.dice, dice)
    }

    /// Whether a seat is asked for a single option, too, instead of taking it unasked; in a window
    /// it always is.
    pub(crate) fn ask_all(&mut self, asks_all: bool) {
        self.scratch.asks_all = asks_all;
    }

    /// Whether seats are [asked](Runtime::ask_all) for single options.
    pub(crate) fn asks_all(&self) -> bool {
        self.scratch.asks_all
    }

    /// Lets chance do again what it did in another game, as far as that can be.
    pub(crate) fn rehearse(&mut self, rehearsal: Rehearsal) {
        self.scratch.rehearsal = Some(Box::new(rehearsal));
    }

    /// Decides that the next die, coin or lot that can, gives `result`, from 1.
    pub(crate) fn decide(&mut self, result: u32) {
        self.scratch.rehearsal.get_or_insert_default().decide(result);
    }

    /// The dice that answer, if any do.
    pub(crate) fn dice(&mut self) -> Option<&mut Dice> {
        self.scratch.dice.as_mut()
    }

    /// Adds how often each phase was entered, and counts from 0 again.
    pub fn drain_entered(&mut self, into: &mut [u32]) {
        self.scratch.drain_entered(into);
    }

    /// How often a phase was entered since that was last asked.
    #[inline]
    pub(crate) fn take_entered(&mut self, phase: PhaseId) -> u32 {
        std::mem::take(&mut self.scratch.entered[phase])
    }

    /// Follows the next game, whose chance has to note what it gives, in the memory of another
    /// history.
    pub(crate) fn follow(&mut self, mut history: History) {
        history.restart();
        self.scratch.history = Some(history);
    }

    /// The history that was followed, to where the game stands; it is not followed any further.
    pub(crate) fn history(&mut self, state: &State) -> History {
        let mut history = self.scratch.history.take().unwrap_or_default();
        history.drawn(state.generator.noted());
        history
    }

    /// The working memory, in a box: whoever keeps it has no room for it where there is none.
    pub(crate) fn into_scratch(self) -> Box<Scratch> {
        Box::new(self.scratch)
    }

    /// A new game at its first choice.
    pub fn start<T: Trace>(
        &mut self,
        generator: Generator,
        trace: &mut T,
    ) -> (State, Result<Stop, Fault>) {
        let mut state = State::new(self.program, generator);
        let mut machine = self.machine(&mut state, trace);
        let result = machine.begin().and_then(|()| machine.run());
        (state, result)
    }

    /// A new game in the memory of an old one of the same program, at its first choice.
    ///
    /// # Errors
    /// The rules fail before anybody is asked.
    #[inline]
    pub fn restart<T: Trace>(
        &mut self,
        state: &mut State,
        generator: Generator,
        trace: &mut T,
    ) -> Result<Stop, Fault> {
        if let Some(begun) = &self.begun {
            state.becomes(begun, generator);
        } else {
            let mut begun = State::new(self.program, generator);
            self.machine(&mut begun, trace).begin()?;
            state.clone_from(&begun);
            self.begun = Some(begun);
        }
        self.machine(state, trace).run()
    }

    /// Runs on to the next choice. Where somebody still has to choose, nothing happens.
    ///
    /// # Errors
    /// The rules fail before anybody is asked.
    pub fn run<T: Trace>(&mut self, state: &mut State, trace: &mut T) -> Result<Stop, Fault> {
        self.machine(state, trace).run()
    }

    #[inline]
    fn machine<'m, T: Trace>(
        &'m mut self,
        state: &'m mut State,
        trace: &'m mut T,
    ) -> Machine<'m, T> {
        let knowing = self.knowing;
        let (program, quick, host) = (self.program, self.quick, self.host);
        Machine::new(program, quick, state, &mut self.scratch, host, trace, knowing)
    }

    /// A machine that only answers questions: nothing happens that `nobody` could be told.
    pub(super) fn asking<'m>(
        &'m mut self,
        state: &'m mut State,
        nobody: &'m mut Silent,
    ) -> Machine<'m, Silent> {
        let (program, quick, host) = (self.program, self.quick, self.host);
        Machine::new(program, quick, state, &mut self.scratch, host, nobody, false)
    }

    /// What this seat can choose now, in their order; nothing when it is not asked.
    ///
    /// # Errors
    /// The rules fail while the options are worked out.
    pub fn options(&mut self, state: &mut State, seat: Seat) -> Result<&[Choice], Fault> {
        self.scratch.options.clear();
        if state.control.pending.contains(seat) {
            self.scratch.fuel = self.program.fuel;
            let program = self.program;
            let Some(site) = site_of(program, state) else { return Ok(&self.scratch.options) };
            let mut nobody = Silent;
            let mut machine = self.asking(state, &mut nobody);
            let asked = machine.eval.asked(site, seat);
            machine.eval().options(asked).map_err(|kind| fault(program, state, kind))?;
        }
        Ok(&self.scratch.options)
    }

    /// The options that were asked for last.
    pub(crate) fn listed(&self) -> &[Choice] {
        &self.scratch.options
    }

    /// Enters a choice that was offered. [`Runtime::run`] then goes on when nobody else is asked.
    /// The choice is not checked again.
    ///
    /// # Errors
    /// The rules fail while the next options are worked out.
    pub fn choose<T: Trace>(
        &mut self,
        state: &mut State,
        seat: Seat,
        choice: &Choice,
        trace: &mut T,
    ) -> Result<(), Fault> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let Some(site) = site_of(program, state) else { return Ok(()) };
        let mut machine = self.machine(state, trace);
        let entered =
            machine.eval.commit(site, seat, choice).and_then(|()| machine.take_forced(site, seat));
        entered.map_err(|kind| fault(program, state, kind))
    }
}

impl State {
    /// An option of a seat as it knows it, taken apart; `None` where nobody is asked.
    pub(crate) fn step(&self, program: &Program, seat: Seat, option: &Choice) -> Option<Step> {
        let site = site_of(program, self)?;
        Some(label::step(program, self, asked_at(self, site, seat), option, Some(seat)))
    }

    /// A seat's options in words, in the same order.
    pub fn labels(&self, program: &Program, seat: Seat, options: &[Choice]) -> Vec<CompactString> {
        let steps = options.iter().filter_map(|option| self.step(program, seat, option));
        steps.map(|step| step.label(program)).collect()
    }
}

/// Where the game stopped: the site just before the program counter.
pub(super) fn site_of<'p>(program: &'p Program, state: &State) -> Option<&'p Site> {
    match program.code.get(state.control.pc.before()?) {
        Some(Op::Ask { site }) => Some(&program.sites[*site]),
        Some(_) | None => None,
    }
}

fn fault(program: &Program, state: &State, kind: FaultKind) -> Fault {
    let at = state.control.pc.before().unwrap_or_default();
    Fault { kind, span: program.spans.get(at).copied().unwrap_or_default() }
}

impl State {
    /// The seats that have to choose; none when the game is over.
    pub fn pending(&self) -> SeatSet {
        self.control.pending
    }

    pub(crate) fn is_over(&self) -> bool {
        self.control.over.is_some()
    }

    /// The seat whose turn it is, when it is somebody's.
    pub(crate) fn active(&self) -> Option<Seat> {
        let frame = self.control.frame.to_usize();
        Seat::from_word(self.num(frame + super::frame::ACTIVE))
    }

    /// Whether turns go round backwards.
    pub(crate) fn is_backwards(&self) -> bool {
        self.control.backwards
    }

    /// Gives the game another stream of chance from here on: what is to come is no longer what
    /// would have come.
    pub fn reseed(&mut self, generator: Generator) {
        self.generator = generator;
    }

    /// The tape that chance is read from, where it is.
    pub(crate) fn tape(&self) -> Option<&Tape> {
        self.generator.tape()
    }
}
