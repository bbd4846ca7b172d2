//! A session at the whole screen.

use super::canvas::SpotKey;
use super::choice::{Choice, Entry, EntryKind, Pick, Wanted, enough, next_member};
use super::draw::{Sight, draw};
use super::ink::put;
use super::keys::{self, End, Pace, Sheet, Step};
use super::motion;
use super::sheets;
use super::stage::{Stage, Waited};
use super::state::{Drawn, Focus, Pane, State};
use super::story::Stories;
use crate::cli::host::terminal::Terminal;
use crate::cli::screen::Pen;
use crate::cli::session::command::Command;
use crate::cli::session::desk::{Asked, Asking, Desk};
use crate::cli::session::ending::outcome_lines;
use crate::cli::session::question::{Found, Question};
use crate::cli::text::{Messages, TermStyle, wrap};
use crate::value::Seat;
use crate::view::{Menu, View};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// How long an event is waited for before something else is looked after.
const PATIENCE: Duration = Duration::from_millis(150);

/// Pauses behind the choices of bots where nobody plays, from slow to fast.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(3_000),
    Duration::from_millis(1_500),
    Duration::from_millis(800),
    Duration::from_millis(300),
    Duration::from_millis(80),
    Duration::ZERO,
];

/// The pause at first.
const PACE: usize = 2;

/// Lines that are said at once and belong to the story.
const MOST_TOLD: usize = 3;

/// Looks at a bot that thinks before the sign of life changes.
const LIFE: usize = 3;

/// The whole screen of a terminal, or of what stands in for one.
pub struct Full<'a> {
    stage: Box<dyn Stage + 'a>,
    messages: &'a Messages,
    style: TermStyle,
    /// Cards fly.
    motion: bool,
    state: State,
    stories: Stories,
    /// What was shown last, and how.
    shown: Option<(View, Drawn)>,
    /// What has been said since somebody was asked last.
    said: Vec<String>,
    /// Somebody has been asked.
    begun: bool,
    /// What is shown next stands elsewhere than what was shown: nothing flies there.
    still: bool,
    /// Events that came while nobody was asked.
    waiting: VecDeque<Event>,
    /// The decision as it was left, where it is asked once more.
    choice: Option<Choice>,
    /// Members that are picked and not chosen yet, and whose they are.
    picked: Option<(Seat, Vec<Pick>)>,
    /// Somebody wants to leave.
    leaves: bool,
    /// From where somebody looks on.
    watched: Option<Seat>,
    pace: usize,
    pauses: bool,
    /// How often somebody who thinks has been looked at.
    thought: usize,
    /// Where lines go once the screen is given back.
    after: Option<Terminal<'static>>,
}

/// Gives a session a whole screen.
pub fn full<'a>(
    stage: Box<dyn Stage + 'a>,
    messages: &'a Messages,
    style: TermStyle,
    motion: bool,
) -> Full<'a> {
    Full {
        stage,
        messages,
        style,
        motion,
        state: State::default(),
        stories: Stories::default(),
        shown: None,
        said: Vec::new(),
        begun: false,
        still: false,
        waiting: VecDeque::new(),
        choice: None,
        picked: None,
        leaves: false,
        watched: None,
        pace: PACE,
        pauses: false,
        thought: 0,
        after: None,
    }
}

impl Desk for Full<'_> {
    fn style(&self) -> TermStyle {
        match &self.after {
            Some(terminal) => terminal.style,
            None => TermStyle { columns: self.style.columns.saturating_sub(4), ..self.style },
        }
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        match &mut self.after {
            Some(terminal) => terminal.lines(lines),
            None => {
                // What is looked up is no part of the story.
                if lines.len() <= MOST_TOLD {
                    self.stories.add(self.shown.as_ref().map(|(view, _)| view), lines);
                }
                self.said.extend_from_slice(lines);
                Ok(())
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        match &mut self.after {
            Some(terminal) => terminal.wrapped(text),
            None => self.lines(&[text.to_owned()]),
        }
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if let Some(terminal) = &mut self.after {
            return terminal.ask(prompt);
        }
        let said = std::mem::take(&mut self.said);
        let mut text = String::new();
        loop {
            self.show_question(&said, prompt, &text)?;
            match self.next_key()? {
                None => return Ok(None),
                Some(KeyCode::Enter) => return Ok(Some(text)),
                Some(KeyCode::Backspace) => drop(text.pop()),
                Some(KeyCode::Esc) => text.clear(),
                Some(KeyCode::Char(letter)) => text.push(letter),
                Some(_) => {}
            }
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        self.stands_anew();
        self.shown = None;
        self.said.clear();
        self.choice = None;
        self.state = State::default();
        let area = self.area()?;
        self.stage.show(&Buffer::empty(area), None)
    }

    fn tell(&mut self, view: &View) -> io::Result<()> {
        let pen = Pen { view, messages: self.messages, style: self.style };
        self.stories.tell(pen);
        Ok(())
    }

    fn show(&mut self, view: &View) -> io::Result<()> {
        self.fly(view)
    }

    fn stands_anew(&mut self) {
        self.still = true;
        self.picked = None;
    }

    fn choose(&mut self, asking: &mut Asking<'_>) -> io::Result<Asked> {
        if let Some(option) = self.next_picked(asking) {
            return Ok(Asked::Option(option));
        }
        let mut choice = match self.choice.take().filter(|_| asking.again) {
            Some(choice) => choice,
            None => {
                self.begin();
                Choice::new(asking.menu.clone(), self.style)
            }
        };
        self.tell_said();
        if self.leaves {
            return Ok(Asked::Leaves);
        }
        let asked = self.answers(asking, &mut choice);
        self.choice = Some(choice);
        asked
    }

    fn follows(&self) -> bool {
        self.after.is_none()
    }

    fn follow(&mut self, view: &View) -> io::Result<()> {
        let pen = Pen { view, messages: self.messages, style: self.style };
        self.stories.follow(pen);
        self.fly(view)?;
        let drawn = self.paint(view, None, None)?;
        self.shown = Some((view.clone(), drawn));
        // Where somebody plays, what is told is read when that person chooses.
        if view.seat.is_some() && self.watched.is_none() { Ok(()) } else { self.look_on() }
    }

    fn thinks(&mut self, seat: Seat) -> io::Result<()> {
        self.thought += 1;
        let mut changed = self.thought.is_multiple_of(LIFE);
        while let Waited::Event(event) = self.stage.wait(Duration::ZERO)? {
            changed |= matches!(event, Event::Resize(..));
            self.note(event);
        }
        if changed && let Some((view, _)) = self.shown.take() {
            let drawn = self.paint(&view, None, Some((seat + 1, self.thought / LIFE)))?;
            self.shown = Some((view, drawn));
        }
        Ok(())
    }

    fn leaves(&self) -> bool {
        self.leaves
    }

    fn watches(&self) -> Option<Seat> {
        self.watched
    }

    fn close(&mut self, last: Option<&View>) -> io::Result<()> {
        if let (Some(view), false) = (last, self.leaves) {
            self.show_end(view)?;
        }
        self.stage.leave()?;
        self.after = Some(Terminal::standard());
        Ok(())
    }
}

// ---- somebody chooses

impl Full<'_> {
    /// A new decision: nothing of the last one is pointed at any more.
    fn begin(&mut self) {
        let state = &mut self.state;
        let story_back = 0;
        *state = State {
            table_from: state.table_from,
            story_back,
            status: state.status.take(),
            ..State::default()
        };
    }

    /// Reads events until one is a choice, or something else that is wanted.
    fn answers(&mut self, asking: &mut Asking<'_>, choice: &mut Choice) -> io::Result<Asked> {
        let mut drawn = self.drawn(asking.view, Some(choice), None)?;
        if self.state.pointed.is_none()
            && self.state.focus == Focus::Table
            && choice.picks.is_empty()
        {
            keys::first_live(&mut self.state, choice, &drawn);
            drawn = self.drawn(asking.view, Some(choice), None)?;
        }
        self.stage.show(&drawn.picture, drawn.cursor)?;
        self.shown = Some((asking.view.clone(), drawn));
        loop {
            let event = match self.next()? {
                _ if asking.edited() => return Ok(Asked::Edited),
                Waited::Event(event) => event,
                Waited::Nothing => continue,
                Waited::Over => return Ok(Asked::Leaves),
            };
            let Some((_, drawn)) = &self.shown else { return Ok(Asked::Leaves) };
            let step = keys::event(&mut self.state, Some(choice), drawn, &event);
            match self.answer(asking, choice, step) {
                Answer::Asked(asked) => return Ok(asked),
                Answer::Changed => {
                    let drawn = self.paint(asking.view, Some(choice), None)?;
                    self.shown = Some((asking.view.clone(), drawn));
                }
                Answer::Same => {}
            }
        }
    }

    fn answer(&mut self, asking: &mut Asking<'_>, choice: &mut Choice, step: Step) -> Answer {
        match step {
            Step::Same | Step::Pace(_) | Step::Seat => Answer::Same,
            Step::Changed => Answer::Changed,
            Step::Option(option) => chosen(&choice.menu, option),
            Step::Members(picks) => {
                choice.picks.clear();
                self.picked = Some((asking.seat, picks));
                self.next_picked(asking)
                    .map_or(Answer::Changed, |option| Answer::Asked(Asked::Option(option)))
            }
            Step::Vain(key) => {
                self.vain(asking, key);
                Answer::Changed
            }
            Step::Complete => {
                let picked = choice.picks.len();
                let told = self.messages.with("screen-complete", &[("n", picked.into())]);
                self.state.status = Some(told);
                Answer::Changed
            }
            Step::Typed(text) => self.typed(asking, choice, &text),
            Step::Wants(Command::Leave) | Step::Leave => {
                self.leaves = true;
                Answer::Asked(Asked::Leaves)
            }
            Step::Wants(command) => Answer::Asked(Asked::Says(command)),
            Step::Show(sheet) => {
                self.open(asking.view, Some(asking.menu), sheet);
                Answer::Changed
            }
        }
    }

    /// Why nothing can be done with what is pointed at.
    fn vain(&mut self, asking: &Asking<'_>, key: SpotKey) {
        let pen = self.pen(asking.view);
        let names = sheets::names(pen, key);
        let why = names.iter().find_map(|name| asking.why_not(name));
        self.state.status = Some(match why {
            Some(why) => {
                self.messages.with("not-legal", &[("why", self.style.phrase(&why).into())])
            }
            None => self.messages.say("screen-nothing-here"),
        });
    }

    /// What a typed line means: a command, a number of the list, or words of an option.
    fn typed(&mut self, asking: &mut Asking<'_>, choice: &mut Choice, text: &str) -> Answer {
        let text = text.trim();
        let question = Question::new(asking.menu.clone(), self.style, true);
        if let Some(command) = Command::read(text)
            && (command.is_key() || !question.is_called(text))
        {
            match command {
                Command::Leave => {
                    self.leaves = true;
                    return Answer::Asked(Asked::Leaves);
                }
                Command::Table => {}
                Command::Help => self.open(asking.view, Some(asking.menu), Sheet::Help),
                Command::Look(what) => self.look_at(asking.view, &what),
                command => return Answer::Asked(Asked::Says(command)),
            }
            return Answer::Changed;
        }
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let entries = choice.entries(self.style, self.messages);
        if let Some(entry) = number.and_then(|number| entries.get(number)) {
            return self.entry(asking, choice, entry);
        }
        if text.is_empty() {
            return Answer::Changed;
        }
        match question.find(text) {
            Found::Option(option) => {
                let entry =
                    Entry { text: String::new(), options: vec![option], kind: EntryKind::Option };
                return self.entry(asking, choice, &entry);
            }
            Found::Fold(members) => choice.look_into(members),
            Found::Many(several) => {
                let texts = several.iter().take(6).filter_map(|i| question.options.get(*i));
                let list: Vec<&str> = texts.map(|shown| shown.text.as_str()).collect();
                let options = list.join(", ");
                self.state.status =
                    Some(self.messages.with("which-one", &[("options", options.into())]));
            }
            Found::Nothing => {
                let why = asking.why_not(text);
                self.state.status = Some(match why {
                    Some(why) => {
                        self.messages.with("not-legal", &[("why", self.style.phrase(&why).into())])
                    }
                    None => self.messages.with("no-such-option", &[("answer", text.into())]),
                });
            }
        }
        Answer::Changed
    }

    fn entry(&mut self, asking: &Asking<'_>, choice: &mut Choice, entry: &Entry) -> Answer {
        let drawn = self.shown.as_ref().map(|(_, drawn)| drawn);
        let spots: Vec<_> = drawn
            .into_iter()
            .flat_map(|drawn| drawn.spots.iter().map(|(_, spot)| spot.clone()))
            .collect();
        match choice.want_entry(entry, &spots) {
            Wanted::Option(option) => chosen(&choice.menu, option),
            Wanted::Members(picks) => {
                self.picked = Some((asking.seat, picks));
                self.next_picked(asking)
                    .map_or(Answer::Changed, |option| Answer::Asked(Asked::Option(option)))
            }
            Wanted::Picked | Wanted::Full | Wanted::Nothing => Answer::Changed,
        }
    }

    /// Of members that have been picked and confirmed the next one; in the end, that they are all.
    fn next_picked(&mut self, asking: &Asking<'_>) -> Option<usize> {
        let (seat, mut picks) = self.picked.take().filter(|(seat, _)| *seat == asking.seat)?;
        asking.menu.left.as_ref()?;
        if picks.is_empty() {
            return enough(asking.menu).filter(|_| asking.menu.goes_on);
        }
        match next_member(asking.menu, &picks) {
            Some((at, option)) => {
                picks.remove(at);
                self.picked = Some((seat, picks));
                Some(option)
            }
            None => {
                self.state.status = Some(self.messages.say("screen-not-together"));
                None
            }
        }
    }
}

/// What came of an event where somebody chooses.
enum Answer {
    Asked(Asked),
    Changed,
    Same,
}

fn chosen(menu: &Menu, option: usize) -> Answer {
    menu.options
        .get(option)
        .map_or(Answer::Same, |option| Answer::Asked(Asked::Option(option.index)))
}

// ---- somebody looks on

impl Full<'_> {
    /// Lets whoever looks on look for a while, and look elsewhere.
    fn look_on(&mut self) -> io::Result<()> {
        let mut left = PAUSES[self.pace];
        while !self.leaves && (self.pauses || !left.is_zero()) {
            let slice = left.min(PATIENCE).max(Duration::from_millis(1));
            let slice = if self.pauses { PATIENCE } else { slice };
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.stage.wait(slice)? {
                    Waited::Event(event) => event,
                    Waited::Nothing if self.is_reading() => continue,
                    Waited::Nothing => {
                        left = left.saturating_sub(slice);
                        continue;
                    }
                    Waited::Over => return Ok(()),
                },
            };
            let Some((view, drawn)) = self.shown.take() else { return Ok(()) };
            let step = keys::event(&mut self.state, None, &drawn, &event);
            let goes_on = self.looks(&view, step);
            let drawn = self.paint(&view, None, None)?;
            self.shown = Some((view, drawn));
            if goes_on {
                return Ok(());
            }
        }
        while let Some(event) = self.waiting.pop_front() {
            self.note(event);
        }
        Ok(())
    }

    /// Whether something is open over the table that somebody reads.
    fn is_reading(&self) -> bool {
        self.state.pane.is_some() || self.state.input.is_some()
    }

    /// What somebody who looks on wants; true where the game goes on at once.
    fn looks(&mut self, view: &View, step: Step) -> bool {
        match step {
            Step::Leave | Step::Wants(Command::Leave) => {
                self.leaves = true;
                return true;
            }
            Step::Pace(Pace::Pause) => self.pauses = !self.pauses,
            Step::Pace(Pace::Faster) => self.pace = (self.pace + 1).min(PAUSES.len() - 1),
            Step::Pace(Pace::Slower) => self.pace = self.pace.saturating_sub(1),
            Step::Pace(Pace::Step(_)) => return true,
            Step::Seat => {
                self.watched = next_seat(self.watched, view.players.len());
                return true;
            }
            Step::Show(sheet) => self.open(view, None, sheet),
            Step::Typed(text) => match Command::read(text.trim()) {
                Some(Command::Leave) => {
                    self.leaves = true;
                    return true;
                }
                Some(Command::Look(what)) => self.look_at(view, &what),
                Some(_) | None => {
                    self.state.status = Some(self.messages.say("screen-only-watching"))
                }
            },
            Step::Wants(_) => self.state.status = Some(self.messages.say("screen-only-watching")),
            Step::Pace(Pace::Round(_) | Pace::To(End::First | End::Last) | Pace::Share(_))
            | Step::Same
            | Step::Changed
            | Step::Option(_)
            | Step::Members(_)
            | Step::Vain(_)
            | Step::Complete => {}
        }
        false
    }

    /// Keeps an event for whoever is asked next; leaving is noted at once.
    fn note(&mut self, event: Event) {
        let mut state = State::default();
        if let Some((_, drawn)) = &self.shown
            && matches!(
                keys::event(&mut state, None, drawn, &event),
                Step::Leave | Step::Wants(Command::Leave)
            )
        {
            self.leaves = true;
        }
        self.waiting.push_back(event);
    }

    /// Shows how the game ended until a key is pressed that leaves.
    fn show_end(&mut self, view: &View) -> io::Result<()> {
        self.begin();
        self.waiting.clear();
        let over =
            view.over.as_ref().map(|over| outcome_lines(over, self.style)).unwrap_or_default();
        self.stories.add(Some(view), &over);
        let ends = over.first().cloned().unwrap_or_default();
        let status = format!("{ends}  {}", self.messages.say("screen-end"));
        self.state.status = Some(status.clone());
        let mut drawn = self.paint(view, None, None)?;
        loop {
            let event = match self.stage.wait(PATIENCE)? {
                Waited::Event(event) => event,
                Waited::Nothing => continue,
                Waited::Over => return Ok(()),
            };
            let closed = self.state.pane.is_none() && self.state.input.is_none();
            let leaves = closed
                && matches!(&event, Event::Key(key) if matches!(key.code, KeyCode::Enter | KeyCode::Esc));
            let step = keys::event(&mut self.state, None, &drawn, &event);
            if leaves || matches!(step, Step::Leave | Step::Wants(Command::Leave)) {
                return Ok(());
            }
            if let Step::Show(sheet) = step {
                self.open(view, None, sheet);
            }
            self.state.status.get_or_insert_with(|| status.clone());
            drawn = self.paint(view, None, None)?;
        }
    }
}

/// The seat after this one of so many, by turns with that of nobody.
pub fn next_seat(seat: Option<Seat>, seats: usize) -> Option<Seat> {
    let next = seat.map_or(0, |seat| seat + 1);
    (usize::from(next) < seats).then_some(next)
}

// ---- drawn

impl<'a> Full<'a> {
    fn pen<'v>(&'v self, view: &'v View) -> Pen<'v> {
        let columns = self.style.columns.saturating_sub(6);
        Pen { view, messages: self.messages, style: TermStyle { columns, ..self.style } }
    }

    fn area(&mut self) -> io::Result<Rect> {
        let size = self.stage.size()?;
        self.style.columns = usize::from(size.width).max(20);
        Ok(Rect::new(0, 0, size.width.max(1), size.height.max(1)))
    }

    /// The screen of a view.
    fn drawn(
        &mut self,
        view: &View,
        choice: Option<&Choice>,
        thinks: Option<(u8, usize)>,
    ) -> io::Result<Drawn> {
        let area = self.area()?;
        let keys = self.keys(choice);
        let story = self.stories.of(view);
        let pen = Pen { view, messages: self.messages, style: self.style };
        let sight = Sight { pen, state: &self.state, choice, story: &story, thinks, keys: &keys };
        Ok(draw(sight, area.as_size()))
    }

    /// Shows a view.
    fn paint(
        &mut self,
        view: &View,
        choice: Option<&Choice>,
        thinks: Option<(u8, usize)>,
    ) -> io::Result<Drawn> {
        let drawn = self.drawn(view, choice, thinks)?;
        self.stage.show(&drawn.picture, drawn.cursor)?;
        Ok(drawn)
    }

    /// The most useful keys in a line.
    fn keys(&self, choice: Option<&Choice>) -> String {
        match choice {
            Some(choice) if choice.is_subset() => self.messages.say("screen-keys-subset"),
            Some(_) => self.messages.say("screen-keys"),
            None if self.watched.is_some()
                || self.shown.as_ref().is_none_or(|(view, _)| view.seat.is_none()) =>
            {
                let pace = if self.pauses {
                    "‖".to_owned()
                } else {
                    format!("{}/{}", self.pace + 1, PAUSES.len())
                };
                let pace = if self.style.signs { pace } else { pace.replace('‖', "||") };
                self.messages.with("screen-keys-watching", &[("pace", pace.into())])
            }
            None => String::new(),
        }
    }

    /// Lets the cards fly that lie elsewhere in a view than in the one before, unless there is
    /// something else to do.
    fn fly(&mut self, view: &View) -> io::Result<()> {
        let fast = PAUSES[self.pace].is_zero() && self.watched.is_none() && view.seat.is_none();
        let fast = std::mem::take(&mut self.still) || fast;
        if !self.motion || fast {
            return Ok(());
        }
        let Some((before, old)) = self.shown.take() else { return Ok(()) };
        if before.seat != view.seat || !self.waiting.is_empty() {
            return Ok(());
        }
        let drawn = self.drawn(view, None, None)?;
        let pen = Pen { view, messages: self.messages, style: self.style };
        let flights = motion::flights((&before, &old), (pen, &drawn));
        for number in (0..motion::FRAMES).filter(|_| !flights.is_empty()) {
            self.stage.show(&motion::frame(&old.picture, &flights, number), None)?;
            if let Waited::Event(event) = self.stage.wait(motion::FRAME)? {
                self.note(event);
                break;
            }
        }
        self.shown = Some((view.clone(), drawn));
        Ok(())
    }

    /// A question without a table: what has been said, the question, and what is typed.
    fn show_question(&mut self, said: &[String], prompt: &str, text: &str) -> io::Result<()> {
        let area = self.area()?;
        let mut picture = Buffer::empty(area);
        let columns = usize::from(area.width.saturating_sub(8));
        let mut lines: Vec<String> = said.iter().flat_map(|line| wrap(line, columns)).collect();
        lines.push(String::new());
        lines.extend(wrap(prompt, columns));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let top = area.height.saturating_sub(rows) / 2;
        for (y, line) in (top..).zip(&lines) {
            put(&mut picture, (4, y), line, area.width.saturating_sub(8));
        }
        let y = (top + rows).min(area.height - 1);
        let x = put(&mut picture, (4, y), text, area.width.saturating_sub(8));
        self.stage.show(&picture, Some(Position { x: x.min(area.width - 1), y }))
    }

    fn open(&mut self, view: &View, menu: Option<&Menu>, which: Sheet) {
        let story: Vec<String> = self.stories.of(view).into_iter().map(str::to_owned).collect();
        let story: Vec<&str> = story.iter().map(String::as_str).collect();
        let mut pane = sheets::sheet(self.pen(view), menu, &story, which);
        let rows = self.shown.as_ref().map_or(20, |(_, drawn)| drawn.picture.area.height);
        let last = pane.lines.len().saturating_sub(usize::from(rows.saturating_sub(4)));
        pane.from = pane.from.min(last);
        match pane.lines.is_empty() {
            true => self.state.status = Some(self.messages.say("screen-nothing-here")),
            false => self.state.pane = Some(pane),
        }
    }

    fn look_at(&mut self, view: &View, what: &str) {
        let lines = crate::cli::screen::look::look(self.pen(view), what);
        match lines.is_empty() {
            true => {
                let told = self.messages.with("not-in-sight", &[("what", what.into())]);
                self.state.status = Some(told);
            }
            false => {
                let title = self.messages.say("screen-card-title");
                self.state.pane = Some(Pane { title, lines, from: 0 });
            }
        }
    }

    /// Shows what has been said: a word below the table, more in a text over it.
    fn tell_said(&mut self) {
        let said = std::mem::take(&mut self.said);
        let columns = self.style.columns.saturating_sub(6);
        let broken: Vec<String> = said.iter().flat_map(|line| wrap(line, columns)).collect();
        let told = broken.iter().any(|line| !line.is_empty());
        // What greets somebody keeps nobody from the table.
        let greets = !std::mem::replace(&mut self.begun, true);
        match broken.len() {
            _ if !told => {}
            3.. if greets => self.state.status = broken.first().cloned(),
            1..=2 => self.state.status = Some(broken.join(" ")),
            _ => {
                let keep = said.into_iter().skip_while(String::is_empty).collect();
                let title = self.messages.say("screen-said-title");
                self.state.pane = Some(Pane { title, lines: keep, from: 0 });
            }
        }
    }

    // ---- events

    fn next(&mut self) -> io::Result<Waited> {
        match self.waiting.pop_front() {
            Some(event) => Ok(Waited::Event(event)),
            None => self.stage.wait(PATIENCE),
        }
    }

    /// The next key; `None` when somebody leaves.
    fn next_key(&mut self) -> io::Result<Option<KeyCode>> {
        loop {
            match self.stage.wait(PATIENCE)? {
                Waited::Over => return Ok(None),
                Waited::Nothing => {}
                Waited::Event(Event::Resize(..)) => return Ok(Some(KeyCode::Null)),
                Waited::Event(event) => {
                    let Event::Key(key) = event else { continue };
                    if key.kind == KeyEventKind::Release {
                        continue;
                    }
                    if is_leaving(key) {
                        self.leaves = true;
                        return Ok(None);
                    }
                    return Ok(Some(key.code));
                }
            }
        }
    }
}

/// Whether a key leaves whatever is being typed.
fn is_leaving(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd'))
}
