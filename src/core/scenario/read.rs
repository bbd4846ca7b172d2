//! From YAML to scenarios. All problems are found at once; each says where it is.

use super::model::{At, Scenario, ScenarioFile, SeatLabels, Side, Step, StepKind, Word};
use crate::diagnostic::{Diagnostic, nearest};
use crate::game::Settings;
use crate::layout::tree::{self, Key, Node, NodeKind};
use crate::source::{SourceId, Span, Spanned};

const FILE_KEYS: &[&str] = &["game", "options", "variant", "seats", "seed", "scenarios"];
const SCENARIO_KEYS: &[&str] =
    &["name", "at", "cards", "rest", "set", "stack", "play", "record", "events"];
const STEP_KEYS: &[&str] = &["roll", "sees", "expect", "offered", "not_offered", "refused"];

/// The key of what a refusal says.
const WHY: &str = "why";

/// Reads one file of scenarios, and all that is wrong with it by itself.
pub fn read(source: SourceId, text: &str) -> (Option<ScenarioFile>, Vec<Diagnostic>) {
    let (root, problems) = tree::parse(source, text);
    let mut reader = Reader { problems };
    if let Some((first, _)) = root.as_ref().and_then(other_entries).and_then(<[_]>::first) {
        let other = Diagnostic::error(
            "yaml-missing-key",
            first.span,
            "this is no file of scenarios: it names no `game`, and has no `scenarios`",
        );
        reader.problems.push(other.help("`cardrun check` looks at the file of a game"));
        return (None, reader.problems);
    }
    let file = root.and_then(|root| reader.file(&root));
    if file.is_none() && reader.problems.is_empty() {
        let empty = Diagnostic::error(
            "yaml-empty",
            Span::new(source, 0, 0),
            "there is nothing in this file",
        );
        reader.problems.push(empty.help("a file of scenarios begins with `game:`"));
    }
    (file, reader.problems)
}

/// Whether a file holds something else than scenarios: it is in order, and neither says of which
/// game they are nor has any.
pub fn is_other(source: SourceId, text: &str) -> bool {
    let (root, problems) = tree::parse(source, text);
    problems.is_empty() && root.as_ref().is_some_and(|root| other_entries(root).is_some())
}

/// The entries of a map that is none of scenarios.
fn other_entries(root: &Node) -> Option<Entries<'_>> {
    let NodeKind::Map(entries) = &root.kind else { return None };
    let is_own = ["game", "scenarios"].iter().any(|key| entry(entries, key).is_some());
    (!is_own).then_some(entries)
}

type Entries<'n> = &'n [(Key, Node)];

struct Reader {
    problems: Vec<Diagnostic>,
}

fn entry<'n>(entries: Entries<'n>, key: &str) -> Option<&'n Node> {
    entries.iter().find(|(known, _)| known.text == key).map(|(_, node)| node)
}

impl Reader {
    fn wrong(&mut self, span: Span, wanted: &str) {
        self.problems.push(Diagnostic::error(
            "yaml-wrong-type",
            span,
            format!("this should be {wanted}"),
        ));
    }

    fn missing(&mut self, span: Span, what: &str, key: &str) {
        self.problems.push(Diagnostic::error(
            "yaml-missing-key",
            span,
            format!("{what} needs `{key}`"),
        ));
    }

    fn file(&mut self, root: &Node) -> Option<ScenarioFile> {
        let entries = self.map(root, "a file of scenarios", FILE_KEYS)?;
        let settings = Settings {
            seats: entry(entries, "seats").and_then(|node| self.number(node)),
            variant: entry(entries, "variant")
                .and_then(|node| self.word(node))
                .map(|word| word.node),
            options: self.options(entries),
            follows_rows: false,
        };
        let seed = entry(entries, "seed").and_then(|node| self.number(node)).unwrap_or(1);
        let scenarios = self.items(entries, "scenarios");
        let scenarios = scenarios.iter().filter_map(|node| self.scenario(node)).collect();
        let Some(game) = entry(entries, "game") else {
            self.missing(root.span, "a file of scenarios", "game");
            return None;
        };
        Some(ScenarioFile { game: self.word(game)?, settings, seed, scenarios })
    }

    fn options(&mut self, entries: Entries<'_>) -> Vec<(String, String)> {
        self.pairs(entries, "options")
            .into_iter()
            .map(|(name, value)| (name.node, value.node))
            .collect()
    }

    fn scenario(&mut self, node: &Node) -> Option<Scenario> {
        let entries = self.map(node, "a scenario", SCENARIO_KEYS)?;
        let Some(name) = entry(entries, "name") else {
            self.missing(node.span, "a scenario", "name");
            return None;
        };
        let name = self.word(name)?;
        Some(Scenario {
            name: name.node,
            span: name.span,
            at: entry(entries, "at").and_then(|node| self.at(node)),
            cards: self.cards(entries),
            rest: self.rest(entries),
            set: self.settings(entries),
            stack: self.stack(entries),
            play: self.items(entries, "play").iter().filter_map(|node| self.step(node)).collect(),
            record: self.record(entries),
            events: self.events(entries),
        })
    }

    /// A record is a whole game: nothing can be said of its position or its choices.
    fn record(&mut self, entries: Entries<'_>) -> Option<Word> {
        let node = entry(entries, "record")?;
        let beside = |key: &str| !["name", "record", "events"].contains(&key);
        if let Some((key, _)) = entries.iter().find(|(key, _)| beside(&key.text)) {
            let message =
                format!("expected `name` and `events` alone beside `record`, found `{}`", key.text);
            self.problems.push(Diagnostic::error("yaml-unknown-key", key.span, message));
        }
        self.word(node)
    }

    /// Whether all that happened in a record must happen again.
    fn events(&mut self, entries: Entries<'_>) -> bool {
        let Some(word) = entry(entries, "events").and_then(|node| self.word(node)) else {
            return false;
        };
        let said = match (word.node.as_str(), entry(entries, "record")) {
            ("same", Some(_)) => return true,
            ("same", None) => "`events` stands beside a `record`".to_owned(),
            (other, _) => format!("expected `events: same`, found `{other}`"),
        };
        self.problems.push(Diagnostic::error("yaml-wrong-type", word.span, said));
        false
    }

    fn at(&mut self, node: &Node) -> Option<At> {
        let entries = self.map(node, "`at`", &["phase", "number", "action", "seat"])?;
        Some(At {
            span: node.span,
            phase: entry(entries, "phase").and_then(|node| self.word(node)),
            number: entry(entries, "number").and_then(|node| self.number(node)),
            action: entry(entries, "action").and_then(|node| self.word(node)),
            seat: entry(entries, "seat").and_then(|node| self.number(node)),
        })
    }

    fn cards(&mut self, entries: Entries<'_>) -> Vec<(Word, Vec<Side>)> {
        let zones = self.section(entries, "cards");
        zones.iter().map(|(key, node)| (word_of(key), self.sides(node))).collect()
    }

    /// What variables and marks are set to: a word, or the words of a bag.
    fn settings(&mut self, entries: Entries<'_>) -> Vec<(Word, Vec<Word>)> {
        let section = self.section(entries, "set");
        section.iter().map(|(key, node)| (word_of(key), self.words(node))).collect()
    }

    /// One zone for all other cards, or one for those that began in each zone named.
    fn rest(&mut self, entries: Entries<'_>) -> Vec<(Option<Word>, Word)> {
        match entry(entries, "rest") {
            Some(Node { kind: NodeKind::Map(_), .. }) => {
                self.pairs(entries, "rest").into_iter().map(|(from, to)| (Some(from), to)).collect()
            }
            Some(node) => self.word(node).map(|to| (None, to)).into_iter().collect(),
            None => Vec::new(),
        }
    }

    fn sides(&mut self, node: &Node) -> Vec<Side> {
        let NodeKind::Map(_) = node.kind else {
            return vec![Side { up: None, cards: self.words(node) }];
        };
        let sides = self.map(node, "the sides of cards", &["up", "down"]).unwrap_or_default();
        sides
            .iter()
            .map(|(key, node)| Side { up: Some(key.text == "up"), cards: self.words(node) })
            .collect()
    }

    fn stack(&mut self, entries: Entries<'_>) -> Vec<(Word, Vec<Word>)> {
        let piles = self.section(entries, "stack");
        piles.iter().map(|(key, node)| (word_of(key), self.words(node))).collect()
    }

    // ---------------------------------------------------------------------------------------------
    // steps

    fn step(&mut self, node: &Node) -> Option<Step> {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong(node.span, "a step, such as `1: play 7S` or `expect: { … }`");
            return None;
        };
        let (key, value) = entries.first()?;
        let kind = match key.text.as_str() {
            "roll" => StepKind::Roll(self.number(value)?),
            "sees" => StepKind::Sees(self.lines(value)),
            "expect" => StepKind::Expect(self.expected(value)),
            "offered" => StepKind::Offered(self.seat_lines(value, &[])?),
            "not_offered" => StepKind::NotOffered(self.seat_lines(value, &[])?),
            "refused" => self.refused(value, entries)?,
            seat => match seat.parse() {
                Ok(seat) if seat > 0 => StepKind::Choose { seat, label: self.word(value)?.node },
                Ok(_) | Err(_) => {
                    self.unknown_step(key);
                    return None;
                }
            },
        };
        let is_refused = matches!(kind, StepKind::Refused(..));
        for (more, _) in &entries[1..] {
            if !(is_refused && more.text == WHY) {
                let problem = format!("`{}` does not belong to this step", more.text);
                let problem = Diagnostic::error("yaml-unknown-key", more.span, problem);
                self.problems.push(problem.help("a step has one key: begin the next with a `- `"));
            }
        }
        Some(Step { span: key.span.to(value.span), kind })
    }

    /// `refused: { 1: play 7S }`, with a `why` in it or beside it.
    fn refused(&mut self, value: &Node, entries: Entries<'_>) -> Option<StepKind> {
        let labels = self.seat_lines(value, &[WHY])?;
        let inside = match &value.kind {
            NodeKind::Map(inside) => entry(inside, WHY),
            NodeKind::Seq(_) | NodeKind::Scalar(_) | NodeKind::Null => None,
        };
        let why = inside.or_else(|| entry(entries, WHY));
        let why = why.and_then(|node| self.word(node)).map(|word| word.node);
        Some(StepKind::Refused(labels, why))
    }

    fn unknown_step(&mut self, key: &Key) {
        let problem = format!("`{}` is not a key of a step", key.text);
        let problem = Diagnostic::error("yaml-unknown-key", key.span, problem);
        self.problems.push(if key.text == WHY {
            problem.help("it stands behind `refused`, in the same step")
        } else if let Some(near) = nearest(&key.text, STEP_KEYS.iter().copied()) {
            problem.help(format!("did you mean `{near}`?"))
        } else {
            let known = STEP_KEYS.join(", ");
            problem.help(format!("its keys are the number of a seat, as in `1: play 7S`, {known}"))
        });
    }

    fn expected(&mut self, node: &Node) -> Vec<(Word, Vec<String>)> {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong(node.span, "a map of what there is to be, such as `{ score.1: 3 }`");
            return Vec::new();
        };
        let value = |reader: &mut Self, node: &Node| {
            reader.words(node).into_iter().map(|word| word.node).collect()
        };
        entries.iter().map(|(key, node)| (word_of(key), value(self, node))).collect()
    }

    /// `{ 1: [pass, done], 2: [] }`, and `more` keys that others read.
    fn seat_lines(&mut self, node: &Node, more: &[&str]) -> Option<Vec<SeatLabels>> {
        let entries = match &node.kind {
            NodeKind::Map(entries) => entries.as_slice(),
            NodeKind::Seq(_) | NodeKind::Scalar(_) | NodeKind::Null => &[],
        };
        let seats = entries.iter().filter(|(key, _)| !more.contains(&key.text.as_str()));
        let number = |key: &Key| key.text.parse().ok().filter(|&seat: &u8| seat > 0);
        let seats: Option<Vec<(u8, &Node)>> =
            seats.map(|(key, value)| Some((number(key)?, value))).collect();
        let Some(seats) = seats.filter(|seats| !seats.is_empty()) else {
            self.wrong(node.span, "seats and their options, such as `{ 1: [pass] }`");
            return None;
        };
        Some(seats.into_iter().map(|(seat, value)| (seat, self.lines(value))).collect())
    }

    // -----------------------------------------------------------------------------------------
    // small verbs

    fn map<'n>(&mut self, node: &'n Node, what: &str, known: &[&str]) -> Option<Entries<'n>> {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong(node.span, &format!("a map with the keys of {what}"));
            return None;
        };
        for (key, _) in entries.iter().filter(|(key, _)| !known.contains(&key.text.as_str())) {
            self.unknown_key(key, what, known);
        }
        Some(entries)
    }

    fn unknown_key(&mut self, key: &Key, what: &str, known: &[&str]) {
        let problem = Diagnostic::error(
            "yaml-unknown-key",
            key.span,
            format!("`{}` is not a key of {what}", key.text),
        );
        self.problems.push(match nearest(&key.text, known.iter().copied()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("its keys are {}", known.join(", "))),
        });
    }

    fn section<'n>(&mut self, entries: Entries<'n>, key: &str) -> Entries<'n> {
        match entry(entries, key).map(|node| (&node.kind, node.span)) {
            Some((NodeKind::Map(entries), _)) => entries,
            None | Some((NodeKind::Null, _)) => &[],
            Some((NodeKind::Seq(_) | NodeKind::Scalar(_), span)) => {
                self.wrong(span, &format!("a map of names for `{key}`"));
                &[]
            }
        }
    }

    fn pairs(&mut self, entries: Entries<'_>, key: &str) -> Vec<(Word, Word)> {
        let section = self.section(entries, key);
        section.iter().filter_map(|(key, node)| Some((word_of(key), self.word(node)?))).collect()
    }

    fn items<'n>(&mut self, entries: Entries<'n>, key: &str) -> &'n [Node] {
        match entry(entries, key).map(|node| (&node.kind, node.span)) {
            Some((NodeKind::Seq(items), _)) => items,
            None => &[],
            Some((NodeKind::Map(_) | NodeKind::Scalar(_) | NodeKind::Null, span)) => {
                self.wrong(span, &format!("a list for `{key}`, each entry behind a `- `"));
                &[]
            }
        }
    }

    fn number<T: std::str::FromStr>(&mut self, node: &Node) -> Option<T> {
        let number = self.word(node)?.node.parse().ok();
        if number.is_none() {
            self.wrong(node.span, "a whole number");
        }
        number
    }

    fn word(&mut self, node: &Node) -> Option<Word> {
        match &node.kind {
            NodeKind::Scalar(scalar) => {
                Some(Spanned::new(scalar.text.trim().to_owned(), node.span))
            }
            NodeKind::Map(_) | NodeKind::Seq(_) | NodeKind::Null => {
                self.wrong(node.span, "a text");
                None
            }
        }
    }

    /// One text, or a list of them.
    fn lines(&mut self, node: &Node) -> Vec<Word> {
        match &node.kind {
            NodeKind::Seq(items) => items.iter().filter_map(|item| self.word(item)).collect(),
            NodeKind::Null => Vec::new(),
            NodeKind::Map(_) | NodeKind::Scalar(_) => self.word(node).into_iter().collect(),
        }
    }

    /// The words of a text, or of a list of texts.
    fn words(&mut self, node: &Node) -> Vec<Word> {
        let split = |line: Word| {
            line.node.split_whitespace().map(|w| (w.to_owned(), line.span)).collect::<Vec<_>>()
        };
        let words = self.lines(node).into_iter().flat_map(split);
        words.map(|(word, span)| Spanned::new(word, span)).collect()
    }
}

fn word_of(key: &Key) -> Word {
    Spanned::new(key.text.clone(), key.span)
}
