//! `cardrun tournament`: everybody against everybody, and how strong each is.

use super::args::{ReportFormat, TournamentArgs};
use super::entrants::Spec;
use super::load::load;
use super::look::{pad, width};
use super::progress::Progress;
use super::words::Words;
use super::{Done, Failure, output, report};
use crate::game::Game;
use crate::runner::{Entrant, Pair, Results, Standing, Standings, Tournament};
use std::time::Instant;

pub fn run(args: &TournamentArgs, words: &Words) -> Done {
    let specs: Vec<Spec> = Spec::parse_all(&args.entrants, words)?;
    let (_, game) = load(&args.game, &args.setting, args.table, words)?;
    check(&game, &specs, words)?;
    let tools = super::bots::tools();
    let entrants: Vec<Box<dyn Entrant>> = specs.iter().map(|spec| spec.entrant(&tools)).collect();
    let tournament = Tournament {
        game: &game,
        entrants: entrants.iter().map(|entrant| &**entrant).collect(),
        deals: args.games,
        seed: args.seed,
        jobs: args.jobs.and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
        watcher: None,
    };
    let begun = Instant::now();
    // One bar a pair.
    let progress = Progress::of(args.games);
    let standings = progress.watch(|watcher| Tournament { watcher: Some(watcher), ..tournament }.run());
    let standings = Standings { seconds: begun.elapsed().as_secs_f64(), ..standings };
    let short = || text(&game, args.games, &standings, words);
    let text = match output::format(&args.output) {
        ReportFormat::Text => short(),
        ReportFormat::Json => output::json(&standings),
        ReportFormat::Csv | ReportFormat::Html | ReportFormat::Parquet => {
            return Err(Failure::Usage(words.say("csv-not-here")));
        }
    };
    output::put(text.as_bytes(), short, args.output.out.as_deref(), words)
}

fn check(game: &Game, specs: &[Spec], words: &Words) -> Done {
    let program = game.program();
    if specs.len() < 2 {
        return Err(Failure::Usage(words.say("tournament-entrants")));
    }
    let sides = if program.cooperative { 1 } else { program.teams };
    if sides != 2 {
        return Err(Failure::Usage(words.with("tournament-sides", &[("n", sides.into())])));
    }
    specs.iter().try_for_each(|spec| spec.check(game, words))
}

// ---- for people

fn text(game: &Game, deals: u64, standings: &Standings, words: &Words) -> String {
    let title = game.program().title.get(words.code()).unwrap_or(&game.program().id).to_owned();
    let values = [("title", title.into()), ("n", deals.into()), ("seed", standings.seed.to_string().into())];
    let mut lines = vec![words.with("tournament-title", &values), String::new()];
    lines.extend(crosstable(standings, words));
    lines.push(String::new());
    lines.push(words.with("tournament-home", &[("rate", report::rate(&home(&standings.pairs).win_rate()).into())]));
    let unfinished: u64 = standings.pairs.iter().map(|pair| pair.unfinished).sum();
    if unfinished > 0 {
        lines.push(words.with("tournament-unfinished", &[("n", unfinished.into())]));
    }
    lines.push(words.say("tournament-note"));
    lines.join("\n") + "\n"
}

/// The strongest first; against each, the score in percent.
fn crosstable(standings: &Standings, words: &Words) -> Vec<String> {
    let mut order: Vec<usize> = (0..standings.entrants.len()).collect();
    let entrants = &standings.entrants;
    order.sort_by(|&a, &b| entrants[b].elo.total_cmp(&entrants[a].elo));
    let wide = entrants.iter().map(|one| width(&one.name)).max().unwrap_or(0);
    let columns: String = (1..=order.len()).map(|place| format!("{place:>7}")).collect();
    let elo = format!("{:>6} {:>14}", words.say("tournament-elo"), "95 %");
    let head = format!("   {} {elo} {:>7} {columns}", pad("", wide), words.say("tournament-score"));
    let line = |(place, &number): (usize, &usize)| {
        let Standing { name, elo, elo_ci95, score, .. } = &entrants[number];
        let scores: String = order.iter().map(|&other| format!("{:>7}", against(standings, number, other))).collect();
        let interval = format!("{:.0}..{:.0}", elo_ci95[0], elo_ci95[1]);
        format!("{:>2} {} {elo:>6.0} {interval:>14} {:>7.1} {scores}", place + 1, pad(name, wide), 100.0 * score)
    };
    std::iter::once(head).chain(order.iter().enumerate().map(line)).collect()
}

fn against(standings: &Standings, number: usize, other: usize) -> String {
    let of = |pair: &Pair| match (pair.first, pair.second) {
        (a, b) if (a, b) == (number, other) => Some(pair.score.mean),
        (a, b) if (b, a) == (number, other) => Some(1.0 - pair.score.mean),
        _ => None,
    };
    standings.pairs.iter().find_map(of).map_or("-".into(), |score| format!("{:.1}", 100.0 * score))
}

/// All games, as the side that begins at the first seat sees them.
fn home(pairs: &[Pair]) -> Results {
    let mut home = Results::default();
    for pair in pairs {
        home.wins += pair.home.wins + pair.away.losses;
        home.draws += pair.home.draws + pair.away.draws;
        home.losses += pair.home.losses + pair.away.wins;
    }
    home
}
