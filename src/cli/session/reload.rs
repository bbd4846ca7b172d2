//! A game goes on in rules that have been edited while it is played.

use super::Session;
use super::ending::draw_fault;
use crate::cli::host::Failure;
use crate::cli::rehearsal::edited::{Edited, changed};
use crate::cli::rehearsal::retold;
use crate::cli::report::diagnostics;
use crate::game::{Game, Play};
use crate::record::About;
use crate::value::Seat;
use crate::view::Past;
use std::io;

impl Session<'_> {
    /// Takes the game up again in its files as they are now, or says what is wrong with them: then
    /// it stays as it is.
    pub fn reload(&mut self) -> io::Result<()> {
        let Some(mut edited) = self.edited.take() else { return Ok(()) };
        let done = self.reload_from(&mut edited);
        self.edited = Some(edited);
        done
    }

    fn reload_from(&mut self, edited: &mut Edited<'_>) -> io::Result<()> {
        let loaded = edited.load_again(self.play.game().program());
        self.desk.lines(&[String::new()])?;
        match loaded {
            Ok(game) => self.go_on_in(&game, edited),
            Err(Failure::Game(problems, file)) => {
                let style = self.desk.style();
                let text = diagnostics::problems(&problems, &file, style, self.messages);
                self.desk.lines(&lines(&text))?;
                self.say("reload-wrong", &[])
            }
            Err(Failure::Usage(why)) => {
                self.desk.say(&why)?;
                self.say("reload-wrong", &[])
            }
            Err(Failure::Told | Failure::Unusable | Failure::Output(_) | Failure::Rules) => {
                self.say("reload-wrong", &[])
            }
        }
    }

    fn go_on_in(&mut self, game: &Game, edited: &mut Edited<'_>) -> io::Result<()> {
        let told = changed(self.messages, self.play.game().program(), game.program());
        let was = self.play.game().clone();
        let about = self.about();
        let Some(retold) = edited.retold(&self.play, &about, self.humans(), game) else {
            return self.say("reload-wrong", &[]);
        };
        let file = edited.file();
        self.desk.lines(&told)?;
        if let Some(fault) = retold.play.fault() {
            let drawn = draw_fault(game, fault, file, self.desk.style());
            self.desk.lines(&lines(&drawn))?;
            return self.say("reload-wrong", &[]);
        }
        let (seats, style) = (self.humans(), self.desk.style());
        // Of several at one screen nobody may see what another one chose; a rehearsal shows all.
        let open = self.rehearsal;
        let sees = |seat: Seat| open || seats == 1 << seat;
        self.desk.lines(&retold::lines(&retold, sees, open, file, style, self.messages))?;
        // Whoever stood at a choice that there is no more is told what it came to.
        let told = retold.unasked.unwrap_or(retold.play.log().len());
        self.go_on_with(retold.play);
        self.past.iter_mut().for_each(|past| *past = Past::told(told));
        let undone = std::mem::take(&mut self.undone);
        let again = |play: &Play| Edited::retold_whole(play, &about, game);
        self.undone = undone.iter().filter_map(again).collect();
        if was.program().rules_hash != game.program().rules_hash {
            self.count(Some(was));
            self.say("numbers-counting", &[])?;
        }
        if let Some(record) = &mut self.record {
            let about = About { recorded_chance: true, ..record.about().clone() };
            record.begins_anew(about);
        }
        Ok(())
    }

    fn about(&self) -> About {
        let recorded = self.record.as_ref().map(|record| record.about().clone());
        let seats = || self.kinds.iter().map(ToString::to_string).collect();
        recorded.unwrap_or_else(|| About { seats: seats(), ..About::default() })
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
