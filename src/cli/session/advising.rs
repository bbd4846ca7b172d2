//! What a person is told on request: what could be done next, why something cannot be chosen, and
//! what the last choice brought about.

use super::Session;
use super::command::Obeyed;
use super::ending::{score_table, total};
use crate::cli::host::programs;
use crate::cli::rehearsal::why::{self, Sight};
use crate::cli::report::places;
use crate::cli::text::TermStyle;
use crate::game::{Entry, Eyes, Play};
use crate::players::{Advice, Budget, Mcts};
use crate::runner;
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Offered, Past, Phrase};
use crate::vm::Generator;
use std::io;
use std::time::Duration;

/// How long a hint is thought about.
const THOUGHT: Duration = Duration::from_millis(800);

/// A second option is named where it was tried at least half as often as the first.
const NEAR: f32 = 0.5;

impl Session<'_> {
    /// Says what the players' own search would choose, and how sure it is.
    pub(super) fn hint(&mut self, seat: Seat) -> io::Result<Obeyed> {
        if self.humans().len() > 1 && !self.play.game().program().cooperative {
            return self.say("hint-several", &[]).map(|()| Obeyed::Stays);
        }
        let budget = Budget::Time(THOUGHT, programs::tools().clock);
        match advice(&self.play, seat, budget, self.seed) {
            Some(advice) => self.tell_advice(seat, &advice)?,
            None => self.say("hint-none", &[])?,
        }
        Ok(Obeyed::Stays)
    }

    fn tell_advice(&mut self, seat: Seat, advice: &Advice) -> io::Result<()> {
        // Options that read alike are one.
        let share = |shown: &Offered| {
            let all = std::iter::once(shown.index).chain(shown.same.iter().map(|same| same.index));
            all.filter_map(|option| advice.shares.get(option)).sum::<f32>()
        };
        let options = self.look(seat).menu.map(|menu| menu.options).unwrap_or_default();
        let mut options: Vec<(f32, &Offered)> =
            options.iter().map(|shown| (share(shown), shown)).collect();
        options.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let text = |(_, shown): &(f32, &Offered)| self.desk.style().phrase(&shown.text);
        let percent = |(share, _): &(f32, &Offered)| (100.0 * share).round();
        let Some((best, others)) = options.split_first() else {
            return self.say("hint-none", &[]);
        };
        let mut values = vec![("option", text(best).into()), ("share", percent(best).into())];
        let key = match others.first().filter(|(share, _)| *share >= NEAR * best.0) {
            None => "hint-sure",
            Some(other) => {
                values.push(("other", text(other).into()));
                values.push(("other_share", percent(other).into()));
                "hint-unsure"
            }
        };
        self.say(key, &values)
    }

    /// Says why something cannot be chosen, with the places in the rules that forbid it; or that it
    /// can.
    pub(super) fn why(&mut self, seat: Seat, words: &str) -> io::Result<Obeyed> {
        let why = why::why(&self.play, self.messages.lexicon(), seat, words, self.sight());
        let style = self.desk.style();
        let question = self.desk.question();
        let offered = question.as_ref().map(|q| q.meant(words, style)).unwrap_or_default();
        // What is meant in so many words comes before what only begins so.
        let named = question.is_some_and(|q| q.names(words)) || words.parse::<usize>().is_ok();
        let meant = why.as_ref().is_some_and(|why| why.is_meant);
        if !offered.is_empty() && (named || !meant) {
            let options = offered.join(", ");
            self.say("why-offered", &[("options", options.into())])?;
            return Ok(Obeyed::Stays);
        }
        let Some(why) = why else {
            return self.say("why-unknown", &[("answer", words.into())]).map(|()| Obeyed::Stays);
        };
        self.say("not-legal", &[("why", style.phrase(&why.words).into())])?;
        let lines: Vec<String> =
            why.places.iter().flat_map(|place| place.wrapped(style.columns)).collect();
        self.desk.lines(&lines)?;
        Ok(Obeyed::Stays)
    }

    /// What people at the desk are told of who ask.
    fn sight(&self) -> Sight {
        Sight::of(self.rehearsal, self.edited.is_some(), self.humans().len())
    }

    /// Says what the scores are made of, as far as `seat` can work it out.
    pub(super) fn tell_score(&mut self, seat: Seat) -> io::Result<Obeyed> {
        let view = self.look(seat);
        let style = self.desk.style();
        let players = view.players.iter().filter(|_| !view.cooperative);
        let players: Vec<Phrase> = players.map(|player| player.name.clone()).collect();
        if view.parts.is_empty() {
            self.say("score-no-parts", &[])?;
        }
        let mut rows = view.parts.clone();
        // A single part is the whole score.
        if rows.len() != 1 {
            rows.extend(total(&view, self.messages.say("score-total"), style));
        }
        self.desk.lines(&score_table(&players, &rows, style))?;
        Ok(Obeyed::Stays)
    }

    /// Tells again what happened since the last choice of `seat`, event by event. Whoever sees all
    /// is told the line of the rules that did it: that it was this line may tell of hidden cards.
    pub(super) fn explain(&mut self, seat: Seat) -> io::Result<Obeyed> {
        let own = |entry: &Entry| {
            entry.chooser() == Some(seat) && entry.step().is_some_and(|(_, step)| !step.goes_on())
        };
        let from = self.play.log().iter().rposition(own).unwrap_or(0);
        let in_full = self.sight() == Sight::OfAll;
        let lines = explained(
            &Looking {
                play: &self.play,
                lexicon: self.messages.lexicon(),
                eyes: if self.reveals { Eyes::All } else { Eyes::Seat(seat) },
                past: &Past::default(),
                narration: Narration::Again,
            },
            from,
            in_full,
            self.desk.style(),
        );
        match lines.is_empty() {
            true => self.say("explain-nothing", &[])?,
            false => self.desk.lines(&lines)?,
        }
        if !in_full {
            self.say("explain-lines", &[])?;
        }
        Ok(Obeyed::Stays)
    }
}

/// What the search of the players says of a seat's choice; none where it has none. What it imagines
/// goes by the `seed`.
pub(crate) fn advice(play: &Play, seat: Seat, budget: Budget, seed: u64) -> Option<Advice> {
    let view = runner::View::new(play, seat)?;
    let seats = u64::from(play.game().program().seats);
    let generator = Generator::stream(seed, seats + u64::from(seat.number()));
    Some(Mcts { budget }.advise(&view, generator))
}

/// What stands behind the first `from` entries of a log in lines, `with_places` each with the place
/// in the rules that did it.
pub(crate) fn explained(
    looking: &Looking<'_>,
    from: usize,
    with_places: bool,
    style: TermStyle,
) -> Vec<String> {
    let (sources, entries) = (&looking.play.game().program().sources, looking.play.log().len());
    if !with_places {
        // What goes together must not go by the places either.
        let looking = Looking { past: &Past::told(from), ..*looking };
        return view::story(&looking, entries).iter().map(|told| style.phrase(told)).collect();
    }
    let mut lines = Vec::new();
    for one in view::explained(looking, from..entries) {
        lines.extend(one.sentences.iter().map(|sentence| style.phrase(sentence)));
        if let Some(place) = looking.play.place(one.entry) {
            let style = TermStyle { columns: style.columns - 4, ..style };
            lines.push(format!("    {}", places::of(sources, place).shown(style)));
        }
    }
    lines
}
