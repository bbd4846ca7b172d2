//! What somebody wants chance to do next.

use crate::cli::text::Messages;
use crate::game::{Decided, Play, Undecided};
use crate::tabletop::Shape;
use crate::tabletop::ids::InstanceId;
use crate::view::{self, Lexicon, Phrase};

/// A game that is tried out, for whoever wishes something of chance: `messages` are in their
/// language, and `words` is how they are shown what things are called.
pub(crate) struct Wishing<'a> {
    pub(crate) play: &'a mut Play,
    pub(crate) messages: &'a Messages,
    pub(crate) words: &'a dyn Fn(&Phrase) -> String,
}

/// What a wish says, whether it can come true or not: nothing of it tells where a card lies.
pub(crate) enum Wish {
    Lot {
        result: u32,
    },
    /// Cards of a pile, as records call them; without one a single card, of the pile that has it.
    Cards {
        pile: Option<String>,
        cards: Vec<String>,
    },
}

impl Wishing<'_> {
    /// Decides what chance does next. Gives what comes next, in words.
    ///
    /// # Errors
    /// Why that cannot be, in words; then nothing has changed. It tells where cards lie, hidden
    /// ones too.
    pub(crate) fn decide(&mut self, wish: Wish) -> Result<String, String> {
        let decided = match wish {
            Wish::Lot { result } => Decided::Lot { result },
            Wish::Cards { pile: Some(zone), cards } => Decided::Cards { zone, order: cards },
            Wish::Cards { pile: None, cards } => {
                let zone = pile_of(self.play, &cards[0]);
                let zone = zone.ok_or_else(|| self.unread(&self.card(&cards[0])))?;
                Decided::Cards { zone, order: cards }
            }
        };
        let done = self.play.decide(&decided);
        done.map_err(|undecided| self.refused(&undecided))?;
        Ok(self.told(&decided))
    }

    /// What a wish says: `4`, `7h`, `deck 7h 8c`.
    ///
    /// # Errors
    /// What is wrong with the wish, in words.
    pub(crate) fn read(&self, wish: &str) -> Result<Wish, String> {
        match wish.trim().parse::<u32>() {
            Ok(result) => self.lot(result),
            Err(_) if wish.trim().is_empty() => Err(self.messages.say("chance-misread")),
            Err(_) => {
                let program = self.play.game().program();
                let said = view::pile_and_cards(program, self.messages.lexicon(), wish);
                let (pile, cards) = said.ok_or_else(|| self.unread(wish.trim()))?;
                Ok(Wish::Cards { pile, cards })
            }
        }
    }

    fn unread(&self, found: &str) -> String {
        let piles = (self.words)(&piles(self.play, self.messages.lexicon()));
        self.messages.with("chance-unread", &[("card", found.into()), ("piles", piles.into())])
    }

    fn lot(&self, result: u32) -> Result<Wish, String> {
        match self.play.game().program().most_by_lot() {
            Some(most) if result == 0 || result > most => {
                Err(self.messages.with("chance-too-large", &[("most", most.into())]))
            }
            None if result == 0 => Err(self.messages.say("chance-misread")),
            Some(_) | None => Ok(Wish::Lot { result }),
        }
    }

    fn told(&self, decided: &Decided) -> String {
        match decided {
            Decided::Lot { result } => {
                self.messages.with("chance-number", &[("n", (*result).into())])
            }
            Decided::Cards { zone, order } => {
                let cards: Vec<String> = order.iter().map(|card| self.card(card)).collect();
                let values = [("zone", self.pile(zone).into()), ("cards", cards.join(", ").into())];
                self.messages.with("chance-cards", &values)
            }
        }
    }

    fn refused(&self, undecided: &Undecided) -> String {
        match undecided {
            Undecided::NoPile(zone) => {
                self.messages.with("chance-no-pile", &[("zone", self.pile(zone).into())])
            }
            Undecided::NotThere(card) => {
                self.messages.with("chance-no-card", &[("card", self.card(card).into())])
            }
            Undecided::OtherOptions => self.messages.say("chance-options"),
        }
    }

    fn pile(&self, record: &str) -> String {
        let program = self.play.game().program();
        (self.words)(&view::pile_called(program, self.messages.lexicon(), record))
    }

    fn card(&self, record: &str) -> String {
        let program = self.play.game().program();
        (self.words)(&view::card_called(program, self.messages.lexicon(), record))
    }
}

/// The places where cards lie in one pile now, as they are shown.
fn piles(play: &Play, lexicon: &Lexicon) -> Phrase {
    let program = play.game().program();
    let is_pile = |instance: &InstanceId| {
        let mut slots = play.state().slots_of(program, *instance);
        program.zones[program.instances[*instance].zone].shape == Shape::Pile
            && slots.any(|slot| play.state().count_in(slot) > 0)
    };
    let piles = program.instances.ids().filter(is_pile);
    let called = |pile| view::pile_called(program, lexicon, &program.instance_name(pile));
    Phrase::join(piles.map(called), ", ")
}

/// The pile that has a card which nobody sees, as records call both.
fn pile_of(play: &Play, card: &str) -> Option<String> {
    let (program, state) = (play.game().program(), play.state());
    let has_it = |instance: &InstanceId| {
        let zone = &program.zones[program.instances[*instance].zone];
        let is_it = |one| program.cards[usize::from(one)].name == card;
        zone.shape == Shape::Pile
            && state.slots_of(program, *instance).any(|slot| state.cards_in(slot).iter().any(is_it))
    };
    let pile = program.instances.ids().find(has_it)?;
    Some(program.instance_name(pile))
}
