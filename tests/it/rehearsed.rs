//! Records outlive changes of the files they were played by: a record belongs to what plays, and
//! its choices can be made again in rules that have changed.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use crate::common::folder;
use crate::common::place::Place;
use cardrun::game::{Game, Play, Settings, changes};
use cardrun::program::Part;
use cardrun::record::{self, About, End, Record, Writer, against};
use cardrun::vm::Generator;

pub const LAYOUT: &str = "title: Duel
seats: 2
options:
  cards_each: { type: number, min: 1, max: 5, default: 3, text: how many cards }
decks:
  pack: { standard: 52, only: \"rank in 2..9\" }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
variables: { points: { per: player, type: number, default: 0 } }
texts: { play: \"play {card}\" }
";
pub const RULES: &str = "phase game = deal, round until no hand of all
phase deal { shuffle deck; each player { draw cards_each from deck to hand } }
phase round = each player: play
action play(card from hand where rank > 1 why \"too low\") {
  move card to heap
  if roll 6 > 3 { add rank of card to points }
}
score = points
";

/// The condition of the rules, and another one that forbids what was allowed.
const MIGHT: &str = "rank > 1 why \"too low\"";
const MAY: &str = "rank < 6 why \"too high\" default hand";

pub fn game(layout: &str, rules: &str) -> Game {
    let files = [("duel.yaml", layout), ("duel.rules", rules)];
    Game::from_strings(&files, &Settings::default()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The game played to its end, or for so many choices.
fn played(game: &Game, seed: u64, most: usize) -> Play {
    let mut play = Play::new(game, seed);
    let mut chance = Generator::stream(seed, 1);
    for _ in 0..most {
        let Some(&seat) = play.pending().first() else { break };
        let option = chance.pick(play.options(seat).len());
        play.apply(seat, option).expect("an option");
    }
    play
}

fn recorded(play: &Play) -> Record {
    let seats = vec!["random".to_owned(); usize::from(play.game().program().seats)];
    let about = About { seats, ..About::default() };
    let mut writer = Writer::begin(Vec::new(), play, &about).expect("memory");
    writer.append(play).expect("memory");
    record::read(writer.sink()).expect("a record")
}

fn digest(layout: &str, rules: &str) -> String {
    game(layout, rules).program().rules_hash.clone()
}

#[test]
fn what_is_not_played_is_no_part_of_the_digest() {
    let digest_of = digest(LAYOUT, RULES);
    let layouts = [
        LAYOUT.replace("title: Duel", "title: { fr: Duel, en: The Duel } # of two"),
        LAYOUT.replace("text: how many cards", "text: cards in hand"),
        LAYOUT.replace("play {card}", "lay {card}"),
        LAYOUT.replace("default: 0 }", "default: 0, drawn: never, text: points won }"),
        LAYOUT.replace("seen_by: owner }", "seen_by: owner, sort: [suit, rank] }"),
    ];
    for layout in layouts {
        assert_ne!(layout, LAYOUT);
        assert_eq!(digest(&layout, RULES), digest_of, "{layout}");
    }
    let rules = [
        RULES.replace("too low", "not high enough"),
        RULES.replace("phase round", "\n// A round.\nphase  round"),
        RULES.replace("if roll 6 > 3 {", "if ((roll 6) > 3) {"),
        format!("{RULES}\nvalue = points\n"),
        format!("{RULES}\nprove there_are_cards: count cards > 3 why \"cards\"\n"),
    ];
    for rules in rules {
        assert_ne!(rules, RULES);
        assert_eq!(digest(LAYOUT, &rules), digest_of, "{rules}");
    }
    let files = [("other.yaml", LAYOUT), ("other.rules", RULES)];
    let renamed = Game::from_strings(&files, &Settings::default()).unwrap();
    assert_eq!(renamed.program().rules_hash, digest_of);
}

#[test]
fn what_is_played_is_part_of_the_digest() {
    let digest_of = digest(LAYOUT, RULES);
    let layouts = [
        LAYOUT.replace("rank in 2..9", "rank in 2..8"),
        LAYOUT.replace("default: 3", "default: 4"),
        LAYOUT.replace("heap: { shape: pile,", "heap: { shape: pile, capacity: 30,"),
        LAYOUT.replace("type: number, default: 0", "type: number, default: 1"),
        LAYOUT.replace("seen_by: owner", "seen_by: all"),
    ];
    for layout in layouts {
        assert_ne!(digest(&layout, RULES), digest_of, "{layout}");
    }
    let rules = [
        RULES.replace("rank > 1", "rank > 2"),
        RULES.replace("move card to heap", "move card to heap face up"),
        RULES.replace("roll 6 > 3", "roll 6 >= 3"),
        RULES.replace("score = points", "score = count heap"),
    ];
    for rules in rules {
        assert_ne!(digest(LAYOUT, &rules), digest_of, "{rules}");
    }
}

/// Compiling otherwise changes no digest: these were made by the version that introduced them.
#[test]
fn digests_stay_as_they_were() {
    let digests: String = folder::all()
        .iter()
        .map(|name| {
            let game = folder::load_from_root(name, &Settings::default());
            format!("{} {name}\n", game.program().rules_hash)
        })
        .collect();
    common::snapshot("digests_of_games", &digests);
}

#[test]
fn the_same_rules_take_the_same_course() {
    for name in folder::all() {
        let game = folder::load_from_root(&name, &Settings::default());
        for (seed, most) in [(1, 400), (2, 400), (3, 7)] {
            let play = played(&game, seed, most);
            let record = recorded(&play);
            let retold = against(&game, &record, None);
            assert_eq!(retold.end, End::Same, "{name}, seed {seed}");
            assert_eq!((retold.choices, retold.other_options), (retold.recorded, None), "{name}");
            assert_eq!(retold.play.log(), play.log(), "{name}, seed {seed}");
        }
    }
}

#[test]
fn a_choice_that_is_forbidden_now_has_its_rule() {
    let play = played(&game(LAYOUT, RULES), 3, 100);
    let choices = play.log().iter().filter(|entry| entry.chooser().is_some());
    let mut labels = choices.filter_map(|entry| play.label(entry));
    let first = labels.find_map(|label| label.strip_prefix("play ").map(str::to_owned));
    let rank = first.expect("a choice")[..1].to_owned();
    let rules = RULES.replace(MIGHT, &format!("rank is not {rank} why \"not this one\""));
    let changed = game(LAYOUT, &rules);
    let retold = against(&changed, &recorded(&play), None);
    let End::Refused(refused) = &retold.end else { panic!("{:?}", retold.end) };
    let why = refused.why.as_ref().expect("a reason");
    assert_eq!(why.words, "not this one");
    let span = why.span.expect("a rule");
    assert_eq!(changed.program().sources.text(span), format!("rank is not {rank}"));
    let options = retold.other_options.expect("fewer options");
    assert!(options.gained.is_empty() && options.lost.contains(&refused.value));
    assert!(retold.choices < retold.recorded && options.place.line <= refused.place.line);
    // The game stands where the choice was made.
    assert_eq!(retold.play.pending(), [refused.seat().expect("a seat")]);
}

#[test]
fn another_score_is_told_with_both() {
    let play = played(&game(LAYOUT, RULES), 3, 100);
    let changed = game(LAYOUT, &RULES.replace("score = points", "score = points + 1"));
    let End::OtherResult { was, is } = against(&changed, &recorded(&play), None).end else {
        panic!("the scores are others")
    };
    let more: Vec<i32> = was.scores.iter().map(|score| score + 1).collect();
    assert_eq!(is.scores, more);
}

/// Cards that come new into a pile leave the others in the order that they had; dice fall as they
/// did.
#[test]
fn chance_does_again_what_it_did() {
    let play = played(&game(LAYOUT, RULES), 5, 100);
    let record = recorded(&play);
    let more = LAYOUT.replace("rank in 2..9", "rank in 2..10");
    let retold = against(&game(&more, RULES), &record, Some(0));
    let order = |play: &Play| -> Vec<String> {
        let program = play.game().program();
        let shuffled = play.log().iter().find_map(|entry| match entry.event() {
            Some(cardrun::vm::Event::Shuffle { order, .. }) => Some(order.clone()),
            _ => None,
        });
        let cards = shuffled.expect("a shuffle");
        cards.iter().map(|&card| program.cards[card.index()].name.clone()).collect()
    };
    let (was, mut is) = (order(&play), order(&retold.play));
    assert!(is.iter().filter(|name| name.starts_with("10")).count() == 4 && is.len() == 36);
    is.retain(|name| !name.starts_with("10"));
    assert_eq!(is, was);
    // A rule that changes nothing that was chosen: all dice are those of the record.
    let other = game(LAYOUT, &RULES.replace("shuffle deck;", "shuffle deck; shuffle deck;"));
    let retold = against(&other, &record, None);
    let dice = |play: &Play| -> Vec<i32> {
        let thrown = play.log().iter().filter_map(|entry| match entry.event() {
            Some(cardrun::vm::Event::Random { result, .. }) => Some(*result),
            _ => None,
        });
        thrown.collect()
    };
    let thrown = dice(&retold.play);
    assert_eq!(thrown, dice(&play)[..thrown.len()]);
}

#[test]
fn a_game_taken_up_in_other_rules_has_a_record_that_follows_from_them() {
    let copies = |n: u8| {
        LAYOUT.replace("only: \"rank in 2..9\"", &format!("only: \"rank in 2..5\", copies: {n}"))
    };
    for (was, is) in [
        (LAYOUT.to_owned(), LAYOUT.replace("rank in 2..9", "rank in 2..10")),
        // Of cards of one name it says nothing which is which.
        (copies(2), copies(3)),
    ] {
        let play = played(&game(&was, RULES), 5, 3);
        let more = game(&is, RULES);
        let mut retold = against(&more, &recorded(&play), None);
        while let Some(&seat) = retold.play.pending().first() {
            retold.play.apply(seat, 0).expect("an option");
        }
        let seats = vec!["random".to_owned(); 2];
        let about = About { seats, recorded_chance: true, ..About::default() };
        let mut writer = Writer::begin(Vec::new(), &retold.play, &about).expect("memory");
        writer.append(&retold.play).expect("memory");
        let record = record::read(writer.sink()).expect("a record");
        let verified = record::verify(&more, &record).expect("what follows from the rules");
        assert!(verified.complete);
    }
}

// ---- the command

/// A folder with the duel in it.
pub fn duel() -> Place {
    let place = Place::new();
    place.file("duel.yaml", LAYOUT);
    place.file("duel.rules", RULES);
    place
}

/// A folder with the duel in it, and the record of a game.
fn place() -> Place {
    let place = duel();
    place.run("duel.yaml --seats random,random --seed 3 --record a.jsonl").ends(0);
    place
}

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("rehearsed_{name}"), text);
}

#[test]
fn a_comment_leaves_a_record_as_it_is() {
    let place = place();
    place.file("duel.rules", &format!("// The rules of the duel.\n{RULES}"));
    place.file("other.yaml", &LAYOUT.replace("title: Duel", "title: Another"));
    place.file("other.rules", RULES);
    place.run("replay a.jsonl --verify").ends(0);
    place.run("replay a.jsonl --verify --game other.yaml").ends(0);
    place.run("replay a.jsonl --against other.yaml --lang en").ends(0);
}

#[test]
fn replay_against_says_what_became_of_the_choices() {
    let place = place();
    place.file("duel.rules", &RULES.replace(MIGHT, MAY));
    let refused = place.run("replay a.jsonl --against duel.yaml --lang en").ends(1);
    snapshot("forbidden_now", &refused.out);
    place.file("duel.rules", &RULES.replace("score = points", "score = 100 - points"));
    let other = place.run("replay a.jsonl --against duel.yaml --lang fr").ends(1);
    snapshot("another_end", &other.out);
    let told = place.run("resume a.jsonl --lang en").ends(2);
    assert!(told.err.contains("the rules have changed") && told.err.contains("--changed"));
}

/// An action that has another name by now is taken for what stands in its place, also where the
/// record is gone on with or kept as a test.
#[test]
fn an_action_is_found_by_its_new_name() {
    let place = place();
    let renamed = RULES.replace("play(", "put_down(").replace(": play\n", ": put_down\n");
    place.file("duel.yaml", &LAYOUT.replace("play: ", "put_down: "));
    place.file("duel.rules", &renamed);
    let told = place.run("replay a.jsonl --against duel.yaml --lang en").ends(0);
    assert!(told.out.starts_with("`play` is called `put_down` in these rules.\n6 of 6 choices"));
    let resumed = place.run("resume a.jsonl --changed --lang en").ends(0);
    assert!(resumed.err.contains("behind choice 6 of 6"), "{}", resumed.err);
    assert!(place.text("a-2.jsonl").contains("\"value\":\"put_down "));
    place.run("bless a.jsonl").ends(0);
    place.run("test tests/a.yaml").ends(0);
    // Two that could be meant: neither is.
    let lay = "one of lay | put_down\naction lay(card from hand) { move card to heap }\n";
    place.file("duel.rules", &renamed.replace(": put_down\n", &format!(": {lay}")));
    let told = place.run("replay a.jsonl --against duel.yaml --lang en").ends(1);
    assert!(told.out.starts_with("0 of 6 choices"), "{}", told.out);
}

#[test]
fn a_record_goes_on_behind_any_of_its_choices() {
    let place = place();
    let told = place.run("resume a.jsonl --at 2 --lang en").ends(0);
    assert!(told.err.contains("behind choice 2 of 6"), "{}", told.err);
    place.run("replay a-2.jsonl --verify").ends(0);
    let header = |file: &str| place.text(file).lines().next().unwrap_or_default().to_owned();
    assert!(header("a-2.jsonl").contains("\"recorded_chance\":true"));
    let wrong = place.run("resume a.jsonl --at 99 --lang en").ends(2);
    assert!(wrong.err.contains("expected a number from 0 to 6"), "{}", wrong.err);
    place.file("duel.rules", &RULES.replace(MIGHT, MAY));
    place.run("resume a.jsonl --changed --lang en").ends(0);
    place.run("replay a-3.jsonl --verify").ends(0);
    // The record itself is as it was.
    assert!(!header("a.jsonl").contains("recorded_chance"));
}

/// A record of its own is kept of what somebody chose there, and of nothing else.
#[test]
fn a_record_in_which_nobody_chooses_is_not_kept() {
    let place = place();
    let words = "resume a.jsonl --at 0 --seats human,random --lang en";
    let left = place.answer(words, "q\n").ends(0);
    assert!(left.out.contains("Nothing was chosen, and no record was kept"), "{}", left.out);
    assert!(!place.path("a-2.jsonl").exists());
    let kept = place.answer(words, "1\nq\n").ends(0);
    assert!(kept.out.contains("cardrun resume a-2.jsonl"), "{}", kept.out);
    place.run("replay a-2.jsonl --verify").ends(0);
}

/// Who goes on at the terminal is told what the own seat sees, and no hand of others.
#[test]
fn a_person_who_goes_on_in_changed_rules_sees_no_other_hand() {
    let place = place();
    place.file("duel.rules", &RULES.replace(MIGHT, MAY));
    let told = |seats: &str| {
        let line = format!("resume a.jsonl --changed --seats {seats} --plain --lang en");
        place.answer(&line, "q\n").ends(0).err
    };
    let all = told("random,random");
    assert!(all.contains("-- Duel --") && all.contains("play 3C"), "{all}");
    for (seats, own) in [("human,random", false), ("random,human", true), ("human,human", false)] {
        let err = told(seats);
        assert!(!err.contains("-- Duel --") && err.contains("choices"), "{seats}: {err}");
        assert_eq!(err.contains("play 7D"), own, "{seats}: {err}");
    }
}

#[test]
fn kept_games_are_listed_with_what_becomes_of_them() {
    let place = place();
    let listed = |status| place.run("plays duel.yaml --folder . --lang en").ends(status).out;
    assert!(listed(0).contains("random,random  6        5 - 3   goes through"), "{}", listed(0));
    place.file("duel.rules", &RULES.replace("score = points", "score = points + 1"));
    assert!(listed(0).contains("another end"), "{}", listed(0));
    place.file("duel.rules", &RULES.replace(MIGHT, MAY));
    assert!(listed(0).contains("up to choice"), "{}", listed(0));
    place.file("other.yaml", LAYOUT);
    place.file("other.rules", &RULES.replace("score = points", "score = 2 * points"));
    let none = place.run("plays other.yaml --folder . --lang en").ends(0);
    assert_eq!(none.out, "No game of this layout is kept in ..\n");
}

/// A game is known by what plays and by its file: not by what its file is called.
#[test]
fn kept_games_are_those_of_the_file() {
    let place = place();
    let plays = |game: &str| place.run(&format!("plays {game} --folder . --lang en")).ends(0).out;
    for folder in ["other", "moved"] {
        std::fs::create_dir(place.path(folder)).expect("a folder");
    }
    // Another game whose file is called the same.
    place.file("other/duel.yaml", LAYOUT);
    place.file("other/duel.rules", &RULES.replace("score = points", "score = 2 * points"));
    assert_eq!(plays("other/duel.yaml"), "No game of this layout is kept in ..\n");
    // The same game, called otherwise and moved.
    place.file("moved/fight.yaml", LAYOUT);
    place.file("moved/fight.rules", RULES);
    let moved = plays("moved/fight.yaml");
    assert!(moved.contains("goes through") && moved.contains("file"), "{moved}");
    assert!(moved.contains("duel.yaml"), "{moved}");
    assert!(!plays("duel.yaml").contains("duel.yaml"), "{}", plays("duel.yaml"));
}

const HEROES: &str = "title: Heroes
seats: 2
decks:
  heroes: { cards: heroes.csv, attributes: { fr: text, en: text, might: 1..9 } }
zones:
  deck: { holds: heroes, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
rules: |
  phase game = deal, each player: keep
  phase deal { shuffle deck; each player { draw 2 from deck to hand } }
  action keep(card from hand)
  score = sum might over hand
";

const NAMES: &str = "name,fr,en,might
Orseth,Orseth l'Indivise,Orseth the Undivided,3
Tavrin,Tavrin des Neuf,Tavrin of the Nine,4
Maeren,Maeren,Maeren,5
Ulla,Ulla,Ulla,6
";

/// How a card is called for people is not what plays: what it is worth is.
#[test]
fn the_texts_of_cards_are_not_what_was_recorded() {
    let of = |names: &str| {
        let files = [("heroes.yaml", HEROES), ("heroes.csv", names)];
        Game::from_strings(&files, &Settings::default())
            .unwrap_or_else(|problems| panic!("{problems}"))
    };
    let play = played(&of(NAMES), 3, 1);
    let record = recorded(&play);
    let renamed = of(&NAMES.replace("l'Indivise", "XX").replace("of the Nine", "of Ten"));
    let again = record::replay(&renamed, &record).expect("the same game");
    assert_eq!(again.log(), play.log());
    record::verify(&renamed, &record).expect("the same game");
    let stronger = of(&NAMES.replace("Undivided,3", "Undivided,8"));
    assert!(record::replay(&stronger, &record).is_err());
}

const SCRIPTED: &str = "title: Scripted
seats: [2, 3, 4]
lists: { moods: [calm, wild] }
decks: { pack: { standard: 52 } }
scripts: scripted.rhai
zones: { hand: { per: player, seen_by: owner }, deck: { holds: pack, shape: pile, seen_by: nobody } }
variables: { mood: { type: moods, default: calm } }
rules: |
  phase game = each player: take
  action take(n from 1..3) { set mood to wild }
  script worth(n): number
  score = worth(count hand)
";

/// Every change of the digest is a change of some part, or is told as one of the whole.
#[test]
fn what_plays_has_no_part_that_is_left_out() {
    let of = |layout: &str, script: &str, seats: Option<u8>| {
        let files = [("scripted.yaml", layout), ("scripted.rhai", script)];
        Game::from_strings(&files, &Settings { seats, ..Settings::default() })
            .unwrap_or_else(|problems| panic!("{problems}"))
    };
    let script = "fn worth(n) { 2 * n }";
    let was = of(SCRIPTED, script, None);
    let others = [
        (of(SCRIPTED, "fn worth(n) { 3 * n }", None), Part::Script),
        (of(SCRIPTED, script, Some(3)), Part::Seats),
        (of(&SCRIPTED.replace("calm, wild", "calm, wild, sad"), script, None), Part::List),
        (
            of(
                &SCRIPTED
                    .replace("lists:", "teams: [[1, 3], [2, 4]]\nlists:")
                    .replace("[2, 3, 4]", "4"),
                script,
                None,
            ),
            Part::Seats,
        ),
    ];
    for (is, part) in others {
        assert_ne!(was.program().rules_hash, is.program().rules_hash, "{part:?}");
        let told = changes(was.program(), is.program());
        assert!(told.iter().any(|change| change.part == part), "{part:?}: {told:?}");
    }
    let commented = of(SCRIPTED, "fn worth(n) { // twice\n 2 * n }", None);
    assert!(changes(was.program(), commented.program()).is_empty());
}

/// What is said of a choice that is not there is said in one language.
#[test]
fn a_refused_choice_is_told_in_the_language_of_the_reader() {
    let place = place();
    let against = || place.run("replay a.jsonl --against duel.yaml --lang fr").ends(1).out;
    place.file("duel.yaml", &LAYOUT.replace("play: ", "hike: "));
    // Two that could be meant by the old name.
    let stroll = "one of hike | stroll\naction stroll(card from hand) { move card to heap }\n";
    let hike = RULES.replace("play(", "hike(").replace(": play\n", &format!(": {stroll}"));
    place.file("duel.rules", &hike);
    let renamed = against();
    assert!(renamed.contains("rien ne s'appelle « play » ici"), "{renamed}");
    place.file("duel.yaml", LAYOUT);
    place.file(
        "duel.rules",
        &RULES.replace("card from hand where", "card from hand where rank is not 4 where"),
    );
    let gone = against();
    assert!(gone.contains("n'est pas parmi ce qu'on peut choisir"), "{gone}");
    assert!(!gone.contains("among") && !gone.contains("nothing here"), "{gone}");
}

/// A scenario names its game as it lies beside it, so that both can be moved.
#[test]
fn a_blessed_game_is_named_from_its_scenario() {
    let place = place();
    place.run("bless a.jsonl --into far/away --lang en").ends(0);
    assert!(place.text("far/away/a.yaml").starts_with("game: \"../../duel.yaml\"\n"));
    place.run("test far/away --lang en").ends(0);
}

/// What happens on the way is held to as well, and not the end alone.
#[test]
fn a_blessed_game_holds_to_what_happened() {
    let place = place();
    place.run("bless a.jsonl --lang en").ends(0);
    let moved = [
        ("move card to heap", "move card to heap; shuffle deck"),
        ("move card to heap", "move card to heap face down"),
        ("move card to heap", "move card to heap; add 1 to points; add 0 - 1 to points"),
    ];
    for (was, is) in moved {
        place.file("duel.rules", &RULES.replace(was, is));
        let failed = place.run("test tests --lang en").ends(1);
        assert!(failed.out.contains("something else happens on the way"), "{is}: {}", failed.out);
        assert!(failed.out.contains("it was ") && failed.out.contains("it is "), "{}", failed.out);
    }
    // A scenario that says nothing of what happens holds to the end alone, as it did.
    let scenario = place.text("tests/a.yaml").replace("\n    events: same", "");
    place.file("tests/a.yaml", &scenario);
    place.run("test tests --lang en").ends(0);
}

#[test]
fn a_blessed_game_is_a_scenario() {
    let place = place();
    place.run("bless a.jsonl --lang en").ends(0);
    place.run("test tests --lang en").ends(0);
    // Nothing is written over.
    let there = place.run("bless a.jsonl --lang en").ends(2).err;
    assert!(there.contains("a.jsonl` is there already") && there.contains("--into"), "{there}");
    place.run("bless a.jsonl --until 2 --into tests/two --lang en").ends(0);
    place.run("test tests/two --lang en").ends(0);
    place.file("duel.rules", &RULES.replace("score = points", "score = 100 - points"));
    let failed = place.run("test tests --lang en").ends(1);
    snapshot("blessed_differs", &failed.out);
    place.run("test tests/two --lang en").ends(0);
    // What the rules do not play any more cannot be blessed.
    let refused = place.run("bless a.jsonl --into elsewhere --lang en").ends(2);
    assert!(refused.err.contains("another end"), "{}", refused.err);
}
