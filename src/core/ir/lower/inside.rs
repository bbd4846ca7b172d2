//! Units that run inside the routine of whoever calls them. What they say is written out there once
//! more, so that it is known who acts, and no frame is made for them: see [`Frame`].

use super::{Left, Lowered, Lowering};
use crate::ir::build::Num;
use crate::ir::{Argument, BlockId, Frame, Inst, Place, Reg, SetPlace};
use crate::program::code::{Acts, FRAME_HEADER, Pc};
use crate::program::ids::UnitId;
use crate::value::Narrow;
use std::mem;

/// A unit of more instructions is called: to write it out once more would take longer than that.
const MOST_INSTRUCTIONS: usize = 48;

/// A unit that takes more blocks, with those inside it, is called: what is written out many times
/// over takes longer to compile than it saves.
const MOST_BLOCKS: usize = 48;

/// The unit that is being written out inside the routine of another.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    unit: UnitId,
    /// Who it runs as, where that stays the same.
    pub(crate) me: Option<Num>,
    /// Where that is kept in any case.
    seat: Reg,
    /// Where its caller goes on.
    behind: BlockId,
}

/// A value on its way to a local of a unit.
enum Passed {
    Num(u32, Num),
    Set(u32, Reg),
}

impl Lowering<'_> {
    /// Runs a unit to its end, for which there is room: inside this routine where that can be.
    pub(crate) fn runs(&mut self, unit: UnitId, back: Pc, me: Num, arguments: Vec<Argument>) {
        if self.tried(|l| l.runs_inside(unit, back, me, &arguments)).is_none() {
            self.b.emit(Inst::Run { unit, back, me: me.reg, arguments });
        }
    }

    /// A side exit where there is no room for a unit's frame.
    pub(crate) fn room_for(&mut self, unit: UnitId) {
        if !self.is_bounded {
            self.b.emit(Inst::Room { unit });
        }
    }

    /// Makes a seat the running frame's `me`.
    pub(crate) fn acts_as(&mut self, seat: Num) {
        match self.inside {
            None => self.b.writes_me(seat),
            Some(Inside { seat: kept, .. }) => {
                self.b.set(kept, seat);
                self.b.emit(Inst::Impersonate { seat: seat.reg });
            }
        }
    }

    /// Comes to the end of the unit.
    pub(crate) fn returns(&mut self) {
        let Some(Inside { unit, behind, .. }) = self.inside else { return self.b.returns() };
        // What a frame leaves behind must not tell states apart that are the same.
        let words = u32::from(self.program.units[unit].words);
        if words > 0 {
            self.b.emit(Inst::Clear { at: Place::Local(0), words });
        }
        self.b.jump(behind);
    }

    fn runs_inside(
        &mut self,
        unit: UnitId,
        back: Pc,
        me: Num,
        arguments: &[Argument],
    ) -> Lowered<()> {
        if self.too_large.contains(&unit) {
            return Err(Left);
        }
        let start = self.program.units[unit].start;
        let code = (start.index()..self.ends[&unit].index()).map(Pc::new);
        let mut ops = code.clone().map(|pc| self.program.code[pc]);
        if !self.is_bounded
            || code.len() > MOST_INSTRUCTIONS
            || ops.clone().any(|op| matches!(op.acts(), Acts::Turn | Acts::Active))
        {
            return Err(Left);
        }
        let (caller, before) = (self.own(), self.b.mark());
        let passed = self.passed(arguments);
        let behind = self.b.block();
        let stays = ops.all(|op| op.acts() == Acts::Same);
        let seat = if stays { me.reg } else { self.b.variable(me) };
        let at = self.locals_at() + self.words_of_frame();
        self.b.enter(Frame { caller: self.b.frame(), unit, back, me: seat, at }, start);
        for value in passed {
            match value {
                Passed::Num(local, value) => self.b.store(Place::Local(local), value),
                Passed::Set(local, from) => {
                    self.b.emit(Inst::SetStore { to: SetPlace::Local(local), from });
                }
            }
        }
        self.impersonate(me);
        let blocks = code.clone().map(|pc| (pc, self.b.block_for(pc))).collect();
        let block_of = mem::replace(&mut self.block_of, blocks);
        self.b.jump(self.block_of[&start]);
        let inside = Inside { unit, me: stays.then_some(me), seat, behind };
        let around = self.inside.replace(inside);
        for pc in code {
            // What is not lowered is a side exit there, too.
            let _ = self.instruction(pc);
        }
        (self.inside, self.block_of) = (around, block_of);
        self.b.switch_to(behind);
        self.impersonate(caller);
        let is_large = self.b.blocks_since(&before) > MOST_BLOCKS;
        if is_large || self.b.needs_frames_since(&before) {
            self.too_large.insert(unit);
            return Err(Left);
        }
        Ok(())
    }

    /// The values of arguments, before the frame changes.
    fn passed(&mut self, arguments: &[Argument]) -> Vec<Passed> {
        let mut passed = Vec::new();
        for argument in arguments {
            match *argument {
                Argument::Num { local, from } => {
                    passed.push(Passed::Num(local, self.b.value_of(from, false)));
                }
                Argument::Set { local, from } => passed.push(Passed::Set(local, from)),
                Argument::Words { local, from, words } => {
                    for word in 0..words {
                        let value = self.b.load(from.behind(word));
                        passed.push(Passed::Num(local + word, value));
                    }
                }
            }
        }
        passed
    }

    /// How many words the running frame's first local lies behind that of the routine's own.
    fn locals_at(&self) -> u32 {
        self.b.frame().map_or(0, |frame| self.b.routine.frames[frame].at)
    }

    /// Words from the first local of the running frame to that of the next one.
    fn words_of_frame(&self) -> u32 {
        let unit = self.inside.map_or(self.unit, |inside| inside.unit);
        u32::from(self.program.units[unit].words) + FRAME_HEADER.to_u32()
    }
}
