//! One game with people at the terminal: shows, tells, asks, and keeps the record, until it is over
//! or somebody leaves.

use super::keep::Keeper;
use super::look::Look;
use super::menu::{self, Item};
use super::names::Names;
use super::prompt::{self, Answer, Shown};
use super::settings::SeatKind;
use super::story::{self, Telling};
use super::swept::{self, Swept};
use super::table;
use super::terminal::Terminal;
use super::view::View;
use super::words::Words;
use crate::game::{Decision, Entry, Offer, Play, Refused};
use crate::players::{Kind, Stuck};
use crate::runner::{self, Player};
use crate::value::Seat;
use crate::vm::{Chosen, Fault};
use std::io;
use std::path::{Path, PathBuf};

/// How a session came to its end.
pub enum Ending {
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

pub struct Session<'a> {
    pub play: Play,
    pub kinds: Vec<SeatKind>,
    pub seed: u64,
    pub words: &'a Words,
    pub terminal: Terminal<'a>,
    pub record: Option<Keeper>,
    /// Up to where in the log each seat has been told.
    told: Vec<usize>,
    /// The table as each seat saw it then, if it has seen it.
    seen: Vec<Option<View>>,
    /// Who sits before the terminal.
    at: Option<Seat>,
    /// Who plays at the other seats.
    bots: Vec<Option<Box<dyn Player>>>,
    /// How to answer has been said.
    hinted: bool,
    /// The table as it was shown last, so that it is not shown twice.
    shown: Vec<String>,
}

/// Up to where in the log a seat has been told, and the table as it saw it then.
pub type Told = (usize, Option<View>);

/// Something that is written of what happened.
enum Part {
    Told(Vec<String>),
    Board(Vec<String>),
}

/// A decision as it is put to somebody.
struct Question {
    decision: Decision,
    options: Vec<Shown>,
    items: Vec<Item>,
    /// The options of the fold that is looked into.
    open: Option<Vec<usize>>,
    /// Somebody types, and sees the list while choosing.
    typed: bool,
}

/// What an answer came to.
enum Asked {
    Chosen(usize),
    Again,
    Leave,
}

impl<'a> Session<'a> {
    pub fn new(
        play: Play,
        kinds: Vec<SeatKind>,
        seed: u64,
        words: &'a Words,
        terminal: Terminal<'a>,
        record: Option<Keeper>,
    ) -> Self {
        let told = (0..kinds.len()).map(|seat| chosen_last(&play, seat as Seat)).collect();
        let seen = vec![None; kinds.len()];
        let bots = bots(&play, &kinds, seed);
        let shown = Vec::new();
        Session {
            play,
            kinds,
            seed,
            words,
            terminal,
            record,
            told,
            seen,
            at: None,
            bots,
            hinted: false,
            shown,
        }
    }

    /// Seats somebody before the terminal who has been `told` so much.
    pub fn seat_down(&mut self, seat: Seat, (told, seen): Told) {
        self.at = Some(seat);
        (self.told[seat as usize], self.seen[seat as usize]) = (told, seen);
    }

    /// Up to where in the log a seat has been told by now, and the table that it saw then.
    pub fn told(&self, seat: Seat) -> Told {
        (self.told[seat as usize], self.seen[seat as usize].clone())
    }

    /// Plays on to the end of the game or of the session.
    pub fn run(&mut self) -> io::Result<Ending> {
        loop {
            if !self.keep()? {
                return Ok(Ending::Unkept);
            }
            if let Some(fault) = self.play.fault().cloned() {
                return Ok(Ending::Fault(fault));
            }
            let pending = self.play.pending();
            let Some(&first) = pending.first() else { return Ok(Ending::Over) };
            if self.play.log().len() >= runner::MOST_ENTRIES {
                return Ok(Ending::Endless);
            }
            let bot =
                pending.iter().copied().find(|seat| self.kinds[*seat as usize] != SeatKind::Human);
            match bot {
                Some(bot) => {
                    if let Err(stuck) = self.let_choose(bot) {
                        return Ok(Ending::Stuck(bot, stuck));
                    }
                }
                None => match self.ask(first)? {
                    Some(option) => self.choose(first, option),
                    None => return Ok(Ending::Left),
                },
            }
        }
    }

    /// Writes the record as far as the game is. False where that cannot be done, and nobody knows
    /// where else to keep it.
    fn keep(&mut self) -> io::Result<bool> {
        match self.write_record() {
            Ok(()) => Ok(true),
            Err(error) => self.keep_elsewhere(&error),
        }
    }

    /// A power cut takes nothing that a person has seen: whatever came before a question is on the
    /// disk when it is asked.
    fn write_record(&mut self) -> io::Result<()> {
        let pending = self.play.pending();
        let is_asked = |seat: &Seat| self.kinds[usize::from(*seat)] == SeatKind::Human;
        let waits = pending.is_empty() || pending.iter().any(is_asked);
        let Some(record) = &mut self.record else { return Ok(()) };
        record.keep(&self.play)?;
        if waits { record.sync() } else { Ok(()) }
    }

    /// Says why the record cannot be written, and asks whoever types where to keep the game. The
    /// next line of a script is no answer to that.
    fn keep_elsewhere(&mut self, error: &io::Error) -> io::Result<bool> {
        self.terminal.line("")?;
        self.say("record-lost", &[("reason", error.to_string().into())])?;
        while self.terminal.typed {
            let answer = self.terminal.ask(&self.words.say("record-elsewhere"))?;
            let kept = match answer.as_deref() {
                None | Some("q" | "Q") => return Ok(false),
                Some("") => self.write_record(),
                Some(path) => self
                    .record
                    .as_mut()
                    .map_or(Ok(()), |record| record.move_to(Path::new(path), &self.play)),
            };
            match (kept, &self.record) {
                (Err(error), Some(record)) => {
                    let path = answer
                        .filter(|answer| !answer.is_empty())
                        .map_or(record.path.clone(), PathBuf::from);
                    let why = super::keep::refused(&path, &error, self.words);
                    self.terminal.wrapped(&why)?;
                }
                (Ok(()), Some(record)) => {
                    let path = record.path.display().to_string();
                    self.say("record-goes-on", &[("path", path.into())])?;
                    return Ok(true);
                }
                (_, None) => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Lets a bot choose.
    fn let_choose(&mut self, seat: Seat) -> Result<(), Stuck> {
        let Some(view) = runner::View::new(&self.play, seat) else { return Ok(()) };
        let option = match &mut self.bots[seat as usize] {
            Some(bot) => bot.choose(&view)?,
            None => 0,
        };
        self.choose(seat, option);
        Ok(())
    }

    fn choose(&mut self, seat: Seat, option: usize) {
        // What was offered is never refused; that the rules fail is seen on the next look.
        let applied = self.play.apply(seat, option);
        debug_assert!(matches!(applied, Ok(()) | Err(Refused::Fault(_))));
    }

    // ---- asking a person

    /// The option that a person chooses; `None` when the person leaves.
    pub fn ask(&mut self, seat: Seat) -> io::Result<Option<usize>> {
        let Some(mut decision) = self.play.decision(seat) else { return Ok(None) };
        if self.at != Some(seat) && !self.hand_over(seat)? {
            return Ok(None);
        }
        if !is_step(&decision, self.play.log()) {
            self.tell(seat)?;
            self.show_table(seat, false)?;
        }
        let all = decision.options.clone();
        let kept =
            prompt::distinct(&self.names().for_seat(seat), &View::of(&self.play, &[seat]), &all);
        decision.options = kept.iter().map(|&i| all[i].clone()).collect();
        let options = self.options(seat, &decision);
        let items = if self.terminal.typed { menu::folded(&options) } else { menu::flat(&options) };
        let mut question =
            Question { decision, options, items, open: None, typed: self.terminal.typed };
        self.offer(seat, &question)?;
        loop {
            let Some(answer) = self.terminal.ask("> ")? else { return Ok(None) };
            // In the words of a record each of several equal cards has a name of its own.
            let named =
                |offer: &Offer| offer.label.contains('~') && prompt::same(&offer.label, &answer);
            if let Some(option) = all.iter().position(named) {
                return Ok(Some(option));
            }
            match self.answer(seat, &mut question, &answer)? {
                Asked::Chosen(option) => return Ok(Some(kept[option])),
                Asked::Again => {}
                Asked::Leave => return Ok(None),
            }
        }
    }

    fn answer(&mut self, seat: Seat, question: &mut Question, answer: &str) -> io::Result<Asked> {
        match answer {
            "" => {}
            "q" | "Q" => return Ok(Asked::Leave),
            "t" | "T" => {
                self.show_table(seat, true)?;
                self.offer(seat, question)?;
            }
            "0" if question.open.is_some() => self.look_into(seat, question, None)?,
            "?" => self.help(seat, &question.decision)?,
            _ => match question.find(answer) {
                Found::Option(option) => return Ok(Asked::Chosen(option)),
                Found::Fold(members) => self.look_into(seat, question, Some(members))?,
                Found::Many(several) => self.which(&several, &question.options)?,
                Found::Nothing => self.refuse(seat, &question.decision, answer)?,
            },
        }
        Ok(Asked::Again)
    }

    fn look_into(
        &mut self,
        seat: Seat,
        question: &mut Question,
        fold: Option<Vec<usize>>,
    ) -> io::Result<()> {
        question.open = fold;
        self.offer(seat, question)
    }

    /// Asks for more words. In folds numbers mean other things, so none is named there.
    fn which(&mut self, several: &[usize], options: &[Shown]) -> io::Result<()> {
        let shown = several.iter().take(MOST_MEANT);
        let mut list: Vec<String> = shown.map(|&i| options[i].text.clone()).collect();
        if several.len() > MOST_MEANT {
            list.push("…".to_owned());
        }
        let text = self.words.with("which-one", &[("options", list.join(", ").into())]);
        self.terminal.wrapped(&text)
    }

    /// Why this cannot be chosen, if the rules have a word on it; else what can be answered.
    fn refuse(&mut self, seat: Seat, decision: &Decision, answer: &str) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let meant = prompt::meant(&names, decision, answer);
        // Only the game's own sentences are for players; what the runtime says of a label is for
        // programs.
        let of_rules = |why: &String| names.program.sentences.contains(why);
        let why = meant.iter().filter_map(|label| self.play.why_not(seat, label)).find(of_rules);
        match why.map(|why| names.text(&why)) {
            Some(why) => self.say("not-legal", &[("why", why.into())]),
            None => self.say("no-such-option", &[("answer", answer.into())]),
        }
    }

    // ---- showing

    pub fn names(&self) -> Names<'_> {
        Names::new(self.play.game().program(), self.words, self.terminal.look)
    }

    pub fn say(
        &mut self,
        key: &str,
        values: &[(&str, fluent_bundle::FluentValue<'_>)],
    ) -> io::Result<()> {
        let text = self.words.with(key, values);
        self.terminal.wrapped(&text)
    }

    /// The seats of the people who play, a bit each.
    pub fn humans(&self) -> u32 {
        let humans = self.kinds.iter().enumerate().filter(|(_, kind)| **kind == SeatKind::Human);
        humans.fold(0, |mask, (seat, _)| mask | 1 << seat)
    }

    /// Lets another person come to the terminal. False when nobody does.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        self.at = Some(seat);
        if self.humans().count_ones() < 2 {
            return Ok(true);
        }
        self.terminal.clear()?;
        self.shown.clear();
        let n = seat + 1;
        if !self.terminal.typed {
            self.say("hand-over-line", &[("n", n.into())])?;
            return Ok(true);
        }
        let prompt = self.words.with("hand-over", &[("n", n.into())]);
        let came = self.terminal.ask(&prompt)?.is_some();
        self.terminal.clear()?;
        Ok(came)
    }

    /// What happened since this seat was told last.
    fn tell(&mut self, seat: Seat) -> io::Result<()> {
        let parts = self.parts(
            &self.names().for_seat(seat),
            self.told[seat as usize],
            self.seen[seat as usize].as_ref(),
        );
        self.told[seat as usize] = self.play.log().len();
        self.seen[seat as usize] = Some(View::of(&self.play, &[seat]));
        self.write_parts(&parts)
    }

    /// What happened from a place in the log on, and the boards that were cleared on the way, as
    /// they stood in the end.
    fn parts(&self, names: &Names<'_>, from: usize, seen: Option<&View>) -> Vec<Part> {
        let log = &self.play.log()[from..];
        let tell = |part: &[Entry]| Part::Told(story::tell(names, part, Telling::Live));
        let (mut parts, mut start) = (Vec::new(), 0);
        for Swept { at, lines } in
            seen.map(|seen| swept::swept(names, seen, log)).unwrap_or_default()
        {
            parts.extend([tell(&log[start.min(at)..at]), Part::Board(lines)]);
            start = at;
        }
        parts.push(tell(&log[start..]));
        parts
    }

    fn write_parts(&mut self, parts: &[Part]) -> io::Result<()> {
        parts.iter().try_for_each(|part| match part {
            Part::Told(lines) => self.write_told(lines),
            Part::Board(lines) => {
                self.terminal.line("")?;
                self.say("as-it-stood", &[])?;
                self.terminal.lines(lines)
            }
        })
    }

    fn write_told(&mut self, lines: &[String]) -> io::Result<()> {
        if !lines.is_empty() {
            self.terminal.line("")?;
        }
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }

    /// What nobody of these has been told yet, for all of them at once.
    pub fn tell_last(&mut self, eyes: u32) -> io::Result<()> {
        let told = self
            .told
            .iter()
            .enumerate()
            .filter(|(seat, _)| eyes >> seat & 1 == 1)
            .map(|(_, told)| *told);
        let from = told.max().unwrap_or(0);
        // What several people saw last is not one view.
        let alone = eyes.is_power_of_two().then(|| eyes.trailing_zeros() as usize);
        let seen = alone.and_then(|seat| self.seen.get(seat)?.as_ref());
        let parts = self.parts(&self.for_eyes(eyes), from, seen);
        self.write_parts(&parts)
    }

    /// The table; only when something on it has changed, unless somebody asks for it.
    pub fn show_table(&mut self, seat: Seat, asked: bool) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        let lines = table::table(&names, &view, &self.play.scores_known_to(seat));
        if !asked && lines == self.shown {
            return Ok(());
        }
        self.terminal.line("")?;
        self.terminal.lines(&lines)?;
        self.shown = lines;
        Ok(())
    }

    fn options(&self, seat: Seat, decision: &Decision) -> Vec<Shown> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        decision.options.iter().map(|offer| prompt::shown(&names, &view, offer)).collect()
    }

    fn offer(&mut self, seat: Seat, question: &Question) -> io::Result<()> {
        let (before, list) = self.question_lines(seat, question);
        before.iter().try_for_each(|line| self.terminal.wrapped(line))?;
        self.terminal.lines(&list)?;
        self.hinted = true;
        Ok(())
    }

    /// What is to be chosen, and the list.
    fn question_lines(&self, seat: Seat, question: &Question) -> (Vec<String>, Vec<String>) {
        let names = self.names().for_seat(seat);
        let observation = self.play.observe(seat);
        let look = self.terminal.look;
        let begun =
            observation.committed.map(|begun| (names.label(&begun), names.bare_label(&begun)));
        // Of an action without values nothing has been chosen yet.
        let before = match begun.filter(|(begun, bare)| Some(begun) != bare.as_ref()) {
            Some((begun, _)) => {
                let left = self.left(&question.decision);
                self.words.with("so-far", &[("chosen", begun.into()), ("left", left.into())])
            }
            None => {
                let prompt =
                    format!("{}{}", self.prompt(seat, question), self.left(&question.decision));
                let key = if prompt.is_empty() { "your-choice-plain" } else { "your-choice" };
                self.words.with(key, &[("prompt", prompt.into())])
            }
        };
        let before = vec![String::new(), before];
        let all = question.shown();
        let mut lines = question.list(look);
        if question.open.is_some() {
            lines.push(menu::back(self.words, look, all.len()));
        }
        if !self.hinted {
            lines.push(self.words.say("hint"));
        }
        (before, lines)
    }

    /// ` (2 more)`: of several things that are chosen one by one.
    fn left(&self, decision: &Decision) -> String {
        let words = match decision.left {
            None | Some((_, 0)) => return String::new(),
            Some((0, most)) => self.words.with("left-at-most", &[("n", most.into())]),
            Some((least, most)) if least == most => {
                self.words.with("left-exactly", &[("n", most.into())])
            }
            Some((least, most)) => {
                self.words.with("left-between", &[("least", least.into()), ("most", most.into())])
            }
        };
        format!(" ({words})")
    }

    /// What is to be chosen: the fold that is looked into, what the rules call the choice, or the
    /// phase in which it is made.
    fn prompt(&self, seat: Seat, question: &Question) -> String {
        let names = self.names().for_seat(seat);
        if let Some(open) = &question.open {
            let fold = menu::fold_of(&question.items, open);
            return match fold {
                Some(Item::Fold(title, _)) => title.clone(),
                Some(Item::Option(_)) | None => String::new(),
            };
        }
        let known = |name: &&str| names.program.texts.contains_key(*name);
        let observation = self.play.observe(seat);
        // An action of a menu of which no value has been chosen yet.
        let goes_on = question.decision.options.iter().any(is_step_of_choice);
        let begun = observation.committed.as_deref().and_then(|begun| names.bare_label(begun));
        if let Some(begun) = begun.filter(|_| goes_on) {
            return begun;
        }
        let phases = observation.phases.iter().rev().map(|phase| phase.name.as_str());
        let name = std::iter::once(question.decision.prompt.as_str()).chain(phases).find(known);
        name.map(|name| names.action(name, &[])).unwrap_or_default()
    }

    /// What the choice means: each action with what it asks for, then the keys.
    fn help(&mut self, seat: Seat, decision: &Decision) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let mut lines = prompt::explain(&names, decision);
        lines.push(self.words.say("keys"));
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }
}

/// Options that are named where an answer could mean several.
const MOST_MEANT: usize = 6;

/// What an answer means in a question.
enum Found {
    Option(usize),
    Fold(Vec<usize>),
    Many(Vec<usize>),
    Nothing,
}

impl Question {
    /// The options that are looked at, in order.
    fn shown(&self) -> Vec<usize> {
        self.open.clone().unwrap_or_else(|| (0..self.options.len()).collect())
    }

    /// The cells of a board as they lie, where it is only these that can be chosen.
    fn cells(&self, look: Look) -> Option<Vec<String>> {
        let shown = self.shown();
        let texts = match self.open {
            Some(_) => menu::values(&self.options, &shown)?,
            // Of a whole action more is to be said than a cell.
            None if self.options.iter().any(|option| option.first.is_some()) => return None,
            None => self.options.iter().map(|option| option.text.clone()).collect(),
        };
        menu::cells(&self.options, &shown, &texts, look).filter(|_| self.typed)
    }

    /// The lines of what can be chosen.
    fn list(&self, look: Look) -> Vec<String> {
        if let Some(cells) = self.cells(look) {
            return cells;
        }
        let shown = self.shown();
        let single = || shown.iter().copied().map(Item::Option).collect::<Vec<_>>();
        match (&self.open, menu::values(&self.options, &shown)) {
            (Some(_), Some(values)) => menu::columns(&values, look),
            (Some(_), None) => menu::list(&single(), &self.options, look),
            (None, _) => menu::list(&self.items, &self.options, look),
        }
    }

    /// A number is one of the list that is shown; words may mean any option, and several that begin
    /// alike are their fold.
    fn find(&self, answer: &str) -> Found {
        if let Ok(number) = answer.trim().parse::<usize>() {
            return self.numbered(number);
        }
        let inside = self
            .open
            .as_ref()
            .map(|open| open.iter().map(|i| self.options[*i].clone()).collect::<Vec<_>>());
        if let (Some(open), Some(inside)) = (&self.open, inside)
            && let Answer::Option(option) = prompt::find(answer, &inside)
        {
            return Found::Option(open[option]);
        }
        let begins = |i: &usize| {
            self.options[*i].first.as_deref().is_some_and(|first| prompt::same(first, answer))
        };
        let fold = self.items.iter().find_map(|item| match item {
            Item::Fold(_, members) if self.open.is_none() => {
                members.iter().any(begins).then(|| members.clone())
            }
            Item::Fold(..) | Item::Option(_) => None,
        });
        if let Some(members) = fold {
            return Found::Fold(members);
        }
        match prompt::find(answer, &self.options) {
            Answer::Option(option) => Found::Option(option),
            Answer::Many(several) => match menu::fold_of(&self.items, &several) {
                Some(Item::Fold(_, members)) if self.open.is_none() => Found::Fold(members.clone()),
                Some(_) | None => Found::Many(several),
            },
            Answer::Nothing => Found::Nothing,
        }
    }

    fn numbered(&self, number: usize) -> Found {
        if self.cells(Look::default()).is_some() {
            return Found::Nothing;
        }
        let place = number.checked_sub(1);
        match &self.open {
            Some(open) => place
                .and_then(|i| open.get(i))
                .map_or(Found::Nothing, |option| Found::Option(*option)),
            None => match place.and_then(|i| self.items.get(i)) {
                Some(Item::Option(option)) => Found::Option(*option),
                Some(Item::Fold(_, members)) => Found::Fold(members.clone()),
                None => Found::Nothing,
            },
        }
    }
}

/// Behind a seat's last choice, in the log: of a game that is taken up again, what came before has
/// been told.
fn chosen_last(play: &Play, seat: Seat) -> usize {
    let own = |entry: &Entry| matches!(entry, Entry::Choice { seat: other, .. } if *other == seat);
    play.log().iter().rposition(own).map_or(0, |i| i + 1)
}

/// As in a simulation, so that its games can be looked at. A game that is taken up again lets them
/// choose once more what they chose before: only then their chances go on where they were. A
/// program is told of the game as it stands, and no more.
fn bots(play: &Play, kinds: &[SeatKind], seed: u64) -> Vec<Option<Box<dyn Player>>> {
    let tools = super::bots::tools();
    let bot = |(seat, kind): (usize, &SeatKind)| {
        let SeatKind::Bot(kind) = kind else { return None };
        let entrant = kind.entrant(&tools);
        Some(entrant.player(play.game(), seat as Seat, runner::stream_of_seat(seed, seat as Seat)))
    };
    let mut bots: Vec<Option<Box<dyn Player>>> = kinds.iter().enumerate().map(bot).collect();
    let mut again = Play::new(play.game(), seed);
    for entry in play.log() {
        let Entry::Choice { seat, label, .. } = entry else { continue };
        let is_program = matches!(kinds[*seat as usize], SeatKind::Bot(Kind::Exec { .. }));
        let bot = bots[*seat as usize].as_mut().filter(|_| !is_program);
        if let (Some(bot), Some(view)) = (bot, runner::View::new(&again, *seat)) {
            let _ = bot.choose(&view);
        }
        let _ = again.apply_label(*seat, label);
    }
    bots
}

/// Whether a decision goes on with what this seat has just begun to choose: nothing has happened in
/// between.
fn is_step(decision: &Decision, log: &[Entry]) -> bool {
    let before = log.iter().rev().find(|entry| !matches!(entry, Entry::Offer { .. }));
    let just_chose = matches!(before, Some(Entry::Choice { seat, .. }) if *seat == decision.seat);
    just_chose && decision.options.iter().any(is_step_of_choice)
}

/// Whether an option goes on with an action that has been chosen.
fn is_step_of_choice(offer: &Offer) -> bool {
    matches!(offer.choice.what, Chosen::Member(_) | Chosen::Enough | Chosen::Further)
}

#[cfg(test)]
mod tests {
    use super::super::args::Language;
    use super::super::snapshot;
    use super::*;
    use crate::game::{Game, Settings};

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
        let words = Words::new(Language::En);
        let look = Look { signs: true, ..Look::default() };
        let mut output = Vec::new();
        let terminal = Terminal::typed("?\n1\n0\n5\nada\n9.9\n2.2\nt\nq\n", &mut output, look);
        let kinds = vec![SeatKind::Human, SeatKind::Bot(crate::players::Kind::Random)];
        let mut session = Session::new(Play::new(&game, 7), kinds, 7, &words, terminal, None);
        let ending = session.run().expect("memory can be written");
        assert!(matches!(ending, Ending::Left));
        drop(session);
        snapshot("card_then_cell", &String::from_utf8(output).expect("letters"));
    }

    /// The first file takes no more than a part of the game: the person who plays names another
    /// one, and goes on.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_game_is_kept_elsewhere_when_its_disk_is_full() {
        use super::super::keep::RecordFile;
        use crate::record::{About, read, verify};
        let game = Game::from_strings(&[("field.yaml", FIELD)], &Settings::default())
            .expect("a game without errors");
        let words = Words::new(Language::En);
        let folder = tempfile::tempdir().expect("a folder");
        let other = folder.path().join("other.jsonl");
        let typed = format!("\n{}\n{}\nq\n", folder.path().display(), other.display());
        let mut output = Vec::new();
        let terminal = Terminal::typed(&typed, &mut output, Look::default());
        let kinds = vec![SeatKind::Human, SeatKind::Bot(crate::players::Kind::Random)];
        let play = Play::new(&game, 7);
        let about = About { seats: vec!["human".into(), "random".into()], ..About::default() };
        let first = folder.path().join("first.jsonl");
        let file = std::fs::File::create(&first).expect("a file");
        let keeper = Keeper::begin(RecordFile { path: first, file }, &play, &about)
            .expect("room for the beginning");
        let keeper = keeper.on_a_full_disk();
        let mut session = Session::new(play, kinds, 7, &words, terminal, Some(keeper));
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
        let words = Words::new(Language::En);
        let mut output = Vec::new();
        let terminal = Terminal::typed(
            "\n2\n1\n1\n2\n5\n\n1\n1\n1\n3\n1\n\n3\n\n3\n",
            &mut output,
            Look::default(),
        );
        let kinds = vec![SeatKind::Human, SeatKind::Human];
        let mut session = Session::new(Play::new(&game, 7), kinds, 7, &words, terminal, None);
        session.run().expect("memory can be written");
        drop(session);
        snapshot("said_aloud", &String::from_utf8(output).expect("letters"));
    }
}
