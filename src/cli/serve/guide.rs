//! The rules of a game for people, as a piece of a page.

use crate::program::Program;
use crate::view::{self, Lexicon, Setting};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

/// The rules with the options that are in force.
#[derive(Serialize)]
pub(crate) struct GuidePage {
    title: String,
    /// Without rules for people what the layout notes; null where it notes nothing either.
    html: Option<String>,
    settings: Vec<Setting>,
}

/// The rules of a program in the language of the `lexicon`.
pub(crate) fn page(program: &Program, lexicon: &Lexicon) -> GuidePage {
    let guide = view::guide(program, lexicon);
    GuidePage {
        title: guide.title,
        html: guide.text.or(Some(guide.notes)).filter(|it| !it.is_empty()).as_deref().map(html_of),
        settings: guide.settings,
    }
}

/// Markdown as HTML that can do nothing: what is HTML in it is shown as it is written, links and
/// pictures are their words.
fn html_of(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(harmless);
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

fn harmless(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)
        | Event::End(TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock) => None,
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_rules_acts() {
        let page = html_of(
            "# Duel <b>x</b>\n\n<script>alert(1)</script>\n\n[a](javascript:b) ![c](http://d/e.png)\n",
        );
        assert!(page.contains("<h1>Duel &lt;b&gt;x&lt;/b&gt;</h1>"), "{page}");
        assert!(page.contains("&lt;script&gt;"), "{page}");
        assert!(!page.contains("href") && !page.contains("src="), "{page}");
        assert!(page.contains("a c"), "{page}");
    }
}
