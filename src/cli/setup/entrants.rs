//! Who plays, as it is written on the command line: `random`, `random never call`, `seat 1 always
//! call`.

use super::settings::{bots, unknown};
use crate::cli::host::progress::Progress;
use crate::cli::host::{Failure, programs, tell};
use crate::cli::report::summary;
use crate::cli::text::Messages;
use crate::game::Game;
use crate::players::{Kind, Tools};
use crate::runner::{Entrant, Misled, Restricted, Rule, Trial};
use crate::value::Seat;

/// Games in which it is tried whether `greedy` is misled.
const TRIED: u64 = 200;

/// Of fewer games nothing is sure.
const FEWEST: u64 = 20;

/// Tells where `greedy` is among the players and surely plays worse than chance: rules that do not
/// say what a position is worth mislead it. Its games are a part of the run whose `progress` is
/// shown, on as many threads, and no more than it had; where that was stopped, or had so few that
/// nothing would be sure, there is nothing to tell.
pub(crate) fn tell_misled(
    specs: &[Spec],
    game: &Game,
    (games, jobs): (u64, usize),
    progress: &Progress,
    messages: &Messages,
) {
    let greedy = specs.iter().find(|spec| spec.kind == Kind::Greedy);
    let Some(greedy) = greedy.filter(|_| game.program().hint.is_none()) else { return };
    if progress.was_stopped() || games < FEWEST {
        return;
    }
    let entrant = greedy.kind.entrant(&programs::tools());
    let games = games.min(TRIED);
    let trial = Trial { game, entrant: &*entrant, games, jobs, watcher: None };
    progress.goes_on(trial.items());
    let misled = progress.watch(|watcher| Trial { watcher: Some(watcher), ..trial }.run());
    if let Some(Misled { entrant, random }) = misled {
        let values = [
            ("greedy", summary::rate(&entrant, messages).into()),
            ("random", summary::rate(&random, messages).into()),
        ];
        tell(&(messages.with("greedy-misled", &values) + "\n"));
    }
}

/// A kind of player, and what it does without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    kind: Kind,
    restriction: Option<Restriction>,
}

/// `never call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Restriction {
    rule: Rule,
    action: String,
}

/// A restriction of one seat, from 0; of all where none is named.
pub(crate) type OfSeat = (Option<Seat>, Restriction);

impl Default for Spec {
    fn default() -> Spec {
        Spec { kind: Kind::Random, restriction: None }
    }
}

impl Spec {
    /// `random`, `random never call`. Whether there is such an action is for the game to say: see
    /// [`Restriction::check`].
    pub(crate) fn parse(text: &str, messages: &Messages) -> Result<Spec, Failure> {
        let last_words = || {
            let (rest, action) = text.trim().rsplit_once(char::is_whitespace)?;
            let (kind, rule) = rest.trim_end().rsplit_once(char::is_whitespace)?;
            Some((kind.trim_end(), Restriction::parse(&[rule, action])?))
        };
        // The command of a program stays as it was written.
        let (kind, restriction) = match last_words() {
            Some((kind, restriction)) => (kind, Some(restriction)),
            None => (text.trim(), None),
        };
        if kind.contains(char::is_whitespace) && !kind.starts_with("exec:") {
            return Err(no_restriction(text, messages));
        }
        let kinds = bots(&[kind.to_owned()], messages)?;
        Ok(Spec { kind: kinds.into_iter().next().unwrap_or(Kind::Random), restriction })
    }

    /// Reads several, one for each seat or one for all.
    pub(crate) fn parse_all(texts: &[String], messages: &Messages) -> Result<Vec<Spec>, Failure> {
        texts.iter().map(|text| Spec::parse(text, messages)).collect()
    }

    pub(crate) fn check(&self, game: &Game, messages: &Messages) -> Result<(), Failure> {
        self.restriction.as_ref().map_or(Ok(()), |restriction| restriction.check(game, messages))
    }

    /// Checks those who play a game that is counted: one for all seats, or one for each.
    pub(crate) fn check_all(
        specs: &[Spec],
        game: &Game,
        messages: &Messages,
    ) -> Result<(), Failure> {
        let seats = usize::from(game.program().seats);
        if specs.len() > 1 && specs.len() != seats {
            let values = [("given", specs.len().into()), ("seats", seats.into())];
            return Err(Failure::Usage(messages.with("wrong-players", &values)));
        }
        specs.iter().try_for_each(|spec| spec.check(game, messages))
    }

    /// Who plays a game, by seat: those who are named over and over, random players where nobody
    /// is; one seat or all of them under a restriction.
    pub(crate) fn seated(
        specs: &[Spec],
        restriction: Option<&OfSeat>,
        game: &Game,
        messages: &Messages,
    ) -> Result<Vec<Box<dyn Entrant>>, Failure> {
        let random = [Spec::default()];
        let specs = if specs.is_empty() { &random } else { specs };
        specs.iter().try_for_each(|spec| spec.check(game, messages))?;
        let seat = |seat: Seat| {
            let plain = specs[seat.index() % specs.len()].entrant(&programs::tools());
            match restriction {
                Some((only, restriction)) if only.is_none_or(|only| only == seat) => {
                    restriction.over(plain)
                }
                Some(_) | None => plain,
            }
        };
        Ok(Seat::all(game.program().seats).map(seat).collect())
    }

    /// The entrants of a tournament, one for each of `specs`. A failure where there are fewer than
    /// two of them, or where the game has other than two sides.
    pub(crate) fn opponents(
        specs: &[Spec],
        game: &Game,
        messages: &Messages,
    ) -> Result<Vec<Box<dyn Entrant>>, Failure> {
        let program = game.program();
        if specs.len() < 2 {
            return Err(Failure::Usage(messages.say("tournament-entrants")));
        }
        let sides = if program.cooperative { 1 } else { program.teams };
        if sides != 2 {
            let by_two = sides > 2 && program.seats_allowed.contains(&2);
            let key = if by_two { "tournament-by-two" } else { "tournament-sides" };
            return Err(Failure::Usage(messages.with(key, &[("n", sides.into())])));
        }
        specs.iter().try_for_each(|spec| spec.check(game, messages))?;
        let tools = programs::tools();
        Ok(specs.iter().map(|spec| spec.entrant(&tools)).collect())
    }

    pub(crate) fn entrant(&self, tools: &Tools) -> Box<dyn Entrant> {
        let plain = self.kind.entrant(tools);
        match &self.restriction {
            Some(restriction) => restriction.over(plain),
            None => plain,
        }
    }
}

impl Restriction {
    fn parse(parts: &[&str]) -> Option<Restriction> {
        let [rule, action] = parts else { return None };
        let rule = [Rule::Never, Rule::Always].into_iter().find(|known| known.word() == *rule)?;
        Some(Restriction { rule, action: (*action).to_owned() })
    }

    /// `seat 1 never call`, `always call`, where a game has such a seat and such an action.
    pub(crate) fn of_seat(text: &str, game: &Game, messages: &Messages) -> Result<OfSeat, Failure> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let (number, rest) = match parts.as_slice() {
            ["seat", number, rest @ ..] => {
                (number.parse::<usize>().ok().filter(|number| *number > 0), rest)
            }
            rest => (None, rest),
        };
        let refused = || no_restriction(text, messages);
        if parts.first() == Some(&"seat") && number.is_none() {
            return Err(refused());
        }
        let seats = usize::from(game.program().seats);
        if let Some(number) = number.filter(|number| *number > seats) {
            let values = [("given", number.into()), ("seats", seats.into())];
            return Err(Failure::Usage(messages.with("restrict-seat", &values)));
        }
        let seat = number.map(|number| Seat::new(number - 1));
        let restriction = Restriction::parse(rest).ok_or_else(refused)?;
        restriction.check(game, messages)?;
        Ok((seat, restriction))
    }

    fn check(&self, game: &Game, messages: &Messages) -> Result<(), Failure> {
        let known: Vec<&str> =
            game.program().actions.iter().map(|action| action.name.as_str()).collect();
        if known.contains(&self.action.as_str()) {
            Ok(())
        } else {
            Err(unknown("no-action", &self.action, known, messages))
        }
    }

    fn over(&self, inner: Box<dyn Entrant>) -> Box<dyn Entrant> {
        Box::new(Restricted { inner, rule: self.rule, action: self.action.clone() })
    }
}

fn no_restriction(text: &str, messages: &Messages) -> Failure {
    Failure::Usage(messages.with("restrict-shape", &[("given", text.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;

    #[test]
    fn the_command_of_a_program_stays_as_it_was_written() {
        let messages = Messages::new(Language::En);
        let spec = |text: &str| Spec::parse(text, &messages).expect("a player");
        let Spec { kind, restriction } = spec("exec:bot 'a  b'  always  call ");
        assert_eq!(kind, Kind::parse("exec:bot 'a  b'").expect("a program"));
        let restriction = restriction.expect("a restriction");
        assert_eq!((restriction.rule, &*restriction.action), (Rule::Always, "call"));
        assert_eq!(spec("exec:bot  never").restriction, None);
        assert!(Spec::parse("random sometimes call", &messages).is_err());
    }
}
