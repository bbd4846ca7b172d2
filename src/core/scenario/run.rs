//! Plays a scenario: to its position, through its steps, up to the first that is not as it says.

use super::model::{At, Scenario, ScenarioFile, Step, StepKind, Word};
use super::names::{self, Found, Thing};
use crate::diagnostic::Diagnostic;
use crate::game::{Entry, Game, Offer, Play};
use crate::program::{BAG_WORDS, Program, StartCards, Variable};
use crate::source::Span;
use crate::tabletop::ids::{ActionId, InstanceId, OwnerId, PhaseId};
use crate::value::{Card, Narrow, Seat, Slot};
use crate::vm::{Event, Generator, Laid, RandomKind, State, WhyNot, label};

/// A position that does not come within so many choices of a game at random will hardly come at
/// all.
const MOST_CHOICES: usize = 20_000;
/// Streams of chance that are tried for a die to show what it should.
const MOST_STREAMS: u64 = 2_000;
/// The code of what came out otherwise.
const FAILED: &str = "scenario-failed";
/// Options and events that a message lists.
const MOST_LISTED: usize = 12;

/// Plays one scenario of a file.
///
/// # Errors
/// What is wrong with the scenario, or came out otherwise than it says.
pub fn run(game: &Game, file: &ScenarioFile, scenario: &Scenario) -> Result<(), Box<Diagnostic>> {
    let stacked = match &scenario.at {
        Some(_) => None,
        None => Some(stacked(game, scenario)?),
    };
    let game = stacked.as_ref().unwrap_or(game);
    let play = match &scenario.at {
        Some(at) => {
            let state = arranged(game, file.seed, scenario, at)?;
            let asks = scenario.play.iter().any(is_of_choices);
            Play::from_state(game, if asks { open(game, at, state)? } else { state })
        }
        None => Play::new(game, file.seed),
    };
    if let Some(step) = idle_roll(&scenario.play) {
        return Err(failed(
            step,
            "no choice comes behind this `roll`, after which the die would fall",
        ));
    }
    // Steps may say what has happened before a fault.
    if let Some(fault) = rules_fail(&play, scenario.span).filter(|_| scenario.play.is_empty()) {
        return Err(fault);
    }
    let mut table =
        Table { game, play, heard: Vec::new(), roll: None, seed: file.seed, mixed: Vec::new() };
    table.note_shuffles(0);
    let told = scenario.play.iter().try_for_each(|step| table.step(step));
    let idle = stacked.as_ref().and_then(|_| table.idle_stack(scenario));
    match (told, idle) {
        (told, None) => told,
        (Ok(()), Some(idle)) => Err(Box::new(idle)),
        (Err(mut problem), Some(idle)) => {
            problem.help.get_or_insert(idle.message);
            Err(problem)
        }
    }
}

/// Whether a step says what is chosen or can be.
fn is_of_choices(step: &Step) -> bool {
    match step.kind {
        StepKind::Choose { .. }
        | StepKind::Offered { .. }
        | StepKind::NotOffered { .. }
        | StepKind::Refused { .. } => true,
        StepKind::Roll(_) | StepKind::Sees(_) | StepKind::Expect(_) => false,
    }
}

/// A roll behind which no choice comes, or another roll first.
fn idle_roll(steps: &[Step]) -> Option<&Step> {
    let is_chosen = |step: &Step| match step.kind {
        StepKind::Choose { .. } => Some(true),
        StepKind::Roll(_) => Some(false),
        StepKind::Sees(_)
        | StepKind::Expect(_)
        | StepKind::Offered { .. }
        | StepKind::NotOffered { .. }
        | StepKind::Refused { .. } => None,
    };
    let idle = |at: usize| steps[at + 1..].iter().find_map(is_chosen) != Some(true);
    let mut rolls = (0..steps.len()).filter(|&at| is_chosen(&steps[at]) == Some(false));
    rolls.find(|&at| idle(at)).map(|at| &steps[at])
}

/// A game that begins at the position of a `scenario` of a `file`. The choices of the scenario are
/// not made.
///
/// # Errors
/// What is wrong with the position.
pub fn set_up(
    game: &Game,
    file: &ScenarioFile,
    scenario: &Scenario,
) -> Result<Game, Box<Diagnostic>> {
    match &scenario.at {
        Some(at) => {
            let state = arranged(game, file.seed, scenario, at)?;
            Ok(game.beginning_at(open(game, at, state)?))
        }
        None => stacked(game, scenario),
    }
}

/// Whether a game did not do as a scenario says; else the scenario says what cannot be understood.
pub fn is_failure(problem: &Diagnostic) -> bool {
    problem.code == FAILED
}

/// The problem that the rules have failed in `play`, if they have, and at which line of them.
fn rules_fail(play: &Play, span: Span) -> Option<Box<Diagnostic>> {
    let (game, fault) = (play.game(), play.fault()?);
    let sources = &game.program().sources;
    let (line, column) = sources.line_column(fault.span);
    let file = &sources.get(fault.span.source).name;
    let rule = sources.text(fault.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!("the rules fail: {}", game.fault_words(fault));
    let problem = Diagnostic::error(FAILED, span, message);
    Some(Box::new(problem.help(format!("they do at {file}:{line}:{column}: `{rule}`"))))
}

fn failed(step: &Step, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(FAILED, step.span, message))
}

// -------------------------------------------------------------------------------------------------
// positions

/// The game with the piles of a scenario that begins at the beginning.
fn stacked(game: &Game, scenario: &Scenario) -> Found<Game> {
    let cards = scenario.cards.iter().map(|(word, _)| word);
    let rest = scenario.rest.iter().map(|(_, word)| word);
    let set = scenario.set.iter().map(|(word, _)| word);
    if let Some(word) = cards.chain(rest).chain(set).next() {
        let problem = Diagnostic::error(
            "yaml-missing-key",
            word.span,
            "a position needs `at`: when it is laid out",
        );
        return Err(Box::new(problem.help("for example `at: { action: play, seat: 1 }`")));
    }
    let mut game = game.clone();
    for (zone, cards) in &scenario.stack {
        let cards = names::cards(game.program(), cards);
        let names: Vec<&str> = cards.iter().map(|card| card.node.as_str()).collect();
        game = game.stacked(&zone.node, &names).map_err(|wrong| {
            match cards.iter().find(|card| card.node == wrong) {
                Some(card) => names::no_card(game.program(), card),
                None => names::no_zone(game.program(), zone),
            }
        })?;
    }
    Ok(game)
}

fn arranged(game: &Game, seed: u64, scenario: &Scenario, at: &At) -> Found<State> {
    let program = game.program();
    let mut state = reach(game, seed, at)?.state().clone();
    // Without any card said, the position is the one that came in the game played so far.
    let stays = scenario.cards.is_empty() && scenario.rest.is_empty();
    if !stays {
        state.clear_table(program);
    }
    let laid = laid(program, &mut state, scenario)?;
    let rest = rest(program, &state, scenario)?;
    let goes_to = |began| {
        rest.iter().find(|(from, _)| from.is_none_or(|from| from == began)).map(|(_, to)| *to)
    };
    if !stays {
        state.arrange(program, &laid, goes_to);
    }
    stack(program, &mut state, scenario, &laid)?;
    set(program, &mut state, scenario)?;
    Ok(at_the_beginning(game, state))
}

/// The `state` of a position, if nobody is asked in it who has nothing to choose: in a game a seat
/// without any option is not asked.
fn open(game: &Game, at: &At, state: State) -> Found<State> {
    match Play::at(game, state.clone()).dead_end() {
        None => Ok(state),
        Some(seat) => {
            let message = format!("player {} has nothing to choose in this position", seat.shown());
            Err(Box::new(Diagnostic::error(FAILED, at.span, message)))
        }
    }
}

/// The position at the beginning of choices that were begun where all other actions were out of the
/// question: where they no longer are, now that cards lie otherwise.
fn at_the_beginning(game: &Game, state: State) -> State {
    let program = game.program();
    let pending = state.pending();
    let seats = pending.iter();
    seats.fold(state, |state, seat| {
        let Some(begun) = state.begun(program, seat) else { return state };
        let mut fresh = state.clone();
        fresh.put_back(program, seat);
        let offers = Play::at(game, fresh.clone()).offers(seat);
        let is_begun = |offer: &Offer| offer.action.as_ref() == Some(&begun.action.name);
        match &offers[..] {
            [] => state,
            [only] if is_begun(only) => state,
            _ => fresh,
        }
    })
}

fn laid(program: &Program, state: &mut State, scenario: &Scenario) -> Found<Vec<Laid>> {
    let mut laid: Vec<Laid> = Vec::new();
    for (zone, sides) in &scenario.cards {
        let place = names::the_place(program, state, zone)?;
        let cards = sides.iter().flat_map(|side| {
            names::cards(program, &side.cards).into_iter().map(|card| (card, side.up))
        });
        for (index, (word, up)) in cards.enumerate() {
            if let Some(row) = place.row {
                lay_unit(program, state, row, &word, up, &mut laid)?;
                continue;
            }
            let slot = if place.in_order { place.slots.get(index) } else { place.slots.first() };
            let Some(&slot) = slot else {
                let message = format!("`{}` has only {} places", zone.node, place.slots.len());
                return Err(Box::new(Diagnostic::error("too-many-cards", word.span, message)));
            };
            lay_together(program, slot, &word, up, &mut laid)?;
        }
    }
    Ok(laid)
}

/// Lays the cards that a word names into one slot: `7H`, `7H+8H`, or `-` for none.
fn lay_together(
    program: &Program,
    slot: Slot,
    word: &Word,
    up: Option<bool>,
    laid: &mut Vec<Laid>,
) -> Found<()> {
    for word in names::unit(program, word).into_iter().filter(|word| word.node != "-") {
        let fits = |card| free(laid, card) && belongs(program, card, slot);
        let card = names::card(program, &word, fits)
            .or_else(|_| names::card(program, &word, |card| free(laid, card)))?;
        laid.push(Laid { card, slot, up });
        has_room(program, slot, None, &word, laid)?;
    }
    Ok(())
}

/// A place, of its zone or of a `row`, holds no more cards than its zone lets it.
fn has_room(
    program: &Program,
    slot: Slot,
    row: Option<InstanceId>,
    word: &Word,
    laid: &[Laid],
) -> Found<()> {
    let here = laid.iter().filter(|laid| laid.slot == slot).count();
    let capacity = match row {
        Some(row) => program.zones[program.instances[row].zone].capacity,
        None => program.slots.get(slot.index()).and_then(|info| info.capacity),
    };
    match capacity {
        Some(capacity) if here > usize::from(capacity) => {
            let message = format!("this place holds no more cards than {capacity}");
            Err(Box::new(Diagnostic::error("too-many-cards", word.span, message)))
        }
        Some(_) | None => Ok(()),
    }
}

/// `7H`, or `7H+8H`: cards of one slot, the next one of a row.
fn lay_unit(
    program: &Program,
    state: &mut State,
    row: InstanceId,
    word: &Word,
    up: Option<bool>,
    laid: &mut Vec<Laid>,
) -> Found<()> {
    let Some(slot) = state.open_in_row(program, row) else {
        return Err(Box::new(Diagnostic::error(
            "too-many-cards",
            word.span,
            "the rows have no more slots",
        )));
    };
    for name in names::unit(program, word) {
        let card = names::card(program, &name, |card| free(laid, card))?;
        laid.push(Laid { card, slot, up });
        has_room(program, slot, Some(row), &name, laid)?;
    }
    Ok(())
}

/// Where cards that began in a zone (or in any) go.
fn rest(
    program: &Program,
    state: &State,
    scenario: &Scenario,
) -> Found<Vec<(Option<InstanceId>, Slot)>> {
    let mut rest = Vec::new();
    for (from, to) in &scenario.rest {
        let first = |word: &Word| -> Found<Slot> {
            let place = names::the_place(program, state, word)?;
            place
                .slots
                .first()
                .copied()
                .ok_or_else(|| names::unknown(word, "a zone with a fixed place", []))
        };
        let from = from.as_ref().map(first).transpose()?;
        rest.push((from.and_then(|slot| state.instance_of(program, slot)), first(to)?));
    }
    Ok(rest)
}

/// What comes off piles next; cards of the pile itself where the names of several packs repeat.
fn stack(program: &Program, state: &mut State, scenario: &Scenario, laid: &[Laid]) -> Found<()> {
    for (zone, words) in &scenario.stack {
        let place = names::the_place(program, state, zone)?;
        let Some(&slot) = place.slots.first() else { continue };
        let here = state.cards_in(slot);
        let mut cards: Vec<Card> = Vec::new();
        for word in &names::cards(program, words) {
            let is_here = |card| !cards.contains(&card) && here.contains(card);
            let is_free = |card| !cards.contains(&card) && free(laid, card);
            let card = names::card(program, word, is_here)
                .or_else(|_| names::card(program, word, is_free))?;
            cards.push(card);
        }
        state.stack_on(program, slot, &cards);
    }
    Ok(())
}

fn set(program: &Program, state: &mut State, scenario: &Scenario) -> Found<()> {
    for (name, words) in &scenario.set {
        let thing = names::the_thing(program, state, name)?;
        if let Thing::Variable(variable, owner) = thing
            && variable.bag
        {
            fill_bag(program, state, (variable, owner), name, words)?;
            continue;
        }
        let [word] = words.as_slice() else {
            let message = format!("`{}` takes one value", name.node);
            return Err(Box::new(Diagnostic::error("yaml-wrong-type", name.span, message)));
        };
        match thing {
            Thing::Variable(variable, owner) => {
                let value = names::value(program, state, variable.kind, word)?;
                state.set_owned(variable, owner, value);
            }
            Thing::Mark(mark, thing) => {
                let value = names::value(program, state, mark.kind, word)?;
                state.set_mark(mark, thing, value);
            }
        }
    }
    Ok(())
}

/// `hero hero place`, or `hero+hero+place` as records have it.
fn fill_bag(
    program: &Program,
    state: &mut State,
    (variable, owner): (&Variable, OwnerId),
    name: &Word,
    words: &[Word],
) -> Found<()> {
    let words: Vec<Word> =
        words.iter().flat_map(parts).filter(|word| word.node != "none").collect();
    if words.len() >= BAG_WORDS.to_usize() {
        let message = format!("`{}` holds at most {} words", name.node, BAG_WORDS - 1);
        return Err(Box::new(Diagnostic::error("too-many-cards", name.span, message)));
    }
    let values: Found<Vec<i32>> =
        words.iter().map(|word| names::value(program, state, variable.kind, word)).collect();
    state.set_bag(variable, owner, &values?);
    Ok(())
}

/// `hero+place`: several words of a bag in one.
fn parts(word: &Word) -> impl Iterator<Item = Word> {
    word.node.split('+').map(|part| Word::new(part.to_owned(), word.span))
}

fn free(laid: &[Laid], card: Card) -> bool {
    laid.iter().all(|one| one.card != card)
}

/// Where two packs, or two players' sets, have the same names: a card that began with the slot's
/// owner is rather meant.
fn belongs(program: &Program, card: Card, slot: Slot) -> bool {
    let Some(info) = program.slots.get(slot.index()) else { return false };
    let owners = |instance: InstanceId| program.owners(&program.instances[instance]);
    let here = owners(info.instance);
    let began_here =
        |start: &StartCards| match (owners(program.instance(start.zone, start.owner)), here) {
            (Some(seats), Some(here)) => !(seats & here).is_empty(),
            (began, here) => began == here,
        };
    program.start_cards.iter().any(|start| began_here(start) && start.cards.contains(&card))
}

/// Plays at random up to the choice that `at` tells of.
fn reach(game: &Game, seed: u64, at: &At) -> Found<Play> {
    let program = game.program();
    let named = |word: &Option<Word>, what: &str, known: Vec<&str>| -> Found<Option<usize>> {
        let Some(word) = word else { return Ok(None) };
        let found = known.iter().position(|name| *name == word.node);
        found.map(Some).ok_or_else(|| names::unknown(word, what, known))
    };
    let phase =
        named(&at.phase, "a phase", program.phases.iter().map(|p| p.name.as_str()).collect())?;
    let action =
        named(&at.action, "an action", program.actions.iter().map(|a| a.name.as_str()).collect())?;
    let asked = at.seat.map(|seat| names::the_seat(program, seat, at.span)).transpose()?;
    let mut play = Play::unlogged(game, seed);
    let mut generator = Generator::stream(seed, 0);
    for _ in 0..MOST_CHOICES {
        let Some(&first) = play.pending().first() else { break };
        let seat = asked.unwrap_or(first);
        let begun =
            phase.is_none_or(|phase| play.entered()[PhaseId::new(phase)] >= at.number.unwrap_or(1));
        // A member of a subset is chosen for its action, whose name its label does not have.
        let wanted = |offer: &Offer| {
            action.is_none_or(|action| {
                offer.action.as_ref() == Some(&program.actions[ActionId::new(action)].name)
            })
        };
        if begun && play.offers(seat).iter().any(wanted) {
            return Ok(play);
        }
        let option = generator.below(play.option_count(first).to_u32()).to_usize();
        if play.apply(first, option).is_err() {
            break;
        }
    }
    if let Some(fault) = rules_fail(&play, at.span) {
        return Err(fault);
    }
    let problem =
        Diagnostic::error(FAILED, at.span, "no such choice came in a game played at random");
    Err(Box::new(problem.help("another `seed`, or less said under `at`, may do")))
}

// -------------------------------------------------------------------------------------------------
// steps

struct Table<'g> {
    game: &'g Game,
    play: Play,
    /// What happened since the last choice.
    heard: Vec<String>,
    roll: Option<i32>,
    seed: u64,
    /// What has been shuffled so far.
    mixed: Vec<InstanceId>,
}

impl Table<'_> {
    /// Notes what has been shuffled since an entry of the log.
    fn note_shuffles(&mut self, from: usize) {
        let shuffled = self.play.log()[from..].iter().filter_map(|entry| match entry.event() {
            Some(Event::Shuffle { instance, .. }) => Some(*instance),
            _ => None,
        });
        self.mixed.extend(shuffled);
    }

    /// What is wrong where nothing has brought a pile into the order that the scenario says.
    fn idle_stack(&self, scenario: &Scenario) -> Option<Diagnostic> {
        let program = self.game.program();
        let is_mixed = |zone: &Word| {
            self.mixed.iter().any(|&instance| program.instance_name(instance) == zone.node)
        };
        let (zone, _) = scenario.stack.iter().find(|(zone, _)| !is_mixed(zone))?;
        let message = format!(
            "`{}` is not shuffled up to here, which would bring it into this order",
            zone.node
        );
        let problem = Diagnostic::error(FAILED, zone.span, message);
        Some(problem.help("with `at` and `cards` a position says how cards lie without a shuffle"))
    }

    fn step(&mut self, step: &Step) -> Found<()> {
        let the_seat = |seat: &u8| names::the_seat(self.game.program(), *seat, step.span);
        match &step.kind {
            StepKind::Choose { seat, label } => self.choose(step, the_seat(seat)?, label),
            StepKind::Roll(result) => {
                self.roll = Some(*result);
                Ok(())
            }
            StepKind::Sees(events) => self.sees(events),
            StepKind::Expect(entries) => {
                entries.iter().try_for_each(|(name, words)| self.expect(name, words))
            }
            StepKind::Offered(all) => all
                .iter()
                .try_for_each(|(seat, labels)| self.offered(step, the_seat(seat)?, labels)),
            StepKind::NotOffered(all) => all
                .iter()
                .try_for_each(|(seat, labels)| self.not_offered(step, the_seat(seat)?, labels)),
            StepKind::Refused(all, why) => all.iter().try_for_each(|(seat, labels)| {
                let seat = the_seat(seat)?;
                labels.iter().try_for_each(|label| self.refused(step, seat, label, why.as_deref()))
            }),
        }
    }

    fn choose(&mut self, step: &Step, seat: Seat, label: &str) -> Found<()> {
        // A game taken up with other chance has a log of its own.
        let from = if self.roll.is_some() { 0 } else { self.play.log().len() };
        match self.roll.take() {
            Some(result) => self.choose_with_roll(step, seat, label, result)?,
            None => self.take(step, seat, label)?,
        }
        self.note_shuffles(from);
        self.heard = self.play.log()[from..].iter().filter_map(|entry| self.words(entry)).collect();
        Ok(())
    }

    fn take(&mut self, step: &Step, seat: Seat, label: &str) -> Found<()> {
        if self.play.apply_label(seat, label).is_ok() {
            return Ok(());
        }
        if let Some(fault) = rules_fail(&self.play, step.span) {
            return Err(fault);
        }
        let why = self.play.why_not_in_full(seat, label).map_or_else(String::new, |why| why.words);
        let problem = Diagnostic::error(
            FAILED,
            step.span,
            format!("seat {} cannot choose `{label}`: {why}", seat.shown()),
        );
        let options = self.play.options(seat);
        let near = problem.clone().did_you_mean(label, options.iter().map(String::as_str));
        Err(Box::new(match near.help {
            Some(_) => near,
            None if options.is_empty() => problem.help(self.who_chooses()),
            None => problem.help(format!("it is offered {}", listed(&options))),
        }))
    }

    /// Whose turn it is instead, and what they are offered.
    fn who_chooses(&self) -> String {
        let asked = |&seat: &Seat| {
            let options = self.play.options(seat);
            format!("seat {} is to choose, and is offered {}", seat.shown(), listed(&options))
        };
        match &self.play.pending()[..] {
            [] => "the game is over, and nobody is to choose".into(),
            pending => pending.iter().map(asked).collect::<Vec<_>>().join("; "),
        }
    }

    /// Chance to come is exchanged until the first die shows what it should.
    fn choose_with_roll(&mut self, step: &Step, seat: Seat, label: &str, wanted: i32) -> Found<()> {
        let state = self.play.state().clone();
        let (mut is_rolled, mut failure) = (false, None);
        for k in 0..MOST_STREAMS {
            let mut other = state.clone();
            other.reseed(Generator::stream(self.seed, k));
            self.play = Play::from_state(self.game, other);
            if let Err(failed) = self.take(step, seat, label) {
                // What is no option is none whatever chance does; rules may fail by chance.
                if self.play.fault().is_none() {
                    return Err(failed);
                }
                failure.get_or_insert(failed);
                continue;
            }
            let die = self.play.log().iter().find_map(|entry| match entry {
                Entry::Event(Event::Random { kind: RandomKind::Die, result, .. }) => Some(*result),
                _ => None,
            });
            if die == Some(wanted) {
                return Ok(());
            }
            is_rolled |= die.is_some();
        }
        Err(match (is_rolled, failure) {
            (true, _) => failed(step, format!("no die shows {wanted} after this choice")),
            (false, Some(failure)) => failure,
            (false, None) => failed(step, "no die is rolled after this choice"),
        })
    }

    fn words(&self, entry: &Entry) -> Option<String> {
        match entry {
            Entry::Event(event) => Some(names::event(self.game, self.play.state(), event)),
            Entry::Forced { seat, .. } => {
                Some(format!("{}: {}", seat.shown(), self.play.label(entry)?))
            }
            Entry::Offer { .. }
            | Entry::Choice { .. }
            | Entry::Decided(_)
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    /// Events in their order; others may come between.
    fn sees(&self, events: &[Word]) -> Found<()> {
        let mut from = 0;
        for word in events {
            let wanted = word.node.split_whitespace().collect::<Vec<_>>().join(" ");
            let Some(at) = self.heard[from..].iter().position(|event| *event == wanted) else {
                let message = format!(
                    "`{wanted}` did not happen{}",
                    if from > 0 { " after the event before it" } else { "" }
                );
                let problem = Diagnostic::error(FAILED, word.span, message);
                return Err(Box::new(
                    problem.help(format!("what happened is {}", listed(&self.heard))),
                ));
            };
            from += at + 1;
        }
        Ok(())
    }

    fn offered(&self, step: &Step, seat: Seat, labels: &[Word]) -> Found<()> {
        let wanted = labels.iter().map(|label| label.node.clone());
        let (mut is, mut wanted): (_, Vec<String>) = (self.play.options(seat), wanted.collect());
        is.sort();
        wanted.sort();
        if is == wanted {
            return Ok(());
        }
        let message = format!(
            "seat {} is offered {}, and not {}",
            seat.shown(),
            listed(&is),
            listed(&wanted)
        );
        Err(failed(step, message))
    }

    fn not_offered(&self, step: &Step, seat: Seat, labels: &[Word]) -> Found<()> {
        labels.iter().try_for_each(|label| self.names_an_option(label))?;
        let options = self.play.options(seat);
        match labels.iter().find(|label| options.contains(&label.node)) {
            Some(Word { node, .. }) => {
                Err(failed(step, format!("seat {} is offered `{node}`", seat.shown())))
            }
            None => Ok(()),
        }
    }

    /// What is said not to be possible is called as something of the game is: else it would never
    /// be.
    fn names_an_option(&self, label: &Word) -> Found<()> {
        let program = self.game.program();
        match names::unknown_in(program, self.play.state(), label) {
            None if !label.node.trim().is_empty() => Ok(()),
            None => Err(names::unknown(label, "an option", [])),
            Some(word) => {
                let actions = program.actions.iter().map(|action| action.name.as_str());
                let cards = program.cards.iter().map(|card| card.name.as_str());
                Err(names::unknown(
                    &word,
                    "the name of anything in an option",
                    actions.chain(cards),
                ))
            }
        }
    }

    fn refused(&self, step: &Step, seat: Seat, label: &Word, why: Option<&str>) -> Found<()> {
        self.names_an_option(label)?;
        let label = &label.node;
        let Some(WhyNot { words: reason, .. }) = self.play.why_not_in_full(seat, label) else {
            return Err(failed(step, format!("seat {} can choose `{label}`", seat.shown())));
        };
        match why {
            Some(why) if !reason.contains(why) => Err(failed(
                step,
                format!("`{label}` is refused, because: {reason}; and not: {why}"),
            )),
            Some(_) | None => Ok(()),
        }
    }

    // ------------------------------------------------------------------------------------------
    // expectations

    fn expect(&self, name: &Word, wanted: &[String]) -> Found<()> {
        let (mut is, any_order) = self.actual(name)?;
        let is_row = names::place(self.game.program(), self.play.state(), &name.node)
            .is_some_and(|p| p.row.is_some());
        let wanted: Vec<Word> =
            wanted.iter().map(|word| Word::new(word.clone(), name.span)).collect();
        let wanted = names::cards(self.game.program(), &wanted);
        let named = |words: Vec<Word>| words.into_iter().map(|word| word.node).collect();
        let wanted = wanted.into_iter().flat_map(|word| {
            if is_row {
                vec![together(named(names::unit(self.game.program(), &word)))]
            } else if self.is_bag(name) {
                named(parts(&word).collect())
            } else {
                vec![word.node]
            }
        });
        let mut wanted: Vec<String> = wanted.filter(|word| word != "none").collect();
        is.retain(|word| word != "none");
        if let [only] = is.as_slice()
            && ["true", "false"].contains(&only.as_str())
        {
            wanted.iter_mut().for_each(|word| *word = names::flag(word).to_owned());
        }
        if any_order {
            is.sort();
            wanted.sort();
        }
        if is == wanted {
            return Ok(());
        }
        let message = format!("`{}` is {}, and not {}", name.node, shown(&is), shown(&wanted));
        Err(Box::new(Diagnostic::error(FAILED, name.span, message)))
    }

    /// What there is, in words, and whether their order means nothing.
    fn actual(&self, name: &Word) -> Found<(Vec<String>, bool)> {
        let (program, state) = (self.game.program(), self.play.state());
        let outcome = self.play.outcome();
        let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match name.node.as_str() {
            "over" => return Ok((vec![outcome.is_some().to_string()], false)),
            "winners" => {
                return Ok((
                    outcome.iter().flat_map(|o| &o.winners).map(u8::to_string).collect(),
                    true,
                ));
            }
            "reason" => return Ok((outcome.map(|o| split(&o.reason)).unwrap_or_default(), false)),
            _ => {}
        }
        if let Some(seat) =
            name.node.strip_prefix("score.").and_then(|seat| seat.parse::<u8>().ok())
        {
            let seat = names::the_seat(program, seat, name.span)?;
            let score = self.play.scores().get(seat.index()).map(i32::to_string);
            return Ok((score.into_iter().collect(), false));
        }
        if let Some((seat, zone)) =
            name.node.strip_prefix("known.").and_then(|rest| rest.split_once(" of "))
        {
            return self.known(name, seat, zone.trim());
        }
        if let Some(zone) = name.node.strip_prefix("count ") {
            let place =
                names::the_place(program, state, &Word::new(zone.trim().to_owned(), name.span))?;
            let count: usize = place.slots.iter().map(|&slot| state.count_in(slot)).sum();
            return Ok((vec![count.to_string()], false));
        }
        if let Some(place) = names::place(program, state, &name.node) {
            return Ok((self.cards(&place), !place.is_pile && !place.in_order));
        }
        let thing = names::the_thing(program, state, name)?;
        if let Thing::Variable(variable, owner) = thing
            && variable.bag
        {
            let word = |value: &i32| label::value(program, state, variable.kind, *value, None);
            return Ok((state.bag(variable, owner).iter().map(word).collect(), true));
        }
        Ok((vec![self.value(&thing)], false))
    }

    fn is_bag(&self, name: &Word) -> bool {
        let thing = names::thing(self.game.program(), self.play.state(), &name.node);
        matches!(thing, Some(Thing::Variable(variable, _)) if variable.bag)
    }

    /// The cards of a place that a seat knows.
    fn known(&self, name: &Word, seat: &str, zone: &str) -> Found<(Vec<String>, bool)> {
        let (program, state) = (self.game.program(), self.play.state());
        let seat = seat.parse().ok().and_then(|seat| names::seat(program, seat));
        let seat = seat.ok_or_else(|| {
            names::unknown(name, "a seat's knowledge, such as `known.2 of hand.1`", [])
        })?;
        let place = names::the_place(program, state, &Word::new(zone.to_owned(), name.span))?;
        let cards = place.slots.iter().flat_map(|&slot| state.stack(slot));
        let known = cards.filter(|&card| state.knows(&program.memory, seat, card));
        Ok((known.map(|card| names::card_name(program, card)).collect(), true))
    }

    fn cards(&self, place: &names::Place) -> Vec<String> {
        let (program, state) = (self.game.program(), self.play.state());
        let named = |card| names::card_name(program, card);
        let mut words = Vec::new();
        for &slot in &place.slots {
            let mut cards: Vec<String> = state.stack(slot).map(named).collect();
            cards.reverse();
            if place.row.is_some() {
                words.push(together(cards));
                continue;
            }
            if !place.in_order {
                words.append(&mut cards);
            } else if cards.is_empty() {
                words.push("-".into());
            } else {
                words.push(cards.join("+"));
            }
        }
        words
    }

    fn value(&self, thing: &Thing<'_>) -> String {
        let (program, state) = (self.game.program(), self.play.state());
        let (kind, value) = match thing {
            Thing::Variable(v, owner) => (v.kind, state.owned(v, *owner)),
            Thing::Mark(mark, thing) => (mark.kind, state.mark_of(mark, *thing)),
        };
        match kind {
            crate::program::ValueKind::Flag => (value == 1).to_string(),
            _ => label::value(program, state, kind, value, None),
        }
    }
}

/// The cards of one slot as one word; how they lie in it does not matter.
fn together(mut cards: Vec<String>) -> String {
    cards.sort();
    cards.join("+")
}

fn shown(words: &[String]) -> String {
    if words.is_empty() { "nothing".into() } else { format!("`{}`", words.join(" ")) }
}

fn listed(words: &[String]) -> String {
    let mut list: Vec<String> =
        words.iter().take(MOST_LISTED).map(|word| format!("`{word}`")).collect();
    if words.len() > MOST_LISTED {
        list.push(format!("{} more", words.len() - MOST_LISTED));
    }
    if list.is_empty() { "nothing".into() } else { list.join(", ") }
}
