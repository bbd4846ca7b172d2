//! Queues of what waits for a page or a table, and turns for what pages say. There may be many of
//! them in which nothing waits: one takes a small block of memory.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Turns that there are at a time.
const MOST_TURNS: u8 = 4;

/// Where things are put. When the last of them is gone, nothing more will come.
pub(crate) struct Sender<T>(Arc<Queue<T>>);

/// Where things are taken, in the order in which they came.
pub(crate) struct Receiver<T>(Arc<Queue<T>>);

/// Leave to have something done; it is given back when that has been done. There are few for each
/// receiver, so that whoever wants much keeps nobody else waiting.
pub(crate) struct Turn<T>(Arc<Queue<T>>);

struct Queue<T>(Mutex<State<T>>);

struct State<T> {
    waiting: VecDeque<T>,
    most_waiting: u16,
    senders: u16,
    /// Turns that somebody has.
    turns: u8,
    /// Nobody takes anything any more.
    is_closed: bool,
    /// Whom to wake when something changes.
    reader: Option<Waker>,
}

/// A queue in which so many things may wait.
pub(crate) fn queue<T>(most_waiting: u16) -> (Sender<T>, Receiver<T>) {
    let queue = Arc::new(Queue(Mutex::new(State {
        waiting: VecDeque::new(),
        most_waiting,
        senders: 1,
        turns: 0,
        is_closed: false,
        reader: None,
    })));
    (Sender(Arc::clone(&queue)), Receiver(queue))
}

impl<T> State<T> {
    fn pop(&mut self) -> Option<T> {
        let first = self.waiting.pop_front();
        if self.waiting.is_empty() {
            // There is no room for things where none waits.
            self.waiting = VecDeque::new();
        }
        first
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something of which the receiver hears.
    fn change<R>(&self, change: impl FnOnce(&mut State<T>) -> R) -> R {
        let (result, reader) = {
            let mut state = self.lock();
            (change(&mut state), state.reader.take())
        };
        if let Some(reader) = reader {
            reader.wake();
        }
        result
    }
}

impl<T> Sender<T> {
    /// Puts something there; false where too much waits, or nobody takes anything any more.
    pub(crate) fn put(&self, thing: T) -> bool {
        self.put_where(thing, |state| state.waiting.len() < state.most_waiting.into())
    }

    /// Puts something there that must not get lost, however much waits; false where nobody takes
    /// anything any more.
    pub(crate) fn insist(&self, thing: T) -> bool {
        self.put_where(thing, |_| true)
    }

    fn put_where(&self, thing: T, has_room: impl FnOnce(&State<T>) -> bool) -> bool {
        let refused = self.0.change(|state| {
            if state.is_closed || !has_room(state) {
                return Some(thing);
            }
            state.waiting.push_back(thing);
            None
        });
        // It goes behind the lock: it may have to do with this very queue.
        refused.is_none()
    }

    /// Whether nobody takes anything any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().is_closed
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        self.0.lock().senders += 1;
        Sender(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.senders -= 1);
    }
}

impl<T> Receiver<T> {
    /// What has waited longest, if something waits now.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().pop()
    }

    /// The next thing; `None` where no more will come.
    pub(crate) async fn next(&self) -> Option<T> {
        let look = |state: &mut State<T>| match state.pop() {
            None => (state.senders == 0).then_some(None),
            thing => Some(thing),
        };
        poll_fn(|context| self.look(context, look)).await
    }

    /// A turn, if there is one now.
    pub(crate) fn turn(&self) -> Option<Turn<T>> {
        self.turn_of(&mut self.0.lock())
    }

    /// A turn, as soon as there is one.
    pub(crate) async fn next_turn(&self) -> Turn<T> {
        poll_fn(|context| self.look(context, |state| self.turn_of(state))).await
    }

    fn turn_of(&self, state: &mut State<T>) -> Option<Turn<T>> {
        let is_there = state.turns < MOST_TURNS;
        is_there.then(|| {
            state.turns += 1;
            Turn(Arc::clone(&self.0))
        })
    }

    /// What is found by a look; where that is nothing, whoever waits is woken at the next change.
    /// One task waits for all that comes of a receiver.
    fn look<R>(
        &self,
        context: &mut Context<'_>,
        look: impl FnOnce(&mut State<T>) -> Option<R>,
    ) -> Poll<R> {
        let mut state = self.0.lock();
        match look(&mut state) {
            Some(found) => Poll::Ready(found),
            None => {
                state.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let waiting = self.0.change(|state| {
            state.is_closed = true;
            std::mem::take(&mut state.waiting)
        });
        // Behind the lock: what waits may have to do with this very queue.
        drop(waiting);
    }
}

impl<T> Drop for Turn<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.turns -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::pin::pin;
    use std::task::Wake;

    /// Takes note of whether it was woken.
    #[derive(Default)]
    struct Sleeper(Mutex<bool>);

    impl Wake for Sleeper {
        fn wake(self: Arc<Self>) {
            *self.0.lock().expect("a note") = true;
        }
    }

    /// Whether somebody who waits for this is woken by what happens then.
    fn is_woken<F: Future>(waiting: F, happens: impl FnOnce()) -> bool {
        let sleeper = Arc::new(Sleeper::default());
        let waker = Waker::from(Arc::clone(&sleeper));
        let mut waiting = pin!(waiting);
        assert!(waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        happens();
        *sleeper.0.lock().expect("a note")
    }

    #[test]
    fn things_come_in_their_order_also_when_no_more_will() {
        let (sender, receiver) = queue(2);
        let other = sender.clone();
        assert!(sender.put("one") && other.put("two"));
        drop(sender);
        let next = || receiver.next().now_or_never();
        assert_eq!((next(), next(), next()), (Some(Some("one")), Some(Some("two")), None));
        drop(other);
        assert_eq!(next(), Some(None));
    }

    #[test]
    fn nothing_is_put_where_too_much_waits_or_nobody_takes_it() {
        let (sender, receiver) = queue(1);
        assert!(sender.put("one") && !sender.put("two") && sender.insist("three"));
        assert_eq!((receiver.take(), receiver.take()), (Some("one"), Some("three")));
        assert!(sender.put("four") && !sender.is_closed());
        drop(receiver);
        assert!(!sender.put("five") && !sender.insist("six") && sender.is_closed());
    }

    #[test]
    fn who_waits_is_woken() {
        let (sender, receiver) = queue(1);
        assert!(is_woken(receiver.next(), || assert!(sender.put("one"))));
        receiver.take();
        let mut turns: Vec<Turn<&str>> = std::iter::from_fn(|| receiver.turn()).collect();
        assert_eq!(turns.len(), usize::from(MOST_TURNS));
        assert!(is_woken(receiver.next_turn(), || drop(turns.pop())));
        assert!(receiver.turn().is_some());
        assert!(is_woken(receiver.next(), || drop(sender)));
    }

    /// What waits for nobody any more may give back its turn, and may have a sender of its own.
    #[test]
    fn what_waits_may_belong_to_its_queue() {
        struct Order(#[expect(dead_code)] Turn<Order>, #[expect(dead_code)] Sender<Order>);
        let (sender, receiver) = queue(1);
        let [first, second, third] = [(); 3].map(|()| receiver.turn().expect("a turn"));
        assert!(sender.put(Order(first, sender.clone())));
        assert!(!sender.put(Order(second, sender.clone())));
        drop(receiver);
        assert!(!sender.insist(Order(third, sender.clone())));
    }
}
