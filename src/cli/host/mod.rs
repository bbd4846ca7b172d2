//! What the command needs of the machine it runs on.
//!
//! - [`exit`]: why a command did not do what was asked, with its exit status.
//! - [`stdio`]: standard output and standard error.
//! - [`terminal`]: lines in, text out, for whoever plays.
//! - [`files`]: the files of a game; [`record_file`]: the file that a record grows in.
//! - [`private`]: files and folders that nobody else can read.
//! - `limits`: what the system sets to the size of files.
//! - [`programs`]: other programs that play, and the clock.
//! - [`watch`]: the files of a game while somebody edits them.
//! - [`chance`]: what nobody can foresee.
//! - [`progress`]: the bar of a long run, and Ctrl-C.
//!
//! Nothing here decides what is said: rooms above do, with the messages of `text`.

pub(crate) mod chance;
pub(crate) mod exit;
pub(crate) mod files;
mod limits;
pub(crate) mod private;
pub(crate) mod programs;
pub(crate) mod progress;
pub(crate) mod record_file;
pub(crate) mod stdio;
pub(crate) mod terminal;
pub(crate) mod watch;

pub(crate) use exit::{Done, Failure};
pub(crate) use limits::outlive_limits;
pub(crate) use stdio::{
    keep_what_is_told, put, put_bytes, put_to_reader, tell, write_what_was_told, written,
};
