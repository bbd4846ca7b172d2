//! Decks that keep no card, zones that hold none, zones seen by owners that they have not.

use super::facts::Facts;
use crate::diagnostic::Diagnostic;
use crate::layout::model::{Layout, Name, ZoneDefinition};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::syntax::ast::{Expr, ExprKind};
use crate::tabletop::{Per, Viewers};
use std::collections::BTreeSet;

/// What is most likely not meant of decks and zones.
pub(super) fn doubtful(low: &mut Lowering, layout: &Layout) {
    let changed = changed_by_options(layout);
    let is_fixed = |name: &Name| !changed.contains(name.node.as_str());
    for (number, (name, deck)) in layout.decks.iter().enumerate() {
        let mut of_deck = low.program.cards.iter().filter(|card| card.deck.index() == number);
        if let (None, Some(only), true) = (of_deck.next(), &deck.only, is_fixed(name)) {
            fits_no_card(low, layout, only, &format!("`{}` has none", name.node));
        }
    }
    for (name, zone) in layout.zones.iter().filter(|(name, _)| is_fixed(name)) {
        if let Some(holds) = &zone.holds
            && matches!(&*holds.node, ExprKind::Where { .. })
            && begins_empty(low, name)
        {
            fits_no_card(low, layout, holds, &format!("`{}` begins without any", name.node));
        }
        seen_by_no_owner(low, name, zone);
    }
}

/// The decks and zones that are otherwise with some options.
fn changed_by_options(layout: &Layout) -> BTreeSet<&str> {
    let decks = layout.when.iter().flat_map(|when| &when.decks).map(|(name, _)| name);
    let zones = layout.when.iter().flat_map(|when| &when.zones).map(|(name, _)| name);
    decks.chain(zones).map(|name| name.node.as_str()).collect()
}

fn seen_by_no_owner(low: &mut Lowering, name: &Name, zone: &ZoneDefinition) {
    let per = zone.per.as_ref().map_or(Per::Table, |per| per.node);
    let Some(seen) = zone.seen_by.as_ref().filter(|_| per == Per::Table) else { return };
    if [seen.node.up, seen.node.down].into_iter().any(is_of_owner) {
        let words = "this is a zone of the table, which everybody owns";
        let problem = Diagnostic::warning("no-owner", seen.span, words);
        low.report(problem.also(name.span, "this zone").help(
            "`per: player` gives each player such a zone; `all`, `nobody`, `top`, `placer` ask for no owner",
        ));
    }
}

fn is_of_owner(viewers: Viewers) -> bool {
    matches!(viewers, Viewers::Owner | Viewers::Captain | Viewers::Others)
}

/// Tells of a condition that fits no card, unless it asks for an option.
fn fits_no_card(low: &mut Lowering, layout: &Layout, condition: &Expr, so: &str) {
    let names = Facts::of_expr(condition).names;
    if layout.options.iter().any(|(option, _)| names.contains(&option.node)) {
        return;
    }
    let words = format!("this fits no card, so that {so}");
    low.report(Diagnostic::warning("fits-no-card", condition.span, words));
}

/// Whether no owner of a zone has a card in it at the start.
fn begins_empty(low: &Lowering, name: &Name) -> bool {
    let Some(Meaning::Zone(zone)) = low.names.get(&name.node) else { return false };
    let mut starts = low.program.start_cards.iter().filter(|start| start.zone == zone);
    starts.all(|start| start.cards.is_empty())
}
