//! Everything that chance can do between two choices.

use crate::value::Narrow;
use crate::vm::{Fault, Runtime, State, Stop, Tape};

/// A result of chance: where the game stopped, and how likely that is.
pub(crate) struct Drawn {
    pub(crate) state: State,
    pub(crate) stop: Stop,
    pub(crate) likelihood: f64,
}

/// Runs something with every result that chance can have in it; `None` where these are more than
/// so many. `run` is given the tape that chance is to be read from.
pub(crate) fn drawn(
    runtime: &mut Runtime<'_>,
    most: usize,
    run: impl Fn(&mut Runtime<'_>, Tape) -> Result<(State, Stop), Fault>,
) -> Result<Option<Vec<Drawn>>, Fault> {
    let (mut open, mut results) = (vec![(Tape::default(), 1.0)], Vec::new());
    while let Some((tape, likelihood)) = open.pop() {
        let (state, stop) = run(runtime, tape)?;
        let Some(wanted) = state.tape().and_then(Tape::wanted) else {
            results.push(Drawn { state, stop, likelihood });
            continue;
        };
        let longer = (0..wanted.min(256)).map_while(|result| tape.with(result.to_u8()));
        let before = open.len();
        open.extend(longer.map(|tape| (tape, likelihood / f64::from(wanted))));
        if open.len() - before != wanted.to_usize() || results.len() + open.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(results))
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Play, Settings};
    use crate::value::Seat;
    use crate::vm::Generator;

    const DICE: &str = "
seats: 2
decks: { pack: { cards: [{ name: a }, { name: b }, { name: c }] } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, shape: one, seen_by: owner }
variables: { tally: { per: player, type: number } }
rules: |
  phase game = deal, each player: one of throw | keep
  phase deal { shuffle deck; each player { draw 1 from deck to hand } }
  action throw { add roll 6 to tally }
  action keep
  score = tally
";

    fn chances(number: usize) -> Generator {
        Generator::stream(1, number as u64)
    }

    #[test]
    fn all_deals_and_all_throws_are_told_with_how_likely_they_are() {
        let game = Game::from_strings(&[("dice.yaml", DICE)], &Settings::default()).unwrap();
        let deals = Play::beginnings(&game, 6, chances).unwrap().unwrap();
        let mut hands: Vec<String> = deals
            .iter()
            .map(|(likelihood, play)| {
                assert!((likelihood - 1.0 / 6.0).abs() < 1e-12);
                format!(
                    "{:?}",
                    (play.observe(Seat::new(0)).zones, play.observe(Seat::new(1)).zones)
                )
            })
            .collect();
        hands.sort();
        hands.dedup();
        assert_eq!(hands.len(), 6, "two hands and the card that is left");
        let (_, play) = &deals[3];
        let throws = play.branches(Seat::new(0), 0, 6, chances).unwrap().unwrap();
        let scores: Vec<i32> = throws.iter().map(|(_, play)| play.scores()[0]).collect();
        assert_eq!(scores, [1, 2, 3, 4, 5, 6]);
        assert!(throws.iter().all(|(likelihood, _)| (likelihood - 1.0 / 6.0).abs() < 1e-12));
        assert!(throws.iter().all(|(_, play)| play.pending() == [Seat::new(1)]));
        assert_eq!(
            play.branches(Seat::new(0), 1, 6, chances).unwrap().unwrap().len(),
            1,
            "nothing is thrown"
        );
    }

    #[test]
    fn more_results_than_wanted_are_not_told() {
        let game = Game::from_strings(&[("dice.yaml", DICE)], &Settings::default()).unwrap();
        assert!(Play::beginnings(&game, 5, chances).unwrap().is_none());
        let play = Play::new(&game, 1);
        assert!(play.branches(Seat::new(0), 0, 5, chances).unwrap().is_none());
        assert!(play.branches(Seat::new(0), 9, 6, chances).is_err());
        assert!(play.branches(Seat::new(1), 0, 6, chances).is_err(), "it is not asked");
    }
}
