//! Tables in the browser: a server of pages at which the people of a game sit, each with a link of
//! their own.
//!
//! - [`keys`]: the secrets in links, and what is kept of them.
//! - [`shelf`]: the games that can be played here, for whoever opens a table.
//! - [`store`]: the folder of the tables, which are as they were when the server starts again.
//! - [`table`]: one table: its game, its record, its bots and who looks at it; [`house`]: what
//!   holds there beside the rules; [`disk`]: how quick it is; [`guest`]: what one page is sent;
//!   [`served`]: the same as text, for whoever compares it; [`bots`]: who of them thinks;
//!   [`thinking`]: the time that they take.
//! - [`tables`]: all tables, and who is let in to which; [`wishes`]: what can be asked for.
//! - [`wire`]: what pages say, and what they are told; [`guide`]: the rules as a page.
//! - [`http`]: what can be asked for; [`guard`]: who may ask; [`knock`], [`socket`]: a page
//!   that plays; [`listen`]: connections, and how many.
//! - [`bench`]: the owner's workbench, where games are tried out while they are written.
//! - [`pages`]: what the browser is given, which is all in the program; [`words`]: its texts;
//!   [`qr`]: links as pictures; [`pictures`]: those on cards.
//!
//! A page is sent a [`View`](crate::view::View) of its seat and answers with the number of an
//! option: it knows no more of a game than its seat does.

mod bench;
mod bots;
mod disk;
mod guard;
mod guest;
mod guide;
mod house;
mod http;
mod keys;
mod knock;
mod listen;
mod message;
mod pages;
mod pictures;
mod qr;
mod queue;
#[cfg(test)]
mod sample;
pub(crate) mod served;
mod shelf;
mod socket;
mod store;
mod table;
mod tables;
mod thinking;
mod wire;
mod wishes;
mod words;

use crate::cli::args::ServeArgs;
use crate::cli::host::{Done, Failure, put};
use crate::cli::host::{files, record_file};
use crate::cli::text::{Messages, spelt_out, spelt_path};
use bench::benches::Benches;
use guard::{Names, NoName};
use keys::{Key, Passes, Seal};
use shelf::Shelf;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{Holder, NotHeld, Slip, Store};
use tables::Tables;

/// The name under which the owner's key is kept.
const OWNER: &str = "server";

/// Serves the games of the command line until the program is ended.
pub(crate) fn run(args: &ServeArgs, messages: &Messages) -> Done {
    let names = Names::new(&args.host).map_err(|none| no_host(&none, messages))?;
    let shelf = Shelf::new(&args.games, args.watch, messages)?;
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => record_file::tables_folder().map_err(|error| {
            let reason = files::reason(&error, messages);
            Failure::Usage(messages.with("serve-no-data", &[("reason", reason.into())]))
        })?,
    };
    let store = Store::new(folder.clone()).map_err(|error| no_folder(&folder, &error, messages))?;
    let unheard = |error: std::io::Error| {
        let values = [
            ("address", args.addr.to_string().into()),
            ("reason", files::reason(&error, messages).into()),
        ];
        Failure::Usage(messages.with("serve-no-address", &values))
    };
    let runtime = listen::runtime().map_err(unheard)?;
    // The address first: a key that nobody was told would be lost.
    let listener = listen::bind(&runtime, args.addr).map_err(unheard)?;
    let address = listener.local_addr().map_err(unheard)?;
    let _held = store.hold(address).map_err(|error| not_held(&folder, &error, messages))?;
    let (owner, fresh) = owner(&store, args.new_key, messages)?;
    let bounds = (Duration::from_millis(args.pace), usize::from(args.tables));
    let keys = (owner, Passes::fresh().map_err(|error| no_chance(&error, messages))?);
    let handle = runtime.handle().clone();
    let tables = Arc::new(Tables::new(shelf, store.clone(), keys, bounds, handle));
    tables.take_up(messages);
    let bench = || Arc::new(Benches::new(Arc::clone(&tables), store, args.watch));
    let benches = args.watch.then(bench);
    put(&greeting(address, fresh.as_ref(), args.watch, messages))?;
    listen::listen(&runtime, listener, names, (&tables, benches));
    Ok(())
}

/// What is kept of the owner's key, and the key itself where it is another one than at the last
/// start: only then can it be told.
fn owner(store: &Store, renews: bool, messages: &Messages) -> Result<(Seal, Option<Key>), Failure> {
    if let Ok(seal) = store.slip(Slip::Owner, OWNER)
        && !renews
    {
        return Ok((seal, None));
    }
    let key = Key::fresh().map_err(|error| no_chance(&error, messages))?;
    store
        .keep(Slip::Owner, OWNER, &key.seal())
        .map_err(|error| no_folder(store.folder(), &error, messages))?;
    Ok((key.seal(), Some(key)))
}

/// Where the server is, and the links of its owner.
fn greeting(address: SocketAddr, key: Option<&Key>, watch: bool, messages: &Messages) -> String {
    let seen = listen::address_for_links(address);
    let link = |page: &str| {
        let key = key.map_or("…", Key::text);
        [("url", format!("http://{seen}/{page}#{key}").into())]
    };
    let values = [("url", format!("http://{seen}/").into())];
    let mut text = messages.with("serve-at", &values) + "\n";
    text += &(messages.with("serve-owner", &link("")) + "\n");
    if watch {
        text += &(messages.with("serve-bench", &link("workbench")) + "\n");
    }
    if key.is_none() {
        text += &(messages.say("serve-owner-kept") + "\n");
    }
    if !address.ip().is_loopback() {
        text += &(messages.say("serve-open") + "\n");
    }
    text
}

fn no_chance(error: &getrandom::Error, messages: &Messages) -> Failure {
    Failure::Usage(messages.with("serve-no-chance", &[("reason", error.to_string().into())]))
}

/// Why a folder cannot be held against other servers.
fn not_held(folder: &Path, error: &NotHeld, messages: &Messages) -> Failure {
    let path = spelt_path(folder);
    Failure::Usage(match error {
        NotHeld::Unwritten(error) => return no_folder(folder, error, messages),
        NotHeld::By(None) => messages.with("serve-folder-held", &[("path", path.into())]),
        NotHeld::By(Some(Holder { address, process })) => {
            let url = format!("http://{}/", listen::address_for_links(*address));
            let process = process.to_string();
            let values = [("path", path.into()), ("url", url.into()), ("process", process.into())];
            messages.with("serve-folder-held-by", &values)
        }
    })
}

/// Why tables cannot be kept in a folder.
fn no_folder(folder: &Path, error: &std::io::Error, messages: &Messages) -> Failure {
    let is_file = folder.exists() && !folder.is_dir();
    let key = if is_file { "serve-no-folder-but-file" } else { "serve-no-folder" };
    let path = spelt_path(folder);
    let values = [("path", path.into()), ("reason", files::reason(error, messages).into())];
    Failure::Usage(messages.with(key, &values))
}

/// The failure where something is no host name; tells the name that may have been meant.
fn no_host(none: &NoName, messages: &Messages) -> Failure {
    let NoName { found, meant } = none;
    let mut values = vec![("found", spelt_out(found).into())];
    values.extend(meant.iter().map(|name| ("name", name.as_str().into())));
    let key = if meant.is_some() { "serve-no-host-but" } else { "serve-no-host" };
    Failure::Usage(messages.with(key, &values))
}
