//! Sets as closures.

use super::members::Members;
use super::{Code, Compiler, NumCode, RememberedSet, SetCode, Within, with_num, with_set};
use crate::program::ids::WalkId;
use crate::program::terms::{Directions, NumId, Set, SetId, Temp, TestId, Walk};
use crate::program::walk::Term;
use crate::tabletop::ids::{InstanceId, ZoneId};
use crate::value::{NONE, Narrow, Slot};
use crate::vm::eval::Eval;
use std::sync::Arc;

impl<M: Members> Compiler<'_, M> {
    /// The set of one member that is known; of none, the empty set.
    fn constant_one(&mut self, value: NumId) -> Option<M> {
        match self.num(value) {
            NumCode::Const(NONE) => Some(M::EMPTY),
            NumCode::Const(value) => u8::try_from(value).ok().and_then(M::one),
            _ => None,
        }
    }

    /// `None`: left to the plain method.
    pub(super) fn set_code(&mut self, id: SetId) -> Option<SetCode<M>> {
        let m = &self.program.memory;
        Some(match self.program.terms.sets[id] {
            Set::Const(constant) => {
                let bits = self.program.constants[constant];
                let narrow = M::of(&bits);
                if narrow.bits() != bits {
                    return None;
                }
                SetCode::Const(narrow)
            }
            Set::Temp(temp) => SetCode::new(move |e| {
                let set = e.scratch.sets[temp];
                e.fit(&set)
            }),
            Set::Local(local) => SetCode::new(move |e| {
                let set = e.stored_set(e.locals + local.index());
                e.fit(&set)
            }),
            Set::One(value) => match (self.num(value), self.constant_one(value)) {
                (_, Some(one)) => SetCode::Const(one),
                (value, None) => with_num!(value, value => SetCode::new(move |e| {
                    let mut set = M::EMPTY;
                    let value = value(e);
                    e.insert(&mut set, value);
                    set
                })),
            },
            Set::SlotCards { slot } => match self.num(slot) {
                NumCode::Const(slot) => u8::try_from(slot)
                    .map_or(SetCode::Const(M::EMPTY), |slot| SetCode::At(slot.into())),
                slot => with_num!(slot, slot => SetCode::new(move |e| {
                    u8::try_from(slot(e)).map_or(M::EMPTY, |slot| M::of(e.state.set(slot as usize)))
                })),
            },
            Set::CardsAt { at } => SetCode::At(at.to_usize()),
            Set::CardsOfAll { at, owners } => SetCode::Within(Arc::new(Within {
                one_of: (at.to_usize()..at.to_usize() + usize::from(owners)).collect(),
                all_of: Vec::new(),
                constant: None,
            })),
            Set::CardsOf { at, owners, owner } => match self.num(owner) {
                NumCode::Const(owner) if (0..i32::from(owners)).contains(&owner) => {
                    SetCode::At(at.to_usize() + owner.to_usize())
                }
                owner => with_num!(owner, owner => SetCode::new(move |e| {
                    let owner = owner(e);
                    let at = e.owned(owner, at as i32, owners.into());
                    usize::try_from(at).map_or(M::EMPTY, |at| M::of(e.state.set(at)))
                })),
            },
            Set::ZoneSlots { zone, owner } => return self.zone_slots(zone, owner),
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
                SetCode::At(self.program.marks[mark].at.to_usize())
            }
            Set::Union(a, b) => self.union(a, b),
            Set::Minus(a, b) => self.of_left(a, b, M::minus),
            Set::Both(a, b) => self.both(a, b),
            Set::If { test, then, otherwise } => {
                let test = self.test(test).function();
                let (then, otherwise) = (self.set(then).function(), self.set(otherwise).function());
                SetCode::new(move |e| if test.call(e) { then.call(e) } else { otherwise.call(e) })
            }
            Set::Bind { temp, value, then } => {
                let (value, then) = (self.num(value).function::<M>(), self.set(then).function());
                SetCode::new(move |e| {
                    let value = value.call(e);
                    e.bind_temp(temp, value);
                    then.call(e)
                })
            }
            Set::Filter { set, temp, test } => self.filter(set, temp, test),
            Set::Image { set, temp, value } => {
                let (value, temp) = (self.num(value).function::<M>(), temp);
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
                let (value, temp) = (self.set(value).function(), temp);
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
            Set::Reached { from, temp, step } => {
                let (step, temp) = (self.set(step).function(), temp);
                with_set!(self.set(from), from => SetCode::new(move |e| {
                    let (mut waiting, mut reached) = (from(e), M::EMPTY);
                    while let Some(one) = waiting.take_first() {
                        e.bind_temp(temp, i32::from(one));
                        let new = step.call(e).minus(reached);
                        (reached, waiting) = (reached.union(new), waiting.union(new));
                        if !e.looks() {
                            break;
                        }
                    }
                    reached
                }))
            }
            Set::WithAttribute { table, value } => {
                let cards: Vec<(i32, M)> = {
                    let by_value = &self.program.attributes[table].cards_by_value;
                    by_value.iter().map(|(value, cards)| (*value, M::of(cards))).collect()
                };
                with_num!(self.num(value), value => SetCode::new(move |e| {
                    let value = value(e);
                    cards.iter().find(|(with, _)| *with == value).map_or(M::EMPTY, |(_, cards)| *cards)
                }))
            }
            Set::Neighbours { slot, directions } => {
                let beside = self.beside(directions);
                with_num!(self.num(slot), slot => SetCode::new(move |e| {
                    let slot = usize::try_from(slot(e)).ok();
                    slot.and_then(|slot| beside.get(slot)).copied().unwrap_or(M::EMPTY)
                }))
            }
            Set::Walk(walk) => self.walk(walk),
            Set::Ties { set, temp, value, least } => self.ties(set, temp, value, least),
            Set::ZoneCards { .. }
            | Set::ZoneCardsOf { .. }
            | Set::ZoneSlotsOf { .. }
            | Set::TopsOf(_)
            | Set::TopCards { .. }
            | Set::Players
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::OfList(_)
            | Set::Script(_)
            | Set::RandomOf { .. }
            | Set::TiesBy { .. }
            | Set::Ends { .. }
            | Set::BottomCards { .. }
            | Set::UnionFamily(_)
            | Set::OnlyFamily(_)
            | Set::FirstFamily(_)
            | Set::BestFamily { .. } => return None,
        })
    }

    /// The slots of a zone: those that a row has now, or the same always.
    fn zone_slots(&mut self, zone: ZoneId, owner: NumId) -> Option<SetCode<M>> {
        let info = &self.program.zones[zone];
        let (first, owners) = (info.first_instance, info.owners);
        if self.program.instances[first].row.is_some() {
            return Some(with_num!(self.num(owner), owner => SetCode::new(move |e| {
                let owner = owner(e);
                let instance = InstanceId::from_word(e.owned(owner, first.word(), owners.into()));
                let Some(instance) = instance else { return M::EMPTY };
                let mut slots = M::EMPTY;
                for slot in e.state.slots_of(e.program, instance) {
                    slots.add(slot.number());
                }
                slots
            })));
        }
        let mut slots: Vec<M> = Vec::new();
        for instance in self.program.instances_of(zone) {
            let fixed = instance.first_slot.run(instance.slots);
            if instance.row.is_some()
                || M::of(&fixed.clone().collect()).count() < usize::from(instance.slots)
            {
                return None;
            }
            slots.push(M::of(&fixed.collect()));
        }
        Some(match self.num(owner) {
            NumCode::Const(owner) => SetCode::Const(*slots.get(usize::try_from(owner).ok()?)?),
            owner => with_num!(owner, owner => SetCode::new(move |e| {
                let owner = owner(e);
                let place = e.owned(owner, 0, owners.into());
                usize::try_from(place).ok().and_then(|place| slots.get(place)).copied().unwrap_or(M::EMPTY)
            })),
        })
    }

    /// Places together are places.
    fn union(&mut self, a: SetId, b: SetId) -> SetCode<M> {
        if let (Some(mut left), Some(right)) = (self.set(a).within(), self.set(b).within()) {
            let bare = |within: &Within<M>| within.all_of.is_empty() && within.constant.is_none();
            if bare(&left) && bare(&right) {
                left.one_of.extend(right.one_of);
                return SetCode::Within(Arc::new(left));
            }
        }
        self.combined(a, b, M::union)
    }

    /// Places narrowed by a set of the state or by a constant one are places narrowed.
    fn both(&mut self, a: SetId, b: SetId) -> SetCode<M> {
        if let Some(mut left) = self.set(a).within() {
            match self.set(b) {
                SetCode::Const(constant) => {
                    left.constant = Some(left.constant.map_or(constant, |old| old.both(constant)));
                    return SetCode::Within(Arc::new(left));
                }
                SetCode::At(at) => {
                    left.all_of.push(at);
                    return SetCode::Within(Arc::new(left));
                }
                SetCode::Within(_) | SetCode::Fn(_) => {}
            }
        }
        self.of_left(a, b, M::both)
    }

    fn combined(
        &mut self,
        a: SetId,
        b: SetId,
        f: impl Fn(M, M) -> M + Copy + Send + Sync + 'static,
    ) -> SetCode<M> {
        let (a, b) = (self.set(a), self.set(b));
        with_set!(a, a => with_set!(b, b => SetCode::new(move |e| {
            let a = a(e);
            f(a, b(e))
        })))
    }

    /// Where there is nothing on the left, the right is not asked: it may be nobody's.
    fn of_left(
        &mut self,
        a: SetId,
        b: SetId,
        f: impl Fn(M, M) -> M + Copy + Send + Sync + 'static,
    ) -> SetCode<M> {
        let (a, b) = (self.set(a), self.set(b));
        match b {
            SetCode::Fn(b) => with_set!(a, a => SetCode::new(move |e| {
                let a = a(e);
                if a.is_empty() { a } else { f(a, b.call(e)) }
            })),
            known => with_set!(a, a => with_set!(known, b => SetCode::new(move |e| {
                let a = a(e);
                f(a, b(e))
            }))),
        }
    }

    fn filter(&mut self, set: SetId, temp: Temp, test: TestId) -> SetCode<M> {
        let set = self.set(set);
        if let Some(compared) = self.compared(&set, temp, test) {
            return SetCode::new(move |e| compared.holding(e));
        }
        if let Some(tests) = self.unrolled(&set, temp, |compiler| compiler.test(test).function()) {
            return SetCode::new(move |e| {
                let mut kept = M::EMPTY;
                for (member, test) in &tests {
                    e.bind_temp(temp, *member);
                    if test.call(e) {
                        e.insert(&mut kept, *member);
                    }
                }
                kept
            });
        }
        let narrow = self.narrowing(temp, test);
        SetCode::Fn(Code::around(set, narrow, |_, kept| kept))
    }

    /// The slots beside each slot.
    fn beside(&self, directions: Directions) -> Arc<[M]> {
        let slots = 0..self.program.slots.len();
        slots.map(|slot| M::of(&self.program.neighbours(Slot::new(slot), directions))).collect()
    }

    fn walk(&mut self, walk: WalkId) -> SetCode<M> {
        let Walk { steps, from, temp, through } = self.program.terms.walks[walk];
        let (steps, from) = (self.num(steps).function::<M>(), self.num(from).function::<M>());
        // Walks of several lengths go over the same cells: which are open is found out once in an
        // evaluation.
        let lasting = self.sharing.is_closed_but_for(Term::Test(through), temp);
        let place = self.remembered_sets;
        self.remembered_sets += 1;
        let (through, temp, beside) =
            (self.test(through).function(), temp.index(), self.beside(Directions::Orthogonal));
        SetCode::new(move |e| {
            let (steps, from) = (steps.call(e), from.call(e));
            let Ok(from) = u8::try_from(from) else { return M::EMPTY };
            let Some(info) = e.program.slots.get(usize::from(from)) else { return M::EMPTY };
            let (stamp, me, of) = (e.scratch.stamp, e.me, info.instance);
            let known = e.scratch.remembered_sets[place];
            let mut open = if lasting && (known.stamp, known.me, known.of) == (stamp, me, of) {
                M::of(&known.set)
            } else {
                let instance = &e.program.instances[of];
                let mut open = M::EMPTY;
                for slot in instance.first_slot.run(instance.slots) {
                    e.bind_temp(Temp::new(temp), slot.word());
                    if through.call(e) {
                        e.insert(&mut open, slot.word());
                    }
                }
                e.scratch.remembered_sets[place] =
                    RememberedSet { stamp, me, of, set: open.bits() };
                open
            };
            open.remove(from);
            let mut ends = M::EMPTY;
            walk_on(e, &beside, (from, steps), open, &mut ends);
            ends
        })
    }

    fn ties(&mut self, set: SetId, temp: Temp, value: NumId, least: bool) -> SetCode<M> {
        let (value, temp) = (self.num(value).function::<M>(), temp);
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

/// Goes every way of so many steps over cells that are open, each at most once.
fn walk_on<M: Members>(
    e: &mut Eval<'_>,
    beside: &[M],
    (at, steps): (u8, i32),
    open: M,
    ends: &mut M,
) {
    if steps <= 0 {
        e.insert(ends, i32::from(at));
        return;
    }
    let mut ways = beside[usize::from(at)].both(open);
    while let Some(next) = ways.take_first() {
        if !e.looks() {
            return;
        }
        let mut rest = open;
        rest.remove(next);
        walk_on(e, beside, (next, steps - 1), rest, ends);
    }
}
