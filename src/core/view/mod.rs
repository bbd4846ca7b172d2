//! What is seen of a game, as data: one description of the table from a seat, for whoever looks on,
//! or for several at one screen, in a language. Text mode, a full screen and a browser draw it, and
//! draw nothing else.
//!
//! - [`View`]: the description, and all that it is made of (`model`); [`News`]: the same for
//!   whoever has been shown it before, who is told what is not as it was.
//! - [`Phrase`]: a text whose pieces know what they speak of; [`Lexicon`]: the words of the table.
//! - `names`, `labels`: what things and choices are called; `named`: what a typed text names.
//! - `viewer`: who is told; `glance`: what several see alike, worked out once.
//! - `table`: the table by the numbers of the program; `faces`, `places`: the same for people;
//!   `handles`: how cards are told apart that nobody at this screen knows.
//! - `story`, `cleared`: what happened; `menu`, `fold`: what can be chosen; `refused`: why
//!   something cannot; `ending`: who won; `faults`: how rules failed.
//!
//! Nothing here draws, asks, reads or writes, and nothing knows of a terminal or a page. A view
//! holds what those who look may know, and no more: it may be sent to them as it is.

mod alike;
mod cleared;
mod ending;
mod faces;
mod faults;
mod fold;
mod glance;
mod handles;
mod labels;
mod lexicon;
mod menu;
mod model;
mod named;
mod names;
mod news;
mod phrase;
mod places;
mod refused;
mod story;
mod table;
mod viewer;

pub use alike::Alike;
pub use faults::{fault, fault_words};
pub use glance::Glance;
pub use lexicon::{Language, Lexicon};
pub use model::{
    CardSeen, Course, Face, Form, Guide, Item, Left, Mark, Menu, Offered, Over, Owner, Part, Place,
    Player, Pointer, Print, Reasons, Same, Setting, Stack, Stood, Team, Told, Value, View, Way,
};
pub use named::{card_called, pile_and_cards, pile_called, typed};
pub use news::{Frame, Laid, Lying, News, Now};
pub use phrase::{Colour, Phrase, Role, Span, capital, typewritten};
pub use refused::{Ground, Refusal, because, is_called, why_not, why_not_in_full};
pub use story::Narration;

pub use crate::tabletop::Stacking;

use crate::game::{Entry, Eyes, Play};
use crate::program::{OptionSetting, Program};
use crate::tabletop::ids::PhaseId;
use crate::text::filled;
use crate::value::{Bits, Card, Seat, SeatSet, TeamId};
use crate::vm::label::Step;
use crate::vm::{Event, Outcome, PartScores};
use names::Names;
use news::Shown;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use table::Table;

pub use lexicon::keys;

/// Who looks at a game, in which language, and what they have seen of it before.
#[derive(Clone, Copy)]
pub struct Looking<'a> {
    pub play: &'a Play,
    pub lexicon: &'a Lexicon,
    pub eyes: Eyes,
    pub past: &'a Past,
    pub narration: Narration,
}

/// What somebody has been shown: up to where in the log, and the table as it was then.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    entries: usize,
    shown: Option<Arc<Shown>>,
    /// Of what has [faded](Looking::faded): the cards whose faces are known.
    faded: Option<Box<Bits>>,
}

impl Past {
    /// The past of somebody who has been told so many `entries` of a log, and has not seen the
    /// table.
    pub fn told(entries: usize) -> Past {
        Past { entries, ..Past::default() }
    }

    /// Up to where in the log has been told.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

/// What is said of a game before it begins.
pub struct Greeting {
    pub title: String,
    /// The options that are not as usual: `With cards in hand: 5, …`
    pub settings: Option<Phrase>,
}

/// What is said of a game before it begins, to all.
pub fn greeting(program: &Program, lexicon: &Lexicon) -> Greeting {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    Greeting {
        title: names.of(&program.title, &program.id).into(),
        settings: settings_told(&names),
    }
}

/// The files of all pictures that can be on cards of a game, in a language.
pub fn pictures(program: &Program, lexicon: &Lexicon) -> BTreeSet<String> {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    (0..program.cards.len()).filter_map(|card| names.picture(Card::new(card))).collect()
}

/// How a game ended, told to nobody in particular.
pub fn over(program: &Program, lexicon: &Lexicon, outcome: &Outcome) -> Over {
    let known = outcome.parts.iter().map(ending::all_known).collect();
    ending::over(&Names::of_eyes(program, lexicon, Eyes::All), outcome, known)
}

/// What a seat itself chose, in one step of a game, with all that it named.
pub fn chosen(program: &Program, lexicon: &Lexicon, seat: Seat, step: &Step) -> Phrase {
    Names::of_eyes(program, lexicon, Eyes::Seat(seat)).step(step)
}

/// The sentences in which so many `entries` of a log are told to these `eyes`.
pub fn story(looking: &Looking<'_>, entries: usize) -> Vec<Phrase> {
    let log = looking.play.log();
    let entries = entries.min(log.len());
    let log = log[..entries].split_at(looking.past.entries.min(entries));
    story::narrate(&looking.names(), log, looking.narration)
}

/// How many entries of the log of a `play` are told to who sees its choices one by one: a choice of
/// several steps is told as a whole, once nothing of it is still to be chosen.
pub fn told_so_far(play: &Play) -> usize {
    let begun = |seat| {
        let begins =
            |entry: &Entry| entry.step().is_some_and(|(of, step)| of == seat && !step.goes_on());
        play.log().iter().rposition(begins)
    };
    open_choice(play).and_then(|(seat, _)| begun(seat)).unwrap_or(play.log().len())
}

/// Whether who goes through a game step by step comes to stand before a choice of the seat
/// `chooser`: it is of these eyes, or something has been told since `looking.past`. How much others
/// choose unseen must not be told by how many steps there are, nor whether they had a choice: for a
/// seat, the game has to be [`asking_all`](Play::asking_all), and no step is taken where others
/// choose at the same time.
pub fn is_step(looking: &Looking<'_>, chooser: Seat) -> bool {
    let play = looking.play;
    let others_alone = || {
        let onlooker = Eyes::of_onlooker(play.game().program().seats);
        play.look(onlooker).choosing.len() < 2
    };
    match looking.eyes {
        Eyes::All => true,
        Eyes::Seat(own) if own == chooser => true,
        Eyes::Seat(_) | Eyes::Together(_) => {
            others_alone() && !story(looking, told_so_far(play)).is_empty()
        }
    }
}

/// Whose the last choice is, if something of it is still to be chosen, and the last step of it.
fn open_choice(play: &Play) -> Option<(Seat, &Step)> {
    let mut since = play.log().iter().rev().take_while(|entry| entry.event().is_none());
    let (seat, step) = since.find_map(Entry::step)?;
    let decision = play.decision(seat)?;
    decision.is_begun().then_some((seat, step))
}

/// Something that one place in the rules did, or a choice, in the words of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    pub sentences: Vec<Phrase>,
    /// The entry of the log of which [`Play::place`] says which place in the rules did it.
    pub entry: usize,
}

/// What the `entries` of a log tell, event by event. Nothing is left out that these eyes see, and
/// nothing told that they do not; but that something was done by one place in the rules and not by
/// another may tell of what they do not see.
pub fn explained(looking: &Looking<'_>, entries: Range<usize>) -> Vec<Explained> {
    let (names, log) = (looking.names(), looking.play.log());
    let mut told = Vec::new();
    let last = entries.end.min(log.len());
    let mut start = entries.start;
    while start < last {
        let place = looking.play.place(start);
        let same = |from: usize, place| {
            from + (from..last).take_while(|&entry| looking.play.place(entry) == place).count()
        };
        let (mut end, mut entry) = (same(start, place), start);
        if log[start..end].iter().all(|entry| entry.event().is_none()) && end < last {
            // A choice is told together with the first thing that comes of it.
            entry = end;
            end = same(entry, looking.play.place(entry));
        }
        let sentences = story::narrate(&names, (&[], &log[start..end]), Narration::Again);
        if !sentences.is_empty() {
            told.push(Explained { sentences, entry });
        }
        start = end;
    }
    told
}

impl<'a> Looking<'a> {
    fn names(&self) -> Names<'a> {
        Names::of_eyes(self.play.game().program(), self.lexicon, self.eyes)
    }

    /// What has happened, and the boards that were cleared on the way, as they stood in the end.
    /// `open`: something of the viewer's own choice is still to be chosen.
    fn story(
        &self,
        names: &Names<'_>,
        handles: &handles::Handles,
        open: bool,
        glance: &Glance,
    ) -> Vec<Told> {
        let log = self.play.log();
        let open = open || open_choice(self.play).is_some_and(|(_, step)| step.aloud);
        let past = self.past.entries.min(log.len());
        let tell = |part: Range<usize>| {
            let tell = |names: &Names<'_>| {
                story::narrate(names, (&log[..part.start], &log[part.clone()]), self.narration)
            };
            let told = glance.story(names, (part.clone(), self.narration), tell);
            told.into_iter().map(Told::Sentence)
        };
        let live = self.narration == Narration::Live;
        let shown = self.past.shown.as_ref().filter(|_| live);
        let cleared = shown.map(|shown| cleared::cleared_boards(names, &shown.table, &log[past..]));
        let mut untold = if live { story::untold(names, log, past, open) } else { past..log.len() };
        let mut told = Vec::new();
        for board in cleared.unwrap_or_default() {
            let (at, stood) = (past + board.at, places::stood(names, board, handles));
            told.extend(tell(untold.start.min(at)..at));
            told.push(Told::Stood(stood));
            untold = at..untold.end.max(at);
        }
        told.extend(tell(untold));
        told
    }

    /// The ways that cards have gone, which everybody sees; which cards they were, as far as these
    /// eyes saw it, by the numbers of what is `shown`.
    fn ways(&self, names: &Names<'_>, shown: Option<&Shown>) -> Vec<Way> {
        let log = self.play.log().iter().enumerate().skip(self.past.entries);
        let way = |(entry, said): (usize, &Entry)| match said.event()? {
            Event::Move(moved) => Some(Way {
                entry,
                card: shown
                    .filter(|_| names.sees(moved.seen_by))
                    .map(|shown| shown.handles.card(names, moved.card)),
                from: moved.from,
                to: moved.to,
            }),
            _ => None,
        };
        log.filter_map(way).collect()
    }

    /// The scores by seat, as far as all who look know them.
    fn scores(&self) -> Vec<Option<i32>> {
        let seats = match self.eyes {
            Eyes::All => return self.play.scores().into_iter().map(Some).collect(),
            Eyes::Seat(seat) => SeatSet::of(seat),
            Eyes::Together(seats) => seats,
        };
        let known = seats.iter().map(|seat| self.play.scores_known_to(seat));
        let both = |(one, other): (Option<i32>, Option<i32>)| one.and(other);
        known
            .reduce(|one, other| one.into_iter().zip(other).map(both).collect())
            .unwrap_or_default()
    }

    /// What the scores are made of, as far as all who look know it.
    fn score_parts(&self) -> Vec<PartScores<Option<i32>>> {
        match self.known_parts() {
            Some(known) => known,
            None => self.play.score_parts().iter().map(ending::all_known).collect(),
        }
    }

    /// What the scores of a game that is over are made of, as far as all who look know it.
    fn parts_at_end(&self, outcome: &Outcome) -> Vec<PartScores<Option<i32>>> {
        let parts = outcome.parts.iter().map(ending::all_known).collect();
        match self.known_parts() {
            Some(known) => both_known(parts, known),
            None => parts,
        }
    }

    /// The parts of the scores that all seats know who look; `None` where all lies open.
    fn known_parts(&self) -> Option<Vec<PartScores<Option<i32>>>> {
        let seats = match self.eyes {
            Eyes::All => return None,
            Eyes::Seat(seat) => SeatSet::of(seat),
            Eyes::Together(seats) => seats,
        };
        let known = seats.iter().map(|seat| self.play.score_parts_known_to(seat));
        Some(known.reduce(both_known).unwrap_or_default())
    }
}

/// Of the same parts of the scores, those that are known in both lists.
fn both_known(
    mut parts: Vec<PartScores<Option<i32>>>,
    known: Vec<PartScores<Option<i32>>>,
) -> Vec<PartScores<Option<i32>>> {
    for (part, known) in parts.iter_mut().zip(known) {
        for (score, known) in part.scores.iter_mut().zip(known.scores) {
            *score = score.and(known);
        }
    }
    parts
}

/// The rules of a game for people, with the options that are in force.
pub fn guide(program: &Program, lexicon: &Lexicon) -> Guide {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    let settings = all_settings(&names);
    let value = |place: &str| match settings.iter().find(|setting| setting.name == place) {
        Some(setting) => Some(setting.said.clone()),
        None => (place == "seats").then(|| program.seats.to_string()),
    };
    Guide {
        title: names.of(&program.title, &program.id).into(),
        text: program.how_to_play.get(lexicon.code()).map(|text| filled(text, value)),
        notes: program.notes.get(lexicon.code()).unwrap_or_default().to_owned(),
        settings,
    }
}

/// The options that are not as usual.
fn settings(names: &Names<'_>) -> Vec<Setting> {
    let mut settings = all_settings(names);
    settings.retain(|setting| !setting.usual);
    settings
}

fn all_settings(names: &Names<'_>) -> Vec<Setting> {
    let setting = |option: &crate::program::OptionValue| {
        let (value, said) = match &option.value {
            OptionSetting::Flag(flag) => (flag.to_string(), names.flag(*flag).text()),
            OptionSetting::Number(number) => (number.to_string(), number.to_string()),
            OptionSetting::Word(word) => (word.clone(), word.clone()),
        };
        Setting {
            name: option.name.clone(),
            text: option.text.get(names.lexicon.code()).unwrap_or(&option.name).to_owned(),
            value,
            said: names.text(&said).into(),
            usual: option.value == option.default,
        }
    };
    names.program.options.iter().map(setting).collect()
}

fn settings_told(names: &Names<'_>) -> Option<Phrase> {
    let told = |setting: Setting| {
        let values = [
            ("name", setting.text.into()),
            ("said", setting.said.into()),
            ("option", setting.name.into()),
            ("value", setting.value.into()),
        ];
        names.lexicon.with("option-set", values)
    };
    let all: Vec<Phrase> = settings(names).into_iter().map(told).collect();
    let options = Phrase::join(all, " ; ");
    (!options.is_empty()).then(|| names.lexicon.with("options-set", [("options", options.into())]))
}

fn course(names: &Names<'_>, table: &Table) -> Vec<Course> {
    let one = |(phase, number): &(PhaseId, i32)| {
        let name = &names.program.phases[*phase].name;
        Course { name: name.clone(), text: names.text(name).into(), number: *number }
    };
    // A phase whose text is empty is not to be seen.
    table.course.iter().map(one).filter(|course| !course.text.is_empty()).collect()
}

fn players(names: &Names<'_>, scores: &[Option<i32>]) -> Vec<Player> {
    let player = |seat: Seat| {
        let score = scores.get(seat.index()).copied().flatten();
        Player {
            seat: seat.shown(),
            name: names.player(seat),
            team: names.program.team(seat).shown(),
            own: names.viewer.is(seat),
            score,
            counted: score.and_then(|score| names.counted(score)),
        }
    };
    Seat::all(names.program.seats).map(player).collect()
}

fn teams(names: &Names<'_>) -> Vec<Team> {
    let team = |team: TeamId| Team {
        team: team.shown(),
        name: names.team(team),
        side: names.side(team),
        seats: names.program.seats_of_team(team).iter().map(|seat| seat.shown()).collect(),
        own: names.is_in(team),
    };
    TeamId::all(names.program.teams).map(team).collect()
}
