//! Calls of scripts: values go in, a value comes out, and what is pure is remembered.

use super::{Eval, Evaluated, card, member};
use crate::program::ValueKind;
use crate::program::ids::ScriptCallId;
use crate::program::terms::{ScriptArgument, ScriptCall};
use crate::value::{Bits, Card, NONE, Narrow, Slot};
use crate::vm::fault::{FaultKind, ScriptFault};
use crate::vm::host::{ScriptResult, ScriptValue};

/// Results of scripts by their arguments, where all of these are scalars. Each result has one
/// place, where a later one with the same place displaces it: looking one up costs a few
/// instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    results: Vec<Remembered>,
}

#[derive(Clone, Copy, Debug)]
struct Remembered {
    key: MemoKey,
    result: i32,
    /// What the call cost.
    fuel: i32,
}

/// Steps of a script for a unit of fuel.
const STEPS_A_UNIT: u32 = 16;

/// Scalars that a remembered call has at most.
const SCALAR_ARGUMENTS: usize = 4;

/// The call of a script, which says of what kinds its arguments are, and these in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoKey {
    call: ScriptCallId,
    pairs: [u64; SCALAR_ARGUMENTS / 2],
}

impl MemoKey {
    /// No call has this number.
    const NOTHING: MemoKey =
        MemoKey { call: ScriptCallId::from_number(u32::MAX), pairs: [0; SCALAR_ARGUMENTS / 2] };

    #[inline(always)]
    fn new(call: ScriptCallId, [a, b, c, d]: &[i32; SCALAR_ARGUMENTS]) -> Self {
        let pair =
            |a: i32, b: i32| u64::from(a.cast_unsigned()) << 32 | u64::from(b.cast_unsigned());
        MemoKey { call, pairs: [pair(*a, *b), pair(*c, *d)] }
    }

    /// Each pair is multiplied by an odd number of its own: the products do not wait for each
    /// other.
    #[inline(always)]
    fn place(&self) -> usize {
        const ODD: [u64; SCALAR_ARGUMENTS / 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];
        let products = self.pairs.iter().zip(ODD).map(|(pair, odd)| pair.wrapping_mul(odd));
        let mixed = products.fold(u64::from(self.call.number()) << 52, u64::wrapping_add);
        (mixed >> 52).to_usize()
    }
}

impl Memo {
    /// As many as [`MemoKey::place`] tells apart.
    const PLACES: usize = 1 << 12;

    #[inline(always)]
    fn get(&self, key: MemoKey) -> Option<Remembered> {
        let found = self.results.get(key.place())?;
        (found.key == key).then_some(*found)
    }

    fn insert(&mut self, remembered: Remembered) {
        const NOTHING: Remembered = Remembered { key: MemoKey::NOTHING, result: NONE, fuel: 0 };
        self.results.resize(Memo::PLACES, NOTHING);
        self.results[remembered.key.place()] = remembered;
    }
}

impl Eval<'_> {
    pub(super) fn script_number(&mut self, call: ScriptCallId) -> Evaluated<i32> {
        let program = self.program;
        // What is remembered of other games costs the same: a limit does not hang on them.
        self.spend()?;
        let written = &program.terms.calls[call];
        match self.scalars(written)? {
            Some(scalars) => self.remembered_call(call, scalars),
            None => Ok(self.call_for_number(written)?.0),
        }
    }

    /// A call whose result these scalars determine.
    fn remembered_call(
        &mut self,
        call: ScriptCallId,
        arguments: [i32; SCALAR_ARGUMENTS],
    ) -> Evaluated<i32> {
        let (program, key) = (self.program, MemoKey::new(call, &arguments));
        if let Some(Remembered { result, fuel, .. }) = self.scratch.memo.get(key) {
            self.scratch.fuel -= i64::from(fuel);
            return Ok(result);
        }
        let (result, fuel) = self.call_for_number(&program.terms.calls[call])?;
        self.scratch.memo.insert(Remembered { key, result, fuel });
        Ok(result)
    }

    /// The arguments as scalars that determine the result; `None` when some are more than that.
    fn scalars(&mut self, call: &ScriptCall) -> Evaluated<Option<[i32; SCALAR_ARGUMENTS]>> {
        if call.arguments.len() > SCALAR_ARGUMENTS {
            return Ok(None);
        }
        let mut key = [NONE; SCALAR_ARGUMENTS];
        for (slot, argument) in key.iter_mut().zip(&call.arguments) {
            *slot = match argument {
                ScriptArgument::Num { value, .. } => self.num(*value)?,
                ScriptArgument::Flag(test) => i32::from(self.test(*test)?),
                ScriptArgument::Card(_)
                | ScriptArgument::Cards(_)
                | ScriptArgument::Set { .. }
                | ScriptArgument::List { .. }
                | ScriptArgument::Zone { .. }
                | ScriptArgument::Slot(_) => return Ok(None),
            };
        }
        Ok(Some(key))
    }

    /// A number that a script gives back, and what the call has cost.
    fn call_for_number(&mut self, call: &ScriptCall) -> Evaluated<(i32, i32)> {
        match self.call_script(call)? {
            (ScriptResult::Number(value), fuel) => Ok((value, fuel)),
            (ScriptResult::Members(_), _) => Err(wrong()),
        }
    }

    /// Members that a script names: cards by number, slots by their number within the zone that it
    /// was given, seats and teams from 1. Any other number is a fault.
    pub(super) fn script_members(&mut self, call: ScriptCallId) -> Evaluated<Bits> {
        let program = self.program;
        let call = &program.terms.calls[call];
        self.spend()?;
        let (ScriptResult::Members(members), _) = self.call_script(call)? else {
            return Err(wrong());
        };
        let host = self.host;
        let none = |&named: &i32| FaultKind::Script(host.no_member(call.script, named));
        if program.scripts[call.script].returns == ValueKind::Slot {
            let slots = self.slots_given(call)?;
            let slot = |&named: &i32| slots.get(usize::try_from(named).ok()?).copied();
            let slots = members.iter().map(|named| slot(named).ok_or_else(|| none(named)));
            return Ok(slots.collect::<Evaluated<Vec<Slot>>>()?.into_iter().collect());
        }
        let (least, count) = match program.scripts[call.script].returns {
            ValueKind::Card => (0, program.cards.len()),
            ValueKind::Player => (1, program.seats.into()),
            ValueKind::Team => (1, program.teams.into()),
            ValueKind::Word(list) => (0, program.lists[list].words.len()),
            ValueKind::Slot | ValueKind::Number | ValueKind::Flag | ValueKind::Text => {
                (0, Bits::ROOM)
            }
        };
        let place = |&named: &i32| {
            member(named.checked_sub(least)?).filter(|&place| usize::from(place) < count)
        };
        members.iter().map(|named| place(named).ok_or_else(|| none(named))).collect()
    }

    /// The slots of the first zone that a script is given; none where it is given none.
    fn slots_given(&mut self, call: &ScriptCall) -> Evaluated<Vec<Slot>> {
        for argument in &call.arguments {
            if let ScriptArgument::Zone { zone, owner } = argument {
                let instance = self.instance(*zone, *owner)?;
                let slots = |own| self.state.slots_of(self.program, own).collect();
                return Ok(instance.map_or(Vec::new(), slots));
            }
        }
        Ok(Vec::new())
    }

    /// What a script gives back, and what that has cost.
    fn call_script(&mut self, call: &ScriptCall) -> Evaluated<(ScriptResult, i32)> {
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            arguments.push(self.argument(argument)?);
        }
        let called = self.host.call(call.script, &arguments).map_err(FaultKind::Script)?;
        let fuel = (called.steps / STEPS_A_UNIT).cast_signed();
        self.scratch.fuel -= i64::from(fuel);
        Ok((called.result, fuel))
    }

    fn argument(&mut self, argument: &ScriptArgument) -> Evaluated<ScriptValue> {
        Ok(match *argument {
            ScriptArgument::Num { value, kind } => {
                let value = self.num(value)?;
                self.shown(kind, value)
            }
            ScriptArgument::Flag(test) => ScriptValue::Flag(self.test(test)?),
            ScriptArgument::Card(of) => match card(self.num(of)?) {
                Some(card) => ScriptValue::Map(self.card_fields(card)),
                None => ScriptValue::Nothing,
            },
            ScriptArgument::Cards(set) => ScriptValue::List(
                self.set(set)?.of().map(|card| ScriptValue::Map(self.card_fields(card))).collect(),
            ),
            ScriptArgument::Set { set, kind } => {
                let members = self.set(set)?;
                ScriptValue::List(members.iter().map(|m| self.shown(kind, m.into())).collect())
            }
            ScriptArgument::List { list, kind } => {
                let values = self.list(list)?;
                ScriptValue::List(values.as_slice().iter().map(|&v| self.shown(kind, v)).collect())
            }
            ScriptArgument::Zone { zone, owner } => {
                let instance = self.instance(zone, owner)?;
                let slots = |own| self.state.slots_of(self.program, own).collect();
                let slots: Vec<Slot> = instance.map_or(Vec::new(), slots);
                let fields = |slot| ScriptValue::Map(self.slot_fields(slot));
                ScriptValue::List(slots.into_iter().map(fields).collect())
            }
            ScriptArgument::Slot(slot) => {
                let slot = self.num(slot)?;
                self.shown(ValueKind::Slot, slot)
            }
        })
    }

    /// A card's attributes and marks by name.
    fn card_fields(&self, card: Card) -> Vec<(String, ScriptValue)> {
        let attributes = self.program.printed();
        let mut fields: Vec<(String, ScriptValue)> = attributes
            .map(|a| (a.name.clone(), self.shown(a.kind, a.values[card.index()])))
            .collect();
        fields.extend(self.mark_fields(false, card.number()));
        fields
    }

    /// A slot as `#{ empty, marks…, the card's attributes and marks… }`.
    fn slot_fields(&self, slot: Slot) -> Vec<(String, ScriptValue)> {
        let top = self.state.top(slot);
        let mut fields = vec![("empty".to_string(), ScriptValue::Flag(top.is_none()))];
        fields.extend(self.mark_fields(true, slot.number()));
        if let Some(card) = top {
            fields.extend(self.card_fields(card));
        }
        fields
    }

    fn mark_fields(&self, of_slots: bool, thing: u16) -> Vec<(String, ScriptValue)> {
        let marks = self.program.marks.iter().filter(|mark| mark.of_slots == of_slots);
        marks
            .map(|mark| {
                let value = self.state.mark_of(mark, thing);
                (mark.name.clone(), self.shown(mark.kind, value))
            })
            .collect()
    }

    /// A scalar as scripts read it: words as text, seats and teams from 1, slots by their number
    /// within their zone, from 0.
    fn shown(&self, kind: ValueKind, value: i32) -> ScriptValue {
        match kind {
            _ if value == NONE => ScriptValue::Nothing,
            ValueKind::Flag => ScriptValue::Flag(value == 1),
            ValueKind::Word(list) => match self.program.word_of(list, value) {
                Some(word) => ScriptValue::Text(word.clone()),
                None => ScriptValue::Nothing,
            },
            ValueKind::Player | ValueKind::Team => ScriptValue::Number(value + 1),
            ValueKind::Text => {
                ScriptValue::Text(self.program.sentence_of(value).cloned().unwrap_or_default())
            }
            ValueKind::Slot => Slot::from_word(value)
                .and_then(|slot| Some((self.state.instance_of(self.program, slot)?, slot)))
                .and_then(|(instance, slot)| self.index(instance, slot))
                .map_or(ScriptValue::Nothing, ScriptValue::Number),
            ValueKind::Number | ValueKind::Card => ScriptValue::Number(value),
        }
    }
}

/// The host checks what a script gives back; a result of the other form is its promise broken.
fn wrong() -> FaultKind {
    FaultKind::Script(ScriptFault { message: 0 })
}
