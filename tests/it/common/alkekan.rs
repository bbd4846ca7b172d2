//! The Woods of Alkekan by the rulebook, written a second time in plain Rust: what the game file is
//! measured against.

/// A card's value as an action card: jokers 0, aces 1, jack to king 11 to 13.
pub fn value(card: &str) -> i32 {
    match card.trim_end_matches(['S', 'H', 'D', 'C']) {
        "A" => 1,
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        number => number.parse().unwrap_or(0),
    }
}

pub fn is_joker(card: &str) -> bool {
    card.starts_with("Joker")
}

pub fn is_magic(card: &str) -> bool {
    value(card) > 10
}

pub fn is_thief(card: &str) -> bool {
    !is_joker(card) && !is_magic(card) && card.ends_with(['S', 'C'])
}

/// Whose purse the encounter goes to; `None`: it is discarded.
pub fn taker(encounter: &str, played: &[String; 2]) -> Option<usize> {
    let [one, two] = [value(&played[0]), value(&played[1])];
    let worth = value(encounter);
    let first_if = |first: bool| Some(if first { 0 } else { 1 });
    if one == two {
        return None;
    }
    if is_thief(encounter) {
        return match (one == worth || two == worth, one.max(two) > worth) {
            (true, _) => first_if(two == worth),
            (false, true) => None,
            (false, false) => first_if(one < two),
        };
    }
    if one == worth || two == worth {
        return first_if(one == worth);
    }
    if (is_joker(encounter) || is_magic(encounter)) && (one == 1 || two == 1) {
        return first_if(one == 1);
    }
    first_if(one > two)
}

/// The best use of the magic cards: for each number of jacks, queens and kings that are used, the
/// best sum of the treasures and thieves so far. All magic cards are used, or as many as there are
/// cards to use them on.
pub fn best_magic(purse: &[String]) -> i32 {
    let targets: Vec<i32> = purse
        .iter()
        .filter(|card| !is_joker(card) && !is_magic(card))
        .map(|card| signed(card))
        .collect();
    let count = |rank: i32| purse.iter().filter(|card| value(card) == rank).count();
    let (jacks, queens, kings) = (count(11), count(12), count(13));
    let needed = (jacks + queens + kings).min(targets.len());
    let mut best = std::collections::BTreeMap::from([((0, 0, 0), 0)]);
    for worth in targets {
        let mut next = best.clone();
        next.values_mut().for_each(|sum| *sum += worth);
        for (&(j, q, k), &sum) in &best {
            for (used, gives) in
                [((j + 1, q, k), 0), ((j, q + 1, k), 2 * worth), ((j, q, k + 1), -worth)]
            {
                let better = next.entry(used).or_insert(i32::MIN);
                *better = (*better).max(sum + gives);
            }
        }
        best = next;
    }
    let allowed = |&((j, q, k), _): &((usize, usize, usize), i32)| {
        j <= jacks && q <= queens && k <= kings && j + q + k == needed
    };
    best.into_iter().filter(allowed).map(|(_, sum)| sum).max().expect("some use of the magic cards")
}

fn signed(card: &str) -> i32 {
    if is_thief(card) { -value(card) } else { value(card) }
}

/// `lucky`: the joker that was called for.
pub fn joker_points(purse: &[String], lucky: Option<&str>) -> i32 {
    match (lucky, purse.iter().filter(|card| is_joker(card)).count()) {
        (Some(lucky), _) => {
            if purse.iter().any(|card| card == lucky) {
                15
            } else {
                0
            }
        }
        (None, 1) => 15,
        (None, 2) => -15,
        (None, _) => 0,
    }
}

pub fn score(purse: &[String], lucky: Option<&str>) -> i32 {
    best_magic(purse) + joker_points(purse, lucky)
}
