//! Looks at a game that has stopped: who is choosing, what a seat has chosen so far, and the games
//! that it cannot tell from the true one.

use super::ask::{ASKED, Asked, Choice, Chosen, Stage, Status, unpack_bag};
use super::eval::{Eval, Evaluated};
use super::events::Silent;
use super::frame::HEADER;
use super::generator::Generator;
use super::label::{self, StepValue};
use super::play::{Runtime, site_of};
use super::state::State;
use crate::program::code::Site;
use crate::program::{Carrier, Domain, Look, Parameter, Program};
use crate::tabletop::ids::PhaseId;
use crate::value::{Narrow, Seat, SeatSet};

impl Runtime<'_> {
    /// What the caller gives the action that a seat's option begins, as far as everybody can work
    /// it out.
    pub(crate) fn given(
        &mut self,
        state: &mut State,
        seat: Seat,
        option: &Choice,
    ) -> Box<[StepValue]> {
        let Some(site) = site_of(self.program, state) else { return Box::default() };
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        machine.given(asked, option)
    }

    /// How many more members the subset that a seat has begun to choose needs, and how many more it
    /// can have; as far as the seat can work it out.
    pub(crate) fn members_left(&mut self, state: &mut State, seat: Seat) -> Option<(usize, usize)> {
        self.looking_into(state, seat, |eval, asked| {
            let (chosen, least, most) = eval.bounds_left(asked).ok().flatten()?;
            Some((least.saturating_sub(chosen), most.saturating_sub(chosen)))
        })?
    }

    /// Lets `look` look into what a seat is asked; nothing where nobody is.
    pub(super) fn looking_into<R>(
        &mut self,
        state: &mut State,
        seat: Seat,
        look: impl FnOnce(&mut Eval<'_>, Asked<'_>) -> R,
    ) -> Option<R> {
        self.scratch.fuel = self.program.fuel;
        let site = site_of(self.program, state)?;
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        Some(look(machine.eval(), asked))
    }
}

impl Eval<'_> {
    /// How many members of the subset that is being chosen have been chosen, and how many it has at
    /// least and at most, where the seat that is asked can work that out.
    fn bounds_left(&mut self, asked: Asked<'_>) -> Evaluated<Option<(usize, usize, usize)>> {
        let Some((entry, next)) = self.begun(asked) else { return Ok(None) };
        let entry = &asked.site.menu[entry];
        let stage = Stage { action: &self.program.actions[entry.action], index: next };
        let is_subset = |p: &&Parameter| matches!(p.domain, Domain::Subset { .. });
        let Some(parameter) = stage.next().filter(is_subset) else {
            return Ok(None);
        };
        if !self.knows(asked.seat, &parameter.looks) {
            return Ok(None);
        }
        self.bind_arguments(stage.action, &entry.arguments)?;
        self.me = asked.seat.word();
        self.bind_chosen(stage, asked.part);
        let chosen = self.stored_set(stage.value_at(&self.program.memory, asked.part)).len();
        self.subset_bounds(parameter).map(|(_, least, most)| Some((chosen, least, most)))
    }

    /// The entry of the menu that a seat has begun to choose, and the parameter that is next.
    pub(super) fn begun(&self, asked: Asked<'_>) -> Option<(usize, usize)> {
        Some((asked.number(self.state)?, asked.next(self.state)))
    }

    /// Whether a seat can work out by the cards that it knows what hangs on these.
    pub(super) fn knows(&self, seat: Seat, looks: &[Look]) -> bool {
        looks.iter().all(|&look| self.state.knows_all(self.program, seat, look, seat))
    }
}

impl Choice {
    /// Does nothing.
    pub(crate) const PASS: Choice = Choice::plain(Chosen::Pass);
}

/// The words of a packed bag ([`super::Choice`]), by their numbers in their list.
pub(crate) fn bag_words(packed: i32) -> Vec<i32> {
    unpack_bag(packed).as_slice().to_vec()
}

impl State {
    /// The seats that choose at the site where the game stopped: those that have
    /// already chosen included, so that it tells nothing of what they did.
    pub fn choosing(&self, program: &Program) -> SeatSet {
        match self.site(program) {
            Some(site) => self.seats(memory_at(self, site) + ASKED),
            None => SeatSet::EMPTY,
        }
    }

    /// The action that a seat has begun to choose, and how far it has come with it.
    pub(crate) fn begun<'p>(&self, program: &'p Program, seat: Seat) -> Option<Stage<'p>> {
        let site = self.site(program)?;
        let asked = asked_at(self, site, seat);
        Some(asked.stage(self, &program.actions[asked.entry(self)?.action]))
    }

    /// Puts back what a seat has chosen of the choice that it is in the midst of.
    pub(crate) fn put_back(&mut self, program: &Program, seat: Seat) {
        if let Some(site) = self.site(program) {
            clear_part(self, asked_at(self, site, seat));
        }
    }

    /// What a seat has chosen at the site where the game stopped, in words, complete or not; as
    /// this seat knows it.
    pub fn commitment(&self, program: &Program, seat: Seat) -> Option<String> {
        if !self.choosing(program).contains(seat) {
            return None;
        }
        let asked = asked_at(self, self.site(program)?, seat);
        match asked.status(self) {
            Status::Undecided => None,
            Status::Passed => Some("pass".into()),
            Status::Finished => Some("done".into()),
            Status::Entry(_) => {
                let stage = self.begun(program, seat)?;
                let chosen = chosen_so_far(program, self, stage, asked.part);
                let values = chosen.map(|(p, at)| self.stored(program, p, at, seat));
                Some(
                    std::iter::once(stage.action.name.clone())
                        .chain(values)
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            }
        }
    }

    fn stored(&self, program: &Program, parameter: &Parameter, at: usize, seat: Seat) -> String {
        let word = |value: i32| label::value(program, self, parameter.kind, value, Some(seat));
        match parameter.domain.carrier() {
            Carrier::Num => word(self.num(at)),
            Carrier::Set => {
                // In the order of the words: the order of the cards would tell of those that the
                // seat does not know.
                let set = self.stored_set(&program.memory, at);
                let mut words: Vec<String> = set.iter().map(|one| word(i32::from(one))).collect();
                words.sort();
                words.join("+")
            }
            Carrier::List => {
                let words: Vec<String> = self.list_at(at).iter().map(|&one| word(one)).collect();
                words.join("+")
            }
        }
    }

    /// The phases that are running, the outermost first: those of each frame's code where it
    /// stands. Many phases have no frame of their own, as their code stands where they are called.
    pub fn running(&self, program: &Program) -> Vec<PhaseId> {
        let mut frames = Vec::new();
        let (mut frame, mut pc) = (self.control.frame.to_usize(), self.control.pc);
        while !self.is_over() && self.control.top > 0 {
            frames.push(pc.before().map_or(&[][..], |pc| program.courses_at(pc)));
            let Some(caller) = self.caller(frame) else { break };
            (frame, pc) = caller;
        }
        frames.into_iter().rev().flatten().copied().collect()
    }

    /// A game that this seat cannot tell from the true one: [`State::determinize`], with what
    /// others have chosen in this very choice still to choose, and with chance to come that has
    /// nothing to do with the true one's.
    pub(crate) fn imagine(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
    ) -> State {
        let mut world = self.clone();
        self.imagine_again(program, seat, generator, &mut world);
        world
    }

    /// Makes `world`, another state of this program, a game that this seat cannot tell from the
    /// true one: what others have chosen in this very choice is still to choose, and chance to come
    /// has nothing to do with the true one's.
    pub fn imagine_into(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
        world: &mut State,
    ) {
        world.clone_from(self);
        self.imagine_again(program, seat, generator, world);
    }

    /// The true game, but for what is still open: cards that no seat knows (the order of a deck,
    /// what was put away unseen) are dealt anew, and chance to come is another. To be played on at
    /// random: what single seats know is not kept right in it.
    pub(crate) fn reopen_into(
        &self,
        program: &Program,
        generator: &mut Generator,
        world: &mut State,
    ) {
        world.clone_from(self);
        self.deal_unknown(program, generator, world);
        world.reseed(Generator::new(generator.bits()));
    }

    fn imagine_again(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
        world: &mut State,
    ) {
        self.deal_into(program, seat, generator, world);
        world.reseed(Generator::new(generator.bits()));
        if let Some(site) = self.site(program) {
            world.forget_choices(site, seat, self.choosing(program));
        }
    }

    fn forget_choices(&mut self, site: &Site, seat: Seat, choosing: SeatSet) {
        for other in choosing.without(seat) {
            clear_part(self, asked_at(self, site, other));
            self.control.pending.insert(other);
        }
    }

    pub(crate) fn site<'p>(&self, program: &'p Program) -> Option<&'p Site> {
        if self.pending().is_empty() { None } else { site_of(program, self) }
    }
}

/// The parameters that have a value by now, and where it lies. Of a subset being chosen, the
/// members so far.
pub(super) fn chosen_so_far<'p>(
    program: &'p Program,
    state: &State,
    stage: Stage<'p>,
    part: usize,
) -> impl Iterator<Item = (&'p Parameter, usize)> {
    let begun = stage.next().filter(|p| p.domain.carrier() == Carrier::Set);
    let has_members = begun.is_some() && {
        let at = stage.value_at(&program.memory, part);
        !state.stored_set(&program.memory, at).is_empty()
    };
    let Stage { action, index: end } = if has_members { stage.behind() } else { stage };
    let chosen = action.parameters.iter().enumerate().take(end);
    chosen
        .filter(|(_, p)| p.is_chosen())
        .map(move |(index, p)| (p, Stage { action, index }.value_at(&program.memory, part)))
}

fn memory_at(state: &State, site: &Site) -> usize {
    state.control.frame.to_usize() + HEADER + site.memory.index()
}

pub(super) fn asked_at<'s>(state: &State, site: &'s Site, seat: Seat) -> Asked<'s> {
    Asked::new(site, seat, memory_at(state, site))
}

fn clear_part(state: &mut State, asked: Asked<'_>) {
    state.nums_mut(asked.part, usize::from(asked.site.seat_words)).fill(0);
}
