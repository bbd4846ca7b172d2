//! What scripts are allowed: values and ways to compute with them, and bounded amounts of
//! everything.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, EvalContext, Map, Position};
use std::cell::Cell;

/// Steps of one call: some milliseconds.
pub(crate) const STEPS: u32 = 200_000;
pub(crate) const CALLS: usize = 32;
/// Bytes of a script file.
pub(crate) const FILE: usize = 1 << 17;
/// Words of the language that are taken out of it. Functions made of functions grow without bound,
/// unseen by the limits on sizes; for the same reason the build has no closures. And `this` is a
/// variable that is looked up unseen.
pub(crate) const FORBIDDEN: [&str; 4] = ["eval", "Fn", "curry", "this"];
/// Set explicitly, because the defaults differ between debug and release builds.
const EXPRESSIONS: usize = 64;
pub(crate) const LIST: usize = 1000;
/// All fields of all cards of a large game count as one.
pub(crate) const MAP: usize = 8192;
pub(crate) const TEXT: usize = 4096;
/// Lists and maps within each other.
pub(crate) const NESTED: usize = 32;
/// Whoever reads a variable may copy it whole: so many entries cost a step.
const ENTRIES_A_STEP: u32 = 8;

thread_local! {
    // The engine's own count of operations forgets those of functions called back from `map`,
    // `filter` and the like.
    static STEPS_LEFT: Cell<u32> = const { Cell::new(0) };
}

rhai::def_package! {
    // Left out of what the language offers: its core (`sleep`, `exit`, `parse_json`), function
    // pointers, bits and bytes.
    ScriptPackage(_module):
        ArithmeticPackage,
        LogicPackage,
        BasicMathPackage,
        BasicArrayPackage,
        BasicMapPackage,
        BasicIteratorPackage,
        BasicStringPackage,
        MoreStringPackage
    {}
}

/// A raw engine prints nothing, loads nothing and shares nothing between threads.
pub(crate) fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    ScriptPackage::new().register_into_engine(&mut engine);
    super::sorting::register(&mut engine);
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    engine.register_fn("sleep", no_sleep);
    for word in FORBIDDEN {
        engine.disable_symbol(word);
    }
    engine.set_strict_variables(true);
    engine.set_max_call_levels(CALLS).set_max_expr_depths(EXPRESSIONS, EXPRESSIONS);
    engine.set_max_array_size(LIST).set_max_map_size(MAP).set_max_string_size(TEXT);
    engine.on_progress(|_| spend());
    #[allow(
        deprecated,
        reason = "it is not deprecated, says its own documentation, but may change"
    )]
    engine.on_var(|name, _, context| look_at_variable(name, &context).map(|()| None));
    engine
}

/// Counts what it costs to read a variable, and refuses one that is nested too deeply: to copy, to
/// measure or to drop it would overflow the stack. What no variable has held is no deeper than the
/// expressions of a script.
fn look_at_variable(
    name: &str,
    context: &EvalContext<'_, '_, '_, '_, '_, '_>,
) -> Result<(), Box<EvalAltResult>> {
    let Some(value) = context.scope().get(name) else { return Ok(()) };
    let Some(entries) = entries(value, NESTED) else {
        let words = format!("a value is nested more than {NESTED} deep");
        return Err(EvalAltResult::ErrorRuntime(words.into(), Position::NONE).into());
    };
    let left = STEPS_LEFT.get();
    STEPS_LEFT.set(left.saturating_sub(entries / ENTRIES_A_STEP));
    Ok(())
}

/// How many entries a value has, those of its entries included; `None` where it is nested more than
/// `depth` deep.
fn entries(value: &Dynamic, depth: usize) -> Option<u32> {
    if let Some(list) = value.read_lock::<Array>() {
        return entries_of(list.iter(), depth);
    }
    match value.read_lock::<Map>() {
        Some(map) => entries_of(map.values(), depth),
        None => Some(0),
    }
}

fn entries_of<'v>(values: impl Iterator<Item = &'v Dynamic>, depth: usize) -> Option<u32> {
    let depth = depth.checked_sub(1)?;
    let mut all = 0u32;
    for value in values {
        all = all.saturating_add(1).saturating_add(entries(value, depth)?);
    }
    Some(all)
}

/// Gives scripts all their steps again; called before each call of a script.
pub(crate) fn refill() {
    STEPS_LEFT.set(STEPS);
}

/// How many steps have been taken since.
pub(crate) fn steps() -> u32 {
    STEPS - STEPS_LEFT.get()
}

fn spend() -> Option<Dynamic> {
    let left = STEPS_LEFT.get();
    STEPS_LEFT.set(left.saturating_sub(1));
    (left == 0).then_some(Dynamic::UNIT)
}

/// It is not there anyhow: this says why.
fn no_sleep(_time: Dynamic) -> Result<(), Box<EvalAltResult>> {
    Err(EvalAltResult::ErrorRuntime(
        "scripts have no clock, so they cannot sleep".into(),
        Position::NONE,
    )
    .into())
}
