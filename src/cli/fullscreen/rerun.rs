//! A recorded game on the whole screen: forward, back, to a round, from any seat.

use super::desk::next_seat;
use super::draw::{Sight, draw};
use super::keys::{self, End, Pace, Sheet, Sits, Step};
use super::sheets;
use super::stage::{Stage, Waited};
use super::state::{Drawn, Slider, State};
use super::story::Stories;
use crate::cli::screen::{Pen, guide};
use crate::cli::session::command::Command;
use crate::cli::session::ending::outcome_lines;
use crate::cli::text::{Messages, TermStyle};
use crate::game::{Eyes, Play};
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Past, Told, View};
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// How long an event is waited for.
const PATIENCE: Duration = Duration::from_millis(150);

/// How long each choice is seen where the game runs by itself, from slow to fast.
const PAUSES: [Duration; 4] = [
    Duration::from_millis(2_000),
    Duration::from_millis(1_000),
    Duration::from_millis(400),
    Duration::from_millis(120),
];

/// A recorded game that somebody goes through.
pub(crate) struct Rerun<'a> {
    stage: Box<dyn Stage + 'a>,
    messages: &'a Messages,
    style: TermStyle,
    /// The game to its end.
    end: &'a Play,
    /// How many entries the log has where one can stand: before each choice that the first eyes
    /// notice, and at the end.
    stops: Vec<usize>,
    /// The number of the outermost phase at each stop.
    rounds: Vec<i32>,
    at: usize,
    seat: Option<Seat>,
    /// What was shown last, by the stop and the seat: to make it the game is played once more.
    seen: Option<(usize, Option<Seat>, Rc<View>)>,
    state: State,
    runs: bool,
    pace: usize,
}

impl<'a> Rerun<'a> {
    /// Shows a game from its beginning, with the eyes of a seat or with all that any seat saw.
    pub(crate) fn new(
        stage: Box<dyn Stage + 'a>,
        messages: &'a Messages,
        style: TermStyle,
        end: &'a Play,
        seat: Option<Seat>,
    ) -> Rerun<'a> {
        let (mut stops, mut rounds) = (Vec::new(), Vec::new());
        let mut heard = 0;
        let mut stop = |play: &Play, chooser: Option<Seat>| {
            let past = Past::told(heard);
            let is_step = |chooser| view::is_step(&looking(play, messages, seat, &past), chooser);
            if !chooser.is_none_or(is_step) {
                return;
            }
            heard = view::told_so_far(play);
            let told = Past::told(play.log().len());
            let view = View::of(&Looking { past: &told, ..looking(play, messages, seat, &told) });
            stops.push(play.log().len());
            rounds.push(view.course.first().map_or(0, |course| course.number));
        };
        let last = end.retraced(end.log().len(), |play, chooser| stop(play, Some(chooser)));
        stop(&last, None);
        Rerun {
            stage,
            messages,
            style,
            end,
            stops,
            rounds,
            at: 0,
            seat,
            seen: None,
            state: State::default(),
            runs: false,
            pace: 1,
        }
    }

    /// Shows it until somebody leaves.
    pub(crate) fn run(&mut self) -> io::Result<()> {
        let (mut view, mut drawn) = self.shown()?;
        let mut left = PAUSES[self.pace];
        loop {
            let slice = if self.runs { left.min(PATIENCE) } else { PATIENCE };
            let step = match self.stage.wait(slice)? {
                Waited::Over => return Ok(()),
                Waited::Event(event) => keys::event(&mut self.state, Sits::LooksOn, &drawn, &event),
                Waited::Nothing if self.runs => {
                    left = left.saturating_sub(slice);
                    if left.is_zero() { Step::Pace(Pace::Step(1)) } else { Step::Same }
                }
                Waited::Nothing => Step::Same,
            };
            if matches!(step, Step::Leave | Step::Wants(Command::Leave)) {
                return self.stage.leave();
            }
            if step != Step::Same {
                self.step(&view, step);
                (view, drawn) = self.shown()?;
                left = PAUSES[self.pace];
            }
        }
    }

    fn step(&mut self, view: &View, step: Step) {
        let last = self.stops.len() - 1;
        match step {
            Step::Pace(Pace::Pause) => self.runs = !self.runs && self.at < last,
            Step::Pace(Pace::Faster) => self.pace = (self.pace + 1).min(PAUSES.len() - 1),
            Step::Pace(Pace::Slower) => self.pace = self.pace.saturating_sub(1),
            Step::Pace(Pace::Step(by)) => self.go(self.at.saturating_add_signed(by)),
            Step::Pace(Pace::Round(by)) => self.go(self.beside(by)),
            Step::Pace(Pace::To(End::First)) => self.go(0),
            Step::Pace(Pace::To(End::Last)) => self.go(last),
            Step::Pace(Pace::Share(share)) => self.go((last * share + 500) / 1000),
            Step::Seat => self.seat = next_seat(self.seat, view.players.len()),
            Step::Show(sheet) => self.open(view, sheet),
            Step::Wants(Command::Rules(_)) => {
                let guide = view::guide(self.end.game().program(), self.messages.lexicon());
                let pen = self.pen(view);
                let lines = guide::lines(&guide, self.messages, pen.style);
                self.pane("screen-rules-title", lines);
            }
            Step::Typed(text) | Step::Command(text) => self.typed(view, text.trim()),
            Step::Wants(_) | Step::Leave | Step::Same | Step::Changed | Step::Choice(_) => {}
        }
    }

    /// What is typed: a number of choices, a round, a card or place to look at.
    fn typed(&mut self, view: &View, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [number] if number.parse::<usize>().is_ok() => self.go(number.parse().unwrap_or(0)),
            ["round" | "manche", number] if number.parse::<i32>().is_ok() => {
                let wanted = number.parse().unwrap_or(0);
                let stop = self.rounds.iter().position(|round| *round == wanted);
                self.go(stop.unwrap_or(self.at));
            }
            _ => {
                let what = text.trim_start_matches('?');
                let lines = crate::cli::screen::look::look(self.pen(view), what);
                match lines.is_empty() {
                    true => {
                        let told = self.messages.with("not-in-sight", &[("what", what.into())]);
                        self.state.status = Some(told);
                    }
                    false => self.pane("screen-card-title", lines),
                }
            }
        }
    }

    /// Goes to a stop, or as far as there are stops.
    fn go(&mut self, stop: usize) {
        self.at = stop.min(self.stops.len() - 1);
        self.runs &= self.at + 1 < self.stops.len();
        self.state.story_back = 0;
    }

    /// The first stop of the next round, or of this one, or of the one before.
    fn beside(&self, by: isize) -> usize {
        let here = self.rounds[self.at];
        if by > 0 {
            let next = self.rounds[self.at..].iter().position(|round| *round != here);
            return next.map_or(self.stops.len() - 1, |next| self.at + next);
        }
        let first = |at: usize| {
            let round = self.rounds[at];
            self.rounds[..=at].iter().rposition(|other| *other != round).map_or(0, |last| last + 1)
        };
        let own = first(self.at);
        if own < self.at || own == 0 { own } else { first(own - 1) }
    }

    // ---- drawn

    fn pen<'v>(&'v self, view: &'v View) -> Pen<'v> {
        let columns = self.style.columns.saturating_sub(6);
        Pen { view, messages: self.messages, style: TermStyle { columns, ..self.style } }
    }

    /// What these eyes see at this stop, with the story so far.
    fn view(&mut self) -> Rc<View> {
        if let Some((at, seat, view)) = &self.seen
            && (*at, *seat) == (self.at, self.seat)
        {
            return Rc::clone(view);
        }
        let entries = self.stops[self.at];
        let play = self.end.retraced(entries, |_, _| {});
        let told = Past::told(play.log().len());
        let mut view = View::of(&looking(&play, self.messages, self.seat, &told));
        let past = Past::default();
        let story = view::story(&looking(&play, self.messages, self.seat, &past), play.log().len());
        view.story = story.into_iter().map(|told| Told::Sentence(told.into())).collect();
        view.menu = None;
        let view = Rc::new(view);
        self.seen = Some((self.at, self.seat, Rc::clone(&view)));
        view
    }

    fn shown(&mut self) -> io::Result<(Rc<View>, Drawn)> {
        let size = self.stage.size()?;
        self.style.columns = usize::from(size.width).max(20);
        let view = self.view();
        let stories = self.stories(&view);
        let last = self.stops.len() - 1;
        let whose = match self.seat {
            None => self.messages.say("screen-all-seats"),
            Some(seat) => self.messages.with("player", &[("n", seat.shown().into())]),
        };
        let words = format!("{}/{last}  {whose}", self.at);
        self.state.slider = Some(Slider { at: self.at, of: last, words });
        let keys = self.messages.say("screen-keys-rerun");
        let story = stories.of(&view);
        let pen = Pen { view: &view, messages: self.messages, style: self.style };
        let sight = Sight {
            pen,
            state: &self.state,
            choice: None,
            story: &story,
            thinks: None,
            keys: &keys,
        };
        let drawn = draw(sight, size);
        self.stage.show(&drawn.picture, drawn.cursor)?;
        Ok((view, drawn))
    }

    /// What has happened so far, and how the game ended where it has.
    fn stories(&self, view: &View) -> Stories {
        let mut stories = Stories::default();
        stories.tell(Pen { view, messages: self.messages, style: self.style });
        let over = view.over.as_ref().map(|over| outcome_lines(over, self.style));
        stories.add(Some(view), &over.unwrap_or_default());
        stories
    }

    fn open(&mut self, view: &View, sheet: Sheet) {
        let stories = self.stories(view);
        let mut pane = sheets::sheet(self.pen(view), None, &stories.of(view), sheet, "keys-more");
        pane.from = if pane.from == 0 { 0 } else { pane.lines.len().saturating_sub(10) };
        self.state.pane = (!pane.lines.is_empty()).then_some(pane);
    }

    fn pane(&mut self, title: &str, lines: Vec<String>) {
        let title = self.messages.say(title);
        self.state.pane = Some(super::state::Pane { title, lines, from: 0 });
    }
}

/// Looks at a recorded game.
fn looking<'p>(
    play: &'p Play,
    messages: &'p Messages,
    seat: Option<Seat>,
    past: &'p Past,
) -> Looking<'p> {
    let eyes = seat.map_or(Eyes::All, Eyes::Seat);
    Looking { play, lexicon: messages.lexicon(), eyes, past, narration: Narration::Again }
}
