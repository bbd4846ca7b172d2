//! From what happened to the lines that say it.

use super::line::{CardLine, FORMAT, Face, Header, Line, Position, SaidLine, SeatKey, Table};
use crate::game::{Entry, Game, Plain, Play, fixed_place};
use crate::program::ids::SayingId;
use crate::program::{Attribute, Key, OwnedBy, Program, ValueKind};
use crate::tabletop::ids::{InstanceId, MarkId, OwnerId, VariableId};
use crate::value::{Card, NONE, Narrow, Seat, SeatSet, Slot};
use crate::vm::{Event, Fault, Moved, Said, label};

/// What a record says of a game that the game itself does not know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Who plays: a name for each seat.
    pub seats: Vec<String>,
    /// The game file and the variant, as they were given: for whoever takes the game up again.
    pub file: Option<String>,
    pub variant: Option<String>,
    /// The game was taken up in other rules, with what chance had done before.
    pub recorded_chance: bool,
    /// The game may be tried out: see [`Header::rehearsal`].
    pub rehearsal: bool,
    /// Where the game began, if not at the beginning.
    pub position: Option<Position>,
}

/// The lines before anything has happened: the game, then what lies where.
pub fn opening(play: &Play, about: &About) -> Vec<Line> {
    let header = header(play.game(), play.seed(), about);
    // What lies where in a position is said by the scenario alone.
    let starts = if about.position.is_some() { Vec::new() } else { starts(play.game().program()) };
    std::iter::once(Line::Game(header)).chain(starts).collect()
}

pub(super) fn header(game: &Game, seed: Option<u64>, about: &About) -> Header {
    let program = game.program();
    let options =
        program.options.iter().map(|option| (option.name.clone(), Plain::of_option(&option.value)));
    Header {
        format: FORMAT,
        game: program.id.clone(),
        cardrun: env!("CARGO_PKG_VERSION").to_string(),
        rules_hash: program.rules_hash.clone(),
        seed,
        options: Table(options.collect()),
        seats: about.seats.clone(),
        cards: cards(program),
        file: about.file.clone(),
        variant: about.variant.clone(),
        recorded_chance: about.recorded_chance,
        rehearsal: about.rehearsal,
        position: about.position.clone(),
        as_seat: None,
    }
}

fn cards(program: &Program) -> Vec<CardLine> {
    let mut attributes: Vec<&Attribute> = program.printed().collect();
    attributes.sort_by_key(|attribute| match attribute.name.as_str() {
        "suit" => 0,
        "rank" => 1,
        _ => 2,
    });
    let line = |(id, card): (usize, &crate::program::CardInfo)| {
        let printed =
            attributes.iter().filter_map(|attribute| printed(program, attribute, Card::new(id)));
        CardLine { id: id.to_i32(), name: card.name.clone(), attributes: Table(printed.collect()) }
    };
    program.cards.iter().enumerate().map(line).collect()
}

/// Not what has no value on this card, nor what is worked out of the rest: red, black, joker. A
/// flag that is not there is false.
fn printed(program: &Program, attribute: &Attribute, card: Card) -> Option<(String, Plain)> {
    let is_left_out = |value: i32| {
        attribute.kind == ValueKind::Flag && (value == 0 || program.cards[card.index()].of_pack)
    };
    let value = attribute
        .values
        .get(card.index())
        .copied()
        .filter(|&value| value != NONE && !is_left_out(value))?;
    Some((attribute.name.clone(), Plain::timeless(program, attribute.kind, value)))
}

fn starts(program: &Program) -> Vec<Line> {
    let mut zones: Vec<(InstanceId, Vec<String>)> = Vec::new();
    for start in &program.start_cards {
        let instance = program.instance(start.zone, start.owner);
        let names = start.cards.iter().map(|&card| name(program, card));
        match zones.iter_mut().find(|(known, _)| *known == instance) {
            Some((_, order)) => order.extend(names),
            None => zones.push((instance, names.collect())),
        }
    }
    let line = |(instance, order): (InstanceId, Vec<String>)| {
        let zone = &program.zones[program.instances[instance].zone];
        Line::Start {
            zone: label::place(program, instance, 0),
            order,
            face: Face::of(zone.faces_up()),
        }
    };
    zones.into_iter().map(line).collect()
}

/// The lines of all that has happened in a play, each with the place of its entry in the log.
pub fn told(play: &Play) -> impl Iterator<Item = (usize, Line)> {
    let entries = play.log().iter().enumerate();
    entries.flat_map(move |(i, entry)| lines(play, entry).into_iter().map(move |line| (i, line)))
}

/// The lines of one entry: one, or two for an option that was taken unasked.
pub(super) fn lines(play: &Play, entry: &Entry) -> Vec<Line> {
    let scribe = Scribe { play, program: play.game().program() };
    match entry {
        Entry::Event(event) => scribe.event(event).into_iter().collect(),
        Entry::Offer { number, prompt, options, secret } => {
            let seats: Vec<u8> = options.iter().map(|(seat, _)| seat.shown()).collect();
            let options = options
                .iter()
                .map(|(seat, labels)| (SeatKey(seat.shown()), labels.map(str::to_owned).collect()))
                .collect();
            let prompt = scribe.program.sentence(*prompt).to_owned();
            let secret = *secret && seats.len() == 1;
            vec![Line::Offer { n: (*number).into(), seats, prompt, options, secret }]
        }
        Entry::Choice { number, seat, .. } => {
            let label = play.label(entry).unwrap_or_default();
            vec![choice((*number).into(), *seat, &label)]
        }
        Entry::Forced { number, seat, step, secret } => {
            let label = play.label(entry).unwrap_or_default();
            let options = [(SeatKey(seat.shown()), vec![label.to_string()])].into();
            let (prompt, secret) = (scribe.program.sentence(step.prompt).to_owned(), *secret);
            let offer = Line::Offer {
                n: (*number).into(),
                seats: vec![seat.shown()],
                prompt,
                options,
                secret,
            };
            vec![offer, choice((*number).into(), *seat, &label)]
        }
        Entry::Decided(decided) => vec![Line::Decided((**decided).clone())],
        Entry::End(outcome) => vec![Line::End((**outcome).clone())],
        Entry::Fault(fault) => vec![scribe.fault(fault)],
    }
}

fn choice(n: u64, seat: Seat, label: &str) -> Line {
    Line::Choice { n, seat: seat.shown(), value: label.to_string() }
}

fn name(program: &Program, card: Card) -> String {
    program.cards[card.index()].name.clone()
}

struct Scribe<'a> {
    play: &'a Play,
    program: &'a Program,
}

impl Scribe<'_> {
    fn event(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::Shuffle { instance, slot, order } => self.shuffle(*instance, *slot, order),
            Event::Random { kind, n, result, open: _ } => {
                Line::Random { kind: (*kind).into(), n: *n, result: Some(*result) }
            }
            // Its moves stand behind it.
            Event::Gather(_) => return None,
            Event::Move(moved) => self.moved(moved),
            // Where in its zone it lies, the moves tell.
            Event::Turn { card, instance, lies: _, up, seen_by } => Line::Turn {
                card: name(self.program, *card),
                id: card.word(),
                zone: self.program.instance_name(*instance),
                height: None,
                face: Face::of(*up),
                seen: self.seen(*seen_by),
            },
            Event::Reveal { card, to, .. } => Line::Reveal {
                card: name(self.program, *card),
                id: card.word(),
                zone: None,
                height: None,
                to: self.seats(*to),
            },
            Event::Say { saying, values, to } => self.say(*saying, values, *to),
            Event::MarkCard { card, instance, index: _, mark, value, known_by } => {
                self.mark_card(*card, *instance, *mark, *value, *known_by)
            }
            Event::MarkSlot { slot: _, instance, index, mark, value, known_by } => {
                self.mark_slot((*instance, *index), *mark, *value, *known_by)
            }
            Event::Set { variable, owner, value } => {
                let kind = self.program.variables[*variable].kind;
                self.set(*variable, *owner, Plain::timeless(self.program, kind, *value))
            }
            Event::SetBag { variable, owner, words } => self.set_bag(*variable, *owner, words),
            Event::ReverseTurns { backwards } => Line::Reverse { backwards: *backwards },
            Event::Phase { phase, number } => {
                Line::Phase { name: self.program.phases[*phase].name.clone(), number: *number }
            }
            Event::EndPhase { phase, reason } => {
                let reason = reason
                    .and_then(|reason| self.program.sentences.get(reason))
                    .cloned()
                    .unwrap_or_default();
                Line::EndPhase { name: self.program.phases[*phase].name.clone(), reason }
            }
            // A play turns these into entries of their own.
            Event::Forced { .. } => return None,
            Event::Taken { seat, action, counts } => Line::Taken {
                seat: seat.shown(),
                action: self.program.actions[*action].name.clone(),
                counts: *counts,
            },
        })
    }

    fn shuffle(&self, instance: InstanceId, slot: Slot, order: &[Card]) -> Line {
        let state = self.play.state();
        let side = |up: bool| state.viewers(self.program, instance, up, false, None);
        Line::Shuffle {
            zone: fixed_place(self.program, slot)
                .unwrap_or_else(|| self.program.instance_name(instance)),
            order: order.iter().map(|&card| name(self.program, card)).collect(),
            seen: self.seen(side(true) & side(false)),
        }
    }

    fn moved(&self, moved: &Moved) -> Line {
        Line::Move {
            card: name(self.program, moved.card),
            id: moved.card.word(),
            from: label::place(self.program, moved.from, moved.from_index),
            to: label::place(self.program, moved.to, moved.to_index),
            slot: moved.to_index,
            face: Face::of(moved.face_up),
            under: moved.under,
            swaps: moved.swaps,
            opens: moved.opens,
            seen: self.seen(moved.seen_by),
        }
    }

    fn say(&self, saying: SayingId, values: &[Said], to: SeatSet) -> Line {
        let saying = &self.program.sayings[saying];
        let values = saying.values.iter().zip(values).map(|(of, said)| SaidLine {
            name: of.name.clone(),
            value: match said.place {
                Some((instance, index)) => Plain::Word(label::place(self.program, instance, index)),
                None => Plain::timeless(self.program, of.kind, said.value),
            },
            seen: self.seen(said.known_by),
        });
        Line::Say {
            text: self.program.sentence(saying.sentence).to_owned(),
            values: values.collect(),
            to: self.seen(to),
        }
    }

    fn mark_card(
        &self,
        card: Card,
        instance: InstanceId,
        mark: MarkId,
        value: i32,
        known_by: SeatSet,
    ) -> Line {
        let info = &self.program.marks[mark];
        Line::Mark {
            card: Some(name(self.program, card)),
            id: Some(card.word()),
            slot: None,
            mark: info.name.clone(),
            value: Plain::timeless(self.program, info.kind, value),
            zone: Some(self.program.instance_name(instance)),
            secret: info.secret,
            seen: self.seen(known_by),
        }
    }

    fn mark_slot(
        &self,
        (instance, index): (InstanceId, u16),
        mark: MarkId,
        value: i32,
        known_by: SeatSet,
    ) -> Line {
        let info = &self.program.marks[mark];
        Line::Mark {
            card: None,
            id: None,
            slot: Some(label::place(self.program, instance, index)),
            mark: info.name.clone(),
            value: Plain::timeless(self.program, info.kind, value),
            zone: None,
            secret: info.secret,
            seen: info.secret.then(|| self.seen(known_by)).flatten(),
        }
    }

    fn set(&self, variable: VariableId, owner: OwnerId, value: Plain) -> Line {
        let info = &self.program.variables[variable];
        let key = info.key(owner);
        let (seat, team) = match key {
            Key::Owner(OwnedBy::Table) | Key::Word(..) => (None, None),
            Key::Owner(OwnedBy::Player(seat)) => (Some(seat.shown()), None),
            Key::Owner(OwnedBy::Team(team)) => (None, Some(team.shown())),
        };
        let word = key.word(&self.program.lists).map(str::to_owned);
        Line::Set { var: info.name.clone(), seat, team, word, value }
    }

    fn set_bag(&self, variable: VariableId, owner: OwnerId, words: &[i32]) -> Line {
        let kind = self.program.variables[variable].kind;
        let words = words.iter().map(|&word| Plain::timeless(self.program, kind, word).spelled());
        self.set(variable, owner, Plain::Words(words.collect()))
    }

    fn fault(&self, fault: &Fault) -> Line {
        let sources = &self.program.sources;
        let (file, line) = sources.file_and_line(fault.span);
        Line::Fault {
            code: fault.kind.code().into(),
            message: self.play.game().fault_words(fault),
            file,
            line,
        }
    }

    fn seats(&self, mask: SeatSet) -> Vec<u8> {
        mask.iter().map(|seat| seat.shown()).collect()
    }

    fn seen(&self, mask: SeatSet) -> Option<Vec<u8>> {
        let seats = self.seats(mask);
        (seats.len() < usize::from(self.program.seats)).then_some(seats)
    }
}
