//! What things of a game are called on the terminal, in a language and for one seat: cards, places, players, values.

use super::look::Look;
use super::words::Words;
use crate::layout::model::{Per, Text};
use crate::program::{Attribute, Program, ValueKind, Zone};
use crate::value::{Card, NONE, Seat};
use anstyle::{AnsiColor, Style};

/// How somebody is told of things.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub program: &'a Program,
    pub words: &'a Words,
    pub look: Look,
    /// Who is "you".
    pub viewer: Option<Seat>,
    /// The seats whose eyes are used, a bit each: what is told has been seen by all of them. None: everything is told.
    pub eyes: u32,
}

impl<'a> Names<'a> {
    pub fn new(program: &'a Program, words: &'a Words, look: Look) -> Self {
        Names { program, words, look, viewer: None, eyes: 0 }
    }

    /// For one seat.
    pub fn seat(self, seat: Seat) -> Self {
        Names { viewer: Some(seat), eyes: 1 << seat, ..self }
    }

    /// For several seats at once, none of whom is "you".
    pub fn seats(self, eyes: u32) -> Self {
        Names { viewer: None, eyes, ..self }
    }

    /// Whether what these seats saw may be told.
    pub fn sees(&self, seen_by: u32) -> bool {
        seen_by & self.eyes == self.eyes
    }
}

impl Names<'_> {
    /// The game's word for a name of its rules; a few names that nearly all games use have words of their own.
    pub fn text(&self, name: &str) -> String {
        let ours = format!("name-{name}");
        match self.program.texts.contains_key(name) {
            false if self.words.has(&ours) => self.words.say(&ours),
            _ => self.program.text(name, self.words.code()),
        }
    }

    pub fn of(&self, text: &Text, name: &str) -> String {
        text.get(self.words.code()).map_or_else(|| self.text(name), str::to_owned)
    }

    // ---- cards

    /// A card by its face: `10♥` in its colour, `10H` where there are no signs, or the name of one's own card.
    pub fn card(&self, card: Card) -> String {
        let info = &self.program.cards[card as usize];
        let name = info.text.get(self.words.code()).or_else(|| self.printed_name(card)).unwrap_or(&info.name);
        match self.suit(card) {
            Some(suit) => self.look.paint(suit_style(suit), &self.suited(name, suit)),
            None => name.to_owned(),
        }
    }

    /// Own cards may have their names in a column for each language.
    fn printed_name(&self, card: Card) -> Option<&str> {
        let column = self.attribute(self.words.code()).filter(|a| a.kind == ValueKind::Text)?;
        let sentence = usize::try_from(*column.values.get(card as usize)?).ok()?;
        self.program.sentences.get(sentence).map(String::as_str)
    }

    /// `10H` as `10♥`.
    fn suited(&self, name: &str, suit: char) -> String {
        match (name.strip_suffix(suit), self.look.signs) {
            (Some(rank), true) => format!("{rank}{}", suit_sign(suit)),
            (Some(_) | None, _) => name.to_owned(),
        }
    }

    fn suit(&self, card: Card) -> Option<char> {
        let suit = self.attribute("suit")?;
        let ValueKind::Word(list) = suit.kind else { return None };
        let value = usize::try_from(*suit.values.get(card as usize)?).ok()?;
        one_letter(self.program.lists.get(list as usize)?.words.get(value)?)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.program.attributes.iter().find(|a| a.name == name)
    }

    /// The back of a card.
    pub fn back(&self) -> String {
        let back = if self.look.signs { "▒▒" } else { "##" };
        self.look.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), back)
    }

    /// What is printed on one's own cards beside the name; nothing for cards of a standard pack.
    pub fn print(&self, card: Card) -> Vec<String> {
        if self.suit(card).is_some() || self.attribute("suit").is_some_and(|a| matches!(a.kind, ValueKind::Word(_))) {
            return Vec::new();
        }
        let corners = ["nw", "ne", "sw", "se"].map(|name| self.printed_number(name, card));
        let mut lines = match corners {
            [Some(nw), Some(ne), Some(sw), Some(se)] => vec![format!("{nw}·{ne}/{sw}·{se}").replace('·', self.dot())],
            _ => Vec::new(),
        };
        let is_corner = |a: &&Attribute| lines.is_empty() || !["nw", "ne", "sw", "se"].contains(&a.name.as_str());
        let others = self.program.attributes.iter().filter(is_corner).filter_map(|a| self.printed(a, card));
        let others: Vec<String> = others.collect();
        lines.extend(others);
        lines
    }

    /// A card with what is printed on it.
    pub fn described(&self, card: Card) -> String {
        let print = self.print(card);
        if print.is_empty() { self.card(card) } else { format!("{} ({})", self.card(card), print.join(", ")) }
    }

    fn dot(&self) -> &'static str {
        if self.look.signs { "·" } else { "," }
    }

    fn printed_number(&self, name: &str, card: Card) -> Option<i32> {
        let attribute = self.attribute(name).filter(|a| a.kind == ValueKind::Number)?;
        attribute.values.get(card as usize).copied().filter(|v| *v != NONE)
    }

    fn printed(&self, attribute: &Attribute, card: Card) -> Option<String> {
        let value = attribute.values.get(card as usize).copied().filter(|v| *v != NONE)?;
        match attribute.kind {
            ValueKind::Number => Some(format!("{} {value}", self.text(&attribute.name))),
            ValueKind::Flag => (value == 1).then(|| self.text(&attribute.name)),
            ValueKind::Word(_) => Some(self.value(attribute.kind, value)),
            // Texts are printed for people to read in the box; cards, slots and the like are never printed on cards.
            ValueKind::Card | ValueKind::Slot | ValueKind::Player | ValueKind::Team | ValueKind::Text => None,
        }
    }

    // ---- players and places

    pub fn player(&self, seat: Seat) -> String {
        if self.viewer == Some(seat) {
            return self.words.say("you");
        }
        self.words.with("player", &[("n", (seat + 1).into())])
    }

    /// At the head of a line.
    pub fn player_first(&self, seat: Seat) -> String {
        capital(&self.player(seat))
    }

    pub fn team(&self, team: u8) -> String {
        let seats: Vec<Seat> = self.program.seats_of_team(team).iter().collect();
        match seats.as_slice() {
            [one] => self.player(*one),
            many => {
                let list: Vec<String> = many.iter().map(|s| (s + 1).to_string()).collect();
                self.words.with("team", &[("n", (team + 1).into()), ("players", list.join(", ").into())])
            }
        }
    }

    /// Whose a zone or a variable is; nobody's on the table.
    pub fn owner(&self, per: Per, owner: u8) -> Option<String> {
        match per {
            Per::Table => None,
            Per::Player => Some(self.player(owner)),
            Per::Team => Some(self.team(owner)),
        }
    }

    pub fn zone(&self, instance: u16) -> &Zone {
        &self.program.zones[self.program.instances[instance as usize].zone as usize]
    }

    pub fn zone_name(&self, instance: u16) -> String {
        self.text(&self.zone(instance).name)
    }

    /// Whose this zone is.
    pub fn zone_owner(&self, instance: u16) -> Option<String> {
        self.owner(self.zone(instance).per, self.program.instances[instance as usize].owner)
    }

    /// Which slot of a zone, where it has several: `2.3` on a grid, `no. 3` in a row.
    pub fn slot_number(&self, instance: u16, index: u8) -> Option<String> {
        let zone = self.zone(instance);
        match zone.grid(&self.program.lists) {
            Some((1, _)) => Some((index + 1).to_string()),
            Some((_, columns)) => Some(format!("{}.{}", index / columns + 1, index % columns + 1)),
            None if zone.is_single() => None,
            None => Some((index + 1).to_string()),
        }
    }

    /// `main`, `lots 3`; with `whose`, also whose it is, where it is somebody's.
    pub fn place(&self, instance: u16, index: u8, whose: bool) -> String {
        let mut name = self.zone_name(instance);
        if let Some(number) = self.slot_number(instance, index) {
            name = format!("{name} {number}");
        }
        match self.zone_owner(instance).filter(|_| whose) {
            Some(owner) => format!("{name} ({owner})"),
            None => name,
        }
    }

    // ---- values

    pub fn word(&self, list: u16, value: i32) -> String {
        let list = &self.program.lists[list as usize];
        let word = usize::try_from(value).ok().and_then(|i| list.words.get(i));
        let Some(word) = word else { return value.to_string() };
        match one_letter(word).filter(|_| list.name == "suits" && !self.program.texts.contains_key(word)) {
            Some(suit) if self.look.signs => self.look.paint(suit_style(suit), &suit_sign(suit).to_string()),
            Some(suit) => self.words.say(&format!("suit-{suit}")),
            None => self.text(word),
        }
    }

    /// A scalar. Slots are places of the moment, and are named by whoever knows them.
    pub fn value(&self, kind: ValueKind, value: i32) -> String {
        if value == NONE {
            return self.words.say("none");
        }
        match kind {
            ValueKind::Number | ValueKind::Slot => value.to_string(),
            ValueKind::Flag => self.words.say(if value == 1 { "yes" } else { "no" }),
            ValueKind::Word(list) => self.word(list, value),
            ValueKind::Card => self.card(value as Card),
            ValueKind::Player => self.player(value as Seat),
            ValueKind::Team => self.team(value as u8),
            ValueKind::Text => self.program.sentences.get(value as usize).map(|s| self.text(s)).unwrap_or_default(),
        }
    }

    /// Words of a bag: each with how many times it is there.
    pub fn bag(&self, kind: ValueKind, values: &[i32]) -> String {
        let mut counted: Vec<(i32, usize)> = Vec::new();
        for &value in values {
            match counted.iter_mut().find(|(v, _)| *v == value) {
                Some((_, n)) => *n += 1,
                None => counted.push((value, 1)),
            }
        }
        let parts = counted.iter().map(|&(value, n)| format!("{n} {}", self.value(kind, value)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// `H` of a suit's word.
fn one_letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|letter| letters.next().is_none() && "SHDC".contains(*letter))
}

fn suit_sign(suit: char) -> char {
    match suit {
        'S' => '♠',
        'H' => '♥',
        'D' => '♦',
        _ => '♣',
    }
}

/// Red suits in red; the others in the terminal's own colour, which is readable on any ground.
fn suit_style(suit: char) -> Style {
    if matches!(suit, 'H' | 'D') { Style::new().fg_color(Some(AnsiColor::Red.into())) } else { Style::new().bold() }
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
