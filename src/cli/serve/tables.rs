//! All tables: who is let in to which, and how they are opened, taken up again and closed.

use super::disk::Disk;
use super::guest::Guest;
use super::house::House;
use super::keys::{Key, Passes, Seal, fresh_name};
use super::pictures;
use super::shelf::Shelf;
use super::socket::{Outbox, Room, Turn};
use super::store::{Slip, Store, Ticket};
use super::table::{self, Begun, Ear, KeepHouse, Order, Report};
use super::wire::{Said, SeatNumber, Told};
use super::wishes::{Wish, check, kinds, words};
use crate::cli::host::chance::random_seed;
use crate::cli::host::files;
use crate::cli::host::record_file::{self, RecordWriter};
use crate::cli::host::tell;
use crate::cli::setup::load::load;
use crate::cli::setup::recorded::{self, differs};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::{Game, Play};
use crate::record::{About, replay};
use crate::view::{Language, Lexicon, greeting};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::timeout_at;

/// How long tables have to say how they stand.
const LONGEST_REPORT: Duration = Duration::from_secs(1);

/// The games, the tables, and the owner's key.
pub(crate) struct Tables {
    shelf: Shelf,
    store: Store,
    owner: Seal,
    passes: Passes,
    pace: Duration,
    /// How many there may be at one time.
    most: usize,
    /// Where they live.
    runtime: Handle,
    /// Where they are kept.
    disk: Disk,
    tables: Mutex<BTreeMap<String, Entry>>,
    /// The tables that could not be taken up, and why not.
    waiting: Mutex<BTreeMap<String, String>>,
    /// How many are being opened.
    opening: AtomicUsize,
    /// Tickets change one after the other; no table waits for the disk meanwhile.
    changing: Mutex<()>,
    guests: AtomicU64,
}

struct Entry {
    orders: Ear,
    ticket: Ticket,
    title: Title,
    seats: Vec<String>,
    game: Game,
    /// The folder of its files.
    folder: PathBuf,
}

/// The keys of a table that has been opened: they are told once, and are not to be printed.
#[derive(Serialize)]
pub(crate) struct Opened {
    table: String,
    /// By seat; null where a bot plays.
    seats: Vec<Option<String>>,
    rail: String,
}

/// A table in the owner's list.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    table: String,
    title: Title,
    /// Who sits where.
    seats: Vec<String>,
    #[serde(flatten)]
    report: Report,
}

/// A table in the owner's list that could not be taken up.
#[derive(Debug, Serialize)]
pub(crate) struct Waiting {
    table: String,
    /// Why not, in words.
    why: String,
}

/// What a game is called.
#[derive(Clone, Debug, Serialize)]
struct Title {
    en: String,
    fr: String,
}

/// Where a page of a table was let in: the ear of the table, and the page's number there.
pub(crate) struct Admitted {
    pub(crate) orders: Ear,
    pub(crate) guest: u64,
}

/// The place of a table that is being opened, until that is done.
struct Reserved<'t>(&'t AtomicUsize);

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Room for Admitted {
    type Said = Said;

    async fn hear(&self, said: Said, turn: Turn) -> bool {
        // Nobody says more than there are turns.
        self.orders.insist(Box::new(Order::Says { guest: self.guest, said, turn }))
    }

    fn leave(&self) {
        self.orders.insist(Box::new(Order::Goes(self.guest)));
    }
}

impl Tables {
    /// No tables yet, and room for so many.
    pub(crate) fn new(
        shelf: Shelf,
        store: Store,
        (owner, passes): (Seal, Passes),
        (pace, most): (Duration, usize),
        runtime: Handle,
    ) -> Tables {
        Tables {
            shelf,
            store,
            owner,
            passes,
            pace,
            most,
            runtime,
            disk: Disk::default(),
            tables: Mutex::default(),
            waiting: Mutex::default(),
            opening: AtomicUsize::new(0),
            changing: Mutex::default(),
            guests: AtomicU64::new(0),
        }
    }

    /// How many there may be at one time.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    pub(crate) fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Whether a key is the one of the server's owner.
    pub(crate) fn is_owner(&self, key: &str) -> bool {
        self.owner.fits(key)
    }

    // ---- opening

    /// Opens a table; in words why not.
    pub(crate) fn open(&self, wish: &Wish, messages: &Messages) -> Result<Opened, String> {
        let _reserved = self.reserved(messages)?;
        let failed = |failure| words(failure, messages);
        let kinds = kinds(&wish.seats, messages)?;
        let house = wish.house.clone().anew().checked(kinds.len(), messages)?;
        let path = self.shelf.path(wish.game).ok_or_else(|| messages.say("serve-no-game"))?;
        let setting = wish.setting();
        let (_, game) = load(path, &setting, Some(kinds.len()), messages).map_err(failed)?;
        let game = self.known(game);
        let made = Instant::now();
        let play = Play::new_asking_all(&game, wish.seed.unwrap_or_else(random_seed));
        let took = made.elapsed();
        let about = About {
            seats: kinds.iter().map(SeatKind::to_string).collect(),
            file: Some(path.display().to_string()),
            variant: wish.variant.clone(),
            ..About::default()
        };
        let no_chance = |error: getrandom::Error| {
            messages.with("serve-no-chance", &[("reason", error.to_string().into())])
        };
        let name = fresh_name().map_err(no_chance)?;
        let key = |kind: &SeatKind| (*kind == SeatKind::Human).then(Key::fresh).transpose();
        let keys = kinds.iter().map(key).collect::<Result<Vec<Option<Key>>, _>>();
        let (keys, rail) = (keys.map_err(no_chance)?, Key::fresh().map_err(no_chance)?);
        let seals = keys.iter().map(|key| key.as_ref().map(Key::seal)).collect();
        let ticket = Ticket::new(seals, rail.seal());
        let record =
            record_file::create_privately(&self.store.record(&name), messages).map_err(failed)?;
        let unkept = |error: std::io::Error| {
            messages.with("serve-unkept", &[("reason", files::reason(&error, messages).into())])
        };
        let kept = RecordWriter::begin(record, &play, &about).and_then(|record| {
            self.store.keep(Slip::Ticket, &name, &ticket)?;
            self.store.keep(Slip::House, &name, &house)?;
            Ok(record)
        });
        let record = kept.map_err(|error| {
            self.store.discard(&name);
            unkept(error)
        })?;
        let keep_house = self.keeper(&name);
        let disk = self.disk.clone();
        let begun = Begun { play, took, kinds, record, disk, house, keep_house };
        self.add(name.clone(), (ticket, folder_of(path)), begun);
        let text = |key: Key| key.text().to_owned();
        let seats = keys.into_iter().map(|key| key.map(text)).collect();
        Ok(Opened { table: name, seats, rail: text(rail) })
    }

    /// A place for a table that is being opened; in words that there is none left.
    fn reserved(&self, messages: &Messages) -> Result<Reserved<'_>, String> {
        let tables = self.living();
        if tables.len() + self.opening.load(Ordering::Relaxed) >= self.most {
            return Err(messages.with("serve-full", &[("most", self.most.into())]));
        }
        self.opening.fetch_add(1, Ordering::Relaxed);
        Ok(Reserved(&self.opening))
    }

    /// What keeps the rules of the house of a table.
    fn keeper(&self, name: &str) -> KeepHouse {
        let (store, name) = (self.store.clone(), name.to_owned());
        Box::new(move |house| match store.has(Slip::Ticket, &name) {
            true => store.keep(Slip::House, &name, house),
            // It was closed meanwhile.
            false => Ok(()),
        })
    }

    /// The game of a table that is open, where it is the same as this one: tables share what they
    /// have in common.
    fn known(&self, game: Game) -> Game {
        let same = |entry: &Entry| entry.game.is_same(&game).then(|| entry.game.clone());
        self.lock().values().find_map(same).unwrap_or(game)
    }

    fn add(&self, name: String, (ticket, folder): (Ticket, PathBuf), begun: Begun) {
        let game = begun.play.game().clone();
        let title = |language| greeting(game.program(), Lexicon::shared(language)).title;
        let title = Title { en: title(Language::En), fr: title(Language::Fr) };
        let seats = begun.kinds.iter().map(SeatKind::to_string).collect();
        let orders = table::open(begun, self.pace, &self.runtime);
        self.lock().insert(name, Entry { orders, ticket, title, seats, game, folder });
    }

    /// The file of a picture that is on a card of the table's game, for who has the pass: of no
    /// other file of the system.
    pub(crate) fn picture(&self, table: &str, pass: &str, name: &str) -> Option<PathBuf> {
        if !self.passes.fits(table, pass) {
            return None;
        }
        let (game, folder) = {
            let tables = self.lock();
            let entry = tables.get(table)?;
            (entry.game.clone(), entry.folder.clone())
        };
        pictures::file(game.program(), &folder, name)
    }

    /// Takes up the tables that were there when the server was ended. Of those that cannot be, it
    /// is told why; they wait, with their files as they are.
    pub(crate) fn take_up(&self, messages: &Messages) {
        for name in self.store.names(Slip::Ticket).unwrap_or_default() {
            if let Err(why) = self.take_up_one(&name, messages) {
                let values = [("table", name.clone().into()), ("why", why.clone().into())];
                tell(&(messages.with("serve-not-taken-up", &values) + "\n"));
                self.waiting().insert(name, why);
            }
        }
    }

    /// Tries once more to take up a table that waits; in words why that cannot be.
    pub(crate) fn take_up_again(&self, name: &str, messages: &Messages) -> Result<(), String> {
        let _one_by_one = self.one_by_one();
        if !self.waiting().contains_key(name) {
            return Err(messages.say("serve-no-table"));
        }
        let taken_up = self.take_up_one(name, messages);
        let mut waiting = self.waiting();
        match &taken_up {
            Ok(()) => drop(waiting.remove(name)),
            Err(why) => drop(waiting.insert(name.to_owned(), why.clone())),
        }
        taken_up
    }

    fn take_up_one(&self, name: &str, messages: &Messages) -> Result<(), String> {
        let _reserved = self.reserved(messages)?;
        let failed = |failure| words(failure, messages);
        let ticket: Ticket =
            self.store.slip(Slip::Ticket, name).map_err(|unread| unread.words(messages))?;
        let path = self.store.record(name);
        let recorded = recorded::open_among(&path, self.shelf.paths(), messages).map_err(failed)?;
        let kinds = SeatKind::parse(&recorded.record.header.seats, messages).map_err(failed)?;
        check(&kinds, messages)?;
        if !ticket.fits(&kinds) {
            return Err(messages.say("serve-other-keys"));
        }
        let game = self.known(recorded.game.clone());
        let made = Instant::now();
        let play = replay(&game, &recorded.record)
            .map_err(|difference| differs(&path, &recorded, &difference, messages))?;
        let took = made.elapsed();
        let record = RecordWriter::resume(&path, &recorded.record, &play)
            .map_err(|error| record_file::refused(&path, &error, messages))?;
        let kept = self.store.slip_if_any::<House>(Slip::House, name);
        let kept = kept.map_err(|unread| unread.words(messages));
        let house = kept.and_then(|house| house.unwrap_or_default().checked(kinds.len(), messages));
        let house = house.or_else(|why| {
            let values = [("table", name.into()), ("why", why.into())];
            tell(&(messages.with("serve-house-lost", &values) + "\n"));
            House::default().checked(kinds.len(), messages)
        })?;
        let keep_house = self.keeper(name);
        let disk = self.disk.clone();
        let begun = Begun { play, took, kinds, record, disk, house, keep_house };
        self.add(name.to_owned(), (ticket, recorded.file.folder), begun);
        Ok(())
    }

    // ---- coming in

    /// Lets a page in to where the key leads that it names first; `None` where it leads nowhere.
    pub(crate) async fn admit(&self, hello: Said, outbox: Outbox) -> Option<Admitted> {
        let Said::Hello { table, key, language } = hello else { return None };
        let (orders, spot) = {
            let tables = self.lock();
            let entry = tables.get(&table)?;
            (entry.orders.clone(), entry.ticket.spot(&key)?)
        };
        let pass = self.passes.of(&table);
        let pictures = Told::Pictures(format!("picture/{table}/{pass}"));
        outbox.put(pictures.message()).then_some(())?;
        let id = self.guests.fetch_add(1, Ordering::Relaxed);
        let guest = Guest::new(id, spot, language.into(), outbox);
        orders.insist(Box::new(Order::Comes(guest))).then_some(())?;
        // The place may have been given another key meanwhile, and been cleared before this page
        // came to it.
        if self.lock().get(&table).and_then(|entry| entry.ticket.spot(&key)) != Some(spot) {
            orders.insist(Box::new(Order::Goes(id)));
            return None;
        }
        Some(Admitted { orders, guest: id })
    }

    // ---- for the owner

    /// Asks all tables how they stand: what they are, and where each will answer.
    fn ask_all(&self) -> Vec<Asked<Shown, Report>> {
        let tables = self.living();
        let ask = |(name, entry): (&String, &Entry)| {
            let (to, report) = oneshot::channel();
            let asked = entry.orders.put(Box::new(Order::Reports(to)));
            let table = || (name.clone(), entry.title.clone(), entry.seats.clone());
            asked.then(|| (table(), report))
        };
        tables.iter().filter_map(ask).collect()
    }

    /// All tables, and how they stand. One that is too busy to answer is left out.
    pub(crate) async fn list(&self) -> Vec<Listed> {
        let answers = answered(self.ask_all(), LONGEST_REPORT).await.into_iter();
        let listed = |((table, title, seats), report)| Listed { table, title, seats, report };
        answers.map(listed).collect()
    }

    /// The tables that could not be taken up.
    pub(crate) fn list_waiting(&self) -> Vec<Waiting> {
        let listed =
            |(table, why): (&String, &String)| Waiting { table: table.clone(), why: why.clone() };
        self.waiting().iter().map(listed).collect()
    }

    /// Gives a place another key, so that the old one is none any more; in words why not.
    pub(crate) fn renew(
        &self,
        table: &str,
        seat: Option<SeatNumber>,
        messages: &Messages,
    ) -> Result<String, String> {
        let unkept = |reason: String| messages.with("serve-unkept", &[("reason", reason.into())]);
        let key = Key::fresh().map_err(|error| {
            messages.with("serve-no-chance", &[("reason", error.to_string().into())])
        })?;
        let no_table = || messages.say("serve-no-table");
        let _one_by_one = self.one_by_one();
        let ticket = self.lock().get(table).map(|entry| entry.ticket.clone());
        let mut ticket = ticket.ok_or_else(no_table)?;
        let spot = ticket.place(seat).ok_or_else(no_table)?;
        if !ticket.renew(spot, key.seal()) {
            return Err(no_table());
        }
        self.store
            .keep(Slip::Ticket, table, &ticket)
            .map_err(|error| unkept(files::reason(&error, messages)))?;
        let mut tables = self.lock();
        let entry = tables.get_mut(table).ok_or_else(no_table)?;
        entry.ticket = ticket;
        entry.orders.insist(Box::new(Order::Clears(spot)));
        Ok(key.text().to_owned())
    }

    /// Closes a table for good, be it open or waiting; in words why not.
    pub(crate) fn close(&self, table: &str, messages: &Messages) -> Result<(), String> {
        let _one_by_one = self.one_by_one();
        if !self.lock().contains_key(table) && !self.waiting().contains_key(table) {
            return Err(messages.say("serve-no-table"));
        }
        self.store.forget(Slip::Ticket, table).map_err(|error| {
            messages.with("serve-unkept", &[("reason", files::reason(&error, messages).into())])
        })?;
        // A table of which nothing else was said has none.
        let _ = self.store.forget(Slip::House, table);
        self.waiting().remove(table);
        let closed = self.lock().remove(table);
        if let Some(entry) = closed {
            entry.orders.insist(Box::new(Order::Closes));
        }
        Ok(())
    }

    /// All tables that hear: one that has come to a bad end takes no place.
    fn living(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        let mut tables = self.lock();
        tables.retain(|_, entry| !entry.orders.is_closed());
        tables
    }

    fn one_by_one(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table as the owner knows it: its name, the title of its game, and who sits where.
type Shown = (String, Title, Vec<String>);

/// Somebody who was asked something, and where the answer comes.
type Asked<A, T> = (A, oneshot::Receiver<T>);

/// The answers that come within a time, which all have at once.
async fn answered<A, T>(asked: Vec<Asked<A, T>>, within: Duration) -> Vec<(A, T)> {
    let end = Instant::now() + within;
    let mut answers = Vec::new();
    for (whom, answer) in asked {
        // What has come by then is taken, even where the time was spent on others.
        if let Ok(Ok(answer)) = timeout_at(end.into(), answer).await {
            answers.push((whom, answer));
        }
    }
    answers
}

/// The folder of a layout.
fn folder_of(layout: &Path) -> PathBuf {
    layout.parent().map(Path::to_path_buf).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::runtime::Builder;

    /// Whoever does not answer keeps nobody else from being heard.
    #[test]
    fn who_is_busy_is_left_out() {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        let (asked, mut answers): (Vec<_>, Vec<_>) = ["one", "busy", "ended", "other"]
            .map(|name| {
                let (to, answer) = oneshot::channel();
                ((name, answer), Some(to))
            })
            .into_iter()
            .unzip();
        for (at, answer) in [(0, 1), (3, 4)] {
            let to = answers[at].take().expect("somebody who waits");
            to.send(answer).expect("somebody who waits");
        }
        answers[2] = None;
        let answered = runtime.block_on(answered(asked, Duration::ZERO));
        assert_eq!(answered, [("one", 1), ("other", 4)]);
    }
}
