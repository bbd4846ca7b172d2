//! Entries of menus whose options a routine does not count itself: they are listed here, and what
//! the dice take of them is entered step by step.

use crate::program::code::Site;
use crate::value::{Narrow, Seat};
use crate::vm::ask::{Asked, Choice, Chosen, Mere};
use crate::vm::eval::{Eval, Evaluated};
use crate::vm::fault::FaultKind;

impl Eval<'_> {
    /// Lists what `me` can choose of an entry, up to its next subset: twice the number of options,
    /// and 1 more where one may pass by it. `caller` is who comes to the menu.
    pub(super) fn list_entry(&mut self, site: &Site, number: usize, caller: i32) -> Evaluated<i32> {
        let me = self.me;
        let asked = self.asked(site, self.seat()?);
        let entries = &mut self.scratch.entries;
        entries.resize(entries.len().max(number + 1), Vec::new());
        let before = std::mem::replace(
            &mut self.scratch.options,
            std::mem::take(&mut self.scratch.entries[number]),
        );
        self.scratch.options.clear();
        let mut may_pass = false;
        let listed =
            self.open_entry(asked, &site.menu[number], caller, &mut may_pass).and_then(|open| {
                let Some(action) = open else { return Ok(()) };
                let mut choice = Choice::plain(Chosen::Entry(number.to_u8()));
                self.list_ways(action, &mut choice)
            });
        self.me = me;
        let listed_now = std::mem::replace(&mut self.scratch.options, before);
        let count = listed_now.len();
        self.scratch.entries[number] = listed_now;
        listed?;
        Ok(2 * count.to_i32() + i32::from(may_pass))
    }

    /// Enters the option of this number that was listed last for an entry, and all that follows
    /// until the action has its values. `None` where the dice answer no more.
    pub(super) fn take_listed(
        &mut self,
        site: &Site,
        number: usize,
        option: usize,
    ) -> Evaluated<Option<()>> {
        let (me, seat) = (self.me, self.seat()?);
        let first = self.scratch.entries.get(number).and_then(|listed| listed.get(option));
        let Some(&first) = first else { return Ok(None) };
        self.state.control.pending.insert(seat);
        let entered = self.enter_all(site, seat, first);
        self.state.control.pending.remove(seat);
        self.me = me;
        entered
    }

    fn enter_all(&mut self, site: &Site, seat: Seat, first: Choice) -> Evaluated<Option<()>> {
        self.commit(site, seat, &first)?;
        while self.state.control.pending.contains(seat) {
            let asked = self.asked(site, seat);
            self.scratch.found = None;
            let entered = match self.mere_members(asked)? {
                Some(mere) => self.enter_mere(asked, mere),
                None => self.enter_any(asked)?,
            };
            if entered.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    /// Lets the dice take one option of all that there are next.
    fn enter_any(&mut self, asked: Asked<'_>) -> Evaluated<Option<()>> {
        self.options(asked)?;
        let count = self.scratch.options.len();
        let taken = self.taken(asked.site, asked.seat, count);
        let Some(&choice) = taken.and_then(|n| self.scratch.options.get(n)) else {
            return Ok(None);
        };
        self.refuel(count);
        self.commit(asked.site, asked.seat, &choice)?;
        Ok(Some(()))
    }

    /// Lets the dice take as many members as are wanted, one after the other.
    fn enter_mere(&mut self, asked: Asked<'_>, mere: Mere<'_>) -> Option<()> {
        let parameter = mere.stage.parameter();
        let mut left = mere.members.clone();
        for count in (mere.members.len() - mere.wanted + 1..=mere.members.len()).rev() {
            let taken = self.taken(asked.site, asked.seat, count);
            let Some(one) = taken.and_then(|n| self.nth_in_order(&left, parameter, n)) else {
                break;
            };
            self.refuel(count);
            left.remove(one);
        }
        let chosen = &mere.members - left;
        self.enter_mere_members(asked, &mere, &chosen);
        (chosen.len() == mere.wanted).then_some(())
    }

    /// What came of something that the machine did for a routine. What went wrong is told by the
    /// machine when the routine has come to its side exit.
    pub(super) fn or_exit<R>(&mut self, done: Evaluated<R>) -> Option<R> {
        done.map_err(|kind| self.scratch.fault = Some(kind)).ok()
    }

    fn seat(&self) -> Evaluated<Seat> {
        Seat::from_word(self.me).ok_or(FaultKind::Nobody)
    }
}
