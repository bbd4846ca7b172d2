//! Places with several stacks, drawn as boards: grids, rows of numbered stacks, and the rows of all
//! owners across from each other.

use super::table::sided;
use super::{Pen, own_last};
use crate::cli::text::{centre, pad, plain, shorten, width, wrap};
use crate::game::Plain;
use crate::view::{CardSeen, Mark, Owner, Phrase, Place, Stack, Stacking, Stood, Value, capital};

/// What stands in a cell, line by line.
pub(crate) type Cell = Vec<String>;

/// One row of cells, and what stands before it.
struct Row {
    lead: String,
    cells: Vec<Cell>,
    /// A line is drawn below it.
    ends: bool,
}

impl Row {
    /// The row with `count` of its cells, from the cell `from` on.
    fn part(&self, from: usize, count: usize) -> Row {
        let cells = self.cells.iter().skip(from).take(count).cloned().collect();
        Row { lead: self.lead.clone(), cells, ends: self.ends }
    }
}

/// How a card is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardForm {
    /// By its short name.
    Small,
    /// With all that is printed on it.
    Medium,
}

/// A board with the heads of its columns.
struct Board {
    heads: Vec<String>,
    rows: Vec<Row>,
}

/// Places and the pawns on them, as they stand now or once stood.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) places: &'a [Place],
    pub(crate) values: &'a [Value],
}

/// Columns that a cell takes at the most; wider ones spread what belongs together.
pub(crate) const WIDEST: usize = 20;

/// Columns that a cell needs so that what is broken into lines in it can still be read.
const READABLE: usize = 12;

/// The least that a cell of a board with rows is drawn in; wider boards are drawn in bands.
const NARROWEST: usize = 6;

/// Columns that a card with corners takes: the corners, and a name between them that can be made
/// out.
pub(crate) const CARD: usize = 16;

// ---- places

/// A grid, or numbered stacks with the places that are drawn beside them. A row of stacks that is
/// too wide for the screen is drawn with the small forms of its cards; if that is still too wide it
/// is turned, a stack a line.
pub(crate) fn board(pen: Pen<'_>, scene: Scene<'_>, place: &Place) -> Vec<String> {
    let beside: Vec<&Place> = beside(scene, place).collect();
    let name = pen.style.phrase(&place.name);
    let title = pen.messages.with("thing", &[("name", name.clone().into()), ("value", "".into())]);
    let title = title.trim_end().to_owned();
    let all = std::iter::once(place).chain(beside.iter().copied());
    let Some(form) = form_of(pen, scene, all) else {
        let mut lines = turned(pen, scene, place);
        for place in &beside {
            lines.extend(turned(pen, scene, place));
        }
        lines.extend(legend(pen, scene, place, pen.style.columns));
        return lines;
    };
    let mut rows = grid_rows(pen, scene, place, form);
    if !beside.is_empty() {
        rows[0].lead.clone_from(&name);
    }
    rows.extend(beside.iter().flat_map(|place| named_rows(pen, scene, place, form)));
    close(&mut rows);
    let mut lines = if beside.is_empty() { vec![title] } else { Vec::new() };
    lines.extend(draw(pen, Board { heads: heads(pen, place), rows }));
    lines.extend(legend(pen, scene, place, pen.style.columns));
    lines
}

/// How the cards of a board are written, so that it fits the screen: in their medium form, or in
/// their small one. None where neither fits.
fn form_of<'v>(
    pen: Pen<'_>,
    scene: Scene<'_>,
    places: impl Iterator<Item = &'v Place>,
) -> Option<CardForm> {
    let places: Vec<&Place> = places.collect();
    let fits = |form: CardForm| {
        places.iter().all(|place| {
            let (rows, columns) =
                place.form.board().map_or((1, 1), |(rows, heads)| (rows, heads.len()));
            let room = room(pen, columns);
            let enough = match form {
                CardForm::Medium if place.stacking == Stacking::Counted => READABLE,
                CardForm::Medium | CardForm::Small => WIDEST,
            };
            rows > 1 || room >= enough || {
                let stacks = place.stacks.iter();
                let parts = stacks
                    .flat_map(|stack| parts(pen, scene, stack, (place.stacking, form), usize::MAX));
                let heads = heads(pen, place);
                parts.chain(heads).all(|part| width(&part) <= room)
            }
        })
    };
    [CardForm::Medium, CardForm::Small].into_iter().find(|form| fits(*form))
}

/// Whether a board fits the screen with cells that can be read; else it is turned.
pub(crate) fn is_readable(pen: Pen<'_>, scene: Scene<'_>, place: &Place) -> bool {
    form_of(pen, scene, std::iter::once(place).chain(beside(scene, place))).is_some()
}

/// Each stack of a place in one line, by its number or word; and how many columns these take.
pub(crate) fn by_stacks(
    pen: Pen<'_>,
    scene: Scene<'_>,
    place: &Place,
    form: CardForm,
) -> (Vec<String>, usize) {
    let heads = heads(pen, place);
    let wide = heads.iter().map(|head| width(head)).max().unwrap_or(0);
    let line = |(i, stack): (usize, &Stack)| {
        let parts = parts(pen, scene, stack, (place.stacking, form), usize::MAX);
        let long = parts.iter().any(|part| part.contains(' '));
        let body = parts.join(if long { ", " } else { " " });
        let body = if body.is_empty() { "-".to_owned() } else { body };
        let head = heads.get(i).map_or("", String::as_str);
        // A word that says what lies there anyway is not said twice.
        match plain(&body).to_lowercase().starts_with(&plain(head).to_lowercase()) {
            true => body,
            false => format!("{} {body}", pad(head, wide)),
        }
    };
    (place.stacks.iter().enumerate().map(line).collect(), wide)
}

/// A stack a line, by its number or word; in columns where that is short.
fn turned(pen: Pen<'_>, scene: Scene<'_>, place: &Place) -> Vec<String> {
    let (texts, wide) = by_stacks(pen, scene, place, CardForm::Medium);
    let name = pen.style.phrase(&place.name);
    let title = pen.messages.with("thing", &[("name", name.into()), ("value", "".into())]);
    let mut lines = vec![title.trim_end().to_owned()];
    let longest = texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let room = pen.style.columns.saturating_sub(6);
    let columns = (room / (longest + 3).max(1)).max(1);
    if columns == 1 {
        let further = " ".repeat(wide + 3);
        for text in &texts {
            let broken = wrap(text, room.saturating_sub(wide + 1));
            let indents = std::iter::once("  ").chain(std::iter::repeat(further.as_str()));
            lines.extend(indents.zip(broken).map(|(indent, line)| format!("{indent}{line}")));
        }
        return lines;
    }
    let rows = texts.len().div_ceil(columns);
    lines.extend((0..rows).map(|row| {
        let cells = texts.iter().skip(row).step_by(rows).map(|text| pad(text, longest + 3));
        format!("  {}", cells.collect::<String>()).trim_end().to_owned()
    }));
    lines
}

/// The places of all owners in one zone as one board, the viewer's own row last: what lies beside a
/// row is farther from the middle. Nothing where nothing lies.
pub(crate) fn across(pen: Pen<'_>, scene: Scene<'_>, zone: &str) -> Vec<String> {
    let places: Vec<&Place> = scene.places.iter().filter(|place| place.zone == zone).collect();
    let order = own_last(&places, |place| is_own(pen, place.owner));
    let with_beside = places.iter().flat_map(|place| beside(scene, place).chain([*place]));
    let form = form_of(pen, scene, with_beside).unwrap_or(CardForm::Small);
    let mut rows: Vec<Row> = Vec::new();
    let mut columns = Vec::new();
    for (i, place) in order.iter().enumerate() {
        let mut part = grid_rows(pen, scene, place, form);
        let whose = place.whose.as_ref().map(|whose| pen.style.phrase(whose)).unwrap_or_default();
        part[0].lead = format!(
            "{}, {}",
            pen.style.of_owner(number(place.owner), &capital(&whose)),
            pen.style.phrase(&place.name)
        );
        part.extend(beside(scene, place).flat_map(|place| named_rows(pen, scene, place, form)));
        if i + 1 < order.len() {
            part.reverse();
        }
        close(&mut part);
        rows.extend(part);
        columns = heads(pen, place);
    }
    let empty = rows.iter().flat_map(|row| &row.cells).all(Vec::is_empty);
    if empty { Vec::new() } else { draw(pen, Board { heads: columns, rows }) }
}

/// A board as it stood before it was cleared.
pub(crate) fn stood(pen: Pen<'_>, stood: &Stood) -> Vec<String> {
    let scene = Scene { places: &stood.places, values: &stood.pawns };
    match stood.places.first() {
        Some(place) if place.across => across(pen, scene, &place.zone),
        Some(place) => board(pen, scene, place),
        None => Vec::new(),
    }
}

/// Whether something of this owner is the viewer's own, or its team's.
pub(crate) fn is_own(pen: Pen<'_>, owner: Owner) -> bool {
    match owner {
        Owner::Table => false,
        Owner::Team(team) => pen.view.teams.iter().any(|known| known.team == team && known.own),
        Owner::Player(seat) => pen.view.seat == Some(seat),
    }
}

/// The number of a seat or a team; 0 for the table.
pub(crate) fn number(owner: Owner) -> u8 {
    match owner {
        Owner::Table => 0,
        Owner::Team(number) | Owner::Player(number) => number,
    }
}

/// Whether a place is drawn in some other place's board, or in a trick.
pub(crate) fn is_elsewhere(place: &Place) -> bool {
    place.across || place.beside.is_some() || place.trick.is_some()
}

/// The places of the same owner that are drawn beside this one.
pub(crate) fn beside<'v>(scene: Scene<'v>, place: &Place) -> impl Iterator<Item = &'v Place> {
    let here = place.id;
    scene.places.iter().filter(move |other| other.beside == Some(here))
}

fn named_rows(pen: Pen<'_>, scene: Scene<'_>, place: &Place, form: CardForm) -> Vec<Row> {
    let mut rows = grid_rows(pen, scene, place, form);
    rows[0].lead = pen.style.phrase(&place.name);
    rows
}

/// The last row of what belongs together has a line below it.
fn close(rows: &mut [Row]) {
    if let Some(last) = rows.last_mut() {
        last.ends = true;
    }
}

/// The rows of a place; of several ones each is numbered and has a line below it.
fn grid_rows(pen: Pen<'_>, scene: Scene<'_>, place: &Place, form: CardForm) -> Vec<Row> {
    let (rows, columns) = place.form.board().map_or((1, 1), |(rows, heads)| (rows, heads.len()));
    let room = room(pen, columns);
    let form = if room < NARROWEST.max(READABLE) && rows > 1 { CardForm::Small } else { form };
    let drawn = |stack| cell(pen, scene, stack, (place.stacking, form), (room, rows > 1));
    let mut cells: Vec<Cell> = place.stacks.iter().map(drawn).collect();
    if rows > 1 && place.count() > 0 && pen.view.corners {
        cells.iter_mut().for_each(|cell| stretch(cell, (room, 3)));
    }
    let row = |(r, cells): (usize, &[Cell])| Row {
        lead: if rows == 1 { String::new() } else { (r + 1).to_string() },
        cells: cells.to_vec(),
        ends: rows > 1,
    };
    cells.chunks(columns.max(1)).enumerate().map(row).collect()
}

/// What stands in the middle of a cell of a board with large cards, which keeps its size wherever
/// they lie.
pub(crate) fn stretch(cell: &mut Cell, (wide, high): (usize, usize)) {
    if cell.len() < high {
        cell.iter_mut().for_each(|line| *line = centre(line, wide));
        let above = (high + 1 - cell.len()) / 2;
        cell.splice(0..0, vec![String::new(); above]);
        cell.resize(high, String::new());
    }
}

pub(crate) fn heads(pen: Pen<'_>, place: &Place) -> Vec<String> {
    let heads = place.form.board().map_or(&[][..], |(_, heads)| heads);
    heads.iter().map(|head| pen.style.phrase(head)).collect()
}

/// Columns that a cell may take, so that the board fits the screen.
fn room(pen: Pen<'_>, columns: usize) -> usize {
    let room = (pen.style.columns.saturating_sub(5)) / columns.max(1);
    room.saturating_sub(3).clamp(NARROWEST, WIDEST)
}

// ---- lines

/// The lines of a board; one that is too wide for the screen in bands below each other.
fn draw(pen: Pen<'_>, board: Board) -> Vec<String> {
    let all = || board.rows.iter().flat_map(|row| &row.cells).flatten();
    let heads = board.heads.iter().map(|head| width(head));
    let wide = all().map(|line| width(line)).chain(heads).max().unwrap_or(0).max(3);
    let lead = board.rows.iter().map(|row| width(&row.lead)).max().unwrap_or(0).max(1);
    let room = pen.style.columns.saturating_sub(lead + 2) / (wide + 3);
    let columns = board.heads.len().max(1);
    if columns <= room.max(1) {
        return draw_band(pen, &board, lead, wide);
    }
    // Bands of the same width, as few as there can be.
    let bands = columns.div_ceil(room.max(1));
    let band = columns.div_ceil(bands);
    let part = |from: usize| Board {
        heads: board.heads.iter().skip(from).take(band).cloned().collect(),
        rows: board.rows.iter().map(|row| row.part(from, band)).collect(),
    };
    (0..columns).step_by(band).flat_map(|from| draw_band(pen, &part(from), lead, wide)).collect()
}

fn draw_band(pen: Pen<'_>, board: &Board, lead: usize, wide: usize) -> Vec<String> {
    let heads = board.heads.iter().map(|head| centre(head, wide + 2)).collect::<Vec<_>>().join(" ");
    let rule =
        |which| format!("{} {}", " ".repeat(lead), rule(pen, board.heads.len(), wide, which));
    let mut lines = vec![format!("{}  {heads}", " ".repeat(lead)).trim_end().to_owned(), rule(0)];
    for (i, row) in board.rows.iter().enumerate() {
        lines.extend(row_lines(pen, row, lead, wide));
        if row.ends {
            lines.push(rule(if i + 1 == board.rows.len() { 2 } else { 1 }));
        }
    }
    lines
}

/// A line between rows: the top, one between, or the bottom.
fn rule(pen: Pen<'_>, columns: usize, wide: usize, which: usize) -> String {
    let [left, cross, right, line] = match pen.style.signs {
        true => [["┌", "┬", "┐", "─"], ["├", "┼", "┤", "─"], ["└", "┴", "┘", "─"]][which],
        false => ["+", "+", "+", "-"],
    };
    format!("{left}{}{right}", vec![line.repeat(wide + 2); columns].join(cross))
}

fn row_lines(pen: Pen<'_>, row: &Row, lead: usize, wide: usize) -> Vec<String> {
    let bar = if pen.style.signs { "│" } else { "|" };
    let height = row.cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let line = |i: usize| {
        let cells = row.cells.iter().map(|cell| pad(cell.get(i).map_or("", String::as_str), wide));
        let before = if i == height / 2 { row.lead.as_str() } else { "" };
        format!(
            "{} {bar} {} {bar}",
            pad(before, lead),
            cells.collect::<Vec<_>>().join(&format!(" {bar} "))
        )
    };
    (0..height).map(line).collect()
}

/// Cards with corners side by side, in as many rows as it takes.
pub(crate) fn strip(pen: Pen<'_>, cards: &[CardSeen]) -> Vec<String> {
    let per_row = (pen.style.columns.saturating_sub(4) / (CARD + 3)).max(1);
    let bar = if pen.style.signs { " │ " } else { " | " };
    let cells: Vec<Cell> = cards.iter().map(|seen| card_cell(pen, seen, CARD)).collect();
    let rows = cells.chunks(per_row).map(|row| {
        let line = |i: usize| {
            let parts = row.iter().map(|cell| pad(cell.get(i).map_or("", String::as_str), CARD));
            parts.collect::<Vec<_>>().join(bar).trim_end().to_owned()
        };
        (0..row.iter().map(Vec::len).max().unwrap_or(0)).map(line).collect::<Vec<_>>()
    });
    rows.collect::<Vec<_>>().join(&String::new())
}

// ---- cells

/// The top card and how many lie there, or all cards, marks, pawns; in an empty cell of a grid its
/// name, by which it can be chosen.
pub(crate) fn cell(
    pen: Pen<'_>,
    scene: Scene<'_>,
    stack: &Stack,
    (stacking, form): (Stacking, CardForm),
    (room, numbered): (usize, bool),
) -> Cell {
    let is_out = is_crossed_out(stack);
    let Some(top) = stack.cards.last() else {
        let name = stack.record.split_once('.').map_or("", |(_, number)| number);
        let name = pen.style.faint(if numbered { name } else { "" });
        let name = if is_out { crossed_out(pen, &name, room) } else { name };
        let parts = notes(pen, scene, stack);
        return lines_of(
            pen,
            std::iter::once(name).filter(|name| !name.is_empty()).chain(parts),
            room,
        );
    };
    if corners(pen, top).is_some() {
        let mut lines = card_cell(pen, top, room);
        lines.extend(lines_of(pen, notes(pen, scene, stack).into_iter(), room));
        return lines;
    }
    let parts = parts(pen, scene, stack, (stacking, form), room);
    match stacking {
        Stacking::Counted => lines_of(pen, parts.into_iter(), room),
        // Cards on each other stand below each other.
        Stacking::Fanned | Stacking::Spread => {
            parts.into_iter().flat_map(|part| lines_of(pen, std::iter::once(part), room)).collect()
        }
    }
}

/// Whether a mark crosses out a stack or its top card.
pub(crate) fn is_crossed_out(stack: &Stack) -> bool {
    let top = stack.cards.last();
    let mut marks = stack.marks.iter().chain(top.iter().flat_map(|top| &top.marks));
    marks.any(|mark| mark.crossed)
}

/// The marks of a stack and the pawns on it.
pub(crate) fn notes(pen: Pen<'_>, scene: Scene<'_>, stack: &Stack) -> Vec<String> {
    let mut notes = words_of(pen, &stack.marks);
    notes.extend(pawns(pen, scene, stack));
    notes
}

fn words_of(pen: Pen<'_>, marks: &[Mark]) -> Vec<String> {
    marks.iter().filter(|mark| !mark.crossed).filter_map(|m| mark_words(pen, m)).collect()
}

/// Face-down cards at the bottom of a stack that are drawn one by one; more of them are counted.
const MOST_BACKS: usize = 2;

/// What is to be seen of a stack, from the bottom up, each piece by itself, where there are `room`
/// columns.
fn parts(
    pen: Pen<'_>,
    scene: Scene<'_>,
    stack: &Stack,
    (stacking, form): (Stacking, CardForm),
    room: usize,
) -> Vec<String> {
    let Some(top) = stack.cards.last() else { return notes(pen, scene, stack) };
    let mut parts = below(pen, stack, stacking, form);
    let mut face = written(pen, top, form);
    if stacking == Stacking::Counted && stack.counted() > 1 {
        face = format!("{face}\u{a0}{}{}", pen.times(), stack.counted());
    }
    if is_crossed_out(stack) {
        face = crossed_out(pen, &face, room);
    }
    parts.push(face);
    parts.extend(words_of(pen, &top.marks));
    parts.extend(notes(pen, scene, stack));
    parts
}

/// What is to be seen of the cards below the top one, each by itself.
pub(crate) fn below(
    pen: Pen<'_>,
    stack: &Stack,
    stacking: Stacking,
    form: CardForm,
) -> Vec<String> {
    let form = match stacking {
        Stacking::Counted => {
            let open = stack.open_below().map(|seen| written(pen, seen, CardForm::Small));
            return Vec::from_iter(open);
        }
        Stacking::Fanned => CardForm::Small,
        Stacking::Spread => form,
    };
    let below = &stack.cards[..stack.cards.len().saturating_sub(1)];
    let backs = below.iter().take_while(|seen| seen.card.is_none()).count();
    let backs = if backs > MOST_BACKS { backs } else { 0 };
    let counted = (backs > 0).then(|| format!("{}\u{a0}{}{backs}", pen.hidden(), pen.times()));
    let one = |seen: &CardSeen| {
        let marks = words_of(pen, &seen.marks).join(" ");
        let card = written(pen, seen, form);
        if marks.is_empty() { card } else { format!("{card}\u{a0}{marks}") }
    };
    counted.into_iter().chain(below[backs..].iter().map(one)).collect()
}

fn written(pen: Pen<'_>, seen: &CardSeen, form: CardForm) -> String {
    let face = match form {
        CardForm::Small => small(pen, seen),
        CardForm::Medium => described(pen, seen),
    };
    sided(pen, seen, face)
}

/// A card in its small form; a back where it is not known.
pub(crate) fn small(pen: Pen<'_>, seen: &CardSeen) -> String {
    let face = seen.card.and_then(|card| pen.view.cards.get(&card));
    face.map_or_else(|| pen.hidden(), |face| pen.style.phrase(face.small()))
}

/// A card with all that is printed on it; a back where it is not known.
pub(crate) fn described(pen: Pen<'_>, seen: &CardSeen) -> String {
    let face = seen.card.and_then(|card| pen.view.cards.get(&card));
    face.map_or_else(|| pen.hidden(), |face| pen.style.phrase(&face.full()))
}

/// What stands at the corners of a known card whose deck is drawn so.
pub(crate) fn corners<'v>(pen: Pen<'v>, seen: &CardSeen) -> Option<&'v [Phrase; 4]> {
    pen.view.cards.get(&seen.card?)?.corners.as_ref()
}

pub(crate) fn cross(pen: Pen<'_>) -> &'static str {
    if pen.style.signs { "╳" } else { "x" }
}

/// `╳ J♦ ╳`, in one piece; where there are too few columns of `room`, `╳J♦╳`, `╳J♦`, or the cross
/// on a line of its own.
fn crossed_out(pen: Pen<'_>, face: &str, room: usize) -> String {
    let cross = cross(pen);
    let face = plain(&face.replace(' ', "\u{a0}"));
    let crossed = match room.saturating_sub(width(&face)) {
        0 => return format!("{} {}", pen.style.faint(cross), pen.style.faint(&face)),
        1 => format!("{cross}{face}"),
        2 | 3 => format!("{cross}{face}{cross}"),
        _ => format!("{cross}\u{a0}{face}\u{a0}{cross}"),
    };
    pen.style.faint(&crossed)
}

/// The `parts` in lines, as many on each line as there is room for.
fn lines_of(pen: Pen<'_>, parts: impl Iterator<Item = String>, room: usize) -> Cell {
    let text = parts.collect::<Vec<_>>().join(" ");
    let lines = wrap(&text, room).into_iter().filter(|line| !line.is_empty());
    lines.map(|line| shorten(&line, room, pen.style.signs)).collect()
}

/// A card with its corners at the corners, its owner between the upper ones, its other marks
/// between the lower ones.
pub(crate) fn card_cell(pen: Pen<'_>, seen: &CardSeen, room: usize) -> Cell {
    cornered(pen, seen, room, false)
}

/// A card in two lines, with its corners at the corners and its owner between the upper ones.
/// Between the lower ones stand its other marks or, where there are none, its name.
pub(crate) fn low_card_cell(pen: Pen<'_>, seen: &CardSeen, room: usize) -> Cell {
    cornered(pen, seen, room, true)
}

fn cornered(pen: Pen<'_>, seen: &CardSeen, room: usize, low: bool) -> Cell {
    let face = seen.card.and_then(|card| pen.view.cards.get(&card));
    let Some((face, corners)) = face.and_then(|face| Some((face, face.corners.as_ref()?))) else {
        return vec![pen.hidden()];
    };
    let [nw, ne, sw, se] = corners.each_ref().map(|corner| pen.style.phrase(corner));
    let (owners, others): (Vec<&Mark>, Vec<&Mark>) =
        seen.marks.iter().partition(|mark| mark.of_owner);
    let between = |left: &str, middle: &str, right: &str| {
        let free = room.saturating_sub(width(left) + width(right));
        // Without blanks around it, if it has room so and not otherwise.
        if (free.saturating_sub(1)..=free).contains(&width(middle)) {
            return format!("{left}{}{right}", centre(middle, free));
        }
        let free = free.saturating_sub(2);
        format!("{left} {} {right}", centre(&shorten(middle, free, pen.style.signs), free))
    };
    let owner = owners.first().and_then(|mark| owner(pen, mark));
    let paint = |text: &str| {
        owner.as_ref().map_or_else(|| text.to_owned(), |(n, _)| pen.style.of_owner(*n, text))
    };
    let notes: Vec<String> = others.iter().filter_map(|mark| mark_words(pen, mark)).collect();
    let plain_name = face.name.written(pen.style.signs);
    // A name that has no room is told by its number.
    let free = room.saturating_sub(width(&nw) + width(&ne) + 2);
    let whose = owner.as_ref().map_or_else(String::new, |(n, whose)| match width(whose) > free {
        true => format!("({n})"),
        false => whose.clone(),
    });
    let top = between(&nw, &whose, &ne).replacen(&whose, &paint(&whose), 1);
    let notes = notes.join(" ");
    if low {
        let middle = if notes.is_empty() { plain_name } else { notes };
        return vec![top, between(&sw, &middle, &se)];
    }
    let name = centre(&shorten(&plain_name, room, pen.style.signs), room);
    vec![top, paint(&name), between(&sw, &notes, &se)]
}

/// Whose a card is by its mark: a number to tell owners apart by, and in words.
fn owner(pen: Pen<'_>, mark: &Mark) -> Option<(u8, String)> {
    let Plain::Number(n) = mark.value else { return None };
    Some((u8::try_from(n).ok()?, pen.style.phrase(mark.whose.as_ref()?)))
}

/// A mark in words, if it is one that is drawn.
pub(crate) fn mark_words(pen: Pen<'_>, mark: &Mark) -> Option<String> {
    mark.drawn.then(|| pen.style.phrase(&mark.text))
}

// ---- pawns

/// The pawns that stand here.
fn pawns(pen: Pen<'_>, scene: Scene<'_>, stack: &Stack) -> Vec<String> {
    pawns_on(scene, stack).map(|pawn| pawn_sign(pen, pawn)).collect()
}

fn pawns_on<'v>(scene: Scene<'v>, stack: &Stack) -> impl Iterator<Item = &'v Value> {
    let here = |value: &&Value| matches!(&value.value, Plain::Word(cell) if *cell == stack.record);
    scene.values.iter().filter(|value| value.pawn).filter(here)
}

/// Short enough for a cell: a sign, and whose it is by number.
fn pawn_sign(pen: Pen<'_>, pawn: &Value) -> String {
    let sign = if pen.style.signs { "♟" } else { "@" };
    match pawn.owner {
        Owner::Table => pen.style.bold(sign),
        Owner::Team(n) | Owner::Player(n) => pen.style.of_owner(n, &format!("{sign}{n}")),
    }
}

/// What the signs of pawns mean, and crosses, in lines of at most so many columns.
pub(crate) fn legend(pen: Pen<'_>, scene: Scene<'_>, place: &Place, most: usize) -> Vec<String> {
    let is_here = |pawn: &Value| matches!(&pawn.value, Plain::Word(cell) if place.stacks.iter().any(|s| s.record == *cell));
    let words = |pawn: &Value| {
        let whose = pawn.whose.as_ref().map(|owner| format!(" ({})", pen.style.phrase(owner)));
        format!("{} {}{}", pawn_sign(pen, pawn), pawn.text, whose.unwrap_or_default())
    };
    let pawns = scene.values.iter().filter(|value| value.pawn && is_here(value));
    let mut all: Vec<String> = pawns.map(words).collect();
    let marks = place
        .stacks
        .iter()
        .flat_map(|stack| stack.marks.iter().chain(stack.cards.iter().flat_map(|c| &c.marks)));
    let mut crossed: Vec<&Mark> = marks.filter(|mark| mark.crossed).collect();
    crossed.sort_unstable_by_key(|mark| &mark.name);
    crossed.dedup_by_key(|mark| &mark.name);
    let cross = cross(pen);
    all.extend(crossed.iter().map(|mark| format!("{cross} {}", pen.style.phrase(&mark.text))));
    let mut lines: Vec<String> = Vec::new();
    for one in &all {
        match lines.last_mut() {
            Some(line) if width(line) + 3 + width(one) <= most => {
                line.push_str("   ");
                line.push_str(one);
            }
            _ => lines.push(format!("  {one}")),
        }
    }
    lines
}
