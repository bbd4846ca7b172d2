//! Any bytes as a file of scripts, whose functions are called.

use super::{look_at, text};
use cardrun::diagnostic::{Diagnostic, Problems};
use cardrun::program::{ScriptSignature, ValueKind, WordList};
use cardrun::script::Scripts;
use cardrun::source::{SourceId, Sources, Span};
use cardrun::tabletop::ids::{IdVec, ScriptId, WordListId};
use cardrun::vm::{Host, ScriptValue};

/// `f`, by how many values it takes and what it is to give back.
const SIGNATURES: [(usize, ValueKind, bool); 4] = [
    (0, ValueKind::Number, false),
    (1, ValueKind::Number, false),
    (2, ValueKind::Word(WordListId::new(0)), false),
    (3, ValueKind::Slot, true),
];

pub fn run(bytes: &[u8]) {
    let text = text(bytes);
    let mut sources = Sources::default();
    let id = sources.add("f.rhai", &*text);
    let none = load(&sources, id, &[]);
    if let Err(problems) = none {
        return look_at(&Problems::new(sources, problems));
    }
    for (parameters, returns, set) in SIGNATURES {
        let signature =
            ScriptSignature { name: "f".into(), parameters, returns, set, span: Span::default() };
        let problems = match load(&sources, id, &[signature]) {
            Err(problems) => problems,
            Ok(scripts) => called(&scripts, parameters),
        };
        look_at(&Problems::new(sources.clone(), problems));
    }
}

fn load(
    sources: &Sources,
    id: SourceId,
    signatures: &[ScriptSignature],
) -> Result<Scripts, Vec<Diagnostic>> {
    let words = ["red", "green", "blue"].map(String::from).to_vec();
    let lists = IdVec::from(vec![WordList { name: "colours".into(), words }]);
    Scripts::load(id, sources.get(id), signatures, &lists)
}

/// What goes wrong in the calls, and what is not used.
fn called(scripts: &Scripts, parameters: usize) -> Vec<Diagnostic> {
    let arguments = [cards(), ScriptValue::Number(3), ScriptValue::Text("red".into())];
    let mut problems = scripts.unused(&["f"]);
    for _ in 0..2 {
        if let Err(fault) = scripts.call(ScriptId::new(0), &arguments[..parameters]) {
            assert!(!scripts.message(fault).is_empty());
            problems.extend(scripts.fault_diagnostic(fault));
        }
    }
    problems
}

fn cards() -> ScriptValue {
    let card = |n| {
        let fields = [
            ("rank", ScriptValue::Number(n)),
            ("colour", ScriptValue::Text("red".into())),
            ("tapped", ScriptValue::Flag(n > 2)),
            ("holder", ScriptValue::Nothing),
        ];
        ScriptValue::Map(fields.map(|(name, value)| (name.to_owned(), value)).to_vec())
    };
    ScriptValue::List((0..5).map(card).collect())
}
