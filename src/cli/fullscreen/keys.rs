//! Keys and the mouse: what they change of what is pointed at, and what they ask for.

use super::canvas::{Spot, SpotKey};
use super::choice::{Choice, EntryKind, Pick, Wanted};
use super::state::{Drawn, Focus, Input, State};
use crate::cli::session::command::Command;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui_core::layout::Position;

/// What came of a key.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// Nothing that is seen has changed.
    Same,
    /// The screen is another one.
    Changed,
    /// Somebody who has to choose does.
    Choice(Reached),
    /// A line was typed.
    Typed(String),
    /// A line was typed behind `:`.
    Command(String),
    Wants(Command),
    Show(Sheet),
    /// To see more or less of what bots do.
    Pace(Pace),
    /// To look from another seat.
    Seat,
    /// To leave at once.
    Leave,
}

/// How far somebody has come with a decision.
#[derive(Debug, PartialEq)]
pub(crate) enum Reached {
    /// The option of the menu that is chosen.
    Option(usize),
    /// The members of a subset that are chosen.
    Members(Vec<Pick>),
    /// Nothing can be done with this, and somebody wants to.
    Vain(SpotKey),
    /// All members are picked that may be.
    Complete,
    /// How many more members are to be picked first.
    TooFew(usize),
}

/// A text that a key shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    Help,
    Story,
    Reasons,
    Card(SpotKey),
}

/// How somebody follows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Pause,
    Faster,
    Slower,
    Step(isize),
    /// By so many rounds.
    Round(isize),
    To(End),
    /// To a part of a time line, in thousandths.
    Share(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

/// What somebody before the screen can do.
pub(crate) enum Sits<'c> {
    Chooses(&'c mut Choice),
    LooksOn,
    /// The game is over, and may go on.
    IsOver,
}

/// What stands before a command that is typed.
const COMMAND: &str = ":";

/// Rows that a turn of the wheel scrolls.
const WHEEL: isize = 3;

/// What an event means to somebody who sits before the screen so.
pub(crate) fn event(state: &mut State, sits: Sits<'_>, drawn: &Drawn, event: &Event) -> Step {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => press(state, sits, drawn, *key),
        Event::Mouse(mouse) => {
            let choice = match sits {
                Sits::Chooses(choice) => Some(choice),
                Sits::LooksOn | Sits::IsOver => None,
            };
            click(state, choice, drawn, *mouse)
        }
        Event::Resize(..) => Step::Changed,
        Event::Paste(text) => match &mut state.input {
            Some(input) => {
                type_on(&mut input.text, pasted(text));
                Step::Changed
            }
            None => Step::Same,
        },
        Event::Key(_) | Event::FocusGained | Event::FocusLost => Step::Same,
    }
}

fn press(state: &mut State, sits: Sits<'_>, drawn: &Drawn, key: KeyEvent) -> Step {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
        return Step::Leave;
    }
    // The Enter behind a number that was refused as soon as it was typed.
    let was_refused = std::mem::take(&mut state.refused);
    if was_refused && matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
        return Step::Same;
    }
    // These go with the next key.
    let mut is_seen = state.status.take().is_some() || !state.digits.is_empty();
    if let Some(input) = &mut state.input {
        if is_chord(key) {
            return if is_seen { Step::Changed } else { Step::Same };
        }
        let is_command = input.lead == COMMAND;
        return typing(input, key.code).unwrap_or_else(|typed| {
            state.input = None;
            typed.map_or(Step::Changed, if is_command { Step::Command } else { Step::Typed })
        });
    }
    if state.pane.is_some() {
        if !control && opens(key.code) {
            state.pane = None;
            is_seen = true;
        } else {
            return in_pane(state, drawn, key.code);
        }
    }
    let step = match (sits, control) {
        (_, true) => Step::Same,
        (Sits::Chooses(choice), false) => choosing(state, choice, drawn, key.code),
        (Sits::LooksOn, false) => following(state, key.code),
        (Sits::IsOver, false) => commanding(key.code),
    };
    let step = match step {
        Step::Same if !control => looking(state, drawn, key.code),
        step => step,
    };
    if step == Step::Same && is_seen { Step::Changed } else { step }
}

/// Whether a key goes with Ctrl or Alt, so that it is no letter. AltGr, by which some letters are
/// typed, is both of them where the system tells it.
pub(crate) fn is_chord(key: KeyEvent) -> bool {
    let with = |modifier| key.modifiers.contains(modifier);
    with(KeyModifiers::CONTROL) != with(KeyModifiers::ALT)
}

/// What of a text that is pasted can stand in a line.
pub(crate) fn pasted(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !letter.is_control())
}

/// More letters than this nobody types into a line of the screen, which is drawn anew with each.
const LONGEST_TYPED: usize = 400;

/// Puts letters behind what is typed, as far as they fit.
pub(crate) fn type_on(text: &mut String, letters: impl IntoIterator<Item = char>) {
    let room = LONGEST_TYPED.saturating_sub(text.chars().count());
    text.extend(letters.into_iter().take(room));
}

/// A key while a line is typed; an error when the line is ended, with what was typed.
fn typing(input: &mut Input, key: KeyCode) -> Result<Step, Option<String>> {
    match key {
        KeyCode::Enter => return Err(Some(std::mem::take(&mut input.text))),
        KeyCode::Esc => return Err(None),
        KeyCode::Backspace if input.text.is_empty() => return Err(None),
        KeyCode::Backspace => {
            input.text.pop();
        }
        KeyCode::Char(letter) => type_on(&mut input.text, [letter]),
        _ => return Ok(Step::Same),
    }
    Ok(Step::Changed)
}

/// Whether a key opens a line or another text, so that it does that where a text lies over the
/// table, too: a command that is typed there must not become keys one by one. Every other key
/// scrolls the text or closes it, and does nothing else.
fn opens(key: KeyCode) -> bool {
    match key {
        KeyCode::Char(':' | '/' | '?' | 't' | 'w' | 'r' | 'e' | 'i' | 'h') => true,
        KeyCode::Char(letter) => letter.is_uppercase() || !letter.is_ascii(),
        _ => false,
    }
}

fn in_pane(state: &mut State, drawn: &Drawn, key: KeyCode) -> Step {
    let Some(pane) = &mut state.pane else { return Step::Same };
    let rows = drawn.pane_rows.max(1);
    let last = pane.lines.len().saturating_sub(rows);
    pane.from = match key {
        KeyCode::Up | KeyCode::Char('k') => pane.from.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => pane.from + 1,
        KeyCode::PageUp => pane.from.saturating_sub(rows),
        KeyCode::Char(' ') if pane.from >= last => {
            state.pane = None;
            return Step::Changed;
        }
        KeyCode::PageDown | KeyCode::Char(' ') => pane.from + rows,
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => {
            state.pane = None;
            return Step::Changed;
        }
    }
    .min(last);
    Step::Changed
}

/// Keys that mean the same whether somebody chooses or looks on.
fn looking(state: &mut State, drawn: &Drawn, key: KeyCode) -> Step {
    let page = isize::from(i16::try_from(drawn.areas.table.height / 2).unwrap_or(5).max(1));
    match key {
        KeyCode::Char('?') => Step::Show(Sheet::Help),
        KeyCode::Char('t') => Step::Show(Sheet::Story),
        KeyCode::Char('i') => match state.pointed {
            Some(key) => Step::Show(Sheet::Card(key)),
            None => Step::Same,
        },
        KeyCode::Char('r') => Step::Wants(Command::Rules(None)),
        KeyCode::Char('q') => Step::Wants(Command::Leave),
        KeyCode::Char(':') => {
            state.input = Some(Input { lead: COMMAND.into(), text: String::new() });
            Step::Changed
        }
        KeyCode::PageUp => scroll_story(state, drawn, page),
        KeyCode::PageDown => scroll_story(state, drawn, -page),
        KeyCode::Char('[') => scroll_table(state, drawn, -page),
        KeyCode::Char(']') => scroll_table(state, drawn, page),
        KeyCode::Up => walk(state, drawn, (0, -1)),
        KeyCode::Down => walk(state, drawn, (0, 1)),
        KeyCode::Left => walk(state, drawn, (-1, 0)),
        KeyCode::Right => walk(state, drawn, (1, 0)),
        _ => Step::Same,
    }
}

/// Keys of somebody who looks on.
fn following(state: &mut State, key: KeyCode) -> Step {
    let slides = state.slider.is_some();
    match key {
        KeyCode::Char(' ') => Step::Pace(Pace::Pause),
        KeyCode::Char('+' | '=') => Step::Pace(Pace::Faster),
        KeyCode::Char('-') => Step::Pace(Pace::Slower),
        KeyCode::Char('n') | KeyCode::Enter => Step::Pace(Pace::Step(1)),
        KeyCode::Char('s') => Step::Seat,
        KeyCode::Right if slides => Step::Pace(Pace::Step(1)),
        KeyCode::Left | KeyCode::Backspace if slides => Step::Pace(Pace::Step(-1)),
        KeyCode::Down if slides => Step::Pace(Pace::Round(1)),
        KeyCode::Up if slides => Step::Pace(Pace::Round(-1)),
        KeyCode::Home if slides => Step::Pace(Pace::To(End::First)),
        KeyCode::End if slides => Step::Pace(Pace::To(End::Last)),
        _ => Step::Same,
    }
}

/// Keys of somebody who chooses.
fn choosing(state: &mut State, choice: &mut Choice, drawn: &Drawn, key: KeyCode) -> Step {
    if let KeyCode::Char(digit @ '0'..='9') = key {
        return number(state, choice, drawn, digit);
    }
    let digits = std::mem::take(&mut state.digits);
    match key {
        KeyCode::Enter | KeyCode::Char(' ') if !digits.is_empty() => {
            numbered(state, choice, drawn, &digits)
        }
        KeyCode::Enter | KeyCode::Char(' ') => want(state, choice, drawn, key),
        KeyCode::Char('c') => {
            if choice.is_subset() && !digits.is_empty() {
                numbered(state, choice, drawn, &digits);
            }
            members(choice)
        }
        KeyCode::Esc | KeyCode::Backspace if !digits.is_empty() => Step::Changed,
        KeyCode::Esc | KeyCode::Backspace => match choice.back() {
            true => anew(state),
            false => Step::Same,
        },
        KeyCode::Tab => {
            next_live(state, choice, drawn);
            Step::Changed
        }
        KeyCode::BackTab => {
            state.focus = if state.focus == Focus::List { Focus::Table } else { Focus::List };
            Step::Changed
        }
        KeyCode::Up | KeyCode::Down if state.focus == Focus::List => {
            let count = drawn.entries.len().max(1);
            let by = if key == KeyCode::Up { count - 1 } else { 1 };
            state.entry = (state.entry + by) % count;
            Step::Changed
        }
        KeyCode::Left if state.focus == Focus::List => {
            state.focus = Focus::Table;
            if state.pointed.is_none() {
                next_live(state, choice, drawn);
            }
            Step::Changed
        }
        KeyCode::Right if state.focus == Focus::List => Step::Same,
        KeyCode::Right if state.pointed.is_none_or(|key| drawn.next(key, (1, 0)).is_none()) => {
            state.focus = Focus::List;
            Step::Changed
        }
        KeyCode::Char('h') => Step::Wants(Command::Hint),
        KeyCode::Char('w') => Step::Show(Sheet::Reasons),
        KeyCode::Char('/') => type_name(state, String::new()),
        KeyCode::Char(letter) if letter.is_uppercase() || !letter.is_ascii() => {
            type_name(state, letter.to_string())
        }
        key => commanding(key),
    }
}

/// Keys for what is wanted beside choosing.
fn commanding(key: KeyCode) -> Step {
    match key {
        KeyCode::Char('u') => Step::Wants(Command::Undo),
        KeyCode::Char('y') => Step::Wants(Command::Redo),
        KeyCode::Char('e') => Step::Wants(Command::Explain),
        KeyCode::Char('n') => Step::Wants(Command::Numbers),
        _ => Step::Same,
    }
}

fn type_name(state: &mut State, text: String) -> Step {
    state.input = Some(Input { lead: "> ".into(), text });
    Step::Changed
}

/// The list is another one.
fn anew(state: &mut State) -> Step {
    state.entry = 0;
    Step::Changed
}

// ---- numbers

/// A digit: the number of an entry, as soon as no longer one can be meant.
fn number(state: &mut State, choice: &mut Choice, drawn: &Drawn, digit: char) -> Step {
    if state.digits.is_empty() && digit == '0' {
        return if choice.back() { anew(state) } else { Step::Same };
    }
    state.digits.push(digit);
    let typed: usize = state.digits.parse().unwrap_or(usize::MAX);
    if typed > drawn.entries.len() {
        state.refused = true;
        return Step::Typed(std::mem::take(&mut state.digits));
    }
    if typed * 10 > drawn.entries.len() {
        let digits = std::mem::take(&mut state.digits);
        return numbered(state, choice, drawn, &digits);
    }
    Step::Changed
}

fn numbered(state: &mut State, choice: &mut Choice, drawn: &Drawn, digits: &str) -> Step {
    let entry = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match entry.filter(|entry| *entry < drawn.entries.len()) {
        Some(entry) => want_entry(state, choice, drawn, entry),
        None => Step::Changed,
    }
}

// ---- what is wanted

/// Wants what is pointed at. Where all members of a subset are picked it chooses them.
fn want(state: &mut State, choice: &mut Choice, drawn: &Drawn, key: KeyCode) -> Step {
    let complete = choice.is_subset() && choice.is_enough() == (true, true);
    if complete && key == KeyCode::Enter {
        return members(choice);
    }
    match (state.focus, state.pointed.and_then(|key| drawn.spot(key))) {
        (Focus::Table, Some(spot)) => want_spot(state, choice, drawn, spot),
        (Focus::Table, None) => {
            next_live(state, choice, drawn);
            Step::Changed
        }
        (Focus::List, _) => want_entry(state, choice, drawn, state.entry),
    }
}

fn want_spot(state: &mut State, choice: &mut Choice, drawn: &Drawn, spot: &Spot) -> Step {
    state.pointed = Some(spot.key);
    state.focus = Focus::Table;
    match choice.want_spot(spot) {
        Wanted::Nothing => Step::Choice(Reached::Vain(spot.key)),
        Wanted::Picked if !choice.is_subset() && !choice.picks.is_empty() => {
            point_on(state, choice, drawn);
            Step::Changed
        }
        wanted => stepped(state, choice, wanted),
    }
}

fn want_entry(state: &mut State, choice: &mut Choice, drawn: &Drawn, entry: usize) -> Step {
    let Some(wanted) = drawn.entries.get(entry) else { return Step::Same };
    let spots: Vec<Spot> = drawn.spots.iter().map(|(_, spot)| spot.clone()).collect();
    let is_fold = wanted.kind == EntryKind::Fold;
    let wanted = choice.want_entry(wanted, &spots);
    state.entry = if is_fold { 0 } else { entry };
    if is_fold && state.focus == Focus::Table {
        point_on(state, choice, drawn);
    }
    stepped(state, choice, wanted)
}

fn stepped(state: &mut State, choice: &Choice, wanted: Wanted) -> Step {
    match wanted {
        Wanted::Option(option) => Step::Choice(Reached::Option(option)),
        Wanted::Members(picks) => Step::Choice(Reached::Members(picks)),
        Wanted::Full => Step::Choice(Reached::Complete),
        Wanted::Picked => {
            state.digits.clear();
            match choice.is_subset() && choice.is_enough() == (true, true) {
                true => Step::Choice(Reached::Complete),
                false => Step::Changed,
            }
        }
        Wanted::Nothing => Step::Changed,
    }
}

fn members(choice: &Choice) -> Step {
    match choice.confirm() {
        Wanted::Members(picks) => Step::Choice(Reached::Members(picks)),
        Wanted::Option(_) | Wanted::Picked | Wanted::Full | Wanted::Nothing => {
            match choice.missing() {
                0 => Step::Same,
                missing => Step::Choice(Reached::TooFew(missing)),
            }
        }
    }
}

// ---- to and fro

/// Points at the first thing that says more than what has been picked; at the list where there is
/// none.
fn point_on(state: &mut State, choice: &Choice, drawn: &Drawn) {
    let left = choice.left();
    let says_more = |spot: &&Spot| (1..left).contains(&choice.with(&spot.points).len());
    let next = drawn.spots.iter().map(|(_, spot)| spot).find(says_more);
    state.entry = 0;
    match next {
        Some(spot) => state.pointed = Some(spot.key),
        None => state.focus = Focus::List,
    }
}

/// Points at the first card or place with which something can be done; at the list where there is
/// none.
pub(crate) fn first_live(state: &mut State, choice: &Choice, drawn: &Drawn) {
    let live = |spot: &&Spot| spot.key.place().is_some() && !choice.with(&spot.points).is_empty();
    let first = drawn.spots.iter().map(|(_, spot)| spot).find(live);
    state.pointed = first.map(|spot| spot.key);
    state.focus = if first.is_some() { Focus::Table } else { Focus::List };
}

/// Points at the next thing with which something can be done; from the last one to the list.
pub(crate) fn next_live(state: &mut State, choice: &Choice, drawn: &Drawn) {
    let live = |spot: &&Spot| !choice.with(&spot.points).is_empty();
    let spots: Vec<&Spot> = drawn.spots.iter().map(|(_, spot)| spot).filter(live).collect();
    let at = spots.iter().position(|spot| Some(spot.key) == state.pointed);
    let next = match (state.focus, at) {
        (Focus::List, _) | (Focus::Table, None) => spots.first(),
        (Focus::Table, Some(at)) => spots.get(at + 1),
    };
    match next {
        Some(spot) => {
            state.focus = Focus::Table;
            state.pointed = Some(spot.key);
        }
        None => state.focus = Focus::List,
    }
}

/// Points at what lies in a direction.
fn walk(state: &mut State, drawn: &Drawn, direction: (i32, i32)) -> Step {
    let next = match state.pointed {
        Some(key) => drawn.next(key, direction),
        None => drawn.spots.first().map(|(_, spot)| spot.key),
    };
    match next {
        Some(key) => {
            state.pointed = Some(key);
            state.focus = Focus::Table;
            Step::Changed
        }
        None => Step::Same,
    }
}

fn scroll_story(state: &mut State, drawn: &Drawn, by: isize) -> Step {
    let (lines, rows) = drawn.story_lines;
    let most = lines.saturating_sub(rows).max(state.story_back);
    // How many lines there are is known as far as they have been looked at.
    let most = if lines >= rows + state.story_back { most + by.unsigned_abs() } else { most };
    state.story_back = state.story_back.saturating_add_signed(by).min(most);
    Step::Changed
}

fn scroll_table(state: &mut State, drawn: &Drawn, by: isize) -> Step {
    let last = drawn.table_rows.saturating_sub(drawn.areas.table.height);
    let from = usize::from(state.table_from).saturating_add_signed(by);
    state.table_from = u16::try_from(from).unwrap_or(last).min(last);
    state.pointed = None;
    Step::Changed
}

// ---- the mouse

fn click(state: &mut State, choice: Option<&mut Choice>, drawn: &Drawn, mouse: MouseEvent) -> Step {
    let at = Position { x: mouse.column, y: mouse.row };
    let by = match mouse.kind {
        MouseEventKind::ScrollUp => -WHEEL,
        MouseEventKind::ScrollDown => WHEEL,
        MouseEventKind::Down(MouseButton::Left) => return pressed(state, choice, drawn, at),
        MouseEventKind::Down(MouseButton::Right) => {
            return match drawn.spot_at(at) {
                Some(spot) => {
                    state.pointed = Some(spot.key);
                    Step::Show(Sheet::Card(spot.key))
                }
                None => Step::Same,
            };
        }
        _ => return Step::Same,
    };
    if let Some(pane) = &mut state.pane {
        let last = pane.lines.len().saturating_sub(drawn.pane_rows.max(1));
        pane.from = pane.from.saturating_add_signed(by).min(last);
        return Step::Changed;
    }
    if drawn.areas.list.contains(at) && !drawn.entries.is_empty() {
        let last = drawn.entries.len() - 1;
        state.focus = Focus::List;
        state.entry = state.entry.saturating_add_signed(by.signum()).min(last);
        return Step::Changed;
    }
    if drawn.areas.story.contains(at) {
        return scroll_story(state, drawn, -by);
    }
    scroll_table(state, drawn, by)
}

fn pressed(state: &mut State, choice: Option<&mut Choice>, drawn: &Drawn, at: Position) -> Step {
    state.status = None;
    if state.pane.take().is_some() || state.input.take().is_some() {
        return Step::Changed;
    }
    let slider = drawn.areas.slider;
    if let Some(known) = state.slider.as_ref().filter(|_| slider.contains(at)) {
        let room = super::draw::slider_room(slider, &known.words);
        let column = usize::from(at.x.saturating_sub(slider.x + 1)).min(room - 1);
        return Step::Pace(Pace::Share(column * 1000 / (room - 1).max(1)));
    }
    let entry = drawn.rows.iter().find(|(y, _)| *y == at.y).map(|(_, entry)| *entry);
    match (choice, drawn.spot_at(at), entry.filter(|_| drawn.areas.list.contains(at))) {
        (Some(choice), Some(spot), _) => {
            let again = state.pointed == Some(spot.key) && state.focus == Focus::Table;
            let several = choice.with(&spot.points).len() > 1 && !choice.is_subset();
            // The first click points, so that what it may do is seen before it is done.
            if several && !again && choice.picks.is_empty() {
                state.pointed = Some(spot.key);
                state.focus = Focus::Table;
                return Step::Changed;
            }
            want_spot(state, choice, drawn, spot)
        }
        (Some(choice), None, Some(entry)) => want_entry(state, choice, drawn, entry),
        (None, Some(spot), _) => {
            state.pointed = Some(spot.key);
            Step::Changed
        }
        (_, None, _) => Step::Same,
    }
}
