//! What can be asked of a play, and changes nothing of it: what seats are offered, why not more,
//! what they see, and how it stands.

use super::{OpenChoice, Play};
use crate::game::Game;
use crate::game::entry::Entry;
use crate::game::observe::{Eyes, Observation};
use crate::game::offer::{Decision, Offer, Offers, tell_apart};
use crate::game::sight::{Piles, Sight};
use crate::program::code::{Pc, Site};
use crate::program::ids::RowMark;
use crate::source::Span;
use crate::tabletop::ids::{IdVec, InstanceId, PhaseId};
use crate::value::{Narrow, Seat};
use crate::vm::{Chosen, Fault, Outcome, PartScores, State, WhyNot};
use compact_str::CompactString;

impl Play {
    // ---------------------------------------------------------------------------------------------
    // choosing

    /// The seats that must choose now, rising; nobody when the game is over or the rules have
    /// failed.
    pub fn pending(&self) -> Vec<Seat> {
        self.asked.iter().map(|asked| asked.seat).collect()
    }

    /// What a seat has to choose among; `None` when it is not asked.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let asked = self.asked_of(seat)?;
        let site = self.site()?;
        let offers = Offers { program: &self.game.program, state: &self.state, site, seat };
        let labels = self.labels(asked);
        let mut options: Vec<Offer> = asked
            .choices
            .iter()
            .zip(labels)
            .map(|(c, label)| offers.offer(c, label.into()))
            .collect();
        self.add_given(seat, &mut options);
        let members = options.iter().any(|offer| matches!(offer.choice.what, Chosen::Member(_)));
        let left =
            members.then(|| self.work_out(|runtime, state| runtime.members_left(state, seat)));
        Some(Decision {
            seat,
            number: asked.number.into(),
            prompt: self.prompt().to_owned(),
            left: left.flatten(),
            options,
        })
    }

    /// What the caller gives each of these options' actions, worked out once for options of one
    /// entry of the menu.
    fn add_given(&self, seat: Seat, options: &mut [Offer]) {
        let (mut last, mut given) = (None, Box::default());
        for offer in options {
            if last != Some(offer.choice.what) {
                last = Some(offer.choice.what);
                given = self.work_out(|runtime, state| runtime.given(state, seat, &offer.choice));
            }
            offer.given.clone_from(&given);
        }
    }

    /// The options of a decision without their labels, which cost most of the time; empty when the
    /// seat is not asked.
    pub fn offers(&self, seat: Seat) -> Vec<Offer> {
        let (Some(asked), Some(site)) = (self.asked_of(seat), self.site()) else {
            return Vec::new();
        };
        let offers = Offers { program: &self.game.program, state: &self.state, site, seat };
        asked.choices.iter().map(|choice| offers.offer(choice, String::new())).collect()
    }

    /// The number of the option by which a seat passes, where it may.
    pub fn pass(&self, seat: Seat) -> Option<usize> {
        // It is offered last.
        self.asked_of(seat)?.choices.iter().rposition(|choice| choice.what == Chosen::Pass)
    }

    /// The labels of what a seat can choose; empty when it is not asked.
    pub fn options(&self, seat: Seat) -> Vec<String> {
        let labels = self.asked_of(seat).map(|asked| self.labels(asked)).unwrap_or_default();
        labels.into_iter().map(Into::into).collect()
    }

    /// Why a seat cannot choose what a text says, such as `play 2H`, in the words of the rules, as
    /// far as it can work it out by the cards that it knows; `None` when it can.
    pub fn why_not(&self, seat: Seat, text: &str) -> Option<WhyNot> {
        self.why_not_by(seat, text, false)
    }

    /// Why a seat cannot choose what a `text` says, whatever that tells of hidden cards: for
    /// whoever sees all of the game. `None` when it can.
    pub(crate) fn why_not_in_full(&self, seat: Seat, text: &str) -> Option<WhyNot> {
        self.why_not_by(seat, text, true)
    }

    fn why_not_by(&self, seat: Seat, text: &str, open: bool) -> Option<WhyNot> {
        let Some(asked) = self.asked_of(seat) else {
            return Some(WhyNot::from("there is nothing to choose now".to_owned()));
        };
        if self.labels(asked).iter().any(|label| label == text.trim()) {
            return None;
        }
        let why = self.work_out(|runtime, state| runtime.why_not(state, seat, text, open));
        Some(why.unwrap_or_else(|| WhyNot::from(None)))
    }

    /// Whether a text names candidates of an action that a seat chooses among, and nothing else:
    /// whether the rules allow them now or not. Where that hangs on cards that the seat does not
    /// know it is so, unless all is `open`.
    pub(crate) fn is_candidate(&self, seat: Seat, text: &str, open: bool) -> bool {
        self.asked_of(seat).is_some()
            && self.work_out(|runtime, state| runtime.is_candidate(state, seat, text, open))
    }

    /// What the condition compares that forbids a seat what a text says: each side that is no bare
    /// number, where it is written, and what it comes to. For those who may see all: it may tell
    /// of what the seat does not see.
    pub fn compared(&self, seat: Seat, text: &str) -> Vec<(Span, String)> {
        if self.asked_of(seat).is_none() {
            return Vec::new();
        }
        self.work_out(|runtime, state| runtime.compared(state, seat, text))
    }

    /// Why an action of a seat's menu has no options, as far as it can be told by the first thing
    /// that is to be chosen, and by the cards that the seat knows, unless all is `open`.
    pub(crate) fn why_none(&self, seat: Seat, action: &str, open: bool) -> Vec<WhyNot> {
        if self.asked_of(seat).is_none() {
            return Vec::new();
        }
        self.work_out(|runtime, state| runtime.why_none(state, seat, action, open))
    }

    /// The reasons that apply to what a seat has to choose: by action of its menu, the `why`s of
    /// the conditions that forbid something now; nothing when it is not asked.
    pub fn whys(&self, seat: Seat) -> Vec<(&str, Vec<String>)> {
        if self.asked_of(seat).is_none() {
            return Vec::new();
        }
        let whys = self.work_out(|runtime, state| runtime.whys(state, seat));
        let name = |action| self.game.program.actions[action].name.as_str();
        whys.into_iter().map(|(action, whys)| (name(action), whys)).collect()
    }

    /// The actions among which a seat chooses, whether any of their options is there or not; of a
    /// choice that it has begun, that action alone; nothing when it is not asked.
    pub(crate) fn menu(&self, seat: Seat) -> Vec<&str> {
        let (Some(_), Some(site)) = (self.asked_of(seat), self.site()) else {
            return Vec::new();
        };
        let program = &self.game.program;
        match self.state.begun(program, seat) {
            Some(begun) => vec![begun.action.name.as_str()],
            None => {
                site.menu.iter().map(|entry| program.actions[entry.action].name.as_str()).collect()
            }
        }
    }

    /// Where the rules ask.
    pub(super) fn site(&self) -> Option<&Site> {
        self.state.site(&self.game.program)
    }

    /// Whether the log tells already what a seat chooses that is still [asked](Play::asking_all).
    pub(crate) fn is_foretold(&self, seat: Seat) -> bool {
        self.asked_of(seat).is_some_and(|asked| asked.foretold > 0)
    }

    /// How many choices, and steps of choices, a seat has made so far.
    pub fn steps_made(&self, seat: Seat) -> usize {
        let own = |entry: &&Entry| entry.step().is_some_and(|(of, _)| of == seat);
        let foretold = self.asked_of(seat).map_or(0, |asked| asked.foretold);
        self.log.iter().filter(own).count() - foretold
    }

    pub(super) fn asked_of(&self, seat: Seat) -> Option<&OpenChoice> {
        self.asked.iter().find(|asked| asked.seat == seat)
    }

    pub(super) fn labels(&self, asked: &OpenChoice) -> Vec<CompactString> {
        let program = &self.game.program;
        let mut labels = self.state.labels(program, asked.seat, &asked.choices);
        tell_apart(&mut labels, &asked.choices);
        labels
    }

    pub(super) fn prompt(&self) -> &str {
        self.site().map(|site| self.game.program.sentence(site.prompt)).unwrap_or_default()
    }

    // ---------------------------------------------------------------------------------------------
    // looking

    /// What a seat may know. A number that is no seat's gives what everybody knows.
    pub fn observe(&self, seat: Seat) -> Observation {
        self.game.observe(&self.state, seat)
    }

    /// What can be seen with these eyes, by the numbers of the program, but for what lies in the
    /// zones.
    pub fn look(&self, eyes: Eyes) -> Sight {
        self.game.look(&self.state, eyes)
    }

    /// What can be seen with these eyes in a zone of one owner, slot by slot.
    pub(crate) fn piles(&self, eyes: Eyes, instance: InstanceId) -> Piles {
        self.game.piles(&self.state, eyes, instance)
    }

    /// Whether the same is known with both eyes of the cards in a zone of one owner: then what is
    /// seen there is the same.
    pub(crate) fn know_alike(&self, one: Eyes, other: Eyes, instance: InstanceId) -> bool {
        one == other || self.game.know_alike(&self.state, (one, other), instance)
    }

    /// The labels in an order of their own: cards that the seat does not see are offered in one
    /// that means nothing.
    pub(super) fn sorted_options(&self, seat: Seat) -> Vec<String> {
        let mut options = self.options(seat);
        options.sort_unstable();
        options
    }

    /// How the game ended; `None` before, and after a fault.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome.as_deref().cloned()
    }

    /// Every seat's score as things stand, hidden cards counted; empty when the rules have no
    /// score, or fail to tell it.
    pub fn scores(&self) -> Vec<i32> {
        self.work_out(|runtime, state| runtime.scores(state)).unwrap_or_default()
    }

    /// The scores, by seat, that one seat can work out as things stand; none where a score counts
    /// cards that it does not know.
    pub fn scores_known_to(&self, seat: Seat) -> Vec<Option<i32>> {
        self.work_out(|runtime, state| runtime.scores_known_to(state, seat))
    }

    /// What every seat's score is made of as things stand, hidden cards counted; empty when the
    /// rules name no parts of it, or fail to tell them.
    pub(crate) fn score_parts(&self) -> Vec<PartScores> {
        self.work_out(|runtime, state| runtime.score_parts(state)).unwrap_or_default()
    }

    /// The parts of the scores that one seat can work out as things stand; none where a part counts
    /// cards that it does not know.
    pub(crate) fn score_parts_known_to(&self, seat: Seat) -> Vec<PartScores<Option<i32>>> {
        if self.game.program.score_parts.are_none() {
            return Vec::new();
        }
        self.work_out(|runtime, state| runtime.score_parts_known_to(state, seat))
    }

    /// How the rules failed, if they did.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The words of a fault, with a script's own where a script failed.
    pub fn fault_words(&self) -> Option<String> {
        self.fault.as_ref().map(|fault| self.game.fault_words(fault))
    }

    /// Everything so far, from the first event on.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What the option is called that an entry of the log is the choice of, as records write it;
    /// `None` for any other entry.
    pub fn label(&self, entry: &Entry) -> Option<CompactString> {
        match entry {
            Entry::Choice { seat, offer, option, .. } => {
                let offered = self.log.get(offer.to_usize())?.offered()?;
                offered.label(*seat, option.to_usize()).map(CompactString::from)
            }
            Entry::Forced { step, .. } => Some(step.label(&self.game.program)),
            Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::Decided(_)
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    /// The place in the rules that brought about an entry of the log; of choices and offers there
    /// is none.
    pub fn place(&self, entry: usize) -> Option<Span> {
        let pc = self.places.get(entry).copied().filter(|pc| *pc != Pc::NOWHERE)?;
        self.game.program.spans.get(pc).copied()
    }

    /// How often each phase of the program was entered so far; in an imagined game, since it was
    /// imagined.
    pub fn entered(&self) -> &IdVec<PhaseId, u32> {
        &self.entered
    }

    /// Which instructions of the program have run; empty unless the game is [looked
    /// at](Play::looked_at).
    pub(crate) fn ran(&self) -> &[bool] {
        self.looked_at.as_ref().map_or(&[], |looked_at| looked_at.ran.as_slice())
    }

    /// How the conditions of tables' rows came out so far, by the mark of
    /// [`TableRow`](crate::program::TableRow): 1 if it did not hold some time, 2 if it did, 3 for
    /// both; empty unless the game [follows rows](crate::game::Settings::follows_rows).
    pub(crate) fn rows(&self) -> IdVec<RowMark, u8> {
        self.scratch.as_ref().map(|scratch| scratch.rows().clone()).unwrap_or_default()
    }

    /// How many options a seat has; 0 when it is not asked.
    pub fn option_count(&self, seat: Seat) -> usize {
        self.asked_of(seat).map_or(0, |asked| asked.choices.len())
    }

    /// Choices made so far.
    pub fn choices(&self) -> u64 {
        self.choices
    }

    /// Choices made so far among more than one option; each step of a choice in several steps
    /// counts.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// What it was begun with; `None` for a game taken up from a state.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn game(&self) -> &Game {
        &self.game
    }
}
