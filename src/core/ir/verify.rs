//! Whether routines are well formed.

use super::{Argument, BlockId, End, Inst, Module, Place, Reg, Routine, SetPlace, Tally, Type};
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
                End::Jump(to) => open.push((to, arriving)),
                End::If { then, otherwise, .. } => {
                    open.extend([(then, arriving.clone()), (otherwise, arriving)]);
                }
                End::Exit | End::Return | End::Tallied | End::Open => {}
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
            if let End::If { test, .. } = self.blocks[block].end {
                read(test, Use::Read, &mut written);
            }
            if let Some(reg) = unwritten {
                return Err(format!("block {}: {reg} is not written on every way", block.index()));
            }
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
        let mut reads = |nums: &[Option<Reg>], sets: &[Reg]| {
            nums.iter().flatten().for_each(|&reg| see(reg, Type::Num, Use::Read));
            sets.iter().for_each(|&reg| see(reg, Type::Set, Use::Read));
        };
        let (mut num, mut set_written) = (None, None);
        match *self {
            Inst::Const { to, .. } | Inst::Read { to, .. } | Inst::Recall { to, .. } => {
                num = Some(to);
            }
            Inst::Copy { to, from }
            | Inst::Attribute { to, card: from, .. }
            | Inst::Lookup { to, index: from, .. }
            | Inst::Lies { to, of: from, .. }
            | Inst::LowestBit { to, of: from }
            | Inst::HighestBit { to, of: from } => {
                reads(&[Some(from)], &[]);
                num = Some(to);
            }
            Inst::Write { from, .. }
            | Inst::Impersonate { seat: from }
            | Inst::Bind { from, .. }
            | Inst::Tally { from, .. }
            | Inst::Spend { amount: from } => reads(&[Some(from)], &[]),
            Inst::Load { to, from } => {
                reads(&[from.index()], &[]);
                num = Some(to);
            }
            Inst::Store { to, from } => reads(&[Some(from), to.index()], &[]),
            Inst::Clear { at, .. } => reads(&[at.index()], &[]),
            Inst::Binary { to, left, right, .. } | Inst::Checked { to, left, right, .. } => {
                reads(&[Some(left), Some(right)], &[]);
                num = Some(to);
            }
            Inst::Select { to, test, then, otherwise } => {
                reads(&[test, then, otherwise].map(Some), &[]);
                num = Some(to);
            }
            Inst::SetConst { to, .. } | Inst::SetRecall { to, .. } => set_written = Some(to),
            Inst::SetCopy { to, from } => {
                reads(&[], &[from]);
                set_written = Some(to);
            }
            Inst::SetSelect { to, test, then, otherwise } => {
                reads(&[Some(test)], &[then, otherwise]);
                set_written = Some(to);
            }
            Inst::SetLoad { to, from } => {
                reads(&[from.index()], &[]);
                set_written = Some(to);
            }
            Inst::SetTally { from } => reads(&[], &[from]),
            Inst::SetStore { to, from } => reads(&[to.index()], &[from]),
            Inst::SetBinary { to, left, right, .. } => {
                reads(&[], &[left, right]);
                set_written = Some(to);
            }
            Inst::One { to, member: from } | Inst::MaskOf { to, index: from, .. } => {
                reads(&[Some(from)], &[]);
                set_written = Some(to);
            }
            Inst::Insert { set, member } => {
                reads(&[Some(member)], &[set]);
                set_written = Some(set);
            }
            Inst::TakeFirst { to, set } => {
                reads(&[], &[set]);
                (num, set_written) = (Some(to), Some(set));
            }
            Inst::Measure { to, set, .. } => {
                reads(&[], &[set]);
                num = Some(to);
            }
            Inst::Nth { to, set, n: other } | Inst::Contains { to, set, member: other } => {
                reads(&[Some(other)], &[set]);
                num = Some(to);
            }
            Inst::SameSet { to, left, right } | Inst::Subset { to, left, right } => {
                reads(&[], &[left, right]);
                num = Some(to);
            }
            Inst::Call { to, helper, arguments, sets } => {
                let given = sets.iter().flatten().copied().filter(|_| helper.takes_sets());
                reads(&arguments, &given.collect::<Vec<_>>());
                set_written = sets[0].filter(|_| helper.leaves_set());
                num = to;
            }
            Inst::Carry { card, from, to, .. } => reads(&[Some(card), from, Some(to)], &[]),
            Inst::Room { .. } | Inst::CountUp { .. } | Inst::Enters { .. } | Inst::Scored => {}
            Inst::Run { me, ref arguments, .. } => {
                reads(&[Some(me)], &[]);
                for argument in arguments {
                    let (num, set) = argument.reads();
                    reads(&[num], set.as_slice());
                }
            }
        }
        if let Some(reg) = num {
            see(reg, Type::Num, Use::Write);
        }
        if let Some(reg) = set_written {
            see(reg, Type::Set, Use::Write);
        }
    }
}
