//! A choice on the terminal: the options in words, and which of them an answer means.

use crate::cli::text::{Messages, TermStyle, plain as uncoloured};
use crate::view::{Menu, Offered, Phrase, typed};

/// An option as it is shown, and the answers that mean it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shown {
    pub text: String,
    /// The option as records write it: `play 2H`.
    pub label: String,
    /// What is chosen, without the action: `2H`, `2♥`.
    pub values: Vec<String>,
    /// What is chosen, value by value, where a whole action is chosen.
    pub parts: Vec<String>,
    /// The cell of a board that is left to choose: its row, and its number in it.
    pub cell: Option<(u16, u16)>,
    /// The action with the first values alone, one text for each number of them: `lay 2♥ on …`.
    pub opens: Vec<String>,
}

impl Shown {
    /// An option in the words and colours of a terminal.
    pub(crate) fn of(option: &Offered, style: TermStyle) -> Shown {
        let behind = option.label.split_once(' ').map(|(_, behind)| behind.to_owned());
        let values = std::iter::once(style.phrase(&option.alone)).chain(behind);
        let drawn =
            |phrases: &[Phrase]| phrases.iter().map(|phrase| style.phrase(phrase)).collect();
        Shown {
            text: style.phrase(&option.text),
            label: option.label.clone(),
            values: values.filter(|value| !value.is_empty()).collect(),
            parts: drawn(&option.parts),
            cell: option.cell,
            opens: drawn(&option.opens),
        }
    }

    /// The values behind the first `depth`, as they stand in a fold.
    pub(crate) fn behind(&self, depth: usize) -> Option<String> {
        self.parts.get(depth..).filter(|rest| !rest.is_empty()).map(|rest| rest.join(", "))
    }
}

/// What a choice asks for: each action that can be chosen, and the reasons that the rules give for
/// what cannot.
pub(crate) fn explain(menu: &Menu, style: TermStyle, messages: &Messages) -> Vec<String> {
    let mut lines = Vec::new();
    for reasons in &menu.reasons {
        lines.push(format!("* {}", style.phrase(&reasons.action)));
        if !reasons.whys.is_empty() {
            lines.push(format!("  {}", messages.say("refusals")));
        }
        lines.extend(reasons.whys.iter().map(|why| format!("    - {why}")));
    }
    lines
}

// ---- answers

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Option(usize),
    /// Several options could be meant.
    Many(Vec<usize>),
    Nothing,
}

/// Which option an answer means: its number, its label, its text, what is chosen alone or how that
/// begins, or the only one that begins so.
pub(crate) fn find(answer: &str, options: &[Shown]) -> Answer {
    let answer = plain(answer);
    let number = answer.parse::<usize>().ok().filter(|number| (1..=options.len()).contains(number));
    if let Some(number) = number {
        return Answer::Option(number - 1);
    }
    let in_words = |o: &Shown, whole: bool| has_words(&plain(&o.text), &answer, whole);
    let tests: [&dyn Fn(&Shown) -> bool; 6] = [
        &|o| plain(&o.label) == answer || plain(&o.text) == answer,
        // What begins with the whole answer may be meant as well as what is nothing else.
        &|o| o.values.iter().chain(o.parts.first()).any(|v| plain(v) == answer),
        // `j` is the jack before it is the first letter of an action.
        &|o| !answer.is_empty() && o.values.iter().any(|v| plain(v).starts_with(&answer)),
        &|o| {
            !answer.is_empty()
                && (plain(&o.text).starts_with(&answer) || plain(&o.label).starts_with(&answer))
        },
        &|o| in_words(o, true),
        &|o| in_words(o, false),
    ];
    for test in tests {
        let found: Vec<usize> =
            options.iter().enumerate().filter(|(_, o)| test(o)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => continue,
            [one] => return Answer::Option(*one),
            _ => return Answer::Many(found),
        }
    }
    Answer::Nothing
}

/// Whether an answer is this text, as far as can be typed.
pub(crate) fn same(text: &str, answer: &str) -> bool {
    plain(text) == plain(answer)
}

/// Whether a text has the answer in it from the beginning of a word on; with `whole`, to the end of
/// one.
fn has_words(text: &str, answer: &str, whole: bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '.';
    text.match_indices(answer).any(|(at, found)| {
        let before = text[..at].chars().next_back().is_none_or(|c| !is_word(c));
        let behind = text[at + found.len()..].chars().next().is_none_or(|c| !is_word(c));
        !found.is_empty() && before && (behind || !whole)
    })
}

/// A text without colour, case, and doubled blanks; suits as letters.
fn plain(text: &str) -> String {
    typed(&uncoloured(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str, label: &str, values: &[&str]) -> Shown {
        let values = values.iter().map(|v| v.to_string()).collect();
        Shown { text: text.into(), label: label.into(), values, ..Shown::default() }
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
    fn a_card_with_several_uses_is_asked_for_again() {
        let mut walk = option("2♠: walk to 4.7", "walk_to 2S board.4.7", &["2♠, 4.7"]);
        walk.parts = vec!["2♠".into(), "4.7".into()];
        let mut swap = option("2♠: swap …", "swap_cells 2S", &["2♠"]);
        swap.parts = vec!["2♠".into()];
        assert_eq!(find("2s", &[walk.clone(), swap.clone()]), Answer::Many(vec![0, 1]));
        assert_eq!(find("swap", &[walk, swap]), Answer::Option(1));
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
        assert_eq!(find("taire"), Answer::Option(3));
        assert_eq!(find("5"), Answer::Nothing);
        assert_eq!(find(""), Answer::Nothing);
    }
}
