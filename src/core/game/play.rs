//! A game in progress: what seats are offered, what they choose, and everything that has happened.

mod queries;
mod resting;

pub use resting::Resting;

use super::Game;
use super::chance::{Drawn, drawn};
use super::entry::{Decided, Entry, Offered, Refused, Undecided};
use super::gather::{LookedAt, Told, looked, told, untold};
use crate::program::code::{Pc, Site, SiteKind};
use crate::tabletop::ids::{IdVec, PhaseId};
use crate::value::{Card, Narrow, Seat, SeatSet};
use crate::vm::label::Step;
use crate::vm::{
    Choice, Event, Fault, Generator, Outcome, Rehearsal, Runtime, Scratch, Silent, State, Stop,
};
use std::mem::take;
use std::sync::Arc;

/// A game in progress, with all that has happened in it. It always stands at a choice, at its end
/// or at a fault of the rules.
///
/// ```
/// use cardrun::game::{Game, Play, Settings};
/// # fn main() -> Result<(), cardrun::diagnostic::Problems> {
/// let layout = "
/// seats: 2
/// decks:
///   pack: { standard: 52, rank: { A: 1 } }
/// zones:
///   deck: { holds: pack, shape: pile, seen_by: nobody }
///   hand: { per: player, seen_by: owner }
///   pile: { per: player, seen_by: all }
/// rules: |
///   phase game = deal, each player: play
///   phase deal { shuffle deck; each player { draw 3 from deck to hand } }
///   action play(card from hand) { move card to pile }
///   score = sum rank over pile
/// ";
/// let game = Game::from_strings(&[("high.yaml", layout)], &Settings::default())?;
/// let mut play = Play::new(&game, 7);
/// while let Some(&seat) = play.pending().first() {
///     play.apply(seat, 0).unwrap();
/// }
/// assert_eq!(play.scores().len(), 2);
/// # Ok(())
/// # }
/// ```
pub struct Play {
    game: Game,
    state: State,
    /// Working memory, where it is at hand. It carries no meaning but what chance is to do where
    /// that is [told of it](Play::rehearsed), and which rows were followed.
    scratch: Option<Box<Scratch>>,
    /// Who is asked what, by seat.
    asked: Vec<OpenChoice>,
    log: Vec<Entry>,
    /// The instruction that each entry of the log comes from, as far as it comes from one.
    places: Vec<Pc>,
    /// How often each phase was entered.
    entered: IdVec<PhaseId, u32>,
    /// Whether what happens is kept: worlds that bots imagine do without.
    telling: bool,
    /// Where the game is looked at closely: what happened since the last look, and which
    /// instructions ran.
    looked_at: Option<Box<LookedAt>>,
    seed: Option<u64>,
    origin: Origin,
    offers: u32,
    choices: u64,
    decisions: u64,
    /// A seat that had nothing to choose when it was asked, as only happens in an imagined
    /// game.
    dead_end: Option<Seat>,
    /// Whether a seat that chooses alone is asked for a single option, too.
    asks_all: bool,
    outcome: Option<Box<Outcome>>,
    fault: Option<Fault>,
}

/// What a game began with beside its seed: with its choices, what makes it again.
#[derive(Clone)]
enum Origin {
    /// Nothing; also of games that nobody will make again, which were imagined or keep no log.
    Deal,
    /// What chance did in another game.
    Rehearsal(Arc<Rehearsal>),
    /// A position.
    Position(Arc<State>),
}

/// What a game keeps of what happens in it.
#[derive(Clone, Copy)]
struct Keeps {
    log: bool,
    /// Whether it is looked at closely: see [`LookedAt`].
    looks: bool,
}

/// How many deals are tried for an imagined game.
const MOST_DEALS: usize = 16;

/// One seat's open choice.
#[derive(Clone)]
struct OpenChoice {
    seat: Seat,
    number: u32,
    choices: Vec<Choice>,
    /// How many entries of the log tell already what is chosen: single options of several who
    /// choose at the same time stand there before anybody chooses.
    foretold: usize,
}

impl Clone for Play {
    /// Copies a game as it stands, with its log, but without its working memory: what chance does
    /// next in the copy nobody has told of it.
    fn clone(&self) -> Self {
        Play {
            game: self.game.clone(),
            state: self.state.clone(),
            scratch: None,
            asked: self.asked.clone(),
            log: self.log.clone(),
            places: self.places.clone(),
            entered: self.entered.clone(),
            looked_at: self.looked_at.clone(),
            origin: self.origin.clone(),
            outcome: self.outcome.clone(),
            fault: self.fault.clone(),
            ..*self
        }
    }
}

/// Results of chance in their order, that of the first draw before all others.
fn counted_up(results: Option<Vec<Drawn>>) -> Option<Vec<(f64, State)>> {
    let results = results?.into_iter().rev();
    Some(results.map(|drawn| (drawn.likelihood, drawn.state)).collect())
}

/// Games that stand at these states, each with chances of its own for what comes.
fn begun_at(
    states: Vec<(f64, State)>,
    chances: impl Fn(usize) -> Generator,
    play: impl Fn(State) -> Play,
) -> Vec<(f64, Play)> {
    let one = |(number, (likelihood, mut state)): (usize, (f64, State))| {
        state.reseed(chances(number));
        (likelihood, play(state))
    };
    states.into_iter().enumerate().map(one).collect()
}

impl Play {
    /// A new game at its first choice. The same game and seed give the same play. A fault of the
    /// rules is kept: see [`Play::fault`].
    pub fn new(game: &Game, seed: u64) -> Play {
        Play::start(game, game.runtime(), seed, Keeps { log: true, looks: false })
    }

    /// A new game in which single options are [asked for](Play::asking_all) from the first on.
    pub fn new_asking_all(game: &Game, seed: u64) -> Play {
        Play::begun(game, Some(seed), &Origin::Deal, true)
    }

    /// A new game in which chance does again what it did in another one, as far as that can be.
    pub(crate) fn rehearsed(game: &Game, seed: u64, rehearsal: Rehearsal) -> Play {
        Play::begun(game, Some(seed), &Origin::Rehearsal(Arc::new(rehearsal)), false)
    }

    /// A game at its beginning; `asks_all`: see [`Play::asking_all`].
    fn begun(game: &Game, seed: Option<u64>, origin: &Origin, asks_all: bool) -> Play {
        let mut runtime = game.runtime();
        let play = match origin {
            Origin::Position(state) => {
                let play = Play { telling: true, ..Play::blank(game, (**state).clone()) };
                let mut play = Play { asks_all, ..play };
                play.go_on();
                play
            }
            Origin::Deal | Origin::Rehearsal(_) => {
                if let Origin::Rehearsal(rehearsal) = origin {
                    runtime.rehearse((**rehearsal).clone());
                }
                runtime.ask_all(asks_all);
                let keeps = Keeps { log: true, looks: false };
                Play::start(game, runtime, seed.unwrap_or_default(), keeps)
            }
        };
        Play { origin: origin.clone(), ..play }
    }

    /// A new game that keeps no log: for playing many.
    pub fn unlogged(game: &Game, seed: u64) -> Play {
        Play::start(game, game.runtime(), seed, Keeps { log: false, looks: false })
    }

    /// A new game that keeps what happens for [`Play::take_events`] and which instructions run: for
    /// counting them. `telling`: it keeps a log, too.
    pub(crate) fn looked_at(game: &Game, seed: u64, telling: bool) -> Play {
        Play::start(game, game.runtime(), seed, Keeps { log: telling, looks: true })
    }

    fn start(game: &Game, mut runtime: Runtime<'_>, seed: u64, keeps: Keeps) -> Play {
        let (generator, telling) = (Generator::new(seed), keeps.log);
        let mut looked_at = keeps.looks.then(|| {
            Box::new(LookedAt { ran: vec![false; game.program.code.len()], ..Default::default() })
        });
        let position = game.begins.as_deref().map(|position| {
            let mut state = position.clone();
            state.reseed(generator.clone());
            (Told::default(), (state, Ok(Stop::Decide(SeatSet::EMPTY))))
        });
        let start = || match (&mut looked_at, telling) {
            (Some(looked_at), telling) => {
                looked(looked_at, telling, |trace| runtime.start(generator, trace))
            }
            (None, true) => told(|trace| runtime.start(generator, trace)),
            (None, false) => untold(|trace| runtime.start(generator, trace)),
        };
        let (events, (state, result)) = position.unwrap_or_else(start);
        let mut play = Play { seed: Some(seed), telling, looked_at, ..Play::blank(game, state) };
        play.asks_all = runtime.asks_all();
        runtime.drain_entered(&mut play.entered);
        play.scratch = Some(runtime.into_scratch());
        play.tell(events);
        match result {
            Ok(_) => play.go_on(),
            Err(fault) => play.fail(fault),
        }
        play
    }

    /// Goes on from a state of this game, with an empty log and offers numbered from 1.
    pub fn from_state(game: &Game, state: State) -> Play {
        Play::begun(game, None, &Origin::Position(Arc::new(state)), false)
    }

    /// Makes this game again from its beginning, as it stood when its log had `entries` entries;
    /// where that is in the midst of something, as it stood behind it. `before` looks at the game
    /// before each choice that is made again, and is told whose it is. Single options are such
    /// choices where they are [asked for](Play::asking_all).
    pub fn retraced(&self, entries: usize, before: impl FnMut(&Play, Seat)) -> Play {
        Resting::of(self, entries).wakes_with(before)
    }

    /// What this game can be made again from, as it stands: for whoever keeps many games that
    /// nobody plays at the moment. Of a game that was [imagined](Play::determinize) or keeps no
    /// log, nothing comes back but its beginning.
    pub fn resting(&self) -> Resting {
        Resting::of(self, self.log.len())
    }

    /// Has a seat that chooses alone asked from now on for a single option, too, where it would be
    /// taken unasked: when others see what comes of it must not tell them that there was no choice.
    /// What is written stays the same: of several who choose at the same time single options are
    /// told of before anybody chooses. They are still taken unasked within a choice that has begun.
    #[must_use]
    pub fn asking_all(self) -> Play {
        Play { asks_all: true, ..self }
    }

    /// Whether a seat is asked for a single option which would otherwise be [taken
    /// unasked](Play::asking_all).
    pub fn is_forced(&self, seat: Seat) -> bool {
        self.asked_of(seat).is_some_and(|asked| self.forces(asked))
    }

    /// This game as it stands, with an empty log to which nothing is written: for searches, which
    /// are faster so.
    pub fn quiet(&self) -> Play {
        let mut play = Play { seed: self.seed, ..Play::blank(&self.game, self.state.clone()) };
        (play.asked, play.outcome, play.fault) =
            (self.asked.clone(), self.outcome.clone(), self.fault.clone());
        (play.offers, play.choices, play.decisions) = (self.offers, self.choices, self.decisions);
        play.entered.clone_from(&self.entered);
        play
    }

    /// Gives working memory back until it is needed again: for whoever keeps many games at rest. A
    /// game whose chance is still to do what is told of it keeps its own.
    pub fn give_back_memory(&mut self) {
        if let Some(scratch) = self.scratch.take_if(|scratch| !scratch.is_rehearsing()) {
            self.game.spare.keep(scratch);
        }
    }

    fn work_out<R>(&self, work: impl FnOnce(&mut Runtime<'_>, &mut State) -> R) -> R {
        self.game.work_out(&self.state, work)
    }

    fn blank(game: &Game, state: State) -> Play {
        Play {
            game: game.clone(),
            state,
            scratch: None,
            asked: Vec::new(),
            log: Vec::new(),
            places: Vec::new(),
            entered: vec![0; game.program.phases.len()].into(),
            telling: false,
            looked_at: None,
            seed: None,
            origin: Origin::Deal,
            offers: 0,
            choices: 0,
            decisions: 0,
            dead_end: None,
            asks_all: false,
            outcome: None,
            fault: None,
        }
    }

    // ---------------------------------------------------------------------------------------------
    // choosing

    /// Takes one of the offered options, counted from 0. After the last pending seat the game runs
    /// on.
    ///
    /// # Errors
    /// The seat is not asked or has no such option, and nothing has changed; or the rules fail.
    pub fn apply(&mut self, seat: Seat, option: usize) -> Result<(), Refused> {
        if let Some(fault) = &self.fault {
            return Err(Refused::Fault(fault.clone()));
        }
        let at = self.asked.iter().position(|asked| asked.seat == seat).ok_or(Refused::NotAsked)?;
        let choice = *self.asked[at].choices.get(option).ok_or(Refused::NoSuchOption)?;
        let asked = self.asked.remove(at);
        let forced = self.forces(&asked);
        self.choices += u64::from(!forced);
        self.decisions += u64::from(asked.choices.len() > 1);
        if asked.foretold == 0 {
            self.log_choice(&asked, option);
        }
        self.enter(seat, &choice, asked.foretold > 0);
        match &self.fault {
            Some(fault) => Err(Refused::Fault(fault.clone())),
            None => Ok(()),
        }
    }

    /// All games that can begin, each with how likely it is; `None` where these are more than so
    /// many. Like imagined games they have no log of what was before; what chance does later in
    /// them comes from `chances`, one for each.
    ///
    /// # Errors
    /// The rules fail in one of them.
    pub fn beginnings(
        game: &Game,
        most: usize,
        chances: impl Fn(usize) -> Generator,
    ) -> Result<Option<Vec<(f64, Play)>>, Fault> {
        let results = match game.begins.as_deref() {
            Some(position) => Some(vec![(1.0, position.clone())]),
            None => counted_up(drawn(&mut game.runtime(), most, |runtime, tape| {
                let (state, stop) = runtime.start(Generator::of_tape(tape), &mut Silent);
                stop.map(|stop| (state, stop))
            })?),
        };
        Ok(results.map(|results| begun_at(results, chances, |state| Play::at(game, state))))
    }

    /// All games that an option of a seat can lead to, as [`Play::beginnings`] gives them.
    ///
    /// # Errors
    /// There is no such option, or the rules fail in one of the games.
    pub fn branches(
        &self,
        seat: Seat,
        option: usize,
        most: usize,
        chances: impl Fn(usize) -> Generator,
    ) -> Result<Option<Vec<(f64, Play)>>, Refused> {
        if let Some(fault) = &self.fault {
            return Err(Refused::Fault(fault.clone()));
        }
        let asked = self.asked_of(seat).ok_or(Refused::NotAsked)?;
        let choice = asked.choices.get(option).ok_or(Refused::NoSuchOption)?;
        let (mut runtime, mut next) = (self.game.runtime(), self.state.clone());
        runtime.choose(&mut next, seat, choice, &mut Silent).map_err(Refused::Fault)?;
        let results = match next.pending().is_empty() {
            true => counted_up(
                drawn(&mut runtime, most, |runtime, tape| {
                    let mut state = next.clone();
                    state.reseed(Generator::of_tape(tape));
                    let stop = runtime.run(&mut state, &mut Silent);
                    stop.map(|stop| (state, stop))
                })
                .map_err(Refused::Fault)?,
            ),
            // Somebody still has something to choose before chance comes.
            false => Some(vec![(1.0, next)]),
        };
        let play = |state| {
            let (offers, choices) = (self.offers, self.choices + 1);
            Play { offers, choices, ..Play::at(&self.game, state) }
        };
        Ok(results.map(|results| begun_at(results, chances, play)))
    }

    /// Decides what chance does next. The game stands at the same choice.
    ///
    /// # Errors
    /// What is wrong; then nothing has changed.
    pub fn decide(&mut self, decided: &Decided) -> Result<(), Undecided> {
        match decided {
            Decided::Lot { result } => {
                let (mut runtime, _) = runtime(&self.game, &mut self.scratch, &mut self.state);
                runtime.decide(*result);
                self.scratch = Some(runtime.into_scratch());
            }
            Decided::Cards { zone, order } => self.stack(zone, order)?,
        }
        self.write(Some(Entry::Decided(Box::new(decided.clone()))));
        Ok(())
    }

    fn stack(&mut self, zone: &str, order: &[String]) -> Result<(), Undecided> {
        let program = &self.game.program;
        let no_pile = || Undecided::NoPile(zone.to_owned());
        let instance = program.instances.ids().find(|&i| program.instance_name(i) == zone);
        let slot = instance.and_then(|i| {
            let mut slots = self.state.slots_of(program, i);
            slots.next().filter(|_| slots.next().is_none())
        });
        let slot = slot.ok_or_else(no_pile)?;
        let here = self.state.cards_in(slot);
        let mut cards: Vec<Card> = Vec::new();
        for name in order {
            let is_it = |card: &Card| program.cards[card.index()].name == *name;
            let card = here.of::<Card>().find(|card| is_it(card) && !cards.contains(card));
            cards.push(card.ok_or_else(|| Undecided::NotThere(name.clone()))?);
        }
        let mut state = self.state.clone();
        state.stack_on(program, slot, &cards);
        let mut stands = Play::at(&self.game, state);
        let options = |play: &Play| -> Vec<(Seat, Vec<String>)> {
            play.pending().into_iter().map(|seat| (seat, play.options(seat))).collect()
        };
        if options(&stands) != options(self) {
            return Err(Undecided::OtherOptions);
        }
        std::mem::swap(&mut self.state, &mut stands.state);
        Ok(())
    }

    /// Takes the option with this label.
    ///
    /// # Errors
    /// As of [`Play::apply`].
    pub fn apply_label(&mut self, seat: Seat, label: &str) -> Result<(), Refused> {
        if let Some(fault) = &self.fault {
            return Err(Refused::Fault(fault.clone()));
        }
        let asked = self.asked_of(seat).ok_or(Refused::NotAsked)?;
        let option =
            self.labels(asked).iter().position(|l| l == label).ok_or(Refused::NoSuchOption)?;
        self.apply(seat, option)
    }

    // ---------------------------------------------------------------------------------------------
    // imagining

    /// A game that the seat cannot tell from this one: hidden cards are dealt anew where they may
    /// be, others' choices in this very choice are still to be made, and chance to come is another.
    /// Nothing is written to its log.
    ///
    /// That a seat is asked, and what the looking seat is offered, tells of hidden cards too. So
    /// deals in which it would not be so are thrown away; after some of these the next one serves,
    /// and who has nothing to choose in it can only pass.
    pub fn determinize(&self, seat: Seat, generator: &mut Generator) -> Play {
        let own = self.sorted_options(seat);
        let mut world = self.imagined(seat, generator);
        for _ in 1..MOST_DEALS {
            if world.dead_end.is_none() && world.sorted_options(seat) == own {
                break;
            }
            world = self.imagined(seat, generator);
        }
        world
    }

    /// A seat that had nothing to choose when it was asked, as happens only in a game that was not
    /// played to where it stands.
    pub(crate) fn dead_end(&self) -> Option<Seat> {
        self.dead_end
    }

    /// A game that stands where a state of it stands.
    pub(crate) fn at(game: &Game, state: State) -> Play {
        let mut play = Play::blank(game, state);
        play.go_on();
        play
    }

    fn imagined(&self, seat: Seat, generator: &mut Generator) -> Play {
        let state = self.state.imagine(&self.game.program, seat, generator);
        let mut world = Play { offers: self.offers, ..Play::blank(&self.game, state) };
        world.fault.clone_from(&self.fault);
        world.go_on();
        world
    }

    // ---------------------------------------------------------------------------------------------
    // running

    /// Goes on with a choice. `foretold`: what is told of it stands in the log already.
    fn enter(&mut self, seat: Seat, choice: &Choice, foretold: bool) {
        let (mut runtime, state) = runtime(&self.game, &mut self.scratch, &mut self.state);
        let (events, chosen) = match (&mut self.looked_at, self.telling) {
            (Some(looked_at), telling) => {
                looked(looked_at, telling, |trace| runtime.choose(state, seat, choice, trace))
            }
            (None, true) => told(|trace| runtime.choose(state, seat, choice, trace)),
            (None, false) => untold(|trace| runtime.choose(state, seat, choice, trace)),
        };
        runtime.drain_entered(&mut self.entered);
        self.scratch = Some(runtime.into_scratch());
        if !foretold {
            self.tell(events);
        }
        match chosen {
            Err(fault) => self.fail(fault),
            Ok(()) if self.state.pending().contains(seat) => {
                // The next step of the same action.
                self.offer(SeatSet::of(seat)).unwrap_or_else(|fault| self.fail(fault));
            }
            Ok(()) if self.state.pending().is_empty() => self.go_on(),
            Ok(()) => {}
        }
    }

    /// Runs to the next choice that somebody has.
    fn go_on(&mut self) {
        while self.asked.is_empty() && self.fault.is_none() && self.outcome.is_none() {
            match self.run() {
                Ok(Stop::Decide(seats)) => {
                    self.offer(seats).unwrap_or_else(|fault| self.fail(fault))
                }
                Ok(Stop::Over) => self.finish(),
                Err(fault) => self.fail(fault),
            }
        }
    }

    fn run(&mut self) -> Result<Stop, Fault> {
        let (mut runtime, state) = runtime(&self.game, &mut self.scratch, &mut self.state);
        runtime.ask_all(self.asks_all);
        let (events, result) = match (&mut self.looked_at, self.telling) {
            (Some(looked_at), telling) => {
                looked(looked_at, telling, |trace| runtime.run(state, trace))
            }
            (None, true) => told(|trace| runtime.run(state, trace)),
            (None, false) => untold(|trace| runtime.run(state, trace)),
        };
        runtime.drain_entered(&mut self.entered);
        self.scratch = Some(runtime.into_scratch());
        self.tell(events);
        result
    }

    /// Asks these seats, all under one number. A seat without any option, which only an imagined
    /// game can have, may pass.
    fn offer(&mut self, seats: SeatSet) -> Result<(), Fault> {
        let mut asked = Vec::new();
        let number = self.offers + 1;
        let (mut runtime, state) = runtime(&self.game, &mut self.scratch, &mut self.state);
        for seat in seats.iter() {
            let mut choices = runtime.options(state, seat)?.to_vec();
            if choices.is_empty() {
                self.dead_end = Some(seat);
                choices.push(Choice::PASS);
            }
            asked.push(OpenChoice { seat, number, choices, foretold: 0 });
        }
        self.scratch = Some(runtime.into_scratch());
        for asked in &mut asked {
            asked.foretold = self.foretold(asked);
        }
        if asked.iter().any(|asked| asked.foretold == 0) {
            self.offers = number;
            self.log_offer(number, &asked);
        }
        self.asked.append(&mut asked);
        self.asked.sort_by_key(|asked| asked.seat);
        Ok(())
    }

    fn finish(&mut self) {
        let (mut runtime, state) = runtime(&self.game, &mut self.scratch, &mut self.state);
        let outcome = match runtime.outcome(state) {
            Ok(Some(outcome)) => {
                let parts = runtime.score_parts(state);
                parts.map(|parts| Some(Outcome { parts, ..outcome }))
            }
            other => other,
        };
        self.scratch = Some(runtime.into_scratch());
        match outcome {
            Ok(outcome) => {
                self.outcome = outcome.map(Box::new);
                self.write(self.outcome.clone().map(Entry::End));
            }
            Err(fault) => self.fail(fault),
        }
    }

    fn fail(&mut self, fault: Fault) {
        self.asked.clear();
        self.write(Some(Entry::Fault(fault.clone())));
        self.fault = Some(fault);
    }

    // ---------------------------------------------------------------------------------------------
    // the log

    fn write(&mut self, entry: Option<Entry>) {
        self.write_of(entry, Pc::NOWHERE);
    }

    fn write_of(&mut self, entry: Option<Entry>, place: Pc) {
        if let (true, Some(entry)) = (self.telling, entry) {
            if self.log.len() == self.log.capacity() {
                // There may be many games at rest: a log has little more room than it needs.
                let more = self.log.len() / 8 + 8;
                self.log.reserve_exact(more);
                self.places.reserve_exact(more);
            }
            self.log.push(entry);
            self.places.push(place);
        }
    }

    /// What happened since this was last asked; nothing unless the game is [looked
    /// at](Play::looked_at).
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        self.looked_at.as_mut().map(|looked_at| take(&mut looked_at.events)).unwrap_or_default()
    }

    fn tell(&mut self, told: Told) {
        let places = told.places.into_iter().chain(std::iter::repeat(Pc::NOWHERE));
        for (event, place) in told.events.into_iter().zip(places) {
            let entry = match event {
                Event::Forced { seat, step, secret } => {
                    self.offers += 1;
                    Entry::Forced { number: self.offers, seat, step, secret }
                }
                other => Entry::Event(other),
            };
            self.write_of(Some(entry), place);
        }
    }

    /// Whether this is a single option that would be taken unasked, were not all asked for.
    fn forces(&self, asked: &OpenChoice) -> bool {
        self.asks_all
            && asked.choices.len() == 1
            && self
                .site()
                .is_some_and(|site| matches!(site.kind, SiteKind::Alone | SiteKind::Together))
    }

    /// How many entries at the end of the log tell what a seat chooses that is about to be asked.
    fn foretold(&self, asked: &OpenChoice) -> usize {
        let is_together = self.site().is_some_and(|site| site.kind == SiteKind::Together);
        if !is_together || !self.forces(asked) {
            return 0;
        }
        let forced = |entry: &Entry| match entry {
            Entry::Forced { seat, step, .. } => Some((*seat, step.goes_on())),
            _ => None,
        };
        let mut own = self.log.iter().rev().map_while(forced).filter(|(of, _)| *of == asked.seat);
        // What stands before the first step is another choice.
        own.position(|(_, goes_on)| !goes_on).map_or(0, |behind| behind + 1)
    }

    /// An offer that is no choice is written together with what is taken.
    fn log_offer(&mut self, number: u32, asked: &[OpenChoice]) {
        let Some(&Site { prompt, kind, .. }) = self.site().filter(|_| self.telling) else { return };
        let chooses = |asked: &&OpenChoice| !self.forces(asked);
        if !asked.iter().any(|asked| chooses(&asked)) {
            return;
        }
        let asked = asked.iter().filter(chooses);
        let options = Offered::of(asked.map(|asked| (asked.seat, self.labels(asked))));
        let secret = kind == SiteKind::Together;
        self.write(Some(Entry::Offer { number, prompt, options, secret }));
    }

    /// Where in the log the offer of a number stands.
    fn offered(&self, wanted: u32) -> Option<usize> {
        let is_it =
            |entry: &Entry| matches!(entry, Entry::Offer { number, .. } if *number == wanted);
        self.log.iter().rposition(is_it)
    }

    fn log_choice(&mut self, asked: &OpenChoice, option: usize) {
        if self.telling {
            let (number, seat, choice) = (asked.number, asked.seat, &asked.choices[option]);
            let given = self.work_out(|runtime, state| runtime.given(state, seat, choice));
            let step = self.state.step(&self.game.program, seat, choice);
            let step = step.map(|step| Box::new(Step { given, ..step }));
            let entry = step.and_then(|step| match self.forces(asked) {
                true => Some(Entry::Forced { number, seat, step, secret: false }),
                false => {
                    let (offer, option) = (self.offered(number)?.to_u32(), option.to_u32());
                    Some(Entry::Choice { number, seat, offer, option, step })
                }
            });
            self.write(entry);
        }
    }
}

/// A runtime with a play's own memory, and the play's state beside it.
fn runtime<'a>(
    game: &'a Game,
    scratch: &mut Option<Box<Scratch>>,
    state: &'a mut State,
) -> (Runtime<'a>, &'a mut State) {
    (game.runtime_with(scratch.take().or_else(|| game.spare.scratch())), state)
}
