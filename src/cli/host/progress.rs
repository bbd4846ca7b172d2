//! How far a long run is: a bar with the rate and the time left, where somebody sits before the
//! terminal. Ctrl-C ends the run, and what is done is told.

use crate::runner::Watcher;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(crate) struct Progress {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
}

/// What the bar looks like; plain characters, for every terminal.
const TEMPLATE: &str = "{bar:30} {pos}/{len}  {elapsed}  {per_sec}  {eta} ";

/// How often the bar is drawn while nothing is done, so that a long first game is seen to go on.
const TICK: Duration = Duration::from_millis(500);

impl Progress {
    /// The progress of a run with this number of `items`. A process has one run: the signal has one
    /// handler.
    pub(crate) fn of(items: u64) -> Progress {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(items), target);
        // The template is our own; a wrong one would only look worse.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        // Without a handler Ctrl-C ends the program at once, as it does elsewhere. Pressed twice,
        // it does so here too.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                super::programs::stop_all();
                std::process::exit(130);
            }
        });
        Progress { bar, stopped }
    }

    /// Starts the bar anew for `items` more that are to be done.
    pub(crate) fn goes_on(&self, items: u64) {
        self.bar.reset();
        self.bar.set_length(items);
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(TICK);
        }
    }

    /// Runs what takes long, with somebody who looks on.
    pub(crate) fn watch<R>(&self, run: impl FnOnce(Watcher<'_>) -> R) -> R {
        let is_seen = !self.bar.is_hidden();
        let watcher = |done: u64| {
            if is_seen {
                self.bar.set_position(done);
            }
            !self.stopped.load(Ordering::Relaxed)
        };
        let result = run(&watcher);
        self.bar.finish_and_clear();
        result
    }

    /// Whether somebody pressed Ctrl-C.
    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
