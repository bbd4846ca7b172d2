//! A page that plays or looks on: what it says goes to its table, what the table sends goes to it.

use super::table::Order;
use super::tables::{Admitted, Tables};
use super::wire::{Farewell, Refusal, Said, Told};
use axum::extract::ws::{Message, WebSocket};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

/// How long a page may take to say who wants in, or to read a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two signs of life that are asked of a page.
const PULSE: Duration = Duration::from_secs(25);

/// Messages that wait for a page. One that reads slower is given up, and may come again.
const MOST_WAITING: usize = 32;

/// Looks after a page until one side leaves.
pub async fn attend(mut socket: WebSocket, tables: &Tables) {
    let (out, waiting) = mpsc::channel(MOST_WAITING);
    let hello = timeout(PATIENCE, heard(&mut socket)).await;
    let admitted = match hello {
        Ok(Some(Ok(Said::Hello { table, key, language }))) => {
            tables.admit((&table, &key), language, out)
        }
        Ok(Some(_)) => None,
        Ok(None) | Err(_) => return,
    };
    match admitted {
        Some(admitted) => {
            converse(&mut socket, &admitted, waiting).await;
            // The table may be closed by now.
            let _ = admitted.orders.try_send(Order::Goes(admitted.guest));
        }
        None => drop(send(&mut socket, Told::Closed(Farewell::NoEntry).json()).await),
    }
    let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
}

/// Carries messages both ways, as long as both sides are there.
async fn converse(
    socket: &mut WebSocket,
    admitted: &Admitted,
    mut waiting: mpsc::Receiver<String>,
) {
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
                    let order = Order::Says { guest: admitted.guest, said };
                    if admitted.orders.try_send(order).is_err() { return }
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
enum Heard {
    Said(Said),
    /// Nothing but a sign of life.
    Life,
    Nonsense,
}

/// The next thing that comes from a page; `None` where it has left, or sends what is too large.
async fn next(socket: &mut WebSocket) -> Option<Heard> {
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
async fn heard(socket: &mut WebSocket) -> Option<Result<Said, ()>> {
    loop {
        match next(socket).await? {
            Heard::Said(said) => return Some(Ok(said)),
            Heard::Nonsense => return Some(Err(())),
            Heard::Life => {}
        }
    }
}
