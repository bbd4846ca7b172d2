//! What a person can say beside choosing: the commands, how they are typed, and who carries them
//! out. Whoever asks in another way than by lines makes the same commands of keys.

use super::Session;
use crate::cli::rehearsal::chance;
use crate::value::Seat;
use std::io;

/// What a person wants beside choosing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// To leave; the game can be resumed.
    Leave,
    /// To see the table again.
    Table,
    /// To know what can be chosen, and typed.
    Help,
    /// To look at what is called so: a card, or all that lies in a place.
    Look(String),
    /// To read the rules of the game, or the part of them whose heading has these words.
    Rules(Option<String>),
    /// To go back to before one's own last decision.
    Undo,
    /// To go forward again to where one has gone back from.
    Redo,
    /// To go back to before one of one's own decisions; or to be told which there are.
    Back(Option<Target>),
    /// To go on in a record of its own, and leave this one as it is.
    Branch,
    /// To choose for another seat, from 1, the next time that it is asked.
    As(usize),
    /// To see all hands; or no longer.
    Reveal,
    /// To decide what chance does next: what the next die, coin or lot gives, or which cards come
    /// off a pile, as somebody names them.
    Chance(String),
    /// To be told what could be done next.
    Hint,
    /// To be told why this cannot be chosen.
    Why(String),
    /// To be told what the last choice brought about.
    Explain,
    /// To be told what the scores are made of.
    Score,
    /// To be told who wins how often, and how long it takes; with --watch, before the last edit and
    /// after it.
    Numbers,
    /// To be told what is new of the numbers.
    News,
    /// Something that begins like a command, and is none: the message that says what was expected.
    Misread(&'static str),
}

/// Where to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// To before one's own decision with this number, from 1.
    Decision(usize),
    /// To before one's own first decision in the round with this number, from 1.
    Round(usize),
}

/// What came of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obeyed {
    /// The question that was asked still stands.
    Stays,
    /// The game is another one, or stands elsewhere: it is to be looked at anew.
    Anew,
    /// The person leaves.
    Leaves,
}

/// What a command begins with.
#[derive(Clone, Copy)]
enum Verb {
    Leave,
    Table,
    Help,
    Rules,
    Undo,
    Redo,
    Back,
    Branch,
    As,
    Reveal,
    Chance,
    Hint,
    Why,
    Explain,
    Score,
    Numbers,
}

/// The words of each verb, English and French. Those without their accents are not told of.
const VERBS: [(Verb, &[&str]); 16] = [
    (Verb::Leave, &["q", "quit", "exit", "quitter"]),
    (Verb::Table, &["t"]),
    (Verb::Help, &["?", "help", "aide"]),
    (Verb::Rules, &["rules", "règles", "regles"]),
    (Verb::Undo, &["undo", "annuler"]),
    (Verb::Redo, &["redo", "refaire"]),
    (Verb::Back, &["back", "retour"]),
    (Verb::Branch, &["branch", "branche"]),
    (Verb::As, &["as", "comme"]),
    (Verb::Reveal, &["reveal", "montrer"]),
    (Verb::Chance, &chance::COMMANDS),
    (Verb::Hint, &["hint", "conseil"]),
    (Verb::Why, &["why", "pourquoi"]),
    (Verb::Explain, &["explain", "expliquer"]),
    (Verb::Score, &["score", "scores", "décompte", "decompte"]),
    (Verb::Numbers, &["numbers", "chiffres"]),
];

impl Command {
    /// The command that a typed `answer` is, in French or English; none where it is no command.
    pub(crate) fn read(answer: &str) -> Option<Command> {
        if let Some(what) = answer.trim().strip_prefix('?').map(str::trim)
            && !what.is_empty()
        {
            return Some(Command::Look(what.to_owned()));
        }
        let typed: Vec<&str> = answer.split_whitespace().collect();
        let answer = answer.to_lowercase();
        let mut words = answer.split_whitespace();
        let first = words.next()?;
        let rest: Vec<&str> = words.collect();
        let alone = |command: Command| rest.is_empty().then_some(command);
        let (verb, _) = VERBS.iter().find(|(_, words)| words.contains(&first))?;
        match verb {
            Verb::Leave => alone(Command::Leave),
            Verb::Table => alone(Command::Table),
            Verb::Help => alone(Command::Help),
            Verb::Rules => {
                let part = typed[1..].join(" ");
                Some(Command::Rules(Some(part).filter(|part| !part.is_empty())))
            }
            Verb::Undo => alone(Command::Undo),
            Verb::Redo => alone(Command::Redo),
            Verb::Branch => alone(Command::Branch),
            Verb::Back => Some(match Target::read(&rest) {
                Ok(target) => Command::Back(target),
                Err(()) => Command::Misread("back-misread"),
            }),
            Verb::Hint => alone(Command::Hint),
            Verb::Explain => alone(Command::Explain),
            Verb::Score => alone(Command::Score),
            Verb::Why => Some(match rest.as_slice() {
                [] => Command::Misread("why-misread"),
                [..] => Command::Why(typed[1..].join(" ")),
            }),
            Verb::Numbers => alone(Command::Numbers),
            Verb::As => Some(match rest.as_slice() {
                [seat] => seat.parse().map_or(Command::Misread("as-misread"), Command::As),
                [..] => Command::Misread("as-misread"),
            }),
            Verb::Reveal => alone(Command::Reveal),
            Verb::Chance => Some(match rest.as_slice() {
                [] => Command::Misread("chance-misread"),
                [..] => Command::Chance(typed[1..].join(" ")),
            }),
        }
    }
}

impl Target {
    fn read(words: &[&str]) -> Result<Option<Target>, ()> {
        let number = |word: &str| word.parse::<usize>().ok().filter(|n| *n > 0).ok_or(());
        match words {
            [] => Ok(None),
            [n] => number(n).map(|n| Some(Target::Decision(n))),
            ["round" | "manche", n] => number(n).map(|n| Some(Target::Round(n))),
            [..] => Err(()),
        }
    }
}

impl Session<'_> {
    /// Carries out what `seat`, who is asked, has said. What has to do with what is shown (the
    /// table, the help, a card that is looked at) is done by whoever asks.
    pub(crate) fn obey(&mut self, seat: Seat, command: &Command) -> io::Result<Obeyed> {
        match command {
            Command::Leave => Ok(Obeyed::Leaves),
            Command::Table | Command::Help | Command::Look(_) => Ok(Obeyed::Stays),
            Command::Rules(part) => self.show_rules(part.as_deref()).map(|()| Obeyed::Stays),
            Command::Undo => self.undo(seat),
            Command::Redo => self.redo(seat),
            Command::Back(target) => self.back(seat, *target),
            Command::Branch => self.branch(),
            Command::As(number) => self.choose_as(seat, *number),
            Command::Reveal => self.reveal(seat),
            Command::Chance(wish) => self.decide(wish),
            Command::Hint => self.hint(seat),
            Command::Why(words) => self.why(seat, words),
            Command::Explain => self.explain(seat),
            Command::Score => self.tell_score(seat),
            Command::Numbers => self.ask_numbers(),
            Command::News => self.tell_numbers().map(|()| Obeyed::Stays),
            Command::Misread("chance-misread") => self.misread_chance().map(|()| Obeyed::Stays),
            Command::Misread(key) => self.say(key, &[]).map(|()| Obeyed::Stays),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_of_both_languages() {
        let read = |text: &str| Command::read(text);
        assert_eq!((read("Undo"), read(" annuler ")), (Some(Command::Undo), Some(Command::Undo)));
        assert_eq!(read("back"), Some(Command::Back(None)));
        assert_eq!(read("retour 3"), Some(Command::Back(Some(Target::Decision(3)))));
        assert_eq!(read("back round 2"), Some(Command::Back(Some(Target::Round(2)))));
        assert_eq!(read("back 0"), Some(Command::Misread("back-misread")));
        assert_eq!(read("as 2"), Some(Command::As(2)));
        assert_eq!(read("chance 6"), Some(Command::Chance("6".into())));
        assert_eq!(read("hasard deck 7H"), Some(Command::Chance("deck 7H".into())));
        assert_eq!(read("? Ada"), Some(Command::Look("Ada".into())));
        assert_eq!(read("Règles"), Some(Command::Rules(None)));
        assert_eq!(read("rules The count"), Some(Command::Rules(Some("The count".into()))));
        assert_eq!((read("Help"), read("aide")), (Some(Command::Help), Some(Command::Help)));
        let leaves = ["q", "quit", "exit", "Quitter"].map(read);
        assert!(leaves.iter().all(|command| *command == Some(Command::Leave)));
        assert_eq!((read("undo 7H"), read("help me")), (None, None));
        assert_eq!(read("7H"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn every_command_is_told_of_in_the_docs() {
        let docs =
            [include_str!("../../../docs/playing.md"), include_str!("../../../docs/editing.md")];
        let is_told = |word: &str| {
            let begins = [format!("`{word}`"), format!("`{word} ")];
            docs.iter().any(|page| begins.iter().any(|begins| page.contains(begins)))
        };
        let bare = ["regles", "scores", "decompte"];
        let words = VERBS.iter().flat_map(|(_, words)| *words).filter(|word| !bare.contains(word));
        let silent: Vec<_> = words.filter(|word| !is_told(word)).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}
