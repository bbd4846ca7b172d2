//! `cardrun replay`: shows a recorded game again, or verifies that every line of it follows the
//! rules.

use crate::cli::args::ReplayArgs;
use crate::cli::host::terminal::Terminal;
use crate::cli::host::{Done, Failure, put, tell, written};
use crate::cli::screen::{Pen, story, table};
use crate::cli::session::ending::{draw_fault, outcome_lines};
use crate::cli::session::retold;
use crate::cli::setup::recorded::{Recorded, differs, open};
use crate::cli::text::{Messages, TermStyle};
use crate::game::{Entry, Eyes, Play};
use crate::record::{End, against, redact, replay, verify};
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Past, View};
use std::io;
use std::path::Path;

pub fn run(args: &ReplayArgs, messages: &Messages) -> Done {
    let place = args.against.as_deref().or(args.game.as_deref());
    let recorded = open(&args.record, place, messages)?;
    if args.against.is_some() {
        return run_against(&recorded, messages);
    }
    if args.verify {
        return run_verify(&args.record, &recorded, messages);
    }
    let seat = seat(args.as_seat, recorded.game.program().seats, messages)?;
    let end = replay(&recorded.game, &recorded.record).map_err(|difference| {
        Failure::Usage(differs(&args.record, &recorded, &difference, messages))
    })?;
    if args.lines {
        let Recorded { record, .. } = recorded;
        let about = record.about();
        let lines = seat.map_or(record.lines, |seat| redact(&end, &about, seat));
        return lines.iter().try_for_each(|line| put(&format!("{line}\n")));
    }
    let mut show = Show { messages, terminal: Terminal::standard(), seat, step: args.step };
    written(show.all(&end))?;
    match end.fault() {
        Some(fault) => {
            tell(&draw_fault(&recorded.game, fault, &recorded.file, TermStyle::of_errors()));
            Err(Failure::Rules)
        }
        None => Ok(()),
    }
}

fn run_verify(path: &Path, recorded: &Recorded, messages: &Messages) -> Done {
    match verify(&recorded.game, &recorded.record) {
        Ok(verified) => {
            let key = if verified.complete { "verified" } else { "verified-so-far" };
            let values = [
                ("path", path.display().to_string().into()),
                ("lines", verified.lines.into()),
                ("choices", verified.choices.into()),
            ];
            put(&(messages.with(key, &values) + "\n"))
        }
        Err(difference) => {
            tell(&format!(
                "{} {}\n",
                messages.say("error"),
                differs(path, recorded, &difference, messages)
            ));
            Err(Failure::Told)
        }
    }
}

/// Says how far the choices of a record go in rules that may have changed since.
fn run_against(recorded: &Recorded, messages: &Messages) -> Done {
    let retold = against(&recorded.game, &recorded.record, usize::MAX);
    put(&retold::text(&retold, &recorded.file, TermStyle::of_output(), messages))?;
    match retold.end {
        End::Same => Ok(()),
        _ => Err(Failure::Told),
    }
}

fn seat(asked: Option<u8>, seats: u8, messages: &Messages) -> Result<Option<Seat>, Failure> {
    match asked {
        Some(n) if n == 0 || n > seats => Err(Failure::Usage(
            messages.with("no-seat", &[("n", n.into()), ("seats", seats.into())]),
        )),
        asked => Ok(asked.map(|n| n - 1)),
    }
}

struct Show<'a> {
    messages: &'a Messages,
    terminal: Terminal<'static>,
    seat: Option<Seat>,
    step: bool,
}

impl Show<'_> {
    /// Plays the choices of a finished play again, and tells of each.
    fn all(&mut self, end: &Play) -> io::Result<()> {
        let mut play = Play::new(end.game(), end.seed().unwrap_or_default());
        let mut told = 0;
        for entry in end.log() {
            let Entry::Choice { seat, label, .. } = entry else { continue };
            if self.step {
                self.tell(&play, &mut told)?;
                self.table(&play)?;
                if self.terminal.typed && self.terminal.ask(&self.messages.say("step"))?.is_none() {
                    return Ok(());
                }
            }
            // The record has been replayed: what it says can be chosen.
            let _ = play.apply_label(*seat, label);
        }
        self.tell(&play, &mut told)?;
        self.table(&play)?;
        self.end(&play)
    }

    /// Looks at a play after what has been `told` of it.
    fn looking<'p>(&'p self, play: &'p Play, past: &'p Past) -> Looking<'p> {
        let eyes = self.seat.map_or(Eyes::All, Eyes::Seat);
        let lexicon = self.messages.lexicon();
        Looking { play, lexicon, eyes, past, narration: Narration::Again }
    }

    fn view(&self, play: &Play) -> View {
        View::of(&self.looking(play, &Past::told(play.log().len())))
    }

    fn tell(&mut self, play: &Play, told: &mut usize) -> io::Result<()> {
        let entries = play.log().len();
        let story = view::story(&self.looking(play, &Past::told(*told)), entries);
        *told = entries;
        self.terminal.lines(&story::lines(self.terminal.style, &story))
    }

    fn table(&mut self, play: &Play) -> io::Result<()> {
        let (view, style) = (self.view(play), self.terminal.style);
        let lines = table::table(Pen { view: &view, messages: self.messages, style });
        self.terminal.line("")?;
        self.terminal.lines(&lines)
    }

    fn end(&mut self, play: &Play) -> io::Result<()> {
        let lines = match self.view(play).over {
            Some(over) => outcome_lines(&over, self.terminal.style),
            None if play.fault().is_none() => vec![self.messages.say("record-ends")],
            None => Vec::new(),
        };
        self.terminal.line("")?;
        self.terminal.lines(&lines)
    }
}
