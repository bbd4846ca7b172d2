//! What somebody before a page wants to play, and what nobody gets from a page.

use super::house::House;
use crate::cli::args::SettingArgs;
use crate::cli::host::files::GameFile;
use crate::cli::host::{Failure, tell};
use crate::cli::report::diagnostics;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Problems;
use crate::players::Kind;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// How much a bot may think about a choice, if the owner of the server asks for it from a page.
const MOST_ITERATIONS: u32 = 20_000;
const LONGEST_THOUGHT: Duration = Duration::from_secs(10);

/// What somebody wants to play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    /// By its number on the shelf.
    pub(crate) game: usize,
    /// Who sits where, as `--seats` names them.
    pub(crate) seats: Vec<String>,
    pub(crate) variant: Option<String>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) seed: Option<u64>,
    /// What holds beside the rules.
    #[serde(default)]
    pub(crate) house: House,
}

impl Wish {
    /// The options and the variant, as the command line has them.
    pub(crate) fn setting(&self) -> SettingArgs {
        SettingArgs::of(self.variant.as_deref(), &self.options)
    }
}

/// Bots that a page can have, by their names.
const BOTS: [&str; 3] = ["random", "greedy", "mcts"];

/// People and bots as a page names them; in words why it cannot have them.
pub(crate) fn kinds(list: &[String], messages: &Messages) -> Result<Vec<SeatKind>, String> {
    let kinds = match list.iter().any(|word| is_program(word)) {
        true => return Err(no_such_bot(messages)),
        false => SeatKind::parse_among(list, &BOTS, messages),
    };
    let kinds = kinds.map_err(|failure| words(failure, messages))?;
    check(&kinds, messages).map(|()| kinds)
}

/// Bots as a page names them; in words why it cannot have them.
pub(crate) fn bots(list: &[String], messages: &Messages) -> Result<Vec<Kind>, String> {
    let bot = |kind| match kind {
        SeatKind::Bot(kind) => Ok(kind),
        SeatKind::Human => Err(no_such_bot(messages)),
    };
    kinds(list, messages)?.into_iter().map(bot).collect()
}

/// Whether a word stands for a program, or would if it named one.
fn is_program(word: &str) -> bool {
    word.split(':').next().is_some_and(|name| name.trim() == "exec")
}

/// Refuses players that cannot be had from a page, in words.
pub(crate) fn check<'k>(
    kinds: impl IntoIterator<Item = &'k SeatKind>,
    messages: &Messages,
) -> Result<(), String> {
    match kinds.into_iter().all(is_allowed) {
        true => Ok(()),
        false => Err(no_such_bot(messages)),
    }
}

/// A page must not start programs, nor keep the machine busy for ever.
fn is_allowed(kind: &SeatKind) -> bool {
    match kind {
        SeatKind::Human | SeatKind::Bot(Kind::Random | Kind::Greedy) => true,
        SeatKind::Bot(Kind::Mcts(iterations)) => *iterations <= MOST_ITERATIONS,
        SeatKind::Bot(Kind::MctsFor(time)) => *time <= LONGEST_THOUGHT,
        SeatKind::Bot(Kind::Exec { .. }) => false,
    }
}

fn no_such_bot(messages: &Messages) -> String {
    let seconds = LONGEST_THOUGHT.as_secs().to_string();
    let most = MOST_ITERATIONS.to_string();
    messages.with("serve-no-bot", &[("most", most.into()), ("seconds", seconds.into())])
}

/// Says where the server runs what is wrong with a game.
pub(crate) fn tell_problems(problems: &Problems, file: &GameFile, messages: &Messages) {
    tell(&diagnostics::problems(problems, file, TermStyle::of_errors(), messages));
}

/// A failure for the owner of the server, who writes the games: of one with mistakes the first.
pub(crate) fn words_in_full(failure: Failure, messages: &Messages) -> String {
    let first = match &failure {
        Failure::Game(problems, file) => {
            let mut all = diagnostics::flat(problems, file).into_iter();
            all.find(diagnostics::Flat::is_error).map(|first| first.line())
        }
        Failure::Usage(_)
        | Failure::Output(_)
        | Failure::Told
        | Failure::Unusable
        | Failure::Rules => None,
    };
    let words = words(failure, messages);
    first.unwrap_or(words)
}

/// A failure for whoever sits before a page; what is wrong with a game is told where the server
/// runs.
pub(crate) fn words(failure: Failure, messages: &Messages) -> String {
    match failure {
        Failure::Usage(message) => message,
        Failure::Game(problems, file) => {
            tell_problems(&problems, &file, messages);
            messages.say("serve-broken")
        }
        Failure::Output(error) => error.to_string(),
        Failure::Told | Failure::Unusable | Failure::Rules => messages.say("serve-broken"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;

    /// Nobody is told of a bot that a page cannot have.
    #[test]
    fn only_what_can_be_had_is_offered() {
        let messages = Messages::new(Language::En);
        let refused = |word: &str| kinds(&[word.to_owned()], &messages).expect_err("no player");
        for word in ["", "exec", "exec:true", "Exec", "alphazero", "mcts:9000000"] {
            let why = refused(word);
            assert!(why.contains("`mcts`") && !why.contains("`exec`"), "{word}: {why}");
        }
        assert!(refused("gredy").ends_with("did you mean `greedy`?"));
        assert!(bots(&["human".to_owned()], &messages).is_err());
        assert_eq!(bots(&["random".to_owned()], &messages), Ok(vec![Kind::Random]));
    }
}
