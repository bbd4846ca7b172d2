//! Laws of playing, kept by every shipped game: nothing hidden is seen, everything offered is
//! accepted, everything recorded can be played again.

use crate::common::{folder, games};

use cardrun::game::{Entry, Game, Known, OfferValue, Plain, Play, Refused, Settings};
use cardrun::players::{Entrant, Player, Random, Stuck, View};
use cardrun::record::{About, Line, RandomName, Record, Writer, read, redact, replay, verify};
use cardrun::runner::{
    Ended, MOST_ENTRIES, Playouts, Simulation, Tally, play_on, seed_of_game, simulate,
    stream_of_seat,
};
use cardrun::value::{Seat, Slot};
use cardrun::vm::{Generator, State, label};
use games::{game, game_with, shipped};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Chooses at random for all seats, `look` being called before every choice; gives up after so many
/// choices.
fn wander(play: &mut Play, generator: &mut Generator, most: usize, mut look: impl FnMut(&Play)) {
    for _ in 0..most {
        let pending = play.pending();
        let Some(&seat) = pending.get(generator.below(pending.len().max(1) as u32) as usize) else {
            return;
        };
        look(play);
        let options = play.option_count(seat);
        play.apply(seat, generator.below(options as u32) as usize)
            .expect("what is offered is accepted");
    }
}

fn about(game: &Game) -> About {
    About { seats: vec!["random".into(); game.program().seats as usize], ..About::default() }
}

fn bytes(play: &Play) -> Vec<u8> {
    Writer::begin(Vec::new(), play, &about(play.game()))
        .expect("memory takes everything")
        .into_inner()
}

fn recorded(play: &Play) -> Record {
    read(&bytes(play)).expect("what is written is read")
}

#[test]
fn every_shipped_game_is_played_to_its_end() {
    for game in shipped() {
        for seed in 0..10 {
            let mut play = Play::new(&game, seed);
            wander(&mut play, &mut Generator::new(seed), 100_000, |_| {});
            assert_eq!(play.fault_words(), None, "{} with seed {seed}", game.program().id);
            assert!(play.outcome().is_some(), "{} with seed {seed}", game.program().id);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// An imagined game looks the same from the seat that imagines it, and offers it the same.
    #[test]
    fn imagined_games_look_the_same(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            let (mut choices, mut worlds) = (Generator::stream(seed, 1), Generator::stream(seed, 2));
            wander(&mut play, &mut choices, 150, |play| {
                for seat in Seat::all(game.program().seats) {
                    let world = play.determinize(seat, &mut worlds);
                    let at = format!("{} seat {}", game.program().id, seat.shown());
                    assert_eq!(world.observe(seat), play.observe(seat), "{at}");
                    assert_eq!(world.options(seat), play.options(seat), "{at}");
                }
            });
        }
    }

    /// Imagined games can be played to their end like any other.
    #[test]
    fn imagined_games_can_be_played(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            let mut generator = Generator::stream(seed, 3);
            let steps = generator.below(60) as usize;
            wander(&mut play, &mut generator, steps, |_| {});
            for seat in Seat::all(game.program().seats) {
                let mut world = play.determinize(seat, &mut generator);
                wander(&mut world, &mut generator, 100_000, |_| {});
                prop_assert_eq!(world.fault_words(), None, "{}", game.program().id);
                prop_assert!(world.outcome().is_some());
            }
        }
    }

    /// While several seats choose, none learns anything of what the others have chosen.
    #[test]
    fn choices_made_at_once_are_secret(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            wander(&mut play, &mut Generator::stream(seed, 4), 150, |play| {
                let pending = play.pending();
                if let [first, others @ ..] = &pending[..] {
                    for option in 0..play.option_count(*first) {
                        let mut chosen = play.clone();
                        chosen.apply(*first, option).expect("what is offered is accepted");
                        for &other in others {
                            assert_eq!(chosen.observe(other), play.observe(other));
                            assert_eq!(chosen.options(other), play.options(other));
                        }
                    }
                }
            });
        }
    }

    /// A record tells the same game again, line by line; and from any line on the game can be taken
    /// up.
    #[test]
    fn records_can_be_played_again(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            let mut generator = Generator::stream(seed, 5);
            wander(&mut play, &mut generator, 100_000, |_| {});
            let whole = bytes(&play);
            let record = read(&whole).expect("what is written is read");
            let verified = verify(&game, &record).unwrap_or_else(|d| panic!("{}: {d}", game.program().id));
            prop_assert!(verified.complete && verified.choices == play.choices());

            let cut = generator.below(whole.len() as u32) as usize;
            let Ok(torn) = read(&whole[..cut]) else { continue };
            let resumed = replay(&game, &torn).unwrap_or_else(|d| panic!("{}: {d}", game.program().id));
            let mut out = whole[..torn.bytes].to_vec();
            if !torn.terminated {
                out.push(b'\n');
            }
            let mut writer = Writer::resume(out, &resumed, &torn.about(), &torn).unwrap();
            let mut resumed = resumed;
            for (seat, label) in choices(&record).into_iter().skip(resumed.choices() as usize) {
                resumed.apply_label(seat, &label).expect("it was chosen before");
                writer.append(&resumed).unwrap();
            }
            prop_assert!(resumed.state() == play.state());
            prop_assert_eq!(String::from_utf8(writer.into_inner()), String::from_utf8(whole));
        }
    }

    /// The record of a seat names no card that the seat did not see, and nobody else's choices.
    #[test]
    fn the_record_of_a_seat_tells_nothing_more(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            wander(&mut play, &mut Generator::stream(seed, 6), 100_000, |_| {});
            let record = recorded(&play);
            for seat in Seat::all(game.program().seats) {
                let own = redact(&play, &record.about(), seat);
                let offers = own.iter().filter(|line| matches!(line, Line::Offer { .. })).count();
                let mine = choices_in(&own);
                prop_assert!(mine.iter().all(|(of, _)| *of == seat) && mine.len() <= offers);
                // What is gathered at once comes in an order of the seat's own.
                let mut told = named(&own, |_| true);
                let mut seen = named(&record.lines, |seen| seen.contains(&seat.shown()));
                told.sort_unstable();
                seen.sort_unstable();
                prop_assert_eq!(told, seen);
                let text: String = own.iter().map(|line| format!("{line}\n")).collect();
                let again = read(text.as_bytes()).expect("the record of a seat is a record");
                prop_assert_eq!(&again.lines, &own);
                prop_assert!(again.header.seed.is_none());
                prop_assert!(verify(&game, &again).is_err());
            }
        }
    }

    /// A state that was saved and loaded goes on as the same game.
    #[test]
    fn states_can_be_saved(seed in 0u64..1_000_000) {
        for game in shipped() {
            let mut play = Play::new(&game, seed);
            let mut generator = Generator::stream(seed, 7);
            wander(&mut play, &mut generator, 30, |_| {});
            let text = serde_json::to_string(play.state()).unwrap();
            let state: State = serde_json::from_str(&text).unwrap();
            prop_assert!(&state == play.state());
            let mut loaded = Play::from_state(&game, state);
            let mut twin = generator.clone();
            wander(&mut play, &mut generator, 100_000, |_| {});
            wander(&mut loaded, &mut twin, 100_000, |_| {});
            prop_assert!(loaded.state() == play.state());
        }
    }

    /// Reading garbage is an error or a record, and never a panic.
    #[test]
    fn garbage_is_no_record(garbage in proptest::collection::vec(any::<u8>(), 0..200), cut in 0usize..4000) {
        let game = game("alkekan");
        let whole = bytes(&Play::new(&game, 1));
        let _ = read(&garbage);
        let cut = cut.min(whole.len());
        let mixed = [&whole[..cut], &garbage[..], &whole[cut..]].concat();
        if let Ok(record) = read(&mixed) {
            let _ = verify(&game, &record);
            let _ = replay(&game, &record).map(|play| redact(&play, &record.about(), Seat::new(0)));
        }
    }
}

fn choices(record: &Record) -> Vec<(Seat, String)> {
    // Those that were taken unasked are made by the game itself.
    let mut asked = Vec::new();
    let mut forced = None;
    for line in &record.lines {
        match line {
            Line::Offer { n, options, .. } => {
                let single = options.len() == 1 && options.values().all(|labels| labels.len() == 1);
                forced = single.then_some(*n);
            }
            Line::Choice { n, seat, value } if forced != Some(*n) => {
                asked.push((Seat::from_shown(*seat).expect("a seat"), value.clone()))
            }
            _ => {}
        }
    }
    asked
}

/// What lies where, as somebody works it out who knows nothing but the lines of a record.
#[derive(Default)]
struct Followed {
    places: BTreeMap<String, Vec<String>>,
    /// Zones whose places come and go.
    rows: BTreeSet<String>,
    /// A card that has left this place and height for another one's, which is told next.
    swapped: Option<(String, String, usize)>,
}

impl Followed {
    fn line(&mut self, line: &Line) {
        match line {
            Line::Start { zone, order, .. } | Line::Shuffle { zone, order, .. } => {
                self.places.insert(zone.clone(), order.clone());
            }
            Line::Move { card, from, to, swaps: true, .. } => match self.swapped.take() {
                None => self.swapped = Some((card.clone(), from.clone(), self.height(card, from))),
                Some((other, place, height)) => {
                    assert_eq!(place, *to);
                    let own = self.height(card, from);
                    self.places.get_mut(from).expect("a place")[own] = other;
                    self.places.get_mut(to).expect("a place")[height] = card.clone();
                }
            },
            Line::Move { card, from, to, opens, under, .. } => {
                if *opens {
                    self.rows.insert(place_in_row(to).0.into());
                    self.shift(to, 1);
                }
                let at = self.height(card, from);
                let here = self.places.get_mut(from).expect("cards come from somewhere");
                here.remove(at);
                let left = here.is_empty() && from != to;
                let there = self.places.entry(to.clone()).or_default();
                there.insert(if *under { there.len() } else { 0 }, card.clone());
                if left && self.rows.contains(place_in_row(from).0) {
                    self.places.remove(from);
                    self.shift(from, -1);
                }
            }
            _ => {}
        }
    }

    fn height(&self, card: &str, place: &str) -> usize {
        let here = self.places.get(place).into_iter().flatten();
        let mut places = here.enumerate().filter(|(_, lying)| *lying == card);
        places.next().unwrap_or_else(|| panic!("{card} is not in {place}")).0
    }

    /// The places from this one on get other numbers.
    fn shift(&mut self, place: &str, by: isize) {
        let (row, first) = place_in_row(place);
        let renamed = |at: String| match place_in_row(&at) {
            (zone, number) if zone == row && number >= first => {
                format!("{row}.{}", number as isize + by)
            }
            _ => at,
        };
        self.places = std::mem::take(&mut self.places)
            .into_iter()
            .map(|(at, cards)| (renamed(at), cards))
            .collect();
    }
}

/// `units.2` and 3 of `units.2.3`.
fn place_in_row(place: &str) -> (&str, usize) {
    place
        .rsplit_once('.')
        .and_then(|(row, number)| Some((row, number.parse().ok()?)))
        .unwrap_or((place, 0))
}

const LIBRARY: &str = r#"
seats: 2
decks: { library: { cards: [ { name: Book, copies: 2000 } ] } }
zones:
  shelf: { holds: library, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  desk:  { shape: 10x25, seen_by: all }
  line:  { shape: row, seen_by: all }
rules: |
  phase game = deal, round until no hand of all
  phase round = each player: (place, lay)
  phase deal { shuffle shelf; each player { draw 15 from shelf to hand } }
  action place(book from hand, cell from desk where it is empty) { move book to cell }
  action lay(book from hand) { move book to new of line }
  score = 1000 * count desk + count line
"#;

/// A game may have as many cards as a library, and more places than cards in a pack.
#[test]
fn two_thousand_cards_are_played_with() {
    let game = Game::from_strings(&[("library.yaml", LIBRARY)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut play = Play::new(&game, 1);
    wander(&mut play, &mut Generator::new(1), usize::MAX, |_| ());
    let outcome = play.outcome().expect("the game comes to its end");
    // Fifteen books of each lie on the desk, and the others in the row.
    assert_eq!(outcome.scores[0] / 1000 + outcome.scores[0] % 1000, 30);
    let state = play.state();
    let cards: usize =
        (0..game.program().memory.slots).map(|slot| state.cards_in(Slot::new(slot)).len()).sum();
    assert_eq!(cards, 2000);
    let world = play.determinize(Seat::new(0), &mut Generator::new(2));
    assert_ne!(world.state(), state);
}

const SWAPS: &str = "
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  line: { shape: 2, seen_by: all }
rules: |
  phase game = deal, turns from seat(1): exchange until count deck < 20
  phase deal {
    shuffle deck
    draw 2 from deck to slot(1) of line
    draw 3 from deck to slot(2) of line
    each player { draw 3 from deck to hand }
  }
  action exchange(card from hand) {
    swap card with bottom of deck
    swap nth(2) of deck with bottom of slot(2) of line
    swap slot(1) of line with slot(2) of line
    draw 1 from deck to hand
  }
  score = 0
";

#[test]
fn what_lies_where_follows_from_the_lines_alone() {
    let swaps = Game::from_strings(&[("swaps.yaml", SWAPS)], &Settings::default());
    for game in shipped().into_iter().chain([swaps.expect("no errors")]) {
        for seed in 0..5 {
            let mut play = Play::new(&game, seed);
            wander(&mut play, &mut Generator::new(seed), 100_000, |_| {});
            let mut followed = Followed::default();
            recorded(&play).lines.iter().for_each(|line| followed.line(line));
            let lying: BTreeMap<String, Vec<String>> =
                followed.places.into_iter().filter(|(_, cards)| !cards.is_empty()).collect();
            assert_eq!(lying, lies(&play), "{} with seed {seed}", game.program().id);
        }
    }
}

const FALLS_APART: &str = "
seats: 1
decks: { pack: { standard: 52 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  units: { shape: row, seen_by: all }
marks:
  tapped: { of: slot, type: flag, seen_by: all, on_split: copy }
rules: |
  phase game = fall_apart
  phase fall_apart {
    move top(3) of deck to new of units
    mark units as tapped
    each unit in units where tapped { split unit }
  }
  score = 0
";

/// The place of the set is gone with its last card: then those behind it have moved up.
#[test]
fn marks_of_what_falls_apart_are_told_of_the_places_that_there_are() {
    let game =
        Game::from_strings(&[("apart.yaml", FALLS_APART)], &Settings::default()).expect("a game");
    let record = recorded(&Play::new(&game, 1));
    let marked = record.lines.iter().filter_map(|line| match line {
        Line::Mark { slot, .. } => slot.as_deref(),
        _ => None,
    });
    assert_eq!(marked.collect::<Vec<_>>(), ["units.1", "units.2", "units.3", "units.3"]);
}

#[test]
fn seats_that_draw_lots_are_counted_from_one() {
    let mut lots = 0;
    for seats in [2, 4] {
        let mut play = Play::new(&game_with("attaque_du_roi", seats, &[("target", "20")]), 3);
        wander(&mut play, &mut Generator::new(3), 100_000, |_| {});
        let mut taken = BTreeMap::new();
        let mut drawn = None;
        for line in recorded(&play).lines {
            match line {
                Line::Set { var, seat: Some(seat), value: Plain::Number(number), .. }
                    if var == "taken" =>
                {
                    taken.insert(seat, number);
                }
                Line::Random { kind: RandomName::Coin, n, result } => {
                    drawn = Some((n as usize, result))
                }
                Line::Set { var, value, .. } if var == "starter" => {
                    let Some((n, Some(result))) = drawn.take() else { continue };
                    let most = taken.values().max().copied();
                    let tied: Vec<i32> = taken
                        .iter()
                        .filter(|(_, number)| Some(**number) == most)
                        .map(|(seat, _)| i32::from(*seat))
                        .collect();
                    assert_eq!(tied.len(), n);
                    assert_eq!(value, Plain::Number(tied[result as usize - 1]));
                    lots += 1;
                }
                _ => {}
            }
        }
    }
    assert!(lots > 5, "seats seldom draw lots: {lots}");
}

#[test]
fn a_team_has_one_rank() {
    let game = game_with("douhar", 4, &[("rounds", "1")]);
    let mut decided = 0;
    for seed in 0..10 {
        let mut play = Play::new(&game, seed);
        wander(&mut play, &mut Generator::new(seed), 100_000, |_| {});
        let outcome = play.outcome().expect("the game ends");
        let expected = match outcome.winners.as_slice() {
            [] => [1, 1, 1, 1],
            [1, 3] => [1, 2, 1, 2],
            _ => [2, 1, 2, 1],
        };
        assert_eq!(outcome.ranks, expected);
        decided += usize::from(!outcome.winners.is_empty());
    }
    assert!(decided > 0);
}

/// What lies where, the top first.
fn lies(play: &Play) -> BTreeMap<String, Vec<String>> {
    let (program, state) = (play.game().program(), play.state());
    let mut found = BTreeMap::new();
    for instance in program.instances.ids() {
        for (index, slot) in state.slots_of(program, instance).enumerate() {
            let mut cards: Vec<String> =
                state.stack(slot).map(|card| program.cards[card.index()].name.clone()).collect();
            cards.reverse();
            if !cards.is_empty() {
                found.insert(label::place(program, instance, index as u16), cards);
            }
        }
    }
    found
}

/// The cards that moved, each named or `?`, by who saw it.
fn named(lines: &[Line], sees: impl Fn(&[u8]) -> bool) -> Vec<String> {
    let moved = lines.iter().filter_map(|line| match line {
        Line::Move { seen: Some(seen), .. } if !sees(seen) => Some("?".into()),
        Line::Move { card, .. } => Some(card.clone()),
        _ => None,
    });
    moved.collect()
}

fn choices_in(lines: &[Line]) -> Vec<(Seat, String)> {
    let chosen = lines.iter().filter_map(|line| match line {
        Line::Choice { seat, value, .. } => {
            Some((Seat::from_shown(*seat).expect("a seat"), value.clone()))
        }
        _ => None,
    });
    chosen.collect()
}

#[test]
fn a_record_of_other_rules_is_refused_first_of_all() {
    let record = recorded(&Play::new(&game("alkekan"), 1));
    let five = game_with("alkekan", 2, &[("hand_size", "5")]);
    let difference = verify(&five, &record).unwrap_err();
    assert_eq!(difference.line, 1);
    assert_eq!(difference.expected, r#"options {"hand_size":5}"#);
    assert_eq!(difference.found, r#"options {"hand_size":4}"#);
    let mut edited = record.clone();
    edited.header.rules_hash = "other".into();
    assert!(verify(&game("alkekan"), &edited).unwrap_err().found.starts_with("rules_hash"));
    let mut edited = record.clone();
    // The name of the file counts only where the rules are others.
    (edited.header.game, edited.header.rules_hash) = ("six_lots".into(), "other".into());
    assert_eq!(verify(&game("alkekan"), &edited).unwrap_err().found, "game six_lots");
    let mut edited = record.clone();
    edited.header.cards[1].name = "3S".into();
    assert_eq!(
        verify(&game("alkekan"), &edited).unwrap_err().found,
        r#"card {"id":1,"name":"3S","suit":"S","rank":2}"#
    );
}

#[test]
fn a_changed_line_is_found() {
    let mut play = Play::new(&game("alkekan"), 1);
    wander(&mut play, &mut Generator::new(1), 100_000, |_| {});
    let mut record = recorded(&play);
    let at = record.lines.iter().position(|line| matches!(line, Line::Move { .. })).unwrap();
    if let Line::Move { card, .. } = &mut record.lines[at] {
        *card = "XX".into();
    }
    let difference = verify(play.game(), &record).unwrap_err();
    assert_eq!(difference.line, at + 1);
    assert!(difference.found.contains("XX") && difference.expected.contains("\"type\":\"move\""));
}

#[test]
fn a_refused_choice_changes_nothing() {
    let mut play = Play::new(&game("alkekan"), 1);
    let (state, log) = (play.state().clone(), play.log().len());
    let seat = play.pending()[0];
    assert_eq!(play.apply(seat, 999), Err(Refused::NoSuchOption));
    assert_eq!(play.apply(Seat::new(17), 0), Err(Refused::NotAsked));
    assert_eq!(play.apply_label(seat, "fly"), Err(Refused::NoSuchOption));
    assert!(play.state() == &state && play.log().len() == log);
    assert!(play.why_not(seat, "fly").is_some());
    assert_eq!(play.why_not(seat, &play.options(seat)[0]), None);
}

/// A player that chooses like the random one, and is asked for each choice.
struct Asked;

impl Entrant for Asked {
    fn name(&self) -> String {
        "random".into()
    }

    fn player(&self, game: &Game, seat: Seat, generator: Generator) -> Box<dyn Player> {
        Random.player(game, seat, generator)
    }
}

#[test]
fn a_fast_playout_is_the_same_game() {
    for game in shipped() {
        let (fast, asked): (&[&dyn Entrant], &[&dyn Entrant]) = (&[&Random], &[&Asked]);
        let (mut fast, mut asked) = (Playouts::new(&game, fast), Playouts::new(&game, asked));
        for k in 0..10 {
            let seed = seed_of_game(7, k);
            assert_eq!(fast.play(seed), asked.play(seed), "{} game {k}", game.program().id);
        }
    }
}

#[test]
fn a_remembered_game_is_the_same_game() {
    // From games of few courses, nearly all of which come again, to one that is never played twice.
    for (name, options, remembered) in [
        ("classics/kuhn_poker", [].as_slice(), 4_900..=5_000),
        ("classics/goofspiel", &[("highest_card", "4")], 300..=2_000),
        ("classics/leduc_poker", &[], 50..=4_000),
        ("alkekan", &[], 0..=0),
    ] {
        let game = game_with(name, 2, options);
        let (mut remembering, mut playing) =
            (Playouts::new(&game, &[]), Playouts::new(&game, &[]).without_recall());
        let games = if *remembered.end() == 0 { 100 } else { 5_000 };
        for k in 0..games {
            let seed = seed_of_game(11, k);
            assert_eq!(remembering.play(seed), playing.play(seed), "{name}: game {k}");
        }
        assert!(remembered.contains(&remembering.recalled()), "{name}: {}", remembering.recalled());
        assert_eq!(playing.recalled(), 0);
    }
}

#[test]
fn a_recorded_game_is_the_one_that_was_counted() {
    for game in shipped() {
        let seed = seed_of_game(3, 5);
        let mut play = Play::new(&game, seed);
        let mut players: Vec<_> = Seat::all(game.program().seats)
            .map(|seat| Random.player(&game, seat, stream_of_seat(seed, seat)))
            .collect();
        let ended = play_on(&mut play, &mut players);
        assert_eq!(ended, Playouts::new(&game, &[]).play(seed).ended);
    }
}

#[test]
fn results_do_not_depend_on_threads_or_ranges() {
    for game in shipped() {
        let one = simulate(&game, 150, 7, &[&Random], 1);
        let four = simulate(&game, 150, 7, &[&Random], 4);
        assert_eq!(one, four);
        let range = |first, games| {
            let seats: &[&dyn Entrant] = &[];
            Simulation { game: &game, first, games, seed: 7, seats, jobs: 2, watcher: None }
        };
        let parts = range(70, 80).run().merged(range(0, 70).run());
        assert_eq!(parts, range(0, 150).run());
        assert_eq!(one.games, 150);
        assert_eq!(one.end_reasons.values().sum::<u64>() + one.timeouts + one.faults, 150);
    }
}

#[test]
fn a_simulation_can_be_stopped() {
    let game = game("alkekan");
    let stop = |_| false;
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 100_000,
        seed: 1,
        seats: &[],
        jobs: 1,
        watcher: Some(&stop),
    };
    assert!(simulation.run().games() < 1000);
}

/// Always answers what cannot be.
struct Confused;

impl Entrant for Confused {
    fn name(&self) -> String {
        "confused".into()
    }

    fn player(&self, _game: &Game, _seat: Seat, _generator: Generator) -> Box<dyn Player> {
        Box::new(Confused)
    }
}

impl Player for Confused {
    fn choose(&mut self, _view: &View<'_>) -> Result<usize, Stuck> {
        Ok(usize::MAX)
    }
}

#[test]
fn a_player_that_answers_nonsense_stops_its_game_alone() {
    let game = game("alkekan");
    let report = simulate(&game, 3, 1, &[&Random, &Confused], 1);
    assert_eq!(
        (report.games, report.stuck, report.setup.seats.join(" ")),
        (3, 3, "random confused".to_string())
    );
    let failure = report.failure.unwrap();
    assert_eq!((failure.game, failure.message.as_str()), (0, "seat 2: there is no such option"));
    let mut playouts = Playouts::new(&game, &[&Confused]);
    assert!(matches!(playouts.play(1).ended, Ended::Stuck(seat, _) if seat == Seat::new(0)));
}

const TWO_HANDS: &str = r#"
seats: 2
decks: { pack: { standard: 52, rank: { A: 1 } } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  pile: { per: player, seen_by: all }
variables:
  called: { per: player, type: number, default: 0 }
  total: { type: number, default: 0 }
"#;

fn two_hands(rules: &str) -> Game {
    let rules: String = rules.lines().map(|line| format!("  {line}\n")).collect();
    let layout = format!("{TWO_HANDS}rules: |\n{rules}");
    Game::from_strings(&[("two_hands.yaml", &layout)], &Settings::default())
        .unwrap_or_else(|p| panic!("{p}"))
}

#[test]
fn a_refusal_says_why() {
    let game = two_hands(
        r#"phase game = deal, each player: one of play | keep
phase deal { move cards of deck where suit = H where rank in 1..5 to hand of seat(1); move deck to hand of seat(2) }
action play(card from hand where rank > 2 why "too low")
  needs odd: rank of card is not 4 why "not the four"
{ move card to pile }
action keep needs never: no hand why "there are cards left" {}
score = count pile"#,
    );
    let play = Play::new(&game, 1);
    assert_eq!(play.options(Seat::new(0)), ["play 3H", "play 5H"]);
    let why =
        |text: &str| play.why_not(Seat::new(0), text).map_or_else(String::new, |why| why.words);
    assert_eq!(why("play 3H"), "");
    assert_eq!(why("play 2H"), "too low");
    assert_eq!(why("play 4H"), "not the four");
    assert_eq!(why("keep"), "there are cards left");
    assert_eq!(why("play"), "`card` is missing");
    assert_eq!(why("play 9H"), "`9H` is not among what can be chosen as `card`");
    assert_eq!(why("plya 3H"), "nothing here is called `plya`; did you mean `play`?");
    assert_eq!(why(""), "nothing here is called ``");
    let why = play.why_not(Seat::new(1), "play 9S").expect("a reason");
    assert_eq!(why.words, "there is nothing to choose now");
}

const MELDS: &str = r#"phase game = deal, together meld, together call
phase deal { shuffle deck; each player { draw 4 from deck to hand } }
action meld(set from 1..2 of hand) { move set to pile }
action call(n from 1..1) { set called to n }
score = count pile"#;

#[test]
fn long_choices_are_made_in_steps_that_nobody_else_sees() {
    let mut play = Play::new(&two_hands(MELDS), 3);
    let before = play.observe(Seat::new(1));
    // That it is a meld is no question, and was taken unasked: offers 1 and 2.
    assert_eq!(
        (play.pending(), before.choosing.clone()),
        ([0, 1].map(Seat::new).to_vec(), vec![1, 2])
    );
    let decision = play.decision(Seat::new(0)).unwrap();
    assert_eq!((decision.number, decision.options.len()), (3, 4), "{decision:?}");
    let member = &decision.options[0];
    assert_eq!((member.action.as_deref(), member.values[0].name.as_str()), (Some("meld"), "set"));
    assert!(
        matches!(&member.values[0].value, OfferValue::Card { card: Some(_), place, height: None } if place == "hand.1")
    );
    play.apply(Seat::new(0), 0).unwrap();
    assert_eq!(
        play.decision(Seat::new(0)).map(|d| (d.number, d.options.len())),
        Some((4, 4)),
        "three cards, or enough"
    );
    assert_eq!(play.decision(Seat::new(1)).map(|d| d.number), Some(3));
    play.apply_label(Seat::new(0), "enough").unwrap();
    let own = play.observe(Seat::new(0)).committed.unwrap();
    assert!(own.starts_with("meld ") && !own.contains('+'), "{own}");
    assert_eq!(play.observe(Seat::new(1)), before);
    let mut generator = Generator::new(1);
    let world = play.determinize(Seat::new(1), &mut generator);
    assert_eq!(
        world.pending(),
        [0, 1].map(Seat::new),
        "in an imagined game the others have still to choose"
    );
    assert_eq!(
        play.determinize(Seat::new(0), &mut generator).observe(Seat::new(0)),
        play.observe(Seat::new(0))
    );
}

#[test]
fn what_is_taken_unasked_is_recorded_as_offer_and_choice() {
    let mut play = Play::new(&two_hands(MELDS), 3);
    wander(&mut play, &mut Generator::new(1), 100, |_| {});
    let lines = recorded(&play).lines;
    let chosen: Vec<(Seat, String)> = choices_in(&lines);
    for unasked in ["meld", "call 1"] {
        assert_eq!(chosen.iter().filter(|(_, value)| value == unasked).count(), 2);
    }
    let heard = |entry: &&Entry| {
        matches!(entry, Entry::Offer { secret: false, .. } | Entry::Forced { secret: false, .. })
    };
    assert_eq!(
        play.log().iter().find(heard),
        None,
        "who chooses together with others is not heard"
    );
    assert_eq!(play.decisions(), chosen.len() as u64 - 4);
    verify(play.game(), &recorded(&play)).unwrap();
}

#[test]
fn places_of_rows_that_are_swapped_can_be_followed() {
    let game = folder::load_from_root("tests/cases/language/said_places", &Settings::default());
    let play = Play::new(&game, 1);
    let text = String::from_utf8(bytes(&play)).unwrap();
    assert!(text.contains(r#"{"name":"last_one","value":"units.2.2"}"#), "{text}");
    let mut followed = Followed::default();
    recorded(&play).lines.iter().for_each(|line| followed.line(line));
    let lie = |place: &str| followed.places.get(place).cloned();
    assert_eq!(
        ["units.1.1", "units.2.1", "units.2.2"].map(lie),
        [["4S"], ["2S"], ["3S"]].map(|cards| Some(cards.map(str::to_owned).to_vec()))
    );
}

#[test]
fn a_record_says_what_happened() {
    let rules = r#"phase game = deal, each player: play
phase deal { draw 2 from deck to hand of seat(1) }
action play(card from hand) { move card to pile }
score = sum rank over pile"#;
    let mut play = Play::new(&two_hands(rules), 9);
    play.apply_label(Seat::new(0), "play 2S").unwrap();
    let text = String::from_utf8(bytes(&play)).unwrap();
    let told: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(
        told,
        [
            r#"{"type":"phase","name":"game","number":1}"#,
            r#"{"type":"phase","name":"deal","number":1}"#,
            r#"{"type":"move","card":"AS","id":0,"from":"deck","to":"hand.1","slot":0,"face":"down","seen":[1]}"#,
            r#"{"type":"move","card":"2S","id":1,"from":"deck","to":"hand.1","slot":0,"face":"down","seen":[1]}"#,
            r#"{"type":"offer","n":1,"seats":[1],"prompt":"play","options":{"1":["play AS","play 2S"]}}"#,
            r#"{"type":"choice","n":1,"seat":1,"value":"play 2S"}"#,
            r#"{"type":"move","card":"2S","id":1,"from":"hand.1","to":"pile.1","slot":0,"face":"up"}"#,
            r#"{"type":"end","scores":[2,0],"ranks":[1,2],"winners":[1],"reason":""}"#,
        ]
    );
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with(r#"{"type":"game","format":1,"game":"two_hands","cardrun":""#),
        "{first}"
    );
    assert!(
        first.contains(r#""cards":[{"id":0,"name":"AS","suit":"S","rank":1},{"id":1,"#),
        "{first}"
    );
}

#[test]
fn a_fault_of_the_rules_is_kept_and_recorded() {
    let game = two_hands(
        "phase game = deal, each player: play\nphase deal { draw 2 from deck to hand of seat(1) }\naction play(card from hand) { set total to 1 / (rank of card - 2); move card to pile }\nscore = total",
    );
    let mut play = Play::new(&game, 1);
    assert!(matches!(play.apply_label(Seat::new(0), "play 2S"), Err(Refused::Fault(_))));
    assert!(play.pending().is_empty() && play.outcome().is_none());
    assert!(matches!(play.apply(Seat::new(0), 0), Err(Refused::Fault(_))));
    let record = recorded(&play);
    let last = record.lines.last().unwrap().to_string();
    assert!(last.starts_with(r#"{"type":"fault","code":"division-by-zero","message":"a number was divided by zero","file":"two_hands.yaml","line":"#), "{last}");
    assert!(verify(&game, &record).unwrap().complete);
    let report = simulate(&game, 64, 1, &[], 2);
    assert_eq!(report.games, report.faults + report.wins.iter().sum::<u64>() + report.draws);
    assert_eq!(report.failure.unwrap().code, "division-by-zero");
}

#[test]
fn what_nobody_is_to_do_fails_where_it_is_said() {
    let text = "seats: 2
rules: |
  phase game = settle
  phase settle {
    let leading = most total over players
    do pay by leading
  }
  effect pay { set total to 1 }
variables: { total: { per: player, type: number } }
";
    let game =
        Game::from_strings(&[("case.yaml", text)], &Settings::default()).expect("it has no errors");
    let play = Play::new(&game, 1);
    let fault = play.fault().expect("two players are equal, and nobody is best");
    let (line, _) = game.program().sources.line_column(fault.span);
    assert_eq!((fault.kind.code(), line), ("nobody", 6));
}

#[test]
fn a_game_without_end_is_given_up() {
    let game = two_hands(
        "phase game = round until count pile of all = 60\nphase round = each player: wait\naction wait(n from 1..2) {}",
    );
    let report = simulate(&game, 2, 1, &[], 1);
    assert_eq!((report.timeouts, report.end_reasons.len()), (2, 0));
}

/// A game of few choices, with much that happens behind each, is given up where it is written down:
/// its record would fill memory before it has as many choices as are too many.
#[test]
fn a_game_of_which_too_much_happens_is_given_up_where_it_is_written_down() {
    let game = two_hands(
        "phase game = round until count pile of all = 60\nphase round = (each player: wait), 400 times: count_on\naction wait(n from 1..2) {}\nphase count_on { add 1 to total }",
    );
    let simulation =
        Simulation { game: &game, first: 0, games: 1, seed: 1, seats: &[], jobs: 1, watcher: None };
    let written = AtomicUsize::new(0);
    let keep = |_: u64, play: &Play| written.store(play.log().len(), Ordering::Relaxed);
    let tally: Tally = simulation.count_keeping(Some(&keep));
    assert_eq!((tally.overlong, tally.timeouts, tally.finished), (1, 0, 0));
    assert!(written.load(Ordering::Relaxed) >= MOST_ENTRIES);
}

/// That one can only pass in a window is no choice, whether it is asked step by step or counted:
/// rules that offer nothing else fail in every part of a simulation.
#[test]
fn windows_without_a_choice_fail_alike_in_every_part() {
    let game = two_hands(
        "phase game = spin\nphase spin = window lay by all settled by all until count hand of all = 60\naction lay(card from hand where (rank = 14 and rank = 7)) { move card to pile of me }",
    );
    let range = |first, games| {
        let seats: &[&dyn Entrant] = &[];
        let one = Simulation { game: &game, first, games, seed: 1, seats, jobs: 1, watcher: None };
        one.run()
    };
    assert_eq!((range(0, 3).faults, range(0, 3).timeouts), (3, 0));
    assert_eq!(range(1, 2).merged(range(0, 1)), range(0, 3));
}

/// S47: cards that leave out of sight are mixed up with those that nobody sees, and with no others.
#[test]
fn what_is_seen_to_stay_is_not_forgotten() {
    let layout = "
seats: 2
decks: { pack: { standard: 32 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  heap:  { seen_by: { up: all, down: nobody } }
  hand:  { per: player, seen_by: owner }
  box:   { shape: pile, seen_by: nobody }
rules: |
  phase game = deal, each player: put_away, each player: lay
  phase deal {
    shuffle deck
    draw 3 from deck to heap face up
    draw 3 from deck to heap face down
    each player { draw 3 from deck to hand }
  }
  action put_away(n from 1..2) { move random (n) of (heap where not face_up) to box }
  action lay(card from hand) { move card to box; reveal card to all }
";
    let game = Game::from_strings(&[("heap.yaml", layout)], &Settings::default())
        .expect("a game without errors");
    let mut play = Play::new(&game, 3);
    let known = |play: &Play, seat: Seat, zone: &str| {
        let seen = play.observe(seat);
        let cards = seen
            .zones
            .iter()
            .filter(|z| z.name == zone)
            .flat_map(|z| &z.slots)
            .flat_map(|s| &s.cards);
        cards.filter(|card| card.known.id().is_some()).count()
    };
    assert_eq!([known(&play, Seat::new(0), "heap"), known(&play, Seat::new(1), "heap")], [3, 3]);
    play.apply(Seat::new(0), 0).unwrap();
    assert_eq!([known(&play, Seat::new(0), "heap"), known(&play, Seat::new(1), "heap")], [3, 3]);
    play.apply(Seat::new(1), 0).unwrap();
    assert_eq!([known(&play, Seat::new(0), "heap"), known(&play, Seat::new(0), "box")], [3, 0]);
    play.apply(Seat::new(0), 0).unwrap();
    assert_eq!(
        [
            known(&play, Seat::new(0), "box"),
            known(&play, Seat::new(1), "box"),
            known(&play, Seat::new(1), "heap")
        ],
        [1, 1, 3]
    );
    let world = play.determinize(Seat::new(1), &mut Generator::new(1));
    assert_eq!(world.observe(Seat::new(1)), play.observe(Seat::new(1)));
}

/// What is taken without asking gives no time to go on: rules in which nobody ever chooses come to
/// an end all the same.
#[test]
fn rules_in_which_nobody_ever_chooses_do_not_hang() {
    let layout = "
seats: 1
variables: { n: { type: number, default: 0 } }
rules: |
  phase game = turns from seat(1): turn until n = 2
  phase turn = a
  action a { set n to 1 }
";
    let game = Game::from_strings(&[("forced.yaml", layout)], &Settings::default())
        .expect("a game without errors");
    let play = Play::new(&game, 1);
    assert!(play.fault().is_some(), "it went on for too long");
    let mut runtime = game.runtime();
    runtime.knowing = false;
    runtime.answer_with(Some(cardrun::vm::Dice::for_all(Generator::new(1), 1_000)));
    let (_, stop) = runtime.start(Generator::new(1), &mut cardrun::vm::Silent);
    assert!(stop.is_err(), "{stop:?}");
}

const ASKING: &str = "
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: nobody }
variables: { bids: { per: player, type: number } }
rules: |
  phase game = deal, each player: ask, together bid, each player: name
  phase deal { shuffle deck; each player { draw 5 from deck to hand } }
  action ask(friend from players, n from 1..3, card from hand) { move card to heap }
  action bid(n from 1..9) { add n to bids }
  action name(two from 2 of hand, s from suits) { move two to heap }
";

/// Whom somebody points at, numbers and words; no card that was not seen, and nothing that was
/// chosen in secret.
#[test]
fn the_record_of_a_seat_has_what_the_others_said_aloud() {
    let game = Game::from_strings(&[("ask.yaml", ASKING)], &Settings::default()).expect("a game");
    let mut play = Play::new(&game, 3);
    wander(&mut play, &mut Generator::stream(3, 6), 1000, |_| {});
    let record = recorded(&play);
    for seat in Seat::all(2) {
        let own = redact(&play, &record.about(), seat);
        let said = own.iter().filter_map(|line| match line {
            Line::Said { seat, value } => {
                Some((*seat, value.split(' ').map(str::to_owned).collect::<Vec<_>>()))
            }
            _ => None,
        });
        let said: Vec<(u8, Vec<String>)> = said.collect();
        let [(first, ask), (second, name)] = said.as_slice() else {
            panic!("two things were said: {said:?}")
        };
        let other = Seat::new(1 - seat.index()).shown();
        assert_eq!((*first, *second), (other, other));
        assert!(
            ask.len() == 4
                && ask[0] == "ask"
                && ["1", "2"].contains(&ask[1].as_str())
                && ask[3] == "?",
            "{ask:?}"
        );
        assert!(
            name[0] == "name" && ["S", "H", "D", "C"].contains(&name[name.len() - 1].as_str()),
            "{name:?}"
        );
    }
}

const HINTED: &str = "
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, shape: row, capacity: 1, seen_by: others }
marks: { told: { of: card, type: flag, seen_by: all } }
rules: |
  phase game = deal, hint by seat(1)
  phase deal {
    shuffle deck
    each player { each k in 1..4 { draw 1 from deck to new of hand } }
    mark cards of hand of seat(1) where red as told
  }
  action hint { }
  score = count hand
";

/// Whoever is told something of cards that the others alone see has to know of which ones.
#[test]
fn a_mark_on_a_card_that_is_not_known_is_told_by_its_place() {
    let game =
        Game::from_strings(&[("hinted.yaml", HINTED)], &Settings::default()).expect("a game");
    let play = Play::new(&game, 3);
    let seen = play.observe(Seat::new(1));
    let hand = seen.zones.into_iter().find(|zone| zone.name == "hand.1").expect("a hand");
    let red = |card: &Known| match card {
        Known::Card { card, .. } => card.ends_with(['H', 'D']),
        Known::Hidden { .. } => false,
    };
    let places = hand.slots.iter().zip(1..).filter(|(slot, _)| red(&slot.cards[0].known));
    let wanted: Vec<String> = places.map(|(_, place)| format!("hand.1.{place}")).collect();
    assert!(!wanted.is_empty() && wanted.len() < 4, "{wanted:?}");
    let marked = |seat: Seat| -> Vec<(String, String)> {
        let own = redact(&play, &recorded(&play).about(), seat);
        let marks = own.into_iter().filter_map(|line| match line {
            Line::Mark { card, zone, .. } => card.zip(zone),
            _ => None,
        });
        marks.collect()
    };
    let mut own: Vec<String> = marked(Seat::new(0))
        .into_iter()
        .map(|(card, zone)| {
            assert_eq!(card, "?");
            zone
        })
        .collect();
    own.sort();
    assert_eq!(own, wanted);
    assert!(marked(Seat::new(1)).iter().all(|(card, zone)| card != "?" && zone == "hand.1"));
}
