//! From the tree to the model: one function for each section of a layout, decks in `decks`. Whether
//! names exist is `check`'s business; here a value is only what its key asks for.

use super::complete::{Missing, missing};
use super::expect::{Decoder, Fields, FileSort, is_identifier};
use super::model::*;
use super::tree::{Key, Node, NodeKind, Scalar, Style};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::ast::Expr;
use crate::tabletop::{Display, MarkDisplay, Per, Shape, Stacking, Viewers, ZoneDisplay};
use crate::value::Narrow;
use std::collections::BTreeMap;

const LAYOUT: &[&str] = &[
    "extends",
    "title",
    "notes",
    "how_to_play",
    "rules",
    "scripts",
    "seats",
    "teams",
    "cooperative",
    "lists",
    "options",
    "forbid",
    "variants",
    "decks",
    "zones",
    "pawns",
    "marks",
    "variables",
    "when",
    "texts",
];
const LIST: &[&str] = &["of", "also"];
const OPTION: &[&str] = &["type", "default", "min", "max", "void_if", "text"];
const FORBID: &[&str] = &["if", "why"];
const ZONE: &[&str] = &["per", "holds", "shape", "capacity", "seen_by", "sort", "drawn", "beside"];
const SEEN_BY: &[&str] = &["up", "down"];
const PAWN: &[&str] = &["per", "zone"];
const MARK: &[&str] = &["of", "type", "also", "default", "seen_by", "on_split", "on_join", "drawn"];
const VARIABLE: &[&str] =
    &["per", "type", "also", "default", "fixed", "resets", "seen_by", "text", "drawn"];
const WHEN: &[&str] = &["if", "zones", "pawns", "marks", "variables", "decks"];

const PER: &[(&str, Per)] = &[("table", Per::Table), ("team", Per::Team), ("player", Per::Player)];
const SHAPES: &[(&str, Shape)] =
    &[("set", Shape::Set), ("pile", Shape::Pile), ("one", Shape::One), ("row", Shape::Row)];
const VIEWERS: &[(&str, Viewers)] = &[
    ("all", Viewers::All),
    ("owner", Viewers::Owner),
    ("captain", Viewers::Captain),
    ("others", Viewers::Others),
    ("nobody", Viewers::Nobody),
    ("top", Viewers::Top),
    ("placer", Viewers::Placer),
];
const DISPLAY: &[(&str, Display)] = &[
    ("always", Display::Always),
    ("shown", Display::Shown),
    ("told", Display::Told),
    ("never", Display::Never),
];
/// A word that says how a zone is drawn.
#[derive(Clone, Copy)]
enum ZoneWord {
    Display(Display),
    Across,
    Stacking(Stacking),
}

const ZONE_DISPLAY: &[(&str, ZoneWord)] = &[
    ("always", ZoneWord::Display(Display::Always)),
    ("shown", ZoneWord::Display(Display::Shown)),
    ("told", ZoneWord::Display(Display::Told)),
    ("never", ZoneWord::Display(Display::Never)),
    ("across", ZoneWord::Across),
    ("spread", ZoneWord::Stacking(Stacking::Spread)),
    ("fanned", ZoneWord::Stacking(Stacking::Fanned)),
    ("counted", ZoneWord::Stacking(Stacking::Counted)),
];
const MARK_DISPLAY: &[(&str, MarkDisplay)] = &[
    ("always", MarkDisplay::Plain(Display::Always)),
    ("shown", MarkDisplay::Plain(Display::Shown)),
    ("told", MarkDisplay::Plain(Display::Told)),
    ("never", MarkDisplay::Plain(Display::Never)),
    ("crossed", MarkDisplay::Crossed),
];
/// The lists that every game has, beside its own.
const LISTS: &[&str] = &["suits", "ranks"];

/// Seats that a game may have.
pub(crate) const MOST_SEATS: u8 = 31;
const MOST_SLOTS: i32 = 1000;

/// The problem that a game cannot have `found` players.
pub(crate) fn wrong_seats(found: i32, span: Span) -> Diagnostic {
    let message = format!("expected 1 to {MOST_SEATS} players, found {found}");
    Diagnostic::error("wrong-seats", span, message)
}

/// The layout that the tree of a whole file says, as far as it can be read.
pub(crate) fn decode(decoder: &mut Decoder, root: &Node) -> Option<Layout> {
    let start = Span::new(decoder.source, 0, 0);
    decoder.expect_map(root, "a layout")?;
    let fields = decoder.fields(start, root, "a layout", LAYOUT);
    let layout = decoder.layout(start, &fields);
    if fields.get("extends").is_none() {
        decoder.note_missing(missing(&layout));
    }
    Some(layout)
}

/// How other words for places of many slots begin.
const SLOTS: &[&str] = &["grid", "board", "column", "slot", "cell", "matrix"];

impl Decoder<'_> {
    fn note_missing(&mut self, missing: Vec<Missing>) {
        for m in missing {
            if !self.written.contains(&(m.entry, m.key.to_owned())) {
                self.note(m.into_diagnostic());
            }
        }
    }

    fn layout(&mut self, start: Span, f: &Fields) -> Layout {
        let lists = known_lists(f);
        let zone =
            |d: &mut Self, name: &Name, node: &Node| Some(d.zone(name, node, lists.as_deref()));
        let variable =
            |d: &mut Self, name: &Name, node: &Node| Some(d.variable(name, node, lists.as_deref()));
        Layout {
            start,
            extends: self.maybe(f, "extends", |d, n| d.file(n, FileSort::Layout)),
            title: self.maybe(f, "title", Self::people_text),
            notes: self.maybe(f, "notes", Self::people_text),
            how_to_play: self.maybe(f, "how_to_play", Self::how_to_play),
            rules: self.maybe(f, "rules", |d, n| d.rules(n).or(Some(RulesSource::Unread))),
            scripts: self.maybe(f, "scripts", |d, n| d.file(n, FileSort::Scripts)),
            seats: self.maybe(f, "seats", Self::seats),
            teams: self.maybe(f, "teams", Self::teams),
            cooperative: self.maybe(f, "cooperative", Self::flag),
            lists: self.section(f, "lists", Self::list),
            options: self.section(f, "options", |d, name, node| Some(d.option(name, node))),
            forbid: self.each(f, "forbid", Self::forbid),
            variants: self.section(f, "variants", Self::variant),
            decks: self.section(f, "decks", |d, name, node| Some(d.deck(name, node))),
            zones: self.section(f, "zones", zone),
            pawns: self.section(f, "pawns", |d, name, node| Some(d.pawn(name, node))),
            marks: self.section(f, "marks", |d, name, node| Some(d.mark(name, node))),
            variables: self.section(f, "variables", variable),
            when: self.each(f, "when", |d, node| d.when(node, lists.as_deref())),
            texts: self.section(f, "texts", |d, _, node| d.wording(node)),
        }
    }

    /// A section that is a list of entries without names.
    fn each<T>(
        &mut self,
        f: &Fields,
        key: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = f.get(key).filter(|n| n.kind != NodeKind::Null) else { return Vec::new() };
        let wanted = format!("a list of entries for `{key}`, each as in `- {{ if: … }}`");
        let NodeKind::Seq(items) = &node.kind else {
            self.wrong_type(node, &wanted);
            return Vec::new();
        };
        items.iter().filter_map(|item| read(self, item)).collect()
    }

    // ---------------------------------------------------------------------------------------- the
    // game itself

    fn rules(&mut self, node: &Node) -> Option<RulesSource> {
        let scalar = self.expect_scalar(node, "a rules file, or the rules themselves after `|`")?;
        if scalar.style == Style::Literal {
            let text = self.raw(scalar.content).to_owned();
            return Some(RulesSource::Inline(Spanned::new(text, scalar.content)));
        }
        if scalar.style == Style::Folded || scalar.text.contains('\n') {
            let help = "write `rules: |` and the rules below it, indented";
            self.wrong_type_help(node, "a rules file, or the rules themselves after `|`", help);
            return None;
        }
        self.file(node, FileSort::Rules).map(RulesSource::File)
    }

    /// One text or file for all languages, or one for each.
    fn how_to_play(&mut self, node: &Node) -> Option<HowToPlay> {
        let NodeKind::Map(_) = node.kind else {
            return Some(HowToPlay { any: Some(self.guide(node)?), languages: Vec::new() });
        };
        let wanted = "a text or a file for each language, as in `{ en: duel.en.md }`";
        let languages = self.named(node, wanted, |d, name, n| {
            d.check_language(name)?;
            d.guide(n)
        });
        Some(HowToPlay { any: None, languages })
    }

    /// The name of a file, or the text itself.
    fn guide(&mut self, node: &Node) -> Option<GuideSource> {
        let scalar = self.expect_scalar(node, "a Markdown file, or the text itself after `|`")?;
        let is_word = !scalar.text.trim().contains(char::is_whitespace);
        let is_file = match FileSort::of_ending(&scalar.text) {
            Some(FileSort::Guide) => !scalar.text.contains('\n'),
            Some(_) => is_word,
            None => false,
        };
        if is_file {
            return self.file(node, FileSort::Guide).map(GuideSource::File);
        }
        Some(GuideSource::Inline(Spanned::new(scalar.text.clone(), node.span)))
    }

    /// How many play. What is only too many is left to whoever looks at the rest of the game.
    fn players(&mut self, node: &Node) -> Option<Spanned<u8>> {
        let number = self.number(node)?;
        let players = u8::try_from(number.node).ok().filter(|&players| players > 0);
        if players.is_none() {
            self.note(wrong_seats(number.node, number.span));
        }
        players.map(|players| Spanned::new(players, number.span))
    }

    /// `2-4`, `2..4` and `2 to 4`, as a list.
    fn range_of_seats(&mut self, node: &Node) -> bool {
        let NodeKind::Scalar(scalar) = &node.kind else { return false };
        let text = scalar.text.as_str();
        let bounds = ["..", "-", " to ", "–"].iter().find_map(|sign| text.split_once(sign));
        let number = |text: &str| text.trim().parse::<i32>().ok();
        let Some((Some(from), Some(to))) = bounds.map(|(a, b)| (number(a), number(b))) else {
            return false;
        };
        if from < 1 || from > to || to > MOST_SEATS.into() {
            return false;
        }
        let all: Vec<String> = (from..=to).map(|number| number.to_string()).collect();
        let help = format!("write `[{}]`", all.join(", "));
        self.wrong_type_help(node, "a number of seats, or a list of such numbers", &help);
        true
    }

    fn seats(&mut self, node: &Node) -> Option<Spanned<Vec<u8>>> {
        let items = match &node.kind {
            NodeKind::Seq(items) => items.as_slice(),
            NodeKind::Map(_) | NodeKind::Scalar(_) | NodeKind::Null => std::slice::from_ref(node),
        };
        if self.range_of_seats(node) {
            return None;
        }
        if items.is_empty() {
            self.wrong_type(node, "a number of seats, or a list of such numbers");
        }
        let seats = self.every(items, Self::players).filter(|seats| !seats.is_empty())?;
        self.no_repetition(&seats);
        Some(Spanned::new(seats.iter().map(|players| players.node).collect(), node.span))
    }

    fn teams(&mut self, node: &Node) -> Option<Spanned<Teams>> {
        let items = match &node.kind {
            NodeKind::Scalar(_) => {
                return self.one_of(node, "a value of `teams`", &[("alternate", Teams::Alternate)]);
            }
            NodeKind::Map(_) | NodeKind::Seq(_) | NodeKind::Null => {
                self.expect_list(node, "`alternate`, or lists of seats such as `[[1, 3], [2, 4]]`")?
            }
        };
        let teams = self.every(items, Self::team)?;
        let mut seated: BTreeMap<u8, Span> = BTreeMap::new();
        for seat in teams.iter().flatten() {
            if let Some(first) = seated.insert(seat.node, seat.span) {
                let message = format!("seat {} is in a team already", seat.node);
                let problem = Diagnostic::error("wrong-teams", seat.span, message);
                self.note(problem.also(first, "here"));
            }
        }
        if teams.len() < 2 {
            let problem = Diagnostic::error("wrong-teams", node.span, "expected two teams or more");
            self.note(problem.help("who all win and lose together are `cooperative: yes`"));
        }
        let numbers = |team: Vec<Spanned<u8>>| team.into_iter().map(|seat| seat.node).collect();
        let teams = teams.into_iter().map(numbers).collect();
        Some(Spanned::new(Teams::Lists(teams), node.span))
    }

    fn team(&mut self, node: &Node) -> Option<Vec<Spanned<u8>>> {
        let NodeKind::Seq(seats) = &node.kind else {
            self.wrong_type_help(
                node,
                "a list of seats",
                "the seats of each team stand in brackets: `[[1, 3], [2, 4]]`",
            );
            return None;
        };
        if seats.is_empty() {
            self.wrong_type(node, "the seats of a team");
        }
        self.every(seats, Self::seat_number)
    }

    fn seat_number(&mut self, node: &Node) -> Option<Spanned<u8>> {
        let number = self.number_in(node, "the number of a seat", 1..=MOST_SEATS.into())?;
        u8::try_from(number.node).ok().map(|seat| Spanned::new(seat, node.span))
    }

    fn list(&mut self, name: &Name, node: &Node) -> Option<ListDefinition> {
        self.check_name(name);
        if let NodeKind::Map(_) = node.kind {
            let f = self.fields(name.span, node, "a list made from another", LIST);
            let of = self.maybe(&f, "of", Self::word);
            if f.get("of").is_none() {
                self.note_absent(name.span, "of", "a list made from another");
            }
            let also = self.maybe(&f, "also", |d, n| d.words(n, "a list of further words"));
            return Some(ListDefinition { of, words: also.unwrap_or_default() });
        }
        let words = self.words(node, "a list of words, or `{ of: LIST, also: [ … ] }`")?;
        Some(ListDefinition { of: None, words })
    }

    fn note_absent(&mut self, entry: Span, key: &str, what: &str) {
        if !self.written.contains(&(entry, key.to_owned())) {
            self.note(super::expect::missing_key(entry, key, what));
        }
    }

    // ---------------------------------------------------------------------------------------------
    // options

    fn option(&mut self, name: &Name, node: &Node) -> OptionDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "an option", OPTION);
        let kind = self.maybe(&f, "type", Self::option_kind);
        let default =
            self.maybe(&f, "default", |d, n| d.option_value(n, kind.as_ref().map(|k| &k.node)));
        OptionDefinition {
            kind,
            default,
            min: self.maybe(&f, "min", Self::number),
            max: self.maybe(&f, "max", Self::number),
            void_if: self.maybe(&f, "void_if", Self::condition),
            text: self.maybe(&f, "text", Self::people_text),
        }
    }

    fn option_kind(&mut self, node: &Node) -> Option<Spanned<OptionKind>> {
        match &node.kind {
            NodeKind::Seq(_) => {
                let words = self.words(node, "a list of words")?;
                Some(Spanned::new(OptionKind::Words(words), node.span))
            }
            NodeKind::Scalar(scalar) => {
                let table = [("flag", OptionKind::Flag), ("number", OptionKind::Number)];
                if let Some(AttributeType::Range(least, most)) = range(&scalar.text) {
                    let words = format!(
                        "expected `flag`, `number` or a list of words, found `{least}..{most}`"
                    );
                    let problem = Diagnostic::error("unknown-value", node.span, words);
                    self.note(
                        problem.help(format!("write `type: number, min: {least}, max: {most}`")),
                    );
                    return None;
                }
                self.one_of(
                    node,
                    "a type of options (`flag`, `number`, or a list of words)",
                    &table,
                )
            }
            NodeKind::Map(_) | NodeKind::Null => {
                self.wrong_type(node, "`flag`, `number`, or a list of words");
                None
            }
        }
    }

    fn option_value(&mut self, node: &Node, kind: Option<&OptionKind>) -> Option<Spanned<Literal>> {
        match kind {
            Some(OptionKind::Flag) => {
                self.flag(node).map(|f| Spanned::new(Literal::Flag(f.node), f.span))
            }
            Some(OptionKind::Number) => {
                self.number(node).map(|n| Spanned::new(Literal::Number(n.node), n.span))
            }
            Some(OptionKind::Words(words)) => self.word_among(node, words),
            None => self.literal(node),
        }
    }

    fn word_among(&mut self, node: &Node, words: &[Name]) -> Option<Spanned<Literal>> {
        let word = self.expect_scalar(node, "one of the words of its `type`")?.text.clone();
        if !words.iter().any(|w| w.node == word) {
            self.unknown_value(
                &word,
                node.span,
                "one of its values",
                words.iter().map(|w| w.node.as_str()),
            );
            return None;
        }
        Some(Spanned::new(Literal::Word(word), node.span))
    }

    fn literal(&mut self, node: &Node) -> Option<Spanned<Literal>> {
        if node.kind == NodeKind::Null {
            self.wrong_type_help(node, "a value", "for no value write `none`");
            return None;
        }
        let scalar = self.expect_scalar(node, "a value")?;
        Some(Spanned::new(plain_literal(scalar), node.span))
    }

    fn forbid(&mut self, node: &Node) -> Option<Forbid> {
        let f = self.fields(node.span, node, "an entry of `forbid`", FORBID);
        let condition = self.required(&f, "if", "an entry of `forbid`", Self::condition);
        let why = self.required(&f, "why", "an entry of `forbid`", Self::people_text);
        Some(Forbid { condition: condition?, why: why?, span: node.span })
    }

    fn variant(&mut self, name: &Name, node: &Node) -> Option<Variant> {
        self.check_name(name);
        if let NodeKind::Scalar(_) = node.kind {
            return self.file(node, FileSort::Layout).map(Variant::Overlay);
        }
        let wanted = "values of options, as in `{ target: 1 }`, or an overlay file";
        Some(Variant::Values(self.named(node, wanted, |d, _, n| d.literal(n))))
    }

    // ------------------------------------------------------------------------------- zones, pawns
    // and marks

    /// `lists` are the lists that can be named; `None` when the file below may have more.
    fn zone(&mut self, name: &Name, node: &Node, lists: Option<&[String]>) -> ZoneDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "a zone", ZONE);
        let sort = self.maybe(&f, "sort", |d, n| d.words(n, "a list of attributes"));
        ZoneDefinition {
            per: self.maybe(&f, "per", |d, n| d.zone_per(n, lists)),
            holds: self.maybe(&f, "holds", Self::condition),
            shape: self.maybe(&f, "shape", |d, n| d.shape(n, lists)),
            capacity: self.maybe(&f, "capacity", |d, n| d.number_in(n, "a capacity", 1..=i32::MAX)),
            seen_by: self.maybe(&f, "seen_by", Self::seen_by),
            sort: sort.unwrap_or_default(),
            drawn: self.maybe(&f, "drawn", Self::zone_drawn),
            beside: self.maybe(&f, "beside", Self::word),
        }
    }

    /// One word, or a list of words that each say something else.
    fn zone_drawn(&mut self, node: &Node) -> Option<Spanned<ZoneDisplay>> {
        let items = match &node.kind {
            NodeKind::Seq(items) => items.as_slice(),
            NodeKind::Map(_) | NodeKind::Scalar(_) | NodeKind::Null => std::slice::from_ref(node),
        };
        let words = self.every(items, |d, item| {
            d.one_of(item, "a value of `drawn` for a zone", ZONE_DISPLAY)
        })?;
        let mut drawn = ZoneDisplay::default();
        let (mut display, mut across, mut stacking) = (None, None, None);
        for word in words {
            let before = match word.node {
                ZoneWord::Display(shown) => {
                    drawn.display = shown;
                    display.replace(word.span)
                }
                ZoneWord::Across => {
                    drawn.across = true;
                    across.replace(word.span)
                }
                ZoneWord::Stacking(stacks) => {
                    drawn.stacking = Some(stacks);
                    stacking.replace(word.span)
                }
            };
            if let Some(before) = before {
                let message = "expected words that say different things of a zone, found two that say the same thing";
                self.note(
                    Diagnostic::error("conflicting-keys", word.span, message)
                        .also(before, "the first one")
                        .help("remove one of the two"),
                );
            }
        }
        Some(Spanned::new(drawn, node.span))
    }

    fn per(&mut self, node: &Node) -> Option<Spanned<Per>> {
        self.one_of(node, "a value of `per`", PER)
    }

    /// What a zone is `per`. Where a list is named, what gives the zone a place for each word is
    /// told.
    fn zone_per(&mut self, node: &Node, lists: Option<&[String]>) -> Option<Spanned<Per>> {
        let scalar = self.expect_scalar(node, "a value of `per`")?;
        let mut lists = lists.unwrap_or_default().iter();
        let Some(list) = lists.find(|list| is_list(list, &scalar.text)) else {
            return self.per(node);
        };
        let problem = Diagnostic::error(
            "unknown-value",
            node.span,
            format!("expected `table`, `team` or `player`, found the list `{list}`"),
        );
        self.note(problem.help(format!(
            "`shape: {list}` gives a zone a slot for each of its words: `slot(…) of …`"
        )));
        None
    }

    fn variable_per(
        &mut self,
        node: &Node,
        lists: Option<&[String]>,
    ) -> Option<Spanned<VariablePer>> {
        let scalar = self.expect_scalar(node, "a value of `per`")?;
        let text = scalar.text.as_str();
        let owner = PER.iter().find(|(word, _)| *word == text);
        let per = match owner {
            Some((_, per)) => VariablePer::Owner(*per),
            None if lists.is_some_and(|known| !known.iter().any(|list| is_list(list, text))) => {
                let words = PER.iter().map(|(word, _)| *word);
                let lists = lists.unwrap_or_default().iter().map(String::as_str);
                self.unknown_value(text, node.span, "a value of `per`", words.chain(lists));
                return None;
            }
            None => VariablePer::List(text.to_owned()),
        };
        Some(Spanned::new(per, node.span))
    }

    fn shape(&mut self, node: &Node, lists: Option<&[String]>) -> Option<Spanned<Shape>> {
        let scalar = self.expect_scalar(node, "a shape")?;
        let text = scalar.text.as_str();
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.slots(text, node.span).map(|s| Spanned::new(s, node.span));
        }
        if let Some((_, shape)) = SHAPES.iter().find(|(word, _)| *word == text) {
            return Some(Spanned::new(shape.clone(), node.span));
        }
        if lists.is_some_and(|known| !known.iter().any(|l| l == text)) {
            let words = SHAPES.iter().map(|(word, _)| *word);
            let lists = lists.unwrap_or_default().iter().map(String::as_str);
            self.unknown_value(text, node.span, "a shape or a list", words.chain(lists));
            let is_of_slots = SLOTS.iter().any(|word| text.starts_with(word));
            if let Some(problem) = self.problems.last_mut().filter(|_| is_of_slots) {
                problem.help =
                    Some("three rows of four slots are `3x4`, seven slots are `7`".to_owned());
            }
            return None;
        }
        Some(Spanned::new(Shape::List(text.to_owned()), node.span))
    }

    /// `6` or `4x7`.
    fn slots(&mut self, text: &str, span: Span) -> Option<Shape> {
        let side = |s: &str| {
            s.trim()
                .parse::<i32>()
                .ok()
                .filter(|n| (1..=MOST_SLOTS).contains(n))
                .map(|n| n.to_u16())
        };
        let shape = match text.split_once(['x', 'X', '×', '*']) {
            Some((rows, columns)) => side(rows).zip(side(columns)).map(|(r, c)| Shape::Grid(r, c)),
            None => side(text).map(Shape::Slots),
        };
        if shape.is_none() {
            let help = format!(
                "a number of slots, as in `6`, or rows and columns, as in `4x7`; each from 1 to {MOST_SLOTS}"
            );
            self.note(
                Diagnostic::error("unknown-value", span, format!("`{text}` is not a shape"))
                    .help(help),
            );
        }
        shape
    }

    fn seen_by(&mut self, node: &Node) -> Option<Spanned<SeenBy>> {
        if let NodeKind::Map(_) = node.kind {
            let what = "`seen_by` by sides";
            let f = self.fields(node.span, node, what, SEEN_BY);
            let up = self.required(&f, "up", what, Self::viewers);
            let down = self.required(&f, "down", what, Self::viewers);
            return Some(Spanned::new(SeenBy { up: up?, down: down? }, node.span));
        }
        let both = |v: Viewers| SeenBy { up: v, down: v };
        let mut table: Vec<(&str, SeenBy)> =
            VIEWERS.iter().map(|(word, v)| (*word, both(*v))).collect();
        table.push(("face", SeenBy { up: Viewers::All, down: Viewers::Owner }));
        self.one_of(node, "a value of `seen_by`", &table)
    }

    fn viewers(&mut self, node: &Node) -> Option<Viewers> {
        self.one_of(node, "a value of `up` or `down`", VIEWERS).map(|v| v.node)
    }

    fn pawn(&mut self, name: &Name, node: &Node) -> PawnDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "a pawn", PAWN);
        PawnDefinition {
            per: self.maybe(&f, "per", Self::per),
            zone: self.maybe(&f, "zone", Self::word),
        }
    }

    fn mark(&mut self, name: &Name, node: &Node) -> MarkDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "a mark", MARK);
        let kind = self.value_type(&f);
        let default = self.maybe(&f, "default", |d, n| d.value(n, kind.as_ref().map(|k| &k.node)));
        MarkDefinition {
            of: self.maybe(&f, "of", |d, n| {
                d.one_of(n, "a value of `of`", &[("card", MarkOf::Card), ("slot", MarkOf::Slot)])
            }),
            kind,
            default,
            secret: self.maybe(&f, "seen_by", |d, n| {
                d.one_of(n, "a value of `seen_by` for a mark", &[("all", false), ("face", true)])
            }),
            copy_on_split: self.maybe(&f, "on_split", |d, n| {
                d.one_of(n, "a value of `on_split`", &[("copy", true), ("drop", false)])
            }),
            any_on_join: self.maybe(&f, "on_join", |d, n| {
                d.one_of(n, "a value of `on_join`", &[("any", true), ("drop", false)])
            }),
            drawn: self.maybe(&f, "drawn", Self::mark_drawn),
        }
    }

    // ---------------------------------------------------------------------------------------------
    // variables

    fn variable(
        &mut self,
        name: &Name,
        node: &Node,
        lists: Option<&[String]>,
    ) -> VariableDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "a variable", VARIABLE);
        let kind = self.value_type(&f);
        let of_type = kind.as_ref().map(|k| k.node.clone());
        if let Some(node) = f.get("seen_by") {
            self.public(node);
        }
        VariableDefinition {
            per: self.maybe(&f, "per", |d, n| d.variable_per(n, lists)),
            kind,
            default: self.maybe(&f, "default", |d, n| d.value(n, of_type.as_ref())),
            fixed: self.maybe(&f, "fixed", |d, n| d.fixed(n, of_type.as_ref())),
            resets: self.maybe(&f, "resets", Self::word),
            text: self.maybe(&f, "text", Self::people_text),
            drawn: self.maybe(&f, "drawn", Self::drawn),
        }
    }

    fn drawn(&mut self, node: &Node) -> Option<Spanned<Display>> {
        self.one_of(node, "a value of `drawn`", DISPLAY)
    }

    fn mark_drawn(&mut self, node: &Node) -> Option<Spanned<MarkDisplay>> {
        self.one_of(node, "a value of `drawn` for a mark", MARK_DISPLAY)
    }

    fn public(&mut self, node: &Node) {
        let Some(scalar) = self.expect_scalar(node, "`all`") else { return };
        if scalar.text == "all" {
            return;
        }
        let problem = Diagnostic::error("secret-variable", node.span, "a variable is seen by all");
        self.note(
            problem.help("hidden things are cards in zones: keep it as a card, or use `together`"),
        );
    }

    fn fixed(
        &mut self,
        node: &Node,
        kind: Option<&ValueType>,
    ) -> Option<Spanned<Vec<Spanned<Literal>>>> {
        let items = self.expect_list(node, "a list with one value for each seat (or team)")?;
        let values = self.every(items, |d, item| d.value(item, kind));
        values.map(|v| Spanned::new(v, node.span))
    }

    /// `type: suit`, or `type: suit, also: [NT]`.
    fn value_type(&mut self, f: &Fields) -> Option<Spanned<ValueType>> {
        let kind = self.maybe(f, "type", Self::plain_type);
        let also = self.maybe(f, "also", |d, n| d.words(n, "a list of further words"));
        match (kind, also) {
            (Some(Spanned { node: ValueType::Word(word), span }), Some(also)) => {
                Some(Spanned::new(ValueType::WordAlso(word, also), span))
            }
            (Some(kind), Some(_)) => {
                let span = f.key_span("also").unwrap_or(kind.span);
                let problem = Diagnostic::error(
                    "conflicting-keys",
                    span,
                    "`also` adds words to a list, and this type is none",
                );
                self.note(problem.help("for example `type: suit, also: [NT]`"));
                Some(kind)
            }
            (kind, _) => kind,
        }
    }

    fn plain_type(&mut self, node: &Node) -> Option<Spanned<ValueType>> {
        let wanted = "`flag`, `number`, `player`, `team`, `card`, a list's name, or `bag of` and a list's name";
        let scalar = self.expect_scalar(node, wanted)?;
        let kind = value_type(&scalar.text);
        if kind.is_none() {
            let message = format!("`{}` is not a type", scalar.text);
            self.note(
                Diagnostic::error("unknown-value", node.span, message)
                    .help(format!("it is one of {wanted}")),
            );
        }
        kind.map(|k| Spanned::new(k, node.span))
    }

    fn value(&mut self, node: &Node, kind: Option<&ValueType>) -> Option<Spanned<Literal>> {
        match kind {
            Some(ValueType::Flag) => self.option_value(node, Some(&OptionKind::Flag)),
            Some(ValueType::Number) => self.option_value(node, Some(&OptionKind::Number)),
            Some(
                ValueType::Player
                | ValueType::Team
                | ValueType::Card
                | ValueType::Word(_)
                | ValueType::WordAlso(..)
                | ValueType::Bag(_),
            )
            | None => self.literal(node),
        }
    }

    // ---------------------------------------------------------------------------------------------
    // pages

    fn when(&mut self, node: &Node, lists: Option<&[String]>) -> Option<When> {
        let f = self.fields(node.span, node, "an entry of `when`", WHEN);
        let condition: Option<Expr> =
            self.required(&f, "if", "an entry of `when`", Self::condition);
        let zone = |d: &mut Self, name: &Name, n: &Node| Some(d.zone(name, n, lists));
        let zones = self.section(&f, "zones", zone);
        let pawns = self.section(&f, "pawns", |d, name, n| Some(d.pawn(name, n)));
        let marks = self.section(&f, "marks", |d, name, n| Some(d.mark(name, n)));
        let variable = |d: &mut Self, name: &Name, n: &Node| Some(d.variable(name, n, lists));
        let variables = self.section(&f, "variables", variable);
        let decks = self.section(&f, "decks", |d, name, n| Some(d.deck(name, n)));
        Some(When { condition: condition?, zones, pawns, marks, variables, decks, span: node.span })
    }
}

/// The lists that this file can name, unless it extends another, which may have more.
fn known_lists(f: &Fields) -> Option<Vec<String>> {
    if f.get("extends").is_some() {
        return None;
    }
    let mut known: Vec<String> = LISTS.iter().map(|l| (*l).to_owned()).collect();
    if let Some(Node { kind: NodeKind::Map(entries), .. }) = f.get("lists") {
        known.extend(entries.iter().map(|(key, _): &(Key, Node)| key.text.clone()));
    }
    Some(known)
}

/// Whether a word names a list: `suits` is also named as `suit`.
pub(crate) fn is_list(list: &str, word: &str) -> bool {
    list == word || list.strip_suffix('s') == Some(word)
}

fn plain_literal(scalar: &Scalar) -> Literal {
    let flag = scalar.flag().map(Literal::Flag);
    flag.or(scalar.number().map(Literal::Number))
        .unwrap_or_else(|| Literal::Word(scalar.text.clone()))
}

fn value_type(text: &str) -> Option<ValueType> {
    if let Some(list) = text.strip_prefix("bag of ") {
        return is_identifier(list.trim()).then(|| ValueType::Bag(list.trim().to_owned()));
    }
    match text {
        "flag" => Some(ValueType::Flag),
        "number" => Some(ValueType::Number),
        "player" => Some(ValueType::Player),
        "team" => Some(ValueType::Team),
        "card" => Some(ValueType::Card),
        word => is_identifier(word).then(|| ValueType::Word(word.to_owned())),
    }
}

pub(super) fn range(text: &str) -> Option<AttributeType> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from <= to).then_some(AttributeType::Range(from, to))
}
