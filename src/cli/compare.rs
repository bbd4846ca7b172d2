//! `cardrun compare`: versions of a game on the same deals, and what differs between them.

use super::args::{CompareArgs, ReportFormat, SettingArgs};
use super::entrants::{OfSeat, Restriction, Spec};
use super::load::load;
use super::look::pad;
use super::progress::Progress;
use super::words::Words;
use super::{Done, Failure, output};
use crate::game::Game;
use crate::runner::{Compare, Compared, Comparison, Difference, Entrant, Looks, Measure, Measured, Spread, Version};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// One version as it was asked for.
struct Asked {
    name: String,
    game: Game,
    restriction: Option<OfSeat>,
}

pub fn run(args: &CompareArgs, words: &Words) -> Done {
    let specs: Vec<Spec> = Spec::parse_all(&args.players, words)?;
    let versions = versions(args, (specs.len() > 1).then_some(specs.len()), words)?;
    let seated = versions.iter().map(|asked| seated(asked, &specs, words)).collect::<Result<Vec<_>, _>>()?;
    let versions = versions.iter().zip(&seated).map(|(asked, seated)| Version {
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
        jobs: args.jobs.and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
        watcher: None,
    };
    let begun = Instant::now();
    let progress = Progress::of(comparison.deals);
    let compared = progress.watch(|watcher| Comparison { watcher: Some(watcher), ..comparison }.run());
    let compared = Compared { seconds: begun.elapsed().as_secs_f64(), ..compared };
    let short = || text(&compared, words);
    let text = match output::format(&args.output) {
        ReportFormat::Text => short(),
        ReportFormat::Json => output::json(&compared),
        ReportFormat::Csv | ReportFormat::Html | ReportFormat::Parquet => {
            return Err(Failure::Usage(words.say("csv-not-here")));
        }
    };
    output::put(text.as_bytes(), short, args.output.out.as_deref(), words)
}

// ---- versions

fn versions(args: &CompareArgs, seats: Option<usize>, words: &Words) -> Result<Vec<Asked>, Failure> {
    let mut asked: Vec<(String, PathBuf, SettingArgs)> = match args.with.as_slice() {
        [] => args.game.iter().map(|path| (path.display().to_string(), path.clone(), SettingArgs::default())).collect(),
        with => with.iter().map(|text| described(text, &args.game[0])).collect(),
    };
    if args.with.is_empty() && args.game.len() == 1 {
        asked[0].0 = "default".into();
    }
    let mut versions = Vec::new();
    for (name, path, setting) in &asked {
        let (_, game) = load(path, setting, seats, words)?;
        versions.push(Asked { name: name.clone(), game, restriction: None });
    }
    for text in &args.restrict {
        let restriction = Restriction::of_seat(text, words)?;
        let game = versions[0].game.clone();
        restriction.1.check(&game, words)?;
        versions.push(Asked { name: format!("{}, {text}", versions[0].name), game, restriction: Some(restriction) });
    }
    let usage = |key: &str| Err(Failure::Usage(words.say(key)));
    match versions.as_slice() {
        [] | [_] => usage("compare-two"),
        [first, others @ ..] if others.iter().any(|one| one.seats() != first.seats()) => usage("compare-seats"),
        _ => Ok(versions),
    }
}

/// `hand_size=5,sets=no`, `long_hands`, `other.yaml`, `default`.
fn described(text: &str, game: &Path) -> (String, PathBuf, SettingArgs) {
    let (mut path, mut setting) = (game.to_path_buf(), SettingArgs::default());
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "default") {
        let is_file = [".yaml", ".yml"].iter().any(|ending| part.ends_with(ending));
        match part {
            file if is_file => path = PathBuf::from(file),
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
}

/// Who plays a version, by seat. Who is named is used over and over where there are more seats.
fn seated(asked: &Asked, specs: &[Spec], words: &Words) -> Result<Vec<Box<dyn Entrant>>, Failure> {
    let random = [Spec::parse("random", words)?];
    let specs = if specs.is_empty() { &random } else { specs };
    specs.iter().try_for_each(|spec| spec.check(&asked.game, words))?;
    let seat = |seat: usize| {
        let plain = specs[seat % specs.len()].entrant(&super::bots::tools());
        match &asked.restriction {
            Some((only, restriction)) if only.is_none_or(|only| only == seat) => restriction.over(plain),
            Some(_) | None => plain,
        }
    };
    Ok((0..usize::from(asked.seats())).map(seat).collect())
}

// ---- for people

/// `A`, `B`, … for the versions.
fn letter(number: usize) -> String {
    char::from_u32('A' as u32 + number as u32).filter(char::is_ascii_uppercase).map_or(number.to_string(), String::from)
}

fn text(compared: &Compared, words: &Words) -> String {
    let title = compared.versions[0].setup.title(words.code()).to_owned();
    let values = [("n", compared.deals.into()), ("title", title.into()), ("seed", compared.seed.to_string().into())];
    let mut lines = vec![words.with("compare-title", &values)];
    if compared.rotations > 1 {
        lines.push(words.with("compare-turned", &[("n", compared.rotations.into())]));
    }
    if compared.unfinished > 0 {
        lines.push(words.with("compare-unfinished", &[("n", compared.unfinished.into())]));
    }
    for (number, version) in compared.versions.iter().enumerate() {
        lines.push(format!("  {}  {}  ({})", letter(number), version.name, version.setup.seats.join(", ")));
    }
    for (number, version) in compared.versions.iter().enumerate().skip(1) {
        let differences = version.measures.iter().filter_map(|measured| measured.difference).collect::<Vec<_>>();
        lines.push(String::new());
        lines.extend(table(compared, (0, number), &differences, words));
    }
    for pair in &compared.pairs {
        lines.push(String::new());
        lines.extend(table(compared, (pair.one, pair.other), &pair.differences, words));
    }
    let notes = ["compare-clear", "compare-how", "compare-noise"];
    lines.push(String::new());
    lines.extend(notes.map(|note| words.say(note)));
    lines.join("\n") + "\n"
}

/// Two versions beside each other.
fn table(compared: &Compared, (one, other): (usize, usize), differences: &[Difference], words: &Words) -> Vec<String> {
    let (of, name) = (letter(one), letter(other));
    let less = words.with("compare-difference", &[("name", name.as_str().into()), ("of", of.as_str().into())]);
    let mut lines = vec![format!("{} {of:>10} {name:>10}  {less} (95 %)", pad("", 26))];
    let (one, other) = (&compared.versions[one], &compared.versions[other]);
    let pairs = one.measures.iter().zip(&other.measures).zip(differences);
    lines.extend(pairs.map(|((first, other), difference)| {
        let line = line(one, (first, other), difference, words);
        if difference.n < compared.deals { format!("{line}  (n {})", difference.n) } else { line }
    }));
    lines
}

fn line(version: &Compare, (one, other): (&Measured, &Measured), by_deal: &Difference, words: &Words) -> String {
    let (by, unit, digits) = if one.measure.is_share() { (100.0, " %", 1) } else { (1.0, "", 2) };
    let value = |measured: &Measured| format!("{:.digits$}{unit}", by * measured.value.mean);
    let name = pad(&measure(version, &one.measure, words), 26);
    let difference = difference(by_deal, by, digits, words);
    format!("{name} {:>10} {:>10}  {difference}", value(one), value(other)).trim_end().to_owned()
}

fn difference(one: &Difference, by: f64, digits: usize, words: &Words) -> String {
    let Spread { mean, sd, ci95 } = one.spread;
    let told = match one.deals_missing {
        _ if one.is_clear => "*".to_owned(),
        _ if sd == 0.0 => return words.say("compare-same"),
        Some(missing) => words.with("compare-missing", &[("n", missing.into())]),
        None => words.with("compare-none", &[("most", format!("{:.digits$}", by * one.at_most()).into())]),
    };
    let interval = format!("({:+.digits$}..{:+.digits$})", by * ci95[0], by * ci95[1]);
    format!("{:>8} {} {told}", format!("{:+.digits$}", by * mean), pad(&interval, 18))
}

fn measure(version: &Compare, measure: &Measure, words: &Words) -> String {
    let numbered = |key: &str, n: u8| words.with(key, &[("n", n.into())]);
    match measure {
        Measure::Win(seat) => numbered("compare-win", *seat),
        Measure::PlayerWin(player) => {
            let name = version.setup.seats.get(usize::from(*player) - 1).cloned().unwrap_or_default();
            words.with("compare-player-win", &[("name", name.into()), ("n", (*player).into())])
        }
        Measure::Draw => words.say("compare-draw"),
        Measure::Score(seat) => numbered("compare-score", *seat),
        Measure::Margin => words.say("compare-margin"),
        Measure::Decisions => words.say("compare-decisions"),
        Measure::Rounds => words.say("compare-rounds"),
        Measure::Options => words.say("compare-options"),
        Measure::DecisionShare => words.say("compare-decision-share"),
        Measure::Chosen(action) => words.with("compare-chosen", &[("action", action.as_str().into())]),
        Measure::Drama => words.say("compare-drama"),
        Measure::LeadChanges => words.say("compare-lead-changes"),
        Measure::Settled => words.say("compare-settled"),
        Measure::OptionSpread => words.say("compare-option-spread"),
        Measure::Coolness => words.say("compare-coolness"),
    }
}
