//! People at tables of cardrun, each before a browser. Everything that is done here is done by what
//! the pages say: the roles and the names of their parts.

mod access;
mod games;
mod mishaps;
mod opening;
mod pair;
mod proxied;
mod tricks;
