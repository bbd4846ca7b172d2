//! What is seen of every game from every seat: the description as data, and the lines that text
//! mode draws of it.

use crate::common;
use crate::common::folder;
use cardrun::cli::Screen;
use cardrun::game::{Eyes, Game, Play, Settings};
use cardrun::value::{Card, Seat};
use cardrun::view::{Glance, Language, Lexicon, Looking, Narration, News, Past, Role, Told, View};
use cardrun::vm::Generator;
use serde_json::{Map, Value, json};

/// Choices after which a game is looked at.
const CHOICES: u64 = 14;

/// The seed of the games, and of who plays them.
const SEED: u64 = 11;

/// The games, the classics and the variants, from the root of the repository.
fn games() -> Vec<String> {
    let all = folder::all().into_iter();
    all.filter(|name| name.starts_with("games/")).collect()
}

fn load(name: &str) -> Game {
    folder::load_from_root(name, &Settings::default())
}

/// What a seat sees, and what it has seen before.
fn look(play: &Play, seat: Seat, past: &Past, language: Language) -> View {
    let lexicon = Lexicon::new(language);
    let (eyes, narration) = (Eyes::Seat(seat), Narration::Live);
    View::of(&Looking { play, lexicon: &lexicon, eyes, past, narration })
}

/// Plays at random until a seat is asked after so many choices, and shows it where it is asked on
/// the way; false where the game is over before.
fn until_asked(play: &mut Play, seat: Seat, mut asked: impl FnMut(&Play)) -> bool {
    let mut generator = Generator::new(SEED);
    loop {
        if play.pending().contains(&seat) {
            if play.choices() >= CHOICES {
                return true;
            }
            asked(play);
        }
        if !folder::step(play, &mut generator) {
            return false;
        }
    }
}

/// What has been put together so far with what is new.
fn put_together(known: &mut Map<String, Value>, news: &News) {
    let object = |value: Value| match value {
        Value::Object(parts) => parts,
        other => panic!("parts: {other}"),
    };
    known.extend(news.frame.iter().flat_map(|frame| object(json!(frame))));
    known.extend(object(json!(news.now)));
    let mut laid = object(json!(news.laid));
    let lying = laid.remove("lying");
    for what in lying.iter().flat_map(|lying| lying.as_array().expect("a list")) {
        let places = known["places"].as_array_mut().expect("a list");
        let place = places.iter_mut().find(|known| known["id"] == what["id"]).expect("it");
        place.as_object_mut().expect("an object").extend(object(what.clone()));
    }
    for (part, new) in laid {
        match (known.get_mut(&part), &new) {
            (Some(Value::Object(all)), Value::Object(new)) => all.extend(new.clone()),
            _ => drop(known.insert(part, new)),
        }
    }
}

/// The description with one line for each thing, so that snapshots can be read and compared.
fn lines(value: &Value) -> String {
    let Value::Object(view) = value else { panic!("an object") };
    let mut text = String::new();
    for (key, value) in view {
        match value {
            Value::Array(items) if !items.is_empty() => {
                text += &format!("{key}:\n");
                items.iter().for_each(|item| text += &format!("  {item}\n"));
            }
            Value::Object(items) if key == "cards" || key == "menu" => {
                text += &format!("{key}:\n");
                items.iter().for_each(|(key, item)| text += &entry(key, item));
            }
            other => text += &format!("{key}: {other}\n"),
        }
    }
    text
}

fn entry(key: &str, value: &Value) -> String {
    match value {
        Value::Array(items) if key == "options" || key == "items" => {
            let items: String = items.iter().map(|item| format!("    {item}\n")).collect();
            format!("  {key}:\n{items}")
        }
        other => format!("  {key}: {other}\n"),
    }
}

fn snapshot(name: &str, text: &str) {
    common::snapshot(name, text);
}

/// `alkekan`, of `games/alkekan`.
fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

#[test]
fn every_game_from_every_seat_as_data() {
    for name in games() {
        let game = load(&name);
        for seat in Seat::all(game.program().seats) {
            let mut play = Play::new(&game, SEED);
            let mut past = Past::default();
            // The odd seats speak French.
            let language = if seat.index() % 2 == 0 { Language::En } else { Language::Fr };
            until_asked(&mut play, seat, |play| past = look(play, seat, &past, language).past);
            let view = serde_json::to_value(look(&play, seat, &past, language));
            let text = lines(&view.expect("plain data"));
            snapshot(&format!("view_{}_{}", short(&name), seat.shown()), &text);
        }
    }
}

/// The eyes of each seat, and of whoever looks on.
fn all_eyes(game: &Game) -> impl Iterator<Item = Eyes> + use<> {
    let seats = game.program().seats;
    Seat::all(seats).map(Eyes::Seat).chain([Eyes::of_onlooker(seats)])
}

/// Whoever is told what is new each time sees the same as whoever is told all of it: the whole
/// view is compared after each choice, of all seats and of whoever looks on, who look at the same
/// time.
#[test]
fn what_is_new_makes_the_whole_view() {
    for name in games() {
        let game = load(&name);
        let eyes = all_eyes(&game);
        let mut looks: Vec<_> = eyes.map(|eyes| (eyes, Map::new(), Past::default())).collect();
        let (mut play, mut generator) = (Play::new(&game, SEED), Generator::new(SEED));
        for _ in 0..3 * CHOICES {
            let (lexicon, glance) = (Lexicon::shared(Language::En), Glance::default());
            for (eyes, known, past) in &mut looks {
                let (eyes, narration) = (*eyes, Narration::Live);
                let looking = Looking { play: &play, lexicon, eyes, past, narration };
                let (news, whole) = (News::of(&looking, past, &glance), View::of(&looking));
                put_together(known, &news);
                assert_eq!(news.story, whole.story, "{name}");
                let Value::Object(whole) = json!(whole) else { panic!("{name}") };
                for (part, whole) in &whole {
                    match (part.as_str(), whole) {
                        // Faces that have been seen stay known.
                        ("cards", Value::Object(cards)) => {
                            let known = |(card, face)| known["cards"].get(card) == Some(face);
                            assert!(cards.iter().all(known), "{name}: {cards:?}");
                        }
                        ("story", _) => {}
                        (_, whole) => assert_eq!(known.get(part), Some(whole), "{name}: {part}"),
                    }
                }
                *past = news.past;
            }
            if !folder::step(&mut play, &mut generator) {
                break;
            }
        }
    }
}

/// A game that rests between choices is made again to the very same, and whoever looks recalls what
/// they were shown: all of it, but where copies of a card are told apart by how they came there.
#[test]
fn games_at_rest_are_made_again() {
    for name in games() {
        let game = load(&name);
        let mut looks: Vec<_> = all_eyes(&game).map(|eyes| (eyes, Past::default())).collect();
        let (mut play, mut generator) = (Play::new_asking_all(&game, SEED), Generator::new(SEED));
        let mut have_faded = 0;
        for _ in 0..CHOICES {
            let (lexicon, glance) = (Lexicon::shared(Language::En), Glance::default());
            let narration = Narration::Live;
            for (eyes, past) in &mut looks {
                let looking = Looking { play: &play, lexicon, eyes: *eyes, past, narration };
                *past = News::of(&looking, past, &glance).past;
            }
            let again = play.resting().wakes();
            assert_eq!(again.log(), play.log(), "{name}");
            assert!(again.state() == play.state(), "{name}");
            assert_eq!(again.pending(), play.pending(), "{name}");
            for (eyes, past) in &looks {
                let looking = Looking { play: &play, lexicon, eyes: *eyes, past, narration };
                let faded = looking.faded(&glance);
                have_faded += usize::from(faded != *past);
                let looking = Looking { play: &again, past: &faded, ..looking };
                assert_eq!(looking.recalled(&Glance::default()), *past, "{name}");
            }
            play = again;
            if !folder::step(&mut play, &mut generator) {
                break;
            }
        }
        assert!(have_faded > 0, "{name}");
    }
}

#[test]
fn every_game_from_every_seat_in_lines_of_80_columns() {
    for name in games() {
        let game = load(&name);
        for seat in Seat::all(game.program().seats) {
            screen(&name, &game, seat, 80);
        }
    }
}

#[test]
fn boards_in_lines_of_other_lengths() {
    for name in ["games/douhar", "games/card_o_tresor"] {
        screen(name, &load(name), Seat::new(0), 120);
        screen(name, &load(name), Seat::new(0), 160);
    }
}

fn screen(name: &str, game: &Game, seat: Seat, columns: usize) {
    let mut play = Play::new(game, SEED);
    let mut screen = Screen::wide(seat, columns);
    let asked = until_asked(&mut play, seat, |play| drop(screen.asked(play)));
    let text = if asked { screen.asked(&play) } else { String::new() };
    snapshot(&format!("screen_{}_{}_{columns}", short(name), seat.shown()), &text);
}

/// What all players know, for whoever looks on: no hand of a seat, and nothing to choose.
#[test]
fn who_looks_on_sees_what_all_know() {
    for name in games() {
        let game = load(&name);
        let lexicon = Lexicon::new(Language::En);
        let mut play = Play::new(&game, SEED);
        until_asked(&mut play, Seat::new(0), |_| {});
        let eyes = Eyes::of_onlooker(game.program().seats);
        let (past, narration) = (&Past::default(), Narration::Live);
        let view = View::of(&Looking { play: &play, lexicon: &lexicon, eyes, past, narration });
        assert!(view.menu.is_none() && view.seat.is_none(), "{name}");
        let known = |seat| {
            let seen = play.observe(seat);
            let cards = seen.zones.into_iter().flat_map(|zone| zone.slots).flat_map(|s| s.cards);
            cards.filter_map(|card| card.known.id()).collect::<Vec<_>>()
        };
        let seats: Vec<Vec<Card>> = Seat::all(game.program().seats).map(known).collect();
        let shown = view.places.iter().flat_map(|place| &place.stacks).flat_map(|s| &s.cards);
        for card in shown.filter_map(|seen| seen.card) {
            assert!(seats.iter().all(|known| known.contains(&card)), "{name}: {card:?}");
        }
    }
}

const TRICK: &str = r#"
title: Trick
seats: 3
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  held: { per: player, shape: one, seen_by: owner }
  laid: { per: player, shape: one, seen_by: all }
rules: |
  phase game = deal, turns from seat(2): turn until number of turn = 4
  phase turn = one of lay | give_out
  phase deal { shuffle deck; each player { draw 3 from deck to hand; draw 1 from deck to held } }
  action lay(card from hand where no laid) { move card to laid }
  action give_out { each player { if no laid { draw 1 from deck to laid } } }
  score = 0
"#;

/// What all lay alone before them is one trick, in the order of the choices; what one choice brings
/// to several has no order but that of the seats. What is held is no trick.
#[test]
fn a_trick_is_in_the_order_in_which_it_was_laid() {
    let game = Game::from_strings(&[("trick.yaml", TRICK)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let tricks = |play: &Play, zone: &str| {
        let view = look(play, Seat::new(0), &Past::default(), Language::En);
        let places = view.places.iter().filter(|place| place.zone == zone);
        places.map(|place| place.trick).collect::<Vec<_>>()
    };
    let mut play = Play::new(&game, 3);
    assert_eq!(tricks(&play, "laid"), [Some(0); 3]);
    assert_eq!(tricks(&play, "held"), [None; 3]);
    let act = |play: &mut Play, seat: Seat, action: &str| {
        let option = play.options(seat).iter().position(|label| label.starts_with(action));
        play.apply(seat, option.expect("an option")).expect("what is offered is accepted");
    };
    act(&mut play, Seat::new(1), "lay");
    assert_eq!(tricks(&play, "laid"), [Some(0), Some(1), Some(0)]);
    act(&mut play, Seat::new(2), "give_out");
    assert_eq!(tricks(&play, "laid"), [Some(2), Some(1), Some(3)]);
}

/// What is chosen step by step is told as one, when the last step has been taken, however often
/// somebody looks in between.
#[test]
fn an_own_choice_is_told_once_it_is_made() {
    let mut play = Play::new(&load("games/classics/hearts"), SEED);
    let mut past = Past::default();
    let mut told: Vec<(usize, String)> = Vec::new();
    let mut looks = |play: &Play, steps: usize| {
        let view = look(play, Seat::new(0), &past, Language::En);
        told.extend(view.story.iter().filter_map(|told| match told {
            Told::Sentence(sentence) => Some((steps, sentence.text())),
            Told::Stood(_) => None,
        }));
        past = view.past;
    };
    let mut generator = Generator::new(SEED);
    let mut steps = 0;
    while play.choices() < 20 {
        looks(&play, steps);
        match play.pending().contains(&Seat::new(0)) {
            true => {
                play.apply(Seat::new(0), 0).expect("what is offered is accepted");
                steps += 1;
            }
            false => assert!(folder::step(&mut play, &mut generator), "the game goes on"),
        }
    }
    looks(&play, steps);
    let passes = told.iter().filter(|(_, sentence)| sentence.starts_with("You: pass "));
    let passes: Vec<_> = passes.collect();
    let [(3, sentence)] = passes[..] else { panic!("{passes:?}") };
    assert_eq!(sentence.matches(['♠', '♥', '♦', '♣']).count(), 3, "{sentence}");
}

/// Of a choice of several steps others are told once, too, and with what they may know of it; who
/// looks again, with all that was chosen. One's own is told in one way, whatever it is.
#[test]
fn a_choice_of_several_steps_is_told_to_others_as_one() {
    let mut play = Play::new(&load("games/douhar"), SEED);
    let mut generator = Generator::new(SEED);
    let (mut pasts, mut told) = ([Past::default(), Past::default()], [const { Vec::new() }; 2]);
    let mut looks = |play: &Play| {
        for seat in Seat::all(2) {
            let view = look(play, seat, &pasts[seat.index()], Language::En);
            let sentences = view.story.iter().filter_map(|told| match told {
                Told::Sentence(sentence) => Some(sentence.text()),
                Told::Stood(_) => None,
            });
            told[seat.index()].extend(sentences);
            pasts[seat.index()] = view.past;
        }
    };
    let lays = |play: &Play| play.pending().iter().any(|&s| play.options(s)[0].starts_with("lay"));
    while !lays(&play) {
        looks(&play);
        assert!(folder::step(&mut play, &mut generator), "the game goes on");
    }
    looks(&play);
    let count =
        |lines: &[String], begin: &str| lines.iter().filter(|line| line.starts_with(begin)).count();
    for (own, other) in [(0, 1), (1, 0)] {
        let others = format!("Player {}", other + 1);
        let taken = count(&told[other], "You: take ");
        assert!(taken > 0 && count(&told[own], &format!("{others} takes hidden cards (")) == taken);
        assert_eq!(count(&told[own], &format!("{others} takes")), taken);
        assert_eq!(count(&told[own], &format!("Player {} (you)", own + 1)), 0);
    }
    let (lexicon, past) = (Lexicon::new(Language::En), Past::default());
    let (eyes, narration) = (Eyes::All, Narration::Again);
    let looking = Looking { play: &play, lexicon: &lexicon, eyes, past: &past, narration };
    let again: Vec<String> =
        cardrun::view::story(&looking, play.log().len()).iter().map(|told| told.text()).collect();
    let shown = (0..=play.log().len()).flat_map(|entries| cardrun::view::story(&looking, entries));
    assert!(!shown.into_iter().any(|told| told.text().contains('…')));
    for seat in [1, 2] {
        let takes = format!("Player {seat} takes The ");
        assert_eq!(count(&again, &format!("Player {seat} takes")), count(&again, &takes));
        assert_eq!(count(&again, &format!("Player {seat}: ")), 0, "{again:?}");
    }
}

const TWINS: &str = r#"
seats: 2
decks: { twins: { cards: [ { name: twin, copies: 2 } ] } }
zones:
  deck: { holds: twins, shape: pile, seen_by: all }
  hand: { per: player, seen_by: owner }
rules: |
  phase game = deal, each player: turn
  phase turn = one of lay | rest
  phase deal { draw 1 from deck to hand of seat(1) }
  action lay(card from hand) { draw 1 from deck to hand }
  action rest { }
  score = 0
"#;

/// What becomes of another card of the same name is not what was chosen.
#[test]
fn a_choice_is_not_told_by_what_becomes_of_a_twin() {
    let game = Game::from_strings(&[("twins.yaml", TWINS)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut play = Play::new(&game, SEED);
    let past = look(&play, Seat::new(0), &Past::default(), Language::En).past;
    play.apply(Seat::new(0), 0).expect("what is offered is accepted");
    let view = look(&play, Seat::new(0), &past, Language::En);
    let told = view.story.iter().map(|told| match told {
        Told::Sentence(sentence) => sentence.text(),
        Told::Stood(_) => String::new(),
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["You: lay twin.", "You: twin, deck → hand.", "Player 2: rest."]);
}

/// The sentences that a seat is told after each of so many choices at random, each time those that
/// are new.
fn told_one_by_one(name: &str, seat: Seat, choices: u64) -> Vec<Vec<String>> {
    let mut play = Play::new_asking_all(&load(name), SEED);
    let (mut past, mut generator) = (Past::default(), Generator::new(SEED));
    let mut told = Vec::new();
    while play.choices() < choices && folder::step(&mut play, &mut generator) {
        let view = look(&play, seat, &past, Language::En);
        let sentence = |told: &Told| match told {
            Told::Sentence(sentence) => Some(sentence.text()),
            Told::Stood(_) => None,
        };
        told.push(view.story.iter().filter_map(sentence).collect());
        past = view.past;
    }
    told
}

/// Who chooses while others still do is told what was chosen at once, and what comes of it once all
/// have chosen: that says no more than is new.
#[test]
fn what_comes_of_an_own_choice_does_not_say_it_again() {
    let bids = told_one_by_one("games/classics/goofspiel", Seat::new(0), 20);
    let own = |told: &&String| {
        told.starts_with("You: bid ") || told.starts_with("You: ") && told.ends_with("hand → bids.")
    };
    assert_eq!(bids.concat().iter().filter(own).count(), 10, "{bids:?}");
    let cries = told_one_by_one("games/alkekan", Seat::new(0), 150).concat();
    let own: Vec<usize> = (0..cries.len()).filter(|&i| cries[i].starts_with("You: cry ")).collect();
    assert!(!own.is_empty(), "{cries:?}");
    assert!(own.windows(2).all(|two| two[1] > two[0] + 1), "{cries:?}");
}

const PILES: &str = r#"
title: Piles
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  blind: { shape: pile, seen_by: nobody }
  heap:  { seen_by: all }
rules: |
  phase game = deal, each player: go
  phase go = one of lay | show
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action lay(card from hand) { move card to blind }
  action show(card from hand) { move card to heap; shuffle deck }
  score = 0
"#;

fn handles(view: &View, record: &str) -> Vec<String> {
    let place = view.places.iter().find(|place| place.record == record).expect("a place");
    let cards = place.stacks.iter().flat_map(|stack| &stack.cards);
    cards.filter_map(|seen| seen.handle.as_ref()).map(ToString::to_string).collect()
}

/// A handle lives as long as its card cannot be taken for another one.
#[test]
fn handles_are_new_whenever_cards_could_be_taken_for_others() {
    let game = Game::from_strings(&[("piles.yaml", PILES)], &Settings::default())
        .expect("a game without errors");
    let mut play = Play::new(&game, 3);
    let seen = |play: &Play| look(play, Seat::new(1), &Past::default(), Language::En);
    let before = seen(&play);
    let hand = handles(&before, "hand.1");
    assert_eq!((hand.len(), handles(&before, "hand.2").len()), (3, 0));
    let lay = play
        .options(Seat::new(0))
        .iter()
        .position(|label| label.starts_with("lay"))
        .expect("an option");
    let show =
        play.options(Seat::new(0)).iter().position(|label| label.starts_with("show")).expect("one");
    let mut shown = play.clone();
    play.apply(Seat::new(0), lay).expect("an option that was offered");
    let laid = seen(&play);
    assert!(handles(&laid, "hand.1").iter().all(|handle| !hand.contains(handle)));
    assert_eq!(handles(&laid, "blind"), ["blind#1"]);
    assert_eq!(handles(&laid, "deck"), handles(&before, "deck"));
    shown.apply(Seat::new(0), show).expect("an option that was offered");
    let after = seen(&shown);
    // Which one went is seen: the others are as they were. Those of the deck have been shuffled.
    assert_eq!(handles(&after, "hand.1"), hand[..2]);
    assert!(handles(&after, "deck").iter().all(|h| !handles(&before, "deck").contains(h)));
}

const PASSES: &str = r#"
title: Passes
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: all }
texts:
  pass: { en: "pass" }
  pass lay: { en: "keep all", fr: "tout garder", told.en: "keeps all" }
  done show: { en: "that will do" }
rules: |
  phase game = deal, one_lays, two_lays, one_shows, one_rests
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  phase one_lays = may lay by seat(1)
  phase two_lays = may lay by seat(2)
  phase one_shows = any of show by seat(1)
  phase one_rests = may rest by seat(1)
  action lay(card from hand) { move card to heap }
  action show(card from hand) { move card to heap }
  action rest { shuffle deck }
  score = 0
"#;

/// A choice may have words of its own for its ways out.
#[test]
fn a_choice_has_its_own_words_for_passing() {
    let game = Game::from_strings(&[("passes.yaml", PASSES)], &Settings::default())
        .expect("a game without errors");
    assert!(game.problems().list.is_empty(), "{:?}", game.problems().list);
    let mut play = Play::new(&game, 3);
    let mut past = Past::told(play.log().len());
    let mut told = Vec::new();
    while let Some(&seat) = play.pending().first() {
        let view = look(&play, seat, &Past::told(play.log().len()), Language::En);
        let last = view.menu.expect("a menu").options.last().map(|option| option.text.text());
        told.push(format!("player {}: {}", seat.shown(), last.unwrap_or_default()));
        let way_out = play.options(seat).len() - 1;
        play.apply(seat, way_out).expect("an option that was offered");
        let after = look(&play, Seat::new(1), &past, Language::En);
        let sentence = |told: &Told| match told {
            Told::Sentence(sentence) => sentence.text(),
            Told::Stood(_) => String::new(),
        };
        told.extend(after.story.iter().map(sentence));
        past = after.past;
    }
    assert_eq!(
        told,
        [
            "player 1: keep all",
            "Player 1 keeps all.",
            "player 2: keep all",
            "You: keep all.",
            "player 1: that will do",
            "player 1: pass",
            "Player 1: pass.",
        ]
    );
}

/// Every card that is spoken of has its face in the view, and every place is one of the table.
#[test]
fn what_is_spoken_of_is_there() {
    for name in games() {
        let game = load(&name);
        for seat in Seat::all(game.program().seats) {
            let mut play = Play::new(&game, SEED);
            until_asked(&mut play, seat, |_| {});
            let view = look(&play, seat, &Past::default(), Language::Fr);
            let sentences = view.story.iter().filter_map(|told| match told {
                Told::Sentence(phrase) => Some(&**phrase),
                Told::Stood(_) => None,
            });
            let options = view.menu.iter().flat_map(|menu| &menu.options);
            let phrases = sentences.chain(options.map(|option| &option.text));
            for span in phrases.flat_map(|phrase| phrase.spans()) {
                match span.role {
                    Role::Card(card, _) => assert!(view.cards.contains_key(&card), "{span:?}"),
                    Role::Place(place, stack) => {
                        let place = view.places.iter().find(|known| known.id == place);
                        let stacks = place.expect("a place of the table").stacks.len();
                        let fixed = place.is_some_and(|place| place.form.board().is_some());
                        assert!(
                            !fixed || stack.is_none_or(|n| usize::from(n) < stacks),
                            "{span:?}"
                        );
                    }
                    Role::Player(seat) => assert!(seat.number() < game.program().seats),
                    Role::Team(team) => assert!(team.number() < game.program().teams),
                    Role::Plain | Role::Suit(_) | Role::Back | Role::Number => {}
                }
            }
        }
    }
}

const SQUIRES: &str = r#"
title: Squires
seats: 2
decks:
  court:
    cards: [{ name: Squire, copies: 6, power: 2 }]
    attributes: { power: 1..9 }
zones:
  pool:  { holds: court, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  field: { per: player, seen_by: all }
marks: { damage: { of: card, type: number, default: 0, seen_by: all } }
texts: { hit: { en: "hit {c}" }, use: { en: "use {c}" } }
rules: |
  phase game = deal, each player: go
  phase go = one of hit | use
  phase deal {
    each player { draw 1 from pool to field face up; each c in field { set damage of c to 1 } }
    each player { draw 1 from pool to field face up; draw 1 from pool to hand }
  }
  action hit(c from cards of field of all) { set damage of c to 3 }
  action use(c from hand) { move c to field face up }
  score = 0
"#;

/// Cards of one name are told apart by what differs, and are one option where nothing does.
#[test]
fn equal_cards_are_told_apart_by_what_differs() {
    let game = Game::from_strings(&[("squires.yaml", SQUIRES)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let view = look(&Play::new(&game, 3), Seat::new(0), &Past::default(), Language::En);
    let menu = view.menu.expect("a choice");
    let texts: Vec<String> = menu.options.iter().map(|option| option.text.text()).collect();
    assert_eq!(
        texts,
        [
            "hit Squire (field)",
            "hit Squire [damage 1] (field)",
            "hit Squire (field (player 2))",
            "hit Squire [damage 1] (field (player 2))",
            "use Squire",
        ]
    );
    assert!(menu.options.iter().all(|option| option.points.len() == 1 && option.same.is_empty()));
}

/// Names in letters that are wide, or go from right to left, leave boards what they are.
#[test]
fn names_of_any_letters_do_no_harm_to_boards() {
    const FIELD: &str = r#"
title: "龍と虎"
seats: 2
decks:
  beasts:
    cards: [{ name: a, copies: 3, en: "龍と虎" }, { name: b, copies: 3, en: "שלום" }]
    attributes: { en: text }
zones:
  pool:  { holds: beasts, shape: pile, seen_by: nobody }
  field: { shape: 2x3, capacity: 1, seen_by: all }
texts: { field: "שדה", lay: "🐉 {cell}" }
rules: |
  phase game = shuffle_pool, turns from seat(1): lay until pool is empty
  phase shuffle_pool { shuffle pool }
  action lay(cell from cells of field where it is empty) { draw 1 from pool to cell }
  score = 0
"#;
    let game = Game::from_strings(&[("field.yaml", FIELD)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut play = Play::new(&game, 3);
    for seat in Seat::all(2) {
        play.apply(seat, 0).expect("an option that was offered");
    }
    snapshot("screen_wide_letters", &Screen::wide(Seat::new(0), 80).asked(&play));
}
