//! From checked declarations to a program: expressions become typed terms, flows become code.
//!
//! Types are found on the way: an expression is lowered once for every place that uses it, so a
//! formula has the types of its surroundings. All errors are collected; what has one becomes
//! [`Value::Poison`], of which nothing more is said.

mod actions;
mod arguments;
mod assignments;
mod coerce;
mod collections;
mod compare;
mod cover;
mod draws;
mod expression;
mod flow;
mod folds;
mod formulas;
mod guards;
mod hanging;
mod idle;
mod instead;
mod likeness;
mod link;
mod named;
pub(crate) mod names;
mod of;
mod order;
mod parameters;
mod parts;
mod possible;
mod publicity;
mod same;
mod shapes;
mod sides;
mod single;
mod statements;
mod steps;
mod tabulate;
mod twice;
mod typed;
pub(crate) mod value;

use crate::diagnostic::Diagnostic;
use crate::program::ids::{GroupId, RowMark};
use crate::program::terms::{Num, NumId, Set, SetId, Temp, Test, TestId};
use crate::program::walk::Term;
use crate::program::{Program, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{Declaration, Expr, Step};
use crate::tabletop::Per;
use crate::tabletop::ids::{AttributeId, IdVec, SentenceId, VariableId, WordListId, ZoneId};
use crate::value::{Bits, Card, Narrow};
use crate::vm::StaticEval;
use names::{Meaning, Names};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use typed::TypedTree;
use value::Value;

pub(crate) use coerce::shown_words;
pub(crate) use flow::{EffectText, FlowBuilder, Flows, PhaseText};
pub(crate) use tabulate::{tabulate, tabulate_bags};

/// Something that names can belong to: a card, a slot, a player. The nearest one that has the name
/// is meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thing {
    pub(crate) id: NumId,
    pub(crate) kind: ValueKind,
    pub(crate) role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `it`: the candidate.
    It,
    /// `me`: the player whose business it is.
    Me,
}

/// A place where the frame's player is meant.
#[derive(Clone, Debug)]
pub(crate) struct MeUse {
    pub(crate) span: Span,
    /// The player is asked there; else something of theirs is read.
    pub(crate) asks: bool,
    /// What a player is called who is looked at there.
    pub(crate) named: Option<String>,
    /// It stands in the `until` of turns, which is tested between them.
    pub(crate) between_turns: bool,
    /// Where the phase, the effect or the action is run that it stands in.
    pub(crate) run_at: Option<Span>,
}

/// What can be used where not everything has a meaning yet.
#[derive(Clone, Copy)]
pub(crate) struct OnlyKnown {
    pub(crate) words: &'static str,
    pub(crate) fits: fn(Meaning) -> bool,
}

/// A loop whose condition never holds, or that has none.
#[derive(Clone, Debug)]
pub(crate) struct EndlessLoop {
    pub(crate) span: Span,
    pub(crate) step: Step,
    pub(crate) condition: Option<Span>,
}

/// Everything that lowering needs and makes.
pub(crate) struct Lowering {
    pub(crate) program: Program,
    pub(crate) names: Names,
    pub(crate) problems: Vec<Diagnostic>,
    /// What each expression came to.
    pub(crate) typed: TypedTree,
    /// The formulas of the rules, by their place in the list.
    pub(crate) formulas: Vec<Declaration>,
    /// Names of values that stand for numbers: `A`, `J` … of an attribute.
    pub(crate) number_words: BTreeMap<String, i32>,
    /// Names of values that stand for numbers and are asked for.
    pub(crate) ranks_asked: BTreeSet<String>,
    /// What is asked of things that are printed on cards.
    pub(crate) prints_asked: Vec<PrintAsked>,
    /// Names that nothing has, with the places at which that was told.
    unknown: BTreeMap<String, Vec<Span>>,
    /// What each variant sets, as a condition of a page would ask for it.
    pub(crate) variants: BTreeMap<String, String>,
    /// What the table has and an owner was named of.
    tables_owned: BTreeSet<String>,
    /// The least and the most that options can be set to, by their number.
    pub(crate) option_ranges: BTreeMap<usize, (i32, i32)>,
    /// Actions that several may choose at the same time: what they name is not said aloud.
    pub(crate) chosen_together: BTreeSet<String>,
    /// Which rows of tables some question reaches.
    unreached: cover::Unreached,
    /// `facing`: the attributes that face north-west, north-east, south-west, south-east.
    pub(crate) facings: Vec<[AttributeId; 4]>,
    /// How often something without an owner was that of `me`.
    meant_me: usize,
    /// Where a loop over players or teams names the one at hand, and something in it is that of
    /// `me`, who is another one.
    pub(crate) beside_me: BTreeSet<Span>,
    /// Parameters and locals, the innermost last.
    pub(crate) bindings: Vec<(String, Value)>,
    pub(crate) things: Vec<Thing>,
    /// Slots of whose only card something was asked, in what is lowered.
    cards_asked: BTreeSet<NumId>,
    /// Sets that are candidates, each with how many things there were before it.
    pub(crate) candidate_sets: Vec<(usize, Value)>,
    next_temp: Temp,
    /// The highest that the first free temp has been.
    highest_temp: Temp,
    /// Temps of the action at hand whose values everybody knows.
    open_temps: Vec<Temp>,
    /// Temps of the action at hand with cards that who chooses surely sees.
    seen_temps: Vec<Temp>,
    /// Temps of the action at hand with cards that who chooses surely does not see.
    dark_temps: Vec<Temp>,
    /// Formulas being lowered, and where each is used: a formula that needs itself has no value.
    open: Vec<(String, Span)>,
    /// The first temp of the formula at hand.
    formula_temps: Temp,
    /// How often formulas were lowered.
    formula_uses: usize,
    /// How many terms are worked out for one.
    sizes: HashMap<Term, u64>,
    /// How many expressions the one that is looked at stands in, those of formulas included.
    depth: usize,
    /// Draws may stand here: in statements, not in conditions that are asked again and again.
    pub(crate) draws: bool,
    statics: StaticEval,
    /// Places where a player was meant that only the frame can know.
    pub(crate) uses_me: Vec<MeUse>,
    /// Attributes that were worked out for whole cards when folding.
    folded: BTreeMap<Vec<i32>, AttributeId>,
    pub(crate) flow: FlowBuilder,
    /// Where not everything has a meaning yet: what can be used, in words.
    pub(crate) only_known: Option<OnlyKnown>,
    /// What decks are called, by their number.
    pub(crate) deck_names: Vec<String>,
    /// Where each card is written; nowhere for a standard pack's.
    pub(crate) card_spans: Vec<Option<Span>>,
    /// The zone of each pawn, by its variable.
    pub(crate) pawn_zones: BTreeMap<VariableId, ZoneId>,
    /// Whether the rows of tables tell how they come out.
    pub(crate) follows_rows: bool,
    /// Loops that nothing but an `end` can leave.
    pub(crate) loops: Vec<EndlessLoop>,
    /// The subset of whose members, one by one, something is said.
    members_of: Option<String>,
    /// How many cards there were before owners got copies, and whether a claim about the cards is
    /// being proved.
    pub(crate) printed: Option<usize>,
    pub(crate) proving: bool,
}

/// A condition on what is printed on cards: that it is a number in a range, or a flag that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PrintAsked {
    pub(crate) attribute: AttributeId,
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// Where the number, the range or the name of the flag is written.
    pub(crate) span: Span,
}

impl Lowering {
    pub(crate) fn new(program: Program, names: Names) -> Self {
        Lowering {
            program,
            names,
            problems: Vec::new(),
            typed: TypedTree::default(),
            formulas: Vec::new(),
            number_words: BTreeMap::new(),
            ranks_asked: BTreeSet::new(),
            prints_asked: Vec::new(),
            unknown: BTreeMap::new(),
            variants: BTreeMap::new(),
            tables_owned: BTreeSet::new(),
            option_ranges: BTreeMap::new(),
            chosen_together: BTreeSet::new(),
            unreached: cover::Unreached::new(),
            facings: Vec::new(),
            meant_me: 0,
            beside_me: BTreeSet::new(),
            bindings: Vec::new(),
            things: Vec::new(),
            cards_asked: BTreeSet::new(),
            candidate_sets: Vec::new(),
            next_temp: Temp::new(0),
            highest_temp: Temp::new(0),
            open_temps: Vec::new(),
            seen_temps: Vec::new(),
            dark_temps: Vec::new(),
            open: Vec::new(),
            formula_temps: Temp::new(0),
            formula_uses: 0,
            sizes: HashMap::new(),
            depth: 0,
            draws: false,
            statics: StaticEval::new(),
            uses_me: Vec::new(),
            folded: BTreeMap::new(),
            flow: FlowBuilder::default(),
            only_known: None,
            deck_names: Vec::new(),
            card_spans: Vec::new(),
            pawn_zones: BTreeMap::new(),
            follows_rows: false,
            loops: Vec::new(),
            members_of: None,
            printed: None,
            proving: false,
        }
    }

    // ---- making terms

    pub(crate) fn n(&mut self, term: Num) -> NumId {
        self.program.terms.num(term)
    }

    pub(crate) fn t(&mut self, term: Test) -> TestId {
        self.program.terms.test(term)
    }

    pub(crate) fn s(&mut self, term: Set) -> SetId {
        self.program.terms.set(term)
    }

    pub(crate) fn constant(&mut self, value: i32) -> NumId {
        self.n(Num::Const(value))
    }

    pub(crate) fn constant_set(&mut self, bits: Bits) -> SetId {
        let constant = self.program.constant(bits);
        self.s(Set::Const(constant))
    }

    pub(crate) fn group(&mut self, members: Vec<NumId>) -> GroupId {
        self.program.terms.groups.push(members)
    }

    pub(crate) fn sentence(&mut self, text: &str) -> SentenceId {
        match self.program.sentences.find(|sentence| sentence == text) {
            Some(id) => id,
            None => self.program.sentences.push(text.to_string()),
        }
    }

    /// A temp for as long as `with_temp`'s body lowers.
    pub(crate) fn with_temp<R>(&mut self, body: impl FnOnce(&mut Self, Temp) -> R) -> R {
        let temp = self.next_temp;
        self.next_temp = temp.next();
        self.note_temps();
        let result = body(self, temp);
        self.next_temp = temp;
        result
    }

    /// A temp that stays taken: an action's parameter.
    pub(crate) fn take_temp(&mut self) -> Temp {
        let temp = self.next_temp;
        self.next_temp = temp.next();
        self.note_temps();
        temp
    }

    fn note_temps(&mut self) {
        self.program.temps = self.program.temps.max(self.next_temp.index());
        self.highest_temp = self.highest_temp.max(self.next_temp);
    }

    /// Lowers something that is put into what is lowered behind it, and may be worked out there in
    /// the midst of it. Gives, too, the first temp that it needs none of.
    pub(crate) fn put_in<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> (R, Temp) {
        let outer = std::mem::replace(&mut self.highest_temp, self.next_temp);
        let result = lower(self);
        let free = self.highest_temp;
        self.highest_temp = free.max(outer);
        (result, free)
    }

    /// Lowers what something else was [put into](Lowering::put_in): its own temps are others.
    pub(crate) fn above<R>(&mut self, free: Temp, lower: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.set_temps(free);
        let result = lower(self);
        self.set_temps(outer);
        result
    }

    /// Goes on with another first free temp; the one from before.
    pub(crate) fn set_temps(&mut self, next: Temp) -> Temp {
        std::mem::replace(&mut self.next_temp, next)
    }

    // ---- problems

    pub(crate) fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Value {
        self.report(Diagnostic::error(code, span, message));
        Value::Poison
    }

    // ---- scopes

    pub(crate) fn with_thing<R>(&mut self, thing: Thing, body: impl FnOnce(&mut Self) -> R) -> R {
        self.things.push(thing);
        let result = body(self);
        self.things.pop();
        result
    }

    pub(crate) fn with_bindings<R>(
        &mut self,
        bindings: Vec<(String, Value)>,
        body: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = self.bindings.len();
        self.bindings.extend(bindings);
        let result = body(self);
        self.bindings.truncate(before);
        result
    }

    pub(crate) fn bound(&self, name: &str) -> Option<&Value> {
        self.bindings.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// A candidate of this kind while `body` lowers what is said of it.
    pub(crate) fn with_candidate<R>(
        &mut self,
        kind: ValueKind,
        name: Option<&str>,
        body: impl FnOnce(&mut Self, Temp) -> R,
    ) -> R {
        self.with_temp(|low, temp| {
            let id = low.n(Num::Temp(temp));
            let bindings =
                name.map(|n| (n.to_string(), Value::num(id, kind))).into_iter().collect();
            low.with_bindings(bindings, |low| {
                low.with_thing(Thing { id, kind, role: Role::It }, |low| body(low, temp))
            })
        })
    }

    /// A set as the candidate, while `body` lowers what is said of it: it lies in the temp, as `it`
    /// and perhaps under a name.
    pub(crate) fn with_set_candidate<R>(
        &mut self,
        kind: ValueKind,
        name: Option<&str>,
        body: impl FnOnce(&mut Self, Temp) -> R,
    ) -> R {
        self.with_temp(|low, temp| {
            let value = Value::Set(low.s(Set::Temp(temp)), kind);
            let bindings = name.map(|n| (n.to_string(), value.clone())).into_iter().collect();
            low.with_bindings(bindings, |low| low.with_subject_set(value, |low| body(low, temp)))
        })
    }

    /// A set as `it`.
    pub(crate) fn with_subject_set<R>(
        &mut self,
        set: Value,
        body: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.candidate_sets.push((self.things.len(), set));
        let result = body(self);
        self.candidate_sets.pop();
        result
    }

    /// The nearest thing of one of these kinds.
    pub(crate) fn nearest_thing(&self, wanted: impl Fn(ValueKind) -> bool) -> Option<Thing> {
        self.things.iter().rev().find(|thing| wanted(thing.kind)).copied()
    }

    /// Notes that the frame's player is meant at a place.
    pub(crate) fn note_me(&mut self, span: Span, asks: bool) {
        let is_player = |value: &Value| {
            matches!(
                value,
                Value::Num(value::Scalar { kind: ValueKind::Player | ValueKind::Team, .. })
            )
        };
        let named = self.bindings.iter().rev().find(|(_, value)| is_player(value));
        let named = named.map(|(name, _)| name.clone());
        self.uses_me.push(MeUse { span, asks, named, between_turns: false, run_at: None });
    }

    /// The nearest player or team, as the owner of something.
    pub(crate) fn nearest_owner(&mut self, span: Span) -> Option<Thing> {
        let thing =
            self.nearest_thing(|kind| matches!(kind, ValueKind::Player | ValueKind::Team))?;
        if thing.id == self.me_id() {
            self.note_me(span, false);
        }
        Some(thing)
    }

    fn me_id(&self) -> NumId {
        // The frame's player is always the outermost thing; see `with_frame_me`.
        self.things.first().map_or(NumId::from_number(u32::MAX), |thing| thing.id)
    }

    /// How rows of tables came out that were asked so far: see
    /// [`Scratch::rows`](crate::vm::Scratch::rows).
    pub(crate) fn rows_at_load(&self) -> IdVec<RowMark, u8> {
        self.statics.rows().clone()
    }

    /// The player whose business a unit or a condition is: outermost of all things.
    pub(crate) fn with_frame_me<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let id = self.n(Num::Me);
        let outer = std::mem::take(&mut self.things);
        let outer_sets = std::mem::take(&mut self.candidate_sets);
        let result = self.with_thing(Thing { id, kind: ValueKind::Player, role: Role::Me }, body);
        self.things = outer;
        self.candidate_sets = outer_sets;
        result
    }

    /// The seat or team of a thing, as owner of what is per player or per team.
    pub(crate) fn owner_for(&mut self, per: Per, thing: Thing) -> NumId {
        self.meant_me += usize::from(per != Per::Table && thing.role == Role::Me);
        match (per, thing.kind) {
            (Per::Table, _) => self.constant(0),
            (Per::Team, ValueKind::Player) => self.n(Num::TeamOf(thing.id)),
            (Per::Player, ValueKind::Team) => self.n(Num::Captain(thing.id)),
            (Per::Team | Per::Player, _) => thing.id,
        }
    }

    // ---- what is known before play

    /// A test that depends on nothing but one card: the cards that pass.
    pub(crate) fn static_cards(&mut self, test: TestId, temp: Temp) -> Option<Bits> {
        use crate::program::walk::{Term, is_static};
        if !is_static(&self.program, Term::Test(test), &mut vec![temp]) {
            return None;
        }
        let mut cards = Bits::EMPTY;
        for card in 0..self.program.cards.len() {
            cards.put(
                Card::new(card),
                self.statics.test(&self.program, test, Some((temp, card.to_i32())))?,
            );
        }
        Some(cards)
    }

    /// A number that depends on nothing but one card: its attribute table.
    pub(crate) fn static_table(
        &mut self,
        value: NumId,
        kind: ValueKind,
        temp: Temp,
    ) -> Option<AttributeId> {
        use crate::program::walk::{Term, is_static};
        if !is_static(&self.program, Term::Num(value), &mut vec![temp]) {
            return None;
        }
        let mut values = Vec::with_capacity(self.program.cards.len());
        for card in 0..self.program.cards.len() {
            values.push(self.statics.num(&self.program, value, Some((temp, card.to_i32())))?);
        }
        if let Some(&table) = self.folded.get(&values) {
            return Some(table);
        }
        // Without a name: nobody sees it but the runtime.
        let table = self.program.attributes.push(crate::program::Attribute::new(
            String::new(),
            kind,
            values.clone(),
        ));
        self.folded.insert(values, table);
        Some(table)
    }

    pub(crate) fn static_test(&mut self, test: TestId) -> Option<bool> {
        use crate::program::walk::{Term, is_static};
        is_static(&self.program, Term::Test(test), &mut Vec::new())
            .then(|| self.statics.test(&self.program, test, None))
            .flatten()
    }

    pub(crate) fn static_num(&mut self, num: NumId) -> Option<i32> {
        use crate::program::walk::{Term, is_static};
        is_static(&self.program, Term::Num(num), &mut Vec::new())
            .then(|| self.statics.num(&self.program, num, None))
            .flatten()
    }

    pub(crate) fn static_set(&mut self, set: SetId) -> Option<Bits> {
        use crate::program::walk::{Term, is_static};
        is_static(&self.program, Term::Set(set), &mut Vec::new())
            .then(|| self.statics.set(&self.program, set))
            .flatten()
    }

    /// A static condition of the layout about cards: those that pass, of all.
    pub(crate) fn cards_where(&mut self, condition: &Expr) -> Option<Bits> {
        let known = self.only_known.replace(OnlyKnown {
            words: "only printed attributes, options and fixed variables can be used",
            fits: |meaning| {
                matches!(meaning, Meaning::Attribute(_) | Meaning::Option(_) | Meaning::Variable(_))
            },
        });
        let (test, temp) =
            self.with_candidate(ValueKind::Card, None, |low, temp| (low.test(condition), temp));
        self.only_known = known;
        let test = test?;
        let cards = self.static_cards(test, temp);
        if cards.is_none() {
            self.error(
                "not-fixed",
                condition.span,
                "this must be clear before play: only printed attributes, options and fixed variables can be used here",
            );
        }
        cards
    }

    /// A static condition of the layout about options.
    pub(crate) fn holds_before_play(&mut self, condition: &Expr) -> Option<bool> {
        let known = self.only_known.replace(OnlyKnown {
            words: "only options can be used",
            fits: |meaning| matches!(meaning, Meaning::Option(_)),
        });
        let test = self.test(condition);
        self.only_known = known;
        let test = test?;
        let holds = self.static_test(test);
        if holds.is_none() {
            self.error(
                "not-fixed",
                condition.span,
                "this must be clear before play: only options can be used here",
            );
        }
        holds
    }

    /// After the cards have changed: what was worked out for the former ones means nothing.
    pub(crate) fn forget_folded(&mut self) {
        self.folded.clear();
    }

    pub(crate) fn suits(&self) -> Option<WordListId> {
        self.program.lists.find(|list| list.name == "suits")
    }
}
