//! Everything that a seat is given, as text: one line of [`NOW`] or [`TOLD`] for each door through
//! which something goes out to it.

#[cfg(feature = "serve")]
use cardrun::cli::Served;
use cardrun::cli::{FullScreen, Screen};
use cardrun::game::{Entry, Eyes as Looker, Game, Play, said};
use cardrun::players::{self, Budget, Entrant, Exec, Mcts, Player, View};
use cardrun::program::ValueKind;
use cardrun::record::{About, Line, redact_first};
use cardrun::value::Seat;
use cardrun::view::{self, Language, Lexicon, Looking, Narration, Past as Seen};
use cardrun::vm::{Generator, label};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::{Arc, Mutex};

/// What a seat looks with, and remembers.
pub struct Eyes {
    pub seat: Seat,
    /// The game as it is, with no shuffle decided.
    game: Game,
    /// Looks so far, counted from any number.
    looks: usize,
    screen: Screen,
    full: FullScreen,
    /// What it has seen, of what is drawn elsewhere.
    seen: Seen,
    /// The pages of the seat, and of whoever looks on.
    #[cfg(feature = "serve")]
    pages: [Served; 2],
    program: Box<dyn Player>,
    sent: Arc<Mutex<Vec<String>>>,
}

/// All that has happened up to where both worlds stood alike for the last time.
pub struct Past<'p> {
    pub play: &'p Play,
    pub seat: Seat,
    /// How many entries the play's log had there.
    pub entries: usize,
    /// The full record.
    pub lines: &'p [Line],
}

/// What a seat is given where the game stands.
pub type Now = fn(&mut Eyes, &Play) -> String;

/// What a seat has been given of all that has happened.
pub type Told = fn(&Past<'_>) -> Vec<String>;

/// The record that a seat is given of all that has happened.
pub type Record = fn(&Past<'_>) -> Vec<Line>;

/// The doors by name.
#[derive(Clone, Default)]
pub struct Doors {
    pub now: Vec<(&'static str, Now)>,
    pub told: Vec<(&'static str, Told)>,
    /// The record of a seat, compared line by line.
    pub record: Option<Record>,
}

/// Where the game stands.
const NOW: &[(&str, Now)] = &[
    ("observation", |eyes, play| json(&play.observe(eyes.seat))),
    ("numbers", numbers),
    ("options", |eyes, play| play.options(eyes.seat).join("\n")),
    ("refusals", refusals),
    ("refused cards", refused_cards),
    ("why", reasons),
    ("reasons", applying),
    ("undo", undone),
    ("exec", Eyes::exec),
    (
        "screen",
        |eyes, play| if asked(eyes, play) { eyes.screen.asked(play) } else { String::new() },
    ),
    (
        "full screen",
        |eyes, play| if asked(eyes, play) { eyes.full.asked(play) } else { String::new() },
    ),
    ("view", Eyes::view),
    ("imagined", imagined),
    ("hint", hint),
    #[cfg(feature = "serve")]
    ("served", Eyes::served),
];

/// Of all that has happened.
const TOLD: [(&str, Told); 3] = [
    ("heard", heard),
    ("explain", explained),
    ("replay", |past| Screen::new(past.seat).told_again(past.play, past.entries)),
];

/// All doors there are.
pub fn all() -> Doors {
    Doors { now: NOW.to_vec(), told: TOLD.to_vec(), record: Some(record) }
}

impl Doors {
    /// All but those behind which other worlds are drawn by lot.
    pub fn without_lots(&self) -> Doors {
        let mut doors = self.clone();
        doors.now.retain(|(name, _)| !["imagined", "hint"].contains(name));
        doors
    }
}

fn record(past: &Past<'_>) -> Vec<Line> {
    redact_first(past.play, &About::default(), past.seat, past.entries)
}

fn heard(past: &Past<'_>) -> Vec<String> {
    let log = &past.play.log()[..past.entries];
    let heard = said::heard(past.play.game().program(), log, past.seat);
    heard.iter().map(|heard| format!("{} {}", heard.seat.shown(), heard.said)).collect()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// What programs that learn are given.
fn numbers(eyes: &mut Eyes, play: &Play) -> String {
    let (program, state, layout) = (play.game().program(), play.state(), play.game().numbers());
    let mut seen = vec![i32::MAX; layout.names().len()];
    let look = layout.look(program, state, eyes.seat);
    look.observe(&mut seen);
    assert!(!seen.contains(&i32::MAX), "every number is written");
    let mut offered = vec![i32::MAX; layout.of_option()];
    let options = play.offers(eyes.seat).into_iter().map(|offer| {
        look.option(&offer.choice, &mut offered);
        format!("{offered:?}")
    });
    let options: Vec<String> = options.collect();
    format!("{seen:?}\n{}", options.join("\n"))
}

fn asked(eyes: &Eyes, play: &Play) -> bool {
    play.pending().contains(&eyes.seat)
}

/// Why the seat cannot choose what it is not offered: every action with the first, the middle and
/// the last card, or without one.
fn refusals(eyes: &mut Eyes, play: &Play) -> String {
    if !asked(eyes, play) {
        return String::new();
    }
    let program = play.game().program();
    let cards = [0, program.cards.len() / 2, program.cards.len().saturating_sub(1)];
    let names = cards
        .iter()
        .filter_map(|&card| program.cards.get(card))
        .map(|card| format!(" {}", card.name));
    let names: Vec<String> = names.chain([String::new()]).collect();
    let labels = program
        .actions
        .iter()
        .flat_map(|action| names.iter().map(|name| format!("{}{name}", action.name)));
    labels
        .take(24)
        .filter_map(|label| Some(format!("{label}: {}\n", play.why_not(eyes.seat, &label)?.words)))
        .collect()
}

/// Why the seat cannot choose each card as it calls it, be it by its place, with each action.
fn refused_cards(eyes: &mut Eyes, play: &Play) -> String {
    if !asked(eyes, play) {
        return String::new();
    }
    let (program, state) = (play.game().program(), play.state());
    let seat = Some(eyes.seat);
    let called = |card: usize| label::value(program, state, ValueKind::Card, card as i32, seat);
    let names: BTreeSet<String> = (0..program.cards.len()).map(called).collect();
    let every = (names.len() / MOST_NAMES).max(1);
    let labels = program.actions.iter().take(MOST_ACTIONS).flat_map(|action| {
        names.iter().step_by(every).map(|name| format!("{} {name}", action.name))
    });
    labels
        .filter_map(|label| {
            let why = play.why_not(eyes.seat, &label)?;
            Some(format!("{label}: {} {:?}\n", why.words, why.span))
        })
        .collect()
}

/// Enough to meet each place of a small game.
const MOST_NAMES: usize = 12;

/// Actions that all of these are tried with.
const MOST_ACTIONS: usize = 3;

/// The reasons that apply now, as `?` tells them.
fn applying(eyes: &mut Eyes, play: &Play) -> String {
    format!("{:?}", play.whys(eyes.seat))
}

/// What `undo` and `back` speak of: the decisions of the seat that it could go back to. A game is
/// played again for it, so it is done now and then.
fn undone(eyes: &mut Eyes, play: &Play) -> String {
    if eyes.is_due(play) { eyes.screen.going_back(play) } else { String::new() }
}

/// One look in so many tries the slow doors as well.
const SLOW: usize = 3;

/// The words of the table, which take long to read.
static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(Language::En));
static FRENCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(Language::Fr));

/// What `why` says of the same, and of every action alone.
fn reasons(eyes: &mut Eyes, play: &Play) -> String {
    if !asked(eyes, play) {
        return String::new();
    }
    let program = play.game().program();
    let middle = program.cards.get(program.cards.len() / 2).map(|card| card.name.clone());
    let actions = program.actions.iter().map(|action| action.name.clone());
    let whys = actions.chain(middle).take(16).filter_map(|answer| {
        let refusal = view::why_not(play, &ENGLISH, eyes.seat, &answer)?;
        let spans: Vec<_> = refusal.grounds.iter().map(|ground| ground.not.span).collect();
        Some(format!("{answer}: {} {spans:?}\n", refusal.why().text()))
    });
    whys.collect()
}

/// The game that bots at this seat, and hints to it, think about: all of it, as all seats see it.
fn imagined(eyes: &mut Eyes, play: &Play) -> String {
    if !asked(eyes, play) {
        return String::new();
    }
    let play = Play::from_state(&eyes.game, play.state().clone());
    let world = play.determinize(eyes.seat, &mut Generator::new(3));
    let seen = Seat::all(play.game().program().seats).map(|seat| json(&world.observe(seat)));
    seen.collect::<Vec<_>>().join("\n")
}

/// What the search says of a choice, by its numbers.
fn hint(eyes: &mut Eyes, play: &Play) -> String {
    let play = Play::from_state(&eyes.game, play.state().clone());
    let Some(view) = View::new(&play, eyes.seat) else { return String::new() };
    let search = Mcts { budget: Budget::Iterations(THOUGHTS) };
    let advice = search.advise(&view, Generator::new(5));
    format!("{} of {:?}", advice.option, advice.shares)
}

/// Enough to play on in several worlds, and to choose by what was learnt there.
const THOUGHTS: u32 = 4;

/// What is explained of all that came of the last choice of the seat.
fn explained(past: &Past<'_>) -> Vec<String> {
    let own = |entry: &Entry| matches!(entry, Entry::Choice { seat, .. } if *seat == past.seat);
    let from = past.play.log()[..past.entries].iter().rposition(own).unwrap_or(0);
    let looking = Looking {
        play: past.play,
        lexicon: &ENGLISH,
        eyes: Looker::Seat(past.seat),
        past: &Seen::told(from),
        narration: Narration::Again,
    };
    view::story(&looking, past.entries).iter().map(|told| told.text()).collect()
}

impl Eyes {
    /// The eyes of a seat that have not looked yet. In which of their looks slow doors are tried
    /// hangs on `looks`.
    pub fn new(game: &Game, play: &Play, seat: Seat, looks: usize) -> Eyes {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let ear = sent.clone();
        let launch: players::Launch = Arc::new(move |_, _| Ok(Box::new(Ear(ear.clone()))));
        let exec = Exec { command: "listen".into(), limit: Exec::LIMIT, launch };
        let program = exec.player(play.game(), seat, Generator::new(0));
        #[cfg(feature = "serve")]
        let seats = game.program().seats;
        let game = game.clone();
        Eyes {
            seat,
            game,
            looks,
            screen: Screen::new(seat),
            full: FullScreen::new(seat, 100, 40),
            seen: Seen::default(),
            #[cfg(feature = "serve")]
            pages: [Some(seat), None].map(|seat| Served::new(seat, seats)),
            program,
            sent,
        }
    }

    /// Whether this is a look at which slow doors are tried.
    fn is_due(&self, play: &Play) -> bool {
        asked(self, play) && self.looks.is_multiple_of(SLOW)
    }

    /// Begins another look.
    pub fn look_up(&mut self) {
        self.looks += 1;
    }

    /// What is drawn for the seat, and for whoever looks on, as it is sent to them.
    fn view(&mut self, play: &Play) -> String {
        if play.outcome().is_some() {
            // Who has won, with how many points, is told to all.
            return String::new();
        }
        let look = |eyes, past| {
            let narration = Narration::Live;
            view::View::of(&Looking { play, lexicon: &FRENCH, eyes, past, narration })
        };
        let view = look(Looker::Seat(self.seat), &self.seen);
        let onlooker = Looker::of_onlooker(play.game().program().seats);
        let past = Seen::told(self.seen.entries());
        let both = [json(&view), json(&look(onlooker, &past))].join("\n");
        if asked(self, play) {
            self.seen = view.past;
        }
        both
    }

    /// What the pages in the browser are sent.
    #[cfg(feature = "serve")]
    fn served(&mut self, play: &Play) -> String {
        if play.outcome().is_some() {
            return String::new();
        }
        self.pages.each_mut().map(|page| page.sent(play)).join("\n")
    }

    /// What a program at this seat is sent.
    fn exec(&mut self, play: &Play) -> String {
        if let Some(view) = View::new(play, self.seat) {
            self.program.choose(&view).expect("the first option");
        }
        std::mem::take(&mut *self.sent.lock().expect("no other thread")).join("\n")
    }
}

/// A program that keeps what it is sent, and takes the first option.
struct Ear(Arc<Mutex<Vec<String>>>);

impl players::Line for Ear {
    fn send(&mut self, line: &str) {
        self.0.lock().expect("no other thread").push(line.to_owned());
    }

    fn receive(&mut self, _wanted: &dyn Fn() -> bool) -> Result<Option<String>, String> {
        Ok(Some("1".into()))
    }
}
