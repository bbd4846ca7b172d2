//! One step of thought: what each option leaves a seat with when it is asked next, in a few
//! imagined worlds, in which everybody else plays at random. Positions count by what the rules say
//! that they are worth (`value = …`), else by the points.

use super::playout::{complete, play_out, step};
use super::reward::{hinted, margin};
use crate::players::View;
use crate::vm::{Choice, Fault, Generator, Outcome, Runtime, Silent, State, Stop};

/// Worlds that every option is tried in.
pub(crate) const WORLDS: usize = 4;
/// Options between two looks at whether there is still time.
const LOOKED_UP_EVERY: usize = 16;
/// Stops of others after which it is no longer waited for the own turn.
const MOST_STOPS: usize = 100;
/// What winning is worth beside a position's value.
const VICTORY: f32 = 1e4;

/// How far it is looked ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Horizon {
    NextTurn,
    End,
}

/// What is tried for one choice.
pub(crate) struct Lookahead<'a, 'r> {
    pub view: &'a View<'a>,
    pub runtime: &'a mut Runtime<'r>,
    pub generator: &'a mut Generator,
    /// Whether there is still time for it.
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Lookahead<'_, '_> {
    /// Games that the seat cannot tell from the true one.
    pub(crate) fn worlds(&mut self) -> Vec<State> {
        (0..WORLDS).map(|_| self.view.imagine_state(self.generator)).collect()
    }

    /// What each of these options comes to, over all worlds; `None` where there was no time for
    /// all.
    pub(crate) fn values(
        &mut self,
        worlds: &[State],
        options: &[usize],
        horizon: Horizon,
    ) -> Option<Vec<f32>> {
        let mut values = vec![0.0; options.len()];
        let Some(first) = worlds.first() else { return Some(values) };
        let (mut asked, mut copy) = (first.clone(), first.clone());
        let knowing = std::mem::replace(&mut self.runtime.knowing, false);
        for world in worlds {
            asked.clone_from(world);
            // What fails in an imagined game speaks neither for an option nor against it; neither
            // does a deal in which the seat is asked something else.
            let choices = self.runtime.options(&mut asked, self.view.seat());
            let Ok(choices) = choices.map(<[Choice]>::to_vec) else { continue };
            for (n, (value, &option)) in values.iter_mut().zip(options).enumerate() {
                if n.is_multiple_of(LOOKED_UP_EVERY) && !(self.goes_on)() {
                    self.runtime.knowing = knowing;
                    return None;
                }
                let Some(choice) = choices.get(option) else { continue };
                copy.clone_from(&asked);
                *value += self.value(&mut copy, choice, horizon).unwrap_or(0.0);
            }
        }
        self.runtime.knowing = knowing;
        Some(values)
    }

    fn value(
        &mut self,
        state: &mut State,
        choice: &Choice,
        horizon: Horizon,
    ) -> Result<f32, Fault> {
        self.runtime.choose(state, self.view.seat(), choice, &mut Silent)?;
        match horizon {
            Horizon::End => {
                play_out(self.runtime, state, self.generator)?;
            }
            Horizon::NextTurn => self.play_to_own_turn(state)?,
        }
        self.worth(state)
    }

    fn play_to_own_turn(&mut self, state: &mut State) -> Result<(), Fault> {
        let seat = self.view.seat();
        complete(self.runtime, state, seat, self.generator)?;
        for _ in 0..MOST_STOPS {
            match step(self.runtime, state, self.generator)? {
                Stop::Over => break,
                Stop::Decide(seats) if seats.contains(seat) => break,
                Stop::Decide(_) => {}
            }
        }
        Ok(())
    }

    /// How far ahead the seat is, by the value of positions or in points. A victory is worth a
    /// point more where points decide it, and more than any value, which is of positions on the
    /// way.
    fn worth(&mut self, state: &mut State) -> Result<f32, Fault> {
        let program = self.view.game().program();
        let seat = self.view.seat();
        let ended = self.runtime.outcome(state)?;
        let valued = hinted(program, &self.runtime.hints(state)?, seat);
        let outcome = match ended {
            Some(outcome) => outcome,
            None => self.standing(state)?,
        };
        let won = if outcome.winners.contains(&seat.shown()) { 1.0 } else { 0.0 };
        let lost = if won == 0.0 && !outcome.winners.is_empty() { 1.0 } else { 0.0 };
        Ok(match valued {
            Some(value) => value + VICTORY * (won - lost),
            None => margin(program, &outcome, seat).unwrap_or(0.0) + won - lost,
        })
    }

    /// The scores as things stand; nobody has won yet.
    fn standing(&mut self, state: &mut State) -> Result<Outcome, Fault> {
        Ok(Outcome { scores: self.runtime.scores(state)?, ..Outcome::default() })
    }
}
