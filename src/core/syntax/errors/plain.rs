//! What plain speech, rulebooks and other languages say in their way, and how it is written: here
//! statements, and in rooms of their own conditions, flows and declarations.

mod conditions;
mod declarations;
mod flows;

use super::Mistake;
use super::expected::Kind;
use super::statements::DONE;
use crate::syntax::grammar;
use crate::syntax::parse::verbs;

/// The words with which cards are put somewhere.
const PUTS: &[&str] = &[
    "put", "place", "lay", "play", "send", "return", "bring", "give", "pass", "hand", "discard",
    "drop", "throw", "store", "keep", "card",
];

/// How a statement is written, by the words that it begins with elsewhere.
const STATEMENTS: &[(&[&str], &str)] = &[
    (&["return"], "a value is given back by `answer …`; cards go back by `move card to deck`"),
    (PUTS, "cards go elsewhere by `move`: `move card to discard`, `move card to hand of foe`"),
    (
        &["remove", "destroy", "exile", "banish", "trash", "bury"],
        "a card leaves the game by going to a zone of its own, `removed: { seen_by: all }` in the \
         layout: `move card to removed`",
    ),
    (
        &["take", "steal", "get", "grab", "pick", "collect", "capture"],
        "cards are taken by `move`, `move random hand of foe to hand`, or from a pile by `draw`, \
         `draw 2 from deck to hand`",
    ),
    (&["deal"], "cards are dealt by drawing: `each player { draw 5 from deck to hand }`"),
    (
        &["reshuffle", "recycle"],
        "cards come back by `move discard to deck face down`; behind it stands `shuffle deck`",
    ),
    (&["mix", "riffle"], "write `shuffle deck`"),
    (
        &["refill", "fill", "replenish"],
        "up to five cards are `draw 5 - count hand from deck to hand`; what fills a pile as soon as \
         it is empty is declared: `refill deck { … }`",
    ),
    (&["trade", "exchange", "switch"], "write `swap hand with hand of foe`"),
    (
        &["next"],
        "turns go on by themselves, and `end turn` ends one, where a phase is called `turn`",
    ),
    (&["skip"], SKIPPED),
    (
        &["break", "continue", "exit", "stop", "quit"],
        "a phase is left by `end`, `end round`, from anywhere inside it; a block ends where it does, \
         and what is to be left out stands in `if … { … }`",
    ),
    (
        &["tap", "untap", "exhaust", "ready", "rotate"],
        "write `mark card as tapped` or `unmark card as tapped`; `marks: { tapped: { of: card } }` \
         stands in the layout",
    ),
    (
        &["search", "find", "tutor"],
        "what a player looks out is chosen: `action find(card from deck where …) { … }`",
    ),
    (&["double", "halve", "multiply", "divide"], "write `set points to points * 2`"),
    (&["var", "const"], "write `let x = …`"),
    (&["again", "go", "extra", "another"], "another turn is a step: `do turn`"),
    (&["change"], "turns go the other way round by `reverse turns`; a value changes by `set`"),
    (
        &["eliminate", "kill", "knock"],
        "who is out is told by a condition: `playing = not out`, and `set out of foe to yes`",
    ),
    (&["winner"], "write `end game won by …`"),
    (
        &["choose", "ask", "select", "prompt", "decide"],
        "what players choose is an action, `action name_suit(s from suits) { … }`; `do name_suit` \
         asks for it",
    ),
    (&["flip", "uncover", "expose", "open", "hide", "close"], "write `turn up …` or `turn down …`"),
    (
        &["show", "look", "peek", "see"],
        "cards are shown by `reveal card to all`, or to one player: `reveal top(2) of deck to me`",
    ),
    (
        &["gain", "lose", "pay", "spend", "earn", "score", "receive"],
        "numbers are variables: `add 3 to points`, `add -3 to points of foe`",
    ),
    (
        &[
            "increment",
            "decrement",
            "increase",
            "decrease",
            "raise",
            "lower",
            "subtract",
            "inc",
            "dec",
        ],
        "write `add 1 to points` or `add -1 to points`",
    ),
    (&["reset", "clear", "zero"], "write `set points to 0`"),
    (&["call", "run", "start", "begin", "execute", "invoke", "perform", "resolve"], "write `do …`"),
    (&["log", "echo", "display", "announce", "write", "tell"], "write `say \"…\"`"),
    (&["roll"], "what is rolled is kept by a name: `let die = roll 6`"),
    (&["when", "whenever", "unless"], "in a block a condition is `if … { … }`, `if not (…) { … }`"),
    (&["others", "opponents", "other"], "write `each player where it != me { … }`"),
];

/// How somebody misses a turn.
const SKIPPED: &str = "who misses a turn has a flag: `set skipped of next of me to yes`, and then \
     `phase turn = play if not skipped, forget` with `phase forget { set skipped to no }`";

/// How whole statements of plain speech are written.
const WHOLE: &[(&[&str], &str)] = &[
    (&["pass"], "who may pass is asked by `may`: `may play`"),
    (
        &["take another turn", "take an extra turn", "get another turn", "play again"],
        "another turn is a step: `do turn`",
    ),
    (
        &["remove me", "remove foe", "remove player"],
        "who is out is told by a condition: `playing = not out`, and `set out of foe to yes`",
    ),
    (&["lose turn", "lose a turn", "lose next turn", "pass turn"], SKIPPED),
    (
        &["return"],
        "a block ends where its `}` stands: what is to be left out stands in `if … { … }`",
    ),
    (&["flip coin", "flip a coin", "toss a coin"], "a coin is `let coin = roll 2`"),
];

/// Words that stand before a place.
const TO: &[&str] = &["to", "in", "into", "on", "onto"];

impl Mistake<'_, '_> {
    /// `discard card`, `gain 3 points`: another verb where a statement begins.
    pub(super) fn other_verb(&self) -> Option<String> {
        // A phase is often called `deal`, and what is dealt stands behind it.
        let is_bare = !self.rest().contains(' ');
        if !self.expects(Kind::Statement)
            || is_bare && self.code.declares(DONE, self.word)
            || self.rest().strip_prefix(self.word).is_some_and(|rest| rest.starts_with('('))
        {
            return None;
        }
        let lower = self.word.to_lowercase();
        if lower != self.word && verbs().contains(&&*lower) {
            return Some(format!("write `{lower}`, in small letters"));
        }
        self.of_next_player()
            .or_else(|| self.number_changed())
            .or_else(|| self.put_somewhere())
            .or_else(|| {
                let rest = self.rest();
                let whole =
                    WHOLE.iter().find(|(whole, _)| whole.contains(&&*rest)).map(|(_, help)| *help);
                let of_verb = STATEMENTS.iter().find(|(verbs, _)| verbs.contains(&self.word));
                whole.or(of_verb.map(|(_, help)| *help)).map(str::to_owned)
            })
    }

    /// `next player draws 2`.
    fn of_next_player(&self) -> Option<String> {
        let rest = self.rest();
        let done = rest.strip_prefix("next player ")?;
        let verb = done.split(' ').next()?;
        (!verb.is_empty()).then(|| {
            "say whose: `draw 2 from deck to hand of next of me`, `add 1 to points of next of me`"
                .to_owned()
        })
    }

    /// `gain 3 points`, `subtract 1 from points`, `increase points by 2`, `reset points`.
    fn number_changed(&self) -> Option<String> {
        let rest = self.rest();
        let words: Vec<&str> = rest.split(' ').collect();
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let (sign, amount, name) = match words[..] {
            ["gain" | "earn" | "score" | "receive", amount, name] => ("", amount, name),
            ["lose" | "pay" | "spend", amount, name] => ("-", amount, name),
            ["give", amount, name, "to", ref whom @ ..] if is_number(amount) => {
                return Some(format!("write `add {amount} to {name} of {}`", whom.join(" ")));
            }
            [changed, ..] if changed.ends_with("++") || changed.ends_with("--") => {
                let amount = if changed.ends_with('+') { "1" } else { "-1" };
                let name = changed.trim_end_matches(['+', '-']);
                return Some(format!("write `add {amount} to {name}`"));
            }
            ["subtract", amount, "from", name] => ("-", amount, name),
            ["increase" | "raise", name, "by", amount] => ("", amount, name),
            ["decrease" | "lower" | "reduce", name, "by", amount] => ("-", amount, name),
            ["increment" | "inc", name] => ("", "1", name),
            ["decrement" | "dec", name] => ("-", "1", name),
            ["reset" | "clear" | "zero", name] => return Some(format!("write `set {name} to 0`")),
            _ => return None,
        };
        is_number(amount).then(|| format!("write `add {sign}{amount} to {name}`"))
    }

    /// `put card on heap`, `discard card to heap`.
    fn put_somewhere(&self) -> Option<String> {
        let rest = self.rest();
        let words: Vec<&str> = rest.split(' ').collect();
        let (zone, before) = words.split_last().filter(|_| PUTS.contains(&self.word))?;
        let (_, before) = before.split_last().filter(|(to, _)| TO.contains(to))?;
        let what = before.get(1..)?.join(" ");
        let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_plain = !what.is_empty() && is_name(&what) && is_name(zone);
        let place = match *zone {
            "opponent" | "foe" | "me" => format!("hand of {zone}"),
            zone => zone.to_owned(),
        };
        is_plain.then(|| format!("write `move {what} to {place}`"))
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

    /// `set points 3`, `move card discard`, `let x be 3`: a word between two parts is missing.
    pub(super) fn without_word(&self) -> Option<String> {
        let (verb, before) = (self.verb(), self.before());
        let rest = self.rest();
        let is_part = self.word.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !grammar::is_reserved(self.word)
            && !TO.contains(&self.word)
            && !rest.contains(" to ");
        let is_die = |word: &str| {
            word.strip_prefix('d')
                .is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|b| b.is_ascii_digit()))
        };
        let is_verb = |word: &str| {
            verbs().contains(&word)
                || word.strip_suffix('s').is_some_and(|it| verbs().contains(&it))
        };
        let help = match (verb, self.word) {
            ("move", "under" | "beneath" | "below") if self.expects_word("to") => {
                let place = rest.split_once(' ').map_or("deck", |(_, place)| place);
                format!("write `{}`", self.shown(&format!("{before} to {place} under"), "move … to … under"))
            }
            ("move", "on" | "onto" | "atop") if self.expects_word("to") => {
                let place = rest.rsplit(' ').next().unwrap_or("deck");
                format!("cards arrive on top: `{}`", self.shown(&format!("{before} to {place}"), "move … to …"))
            }
            ("move", _) if self.expects_word("are") || before == "move every" => {
                return self.moved_all();
            }
            ("draw", _) if self.expects_word("from") && self.drawn_cards().is_some() => {
                return self.drawn_cards();
            }
            ("mark", _) if self.expects(Kind::LineEnd) => return self.mark_with_value(),
            ("set", _) if before == "set mark" => return self.mark_with_value(),
            ("each", word) if self.expects_word("{") && is_verb(word) => {
                let said = rest.strip_prefix(word).unwrap_or("");
                let said = said.replace(" cards", " from deck to hand").replace(" a card", " 1 from deck to hand");
                let whole = format!("{before} {{ {}{said} }}", word.trim_end_matches('s'));
                format!("write `{}`", self.shown(&whole, &format!("{before} {{ … }}")))
            }
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
            ("each", "player" | "team") if before == "each other" => {
                "write `each player where it is not me { … }`".to_owned()
            }
            ("each", name)
                if before == "each player"
                    && !grammar::is_reserved(name)
                    && rest.starts_with(&format!("{name} {{")) => {
                format!("in `each player {{ … }}` that player is `me`: leave out `{name}`")
            }
            ("each", _) if is_part && matches!(&*before, "each player" | "each team") => {
                format!("what each does stands in braces: `{before} {{ … }}`")
            }
            ("each", _) if is_part && self.expects_word("in") => {
                format!("write `{before} in {}`", self.word)
            }
            ("let", ",") if self.expects(Kind::LineEnd) => "each `let` names one value".to_owned(),
            ("do", "{") if before.ends_with(" times") => {
                let times = before.split(' ').nth(1).unwrap_or("3");
                format!("write `each i in 1..{times} {{ … }}`")
            }
            (_, "my") | ("add" | "set", _) if self.word_in_front() == Some("my") || self.word == "my" => {
                "leave out `my`: what is `per: player` is mine where nobody else is named".to_owned()
            }
            ("set", ",") if self.expects_word("to") => "each `set` changes one value".to_owned(),
            ("turn", card) if self.expects_word("up") && is_part => {
                let side = if rest.ends_with("down") { "down" } else { "up" };
                format!("write `turn {side} {card}`")
            }
            ("mark", "by" | "with" | "to") if self.expects_word("as") => {
                "write `mark card as tapped`; a mark that holds a value is set: `set owned_by of card to me`"
                    .to_owned()
            }
            (_, verb) if self.word_in_front() == Some("else") && is_verb(verb) => {
                "the block stands in braces: `else { … }`".to_owned()
            }
            ("let", dice) if self.expects(Kind::LineEnd) && is_die(dice) => {
                format!("dice are thrown one by one: `roll {0} + roll {0}`", &dice[1..])
            }
            ("if", ":") if self.expects_word("{") => {
                "the block stands in braces: `if … { … }`".to_owned()
            }
            ("if", "turn" | "at") => return None,
            ("if", word) if self.expects_word("{") && verbs().contains(&word) => {
                "the block stands in braces: `if … { … }`".to_owned()
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
            ("say", word) if before == "say" && !word.is_empty() => {
                "what is said stands in quotes, and names in braces: `say \"{points} points\"`"
                    .to_owned()
            }
            ("end", "" | "}") if before == "end" => {
                "say what ends: `end turn`, where a phase is called so, or `end game`".to_owned()
            }
            ("turn", "over") => "write `turn up …` or `turn down …`".to_owned(),
            ("reverse", _) if self.expects_word("turns") => "write `reverse turns`".to_owned(),
            _ => return None,
        };
        Some(help)
    }
}
