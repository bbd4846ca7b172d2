//! A page that is connected: what it says goes to where it was let in, what is sent from there goes
//! to it.

use super::wire::{Farewell, Refusal, Told};
use axum::extract::ws::{Message, WebSocket};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

/// How long a page may take to say who wants in, or to read a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two signs of life that are asked of a page.
const PULSE: Duration = Duration::from_secs(25);

/// Messages that wait for a page. One that reads slower is given up, and may come again.
const MOST_WAITING: usize = 32;

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
    mut socket: WebSocket,
    admit: impl FnOnce(R::Said, mpsc::Sender<String>) -> F,
) {
    let (out, waiting) = mpsc::channel(MOST_WAITING);
    let room = match timeout(PATIENCE, heard(&mut socket)).await {
        Ok(Some(Ok(hello))) => admit(hello, out).await,
        Ok(Some(Err(()))) => None,
        Ok(None) | Err(_) => return,
    };
    match room {
        Some(room) => {
            converse(&mut socket, &room, waiting).await;
            room.leave();
        }
        None => drop(send(&mut socket, Told::Closed(Farewell::NoEntry).json()).await),
    }
    let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
}

/// Carries messages both ways, as long as both sides are there.
async fn converse<R: Room>(socket: &mut WebSocket, room: &R, mut waiting: mpsc::Receiver<String>) {
    let mut pulse = interval_at(Instant::now() + PULSE, PULSE);
    let mut alive = true;
    loop {
        tokio::select! {
            message = waiting.recv() => match message {
                Some(message) => if send(socket, message).await.is_none() { return },
                None => return,
            },
            said = next(socket) => match said {
                Some(Heard::Life) => alive = true,
                Some(Heard::Said(said)) => {
                    alive = true;
                    if !room.hear(said) { return }
                }
                Some(Heard::Nonsense) => {
                    let refused = Told::Refused(Refusal::Unreadable).json();
                    if send(socket, refused).await.is_none() { return }
                }
                None => return,
            },
            _ = pulse.tick() => {
                if !std::mem::replace(&mut alive, false) { return }
                let ping = socket.send(Message::Ping(Default::default()));
                if !matches!(timeout(PATIENCE, ping).await, Ok(Ok(()))) { return }
            }
        }
    }
}

/// Sends a message; `None` where the page does not take it.
async fn send(socket: &mut WebSocket, message: String) -> Option<()> {
    timeout(PATIENCE, socket.send(Message::text(message))).await.ok()?.ok()
}

/// What came from a page.
enum Heard<S> {
    Said(S),
    /// Nothing but a sign of life.
    Life,
    Nonsense,
}

/// The next thing that comes from a page; `None` where it has left, or sends what is too large.
async fn next<S: DeserializeOwned>(socket: &mut WebSocket) -> Option<Heard<S>> {
    match socket.recv().await?.ok()? {
        Message::Text(text) => {
            Some(serde_json::from_str(&text).map_or(Heard::Nonsense, Heard::Said))
        }
        Message::Binary(_) => Some(Heard::Nonsense),
        Message::Ping(_) | Message::Pong(_) => Some(Heard::Life),
        Message::Close(_) => None,
    }
}

/// The first thing that a page says; an error where that is nothing that pages say.
async fn heard<S: DeserializeOwned>(socket: &mut WebSocket) -> Option<Result<S, ()>> {
    loop {
        match next(socket).await? {
            Heard::Said(said) => return Some(Ok(said)),
            Heard::Nonsense => return Some(Err(())),
            Heard::Life => {}
        }
    }
}
