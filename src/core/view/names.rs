//! What things of a game are called, in a language and for those who look: cards, places, players,
//! values. Choices and labels are in `labels`.

use super::faces::face;
use super::labels::fill;
use super::lexicon::Lexicon;
use super::phrase::{Colour, Phrase, Role, Span};
use super::viewer::{Asked, Viewer};
use crate::game::{Eyes, Plain};
use crate::program::drawing::{Face, FaceColour};
use crate::program::{Attribute, Key, OwnedBy, Program, ValueKind, Zone};
use crate::tabletop::Shape;
use crate::tabletop::ids::{InstanceId, MarkId, WordListId};
use crate::text::{Text, filled};
use crate::value::{Card, NONE, Narrow, Seat, SeatSet, TeamId};
use compact_str::{CompactString, format_compact};

/// How somebody is told of things.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) program: &'a Program,
    pub(crate) lexicon: &'a Lexicon,
    pub(crate) viewer: Viewer<'a>,
    /// Whether phrases tell copies of a card apart, as only whoever makes phrases may.
    copies_apart: bool,
}

impl<'a> Names<'a> {
    /// The names for whoever looks with these eyes.
    pub(crate) fn of_eyes(program: &'a Program, lexicon: &'a Lexicon, eyes: Eyes) -> Names<'a> {
        Names { program, lexicon, viewer: Viewer::of(eyes), copies_apart: false }
    }

    /// These names with phrases that tell copies of a card apart.
    pub(crate) fn with_copies_apart(self) -> Names<'a> {
        Names { copies_apart: true, ..self }
    }
}

impl Names<'_> {
    /// Whether what these seats saw may be told.
    pub(crate) fn sees(&self, seen_by: SeatSet) -> bool {
        self.viewer.sees(seen_by)
    }

    /// These names, taking note of what the viewer is asked.
    pub(crate) fn noting<'n>(&'n self, asked: &'n Asked) -> Names<'n> {
        Names { viewer: self.viewer.noting(asked), ..*self }
    }

    /// Whether something of this owner is the viewer's own, or its team's.
    pub(crate) fn owns(&self, owner: OwnedBy) -> bool {
        match owner {
            OwnedBy::Table => false,
            OwnedBy::Player(seat) => self.viewer.is(seat),
            OwnedBy::Team(team) => self.is_in(team),
        }
    }

    /// Whether the viewer is in a team.
    pub(crate) fn is_in(&self, team: TeamId) -> bool {
        self.program.seats_of_team(team).iter().any(|seat| self.viewer.is(seat))
    }

    /// The game's word for a name of its rules; a few names that nearly all games use have words of
    /// their own.
    pub(crate) fn text(&self, name: &str) -> CompactString {
        match self.lexicon.name(name) {
            Some(ours) if !self.program.texts.contains_key(name) => ours.clone(),
            _ => self.program.text(name, self.lexicon.code()).into(),
        }
    }

    /// A score in words of the game's own, if it has some.
    pub(crate) fn counted(&self, score: i32) -> Option<String> {
        let text = self.program.texts.get("score")?.get(self.lexicon.code())?;
        Some(filled(text, |place| (place == "score").then(|| score.to_string())))
    }

    pub(crate) fn of(&self, text: &Text, name: &str) -> CompactString {
        text.get(self.lexicon.code()).map_or_else(|| self.text(name), Into::into)
    }

    // ---- cards

    /// A card by its title, or by its name.
    pub(crate) fn card(&self, card: Card) -> Phrase {
        let role = self.card_role(card);
        match self.drawing(card).and_then(|face| face.title.get(self.lexicon.code())) {
            Some(title) => self.on_face(card, title).all_in(role),
            None => self.card_name(card),
        }
    }

    /// The role of a card in a phrase, where it is one of its print: which of several copies is
    /// nothing to be told.
    fn card_role(&self, card: Card) -> Role {
        let named = if self.copies_apart { card } else { self.program.first_copy(card) };
        Role::Card(named, self.colour(card))
    }

    /// A card by its name: `10♥`, `10H` where there are no signs, or the name of one's own card.
    fn card_name(&self, card: Card) -> Phrase {
        let info = &self.program.cards[card.index()];
        let name = info.text.of(self.lexicon.code()).unwrap_or(&info.name);
        let role = self.card_role(card);
        let sign = self.suit(card).and_then(|suit| Some((name.strip_suffix(suit)?, suit)));
        match sign {
            Some((rank, suit)) => {
                Span::signed(CompactString::from(rank) + suit_sign(suit), name, role).into()
            }
            None => Phrase::of(name, role),
        }
    }

    /// A card where there is little room, if the layout has a name for that.
    pub(crate) fn short(&self, card: Card) -> Option<Phrase> {
        let short = self.drawing(card)?.short.get(self.lexicon.code())?;
        let role = self.card_role(card);
        Some(self.on_face(card, short).all_in(role)).filter(|short| !short.is_empty())
    }

    /// The sign of a card.
    pub(crate) fn symbol(&self, card: Card) -> Option<String> {
        let symbol = self.drawing(card)?.symbol.get(self.lexicon.code())?;
        Some(self.on_face(card, symbol).text()).filter(|symbol| !symbol.is_empty())
    }

    /// The file of a card's picture.
    pub(crate) fn picture(&self, card: Card) -> Option<String> {
        let picture = self.drawing(card)?.picture.get(self.lexicon.code())?;
        Some(filled(picture, |place| self.program.raw_attribute(card, place)))
    }

    /// What a card says to people.
    pub(crate) fn says(&self, card: Card) -> Option<String> {
        let language = self.lexicon.code();
        let of_deck = self.drawing(card).and_then(|face| face.says.get(language));
        let of_deck = of_deck.map(|says| self.on_face(card, says).text());
        let says = || self.program.cards[card.index()].says.get(language).map(str::to_owned);
        of_deck.or_else(says).map(|says| says.trim().to_owned()).filter(|says| !says.is_empty())
    }

    /// A template of a card's face with its places filled in.
    fn on_face(&self, card: Card, template: &str) -> Phrase {
        fill(template, |place| self.place_on_face(card, place))
    }

    /// What stands on a card in the place of a template: an attribute, its `name`, its `text`.
    pub(crate) fn place_on_face(&self, card: Card, place: &str) -> Option<Phrase> {
        match self.attribute(place) {
            _ if place == "name" => Some(self.card_name(card)),
            Some(attribute) => {
                let value = attribute.values.get(card.index()).copied().filter(|v| *v != NONE);
                Some(value.map(|value| self.value(attribute.kind, value)).unwrap_or_default())
            }
            None if place == "text" => Some(self.says(card).unwrap_or_default().into()),
            None => None,
        }
    }

    pub(crate) fn colour(&self, card: Card) -> Colour {
        match self.drawing(card).map(|face| &face.colour) {
            Some(FaceColour::All(colour)) => *colour,
            Some(FaceColour::ByWord(attribute, colours)) => {
                let value = self.program.attributes[*attribute].values.get(card.index());
                let word = value.and_then(|value| usize::try_from(*value).ok());
                word.and_then(|word| colours.get(word)).copied().unwrap_or_default()
            }
            Some(FaceColour::Own) | None => self.suit(card).map_or(Colour::Own, suit_colour),
        }
    }

    fn suit(&self, card: Card) -> Option<char> {
        let suit = self.attribute("suit")?;
        let ValueKind::Word(list) = suit.kind else { return None };
        let value = usize::try_from(*suit.values.get(card.index())?).ok()?;
        one_letter(self.program.lists.get(list)?.words.get(value)?)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.program.attributes.iter().find(|a| a.name == name)
    }

    /// What stands at the corners of a card, row by row, where its deck is drawn so.
    pub(crate) fn corners(&self, card: Card) -> Option<[Phrase; 4]> {
        let corners = self.drawing(card)?.corners?;
        Some(corners.map(|attribute| {
            let attribute = &self.program.attributes[attribute];
            let value = attribute.values.get(card.index()).copied().filter(|v| *v != NONE);
            value.map(|value| self.value(attribute.kind, value)).unwrap_or_default()
        }))
    }

    fn drawing(&self, card: Card) -> Option<&Face> {
        self.program.drawing.faces.get(self.program.cards.get(card.index())?.deck)
    }

    /// Whether `mark`, by its number, says whose the card is.
    pub(crate) fn is_owner_mark(&self, card: Card, mark: MarkId) -> bool {
        self.drawing(card).is_some_and(|face| face.owner == Some(mark))
    }

    /// Whether two cards are printed alike.
    pub(crate) fn are_copies(&self, one: Card, other: Card) -> bool {
        self.program.are_copies(one, other)
    }

    /// What stands beside the name of one's own card, each with the name of its attribute: what the
    /// layout says, else all that is printed and not in the name. Nothing of cards of a standard
    /// pack, and of those whose corners say it.
    pub(crate) fn print(&self, card: Card) -> Vec<(&str, Phrase)> {
        if let Some(shows) = self.drawing(card).and_then(|face| face.shows.as_ref()) {
            let shown = shows.iter().map(|attribute| &self.program.attributes[*attribute]);
            let told = |attribute: &Attribute| match attribute.kind {
                ValueKind::Text => self.place_on_face(card, &attribute.name),
                _ => self.printed(attribute, card),
            };
            let shown = shown.filter_map(|a| Some((a.name.as_str(), told(a)?)));
            return shown.filter(|(_, text)| !text.is_empty()).collect();
        }
        if self.corners(card).is_some() || self.suit(card).is_some() {
            return Vec::new();
        }
        let plain = |text: &str| format!(" {} ", text.to_lowercase().replace('_', " "));
        let name = plain(&self.card(card).text());
        let in_name = |name_of: &str, text: &str| {
            let is_in = |of: &Attribute| match of.kind {
                ValueKind::Word(_) => name.contains(&plain(text)),
                // A name in another language may leave it out.
                ValueKind::Number => {
                    let number = text.rsplit(' ').next().unwrap_or(text);
                    of.in_names && name.contains(&plain(number))
                }
                _ => false,
            };
            self.attribute(name_of).is_some_and(is_in)
        };
        let mut print = self.all_print(card);
        print.retain(|(attribute, text)| !in_name(attribute, &text.text()));
        print
    }

    /// All that is printed on one's own card, in words.
    pub(crate) fn all_print(&self, card: Card) -> Vec<(&str, Phrase)> {
        if self.program.cards.get(card.index()).is_none_or(|card| card.of_pack) {
            return Vec::new();
        }
        let printed = self.program.printed();
        printed.filter_map(|a| Some((a.name.as_str(), self.printed(a, card)?))).collect()
    }

    /// A card as it is offered: with its corners, for nobody knows them all by heart.
    pub(crate) fn choosable(&self, card: Card) -> Phrase {
        if self.corners(card).is_some() { self.described(card) } else { self.card(card) }
    }

    /// A card with what is printed on it: its corners as they stand, or all in words.
    fn described(&self, card: Card) -> Phrase {
        face(self, card).full()
    }

    fn printed(&self, attribute: &Attribute, card: Card) -> Option<Phrase> {
        let value = attribute.values.get(card.index()).copied().filter(|v| *v != NONE)?;
        match attribute.kind {
            ValueKind::Number => {
                let name = Phrase::plain(self.text(&attribute.name) + " ");
                Some(name.then(Phrase::of(value.to_string(), Role::Number)))
            }
            ValueKind::Flag => (value == 1).then(|| self.text(&attribute.name).into()),
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

    pub(crate) fn player(&self, seat: Seat) -> Phrase {
        let name = match self.viewer.is(seat) {
            true => self.lexicon.text("you", &[]),
            false => self.lexicon.player(seat),
        };
        Phrase::of(name, Role::Player(seat))
    }

    /// A seat in the third person, as texts of games speak of players: `joueur 2`, `joueur 1
    /// (vous)`.
    pub(crate) fn seat(&self, seat: Seat) -> Phrase {
        let player = self.lexicon.player(seat);
        let name = match self.viewer.is(seat) {
            true => format_compact!("{player} ({})", self.lexicon.text("you", &[])),
            false => player,
        };
        Phrase::of(name, Role::Player(seat))
    }

    /// At the head of a line.
    pub(crate) fn player_first(&self, seat: Seat) -> Phrase {
        self.player(seat).capital()
    }

    pub(crate) fn team(&self, team: TeamId) -> Phrase {
        let seats: Vec<Seat> = self.program.seats_of_team(team).iter().collect();
        match seats.as_slice() {
            [one] => self.player(*one),
            many => {
                let list: Vec<String> = many.iter().map(|s| s.shown().to_string()).collect();
                let values = [("n", team.shown().into()), ("players", list.join(", ").into())];
                Phrase::of(self.lexicon.text("team", &values), Role::Team(team))
            }
        }
    }

    /// A team in few letters.
    pub(crate) fn side(&self, team: TeamId) -> Phrase {
        let name = match self.program.seats_of_team(team).len() {
            1 => return self.team(team),
            _ if self.is_in(team) => self.lexicon.text("your-team", &[]),
            _ => self.lexicon.text("team-short", &[("n", team.shown().into())]),
        };
        Phrase::of(name, Role::Team(team))
    }

    /// Whose a zone or a variable is; nobody's on the table.
    pub(crate) fn owner(&self, owner: OwnedBy) -> Option<Phrase> {
        match owner {
            OwnedBy::Table => None,
            OwnedBy::Player(seat) => Some(self.player(seat)),
            OwnedBy::Team(team) => Some(self.side(team)),
        }
    }

    /// What a variable's value is for; nothing of the table.
    pub(crate) fn key(&self, key: Key) -> Option<Phrase> {
        match key {
            Key::Owner(owner) => self.owner(owner),
            Key::Word(list, place) => Some(self.value(ValueKind::Word(list), place.to_i32())),
        }
    }

    /// Whose a zone is, as a scalar of this kind: the player, or the team, also of a player.
    pub(crate) fn owner_as(&self, kind: ValueKind, instance: InstanceId) -> Option<i32> {
        match (kind, self.owned_by(instance)) {
            (ValueKind::Player, OwnedBy::Player(seat)) => Some(seat.word()),
            (ValueKind::Team, OwnedBy::Team(team)) => Some(team.word()),
            (ValueKind::Team, OwnedBy::Player(seat)) => Some(self.program.team(seat).word()),
            _ => None,
        }
    }

    pub(crate) fn owned_by(&self, instance: InstanceId) -> OwnedBy {
        self.program.owned_by(&self.program.instances[instance])
    }

    pub(crate) fn zone(&self, instance: InstanceId) -> &Zone {
        &self.program.zones[self.program.instances[instance].zone]
    }

    pub(crate) fn zone_name(&self, instance: InstanceId) -> Phrase {
        Phrase::of(self.text(&self.zone(instance).name), Role::Place(instance, None))
    }

    /// Whose this zone is.
    pub(crate) fn zone_owner(&self, instance: InstanceId) -> Option<Phrase> {
        self.owner(self.owned_by(instance))
    }

    /// Which slot of a zone, where it has several: `2.3` on a grid, `no. 3` in a row, the word
    /// where each has one.
    pub(crate) fn slot_number(&self, instance: InstanceId, index: u16) -> Option<Phrase> {
        let zone = self.zone(instance);
        if let Some(list) = self.slot_words(zone) {
            return Some(self.word(list, i32::from(index)));
        }
        let number = match zone.grid(&self.program.lists) {
            Some((1, _)) => (index + 1).to_string(),
            Some((_, columns)) => format!("{}.{}", index / columns + 1, index % columns + 1),
            None if zone.is_single() => return None,
            None => (index + 1).to_string(),
        };
        Some(Phrase::of(number, Role::Place(instance, Some(index))))
    }

    /// Which slot of a zone, where it has several, in a sentence: see [`Names::slot_number`].
    pub(crate) fn slot_name(&self, instance: InstanceId, index: u16) -> Option<Phrase> {
        let number = self.slot_number(instance, index)?;
        if self.zone(instance).shape != Shape::Row {
            return Some(number);
        }
        let name = self.lexicon.text("row-slot", &[("n", (index + 1).into())]);
        Some(Phrase::of(name, Role::Place(instance, Some(index))))
    }

    /// The list whose words the slots of a zone are for.
    pub(crate) fn slot_words(&self, zone: &Zone) -> Option<WordListId> {
        let Shape::List(name) = &zone.shape else { return None };
        self.program.lists.find(|list| list.name == *name)
    }

    /// `main`, `lots 3`; with `whose`, also whose it is, where it is somebody's.
    pub(crate) fn place(&self, instance: InstanceId, index: Option<u16>, whose: bool) -> Phrase {
        let mut name = self.zone_name(instance);
        if let Some(number) = index.and_then(|index| self.slot_number(instance, index)) {
            name = Phrase::of(format!("{} ", name.text()), Role::Place(instance, index));
            name.append(number);
        }
        match self.zone_owner(instance).filter(|_| whose) {
            Some(owner) => name.then(" (").then(owner).then(")"),
            None => name,
        }
    }

    // ---- values

    pub(crate) fn word(&self, list: WordListId, value: i32) -> Phrase {
        let list = &self.program.lists[list];
        let word = usize::try_from(value).ok().and_then(|i| list.words.get(i));
        let Some(word) = word else { return value.to_string().into() };
        let is_of_suits = || {
            let suits = self.program.lists.iter().find(|list| list.name == "suits");
            // A list may be made of them, with further words behind.
            suits.is_some_and(|suits| list.words.starts_with(&suits.words))
        };
        let suit =
            one_letter(word).filter(|_| !self.program.texts.contains_key(word) && is_of_suits());
        match suit {
            Some(suit) => {
                let name = self.lexicon.text(&format!("suit-{suit}"), &[]);
                Span::signed(suit_sign(suit), name, Role::Suit(suit_colour(suit))).into()
            }
            None => self.text(word).into(),
        }
    }

    /// A word of a list as records write it.
    pub(crate) fn list_word(&self, list: WordListId, word: &str) -> Phrase {
        let position = self.program.lists[list].words.iter().position(|known| known == word);
        position.map_or_else(|| self.text(word).into(), |i| self.word(list, i as i32))
    }

    /// A scalar. Slots are places of the moment, and are named by whoever knows them.
    pub(crate) fn value(&self, kind: ValueKind, value: i32) -> Phrase {
        if value == NONE {
            return self.lexicon.say("none");
        }
        match kind {
            ValueKind::Number | ValueKind::Slot => number(value),
            ValueKind::Flag => self.flag(value == 1),
            ValueKind::Word(list) => self.word(list, value),
            ValueKind::Card => match Card::from_word(value) {
                Some(card) => self.card(card),
                None => number(value),
            },
            ValueKind::Player => match Seat::from_word(value) {
                Some(seat) => self.player(seat),
                None => number(value),
            },
            ValueKind::Team => match TeamId::from_word(value) {
                Some(team) => self.team(team),
                None => number(value),
            },
            ValueKind::Text => {
                self.program.sentence_of(value).map(|s| self.text(s).into()).unwrap_or_default()
            }
        }
    }

    /// A value as programs see it, in words for people.
    pub(crate) fn plain(&self, kind: ValueKind, value: &Plain) -> Phrase {
        match (value, kind) {
            (Plain::Nothing, _) => self.lexicon.say("none"),
            (Plain::Flag(flag), _) => self.flag(*flag),
            (Plain::Number(n), ValueKind::Player | ValueKind::Team) => self.value(kind, n - 1),
            (Plain::Number(n), _) => number(*n),
            (Plain::Word(word), ValueKind::Word(list)) => self.list_word(list, word),
            (Plain::Word(word), _) => self.token(kind, word),
            (Plain::Words(words), ValueKind::Word(list)) => {
                self.bag(words.iter().map(|w| self.list_word(list, w)))
            }
            (Plain::Words(words), _) => self.bag(words.iter().map(|w| self.token(kind, w))),
        }
    }

    /// Words with repetitions: each with how many times it is there.
    pub(crate) fn bag(&self, words: impl Iterator<Item = Phrase>) -> Phrase {
        let mut counted: Vec<(Phrase, usize)> = Vec::new();
        for word in words {
            match counted.iter_mut().find(|(known, _)| known.text() == word.text()) {
                Some((_, n)) => *n += 1,
                None => counted.push((word, 1)),
            }
        }
        if counted.is_empty() {
            return self.lexicon.say("none");
        }
        let one = |(word, n): (Phrase, usize)| match n {
            1 => word,
            n => word.then(" ").then(times()).then(n.to_string()),
        };
        Phrase::join(counted.into_iter().map(one), ", ")
    }

    /// Yes or no, as the game's texts say it or else the language.
    pub(crate) fn flag(&self, flag: bool) -> Phrase {
        let word = if flag { "yes" } else { "no" };
        match self.program.texts.contains_key(word) {
            true => self.text(word).into(),
            false => self.lexicon.say(word),
        }
    }
}

pub(crate) fn number(n: i32) -> Phrase {
    Phrase::of(n.to_string(), Role::Number)
}

/// The back of a card.
pub(crate) fn back() -> Phrase {
    Span::signed("▒▒", "##", Role::Back).into()
}

/// `×`, as in three times something.
pub(crate) fn times() -> Phrase {
    Phrase::signed("×", "x")
}

/// `H` of a suit's word.
fn one_letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|letter| letters.next().is_none() && "SHDC".contains(*letter))
}

fn suit_sign(suit: char) -> &'static str {
    match suit {
        'S' => "♠",
        'H' => "♥",
        'D' => "♦",
        _ => "♣",
    }
}

fn suit_colour(suit: char) -> Colour {
    if matches!(suit, 'H' | 'D') { Colour::Red } else { Colour::Black }
}
