//! Options: what each is set to, whether the combination is allowed, and what of the layout depends
//! on them.

use super::Settings;
use crate::diagnostic::Diagnostic;
use crate::layout::model::{Layout, Literal, OptionDefinition, OptionKind, Teams, Variant};
use crate::layout::{MOST_SEATS, wrong_seats};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::program::{OptionSetting, OptionValue};
use crate::source::{Span, Spanned};
use crate::value::{Seat, TeamId};
use std::collections::BTreeSet;

/// Fixes seats and options: defaults, then the variant, then what the settings say. Where there is
/// `doubt`, as some of the files could not be read, the settings may mean what is missing.
pub(crate) fn fix(low: &mut Lowering, layout: &Layout, settings: &Settings, doubt: bool) {
    seats(low, layout, settings);
    for (name, definition) in &layout.options {
        declare(low, name, definition);
    }
    let is_named = |name: &String| layout.variants.iter().any(|(known, _)| known.node == *name);
    if let Some(variant) = settings.variant.as_ref().filter(|name| is_named(name) || !doubt) {
        apply_variant(low, layout, variant);
    }
    check_variants(low, layout);
    for (name, value) in &settings.options {
        if definition(layout, name).is_some() || !doubt {
            set_from_text(low, layout, name, value);
        }
    }
    void(low, layout);
    for forbid in &layout.forbid {
        if low.holds_before_play(&forbid.condition) == Some(true) {
            let why =
                forbid.why.get("en").unwrap_or("these options contradict each other").to_string();
            low.report(
                Diagnostic::error("forbidden-options", forbid.span, why)
                    .help("change one of these options"),
            );
        }
    }
}

fn seats(low: &mut Lowering, layout: &Layout, settings: &Settings) {
    let allowed = layout.seats.as_ref().map_or(vec![2], |seats| seats.node.clone());
    let span = layout.seats.as_ref().map_or(layout.start, |seats| seats.span);
    let seats = settings.seats.unwrap_or_else(|| allowed.first().copied().unwrap_or(2));
    if !allowed.contains(&seats) {
        let list = allowed.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
        low.report(Diagnostic::error(
            "wrong-seats",
            span,
            format!("this game is for {list} players, not for {seats}"),
        ));
    }
    if let Some(&wrong) = allowed.iter().find(|seats| !(1..=MOST_SEATS).contains(*seats)) {
        low.report(wrong_seats(wrong.into(), span));
    }
    if let Some(teams) = &layout.teams {
        check_teams(low, teams, allowed.iter().copied().max().unwrap_or(MOST_SEATS));
    }
    let seats = seats.clamp(1, MOST_SEATS);
    low.program.seats = seats;
    low.program.seats_allowed = allowed;
    low.program.memory.seats = seats;
    low.program.cooperative = layout.cooperative.as_ref().is_some_and(|flag| flag.node);
    low.program.team_of = match layout.teams.as_ref() {
        // Two players are no teams, but each alone.
        Some(teams) if seats > 2 => team_of(low, teams, seats),
        Some(_) | None => TeamId::all(seats).collect(),
    };
    low.program.teams = low.program.team_of.iter().max().map_or(1, |team| team.number() + 1);
    low.program.captain_of =
        low.program.team_of.iter().map(|&team| low.program.captain(team)).collect();
}

/// Reports seats of teams that the game never has, `most` being the last one.
fn check_teams(low: &mut Lowering, teams: &Spanned<Teams>, most: u8) {
    let Teams::Lists(lists) = &teams.node else { return };
    if let Some(seat) = lists.iter().flatten().find(|seat| **seat > most) {
        let message = format!("there is no seat {seat}: the game has {most} at most");
        low.report(Diagnostic::error("wrong-teams", teams.span, message));
    }
}

fn team_of(low: &mut Lowering, teams: &Spanned<Teams>, seats: u8) -> Vec<TeamId> {
    match &teams.node {
        Teams::Alternate => Seat::all(seats).map(|seat| TeamId::new(seat.index() % 2)).collect(),
        Teams::Lists(lists) => {
            let team = |seat: Seat| lists.iter().position(|list| list.contains(&seat.shown()));
            let mut of: Vec<TeamId> = Vec::new();
            for seat in Seat::all(seats) {
                match team(seat) {
                    Some(team) => of.push(TeamId::new(team)),
                    None => {
                        let message = format!("seat {} is in no team", seat.shown());
                        low.report(Diagnostic::error("wrong-teams", teams.span, message));
                        of.push(TeamId::FIRST);
                    }
                }
            }
            // A team all of whose seats are empty this time is none.
            let seated: BTreeSet<TeamId> = of.iter().copied().collect();
            of.iter().map(|team| TeamId::new(seated.range(..team).count())).collect()
        }
    }
}

fn declare(low: &mut Lowering, name: &Spanned<String>, definition: &OptionDefinition) {
    let Some(kind) = &definition.kind else { return };
    if let OptionKind::Words(words) = &kind.node {
        let words = words.iter().map(|word| word.node.clone()).collect();
        // The list has the option's name but is none that rules can name: the name means the
        // option's value.
        low.program.lists.push(crate::program::WordList { name: name.node.clone(), words });
    }
    let mut is_possible = true;
    if let (Some(min), Some(max)) = (&definition.min, &definition.max) {
        low.option_ranges.insert(low.program.options.len(), (min.node, max.node));
        if min.node > max.node {
            is_possible = false;
            let message = format!(
                "`{}` can have no value: its least is greater than its greatest",
                name.node
            );
            low.report(
                Diagnostic::error("wrong-option", min.span, message).also(max.span, "the greatest"),
            );
        }
    }
    let default = match definition.default.as_ref().filter(|_| is_possible) {
        Some(default) => match fit(definition, &default.node) {
            Ok(value) => value,
            Err(message) => {
                low.report(Diagnostic::error("wrong-option", default.span, message));
                fallback(&kind.node)
            }
        },
        None => fallback(&kind.node),
    };
    let option = low.program.options.len();
    low.program.options.push(OptionValue {
        name: name.node.clone(),
        value: default.clone(),
        default,
        text: definition.text.clone().unwrap_or_default(),
    });
    if let Some(problem) = low.names.declare(&name.node, Meaning::Option(option), name.span) {
        low.report(problem);
    }
}

fn fallback(kind: &OptionKind) -> OptionSetting {
    match kind {
        OptionKind::Flag => OptionSetting::Flag(false),
        OptionKind::Number => OptionSetting::Number(0),
        OptionKind::Words(words) => {
            OptionSetting::Word(words.first().map(|w| w.node.clone()).unwrap_or_default())
        }
    }
}

/// A plain value as a value of the option, or what is wrong with it.
fn fit(definition: &OptionDefinition, value: &Literal) -> Result<OptionSetting, String> {
    let kind = definition.kind.as_ref().map(|kind| &kind.node);
    match (kind, value) {
        (Some(OptionKind::Flag), value) => value
            .as_flag()
            .map(OptionSetting::Flag)
            .ok_or_else(|| "this option is yes or no".into()),
        (Some(OptionKind::Number), Literal::Number(n)) => {
            let range = definition.range();
            match range.contains(n) {
                true => Ok(OptionSetting::Number(*n)),
                false => Err(format!("{n} is outside of {}..{}", range.start(), range.end())),
            }
        }
        (Some(OptionKind::Words(words)), Literal::Word(word)) => {
            if words.iter().any(|w| &w.node == word) {
                return Ok(OptionSetting::Word(word.clone()));
            }
            let list: Vec<&str> = words.iter().map(|w| w.node.as_str()).collect();
            Err(format!("`{word}` is none of {}", list.join(", ")))
        }
        (Some(OptionKind::Number), _) => Err("this option is a number".into()),
        (Some(OptionKind::Words(words)), _) => {
            let list: Vec<&str> = words.iter().map(|w| w.node.as_str()).collect();
            Err(format!("this option is one of {}", list.join(", ")))
        }
        (None, _) => Err("this option has no type".into()),
    }
}

fn definition<'l>(layout: &'l Layout, name: &str) -> Option<&'l OptionDefinition> {
    layout.options.iter().find(|(n, _)| n.node == name).map(|(_, definition)| definition)
}

fn set(low: &mut Lowering, name: &str, value: OptionSetting) {
    if let Some(option) = low.program.options.iter_mut().find(|o| o.name == name) {
        option.value = value;
    }
}

fn unknown_option(low: &mut Lowering, name: &str, span: Span) {
    let known: Vec<String> = low.program.options.iter().map(|o| o.name.clone()).collect();
    let problem =
        Diagnostic::error("unknown-option", span, format!("this game has no option `{name}`"));
    low.report(problem.did_you_mean(name, known.iter().map(String::as_str)));
}

/// Every variant must fit its options, whether it is played or not.
fn check_variants(low: &mut Lowering, layout: &Layout) {
    for (variant, means) in &layout.variants {
        let Variant::Values(values) = means else { continue };
        let is_flag = |name: &str| {
            let kind = definition(layout, name).and_then(|it| it.kind.as_ref());
            kind.is_some_and(|kind| kind.node == OptionKind::Flag)
        };
        let asked = values.iter().map(|(name, value)| {
            match value.node.as_flag().filter(|_| is_flag(&name.node)) {
                Some(true) => name.node.clone(),
                Some(false) => format!("not {}", name.node),
                None => format!("{} = {}", name.node, layout.spelled(&name.node, &value.node)),
            }
        });
        low.variants.insert(variant.node.clone(), asked.collect::<Vec<_>>().join(" and "));
        for (name, value) in values {
            let Some(definition) = definition(layout, &name.node) else {
                unknown_option(low, &name.node, name.span);
                continue;
            };
            if let Err(message) = fit(definition, &value.node) {
                low.report(Diagnostic::error("wrong-option", value.span, message));
            }
        }
    }
}

fn apply_variant(low: &mut Lowering, layout: &Layout, name: &str) {
    let Some((_, variant)) = layout.variants.iter().find(|(n, _)| n.node == name) else {
        let known: Vec<&str> = layout.variants.iter().map(|(n, _)| n.node.as_str()).collect();
        let problem = Diagnostic::error(
            "unknown-variant",
            layout.start,
            format!("this game has no variant `{name}`"),
        );
        low.report(problem.did_you_mean(name, known));
        return;
    };
    let Variant::Values(values) = variant else { return };
    for (option, value) in values {
        if let Some(Ok(value)) = definition(layout, &option.node).map(|d| fit(d, &value.node)) {
            set(low, &option.node, value);
        }
    }
}

fn set_from_text(low: &mut Lowering, layout: &Layout, name: &str, text: &str) {
    let Some(definition) = definition(layout, name) else {
        return unknown_option(low, name, layout.start);
    };
    // Without a kind it is incomplete, which has been told.
    let Some(kind) = &definition.kind else { return };
    match fit(definition, &Literal::read(&kind.node, text)) {
        Ok(value) => set(low, name, value),
        Err(message) => {
            let message = format!("`{name}={text}`: {message}");
            low.report(Diagnostic::error("wrong-option", kind.span, message));
        }
    }
}

/// Options that others make void keep their defaults. One that is void itself makes none so by what
/// it was set to: which are void is looked for until nothing changes any more.
fn void(low: &mut Lowering, layout: &Layout) {
    let chosen = low.program.options.clone();
    let mut asked: Vec<_> = layout.options.iter().collect();
    let mut void = Vec::new();
    for _ in 0..=layout.options.len() {
        let before = std::mem::take(&mut void);
        asked.retain(|&(name, definition)| {
            let holds = definition.void_if.as_ref().and_then(|it| low.holds_before_play(it));
            void.extend((holds == Some(true)).then_some(name));
            holds.is_some()
        });
        if void == before {
            break;
        }
        low.program.options.clone_from(&chosen);
        for (name, definition) in layout.options.iter().filter(|(of, _)| void.contains(&of)) {
            if let Some(Ok(default)) = definition.default.as_ref().map(|d| fit(definition, &d.node))
            {
                set(low, &name.node, default);
            }
        }
    }
    for name in void {
        let mut pairs = low.program.options.iter().zip(&chosen);
        if pairs.any(|(is, was)| is.name == name.node && is.value != was.value) {
            let message =
                format!("`{}` has no effect with these options and keeps its default", name.node);
            low.report(Diagnostic::notice("void-option", name.span, message));
        }
    }
}

/// Lays the layout's `when` entries that hold over it, in file order.
pub(crate) fn apply_when(low: &mut Lowering, layout: &mut Layout) {
    for when in std::mem::take(&mut layout.when) {
        if low.holds_before_play(&when.condition) == Some(true) {
            crate::layout::apply_when(layout, &when);
        }
    }
}
