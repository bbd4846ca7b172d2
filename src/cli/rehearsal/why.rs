//! Who may see all of a game, and what they are told of what cannot be chosen.

use crate::cli::report::places::{self, Place};
use crate::game::Play;
use crate::source::Span;
use crate::value::Seat;
use crate::view::{self, Ground, Lexicon, Phrase};

/// What somebody is told of who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// What a seat can work out itself.
    OfASeat,
    /// All of the game, hidden cards too.
    OfAll,
}

impl Sight {
    /// How much is told at a game of so many `people`: all of it in a `rehearsal`, and where
    /// somebody plays an `edited` game alone; else what a seat can work out.
    pub(crate) fn of(rehearsal: bool, edited: bool, people: u32) -> Sight {
        if rehearsal || edited && people < 2 { Sight::OfAll } else { Sight::OfASeat }
    }
}

/// Why something cannot be chosen.
pub(crate) struct Why {
    pub(crate) words: Phrase,
    /// The conditions of the rules that forbid it. Whoever sees all reads the condition itself,
    /// with what it compares, and others the line in which it stands.
    pub(crate) places: Vec<Place>,
    /// Whether the answer names something that could be chosen by its kind.
    pub(crate) is_meant: bool,
}

/// Why a seat cannot choose what an `answer` means, as far as somebody may see; `None` where it
/// means nothing that the game knows, or can be chosen.
pub(crate) fn why(
    play: &Play,
    lexicon: &Lexicon,
    seat: Seat,
    answer: &str,
    sight: Sight,
) -> Option<Why> {
    let refusal = match sight {
        Sight::OfAll => view::why_not_in_full(play, lexicon, seat, answer)?,
        Sight::OfASeat => view::why_not(play, lexicon, seat, answer)?,
    };
    let words = refusal.why();
    let mut places: Vec<Place> = Vec::new();
    for ground in &refusal.grounds {
        let place = ground.not.span.map(|span| place(play, seat, ground, span, sight));
        let is_new = |place: &Place| {
            let line = |place: &Place| (place.file.clone(), place.line, place.text.clone());
            places.iter().all(|known| line(known) != line(place))
        };
        let new = place.filter(is_new);
        places.extend(new);
    }
    Some(Why { words, places, is_meant: refusal.is_meant })
}

/// Where the condition stands that forbids something.
fn place(play: &Play, seat: Seat, ground: &Ground, span: Span, sight: Sight) -> Place {
    let sources = &play.game().program().sources;
    let place = places::of(sources, span);
    match sight {
        Sight::OfASeat => place,
        Sight::OfAll => {
            let written =
                |span| sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
            let compared = play.compared(seat, &ground.label);
            let own = compared.iter().filter(|(part, _)| span.covers(*part));
            let values = own.map(|(part, value)| format!("{} = {value}", written(*part)));
            let values = values.collect::<Vec<_>>().join(", ");
            let text = match values.is_empty() {
                true => written(span),
                false => format!("{} ({values})", written(span)),
            };
            Place { text, ..place }
        }
    }
}
