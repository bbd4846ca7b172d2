//! Messages as they are sent: text in JSON, in room that the next one takes again. What is written
//! for each page after each move is too large to ask the allocator for it anew each time.

use serde::Serialize;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Deref;

/// Bytes that most messages have room in.
const USUAL: usize = 2 << 10;

/// Bytes that a room which is kept may have.
const MOST_KEPT: usize = 4 << 10;

/// Rooms that a thread keeps.
const MOST_ROOMS: usize = 64;

thread_local! {
    static ROOMS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// What JSON is written into. Most of its pieces are one sign, for which nothing is called.
struct Pieces<'r>(&'r mut Vec<u8>);

impl Write for Pieces<'_> {
    #[inline(always)]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        match piece {
            [sign] => self.0.push(*sign),
            piece => self.0.extend_from_slice(piece),
        }
        Ok(())
    }

    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.write(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A message as it is sent. Its room is kept for another one when it has gone.
#[derive(Debug)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// What is told, as JSON.
    pub(crate) fn of(told: &impl Serialize) -> Message {
        let room = ROOMS.with_borrow_mut(Vec::pop);
        let mut message = Message(room.unwrap_or_else(|| Vec::with_capacity(USUAL)));
        message.write(told);
        message
    }

    /// An object with what another one has besides, as one object.
    #[must_use]
    pub(crate) fn and(mut self, besides: &impl Serialize) -> Message {
        self.0.pop();
        let end = self.0.len();
        self.write(besides);
        self.0[end] = b',';
        self
    }

    fn write(&mut self, told: &impl Serialize) {
        // Plain data without maps of other keys than words and numbers can always be written.
        let _ = serde_json::to_writer(Pieces(&mut self.0), told);
    }
}

impl Deref for Message {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        let mut room = std::mem::take(&mut self.0);
        if room.capacity() > MOST_KEPT {
            return;
        }
        room.clear();
        // Where a thread is just ending, nothing is kept.
        let _ = ROOMS.try_with(|rooms| {
            let mut rooms = rooms.borrow_mut();
            if rooms.len() < MOST_ROOMS {
                rooms.push(room);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn two_objects_are_one_message() {
        let message = Message::of(&json!({ "one": 1 })).and(&json!({ "other": [2] }));
        assert_eq!(&*message, br#"{"one":1,"other":[2]}"#);
    }

    #[test]
    fn a_message_begins_in_the_room_of_another_one() {
        let first = Message::of(&json!("a longer one"));
        let room = first.as_ptr();
        drop(first);
        let second = Message::of(&json!("other"));
        assert_eq!((second.as_ptr(), &*second), (room, br#""other""#.as_slice()));
    }
}
