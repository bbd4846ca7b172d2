//! What lies on the table: variables, pawns, zones with their cards, marks, and the place of each
//! in a state's memory.

use super::decks::{MOST_CARDS, select_cards};
use super::unknown_type;
use crate::diagnostic::Diagnostic;
use crate::layout::is_list;
use crate::layout::model::{
    Layout, Literal, MarkOf, ValueType, VariableDefinition, VariablePer, ZoneDefinition,
};
use crate::lower::names::Meaning;
use crate::lower::{Lowering, Role, Thing};
use crate::program::{
    Instance, Keys, Mark, Program, SlotInfo, StartCards, ValueKind, Variable, WordList, Zone,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Expr, ExprKind};
use crate::tabletop::ids::{AttributeId, DeckId, OwnerId, WordListId, ZoneId};
use crate::tabletop::{Per, Shape, Viewers};
use crate::value::{Bits, Card, NONE, Narrow, Slot};
use std::collections::BTreeMap;

/// Words of stack for a game in which something may run itself: it gets no further.
const STACK: usize = 2048;

// ----------------------------------------------------------------------------------------------
// variables and pawns

pub(crate) fn declare_variables(low: &mut Lowering, layout: &Layout) {
    let most_seats = layout
        .seats
        .as_ref()
        .and_then(|seats| seats.node.iter().max())
        .map_or(0, |&most| usize::from(most));
    for (name, definition) in &layout.variables {
        let kind = definition.kind.as_ref().map(|kind| (&kind.node, kind.span));
        let Some((kind, bag)) =
            kind.and_then(|(kind, span)| value_kind(low, &name.node, kind, span))
        else {
            low.names.doubt(&name.node);
            continue;
        };
        let Some(keyed) = keyed(low, definition, most_seats) else {
            low.names.doubt(&name.node);
            continue;
        };
        let defaults = defaults(low, definition, (kind, bag), keyed, name.span);
        let Keyed { keys, owners, .. } = keyed;
        let variable = Variable {
            name: name.node.clone(),
            keys,
            kind,
            bag,
            pawn: false,
            at: 0,
            owners,
            defaults,
            fixed: definition.fixed.is_some(),
            resets: None,
            text: definition.text.clone().unwrap_or_default(),
        };
        add_variable(low, variable, name);
    }
    for (name, definition) in &layout.pawns {
        let per = definition.per.as_ref().map_or(Per::Table, |per| per.node);
        let owners = owners(low, per);
        let variable = Variable {
            name: name.node.clone(),
            keys: Keys::Owners(per),
            kind: ValueKind::Slot,
            bag: false,
            pawn: true,
            at: 0,
            owners,
            defaults: vec![NONE; owners as usize],
            fixed: false,
            resets: None,
            text: Default::default(),
        };
        add_variable(low, variable, name);
    }
}

/// Where pawns stand; the zones are known by now.
pub(crate) fn place_pawns(low: &mut Lowering, layout: &Layout) {
    for (name, definition) in &layout.pawns {
        let Some(place) = &definition.zone else { continue };
        let Some(Meaning::Zone(zone)) = low.names.get(&place.node) else {
            let zones = low.program.zones.iter().map(|zone| zone.name.clone()).collect();
            low.unknown("unknown-zone", "zone", &place.node, place.span, zones);
            continue;
        };
        if let Some(Meaning::Variable(pawn)) = low.names.get(&name.node) {
            low.pawn_zones.insert(pawn, zone);
        }
    }
}

/// What a variable has a value for each of.
#[derive(Clone, Copy)]
struct Keyed {
    keys: Keys,
    /// How many values it has, and may be given: those of the most players that the game is for.
    owners: u8,
    most: usize,
}

/// What a variable has a value for each of, in a game for `most_seats` players at most.
fn keyed(low: &mut Lowering, definition: &VariableDefinition, most_seats: usize) -> Option<Keyed> {
    let counted = |keys, owners| Keyed { keys, owners, most: owners.into() };
    let Some(Spanned { node: per, span }) = &definition.per else {
        return Some(counted(Keys::TABLE, 1));
    };
    let list = match per {
        VariablePer::Owner(Per::Player) => {
            let owners = owners(low, Per::Player);
            let most = most_seats.max(owners.into());
            return Some(Keyed { keys: Keys::Owners(Per::Player), owners, most });
        }
        VariablePer::Owner(per) => return Some(counted(Keys::Owners(*per), owners(low, *per))),
        VariablePer::List(list) => list,
    };
    let Some(list) = list_called(low, list) else {
        let others = ["table", "player", "team"];
        unknown_type(low, list, ("no list that the game has", &others), *span);
        return None;
    };
    let words = low.program.lists[list].words.len();
    match u8::try_from(words) {
        Ok(0) => {
            let message = "expected a list with words, found one without";
            low.report(Diagnostic::error("wrong-type", *span, message));
            None
        }
        Ok(words) => Some(counted(Keys::Words(list), words)),
        Err(_) => {
            let message = format!("expected a list of at most {} words, found {words}", u8::MAX);
            low.report(Diagnostic::error("wrong-type", *span, message));
            None
        }
    }
}

pub(crate) fn owners(low: &Lowering, per: Per) -> u8 {
    match per {
        Per::Table => 1,
        Per::Team => low.program.teams,
        Per::Player => low.program.seats,
    }
}

fn add_variable(low: &mut Lowering, mut variable: Variable, name: &Spanned<String>) {
    variable.at = low.program.memory.nums.to_u32();
    low.program.memory.nums += usize::from(variable.owners) * variable.words().to_usize();
    let id = low.program.variables.push(variable);
    if let Some(problem) = low.names.declare(&name.node, Meaning::Variable(id), name.span) {
        low.report(problem);
    }
}

/// What variables and marks can be, apart from words of a list.
const TYPES: [&str; 5] = ["flag", "number", "player", "team", "card"];

/// A layout's type; whether it is a bag.
fn value_kind(
    low: &mut Lowering,
    name: &str,
    kind: &ValueType,
    span: Span,
) -> Option<(ValueKind, bool)> {
    Some(match kind {
        ValueType::Flag => (ValueKind::Flag, false),
        ValueType::Number => (ValueKind::Number, false),
        ValueType::Player => (ValueKind::Player, false),
        ValueType::Team => (ValueKind::Team, false),
        ValueType::Card => (ValueKind::Card, false),
        ValueType::Word(list) => (ValueKind::Word(list_number(low, list, span)?), false),
        ValueType::Bag(list) => {
            let known = list_called(low, list);
            if known.is_none() {
                unknown_type(low, list, ("no list, and a bag is of words", &[]), span);
            }
            (ValueKind::Word(known?), true)
        }
        ValueType::WordAlso(list, also) => {
            let list = list_number(low, list, span)?;
            let mut words = low.program.lists[list].words.clone();
            words.extend(also.iter().map(|word| word.node.clone()));
            low.program.lists.push(WordList { name: name.to_string(), words });
            (ValueKind::Word(WordListId::new(low.program.lists.len() - 1)), false)
        }
    })
}

/// The list that a type names.
fn list_number(low: &mut Lowering, name: &str, span: Span) -> Option<WordListId> {
    let list = list_called(low, name);
    if list.is_none() {
        unknown_type(low, name, ("no type and no list", &TYPES), span);
    }
    list
}

/// A list by its name; a suit is a word of `suits`.
pub(super) fn list_called(low: &Lowering, name: &str) -> Option<WordListId> {
    low.program.lists.find(|list| is_list(&list.name, name))
}

fn defaults(
    low: &mut Lowering,
    definition: &VariableDefinition,
    (kind, bag): (ValueKind, bool),
    keyed: Keyed,
    span: Span,
) -> Vec<i32> {
    if let Some(fixed) = &definition.fixed {
        return fixed_values(low, fixed, kind, keyed);
    }
    let value = match &definition.default {
        Some(_) if bag => {
            low.report(Diagnostic::error("wrong-default", span, "a bag begins empty"));
            0
        }
        Some(value) => literal(low, value, kind),
        None if bag || matches!(kind, ValueKind::Flag | ValueKind::Number) => 0,
        None => NONE,
    };
    vec![value; usize::from(keyed.owners)]
}

/// The values that are written for each owner. A game for several numbers of players gives those
/// of the most; the first players take theirs.
fn fixed_values(
    low: &mut Lowering,
    fixed: &Spanned<Vec<Spanned<Literal>>>,
    kind: ValueKind,
    Keyed { keys, owners, most }: Keyed,
) -> Vec<i32> {
    let (found, owners) = (fixed.node.len(), usize::from(owners));
    if !(owners..=most).contains(&found) {
        let for_each = match keys {
            Keys::TABLE => String::new(),
            Keys::Owners(Per::Team) => ", one for each team".to_owned(),
            Keys::Owners(_) => ", one for each player".to_owned(),
            Keys::Words(list) => {
                format!(", one for each word of `{}`", low.program.lists[list].name)
            }
        };
        let values = if most == 1 { "value" } else { "values" };
        let message = format!("expected {most} {values}{for_each}, found {found}");
        low.report(Diagnostic::error("wrong-fixed", fixed.span, message));
    }
    let mut values: Vec<i32> = fixed.node.iter().map(|value| literal(low, value, kind)).collect();
    values.resize(owners, NONE);
    values
}

fn literal(low: &mut Lowering, value: &Spanned<Literal>, kind: ValueKind) -> i32 {
    let found = match (&value.node, kind) {
        (value, ValueKind::Flag) => value.as_flag().map(i32::from),
        (Literal::Number(n), ValueKind::Number) => Some(*n),
        (Literal::Number(n), ValueKind::Player) => {
            return numbered(low, *n, ("player", low.program.seats), value.span);
        }
        (Literal::Number(n), ValueKind::Team) => {
            return numbered(low, *n, ("team", low.program.teams), value.span);
        }
        (Literal::Word(word), _) if word == "none" => Some(NONE),
        (Literal::Word(word), ValueKind::Word(_) | ValueKind::Number) => {
            low.word(word, Some(kind)).map(|(value, _)| value)
        }
        _ => None,
    };
    match found {
        Some(value) => value,
        None => {
            let wanted = crate::lower::value::one(kind, &low.program.lists);
            low.report(Diagnostic::error(
                "wrong-type",
                value.span,
                format!("{wanted} is wanted here"),
            ));
            NONE
        }
    }
}

/// A player or a team by its number: of `what` there are so many.
fn numbered(low: &mut Lowering, number: i32, (what, count): (&str, u8), span: Span) -> i32 {
    if (1..=i32::from(count)).contains(&number) {
        return number - 1;
    }
    let message = format!("there is no {what} {number}: they go from 1 to {count}");
    low.report(Diagnostic::error("out-of-range", span, message));
    NONE
}

// ----------------------------------------------------------------------------------------------
// zones

pub(crate) fn declare_zones(low: &mut Lowering, layout: &Layout, decks: &BTreeMap<String, Bits>) {
    hold_cards(low, layout, decks);
    for (name, definition) in &layout.zones {
        add_zone(low, name, definition);
    }
    pool(low);
    sets(low);
}

fn add_zone(low: &mut Lowering, name: &Spanned<String>, definition: &ZoneDefinition) {
    let per = definition.per.as_ref().map_or(Per::Table, |per| per.node);
    let (shape, slots) = shape_of(low, definition);
    let seen_by = definition.seen_by.as_ref().map(|seen| seen.node);
    let (up, down) = seen_by.map_or((Viewers::All, Viewers::All), |seen| (seen.up, seen.down));
    let owners = owners(low, per);
    let capacity = match (&shape, definition.capacity.as_ref()) {
        (Shape::One, capacity) => {
            if let Some(capacity) = capacity.filter(|capacity| capacity.node != 1) {
                let message = "a place of shape `one` is for a single card";
                let problem = Diagnostic::error("conflicting-keys", capacity.span, message);
                low.report(problem.help("a `pile` or a `set` may have a `capacity`"));
            }
            Some(1)
        }
        (_, Some(capacity)) => Some(capacity.node.clamp(1, MOST_CARDS.to_i32()) as u16),
        (_, None) => None,
    };
    let zone = low.program.zones.next_id();
    let first_instance = low.program.instances.next_id();
    for owner in (0..owners).map(OwnerId::from_number) {
        add_instance(low, zone, owner, &shape, slots, name.span);
    }
    let sort = sort_keys(low, definition);
    low.program.zones.push(Zone {
        name: name.node.clone(),
        per,
        shape,
        up,
        down,
        capacity,
        first_instance,
        owners,
        sort,
        refill: None,
    });
    if let Some(problem) = low.names.declare(&name.node, Meaning::Zone(zone), name.span) {
        low.report(problem);
    }
}

/// The shape of a zone, and how many slots each of its owners has from the beginning.
fn shape_of(low: &mut Lowering, definition: &ZoneDefinition) -> (Shape, usize) {
    let Some(shape) = &definition.shape else { return (Shape::Set, 1) };
    let slots = match &shape.node {
        Shape::Set | Shape::Pile | Shape::One => 1,
        Shape::Row => 0,
        Shape::Slots(n) => usize::from(*n),
        Shape::Grid(rows, columns) => usize::from(*rows) * usize::from(*columns),
        Shape::List(list) => match low.program.lists.iter().find(|known| known.name == *list) {
            Some(list) => list.words.len(),
            None => {
                unknown_shape(low, list, shape.span);
                return (Shape::Pile, 1);
            }
        },
    };
    (shape.node.clone(), slots)
}

fn unknown_shape(low: &mut Lowering, name: &str, span: Span) {
    let lists = low.program.lists.iter().map(|list| list.name.clone());
    let known: Vec<String> =
        ["set", "pile", "one", "row"].map(String::from).into_iter().chain(lists).collect();
    let problem =
        Diagnostic::error("unknown-list", span, format!("`{name}` is no shape and no list"));
    low.report(problem.did_you_mean(name, known.iter().map(String::as_str)));
}

fn add_instance(
    low: &mut Lowering,
    zone: ZoneId,
    owner: OwnerId,
    shape: &Shape,
    slots: usize,
    span: Span,
) {
    let first = low.program.slots.len();
    if first + slots > MOST_PLACES {
        let message = format!("the zones have more than {MOST_PLACES} slots in all");
        low.report(Diagnostic::error("too-many-slots", span, message));
        return;
    }
    let instance = low.program.instances.next_id();
    let row = matches!(shape, Shape::Row).then(|| {
        low.program.memory.rows += 1;
        low.program.memory.rows.to_u16() - 1
    });
    for index in 0..slots {
        low.program.slots.push(SlotInfo::new(instance, index.to_u16()));
    }
    let columns = match shape {
        Shape::Grid(_, columns) => Some(*columns),
        _ => None,
    };
    low.program.instances.push(Instance {
        zone,
        owner,
        first_slot: Slot::new(first),
        slots: slots.to_u16(),
        cards_at: 0,
        row,
        columns,
    });
}

fn sort_keys(low: &mut Lowering, definition: &ZoneDefinition) -> Vec<AttributeId> {
    let mut keys = Vec::new();
    for name in &definition.sort {
        match low.names.get(&name.node) {
            Some(Meaning::Attribute(attribute)) => keys.push(attribute),
            Some(_) | None => {
                let known: Vec<String> =
                    low.program.attributes.iter().map(|a| a.name.clone()).collect();
                let problem = Diagnostic::error(
                    "unknown-attribute",
                    name.span,
                    format!("cards have no attribute `{}`", name.node),
                );
                low.report(if name.node == "name" {
                    problem.help(
                        "a card's name is for people: sort by another column, or write the name into one of its own",
                    )
                } else {
                    problem.did_you_mean(&name.node, known.iter().map(String::as_str))
                });
            }
        }
    }
    keys
}

/// The most slots that all zones together can have, without those of rows.
const MOST_PLACES: usize = 1000;

// A set has room for each of them, and for the pool of rows.
const _: () = assert!(MOST_PLACES + MOST_CARDS < Bits::ROOM);

/// Finds out whether there is anything of which there are many.
pub(crate) fn measure(low: &mut Lowering) {
    let longest = low.program.lists.iter().map(|list| list.words.len()).max().unwrap_or(0);
    let m = &mut low.program.memory;
    m.is_vast = m.cards.max(m.slots).max(longest) > Bits::NEAR;
    m.set_words = m.cards.max(m.slots).div_ceil(64).max(1);
}

/// Rows share a pool of slots: as each holds a card, one more than there are cards is enough.
fn pool(low: &mut Lowering) {
    let m = &mut low.program.memory;
    m.fixed_slots = low.program.slots.len();
    m.cards = low.program.cards.len();
    m.slots = m.fixed_slots;
    if m.rows > 0 {
        m.slots = m.fixed_slots + m.cards + 1;
    }
}

/// Sets of the state: the cards of each slot, of each zone with several slots, then what is known.
fn sets(low: &mut Lowering) {
    let m = &mut low.program.memory;
    m.instance_cards = m.slots;
    let mut next = m.instance_cards;
    for slot in &mut low.program.slots {
        let zone = &low.program.zones[low.program.instances[slot.instance].zone];
        (slot.capacity, slot.faces_up) = (zone.capacity, zone.faces_up());
        slot.unordered = zone.is_unordered();
    }
    for instance in &mut low.program.instances {
        if instance.row.is_some() || instance.slots > 1 {
            instance.cards_at = next.to_u32();
            let slots = instance.first_slot.index()
                ..instance.first_slot.index() + usize::from(instance.slots);
            for slot in &mut low.program.slots[slots] {
                slot.whole = Some(next.to_u32());
            }
            next += 1;
        } else {
            instance.cards_at = instance.first_slot.number().into();
        }
    }
    m.face_up = next;
    m.in_game = next + 1;
    m.row_slots = next + 2;
    m.known = m.row_slots + m.rows;
    let seats = usize::from(m.seats);
    m.may = m.known + seats;
    m.sets = m.may + seats * m.slots;
}

// ----------------------------------------------------------------------------------------------
// which zone holds which cards

/// Gives zones their first cards. A zone of several owners gets for each what the condition says,
/// or a copy for each.
fn hold_cards(low: &mut Lowering, layout: &Layout, decks: &BTreeMap<String, Bits>) {
    let mut cards: Vec<Card> = (0..low.program.cards.len()).map(Card::new).collect();
    let mut held: Vec<Option<Span>> = vec![None; cards.len()];
    let mut starts: Vec<StartCards> = Vec::new();
    for (zone, (name, definition)) in layout.zones.iter().enumerate() {
        let Some(holds) = &definition.holds else { continue };
        if definition.shape.as_ref().is_some_and(|shape| !shape.node.is_single()) {
            let words =
                format!("`{}` has several slots: which of them holds the cards?", name.node);
            low.report(Diagnostic::error("wrong-holds", holds.span, words).help(
                "let them lie on a pile at first, and move them to `slot(…) of` it, or to `new of` \
                 a row, when the game begins",
            ));
            continue;
        }
        let per = definition.per.as_ref().map_or(Per::Table, |per| per.node);
        let owners: Vec<OwnerId> = (0..owners(low, per)).map(OwnerId::from_number).collect();
        let parts: Vec<Bits> =
            owners.iter().map(|&owner| held_by(low, holds, (per, owner), decks)).collect();
        let copies = owners.len() > 1 && parts.windows(2).all(|pair| pair[0] == pair[1]);
        for (&owner, part) in owners.iter().zip(&parts) {
            let own: Vec<Card> = if copies && owner.index() > 0 {
                copy_cards(low, &mut cards, part, holds.span)
            } else {
                check_held_twice(low, part, &mut held, holds.span);
                part.of().collect()
            };
            let all = own.iter().copied().collect();
            starts.push(StartCards { zone: ZoneId::new(zone), owner, cards: own, all });
        }
    }
    low.printed = Some(low.program.cards.len());
    if cards.len() > low.program.cards.len() {
        select_cards(low, &cards);
    }
    low.program.start_cards = starts;
    low.program.first_copies = first_copies(&low.program).into();
    find_numbers_in_names(&mut low.program);
}

/// Finds the numbers that the names of all cards say which have them.
fn find_numbers_in_names(program: &mut Program) {
    let is_in = |value: i32, name: &str| {
        let mut words = name.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
        value == NONE || words.any(|word| word.parse() == Ok(value))
    };
    for attribute in program.attributes.iter_mut().filter(|of| of.kind == ValueKind::Number) {
        let mut cards = program.cards.iter().zip(&attribute.values);
        attribute.in_names = cards.all(|(card, &value)| is_in(value, &card.name));
    }
}

/// For each card the first one that is printed alike; nothing where no two cards are.
fn first_copies(program: &Program) -> Vec<Card> {
    let mut firsts: BTreeMap<(DeckId, &str, Vec<i32>), Card> = BTreeMap::new();
    let mut copies = Vec::with_capacity(program.cards.len());
    for (number, card) in program.cards.iter().enumerate() {
        let values = program.attributes.iter().map(|of| of.values[number]);
        copies.push(
            *firsts.entry((card.deck, &card.name, values.collect())).or_insert(Card::new(number)),
        );
    }
    if firsts.len() == copies.len() { Vec::new() } else { copies }
}

/// Copies each card of a part, as long as there is room for one more.
fn copy_cards(low: &mut Lowering, cards: &mut Vec<Card>, part: &Bits, span: Span) -> Vec<Card> {
    part.of().filter_map(|card| copy_card(low, cards, card, span)).collect()
}

fn copy_card(low: &mut Lowering, cards: &mut Vec<Card>, card: Card, span: Span) -> Option<Card> {
    if cards.len() >= MOST_CARDS {
        low.report(Diagnostic::error(
            "too-many-cards",
            span,
            format!("with a copy for each owner there are more than {MOST_CARDS} cards"),
        ));
        return None;
    }
    cards.push(card);
    Some(Card::new(cards.len() - 1))
}

fn check_held_twice(low: &mut Lowering, part: &Bits, held: &mut [Option<Span>], span: Span) {
    for card in part.of::<Card>() {
        match held.get_mut(card.index()) {
            Some(Some(first)) => {
                let name = low.program.cards[card.index()].name.clone();
                let first = *first;
                let problem = Diagnostic::error(
                    "held-twice",
                    span,
                    format!("the card {name} would begin in two zones"),
                );
                low.report(problem.also(first, "it is already held here"));
                return;
            }
            Some(place) => *place = Some(span),
            None => {}
        }
    }
}

fn held_by(
    low: &mut Lowering,
    holds: &Expr,
    (per, owner): (Per, OwnerId),
    decks: &BTreeMap<String, Bits>,
) -> Bits {
    let (deck, conditions) = match &*holds.node {
        ExprKind::Where { set, conditions } => (set, conditions.as_slice()),
        _ => (holds, [].as_slice()),
    };
    let ExprKind::Name { name, arguments: None } = &*deck.node else {
        low.report(Diagnostic::error(
            "wrong-holds",
            holds.span,
            "a deck's name is wanted here, or `DECK where CONDITION`",
        ));
        return Bits::EMPTY;
    };
    let Some(mut cards) = decks.get(&name.node).cloned() else {
        let problem = Diagnostic::error(
            "unknown-deck",
            name.span,
            format!("there is no deck `{}`", name.node),
        );
        low.report(problem.did_you_mean(&name.node, decks.keys().map(String::as_str)));
        return Bits::EMPTY;
    };
    let id = low.constant(owner.word());
    let kind = if per == Per::Team { ValueKind::Team } else { ValueKind::Player };
    let thing = Thing { id, kind, role: Role::Me };
    for condition in conditions {
        let kept = if per == Per::Table {
            low.cards_where(condition)
        } else {
            low.with_thing(thing, |low| low.cards_where(condition))
        };
        cards &= kept.unwrap_or(Bits::EMPTY);
    }
    cards
}

// ----------------------------------------------------------------------------------------------
// marks

pub(crate) fn declare_marks(low: &mut Lowering, layout: &Layout) {
    for (name, definition) in &layout.marks {
        let kind = definition.kind.as_ref().map_or(Some((ValueKind::Flag, false)), |kind| {
            value_kind(low, &name.node, &kind.node, kind.span)
        });
        let Some((kind, is_bag)) = kind else {
            low.names.doubt(&name.node);
            continue;
        };
        if is_bag && let Some(kind) = &definition.kind {
            low.report(
                Diagnostic::error("unknown-value", kind.span, "a mark has one value, and no bag")
                    .help("a mark for each word tells it: `{ of: card, type: flag }`"),
            );
        }
        let of_slots = definition.of.as_ref().is_some_and(|of| of.node == MarkOf::Slot);
        let default = match &definition.default {
            Some(value) => literal(low, value, kind),
            None if matches!(kind, ValueKind::Flag | ValueKind::Number) => 0,
            None => NONE,
        };
        let at = if kind == ValueKind::Flag {
            low.program.memory.sets += 1;
            low.program.memory.sets - 1
        } else {
            let count = if of_slots { low.program.memory.slots } else { low.program.memory.cards };
            low.program.memory.nums += count;
            low.program.memory.nums - count
        };
        let flag = |value: &Option<Spanned<bool>>| value.as_ref().is_some_and(|v| v.node);
        let mark = low.program.marks.push(Mark {
            name: name.node.clone(),
            of_slots,
            kind,
            default,
            secret: flag(&definition.secret),
            copy_on_split: flag(&definition.copy_on_split),
            any_on_join: flag(&definition.any_on_join),
            at: at.to_u32(),
        });
        if let Some(problem) = low.names.declare(&name.node, Meaning::Mark(mark), name.span) {
            low.report(problem);
        }
    }
}

/// A number of the state, for a phase's number or a watch.
pub(crate) fn take_nums(low: &mut Lowering, count: usize) -> u32 {
    low.program.memory.nums += count;
    (low.program.memory.nums - count).to_u32()
}

/// The stack comes last, once everything else has its place.
pub(crate) fn finish_memory(low: &mut Lowering) {
    // More than the largest frame takes with its header.
    let frame = low.program.units.iter().map(|unit| usize::from(unit.words) + 8).max().unwrap_or(0);
    // A state is copied whole: its stack is no larger than it can grow.
    let deepest = low.program.deepest_stack();
    let plain_slots = low.program.has_plain_slots();
    let greatest = low.program.constants.iter().filter_map(Bits::last).max().map_or(0, usize::from);
    let m = &mut low.program.memory;
    m.plain_slots = plain_slots;
    m.set_words = m.set_words.max(greatest / 64 + 1);
    m.stack = m.nums;
    m.depth = deepest.unwrap_or(STACK.max(frame * 2));
    m.nums += m.depth;
}
