//! Takes what leaves it best off when it is asked next, by what the rules say that positions are worth (`value = …`), else by its points:
//! one step of thought, in a few imagined worlds, in which everybody else plays at random. Where no option makes a difference so soon,
//! or the rules say neither, it plays the same worlds on to their ends.

use super::search::{complete, hinted, margin, play_out, step};
use super::{Entrant, Player, Stuck, View};
use crate::game::Game;
use crate::value::Seat;
use crate::vm::{Fault, Generator, Outcome, Runtime, Scratch, State, Stop};

/// Worlds that every option is tried in.
const WORLDS: usize = 4;
/// Stops of others after which it is no longer waited for the own turn.
const MOST_STOPS: usize = 100;

/// What winning is worth beside a position's value.
const VICTORY: f32 = 1e4;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Entrant for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn player(&self, _game: &Game, _seat: Seat, generator: Generator) -> Box<dyn Player> {
        Box::new(GreedyPlayer { generator, scratch: Scratch::default() })
    }
}

struct GreedyPlayer {
    generator: Generator,
    scratch: Scratch,
}

impl Player for GreedyPlayer {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        let options = view.options();
        if options < 2 {
            return Ok(0);
        }
        let mut runtime = view.game().runtime_with(std::mem::take(&mut self.scratch));
        runtime.knowing = false;
        let mut trial = Trial { view, runtime, generator: &mut self.generator };
        let worlds: Vec<State> = (0..WORLDS).map(|_| trial.view.imagine_state(trial.generator)).collect();
        let mut values = trial.values(&worlds, options, Horizon::NextTurn);
        if values.iter().all(|value| *value == values[0]) {
            values = trial.values(&worlds, options, Horizon::End);
        }
        let best = any_best(&values, trial.generator);
        self.scratch = trial.runtime.into_scratch();
        Ok(best)
    }
}

/// How far it is looked ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Horizon {
    NextTurn,
    End,
}

struct Trial<'a> {
    view: &'a View<'a>,
    runtime: Runtime<'a>,
    generator: &'a mut Generator,
}

impl Trial<'_> {
    /// What each option comes to, over all worlds.
    fn values(&mut self, worlds: &[State], options: usize, horizon: Horizon) -> Vec<f32> {
        let mut values = vec![0.0; options];
        let Some(mut copy) = worlds.first().cloned() else { return values };
        for world in worlds {
            for (option, value) in values.iter_mut().enumerate() {
                copy.clone_from(world);
                // What fails in an imagined game speaks neither for an option nor against it.
                *value += self.value(&mut copy, option, horizon).unwrap_or(0.0);
            }
        }
        values
    }

    fn value(&mut self, state: &mut State, option: usize, horizon: Horizon) -> Result<f32, Fault> {
        let seat = self.view.seat();
        // A deal in which the seat is asked something else says nothing.
        let Some(choice) = self.runtime.options(state, seat)?.get(option).copied() else { return Ok(0.0) };
        self.runtime.choose(state, seat, &choice, &mut crate::vm::Silent)?;
        match horizon {
            Horizon::End => {
                play_out(&mut self.runtime, state, self.generator)?;
            }
            Horizon::NextTurn => self.play_to_own_turn(state)?,
        }
        self.worth(state)
    }

    fn play_to_own_turn(&mut self, state: &mut State) -> Result<(), Fault> {
        let seat = self.view.seat();
        complete(&mut self.runtime, state, seat, self.generator)?;
        for _ in 0..MOST_STOPS {
            match step(&mut self.runtime, state, self.generator)? {
                Stop::Over => break,
                Stop::Decide(seats) if seats >> seat & 1 == 1 => break,
                Stop::Decide(_) => {}
            }
        }
        Ok(())
    }

    /// How far ahead the seat is, by the value of positions or in points. A victory is worth a point more where points decide it, and
    /// more than any value, which is of positions on the way.
    fn worth(&mut self, state: &mut State) -> Result<f32, Fault> {
        let program = self.view.game().program();
        let seat = self.view.seat();
        let ended = self.runtime.outcome(state)?;
        let valued = hinted(program, &self.runtime.hints(state)?, seat);
        let outcome = match ended {
            Some(outcome) => outcome,
            None => self.standing(state)?,
        };
        let won = if outcome.winners.contains(&(seat + 1)) { 1.0 } else { 0.0 };
        let lost = if won == 0.0 && !outcome.winners.is_empty() { 1.0 } else { 0.0 };
        Ok(match valued {
            Some(value) => value + VICTORY * (won - lost),
            None => margin(program, &outcome, seat).unwrap_or(0.0) + won - lost,
        })
    }

    /// The scores as things stand; nobody has won yet.
    fn standing(&mut self, state: &mut State) -> Result<Outcome, Fault> {
        let scores = self.runtime.scores(state)?;
        Ok(Outcome { ranks: Vec::new(), winners: Vec::new(), reason: String::new(), scores })
    }
}

/// One of the highest values, each as likely as the others.
fn any_best(values: &[f32], generator: &mut Generator) -> usize {
    let (mut best, mut equals) = (0, 0);
    for (option, value) in values.iter().enumerate() {
        if *value > values[best] {
            (best, equals) = (option, 1);
        } else if *value == values[best] {
            equals += 1;
            if generator.below(equals) == 0 {
                best = option;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_chosen_equally_often() {
        let mut generator = Generator::new(3);
        let mut counts = [0; 4];
        (0..3000).for_each(|_| counts[any_best(&[1.0, 2.0, 0.0, 2.0], &mut generator)] += 1);
        assert!(counts[0] == 0 && counts[2] == 0 && (1400..1600).contains(&counts[1]), "{counts:?}");
    }
}
