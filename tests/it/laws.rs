//! Laws that hold for every game of this repository, with every number of seats and every value of
//! every option. That what is quick plays as what is plain has a file of its own: `reference.rs`.

use crate::common::folder;
use crate::common::setups;
use crate::common::thorough;
use cardrun::tabletop::ids::InstanceId;

use cardrun::game::{Game, Offer, OfferValue, Play, Settings};
use cardrun::program::Program;
use cardrun::program::code::FRAME_HEADER;
use cardrun::record::{About, Record, Writer, read, replay, verify};
use cardrun::runner::{Random, Simulation, simulate};
use cardrun::value::{Bits, Card, Seat, Slot};
use cardrun::vm::{Dice, Generator, Silent, State, Stop};
use setups::{Setup, setups, setups_of};

/// More choices than any of the games has when played at random.
const MOST_STEPS: usize = 3_000;

/// Plays at random, and calls `look` at every stop.
fn walk(setup: &Setup, seed: u64, mut look: impl FnMut(&Play, &mut Generator)) -> Play {
    let mut play = Play::new(&setup.game, seed);
    let mut generator = Generator::stream(seed, 77);
    let mut steps = 0;
    look(&play, &mut generator);
    while folder::step(&mut play, &mut generator) {
        steps += 1;
        assert!(steps < MOST_STEPS, "{}: seed {seed} goes on and on", setup.words());
        look(&play, &mut generator);
    }
    assert!(
        play.outcome().is_some(),
        "{}: seed {seed} ended without an outcome: {:?}",
        setup.words(),
        play.fault()
    );
    play
}

// -------------------------------------------------------------------------------------------------
// records

fn record_of(play: &Play) -> Vec<u8> {
    let seats = vec!["random".to_string(); play.game().program().seats as usize];
    let about = About { seats, ..About::default() };
    Writer::begin(Vec::new(), play, &about).expect("memory can be written to").into_inner()
}

fn read_well(bytes: &[u8]) -> Record {
    read(bytes).unwrap_or_else(|error| panic!("what was written cannot be read: {error}"))
}

#[test]
fn a_record_replays_to_the_same_state() {
    for setup in setups() {
        let play = walk(setup, 5, |_, _| ());
        let bytes = record_of(&play);
        let record = read_well(&bytes);
        let again = replay(&setup.game, &record)
            .unwrap_or_else(|difference| panic!("{}: {difference}", setup.words()));
        assert!(again.state() == play.state(), "{}: another state", setup.words());
        assert_eq!(again.outcome(), play.outcome());
        let verified = verify(&setup.game, &record).expect("what replays is right");
        assert!(verified.complete && verified.lines == record.lines.len());
        assert_eq!(record_of(&again), bytes, "{}: another record", setup.words());
    }
}

#[test]
fn a_record_that_was_cut_replays_to_where_it_was_cut() {
    for name in folder::all() {
        let setup = &setups_of(&name)[0];
        let mut stops = Vec::new();
        let play = walk(setup, 6, |play, _| stops.push((play.log().len(), play.state().clone())));
        let bytes = record_of(&play);
        for (_, state) in stops.iter().step_by(stops.len() / 5 + 1) {
            let prefix = prefix_of(setup, 6, state);
            assert!(bytes.starts_with(&prefix), "records are only ever added to");
            let cut = replay(&setup.game, &read_well(&prefix)).expect("a part of a good record");
            assert!(cut.state() == state, "{}: another state", setup.words());
        }
    }
}

/// The record as it stood when the game stood like this.
fn prefix_of(setup: &Setup, seed: u64, at: &State) -> Vec<u8> {
    let mut prefix = None;
    walk(setup, seed, |play, _| {
        if prefix.is_none() && play.state() == at {
            prefix = Some(record_of(play));
        }
    });
    prefix.expect("a state of this game")
}

#[test]
fn the_same_seed_gives_the_same_record() {
    for setup in setups() {
        let play = |seed| walk(setup, seed, |_, _| ());
        let one = play(1);
        assert_eq!(record_of(&one), record_of(&play(1)), "{}", setup.words());
        let differs = || (2..12).any(|seed| play(seed).log() != one.log());
        assert!(
            !setup.name.starts_with("games/") || differs(),
            "{}: the seed makes no difference",
            setup.words()
        );
    }
}

#[test]
fn a_damaged_record_is_read_or_refused() {
    let mut generator = Generator::new(4);
    let (mut good, mut bad, mut differing) = (0, 0, 0);
    for name in folder::names() {
        let setup = &setups_of(&format!("games/{name}"))[0];
        let bytes = record_of(&walk(setup, 3, |_, _| ()));
        for round in 0..150 {
            let damaged = damage(&bytes, &mut generator);
            match read(&damaged) {
                Ok(record) => {
                    good += 1;
                    assert!(record.bytes <= damaged.len());
                    // Playing again is slow: now and then is enough to see that nothing panics.
                    differing +=
                        usize::from(round % 3 == 0 && verify(&setup.game, &record).is_err());
                }
                Err(error) => {
                    bad += 1;
                    assert!(error.line >= 1 && !error.message.is_empty());
                }
            }
        }
    }
    assert!(
        good > 0 && bad > 0 && differing > 0,
        "{good} read, {bad} refused, {differing} differing"
    );
}

/// A few bytes changed, left out, doubled, or the end cut off. Digits and letters of the record
/// itself come in more often, since other bytes are seldom more than bad JSON.
fn damage(bytes: &[u8], generator: &mut Generator) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..=generator.below(3) {
        let below = |generator: &mut Generator, n: usize| generator.below(n as u32) as usize;
        let at = below(generator, damaged.len());
        let other = bytes[below(generator, bytes.len())];
        match generator.below(7) {
            0 => damaged[at] = generator.bits() as u8,
            1 => damaged[at] = other,
            2 => damaged[at] ^= 1 << generator.below(3),
            3 => drop(damaged.remove(at)),
            4 => damaged.insert(at, other),
            5 => damaged.truncate(at.max(1)),
            _ => lines_swapped(&mut damaged, generator),
        }
    }
    damaged
}

fn lines_swapped(bytes: &mut Vec<u8>, generator: &mut Generator) {
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (generator.below(lines.len() as u32), generator.below(lines.len() as u32));
    lines.swap(a as usize, b as usize);
    *bytes = lines.concat();
}

// -------------------------------------------------------------------------------------------------
// states

/// Whether this stop takes the place of those before it, so that in the end one of the game has
/// been chosen, each as likely. (Some of the small games that prove the language never stop.)
fn is_chosen(play: &Play, generator: &Generator) -> bool {
    generator.clone().below(play.choices() as u32 + 1) == 0 && !play.pending().is_empty()
}

#[test]
fn a_state_that_was_saved_goes_on_as_if_it_had_not_been() {
    for setup in setups() {
        let mut saved: Option<(Play, Generator)> = None;
        let straight = walk(setup, 8, |play, generator| {
            if is_chosen(play, generator) {
                let text = serde_json::to_string(play.state()).expect("a state as JSON");
                let state: State = serde_json::from_str(&text).expect("a state from JSON");
                assert!(&state == play.state(), "{}: JSON changes the state", setup.words());
                saved = Some((Play::from_state(&setup.game, state), generator.clone()));
            }
        });
        let Some((mut resumed, mut generator)) = saved else { continue };
        while folder::step(&mut resumed, &mut generator) {}
        assert!(resumed.state() == straight.state(), "{}: another end", setup.words());
        assert_eq!(resumed.outcome(), straight.outcome());
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    for setup in setups() {
        let mut copied = None;
        let straight = walk(setup, 9, |play, generator| {
            if is_chosen(play, generator) {
                copied = Some((play.clone(), play.quiet(), generator.clone()));
            }
        });
        let Some((copy, quiet, generator)) = copied else { continue };
        for mut other in [copy, quiet] {
            let mut generator = generator.clone();
            while folder::step(&mut other, &mut generator) {}
            assert!(other.state() == straight.state(), "{}: another end", setup.words());
            assert_eq!(other.decisions(), straight.decisions());
        }
    }
}

// -------------------------------------------------------------------------------------------------
// options

#[test]
fn every_offered_option_is_accepted() {
    for setup in setups() {
        let (mut tried, mut stops) = (0, 0);
        walk(setup, 10, |play, generator| {
            let pending = play.pending();
            // The first stops, then one of eight: with all options of each.
            if pending.is_empty() || play.choices() > 3 && generator.clone().below(8) > 0 {
                return;
            }
            stops += 1;
            for seat in pending {
                tried += try_all(setup, play, seat);
            }
        });
        assert!(tried >= stops, "{}: {tried} options tried at {stops} stops", setup.words());
    }
}

fn try_all(setup: &Setup, play: &Play, seat: Seat) -> usize {
    let labels = play.options(seat);
    assert_eq!(labels.len(), play.option_count(seat));
    let different: std::collections::HashSet<&String> = labels.iter().collect();
    assert_eq!(
        different.len(),
        labels.len(),
        "{}: labels that are the same: {labels:?}",
        setup.words()
    );
    for (option, label) in labels.iter().enumerate().take(60) {
        let mut copy = play.quiet();
        if let Err(refused) = copy.apply(seat, option) {
            panic!(
                "{}: {label} was offered, but {refused} ({:?})",
                setup.words(),
                copy.fault_words()
            );
        }
        assert!(copy.choices() == play.choices() + 1);
    }
    assert!(
        play.quiet().apply(seat, labels.len()).is_err(),
        "{}: an option too many",
        setup.words()
    );
    labels.len()
}

// -------------------------------------------------------------------------------------------------
// hidden cards

#[test]
fn what_a_seat_sees_does_not_depend_on_what_it_cannot_see() {
    for setup in setups() {
        let (mut others, mut hides) = (0, false);
        for seed in 20..30 {
            walk(setup, seed, |play, generator| {
                if play.choices() > 6 && generator.clone().below(6) > 0 {
                    return;
                }
                for seat in Seat::all(setup.game.program().seats) {
                    let mut chance =
                        Generator::stream(seed, 1000 * play.choices() + u64::from(seat.number()));
                    others += usize::from(imagined_alike(setup, play, seat, &mut chance));
                    hides |= hides_two_cards(setup, play, seat);
                }
            });
            // One game will do every day, and two in all, but for short ones: in those, worlds may
            // be the true one by chance.
            if seed > thorough::of([19, 20]) && (others > 0 || !hides) {
                break;
            }
        }
        // Where a seat does not see everything, worlds differ now and then: else this test tests
        // nothing.
        assert!(!hides || others > 0, "{}: all worlds are the true one", setup.words());
    }
}

/// Whether two cards in different places could be exchanged for all that the seat knows.
fn hides_two_cards(setup: &Setup, play: &Play, seat: Seat) -> bool {
    let (m, state) = (&setup.game.program().memory, play.state());
    let places = |card: Card| {
        state.slot_of(card).filter(|_| !state.knows(m, seat, card)).map(|slot| (card, slot))
    };
    let hidden: Vec<(Card, Slot)> = (0..m.cards).map(Card::new).filter_map(places).collect();
    let may = |card: Card, slot: Slot| state.has(m.may(seat, slot), card);
    let exchange = |(a, at_a): (Card, Slot), (b, at_b): (Card, Slot)| {
        at_a != at_b && may(a, at_b) && may(b, at_a)
    };
    hidden.iter().any(|&a| hidden.iter().any(|&b| exchange(a, b)))
}

/// Whether the imagined world has hidden cards elsewhere.
fn imagined_alike(setup: &Setup, play: &Play, seat: Seat, generator: &mut Generator) -> bool {
    let world = play.determinize(seat, generator);
    let at =
        || format!("{}, seat {}, after {} choices", setup.words(), seat.shown(), play.choices());
    assert_eq!(world.observe(seat), play.observe(seat), "{}", at());
    assert_eq!(told_apart(&world, seat), told_apart(play, seat), "{}", at());
    assert_eq!(world.scores_known_to(seat), play.scores_known_to(seat), "{}", at());
    check_conserved(setup, &world);
    let differs = cards_where_they_may_lie(setup, play, &world, seat);
    if generator.below(20) == 0 {
        play_to_its_end(setup, world, generator);
    }
    differs
}

/// The options of a seat, in their order but for that of cards of one set of which the seat does
/// not see all: in what order those lie is nobody's business, and known ones lie among them.
fn told_apart(play: &Play, seat: Seat) -> Vec<String> {
    let program = play.game().program();
    let is_unordered = |place: &str| {
        let instances = program.instances.ids();
        let mut named = instances.filter(|&instance| program.instance_name(instance) == place);
        named.any(|instance| {
            let zone = program.instances[instance].zone;
            program.zones[zone].is_unordered()
        })
    };
    // What an option is but for which card of such a set it takes.
    let place_of = |offer: &Offer| {
        let values = offer.values.iter().map(|named| match &named.value {
            OfferValue::Card { place, .. } if is_unordered(place) => {
                OfferValue::Card { card: None, place: place.clone(), height: None }
            }
            other => other.clone(),
        });
        (offer.action.clone(), values.collect::<Vec<_>>())
    };
    let offers: Vec<_> = play.offers(seat).iter().map(place_of).zip(play.options(seat)).collect();
    let blocks = offers.chunk_by(|(one, _), (next, _)| one == next);
    let labels = blocks.flat_map(|block| {
        let mut labels: Vec<String> = block.iter().map(|(_, label)| label.clone()).collect();
        if labels.iter().any(|label| label.contains('#')) {
            labels.sort();
        }
        labels
    });
    labels.collect()
}

/// What is imagined is a game like any other.
fn play_to_its_end(setup: &Setup, mut world: Play, generator: &mut Generator) {
    let mut steps = 0;
    while folder::step(&mut world, generator) {
        steps += 1;
        assert!(steps < MOST_STEPS, "{}: an imagined game goes on and on", setup.words());
    }
    assert!(
        world.outcome().is_some(),
        "{}: an imagined game fails: {:?}",
        setup.words(),
        world.fault_words()
    );
}

/// Against what the state itself holds of the seat's knowledge.
fn cards_where_they_may_lie(setup: &Setup, play: &Play, world: &Play, seat: Seat) -> bool {
    let program = setup.game.program();
    let (m, truth, imagined) = (&program.memory, play.state(), world.state());
    let mut differs = false;
    for card in (0..m.cards).map(Card::new) {
        let (here, there) = (truth.slot_of(card), imagined.slot_of(card));
        let Some(there) = there else { continue };
        if truth.knows(m, seat, card) {
            assert_eq!(here, Some(there), "{}: a known card lies elsewhere", setup.words());
        } else {
            let may = truth.set(m.may(seat, there));
            assert!(
                may.contains(card),
                "{}: {} cannot lie there",
                setup.words(),
                program.cards[card.index()].name
            );
            let really = truth.set(m.may(seat, here.expect("a place")));
            assert!(really.contains(card), "{}: the truth is not thought possible", setup.words());
        }
        differs |= here != Some(there);
    }
    differs
}

// -------------------------------------------------------------------------------------------------
// conservation

#[test]
fn cards_are_neither_lost_nor_doubled() {
    for setup in setups() {
        for seed in 30..32 {
            walk(setup, seed, |play, _| check_conserved(setup, play));
        }
    }
}

/// Every card of the game lies in exactly one slot, and all ways to ask where give the same answer.
fn check_conserved(setup: &Setup, play: &Play) {
    check_table(setup, play.state());
}

fn check_table(setup: &Setup, state: &State) {
    let program: &Program = setup.game.program();
    let m = &program.memory;
    let mut seen = Bits::EMPTY;
    for instance in program.instances.ids() {
        for slot in state.slots_of(program, instance) {
            assert_eq!(state.instance_of(program, slot), Some(instance));
            let stack: Vec<Card> = state.stack(slot).collect();
            assert_eq!(stack.len(), state.count_in(slot));
            assert_eq!(stack.iter().copied().collect::<Bits>(), state.cards_in(slot));
            assert_eq!(
                (stack.first(), stack.last()),
                (state.bottom(slot).as_ref(), state.top(slot).as_ref())
            );
            for card in stack {
                assert_eq!(state.slot_of(card), Some(slot));
                assert!(!seen.contains(card), "{}: a card in two places", setup.words());
                seen.insert(card);
            }
        }
    }
    assert_eq!(seen, state.set(m.in_game), "{}: cards are missing", setup.words());
    assert_eq!(
        seen.len(),
        program.start_cards.iter().map(|start| start.cards.len()).sum::<usize>()
    );
}

/// A game that is one effect, which draws a card and then goes on so.
fn drawing_down(steps: &str) -> Game {
    let layout = format!(
        "
seats: 1
decks: {{ pack: {{ standard: 32 }} }}
zones: {{ deck: {{ holds: pack, shape: pile, seen_by: nobody }}, heap: {{ shape: pile, seen_by: all }} }}
rules: |
  phase game {{ do down }}
  effect down {{ draw 1 from deck to heap; {steps} }}
  effect more {{ draw 1 from deck to heap }}
  score = count heap
"
    );
    let files = [("down.yaml", layout.as_str())];
    Game::from_strings(&files, &Settings::default()).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_stack_is_as_deep_as_it_can_grow() {
    let known = drawing_down("do more; do more");
    let program = known.program();
    assert_eq!(program.deepest_stack(), Some(program.memory.depth));
    let frames: usize =
        program.units.iter().map(|unit| FRAME_HEADER + usize::from(unit.words)).sum();
    assert_eq!(program.memory.depth, frames, "each unit runs within the one before");
    let unknown = drawing_down("if deck is not empty { do down }");
    assert_eq!(unknown.program().deepest_stack(), None);
    for (game, heap) in [(known, 3), (unknown, 32)] {
        let play = Play::new(&game, 1);
        assert_eq!(play.outcome().map(|outcome| outcome.scores), Some(vec![heap]));
    }
}

// -------------------------------------------------------------------------------------------------
// simulations

#[test]
fn a_simulation_does_not_depend_on_its_threads() {
    let games = thorough::of([60, 200]);
    for name in folder::all() {
        let game = folder::load_from_root(&name, &Settings::default());
        let [one, two, five] = [1, 2, 5].map(|jobs| simulate(&game, games, 3, &[&Random], jobs));
        assert_eq!((&one, &one), (&two, &five), "{name}");
        assert_eq!(
            (one.games, one.faults, one.timeouts, one.stuck),
            (games, 0, 0, 0),
            "{name}: {:?}",
            one.failure
        );
        // Some of the small games that prove the language leave nothing to chance or choice.
        let differs = one != simulate(&game, games, 4, &[&Random], 2);
        assert!(differs || !name.starts_with("games/"), "{name}: the seed makes no difference");
    }
}

#[test]
fn parts_of_a_simulation_add_up() {
    let game = folder::load("alkekan", &Settings::default());
    let whole = Simulation {
        game: &game,
        first: 0,
        games: 300,
        seed: 3,
        seats: &[],
        jobs: 2,
        watcher: None,
    };
    let parts = [(0, 100), (100, 1), (101, 199)]
        .map(|(first, games)| Simulation { first, games, ..whole }.run());
    let [a, b, c] = parts;
    assert_eq!(whole.run(), c.merged(a).merged(b));
}

// -------------------------------------------------------------------------------------------------
// many games

/// Games that are played at random with each setting.
const MANY: u64 = 2_000;

/// What must be so when a game of this name is over.
fn ends_well(name: &str, setup: &Setup, state: &State) -> bool {
    let program = setup.game.program();
    let lying = |zone: &str| -> usize {
        let instances = program.instances.ids().filter(|&i| {
            let info = &program.instances[InstanceId::new(i.index())];
            program.zones[info.zone].name == zone
        });
        instances.flat_map(|i| state.slots_of(program, i)).map(|slot| state.count_in(slot)).sum()
    };
    match name {
        "six_lots" => lying("lot_pile") == 4 && lying("draw_pile") == 0 && lying("hand") == 0,
        "douhar" => lying("board") == 16 && lying("hand") == 0 && lying("picks") == 0,
        "card_o_tresor" => {
            let (found, met) = (lying("done"), lying("obstacles_met"));
            let lost = lying("hand") == 0 || met == 8;
            lying("board") == 28 && lying("hand") + lying("discard") == 8 && (found == 10) != lost
        }
        _ => true,
    }
}

/// The settings without those that come to the same as the first.
fn different(name: &str) -> Vec<Setup> {
    let mut found: Vec<Setup> = Vec::new();
    for setup in setups_of(name) {
        let values = |setup: &Setup| format!("{:?}", setup.game.program().options);
        let same = |other: &Setup| {
            other.settings.seats == setup.settings.seats && values(other) == values(&setup)
        };
        if !found.iter().any(same) {
            found.push(setup);
        }
    }
    found
}

fn two_thousand_games(name: &str) {
    for setup in different(&format!("games/{name}")) {
        let mut runtime = setup.game.runtime();
        for seed in 0..MANY {
            runtime.answer_with(Some(Dice::for_all(Generator::new(!seed), u64::MAX)));
            let (mut state, stop) = runtime.start(Generator::new(seed), &mut Silent);
            assert_eq!(stop, Ok(Stop::Over), "{}: seed {seed}", setup.words());
            check_table(&setup, &state);
            assert!(
                ends_well(name, &setup, &state),
                "{}: seed {seed} ends otherwise",
                setup.words()
            );
            let outcome = runtime.outcome(&mut state).expect("a score");
            assert!(outcome.is_some(), "{}: seed {seed} has no outcome", setup.words());
        }
    }
}

#[test]
fn two_thousand_games_of_six_lots() {
    two_thousand_games("six_lots");
}

#[test]
fn two_thousand_games_of_douhar() {
    two_thousand_games("douhar");
}

#[test]
fn two_thousand_games_of_card_o_tresor() {
    two_thousand_games("card_o_tresor");
}

/// What is shown and then lies face down stays known: everybody may keep count.
#[test]
fn what_was_played_to_a_lot_is_known_to_both() {
    for setup in setups_of("games/six_lots") {
        let mut seen = 0;
        walk(&setup, 70, |play, _| {
            let (program, state) = (setup.game.program(), play.state());
            for instance in program
                .instances
                .ids()
                .filter(|&i| program.instance_name(i).starts_with("support."))
            {
                for card in state.slots_of(program, instance).flat_map(|slot| state.stack(slot)) {
                    assert!(
                        Seat::all(2).all(|seat| state.knows(&program.memory, seat, card)),
                        "{}",
                        setup.words()
                    );
                    seen += 1;
                }
            }
        });
        assert!(seen > 100);
    }
}
