//! One rehearsal: a game, its record, its files, and the pages that look at it. It lives on a
//! thread of its own and does one thing after the other.
//!
//! - [`looking`]: what pages look at; [`editing`]: the files of the game; [`counting`]: games that
//!   are counted for a page.

mod counting;
mod editing;
mod looking;

use super::count::{Count, Gate, Heard};
use super::guest::Guest;
use super::news::News;
use super::setup::Setup;
use super::wire::{Said, Told};
use crate::cli::args;
use crate::cli::host::record_file::RecordWriter;
use crate::cli::host::{tell, watch};
use crate::cli::rehearsal::chance::{Asked, Wishing};
use crate::cli::rehearsal::counting::Counting;
use crate::cli::rehearsal::edited::Edited;
use crate::cli::rehearsal::retracing::{chosen_in_secret, last_decision};
use crate::cli::serve::bots::{Answer, Bots, Done};
use crate::cli::serve::guide;
use crate::cli::serve::shelf::{GameCard, card_of};
use crate::cli::serve::socket::Turn;
use crate::cli::serve::wire::{Farewell, Halt, Refusal, SeatNumber};
use crate::cli::serve::wishes::kinds;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, spelt_path};
use crate::game::Play;
use crate::players::{Kind, Stuck};
use crate::record::{About, Record};
use crate::runner::{self, MOST_ENTRIES};
use crate::value::Seat;
use crate::view::{Language, Phrase};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Pages that may look at one rehearsal.
const MOST_GUESTS: usize = 8;

/// Orders that wait for it; whoever has more to say is not heard.
const MOST_ORDERS: usize = 256;

/// About how long a bot that thinks takes for a choice, so that it can be followed.
const PACE: Duration = Duration::from_millis(120);

/// Sentences of the story that a page is told.
const MOST_TOLD: usize = 150;

/// What a rehearsal is told.
pub(crate) enum Order {
    Comes(Guest),
    Says {
        guest: u64,
        said: Said,
        /// Goes when it has been done.
        turn: Turn,
    },
    Goes(u64),
    /// A bot has chosen.
    Thought(Done),
    /// Something came of the count with this number.
    Counted {
        count: u64,
        heard: Heard,
    },
    /// Somebody wants the game as it stood at a stop, and who plays it.
    Branches(usize, oneshot::Sender<(Play, Vec<SeatKind>)>),
    /// Somebody wants to know whether it is there to be told anything.
    Lives,
    Closes,
}

/// What a rehearsal begins with.
pub(crate) struct Begun {
    pub(crate) stands: Stands,
    pub(crate) setup: Setup,
    /// Whether its files are looked after.
    pub(crate) watched: bool,
    /// Shares the server's processors with other counts.
    pub(crate) gate: Arc<Gate>,
    /// Writes down what was set of the game.
    pub(crate) keep_setup: KeepSetup,
    /// Keeps a report under a name, which is given.
    pub(crate) publish: Box<dyn Fn(String) -> Option<String> + Send>,
}

/// Writes down what was set of the game of a rehearsal.
pub(crate) type KeepSetup = Box<dyn Fn(&Setup) -> io::Result<()> + Send>;

/// A game as it stands, and its record.
pub(crate) struct Stands {
    pub(crate) play: Play,
    /// The games from which somebody has gone back, the last one last.
    pub(crate) undone: Vec<Play>,
    pub(crate) kinds: Vec<SeatKind>,
    pub(crate) record: RecordWriter,
}

/// One thing in both languages.
struct Both<T> {
    english: T,
    french: T,
}

impl<T> Both<T> {
    fn of(make: impl Fn(&Messages) -> T, messages: &Both<Messages>) -> Both<T> {
        Both { english: make(&messages.english), french: make(&messages.french) }
    }

    fn get(&self, language: Language) -> &T {
        match language {
            Language::En => &self.english,
            Language::Fr => &self.french,
        }
    }
}

struct Bench {
    play: Play,
    record: RecordWriter,
    kinds: Vec<SeatKind>,
    names: Vec<String>,
    bots: Bots,
    /// The games from which somebody has gone back, the last one last.
    undone: Vec<Play>,
    guests: Vec<Guest>,
    messages: Both<Messages>,
    setup: Setup,
    edited: Edited<'static>,
    watched: bool,
    news: Both<News>,
    /// What can be set before games are counted, as the files said when they could last be read.
    card: Both<GameCard>,
    /// The numbers of an edit.
    counting: Option<Counting>,
    /// A count for a page: its number, the page, the report at its end.
    count: Option<(u64, u64, Option<Count>)>,
    page: Option<String>,
    counts: u64,
    gate: Arc<Gate>,
    keep_setup: KeepSetup,
    publish: Box<dyn Fn(String) -> Option<String> + Send>,
    halt: Option<Halt>,
    unkept: bool,
    orders: SyncSender<Order>,
}

/// Opens a rehearsal; gives what it is told by. `cut`: the course that an edit has cut short, to
/// where the game stands, if one has.
pub(crate) fn open(begun: Begun, cut: Option<Record>) -> SyncSender<Order> {
    let (sender, orders) = sync_channel(MOST_ORDERS);
    let own = sender.clone();
    thread::spawn(move || Bench::new(begun, own).run(&orders, cut));
    sender
}

impl Bench {
    fn new(begun: Begun, orders: SyncSender<Order>) -> Bench {
        let Begun { stands, setup, watched, gate, keep_setup, publish } = begun;
        let Stands { play, undone, kinds, record } = stands;
        let messages = Both {
            english: Messages::new(args::Language::En),
            french: Messages::new(args::Language::Fr),
        };
        let file = setup.file();
        let edited = Edited::new(file.clone(), play.game(), editing::load(&setup));
        Bench {
            bots: Bots::seated(&play, &kinds, PACE),
            names: kinds.iter().map(SeatKind::to_string).collect(),
            news: Both::of(|messages| News::of_game(play.game(), &file, messages), &messages),
            card: Both::of(
                |messages| card_of(&file, messages.code()).unwrap_or_default(),
                &messages,
            ),
            play,
            record,
            kinds,
            undone,
            guests: Vec::new(),
            messages,
            setup,
            edited,
            watched,
            counting: None,
            count: None,
            page: None,
            counts: 0,
            gate,
            keep_setup,
            publish,
            halt: None,
            unkept: false,
            orders,
        }
    }

    fn run(mut self, orders: &Receiver<Order>, cut: Option<Record>) {
        self.goes_on();
        if let Some(cut) = cut {
            self.edited.keeps(cut);
        }
        let mut looked = Instant::now();
        loop {
            let looks = (self.watched && !self.guests.is_empty()) || self.counting.is_some();
            let order = match looks {
                true => orders.recv_timeout(watch::PAUSE),
                false => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(Order::Closes) => {
                    return self.guests.iter_mut().for_each(|g| g.dismiss(Farewell::Gone));
                }
                Ok(order) => self.obey(order),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if looks && looked.elapsed() >= watch::PAUSE {
                looked = Instant::now();
                if self.watched && self.edited.watcher.has_changed() {
                    self.reload();
                }
                self.tell_numbers();
            }
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Comes(guest) => self.comes(guest),
            Order::Says { guest, said, turn } => {
                self.says(guest, said);
                drop(turn);
            }
            Order::Goes(id) => {
                self.guests.retain(|guest| guest.id != id);
                // Nobody waits for what a page has asked for that is closed.
                self.count.take_if(|(_, of, _)| *of == id);
            }
            Order::Thought(done) => self.has_thought(done),
            Order::Lives | Order::Closes => {}
            Order::Counted { count, heard } => self.counted(count, heard),
            Order::Branches(stop, to) => {
                let play = self.stood(stop);
                drop(to.send((play, self.kinds.clone())));
            }
        }
    }

    // ---- what pages say

    fn says(&mut self, id: u64, said: Said) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let language = guest.language;
        let denied = match said {
            Said::Look { eyes, from, at } => self.look(id, (eyes, from, at)),
            Said::Choose { decision, seat, option } => {
                self.seat_of(seat).and_then(|seat| self.choose(seat, decision, option))
            }
            Said::Undo {} => self.undo(),
            Said::Redo {} => self.redo(),
            Said::Go { at } => self.go(at),
            Said::Seat { seat, kind } => self.seat_of(seat).map(|seat| self.seat(id, seat, &kind)),
            Said::Set(version) => return self.set(id, version),
            Said::Chance { words } => return self.decide(id, &words),
            Said::Why { seat, answer } => {
                self.seat_of(seat).map(|seat| self.why(id, seat, &answer))
            }
            Said::Explain {} => return self.explain(id),
            Said::Rules {} => {
                let lexicon = self.messages.get(language).lexicon();
                let page = guide::page(self.play.game().program(), lexicon);
                return self.tell(id, &Told::Rules(page));
            }
            Said::Count(wanted) => return self.begin_count(id, wanted),
            Said::Enough {} => return self.enough(id),
            Said::Report {} => return self.report(id),
            Said::Hello { .. } => Err(Refusal::Unreadable),
        };
        if let Err(refusal) = denied {
            self.tell(id, &Told::Refused(refusal));
        }
    }

    /// The seat that a page means.
    fn seat_of(&self, number: SeatNumber) -> Result<Seat, Refusal> {
        number.among(self.kinds.len()).ok_or(Refusal::Unreadable)
    }

    // ---- choosing

    fn choose(&mut self, seat: Seat, number: u64, option: usize) -> Result<(), Refusal> {
        let open = self.bots.decision(&self.play, seat);
        if !self.is_person(seat) || self.halt.is_some() || open != Some(number) {
            return Err(Refusal::Stale);
        }
        if option >= self.play.option_count(seat) {
            return Err(Refusal::NoSuchOption);
        }
        self.undone.clear();
        self.edited.forgets();
        // That the rules fail is seen on the next look.
        let _ = self.play.apply(seat, option);
        self.goes_on();
        Ok(())
    }

    fn has_thought(&mut self, done: Done) {
        match self.bots.take_back(done, &self.play) {
            Answer::Stale => return,
            Answer::Late(_) => {}
            Answer::Options(seat, options) => {
                for option in options {
                    let _ = self.play.apply(seat, option);
                }
            }
            Answer::Stuck(stuck) => self.is_stuck(&stuck),
        }
        self.goes_on();
    }

    fn is_stuck(&mut self, stuck: &Stuck) {
        tell(&format!("{}: {stuck}\n", spelt_path(&self.record.path)));
        self.halt = Some(Halt::Stuck);
    }

    /// Something has happened: bots choose that need no time, it is kept, then shown; those that
    /// think begin to.
    fn goes_on(&mut self) {
        self.let_choose();
        if self.holds_back_fault() {
            return;
        }
        if let Some(fault) = self.play.fault().cloned() {
            self.tell_fault(&fault);
            self.halt = Some(Halt::Fault);
        } else if self.play.log().len() >= MOST_ENTRIES {
            self.halt = Some(Halt::Endless);
        }
        self.keep();
        self.show();
        self.let_think();
    }

    fn let_choose(&mut self) {
        while self.halt.is_none() && self.play.log().len() < MOST_ENTRIES {
            let quick = |seat: &Seat| {
                let kind = self.kinds.get(seat.index());
                matches!(kind, Some(SeatKind::Bot(Kind::Random | Kind::Greedy)))
            };
            let Some(seat) = self.play.pending().into_iter().find(quick) else { return };
            let (bot, view) = (self.bots.at_once(seat), runner::View::new(&self.play, seat));
            let (Some(bot), Some(view)) = (bot, view) else { return };
            match bot.choose(&view) {
                Ok(option) => drop(self.play.apply(seat, option)),
                Err(stuck) => self.is_stuck(&stuck),
            }
        }
    }

    fn let_think(&mut self) {
        if self.halt.is_some() {
            return;
        }
        let own = self.orders.clone();
        self.bots.think(&self.play, move |done| drop(own.send(Order::Thought(done))));
    }

    /// Writes down what has happened, and says so where that cannot be.
    fn keep(&mut self) {
        let kept = self.record.keep(&self.play).and_then(|()| self.record.sync());
        if let Err(error) = &kept {
            if !self.unkept {
                tell(&format!("{}: {error}\n", spelt_path(&self.record.path)));
            }
            let refused = Told::Refused(Refusal::Unkept);
            self.guests.retain_mut(|guest| guest.tell(&refused));
        }
        self.unkept = kept.is_err();
    }

    // ---- who plays

    fn seat(&mut self, id: u64, seat: Seat, kind: &str) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let messages = self.messages.get(guest.language);
        let kinds = kinds(&[kind.to_owned()], messages);
        match (kinds, self.kinds.get_mut(seat.index())) {
            (Err(why), _) => self.tell(id, &Told::Denied(why)),
            (Ok(kinds), Some(old)) => {
                *old = kinds.into_iter().next().unwrap_or(SeatKind::Human);
                self.takes_seat(seat);
            }
            (Ok(_), None) => {}
        }
    }

    fn takes_seat(&mut self, seat: Seat) {
        self.names = self.kinds.iter().map(SeatKind::to_string).collect();
        let about = About { seats: self.names.clone(), ..self.record.about().clone() };
        // What a bot has chosen in this very choice is not known to anybody yet.
        if self.is_person(seat)
            && let Some(entry) = chosen_in_secret(&self.play, seat)
        {
            self.play = self.play.retraced(entry, |_, _| {});
            self.edited.forgets();
        }
        self.record.begins_anew(about);
        self.takes_another_course();
        self.goes_on();
    }

    /// The game stands elsewhere, or others play it: bots that think, think about what is no more.
    fn takes_another_course(&mut self) {
        self.halt = None;
        self.bots.begin_anew(&self.play, &self.kinds);
    }

    /// Decides what chance does next: `4`, `7H`, `deck 7H 8C`.
    fn decide(&mut self, id: u64, wish: &str) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let language = guest.language;
        let messages = self.messages.get(language);
        let (play, words, asked) = (&mut self.play, &Phrase::text, Asked::OnAPage);
        let mut wishing = Wishing { play, messages, words, asked };
        let decided = wishing.read(wish).and_then(|wish| wishing.decide(wish));
        let told = decided.map_or_else(Told::Denied, Told::Decided);
        self.tell(id, &told);
        self.goes_on();
    }

    // ---- back and forth

    fn undo(&mut self) -> Result<(), Refusal> {
        let (entry, _) = last_decision(&self.play, self.people()).ok_or(Refusal::Stale)?;
        self.goes_back(entry);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let play = self.undone.pop().ok_or(Refusal::Stale)?;
        self.record.goes_back(&self.play);
        self.play = play;
        self.edited.forgets();
        self.takes_another_course();
        self.goes_on();
        Ok(())
    }

    fn go(&mut self, stop: usize) -> Result<(), Refusal> {
        let stops = self.stops();
        match stops.get(stop) {
            Some(entry) if stop + 1 < stops.len() => self.goes_back(*entry),
            Some(_) | None => return Err(Refusal::Stale),
        }
        Ok(())
    }

    fn goes_back(&mut self, entry: usize) {
        let play = self.play.retraced(entry, |_, _| {});
        self.record.goes_back(&self.play);
        self.undone.push(std::mem::replace(&mut self.play, play));
        self.edited.forgets();
        self.takes_another_course();
        self.guests.iter_mut().for_each(|guest| guest.at = None);
        self.goes_on();
    }
}
