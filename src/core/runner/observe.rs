//! One game, looked at closely: what was offered and chosen, which cards came to whom, which
//! instructions ran. Costs several times as much as playing does, so it is a way of playing of its
//! own.

use super::stats::Histogram;
use crate::game::{Game, Named, Offer, OfferValue, Play};
use crate::program::Program;
use crate::program::ids::RowMark;
use crate::tabletop::ids::{IdVec, PhaseId};
use crate::value::{Card, Narrow, Seat, SeatSet};
use crate::vm::{Chosen, Event, PartScores};
use std::collections::{BTreeMap, BTreeSet};

/// What options are about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subject {
    Card(Card),
    /// An action by its name, or `pass` and `done`.
    Action(String),
    /// A word, number or flag that an action is given: `bid.suit=H`.
    Value(String),
}

/// How a subject fared in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Decisions in which an option was about it, and those in which such an option was taken.
    pub(crate) offered: u64,
    pub(crate) chosen: u64,
    /// The seats that took it.
    pub(crate) takers: SeatSet,
}

/// What was seen of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// How many options decisions had, those with a single one left out.
    pub(crate) options: Histogram,
    /// Single options, taken unasked.
    pub(crate) forced: u64,
    pub(crate) fates: BTreeMap<Subject, Fate>,
    /// For each card the seats that had it in a zone of their own.
    pub(crate) held: Vec<SeatSet>,
    /// How often each phase of the program was entered.
    pub(crate) entered: IdVec<PhaseId, u32>,
    /// Which instructions ran.
    pub(crate) ran: Vec<bool>,
    /// How the conditions of tables' rows came out: see [`Play::rows`].
    pub(crate) rows: IdVec<RowMark, u8>,
    /// What the scores were made of at the end.
    pub(crate) parts: Vec<PartScores>,
    /// Actions that were taken unasked.
    pub(crate) forced_actions: BTreeSet<String>,
}

impl Observed {
    pub(crate) fn begin(game: &Game) -> Observed {
        let program = game.program();
        let mut observed = Observed {
            options: Histogram::default(),
            forced: 0,
            fates: BTreeMap::new(),
            held: vec![SeatSet::EMPTY; program.cards.len()],
            entered: IdVec::new(),
            ran: Vec::new(),
            rows: IdVec::new(),
            parts: Vec::new(),
            forced_actions: BTreeSet::new(),
        };
        let owners = |at| program.owners(&program.instances[at]).unwrap_or_default();
        for start in &program.start_cards {
            let owners = owners(program.instance(start.zone, start.owner));
            start.cards.iter().for_each(|&card| observed.held[card.index()] |= owners);
        }
        observed
    }

    /// What has happened since the last look.
    pub(crate) fn happened(&mut self, program: &Program, events: &[Event]) {
        for event in events {
            if let Event::Move(moved) = event {
                self.held[moved.card.index()] |=
                    program.owners(&program.instances[moved.to]).unwrap_or_default();
            }
            if let Event::Forced { step, .. } = event {
                self.forced += 1;
                let begun = step.action(program).filter(|_| !step.goes_on());
                self.forced_actions.extend(begun.map(|action| action.name.clone()));
            }
        }
    }

    /// A seat's decision, and the option it takes; or the only one that it has, as in a window,
    /// where all are asked.
    pub(crate) fn decided(&mut self, play: &Play, seat: Seat, taken: usize) {
        let offers = play.offers(seat);
        if let [only] = &offers[..] {
            self.forced += 1;
            self.forced_actions.extend(only.action.clone());
        }
        if offers.len() < 2 {
            return;
        }
        self.options.add(offers.len().to_i64());
        let offered: BTreeSet<Subject> = offers.iter().flat_map(subjects).collect();
        for subject in offered {
            self.fates.entry(subject).or_default().offered += 1;
        }
        for subject in offers.get(taken).map(subjects).unwrap_or_default() {
            let fate = self.fates.entry(subject).or_default();
            fate.chosen += 1;
            fate.takers.insert(seat);
        }
    }
}

/// What an option is about, each once.
fn subjects(offer: &Offer) -> BTreeSet<Subject> {
    let action = match offer.choice.what {
        Chosen::Pass => Some("pass"),
        Chosen::Done => Some("done"),
        Chosen::Entry(_) => offer.action.as_deref(),
        Chosen::Member(_) | Chosen::Enough | Chosen::Further => None,
    };
    let values = offer
        .values
        .iter()
        .flat_map(|named| values(offer.action.as_deref().unwrap_or_default(), named));
    action.map(|action| Subject::Action(action.to_owned())).into_iter().chain(values).collect()
}

fn values(action: &str, named: &Named) -> Vec<Subject> {
    let value = |word: String| Subject::Value(format!("{action}.{}={word}", named.name));
    match &named.value {
        OfferValue::Card { card, .. } => card.map(Subject::Card).into_iter().collect(),
        OfferValue::Number(number) => vec![value(number.to_string())],
        OfferValue::Word(word) => vec![value(word.clone())],
        OfferValue::Flag(flag) => vec![value(flag.to_string())],
        OfferValue::Bag(words) => words.iter().map(|word| value(word.clone())).collect(),
        // Places and people are many and mean another thing in each game.
        OfferValue::Slot(_) | OfferValue::Seat(_) | OfferValue::Team(_) | OfferValue::None => {
            Vec::new()
        }
    }
}
