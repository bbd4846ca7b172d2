//! From what was typed to what a game takes: options and variants that its layout names, and who
//! sits where.

use crate::cli::args::SettingArgs;
use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::text::Messages;
use crate::diagnostic::{has_errors, nearest};
use crate::game::Settings;
use crate::layout;
use crate::layout::model::{Layout, Literal, OptionDefinition, OptionKind, Variant};
use crate::players::{Kind, WrongKind};
use crate::source::SourceId;

/// Who makes a seat's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatKind {
    Human,
    Bot(Kind),
}

impl std::fmt::Display for SeatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SeatKind::Human => f.write_str(HUMAN),
            SeatKind::Bot(kind) => kind.fmt(f),
        }
    }
}

const HUMAN: &str = "human";

impl SeatKind {
    /// Whether several people play who sit at these kinds of seats.
    pub(crate) fn are_several_people(kinds: &[SeatKind]) -> bool {
        kinds.iter().filter(|kind| **kind == SeatKind::Human).count() > 1
    }

    /// People and bots, by the words that stand for them.
    pub(crate) fn parse(list: &[String], messages: &Messages) -> Result<Vec<SeatKind>, Failure> {
        SeatKind::parse_among(list, &Kind::NAMES, messages)
    }

    /// People and bots; of these the `known` ones are told of where a word stands for nobody.
    pub(crate) fn parse_among(
        list: &[String],
        known: &[&str],
        messages: &Messages,
    ) -> Result<Vec<SeatKind>, Failure> {
        let known = [&[HUMAN], known].concat();
        let one = |word: &String| match word.trim() {
            HUMAN => Ok(SeatKind::Human),
            word => bot(word, &known, messages).map(SeatKind::Bot),
        };
        list.iter().map(one).collect()
    }
}

/// Players that need nobody at the terminal, by their names.
pub(crate) fn bots(list: &[String], messages: &Messages) -> Result<Vec<Kind>, Failure> {
    list.iter().map(|word| bot(word.trim(), &Kind::NAMES, messages)).collect()
}

/// `known`: what could be said in this place.
fn bot(word: &str, known: &[&str], messages: &Messages) -> Result<Kind, Failure> {
    let values = [("word", word.into())];
    Kind::parse(word).map_err(|wrong| match wrong {
        WrongKind::Thinking => Failure::Usage(messages.with("wrong-thinking", &values)),
        WrongKind::Limit => Failure::Usage(messages.with("wrong-limit", &values)),
        WrongKind::NoCommand => Failure::Usage(messages.with("no-bot-command", &values)),
        WrongKind::Unknown => {
            let name = word.split_once(':').map_or(word, |(name, _)| name);
            let found = if known.contains(&name) { word } else { name };
            unknown("no-seat-kind", found, known.to_vec(), messages)
        }
    })
}

/// A layout with what it extends, as far as it can be read without a fault; with faults, loading
/// the game will tell them.
pub(crate) fn layout_of(file: &GameFile, name: &str) -> Option<Layout> {
    read_layout(file, name, 0)
}

/// More layouts over each other than this are a circle.
const MOST_LAYERS: usize = 16;

/// The layouts that a game is made of, each of which lies over the next one; as far as they can be
/// read without a fault.
pub(crate) fn layers(file: &GameFile) -> Vec<String> {
    let mut names = vec![file.name.clone()];
    while let Some(base) = names.last().and_then(|name| layer(file, name)?.extends)
        && names.len() < MOST_LAYERS
    {
        names.push(base.node);
    }
    names
}

/// A layout without what it extends.
fn layer(file: &GameFile, name: &str) -> Option<Layout> {
    let bytes = file.read(name).ok()?;
    let text = layout::text_of(SourceId(0), &bytes).ok()?;
    let (layout, problems) = layout::read(SourceId(0), text);
    let mut layer = layout.filter(|_| !has_errors(&problems))?;
    layout::place_files(&mut layer, name);
    Some(layer)
}

fn read_layout(file: &GameFile, name: &str, depth: usize) -> Option<Layout> {
    let over = layer(file, name).filter(|_| depth < MOST_LAYERS)?;
    match &over.extends {
        Some(base) => Some(layout::lay_over(read_layout(file, &base.node, depth + 1)?, over)),
        None => Some(over),
    }
}

/// What a game is to be loaded with. `seats`: how many, where somebody said who sits where.
pub(crate) fn settings(
    file: &GameFile,
    args: &SettingArgs,
    seats: Option<usize>,
    messages: &Messages,
) -> Result<Settings, Failure> {
    let mut settings = Settings { variant: args.variant.clone(), ..Settings::default() };
    let layout = layout_of(file, &file.name);
    if let Some(layout) = &layout {
        check_seats(layout, seats, messages)?;
        check_variant(layout, args.variant.as_deref(), messages)?;
    }
    settings.seats = seats.and_then(|n| u8::try_from(n).ok());
    let layout = layout.map(|layout| with_variant(file, layout, args.variant.as_deref()));
    for set in &args.set {
        let option = option(layout.as_ref(), set, messages)?;
        if let Some((name, before)) = settings.options.iter().find(|(name, _)| *name == option.0) {
            let (name, before) = (name.as_str().into(), before.as_str().into());
            let values = [("option", name), ("one", before), ("other", option.1.into())];
            return Err(Failure::Usage(messages.with("set-twice", &values)));
        }
        settings.options.push(option);
    }
    Ok(settings)
}

fn check_seats(layout: &Layout, seats: Option<usize>, messages: &Messages) -> Result<(), Failure> {
    let (Some(given), Some(allowed)) = (seats, &layout.seats) else { return Ok(()) };
    if allowed.node.iter().any(|n| usize::from(*n) == given) {
        return Ok(());
    }
    let allowed = either(allowed.node.iter().map(u8::to_string).collect(), messages);
    Err(Failure::Usage(
        messages.with("wrong-seats", &[("given", given.into()), ("allowed", allowed.into())]),
    ))
}

fn check_variant(
    layout: &Layout,
    variant: Option<&str>,
    messages: &Messages,
) -> Result<(), Failure> {
    let Some(variant) = variant else { return Ok(()) };
    let known: Vec<&str> = layout.variants.iter().map(|(name, _)| name.node.as_str()).collect();
    if known.contains(&variant) {
        Ok(())
    } else {
        Err(unknown("no-variant", variant, known, messages))
    }
}

/// A variant that is a file may bring options of its own.
fn with_variant(file: &GameFile, layout: Layout, variant: Option<&str>) -> Layout {
    let chosen = layout
        .variants
        .iter()
        .find(|(name, _)| Some(name.node.as_str()) == variant)
        .map(|(_, v)| v);
    match chosen {
        Some(Variant::Overlay(name)) => layout_of(file, &name.node).unwrap_or(layout),
        Some(Variant::Values(_)) | None => layout,
    }
}

/// `hand_size=5`, checked where the layout is known.
fn option(
    layout: Option<&Layout>,
    set: &str,
    messages: &Messages,
) -> Result<(String, String), Failure> {
    let Some((name, value)) = set.split_once('=') else {
        return Err(Failure::Usage(messages.with("set-shape", &[("given", set.into())])));
    };
    let (name, value) = (name.trim(), value.trim());
    let Some(layout) = layout else { return Ok((name.to_owned(), value.to_owned())) };
    let known: Vec<&str> = layout.options.iter().map(|(name, _)| name.node.as_str()).collect();
    match layout.options.iter().find(|(known, _)| known.node == name) {
        Some((_, definition)) => {
            Ok((name.to_owned(), option_value(name, definition, value, messages)?))
        }
        None => Err(unknown("no-option", name, known, messages)),
    }
}

fn option_value(
    name: &str,
    option: &OptionDefinition,
    value: &str,
    messages: &Messages,
) -> Result<String, Failure> {
    match option.kind.as_ref().map(|kind| &kind.node) {
        Some(OptionKind::Flag) => flag(name, value, messages),
        Some(OptionKind::Number) => number(name, option, value, messages),
        Some(OptionKind::Words(list)) => {
            word(name, list.iter().map(|w| w.node.as_str()).collect(), value, messages)
        }
        None => Ok(value.to_owned()),
    }
}

fn flag(name: &str, value: &str, messages: &Messages) -> Result<String, Failure> {
    match Literal::read(&OptionKind::Flag, value) {
        Literal::Flag(flag) => Ok(flag.to_string()),
        Literal::Number(_) | Literal::Word(_) => word(name, vec!["true", "false"], value, messages),
    }
}

fn number(
    name: &str,
    option: &OptionDefinition,
    value: &str,
    messages: &Messages,
) -> Result<String, Failure> {
    let range = option.range();
    match Literal::read(&OptionKind::Number, value) {
        Literal::Number(n) if range.contains(&n) => Ok(n.to_string()),
        Literal::Flag(_) | Literal::Number(_) | Literal::Word(_) => {
            Err(Failure::Usage(messages.with(
                "wrong-number",
                &[
                    ("option", name.into()),
                    ("value", value.into()),
                    ("least", range.start().to_string().into()),
                    ("most", range.end().to_string().into()),
                ],
            )))
        }
    }
}

fn word(name: &str, known: Vec<&str>, value: &str, messages: &Messages) -> Result<String, Failure> {
    if known.contains(&value) {
        return Ok(value.to_owned());
    }
    let allowed = either(known.iter().map(|w| format!("`{w}`")).collect(), messages);
    let values = [("option", name.into()), ("value", value.into()), ("allowed", allowed.into())];
    let message = messages.with("wrong-word", &values);
    Err(Failure::Usage(format!("{message}{}", did_you_mean(value, &known, messages))))
}

/// "There is no option `x`", with the nearest one, or all.
pub(crate) fn unknown(key: &str, word: &str, known: Vec<&str>, messages: &Messages) -> Failure {
    let mut message = messages.with(key, &[("word", word.into())]);
    let near = did_you_mean(word, &known, messages);
    if near.is_empty() && !known.is_empty() {
        let all: Vec<String> = known.iter().map(|w| format!("`{w}`")).collect();
        message.push_str(&messages.with("there-are", &[("all", all.join(", ").into())]));
    }
    Failure::Usage(format!("{message}{near}"))
}

fn did_you_mean(word: &str, known: &[&str], messages: &Messages) -> String {
    nearest(word, known.iter().copied())
        .map(|near| messages.with("did-you-mean", &[("near", near.into())]))
        .unwrap_or_default()
}

fn either(list: Vec<String>, messages: &Messages) -> String {
    match list.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {} {last}", others.join(", "), messages.say("or")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::cli::snapshot;

    const LAYOUT: &str = "seats: [2, 4]
options:
  hand_size: { type: number, min: 2, max: 6, default: 4 }
  effects: { type: [may, must], default: may }
  sets: { type: flag, default: true }
  bids: { type: [soft, off], default: soft }
variants:
  long_hands: { hand_size: 6 }
";

    fn try_with(
        set: &[&str],
        variant: Option<&str>,
        seats: Option<usize>,
    ) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("g.yaml"), LAYOUT).unwrap();
        let file = GameFile::open(&folder.path().join("g.yaml")).unwrap();
        let args = SettingArgs {
            set: set.iter().map(|s| s.to_string()).collect(),
            variant: variant.map(str::to_owned),
            ..SettingArgs::default()
        };
        settings(&file, &args, seats, &Messages::new(Language::En)).map_err(|failure| match failure
        {
            Failure::Usage(message) => message,
            other => format!("{other:?}"),
        })
    }

    #[test]
    fn what_the_layout_names_is_taken() {
        let settings =
            try_with(&["sets=Non", "hand_size = 6", "bids=off"], Some("long_hands"), Some(4))
                .unwrap();
        let options = [("sets", "false"), ("hand_size", "6"), ("bids", "off")];
        assert_eq!(settings.options, options.map(|(name, value)| (name.into(), value.into())));
        assert_eq!((settings.seats, settings.variant.as_deref()), (Some(4), Some("long_hands")));
    }

    #[test]
    fn everything_else_is_explained() {
        let messages = [
            try_with(&["hand_siz=5"], None, None),
            try_with(&["colour=red"], None, None),
            try_with(&["hand_size"], None, None),
            try_with(&["hand_size=9"], None, None),
            try_with(&["hand_size=4", "hand_size=5"], None, None),
            try_with(&["effects=mus"], None, None),
            try_with(&["sets=maybe"], None, None),
            try_with(&[], Some("longhands"), None),
            try_with(&[], None, Some(3)),
        ];
        let lines: Vec<String> = messages.into_iter().map(|m| m.unwrap_err()).collect();
        snapshot("settings_refused", &lines.join("\n"));
    }

    #[test]
    fn kinds_of_seats() {
        let english = Messages::new(Language::En);
        let both = [SeatKind::Human, SeatKind::Bot(Kind::Random)];
        let strings = |list: &[&str]| list.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        assert_eq!(SeatKind::parse(&strings(&["human", " random"]), &english).unwrap(), both);
        let refused = |word: &str| match SeatKind::parse(&strings(&[word]), &english) {
            Err(Failure::Usage(message)) => message,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused("humain"), "there is no kind of player `humain`; did you mean `human`?");
        assert_eq!(refused("gredy"), "there is no kind of player `gredy`; did you mean `greedy`?");
        assert_eq!(
            refused("alphazero:3"),
            "there is no kind of player `alphazero`; possible here: `human`, `random`, `greedy`, `mcts`, `exec`"
        );
        assert!(refused("mcts:fast").contains("`mcts:500`"));
        assert!(refused("exec:").contains("`exec:python3 bot.py`"));
        assert!(refused("exec:0s:true").contains("`exec:2s:python3 bot.py`"));
        assert!(bots(&strings(&["human"]), &english).is_err());
    }
}
