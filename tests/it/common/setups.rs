//! The games that laws are tried on: every game file of the repository, with every number of seats
//! and every value of every option.

use super::folder;
use cardrun::game::{Game, Settings};
use cardrun::layout::model::{Layout, OptionKind};
use cardrun::source::Sources;
use rayon::prelude::*;
use std::sync::LazyLock;

/// A game with one way to play it: seats and at most one option that is not at its default.
pub struct Setup {
    /// From the root of the repository: `games/classics/hearts`.
    pub name: String,
    pub settings: Settings,
    pub game: Game,
}

impl Setup {
    pub fn words(&self) -> String {
        format!(
            "{} with {:?} seats and {:?}",
            self.name, self.settings.seats, self.settings.options
        )
    }
}

/// All setups of all game files, loaded once for all tests.
pub fn setups() -> &'static [Setup] {
    static SETUPS: LazyLock<Vec<Setup>> =
        LazyLock::new(|| folder::all().par_iter().flat_map(|name| setups_of(name)).collect());
    &SETUPS
}

/// A layout as it stands in its file.
fn layout_in(file: &str) -> Layout {
    let mut sources = Sources::default();
    #[allow(clippy::disallowed_methods, reason = "a test reads the games from their folders")]
    let text = std::fs::read_to_string(folder::root().join(file)).expect("a layout");
    let source = sources.add(file, &text);
    let (layout, problems) = cardrun::layout::read(source, &text);
    assert!(problems.is_empty(), "{problems:?}");
    let mut layout = layout.expect("a layout");
    cardrun::layout::place_files(&mut layout, file);
    layout
}

/// A layout laid over all that it lies over.
fn whole(layout: Layout) -> Layout {
    match &layout.extends {
        Some(base) => cardrun::layout::lay_over(whole(layout_in(&base.node)), layout.clone()),
        None => layout,
    }
}

/// Of a variant that lies over another file its own options alone: the others have been tried
/// there.
pub fn setups_of(name: &str) -> Vec<Setup> {
    let top = layout_in(&format!("{name}.yaml"));
    let mut layout = whole(top.clone());
    layout.options.retain(|(name, _)| top.options.iter().any(|(own, _)| own.node == name.node));
    let seats = layout.seats.as_ref().expect("numbers of seats").node.clone();
    let mut options = vec![Vec::new()];
    options.extend(values(&layout).into_iter().map(|option| vec![option]));
    let each =
        seats.iter().flat_map(|&seats| options.iter().map(move |options| (seats, options.clone())));
    let settings = each.map(|(seats, options)| Settings {
        seats: Some(seats),
        options,
        ..Settings::default()
    });
    settings
        .map(|settings| Setup {
            name: name.to_string(),
            game: folder::load_from_root(name, &settings),
            settings,
        })
        .collect()
}

/// Every value of every option; of long ranges the ends.
fn values(layout: &Layout) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, option) in &layout.options {
        let kind = &option.kind.as_ref().expect("a type").node;
        let values: Vec<String> = match kind {
            OptionKind::Flag => vec!["true".into(), "false".into()],
            OptionKind::Words(words) => words.iter().map(|word| word.node.clone()).collect(),
            OptionKind::Number => {
                let bound = |end: &Option<cardrun::source::Spanned<i32>>| {
                    end.as_ref().expect("a range").node
                };
                let (min, max) = (bound(&option.min), bound(&option.max));
                (min..=max)
                    .filter(|n| max - min < 6 || [min, max].contains(n))
                    .map(|n| n.to_string())
                    .collect()
            }
        };
        all.extend(values.into_iter().map(|value| (name.node.clone(), value)));
    }
    all
}
