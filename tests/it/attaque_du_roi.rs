//! The King's Attack: all duels beside a second implementation of the rulings, what stays secret,
//! sets in steps, and matches of all variants at random.

use crate::common::attaque_du_roi as rulebook;
use crate::common::folder;
use crate::common::thorough;
use cardrun::tabletop::ids::InstanceId;

use cardrun::game::{Entry, Game, Known, Observation, Play, SeenZone, Settings};
use cardrun::program::{OwnedBy, Program};
use cardrun::record::{About, Line, redact};
use cardrun::runner::{Random, simulate};
use cardrun::value::{Card as Id, Seat, Slot};
use cardrun::vm::{Event, Generator, Laid, State};
use rulebook::{Card, Category, Duel, Unit, Variant, duel};
use std::collections::{BTreeSet, HashSet};

const NAME: &str = "attaque_du_roi";

fn settings(seats: u8, options: &[(&str, &str)]) -> Settings {
    let options =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Settings { seats: Some(seats), options, ..Settings::default() }
}

fn game(options: &[(&str, &str)]) -> Game {
    folder::load(NAME, &settings(2, options))
}

// -------------------------------------------------------------------------------------------------
// positions

/// Units in play and cards in hands; all others lie in the second player's deck.
struct Position {
    game: Game,
    state: State,
}

/// The first choice of seat 1 at random play whose options begin with one of these words.
fn reached(game: &Game, words: &[&str]) -> Position {
    for seed in 0..200 {
        let mut play = Play::new(game, seed);
        let mut generator = Generator::stream(seed, 3);
        while play.pending() != [0].map(Seat::new)
            || !words
                .iter()
                .all(|word| play.options(Seat::new(0)).iter().any(|o| o.starts_with(word)))
        {
            if !folder::step(&mut play, &mut generator) {
                break;
            }
        }
        if !play.pending().is_empty() {
            return Position { game: game.clone(), state: play.state().clone() };
        }
    }
    panic!("no choice with {words:?} in 200 games");
}

/// Cards that lie in one slot of a row, with their side.
struct Laying<'u> {
    unit: &'u Unit,
    up: bool,
}

impl Position {
    fn program(&self) -> &Program {
        self.game.program()
    }

    fn instance(&self, name: &str) -> InstanceId {
        let program = self.program();
        program.instances.ids().find(|&i| program.instance_name(i) == name).expect("a zone")
    }

    fn id(&self, card: Card) -> Id {
        let cards = &self.program().cards;
        Id::new(cards.iter().position(|known| known.name == card.name()).expect("a card"))
    }

    /// One unit each, everything else in the second deck: so that nobody has to stop after the
    /// duel.
    fn duel(&self, one: Laying<'_>, two: Laying<'_>) -> Play {
        let (program, mut state) = (self.program(), self.state.clone());
        state.clear_table(program);
        let mut laid = Vec::new();
        for (zone, laying) in [("units.1", &one), ("units.2", &two)] {
            let slot = state.open_in_row(program, self.instance(zone)).expect("a slot");
            let card = |&card: &Card| Laid { card: self.id(card), slot, up: Some(laying.up) };
            laid.extend(laying.unit.cards.iter().map(card));
        }
        let deck: Slot =
            program.instances[InstanceId::new(self.instance("deck.2").index())].first_slot;
        state.arrange(program, &laid, |_| Some(deck));
        for (at, laying) in [(0, &one), (one.unit.cards.len(), &two)] {
            if let Some(suit) = laying.unit.announced {
                let named = program.marks.iter().find(|mark| mark.name == "named").expect("a mark");
                state.set_mark(
                    named,
                    laid[at].slot.number(),
                    "SHDC".find(suit).expect("a suit") as i32,
                );
            }
        }
        Play::from_state(&self.game, state)
    }
}

fn names_in(play: &Play, zone: &str) -> BTreeSet<String> {
    let (program, state) = (play.game().program(), play.state());
    let instance =
        program.instances.ids().find(|&i| program.instance_name(i) == zone).expect("a zone");
    let cards =
        state.slots_of(program, instance).flat_map(|slot| state.stack(slot).collect::<Vec<_>>());
    cards.map(|card| program.cards[card.index()].name.clone()).collect()
}

// -------------------------------------------------------------------------------------------------
// duels

fn named(cards: &[Card]) -> Vec<Unit> {
    let unit = Unit { cards: cards.to_vec(), announced: None };
    match unit.highest_suits() {
        suits if suits.len() > 1 => {
            suits.into_iter().map(|suit| Unit { announced: Some(suit), ..unit.clone() }).collect()
        }
        _ => vec![unit],
    }
}

fn singles() -> Vec<Unit> {
    Card::all().into_iter().map(|card| Unit { cards: vec![card], announced: None }).collect()
}

/// All lawful sets of so many cards, with each suit that could be announced.
fn sets_of(n: usize) -> Vec<Unit> {
    let cards: Vec<Card> =
        Card::all().into_iter().filter(|card| !"JQK".contains(card.rank)).collect();
    let mut chosen: Vec<Vec<Card>> = vec![Vec::new()];
    for _ in 0..n {
        let grown = chosen.iter().flat_map(|set| {
            let behind = cards.iter().filter(|card| set.last().is_none_or(|last| *card > last));
            behind.map(|card| [&set[..], &[*card]].concat()).collect::<Vec<_>>()
        });
        chosen = grown.collect();
    }
    chosen.retain(|cards| Unit { cards: cards.clone(), announced: None }.is_lawful_set());
    chosen.iter().flat_map(|cards| named(cards)).collect()
}

fn shuffled_cards(generator: &mut Generator) -> Vec<Card> {
    let mut cards: Vec<Card> =
        Card::all().into_iter().filter(|card| !"JQK".contains(card.rank)).collect();
    for i in (1..cards.len()).rev() {
        cards.swap(i, generator.below(i as u32 + 1) as usize);
    }
    cards
}

/// Two larger sets without a common card.
fn two_large_sets(generator: &mut Generator) -> (Unit, Unit) {
    loop {
        let cards = shuffled_cards(generator);
        let (n, m) = (2 + generator.below(5) as usize, 2 + generator.below(5) as usize);
        let [one, two] = [&cards[..n], &cards[n..n + m]]
            .map(|cards| Unit { cards: cards.to_vec(), announced: None });
        if one.is_lawful_set() && two.is_lawful_set() {
            let pick = |unit: &Unit, generator: &mut Generator| {
                let all = named(&unit.cards);
                all[generator.below(all.len() as u32) as usize].clone()
            };
            return (pick(&one, generator), pick(&two, generator));
        }
    }
}

struct Duels {
    /// A choice with a normal attack, and one with a special one.
    strike: Position,
    charge: Position,
    variant: Variant,
    aces_up: bool,
    compared: usize,
}

impl Duels {
    fn new(options: &[(&str, &str)]) -> Duels {
        let has = |name| options.iter().any(|(option, value)| *option == name && *value == "true");
        let game = game(options);
        Duels {
            strike: reached(&game, &["strike"]),
            charge: reached(&game, &["charge"]),
            variant: Variant {
                numbers_use_suit: has("numbers_use_suit"),
                tiebreak_sets: has("tiebreak_sets"),
            },
            aces_up: has("ace_as_figure"),
            compared: 0,
        }
    }

    /// Seat 1 attacks with the first unit, if that can attack at all: what comes of it is what the
    /// rulings say.
    fn compare(&mut self, one: &Unit, two: &Unit) {
        if one.cards.iter().any(|card| two.cards.contains(card)) {
            return;
        }
        let up = |unit: &Unit| unit.category() == Category::Figure;
        match one.category() {
            Category::Figure => self.attack("charge", one, true, two, up(two)),
            Category::Number | Category::Set | Category::TwoAces => {
                self.attack("strike", one, false, two, up(two))
            }
            Category::Ace if self.aces_up => {
                self.attack("charge", one, true, two, up(two));
                if two.category() == Category::Ace {
                    self.attack("charge", one, true, two, true);
                }
            }
            Category::Ace => {}
        }
    }

    fn attack(&mut self, kind: &str, one: &Unit, one_up: bool, two: &Unit, two_up: bool) {
        let position = if kind == "charge" { &self.charge } else { &self.strike };
        let mut play =
            position.duel(Laying { unit: one, up: one_up }, Laying { unit: two, up: two_up });
        let label = format!("{kind} units.1.1 units.2.1");
        let offered = play.options(Seat::new(0));
        let at = || format!("{one:?} against {two:?}, {:?}", self.variant);
        assert!(
            play.apply_label(Seat::new(0), &label).is_ok(),
            "{}: {label} is not among {offered:?}",
            at()
        );
        let cards =
            |unit: &Unit| unit.cards.iter().map(|card| card.name()).collect::<BTreeSet<_>>();
        let (mine, yours, nobody) = (cards(one), cards(two), BTreeSet::new());
        let [stays, other_stays, taken, lost] =
            ["units.1", "units.2", "captures.1", "captures.2"].map(|zone| names_in(&play, zone));
        let expected = match duel(one, two, self.variant) {
            Duel::First => [&mine, &nobody, &yours, &nobody],
            Duel::Second => [&nobody, &yours, &nobody, &mine],
            Duel::Tie => [&nobody, &nobody, &yours, &mine],
        };
        assert_eq!([&stays, &other_stays, &taken, &lost], expected, "{}", at());
        self.compared += 1;
    }
}

/// All pairs of single cards, of sets of two with each other and with single cards; of larger sets
/// many.
fn compare_all(options: &[(&str, &str)]) -> usize {
    let mut duels = Duels::new(options);
    let units: Vec<Unit> = singles().into_iter().chain(sets_of(2)).collect();
    for one in &units {
        for two in &units {
            duels.compare(one, two);
        }
    }
    let mut generator = Generator::new(11);
    let larger = sets_of(3);
    for one in singles() {
        for two in larger.iter().filter(|_| generator.below(12) == 0).collect::<Vec<_>>() {
            duels.compare(&one, two);
            duels.compare(two, &one);
        }
    }
    for _ in 0..4_000 {
        let (one, two) = two_large_sets(&mut generator);
        duels.compare(&one, &two);
    }
    duels.compared
}

#[test]
fn every_duel_goes_as_the_rulings_say() {
    assert!(compare_all(&[]) > 25_000);
}

#[test]
fn every_duel_goes_as_the_rulings_say_where_suits_come_first() {
    assert!(compare_all(&[("numbers_use_suit", "true")]) > 25_000);
}

#[test]
fn every_duel_goes_as_the_rulings_say_where_sets_have_a_tie_break() {
    assert!(compare_all(&[("tiebreak_sets", "true")]) > 25_000);
}

#[test]
fn every_duel_goes_as_the_rulings_say_with_all_that_changes_duels() {
    assert!(
        compare_all(&[
            ("numbers_use_suit", "true"),
            ("tiebreak_sets", "true"),
            ("ace_as_figure", "true")
        ]) > 25_000
    );
}

#[test]
fn aces_played_as_figures_fight_like_aces() {
    let mut duels = Duels::new(&[("ace_as_figure", "true")]);
    for one in singles().iter().filter(|unit| unit.category() == Category::Ace) {
        for two in singles().iter().chain(&sets_of(2)) {
            duels.compare(one, two);
        }
    }
    assert!(duels.compared > 500, "{}", duels.compared);
}

// -------------------------------------------------------------------------------------------------
// sets

/// Every way through the steps of forming a set, and the set that it makes.
fn ways(play: &Play, found: &mut Vec<BTreeSet<String>>, chosen: &BTreeSet<String>) {
    for label in play.options(Seat::new(0)) {
        let mut next = play.clone();
        let mut chosen = chosen.clone();
        if label.starts_with("units.") {
            chosen.insert(label.clone());
        }
        next.apply_label(Seat::new(0), &label).expect("an option that was offered");
        let ready = next.pending() != [0].map(Seat::new)
            || next
                .options(Seat::new(0))
                .iter()
                .any(|option| option == "done" || option.contains(' '));
        if !ready {
            ways(&next, found, &chosen);
            continue;
        }
        // The last member may have been the only one possible.
        let after = next.log()[play.log().len()..].iter();
        let forced = after.filter(|entry| matches!(entry, Entry::Forced { .. }));
        let labels = forced.filter_map(|entry| next.label(entry)).map(String::from);
        chosen.extend(labels.filter(|label| label.starts_with("units.")));
        found.push(chosen);
    }
}

#[test]
fn each_set_is_formed_in_exactly_one_way_and_no_list_is_long() {
    let position = reached(&game(&[]), &["play", "done"]);
    let cards = ["7H", "8D", "9S", "10C", "8H", "AS", "AD", "AC"];
    let (program, mut state) = (position.program(), position.state.clone());
    state.clear_table(program);
    let id = |name: &str| {
        Id::new(program.cards.iter().position(|card| card.name == name).expect("a card"))
    };
    let row = position.instance("units.1");
    let mut laid: Vec<Laid> = Vec::new();
    for name in cards {
        let slot = state.open_in_row(program, row).expect("a slot");
        laid.push(Laid { card: id(name), slot, up: Some(false) });
    }
    let hand = program.instances[InstanceId::new(position.instance("hand.1").index())].first_slot;
    laid.push(Laid { card: id("7D"), slot: hand, up: None });
    let deck = program.instances[InstanceId::new(position.instance("deck.2").index())].first_slot;
    state.arrange(program, &laid, |_| Some(deck));
    let mut play = Play::from_state(&position.game, state);
    play.apply_label(Seat::new(0), "form").expect("sets can be formed");
    let mut found = Vec::new();
    ways(&play, &mut found, &BTreeSet::new());
    let different: HashSet<&BTreeSet<String>> = found.iter().collect();
    assert_eq!(found.len(), different.len(), "a set in two ways");
    // Two or more of the five numbers with any of the three aces, and three pairs of aces.
    assert_eq!(found.len(), (32 - 1 - 5) * 8 + 3);
}

#[test]
fn options_are_few_and_differ() {
    let mut most = 0;
    for (seats, options) in
        [(2, vec![]), (4, vec![]), (2, vec![("enter_engaged", "false"), ("many_figures", "true")])]
    {
        let game = folder::load(NAME, &settings(seats, &options));
        for seed in 0..30 {
            let mut play = Play::unlogged(&game, seed);
            let mut generator = Generator::stream(seed, 5);
            while let Some(&seat) = play.pending().first() {
                let labels = play.options(seat);
                most = most.max(labels.len());
                assert_eq!(labels.iter().collect::<HashSet<_>>().len(), labels.len(), "{labels:?}");
                folder::step(&mut play, &mut generator);
            }
        }
    }
    assert!((8..150).contains(&most), "{most} options");
}

// -------------------------------------------------------------------------------------------------
// secrets

fn seen<'o>(observation: &'o Observation, zone: &str) -> &'o SeenZone {
    observation.zones.iter().find(|seen| seen.name == zone).expect("a zone")
}

/// The known cards of each slot; `?` for the others.
fn shown(observation: &Observation, zone: &str) -> Vec<Vec<String>> {
    let card = |known: &Known| match known {
        Known::Card { card, .. } => card.clone(),
        Known::Hidden { .. } => "?".to_string(),
    };
    seen(observation, zone)
        .slots
        .iter()
        .map(|slot| slot.cards.iter().map(|c| card(&c.known)).collect())
        .collect()
}

#[test]
fn the_first_draw_is_secret_until_all_have_chosen() {
    let game = game(&[]);
    let after = |label: &str| {
        let mut play = Play::new(&game, 1);
        play.apply_label(Seat::new(0), label).expect("a number of cards");
        play
    };
    let (two, five) = (after("take 2"), after("take 5"));
    assert_eq!(two.observe(Seat::new(1)), five.observe(Seat::new(1)));
    assert_eq!(two.options(Seat::new(1)), five.options(Seat::new(1)));
    assert_ne!(two.observe(Seat::new(0)), five.observe(Seat::new(0)), "who has chosen knows it");
    let record = |play: &Play| redacted(play, Seat::new(1));
    assert_eq!(record(&two), record(&five));
}

#[test]
fn a_named_trump_is_secret_until_both_have_chosen() {
    let game = game(&[("trump_choice", "true")]);
    let after = |label: &str| {
        let mut play = Play::new(&game, 1);
        play.apply_label(Seat::new(0), label).expect("a suit");
        play
    };
    let (hearts, clubs) = (after("name_trump H"), after("name_trump C"));
    assert_eq!(hearts.observe(Seat::new(1)), clubs.observe(Seat::new(1)));
    assert_eq!(redacted(&hearts, Seat::new(1)), redacted(&clubs, Seat::new(1)));
}

/// The lines of a record as one seat may have them, but for those that name all cards of the game
/// as they lie in the box.
fn redacted(play: &Play, seat: Seat) -> Vec<String> {
    let seats = vec!["random".to_string(); play.game().program().seats as usize];
    let about = About { seats, ..About::default() };
    let told = redact(play, &about, seat);
    let text = |line: &Line| serde_json::to_string(line).expect("a line");
    told.iter()
        .filter(|line| !matches!(line, Line::Game(_) | Line::Start { .. }))
        .map(text)
        .collect()
}

/// Cards that somebody else could ever have seen: they were shown, or lay face up.
fn made_public(play: &Play) -> BTreeSet<Id> {
    let mut public = BTreeSet::new();
    for entry in play.log() {
        match entry {
            Entry::Event(Event::Reveal { card, .. }) => drop(public.insert(*card)),
            Entry::Event(Event::Move(moved)) if moved.face_up => drop(public.insert(moved.card)),
            _ => {}
        }
    }
    public
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

/// What belongs to somebody else, lies hidden, and never was shown: nothing that a seat is given
/// names it. Of units, how many cards they hold, their marks and their places are as they are.
#[test]
fn what_never_was_shown_is_in_no_observation_offer_or_record() {
    for (seats, options) in [
        (2, vec![]),
        (4, vec![]),
        (2, vec![("discard_in_play", "true"), ("ace_as_figure", "true")]),
    ] {
        let game = folder::load(NAME, &settings(seats, &options));
        let mut hidden_units = 0;
        for seed in 0..6 {
            let mut play = Play::new(&game, seed);
            let mut generator = Generator::stream(seed, 8);
            let first_round = |play: &Play| {
                play.observe(Seat::new(0)).phases.iter().any(|p| p.name == "round" && p.number == 1)
            };
            while first_round(&play) && folder::step(&mut play, &mut generator) {
                if first_round(&play) && generator.below(6) == 0 {
                    Seat::all(seats).for_each(|seat| hidden_units += nothing_leaks(&play, seat));
                }
            }
        }
        assert!(hidden_units > 100, "{hidden_units} hidden units");
    }
}

fn nothing_leaks(play: &Play, seat: Seat) -> usize {
    let (program, state) = (play.game().program(), play.state());
    let public = made_public(play);
    let mut secret: BTreeSet<String> = BTreeSet::new();
    let mut units = 0;
    let observation = play.observe(seat);
    for (i, info) in program.instances.iter().enumerate() {
        let zone = &program.zones[info.zone];
        let theirs = ["deck", "hand", "units"].contains(&zone.name.as_str());
        if !theirs || program.owned_by(info) == OwnedBy::Player(seat) && zone.name != "deck" {
            continue;
        }
        let slots: Vec<Slot> = state.slots_of(program, InstanceId::new(i)).collect();
        let told = &seen(&observation, &program.instance_name(InstanceId::new(i))).slots;
        assert_eq!(told.len(), slots.len());
        for (told, &slot) in told.iter().zip(&slots) {
            assert_eq!(told.cards.len(), state.count_in(slot), "how many there are is public");
            let secrets = state.stack(slot).filter(|card| !public.contains(card));
            secret.extend(secrets.map(|card| program.cards[card.index()].name.clone()));
            units += usize::from(zone.name == "units");
            for mark in program.marks.iter().filter(|mark| mark.of_slots) {
                let is_set = state.mark_of(mark, slot.number()) != mark.default;
                assert_eq!(
                    told.marks.iter().any(|seen| seen.name == mark.name),
                    is_set,
                    "{} is public",
                    mark.name
                );
            }
        }
    }
    let mut texts = vec![serde_json::to_string(&observation).expect("an observation")];
    texts.extend(play.options(seat));
    texts.extend(redacted(play, seat));
    for text in &texts {
        let leak = words(text).find(|word| secret.contains(*word));
        assert!(leak.is_none(), "seat {} is told of {leak:?}: {text}", seat.shown());
    }
    units
}

/// A position of two, with the cards of each zone by their names; all others lie in the second
/// deck.
fn arranged(position: &Position, zones: &[(&str, &[&str])]) -> Play {
    let (program, mut state) = (position.program(), position.state.clone());
    state.clear_table(program);
    let id = |name: &str| {
        Id::new(program.cards.iter().position(|card| card.name == name).expect("a card"))
    };
    let mut laid = Vec::new();
    for (zone, cards) in zones {
        let instance = position.instance(zone);
        for name in *cards {
            let row = state.open_in_row(program, instance);
            let slot =
                row.unwrap_or(program.instances[InstanceId::new(instance.index())].first_slot);
            laid.push(Laid {
                card: id(name),
                slot,
                up: zone.starts_with("units").then_some(false),
            });
        }
    }
    let deck = program.instances[InstanceId::new(position.instance("deck.2").index())].first_slot;
    state.arrange(program, &laid, |_| Some(deck));
    Play::from_state(&position.game, state)
}

#[test]
fn what_a_duel_has_shown_stays_known_until_it_goes_where_it_cannot_be_followed() {
    let position = reached(&game(&[]), &["strike"]);
    let zones: [(&str, &[&str]); 5] = [
        ("units.1", &["10H", "8H", "9D"]),
        ("units.2", &["9S"]),
        ("hand.1", &["7H", "7D"]),
        ("deck.1", &["QD"]),
        ("hand.2", &["7S", "8C"]),
    ];
    let mut play = arranged(&position, &zones);
    let hidden = |n: usize| vec![vec!["?".to_string()]; n];
    assert_eq!(shown(&play.observe(Seat::new(1)), "units.1"), hidden(3));
    play.apply_label(Seat::new(0), "strike units.1.1 units.2.1").expect("an attack");
    let units = |play: &Play| shown(&play.observe(Seat::new(1)), "units.1");
    assert_eq!(units(&play), [["10H"], ["?"], ["?"]], "the survivor is known, the others are not");
    // It joins a set: the set's cards are not all known, the one that was shown is.
    play.apply_label(Seat::new(0), "form").expect("a set");
    play.apply_label(Seat::new(0), "units.1.1").expect("a member");
    play.apply_label(Seat::new(0), "units.1.2").expect("a member");
    if play.options(Seat::new(0)).contains(&"enough".to_string()) {
        play.apply_label(Seat::new(0), "enough").expect("the end of the set");
    }
    let set = &units(&play)[0];
    assert!(
        set.contains(&"10H".to_string()) && set.contains(&"?".to_string()) && set.len() == 2,
        "{set:?}"
    );
}

#[test]
fn a_card_that_was_taken_back_is_known_in_the_hand_but_not_when_it_is_played_face_down() {
    let position = reached(&game(&[]), &["draw_card", "keep_hand"]);
    let zones: [(&str, &[&str]); 4] = [
        ("captures.1", &["9S"]),
        ("hand.1", &["7H", "8D"]),
        ("deck.1", &["QD", "KD"]),
        ("hand.2", &["7S", "8C"]),
    ];
    let mut play = arranged(&position, &zones);
    play.apply_label(Seat::new(0), "take_back 9S").expect("a card of the captures");
    assert!(
        shown(&play.observe(Seat::new(1)), "hand.1")[0].contains(&"9S".to_string()),
        "all saw it"
    );
    play.apply_label(Seat::new(0), "play 9S").expect("a card of the hand");
    let observation = play.observe(Seat::new(1));
    assert_eq!(shown(&observation, "units.1"), [["?"]]);
    assert_eq!(shown(&observation, "hand.1"), [["?", "?"]]);
}

// -------------------------------------------------------------------------------------------------
// matches

/// All options with all their values; of the points that win, a few.
const OPTIONS: [(&str, &[&str]); 15] = [
    ("target", &["1", "2", "5"]),
    ("points", &["ranked", "flat"]),
    ("colours", &["red_first", "black_first"]),
    ("enter_engaged", &["true", "false"]),
    ("attack_engages", &["false", "true"]),
    ("sets", &["true", "false"]),
    ("two_aces", &["true", "false"]),
    ("tiebreak_sets", &["false", "true"]),
    ("numbers_use_suit", &["false", "true"]),
    ("numbers_attack_figures", &["true", "false"]),
    ("many_figures", &["false", "true"]),
    ("ace_as_figure", &["false", "true"]),
    ("discard_in_play", &["false", "true"]),
    ("trump_choice", &["false", "true"]),
    ("mixed_deck", &["false", "true"]),
];

/// Plays, and answers how many matches that were.
fn all_end(seats: u8, options: &[(&str, &str)], games: u64) -> u64 {
    let game = folder::load(NAME, &settings(seats, options));
    let report = simulate(&game, games, 17, &[&Random], 1);
    let bad = (report.faults, report.timeouts, report.stuck);
    assert_eq!(
        (report.games, bad),
        (games, (0, 0, 0)),
        "{seats} seats, {options:?}: {:?}",
        report.failure
    );
    report.games
}

fn each_alone(games: u64) -> u64 {
    let values = OPTIONS
        .iter()
        .flat_map(|(name, values)| values[1..].iter().map(move |value| (*name, *value)));
    values.map(|option| all_end(2, &[option], games) + all_end(4, &[option], games)).sum()
}

fn combinations(n: usize) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut generator = Generator::new(29);
    let mut one = || {
        OPTIONS
            .map(|(name, values)| (name, values[generator.below(values.len() as u32) as usize]))
            .to_vec()
    };
    let contrary = |options: &[(&str, &str)]| {
        options.ends_with(&[("trump_choice", "true"), ("mixed_deck", "true")])
    };
    let (refused, played): (Vec<_>, Vec<_>) =
        std::iter::repeat_with(&mut one).take(2 * n).partition(|o| contrary(o));
    assert!(!refused.is_empty() && played.len() >= n);
    for options in refused.iter().take(10) {
        let problems = Game::load(&format!("{NAME}.yaml"), &folder::bytes, &settings(2, options))
            .err()
            .expect("refused");
        assert!(
            problems.list.iter().any(|problem| problem.code == "forbidden-options"),
            "{problems}"
        );
    }
    played.into_iter().take(n).collect()
}

fn together(n: usize, games: u64) -> u64 {
    // In the small, one number of seats or the other.
    let seats = |i: usize| if games > 10 { vec![2, 4] } else { vec![[2, 4][i % 2]] };
    let all = combinations(n);
    let played = all
        .iter()
        .enumerate()
        .map(|(i, options)| seats(i).iter().map(|&n| all_end(n, options, games)).sum::<u64>());
    played.sum()
}

/// Players who keep what they have and never do anything: what the guards against endless play are
/// for.
fn idle(play: &mut Play) -> bool {
    let Some(&seat) = play.pending().first() else { return false };
    let labels = play.options(seat);
    let idle =
        labels.iter().position(|label| ["take 2", "keep_hand", "done"].contains(&label.as_str()));
    play.apply(seat, idle.expect("nothing needs to be done")).expect("an option that was offered");
    true
}

#[test]
fn a_round_of_500_turns_is_drawn_and_so_is_a_match_of_100_rounds() {
    let game = game(&[]);
    let running = |play: &Play, phase: &str| {
        play.observe(Seat::new(0)).phases.iter().find(|p| p.name == phase).map(|p| p.number)
    };
    let mut play = Play::new(&game, 1);
    let mut longest = 0;
    while running(&play, "round") == Some(1) {
        longest = longest.max(running(&play, "turn").unwrap_or(0));
        idle(&mut play);
    }
    assert_eq!((longest, play.scores()), (500, vec![0, 0]));
    let text = game.program().text("500 turns: nobody wins the round", "en");
    let says = |entry: &Entry| match entry {
        Entry::Event(Event::EndPhase { reason, .. }) => {
            reason.is_some_and(|reason| game.program().sentence(reason) == text)
        }
        _ => false,
    };
    assert!(play.log().iter().any(says), "the log says why");
    let mut play = Play::unlogged(&game, 2);
    while idle(&mut play) {}
    let outcome = play.outcome().expect("an end");
    assert_eq!(
        (outcome.winners.len(), outcome.reason.as_str()),
        (0, "100 rounds: nobody wins the match")
    );
}

#[test]
fn two_thousand_matches_end() {
    all_end(2, &[], 2_000);
    all_end(4, &[], 300);
}

#[test]
fn matches_of_each_variant_end() {
    let matches = thorough::of([5, 12]);
    assert!(each_alone(matches) > 25 * matches);
}

#[test]
fn matches_of_two_hundred_combinations_of_variants_end_and_contrary_ones_are_refused() {
    let matches = thorough::of([1, 3]);
    assert_eq!(together(200, matches), 200 * matches);
}

#[test]
#[ignore = "takes many minutes: `just matches`"]
fn two_thousand_matches_of_everything_end() {
    let base = all_end(2, &[], 2_000) + all_end(4, &[], 2_000);
    println!("base: {base} matches");
    println!("each value of each option alone: {} matches", each_alone(2_000));
    println!("200 combinations: {} matches", together(200, 2_000));
}
