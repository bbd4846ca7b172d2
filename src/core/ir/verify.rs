//! Whether routines are well formed.

use super::{
    Argument, BlockId, Inst, Module, Place, Reg, Routine, SetPlace, Tally, Terminator, Type,
};
use crate::tabletop::ids::IdVec;

/// What is wrong with a program's routines, if anything is: an open block, a jump to nowhere, a
/// register of the wrong type, or one that is read where not every way has written it.
///
/// # Errors
///
/// The first thing that is wrong, in words.
pub fn verify(module: &Module) -> Result<(), String> {
    for unit in module.routines.ids() {
        let routine = &module.routines[unit];
        routine.verify().map_err(|wrong| format!("unit {}: {wrong}", unit.index()))?;
    }
    for Tally { of, routine } in &module.tallies {
        routine.verify().map_err(|wrong| format!("tally of {of:?}: {wrong}"))?;
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
        self.reads_what_is_written()
    }

    /// Tells of a register that is read where one way comes without having written it.
    fn reads_what_is_written(&self) -> Result<(), String> {
        // What every way to a block has written; a block that nothing leads to is not read.
        let mut written: IdVec<BlockId, Option<Registers>> =
            self.blocks.ids().map(|_| None).collect();
        let mut open: Vec<(BlockId, Registers)> =
            self.entries.iter().map(|&(_, block)| (block, Registers::none_of(self))).collect();
        while let Some((block, mut arriving)) = open.pop() {
            if let Some(known) = &written[block]
                && !arriving.narrow_to(known)
            {
                continue;
            }
            written[block] = Some(arriving.clone());
            for inst in &self.blocks[block].insts {
                inst.registers(&mut |reg, _, usage| {
                    if usage == Use::Write {
                        arriving.insert(reg);
                    }
                });
            }
            match self.blocks[block].end {
                Terminator::Jump(to) => open.push((to, arriving)),
                Terminator::If { then, otherwise, .. } => {
                    open.extend([(then, arriving.clone()), (otherwise, arriving)]);
                }
                Terminator::Exit | Terminator::Return | Terminator::Tallied | Terminator::Open => {}
            }
        }
        for block in self.blocks.ids() {
            let Some(mut written) = written[block].take() else { continue };
            let mut unwritten = None;
            let mut read = |reg, usage, written: &mut Registers| match usage {
                Use::Read => {
                    if !written.contains(reg) && !self.guarded.contains(&reg) {
                        unwritten = unwritten.or(Some(reg));
                    }
                }
                Use::Write => {
                    written.insert(reg);
                }
            };
            for inst in &self.blocks[block].insts {
                inst.registers(&mut |reg, _, usage| read(reg, usage, &mut written));
            }
            if let Terminator::If { test, .. } = self.blocks[block].end {
                read(test, Use::Read, &mut written);
            }
            if let Some(reg) = unwritten {
                return Err(format!("block {}: {reg} is not written on every way", block.index()));
            }
        }
        Ok(())
    }

    fn end(&self, end: &Terminator) -> Result<(), String> {
        match end {
            Terminator::Jump(to) => self.leads_to(*to),
            Terminator::If { test, then, otherwise } => {
                self.is(*test, Type::Num)?;
                self.leads_to(*then)?;
                self.leads_to(*otherwise)
            }
            Terminator::Exit | Terminator::Return | Terminator::Tallied => Ok(()),
            Terminator::Open => Err("it has no end".into()),
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
        inst.registers(&mut |reg, of, _| {
            if wrong.is_ok() {
                wrong = self.is(reg, of);
            }
        });
        wrong
    }
}

/// A set of a routine's registers.
#[derive(Clone)]
struct Registers(Box<[u64]>);

impl Registers {
    fn none_of(routine: &Routine) -> Self {
        Registers(vec![0; routine.registers.len().div_ceil(64)].into())
    }

    fn contains(&self, reg: Reg) -> bool {
        self.0[reg.index() / 64] >> (reg.index() % 64) & 1 == 1
    }

    fn insert(&mut self, reg: Reg) {
        self.0[reg.index() / 64] |= 1 << (reg.index() % 64);
    }

    /// Leaves what is also in others; whether these are then fewer than those.
    fn narrow_to(&mut self, others: &Registers) -> bool {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word &= other);
        self.0 != others.0
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

impl Argument {
    /// The number and the set that it reads.
    fn reads(self) -> (Option<Reg>, Option<Reg>) {
        match self {
            Argument::Num { from, .. } => (Some(from), None),
            Argument::Set { from, .. } => (None, Some(from)),
            Argument::Words { from, .. } => (from.index(), None),
        }
    }
}

/// What an operation does with a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
}

impl Inst {
    /// Shows `see` each register that the operation uses, what it holds, and how it is used: first
    /// all that it reads, then all that it writes.
    fn registers(&self, see: &mut dyn FnMut(Reg, Type, Use)) {
        self.reads(|nums, sets| {
            nums.iter().flatten().for_each(|&reg| see(reg, Type::Num, Use::Read));
            sets.iter().for_each(|&reg| see(reg, Type::Set, Use::Read));
        });
        let (num, set) = self.writes();
        num.into_iter().for_each(|reg| see(reg, Type::Num, Use::Write));
        set.into_iter().for_each(|reg| see(reg, Type::Set, Use::Write));
    }

    /// Shows `see` the registers of numbers and of sets that the operation reads.
    fn reads(&self, mut see: impl FnMut(&[Option<Reg>], &[Reg])) {
        match *self {
            Inst::Copy { from, .. }
            | Inst::Attribute { card: from, .. }
            | Inst::Lookup { index: from, .. }
            | Inst::Lies { of: from, .. }
            | Inst::LowestBit { of: from, .. }
            | Inst::HighestBit { of: from, .. }
            | Inst::Write { from, .. }
            | Inst::Impersonate { seat: from }
            | Inst::Bind { from, .. }
            | Inst::Tally { from, .. }
            | Inst::Spend { amount: from }
            | Inst::One { member: from, .. }
            | Inst::MaskOf { index: from, .. } => see(&[Some(from)], &[]),
            Inst::Load { from: at, .. } | Inst::Clear { at, .. } => see(&[at.index()], &[]),
            Inst::Store { to, from } => see(&[Some(from), to.index()], &[]),
            Inst::Binary { left, right, .. } | Inst::Checked { left, right, .. } => {
                see(&[Some(left), Some(right)], &[]);
            }
            Inst::Select { test, then, otherwise, .. } => {
                see(&[test, then, otherwise].map(Some), &[]);
            }
            Inst::SetSelect { test, then, otherwise, .. } => see(&[Some(test)], &[then, otherwise]),
            Inst::SetLoad { from, .. } => see(&[from.index()], &[]),
            Inst::SetStore { to, from } => see(&[to.index()], &[from]),
            Inst::SetCopy { from: set, .. }
            | Inst::SetTally { from: set }
            | Inst::TakeFirst { set, .. }
            | Inst::Measure { set, .. } => see(&[], &[set]),
            Inst::SetBinary { left, right, .. }
            | Inst::SameSet { left, right, .. }
            | Inst::Subset { left, right, .. } => see(&[], &[left, right]),
            Inst::Insert { set, member: other }
            | Inst::Nth { set, n: other, .. }
            | Inst::Contains { set, member: other, .. } => see(&[Some(other)], &[set]),
            Inst::Call { helper, arguments, sets, .. } => {
                let given = sets.iter().flatten().copied().filter(|_| helper.takes_sets());
                see(&arguments, &given.collect::<Vec<_>>());
            }
            Inst::Carry { card, from, to, .. } => see(&[Some(card), from, Some(to)], &[]),
            Inst::Run { me, ref arguments, .. } => {
                see(&[Some(me)], &[]);
                for argument in arguments {
                    let (num, set) = argument.reads();
                    see(&[num], set.as_slice());
                }
            }
            Inst::Const { .. }
            | Inst::Read { .. }
            | Inst::Recall { .. }
            | Inst::SetConst { .. }
            | Inst::SetRecall { .. }
            | Inst::Room { .. }
            | Inst::CountUp { .. }
            | Inst::Enters { .. }
            | Inst::Scored => {}
        }
    }

    /// The register of a number, and that of a set, that the operation writes.
    fn writes(&self) -> (Option<Reg>, Option<Reg>) {
        match *self {
            Inst::Const { to, .. }
            | Inst::Copy { to, .. }
            | Inst::Read { to, .. }
            | Inst::Load { to, .. }
            | Inst::Recall { to, .. }
            | Inst::Binary { to, .. }
            | Inst::Checked { to, .. }
            | Inst::Select { to, .. }
            | Inst::Attribute { to, .. }
            | Inst::Lookup { to, .. }
            | Inst::Lies { to, .. }
            | Inst::LowestBit { to, .. }
            | Inst::HighestBit { to, .. }
            | Inst::Nth { to, .. }
            | Inst::Measure { to, .. }
            | Inst::Contains { to, .. }
            | Inst::SameSet { to, .. }
            | Inst::Subset { to, .. } => (Some(to), None),
            Inst::SetConst { to, .. }
            | Inst::SetCopy { to, .. }
            | Inst::SetLoad { to, .. }
            | Inst::SetRecall { to, .. }
            | Inst::SetSelect { to, .. }
            | Inst::SetBinary { to, .. }
            | Inst::One { to, .. }
            | Inst::MaskOf { to, .. }
            | Inst::Insert { set: to, .. } => (None, Some(to)),
            Inst::TakeFirst { to, set } => (Some(to), Some(set)),
            Inst::Call { to, helper, sets, .. } => (to, sets[0].filter(|_| helper.leaves_set())),
            Inst::Write { .. }
            | Inst::Impersonate { .. }
            | Inst::Store { .. }
            | Inst::Clear { .. }
            | Inst::SetStore { .. }
            | Inst::Bind { .. }
            | Inst::Spend { .. }
            | Inst::Carry { .. }
            | Inst::Room { .. }
            | Inst::Run { .. }
            | Inst::Tally { .. }
            | Inst::SetTally { .. }
            | Inst::Scored
            | Inst::CountUp { .. }
            | Inst::Enters { .. } => (None, None),
        }
    }
}
