//! The games that can be played here: those of the command line, and no others. A game is named by
//! its number.

use super::wishes::tell_problems;
use crate::cli::args::SettingArgs;
use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::setup::load::load;
use crate::cli::setup::settings::layout_of;
use crate::cli::text::Messages;
use crate::layout::model::{Layout, OptionDefinition, OptionKind, Variant};
use crate::text::Text;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// All games, with what is said of them to whoever opens a table.
pub(crate) struct Shelf {
    games: Vec<PathBuf>,
    english: Vec<GameCard>,
    french: Vec<GameCard>,
}

/// What is said of a game.
#[derive(Debug, Default, Serialize)]
pub(crate) struct GameCard {
    title: String,
    /// With how many it can be played.
    seats: Vec<u8>,
    options: Vec<OptionCard>,
    variants: Vec<VariantCard>,
}

/// An option of a game.
#[derive(Debug, Serialize)]
struct OptionCard {
    name: String,
    text: String,
    usual: String,
    values: Values,
}

/// What an option can be.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Values {
    Flag,
    Numbers { least: i32, most: i32 },
    Words(Vec<Titled>),
}

/// A word of the game, and how people call it.
#[derive(Debug, Serialize)]
struct Titled {
    word: String,
    text: String,
}

/// A variant: options that are set together, or more than that.
#[derive(Debug, Serialize)]
struct VariantCard {
    name: String,
    text: String,
    /// What it sets.
    sets: Vec<(String, String)>,
    /// Its own options, where they are others than those of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<OptionCard>>,
}

impl Shelf {
    /// The games at these paths, each of which is tried. Where they are `written` meanwhile, one
    /// with mistakes stands there, too, until these are mended.
    ///
    /// # Errors
    /// What is wrong with the first that cannot be played.
    pub(crate) fn new(
        paths: &[PathBuf],
        written: bool,
        messages: &Messages,
    ) -> Result<Shelf, Failure> {
        let (mut english, mut french) = (Vec::new(), Vec::new());
        for path in paths {
            let file = match load(path, &SettingArgs::default(), None, messages) {
                Ok((file, _)) => file,
                Err(Failure::Game(problems, file)) if written => {
                    tell_problems(&problems, &file, messages);
                    GameFile::named(path)
                }
                Err(failure) => return Err(failure),
            };
            let layout = layout_of(&file, &file.name).unwrap_or_default();
            english.push(card(&file, &layout, "en"));
            french.push(card(&file, &layout, "fr"));
        }
        // A record names its game by a path that is found from anywhere.
        let whole = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        Ok(Shelf { games: paths.iter().map(whole).collect(), english, french })
    }

    /// Where the game with this number is.
    pub(crate) fn path(&self, game: usize) -> Option<&PathBuf> {
        self.games.get(game)
    }

    /// Where all games are.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.games
    }

    /// The number of the game that is there.
    pub(crate) fn number(&self, path: &Path) -> Option<usize> {
        self.games.iter().position(|known| known == path)
    }

    /// All games in a language, `fr` or `en`.
    pub(crate) fn cards(&self, language: &str) -> &[GameCard] {
        if language == "fr" { &self.french } else { &self.english }
    }
}

/// What is said of a game in its files as they are now, in a language; `None` where the layout
/// cannot be read.
pub(crate) fn card_of(file: &GameFile, language: &str) -> Option<GameCard> {
    Some(card(file, &layout_of(file, &file.name)?, language))
}

fn card(file: &GameFile, layout: &Layout, language: &str) -> GameCard {
    GameCard {
        title: said(layout.title.as_ref(), language).unwrap_or_else(|| file.title_instead()),
        seats: layout.seats.iter().flat_map(|seats| seats.node.iter().copied()).collect(),
        options: options(layout, language),
        variants: layout
            .variants
            .iter()
            .map(|(name, variant)| variant_card(file, layout, (&name.node, variant), language))
            .collect(),
    }
}

fn variant_card(
    file: &GameFile,
    layout: &Layout,
    (name, variant): (&str, &Variant),
    language: &str,
) -> VariantCard {
    let (mut sets, mut own) = (Vec::new(), None);
    match variant {
        Variant::Values(values) => {
            let spelled = |name: &str, value| (name.to_owned(), layout.spelled(name, value));
            sets.extend(values.iter().map(|(name, value)| spelled(&name.node, &value.node)));
        }
        Variant::Overlay(overlay) => {
            own = layout_of(file, &overlay.node).map(|layout| options(&layout, language));
        }
    }
    VariantCard { name: name.to_owned(), text: called(layout, name, language), sets, options: own }
}

fn options(layout: &Layout, language: &str) -> Vec<OptionCard> {
    let options = layout.options.iter();
    options.map(|(name, option)| option_card(layout, &name.node, option, language)).collect()
}

fn option_card(
    layout: &Layout,
    name: &str,
    option: &OptionDefinition,
    language: &str,
) -> OptionCard {
    let titled = |word: &str| Titled { word: word.into(), text: called(layout, word, language) };
    let values = match option.kind.as_ref().map(|kind| &kind.node) {
        Some(OptionKind::Number) => {
            let range = option.range();
            Values::Numbers { least: *range.start(), most: *range.end() }
        }
        Some(OptionKind::Words(list)) => {
            Values::Words(list.iter().map(|word| titled(&word.node)).collect())
        }
        Some(OptionKind::Flag) | None => Values::Flag,
    };
    OptionCard {
        name: name.to_owned(),
        text: said(option.text.as_ref(), language).unwrap_or_else(|| name.replace('_', " ")),
        usual: option.default.as_ref().map(|value| option.spelled(&value.node)).unwrap_or_default(),
        values,
    }
}

/// What people call something that the layout names.
fn called(layout: &Layout, name: &str, language: &str) -> String {
    let wording = layout.texts.iter().find(|(of, _)| of.node == name);
    said(wording.map(|(_, wording)| &wording.text), language)
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| name.replace('_', " "))
}

fn said(text: Option<&Text>, language: &str) -> Option<String> {
    text.and_then(|text| text.get(language)).map(str::to_owned)
}
