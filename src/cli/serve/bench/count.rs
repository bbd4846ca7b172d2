//! Games that are counted for a page: one count at a time on the whole server, on threads of its
//! own. What is known so far is told again and again.

use super::figures::Figures;
use super::setup::Setup;
use super::wire::{Version, Wanted};
use crate::cli::host::programs;
use crate::cli::rehearsal::counting::jobs;
use crate::cli::report::comparison;
use crate::cli::report::html::{self, Style};
use crate::cli::serve::wishes::{bots, words_in_full};
use crate::cli::text::Messages;
use crate::game::Game;
use crate::players::Kind;
use crate::runner::{
    self, Compared, ComparedPart, Comparison, Entrant, Looks, Observing, Report, Simulation, Tally,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Games, or deals, of one count.
const MOST_GAMES: u64 = 200_000;

/// Of so many games the first numbers are; the next ones are of about as many as are played in
/// [`BLOCK`].
const FIRST: u64 = 24;
const BLOCK: Duration = Duration::from_millis(350);
const LARGEST_BLOCK: u64 = 20_000;

/// Where the look of a report lies, as seen from the report.
const LOOK: Style<'_> = Style::Beside { look: "../assets/report.css", icon: "../assets/icon.svg" };

/// Lets one count in at a time: the one before ends.
#[derive(Default)]
pub(crate) struct Gate(Mutex<Arc<AtomicBool>>);

impl Gate {
    /// Lets a count in that ends when `stop` is set.
    pub(crate) fn enter(&self, stop: Arc<AtomicBool>) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *inside, stop).store(true, Ordering::Relaxed);
    }
}

/// A count that goes on until it is dropped.
pub(crate) struct Count {
    stop: Arc<AtomicBool>,
}

impl Drop for Count {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a count is told by: numbers, and at its end a page, or why it cannot be.
pub(crate) enum Heard {
    Figures(Figures),
    Page(String),
    Denied(String),
}

impl Count {
    /// Counts what is `wanted` of a game; `hear` is told what comes of it.
    pub(crate) fn begin(
        setup: Setup,
        wanted: Wanted,
        gate: &Gate,
        messages: impl FnOnce() -> Messages + Send + 'static,
        hear: impl Fn(Heard) + Send + 'static,
    ) -> Count {
        let stop = Arc::new(AtomicBool::new(false));
        gate.enter(Arc::clone(&stop));
        let own = Arc::clone(&stop);
        std::thread::spawn(move || {
            let messages = messages();
            let (stop, hear) = (&*own, &hear);
            match (Counter { setup, wanted, messages: &messages, stop, hear }).run() {
                Ok(page) => hear(Heard::Page(page)),
                Err(why) => hear(Heard::Denied(why)),
            }
        });
        Count { stop }
    }
}

struct Counter<'a> {
    setup: Setup,
    wanted: Wanted,
    messages: &'a Messages,
    stop: &'a AtomicBool,
    hear: &'a dyn Fn(Heard),
}

impl Counter<'_> {
    /// Counts, and gives the report as a page; in words why not.
    fn run(&self) -> Result<String, String> {
        let messages = self.messages;
        if !(1..=MOST_GAMES).contains(&self.wanted.games) {
            return Err(messages.with("bench-no-games", &[("most", MOST_GAMES.into())]));
        }
        let kinds = bots(&self.wanted.players, messages)?;
        let players: Vec<Kind> = if kinds.is_empty() { vec![Kind::Random] } else { kinds };
        match self.wanted.versions.as_slice() {
            [one] => Ok(self.simulate(&self.load(one, true)?, &players)),
            [one, other] => {
                let games = [self.load(one, false)?, self.load(other, false)?];
                if games[0].program().seats != games[1].program().seats {
                    return Err(messages.say("compare-seats"));
                }
                Ok(self.compare(&games, &players))
            }
            _ => Err(messages.say("compare-two")),
        }
    }

    fn load(&self, version: &Version, follows_rows: bool) -> Result<Game, String> {
        let setup = Setup { position: None, ..self.setup.with(version.clone()) };
        setup
            .load_as(follows_rows, self.messages)
            .map_err(|failure| words_in_full(failure, self.messages))
    }

    fn games(&self) -> u64 {
        self.wanted.games
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn tell(&self, figures: Figures, done: u64) {
        let of = self.games();
        let goes_on = done < of && self.goes_on();
        (self.hear)(Heard::Figures(Figures { of: Some(of), goes_on, ..figures }));
    }

    fn simulate(&self, game: &Game, players: &[Kind]) -> String {
        let entrants = entrants(game, players);
        let seats: Vec<&dyn Entrant> = entrants.iter().map(|entrant| &**entrant).collect();
        let stop = self.stop;
        let watcher = move |_| !stop.load(Ordering::Relaxed);
        let (begun, seed) = (Instant::now(), self.wanted.seed);
        let simulation = |first, games| Simulation {
            game,
            first,
            games,
            seed,
            seats: &seats,
            jobs: jobs(),
            watcher: Some(&watcher),
        };
        let count = |first, games| simulation(first, games).count::<(Tally, Observing)>();
        let report = |(tally, observing): (Tally, Observing)| {
            Report::of(simulation(0, 0).setup(), tally, Some(observing.measures))
                .timed(begun.elapsed().as_secs_f64())
        };
        let tell = |so_far: &(Tally, Observing), done| {
            let report = Report::of(simulation(0, 0).setup(), so_far.0.clone(), None);
            self.tell(Figures::of_report(&report, self.messages), done);
        };
        let all = self.in_blocks(count, runner::Count::merged, tell);
        let told = |reason: &str| game.program().text(reason, self.messages.code()).into_owned();
        html::page(&report(all), &told, LOOK, self.messages)
    }

    fn compare(&self, games: &[Game; 2], players: &[Kind]) -> String {
        let seated = games.each_ref().map(|game| entrants(game, players));
        let stop = self.stop;
        let watcher = move |_| !stop.load(Ordering::Relaxed);
        let names = self.names(games);
        let comparison = |first, deals| {
            let versions = games.iter().zip(&seated).zip(&names);
            let versions = versions.map(|((game, seated), name)| runner::Version {
                name: name.clone(),
                game,
                seats: seated.iter().map(|entrant| &**entrant).collect(),
            });
            Comparison {
                versions: versions.collect(),
                first,
                deals,
                seed: self.wanted.seed,
                jobs: jobs(),
                watcher: Some(&watcher),
                looks: Looks::default(),
            }
        };
        let begun = Instant::now();
        let count = |first, deals| comparison(first, deals).part();
        let tell = |so_far: &ComparedPart, done| {
            let compared = so_far.clone().compared();
            self.tell(Figures::of_compared(&compared, self.messages), done);
        };
        let merged = |one: ComparedPart, other: ComparedPart| ComparedPart {
            counts: one.counts.merged(other.counts),
            ..one
        };
        let all = self.in_blocks(count, merged, tell);
        let seconds = begun.elapsed().as_secs_f64();
        let compared = Compared { seconds, ..all.compared() };
        comparison::page(&compared, LOOK, self.messages)
    }

    /// What the two versions are called: by what was set.
    fn names(&self, games: &[Game; 2]) -> Vec<String> {
        let named = |version: &Version| {
            let set = version.options.iter().map(|(name, value)| format!("{name}={value}"));
            let all: Vec<String> = version.variant.iter().cloned().chain(set).collect();
            if all.is_empty() { "default".to_owned() } else { all.join(",") }
        };
        self.wanted.versions.iter().zip(games).map(|(version, _)| named(version)).collect()
    }

    /// Counts all games, block by block; `tell` is given what all so far come to.
    fn in_blocks<C>(
        &self,
        count: impl Fn(u64, u64) -> C,
        merged: impl Fn(C, C) -> C,
        tell: impl Fn(&C, u64),
    ) -> C {
        let (mut all, mut done, mut block) = (count(0, 0), 0, FIRST);
        while done < self.games() && self.goes_on() {
            let next = block.min(self.games() - done);
            let begun = Instant::now();
            all = merged(all, count(done, next));
            done += next;
            tell(&all, done);
            let took = begun.elapsed().as_secs_f64().max(1e-4);
            let fits = (next as f64 * BLOCK.as_secs_f64() / took).clamp(1.0, 4.0 * next as f64);
            block = (fits as u64).clamp(1, LARGEST_BLOCK);
        }
        all
    }
}

/// A player for each seat; who is named is used over and over where there are more seats.
fn entrants(game: &Game, players: &[Kind]) -> Vec<Box<dyn Entrant>> {
    let tools = programs::tools();
    let seats = 0..usize::from(game.program().seats);
    seats.map(|seat| players[seat % players.len()].entrant(&tools)).collect()
}
