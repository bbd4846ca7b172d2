//! Players by name, as they are written wherever players are named: `random`, `greedy`, `mcts:500`,
//! `mcts:200ms`, `exec:COMMAND`, `exec:2s:COMMAND`.

use super::{Budget, Clock, Entrant, Exec, Greedy, Launch, Mcts, Random};
use std::fmt;
use std::time::Duration;

/// A kind of player that needs nobody at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    Greedy,
    /// A search of so many iterations for each choice.
    Mcts(u32),
    /// A search of so much time for each choice.
    MctsFor(Duration),
    /// A program, and how long it may think about each choice.
    Exec {
        command: String,
        limit: Duration,
    },
}

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongKind {
    /// There is no such player.
    Unknown,
    /// What stands behind `mcts:` is no number of iterations and no time.
    Thinking,
    /// Nothing stands behind `exec:`.
    NoCommand,
    /// What stands behind `exec:` and before a command is no time.
    Limit,
}

/// What the core cannot do itself, and some players need.
#[derive(Clone)]
pub struct Tools {
    pub clock: Clock,
    pub launch: Launch,
}

impl Kind {
    /// The names of all kinds, for "did you mean".
    pub const NAMES: [&str; 4] = ["random", "greedy", "mcts", "exec"];

    /// The kind that is written so: `greedy`, `mcts:200`.
    ///
    /// # Errors
    /// There is no such kind, or none with this behind its name.
    pub fn parse(name: &str) -> Result<Kind, WrongKind> {
        let (word, rest) =
            name.split_once(':').map_or((name, None), |(word, rest)| (word, Some(rest.trim())));
        match (word, rest) {
            ("random", None) => Ok(Kind::Random),
            ("greedy", None) => Ok(Kind::Greedy),
            ("mcts", None) => Ok(Kind::Mcts(Mcts::ITERATIONS)),
            ("mcts", Some(thinking)) => thinking_of(thinking).ok_or(WrongKind::Thinking),
            ("exec", Some(rest)) => {
                let (limit, command) = limit_of(rest).ok_or(WrongKind::Limit)?;
                if command.is_empty() {
                    return Err(WrongKind::NoCommand);
                }
                Ok(Kind::Exec { command: command.to_owned(), limit })
            }
            ("exec", None) => Err(WrongKind::NoCommand),
            _ => Err(WrongKind::Unknown),
        }
    }

    pub fn entrant(&self, tools: &Tools) -> Box<dyn Entrant> {
        match self {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy),
            Kind::Mcts(n) => Box::new(Mcts { budget: Budget::Iterations(*n) }),
            Kind::MctsFor(time) => {
                Box::new(Mcts { budget: Budget::Time(*time, tools.clock.clone()) })
            }
            Kind::Exec { command, limit } => Box::new(Exec {
                command: command.clone(),
                limit: *limit,
                launch: tools.launch.clone(),
            }),
        }
    }
}

/// `500`, `200ms`, `2s`.
fn thinking_of(text: &str) -> Option<Kind> {
    let iterations = text.parse().ok().filter(|n| *n > 0).map(Kind::Mcts);
    iterations.or_else(|| time_of(text).map(Kind::MctsFor))
}

/// `200ms`, `2s`.
fn time_of(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u32 = number.parse().ok().filter(|n| *n > 0)?;
    match unit {
        "ms" => Some(Duration::from_millis(number.into())),
        "s" => Some(Duration::from_secs(number.into())),
        _ => None,
    }
}

/// `2s:COMMAND`, or a command alone. Nothing where a number stands before a colon that is no time
/// somebody can think for, such as `0s` or `5`: no program is called so.
fn limit_of(text: &str) -> Option<(Duration, &str)> {
    match text.split_once(':') {
        Some((limit, command)) if limit.trim().starts_with(|c: char| c.is_ascii_digit()) => {
            match time_of(limit.trim()) {
                Some(time) => Some((time, command.trim())),
                None if limit.trim().contains(char::is_whitespace) => Some((Exec::LIMIT, text)),
                None => None,
            }
        }
        Some(_) | None => Some((Exec::LIMIT, text)),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Mcts(n) => write!(f, "mcts:{n}"),
            Kind::MctsFor(time) => write!(f, "mcts:{}ms", time.as_millis()),
            Kind::Exec { command, limit } if *limit == Exec::LIMIT => write!(f, "exec:{command}"),
            Kind::Exec { command, limit } => write!(f, "exec:{}ms:{command}", limit.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "random",
            "greedy",
            "mcts:50",
            "mcts:200ms",
            "exec:python3 bot.py --fast: yes",
            "exec:500ms:sh a:b",
        ] {
            assert_eq!(Kind::parse(name).map(|kind| kind.to_string()).as_deref(), Ok(name));
        }
        assert_eq!(Kind::parse("mcts"), Ok(Kind::Mcts(1000)));
        assert_eq!(Kind::parse("mcts:2s"), Kind::parse("mcts:2000ms"));
        assert_eq!(Kind::parse("exec:2s:true"), Kind::parse("exec: 2000ms: true"));
        assert_eq!(Kind::parse("exec:10s:true"), Kind::parse("exec:true"));
    }

    #[test]
    fn wrong_names_are_told_apart() {
        for (name, wrong) in [
            ("rnd", WrongKind::Unknown),
            ("random:5", WrongKind::Unknown),
            ("mcts:", WrongKind::Thinking),
            ("mcts:0", WrongKind::Thinking),
            ("mcts:10min", WrongKind::Thinking),
            ("mcts:99999999999", WrongKind::Thinking),
            ("exec", WrongKind::NoCommand),
            ("exec: ", WrongKind::NoCommand),
            ("exec:2s:", WrongKind::NoCommand),
            ("exec:0s:true", WrongKind::Limit),
            ("exec:5:true", WrongKind::Limit),
            ("exec:5min:true", WrongKind::Limit),
        ] {
            assert_eq!(Kind::parse(name), Err(wrong), "{name}");
        }
    }
}
