//! Play with one hand tied: a player that never takes an action, or always does, where it has
//! another choice. What such a player loses is what the action is worth (restricted play, Jaffe et
//! al. 2012).

use crate::game::Game;
use crate::players::{Entrant, Player, Stuck, View};
use crate::value::Seat;
use crate::vm::{Chosen, Generator};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Never,
    Always,
}

impl Rule {
    pub fn word(self) -> &'static str {
        match self {
            Rule::Never => "never",
            Rule::Always => "always",
        }
    }
}

/// Plays as another entrant does, but for one action.
pub struct Restricted {
    pub inner: Box<dyn Entrant>,
    pub rule: Rule,
    pub action: String,
}

struct RestrictedPlayer {
    inner: Box<dyn Player>,
    rule: Rule,
    action: String,
    generator: Generator,
}

impl Entrant for Restricted {
    fn name(&self) -> String {
        format!("{} {} {}", self.inner.name(), self.rule.word(), self.action)
    }

    fn listens(&self) -> bool {
        self.inner.listens()
    }

    fn player(&self, game: &Game, seat: Seat, generator: Generator) -> Box<dyn Player> {
        // A stream of its own for what the restriction makes it choose: the inner player's chances
        // stay as they were.
        let own = Generator::stream(generator.clone().bits(), u64::from(seat.number()));
        let inner = self.inner.player(game, seat, generator);
        Box::new(RestrictedPlayer {
            inner,
            rule: self.rule,
            action: self.action.clone(),
            generator: own,
        })
    }
}

impl Player for RestrictedPlayer {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        let wanted = self.inner.choose(view)?;
        let allowed = self.allowed(view);
        // Where every option is allowed or none is, the player is free. A random player's choice
        // stays a random one of those left.
        if allowed.is_empty() || allowed.contains(&wanted) {
            return Ok(wanted);
        }
        Ok(allowed[self.generator.pick(allowed.len())])
    }
}

impl RestrictedPlayer {
    /// The options that the restriction leaves.
    fn allowed(&self, view: &View<'_>) -> Vec<usize> {
        let of_action = |offer: &crate::game::Offer| {
            matches!(offer.choice.what, Chosen::Entry(_))
                && offer.action.as_deref() == Some(self.action.as_str())
        };
        let wanted = self.rule == Rule::Always;
        let offers = view.offers();
        offers
            .iter()
            .enumerate()
            .filter(|(_, offer)| of_action(offer) == wanted)
            .map(|(i, _)| i)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Random;

    struct Listening;

    impl Entrant for Listening {
        fn name(&self) -> String {
            "listening".to_owned()
        }

        fn player(&self, game: &Game, seat: Seat, generator: Generator) -> Box<dyn Player> {
            Random.player(game, seat, generator)
        }

        fn listens(&self) -> bool {
            true
        }
    }

    #[test]
    fn whoever_listens_does_so_under_a_restriction() {
        let restricted = |inner: Box<dyn Entrant>| Restricted {
            inner,
            rule: Rule::Never,
            action: "pass".to_owned(),
        };
        assert!(restricted(Box::new(Listening)).listens());
        assert!(!restricted(Box::new(Random)).listens());
    }
}
