//! What plain speech, rulebooks and other languages say in their way, and how it is written: here
//! statements, and in rooms of their own conditions, flows and declarations.

mod conditions;
mod declarations;
mod flows;
mod parts;

use super::Mistake;
use super::expected::Kind;
use super::statements::DONE;
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
}
