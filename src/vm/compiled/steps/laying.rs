//! Several seats lay a card each, at once: the commonest of all that is done together.

use super::asking::{AskedKnown, Known};
use super::choosing::{Chooser, Pick, members_to_choose};
use super::doing::Doing;
use super::moving::{Arrival, with_arrival};
use super::{Step, step};
use crate::value::{NONE, Seat};
use crate::vm::compiled::SetCode;
use crate::vm::compiled::members::Members;

/// Seats that are known choose a card each, and all that comes of it is that the card goes to a
/// place that is known.
pub(super) struct Lays<M, const SEATS: usize> {
    seats: [Lay<M>; SEATS],
    arrival: Arrival,
    /// Words that a frame would need, which there must be room for.
    words: u16,
}

struct Lay<M> {
    seat: Seat,
    from: SetCode<M>,
    to: i32,
}

impl<M: Members, const SEATS: usize> Lays<M, SEATS> {
    /// `None` where one of them does anything else, or lays its card otherwise than the others.
    pub fn of_all(known: &[Known<M>; SEATS]) -> Option<Self> {
        let (mut seats, mut words, mut arrivals) = (Vec::new(), 0, Vec::new());
        for Known { seat, chooser, doings } in known {
            let (Chooser::Member(from), [Doing::Runs(body)]) = (chooser, doings.as_slice()) else {
                return None;
            };
            let moves = body.moves.as_ref()?;
            seats.push(Lay { seat: *seat, from: from.clone(), to: moves.to });
            arrivals.push(moves.arrival);
            words = words.max(body.words);
        }
        let arrival = *arrivals.first()?;
        let alike = arrivals.iter().all(|other| *other == arrival);
        Some(Lays { seats: seats.try_into().ok().filter(|_| alike)?, arrival, words })
    }
}

impl AskedKnown {
    pub(super) fn laying<M: Members, const SEATS: usize>(self, lays: Lays<M, SEATS>) -> Step {
        let AskedKnown { pc, back, memory, no_option, done, .. } = self;
        let Lays { seats, arrival, words } = lays;
        with_arrival!(arrival, arrival => step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let (caller, mut hands) = (e.me, [M::EMPTY; SEATS]);
            for (hand, Lay { seat, from, .. }) in hands.iter_mut().zip(&seats) {
                e.me = i32::from(*seat);
                match members_to_choose(e, from) {
                    Ok(cards) => *hand = cards,
                    Err(_) => {
                        e.me = caller;
                        return e.plainly(pc);
                    }
                }
            }
            e.me = caller;
            let mut chosen = [NONE; SEATS];
            for ((card, hand), lay) in chosen.iter_mut().zip(hands).zip(&seats) {
                let Ok(number) = e.pick(lay.seat, hand.count()) else { return e.plainly(pc) };
                *card = hand.nth(number).map_or(NONE, i32::from);
            }
            if chosen == [NONE; SEATS] {
                return no_option.call(e);
            }
            let room = e.has_room(words);
            for (laid, (&card, lay)) in chosen.iter().zip(&seats).enumerate() {
                if card != NONE && !(room && e.goes::<M>(card, lay.to, arrival())) {
                    let picks = |(&card, lay): (&i32, &Lay<M>)| {
                        (lay.seat, (card != NONE).then_some(Pick::Entry(0, Some(card))))
                    };
                    let left: Vec<(Seat, Option<Pick>)> = chosen.iter().zip(&seats).skip(laid).map(picks).collect();
                    e.enter_picks(memory, &left);
                    return e.plainly(back);
                }
            }
            done.call(e)
        }))
    }
}
