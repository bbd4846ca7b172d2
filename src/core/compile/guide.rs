//! The rules for people: Markdown with places for the values of options, `{hand_size}`.

use crate::source::Span;
use crate::text::Text;

/// The rules for people in one language.
pub(crate) struct Guide {
    /// `None` for what serves in every language.
    pub language: Option<String>,
    /// Where the text stands: from the first byte of its file, or as a value of the layout.
    pub span: Span,
    /// Whether each byte of the text has its place in the file.
    pub is_file: bool,
    pub text: String,
}

/// All `guides` as one text.
pub(crate) fn text(guides: &[Guide]) -> Text {
    let mut text = Text::default();
    for guide in guides {
        match &guide.language {
            Some(language) => drop(text.languages.insert(language.clone(), guide.text.clone())),
            None => text.any = Some(guide.text.clone()),
        }
    }
    text
}
