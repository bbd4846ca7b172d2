//! What is easily read in another way than it is meant: refills that never run, variables that stay
//! none, cards that are no random ones, sides that nobody sees.

#![deny(clippy::wildcard_enum_match_arm)]

use super::facts::{DrawnFromAnother, Facts, OwnBesideTheirs, OwnForOthers, Rules, Sided};
use crate::diagnostic::Diagnostic;
use crate::layout::model::{Layout, Teams, VariableDefinition, VariablePer, ZoneDefinition};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::program::ValueKind;
use crate::program::terms::{Num, NumId, Set};
use crate::program::walk::{self, Term};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::tabletop::{Per, Shape, Viewers};

/// `layout` is as written: with all of its `when` entries.
pub(super) fn run(low: &mut Lowering, layout: &Layout, rules: &Rules, used: &Facts) {
    let mut found = dead_refills(low, rules, used);
    found.extend(stays_none(low, layout, used));
    found.extend(drawn_in_order(low, layout, used));
    found.extend(own_for_others(low, layout, used));
    found.extend(own_beside_theirs(low, layout, used));
    found.extend(first_seats_alone(low));
    found.extend(idle_sides(low, layout, used));
    found.extend(thrown_again(low, used));
    found.extend(common_of_one(low, used));
    found.extend(uneven_teams(layout));
    found.sort_by_key(|problem| (problem.span, problem.code));
    found.dedup_by_key(|problem| (problem.span, problem.code));
    low.problems.extend(found);
}

/// Refills of piles from which no `draw` takes anything.
fn dead_refills(low: &Lowering, rules: &Rules, used: &Facts) -> Vec<Diagnostic> {
    let drawn = rules.reached(&used.drawn).names;
    let handed_on = rules.reached(&used.handed_on).names;
    let refills = low.flow.flows.refills.values();
    let dead =
        refills.filter(|(zone, _)| !drawn.contains(&zone.node) && !handed_on.contains(&zone.node));
    let told = dead.map(|(zone, _)| {
        let words = format!("nothing draws from `{}`, so that this never happens", zone.node);
        let help = format!(
            "a refill runs where cards are drawn: `draw 1 from {0} to hand`; `move top of {0}` and \
             the like do not ask for it",
            zone.node
        );
        Diagnostic::warning("no-refill", zone.span, words).help(help)
    });
    told.collect()
}

/// All that a layout says of a name, whatever the options.
fn zones<'l>(layout: &'l Layout, name: &str) -> Vec<&'l ZoneDefinition> {
    let all = layout.zones.iter().chain(layout.when.iter().flat_map(|when| &when.zones));
    all.filter(|(zone, _)| zone.node == name).map(|(_, definition)| definition).collect()
}

fn variables<'l>(layout: &'l Layout, name: &str) -> Vec<&'l VariableDefinition> {
    let all = layout.variables.iter().chain(layout.when.iter().flat_map(|when| &when.variables));
    all.filter(|(variable, _)| variable.node == name).map(|(_, definition)| definition).collect()
}

/// Players and teams that are kept, begin as none, and are only ever moved on from there.
fn stays_none(low: &Lowering, layout: &Layout, used: &Facts) -> Vec<Diagnostic> {
    let is_given = |of: &VariableDefinition| of.default.is_some() || of.fixed.is_some();
    let is_player = |name: &str| match low.names.get(name) {
        Some(Meaning::Variable(variable)) => {
            matches!(low.program.variables[variable].kind, ValueKind::Player | ValueKind::Team)
        }
        Some(_) | None => false,
    };
    let stays = layout.variables.iter().filter(|(name, _)| {
        let (name, all) = (name.node.as_str(), variables(layout, &name.node));
        used.set.contains(name)
            && used.names.contains(name)
            && !used.set_anew.contains(name)
            && !all.iter().any(|of| is_given(of))
            && is_player(name)
    });
    let told = stays.map(|(name, _)| {
        let words = format!(
            "`{0}` stays none: it is none at first, and only ever set to what is made of `{0}`",
            name.node
        );
        Diagnostic::warning("never-set", name.span, words).help(format!(
            "let the layout say who it is at first, `default: 1` for the first seat, or set it before: \
             `set {} to seat(1)`",
            name.node
        ))
    });
    told.collect()
}

/// Cards that are drawn from somebody's hand, which lies in no order but that of coming.
fn drawn_in_order(low: &Lowering, layout: &Layout, used: &Facts) -> Vec<Diagnostic> {
    let is_hand = |zone: &ZoneDefinition| {
        let is_set = zone.shape.as_ref().is_none_or(|shape| matches!(shape.node, Shape::Set));
        let is_players = zone.per.as_ref().is_some_and(|per| per.node == Per::Player);
        let is_owners = zone
            .seen_by
            .as_ref()
            .is_some_and(|by| by.node.up == Viewers::Owner && by.node.down == Viewers::Owner);
        is_set && is_players && is_owners
    };
    let text = |span: Span| low.program.sources.text(span);
    let told = |drawn: &&DrawnFromAnother| {
        let all = zones(layout, &drawn.zone.node);
        !all.is_empty()
            && all.iter().all(|zone| is_hand(zone))
            && !used.mixed.contains(&drawn.zone.node)
            && !text(drawn.count).contains("count")
    };
    let problem = |drawn: &DrawnFromAnother| {
        let (count, from, to) = (text(drawn.count), text(drawn.from), text(drawn.to));
        let some = if count == "1" { String::new() } else { format!("{count} of ") };
        let words = format!("`{}` is no pile: this draws what came there last", drawn.zone.node);
        Diagnostic::warning("no-pile", drawn.from, words)
            .help(format!("by chance it is `move random {some}{from} to {to}`"))
    };
    used.drawn_from_another.iter().filter(told).map(problem).collect()
}

/// `set X of others to X - 1`, where X is mine.
fn own_for_others(low: &Lowering, layout: &Layout, used: &Facts) -> Vec<Diagnostic> {
    let is_players = |of: &VariableDefinition| {
        of.per.as_ref().is_some_and(|per| matches!(per.node, VariablePer::Owner(Per::Player)))
    };
    let text = |span: Span| low.program.sources.text(span);
    let own = used.own_for_others.iter().filter(|it| {
        let all = variables(layout, &it.own.node);
        all.iter().any(|of| is_players(of))
    });
    let told = own.map(|OwnForOthers { own: Name { node: name, span }, whose, value }| {
        let before = text(Span { end: span.start, ..*value });
        let behind = text(Span { start: span.end, ..*value });
        let of = |whom: &str| format!("set {name} of {whom} to {before}{name} of {whom}{behind}");
        let whose = text(*whose);
        let theirs = match whose {
            "all" | "players" => format!("each player {{ {} }}", of("me")),
            "others" => format!("each p in others {{ {} }}", of("p")),
            _ => of(whose),
        };
        let words = format!("this is `{name} of me`, and it is `{name} of {whose}` that is set");
        let help =
            format!("of what they have it is `{theirs}`; if mine is meant, write `{name} of me`");
        Diagnostic::warning("own-for-others", *span, words).help(help)
    });
    told.collect()
}

/// What is drawn, moved or added to mine in a loop over players that is about each of them. Taking
/// from each of the others, and giving to mine, is another matter, and so are two statements of
/// which one gives what the other takes.
fn own_beside_theirs(low: &Lowering, layout: &Layout, used: &Facts) -> Vec<Diagnostic> {
    let text = |span: Span| low.program.sources.text(span);
    let is_players = |name: &str| {
        let variables = variables(layout, name);
        let mut zones = zones(layout, name).into_iter();
        zones.any(|zone| zone.per.as_ref().is_some_and(|per| per.node == Per::Player))
            || variables.iter().any(|of| {
                let per = of.per.as_ref();
                per.is_some_and(|per| matches!(per.node, VariablePer::Owner(Per::Player)))
            })
    };
    let told = |it: &&OwnBesideTheirs| {
        let (own, each) = (&it.own.node, &it.each.node);
        let has_theirs = text(it.body).contains(&format!("{own} of {each}"));
        let is_over_all = matches!(text(it.over), "players" | "all");
        is_players(own) && if is_over_all { it.draws || has_theirs } else { it.draws && has_theirs }
    };
    let problem = |OwnBesideTheirs { own, each, .. }: &OwnBesideTheirs| {
        let (own, span, each) = (&own.node, own.span, &each.node);
        let words = format!("this is `{own} of me`, once for each `{each}`");
        Diagnostic::warning("own-for-others", span, words).help(format!(
            "what each of them has is `{own} of {each}`; if mine is meant, write `{own} of me`"
        ))
    };
    used.own_beside_theirs.iter().filter(told).map(problem).collect()
}

/// A score that counts what a team's first seat has, where the team has others.
fn first_seats_alone(low: &Lowering) -> Option<Diagnostic> {
    let program = &low.program;
    let score = program.score.as_ref()?;
    if program.cooperative || program.teams == 0 || program.teams >= program.seats {
        return None;
    }
    let terms = &program.terms;
    // A team, too, stands for its first seat.
    let is_me = |owner: NumId| matches!(terms.nums[owner], Num::Me | Num::Captain(_));
    let reads = |wanted: &dyn Fn(Term) -> bool| {
        walk::any(terms, Term::Num(score.value), &mut |part| wanted(part))
    };
    let own = reads(&|part| match part {
        Term::Num(id) => {
            matches!(terms.nums[id], Num::OwnedVariable { owner, .. } if is_me(owner))
        }
        Term::Set(id) => matches!(
            terms.sets[id],
            Set::ZoneCards { zone, owner }
                if program.zones[zone].per == Per::Player && is_me(owner)
        ),
        Term::Test(_) | Term::List(_) | Term::Family(_) => false,
    });
    let others = reads(&|part| match part {
        Term::Num(id) => matches!(terms.nums[id], Num::Next { .. }),
        Term::Set(id) => {
            matches!(terms.sets[id], Set::SeatsOfTeam(_) | Set::Players | Set::ZoneCardsOf { .. })
        }
        Term::Test(_) | Term::List(_) | Term::Family(_) => false,
    });
    let words = "this is what a team's first seat has: what its other seats have does not count";
    (own && !others).then(|| {
        Diagnostic::warning("first-seat", score.span, words).help(
            "what all seats of the team have is `sum … over side`, or of cards `… of side`; and with \
             `per: team` the team has it as one",
        )
    })
}

/// Sides that are said of cards where who sees them does not go by the side, and no rule does.
fn idle_sides(low: &Lowering, layout: &Layout, used: &Facts) -> Vec<Diagnostic> {
    if used.names.contains("face_up") || layout.scripts.is_some() {
        return Vec::new();
    }
    let sees = |zone: &ZoneDefinition| zone.seen_by.as_ref().map(|by| by.node);
    let told = |sided: &&Sided| {
        let all = zones(layout, &sided.zone.node);
        !all.is_empty()
            && all.iter().all(|zone| match sees(zone) {
                Some(by) if by.up != by.down => false,
                Some(by) => match by.up {
                    Viewers::All => !sided.up,
                    Viewers::Owner | Viewers::Nobody => sided.up,
                    Viewers::Captain | Viewers::Others | Viewers::Top | Viewers::Placer => false,
                },
                None => false,
            })
    };
    let problem = |sided: &Sided| {
        let (zone, what) = (&sided.zone.node, low.program.sources.text(sided.what));
        if !sided.up {
            let words = format!(
                "`face down` hides nothing here: everybody sees what lies in `{zone}`, whichever side is up"
            );
            return Diagnostic::warning("idle-side", sided.what, words).help(format!(
                "what lies face down there is seen by its owner, or by nobody, with `{zone}: \
                 {{ seen_by: face }}` or `{{ seen_by: {{ up: all, down: nobody }} }}`"
            ));
        }
        let words = format!(
            "this shows nothing to anybody: who sees what lies in `{zone}` does not go by the side"
        );
        let shown = if sided.turns {
            format!("write `reveal {what} to all`")
        } else {
            "to show cards before they are there, put `reveal … to all` in front of it".to_owned()
        };
        Diagnostic::warning("idle-side", sided.what, words).help(format!(
            "{shown}; what lies face up there is seen by all with `{zone}: {{ seen_by: \
             {{ up: all, down: … }} }}`"
        ))
    };
    used.sided.iter().filter(told).map(problem).collect()
}

/// Throws that an `else if` throws again.
fn thrown_again(low: &Lowering, used: &Facts) -> Vec<Diagnostic> {
    let told = used.thrown_again.iter().map(|&span| {
        let thrown = low.program.sources.text(span);
        let words =
            "this is drawn once more here: it need not be what the `if` before has asked of";
        Diagnostic::warning("drawn-again", span, words)
            .help(format!("keep it first: `let drawn = {thrown}`, and ask `if drawn = …`"))
    });
    told.collect()
}

/// `1 card, same suit`.
fn common_of_one(low: &Lowering, used: &Facts) -> Vec<Diagnostic> {
    let told = used.common_of_one.iter().map(|&span| {
        let common = low.program.sources.text(span);
        let words = format!("`{common}` is said of this one card alone, of which it always holds");
        Diagnostic::warning("always-same", span, words).help(
            "each part of a shape is a shape of its own: what all of them share is asked of the whole",
        )
    });
    told.collect()
}

/// Seats that make sides of different size when they alternate.
fn uneven_teams(layout: &Layout) -> Option<Diagnostic> {
    let teams = layout.teams.as_ref().filter(|teams| matches!(teams.node, Teams::Alternate))?;
    let seats = layout.seats.as_ref()?;
    let odd = seats.node.iter().find(|seats| **seats > 2 && **seats % 2 == 1)?;
    let words = format!(
        "with {odd} seats there are {} on one side and {} on the other",
        odd / 2 + 1,
        odd / 2
    );
    Some(Diagnostic::warning("uneven-teams", teams.span, words).help(
        "let `seats` have even numbers alone, or write the sides out, as in `teams: [[1], [2, 3]]`",
    ))
}
