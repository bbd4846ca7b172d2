//! Where one can go back to in a game.

use crate::game::{Entry, Eyes, Play};
use crate::tabletop::ids::PhaseId;
use crate::value::{Seat, SeatSet};
use crate::vm::{Chosen, Event};

/// A decision that a seat has made: one of several options.
pub(crate) struct Made {
    /// Its place in the log.
    pub(crate) entry: usize,
    /// The round in which it was made, from 1; 0 before the first one.
    pub(crate) round: usize,
}

/// The decisions of a seat so far, in their order: what it chose where it had several options.
pub(crate) fn decisions(play: &Play, seat: Seat) -> Vec<Made> {
    let round = play
        .game()
        .program()
        .rounds()
        .into_iter()
        .max_by_key(|&phase| (play.entered()[phase], std::cmp::Reverse(phase)));
    let begins = |entry: &Entry, round: PhaseId| matches!(entry.event(), Some(Event::Phase { phase, .. }) if *phase == round);
    let (mut made, mut rounds, mut options) = (Vec::new(), 0, 0);
    for (i, entry) in play.log().iter().enumerate() {
        match entry {
            Entry::Offer { options: offered, .. } => {
                let own = offered.iter().find(|(of, _)| *of == seat);
                options = own.map_or(options, |(_, labels)| labels.count());
            }
            Entry::Choice { seat: chooser, .. } if *chooser == seat && options > 1 => {
                made.push(Made { entry: i, round: rounds });
            }
            entry => rounds += usize::from(round.is_some_and(|round| begins(entry, round))),
        }
    }
    made
}

/// The last decision that one of these seats has made: its place in the log, and whose it is.
pub(crate) fn last_decision(play: &Play, seats: SeatSet) -> Option<(usize, Seat)> {
    seats.iter().filter_map(|seat| Some((decisions(play, seat).last()?.entry, seat))).max()
}

/// Where in the log the last choice stands that one of these seats has made.
pub(crate) fn last_choice(play: &Play, seats: SeatSet) -> Option<usize> {
    let theirs = |entry: &Entry| entry.chooser().is_some_and(|seat| seats.contains(seat));
    play.log().iter().rposition(theirs)
}

/// Whether a seat is in the midst of a choice that it makes in steps.
pub(crate) fn is_open(play: &Play, seat: Seat) -> bool {
    let is_step = |what: Chosen| match what {
        Chosen::Member(_) | Chosen::Enough | Chosen::Further => true,
        Chosen::Entry(_) | Chosen::Pass | Chosen::Done => false,
    };
    play.offers(seat).iter().any(|offer| is_step(offer.choice.what))
}

/// Where in the log the first step stands that a seat has made in the choice that it is in the
/// midst of; what was taken unasked is none.
pub(crate) fn half_made(play: &Play, seat: Seat) -> Option<usize> {
    let log = play.log();
    let begins =
        |entry: &Entry| entry.step().is_some_and(|(of, step)| of == seat && !step.goes_on());
    let first = log.iter().rposition(begins).filter(|_| is_open(play, seat))?;
    let own = |entry: &Entry| entry.chooser() == Some(seat);
    log[first..].iter().position(own).map(|step| first + step)
}

/// Whether a seat is one of several that choose at the same time, as all can see: it may have
/// chosen, have still to, or have had nothing to choose among.
pub(crate) fn are_choosing(play: &Play, seat: Seat) -> bool {
    let choosing = play.look(Eyes::of_onlooker(play.game().program().seats)).choosing;
    choosing.len() > 1 && choosing.contains(&seat.shown()) && !play.pending().is_empty()
}

/// Where in the log a seat has chosen in the choice at hand, which others have still to make.
/// Single options that were taken unasked are no choice.
pub(crate) fn chosen_in_secret(play: &Play, seat: Seat) -> Option<usize> {
    let has_begun = || play.look(Eyes::Seat(seat)).committed.is_some();
    if !are_choosing(play, seat) || !has_begun() {
        return None;
    }
    let log = play.log();
    let begins =
        |entry: &Entry| entry.step().is_some_and(|(of, step)| of == seat && !step.goes_on());
    let begun = log.iter().rposition(begins)?;
    let is_chosen = |entry: &Entry| entry.chooser() == Some(seat);
    log[begun..].iter().position(is_chosen).map(|behind| begun + behind)
}
