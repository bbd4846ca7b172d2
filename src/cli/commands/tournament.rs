//! `cardrun tournament`: everybody against everybody, and how strong each is.

use crate::cli::args::{TableFormat, TournamentArgs};
use crate::cli::host::progress::Progress;
use crate::cli::host::{Done, Failure, programs, tell};
use crate::cli::report::html::Cell;
use crate::cli::report::{chart, html, output, summary};
use crate::cli::setup::entrants::{Spec, tell_misled};
use crate::cli::setup::load::load;
use crate::cli::text::{Messages, pad, width};
use crate::game::Game;
use crate::runner::{Entrant, Pair, Results, Standing, Standings, Tournament};
use std::time::Instant;

pub fn run(args: &TournamentArgs, messages: &Messages) -> Done {
    let format = output::table_format(&args.output, messages)?;
    let specs: Vec<Spec> = Spec::parse_all(&args.entrants, messages)?;
    let (_, game) = load(&args.game, &args.setting, args.table, messages)?;
    check(&game, &specs, messages)?;
    let tools = programs::tools();
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
    let standings =
        progress.watch(|watcher| Tournament { watcher: Some(watcher), ..tournament }.run());
    let standings = Standings { seconds: begun.elapsed().as_secs_f64(), ..standings };
    if progress.was_stopped() {
        let done: u64 =
            standings.pairs.iter().map(|pair| pair.home.games() + pair.unfinished).sum();
        tell(&(messages.with("stopped-deals", &[("n", done.into())]) + "\n"));
    }
    let title = title(&game, args.games, &standings, progress.was_stopped(), messages);
    let short = || text(&title, &standings, messages);
    let text = match format {
        TableFormat::Text => short(),
        TableFormat::Json => output::json(&standings),
        TableFormat::Csv => csv(&standings),
        TableFormat::Html => page(&title, &standings, messages),
    };
    output::put(text.as_bytes(), short, args.output.out.as_deref(), messages)?;
    tell_misled(&specs, &game, messages);
    Ok(())
}

fn check(game: &Game, specs: &[Spec], messages: &Messages) -> Done {
    let program = game.program();
    if specs.len() < 2 {
        return Err(Failure::Usage(messages.say("tournament-entrants")));
    }
    let sides = if program.cooperative { 1 } else { program.teams };
    if sides != 2 {
        return Err(Failure::Usage(messages.with("tournament-sides", &[("n", sides.into())])));
    }
    specs.iter().try_for_each(|spec| spec.check(game, messages))
}

// ---- for people

/// What was played: `deals` a pair, or fewer where somebody stopped it.
fn title(
    game: &Game,
    deals: u64,
    standings: &Standings,
    was_stopped: bool,
    messages: &Messages,
) -> String {
    let title = game.program().title.get(messages.code()).unwrap_or(&game.program().id).to_owned();
    messages.with(
        if was_stopped { "tournament-title-stopped" } else { "tournament-title" },
        &[
            ("title", title.into()),
            ("n", deals.into()),
            ("seed", standings.seed.to_string().into()),
        ],
    )
}

/// What stands below the table.
fn notes(standings: &Standings, messages: &Messages) -> Vec<String> {
    let rate = summary::rate(&home(&standings.pairs).win_rate());
    let mut lines = vec![messages.with("tournament-home", &[("rate", rate.into())])];
    let unfinished: u64 = standings.pairs.iter().map(|pair| pair.unfinished).sum();
    if unfinished > 0 {
        lines.push(messages.with("tournament-unfinished", &[("n", unfinished.into())]));
    }
    lines.push(messages.say("tournament-note"));
    lines
}

fn text(title: &str, standings: &Standings, messages: &Messages) -> String {
    let mut lines = vec![title.to_owned(), String::new()];
    lines.extend(crosstable(standings, messages));
    lines.push(String::new());
    lines.extend(notes(standings, messages));
    lines.join("\n") + "\n"
}

fn page(title: &str, standings: &Standings, messages: &Messages) -> String {
    let order = by_strength(standings);
    let elo = [messages.say("tournament-elo"), "95 %".into(), messages.say("tournament-score")];
    let places = (1..=order.len()).map(|place| place.to_string());
    let heads: Vec<String> =
        ["".to_owned(), String::new()].into_iter().chain(elo).chain(places).collect();
    let row = |(place, &number): (usize, &usize)| {
        let Standing { name, elo, elo_ci95: [low, high], score, .. } = &standings.entrants[number];
        let numbers =
            [format!("{elo:.0}"), format!("{low:.0}..{high:.0}"), format!("{:.1}", 100.0 * score)];
        let scores = order.iter().map(|&other| against(standings, number, other));
        let own = [Cell::Plain((place + 1).to_string()), Cell::Words(name.clone())];
        own.into_iter().chain(numbers.into_iter().chain(scores).map(Cell::Plain)).collect()
    };
    let rows: Vec<Vec<Cell>> = order.iter().enumerate().map(row).collect();
    let body =
        [html::table(&heads, &rows), html::paragraph(&notes(standings, messages), html::HOW)]
            .concat();
    html::document(&chart::escaped(title), &body, messages)
}

/// One row an entrant, the strongest first; its score against each of the others, from 0 to 1.
fn csv(standings: &Standings) -> String {
    let order = by_strength(standings);
    let mut names =
        ["name", "elo", "elo.low", "elo.high", "score", "games"].map(String::from).to_vec();
    names
        .extend(order.iter().map(|&number| format!("against.{}", standings.entrants[number].name)));
    let row = |&number: &usize| {
        let Standing { name, elo, elo_ci95: [low, high], score, games } =
            &standings.entrants[number];
        let mut cells = vec![name.clone()];
        cells.extend([elo, low, high, score].map(f64::to_string));
        cells.push(games.to_string());
        let scores = order.iter().map(|&other| score_against(standings, number, other));
        cells.extend(scores.map(|score| score.map(|score| score.to_string()).unwrap_or_default()));
        cells
    };
    output::csv(&names, order.iter().map(row))
}

fn by_strength(standings: &Standings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..standings.entrants.len()).collect();
    order.sort_by(|&a, &b| standings.entrants[b].elo.total_cmp(&standings.entrants[a].elo));
    order
}

/// The strongest first; against each, the score in percent.
fn crosstable(standings: &Standings, messages: &Messages) -> Vec<String> {
    let order = by_strength(standings);
    let entrants = &standings.entrants;
    let wide = entrants.iter().map(|one| width(&one.name)).max().unwrap_or(0);
    let columns: String = (1..=order.len()).map(|place| format!("{place:>7}")).collect();
    let elo = format!("{:>6} {:>14}", messages.say("tournament-elo"), "95 %");
    let head =
        format!("   {} {elo} {:>7} {columns}", pad("", wide), messages.say("tournament-score"));
    let line = |(place, &number): (usize, &usize)| {
        let Standing { name, elo, elo_ci95, score, .. } = &entrants[number];
        let scores: String = order
            .iter()
            .map(|&other| format!("{:>7}", against(standings, number, other)))
            .collect();
        let interval = format!("{:.0}..{:.0}", elo_ci95[0], elo_ci95[1]);
        format!(
            "{:>2} {} {elo:>6.0} {interval:>14} {:>7.1} {scores}",
            place + 1,
            pad(name, wide),
            100.0 * score
        )
    };
    std::iter::once(head).chain(order.iter().enumerate().map(line)).collect()
}

fn against(standings: &Standings, number: usize, other: usize) -> String {
    score_against(standings, number, other)
        .map_or("-".into(), |score| format!("{:.1}", 100.0 * score))
}

fn score_against(standings: &Standings, number: usize, other: usize) -> Option<f64> {
    let of = |pair: &Pair| match (pair.first, pair.second) {
        (a, b) if (a, b) == (number, other) => Some(pair.score.mean),
        (a, b) if (b, a) == (number, other) => Some(1.0 - pair.score.mean),
        _ => None,
    };
    // Of two who have not met, nothing is known.
    standings.pairs.iter().filter(|pair| pair.home.games() > 0).find_map(of)
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
