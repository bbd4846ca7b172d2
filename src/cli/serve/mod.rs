//! Tables in the browser: a server of pages at which the people of a game sit, each with a link of
//! their own.
//!
//! - [`keys`]: the secrets in links, and what is kept of them.
//! - [`shelf`]: the games that can be played here, for whoever opens a table.
//! - [`store`]: the folder of the tables, which are as they were when the server starts again.
//! - [`table`]: one table: its game, its record, its bots and who looks at it, on a thread of its
//!   own; [`guest`]: what one page is sent; [`served`]: the same as text, for whoever compares it;
//!   [`thinking`]: bots, and the time that they take.
//! - [`tables`]: all tables, and who is let in to which; [`wishes`]: what can be asked for.
//! - [`wire`]: what pages say, and what they are told; [`guide`]: the rules as a page.
//! - [`http`]: what can be asked for; [`guard`]: who may ask; [`socket`]: a page that plays;
//!   [`listen`]: connections, and how many.
//! - [`bench`]: the owner's workbench, where games are tried out while they are written.
//! - [`pages`]: what the browser is given, which is all in the program; [`words`]: its texts;
//!   [`qr`]: links as pictures.
//!
//! A page is sent a [`View`](crate::view::View) of its seat and answers with the number of an
//! option: it knows no more of a game than its seat does.

mod bench;
mod guard;
mod guest;
mod guide;
mod http;
mod keys;
mod listen;
mod pages;
mod qr;
pub mod served;
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
use crate::cli::host::record_file;
use crate::cli::host::{Done, Failure, put};
use crate::cli::text::Messages;
use bench::benches::Benches;
use keys::Key;
use shelf::Shelf;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tables::Tables;

/// Serves the games of the command line until the program is ended.
pub fn run(args: &ServeArgs, messages: &Messages) -> Done {
    let shelf = Shelf::new(&args.games, messages)?;
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => record_file::tables_folder().map_err(|error| no_folder(&error, messages))?,
    };
    let store = Store::new(folder).map_err(|error| no_folder(&error, messages))?;
    let owner = Key::fresh().map_err(|error| {
        Failure::Usage(messages.with("serve-no-chance", &[("reason", error.to_string().into())]))
    })?;
    let pace = Duration::from_millis(args.pace);
    let tables = Arc::new(Tables::new(shelf, store.clone(), owner.seal(), pace));
    tables.take_up(messages);
    let bench = || Arc::new(Benches::new(Arc::clone(&tables), store, args.watch));
    let benches = args.watch.then(bench);
    listen::listen(args.addr, &args.host, (&tables, benches), |address| {
        put(&greeting(address, &owner, args.watch, messages))
    })
    .map_err(|error| {
        let values =
            [("address", args.addr.to_string().into()), ("reason", error.to_string().into())];
        Failure::Usage(messages.with("serve-no-address", &values))
    })?
}

/// Where the server is, and the link of its owner.
fn greeting(address: SocketAddr, owner: &Key, watch: bool, messages: &Messages) -> String {
    let seen = listen::address_for_links(address);
    let values = [("url", format!("http://{address}/").into())];
    let mut text = messages.with("serve-at", &values) + "\n";
    let values = [("url", format!("http://{seen}/#{}", owner.text()).into())];
    text += &(messages.with("serve-owner", &values) + "\n");
    if watch {
        let values = [("url", format!("http://{seen}/workbench#{}", owner.text()).into())];
        text += &(messages.with("serve-bench", &values) + "\n");
    }
    if !address.ip().is_loopback() {
        text += &(messages.say("serve-open") + "\n");
    }
    text
}

fn no_folder(error: &std::io::Error, messages: &Messages) -> Failure {
    Failure::Usage(messages.with("serve-no-folder", &[("reason", error.to_string().into())]))
}
