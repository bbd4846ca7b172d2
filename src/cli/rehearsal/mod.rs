//! A game that is tried out, whoever shows it: its rules are edited while it is played, its hands
//! are open, somebody goes back in it, and its numbers are counted beside.
//!
//! - This file: all hands are shown.
//! - [`edited`]: the files of the game, and the game in what they say by now; [`retold`]: in words
//!   how that went.
//! - [`retracing`]: where one can go back to.
//! - [`chance`]: what chance shall do next.
//! - [`counting`]: games are counted in the background.
//! - [`why`]: who may see all of it, and what they are told of what cannot be chosen.

pub(crate) mod chance;
pub(crate) mod counting;
pub(crate) mod edited;
pub(crate) mod retold;
pub(crate) mod retracing;
pub(crate) mod why;

use crate::game::{Eyes, Play};
use crate::view::{Lexicon, Looking, Narration, Past, View};

/// A view of a seat in the game `play` with all that lies on the table for all to see.
pub(crate) fn revealed(view: View, play: &Play, lexicon: &Lexicon) -> View {
    let (eyes, past, narration) = (Eyes::All, &Past::told(play.log().len()), Narration::Live);
    let all = View::of(&Looking { play, lexicon, eyes, past, narration });
    View { places: all.places, values: all.values, cards: all.cards, ..view }
}
