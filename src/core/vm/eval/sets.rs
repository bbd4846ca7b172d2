//! Sets of cards, slots, seats, teams and words.

use super::{Eval, Evaluated, member};
use crate::program::ids::{GroupId, RankingId};
use crate::program::terms::{ListId, Lot, NumId, Set, SetId, Temp, TestId};
use crate::tabletop::ids::{InstanceId, ZoneId};
use crate::value::{Bits, Narrow, Slot, TeamId, Values};
use crate::vm::events::{Event, RandomKind};
use crate::vm::fault::FaultKind;

impl Eval<'_> {
    /// What a set term says. Each sort of term has a function of its own: what it comes to is then
    /// written once, to where whoever asks wants it.
    pub(in crate::vm) fn set(&mut self, id: SetId) -> Evaluated<Bits> {
        match self.program.terms.sets[id] {
            Set::Temp(temp) => self.bound_set(temp),
            Set::CardsAt { at } => self.cards_at(at),
            Set::CardsIn(slots) => self.cards_in_all(slots),
            Set::Union(a, b) => self.union(a, b),
            Set::Minus(a, b) => self.minus(a, b),
            Set::Both(a, b) => self.both(a, b),
            Set::Filter { set, temp, test } => self.filter(set, temp, test),
            Set::If { test, then, otherwise } => {
                let branch = if self.test(test)? { then } else { otherwise };
                self.set(branch)
            }
            Set::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.bind(temp, value);
                self.set(then)
            }
            other => self.set_of(other),
        }
    }

    #[inline(never)]
    fn bound_set(&self, temp: Temp) -> Evaluated<Bits> {
        Ok(self.scratch.sets[temp].clone())
    }

    #[inline(never)]
    fn cards_at(&self, at: u32) -> Evaluated<Bits> {
        Ok(self.state.set(at.to_usize()))
    }

    #[inline(never)]
    fn cards_in_all(&mut self, slots: SetId) -> Evaluated<Bits> {
        let slots = self.set(slots)?;
        Ok(self.state.union_of(slots.of().map(Slot::index)))
    }

    #[inline(never)]
    fn union(&mut self, a: SetId, b: SetId) -> Evaluated<Bits> {
        Ok(self.set(a)? | self.set(b)?)
    }

    #[inline(never)]
    fn minus(&mut self, a: SetId, b: SetId) -> Evaluated<Bits> {
        let sets = &self.program.terms.sets;
        if let (Set::TopCards { slot, count }, Set::TopCards { slot: same, count: above }) =
            (sets[a], sets[b])
            && slot == same
        {
            return self.top_cards(slot, count, Some(above));
        }
        let a = self.set(a)?;
        if a.is_empty() { Ok(a) } else { Ok(a - self.set(b)?) }
    }

    #[inline(never)]
    fn both(&mut self, a: SetId, b: SetId) -> Evaluated<Bits> {
        let a = self.set(a)?;
        if a.is_empty() { Ok(a) } else { Ok(a & self.set(b)?) }
    }

    /// What the other set terms say, part by part.
    #[inline(never)]
    fn set_of(&mut self, set: Set) -> Evaluated<Bits> {
        let m = &self.program.memory;
        Ok(match set {
            Set::Temp(_)
            | Set::CardsAt { .. }
            | Set::CardsIn(_)
            | Set::Union(..)
            | Set::Minus(..)
            | Set::Both(..)
            | Set::Filter { .. }
            | Set::If { .. }
            | Set::Bind { .. } => unreachable!("these have functions of their own"),
            Set::Const(id) => self.program.constants[id].clone(),
            Set::Local(local) => self.stored_set(self.locals + local.index()),
            Set::One(value) => member(self.num(value)?).map_or(Bits::EMPTY, Bits::one),
            Set::SlotCards { slot } => match Slot::from_word(self.num(slot)?) {
                Some(slot) => self.state.cards_in(slot),
                None => Bits::EMPTY,
            },
            Set::ZoneCards { zone, owner } => self.zone_cards(zone, owner)?,
            Set::CardsOfAll { at, owners } => {
                let at = at.to_usize();
                self.state.union_of(at..at + usize::from(owners))
            }
            Set::CardsOf { at, owners, owner } => {
                let owner = self.owner(owner, owners)?;
                owner.map_or(Bits::EMPTY, |owner| self.state.set(at.to_usize() + owner.index()))
            }
            Set::ZoneCardsOf { zone, owners } => self.cards_of_owners(zone, owners)?,
            Set::ZoneSlots { zone, owner } => {
                let instance = self.instance(zone, owner)?;
                instance.map_or(Bits::EMPTY, |own| self.state.slot_set(self.program, own))
            }
            Set::ZoneSlotsOf { zone, owners } => self.slots_of_owners(zone, owners)?,
            Set::TopsOf(slots) => {
                let slots = self.set(slots)?;
                slots.of().filter_map(|slot| self.state.top(slot)).collect()
            }
            Set::TopCards { slot, count } => self.top_cards(slot, count, None)?,
            Set::FaceUp => self.state.set(m.face_up),
            Set::CardFlagged { mark } | Set::SlotFlagged { mark } => {
                self.state.set(self.program.marks[mark].at.to_usize())
            }
            Set::WithAttribute { table, value } => {
                let value = self.num(value)?;
                self.program.attributes[table].cards_with(value)
            }
            Set::Image { set, temp, value } => self.image(set, temp, value)?,
            Set::UnionOver { set, temp, value } => self.union_over(set, temp, value)?,
            Set::Reached { from, temp, step } => self.reached(from, temp, step)?,
            Set::Ties { set, temp, value, least } => {
                self.best_members((set, temp), least, |e| Ok(Values::one(e.num(value)?)))?
            }
            Set::TiesBy { set, temp, ranking, least } => {
                let ranking = self.ranking(ranking);
                self.best_members((set, temp), least, |e| e.keys(ranking))?
            }
            Set::Ends { set, count, last } => self.ends(set, count, last)?,
            Set::BottomCards { slot, count } => self.bottom_cards(slot, count)?,
            Set::UnionFamily(family) => self.union_of(family)?,
            Set::OnlyFamily(family) => self.only_set(family)?,
            Set::FirstFamily(family) => self.first_set(family)?,
            Set::BestFamily { family, temp, ranking, least } => {
                self.best_set((family, temp), self.ranking(ranking), least)?
            }
            Set::Players => self.playing()?,
            Set::SeatsOfTeam(team) => match TeamId::from_word(self.num(team)?) {
                Some(team) => self.program.seats_of_team(team).into(),
                None => Bits::EMPTY,
            },
            Set::OtherTeams(team) => {
                let all = Bits::below(usize::from(self.program.teams));
                all - member(self.num(team)?).map_or(Bits::EMPTY, Bits::one)
            }
            Set::Neighbours { slot, directions } => match Slot::from_word(self.num(slot)?) {
                Some(slot) => self.program.neighbours(slot, directions),
                None => Bits::EMPTY,
            },
            Set::Walk(walk) => self.walk(walk)?,
            Set::OfList(list) => {
                self.list(list)?.as_slice().iter().filter_map(|&v| member(v)).collect()
            }
            Set::Script(call) => self.script_members(call)?,
            Set::RandomOf { set, count, lot } => self.random_members(set, count, lot)?,
        })
    }

    #[inline(always)]
    fn zone_cards(&mut self, zone: ZoneId, owner: NumId) -> Evaluated<Bits> {
        let Some(instance) = self.instance(zone, owner)? else { return Ok(Bits::EMPTY) };
        Ok(self.state.set(self.program.instances[instance].cards_at.to_usize()))
    }

    /// The cards that several owners have in a zone.
    #[inline(always)]
    fn cards_of_owners(&mut self, zone: ZoneId, owners: SetId) -> Evaluated<Bits> {
        let instances = self.program.instances_of(zone);
        let owners = self.set(owners)?;
        let cards = |owner| instances[usize::from(owner)].cards_at.to_usize();
        Ok(self.state.union_of(owners.into_iter().map(cards)))
    }

    /// The slots that several owners have in a zone.
    fn slots_of_owners(&mut self, zone: ZoneId, owners: SetId) -> Evaluated<Bits> {
        let first = self.program.zones[zone].first_instance;
        let mut all = Bits::EMPTY;
        for owner in self.set(owners)? {
            let instance = InstanceId::new(first.index() + usize::from(owner));
            all |= self.state.slot_set(self.program, instance);
        }
        Ok(all)
    }

    /// What a value comes to for each member of a set.
    fn image(&mut self, set: SetId, temp: Temp, value: NumId) -> Evaluated<Bits> {
        let mut image = Bits::EMPTY;
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            if let Some(value) = member(self.num(value)?) {
                image.insert(value);
            }
        }
        Ok(image)
    }

    /// What a set comes to for each member of another one, all together.
    fn union_over(&mut self, set: SetId, temp: Temp, value: SetId) -> Evaluated<Bits> {
        let mut union = Bits::EMPTY;
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            union |= self.set(value)?;
        }
        Ok(union)
    }

    /// What is reached from the members of a set, step by step.
    fn reached(&mut self, from: SetId, temp: Temp, step: SetId) -> Evaluated<Bits> {
        let (mut waiting, mut reached) = (self.set(from)?, Bits::EMPTY);
        while let Some(one) = waiting.first() {
            waiting.remove(one);
            self.spend()?;
            self.bind(temp, i32::from(one));
            let new = self.set(step)? - &reached;
            reached |= &new;
            waiting |= new;
        }
        Ok(reached)
    }

    /// The first or the last members of a set, as many as `count` says.
    fn ends(&mut self, set: SetId, count: NumId, last: bool) -> Evaluated<Bits> {
        let (set, count) = (self.set(set)?, self.num(count)?.max(0).to_usize());
        let skipped = if last { set.len().saturating_sub(count) } else { 0 };
        Ok(set.iter().skip(skipped).take(count).collect())
    }

    /// A set kept in the stack.
    pub(in crate::vm) fn stored_set(&self, at: usize) -> Bits {
        self.state.stored_set(&self.program.memory, at)
    }

    /// Keeps a set in the stack.
    pub(in crate::vm) fn store_set(&mut self, at: usize, set: &Bits) {
        self.state.store_set(&self.program.memory, at, set);
    }

    /// The seats that take part: all, or those for which the rules' `playing` holds.
    pub(in crate::vm) fn playing(&mut self) -> Evaluated<Bits> {
        let all = Bits::below(usize::from(self.program.seats));
        let Some(playing) = self.program.playing else { return Ok(all) };
        let mut seats = Bits::EMPTY;
        for seat in all {
            self.bind(playing.temp, i32::from(seat));
            seats.put(seat, self.test(playing.test)?);
        }
        Ok(seats)
    }

    fn filter(&mut self, set: SetId, temp: Temp, test: TestId) -> Evaluated<Bits> {
        let mut kept = Bits::EMPTY;
        // A condition on a candidate may ask what the same condition leaves of all of them.
        let candidate = self.scratch.nums[temp];
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            if self.test(test)? {
                kept.insert(one);
            }
        }
        self.bind(temp, candidate);
        Ok(kept)
    }

    /// The topmost cards of a stack, as many as `count` says, without those `above` of them.
    fn top_cards(&mut self, slot: NumId, count: NumId, above: Option<NumId>) -> Evaluated<Bits> {
        let (slot, count) = (Slot::from_word(self.num(slot)?), self.num(count)?.max(0).to_usize());
        let Some(top) = slot.filter(|_| count > 0).and_then(|slot| self.state.top(slot)) else {
            return Ok(Bits::EMPTY);
        };
        let above = above.map_or(Ok(0), |above| self.num(above))?.max(0).to_usize();
        let cards = std::iter::successors(Some(top), |&card| self.state.below(card));
        Ok(cards.take(count).skip(above).collect())
    }

    /// The lowest cards of a stack, as many as `count` says.
    fn bottom_cards(&mut self, slot: NumId, count: NumId) -> Evaluated<Bits> {
        let (slot, count) = (Slot::from_word(self.num(slot)?), self.num(count)?.max(0).to_usize());
        Ok(slot.map_or(Bits::EMPTY, |slot| self.state.stack(slot).take(count).collect()))
    }

    pub(super) fn ranking(&self, ranking: RankingId) -> (GroupId, Option<ListId>) {
        let ranking = self.program.terms.rankings[ranking];
        (ranking.keys, ranking.list)
    }

    /// Cards are told by their numbers; of anything else, which one it was in the order of seats or
    /// places.
    pub(super) fn drew(&mut self, lot: Lot, n: u32, index: u32, member: i32) {
        let kind = lot.kind(n);
        let result = if kind == RandomKind::Card { member } else { index.cast_signed() + 1 };
        self.scratch.draws.push(Event::Random { kind, n, result, open: lot.open });
    }

    fn random_members(&mut self, set: SetId, count: NumId, lot: Lot) -> Evaluated<Bits> {
        let mut left = self.set(set)?;
        let count = self.num(count)?.max(0).to_usize();
        if left.len() <= count {
            return Ok(left);
        }
        let mut drawn = Bits::EMPTY;
        for _ in 0..count {
            self.spend()?;
            let n = left.len().to_u32();
            let index = self.draw(lot, &left);
            let Some(one) = left.nth(index.to_usize()) else { return Err(FaultKind::OutOfRange) };
            self.drew(lot, n, index, i32::from(one));
            left.remove(one);
            drawn.insert(one);
        }
        Ok(drawn)
    }
}
