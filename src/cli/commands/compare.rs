//! `cardrun compare`: versions of a game on the same deals, and what differs between them.

use crate::cli::args::{CompareArgs, SettingArgs};
use crate::cli::host::progress::Progress;
use crate::cli::host::{Done, Failure, files, tell};
use crate::cli::report::{comparison, output};
use crate::cli::setup::entrants::{OfSeat, Restriction, Spec, tell_misled};
use crate::cli::setup::load::load;
use crate::cli::text::{Messages, spelt_path};
use crate::game::Game;
use crate::runner::{Compared, Comparison, Entrant, Failing, Looks, Version};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// One version as it was asked for.
struct Asked {
    name: String,
    game: Game,
    restriction: Option<OfSeat>,
}

pub(crate) fn run(args: &CompareArgs, messages: &Messages) -> Done {
    let format = output::table_format(&args.output, messages)?;
    let specs: Vec<Spec> = Spec::parse_all(&args.players, messages)?;
    let asked = versions(args, (specs.len() > 1).then_some(specs.len()), messages)?;
    output::may_take(args.output.out.as_deref(), messages)?;
    let seated =
        asked.iter().map(|asked| asked.seated(&specs, messages)).collect::<Result<Vec<_>, _>>()?;
    let versions = asked.iter().zip(&seated).map(|(asked, seated)| Version {
        name: asked.name.clone(),
        game: &asked.game,
        seats: seated.iter().map(|entrant| &**entrant).collect(),
    });
    let versions: Vec<Version<'_>> = versions.collect();
    let has_score = versions.iter().all(|version| version.game.program().score.is_some());
    let lead = args.lead.playouts(has_score);
    let comparison = Comparison {
        versions,
        looks: Looks { choices: args.measure, lead, all_pairs: args.all_pairs },
        first: args.games.0,
        deals: args.games.1 - args.games.0,
        seed: args.seed,
        jobs: args.jobs.unwrap_or(0),
        watcher: None,
    };
    let (begun, jobs) = (Instant::now(), comparison.jobs);
    let progress = Progress::of(comparison.deals);
    let compared =
        progress.watch(|watcher| Comparison { watcher: Some(watcher), ..comparison }.run());
    if progress.was_stopped() {
        let done = compared.deals + compared.unfinished;
        tell(&(messages.with("stopped-deals", &[("n", done.into())]) + "\n"));
    }
    let compared = Compared { seconds: begun.elapsed().as_secs_f64(), ..compared };
    if let Some(first) = asked.first() {
        tell_misled(&specs, &first.game, (compared.played(), jobs), &progress, messages);
    }
    comparison::put(&compared, format, args.output.out.as_deref(), messages)?;
    tell_nothing(&compared, messages)
}

/// Where deals were played and none came to an end in every version, nothing was compared.
fn tell_nothing(compared: &Compared, messages: &Messages) -> Done {
    if compared.deals > 0 || compared.unfinished == 0 {
        return Ok(());
    }
    tell(&format!("{} {}\n", messages.say("error"), messages.say("compare-nothing")));
    let failing = &compared.counts.failing;
    let causes = failing.iter().filter_map(Failing::commonest);
    Err(match causes.into_iter().any(|cause| !cause.file.is_empty()) {
        true => Failure::Rules,
        false => Failure::Told,
    })
}

// ---- versions

fn versions(
    args: &CompareArgs,
    seats: Option<usize>,
    messages: &Messages,
) -> Result<Vec<Asked>, Failure> {
    let usage = |key: &str| Err(Failure::Usage(messages.say(key)));
    if args.game.len() > 1 && !args.with.is_empty() {
        return usage("compare-several");
    }
    let mut asked: Vec<(String, PathBuf, SettingArgs)> = match args.with.as_slice() {
        [] => args
            .game
            .iter()
            .map(|path| (spelt_path(path), path.clone(), SettingArgs::default()))
            .collect(),
        with if with.iter().any(|text| text.split(',').all(|part| part.trim().is_empty())) => {
            return usage("compare-empty");
        }
        with => with.iter().map(|text| described(text, &args.game[0])).collect(),
    };
    // A single version is compared with the game as it is.
    if args.restrict.is_empty() && matches!(args.with.as_slice(), [one] if one != "default") {
        asked.insert(0, described("default", &args.game[0]));
    }
    if args.with.is_empty() && args.game.len() == 1 {
        asked[0].0 = "default".into();
    }
    let mut versions = Vec::new();
    for (name, path, setting) in &asked {
        let (_, game) = load(path, setting, seats, messages)?;
        versions.push(Asked { name: name.clone(), game, restriction: None });
    }
    for text in &args.restrict {
        let game = versions[0].game.clone();
        let restriction = Restriction::of_seat(text, &game, messages)?;
        versions.push(Asked {
            name: format!("{}, {text}", versions[0].name),
            game,
            restriction: Some(restriction),
        });
    }
    match versions.as_slice() {
        [] | [_] => usage("compare-two"),
        [first, others @ ..] if others.iter().any(|one| one.seats() != first.seats()) => {
            usage("compare-seats")
        }
        _ => Ok(versions),
    }
}

/// `hand_size=5,sets=no`, `long_hands`, `other.yaml`, `default`.
fn described(text: &str, game: &Path) -> (String, PathBuf, SettingArgs) {
    let (mut path, mut setting) = (game.to_path_buf(), SettingArgs::default());
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "default")
    {
        match part {
            file if files::is_layout(Path::new(file)) => path = PathBuf::from(file),
            set if set.contains('=') => setting.set.push(set.to_owned()),
            variant => setting.variant = Some(variant.to_owned()),
        }
    }
    (text.to_owned(), path, setting)
}

impl Asked {
    fn seats(&self) -> u8 {
        self.game.program().seats
    }

    fn seated(
        &self,
        specs: &[Spec],
        messages: &Messages,
    ) -> Result<Vec<Box<dyn Entrant>>, Failure> {
        Spec::seated(specs, self.restriction.as_ref(), &self.game, messages)
    }
}
