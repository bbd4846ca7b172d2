//! What a seat is offered: each option in words, and in values for whoever wants to show it better.

use crate::program::code::Site;
use crate::program::{Action, Domain, Parameter, Program, ValueKind};
use crate::value::{Card, NONE, Narrow, Seat, Slot, TeamId};
use crate::vm::label::StepValue;
use crate::vm::{Choice, Chosen, Stage, State, bag_words, label};
use compact_str::{CompactString, format_compact};
use std::collections::HashSet;

/// A choice that a seat has to make, or one step of a longer one.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub seat: Seat,
    /// The number of the offer in the record, rising.
    pub number: u64,
    /// What the rules call it: a name or a sentence to look up in [`Program::text`].
    pub prompt: String,
    /// Of several things that are chosen one by one: how many more there have to be, and how many
    /// more there can be.
    pub left: Option<(usize, usize)>,
    /// At least one.
    pub options: Vec<Offer>,
}

impl Decision {
    /// Whether it goes on with a choice that has been begun.
    pub fn is_begun(&self) -> bool {
        let goes_on = |offer: &Offer| {
            matches!(offer.choice.what, Chosen::Member(_) | Chosen::Enough | Chosen::Further)
        };
        self.options.iter().any(goes_on)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// As in records, different for each option of a decision: `play 2H`, `pass`.
    pub label: String,
    pub choice: Choice,
    /// `None` for a pass and for the end of a menu.
    pub action: Option<String>,
    /// What this very step chooses, in the order of the action's parameters.
    pub values: Vec<Named>,
    /// What the caller gives the action, as far as everybody can work it out. Only of a
    /// [decision](Decision).
    pub given: Box<[StepValue]>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The parameter's name.
    pub name: String,
    pub value: OfferValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OfferValue {
    /// Without a card when the chooser knows only where it lies. The place is as in records:
    /// `hand.1`. Of several cards there that the chooser does not know, `height` says which: 1 is
    /// the undermost.
    Card {
        card: Option<Card>,
        place: String,
        height: Option<usize>,
    },
    Slot(String),
    Number(i32),
    Word(String),
    Seat(Seat),
    Team(TeamId),
    Flag(bool),
    Bag(Vec<String>),
    None,
}

/// Makes the offers of one seat.
pub(super) struct Offers<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) site: &'a Site,
    pub(crate) seat: Seat,
}

impl Offers<'_> {
    pub(crate) fn offer(&self, choice: &Choice, label: String) -> Offer {
        let (action, values) = match choice.what {
            Chosen::Pass | Chosen::Done => (None, Vec::new()),
            Chosen::Entry(entry) => {
                let action =
                    self.site.menu.get(usize::from(entry)).map(|e| &self.program.actions[e.action]);
                (action, action.map(|action| self.scalars(action, 0, choice)).unwrap_or_default())
            }
            Chosen::Further => self.begun(|action, next| self.scalars(action, next, choice)),
            Chosen::Member(one) => self.begun(|action, next| self.member(action, next, one)),
            Chosen::Enough => self.begun(|_, _| Vec::new()),
        };
        let action = action.map(|action| action.name.clone());
        Offer { label, choice: *choice, action, values, given: Box::default() }
    }

    fn begun(
        &self,
        values: impl Fn(&Action, usize) -> Vec<Named>,
    ) -> (Option<&Action>, Vec<Named>) {
        match self.state.begun(self.program, self.seat) {
            Some(Stage { action, index }) => (Some(action), values(action, index)),
            None => (None, Vec::new()),
        }
    }

    fn scalars(&self, action: &Action, next: usize, choice: &Choice) -> Vec<Named> {
        action
            .chosen(next)
            .zip(&choice.values[..usize::from(choice.count)])
            .map(|(p, &value)| self.named(p, value))
            .collect()
    }

    fn member(&self, action: &Action, next: usize, one: u16) -> Vec<Named> {
        action.parameters.get(next).map(|p| self.named(p, i32::from(one))).into_iter().collect()
    }

    fn named(&self, parameter: &Parameter, value: i32) -> Named {
        let value = match parameter.domain {
            Domain::Bag { .. } => OfferValue::Bag(
                bag_words(value).iter().map(|&one| self.word(parameter.kind, one)).collect(),
            ),
            Domain::Given(..)
            | Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Family(_) => self.value(parameter.kind, value),
        };
        Named { name: parameter.name.clone(), value }
    }

    fn value(&self, kind: ValueKind, value: i32) -> OfferValue {
        match kind {
            _ if value == NONE => OfferValue::None,
            ValueKind::Number => OfferValue::Number(value),
            ValueKind::Flag => OfferValue::Flag(value == 1),
            ValueKind::Word(_) | ValueKind::Text => OfferValue::Word(self.word(kind, value)),
            ValueKind::Card => self.card(Card::from_number(value.to_u16())),
            ValueKind::Slot => OfferValue::Slot(self.word(kind, value)),
            ValueKind::Player => OfferValue::Seat(Seat::from_number(value.to_u8())),
            ValueKind::Team => OfferValue::Team(TeamId::from_number(value.to_u8())),
        }
    }

    fn card(&self, card: Card) -> OfferValue {
        let m = &self.program.memory;
        let slot = self.state.slot_of(card);
        let place = slot.map(|slot| label::slot(self.program, self.state, slot));
        let known = self.state.knows(m, self.seat, card).then_some(card);
        let height = slot.filter(|_| known.is_none()).and_then(|slot| self.height(slot, card));
        OfferValue::Card { card: known, place: place.unwrap_or_default(), height }
    }

    /// Which of several cards of a slot it is.
    fn height(&self, slot: Slot, card: Card) -> Option<usize> {
        if self.state.count_in(slot) < 2 {
            return None;
        }
        Some(self.state.number_in_slot(self.program, self.seat, card) + 1)
    }

    fn word(&self, kind: ValueKind, value: i32) -> String {
        label::value(self.program, self.state, kind, value, Some(self.seat))
    }
}

/// Tells options apart whose words are the same, so that a label always means one option: `play
/// 9H`, `play 9H~2`. The ways out keep their words: a card that is called `enough` is `enough~2`.
pub(super) fn tell_apart(labels: &mut [CompactString], choices: &[Choice]) {
    if labels.iter().collect::<HashSet<_>>().len() == labels.len() {
        return;
    }
    let mut taken = HashSet::with_capacity(labels.len());
    let is_way_out = |choice: &Choice| match choice.what {
        Chosen::Pass | Chosen::Done | Chosen::Enough => true,
        Chosen::Entry(_) | Chosen::Member(_) | Chosen::Further => false,
    };
    let mut order: Vec<(&mut CompactString, bool)> =
        labels.iter_mut().zip(choices).map(|(label, choice)| (label, is_way_out(choice))).collect();
    order.sort_by_key(|(_, is_way_out)| !is_way_out);
    for (label, _) in order {
        let mut number = 2;
        let mut name = label.clone();
        while !taken.insert(name.clone()) {
            name = format_compact!("{label}~{number}");
            number += 1;
        }
        *label = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_decision_differ() {
        let mut labels = ["a", "b", "a", "a", "a~2", "enough", "enough"].map(CompactString::from);
        let card = Choice { what: Chosen::Member(0), ..Choice::PASS };
        let enough = Choice { what: Chosen::Enough, ..Choice::PASS };
        tell_apart(&mut labels, &[card, card, card, card, card, card, enough]);
        assert_eq!(labels, ["a", "b", "a~2", "a~3", "a~2~2", "enough~2", "enough"]);
    }
}
