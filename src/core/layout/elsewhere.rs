//! What keys and values of a layout are called in other tools and in plain speech, and what they
//! are called here.

/// Values of keys, and what else they are called.
const VALUES: &[(&str, &[&str])] = &[
    ("player", &["seat", "each", "user", "each player", "each seat"]),
    ("table", &["game", "global", "shared", "none", "no"]),
    ("team", &["side", "pair", "partners"]),
    ("flag", &["bool", "boolean", "yesno", "yes_no"]),
    ("number", &["int", "integer", "float", "double", "decimal", "num", "rank", "count"]),
    ("text", &["string", "str", "char"]),
    ("all", &["everyone", "everybody", "public", "open", "visible", "yes", "true"]),
    ("owner", &["me", "self", "private", "player", "players"]),
    ("nobody", &["none", "no", "hidden", "secret", "closed", "false"]),
    ("pile", &["stack", "deck", "queue"]),
    ("set", &["hand", "list", "bag", "pool"]),
    ("one", &["single", "card", "slot"]),
];

/// Which of these values is called by this word elsewhere.
pub(crate) fn called_elsewhere(word: &str, known: &[&str]) -> Option<&'static str> {
    let mut named = VALUES.iter().filter(|(here, _)| known.contains(here));
    named.find(|(_, words)| words.contains(&word)).map(|(here, _)| *here)
}

/// How another word for a key is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elsewhere {
    /// The key that is meant, where it is one of the same map.
    pub(super) key: Option<&'static str>,
    how: &'static str,
}

impl Elsewhere {
    pub(super) fn help(self) -> String {
        match self.key {
            Some(_) => format!("write `{}`", self.how),
            None => self.how.to_owned(),
        }
    }
}

/// Keys by what they are keys of: what they are called here, and elsewhere.
const KEYS: &[(&str, &str, &[&str])] = &[
    ("a layout", "seats", &["players", "player_count", "num_players", "number_of_players"]),
    ("a layout", "title", &["name", "game"]),
    ("a layout", "notes", &["author", "description", "about", "credits"]),
    ("a layout", "decks", &["deck", "cards", "packs"]),
    ("a layout", "zones", &["places", "piles", "areas", "board", "locations"]),
    ("a layout", "variables", &["vars", "state", "counters", "resources"]),
    ("a layout", "lists", &["enums", "words"]),
    ("a layout", "rules", &["rules_file", "logic", "code"]),
    ("a deck", "cards", &["file", "csv", "from", "source", "path", "list", "contents"]),
    ("a deck", "copies", &["count", "number", "amount", "quantity", "times", "packs"]),
    ("a deck", "attributes", &["columns", "fields", "properties", "types"]),
    ("a zone", "holds", &["deck", "cards", "contains", "of", "content", "contents", "starts_with"]),
    ("a zone", "shape", &["type", "kind", "layout", "form", "slots"]),
    (
        "a zone",
        "seen_by",
        &[
            "visible",
            "visible_to",
            "visibility",
            "hidden",
            "face",
            "face_up",
            "face_down",
            "shown",
            "shown_to",
            "public",
            "private",
            "secret",
        ],
    ),
    ("a zone", "per", &["owner", "each", "for", "belongs_to", "owned_by", "owners"]),
    ("a zone", "capacity", &["max", "size", "limit", "max_size", "max_cards"]),
    ("a zone", "sort", &["sort_by", "order", "order_by", "sorted_by"]),
    ("a variable", "default", &["initial", "start", "value", "init", "starts_at", "initial_value"]),
    ("a variable", "per", &["owner", "each", "for", "of"]),
    ("a variable", "type", &["kind", "is"]),
    ("an option", "default", &["initial", "value", "start"]),
    ("an option", "type", &["values", "choices", "kind", "one_of"]),
    ("an option", "text", &["description", "label", "help"]),
    ("an option", "min", &["minimum", "from", "least", "lowest"]),
    ("an option", "max", &["maximum", "to", "upto", "most", "highest"]),
    ("a mark", "of", &["on", "for", "per"]),
    ("a pawn", "zone", &["board", "on", "grid", "in"]),
];

/// Words that are no key of the same map at all, and where what they are for is written.
const NO_KEYS: &[(&str, &[&str], &str)] = &[
    (
        "a layout",
        &[
            "actions", "phases", "effects", "turns", "setup", "score", "scoring", "win", "end",
            "flow",
        ],
        "phases, actions and the score stand in the rules: `rules: |`, and below it `phase game = …`",
    ),
    ("a deck", &["type", "kind"], "a standard pack is `standard: 52`, own cards are `cards: …`"),
    ("a deck", &["jokers"], "a pack with two jokers is `standard: 54`"),
    (
        "a deck",
        &["suits", "ranks"],
        "a standard pack is `standard: 52`; own cards are listed: `cards: [{ name: …, suit: … }]`, \
         with `attributes: { suit: suits }`",
    ),
    (
        "a deck",
        &["without", "remove", "exclude", "except"],
        "say which ones stay: `only: \"rank in 7..14\"`",
    ),
    ("an option", &["range", "between", "bounds"], "say both bounds: `min: 1`, `max: 3`"),
    (
        "a variable",
        &["min", "max", "range", "minimum", "maximum"],
        "what a variable may be is kept by the rules: `set points to max(0, points - 1)`",
    ),
    ("a zone", &["shuffled", "shuffle"], "cards are shuffled by the rules: `shuffle deck`"),
];

/// How another word for a key of `what` is written.
pub(super) fn key_elsewhere(word: &str, what: &str) -> Option<Elsewhere> {
    let is_meant = |of: &str, words: &[&str]| of == what && words.contains(&word);
    let key = KEYS.iter().find(|(of, _, words)| is_meant(of, words));
    let key = key.map(|&(_, key, _)| Elsewhere { key: Some(key), how: key });
    let other = || NO_KEYS.iter().find(|(of, words, _)| is_meant(of, words));
    key.or_else(|| other().map(|&(_, _, how)| Elsewhere { key: None, how }))
}

/// A map with the keys of `what`, as it is often written.
pub(super) fn example_of(what: &str) -> Option<&'static str> {
    Some(match what {
        "a deck" => "{ standard: 52 }",
        "a zone" => "{ shape: pile, seen_by: all }",
        "a variable" => "{ per: player, type: number }",
        "an option" => "{ type: flag, default: no }",
        "a mark" => "{ of: card, type: flag }",
        "a pawn" => "{ per: player, zone: board }",
        _ => return None,
    })
}
