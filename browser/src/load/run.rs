//! All tables at a server, and what is measured there.

use super::process::{memory, processor_time};
use super::protocol::{Protocol, SEATS};
use super::seat::Seat;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many come to tables at the same time: fewer than a server leaves waiting.
const COMING: usize = 16;

/// How long whoever has played looks at what came of it before the memory of tables at rest is
/// read.
const RESTING: Duration = Duration::from_secs(15);

/// What was measured.
pub struct Measured {
    tables: usize,
    moves: usize,
    /// How long all moves took, and each of them to the last screen, in order.
    took: Duration,
    waits: Vec<Duration>,
    /// What the server has used for the moves.
    used: Duration,
    /// KB of memory with a first table that was played, with all others opened, with all played,
    /// and when nothing has happened at them for a while.
    memory: [u64; 4],
}

/// Opens so many tables, and plays them with so many moves at a time. What the server needs once,
/// as its code and its words, it has by then: a table before them was opened and played.
pub async fn run<P: Protocol>(server: P, tables: usize, at_once: usize) -> Measured {
    let process = server.process();
    let server = Arc::new(server);
    let room = Arc::new(Semaphore::new(at_once));
    let mut first = Vec::new();
    for seats in come(&server, 1).await {
        first.push(play(seats, Arc::clone(&room)).await);
    }
    let begun_with = memory(process);
    let seated = come(&server, tables).await;
    let opened = memory(process);
    let (begun, used) = (Instant::now(), processor_time(process));
    let mut playing = JoinSet::new();
    for seats in seated {
        playing.spawn(play(seats, Arc::clone(&room)));
    }
    let mut waits = Vec::new();
    let mut played = Vec::new();
    while let Some(done) = playing.join_next().await {
        let (seats, of_table) = done.expect("a table that was played");
        // Whoever has played stays, so that all tables are there at the end.
        played.push(seats);
        waits.extend(of_table);
    }
    let (took, used) = (begun.elapsed(), processor_time(process) - used);
    let played_out = memory(process);
    tokio::time::sleep(RESTING).await;
    // Memory that is not needed any more goes back when somebody does something.
    let _later = come(&server, 1).await;
    let memory = [begun_with, opened, played_out, memory(process)];
    waits.sort_unstable();
    Measured { tables, moves: waits.len(), took, waits, used, memory }
}

/// Opens tables, and takes all seats.
async fn come<P: Protocol>(server: &Arc<P>, tables: usize) -> Vec<[Seat; SEATS]> {
    let room = Arc::new(Semaphore::new(COMING));
    let mut coming = JoinSet::new();
    for number in 0..tables {
        let (server, room) = (Arc::clone(server), Arc::clone(&room));
        coming.spawn(async move {
            let _permit = room.acquire_owned().await.expect("room");
            let [a, b, c, d] = server.open(number).await;
            let seat = |entrance| Seat::take(&*server, entrance);
            [seat(a).await, seat(b).await, seat(c).await, seat(d).await]
        });
    }
    coming.join_all().await
}

/// Plays a table to its end; gives how long each move took to the last screen.
async fn play(mut seats: [Seat; SEATS], room: Arc<Semaphore>) -> ([Seat; SEATS], Vec<Duration>) {
    let mut waits = Vec::new();
    loop {
        let permit = Arc::clone(&room).acquire_owned().await.expect("room");
        let Some(turn) = seats[0].stands.borrow().turn else { return (seats, waits) };
        let asked = &seats[turn];
        let answer = asked.stands.borrow().answer.clone().expect("something to choose");
        let begun = Instant::now();
        asked.says.send(answer).expect("a page");
        for seat in &mut seats {
            seat.turns_from(Some(turn)).await;
        }
        waits.push(begun.elapsed());
        drop(permit);
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measured { tables, moves, took, used, .. } = self;
        let [begun_with, opened, played, rested] = self.memory;
        let share = |percent: usize| self.waits[(moves - 1) * percent / 100];
        let a_table = |now: u64| now.saturating_sub(begun_with) as f64 / *tables as f64;
        writeln!(f, "{tables} tables of {SEATS} seats, {moves} moves in {took:.1?}")?;
        writeln!(f, "  moves a second: {:.0}", *moves as f64 / took.as_secs_f64())?;
        writeln!(f, "  to the last screen: p50 {:.1?}, p99 {:.1?}", share(50), share(99))?;
        let count = u32::try_from(*moves).unwrap_or(u32::MAX);
        writeln!(f, "  processor of the server: {used:.1?}, {:.2?} a move", *used / count)?;
        writeln!(f, "  memory of the server: {begun_with} KB with one table")?;
        let [opened, played, rested] = [opened, played, rested].map(a_table);
        writeln!(
            f,
            "  a table: {opened:.1} KB opened, {played:.1} KB played, {rested:.1} KB at rest"
        )
    }
}
