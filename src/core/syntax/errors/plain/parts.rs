//! Parts of a statement that are missing, or stand elsewhere than where they are written here.

use super::TO;
use crate::syntax::errors::Mistake;
use crate::syntax::errors::expected::Kind;
use crate::syntax::grammar;
use crate::syntax::parse::verbs;

/// Whether a word is a verb of statements, or what somebody does who does that: `draws`.
fn is_verb(word: &str) -> bool {
    verbs().contains(&word) || word.strip_suffix('s').is_some_and(|it| verbs().contains(&it))
}

/// `d6`, as in `2d6`.
fn is_die(word: &str) -> bool {
    let sides = word.strip_prefix('d').filter(|sides| !sides.is_empty());
    sides.is_some_and(|sides| sides.bytes().all(|b| b.is_ascii_digit()))
}

impl Mistake<'_, '_> {
    /// `set points 3`, `move card discard`, `let x be 3`, `turn card up`: how a statement goes on
    /// behind its verb.
    pub(in crate::syntax::errors) fn without_word(&self) -> Option<String> {
        self.cards_otherwise()
            .or_else(|| self.values_otherwise())
            .or_else(|| self.blocks_otherwise())
    }

    /// Whether a name or a number stands where a word was expected before it.
    fn is_part(&self) -> bool {
        self.word.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !grammar::is_reserved(self.word)
            && !TO.contains(&self.word)
            && !self.rest().contains(" to ")
    }

    /// Statements that do something to cards.
    fn cards_otherwise(&self) -> Option<String> {
        let (before, rest) = (self.before(), self.rest());
        let help = match (self.verb(), self.word) {
            ("move", "under" | "beneath" | "below") if self.expects_word("to") => {
                let place = rest.split_once(' ').map_or("deck", |(_, place)| place);
                let whole = format!("{before} to {place} under");
                format!("write `{}`", self.shown(&whole, "move … to … under"))
            }
            ("move", "on" | "onto" | "atop") if self.expects_word("to") => {
                let place = rest.rsplit(' ').next().unwrap_or("deck");
                let whole = format!("{before} to {place}");
                format!("cards arrive on top: `{}`", self.shown(&whole, "move … to …"))
            }
            ("move", _) if self.expects_word("are") || before == "move every" => {
                return self.moved_all();
            }
            ("draw", _) if self.expects_word("from") && self.drawn_cards().is_some() => {
                return self.drawn_cards();
            }
            ("mark", _) if self.expects(Kind::LineEnd) => return self.mark_with_value(),
            ("turn", card) if self.expects_word("up") && self.is_part() => {
                let side = if rest.ends_with("down") { "down" } else { "up" };
                let what = rest.strip_suffix(side).unwrap_or(&rest).trim_end();
                let what = what.strip_suffix(" face").unwrap_or(what);
                let what = self.shown(what, card);
                format!("write `turn {side} {what}`")
            }
            ("mark", "by" | "with" | "to") if self.expects_word("as") => {
                "write `mark card as tapped`; a mark that holds a value is set: `set owned_by of card to me`"
                    .to_owned()
            }
            ("draw", "from") if before == "draw" => {
                "say how many: `draw 1 from deck to hand`".to_owned()
            }
            ("draw", "" | "}") if self.expects_word("to") => {
                let whole = format!("{before} to hand").replacen("draw card ", "draw 1 ", 1);
                format!("say where to: `{}`", self.shown(&whole, "draw … to hand"))
            }
            ("draw", "until" | "up" | "to") if matches!(&*before, "draw" | "draw up") => {
                "up to five cards are `draw 5 - count hand from deck to hand`".to_owned()
            }
            ("swap", "" | "}" | "and") if self.expects_word("with") => {
                "write `swap hand with hand of foe`".to_owned()
            }
            ("reveal", "" | "}") if self.expects_word("to") => {
                "say to whom: `reveal hand to all`, `reveal card to foe`".to_owned()
            }
            ("shuffle", "into") => {
                "cards go back first, `move discard to deck face down`; then `shuffle deck`"
                    .to_owned()
            }
            ("turn", "over") => "write `turn up …` or `turn down …`".to_owned(),
            _ => return None,
        };
        Some(help)
    }

    /// Statements that keep or change a value, say something or end something.
    fn values_otherwise(&self) -> Option<String> {
        let (verb, before, rest, is_part) =
            (self.verb(), self.before(), self.rest(), self.is_part());
        let help = match (verb, self.word) {
            ("set", _) if before == "set mark" => return self.mark_with_value(),
            ("set" | "add" | "move", _) if is_part && self.expects_word("to") => {
                let whole = format!("{before} to {rest}");
                format!("write `{}`", self.shown(&whole, &format!("{verb} … to …")))
            }
            ("let", "be" | "is") if self.expects_word("=") => {
                let value = rest.split_once(' ').map_or("…", |(_, value)| value);
                let whole = format!("{before} = {value}");
                format!("write `{}`", self.shown(&whole, "let … = …"))
            }
            ("let", _) if is_part && self.expects_word("=") => {
                format!("write `{}`", self.shown(&format!("{before} = {rest}"), "let … = …"))
            }
            ("let", ",") if self.expects(Kind::LineEnd) => "each `let` names one value".to_owned(),
            (_, word) if word == "my" || self.word_in_front() == Some("my") => {
                "leave out `my`: what is `per: player` is mine where nobody else is named"
                    .to_owned()
            }
            ("set", ",") if self.expects_word("to") => "each `set` changes one value".to_owned(),
            ("let", dice) if self.expects(Kind::LineEnd) && is_die(dice) => {
                format!("dice are thrown one by one: `roll {0} + roll {0}`", &dice[1..])
            }
            ("say", word) if before == "say" && !word.is_empty() => {
                "what is said stands in quotes, and names in braces: `say \"{points} points\"`"
                    .to_owned()
            }
            ("end", "" | "}") if before == "end" => {
                "say what ends: `end turn`, where a phase is called so, or `end game`".to_owned()
            }
            ("reverse", _) if self.expects_word("turns") => "write `reverse turns`".to_owned(),
            _ => return None,
        };
        Some(help)
    }

    /// Statements with a block.
    fn blocks_otherwise(&self) -> Option<String> {
        let (before, rest, is_part) = (self.before(), self.rest(), self.is_part());
        let help = match (self.verb(), self.word) {
            ("each", word) if self.expects_word("{") && is_verb(word) => {
                let said = rest.strip_prefix(word).unwrap_or("");
                let said = said.replace(" cards", " from deck to hand");
                let said = said.replace(" a card", " 1 from deck to hand");
                let said = match word {
                    "draw" | "draws" if said.trim().bytes().all(|b| b.is_ascii_digit()) => {
                        format!("{said} from deck to hand")
                    }
                    _ => said,
                };
                let whole = format!("{before} {{ {}{said} }}", word.trim_end_matches('s'));
                format!("write `{}`", self.shown(&whole, &format!("{before} {{ … }}")))
            }
            ("each", "player" | "team") if before == "each other" => {
                "write `each player where it is not me { … }`".to_owned()
            }
            ("each", name)
                if before == "each player"
                    && !grammar::is_reserved(name)
                    && rest.starts_with(&format!("{name} {{")) =>
            {
                format!("in `each player {{ … }}` that player is `me`: leave out `{name}`")
            }
            ("each", _) if is_part && matches!(&*before, "each player" | "each team") => {
                format!("what each does stands in braces: `{before} {{ … }}`")
            }
            ("each", _) if is_part && self.expects_word("in") => {
                format!("write `{before} in {}`", self.word)
            }
            ("do", "{") if before.ends_with(" times") => {
                let times = before.split(' ').nth(1).unwrap_or("3");
                format!("write `each i in 1..{times} {{ … }}`")
            }
            (_, verb) if self.word_in_front() == Some("else") && is_verb(verb) => {
                "the block stands in braces: `else { … }`".to_owned()
            }
            ("if", ":") if self.expects_word("{") => {
                "the block stands in braces: `if … { … }`".to_owned()
            }
            ("if", "turn" | "at") => return None,
            ("if", word) if self.expects_word("{") && verbs().contains(&word) => {
                "the block stands in braces: `if … { … }`".to_owned()
            }
            _ => return None,
        };
        Some(help)
    }

    /// `move all cards of hand to heap`, `move every card to heap`.
    fn moved_all(&self) -> Option<String> {
        let whole = format!("{} {}", self.before(), self.rest());
        let (what, place) = whole.strip_prefix("move ")?.split_once(" to ")?;
        let what = what.strip_prefix("all ").or_else(|| what.strip_prefix("every "))?;
        let words: Vec<&str> = what.split(' ').collect();
        let zone = match words[..] {
            [zone] | ["card" | "cards", "of" | "in" | "from", zone] => zone,
            [kind, "card" | "cards"] => {
                return Some(format!(
                    "which ones is said behind `where`: `move hand where {kind} to {place}`"
                ));
            }
            [kind, "card" | "cards", "of" | "in" | "from", zone] => {
                return Some(format!("write `move {zone} where {kind} to {place}`"));
            }
            _ => "cards",
        };
        Some(match zone {
            "card" | "cards" => "a zone stands for all its cards: `move hand to heap`".to_owned(),
            zone => format!("a zone stands for all its cards: `move {zone} to {place}`"),
        })
    }

    /// `draw a card from deck`, `draw 3 cards`.
    fn drawn_cards(&self) -> Option<String> {
        let (before, rest) = (self.before(), self.rest());
        let amount = match (before.strip_prefix("draw")?.trim(), self.word) {
            ("" | "a" | "an" | "one", "card") | ("card", "" | "}") => "1",
            (n, "card" | "cards") if n.bytes().all(|b| b.is_ascii_digit()) && !n.is_empty() => n,
            (_, "card" | "cards") => "2",
            _ => return None,
        };
        let behind = rest.split_once(" from ").map_or("deck to hand", |(_, behind)| behind);
        let to = if behind.contains(" to ") { "" } else { " to hand" };
        Some(format!("write `draw {amount} from {behind}{to}`, without `cards`"))
    }

    /// `mark card as held by me`, `set mark held of card to me`: a mark with a value.
    fn mark_with_value(&self) -> Option<String> {
        let (before, rest) = (self.before(), self.rest());
        if before == "set mark" || before == "set marks" {
            return Some(format!("write `set {rest}`"));
        }
        let (things, mark) = before.strip_prefix("mark ")?.split_once(" as ")?;
        let value = rest.split_once(' ').map_or("…", |(_, value)| value);
        matches!(self.word, "with" | "by" | "to" | "for" | "=").then(|| {
            format!("a mark that holds a value is set: `set {mark} of {things} to {value}`")
        })
    }
}
