//! A page that is connected: what it says goes to where it was let in, what is sent from there goes
//! to it.

use super::knock::Socket;
use super::message::Message;
use super::queue::{self, queue};
use super::wire::{Farewell, Refusal, Told};
use crate::value::Narrow;
use futures_util::{SinkExt, StreamExt};
use hyper::body::Buf;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

/// How long a page may take to say who wants in, or to read a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two signs of life that are asked of a page.
const PULSE: Duration = Duration::from_secs(25);

/// What a page says to hear whether somebody is there, and is answered: browsers show a page no
/// signs of life. It goes no further than to the socket.
const LIFE: &str = "{}";

/// Messages that wait for a page. One that reads slower is given up, and may come again.
const MOST_WAITING: u16 = 32;

/// Bytes before the text of a frame.
const MOST_OF_HEAD: usize = 10;

/// Pages that have not said who wants in. Where there are more the oldest of them goes: whoever
/// says nothing keeps nobody else out.
const MOST_SILENT: usize = 128;

/// Where pages wait that have not said who wants in, and room for so many that have.
pub(crate) struct Porch {
    silent: Mutex<VecDeque<oneshot::Sender<()>>>,
    room: Arc<Semaphore>,
}

impl Porch {
    pub(crate) fn new(room: usize) -> Porch {
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

/// Where messages for a page are put.
pub(crate) type Outbox = queue::Sender<Message>;

/// One of the things that a page may say at a time; it is given back when that has been done.
pub(crate) type Turn = queue::Turn<Message>;

/// Where a page was let in.
pub(crate) trait Room: Send + Sync + 'static {
    /// What pages say there; the first thing says who wants in.
    type Said: DeserializeOwned + Send;

    /// Hears what the page says, and lets its `turn` go when that has been done; false where
    /// nobody hears any more.
    fn hear(&self, said: Self::Said, turn: Turn) -> impl Future<Output = bool> + Send;

    /// The page has left.
    fn leave(&self);
}

/// Lets a page in, and looks after it in a task of its own until one side leaves. `admit` is given
/// the first thing that it says, and where messages for it are put.
pub(crate) async fn attend<R: Room, F: Future<Output = Option<R>>>(
    mut socket: Socket,
    porch: &Porch,
    admit: impl FnOnce(R::Said, Outbox) -> F,
) {
    let Some((room, inbox, permit)) = enter(&mut socket, porch, admit).await else { return };
    match room {
        Some(room) => {
            let page = Page {
                socket,
                room,
                inbox,
                turn: None,
                alive: true,
                pulse: Box::pin(sleep(PULSE)),
                _permit: permit,
            };
            // In a task of its own: what it took to come in is not kept for as long as it stays.
            tokio::spawn(stay(Box::new(page)));
        }
        None => {
            let _ = send(&mut socket, Told::Closed(Farewell::NoEntry).message()).await;
            let _ = put(&mut socket, Frame::Close(None)).await;
        }
    }
}

/// Waits until a page says who wants in. Gives where it was let in, if it was, the messages for it,
/// and its place among all pages; `None` where it has to go without a word.
async fn enter<R: Room, F: Future<Output = Option<R>>>(
    socket: &mut Socket,
    porch: &Porch,
    admit: impl FnOnce(R::Said, Outbox) -> F,
) -> Option<(Option<R>, queue::Receiver<Message>, OwnedSemaphorePermit)> {
    let (outbox, inbox) = queue(MOST_WAITING);
    let hello = tokio::select! {
        hello = timeout(PATIENCE, heard(socket)) => hello.ok()??,
        _ = porch.enter() => return None,
    };
    // Where there is no room the page tries again.
    let permit = Arc::clone(&porch.room).try_acquire_owned().ok()?;
    let room = match hello {
        Ok(hello) => admit(hello, outbox).await,
        Err(Nonsense) => None,
    };
    Some((room, inbox, permit))
}

/// A page that was let in.
struct Page<R> {
    socket: Socket,
    room: R,
    /// Messages for it.
    inbox: queue::Receiver<Message>,
    /// For what it says next; it is not listened to without.
    turn: Option<Turn>,
    /// It has given a sign of life since it was last asked for one.
    alive: bool,
    /// When it is asked next.
    pulse: Pin<Box<Sleep>>,
    /// Its place among all pages.
    _permit: OwnedSemaphorePermit,
}

/// Carries messages both ways, as long as both sides are there.
async fn stay<R: Room>(mut page: Box<Page<R>>) {
    // In boxes, so that a page for which nothing is done has no room for it.
    while let Some(doing) = page.next_due().await.map(|due| Box::pin(page.does(due))) {
        if doing.await.is_none() {
            break;
        }
    }
    page.room.leave();
    let _ = Box::pin(put(&mut page.socket, Frame::Close(None))).await;
}

/// What is done for a page next.
enum Due<S> {
    /// It is told something.
    Tells(Message),
    /// It is heard.
    Hears(Turn, Came<S>),
    /// It is asked for a sign of life.
    Asks,
}

impl<R: Room> Page<R> {
    /// What is due next; `None` where one side has left, or gives no more signs of life.
    async fn next_due(&mut self) -> Option<Due<R::Said>> {
        loop {
            self.turn = self.turn.take().or_else(|| self.inbox.turn());
            let is_heard = self.turn.is_some();
            tokio::select! {
                message = self.inbox.next() => return message.map(Due::Tells),
                came = next(&mut self.socket), if is_heard => {
                    self.alive = true;
                    return self.turn.take().zip(came).map(|(turn, came)| Due::Hears(turn, came));
                }
                turn = self.inbox.next_turn(), if !is_heard => self.turn = Some(turn),
                () = &mut self.pulse => {
                    self.pulse.as_mut().reset(Instant::now() + PULSE);
                    // Who is not listened to gives no signs of life.
                    let was_alive = std::mem::replace(&mut self.alive, !is_heard);
                    return was_alive.then_some(Due::Asks);
                }
            }
        }
    }

    /// Does what is due; `None` where that ends the conversation.
    async fn does(&mut self, due: Due<R::Said>) -> Option<()> {
        let socket = &mut self.socket;
        match due {
            Due::Tells(message) => send(socket, message).await,
            Due::Hears(turn, Came::Said(Ok(said))) => {
                self.room.hear(said, turn).await.then_some(())
            }
            Due::Hears(_, Came::Said(Err(Nonsense))) => {
                send(socket, Told::Refused(Refusal::Unreadable).message()).await
            }
            Due::Hears(_, Came::Life) => Some(()),
            Due::Hears(_, Came::Asks) => put(socket, Frame::text(LIFE)).await,
            Due::Asks => put(socket, Frame::Ping(Default::default())).await,
        }
    }
}

/// Sends a message; `None` where the page does not take it.
async fn send(socket: &mut Socket, message: Message) -> Option<()> {
    timeout(PATIENCE, send_at_once(socket, &message)).await.ok()?.ok()
}

/// Sends a text as one frame, past the room that the socket would keep for it ever after.
async fn send_at_once(socket: &mut Socket, text: &[u8]) -> Result<(), Error> {
    let opcode = OpCode::Data(Data::Text);
    let mut head = [0; MOST_OF_HEAD];
    let mut room = head.as_mut_slice();
    FrameHeader { opcode, ..FrameHeader::default() }
        .format(text.len().to_u32().into(), &mut room)?;
    let written = MOST_OF_HEAD - room.len();
    // Nothing of a frame that the socket wrote may come after it.
    socket.flush().await?;
    socket.get_mut().write_all_buf(&mut head[..written].chain(text)).await?;
    Ok(())
}

async fn put(socket: &mut Socket, frame: Frame) -> Option<()> {
    timeout(PATIENCE, socket.send(frame)).await.ok()?.ok()
}

/// What came from a page.
enum Came<S> {
    Said(Result<S, Nonsense>),
    /// Nothing but a sign of life.
    Life,
    /// Nothing but a question for one.
    Asks,
}

/// It is nothing that pages say.
struct Nonsense;

/// The next thing that comes from a page; `None` where it has left, or sends what is too large.
async fn next<S: DeserializeOwned>(socket: &mut Socket) -> Option<Came<S>> {
    Some(match socket.next().await?.ok()? {
        Frame::Text(text) if text.as_str() == LIFE => Came::Asks,
        Frame::Text(text) => Came::Said(serde_json::from_str(&text).map_err(|_| Nonsense)),
        Frame::Binary(_) | Frame::Frame(_) => Came::Said(Err(Nonsense)),
        Frame::Ping(_) | Frame::Pong(_) => Came::Life,
        Frame::Close(_) => return None,
    })
}

/// The first thing that a page says.
async fn heard<S: DeserializeOwned>(socket: &mut Socket) -> Option<Result<S, Nonsense>> {
    loop {
        if let Came::Said(said) = next(socket).await? {
            return Some(said);
        }
    }
}
