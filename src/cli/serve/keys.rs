//! Secrets that let somebody in: they stand in links, and what is kept of them tells nobody what
//! they are.

use blake3::Hash;
use serde::{Deserialize, Serialize};

/// A secret of 128 bits, in letters that stand in a link as they are.
pub(crate) struct Key(String);

impl Key {
    /// A key that nobody can foresee.
    ///
    /// # Errors
    /// The system has no chance to give.
    pub(crate) fn fresh() -> Result<Key, getrandom::Error> {
        Ok(Key(format!("{:032x}", random_bits()?)))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(crate) fn seal(&self) -> Seal {
        Seal::of(&self.0)
    }
}

/// Passes by which pages that were let in to a table are given its pictures. They open nothing
/// else, and hold as long as the server runs: unlike keys they may stand in addresses.
pub(crate) struct Passes([u8; 32]);

impl Passes {
    /// Passes that nobody can foresee.
    ///
    /// # Errors
    /// The system has no chance to give.
    pub(crate) fn fresh() -> Result<Passes, getrandom::Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        Ok(Passes(secret))
    }

    /// The pass of a table.
    pub(crate) fn of(&self, table: &str) -> String {
        self.hash(table).to_hex().to_string()
    }

    /// Whether it is the pass of a table. How long that takes tells nothing.
    pub(crate) fn fits(&self, table: &str, pass: &str) -> bool {
        Hash::from_hex(pass).is_ok_and(|pass| pass == self.hash(table))
    }

    fn hash(&self, table: &str) -> Hash {
        blake3::keyed_hash(&self.0, table.as_bytes())
    }
}

/// The name of a table: long enough that no two are the same, and no secret.
pub(crate) fn fresh_name() -> Result<String, getrandom::Error> {
    let bits = random_bits()?;
    Ok(format!("{:016x}", bits >> 64))
}

fn random_bits() -> Result<u128, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(u128::from_be_bytes(bytes))
}

/// What is kept of a key: its hash. A key has all the chance there is, so that a hash without salt
/// or toil cannot be guessed back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Seal(Hash);

impl Seal {
    fn of(text: &str) -> Seal {
        Seal(blake3::hash(text.as_bytes()))
    }

    /// Whether it is of the key with this text. How long that takes tells nothing: hashes compare
    /// in constant time.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.0 == blake3::hash(text.as_bytes())
    }
}

impl TryFrom<String> for Seal {
    type Error = blake3::HexError;

    fn try_from(text: String) -> Result<Seal, blake3::HexError> {
        Hash::from_hex(text).map(Seal)
    }
}

impl From<Seal> for String {
    fn from(seal: Seal) -> String {
        seal.0.to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_of_one_table_and_one_start() {
        let (now, then) = (Passes::fresh().expect("chance"), Passes::fresh().expect("chance"));
        let pass = now.of("0123456789abcdef");
        assert!(now.fits("0123456789abcdef", &pass));
        assert!(!now.fits("0123456789abcdee", &pass) && !then.fits("0123456789abcdef", &pass));
        assert!(!now.fits("0123456789abcdef", "") && !now.fits("0123456789abcdef", &pass[1..]));
    }

    #[test]
    fn a_seal_fits_its_key_alone_and_does_not_show_it() {
        let (one, other) = (Key::fresh().expect("chance"), Key::fresh().expect("chance"));
        assert_eq!(one.text().len(), 32);
        assert_ne!(one.text(), other.text());
        let kept = serde_json::to_string(&one.seal()).expect("plain data");
        assert!(!kept.contains(one.text()));
        let seal: Seal = serde_json::from_str(&kept).expect("what was written");
        assert!(seal.fits(one.text()) && !seal.fits(other.text()) && !seal.fits(""));
    }
}
