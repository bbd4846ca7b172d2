//! The folder of the tables. Of each table there are several files: the record of its game, which
//! says all of how it stands, and beside it the slips that it needs ([`Slip`]). No name of a file
//! comes from outside.

use super::guest::Spot;
use super::keys::Seal;
use super::wire::SeatNumber;
use crate::cli::host::{files, private, record_file};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, spelt_path};
use crate::value::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// More than any ticket has.
const MOST_BYTES: u64 = 1 << 16;

/// What a file with the name of a table tells, beside its record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// The keys of a table of people.
    Ticket,
    /// What holds at it beside the rules of the game.
    House,
    /// Of what game a rehearsal is.
    Rehearsal,
    /// The key of the server's owner; the table is none.
    Owner,
}

impl Slip {
    fn ending(self) -> &'static str {
        match self {
            Slip::Ticket => ".ticket.json",
            Slip::House => ".house.json",
            Slip::Owner => ".owner.json",
            Slip::Rehearsal => ".rehearsal.json",
        }
    }
}

/// What is kept of the keys of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ticket {
    /// By seat; none where a bot plays.
    seats: Vec<Option<Seal>>,
    /// Of whoever looks on.
    rail: Seal,
}

impl Ticket {
    pub(crate) fn new(seats: Vec<Option<Seal>>, rail: Seal) -> Ticket {
        Ticket { seats, rail }
    }

    /// Whether there is a key for each seat of a person, and for no other.
    pub(crate) fn fits(&self, kinds: &[SeatKind]) -> bool {
        let has_key = self.seats.iter().map(Option::is_some);
        has_key.eq(kinds.iter().map(|kind| *kind == SeatKind::Human))
    }

    /// The place to which a key leads, if it does.
    pub(crate) fn spot(&self, key: &str) -> Option<Spot> {
        let fits = |(seat, seal): (usize, &Option<Seal>)| {
            let fits = seal.as_ref().is_some_and(|seal| seal.fits(key));
            u8::try_from(seat).ok().filter(|_| fits).map(Seat::from_number).map(Spot::Seat)
        };
        let rail = self.rail.fits(key).then_some(Spot::Rail);
        self.seats.iter().enumerate().find_map(fits).or(rail)
    }

    /// The place that a page means: the seat with a number, or that of whoever looks on.
    pub(crate) fn place(&self, seat: Option<SeatNumber>) -> Option<Spot> {
        match seat {
            Some(number) => number.among(self.seats.len()).map(Spot::Seat),
            None => Some(Spot::Rail),
        }
    }

    /// Gives a place another key; false where no person sits there.
    pub(crate) fn renew(&mut self, spot: Spot, seal: Seal) -> bool {
        let old = match spot {
            Spot::Seat(seat) => self.seats.get_mut(seat.index()).and_then(Option::as_mut),
            Spot::Rail => Some(&mut self.rail),
        };
        let found = old.is_some();
        old.into_iter().for_each(|old| *old = seal.clone());
        found
    }
}

/// Why something that is kept cannot be read.
#[derive(Debug)]
pub(crate) struct Unread {
    path: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    /// It cannot be had.
    Gone(files::Unread),
    Empty,
    /// It says something else, from a line and a column on.
    Other(usize, usize),
}

impl Unread {
    /// The file, and what is wrong with it.
    pub(crate) fn words(&self, messages: &Messages) -> String {
        let why = match &self.why {
            Why::Gone(why) => why.words(messages),
            Why::Empty => messages.say("slip-empty"),
            Why::Other(line, column) => messages
                .with("slip-other", &[("line", (*line).into()), ("column", (*column).into())]),
        };
        let path = spelt_path(&self.path);
        messages.with("slip-unread", &[("path", path.into()), ("why", why.into())])
    }
}

/// The file by which a server holds the folder of its tables.
const HOLD: &str = "serve.lock";

/// A folder that one server holds: no other one serves its tables meanwhile.
pub(crate) struct Hold {
    /// It is locked as long as it is open.
    _file: File,
}

/// Who holds a folder.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Holder {
    pub(crate) address: SocketAddr,
    pub(crate) process: u32,
}

/// Why a folder cannot be held.
#[derive(Debug)]
pub(crate) enum NotHeld {
    /// Another server holds it; which one, as far as can be found out.
    By(Option<Holder>),
    Unwritten(io::Error),
}

/// The folder.
#[derive(Clone)]
pub(crate) struct Store {
    folder: PathBuf,
}

impl Store {
    /// Makes the folder where there is none; others on this machine cannot look into a new one.
    pub(crate) fn new(folder: PathBuf) -> io::Result<Store> {
        private::make_folder(&folder)?;
        Ok(Store { folder })
    }

    /// Holds the folder as long as what is given lives, for a server at this address. Where files
    /// cannot be locked, nobody is kept from it.
    ///
    /// # Errors
    /// It cannot be written there, or another server holds it.
    pub(crate) fn hold(&self, address: SocketAddr) -> Result<Hold, NotHeld> {
        let path = self.folder.join(HOLD);
        let open = private::writing().read(true).create(true).open(&path);
        let mut file = open.map_err(NotHeld::Unwritten)?;
        match record_file::lock(&file) {
            Ok(()) => {}
            // Not every system lets others read what is locked.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let by = files::read(&path, MOST_BYTES).ok();
                let by = by.and_then(|by| serde_json::from_slice(&by).ok());
                return Err(NotHeld::By(by));
            }
            Err(error) => return Err(NotHeld::Unwritten(error)),
        }
        let holder = Holder { address, process: std::process::id() };
        let written = file
            .set_len(0)
            .and_then(|()| Ok(serde_json::to_string(&holder)?))
            .and_then(|text| file.write_all(text.as_bytes()));
        written.map_err(NotHeld::Unwritten)?;
        Ok(Hold { _file: file })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the record of a table is.
    pub(crate) fn record(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.jsonl"))
    }

    fn slip_path(&self, slip: Slip, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{}", slip.ending()))
    }

    /// Where a slip is written before it takes the place of the last one: of its own for each, as
    /// those of one table may be written at the same time.
    fn new_path(&self, slip: Slip, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{}.new", slip.ending()))
    }

    /// The names of the tables of which such a slip is kept here, in their order.
    pub(crate) fn names(&self, slip: Slip) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.file_name();
            let name = file.to_str().and_then(|file| file.strip_suffix(slip.ending()));
            names.extend(name.filter(|name| is_name(name)).map(str::to_owned));
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Reads what is kept of a table.
    pub(crate) fn slip<T: DeserializeOwned>(&self, slip: Slip, name: &str) -> Result<T, Unread> {
        let path = self.slip_path(slip, name);
        let read = files::read(&path, MOST_BYTES).map_err(Why::Gone).and_then(|bytes| {
            let other = |error: serde_json::Error| match bytes.is_empty() {
                true => Why::Empty,
                false => Why::Other(error.line(), error.column()),
            };
            serde_json::from_slice(&bytes).map_err(other)
        });
        read.map_err(|why| Unread { path, why })
    }

    /// Reads what is kept of a table; `None` where nothing of this kind is kept.
    pub(crate) fn slip_if_any<T: DeserializeOwned>(
        &self,
        slip: Slip,
        name: &str,
    ) -> Result<Option<T>, Unread> {
        self.has(slip, name).then(|| self.slip(slip, name)).transpose()
    }

    /// Whether something of this kind is kept of a table, as far as can be found out.
    pub(crate) fn has(&self, slip: Slip, name: &str) -> bool {
        self.slip_path(slip, name).try_exists().unwrap_or(true)
    }

    /// When the record of a table was written last, in seconds since 1970, as far as can be found
    /// out.
    pub(crate) fn touched(&self, name: &str) -> Option<u64> {
        let written = fs::metadata(self.record(name)).ok()?.modified().ok()?;
        Some(written.duration_since(UNIX_EPOCH).ok()?.as_secs())
    }

    /// Writes what is kept of a table, whole or not at all.
    pub(crate) fn keep(&self, slip: Slip, name: &str, kept: &impl Serialize) -> io::Result<()> {
        let (path, new) = (self.slip_path(slip, name), self.new_path(slip, name));
        let mut file = private::writing().create(true).truncate(true).open(&new)?;
        file.write_all(serde_json::to_string(kept)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &path)?;
        private::sync_folder(&self.folder);
        Ok(())
    }

    /// Removes what there is of a table that was never opened.
    pub(crate) fn discard(&self, name: &str) {
        let slips = [Slip::Ticket, Slip::House, Slip::Rehearsal].into_iter();
        let kept = slips.flat_map(|slip| [self.slip_path(slip, name), self.new_path(slip, name)]);
        for path in kept.chain([self.record(name)]) {
            // Of some there is nothing.
            let _ = fs::remove_file(path);
        }
    }

    /// Forgets a slip of a table. Its record stays, for `cardrun replay`.
    pub(crate) fn forget(&self, slip: Slip, name: &str) -> io::Result<()> {
        fs::remove_file(self.slip_path(slip, name))
    }
}

/// Whether a name is one that tables are given.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::keys::Key;

    #[test]
    fn a_folder_is_held_by_one_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().to_path_buf()).expect("a folder");
        let (one, other) = ("127.0.0.1:7791", "127.0.0.1:7792");
        let address = |text: &str| text.parse().expect("an address");
        let held = store.hold(address(one)).expect("a folder that nobody holds");
        let Err(NotHeld::By(by)) = store.hold(address(other)) else { panic!("held twice") };
        if cfg!(unix) {
            assert_eq!(by.map(|by| by.address), Some(address(one)));
        }
        drop(held);
        assert!(store.hold(address(other)).is_ok());
    }

    #[test]
    fn tickets_are_kept_without_the_keys() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("tables")).expect("a folder");
        let keys = [0, 1, 2].map(|_| Key::fresh().expect("chance"));
        let mut ticket = Ticket::new(vec![Some(keys[0].seal()), None], keys[1].seal());
        store.keep(Slip::Ticket, "0123456789abcdef", &ticket).expect("written");
        let text =
            fs::read_to_string(store.slip_path(Slip::Ticket, "0123456789abcdef")).expect("a file");
        assert!(keys.iter().all(|key| !text.contains(key.text())));
        assert_eq!(store.names(Slip::Ticket).expect("a folder"), ["0123456789abcdef"]);
        let kept: Ticket = store.slip(Slip::Ticket, "0123456789abcdef").expect("what was written");
        assert_eq!(kept.spot(keys[0].text()), Some(Spot::Seat(Seat::new(0))));
        assert_eq!(kept.spot(keys[1].text()), Some(Spot::Rail));
        assert_eq!(kept.spot(keys[2].text()), None);
        assert!(ticket.renew(Spot::Seat(Seat::new(0)), keys[2].seal()));
        assert!(!ticket.renew(Spot::Seat(Seat::new(1)), keys[2].seal()));
        assert_eq!(ticket.spot(keys[0].text()), None);
        assert_eq!(ticket.spot(keys[2].text()), Some(Spot::Seat(Seat::new(0))));
    }
}
