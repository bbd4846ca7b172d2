//! Secrets that let somebody in: they stand in links, and what is kept of them tells nobody what
//! they are.

use blake3::Hash;
use serde::{Deserialize, Serialize};

/// A secret of 128 bits, in letters that stand in a link as they are.
pub struct Key(String);

impl Key {
    /// A key that nobody can foresee.
    ///
    /// # Errors
    /// The system has no chance to give.
    pub fn fresh() -> Result<Key, getrandom::Error> {
        Ok(Key(format!("{:032x}", random_bits()?)))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn seal(&self) -> Seal {
        Seal::of(&self.0)
    }
}

/// The name of a table: long enough that no two are the same, and no secret.
pub fn fresh_name() -> Result<String, getrandom::Error> {
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
pub struct Seal(Hash);

impl Seal {
    fn of(text: &str) -> Seal {
        Seal(blake3::hash(text.as_bytes()))
    }

    /// Whether it is of the key with this text. How long that takes tells nothing: hashes compare
    /// in constant time.
    pub fn fits(&self, text: &str) -> bool {
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
