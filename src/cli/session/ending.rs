//! The first and the last words of a session: who plays, how it ended, where the record lies and
//! how to go on.

use super::asking::has_changed;
use super::command::{Command, Obeyed};
use super::desk::{Asked, Beside, Ended};
use super::{Put, Session};
use crate::cli::host::files::GameFile;
use crate::cli::host::tell;
use crate::cli::report::diagnostics;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle, pad, width, wrap};
use crate::game::{Entry, Game};
use crate::players::Kind;
use crate::value::Seat;
use crate::view::{self, Over, Part, Phrase, Player, View, capital};
use crate::vm::Fault;
use std::io;

impl Session<'_> {
    /// What is played, by whom, and with which seed; where several play at this terminal without
    /// that, as it tells all hands.
    pub(crate) fn greet(&mut self) -> io::Result<()> {
        let style = self.desk.style();
        let greeting = view::greeting(self.play.game().program(), self.messages.lexicon());
        let kind = |kind: &SeatKind| match kind {
            SeatKind::Human => self.messages.say("kind-human"),
            SeatKind::Bot(Kind::Random) => self.messages.say("kind-random"),
            SeatKind::Bot(kind) => {
                self.messages.with("kind-bot", &[("name", kind.to_string().into())])
            }
        };
        let seats = self.kinds.iter().enumerate();
        let seats = seats
            .map(|(seat, k)| format!("{} {}", self.player(Seat::new(seat)), kind(k)))
            .collect::<Vec<_>>();
        let values = [("seats", seats.join(", ").into()), ("seed", self.seed.to_string().into())];
        let key = if self.humans().len() > 1 { "greeting-shared" } else { "greeting" };
        let title = style.bold(&greeting.title);
        let line = format!("{title} - {}", self.messages.with(key, &values));
        let mut lines = Vec::new();
        lines.extend(self.recording.refused.iter().flat_map(|why| wrap(why, style.columns)));
        lines.extend(wrap(&line, style.columns));
        let settings = greeting.settings.map(|settings| style.phrase(&settings));
        lines.extend(settings.iter().flat_map(|settings| wrap(settings, style.columns)));
        self.desk.lines(&lines)
    }

    /// `player 2`
    pub(super) fn player(&self, seat: Seat) -> String {
        self.messages.with("player", &[("n", seat.shown().into())])
    }

    /// Why a player that is no person can play no further.
    pub(crate) fn say_stuck(&mut self, seat: Seat, why: &str) -> io::Result<()> {
        let who = self.player(seat);
        self.say("stuck", &[("who", who.into()), ("why", why.into())])
    }

    /// Tells what is left to tell and how the game ended, or that it waits for rules that do not
    /// fail, and does what is wanted then. Gives true when nothing more is.
    pub(super) fn is_left(&mut self) -> io::Result<bool> {
        let stays = self.edited.is_some() || self.rehearsal && !self.humans().is_empty();
        match self.tell_end(stays)? {
            Asked::Option(_) | Asked::Leaves => return Ok(true),
            Asked::Edited => {
                self.reload()?;
                // A fault that is still there has been told.
                self.at_desk.stands = self.play.fault().map(|_| Put::End);
            }
            Asked::Says(command) => {
                let stays = self.obey_then(&command)? == Obeyed::Stays;
                self.at_desk.stands = stays.then_some(Put::End);
            }
        }
        Ok(false)
    }

    /// Tells how the game ended, and waits for what is wanted then where it `stays`.
    pub(super) fn tell_end(&mut self, stays: bool) -> io::Result<Asked> {
        let again = std::mem::take(&mut self.at_desk.stands) == Some(Put::End);
        let people = self.humans().len();
        if people > 1 && !again {
            self.desk.clear()?;
            self.at_desk.seat = None;
            self.tell_news(self.humans())?;
        }
        let view = self.look_on();
        if !again {
            self.desk.tell(&view)?;
            self.past.iter_mut().for_each(|past| *past = view.past.clone());
            // Several people are shown what all of them know.
            if people > 0 {
                self.desk.show(&view)?;
            }
            self.tell_numbers()?;
        }
        let edited = has_changed(&mut self.edited);
        let beside = Beside { edited, counting: self.counting.as_ref() };
        self.desk.end(&mut Ended { view: &view, again, stays, beside })
    }

    /// Carries out what is said when the game is over. Nothing can be chosen any more; and where
    /// several people sit at the desk, nobody's own sight is shown to all.
    fn obey_then(&mut self, command: &Command) -> io::Result<Obeyed> {
        let seat = self.chose_last();
        let alone = self.humans().len() < 2;
        match command {
            Command::Back(None) | Command::Explain | Command::Score | Command::Reveal if !alone => {
                self.say("ended-several", &[]).map(|()| Obeyed::Stays)
            }
            Command::Hint | Command::Why(_) | Command::As(_) | Command::Chance(_) => {
                self.say("ended-nothing", &[]).map(|()| Obeyed::Stays)
            }
            command => self.obey(seat, command),
        }
    }

    /// The one of the people at the desk who chose last; the first seat where nobody did.
    fn chose_last(&self) -> Seat {
        let people = self.humans();
        let chosen = self.play.log().iter().rev().filter_map(Entry::step).map(|(seat, _)| seat);
        chosen
            .into_iter()
            .find(|seat| people.contains(*seat))
            .or(people.lowest())
            .unwrap_or(Seat::FIRST)
    }

    /// Where the record of a game lies that is over.
    pub(crate) fn say_where_it_lies(&mut self) -> io::Result<()> {
        self.say_where("record-lies")
    }

    /// What was played is not all kept.
    pub(crate) fn say_unkept(&mut self) -> io::Result<()> {
        self.say_where("record-unkept")
    }

    /// How to go on with the game. A record that was begun for nothing is taken away.
    pub(crate) fn say_how_to_resume(&mut self) -> io::Result<()> {
        match self.recording.forget_unchosen() {
            true => self.say("resume-unchosen", &[]),
            false => self.say_where("resume"),
        }
    }

    fn say_where(&mut self, key: &str) -> io::Result<()> {
        let (Some(path), Some(typed)) = (self.recording.path(), self.recording.typed()) else {
            return Ok(());
        };
        // In one line: a command is there to be copied.
        let values = [("path", path.into()), ("typed", typed.into())];
        let text = self.messages.with(key, &values);
        self.desk.lines(&[text])
    }

    /// What went wrong in the rules, and where.
    pub(crate) fn say_fault(&mut self, fault: &Fault, file: &GameFile) -> io::Result<()> {
        let style = TermStyle::of_errors();
        tell(&draw_fault(self.play.game(), fault, file, style, self.messages));
        self.say_where("record-of-fault")
    }
}

pub(crate) fn draw_fault(
    game: &Game,
    fault: &Fault,
    file: &GameFile,
    style: TermStyle,
    messages: &Messages,
) -> String {
    let problem = diagnostics::fault(game, fault, messages);
    diagnostics::diagnostic(&problem, &game.program().sources, file, style, messages)
}

/// What the scores are made of, a column for each of these players; a line for each part where all
/// have the same, or where there is no room for columns.
pub(crate) fn score_table(players: &[Phrase], parts: &[Part], style: TermStyle) -> Vec<String> {
    let drawn = |phrase: &Phrase| capital(&style.phrase(phrase));
    let heads: Vec<String> = players.iter().map(drawn).collect();
    let names: Vec<String> = parts.iter().map(|part| drawn(&part.text)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let (lead, column) = (widest(&names), widest(&heads) + 2);
    if players.is_empty() || 2 + lead + column * heads.len() > style.columns {
        return parts.iter().map(|part| format!("  {}", style.phrase(&part.told))).collect();
    }
    let row = |name: &str, cells: &[String]| {
        let cell = |cell: &String| format!("{}{cell}", " ".repeat(column - width(cell)));
        format!("  {}{}", pad(name, lead), cells.iter().map(cell).collect::<String>())
    };
    let number = |score: &Option<i32>| score.map_or_else(|| "?".to_owned(), |n| n.to_string());
    let numbers = |part: &Part| part.scores.iter().map(number).collect::<Vec<String>>();
    let head = (!parts.is_empty()).then(|| row("", &heads));
    let parts = names.iter().zip(parts).map(|(name, part)| row(name, &numbers(part)));
    head.into_iter().chain(parts).collect()
}

/// The scores themselves as a row below their parts, called so; `None` where nothing is counted.
pub(crate) fn total(view: &View, text: String, style: TermStyle) -> Option<Part> {
    let seats = if view.cooperative { 1 } else { view.players.len() };
    let scores: Vec<Option<i32>> =
        view.players.iter().take(seats).map(|player| player.score).collect();
    if scores.iter().all(Option::is_none) {
        return None;
    }
    let of_player = |player: &Player| {
        let score = player.score.map_or("?".into(), |score| score.to_string());
        if view.cooperative { score } else { format!("{} {score}", style.phrase(&player.name)) }
    };
    let list: Vec<String> = view.players.iter().take(seats).map(of_player).collect();
    let told = format!("{text}: {}", list.join(", ")).into();
    Some(Part { name: None, text: text.into(), scores, told })
}

/// Who won, with which scores, and why the game ended.
pub(crate) fn outcome_lines(over: &Over, style: TermStyle) -> Vec<String> {
    let mut lines = vec![style.bold(&style.phrase(&over.verdict))];
    lines.extend(over.tally.iter().map(|tally| style.phrase(tally)));
    lines.extend(score_table(&over.players, &over.parts, style));
    lines.extend(over.reason.iter().map(|reason| style.phrase(reason)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str, scores: [Option<i32>; 2]) -> Part {
        let told = format!("{text}: …").into();
        Part { name: None, text: text.into(), scores: scores.to_vec(), told }
    }

    #[test]
    fn parts_of_scores_stand_below_their_players() {
        let players = ["you".into(), "player 2".into()];
        let parts = [part("jokers", [Some(15), Some(-3)]), part("points", [Some(0), None])];
        let style = TermStyle { columns: 40, ..TermStyle::default() };
        assert_eq!(
            score_table(&players, &parts, style),
            [
                "               You  Player 2",
                "  Jokers        15        -3",
                "  Points         0         ?",
            ]
        );
        let narrow = TermStyle { columns: 20, ..style };
        assert_eq!(score_table(&players, &parts, narrow), ["  jokers: ...", "  points: ..."]);
        assert_eq!(score_table(&[], &parts, style), ["  jokers: ...", "  points: ..."]);
        assert_eq!(score_table(&players, &[], style), Vec::<String>::new());
    }
}
