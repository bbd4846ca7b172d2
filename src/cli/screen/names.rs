//! What things of a game are called on the terminal, in a language and for one seat: cards, places,
//! players, values. Choices and labels are in `labels`.

use crate::cli::text::{Messages, TermStyle};
use crate::game::Plain;
use crate::program::drawing::Face;
use crate::program::{Attribute, Program, ValueKind, Zone};
use crate::tabletop::ids::{DeckId, InstanceId, MarkId, SentenceId, WordListId};
use crate::tabletop::{Per, Shape};
use crate::text::Text;
use crate::value::{Card, NONE, Narrow, Seat};
use anstyle::{AnsiColor, Style};

/// How somebody is told of things.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub program: &'a Program,
    pub messages: &'a Messages,
    pub style: TermStyle,
    /// Who is "you".
    pub viewer: Option<Seat>,
    /// The seats whose eyes are used, a bit each: what is told has been seen by all of them. None:
    /// everything is told.
    pub eyes: u32,
}

impl<'a> Names<'a> {
    /// Names for nobody in particular: everything is told.
    pub fn new(program: &'a Program, messages: &'a Messages, style: TermStyle) -> Self {
        Names { program, messages, style, viewer: None, eyes: 0 }
    }

    /// The same names for one `seat`, which is "you".
    pub fn for_seat(self, seat: Seat) -> Self {
        Names { viewer: Some(seat), eyes: 1 << seat, ..self }
    }

    /// The same names for the seats in `eyes` at once, none of whom is "you".
    pub fn for_seats(self, eyes: u32) -> Self {
        Names { viewer: None, eyes, ..self }
    }

    /// Whether what these seats saw may be told.
    pub fn sees(&self, seen_by: u32) -> bool {
        seen_by & self.eyes == self.eyes
    }
}

impl Names<'_> {
    /// The game's word for a name of its rules; a few names that nearly all games use have words of
    /// their own.
    pub fn text(&self, name: &str) -> String {
        let ours = format!("name-{name}");
        match self.program.texts.contains_key(name) {
            false if self.messages.has(&ours) => self.messages.say(&ours),
            _ => self.program.text(name, self.messages.code()),
        }
    }

    pub fn of(&self, text: &Text, name: &str) -> String {
        text.get(self.messages.code()).map_or_else(|| self.text(name), str::to_owned)
    }

    // ---- cards

    /// A card by its face: `10♥` in its colour, `10H` where there are no signs, or the name of
    /// one's own card.
    pub fn card(&self, card: Card) -> String {
        let info = &self.program.cards[usize::from(card)];
        let name = info
            .text
            .get(self.messages.code())
            .or_else(|| self.printed_name(card))
            .unwrap_or(&info.name);
        match self.suit(card) {
            Some(suit) => self.style.paint(suit_style(suit), &self.suited(name, suit)),
            None => name.to_owned(),
        }
    }

    /// Own cards may have their names in a column for each language.
    fn printed_name(&self, card: Card) -> Option<&str> {
        let column = self.attribute(self.messages.code()).filter(|a| a.kind == ValueKind::Text)?;
        let sentence = usize::try_from(*column.values.get(usize::from(card))?).ok()?;
        self.program.sentences.get(SentenceId::new(sentence)).map(String::as_str)
    }

    /// `10H` as `10♥`.
    fn suited(&self, name: &str, suit: char) -> String {
        match (name.strip_suffix(suit), self.style.signs) {
            (Some(rank), true) => format!("{rank}{}", suit_sign(suit)),
            (Some(_) | None, _) => name.to_owned(),
        }
    }

    fn suit(&self, card: Card) -> Option<char> {
        let suit = self.attribute("suit")?;
        let ValueKind::Word(list) = suit.kind else { return None };
        let value = usize::try_from(*suit.values.get(usize::from(card))?).ok()?;
        one_letter(self.program.lists.get(list)?.words.get(value)?)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.program.attributes.iter().find(|a| a.name == name)
    }

    /// The back of a card.
    pub fn back(&self) -> String {
        let back = if self.style.signs { "▒▒" } else { "##" };
        self.style.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), back)
    }

    /// A card that lies face down, and is known.
    pub fn face_down(&self, face: &str) -> String {
        let back = if self.style.signs { "▒" } else { "#" };
        format!(
            "{}{face}",
            self.style.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), back)
        )
    }

    /// What stands at the corners of a card, row by row, where its deck is drawn so.
    pub fn corners(&self, card: Card) -> Option<[String; 4]> {
        let corners = self.face(card).corners?;
        Some(corners.map(|attribute| {
            let attribute = &self.program.attributes[attribute];
            let value = attribute.values.get(usize::from(card)).copied().filter(|v| *v != NONE);
            value.map(|value| self.value(attribute.kind, value)).unwrap_or_default()
        }))
    }

    fn face(&self, card: Card) -> Face {
        let deck =
            self.program.cards.get(usize::from(card)).map_or(DeckId::new(0), |card| card.deck);
        self.program.drawing.faces.get(deck).copied().unwrap_or_default()
    }

    /// Whether `mark`, by its number, says whose the card is.
    pub fn is_owner_mark(&self, card: Card, mark: MarkId) -> bool {
        self.face(card).owner == Some(mark)
    }

    /// Whether two cards are printed alike.
    pub fn are_copies(&self, one: Card, other: Card) -> bool {
        let (a, b) =
            (&self.program.cards[usize::from(one)], &self.program.cards[usize::from(other)]);
        let attributes = &self.program.attributes;
        let same = |attribute: &Attribute| {
            attribute.values.get(usize::from(one)) == attribute.values.get(usize::from(other))
        };
        a.deck == b.deck && a.name == b.name && attributes.iter().all(same)
    }

    /// What is printed on one's own cards beside the name, and not in it; nothing for cards of a
    /// standard pack.
    fn print(&self, card: Card) -> Vec<String> {
        if self.suit(card).is_some()
            || self.attribute("suit").is_some_and(|a| matches!(a.kind, ValueKind::Word(_)))
        {
            return Vec::new();
        }
        let plain = |text: &str| format!(" {} ", text.to_lowercase().replace('_', " "));
        let name = plain(&self.card(card));
        let in_name = |a: &Attribute, text: &str| {
            matches!(a.kind, ValueKind::Word(_)) && name.contains(&plain(text))
        };
        let printed = self.program.printed().filter_map(|a| Some((a, self.printed(a, card)?)));
        printed.filter(|(a, text)| !in_name(a, text)).map(|(_, text)| text).collect()
    }

    /// A card as it is offered: with its corners, for nobody knows them all by heart.
    pub fn choosable(&self, card: Card) -> String {
        if self.corners(card).is_some() { self.described(card) } else { self.card(card) }
    }

    /// A card with what is printed on it: its corners as they stand, or all in words.
    pub fn described(&self, card: Card) -> String {
        if let Some([nw, ne, sw, se]) = self.corners(card) {
            let dot = if self.style.signs { '·' } else { ',' };
            return format!("{} {nw}{dot}{ne}/{sw}{dot}{se}", self.card(card));
        }
        let print = self.print(card);
        if print.is_empty() {
            self.card(card)
        } else {
            format!("{} ({})", self.card(card), print.join(", "))
        }
    }

    fn printed(&self, attribute: &Attribute, card: Card) -> Option<String> {
        let value = attribute.values.get(usize::from(card)).copied().filter(|v| *v != NONE)?;
        match attribute.kind {
            ValueKind::Number => Some(format!("{} {value}", self.text(&attribute.name))),
            ValueKind::Flag => (value == 1).then(|| self.text(&attribute.name)),
            ValueKind::Word(_) => Some(self.value(attribute.kind, value)),
            // Texts are printed for people to read in the box; cards, slots and the like are never
            // printed on cards.
            ValueKind::Card
            | ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Text => None,
        }
    }

    // ---- players and places

    pub fn player(&self, seat: Seat) -> String {
        if self.viewer == Some(seat) {
            return self.messages.say("you");
        }
        self.messages.with("player", &[("n", (seat + 1).into())])
    }

    /// A seat in the third person, as texts of games speak of players: `joueur 2`, `joueur 1
    /// (vous)`.
    pub fn seat(&self, seat: Seat) -> String {
        let player = self.messages.with("player", &[("n", (seat + 1).into())]);
        if self.viewer == Some(seat) {
            format!("{player} ({})", self.messages.say("you"))
        } else {
            player
        }
    }

    /// A player as the first word of a line.
    pub fn player_first(&self, seat: Seat) -> String {
        capital(&self.player(seat))
    }

    pub fn team(&self, team: u8) -> String {
        let seats: Vec<Seat> = self.program.seats_of_team(team).iter().collect();
        match seats.as_slice() {
            [one] => self.player(*one),
            many => {
                let list: Vec<String> = many.iter().map(|s| (s + 1).to_string()).collect();
                self.messages
                    .with("team", &[("n", (team + 1).into()), ("players", list.join(", ").into())])
            }
        }
    }

    /// A team in few letters.
    pub fn side(&self, team: u8) -> String {
        match self.program.seats_of_team(team).len() {
            1 => self.team(team),
            _ if self.viewer.is_some_and(|seat| self.program.team(seat) == team) => {
                self.messages.say("your-team")
            }
            _ => self.messages.with("team-short", &[("n", (team + 1).into())]),
        }
    }

    /// `text` in the colour of a seat or a team, which says nothing that words do not say.
    pub fn in_colour_of(&self, owner: u8, text: &str) -> String {
        let colour = OWNERS[usize::from(owner) % OWNERS.len()];
        self.style.paint(Style::new().bold().fg_color(Some(colour.into())), text)
    }

    /// Whose a zone or a variable is; nobody's on the table.
    pub fn owner(&self, per: Per, owner: u8) -> Option<String> {
        match per {
            Per::Table => None,
            Per::Player => Some(self.player(owner)),
            Per::Team => Some(self.side(owner)),
        }
    }

    pub fn zone(&self, instance: InstanceId) -> &Zone {
        &self.program.zones[self.program.instances[instance].zone]
    }

    pub fn zone_name(&self, instance: InstanceId) -> String {
        self.text(&self.zone(instance).name)
    }

    /// Whose this zone is.
    pub fn zone_owner(&self, instance: InstanceId) -> Option<String> {
        self.owner(self.zone(instance).per, self.program.instances[instance].owner)
    }

    /// Which slot of a zone, where it has several: `2.3` on a grid, `no. 3` in a row, the word
    /// where each has one.
    pub fn slot_number(&self, instance: InstanceId, index: u8) -> Option<String> {
        let zone = self.zone(instance);
        if let Some(list) = self.slot_words(zone) {
            return Some(self.word(list, i32::from(index)));
        }
        match zone.grid(&self.program.lists) {
            Some((1, _)) => Some((index + 1).to_string()),
            Some((_, columns)) => Some(format!("{}.{}", index / columns + 1, index % columns + 1)),
            None if zone.is_single() => None,
            None => Some((index + 1).to_string()),
        }
    }

    /// The list whose words the slots of a zone are for.
    fn slot_words(&self, zone: &Zone) -> Option<WordListId> {
        let Shape::List(name) = &zone.shape else { return None };
        self.program.lists.find(|list| list.name == *name)
    }

    /// `main`, `lots 3`; with `whose`, also whose it is, where it is somebody's.
    pub fn place(&self, instance: InstanceId, index: Option<u8>, whose: bool) -> String {
        let mut name = self.zone_name(instance);
        if let Some(number) = index.and_then(|index| self.slot_number(instance, index)) {
            name = format!("{name} {number}");
        }
        match self.zone_owner(instance).filter(|_| whose) {
            Some(owner) => format!("{name} ({owner})"),
            None => name,
        }
    }

    // ---- values

    pub fn word(&self, list: WordListId, value: i32) -> String {
        let list = &self.program.lists[list];
        let word = usize::try_from(value).ok().and_then(|i| list.words.get(i));
        let Some(word) = word else { return value.to_string() };
        match one_letter(word)
            .filter(|_| list.name == "suits" && !self.program.texts.contains_key(word))
        {
            Some(suit) if self.style.signs => {
                self.style.paint(suit_style(suit), &suit_sign(suit).to_string())
            }
            Some(suit) => self.messages.say(&format!("suit-{suit}")),
            None => self.text(word),
        }
    }

    /// A word of a list as records write it.
    pub fn list_word(&self, list: WordListId, word: &str) -> String {
        let position = self.program.lists[list].words.iter().position(|known| known == word);
        position.map_or_else(|| self.text(word), |i| self.word(list, i.to_i32()))
    }

    /// A scalar. Slots are places of the moment, and are named by whoever knows them.
    pub fn value(&self, kind: ValueKind, value: i32) -> String {
        if value == NONE {
            return self.messages.say("none");
        }
        match kind {
            ValueKind::Number | ValueKind::Slot => value.to_string(),
            ValueKind::Flag => self.flag(value == 1),
            ValueKind::Word(list) => self.word(list, value),
            ValueKind::Card => self.card(value.to_u8()),
            ValueKind::Player => self.player(value.to_u8()),
            ValueKind::Team => self.team(value.to_u8()),
            ValueKind::Text => {
                self.program.sentence_of(value).map(|s| self.text(s)).unwrap_or_default()
            }
        }
    }

    /// A value as programs see it, in words for people.
    pub fn plain(&self, kind: ValueKind, value: &Plain) -> String {
        match (value, kind) {
            (Plain::Nothing, _) => self.messages.say("none"),
            (Plain::Flag(flag), _) => self.flag(*flag),
            (Plain::Number(n), ValueKind::Player) => self.player((*n - 1).to_u8()),
            (Plain::Number(n), ValueKind::Team) => self.team((*n - 1).to_u8()),
            (Plain::Number(n), _) => n.to_string(),
            (Plain::Word(word), ValueKind::Word(list)) => self.list_word(list, word),
            (Plain::Word(word), _) => self.token(kind, word),
            (Plain::Words(words), ValueKind::Word(list)) => {
                self.bag(words.iter().map(|w| self.list_word(list, w)))
            }
            (Plain::Words(words), _) => self.bag(words.iter().map(|w| self.token(kind, w))),
        }
    }

    pub fn flag(&self, flag: bool) -> String {
        self.messages.say(if flag { "yes" } else { "no" })
    }

    /// Words with repetitions: each with how many times it is there.
    pub fn bag(&self, words: impl Iterator<Item = String>) -> String {
        let mut counted: Vec<(String, usize)> = Vec::new();
        for word in words {
            match counted.iter_mut().find(|(known, _)| *known == word) {
                Some((_, n)) => *n += 1,
                None => counted.push((word, 1)),
            }
        }
        let times = if self.style.signs { '×' } else { 'x' };
        let one = |(word, n): &(String, usize)| {
            if *n == 1 { word.clone() } else { format!("{word} {times}{n}") }
        };
        counted.iter().map(one).collect::<Vec<_>>().join(", ")
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

/// Colours of owners; red is the suits', blue the backs'.
const OWNERS: [AnsiColor; 4] =
    [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Yellow];

/// Red suits in red; the others in the terminal's own colour, which is readable on any ground.
fn suit_style(suit: char) -> Style {
    if matches!(suit, 'H' | 'D') {
        Style::new().fg_color(Some(AnsiColor::Red.into()))
    } else {
        Style::new().bold()
    }
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
