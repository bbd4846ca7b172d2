//! What rules do to one for what others have, and for each of several.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Facts, names_me};
use crate::source::Span;
use crate::syntax::ast::{Block, Each, Expr, ExprKind, Name, StatementKind};

/// `set X of others to X - 1`.
#[derive(Clone, Debug)]
pub(crate) struct OwnForOthers {
    /// The X without an owner.
    pub(crate) own: Name,
    pub(crate) whose: Span,
    pub(crate) value: Span,
}

/// `draw 1 from deck to hand`, in a loop over players whose other statements are about each of
/// them.
#[derive(Clone, Debug)]
pub(crate) struct OwnBesideTheirs {
    /// The `hand` without an owner.
    pub(crate) own: Name,
    /// The name for each of the players.
    pub(crate) each: Name,
    /// What the loop goes over.
    pub(crate) over: Span,
    /// All that is done for each.
    pub(crate) body: Span,
    /// It is drawn to there.
    pub(crate) draws: bool,
}

impl Facts {
    /// Notes `set X of others to X - 1`. The bare X alone would be a copy of mine, which may be
    /// meant.
    pub(super) fn of_another(&mut self, target: &Expr, value: &Expr) {
        let ExprKind::Of { part, whole } = &*target.node else { return };
        let ExprKind::Name { name, arguments: None } = &*part.node else { return };
        let ExprKind::Arithmetic { left, right, .. } = &*value.node else { return };
        if names_me(whole) {
            return;
        }
        let own = [left, right].into_iter().find_map(|side| {
            let ExprKind::Name { name: own, arguments: None } = &*side.node else { return None };
            (own.node == name.node).then_some(own)
        });
        let of_them =
            own.map(|own| OwnForOthers { own: own.clone(), whose: whole.span, value: value.span });
        self.own_for_others.extend(of_them);
    }

    /// Notes what a loop that is about each of several does for `me` each time.
    pub(super) fn beside_theirs(&mut self, each: &Each, body: &Block) {
        let (Some(over), Some(first), Some(last)) = (&each.set, body.first(), body.last()) else {
            return;
        };
        let facts: Vec<Facts> = body.iter().map(Facts::of_statement).collect();
        let name = |facts: &Facts, name: &str| facts.names.contains(name);
        let is_about_each = facts.iter().any(|facts| name(facts, &each.name.node));
        if !is_about_each || facts.iter().any(|facts| name(facts, "me")) {
            return;
        }
        for (statement, facts) in body.iter().zip(&facts) {
            if name(facts, &each.name.node) {
                continue;
            }
            let (target, draws) = if let StatementKind::Draw { to, .. } = &statement.node {
                (to, true)
            } else if let StatementKind::Move { to: target, .. }
            | StatementKind::Set { target, .. }
            | StatementKind::Add { target, .. } = &statement.node
            {
                (target, false)
            } else {
                continue;
            };
            if let ExprKind::Name { name: own, arguments: None } = &*target.node {
                self.own_beside_theirs.push(OwnBesideTheirs {
                    own: own.clone(),
                    each: each.name.clone(),
                    over: over.span,
                    body: first.span.to(last.span),
                    draws,
                });
            }
        }
    }

    /// A loop, and what it does each time. Where that names `me` this is who is meant.
    pub(super) fn loops_over(&mut self, each: &Each, body: &Facts) {
        if ![each.name.node.as_str(), "me"].iter().any(|&name| body.names.contains(name)) {
            self.unnamed.push(each.name.clone());
        }
        self.add(body);
    }
}
