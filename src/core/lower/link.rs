//! Linking: all units one behind the other, and in which of them a player is meant though nobody
//! may be at hand.

use super::flow::UnitCode;
use super::{Lowering, MeUse};
use crate::diagnostic::Diagnostic;
use crate::program::Refill;
use crate::program::ids::UnitId;
use crate::source::Span;
use crate::tabletop::Per;
use std::collections::HashMap;

/// A call of one unit by another, and whether the player is known there whoever runs the unit that
/// calls.
pub(super) struct Edge {
    pub(super) from: UnitId,
    pub(super) to: UnitId,
    pub(super) me_known: bool,
    /// Where the call stands.
    pub(super) span: Span,
}

impl Lowering {
    /// Puts all units one behind the other, and says where a player is meant and nobody is.
    pub(crate) fn link(&mut self) {
        let done = std::mem::take(&mut self.flow.done);
        self.report_nobody(&done);
        for code in done {
            let base = self.program.code.next_id();
            self.program.units[code.id].start = base;
            for held in &mut self.program.units[code.id].held {
                (held.from, held.to) = (held.from.behind(base), held.to.behind(base));
            }
            for mut op in code.ops {
                if let Some(target) = op.target_mut() {
                    *target = target.behind(base);
                }
                self.program.code.push(op);
            }
            self.program.spans.extend(code.spans);
            self.program.course_of.extend(code.course_of);
            for site in code.sites {
                let no_option = &mut self.program.sites[site].no_option;
                *no_option = no_option.behind(base);
            }
        }
    }

    /// A unit lacks a player when some way from the start leads to it without one.
    fn report_nobody(&mut self, done: &[UnitCode]) {
        let mut run_at = HashMap::new();
        let mut lacking = vec![self.program.start];
        let mut nobody = std::mem::take(&mut self.flow.nobody);
        lacking.extend(self.program.watches.iter().filter(|w| w.each.is_none()).map(|w| w.unit));
        let of_table = |refill: &&Refill| self.program.zones[refill.zone].per == Per::Table;
        lacking.extend(self.program.refills.iter().filter(of_table).map(|refill| refill.unit));
        let mut next = 0;
        while let Some(&unit) = lacking.get(next) {
            next += 1;
            for edge in self.flow.calls.iter().filter(|edge| edge.from == unit && !edge.me_known) {
                if !lacking.contains(&edge.to) {
                    lacking.push(edge.to);
                    run_at.insert(edge.to, edge.span);
                }
            }
        }
        for code in done.iter().filter(|code| lacking.contains(&code.id) && !code.me_known) {
            nobody.extend(code.uses_me.iter().cloned().map(|used| MeUse {
                run_at: used.run_at.or_else(|| run_at.get(&code.id).copied()),
                ..used
            }));
        }
        for place in nobody {
            self.nobody_here(place);
        }
    }

    fn nobody_here(&mut self, place: MeUse) {
        if self.problems.iter().any(|problem| problem.span == place.span) {
            // What is wrong with it says enough.
            return;
        }
        let words = self.program.sources.text(place.span).to_string();
        // That all members of a set are looked at alike says what was meant.
        let is_member = |problem: &Diagnostic| {
            problem.code == "same-for-all" && problem.span.covers(place.span)
        };
        let meant = self.problems.iter().position(is_member).map(|at| self.problems.remove(at));
        let problem = if words.starts_with("can ") {
            if self.is_joined_to_another(place.span) {
                return;
            }
            let message =
                format!("who? `{words}` is asked of a player, and here it is no player's business");
            let problem = Diagnostic::error("nobody", place.span, message);
            match place.between_turns {
                true => problem.help(
                    "the `until` of turns is tested between them, when nobody has one: ask it in a \
                     turn, and end them there, `effect stop { if CONDITION { end PHASE } }`",
                ),
                false => {
                    problem.help("ask it where `me` is a player: in a turn, in `each player { … }`")
                }
            }
        } else if place.asks {
            Diagnostic::error(
                "nobody",
                place.span,
                format!("who? `{words}` asks a player, and here it is no player's business"),
            )
            .help("say who: `… by seat(1)`, `each player: …`, `together …`")
        } else if words.starts_with("end ") {
            let outcome = if words.starts_with("end game lost") { "lost" } else { "won" };
            let message = format!("who has {outcome}? here it is no player's business");
            Diagnostic::error("nobody", place.span, message)
                .help(format!("say who: `end game {outcome} by seat(1)`"))
        } else {
            Diagnostic::error(
                "nobody",
                place.span,
                format!(
                    "whose? `{words}` belongs to a player, and here it is no player's business"
                ),
            )
            .help(match place.named {
                _ if place.between_turns => {
                    let whose = if words == "me" { "" } else { "say whose, as in `… of all`, or " };
                    format!(
                        "the `until` of turns is tested between them, when nobody has one: {whose}end them \
                         in a turn with `end PHASE`"
                    )
                }
                _ if let Some(help) = meant.and_then(|meant| meant.help) => help,
                Some(name) if words == "me" => format!("write `{name}`"),
                Some(name) if self.names.get(&words).is_some() => {
                    format!("say whose: `{words} of {name}`")
                }
                Some(_) | None => {
                    "say whose: `… of all`, `… of seat(1)`, or put it into `each player { … }`"
                        .to_owned()
                }
            })
        };
        self.report(match place.run_at.filter(|_| !place.between_turns) {
            Some(span) => problem.also(span, "here it runs for no player"),
            None => problem,
        });
    }

    /// Whether what stands there is joined by `or` or `and` to another `can` that was told of.
    fn is_joined_to_another(&self, span: Span) -> bool {
        let is_joined = |problem: &Diagnostic| {
            let before = problem.span;
            let between = Span { start: before.end, end: span.start, ..span };
            let is_can =
                problem.code == "nobody" && self.program.sources.text(before).starts_with("can ");
            is_can
                && before.source == span.source
                && before.end <= span.start
                && self.program.sources.text(between).lines().count() < 3
        };
        self.problems.iter().any(is_joined)
    }

    /// Lowers what is asked where there may be no player at all: it must not be about one.
    pub(crate) fn without_player<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::take(&mut self.uses_me);
        let result = self.with_frame_me(body);
        let used = std::mem::replace(&mut self.uses_me, outer);
        self.flow.nobody.extend(used);
        result
    }

    /// Forgets uses of the frame's player where it is known, and keeps those where only the caller
    /// may know it.
    pub(super) fn knowing_me<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.flow.unit.me_known, true);
        let before = self.uses_me.len();
        let result = body(self);
        self.uses_me.truncate(before);
        self.flow.unit.me_known = outer;
        result
    }
}
