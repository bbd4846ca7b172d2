//! The one source of chance: a named, portable generator with our own range and shuffle, whose
//! results never change between releases of a library. Whoever wants to see all that chance can do
//! puts a [`Tape`] in its place.

use super::history::History;
use crate::value::{Narrow, high_half, low_half};
use serde::{Deserialize, Serialize};

/// Chance, seeded from 64 bits, which may note what it gives; or a tape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator(Source);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Source {
    Chance(Xoshiro256PlusPlus),
    Noted(Box<Noted>),
    Tape(Tape),
}

/// Xoshiro256++ (Blackman and Vigna 2018).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Xoshiro256PlusPlus {
    s: [u64; 4],
}

/// What SplitMix64 (Steele, Lea, Flood 2014) goes on by: the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Xoshiro256PlusPlus {
    /// Seeded by SplitMix64, as its authors advise.
    #[inline]
    fn seed_from_u64(seed: u64) -> Self {
        let word = |n: u64| spread(seed.wrapping_add(n.wrapping_mul(GOLDEN)));
        Xoshiro256PlusPlus { s: [word(1), word(2), word(3), word(4)] }
    }

    #[inline(always)]
    fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.s;
        let (e, f) = (c ^ a, d ^ b);
        self.s = [a ^ f, b ^ e, e ^ (b << 17), f.rotate_left(45)];
        a.wrapping_add(d).rotate_left(23).wrapping_add(a)
    }
}

/// Chance, and what was drawn from it so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Noted {
    chance: Xoshiro256PlusPlus,
    draws: Vec<Draw>,
}

/// One of so many results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub(crate) results: u32,
    pub(crate) result: u32,
}

impl Noted {
    // Few games are noted: all others are to be quick.
    #[cold]
    fn below(&mut self, n: u32) -> u32 {
        let result = below(&mut self.chance, n);
        // One too many tells that it was too long.
        if self.draws.len() <= History::LONGEST {
            self.draws.push(Draw { results: n, result });
        }
        result
    }
}

/// Results that draws are to have, one after the other. The first draw behind its end is noted, and
/// all from there on give 0: so that the same can be tried again with each result that it can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tape {
    results: [u8; Tape::LENGTH],
    given: u8,
    used: u8,
    wanted: u32,
}

impl Tape {
    /// The most draws between two choices.
    pub(crate) const LENGTH: usize = 24;

    /// Among how many results the first draw was that the tape did not hold.
    pub(crate) fn wanted(&self) -> Option<u32> {
        (self.wanted > 0).then_some(self.wanted)
    }

    /// This tape from its beginning, with one more result; `None` where it is full.
    pub(crate) fn with(&self, result: u8) -> Option<Tape> {
        let mut tape = Tape { used: 0, wanted: 0, given: self.given + 1, ..*self };
        *tape.results.get_mut(usize::from(self.given))? = result;
        Some(tape)
    }

    fn below(&mut self, n: u32) -> u32 {
        if n < 2 || self.wanted > 0 {
            return 0;
        }
        if self.used == self.given {
            self.wanted = n;
            return 0;
        }
        self.used += 1;
        u32::from(self.results[usize::from(self.used) - 1])
    }
}

impl Generator {
    #[inline]
    pub fn new(seed: u64) -> Self {
        Generator(Source::Chance(Xoshiro256PlusPlus::seed_from_u64(seed)))
    }

    /// A generator for the `k`-th of many games under one seed: independent of how many games there
    /// are.
    #[inline]
    pub fn stream(seed: u64, k: u64) -> Self {
        Generator::new(spread(seed ^ k.wrapping_add(1).wrapping_mul(GOLDEN)))
    }

    /// A generator whose draws have the results of a tape.
    pub(crate) fn of_tape(tape: Tape) -> Self {
        Generator(Source::Tape(tape))
    }

    /// This generator, noting from here on what is drawn below something, up to one draw more than
    /// a [`History`] may have. A tape knows that anyway.
    pub(crate) fn noting(self) -> Self {
        match self.0 {
            Source::Chance(chance) => {
                Generator(Source::Noted(Box::new(Noted { chance, draws: Vec::new() })))
            }
            source => Generator(source),
        }
    }

    /// What was drawn since it has been noted.
    pub(crate) fn noted(&self) -> &[Draw] {
        match &self.0 {
            Source::Noted(noted) => &noted.draws,
            Source::Chance(_) | Source::Tape(_) => &[],
        }
    }

    /// The tape, with what was drawn from it.
    pub(crate) fn tape(&self) -> Option<&Tape> {
        match &self.0 {
            Source::Chance(_) | Source::Noted(_) => None,
            Source::Tape(tape) => Some(tape),
        }
    }

    /// The words that the next draw is made of, where nobody notes it. The draw is that of
    /// Xoshiro256++, and a number below another is found in it as [`Generator::below`] does.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn words(&self) -> Option<&[u64; 4]> {
        match &self.0 {
            Source::Chance(chance) => Some(&chance.s),
            Source::Noted(_) | Source::Tape(_) => None,
        }
    }

    /// The next 64 bits. A tape has none.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        match &mut self.0 {
            Source::Chance(chance) => chance.next_u64(),
            Source::Noted(noted) => noted.chance.next_u64(),
            Source::Tape(_) => 0,
        }
    }

    /// A number below `n`, each equally likely (Lemire 2019, with rejection). `n` = 0 gives 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        match &mut self.0 {
            Source::Chance(chance) => below(chance, n),
            Source::Noted(noted) => noted.below(n),
            Source::Tape(tape) => tape.below(n),
        }
    }

    /// One of so many options. A single one costs no draw.
    #[inline]
    pub fn pick(&mut self, options: usize) -> usize {
        if options < 2 { 0 } else { self.below(options.to_u32()).to_usize() }
    }

    /// Brings items into an order that nobody can foretell, by a stream of its own that begins
    /// where this one stands: of this one nothing is used up. `salt` tells apart what is mixed
    /// while this stream stands still. A tape is read.
    pub(super) fn mix<T>(&mut self, items: &mut [T], salt: u64) {
        match &mut self.0 {
            Source::Chance(chance) => {
                let mut aside = aside(chance, salt);
                shuffle(items, |n| below(&mut aside, n));
            }
            Source::Noted(noted) => {
                let mut aside = Noted {
                    chance: aside(&noted.chance, salt),
                    draws: std::mem::take(&mut noted.draws),
                };
                shuffle(items, |n| aside.below(n));
                noted.draws = aside.draws;
            }
            Source::Tape(tape) => shuffle(items, |n| tape.below(n)),
        }
    }

    /// A number that nobody can foretell, of which nothing is used up; `None` of a tape.
    pub(super) fn aside(&self, salt: u64) -> Option<u64> {
        match &self.0 {
            Source::Chance(chance) => Some(aside(chance, salt).next_u64()),
            Source::Noted(noted) => Some(aside(&noted.chance, salt).next_u64()),
            Source::Tape(_) => None,
        }
    }

    /// Fisher and Yates, from the last item down.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        match &mut self.0 {
            Source::Chance(chance) => shuffle(items, |n| below(chance, n)),
            Source::Noted(noted) => shuffle(items, |n| noted.below(n)),
            Source::Tape(tape) => shuffle(items, |n| tape.below(n)),
        }
    }
}

/// SplitMix64's finalizer: spreads numbers that are near each other over all 64 bits.
#[inline]
pub(super) fn spread(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn aside(chance: &Xoshiro256PlusPlus, salt: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(spread(chance.clone().next_u64() ^ spread(salt)))
}

#[inline(always)]
fn below(chance: &mut Xoshiro256PlusPlus, n: u32) -> u32 {
    let mut draw = || u64::from(low_half(chance.next_u64())) * u64::from(n);
    let mut product = draw();
    if low_half(product) < n {
        let threshold = n.wrapping_neg() % n.max(1);
        while low_half(product) < threshold {
            product = draw();
        }
    }
    high_half(product)
}

fn shuffle<T>(items: &mut [T], mut below: impl FnMut(u32) -> u32) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(i.to_u32() + 1).to_usize());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that can come of some draws, tape by tape.
    fn all<R>(draw: impl Fn(&mut Generator) -> R) -> Vec<R> {
        let (mut open, mut found) = (vec![Tape::default()], Vec::new());
        while let Some(tape) = open.pop() {
            let mut generator = Generator::of_tape(tape);
            let result = draw(&mut generator);
            match generator.tape().and_then(Tape::wanted) {
                Some(n) => open.extend((0..n as u8).filter_map(|result| tape.with(result))),
                None => found.push(result),
            }
        }
        found
    }

    #[test]
    fn tapes_show_all_that_chance_can_do() {
        let mut orders = all(|generator| {
            let mut cards = [1, 2, 3, 4];
            generator.shuffle(&mut cards);
            cards
        });
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 24);
        assert_eq!(all(|generator| generator.below(6) + generator.below(1)).len(), 6);
    }

    #[test]
    fn chance_gives_what_its_authors_program_gives() {
        let mut chance = Xoshiro256PlusPlus { s: [1, 2, 3, 4] };
        let expected = [
            41943041,
            58720359,
            3588806011781223,
            3591011842654386,
            9228616714210784205,
            9973669472204895162,
            14011001112246962877,
            12406186145184390807,
            15849039046786891736,
            10450023813501588000,
        ];
        assert_eq!(expected.map(|_| chance.next_u64()), expected);
        let seeded = Xoshiro256PlusPlus::seed_from_u64(0).s;
        let split_mix = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4];
        assert_eq!(seeded[..2], split_mix);
    }

    #[test]
    fn what_is_noted_is_what_was_drawn() {
        let (mut plain, mut noting) = (Generator::new(5), Generator::new(5).noting());
        let draw = |generator: &mut Generator| {
            let mut cards = [1, 2, 3, 4];
            generator.shuffle(&mut cards);
            (cards, generator.below(6), generator.bits(), generator.pick(40))
        };
        let drawn = draw(&mut plain);
        assert_eq!(draw(&mut noting), drawn);
        let results: Vec<u32> = noting.noted().iter().map(|draw| draw.results).collect();
        assert_eq!(results, [4, 3, 2, 6, 40]);
        let last: Vec<u32> = noting.noted()[3..].iter().map(|draw| draw.result).collect();
        assert_eq!(last, [drawn.1, drawn.3 as u32]);
        assert!(plain.noted().is_empty());
    }
}
