use super::{Builder, Parts};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;
use crate::syntax::grammar::{Pair, Rule};
use crate::syntax::strays::{self, Repeats};

impl Builder<'_> {
    /// Steps in a row; one step alone stands for itself.
    pub(super) fn flow(&mut self, pair: Pair) -> Step {
        let span = self.span(&pair);
        let mut steps: Vec<Step> = Parts::of(pair).map(|step| self.step(step)).collect();
        match steps.len() {
            1 => steps.remove(0),
            _ => Spanned::new(StepKind::Sequence(steps), span),
        }
    }

    /// `by`, `if`, `settled` and `else` belong to the step, the head of a loop stands around them,
    /// `until` around all.
    pub(super) fn step(&mut self, pair: Pair) -> Step {
        let mut parts = Parts::of(pair);
        let head = parts.demand();
        let has_head = matches!(head.as_rule(), Rule::times | Rule::turns | Rule::each);
        let core = if has_head { parts.demand() } else { head.clone() };
        let mut step = self.core_step(core.clone());
        let mut until = None;
        let asides: Vec<Pair> = parts.collect();
        strays::behind_step(self, &core, &asides);
        self.once_each(&asides, &[Rule::by, Rule::settled, Rule::or_else]);
        for aside in asides {
            match aside.as_rule() {
                Rule::until => until = Some(aside),
                _ => step = self.aside(step, aside),
            }
        }
        let looped = if has_head { self.looped(head, step) } else { step };
        match until {
            Some(until) => self.until(looped, until),
            None => looped,
        }
    }

    fn until(&mut self, step: Step, pair: Pair) -> Step {
        let span = step.span.to(self.span(&pair));
        let condition = self.value(&mut Parts::of(pair));
        Spanned::new(StepKind::Until { step: Box::new(step), condition }, span)
    }

    fn looped(&mut self, head: Pair, step: Step) -> Step {
        let span = self.span(&head).to(step.span);
        let rule = head.as_rule();
        let step = Box::new(step);
        let node = match rule {
            Rule::times => StepKind::Times { times: self.value(&mut Parts::of(head)), step },
            Rule::turns => self.turns(head, step),
            _ => StepKind::Each { each: self.each(head), step },
        };
        Spanned::new(node, span)
    }

    fn turns(&mut self, pair: Pair, step: Box<Step>) -> StepKind {
        let mut parts = Parts::of(pair);
        StepKind::Turns {
            filters: self.head_filters(parts.all_of(Rule::head_filter)),
            from: self.value(&mut parts),
            step,
        }
    }

    pub(super) fn each(&mut self, pair: Pair) -> Each {
        let mut parts = Parts::of(pair);
        let name = self.name(&mut parts);
        let set = parts.maybe(Rule::each_in).map(|pair| Parts::of(pair).demand());
        let filters = parts.all_of(Rule::head_filter);
        if let Some(set) = &set {
            strays::named_members(self, set, &filters);
        }
        Each {
            name,
            set: set.map(|set| self.expression(set)),
            filters: self.head_filters(filters),
            from: parts.maybe(Rule::each_from).map(|pair| self.value(&mut Parts::of(pair))),
        }
    }

    fn head_filters(&mut self, filters: Vec<Pair>) -> Vec<Expr> {
        let conditions: Vec<Pair> =
            filters.iter().map(|pair| Parts::of(pair.clone()).demand()).collect();
        strays::inner_wheres(self, &conditions);
        filters
            .into_iter()
            .map(|pair| self.only_condition(&mut Parts::of(pair), Repeats::Yes))
            .collect()
    }

    fn core_step(&mut self, pair: Pair) -> Step {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::flow {
            return self.flow(pair);
        }
        if rule == Rule::call {
            return Spanned::new(StepKind::Call(self.call(pair)), span);
        }
        let mut parts = Parts::of(pair);
        let may = parts.has(Rule::permission);
        let node = match rule {
            Rule::together => StepKind::Together { may, call: self.call(parts.demand()) },
            Rule::window => StepKind::Window { choices: self.choices(parts.demand()) },
            Rule::one_of => StepKind::OneOf { may, choices: self.choices(parts.demand()) },
            Rule::any_of => StepKind::AnyOf {
                choices: self.choices(parts.demand()),
                done_when: parts
                    .maybe(Rule::done_when)
                    .map(|pair| self.value(&mut Parts::of(pair))),
            },
            Rule::may => StepKind::May(self.call(parts.demand())),
            other => unreachable!("no step: {other:?}"),
        };
        Spanned::new(node, span)
    }

    fn aside(&mut self, step: Step, pair: Pair) -> Step {
        let span: Span = step.span.to(self.span(&pair));
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let step = Box::new(step);
        let node = match rule {
            Rule::by => StepKind::By { step, who: self.value(&mut parts) },
            Rule::only_if => StepKind::OnlyIf { step, condition: self.value(&mut parts) },
            Rule::settled => StepKind::Settled { step, how: self.settling(parts.demand()) },
            Rule::or_else => StepKind::OrElse { step, call: self.call(parts.demand()) },
            other => unreachable!("nothing that follows a step: {other:?}"),
        };
        Spanned::new(node, span)
    }

    fn settling(&mut self, pair: Pair) -> Settling {
        match pair.as_rule() {
            Rule::by_random => Settling::Random,
            Rule::by_turn_order => Settling::TurnOrder {
                from: Parts::of(pair).next().map(|from| self.expression(from)),
            },
            _ => Settling::Everyone,
        }
    }

    pub(super) fn choices(&mut self, pair: Pair) -> Vec<Choice> {
        let choices: Vec<Choice> = Parts::of(pair).map(|choice| self.choice(choice)).collect();
        // What stands there twice with `once` can be chosen twice.
        let always = choices.iter().filter(|choice| !choice.once);
        let calls: Vec<&Call> = always.flat_map(|choice| &choice.calls).collect();
        for (place, call) in calls.iter().enumerate() {
            if let Some(first) = calls[..place].iter().find(|before| *before == call) {
                let message = "this stands in the menu already";
                let problem = Diagnostic::error("said-twice", call.name.span, message);
                self.report(problem.also(first.name.span, "here it stands first"));
            }
        }
        choices
    }

    fn choice(&mut self, pair: Pair) -> Choice {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let calls = parts.all_of(Rule::call).into_iter().map(|call| self.call(call)).collect();
        Choice { calls, once: parts.has(Rule::once), span }
    }

    pub(super) fn call(&mut self, pair: Pair) -> Call {
        let mut parts = Parts::of(pair);
        let name = self.name(&mut parts);
        let arguments =
            parts.maybe(Rule::arguments).map(|pair| self.expressions(pair)).unwrap_or_default();
        Call { name, arguments }
    }
}
