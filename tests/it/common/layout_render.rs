//! Plain text of what was read, for snapshots: problems under the line they are about, layouts one
//! entry a line.

use cardrun::diagnostic::Diagnostic;
use cardrun::layout::model::*;
use cardrun::source::{Sources, Span, Spanned};
use cardrun::syntax::ast::Expr;
use cardrun::tabletop::*;
use cardrun::text::Text;
use std::fmt::Write;

pub fn problems(sources: &Sources, list: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in list {
        let _ = writeln!(out, "{}[{}]: {}", d.level.word(), d.code, d.message);
        out += &underlined(sources, d.span);
        for (span, words) in &d.also {
            let _ = writeln!(out, "  also: {words}");
            out += &underlined(sources, *span);
        }
        if let Some(help) = &d.help {
            let _ = writeln!(out, "  help: {help}");
        }
        out.push('\n');
    }
    out
}

fn underlined(sources: &Sources, span: Span) -> String {
    let (line, column) = sources.line_column(span);
    let text = sources.get(span.source).text.lines().nth(line - 1).unwrap_or("");
    let shown: String = text.chars().take(120).collect();
    let words = sources.text(span).lines().next().unwrap_or("");
    let marks = "^".repeat(words.trim_end().chars().count().clamp(1, 120));
    format!("{line:>4} | {shown}\n     | {}{marks}\n", " ".repeat((column - 1).min(120)))
}

/// Everything that a layout says, and nothing of how it is stored.
pub fn layout(sources: &Sources, l: &Layout) -> String {
    let mut p = Printer { sources, out: String::new() };
    p.head(l);
    for (name, list) in &l.lists {
        p.line(&format!(
            "list {}: of {:?} words {:?}",
            name.node,
            list.of.as_ref().map(|n| &n.node),
            names(&list.words)
        ));
    }
    p.options(l);
    for (name, deck) in &l.decks {
        p.deck(name, deck);
    }
    p.zones("zone", &l.zones);
    p.pawns("pawn", &l.pawns);
    p.marks("mark", &l.marks);
    p.variables("variable", &l.variables);
    for when in &l.when {
        p.when(when);
    }
    for (name, text) in &l.texts {
        let told = if text.told.is_empty() {
            String::new()
        } else {
            format!(", told {}", people(&text.told))
        };
        p.line(&format!("text {:?}: {}{told}", name.node, people(&text.text)));
    }
    p.out
}

pub fn rows(rows: &[CardRow]) -> String {
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.cells.iter().map(|(n, c)| format!("{}={:?}", n.node, c.node)).collect();
        let _ = writeln!(out, "{}", cells.join(" "));
    }
    out
}

struct Printer<'s> {
    sources: &'s Sources,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn head(&mut self, l: &Layout) {
        let title = l.title.as_ref().map(people);
        let notes = l.notes.as_ref().map(people);
        self.line(&format!(
            "extends {:?} title {title:?} notes {notes:?}",
            l.extends.as_ref().map(|n| &n.node)
        ));
        let rules = l.rules.as_ref().map(|r| match r {
            RulesSource::File(name) => format!("file {}", name.node),
            // The place must fit the text, byte by byte: print what stands there.
            RulesSource::Inline(text) => format!("inline {:?}", self.sources.text(text.span)),
            RulesSource::Unread => "unread".to_owned(),
        });
        if let Some(guides) = &l.how_to_play {
            let languages = guides.languages.iter().map(|(l, source)| (l.node.as_str(), source));
            for (language, source) in guides.any.iter().map(|any| ("any", any)).chain(languages) {
                self.line(&format!("how to play, {language}: {}", guide(source)));
            }
        }
        self.line(&format!("rules {rules:?} scripts {:?}", l.scripts.as_ref().map(|n| &n.node)));
        self.line(&format!("seats {:?} teams {:?}", node(&l.seats), node(&l.teams)));
        self.line(&format!("cooperative {:?}", node(&l.cooperative)));
    }

    fn options(&mut self, l: &Layout) {
        for (name, o) in &l.options {
            let kind = o.kind.as_ref().map(|k| match &k.node {
                OptionKind::Flag => "flag".to_owned(),
                OptionKind::Number => "number".to_owned(),
                OptionKind::Words(words) => format!("{:?}", names(words)),
            });
            let void = self.expr(&o.void_if);
            let text = o.text.as_ref().map(people);
            let bounds = format!("{:?}..{:?}", node(&o.min), node(&o.max));
            self.line(&format!(
                "option {}: {kind:?} default {:?} {bounds} void_if {void} text {text:?}",
                name.node,
                node(&o.default)
            ));
        }
        for f in &l.forbid {
            let condition = self.sources.text(f.condition.span).to_owned();
            self.line(&format!("forbid ⟨{condition}⟩ why {}", people(&f.why)));
        }
        for (name, v) in &l.variants {
            let says = match v {
                Variant::Overlay(file) => format!("file {}", file.node),
                Variant::Values(values) => format!("{:?}", pairs(values)),
            };
            self.line(&format!("variant {}: {says}", name.node));
        }
    }

    fn deck(&mut self, name: &Name, d: &DeckDefinition) {
        let cards = d.cards.as_ref().map(|c| match &c.node {
            DeckCards::Standard(n) => format!("standard {n}"),
            DeckCards::File(file) => format!("file {}", file.node),
            DeckCards::Rows(list) => format!("rows\n{}", rows(list).trim_end()),
        });
        let facing: Vec<_> =
            d.facing.iter().map(|(n, sides)| (n.node.as_str(), names(sides))).collect();
        let only = self.expr(&d.only);
        let face = d.face.as_ref().map(face).unwrap_or_default();
        self.line(&format!(
            "deck {}: {} copies {:?} only {only} rank {:?} attributes {:?} facing {facing:?}{face}",
            name.node,
            cards.unwrap_or_default(),
            node(&d.copies),
            pairs(&d.rank),
            pairs(&d.attributes)
        ));
    }

    fn zones(&mut self, what: &str, zones: &[(Name, ZoneDefinition)]) {
        for (name, z) in zones {
            let holds = self.expr(&z.holds);
            let beside = z
                .beside
                .as_ref()
                .map(|other| format!(" beside {}", other.node))
                .unwrap_or_default();
            let drawn = drawn(&z.drawn, zone_display);
            self.line(&format!(
                "{what} {}: per {:?} holds {holds} shape {:?} capacity {:?} seen_by {:?} sort {:?}{drawn}{beside}",
                name.node,
                node(&z.per),
                node(&z.shape),
                node(&z.capacity),
                node(&z.seen_by),
                names(&z.sort)
            ));
        }
    }

    fn pawns(&mut self, what: &str, pawns: &[(Name, PawnDefinition)]) {
        for (name, p) in pawns {
            self.line(&format!(
                "{what} {}: per {:?} zone {:?}",
                name.node,
                node(&p.per),
                p.zone.as_ref().map(|z| &z.node)
            ));
        }
    }

    fn marks(&mut self, what: &str, marks: &[(Name, MarkDefinition)]) {
        for (name, m) in marks {
            let moves = format!(
                "copy_on_split {:?} any_on_join {:?}",
                node(&m.copy_on_split),
                node(&m.any_on_join)
            );
            let drawn = drawn(&m.drawn, mark_display);
            self.line(&format!(
                "{what} {}: of {:?} type {} default {:?} secret {:?} {moves}{drawn}",
                name.node,
                node(&m.of),
                value_type(&m.kind),
                node(&m.default),
                node(&m.secret)
            ));
        }
    }

    fn variables(&mut self, what: &str, variables: &[(Name, VariableDefinition)]) {
        for (name, v) in variables {
            let fixed: Option<Vec<&Literal>> =
                v.fixed.as_ref().map(|f| f.node.iter().map(|x| &x.node).collect());
            let drawn = drawn(&v.drawn, |display| format!("{display:?}"));
            self.line(&format!(
                "{what} {}: per {:?} type {} default {:?} fixed {fixed:?} resets {:?} text {:?}{drawn}",
                name.node,
                node(&v.per),
                value_type(&v.kind),
                node(&v.default),
                v.resets.as_ref().map(|r| &r.node),
                v.text.as_ref().map(people)
            ));
        }
    }

    fn when(&mut self, w: &When) {
        let condition = self.sources.text(w.condition.span).to_owned();
        self.line(&format!("when ⟨{condition}⟩"));
        self.zones("  zone", &w.zones);
        self.pawns("  pawn", &w.pawns);
        self.marks("  mark", &w.marks);
        self.variables("  variable", &w.variables);
        for (name, deck) in &w.decks {
            self.out += "  ";
            self.deck(name, deck);
        }
    }

    fn expr(&self, e: &Option<Expr>) -> String {
        e.as_ref().map_or("-".to_owned(), |e| format!("⟨{}⟩", self.sources.text(e.span)))
    }
}

fn node<T>(value: &Option<Spanned<T>>) -> Option<&T> {
    value.as_ref().map(|v| &v.node)
}

fn names(list: &[Name]) -> Vec<&str> {
    list.iter().map(|n| n.node.as_str()).collect()
}

fn pairs<T>(list: &[(Name, Spanned<T>)]) -> Vec<(&str, &T)> {
    list.iter().map(|(n, v)| (n.node.as_str(), &v.node)).collect()
}

fn people(text: &Text) -> String {
    let mut parts: Vec<String> = text.any.iter().map(|t| format!("{t:?}")).collect();
    parts.extend(text.languages.iter().map(|(l, t)| format!("{l}={t:?}")));
    parts.join(" ")
}

fn value_type(kind: &Option<Spanned<ValueType>>) -> String {
    match kind.as_ref().map(|k| &k.node) {
        Some(ValueType::WordAlso(word, also)) => format!("{word} also {:?}", names(also)),
        Some(
            other @ (ValueType::Flag
            | ValueType::Number
            | ValueType::Player
            | ValueType::Team
            | ValueType::Card
            | ValueType::Word(_)
            | ValueType::Bag(_)),
        ) => format!("{other:?}"),
        None => "-".to_owned(),
    }
}

/// What a layout says of the face of cards.
fn face(face: &FaceDefinition) -> String {
    let corners = (!face.corners.is_empty()).then(|| format!("corners {:?}", names(&face.corners)));
    let owner = face.owner.as_ref().map(|owner| format!("owner {:?}", owner.node));
    let shows = face.shows.as_ref().map(|shows| format!("shows {:?}", names(shows)));
    let template = |what: &str, text: &Option<Spanned<Text>>| {
        text.as_ref().map(|text| format!("{what} {}", people(&text.node)))
    };
    let colour = face.colour.as_ref().map(|colour| match colour {
        FaceColour::Word(word) => format!("colour {:?}", word.node),
        FaceColour::Words(attribute, words) => {
            let words: Vec<String> = words
                .iter()
                .map(|(word, colour)| format!("{} {:?}", word.node, colour.node))
                .collect();
            format!("colour by {:?} {words:?}", attribute.node)
        }
    });
    let parts = [
        corners,
        owner,
        template("title", &face.title),
        template("short", &face.short),
        shows,
        template("text", &face.text),
        template("symbol", &face.symbol),
        template("picture", &face.picture),
        colour,
    ];
    format!(" face {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn guide(source: &GuideSource) -> String {
    match source {
        GuideSource::File(name) => format!("file {}", name.node),
        GuideSource::Inline(text) => format!("{:?}", text.node),
    }
}

/// How something is drawn, as its definition says it.
fn drawn<T: Copy>(drawn: &Option<Spanned<T>>, word: impl Fn(T) -> String) -> String {
    drawn.as_ref().map(|drawn| format!(" drawn {}", word(drawn.node))).unwrap_or_default()
}

fn zone_display(drawn: ZoneDisplay) -> String {
    let across = drawn.across.then(|| "Across".to_owned());
    let stacking = drawn.stacking.map(|stacking| format!("{stacking:?}"));
    let words: Vec<String> = across.into_iter().chain(stacking).collect();
    match words.is_empty() || drawn.display != Display::Always {
        true => [vec![format!("{:?}", drawn.display)], words].concat().join(" "),
        false => words.join(" "),
    }
}

fn mark_display(display: MarkDisplay) -> String {
    match display {
        MarkDisplay::Plain(display) => format!("{display:?}"),
        MarkDisplay::Crossed => format!("{display:?}"),
    }
}
