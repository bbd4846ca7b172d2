//! The score, and the parts of it that have names.

use super::rules::only_one;
use crate::lower::Lowering;
use crate::program::{Score, ScorePart, ScoreParts};
use crate::source::Span;
use crate::syntax::ast::{ArithmeticOp, Expr, ExprKind};

/// A score as it is written: whether the lowest wins, what it comes to, and where it stands.
pub(crate) type Written = (bool, Expr, Span);

/// Lowers the one `score` among these.
pub(crate) fn score(low: &mut Lowering, all: &[Written]) {
    let Some((lowest_wins, written, _)) = only_one(low, all, |s| s.2, "score") else { return };
    let Some((value, ties)) = of_its_player(low, |low| low.score_values(written)) else { return };
    low.program.score = Some(Score { value, ties, lowest_wins: *lowest_wins, span: written.span });
    low.program.score_looks = low.looks_at(value);
    low.program.score_parts = parts(low, written);
}

/// Lowers what is asked of each player, and of nobody where all together have one score.
fn of_its_player<R>(low: &mut Lowering, lower: impl FnOnce(&mut Lowering) -> R) -> R {
    match low.program.cooperative && low.program.seats > 1 {
        true => lower(low),
        false => low.with_frame_me(lower),
    }
}

/// The terms of a sum that are names, each a part of the score; none where it is no sum, or no term
/// of it has a name.
fn parts(low: &mut Lowering, score: &Expr) -> ScoreParts {
    let main = match &*score.node {
        ExprKind::Tuple(members) => members.first().unwrap_or(score),
        _ => score,
    };
    let mut terms = Vec::new();
    summands(main, false, &mut terms);
    let all = terms.len();
    let named = terms.into_iter().filter_map(|(negative, term)| match &*term.node {
        ExprKind::Name { name, arguments: None } => Some((name.node.clone(), negative, term)),
        _ => None,
    });
    let named: Vec<_> = named.collect();
    if all < 2 || named.is_empty() {
        return ScoreParts::default();
    }
    let rest = named.len() < all;
    let lowered = named.into_iter().filter_map(|(name, negative, term)| {
        let value = of_its_player(low, |low| low.sure_number(term))?;
        Some(ScorePart { name, negative, value, looks: low.looks_at(value) })
    });
    ScoreParts { named: lowered.collect(), rest }
}

/// The terms that a sum adds, and those that it subtracts (`negative`).
fn summands<'e>(expr: &'e Expr, negative: bool, terms: &mut Vec<(bool, &'e Expr)>) {
    match &*expr.node {
        ExprKind::Arithmetic { op: ArithmeticOp::Add, left, right } => {
            summands(left, negative, terms);
            summands(right, negative, terms);
        }
        ExprKind::Arithmetic { op: ArithmeticOp::Subtract, left, right } => {
            summands(left, negative, terms);
            summands(right, !negative, terms);
        }
        ExprKind::Negate(inner) => summands(inner, !negative, terms),
        _ => terms.push((negative, expr)),
    }
}
