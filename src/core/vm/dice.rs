//! Answers for all seats at random, the moment they are asked: what playouts are made of.

use super::generator::Generator;
use crate::value::Seat;
#[cfg(feature = "native")]
use std::ptr::null_mut;

/// Chooses any option with equal chance, from one stream of chances for all seats or one for each.
#[derive(Clone, Debug)]
pub struct Dice {
    streams: Vec<Generator>,
    left: u64,
    decisions: u64,
}

/// What machine code throws dice by.
#[cfg(feature = "native")]
pub(super) struct Pointers {
    /// The words of the first stream; null where there are none.
    pub(crate) words: *mut [u64; 4],
    /// How many bytes further those of the next seat lie.
    pub(crate) apart: usize,
    pub(crate) left: *mut u64,
    pub(crate) decisions: *mut u64,
}

#[cfg(feature = "native")]
impl Pointers {
    pub(crate) const NONE: Pointers =
        Pointers { words: null_mut(), apart: 0, left: null_mut(), decisions: null_mut() };
}

impl Dice {
    /// `streams`: one for each seat. After `most` answers they answer no more, and the game stops.
    pub(crate) fn for_each(streams: Vec<Generator>, most: u64) -> Self {
        Dice { streams, left: most, decisions: 0 }
    }

    /// One stream for whoever is asked.
    pub fn for_all(stream: Generator, most: u64) -> Self {
        Dice::for_each(vec![stream], most)
    }

    /// Ready for another game, with another stream in place of each.
    #[inline]
    pub(crate) fn restart(&mut self, stream_of: impl Fn(Seat) -> Generator, most: u64) {
        for (seat, stream) in self.streams.iter_mut().enumerate() {
            *stream = stream_of(Seat::new(seat));
        }
        (self.left, self.decisions) = (most, 0);
    }

    /// Which of so many options the seat takes; `None` when there have been too many choices.
    #[inline]
    pub(crate) fn answer(&mut self, seat: Seat, options: usize) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        self.decisions += u64::from(options > 1);
        let place = if self.streams.len() == 1 { 0 } else { seat.index() };
        Some(self.streams[place].pick(options))
    }

    /// Where machine code finds the streams of so many seats, and what is counted of them. There
    /// are none where somebody notes what is drawn.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn pointers(&mut self, seats: u8) -> Pointers {
        let one = self.streams.len() == 1;
        if !one && self.streams.len() < usize::from(seats) {
            return Pointers::NONE;
        }
        let (all, mut first) = (self.streams.as_mut_ptr(), std::ptr::null());
        for stream in self.streams.iter().rev() {
            let Some(words) = stream.words() else { return Pointers::NONE };
            first = words;
        }
        let inside = first.addr() - all.addr();
        Pointers {
            words: all.wrapping_byte_add(inside).cast(),
            apart: if one { 0 } else { size_of::<Generator>() },
            left: &raw mut self.left,
            decisions: &raw mut self.decisions,
        }
    }

    /// Choices answered so far among more than one option.
    pub(crate) fn decisions(&self) -> u64 {
        self.decisions
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The stream of whoever is asked, as far as it has been drawn from.
    pub fn into_stream(mut self) -> Option<Generator> {
        self.streams.pop()
    }
}
