use super::{Builder, Parts};
use crate::source::Spanned;
use crate::syntax::ast::*;
use crate::syntax::grammar::{Pair, Rule};

/// The words with which statements begin, by the rule of the statement.
pub(crate) const VERBS: &[(Rule, &[&str])] = &[
    (Rule::add, &["add"]),
    (Rule::answer, &["answer"]),
    (Rule::at_once, &["at"]),
    (Rule::do_step, &["do"]),
    (Rule::draw, &["draw"]),
    (Rule::each_block, &["each"]),
    (Rule::end, &["end"]),
    (Rule::gather, &["gather"]),
    (Rule::if_block, &["if"]),
    (Rule::join, &["join"]),
    (Rule::let_value, &["let"]),
    (Rule::mark, &["mark", "unmark"]),
    (Rule::move_cards, &["move"]),
    (Rule::reveal, &["reveal"]),
    (Rule::reverse, &["reverse"]),
    (Rule::rotate, &["rotate"]),
    (Rule::say, &["say"]),
    (Rule::set, &["set"]),
    (Rule::shuffle, &["shuffle"]),
    (Rule::split, &["split"]),
    (Rule::swap, &["swap"]),
    (Rule::turn, &["turn"]),
];

/// The words with which statements begin, in the order of the alphabet.
pub(crate) fn verbs() -> Vec<&'static str> {
    let mut verbs: Vec<&str> = VERBS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
    verbs.sort_unstable();
    verbs
}

impl Builder<'_> {
    pub(super) fn block(&mut self, pair: Pair) -> Block {
        Parts::of(pair).map(|statement| self.statement(statement)).collect()
    }

    pub(super) fn statement(&mut self, pair: Pair) -> Statement {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let parts = &mut parts;
        let node = match rule {
            Rule::let_value => self.let_value(parts),
            Rule::set => StatementKind::Set { target: self.value(parts), value: self.value(parts) },
            Rule::add => {
                StatementKind::Add { amount: self.value(parts), target: self.value(parts) }
            }
            Rule::move_cards => self.move_cards(parts),
            Rule::draw => self.draw(parts),
            Rule::shuffle => {
                StatementKind::Shuffle { zones: parts.map(|zone| self.expression(zone)).collect() }
            }
            Rule::rotate => {
                StatementKind::Rotate { zones: self.value(parts), by: self.value(parts) }
            }
            Rule::turn => {
                StatementKind::Turn { up: is_up(parts.demand()), cards: self.value(parts) }
            }
            Rule::reveal => {
                StatementKind::Reveal { cards: self.value(parts), to: self.value(parts) }
            }
            Rule::say => StatementKind::Say {
                text: self.text(&parts.demand()),
                to: parts.next().map(|to| self.expression(to)),
            },
            Rule::mark => self.mark(parts),
            Rule::swap => StatementKind::Swap { a: self.value(parts), b: self.value(parts) },
            Rule::join => StatementKind::Join { slots: self.value(parts), name: self.name(parts) },
            Rule::split => StatementKind::Split { slot: self.value(parts) },
            Rule::gather => StatementKind::Gather,
            Rule::do_step => StatementKind::Do(self.step(parts.demand())),
            Rule::if_block => self.if_block(parts),
            Rule::each_block => StatementKind::Each {
                each: self.each(parts.demand()),
                body: self.block(parts.demand()),
            },
            Rule::at_once => StatementKind::AtOnce(self.block(parts.demand())),
            Rule::answer => StatementKind::Answer(self.value(parts)),
            Rule::reverse => StatementKind::ReverseTurns,
            Rule::end => self.end(parts),
            other => unreachable!("no statement: {other:?}"),
        };
        Spanned::new(node, span)
    }

    fn let_value(&mut self, parts: &mut Parts) -> StatementKind {
        let name = self.name(parts);
        let value = match parts.maybe(Rule::do_step) {
            Some(step) => LetValue::Step(self.step(Parts::of(step).demand())),
            None => LetValue::Expr(self.value(parts)),
        };
        StatementKind::Let { name, value }
    }

    fn move_cards(&mut self, parts: &mut Parts) -> StatementKind {
        StatementKind::Move {
            sources: self.expressions(parts.demand()),
            to: self.value(parts),
            placing: self.placing(parts),
        }
    }

    fn draw(&mut self, parts: &mut Parts) -> StatementKind {
        let (count, from, to) = (self.value(parts), self.value(parts), self.value(parts));
        StatementKind::Draw { count, from, to, placing: self.placing(parts) }
    }

    fn placing(&mut self, parts: &mut Parts) -> Placing {
        let said: Vec<Pair> = parts.collect();
        self.once_each(&said, &[Rule::face, Rule::under, Rule::turned]);
        let mut placing = Placing::default();
        for pair in said {
            match pair.as_rule() {
                Rule::face => placing.face_up = Some(is_up(Parts::of(pair).demand())),
                Rule::under => placing.under = true,
                _ => placing.turned = true,
            }
        }
        placing
    }

    fn mark(&mut self, parts: &mut Parts) -> StatementKind {
        let on = parts.demand().as_str() == "mark";
        StatementKind::Mark { on, things: self.value(parts), mark: self.name(parts) }
    }

    fn if_block(&mut self, parts: &mut Parts) -> StatementKind {
        let (condition, then) = (self.value(parts), self.block(parts.demand()));
        let otherwise = parts.next().map(|pair| match pair.as_rule() {
            Rule::if_block => vec![self.statement(pair)],
            _ => self.block(pair),
        });
        StatementKind::If { condition, then, otherwise }
    }

    fn end(&mut self, parts: &mut Parts) -> StatementKind {
        let name = self.name(parts);
        let outcome = match parts.peek() {
            Some(Rule::won | Rule::lost | Rule::drawn) => Some(self.outcome(parts.demand())),
            _ => None,
        };
        StatementKind::End {
            name,
            outcome,
            reason: parts.maybe(Rule::string).map(|text| self.text(&text)),
        }
    }

    fn outcome(&mut self, pair: Pair) -> Outcome {
        match pair.as_rule() {
            Rule::won => {
                Outcome::Won { by: Parts::of(pair).next().map(|who| self.expression(who)) }
            }
            Rule::lost => {
                Outcome::Lost { by: Parts::of(pair).next().map(|who| self.expression(who)) }
            }
            _ => Outcome::Drawn,
        }
    }
}

fn is_up(side: Pair) -> bool {
    side.as_str() == "up"
}
