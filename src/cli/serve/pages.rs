//! What the browser is given: pages, styles and scripts, all of them in the program.

use crate::cli::report::html::LOOK;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// What a file of the folder says. Pages go on behind the head that they all have.
macro_rules! text {
    (HTML $name:literal) => {
        concat!(include_str!("pages/head.html"), include_str!(concat!("pages/", $name)))
    };
    ($kind:ident $name:literal) => {
        include_str!(concat!("pages/", $name))
    };
}

/// By name: of which kind it is, and what it is.
macro_rules! pages {
    ($($kind:ident $name:literal)*) => {
        &[$(($name, $kind, text!($kind $name))),*]
    };
}

const PAGES: &[(&str, &str, &str)] = pages! {
    HTML "index.html"
    HTML "play.html"
    HTML "workbench.html"
    STYLE "base.css"
    STYLE "cards.css"
    STYLE "owner.css"
    STYLE "places.css"
    STYLE "table.css"
    STYLE "workbench.css"
    SCRIPT "asking.js"
    SCRIPT "board.js"
    SCRIPT "cards.js"
    SCRIPT "choice.js"
    SCRIPT "dialog.js"
    SCRIPT "counting.js"
    SCRIPT "dom.js"
    SCRIPT "drag.js"
    SCRIPT "figures.js"
    SCRIPT "house.js"
    SCRIPT "lens.js"
    SCRIPT "links.js"
    SCRIPT "menu.js"
    SCRIPT "news.js"
    SCRIPT "owner.js"
    SCRIPT "phrase.js"
    SCRIPT "places.js"
    SCRIPT "play.js"
    SCRIPT "presses.js"
    SCRIPT "seen.js"
    SCRIPT "sheets.js"
    SCRIPT "story.js"
    SCRIPT "table.js"
    SCRIPT "tabs.js"
    SCRIPT "timeline.js"
    SCRIPT "transport.js"
    SCRIPT "tricks.js"
    SCRIPT "wish.js"
    SCRIPT "words.js"
    SCRIPT "workbench.js"
    DRAWING "icon.svg"
};

/// What stands under a name: its kind and its text.
pub(crate) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    if name == "report.css" {
        return Some((STYLE, LOOK));
    }
    PAGES.iter().find(|(known, _, _)| *known == name).map(|&(_, kind, text)| (kind, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages load nothing but each other, by names that lead nowhere else; styles and scripts stand
    /// in files of their own.
    #[test]
    fn pages_ask_nobody_else() {
        for (name, kind, text) in PAGES {
            let outside = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!outside.contains("://"), "{name} names another host");
            // Wherever the first page is, the others are beside it.
            let ways = ["=\"/", "fetch(\"/", "fetch(`/", "URL(\"/", "from \"/"];
            let absolute = ways.iter().find(|way| text.contains(**way));
            assert!(absolute.is_none(), "{name} has an absolute address");
            if *kind == HTML {
                assert!(!text.contains("<style") && !text.contains(" style="), "{name}");
                assert!(!text.contains("<script>") && !text.contains(" onclick="), "{name}");
            }
            for import in text.split(" from \"").skip(1) {
                let from = import.split('"').next().unwrap_or_default();
                let file = from.strip_prefix("./").expect("a relative name");
                assert!(find(file).is_some(), "{name} imports {file}");
            }
        }
    }
}
