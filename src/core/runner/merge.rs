//! Parts of one simulation, comparison or tournament, put together: the result is that of the
//! whole, whoever computed which games.

use super::compared::{Compared, ComparedPart};
use super::lead::Leads;
use super::measures::Measures;
use super::report::{Report, Setup};
use super::standings::{Standings, StandingsPart};
use super::tally::Tally;
use crate::source::calm_json;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// Why two reports are no parts of one whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apart {
    /// A simulation is no part of a comparison or a tournament, nor the other way round.
    Kind,
    /// The parts differ in this field of the report.
    Field { field: &'static str, one: String, other: String },
    /// Both parts have counted these games, from the first to before the second number.
    SameGames(u64, u64),
    /// One part was measured in a way that the other was not.
    Measured,
}

/// A part of what was counted, of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPart {
    Simulation(Box<Part>),
    Comparison(Box<ComparedPart>),
    Tournament(Box<StandingsPart>),
}

/// What was counted, of any kind; as JSON the report of that kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Whole {
    Simulation(Box<Report>),
    Comparison(Box<Compared>),
    Tournament(Box<Standings>),
}

impl AnyPart {
    /// From the JSON of a report, with pictures in place of all that would steer a terminal.
    ///
    /// # Errors
    /// What of it is no report of its kind, in words.
    pub fn read(json: &str) -> Result<AnyPart, String> {
        /// The fields by which kinds of reports are told apart.
        #[derive(Deserialize)]
        struct Kind {
            versions: Option<IgnoredAny>,
            entrants: Option<IgnoredAny>,
        }
        let json = &*calm_json(json);
        Ok(match serde_json::from_str(json).map_err(|error| error.to_string())? {
            Kind { versions: Some(_), .. } => {
                AnyPart::Comparison(Box::new(ComparedPart::read(json)?))
            }
            Kind { entrants: Some(_), .. } => {
                AnyPart::Tournament(Box::new(StandingsPart::read(json)?))
            }
            Kind { versions: None, entrants: None } => {
                AnyPart::Simulation(Box::new(Part::read(json)?))
            }
        })
    }

    /// Merges two parts of one whole.
    ///
    /// # Errors
    /// Why they are no parts of one whole.
    pub fn merged(self, other: AnyPart) -> Result<AnyPart, Apart> {
        Ok(match (self, other) {
            (AnyPart::Simulation(one), AnyPart::Simulation(other)) => {
                AnyPart::Simulation(Box::new(one.merged(*other)?))
            }
            (AnyPart::Comparison(one), AnyPart::Comparison(other)) => {
                AnyPart::Comparison(Box::new(one.merged(*other)?))
            }
            (AnyPart::Tournament(one), AnyPart::Tournament(other)) => {
                AnyPart::Tournament(Box::new(one.merged(*other)?))
            }
            (
                AnyPart::Simulation(_) | AnyPart::Comparison(_) | AnyPart::Tournament(_),
                AnyPart::Simulation(_) | AnyPart::Comparison(_) | AnyPart::Tournament(_),
            ) => return Err(Apart::Kind),
        })
    }

    /// What the counts say.
    pub fn whole(self) -> Whole {
        match self {
            AnyPart::Simulation(part) => Whole::Simulation(Box::new(part.report())),
            AnyPart::Comparison(part) => Whole::Comparison(Box::new(part.compared())),
            AnyPart::Tournament(part) => Whole::Tournament(Box::new(part.standings())),
        }
    }
}

impl Whole {
    /// Adds the time that it took, in seconds.
    pub fn timed(self, seconds: f64) -> Whole {
        match self {
            Whole::Simulation(report) => Whole::Simulation(Box::new(report.timed(seconds))),
            Whole::Comparison(compared) => {
                Whole::Comparison(Box::new(Compared { seconds, ..*compared }))
            }
            Whole::Tournament(standings) => {
                Whole::Tournament(Box::new(Standings { seconds, ..*standings }))
            }
        }
    }
}

/// A simulation's setup and its counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub setup: Setup,
    pub tally: Tally,
    pub measures: Option<Measures>,
    pub lead: Option<Leads>,
}

#[derive(Deserialize)]
struct Counts {
    tally: Tally,
    measures: Option<Measures>,
    lead: Option<Leads>,
}

impl Part {
    /// From the JSON of a [`Report`].
    ///
    /// # Errors
    /// What of it is no such report, in words.
    pub(crate) fn read(json: &str) -> Result<Part, String> {
        // Two readings instead of a flattened field: serde would lose sums of more than 64 bits on
        // that way.
        let setup: Setup = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let Counts { tally, measures, lead } =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        let seats = setup.sides.len();
        let has_scores = tally.scores.is_empty() || tally.scores.len() == seats;
        if setup.seats.len() != seats || tally.wins.len() != seats || !has_scores {
            return Err("its counts are not those of its seats".into());
        }
        if !tally.is_sound() {
            return Err("its counts are not those of its games".into());
        }
        if !measures.iter().all(|measures| measures.is_sound(&tally)) {
            return Err("its measures are not those of its games".into());
        }
        if !lead.iter().all(|lead| lead.is_sound(tally.finished)) {
            return Err("what it says of who leads is not of its games".into());
        }
        Ok(Part { setup, tally, measures, lead })
    }

    /// Merges two parts of one simulation; says why they are no such parts.
    pub(crate) fn merged(self, other: Part) -> Result<Part, Apart> {
        if let Some(apart) = differing(&self.setup, &other.setup) {
            return Err(apart);
        }
        if let Some((from, to)) = self.tally.played.common(&other.tally.played) {
            return Err(Apart::SameGames(from, to));
        }
        let measures = match (self.measures, other.measures) {
            (Some(one), Some(other)) if one.is_like(&other) => Some(one.merged(other)),
            (None, None) => None,
            (Some(_) | None, _) => return Err(Apart::Measured),
        };
        let lead = match (self.lead, other.lead) {
            (Some(one), Some(other)) if one.is_like(&other) => Some(one.merged(other)),
            (None, None) => None,
            (Some(_) | None, _) => return Err(Apart::Measured),
        };
        if !self.tally.is_like(&other.tally) {
            return Err(Apart::Measured);
        }
        Ok(Part { setup: self.setup, tally: self.tally.merged(other.tally), measures, lead })
    }

    pub(crate) fn report(self) -> Report {
        Report::of(self.setup, self.tally, self.measures).with_lead(self.lead)
    }
}

/// What two setups differ in.
pub(super) fn differing(one: &Setup, other: &Setup) -> Option<Apart> {
    let options = |setup: &Setup| serde_json::to_string(&setup.options).unwrap_or_default();
    let fields = [
        ("cardrun", one.cardrun.clone(), other.cardrun.clone()),
        ("game", one.game.clone(), other.game.clone()),
        ("options", options(one), options(other)),
        ("rules_hash", one.rules_hash.clone(), other.rules_hash.clone()),
        ("seats", one.seats.join(","), other.seats.join(",")),
        ("seed", one.seed.to_string(), other.seed.to_string()),
    ];
    let found = fields.into_iter().find(|(_, a, b)| a != b);
    found.map(|(field, one, other)| Apart::Field { field, one, other })
}
