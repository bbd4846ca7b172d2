//! Takes what leaves it best off when it is asked next, by what the rules say that positions are
//! worth (`value = …`), else by its points: one step of thought, in a few imagined worlds, in which
//! everybody else plays at random. Where no option makes a difference so soon, or the rules say
//! neither, it plays the same worlds on to their ends.

use super::search::{Horizon, Lookahead};
use super::{Entrant, Player, Stuck, View};
use crate::game::Game;
use crate::value::Seat;
use crate::vm::{Generator, Scratch};

/// Options that are played on to the ends of games, drawn by lot where there are more: a thousand
/// combinations of three cards would take minutes.
const MOST_PLAYED_ON: usize = 64;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Entrant for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn player(&self, _game: &Game, _seat: Seat, generator: Generator) -> Box<dyn Player> {
        Box::new(GreedyPlayer { generator, scratch: None })
    }
}

struct GreedyPlayer {
    generator: Generator,
    scratch: Option<Box<Scratch>>,
}

impl Player for GreedyPlayer {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        let options = view.options();
        if options < 2 {
            return Ok(0);
        }
        let mut runtime = view.game().runtime_with(self.scratch.take());
        let (generator, goes_on) = (&mut self.generator, &|| view.is_wanted());
        let mut lookahead = Lookahead { view, runtime: &mut runtime, generator, goes_on };
        let worlds = lookahead.worlds();
        let mut tried: Vec<usize> = (0..options).collect();
        // Where nobody waits for it any more, any will do.
        let Some(mut values) = lookahead.values(&worlds, &tried, Horizon::NextTurn) else {
            return Ok(0);
        };
        if values.iter().all(|value| *value == values[0]) {
            if options > MOST_PLAYED_ON {
                lookahead.generator.shuffle(&mut tried);
                tried.truncate(MOST_PLAYED_ON);
            }
            match lookahead.values(&worlds, &tried, Horizon::End) {
                Some(played_out) => values = played_out,
                None => return Ok(0),
            }
        }
        let best = tried[any_best(&values, lookahead.generator)];
        self.scratch = Some(runtime.into_scratch());
        Ok(best)
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
        assert!(
            counts[0] == 0 && counts[2] == 0 && (1400..1600).contains(&counts[1]),
            "{counts:?}"
        );
    }
}
