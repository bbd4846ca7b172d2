//! Where the second world of a pair comes from. See the module's head.

use super::doors::Doors;
use super::pair::{Looking, Pair};
use super::swap::{Swap, beginning_with};
use cardrun::game::{Entry, Game, Offer, OfferValue, Play};
use cardrun::tabletop::Shape;
use cardrun::tabletop::ids::{InstanceId, ZoneId};
use cardrun::value::{Bits, Card, Seat, SeatSet};
use cardrun::vm::{Event, Generator};

/// One way to make a pair, at a place in the game that is at most so many choices deep; none where
/// nothing fits.
type Source = for<'d> fn(&Game, usize, (&'d Doors, Looking), &mut Generator) -> Option<Pair<'d>>;

/// A shuffle serves most often, since it needs nothing from what is probed.
const SOURCES: [Source; 4] = [other_shuffle, other_shuffle, imagined, other_choice];

/// How often each source is tried.
const TRIES: usize = 3;

/// The pair with this number.
pub fn pair<'d>(game: &Game, number: u64, looked: (&'d Doors, Looking)) -> Option<Pair<'d>> {
    let mut chance = Generator::stream(0x1EAC, number);
    let first = (number % SOURCES.len() as u64) as usize;
    let tries = (0..SOURCES.len() * TRIES)
        .map(|i| (SOURCES[(first + i / TRIES) % SOURCES.len()], i % TRIES));
    // The game may be shorter than was tried first.
    tries
        .into_iter()
        .find_map(|(source, tried)| source(game, looked.1.most >> (2 * tried), looked, &mut chance))
}

/// A play by random choices, and which they were.
struct Walked {
    play: Play,
    choices: Vec<(Seat, usize)>,
}

impl Walked {
    fn begin(game: &Game, seed: u64) -> Walked {
        Walked { play: Play::new(game, seed), choices: Vec::new() }
    }

    /// One more choice; false when nobody is asked.
    fn step(&mut self, chance: &mut Generator) -> bool {
        let pending = self.play.pending();
        if pending.is_empty() {
            return false;
        }
        let seat = pending[chance.pick(pending.len())];
        let option = chance.pick(self.play.option_count(seat));
        self.choices.push((seat, option));
        self.play.apply(seat, option).is_ok()
    }

    /// Up to a depth, shallow ones being likelier, at which something is so.
    fn to(
        mut self,
        most: usize,
        chance: &mut Generator,
        fits: impl Fn(&Play) -> bool,
    ) -> Option<Walked> {
        let half = chance.pick(most + 1);
        let depth = chance.pick(half + 1);
        for done in 0..=most {
            if done >= depth && fits(&self.play) {
                return Some(self);
            }
            if !self.step(chance) {
                return None;
            }
        }
        None
    }
}

fn some_seat(game: &Game, chance: &mut Generator) -> Seat {
    Seat::new(chance.below(u32::from(game.program().seats)) as usize)
}

// ---- another shuffle

/// Two games whose piles were shuffled so that some cards that a seat does not see for a while have
/// changed places.
fn other_shuffle<'d>(
    game: &Game,
    deep: usize,
    looked: (&'d Doors, Looking),
    chance: &mut Generator,
) -> Option<Pair<'d>> {
    let seat = some_seat(game, chance);
    let seed = chance.bits();
    let mut order: Vec<Card> = (0..game.program().cards.len()).map(Card::new).collect();
    chance.shuffle(&mut order);
    let first = game.shuffled_as(&order);
    let walked = Walked::begin(&first, seed).to(deep, chance, |_| true)?;
    let hidden = unseen(&walked.play, seat);
    let one = *hidden.get(chance.pick(hidden.len()))?;
    let together = beginning_with(game, one);
    let alike: Vec<Card> = hidden.into_iter().filter(|&card| together.contains(card)).collect();
    let swap = Swap::random(game.program(), &alike, chance)?;
    let other: Vec<Card> = order.iter().map(|&card| swap.image(card)).collect();
    let plays = [first, game.shuffled_as(&other)].map(|game| Play::new(&game, seed));
    let mut pair = Pair::new(game, plays, (seat, swap), 0, looked, chance.clone());
    pair.guide = walked.choices.into_iter();
    Some(pair)
}

/// The cards that were shuffled and that a seat has not seen since.
fn unseen(play: &Play, seat: Seat) -> Vec<Card> {
    let sees = |seats: SeatSet| seats.contains(seat);
    let (mut shuffled, mut seen) = (Bits::EMPTY, Bits::EMPTY);
    for entry in play.log() {
        let Entry::Event(event) = entry else { continue };
        match event {
            Event::Shuffle { order, .. } => order.iter().for_each(|&card| shuffled.insert(card)),
            Event::Move(moved) if sees(moved.seen_by) => seen.insert(moved.card),
            Event::Turn { card, seen_by, .. } if sees(*seen_by) => seen.insert(*card),
            Event::Reveal { card, to, .. } if sees(*to) => seen.insert(*card),
            _ => {}
        }
    }
    let m = &play.game().program().memory;
    (shuffled - seen).of().filter(|&card| !play.state().knows(m, seat, card)).collect()
}

// ---- a world that the engine imagines

/// A game from a choice of a seat on, and one that the engine says the seat cannot tell from it.
fn imagined<'d>(
    game: &Game,
    deep: usize,
    looked: (&'d Doors, Looking),
    chance: &mut Generator,
) -> Option<Pair<'d>> {
    let seat = some_seat(game, chance);
    let asked = |play: &Play| {
        let pending = play.pending();
        // Others may not have chosen yet: in an imagined game they have not.
        pending.contains(&seat)
            && play.state().choosing(play.game().program()).iter().eq(pending.iter().copied())
    };
    let play = Walked::begin(game, chance.bits()).to(deep, chance, asked)?.play;
    let world = play.determinize(seat, chance);
    if world.options(seat) != play.options(seat) {
        return None;
    }
    let swap = Swap::between(game.program(), play.state(), world.state())
        .filter(|swap| !swap.moved.is_empty())?;
    let come = Generator::new(chance.bits());
    let mut order: Vec<Card> = (0..game.program().cards.len()).map(Card::new).collect();
    chance.shuffle(&mut order);
    let other = order.iter().map(|&card| swap.image(card)).collect();
    let plays = [(&play, order), (&world, other)].map(|(play, order)| {
        let mut state = play.state().clone();
        state.reseed(come.clone());
        Play::from_state(&game.shuffled_as(&order), state)
    });
    Some(Pair::new(game, plays, (seat, swap), 0, looked, chance.clone()))
}

// ---- another choice

/// A game in which another seat chose one card of its hand, and the same in which it chose another
/// one.
fn other_choice<'d>(
    game: &Game,
    deep: usize,
    looked: (&'d Doors, Looking),
    chance: &mut Generator,
) -> Option<Pair<'d>> {
    let seat = some_seat(game, chance);
    let choosers =
        |play: &Play| play.pending().into_iter().filter(|&other| other != seat).collect::<Vec<_>>();
    let first = Walked::begin(game, chance.bits())
        .to(deep, chance, |play| !choosers(play).is_empty())?
        .play;
    let others = choosers(&first);
    let chooser = others[chance.pick(others.len())];
    let offers = first.offers(chooser);
    let one = chance.pick(offers.len());
    let mut rest = (0..offers.len())
        .filter_map(|other| Some((other, exchanged(&first, &offers[one], &offers[other])?)));
    let (other, swap) = rest.nth(chance.pick(2))?;
    let shared = first.log().len();
    let mut second = first.clone();
    let mut first = first;
    let _ = (first.apply(chooser, one), second.apply(chooser, other));
    Some(Pair::new(game, [first, second], (seat, swap), shared, looked, chance.clone()))
}

/// The two cards in which two options differ, if it is only these, and both lie in the same set.
fn exchanged(play: &Play, one: &Offer, other: &Offer) -> Option<Swap> {
    if one.action != other.action || one.values.len() != other.values.len() {
        return None;
    }
    let mut differing = one.values.iter().zip(&other.values).filter(|(a, b)| a != b);
    let (a, b) = differing.next()?;
    let (OfferValue::Card { card: Some(a), .. }, OfferValue::Card { card: Some(b), .. }) =
        (&a.value, &b.value)
    else {
        return None;
    };
    let (program, state) = (play.game().program(), play.state());
    let slot = state.slot_of(*a).filter(|slot| state.slot_of(*b) == Some(*slot))?;
    let zone = program.instances[InstanceId::new(state.instance_of(program, slot)?.index())].zone;
    let is_set = matches!(program.zones[ZoneId::new(zone.index())].shape, Shape::Set);
    // What is marked for all to see is told apart.
    let marked = |mark, card: Card| state.mark_of(mark, card.number());
    let alike =
        program.marks.iter().all(|mark| mark.of_slots || marked(mark, *a) == marked(mark, *b));
    (is_set && alike && differing.next().is_none()).then(|| Swap::two(*a, *b))
}
