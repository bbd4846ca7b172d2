//! A view, what has been told and what is pointed at, drawn as one screen. Where things stand is
//! decided by rule: the list and the story at the side, one's own hand below the table, and cards
//! as large as all of them fit.

use super::canvas::{Canvas, Light, Spot, SpotKey};
use super::cards::{CardSize, points_of};
use super::choice::{Choice, Entry};
use super::ink::put;
use super::state::{Areas, Drawn, Focus, Pane, Slider, State};
use super::table::{Brush, hands, table};
use crate::cli::screen::Pen;
use crate::cli::text::{TermStyle, shorten, width, wrap};
use crate::view::{Pointer, capital};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect, Size};
use ratatui_core::style::{Modifier, Style};

/// All that a screen shows.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    pub pen: Pen<'a>,
    pub state: &'a State,
    pub choice: Option<&'a Choice>,
    pub story: &'a [&'a str],
    /// The player who thinks, from 1, and how long it has, in pictures.
    pub thinks: Option<(u8, usize)>,
    /// What the keys mean here.
    pub keys: &'a str,
}

/// Rows of the head.
const HEAD: u16 = 2;

/// Lines of a message below the table.
const MOST_STATUS: usize = 3;

/// What stands between keys.
const KEYS: &str = " · ";

/// How large the cards of the table and of the hand are, and whether boards go without lines: from
/// what needs the most room to what needs the least.
const SIZES: [(CardSize, bool, CardSize); 6] = [
    (CardSize::Large, false, CardSize::Large),
    (CardSize::Medium, false, CardSize::Large),
    (CardSize::Medium, false, CardSize::Medium),
    (CardSize::Small, false, CardSize::Medium),
    (CardSize::Small, true, CardSize::Medium),
    (CardSize::Small, true, CardSize::Small),
];

/// Draws a screen of this size.
pub fn draw(sight: Sight<'_>, size: Size) -> Drawn {
    let area = Rect::new(0, 0, size.width.max(1), size.height.max(1));
    let mut picture = Buffer::empty(area);
    let style = sight.pen.style;
    let entries = sight.choice.map(|choice| choice.entries(style, sight.pen.messages));
    let entries = entries.unwrap_or_default();
    let status = status(sight, area.width);
    let foot = u16::try_from(status.len()).unwrap_or(1).max(1);
    let mut areas = Areas {
        head: Rect { height: HEAD, ..area },
        foot: Rect { y: area.bottom().saturating_sub(foot), height: foot, ..area },
        ..Areas::default()
    };
    let slider = u16::from(sight.state.slider.is_some());
    areas.slider = Rect { y: areas.foot.y.saturating_sub(slider), height: slider, ..area };
    let body = Rect { y: HEAD, height: areas.slider.y.saturating_sub(HEAD), ..area };
    let side = (area.width * 31 / 100).clamp(22, 60).min(area.width / 2);
    let left = Rect { width: body.width.saturating_sub(side + 1), ..body };
    let right = Rect { x: left.right() + 1, width: side, ..body };
    let (table, hand) = laid_out(sight, left, &entries);
    let beside_table = left.height.saturating_sub(table.height());
    let hand_rows = hand.height().min(beside_table.max(left.height / 2));
    areas.hand = Rect { y: left.bottom() - hand_rows, height: hand_rows, ..left };
    areas.table = Rect { height: left.height - hand_rows, ..left };
    let lines = list_lines(sight, &entries, usize::from(side));
    let most = right.height.saturating_sub((right.height / 3).max(4));
    let list = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(most);
    areas.list = Rect { height: list, ..right };
    areas.story = Rect { y: right.y + list, height: right.height - list, ..right };

    head(&mut picture, sight, areas.head);
    let from = scrolled(sight, &table, areas.table);
    table.show(&mut picture, areas.table, from);
    more(&mut picture, style, areas.table, from, table.height());
    hand.show(&mut picture, areas.hand, 0);
    let bar = if style.signs { "│" } else { "|" };
    (right.y..right.bottom()).for_each(|y| {
        put(&mut picture, (left.right(), y), &style.faint(bar), 1);
    });
    let rows = list_drawn(&mut picture, sight, &lines, areas.list);
    let story_lines = story(&mut picture, sight, areas.story);
    if let Some(slider) = &sight.state.slider {
        draw_slider(&mut picture, style, slider, areas.slider);
    }
    let cursor = foot_drawn(&mut picture, sight, &status, areas.foot);
    let pane_rows = match &sight.state.pane {
        Some(pane) => draw_pane(
            &mut picture,
            style,
            pane,
            Rect { y: 1, height: areas.foot.y.saturating_sub(1), ..area },
        ),
        None => 0,
    };
    let of_table = i32::from(areas.table.y) - i32::from(from);
    let at = |spots: &[Spot], y: i32| -> Vec<(i32, Spot)> {
        spots.iter().map(|spot| (i32::from(spot.area.y) + y, spot.clone())).collect()
    };
    // What one holds comes first.
    let mut spots = at(&hand.spots, i32::from(areas.hand.y));
    spots.extend(at(&table.spots, of_table));
    Drawn {
        picture,
        areas,
        spots,
        entries,
        rows,
        table_rows: table.height(),
        story_lines,
        pane_rows,
        cursor,
    }
}

// ---- the table and the hand

/// The table and the hand with cards as large as both fit.
fn laid_out(sight: Sight<'_>, area: Rect, entries: &[Entry]) -> (Canvas, Canvas) {
    let lights = |key: SpotKey, points: &[Pointer]| light(sight, entries, key, points);
    let pen = Pen {
        style: TermStyle { columns: usize::from(area.width.max(30)), ..sight.pen.style },
        ..sight.pen
    };
    let brush =
        |size, dense| Brush { pen, size, dense, columns: area.width.max(1), lights: &lights };
    let mut smallest = None;
    for (size, dense, of_hand) in SIZES {
        let hand = hands(brush(of_hand, dense));
        let table = table(brush(size, dense));
        if table.height() + hand.height() <= area.height {
            return (table, hand);
        }
        smallest = Some((table, hand));
    }
    smallest.unwrap_or_else(|| (Canvas::new(area.width), Canvas::new(area.width)))
}

/// How a spot is shown where the person stands.
fn light(sight: Sight<'_>, entries: &[Entry], key: SpotKey, points: &[Pointer]) -> Light {
    let state = sight.state;
    let on_table = state.focus == Focus::Table || sight.choice.is_none();
    let pointed = on_table && state.pointed == Some(key);
    let Some(choice) = sight.choice else { return Light { pointed, ..Light::default() } };
    let with = choice.with(points);
    Light {
        pointed,
        live: !with.is_empty(),
        lit: !pointed && is_lit(sight, choice, entries, points),
        picked: choice.picks.iter().any(|pick| pick.key == Some(key)),
        number: match key {
            SpotKey::Card(..) => choice.number(entries, points),
            SpotKey::Stack(..) | SpotKey::Player(_) | SpotKey::Team(_) => None,
        },
    }
}

/// Whether a thing goes with what is pointed at: an option names both, and not every option does.
fn is_lit(sight: Sight<'_>, choice: &Choice, entries: &[Entry], points: &[Pointer]) -> bool {
    let state = sight.state;
    let with = match state.focus {
        Focus::List => entries.get(state.entry).map(|entry| entry.options.clone()),
        Focus::Table => state.pointed.map(|key| pointed_options(choice, sight.pen, key)),
    };
    let with = with.unwrap_or_default();
    !with.is_empty() && choice.concerns(&with, points)
}

/// The options that go with a spot, by its key.
pub fn pointed_options(choice: &Choice, pen: Pen<'_>, key: SpotKey) -> Vec<usize> {
    choice.with(&points_of(pen, key))
}

/// The first row of the table that is seen: as somebody scrolled, but with what is pointed at.
fn scrolled(sight: Sight<'_>, table: &Canvas, area: Rect) -> u16 {
    let last = table.height().saturating_sub(area.height);
    let from = sight.state.table_from.min(last);
    let pointed = sight.state.pointed.filter(|_| sight.state.focus == Focus::Table);
    let spot = pointed.and_then(|key| table.spots.iter().find(|spot| spot.key == key));
    match spot {
        Some(spot) if spot.area.y < from => spot.area.y.saturating_sub(1),
        Some(spot) if spot.area.bottom() > from + area.height => {
            spot.area.bottom().saturating_sub(area.height)
        }
        Some(_) | None => from,
    }
}

/// Signs that there is more above and below.
fn more(picture: &mut Buffer, style: TermStyle, area: Rect, from: u16, rows: u16) {
    let [up, down] = if style.signs { ["▲", "▼"] } else { ["^", "v"] };
    let x = area.right().saturating_sub(1);
    if from > 0 && area.height > 0 {
        put(picture, (x, area.y), &style.bold(up), 1);
    }
    if from + area.height < rows && area.height > 0 {
        put(picture, (x, area.bottom() - 1), &style.bold(down), 1);
    }
}

// ---- the head

fn head(picture: &mut Buffer, sight: Sight<'_>, area: Rect) {
    let (pen, view, style) = (sight.pen, sight.pen.view, sight.pen.style);
    let rule = if style.signs { "─" } else { "-" };
    let mut parts = vec![view.title.clone()];
    parts.extend(view.course.iter().map(|course| format!("{} {}", course.text, course.number)));
    let score = view.players.first().and_then(|player| player.score);
    if let (Some(score), true) = (score, view.cooperative) {
        parts.push(pen.messages.with("score", &[("n", score.into())]));
    }
    let text = format!("{} {} ", rule.repeat(2), parts.join(&format!(" {rule} ")));
    let wide = usize::from(area.width);
    let text = shorten(&text, wide, style.signs);
    let text = format!("{text}{}", rule.repeat(wide.saturating_sub(width(&text))));
    put(picture, (0, area.y), &style.bold(&text), area.width);
    if area.height > 1 {
        let players: Vec<String> = view.players.iter().map(|player| about(sight, player)).collect();
        put(picture, (0, area.y + 1), &players.join("  "), area.width);
    }
}

/// A player with its score; the one whose turn it is behind a sign, and one that thinks before
/// another.
fn about(sight: Sight<'_>, player: &crate::view::Player) -> String {
    let (pen, view, style) = (sight.pen, sight.pen.view, sight.pen.style);
    let turns = match view.choosing[..] {
        [] => view.turn == Some(player.seat) && view.over.is_none(),
        [one] => one == player.seat,
        // All at once: it is nobody's turn in particular.
        [..] => player.own && view.choosing.contains(&player.seat),
    };
    let sign = if style.signs { "▸" } else { ">" };
    let name = capital(&style.phrase(&player.name));
    let name = style.of_owner(player.team, &name);
    let score = player.score.filter(|_| !view.cooperative).map(|score| format!(" {score}"));
    let thinks = sight.thinks.filter(|(seat, _)| *seat == player.seat);
    let life: &[&str] = if style.signs {
        &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"]
    } else {
        &["-", "\\", "|", "/"]
    };
    let thinks =
        thinks.map(|(_, since)| format!(" {}", life[since % life.len()])).unwrap_or_default();
    let own = if player.own {
        format!(" ({})", pen.messages.with("player", &[("n", player.seat.into())]))
    } else {
        String::new()
    };
    format!("{}{name}{own}{}{thinks}", if turns { sign } else { " " }, score.unwrap_or_default())
}

// ---- the side

/// Lines of the list: of which entry each is, or none.
type ListLine = (String, Option<usize>);

fn list_lines(sight: Sight<'_>, entries: &[Entry], columns: usize) -> Vec<ListLine> {
    let Some(choice) = sight.choice else { return Vec::new() };
    let style = sight.pen.style;
    let mut lines: Vec<ListLine> = wrap(&choice.prompt(style, sight.pen.messages), columns)
        .into_iter()
        .map(|line| (style.bold(&line), None))
        .collect();
    let digits = entries.len().to_string().len();
    let pointer = if style.signs { "▸" } else { ">" };
    let lit = match (sight.state.focus, sight.state.pointed) {
        (Focus::Table, Some(key)) => pointed_options(choice, sight.pen, key),
        (Focus::Table | Focus::List, _) => Vec::new(),
    };
    // What goes with all of them says nothing.
    let all_go = entries.len() > 1
        && entries.iter().all(|entry| entry.options.iter().any(|option| lit.contains(option)));
    for (i, entry) in entries.iter().enumerate() {
        let here = sight.state.focus == Focus::List && sight.state.entry == i;
        let goes = entry.options.iter().any(|option| lit.contains(option)) && !all_go;
        let sign = if here || goes { pointer } else { " " };
        let picked = picked_sign(choice, entry, style);
        let text =
            wrap(&format!("{picked}{}", entry.text), columns.saturating_sub(digits + 2).max(4));
        for (row, line) in text.iter().enumerate() {
            let number = if row == 0 {
                format!("{sign}{} ", style.bold(&format!("{:>digits$}", i + 1)))
            } else {
                " ".repeat(digits + 2)
            };
            lines.push((format!("{number}{line}"), Some(i)));
        }
    }
    lines
}

/// The sign of an entry that has been picked, and how often where it is several cards.
fn picked_sign(choice: &Choice, entry: &Entry, style: TermStyle) -> String {
    if !choice.is_subset() || entry.options.is_empty() {
        return String::new();
    }
    let names = |points: &[Pointer]| choice.concerns(&entry.options, points);
    let [picked, _] = super::cards::signs(style);
    match choice.picks.iter().filter(|pick| names(&pick.points)).count() {
        0 => String::new(),
        1 => format!("{picked} "),
        n => format!("{picked}{n} "),
    }
}

/// Draws as much of the list as there is room for, with the entry that is pointed at; gives which
/// entry stands on which row.
fn list_drawn(
    picture: &mut Buffer,
    sight: Sight<'_>,
    lines: &[ListLine],
    area: Rect,
) -> Vec<(u16, usize)> {
    let heads = lines.iter().take_while(|line| line.1.is_none()).count();
    let heads = heads.min(usize::from(area.height) / 2);
    let room = usize::from(area.height).saturating_sub(heads);
    let list = &lines[lines.iter().take_while(|line| line.1.is_none()).count()..];
    let wanted = wanted_entry(sight, list);
    let at = list.iter().position(|line| line.1 == Some(wanted)).unwrap_or(0);
    let last = list.len().saturating_sub(room);
    let from = at.saturating_sub(room / 2).min(last);
    let mut rows = Vec::new();
    let shown = lines[..heads].iter().chain(list.iter().skip(from).take(room));
    for (y, (text, entry)) in (area.y..).zip(shown) {
        put(picture, (area.x, y), text, area.width);
        if let Some(entry) = entry {
            rows.push((y, *entry));
            if sight.state.focus == Focus::List && sight.state.entry == *entry {
                let row = Rect::new(area.x, y, area.width, 1);
                picture.set_style(row, Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }
    let top = Rect {
        y: area.y + u16::try_from(heads).unwrap_or(0),
        height: u16::try_from(room).unwrap_or(0),
        ..area
    };
    let (from, rows_of_list) =
        (u16::try_from(from).unwrap_or(0), u16::try_from(list.len()).unwrap_or(u16::MAX));
    more(picture, sight.pen.style, top, from, rows_of_list);
    rows
}

/// The entry that must be seen: the one that is pointed at, or goes with what is.
fn wanted_entry(sight: Sight<'_>, list: &[ListLine]) -> usize {
    let (Focus::Table, Some(key), Some(choice)) =
        (sight.state.focus, sight.state.pointed, sight.choice)
    else {
        return sight.state.entry;
    };
    let lit = pointed_options(choice, sight.pen, key);
    let entries = choice.entries(sight.pen.style, sight.pen.messages);
    let goes = |entry: &usize| {
        entries.get(*entry).is_some_and(|e| e.options.iter().any(|o| lit.contains(o)))
    };
    list.iter().filter_map(|line| line.1).find(goes).unwrap_or(sight.state.entry)
}

/// The last lines of the story, or those that somebody has scrolled back to.
fn story(picture: &mut Buffer, sight: Sight<'_>, area: Rect) -> (usize, usize) {
    let style = sight.pen.style;
    let columns = usize::from(area.width);
    let mut rows = usize::from(area.height);
    let mut y = area.y;
    if sight.choice.is_some() && rows > 1 {
        let rule = if style.signs { "─" } else { "-" };
        put(picture, (area.x, y), &style.faint(&rule.repeat(columns)), area.width);
        (rows, y) = (rows - 1, y + 1);
    }
    // Of what is far back nothing is seen: only as much is broken into lines as there is room for.
    let wanted = rows + sight.state.story_back;
    let mut lines: Vec<String> = Vec::new();
    for told in sight.story.iter().rev() {
        let broken = match told.contains(['│', '┌', '└', '├', '|']) {
            true => vec![(*told).to_owned()],
            false => wrap(told, columns.saturating_sub(1)),
        };
        for (i, line) in broken.iter().enumerate().rev() {
            lines.push(if i == 0 { line.clone() } else { format!(" {line}") });
        }
        if lines.len() >= wanted {
            break;
        }
    }
    lines.reverse();
    let end = lines.len().saturating_sub(sight.state.story_back).max(rows.min(lines.len()));
    let from = end.saturating_sub(rows);
    for (y, line) in (y..).zip(&lines[from..end]) {
        put(picture, (area.x, y), line, area.width);
    }
    if end < lines.len() {
        more(picture, style, Rect { y, height: area.bottom() - y, ..area }, 0, u16::MAX);
    }
    (lines.len(), rows)
}

// ---- the foot

/// The lines of what is told below the table.
fn status(sight: Sight<'_>, columns: u16) -> Vec<String> {
    match (&sight.state.input, &sight.state.status) {
        (Some(_), _) => vec![String::new()],
        (None, Some(status)) => {
            let mut lines = wrap(status, usize::from(columns));
            lines.truncate(MOST_STATUS);
            lines
        }
        (None, None) => vec![whole_keys(sight.keys, usize::from(columns))],
    }
}

/// What the keys mean, as many of them as there is room for.
fn whole_keys(keys: &str, columns: usize) -> String {
    let mut line = String::new();
    for key in keys.split(KEYS) {
        let longer = if line.is_empty() { key.to_owned() } else { format!("{line}{KEYS}{key}") };
        if width(&longer) > columns {
            break;
        }
        line = longer;
    }
    line
}

fn foot_drawn(
    picture: &mut Buffer,
    sight: Sight<'_>,
    status: &[String],
    area: Rect,
) -> Option<Position> {
    let style = sight.pen.style;
    if let Some(input) = &sight.state.input {
        let x = put(picture, (area.x, area.y), &style.bold(&input.lead), area.width);
        let room = usize::from(area.width.saturating_sub(x + 1));
        // The end of what is typed is seen.
        let mut tail = input.text.as_str();
        while width(tail) > room {
            tail = tail.char_indices().nth(1).map_or("", |(at, _)| &tail[at..]);
        }
        let x = put(picture, (x, area.y), tail, area.width);
        return Some(Position { x: x.min(area.right() - 1), y: area.y });
    }
    for (y, line) in (area.y..).zip(status) {
        let line = if sight.state.status.is_some() { style.bold(line) } else { style.faint(line) };
        put(picture, (area.x, y), &line, area.width);
    }
    if !sight.state.digits.is_empty() {
        let digits = format!(" {}_ ", sight.state.digits);
        let x = area.right().saturating_sub(u16::try_from(digits.len()).unwrap_or(4));
        put(picture, (x, area.y), &style.bold(&digits), area.width);
    }
    None
}

fn draw_slider(picture: &mut Buffer, style: TermStyle, slider: &Slider, area: Rect) {
    if area.height == 0 {
        return;
    }
    let [left, line, knob, right] =
        if style.signs { ["├", "─", "●", "┤"] } else { ["[", "-", "O", "]"] };
    let words = format!(" {}", slider.words);
    let room = slider_room(area, &slider.words);
    let at = (room.saturating_sub(1)) * slider.at / slider.of.max(1);
    let text = format!(
        "{left}{}{}{}{right}{words}",
        line.repeat(at),
        style.bold(knob),
        line.repeat(room.saturating_sub(at + 1))
    );
    put(picture, (area.x, area.y), &text, area.width);
}

/// Columns of a time line beside its words.
pub fn slider_room(area: Rect, words: &str) -> usize {
    usize::from(area.width).saturating_sub(width(words) + 3).max(2)
}

// ---- a text over the table

/// Draws a text in a frame that is as high as it takes; gives how many of its lines can be seen.
fn draw_pane(picture: &mut Buffer, style: TermStyle, pane: &Pane, most: Rect) -> usize {
    let lines = u16::try_from(pane.lines.len()).unwrap_or(u16::MAX);
    let area = Rect { height: most.height.min(lines.saturating_add(2)), ..most };
    let [nw, line, ne, side, sw, se] = if style.signs {
        ["╭", "─", "╮", "│", "╰", "╯"]
    } else {
        ["+", "-", "+", "|", "+", "+"]
    };
    let wide = usize::from(area.width.saturating_sub(2));
    let rows = usize::from(area.height.saturating_sub(2));
    let rule = |text: &str| {
        let text = shorten(text, wide.saturating_sub(2), style.signs);
        format!("{line}{text}{}", line.repeat(wide.saturating_sub(width(&text) + 1)))
    };
    for y in area.y..area.bottom() {
        let text = if y == area.y {
            format!("{nw}{}{ne}", rule(&format!(" {} ", pane.title)))
        } else if y + 1 == area.bottom() {
            let seen = (pane.from + rows).min(pane.lines.len());
            let place = if pane.lines.len() > rows {
                format!(" {seen}/{} ", pane.lines.len())
            } else {
                String::new()
            };
            format!("{sw}{}{se}", rule(&place))
        } else {
            let at = pane.from + usize::from(y - area.y - 1);
            let text = pane.lines.get(at).map_or("", String::as_str);
            put(picture, (area.x, y), &format!("{side}{}", " ".repeat(wide)), area.width);
            put(picture, (area.x + 2, y), text, area.width.saturating_sub(4));
            put(picture, (area.right() - 1, y), side, 1);
            continue;
        };
        put(picture, (area.x, y), &text, area.width);
    }
    for y in area.y..area.bottom() {
        if let Some(cell) =
            picture.cell_mut((area.right() - 1, y)).filter(|_| y > area.y && y + 1 < area.bottom())
        {
            cell.set_symbol(side);
        }
    }
    rows
}
