//! What a simulation tells, and what it takes to put two of them together. The fields stand in the
//! order of the JSON.

use super::lead::{LeadMeans, Leads};
use super::measures::{Measures, Rates};
use super::stats::{Rate, Series, Spread};
use super::tally::Tally;
use crate::game::{Game, Plain};
use crate::value::{Fraction, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was simulated. Two reports of the same setup and of different games are parts of one
/// simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The version of the program.
    pub cardrun: String,
    pub game: String,
    /// By language; under `""` what serves for all others.
    pub title: BTreeMap<String, String>,
    /// A digest of the game's files.
    pub rules_hash: String,
    pub options: BTreeMap<String, Plain>,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The side that each seat is on, from 1.
    pub sides: Vec<u8>,
    pub cooperative: bool,
    pub seed: u64,
}

/// The result of a simulation. All but the two fields about time is the same on every machine and
/// with any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub games: u64,
    /// Games won, by seat. Seats of a team win together.
    pub wins: Vec<u64>,
    /// Of the games that came to an end.
    pub win_rates: Vec<Rate>,
    pub draws: u64,
    pub draw_rate: Rate,
    /// By seat; empty when the rules have no score.
    pub scores: Vec<Spread>,
    /// Choices among more than one option, a game.
    pub decisions: Series,
    /// How often the phase `round` was entered, a game; without such a phase, the busiest phase
    /// directly in `game`.
    pub rounds: Series,
    /// The phase that `rounds` counts.
    pub round_phase: Option<String>,
    /// How many games ended for which reason.
    pub end_reasons: BTreeMap<String, u64>,
    /// Games with too many choices, games of which too much was to be written down, games that the
    /// rules failed in, and games that a player could not go on in.
    pub timeouts: u64,
    pub overlong: u64,
    pub faults: u64,
    pub stuck: u64,
    /// The first failed game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    pub seconds: f64,
    pub playouts_per_second: f64,
    #[serde(flatten)]
    pub setup: Setup,
    /// The counts from which all of the above follows: what merging adds up.
    pub tally: Tally,
    /// What `measures` and `lead` say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_means: Option<LeadMeans>,
    /// Where games were looked at closely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<Measures>,
    /// Where games were followed decision by decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Leads>,
}

/// A game that failed, to be looked at again: its number, its own seed, and what went wrong where
/// in the rules, or at which player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub game: u64,
    pub seed: u64,
    pub code: String,
    pub message: String,
    /// Empty where no rule failed, but a player.
    pub file: String,
    pub line: usize,
}

impl Failure {
    /// The code of games with more than [`MOST_CHOICES`](super::MOST_CHOICES).
    pub const ENDLESS: &'static str = "timeout";

    /// The code of games with more than [`MOST_ENTRIES`](super::MOST_ENTRIES) that were to be
    /// written down.
    pub const OVERLONG: &'static str = "overlong";

    /// The code of a player that could not go on.
    pub const OF_A_PLAYER: &'static str = "player-stuck";

    /// Whether nothing failed, and the game only went on for too long.
    pub fn is_of_length(&self) -> bool {
        [Self::ENDLESS, Self::OVERLONG].contains(&self.code.as_str())
    }

    /// Whether a player failed, and not the rules.
    pub fn is_of_a_player(&self) -> bool {
        self.code == Self::OF_A_PLAYER
    }
}

impl Setup {
    /// `seats`: a name for each.
    pub(crate) fn of(game: &Game, seats: Vec<String>, seed: u64) -> Setup {
        let program = game.program();
        let any = program.title.any.iter().map(|text| (String::new(), text.clone()));
        let languages =
            program.title.languages.iter().map(|(language, text)| (language.clone(), text.clone()));
        Setup {
            cardrun: env!("CARGO_PKG_VERSION").to_owned(),
            game: program.id.clone(),
            title: any.chain(languages).collect(),
            rules_hash: program.rules_hash.clone(),
            options: program
                .options
                .iter()
                .map(|o| (o.name.clone(), Plain::of_option(&o.value)))
                .collect(),
            seats,
            sides: Seat::all(program.seats).map(|seat| program.team(seat).shown()).collect(),
            cooperative: program.cooperative,
            seed,
        }
    }

    /// The game's title in a language, as far as it has one; else its file's name.
    pub fn title(&self, language: &str) -> &str {
        self.title
            .get(language)
            .or_else(|| self.title.get(""))
            .or_else(|| self.title.values().next())
            .unwrap_or(&self.game)
    }
}

impl Report {
    /// What the counts say.
    pub fn of(setup: Setup, tally: Tally, measures: Option<Measures>) -> Report {
        let rounds = tally.round();
        Report {
            games: tally.games(),
            wins: tally.wins.clone(),
            win_rates: tally.wins.iter().map(|&wins| Rate::of(wins, tally.finished)).collect(),
            draws: tally.draws,
            draw_rate: Rate::of(tally.draws, tally.finished),
            scores: tally.scores.iter().map(super::stats::Moments::spread).collect(),
            decisions: tally.decisions.series(),
            rounds: rounds.map(|passes| passes.times.series()).unwrap_or_default(),
            round_phase: rounds.map(|passes| passes.phase.clone()),
            end_reasons: tally.all_reasons(),
            timeouts: tally.timeouts,
            overlong: tally.overlong,
            faults: tally.faults,
            stuck: tally.stuck,
            failure: tally.failure.clone(),
            seconds: 0.0,
            playouts_per_second: 0.0,
            setup,
            tally,
            rates: measures.as_ref().map(Rates::from),
            lead_means: None,
            measures,
            lead: None,
        }
    }

    pub fn with_lead(self, lead: Option<Leads>) -> Self {
        Report { lead_means: lead.as_ref().map(LeadMeans::from), lead, ..self }
    }

    /// Adds the time that it took, in seconds.
    pub fn timed(mut self, seconds: f64) -> Self {
        self.seconds = seconds;
        self.playouts_per_second = if seconds > 0.0 { self.games.to_f64() / seconds } else { 0.0 };
        self
    }
}
