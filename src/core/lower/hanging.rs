//! What happens, or does not, as something says that not everybody sees: who is asked then, and
//! which phase begins or ends, tells all of it.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use super::publicity::zones::are_all_seats;
use crate::program::code::{Change, Op, Pc};
use crate::program::terms::{Local, Num, Set, SetId};
use crate::program::walk::{Term, any};
use crate::source::Span;
use crate::tabletop::Viewers;

/// What decides whether code runs, and not everybody sees.
#[derive(Clone, Copy)]
pub(super) struct Hanging {
    term: Term,
    span: Span,
    /// The code behind it.
    from: Pc,
    /// Surely not everybody knew it there: else it is a card that `me` chose in secret, and may
    /// have been shown since.
    sure: bool,
}

/// What tells of a card that `me` chose in secret, and that may be shown further on.
pub(super) struct ToldEarly {
    /// Locals with the card, as far as it is known which these are.
    cards: Vec<Local>,
    span: Span,
    from: Pc,
}

impl Lowering {
    /// Lowers what happens only as a term at a place of the rules says, or for its members.
    pub(crate) fn hanging_on(&mut self, term: Term, span: Span, body: impl FnOnce(&mut Self)) {
        let sure = !self.may_be_open(term);
        let hangs = sure || self.is_secret(term);
        if hangs {
            let from = self.here();
            self.flow.unit.hangs_on.push(Hanging { term, span, from, sure });
        }
        body(self);
        if hangs {
            self.flow.unit.hangs_on.pop();
        }
    }

    /// Whether a term comes of cards that `me` chose in secret, with others at the table. How many
    /// they are all see, which is all that a loop over them tells.
    fn is_secret(&self, term: Term) -> bool {
        let is_loop = matches!(term, Term::Set(set) if self.is_counted(set));
        self.program.seats > 1 && !is_loop && !self.may_be_told(term)
    }

    fn is_counted(&self, set: SetId) -> bool {
        let Set::Local(local) = self.program.terms.sets[set] else { return false };
        self.flow.unit.counted.contains(&local)
    }

    /// What the code hangs on here that not everybody knows, the outermost first.
    fn hanging(&self) -> Option<Hanging> {
        let all = &self.flow.unit.hangs_on;
        let sure = all.iter().find(|hanging| hanging.sure);
        sure.or_else(|| all.iter().find(|hanging| self.is_secret(hanging.term))).copied()
    }

    /// Whether the code that is being written runs because of what not everybody sees.
    pub(super) fn hangs_on_secrets(&self) -> bool {
        self.hanging().is_some()
    }

    /// Warns where everybody sees whether something happens that hangs on what not all see: that a
    /// die is thrown, or somebody asked.
    pub(super) fn warn_of_what_it_hangs_on(&mut self) {
        let Some(Hanging { term, span, sure, from: _ }) = self.hanging() else { return };
        if sure {
            self.leaks(span);
        } else {
            let told = ToldEarly { cards: self.secrets_of(term), span, from: self.here() };
            self.flow.unit.told_early.push(told);
        }
    }

    /// Warns where a phase ends because of what not all see, and nothing has been shown on the way.
    pub(super) fn warn_of_what_ends_a_phase(&mut self) {
        let Some(hanging) = self.hanging() else { return };
        let since = &self.flow.unit.ops.as_slice()[hanging.from.index()..];
        if !since.iter().any(|op| self.may_show(*op)) {
            self.warn_of_what_it_hangs_on();
        }
    }

    /// Warns of what was told of cards that are shown nowhere further on.
    pub(super) fn tell_what_is_told_early(&mut self) {
        for ToldEarly { cards, span, from } in std::mem::take(&mut self.flow.unit.told_early) {
            let later = &self.flow.unit.ops.as_slice()[from.index()..];
            let comes_out = |&card: &Local| later.iter().any(|op| self.may_come_out(*op, card));
            if !cards.iter().any(comes_out) {
                self.leaks(span);
            }
        }
    }

    /// Locals with the cards that a term comes of. Of what was worked out before (`let warm = red
    /// of card`) it is not known which of the secret ones these were.
    fn secrets_of(&self, term: Term) -> Vec<Local> {
        let (own, unit) = (self.locals_of(term), &self.flow.unit);
        match own.iter().any(|local| unit.chosen.contains(local) || unit.counted.contains(local)) {
            true => own,
            false => own.into_iter().chain(unit.secret.iter().copied()).collect(),
        }
    }

    fn locals_of(&self, term: Term) -> Vec<Local> {
        let (terms, mut found) = (&self.program.terms, Vec::new());
        any(terms, term, &mut |part| {
            if let Term::Num(id) = part
                && let Num::Local(local) = terms.nums[id]
            {
                found.push(local);
            } else if let Term::Set(id) = part
                && let Set::Local(local) = terms.sets[id]
            {
                found.push(local);
            }
            false
        });
        found
    }

    /// Whether others may see by an operation which card a local keeps.
    fn may_come_out(&self, op: Op, local: Local) -> bool {
        let is_it = |&cards: &SetId| self.locals_of(Term::Set(cards)).contains(&local);
        if let Op::Change(Change::Move { movement }) = op {
            self.program.movements[movement].sources.iter().any(is_it) && self.may_show(op)
        } else if let Op::Change(Change::Turn { cards, .. } | Change::Reveal { cards, .. }) = op {
            is_it(&cards)
        } else {
            // What is handed on may be shown there.
            matches!(op, Op::Call { .. })
        }
    }

    /// Notes which cards all have been shown by an operation, and forgets those that may lie
    /// elsewhere behind it.
    pub(super) fn note_all_shown(&mut self, op: Op) {
        if let Op::Change(Change::Reveal { cards, to }) = op
            && are_all_seats(&self.program, to)
        {
            self.flow.unit.shown.insert(cards);
        } else if let Op::Change(Change::Turn { cards, up: true }) = op
            && self.are_seen_face_up(cards)
        {
            self.flow.unit.shown.insert(cards);
        } else if !leaves_all_in_place(op) {
            self.flow.unit.shown.clear();
        }
    }

    /// Forgets which cards have been shown that are named by a local: it keeps something else now.
    pub(super) fn forget_shown_by(&mut self, local: Local) {
        let mut shown = std::mem::take(&mut self.flow.unit.shown);
        shown.retain(|&cards| !self.locals_of(Term::Set(cards)).contains(&local));
        self.flow.unit.shown = shown;
    }

    /// Whether cards lie where all see what is face up.
    fn are_seen_face_up(&self, cards: SetId) -> bool {
        let zones = self.zones_of_cards(cards, self.flow.unit.ops.len());
        !zones.is_empty() && zones.iter().all(|&zone| self.program.zones[zone].up == Viewers::All)
    }
}

/// Whether no card lies elsewhere behind an operation, or on another side, all that names cards
/// names the same ones, and the same seat acts.
fn leaves_all_in_place(op: Op) -> bool {
    matches!(
        op,
        Op::Jump(_)
            | Op::JumpUnless { .. }
            | Op::SetLocal { .. }
            | Op::SetLocalSet { .. }
            | Op::SetLocalList { .. }
            | Op::Change(Change::Reveal { .. } | Change::Say { .. })
    )
}
