//! What somebody looks up before choosing: the rules.

use super::Session;
use crate::cli::screen::guide;
use crate::cli::text::markdown;
use crate::view;
use std::io;

impl Session<'_> {
    /// Shows the rules of the game, or the `part` of them whose heading has these words.
    pub(super) fn show_rules(&mut self, part: Option<&str>) -> io::Result<()> {
        let guide = view::guide(self.play.game().program(), self.messages.lexicon());
        let style = self.desk.style();
        let lines = match part {
            None => guide::lines(&guide, self.messages, style),
            Some(words) => {
                let text = guide::text(&guide, self.messages);
                match guide::section(&text, words, self.messages, style) {
                    Ok(part) => markdown::lines(part, style),
                    Err(there_is_none) => there_is_none,
                }
            }
        };
        self.desk.lines(&lines)
    }
}
