//! Which games have been played, by their numbers: so that parts of a simulation can be put
//! together, and no game twice.

use serde::{Deserialize, Serialize};

/// Numbers of games, as runs from one number to before another: rising, apart, and none empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>")]
pub struct Ranges(Vec<(u64, u64)>);

impl TryFrom<Vec<(u64, u64)>> for Ranges {
    type Error = String;

    fn try_from(runs: Vec<(u64, u64)>) -> Result<Ranges, String> {
        let are_apart = runs.windows(2).all(|two| two[0].1 < two[1].0);
        match are_apart && runs.iter().all(|(from, to)| from < to) {
            true => Ok(Ranges(runs)),
            false => Err("expected numbers of games in runs that rise and do not meet".into()),
        }
    }
}

impl Ranges {
    pub(crate) fn one(from: u64, to: u64) -> Ranges {
        Ranges(if from < to { vec![(from, to)] } else { Vec::new() })
    }

    /// From each number to before the other, rising.
    pub fn runs(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// How many games these are.
    pub(crate) fn len(&self) -> u64 {
        self.0.iter().map(|(from, to)| to.saturating_sub(*from)).sum()
    }

    /// The first run that both have.
    pub(crate) fn common(&self, other: &Ranges) -> Option<(u64, u64)> {
        let both = |a: &(u64, u64)| {
            other.0.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))).find(|(from, to)| from < to)
        };
        self.0.iter().find_map(both)
    }

    /// The numbers of either.
    pub(crate) fn joined(mut self, other: Ranges) -> Ranges {
        // Mostly the other goes on where this one ends.
        if let (Some(last), [(from, to)]) = (self.0.last_mut(), &other.0[..])
            && last.1 == *from
        {
            last.1 = *to;
            return self;
        }
        self.0.extend(other.0);
        self.0.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(self.0.len());
        for (from, to) in self.0 {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                Some(_) | None => joined.push((from, to)),
            }
        }
        Ranges(joined)
    }
}

impl std::fmt::Display for Ranges {
    /// `0..500, 800..900`, as on the command line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let runs: Vec<String> = self.0.iter().map(|(from, to)| format!("{from}..{to}")).collect();
        f.write_str(&runs.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one_run() {
        let parts = Ranges::one(5, 9).joined(Ranges::one(0, 5)).joined(Ranges::one(12, 13));
        assert_eq!((parts.to_string().as_str(), parts.len()), ("0..9, 12..13", 10));
        assert_eq!(Ranges::one(3, 3).len(), 0);
    }

    #[test]
    fn what_two_parts_share_is_found() {
        let parts = Ranges::one(0, 5).joined(Ranges::one(8, 10));
        assert_eq!(parts.common(&Ranges::one(5, 8)), None);
        assert_eq!(parts.common(&Ranges::one(4, 9)), Some((4, 5)));
    }
}
