//! One table: a game, its record, its bots, and the pages that look at it. It does one thing after
//! the other, on a thread that it has for that long alone.

use super::guest::{Guest, Spot, decision};
use super::guide;
use super::house::{Due, House, Waits, pass_of};
use super::qr;
use super::thinking::{Pace, Thought};
use super::wire::{Around, Farewell, Halt, Refusal, Said, Told};
use crate::cli::args;
use crate::cli::host::record_file::RecordWriter;
use crate::cli::host::tell;
use crate::cli::rehearsal::retracing::chosen_in_secret;
use crate::cli::setup::seated::{self, bots};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::{Entry, Play, Refused};
use crate::runner::{MOST_ENTRIES, Player};
use crate::value::{Narrow, Seat};
use crate::view::{self, Lexicon};
use serde::Serialize;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;

/// Pages that may look at one table.
const MOST_GUESTS: usize = 48;

/// Orders that wait for a table; whoever has more to say is not heard.
const MOST_ORDERS: usize = 256;

/// What a table is told.
pub enum Order {
    Comes(Guest),
    Says {
        guest: u64,
        said: Said,
    },
    Goes(u64),
    /// A bot has chosen, for the decision of its seat with this number, in this course of the game.
    Thought {
        course: u64,
        decision: Option<u64>,
        thought: Thought,
    },
    /// Time has brought this.
    Brings(Due),
    /// Somebody wants to know how it stands.
    Reports(oneshot::Sender<Report>),
    /// The key of a place is another one: whoever is there by the old one goes.
    Clears(Spot),
    Closes,
}

/// How a table stands, for the owner of the server: nothing that a seat may not know.
#[derive(Debug, Serialize)]
pub struct Report {
    over: bool,
    halted: bool,
    /// The seats that choose now, from 1.
    choosing: Vec<u8>,
    /// The seats at which somebody looks, from 1.
    present: Vec<u8>,
    watching: usize,
}

/// What a table begins with.
pub struct Begun {
    pub play: Play,
    pub kinds: Vec<SeatKind>,
    pub record: RecordWriter,
    pub house: House,
    /// Keeps what holds at the table when it has changed.
    pub keep_house: KeepHouse,
}

/// Keeps what holds at a table.
pub type KeepHouse = Box<dyn Fn(&House) -> std::io::Result<()> + Send>;

/// Somebody wants to take back a choice.
struct Wanted {
    by: Seat,
    /// The people who have still to agree, a bit each.
    left: u32,
}

struct Table {
    play: Play,
    record: RecordWriter,
    /// Whether a person chooses, by seat.
    people: Vec<bool>,
    /// The bots that do not think at the moment, by seat.
    bots: Vec<Option<Box<dyn Player>>>,
    pace: Pace,
    /// Those who play for people that stay away, by seat.
    stand_ins: Vec<Option<Box<dyn Player>>>,
    house: House,
    keep_house: KeepHouse,
    waits: Waits,
    /// How often the game has taken another course.
    course: u64,
    wanted: Option<Wanted>,
    kinds: Vec<SeatKind>,
    guests: Vec<Guest>,
    halt: Option<Halt>,
    /// The record lacks what has happened last.
    unkept: bool,
    orders: Sender<Order>,
}

/// Opens a table; gives what it is told by.
pub fn open(begun: Begun, pace: Duration, runtime: &Handle) -> Sender<Order> {
    let (sender, orders) = channel(MOST_ORDERS);
    let own = sender.clone();
    runtime.spawn(async move {
        // Work may take long, or panic: then this table is no more, and all others go on.
        let opened = spawn_blocking(move || {
            let mut table = Box::new(Table::new(begun, pace, own));
            table.goes_on();
            table
        });
        if let Ok(table) = opened.await {
            live(table, orders).await;
        }
    });
    sender
}

/// Lets a table obey one order after the other until it is closed.
async fn live(mut table: Box<Table>, mut orders: Receiver<Order>) {
    while let Some(order) = next(table.next_due(), &mut orders).await {
        let done = spawn_blocking(move || table.obeys(order).then_some(table));
        match done.await {
            Ok(Some(again)) => table = again,
            Ok(None) | Err(_) => return,
        }
    }
}

/// What a table is told next, by somebody or by time.
async fn next(due: Option<(Instant, Due)>, orders: &mut Receiver<Order>) -> Option<Order> {
    let Some((at, due)) = due else { return orders.recv().await };
    match timeout_at(at.into(), orders.recv()).await {
        Ok(order) => order,
        Err(_) => Some(Order::Brings(due)),
    }
}

impl Table {
    fn new(begun: Begun, pace: Duration, orders: Sender<Order>) -> Table {
        let Begun { play, kinds, record, house, keep_house } = begun;
        let pace = Pace::new(pace, kinds.len());
        let people: Vec<bool> = kinds.iter().map(|kind| *kind == SeatKind::Human).collect();
        let mut table = Table {
            // How fast a choice comes must not tell that there was none.
            play: play.asking_all(),
            record,
            people,
            bots: Vec::new(),
            stand_ins: Vec::new(),
            waits: Waits::new(kinds.len()),
            house,
            keep_house,
            course: 0,
            wanted: None,
            kinds,
            pace,
            guests: Vec::new(),
            halt: None,
            unkept: false,
            orders,
        };
        table.seat_bots();
        table
    }

    /// Seats the bots, as the game stands. They do not think about all that they chose before.
    fn seat_bots(&mut self) {
        let seed = self.play.seed().unwrap_or_default();
        let seated = |kinds: &[SeatKind]| bots(&self.play, kinds, seed, seated::Thought::Afresh);
        let substitute = self.house.substitute(&Messages::new(args::Language::En));
        let instead = |kind: &SeatKind| match kind {
            SeatKind::Human => substitute.clone(),
            // It has its own.
            SeatKind::Bot(_) => SeatKind::Human,
        };
        let instead: Vec<SeatKind> = self.kinds.iter().map(instead).collect();
        (self.bots, self.stand_ins) = (seated(&self.kinds), seated(&instead));
    }

    /// Does what it is told; false where the table is closed.
    fn obeys(&mut self, order: Order) -> bool {
        match order {
            Order::Brings(due) => self.time_brings(due),
            Order::Comes(guest) => self.comes(guest),
            Order::Says { guest, said } => self.says(guest, &said),
            Order::Goes(id) => {
                self.guests.retain(|guest| guest.id != id);
                self.note_presence();
            }
            Order::Thought { course, decision, thought } => {
                self.has_thought(course, decision, thought);
            }
            Order::Reports(to) => drop(to.send(self.report())),
            Order::Clears(spot) => self.clear(|guest| guest.spot == spot),
            Order::Closes => {
                self.clear(|_| true);
                return false;
            }
        }
        true
    }

    // ---- who looks

    fn comes(&mut self, guest: Guest) {
        if self.guests.len() >= MOST_GUESTS {
            guest.dismiss(Farewell::Full);
            return;
        }
        self.guests.push(guest);
        self.note_presence();
        if self.keep() {
            self.show();
        }
    }

    fn clear(&mut self, whom: impl Fn(&Guest) -> bool) {
        self.guests.iter().filter(|guest| whom(guest)).for_each(|g| g.dismiss(Farewell::Gone));
        self.guests.retain(|guest| !whom(guest));
        self.note_presence();
    }

    fn says(&mut self, id: u64, said: &Said) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let (spot, language) = (guest.spot, guest.language);
        let lexicon = Lexicon::shared(language);
        match (said, spot) {
            (Said::Choose { decision, option }, Spot::Seat(seat)) => {
                let chosen = self.choose(seat, *decision, *option);
                if let Err(refusal) = chosen {
                    self.tell(id, &Told::Refused(refusal));
                }
            }
            (Said::Undo {}, Spot::Seat(seat)) => {
                if let Err(refusal) = self.wants_back(seat) {
                    self.tell(id, &Told::Refused(refusal));
                }
            }
            (Said::Agree { yes }, Spot::Seat(seat)) => self.agrees(seat, *yes),
            (Said::Name { name }, Spot::Seat(seat)) => self.calls(seat, name),
            (
                Said::Choose { .. }
                | Said::Why { .. }
                | Said::Undo {}
                | Said::Agree { .. }
                | Said::Name { .. },
                Spot::Rail,
            ) => {
                self.tell(id, &Told::Refused(Refusal::NotSeated));
            }
            (Said::Why { answer }, Spot::Seat(seat)) => {
                let why = view::why_not(&self.play, lexicon, seat, answer);
                self.tell(id, &Told::Why { answer, why: why.map(|refusal| refusal.why()) });
            }
            (Said::Rules {}, _) => {
                let page = guide::page(self.play.game().program(), lexicon);
                self.tell(id, &Told::Rules(page));
            }
            (Said::Draw { link }, _) => self.tell(id, &Told::Drawn(qr::drawn(link))),
            (Said::Hello { .. }, _) => self.tell(id, &Told::Refused(Refusal::Unreadable)),
        }
    }

    fn tell(&mut self, id: u64, told: &Told<'_>) {
        self.guests.retain(|guest| guest.id != id || guest.tell(told));
    }

    /// Shows the table to all who look, each from its place.
    fn show(&mut self) {
        let (play, around) = (&self.play, &self.around());
        self.guests.retain_mut(|guest| guest.show(play, around));
    }

    fn report(&self) -> Report {
        let mut present: Vec<u8> = Vec::new();
        for guest in &self.guests {
            if let Spot::Seat(seat) = guest.spot
                && !present.contains(&(seat + 1))
            {
                present.push(seat + 1);
            }
        }
        present.sort_unstable();
        let eyes = crate::game::Eyes::of_onlooker(self.play.game().program().seats);
        Report {
            over: self.play.outcome().is_some(),
            halted: self.halt.is_some() || self.unkept,
            choosing: self.play.look(eyes).choosing,
            present,
            watching: self.guests.iter().filter(|guest| guest.spot == Spot::Rail).count(),
        }
    }

    // ---- beside the game

    fn around(&self) -> Around {
        Around {
            halt: self.halt,
            names: self.house.names().to_vec(),
            asks: self.wanted.as_ref().map(|wanted| wanted.by + 1),
            stood_in: self.waits.stood_in(),
            time: self.house.time(),
            agree: self.wanted.as_ref().map_or(0, |wanted| wanted.left),
        }
    }

    fn calls(&mut self, seat: Seat, name: &str) {
        self.house.call(seat, name);
        if let Err(error) = (self.keep_house)(&self.house) {
            tell(&format!("{}: {error}\n", self.record.path.display()));
        }
        self.show();
    }

    fn note_presence(&mut self) {
        for seat in 0..self.people.len().to_u8() {
            let there = self.guests.iter().any(|guest| guest.spot == Spot::Seat(seat));
            self.waits.present(seat, there);
        }
    }

    /// What time brings next at this table, and when.
    fn next_due(&self) -> Option<(Instant, Due)> {
        let waits = self.halt.is_some() || self.unkept;
        if waits { None } else { self.waits.next(&self.people, &self.house, &self.play) }
    }

    fn time_brings(&mut self, due: Due) {
        match due {
            Due::Pass(seat) => {
                let (number, pass) = (decision(&self.play, seat), pass_of(&self.play, seat));
                if let (Some(number), Some(pass)) = (number, pass) {
                    // Where the record cannot be written, it is tried again when somebody comes.
                    let _ = self.choose(seat, number, pass);
                }
            }
            Due::StandsIn(seat) => {
                self.waits.stands_in(seat);
                let bot = self.stand_ins.get_mut(usize::from(seat)).and_then(Option::take);
                if let Some(bot) = bot {
                    self.think(seat, bot);
                }
                self.show();
            }
        }
    }

    // ---- taking back

    /// A seat wants to take back its last choice. What others have not been told of is taken back
    /// without their hearing of it; else all other people have to agree.
    fn wants_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(entry) = chosen_in_secret(&self.play, seat) {
            self.takes_back_in_secret(seat, entry);
            return Ok(());
        }
        // Single options count, too: where the game stands then must not tell that there was no
        // choice.
        last_choice(&self.play, seat).ok_or(Refusal::NothingToUndo)?;
        match &self.wanted {
            Some(wanted) if wanted.by == seat => return Ok(()),
            Some(_) => return Err(Refusal::UndoPending),
            None => {}
        }
        let others = self.people.iter().zip(0..).filter(|(person, of)| **person && *of != seat);
        let left = others.fold(0, |left, (_, of): (_, Seat)| left | 1 << of);
        self.wanted = Some(Wanted { by: seat, left });
        self.agreed();
        Ok(())
    }

    fn agrees(&mut self, seat: Seat, yes: bool) {
        let Some(wanted) = self.wanted.as_mut().filter(|w| w.left >> seat & 1 == 1) else { return };
        wanted.left &= !(1 << seat);
        if yes {
            return self.agreed();
        }
        self.wanted = None;
        let refused = Told::Refused(Refusal::NotAgreed);
        self.guests.retain(|guest| guest.tell(&refused));
        self.show();
    }

    /// Takes the choice back if all have agreed.
    fn agreed(&mut self) {
        let all = self.wanted.take_if(|wanted| wanted.left == 0);
        let entry = all.and_then(|wanted| last_choice(&self.play, wanted.by));
        let Some(entry) = entry else { return self.show() };
        self.play = self.play.retraced(entry, |_, _, _| {});
        self.record.goes_back();
        self.course += 1;
        self.halt = None;
        self.pace.forget();
        self.seat_bots();
        self.guests.iter_mut().for_each(|guest| guest.stands_anew(&self.play));
        self.goes_on();
    }

    /// Takes back what a seat has chosen while others still choose; what these have chosen stays.
    fn takes_back_in_secret(&mut self, seat: Seat, entry: usize) {
        let behind = self.play.log()[entry..].iter().filter_map(|entry| match entry {
            Entry::Choice { seat: of, label, .. } if *of != seat => Some((*of, label.clone())),
            _ => None,
        });
        let mut play = self.play.retraced(entry, |_, _, _| {});
        for (of, label) in behind {
            let _ = play.apply_label(of, &label);
        }
        self.play = play;
        self.record.goes_back();
        self.goes_on();
    }

    // ---- choosing

    /// A seat chooses an option of a decision; the number of the decision says that it has seen
    /// what it answers.
    fn choose(&mut self, seat: Seat, number: u64, option: usize) -> Result<(), Refusal> {
        let is_person = self.people.get(usize::from(seat)) == Some(&true);
        if !is_person || self.halt.is_some() || decision(&self.play, seat) != Some(number) {
            return Err(Refusal::Stale);
        }
        if !self.keep() {
            return Err(Refusal::Unkept);
        }
        match self.play.apply(seat, option) {
            Ok(()) | Err(Refused::Fault(_)) => {}
            Err(Refused::NotAsked) => return Err(Refusal::Stale),
            Err(Refused::NoSuchOption) => return Err(Refusal::NoSuchOption),
        }
        let own = self.guests.iter_mut().filter(|guest| guest.spot == Spot::Seat(seat));
        own.for_each(Guest::turn_page);
        self.wanted = None;
        self.goes_on();
        Ok(())
    }

    fn has_thought(&mut self, course: u64, number: Option<u64>, thought: Thought) {
        if course != self.course {
            return;
        }
        self.pace.note(&thought);
        let Thought { seat, player, option, .. } = thought;
        let is_person = self.people.get(usize::from(seat)) == Some(&true);
        let seats = if is_person { &mut self.stand_ins } else { &mut self.bots };
        seats[usize::from(seat)] = Some(player);
        // Whoever came back may have chosen meanwhile.
        if decision(&self.play, seat) != number {
            return;
        }
        match option {
            Ok(option) => drop(self.play.apply(seat, option)),
            Err(stuck) => {
                tell(&format!("{}: {stuck}\n", self.record.path.display()));
                self.halt = Some(Halt::Stuck);
            }
        }
        self.goes_on();
    }

    /// Something has happened: it is kept, then shown, then bots think about it.
    fn goes_on(&mut self) {
        if let Some(words) = self.play.fault_words() {
            if self.halt.is_none() {
                tell(&format!("{}: {words}\n", self.record.path.display()));
            }
            self.halt = Some(Halt::Fault);
        } else if self.play.log().len() >= MOST_ENTRIES {
            self.halt = Some(Halt::Endless);
        }
        for seat in 0..self.people.len().to_u8() {
            self.waits.asked(seat, decision(&self.play, seat));
        }
        if !self.keep() {
            return;
        }
        self.show();
        self.let_think();
    }

    fn let_think(&mut self) {
        if self.halt.is_some() {
            return;
        }
        for seat in self.play.pending() {
            if let Some(bot) = self.bots.get_mut(usize::from(seat)).and_then(Option::take) {
                self.think(seat, bot);
            }
        }
    }

    fn think(&mut self, seat: Seat, bot: Box<dyn Player>) {
        let (table, course) = (self.orders.clone(), self.course);
        let decision = decision(&self.play, seat);
        // The table may be closed by then.
        let done =
            move |thought| drop(table.blocking_send(Order::Thought { course, decision, thought }));
        self.pace.think(bot, self.play.clone(), seat, done);
    }

    /// Writes down what has happened: nobody is shown what a power cut could take back. Where that
    /// fails the game waits, and it is tried again whenever somebody comes or chooses.
    fn keep(&mut self) -> bool {
        let kept = self.record.keep(&self.play).and_then(|()| self.record.sync());
        let was_unkept = std::mem::replace(&mut self.unkept, kept.is_err());
        match kept {
            Ok(()) if was_unkept => {
                self.show();
                self.let_think();
                true
            }
            Ok(()) => true,
            Err(error) => {
                if !was_unkept {
                    tell(&format!("{}: {error}\n", self.record.path.display()));
                }
                let refused = Told::Refused(Refusal::Unkept);
                self.guests.retain(|guest| guest.tell(&refused));
                false
            }
        }
    }
}

/// Where in the log the last choice of a seat stands.
fn last_choice(play: &Play, seat: Seat) -> Option<usize> {
    play.log().iter().rposition(|entry| entry.step().is_some_and(|(of, _)| of == seat))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::cli::host::record_file::RecordFile;
    use crate::cli::serve::sample::laying;
    use crate::record::About;
    use crate::view::Language;
    use tokio::runtime::Builder;

    /// Nobody is shown what is not written down, and nothing can be chosen.
    #[test]
    fn a_table_that_cannot_be_written_down_waits() {
        let play = Play::new(&laying(), 3);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.jsonl");
        let file = std::fs::File::create(&path).expect("a file");
        let about = About { seats: vec!["human".into(), "human".into()], ..About::default() };
        let record = RecordWriter::begin(RecordFile { path, file }, &play, &about)
            .expect("room for the beginning")
            .on_a_full_disk();
        let kinds = vec![SeatKind::Human, SeatKind::Human];
        let (house, keep_house): (_, KeepHouse) = (House::default(), Box::new(|_| Ok(())));
        let begun = Begun { play, kinds, record, house, keep_house };
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        let table = open(begun, Duration::ZERO, runtime.handle());
        let (out, mut waiting) = channel(8);
        let guest = Guest::new(1, Spot::Seat(0), Language::En, out);
        let said = Said::Choose { decision: 0, option: 0 };
        for order in [Order::Comes(guest), Order::Says { guest: 1, said }, Order::Closes] {
            table.try_send(order).expect("a table");
        }
        let told = runtime.block_on(async {
            let mut told = Vec::new();
            while let Some(message) = waiting.recv().await {
                told.push(message);
            }
            told
        });
        let (last, before) = told.split_last().expect("messages");
        assert_eq!(last, r#"{"closed":"gone"}"#);
        assert!(before.iter().all(|message| message == r#"{"refused":"unkept"}"#), "{before:?}");
        assert!(before.len() > 1, "{before:?}");
    }
}
