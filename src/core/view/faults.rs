//! How rules failed, in words.

use super::lexicon::Lexicon;
use crate::game::Play;

/// How the rules of a game failed, if they did, in the language of the `lexicon`.
pub fn fault(play: &Play, lexicon: &Lexicon) -> Option<String> {
    let fault = play.fault()?;
    Some(fault_words(lexicon, fault.kind.code(), &play.game().fault_words(fault)))
}

/// What a fault with this code says in the language of the `lexicon`. What a script says of itself
/// (`message`) is in the language of its writer.
pub fn fault_words(lexicon: &Lexicon, code: &str, message: &str) -> String {
    let key = format!("fault-{code}");
    if lexicon.has(&key) { lexicon.text(&key, &[]).into() } else { message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Language;
    use crate::vm::{FaultKind, ScriptFault};

    /// Records and programs are told the same in English.
    #[test]
    fn every_fault_has_words() {
        let lexicons = [Language::En, Language::Fr].map(Lexicon::shared);
        for kind in FaultKind::ALL {
            let told = lexicons.map(|lexicon| fault_words(lexicon, kind.code(), ""));
            assert_eq!(told[0], kind.words(), "{}", kind.code());
            assert!(!told[1].is_empty() && told[0] != told[1], "{}", kind.code());
        }
        let script = FaultKind::Script(ScriptFault { message: 0 });
        assert_eq!(fault_words(lexicons[1], script.code(), "no such card"), "no such card");
    }
}
