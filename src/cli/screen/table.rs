//! The table as one seat sees it, in lines: what is shared, then each player's part, the own part
//! last and next to the choice.

use super::board::{across, board, is_elsewhere, strip};
use super::names::{Names, capital};
use super::view::{Place, Seen, Stack, Value, View, is_own};
use crate::cli::text::{width, wrap};
use crate::game::{Plain, SeenMark};
use crate::program::ValueKind;
use crate::tabletop::ids::{PhaseId, ZoneId};
use crate::tabletop::{Per, Shape, Viewers, ZoneDisplay};
use crate::value::Seat;

/// Backs that are drawn one by one; more of them are counted.
const MOST_BACKS: usize = 8;

/// The whole table. `scores`: by seat, none where it is not for these eyes.
pub fn table(names: &Names<'_>, view: &View, scores: &[Option<i32>]) -> Vec<String> {
    let mut lines = vec![heading(names, view, scores)];
    lines.extend(part(names, view, Per::Table, 0));
    lines.extend(zones_across(names).flat_map(|zone| across(names, view, zone)));
    if has_teams(names) {
        for team in owners_in_order(names, Per::Team, names.program.teams) {
            let body = part(names, view, Per::Team, team);
            if !body.is_empty() {
                lines.extend(titled(names.in_colour_of(team, &capital(&names.team(team))), body));
            }
        }
    }
    for seat in owners_in_order(names, Per::Player, names.program.seats) {
        let mut body = part(names, view, Per::Player, seat);
        if names.program.team_of.iter().filter(|t| **t == names.program.team(seat)).count() == 1 {
            body.extend(part(names, view, Per::Team, names.program.team(seat)));
        }
        lines.extend(titled(player_heading(names, seat, scores), body));
    }
    lines
}

/// Zones whose owners face each other on a board of all.
fn zones_across<'n>(names: &'n Names<'_>) -> impl Iterator<Item = ZoneId> + 'n {
    let zones = names.program.drawing.zones.iter().enumerate();
    zones.filter(|(_, zone)| zone.drawn == ZoneDisplay::Across).map(|(zone, _)| ZoneId::new(zone))
}

/// The other owners as they sit, the viewer's own last.
pub fn owners_in_order(names: &Names<'_>, per: Per, count: u8) -> Vec<u8> {
    let own = |owner: &u8| is_own(names.program, per, *owner, names.viewer);
    let others = (0..count).filter(|owner| !own(owner));
    others.chain((0..count).filter(|owner| own(owner))).collect()
}

fn titled(title: String, body: Vec<String>) -> Vec<String> {
    std::iter::once(title).chain(body.into_iter().map(|line| format!("  {line}"))).collect()
}

fn has_teams(names: &Names<'_>) -> bool {
    (0..names.program.teams).any(|team| names.program.seats_of_team(team).len() > 1)
}

fn player_heading(names: &Names<'_>, seat: Seat, scores: &[Option<i32>]) -> String {
    let mut notes = Vec::new();
    if names.viewer == Some(seat) {
        notes.push(names.messages.with("player", &[("n", (seat + 1).into())]));
    }
    if has_teams(names) {
        notes.push(names.side(names.program.team(seat)));
    }
    if let (Some(Some(score)), false) = (scores.get(usize::from(seat)), names.program.cooperative) {
        notes.push(names.messages.with("score", &[("n", (*score).into())]));
    }
    let heading = names.in_colour_of(names.program.team(seat), &names.player_first(seat));
    if notes.is_empty() { heading } else { format!("{heading} ({})", notes.join(", ")) }
}

/// `--- Les bois d'Alkekan --- manche 3 ---`
fn heading(names: &Names<'_>, view: &View, scores: &[Option<i32>]) -> String {
    let rule = |n: usize| if names.style.signs { "─" } else { "-" }.repeat(n);
    let title = names.of(&names.program.title, &names.program.id);
    let mut parts = vec![title];
    parts.extend(phase_words(names, view));
    // All have the same.
    if let (Some(Some(score)), true) = (scores.first(), names.program.cooperative) {
        parts.push(names.messages.with("score", &[("n", (*score).into())]));
    }
    let text = parts.join(&format!(" {} ", rule(2)));
    let line = format!("{} {text} ", rule(2));
    names.style.bold(&format!("{line}{}", rule(names.style.columns.saturating_sub(width(&line)))))
}

fn phase_words(names: &Names<'_>, view: &View) -> Vec<String> {
    let word = |(phase, number): &(PhaseId, i32)| {
        format!("{} {number}", names.text(&names.program.phases[*phase].name))
    };
    view.course.iter().map(word).collect()
}

/// Zones and variables of one owner.
fn part(names: &Names<'_>, view: &View, per: Per, owner: u8) -> Vec<String> {
    let program = names.program;
    let here = |place: &&Place| {
        let zone = names.zone(place.instance);
        zone.per == per && (per == Per::Table || program.instances[place.instance].owner == owner)
    };
    let mut parts: Vec<Block> =
        view.places.iter().filter(here).map(|place| zone(names, view, place)).collect();
    let values = view.values.iter().filter(|v| {
        program.variables[v.variable].per == per && (per == Per::Table || v.owner == owner)
    });
    parts.extend(values.filter_map(|v| variable(names, v)).map(Block::short));
    pack(names, parts)
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
fn pack(names: &Names<'_>, blocks: Vec<Block>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for block in blocks.into_iter().filter(|block| !block.lines.is_empty()) {
        let joins = open && block.short && block.lines.len() == 1;
        match lines.last_mut().filter(|last| {
            joins && width(last) + 3 + width(&block.lines[0]) <= names.style.columns - 4
        }) {
            Some(last) => last.push_str(&format!("   {}", block.lines[0])),
            None => lines.extend(block.lines.iter().cloned()),
        }
        open = block.short && block.lines.len() == 1;
    }
    lines
}

/// `cartes tenues : 3`. Pawns stand on their boards, and what counts nothing yet, or is still a no,
/// is left out.
fn variable(names: &Names<'_>, value: &Value) -> Option<String> {
    let info = &names.program.variables[value.variable];
    let nothing = match &value.value {
        Plain::Words(messages) => messages.is_empty(),
        Plain::Number(n) => *n == 0,
        Plain::Flag(flag) => !flag && info.defaults.get(usize::from(value.owner)) == Some(&0),
        Plain::Word(_) | Plain::Nothing => false,
    };
    let drawn = names.program.drawing.variables.get(value.variable);
    if info.pawn || nothing || drawn.is_some_and(|drawn| !drawn.is_drawn()) {
        return None;
    }
    let words = names.plain(info.kind, &value.value);
    Some(names.messages.with(
        "thing",
        &[("name", names.of(&info.text, &info.name).into()), ("value", words.into())],
    ))
}

// ---- zones

/// Lines of a zone; none for an empty one that is no board. Of a row it is told that it is empty:
/// nobody is in play there.
fn zone(names: &Names<'_>, view: &View, place: &Place) -> Block {
    let zone = names.zone(place.instance);
    let drawn = names.program.drawing.zones[names.program.instances[place.instance].zone].drawn;
    if is_elsewhere(names, place) || !drawn.display().is_drawn() {
        return Block::default();
    }
    let grid = zone.grid(&names.program.lists);
    let empty = place.count() == 0 && place.slots.iter().all(|slot| slot.marks.is_empty());
    if empty && zone.shape != Shape::Row && grid.is_none_or(|(rows, _)| rows == 1) {
        return Block::default();
    }
    if grid.is_some() {
        return Block { lines: board(names, view, place), short: false };
    }
    if faces(names, place) {
        return faces_block(names, place);
    }
    let body = match zone.shape {
        Shape::Pile if drawn != ZoneDisplay::Spread => pile(names, place),
        Shape::Row => row(names, place),
        Shape::Pile
        | Shape::Set
        | Shape::One
        | Shape::Slots(_)
        | Shape::Grid(..)
        | Shape::List(_) => cards(names, place),
    };
    // One's own hand is easily found on a line of its own.
    let owner = names.program.instances[place.instance].owner;
    let own = zone.down == Viewers::Owner
        && zone.shape == Shape::Set
        && is_own(names.program, zone.per, owner, names.viewer);
    Block { lines: labelled(names, place, &body), short: !own }
}

/// Cards with corners that are drawn one by one; more of them are counted.
const MOST_FACES: usize = 12;

/// Whether a zone is one of known cards with corners that all can be drawn.
fn faces(names: &Names<'_>, place: &Place) -> bool {
    let cards = place.slots.first().map_or(&[][..], |slot| &slot.cards);
    let faced = |seen: &Seen| seen.card.is_some_and(|card| names.corners(card).is_some());
    names.zone(place.instance).is_single() && cards.len() <= MOST_FACES && cards.iter().all(faced)
}

fn faces_block(names: &Names<'_>, place: &Place) -> Block {
    let told = |seen: &Seen| Seen { marks: telling(names, place, seen), ..seen.clone() };
    let cards: Vec<Seen> = place.slots[0].cards.iter().map(told).collect();
    let mut lines = labelled(names, place, "");
    lines.extend(strip(names, &cards).into_iter().map(|line| format!("  {line}")));
    Block { lines, short: false }
}

/// `main : …`, broken into lines under each other.
fn labelled(names: &Names<'_>, place: &Place, body: &str) -> Vec<String> {
    let name = names
        .messages
        .with("thing", &[("name", names.zone_name(place.instance).into()), ("value", "".into())]);
    let name = format!("{} ", name.trim_end());
    let indent = width(&name);
    let lines = wrap(body, names.style.columns.saturating_sub(indent + 4));
    let lead = |i: usize| if i == 0 { name.clone() } else { " ".repeat(indent) };
    lines
        .iter()
        .enumerate()
        .map(|(i, line)| format!("{}{line}", lead(i)).trim_end().to_owned())
        .collect()
}

/// The top card and how many there are.
fn pile(names: &Names<'_>, place: &Place) -> String {
    let stack = &place.slots[0];
    let Some(top) = stack.cards.last() else { return String::new() };
    let face = card(names, place, top, false);
    match stack.cards.len() {
        1 => face,
        n if top.card.is_none() => format!("{face} {}{n}", times(names)),
        n => format!("{face} ({})", names.messages.with("cards", &[("n", n.into())])),
    }
}

fn times(names: &Names<'_>) -> char {
    if names.style.signs { '×' } else { 'x' }
}

/// Slots that come and go, by their numbers.
fn row(names: &Names<'_>, place: &Place) -> String {
    if place.slots.is_empty() {
        return names.messages.say("nothing");
    }
    let unit = |(i, stack): (usize, &Stack)| {
        let cards =
            stack.cards.iter().map(|c| card(names, place, c, true)).collect::<Vec<_>>().join("+");
        let marks = marks(names, &stack.marks);
        format!(
            "{}:{cards}{}",
            i + 1,
            if marks.is_empty() { marks } else { format!("\u{a0}{marks}") }
        )
    };
    // Blanks inside of one unit do not break the line.
    place.slots.iter().enumerate().map(unit).collect::<Vec<_>>().join("  ")
}

/// Columns of names beyond which cards are only counted: a whole legend is no hand.
const MOST_NAMES: usize = 640;

/// Cards beside each other: known ones by name, unknown ones as backs.
fn cards(names: &Names<'_>, place: &Place) -> String {
    let cards = &place.slots[0].cards;
    let hidden = |c: &Seen| c.card.is_none() && c.marks.is_empty();
    let backs = cards.iter().filter(|c| hidden(c)).count();
    let shown = cards
        .iter()
        .filter(|c| !(hidden(c) && backs > MOST_BACKS))
        .map(|c| card(names, place, c, false));
    let mut parts: Vec<String> = shown.collect();
    if parts.iter().map(|part| width(part) + 1).sum::<usize>() > MOST_NAMES {
        return names.messages.with("cards", &[("n", cards.len().into())]);
    }
    if backs > MOST_BACKS {
        parts.push(format!("{} {}{backs}", names.back(), times(names)));
    }
    let long = parts.iter().any(|part| part.contains(' '));
    parts.join(if long { ", " } else { " " })
}

/// One card with its marks. `sides`: a card that lies face down although this seat knows it has a
/// bit of a back before it.
fn card(names: &Names<'_>, place: &Place, seen: &Seen, sides: bool) -> String {
    let face = match seen.card {
        Some(card) => names.described(card),
        None => names.back(),
    };
    let face =
        if sides && !seen.face_up && seen.card.is_some() { names.face_down(&face) } else { face };
    let marks = marks(names, &telling(names, place, seen));
    if marks.is_empty() { face } else { format!("{face}\u{a0}{marks}") }
}

/// The marks of a card that say something new here.
fn telling(names: &Names<'_>, place: &Place, seen: &Seen) -> Vec<SeenMark> {
    seen.marks.iter().filter(|mark| !says_the_owner(names, place, mark)).cloned().collect()
}

/// A mark that names the player or team in whose zone the card lies says nothing new.
fn says_the_owner(names: &Names<'_>, place: &Place, mark: &SeenMark) -> bool {
    let kind = names.program.marks[mark.mark].kind;
    let owner = names.program.instances[place.instance].owner;
    let owner = match (kind, names.zone(place.instance).per) {
        (ValueKind::Player, Per::Player) | (ValueKind::Team, Per::Team) => owner,
        (ValueKind::Team, Per::Player) => names.program.team(owner),
        _ => return false,
    };
    mark.value == Plain::Number(i32::from(owner) + 1)
}

/// `[engagé, forme annoncée ♥]`
fn marks(names: &Names<'_>, marks: &[SeenMark]) -> String {
    let words = marks.iter().filter_map(|mark| mark_words(names, mark));
    let parts: Vec<String> = words.map(|words| words.replace(' ', "\u{a0}")).collect();
    if parts.is_empty() { String::new() } else { format!("[{}]", parts.join(",\u{a0}")) }
}

/// A mark in words, if it is one that is drawn.
pub fn mark_words(names: &Names<'_>, mark: &SeenMark) -> Option<String> {
    if !names.program.drawing.marks[mark.mark].display().is_drawn() {
        return None;
    }
    let info = &names.program.marks[mark.mark];
    let name = names.text(&info.name);
    Some(if mark.value == Plain::Flag(true) {
        name
    } else {
        format!("{name} {}", names.plain(info.kind, &mark.value))
    })
}
