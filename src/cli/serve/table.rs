//! One table: a game, its record, its bots, and the pages that look at it. It does one thing after
//! the other.
//!
//! - [`choosing`]: how the game goes on; [`undoing`]: how choices are taken back; [`dozing`]: what
//!   a table lets go of while nothing happens.

mod choosing;
mod dozing;
mod undoing;

use super::bots::{Bots, Done};
use super::disk::{Disk, LONG};
use super::guest::{Guest, Spot};
use super::guide;
use super::house::{Due, House, Waits};
use super::qr;
use super::queue::{Receiver, Sender, queue};
use super::socket::Turn;
use super::wire::{Around, Farewell, Halt, Refusal, Said, Told};
use crate::cli::args;
use crate::cli::host::files;
use crate::cli::host::record_file::RecordWriter;
use crate::cli::host::tell;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, spelt_path};
use crate::game::{Eyes, Play};
use crate::value::{Seat, SeatSet};
use crate::view::{self, Glance, Lexicon};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;

use dozing::{Dozing, LazyPlay, awake};

/// Pages that may be at one seat, and pages of those who look on: whoever has one link keeps nobody
/// out who has another one.
const MOST_AT_A_SEAT: usize = 8;
const MOST_WATCHING: usize = 24;

/// Orders that wait for a table which is asked how it stands: one that has so many is left out
/// where all are asked.
const MOST_ORDERS: u16 = 256;

/// What a table is told.
pub(crate) enum Order {
    Comes(Guest),
    Says {
        guest: u64,
        said: Said,
        /// Goes when it has been done.
        #[expect(dead_code, reason = "it is held, and not looked at")]
        turn: Turn,
    },
    Goes(u64),
    /// A bot has chosen.
    Thought(Done),
    /// Time has brought this.
    Brings(Due),
    /// Somebody wants to know how it stands.
    Reports(oneshot::Sender<Report>),
    /// The key of a place is another one: whoever is there by the old one goes.
    Clears(Spot),
    Closes,
}

impl Order {
    /// Whether what a table [lets go of](dozing) while nothing happens is needed for it.
    fn wakes(&self) -> bool {
        match self {
            Order::Reports(_) | Order::Brings(Due::Dozes) => false,
            Order::Comes(_)
            | Order::Says { .. }
            | Order::Goes(_)
            | Order::Thought(_)
            | Order::Brings(_)
            | Order::Clears(_)
            | Order::Closes => true,
        }
    }
}

/// Where a table is told things.
pub(crate) type Ear = Sender<Box<Order>>;

/// How a table stands, for the owner of the server: nothing that a seat may not know.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    over: bool,
    halted: bool,
    /// The seats that choose now, from 1.
    choosing: Vec<u8>,
    /// The seats at which somebody looks, from 1.
    present: Vec<u8>,
    watching: usize,
}

/// What a table begins with.
pub(crate) struct Begun {
    pub(crate) play: Play,
    /// How long it took to make that.
    pub(crate) took: Duration,
    pub(crate) kinds: Vec<SeatKind>,
    pub(crate) record: RecordWriter,
    pub(crate) disk: Disk,
    pub(crate) house: House,
    /// Keeps what holds at the table when it has changed.
    pub(crate) keep_house: KeepHouse,
}

/// Keeps what holds at a table.
pub(crate) type KeepHouse = Box<dyn Fn(&House) -> std::io::Result<()> + Send>;

/// Somebody wants to take back a choice.
struct Wanted {
    by: Seat,
    /// The choice that was asked for, by its place in the log.
    entry: usize,
    /// The people who were asked and have not agreed yet.
    left: SeatSet,
}

struct Table {
    play: LazyPlay,
    record: RecordWriter,
    /// Whether a person chooses, by seat.
    people: Vec<bool>,
    bots: Bots,
    house: House,
    keep_house: KeepHouse,
    waits: Waits,
    wanted: Option<Wanted>,
    kinds: Vec<SeatKind>,
    guests: Vec<Guest>,
    halt: Option<Halt>,
    /// Where the record lacks what has happened last: when it was last tried in vain to write that
    /// down.
    unkept: Option<Instant>,
    /// The record has been written since the table was opened or taken up.
    kept: bool,
    /// How long the last order took, and when it was done.
    took: Duration,
    done: Instant,
    dozing: Option<Dozing>,
    /// How long it takes to make again what it lets go of, as it took last.
    waking: Duration,
    disk: Disk,
    orders: Ear,
}

/// Opens a table; gives what it is told by. One that wakes in no time dozes until somebody comes.
pub(crate) fn open(begun: Begun, pace: Duration, runtime: &Handle) -> Ear {
    let (sender, orders) = queue(MOST_ORDERS);
    let mut table = Box::new(Table::new(begun, pace, sender.clone()));
    table.goes_on();
    if table.dozes_at().is_some() {
        table.dozes();
    }
    runtime.spawn(live(table, orders));
    sender
}

/// Lets a table obey one order after the other until it is closed. What may take long it does on a
/// thread of its own; a panic is the end of this table, and all others go on.
async fn live(mut table: Box<Table>, orders: Receiver<Box<Order>>) {
    while let Some(order) = next(table.next_due(), &orders).await {
        let goes_on = match table.is_swift(&order) {
            true => table.obeys(*order).then_some(table),
            false => {
                let done = spawn_blocking(move || table.obeys(*order).then_some(table));
                done.await.ok().flatten()
            }
        };
        match goes_on {
            Some(again) => table = again,
            None => return,
        }
    }
}

/// What a table is told next, by somebody or by time.
async fn next(due: Option<(Instant, Due)>, orders: &Receiver<Box<Order>>) -> Option<Box<Order>> {
    let Some((at, due)) = due else { return orders.next().await };
    match timeout_at(at.into(), orders.next()).await {
        Ok(order) => order,
        Err(_) => Some(Box::new(Order::Brings(due))),
    }
}

/// Who plays for the people among these `kinds` where they stay away, by seat.
fn substitutes(kinds: &[SeatKind], house: &House) -> Vec<SeatKind> {
    let substitute = house.substitute(&Messages::new(args::Language::En));
    let instead = |kind: &SeatKind| match kind {
        SeatKind::Human => substitute.clone(),
        // It has its own.
        SeatKind::Bot(_) => SeatKind::Human,
    };
    kinds.iter().map(instead).collect()
}

impl Table {
    fn new(begun: Begun, pace: Duration, orders: Ear) -> Table {
        let Begun { play, took, kinds, record, disk, house, keep_house } = begun;
        let people: Vec<bool> = kinds.iter().map(|kind| *kind == SeatKind::Human).collect();
        // How fast a choice comes must not tell that there was none.
        let play = play.asking_all();
        Table {
            bots: Bots::seated(&play, &kinds, pace),
            play: awake(play),
            record,
            people,
            waits: Waits::new(kinds.len()),
            house,
            keep_house,
            wanted: None,
            kinds,
            guests: Vec::new(),
            halt: None,
            unkept: None,
            kept: false,
            took: Duration::ZERO,
            done: Instant::now(),
            dozing: None,
            waking: took,
            disk,
            orders,
        }
    }

    /// Whether an order is done at once: the table is quick, and so is the disk.
    fn is_swift(&self, order: &Order) -> bool {
        let takes_long = match order {
            Order::Says { said, .. } => matches!(
                said,
                Said::Undo {} | Said::Agree { .. } | Said::Why { .. } | Said::Name { .. }
            ),
            Order::Brings(due) => matches!(due, Due::StandsIn(_) | Due::Settles),
            Order::Comes(_)
            | Order::Goes(_)
            | Order::Thought(_)
            | Order::Reports(_)
            | Order::Clears(_)
            | Order::Closes => false,
        };
        let wakes = self.dozing.is_some() && order.wakes();
        let takes = self.took + if wakes { self.waking } else { Duration::ZERO };
        let is_quick = self.unkept.is_none() && takes < LONG && self.disk.is_quick();
        !takes_long && is_quick
    }

    /// Does what it is told; false where the table is closed.
    fn obeys(&mut self, order: Order) -> bool {
        let begun = Instant::now();
        let wakes = order.wakes();
        if wakes {
            self.wakes();
        }
        let is_open = self.does(order);
        if wakes {
            self.play.give_back_memory();
            self.done = Instant::now();
        }
        self.took = begun.elapsed();
        is_open
    }

    fn does(&mut self, order: Order) -> bool {
        match order {
            Order::Brings(due) => self.time_brings(due),
            Order::Comes(guest) => self.comes(guest),
            Order::Says { guest, said, .. } => self.says(guest, &said),
            Order::Goes(id) => {
                self.guests.retain(|guest| guest.id != id);
                self.note_presence();
            }
            Order::Thought(done) => self.has_thought(done),
            Order::Reports(to) => drop(to.send(self.report())),
            Order::Clears(spot) => self.clear(|guest| guest.spot == spot, Farewell::Renewed),
            Order::Closes => {
                self.clear(|_| true, Farewell::Gone);
                return false;
            }
        }
        true
    }

    // ---- who looks

    fn comes(&mut self, mut guest: Guest) {
        let most = match guest.spot {
            Spot::Seat(_) => MOST_AT_A_SEAT,
            Spot::Rail => MOST_WATCHING,
        };
        if self.guests.iter().filter(|other| other.spot == guest.spot).count() >= most {
            guest.dismiss(Farewell::Full);
            return;
        }
        let id = guest.id;
        self.guests.push(guest);
        self.note_presence();
        match self.keep() {
            true => self.show(),
            false => self.tell(id, &Told::Refused(Refusal::Unkept)),
        }
    }

    fn clear(&mut self, whom: impl Fn(&Guest) -> bool, farewell: Farewell) {
        self.guests.iter_mut().filter(|guest| whom(guest)).for_each(|g| g.dismiss(farewell));
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
            (Said::Name { name }, Spot::Seat(seat)) => {
                if let Err(refusal) = self.calls(seat, name) {
                    self.tell(id, &Told::Refused(refusal));
                }
            }
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
        self.guests.retain_mut(|guest| guest.id != id || guest.tell(told));
    }

    /// Shows the table to all who look, each from its place.
    fn show(&mut self) {
        let (play, around, glance) = (&self.play, &self.around(), &Glance::default());
        self.guests.retain_mut(|guest| guest.show(play, around, glance));
    }

    fn report(&self) -> Report {
        if let Some(dozing) = &self.dozing {
            return dozing.report.clone();
        }
        let mut present: Vec<u8> = Vec::new();
        for guest in &self.guests {
            if let Spot::Seat(seat) = guest.spot
                && !present.contains(&seat.shown())
            {
                present.push(seat.shown());
            }
        }
        present.sort_unstable();
        Report {
            over: self.play.outcome().is_some(),
            halted: self.halt.is_some() || self.unkept.is_some(),
            choosing: choosing(&self.play),
            present,
            watching: self.guests.iter().filter(|guest| guest.spot == Spot::Rail).count(),
        }
    }

    // ---- beside the game

    fn around(&self) -> Around {
        Around {
            halt: self.halt,
            names: self.house.names().to_vec(),
            asks: self.wanted.as_ref().map(|wanted| wanted.by.shown()),
            stood_in: self.waits.stood_in(),
            taken_back: self.house.taken_back().to_vec(),
            course: self.bots.course(),
            left: self.waits.left(&self.house),
            agree: self.wanted.as_ref().map_or(SeatSet::EMPTY, |wanted| wanted.left),
        }
    }

    fn calls(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        self.house.call(seat, name)?;
        self.house_has_changed();
        self.show();
        Ok(())
    }

    /// Says at the server's terminal why something cannot be written down.
    fn tell_unkept(&self, error: &io::Error) {
        let why = files::reason(error, &Messages::english());
        tell(&format!("{}: {why}\n", spelt_path(&self.record.path)));
    }

    fn house_has_changed(&self) {
        if let Err(error) = (self.keep_house)(&self.house) {
            self.tell_unkept(&error);
        }
    }

    fn note_presence(&mut self) {
        for seat in (0..self.people.len()).map(Seat::new) {
            self.waits.present(seat, self.is_there(seat));
        }
    }

    /// Whether somebody is at a seat.
    fn is_there(&self, seat: Seat) -> bool {
        self.guests.iter().any(|guest| guest.spot == Spot::Seat(seat))
    }
}

/// The seats that choose now, from 1, as whoever looks on sees it.
fn choosing(play: &Play) -> Vec<u8> {
    play.look(Eyes::of_onlooker(play.game().program().seats)).choosing
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::cli::serve::queue::queue;
    use crate::cli::serve::sample::{begun, laying};
    use crate::view::Language;
    use tokio::runtime::Builder;

    /// Nobody is shown what is not written down, and nothing can be chosen.
    #[test]
    fn a_table_that_cannot_be_written_down_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let begun = begun(&laying(), House::default(), folder.path());
        let begun = Begun { record: begun.record.on_a_full_disk(), ..begun };
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        let table = open(begun, Duration::ZERO, runtime.handle());
        let (outbox, inbox) = queue(8);
        let guest = Guest::new(1, Spot::Seat(Seat::new(0)), Language::En, outbox);
        let said = Said::Choose { decision: 0, option: 0 };
        let turn = inbox.turn().expect("a turn");
        let says = Order::Says { guest: 1, said, turn };
        for order in [Order::Comes(guest), says, Order::Closes] {
            assert!(table.put(Box::new(order)));
        }
        let told = runtime.block_on(async {
            let mut told = Vec::new();
            while let Some(message) = inbox.next().await {
                told.push(message);
            }
            told
        });
        let (last, before) = told.split_last().expect("messages");
        assert_eq!(**last, *br#"{"closed":"gone"}"#);
        assert!(
            before.iter().all(|message| **message == *br#"{"refused":"unkept"}"#),
            "{before:?}"
        );
        assert!(before.len() > 1, "{before:?}");
    }
}
