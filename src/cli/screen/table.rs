//! The table as one seat sees it, in lines: what is shared, then each player's part, the own part
//! last and next to the choice.

use super::board::{
    Scene, across, beside, board, corners, described, is_elsewhere, mark_words, small, strip,
};
use super::look::{backs, is_back};
use super::{Pen, own_last};
use crate::cli::text::{width, wrap};
use crate::view::{CardSeen, Form, Mark, Owner, Place, Player, Stack, Stacking, Value, capital};

/// Backs that are drawn one by one; more of them are counted.
pub(crate) const MOST_BACKS: usize = 8;

/// The whole table.
pub(crate) fn table(pen: Pen<'_>) -> Vec<String> {
    let view = pen.view;
    let scene = Scene { places: &view.places, values: &view.values };
    let mut lines = vec![heading(pen)];
    lines.extend(part(pen, Owner::Table));
    lines.extend(zones_across(pen).iter().flat_map(|zone| across(pen, scene, zone)));
    lines.extend(tricks(pen).iter().flat_map(|places| trick(pen, places)));
    if has_teams(pen) {
        for team in own_last(&view.teams, |team| team.own) {
            let body = part(pen, Owner::Team(team.team));
            if !body.is_empty() {
                let name = capital(&pen.style.phrase(&team.name));
                lines.extend(titled(pen.style.of_owner(team.team, &name), body));
            }
        }
    }
    for player in own_last(&view.players, |player| player.own) {
        let mut body = part(pen, Owner::Player(player.seat));
        if view.teams.iter().any(|team| team.team == player.team && team.seats.len() == 1) {
            body.extend(part(pen, Owner::Team(player.team)));
        }
        lines.extend(titled(player_heading(pen, player), body));
    }
    lines
}

/// Zones whose owners face each other on a board of all.
pub(crate) fn zones_across(pen: Pen<'_>) -> Vec<&str> {
    let zones = pen.view.places.iter().filter(|place| place.across);
    let mut zones: Vec<&str> = zones.map(|place| place.zone.as_str()).collect();
    zones.dedup();
    zones
}

/// The places in which each owner lays a card, trick by trick: those with a card first, in the
/// order in which the cards came.
pub(crate) fn tricks<'v>(pen: Pen<'v>) -> Vec<Vec<&'v Place>> {
    let mut tricks: Vec<Vec<&Place>> = Vec::new();
    for place in pen.view.places.iter().filter(|place| place.drawn && place.trick.is_some()) {
        match tricks.last_mut().filter(|trick| trick[0].zone == place.zone) {
            Some(trick) => trick.push(place),
            None => tricks.push(vec![place]),
        }
    }
    let came = |place: &&Place| place.trick.filter(|turn| *turn > 0).unwrap_or(u8::MAX);
    tricks.iter_mut().for_each(|trick| trick.sort_by_key(came));
    tricks
}

/// `trick: player 3 9♥, player 4 8♥`
fn trick(pen: Pen<'_>, places: &[&Place]) -> Vec<String> {
    let laid = |place: &&Place| {
        let top = place.stacks.first()?.cards.last()?;
        let whose = place.whose.as_ref().map(|whose| pen.style.phrase(whose)).unwrap_or_default();
        Some(format!("{whose} {}", card(pen, top, false)).replace(' ', &KEPT.to_string()))
    };
    let laid: Vec<String> = places.iter().filter_map(laid).collect();
    match laid.is_empty() {
        true => Vec::new(),
        false => labelled(pen, places[0], &laid.join(", ")),
    }
}

fn titled(title: String, body: Vec<String>) -> Vec<String> {
    std::iter::once(title).chain(body.into_iter().map(|line| format!("  {line}"))).collect()
}

pub(crate) fn has_teams(pen: Pen<'_>) -> bool {
    pen.view.teams.iter().any(|team| team.seats.len() > 1)
}

pub(crate) fn player_heading(pen: Pen<'_>, player: &Player) -> String {
    let mut notes = Vec::new();
    if player.own {
        notes.push(pen.messages.with("player", &[("n", player.seat.into())]));
    }
    if has_teams(pen) {
        let team = pen.view.teams.iter().find(|team| team.team == player.team);
        notes.extend(team.map(|team| pen.style.phrase(&team.side)));
    }
    if !pen.view.cooperative {
        notes.extend(pen.score(player));
    }
    let name = capital(&pen.style.phrase(&player.name));
    let heading = pen.style.of_owner(player.team, &name);
    if notes.is_empty() { heading } else { format!("{heading} ({})", notes.join(", ")) }
}

/// `--- Les bois d'Alkekan --- manche 3 ---`
fn heading(pen: Pen<'_>) -> String {
    let view = pen.view;
    let rule = |n: usize| if pen.style.signs { "─" } else { "-" }.repeat(n);
    let mut parts = vec![view.title.clone()];
    parts.extend(view.course.iter().map(|course| format!("{} {}", course.text, course.number)));
    parts.extend(pen.common_score());
    let text = parts.join(&format!(" {} ", rule(2)));
    let line = format!("{} {text} ", rule(2));
    let room = pen.style.columns.saturating_sub(width(&line));
    pen.style.bold(format!("{line}{}", rule(room)).trim_end())
}

/// Places and variables of one owner.
fn part(pen: Pen<'_>, owner: Owner) -> Vec<String> {
    let here = pen.view.places.iter().filter(|place| place.owner == owner);
    let mut parts: Vec<Block> = here.map(|place| block(pen, place)).collect();
    let values = pen.view.values.iter().filter(|value| value.owner == owner);
    parts.extend(values.filter_map(|value| variable(pen, value)).map(Block::short));
    pack(pen, parts)
}

/// Lines that stand together.
#[derive(Debug, Default, PartialEq)]
struct Block {
    lines: Vec<String>,
    /// Others may stand on its line.
    short: bool,
}

impl Block {
    fn short(line: String) -> Block {
        Block { lines: vec![line], short: true }
    }
}

/// Short blocks beside each other as long as there is room.
fn pack(pen: Pen<'_>, blocks: Vec<Block>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for block in blocks.into_iter().filter(|block| !block.lines.is_empty()) {
        let joins = open && block.short && block.lines.len() == 1;
        match lines.last_mut().filter(|last| {
            joins && width(last) + 3 + width(&block.lines[0]) <= pen.style.columns - 4
        }) {
            Some(last) => last.push_str(&format!("   {}", block.lines[0])),
            None => lines.extend(block.lines.iter().cloned()),
        }
        open = block.short && block.lines.len() == 1;
    }
    lines
}

/// `cartes tenues : 3`. Pawns stand on their boards.
pub(crate) fn variable(pen: Pen<'_>, value: &Value) -> Option<String> {
    let words = || {
        let (name, words) = (value.text.as_str(), pen.style.phrase(&value.words));
        pen.messages.with("thing", &[("name", name.into()), ("value", words.into())])
    };
    (value.drawn && !value.pawn).then(words)
}

// ---- places

/// Lines of a place; none for an empty one that is no board. Of a row it is told that it is empty:
/// nobody is in play there.
fn block(pen: Pen<'_>, place: &Place) -> Block {
    if is_elsewhere(place) || !place.drawn {
        return Block::default();
    }
    let rows = place.form.board().map(|(rows, _)| rows);
    let empty = place.count() == 0 && place.stacks.iter().all(|stack| stack.marks.is_empty());
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let empty = empty && beside(scene, place).all(|other| other.count() == 0);
    if empty && place.form != Form::Row && rows.is_none_or(|rows| rows == 1) {
        return Block::default();
    }
    if rows.is_some() {
        return Block { lines: board(pen, scene, place), short: false };
    }
    if faces(pen, place) {
        return faces_block(pen, place);
    }
    if let Some(lines) = with_texts(pen, place) {
        return Block { lines, short: false };
    }
    let body = match place.form {
        Form::Pile => pile(pen, place),
        Form::Row => row(pen, place),
        Form::Spread
        | Form::Hand
        | Form::Set
        | Form::Single
        | Form::Slots { .. }
        | Form::Grid { .. } => cards(pen, place),
    };
    // One's own hand is easily found on a line of its own.
    Block { lines: labelled(pen, place, &body), short: place.form != Form::Hand }
}

/// Cards that say something, each on a line with what it says.
const MOST_TEXTS: usize = 8;

/// A place of a few known cards of which some say something, if all that they say has room beside
/// their names, a card a line.
fn with_texts(pen: Pen<'_>, place: &Place) -> Option<Vec<String>> {
    let all = match place.form {
        Form::Pile => place.stacks[0].cards.last().into_iter().collect::<Vec<_>>(),
        Form::Hand | Form::Set | Form::Single | Form::Spread => {
            place.stacks[0].cards.iter().collect()
        }
        Form::Row | Form::Slots { .. } | Form::Grid { .. } => return None,
    };
    let says = |seen: &&CardSeen| {
        let face = pen.view.cards.get(&seen.card?)?;
        Some((card(pen, seen, shows_sides(place)), face.text.as_deref().unwrap_or_default()))
    };
    let cards: Vec<(String, &str)> = all.iter().map(says).collect::<Option<_>>()?;
    if cards.len() > MOST_TEXTS || cards.iter().all(|(_, text)| text.is_empty()) {
        return None;
    }
    let line = |(card, text): &(String, &str)| match text.is_empty() {
        true => card.clone(),
        false => {
            pen.messages.with("thing", &[("name", card.as_str().into()), ("value", (*text).into())])
        }
    };
    let lines: Vec<String> = cards.iter().map(line).collect();
    let room = pen.style.columns.saturating_sub(6);
    if lines.iter().any(|line| width(line) > room || line.contains('\n')) {
        return None;
    }
    let mut head = labelled(pen, place, "");
    if let (Form::Pile, count @ 2..) = (&place.form, place.count()) {
        head[0] = format!("{} {}", head[0], pen.messages.with("cards", &[("n", count.into())]));
    }
    head.extend(lines.into_iter().map(|line| format!("  {line}")));
    Some(head)
}

/// Cards with corners that are drawn one by one; more of them are counted.
const MOST_FACES: usize = 12;

/// Whether a place is one of known cards with corners that all can be drawn.
fn faces(pen: Pen<'_>, place: &Place) -> bool {
    let cards = place.stacks.first().map_or(&[][..], |stack| &stack.cards);
    let faced = |seen: &CardSeen| corners(pen, seen).is_some();
    place.form.is_single() && cards.len() <= MOST_FACES && cards.iter().all(faced)
}

fn faces_block(pen: Pen<'_>, place: &Place) -> Block {
    let told = |seen: &CardSeen| {
        let marks = seen.marks.iter().filter(|mark| !mark.known).cloned().collect();
        CardSeen { marks, ..seen.clone() }
    };
    let cards: Vec<CardSeen> = place.stacks[0].cards.iter().map(told).collect();
    let mut lines = labelled(pen, place, "");
    lines.extend(strip(pen, &cards).into_iter().map(|line| format!("  {line}")));
    Block { lines, short: false }
}

/// `main : …`, broken into lines under each other.
fn labelled(pen: Pen<'_>, place: &Place, body: &str) -> Vec<String> {
    let name = pen.style.phrase(&place.name);
    let name = pen.messages.with("thing", &[("name", name.into()), ("value", "".into())]);
    let name = format!("{} ", name.trim_end());
    let indent = width(&name);
    let lines = wrap(body, pen.style.columns.saturating_sub(indent + 4));
    let lead = |i: usize| if i == 0 { name.clone() } else { " ".repeat(indent) };
    lines
        .iter()
        .enumerate()
        .map(|(i, line)| format!("{}{line}", lead(i)).trim_end().replace(KEPT, " "))
        .collect()
}

/// The top card and how many there are.
fn pile(pen: Pen<'_>, place: &Place) -> String {
    let stack = &place.stacks[0];
    let Some(top) = stack.cards.last() else { return String::new() };
    let face = card(pen, top, true);
    match stack.cards.len() {
        1 => face,
        _ if top.card.is_none() => {
            let open = stack.open_below().map(|open| card(pen, open, true) + "+");
            counted(pen, format!("{}{face}", open.unwrap_or_default()), stack, " ")
        }
        n => format!("{face} ({})", pen.messages.with("cards", &[("n", n.into())])),
    }
}

/// A stack of which the top card is drawn, and how many there are.
fn counted(pen: Pen<'_>, drawn: String, stack: &Stack, blank: &str) -> String {
    match stack.counted() {
        1 => drawn,
        n => format!("{drawn}{blank}{}{n}", pen.times()),
    }
}

/// Stacks that come and go, by their numbers.
fn row(pen: Pen<'_>, place: &Place) -> String {
    if place.stacks.is_empty() {
        return pen.messages.say("nothing");
    }
    let shown = |stack: &Stack| match (place.stacking, stack.cards.split_last()) {
        (Stacking::Spread, _) | (_, None) => {
            stack.cards.iter().map(|c| card(pen, c, true)).collect::<Vec<_>>().join("+")
        }
        (Stacking::Fanned, Some((top, below))) => {
            let below = below.iter().map(|c| small(pen, c));
            below.chain([card(pen, top, true)]).collect::<Vec<_>>().join("+")
        }
        (Stacking::Counted, Some((top, []))) => card(pen, top, true),
        (Stacking::Counted, Some((top, _))) => {
            let open = stack.open_below().map(|open| card(pen, open, true) + "+");
            let drawn = format!("{}{}", open.unwrap_or_default(), card(pen, top, true));
            counted(pen, drawn, stack, "\u{a0}")
        }
    };
    let unit = |(i, stack): (usize, &Stack)| {
        let cards = shown(stack);
        let marks = marks(pen, stack.marks.iter());
        let marks = if marks.is_empty() { marks } else { format!("\u{a0}{marks}") };
        format!("{}:{cards}{marks}", i + 1)
    };
    // Blanks inside of one unit do not break the line.
    place.stacks.iter().enumerate().map(unit).collect::<Vec<_>>().join("  ")
}

/// Stands for a blank at which no line is broken, until lines are broken.
const KEPT: char = '\u{e000}';

/// Columns of names beyond which cards are only counted: a whole legend is no hand.
const MOST_NAMES: usize = 640;

/// Cards beside each other: known ones by name, unknown ones as backs.
fn cards(pen: Pen<'_>, place: &Place) -> String {
    let cards = &place.stacks[0].cards;
    let are_counted = cards.iter().filter(|seen| is_back(seen)).count() > MOST_BACKS;
    // What lies beside each other is counted together: where a known one lies is seen.
    let together = cards.chunk_by(|a, b| are_counted && is_back(a) && is_back(b));
    let part = |cards: &[CardSeen]| match cards {
        [one] => card(pen, one, false),
        several => backs(pen, several.len()).replace('\u{a0}', " "),
    };
    let parts: Vec<String> = together.map(part).collect();
    if parts.iter().map(|part| width(part) + 1).sum::<usize>() > MOST_NAMES {
        return pen.messages.with("cards", &[("n", cards.len().into())]);
    }
    let long = parts.iter().any(|part| part.contains(' '));
    // A line does not end inside of a name.
    let whole = |part: &String| match width(part) * 2 > pen.style.columns {
        true => part.clone(),
        false => part.replace(' ', &KEPT.to_string()),
    };
    let parts: Vec<String> = parts.iter().map(whole).collect();
    parts.join(if long { ", " } else { " " })
}

/// What stands before a card that lies face down although this seat knows it.
pub(super) fn bit_of_a_back(pen: Pen<'_>) -> &'static str {
    if pen.style.signs { "▒" } else { "#" }
}

/// Whether it is drawn of a place which side of a card is up: hands have one.
pub(crate) fn shows_sides(place: &Place) -> bool {
    match place.form {
        Form::Single | Form::Pile | Form::Row | Form::Slots { .. } | Form::Grid { .. } => true,
        Form::Spread | Form::Hand | Form::Set => false,
    }
}

/// What is written of a card, behind a bit of a back where it lies face down although this seat
/// knows it.
pub(crate) fn sided(pen: Pen<'_>, seen: &CardSeen, written: String) -> String {
    match is_covered(seen) {
        true => format!("{}{written}", pen.style.back(bit_of_a_back(pen))),
        false => written,
    }
}

/// Whether a card lies face down although this seat knows it.
pub(super) fn is_covered(seen: &CardSeen) -> bool {
    !seen.face_up && seen.card.is_some()
}

/// What a bit of a back before a card means, where there may be one on the table.
pub(crate) fn explains_backs(pen: Pen<'_>) -> Option<String> {
    let with_sides = pen.view.places.iter().filter(|place| shows_sides(place));
    let mut stacks = with_sides.flat_map(|place| &place.stacks);
    let some = stacks.any(|stack| stack.cards.iter().any(is_covered));
    some.then(|| pen.messages.with("keys-down", &[("sign", bit_of_a_back(pen).into())]))
}

/// One card with the marks that say something new here. `sides`: a card that lies face down
/// although this seat knows it has a bit of a back before it.
fn card(pen: Pen<'_>, seen: &CardSeen, sides: bool) -> String {
    let face = described(pen, seen);
    let face = if sides { sided(pen, seen, face) } else { face };
    let marks = marks(pen, seen.marks.iter().filter(|mark| !mark.known));
    if marks.is_empty() { face } else { format!("{face}\u{a0}{marks}") }
}

/// `[engagé, forme annoncée ♥]`
fn marks<'m>(pen: Pen<'_>, marks: impl Iterator<Item = &'m Mark>) -> String {
    let words = marks.filter_map(|mark| mark_words(pen, mark));
    let parts: Vec<String> = words.map(|words| words.replace(' ', "\u{a0}")).collect();
    if parts.is_empty() { String::new() } else { format!("[{}]", parts.join(",\u{a0}")) }
}
