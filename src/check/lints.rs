//! What is there and never used: names that nothing reads, texts of nothing.

use crate::diagnostic::Diagnostic;
use crate::layout::model::Layout;
use crate::lower::Lowering;
use crate::lower::names::Meaning;

pub fn run(low: &mut Lowering, layout: &Layout) {
    // With errors, what looks unused may only not have been reached.
    if crate::diagnostic::has_errors(&low.problems) {
        return;
    }
    let pages_may_use = layout.options.iter().any(|_| true);
    let mut found = Vec::new();
    for (name, meaning, span) in low.names.iter() {
        if low.names.used.contains(name) {
            continue;
        }
        let words = match meaning {
            Meaning::Zone(_) => "no rule uses this zone",
            Meaning::Variable(_) => "no rule uses this variable",
            Meaning::Mark(_) => "no rule uses this mark",
            Meaning::Formula(_) => "nothing uses this formula",
            Meaning::Phase(_) => "this phase is never entered",
            Meaning::Action(_) => "nobody is ever offered this action",
            Meaning::Effect(_) => "this effect never happens",
            Meaning::List(_) | Meaning::Option(_) | Meaning::Attribute(_) | Meaning::Facing(_) | Meaning::Watch => continue,
        };
        if name == "game" {
            continue;
        }
        // With other options a page may use it, so it is worth a notice and no more.
        let problem = if pages_may_use {
            Diagnostic::notice("unused", span, format!("`{name}`: {words} with these options"))
        } else {
            Diagnostic::warning("unused", span, format!("`{name}`: {words}"))
        };
        found.push(problem);
    }
    low.problems.extend(found);
}
