//! `cardrun solve`: what a small game is worth to each player, and how to play it.

use crate::cli::args::{SolveArgs, SolveFormat};
use crate::cli::host::{Done, Failure, programs, put};
use crate::cli::setup::entrants::Spec;
use crate::cli::setup::load::load;
use crate::cli::text::Messages;
use crate::game::Game;
use crate::solve::{Aim, Conceded, Look, Payoff, Solution, Strategy, Unsolved, against, solve};
use crate::value::Seat;

pub(crate) fn run(args: &SolveArgs, messages: &Messages) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, messages)?;
    if let Some(player) = &args.against {
        return look_at(player, &game, args, messages);
    }
    let aim = Aim {
        exploitability: args.exploitability,
        iterations: args.iterations,
        positions: args.positions,
    };
    let solution =
        solve(&game, &aim).map_err(|unsolved| Failure::Usage(why(&unsolved, messages)))?;
    put(&match args.format {
        SolveFormat::Text => text(&solution, messages),
        SolveFormat::Json => serde_json::to_string_pretty(&solution).unwrap_or_default() + "\n",
    })
}

fn look_at(player: &str, game: &Game, args: &SolveArgs, messages: &Messages) -> Done {
    let spec = Spec::parse(player, messages)?;
    spec.check(game, messages)?;
    let entrant = spec.entrant(&programs::tools());
    let look = Look { samples: args.samples, seed: args.seed, positions: args.positions };
    let conceded = against(game, &*entrant, &look)
        .map_err(|unsolved| Failure::Usage(why(&unsolved, messages)))?;
    put(&match args.format {
        SolveFormat::Text => text_of_player(&conceded, messages),
        SolveFormat::Json => serde_json::to_string_pretty(&conceded).unwrap_or_default() + "\n",
    })
}

fn why(unsolved: &Unsolved, messages: &Messages) -> String {
    match unsolved {
        Unsolved::NotTwoSides { cooperative: true, .. } => messages.say("solve-together"),
        Unsolved::NotTwoSides { seats, .. } => {
            messages.with("solve-seats", &[("n", (*seats).into())])
        }
        Unsolved::TooLarge { positions, information_sets } => {
            let counted =
                [("positions", (*positions).into()), ("sets", (*information_sets).into())];
            messages.with("solve-too-large", &counted)
        }
        Unsolved::TooDeep { moves } => {
            messages.with("solve-too-deep", &[("moves", (*moves).into())])
        }
        Unsolved::TooMuchChance { results, positions, information_sets } => {
            let counted = [
                ("results", (*results).into()),
                ("positions", (*positions).into()),
                ("sets", (*information_sets).into()),
            ];
            messages.with("solve-too-much-chance", &counted)
        }
        Unsolved::Stuck(message) => {
            messages.with("solve-stuck", &[("message", message.as_str().into())])
        }
        Unsolved::Fault(fault) => {
            messages.with("solve-fault", &[("message", fault.as_str().into())])
        }
    }
}

fn counted_in(payoff: Payoff, messages: &Messages) -> String {
    messages.say(match payoff {
        Payoff::Score => "solve-payoff-score",
        Payoff::NegatedScore => "solve-payoff-negated-score",
        Payoff::Difference => "solve-payoff-difference",
        Payoff::Victory => "solve-payoff-victory",
    })
}

fn text_of_player(conceded: &Conceded, messages: &Messages) -> String {
    let mut lines = vec![counted_in(conceded.payoff, messages)];
    lines.extend(Seat::all(2).map(|seat| {
        let value = messages.signed(conceded.values[seat.index()], 4);
        let values = [
            ("player", conceded.player.as_str().into()),
            ("n", seat.shown().into()),
            ("value", value.into()),
        ];
        messages.with("solve-conceded", &values)
    }));
    let values = [
        ("samples", conceded.samples.into()),
        ("sets", conceded.information_sets.to_string().into()),
        ("seed", conceded.seed.to_string().into()),
        ("positions", conceded.positions.to_string().into()),
    ];
    lines.push(messages.with("solve-asked", &values));
    lines.push(String::new());
    lines.extend(conceded.strategies.iter().map(|strategy| line(strategy, messages)));
    lines.join("\n") + "\n"
}

fn text(solution: &Solution, messages: &Messages) -> String {
    let mut lines = vec![counted_in(solution.payoff, messages)];
    lines.extend(Seat::all(2).map(|seat| {
        let value = messages.signed(solution.values[seat.index()], 4);
        messages.with("solve-value", &[("n", seat.shown().into()), ("value", value.into())])
    }));
    let values = [
        ("exploitability", messages.decimal(solution.exploitability, 5).into()),
        ("iterations", solution.iterations.into()),
    ];
    lines.push(messages.with("solve-exploitability", &values));
    let values = [
        ("sets", solution.information_sets.to_string().into()),
        ("positions", solution.positions.to_string().into()),
    ];
    lines.push(messages.with("solve-size", &values));
    lines.push(String::new());
    lines.extend(solution.strategies.iter().map(|strategy| line(strategy, messages)));
    lines.join("\n") + "\n"
}

/// `player 1 | hand.1 KS | check 0.21, bet 0.79`
fn line(strategy: &Strategy, messages: &Messages) -> String {
    let player = messages.with("player", &[("n", strategy.seat.into())]);
    let shares = strategy
        .options
        .iter()
        .map(|share| format!("{} {}", share.option, messages.decimal(share.probability, 3)));
    let shares = shares.collect::<Vec<_>>().join(messages.between_decimals());
    format!("{player} | {} | {shares}", strategy.situation)
}
