//! What is said about scripts: problems found when a file is read, and faults of a call.

use super::Message;
use super::outline::{Outline, Written};
use super::place::Place;
use super::sandbox;
use super::values::kind;
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::ScriptSignature;
use crate::source::Span;
use crate::value::Narrow;
use rhai::{EvalAltResult, LexError, ParseError, ParseErrorType, Position};
use std::collections::BTreeSet;

// ------------------------------------------------------------------------------------------ when a
// file is read

/// A text that the language does not take.
pub(crate) fn not_read(place: &Place, outline: &Outline, error: &ParseError) -> Vec<Diagnostic> {
    let span = place.at(error.position()).unwrap_or(place.span(0..0));
    if let ParseErrorType::VariableUndefined(name) = error.err_type() {
        // A variable outside of functions is what is missed: both places are worth to be shown.
        let mut problems = statements(place, outline);
        problems.push(unknown_name(outline, name, span));
        return problems;
    }
    // The language is taken aback by a forbidden word only where it comes first; after a dot it
    // just misses a name.
    let word = place.text.get(span.start.to_usize()..span.end.to_usize()).unwrap_or("");
    let words =
        if sandbox::FORBIDDEN.contains(&word) { absent(word) } else { misread(error.err_type()) };
    vec![Diagnostic::error("script-syntax", span, words)]
}

/// More than any game needs, and little enough to be read at once.
pub(crate) fn too_long(place: &Place) -> Diagnostic {
    let words = format!("this script has more than {} bytes", sandbox::FILE);
    Diagnostic::error("script-too-long", place.span(0..0), words)
}

fn absent(word: &str) -> String {
    format!("scripts have no `{word}`")
}

fn misread(error: &ParseErrorType) -> String {
    match error {
        ParseErrorType::UnexpectedEOF => "the script ends too early".into(),
        ParseErrorType::MissingToken(token, _) if token.is_empty() => {
            "something is missing here".into()
        }
        ParseErrorType::MissingToken(token, purpose) => {
            format!("`{token}` is missing here {purpose}").trim_end().into()
        }
        ParseErrorType::ExprExpected(what) => format!("{} is missing here", article(what)),
        // Nothing can be called so, and it cannot be done either.
        ParseErrorType::Reserved(word) if sandbox::FORBIDDEN.contains(&word.as_str()) => {
            absent(word)
        }
        ParseErrorType::Reserved(word) => {
            format!("scripts have no `{word}`, and nothing can be called so")
        }
        ParseErrorType::BadInput(LexError::UnexpectedInput(sign)) => {
            format!("`{sign}` is not expected here")
        }
        ParseErrorType::BadInput(LexError::UnterminatedString) => "this string does not end".into(),
        ParseErrorType::FnDuplicatedDefinition(name, n) => {
            format!("`{name}` with {} is here twice", parameters(*n))
        }
        ParseErrorType::ExprTooDeep => "this is nested too deeply".into(),
        other => lower_first(&other.to_string()),
    }
}

fn unknown_name(outline: &Outline, name: &str, span: Span) -> Diagnostic {
    let problem =
        Diagnostic::error("script-unknown-name", span, format!("`{name}` is not known here"));
    let Some(function) = outline.around(span.start.to_usize()) else { return problem };
    if function.words.iter().any(|&(at, word)| word == name && at < span.start.to_usize()) {
        return problem.help(
            "a variable is known in its block only, and an anonymous function knows nothing but its own parameters",
        );
    }
    if outline.functions.iter().any(|f| f.name == name) {
        return problem.help(format!("a function is no value: write `|x| {name}(x)`"));
    }
    let known: BTreeSet<&str> =
        function.words.iter().map(|(_, word)| *word).filter(|word| *word != name).collect();
    problem.did_you_mean(name, known)
}

/// Whatever stands outside of functions.
pub(crate) fn statements(place: &Place, outline: &Outline) -> Vec<Diagnostic> {
    let said = |at: &std::ops::Range<usize>| {
        let words = "a script file holds functions only";
        Diagnostic::error("script-statement", place.span(at.clone()), words).help(
            "put this into the function that needs it: functions see nothing but their parameters",
        )
    };
    outline.statements.iter().map(said).collect()
}

pub(crate) fn missing(
    place: &Place,
    signature: &ScriptSignature,
    known: BTreeSet<&str>,
) -> Diagnostic {
    let words = format!("{} has no function `{}`", place.name, signature.name);
    let near = nearest(&signature.name, known.iter().copied());
    let problem = Diagnostic::error("script-missing", signature.span, words);
    match near {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => problem.help(format!("{} has no function at all", place.name)),
        None => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            problem.help(format!("its functions are {}", known.join(", ")))
        }
    }
}

pub(crate) fn other_arity(
    place: &Place,
    function: &Written,
    signature: &ScriptSignature,
) -> Diagnostic {
    let declared = parameters(signature.parameters);
    let words = format!(
        "`{}` has {}, but the rules give it {declared}",
        function.name,
        parameters(function.parameters)
    );
    Diagnostic::error("script-arity", place.span(function.at.clone()), words)
        .also(signature.span, format!("declared here with {declared}"))
}

pub(crate) fn unused(place: &Place, function: &Written) -> Diagnostic {
    let words = format!("nothing uses the function `{}`", function.name);
    Diagnostic::warning("script-unused", place.span(function.at.clone()), words).help(format!(
        "declare it in the rules, as `script {}(…): number`, or take it out",
        function.name
    ))
}

fn parameters(n: usize) -> String {
    match n {
        0 => "no parameters".into(),
        1 => "1 parameter".into(),
        n => format!("{n} parameters"),
    }
}

fn article(what: &str) -> String {
    match what.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {what}"),
        Some(_) => format!("a {what}"),
        None => "an expression".into(),
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().chain(characters).collect())
}

// ------------------------------------------------------------------------------------------------
// when it runs

/// A call that came to no end, at the innermost place that is known.
pub(crate) fn failed(place: &Place, function: &str, name: Span, error: EvalAltResult) -> Message {
    let (error, position) = innermost(error);
    match place.at(position) {
        Some(span) => Message { words: runtime(&error), span },
        // Limits are met anywhere: the language does not say where.
        None => Message { words: format!("`{function}` failed: {}", runtime(&error)), span: name },
    }
}

/// The first message of every host: what the caller says when a result is not of the form it asked
/// for.
pub(crate) fn wrong_form(place: &Place) -> Message {
    Message {
        words: "the script gave back a value of the wrong form".into(),
        span: place.span(0..0),
    }
}

pub(crate) fn too_many_kinds(place: &Place) -> Message {
    Message {
        words: "the script failed, as it did in many other ways before".into(),
        span: place.span(0..0),
    }
}

fn innermost(mut error: EvalAltResult) -> (EvalAltResult, Position) {
    let mut known = Position::NONE;
    loop {
        let position = error.take_position();
        known = if position.is_none() { known } else { position };
        match error {
            EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => error = *inner,
            other => return (other, known),
        }
    }
}

fn runtime(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTerminated(..) => {
            format!("it runs on and on: more than {} steps", sandbox::STEPS)
        }
        EvalAltResult::ErrorStackOverflow(..) => {
            format!(
                "functions call each other more than {} deep: does one call itself without end?",
                sandbox::CALLS
            )
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => too_large(what),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => no_function(signature),
        EvalAltResult::ErrorArrayBounds(length, index, _) => {
            format!("there is no place {index} in a list of {length}, counted from 0")
        }
        EvalAltResult::ErrorIndexingType(kinds, _) => not_indexed(kinds),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) => {
            format!("this must be {}, but is {}", kind(wanted), kind(found))
        }
        EvalAltResult::ErrorFor(_) => "`for` needs a list, a range or a string".into(),
        EvalAltResult::ErrorUnboundThis(_) => "`this` is nothing here".into(),
        // What the script itself throws.
        EvalAltResult::ErrorRuntime(words, _) => match words.to_string() {
            silent if silent.trim().is_empty() => "it throws, and does not say why".into(),
            words => words,
        },
        other => lower_first(&other.to_string()),
    }
}

fn too_large(what: &str) -> String {
    match what {
        _ if what.contains("string") => {
            format!("a string becomes longer than {} bytes", sandbox::TEXT)
        }
        _ if what.contains("map") => format!("a map becomes larger than {} entries", sandbox::MAP),
        _ => format!("a list becomes longer than {} entries", sandbox::LIST),
    }
}

/// From `name (type, type)`: signs are functions too.
fn no_function(signature: &str) -> String {
    let Some((name, rest)) = signature.split_once(" (") else { return lower_first(signature) };
    let inside = rest.strip_suffix(')').unwrap_or(rest);
    let kinds: Vec<&str> = inside.split(", ").filter(|k| !k.is_empty()).map(kind).collect();
    let kinds = match rest {
        "())" => vec!["nothing"],
        _ => kinds,
    };
    match (name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'), &kinds[..]) {
        (true, []) => format!("there is no function `{name}` without parameters"),
        (true, kinds) => format!("there is no function `{name}` for {}", kinds.join(" and ")),
        (false, kinds) => format!("`{name}` cannot work on {}", kinds.join(" and ")),
    }
}

/// From `type [type]`.
fn not_indexed(kinds: &str) -> String {
    match kinds.split_once(" [") {
        Some((of, by)) => {
            format!("[…] cannot take {} out of {}", kind(by.trim_end_matches(']')), kind(of))
        }
        None => format!("[…] cannot be used on {}", kind(kinds)),
    }
}
