//! The rules of a game for people, in lines, with the options that are in force.

use crate::cli::text::{Messages, TermStyle, markdown, wrap};
use crate::view::{Guide, Setting};

/// The whole guide in lines.
pub(crate) fn lines(guide: &Guide, messages: &Messages, style: TermStyle) -> Vec<String> {
    let mut lines = match &guide.text {
        Some(text) => markdown::lines(text, style),
        None => {
            let title = [("title", guide.title.as_str().into())];
            let mut lines = wrap(&messages.with("rules-none", &title), style.columns);
            if !guide.notes.is_empty() {
                lines.extend([String::new(), style.bold(&messages.say("rules-notes"))]);
                lines.extend(markdown::lines(&guide.notes, style));
            }
            lines
        }
    };
    if !guide.settings.is_empty() {
        lines.push(String::new());
        lines.push(style.bold(&messages.say("rules-options")));
        lines.extend(guide.settings.iter().flat_map(|one| setting(one, messages, style)));
    }
    lines
}

/// The part whose heading has these `words` in it.
///
/// # Errors
/// There is none: the lines that say so, with the headings that there are.
pub(crate) fn section(
    guide: &Guide,
    words: &str,
    messages: &Messages,
    style: TermStyle,
) -> Result<Vec<String>, Vec<String>> {
    let text = guide.text.as_deref().unwrap_or_default();
    match markdown::section(text, words) {
        Some(part) => Ok(markdown::lines(part, style)),
        None => {
            let said = messages.with("rules-no-section", &[("words", words.into())]);
            let mut lines = wrap(&said, style.columns);
            lines
                .extend(markdown::headings(text).into_iter().map(|heading| format!("  {heading}")));
            Err(lines)
        }
    }
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
