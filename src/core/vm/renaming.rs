//! Gives cards other names: a game in which other cards lie where these lie, and nothing else is
//! another.

use super::ask::Asked;
use super::frame::{HEADER, UNIT};
use super::look::chosen_so_far;
use super::state::State;
use crate::program::code::{Pc, SiteKind};
use crate::program::ids::{SiteId, UnitId};
use crate::program::{Carrier, Holding, Mark, Memory, Program, ValueKind};
use crate::value::{Bits, Card, Narrow, Seat};

impl State {
    /// Makes this copy of a state one in which cards have changed their names: card `c` becomes
    /// card `names[c]`, a permutation of these cards. Places, sides and marks stay where they are;
    /// what the rules remember of cards, and what seats have chosen and know, goes with the places,
    /// but for `seat`'s own knowledge.
    pub(super) fn rename(
        &mut self,
        old: &State,
        program: &Program,
        names: &[Card],
        cards: &Bits,
        seat: Seat,
    ) {
        let m = &program.memory;
        self.rename_places(old, names);
        let own = m.may_in_each(seat);
        for at in 0..m.sets {
            // A set of none of these cards or of all of them stays what it is.
            let part = self.set(at) & cards;
            if part.is_empty() || part == *cards || at == m.known(seat) || own.contains(&at) {
                continue;
            }
            if holds_cards(program, at) {
                self.put_members(at, cards, false);
                self.put_members(
                    at,
                    &part.of::<Card>().map(|card| names[card.index()]).collect(),
                    true,
                );
            }
        }
        self.rename_marks(program, names);
        self.rename_variables(program, names);
        self.rename_held(program, names);
    }

    fn rename_marks(&mut self, program: &Program, names: &[Card]) {
        let moves = |mark: &&Mark| match mark.kind {
            // Flags are sets.
            ValueKind::Flag => false,
            kind => !mark.of_slots || kind == ValueKind::Card,
        };
        for mark in program.marks.iter().filter(moves) {
            let at = mark.at.to_usize();
            let things = if mark.of_slots { program.memory.slots } else { program.memory.cards };
            let old = self.nums(at, things).to_vec();
            for (thing, &value) in old.iter().enumerate() {
                let thing = if mark.of_slots { thing } else { names[thing].index() };
                let is_card = mark.kind == ValueKind::Card;
                let value = if is_card { renamed(value, names) } else { value };
                self.set_num(at + thing, value);
            }
        }
    }

    fn rename_variables(&mut self, program: &Program, names: &[Card]) {
        for variable in program.variables.iter().filter(|v| v.kind == ValueKind::Card) {
            for owner in variable.each_owner() {
                self.rename_at(variable.place(owner), names);
            }
        }
    }

    /// What the frames remember of cards, from the running one back to the first.
    fn rename_held(&mut self, program: &Program, names: &[Card]) {
        // After the end there is no frame any more.
        if self.control.over.is_some() {
            return;
        }
        let (mut frame, mut pc) = (self.control.frame.to_usize(), self.control.pc);
        // Whoever waits for the last answer knows what it is: the innermost that waits for one.
        let mut answer = Answer::Last;
        loop {
            answer = self.rename_in_frame(program, (frame, pc), answer, names);
            let Some(caller) = self.caller(frame) else { return };
            (frame, pc) = caller;
        }
    }

    /// What one frame remembers of cards; where the answer lies that the frames around it wait for.
    fn rename_in_frame(
        &mut self,
        program: &Program,
        (frame, pc): (usize, Pc),
        mut answer: Answer,
        names: &[Card],
    ) -> Answer {
        let unit = &program.units[UnitId::new(self.num(frame + UNIT).to_usize())];
        for held in unit.held.iter().filter(|held| (held.from..held.to).contains(&pc)) {
            let at = frame + HEADER + held.local.index();
            match held.what {
                Holding::Card => self.rename_at(at, names),
                Holding::Cards => self.rename_set_at(&program.memory, at, names),
                Holding::Choices(site) => self.rename_choices(program, site, at, names),
                Holding::Answer { is_card } => {
                    if is_card {
                        self.rename_answer(answer, names);
                    }
                    answer = Answer::At(at);
                }
            }
        }
        answer
    }

    /// Cards that were chosen by their places are the cards that lie there now.
    fn rename_choices(&mut self, program: &Program, site: SiteId, at: usize, names: &[Card]) {
        let site = &program.sites[site];
        let alone = site.kind == SiteKind::Alone;
        for seat in Seat::all(if alone { 1 } else { program.seats }) {
            let asked = Asked::new(site, seat, at);
            let Some(entry) = asked.entry(self) else { continue };
            let stage = asked.stage(self, &program.actions[entry.action]);
            let chosen: Vec<_> = chosen_so_far(program, self, stage, asked.part).collect();
            for (parameter, at) in chosen.into_iter().filter(|(p, _)| p.kind == ValueKind::Card) {
                match parameter.domain.carrier() {
                    Carrier::Num => self.rename_at(at, names),
                    Carrier::Set => self.rename_set_at(&program.memory, at, names),
                    Carrier::List => {}
                }
            }
        }
    }

    fn rename_answer(&mut self, answer: Answer, names: &[Card]) {
        match answer {
            Answer::Last => self.control.answer = renamed(self.control.answer, names),
            Answer::At(at) => self.rename_at(at, names),
        }
    }

    fn rename_at(&mut self, at: usize, names: &[Card]) {
        let value = renamed(self.num(at), names);
        self.set_num(at, value);
    }

    fn rename_set_at(&mut self, m: &Memory, at: usize, names: &[Card]) {
        let cards: Bits = self.stored_set(m, at).of::<Card>().map(|c| names[c.index()]).collect();
        self.store_set(m, at, &cards);
    }
}

/// Where an answer stands that nobody has taken.
#[derive(Clone, Copy)]
enum Answer {
    Last,
    /// In the frame of whoever waits for one since it was given.
    At(usize),
}

/// A card under its new name; none where there is none.
fn renamed(value: i32, names: &[Card]) -> i32 {
    let card = usize::try_from(value).ok().and_then(|card| names.get(card));
    card.map_or(value, |card| card.word())
}

/// Whether a set of the state is one of cards: all are, but the slots of rows and the flags of
/// slots.
fn holds_cards(program: &Program, at: usize) -> bool {
    let flags = |mark: &&crate::program::Mark| mark.of_slots && mark.kind == ValueKind::Flag;
    let m = &program.memory;
    !(m.row_slots..m.row_slots + m.rows).contains(&at)
        && !program.marks.iter().filter(flags).any(|mark| mark.at.to_usize() == at)
}
