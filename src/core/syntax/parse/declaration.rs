use super::expression::compare_op;
use super::{Builder, Parts};
use crate::source::Spanned;
use crate::syntax::ast::*;
use crate::syntax::grammar::{Pair, Rule};
use crate::syntax::strays::{self, Repeats};

impl Builder<'_> {
    pub(super) fn declaration(&mut self, pair: Pair) -> Declaration {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let parts = &mut parts;
        let node = match rule {
            Rule::kind => {
                DeclarationKind::Kind { name: self.name(parts), value: self.value(parts) }
            }
            Rule::let_formula => self.formula(parts),
            Rule::table => DeclarationKind::Table(self.table(parts)),
            Rule::order => self.order(parts),
            Rule::combinations => self.combinations(parts),
            Rule::shape => {
                DeclarationKind::Shape { name: self.name(parts), shape: self.shape(parts.demand()) }
            }
            Rule::script => self.script(parts),
            Rule::prove => self.prove(parts),
            Rule::score => DeclarationKind::Score {
                lowest_wins: parts.has(Rule::lowest_wins),
                value: self.value(parts),
            },
            Rule::value_hint => DeclarationKind::ValueHint { value: self.value(parts) },
            Rule::playing => DeclarationKind::Playing { condition: self.value(parts) },
            Rule::phase => self.phase(parts),
            Rule::action => DeclarationKind::Action(self.action(parts)),
            Rule::effect => self.effect(parts),
            Rule::watch => DeclarationKind::Watch(self.watch(parts)),
            Rule::refill => {
                DeclarationKind::Refill { zone: self.name(parts), body: self.block(parts.demand()) }
            }
            Rule::when_page => self.when_page(parts),
            Rule::replace => DeclarationKind::Replace(Box::new(self.declaration(parts.demand()))),
            Rule::remove => self.remove(parts),
            Rule::extend_table => DeclarationKind::ExtendTable {
                table: self.name(parts),
                rows: self.rows(parts.demand()),
            },
            Rule::extend_action => self.extend_action(parts),
            Rule::extend_phase => self.extend_phase(parts),
            Rule::hook => self.hook(parts),
            other => unreachable!("no declaration: {other:?}"),
        };
        Spanned::new(node, span)
    }

    pub(super) fn name(&self, parts: &mut Parts) -> Name {
        self.word(&parts.demand())
    }

    pub(super) fn value(&mut self, parts: &mut Parts) -> Expr {
        self.expression(parts.demand())
    }

    fn parameters(&self, parts: &mut Parts) -> Vec<Name> {
        parts.maybe(Rule::parameters).map(|pair| self.names(pair)).unwrap_or_default()
    }

    fn formula(&mut self, parts: &mut Parts) -> DeclarationKind {
        DeclarationKind::Let {
            name: self.name(parts),
            parameters: self.parameters(parts),
            value: self.value(parts),
        }
    }

    fn script(&mut self, parts: &mut Parts) -> DeclarationKind {
        let (name, parameters) = (self.name(parts), self.parameters(parts));
        let mut returns = Parts::of(parts.demand());
        let returns = TypeName { set: returns.has(Rule::set_of), name: self.name(&mut returns) };
        DeclarationKind::Script { name, parameters, returns }
    }

    fn prove(&mut self, parts: &mut Parts) -> DeclarationKind {
        DeclarationKind::Prove {
            name: self.name(parts),
            claim: self.value(parts),
            why: self.why(parts.maybe(Rule::why)),
        }
    }

    // --------------------------------------------------------------------------------------
    // tables, orders, combinations

    fn order(&mut self, parts: &mut Parts) -> DeclarationKind {
        let (name, attribute) = (self.name(parts), self.name(parts));
        DeclarationKind::Order {
            name,
            attribute,
            rungs: parts.map(|pair| self.rung(pair)).collect(),
        }
    }

    fn rung(&mut self, pair: Pair) -> Spanned<Rung> {
        let span = self.span(&pair);
        let inner = Parts::of(pair).demand();
        let rung = match inner.as_rule() {
            Rule::number => Rung::Number(self.number(&inner)),
            _ => Rung::Word(inner.as_str().to_owned()),
        };
        Spanned::new(rung, span)
    }

    fn table(&mut self, parts: &mut Parts) -> Table {
        let (name, parameters) = (self.name(parts), self.parameters(parts));
        let subjects =
            parts.maybe(Rule::subjects).map(|pair| self.expressions(pair)).unwrap_or_default();
        Table { name, parameters, subjects, rows: self.rows(parts.demand()), extended: 0 }
    }

    fn rows(&mut self, pair: Pair) -> Rows {
        let of_patterns = pair.as_rule() == Rule::pattern_rows;
        let rows = Parts::of(pair);
        if of_patterns {
            Rows::Patterns(rows.map(|row| self.pattern_row(row)).collect())
        } else {
            Rows::Conditions(rows.map(|row| self.condition_row(row)).collect())
        }
    }

    fn pattern_row(&mut self, pair: Pair) -> PatternRow {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        parts.has(Rule::otherwise);
        let patterns = parts
            .maybe(Rule::patterns)
            .map(|pair| Parts::of(pair).map(|p| self.pattern(p)).collect());
        let condition = parts.maybe(Rule::row_if).map(|pair| self.value(&mut Parts::of(pair)));
        PatternRow { patterns, condition, value: self.value(&mut parts), span }
    }

    fn pattern(&mut self, pair: Pair) -> Spanned<Pattern> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let pattern = match parts.has(Rule::anything) {
            true => Pattern::Anything,
            false => Pattern::OneOf(parts.map(|p| self.alternative(p)).collect()),
        };
        Spanned::new(pattern, span)
    }

    /// A number, a range of numbers or a word: in a pattern and behind `is`.
    pub(super) fn alternative(&mut self, pair: Pair) -> Spanned<PatternValue> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let first = parts.demand();
        let value = match (first.as_rule(), parts.maybe(Rule::number_upto)) {
            (Rule::number, None) => PatternValue::Number(self.number(&first)),
            (rule, Some(upto)) => {
                let mut upto = Parts::of(upto);
                let (to, word) = (upto.maybe(Rule::number), upto.maybe(Rule::name));
                if rule == Rule::number && word.is_none() {
                    let (from, to) = (self.number(&first), to.map(|to| self.number(&to)));
                    self.not_empty(from, to.unwrap_or(from), span);
                    PatternValue::Range { from, to }
                } else {
                    let to = to.or(word).map(|to| to.as_str().to_owned());
                    PatternValue::Named { from: first.as_str().to_owned(), to }
                }
            }
            (_, None) => PatternValue::Word(first.as_str().to_owned()),
        };
        Spanned::new(value, span)
    }

    fn condition_row(&mut self, pair: Pair) -> ConditionRow {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let otherwise = parts.has(Rule::otherwise);
        let condition = (!otherwise).then(|| self.value(&mut parts));
        ConditionRow { condition, value: self.value(&mut parts), span }
    }

    fn combinations(&mut self, parts: &mut Parts) -> DeclarationKind {
        DeclarationKind::Combinations {
            name: self.name(parts),
            rows: parts.map(|row| self.combination(row)).collect(),
        }
    }

    fn combination(&mut self, pair: Pair) -> Combination {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let group = parts.demand();
        Combination { kinds: self.names(group), value: self.value(&mut parts), span }
    }

    // -------------------------------------------------------------------------------------- shapes

    /// A rule with several shapes; of one alone, that one.
    fn shape(&mut self, pair: Pair) -> Shape {
        let span = self.span(&pair);
        let alternatives = pair.as_rule() == Rule::alternatives;
        let mut shapes: Vec<Shape> = Parts::of(pair).map(|part| self.one_shape(part)).collect();
        if shapes.len() == 1 {
            return shapes.remove(0);
        }
        Spanned::new(
            if alternatives { ShapeKind::AnyOf(shapes) } else { ShapeKind::Together(shapes) },
            span,
        )
    }

    fn one_shape(&mut self, pair: Pair) -> Shape {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::form => Spanned::new(ShapeKind::Form(self.form(pair)), span),
            Rule::name => Spanned::new(ShapeKind::Named(self.word(&pair)), span),
            _ => self.shape(pair),
        }
    }

    fn form(&mut self, pair: Pair) -> Form {
        let mut parts = Parts::of(pair);
        let amount = self.amount(parts.demand());
        let card = parts
            .maybe(Rule::form_where)
            .map(|pair| self.only_condition(&mut Parts::of(pair), Repeats::No));
        let common = parts.map(|part| self.common(Parts::of(part).demand())).collect();
        Form { amount, card, common }
    }

    fn common(&mut self, pair: Pair) -> Spanned<Common> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        if rule == Rule::wild {
            let amount = self.amount(parts.demand());
            let card = self.only_condition(&mut parts, Repeats::No);
            return Spanned::new(Common::Wild { amount, card }, span);
        }
        let value = self.value(&mut parts);
        let common = match rule {
            Rule::same => Common::Same(value),
            Rule::different => Common::Different(value),
            Rule::each_value => Common::Each { count: value, value: self.value(&mut parts) },
            Rule::total => {
                let op = compare_op(parts.demand().as_str());
                Common::Total { value, op, than: self.value(&mut parts) }
            }
            _ => Common::Sequence(value),
        };
        Spanned::new(common, span)
    }

    // -------------------------------------------------------------------------------------- what
    // happens

    fn phase(&mut self, parts: &mut Parts) -> DeclarationKind {
        let (name, parameters) = (self.name(parts), self.parameters(parts));
        let body = match parts.maybe(Rule::block) {
            Some(block) => PhaseBody::Block(self.block(block)),
            None => PhaseBody::Flow(self.flow(parts.demand())),
        };
        DeclarationKind::Phase { name, parameters, body }
    }

    fn effect(&mut self, parts: &mut Parts) -> DeclarationKind {
        let (name, parameters) = (self.name(parts), self.parameters(parts));
        DeclarationKind::Effect { name, parameters, body: self.block(parts.demand()) }
    }

    fn watch(&mut self, parts: &mut Parts) -> Watch {
        let name = self.name(parts);
        let phase = parts.maybe(Rule::watch_in).map(|pair| self.name(&mut Parts::of(pair)));
        let each = parts.maybe(Rule::watch_each).map(|pair| self.watch_each(pair));
        let condition = self.value(parts);
        let body = match parts.maybe(Rule::block) {
            Some(block) => self.block(block),
            None => vec![self.statement(parts.demand())],
        };
        Watch { name, phase, each, condition, body }
    }

    fn watch_each(&mut self, pair: Pair) -> WatchEach {
        let mut parts = Parts::of(pair);
        WatchEach {
            name: self.name(&mut parts),
            from: parts.next().map(|from| self.expression(from)),
        }
    }

    fn action(&mut self, parts: &mut Parts) -> Action {
        let name = self.name(parts);
        let parameters = parts
            .maybe(Rule::action_parameters)
            .map(|pair| self.action_parameters(pair))
            .unwrap_or_default();
        Action {
            name,
            parameters,
            clauses: self.clauses(parts),
            body: parts.maybe(Rule::block).map(|b| self.block(b)),
        }
    }

    fn action_parameters(&mut self, pair: Pair) -> Vec<Parameter> {
        Parts::of(pair).map(|pair| self.action_parameter(pair)).collect()
    }

    fn action_parameter(&mut self, pair: Pair) -> Parameter {
        let mut parts = Parts::of(pair);
        Parameter {
            name: self.name(&mut parts),
            source: parts.maybe(Rule::source).map(|pair| self.source(pair)),
        }
    }

    fn source(&mut self, pair: Pair) -> ParameterSource {
        let mut parts = Parts::of(pair);
        let amount =
            parts.maybe(Rule::source_amount).map(|pair| self.amount(Parts::of(pair).demand()));
        let set = parts.demand();
        ParameterSource {
            amount,
            set: self.expression(set.clone()),
            repeated: parts.has(Rule::repeated),
            in_order: parts.has(Rule::in_order),
            filters: self.source_filters(&set, parts.all_of(Rule::source_filter)),
            default: parts.maybe(Rule::source_default).map(|pair| self.value(&mut Parts::of(pair))),
            fixed: None,
        }
    }

    fn source_filters(&mut self, set: &Pair, pairs: Vec<Pair>) -> Vec<SourceFilter> {
        strays::source(self, set, &pairs);
        strays::named_members(self, set, &pairs);
        let conditions: Vec<Pair> =
            pairs.iter().map(|pair| Parts::of(pair.clone()).demand()).collect();
        strays::inner_wheres(self, &conditions);
        pairs.into_iter().map(|pair| self.source_filter(pair)).collect()
    }

    fn source_filter(&mut self, pair: Pair) -> SourceFilter {
        let mut parts = Parts::of(pair);
        let condition = self.only_condition(&mut parts, Repeats::Yes);
        SourceFilter { condition, why: self.why(parts.maybe(Rule::why)) }
    }

    /// The condition of a `where` that has nothing behind it to which an `and` or `or` could
    /// belong.
    pub(super) fn only_condition(&mut self, parts: &mut Parts, repeats: Repeats) -> Expr {
        let condition = parts.demand();
        let mut further = parts.all_of(Rule::stray);
        further.append(&mut parts.all_of(Rule::stray_and));
        strays::further(self, &condition, &further, repeats);
        self.expression(condition)
    }

    fn clauses(&mut self, parts: &mut Parts) -> Vec<Clause> {
        let next = || parts.maybe(Rule::need).or_else(|| parts.maybe(Rule::optional));
        let clauses: Vec<Pair> = std::iter::from_fn(next).collect();
        self.once_each(&clauses, &[Rule::optional]);
        clauses.into_iter().map(|pair| self.clause(pair)).collect()
    }

    fn clause(&mut self, pair: Pair) -> Clause {
        let span = self.span(&pair);
        let is_need = pair.as_rule() == Rule::need;
        let mut parts = Parts::of(pair);
        if !is_need {
            return Clause::Optional {
                condition: parts.next().map(|condition| self.expression(condition)),
                span,
            };
        }
        let name = parts.maybe(Rule::need_name).map(|pair| self.name(&mut Parts::of(pair)));
        Clause::Need {
            name,
            condition: self.value(&mut parts),
            why: self.why(parts.maybe(Rule::why)),
            span,
        }
    }

    // -------------------------------------------------------------------------------------- pages

    fn when_page(&mut self, parts: &mut Parts) -> DeclarationKind {
        let condition = self.value(parts);
        DeclarationKind::When {
            condition,
            page: parts.map(|pair| self.declaration(pair)).collect(),
        }
    }

    fn remove(&mut self, parts: &mut Parts) -> DeclarationKind {
        let part = match parts.demand().as_str() {
            "action" => Part::Action,
            "phase" => Part::Phase,
            "table" => Part::Table,
            "watch" => Part::Watch,
            "need" => Part::Need,
            "effect" => Part::Effect,
            "kind" => Part::Kind,
            "order" => Part::Order,
            "combinations" => Part::Combinations,
            "prove" => Part::Prove,
            "refill" => Part::Refill,
            _ => Part::Let,
        };
        DeclarationKind::Remove { part, names: parts.map(|pair| self.part_name(pair)).collect() }
    }

    fn part_name(&self, pair: Pair) -> PartName {
        let mut parts = Parts::of(pair);
        PartName {
            name: self.name(&mut parts),
            need: parts.next().map(|need| need.as_str().to_owned()),
        }
    }

    fn extend_action(&mut self, parts: &mut Parts) -> DeclarationKind {
        DeclarationKind::ExtendAction {
            actions: self.names(parts.demand()),
            clauses: self.clauses(parts),
        }
    }

    fn extend_phase(&mut self, parts: &mut Parts) -> DeclarationKind {
        DeclarationKind::ExtendPhase {
            phases: self.names(parts.demand()),
            choices: self.choices(parts.demand()),
        }
    }

    fn hook(&mut self, parts: &mut Parts) -> DeclarationKind {
        let when = match parts.demand().as_str() {
            "before" => HookTime::Before,
            _ => HookTime::After,
        };
        DeclarationKind::Hook {
            when,
            names: self.names(parts.demand()),
            body: self.block(parts.demand()),
        }
    }
}
