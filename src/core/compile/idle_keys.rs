//! Keys of a layout that mean nothing beside others.

use crate::diagnostic::Diagnostic;
use crate::layout::model::{Layout, MarkOf, OptionKind};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::source::Span;
use crate::tabletop::Shape;

/// Reports what has no effect for what else is said of the same part.
pub(super) fn report(low: &mut Lowering, layout: &Layout) {
    let mut idle = Vec::new();
    for (_, option) in &layout.options {
        let is_number =
            option.kind.as_ref().is_none_or(|kind| matches!(kind.node, OptionKind::Number));
        let bound = option.min.as_ref().or(option.max.as_ref()).filter(|_| !is_number);
        idle.extend(bound.map(|bound| (bound.span, "only numbers have a `min` and a `max`")));
    }
    for (_, variable) in &layout.variables {
        if variable.fixed.is_none() {
            continue;
        }
        let default = variable.default.as_ref().map(|default| default.span);
        let resets = variable.resets.as_ref().map(|resets| resets.span);
        let words = "what is `fixed` begins with that, and stays it";
        idle.extend(default.or(resets).map(|span| (span, words)));
    }
    for (_, mark) in &layout.marks {
        let of_card = mark.of.as_ref().is_some_and(|of| of.node == MarkOf::Card);
        let split = mark.copy_on_split.as_ref().map(|split| split.span);
        let join = mark.any_on_join.as_ref().map(|join| join.span);
        let words = "only slots are split and joined, and this mark is of cards";
        idle.extend(split.or(join).filter(|_| of_card).map(|span| (span, words)));
    }
    for (_, zone) in &layout.zones {
        let is_pile = zone.shape.as_ref().is_some_and(|shape| shape.node == Shape::Pile);
        let sort = zone.sort.first().filter(|_| is_pile);
        idle.extend(sort.map(|sort| (sort.span, "a pile lies as it lies: a `set` is sorted")));
    }
    for (span, words) in idle {
        low.report(Diagnostic::error("conflicting-keys", span, words));
    }
    for (name, zone) in &layout.zones {
        let Some(capacity) = &zone.capacity else { continue };
        if let Some(cards) = most_at_first(low, &name.node).filter(|n| *n > capacity.node) {
            low.report(too_few(name.span, cards, capacity.span));
        }
    }
}

/// The most cards that lie in one such zone when a game begins.
fn most_at_first(low: &Lowering, zone: &str) -> Option<i32> {
    let Some(Meaning::Zone(zone)) = low.names.get(zone) else { return None };
    let starts = low.program.start_cards.iter().filter(|start| start.zone == zone);
    starts.filter_map(|start| i32::try_from(start.cards.len()).ok()).max()
}

fn too_few(zone: Span, cards: i32, capacity: Span) -> Diagnostic {
    let message = format!("{cards} cards lie here at first, and there is no room for so many");
    Diagnostic::error("conflicting-keys", capacity, message).also(zone, "this zone")
}
