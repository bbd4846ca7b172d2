//! Sets as closures.

use super::members::Members;
use super::{Compiler, NumCode, SetCode, with_num, with_set};
use crate::program::terms::{NumId, Set, SetId, Temp, TestId};
use crate::value::NONE;
use crate::vm::eval::Eval;
use crate::vm::fault::FaultKind;

impl<M: Members> Compiler<'_, M> {
    /// `None`: left to the plain method.
    pub(super) fn set_code(&mut self, id: SetId) -> Option<SetCode<M>> {
        let m = &self.program.memory;
        Some(match self.program.terms.sets[id.0 as usize] {
            Set::Const(constant) => {
                let bits = self.program.constants[constant as usize];
                let narrow = M::of(&bits);
                if narrow.bits() != bits {
                    return None;
                }
                SetCode::Const(narrow)
            }
            Set::Temp(temp) => SetCode::new(move |e| {
                let set = e.scratch.sets[temp as usize];
                e.fit(&set)
            }),
            Set::Local(local) => SetCode::new(move |e| {
                let set = e.stored_set(e.locals + local as usize);
                e.fit(&set)
            }),
            Set::One(value) => with_num!(self.num(value), value => SetCode::new(move |e| {
                let mut set = M::EMPTY;
                let value = value(e);
                e.insert(&mut set, value);
                set
            })),
            Set::SlotCards { slot } => {
                                with_num!(self.num(slot), slot => SetCode::new(move |e| {
                    u8::try_from(slot(e)).map_or(M::EMPTY, |slot| M::of(e.state.set(slot as usize)))
                }))
            }
            Set::CardsAt { at } => SetCode::At(at as usize),
            Set::CardsOfAll { at, owners } => SetCode::new(move |e| {
                (at..at + u32::from(owners)).fold(M::EMPTY, |all, at| all.union(M::of(e.state.set(at as usize))))
            }),
            Set::CardsOf { at, owners, owner } => match self.num(owner) {
                NumCode::Const(owner) if (0..i32::from(owners)).contains(&owner) => {
                    SetCode::At(at as usize + owner as usize)
                }
                owner => with_num!(owner, owner => SetCode::new(move |e| {
                let owner = owner(e);
                if (0..i32::from(owners)).contains(&owner) {
                    return M::of(e.state.set(at as usize + owner as usize));
                }
                e.fail(FaultKind::Nobody);
                M::EMPTY
                })),
            },
            Set::CardsIn(slots) => {
                                with_set!(self.set(slots), slots => SetCode::new(move |e| {
                    let (mut left, mut cards) = (slots(e), M::EMPTY);
                    while let Some(slot) = left.take_first() {
                        cards = cards.union(M::of(e.state.set(slot as usize)));
                    }
                    cards
                }))
            }
            Set::FaceUp => SetCode::At(m.face_up),
            Set::CardFlagged { mark } | Set::SlotFlagged { mark } => {
                SetCode::At(self.program.marks[mark as usize].at as usize)
            }
            Set::Union(a, b) => self.combined(a, b, M::union),
            Set::Minus(a, b) => self.combined(a, b, M::minus),
            Set::Both(a, b) => self.combined(a, b, M::both),
            Set::If { test, then, otherwise } => {
                let test = self.test(test).function();
                let (then, otherwise) = (self.set(then).function(), self.set(otherwise).function());
                SetCode::new(move |e| if test.call(e) { then.call(e) } else { otherwise.call(e) })
            }
            Set::Bind { temp, value, then } => {
                let (value, then) = (self.num(value).function::<M>(), self.set(then).function());
                SetCode::new(move |e| {
                    let value = value.call(e);
                    e.bind_temp(temp.into(), value);
                    then.call(e)
                })
            }
            Set::Filter { set, temp, test } => self.filter(set, temp, test),
            Set::Image { set, temp, value } => {
                let (value, temp) = (self.num(value).function::<M>(), usize::from(temp));
                with_set!(self.set(set), set => SetCode::new(move |e| {
                    let (mut left, mut image) = (set(e), M::EMPTY);
                    while let Some(one) = left.take_first() {
                        e.bind_temp(temp, i32::from(one));
                        let value = value.call(e);
                        e.insert(&mut image, value);
                        if !e.looks() {
                            break;
                        }
                    }
                    image
                }))
            }
            Set::UnionOver { set, temp, value } => {
                let (value, temp) = (self.set(value).function(), usize::from(temp));
                with_set!(self.set(set), set => SetCode::new(move |e| {
                    let (mut left, mut union) = (set(e), M::EMPTY);
                    while let Some(one) = left.take_first() {
                        e.bind_temp(temp, i32::from(one));
                        union = union.union(value.call(e));
                        if !e.looks() {
                            break;
                        }
                    }
                    union
                }))
            }
            Set::Ties { set, temp, value, least } => self.ties(set, temp, value, least),
            Set::ZoneCards { .. }
            | Set::ZoneCardsOf { .. }
            | Set::ZoneSlots { .. }
            | Set::ZoneSlotsOf { .. }
            | Set::TopsOf(_)
            | Set::TopCards { .. }
            | Set::WithAttribute { .. }
            | Set::Players
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::Neighbours { .. }
            | Set::Walk(_)
            | Set::OfList(_)
            | Set::Script(_)
            | Set::RandomOf { .. } => return None,
        })
    }

    fn combined(&mut self, a: SetId, b: SetId, f: impl Fn(M, M) -> M + Copy + Send + Sync + 'static) -> SetCode<M> {
        let (a, b) = (self.set(a), self.set(b));
        with_set!(a, a => with_set!(b, b => SetCode::new(move |e| {
            let a = a(e);
            f(a, b(e))
        })))
    }

    fn filter(&mut self, set: SetId, temp: Temp, test: TestId) -> SetCode<M> {
        let set = self.set(set);
        if let Some(tests) = self.unrolled(&set, temp, |compiler| compiler.test(test).function()) {
            return SetCode::new(move |e| {
                let mut kept = M::EMPTY;
                for (member, test) in &tests {
                    e.bind_temp(temp.into(), *member);
                    if test.call(e) {
                        e.insert(&mut kept, *member);
                    }
                }
                kept
            });
        }
        let (test, temp) = (self.test(test).function(), usize::from(temp));
        with_set!(set, set => SetCode::new(move |e| {
            let (mut left, mut kept) = (set(e), M::EMPTY);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                if test.call(e) {
                    e.insert(&mut kept, i32::from(one));
                }
                if !e.looks() {
                    break;
                }
            }
            kept
        }))
    }

    fn ties(&mut self, set: SetId, temp: Temp, value: NumId, least: bool) -> SetCode<M> {
        let (value, temp) = (self.num(value).function::<M>(), usize::from(temp));
        with_set!(self.set(set), set => SetCode::new(move |e| {
            let (mut left, mut best, mut tied) = (set(e), NONE, M::EMPTY);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                let value = value.call(e);
                if value != NONE && (best == NONE || (if least { value < best } else { value > best })) {
                    (best, tied) = (value, M::EMPTY);
                }
                if value != NONE && value == best {
                    e.insert(&mut tied, i32::from(one));
                }
                if !e.looks() {
                    break;
                }
            }
            tied
        }))
    }
}
