//! What several are told alike.

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Something that several are told alike. Clones share it, and its JSON, which is written when it
/// is asked for first. It is serialized into JSON alone.
pub struct Alike<T>(Arc<Shared<T>>);

struct Shared<T> {
    told: T,
    json: OnceLock<Option<Box<RawValue>>>,
}

impl<T> Clone for Alike<T> {
    fn clone(&self) -> Alike<T> {
        Alike(Arc::clone(&self.0))
    }
}

impl<T> From<T> for Alike<T> {
    fn from(told: T) -> Alike<T> {
        Alike(Arc::new(Shared { told, json: OnceLock::new() }))
    }
}

impl<T> Deref for Alike<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.told
    }
}

impl<T: PartialEq> PartialEq for Alike<T> {
    fn eq(&self, other: &Alike<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Alike<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize> Serialize for Alike<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Shared { told, json } = &*self.0;
        match json.get_or_init(|| to_raw_value(told).ok()) {
            Some(json) => json.serialize(serializer),
            None => told.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::ser::Error;
    use std::cell::Cell;

    /// It says how often it was written.
    #[derive(Debug, Default, PartialEq)]
    struct Counting(Cell<u32>);

    impl Serialize for Counting {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            self.0.get().serialize(serializer)
        }
    }

    #[test]
    fn clones_are_written_once() {
        let one = Alike::from(Counting::default());
        let other = one.clone();
        let texts = [&one, &other].map(|told| serde_json::to_string(&[told]).expect("JSON"));
        assert_eq!(texts, ["[1]", "[1]"]);
        assert_eq!(one, other);
        assert_ne!(one, Alike::from(Counting::default()));
    }

    /// It cannot be written.
    struct Failing;

    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("a reason"))
        }
    }

    #[test]
    fn what_cannot_be_written_says_why() {
        let error = serde_json::to_string(&Alike::from(Failing)).expect_err("an error");
        assert_eq!(error.to_string(), "a reason");
    }
}
