//! `cardrun tournament`: everybody against everybody, and how strong each is.

use crate::cli::args::TournamentArgs;
use crate::cli::host::progress::Progress;
use crate::cli::host::{Done, Failure, tell};
use crate::cli::report::summary::failure_values;
use crate::cli::report::{output, standings};
use crate::cli::setup::entrants::{Spec, tell_misled};
use crate::cli::setup::load::load;
use crate::cli::text::Messages;
use crate::runner::{LeftOut, Standings, Tournament};
use std::time::Instant;

pub(crate) fn run(args: &TournamentArgs, messages: &Messages) -> Done {
    let format = output::table_format(&args.output, messages)?;
    let specs: Vec<Spec> = Spec::parse_all(&args.entrants, messages)?;
    let (_, game) = load(&args.game, &args.setting, args.table, messages)?;
    output::may_take(args.output.out.as_deref(), messages)?;
    let entrants = Spec::opponents(&specs, &game, messages)?;
    let tournament = Tournament {
        game: &game,
        entrants: entrants.iter().map(|entrant| &**entrant).collect(),
        first: args.games.0,
        deals: args.games.1 - args.games.0,
        seed: args.seed,
        jobs: args.jobs.unwrap_or(0),
        watcher: None,
    };
    let begun = Instant::now();
    let progress = Progress::of(tournament.items());
    let standings =
        progress.watch(|watcher| Tournament { watcher: Some(watcher), ..tournament.clone() }.run());
    let standings = Standings { seconds: begun.elapsed().as_secs_f64(), ..standings };
    if progress.was_stopped() {
        let done: u64 =
            standings.pairs.iter().map(|pair| pair.home.games() + pair.unfinished).sum();
        tell(&(messages.with("stopped-deals", &[("n", done.into())]) + "\n"));
    }
    let asked = if progress.was_stopped() { Some(tournament.deals) } else { None };
    tell_misled(&specs, &game, (tournament.deals, tournament.jobs), &progress, messages);
    standings::put(&standings, asked, format, args.output.out.as_deref(), messages)?;
    tell_failures(&standings, messages)
}

/// Names what first kept deals from their end, for each entrant and for the rules. What is rated
/// without them is not what was to be rated; games that only went on for too long have not failed.
fn tell_failures(standings: &Standings, messages: &Messages) -> Done {
    let mut done = Ok(());
    for LeftOut { entrant, deals, first } in standings.left_out() {
        if first.is_of_length() {
            continue;
        }
        let name = entrant.map(|number| standings.entrants[number].name.as_str());
        let mut values = failure_values(&first, messages);
        values.extend([("n", deals.into()), ("name", name.unwrap_or_default().into())]);
        let key =
            if entrant.is_some() { "tournament-player-failure" } else { "tournament-failure" };
        tell(&format!("{} {}\n", messages.say("error"), messages.with(key, &values)));
        done = match (done, entrant) {
            (Err(Failure::Rules), _) | (_, None) => Err(Failure::Rules),
            (_, Some(_)) => Err(Failure::Told),
        };
    }
    done
}
