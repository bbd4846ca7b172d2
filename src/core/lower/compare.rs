//! Comparisons, and why two values cannot be compared.

use super::names::Meaning;
use super::value::{Scalar, Value};
use super::{Lowering, PrintAsked, Role, instead};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Comparison, Num, Test, TestId};
use crate::program::{Keys, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{CompareOp, Expr, ExprKind};
use crate::tabletop::ids::{WordListId, ZoneId};
use crate::tabletop::{Per, Shape};

/// How two values are to compare.
pub(super) fn comparison_of(op: CompareOp) -> Comparison {
    match op {
        CompareOp::Equal => Comparison::Equal,
        CompareOp::NotEqual => Comparison::NotEqual,
        CompareOp::Less => Comparison::Less,
        CompareOp::LessEqual => Comparison::LessEqual,
        CompareOp::Greater => Comparison::Greater,
        CompareOp::GreaterEqual => Comparison::GreaterEqual,
    }
}

fn is_list_and_number(list: &Value, number: &Value) -> bool {
    matches!(list, Value::List(_, ValueKind::Number))
        && scalar_kind(number) == Some(ValueKind::Number)
}

impl Lowering {
    pub(super) fn compare(
        &mut self,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Value {
        let before = self.formula_uses;
        let a = self.expr(left);
        let between = self.formula_uses;
        let b = self.expr(right);
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        self.note_number(comparison_of(op), &a, right);
        self.note_number(comparison_of(op).turned(), &b, left);
        // Formulas may come to the same with some options.
        let as_many_formulas = between - before == self.formula_uses - between;
        match self.comparison(comparison_of(op), &a, &b) {
            Some(test) => {
                self.warn_of_range(comparison_of(op), left, right, span);
                self.warn_of_several((&a, left), &b);
                self.warn_of_several((&b, right), &a);
                self.warn_of_suits(comparison_of(op), (&a, &b), span);
                if as_many_formulas {
                    self.warn_of_itself(comparison_of(op), (&a, &b), test, span);
                }
                Value::Test(test)
            }
            None => self.cannot_compare(&a, &b, left, right, span),
        }
    }

    /// Notes that what is printed on a card is held against a number.
    pub(super) fn note_number(&mut self, op: Comparison, value: &Value, other: &Expr) {
        let ExprKind::Number(number) = *other.node else { return };
        let (least, most) = match op {
            Comparison::Equal | Comparison::NotEqual => (number, number),
            Comparison::Less => (i32::MIN, number.saturating_sub(1)),
            Comparison::LessEqual => (i32::MIN, number),
            Comparison::Greater => (number.saturating_add(1), i32::MAX),
            Comparison::GreaterEqual => (number, i32::MAX),
        };
        self.note_printed(value, (least, most), other.span);
    }

    /// Notes that what is printed on a card is asked for by a range of numbers.
    pub(super) fn note_printed(&mut self, value: &Value, (least, most): (i32, i32), span: Span) {
        let Value::Num(scalar) = value else { return };
        if let Num::Attribute { table: attribute, .. } = self.program.terms.nums[scalar.id] {
            let asked = PrintAsked { attribute, least, most, span };
            // A formula is written out wherever it is used.
            if !self.prints_asked.contains(&asked) {
                self.prints_asked.push(asked);
            }
        }
    }

    /// Warns where one word is held against what all cards of a place have, as in `suit = suit of
    /// heap`. `words` is how the latter is written.
    fn warn_of_several(&mut self, (several, words): (&Value, &Expr), one: &Value) {
        let (Value::Set(_, kind), ExprKind::Of { part, whole }) = (several, &*words.node) else {
            return;
        };
        let is_one = matches!(one, Value::Word(_)) || scalar_kind(one) == Some(*kind);
        let Some(zone) = self.place_named(whole).filter(|_| is_one) else { return };
        let (part, place) = (self.written(part.span), self.written(whole.span));
        let help = match self.program.zones[zone].shape {
            Shape::Pile => format!("of the uppermost one it is `{part} of top of {place}`"),
            _ => format!("ask `any {place} where {part} = …`, or `all {place} are …`"),
        };
        let message = format!(
            "`{part} of {place}` is that of each card there, so that here all of them must be alike"
        );
        let problem = Diagnostic::warning("several-values", words.span, message);
        self.report_of_use(problem.help(help));
    }

    /// Warns where one suit is to be more than another: they stand in the order of their list, of
    /// which no rule says anything.
    fn warn_of_suits(&mut self, op: Comparison, (a, b): (&Value, &Value), span: Span) {
        let is_order = !matches!(op, Comparison::Equal | Comparison::NotEqual);
        let of_packs = |list: &WordListId| self.program.lists[*list].words == ["S", "H", "D", "C"];
        let suits = self.suits().filter(of_packs).map(ValueKind::Word);
        let is_suit = |value: &Value| scalar_kind(value).is_some_and(|kind| Some(kind) == suits);
        if !is_order || !(is_suit(a) || is_suit(b)) {
            return;
        }
        let words = "suits have no rank among themselves: here they stand as S, H, D, C, the first the least";
        let problem = Diagnostic::warning("suit-order", span, words);
        self.report_of_use(problem.help(
            "say which is higher: `order high(suit) = C < D < H < S`, asked as `most high over …`, or a \
             table of numbers",
        ));
    }

    /// The zone whose name this is, with its owner or without.
    fn place_named(&self, place: &Expr) -> Option<ZoneId> {
        match &*place.node {
            ExprKind::Of { part, .. } => self.place_named(part),
            ExprKind::Name { name, arguments: None } => match self.names.get(&name.node) {
                Some(Meaning::Zone(zone)) if self.bound(&name.node).is_none() => Some(zone),
                Some(_) | None => None,
            },
            _ => None,
        }
    }

    pub(super) fn cannot_compare(
        &mut self,
        a: &Value,
        b: &Value,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Value {
        for (value, place) in [(a, left), (b, right)] {
            if matches!(value, Value::Word(_)) && self.try_scalar(value, None).is_none() {
                self.explain_word(value, if std::ptr::eq(value, a) { b } else { a }, place.span);
                return Value::Poison;
            }
        }
        if matches!(a, Value::None) || matches!(b, Value::None) {
            let problem = Diagnostic::error(
                "wrong-type",
                span,
                "nothing is more or less than `none`, so this never holds",
            );
            self.report(problem.help("ask `… is none` or `… is not none`"));
            return Value::Poison;
        }
        if let (Value::Tuple(a), Value::Tuple(b)) = (a, b) {
            return self.cannot_compare_groups(a, b, span);
        }
        let (x, y) = (a.describe(&self.program.lists), b.describe(&self.program.lists));
        let problem =
            Diagnostic::error("wrong-type", span, format!("{x} and {y} cannot be compared"));
        let card_and_number = |a, b| {
            scalar_kind(a) == Some(ValueKind::Card) && scalar_kind(b) == Some(ValueKind::Number)
        };
        let number = self.number_beside((a, left), b).or_else(|| self.number_beside((b, right), a));
        let seat = self.instead_beside(a, b).or_else(|| self.instead_beside(b, a));
        self.report(if let Some(outer) = self.hidden_candidate(left, b).or_else(|| self.hidden_candidate(right, a)) {
            problem.help(outer)
        } else if card_and_number(a, b) || card_and_number(b, a) {
            problem.help("numbers are printed on a card: say which one, for example `rank of card`")
        } else if let Some(attribute) = self.attribute_with(a, b).or_else(|| self.attribute_with(b, a)) {
            problem.help(format!("a word is printed on a card: say where, `{attribute} of card`"))
        } else if let Some(seat) = seat {
            problem.help(seat)
        } else if let Some(number) = number {
            problem.help(number)
        } else if let Some(word) = self.word_in_quotes(a, b).or_else(|| self.word_in_quotes(b, a)) {
            problem.help(word)
        } else if let Some(help) = self.asked_of_all((a, left), b, span) {
            problem.help(help)
        } else if matches!(a, Value::Test(_)) && scalar_kind(b) == Some(ValueKind::Number) {
            let condition = self.written(left.span);
            let right = self.written(Span { start: left.span.end, ..right.span });
            problem.help(format!(
                "how many there are is compared behind brackets: `(count … where {condition}) {right}`"
            ))
        } else if is_list_and_number(a, b) || is_list_and_number(b, a) {
            problem.help(
                "each card of a set has its own: ask `any (… where rank = …)`, or take one card, `rank of first of …`",
            )
        } else {
            problem
        });
        Value::Poison
    }

    /// What is written for `any tally of all > 3`, `any tally > 3` and `tally of all > 3`.
    fn asked_of_all(
        &self,
        (value, place): (&Value, &Expr),
        other: &Value,
        span: Span,
    ) -> Option<String> {
        if scalar_kind(other) != Some(ValueKind::Number) {
            return None;
        }
        let (written, whole) = (self.written(place.span), self.written(span));
        let compared = whole.strip_prefix(&written)?;
        let asked = match value {
            Value::Test(_) => written.strip_prefix("any ")?,
            Value::List(..) => &written,
            _ => return None,
        };
        let part = match instead::of_everybody(asked) {
            Some(part) => part,
            None if matches!(value, Value::Test(_)) && self.is_each_players(asked) => asked,
            None => return None,
        };
        Some(format!("whether it is so of some player is `any players where {part}{compared}`"))
    }

    /// Whether each player has a variable of this name.
    pub(super) fn is_each_players(&self, name: &str) -> bool {
        let Some(Meaning::Variable(variable)) = self.names.get(name) else { return false };
        self.program.variables[variable].keys == Keys::Owners(Per::Player)
    }

    /// What is written for a zone or a set beside a number.
    fn number_beside(&mut self, (set, place): (&Value, &Expr), number: &Value) -> Option<String> {
        let Value::Num(Scalar { id, kind: ValueKind::Number, .. }) = number else { return None };
        let is_zero = self.static_num(*id) == Some(0);
        let help = self.counted(set, place.span)?;
        let name = self.written(place.span);
        Some(match is_zero {
            true => format!("{help}; whether there are none is `{name} is empty`"),
            false => help,
        })
    }

    /// `rank = "A"`.
    fn word_in_quotes(&self, text: &Value, other: &Value) -> Option<String> {
        let Value::Text(text) = text else { return None };
        let is_word = matches!(scalar_kind(other), Some(ValueKind::Number | ValueKind::Word(_)));
        let is_number = text.parse::<i32>().is_ok();
        (is_word && (self.is_word(text) || is_number))
            .then(|| format!("write `{text}`, without quotes"))
    }

    /// What is written for a number beside a player or a team.
    fn instead_beside(&mut self, number: &Value, other: &Value) -> Option<String> {
        let kind = scalar_kind(other)?;
        let wanted = super::value::one(kind, &self.program.lists);
        self.instead_of(number, &wanted)
    }

    /// The attribute of cards among whose words one stands that a card is compared with.
    fn attribute_with(&self, word: &Value, card: &Value) -> Option<&str> {
        if scalar_kind(card) != Some(ValueKind::Card) {
            return None;
        }
        self.attribute_told_by(word)
    }

    /// The attribute of cards among whose words this one stands.
    pub(super) fn attribute_told_by(&self, word: &Value) -> Option<&str> {
        let mut attributes = self.program.attributes.iter();
        let attribute = match word {
            Value::Word(word) => attributes.find(|attribute| match attribute.kind {
                ValueKind::Word(list) => self.program.lists[list].words.contains(word),
                _ => attribute.name == "rank" && self.number_words.contains_key(word),
            }),
            _ => attributes.find(|it| {
                matches!(it.kind, ValueKind::Word(_)) && scalar_kind(word) == Some(it.kind)
            }),
        };
        attribute.map(|attribute| attribute.name.as_str())
    }

    /// `suits where any (hand where suit = it)`: the candidate that is meant stands behind a nearer
    /// one.
    fn hidden_candidate(&self, it: &Expr, other: &Value) -> Option<String> {
        let is_it =
            matches!(&*it.node, ExprKind::Name { name, arguments: None } if name.node == "it");
        let wanted = scalar_kind(other).filter(|_| is_it)?;
        let mut candidates = self.things.iter().rev().filter(|thing| thing.role == Role::It);
        candidates.next()?;
        candidates.find(|thing| thing.kind == wanted)?;
        Some(
            "`it` is the nearest candidate; give the outer one a name: `any x in … where …`, `all x in … are …`".into(),
        )
    }

    fn cannot_compare_groups(&mut self, a: &[Value], b: &[Value], span: Span) -> Value {
        let message = if a.len() == b.len() {
            let pairs = a.iter().zip(b).enumerate();
            let mut pairs = pairs
                .map(|(i, (a, b))| (i, self.flag_as_number(a), self.flag_as_number(b)))
                .collect::<Vec<_>>();
            pairs.retain(|(_, a, b)| self.comparison(Comparison::Less, a, b).is_none());
            let lists = &self.program.lists;
            let words = |(i, a, b): &(usize, Value, Value)| {
                format!(
                    "their values no. {} are {} and {}, which cannot be compared",
                    i + 1,
                    a.describe(lists),
                    b.describe(lists)
                )
            };
            pairs.first().map(words).unwrap_or_else(|| "these groups cannot be compared".to_owned())
        } else {
            format!("one group has {} values, and the other {}", a.len(), b.len())
        };
        let problem = Diagnostic::error("wrong-type", span, message);
        self.report(problem.help(
            "groups are compared value by value, from the left: both have the same sorts of values",
        ));
        Value::Poison
    }

    /// A word that the other side's list does not have, or that nothing has.
    fn explain_word(&mut self, word: &Value, other: &Value, span: Span) {
        if !self.tells_words(word, other, span) {
            self.wrong(word, "a value", span);
        }
    }

    /// Tells which words the other side has, if it has any.
    pub(super) fn tells_words(&mut self, value: &Value, other: &Value, span: Span) -> bool {
        let Value::Word(word) = value else { return false };
        let has_meaning = instead::of_part(word).or(instead::of_elsewhere(word)).is_some()
            || self.names.removed.contains_key(word);
        if has_meaning || matches!(other, Value::Word(_)) {
            return false;
        }
        if let Some((name, words)) = self.words_for(other) {
            self.no_word_of(&name, word, &words, span);
            return true;
        }
        match self.try_scalar(other, None).map(|scalar| scalar.kind) {
            Some(kind @ ValueKind::Word(_)) => {
                self.as_kind(value.clone(), kind, span);
                true
            }
            Some(_) | None => false,
        }
    }

    /// A comparison of whatever two values they are; `None` when they cannot be compared.
    pub(crate) fn comparison(&mut self, op: Comparison, a: &Value, b: &Value) -> Option<TestId> {
        let equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
        if !equality && (matches!(a, Value::None) || matches!(b, Value::None)) {
            return None;
        }
        if matches!(
            (a, b),
            (Value::Tuple(_) | Value::List(..), _) | (_, Value::Tuple(_) | Value::List(..))
        ) {
            if let (Some((left, _)), Some((right, _))) = (self.try_list(a), self.try_list(b)) {
                return Some(self.t(Test::CompareLists { op, left, right }));
            }
            let (Value::Tuple(a), Value::Tuple(b)) = (a, b) else { return None };
            return self.compare_groups(op, a, b);
        }
        if let Some((left, right)) = self.agree(a, b) {
            let orderable = matches!(left.kind, ValueKind::Number | ValueKind::Word(_));
            return (equality || orderable)
                .then(|| self.t(Test::Compare { op, left: left.id, right: right.id }));
        }
        let ((left, left_kind), (right, right_kind)) = (self.try_set(a)?, self.try_set(b)?);
        if !equality || left_kind != right_kind {
            return None;
        }
        let same = self.t(Test::SameSet(left, right));
        Some(if op == Comparison::Equal { same } else { self.t(Test::Not(same)) })
    }

    /// Values in brackets of which some are lists: from the left, the first that differ decide.
    fn compare_groups(&mut self, op: Comparison, a: &[Value], b: &[Value]) -> Option<TestId> {
        if a.len() != b.len() {
            return None;
        }
        let decides = match op {
            Comparison::LessEqual => Comparison::Less,
            Comparison::GreaterEqual => Comparison::Greater,
            Comparison::Equal | Comparison::NotEqual | Comparison::Less | Comparison::Greater => op,
        };
        let mut rest: Option<TestId> = None;
        for (a, b) in a.iter().zip(b).rev() {
            let (a, b) = (self.flag_as_number(a), self.flag_as_number(b));
            let Some(behind) = rest else {
                rest = Some(self.comparison(op, &a, &b)?);
                continue;
            };
            let here = self.comparison(decides, &a, &b)?;
            rest = Some(match op {
                Comparison::Equal => self.t(Test::And(here, behind)),
                Comparison::NotEqual => self.t(Test::Or(here, behind)),
                Comparison::Less
                | Comparison::LessEqual
                | Comparison::Greater
                | Comparison::GreaterEqual => {
                    let same = self.comparison(Comparison::Equal, &a, &b)?;
                    let then = self.t(Test::And(same, behind));
                    self.t(Test::Or(here, then))
                }
            });
        }
        rest
    }

    /// Yes comes before no, as in `most`.
    fn flag_as_number(&mut self, value: &Value) -> Value {
        match value {
            Value::Test(test) => Value::num(self.n(Num::Flag(*test)), ValueKind::Number),
            other => other.clone(),
        }
    }

    /// Two values as scalars of one kind: words take the other's list, slots stand for cards, seats
    /// for teams.
    pub(crate) fn agree(&mut self, a: &Value, b: &Value) -> Option<(Scalar, Scalar)> {
        let (x, y) = (self.try_scalar(a, None), self.try_scalar(b, None));
        match (x, y) {
            (Some(x), Some(y))
                if x.kind == y.kind
                    && !matches!(a, Value::Word(_))
                    && !matches!(b, Value::Word(_)) =>
            {
                return Some((x, y));
            }
            _ => {}
        }
        if let Some(x) = x.filter(|_| !matches!(a, Value::Word(_)))
            && let Some(y) = self.try_scalar(b, Some(x.kind))
        {
            return Some((x, y));
        }
        if let Some(y) = y.filter(|_| !matches!(b, Value::Word(_)))
            && let Some(x) = self.try_scalar(a, Some(y.kind))
        {
            return Some((x, y));
        }
        let (x, y) = (x?, y?);
        (x.kind == y.kind).then_some((x, y))
    }
}

fn scalar_kind(value: &Value) -> Option<ValueKind> {
    match value {
        Value::Num(scalar) => Some(scalar.kind),
        _ => None,
    }
}
