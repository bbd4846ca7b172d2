//! The duels of the King's Attack by the rulebook and its rulings, written a second time in plain
//! Rust: what the game file is measured against.

/// A card by its rank (`7`, `8`, `9`, `T`, `J`, `Q`, `K`, `A`) and its suit (`S`, `H`, `D`, `C`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    pub rank: char,
    pub suit: char,
}

impl Card {
    pub fn all() -> Vec<Card> {
        "SHDC"
            .chars()
            .flat_map(|suit| "789TJQKA".chars().map(move |rank| Card { rank, suit }))
            .collect()
    }

    /// As in records: `10H`.
    pub fn name(self) -> String {
        if self.rank == 'T' {
            format!("10{}", self.suit)
        } else {
            format!("{}{}", self.rank, self.suit)
        }
    }

    fn number(self) -> u32 {
        match self.rank {
            'T' => 10,
            'A' => 1,
            rank => rank.to_digit(10).unwrap_or(0),
        }
    }

    fn is_number(self) -> bool {
        "789T".contains(self.rank)
    }

    fn is_figure(self) -> bool {
        "JQK".contains(self.rank)
    }
}

/// Cards that lie together, and the suit that was announced for them if one had to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub cards: Vec<Card>,
    pub announced: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Figure,
    Ace,
    Number,
    Set,
    TwoAces,
}

impl Unit {
    pub fn category(&self) -> Category {
        match self.cards[..] {
            [one] if one.is_figure() => Category::Figure,
            [one] if one.is_number() => Category::Number,
            [_] => Category::Ace,
            [a, b] if a.rank == 'A' && b.rank == 'A' => Category::TwoAces,
            _ => Category::Set,
        }
    }

    /// Two numbers or more, and aces if one likes; or exactly two aces.
    pub fn is_lawful_set(&self) -> bool {
        let numbers = self.cards.iter().filter(|card| card.is_number()).count();
        let aces = self.cards.iter().filter(|card| card.rank == 'A').count();
        numbers + aces == self.cards.len() && (numbers >= 2 || numbers == 0 && aces == 2)
    }

    fn highest(&self) -> u32 {
        self.cards.iter().map(|card| card.number()).max().unwrap_or(0)
    }

    /// The suits of the highest numbers: with several, one of them is announced.
    pub fn highest_suits(&self) -> Vec<char> {
        self.cards
            .iter()
            .filter(|card| card.is_number() && card.number() == self.highest())
            .map(|c| c.suit)
            .collect()
    }

    fn power(&self) -> u32 {
        self.highest() + self.cards.len() as u32 - 1
    }

    fn suit(&self) -> char {
        match self.cards[..] {
            [one] => one.suit,
            _ => self.announced.unwrap_or_else(|| self.highest_suits()[0]),
        }
    }

    fn falling(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.cards.iter().map(|card| card.number()).collect();
        numbers.sort_by(|a, b| b.cmp(a));
        numbers
    }
}

/// The options that change duels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variant {
    pub numbers_use_suit: bool,
    pub tiebreak_sets: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duel {
    First,
    Second,
    Tie,
}

/// Each beats the one before it, the first beats the last; all else is a tie.
fn by_cycle(cycle: &str, a: char, b: char) -> Duel {
    let place = |c| cycle.find(c).expect("on the cycle") as i32;
    let n = cycle.len() as i32;
    match (place(a) - place(b)).rem_euclid(n) {
        1 => Duel::First,
        step if step == n - 1 => Duel::Second,
        _ => Duel::Tie,
    }
}

fn higher<T: Ord>(a: T, b: T) -> Duel {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Duel::First,
        std::cmp::Ordering::Less => Duel::Second,
        std::cmp::Ordering::Equal => Duel::Tie,
    }
}

pub fn duel(a: &Unit, b: &Unit, variant: Variant) -> Duel {
    use Category::*;
    let suits = || by_cycle("DCSH", a.suit(), b.suit());
    let (one, two) = (a.category(), b.category());
    if one == TwoAces || two == TwoAces {
        return higher(one == TwoAces, two == TwoAces);
    }
    let numbered = |category| matches!(category, Number | Set);
    if variant.numbers_use_suit && (numbered(one) || numbered(two)) && suits() != Duel::Tie {
        return suits();
    }
    match (one, two) {
        (Figure, Figure) => by_cycle("JQK", a.cards[0].rank, b.cards[0].rank),
        (Figure, Ace) => Duel::Second,
        (Ace, Figure) => Duel::First,
        (Figure, _) | (_, Figure) => suits(),
        (Ace, Ace) => Duel::Tie,
        (Ace, _) => Duel::Second,
        (_, Ace) => Duel::First,
        (Number, Number) => higher(a.highest(), b.highest()),
        _ if a.power() != b.power() => higher(a.power(), b.power()),
        (Number, _) => Duel::First,
        (_, Number) => Duel::Second,
        _ if variant.tiebreak_sets => higher(a.falling(), b.falling()),
        _ => higher(a.highest(), b.highest()),
    }
}
