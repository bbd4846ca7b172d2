//! Cards as cards: in a box, or in a line where there is no room for boxes.

use super::brush::CardSize;
use super::canvas::{Canvas, Light, Lights, Spot, SpotKey, columns};
use crate::cli::screen::Pen;
use crate::cli::screen::board::{CARD, card_cell, corners, mark_words, small};
use crate::cli::screen::table::sided;
use crate::cli::text::{TermStyle, pad, shorten, width, wrap};
use crate::view::{CardSeen, Face, Phrase, Place, Pointer, Stack, Stacking};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

/// A card, or a stack of which the top is drawn, and what stands on it.
pub(crate) struct Piece {
    pub(crate) key: SpotKey,
    pub(crate) points: Vec<Pointer>,
    pub(crate) lines: Vec<String>,
    /// How many cards lie there, where it is a stack.
    pub(crate) count: Option<usize>,
}

// ---- what stands on a card

/// The widest box for a name, without its sides.
const NAME: usize = 12;

/// Columns of a name that stands at two corners of a large box.
const SHORT: usize = 7;

/// Lines of a large card.
pub(crate) const LARGE: usize = 3;

/// The most lines of marks on a large box.
const MARKS: usize = 3;

/// How cards beside each other are drawn, all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    pub(crate) size: CardSize,
    /// Columns between their sides.
    pub(crate) room: usize,
    /// Their names are too long to stand at two corners of a large card.
    long: bool,
}

impl Fit {
    /// How these cards are drawn.
    pub(crate) fn of<'c>(
        pen: Pen<'_>,
        cards: impl Iterator<Item = &'c CardSeen>,
        size: CardSize,
    ) -> Fit {
        let mut fit = Fit { size, room: 2, long: false };
        for seen in cards {
            let name = width(&small(pen, seen));
            let marks = width(&marks(pen, seen)).min(NAME);
            fit.long |= name > SHORT;
            fit.room = fit.room.max(match (size, corners(pen, seen).is_some()) {
                (CardSize::Large, true) => CARD,
                (CardSize::Medium | CardSize::Small, true) => 9,
                (CardSize::Large, false) if name > SHORT => NAME,
                (CardSize::Large, false) => name.max(marks).max(5),
                (CardSize::Medium | CardSize::Small, false) => name.min(NAME - 2).max(marks),
            });
        }
        fit
    }
}

/// The lines of a card.
pub(crate) fn face(pen: Pen<'_>, seen: &CardSeen, fit: Fit) -> Vec<String> {
    let Fit { size, room, .. } = fit;
    let known = seen.card.and_then(|card| pen.view.cards.get(&card));
    let Some(face) = known else {
        let back = pen.style.back(&if pen.style.signs { "▒" } else { "#" }.repeat(room));
        let rows = if size == CardSize::Large { LARGE } else { 1 };
        let mut lines = vec![back; rows];
        let marks = marks(pen, seen);
        if !marks.is_empty() {
            lines.pop().filter(|_| size == CardSize::Large);
            lines.push(shorten(&marks, room, pen.style.signs));
        }
        return lines;
    };
    let mut lines = match (corners(pen, seen), size) {
        (Some(_), _) => return card_cell(pen, &told(seen), room),
        (None, CardSize::Large) => named(pen, face, fit),
        (None, CardSize::Medium | CardSize::Small) => {
            vec![fitted(pen.style, face.small(), room)]
        }
    };
    let marks = marks(pen, seen);
    if !marks.is_empty() {
        let mut marks = wrap(&marks, room);
        if size != CardSize::Large {
            marks = vec![shorten(&marks.join(" "), room, pen.style.signs)];
        }
        marks.truncate(MARKS);
        // What is printed stays on the card.
        if let Some(line) = lines.get_mut(1).filter(|line| line.is_empty()) {
            *line = marks.remove(0);
        }
        lines.extend(marks);
    }
    lines
}

/// A card without the marks that say no more than where it lies.
fn told(seen: &CardSeen) -> CardSeen {
    let marks = seen.marks.iter().filter(|mark| !mark.known).cloned().collect();
    CardSeen { marks, ..seen.clone() }
}

/// The marks that say something new here, in words.
pub(crate) fn marks(pen: Pen<'_>, seen: &CardSeen) -> String {
    let words = seen.marks.iter().filter(|mark| !mark.known && !mark.crossed);
    words.filter_map(|mark| mark_words(pen, mark)).collect::<Vec<_>>().join(" ")
}

/// A large card: a short name at two corners, a longer one in lines with what is printed below it.
fn named(pen: Pen<'_>, face: &Face, Fit { room, long, .. }: Fit) -> Vec<String> {
    let style = pen.style;
    if !long {
        let name = style.phrase(face.small());
        let right = format!("{}{name}", " ".repeat(room.saturating_sub(width(&name))));
        return vec![name, String::new(), right];
    }
    let mut lines = broken(style, &face.name, room);
    lines.truncate(2);
    lines.extend(packed(style, face.print.iter().map(|print| &print.text), room));
    lines.truncate(LARGE);
    lines.resize(LARGE, String::new());
    lines
}

/// What is printed on a card in lines of so many columns: each piece in one line, if it can be.
fn packed<'p>(
    style: TermStyle,
    print: impl Iterator<Item = &'p Phrase>,
    room: usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in print {
        let drawn = style.phrase(piece);
        match lines.last_mut().filter(|line| width(line) + 1 + width(&drawn) <= room) {
            Some(line) => *line = format!("{line} {drawn}"),
            None => lines.extend(broken(style, piece, room)),
        }
    }
    lines
}

/// A phrase in lines of so many columns, words that are longer cut.
fn broken(style: TermStyle, phrase: &Phrase, room: usize) -> Vec<String> {
    let mut lines: Vec<Phrase> = Vec::new();
    for word in phrase.words() {
        let wide = |phrase: &Phrase| width(style.phrase(phrase).trim_end());
        match lines.last_mut() {
            Some(line) if wide(&line.clone().then(word.clone())) <= room => line.append(word),
            Some(_) | None => lines.push(word),
        }
    }
    lines.iter().map(|line| fitted(style, &line.clone().without_end(&[' ']), room)).collect()
}

/// A phrase, cut where it is too long.
fn fitted(style: TermStyle, phrase: &Phrase, room: usize) -> String {
    let drawn = style.phrase(phrase);
    if width(&drawn) <= room {
        return drawn;
    }
    shorten(&phrase.written(style.signs), room, style.signs)
}

// ---- pieces

/// The cards of a stack, each alone.
pub(crate) fn pieces(
    pen: Pen<'_>,
    place: &Place,
    (number, stack): (usize, &Stack),
    fit: Fit,
) -> Vec<Piece> {
    let piece = |(at, seen): (usize, &CardSeen)| Piece {
        key: SpotKey::Card(place.id, number, at),
        points: points_of_card(pen, place, (number, stack), seen),
        lines: match fit.size {
            CardSize::Small => vec![in_line(pen, seen)],
            CardSize::Large | CardSize::Medium => face(pen, seen, fit),
        },
        count: None,
    };
    stack.cards.iter().enumerate().map(piece).collect()
}

/// A card in a line: its name, its corners, its marks.
pub(crate) fn in_line(pen: Pen<'_>, seen: &CardSeen) -> String {
    let known = seen.card.and_then(|card| pen.view.cards.get(&card));
    let mut text = match (known, corners(pen, seen)) {
        (Some(face), Some([nw, ne, sw, se])) => {
            let [nw, ne, sw, se] = [nw, ne, sw, se].map(|corner| pen.style.phrase(corner));
            let name = shorten(&face.name.written(pen.style.signs), 10, pen.style.signs);
            format!("{name} {nw},{ne}/{sw},{se}")
        }
        (Some(face), None) => fitted(pen.style, face.small(), NAME * 2),
        (None, _) => pen.hidden(),
    };
    let marks = marks(pen, seen);
    if !marks.is_empty() {
        text = format!("{text} ({marks})");
    }
    text
}

/// A stack of a row in lines: its cards from the bottom up with their marks, those that lie face
/// down although they are known behind a bit of a back, then its own marks.
pub(crate) fn stacked(pen: Pen<'_>, place: &Place, stack: &Stack, room: usize) -> Vec<String> {
    let cards: Vec<&CardSeen> = match place.stacking {
        Stacking::Counted => stack.open_below().into_iter().chain(stack.cards.last()).collect(),
        Stacking::Fanned | Stacking::Spread => stack.cards.iter().collect(),
    };
    let mut lines = Vec::new();
    for seen in cards {
        let known = seen.card.and_then(|card| pen.view.cards.get(&card));
        let name = known.map_or_else(
            || pen.hidden(),
            |face| fitted(pen.style, face.small(), room.saturating_sub(1)),
        );
        lines.push(sided(pen, seen, name));
        lines.extend(wrap(&marks(pen, seen), room).into_iter().filter(|line| !line.is_empty()));
    }
    if place.stacking == Stacking::Counted && stack.counted() > 1 {
        lines.push(format!("{}{}", pen.times(), stack.counted()));
    }
    let words: Vec<String> = stack.marks.iter().filter_map(|mark| mark_words(pen, mark)).collect();
    lines.extend(wrap(&words.join(" "), room).into_iter().filter(|line| !line.is_empty()));
    lines
}

/// What an option that concerns a card names: the card, or one that is the same to people, or what
/// it lies in.
pub(crate) fn points_of_card(
    pen: Pen<'_>,
    place: &Place,
    (number, stack): (usize, &Stack),
    seen: &CardSeen,
) -> Vec<Pointer> {
    let mut points: Vec<Pointer> = match (seen.card, &seen.handle) {
        (Some(card), _) => {
            let face = pen.view.cards.get(&card);
            let twin = |other: &&CardSeen| {
                let known = other.card.and_then(|card| pen.view.cards.get(&card));
                other.card != Some(card)
                    && known.is_some()
                    && known == face
                    && other.marks == seen.marks
                    && other.face_up == seen.face_up
            };
            let twins = stack.cards.iter().filter(twin).filter_map(|other| other.card);
            std::iter::once(card).chain(twins).map(Pointer::Card).collect()
        }
        (None, Some(handle)) => vec![Pointer::Handle(handle.clone())],
        (None, None) => Vec::new(),
    };
    points.extend(points_of_stack(place, number));
    points
}

/// What an option that concerns a stack names.
pub(crate) fn points_of_stack(place: &Place, number: usize) -> Vec<Pointer> {
    let several = !place.form.is_single();
    let stack = u16::try_from(number).ok().filter(|_| several);
    let mut points = vec![Pointer::Place(place.id, None)];
    points.extend(stack.map(|stack| Pointer::Place(place.id, Some(stack))));
    points
}

/// What an option that concerns a spot names, by the spot's key.
pub(crate) fn points_of(pen: Pen<'_>, key: SpotKey) -> Vec<Pointer> {
    let place = key.place().and_then(|id| pen.view.places.iter().find(|place| place.id == id));
    let stack = |number: usize| place.and_then(|place| Some((place, place.stacks.get(number)?)));
    match key {
        SpotKey::Player(seat) => vec![Pointer::Player(seat)],
        SpotKey::Team(team) => vec![Pointer::Team(team)],
        SpotKey::Card(_, number, at) => {
            let seen =
                stack(number).and_then(|(place, stack)| Some((place, stack, stack.cards.get(at)?)));
            seen.map_or_else(Vec::new, |(place, stack, seen)| {
                points_of_card(pen, place, (number, stack), seen)
            })
        }
        SpotKey::Stack(_, number) => match (place, stack(number)) {
            (_, Some((place, stack))) => points_of_all(pen, place, (number, stack)),
            (Some(place), None) => points_of_stack(place, number),
            (None, None) => Vec::new(),
        },
    }
}

/// What an option that concerns a stack or any card in it names.
pub(crate) fn points_of_all(
    pen: Pen<'_>,
    place: &Place,
    (number, stack): (usize, &Stack),
) -> Vec<Pointer> {
    let mut points = points_of_stack(place, number);
    for seen in &stack.cards {
        for point in points_of_card(pen, place, (number, stack), seen) {
            if !points.contains(&point) {
                points.push(point);
            }
        }
    }
    points
}

// ---- drawn

/// Pieces beside each other in as many rows as it takes.
pub(crate) fn rows(
    pen: Pen<'_>,
    pieces: &[Piece],
    columns: u16,
    size: CardSize,
    lights: Lights<'_>,
) -> Canvas {
    match size {
        CardSize::Small => words(pen, pieces, columns, lights),
        CardSize::Large | CardSize::Medium => boxes(pen, pieces, columns, lights),
    }
}

/// Words in lines, what is pointed at in brackets, what is picked behind its sign.
fn words(pen: Pen<'_>, pieces: &[Piece], most: u16, lights: Lights<'_>) -> Canvas {
    let mut canvas = Canvas::new(most);
    let (mut x, mut y) = (0, 0);
    for piece in pieces {
        let light = lights(piece.key, &piece.points);
        let text = worded(pen, piece, light);
        let wide = columns(&text);
        if x > 0 && x + wide > most {
            (x, y) = (0, y + 1);
        }
        let end = canvas.put(x, y, &text);
        let area = Rect::new(x, y, end.saturating_sub(x), 1);
        glow(&mut canvas, area, light);
        canvas.spots.push(Spot { area, key: piece.key, points: piece.points.clone() });
        x = end;
    }
    canvas
}

fn worded(pen: Pen<'_>, piece: &Piece, light: Light) -> String {
    let [picked, lit] = signs(pen.style);
    let before = match light.number {
        Some(number) => pen.style.faint(&format!("{number}:")),
        None => String::new(),
    };
    let sign = if light.picked {
        picked
    } else if light.lit {
        lit
    } else {
        ""
    };
    let mut text = format!("{before}{sign}{}", piece.lines.join(" "));
    let count = count_words(pen, piece);
    if !count.is_empty() {
        text = format!("{text} {count}");
    }
    if light.pointed { format!("[{text}]") } else { format!(" {text} ") }
}

/// The signs of what is picked, and of what goes with what is pointed at.
pub(crate) fn signs(style: TermStyle) -> [&'static str; 2] {
    if style.signs { ["✓", "•"] } else { ["*", "+"] }
}

fn boxes(pen: Pen<'_>, pieces: &[Piece], most: u16, lights: Lights<'_>) -> Canvas {
    let mut canvas = Canvas::new(most);
    let all = || pieces.iter().flat_map(|piece| &piece.lines);
    let numbers = pieces.iter().filter_map(|piece| lights(piece.key, &piece.points).number);
    let digits = numbers.max().map_or(0, |number| columns(&number.to_string()));
    let counts = pieces.iter().map(|piece| columns(&count_words(pen, piece))).max().unwrap_or(0);
    let wide = all()
        .map(|line| columns(line))
        .max()
        .unwrap_or(2)
        .max(2)
        .max(digits)
        .max(counts)
        .min(most.saturating_sub(2));
    let high = pieces.iter().map(|piece| piece.lines.len()).max().unwrap_or(1);
    let high = u16::try_from(high).unwrap_or(1);
    let (mut x, mut y) = (0, 0);
    for piece in pieces {
        if x > 0 && x + wide + 2 > most {
            (x, y) = (0, y + high + 2);
        }
        let area = Rect::new(x, y, wide + 2, high + 2);
        let light = lights(piece.key, &piece.points);
        draw_box(&mut canvas, pen, area, piece, light);
        canvas.spots.push(Spot { area, key: piece.key, points: piece.points.clone() });
        x += wide + 2;
    }
    canvas
}

/// `×3`; nothing where there is but one card.
fn count_words(pen: Pen<'_>, piece: &Piece) -> String {
    let count = piece.count.filter(|count| *count > 1);
    count.map(|count| format!("{}{count}", pen.times())).unwrap_or_default()
}

/// Corners and sides of a box.
fn frame(style: TermStyle, pointed: bool) -> [&'static str; 6] {
    match (style.signs, pointed) {
        (true, false) => ["╭", "─", "╮", "│", "╰", "╯"],
        (true, true) => ["┏", "━", "┓", "┃", "┗", "┛"],
        (false, false) => [".", "-", ".", "|", "'", "'"],
        (false, true) => ["#", "=", "#", "#", "#", "#"],
    }
}

fn draw_box(canvas: &mut Canvas, pen: Pen<'_>, area: Rect, piece: &Piece, light: Light) {
    let [nw, line, ne, side, sw, se] = frame(pen.style, light.pointed);
    let [picked, lit] = signs(pen.style);
    let wide = usize::from(area.width.saturating_sub(2));
    let rule = |left: &str, right: &str| {
        let room = wide.saturating_sub(width(left) + width(right));
        format!("{left}{}{right}", line.repeat(room))
    };
    let number = light.number.map(|number| number.to_string()).unwrap_or_default();
    let number = if light.live { pen.style.bold(&number) } else { number };
    let top = rule(&number, if light.lit { lit } else { "" });
    canvas.put(area.x, area.y, &format!("{nw}{top}{ne}"));
    for row in 0..area.height.saturating_sub(2) {
        let text = piece.lines.get(usize::from(row)).map_or("", String::as_str);
        canvas.put(area.x, area.y + 1 + row, &format!("{side}{}{side}", pad(text, wide)));
    }
    let count = count_words(pen, piece);
    let count = if width(&count) > wide { String::new() } else { count };
    let bottom = rule(if light.picked { picked } else { "" }, &count);
    canvas.put(area.x, area.bottom() - 1, &format!("{sw}{bottom}{se}"));
    glow(canvas, area, light);
}

/// Lights an area up as far as weights go: signs say the same.
pub(crate) fn glow(canvas: &mut Canvas, area: Rect, light: Light) {
    if light.pointed {
        canvas.restyle(area, Style::new().add_modifier(Modifier::REVERSED));
    } else if light.lit || light.picked {
        canvas.restyle(area, Style::new().add_modifier(Modifier::BOLD));
    }
}
