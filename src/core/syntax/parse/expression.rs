use super::{Builder, Parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;
use crate::syntax::errors;
use crate::syntax::grammar::{Pair, Rule};
use crate::syntax::strays;

/// `random (random (random 1 of a) of b) of c`, and nobody writes more.
const MOST_AMOUNTS: usize = 4;

impl Builder<'_> {
    /// Any rule of an expression. The rules of precedence that only hand on what is below them are
    /// passed through.
    pub(crate) fn expression(&mut self, pair: Pair) -> Expr {
        let pair = innermost(&pair);
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::expression => self.joined(pair, span, ExprKind::Or),
            Rule::conjunction => self.joined(pair, span, ExprKind::And),
            Rule::denial | Rule::plain_denial => {
                expr(span, ExprKind::Not(self.value(&mut Parts::of(pair))))
            }
            Rule::comparison | Rule::plain_comparison => self.comparison(pair, span),
            Rule::sum | Rule::plain_sum | Rule::product | Rule::plain_product => {
                self.arithmetic(pair)
            }
            Rule::negative | Rule::plain_negative | Rule::from_below => self.negative(pair, span),
            Rule::below_zero => expr(span, ExprKind::Negate(self.value(&mut Parts::of(pair)))),
            Rule::choose => self.choose(pair, span),
            Rule::chain => self.chain(pair),
            Rule::path => self.path(pair, span),
            Rule::counted | Rule::named_range => self.counted(pair, span),
            Rule::bracketed => self.bracketed(pair, span),
            Rule::reference => self.reference(pair, span),
            _ => self.fold_or_literal(pair, span),
        }
    }

    pub(super) fn expressions(&mut self, pair: Pair) -> Vec<Expr> {
        Parts::of(pair).map(|part| self.expression(part)).collect()
    }

    fn fold_or_literal(&mut self, pair: Pair, span: Span) -> Expr {
        let node = match pair.as_rule() {
            Rule::walk => self.walk(pair),
            Rule::grouping => self.grouping(pair),
            Rule::reached => self.reached(pair),
            Rule::roll => ExprKind::Roll { sides: self.value(&mut Parts::of(pair)) },
            Rule::can => ExprKind::Can(self.call(Parts::of(pair).demand())),
            Rule::number => ExprKind::Number(self.number(&pair)),
            Rule::string => ExprKind::Text(self.text(&pair).node),
            Rule::everybody => ExprKind::All,
            Rule::empty_set => ExprKind::Empty,
            Rule::nothing => ExprKind::None,
            Rule::yes => ExprKind::Flag(true),
            Rule::no => ExprKind::Flag(false),
            _ => self.fold(pair, None),
        };
        expr(span, node)
    }

    /// What looks at the members of a set, which a `where` behind it narrows.
    fn fold(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        match pair.as_rule() {
            Rule::quantified => self.quantified(pair, filters),
            Rule::at_random => self.at_random(pair, filters),
            Rule::all_are => self.all_are(pair, filters),
            Rule::folded => self.folded(pair, filters),
            Rule::pairing => self.pairing(pair, filters),
            Rule::packing => self.packing(pair, filters),
            Rule::packed => self.packed(pair, filters),
            other => unreachable!("no expression: {other:?}"),
        }
    }

    fn joined(&mut self, pair: Pair, span: Span, make: fn(Vec<Expr>) -> ExprKind) -> Expr {
        let word = if pair.as_rule() == Rule::conjunction { "and" } else { "or" };
        let operands: Vec<Pair> = Parts::of(pair).collect();
        strays::joined(self, &operands, word);
        expr(span, make(operands.into_iter().map(|operand| self.expression(operand)).collect()))
    }

    fn comparison(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = Parts::of(pair);
        let value = self.value(&mut parts);
        let sign = parts.demand();
        let node = match sign.as_rule() {
            Rule::compare => ExprKind::Compare {
                op: compare_op(sign.as_str()),
                left: value,
                right: self.value(&mut parts),
            },
            Rule::is => {
                ExprKind::Is { value, not: is_not(sign), what: self.likeness(parts.demand()) }
            }
            _ => ExprKind::In { value, not: is_not(sign), set: self.value(&mut parts) },
        };
        expr(span, node)
    }

    fn likeness(&mut self, pair: Pair) -> Likeness {
        let inner = Parts::of(pair).demand();
        match inner.as_rule() {
            Rule::like_empty => Likeness::Empty,
            Rule::like_none => Likeness::None,
            Rule::like_one_of => {
                Likeness::OneOf(Parts::of(inner).map(|likely| self.alternative(likely)).collect())
            }
            _ => Likeness::Value(self.expression(inner)),
        }
    }

    /// `-x`; of a range the lower bound is meant: `-3..3`.
    fn negative(&mut self, pair: Pair, span: Span) -> Expr {
        let operand = Parts::of(pair).demand();
        let bracketed = is_bracketed(&operand);
        let operand = self.expression(operand);
        match *operand.node {
            ExprKind::Range { from, to } if !bracketed => {
                let from = expr(span.to(from.span), ExprKind::Negate(from));
                expr(span, ExprKind::Range { from, to })
            }
            node => expr(span, ExprKind::Negate(expr(operand.span, node))),
        }
    }

    /// `a + b - c`, `a * b / c`: from left to right.
    fn arithmetic(&mut self, pair: Pair) -> Expr {
        strays::sum(self, &pair);
        let mut parts = Parts::of(pair);
        let left = parts.demand();
        let mut left = Operand { bracketed: is_bracketed(&left), value: self.expression(left) };
        while let Some(sign) = parts.next() {
            let right = parts.demand();
            let right = Operand { bracketed: is_bracketed(&right), value: self.expression(right) };
            left = combined(arithmetic_op(sign.as_str()), left, right);
        }
        left.value
    }

    fn choose(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = Parts::of(pair);
        let (condition, then, otherwise) =
            (self.value(&mut parts), self.value(&mut parts), self.value(&mut parts));
        expr(span, ExprKind::If { condition, then, otherwise })
    }

    /// A set or a value, and the `where`s and `default`s behind it.
    fn chain(&mut self, pair: Pair) -> Expr {
        strays::chain(self, &pair);
        let mut parts = Parts::of(pair);
        let head = parts.demand();
        let filters = if is_fold(&head) { parts.maybe(Rule::filters) } else { None };
        let mut value = match filters {
            Some(filters) => {
                let span = self.span(&head).to(self.span(&filters));
                expr(span, self.fold(head, Some(filters)))
            }
            None => self.expression(head),
        };
        for part in parts {
            value = match part.as_rule() {
                Rule::filters => self.narrowed(value, Some(part)),
                _ => self.fallback(value, part),
            };
        }
        value
    }

    fn narrowed(&mut self, set: Expr, filters: Option<Pair>) -> Expr {
        let Some(filters) = filters else { return set };
        let span = set.span.to(self.span(&filters));
        expr(span, ExprKind::Where { set, conditions: self.expressions(filters) })
    }

    fn fallback(&mut self, value: Expr, pair: Pair) -> Expr {
        let span = value.span.to(self.span(&pair));
        expr(span, ExprKind::Default { value, fallback: self.value(&mut Parts::of(pair)) })
    }

    fn path(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = Parts::of(pair);
        let (part, whole) = (self.value(&mut parts), self.value(&mut parts));
        expr(span, ExprKind::Of { part, whole })
    }

    /// A range; a number or brackets without `..` are passed through before.
    fn counted(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = Parts::of(pair);
        let (from, to) = (self.value(&mut parts), self.upper(&mut parts));
        self.goes_up(&from, to.as_ref(), span);
        expr(span, ExprKind::Range { from, to })
    }

    /// Reports a range of two written numbers that goes down.
    fn goes_up(&mut self, from: &Expr, to: Option<&Expr>, span: Span) {
        if let (ExprKind::Number(from), Some(ExprKind::Number(to))) =
            (&*from.node, to.map(|to| &*to.node))
        {
            self.not_empty(*from, *to, span);
        }
    }

    fn upper(&mut self, parts: &mut Parts) -> Option<Expr> {
        let upto = parts.maybe(Rule::upto)?;
        Parts::of(upto).next().map(|to| self.expression(to))
    }

    /// How many: a number, or from how many to how many. A plain number stands in the tree twice,
    /// so amounts inside amounts double at each level.
    pub(super) fn amount(&mut self, pair: Pair) -> Amount {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        self.open_amounts += 1;
        let least = self.value(&mut parts);
        let most = match parts.peek() {
            Some(Rule::upto) => self.upper(&mut parts),
            _ if self.open_amounts > MOST_AMOUNTS => self.too_many_amounts(span),
            _ => Some(least.clone()),
        };
        self.open_amounts -= 1;
        self.goes_up(&least, most.as_ref(), span);
        Amount { least, most, span }
    }

    fn too_many_amounts(&mut self, span: Span) -> Option<Expr> {
        self.report(errors::too_deep(span));
        None
    }

    fn bracketed(&mut self, pair: Pair, span: Span) -> Expr {
        let mut inner = self.expressions(pair);
        match inner.len() {
            1 => Spanned::new(inner.remove(0).node, span),
            _ => expr(span, ExprKind::Tuple(inner)),
        }
    }

    fn reference(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = Parts::of(pair);
        let name = self.name(&mut parts);
        expr(
            span,
            ExprKind::Name {
                name,
                arguments: parts.maybe(Rule::arguments).map(|pair| self.expressions(pair)),
            },
        )
    }

    // -------------------------------------------------------------------------------------- folds

    fn quantified(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let kind = match parts.demand().as_str() {
            "count" => FoldKind::Count,
            "any" => FoldKind::Any,
            "no" => FoldKind::No,
            "those" => FoldKind::Those,
            _ => FoldKind::The,
        };
        let (candidate, set) = (self.candidate(&mut parts), self.value(&mut parts));
        ExprKind::Fold(Fold { kind, value: None, candidate, set: self.narrowed(set, filters) })
    }

    fn candidate(&mut self, parts: &mut Parts) -> Option<Name> {
        parts.maybe(Rule::candidate).map(|pair| self.name(&mut Parts::of(pair)))
    }

    /// `random 3 of S` parses as a path: a number, a range or brackets before the `of` say how
    /// many.
    fn at_random(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let path = Parts::of(pair).demand();
        let mut parts = Parts::of(path.clone());
        let atom = Parts::of(parts.demand()).next();
        let (amount, set) = match (atom.filter(is_amount), parts.next()) {
            (Some(counted), Some(set)) => (Some(self.amount(counted)), self.expression(set)),
            _ => (None, self.expression(path)),
        };
        ExprKind::Random { amount, set: self.narrowed(set, filters) }
    }

    fn all_are(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let (candidate, set) = (self.candidate(&mut parts), self.value(&mut parts));
        let value = Some(self.value(&mut parts));
        ExprKind::Fold(Fold {
            kind: FoldKind::AllAre,
            value,
            candidate,
            set: self.narrowed(set, filters),
        })
    }

    fn folded(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let kind = match parts.demand().as_str() {
            "sum" => FoldKind::Sum,
            "highest" => FoldKind::Highest,
            "lowest" => FoldKind::Lowest,
            "most" => FoldKind::Most,
            "least" => FoldKind::Least,
            "commonest" => FoldKind::Commonest,
            _ => FoldKind::Sorted,
        };
        let value = Some(self.value(&mut parts));
        let (candidate, set) = (self.candidate(&mut parts), self.value(&mut parts));
        ExprKind::Fold(Fold { kind, value, candidate, set: self.narrowed(set, filters) })
    }

    fn pairing(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let value = self.value(&mut parts);
        let left = (self.name(&mut parts), self.value(&mut parts));
        let (name, set) = (self.name(&mut parts), self.value(&mut parts));
        ExprKind::Pairing { value, left, right: (name, self.narrowed(set, filters)) }
    }

    fn packing(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let (combinations, set) = (self.name(&mut parts), self.value(&mut parts));
        ExprKind::Packing { combinations, set: self.narrowed(set, filters) }
    }

    fn packed(&mut self, pair: Pair, filters: Option<Pair>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let (combinations, set) = (self.name(&mut parts), self.value(&mut parts));
        ExprKind::Parts { combinations, set: self.narrowed(set, filters) }
    }

    fn grouping(&mut self, pair: Pair) -> ExprKind {
        let mut parts = Parts::of(pair);
        ExprKind::Groups { set: self.value(&mut parts), key: self.value(&mut parts) }
    }

    fn walk(&mut self, pair: Pair) -> ExprKind {
        let mut parts = Parts::of(pair);
        let (steps, from) = (self.value(&mut parts), self.value(&mut parts));
        ExprKind::Walk { steps, from, through: self.value(&mut parts) }
    }

    fn reached(&mut self, pair: Pair) -> ExprKind {
        let mut parts = Parts::of(pair);
        ExprKind::Reached { from: self.value(&mut parts), step: self.value(&mut parts) }
    }
}

/// What a rule hands on when it adds nothing: the one part of a level of precedence.
pub(in crate::syntax) fn only_part<'t>(pair: &Pair<'t>) -> Option<Pair<'t>> {
    let hands_on = matches!(
        pair.as_rule(),
        Rule::expression
            | Rule::conjunction
            | Rule::negation
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::factor
            | Rule::chain
            | Rule::plain_condition
            | Rule::plain_comparison
            | Rule::plain_sum
            | Rule::plain_product
            | Rule::plain_factor
            | Rule::plain_chain
            | Rule::path
            | Rule::atom
            | Rule::counted
            | Rule::named_range
    );
    let mut parts = hands_on.then(|| Parts::of(pair.clone()))?;
    parts.next().filter(|_| parts.peek().is_none())
}

/// What all the rules that add nothing stand around.
fn innermost<'t>(pair: &Pair<'t>) -> Pair<'t> {
    let mut pair = pair.clone();
    while let Some(inner) = only_part(&pair) {
        pair = inner;
    }
    pair
}

/// A side of a sign.
struct Operand {
    value: Expr,
    bracketed: bool,
}

/// `a + b`. Nothing can be added to a range, so a sign beside one belongs to its bound: `1..n - 1`,
/// `n + 1..6`.
fn combined(op: ArithmeticOp, left: Operand, right: Operand) -> Operand {
    let span = left.value.span.to(right.value.span);
    let of = |value: Expr| Operand { value, bracketed: false };
    let arithmetic = |left: Expr, right: Expr| {
        expr(left.span.to(right.span), ExprKind::Arithmetic { op, left, right })
    };
    let range = |from: Expr, to: Option<Expr>| expr(span, ExprKind::Range { from, to });
    let (left_span, right_span) = (left.value.span, right.value.span);
    of(match (*left.value.node, *right.value.node) {
        (ExprKind::Range { from, to: Some(to) }, added) if !left.bracketed => {
            let to = combined(
                op,
                of(to),
                Operand { value: expr(right_span, added), bracketed: right.bracketed },
            );
            range(from, Some(to.value))
        }
        (added, ExprKind::Range { from, to }) if !right.bracketed => {
            range(arithmetic(expr(left_span, added), from), to)
        }
        (left, right) => arithmetic(expr(left_span, left), expr(right_span, right)),
    })
}

fn is_bracketed(pair: &Pair) -> bool {
    innermost(pair).as_rule() == Rule::bracketed
}

fn expr(span: Span, node: ExprKind) -> Expr {
    Spanned::new(Box::new(node), span)
}

fn is_fold(pair: &Pair) -> bool {
    matches!(
        pair.as_rule(),
        Rule::quantified
            | Rule::at_random
            | Rule::all_are
            | Rule::folded
            | Rule::pairing
            | Rule::packing
            | Rule::packed
    )
}

/// Whether this says how many: a number, brackets, or a range; a name alone does not.
fn is_amount(atom: &Pair) -> bool {
    match atom.as_rule() {
        Rule::counted => true,
        Rule::named_range => Parts::of(atom.clone()).count() > 1,
        _ => false,
    }
}

fn is_not(sign: Pair) -> bool {
    Parts::of(sign).has(Rule::is_not)
}

pub(super) fn compare_op(sign: &str) -> CompareOp {
    match sign {
        "=" => CompareOp::Equal,
        "!=" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" => CompareOp::LessEqual,
        ">" => CompareOp::Greater,
        _ => CompareOp::GreaterEqual,
    }
}

fn arithmetic_op(sign: &str) -> ArithmeticOp {
    match sign {
        "+" => ArithmeticOp::Add,
        "-" => ArithmeticOp::Subtract,
        "*" => ArithmeticOp::Multiply,
        "/" => ArithmeticOp::Divide,
        _ => ArithmeticOp::Remainder,
    }
}
