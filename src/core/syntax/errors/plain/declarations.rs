//! Declarations as other languages and plain speech write them, and how they are written.

use super::STATEMENTS;
use crate::syntax::errors::Mistake;
use crate::syntax::errors::expected::Kind;
use crate::syntax::parse::verbs;

const WATCH: &str = "what happens as soon as something is so is a watch: `watch run_out: deck is empty \
                     => end game`";

const BODY: &str = "what is done stands in braces: `{ … }`";

impl Mistake<'_, '_> {
    /// `on empty deck { … }`, `winner = …`, `x = 3`: another word where a declaration begins.
    pub(in crate::syntax::errors) fn other_heading(&self) -> Option<String> {
        if !self.expects(Kind::Heading) || self.word.is_empty() {
            return None;
        }
        let rest = self.rest();
        let is_behind = |word: &str| rest.split(' ').nth(1) == Some(word);
        let help = match self.word {
            word if verbs().contains(&word) && self.is_in_page() => {
                "a `when` of the rules lays declarations over them where an option says so; what \
                 happens as soon as something is so is a watch: `watch run_out: deck is empty => end game`"
            }
            "on" | "if" | "trigger" | "whenever" | "event" | "rule" => WATCH,
            "end" if rest.starts_with("end when") || rest.contains(" when ") => WATCH,
            "win" | "wins" | "winner" | "winners" => {
                "who wins is told by `score = …`, the highest being best, or by `end game won` in a block"
            }
            "players" => "how many play is said in the layout: `seats: [2, 3, 4]`",
            "const" | "var" | "define" => {
                let named = rest.split_once(' ').map_or("n = 3", |(_, named)| named);
                return Some(format!("write `let {}`", self.shown(named, "n = 3")));
            }
            word if STATEMENTS.iter().any(|(verbs, _)| verbs.contains(&word)) => {
                "a statement stands in a block: `phase setup { … }`"
            }
            _ if is_behind("=") => {
                return Some(format!(
                    "a formula is named by `let`: `let {}`",
                    self.shown(&rest, "n = 3")
                ));
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// Whether nothing stands behind it on its line.
    fn ends_line(&self) -> bool {
        self.code.rest_of_line(self.found.end).trim().is_empty()
    }

    /// Whether a `:` stands behind it, as it does behind a name.
    fn is_named(&self) -> bool {
        self.code.rest_of_line(self.found.end).trim_start().starts_with(':')
    }

    /// Whether it stands right in the braces of a `when`.
    fn is_in_page(&self) -> bool {
        let before = self.piece.start..self.found.start;
        let open = self.code.unmatched(before, b'{', b'}').open.last().copied();
        open.is_some_and(|open| {
            let start = self.code.statement_start(open);
            self.code.found_text(start) == "when"
        })
    }

    /// `action play(card of hand)`, `effect f = gather`, `refill deck from discard`: parts of a
    /// declaration.
    pub(in crate::syntax::errors) fn declared_plainly(&self) -> Option<String> {
        let before = self.word_in_front().unwrap_or("");
        let expects = |word: &str| self.expects_word(word);
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let help = match (self.verb(), before, self.word) {
            ("action", "player", _) if expects("from") => {
                format!("write `{} from players`", self.word)
            }
            ("action", _, "of" | ":") if expects("from") => {
                "what is chosen is written with `from`: `action play(card from hand)`".to_owned()
            }
            ("action", kind, "card" | "cards") if expects("from") => {
                format!("which ones is said behind `where`: `card from hand where {kind}`")
            }
            ("action", _, number) if is_number(number) && self.expects(Kind::Name) => {
                format!("how many is said behind `from`: `gone from {number} of hand`")
            }
            ("action", number, _) if is_number(number) && expects("repeated") => {
                format!("write `{number} of …`")
            }
            ("action", _, "if" | "when")
                if expects("repeated") && !self.expects(Kind::Expression) =>
            {
                "write `where`".to_owned()
            }
            ("action", "players", ")") if expects("are") => "all of them are `players`".to_owned(),
            ("action", _, "requires" | "require" | "need") if expects("needs") => {
                "write `needs`".to_owned()
            }
            ("action" | "effect", _, "=" | ":") if expects("{") => BODY.to_owned(),
            ("phase", _, ":") if expects("=") && expects("{") => {
                "steps stand behind `=`, statements in braces: `phase turn = play`, \
                 `phase deal { shuffle deck }`"
                    .to_owned()
            }
            ("effect" | "phase", _, ":") if expects(")") => {
                "parameters of an effect are names alone: `effect pay(loser, amount)`".to_owned()
            }
            ("watch", _, "{") if expects("=>") => {
                "`=>` stands before what a watch does: `watch run_out: deck is empty => { … }`"
                    .to_owned()
            }
            ("watch", "when" | "if", _) if expects("=>") => format!("leave out `{before}`"),
            ("score", _, "of") if expects("=") => {
                "the score is asked of each player: `score = points`".to_owned()
            }
            (_, _, ":") if expects("=>") && expects("|") => "write `=>`".to_owned(),
            (_, _, "_") if self.expects(Kind::Row) => {
                "what no other row takes is `otherwise => …`".to_owned()
            }
            ("order", _, "=" | ":") if expects("(") => {
                "an order says of what it is: `order strength(suit) = D < C < H < S`".to_owned()
            }
            ("watch", "watch", _) if self.expects(Kind::Name) && !self.is_named() => {
                "a watch has a name: `watch run_out: deck is empty => end game`".to_owned()
            }
            (_, _, ";") if self.expects(Kind::LineEnd) && self.ends_line() => {
                "a declaration ends with its line: leave out the `;`".to_owned()
            }
            ("refill", pile, "from" | "with") if expects("{") => {
                let rest = self.rest();
                let from = rest.split(' ').nth(1)?;
                format!(
                    "write `refill {pile} {{ move {from} to {pile} face down; shuffle {pile} }}`"
                )
            }
            ("shape", number, "+") if is_number(number) && expects("cards") => {
                format!("write `{number}.. cards`")
            }
            _ => return None,
        };
        Some(help)
    }
}
