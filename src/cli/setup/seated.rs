//! The players that are no people, each in its seat.

use super::settings::SeatKind;
use crate::cli::host::programs;
use crate::game::{Entry, Play};
use crate::players::Kind;
use crate::runner::{self, Player};
use crate::value::Seat;

/// Whether players that think long about what they choose think about what they chose before once
/// more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thought {
    Again,
    Afresh,
}

/// The players that are no people, by seat, with the chances that they have in a simulation with
/// this `seed`, so that its games can be looked at. In a game that is taken up again they choose
/// once more what they chose before: only then their chances go on where they were. A program is
/// told of the game as it stands, and no more.
pub(crate) fn bots(
    play: &Play,
    kinds: &[SeatKind],
    seed: u64,
    thought: Thought,
) -> Vec<Option<Box<dyn Player>>> {
    let tools = programs::tools();
    let bot = |(seat, kind): (usize, &SeatKind)| {
        let SeatKind::Bot(kind) = kind else { return None };
        let entrant = kind.entrant(&tools);
        let seat = Seat::new(seat);
        Some(entrant.player(play.game(), seat, runner::stream_of_seat(seed, seat)))
    };
    let mut bots: Vec<Option<Box<dyn Player>>> = kinds.iter().enumerate().map(bot).collect();
    let chooses_again = |seat: Seat| match &kinds[seat.index()] {
        SeatKind::Human | SeatKind::Bot(Kind::Exec { .. }) => false,
        SeatKind::Bot(Kind::Random | Kind::Greedy) => true,
        SeatKind::Bot(Kind::Mcts(_) | Kind::MctsFor(_)) => thought == Thought::Again,
    };
    if play.log().iter().filter_map(Entry::step).any(|(seat, _)| chooses_again(seat)) {
        play.retraced(play.log().len(), |before, seat| {
            let thinks = chooses_again(seat) && !before.is_forced(seat);
            let bot = bots[seat.index()].as_mut().filter(|_| thinks);
            if let (Some(bot), Some(view)) = (bot, runner::View::new(before, seat)) {
                let _ = bot.choose(&view);
            }
        });
    }
    bots
}
