//! What somebody wants to look at: a card in its large form, or all that lies in a place. It is all
//! in the view, and nothing that is not can be looked at.

use super::Pen;
use super::board::{described, mark_words};
use super::table::{bit_of_a_back, is_covered, shows_sides};
use crate::cli::text::{width, wrap};
use crate::view::{CardSeen, Face, Mark, Phrase, Place, Stack, typed};

/// The lines about what is called so: of cards or places with this very name, else of those whose
/// names begin so, else of those that have all these words, each as far as it is typed. None where
/// nothing in sight does.
pub(crate) fn look(pen: Pen<'_>, what: &str) -> Vec<String> {
    let what = typed(what);
    let whole = |name: &str| typed(name) == what;
    let begins = |name: &str| !what.is_empty() && typed(name).starts_with(&what);
    let has_words = |name: &str| {
        let name = typed(name);
        let mut words = what.split(' ').peekable();
        let is_word = |letter: char| letter.is_alphanumeric();
        words.peek().is_some_and(|first| !first.is_empty())
            && words.all(|word| name.split(|l| !is_word(l)).any(|of| of.starts_with(word)))
    };
    let tests: [&dyn Fn(&str) -> bool; 3] = [&whole, &begins, &has_words];
    let mut found = tests.iter().map(|test| {
        let places = places(pen, test);
        let cards = cards(pen, test).into_iter().map(|face| about_card(pen, face));
        cards.chain(places).collect::<Vec<_>>()
    });
    let found = found.find(|found| !found.is_empty()).unwrap_or_default();
    found.join(&String::new())
}

// ---- cards

/// The cards with such a name, each kind once.
fn cards<'v>(pen: Pen<'v>, test: &dyn Fn(&str) -> bool) -> Vec<&'v Face> {
    let mut found: Vec<&Face> = Vec::new();
    for face in pen.view.cards.values() {
        let names = [face.name.written(true), face.name.written(false)];
        let short = face.short.iter().map(|short| short.written(true));
        let named = names.into_iter().chain(short).any(|name| test(&name));
        if named && !found.iter().any(|known| is_copy(known, face)) {
            found.push(face);
        }
    }
    found
}

/// Whether two cards are printed alike.
fn is_copy(one: &Face, other: &Face) -> bool {
    let words = |face: &Face| face.large().iter().map(Phrase::text).collect::<Vec<_>>();
    words(one) == words(other)
}

/// A card in its large form, and where such cards are in sight.
fn about_card(pen: Pen<'_>, face: &Face) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, line) in face.large().iter().enumerate() {
        let line = pen.style.phrase(line);
        let indent = if i == 0 { "" } else { "  " };
        let broken = wrap(&line, pen.style.columns.saturating_sub(4).min(MOST_COLUMNS));
        lines.extend(broken.into_iter().map(|line| format!("{indent}{line}")));
    }
    let here = where_seen(pen, face);
    if !here.is_empty() {
        let here: Vec<String> = here
            .into_iter()
            .map(|(place, times)| match times {
                1 => place,
                _ => format!("{place} {}{times}", pen.times()),
            })
            .collect();
        let here = format!("({})", here.join("; "));
        let here = wrap(&here, pen.style.columns.saturating_sub(4));
        lines.extend(here.into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// The places where cards like this one are in sight, with what is noted of them, and how many are
/// there.
fn where_seen(pen: Pen<'_>, face: &Face) -> Vec<(String, usize)> {
    let is_alike = |seen: &&CardSeen| {
        let other = seen.card.and_then(|card| pen.view.cards.get(&card));
        other.is_some_and(|other| is_copy(other, face))
    };
    let places = pen.view.places.iter().filter(|place| place.drawn);
    let stacks = places.flat_map(|place| place.stacks.iter().map(move |stack| (place, stack)));
    let mut found: Vec<(String, usize)> = Vec::new();
    for (place, stack) in stacks {
        for seen in stack.cards.iter().filter(is_alike) {
            let name = place_name(pen, place, Some(stack));
            let name = format!("{name}{}", noted(pen, seen.marks.iter()));
            let known = found.iter_mut().find(|(known, _)| *known == name);
            match known {
                Some((_, times)) => *times += 1,
                None => found.push((name, 1)),
            }
        }
    }
    found
}

/// Longer lines of text are not read well.
const MOST_COLUMNS: usize = 92;

// ---- places

/// The places and stacks with such a name.
fn places(pen: Pen<'_>, test: &dyn Fn(&str) -> bool) -> Vec<Vec<String>> {
    let named = |place: &Place, stack: Option<&Stack>| {
        let name = pen.view_name(place, stack);
        let whose = place.whose.as_ref().map(|whose| whose.written(true));
        let with_owner = whose.iter().flat_map(|whose| {
            [format!("{name} ({whose})"), format!("{name} {whose}"), format!("{whose} {name}")]
        });
        let record = stack.map_or(&place.record, |stack| &stack.record);
        // A cell of a board by its row and column alone, as it stands among what can be chosen.
        let cell = stack.filter(|_| place.form.board().is_some_and(|(rows, _)| rows > 1));
        let cell = cell.and_then(|cell| cell.title.as_ref()).map(|title| title.written(true));
        let names = std::iter::once(name.clone()).chain(with_owner).chain([record.clone()]);
        names.chain(cell).any(|name| test(&name))
    };
    let mut found = Vec::new();
    for place in pen.view.places.iter().filter(|place| place.drawn || place.count() > 0) {
        if named(place, None) {
            found.push(about_place(pen, place));
            continue;
        }
        let stacks = place.stacks.iter().filter(|stack| stack.title.is_some());
        let stacks = stacks.filter(|stack| named(place, Some(*stack)));
        found.extend(stacks.map(|stack| about_stack(pen, place, stack)));
    }
    found
}

fn about_place(pen: Pen<'_>, place: &Place) -> Vec<String> {
    let several = !place.form.is_single();
    match place
        .stacks
        .iter()
        .filter(|stack| !several || !stack.cards.is_empty())
        .collect::<Vec<_>>()[..]
    {
        [] => vec![heading(pen, place, None, 0)],
        [stack] if !several => about_stack(pen, place, stack),
        ref stacks => stacks.iter().flat_map(|stack| about_stack(pen, place, stack)).collect(),
    }
}

/// All cards of a stack, from the bottom up, each with all that is printed on it.
fn about_stack(pen: Pen<'_>, place: &Place, stack: &Stack) -> Vec<String> {
    let stack_of = Some(stack).filter(|stack| stack.title.is_some());
    let head = heading(pen, place, stack_of, stack.cards.len());
    let marks = noted(pen, stack.marks.iter());
    let together = stack.cards.chunk_by(|a, b| is_back(a) && is_back(b));
    let part = |cards: &[CardSeen]| match cards {
        [seen] if !is_back(seen) => {
            let side = if shows_sides(place) && is_covered(seen) { bit_of_a_back(pen) } else { "" };
            format!("{side}{}{}", described(pen, seen), noted(pen, seen.marks.iter()))
        }
        several => backs(pen, several.len()),
    };
    let parts: Vec<String> = together.map(part).collect();
    let alike = parts.chunk_by(|one, other| one == other).flat_map(|alike| match alike {
        [first, _, _, ..] => vec![format!("{first} {}{}", pen.times(), alike.len())],
        few => few.to_vec(),
    });
    let parts: Vec<String> = alike.collect();
    let long = parts.iter().any(|part| part.contains(' '));
    let cards = parts.join(if long { ", " } else { " " });
    let mut lines = vec![format!("{head}{marks}")];
    let room = pen.style.columns.saturating_sub(4);
    lines.extend(wrap(&cards, room).into_iter().filter(|l| width(l) > 0).map(|l| format!("  {l}")));
    lines
}

/// Whether a card is no more than a back to who looks.
pub(crate) fn is_back(seen: &CardSeen) -> bool {
    seen.card.is_none() && seen.marks.is_empty()
}

/// So many unknown cards that lie beside each other, one at least.
pub(super) fn backs(pen: Pen<'_>, count: usize) -> String {
    match count {
        1 => pen.hidden(),
        n => format!("{}\u{a0}{}{n}", pen.hidden(), pen.times()),
    }
}

/// `columns 3: 5 cards`
fn heading(pen: Pen<'_>, place: &Place, stack: Option<&Stack>, cards: usize) -> String {
    let count = match cards {
        0 => pen.messages.say("nothing"),
        n => pen.messages.with("cards", &[("n", n.into())]),
    };
    let name = place_name(pen, place, stack);
    pen.messages.with("thing", &[("name", name.into()), ("value", count.into())])
}

fn place_name(pen: Pen<'_>, place: &Place, stack: Option<&Stack>) -> String {
    let name = pen.view_name(place, stack);
    match &place.whose {
        Some(whose) => format!("{name} ({})", pen.style.phrase(whose)),
        None => name,
    }
}

/// ` [engaged, damage 2]`
fn noted<'m>(pen: Pen<'_>, marks: impl Iterator<Item = &'m Mark>) -> String {
    let words: Vec<String> = marks.filter_map(|mark| mark_words(pen, mark)).collect();
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(", ")) }
}

impl Pen<'_> {
    /// A place, or one of its stacks, by name: `columns 3`.
    fn view_name(&self, place: &Place, stack: Option<&Stack>) -> String {
        let name = self.style.phrase(&place.name);
        match stack.and_then(|stack| stack.title.as_ref()) {
            Some(title) => format!("{name} {}", self.style.phrase(title)),
            None => name,
        }
    }
}
