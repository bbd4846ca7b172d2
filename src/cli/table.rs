//! The table as one seat sees it, in lines: what is shared, then each player's part, the own part last and next to the choice.

use super::look::{pad, width, wrap};
use super::names::{Names, capital};
use super::view::{Place, Seen, Stack, Value, View, is_own};
use crate::game::{Plain, SeenMark};
use crate::layout::model::{Per, Shape};
use crate::program::ValueKind;
use crate::value::Seat;

/// Columns of the screen.
pub const WIDTH: usize = 80;

/// Backs that are drawn one by one; more of them are counted.
const MOST_BACKS: usize = 8;

/// The whole table. `scores`: by seat, none where it is not for these eyes.
pub fn table(names: &Names<'_>, view: &View, scores: &[Option<i32>]) -> Vec<String> {
    let mut lines = vec![heading(names, view)];
    lines.extend(part(names, view, Per::Table, 0));
    if (0..names.program.teams).any(|team| names.program.seats_of_team(team).len() > 1) {
        for team in owners_in_order(names, Per::Team, names.program.teams) {
            let body = part(names, view, Per::Team, team);
            lines.extend(titled(names.look.bold(&capital(&names.team(team))), body));
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

/// The other owners as they sit, the viewer's own last.
fn owners_in_order(names: &Names<'_>, per: Per, count: u8) -> Vec<u8> {
    let own = |owner: &u8| is_own(names.program, per, *owner, names.viewer);
    let others = (0..count).filter(|owner| !own(owner));
    others.chain((0..count).filter(|owner| own(owner))).collect()
}

fn titled(title: String, body: Vec<String>) -> Vec<String> {
    std::iter::once(title).chain(body.into_iter().map(|line| format!("  {line}"))).collect()
}

fn player_heading(names: &Names<'_>, seat: Seat, scores: &[Option<i32>]) -> String {
    let mut notes = Vec::new();
    if names.viewer == Some(seat) {
        notes.push(names.words.with("player", &[("n", (seat + 1).into())]));
    }
    if let Some(Some(score)) = scores.get(seat as usize) {
        notes.push(names.words.with("score", &[("n", (*score).into())]));
    }
    let heading = names.look.bold(&names.player_first(seat));
    if notes.is_empty() { heading } else { format!("{heading} ({})", notes.join(", ")) }
}

/// `--- Les bois d'Alkekan --- manche 3 ---`
fn heading(names: &Names<'_>, view: &View) -> String {
    let rule = |n: usize| if names.look.signs { "─" } else { "-" }.repeat(n);
    let title = names.of(&names.program.title, &names.program.id);
    let mut parts = vec![title];
    parts.extend(phase_words(names, view));
    let text = parts.join(&format!(" {} ", rule(2)));
    let line = format!("{} {text} ", rule(2));
    names.look.bold(&format!("{line}{}", rule(WIDTH.saturating_sub(width(&line)))))
}

fn phase_words(names: &Names<'_>, view: &View) -> Vec<String> {
    let word =
        |(phase, number): &(u16, i32)| format!("{} {number}", names.text(&names.program.phases[*phase as usize].name));
    view.course.iter().map(word).collect()
}

/// Zones and variables of one owner.
fn part(names: &Names<'_>, view: &View, per: Per, owner: u8) -> Vec<String> {
    let program = names.program;
    let here = |place: &&Place| {
        let zone = names.zone(place.instance);
        zone.per == per && (per == Per::Table || program.instances[place.instance as usize].owner == owner)
    };
    let mut lines: Vec<String> = view.places.iter().filter(here).flat_map(|place| zone(names, view, place)).collect();
    let values = view
        .values
        .iter()
        .filter(|v| program.variables[v.variable as usize].per == per && (per == Per::Table || v.owner == owner));
    lines.extend(values.filter_map(|v| variable(names, v)));
    lines
}

/// `cartes tenues : 3`. Pawns stand on their boards, and what counts nothing yet is left out.
fn variable(names: &Names<'_>, value: &Value) -> Option<String> {
    let info = &names.program.variables[value.variable as usize];
    let nothing = match &value.value {
        Plain::Words(words) => words.is_empty(),
        Plain::Number(n) => *n == 0,
        Plain::Flag(_) | Plain::Word(_) | Plain::Nothing => false,
    };
    if info.pawn || nothing {
        return None;
    }
    let words = names.plain(info.kind, &value.value);
    Some(names.words.with("thing", &[("name", names.of(&info.text, &info.name).into()), ("value", words.into())]))
}

// ---- zones

/// Lines of a zone; none for an empty one that is no board.
fn zone(names: &Names<'_>, view: &View, place: &Place) -> Vec<String> {
    let zone = names.zone(place.instance);
    let grid = zone.grid(&names.program.lists);
    let empty = place.count() == 0 && place.slots.iter().all(|slot| slot.marks.is_empty());
    if empty && grid.is_none_or(|(rows, _)| rows == 1) {
        return Vec::new();
    }
    if grid.is_some() {
        return board(names, view, place);
    }
    let body = match zone.shape {
        Shape::Pile => pile(names, place),
        Shape::Row => row(names, place),
        _ => cards(names, place),
    };
    labelled(names, place, &body)
}

/// `main : …`, broken into lines under each other.
fn labelled(names: &Names<'_>, place: &Place, body: &str) -> Vec<String> {
    let name = names.words.with("thing", &[("name", names.zone_name(place.instance).into()), ("value", "".into())]);
    let name = format!("{} ", name.trim_end());
    let indent = width(&name);
    let lines = wrap(body, WIDTH.saturating_sub(indent + 4));
    let lead = |i: usize| if i == 0 { name.clone() } else { " ".repeat(indent) };
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}", lead(i))).collect()
}

/// The top card and how many there are.
fn pile(names: &Names<'_>, place: &Place) -> String {
    let stack = &place.slots[0];
    let Some(top) = stack.cards.last() else { return String::new() };
    let count = names.words.with("cards", &[("n", stack.cards.len().into())]);
    format!("{} ({count})", card(names, place, top, false))
}

/// Slots that come and go, by their numbers.
fn row(names: &Names<'_>, place: &Place) -> String {
    let unit = |(i, stack): (usize, &Stack)| {
        let cards = stack.cards.iter().map(|c| card(names, place, c, true)).collect::<Vec<_>>().join("+");
        let marks = marks(names, &stack.marks);
        format!("{}:{cards}{}", i + 1, if marks.is_empty() { marks } else { format!("\u{a0}{marks}") })
    };
    // Blanks inside of one unit do not break the line.
    place.slots.iter().enumerate().map(unit).collect::<Vec<_>>().join("  ")
}

/// Columns of names beyond which cards are only counted: a whole legend is no hand.
const MOST_NAMES: usize = 8 * WIDTH;

/// Cards beside each other: known ones by name, unknown ones as backs.
fn cards(names: &Names<'_>, place: &Place) -> String {
    let cards = &place.slots[0].cards;
    let hidden = |c: &Seen| c.card.is_none() && c.marks.is_empty();
    let backs = cards.iter().filter(|c| hidden(c)).count();
    let shown = cards.iter().filter(|c| !(hidden(c) && backs > MOST_BACKS)).map(|c| card(names, place, c, false));
    let mut parts: Vec<String> = shown.collect();
    if parts.iter().map(|part| width(part) + 1).sum::<usize>() > MOST_NAMES {
        return names.words.with("cards", &[("n", cards.len().into())]);
    }
    if backs > MOST_BACKS {
        let times = if names.look.signs { '×' } else { 'x' };
        parts.push(format!("{} {times}{backs}", names.back()));
    }
    let long = parts.iter().any(|part| part.contains(' '));
    parts.join(if long { ", " } else { " " })
}

/// One card with its marks. `sides`: a card that lies face down although this seat knows it stands in brackets.
fn card(names: &Names<'_>, place: &Place, seen: &Seen, sides: bool) -> String {
    let face = match seen.card {
        Some(card) => names.described(card),
        None => names.back(),
    };
    let face = if sides && !seen.face_up && seen.card.is_some() { format!("({face})") } else { face };
    let telling: Vec<SeenMark> =
        seen.marks.iter().filter(|mark| !says_the_owner(names, place, mark)).cloned().collect();
    let marks = marks(names, &telling);
    if marks.is_empty() { face } else { format!("{face}\u{a0}{marks}") }
}

/// A mark that names the player or team in whose zone the card lies says nothing new.
fn says_the_owner(names: &Names<'_>, place: &Place, mark: &SeenMark) -> bool {
    let kind = names.program.marks.iter().find(|m| m.name == mark.name).map(|m| m.kind);
    let owner = names.program.instances[place.instance as usize].owner;
    let owner = match (kind, names.zone(place.instance).per) {
        (Some(ValueKind::Player), Per::Player) | (Some(ValueKind::Team), Per::Team) => owner,
        (Some(ValueKind::Team), Per::Player) => names.program.team(owner),
        _ => return false,
    };
    mark.value == Plain::Number(i32::from(owner) + 1)
}

/// `[engagé, forme annoncée ♥]`
fn marks(names: &Names<'_>, marks: &[SeenMark]) -> String {
    let parts: Vec<String> = marks.iter().map(|mark| mark_words(names, mark).replace(' ', "\u{a0}")).collect();
    if parts.is_empty() { String::new() } else { format!("[{}]", parts.join(",\u{a0}")) }
}

fn mark_words(names: &Names<'_>, mark: &SeenMark) -> String {
    let name = names.text(&mark.name);
    let kind = names.program.marks.iter().find(|m| m.name == mark.name).map_or(ValueKind::Flag, |m| m.kind);
    if mark.value == Plain::Flag(true) { name } else { format!("{name} {}", names.plain(kind, &mark.value)) }
}

// ---- boards

/// Columns that a cell may take.
const CELL: usize = 14;

/// A grid or numbered slots as a board with its rows and columns numbered.
fn board(names: &Names<'_>, view: &View, place: &Place) -> Vec<String> {
    let zone = names.zone(place.instance);
    let Some((rows, columns)) = zone.grid(&names.program.lists) else { return Vec::new() };
    let cells: Vec<Vec<String>> = place.slots.iter().map(|slot| cell(names, view, slot)).collect();
    let wide = cells.iter().flatten().map(|line| width(line)).max().unwrap_or(0).max(3);
    let mut lines =
        vec![names.words.with("thing", &[("name", names.zone_name(place.instance).into()), ("value", "".into())])];
    lines[0] = lines[0].trim_end().to_owned();
    lines.push(columns_line(names, place, columns, wide));
    lines.push(rule(names, columns, wide, 0));
    for (r, row) in cells.chunks(columns as usize).enumerate() {
        let number = if rows == 1 { String::new() } else { (r + 1).to_string() };
        lines.extend(board_row(names, &number, row, wide));
        lines.push(rule(names, columns, wide, if r + 1 == rows as usize { 2 } else { 1 }));
    }
    lines
}

fn columns_line(names: &Names<'_>, place: &Place, columns: u8, wide: usize) -> String {
    let zone = names.zone(place.instance);
    let list = match &zone.shape {
        Shape::List(list) => names.program.lists.iter().position(|l| &l.name == list),
        _ => None,
    };
    let head = |c: u8| match list {
        Some(list) => names.word(list as u16, i32::from(c)),
        None => (c + 1).to_string(),
    };
    let heads = (0..columns).map(|c| pad(&centred(&head(c), wide), wide + 3));
    format!("    {}", heads.collect::<String>()).trim_end().to_owned()
}

fn centred(text: &str, wide: usize) -> String {
    format!("{}{text}", " ".repeat(wide.saturating_sub(width(text)) / 2))
}

/// A line between rows: the top, one between, or the bottom.
fn rule(names: &Names<'_>, columns: u8, wide: usize, which: usize) -> String {
    let [left, cross, right, line] = match names.look.signs {
        true => [["┌", "┬", "┐", "─"], ["├", "┼", "┤", "─"], ["└", "┴", "┘", "─"]][which],
        false => ["+", "+", "+", "-"],
    };
    let part = line.repeat(wide + 2);
    format!("  {left}{}{right}", vec![part; columns as usize].join(cross))
}

fn board_row(names: &Names<'_>, number: &str, row: &[Vec<String>], wide: usize) -> Vec<String> {
    let bar = if names.look.signs { "│" } else { "|" };
    let height = row.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let line = |i: usize| {
        let cells = row.iter().map(|cell| pad(cell.get(i).map_or("", String::as_str), wide));
        let lead = if i == 0 { number } else { "" };
        format!("{} {bar} {} {bar}", pad(lead, 1), cells.collect::<Vec<_>>().join(&format!(" {bar} ")))
    };
    (0..height).map(line).collect()
}

/// What stands in a cell: the top card, how many lie there, marks, pawns.
fn cell(names: &Names<'_>, view: &View, stack: &Stack) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(top) = stack.cards.last() {
        let face = top.card.map_or_else(|| names.back(), |card| names.card(card));
        lines.extend(if top.card.is_some_and(|c| !names.print(c).is_empty()) { wrap(&face, CELL) } else { vec![face] });
        lines.extend(top.card.iter().flat_map(|card| names.print(*card)));
        if stack.cards.len() > 1 {
            let times = if names.look.signs { '×' } else { 'x' };
            lines[0] = format!("{} {times}{}", lines[0], stack.cards.len());
        }
        lines.extend(top.marks.iter().flat_map(|mark| wrap(&mark_words(names, mark), CELL)));
    }
    lines.extend(stack.marks.iter().flat_map(|mark| wrap(&mark_words(names, mark), CELL)));
    lines.extend(pawns(names, view, stack).iter().flat_map(|pawn| wrap(pawn, CELL)));
    lines
}

/// Whose pawns stand here.
fn pawns(names: &Names<'_>, view: &View, stack: &Stack) -> Vec<String> {
    let here = |v: &&Value| {
        names.program.variables[v.variable as usize].pawn
            && matches!(&v.value, Plain::Word(cell) if *cell == stack.name)
    };
    let pawn = |v: &Value| {
        let info = &names.program.variables[v.variable as usize];
        let name = names.of(&info.text, &info.name);
        match info.per {
            Per::Table => name,
            Per::Team | Per::Player => format!("{name} {}", v.owner + 1),
        }
    };
    view.values.iter().filter(here).map(|v| names.look.bold(&pawn(v))).collect()
}
