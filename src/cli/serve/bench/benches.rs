//! All rehearsals: how they are opened, taken up again, branched and forgotten. Whoever has the
//! owner's key is let in, and nobody else.

use super::count::Gate;
use super::guest::Guest;
use super::positions::{self, Named};
use super::rehearsal::{self, Begun, Order, Stands};
use super::setup::Setup;
use super::wire::{Said, Told, Version};
use crate::cli::host::chance::random_seed;
use crate::cli::host::files;
use crate::cli::host::record_file::{self, RecordWriter};
use crate::cli::serve::keys::{Key, fresh_name};
use crate::cli::serve::socket::{Outbox, Room, Turn};
use crate::cli::serve::store::{Slip, Store, is_name};
use crate::cli::serve::tables::Tables;
use crate::cli::serve::wire::Farewell;
use crate::cli::serve::wishes::{Wish, check, kinds, words_in_full};
use crate::cli::setup::recorded;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::Play;
use crate::record::{About, Record, against, cut_short, read, replay, undone};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Rehearsals that are kept at one time.
const MOST_BENCHES: usize = 24;

/// Reports that can be read at one time.
const MOST_REPORTS: usize = 8;

/// The largest record of a rehearsal that is taken up again.
const MOST_RECORD: u64 = 64 << 20;

/// All rehearsals of a server.
pub(crate) struct Benches {
    tables: Arc<Tables>,
    store: Store,
    /// Whether files are looked after.
    watched: bool,
    open: Mutex<BTreeMap<String, SyncSender<Order>>>,
    /// Rehearsals are taken up and forgotten one after the other, so that none is open twice.
    changing: Mutex<()>,
    guests: AtomicU64,
    gate: Arc<Gate>,
    reports: Arc<Mutex<VecDeque<(String, String)>>>,
}

/// What somebody wants to try out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    wish: Wish,
    /// Where it begins, if not at the beginning.
    position: Option<Named>,
}

/// A rehearsal in the owner's list.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    table: String,
    /// By its number on the shelf; null where it is not there any more.
    game: Option<usize>,
    file: String,
    variant: Option<String>,
    /// What was set, as `--set` has it.
    options: Vec<String>,
    position: Option<String>,
    /// When something was chosen in it last, in seconds since 1970; null where that is not known.
    touched: Option<u64>,
}

/// Where a page was let in.
pub(crate) enum Admitted {
    At {
        orders: SyncSender<Order>,
        guest: u64,
    },
    /// Nowhere: the page is told why, and goes.
    Nowhere,
}

impl Room for Admitted {
    type Said = Said;

    async fn hear(&self, said: Said, turn: Turn) -> bool {
        match self {
            Admitted::At { orders, guest } => {
                orders.try_send(Order::Says { guest: *guest, said, turn }).is_ok()
            }
            Admitted::Nowhere => false,
        }
    }

    fn leave(&self) {
        let Admitted::At { orders, guest } = self else { return };
        // It may be closed by now; and it must hear of it, so that it does not count for nobody.
        let (orders, guest) = (orders.clone(), *guest);
        std::thread::spawn(move || drop(orders.send(Order::Goes(guest))));
    }
}

impl Benches {
    /// The rehearsals that are kept in the `store`; none is open yet.
    pub(crate) fn new(tables: Arc<Tables>, store: Store, watched: bool) -> Benches {
        let (open, changing, guests, gate, reports) = Default::default();
        Benches { tables, store, watched, open, changing, guests, gate, reports }
    }

    /// Opens a rehearsal and gives its name; in words why not.
    pub(crate) fn open(&self, trial: &Trial, messages: &Messages) -> Result<String, String> {
        let Trial { wish, position } = trial;
        let failed = |failure| words_in_full(failure, messages);
        let kinds = kinds(&wish.seats, messages)?;
        let no_game = || messages.say("serve-no-game");
        let path = self.tables.shelf().path(wish.game).ok_or_else(no_game)?;
        let from = position.as_ref().map(|named| positions::read(path, named, messages));
        let from = match from {
            None => None,
            Some(None) => return Err(messages.say("bench-no-position")),
            Some(Some(read)) => Some(read.map_err(failed)?),
        };
        let mut setup = Setup {
            path: path.clone(),
            variant: wish.variant.clone(),
            options: wish.options.clone(),
            seats: kinds.len(),
            position: None,
        };
        // A situation comes with the options that it is meant for.
        if let Some(from) = &from
            && wish.variant.is_none()
            && wish.options.is_empty()
        {
            setup.variant = from.settings.variant.clone();
            setup.options = from.settings.options.clone().into_iter().collect();
        }
        let game = setup.load(messages).map_err(failed)?;
        let game = match &from {
            Some(from) => from.lay(&game).map_err(failed)?,
            None => game,
        };
        setup.position = from.map(|from| from.position);
        let play = Play::new(&game, wish.seed.unwrap_or_else(random_seed));
        self.begin(play, kinds, setup, messages)
    }

    /// Writes a new rehearsal down, and opens it.
    fn begin(
        &self,
        play: Play,
        kinds: Vec<SeatKind>,
        setup: Setup,
        messages: &Messages,
    ) -> Result<String, String> {
        let _one_by_one = self.one_by_one();
        let kept = self.store.names(Slip::Rehearsal).unwrap_or_default().len();
        if kept >= MOST_BENCHES {
            return Err(messages.with("bench-full", &[("most", MOST_BENCHES.into())]));
        }
        let about = About {
            seats: kinds.iter().map(SeatKind::to_string).collect(),
            file: Some(setup.path.display().to_string()),
            variant: setup.variant.clone(),
            rehearsal: true,
            recorded_chance: setup.position.is_some(),
            position: setup.position.clone(),
        };
        let name = fresh_name().map_err(|error| {
            messages.with("serve-no-chance", &[("reason", error.to_string().into())])
        })?;
        let unkept = |error: std::io::Error| {
            messages.with("serve-unkept", &[("reason", files::reason(&error, messages).into())])
        };
        let record = record_file::create_privately(&self.store.record(&name), messages)
            .map_err(|failure| words_in_full(failure, messages))?;
        let kept = RecordWriter::begin(record, &play, &about).and_then(|record| {
            self.store.keep(Slip::Rehearsal, &name, &setup)?;
            Ok(record)
        });
        let record = kept.map_err(|error| {
            self.store.discard(&name);
            unkept(error)
        })?;
        let stands = Stands { play, undone: Vec::new(), kinds, record };
        self.add(name.clone(), (stands, None), setup);
        Ok(name)
    }

    /// `cut`: the course that an edit has cut short, if one has.
    fn add(
        &self,
        name: String,
        (stands, cut): (Stands, Option<Record>),
        setup: Setup,
    ) -> SyncSender<Order> {
        let reports = Arc::clone(&self.reports);
        let publish = Box::new(move |page| publish(&reports, page));
        let (watched, gate) = (self.watched, Arc::clone(&self.gate));
        let (store, own) = (self.store.clone(), name.clone());
        let keep_setup = Box::new(move |setup: &Setup| match store.has(Slip::Rehearsal, &own) {
            true => store.keep(Slip::Rehearsal, &own, setup),
            // It was forgotten meanwhile.
            false => Ok(()),
        });
        let begun = Begun { stands, setup, watched, gate, keep_setup, publish };
        let orders = rehearsal::open(begun, cut);
        self.lock().insert(name, orders.clone());
        orders
    }

    /// What an open rehearsal is told by. One whose thread has ended is not open any more.
    fn living(&self, name: &str) -> Option<SyncSender<Order>> {
        let mut open = self.lock();
        let orders = open.get(name)?.clone();
        match orders.try_send(Order::Lives) {
            Err(TrySendError::Disconnected(_)) => {
                open.remove(name);
                None
            }
            Ok(()) | Err(TrySendError::Full(_)) => Some(orders),
        }
    }

    /// Whether there is a rehearsal with this name.
    fn is_kept(&self, name: &str) -> bool {
        is_name(name) && self.store.has(Slip::Rehearsal, name)
    }

    /// Which game a rehearsal is of; in words why that cannot be read.
    fn setup(&self, name: &str, messages: &Messages) -> Result<Setup, String> {
        self.store.slip(Slip::Rehearsal, name).map_err(|unread| unread.words(messages))
    }

    /// What a rehearsal is told by, which is taken up again where it is not open; in words why not.
    fn ear(&self, name: &str, messages: &Messages) -> Result<SyncSender<Order>, String> {
        let _one_by_one = self.one_by_one();
        if let Some(orders) = self.living(name) {
            return Ok(orders);
        }
        if !self.is_kept(name) {
            return Err(messages.say("serve-no-table"));
        }
        let setup = self.setup(name, messages)?;
        let game = setup.load(messages).map_err(|failure| words_in_full(failure, messages))?;
        let path = self.store.record(name);
        let unread = |reason: String| recorded::unreadable(&path, reason, messages);
        let bytes = files::read(&path, MOST_RECORD).map_err(|why| unread(why.words(messages)))?;
        let record = read(&bytes).map_err(|error| unread(error.to_string()))?;
        let kinds = SeatKind::parse(&record.header.seats, messages)
            .map_err(|failure| words_in_full(failure, messages))?;
        check(&kinds, messages)?;
        let refused = |error: std::io::Error| record_file::refused(&path, &error, messages);
        let stands = |play, undone, record| Stands { play, undone, kinds, record };
        let begun = match replay(&game, &record) {
            Ok(play) => {
                let writer = RecordWriter::resume(&path, &record, &play).map_err(refused)?;
                (stands(play, undone(&game, &record), writer), cut_short(&record))
            }
            // The files have changed since: it goes on in them, as far as it can.
            Err(_) => {
                let play = against(&game, &record, None).play;
                let mut writer = RecordWriter::resume(&path, &record, &play).map_err(refused)?;
                writer.begins_anew(About { recorded_chance: true, ..record.about() });
                (stands(play, Vec::new(), writer), Some(record))
            }
        };
        Ok(self.add(name.to_owned(), begun, setup))
    }

    /// Lets a page in whose first words have the owner's key; `None` where it has not, or where
    /// there is no such rehearsal. Where there is one that cannot be opened, the page is told why.
    pub(crate) async fn admit(self: Arc<Self>, hello: Said, outbox: Outbox) -> Option<Admitted> {
        let Said::Hello { table, key, language } = hello else { return None };
        if !self.tables.is_owner(&key) {
            return None;
        }
        let guest = self.guests.fetch_add(1, Ordering::Relaxed);
        let taken = tokio::task::spawn_blocking(move || {
            let orders = self.ear(&table, &Messages::new(language.into()));
            (orders, self.is_kept(&table))
        });
        match taken.await.ok()? {
            (Ok(orders), _) => {
                orders.try_send(Order::Comes(Guest::new(guest, language.into(), outbox))).ok()?;
                Some(Admitted::At { orders, guest })
            }
            (Err(why), true) => {
                for told in [Told::Denied(why), Told::Closed(Farewell::Unopened)] {
                    outbox.put(told.message()).then_some(())?;
                }
                Some(Admitted::Nowhere)
            }
            (Err(_), false) => None,
        }
    }

    /// Goes on from a stop of a rehearsal in another one, and leaves the first as it is; gives the
    /// name of the new one, in words why not.
    pub(crate) fn branch(
        &self,
        name: &str,
        stop: usize,
        messages: &Messages,
    ) -> Result<String, String> {
        let orders = self.ear(name, messages)?;
        let (to, stood) = oneshot::channel();
        let gone = || messages.say("serve-no-table");
        orders.send(Order::Branches(stop, to)).map_err(|_| gone())?;
        let (play, kinds) = stood.blocking_recv().map_err(|_| gone())?;
        let setup = self.setup(name, messages)?;
        self.begin(play, kinds, setup, messages)
    }

    /// The situations in which the game with this number can begin.
    pub(crate) fn positions(&self, game: usize) -> Vec<Named> {
        self.tables.shelf().path(game).map(|path| positions::all(path)).unwrap_or_default()
    }

    /// All rehearsals that are kept, the one that was played last first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        let names = self.store.names(Slip::Rehearsal).unwrap_or_default();
        let listed = |table: String| {
            let setup: Setup = self.store.slip(Slip::Rehearsal, &table).ok()?;
            let set = setup.options.iter().map(|(name, value)| format!("{name}={value}"));
            Some(Listed {
                game: self.tables.shelf().number(&setup.path),
                file: setup.file().name,
                options: set.collect(),
                variant: setup.variant,
                position: setup.position.map(|position| position.name),
                touched: self.store.touched(&table),
                table,
            })
        };
        let mut all: Vec<Listed> = names.into_iter().filter_map(listed).collect();
        all.sort_by_key(|listed| Reverse(listed.touched));
        all
    }

    /// Forgets what was set of the game of a rehearsal, so that it can be opened where its files
    /// know none of that any more; in words why not. One that is open stays as it is.
    pub(crate) fn reset(&self, name: &str, messages: &Messages) -> Result<(), String> {
        let _one_by_one = self.one_by_one();
        if !self.is_kept(name) {
            return Err(messages.say("serve-no-table"));
        }
        if self.lock().contains_key(name) {
            return Ok(());
        }
        let setup = self.setup(name, messages)?.with(Version::default());
        self.store.keep(Slip::Rehearsal, name, &setup).map_err(|error| {
            messages.with("serve-unkept", &[("reason", files::reason(&error, messages).into())])
        })
    }

    /// Forgets a rehearsal, whose record stays; in words why not.
    pub(crate) fn forget(&self, name: &str, messages: &Messages) -> Result<(), String> {
        let _one_by_one = self.one_by_one();
        if !is_name(name) {
            return Err(messages.say("serve-no-table"));
        }
        self.store.forget(Slip::Rehearsal, name).map_err(|_| messages.say("serve-no-table"))?;
        if let Some(orders) = self.lock().remove(name) {
            // It has an end when it has done what it was told before.
            std::thread::spawn(move || drop(orders.send(Order::Closes)));
        }
        Ok(())
    }

    /// The report that was kept under a name.
    pub(crate) fn report(&self, name: &str) -> Option<String> {
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.iter().find(|(known, _)| known == name).map(|(_, page)| page.clone())
    }

    fn one_by_one(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, SyncSender<Order>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps a report under a name that nobody can guess.
fn publish(reports: &Mutex<VecDeque<(String, String)>>, page: String) -> Option<String> {
    let name = Key::fresh().ok()?.text().to_owned();
    let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
    reports.push_back((name.clone(), page));
    while reports.len() > MOST_REPORTS {
        reports.pop_front();
    }
    Some(name)
}
