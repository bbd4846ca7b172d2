//! The course of a game as a drawing: its phases, what follows what in them, and the actions that
//! they offer.
//!
//! All of it is read from the code, so that the drawing shows what is played and not what was
//! written: variants are applied, effects are gone into. A phase that is called with values of
//! several sorts is one node.
#![deny(clippy::wildcard_enum_match_arm)]

use crate::program::code::{Op, Pc, Runs, Site, SiteKind};
use crate::program::ids::UnitId;
use crate::program::{Program, Unit};
use crate::tabletop::ids::PhaseId;
use std::fmt::Write;
use std::ops::Range;

/// For which program the drawing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Mermaid,
    Dot,
}

/// The phases of a game from `game` on, as a text that a drawing program understands.
pub fn graph(program: &Program, format: Format) -> String {
    let drawing = Drawing::of(program);
    match format {
        Format::Mermaid => drawing.mermaid(),
        Format::Dot => drawing.dot(&program.id),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Phase,
    Action,
    /// The end of the game, for what ends it early.
    End,
}

struct Node {
    name: String,
    sort: Sort,
    /// How many steps of it have been read.
    steps: usize,
    /// Its code has been read, or is going to be.
    read: bool,
}

struct Edge {
    from: usize,
    to: usize,
    label: String,
    /// What leaves a phase early, instead of what belongs to it.
    ends: bool,
}

struct Drawing<'p> {
    program: &'p Program,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Nodes whose code is still to be read.
    unread: Vec<(usize, Range<usize>)>,
    /// Effects being gone into: one that runs itself is gone into once.
    open: Vec<UnitId>,
}

impl<'p> Drawing<'p> {
    fn of(program: &'p Program) -> Self {
        let mut drawing = Drawing {
            program,
            nodes: Vec::new(),
            edges: Vec::new(),
            unread: Vec::new(),
            open: Vec::new(),
        };
        let (name, code) = (&drawing.unit(program.start).name, drawing.code(program.start));
        drawing.node(name, Sort::Phase, Some(code));
        while !drawing.unread.is_empty() {
            let (node, code) = drawing.unread.remove(0);
            drawing.read(node, code, "");
        }
        drawing
    }

    fn unit(&self, unit: UnitId) -> &'p Unit {
        &self.program.units[unit]
    }

    /// Where a unit's code lies: up to its own return, which stands at its end.
    fn code(&self, unit: UnitId) -> Range<usize> {
        let start = self.unit(unit).start.index();
        let length = self.program.code.as_slice()[start..]
            .iter()
            .position(|op| *op == Op::Return)
            .unwrap_or(0);
        start..start + length
    }

    /// The code of a phase that stands where it is called, from where it is entered.
    fn code_from(&self, enters: usize, end: usize) -> Range<usize> {
        let course = self.program.courses_at(Pc::new(enters));
        let belongs = |pc: usize| {
            let here = self.program.courses_at(Pc::new(pc));
            let enters_again =
                here == course && matches!(self.program.code[Pc::new(pc)], Op::EnterPhase { .. });
            here.starts_with(course) && !enters_again
        };
        enters..(enters + 1..end).find(|&pc| !belongs(pc)).unwrap_or(end)
    }

    fn node(&mut self, name: &str, sort: Sort, code: Option<Range<usize>>) -> usize {
        if let Some(known) =
            self.nodes.iter().position(|node| node.name == name && node.sort == sort)
        {
            self.unread.extend(code.filter(|_| !self.nodes[known].read).map(|code| (known, code)));
            self.nodes[known].read = true;
            return known;
        }
        self.nodes.push(Node { name: name.to_owned(), sort, steps: 0, read: code.is_some() });
        let node = self.nodes.len() - 1;
        self.unread.extend(code.map(|code| (node, code)));
        node
    }

    fn edge(&mut self, from: usize, to: usize, label: String, ends: bool) {
        let known = self
            .edges
            .iter()
            .any(|e| (e.from, e.to, e.ends) == (from, to, ends) && (ends || e.label == label));
        if !known {
            self.edges.push(Edge { from, to, label, ends });
        }
    }

    // ---------------------------------------------------------------------------------------------
    // reading

    /// What code does, as steps of `node`; `around`: when its caller runs it.
    fn read(&mut self, node: usize, code: Range<usize>, around: &str) {
        let mut pc = code.start;
        while pc < code.end {
            let op = self.program.code[Pc::new(pc)];
            if let Op::EnterPhase { phase } = op
                && pc > code.start
            {
                pc = self.phase(node, phase, &code, pc, around);
            } else {
                self.step(node, op, &code, pc, around);
                pc += 1;
            }
        }
    }

    /// A phase whose code stands here; where it ends.
    fn phase(
        &mut self,
        node: usize,
        phase: PhaseId,
        code: &Range<usize>,
        pc: usize,
        around: &str,
    ) -> usize {
        let inner = self.code_from(pc, code.end);
        let end = inner.end;
        let words = self.words(code, pc, around);
        let label = self.number(node, &words);
        let to = self.node(&self.program.phases[phase].name, Sort::Phase, Some(inner));
        self.edge(node, to, label, false);
        end
    }

    fn step(&mut self, node: usize, op: Op, code: &Range<usize>, pc: usize, around: &str) {
        match op.runs() {
            Runs::Unit(call) => {
                let words = self.words(code, pc, around);
                self.call(node, self.program.calls[call].unit, &words);
            }
            Runs::Bodies(site) => {
                let words = self.words(code, pc, around);
                self.ask(node, &self.program.sites[site], &words);
            }
            Runs::Nothing | Runs::Refill(_) | Runs::Watches => {}
        }
        if let Op::EndPhase { phase, .. } = op {
            let to = self.node(&self.program.phases[phase].name, Sort::Phase, None);
            self.edge(node, to, "ends".into(), true);
        }
        if let Op::EndGame { .. } = op {
            let to = self.node("end of the game", Sort::End, None);
            self.edge(node, to, String::new(), true);
        }
    }

    fn call(&mut self, node: usize, unit: UnitId, words: &str) {
        let called = self.unit(unit);
        if called.phase.is_some() {
            let label = self.number(node, words);
            let to = self.node(&called.name, Sort::Phase, Some(self.code(unit)));
            self.edge(node, to, label, false);
        } else if !self.open.contains(&unit) {
            self.open.push(unit);
            self.read(node, self.code(unit), words);
            self.open.pop();
        }
    }

    fn ask(&mut self, node: usize, site: &Site, words: &str) {
        let label = self.number(node, &joined(words, asking(site)));
        for entry in &site.menu {
            let action = &self.program.actions[entry.action];
            let to = self.node(&action.name, Sort::Action, action.unit.map(|unit| self.code(unit)));
            let once = if entry.once.is_some() { "once" } else { "" };
            self.edge(node, to, joined(&label, once), false);
        }
    }

    /// The number of a node's next step, and when it is done.
    fn number(&mut self, node: usize, words: &str) -> String {
        self.nodes[node].steps += 1;
        joined(&format!("{}.", self.nodes[node].steps), words)
    }

    // ------------------------------------------------------------------------------------ loops
    // and conditions

    /// The loops and conditions around an instruction, from outside in.
    fn words(&self, code: &Range<usize>, pc: usize, around: &str) -> String {
        let mut words = vec![around.to_owned()];
        for at in code.start..pc {
            #[expect(clippy::wildcard_enum_match_arm, reason = "all others have no word")]
            let word = match self.program.code[Pc::new(at)] {
                Op::JumpUnless { to, .. } if to.index() > pc => self.condition(code, at, pc, to),
                Op::NextSeat { done, .. } if done.index() > pc => "each player".into(),
                Op::NextNumber { done, .. } if done.index() > pc => "repeated".into(),
                Op::NextMember { done, .. } | Op::NextWord { done, .. } if done.index() > pc => {
                    "for each".into()
                }
                Op::SetTurn { .. } if self.ends_of_loops(code, at, pc).next().is_some() => {
                    "turns".into()
                }
                // What a step or a statement does instead stands behind a jump over it.
                Op::Jump(to) if to.index() > pc => "else".into(),
                _ => continue,
            };
            // Behind `else if` the next one is no deeper.
            if word == "else" && words.last() == Some(&word) {
                continue;
            }
            let at = if word == "turns" { before_turns(&mut words) } else { words.len() };
            words.insert(at, word);
            words.retain(|word| !word.is_empty());
        }
        words.join(" ")
    }

    /// Where loops around both places jump back to their beginnings.
    fn ends_of_loops(
        &self,
        code: &Range<usize>,
        at: usize,
        pc: usize,
    ) -> impl Iterator<Item = usize> {
        let jumps_back = move |end: &usize| matches!(self.program.code[Pc::new(*end)], Op::Jump(to) if to.index() <= at);
        (pc..code.end).filter(jumps_back)
    }

    /// A condition that leaves the loop around it ends that loop; any other skips what stands
    /// behind it.
    fn condition(&self, code: &Range<usize>, at: usize, pc: usize, to: Pc) -> String {
        // Whether a seat takes part is asked in every loop of turns; nobody wrote it.
        if self
            .ends_of_loops(code, at, pc)
            .any(|end| self.program.spans[Pc::new(end)] == self.program.spans[Pc::new(at)])
        {
            return String::new();
        }
        let leaves = self.ends_of_loops(code, at, pc).any(|end| to.index() == end + 1);
        let text = self.program.sources.text(self.program.spans[Pc::new(at)]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {text}", if leaves { "until" } else { "if" })
    }

    // ---------------------------------------------------------------------------------------------
    // writing

    fn id(&self, node: usize) -> String {
        let Node { name, sort, .. } = &self.nodes[node];
        match sort {
            Sort::Phase => format!("phase_{name}"),
            Sort::Action => format!("action_{name}"),
            Sort::End => "end_of_game".into(),
        }
    }

    fn mermaid(&self) -> String {
        let mut text = String::from("flowchart TD\n");
        for (i, node) in self.nodes.iter().enumerate() {
            let (open, close) = match node.sort {
                Sort::Phase => ("[\"", "\"]"),
                Sort::Action => ("([\"", "\"])"),
                Sort::End => ("(((\"", "\")))"),
            };
            let _ = writeln!(text, "  {}{open}{}{close}", self.id(i), node.name);
        }
        for edge in &self.edges {
            let arrow = if edge.ends { "-.->" } else { "-->" };
            let label = edge.label.replace('"', "#quot;");
            let label = if label.is_empty() { label } else { format!("|\"{label}\"|") };
            let _ = writeln!(text, "  {} {arrow}{label} {}", self.id(edge.from), self.id(edge.to));
        }
        text
    }

    fn dot(&self, name: &str) -> String {
        let mut text = format!("digraph {} {{\n  node [shape=box];\n", quoted(name));
        for (i, node) in self.nodes.iter().enumerate() {
            let shape = match node.sort {
                Sort::Phase => "",
                Sort::Action => ", shape=ellipse",
                Sort::End => ", shape=doublecircle",
            };
            let _ = writeln!(text, "  {} [label={}{shape}];", self.id(i), quoted(&node.name));
        }
        for edge in &self.edges {
            let style = if edge.ends { ", style=dashed" } else { "" };
            let (from, to) = (self.id(edge.from), self.id(edge.to));
            let _ = writeln!(text, "  {from} -> {to} [label={}{style}];", quoted(&edge.label));
        }
        text + "}\n"
    }
}

/// Where the word for a loop of turns stands among these: it is tested before it knows whose turn
/// it is, and behind that whether this seat has one, which is no `if` but the loop's `where`.
fn before_turns(words: &mut [String]) -> usize {
    let tested = words.iter().rposition(|word| !word.starts_with("if "));
    let Some(tested) = tested.filter(|&at| words[at].starts_with("until")) else {
        return words.len();
    };
    for filter in &mut words[tested + 1..] {
        *filter = filter.replacen("if", "where", 1);
    }
    words[tested..].rotate_left(1);
    tested
}

/// How a site asks, in the words of the rules.
fn asking(site: &Site) -> &'static str {
    match site.kind {
        SiteKind::Together => "together",
        SiteKind::Window(_) => "window",
        SiteKind::Alone if site.repeats => "any of",
        SiteKind::Alone if site.may => "may",
        SiteKind::Alone if site.menu.len() > 1 => "one of",
        SiteKind::Alone => "",
    }
}

fn joined(before: &str, after: &str) -> String {
    let space = if before.is_empty() || after.is_empty() { "" } else { " " };
    format!("{before}{space}{after}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
