//! A decision as it is pointed at: which options go with what, the list of them, and members that
//! are picked before they are chosen.

use super::canvas::{Spot, SpotKey};
use crate::cli::screen::menu as lists;
use crate::cli::screen::prompt::Shown;
use crate::cli::session::question::Question;
use crate::cli::text::{Messages, TermStyle};
use crate::view::{Item, Left, Menu, Offered, Pointer};
use std::collections::{BTreeSet, HashMap};

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) text: String,
    /// Which options of the menu it stands for.
    pub(crate) options: Vec<usize>,
    pub(crate) kind: EntryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Option,
    Fold,
    /// Chooses what has been picked.
    Confirm,
}

/// Something that has been picked: of the cards of a subset one, else what narrows the options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pick {
    pub(crate) key: Option<SpotKey>,
    pub(crate) points: Vec<Pointer>,
}

/// A member of a subset by its names: in another menu it may point at something else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// As records name it.
    label: String,
    /// As it is told.
    pub(crate) text: String,
}

/// A decision, and how far somebody is with it.
pub(crate) struct Choice {
    pub menu: Menu,
    options: Vec<Shown>,
    /// The options that name a thing.
    naming: HashMap<Pointer, Vec<usize>>,
    /// The folds that are looked into, by their options, the innermost last.
    open: Vec<Vec<usize>>,
    pub picks: Vec<Pick>,
}

/// What came of pointing at something and wanting it.
#[derive(Debug, PartialEq)]
pub(crate) enum Wanted {
    Option(usize),
    /// More is to be said.
    Picked,
    /// Members are to be chosen one after the other.
    Members(Vec<Pick>),
    /// As many members are picked as may be.
    Full,
    /// Nothing can be done with it.
    Nothing,
}

impl Choice {
    pub(crate) fn new(menu: Menu, style: TermStyle) -> Choice {
        let options = menu.options.iter().map(|option| Shown::of(option, style)).collect();
        let mut naming: HashMap<Pointer, Vec<usize>> = HashMap::new();
        for (number, option) in menu.options.iter().enumerate() {
            for point in &option.points {
                naming.entry(point.clone()).or_default().push(number);
            }
        }
        Choice { menu, options, naming, open: Vec::new(), picks: Vec::new() }
    }

    /// The decision as it is looked at, for whoever types an answer.
    pub(crate) fn question(&self, style: TermStyle) -> Question {
        let open = self.open.last().cloned();
        Question { open, ..Question::new(self.menu.clone(), style, true) }
    }

    /// Whether members of a subset are chosen, one by one.
    pub(crate) fn is_subset(&self) -> bool {
        let member = |option: &Offered| option.parts.is_empty();
        self.menu.left.is_some() && self.menu.options.iter().all(member)
    }

    /// The options that name one of these things.
    pub(crate) fn naming(&self, points: &[Pointer]) -> BTreeSet<usize> {
        points.iter().filter_map(|point| self.naming.get(point)).flatten().copied().collect()
    }

    /// The options that go with all that narrows them.
    pub(crate) fn possible(&self) -> Vec<usize> {
        let picked: Vec<BTreeSet<usize>> = match self.is_subset() {
            true => Vec::new(),
            false => self.picks.iter().map(|pick| self.naming(&pick.points)).collect(),
        };
        let narrowed = |option: &usize| picked.iter().all(|named| named.contains(option));
        let inside = |option: &usize| self.open.last().is_none_or(|open| open.contains(option));
        (0..self.menu.options.len()).filter(narrowed).filter(inside).collect()
    }

    /// How many options go with all that narrows them.
    pub(crate) fn left(&self) -> usize {
        self.possible().len()
    }

    /// The options that go with a thing.
    pub(crate) fn with(&self, points: &[Pointer]) -> Vec<usize> {
        let named = self.naming(points);
        self.possible().into_iter().filter(|option| named.contains(option)).collect()
    }

    /// Whether one of these options names a thing.
    pub(crate) fn concerns(&self, options: &[usize], points: &[Pointer]) -> bool {
        let named = self.naming(points);
        options.iter().any(|option| named.contains(option))
    }

    /// Whether what these options name has been settled by looking into a fold: all options there
    /// name it, and not all others do.
    pub(crate) fn is_settled(&self, named: &BTreeSet<usize>) -> bool {
        let open = self.open.last();
        open.is_some_and(|open| open.iter().all(|option| named.contains(option)))
            && named.len() < self.menu.options.len()
    }

    /// Whether things were picked that leave fewer options.
    fn is_narrowed(&self) -> bool {
        !self.picks.is_empty() && !self.is_subset()
    }

    /// The fold that is looked into, or whose options are those that picked things leave.
    fn level(&self) -> Option<&Item> {
        if !self.is_narrowed() {
            return self.open.last().and_then(|open| lists::fold_of(&self.menu.items, open));
        }
        let possible = self.possible();
        let fold = lists::fold_of(&self.menu.items, &possible);
        fold.filter(|fold| fold.options().len() == possible.len())
    }

    // ---- the list

    /// The list as it stands, in its order.
    pub(crate) fn entries(&self, style: TermStyle, messages: &Messages) -> Vec<Entry> {
        let whole: Vec<Item> = self.possible().into_iter().map(Item::Option).collect();
        let (items, depth) = match self.level() {
            Some(Item::Fold { items, depth, .. }) => (&items[..], Some(*depth)),
            _ if self.is_narrowed() => (&whole[..], None),
            Some(Item::Option(_)) | None => (&self.menu.items[..], None),
        };
        let texts = lists::texts(items, &self.options, depth, style);
        let entry = |(item, text): (&Item, String)| Entry {
            text,
            options: item.options().to_vec(),
            kind: if matches!(item, Item::Option(_)) { EntryKind::Option } else { EntryKind::Fold },
        };
        let mut entries: Vec<Entry> = items.iter().zip(texts).map(entry).collect();
        if self.is_subset() && self.is_enough().0 {
            let text = messages.with("screen-confirm", &[("n", self.picks.len().into())]);
            entries.push(Entry { text, options: Vec::new(), kind: EntryKind::Confirm });
        }
        entries
    }

    // ---- what is wanted

    /// Points at a spot and wants it. In a subset it is picked, or no longer.
    pub(crate) fn want_spot(&mut self, spot: &Spot) -> Wanted {
        if let Some(at) = self.picks.iter().position(|pick| pick.key == Some(spot.key)) {
            self.picks.remove(at);
            return Wanted::Picked;
        }
        let with = self.with(&spot.points);
        let pick = Pick { key: Some(spot.key), points: spot.points.clone() };
        match with[..] {
            [] => Wanted::Nothing,
            _ if self.is_subset() => match with.iter().find(|option| !self.is_used_up(&[**option]))
            {
                None => self.unpick(&with),
                Some(option) => self.pick(self.member_at(spot, *option)),
            },
            [one] => Wanted::Option(one),
            // What all of them have in common says nothing.
            _ if with.len() == self.possible().len() && !self.picks.is_empty() => Wanted::Nothing,
            _ => {
                self.picks.push(pick);
                Wanted::Picked
            }
        }
    }

    /// Wants an entry of the list; `spots` are those of the table, so that what is picked is seen
    /// there.
    pub(crate) fn want_entry(&mut self, entry: &Entry, spots: &[Spot]) -> Wanted {
        match (entry.kind, &entry.options[..]) {
            (EntryKind::Confirm, _) => self.confirm(),
            (EntryKind::Fold, options) => {
                self.open.push(options.to_vec());
                Wanted::Picked
            }
            (EntryKind::Option, &[option]) if self.is_subset() => self.want_member(option, spots),
            (EntryKind::Option, &[option, ..]) => Wanted::Option(option),
            (EntryKind::Option, []) => Wanted::Nothing,
        }
    }

    /// Picks a member from the list; where all that are alike are picked, none of them any more.
    fn want_member(&mut self, option: usize, spots: &[Spot]) -> Wanted {
        let Some(offered) = self.menu.options.get(option) else { return Wanted::Nothing };
        if offered.points.is_empty() {
            return if self.picks.is_empty() { Wanted::Option(option) } else { self.confirm() };
        }
        let points = &offered.points;
        if self.is_used_up(&[option]) {
            return self.unpick(&[option]);
        }
        let is_free = |spot: &&Spot| {
            spot.points.iter().any(|point| points.contains(point))
                && self.picks.iter().all(|pick| pick.key != Some(spot.key))
        };
        let is_card = |spot: &&Spot| matches!(spot.key, SpotKey::Card(..));
        let free = spots.iter().filter(is_free);
        let pick = match free.clone().find(is_card).or_else(|| free.clone().next()) {
            Some(spot) => self.member_at(spot, option),
            None => Pick { key: None, points: points.clone() },
        };
        self.pick(pick)
    }

    /// A member that lies on a spot. In a stack it is one of several; a card is as good as any that
    /// is alike.
    fn member_at(&self, spot: &Spot, option: usize) -> Pick {
        let of_option = self.menu.options.get(option).map(|option| &option.points);
        let points = match spot.key {
            SpotKey::Stack(..) => of_option.unwrap_or(&spot.points),
            SpotKey::Card(..) | SpotKey::Player(_) | SpotKey::Team(_) => &spot.points,
        };
        Pick { key: Some(spot.key), points: points.clone() }
    }

    /// Whether all that is alike among these options is picked.
    fn is_used_up(&self, options: &[usize]) -> bool {
        let of = |option: &usize| self.menu.options.get(*option);
        let alike: usize = options.iter().filter_map(of).map(|one| 1 + one.same.len()).sum();
        self.picks.iter().filter(|pick| self.means(pick, options)).count() >= alike
    }

    /// Whether a pick means one of these options.
    fn means(&self, pick: &Pick, options: &[usize]) -> bool {
        self.concerns(options, &pick.points)
    }

    /// Takes all picks back that mean one of these options.
    fn unpick(&mut self, options: &[usize]) -> Wanted {
        let picks = std::mem::take(&mut self.picks);
        self.picks = picks.into_iter().filter(|pick| !self.means(pick, options)).collect();
        Wanted::Picked
    }

    /// Picks a member, if one more may be.
    fn pick(&mut self, pick: Pick) -> Wanted {
        if self.picks.len() >= self.most() {
            return Wanted::Full;
        }
        self.picks.push(pick);
        Wanted::Picked
    }

    /// How many members may be picked.
    pub(crate) fn most(&self) -> usize {
        self.menu.left.as_ref().map_or(usize::MAX, |left| left.most)
    }

    /// Whether as many members are picked as must be, and as may be.
    pub(crate) fn is_enough(&self) -> (bool, bool) {
        (self.missing() == 0, self.picks.len() == self.most())
    }

    /// How many members are still to be picked before they can be chosen.
    pub(crate) fn missing(&self) -> usize {
        let least = self.menu.left.as_ref().map_or(0, |left| left.least).max(1);
        if self.is_subset() { least.saturating_sub(self.picks.len()) } else { 0 }
    }

    /// Chooses all members that are picked, if they are enough.
    pub(crate) fn confirm(&self) -> Wanted {
        match self.is_subset() && self.is_enough().0 {
            true => Wanted::Members(self.picks.clone()),
            false => Wanted::Nothing,
        }
    }

    /// The members of a subset that are picked, in the order of their picks.
    pub(crate) fn members(&self) -> Vec<Member> {
        let meant = |pick: &Pick| {
            let option = self.naming(&pick.points).into_iter().next()?;
            let label = self.menu.options.get(option)?.label.clone();
            Some(Member { label, text: self.options.get(option)?.text.clone() })
        };
        match self.is_subset() {
            true => self.picks.iter().filter_map(meant).collect(),
            false => Vec::new(),
        }
    }

    /// Picks these members as if they were picked from the list; `spots` are those of the table.
    /// Gives those that cannot be picked.
    pub(crate) fn pick_again(&mut self, members: Vec<Member>, spots: &[Spot]) -> Vec<Member> {
        let mut lost = Vec::new();
        for member in members {
            let is_it = |option: &Offered| {
                !option.points.is_empty()
                    && (option.label == member.label
                        || option.same.iter().any(|same| same.label == member.label))
            };
            let option = self
                .menu
                .options
                .iter()
                .position(is_it)
                .filter(|option| self.is_subset() && !self.is_used_up(&[*option]));
            let wanted = option.map(|option| self.want_member(option, spots));
            if wanted != Some(Wanted::Picked) {
                lost.push(member);
            }
        }
        lost
    }

    /// One step back: what was picked last, or out of a fold. False where there is none.
    pub(crate) fn back(&mut self) -> bool {
        self.picks.pop().is_some() || self.open.pop().is_some()
    }

    /// The options of a fold that an answer has opened.
    pub(crate) fn look_into(&mut self, options: Vec<usize>) {
        self.picks.clear();
        self.open = vec![options];
    }

    /// What is to be chosen: the fold that is looked into, or what the menu says.
    pub(crate) fn prompt(&self, style: TermStyle, messages: &Messages) -> String {
        let left = self.menu.left.as_ref().map(|left| match self.picks.len() {
            picked @ 1.. if self.is_subset() => format!(" ({})", picked_of(left, picked, messages)),
            _ => format!(" ({})", style.phrase(&left.text)),
        });
        let left = left.unwrap_or_default();
        if let Some(begun) = &self.menu.begun {
            let values = [("chosen", style.phrase(begun).into()), ("left", left.into())];
            return messages.with("so-far", &values);
        }
        let title = match self.level() {
            Some(Item::Fold { title, .. }) => title,
            Some(Item::Option(_)) | None => &self.menu.prompt,
        };
        let prompt = format!("{}{left}", style.phrase(title));
        let key = if prompt.is_empty() { "your-choice-plain" } else { "your-choice" };
        messages.with(key, &[("prompt", prompt.into())])
    }
}

/// How many members are picked, and how many there are to be.
fn picked_of(left: &Left, picked: usize, messages: &Messages) -> String {
    let key = match (left.least, left.most) {
        (least, most) if least == most => "screen-picked-exactly",
        (0 | 1, _) => "screen-picked-at-most",
        _ => "screen-picked-between",
    };
    let [picked, least, most] = [picked, left.least, left.most].map(Into::into);
    messages.with(key, &[("n", picked), ("least", least), ("most", most)])
}

/// The member among these options that is the first in their order, with the pick that means it.
pub(crate) fn next_member(menu: &Menu, picks: &[Pick]) -> Option<(usize, usize)> {
    let meant = |pick: &Pick| {
        let names =
            |option: &&Offered| option.points.iter().any(|named| pick.points.contains(named));
        menu.options.iter().find(names).map(|option| option.index)
    };
    let found = picks.iter().enumerate().filter_map(|(at, pick)| Some((meant(pick)?, at)));
    found.min().map(|(option, at)| (at, option))
}

/// The option that says that no more members are chosen.
pub(crate) fn enough(menu: &Menu) -> Option<usize> {
    let bare = |option: &&Offered| option.points.is_empty();
    menu.options.iter().find(bare).map(|option| option.index)
}
