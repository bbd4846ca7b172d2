//! Scripts: pure functions in a language of their own, behind the door that [`Host`] leaves open.
//!
//! A script is given values and gives a value back. It has no choices, chance, clock, files or
//! memory of its own, and it ends: `sandbox` bounds its steps, depth and sizes. What a script says
//! wrongly is found when it is loaded, as far as that can be; what goes wrong later is a fault
//! whose words, with the script's own line, are kept here.

mod outline;
mod place;
mod sandbox;
mod sorting;
mod values;
mod words;

use crate::diagnostic::Diagnostic;
use crate::program::{ScriptSignature, ValueKind, WordList};
use crate::source::{Source, SourceId, Span, without_steering};
use crate::tabletop::ids::{IdVec, ScriptId, WordListId};
use crate::value::Narrow;
use crate::vm::{Called, Host, ScriptFault, ScriptValue};
use outline::Outline;
use place::Place;
use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use values::Returns;

/// The script file of one game, ready to be called from many threads at once.
pub struct Scripts {
    engine: Engine,
    ast: AST,
    place: Place,
    functions: Vec<Function>,
    messages: Mutex<Vec<Message>>,
}

/// A function that the rules declare, under the number by which they call it.
struct Function {
    name: String,
    /// Its name where it is written.
    span: Span,
    returns: Returns,
}

#[derive(Clone, PartialEq)]
struct Message {
    words: String,
    span: Span,
}

/// How many different messages are kept: a game that fails at all ends, so more are of no use.
const MESSAGES: usize = 64;

impl Scripts {
    /// Reads a script file for the functions that the rules declare; these are called by their
    /// place in `signatures`.
    ///
    /// # Errors
    /// What is wrong with the script.
    pub fn load(
        source: SourceId,
        file: &Source,
        signatures: &[ScriptSignature],
        lists: &IdVec<WordListId, WordList>,
    ) -> Result<Scripts, Vec<Diagnostic>> {
        let place = Place::new(source, file);
        if file.text.len() > sandbox::FILE {
            return Err(vec![words::too_long(&place)]);
        }
        let outline = Outline::of(&file.text);
        let engine = sandbox::engine();
        let ast = engine
            .compile(&file.text)
            .map_err(|error| words::not_read(&place, &outline, &error))?;
        let mut problems = words::statements(&place, &outline);
        let mut functions = Vec::with_capacity(signatures.len());
        for signature in signatures {
            match declared(&place, &outline, signature) {
                Ok(span) => functions.push(Function::new(signature, span, lists)),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let messages = Mutex::new(vec![words::wrong_form(&place)]);
        Ok(Scripts { engine, ast, place, functions, messages })
    }

    /// Warnings about functions that nothing uses. `declared` are the names that the rules may
    /// declare under any option, as a game with other options may use what this one does not.
    pub fn unused(&self, declared: &[&str]) -> Vec<Diagnostic> {
        let outline = Outline::of(&self.place.text);
        let used = outline.reached_from(declared);
        let unused = outline.functions.iter().filter(|f| !used.contains(f.name));
        unused.map(|f| words::unused(&self.place, f)).collect()
    }

    /// A fault as a problem in the script's own text, for faults that this host gave.
    pub fn fault_diagnostic(&self, fault: ScriptFault) -> Option<Diagnostic> {
        let message = self.messages().get(usize::from(fault.message)).cloned()?;
        Some(Diagnostic::error("script-failed", message.span, message.words))
    }

    fn messages(&self) -> MutexGuard<'_, Vec<Message>> {
        // A thread that died while it held the list left it whole: it is only ever pushed to.
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, mut message: Message) -> ScriptFault {
        message.words = without_steering(message.words);
        let mut messages = self.messages();
        let known = messages.iter().position(|m| *m == message);
        let at = known.unwrap_or_else(|| {
            // The last place is for all that come too late, so that a fault never points to the
            // words of another.
            let late = messages.len() + 1 == MESSAGES;
            if messages.len() < MESSAGES {
                messages.push(if late { words::too_many_kinds(&self.place) } else { message });
            }
            messages.len() - 1
        });
        ScriptFault { message: at.to_u16() }
    }

    fn run(&self, function: &Function, arguments: &[ScriptValue]) -> Result<Called, Message> {
        let arguments: Vec<Dynamic> = arguments.iter().map(values::given).collect();
        // Nothing stands outside of functions, so there is nothing to run before; the scope is
        // thrown away, so is its content.
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(false);
        sandbox::refill();
        let result: Dynamic = self
            .engine
            .call_fn_with_options(options, &mut Scope::new(), &self.ast, &function.name, arguments)
            .map_err(|error| words::failed(&self.place, &function.name, function.span, *error))?;
        let result = function.returns.taken(&result).map_err(|wrong| Message {
            words: format!(
                "`{}` must give back {}, but gave {wrong}",
                function.name, function.returns
            ),
            span: function.span,
        })?;
        Ok(Called { result, steps: sandbox::steps() })
    }
}

impl Host for Scripts {
    fn call(&self, script: ScriptId, arguments: &[ScriptValue]) -> Result<Called, ScriptFault> {
        let Some(function) = self.functions.get(script.index()) else {
            return Err(ScriptFault { message: 0 });
        };
        self.run(function, arguments).map_err(|message| self.fault(message))
    }

    fn no_member(&self, script: ScriptId, found: i32) -> ScriptFault {
        let Some(function) = self.functions.get(script.index()) else {
            return ScriptFault { message: 0 };
        };
        let words = format!(
            "`{}` must give back {}, but gave {found}, which is the number of none",
            function.name, function.returns
        );
        self.fault(Message { words, span: function.span })
    }

    fn message(&self, fault: ScriptFault) -> String {
        let message = self.messages().get(usize::from(fault.message)).cloned();
        match message {
            Some(m) => format!("{}: {}", self.place.shown(m.span), m.words),
            None => format!("{}: the script failed", self.place.name),
        }
    }
}

impl Function {
    fn new(signature: &ScriptSignature, span: Span, lists: &IdVec<WordListId, WordList>) -> Self {
        let list = match signature.returns {
            ValueKind::Word(list) => lists.get(list).cloned(),
            ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Card
            | ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Text => None,
        };
        let returns =
            Returns { kind: signature.returns, set: signature.set, list: list.unwrap_or_default() };
        Function { name: signature.name.clone(), span, returns }
    }
}

/// Where the function that the rules declare is written.
fn declared(
    place: &Place,
    outline: &Outline,
    signature: &ScriptSignature,
) -> Result<Span, Diagnostic> {
    let named: Vec<_> =
        outline.functions.iter().filter(|f| !f.bound && f.name == signature.name).collect();
    if let Some(function) = named.iter().find(|f| f.parameters == signature.parameters) {
        return Ok(place.span(function.at.clone()));
    }
    match named.first() {
        Some(function) => Err(words::other_arity(place, function, signature)),
        None => {
            let known: BTreeSet<&str> =
                outline.functions.iter().filter(|f| !f.bound).map(|f| f.name).collect();
            Err(words::missing(place, signature, known))
        }
    }
}
