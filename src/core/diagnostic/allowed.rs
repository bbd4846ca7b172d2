//! Comments by which a designer says that a warning has been considered: `// allow: leaks` in rules
//! and scripts, `# allow: leaks` in layouts.

use super::{Diagnostic, Level, Problems, nearest};
use crate::source::{SourceId, Sources, Span};

/// How such a comment begins.
const BEGINNINGS: [&str; 2] = ["// allow: ", "# allow: "];

/// A code that a comment allows on one line.
struct Allowed<'t> {
    source: SourceId,
    /// The line of which nothing is said, from 0.
    line: usize,
    code: &'t str,
    /// Where the code stands in the comment.
    span: Span,
}

/// Takes out of `list` what comments allow. An error cannot be allowed.
pub(super) fn take_out(sources: &Sources, list: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    if list.is_empty() {
        return Vec::new();
    }
    let comments = all(sources);
    let is_allowed = |d: &mut Diagnostic| {
        d.level != Level::Error && comments.iter().any(|comment| comment.is_of(sources, d))
    };
    list.extract_if(.., is_allowed).collect()
}

/// Warns of what the comments of a game allow for nothing: `parts` are the problems of the game as
/// it stands, and under each of its settings.
pub(crate) fn unused(parts: &[&Problems]) -> Vec<Diagnostic> {
    let Some(Problems { sources, .. }) = parts.first() else { return Vec::new() };
    let silences = |comment: &Allowed<'_>| {
        let name = &sources.get(comment.source).name;
        parts.iter().any(|part| {
            let is_it = |d: &&Diagnostic| {
                let (line, _) = part.sources.line_column(d.span);
                d.code == comment.code
                    && line == comment.line + 1
                    && part.sources.get(d.span.source).name == *name
            };
            part.allowed.iter().any(|d| is_it(&d))
        })
    };
    let warn = |comment: Allowed<'_>| {
        let told = parts.iter().flat_map(|part| &part.list);
        let here = told.filter(|d| {
            d.span.source == comment.source && sources.line_column(d.span).0 == comment.line + 1
        });
        let message = format!(
            "nothing is said of line {} that `{}` would allow",
            comment.line + 1,
            comment.code
        );
        let problem = Diagnostic::warning("unused-allow", comment.span, message);
        match nearest(comment.code, here.map(|d| d.code)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(
                "take the comment out; it allows warnings of its own line, and alone on a line \
                 those of the next",
            ),
        }
    };
    all(sources).into_iter().filter(|comment| !silences(comment)).map(warn).collect()
}

impl Allowed<'_> {
    fn is_of(&self, sources: &Sources, problem: &Diagnostic) -> bool {
        self.code == problem.code
            && self.source == problem.span.source
            && sources.line_column(problem.span).0 == self.line + 1
    }
}

/// All that the comments of all files allow.
fn all(sources: &Sources) -> Vec<Allowed<'_>> {
    sources.iter().flat_map(|(id, source)| of_text(id, &source.text)).collect()
}

fn of_text(source: SourceId, text: &str) -> Vec<Allowed<'_>> {
    let mut allowed = Vec::new();
    let mut start = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate() {
        if let Some((before, codes)) = codes(line) {
            let alone = before.trim().is_empty();
            let next = || (number + 1..lines.len()).find(|&next| has_text(lines[next]));
            let line = if alone { next() } else { Some(number) };
            allowed.extend(line.into_iter().flat_map(|line| {
                codes.clone().map(move |(at, code)| {
                    let span = Span::new(source, start + at, start + at + code.len());
                    Allowed { source, line, code, span }
                })
            }));
        }
        start += line.len();
    }
    allowed
}

/// What stands before the comment of a line, and the codes that the comment allows with their
/// places on the line: the first word, and behind commas words that stand alone. What follows is
/// the reason.
fn codes(line: &str) -> Option<(&str, impl Iterator<Item = (usize, &str)> + Clone)> {
    let find = |sign: &&str| line.find(*sign).map(|at| (at, at + sign.len()));
    let (start, behind) = BEGINNINGS.iter().filter_map(find).min()?;
    let before = &line[..start];
    let is_comment = before.is_empty() || before.ends_with(char::is_whitespace);
    let parts = line[behind..].split(',').scan(behind, |at, part| {
        let start = *at + (part.len() - part.trim_start().len());
        *at += part.len() + 1;
        Some((start, part.trim()))
    });
    let mut may_go_on = true;
    let codes = parts.enumerate().map_while(move |(nth, (at, part))| {
        let code = part.split(char::is_whitespace).next().filter(|code| !code.is_empty())?;
        let is_alone = code.len() == part.len();
        let is_code = may_go_on && (nth == 0 || is_alone);
        may_go_on = is_alone;
        is_code.then_some((at, code))
    });
    is_comment.then_some((before, codes))
}

/// Whether there is more on a line than a comment.
fn has_text(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("//") && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &str)> {
        of_text(SourceId(0), text).into_iter().map(|a| (a.line + 1, a.code)).collect()
    }

    #[test]
    fn a_comment_is_of_its_line_or_of_the_next() {
        assert_eq!(found("a // allow: one\n"), [(1, "one")]);
        assert_eq!(found("  # allow: one\n\n// more\nb\n"), [(4, "one")]);
        assert_eq!(found("// allow: one\n// allow: two\nb"), [(3, "one"), (3, "two")]);
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
