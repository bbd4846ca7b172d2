//! Entrants of a tournament beside each other: in lines, as a page, as rows.

use super::html::Cell;
use super::{chart, html, output, summary};
use crate::cli::args::TableFormat;
use crate::cli::host::Done;
use crate::cli::text::{Messages, pad, width};
use crate::runner::{LeftOut, Pair, Results, Standing, Standings};
use std::path::Path;

/// Writes the standings in a form to where they are wanted: see [`output::put`]. `asked`: how many
/// deals a pair were asked for, where somebody stopped the tournament before all were played.
pub(crate) fn put(
    standings: &Standings,
    asked: Option<u64>,
    format: TableFormat,
    out: Option<&Path>,
    messages: &Messages,
) -> Done {
    let title = title(standings, asked, messages);
    let short = || text(&title, standings, messages);
    let told = match format {
        TableFormat::Text => short(),
        TableFormat::Json => output::json(standings),
        TableFormat::Csv => csv(standings),
        TableFormat::Html => page(standings, asked, messages),
    };
    output::put(told.as_bytes(), short, out, messages)
}

/// What was played: so many deals a pair, or fewer than were `asked` for where somebody stopped it.
fn title(standings: &Standings, asked: Option<u64>, messages: &Messages) -> String {
    messages.with(
        if asked.is_some() { "tournament-title-stopped" } else { "tournament-title" },
        &[
            ("title", standings.setup.title(messages.code()).into()),
            ("n", asked.unwrap_or(standings.deals()).into()),
            ("seed", standings.seed.to_string().into()),
        ],
    )
}

/// What stands below the table.
fn notes(standings: &Standings, messages: &Messages) -> Vec<String> {
    let rate = summary::rate(&home(&standings.pairs).win_rate(), messages);
    let mut lines = vec![messages.with("tournament-home", &[("rate", rate.into())])];
    lines.push(messages.say("tournament-note"));
    lines
}

/// What stands above the table: that it is not of all deals, and why.
fn warnings(standings: &Standings, messages: &Messages) -> Vec<String> {
    let sum = |of: fn(&Pair) -> u64| standings.pairs.iter().map(of).sum::<u64>();
    let (left, unfinished) = (sum(|pair| pair.home.games()), sum(|pair| pair.unfinished));
    let mut lines = Vec::new();
    if unfinished > 0 {
        let key =
            if is_rated(standings) { "tournament-unfinished" } else { "tournament-none-finished" };
        let played = left + unfinished;
        let values = [("n", unfinished.into()), ("all", played.into()), ("left", left.into())];
        lines.push(messages.with(key, &values));
    }
    lines.extend(standings.left_out().iter().map(|LeftOut { entrant, deals, first }| {
        let (who, key) = match entrant {
            Some(number) => (standings.entrants[*number].name.as_str(), "tournament-left-player"),
            None if first.is_of_length() => ("", "tournament-left-endless"),
            None => ("", "tournament-left-fault"),
        };
        messages.with(key, &[("name", who.into()), ("n", (*deals).into())])
    }));
    lines
}

/// Whether a deal came to an end: without any, nothing is known of how strong anybody is.
fn is_rated(standings: &Standings) -> bool {
    standings.pairs.iter().any(|pair| pair.home.games() > 0)
}

fn text(title: &str, standings: &Standings, messages: &Messages) -> String {
    let mut lines = vec![title.to_owned()];
    lines.extend(warnings(standings, messages));
    if is_rated(standings) {
        lines.push(String::new());
        lines.extend(crosstable(standings, messages));
        lines.push(String::new());
        lines.extend(notes(standings, messages));
    }
    lines.join("\n") + "\n"
}

/// The standings as one page that needs nothing else. `asked`: as in [`put`].
pub(crate) fn page(standings: &Standings, asked: Option<u64>, messages: &Messages) -> String {
    let title = &title(standings, asked, messages);
    let order = by_strength(standings);
    let elo = [messages.say("tournament-elo"), "95 %".into(), messages.say("tournament-score")];
    let places = (1..=order.len()).map(|place| place.to_string());
    let heads: Vec<String> =
        ["".to_owned(), String::new()].into_iter().chain(elo).chain(places).collect();
    let row = |(place, &number): (usize, &usize)| {
        let Standing { name, elo, elo_ci95: [low, high], score, .. } = &standings.entrants[number];
        let numbers = [
            format!("{elo:.0}"),
            format!("{low:.0}..{high:.0}"),
            messages.decimal(100.0 * score, 1),
        ];
        let scores = order.iter().map(|&other| against(standings, number, other, messages));
        let own = [Cell::Plain((place + 1).to_string()), Cell::Words(name.clone())];
        own.into_iter().chain(numbers.into_iter().chain(scores).map(Cell::Plain)).collect()
    };
    let rows: Vec<Vec<Cell>> = order.iter().enumerate().map(row).collect();
    let warned = warnings(standings, messages);
    let mut parts = Vec::new();
    if !warned.is_empty() {
        parts.push(html::paragraph(&warned, ""));
    }
    if is_rated(standings) {
        parts.push(html::table(&heads, &rows));
        parts.push(html::paragraph(&notes(standings, messages), html::HOW));
    }
    html::document(&chart::escaped(title), &parts.concat(), html::Style::Inside, messages)
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
    output::csv(&names, order.iter().filter(|_| is_rated(standings)).map(row))
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
            .map(|&other| format!("{:>7}", against(standings, number, other, messages)))
            .collect();
        let interval = format!("{:.0}..{:.0}", elo_ci95[0], elo_ci95[1]);
        format!(
            "{:>2} {} {elo:>6.0} {interval:>14} {:>7} {scores}",
            place + 1,
            pad(name, wide),
            messages.decimal(100.0 * score, 1)
        )
    };
    std::iter::once(head).chain(order.iter().enumerate().map(line)).collect()
}

fn against(standings: &Standings, number: usize, other: usize, messages: &Messages) -> String {
    score_against(standings, number, other)
        .map_or("-".into(), |score| messages.decimal(100.0 * score, 1))
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
