//! A game goes on in rules that have been edited while it is played.

use super::ending::draw_fault;
use super::{Session, retold};
use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::host::watch::Watcher;
use crate::cli::report::diagnostics;
use crate::cli::text::Messages;
use crate::game::{Changed, Game, changes};
use crate::program::{Part, Program};
use crate::record::{self, About, Writer, against};
use crate::view::Past;
use std::io;

/// Loads the game as it was loaded first, from its files as they are now.
pub type Load<'a> = Box<dyn Fn() -> Result<Game, Failure> + 'a>;

/// The files of the game that is played.
pub struct Edited<'a> {
    file: GameFile,
    load: Load<'a>,
    pub watcher: Watcher,
}

impl<'a> Edited<'a> {
    /// Watches all files that `game` was loaded from.
    pub fn new(file: GameFile, game: &Game, load: Load<'a>) -> Edited<'a> {
        let watcher = watcher(&file, game.program());
        Edited { file, load, watcher }
    }
}

fn watcher(file: &GameFile, program: &Program) -> Watcher {
    Watcher::new(file, names(program))
}

/// The files that a game was loaded from.
pub fn names(program: &Program) -> impl Iterator<Item = String> {
    program.sources.iter().map(|(_, source)| source.name.clone())
}

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
        // What is saved from here on is the next change.
        edited.watcher = watcher(&edited.file, self.play.game().program());
        self.desk.lines(&[String::new()])?;
        match (edited.load)() {
            Ok(game) => {
                let before = std::mem::take(&mut edited.watcher);
                edited.watcher = before.covering(&edited.file, names(game.program()));
                self.go_on_in(&game, &edited.file)
            }
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

    fn go_on_in(&mut self, game: &Game, file: &GameFile) -> io::Result<()> {
        let told = changed(self.messages, self.play.game().program(), game.program());
        let was = self.play.game().clone();
        let Some(record) = self.as_record() else { return self.say("reload-wrong", &[]) };
        let retold = against(game, &record, usize::MAX);
        self.desk.lines(&told)?;
        if let Some(fault) = retold.play.fault() {
            let drawn = draw_fault(game, fault, file, self.desk.style());
            self.desk.lines(&lines(&drawn))?;
            return self.say("reload-wrong", &[]);
        }
        let (seats, style) = (self.humans(), self.desk.style());
        self.desk.lines(&retold::for_players(&retold, seats, file, style, self.messages))?;
        // Whoever stood at a choice that there is no more is told what it came to.
        let told = retold.unasked.unwrap_or(retold.play.log().len());
        self.go_on_with(retold.play);
        self.past.iter_mut().for_each(|past| *past = Past::told(told));
        self.undone.clear();
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

    /// The game so far, as its record has it.
    pub fn as_record(&self) -> Option<record::Record> {
        let mut writer = Writer::begin(Vec::new(), &self.play, &self.about()).ok()?;
        writer.append(&self.play).ok()?;
        record::read(writer.sink()).ok()
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

/// What has changed, a line for what is new, one for what is gone, one for what is other.
pub fn changed(messages: &Messages, was: &Program, is: &Program) -> Vec<String> {
    let all = changes(was, is);
    let listed = |how: Changed, key: &str| {
        let named = all.iter().filter(|change| change.how == how);
        let names: Vec<String> = named
            .map(|change| format!("{} {}", messages.say(part_key(change.part)), change.name))
            .collect();
        (!names.is_empty()).then(|| messages.with(key, &[("list", names.join(", ").into())]))
    };
    let kinds = [
        (Changed::Differs, "reload-differs"),
        (Changed::Added, "reload-added"),
        (Changed::Gone, "reload-gone"),
    ];
    let told: Vec<String> = kinds.into_iter().filter_map(|(how, key)| listed(how, key)).collect();
    match told.is_empty() {
        true => vec![messages.say("reload-nothing")],
        false => told,
    }
}

fn part_key(part: Part) -> &'static str {
    match part {
        Part::Option => "part-option",
        Part::Card => "part-card",
        Part::Zone => "part-zone",
        Part::Pawn => "part-pawn",
        Part::Mark => "part-mark",
        Part::Variable => "part-variable",
        Part::Phase => "part-phase",
        Part::Action => "part-action",
        Part::Rule => "part-rule",
    }
}
