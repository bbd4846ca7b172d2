//! Who sits at the table. A player is given what its seat may know, and answers with the number of
//! an option.

mod exec;
mod greedy;
mod kind;
mod random;
mod search;

pub use exec::{Exec, Launch, Line, offer_lines};
pub use greedy::Greedy;
pub use kind::{Kind, Tools, WrongKind};
pub use random::Random;
pub use search::{Advice, Budget, Clock, Mcts};
pub(crate) use search::{play_out, rank};

use crate::game::said::{self, Heard};
use crate::game::{Decision, Game, Observation, Offer, Play};
use crate::value::{Seat, SeatSet};
use crate::vm::{Generator, State};

/// Plays one seat of one game.
pub trait Player: Send {
    /// Which of the options of [`View::decision`] it takes, counted from 0. Also asked where there
    /// is but one.
    ///
    /// # Errors
    /// Why the player cannot go on.
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck>;
}

/// A kind of player: makes one for each game and seat.
pub trait Entrant: Send + Sync {
    /// The player's name as the command line has it: `random`, `mcts:500`.
    fn name(&self) -> String;

    /// A player whose chances all come from this generator, so that a game can be played again.
    fn player(&self, game: &Game, seat: Seat, generator: Generator) -> Box<dyn Player>;

    /// Whether it takes any option with equal chance, as [`Random`] does: then simulations need not
    /// ask it.
    fn is_random(&self) -> bool {
        false
    }

    /// Whether its players ask [`View::heard`]: only then what was said is kept.
    fn listens(&self) -> bool {
        false
    }
}

/// Why a player cannot go on: its program ended, or answered nonsense. In words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub String);

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stuck {}

/// A game as one seat may see it, and what it has to choose.
pub struct View<'a> {
    play: &'a Play,
    seat: Seat,
    wanted: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> View<'a> {
    /// `None` when the seat has nothing to choose now.
    pub fn new(play: &'a Play, seat: Seat) -> Option<Self> {
        play.pending().contains(&seat).then_some(View { play, seat, wanted: &|| true })
    }

    /// This view for an answer that is of use only as long as `wanted` says so.
    #[must_use]
    pub fn while_wanted(self, wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        View { wanted, ..self }
    }

    /// Whether somebody still waits for an answer; else any will do. Players that think long ask
    /// now and then.
    pub fn is_wanted(&self) -> bool {
        (self.wanted)()
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub fn game(&self) -> &'a Game {
        self.play.game()
    }

    pub fn observation(&self) -> Observation {
        self.play.observe(self.seat)
    }

    /// The options in words and values.
    pub fn decision(&self) -> Decision {
        // A view is made for a seat that is asked, and the game cannot move on while it is looked
        // at.
        self.play.decision(self.seat).unwrap_or(Decision {
            seat: self.seat,
            number: 0,
            prompt: String::new(),
            left: None,
            options: Vec::new(),
        })
    }

    /// The options in values alone, without labels: quicker than [`View::decision`].
    pub fn offers(&self) -> Vec<Offer> {
        self.play.offers(self.seat)
    }

    /// How many options there are.
    pub fn options(&self) -> usize {
        self.play.option_count(self.seat)
    }

    /// What the others have said aloud since a place in the log of the game, and its end: where to
    /// go on the next time. Nothing where no log is kept: see [`Entrant::listens`].
    pub fn heard(&self, from: usize) -> (Vec<Heard>, usize) {
        let log = self.play.log();
        (
            said::heard(self.game().program(), log.get(from..).unwrap_or_default(), self.seat),
            log.len(),
        )
    }

    /// A state that the seat cannot tell from the true one, of the first deal that comes: whether
    /// the seat would be asked the same in it is not tried.
    pub(crate) fn imagine_state(&self, generator: &mut Generator) -> State {
        self.play.state().imagine(self.game().program(), self.seat, generator)
    }

    /// Makes `world`, another state of this game, one that the seat cannot tell from the true one,
    /// of the first deal that comes: whether the seat would be asked the same in it is not tried.
    pub(crate) fn imagine_into(&self, generator: &mut Generator, world: &mut State) {
        self.play.state().imagine_into(self.game().program(), self.seat, generator, world);
    }

    /// The seats that choose now; those included that have already chosen, of which
    /// nobody is told.
    pub fn pending(&self) -> SeatSet {
        self.play.state().choosing(self.game().program())
    }
}
