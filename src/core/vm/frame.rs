//! Frames: what a running unit has for itself, in the stack at the end of the state's numbers.

use super::eval::{Eval, Evaluated};
use super::fault::FaultKind;
use super::state::{Over, State};
use crate::program::BAG_WORDS;
use crate::program::code::{FRAME_HEADER, Pc};
use crate::program::ids::UnitId;
use crate::program::terms::Local;
use crate::tabletop::ids::PhaseId;
use crate::value::Narrow;

/// Words of a frame before its locals: the caller's frame, where to return to, the unit, `me`,
/// `active`.
pub(super) const HEADER: usize = FRAME_HEADER;
pub(super) const RETURN: usize = 1;
pub(super) const UNIT: usize = 2;
pub(super) const ME: usize = 3;
pub(super) const ACTIVE: usize = 4;

impl Eval<'_> {
    #[inline]
    pub(super) fn load_frame(&mut self) {
        let frame = self.state.control.frame.to_usize();
        self.locals = frame + HEADER;
        if frame >= self.program.memory.stack && self.state.control.top > 0 {
            self.me = self.state.num(frame + ME);
            self.active = self.state.num(frame + ACTIVE);
        }
    }

    #[inline]
    pub(super) fn set_me(&mut self, local: Local) {
        self.me = self.get_local(local);
        self.state.set_num(self.frame() + ME, self.me);
    }

    /// Base of the running frame.
    #[inline]
    pub(super) fn frame(&self) -> usize {
        self.locals - HEADER
    }

    #[inline]
    pub(super) fn local(&self, local: Local) -> usize {
        self.locals + local.index()
    }

    #[inline]
    pub(super) fn get_local(&self, local: Local) -> i32 {
        self.state.num(self.local(local))
    }

    pub(super) fn set_local(&mut self, local: Local, value: i32) {
        let at = self.local(local);
        self.state.set_num(at, value);
    }

    /// Puts a new frame on top, its locals not yet set; the unit's first instruction is next.
    #[inline]
    pub(super) fn push(&mut self, unit: UnitId, back: Pc, me: i32, active: i32) -> Evaluated<()> {
        self.spend()?;
        if !self.has_room(self.program.units[unit].words) {
            return Err(FaultKind::TooDeep);
        }
        self.frame_for(unit, back, me, active);
        Ok(())
    }

    /// Puts a new frame on top, where there is room for it, for no fuel. Its locals are not yet
    /// set; the unit's first instruction is next.
    #[inline]
    pub(super) fn frame_for(&mut self, unit: UnitId, back: Pc, me: i32, active: i32) {
        let top = self.state.control.top.to_usize();
        let info = &self.program.units[unit];
        let header = [self.state.control.frame.cast_signed(), back.word(), unit.word(), me, active];
        self.state.nums_mut(top, HEADER).copy_from_slice(&header);
        #[cfg(test)]
        self.leave_unset(unit, top + HEADER);
        self.state.control.frame = top.to_u32();
        self.state.control.top = (top + HEADER + usize::from(info.words)) as u32;
        self.state.control.pc = info.start;
        (self.locals, self.me, self.active) = (top + HEADER, me, active);
    }

    /// Drops the running frame; where the caller goes on. Without a caller the game is over, and
    /// the scores decide.
    #[inline]
    pub(super) fn pop(&mut self) -> Pc {
        let (caller, back) = (self.state.num(self.frame()), self.state.num(self.frame() + RETURN));
        let end = self.frame();
        // What a frame leaves behind must not tell states apart that are the same.
        let used = self.state.control.top.to_usize() - end;
        self.state.clear_nums(end, used);
        self.state.control.top = end.to_u32();
        self.state.control.frame = caller.cast_unsigned();
        self.state.control.pc = Pc::from_word(back).unwrap_or(Pc::NOWHERE);
        self.come_back();
        self.state.control.pc
    }

    /// Goes on in the caller of a frame that is gone. Without a caller the game is over, and the
    /// scores decide.
    #[inline]
    pub(super) fn come_back(&mut self) {
        if self.state.control.pc == Pc::NOWHERE {
            self.state.control.over = Some(Over { winners: None, reason: None });
        } else {
            self.load_frame();
        }
    }

    /// Clears what all frames remember, where nothing goes on: it must not tell states apart that
    /// are the same.
    pub(super) fn clear_locals(&mut self) {
        let (mut frame, mut top) = (self.frame(), self.state.control.top.to_usize());
        loop {
            self.state.clear_nums(frame + HEADER, top - frame - HEADER);
            let Some((caller, _)) = self.state.caller(frame) else { return };
            (frame, top) = (caller, frame);
        }
    }

    /// Takes the next member, in the set's order, out of a set of the frame; false when there is
    /// none.
    pub(super) fn next_member(&mut self, set: Local, into: Local) -> bool {
        let at = self.local(set);
        let mut left = self.stored_set(at);
        let Some(first) = left.first() else { return false };
        left.remove(first);
        self.store_set(at, &left);
        self.set_local(into, i32::from(first));
        true
    }

    /// Whether a phase is running: one of the frames is its, from the running one back to the
    /// first.
    pub(super) fn runs(&self, phase: PhaseId) -> bool {
        let mut frame = self.frame();
        loop {
            let unit = self.state.num(frame + UNIT).to_usize();
            if self.program.units[UnitId::new(unit)].phase == Some(phase) {
                return true;
            }
            let Some((caller, _)) = self.state.caller(frame) else { return false };
            frame = caller;
        }
    }

    /// The first member at or after the cursor, going round; the cursor then stands there. False
    /// when there is none.
    #[inline]
    pub(super) fn next_in_seat_order(&mut self, set: Local, cursor: Local) -> bool {
        // Seats and teams are fewer than 32: the first half of the set's first word.
        let at = self.local(set);
        let left = self.state.num(at).cast_unsigned();
        if left == 0 {
            return false;
        }
        // A cursor is a seat: what else it might be counts as one.
        let from = self.get_local(cursor).cast_unsigned() % 32;
        let seat = if self.state.control.backwards {
            let behind = left & (u32::MAX >> (31 - from));
            (if behind == 0 { left } else { behind }).ilog2()
        } else {
            let ahead = left & (u32::MAX << from);
            (if ahead == 0 { left } else { ahead }).trailing_zeros()
        };
        self.state.set_num(at, (left & !(1 << seat)).cast_signed());
        self.set_local(cursor, seat.cast_signed());
        true
    }

    /// Whether the stack has room for another frame with so many words.
    #[inline]
    pub(super) fn has_room(&self, words: u16) -> bool {
        let m = &self.program.memory;
        self.state.control.top.to_usize() + HEADER + usize::from(words) <= m.stack + m.depth
    }
}

impl State {
    /// The frame that called the one at a place, and where it goes on; `None` of the first one.
    pub(super) fn caller(&self, frame: usize) -> Option<(usize, Pc)> {
        let back = Pc::from_word(self.num(frame + RETURN))?;
        Some((self.num(frame).to_usize(), back))
    }
}

pub(super) fn store_list(state: &mut State, at: usize, values: &[i32]) -> Evaluated<()> {
    if values.len() >= BAG_WORDS.to_usize() {
        return Err(FaultKind::TooManyValues);
    }
    state.set_num(at, values.len().to_i32());
    state.nums_mut(at + 1, values.len()).copy_from_slice(values);
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "test cases are files")]

    use super::*;
    use crate::game::{Game, Settings};
    use crate::program::Carrier;
    use crate::vm::{Dice, Event, Generator};
    use std::cell::Cell;
    use std::path::{Path, PathBuf};

    thread_local! {
        /// What stands in the locals of a new frame.
        static UNSET: Cell<i32> = const { Cell::new(0) };
    }

    impl Eval<'_> {
        /// Fills the locals of a new frame but for its parameters, which are there already.
        pub(super) fn leave_unset(&mut self, unit: UnitId, locals: usize) {
            let info = &self.program.units[unit];
            let behind = |(local, carrier): &(Local, Carrier)| {
                local.index() + usize::from(self.program.memory.words_of(*carrier))
            };
            let from = info.parameters.iter().map(behind).max().unwrap_or(0);
            let words = usize::from(info.words) - from;
            self.state.nums_mut(locals + from, words).fill(UNSET.get());
        }
    }

    const FOLDERS: [&str; 4] =
        ["games", "tests/cases/language", "tests/cases/semantics", "benches/games"];

    /// Games of each file.
    const GAMES: u64 = 5;

    fn files() -> impl Iterator<Item = PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        FOLDERS.into_iter().flat_map(move |folder| {
            let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
            entries.map(|entry| entry.expect("a file").path())
        })
    }

    fn load(path: &Path) -> Option<Game> {
        let folder = path.parent().expect("a folder");
        let read = |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
        let name = path.file_name().expect("a name").to_str().expect("a plain name");
        Game::load(name, &read, &Settings::default()).ok()
    }

    /// What happens in a game of random players, with this in all new locals.
    fn events(game: &Game, seed: u64, unset: i32) -> Vec<Event> {
        UNSET.set(unset);
        let (mut runtime, mut events) = (game.plain_runtime(), Vec::new());
        runtime.answer_with(Some(Dice::for_all(Generator::stream(seed, 1), 2_000)));
        let (_, _) = runtime.start(Generator::new(seed), &mut events);
        UNSET.set(0);
        events
    }

    /// No local is read that was not written before: a game goes the same whatever was there.
    #[test]
    fn what_stands_in_a_new_frame_means_nothing() {
        let mut compared = 0;
        for path in files().filter(|path| path.extension().is_some_and(|end| end == "yaml")) {
            let Some(game) = load(&path) else { continue };
            for seed in 0..GAMES {
                let expected = events(&game, seed, 0);
                for unset in [1, -1, 0x0123_4567] {
                    let found = events(&game, seed, unset);
                    let same = found.iter().zip(&expected).take_while(|(a, b)| a == b).count();
                    assert_eq!(found.get(same), expected.get(same), "{}: {same}", path.display());
                }
                compared += 1;
            }
        }
        assert!(compared > 50 * GAMES, "{compared}");
    }
}
