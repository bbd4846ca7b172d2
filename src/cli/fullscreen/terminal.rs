//! The terminal itself: taken, and given back as it was, whatever ends the program. Nothing else in
//! this room touches it.

use super::stage::{Stage, Waited};
use crate::cli::host::{keep_what_is_told, record_file, write_what_was_told};
use crate::cli::text::TermStyle;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyModifiers,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, terminal};
use ratatui_core::backend::Backend;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};
use ratatui_crossterm::CrosstermBackend;
use std::io::{self, IsTerminal, Stdout, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// The least room that a screen needs.
pub(crate) const LEAST: Size = Size { width: 60, height: 20 };

/// As much of a larger one is used: whatever it says of itself, it is no wall of a house.
const LARGEST: Size = Size { width: 800, height: 300 };

/// Between two looks at whether the terminal was away in the meantime.
const SLICE: Duration = Duration::from_millis(100);

/// Whoever waits for no time at all is told of nothing.
const LEAST_WAIT: Duration = Duration::from_millis(1);

/// How long a terminal that hangs is waited for before it is given back all the same.
const PATIENCE: Duration = Duration::from_millis(400);

/// Whether the terminal is taken. Whoever writes to it holds this.
static TAKEN: Mutex<bool> = Mutex::new(false);

/// The terminal was away: all of the screen is to be drawn again.
static AWAY: AtomicBool = AtomicBool::new(false);

/// Whether a full screen can be shown: on a terminal that can move its cursor and has room.
pub(crate) fn is_fit() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb" || term.is_empty());
    let none = cfg!(unix) && std::env::var("TERM").is_err();
    let room = || {
        terminal::size().is_ok_and(|(columns, rows)| columns >= LEAST.width && rows >= LEAST.height)
    };
    stdin().is_terminal() && stdout().is_terminal() && !dumb && !none && room()
}

/// The terminal, from its being taken to its being given back.
pub(crate) struct FullTerminal {
    backend: CrosstermBackend<Stdout>,
    /// What is on the screen.
    last: Buffer,
    /// The last size that was told of.
    told: Size,
    /// The terminal was away since: nothing on it is what was drawn last.
    stale: bool,
}

impl FullTerminal {
    /// Takes the terminal. It is given back when this is dropped, and before that when the program
    /// panics, is stopped or is ended.
    pub(crate) fn take() -> io::Result<FullTerminal> {
        prepare();
        let (width, height) = terminal::size()?;
        let mut taken = lock();
        take(&mut taken).inspect_err(|_| release(&mut taken))?;
        drop(taken);
        let backend = CrosstermBackend::new(stdout());
        Ok(FullTerminal {
            backend,
            last: Buffer::default(),
            told: Size { width, height },
            stale: false,
        })
    }

    /// What it can show.
    pub(crate) fn style() -> TermStyle {
        TermStyle::of_screen()
    }
}

impl Drop for FullTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

impl Stage for FullTerminal {
    fn size(&mut self) -> io::Result<Size> {
        let (width, height) = terminal::size()?;
        Ok(Size { width: width.min(LARGEST.width), height: height.min(LARGEST.height) })
    }

    fn show(&mut self, picture: &Buffer, cursor: Option<Position>) -> io::Result<()> {
        let taken = lock();
        if !*taken {
            return Ok(());
        }
        self.stale |= AWAY.swap(false, Ordering::Relaxed);
        if std::mem::take(&mut self.stale) || self.last.area != picture.area {
            self.backend.clear()?;
            self.last = Buffer::empty(picture.area);
        }
        self.backend.hide_cursor()?;
        self.backend.draw(self.last.diff(picture).into_iter())?;
        if let Some(cursor) = cursor {
            self.backend.set_cursor_position(cursor)?;
            self.backend.show_cursor()?;
        }
        self.last.clone_from(picture);
        Backend::flush(&mut self.backend)
    }

    fn wait(&mut self, at_most: Duration) -> io::Result<Waited> {
        let begun = Instant::now();
        loop {
            // Told once, and drawn anew whenever something is drawn next.
            if AWAY.swap(false, Ordering::Relaxed) {
                self.stale = true;
                let Size { width, height } = self.size()?;
                return Ok(Waited::Event(Event::Resize(width, height)));
            }
            // A change before anybody listened for changes is told by nobody else.
            let size = self.size()?;
            if size != self.last.area.as_size() && size != self.told {
                self.told = size;
                return Ok(Waited::Event(Event::Resize(size.width, size.height)));
            }
            let left = at_most.saturating_sub(begun.elapsed());
            // A terminal that is gone has no more events.
            match next_event(left.clamp(LEAST_WAIT, SLICE)) {
                Ok(Some(event)) if is_suspension(&event) => suspend(),
                Ok(Some(event)) => return Ok(Waited::Event(event)),
                Ok(None) if begun.elapsed() >= at_most => return Ok(Waited::Nothing),
                Ok(None) => {}
                Err(_) => return Ok(Waited::Over),
            }
        }
    }

    fn leave(&mut self) -> io::Result<()> {
        give_back();
        Ok(())
    }
}

// ---- taken and given back

fn lock() -> MutexGuard<'static, bool> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(taken: &mut bool) -> io::Result<()> {
    enable_raw_mode()?;
    *taken = true;
    keep_what_is_told();
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide,
        terminal::Clear(terminal::ClearType::All)
    )
}

/// Gives the terminal back as it was, if it is taken; else does nothing. What cannot be written is
/// lost with the terminal.
pub(crate) fn give_back() {
    let begun = Instant::now();
    loop {
        match TAKEN.try_lock() {
            Ok(mut taken) => return release(&mut taken),
            Err(TryLockError::Poisoned(poisoned)) => return release(&mut poisoned.into_inner()),
            // Somebody writes; where that takes long, the terminal hangs.
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => return release(&mut true),
        }
    }
}

fn release(taken: &mut bool) {
    if std::mem::take(taken) {
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
        write_what_was_told();
    }
}

/// Sees to it that the terminal is given back when the program panics or gets a signal.
fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            told(panic);
        }));
        watch_signals();
    });
}

/// The next event, or none where none comes in this time.
fn next_event(at_most: Duration) -> io::Result<Option<Event>> {
    if event::poll(at_most)? { event::read().map(Some) } else { Ok(None) }
}

fn is_suspension(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// On signals that end the program the terminal is given back before it ends; while it is stopped
/// the terminal is the shell's.
#[cfg(unix)]
fn watch_signals() {
    use signal_hook::consts::{
        SIGALRM, SIGCONT, SIGHUP, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
    };
    let watched = [SIGHUP, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT];
    let Ok(mut signals) = signal_hook::iterator::Signals::new(watched) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match signal {
                SIGTSTP => stop(),
                SIGCONT => take_anew(),
                ends => {
                    give_back();
                    record_file::forget_unchosen();
                    crate::cli::host::programs::stop_all();
                    let _ = signal_hook::low_level::emulate_default_handler(ends);
                }
            }
        }
    });
}

/// Stops the program as the shell wants it. The terminal is given back before, and taken again
/// when the program goes on.
#[cfg(unix)]
fn stop() {
    let mut taken = lock();
    let was = *taken;
    release(&mut taken);
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
    if was {
        let _ = take(&mut taken);
        AWAY.store(true, Ordering::Relaxed);
    }
}

/// Takes a terminal that is taken once more: the shell may have changed it after a stop that nobody
/// could see.
#[cfg(unix)]
fn take_anew() {
    let mut taken = lock();
    if *taken {
        let _ = disable_raw_mode();
        let _ = take(&mut taken);
        AWAY.store(true, Ordering::Relaxed);
    }
}

#[cfg(not(unix))]
fn watch_signals() {}

/// Stops the program like the key does where the terminal is not raw.
fn suspend() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
}
