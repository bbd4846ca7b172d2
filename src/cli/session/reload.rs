//! A game goes on in rules that have been edited while it is played.

use super::ending::draw_fault;
use super::{Put, Session};
use crate::cli::host::Failure;
use crate::cli::rehearsal::edited::{Edited, NotTakenUp, TakenUp, changed};
use crate::cli::rehearsal::retold;
use crate::cli::rehearsal::retracing::last_choice;
use crate::cli::report::diagnostics;
use crate::diagnostic::{Diagnostic, Level};
use crate::game::Game;
use crate::record::About;
use crate::value::{Seat, SeatSet};
use crate::view::Past;
use std::io;

/// The most warnings that are shown of those that an edit brought.
const MOST_WARNINGS: usize = 3;

/// What an edit has said.
pub(crate) struct News {
    told: Vec<Told>,
    /// Whether the game goes on in the files as they were then.
    goes_on: bool,
    /// The people who have not been at the desk since.
    unseen: SeatSet,
}

/// A piece of what is told.
enum Told {
    Lines(Vec<String>),
    /// As many lines as it takes.
    Text(String),
}

impl Session<'_> {
    /// Takes the game up again in its files as they are now, or says what is wrong with them: then
    /// it stays as it is. Gives whether all choices that were made so far are made.
    pub(crate) fn reload(&mut self) -> io::Result<bool> {
        let Some(mut edited) = self.edited.take() else { return Ok(true) };
        let done = self.reload_from(&mut edited);
        self.edited = Some(edited);
        done
    }

    fn reload_from(&mut self, edited: &mut Edited<'_>) -> io::Result<bool> {
        let loaded = edited.load_again(self.play.game().program());
        let mut told = vec![Told::Lines(vec![String::new()])];
        let taken_up = match loaded {
            Ok(game) => self.go_on_in(&game, edited, &mut told),
            Err(failure) => {
                told.extend(self.problems(failure));
                None
            }
        };
        let goes_on = taken_up.is_some();
        if !goes_on {
            told.push(Told::Text(self.messages.say("reload-wrong")));
        }
        // What was wrong with files that have been saved since is no news.
        self.news.retain(|news| news.goes_on && !news.unseen.is_empty());
        self.tell_all(told, goes_on)?;
        Ok(taken_up.is_none_or(|is_whole| is_whole))
    }

    /// Tells what there is to tell, now and to everybody who comes to the desk later.
    fn tell_all(&mut self, told: Vec<Told>, goes_on: bool) -> io::Result<()> {
        told.iter().try_for_each(|told| self.tell_piece(told))?;
        let unseen = self.at_desk.seat.map_or(self.humans(), |at| self.humans().without(at));
        self.news.push(News { told, goes_on, unseen });
        Ok(())
    }

    /// Where the rules have failed and may be mended, tells how they did, and stands once more
    /// before the last choice of a person; where there is none, the game waits for a save.
    pub(super) fn hold_back_fault(&mut self) -> io::Result<()> {
        let Some(fault) = self.play.fault().filter(|_| self.at_desk.stands != Some(Put::End))
        else {
            return Ok(());
        };
        let Some(edited) = &self.edited else { return Ok(()) };
        let (file, style) = (edited.file(), self.desk.style());
        let drawn = draw_fault(self.play.game(), fault, file, style, self.messages);
        let chosen = last_choice(&self.play, self.humans() | self.taken);
        let stands = if chosen.is_some() { "fault-held" } else { "fault-waits" };
        if let Some(entry) = chosen {
            let play = self.play.retraced(entry, |_, _| {});
            self.moves_on();
            let failed = self.go_on_with(play);
            self.undone.push(failed);
        }
        let told = vec![
            Told::Lines(vec![String::new()]),
            Told::Lines(lines(&drawn)),
            Told::Text(self.messages.say(stands)),
        ];
        self.tell_all(told, false)
    }

    /// What is wrong with the files of the game.
    fn problems(&self, failure: Failure) -> Option<Told> {
        match failure {
            Failure::Game(problems, file) => {
                let style = self.desk.style();
                let text = diagnostics::problems(&problems, &file, style, self.messages);
                Some(Told::Lines(lines(&text)))
            }
            Failure::Usage(why) => Some(Told::Text(why)),
            Failure::Told | Failure::Unusable | Failure::Output(_) | Failure::Rules => None,
        }
    }

    /// Goes on in a game that was edited, and adds what is to be `told` of it. Gives whether all
    /// choices were made again; `None` where the game stays as it was.
    fn go_on_in(
        &mut self,
        game: &Game,
        edited: &mut Edited<'_>,
        told: &mut Vec<Told>,
    ) -> Option<bool> {
        let changed = changed(self.messages, self.play.game().program(), game.program());
        let was = self.play.game().clone();
        let about = self.about();
        let taken_up = edited.retold(&self.play, &about, self.humans(), game);
        let (file, style) = (edited.file(), self.desk.style());
        let TakenUp { retold, put_back } = match taken_up {
            Ok(taken_up) => taken_up,
            Err(NotTakenUp::Unrecorded) => return None,
            Err(NotTakenUp::Fails(fault)) => {
                let drawn = draw_fault(game, &fault, file, style, self.messages);
                told.extend([changed, lines(&drawn)].map(Told::Lines));
                return None;
            }
        };
        told.push(Told::Lines(changed));
        let seats = self.humans();
        // Of several at one screen nobody may see what another one chose; a rehearsal shows all.
        let open = self.rehearsal;
        let sees = |seat: Seat| open || seats == SeatSet::of(seat);
        let course = retold::lines(&retold, sees, open, style, self.messages);
        told.push(Told::Lines(course.drawn(game, file, style, self.messages)));
        told.extend(put_back.then(|| Told::Text(self.messages.say("reload-put-back"))));
        let warned = new_warnings(&was, game);
        let sources = &game.problems().sources;
        let drawn =
            warned.map(|it| diagnostics::diagnostic(it, sources, file, style, self.messages));
        told.extend(drawn.take(MOST_WARNINGS).map(|drawn| Told::Lines(lines(&drawn))));
        // Whoever stood at a choice that there is no more is told what it came to.
        let entries = retold.unasked.unwrap_or(retold.play.log().len());
        let is_whole = retold.choices == retold.recorded;
        self.go_on_with(retold.play);
        self.at_desk.has_shown = false;
        self.past.iter_mut().for_each(|past| *past = Past::told(entries));
        self.undone = Edited::retold_undone(&self.undone, &self.play, &about);
        if was.program().rules_hash != game.program().rules_hash {
            self.count(Some(was));
            told.push(Told::Text(self.messages.say(self.desk.counts())));
        }
        if let Some(record) = &mut self.recording.writer {
            let about = About { recorded_chance: true, ..record.about().clone() };
            record.begins_anew(about);
        }
        Some(is_whole)
    }

    /// Tells those of `people` who come to the desk, what edits have said meanwhile.
    pub(super) fn tell_news(&mut self, people: SeatSet) -> io::Result<()> {
        let mut news = std::mem::take(&mut self.news);
        let unseen = news.iter().filter(|news| !(news.unseen & people).is_empty());
        unseen.flat_map(|news| &news.told).try_for_each(|told| self.tell_piece(told))?;
        news.iter_mut().for_each(|news| news.unseen = news.unseen - people);
        self.news = news;
        Ok(())
    }

    fn tell_piece(&mut self, told: &Told) -> io::Result<()> {
        match told {
            Told::Lines(lines) => self.desk.lines(lines),
            Told::Text(text) => self.desk.say(text),
        }
    }

    /// Somebody has chosen, or the game stands elsewhere: what an edit has cut short is over.
    pub(super) fn moves_on(&mut self) {
        if let Some(edited) = &mut self.edited {
            edited.forgets();
        }
    }

    fn about(&self) -> About {
        let recorded = self.recording.writer.as_ref().map(|record| record.about().clone());
        let seats = || self.kinds.iter().map(ToString::to_string).collect();
        recorded.unwrap_or_else(|| About { seats: seats(), ..About::default() })
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// What `check` warns of in a game, and did not in another.
fn new_warnings<'g>(was: &'g Game, is: &'g Game) -> impl Iterator<Item = &'g Diagnostic> {
    let known = |it: &Diagnostic| {
        let mut old = was.problems().list.iter();
        old.any(|old| old.code == it.code && old.message == it.message)
    };
    is.problems().list.iter().filter(move |it| it.level == Level::Warning && !known(it))
}
