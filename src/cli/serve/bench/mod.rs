//! The workbench of the server's owner: games that are tried out while they are written. All that
//! is hidden is shown here, so that it opens for the owner's key alone, and every record says that
//! it is of a rehearsal.
//!
//! - [`wire`]: what pages say, and what they are told.
//! - [`benches`]: all rehearsals: how they are opened, taken up again and forgotten.
//! - [`rehearsal`]: one of them, on a thread of its own: who plays, back and forth, the files of
//!   the game; [`guest`]: what one page looks at; [`looks`]: what is told on request; [`news`]:
//!   what an edit did.
//! - [`setup`]: of which game a rehearsal is, with which options; [`positions`]: the situations
//!   that scenarios set up.
//! - [`count`]: games that are counted for a page; [`figures`]: what they come to, as rows.

pub(crate) mod benches;
mod count;
mod figures;
mod guest;
mod looks;
mod news;
mod positions;
pub(crate) mod rehearsal;
mod setup;
mod wire;
