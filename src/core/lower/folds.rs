//! Folds: what the members of a set, a list or a family come to together: `sum rank over hand`.

use super::Lowering;
use super::collections::Over;
use super::names::Meaning;
use super::value::{Scalar, Value};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::ids::{GroupId, RankingId};
use crate::program::terms::{Family, List, ListId, Num, Ranking, Set, SetId, Temp, Test, TestId};
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, Expr, ExprKind, Fold, FoldKind, Name};
use crate::tabletop::ids::OrderId;

impl Lowering {
    /// What a fold goes over, after what its `where` leaves.
    fn folded_over(&mut self, fold: &Fold) -> Option<Over> {
        let (base, conditions) = match &*fold.set.node {
            ExprKind::Where { set, conditions } if fold.candidate.is_some() => {
                (set, conditions.as_slice())
            }
            _ => (&fold.set, [].as_slice()),
        };
        if let Some(name) = &fold.candidate
            && !self.is_said_of_cards(fold, name)
        {
            self.check_local(name);
        }
        let value = self.expr(base);
        if value.is_poison() || self.folds_one(fold, base, &value) {
            return None;
        }
        let value = self.filter_value(value, fold.candidate.as_ref(), conditions, base.span);
        self.over(value, base.span)
    }

    /// `no cards in deck`: `cards` would be the name of each of them.
    fn is_said_of_cards(&mut self, fold: &Fold, name: &Name) -> bool {
        let what = match fold.kind {
            FoldKind::Count => "count",
            FoldKind::Any => "any",
            FoldKind::No => "no",
            FoldKind::Those => "those",
            _ => return false,
        };
        if name.node != "cards" {
            return false;
        }
        let set = self.written(fold.set.span);
        let set = if set.contains(" where ") { format!("({set})") } else { set };
        let message =
            "before `in` stands a name for each of them, and `cards` has a meaning already";
        let problem = Diagnostic::error("name-taken", name.span, message);
        let help = match fold.kind {
            FoldKind::No => format!("write `no {set}`, or `{set} is empty`"),
            _ => format!("write `{what} {set}`"),
        };
        self.report(problem.help(help));
        true
    }

    pub(crate) fn fold(&mut self, fold: &Fold, span: Span) -> Value {
        if self.tells_of_comparison(fold, span) {
            return Value::Poison;
        }
        let Some(over) = self.folded_over(fold) else { return Value::Poison };
        match fold.kind {
            FoldKind::Count => self.count(over),
            FoldKind::Any => self.any_of(over, true),
            FoldKind::No => self.any_of(over, false),
            FoldKind::The => self.the(over, span),
            FoldKind::Those => match over {
                Over::Set(set, kind) => Value::Set(set, kind),
                Over::List(list, kind) => Value::List(list, kind),
                Over::Family(family, kind) => Value::Family(family, kind),
            },
            FoldKind::Commonest => self.commonest(fold, over, span),
            FoldKind::AllAre => self.all_are(fold, over),
            FoldKind::Sum | FoldKind::Highest | FoldKind::Lowest => self.fold_numbers(fold, over),
            FoldKind::Most | FoldKind::Least => self.most(fold, over, span),
            FoldKind::Sorted => self.sorted(fold, over),
        }
    }

    /// `count hand in 3..5`, where `hand` has been read as a name for each of the numbers.
    fn tells_of_comparison(&mut self, fold: &Fold, span: Span) -> bool {
        let Some(name) = &fold.candidate else { return false };
        let is_zone = matches!(self.names.get(&name.node), Some(Meaning::Zone(_)));
        if !is_zone || !matches!(&*fold.set.node, ExprKind::Range { .. } | ExprKind::Tuple(_)) {
            return false;
        }
        let message =
            format!("before `in` stands a name for each of them, and `{}` is a zone", name.node);
        let folded = self.written(Span { end: name.span.end, ..span });
        let set = self.written(fold.set.span);
        let problem = Diagnostic::error("name-taken", name.span, message);
        self.report(problem.help(format!("write `({folded}) in {set}`")));
        true
    }

    fn count(&mut self, over: Over) -> Value {
        let id = match over {
            Over::Set(set, _) => self.n(Num::Count(set)),
            Over::List(list, _) => self.n(Num::CountList(list)),
            Over::Family(family, _) => self.n(Num::CountFamily(family)),
        };
        Value::num(id, ValueKind::Number)
    }

    fn any_of(&mut self, over: Over, wanted: bool) -> Value {
        let any = match over {
            Over::Set(set, _) => match self.program.terms.sets[set] {
                Set::Filter { set, temp, test } => self.t(Test::Exists { set, temp, test }),
                _ => self.t(Test::Any(set)),
            },
            Over::Family(family, _) => self.t(Test::AnyFamily(family)),
            Over::List(list, _) => {
                let count = self.n(Num::CountList(list));
                let zero = self.constant(0);
                self.t(Test::Compare {
                    op: crate::program::terms::Comparison::Greater,
                    left: count,
                    right: zero,
                })
            }
        };
        Value::Test(if wanted { any } else { self.t(Test::Not(any)) })
    }

    fn the(&mut self, over: Over, span: Span) -> Value {
        match over {
            Over::Set(set, kind) => Value::maybe(self.n(Num::The(set)), kind),
            Over::Family(family, kind) => Value::Set(self.s(Set::OnlyFamily(family)), kind),
            Over::List(..) => {
                self.error("wrong-type", span, "`the` takes the only member of a set")
            }
        }
    }

    fn all_are(&mut self, fold: &Fold, over: Over) -> Value {
        let Some(condition) = &fold.value else { return Value::Poison };
        let name = fold.candidate.as_ref().map(|n| n.node.as_str());
        let kind = over.kind();
        if let Over::Family(family, _) = over {
            let (test, temp) = self.with_set_candidate(kind, name, |low, temp| {
                let subject = Value::Set(low.s(Set::Temp(temp)), kind);
                (low.is_like_condition(&subject, condition), temp)
            });
            return match test {
                Some(test) => Value::Test(self.t(Test::ForAllFamily { family, temp, test })),
                None => Value::Poison,
            };
        }
        let (test, temp) = self.with_candidate(kind, name, |low, temp| {
            let subject = low.n(Num::Temp(temp));
            (low.is_like_condition(&Value::num(subject, kind), condition), temp)
        });
        let Some(test) = test else { return Value::Poison };
        Value::Test(match over {
            Over::Set(set, _) => self.t(Test::ForAll { set, temp, test }),
            Over::List(list, _) => self.t(Test::ForAllInList { list, temp, test }),
            Over::Family(..) => return Value::Poison,
        })
    }

    /// What stands behind `are`: a condition with the member as `it`, or what the member is.
    pub(super) fn is_like_condition(
        &mut self,
        subject: &Value,
        condition: &Expr,
    ) -> Option<TestId> {
        match &*condition.node {
            ExprKind::Name { arguments: None, .. } => {
                self.is_like(subject, condition, condition.span)
            }
            _ => self.test(condition),
        }
    }

    /// The number that is folded, asked of one member, and the temp where that member lies.
    fn folded_number(&mut self, fold: &Fold, over: Over) -> Option<(Scalar, Temp)> {
        let value = fold.value.as_ref()?;
        let name = fold.candidate.as_ref().map(|n| n.node.as_str());
        let number = |low: &mut Self, temp| {
            let each = low.expr(value);
            Some((low.as_scalar(each, Some(ValueKind::Number), value.span)?, temp))
        };
        match over {
            Over::Family(_, kind) => self.with_set_candidate(kind, name, number),
            Over::Set(_, kind) | Over::List(_, kind) => self.with_candidate(kind, name, number),
        }
    }

    fn fold_numbers(&mut self, fold: &Fold, over: Over) -> Value {
        let Some((scalar, temp)) = self.folded_number(fold, over) else { return Value::Poison };
        let maybe = fold.kind != FoldKind::Sum;
        let id = match over {
            Over::Set(set, kind) => self.fold_set(fold.kind, set, kind, temp, scalar),
            Over::Family(family, _) => {
                let value = scalar.id;
                self.n(match fold.kind {
                    FoldKind::Sum => Num::SumFamily { family, temp, value },
                    kind => {
                        Num::ExtremeFamily { family, temp, value, least: kind == FoldKind::Lowest }
                    }
                })
            }
            Over::List(list, _) => {
                let list = self.program.terms.list(List::MapList { list, temp, value: scalar.id });
                self.n(match fold.kind {
                    FoldKind::Sum => Num::SumList(list),
                    FoldKind::Highest => Num::HighestList(list),
                    _ => Num::LowestList(list),
                })
            }
        };
        Value::Num(Scalar { id, kind: ValueKind::Number, maybe })
    }

    fn fold_set(
        &mut self,
        fold: FoldKind,
        set: SetId,
        kind: ValueKind,
        temp: Temp,
        scalar: Scalar,
    ) -> crate::program::terms::NumId {
        if kind == ValueKind::Card
            && let Some(table) = self.static_table(scalar.id, ValueKind::Number, temp)
        {
            if fold == FoldKind::Sum {
                return self.n(Num::SumAttribute { set, table });
            }
            let card = self.n(Num::Temp(temp));
            let value = self.n(Num::Attribute { table, card });
            return self.extreme(fold, set, temp, value);
        }
        if fold == FoldKind::Sum {
            return self.n(Num::SumOver { set, temp, value: scalar.id });
        }
        self.extreme(fold, set, temp, scalar.id)
    }

    fn extreme(
        &mut self,
        fold: FoldKind,
        set: SetId,
        temp: Temp,
        value: crate::program::terms::NumId,
    ) -> crate::program::terms::NumId {
        self.n(if fold == FoldKind::Highest {
            Num::HighestOver { set, temp, value }
        } else {
            Num::LowestOver { set, temp, value }
        })
    }

    /// `most E over S`: the strictly best member. `E` may be a number, a tuple, a sorted list, or a
    /// declared order.
    fn most(&mut self, fold: &Fold, over: Over, span: Span) -> Value {
        let Some(value) = &fold.value else { return Value::Poison };
        if let Over::Family(family, kind) = over {
            let name = fold.candidate.as_ref().map(|n| n.node.as_str());
            let (keys, temp) =
                self.with_set_candidate(kind, name, |low, temp| (low.keys(value), temp));
            let Some((keys, list)) = keys else { return Value::Poison };
            let least = fold.kind == FoldKind::Least;
            let ranking = self.ranking(keys, list);
            return Value::Set(self.s(Set::BestFamily { family, temp, ranking, least }), kind);
        }
        let Over::Set(set, kind) = over else {
            return self.error(
                "wrong-type",
                span,
                "`most` picks one member of a set, and these are numbers: `highest` is their greatest",
            );
        };
        if let Some((order, attribute)) = self.order_named(value) {
            let least = fold.kind == FoldKind::Least;
            if least {
                return self.error(
                    "no-least",
                    span,
                    "`least` has no meaning under a declared order; declare the order the other way round",
                );
            }
            let (key, temp) = self.with_candidate(kind, None, |low, temp| {
                let each = low.name(&attribute.node, None, attribute.span);
                (low.as_scalar(each, None, attribute.span), temp)
            });
            let Some(key) = key else { return Value::Poison };
            return Value::maybe(self.n(Num::MostBy { set, temp, key: key.id, order }), kind);
        }
        let name = fold.candidate.as_ref().map(|n| n.node.as_str());
        let (keys, temp) = self.with_candidate(kind, name, |low, temp| (low.keys(value), temp));
        let Some((keys, list)) = keys else { return Value::Poison };
        let least = fold.kind == FoldKind::Least;
        let id = match list {
            Some(_) => {
                let ranking = self.ranking(keys, list);
                self.n(Num::MostList { set, temp, ranking, least })
            }
            None => self.n(Num::Most { set, temp, keys, least }),
        };
        Value::maybe(id, kind)
    }

    /// What members are compared by: numbers from left to right, then perhaps a sorted list.
    fn keys(&mut self, value: &Expr) -> Option<(GroupId, Option<ListId>)> {
        let members = match self.expr(value) {
            Value::Tuple(members) => members,
            other => vec![other],
        };
        let (mut keys, mut list) = (Vec::new(), None);
        for (at, member) in members.into_iter().enumerate() {
            if let Some((_, before)) = list {
                self.list_not_last(value, before);
                return None;
            }
            match member {
                Value::List(values, _) => list = Some((values, at)),
                // Yes comes before no.
                Value::Test(test) => keys.push(self.n(Num::Flag(test))),
                other => keys.push(self.as_scalar(other, Some(ValueKind::Number), value.span)?.id),
            }
        }
        Some((self.group(keys), list.map(|(values, _)| values)))
    }

    /// The member `at` of a group is a list, and others stand behind it.
    fn list_not_last(&mut self, group: &Expr, at: usize) {
        let list = match &*group.node {
            ExprKind::Tuple(members) => members.get(at).unwrap_or(group),
            _ => group,
        };
        let message = "this is a list, which is compared last: put it at the end";
        let problem = Diagnostic::error("list-last", list.span, message);
        self.report(match &*list.node {
            ExprKind::Of { part, whole } => {
                let (part, whole) = (self.written(part.span), self.written(whole.span));
                problem.help(format!("the greatest of them is `highest {part} over {whole}`"))
            }
            _ => problem,
        });
    }

    /// All members that are best: `ties of most E over S`.
    pub(super) fn ties(&mut self, whole: &Expr, span: Span) -> Value {
        let ExprKind::Fold(
            fold @ Fold { kind: FoldKind::Most | FoldKind::Least, value: Some(value), .. },
        ) = &*whole.node
        else {
            let problem =
                Diagnostic::error("no-ties", span, "`ties of` stands before `most` or `least`");
            self.report(problem.help("write `ties of most … over …`: all members that are best"));
            return Value::Poison;
        };
        let Some(over) = self.folded_over(fold) else { return Value::Poison };
        let name = fold.candidate.as_ref().map(|n| n.node.as_str());
        let least = fold.kind == FoldKind::Least;
        if let Over::Family(family, kind) = over {
            let (keys, temp) =
                self.with_set_candidate(kind, name, |low, temp| (low.keys(value), temp));
            let Some((keys, list)) = keys else { return Value::Poison };
            let ranking = self.ranking(keys, list);
            return Value::Family(
                self.program.terms.family(Family::Ties { family, temp, ranking, least }),
                kind,
            );
        }
        let (Over::Set(set, kind), None) = (over, self.order_named(value)) else {
            return self.error(
                "no-ties",
                span,
                "`ties of` is asked of the members of a set, by numbers",
            );
        };
        let (keys, temp) = self.with_candidate(kind, name, |low, temp| (low.keys(value), temp));
        let Some((keys, list)) = keys else { return Value::Poison };
        let single = self.program.terms.groups[keys].as_slice();
        let set = match (single, list) {
            ([value], None) => Set::Ties { set, temp, value: *value, least },
            _ => Set::TiesBy { set, temp, ranking: self.ranking(keys, list), least },
        };
        Value::Set(self.s(set), kind)
    }

    fn ranking(&mut self, keys: GroupId, list: Option<ListId>) -> RankingId {
        self.program.terms.rankings.push(Ranking { keys, list })
    }

    /// `commonest E over S`: the different values of the members, the most frequent first.
    fn commonest(&mut self, fold: &Fold, over: Over, span: Span) -> Value {
        let Some((scalar, temp)) = self.folded_number(fold, over) else { return Value::Poison };
        let Over::Set(set, _) = over else {
            return self.error("wrong-type", span, "`commonest` looks at the members of one set");
        };
        let list = self.program.terms.list(List::Commonest { set, temp, value: scalar.id });
        Value::List(list, ValueKind::Number)
    }

    fn order_named(&mut self, value: &Expr) -> Option<(OrderId, Name)> {
        let ExprKind::Name { name, arguments: None } = &*value.node else { return None };
        let Some(Meaning::Formula(formula)) = self.names.get(&name.node) else { return None };
        let DeclarationKind::Order { name: order, attribute, .. } = &self.formulas[formula].node
        else {
            return None;
        };
        let (order, attribute) = (order.node.clone(), attribute.clone());
        self.names.used.insert(order.clone());
        let index = self.program.orders.iter().position(|o| o.name == order)?;
        Some((OrderId::new(index), attribute))
    }

    fn sorted(&mut self, fold: &Fold, over: Over) -> Value {
        let Some((scalar, temp)) = self.folded_number(fold, over) else { return Value::Poison };
        let list = match over {
            Over::Set(set, _) => List::Map { set, temp, value: scalar.id },
            Over::List(list, _) => List::MapList { list, temp, value: scalar.id },
            Over::Family(family, _) => List::MapFamily { family, temp, value: scalar.id },
        };
        let list = self.program.terms.list(list);
        Value::List(self.program.terms.list(List::Sorted(list)), ValueKind::Number)
    }
}
