//! Choices and labels in words: the viewer's own with all that they name, those of others as far as
//! they were seen, and words of records read back.

use super::names::Names;
use super::phrase::{Phrase, Role};
use crate::game::Entry;
use crate::game::said;
use crate::program::{Action, Domain, Parameter, Program, ValueKind};
use crate::tabletop::Shape;
use crate::tabletop::ids::{InstanceId, WordListId};
use crate::value::{Bits, Card, Seat, TeamId};
use crate::vm::label::{Step, StepValue};
use crate::vm::{CardChange, Chosen, Event};
use compact_str::CompactString;
use std::borrow::Cow;

/// What somebody has done, in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    /// As it stands behind the name of who did it: `plays 2♥`.
    Told(Phrase),
    /// As it was offered: `play 2♥`.
    Chosen(Phrase),
}

impl Deed {
    /// This deed without the dots at its end for what is not told, and without the colons, commas
    /// and blanks before them.
    fn without_gaps(self) -> Deed {
        let cut = |told: Phrase| told.without_end(&['…', ' ', '\u{a0}', ':', ',']);
        match self {
            Deed::Told(told) => Deed::Told(cut(told)),
            Deed::Chosen(named) => Deed::Chosen(cut(named)),
        }
    }
}

impl Names<'_> {
    /// A whole label: `play 2H` as `jouer 2♥`. Without the values that choices hold, so words alone
    /// decide what they are.
    pub(crate) fn label(&self, label: &str) -> Phrase {
        match split_label(self.program, label) {
            Some((action, values)) => {
                let values: Vec<(&str, Phrase)> = values
                    .iter()
                    .map(|(p, word)| (p.name.as_str(), self.token(p.kind, word)))
                    .collect();
                self.action(&action.name, &values)
            }
            None if ["pass", "done"].contains(&label) => self.text(label).into(),
            None => self.token(ValueKind::Card, label),
        }
    }

    /// The action of a label without any values.
    pub(crate) fn bare_label(&self, label: &str) -> Option<Phrase> {
        split_label(self.program, label).map(|(action, _)| self.bare_action(&action.name))
    }

    /// A choice, or a step of one, with all that it names.
    pub(crate) fn step(&self, step: &Step) -> Phrase {
        let action = step.action(self.program);
        match step.what {
            Chosen::Pass => self.way_out("pass", self.prompt_of(step)),
            Chosen::Done => self.way_out("done", self.prompt_of(step)),
            Chosen::Enough => self.text("enough").into(),
            Chosen::Entry(_) => action.map_or_else(Phrase::default, |action| {
                self.action(&action.name, &borrowed(&self.named(action, step)))
            }),
            Chosen::Member(_) | Chosen::Further => {
                let values =
                    step.values.iter().filter_map(|value| Some((parameter(action?, value), value)));
                Phrase::join(values.map(|(p, value)| self.own_value(p, value)), ", ")
            }
        }
    }

    /// A choice of `seat` with all that was chosen, as the chooser knows it, also in the steps with
    /// which it goes on, `behind` it in the log, where others may have chosen at the same time.
    /// None for such a step, and for leaving a list of actions.
    pub(crate) fn whole_choice(&self, seat: Seat, step: &Step, behind: &[Entry]) -> Option<Deed> {
        let action = match step.what {
            Chosen::Pass => return Some(self.passes(seat, step)),
            Chosen::Done | Chosen::Member(_) | Chosen::Enough | Chosen::Further => return None,
            Chosen::Entry(_) => step.action(self.program)?,
        };
        let own = |entry: &&Entry| entry.step().is_some_and(|(of, _)| of == seat);
        let chosen = behind.iter().take_while(|entry| entry.event().is_none()).filter(own);
        let further: Vec<&Step> = chosen
            .filter_map(|entry| entry.step().map(|(_, step)| step))
            .take_while(|step| step.goes_on())
            .collect();
        let come_of_it = behind.iter().skip_while(|entry| entry.event().is_none());
        let events: Vec<&Event> = come_of_it.map_while(Entry::event).collect();
        let told = |value: &StepValue| {
            let parameter = parameter(action, value);
            let word = match value.card {
                Some(card) if self.shows_card(&events, Some(card)) => self.card(card),
                Some(_) | None => self.own_value(parameter, value),
            };
            (parameter.name.clone(), word)
        };
        let values = |is: fn(&Chosen) -> bool| {
            let steps = further.iter().filter(move |step| is(&step.what));
            steps.flat_map(|step| &step.values).map(told)
        };
        let mut named = self.given(action, &step.given, &self.template(seat, &action.name));
        named.extend(step.values.iter().map(told));
        named.extend(values(|what| matches!(what, Chosen::Further)));
        let members: Vec<(String, Phrase)> =
            values(|what| matches!(what, Chosen::Member(_))).collect();
        if let Some((parameter, _)) = members.first() {
            let all = Phrase::join(members.iter().map(|(_, member)| member.clone()), ", ");
            named.push((parameter.clone(), all));
        }
        Some(self.deed(seat, &action.name, &borrowed(&named)).without_gaps())
    }

    /// A way out, `pass` or `done`, of the choice that is called `prompt`.
    pub(crate) fn way_out(&self, word: &'static str, prompt: &str) -> Phrase {
        self.text(&self.name_of_way_out(word, prompt)).into()
    }

    /// What a way out goes by among the texts of the game: `pass PROMPT` where it has words for it
    /// in the choice that is called so.
    fn name_of_way_out(&self, word: &'static str, prompt: &str) -> Cow<'static, str> {
        let own = format!("{word} {prompt}");
        let has_words = self.program.texts.contains_key(&own);
        if has_words { own.into() } else { word.into() }
    }

    /// The deed of a `seat` that has passed.
    fn passes(&self, seat: Seat, step: &Step) -> Deed {
        self.deed(seat, &self.name_of_way_out("pass", self.prompt_of(step)), &[])
    }

    fn prompt_of(&self, step: &Step) -> &str {
        self.program.sentence(step.prompt)
    }

    /// An action that `seat` has chosen, as the game tells it of others. Who looks is told their
    /// own by its text, as they chose it, and so is whatever the game has no other words for.
    pub(crate) fn deed(&self, seat: Seat, action: &str, values: &[(&str, Phrase)]) -> Deed {
        match self.told_of(seat, action) {
            Some(told) => Deed::Told(self.filled(told, values)),
            None => Deed::Chosen(self.action(action, values)),
        }
    }

    /// The text by which an action of `seat` is told.
    fn template(&self, seat: Seat, action: &str) -> CompactString {
        self.told_of(seat, action).map_or_else(|| self.text(action), Into::into)
    }

    /// The game's words for an action that somebody else than the viewer, `seat`, has chosen.
    fn told_of(&self, seat: Seat, action: &str) -> Option<&str> {
        let told = self.program.told.get(action).filter(|_| !self.viewer.is(seat));
        told.and_then(|told| told.of(self.lexicon.code()))
    }

    /// What a step of an action names, as its chooser knows it.
    fn named(&self, action: &Action, step: &Step) -> Vec<(String, Phrase)> {
        let mut named = self.given(action, &step.given, &self.text(&action.name));
        let own = step.values.iter().map(|value| (parameter(action, value), value));
        named.extend(own.map(|(p, value)| (p.name.clone(), self.own_value(p, value))));
        named
    }

    /// What the caller gives an action, as far as a `template` has places for it.
    pub(crate) fn given(
        &self,
        action: &Action,
        given: &[StepValue],
        template: &str,
    ) -> Vec<(String, Phrase)> {
        let named = |value| {
            let parameter = parameter(action, value);
            has_place(template, &parameter.name)
                .then(|| (parameter.name.clone(), self.own_value(parameter, value)))
        };
        given.iter().filter_map(named).collect()
    }

    /// A value as its chooser knows it.
    fn own_value(&self, parameter: &Parameter, value: &StepValue) -> Phrase {
        let named = |card: &Card| self.program.cards[card.index()].name == value.word;
        match value.card.filter(named) {
            Some(card) => self.card(card),
            None => self.token(parameter.kind, &value.word),
        }
    }

    /// The choice of somebody else, `seat`, as far as it was seen: what events `behind` it do not
    /// show is left out. None for a step with which a choice goes on, and for leaving a list of
    /// actions, which is seen by what comes next.
    pub(crate) fn seen_choice(&self, seat: Seat, step: &Step, behind: &[Entry]) -> Option<Deed> {
        match step.what {
            Chosen::Pass => return Some(self.passes(seat, step)),
            Chosen::Done | Chosen::Member(_) | Chosen::Enough | Chosen::Further => return None,
            Chosen::Entry(_) => {}
        }
        let action = step.action(self.program)?;
        let come_of_it = behind.iter().skip_while(|entry| is_further(entry));
        let events: Vec<&Event> = come_of_it.map_while(Entry::event).collect();
        let told = |p: &Parameter, value: &StepValue| match p.kind {
            ValueKind::Card
                if !self.sees(value.seen_by) && !self.shows_card(&events, value.card) =>
            {
                self.lexicon.say("a-hidden-card")
            }
            ValueKind::Card => {
                value.card.map_or_else(|| self.token(p.kind, &value.word), |card| self.card(card))
            }
            // Pointing at a place, a player or a card that lies open is done for all to see, and a
            // number or a word is said aloud.
            ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Word(_)
            | ValueKind::Text => self.token(p.kind, &value.word),
        };
        let template = self.template(seat, &action.name);
        let given = self.given(action, &step.given, &template);
        let named = said::named(step, behind).map(|value| (parameter(action, value), value));
        let mut found: Vec<(&str, Phrase)> =
            named.map(|(p, value)| (p.name.as_str(), told(p, value))).collect();
        found.extend(given.iter().map(|(name, value)| (name.as_str(), value.clone())));
        if let Some((parameter, members)) = self.members(action, &template, behind) {
            let seen = |value: &&StepValue| {
                parameter.kind != ValueKind::Card
                    || self.sees(value.seen_by)
                    || self.shows_card(&events, value.card)
            };
            let all = match members.iter().all(seen) {
                true => Phrase::join(members.iter().map(|value| told(parameter, value)), ", "),
                false => self.lexicon.say("cards-unseen"),
            };
            found.push((parameter.name.as_str(), all));
        }
        // What was not seen is left out where nothing follows it.
        Some(self.deed(seat, &action.name, &found).without_gaps())
    }

    /// The choice of `seat` as far as all know it beforehand: with what its caller gives it.
    pub(crate) fn given_choice(&self, seat: Seat, step: &Step) -> Option<Deed> {
        let action = step.action(self.program)?;
        let given = self.given(action, &step.given, &self.template(seat, &action.name));
        Some(self.deed(seat, &action.name, &borrowed(&given)))
    }

    /// The members that are chosen one by one in the steps with which a choice goes on, where it is
    /// told what they are: places and players are pointed at for all to see, words are said aloud,
    /// and of cards it is told where the `template` has a place for them.
    fn members<'l>(
        &self,
        action: &'l Action,
        template: &str,
        behind: &'l [Entry],
    ) -> Option<(&'l Parameter, Vec<&'l StepValue>)> {
        let is_told = |p: &&Parameter| {
            matches!(p.domain, Domain::Subset { .. } | Domain::Family(_))
                && (p.kind != ValueKind::Card || has_place(template, &p.name))
        };
        let of = action.parameters.iter().find(is_told)?;
        let members = said::further(behind).filter(|step| matches!(step.what, Chosen::Member(_)));
        let members: Vec<&StepValue> = members
            .flat_map(|step| &step.values)
            .filter(|value| parameter(action, value).name == of.name)
            .collect();
        (!members.is_empty()).then_some((of, members))
    }

    /// Whether of the action that a choice begins something is still to be chosen.
    pub(crate) fn is_open(&self, step: &Step) -> bool {
        let chosen = |action: &Action| action.parameters.iter().filter(|p| p.is_chosen()).count();
        step.action(self.program).is_some_and(|action| step.values.len() < chosen(action))
    }

    /// Whether the viewer learns from `events` which card was `chosen`: it is seen to move or to
    /// turn, or is the only one that is shown. Of several that are shown it may be any.
    fn shows_card(&self, events: &[&Event], chosen: Option<Card>) -> bool {
        let (mut seen, mut revealed) = (Bits::EMPTY, Bits::EMPTY);
        for of_card in events.iter().filter_map(|event| event.of_card()) {
            match of_card.change {
                _ if !self.sees(of_card.seen_by) => {}
                CardChange::Moved(_) | CardChange::Turned { .. } => seen.insert(of_card.card),
                CardChange::Revealed => revealed.insert(of_card.card),
                CardChange::Marked { .. } => {}
            }
        }
        chosen.is_some_and(|card| seen.contains(card) || revealed.only() == Some(card.number()))
    }

    /// An action's text with what was chosen; what is not known is left as dots.
    pub(crate) fn action(&self, action: &str, values: &[(&str, Phrase)]) -> Phrase {
        let template = self.text(action);
        let mut text = self.filled(&template, values);
        for (name, value) in values {
            // A text without a place for the parameter would leave options that cannot be told
            // apart.
            if !has_place(&template, name) {
                text = text.then(" ").then(value.clone());
            }
        }
        text
    }

    /// An action without any values, and without what only a value of it would tell.
    pub(crate) fn bare_action(&self, action: &str) -> Phrase {
        self.filled(without_details(&self.text(action)), &[])
    }

    /// A text of an action with its places filled in.
    fn filled(&self, template: &str, values: &[(&str, Phrase)]) -> Phrase {
        let text = fill(template, |place| self.place_of_action(place, values));
        // What a card does not have leaves nothing behind its name.
        match template.ends_with('}') && text.text().ends_with([' ', '\u{a0}']) {
            true => text.without_end(&[' ', '\u{a0}', ':', '-', '–', ',']),
            false => text,
        }
    }

    /// What stands in a place of an action's text: a parameter, or what the cards of one have. Of
    /// cards that are not known nothing is told.
    fn place_of_action(&self, place: &str, values: &[(&str, Phrase)]) -> Option<Phrase> {
        let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, v)| v);
        if let Some(value) = value(place) {
            return Some(value.clone());
        }
        let (attribute, name) = place.split_once(" of ")?;
        let cards = value(name.trim())?.cards();
        let told = cards.iter().filter_map(|&card| self.place_on_face(card, attribute.trim()));
        (!cards.is_empty()).then(|| Phrase::join(told, ", "))
    }

    /// One word of a label or a value: a card, a place, several of them, a player, a word of the
    /// rules.
    pub(crate) fn token(&self, kind: ValueKind, word: &str) -> Phrase {
        let number = || word.parse().ok();
        if kind == ValueKind::Flag && matches!(word, "yes" | "no") {
            return self.flag(word == "yes");
        }
        if kind == ValueKind::Player
            && let Some(seat) = number().and_then(Seat::from_shown)
        {
            return self.seat(seat);
        }
        if kind == ValueKind::Team
            && let Some(team) = number().and_then(TeamId::from_shown)
        {
            return self.team(team);
        }
        if let Some(thing) = self.card_or_place(word) {
            return thing;
        }
        let parts: Vec<&str> = word.split('+').collect();
        let things: Option<Vec<Phrase>> =
            parts.iter().map(|part| self.card_or_place(part)).collect();
        match (things, parts.len()) {
            (Some(things), _) => Phrase::join(things, ", "),
            (None, 1) => self.rule_word(word),
            (None, _) => self.bag(parts.iter().map(|part| self.rule_word(part))),
        }
    }

    fn card_or_place(&self, word: &str) -> Option<Phrase> {
        if let Some(card) = self.program.cards.iter().position(|card| card.name == word) {
            return Some(self.card(Card::new(card)));
        }
        let (place, height) = word.split_once('#').unwrap_or((word, ""));
        if let Some(unit) = self.row_slot(place).filter(|_| height.is_empty()) {
            return Some(unit);
        }
        let place = self.place_named(place, true)?;
        Some(match height.is_empty() {
            true => place,
            false => {
                let values = [("place", place.into()), ("n", height.into())];
                self.lexicon.with("card-by-place", values)
            }
        })
    }

    /// A place by the name that records give it: `board.2.3`, `hand.1`.
    pub(crate) fn place_named(&self, place: &str, whose: bool) -> Option<Phrase> {
        let (instance, number) = self.find_place(place)?;
        let board = self.zone(instance).grid(&self.program.lists).is_some_and(|(rows, _)| rows > 1);
        let owner =
            self.zone_owner(instance).filter(|_| whose && self.viewer_is_not_owner(instance));
        let at = Role::Place(instance, self.index_of(instance, number));
        let name = match (board, number) {
            (_, "") => self.zone_name(instance),
            (true, number) => Phrase::of(number, at),
            (false, number) => {
                let index = number.parse().ok().and_then(|n: u16| n.checked_sub(1));
                let number = index
                    .and_then(|index| self.slot_number(instance, index))
                    .unwrap_or(Phrase::of(number, at));
                Phrase::of(format!("{} ", self.zone_name(instance).text()), at).then(number)
            }
        };
        Some(match owner {
            Some(owner) => name.then(" (").then(owner).then(")"),
            None => name,
        })
    }

    /// Which slot of a zone stands behind its name in records: `3`, `2.3`.
    pub(crate) fn index_of(&self, instance: InstanceId, number: &str) -> Option<u16> {
        let (_, columns) = self.zone(instance).grid(&self.program.lists).unwrap_or((1, 1));
        match number.split_once('.') {
            Some((row, column)) => {
                let row: u16 = row.parse::<u16>().ok()?.checked_sub(1)?;
                row.checked_mul(columns)?.checked_add(column.parse::<u16>().ok()?.checked_sub(1)?)
            }
            None => number.parse::<u16>().ok()?.checked_sub(1),
        }
    }

    /// A slot of a row that is pointed at: `no. 2 (player 1)`.
    fn row_slot(&self, place: &str) -> Option<Phrase> {
        let (instance, number) = self.find_place(place)?;
        let in_row = self.zone(instance).shape == Shape::Row && !number.is_empty();
        let named = self.lexicon.text("row-slot", &[("n", number.into())]);
        let named = Phrase::of(named, Role::Place(instance, self.index_of(instance, number)));
        in_row.then(|| match self.zone_owner(instance) {
            Some(owner) => named.then(" (").then(owner).then(")"),
            None => named,
        })
    }

    /// Which slot of a row it is, and whose the row is if it is not the viewer's: `2, player 1`.
    pub(crate) fn row_number(&self, place: &str) -> Option<Phrase> {
        let (instance, number) = self.find_place(place)?;
        let in_row = self.zone(instance).shape == Shape::Row;
        let owner = self.zone_owner(instance).filter(|_| self.viewer_is_not_owner(instance));
        let named = Phrase::of(number, Role::Place(instance, self.index_of(instance, number)));
        let whole = match owner {
            Some(owner) => named.then(", ").then(owner),
            None => named,
        };
        (in_row && !number.is_empty()).then_some(whole)
    }

    /// The row and the column of a cell, of a board with several rows.
    pub(crate) fn cell_of_board<'p>(&self, place: &'p str) -> Option<(&'p str, &'p str)> {
        let (instance, number) = self.find_place(place)?;
        self.zone(instance).grid(&self.program.lists).filter(|(rows, _)| *rows > 1)?;
        number.split_once('.')
    }

    fn viewer_is_not_owner(&self, instance: InstanceId) -> bool {
        !self.owns(self.owned_by(instance))
    }

    /// The zone of a place, and what stands behind its name.
    pub(crate) fn find_place<'p>(&self, place: &'p str) -> Option<(InstanceId, &'p str)> {
        let rest = |i: InstanceId| {
            let rest = place.strip_prefix(&self.program.instance_name(i))?;
            // With a `+` it would be several places.
            (rest.is_empty() || rest.starts_with('.') && !rest.contains('+'))
                .then(|| (i, rest.trim_start_matches('.')))
        };
        // Names of places begin with that of their zone, which need not be put together.
        let may_be = |i: &InstanceId| place.starts_with(self.zone(*i).name.as_str());
        let places = self.program.instances.ids().filter(may_be);
        places.filter_map(rest).min_by_key(|(_, rest)| rest.len())
    }

    /// A word of the rules that is no name of a card or place.
    pub(crate) fn rule_word(&self, word: &str) -> Phrase {
        match self
            .program
            .lists
            .iter()
            .position(|list| list.name == "suits" && list.words.iter().any(|w| w == word))
        {
            Some(suits) => self.list_word(WordListId::new(suits), word),
            None => self.text(word).into(),
        }
    }
}

fn borrowed(values: &[(String, Phrase)]) -> Vec<(&str, Phrase)> {
    values.iter().map(|(name, value)| (name.as_str(), value.clone())).collect()
}

/// Whether a template has a place for what has this name.
fn has_place(template: &str, name: &str) -> bool {
    let is_place = |(at, _): (usize, &str)| {
        template[..at].ends_with('{') && template[at + name.len()..].starts_with('}')
    };
    template.match_indices(name).any(is_place)
}

/// The parameter of an action that a value is of.
fn parameter<'p>(action: &'p Action, value: &StepValue) -> &'p Parameter {
    &action.parameters[usize::from(value.parameter)]
}

/// Whether an entry goes on with a choice that stands before it.
fn is_further(entry: &Entry) -> bool {
    matches!(entry, Entry::Offer { .. }) || entry.step().is_some_and(|(_, step)| step.goes_on())
}

/// `jouer {card}` with the parameters filled in; what is not known is left as dots.
pub(crate) fn fill(template: &str, value: impl Fn(&str) -> Option<Phrase>) -> Phrase {
    let mut text = Phrase::default();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        text.push_str(before);
        text.append(value(name).unwrap_or_else(|| "…".into()));
        rest = behind;
    }
    text.then(rest)
}

/// A template of an action up to its last parameter, where behind that only stands what the cards
/// of one have: `buy {card}` of `buy {card} for {cost of card}`.
fn without_details(template: &str) -> &str {
    let mut end = None;
    let mut has_more = false;
    let mut at = 0;
    while let Some((before, rest)) = template[at..].split_once('{') {
        let Some((place, _)) = rest.split_once('}') else { break };
        at += before.len() + place.len() + 2;
        has_more = place.contains(" of ");
        if !has_more {
            end = Some(at);
        }
    }
    end.filter(|_| has_more).map_or(template, |end| &template[..end])
}

// ---- words of records

/// The action of a label, and the word of each parameter. A card's name may have blanks in it.
fn split_label<'p, 'l>(
    program: &'p Program,
    label: &'l str,
) -> Option<(&'p Action, Vec<(&'p Parameter, &'l str)>)> {
    let (first, rest) = label.split_once(' ').unwrap_or((label, ""));
    let action = program.actions.iter().find(|a| a.name == first)?;
    Some((action, split_values(program, &action.parameters, rest)))
}

fn split_values<'p, 'l>(
    program: &Program,
    parameters: &'p [Parameter],
    text: &'l str,
) -> Vec<(&'p Parameter, &'l str)> {
    let mut rest = text;
    let mut values = Vec::new();
    for parameter in parameters.iter().filter(|p| p.is_chosen()) {
        if rest.is_empty() {
            break;
        }
        let end =
            card_length(program, rest).unwrap_or_else(|| rest.find(' ').unwrap_or(rest.len()));
        values.push((parameter, &rest[..end]));
        rest = rest[end..].trim_start();
    }
    values
}

/// How long the card's name is with which a text begins.
fn card_length(program: &Program, text: &str) -> Option<usize> {
    let whole = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    program.cards.iter().filter(|card| whole(&card.name)).map(|card| card.name.len()).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cards_have_is_no_part_of_a_bare_action() {
        assert_eq!(without_details("buy {card} for {cost of card}: {text of card}"), "buy {card}");
        assert_eq!(
            without_details("lay {card} ({n of card}) on {cell}!"),
            "lay {card} ({n of card}) on {cell}!"
        );
        assert_eq!(without_details("rest"), "rest");
    }

    #[test]
    fn templates_are_filled_in() {
        let value = |name: &str| (name == "card").then(|| "7♦".into());
        assert_eq!(fill("poser {card} en {cell} !", value).text(), "poser 7♦ en … !");
        assert_eq!(fill("sans rien", value).text(), "sans rien");
    }
}
