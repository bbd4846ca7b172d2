//! The rules as written: names are not looked up, types are not known, pages are not applied.
//! Nothing here is valid yet.
//!
//! What is serialized is what plays: no places in files, and no texts for people.

use crate::source::{Span, Spanned};
use serde::Serialize;

pub(crate) type Name = Spanned<String>;

#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct File {
    pub declarations: Vec<Declaration>,
}

pub type Declaration = Spanned<DeclarationKind>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum DeclarationKind {
    Kind {
        name: Name,
        value: Expr,
    },
    Let {
        name: Name,
        parameters: Vec<Name>,
        value: Expr,
    },
    Table(Table),
    Order {
        name: Name,
        attribute: Name,
        rungs: Vec<Spanned<Rung>>,
    },
    Combinations {
        name: Name,
        rows: Vec<Combination>,
    },
    Shape {
        name: Name,
        shape: Shape,
    },
    Script {
        name: Name,
        parameters: Vec<Name>,
        returns: TypeName,
    },
    Prove {
        name: Name,
        claim: Expr,
        #[serde(skip)]
        why: Option<Name>,
    },
    Score {
        lowest_wins: bool,
        value: Expr,
    },
    /// `value = E`: what players that think go by.
    ValueHint {
        value: Expr,
    },
    Playing {
        condition: Expr,
    },
    Phase {
        name: Name,
        parameters: Vec<Name>,
        body: PhaseBody,
    },
    Action(Action),
    Effect {
        name: Name,
        parameters: Vec<Name>,
        body: Block,
    },
    Watch(Watch),
    Refill {
        zone: Name,
        body: Block,
    },
    When {
        condition: Expr,
        page: Vec<Declaration>,
    },
    Replace(Box<Declaration>),
    Remove {
        part: Part,
        names: Vec<PartName>,
    },
    ExtendTable {
        table: Name,
        rows: Rows,
    },
    ExtendAction {
        actions: Vec<Name>,
        clauses: Vec<Clause>,
    },
    ExtendPhase {
        phases: Vec<Name>,
        choices: Vec<Choice>,
    },
    Hook {
        when: HookTime,
        names: Vec<Name>,
        body: Block,
    },
}

/// The type that a script is declared to return.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeName {
    pub(crate) set: bool,
    pub(crate) name: Name,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Rung {
    Number(i32),
    Word(String),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    pub name: Name,
    pub parameters: Vec<Name>,
    /// What the patterns look at; empty for a table of conditions.
    pub subjects: Vec<Expr>,
    pub rows: Rows,
    /// How many of the first rows pages have added; none as written.
    #[serde(skip)]
    pub extended: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Rows {
    Patterns(Vec<PatternRow>),
    Conditions(Vec<ConditionRow>),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PatternRow {
    /// `None` is `otherwise`.
    pub(crate) patterns: Option<Vec<Spanned<Pattern>>>,
    pub(crate) condition: Option<Expr>,
    pub(crate) value: Expr,
    #[serde(skip)]
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Pattern {
    Anything,
    OneOf(Vec<Spanned<PatternValue>>),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PatternValue {
    Number(i32),
    Range {
        from: i32,
        to: Option<i32>,
    },
    /// A range of which an end is a word that stands for a number: `10..A`.
    Named {
        from: String,
        to: Option<String>,
    },
    Word(String),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConditionRow {
    /// `None` is `otherwise`.
    pub(crate) condition: Option<Expr>,
    pub(crate) value: Expr,
    #[serde(skip)]
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Combination {
    /// One card of each kind named.
    pub(crate) kinds: Vec<Name>,
    pub(crate) value: Expr,
    #[serde(skip)]
    pub(crate) span: Span,
}

/// Which cards belong together.
pub(crate) type Shape = Spanned<ShapeKind>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ShapeKind {
    Form(Form),
    Named(Name),
    AnyOf(Vec<Shape>),
    /// Disjoint cards of each.
    Together(Vec<Shape>),
}

/// `3.. cards where C, same suit, rank in sequence`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Form {
    pub(crate) amount: Amount,
    pub(crate) card: Option<Expr>,
    pub(crate) common: Vec<Spanned<Common>>,
}

/// What the cards of a form have in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Common {
    Same(Expr),
    Different(Expr),
    Sequence(Expr),
    /// `2 of each rank`.
    Each {
        count: Expr,
        value: Expr,
    },
    Total {
        value: Expr,
        op: CompareOp,
        than: Expr,
    },
    /// `0..3 wild where C`: cards that stand for others.
    Wild {
        amount: Amount,
        card: Expr,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PhaseBody {
    Flow(Step),
    Block(Block),
}

pub(crate) type Step = Spanned<StepKind>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StepKind {
    Sequence(Vec<Step>),
    Call(Call),
    May(Call),
    Together { may: bool, call: Call },
    OneOf { may: bool, choices: Vec<Choice> },
    AnyOf { choices: Vec<Choice>, done_when: Option<Expr> },
    Window { choices: Vec<Choice> },
    Times { times: Expr, step: Box<Step> },
    Turns { filters: Vec<Expr>, from: Expr, step: Box<Step> },
    Each { each: Each, step: Box<Step> },
    Until { step: Box<Step>, condition: Expr },
    OnlyIf { step: Box<Step>, condition: Expr },
    By { step: Box<Step>, who: Expr },
    Settled { step: Box<Step>, how: Settling },
    OrElse { step: Box<Step>, call: Call },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Settling {
    Random,
    TurnOrder { from: Option<Expr> },
    Everyone,
}

/// `each NAME in SET where C from P`. Without a set, NAME is `player` or `team`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Each {
    pub(crate) name: Name,
    pub(crate) set: Option<Expr>,
    pub(crate) filters: Vec<Expr>,
    pub(crate) from: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Call {
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Expr>,
}

/// One entry of a menu: one call, or several in brackets that share a `once`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub calls: Vec<Call>,
    pub once: bool,
    #[serde(skip)]
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    pub name: Name,
    pub parameters: Vec<Parameter>,
    pub clauses: Vec<Clause>,
    pub body: Option<Block>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    pub name: Name,
    /// Without a source the caller gives the value.
    pub source: Option<ParameterSource>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterSource {
    pub(crate) amount: Option<Amount>,
    pub(crate) set: Expr,
    pub(crate) repeated: bool,
    pub(crate) in_order: bool,
    pub(crate) filters: Vec<SourceFilter>,
    /// What is chosen from when nothing is left; `none`: the parameter is then none.
    pub(crate) default: Option<Expr>,
    /// That it is what a caller fixes it to, where a default must not take the place of that.
    #[serde(skip)]
    pub(crate) fixed: Option<SourceFilter>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Amount {
    pub(crate) least: Expr,
    /// `None`: no upper bound. Equal to `least` for a plain number.
    pub(crate) most: Option<Expr>,
    #[serde(skip)]
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SourceFilter {
    pub(crate) condition: Expr,
    #[serde(skip)]
    pub(crate) why: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Clause {
    Need {
        name: Option<Name>,
        condition: Expr,
        #[serde(skip)]
        why: Option<Name>,
        #[serde(skip)]
        span: Span,
    },
    Optional {
        condition: Option<Expr>,
        #[serde(skip)]
        span: Span,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Watch {
    pub(crate) name: Name,
    pub(crate) phase: Option<Name>,
    pub(crate) each: Option<WatchEach>,
    pub(crate) condition: Expr,
    pub(crate) body: Block,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct WatchEach {
    /// `team` or `player`.
    pub(crate) name: Name,
    pub(crate) from: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Part {
    Action,
    Phase,
    Table,
    Watch,
    Need,
    Effect,
    Kind,
    Let,
    Order,
    Combinations,
    Prove,
    /// By the zone that it refills.
    Refill,
}

/// `play`, or `play.one_figure` for a need.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartName {
    pub(crate) name: Name,
    pub(crate) need: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum HookTime {
    Before,
    After,
}

// ----------------------------------------------------------------------------------------------
// statements

pub(crate) type Block = Vec<Statement>;
pub(crate) type Statement = Spanned<StatementKind>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StatementKind {
    Let {
        name: Name,
        value: LetValue,
    },
    Set {
        target: Expr,
        value: Expr,
    },
    Add {
        amount: Expr,
        target: Expr,
    },
    Move {
        sources: Vec<Expr>,
        to: Expr,
        placing: Placing,
    },
    Draw {
        count: Expr,
        from: Expr,
        to: Expr,
        placing: Placing,
    },
    Shuffle {
        zones: Vec<Expr>,
    },
    Rotate {
        zones: Expr,
        by: Expr,
    },
    Turn {
        up: bool,
        cards: Expr,
    },
    Reveal {
        cards: Expr,
        to: Expr,
    },
    Say {
        #[serde(skip)]
        text: Name,
        to: Option<Expr>,
    },
    Mark {
        on: bool,
        things: Expr,
        mark: Name,
    },
    Swap {
        a: Expr,
        b: Expr,
    },
    Join {
        slots: Expr,
        name: Name,
    },
    Split {
        slot: Expr,
    },
    Gather,
    Do(Step),
    If {
        condition: Expr,
        then: Block,
        otherwise: Option<Block>,
    },
    Each {
        each: Each,
        body: Block,
    },
    AtOnce(Block),
    Answer(Expr),
    ReverseTurns,
    End {
        name: Name,
        outcome: Option<Outcome>,
        #[serde(skip)]
        reason: Option<Name>,
    },
}

impl StatementKind {
    /// What the statement is to those around it.
    pub(crate) fn course(&self) -> Course<'_> {
        match self {
            StatementKind::Let { value: LetValue::Step(step), .. } | StatementKind::Do(step) => {
                Course::Runs(step)
            }
            StatementKind::If { then, otherwise, .. } => {
                Course::Branches { then, otherwise: otherwise.as_ref() }
            }
            StatementKind::Each { each, body } => Course::Loops { each, body },
            StatementKind::AtOnce(body) => Course::AtOnce(body),
            StatementKind::End { name, .. } => Course::Ends(name),
            StatementKind::Let { value: LetValue::Expr(_), .. }
            | StatementKind::Say { .. }
            | StatementKind::Answer(_) => Course::Notes,
            StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Move { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Shuffle { .. }
            | StatementKind::Rotate { .. }
            | StatementKind::Turn { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Mark { .. }
            | StatementKind::Swap { .. }
            | StatementKind::Join { .. }
            | StatementKind::Split { .. }
            | StatementKind::Gather
            | StatementKind::ReverseTurns => Course::Happens,
        }
    }

    /// The expressions that the statement itself is made of, in order; not those of the head of a
    /// loop, of steps and of blocks.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match self {
            StatementKind::Let { value: LetValue::Expr(expr), .. }
            | StatementKind::Turn { cards: expr, .. }
            | StatementKind::Mark { things: expr, .. }
            | StatementKind::Join { slots: expr, .. }
            | StatementKind::Split { slot: expr }
            | StatementKind::If { condition: expr, .. }
            | StatementKind::Answer(expr) => vec![expr],
            StatementKind::Set { target: a, value: b }
            | StatementKind::Add { amount: a, target: b }
            | StatementKind::Rotate { zones: a, by: b }
            | StatementKind::Reveal { cards: a, to: b }
            | StatementKind::Swap { a, b } => vec![a, b],
            StatementKind::Move { sources, to, .. } => sources.iter().chain([to]).collect(),
            StatementKind::Draw { count, from, to, .. } => vec![count, from, to],
            StatementKind::Shuffle { zones } => zones.iter().collect(),
            StatementKind::Say { to, .. } => to.iter().collect(),
            StatementKind::End {
                outcome: Some(Outcome::Won { by } | Outcome::Lost { by }),
                ..
            } => by.iter().collect(),
            StatementKind::End { outcome: None | Some(Outcome::Drawn), .. }
            | StatementKind::Let { value: LetValue::Step(_), .. }
            | StatementKind::Gather
            | StatementKind::Do(_)
            | StatementKind::Each { .. }
            | StatementKind::AtOnce(_)
            | StatementKind::ReverseTurns => Vec::new(),
        }
    }
}

/// What a statement is to those around it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Course<'s> {
    /// Something happens at the table, and the rules go on.
    Happens,
    /// Something is remembered, answered or said; the table stays as it is.
    Notes,
    Runs(&'s Step),
    Branches {
        then: &'s Block,
        otherwise: Option<&'s Block>,
    },
    Loops {
        each: &'s Each,
        body: &'s Block,
    },
    AtOnce(&'s Block),
    /// A phase, by its name, or the game ends.
    Ends(&'s Name),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum LetValue {
    Expr(Expr),
    /// `let x = do window …`: what the step answers.
    Step(Step),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Placing {
    /// `face up`, `face down`, or as the zone has it.
    pub(crate) face_up: Option<bool>,
    /// At the bottom instead of on top.
    pub(crate) under: bool,
    /// The cards as one packet, turned over: their order and their faces are reversed.
    pub(crate) turned: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Outcome {
    Won { by: Option<Expr> },
    Lost { by: Option<Expr> },
    Drawn,
}

// ----------------------------------------------------------------------------------------------
// expressions

pub type Expr = Spanned<Box<ExprKind>>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ExprKind {
    Number(i32),
    Text(#[serde(skip)] String),
    Flag(bool),
    None,
    /// `empty` as a value: the set without members.
    Empty,
    /// `all`, as in `hand of all`.
    All,
    /// A bare name, or a call when there are arguments.
    Name {
        name: Name,
        arguments: Option<Vec<Expr>>,
    },
    /// `part of whole`.
    Of {
        part: Expr,
        whole: Expr,
    },
    /// `set where c where d`. After a fold it stands inside, around the fold's set.
    Where {
        set: Expr,
        conditions: Vec<Expr>,
    },
    Default {
        value: Expr,
        fallback: Expr,
    },
    Fold(Fold),
    /// `best VALUE pairing x in A with y in B`.
    Pairing {
        value: Expr,
        left: (Name, Expr),
        right: (Name, Expr),
    },
    /// `best NAME over S`, NAME being declared combinations.
    Packing {
        combinations: Name,
        set: Expr,
    },
    /// `best NAME of S`: the combinations themselves.
    Parts {
        combinations: Name,
        set: Expr,
    },
    /// `groups of S by VALUE`.
    Groups {
        set: Expr,
        key: Expr,
    },
    /// `walk N from CELL through CONDITION`.
    Walk {
        steps: Expr,
        from: Expr,
        through: Expr,
    },
    /// `reached from S by STEP`: what the step leads to from the members, from there on, and so
    /// forth.
    Reached {
        from: Expr,
        step: Expr,
    },
    Roll {
        sides: Expr,
    },
    /// `can ACTION(…)`: whether I could take it.
    Can(Call),
    /// `random S`, `random 3 of S`.
    Random {
        amount: Option<Amount>,
        set: Expr,
    },
    /// `(a, b)`: compared from left to right; the elements of a set when they are words or cards.
    Tuple(Vec<Expr>),
    Range {
        from: Expr,
        to: Option<Expr>,
    },
    Arithmetic {
        op: ArithmeticOp,
        left: Expr,
        right: Expr,
    },
    Negate(Expr),
    Compare {
        op: CompareOp,
        left: Expr,
        right: Expr,
    },
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Expr),
    Is {
        value: Expr,
        not: bool,
        what: Likeness,
    },
    In {
        value: Expr,
        not: bool,
        set: Expr,
    },
    If {
        condition: Expr,
        then: Expr,
        otherwise: Expr,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fold {
    pub(crate) kind: FoldKind,
    /// The value folded (`sum VALUE over S`) or the condition of `all S are C`.
    pub(crate) value: Option<Expr>,
    /// `c in S`: a name for the candidate, beside `it`.
    pub(crate) candidate: Option<Name>,
    pub(crate) set: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum FoldKind {
    Count,
    Any,
    No,
    The,
    /// Its set as it is, with a name for the candidate.
    Those,
    AllAre,
    Sum,
    Highest,
    Lowest,
    Most,
    Least,
    Sorted,
    Commonest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ArithmeticOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What may stand after `is`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Likeness {
    Empty,
    None,
    /// `is (J or Q)`, `is (15 or 31)`.
    OneOf(Vec<Spanned<PatternValue>>),
    /// A kind, a word, or a value to be equal to.
    Value(Expr),
}
