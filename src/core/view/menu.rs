//! What can be chosen, in words, and what each option points at.

use super::fold::folded;
use super::handles::Handles;
use super::model::{Left, Menu, Offered, Pointer, Reasons, Same};
use super::names::{Names, back};
use super::phrase::Phrase;
use super::places::mark_words;
use super::table::Table;
use crate::game::{Decision, Entry, Marked, Named, Offer, OfferValue, Pile, Play, Seen, Sight};
use crate::program::Action;
use crate::value::Card;
use crate::vm::Chosen;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};
use std::iter;

/// An option that is shown, as long as nobody has looked whether its words are another one's, too.
struct Kept<'o> {
    offer: &'o Offer,
    option: Offered,
}

/// What tells the cards of an option apart from those of others, beside their names.
#[derive(Clone, Copy)]
struct Apart {
    marks: bool,
    places: bool,
    numbers: bool,
}

impl Apart {
    const BY_NAME: Apart = Apart { marks: false, places: false, numbers: false };
}

/// The words for what can be chosen at a table.
struct Menus<'a> {
    names: &'a Names<'a>,
    table: &'a Table,
    /// The known cards as they lie there.
    lying: HashMap<Card, &'a Seen>,
    handles: &'a Handles,
    /// What the choice is called.
    prompt: &'a str,
}

/// Cards of a stack that an option names.
const MOST_SHOWN: usize = 3;

/// What a seat has to choose among. `table`, with the `handles` of what is hidden there: as the
/// seat sees it; `play`: the game that is looked at.
pub(crate) fn menu(
    names: &Names<'_>,
    decision: &Decision,
    sight: &Sight,
    (table, handles): (&Table, &Handles),
    play: &Play,
) -> Menu {
    let log = play.log();
    let menus =
        Menus { names, table, lying: table.known().collect(), handles, prompt: &decision.prompt };
    let options = menus.options(&decision.options);
    let begun = sight.committed.as_deref();
    let begun = begun.map(|begun| (names.label(begun), names.bare_label(begun)));
    // Of an action without values nothing has been chosen yet.
    let begun = begun.filter(|(begun, bare)| Some(begun) != bare.as_ref()).map(|(begun, _)| begun);
    Menu {
        prompt: prompt(names, decision, sight),
        begun,
        goes_on: goes_on(decision, log),
        left: left(names, decision),
        items: folded(&options),
        options,
        reasons: reasons(names, decision, &play.whys(decision.seat)),
    }
}

// ---- what is to be chosen

/// Whether a decision goes on with what this seat has just begun to choose: nothing has happened in
/// between.
fn goes_on(decision: &Decision, log: &[Entry]) -> bool {
    let before = log.iter().rev().find(|entry| !matches!(entry, Entry::Offer { .. }));
    let just_chose = matches!(before, Some(Entry::Choice { seat, .. }) if *seat == decision.seat);
    just_chose && decision.is_begun()
}

/// What the rules call the choice, or the phase in which it is made.
fn prompt(names: &Names<'_>, decision: &Decision, sight: &Sight) -> Phrase {
    let known = |name: &&str| names.program.texts.contains_key(*name);
    // An action of a menu of which no value has been chosen yet.
    let goes_on = decision.is_begun();
    let begun = sight.committed.as_deref().and_then(|begun| names.bare_label(begun));
    if let Some(begun) = begun.filter(|_| goes_on) {
        return begun;
    }
    let phases = sight.phases.iter().rev();
    let mut phases = phases.map(|(phase, _)| names.program.phases[*phase].name.as_str());
    // A phase within the one that the rules call the choice says more.
    let own = Some(decision.prompt.as_str()).filter(|own| phases.clone().all(|name| name != *own));
    let name = own.filter(known).or_else(|| phases.find(known));
    name.map(|name| names.bare_action(name)).unwrap_or_default()
}

/// `2 more`: of several things that are chosen one by one.
fn left(names: &Names<'_>, decision: &Decision) -> Option<Left> {
    let (least, most) = decision.left.filter(|(_, most)| *most > 0)?;
    let text = match (least, most) {
        (0, most) => names.lexicon.with("left-at-most", [("n", most.into())]),
        (least, most) if least == most => names.lexicon.with("left-exactly", [("n", most.into())]),
        (least, most) => {
            let values = [("least", least.into()), ("most", most.into())];
            names.lexicon.with("left-between", values)
        }
    };
    Some(Left { least, most, text })
}

/// What a choice asks for: each action that can be chosen, and the reasons that the rules give for
/// what cannot now.
fn reasons(names: &Names<'_>, decision: &Decision, whys: &[(&str, Vec<String>)]) -> Vec<Reasons> {
    let offered =
        |action: &&Action| decision.options.iter().any(|o| o.action.as_ref() == Some(&action.name));
    let of_action = |action: &Action| {
        let own = whys.iter().filter(|(name, _)| *name == action.name).flat_map(|(_, whys)| whys);
        let mut told: Vec<String> = Vec::new();
        for why in own.map(|why| names.text(why).into_string()) {
            if !told.contains(&why) {
                told.push(why);
            }
        }
        Reasons { action: names.bare_action(&action.name), whys: told }
    };
    names.program.actions.iter().filter(offered).map(of_action).collect()
}

// ---- the options

impl Menus<'_> {
    /// The options without those that differ from an earlier one only in which of several equal
    /// cards they name: two equal cards of a hand are one choice for a person.
    fn options(&self, offers: &[Offer]) -> Vec<Offered> {
        let mut kept: Vec<(usize, Vec<Same>)> = Vec::new();
        let mut like: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, offer) in self.in_order(offers) {
            let mut like = self.likeness(offer).map(|of| like.entry(of).or_default());
            let is_twin = |at: &&usize| self.are_twins(&offers[kept[**at].0], offer);
            match like.iter().flat_map(|like| like.iter()).find(is_twin) {
                Some(&at) => kept[at].1.push(Same { index, label: offer.label.clone() }),
                None => {
                    like.iter_mut().for_each(|like| like.push(kept.len()));
                    kept.push((index, Vec::new()));
                }
            }
        }
        let kept: Vec<Kept> =
            kept.into_iter().map(|(index, same)| self.kept(index, same, offers)).collect();
        let texts: Vec<String> = kept.iter().map(|one| one.option.text.text()).collect();
        let mut by_text: HashMap<&str, SmallVec<[&Offer; 1]>> = HashMap::new();
        for (one, text) in kept.iter().zip(&texts) {
            by_text.entry(text).or_default().push(one.offer);
        }
        by_text.retain(|_, alike| alike.len() > 1);
        let ways: HashMap<&str, Apart> =
            by_text.into_iter().map(|(text, alike)| (text, self.apart(&alike))).collect();
        let told = |(one, text): (Kept<'_>, &String)| match ways.get(text.as_str()) {
            Some(&apart) => {
                let Offered { index, same, .. } = one.option;
                Offered { index, same, ..self.offered(one.offer, apart) }
            }
            None => one.option,
        };
        kept.into_iter().zip(&texts).map(told).collect()
    }

    /// The offers with their numbers, in the order in which their cards lie on the table: a hand
    /// that the layout sorts is read beside its list. What is no card stays as it was offered,
    /// behind what is chosen before it.
    fn in_order<'o>(&self, offers: &'o [Offer]) -> Vec<(usize, &'o Offer)> {
        let table = self.table.zones.iter().flat_map(|zone| &zone.slots);
        let cards = table.flat_map(|slot| &slot.cards).filter_map(|seen| seen.card);
        let mut places = vec![None; self.names.program.cards.len()];
        cards.enumerate().for_each(|(place, card)| places[card.index()] = Some(place));
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut first = |words: String| {
            let next = seen.len();
            *seen.entry(words).or_insert(next)
        };
        let mut actions: Vec<&Option<String>> = Vec::new();
        let mut number = |action| match actions.iter().position(|&known| known == action) {
            Some(number) => number,
            None => {
                actions.push(action);
                actions.len() - 1
            }
        };
        let mut ordered: Vec<(usize, &Offer)> = offers.iter().enumerate().collect();
        ordered.sort_by_cached_key(|(_, offer)| {
            let action = (true, number(&offer.action));
            let place = |value: &OfferValue| match value {
                OfferValue::Card { card: Some(card), .. } => places[card.index()],
                _ => None,
            };
            let values =
                offer.values.iter().enumerate().map(|(i, value)| match place(&value.value) {
                    Some(place) => (false, place),
                    None => (true, first(format!("{:?} {:?}", offer.action, &offer.values[..=i]))),
                });
            iter::once(action).chain(values).collect::<SmallVec<[(bool, usize); 4]>>()
        });
        ordered
    }

    fn kept<'o>(&self, index: usize, same: Vec<Same>, offers: &'o [Offer]) -> Kept<'o> {
        let offer = &offers[index];
        Kept { offer, option: Offered { index, same, ..self.offered(offer, Apart::BY_NAME) } }
    }

    /// How options of the same words are told apart: by the marks or the places of their cards, as
    /// far as these differ; those that are still the same are numbered.
    fn apart(&self, alike: &[&Offer]) -> Apart {
        let different = |apart: Apart| {
            let texts = alike.iter().map(|offer| self.offered(offer, apart).text.text());
            texts.collect::<HashSet<String>>().len()
        };
        let (mut best, mut most) = (Apart::BY_NAME, 1);
        for (marks, places) in [(true, false), (false, true), (true, true)] {
            let way = Apart { marks, places, numbers: false };
            let count = different(way);
            if count > most {
                (best, most) = (way, count);
            }
        }
        Apart { numbers: most < alike.len(), ..best }
    }

    /// What twins have in common: the action and the print of its cards. What names no card has no
    /// twin.
    fn likeness<'o>(&self, offer: &'o Offer) -> Option<(Option<&'o str>, Vec<Option<Card>>)> {
        let print = |named: &Named| match &named.value {
            OfferValue::Card { card, .. } => {
                Some(card.map(|card| self.names.program.first_copy(card)))
            }
            _ => None,
        };
        let prints: Vec<Option<Card>> = offer.values.iter().filter_map(print).collect();
        (!prints.is_empty()).then_some((offer.action.as_deref(), prints))
    }

    fn are_twins(&self, one: &Offer, other: &Offer) -> bool {
        let alike =
            std::mem::discriminant(&one.choice.what) == std::mem::discriminant(&other.choice.what);
        if !alike || one.action != other.action || one.values.len() != other.values.len() {
            return false;
        }
        let pairs: Vec<(&OfferValue, &OfferValue)> =
            one.values.iter().zip(&other.values).map(|(a, b)| (&a.value, &b.value)).collect();
        // The same card twice is not the same as two equal ones.
        let same_card_twice =
            |i: usize, j: usize| (pairs[i].0 == pairs[j].0) == (pairs[i].1 == pairs[j].1);
        pairs.iter().all(|(a, b)| a == b || self.are_equal_cards(a, b))
            && (0..pairs.len()).all(|i| (0..i).all(|j| same_card_twice(i, j)))
    }

    /// Two cards with the same print and the same marks in the same place.
    fn are_equal_cards(&self, one: &OfferValue, other: &OfferValue) -> bool {
        let (
            OfferValue::Card { card: Some(a), place, .. },
            OfferValue::Card { card: Some(b), place: there, .. },
        ) = (one, other)
        else {
            return false;
        };
        let (Some(x), Some(y)) = (self.lying.get(a), self.lying.get(b)) else { return false };
        place == there
            && self.names.are_copies(*a, *b)
            && x.marks == y.marks
            && x.face_up == y.face_up
    }

    fn offered(&self, offer: &Offer, apart: Apart) -> Offered {
        let names = self.names;
        let numbered =
            |text: Phrase| if apart.numbers { numbered(text, &offer.label) } else { text };
        let values: Vec<(&str, Phrase)> = offer
            .values
            .iter()
            .map(|named| (named.name.as_str(), self.value(&named.value, apart)))
            .collect();
        let called = |action: &&Action| offer.action.as_ref() == Some(&action.name);
        let given = names.program.actions.iter().find(called).map_or_else(Vec::new, |action| {
            names.given(action, &offer.given, &names.text(&action.name))
        });
        let alone = Phrase::join(values.iter().map(|(_, value)| value.clone()), ", ");
        let text = match (offer.choice.what, &offer.action) {
            (Chosen::Pass, _) => names.way_out("pass", self.prompt),
            (Chosen::Done, _) => names.way_out("done", self.prompt),
            (Chosen::Enough, _) => names.text("enough").into(),
            (Chosen::Entry(_), Some(action)) => {
                let mut told = values.clone();
                told.extend(given.iter().map(|(name, value)| (name.as_str(), value.clone())));
                numbered(names.action(action, &told))
            }
            (Chosen::Member(_) | Chosen::Further, _) if !values.is_empty() => {
                numbered(alone.clone())
            }
            (Chosen::Entry(_) | Chosen::Member(_) | Chosen::Further, _) => {
                names.label(&offer.label)
            }
        };
        let whole = offer.action.as_ref().filter(|_| matches!(offer.choice.what, Chosen::Entry(_)));
        let mut parts: Vec<Phrase> = match whole {
            Some(_) => values.iter().map(|(_, value)| value.clone()).collect(),
            None => Vec::new(),
        };
        let opens = whole.into_iter().flat_map(|action| {
            let values = &values;
            (1..=values.len()).map(move |n| names.action(action, &values[..n]))
        });
        let opens = opens.collect();
        if let Some(last) = parts.last_mut() {
            *last = numbered(last.clone());
        }
        let last = offer.values.last();
        let last = last.filter(|_| offer.values.len() == 1 + usize::from(whole.is_some()));
        Offered {
            index: 0,
            label: offer.label.clone(),
            text,
            parts,
            opens,
            alone,
            cell: last.and_then(|named| self.cell(&named.value)),
            points: offer.values.iter().filter_map(|named| self.pointer(named)).collect(),
            same: Vec::new(),
        }
    }

    /// The row and the column of a cell of a board with rows.
    fn cell(&self, value: &OfferValue) -> Option<(u16, u16)> {
        let OfferValue::Slot(place) = value else { return None };
        let (row, column) = self.names.cell_of_board(place)?;
        Some((row.parse().ok()?, column.parse().ok()?))
    }

    fn value(&self, value: &OfferValue, apart: Apart) -> Phrase {
        let names = self.names;
        match value {
            OfferValue::Card { card: Some(card), place, .. } => self.card(*card, place, apart),
            OfferValue::Card { card: None, place, height } => {
                let place = names.place_named(place, true).unwrap_or_else(|| place.clone().into());
                match height {
                    Some(n) => {
                        let values = [("place", place.into()), ("n", (*n).into())];
                        names.lexicon.with("card-in-at", values)
                    }
                    None => names.lexicon.with("card-in", [("place", place.into())]),
                }
            }
            OfferValue::Slot(place) => self.slot(place),
            OfferValue::Number(number) => super::names::number(*number),
            OfferValue::Word(word) => names.rule_word(word),
            OfferValue::Seat(seat) => names.seat(*seat),
            OfferValue::Team(team) => names.team(*team),
            OfferValue::Flag(flag) => names.flag(*flag),
            OfferValue::Bag(words) => names.bag(words.iter().map(|word| names.rule_word(word))),
            OfferValue::None => names.lexicon.say("none"),
        }
    }

    /// A known card, with what tells it apart from others of its name.
    fn card(&self, card: Card, place: &str, apart: Apart) -> Phrase {
        let mut named = self.names.choosable(card);
        if apart.marks {
            let marks = self.lying.get(&card).map_or(&[][..], |seen| &seen.marks);
            let drawn =
                |mark: &&Marked| self.names.program.drawing.marks[mark.mark].display().is_drawn();
            let words = marks.iter().filter(drawn).map(|mark| mark_words(self.names, mark));
            let words = Phrase::join(words, ", ");
            if !words.is_empty() {
                named = named.then(" [").then(words).then("]");
            }
        }
        if apart.places
            && let Some(place) = self.names.place_named(place, true)
        {
            named = named.then(" (").then(place).then(")");
        }
        named
    }

    /// A place on the table, and what is known to lie there.
    fn slot(&self, place: &str) -> Phrase {
        let names = self.names;
        let name = names.place_named(place, true).unwrap_or_else(|| place.into());
        let pile = self.pile(place);
        let cards = || pile.iter().flat_map(|pile| &pile.cards);
        if let Some(number) = names.row_number(place).filter(|_| pile.is_some()) {
            let shown = cards().map(|c| c.card.map_or_else(back, |card| names.card(card)));
            return Phrase::join(shown, "+").then(" (").then(number).then(")");
        }
        let known: Vec<Phrase> =
            cards().filter_map(|c| c.card).map(|card| names.card(card)).collect();
        let shown = match known.as_slice() {
            [] => return name,
            // Of a high stack the top is what counts; the others lie on the table for all to see.
            [.., top] if known.len() > MOST_SHOWN => Phrase::signed("…+", "...+").then(top.clone()),
            [..] => Phrase::join(known, "+"),
        };
        name.then(" (").then(shown).then(")")
    }

    /// What lies in a place, by its name.
    fn pile(&self, place: &str) -> Option<&Pile> {
        let (instance, number) = self.names.find_place(place)?;
        let index = match number {
            "" => self.names.zone(instance).is_single().then_some(0),
            number => self.names.index_of(instance, number),
        };
        self.table.zones[instance].slots.get(usize::from(index?))
    }

    // ---- what they point at

    fn pointer(&self, named: &Named) -> Option<Pointer> {
        Some(match &named.value {
            OfferValue::Card { card: Some(card), .. } => {
                Pointer::Card(self.handles.card(self.names, *card))
            }
            OfferValue::Card { card: None, place, height } => self.hidden(place, *height)?,
            OfferValue::Slot(place) => self.place(place)?,
            OfferValue::Number(number) => Pointer::Number(*number),
            OfferValue::Word(word) => Pointer::Word(word.clone()),
            OfferValue::Seat(seat) => Pointer::Player(seat.shown()),
            OfferValue::Team(team) => Pointer::Team(team.shown()),
            OfferValue::Flag(flag) => Pointer::Flag(*flag),
            OfferValue::Bag(words) => Pointer::Word(words.join("+")),
            OfferValue::None => return None,
        })
    }

    fn place(&self, place: &str) -> Option<Pointer> {
        let (instance, number) = self.names.find_place(place)?;
        Some(Pointer::Place(instance, self.names.index_of(instance, number)))
    }

    /// A card that the chooser does not know, by its number in its place.
    fn hidden(&self, place: &str, height: Option<usize>) -> Option<Pointer> {
        let (instance, _) = self.names.find_place(place)?;
        Some(Pointer::Handle(self.handles.name(instance, place, height.unwrap_or(1))))
    }
}

/// Options whose words are the same are numbered in their labels (`play 9H~2`), and so in their
/// texts where nothing else tells them apart.
fn numbered(text: Phrase, label: &str) -> Phrase {
    match label.rsplit_once('~') {
        Some((_, number)) if number.parse::<u32>().is_ok() => text.then(format!(" ({number})")),
        Some(_) | None => text,
    }
}
