//! One rehearsal: a game, its record, its files, and the pages that look at it. It lives on a
//! thread of its own and does one thing after the other.

use super::count::{Count, Gate, Heard};
use super::figures::Figures;
use super::guest::Guest;
use super::looks;
use super::news::News;
use super::setup::Setup;
use super::wire::{Chosen, Said, Standing, Told, Wanted};
use crate::cli::args;
use crate::cli::host::record_file::RecordWriter;
use crate::cli::host::{Failure, tell, watch};
use crate::cli::rehearsal::chance::pile_of;
use crate::cli::rehearsal::counting::Counting;
use crate::cli::rehearsal::edited::{self, Edited};
use crate::cli::rehearsal::retracing::{chosen_in_secret, decisions};
use crate::cli::rehearsal::revealed;
use crate::cli::serve::guest::decision;
use crate::cli::serve::guide;
use crate::cli::serve::shelf::{GameCard, card_of};
use crate::cli::serve::thinking::{Pace, Thought};
use crate::cli::serve::wire::{Farewell, Halt, Refusal};
use crate::cli::serve::wishes::{check, words};
use crate::cli::setup::seated::{self, bots};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::{Decided, Entry, Eyes, Game, Play};
use crate::players::Kind;
use crate::record::About;
use crate::runner::{self, MOST_ENTRIES, Player};
use crate::value::{Narrow, Seat};
use crate::view::{self, Language, Looking, Narration, Past, View};
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

/// Numbers of decisions have so many bits for those of one course of the game.
const COURSE_BITS: u32 = 24;

/// What a rehearsal is told.
pub enum Order {
    Comes(Guest),
    Says {
        guest: u64,
        said: Said,
    },
    Goes(u64),
    /// A bot has chosen, in the course of the game with this number.
    Thought {
        course: u64,
        thought: Thought,
    },
    /// Something came of the count with this number.
    Counted {
        count: u64,
        heard: Heard,
    },
    /// Somebody wants the game as it stood at a stop, and who plays it.
    Branches(usize, oneshot::Sender<(Play, Vec<SeatKind>, About)>),
    Closes,
}

/// What a rehearsal begins with.
pub struct Begun {
    pub play: Play,
    pub kinds: Vec<SeatKind>,
    pub record: RecordWriter,
    pub setup: Setup,
    /// Whether its files are looked after.
    pub watched: bool,
    /// Shares the server's processors with other counts.
    pub gate: Arc<Gate>,
    /// Keeps a report under a name, which is given.
    pub publish: Box<dyn Fn(String) -> Option<String> + Send>,
}

/// The same in both languages.
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
    seed: u64,
    /// The bots that do not think at the moment, by seat.
    bots: Vec<Option<Box<dyn Player>>>,
    pace: Pace,
    /// How often the game has taken another course.
    course: u64,
    /// The games from which somebody has gone back, the last one last.
    undone: Vec<Play>,
    guests: Vec<Guest>,
    messages: Both<Messages>,
    setup: Setup,
    edited: Edited<'static>,
    watched: bool,
    news: Both<News>,
    /// What can be set before games are counted.
    card: Both<GameCard>,
    /// The numbers of an edit, and of how many deals they have been told.
    counting: Option<(Counting, u64)>,
    /// A count for a page: its number, the page, the report at its end.
    count: Option<(u64, u64, Option<Count>)>,
    page: Option<String>,
    counts: u64,
    gate: Arc<Gate>,
    publish: Box<dyn Fn(String) -> Option<String> + Send>,
    halt: Option<Halt>,
    unkept: bool,
    orders: SyncSender<Order>,
}

/// Opens a rehearsal; gives what it is told by.
pub fn open(begun: Begun) -> SyncSender<Order> {
    let (sender, orders) = sync_channel(MOST_ORDERS);
    let own = sender.clone();
    thread::spawn(move || Bench::new(begun, own).run(&orders));
    sender
}

/// A view of a seat with all that lies on the table for all to see; its own hand lies where it
/// always lies.
fn with_hands(view: View, play: &Play, lexicon: &view::Lexicon) -> View {
    let own: Vec<view::Place> =
        view.places.iter().filter(|place| place.form == view::Form::Hand).cloned().collect();
    let mut all = revealed(view, play, lexicon);
    for place in &mut all.places {
        if let Some(own) = own.iter().find(|own| own.id == place.id) {
            *place = own.clone();
        }
    }
    all
}

impl Bench {
    fn new(begun: Begun, orders: SyncSender<Order>) -> Bench {
        let Begun { play, kinds, record, setup, watched, gate, publish } = begun;
        let messages = Both {
            english: Messages::new(args::Language::En),
            french: Messages::new(args::Language::Fr),
        };
        let file = setup.file();
        let (own, english) = (setup.clone(), Messages::new(args::Language::En));
        let edited = Edited::new(file.clone(), play.game(), Box::new(move || own.load(&english)));
        let seed = play.seed().unwrap_or_default();
        Bench {
            bots: bots(&play, &kinds, seed, seated::Thought::Afresh),
            pace: Pace::new(PACE, kinds.len()),
            names: kinds.iter().map(SeatKind::to_string).collect(),
            news: Both::of(|messages| News::of_game(play.game(), &file, messages), &messages),
            card: Both::of(|messages| card_of(&file, messages.code()), &messages),
            play,
            record,
            kinds,
            seed,
            course: 0,
            undone: Vec::new(),
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
            publish,
            halt: None,
            unkept: false,
            orders,
        }
    }

    fn run(mut self, orders: &Receiver<Order>) {
        self.goes_on();
        let mut looked = Instant::now();
        loop {
            let looks = (self.watched && !self.guests.is_empty()) || self.counting.is_some();
            let order = match looks {
                true => orders.recv_timeout(watch::PAUSE),
                false => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(Order::Closes) => {
                    return self.guests.iter().for_each(|g| g.dismiss(Farewell::Gone));
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
            Order::Says { guest, said } => self.says(guest, said),
            Order::Goes(id) => {
                self.guests.retain(|guest| guest.id != id);
                // Nobody waits for what a page has asked for that is closed.
                self.count.take_if(|(_, of, _)| *of == id);
            }
            Order::Thought { course, thought } if course == self.course => {
                self.has_thought(thought)
            }
            Order::Thought { .. } | Order::Closes => {}
            Order::Counted { count, heard } => self.counted(count, heard),
            Order::Branches(stop, to) => {
                let play = self.stood(stop);
                drop(to.send((play, self.kinds.clone(), self.record.about().clone())));
            }
        }
    }

    // ---- who looks

    fn comes(&mut self, guest: Guest) {
        if self.guests.len() >= MOST_GUESTS {
            guest.dismiss(Farewell::Full);
            return;
        }
        let language = guest.language;
        guest.tell(&self.settings(language));
        guest.tell(&Told::News(self.news.get(language)));
        self.guests.push(guest);
        self.show();
    }

    fn tell(&mut self, id: u64, told: &Told<'_>) {
        self.guests.retain(|guest| guest.id != id || guest.tell(told));
    }

    /// Shows all pages what they look at.
    fn show(&mut self) {
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain_mut(|guest| self.show_to(guest));
        self.guests = guests;
    }

    fn show_to(&self, guest: &mut Guest) -> bool {
        let stops = self.stops();
        let last = stops.len() - 1;
        let at = guest.at.map_or(last, |at| at.min(last));
        let live = at == last;
        let past;
        let play = if live {
            &self.play
        } else {
            past = self.play.retraced(stops[at], |_, _, _| {});
            &past
        };
        let asked: Vec<Seat> = if live { self.asked() } else { Vec::new() };
        let near = guest.eyes.unwrap_or(match asked.first() {
            Some(first) if !asked.contains(&guest.from) => *first,
            _ => guest.from,
        });
        guest.from = near;
        let lexicon = self.messages.get(guest.language).lexicon();
        let (eyes, narration) = (Eyes::Seat(near), Narration::Live);
        let view = View::of(&Looking { play, lexicon, eyes, past: &Past::default(), narration });
        let mut view = match guest.eyes {
            Some(_) => view,
            None => with_hands(view, play, lexicon),
        };
        let before = view.story.len().saturating_sub(MOST_TOLD);
        view.story.drain(..before);
        let asks = asked.contains(&near) && self.halt.is_none();
        if !asks {
            view.menu = None;
        }
        let number = decision(&self.play, near).filter(|_| asks);
        let chosen = at.checked_sub(1).and_then(|before| self.chosen(stops[before], lexicon));
        guest.show(&Told::Bench(Box::new(Standing {
            at,
            of: last,
            live,
            eyes: guest.eyes.map(|seat| seat + 1),
            from: near + 1,
            seats: &self.names,
            asked: asked.iter().map(|seat| seat + 1).collect(),
            decision: number.map(|number| self.course << COURSE_BITS | number),
            undo: self.last_decision().is_some(),
            redo: !self.undone.is_empty(),
            chosen,
            halt: self.halt.filter(|_| live),
            fault: self.play.fault_words().filter(|_| live),
            watched: self.watched,
            view: &view,
        })))
    }

    fn chosen(&self, entry: usize, lexicon: &view::Lexicon) -> Option<Chosen> {
        let (seat, step) = self.play.log().get(entry)?.step()?;
        let text = view::chosen(self.play.game().program(), lexicon, seat, step);
        Some(Chosen { seat: seat + 1, text })
    }

    /// The seats that have to choose now, and for which no bot does.
    fn asked(&self) -> Vec<Seat> {
        let mut pending = self.play.pending();
        pending.retain(|seat| self.is_person(*seat));
        pending
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.kinds.get(usize::from(seat)) == Some(&SeatKind::Human)
    }

    /// Where in the log one can stand: before each choice, and at the end.
    fn stops(&self) -> Vec<usize> {
        let log = self.play.log();
        let choice =
            |(i, entry): (usize, &Entry)| matches!(entry, Entry::Choice { .. }).then_some(i);
        log.iter().enumerate().filter_map(choice).chain([log.len()]).collect()
    }

    /// The game as it stood at a stop.
    fn stood(&self, stop: usize) -> Play {
        let stops = self.stops();
        self.play.retraced(stops[stop.min(stops.len() - 1)], |_, _, _| {})
    }

    // ---- what pages say

    fn says(&mut self, id: u64, said: Said) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let language = guest.language;
        let denied = match said {
            Said::Look { eyes, from, at } => self.look(id, (eyes, from, at)),
            Said::Choose { decision, seat, option } => self.choose(seat, decision, option),
            Said::Undo {} => self.undo(),
            Said::Redo {} => self.redo(),
            Said::Go { at } => self.go(at),
            Said::Seat { seat, kind } => return self.seat(id, seat, &kind),
            Said::Chance { words } => return self.decide(id, &words),
            Said::Why { seat, answer } => return self.why(id, seat, &answer),
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

    fn look(
        &mut self,
        id: u64,
        (eyes, from, at): (Option<u8>, Option<u8>, Option<usize>),
    ) -> Result<(), Refusal> {
        let seat = |number: u8| {
            let seat = number.checked_sub(1).filter(|seat| usize::from(*seat) < self.kinds.len());
            seat.ok_or(Refusal::Unreadable)
        };
        let (eyes, from) = (eyes.map(seat).transpose()?, from.map(seat).transpose()?);
        let last = self.stops().len() - 1;
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.id == id) {
            guest.eyes = eyes;
            guest.from = from.unwrap_or(guest.from);
            guest.at = at.filter(|at| *at < last);
        }
        self.show();
        Ok(())
    }

    fn why(&mut self, id: u64, seat: u8, answer: &str) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let stops = self.stops();
        let play = guest.at.map(|at| self.stood(at.min(stops.len() - 1)));
        let lexicon = self.messages.get(guest.language).lexicon();
        let play = play.as_ref().unwrap_or(&self.play);
        let told = Told::Why(looks::why(play, lexicon, seat.saturating_sub(1), answer));
        guest.tell(&told);
    }

    fn explain(&mut self, id: u64) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let stops = self.stops();
        let at = guest.at.unwrap_or(stops.len() - 1).min(stops.len() - 1);
        let lexicon = self.messages.get(guest.language).lexicon();
        let since = |from: usize| looks::explained(&self.play, lexicon, from..stops[at]);
        // Of several choices that are made at the same time the last one brings all about.
        let told = stops[..at].iter().rev().map(|from| since(*from));
        let told =
            told.take(self.kinds.len()).find(|told| told.iter().any(|one| one.place.is_some()));
        guest.tell(&Told::Explained(told.unwrap_or_else(|| since(0))));
    }

    // ---- choosing

    fn choose(&mut self, seat: u8, number: u64, option: usize) -> Result<(), Refusal> {
        let seat = seat.checked_sub(1).ok_or(Refusal::Stale)?;
        let open = decision(&self.play, seat).map(|open| self.course << COURSE_BITS | open);
        if !self.is_person(seat) || self.halt.is_some() || open != Some(number) {
            return Err(Refusal::Stale);
        }
        if option >= self.play.option_count(seat) {
            return Err(Refusal::NoSuchOption);
        }
        self.undone.clear();
        // That the rules fail is seen on the next look.
        let _ = self.play.apply(seat, option);
        self.goes_on();
        Ok(())
    }

    fn has_thought(&mut self, thought: Thought) {
        self.pace.note(&thought);
        let Thought { seat, player, option, .. } = thought;
        self.bots[usize::from(seat)] = Some(player);
        self.choose_for_bot(seat, option.map_err(|stuck| stuck.to_string()));
        self.goes_on();
    }

    fn choose_for_bot(&mut self, seat: Seat, option: Result<usize, String>) {
        match option {
            Ok(option) => drop(self.play.apply(seat, option)),
            Err(stuck) => {
                tell(&format!("{}: {stuck}\n", self.record.path.display()));
                self.halt = Some(Halt::Stuck);
            }
        }
    }

    /// Something has happened: bots choose that need no time, it is kept, then shown; those that
    /// think begin to.
    fn goes_on(&mut self) {
        self.let_choose();
        if self.play.fault().is_some() {
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
                let kind = self.kinds.get(usize::from(*seat));
                matches!(kind, Some(SeatKind::Bot(Kind::Random | Kind::Greedy)))
            };
            let Some(seat) = self.play.pending().into_iter().find(quick) else { return };
            let bot = self.bots[usize::from(seat)].as_mut();
            let (Some(bot), Some(view)) = (bot, runner::View::new(&self.play, seat)) else {
                return;
            };
            let option = bot.choose(&view).map_err(|stuck| stuck.to_string());
            self.choose_for_bot(seat, option);
        }
    }

    fn let_think(&mut self) {
        if self.halt.is_some() {
            return;
        }
        for seat in self.play.pending() {
            if let Some(bot) = self.bots.get_mut(usize::from(seat)).and_then(Option::take) {
                let (own, course) = (self.orders.clone(), self.course);
                let done = move |thought| drop(own.send(Order::Thought { course, thought }));
                self.pace.think(bot, self.play.clone(), seat, done);
            }
        }
    }

    /// Writes down what has happened, and says so where that cannot be.
    fn keep(&mut self) {
        let kept = self.record.keep(&self.play).and_then(|()| self.record.sync());
        if let Err(error) = &kept {
            if !self.unkept {
                tell(&format!("{}: {error}\n", self.record.path.display()));
            }
            let refused = Told::Refused(Refusal::Unkept);
            self.guests.retain(|guest| guest.tell(&refused));
        }
        self.unkept = kept.is_err();
    }

    // ---- who plays

    fn seat(&mut self, id: u64, seat: u8, kind: &str) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let messages = self.messages.get(guest.language);
        let kinds = SeatKind::parse(&[kind.to_owned()], messages)
            .map_err(|failure| words(failure, messages))
            .and_then(|kinds| check(&kinds, messages).map(|()| kinds));
        let seat = seat.saturating_sub(1);
        match (kinds, self.kinds.get_mut(usize::from(seat))) {
            (Err(why), _) => self.tell(id, &Told::Denied(why)),
            (Ok(_), None) => self.tell(id, &Told::Refused(Refusal::Unreadable)),
            (Ok(kinds), Some(old)) => {
                *old = kinds.into_iter().next().unwrap_or(SeatKind::Human);
                self.takes_seat(seat);
            }
        }
    }

    fn takes_seat(&mut self, seat: Seat) {
        self.names = self.kinds.iter().map(SeatKind::to_string).collect();
        let about = About { seats: self.names.clone(), ..self.record.about().clone() };
        // What a bot has chosen in this very choice is not known to anybody yet.
        if self.is_person(seat)
            && let Some(entry) = chosen_in_secret(&self.play, seat)
        {
            self.play = self.play.retraced(entry, |_, _, _| {});
        }
        self.record.begins_anew(about);
        self.takes_another_course();
        self.goes_on();
    }

    /// The game stands elsewhere, or others play it: bots that think, think about what is no more.
    fn takes_another_course(&mut self) {
        self.course += 1;
        self.halt = None;
        self.bots = bots(&self.play, &self.kinds, self.seed, seated::Thought::Afresh);
    }

    /// Decides what chance does next: `4`, `7H`, `deck 7H 8C`.
    fn decide(&mut self, id: u64, wish: &str) {
        let words: Vec<String> = wish.split_whitespace().map(str::to_owned).collect();
        let decided = match words.as_slice() {
            [number] if number.parse::<u32>().is_ok_and(|n| n > 0) => {
                number.parse().ok().map(|result| Decided::Lot { result })
            }
            words => pile_of(&self.play, words).map(|(zone, order)| Decided::Cards { zone, order }),
        };
        let done = decided.is_some_and(|decided| self.play.decide(&decided).is_ok());
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let messages = self.messages.get(guest.language);
        let told = match (done, words.is_empty()) {
            (true, _) => messages.with("bench-chance", &[("what", wish.to_owned().into())]),
            (false, true) => messages.say("chance-misread"),
            (false, false) => messages.with("chance-no-card", &[("card", wish.to_owned().into())]),
        };
        self.tell(id, &Told::Denied(told));
        self.goes_on();
    }

    // ---- back and forth

    /// Where in the log the last decision stands that was made before a page.
    fn last_decision(&self) -> Option<usize> {
        let people = (0..self.kinds.len()).map(Narrow::to_u8).filter(|seat| self.is_person(*seat));
        people.filter_map(|seat| Some(decisions(&self.play, seat).last()?.entry)).max()
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let entry = self.last_decision().ok_or(Refusal::Stale)?;
        self.goes_back(entry);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        self.play = self.undone.pop().ok_or(Refusal::Stale)?;
        self.record.goes_back();
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
        let play = self.play.retraced(entry, |_, _, _| {});
        self.undone.push(std::mem::replace(&mut self.play, play));
        self.record.goes_back();
        self.takes_another_course();
        self.guests.iter_mut().for_each(|guest| guest.at = None);
        self.goes_on();
    }

    // ---- the files

    /// Takes the game up again in its files as they are now, or says what is wrong with them: then
    /// it stays as it is.
    fn reload(&mut self) {
        match self.edited.load_again(self.play.game().program()) {
            Ok(game) => self.goes_on_in(&game),
            Err(failure) => self.is_wrong(&failure),
        }
        self.card =
            Both::of(|messages| card_of(&self.setup.file(), messages.code()), &self.messages);
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain(|guest| {
            let language = guest.language;
            guest.tell(&self.settings(language)) && guest.tell(&Told::News(self.news.get(language)))
        });
        self.guests = guests;
    }

    /// What can be set before games are counted, and what is set here.
    fn settings(&self, language: Language) -> Told<'_> {
        let Setup { variant, options, .. } = &self.setup;
        Told::Game { card: self.card.get(language), variant: variant.as_deref(), options }
    }

    fn is_wrong(&mut self, failure: &Failure) {
        self.news = Both::of(|messages| News::of_failure(failure, messages), &self.messages);
    }

    fn goes_on_in(&mut self, game: &Game) {
        let about = self.record.about().clone();
        let Some(retold) = edited::retold(&self.play, &about, game) else {
            return self.is_wrong(&Failure::Told);
        };
        if let Some(words) = retold.play.fault_words() {
            return self.is_wrong(&Failure::Usage(words));
        }
        let (was, file) = (self.play.game().clone(), self.setup.file());
        self.news =
            Both::of(|messages| News::of_edit(&was, &retold, &file, messages), &self.messages);
        self.play = retold.play;
        self.undone.clear();
        self.record.begins_anew(About { recorded_chance: true, ..about });
        self.takes_another_course();
        self.guests.iter_mut().for_each(|guest| guest.at = None);
        if was.program().rules_hash != game.program().rules_hash {
            let counting = Counting::begin(Some(was), game.clone(), Vec::new());
            self.gate.enter(counting.stopper());
            self.counting = Some((counting, 0));
        }
        self.goes_on();
    }

    /// Tells the numbers of an edit, where there are more than were told last.
    fn tell_numbers(&mut self) {
        let Some((counting, told)) = &mut self.counting else { return };
        let Some(counted) = counting.counted().filter(|counted| counted.compared.deals > *told)
        else {
            return;
        };
        *told = counted.compared.deals;
        let goes_on = counted.goes_on;
        let figures = Both::of(
            |messages| Figures { goes_on, ..Figures::of_compared(&counted.compared, messages) },
            &self.messages,
        );
        self.guests.retain(|guest| guest.tell(&Told::Numbers(figures.get(guest.language))));
        if !goes_on {
            self.counting = None;
        }
    }

    // ---- counting for a page

    fn begin_count(&mut self, id: u64, wanted: Wanted) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let language = match guest.language {
            Language::En => args::Language::En,
            Language::Fr => args::Language::Fr,
        };
        self.counting = None;
        self.counts += 1;
        let (own, count) = (self.orders.clone(), self.counts);
        let hear = move |heard| drop(own.send(Order::Counted { count, heard }));
        let messages = move || Messages::new(language);
        let begun = Count::begin(self.setup.clone(), wanted, &self.gate, messages, hear);
        self.count = Some((count, id, Some(begun)));
        self.page = None;
    }

    fn counted(&mut self, number: u64, heard: Heard) {
        let Some((_, id, _)) = self.count.as_ref().filter(|(count, ..)| *count == number) else {
            return;
        };
        let id = *id;
        match heard {
            Heard::Figures(figures) => self.tell(id, &Told::Counted(&figures)),
            Heard::Page(page) => self.page = Some(page),
            Heard::Denied(why) => self.tell(id, &Told::Denied(why)),
        }
    }

    /// The page has seen enough: what is known by then is its report.
    fn enough(&mut self, id: u64) {
        if let Some((_, of, count)) = &mut self.count
            && *of == id
        {
            *count = None;
        }
    }

    fn report(&mut self, id: u64) {
        let published = self.page.clone().and_then(|page| (self.publish)(page));
        match published {
            Some(name) => self.tell(id, &Told::Report(&name)),
            None => self.tell(id, &Told::Refused(Refusal::Stale)),
        }
    }
}
