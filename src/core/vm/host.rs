//! The door to scripts. The runtime knows that there are pure functions with numbers, and nothing
//! of the language behind them.

use super::fault::ScriptFault;
use crate::tabletop::ids::ScriptId;

/// What a script is given.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptValue {
    /// A scalar without a value.
    Nothing,
    Number(i32),
    Flag(bool),
    Text(String),
    List(Vec<ScriptValue>),
    /// A card with its attributes; a slot with its marks and its card's attributes and marks.
    Map(Vec<(String, ScriptValue)>),
}

/// What a script gave back, checked against its declared type.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptResult {
    Number(i32),
    /// Numbers of members: slots counted from 0 within the zone that was given, cards by number.
    Members(Vec<i32>),
}

/// Runs the scripts of one game.
pub trait Host: Send + Sync {
    /// Calls a pure function: the same arguments always give the same result in as many steps, so
    /// results may be remembered.
    ///
    /// # Errors
    /// The function fails.
    fn call(&self, script: ScriptId, arguments: &[ScriptValue]) -> Result<Called, ScriptFault>;
    /// The fault of a function that gave back a number which is that of no member.
    fn no_member(&self, script: ScriptId, found: i32) -> ScriptFault;
    /// The words of a fault, with the script's own line.
    fn message(&self, fault: ScriptFault) -> String;
}

/// What a function gave back, and in how many steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    pub result: ScriptResult,
    pub steps: u32,
}

/// The host of games without scripts.
pub(crate) struct NoScripts;

impl Host for NoScripts {
    fn call(&self, _: ScriptId, _: &[ScriptValue]) -> Result<Called, ScriptFault> {
        Err(ScriptFault { message: 0 })
    }

    fn no_member(&self, _: ScriptId, _: i32) -> ScriptFault {
        ScriptFault { message: 0 }
    }

    fn message(&self, _fault: ScriptFault) -> String {
        "this game has no scripts".into()
    }
}
