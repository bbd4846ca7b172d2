//! `cardrun solve`: what a small game is worth to each player, and how to play it.

use super::args::{SolveArgs, SolveFormat};
use super::load::load;
use super::words::Words;
use super::{Done, Failure, put};
use crate::solve::{Aim, Payoff, Solution, Strategy, Unsolved, solve};

pub fn run(args: &SolveArgs, words: &Words) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, words)?;
    let aim = Aim { exploitability: args.exploitability, iterations: args.iterations, positions: args.positions };
    let solution = solve(&game, &aim).map_err(|unsolved| Failure::Usage(why(&unsolved, words)))?;
    put(&match args.format {
        SolveFormat::Text => text(&solution, words),
        SolveFormat::Json => serde_json::to_string_pretty(&solution).unwrap_or_default() + "\n",
    });
    Ok(())
}

fn why(unsolved: &Unsolved, words: &Words) -> String {
    let counted = |key: &str, positions: usize, sets: usize| {
        words.with(key, &[("positions", positions.into()), ("sets", sets.into())])
    };
    match unsolved {
        Unsolved::NotTwoSides { cooperative: true, .. } => words.say("solve-together"),
        Unsolved::NotTwoSides { seats, .. } => words.with("solve-seats", &[("n", (*seats).into())]),
        Unsolved::TooLarge { positions, information_sets } => counted("solve-too-large", *positions, *information_sets),
        Unsolved::TooMuchChance { positions, information_sets } => {
            counted("solve-too-much-chance", *positions, *information_sets)
        }
        Unsolved::Fault(fault) => words.with("solve-fault", &[("message", fault.as_str().into())]),
    }
}

fn text(solution: &Solution, words: &Words) -> String {
    let payoff = match solution.payoff {
        Payoff::Score => "solve-payoff-score",
        Payoff::Difference => "solve-payoff-difference",
        Payoff::Victory => "solve-payoff-victory",
    };
    let mut lines = vec![words.say(payoff)];
    lines.extend((0..2).map(|seat| {
        let value = format!("{:+.4}", solution.values[seat]);
        words.with("solve-value", &[("n", (seat + 1).into()), ("value", value.into())])
    }));
    let values = [
        ("exploitability", format!("{:.5}", solution.exploitability).into()),
        ("iterations", solution.iterations.to_string().into()),
    ];
    lines.push(words.with("solve-exploitability", &values));
    let values =
        [("sets", solution.information_sets.to_string().into()), ("positions", solution.positions.to_string().into())];
    lines.push(words.with("solve-size", &values));
    lines.push(String::new());
    lines.extend(solution.strategies.iter().map(|strategy| line(strategy, words)));
    lines.join("\n") + "\n"
}

/// `player 1 | hand.1 KS | check 0.21, bet 0.79`
fn line(strategy: &Strategy, words: &Words) -> String {
    let player = words.with("player", &[("n", strategy.seat.into())]);
    let shares = strategy.options.iter().map(|share| format!("{} {:.3}", share.option, share.probability));
    format!("{player} | {} | {}", strategy.situation, shares.collect::<Vec<_>>().join(", "))
}
