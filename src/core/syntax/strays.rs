//! A `where` takes one condition. What could be read in two ways is an error that shows both
//! readings:
//!
//! * `S where A and B`: `where (A and B)`, or `(S where A) and B`;
//! * `R + S where A`: `(R + S) where A`, or `R + (S where A)`;
//! * a `where` after a set inside another: `players where no hand where joker`, `purse of the
//!   players where bid = A`;
//! * `card from S where A or B`, where nothing else could have the second condition: brackets are
//!   wanted all the same.
//!
//! Of an `if` behind a step, and an `else` behind that, a warning says what they belong to.

use super::grammar::{Pair, Rule};
use super::parse::expression::only_part;
use super::parse::{Builder, Parts};
use crate::diagnostic::Diagnostic;

/// `S where A and B`: each operand but the last must not end with a `where`.
pub(super) fn joined(builder: &mut Builder, operands: &[Pair], word: &str) {
    let Some(last) = operands.last().map(|last| builder.range(last)) else { return };
    for (operand, next) in operands.iter().zip(operands.iter().skip(1)) {
        let Some(filters) =
            last_of(operand, Rule::chain).and_then(|chain| last_part(&chain, Rule::filters))
        else {
            continue;
        };
        let Some(condition) = Parts::of(filters).last() else { continue };
        let (condition, operand) = (builder.range(&condition), builder.range(operand));
        let rest = quote(builder, builder.range(next).start..last.end);
        let condition = quote(builder, condition);
        let narrow = format!("where ({condition} {word} {rest})");
        let wide = format!("({}) {word} {rest}", quote(builder, operand.clone()));
        let message = format!("a `where` takes one condition: does this `{word}` belong to it?");
        let behind: Vec<String> = rest.split(&format!(" {word} ")).map(str::to_owned).collect();
        let words = among_words(&condition, &behind);
        let help = format!("write `{narrow}` or `{wide}`{words}");
        report_with(builder, builder.code.next_code(operand.end), &message, help);
    }
}

/// `where suit = H or D`: what is meant if the last ones are words, too.
fn among_words(condition: &str, behind: &[String]) -> String {
    let is_bare = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match condition.split_once(" = ") {
        Some((left, right)) if is_bare(right) && behind.iter().all(|word| is_bare(word)) => {
            let words = behind.join(", ");
            format!("; if these are words or numbers, `where {left} in ({right}, {words})`")
        }
        _ => String::new(),
    }
}

/// Whether a further `where` may stand behind a `where`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    Yes,
    No,
}

/// `card from S where A or B`: conditions behind the one that a `where` takes.
pub(super) fn further(builder: &mut Builder, condition: &Pair, strays: &[Pair], repeats: Repeats) {
    let (Some(first), Some(last)) = (strays.first(), strays.last()) else { return };
    let whole = builder.range(condition).start..builder.range(last).end;
    let whole = format!("where ({})", quote(builder, whole));
    let behind = strays.iter().filter_map(|stray| Parts::of(stray.clone()).last());
    let each: Vec<Pair> = std::iter::once(condition.clone()).chain(behind).collect();
    // A set at the end of a condition would take the next `where` for its own.
    let apart = each[..each.len() - 1].iter().all(|one| last_fold(one).is_none());
    let all_and = strays.iter().all(|stray| stray.as_str().starts_with("and"));
    let several = (apart && all_and && repeats == Repeats::Yes).then(|| {
        let each = each.iter().map(|one| format!("where {}", quote(builder, builder.range(one))));
        each.collect::<Vec<_>>().join(" ")
    });
    let quoted: Vec<String> = each.iter().map(|one| quote(builder, builder.range(one))).collect();
    let words = among_words(&quoted[0], &quoted[1..]);
    let help = match several {
        Some(several) => format!("write `{whole}` or `{several}`{words}"),
        None => format!("write `{whole}`{words}"),
    };
    let word = builder.code.found_at(builder.range(first).start);
    let message = format!(
        "a `where` takes one condition: behind it `{}` wants brackets",
        quote(builder, word.clone())
    );
    let span = builder.place(word.start, word.end);
    builder.report(Diagnostic::error("where-strays", span, message).help(help));
}

/// `R + S where A`, where both are sets: a fold that gives a number narrows its own set and nothing
/// else.
pub(super) fn sum(builder: &mut Builder, pair: &Pair) {
    let operands: Vec<Pair> = Parts::of(pair.clone()).collect();
    let Some(last) = operands.last().filter(|_| pair.as_rule() == Rule::sum) else { return };
    let Some(chain) = sole_chain(last.clone()) else { return };
    if bound_of_members(builder, &operands[0], &chain) {
        return;
    }
    let mut parts = Parts::of(chain.clone());
    let head = parts.demand();
    let Some(filters) = parts.maybe(Rule::filters).filter(|_| is_set(&head)) else { return };
    let (all, last, filters) =
        (builder.range(pair), builder.range(&chain), builder.range(&filters));
    let wide = format!(
        "({}) {}",
        quote(builder, all.start..filters.start),
        quote(builder, filters.clone())
    );
    let narrow = format!("{} ({})", quote(builder, all.start..last.start), quote(builder, last));
    report_at(
        builder,
        filters.start,
        "this `where` could belong to the last set or to all of them",
        &wide,
        &narrow,
    );
}

/// `no n in 1..k - 1 where A`: a fold takes no more of a sum than its first operand, and cannot see
/// what was meant.
fn bound_of_members(builder: &mut Builder, first: &Pair, last: &Pair) -> bool {
    let Some(head) = sole_chain(first.clone()).and_then(|chain| Parts::of(chain).next()) else {
        return false;
    };
    let Some(filters) = last_part(last, Rule::filters) else { return false };
    let members = Parts::of(head.clone())
        .last()
        .filter(|path| path.as_rule() == Rule::path && is_several(&head));
    let bound = members.and_then(|path| Parts::of(path).next()).and_then(|atom| upper_bound(&atom));
    let Some(bound) = bound else { return false };
    let (head, bound, filters) =
        (builder.range(&head), builder.range(&bound), builder.range(&filters));
    let before = quote(builder, head.start..bound.start);
    let help = format!(
        "write `{before}({}) {}`",
        quote(builder, bound.start..filters.start),
        quote(builder, filters.clone())
    );
    let word = builder.code.found_at(filters.start);
    let span = builder.place(word.start, word.end);
    let message = "a range in front of a `where` has its computed bound in brackets";
    builder.report(Diagnostic::error("where-strays", span, message).help(help));
    true
}

/// A fold over members that a `where` can narrow.
fn is_several(head: &Pair) -> bool {
    matches!(head.as_rule(), Rule::quantified | Rule::folded)
}

/// What stands before the first `where`, and the conditions of several.
pub(super) fn chain(builder: &mut Builder, pair: &Pair) {
    let mut parts = Parts::of(pair.clone());
    let head = parts.demand();
    let Some(filters) = parts.maybe(Rule::filters) else { return };
    let conditions: Vec<Pair> = Parts::of(filters.clone()).collect();
    inner_wheres(builder, &conditions);
    match head.as_rule() {
        Rule::all_are => all_are(builder, &head, &filters),
        Rule::reached => reached(builder, &head, &filters),
        _ if one_end(&head).is_some() => first_of(builder, &head, &filters),
        _ => inner_fold(builder, &head, &filters),
    }
}

/// `reached from S by E where A`: of each step, or of all that is reached?
fn reached(builder: &mut Builder, head: &Pair, filters: &Pair) {
    let Some(step) = Parts::of(head.clone()).last() else { return };
    whose(builder, head, &step, filters);
}

/// `first(3) of hand where A`: the first three of those, or those of the first three?
fn first_of(builder: &mut Builder, head: &Pair, filters: &Pair) {
    let Some(set) = one_end(head) else { return };
    whose(builder, head, &set, filters);
}

/// The S of `first of S`, and of all that takes some from one end of a set.
fn one_end<'t>(head: &Pair<'t>) -> Option<Pair<'t>> {
    let mut parts = Parts::of(head.clone());
    let atom = parts.next().filter(|_| head.as_rule() == Rule::path)?;
    let set = parts.next()?;
    let word = atom.as_str().split(|c: char| !c.is_alphanumeric()).next()?;
    ["first", "last", "top", "bottom"].contains(&word).then_some(set)
}

/// A `where` that could belong to the last part of what stands before it, or to the whole.
fn whose(builder: &mut Builder, head: &Pair, part: &Pair, filters: &Pair) {
    let (whole, part, filters) = (builder.range(head), builder.range(part), builder.range(filters));
    let filter = quote(builder, filters.clone());
    let inner =
        format!("{} ({} {filter})", quote(builder, whole.start..part.start), quote(builder, part));
    let outer = format!("({}) {filter}", quote(builder, whole));
    report_at(builder, filters.start, "whose is this `where`?", &inner, &outer);
}

/// `all S are A where B`.
fn all_are(builder: &mut Builder, head: &Pair, filters: &Pair) {
    let (whole, filters) = (builder.range(head), builder.range(filters));
    let parts: Vec<Pair> = Parts::of(head.clone()).collect();
    let [.., set, condition] = parts.as_slice() else { return };
    let (set, condition) = (builder.range(set), builder.range(condition));
    let filter = quote(builder, filters.clone());
    let of_set = format!(
        "{} ({} {filter}) are {}",
        quote(builder, whole.start..set.start),
        quote(builder, set),
        quote(builder, condition.clone())
    );
    let of_condition = format!(
        "{} ({} {filter})",
        quote(builder, whole.start..condition.start),
        quote(builder, condition)
    );
    report_at(builder, filters.start, "whose is this `where`?", &of_set, &of_condition);
}

/// `purse of the players where A`.
fn inner_fold(builder: &mut Builder, head: &Pair, filters: &Pair) {
    let path = match head.as_rule() {
        Rule::path => Some(head.clone()),
        _ => Parts::of(head.clone()).last().filter(|last| last.as_rule() == Rule::path),
    };
    let Some((path, fold)) = path.and_then(|path| Some((path.clone(), fold_behind_of(&path)?)))
    else {
        return;
    };
    let (whole, path, fold) = (builder.range(head), builder.range(&path), builder.range(&fold));
    let filters = builder.range(filters);
    let filter = quote(builder, filters.clone());
    let inner =
        format!("{} ({} {filter})", quote(builder, whole.start..fold.start), quote(builder, fold));
    let outer =
        format!("{} ({}) {filter}", quote(builder, whole.start..path.start), quote(builder, path));
    let message = "whose is this `where`?";
    // A height is asked of a place: no set stands there.
    match ["top", "bottom", "nth"].iter().any(|word| inner.starts_with(word)) {
        true => {
            report_with(builder, filters.start, message, format!("write `{}`", outer.trim_start()));
        }
        false => report_at(builder, filters.start, message, &inner, outer.trim_start()),
    }
}

/// `n from 1..count hand where red`: of the hand, or of the numbers?
pub(super) fn source(builder: &mut Builder, set: &Pair, filters: &[Pair]) {
    let Some(filter) = filters.first() else { return };
    let Some(path) = last_of(set, Rule::plain_chain).and_then(|chain| Parts::of(chain).next())
    else {
        return;
    };
    let bound = (path.as_rule() == Rule::path).then(|| Parts::of(path.clone()).next()).flatten();
    let Some(fold) = bound.and_then(|atom| upper_bound(&atom)).filter(is_several_words) else {
        return;
    };
    let (set, fold, filter) = (builder.range(set), builder.range(&fold), builder.range(filter));
    let condition = quote(builder, filter.clone());
    let inner = format!(
        "{} ({} {condition})",
        quote(builder, set.start..fold.start),
        quote(builder, fold.clone())
    );
    let outer =
        format!("{} ({}) {condition}", quote(builder, set.start..fold.start), quote(builder, fold));
    report_at(builder, filter.start, "whose is this `where`?", &inner, &outer);
}

/// `each m in those c in hand where A`, and a parameter so: what `c` is called for stands behind
/// the `where`, which is of all that stands before it.
pub(super) fn named_members(builder: &mut Builder, set: &Pair, filters: &[Pair]) {
    let Some(filter) = filters.first() else { return };
    let Some(fold) = last_of(set, Rule::plain_chain).and_then(|chain| Parts::of(chain).next())
    else {
        return;
    };
    let is_named = fold.as_rule() == Rule::quantified
        && fold.as_str().starts_with("th")
        && Parts::of(fold.clone()).any(|part| part.as_rule() == Rule::candidate);
    if !is_named {
        return;
    }
    let (fold, filter) = (builder.range(&fold), builder.range(filter));
    let help = format!("write `({} {})`", quote(builder, fold), quote(builder, filter.clone()));
    report_with(builder, filter.start, "whose is this `where`?", help);
}

/// `X if C else Y`, of which the `else` is not that of the `if`, and `one of X | Y if C`, where the
/// `if` is that of the whole menu. `core` is the step that both stand behind.
pub(super) fn behind_step(builder: &mut Builder, core: &Pair, asides: &[Pair]) {
    let find = |rule: Rule| asides.iter().find(|aside| aside.as_rule() == rule);
    let Some(only_if) = find(Rule::only_if) else { return };
    let (start, condition) = (builder.range(core).start, builder.range(only_if));
    let word = quote(builder, condition.clone());
    if let Some(or_else) = find(Rule::or_else) {
        let or_else = builder.range(or_else);
        let first = condition.start.min(or_else.start);
        let step = quote(builder, start..first);
        let other = quote(builder, or_else.clone());
        let (instead, asked) = (other.trim_start_matches("else").trim(), word.trim());
        let message =
            format!("this is done where `{step}` cannot be done, and not where the `if` fails");
        let help = format!(
            "one of two is done in a block: `{asked} {{ do {step} }} else {{ do {instead} }}`; if it \
             is meant so, `({step} else {instead}) {asked}`"
        );
        let word = builder.code.found_at(or_else.start);
        let span = builder.place(word.start, word.end);
        builder.report(Diagnostic::warning("if-strays", span, message).help(help));
        return;
    }
    let is_menu = matches!(core.as_rule(), Rule::one_of | Rule::any_of | Rule::window);
    let menu = quote(builder, builder.range(core));
    if !is_menu || !menu.contains('|') {
        return;
    }
    let last = menu.rsplit('|').next().unwrap_or_default().trim();
    let message =
        format!("where this does not hold nothing of the menu is offered, not only no `{last}`");
    let help = format!(
        "if it is meant so, write `({menu}) {word}`; what only `{last}` takes is one of its needs: \
         `needs … why \"…\"`"
    );
    let span = builder.place(condition.start, condition.end);
    builder.report(Diagnostic::warning("if-strays", span, message).help(help));
}

/// `where no hand where joker`: a condition that ends with a set, and another `where`. A `why`
/// between them tells them apart.
pub(super) fn inner_wheres(builder: &mut Builder, conditions: &[Pair]) {
    for (condition, next) in conditions.iter().zip(conditions.iter().skip(1)) {
        let Some(fold) = last_fold(condition) else { continue };
        let (condition, fold, next) =
            (builder.range(condition), builder.range(&fold), builder.range(next));
        let at = builder.code.next_code(condition.end);
        if quote(builder, builder.code.found_at(at)) != "where" {
            continue;
        }
        let filter = quote(builder, at..next.end);
        let before = quote(builder, condition.start..fold.start);
        let inner =
            format!("where {before} ({} {filter})", quote(builder, fold)).replace("  ", " ");
        let outer = format!("where ({}) {filter}", quote(builder, condition));
        report_at(builder, at, "whose is this `where`?", &inner, &outer);
    }
}

fn report_at(builder: &mut Builder, at: usize, message: &str, first: &str, second: &str) {
    let help = format!("write `{first}` or `{second}`").replace(".. (", "..(");
    report_with(builder, at, message, help);
}

/// The word at a place is at fault.
fn report_with(builder: &mut Builder, at: usize, message: &str, help: String) {
    let word = builder.code.found_at(at);
    let span = builder.place(word.start, word.end);
    builder.report(Diagnostic::error("where-strays", span, message).help(help));
}

fn quote(builder: &Builder, range: std::ops::Range<usize>) -> String {
    builder.code.quote(range)
}

/// The last thing in an operand, going down through the rules that can end with a chain.
fn last_of<'t>(pair: &Pair<'t>, rule: Rule) -> Option<Pair<'t>> {
    if pair.as_rule() == rule {
        return Some(pair.clone());
    }
    let goes_down = matches!(
        pair.as_rule(),
        Rule::conjunction
            | Rule::negation
            | Rule::denial
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::factor
            | Rule::negative
            | Rule::choose
            | Rule::plain_condition
            | Rule::plain_denial
            | Rule::plain_comparison
            | Rule::plain_sum
            | Rule::plain_product
            | Rule::plain_factor
            | Rule::plain_negative
    );
    goes_down
        .then(|| Parts::of(pair.clone()).last())
        .flatten()
        .and_then(|last| last_of(&last, rule))
}

fn last_part<'t>(pair: &Pair<'t>, rule: Rule) -> Option<Pair<'t>> {
    Parts::of(pair.clone()).last().filter(|last| last.as_rule() == rule)
}

/// The chain that is all there is of a product.
fn sole_chain(pair: Pair) -> Option<Pair> {
    let mut pair = pair;
    while pair.as_rule() != Rule::chain {
        pair = only_part(&pair)?;
    }
    Some(pair)
}

fn is_set(head: &Pair) -> bool {
    match head.as_rule() {
        Rule::path | Rule::at_random => true,
        Rule::quantified => head.as_str().starts_with("the"),
        _ => false,
    }
}

/// The fold at the end of a condition.
fn last_fold<'t>(condition: &Pair<'t>) -> Option<Pair<'t>> {
    let chain = last_of(condition, Rule::plain_chain)?;
    let head = Parts::of(chain).next()?;
    if head.as_rule() == Rule::path { fold_behind_of(&head) } else { Some(head) }
}

/// `the players` in `purse of the players`, `count hand` in `1..count hand`.
fn fold_behind_of<'t>(path: &Pair<'t>) -> Option<Pair<'t>> {
    let mut parts = Parts::of(path.clone());
    let atom = parts.demand();
    match parts.next() {
        Some(whole) if whole.as_rule() == Rule::path => fold_behind_of(&whole),
        Some(fold) => Some(fold),
        None => upper_bound(&atom).filter(is_several_words),
    }
}

/// A bound such as `count hand`, to which a `where` behind it could belong.
fn is_several_words(bound: &Pair) -> bool {
    !matches!(bound.as_rule(), Rule::number | Rule::bracketed | Rule::reference)
}

/// `n` in `1..n`.
fn upper_bound<'t>(atom: &Pair<'t>) -> Option<Pair<'t>> {
    let counted = Parts::of(atom.clone()).next()?;
    let upto = Parts::of(counted).last().filter(|last| last.as_rule() == Rule::upto)?;
    Parts::of(upto).next()
}
