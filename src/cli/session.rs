//! One game with people at the terminal: shows, tells, asks, and keeps the record, until it is over or somebody leaves.

use super::keep::Keeper;
use super::names::Names;
use super::prompt::{self, Answer, Shown};
use super::settings::SeatKind;
use super::story::{self, Telling};
use super::table;
use super::terminal::Terminal;
use super::view::View;
use super::words::Words;
use crate::game::{Decision, Entry, Offer, Play, Refused};
use crate::players::{Kind, Stuck};
use crate::runner::{self, Player};
use crate::value::Seat;
use crate::vm::{Chosen, Fault, Generator};
use std::io;

/// How a session came to its end.
pub enum Ending {
    Over,
    /// Somebody left, or there were no more lines.
    Left,
    Fault(Fault),
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
    /// Who sits before the terminal.
    at: Option<Seat>,
    /// Who plays at the other seats.
    bots: Vec<Option<Box<dyn Player>>>,
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
        let bots = bots(&play, &kinds, seed);
        Session { play, kinds, seed, words, terminal, record, told, at: None, bots }
    }

    /// Plays on to the end of the game or of the session.
    pub fn run(&mut self) -> io::Result<Ending> {
        loop {
            self.keep()?;
            if let Some(fault) = self.play.fault().cloned() {
                return Ok(Ending::Fault(fault));
            }
            let pending = self.play.pending();
            let Some(&first) = pending.first() else { return Ok(Ending::Over) };
            let bot = pending.iter().copied().find(|seat| self.kinds[*seat as usize] != SeatKind::Human);
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

    fn keep(&mut self) -> io::Result<()> {
        match &mut self.record {
            Some(record) => record.keep(&self.play),
            None => Ok(()),
        }
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
    fn ask(&mut self, seat: Seat) -> io::Result<Option<usize>> {
        let Some(decision) = self.play.decision(seat) else { return Ok(None) };
        if self.at != Some(seat) && !self.hand_over(seat)? {
            return Ok(None);
        }
        if !is_step(&decision, self.play.log()) {
            self.tell(seat)?;
            self.show_table(seat)?;
        }
        let options = self.options(seat, &decision);
        self.offer(seat, &decision, &options)?;
        loop {
            let Some(answer) = self.terminal.ask("> ")? else { return Ok(None) };
            match self.answer(seat, &decision, &options, &answer)? {
                Asked::Chosen(option) => return Ok(Some(option)),
                Asked::Again => {}
                Asked::Leave => return Ok(None),
            }
        }
    }

    fn answer(&mut self, seat: Seat, decision: &Decision, options: &[Shown], answer: &str) -> io::Result<Asked> {
        match answer {
            "" => {}
            "q" | "Q" => return Ok(Asked::Leave),
            "t" | "T" => {
                self.show_table(seat)?;
                self.offer(seat, decision, options)?;
            }
            "?" => self.help(seat, decision)?,
            _ => match prompt::find(answer, options) {
                Answer::Option(option) => return Ok(Asked::Chosen(option)),
                Answer::Many(several) => self.which(&several, options)?,
                Answer::Nothing => self.refuse(seat, decision, answer)?,
            },
        }
        Ok(Asked::Again)
    }

    fn which(&mut self, several: &[usize], options: &[Shown]) -> io::Result<()> {
        let list: Vec<String> = several.iter().map(|&i| format!("{} {}", i + 1, options[i].text)).collect();
        self.say("which-one", &[("options", list.join(", ").into())])
    }

    /// Why this cannot be chosen, if the rules have a word on it; else what can be answered.
    fn refuse(&mut self, seat: Seat, decision: &Decision, answer: &str) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let meant = prompt::meant(&names, decision, answer);
        // Only the game's own sentences are for players; what the runtime says of a label is for programs.
        let of_rules = |why: &String| names.program.sentences.contains(why);
        let why = meant.iter().filter_map(|label| self.play.why_not(seat, label)).find(of_rules);
        match why.map(|why| names.text(&why)) {
            Some(why) => self.say("not-legal", &[("why", why.into())]),
            None => {
                let n = decision.options.len();
                self.say("no-such-option", &[("answer", answer.into()), ("n", n.into())])
            }
        }
    }

    // ---- showing

    pub fn names(&self) -> Names<'_> {
        Names::new(self.play.game().program(), self.words, self.terminal.look)
    }

    pub fn say(&mut self, key: &str, values: &[(&str, fluent_bundle::FluentValue<'_>)]) -> io::Result<()> {
        let text = self.words.with(key, values);
        self.terminal.line(&text)
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
        let names = self.names().for_seat(seat);
        let lines = story::tell(&names, &self.play.log()[self.told[seat as usize]..], Telling::Live);
        self.told[seat as usize] = self.play.log().len();
        self.terminal.line("")?;
        self.terminal.lines(&lines)
    }

    /// What nobody of these has been told yet, for all of them at once.
    pub fn tell_last(&mut self, eyes: u32) -> io::Result<()> {
        let told = self.told.iter().enumerate().filter(|(seat, _)| eyes >> seat & 1 == 1).map(|(_, told)| *told);
        let from = told.max().unwrap_or(0);
        let names = self.for_eyes(eyes);
        let lines = story::tell(&names, &self.play.log()[from..], Telling::Live);
        self.terminal.line("")?;
        self.terminal.lines(&lines)
    }

    fn show_table(&mut self, seat: Seat) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        let lines = table::table(&names, &view, &self.scores(seat));
        self.terminal.line("")?;
        self.terminal.lines(&lines)
    }

    /// The scores that do not depend on anything this seat does not know: equal in all worlds that it thinks possible.
    fn scores(&self, seat: Seat) -> Vec<Option<i32>> {
        let mut generator = Generator::new(self.play.choices());
        let worlds: Vec<Vec<i32>> = (0..WORLDS).map(|_| self.play.determinize(seat, &mut generator).scores()).collect();
        let sure = |(i, score): (usize, i32)| worlds.iter().all(|w| w.get(i) == Some(&score)).then_some(score);
        self.play.scores().into_iter().enumerate().map(sure).collect()
    }

    fn options(&self, seat: Seat, decision: &Decision) -> Vec<Shown> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        decision.options.iter().map(|offer| prompt::shown(&names, &view, offer)).collect()
    }

    fn offer(&mut self, seat: Seat, decision: &Decision, options: &[Shown]) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let program = names.program;
        let known = program.texts.contains_key(&decision.prompt);
        let prompt = if known { names.action(&decision.prompt, &[]) } else { String::new() };
        let key = if known { "your-choice" } else { "your-choice-plain" };
        let mut lines = vec![String::new(), self.words.with(key, &[("prompt", prompt.into())])];
        if let Some(begun) = self.play.observe(seat).committed {
            lines.push(self.words.with("so-far", &[("chosen", names.label(&begun).into())]));
        }
        lines.extend(prompt::list(options, self.terminal.look));
        self.terminal.lines(&lines)
    }

    /// What the choice means: each action with what it asks for, then the keys.
    fn help(&mut self, seat: Seat, decision: &Decision) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let mut lines = prompt::explain(&names, decision);
        lines.push(self.words.say("keys"));
        self.terminal.lines(&lines)
    }
}

/// Behind a seat's last choice, in the log: of a game that is taken up again, what came before has been told.
fn chosen_last(play: &Play, seat: Seat) -> usize {
    let own = |entry: &Entry| matches!(entry, Entry::Choice { seat: other, .. } if *other == seat);
    play.log().iter().rposition(own).map_or(0, |i| i + 1)
}

/// As in a simulation, so that its games can be looked at. A game that is taken up again lets them choose once more what they
/// chose before: only then their chances go on where they were. A program is told of the game as it stands, and no more.
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
        let is_program = matches!(kinds[*seat as usize], SeatKind::Bot(Kind::Exec(_)));
        let bot = bots[*seat as usize].as_mut().filter(|_| !is_program);
        if let (Some(bot), Some(view)) = (bot, runner::View::new(&again, *seat)) {
            let _ = bot.choose(&view);
        }
        let _ = again.apply_label(*seat, label);
    }
    bots
}

/// Worlds that are looked at to see whether a score depends on hidden cards.
const WORLDS: usize = 8;

/// Whether a decision goes on with what this seat has just begun to choose: nothing has happened in between.
fn is_step(decision: &Decision, log: &[Entry]) -> bool {
    let step = |o: &Offer| matches!(o.choice.what, Chosen::Member(_) | Chosen::Enough | Chosen::Further);
    let before = log.iter().rev().find(|entry| !matches!(entry, Entry::Offer { .. }));
    let just_chose = matches!(before, Some(Entry::Choice { seat, .. }) if *seat == decision.seat);
    just_chose && decision.options.iter().any(step)
}
