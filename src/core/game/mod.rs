//! A game as programs use it: load it, play it, look at it from a seat. Files, terminals and clocks
//! stay outside.

mod chance;
mod changes;
mod copies;
mod entry;
mod gather;
mod load;
mod numbers;
mod observe;
mod offer;
mod plain;
mod play;
pub mod said;
mod sight;
mod spare;
pub(crate) mod told;

use self::spare::Spare;
use crate::diagnostic::{Diagnostic, Problems};
use crate::program::Program;
use crate::tabletop::ids::InstanceId;
use crate::value::{Card, Seat};
use crate::vm::{Engine, Fault, FaultKind, Host, Quick, Runtime, Scratch, State};
use std::sync::Arc;

pub use crate::compile::Settings;
pub(crate) use chance::{Drawn, drawn};
pub use changes::{Change, Changed, changes, renamed_actions};
pub(crate) use copies::Copies;
pub use entry::{Decided, Entry, Offered, Refused, Undecided};
pub use numbers::{Look, Numbers};
pub use observe::{
    Eyes, Known, Observation, SeenCard, SeenMark, SeenPhase, SeenSlot, SeenVariable, SeenZone,
};
pub use offer::{Decision, Named, Offer, OfferValue};
pub use plain::Plain;
pub(crate) use plain::fixed_place;
pub use play::{Play, Resting};
pub(crate) use sight::{Marked, Marks, Pile, Piles, Seen};
pub use sight::{SeenValue, Sight};

/// A loaded game with its options fixed: cheap to clone, shared between threads.
#[derive(Clone)]
pub struct Game {
    pub(crate) program: Arc<Program>,
    pub(crate) quick: Arc<Quick>,
    pub(crate) host: Arc<dyn Host>,
    /// Warnings and notices of the check.
    pub(crate) problems: Arc<Problems>,
    /// The position where a [`Play`] begins, if it is not the beginning.
    pub(crate) begins: Option<Arc<State>>,
    pub(crate) spare: Arc<Spare>,
}

/// Gives the bytes of a file of the game by its name, as the layout names it; an error in words
/// when there is none.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Looks for problems of a game that has no errors, by playing it for example. Given with the game
/// is its setting, as people write it (`sets=false`): empty for the game as it stands.
pub type Further<'a> = &'a dyn Fn(&Game, &str) -> Vec<Diagnostic>;

impl Game {
    /// The program: names, texts, zones, options, for whoever shows a game.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether another game was made of the same files, with the same options, and begins as this
    /// one does.
    pub fn is_same(&self, other: &Game) -> bool {
        let (one, two) = (&self.program, &other.program);
        let same_files = one.sources == two.sources && one.how_to_play == two.how_to_play;
        same_files && one.rules_hash == two.rules_hash && self.begins == other.begins
    }

    /// What runs this game, with working memory of its own.
    pub fn runtime(&self) -> Runtime<'_> {
        self.runtime_with(None)
    }

    /// What runs this game with `scratch`, memory that was used before for this game; where there
    /// is none, with memory of its own.
    pub(crate) fn runtime_with(&self, scratch: Option<Box<Scratch>>) -> Runtime<'_> {
        Runtime::with_scratch(&self.program, Some(&self.quick), &*self.host, scratch)
    }

    /// This game, played by another `engine` where nobody looks into it. It comes to the same.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Game {
        let quick = Arc::new(Quick::new(engine));
        Game { quick, ..self }
    }

    /// Makes ready at once what is otherwise made when it pays: for whoever is about to play very
    /// many games, or wants to see the engine at work.
    pub fn warm_up(&self) {
        self.quick.warm_up(&self.program);
    }

    /// What runs this game with nothing made quick: slow, and so plain that it says what a quick
    /// runtime has to do.
    pub fn plain_runtime(&self) -> Runtime<'_> {
        Runtime::new(&self.program, None, &*self.host)
    }

    /// What a seat may know of a state of this game, as [`Play::observe`] tells it.
    pub(crate) fn observe(&self, state: &State, seat: Seat) -> Observation {
        let program = &self.program;
        let eyes = match seat.number() < program.seats {
            true => Eyes::Seat(seat),
            false => Eyes::of_onlooker(program.seats),
        };
        let number = seat.shown();
        observe::Observer { program, state, eyes, number }.observation()
    }

    /// What can be seen of a state of this game with these eyes, by the numbers of its program, but
    /// for what lies in its zones.
    pub(crate) fn look(&self, state: &State, eyes: Eyes) -> Sight {
        observe::Observer { program: &self.program, state, eyes, number: 0 }.sight()
    }

    /// What can be seen with these eyes in a zone of one owner, slot by slot.
    pub(crate) fn piles(&self, state: &State, eyes: Eyes, instance: InstanceId) -> Piles {
        observe::Observer { program: &self.program, state, eyes, number: 0 }.piles(instance)
    }

    /// Whether the same is known with both eyes of the cards in a zone of one owner.
    pub(crate) fn know_alike(
        &self,
        state: &State,
        (one, other): (Eyes, Eyes),
        instance: InstanceId,
    ) -> bool {
        let observer = |eyes| observe::Observer { program: &self.program, state, eyes, number: 0 };
        let (one, other) = (observer(one), observer(other));
        one.cards(instance).all(|card| one.knows(card) == other.knows(card))
    }

    /// This game with an arranged pile, for trying a situation out: whenever the pile `zone` is
    /// shuffled, these `cards` come to lie on top, the first uppermost. Zones and cards are named
    /// as in records (`deck`, `hand.1`; `10H`, `Joker1`).
    ///
    /// # Errors
    /// The name that no zone or card has.
    pub fn stacked(&self, zone: &str, cards: &[&str]) -> Result<Game, String> {
        let mut program = (*self.program).clone();
        let mut instances = program.instances.ids();
        let instance = instances.find(|&i| program.instance_name(i) == zone).ok_or(zone)?;
        let mut order: Vec<Card> = Vec::new();
        for name in cards {
            let numbers =
                (0..program.cards.len()).filter(|&c| program.cards[c].name == *name).map(Card::new);
            let mut free = numbers.filter(|card| !order.contains(card));
            // Packs may have the same names: a card that begins in this pile is rather meant.
            order.push(
                free.clone()
                    .find(|&card| begins_in(&program, instance, card))
                    .or(free.next())
                    .ok_or(*name)?,
            );
        }
        program.stacked.push((instance, order));
        Ok(Game { program: Arc::new(program), ..self.clone() })
    }

    /// Decides every shuffle of the game: wherever a pile is shuffled, its cards come to lie in
    /// this `order`, the first uppermost. Two such games differ in nothing but where cards lie.
    pub fn shuffled_as(&self, order: &[Card]) -> Game {
        let mut program = (*self.program).clone();
        program.stacked =
            program.instances.ids().map(|instance| (instance, order.to_vec())).collect();
        Game { program: Arc::new(program), ..self.clone() }
    }

    /// This game, of which every [`Play`] begins at a `state` of it, with the chance of its own
    /// seed to come. Whoever plays many games at once, as simulations do, begins at the beginning.
    pub(crate) fn beginning_at(&self, state: State) -> Game {
        Game { begins: Some(Arc::new(state)), ..self.clone() }
    }

    /// This game with a limit on the work between two choices, `fuel`: for whoever plays the games
    /// of others. The usual limit is [`FUEL`](crate::program::FUEL).
    pub fn with_fuel(&self, fuel: i64) -> Game {
        let program = Program { fuel, ..(*self.program).clone() };
        Game { program: Arc::new(program), ..self.clone() }
    }

    /// What `check` had to say beside errors.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// What went wrong, in words; a script's own where a script failed.
    pub fn fault_words(&self, fault: &Fault) -> String {
        match fault.kind {
            FaultKind::Script(script) => self.host.message(script),
            FaultKind::Overflow
            | FaultKind::DivisionByZero
            | FaultKind::OutOfFuel
            | FaultKind::TooDeep
            | FaultKind::TooManyOptions
            | FaultKind::TooManyValues
            | FaultKind::NoPlace
            | FaultKind::NothingThere
            | FaultKind::SlotFull
            | FaultKind::RowsFull
            | FaultKind::Nobody
            | FaultKind::PhaseNotRunning
            | FaultKind::OutOfRange
            | FaultKind::NoSuchSeat
            | FaultKind::NeverEnds => fault.kind.words().to_string(),
        }
    }
}

/// Whether a card lies in this instance when the game starts.
fn begins_in(program: &Program, instance: InstanceId, card: Card) -> bool {
    let mut starts = program.start_cards.iter();
    starts.any(|start| {
        program.instance(start.zone, start.owner) == instance && start.cards.contains(&card)
    })
}
