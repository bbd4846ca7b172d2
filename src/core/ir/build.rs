//! Helps [`lower`](super::lower()) to write a routine: blocks, registers, and the templates of
//! loops and conditions.

use super::{
    Binary, Block, BlockId, Checked, Control, Frame, FrameId, Helper, Inst, Lies, Measure, Place,
    Reg, Routine, SetBinary, SetPlace, Terminator, Type, Written,
};
use crate::program::code::Pc;
use crate::value::{Bits, NONE, Narrow, floor_divide, floor_remainder, number};

/// A number in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Num {
    pub(crate) reg: Reg,
    /// It is never none.
    pub(crate) some: bool,
    /// What it is, where that is known.
    pub(crate) known: Option<i32>,
    /// It is not negative, and less than this, where that is known.
    pub(crate) limit: Option<i32>,
}

impl Num {
    /// Whether both are known, and the same.
    pub(crate) fn is_known_as(self, other: Num) -> bool {
        self.known.is_some() && self.known == other.known
    }
}

/// A place in what is being written.
#[derive(Debug)]
pub(crate) struct Mark {
    at: BlockId,
    insts: usize,
    blocks: usize,
    registers: usize,
    frames: usize,
}

/// Writes one routine, block by block.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    pub(crate) routine: Routine,
    /// The block that is being written.
    at: BlockId,
    /// The instruction of the program that is being lowered.
    pc: Pc,
    /// The frame that it runs in.
    frame: Option<FrameId>,
    /// Sets that are known.
    constants: Vec<(Reg, Bits)>,
}

impl Builder {
    /// A new block for the instruction at `pc`, which nothing leads to yet.
    pub(crate) fn block_for(&mut self, pc: Pc) -> BlockId {
        let frame = self.frame;
        self.routine.blocks.push(Block { pc, frame, insts: Vec::new(), end: Terminator::Open })
    }

    /// A new block for the instruction that is being lowered.
    pub(crate) fn block(&mut self) -> BlockId {
        self.block_for(self.pc)
    }

    /// Where writing is.
    pub(crate) fn mark(&self) -> Mark {
        let Routine { blocks, registers, frames, .. } = &self.routine;
        Mark {
            at: self.at,
            insts: blocks[self.at].insts.len(),
            blocks: blocks.len(),
            registers: registers.len(),
            frames: frames.len(),
        }
    }

    /// Forgets all that was written since.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.truncate(mark.blocks, mark.registers);
        let Routine { blocks, frames, .. } = &mut self.routine;
        frames.truncate(mark.frames);
        blocks[mark.at].insts.truncate(mark.insts);
        blocks[mark.at].end = Terminator::Open;
        self.switch_to(mark.at);
    }

    /// Whether what was written since has a side exit that something of the game decides. Who has
    /// no fuel left is out of the game in any case.
    pub(crate) fn may_exit_since(&self, mark: &Mark) -> bool {
        let begun = &self.routine.blocks.as_slice()[mark.blocks..];
        self.written_since(mark).any(Inst::may_exit)
            || begun.iter().any(|block| block.end == Terminator::Exit)
    }

    /// Whether something that was written since calls for help.
    pub(crate) fn calls_since(&self, mark: &Mark) -> bool {
        self.written_since(mark).any(|inst| matches!(inst, Inst::Call { .. }))
    }

    fn written_since(&self, mark: &Mark) -> impl Iterator<Item = &Inst> {
        let blocks = &self.routine.blocks;
        let begun = &blocks.as_slice()[mark.blocks..];
        let behind = begun.iter().flat_map(|block| &block.insts);
        blocks[mark.at].insts[mark.insts..].iter().chain(behind)
    }

    /// Whether something in the blocks that were begun since looks at the frames of units.
    pub(crate) fn needs_frames_since(&self, mark: &Mark) -> bool {
        let others = &self.routine.blocks.as_slice()[mark.blocks..];
        others.iter().flat_map(|block| &block.insts).any(Inst::needs_frames)
    }

    /// How many blocks were begun since.
    pub(crate) fn blocks_since(&self, mark: &Mark) -> usize {
        self.routine.blocks.len() - mark.blocks
    }

    /// Goes on writing in a block.
    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.at = block;
        Block { pc: self.pc, frame: self.frame, .. } = self.routine.blocks[block];
    }

    /// The frame that what is being written runs in.
    pub(crate) fn frame(&self) -> Option<FrameId> {
        self.frame
    }

    /// Goes on writing in a new block for the instruction at `pc`, in a new frame.
    pub(crate) fn enter(&mut self, frame: Frame, pc: Pc) {
        self.frame = Some(self.routine.frames.push(frame));
        let first = self.block_for(pc);
        self.jump(first);
        self.switch_to(first);
    }

    /// The instruction that is being lowered.
    pub(crate) fn pc(&self) -> Pc {
        self.pc
    }

    pub(crate) fn register(&mut self, of: Type) -> Reg {
        self.routine.registers.push(of)
    }

    pub(crate) fn emit(&mut self, inst: Inst) {
        self.routine.blocks[self.at].insts.push(inst);
    }

    /// Ends the block that is being written.
    pub(crate) fn end(&mut self, end: Terminator) {
        debug_assert_eq!(self.routine.blocks[self.at].end, Terminator::Open, "a block ends once");
        self.routine.blocks[self.at].end = end;
    }

    pub(crate) fn jump(&mut self, to: BlockId) {
        self.end(Terminator::Jump(to));
    }

    /// Ends the block by a condition, and goes on in a new one where it holds.
    pub(crate) fn go_on_if(&mut self, test: Num, otherwise: BlockId) {
        if test.known.is_some_and(|holds| holds != 0) {
            return;
        }
        let then = self.block();
        self.end(Terminator::If { test: test.reg, then, otherwise });
        self.switch_to(then);
    }

    /// Leaves the instruction to the machine unless a condition holds.
    pub(crate) fn exit_unless(&mut self, test: Num) {
        if test.known == Some(1) {
            return;
        }
        let exit = self.block();
        self.routine.blocks[exit].end = Terminator::Exit;
        self.go_on_if(test, exit);
    }

    // ---- numbers

    fn num(&mut self, some: bool) -> Num {
        Num { reg: self.register(Type::Num), some, known: None, limit: None }
    }

    pub(crate) fn constant(&mut self, value: i32) -> Num {
        let to = self.register(Type::Num);
        self.emit(Inst::Const { to, value });
        Num {
            reg: to,
            some: value != NONE,
            known: Some(value),
            limit: value.checked_add(1).filter(|_| value >= 0),
        }
    }

    /// A register that is written several times, first with this.
    pub(crate) fn variable(&mut self, first: Num) -> Reg {
        let to = self.register(Type::Num);
        self.emit(Inst::Copy { to, from: first.reg });
        to
    }

    /// Writes a register again.
    pub(crate) fn set(&mut self, to: Reg, from: Num) {
        self.emit(Inst::Copy { to, from: from.reg });
    }

    /// What a register holds that is written several times.
    pub(crate) fn value_of(&mut self, reg: Reg, some: bool) -> Num {
        Num { reg, some, known: None, limit: None }
    }

    pub(crate) fn read(&mut self, of: Control) -> Num {
        let some = matches!(of, Control::Backwards | Control::Dice);
        let to = self.num(some);
        self.emit(Inst::Read { to: to.reg, of });
        to
    }

    /// Makes a seat the `me` of the routine's own frame.
    pub(crate) fn writes_me(&mut self, seat: Num) {
        self.emit(Inst::Write { of: Written::Me, from: seat.reg });
    }

    /// Comes to the end of the routine's unit.
    pub(crate) fn returns(&mut self) {
        self.end(Terminator::Return);
    }

    pub(crate) fn load(&mut self, from: Place) -> Num {
        let to = self.num(false);
        self.emit(Inst::Load { to: to.reg, from });
        to
    }

    /// A number of the state that is never none.
    pub(crate) fn load_some(&mut self, from: Place) -> Num {
        Num { some: true, ..self.load(from) }
    }

    pub(crate) fn store(&mut self, to: Place, from: Num) {
        self.emit(Inst::Store { to, from: from.reg });
    }

    /// An operation on two numbers. Comparisons and bits are never none; a sum, a minimum may be.
    pub(crate) fn binary(&mut self, op: Binary, left: Num, right: Num) -> Num {
        if let (Some(a), Some(b)) = (left.known, right.known) {
            return self.constant(op.of(a, b));
        }
        if let (Binary::Below, Some(limit), Some(than)) = (op, left.limit, right.known)
            && limit <= than
        {
            return self.constant(1);
        }
        let limit = match op {
            Binary::Add => left.limit.zip(right.limit).and_then(|(a, b)| a.checked_add(b - 1)),
            _ => None,
        };
        let to = Num { limit, ..self.num(true) };
        self.emit(Inst::Binary { op, to: to.reg, left: left.reg, right: right.reg });
        to
    }

    /// An operation on two numbers that are not none.
    pub(crate) fn checked(&mut self, op: Checked, left: Num, right: Num) -> Num {
        if let (Some(a), Some(b)) = (left.known, right.known)
            && let Some(known) = number(op.of(a, b))
        {
            return self.constant(known);
        }
        let to = self.num(true);
        self.emit(Inst::Checked { op, to: to.reg, left: left.reg, right: right.reg });
        to
    }

    pub(crate) fn compare(&mut self, op: Binary, left: Num, right: i32) -> Num {
        let right = self.constant(right);
        self.binary(op, left, right)
    }

    /// 1 where a number is not none.
    pub(crate) fn is_some(&mut self, value: Num) -> Num {
        if value.some { self.constant(1) } else { self.compare(Binary::NotEqual, value, NONE) }
    }

    /// 1 for 0, and the other way round.
    pub(crate) fn not(&mut self, test: Num) -> Num {
        self.compare(Binary::Equal, test, 0)
    }

    pub(crate) fn select(&mut self, test: Num, then: Num, otherwise: Num) -> Num {
        match test.known {
            Some(0) => otherwise,
            Some(_) => then,
            None => {
                let to = self.num(then.some && otherwise.some);
                self.emit(Inst::Select {
                    to: to.reg,
                    test: test.reg,
                    then: then.reg,
                    otherwise: otherwise.reg,
                });
                to
            }
        }
    }

    pub(crate) fn lies(&mut self, what: Lies, of: Num) -> Num {
        let to = self.num(matches!(what, Lies::CardsIn | Lies::Uppermost));
        self.emit(Inst::Lies { to: to.reg, what, of: of.reg, limit: of.limit });
        to
    }

    /// The number of the lowest bit of a number that is not 0.
    pub(crate) fn lowest_bit(&mut self, of: Num) -> Num {
        let to = self.num(true);
        self.emit(Inst::LowestBit { to: to.reg, of: of.reg });
        to
    }

    /// The number of its highest bit.
    pub(crate) fn highest_bit(&mut self, of: Num) -> Num {
        let to = self.num(true);
        self.emit(Inst::HighestBit { to: to.reg, of: of.reg });
        to
    }

    /// A number from one of two ways: `then` where the condition holds, else `otherwise`.
    pub(crate) fn either<E>(
        &mut self,
        test: Num,
        then: impl FnOnce(&mut Self) -> Result<Num, E>,
        otherwise: impl FnOnce(&mut Self) -> Result<Num, E>,
    ) -> Result<Num, E> {
        match test.known {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let to = self.register(Type::Num);
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        self.end(Terminator::If { test: test.reg, then: yes, otherwise: no });
        self.switch_to(yes);
        let first = then(self)?;
        self.set(to, first);
        self.jump(behind);
        self.switch_to(no);
        let second = otherwise(self)?;
        self.set(to, second);
        self.jump(behind);
        self.switch_to(behind);
        Ok(Num { reg: to, some: first.some && second.some, known: None, limit: None })
    }

    // ---- sets

    pub(crate) fn set_constant(&mut self, set: Bits) -> Reg {
        let to = self.register(Type::Set);
        self.emit(Inst::SetConst { to, set: set.clone() });
        self.constants.push((to, set));
        to
    }

    /// What a set is, where that is known.
    pub(crate) fn known_set(&self, set: Reg) -> Option<Bits> {
        self.constants.iter().find(|(known, _)| *known == set).map(|(_, set)| set.clone())
    }

    /// Forgets all blocks and registers behind the first ones.
    pub(crate) fn truncate(&mut self, blocks: usize, registers: usize) {
        self.routine.blocks.truncate(blocks);
        self.routine.registers.truncate(registers);
        self.routine.guarded.retain(|reg| reg.index() < registers);
        self.constants.retain(|(reg, _)| reg.index() < registers);
    }

    pub(crate) fn set_load(&mut self, from: SetPlace) -> Reg {
        let to = self.register(Type::Set);
        self.emit(Inst::SetLoad { to, from });
        to
    }

    pub(crate) fn set_binary(&mut self, op: SetBinary, left: Reg, right: Reg) -> Reg {
        let to = self.register(Type::Set);
        self.emit(Inst::SetBinary { op, to, left, right });
        to
    }

    pub(crate) fn set_select(&mut self, test: Num, then: Reg, otherwise: Reg) -> Reg {
        match test.known {
            Some(0) => otherwise,
            Some(_) => then,
            None => {
                let to = self.register(Type::Set);
                self.emit(Inst::SetSelect { to, test: test.reg, then, otherwise });
                to
            }
        }
    }

    pub(crate) fn set_variable(&mut self, first: Reg) -> Reg {
        let to = self.register(Type::Set);
        self.emit(Inst::SetCopy { to, from: first });
        to
    }

    pub(crate) fn measure(&mut self, what: Measure, set: Reg) -> Num {
        if let Some(known) = self.known_set(set) {
            return self.constant(what.of(&known));
        }
        let to = self.num(matches!(what, Measure::Count | Measure::Any));
        self.emit(Inst::Measure { to: to.reg, what, set });
        to
    }

    pub(crate) fn contains(&mut self, set: Reg, member: Num) -> Num {
        let to = self.num(true);
        self.emit(Inst::Contains { to: to.reg, set, member: member.reg });
        to
    }

    pub(crate) fn nth(&mut self, set: Reg, n: Num) -> Num {
        let to = self.num(true);
        self.emit(Inst::Nth { to: to.reg, set, n: n.reg });
        to
    }

    /// Goes through a set's members, the smallest first. `body` is given the member and the block
    /// behind the loop.
    pub(crate) fn each<E>(
        &mut self,
        set: Reg,
        body: impl FnOnce(&mut Self, Num, BlockId) -> Result<(), E>,
    ) -> Result<(), E> {
        let left = self.set_variable(set);
        let (head, behind) = (self.block(), self.block());
        self.jump(head);
        self.switch_to(head);
        let any = self.measure(Measure::Any, left);
        self.go_on_if(any, behind);
        let member = self.num(true);
        self.emit(Inst::TakeFirst { to: member.reg, set: left });
        body(self, member, behind)?;
        self.jump(head);
        self.switch_to(behind);
        Ok(())
    }

    /// Costs a look at each of so many candidates.
    pub(crate) fn spend(&mut self, amount: Num) {
        self.emit(Inst::Spend { amount: amount.reg });
    }

    // ---- helpers

    /// Has the machine do something that comes to a number.
    pub(crate) fn call<const N: usize>(&mut self, helper: Helper, arguments: [Num; N]) -> Num {
        let to = self.num(false);
        self.emit(Inst::Call {
            helper,
            to: Some(to.reg),
            arguments: filled(arguments.map(|argument| argument.reg)),
            sets: [None; 2],
        });
        to
    }

    /// Has the machine do something that comes to a number, by one set or two that the `helper`
    /// reads.
    pub(crate) fn call_of<const N: usize, const SETS: usize>(
        &mut self,
        helper: Helper,
        arguments: [Num; N],
        sets: [Reg; SETS],
    ) -> Num {
        let to = self.num(true);
        self.emit(Inst::Call {
            helper,
            to: Some(to.reg),
            arguments: filled(arguments.map(|argument| argument.reg)),
            sets: filled(sets),
        });
        to
    }

    /// Has the machine do something that comes to no number, with a set that the `helper` reads or
    /// writes.
    pub(crate) fn call_with<const N: usize>(
        &mut self,
        helper: Helper,
        arguments: [Num; N],
        set: Reg,
    ) {
        self.emit(Inst::Call {
            helper,
            to: None,
            arguments: filled(arguments.map(|argument| argument.reg)),
            sets: [Some(set), None],
        });
    }
}

/// The registers in places of which there are as many, or more.
fn filled<const N: usize, const PLACES: usize>(registers: [Reg; N]) -> [Option<Reg>; PLACES] {
    std::array::from_fn(|place| registers.get(place).copied())
}

impl Measure {
    /// What a set measures.
    pub(crate) fn of(self, set: &Bits) -> i32 {
        let some = |member: Option<u16>| member.map_or(NONE, i32::from);
        match self {
            Measure::Count => set.len().to_i32(),
            Measure::First => some(set.first()),
            Measure::Last => some(set.last()),
            Measure::Only if set.len() == 1 => some(set.first()),
            Measure::Only => NONE,
            Measure::Any => (!set.is_empty()).into(),
        }
    }
}

impl Binary {
    /// What the operation comes to.
    pub(crate) fn of(self, left: i32, right: i32) -> i32 {
        match self {
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::ShiftLeft => left.wrapping_shl(right.cast_unsigned()),
            Binary::Equal => (left == right).into(),
            Binary::NotEqual => (left != right).into(),
            Binary::Less => (left < right).into(),
            Binary::LessEqual => (left <= right).into(),
            Binary::Greater => (left > right).into(),
            Binary::GreaterEqual => (left >= right).into(),
            Binary::Below => (left.cast_unsigned() < right.cast_unsigned()).into(),
            Binary::Min => left.min(right),
            Binary::Max => left.max(right),
        }
    }
}

impl Checked {
    /// What the operation comes to; `None` where that is no number of 32 bits, or nothing at all.
    pub(crate) fn of(self, left: i32, right: i32) -> Option<i32> {
        match self {
            Checked::Add => left.checked_add(right),
            Checked::Subtract => left.checked_sub(right),
            Checked::Multiply => left.checked_mul(right),
            Checked::Divide => floor_divide(left, right),
            Checked::Remainder => floor_remainder(left, right),
        }
    }
}
