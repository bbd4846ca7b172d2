//! One game with people at the terminal: shows, tells, asks, and keeps the record, until it is over
//! or somebody leaves.
//!
//! - This file: who plays, and whose turn it is.
//! - [`desk`]: where the people sit: how they are told and shown things, and how they answer.
//! - [`lines`]: line mode, one kind of desk; [`question`] is what is asked there and what an
//!   answer means in it.
//! - `asking`: a person is asked; `telling`: what is shown.
//! - `thinking`: a player that is no person chooses while the desk is looked after.
//! - [`advising`]: hints, reasons, explanations.
//! - [`command`]: what a person can say beside choosing.
//! - `counting`: numbers that are counted in the background.
//! - `looking`: the rules are read.
//! - [`recording`]: the record and what is said of it; it grows, also when a disk is full.
//! - `rehearsing`: the game is tried out.
//! - `retrace`: back in the game, and forward again.
//! - [`ending`]: the first and the last words, and what is wanted when the game is over.
//! - `reload`: the rules are edited while the game is played.
//! - [`retold`]: how a record goes in other rules.
//! - [`seat_screen`]: the screen of one seat as text, for whoever compares screens.

pub(crate) mod advising;
mod asking;
pub(crate) mod command;
mod counting;
pub(crate) mod desk;
pub(crate) mod ending;
pub(crate) mod lines;
mod looking;
pub(crate) mod question;
pub(crate) mod recording;
mod rehearsing;
mod reload;
pub(crate) mod retold;
mod retrace;
pub(crate) mod seat_screen;
mod telling;
mod thinking;

use crate::cli::host::record_file::RecordWriter;
use crate::cli::rehearsal::counting::Counting;
use crate::cli::rehearsal::edited::Edited;
use crate::cli::rehearsal::retracing::last_choice;
use crate::cli::setup::entrants::Spec;
use crate::cli::setup::seated::{self, bots};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::{Play, Refused};
use crate::players::Stuck;
use crate::runner::{self, Player};
use crate::value::{Seat, SeatSet};
use crate::view::Past;
use crate::vm::Fault;
use asking::has_changed;
use command::Obeyed;
use desk::{Asked, Beside, Desk};
use recording::Recording;
use reload::News;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a session came to its end.
pub(crate) enum Ending {
    Over,
    /// Somebody left, or there were no more lines.
    Left,
    Fault(Fault),
    /// More happened than a record may have.
    Endless,
    /// The record could not be written, nor the game be kept elsewhere.
    Unkept,
    /// A player that is no person cannot go on.
    Stuck(Seat, Stuck),
}

/// What came of letting a player think.
enum Thought {
    Chosen,
    /// It cannot go on.
    Stuck(Stuck),
    /// Somebody left while it thought.
    Left,
    /// A file of the game has changed while it thought.
    Edited,
}

pub(crate) struct Session<'a> {
    pub(crate) play: Play,
    pub(crate) kinds: Vec<SeatKind>,
    pub(crate) seed: u64,
    pub(crate) messages: &'a Messages,
    pub(crate) desk: Box<dyn Desk + 'a>,
    pub(crate) recording: Recording,
    /// What each seat has been told and shown.
    past: Vec<Past>,
    at_desk: AtDesk,
    /// Who plays at the other seats.
    bots: Vec<Option<Box<dyn Player>>>,
    /// The files of the game, where they may be edited while it is played.
    pub(crate) edited: Option<Edited<'a>>,
    /// The numbers of the game, if they are being counted or have been.
    counting: Option<Counting>,
    /// Who plays the games that are counted.
    pub(crate) counted_by: Vec<Spec>,
    /// The game is tried out: see [`crate::record::Header::rehearsal`].
    pub(crate) rehearsal: bool,
    /// All hands are shown.
    reveals: bool,
    /// Seats, for which a person chooses the next time that they are asked.
    taken: SeatSet,
    /// The games from which somebody has gone back, the last one last.
    pub(crate) undone: Vec<Play>,
    /// What edits have said that not all people at the desk have seen.
    news: Vec<News>,
    passed_over: PassedOver,
}

/// Who sits at the desk, and what they have before them.
#[derive(Default)]
struct AtDesk {
    seat: Option<Seat>,
    /// What was put to the desk, and need not be put again.
    stands: Option<Put>,
    /// The table has been shown to whoever is asked.
    has_shown: bool,
}

/// People at the desk whose only option was taken for them.
#[derive(Default)]
struct PassedOver {
    /// In the order in which it was taken, with its place in the log.
    seats: Vec<(Seat, usize)>,
    /// How much of the log has been looked through for them.
    looked_through: usize,
}

/// What is put to the desk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Put {
    /// The choice of a seat.
    Question(Seat),
    /// That the game is over, or waits for rules that do not fail.
    End,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        play: Play,
        kinds: Vec<SeatKind>,
        seed: u64,
        messages: &'a Messages,
        mut desk: Box<dyn Desk + 'a>,
        record: Option<RecordWriter>,
    ) -> Self {
        let from_the_start = desk.stands_anew();
        let told = |seat| match from_the_start {
            true => Past::default(),
            false => Past::told(behind_last_choice(&play, SeatSet::of(seat))),
        };
        let past = (0..kinds.len()).map(Seat::new).map(told).collect();
        let bots = bots(&play, &kinds, seed, seated::Thought::Again);
        let rehearsal = record.as_ref().is_some_and(|record| record.about().rehearsal);
        // Whoever had a single option since the last choice, or at the beginning, is still called.
        let chosen = play.log().iter().rposition(|entry| entry.chooser().is_some());
        let looked_through = chosen.map_or(0, |last| last + 1);
        let recording = Recording::of(record, &kinds);
        Session {
            play,
            kinds,
            seed,
            messages,
            desk,
            recording,
            past,
            at_desk: AtDesk::default(),
            bots,
            edited: None,
            counting: None,
            counted_by: Vec::new(),
            rehearsal,
            reveals: false,
            taken: SeatSet::EMPTY,
            undone: Vec::new(),
            news: Vec::new(),
            passed_over: PassedOver { looked_through, ..PassedOver::default() },
        }
    }

    /// Seats somebody at the desk who has a `past`.
    pub(crate) fn seat_down(&mut self, seat: Seat, past: Past) {
        self.at_desk.seat = Some(seat);
        self.past[seat.index()] = past;
    }

    /// What a seat has been told and shown by now.
    pub(crate) fn past(&self, seat: Seat) -> Past {
        self.past[seat.index()].clone()
    }

    /// Plays on to the end of the game or of the session.
    pub(crate) fn run(&mut self) -> io::Result<Ending> {
        self.show_on()?;
        loop {
            self.hold_back_fault()?;
            if !self.keep()? {
                // The end of a game is told all the same.
                if self.play.outcome().is_some() {
                    self.tell_end(false)?;
                }
                return Ok(Ending::Unkept);
            }
            if let Some(fault) = self.play.fault().cloned() {
                if self.edited.is_none() || self.is_left()? {
                    return Ok(Ending::Fault(fault));
                }
                continue;
            }
            let pending = self.play.pending();
            // People choose before players that think: nobody waits where there is no need to.
            let person = pending.iter().copied().find(|seat| self.is_asked(*seat));
            if let Some(seat) = self.next_passed_over(person) {
                match self.call_up(seat)? {
                    true => continue,
                    false => return Ok(Ending::Left),
                }
            }
            let Some(&first) = pending.first() else {
                match self.is_left()? {
                    true => return Ok(Ending::Over),
                    false => continue,
                }
            };
            if self.play.log().len() >= runner::MOST_ENTRIES {
                return Ok(Ending::Endless);
            }
            let ending = match person {
                None => self.turn_of_bot(first)?,
                Some(person) => self.turn_of_person(person)?,
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Lets a bot choose; how the session ends, if it ends with that.
    fn turn_of_bot(&mut self, seat: Seat) -> io::Result<Option<Ending>> {
        match self.let_choose(seat)? {
            Thought::Chosen if !self.desk.leaves() => {}
            Thought::Edited => {
                self.reload()?;
                self.show_on()?;
            }
            Thought::Stuck(stuck) => return Ok(Some(Ending::Stuck(seat, stuck))),
            Thought::Chosen | Thought::Left => {
                let is_kept = self.keep()?;
                return Ok(Some(if is_kept { Ending::Left } else { Ending::Unkept }));
            }
        }
        Ok(None)
    }

    /// Asks a person, and does what is answered; how the session ends, if it ends with that.
    fn turn_of_person(&mut self, person: Seat) -> io::Result<Option<Ending>> {
        match self.ask(person)? {
            Asked::Option(option) => {
                self.undone.clear();
                self.moves_on();
                self.recording.is_chosen_in(self.messages);
                self.choose(person, option);
                self.has_chosen(person);
                self.show_choice()?;
            }
            Asked::Leaves => return Ok(Some(Ending::Left)),
            Asked::Edited => {
                let stands = self.reload()?;
                self.desk.picks_after_edit(stands);
            }
            Asked::Says(command) => match self.obey(person, &command)? {
                Obeyed::Stays => self.at_desk.stands = Some(Put::Question(person)),
                Obeyed::Anew => {}
                Obeyed::Leaves => return Ok(Some(Ending::Left)),
            },
        }
        Ok(None)
    }

    /// Whether a person chooses for a seat.
    fn is_asked(&self, seat: Seat) -> bool {
        self.kinds[seat.index()] == SeatKind::Human || self.taken.contains(seat)
    }

    /// Lets a bot choose. A desk where somebody sits shows meanwhile that it thinks, and may have
    /// it stop; one that follows shows what it chose.
    fn let_choose(&mut self, seat: Seat) -> io::Result<Thought> {
        let Some(view) = runner::View::new(&self.play, seat) else { return Ok(Thought::Chosen) };
        let stopped = AtomicBool::new(false);
        let wanted = || !stopped.load(Ordering::Relaxed);
        let view = view.while_wanted(&wanted);
        let mut has_edited = false;
        let chosen = match &mut self.bots[seat.index()] {
            Some(bot) if self.desk.is_typed() => {
                let (desk, mut looks) = (&mut self.desk, 0);
                let mut beside = Beside { edited: has_changed(&mut self.edited), counting: None };
                let look = || {
                    looks += 1;
                    // Whose terminal is gone waits for nobody.
                    let gone = |_: &io::Error| stopped.store(true, Ordering::Relaxed);
                    desk.thinks(seat, looks).inspect_err(gone)?;
                    has_edited = has_edited || beside.edited();
                    stopped.store(has_edited || desk.leaves(), Ordering::Relaxed);
                    Ok(())
                };
                thinking::beside(|| bot.choose(&view), look)?
            }
            Some(bot) => bot.choose(&view),
            None => Ok(0),
        };
        // Where it was not let think to its end it chooses when the game goes on.
        let option = match chosen {
            _ if has_edited => return Ok(Thought::Edited),
            _ if !wanted() => return Ok(Thought::Left),
            Ok(option) => option,
            Err(stuck) => return Ok(Thought::Stuck(stuck)),
        };
        self.choose(seat, option);
        if self.desk.follows() {
            let view = self.look_on();
            self.desk.follow(&view)?;
        }
        Ok(Thought::Chosen)
    }

    /// Shows how the game stands while nobody is asked, at a desk that follows.
    fn show_on(&mut self) -> io::Result<()> {
        if self.desk.follows() && self.humans().len() < 2 {
            let view = self.look_on();
            self.desk.follow(&view)?;
        }
        Ok(())
    }

    /// Shows what a person's choice came to before others think, where one person plays at a desk
    /// that follows.
    fn show_choice(&mut self) -> io::Result<()> {
        let humans = self.humans();
        let others_choose = self.play.pending().iter().any(|seat| !humans.contains(*seat));
        if self.desk.follows() && humans.len() == 1 && others_choose {
            let view = self.look_on();
            self.desk.follow(&view)?;
        }
        Ok(())
    }

    fn choose(&mut self, seat: Seat, option: usize) {
        // What was offered is never refused; that the rules fail is seen on the next look.
        let applied = self.play.apply(seat, option);
        debug_assert!(matches!(applied, Ok(()) | Err(Refused::Fault(_))));
    }

    // ---- for all files of this room

    /// The seats of the people who play.
    pub(crate) fn humans(&self) -> SeatSet {
        let humans = self.kinds.iter().enumerate().filter(|(_, kind)| **kind == SeatKind::Human);
        humans.map(|(seat, _)| Seat::new(seat)).collect()
    }
}

/// How much of the log there is up to the last choice of these seats: of a game that is
/// taken up again, that much has been told.
fn behind_last_choice(play: &Play, seats: SeatSet) -> usize {
    last_choice(play, seats).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::lines::Lines;
    use super::*;
    use crate::cli::args::Language;
    use crate::cli::host::terminal::Terminal;
    use crate::cli::snapshot;
    use crate::cli::text::TermStyle;
    use crate::game::{Game, Settings};

    fn desk<'a>(terminal: Terminal<'a>, messages: &'a Messages) -> Box<dyn Desk + 'a> {
        Box::new(Lines::new(terminal, messages))
    }

    const FIELD: &str = r#"
title: Field
seats: 2
decks:
  court:
    cards:
      - { name: Ada of the Seven Long Rivers, copies: 2, north: 3, east: 5, south: 1, west: 2 }
      - { name: Bo,  copies: 2, north: 1, east: 2, south: 4, west: 9 }
    attributes: { north: 1..9, east: 1..9, south: 1..9, west: 1..9 }
    face: { corners: [north, east, west, south], owner: held }
zones:
  pack:  { holds: court, shape: pile, seen_by: nobody, drawn: never }
  hand:  { per: player, seen_by: owner }
  field: { shape: 3x3, capacity: 1, seen_by: all }
marks: { held: { of: card, type: player, seen_by: all } }
texts: { lay: { en: "lay {card} on {cell}" } }
rules: |
  phase game = deal, turns from seat(1): lay until no hand of all
  phase deal { shuffle pack; each player { draw 2 from pack to hand } }
  action lay(card from hand, cell from cells of field where it is empty) {
    move card to cell face up
    set held of card to me
  }
  score = count (cards of field where held = me)
"#;

    /// Long menus are folded for whoever types; cells are named as they lie.
    #[test]
    fn a_card_then_a_cell() {
        let game = Game::from_strings(&[("field.yaml", FIELD)], &Settings::default())
            .expect("a game without errors");
        let messages = Messages::new(Language::En);
        let style = TermStyle { signs: true, ..TermStyle::default() };
        let mut output = Vec::new();
        let terminal = Terminal::typed("?\n1\n0\n5\nada\n9.9\n2.2\nt\nq\n", &mut output, style);
        let kinds = vec![SeatKind::Human, SeatKind::Bot(crate::players::Kind::Random)];
        let mut session =
            Session::new(Play::new(&game, 7), kinds, 7, &messages, desk(terminal, &messages), None);
        let ending = session.run().expect("memory can be written");
        assert!(matches!(ending, Ending::Left));
        drop(session);
        snapshot("card_then_cell", &String::from_utf8(output).expect("letters"));
    }

    const GIVE: &str = r#"
title: Give
seats: 2
decks: { pack: { standard: 32 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner, sort: [rank] }
  given: { per: player, shape: 3, seen_by: owner }
texts: { give: { en: "give {a}, then {b}, then {c}" } }
rules: |
  phase game = deal, each player: give
  phase deal { shuffle deck; each player { draw 6 from deck to hand } }
  action give(a from hand, b from hand - a, c from hand - a - b) {
    move a to slot(1) of given
    move b to slot(2) of given
    move c to slot(3) of given
  }
  score = 0
"#;

    /// An action with several values is asked for value by value where the list would be long, and
    /// the lists are in the order of the hand.
    #[test]
    fn three_values_one_by_one() {
        let game = Game::from_strings(&[("give.yaml", GIVE)], &Settings::default())
            .expect("a game without errors");
        let messages = Messages::new(Language::En);
        let style = TermStyle { signs: true, ..TermStyle::default() };
        let mut output = Vec::new();
        let terminal = Terminal::typed("2\n3\n0\n0\n1\n5\n?hand\n4\n", &mut output, style);
        let kinds = vec![SeatKind::Human, SeatKind::Bot(crate::players::Kind::Random)];
        let mut session =
            Session::new(Play::new(&game, 7), kinds, 7, &messages, desk(terminal, &messages), None);
        session.run().expect("memory can be written");
        drop(session);
        snapshot("three_values", &String::from_utf8(output).expect("letters"));
    }

    /// The first file takes no more than a part of the game: the person who plays names another
    /// one, and goes on.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_game_is_kept_elsewhere_when_its_disk_is_full() {
        use crate::cli::host::record_file::RecordFile;
        use crate::record::{About, read, verify};
        let game = Game::from_strings(&[("field.yaml", FIELD)], &Settings::default())
            .expect("a game without errors");
        let messages = Messages::new(Language::En);
        let folder = tempfile::tempdir().expect("a folder");
        let other = folder.path().join("other.jsonl");
        let typed = format!("\n{}\n{}\nq\n", folder.path().display(), other.display());
        let mut output = Vec::new();
        let terminal = Terminal::typed(&typed, &mut output, TermStyle::default());
        let kinds = vec![SeatKind::Human, SeatKind::Bot(crate::players::Kind::Random)];
        let play = Play::new(&game, 7);
        let about = About { seats: vec!["human".into(), "random".into()], ..About::default() };
        let first = folder.path().join("first.jsonl");
        let file = std::fs::File::create(&first).expect("a file");
        let keeper = RecordWriter::begin(RecordFile { path: first, file }, &play, &about)
            .expect("room for the beginning");
        let keeper = keeper.on_a_full_disk();
        let mut session =
            Session::new(play, kinds, 7, &messages, desk(terminal, &messages), Some(keeper));
        let ending = session.run().expect("memory can be written");
        assert!(matches!(ending, Ending::Left));
        let choices = session.play.choices();
        drop(session);
        let record = read(&std::fs::read(&other).expect("a record")).expect("a whole record");
        assert_eq!(verify(&game, &record).map(|verified| verified.choices), Ok(choices));
        let told = String::from_utf8(output).expect("letters");
        assert_eq!(told.matches("cannot be written").count(), 2, "{told}");
        assert!(
            told.contains("is there already") && told.contains("The game is kept in"),
            "{told}"
        );
    }

    const SAID: &str = r#"
title: Said aloud
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  lane: { per: player, shape: 2, seen_by: nobody }
  heap: { seen_by: all }
variables: { total: { type: number } }
texts: { bid: { en: "bid {n}" }, name: { en: "name {s}" }, ask: { en: "ask for {n}" } }
rules: |
  phase game = deal, each player: (name, bid, ask, steal), together secret
  phase deal {
    shuffle deck
    each player { draw 3 from deck to hand; draw 2 from deck to slot(1) of lane; draw 1 from deck to slot(2) of lane }
  }
  action name(s from suits) { if any hand where suit = s { add 1 to total } }
  action bid(n from 3..(3 + total % 1)) { add n to total }
  action ask(pair from 2 of hand, n from 1..3) { move pair to heap; add n to total }
  action steal(one from hand of opponent + cards of lane) { move one to hand }
  action secret(n from 1..3) { add n to total }
  score = 0
"#;

    /// Who chooses alone says numbers and words aloud; who chooses with others at the same time
    /// does not. Cards that nobody sees are told apart by their places, and what is chosen one by
    /// one is named from the first on.
    #[test]
    fn what_others_hear_of_a_choice() {
        let game = Game::from_strings(&[("said.yaml", SAID)], &Settings::default())
            .expect("a game without errors");
        let messages = Messages::new(Language::En);
        let mut output = Vec::new();
        let terminal = Terminal::typed(
            "1\n2\n1\n1\n2\n5\n2\n1\n1\n1\n3\n1\n1\n3\n2\n3\n",
            &mut output,
            TermStyle::default(),
        );
        let kinds = vec![SeatKind::Human, SeatKind::Human];
        let mut session =
            Session::new(Play::new(&game, 7), kinds, 7, &messages, desk(terminal, &messages), None);
        session.run().expect("memory can be written");
        drop(session);
        snapshot("said_aloud", &String::from_utf8(output).expect("letters"));
    }
}
