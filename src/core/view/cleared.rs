//! Boards that are cleared before anybody chooses again: how they stood in the end. A table is
//! shown when somebody is asked, and what was laid last and gathered at once would otherwise never
//! be seen.

use super::names::Names;
use super::table::{Table, ZoneSeen};
use crate::game::{Entry, Marked, Marks, Plain, Seen};
use crate::program::Program;
use crate::tabletop::ids::{InstanceId, MarkId};
use crate::value::Card;
use crate::vm::{CardChange, Event, Moved, OfCard};
use std::sync::Arc;

/// A single card that leaves is no board that is cleared.
const FEWEST: usize = 2;

/// A board as it was just before it was cleared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClearedBoard {
    /// The entry of the log with which the clearing begins.
    pub(crate) at: usize,
    /// The zones that are drawn as one board: the cleared one, then those beside it; or those of
    /// all owners with theirs.
    pub(crate) zones: Vec<Arc<ZoneSeen>>,
    /// The table as it was then.
    pub(crate) table: Table,
}

/// What goes on on boards, event by event, as a seat sees it.
struct Boards<'v> {
    program: &'v Program,
    table: Table,
    /// Boards on which something has happened that has not been shown.
    changed: Vec<InstanceId>,
    /// Boards from which cards are going, since when, and the table before.
    clearing: Vec<(InstanceId, usize, Table)>,
}

/// The boards that are cleared in a part of the log; `before` is what this seat saw at its
/// beginning.
pub(crate) fn cleared_boards(
    names: &Names<'_>,
    before: &Table,
    log: &[Entry],
) -> Vec<ClearedBoard> {
    let program = names.program;
    let leaves_board = |event: &Event| match event {
        Event::Move(moved) => is_board(program, moved.from),
        _ => false,
    };
    if !log.iter().filter_map(Entry::event).any(leaves_board) {
        return Vec::new();
    }
    let (changed, clearing) = (Vec::new(), Vec::new());
    let mut boards = Boards { program, table: before.clone(), changed, clearing };
    let mut found: Vec<ClearedBoard> = Vec::new();
    for (at, entry) in log.iter().enumerate() {
        let Entry::Event(Event::Move(moved)) = entry else {
            boards.clearing.clear();
            if let Entry::Event(event) = entry {
                boards.happens(names, event);
            }
            continue;
        };
        let Some((since, table)) = boards.moves(names, moved, at) else { continue };
        let zones = drawn(names, &table, moved.from);
        if !zones.is_empty() && !found.iter().any(|known| known.zones == zones) {
            found.push(ClearedBoard { at: since, zones, table });
        }
    }
    found
}

/// The zones of the board that `instance` is drawn on; none where nothing is drawn.
fn drawn(names: &Names<'_>, table: &Table, instance: InstanceId) -> Vec<Arc<ZoneSeen>> {
    let zone = names.program.instances[instance].zone;
    let drawing = &names.program.drawing.zones[zone];
    let with_beside = |instance: InstanceId| {
        let here = names.program.instances[instance];
        table.zones.iter().filter(move |other| {
            let there = names.program.instances[other.instance];
            let beside = names.program.drawing.zones[there.zone].beside;
            other.instance == instance || (there.owner == here.owner && beside == Some(here.zone))
        })
    };
    // It is part of another one's board, or of none.
    if drawing.beside.is_some() || !drawing.drawn.display.is_drawn() {
        return Vec::new();
    }
    if drawing.drawn.across {
        let instances = names.program.instances_of(zone).iter();
        let instances = instances.map(|of| names.program.instance(zone, of.owner));
        return instances.flat_map(with_beside).cloned().collect();
    }
    with_beside(instance).cloned().collect()
}

/// Whether its slots are always there: those of a row are counted anew whenever one goes.
fn is_board(program: &Program, instance: InstanceId) -> bool {
    program.zones[program.instances[instance].zone].grid(&program.lists).is_some()
}

impl Boards<'_> {
    /// Moves a card. Where it was the last one of a board that is cleared: since when, and from
    /// what table.
    fn moves(&mut self, names: &Names<'_>, moved: &Moved, at: usize) -> Option<(usize, Table)> {
        if is_board(self.program, moved.from)
            && !self.clearing.iter().any(|(board, ..)| *board == moved.from)
        {
            self.clearing.push((moved.from, at, self.table.clone()));
        }
        let gone = self.stack(moved.from, moved.from_index).and_then(|cards| {
            let known = cards.iter().position(|seen| seen.card == Some(moved.card));
            known.or(cards.len().checked_sub(1)).map(|at| cards.remove(at))
        });
        let marks = gone.map(|seen| seen.marks).unwrap_or_default();
        let seen = Seen {
            card: names.sees(moved.seen_by).then_some(moved.card),
            face_up: moved.face_up,
            marks,
        };
        if let Some(cards) = self.stack(moved.to, moved.to_index) {
            cards.insert(if moved.under { 0 } else { cards.len() }, seen);
            self.changed.push(moved.to);
            self.clearing.retain(|(board, ..)| *board != moved.to);
        }
        let is_empty = self.table.zones[moved.from].count() == 0;
        let (_, since, table) =
            self.clearing.iter().find(|(board, ..)| *board == moved.from && is_empty)?;
        let many = table.zones[moved.from].count() >= FEWEST;
        let news = self.changed.contains(&moved.from) && many;
        self.changed.retain(|board| *board != moved.from);
        news.then(|| (*since, table.clone()))
    }

    fn stack(&mut self, instance: InstanceId, index: u16) -> Option<&mut Vec<Seen>> {
        if !is_board(self.program, instance) {
            return None;
        }
        let place = Arc::make_mut(&mut self.table.zones[instance]);
        place.slots.get_mut(usize::from(index)).map(|slot| &mut slot.cards)
    }

    /// Follows an event that moves nothing: what is turned and marked.
    fn happens(&mut self, names: &Names<'_>, event: &Event) {
        if let &Event::MarkSlot { instance, index, mark, value, known_by, .. } = event
            && (names.sees(known_by) || !self.program.marks[mark].secret)
        {
            let mark = self.mark(mark, value);
            let place = Arc::make_mut(&mut self.table.zones[instance]);
            if let Some(slot) = place.slots.get_mut(usize::from(index)) {
                put(&mut slot.marks, mark);
            }
        }
        let Some(OfCard { card, change, .. }) = event.of_card() else { return };
        match change {
            CardChange::Turned { instance, up } => {
                if let Some(seen) = self.card(instance, card) {
                    seen.face_up = up;
                }
            }
            CardChange::Marked { instance, index: _, mark, value } => {
                let mark = self.mark(mark, value);
                if let Some(seen) = self.card(instance, card) {
                    put(&mut seen.marks, mark);
                    self.changed.push(instance);
                }
            }
            CardChange::Moved(_) | CardChange::Revealed => {}
        }
    }

    fn card(&mut self, instance: InstanceId, card: Card) -> Option<&mut Seen> {
        let place = Arc::make_mut(&mut self.table.zones[instance]);
        place.slots.iter_mut().flat_map(|slot| &mut slot.cards).find(|seen| seen.card == Some(card))
    }

    /// A mark with its new value; without one where it is back at its default.
    fn mark(&self, mark: MarkId, value: i32) -> (MarkId, Option<Marked>) {
        let info = &self.program.marks[mark];
        let seen = (value != info.default)
            .then(|| Marked { mark, value: Plain::timeless(self.program, info.kind, value) });
        (mark, seen)
    }
}

/// Puts a mark into the place of the one with the same number, or takes that away.
fn put(all: &mut Marks, (mark, seen): (MarkId, Option<Marked>)) {
    let mut marks = all.to_vec();
    let at = marks.iter().position(|known| known.mark == mark);
    match (at, seen) {
        (Some(at), Some(seen)) => marks[at] = seen,
        (Some(at), None) => {
            marks.remove(at);
        }
        (None, Some(seen)) => marks.push(seen),
        (None, None) => {}
    }
    *all = marks.into_iter().collect();
}
