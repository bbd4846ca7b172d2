//! Shapes, subsets and groups: each file of `cases/shapes` is a game that ends as it should; and
//! what is enumerated or packed is what trying all subsets finds.

use cardrun::game::{Game, Play, Settings};
use cardrun::tabletop::ids::ZoneId;
use cardrun::vm::Generator;
use proptest::prelude::*;

/// More choices than any of the cases has.
const LONGEST: usize = 5_000;

fn load(text: &str) -> Game {
    Game::from_strings(&[("case.yaml", text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn play_on(play: &mut Play, chance: &mut Generator) {
    for _ in 0..LONGEST {
        let Some(&seat) = play.pending().first() else { return };
        let options = play.option_count(seat);
        play.apply(seat, chance.below(options as u32) as usize)
            .expect("what is offered is accepted");
    }
}

#[test]
fn every_case_ends_as_it_should() {
    insta::glob!("../cases", "shapes/*.yaml", |path| {
        #[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
        let text = std::fs::read_to_string(path).expect("a case");
        let game = load(&text);
        for seed in 0..20 {
            let mut play = Play::new(&game, seed);
            play_on(&mut play, &mut Generator::stream(seed, 1));
            assert_eq!(play.fault_words(), None, "{} with seed {seed}", path.display());
            let outcome = play
                .outcome()
                .unwrap_or_else(|| panic!("{} with seed {seed} has no end", path.display()));
            assert_eq!(outcome.reason, "as it should be", "{} with seed {seed}", path.display());
        }
    });
}

#[test]
fn equal_scores_are_decided_by_what_stands_behind_them() {
    let game = load(include_str!("../cases/shapes/score_ties.yaml"));
    let outcome = Play::new(&game, 1).outcome().expect("nobody has anything to choose");
    assert_eq!(
        (outcome.scores, outcome.ranks, outcome.winners),
        (vec![7, 7, 7], vec![3, 1, 2], vec![2])
    );
}

// ------------------------------------------------------------------------------------------------
// by trying all subsets

/// A card of the pack of these tests: ranks 1 to 6 and three suits, some cards twice.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    rank: i32,
    suit: i32,
    code: i32,
}

const RANKS: i32 = 6;
const SUITS: [&str; 3] = ["red", "green", "blue"];

/// The pack: every card once, every third twice; codes tell all subsets of a hand apart well
/// enough.
fn pack() -> Vec<Card> {
    let once = (0..RANKS * 3).map(|i| (1 + i % RANKS, i / RANKS));
    let twice = (0..RANKS * 3).filter(|i| i % 3 == 0).map(|i| (1 + i % RANKS, i / RANKS));
    once.chain(twice)
        .enumerate()
        .map(|(i, (rank, suit))| Card { rank, suit, code: 7 + (i as i32) * 31 % 101 })
        .collect()
}

/// Shapes as the rules have them, and what they mean.
type Meaning = fn(&[Card]) -> bool;

fn shapes() -> Vec<(&'static str, &'static str, Meaning)> {
    vec![
        ("set", "3..4 cards, same rank, different suit", |s| {
            (3..=4).contains(&s.len()) && same(s, |c| c.rank) && distinct(s, |c| c.suit)
        }),
        ("run", "3.. cards, same suit, rank in sequence", is_run),
        ("street", "3..5 cards, rank in sequence", |s| (3..=5).contains(&s.len()) && follows(s)),
        ("stairs", "4.. cards, rank in sequence, 2 of each rank", |s| {
            let mut ranks: Vec<i32> = s.iter().map(|c| c.rank).collect();
            ranks.sort_unstable();
            let pairs: Vec<i32> = ranks.iter().step_by(2).copied().collect();
            s.len() >= 4
                && s.len() % 2 == 0
                && ranks.chunks(2).all(|pair| pair[0] == pair[1])
                && pairs.windows(2).all(|two| two[1] == two[0] + 1)
        }),
        ("nine", "2.. cards, sum rank = 9", |s| {
            s.len() >= 2 && s.iter().map(|c| c.rank).sum::<i32>() == 9
        }),
        ("light", "1..3 cards where suit != red, sum rank < 6, different rank", |s| {
            (1..=3).contains(&s.len())
                && s.iter().all(|c| c.suit != 0)
                && s.iter().map(|c| c.rank).sum::<i32>() < 6
                && distinct(s, |c| c.rank)
        }),
        ("house", "3 cards, same rank + 2 cards, same rank", |s| {
            let with = |rank: i32| s.iter().filter(|c| c.rank == rank).count();
            s.len() == 5 && s.iter().all(|c| matches!(with(c.rank), 2 | 3 | 5))
        }),
        ("two_pairs", "2 cards, same rank + 2 cards, same rank", |s| {
            let with = |rank: i32| s.iter().filter(|c| c.rank == rank).count();
            s.len() == 4 && s.iter().all(|c| with(c.rank) % 2 == 0)
        }),
        ("guarded", "3 cards, same rank + 1 card + 1 card", |s| {
            let with = |rank: i32| s.iter().filter(|c| c.rank == rank).count();
            s.len() == 5 && s.iter().any(|c| with(c.rank) >= 3)
        }),
        (
            "wild_set",
            "3..5 cards where suit != red, same rank, different suit, 0..2 wild where rank = 2",
            |s| {
                let (wild, others) = parted(s);
                (3..=5).contains(&s.len())
                    && wild.len() <= 2
                    && !others.is_empty()
                    && others.iter().all(|c| c.suit != 0)
                    && same(&others, |c| c.rank)
                    && distinct(&others, |c| c.suit)
            },
        ),
        ("wild_run", "3..6 cards, same suit, rank in sequence, 1..3 wild where rank = 2", |s| {
            let (wild, others) = parted(s);
            let mut ranks: Vec<i32> = others.iter().map(|c| c.rank).collect();
            ranks.sort_unstable();
            (3..=6).contains(&s.len())
                && (1..=3).contains(&wild.len())
                && !others.is_empty()
                && same(&others, |c| c.suit)
                && ranks.windows(2).all(|two| two[0] < two[1])
                && ranks[ranks.len() - 1] - ranks[0] < s.len() as i32
        }),
        ("one_each", "2..3 cards, 1 of each rank", |s| {
            (2..=3).contains(&s.len()) && distinct(s, |c| c.rank)
        }),
        ("two_each", "2..4 cards, 2 of each rank, sum rank < 11", |s| {
            let with = |rank: i32| s.iter().filter(|c| c.rank == rank).count();
            (2..=4).contains(&s.len())
                && s.iter().all(|c| with(c.rank) == 2)
                && s.iter().map(|c| c.rank).sum::<i32>() < 11
        }),
        (
            "complete",
            "3 cards, same suit, rank in sequence + 2 cards, same rank, different suit",
            |s| {
                s.len() == 5
                    && any_part(s, 3, |run, pair| {
                        is_run(run) && same(pair, |c| c.rank) && distinct(pair, |c| c.suit)
                    })
            },
        ),
        ("flush_and_wild", "2 cards, same suit + 2 cards, same rank, 1 wild where rank = 2", |s| {
            s.len() == 4
                && any_part(s, 2, |flush, pair| {
                    let (wild, others) = parted(pair);
                    same(flush, |c| c.suit) && wild.len() == 1 && others.len() == 1
                })
        }),
        ("meld", "set or run or 2 cards, same rank", |s| {
            (s.len() == 2 && same(s, |c| c.rank))
                || is_run(s)
                || ((3..=4).contains(&s.len()) && same(s, |c| c.rank) && distinct(s, |c| c.suit))
        }),
    ]
}

fn same(s: &[Card], key: fn(&Card) -> i32) -> bool {
    s.windows(2).all(|two| key(&two[0]) == key(&two[1]))
}

fn distinct(s: &[Card], key: fn(&Card) -> i32) -> bool {
    (0..s.len()).all(|i| (0..i).all(|j| key(&s[i]) != key(&s[j])))
}

/// Whether so many of some cards and the others are what they have to be.
fn any_part(s: &[Card], size: u32, are: fn(&[Card], &[Card]) -> bool) -> bool {
    let all = (1 << s.len()) - 1;
    let parts = (0..=all).filter(|mask: &usize| mask.count_ones() == size);
    parts.map(|mask| (subset(s, mask), subset(s, all & !mask))).any(|(a, b)| are(&a, &b))
}

fn follows(s: &[Card]) -> bool {
    let mut ranks: Vec<i32> = s.iter().map(|c| c.rank).collect();
    ranks.sort_unstable();
    ranks.windows(2).all(|two| two[1] == two[0] + 1)
}

/// Cards that stand for others, where a two does, and the others.
fn parted(s: &[Card]) -> (Vec<Card>, Vec<Card>) {
    s.iter().partition(|c| c.rank == 2)
}

fn is_run(s: &[Card]) -> bool {
    s.len() >= 3 && same(s, |c| c.suit) && follows(s)
}

/// A game that deals one hand and counts what there is of each shape: how many, and a sum by which
/// the cards are known.
fn counting() -> Game {
    let mut text = format!(
        "seats: 1\nlists: {{ colours: [{}] }}\ndecks:\n  pack:\n    cards:\n",
        SUITS.join(", ")
    );
    for (i, card) in pack().iter().enumerate() {
        let suit = SUITS[card.suit as usize];
        text += &format!(
            "      - {{ name: C{i}, rank: {}, suit: {suit}, code: {} }}\n",
            card.rank, card.code
        );
    }
    text += "    attributes: { rank: number, suit: colours, code: number }\nzones:\n";
    text += "  deck: { holds: pack, shape: pile, seen_by: nobody }\n  hand: { seen_by: all }\nvariables:\n";
    let mut rules =
        "rules: |\n  phase game = deal, look\n  phase deal { shuffle deck; draw 11 from deck to hand }\n".to_owned();
    let mut look = String::new();
    for (name, shape, _) in shapes() {
        text += &format!(
            "  n_{name}: {{ type: number }}\n  sum_{name}: {{ type: number }}\n  is_{name}: {{ type: number }}\n"
        );
        rules += &format!("  shape {name} = {shape}\n");
        look += &format!("    set n_{name} to count {name} of hand\n");
        look += &format!("    set sum_{name} to sum (weight(it)) over {name} of hand\n");
        look += &format!(
            "    set is_{name} to sum (weight(it)) over (1.. of hand where it is {name})\n"
        );
    }
    text +=
        "  packed: { type: number }\n  parts: { type: number }\n  odd_parts: { type: number }\n";
    rules += "  let weight(s) = (sum code over s) * (sum code over s) % 1009 + sum (code * code) over s\n";
    rules += "  combinations melds { meld => worth(it); street => worth(it) }\n  let worth(s) = sum (code % 13) over s - 9\n";
    look += "    set packed to best melds over hand\n    set parts to sum worth(it) over best melds of hand\n";
    look += "    set odd_parts to count (those m in best melds of hand where (m is not meld and m is not street))\n";
    look += "    add count cards of best melds of hand - sum (count it) over best melds of hand to odd_parts\n";
    text += &rules;
    text += &format!("  phase look {{\n{look}  }}\n");
    load(&text)
}

fn weight(s: &[Card]) -> i32 {
    let sum: i32 = s.iter().map(|c| c.code).sum();
    sum * sum % 1009 + s.iter().map(|c| c.code * c.code).sum::<i32>()
}

fn worth(s: &[Card]) -> i32 {
    s.iter().map(|c| c.code % 13).sum::<i32>() - 9
}

fn subset(hand: &[Card], mask: usize) -> Vec<Card> {
    (0..hand.len()).filter(|i| mask >> i & 1 == 1).map(|i| hand[i]).collect()
}

/// The most that disjoint melds of the hand are worth: for each set of cards, the meld with its
/// first card or without it.
fn best_of_all(hand: &[Card], is_meld: impl Fn(&[Card]) -> bool) -> i32 {
    let size = 1 << hand.len();
    let value: Vec<i32> = (0..size)
        .map(|mask| {
            let cards = subset(hand, mask);
            if is_meld(&cards) { worth(&cards).max(0) } else { 0 }
        })
        .collect();
    let mut best = vec![0; size];
    for mask in 1..size {
        let mut part = mask;
        while part > 0 {
            best[mask] = best[mask].max(value[part] + best[mask & !part]);
            part = (part - 1) & mask;
        }
    }
    best[size - 1]
}

fn variable(play: &Play, name: &str) -> i32 {
    let variables = &play.game().program().variables;
    let at = variables
        .iter()
        .find(|v| v.name == name)
        .unwrap_or_else(|| panic!("no variable {name}"))
        .at;
    play.state().num(at as usize)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// What a shape enumerates, and what `is` says of every subset, is what the shape's meaning
    /// says of every subset; the best partition is worth what the best of all partitions is, and
    /// its parts are as much.
    #[test]
    fn shapes_are_what_all_subsets_say(seed in 0u64..1_000_000) {
        thread_local!(static GAME: Game = counting());
        GAME.with(|game| {
            let play = Play::new(game, seed);
            prop_assert_eq!(play.fault_words(), None);
            let cards = pack();
            let zone = game.program().zones.iter().position(|z| z.name == "hand").expect("a hand");
            let instance = &game.program().instances[game.program().zones[ZoneId::new(zone)].first_instance];
            let hand: Vec<Card> = play.state().set(instance.cards_at as usize).iter().map(|c| cards[c as usize]).collect();
            prop_assert_eq!(hand.len(), 11);
            for (name, _, meaning) in shapes() {
                let found: Vec<Vec<Card>> = (1..1 << hand.len()).map(|m| subset(&hand, m)).filter(|s| meaning(s)).collect();
                let sum: i32 = found.iter().map(|s| weight(s)).sum();
                let told = (variable(&play, &format!("n_{name}")), variable(&play, &format!("sum_{name}")));
                prop_assert_eq!(told, (found.len() as i32, sum), "{}", name);
                prop_assert_eq!(variable(&play, &format!("is_{name}")), sum, "is {}", name);
            }
            let all = shapes();
            let is_meld = |s: &[Card]| all.iter().any(|(name, _, is)| matches!(*name, "meld" | "street") && is(s));
            let best = best_of_all(&hand, is_meld);
            prop_assert_eq!((variable(&play, "packed"), variable(&play, "parts")), (best, best));
            prop_assert_eq!(variable(&play, "odd_parts"), 0);
            Ok(())
        })?;
    }
}
