//! What scripts are allowed: values and ways to compute with them, and bounded amounts of everything.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage, BasicStringPackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, Position};
use std::cell::Cell;

/// Steps of one call: some milliseconds.
pub const STEPS: u32 = 200_000;
pub const CALLS: usize = 32;
/// Bytes of a script file.
pub const FILE: usize = 1 << 17;
/// Words of the language that are taken out of it. Functions made of functions grow without bound, unseen by the limits on
/// sizes; for the same reason the build has no closures.
pub const FORBIDDEN: [&str; 3] = ["eval", "Fn", "curry"];
/// Set explicitly, because the defaults differ between debug and release builds.
const EXPRESSIONS: usize = 64;
pub const LIST: usize = 1000;
/// All fields of all cards of a large game count as one.
pub const MAP: usize = 8192;
pub const TEXT: usize = 4096;

thread_local! {
    // The engine's own count of operations forgets those of functions called back from `map`, `filter` and the like.
    static STEPS_LEFT: Cell<u32> = const { Cell::new(0) };
}

rhai::def_package! {
    // Left out of what the language offers: its core (`sleep`, `exit`, `parse_json`), function pointers, bits and bytes.
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
pub fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    ScriptPackage::new().register_into_engine(&mut engine);
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    engine.register_fn("sleep", no_sleep);
    for word in FORBIDDEN {
        engine.disable_symbol(word);
    }
    engine.set_strict_variables(true);
    engine.set_max_call_levels(CALLS).set_max_expr_depths(EXPRESSIONS, EXPRESSIONS);
    engine.set_max_array_size(LIST).set_max_map_size(MAP).set_max_string_size(TEXT);
    engine.on_progress(|_| spend());
    engine
}

/// To be called before each call of a script.
pub fn refill() {
    STEPS_LEFT.set(STEPS);
}

fn spend() -> Option<Dynamic> {
    let left = STEPS_LEFT.get();
    STEPS_LEFT.set(left.saturating_sub(1));
    (left == 0).then_some(Dynamic::UNIT)
}

/// It is not there anyhow: this says why.
fn no_sleep(_time: Dynamic) -> Result<(), Box<EvalAltResult>> {
    Err(EvalAltResult::ErrorRuntime("scripts have no clock, so they cannot sleep".into(), Position::NONE).into())
}
