//! What statements do to the table: one arm each. What takes more than a few lines is in `table`.

use super::eval::{Evaluated, card};
use super::events::{Event, Said, Trace};
use super::fault::FaultKind;
use super::run::Machine;
use crate::program::code::Change;
use crate::program::ids::SayingId;
use crate::program::terms::{NumId, SetId};
use crate::program::{Instance, ValueKind};
use crate::tabletop::ids::{OwnerId, VariableId, ZoneId};
use crate::value::{NONE, Narrow, SeatSet, Slot, added};

impl<T: Trace> Machine<'_, T> {
    /// Does to the table what a statement says.
    #[inline]
    pub(super) fn change(&mut self, change: Change) -> Evaluated<()> {
        match change {
            Change::Move { movement } => self.do_move(movement)?,
            Change::Shuffle { slot } => {
                if let Some(slot) = Slot::from_word(self.eval().num(slot)?) {
                    self.shuffle(slot);
                }
            }
            Change::ShuffleAll { zone, owners } => {
                let program = self.eval.program;
                for owner in self.eval().set(owners)?.of() {
                    self.shuffle(program.instances[program.instance(zone, owner)].first_slot);
                }
            }
            Change::Rotate { zone, owners, by } => self.rotate(zone, owners, by)?,
            Change::Turn { cards, up } => self.turn(cards, up)?,
            Change::Reveal { cards, to } => self.reveal(cards, to)?,
            Change::Say { saying, to } => self.say(saying, to)?,
            Change::MarkCards { cards, mark, on } => self.mark_flags(cards, mark, on)?,
            Change::MarkSlots { slots, mark, on } => self.mark_flags(slots, mark, on)?,
            Change::SetCardMark { cards, mark, value } => self.mark_values(cards, mark, value)?,
            Change::SetSlotMark { slots, mark, value } => self.mark_values(slots, mark, value)?,
            Change::SetVariable { variable, owner, value } => {
                let (owner, value) = (self.eval().num(owner)?, self.eval().num(value)?);
                self.set_variable(variable, owner, value)?;
            }
            Change::SetVariableOf { variable, owners, value } => {
                let (owners, value) = (self.eval().set(owners)?, self.eval().num(value)?);
                for owner in owners {
                    self.set_variable(variable, i32::from(owner), value)?;
                }
            }
            Change::SetListVariable { variable, owner, value } => {
                self.set_bag(variable, owner, value)?
            }
            Change::AddVariable { variable, owner, value } => {
                let (owner, value) = (self.eval().num(owner)?, self.eval().num(value)?);
                let of = OwnerId::from_word(owner).ok_or(FaultKind::Nobody)?;
                let sum = self.sum_with(variable, of, value)?;
                self.set_variable(variable, owner, sum)?;
            }
            Change::AddVariableOf { variable, owners, value } => {
                self.add_to_all(variable, owners, value)?;
            }
            Change::SwapCards { a, b, by_place } => self.swap_cards(a, b, by_place)?,
            Change::SwapSlots { a, b } => self.swap_slots(a, b)?,
            Change::Join { slots, local } => self.join(slots, local)?,
            Change::Split { slot } => self.split(slot)?,
            Change::Gather => self.gather(),
            Change::ReverseTurns => {
                let backwards = !self.eval.state.control.backwards;
                self.eval.state.control.backwards = backwards;
                if T::TELLS {
                    self.trace.tell(Event::ReverseTurns { backwards });
                }
            }
        }
        Ok(())
    }

    /// Adds the same to the variables of several owners: to none of them where one of the sums is
    /// too large.
    #[inline]
    fn add_to_all(&mut self, variable: VariableId, owners: SetId, value: NumId) -> Evaluated<()> {
        let (value, owners) = (self.eval().num(value)?, self.eval().set(owners)?);
        for owner in owners.of() {
            self.sum_with(variable, owner, value)?;
        }
        for owner in owners.of() {
            let sum = self.sum_with(variable, owner, value)?;
            self.set_variable(variable, owner.word(), sum)?;
        }
        Ok(())
    }

    /// What an owner's variable comes to with `amount` more; a variable that is none counts as 0.
    fn sum_with(&self, variable: VariableId, owner: OwnerId, amount: i32) -> Evaluated<i32> {
        let old = self.eval.state.owned(&self.eval.program.variables[variable], owner);
        added(old, amount).ok_or(FaultKind::Overflow)
    }

    /// The cards of a zone of each owner go to that of the owner `by` places further among them.
    #[inline(never)]
    fn rotate(&mut self, zone: ZoneId, owners: SetId, by: NumId) -> Evaluated<()> {
        let (owners, by) = (self.eval().set(owners)?, self.eval().num(by)?);
        let program = self.eval.program;
        let firsts: Vec<&Instance> =
            owners.of().map(|owner| &program.instances[program.instance(zone, owner)]).collect();
        let by =
            if by == NONE { 0 } else { by.rem_euclid(firsts.len().max(1).to_i32()).to_usize() };
        if by == 0 {
            return Ok(());
        }
        let further = firsts.iter().cycle().skip(by);
        let ways: Vec<(Slot, Slot)> = firsts
            .iter()
            .zip(further)
            .flat_map(|(from, to)| {
                let slot = |first: Slot, i: usize| Slot::new(first.index() + i);
                (0..from.slots.into())
                    .map(move |i| (slot(from.first_slot, i), slot(to.first_slot, i)))
            })
            .collect();
        self.exchange(&ways);
        Ok(())
    }

    /// Tells seats something.
    fn say(&mut self, saying: SayingId, to: SetId) -> Evaluated<()> {
        let to = self.eval().set(to)?;
        if !T::TELLS {
            return Ok(());
        }
        let program = self.eval.program;
        let mut values = Vec::new();
        for said in &program.sayings[saying].values {
            let value = self.eval().num(said.value)?;
            let card = (said.kind == ValueKind::Card).then(|| card(value)).flatten();
            let known_by = card.map_or(SeatSet::EVERY, |card| self.knowers(card));
            let slot = (said.kind == ValueKind::Slot).then(|| Slot::from_word(value)).flatten();
            let place = slot.and_then(|slot| self.eval.state.place_of_slot(program, slot));
            values.push(Said { value, known_by, place });
        }
        let to = to.into();
        self.tell(|_| Event::Say { saying, values: values.into(), to });
        Ok(())
    }
}
