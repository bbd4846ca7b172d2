//! What differs between servers.

use std::net::SocketAddr;
use tokio_tungstenite::tungstenite::http::Request;

/// Seats of a table.
pub const SEATS: usize = 4;

/// What a seat is told by one message.
#[derive(Debug)]
pub enum Heard {
    /// How the game stands.
    Stands(Standing),
    /// The server wants this said.
    Wants(String),
    /// Nothing that matters.
    Nothing,
}

/// How a game stands, as a seat is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<usize>,
    /// The message by which this seat moves, if it is its turn.
    pub answer: Option<String>,
}

/// How to talk with a server about the game of laying cards.
pub trait Protocol: Send + Sync + 'static {
    fn address(&self) -> SocketAddr;

    /// The process that serves.
    fn process(&self) -> u32;

    /// Opens a table, and gives for each seat what its page begins with.
    fn open(&self, number: usize) -> impl Future<Output = [Entrance; SEATS]> + Send;

    /// What a message says to a seat.
    fn hear(entrance: &Entrance, message: &str) -> Heard;
}

/// What the page of a seat begins with.
#[derive(Clone, Debug)]
pub struct Entrance {
    /// From 0.
    pub seat: usize,
    pub table: String,
    pub request: Request<()>,
    /// What is said first.
    pub hello: Vec<String>,
}
