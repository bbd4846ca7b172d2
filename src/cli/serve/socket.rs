//! A page that is connected: what it says goes to where it was let in, what is sent from there goes
//! to it.

use super::frames::{Came, End, Frames};
use super::wire::{Farewell, Refusal, Told};
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, interval_at, timeout};

/// How long a page may take to say who wants in, or to read a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two signs of life that are asked of a page.
const PULSE: Duration = Duration::from_secs(25);

/// Messages that wait for a page. One that reads slower is given up, and may come again.
const MOST_WAITING: usize = 32;

/// Pages that have not said who wants in. Where there are more the oldest of them goes: whoever says
/// nothing keeps nobody else out.
const MOST_SILENT: usize = 128;

/// Where pages wait that have not said who wants in, and room for so many that have.
pub struct Porch {
    silent: Mutex<VecDeque<oneshot::Sender<()>>>,
    room: Arc<Semaphore>,
}

impl Porch {
    pub fn new(room: usize) -> Porch {
        Porch { silent: Mutex::default(), room: Arc::new(Semaphore::new(room)) }
    }

    /// A place to wait, which somebody holds until it is taken away.
    fn enter(&self) -> oneshot::Receiver<()> {
        let (held, place) = oneshot::channel();
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        if silent.len() >= MOST_SILENT {
            silent.retain(|held| !held.is_closed());
        }
        while silent.len() >= MOST_SILENT {
            silent.pop_front();
        }
        silent.push_back(held);
        place
    }
}

/// Where a page was let in.
pub trait Room {
    /// What pages say there; the first thing says who wants in.
    type Said: DeserializeOwned;

    /// Hears what the page says; false where nobody does any more.
    fn hear(&self, said: Self::Said) -> bool;

    /// The page has left.
    fn leave(&self);
}

/// Looks after a page until one side leaves. `admit` is given the first thing that it says, and
/// where messages for it are put.
pub async fn attend<R: Room, F: Future<Output = Option<R>>>(
    mut frames: Frames,
    porch: &Porch,
    admit: impl FnOnce(R::Said, mpsc::Sender<String>) -> F,
) {
    let (out, waiting) = mpsc::channel(MOST_WAITING);
    let hello = tokio::select! {
        hello = timeout(PATIENCE, heard(&mut frames)) => hello,
        _ = porch.enter() => return,
    };
    let Ok(Ok(hello)) = hello else { return };
    // Where there is no room the page tries again.
    let Ok(_permit) = Arc::clone(&porch.room).try_acquire_owned() else { return };
    let room = match hello {
        Some(hello) => admit(hello, out).await,
        None => None,
    };
    match room {
        Some(room) => {
            converse(&mut frames, &room, waiting).await;
            room.leave();
        }
        None => drop(say(&frames, &Told::Closed(Farewell::NoEntry).json()).await),
    }
    let _ = timeout(PATIENCE, frames.close()).await;
}

/// Carries messages both ways, as long as both sides are there.
async fn converse<R: Room>(frames: &mut Frames, room: &R, mut waiting: mpsc::Receiver<String>) {
    let mut pulse = interval_at(Instant::now() + PULSE, PULSE);
    let mut alive = true;
    loop {
        let done = tokio::select! {
            message = waiting.recv() => match message {
                Some(message) => say(frames, &message).await,
                None => return,
            },
            came = frames.next() => {
                alive = true;
                match came {
                    Ok(Came::Text(text)) => match serde_json::from_str(&text) {
                        Ok(said) => room.hear(said).then_some(()).ok_or(End),
                        Err(_) => say(frames, &Told::Refused(Refusal::Unreadable).json()).await,
                    },
                    Ok(Came::Bytes) => say(frames, &Told::Refused(Refusal::Unreadable).json()).await,
                    Ok(Came::Ping(body)) => within_patience(frames.pong(&body)).await,
                    Ok(Came::Pong) => Ok(()),
                    Err(End) => return,
                }
            },
            _ = pulse.tick() => match std::mem::replace(&mut alive, false) {
                true => within_patience(frames.ping()).await,
                false => return,
            },
        };
        if done.is_err() {
            return;
        }
    }
}

/// Sends a message; the end where the page does not take it.
async fn say(frames: &Frames, message: &str) -> Result<(), End> {
    within_patience(frames.text(message)).await
}

async fn within_patience(sent: impl Future<Output = io::Result<()>>) -> Result<(), End> {
    timeout(PATIENCE, sent).await.map_err(|_| End)?.map_err(|_| End)
}

/// The first thing that a page says; none where that is nothing that pages say.
async fn heard<S: DeserializeOwned>(frames: &mut Frames) -> Result<Option<S>, End> {
    loop {
        match frames.next().await? {
            Came::Text(text) => return Ok(serde_json::from_str(&text).ok()),
            Came::Bytes => return Ok(None),
            Came::Ping(_) | Came::Pong => {}
        }
    }
}
