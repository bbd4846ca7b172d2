//! Steps of a flow as plain speech says them, and how they are written.

use crate::syntax::errors::Mistake;
use crate::syntax::errors::expected::Kind;
use crate::syntax::errors::statements::DONE;

const ONE_BEHIND_THE_OTHER: &str = "steps stand behind each other with commas: `deal, play`";

impl Mistake<'_, '_> {
    /// `choose play or fold`, `play 3 times`, `each player play`.
    pub(in crate::syntax::errors) fn flow_plainly(&self) -> Option<String> {
        let before = self.word_in_front().unwrap_or("");
        if self.expects_word("settled") {
            return self.behind_step(before);
        }
        if self.expects(Kind::Step) {
            return self.step_plainly();
        }
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let is_name = self.word.starts_with(|c: char| c.is_ascii_alphabetic());
        let rest = self.rest();
        if self.expects_word("times") && is_number(before) && !rest.contains(':') {
            let step = rest.strip_prefix("x ").unwrap_or(&rest);
            return Some(format!("write `{before} times: {step}`"));
        }
        if !self.expects_word(":") || self.expects_word("{") {
            return None;
        }
        match (before, self.word) {
            (_, "until") => Some(
                "`until` stands behind what is repeated: `turns from seat(1): play until deck is empty`"
                    .to_owned(),
            ),
            ("turn" | "round", _) if self.verb() == "phase" => {
                Some("turns go round by `turns from seat(1): play`".to_owned())
            }
            ("times", step) if is_name => Some(format!("write `3 times: {step}`, with a colon")),
            ("player" | "team", _) if is_name => {
                Some(format!("write `each {before}: {}`", self.rest()))
            }
            _ => None,
        }
    }

    /// Behind what was taken for the name of a step.
    fn behind_step(&self, before: &str) -> Option<String> {
        let are_steps = || [before, self.word].iter().all(|it| self.code.declares(DONE, it));
        let rest = self.rest();
        let is_number = !self.word.is_empty() && self.word.bytes().all(|b| b.is_ascii_digit());
        let words: Vec<&str> = rest.split_whitespace().collect();
        let help = match (before, self.word) {
            ("choose" | "pick" | "select", _) => {
                "a choice among several actions is `one of play | fold`".to_owned()
            }
            ("optional" | "optionally" | "can", _) => {
                "who may do without is asked by `may`: `may play`".to_owned()
            }
            ("repeat", _) if let [step, times, "times"] = words[..] => {
                format!("write `{times} times: {step}`")
            }
            (step, "x") if let ["x", times] = words[..] => format!("write `{times} times: {step}`"),
            ("everybody" | "everyone" | "players" | "all", ":") => {
                "write `each player: …`".to_owned()
            }
            ("loop" | "forever", _) | (_, "forever" | "endlessly") => {
                "what repeats says how long: `play until deck is empty`".to_owned()
            }
            ("while", _) => "what repeats says until when: `play until not (…)`".to_owned(),
            (step, "while") => format!("what repeats says until when: `{step} until not (…)`"),
            (_, "->" | "=>" | ">" | ">>") => ONE_BEHIND_THE_OTHER.to_owned(),
            ("together" | "simultaneously", ":") => "write `together play`".to_owned(),
            ("simultaneously", step) => format!("write `together {step}`"),
            (_, "and") => format!("{ONE_BEHIND_THE_OTHER}; one of them is `one of play | fold`"),
            (_, "then") => ONE_BEHIND_THE_OTHER.to_owned(),
            (_, "unless") => "a condition stands behind its step: `play if not (…)`".to_owned(),
            (_, "when") => "a condition stands behind its step: `play if any hand`".to_owned(),
            (step, n) if is_number && (rest == n || rest.ends_with("times")) => {
                format!("write `{n} times: {step}`")
            }
            _ if are_steps() => ONE_BEHIND_THE_OTHER.to_owned(),
            _ => return None,
        };
        Some(help)
    }

    /// Where a step begins.
    fn step_plainly(&self) -> Option<String> {
        let help = match self.word {
            "all" | "for" | "foreach" => "write `each player: …`",
            "{" => {
                "statements stand right behind the name, `phase deal { … }`; several steps stand in \
                 round brackets"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }
}
