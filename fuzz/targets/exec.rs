//! Any bytes as the lines with which a program answers, choice by choice, in a whole game.

use super::{cut, table};
use cardrun::Seat;
use cardrun::game::{Play, Refused};
use cardrun::players::{Entrant, Exec, Line, Player, Random, Stuck, View};
use cardrun::vm::Generator;
use std::sync::Arc;
use std::vec::IntoIter;

const MOST_CHOICES: u64 = 60;

/// A program that has written its answers down beforehand.
struct Written(IntoIter<String>);

impl Line for Written {
    fn send(&mut self, line: &str) {
        let line = line.strip_suffix('\n').unwrap_or(line);
        assert!(
            line.starts_with('{') && line.ends_with('}') && !line.contains('\n'),
            "more than one line: {line}"
        );
    }

    fn receive(&mut self, _wanted: &dyn Fn() -> bool) -> Result<Option<String>, String> {
        self.0.next().map(Some).ok_or_else(|| "ended without an answer".to_owned())
    }
}

fn program(lines: Vec<String>) -> Exec {
    let launch =
        move |_: &str, _| Ok(Box::new(Written(lines.clone().into_iter())) as Box<dyn Line>);
    Exec { command: "bot".into(), limit: Exec::LIMIT, launch: Arc::new(launch) }
}

pub fn run(bytes: &[u8]) {
    let (&seed, bytes) = bytes.split_first().unwrap_or((&0, bytes));
    // As the command reads them.
    let lines = cut(bytes).split(|&byte| byte == b'\n');
    let lines = lines.map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).collect();
    let game = &*table::GAME;
    let mut play = Play::new(game, seed.into());
    let mut players: [Box<dyn Player>; 2] = [
        program(lines).player(game, Seat::new(0), Generator::new(1)),
        Random.player(game, Seat::new(1), Generator::new(2)),
    ];
    while let Some(view) = play.pending().first().and_then(|&seat| View::new(&play, seat))
        && play.choices() < MOST_CHOICES
    {
        let seat = view.seat();
        match players[seat.index()].choose(&view) {
            Ok(option) => {
                let refused = play.apply(seat, option).err();
                assert!(
                    matches!(refused, None | Some(Refused::Fault(_))),
                    "an option that was offered: {refused:?}"
                );
            }
            Err(Stuck(why)) => {
                return assert!(
                    seat == Seat::new(0) && why.starts_with("the program `bot` "),
                    "{why}"
                );
            }
        }
    }
}
