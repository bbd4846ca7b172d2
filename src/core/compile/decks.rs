//! Cards: standard packs and own tables, their attributes, and which of them a deck keeps.

use super::table::list_called;
use super::unknown_type;
use crate::diagnostic::Diagnostic;
use crate::layout::model::{AttributeType, CardRow, DeckCards, DeckDefinition, Layout};
use crate::layout::{PeopleColumn, column_of_people};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::program::{Attribute, CardInfo, ValueKind};
use crate::source::{Span, Spanned};
use crate::tabletop::ids::{AttributeId, DeckId, WordListId};
use crate::text::{Text, one_line, places};
use crate::value::{Bits, Card, NONE, Narrow, number};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// Cards that a game can have.
pub(crate) const MOST_CARDS: usize = 2000;

/// A card before it has a number.
#[derive(Clone)]
struct Draft {
    name: String,
    values: BTreeMap<String, i32>,
    /// What it is called, by language.
    text: Text,
    /// What it says.
    says: Text,
    /// Where it is written; nowhere for a standard pack's.
    span: Option<Span>,
}

/// Makes all cards; for each deck of the layout, the cards it is of.
pub(crate) fn make(
    low: &mut Lowering,
    layout: &Layout,
    tables: &BTreeMap<String, Vec<CardRow>>,
) -> BTreeMap<String, Bits> {
    low.deck_names = layout.decks.iter().map(|(name, _)| name.node.clone()).collect();
    let mut drafts: Vec<(DeckId, Draft)> = Vec::new();
    let mut kinds: Vec<(String, ValueKind, Span)> = Vec::new();
    for (number, (name, deck)) in layout.decks.iter().enumerate() {
        let before = drafts.len();
        let cards = deck_cards(low, deck, tables, &mut kinds);
        let copies = deck.copies.as_ref().map_or(1, |copies| copies.node.max(1)).to_usize();
        // Copies follow one another: an order by number does not tell which pack a card is of.
        for card in cards {
            drafts.extend(iter::repeat_n((DeckId::new(number), card), copies));
        }
        if drafts.len() > MOST_CARDS {
            let message = format!(
                "with this deck the game has {} cards; {MOST_CARDS} is the most it can have",
                drafts.len()
            );
            low.report(Diagnostic::error("too-many-cards", name.span, message));
            drafts.truncate(before);
        }
    }
    number_cards(low, &drafts, &kinds);
    let kept = kept_cards(low, layout);
    keep(low, &kept);
    declare_attributes(low, &kinds);
    facings(low, layout);
    layout
        .decks
        .iter()
        .enumerate()
        .map(|(i, (name, _))| (name.node.clone(), cards_of_deck(low, DeckId::new(i))))
        .collect()
}

fn cards_of_deck(low: &Lowering, deck: DeckId) -> Bits {
    (0..low.program.cards.len())
        .filter(|&c| low.program.cards[c].deck == deck)
        .map(Card::new)
        .collect()
}

fn deck_cards(
    low: &mut Lowering,
    deck: &DeckDefinition,
    tables: &BTreeMap<String, Vec<CardRow>>,
    kinds: &mut Vec<(String, ValueKind, Span)>,
) -> Vec<Draft> {
    let Some(cards) = &deck.cards else { return Vec::new() };
    match &cards.node {
        DeckCards::Standard(size) => standard(low, *size, deck, cards.span, kinds),
        DeckCards::File(file) => {
            let rows = tables.get(&file.node).cloned().unwrap_or_default();
            own(low, &rows, deck, kinds)
        }
        DeckCards::Rows(rows) => own(low, rows, deck, kinds),
    }
}

/// Remembers an attribute's type; two decks must agree on it.
fn attribute(
    low: &mut Lowering,
    kinds: &mut Vec<(String, ValueKind, Span)>,
    name: &str,
    kind: ValueKind,
    span: Span,
) {
    match kinds.iter().find(|(n, _, _)| n == name) {
        None => kinds.push((name.to_string(), kind, span)),
        Some((_, other, first)) if *other != kind => {
            let problem = Diagnostic::error(
                "wrong-type",
                span,
                format!("`{name}` has another type in another deck"),
            );
            let first = *first;
            low.report(problem.also(first, "there"));
        }
        Some(_) => {}
    }
}

// ----------------------------------------------------------------------------------------------
// standard packs

/// What the cards of a pack have of themselves.
const STANDARD: [&str; 5] = ["rank", "suit", "red", "black", "joker"];

const FIGURES: [(&str, i32); 4] = [("J", 11), ("Q", 12), ("K", 13), ("A", 14)];

fn standard(
    low: &mut Lowering,
    size: u8,
    deck: &DeckDefinition,
    span: Span,
    kinds: &mut Vec<(String, ValueKind, Span)>,
) -> Vec<Draft> {
    for name in STANDARD {
        let kind = match name {
            "rank" => ValueKind::Number,
            "suit" => ValueKind::Word(low.suits().unwrap_or(WordListId::new(0))),
            _ => ValueKind::Flag,
        };
        attribute(low, kinds, name, kind, span);
    }
    let ranks = rank_values(low, deck);
    let from = if size == 32 { 7 } else { 2 };
    let mut names: Vec<(String, i32)> =
        (from..=10).map(|n| (n.to_string(), *ranks.get(&n.to_string()).unwrap_or(&n))).collect();
    names.extend(
        FIGURES.iter().map(|(name, value)| (name.to_string(), *ranks.get(*name).unwrap_or(value))),
    );
    names.sort_by_key(|(_, value)| *value);
    let mut cards = Vec::new();
    for (suit, letter) in ["S", "H", "D", "C"].into_iter().enumerate() {
        let red = matches!(letter, "H" | "D");
        for (rank, value) in &names {
            let values = [
                ("rank", *value),
                ("suit", suit.to_i32()),
                ("red", i32::from(red)),
                ("black", i32::from(!red)),
                ("joker", 0),
            ];
            cards.push(Draft {
                name: format!("{rank}{letter}"),
                values: values.map(|(n, v)| (n.to_string(), v)).into(),
                text: Text::default(),
                says: Text::default(),
                span: None,
            });
        }
    }
    for joker in 1..=(if size == 54 { 2 } else { 0 }) {
        let rank = ranks.get("joker").copied().unwrap_or(NONE);
        let values = [("rank", rank), ("suit", NONE), ("red", 0), ("black", 0), ("joker", 1)];
        cards.push(Draft {
            name: format!("Joker{joker}"),
            values: values.map(|(n, v)| (n.to_string(), v)).into(),
            text: Text::default(),
            says: Text::default(),
            span: None,
        });
    }
    cards
}

/// What ranks count in this deck; `A`, `J`, `Q`, `K` are then words for these numbers everywhere.
fn rank_values(low: &mut Lowering, deck: &DeckDefinition) -> BTreeMap<String, i32> {
    let mut ranks: BTreeMap<String, i32> =
        FIGURES.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    for (name, value) in &deck.rank {
        let known = name.node == "joker"
            || ranks.contains_key(&name.node)
            || name.node.parse::<u8>().is_ok_and(|n| (2..=10).contains(&n));
        if !known {
            let problem = Diagnostic::error(
                "unknown-rank",
                name.span,
                format!("`{}` is no rank of a pack", name.node),
            );
            low.report(problem.help("ranks are 2 to 10, J, Q, K, A, and joker"));
        }
        ranks.insert(name.node.clone(), value.node);
    }
    for (name, _) in FIGURES {
        let value = ranks[name];
        let before = low.number_words.insert(name.to_string(), value);
        if before.is_some_and(|before| before != value) {
            let span = deck.cards.as_ref().map_or(Span::default(), |c| c.span);
            let message = format!(
                "`{name}` counts {} in one deck and {value} in another: as a word it would mean both",
                before.unwrap_or(0)
            );
            low.report(Diagnostic::error("two-ranks", span, message));
        }
    }
    ranks
}

// ----------------------------------------------------------------------------------------------
// own cards

/// What attributes can be, apart from words of a list.
const TYPES: [&str; 3] = ["flag", "number", "text"];

/// The kind of an attribute's values; tells of a list of words that there is not.
fn kind_of(low: &mut Lowering, written: &Spanned<AttributeType>) -> Option<ValueKind> {
    let list = match &written.node {
        AttributeType::Number | AttributeType::Range(..) => return Some(ValueKind::Number),
        AttributeType::Text => return Some(ValueKind::Text),
        AttributeType::Words(list) if list == "flag" => return Some(ValueKind::Flag),
        AttributeType::Words(list) => list,
    };
    let found = list_called(low, list);
    if found.is_none() {
        unknown_type(low, list, ("no type and no list", &TYPES), written.span);
    }
    found.map(ValueKind::Word)
}

fn own(
    low: &mut Lowering,
    rows: &[CardRow],
    deck: &DeckDefinition,
    kinds: &mut Vec<(String, ValueKind, Span)>,
) -> Vec<Draft> {
    let mut types: Vec<(Spanned<String>, ValueKind, AttributeType)> = Vec::new();
    for (name, kind) in &deck.attributes {
        let Some(value_kind) = kind_of(low, kind) else {
            low.names.doubt(&name.node);
            continue;
        };
        attribute(low, kinds, &name.node, value_kind, name.span);
        types.push((name.clone(), value_kind, kind.node.clone()));
    }
    check_columns(low, rows, deck);
    let mut cards = Vec::new();
    let mut names: BTreeMap<String, Span> = BTreeMap::new();
    let has_name = |row: &CardRow| row.cells.iter().any(|(column, _)| column.node == "name");
    // Where no card has one, the column is missing, and not each name.
    let readable = if rows.iter().any(has_name) { rows.len() } else { 1 };
    for row in rows.iter().take(readable) {
        // Enough to see that there are too many.
        if cards.len() > MOST_CARDS {
            break;
        }
        let rows = spread(low, row, &types);
        own_cards(low, &rows, &types, (&mut cards, &mut names));
    }
    cards
}

/// Adds the cards of these rows to those that there are, with the places of their names.
fn own_cards(
    low: &mut Lowering,
    rows: &[CardRow],
    types: &[(Spanned<String>, ValueKind, AttributeType)],
    (cards, names): (&mut Vec<Draft>, &mut BTreeMap<String, Span>),
) {
    for row in rows {
        let Some((card, copies, span)) = own_card(low, row, types) else { continue };
        check_name(low, &card.name, span);
        if let Some(first) = names.insert(card.name.clone(), span) {
            let problem = Diagnostic::error(
                "card-twice",
                span,
                format!("there are two cards called `{}`", card.name),
            );
            let is_column = |name: &str| types.iter().any(|(column, _, _)| column.node == name);
            let missing = places(&card.name).map(|(_, name)| name).find(|name| !is_column(name));
            let help = match missing {
                Some(missing) => format!("no column is called `{missing}`"),
                None => "a column `copies` makes several alike; where a row has several values, the name \
                         says which: `name: \"{worth}\"`"
                    .to_owned(),
            };
            low.report(problem.also(first, "the first one").help(help));
        }
        cards.extend(std::iter::repeat_n(card, copies));
    }
}

/// The rows that a row stands for: one for each number of a range (`1..9`), and for each word of a
/// list (`all`). Its texts say what its columns are by their names (`{worth}`).
fn spread(
    low: &mut Lowering,
    row: &CardRow,
    types: &[(Spanned<String>, ValueKind, AttributeType)],
) -> Vec<CardRow> {
    let mut rows = vec![row.clone()];
    for (column, kind, _) in types {
        let cell = row.cells.iter().find(|(name, _)| name.node == column.node);
        let Some((_, cell)) = cell else { continue };
        let values = match values(low, *kind, cell) {
            Some(values) => values,
            None if is_named(row, &column.node) => vec![cell.node.clone()],
            None => continue,
        };
        if rows.len() * values.len() > MOST_CARDS {
            let message = format!("expected at most {MOST_CARDS} cards, found more");
            low.report(Diagnostic::error("too-many-cards", cell.span, message));
            return Vec::new();
        }
        let each = |row| values.iter().map(move |value| with(row, &column.node, value));
        rows = rows.iter().flat_map(each).collect();
    }
    rows
}

/// Whether some text of a row says what a column is.
fn is_named(row: &CardRow, column: &str) -> bool {
    let mut texts = row.cells.iter().map(|(_, cell)| &cell.node).filter(|text| text.contains('{'));
    texts.any(|text| text.contains(&format!("{{{column}}}")))
}

/// The values of a cell that has several.
fn values(low: &Lowering, kind: ValueKind, cell: &Spanned<String>) -> Option<Vec<String>> {
    match kind {
        ValueKind::Number => {
            let (from, to) = cell.node.split_once("..")?;
            let (from, to) = (from.trim().parse::<i32>().ok()?, to.trim().parse::<i32>().ok()?);
            let most = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
            let last = i64::from(to).min(i64::from(from) + most);
            (from < to).then(|| (i64::from(from)..=last).map(|value| value.to_string()).collect())
        }
        ValueKind::Word(list) if cell.node == "all" => Some(low.program.lists[list].words.clone()),
        ValueKind::Word(_)
        | ValueKind::Flag
        | ValueKind::Card
        | ValueKind::Slot
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Text => None,
    }
}

/// A row with one of the values of a column, also in its texts.
fn with(row: &CardRow, column: &str, value: &str) -> CardRow {
    let mut row = row.clone();
    for (name, cell) in &mut row.cells {
        match name.node == column {
            true => cell.node = value.to_owned(),
            false => cell.node = cell.node.replace(&format!("{{{column}}}"), value),
        }
    }
    row
}

/// Columns that no attribute names, and attributes that no column has. In the layout each card
/// names its own: what it leaves out is none.
fn check_columns(low: &mut Lowering, rows: &[CardRow], deck: &DeckDefinition) {
    if rows.is_empty() {
        return;
    }
    let known: Vec<&str> = deck
        .attributes
        .iter()
        .map(|(name, _)| name.node.as_str())
        .chain(["name", "copies"])
        .collect();
    let mut columns: BTreeSet<&str> = BTreeSet::new();
    let mut meant: Vec<&str> = Vec::new();
    for (column, cell) in rows.iter().flat_map(|row| &row.cells) {
        let known_to_people = column_of_people(&column.node).is_some();
        if columns.insert(&column.node)
            && !known.contains(&column.node.as_str())
            && !known_to_people
        {
            meant.extend(crate::diagnostic::nearest(&column.node, known.clone()));
            let message = format!("the column `{}` is none of the deck's attributes", column.node);
            let problem = Diagnostic::error("unknown-column", column.span, message);
            low.names.doubt(&column.node);
            let is_number = cell.node.parse::<i32>().is_ok();
            let problem = problem.did_you_mean(&column.node, known.clone());
            low.report(match &*column.node {
                "count" | "number" | "amount" | "quantity" => problem.help("write `copies`"),
                _ if problem.help.is_some() || !is_number => problem,
                name => problem.help(format!(
                    "what is printed on cards the deck declares: `attributes: {{ {name}: number }}`"
                )),
            });
        }
    }
    // What a misspelt column means is not missed as well.
    for (name, _) in deck.attributes.iter().filter(|(name, _)| !meant.contains(&name.node.as_str()))
    {
        if !columns.contains(name.node.as_str()) {
            let problem = Diagnostic::error(
                "unknown-column",
                name.span,
                format!("the cards have no column `{}`", name.node),
            );
            low.report(problem.did_you_mean(&name.node, columns.iter().copied()));
        }
    }
}

/// Reports a name that would be read as the second of several options that are called alike.
fn check_name(low: &mut Lowering, name: &str, span: Span) {
    if let Some((_, number)) = name.rsplit_once('~')
        && number.parse::<u32>().is_ok()
    {
        let message = format!("`{name}` would be one of several cards: it ends with `~{number}`");
        low.report(Diagnostic::error("bad-name", span, message));
    }
}

fn own_card(
    low: &mut Lowering,
    row: &CardRow,
    types: &[(Spanned<String>, ValueKind, AttributeType)],
) -> Option<(Draft, usize, Span)> {
    let (mut name, mut copies, mut span) = (String::new(), 1, row.span);
    let mut values = BTreeMap::new();
    let (mut text, mut says) = (Text::default(), Text::default());
    for (column, cell) in &row.cells {
        if !cell.node.is_empty() {
            match column_of_people(&column.node) {
                Some(PeopleColumn::Name(language)) => {
                    say(&mut text, Some(language), &one_line(&cell.node));
                }
                Some(PeopleColumn::Says(language)) => say(&mut says, language, &cell.node),
                None => {}
            }
        }
        match column.node.as_str() {
            "name" => (name, span) = (one_line(&cell.node), cell.span),
            "copies" => copies = copies_of(low, cell)?,
            _ => {
                let Some((_, kind, written)) = types.iter().find(|(n, _, _)| n.node == column.node)
                else {
                    continue;
                };
                values.insert(column.node.clone(), cell_value(low, cell, *kind, written));
            }
        }
    }
    if name.is_empty() {
        low.report(Diagnostic::error("card-without-name", row.span, "this card has no name"));
        return None;
    }
    Some((Draft { name, values, text, says, span: Some(row.span) }, copies, span))
}

/// Adds to `text` what it says in a `language`, or in every one.
fn say(text: &mut Text, language: Option<&str>, said: &str) {
    match language {
        Some(language) => drop(text.languages.insert(language.to_owned(), said.to_owned())),
        None => text.any = Some(said.to_owned()),
    }
}

/// How many cards a row stands for: none, up to as many as a game can have.
fn copies_of(low: &mut Lowering, cell: &Spanned<String>) -> Option<usize> {
    let written = card_number(low, cell)?;
    let copies = usize::try_from(written).ok().filter(|&copies| copies <= MOST_CARDS);
    if copies.is_none() {
        let words = format!("`copies` lies between 0 and {MOST_CARDS}, and this is {written}");
        low.report(Diagnostic::error("out-of-range", cell.span, words));
    }
    copies
}

fn card_number(low: &mut Lowering, cell: &Spanned<String>) -> Option<i32> {
    let number = number(cell.node.trim().parse().ok());
    if number.is_none() {
        low.report(Diagnostic::error(
            "wrong-cell",
            cell.span,
            format!("a number is wanted here, and this is `{}`", cell.node),
        ));
    }
    number
}

fn cell_value(
    low: &mut Lowering,
    cell: &Spanned<String>,
    kind: ValueKind,
    written: &AttributeType,
) -> i32 {
    let text = cell.node.trim();
    if text.is_empty() {
        return NONE;
    }
    match kind {
        ValueKind::Text => low.sentence(text).word(),
        ValueKind::Flag => flag_cell(low, cell),
        ValueKind::Word(list) => word_cell(low, cell, list),
        ValueKind::Number
        | ValueKind::Card
        | ValueKind::Slot
        | ValueKind::Player
        | ValueKind::Team => number_cell(low, cell, written),
    }
}

fn flag_cell(low: &mut Lowering, cell: &Spanned<String>) -> i32 {
    let text = cell.node.trim();
    match text {
        "true" | "yes" | "1" => return 1,
        "false" | "no" | "0" => return 0,
        _ => {}
    }
    let message = format!("expected `yes` or `no`, found `{text}`");
    let problem = Diagnostic::error("wrong-cell", cell.span, message);
    low.report(match crate::layout::flag_in_words(text) {
        Some(true) => problem.help("write `yes`"),
        Some(false) => problem.help("write `no`"),
        None => problem,
    });
    NONE
}

fn number_cell(low: &mut Lowering, cell: &Spanned<String>, written: &AttributeType) -> i32 {
    let Some(n) = card_number(low, cell) else { return NONE };
    if let AttributeType::Range(from, to) = written
        && !(*from..=*to).contains(&n)
    {
        let message = format!("{n} is outside of {from}..{to}");
        low.report(Diagnostic::error("wrong-cell", cell.span, message));
    }
    n
}

fn word_cell(low: &mut Lowering, cell: &Spanned<String>, list: WordListId) -> i32 {
    let list = low.program.lists[list].clone();
    match list.words.iter().position(|word| *word == cell.node.trim()) {
        Some(i) => i.to_i32(),
        None => {
            let problem = Diagnostic::error(
                "wrong-cell",
                cell.span,
                format!(
                    "`{}` is no word of `{}`: {}",
                    cell.node.trim(),
                    list.name,
                    crate::lower::shown_words(&list.words)
                ),
            );
            low.report(problem.did_you_mean(&cell.node, list.words.iter().map(String::as_str)));
            NONE
        }
    }
}

// ----------------------------------------------------------------------------------------------
// numbers, attributes

fn number_cards(
    low: &mut Lowering,
    drafts: &[(DeckId, Draft)],
    kinds: &[(String, ValueKind, Span)],
) {
    low.program.cards = drafts
        .iter()
        .map(|(deck, draft)| CardInfo {
            name: draft.name.clone(),
            deck: *deck,
            of_pack: draft.span.is_none(),
            text: draft.text.clone(),
            says: draft.says.clone(),
        })
        .collect();
    low.card_spans = drafts.iter().map(|(_, draft)| draft.span).collect();
    for (name, kind, _) in kinds {
        let values = drafts
            .iter()
            .map(|(_, draft)| draft.values.get(name).copied().unwrap_or(NONE))
            .collect();
        low.program.attributes.push(Attribute::new(name.clone(), *kind, values));
    }
}

/// The cards that pass their deck's `only`. Attributes are known by then, under names that only
/// this condition sees.
fn kept_cards(low: &mut Lowering, layout: &Layout) -> Bits {
    let outer = low.names.clone();
    for (i, attribute) in low.program.attributes.clone().iter().enumerate() {
        let _ = low.names.declare(
            &attribute.name,
            Meaning::Attribute(AttributeId::new(i)),
            Span::default(),
        );
    }
    let mut kept = Bits::below(low.program.cards.len());
    for (number, (_, deck)) in layout.decks.iter().enumerate() {
        if let Some(only) = &deck.only
            && let Some(cards) = low.cards_where(only)
        {
            kept -= cards_of_deck(low, DeckId::new(number)) - cards;
        }
    }
    low.names = outer;
    kept
}

/// Leaves only these cards, in their order.
fn keep(low: &mut Lowering, kept: &Bits) {
    select_cards(low, &kept.of().collect::<Vec<_>>());
}

/// Makes these the cards of the game: a card that is named twice becomes two.
pub(crate) fn select_cards(low: &mut Lowering, cards: &[Card]) {
    low.program.cards = cards.iter().map(|&c| low.program.cards[c.index()].clone()).collect();
    low.card_spans = cards.iter().map(|&c| low.card_spans[c.index()]).collect();
    for attribute in &mut low.program.attributes {
        let values = cards.iter().map(|&c| attribute.values[c.index()]).collect();
        *attribute = Attribute::new(attribute.name.clone(), attribute.kind, values);
    }
}

fn declare_attributes(low: &mut Lowering, kinds: &[(String, ValueKind, Span)]) {
    // Only the attributes that decks have: folding makes others, which have no names.
    low.program.attributes.truncate(kinds.len());
    low.forget_folded();
    for (i, (name, _, span)) in kinds.iter().enumerate() {
        // What a pack has of itself is written nowhere: whoever else takes the name is at fault.
        let own = STANDARD.contains(&name.as_str()).then(|| low.names.span(name)).flatten();
        let problem = low.names.declare(name, Meaning::Attribute(AttributeId::new(i)), *span);
        low.problems.extend(problem.map(|problem| {
            match own {
                Some(place) => Diagnostic::error(
                    "name-twice",
                    place,
                    format!("`{name}` is an attribute of every card of a pack"),
                )
                .also(*span, "this pack")
                .help("give it another name"),
                None => problem,
            }
        }));
    }
}

/// The attribute of this name; tells of one that there is not.
fn attribute_called(low: &mut Lowering, name: &Spanned<String>) -> Option<AttributeId> {
    if let Some(Meaning::Attribute(table)) = low.names.get(&name.node) {
        return Some(table);
    }
    let message = format!("cards have no attribute `{}`", name.node);
    low.report(Diagnostic::error("unknown-attribute", name.span, message));
    None
}

fn facings(low: &mut Lowering, layout: &Layout) {
    for (_, deck) in &layout.decks {
        for (name, corners) in &deck.facing {
            let tables: Vec<AttributeId> =
                corners.iter().filter_map(|corner| attribute_called(low, corner)).collect();
            let Ok(tables) = <[AttributeId; 4]>::try_from(tables) else { continue };
            let facing = low.facings.len();
            low.facings.push(tables);
            if let Some(problem) = low.names.declare(&name.node, Meaning::Facing(facing), name.span)
            {
                low.report(problem);
            }
        }
    }
}
