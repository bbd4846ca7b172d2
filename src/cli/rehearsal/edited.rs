//! The files of a game that are edited while it is played, and the game in progress in what they
//! say by now.

use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::host::watch::Watcher;
use crate::cli::rehearsal::retracing::{half_made, is_open};
use crate::cli::text::Messages;
use crate::game::{Change, Changed, Game, Play, changes, renamed_actions};
use crate::program::{Part, Program};
use crate::record::{self, About, Retold, Writer, against};
use crate::value::SeatSet;
use crate::vm::Fault;
use std::cmp::Ordering;

/// Loads the game as it was loaded first, from its files as they are now.
pub(crate) type Load<'a> = Box<dyn Fn() -> Result<Game, Failure> + 'a>;

/// A game that was in progress when its rules were edited, in the edited ones.
pub(crate) struct TakenUp {
    pub(crate) retold: Retold,
    /// The steps of a choice that somebody was in the midst of are put back: the edited rules would
    /// have completed it.
    pub(crate) put_back: bool,
}

/// Why a game in progress cannot go on in edited rules: it stays as it is.
pub(crate) enum NotTakenUp {
    /// There is no whole record of it.
    Unrecorded,
    /// The rules fail on the way.
    Fails(Fault),
}

/// The files of the game that is played.
pub(crate) struct Edited<'a> {
    file: GameFile,
    load: Load<'a>,
    pub(crate) watcher: Watcher,
    /// The course of the game that an edit has cut short, as long as nobody has gone another way: a
    /// later edit may make it possible again.
    cut: Option<record::Record>,
}

impl<'a> Edited<'a> {
    /// Watches all files that `game` was loaded from.
    pub(crate) fn new(file: GameFile, game: &Game, load: Load<'a>) -> Edited<'a> {
        let watcher = watcher(&file, game.program());
        Edited { file, load, watcher, cut: None }
    }

    /// Keeps a course that an edit has cut short before, to where the game stands now.
    pub(crate) fn keeps(&mut self, cut: record::Record) {
        self.cut = Some(cut);
    }

    /// A person has chosen, or the game stands elsewhere: what an edit has cut short is no more to
    /// be tried.
    pub(crate) fn forgets(&mut self) {
        self.cut = None;
    }

    /// Loads the game in another way from now on.
    pub(crate) fn loads(&mut self, load: Load<'a>) {
        self.load = load;
    }

    /// The layout of the game.
    pub(crate) fn file(&self) -> &GameFile {
        &self.file
    }

    /// Loads the game anew, whose `program` is in force so far. What is saved from here on is the
    /// next change.
    ///
    /// # Errors
    /// What is wrong with the files as they are now.
    pub(crate) fn load_again(&mut self, program: &Program) -> Result<Game, Failure> {
        let before = watcher(&self.file, program);
        let loaded = (self.load)();
        let watched: Vec<String> = match &loaded {
            Ok(game) => names(game.program()).collect(),
            // The one that is to be mended may be new, or missing.
            Err(Failure::Game(_, file)) => file.asked().into_iter().chain(names(program)).collect(),
            Err(_) => names(program).collect(),
        };
        self.watcher = before.covering(&self.file, watched.into_iter());
        loaded
    }

    /// The game in progress in rules that have changed: at the same decision, or at the last that
    /// is still possible. A choice that one of the `people` is in the midst of is begun again where
    /// the edited rules would complete it. Where an earlier edit cut its course short, and nobody
    /// has gone another way since, that course is tried once more, all of it. `about` says what the
    /// game's record says.
    pub(crate) fn retold(
        &mut self,
        play: &Play,
        about: &About,
        people: SeatSet,
        game: &Game,
    ) -> Result<TakenUp, NotTakenUp> {
        let cut = self.cut.take();
        let was_cut = cut.is_some();
        let (mut record, whole) = match cut {
            Some(record) => (record, None),
            None => (as_record(play, about).ok_or(NotTakenUp::Unrecorded)?, Some(play)),
        };
        rename(&mut record, play.game(), game);
        let retold = against(game, &record, None);
        let mut begun = whole.and_then(|play| begun_again(play, about, people, &retold));
        if let Some(record) = &mut begun {
            rename(record, play.game(), game);
        }
        let put_back = begun.is_some();
        let (record, retold) = match begun {
            Some(record) => {
                let retold = against(game, &record, None);
                (record, retold)
            }
            None => (record, retold),
        };
        // Of a game that fails nothing is taken up: the one so far goes on.
        let is_cut = match retold.play.fault() {
            Some(_) => was_cut,
            None => retold.choices < retold.recorded,
        };
        self.cut = is_cut.then_some(record);
        match retold.play.fault() {
            Some(fault) => Err(NotTakenUp::Fails(fault.clone())),
            None => Ok(TakenUp { retold, put_back }),
        }
    }

    /// The games that were gone back from, made again in the rules of the game as it `stands` by
    /// now. One goes forward to what has more in it than that: the others are left out, as are
    /// those that have no whole record, and those of which not all choices can be made again
    /// without a fault.
    pub(crate) fn retold_undone(undone: &[Play], stands: &Play, about: &About) -> Vec<Play> {
        let again = |play: &Play| {
            let mut record = as_record(play, about)?;
            rename(&mut record, play.game(), stands.game());
            let retold = against(stands.game(), &record, None);
            let is_whole = retold.choices == retold.recorded && retold.play.fault().is_none();
            is_whole.then_some(retold.play)
        };
        let is_further = |play: &Play| play.log().len() > stands.log().len();
        undone.iter().filter_map(again).filter(is_further).collect()
    }
}

/// The record of a game up to a choice that one of the `people` is in the midst of, where all of
/// its steps are made in other rules and it is over there.
fn begun_again(
    play: &Play,
    about: &About,
    people: SeatSet,
    retold: &Retold,
) -> Option<record::Record> {
    let over = people.iter().filter(|seat| !is_open(&retold.play, *seat));
    let first = over.filter_map(|seat| half_made(play, seat)).min()?;
    let before = as_record(&play.retraced(first, |_, _| {}), about)?;
    (retold.choices > before.choices()).then_some(before)
}

/// A game so far, as its record has it.
fn as_record(play: &Play, about: &About) -> Option<record::Record> {
    let mut writer = Writer::begin(Vec::new(), play, about).ok()?;
    writer.append(play).ok()?;
    record::read(writer.sink()).ok()
}

/// Actions that are called otherwise in a game are called so in the record of the game that it
/// `was`.
fn rename(record: &mut record::Record, was: &Game, is: &Game) {
    for (from, to) in renamed_actions(was.program(), is.program()) {
        record.rename_action(&from, &to);
    }
}

fn watcher(file: &GameFile, program: &Program) -> Watcher {
    Watcher::new(file, names(program))
}

/// The files that a game was loaded from.
pub(crate) fn names(program: &Program) -> impl Iterator<Item = String> {
    program.sources.iter().map(|(_, source)| source.name.clone())
}

/// What has changed, a line for what is new, one for what is gone, one for what is other.
pub(crate) fn changed(messages: &Messages, was: &Program, is: &Program) -> Vec<String> {
    let counted = |change| by_copies(change, (was, is), messages);
    let all: Vec<Change> = changes(was, is).into_iter().map(counted).collect();
    let listed = |how: Changed, key: &str| {
        let (cards, others): (Vec<&Change>, Vec<&Change>) = all
            .iter()
            .filter(|change| change.how == how)
            .partition(|change| change.part == Part::Card);
        let name = |change: &Change| match change.name.as_str() {
            "" => messages.say(part_key(change.part)),
            name => format!("{} {name}", messages.say(part_key(change.part))),
        };
        let mut names: Vec<String> = others.into_iter().map(name).collect();
        if cards.len() > MOST_CARDS {
            let first = cards.iter().take(MOST_CARDS).map(|card| card.name.as_str());
            let first = first.collect::<Vec<_>>().join(", ");
            let values = [("n", cards.len().into()), ("names", first.into())];
            names.push(messages.with("part-cards", &values));
        } else {
            names.extend(cards.into_iter().map(name));
        }
        (!names.is_empty()).then(|| messages.with(key, &[("list", names.join(", ").into())]))
    };
    let kinds = [
        (Changed::Differs, "reload-differs"),
        (Changed::Added, "reload-added"),
        (Changed::Gone, "reload-gone"),
    ];
    let told: Vec<String> = kinds.into_iter().filter_map(|(how, key)| listed(how, key)).collect();
    match told.is_empty() {
        true if was.rules_hash != is.rules_hash => vec![messages.say("reload-order")],
        true => vec![messages.say("reload-nothing")],
        false => told,
    }
}

/// What has changed, where it is how many copies of a card there are: then some are new, or gone.
fn by_copies(change: Change, (was, is): (&Program, &Program), messages: &Messages) -> Change {
    let count =
        |program: &Program| program.cards.iter().filter(|card| card.name == change.name).count();
    let how = match count(is).cmp(&count(was)) {
        _ if change.part != Part::Card || change.how != Changed::Differs => return change,
        Ordering::Equal => return change,
        Ordering::Greater => Changed::Added,
        Ordering::Less => Changed::Gone,
    };
    let name = change.name.as_str().into();
    let values = [("name", name), ("was", count(was).into()), ("is", count(is).into())];
    Change { name: messages.with("part-copies", &values), how, ..change }
}

/// Cards that are named where they have changed; more of them are counted.
const MOST_CARDS: usize = 6;

fn part_key(part: Part) -> &'static str {
    match part {
        Part::Seats => "part-seats",
        Part::List => "part-list",
        Part::Option => "part-option",
        Part::Card => "part-card",
        Part::Zone => "part-zone",
        Part::Pawn => "part-pawn",
        Part::Mark => "part-mark",
        Part::Variable => "part-variable",
        Part::Phase => "part-phase",
        Part::Action => "part-action",
        Part::Rule => "part-rule",
        Part::Script => "part-script",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::game::Settings;

    const GAME: &str = "
seats: 2
decks: { pack: { standard: 52, WHICH } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  heap: { seen_by: all }
rules: |
  phase game = each player: turn_up
  action turn_up { move top of deck to heap }
  score = 0
";

    fn told(was: &str, is: &str) -> Vec<String> {
        let game = |which: &str| {
            let text = GAME.replace("WHICH", which);
            Game::from_strings(&[("game.yaml", &text)], &Settings::default()).expect("a game")
        };
        changed(&Messages::new(Language::En), game(was).program(), game(is).program())
    }

    /// Fewer copies are told otherwise than more of them.
    #[test]
    fn cards_that_come_and_go_are_told_apart() {
        let one = "only: \"rank = K and suit = S\"";
        let (two, more) = (&*format!("{one}, copies: 2"), "only: \"rank in Q..K and suit = S\"");
        assert_eq!(told(one, two), ["New: card KS (2 instead of 1)."]);
        assert_eq!(told(two, one), ["Gone: card KS (1 instead of 2)."]);
        assert_eq!(told(one, more), ["New: card QS."]);
        assert_eq!(told(more, one), ["Gone: card QS."]);
    }
}
