//! What things of a game are called on the terminal, in a language and for one seat: cards, places,
//! players, values.

use super::label::split_label;
use super::look::Look;
use super::words::Words;
use crate::game::{Entry, Plain, said};
use crate::program::drawing::Face;
use crate::program::{Action, Attribute, Domain, Parameter, Program, ValueKind, Zone};
use crate::tabletop::ids::{DeckId, InstanceId, SentenceId, WordListId};
use crate::tabletop::{Per, Shape};
use crate::text::Text;
use crate::value::{Bits, Card, NONE, Seat};
use crate::vm::label::{Step, StepValue};
use crate::vm::{Chosen, Event};
use anstyle::{AnsiColor, Style};

/// How somebody is told of things.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub program: &'a Program,
    pub words: &'a Words,
    pub look: Look,
    /// Who is "you".
    pub viewer: Option<Seat>,
    /// The seats whose eyes are used, a bit each: what is told has been seen by all of them. None:
    /// everything is told.
    pub eyes: u32,
}

impl<'a> Names<'a> {
    pub fn new(program: &'a Program, words: &'a Words, look: Look) -> Self {
        Names { program, words, look, viewer: None, eyes: 0 }
    }

    /// For one seat.
    pub fn for_seat(self, seat: Seat) -> Self {
        Names { viewer: Some(seat), eyes: 1 << seat, ..self }
    }

    /// For several seats at once, none of whom is "you".
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
            false if self.words.has(&ours) => self.words.say(&ours),
            _ => self.program.text(name, self.words.code()),
        }
    }

    pub fn of(&self, text: &Text, name: &str) -> String {
        text.get(self.words.code()).map_or_else(|| self.text(name), str::to_owned)
    }

    // ---- cards

    /// A card by its face: `10♥` in its colour, `10H` where there are no signs, or the name of
    /// one's own card.
    pub fn card(&self, card: Card) -> String {
        let info = &self.program.cards[card as usize];
        let name = info
            .text
            .get(self.words.code())
            .or_else(|| self.printed_name(card))
            .unwrap_or(&info.name);
        match self.suit(card) {
            Some(suit) => self.look.paint(suit_style(suit), &self.suited(name, suit)),
            None => name.to_owned(),
        }
    }

    /// Own cards may have their names in a column for each language.
    fn printed_name(&self, card: Card) -> Option<&str> {
        let column = self.attribute(self.words.code()).filter(|a| a.kind == ValueKind::Text)?;
        let sentence = usize::try_from(*column.values.get(card as usize)?).ok()?;
        self.program.sentences.get(SentenceId::new(sentence)).map(String::as_str)
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
        one_letter(self.program.lists.get(list)?.words.get(value)?)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.program.attributes.iter().find(|a| a.name == name)
    }

    /// The back of a card.
    pub fn back(&self) -> String {
        let back = if self.look.signs { "▒▒" } else { "##" };
        self.look.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), back)
    }

    /// A card that lies face down, and is known.
    pub fn face_down(&self, face: &str) -> String {
        let back = if self.look.signs { "▒" } else { "#" };
        format!(
            "{}{face}",
            self.look.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), back)
        )
    }

    /// What stands at the corners of a card, row by row, where its deck is drawn so.
    pub fn corners(&self, card: Card) -> Option<[String; 4]> {
        let corners = self.face(card).corners?;
        Some(corners.map(|attribute| {
            let attribute = &self.program.attributes[attribute];
            let value = attribute.values.get(card as usize).copied().filter(|v| *v != NONE);
            value.map(|value| self.value(attribute.kind, value)).unwrap_or_default()
        }))
    }

    fn face(&self, card: Card) -> Face {
        let deck =
            self.program.cards.get(card as usize).map_or_else(DeckId::default, |card| card.deck);
        self.program.drawing.faces.get(deck).copied().unwrap_or_default()
    }

    /// Whether this mark says whose the card is.
    pub fn is_owner_mark(&self, card: Card, mark: &str) -> bool {
        let owner = self.face(card).owner.and_then(|owner| self.program.marks.get(owner));
        owner.is_some_and(|owner| owner.name == mark)
    }

    /// Whether two cards are printed alike.
    pub fn are_copies(&self, one: Card, other: Card) -> bool {
        let (a, b) = (&self.program.cards[one as usize], &self.program.cards[other as usize]);
        let attributes = &self.program.attributes;
        let same = |attribute: &Attribute| {
            attribute.values.get(one as usize) == attribute.values.get(other as usize)
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
            let dot = if self.look.signs { '·' } else { ',' };
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
        let value = attribute.values.get(card as usize).copied().filter(|v| *v != NONE)?;
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
            return self.words.say("you");
        }
        self.words.with("player", &[("n", (seat + 1).into())])
    }

    /// A seat in the third person, as texts of games speak of players: `joueur 2`, `joueur 1
    /// (vous)`.
    pub fn seat(&self, seat: Seat) -> String {
        let player = self.words.with("player", &[("n", (seat + 1).into())]);
        if self.viewer == Some(seat) {
            format!("{player} ({})", self.words.say("you"))
        } else {
            player
        }
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
                self.words
                    .with("team", &[("n", (team + 1).into()), ("players", list.join(", ").into())])
            }
        }
    }

    /// A team in few letters.
    pub fn side(&self, team: u8) -> String {
        match self.program.seats_of_team(team).len() {
            1 => self.team(team),
            _ if self.viewer.is_some_and(|seat| self.program.team(seat) == team) => {
                self.words.say("your-team")
            }
            _ => self.words.with("team-short", &[("n", (team + 1).into())]),
        }
    }

    /// In the colour of a seat or a team, which says nothing that words do not say.
    pub fn in_colour_of(&self, owner: u8, text: &str) -> String {
        let colour = OWNERS[owner as usize % OWNERS.len()];
        self.look.paint(Style::new().bold().fg_color(Some(colour.into())), text)
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
            Some(suit) if self.look.signs => {
                self.look.paint(suit_style(suit), &suit_sign(suit).to_string())
            }
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
            ValueKind::Flag => self.flag(value == 1),
            ValueKind::Word(list) => self.word(list, value),
            ValueKind::Card => self.card(value as Card),
            ValueKind::Player => self.player(value as Seat),
            ValueKind::Team => self.team(value as u8),
            ValueKind::Text => {
                self.program.sentence_of(value).map(|s| self.text(s)).unwrap_or_default()
            }
        }
    }

    /// A value as programs see it, in words for people.
    pub fn plain(&self, kind: ValueKind, value: &Plain) -> String {
        match (value, kind) {
            (Plain::Nothing, _) => self.words.say("none"),
            (Plain::Flag(flag), _) => self.flag(*flag),
            (Plain::Number(n), ValueKind::Player) => self.player((*n - 1) as Seat),
            (Plain::Number(n), ValueKind::Team) => self.team((*n - 1) as u8),
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
        self.words.say(if flag { "yes" } else { "no" })
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
        let times = if self.look.signs { '×' } else { 'x' };
        let one = |(word, n): &(String, usize)| {
            if *n == 1 { word.clone() } else { format!("{word} {times}{n}") }
        };
        counted.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    // ---- as records write it

    /// A whole label: `play 2H` as `jouer 2♥`. Without the values that choices hold, so words alone
    /// decide what they are.
    pub fn label(&self, label: &str) -> String {
        match split_label(self.program, label) {
            Some((action, values)) => {
                let values: Vec<(&str, String)> = values
                    .iter()
                    .map(|(p, word)| (p.name.as_str(), self.token(p.kind, word)))
                    .collect();
                self.action(&action.name, &values)
            }
            None if ["pass", "done"].contains(&label) => self.text(label),
            None => self.token(ValueKind::Card, label),
        }
    }

    /// The action of a label without any values.
    pub fn bare_label(&self, label: &str) -> Option<String> {
        split_label(self.program, label).map(|(action, _)| self.action(&action.name, &[]))
    }

    /// A choice, or a step of one, with all that it names.
    pub fn step(&self, step: &Step) -> String {
        let action = step.action(self.program);
        match step.what {
            Chosen::Pass => self.text("pass"),
            Chosen::Done => self.text("done"),
            Chosen::Enough => self.text("enough"),
            Chosen::Entry(_) => action.map_or_else(String::new, |action| {
                let given = self.given(Some(&action.name), &step.given);
                let mut named: Vec<(&str, String)> =
                    given.iter().map(|(n, value)| (n.as_str(), value.clone())).collect();
                let own = step.values.iter().map(|value| (parameter(action, value), value));
                named.extend(own.map(|(p, value)| (p.name.as_str(), self.own_value(p, value))));
                self.action(&action.name, &named)
            }),
            Chosen::Member(_) | Chosen::Further => {
                let values =
                    step.values.iter().filter_map(|value| Some((parameter(action?, value), value)));
                values.map(|(p, value)| self.own_value(p, value)).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// What the caller gives an action, as far as its text has places for it.
    pub fn given(&self, action: Option<&str>, given: &[StepValue]) -> Vec<(String, String)> {
        let Some(action) =
            self.program.actions.iter().find(|known| Some(known.name.as_str()) == action)
        else {
            return Vec::new();
        };
        let template = self.text(&action.name);
        let named = |value| {
            let parameter = parameter(action, value);
            let has_place = template.contains(&format!("{{{}}}", parameter.name));
            has_place.then(|| (parameter.name.clone(), self.own_value(parameter, value)))
        };
        given.iter().filter_map(named).collect()
    }

    /// A value as its chooser knows it.
    fn own_value(&self, parameter: &Parameter, value: &StepValue) -> String {
        let named = |card: &Card| self.program.cards[usize::from(*card)].name == value.word;
        match value.card.filter(named) {
            Some(card) => self.card(card),
            None => self.token(parameter.kind, &value.word),
        }
    }

    /// Somebody else's choice as far as it was seen: what events behind it do not show is left out.
    /// None for a step with which a choice goes on, and for leaving a list of actions, which is
    /// seen by what comes next.
    pub fn seen_choice(&self, step: &Step, behind: &[Entry]) -> Option<String> {
        match step.what {
            Chosen::Pass => return Some(self.text("pass")),
            Chosen::Done | Chosen::Member(_) | Chosen::Enough | Chosen::Further => return None,
            Chosen::Entry(_) => {}
        }
        let action = step.action(self.program)?;
        let come_of_it = behind.iter().skip_while(|entry| is_further(entry));
        let events: Vec<&Event> = come_of_it.map_while(event).collect();
        let told = |p: &Parameter, value: &StepValue| match p.kind {
            ValueKind::Card if !self.shows_card(&events, value.card) => {
                self.words.say("a-hidden-card")
            }
            ValueKind::Card => {
                value.card.map_or_else(|| self.token(p.kind, &value.word), |card| self.card(card))
            }
            // Pointing at a place or a player is done for all to see, and a number or a word is
            // said aloud.
            ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Word(_)
            | ValueKind::Text => self.token(p.kind, &value.word),
        };
        let given = self.given(Some(&action.name), &step.given);
        let named = said::named(step, behind).map(|value| (parameter(action, value), value));
        let mut found: Vec<(&str, String)> =
            named.map(|(p, value)| (p.name.as_str(), told(p, value))).collect();
        found.extend(given.iter().map(|(name, value)| (name.as_str(), value.clone())));
        // Several places or players are pointed at one after the other.
        let pointed =
            |p: &&Parameter| matches!(p.domain, Domain::Subset { .. }) && is_pointed_at(p.kind);
        if let Some(several) = action.parameters.iter().find(pointed) {
            let members =
                said::further(behind).filter(|step| matches!(step.what, Chosen::Member(_)));
            let members = members
                .flat_map(|step| &step.values)
                .filter(|v| parameter(action, v).name == several.name);
            let members: Vec<String> =
                members.map(|value| self.token(several.kind, &value.word)).collect();
            if !members.is_empty() {
                found.push((several.name.as_str(), members.join(", ")));
            }
        }
        // What was not seen is left out where nothing follows it.
        let told = self.action(&action.name, &found);
        Some(told.trim_end_matches(['…', ' ', '\u{a0}', ':', ',']).to_owned())
    }

    /// Whether of the action that a choice begins something is still to be chosen.
    pub fn is_open(&self, step: &Step) -> bool {
        let chosen =
            |action: &Action| action.parameters.iter().filter(|p| said::is_chosen(p)).count();
        step.action(self.program).is_some_and(|action| step.values.len() < chosen(action))
    }

    /// Whether the viewer learns from `events` which card was `chosen`: it is seen to move or to
    /// turn, or is the only one that is shown. Of several that are shown it may be any.
    fn shows_card(&self, events: &[&Event], chosen: Option<Card>) -> bool {
        let (mut seen, mut revealed) = (Bits::EMPTY, Bits::EMPTY);
        for event in events {
            match event {
                Event::Move(moved) if self.sees(moved.seen_by) => seen.insert(moved.card),
                Event::Turn { card, seen_by, .. } if self.sees(*seen_by) => seen.insert(*card),
                Event::Reveal { card, to } if self.sees(*to) => revealed.insert(*card),
                Event::Move(_)
                | Event::Turn { .. }
                | Event::Reveal { .. }
                | Event::Shuffle { .. }
                | Event::Random { .. }
                | Event::Gather(_)
                | Event::MarkCard { .. }
                | Event::MarkSlot { .. }
                | Event::Set { .. }
                | Event::SetBag { .. }
                | Event::ReverseTurns { .. }
                | Event::Phase { .. }
                | Event::EndPhase { .. }
                | Event::Forced { .. }
                | Event::Taken { .. } => {}
            }
        }
        chosen.is_some_and(|card| seen.contains(card) || revealed.only() == Some(card))
    }

    /// An action's text with what was chosen; what is not known is left as dots.
    pub fn action(&self, action: &str, values: &[(&str, String)]) -> String {
        let template = self.text(action);
        let mut text =
            fill(&template, |name| values.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone()));
        for (name, value) in values {
            // A text without a place for the parameter would leave options that cannot be told
            // apart.
            if !template.contains(&format!("{{{name}}}")) {
                text = format!("{text} {value}");
            }
        }
        text
    }

    /// One word of a label or a value: a card, a place, several of them, a player, a word of the
    /// rules.
    pub fn token(&self, kind: ValueKind, word: &str) -> String {
        match (kind, word.parse::<u8>()) {
            (ValueKind::Player, Ok(n)) => return self.seat(n.saturating_sub(1)),
            (ValueKind::Team, Ok(n)) => return self.team(n.saturating_sub(1)),
            _ => {}
        }
        if let Some(thing) = self.card_or_place(word) {
            return thing;
        }
        let parts: Vec<&str> = word.split('+').collect();
        let things: Option<Vec<String>> =
            parts.iter().map(|part| self.card_or_place(part)).collect();
        match (things, parts.len()) {
            (Some(things), _) => things.join(", "),
            (None, 1) => self.rule_word(word),
            (None, _) => self.bag(parts.iter().map(|part| self.rule_word(part))),
        }
    }

    fn card_or_place(&self, word: &str) -> Option<String> {
        if let Some(card) = self.program.cards.iter().position(|card| card.name == word) {
            return Some(self.card(card as Card));
        }
        let (place, height) = word.split_once('#').unwrap_or((word, ""));
        if let Some(unit) = self.row_slot(place).filter(|_| height.is_empty()) {
            return Some(unit);
        }
        let place = self.place_named(place, true)?;
        let values = [("place", place.as_str().into()), ("n", height.into())];
        Some(if height.is_empty() { place } else { self.words.with("card-by-place", &values) })
    }

    /// A place by the name that records give it: `board.2.3`, `hand.1`.
    pub fn place_named(&self, place: &str, whose: bool) -> Option<String> {
        let (instance, number) = self.find_place(place)?;
        let board = self.zone(instance).grid(&self.program.lists).is_some_and(|(rows, _)| rows > 1);
        let owner =
            self.zone_owner(instance).filter(|_| whose && self.viewer_is_not_owner(instance));
        let name = match (board, number) {
            (_, "") => self.zone_name(instance),
            (true, number) => number.to_owned(),
            (false, number) => {
                let index = number.parse().ok().and_then(|n: u8| n.checked_sub(1));
                let number = index
                    .and_then(|index| self.slot_number(instance, index))
                    .unwrap_or(number.to_owned());
                format!("{} {number}", self.zone_name(instance))
            }
        };
        Some(owner.map_or(name.clone(), |owner| format!("{name} ({owner})")))
    }

    /// A slot of a row that is pointed at: `no. 2 (player 1)`.
    fn row_slot(&self, place: &str) -> Option<String> {
        let (instance, number) = self.find_place(place)?;
        let in_row = self.zone(instance).shape == Shape::Row && !number.is_empty();
        let named = self.words.with("row-slot", &[("n", number.into())]);
        let owner = self.zone_owner(instance);
        in_row.then(|| owner.map_or(named.clone(), |owner| format!("{named} ({owner})")))
    }

    /// Which slot of a row it is, and whose the row is if it is not the viewer's: `2, player 1`.
    pub fn row_number(&self, place: &str) -> Option<String> {
        let (instance, number) = self.find_place(place)?;
        let in_row = self.zone(instance).shape == Shape::Row;
        let owner = self.zone_owner(instance).filter(|_| self.viewer_is_not_owner(instance));
        let whole = owner.map_or(number.to_owned(), |owner| format!("{number}, {owner}"));
        (in_row && !number.is_empty()).then_some(whole)
    }

    /// The row and the column of a cell, of a board with several rows.
    pub fn cell_of_board<'p>(&self, place: &'p str) -> Option<(&'p str, &'p str)> {
        let (instance, number) = self.find_place(place)?;
        self.zone(instance).grid(&self.program.lists).filter(|(rows, _)| *rows > 1)?;
        number.split_once('.')
    }

    fn viewer_is_not_owner(&self, instance: InstanceId) -> bool {
        let owner = self.program.instances[instance].owner;
        !super::view::is_own(self.program, self.zone(instance).per, owner, self.viewer)
    }

    /// The zone of a place, and what stands behind its name.
    fn find_place<'p>(&self, place: &'p str) -> Option<(InstanceId, &'p str)> {
        let rest = |i: InstanceId| {
            let rest = place.strip_prefix(&self.program.instance_name(i))?;
            // With a `+` it would be several places.
            (rest.is_empty() || rest.starts_with('.') && !rest.contains('+'))
                .then(|| (i, rest.trim_start_matches('.')))
        };
        self.program.instances.ids().filter_map(rest).min_by_key(|(_, rest)| rest.len())
    }

    /// A word of the rules that is no name of a card or place.
    pub fn rule_word(&self, word: &str) -> String {
        match self
            .program
            .lists
            .iter()
            .position(|list| list.name == "suits" && list.words.iter().any(|w| w == word))
        {
            Some(suits) => self.list_word(WordListId::new(suits), word),
            None => self.text(word),
        }
    }

    fn list_word(&self, list: WordListId, word: &str) -> String {
        let position = self.program.lists[list].words.iter().position(|known| known == word);
        position.map_or_else(|| self.text(word), |i| self.word(list, i as i32))
    }
}

/// The parameter of an action that a value is of.
fn parameter<'p>(action: &'p Action, value: &StepValue) -> &'p Parameter {
    &action.parameters[usize::from(value.parameter)]
}

/// Whether an entry goes on with a choice that stands before it.
fn is_further(entry: &Entry) -> bool {
    matches!(entry, Entry::Offer { .. }) || entry.step().is_some_and(|(_, step)| step.goes_on())
}

/// Pointing at a place or a player is done for all to see.
fn is_pointed_at(kind: ValueKind) -> bool {
    matches!(kind, ValueKind::Slot | ValueKind::Player | ValueKind::Team)
}

/// `jouer {card}` with the parameters filled in; what is not known is left as dots.
pub fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        text.push_str(before);
        text.push_str(&value(name).unwrap_or_else(|| "…".to_owned()));
        rest = behind;
    }
    text + rest
}

fn event(entry: &Entry) -> Option<&Event> {
    match entry {
        Entry::Event(event) => Some(event),
        Entry::Offer { .. }
        | Entry::Choice { .. }
        | Entry::Forced { .. }
        | Entry::End(_)
        | Entry::Fault(_) => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_in() {
        let value = |name: &str| (name == "card").then(|| "7♦".to_owned());
        assert_eq!(fill("poser {card} en {cell} !", value), "poser 7♦ en … !");
        assert_eq!(fill("sans rien", value), "sans rien");
        assert_eq!(capital("éclair"), "Éclair");
    }
}
