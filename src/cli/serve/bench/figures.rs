//! What counted games come to, as rows that a page draws.

use crate::cli::report::{comparison, measure, numbers, sides, summary};
use crate::cli::text::Messages;
use crate::runner::{Compared, Measured, Rate, Report};
use crate::value::Seat;
use serde::Serialize;

/// Numbers of one version, or of two beside each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Figures {
    /// Games, or deals that were played in both versions, so far.
    pub(crate) games: u64,
    /// How many were asked for; null where nobody did.
    pub(crate) of: Option<u64>,
    pub(crate) goes_on: bool,
    /// Who played.
    pub(crate) players: Vec<String>,
    /// What the versions are called.
    pub(crate) versions: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// Why games came to no end, where some did.
    pub(crate) failures: Vec<String>,
}

/// One number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    name: String,
    /// By version.
    values: Vec<Value>,
    /// The second less the first.
    change: Option<String>,
    /// What is to be made of the change, where it is no clear one.
    told: Option<String>,
    /// The change is more than chance would make.
    clear: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Value {
    text: String,
    /// A share of all games, with the ends of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<[f64; 3]>,
}

impl Figures {
    /// The figures of a simulation.
    pub(crate) fn of_report(report: &Report, messages: &Messages) -> Figures {
        let plain = |name: String, text: String| Row::alone(name, Value { text, share: None });
        let share = |name: String, rate: &Rate| {
            let share = Some([rate.rate, rate.low, rate.high]);
            Row::alone(name, Value { text: summary::rate(rate, messages), share })
        };
        let rates = &report.win_rates;
        let seats =
            sides::rows(&report.setup, |one, other| rates[one.index()] == rates[other.index()]);
        let wins = |seats: &Vec<Seat>| {
            share(sides::said("compare-win", seats, messages), &rates[seats[0].index()])
        };
        let mut rows: Vec<Row> = seats.iter().map(wins).collect();
        if !report.setup.cooperative {
            rows.push(share(messages.say("compare-draw"), &report.draw_rate));
        }
        let scores = &report.scores;
        if !scores.is_empty() {
            let seats = sides::rows(&report.setup, |one, other| {
                scores[one.index()] == scores[other.index()]
            });
            rows.extend(seats.iter().map(|seats| {
                let name = sides::said("compare-score", seats, messages);
                plain(name, summary::spread(&scores[seats[0].index()], messages))
            }));
        }
        let series = |series| summary::series(series, messages);
        rows.push(plain(messages.say("compare-decisions"), series(&report.decisions)));
        if report.round_phase.is_some() {
            rows.push(plain(messages.say("compare-rounds"), series(&report.rounds)));
        }
        Figures {
            games: report.games,
            of: None,
            goes_on: false,
            players: players(&report.setup.seats),
            versions: vec![String::new()],
            rows,
            failures: failures(report, messages),
        }
    }

    /// The figures of versions on the same deals, or of one alone.
    pub(crate) fn of_compared(compared: &Compared, messages: &Messages) -> Figures {
        let [first, rest @ ..] = compared.versions.as_slice() else { return Figures::none() };
        let mut shown = comparison::second(compared, messages).into_iter();
        let few = numbers::is_too_few(compared);
        let measures = if compared.deals > 0 { &first.measures[..] } else { &[] };
        let two: Vec<_> = compared.versions.iter().take(2).collect();
        let rows = measures.iter().zip(sides::of_measures(compared)).enumerate();
        let rows = rows.filter_map(|(i, (one, seats))| Some((i, one, seats?)));
        let rows = rows.map(|(i, one, seats)| {
            let beside = rest.first().and_then(|version| version.measures.get(i));
            let shown = shown.next().filter(|_| !few);
            let difference = shown.as_ref().and_then(|shown| shown.difference.clone());
            let apart = beside.and_then(|measured| measured.difference).filter(|_| !few);
            let clear = apart.is_some_and(|difference| difference.is_clear);
            let missing = apart.and_then(|difference| difference.deals_missing);
            // No legend stands below that would say for what.
            let missing = missing.map(|n| messages.with("bench-missing", &[("n", n.into())]));
            Row {
                name: measure::name(compared, &two, &one.measure, &seats, messages),
                values: [Some(one), beside]
                    .into_iter()
                    .flatten()
                    .map(|one| value(one, messages))
                    .collect(),
                change: difference.map(|(mean, interval)| format!("{mean} {interval}")),
                told: missing.or(shown.map(|shown| shown.told)).filter(|_| !clear),
                clear,
            }
        });
        Figures {
            games: compared.deals,
            of: None,
            goes_on: false,
            players: players(&first.setup.seats),
            versions: compared.versions.iter().map(|version| version.name.clone()).collect(),
            rows: rows.collect(),
            failures: failing(compared, messages),
        }
    }

    fn none() -> Figures {
        let (players, versions, rows, failures) = Default::default();
        Figures { games: 0, of: None, goes_on: false, players, versions, rows, failures }
    }
}

impl Row {
    fn alone(name: String, value: Value) -> Row {
        Row { name, values: vec![value], change: None, told: None, clear: false }
    }
}

fn value(measured: &Measured, messages: &Messages) -> Value {
    let (by, unit, digits) = measure::scale(&measured.measure);
    let spread = measured.value;
    let share = measured.measure.is_share().then(|| {
        let end = |end: f64| end.clamp(0.0, 1.0);
        [spread.mean, end(spread.ci95[0]), end(spread.ci95[1])]
    });
    Value { text: messages.decimal(by * spread.mean, digits) + unit, share }
}

/// Who played, once where all are the same.
fn players(seats: &[String]) -> Vec<String> {
    let mut players = seats.to_vec();
    players.dedup();
    players
}

fn failures(report: &Report, messages: &Messages) -> Vec<String> {
    let mut told: Vec<String> =
        summary::failed(report, messages).map(|(why, n)| format!("{n} · {why}")).collect();
    told.extend(report.failure.as_ref().map(|failure| {
        format!("{}:{}: {} [{}]", failure.file, failure.line, failure.message, failure.code)
    }));
    told
}

/// What is to be known before the numbers: that games came to no end, and that there are too few.
fn failing(compared: &Compared, messages: &Messages) -> Vec<String> {
    let mut told = numbers::failing(compared, messages);
    if compared.versions.len() > 1 && numbers::is_too_few(compared) {
        told.push(messages.with("numbers-few", &[("n", compared.deals.into())]));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::game::{Game, Settings};
    use crate::players::Random;
    use crate::runner::{Comparison, Entrant, Looks, Version};

    const GAME: &str = "
seats: 2
decks: { pack: { standard: PACK } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: all }
rules: |
  phase game = deal, each player: lay
  phase deal { shuffle deck; each player { draw 5 from deck to hand } }
  action lay(card from hand) { move card to heap }
  score = count hand where suit = H
";

    /// The page has no legend as the report has: what is told says itself what it is about.
    #[test]
    fn missing_deals_say_for_what() {
        let game = |pack| {
            let text = GAME.replace("PACK", pack);
            Game::from_strings(&[("game.yaml", &text)], &Settings::default()).expect("a game")
        };
        let games = [game("32"), game("52")];
        let seats = vec![&Random as &dyn Entrant; 2];
        let version = |game| Version { name: String::new(), game, seats: seats.clone() };
        let told = |seed| {
            let versions = games.iter().map(version).collect();
            let (watcher, looks) = (None, Looks::default());
            let comparison =
                Comparison { versions, first: 0, deals: 50, seed, jobs: 1, watcher, looks };
            let figures = Figures::of_compared(&comparison.run(), &Messages::new(Language::En));
            figures.rows.into_iter().filter_map(|row| row.told).collect::<Vec<_>>()
        };
        let mut all = (1..20).flat_map(told).filter(|told| told.contains("more deals")).peekable();
        assert!(all.peek().is_some());
        assert!(all.all(|told| told.ends_with("would show a difference as large as this one")));
    }
}
