//! A value as its surroundings want it: a zone as its cards or as a place, a slot as its only card,
//! a seat as its team.

use super::names::Meaning;
use super::value::{Owner, Scalar, Value, ZoneValue, one};
use super::{Lowering, Role, Thing, instead};
use crate::diagnostic::{self, Diagnostic};
use crate::program::ValueKind;
use crate::program::terms::{List, ListId, Num, NumId, Set, SetId, Test, TestId};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::called_in_packs;
use crate::tabletop::ids::{AttributeId, WordListId};
use crate::tabletop::{Per, Shape};
use crate::value::{Bits, Narrow};

/// A name that nothing has is told of at so many of its uses.
const MOST_USES_TOLD: usize = 3;

impl Lowering {
    // ---- whole expressions, as something

    pub(crate) fn num(&mut self, expr: &Expr, kind: ValueKind) -> Option<NumId> {
        let value = self.expr(expr);
        self.as_kept(value, kind, expr.span).map(|scalar| scalar.id)
    }

    /// A scalar of the kind of what keeps it. A word of a list with more words than it knows is
    /// none of its kind, though the two can be compared.
    pub(crate) fn as_kept(&mut self, value: Value, kind: ValueKind, span: Span) -> Option<Scalar> {
        if let (Value::Num(Scalar { kind: ValueKind::Word(from), .. }), ValueKind::Word(to)) =
            (&value, kind)
        {
            let (from, to) = (&self.program.lists[*from], &self.program.lists[to]);
            if from.words.len() > to.words.len() && from.words.starts_with(&to.words) {
                let more = shown_words(&from.words[to.words.len()..]);
                let message = format!(
                    "expected a word of `{}`, found one of `{}`, which also has {more}",
                    to.name, from.name,
                );
                let help =
                    format!("it would take a list that has these words, too: `also: [{more}]`");
                self.report(Diagnostic::error("wrong-type", span, message).help(help));
                return None;
            }
        }
        self.as_scalar(value, Some(kind), span)
    }

    /// A number that cannot be none.
    pub(crate) fn sure_number(&mut self, expr: &Expr) -> Option<NumId> {
        let value = self.expr(expr);
        let scalar = self.as_scalar(value, Some(ValueKind::Number), expr.span)?;
        self.not_none(scalar, expr);
        Some(scalar.id)
    }

    pub(crate) fn not_none(&mut self, scalar: Scalar, expr: &Expr) {
        if scalar.maybe {
            self.report(self.maybe_none(expr));
        }
    }

    /// The problem that an expression can be none. Of a sum it points at the part that can be; of
    /// `points of winner` it tells whose: `winner` is what needs the `default`; of what is printed
    /// on cards it tells which ones have none of it.
    fn maybe_none(&self, expr: &Expr) -> Diagnostic {
        match &*expr.node {
            ExprKind::Arithmetic { left, right, .. } => {
                match [left, right].into_iter().find(|side| self.typed.is_maybe_scalar(side)) {
                    Some(side) => self.maybe_none(side),
                    None => self.none_counted(expr),
                }
            }
            ExprKind::Of { whole, .. } if self.typed.is_maybe_scalar(whole) => {
                let problem = self.none_counted(expr);
                let problem = problem.also(whole.span, "it is none where this is none");
                match &*whole.node {
                    ExprKind::Name { name, arguments: None } => problem.help(format!(
                        "say what to take instead: `… default 0`; or ask first: {}",
                        self.asked_first(&name.node)
                    )),
                    _ => problem,
                }
            }
            _ => self.none_counted(expr),
        }
    }

    /// How it is asked whether a thing called `name` is there, before it is counted with.
    fn asked_first(&self, name: &str) -> String {
        match self.bound(name) {
            Some(_) => format!("`if {name} is not none {{ … }}`"),
            None => format!("`let found = {name}`, then `if found is not none {{ … }}`"),
        }
    }

    fn none_counted(&self, expr: &Expr) -> Diagnostic {
        let lacking = self.attribute_read(expr).map(|read| self.lacking(read));
        let why = lacking.filter(|why| !why.is_empty()).map(|why| format!(": {why}"));
        let words =
            format!("this can be none, and none cannot be counted with{}", why.unwrap_or_default());
        Diagnostic::error("maybe-none", expr.span, words)
            .help("say what to take instead: `… default 0`")
    }

    /// The attribute that an expression reads, by itself or of a card.
    fn attribute_read(&self, expr: &Expr) -> Option<AttributeId> {
        match &*expr.node {
            ExprKind::Of { part, .. } => self.attribute_read(part),
            ExprKind::Name { name, arguments: None } if self.bound(&name.node).is_none() => {
                match self.names.get(&name.node)? {
                    Meaning::Attribute(attribute) => Some(attribute),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Which cards have none of an attribute, in words: ``the cards of `goals` have no `worth` ``.
    fn lacking(&self, attribute: AttributeId) -> String {
        let attribute = &self.program.attributes[attribute];
        let (mut all, mut some) = (Vec::new(), Vec::new());
        for (number, name) in self.deck_names.iter().enumerate() {
            let cards = self.program.cards.iter().zip(&attribute.values);
            let of_deck = cards.filter(|(card, _)| card.deck.index() == number);
            let lacks: Vec<bool> = of_deck.map(|(_, &value)| value == crate::value::NONE).collect();
            if lacks.contains(&true) {
                let decks = if lacks.contains(&false) { &mut some } else { &mut all };
                decks.push(format!("`{name}`"));
            }
        }
        let told = [("the cards", all), ("some cards", some)].into_iter();
        let told = told.filter(|(_, decks)| !decks.is_empty()).map(|(cards, decks)| {
            format!("{cards} of {} have no `{}`", decks.join(", "), attribute.name)
        });
        told.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn test(&mut self, expr: &Expr) -> Option<TestId> {
        let value = self.expr(expr);
        self.as_test(value, expr.span)
    }

    pub(crate) fn set(&mut self, expr: &Expr) -> Option<(SetId, ValueKind)> {
        let value = self.expr(expr);
        self.as_set(value, expr.span)
    }

    pub(crate) fn cards(&mut self, expr: &Expr) -> Option<SetId> {
        let value = self.expr(expr);
        self.as_cards(value, expr.span)
    }

    pub(crate) fn player(&mut self, expr: &Expr) -> Option<NumId> {
        self.num(expr, ValueKind::Player)
    }

    // ---- values, as something

    pub(crate) fn wrong(&mut self, value: &Value, wanted: &str, span: Span) {
        match value {
            Value::Poison => {}
            Value::Word(word) if !self.is_word(word) => self.unknown_name(word, span),
            _ => {
                let found = value.describe(&self.program.lists);
                let verb =
                    if matches!(wanted, "cards" | "slots" | "players") { "are" } else { "is" };
                let message = format!("{wanted} {verb} wanted here, and this is {found}");
                let mut problem = Diagnostic::error("wrong-type", span, message);
                problem.help = self.instead_at(value, wanted, span);
                self.report(problem);
            }
        }
    }

    /// Whether some list has this word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.number_words.contains_key(word)
            || self.program.lists.iter().any(|list| list.words.iter().any(|w| w == word))
    }

    /// Whether what is written at a place has a value; a name that nothing has is told of.
    pub(super) fn is_known(&mut self, value: &Value, written: &Expr) -> bool {
        match value {
            Value::Poison => false,
            Value::Word(word) if !self.is_word(word) => {
                self.unknown_name(word, written.span);
                false
            }
            _ => true,
        }
    }

    pub(crate) fn unknown_name(&mut self, name: &str, span: Span) {
        if self.removed_name(name, span) || self.names.is_clashing(name) {
            return;
        }
        // A formula is read at each of its uses, perhaps thousands of times; and what was never
        // declared may be used everywhere.
        let told = self.unknown.entry(name.to_owned()).or_default();
        if told.contains(&span) || told.len() >= MOST_USES_TOLD {
            return;
        }
        told.push(span);
        if let Some(help) = instead::of_part(name) {
            let message = format!("`{name}` means nothing alone");
            return self.report(Diagnostic::error("unknown-name", span, message).help(help));
        }
        if let Some(only) = self.only_known {
            let known: Vec<&str> = self
                .names
                .iter()
                .filter(|(_, m, _)| (only.fits)(*m))
                .map(|(name, _, _)| name)
                .collect();
            let problem = Diagnostic::error(
                "unknown-name",
                span,
                format!("nothing is called `{name}` here: {}", only.words),
            );
            return self.report(match self.variants.get(name) {
                Some(sets) => problem.help(format!("`{name}` is a variant: ask for `{sets}`")),
                None => problem.did_you_mean(name, known),
            });
        }
        let problem =
            Diagnostic::error("unknown-name", span, format!("nothing is called `{name}`"));
        let bound = self.bindings.iter().map(|(name, _)| name.as_str());
        // A short word is near to many.
        let is_like = |known: &&str| known.len() > 3 || name.chars().next() == known.chars().next();
        let built_in = super::names::BUILT_IN.iter().copied().filter(is_like);
        let known: Vec<&str> = self.names.all().chain(bound).chain(built_in).collect();
        let in_packs = || {
            let written = called_in_packs(name)?.first().filter(|word| self.is_word(word))?;
            Some(format!("in a standard pack this is `{written}`"))
        };
        let help = self
            .instead_of_people(name, span)
            .or_else(|| instead::of_elsewhere(name).map(str::to_owned))
            .or_else(|| self.instead_of_card(name))
            .or_else(|| instead::of_place_in_text(name))
            .or_else(in_packs);
        self.report(match help {
            Some(help) => problem.help(help),
            None => problem.did_you_mean(name, known),
        });
    }

    /// `(c in hand where …)`: a name for each member, where nothing says what is asked of them.
    pub(crate) fn unknown_candidate(&mut self, name: &str, span: Span) -> bool {
        let known = self.names.all().chain(self.bindings.iter().map(|(name, _)| name.as_str()));
        let is_near = diagnostic::nearest(name, known).is_some();
        if is_near
            || self.is_word(name)
            || self.only_known.is_some()
            || self.names.removed.contains_key(name)
        {
            return false;
        }
        let problem =
            Diagnostic::error("unknown-name", span, format!("nothing is called `{name}`"));
        self.report(problem.help(format!(
            "to call each member `{name}`, say what is asked of them: `any {name} in …`, `count {name} in …`, `sum … over {name} in …`, \
             `those {name} in … where …`"
        )));
        true
    }

    /// A name that a page took away: that is said instead.
    pub(crate) fn removed_name(&mut self, name: &str, span: Span) -> bool {
        let Some(&removed) = self.names.removed.get(name) else { return false };
        let problem = Diagnostic::error(
            "removed-part",
            span,
            format!("`{name}` is used here, but a page removed it"),
        );
        self.report(problem.also(removed, "removed here"));
        true
    }

    /// A name that should have been of one sort: it is of another, or of none.
    pub(crate) fn unknown(
        &mut self,
        code: &'static str,
        what: &str,
        name: &str,
        span: Span,
        known: Vec<String>,
    ) {
        if let Some(problem) = self.no_such(code, what, name, span, known) {
            self.report(problem);
        }
    }

    /// What is wrong with such a name; nothing where that has been told.
    pub(crate) fn no_such(
        &mut self,
        code: &'static str,
        what: &str,
        name: &str,
        span: Span,
        known: Vec<String>,
    ) -> Option<Diagnostic> {
        if self.names.is_clashing(name) || self.removed_name(name, span) {
            return None;
        }
        let problem = match self.names.get(name) {
            Some(meaning) => Diagnostic::error(
                code,
                span,
                format!("`{name}` is {}, and no {what}", meaning.words()),
            ),
            None => Diagnostic::error(code, span, format!("there is no {what} `{name}`")),
        };
        Some(problem.did_you_mean(name, known.iter().map(String::as_str)))
    }

    pub(crate) fn unknown_phase(&mut self, name: &str, span: Span) {
        if let Some(problem) = self.no_such_phase(name, span) {
            self.report(problem);
        }
    }

    pub(super) fn no_such_phase(&mut self, name: &str, span: Span) -> Option<Diagnostic> {
        let phases = self.program.phases.iter().map(|p| p.name.clone()).collect();
        self.no_such("unknown-phase", "phase", name, span, phases)
    }

    pub(crate) fn as_test(&mut self, value: Value, span: Span) -> Option<TestId> {
        match value {
            Value::Test(test) => Some(test),
            Value::Num(Scalar { id, kind: ValueKind::Flag, .. }) => Some(self.t(Test::IsTrue(id))),
            other => {
                self.wrong(&other, "a condition (a yes or no)", span);
                None
            }
        }
    }

    pub(crate) fn as_kind(&mut self, value: Value, kind: ValueKind, span: Span) -> Option<NumId> {
        self.as_scalar(value, Some(kind), span).map(|scalar| scalar.id)
    }

    /// A scalar, of a kind if one is wanted; whether it may be none is for the caller to judge.
    pub(crate) fn as_scalar(
        &mut self,
        value: Value,
        kind: Option<ValueKind>,
        span: Span,
    ) -> Option<Scalar> {
        let scalar = self.try_scalar(&value, kind);
        if scalar.is_none() {
            let wanted =
                kind.map_or("a single value".into(), |kind| one(kind, &self.program.lists));
            match (&value, kind) {
                (Value::Word(word), Some(ValueKind::Word(list))) => {
                    self.unknown_word(word, list, span)
                }
                _ => self.wrong(&value, &wanted, span),
            }
        }
        scalar
    }

    fn unknown_word(&mut self, word: &str, list: WordListId, span: Span) {
        let list = self.program.lists[list].clone();
        self.no_word_of(&list.name, word, &list.words, span);
    }

    /// Reports that a `word` is none of the `words` of a `list`, and which of them was probably
    /// meant.
    pub(super) fn no_word_of(&mut self, list: &str, word: &str, words: &[String], span: Span) {
        let message = format!("`{word}` is no word of `{list}`: {}", shown_words(words));
        let meant = instead::of_packs(word, words)
            .or_else(|| diagnostic::nearest(word, words.iter().map(String::as_str)))
            .or_else(|| self.names.all().find(|name| diagnostic::is_one_off(word, name)))
            .or_else(|| instead::of_name(word, words))
            .or_else(|| diagnostic::nearest(word, self.names.all()));
        let help = meant.map(|meant| format!("did you mean `{meant}`?"));
        let mut problem = Diagnostic::error("unknown-word", span, message);
        problem.help = help;
        self.report(problem);
    }

    pub(crate) fn try_scalar(&mut self, value: &Value, kind: Option<ValueKind>) -> Option<Scalar> {
        let scalar = match value {
            Value::Num(scalar) => *scalar,
            Value::Test(test) => {
                Scalar { id: self.n(Num::Flag(*test)), kind: ValueKind::Flag, maybe: false }
            }
            Value::None => {
                let id = self.constant(crate::value::NONE);
                return Some(Scalar { id, kind: kind?, maybe: true });
            }
            Value::Word(word) => {
                let (value, kind) = self.word(word, kind)?;
                return Some(Scalar { id: self.constant(value), kind, maybe: false });
            }
            Value::Zone(_) | Value::OneOfZones(_) => return self.zone_scalar(value, kind),
            Value::Set(set, ValueKind::Card) if kind == Some(ValueKind::Card) => {
                Scalar { id: self.n(Num::The(*set)), kind: ValueKind::Card, maybe: true }
            }
            Value::Text(text) if kind == Some(ValueKind::Text) => {
                let id = self.sentence(text);
                return Some(Scalar {
                    id: self.constant(id.word()),
                    kind: ValueKind::Text,
                    maybe: false,
                });
            }
            Value::Set(..)
            | Value::List(..)
            | Value::Family(..)
            | Value::NewSlot { .. }
            | Value::Range { .. }
            | Value::Tuple(_)
            | Value::Text(_)
            | Value::Empty
            | Value::Poison => return None,
        };
        match kind {
            None => Some(scalar),
            Some(kind) => self.convert(scalar, kind),
        }
    }

    /// A scalar as another kind, where one stands for the other.
    fn convert(&mut self, scalar: Scalar, kind: ValueKind) -> Option<Scalar> {
        let Scalar { id, kind: is, maybe } = scalar;
        let id = match (is, kind) {
            (a, b) if a == b => id,
            (ValueKind::Word(a), ValueKind::Word(b)) if self.lists_agree(a, b) => id,
            (ValueKind::Player, ValueKind::Team) => self.n(Num::TeamOf(id)),
            (ValueKind::Team, ValueKind::Player) => self.n(Num::Captain(id)),
            (ValueKind::Slot, ValueKind::Card) => {
                let id = self.n(Num::OnlyCard { slot: id });
                return Some(Scalar { id, kind, maybe: true });
            }
            _ => return None,
        };
        Some(Scalar { id, kind, maybe })
    }

    /// Whether one list begins with all words of the other: then their words are the same.
    pub(crate) fn lists_agree(&self, a: WordListId, b: WordListId) -> bool {
        let (a, b) = (&self.program.lists[a].words, &self.program.lists[b].words);
        a.starts_with(b) || b.starts_with(a)
    }

    /// A zone with a single slot as that slot, or as the only card in it.
    fn zone_scalar(&mut self, zone: &Value, kind: Option<ValueKind>) -> Option<Scalar> {
        let slot = self.only_slot(zone)?;
        match kind {
            Some(ValueKind::Slot) => Some(Scalar { id: slot, kind: ValueKind::Slot, maybe: false }),
            Some(ValueKind::Card) => {
                let id = self.n(Num::OnlyCard { slot });
                Some(Scalar { id, kind: ValueKind::Card, maybe: true })
            }
            // Alone, a place for one card stands for its card.
            None if self.is_for_one_card(zone) => {
                let id = self.n(Num::OnlyCard { slot });
                Some(Scalar { id, kind: ValueKind::Card, maybe: true })
            }
            Some(_) | None => None,
        }
    }

    /// Whether a zone, or each that it may be, is a place for one card.
    fn is_for_one_card(&self, zone: &Value) -> bool {
        match zone {
            Value::Zone(zone) => self.program.zones[zone.zone].shape == Shape::One,
            Value::OneOfZones(zones) => {
                self.is_for_one_card(&zones.then) && self.is_for_one_card(&zones.otherwise)
            }
            _ => false,
        }
    }

    /// The only slot of a value that is a zone, of one owner.
    pub(crate) fn only_slot(&mut self, value: &Value) -> Option<NumId> {
        match value {
            Value::Zone(zone) => self.zone_slot(*zone),
            Value::OneOfZones(zones) => Some(zones.slot),
            _ => None,
        }
    }

    /// The only slot of a zone, of one owner.
    pub(crate) fn zone_slot(&mut self, zone: ZoneValue) -> Option<NumId> {
        let Owner::One(owner) = zone.owner else { return None };
        let info = &self.program.zones[zone.zone];
        if !info.is_single() {
            return None;
        }
        if info.per == Per::Table {
            let slot = self.program.instances[info.first_instance].first_slot;
            return Some(self.constant(slot.word()));
        }
        let index = self.constant(1);
        Some(self.n(Num::ZoneSlot { zone: zone.zone, owner, index }))
    }

    /// The value of a word: of a wanted list, as a wanted number, else of the only list that has it
    /// (suits before others).
    pub(crate) fn word(&mut self, word: &str, kind: Option<ValueKind>) -> Option<(i32, ValueKind)> {
        let index = |list: WordListId, low: &Self| {
            low.program.lists[list].words.iter().position(|w| w == word)
        };
        match kind {
            Some(ValueKind::Word(list)) => {
                index(list, self).map(|i| (i.to_i32(), ValueKind::Word(list)))
            }
            Some(ValueKind::Number) => self.rank_word(word),
            Some(_) => None,
            None => {
                let suits = self.suits().and_then(|list| {
                    index(list, self).map(|i| (i.to_i32(), ValueKind::Word(list)))
                });
                let lists = self.program.lists.ids().filter_map(|l| index(l, self).map(|i| (l, i)));
                let found: Vec<(WordListId, usize)> = lists.collect();
                match (suits, found.as_slice()) {
                    (Some(suit), _) => Some(suit),
                    (None, [(list, i)]) => Some(((*i).to_i32(), ValueKind::Word(*list))),
                    (None, _) => self.rank_word(word),
                }
            }
        }
    }

    fn rank_word(&mut self, word: &str) -> Option<(i32, ValueKind)> {
        let value = *self.number_words.get(word)?;
        self.ranks_asked.insert(word.to_owned());
        Some((value, ValueKind::Number))
    }

    // ---- sets

    pub(crate) fn as_set(&mut self, value: Value, span: Span) -> Option<(SetId, ValueKind)> {
        match self.try_set(&value) {
            Some(set) => Some(set),
            None if matches!(value, Value::List(_, ValueKind::Number)) => {
                let problem = Diagnostic::error(
                    "wrong-type",
                    span,
                    "a set is wanted here, and this is a list of numbers",
                );
                self.report(
                    problem.help("numbers are taken from a range: `1..9`, with a `where` for those that are meant"),
                );
                None
            }
            None => {
                self.wrong(&value, "a set", span);
                None
            }
        }
    }

    pub(crate) fn try_set(&mut self, value: &Value) -> Option<(SetId, ValueKind)> {
        match value {
            Value::Set(set, kind) => Some((*set, *kind)),
            Value::Zone(zone) => Some(self.zone_members(*zone)),
            Value::OneOfZones(_) => Some((self.cards_of_zone(value)?, ValueKind::Card)),
            Value::Num(Scalar { id, kind: ValueKind::Slot, .. }) => {
                Some((self.s(Set::SlotCards { slot: *id }), ValueKind::Card))
            }
            Value::Num(Scalar { id, kind: ValueKind::Team, .. }) => {
                Some((self.s(Set::SeatsOfTeam(*id)), ValueKind::Player))
            }
            // Sets are of things and words; numbers stand in ranges and lists.
            Value::Num(Scalar {
                kind: ValueKind::Number | ValueKind::Flag | ValueKind::Text,
                ..
            }) => None,
            Value::Num(Scalar { id, kind, .. }) => Some((self.s(Set::One(*id)), *kind)),
            Value::Tuple(members) => self.tuple_set(members),
            Value::List(list, kind @ ValueKind::Word(_)) => {
                Some((self.s(Set::OfList(*list)), *kind))
            }
            Value::Empty => Some((self.constant_set(Bits::EMPTY), ValueKind::Card)),
            Value::Word(_) => {
                let scalar = self
                    .try_scalar(value, None)
                    .filter(|scalar| scalar.kind != ValueKind::Number)?;
                Some((self.s(Set::One(scalar.id)), scalar.kind))
            }
            Value::Test(_)
            | Value::List(..)
            | Value::Family(..)
            | Value::NewSlot { .. }
            | Value::Range { .. }
            | Value::Text(_)
            | Value::None
            | Value::Poison => None,
        }
    }

    /// Single things in brackets: zones among them are places, or else, if they hold one card each,
    /// cards like the others.
    fn tuple_set(&mut self, members: &[Value]) -> Option<(SetId, ValueKind)> {
        self.set_of_all(members, Some(ValueKind::Slot)).or_else(|| self.set_of_all(members, None))
    }

    /// Single things of one kind as a set, zones among them as `zones`.
    fn set_of_all(
        &mut self,
        members: &[Value],
        zones: Option<ValueKind>,
    ) -> Option<(SetId, ValueKind)> {
        let mut union = None;
        for member in members {
            let scalar = self.try_scalar(member, zones.filter(|_| member.is_zone()))?;
            if scalar.kind == ValueKind::Number {
                return None;
            }
            let one = self.s(Set::One(scalar.id));
            union = Some(match union {
                None => (one, scalar.kind),
                Some((set, kind)) if kind == scalar.kind => (self.s(Set::Union(set, one)), kind),
                Some(_) => return None,
            });
        }
        let (set, kind) = union?;
        let fixed = self.static_set(set);
        Some((fixed.map_or(set, |bits| self.constant_set(bits)), kind))
    }

    /// What a bare zone is a set of: a row of its slots (each is a unit of its own), every other
    /// zone of its cards.
    pub(crate) fn zone_members(&mut self, zone: ZoneValue) -> (SetId, ValueKind) {
        if self.program.zones[zone.zone].shape == Shape::Row {
            (self.zone_slots(zone), ValueKind::Slot)
        } else {
            (self.zone_cards(zone), ValueKind::Card)
        }
    }

    pub(crate) fn zone_cards(&mut self, zone: ZoneValue) -> SetId {
        match zone.owner {
            Owner::One(owner) => self.s(Set::ZoneCards { zone: zone.zone, owner }),
            Owner::Several(owners) => self.s(Set::ZoneCardsOf { zone: zone.zone, owners }),
        }
    }

    /// The cards of a value that is a zone, whichever of several it is.
    pub(crate) fn cards_of_zone(&mut self, value: &Value) -> Option<SetId> {
        match value {
            Value::Zone(zone) => Some(self.zone_cards(*zone)),
            Value::OneOfZones(zones) => Some(self.s(Set::SlotCards { slot: zones.slot })),
            _ => None,
        }
    }

    pub(crate) fn zone_slots(&mut self, zone: ZoneValue) -> SetId {
        match zone.owner {
            Owner::One(owner) => self.s(Set::ZoneSlots { zone: zone.zone, owner }),
            Owner::Several(owners) => self.s(Set::ZoneSlotsOf { zone: zone.zone, owners }),
        }
    }

    /// Cards: of slots, those that lie in them.
    pub(crate) fn as_cards(&mut self, value: Value, span: Span) -> Option<SetId> {
        if let Some(cards) = self.cards_of_zone(&value) {
            return Some(cards);
        }
        match self.try_set(&value) {
            Some((set, ValueKind::Card)) => Some(set),
            Some((set, ValueKind::Slot)) => Some(self.s(Set::CardsIn(set))),
            Some(_) | None => {
                self.wrong(&value, "cards", span);
                None
            }
        }
    }

    pub(crate) fn as_slots(&mut self, value: Value, span: Span) -> Option<SetId> {
        let set = match &value {
            Value::Zone(zone) => Some(self.zone_slots(*zone)),
            Value::OneOfZones(zones) => Some(self.s(Set::One(zones.slot))),
            Value::Num(Scalar { id, kind: ValueKind::Slot, .. }) => Some(self.s(Set::One(*id))),
            Value::Set(set, ValueKind::Slot) => Some(*set),
            Value::Tuple(members) => match self.tuple_set(&members.clone()) {
                Some((set, ValueKind::Slot)) => Some(set),
                Some(_) | None => None,
            },
            _ => None,
        };
        if set.is_none() {
            self.wrong(&value, "slots", span);
        }
        set
    }

    /// Seats: of a team, its seats; of teams, their seats.
    pub(crate) fn as_players(&mut self, value: Value, span: Span) -> Option<SetId> {
        match self.try_set(&value) {
            Some((set, ValueKind::Player)) => Some(set),
            Some((set, ValueKind::Team)) => Some(self.with_temp(|low, temp| {
                let team = low.n(Num::Temp(temp));
                let value = low.s(Set::SeatsOfTeam(team));
                low.s(Set::UnionOver { set, temp, value })
            })),
            Some(_) | None => {
                self.wrong(&value, "players", span);
                None
            }
        }
    }

    // ---- lists

    /// A few values in order; `None` without a word when it is no such thing.
    pub(crate) fn try_list(&mut self, value: &Value) -> Option<(ListId, ValueKind)> {
        match value {
            Value::List(list, kind) => Some((*list, *kind)),
            Value::Tuple(members) => {
                let mut scalars = Vec::new();
                for member in members {
                    scalars.push(self.try_scalar(member, None)?);
                }
                let kind = scalars.first()?.kind;
                let group = self.group(scalars.iter().map(|s| s.id).collect());
                Some((self.program.terms.list(List::Tuple(group)), kind))
            }
            Value::Range { from, to } => Some((
                self.program.terms.list(List::Numbers { from: *from, to: *to }),
                ValueKind::Number,
            )),
            _ => None,
        }
    }

    /// A thing that names can belong to.
    pub(crate) fn as_thing(&mut self, value: &Value) -> Option<Thing> {
        let scalar = self.try_scalar(value, value.is_zone().then_some(ValueKind::Slot))?;
        let role = match scalar.kind {
            ValueKind::Player | ValueKind::Team => Role::Me,
            ValueKind::Card
            | ValueKind::Slot
            | ValueKind::Word(_)
            | ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Text => Role::It,
        };
        Some(Thing { id: scalar.id, kind: scalar.kind, role })
    }
}

/// A list's words for a message: all of them, or the first where there are many.
pub(crate) fn shown_words(words: &[String]) -> String {
    const MOST: usize = 12;
    let more = if words.len() > MOST { " …" } else { "" };
    format!("{}{more}", words[..words.len().min(MOST)].join(", "))
}
