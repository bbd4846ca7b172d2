//! Whether routines are well formed.

use super::{BlockId, End, Inst, Module, Place, Reg, Routine, SetPlace, Tally, Type};

/// What is wrong with a program's routines, if anything is: an open block, a jump to nowhere, a
/// register of the wrong type.
///
/// # Errors
///
/// The first thing that is wrong, in words.
pub fn verify(module: &Module) -> Result<(), String> {
    for unit in module.routines.ids() {
        let routine = &module.routines[unit];
        routine.verify().map_err(|wrong| format!("unit {}: {wrong}", unit.index()))?;
    }
    for Tally { number, routine } in &module.tallies {
        routine.verify().map_err(|wrong| format!("tally {}: {wrong}", number.index()))?;
    }
    Ok(())
}

impl Routine {
    fn verify(&self) -> Result<(), String> {
        for block in self.blocks.ids() {
            let at = |wrong: String| format!("block {}: {wrong}", block.index());
            for inst in &self.blocks[block].insts {
                self.operands(inst).map_err(|wrong| at(format!("{inst:?}: {wrong}")))?;
            }
            self.end(&self.blocks[block].end).map_err(at)?;
        }
        Ok(())
    }

    fn end(&self, end: &End) -> Result<(), String> {
        match end {
            End::Jump(to) => self.leads_to(*to),
            End::If { test, then, otherwise } => {
                self.is(*test, Type::Num)?;
                self.leads_to(*then)?;
                self.leads_to(*otherwise)
            }
            End::Exit | End::Return | End::Tallied => Ok(()),
            End::Open => Err("it has no end".into()),
        }
    }

    fn leads_to(&self, block: BlockId) -> Result<(), String> {
        match self.blocks.get(block) {
            Some(_) => Ok(()),
            None => Err(format!("there is no block {}", block.index())),
        }
    }

    fn is(&self, reg: Reg, of: Type) -> Result<(), String> {
        match self.registers.get(reg) {
            Some(&found) if found == of => Ok(()),
            found => Err(format!("{reg}: expected {of:?}, found {found:?}")),
        }
    }

    fn operands(&self, inst: &Inst) -> Result<(), String> {
        let mut wrong = Ok(());
        inst.registers(&mut |reg, of| {
            if wrong.is_ok() {
                wrong = self.is(reg, of);
            }
        });
        wrong
    }
}

impl Place {
    fn index(self) -> Option<Reg> {
        match self {
            Place::State(_) | Place::Local(_) => None,
            Place::Indexed(_, by) | Place::LocalIndexed(_, by) => Some(by),
        }
    }
}

impl SetPlace {
    fn index(self) -> Option<Reg> {
        match self {
            SetPlace::State(_) | SetPlace::Local(_) => None,
            SetPlace::Indexed(_, by) => Some(by),
        }
    }
}

impl Inst {
    /// Shows `see` each register that the operation reads or writes, and what it holds.
    fn registers(&self, see: &mut dyn FnMut(Reg, Type)) {
        let (nums, sets): (Vec<Option<Reg>>, Vec<Reg>) = match *self {
            Inst::Const { to, .. } | Inst::Read { to, .. } => (vec![Some(to)], vec![]),
            Inst::Copy { to, from }
            | Inst::Attribute { to, card: from, .. }
            | Inst::Lookup { to, index: from, .. }
            | Inst::Lies { to, of: from, .. }
            | Inst::LowestBit { to, of: from } => (vec![Some(to), Some(from)], vec![]),
            Inst::Write { from, .. }
            | Inst::Impersonate { seat: from }
            | Inst::Bind { from, .. }
            | Inst::Tally { from, .. }
            | Inst::Spend { amount: from } => (vec![Some(from)], vec![]),
            Inst::Load { to: reg, from: place } | Inst::Store { to: place, from: reg } => {
                (vec![Some(reg), place.index()], vec![])
            }
            Inst::Clear { at, .. } => (vec![at.index()], vec![]),
            Inst::Binary { to, left, right, .. } | Inst::Checked { to, left, right, .. } => {
                (vec![Some(to), Some(left), Some(right)], vec![])
            }
            Inst::Select { to, test, then, otherwise } => {
                ([to, test, then, otherwise].map(Some).to_vec(), vec![])
            }
            Inst::SetConst { to, .. } => (vec![], vec![to]),
            Inst::SetCopy { to, from } => (vec![], vec![to, from]),
            Inst::SetLoad { to: set, from: place } | Inst::SetStore { to: place, from: set } => {
                (vec![place.index()], vec![set])
            }
            Inst::SetBinary { to, left, right, .. } => (vec![], vec![to, left, right]),
            Inst::One { to: set, member }
            | Inst::Insert { set, member }
            | Inst::Below { to: set, number: member }
            | Inst::TakeFirst { to: member, set }
            | Inst::Measure { to: member, set, .. }
            | Inst::MaskOf { to: set, index: member, .. } => (vec![Some(member)], vec![set]),
            Inst::Nth { to, set, n: other } | Inst::Contains { to, set, member: other } => {
                (vec![Some(to), Some(other)], vec![set])
            }
            Inst::SameSet { to, left, right } | Inst::Subset { to, left, right } => {
                (vec![Some(to)], vec![left, right])
            }
            Inst::Call { to, arguments, set, .. } => {
                ([to].into_iter().chain(arguments).collect(), set.into_iter().collect())
            }
            Inst::Carry { card, to, .. } => (vec![Some(card), Some(to)], vec![]),
            Inst::Room { .. } | Inst::CountUp { .. } => (vec![], vec![]),
            Inst::Run { me, ref arguments, .. } => {
                let (mut nums, mut sets) = (vec![Some(me)], vec![]);
                for argument in arguments {
                    match *argument {
                        super::Argument::Num { from, .. } => nums.push(Some(from)),
                        super::Argument::Set { from, .. } => sets.push(from),
                        super::Argument::Words { from, .. } => nums.push(from.index()),
                    }
                }
                (nums, sets)
            }
        };
        nums.into_iter().flatten().for_each(|reg| see(reg, Type::Num));
        sets.into_iter().for_each(|reg| see(reg, Type::Set));
    }
}
