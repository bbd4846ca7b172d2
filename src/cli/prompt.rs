//! A choice on the terminal: the options in words, and which of them an answer means.

use super::look::{Look, pad, width};
use super::names::Names;
use super::table::WIDTH;
use super::view::View;
use crate::game::Decision;
use crate::program::{Action, Domain, Parameter, ValueKind};
use crate::value::{Card, NONE, Slot};
use crate::vm::{Choice, Chosen};

/// An option as it is shown, and the answers that mean it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub text: String,
    /// As records write it: `play 2H`.
    pub label: String,
    /// What is chosen, without the action: `2H`, `2♥`.
    values: Vec<String>,
}

impl Shown {
    pub fn new(text: String, label: String, values: Vec<String>) -> Self {
        Shown { text, label, values }
    }
}

// ---- in words

/// `jouer {card}` with the parameters filled in; what is not known yet is left as dots.
pub fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        text.push_str(before);
        text.push_str(&value(name).unwrap_or_else(|| "…".to_owned()));
        rest = behind;
    }
    text + rest
}

/// An option of a seat. `action`: the one that it is of, or that is being chosen step by step.
pub fn shown(names: &Names<'_>, view: &View, choice: &Choice, action: Option<&Action>, label: &str) -> Shown {
    let text = |name: &str| (names.text(name), Vec::new());
    let as_labelled = || (label.to_owned(), vec![label.to_owned()]);
    let (text, values) = match (choice.what, action) {
        (Chosen::Pass, _) => text("pass"),
        (Chosen::Done, _) => text("done"),
        (Chosen::Enough, _) => text("enough"),
        (Chosen::Entry(_), Some(action)) => entry(names, view, action, choice, label),
        (Chosen::Member(one), Some(action)) => match member_kind(action) {
            Some(kind) => {
                let text = value(names, view, kind, i32::from(one), label);
                (text.clone(), vec![text])
            }
            None => as_labelled(),
        },
        (Chosen::Entry(_) | Chosen::Member(_) | Chosen::Further, _) => as_labelled(),
    };
    let behind = label.split_once(' ').map(|(_, behind)| behind.to_owned());
    Shown::new(text, label.to_owned(), values.into_iter().chain(behind).collect())
}

fn member_kind(action: &Action) -> Option<ValueKind> {
    action.parameters.iter().find(|p| matches!(p.domain, Domain::Subset { .. })).map(|p| p.kind)
}

fn entry(names: &Names<'_>, view: &View, action: &Action, choice: &Choice, label: &str) -> (String, Vec<String>) {
    let chosen = action.parameters.iter().filter(|p| !matches!(p.domain, Domain::Given(..)));
    let given =
        choice.values[..choice.count as usize].iter().zip(label.split(' ').skip(1).chain(std::iter::repeat("")));
    let values: Vec<(&str, String)> =
        chosen.zip(given).map(|(p, (&v, word))| (p.name.as_str(), parameter(names, view, p, v, word))).collect();
    let template = names.text(&action.name);
    let mut text = fill(&template, |name| values.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone()));
    for (name, value) in &values {
        // A text without a place for the parameter would leave options that cannot be told apart.
        if !template.contains(&format!("{{{name}}}")) {
            text = format!("{text} {value}");
        }
    }
    (text, values.into_iter().map(|(_, value)| value).collect())
}

/// `word`: the value as the label writes it.
fn parameter(names: &Names<'_>, view: &View, parameter: &Parameter, given: i32, word: &str) -> String {
    match (parameter.domain, parameter.kind) {
        (Domain::Bag { .. }, ValueKind::Word(list)) => {
            let all = &names.program.lists[list as usize].words;
            let words = word.split('+').filter_map(|w| all.iter().position(|known| known == w));
            names.bag(parameter.kind, &words.map(|w| w as i32).collect::<Vec<_>>())
        }
        (Domain::Bag { .. }, _) => word.to_owned(),
        (Domain::Given(..) | Domain::Set(_) | Domain::Range { .. } | Domain::Subset { .. }, kind) => {
            value(names, view, kind, given, word)
        }
    }
}

/// A value, with cards as this seat knows them and slots by their places.
pub fn value(names: &Names<'_>, view: &View, kind: ValueKind, value: i32, word: &str) -> String {
    match kind {
        ValueKind::Slot if value != NONE => slot(names, view, value as Slot),
        ValueKind::Card if value != NONE => card(names, view, value as Card, word),
        _ => names.value(kind, value),
    }
}

/// A place on the table, and the card that lies there if it is a single known one.
fn slot(names: &Names<'_>, view: &View, slot: Slot) -> String {
    for place in &view.places {
        let Some(index) = place.slots.iter().position(|stack| stack.slot == slot) else { continue };
        let own = super::view::is_own(
            names.program,
            names.zone(place.instance).per,
            names.program.instances[place.instance as usize].owner,
            names.viewer,
        );
        let name = match names.zone(place.instance).grid(&names.program.lists) {
            Some((rows, _)) if rows > 1 => names.slot_number(place.instance, index as u8).unwrap_or_default(),
            Some(_) | None => names.place(place.instance, index as u8, !own),
        };
        let known: Vec<String> =
            place.slots[index].cards.iter().filter_map(|c| c.card).map(|c| names.card(c)).collect();
        return if known.is_empty() { name } else { format!("{name} ({})", known.join("+")) };
    }
    names.words.say("none")
}

/// A card that this seat knows by its face, any other by its place (`hand.2#3`).
fn card(names: &Names<'_>, view: &View, card: Card, word: &str) -> String {
    let known = view.places.iter().flat_map(|p| &p.slots).flat_map(|s| &s.cards).any(|c| c.card == Some(card));
    if known { names.card(card) } else { hidden(names, word).unwrap_or_else(|| word.to_owned()) }
}

/// `hand.2#3`: `main (joueur 2), carte 3`.
fn hidden(names: &Names<'_>, word: &str) -> Option<String> {
    let (place, height) = word.split_once('#')?;
    let instance = (0..names.program.instances.len() as u16)
        .filter(|&i| {
            let name = names.program.instance_name(i);
            place == name || place.strip_prefix(&name).is_some_and(|rest| rest.starts_with('.'))
        })
        .max_by_key(|&i| names.program.instance_name(i).len())?;
    let number = place[names.program.instance_name(instance).len()..].trim_start_matches('.');
    let zone = format!("{} {number}", names.zone_name(instance)).trim_end().to_owned();
    let owner = names.zone_owner(instance).map(|owner| format!(" ({owner})")).unwrap_or_default();
    Some(names.words.with("card-by-place", &[("place", format!("{zone}{owner}").into()), ("n", height.into())]))
}

// ---- on the screen

/// Options with their numbers, in columns where there are many.
pub fn list(options: &[Shown], look: Look) -> Vec<String> {
    let digits = options.len().to_string().len();
    let line = |(i, o): (usize, &Shown)| format!("{} {}", look.bold(&format!("{:>digits$}", i + 1)), o.text);
    let lines: Vec<String> = options.iter().enumerate().map(line).collect();
    let wide = lines.iter().map(|line| width(line)).max().unwrap_or(0) + 3;
    let columns = if lines.len() <= 6 { 1 } else { ((WIDTH - 2) / wide).clamp(1, 4) };
    let rows = lines.len().div_ceil(columns);
    let row = |r: usize| {
        let parts = (0..columns).filter_map(|c| lines.get(c * rows + r)).map(|line| pad(line, wide));
        format!("  {}", parts.collect::<String>()).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

/// What a choice asks for: each action that can be chosen, and the reasons that the rules give for what cannot.
pub fn explain(names: &Names<'_>, decision: &Decision) -> Vec<String> {
    let offered = |action: &&Action| decision.options.iter().any(|o| o.action.as_ref() == Some(&action.name));
    let actions = names.program.actions.iter().filter(offered);
    actions.flat_map(|action| explain_action(names, action)).collect()
}

fn explain_action(names: &Names<'_>, action: &Action) -> Vec<String> {
    let of_parameters = action.parameters.iter().flat_map(|p| p.filters.iter().chain(&p.needs));
    let whys = action.needs.iter().chain(of_parameters).filter_map(|need| need.why.as_ref());
    let whys = whys.map(|why| format!("  - {}", names.text(why)));
    std::iter::once(format!("* {}", fill(&names.text(&action.name), |_| None))).chain(whys).collect()
}

// ---- answers

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Option(usize),
    /// Several options could be meant.
    Many(Vec<usize>),
    Nothing,
}

/// Which option an answer means: its number, its label, its text, what is chosen alone, or the only one that begins so.
pub fn find(answer: &str, options: &[Shown]) -> Answer {
    let answer = plain(answer);
    let number = answer.parse::<usize>().ok().filter(|number| (1..=options.len()).contains(number));
    if let Some(number) = number {
        return Answer::Option(number - 1);
    }
    let tests: [&dyn Fn(&Shown) -> bool; 3] = [
        &|o| plain(&o.label) == answer || plain(&o.text) == answer,
        &|o| o.values.iter().any(|v| plain(v) == answer),
        &|o| !answer.is_empty() && (plain(&o.text).starts_with(&answer) || plain(&o.label).starts_with(&answer)),
    ];
    for test in tests {
        let found: Vec<usize> = options.iter().enumerate().filter(|(_, o)| test(o)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => continue,
            [one] => return Answer::Option(*one),
            _ => return Answer::Many(found),
        }
    }
    Answer::Nothing
}

/// Without colour, case, and doubled blanks; suits as letters.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.by_ref().find(|c| c.is_ascii_alphabetic());
            }
            '♠' => plain.push('s'),
            '♥' => plain.push('h'),
            '♦' => plain.push('d'),
            '♣' => plain.push('c'),
            '’' => plain.push('\''),
            other => plain.extend(other.to_lowercase()),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str, label: &str, values: &[&str]) -> Shown {
        Shown::new(text.into(), label.into(), values.iter().map(|v| v.to_string()).collect())
    }

    fn options() -> Vec<Shown> {
        vec![
            option("jouer \u{1b}[31m10♥\u{1b}[0m", "play 10H", &["\u{1b}[31m10♥\u{1b}[0m", "10H"]),
            option("jouer 2♣", "play 2C", &["2♣", "2C"]),
            option("poser 2♣", "lay 2C", &["2♣", "2C"]),
            option("se taire", "pass", &[]),
        ]
    }

    #[test]
    fn answers_in_many_forms() {
        let find = |answer| find(answer, &options());
        for answer in ["1", "play 10h", "Jouer  10♥", "jouer 10h", "10H", "10♥"] {
            assert_eq!(find(answer), Answer::Option(0), "{answer}");
        }
        assert_eq!(find("2c"), Answer::Many(vec![1, 2]));
        assert_eq!(find("lay 2c"), Answer::Option(2));
        assert_eq!(find("se"), Answer::Option(3));
        assert_eq!(find("jouer"), Answer::Many(vec![0, 1]));
        assert_eq!(find("5"), Answer::Nothing);
        assert_eq!(find(""), Answer::Nothing);
    }

    #[test]
    fn templates_are_filled_in() {
        let value = |name: &str| (name == "card").then(|| "7♦".to_owned());
        assert_eq!(fill("poser {card} en {cell} !", value), "poser 7♦ en … !");
        assert_eq!(fill("sans rien", value), "sans rien");
    }

    #[test]
    fn many_options_stand_in_columns() {
        let many: Vec<Shown> = (1..=9).map(|n| option(&format!("carte {n}"), "", &[])).collect();
        let lines = list(&many, Look::default());
        assert_eq!(lines[0], "  1 carte 1   4 carte 4   7 carte 7");
        assert_eq!(list(&many[..2], Look::default()), ["  1 carte 1", "  2 carte 2"]);
    }
}
