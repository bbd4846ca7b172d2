//! Games of a version before an edit and of the one after it, counted in the background while
//! somebody plays: nobody waits for them, and whoever wants to see them looks at what is known.

use crate::cli::host::programs;
use crate::cli::report::numbers;
use crate::cli::setup::entrants::Spec;
use crate::cli::text::Messages;
use crate::game::Game;
use crate::runner::{Compared, Comparison, Entrant, Looks, Version};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How many deals are counted, and for how long: the first numbers are there soon, and the next
/// ones are worth the wait.
const STEPS: [(u64, Duration); 4] = [
    (50, Duration::from_millis(1_000)),
    (250, Duration::from_secs(4)),
    (1_000, Duration::from_secs(15)),
    (4_000, Duration::from_secs(60)),
];

/// What is known by now.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) compared: Arc<Compared>,
    /// More games are being counted.
    pub(crate) goes_on: bool,
    /// The versions count different phases as rounds.
    pub(crate) rounds_apart: bool,
}

impl Counted {
    /// The numbers in lines.
    pub(crate) fn lines(&self, messages: &Messages) -> Vec<String> {
        let mut lines = numbers::lines(&self.compared, messages);
        lines.extend(self.rounds_apart.then(|| messages.say("numbers-rounds-apart")));
        lines.extend(self.goes_on.then(|| messages.say("numbers-more")));
        lines
    }
}

/// A count that goes on until it is dropped, or has counted enough.
pub(crate) struct Counting {
    counted: Arc<Mutex<Option<Counted>>>,
    stop: Arc<AtomicBool>,
    /// Of how many deals numbers have been given as news.
    told: u64,
}

impl Counting {
    /// Counts the same deals in the version that `was`, if there was one, and in the one that `is`
    /// now; these `players` play, one for each seat or one for all.
    pub(crate) fn begin(was: Option<Game>, is: Game, players: Vec<Spec>) -> Counting {
        let counting = Counting { counted: Arc::default(), stop: Arc::default(), told: 0 };
        let (counted, stop) = (Arc::clone(&counting.counted), Arc::clone(&counting.stop));
        std::thread::spawn(move || count(was.as_ref(), &is, &players, &counted, &stop));
        counting
    }

    /// What ends the count when it is set.
    #[cfg(feature = "serve")]
    pub(crate) fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// What is known by now; nothing before the first games have come to an end.
    pub(crate) fn counted(&self) -> Option<Counted> {
        self.counted.lock().ok().and_then(|counted| counted.clone())
    }

    /// What is known by now, where it is of more deals than the last time.
    pub(crate) fn news(&mut self) -> Option<Counted> {
        let counted = self.counted()?;
        let deals = counted.compared.played();
        let is_new = deals > self.told;
        self.told = self.told.max(deals);
        is_new.then_some(counted)
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn count(
    was: Option<&Game>,
    is: &Game,
    players: &[Spec],
    counted: &Mutex<Option<Counted>>,
    stop: &AtomicBool,
) {
    let tools = programs::tools();
    let random = [Spec::default()];
    let players = if players.is_empty() { &random[..] } else { players };
    let seated: Vec<Box<dyn Entrant>> = (0..usize::from(is.program().seats))
        .map(|seat| players[seat % players.len()].entrant(&tools))
        .collect();
    let version = |name: &str, game| Version {
        name: name.to_owned(),
        game,
        seats: seated.iter().map(|entrant| &**entrant).collect(),
    };
    let rounds_apart = was.is_some_and(|was| {
        let has_rounds = [was, is].iter().any(|game| !game.program().rounds().is_empty());
        has_rounds && !was.program().counts_rounds_as(is.program())
    });
    for (i, (deals, time)) in STEPS.into_iter().enumerate() {
        let begun = Instant::now();
        let watcher = |_| !stop.load(Ordering::Relaxed) && begun.elapsed() < time;
        let versions =
            was.map(|was| version("before", was)).into_iter().chain([version("now", is)]);
        let comparison = Comparison {
            versions: versions.collect(),
            first: 0,
            deals,
            seed: 1,
            jobs: jobs(),
            watcher: Some(&watcher),
            looks: Looks::default(),
        };
        let compared = comparison.run();
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let goes_on = i + 1 < STEPS.len();
        if let Ok(mut counted) = counted.lock()
            && (compared.played() > 0 || !goes_on)
        {
            *counted = Some(Counted { compared: Arc::new(compared), goes_on, rounds_apart });
        }
    }
}

/// Half of the processors: whoever plays needs the others.
pub(crate) fn jobs() -> usize {
    (std::thread::available_parallelism().map_or(1, NonZero::get) / 2).max(1)
}
