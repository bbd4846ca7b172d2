//! Any bytes as a file of scenarios for the short game, played.

use super::{look_at, table, text};
use cardrun::diagnostic::Problems;
use cardrun::scenario::{self, ScenarioFile};
use cardrun::source::Sources;

const MOST_SCENARIOS: usize = 4;

pub fn run(bytes: &[u8]) {
    let text = text(bytes);
    let mut sources = Sources::default();
    let id = sources.add("any.yaml", &*text);
    let (file, mut problems) = scenario::read(id, &text);
    if let Some(file) = file.filter(|_| problems.is_empty()) {
        match table::with_settings(&file.settings) {
            Err(problems) => return look_at(&problems),
            Ok(game) => {
                let play =
                    |scenario| scenario::run(&game, &file, scenario).err().map(|problem| *problem);
                problems = first(&file).filter_map(play).collect();
            }
        }
    }
    look_at(&Problems::new(sources, problems));
}

fn first(file: &ScenarioFile) -> impl Iterator<Item = &scenario::Scenario> {
    file.scenarios.iter().take(MOST_SCENARIOS)
}
