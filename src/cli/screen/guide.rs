//! The rules of a game for people, in lines, with the options that are in force.

use crate::cli::text::{Messages, TermStyle, markdown, wrap};
use crate::view::{Guide, Setting};
use std::borrow::Cow;

/// The rules in Markdown; where a game comes without, that it does, and what its author notes.
pub(crate) fn text<'g>(guide: &'g Guide, messages: &Messages) -> Cow<'g, str> {
    if let Some(text) = &guide.text {
        return text.trim_end().into();
    }
    let none = messages.with("rules-none", &[("title", guide.title.as_str().into())]);
    if guide.notes.is_empty() {
        return none.into();
    }
    format!("{none}\n\n## {}\n\n{}", messages.say("rules-notes"), guide.notes.trim_end()).into()
}

/// The part of such a text whose heading has these `words` in it.
///
/// # Errors
/// There is none: the lines that say so, with the headings that there are.
pub(crate) fn section<'t>(
    text: &'t str,
    words: &str,
    messages: &Messages,
    style: TermStyle,
) -> Result<&'t str, Vec<String>> {
    let none = || {
        let headings = markdown::headings(text);
        if headings.is_empty() {
            return markdown::lines(text, style);
        }
        let mut lines =
            wrap(&messages.with("rules-no-section", &[("words", words.into())]), style.columns);
        lines.extend(headings.into_iter().map(|heading| format!("  {heading}")));
        lines
    };
    markdown::section(text, words).ok_or_else(none)
}

/// The whole guide in lines.
pub(crate) fn lines(guide: &Guide, messages: &Messages, style: TermStyle) -> Vec<String> {
    let mut lines = markdown::lines(&text(guide, messages), style);
    if !guide.settings.is_empty() {
        lines.push(String::new());
        lines.push(style.bold(&messages.say("rules-options")));
        lines.extend(guide.settings.iter().flat_map(|one| setting(one, messages, style)));
    }
    lines
}

/// `hand_size=5   cards in hand (not as usual)`
fn setting(setting: &Setting, messages: &Messages, style: TermStyle) -> Vec<String> {
    let mut words = setting.text.clone();
    if !setting.usual {
        words = format!("{words} ({})", messages.say("rules-unusual"));
    }
    let head = format!("  {}={}", setting.name, setting.value);
    let head = if setting.usual { head } else { style.bold(&head) };
    let mut lines = vec![head];
    let meaning = wrap(&words, style.columns.min(96).saturating_sub(6));
    lines.extend(meaning.into_iter().filter(|line| !line.is_empty()).map(|l| format!("      {l}")));
    lines
}
