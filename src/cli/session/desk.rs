//! Where the people of a session sit: how they are told and shown things, and how they answer. A
//! session knows nothing else of a terminal.

use super::Session;
use super::command::Command;
use super::question::Question;
use crate::cli::rehearsal::counting::{Counted, Counting};
use crate::cli::text::TermStyle;
use crate::game::Play;
use crate::value::Seat;
use crate::view::{self, Lexicon, Menu, Phrase, View};
use std::io;

/// Line mode and the full screen: each shows a session in its own way.
pub(crate) trait Desk {
    /// How texts are written here.
    fn style(&self) -> TermStyle;

    /// Whether somebody types; else the answers come from a file.
    fn is_typed(&self) -> bool;

    /// Tells something in lines as they are.
    fn lines(&mut self, lines: &[String]) -> io::Result<()>;

    /// Tells something in as many lines as it takes.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Asks for a line of text; `None` when there are no more.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>>;

    /// Takes away all that was shown: somebody else comes to the desk.
    fn clear(&mut self) -> io::Result<()>;

    /// Tells the story of a view.
    fn tell(&mut self, view: &View) -> io::Result<()>;

    /// Shows the table of a view, as far as it is not shown already.
    fn show(&mut self, view: &View) -> io::Result<()>;

    /// The game stands elsewhere: what was shown of it is no longer so. Gives whether the story is
    /// wanted from its beginning, because no line of it is left.
    fn stands_anew(&mut self) -> bool;

    /// The rules were edited while somebody chose. What is picked and not chosen yet is picked
    /// again as far as it can be where the game `stands` at the same decision; what is lost is
    /// told.
    fn picks_after_edit(&mut self, _stands: bool) {}

    /// The message that games are being counted, and how to see what they come to.
    fn counts(&self) -> &'static str {
        "numbers-counting"
    }

    /// Asks a person to choose.
    fn choose(&mut self, asking: &mut Asking<'_>) -> io::Result<Asked>;

    /// The question that was put last, as it was left; `None` where there was none.
    fn question(&self) -> Option<Question>;

    /// Whether it shows what happens while nobody is asked.
    fn follows(&self) -> bool {
        false
    }

    /// Shows what has happened, where it follows; the story is that since the last
    /// [`Desk::tell`].
    fn follow(&mut self, _view: &View) -> io::Result<()> {
        Ok(())
    }

    /// Shows that a player who is no person thinks; called again and again, each time with how
    /// often it has been by now.
    fn thinks(&mut self, _seat: Seat, _looks: usize) -> io::Result<()> {
        Ok(())
    }

    /// Whether somebody who looks on wants to leave.
    fn leaves(&self) -> bool {
        false
    }

    /// From which seat somebody wants to look on where nobody plays; from none when not said.
    fn watches(&self) -> Option<Seat> {
        None
    }

    /// Tells how the game ended. Where it may go on from there, waits until somebody wants that or
    /// leaves; else somebody leaves at once.
    fn end(&mut self, ended: &mut Ended<'_>) -> io::Result<Asked>;

    /// Gives the terminal back: what is told from here on stays on it, and so does how the game
    /// ended.
    fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What may change while somebody is waited for.
pub(crate) struct Beside<'s> {
    pub(super) edited: Option<Box<dyn FnMut() -> bool + 's>>,
    pub(super) counting: Option<&'s Counting>,
}

impl Beside<'_> {
    /// Whether a file of the game has changed; never where nobody edits it.
    pub(crate) fn edited(&mut self) -> bool {
        self.edited.as_mut().is_some_and(|edited| edited())
    }

    /// The numbers of the game as far as they are known; nothing where none are counted. To be
    /// asked again and again where they are shown live.
    pub(crate) fn counted(&self) -> Option<Counted> {
        self.counting.and_then(Counting::counted)
    }

    /// Whether files of the game may change while it is played.
    pub(crate) fn is_watched(&self) -> bool {
        self.edited.is_some()
    }
}

/// A game that is over, as it is put to a desk.
pub(crate) struct Ended<'s> {
    pub(crate) view: &'s View,
    /// It has been told.
    pub(crate) again: bool,
    /// It may go on: its files may change, or choices be taken back.
    pub(crate) stays: bool,
    pub(crate) beside: Beside<'s>,
}

/// A decision of a person, as it is put to a desk.
pub(crate) struct Asking<'s> {
    pub(crate) seat: Seat,
    pub(crate) view: &'s View,
    pub(crate) menu: &'s Menu,
    /// The question has been shown before, and is asked once more.
    pub(crate) again: bool,
    /// Others play against this person at the same desk: nobody is helped or tries things out.
    pub(crate) shared: bool,
    pub(super) play: &'s Play,
    pub(super) lexicon: &'s Lexicon,
    pub(crate) beside: Beside<'s>,
}

impl Asking<'_> {
    /// Why an `answer` cannot be chosen, if the rules have a word on it.
    pub(crate) fn why_not(&self, answer: &str) -> Option<Phrase> {
        let refusal = view::why_not(self.play, self.lexicon, self.seat, answer);
        refusal.map(|refusal| refusal.why())
    }

    /// Whether an `answer` names something that might be chosen by its kind, and cannot.
    pub(crate) fn is_meant(&self, answer: &str) -> bool {
        let refusal = view::why_not(self.play, self.lexicon, self.seat, answer);
        refusal.is_some_and(|refusal| refusal.is_meant)
    }
}

/// What came of asking a person.
pub(crate) enum Asked {
    Option(usize),
    /// The person leaves.
    Leaves,
    /// A file of the game has changed in the meantime.
    Edited,
    /// The person wants something else.
    Says(Command),
}

impl Session<'_> {
    /// Writes the message `key` with its `values`.
    pub(crate) fn say(
        &mut self,
        key: &str,
        values: &[(&str, fluent_bundle::FluentValue<'_>)],
    ) -> io::Result<()> {
        let text = self.messages.with(key, values);
        self.desk.say(&text)
    }
}
