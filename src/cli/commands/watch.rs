//! `cardrun watch`: looks at a game while somebody edits it: after each save what is wrong with it,
//! what has changed, the table as it stands at the beginning, and some numbers.

use crate::cli::args::WatchArgs;
use crate::cli::host::files::GameFile;
use crate::cli::host::watch::{PAUSE, Watcher};
use crate::cli::host::{Done, Failure, put_to_reader as put};
use crate::cli::rehearsal::counting::Counting;
use crate::cli::rehearsal::edited::{changed, names};
use crate::cli::report::diagnostics;
use crate::cli::screen::{Pen, table};
use crate::cli::setup::entrants::Spec;
use crate::cli::setup::load::load_quietly;
use crate::cli::text::{Messages, TermStyle, spelt_path};
use crate::diagnostic::Problems;
use crate::game::{Eyes, Game, Play};
use crate::view::{Looking, Narration, Past, View};
use std::io::ErrorKind;

pub(crate) fn run(args: &WatchArgs, messages: &Messages) -> Done {
    match watch(args, messages) {
        // Whoever read it has left.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Looks on until nobody reads any more.
fn watch(args: &WatchArgs, messages: &Messages) -> Done {
    let players = Spec::parse_all(&args.players, messages)?;
    let mut look = Look {
        args,
        messages,
        players,
        game: None,
        files: Vec::new(),
        table: Vec::new(),
        counting: None,
    };
    put(&(messages.with("watch-begins", &[("path", look.path().into())]) + "\n"))?;
    let mut watcher = look.take_up()?;
    loop {
        std::thread::sleep(PAUSE);
        if watcher.has_changed() {
            watcher = look.take_up()?;
        }
        look.tell_numbers()?;
    }
}

/// Somebody who looks at a game that is edited.
struct Look<'a> {
    args: &'a WatchArgs,
    messages: &'a Messages,
    players: Vec<Spec>,
    /// The game as it was when nothing was wrong with it.
    game: Option<Game>,
    /// The files that were read the last time, and those of the game when nothing was wrong with
    /// it.
    files: Vec<String>,
    /// The table as it was shown last.
    table: Vec<String>,
    counting: Option<Counting>,
}

impl Look<'_> {
    fn path(&self) -> String {
        spelt_path(&self.args.game)
    }

    /// Loads the game and tells of it; what is watched from here on. What is saved while the game
    /// is loaded is the next change.
    fn take_up(&mut self) -> Result<Watcher, Failure> {
        let file = GameFile::named(&self.args.game);
        let known = [self.files.clone(), vec![file.name.clone()]].concat();
        let watcher = Watcher::new(&file, known.into_iter());
        match self.load() {
            Ok(game) => {
                self.files = names(game.program()).collect();
                self.tell(&file, game)?;
            }
            Err(Failure::Game(problems, file)) => {
                // The one that is to be mended may be new, or missing.
                let mut asked = file.asked();
                asked.retain(|name| !self.files.contains(name));
                self.files.extend(asked);
                self.tell_problems(&problems, &file)?;
            }
            Err(Failure::Usage(why)) if self.game.is_some() => put(&format!("{why}\n"))?,
            Err(failure) => return Err(failure),
        }
        Ok(watcher.covering(&file, self.files.iter().cloned()))
    }

    fn load(&self) -> Result<Game, Failure> {
        let WatchArgs { game, setting, .. } = self.args;
        let seats = (self.players.len() > 1).then_some(self.players.len());
        let (_, game) = load_quietly(game, setting, seats, false, self.messages)?;
        Spec::check_all(&self.players, &game, self.messages)?;
        Ok(game)
    }

    fn tell_problems(&self, problems: &Problems, file: &GameFile) -> Done {
        let style = TermStyle::of_output();
        put(&format!("\n{}", diagnostics::problems(problems, file, style, self.messages)))
    }

    /// What is to be said of a game that can be played.
    fn tell(&mut self, file: &GameFile, game: Game) -> Done {
        if let Some(was) = &self.game {
            let told = changed(self.messages, was.program(), game.program());
            put(&format!("\n{}\n", told.join("\n")))?;
        }
        if !game.problems().list.is_empty() {
            self.tell_problems(game.problems(), file)?;
        }
        let lines = self.table_of(&game);
        if lines != self.table {
            put(&format!("\n{}\n", lines.join("\n")))?;
            self.table = lines;
        }
        let was = self.game.replace(game.clone());
        let hash = |game: &Game| game.program().rules_hash.clone();
        if was.as_ref().is_none_or(|was| hash(was) != hash(&game)) {
            // The count of the version before is over with this.
            self.counting = Some(Counting::begin(was, game, self.players.clone()));
        }
        Ok(())
    }

    /// The table at the first choice of a game with the seed that was asked for, all hands shown.
    fn table_of(&self, game: &Game) -> Vec<String> {
        let play = &Play::new(game, self.args.seed);
        let (eyes, past) = (Eyes::All, &Past::told(play.log().len()));
        let (lexicon, narration) = (self.messages.lexicon(), Narration::Again);
        let view = View::of(&Looking { play, lexicon, eyes, past, narration });
        table::table(Pen { view: &view, messages: self.messages, style: TermStyle::of_output() })
    }

    /// Tells the numbers where they are of more deals than were told.
    fn tell_numbers(&mut self) -> Done {
        match self.counting.as_mut().and_then(Counting::news) {
            Some(news) => put(&format!("\n{}\n", news.lines(self.messages).join("\n"))),
            None => Ok(()),
        }
    }
}
