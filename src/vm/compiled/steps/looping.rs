//! Steps that go round: over members, seats, numbers.

use super::{Step, step};
use crate::program::code::{Op, Pc};
use crate::program::terms::Local;
use crate::value::Seat;
use crate::vm::compiled::acting::Acting;
use crate::vm::compiled::members::Members;
use crate::vm::compiled::{Compiler, NumCode, SetCode};
use crate::vm::eval::Eval;
use crate::vm::frame::ME;

/// The head of a loop: another round as long as there is one, until the body goes elsewhere than
/// back to the head.
fn repeat(
    head: Pc,
    round: impl Fn(&mut Eval<'_>) -> Result<(), Pc> + Send + Sync + 'static,
    body: impl Fn(&mut Eval<'_>) -> Pc + Send + Sync + 'static,
) -> Step {
    step(move |e| {
        loop {
            if let Err(elsewhere) = round(e) {
                return elsewhere;
            }
            let to = body(e);
            if to != head {
                return to;
            }
        }
    })
}

/// One round of a loop over seats that are known.
struct Round {
    seat: Seat,
    /// The seats whose rounds are still to come, a bit each.
    left: u32,
    body: Step,
}

impl<M: Members> Compiler<'_, M> {
    pub(super) fn next_member(&mut self, pc: Pc, set: Local, member: Local, done: Pc) -> Step {
        let (next, done) = (self.onward(pc.next()), self.jump(pc, done));
        let round = move |e: &mut Eval<'_>| {
            if e.next_member(set, member) { Ok(()) } else { Err(done.call(e)) }
        };
        repeat(pc, round, move |e| next.call(e))
    }

    pub(super) fn next_seat(
        &mut self,
        pc: Pc,
        (set, from): (Local, Local),
        as_me: bool,
        done: Pc,
    ) -> Step {
        if !as_me {
            let (next, done) = (self.onward(pc.next()), self.jump(pc, done));
            let round = move |e: &mut Eval<'_>| {
                if e.next_in_seat_order(set, from) { Ok(()) } else { Err(done.call(e)) }
            };
            return repeat(pc, round, move |e| next.call(e));
        }
        let (body, done) = (self.onward_by_actor(pc.next()), self.jump_by_actor(pc, done));
        let round = move |e: &mut Eval<'_>| {
            if !e.next_in_seat_order(set, from) {
                return Err(done.call(e));
            }
            e.set_me(from);
            Ok(())
        };
        repeat(pc, round, move |e| body.call(e))
    }

    pub(super) fn next_number(&mut self, pc: Pc, member: Local, last: Local, done: Pc) -> Step {
        let (next, done) = (self.onward(pc.next()), self.jump(pc, done));
        let round = move |e: &mut Eval<'_>| {
            let number = e.get_local(member);
            if number >= e.get_local(last) {
                return Err(if number == i32::MAX { e.plainly(pc) } else { done.call(e) });
            }
            e.set_local(member, number + 1);
            Ok(())
        };
        repeat(pc, round, move |e| next.call(e))
    }

    /// A whole loop over seats that are known, from one that is known: `each player`, mostly. It
    /// begins with the instruction that sets the seats, behind which their first one is set, and
    /// then stands the head.
    pub(super) fn each_seat(&mut self, pc: Pc, set: Local, seats: &SetCode<M>) -> Option<Step> {
        let head = pc.next().next();
        let code = &self.program.code;
        let (
            &Op::SetLocal { local: cursor, value: first },
            &Op::NextSeat { set: of, from, as_me: true, done },
        ) = (code.get(Pc::new(pc.index() + 1))?, code.get(Pc::new(head.index()))?)
        else {
            return None;
        };
        let (&SetCode::Const(seats), NumCode::Const(first)) = (seats, self.sure_num(first)?) else {
            return None;
        };
        if (of, from) != (set, cursor) || done <= head {
            return None;
        }
        let mut order = Vec::new();
        let mut left = seats;
        while let Some(seat) = left.take_first() {
            order.push(seat);
        }
        let ahead = order.iter().position(|&seat| i32::from(seat) >= first).unwrap_or(0);
        order.rotate_left(ahead);
        let last = *order.last()?;
        if order.iter().any(|&seat| self.seat(seat) == Acting::Anyone) {
            return None;
        }
        let mut rounds = Vec::new();
        for (i, &seat) in order.iter().enumerate() {
            let left = order[i + 1..].iter().fold(0, |left, seat| left | 1 << seat);
            rounds.push(Round {
                seat,
                left,
                body: self.onward_as(Acting::Seat(seat), head.next()),
            });
        }
        let done = self.onward_as(Acting::Seat(last), done);
        Some(step(move |e| {
            let at = e.local(set);
            seats.store(e.state, at);
            e.set_local(cursor, first);
            for Round { seat, left, body } in &rounds {
                // Somebody has reversed the turns: the head sees who is next.
                if e.state.control.backwards {
                    return head;
                }
                let (me, frame) = (i32::from(*seat), e.frame());
                e.state.set_num(e.locals + set.index(), (*left).cast_signed());
                e.state.set_num(e.locals + cursor.index(), me);
                e.state.set_num(frame + ME, me);
                e.me = me;
                let to = body.call(e);
                if to != head {
                    return to;
                }
            }
            done.call(e)
        }))
    }
}
