//! What can be right and most likely is not: what nothing uses, what never ends, zones that stay
//! empty, texts of nothing.
//!
//! All of it is found in the rules as written, with every page, so that no setting has warnings
//! that another has not.

use super::Guide;
use super::facts::{Body, Facts, Loop, Rules};
use crate::diagnostic::Diagnostic;
use crate::layout::model::{Layout, Name, OptionKind, Wording, ZoneDefinition};
use crate::lower::names::Meaning;
use crate::lower::value::one;
use crate::lower::{Lowering, PrintAsked};
use crate::program::{Attribute, ValueKind};
use crate::source::{Span, Spanned};
use crate::tabletop::{Display, Shape, Viewers};
use crate::text::{Text, filled, places};
use crate::value::{Card, NONE, Narrow};
use std::collections::BTreeSet;

/// `layout` is as written: with all of its `when` entries.
pub(crate) fn run(low: &mut Lowering, layout: &Layout, rules: &Rules, guides: &[Guide]) {
    let used = rules.used();
    unused(low, layout, &used);
    unread(low, rules, &used);
    endless_loops(low, rules);
    idle_loops(low, rules, &used);
    recursion(low, rules, &used);
    never_filled(low, layout, rules, &used);
    never_set(low, layout, &used);
    no_chance(low, layout, rules, &used);
    ends_nothing(low, rules, &used);
    texts(low, layout, rules);
    untranslated(low, layout);
    said_in_one_language(low, layout, rules);
    named_in_one_language(low, layout, &used);
    guide_gaps(low, guides);
    shown_too_early(low, &used);
    counted_slots(low, layout, &used);
    ranks_alike(low, layout);
    rank_numbers(low, layout);
    on_no_card(low, layout);
    super::holdings::doubtful(low, layout);
    super::traps::run(low, layout, rules, &used);
}

/// Cards are drawn from a pile that nobody looks into, and that lies as its deck is listed:
/// nothing shuffles it, or only what comes behind the draw.
fn no_chance(low: &mut Lowering, layout: &Layout, rules: &Rules, used: &Facts) {
    if layout.scripts.is_some() {
        return;
    }
    let cards = &low.program.cards;
    let alike = |a: Card, b: Card| cards[a.index()].name == cards[b.index()].name;
    let has_an_order = |zone: &Name| {
        let zone = low.names.get(&zone.node);
        low.program.start_cards.iter().any(|start| {
            zone == Some(Meaning::Zone(start.zone))
                && start.cards.iter().any(|&card| !alike(card, start.cards[0]))
        })
    };
    let is_hidden_deck = |source: &Name| {
        layout.zones.iter().any(|(name, zone)| {
            name.node == source.node
                && zone.seen_by.as_ref().is_some_and(|by| by.node.down == Viewers::Nobody)
                && has_an_order(name)
        })
    };
    let handed_on = rules.reached(&used.handed_on).names;
    let mixers = |zone: &str| used.mixed.iter().filter(|mixed| *mixed == zone).count();
    let is_mixed = |zone: &str| mixers(zone) > 0 || handed_on.contains(zone);
    let never = used.drawn_from.iter().filter(|zone| !is_mixed(&zone.node));
    let early = used.drawn_too_early.iter().filter(|zone| mixers(&zone.node) == 1);
    let found = never.map(|zone| (zone, false)).chain(early.map(|zone| (zone, true)));
    let mut found: Vec<(&Name, bool)> = found.filter(|(zone, _)| is_hidden_deck(zone)).collect();
    found.sort_by_key(|(zone, _)| zone.span);
    found.dedup_by(|(a, _), (b, _)| a.node == b.node);
    let told = found.into_iter().map(|(zone, is_early)| {
        let name = &zone.node;
        let words = match is_early {
            false => {
                format!("nothing shuffles `{name}`: it lies as its deck is listed, in every game")
            }
            true => format!("`{name}` is shuffled behind this: here it lies as its deck is listed"),
        };
        let help = format!("write `shuffle {name}` before anything is drawn from it");
        Diagnostic::warning("no-chance", zone.span, words).help(help)
    });
    let told: Vec<Diagnostic> = told.collect();
    low.problems.extend(told);
}

/// What blocks keep, loops go over, and formulas, phases and effects are given, where nothing looks
/// at it.
fn unread(low: &mut Lowering, rules: &Rules, used: &Facts) {
    let given = rules.given.iter().filter(|(of, given)| {
        used.names.contains(of)
            && rules.parts.get(of).is_some_and(|part| !part.names.contains(&given.node))
    });
    for name in given.map(|(_, given)| given).chain(&used.unread) {
        let words = format!("`{}`: nothing looks at it", name.node);
        low.report(Diagnostic::warning("unused", name.span, words));
    }
    for Name { node: name, span } in &used.unnamed {
        if low.beside_me.contains(span) {
            let words = format!(
                "`{name}`: nothing looks at it; what stands here is done for `me` each time"
            );
            let help = format!(
                "write `… of {name}` for what `{name}` has; in `each player in …` each in turn is `me`"
            );
            low.report(Diagnostic::warning("unused", *span, words).help(help));
        }
    }
}

// ----------------------------------------------------------------------------------------------
// unused

fn unused(low: &mut Lowering, layout: &Layout, used: &Facts) {
    let mut found = Vec::new();
    for (name, meaning, span) in low.names.iter().filter(|(name, _, _)| !used.names.contains(*name))
    {
        let words = match meaning {
            Meaning::Zone(_) => "no rule uses this zone",
            Meaning::Variable(_) => "no rule uses this variable",
            Meaning::Mark(_) => "no rule uses this mark",
            Meaning::Formula(_) => "nothing uses it",
            Meaning::Phase(_) => "this phase is never entered",
            Meaning::Action(_) => "nobody is ever offered this action",
            Meaning::Effect(_) => "this effect never happens",
            Meaning::List(_) if name != "suits" => "nothing is of this list",
            Meaning::List(_)
            | Meaning::Option(_)
            | Meaning::Attribute(_)
            | Meaning::Facing(_)
            | Meaning::Watch => {
                continue;
            }
        };
        found.push(Diagnostic::warning("unused", span, format!("`{name}`: {words}")));
    }
    for (name, _) in layout.decks.iter().filter(|(name, _)| !used.names.contains(&name.node)) {
        let words = format!("`{}`: no zone holds this deck", name.node);
        found.push(Diagnostic::warning("unused", name.span, words));
    }
    for (name, _) in layout.options.iter().filter(|(name, _)| !used.names.contains(&name.node)) {
        let problem = Diagnostic::warning(
            "unused-option",
            name.span,
            format!("`{}` changes nothing: no rule and no `when` looks at it", name.node),
        );
        found.push(problem);
    }
    low.problems.extend(found);
}

// ----------------------------------------------------------------------------------------------
// without an end

/// `turns` without `until`, and loops until something that never holds, with nothing inside that
/// ends anything.
fn endless_loops(low: &mut Lowering, rules: &Rules) {
    for found in std::mem::take(&mut low.loops) {
        let inner = Facts::of_step(&found.step);
        if inner.ends || rules.roots.ends || rules.reached(&inner.names).ends {
            continue;
        }
        let words = match found.condition {
            Some(_) => "this never holds, and nothing inside ends the loop",
            None => "these turns never end",
        };
        let problem = Diagnostic::warning("endless-loop", found.span, words);
        low.report(match found.condition {
            Some(_) => problem,
            None => problem
                .help("say until when: `turns from … : … until …`, or let something `end game`"),
        });
    }
}

/// Loops in which nothing happens that could change their condition.
fn idle_loops(low: &mut Lowering, rules: &Rules, used: &Facts) {
    let is_phase =
        |low: &Lowering, name: &String| matches!(low.names.get(name), Some(Meaning::Phase(_)));
    let idle = |low: &Lowering, found: &Loop| {
        let inner = rules.reached(&found.step);
        let moving = found.looks_at.iter().any(|name| name == "active" || is_phase(low, name));
        !(found.changes || inner.changes || rules.roots.changes || moving)
    };
    for found in &used.loops {
        if idle(low, found) {
            let words = "nothing that happens in this loop can make this true";
            low.report(Diagnostic::warning("endless-loop", found.condition, words));
        }
    }
}

/// What runs itself again: whenever it runs, or, for a phase, ever.
fn recursion(low: &mut Lowering, rules: &Rules, used: &Facts) {
    let mut told: BTreeSet<String> = BTreeSet::new();
    let mut bodies: Vec<&Body> =
        rules.bodies.values().filter(|body| used.names.contains(&body.name.node)).collect();
    bodies.sort_by_key(|body| body.name.span);
    for body in bodies {
        let sure = closure(&body.sure, |name| rules.bodies.get(name).map(|body| &body.sure));
        let name = &body.name;
        if sure.contains(&name.node) && !told.contains(&name.node) {
            let ends = rules.roots.ends || rules.reached(&BTreeSet::from([name.node.clone()])).ends;
            told.extend(sure);
            low.report(runs_itself(&name.node, name.span, ends));
        } else if !told.contains(&name.node) {
            let reached = reached_by(rules, body);
            if reached.contains(&name.node) && (body.phase || !body.is_given) {
                told.extend(reached);
                low.report(in_itself(body));
            }
        }
    }
}

/// What a phase or an effect leads to. An effect may well come about again by what somebody
/// chooses: its ways end where somebody is asked.
fn reached_by(rules: &Rules, body: &Body) -> BTreeSet<String> {
    let asks =
        |calls: &BTreeSet<String>| calls.iter().any(|name| rules.parameters.contains_key(name));
    let goes_on = |name: &str, calls: &BTreeSet<String>| {
        body.phase || rules.bodies.contains_key(name) && !asks(calls)
    };
    let calls = |name: &str| {
        rules.parts.get(name).map(|part| &part.calls).filter(|calls| goes_on(name, calls))
    };
    calls(&body.name.node).map(|first| closure(first, calls)).unwrap_or_default()
}

fn in_itself(body: &Body) -> Diagnostic {
    let name = &body.name;
    let help = if body.phase {
        format!(
            "to repeat it, `{} until …`; what may be answered by more of the same is an `effect`, not a phase",
            name.node
        )
    } else {
        format!("let it repeat instead: `do {} until …`", name.node)
    };
    let words = format!("`{}` is entered again from within itself, deeper each time", name.node);
    Diagnostic::warning("phase-in-itself", name.span, words).help(help)
}

fn runs_itself(name: &str, span: Span, ends: bool) -> Diagnostic {
    let words = format!("`{name}` always runs itself again, so that it never comes to an end");
    let problem = if ends {
        Diagnostic::warning("endless", span, words)
    } else {
        Diagnostic::error("endless", span, words)
    };
    problem
        .help(format!("say when it goes on: `{name} if …`, or `{name} until …` where it is called"))
}

fn closure<'a>(
    first: &'a BTreeSet<String>,
    next: impl Fn(&str) -> Option<&'a BTreeSet<String>>,
) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = first.iter().collect();
    while let Some(name) = open.pop() {
        if reached.insert(name.clone()) {
            open.extend(next(name).into_iter().flatten());
        }
    }
    reached
}

// ----------------------------------------------------------------------------------------------
// zones that stay empty

fn never_filled(low: &mut Lowering, layout: &Layout, rules: &Rules, used: &Facts) {
    let zones = || layout.zones.iter().chain(layout.when.iter().flat_map(|when| &when.zones));
    let single = |zone: &ZoneDefinition| {
        let shape = zone.shape.as_ref().map(|shape| &shape.node);
        matches!(shape, None | Some(Shape::Set | Shape::Pile | Shape::One))
    };
    let places = rules.reached(&used.places).names;
    let handed_on = rules.reached(&used.handed_on).names;
    for (name, definition) in &layout.zones {
        let others = || zones().filter(|(other, _)| other.node == name.node).map(|(_, zone)| zone);
        let begins_full = others().any(|zone| zone.holds.is_some());
        let filled =
            places.contains(&name.node) || handed_on.contains(&name.node) || !others().all(single);
        if begins_full || filled || !single(definition) {
            continue;
        }
        let Some(taken) = used
            .sources
            .iter()
            .filter(|source| source.node == name.node)
            .min_by_key(|source| source.span)
        else {
            continue;
        };
        let words = format!(
            "`{}` is always empty: it holds no cards at first, and no rule moves one there",
            name.node
        );
        low.report(
            Diagnostic::warning("always-empty", taken.span, words).also(name.span, "this zone"),
        );
    }
}

/// `end PHASE` where that phase never runs: nothing that it leads to comes there.
fn ends_nothing(low: &mut Lowering, rules: &Rules, used: &Facts) {
    // Watches run in the middle of anything.
    let anywhere = rules.reached(&rules.roots.calls).names;
    let parts = rules
        .parts
        .iter()
        .filter(|(name, _)| used.names.contains(*name) && !anywhere.contains(*name));
    for (part, facts) in parts {
        for phase in &facts.ended {
            let within = rules.reached(&BTreeSet::from([phase.node.clone()])).names;
            let is_phase = matches!(low.names.get(&phase.node), Some(Meaning::Phase(_)));
            if within.contains(part) || !is_phase {
                continue;
            }
            let words = format!("`{0}` never runs while this does: it ends nothing", phase.node);
            let help = format!("`end {}` leaves the phase from anywhere inside it", phase.node);
            low.report(Diagnostic::warning("ends-nothing", phase.span, words).help(help));
        }
    }
}

/// Variables that rules read and none sets. What is fixed, or has a default, may be meant to stay.
fn never_set(low: &mut Lowering, layout: &Layout, used: &Facts) {
    let is_set = |name: &str| used.set.contains(name) || !used.names.contains(name);
    let unset = layout
        .variables
        .iter()
        .filter(|(name, of)| of.fixed.is_none() && of.default.is_none() && !is_set(&name.node));
    for (name, _) in unset {
        let words = format!("`{}` is never set: it is always what it is at first", name.node);
        let problem = Diagnostic::warning("never-set", name.span, words);
        let kind = match low.names.get(&name.node) {
            Some(Meaning::Variable(variable)) => low.program.variables[variable].kind,
            Some(_) | None => ValueKind::Number,
        };
        let instead = match kind {
            ValueKind::Number | ValueKind::Flag | ValueKind::Word(_) => {
                "an option, a `let` of the rules, or a variable's `default`"
            }
            ValueKind::Player | ValueKind::Team => {
                "a `let` of the rules, or a variable's `default`"
            }
            ValueKind::Card | ValueKind::Slot | ValueKind::Text => "a `let` of the rules",
        };
        let one = one(kind, &low.program.lists);
        low.report(problem.help(format!("{one} that never changes is {instead}")));
    }
}

// ----------------------------------------------------------------------------------------------
// shown in vain

fn shown_too_early(low: &mut Lowering, used: &Facts) {
    let spans: BTreeSet<Span> = used.shown_too_early.iter().copied().collect();
    for span in spans {
        let words = "this is shown, and then laid face down: who does not see it leave can no longer tell which one it was";
        let problem = Diagnostic::warning("shown-too-early", span, words);
        low.report(problem.help("to show what is laid, put `reveal` behind the `move`"));
    }
}

/// Slots of a row come and go; of all other zones there are always as many, whether cards lie there
/// or not.
fn counted_slots(low: &mut Lowering, layout: &Layout, used: &Facts) {
    let mut found: Vec<&(Span, Name)> = used.counted_slots.iter().collect();
    found.sort_by_key(|(span, _)| *span);
    found.dedup_by_key(|(span, _)| *span);
    for (span, zone) in found {
        let zones = layout.zones.iter().chain(layout.when.iter().flat_map(|when| &when.zones));
        let mut shapes = zones
            .filter(|(name, _)| name.node == zone.node)
            .map(|(_, zone)| &zone.shape)
            .peekable();
        let is_fixed = shapes.peek().is_some()
            && !shapes.any(|shape| shape.as_ref().is_some_and(|shape| shape.node == Shape::Row));
        if is_fixed {
            let words = format!(
                "these are the places of `{}`, of which there are always as many",
                zone.node
            );
            let problem = Diagnostic::warning("counts-places", *span, words);
            low.report(problem.help(
                "write `cards of …` for the cards in them, or say which: `… where it is empty`",
            ));
        }
    }
}

/// Ranks that count the same are one rank, which shows where one of them is asked for: after `{ J:
/// 10 }` a ten is a jack.
fn ranks_alike(low: &mut Lowering, layout: &Layout) {
    let Some(ranks) = low.program.attributes.iter().find(|attribute| attribute.name == "rank")
    else {
        return;
    };
    let mut found = Vec::new();
    for (number, (_, deck)) in layout.decks.iter().enumerate() {
        for (name, value) in &deck.rank {
            let of_deck = low
                .program
                .cards
                .iter()
                .zip(&ranks.values)
                .filter(|(card, _)| card.deck.index() == number);
            // A card is called by its rank and the letter of its suit.
            let alike =
                of_deck.filter(|(_, rank)| **rank == value.node).map(|(card, _)| &card.name);
            let mut others = alike
                .filter_map(|card| card.get(..card.len() - 1))
                .filter(|rank| *rank != name.node);
            let is_asked = |rank: &str| low.ranks_asked.contains(rank);
            let Some(other) = others.find(|other| is_asked(&name.node) || is_asked(other)) else {
                continue;
            };
            let words = format!(
                "`{}` counts as much as `{other}` here, so that they are one and the same rank",
                name.node
            );
            found.push(Diagnostic::warning("ranks-alike", name.span, words).help(
                "leave ranks different; what a card is worth is a formula or a table: `let worth = min(rank, 10)`",
            ));
        }
    }
    low.problems.extend(found);
}

/// A rank is asked for by the number that is printed on it, and counts another one: after
/// `{ 10: 12, Q: 10 }` `rank is 10` holds for queens.
fn rank_numbers(low: &mut Lowering, layout: &Layout) {
    let ranks = layout.decks.iter().flat_map(|(_, deck)| &deck.rank);
    let asked = ranks_asked(low);
    let mut found = Vec::new();
    for (name, value) in ranks {
        let printed = name.node.parse().ok().filter(|printed| *printed != value.node);
        let asked = asked.iter().filter(|(number, _)| Some(*number) == printed);
        found.extend(asked.map(|&(number, span)| {
            let words = format!(
                "this asks for what counts {number}, and the cards that are called `{number}` \
                 count {}",
                value.node
            );
            let problem = Diagnostic::warning("rank-number", span, words);
            problem
                .also(value.span, "here they are counted")
                .help(format!("write `{}` for the cards that are called `{number}`", value.node))
        }));
    }
    found.extend(aces(low));
    low.problems.extend(found);
}

/// An ace is asked for as 1, and counts another number.
fn aces(low: &Lowering) -> Vec<Diagnostic> {
    let program = &low.program;
    let Some(ranks) = program.attributes.iter().find(|attribute| attribute.name == "rank") else {
        return Vec::new();
    };
    let is_ace = |name: &str| ["AS", "AH", "AD", "AC"].contains(&name);
    let mut counted = program.cards.iter().zip(&ranks.values);
    let ace = counted.find(|(card, _)| is_ace(&card.name)).map(|(_, &rank)| rank);
    let Some(ace) = ace.filter(|_| !ranks.values.contains(&1)) else { return Vec::new() };
    let words = format!("no card counts 1 here: aces count {ace}");
    let problem = |asked: &PrintAsked| {
        let help = match asked.most {
            1 => "write `A` for aces".to_owned(),
            most => format!("aces are asked for by themselves: `(rank in 2..{most} or rank = A)`"),
        };
        Diagnostic::warning("rank-number", asked.span, words.clone()).help(help)
    };
    let asked = low.prints_asked.iter().filter(|it| is_rank(low, it) && it.least == 1);
    asked.filter(|asked| asked.most < ace).map(problem).collect()
}

fn is_rank(low: &Lowering, asked: &PrintAsked) -> bool {
    low.program.attributes[asked.attribute].name == "rank"
}

/// The numbers by which ranks are asked for.
fn ranks_asked(low: &Lowering) -> Vec<(i32, Span)> {
    let asked = low.prints_asked.iter().filter(|it| is_rank(low, it) && it.least == it.most);
    asked.map(|asked| (asked.least, asked.span)).collect()
}

/// A number, or a flag, is asked for that no card has. With options, cards of other settings may
/// have it.
fn on_no_card(low: &mut Lowering, layout: &Layout) {
    if !(layout.options.is_empty() && layout.when.is_empty()) {
        return;
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    for &PrintAsked { attribute, least, most, span } in &low.prints_asked {
        let Attribute { name, kind, values, .. } = &low.program.attributes[attribute];
        let printed = || values.iter().filter(|value| **value != NONE);
        // An ace that is asked for as 1 is told so, and what was worked out for each card has no
        // name.
        let is_told = name.is_empty()
            || name == "rank" && least == 1
            || found.iter().any(|it| it.span == span);
        if is_told || printed().any(|value| (least..=most).contains(value)) {
            continue;
        }
        let problem = match (kind, printed().min(), printed().max()) {
            (ValueKind::Number, Some(lowest), Some(highest)) => {
                let asked = match (least, most) {
                    _ if least == most => format!("the {name} {least}"),
                    (i32::MIN, most) => format!("a {name} of at most {most}"),
                    (least, i32::MAX) => format!("a {name} of at least {least}"),
                    _ => format!("a {name} in {least}..{most}"),
                };
                let range = format!("here each {name} is a number from {lowest} to {highest}");
                Diagnostic::warning("on-no-card", span, format!("no card has {asked}")).help(range)
            }
            (ValueKind::Flag, ..) => {
                let words = format!("no card of this game is `{name}`");
                let problem = Diagnostic::warning("on-no-card", span, words);
                match name.as_str() {
                    "joker" => problem.help("a pack with two jokers is `standard: 54`"),
                    _ => problem,
                }
            }
            _ => continue,
        };
        found.push(problem);
    }
    low.problems.extend(found);
}

// ----------------------------------------------------------------------------------------------
// texts

/// Names for texts that are no names of the game's files.
const OWN: &[&str] = &["pass", "done", "game", "joker", "none", "yes", "no", "score"];

fn texts(low: &mut Lowering, layout: &Layout, rules: &Rules) {
    let known = text_names(low, layout, rules);
    for (name, Wording { text, told }) in &layout.texts {
        let is_pass = name.node.split(' ').next() == Some("pass");
        if !told.is_empty() && !is_pass && !rules.parameters.contains_key(&name.node) {
            let words = format!("`told` says what somebody did, and `{}` is no action", name.node);
            low.problems.push(Diagnostic::warning("unknown-text", name.span, words));
        }
        if !known.contains(name.node.as_str()) {
            let problem = Diagnostic::warning(
                "unknown-text",
                name.span,
                format!("nothing in this game is called `{}`", name.node),
            );
            low.problems.push(problem.did_you_mean(&name.node, known.iter().map(String::as_str)));
        } else if let Some(parameters) = rules.parameters.get(&name.node) {
            let what = "neither one of the action's parameters nor what a card has";
            gaps(low, name, text, parameters, what);
            gaps(low, name, told, parameters, what);
        } else {
            let own = (name.node == "score").then_some("score");
            let said = places(&name.node).map(|(_, said)| said).chain(own);
            let said: Vec<String> = said.map(str::to_owned).collect();
            gaps(low, name, text, &said, "not in the sentence itself");
        }
    }
}

/// `{hand_size}` in the rules for people stands for what an option is set to.
fn guide_gaps(low: &mut Lowering, guides: &[Guide]) {
    let mut known: Vec<String> =
        low.program.options.iter().map(|option| option.name.clone()).collect();
    known.push("seats".to_owned());
    let is_known = |gap: &str| known.iter().any(|option| option == gap);
    for guide in guides {
        for (at, gap) in places(&guide.text) {
            if is_known(gap) {
                continue;
            }
            let span = match guide.is_file {
                true => {
                    let start = guide.span.start.to_usize() + at;
                    Span::new(guide.span.source, start, start + gap.len() + 2)
                }
                false => guide.span,
            };
            let words =
                format!("the rules for people have a place for `{gap}`, which is no option");
            let problem = Diagnostic::warning("unknown-text", span, words);
            low.problems.push(problem.did_you_mean(gap, known.iter().map(String::as_str)));
        }
    }
}

fn text_names(low: &Lowering, layout: &Layout, rules: &Rules) -> BTreeSet<String> {
    let mut known: BTreeSet<String> =
        low.names.iter().map(|(name, _, _)| name.to_string()).collect();
    known.extend(OWN.iter().map(|name| name.to_string()));
    known.extend(rules.parts.keys().cloned());
    known.extend(rules.parts.values().flat_map(|part| part.sentences.keys().cloned()));
    known.extend(rules.roots.sentences.keys().cloned());
    for site in low.program.sites.iter() {
        let prompt = low.program.sentence(site.prompt);
        known.extend(["pass", "done"].map(|word| format!("{word} {prompt}")));
    }
    known.extend(low.program.lists.iter().flat_map(|list| list.words.iter().cloned()));
    known.extend(low.program.cards.iter().map(|card| card.name.clone()));
    known.extend(low.number_words.keys().cloned());
    known.extend(layout.variants.iter().map(|(name, _)| name.node.clone()));
    known.extend(layout.decks.iter().map(|(name, _)| name.node.clone()));
    for when in &layout.when {
        known.extend(when.zones.iter().map(|(name, _)| name.node.clone()));
        known.extend(when.pawns.iter().map(|(name, _)| name.node.clone()));
        known.extend(when.marks.iter().map(|(name, _)| name.node.clone()));
        known.extend(when.variables.iter().map(|(name, _)| name.node.clone()));
        known.extend(when.decks.iter().map(|(name, _)| name.node.clone()));
    }
    for (_, option) in &layout.options {
        if let Some(OptionKind::Words(words)) = option.kind.as_ref().map(|kind| &kind.node) {
            known.extend(words.iter().map(|word| word.node.clone()));
        }
    }
    known
}

/// The most names that are told of those that lack a language.
const MOST_TOLD: usize = 5;

/// Texts that are not in all languages of the game, which are those of its title.
fn untranslated(low: &mut Lowering, layout: &Layout) {
    let said =
        layout.texts.iter().flat_map(|(name, said)| [(name, &said.text), (name, &said.told)]);
    let options =
        layout.options.iter().filter_map(|(name, option)| Some((name, option.text.as_ref()?)));
    let variables =
        layout.variables.iter().filter_map(|(name, of)| Some((name, of.text.as_ref()?)));
    let texts: Vec<(&Name, &Text)> = said.chain(options).chain(variables).collect();
    for language in layout.title.iter().flat_map(|title| title.languages.keys()) {
        let lacks = |text: &Text| !text.is_empty() && text.of(language).is_none();
        let lacking = texts.iter().filter(|(_, text)| lacks(text)).map(|&(name, _)| name);
        let mut names: Vec<&Name> = lacking.collect();
        names.dedup_by_key(|name| name.span);
        let Some(first) = names.first() else { continue };
        let told: Vec<String> =
            names.iter().take(MOST_TOLD).map(|name| format!("`{}`", name.node)).collect();
        let told = listed(told, names.len());
        let words = format!("no text in `{language}`, as the title has: {told}");
        let help = "a plain text, without a language, serves for all of them";
        low.problems.push(Diagnostic::warning("untranslated", first.span, words).help(help));
    }
}

/// Reasons and other sentences that no text says in the languages of the game, where it has
/// several.
fn said_in_one_language(low: &mut Lowering, layout: &Layout, rules: &Rules) {
    if layout.title.as_ref().is_none_or(|title| title.languages.len() < 2) {
        return;
    }
    let has_text = |sentence: &str| layout.texts.iter().any(|(name, _)| name.node == sentence);
    let said = rules.parts.values().chain([&rules.roots]).flat_map(|part| &part.sentences);
    let mut untold: Vec<(Span, &String)> = said
        .filter(|(sentence, _)| !has_text(sentence) && has_words(sentence))
        .map(|(sentence, &span)| (span, sentence))
        .collect();
    untold.sort_by_key(|(span, _)| (span.source, span.start));
    let mut known = BTreeSet::new();
    untold.retain(|(_, sentence)| known.insert(*sentence));
    let Some(&(span, _)) = untold.first() else { return };
    let shown = untold.iter().take(MOST_TOLD).map(|(_, sentence)| format!("`{sentence}`"));
    let told = listed(shown.collect(), untold.len());
    let words = format!("the title has several languages, and this is said in one: {told}");
    let help = "name them among the `texts`: `\"too low\": { fr: …, en: … }`";
    low.problems.push(Diagnostic::warning("untranslated", span, words).help(help));
}

/// Names of what is drawn or chosen that people read as they stand in the rules, where the game has
/// several languages.
fn named_in_one_language(low: &mut Lowering, layout: &Layout, used: &Facts) {
    if layout.title.as_ref().is_none_or(|title| title.languages.len() < 2) {
        return;
    }
    let unseen = unseen(layout);
    let has_text = |name: &str| {
        layout.texts.iter().any(|(known, _)| known.node == name)
            || layout.variables.iter().any(|(known, of)| known.node == name && of.text.is_some())
    };
    let is_read = |meaning: Meaning| match meaning {
        Meaning::Zone(_) | Meaning::Variable(_) | Meaning::Mark(_) | Meaning::Action(_) => true,
        Meaning::List(_)
        | Meaning::Option(_)
        | Meaning::Attribute(_)
        | Meaning::Facing(_)
        | Meaning::Formula(_)
        | Meaning::Phase(_)
        | Meaning::Effect(_)
        | Meaning::Watch => false,
    };
    let mut names: Vec<(&str, Span)> = low
        .names
        .iter()
        .filter(|&(name, meaning, _)| {
            is_read(meaning) && used.names.contains(name) && !unseen.contains(name)
        })
        .filter(|&(name, _, _)| !has_text(name))
        .map(|(name, _, span)| (name, span))
        .collect();
    names.sort_by_key(|(_, span)| (span.source, span.start));
    let Some(&(first, span)) = names.first() else { return };
    let told = names.iter().take(MOST_TOLD).map(|(name, _)| format!("`{name}`")).collect();
    let told = listed(told, names.len());
    let words = format!(
        "the title has several languages, and these are called in all what the rules call them: {told}"
    );
    let help = format!("name them among the `texts`: `{first}: {{ fr: …, en: … }}`");
    low.problems.push(Diagnostic::warning("untranslated", span, words).help(help));
}

/// What the layout keeps off the screen.
fn unseen(layout: &Layout) -> BTreeSet<&str> {
    let zones = layout
        .zones
        .iter()
        .filter_map(|(name, zone)| Some((name, zone.drawn.as_ref()?.node.display)));
    let marks = layout
        .marks
        .iter()
        .filter_map(|(name, mark)| Some((name, mark.drawn.as_ref()?.node.display())));
    let variables = layout
        .variables
        .iter()
        .filter_map(|(name, variable)| Some((name, variable.drawn.as_ref()?.node)));
    let displays = zones.chain(marks).chain(variables);
    let never = displays.filter(|(_, display)| *display == Display::Never);
    never.map(|(name, _)| name.node.as_str()).collect()
}

/// Whether there is something to translate in a sentence beside its places.
fn has_words(sentence: &str) -> bool {
    filled(sentence, |_| Some(String::new())).contains(char::is_alphabetic)
}

/// The names that are told, of so many.
fn listed(told: Vec<String>, all: usize) -> String {
    match all.saturating_sub(told.len()) {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}

/// `{card}` in an action's text stands for a parameter, `{worth of card}` for what a card has.
///
/// `parameters`: what has a value; `what`: the words for a place that has none.
fn gaps(
    low: &mut Lowering,
    name: &Spanned<String>,
    text: &Text,
    parameters: &[String],
    what: &str,
) {
    let all = text.any.iter().chain(text.languages.values());
    let gaps: BTreeSet<&str> = all
        .flat_map(|text| text.split('{').skip(1))
        .filter_map(|rest| rest.split_once('}'))
        .map(|(gap, _)| gap)
        .collect();
    let attributes: Vec<&str> = low.program.attributes.iter().map(|a| a.name.as_str()).collect();
    let has_value = |gap: &str| match gap.split_once(" of ") {
        Some((attribute, of)) => {
            let attribute = attribute.trim();
            let printed = ["text", "name"].contains(&attribute) || attributes.contains(&attribute);
            printed && parameters.iter().any(|parameter| parameter == of.trim())
        }
        None => parameters.iter().any(|parameter| parameter == gap),
    };
    for gap in gaps.into_iter().filter(|gap| !has_value(gap)) {
        let words = format!("the text of `{}` has a place for `{gap}`, which is {what}", name.node);
        let problem = Diagnostic::warning("unknown-text", name.span, words);
        low.problems.push(problem.did_you_mean(gap, parameters.iter().map(String::as_str)));
    }
}
