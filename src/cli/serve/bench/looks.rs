//! What is told at the workbench on request: why something cannot be chosen, and what a choice
//! brought about, each with its place in the rules.

use super::wire::{Explained, Why};
use crate::cli::rehearsal::why::{self, Sight};
use crate::cli::report::places;
use crate::cli::text::Messages;
use crate::game::{Eyes, Play};
use crate::value::Seat;
use crate::view::{self, Lexicon, Looking, Narration, Past};
use std::ops::Range;

/// Why a seat cannot choose what an `answer` means, for whoever has this sight.
pub(crate) fn why<'a>(
    play: &Play,
    messages: &Messages,
    seat: Seat,
    answer: &'a str,
    sight: Sight,
) -> Why<'a> {
    let lexicon = messages.lexicon();
    let why = why::why(play, lexicon, seat, answer, sight);
    let offered = why.is_none() && is_offered(play, lexicon, seat, answer);
    let (why, places) = why.map(|why| (why.words, why.places)).unzip();
    let is_unknown = || !offered && !view::is_called(play, lexicon, seat, answer);
    let unknown = || messages.with("why-unknown", &[("answer", answer.into())]).into();
    let why = why.or_else(|| is_unknown().then(unknown));
    Why { answer, why, places: places.unwrap_or_default(), offered }
}

/// Whether an option is called so, or names something that is.
fn is_offered(play: &Play, lexicon: &Lexicon, seat: Seat, answer: &str) -> bool {
    let (eyes, past, narration) =
        (Eyes::Seat(seat), &Past::told(play.log().len()), Narration::Live);
    let view = view::View::of(&Looking { play, lexicon, eyes, past, narration });
    let wanted = view::typed(answer);
    let is_wanted = |text: &str| view::typed(text) == wanted;
    let says = |option: &view::Offered| {
        let mut parts = option.text.spans().iter();
        is_wanted(&option.text.text())
            || is_wanted(&option.label)
            || parts.any(|part| is_wanted(&part.text))
    };
    view.menu.iter().flat_map(|menu| &menu.options).any(says)
}

/// What some entries of the log tell, all hands open, each with the place in the rules that did it.
pub(crate) fn explained(play: &Play, lexicon: &Lexicon, entries: Range<usize>) -> Vec<Explained> {
    let (eyes, past, narration) = (Eyes::All, &Past::default(), Narration::Again);
    let sources = &play.game().program().sources;
    let told = view::explained(&Looking { play, lexicon, eyes, past, narration }, entries);
    let one = |one: view::Explained| Explained {
        place: play.place(one.entry).map(|span| places::of(sources, span)),
        sentences: one.sentences,
    };
    told.into_iter().map(one).collect()
}
