//! `cardrun replay`: shows a recorded game again, or verifies that every line of it follows the
//! rules.

use crate::cli::args::ReplayArgs;
use crate::cli::fullscreen;
use crate::cli::fullscreen::rerun::Rerun;
use crate::cli::fullscreen::terminal::FullTerminal;
use crate::cli::host::terminal::Terminal;
use crate::cli::host::{Done, Failure, put, tell, written};
use crate::cli::report::places;
use crate::cli::screen::{Pen, story, table};
use crate::cli::session::advising::explained;
use crate::cli::session::ending::{draw_fault, outcome_lines};
use crate::cli::session::retold;
use crate::cli::setup::recorded::{Recorded, differs, dropped, open, renamed};
use crate::cli::text::{Messages, TermStyle, spelt_path};
use crate::game::{Eyes, Play};
use crate::record::{self, End, Line, redact_record, replay, verify};
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Past, View};
use std::io;
use std::path::Path;

pub(crate) fn run(args: &ReplayArgs, messages: &Messages) -> Done {
    let place = args.against.as_deref().or(args.game.as_deref());
    let recorded = open(&args.record, place, messages)?;
    if args.against.is_some() {
        return run_against(recorded, messages);
    }
    if args.verify {
        return run_verify(&args.record, &recorded, messages);
    }
    let seat = seat(args.as_seat, recorded.game.program().seats, messages)?;
    let end = replay(&recorded.game, &recorded.record).map_err(|difference| {
        Failure::Usage(differs(&args.record, &recorded, &difference, messages))
    })?;
    if args.explain {
        return explain(&end, args.lines, messages);
    }
    if args.lines {
        let Recorded { record, game, .. } = &recorded;
        let lines = match seat {
            None => record.file_lines().to_vec(),
            Some(seat) => redact_record(game, record, seat).map_err(|difference| {
                Failure::Usage(differs(&args.record, &recorded, &difference, messages))
            })?,
        };
        return lines.iter().try_for_each(|line| put(&format!("{line}\n")));
    }
    // How many steps there are must not tell one seat whether others had a choice.
    let end = if seat.is_some() { end.asking_all() } else { end };
    if !args.plain && !args.step && fullscreen::terminal::is_fit() {
        let _ = ctrlc::set_handler(|| {
            fullscreen::terminal::give_back();
            std::process::exit(0);
        });
        let run = |stage| {
            let style = FullTerminal::style();
            Rerun::new(Box::new(stage), messages, style, &end, seat).run()
        };
        written(FullTerminal::take().and_then(run))?;
    } else {
        let mut show = Show { messages, terminal: Terminal::standard(), seat, step: args.step };
        written(show.all(&end))?;
    }
    match end.fault() {
        Some(fault) => {
            let style = TermStyle::of_errors();
            tell(&draw_fault(&recorded.game, fault, &recorded.file, style, messages));
            Err(Failure::Rules)
        }
        None => Ok(()),
    }
}

/// Tells what happened in a game, event by event, with the line of the rules that did it: in words,
/// or as lines of its record with their places.
fn explain(end: &Play, as_lines: bool, messages: &Messages) -> Done {
    if as_lines {
        return explained_lines(end).iter().try_for_each(|line| put(&format!("{line}\n")));
    }
    let (lexicon, past) = (messages.lexicon(), &Past::default());
    let looking =
        Looking { play: end, lexicon, eyes: Eyes::All, past, narration: Narration::Again };
    let lines = explained(&looking, 0, true, TermStyle::of_output());
    lines.iter().try_for_each(|line| put(&format!("{line}\n")))
}

/// The lines of a record, each with `at`, the place in the rules that it comes from, where it comes
/// from one.
fn explained_lines(play: &Play) -> Vec<String> {
    let sources = &play.game().program().sources;
    let line = |(entry, line): (usize, Line)| {
        let mut value = serde_json::to_value(line).unwrap_or_default();
        let place = play.place(entry).map(|span| places::of(sources, span));
        if let (Some(fields), Some(place)) = (value.as_object_mut(), place) {
            fields.insert("at".into(), serde_json::to_value(place).unwrap_or_default());
        }
        value.to_string()
    };
    record::told(play).map(line).collect()
}

fn run_verify(path: &Path, recorded: &Recorded, messages: &Messages) -> Done {
    match verify(&recorded.game, &recorded.record) {
        Ok(verified) => {
            let key = if verified.complete { "verified" } else { "verified-so-far" };
            let values = [
                ("path", spelt_path(path).into()),
                ("lines", verified.lines.into()),
                ("choices", recorded.record.choices().into()),
                ("unchecked", verified.unchecked.into()),
            ];
            put(&(messages.with(key, &values) + "\n"))?;
            if verified.unchecked > 0 {
                let count = [("n", verified.unchecked.into())];
                put(&(messages.with("verified-unchecked", &count) + "\n"))?;
            }
            let header = &recorded.record.header;
            // What the record alone says can be anything.
            let said = [
                (header.position.is_some(), "verified-position"),
                (header.recorded_chance, "verified-chance"),
            ];
            let said = said.into_iter().filter(|(is_said, _)| *is_said);
            said.map(|(_, key)| messages.say(key) + "\n").try_for_each(|line| put(&line))
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
fn run_against(mut recorded: Recorded, messages: &Messages) -> Done {
    if let Some(told) = dropped(&recorded, messages) {
        put(&(told + "\n"))?;
    }
    let (retold, all) = recorded.record.retell(&recorded.game, None);
    for told in renamed(&all, |_| true, messages) {
        put(&(told + "\n"))?;
    }
    let (here, there) = (&recorded.game.program().id, &recorded.record.header.game);
    if here != there {
        let values = [("here", here.clone().into()), ("there", there.clone().into())];
        put(&(messages.with("against-other", &values) + "\n"))?;
    }
    put(&retold::text(&retold, &recorded.file, TermStyle::of_output(), messages))?;
    if retold.end == End::Same { Ok(()) } else { Err(Failure::Told) }
}

fn seat(asked: Option<u8>, seats: u8, messages: &Messages) -> Result<Option<Seat>, Failure> {
    let Some(n) = asked else { return Ok(None) };
    match Seat::from_shown(n).filter(|_| n <= seats) {
        Some(seat) => Ok(Some(seat)),
        None => Err(Failure::Usage(
            messages.with("no-seat", &[("n", n.into()), ("seats", seats.into())]),
        )),
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
        let (mut told, mut shown) = (0, Ok(true));
        let step = self.step;
        let play = end.retraced(end.log().len(), |play, chooser| {
            let past = Past::told(told);
            let is_step = || view::is_step(&self.looking(play, &past), chooser);
            if step && matches!(shown, Ok(true)) && is_step() {
                shown = self.step(play, &mut told);
            }
        });
        if !shown? {
            return Ok(());
        }
        self.tell(&play, &mut told)?;
        self.table(&play)?;
        self.end(&play)
    }

    /// Shows the game before a choice, and waits. False where somebody has seen enough.
    fn step(&mut self, play: &Play, told: &mut usize) -> io::Result<bool> {
        self.tell(play, told)?;
        self.table(play)?;
        Ok(!self.terminal.typed || self.terminal.ask(&self.messages.say("step"))?.is_some())
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
        let entries = view::told_so_far(play);
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
