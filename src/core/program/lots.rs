//! What can come of a throw or of a lot.

use super::Program;
use super::code::{Settlement, Site, SiteKind};
use super::terms::{Lots, Num, Reads, Set};

impl Program {
    /// The largest number that a die, a coin or a lot of this game can give: 0 where nothing is
    /// thrown or drawn by lot, `None` where the rules work out how many there are.
    pub fn most_by_lot(&self) -> Option<u32> {
        let nums = self.terms.nums.iter().filter(|num| num.reads() == Reads::Chance);
        let nums = nums.map(|num| match *num {
            Num::Roll { sides } => self.sides(&self.terms.nums[sides]),
            Num::RandomOf { lot, .. } => self.members(lot.of),
            _ => None,
        });
        let sets = self.terms.sets.iter().filter(|set| set.reads() == Reads::Chance);
        let sets = sets.map(|set| match *set {
            Set::RandomOf { lot, .. } => self.members(lot.of),
            _ => None,
        });
        // Who may act of several that want to.
        let by_lot = |site: &&Site| site.kind == SiteKind::Window(Settlement::Random);
        let sites = self.sites.iter().filter(by_lot).map(|_| self.members(Lots::Sides));
        nums.chain(sets).chain(sites).try_fold(0, |most, one| Some(most.max(one?)))
    }

    fn sides(&self, sides: &Num) -> Option<u32> {
        match *sides {
            Num::Const(sides) => u32::try_from(sides).ok(),
            _ => None,
        }
    }

    /// How many there are at most among whom a lot is drawn.
    fn members(&self, lots: Lots) -> Option<u32> {
        match lots {
            Lots::Cards => u32::try_from(self.cards.len()).ok(),
            Lots::Sides => Some(u32::from(self.seats)),
            Lots::Others => None,
        }
    }
}
