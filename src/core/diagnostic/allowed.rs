//! Comments by which a designer says that a warning has been considered: `// allow: leaks` in rules
//! and scripts, `# allow: leaks` in layouts.

use super::{Diagnostic, Level, Problems, nearest};
use crate::source::{SourceId, Sources, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// How such a comment begins.
const BEGINNINGS: [&str; 2] = ["// allow: ", "# allow: "];

/// A code that a comment allows on one line.
struct Allowed<'t> {
    source: SourceId,
    /// The bytes of the line of which nothing is said.
    line: Range<u32>,
    code: &'t str,
    /// Where the code stands in the comment.
    span: Span,
}

/// The warnings that comments have allowed under some settings of a game: the file, the code, and
/// where it begins. Sources are numbered anew under each of them.
#[derive(Default)]
pub(crate) struct Silenced(BTreeSet<(String, String, u32)>);

impl Silenced {
    pub(crate) fn note(&mut self, problems: &Problems) {
        let named = |d: &Diagnostic| problems.sources.find(d.span.source).map(|s| s.name.clone());
        let allowed = problems.allowed.iter();
        self.0.extend(allowed.filter_map(|d| Some((named(d)?, d.code.to_owned(), d.span.start))));
    }

    /// Whether something was allowed in these bytes of a file.
    fn has(&self, file: &str, code: &str, bytes: &Range<u32>) -> bool {
        let at = |start: u32| (file.to_owned(), code.to_owned(), start);
        self.0.range(at(bytes.start)..at(bytes.end)).next().is_some()
    }
}

/// Takes out of `list`, which is sorted, what comments allow. An error cannot be allowed.
pub(super) fn take_out(sources: &Sources, list: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    if list.iter().all(|d| d.level == Level::Error) {
        return Vec::new();
    }
    let comments = all(sources);
    let is_allowed = |d: &mut Diagnostic| {
        let before =
            comments.partition_point(|c| (c.source, c.line.end) <= (d.span.source, d.span.start));
        let mut here = comments[before..]
            .iter()
            .take_while(|c| c.source == d.span.source && c.line.start <= d.span.start);
        d.level != Level::Error && here.any(|comment| comment.code == d.code)
    };
    list.extract_if(.., is_allowed).collect()
}

/// Warns of what the comments of a game allow for nothing; `told` are the problems of the game as
/// it stands.
pub(crate) fn unused(told: &Problems, silenced: &Silenced) -> Vec<Diagnostic> {
    let Problems { sources, list, .. } = told;
    let is_unused = |comment: &Allowed<'_>| {
        !silenced.has(&sources.get(comment.source).name, comment.code, &comment.line)
    };
    let warn = |Allowed { source, line, code, span }: Allowed<'_>| {
        let here = |d: &&Diagnostic| d.span.source == source && line.contains(&d.span.start);
        let (number, _) = sources.line_column(Span { source, start: line.start, end: line.start });
        let message = format!("nothing is said of line {number} that `{code}` would allow");
        let problem = Diagnostic::warning("unused-allow", span, message);
        problem.help(match nearest(code, list.iter().filter(here).map(|d| d.code)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "take the comment out; it allows warnings of its own line, and alone on a line \
                     those of the next"
                    .into()
            }
        })
    };
    all(sources).into_iter().filter(is_unused).map(warn).collect()
}

/// All that the comments of all files allow, in the order of the lines.
fn all(sources: &Sources) -> Vec<Allowed<'_>> {
    sources.iter().flat_map(|(id, source)| of_text(id, &source.text)).collect()
}

fn of_text(source: SourceId, text: &str) -> Vec<Allowed<'_>> {
    let (mut allowed, mut waiting): (Vec<Allowed<'_>>, Vec<(&str, Span)>) = Default::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bytes = Span::new(source, start, start + line.len());
        let of_line = |(code, span)| Allowed { source, line: bytes.start..bytes.end, code, span };
        if has_text(line) {
            allowed.extend(waiting.drain(..).map(of_line));
        }
        let (is_alone, codes) = codes(line).unwrap_or_default();
        let codes = codes
            .into_iter()
            .map(|(at, code)| (code, Span::new(source, start + at, start + at + code.len())));
        match is_alone {
            true => waiting.extend(codes),
            false => allowed.extend(codes.map(of_line)),
        }
        start += line.len();
    }
    allowed
}

/// Whether the comment of a line stands there alone, and the codes that it allows with their places
/// on the line: the first word, and behind commas words that stand alone. What follows is the
/// reason.
fn codes(line: &str) -> Option<(bool, Vec<(usize, &str)>)> {
    let find = |sign: &&str| line.find(*sign).map(|at| (at, at + sign.len()));
    let (start, mut at) = BEGINNINGS.iter().filter_map(find).min()?;
    let before = &line[..start];
    if before.ends_with(|letter: char| !letter.is_whitespace()) {
        return None;
    }
    let mut codes = Vec::new();
    for part in line[at..].split(',') {
        let code = part.split_whitespace().next().unwrap_or_default();
        let is_alone = part.trim() == code;
        if code.is_empty() || !(is_alone || codes.is_empty()) {
            break;
        }
        codes.push((at + (part.len() - part.trim_start().len()), code));
        if !is_alone {
            break;
        }
        at += part.len() + 1;
    }
    Some((before.trim().is_empty(), codes))
}

/// Whether there is more on a line than a comment.
fn has_text(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("//") && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Narrow;

    /// The numbers of the lines, from 1, and what is allowed on them.
    fn found(text: &str) -> Vec<(usize, &str)> {
        let number = |a: &Allowed<'_>| text[..a.line.start.to_usize()].matches('\n').count() + 1;
        of_text(SourceId(0), text).into_iter().map(|a| (number(&a), a.code)).collect()
    }

    #[test]
    fn a_comment_is_of_its_line_or_of_the_next() {
        assert_eq!(found("a // allow: one\n"), [(1, "one")]);
        assert_eq!(found("  # allow: one\n\n// more\nb\n"), [(4, "one")]);
        assert_eq!(found("// allow: one\n// allow: two\nb"), [(3, "one"), (3, "two")]);
        assert_eq!(found("// allow: one\nb // allow: two\n"), [(2, "one"), (2, "two")]);
        assert_eq!(found("// allow: one"), []);
    }

    #[test]
    fn behind_the_codes_there_may_be_a_reason() {
        assert_eq!(found("a // allow: one, two\n"), [(1, "one"), (1, "two")]);
        assert_eq!(found("a // allow: one as all know, two\n"), [(1, "one")]);
        assert_eq!(found("a // allow: one, as all know\n"), [(1, "one")]);
        assert_eq!(found("a // allow: \n"), []);
        assert_eq!(found("a // allow:one\nhttp:// allow: x\n"), []);
    }
}
