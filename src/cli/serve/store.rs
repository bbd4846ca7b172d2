//! The folder of the tables. Of each table there are two files: the record of its game, which says
//! all of how it stands, and a ticket with what is kept of its keys. No name of a file comes from
//! outside.

use super::guest::Spot;
use super::keys::Seal;
use crate::cli::host::files;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// More than any ticket has.
const MOST_BYTES: u64 = 1 << 16;

const ENDING: &str = ".ticket.json";

/// What is kept of the keys of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// By seat; none where a bot plays.
    seats: Vec<Option<Seal>>,
    /// Of whoever looks on.
    rail: Seal,
}

impl Ticket {
    pub fn new(seats: Vec<Option<Seal>>, rail: Seal) -> Ticket {
        Ticket { seats, rail }
    }

    /// The place to which a key leads, if it does.
    pub fn spot(&self, key: &str) -> Option<Spot> {
        let fits = |(seat, seal): (usize, &Option<Seal>)| {
            let fits = seal.as_ref().is_some_and(|seal| seal.fits(key));
            u8::try_from(seat).ok().filter(|_| fits).map(Spot::Seat)
        };
        let rail = self.rail.fits(key).then_some(Spot::Rail);
        self.seats.iter().enumerate().find_map(fits).or(rail)
    }

    /// Gives a place another key; false where no person sits there.
    pub fn renew(&mut self, spot: Spot, seal: Seal) -> bool {
        let old = match spot {
            Spot::Seat(seat) => self.seats.get_mut(usize::from(seat)).and_then(Option::as_mut),
            Spot::Rail => Some(&mut self.rail),
        };
        let found = old.is_some();
        old.into_iter().for_each(|old| *old = seal.clone());
        found
    }
}

/// The folder.
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Makes the folder where there is none; others on this machine cannot look into a new one.
    pub fn new(folder: PathBuf) -> io::Result<Store> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        Ok(Store { folder })
    }

    /// Where the record of a table is.
    pub fn record(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.jsonl"))
    }

    fn ticket_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{ENDING}"))
    }

    /// The names of the tables that are kept here, in their order.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.file_name();
            let name = file.to_str().and_then(|file| file.strip_suffix(ENDING));
            names.extend(name.filter(|name| is_name(name)).map(str::to_owned));
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Reads a ticket; in words why not.
    pub fn ticket(&self, name: &str) -> Result<Ticket, String> {
        let bytes = files::read(&self.ticket_path(name), MOST_BYTES)?;
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }

    /// Writes a ticket, whole or not at all.
    pub fn keep(&self, name: &str, ticket: &Ticket) -> io::Result<()> {
        let (path, new) = (self.ticket_path(name), self.folder.join(format!("{name}.new")));
        let mut file = File::create(&new)?;
        file.write_all(serde_json::to_string(ticket)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &path)?;
        sync(&self.folder);
        Ok(())
    }

    /// Forgets a table. Its record stays, for `cardrun replay`.
    pub fn forget(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.ticket_path(name))
    }
}

/// Not every system lets folders be opened, and then it keeps names itself.
fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Whether a name is one that tables are given.
fn is_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::keys::Key;

    #[test]
    fn tickets_are_kept_without_the_keys() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("tables")).expect("a folder");
        let keys = [0, 1, 2].map(|_| Key::fresh().expect("chance"));
        let mut ticket = Ticket::new(vec![Some(keys[0].seal()), None], keys[1].seal());
        store.keep("0123456789abcdef", &ticket).expect("written");
        let text = fs::read_to_string(store.ticket_path("0123456789abcdef")).expect("a file");
        assert!(keys.iter().all(|key| !text.contains(key.text())));
        assert_eq!(store.names().expect("a folder"), ["0123456789abcdef"]);
        let kept = store.ticket("0123456789abcdef").expect("what was written");
        assert_eq!(kept.spot(keys[0].text()), Some(Spot::Seat(0)));
        assert_eq!(kept.spot(keys[1].text()), Some(Spot::Rail));
        assert_eq!(kept.spot(keys[2].text()), None);
        assert!(ticket.renew(Spot::Seat(0), keys[2].seal()));
        assert!(!ticket.renew(Spot::Seat(1), keys[2].seal()));
        assert_eq!(ticket.spot(keys[0].text()), None);
        assert_eq!(ticket.spot(keys[2].text()), Some(Spot::Seat(0)));
    }
}
