//! The classics against what others measured: games by random choices have the lengths and the
//! means that are known of these games (OpenSpiel's, for its own rules), within four standard
//! errors. Values of optimal play stand in `solve.rs`.

use crate::by_hand;
use crate::common::folder;
use cardrun::tabletop::ids::{InstanceId, OwnerId};

use cardrun::game::{Game, Settings};
use cardrun::value::{Card, Seat};
use cardrun::vm::{Event, Generator, Runtime, State, Stop};

fn classic(name: &str, settings: &Settings) -> Game {
    let read = |file: &str| folder::bytes(&format!("classics/{file}"));
    Game::load(&format!("{name}.yaml"), &read, settings)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn with(options: &[(&str, &str)]) -> Settings {
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Settings { options, ..Settings::default() }
}

/// What is looked at when a seat is asked: the game, how it stands, whom, the labels of the
/// options.
type Look<'l> = &'l mut dyn FnMut(&Game, &State, Seat, &[String]);

struct Played {
    scores: Vec<i32>,
    /// Choices among two options and more.
    asked: usize,
    events: Vec<Event>,
}

/// One game by random choices. `look`, where there is one, sees every choice.
fn play(game: &Game, seed: u64, look: Option<Look<'_>>) -> Played {
    let mut runtime = game.runtime();
    runtime.knowing = false;
    play_in(&mut runtime, game, seed, look)
}

fn play_in(
    runtime: &mut Runtime<'_>,
    game: &Game,
    seed: u64,
    mut look: Option<Look<'_>>,
) -> Played {
    let (mut generator, mut events, mut asked) = (Generator::stream(seed, 1), Vec::new(), 0);
    let (mut state, started) = runtime.start(Generator::new(seed), &mut events);
    let mut stop = started.expect("a first choice");
    while stop != Stop::Over {
        while let Some(seat) = state.pending().lowest() {
            let options = runtime.options(&mut state, seat).expect("options").to_vec();
            asked += 1;
            if let Some(look) = &mut look {
                let labels = state.labels(game.program(), seat, &options);
                let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
                look(game, &state, seat, &labels);
            }
            let choice = options[generator.below(options.len() as u32) as usize];
            runtime
                .choose(&mut state, seat, &choice, &mut events)
                .expect("an option that was offered");
        }
        stop = runtime.run(&mut state, &mut events).expect("another choice");
    }
    let scores = runtime.scores(&mut state).expect("scores");
    Played { scores: scores.to_vec(), asked, events }
}

/// The mean of the samples is the known one, as far as so many can tell; and they can tell this
/// much.
fn is_near(samples: &[f64], known: f64, sharp: f64) {
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(error <= sharp, "a standard error of {error} tells too little");
    assert!(
        (mean - known).abs() <= 4.0 * error.max(1e-9),
        "{mean} with a standard error of {error}, and not {known}"
    );
}

fn moves(game: &Game, events: &[Event], from: &str, to: &str) -> usize {
    let program = game.program();
    let zone = |instance: InstanceId| {
        let zone = program.instances[InstanceId::new(instance.index())].zone;
        program.zones[zone].name.as_str()
    };
    events
        .iter()
        .filter(|event| matches!(event, Event::Move(m) if zone(m.from) == from && zone(m.to) == to))
        .count()
}

fn entered(game: &Game, events: &[Event], name: &str) -> usize {
    let phases = &game.program().phases;
    events
        .iter()
        .filter(|e| matches!(e, Event::Phase { phase, .. } if phases[*phase].name == name))
        .count()
}

/// What the interpreter is timed against plays the same games: means of the first player's score
/// and of the number of choices.
#[test]
fn games_by_hand_are_the_same_games() {
    use by_hand::classics::{crazy_eights, goofspiel, kuhn_poker, leduc_poker};
    let means =
        |play: &dyn Fn(&mut by_hand::Chance) -> (i32, u32), score: [f64; 2], choices: [f64; 2]| {
            let mut chance = by_hand::Chance::new(1);
            let (scores, counts): (Vec<f64>, Vec<f64>) = (0..200_000)
                .map(|_| play(&mut chance))
                .map(|(score, count)| (f64::from(score), f64::from(count)))
                .unzip();
            is_near(&scores, score[0], score[1]);
            is_near(&counts, choices[0], choices[1]);
        };
    let first = |played: by_hand::Played| (played.scores[0], played.decisions);
    means(&|chance| first(kuhn_poker(chance)), [0.125, 0.01], [2.25, 0.01]);
    means(&|chance| first(leduc_poker(chance)), [-0.078, 0.02], [4.06, 0.01]);
    means(&|chance| first(goofspiel(chance)), [42.0, 0.1], [24.0, 0.0]);
    means(&|chance| first(by_hand::alkekan::alkekan(chance)), [30.05, 0.05], [32.0, 0.0]);
    let eights = |chance: &mut by_hand::Chance| {
        let ended = crazy_eights(chance);
        (ended.openspiel_scores()[0], ended.moves)
    };
    means(&eights, [72.1, 0.2], [86.0, 0.1]);
}

/// The rulebook's example of a purse: a three, a five and an eight of red, a jack, a queen and two
/// kings, one joker.
#[test]
fn alkekan_by_hand_counts_as_the_rulebook() {
    let card = |suit: u8, rank: u8| 1u64 << (suit * 13 + rank - 1);
    let (clubs, spades, diamonds, hearts) = (0, 1, 2, 3);
    let magic = card(clubs, 11) | card(clubs, 12) | card(spades, 13) | card(hearts, 13);
    assert_eq!(
        by_hand::alkekan::score(
            card(hearts, 3) | card(hearts, 5) | card(diamonds, 8) | magic | 1 << 52
        ),
        28
    );
}

/// With its own count of low cards crazy eights by hand costs what the interpreter's costs.
#[test]
fn crazy_eights_by_hand_cost_the_same() {
    let game = classic("crazy_eights", &Settings::default());
    let interpreted: Vec<f64> =
        (0..7_000).map(|seed| f64::from(play(&game, seed, None).scores[0])).collect();
    let mut chance = by_hand::Chance::new(2);
    let by_hand: Vec<f64> = (0..200_000)
        .map(|_| f64::from(by_hand::classics::crazy_eights(&mut chance).scores()[0]))
        .collect();
    is_near(&interpreted, by_hand.iter().sum::<f64>() / by_hand.len() as f64, 0.5);
}

#[test]
fn hidden_bids_stay_hidden() {
    let game = classic("goofspiel", &with(&[("hidden_bids", "true")]));
    for seed in 0..20 {
        let mut runtime = game.runtime();
        let played = play_in(&mut runtime, &game, seed, None);
        assert!(!played.events.iter().any(|event| matches!(event, Event::Turn { .. })));
        let seen = played
            .events
            .iter()
            .filter_map(|e| if let Event::Move(m) = e { Some(m) } else { None });
        // Only who bids sees the card: a prize and what becomes of it are seen by both.
        let bids = seen.filter(|m| m.seen_by.len() == 1).count();
        assert_eq!(bids, 26);
    }
}

#[test]
fn kuhn_poker_at_random() {
    let game = classic("kuhn_poker", &Settings::default());
    let played: Vec<Played> = (0..20_000).map(|seed| play(&game, seed, None)).collect();
    is_near(&played.iter().map(|p| f64::from(p.scores[0])).collect::<Vec<_>>(), 0.125, 0.02);
    // Two choices; a third where the first player checked and the second did bet.
    is_near(&played.iter().map(|p| p.asked as f64).collect::<Vec<_>>(), 2.25, 0.01);
    assert!(played.iter().all(|p| p.scores[0] == -p.scores[1]));
}

#[test]
fn leduc_poker_at_random() {
    let game = classic("leduc_poker", &Settings::default());
    let played: Vec<Played> = (0..60_000).map(|seed| play(&game, seed, None)).collect();
    is_near(&played.iter().map(|p| f64::from(p.scores[0])).collect::<Vec<_>>(), -0.078, 0.025);
    is_near(&played.iter().map(|p| p.asked as f64).collect::<Vec<_>>(), 4.06, 0.01);
    assert!(played.iter().all(|p| p.scores[0] == -p.scores[1]));
}

#[test]
fn goofspiel_has_twenty_four_choices_and_all_points_of_a_suit() {
    let game = classic("goofspiel", &Settings::default());
    let mut first = Vec::new();
    for seed in 0..3_000 {
        let played = play(&game, seed, None);
        // The thirteenth card plays itself.
        assert_eq!((played.asked, entered(&game, &played.events, "round")), (24, 13));
        let lost = lost_prizes(&game, &played.events);
        assert_eq!(played.scores.iter().sum::<i32>() + lost, 91);
        first.push(f64::from(played.scores[0]));
    }
    // Both bids are equal in one round of thirteen; of the rest each player wins half.
    is_near(&first, 91.0 * (12.0 / 13.0) / 2.0, 0.25);
}

fn lost_prizes(game: &Game, events: &[Event]) -> i32 {
    let program = game.program();
    let lost = |m: &&cardrun::vm::Moved| {
        let zone = program.instances[m.to].zone;
        program.zones[zone].name == "lost"
    };
    let moved =
        events.iter().filter_map(|event| if let Event::Move(m) = event { Some(m) } else { None });
    moved.filter(lost).map(|m| rank(game, m.card)).sum()
}

/// From the card's name; the ace counts 1.
fn rank(game: &Game, card: Card) -> i32 {
    let name = &game.program().cards[card.index()].name;
    match &name[..name.len() - 1] {
        "A" => 1,
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        number => number.parse().expect("a rank"),
    }
}

#[test]
fn a_carried_prize_is_won_with_the_next() {
    let game = classic("goofspiel", &with(&[("tied_prize", "carried")]));
    for seed in 0..300 {
        let played = play(&game, seed, None);
        assert_eq!(moves(&game, &played.events, "prize", "lost"), 0);
        let left = 13 - moves(&game, &played.events, "prize", "won");
        assert_eq!(played.scores.iter().sum::<i32>() == 91, left == 0);
    }
}

/// OpenSpiel's mean for two players, and its count of choices: each card drawn, each turn's end,
/// each suit named is one, also where nothing else is possible.
#[test]
fn crazy_eights_as_openspiel_plays_them() {
    let game = classic("crazy_eights", &with(&[("scoring", "openspiel")]));
    let (mut scores, mut choices) = (Vec::new(), Vec::new());
    for seed in 0..7_000 {
        let mut named = 0;
        let played = play(
            &game,
            seed,
            Some(&mut |_, _, _, labels| named += usize::from(labels[0].starts_with("name_suit"))),
        );
        let dealt = 14;
        let drawn = moves(&game, &played.events, "deck", "hand") - dealt;
        choices.push((entered(&game, &played.events, "turn") + drawn + named) as f64);
        scores.push(f64::from(played.scores.iter().sum::<i32>()) / 2.0);
    }
    is_near(&scores, 72.1, 0.5);
    is_near(&choices, 86.0, 0.25);
}

#[test]
fn hearts_has_fifty_two_cards_and_twenty_six_points() {
    let variant = Settings { variant: Some("one_deal".into()), ..Settings::default() };
    let game = classic("hearts", &variant);
    let (mut moons, mut first) = (0, Vec::new());
    for seed in 0..2_000 {
        let played = play(&game, seed, None);
        assert_eq!(moves(&game, &played.events, "hand", "laid"), 52);
        let passed = moves(&game, &played.events, "hand", "hand");
        assert!(passed == 12 || passed == 0);
        let mut scores = played.scores.clone();
        scores.sort_unstable();
        match scores.iter().sum::<i32>() {
            26 => {}
            78 => {
                moons += 1;
                assert_eq!(scores, [0, 26, 26, 26]);
            }
            other => panic!("{other} points"),
        }
        first.push(f64::from(played.scores[0]));
    }
    assert!(moons > 0, "nobody has shot the moon");
    // No seat is better than another.
    is_near(&first, (26.0 + 52.0 * f64::from(moons) / 2_000.0) / 4.0, 0.2);
}

/// The cards that may be played, worked out in another way: the rules as a list of cases, one after
/// the other.
#[test]
fn hearts_offers_what_the_rules_allow() {
    let game =
        classic("hearts", &Settings { variant: Some("one_deal".into()), ..Settings::default() });
    let mut compared = 0;
    for seed in 0..150 {
        play(
            &game,
            seed,
            Some(&mut |game, state, seat, labels| {
                if labels.iter().all(|label| label.starts_with("play ")) {
                    let offered: Vec<&str> = labels.iter().map(|label| &label[5..]).collect();
                    let mut legal = legal(game, state, seat);
                    legal.sort_unstable();
                    let mut sorted = offered.clone();
                    sorted.sort_unstable();
                    assert_eq!(sorted, legal, "seed {seed}");
                    compared += 1;
                }
            }),
        );
    }
    assert!(compared > 4_000, "only {compared} choices");
}

fn cards_of<'g>(game: &'g Game, state: &State, zone: &str, owner: Option<Seat>) -> Vec<&'g str> {
    let program = game.program();
    let zone = program.zones.find(|z| z.name == zone).expect("a zone");
    let owners = match owner {
        Some(seat) => vec![seat],
        None => Seat::all(program.seats).collect(),
    };
    let slots = owners.into_iter().flat_map(|seat| {
        state
            .slots_of(program, program.instance(zone, OwnerId::from_number(seat.number())))
            .collect::<Vec<_>>()
    });
    slots
        .flat_map(|slot| state.stack(slot).collect::<Vec<_>>())
        .map(|c| program.cards[c.index()].name.as_str())
        .collect()
}

fn legal<'g>(game: &'g Game, state: &State, seat: Seat) -> Vec<&'g str> {
    let hand = cards_of(game, state, "hand", Some(seat));
    let (laid, taken) = (cards_of(game, state, "laid", None), cards_of(game, state, "taken", None));
    let points = |card: &&str| card.ends_with('H') || *card == "QS";
    let only = |keep: &dyn Fn(&&str) -> bool| {
        hand.iter().copied().filter(|card| keep(card)).collect::<Vec<_>>()
    };
    // Who led sits as many places before as cards are laid.
    let led = (!laid.is_empty()).then(|| {
        let leader = Seat::new((seat.index() + 4 - laid.len()) % 4);
        let card = cards_of(game, state, "laid", Some(leader))[0];
        card.chars().last().expect("a suit")
    });
    let following = only(&|card| led.is_some_and(|suit| card.ends_with(suit)));
    let harmless = only(&|card| !points(card));
    let no_heart = only(&|card| !card.ends_with('H'));
    let broken = laid.iter().chain(&taken).any(points);
    match (led, taken.is_empty()) {
        (None, true) => vec!["2C"],
        (Some(_), _) if !following.is_empty() => following,
        (Some(_), true) if !harmless.is_empty() => harmless,
        (None, false) if !broken && !no_heart.is_empty() => no_heart,
        _ => hand,
    }
}
