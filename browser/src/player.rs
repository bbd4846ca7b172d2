//! Somebody who plays by what the page says: it is their turn, there are buttons with names.

use crate::chance::Chance;
use crate::page::{Page, Patience};
use crate::screen::{Part, Screen};

/// The words by which the parts of a page are known, in a language.
pub struct Words {
    /// The region of one's own hand and choice.
    near: &'static str,
    /// The region that tells how it has ended.
    end: &'static str,
    /// What begins the name of the button that takes all that was picked.
    these: &'static str,
    /// Buttons there that choose nothing, by how their names begin.
    others: &'static [&'static str],
}

pub const ENGLISH: Words = Words {
    near: "Your hand and your choice",
    end: "The end",
    these: "Choose these",
    others: &["As a list", "Hide the list", "Back", "Why not?"],
};

pub const FRENCH: Words = Words {
    near: "Votre main et votre choix",
    end: "La fin",
    these: "Choisir (",
    others: &["En liste", "Cacher la liste", "Retour", "Pourquoi pas ?"],
};

/// What came of a look at the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Something was pressed.
    Pressed,
    /// There was nothing to press.
    Waited,
    /// The game is over.
    Ended,
}

/// Somebody before a page.
pub struct Player {
    pub page: Page,
    words: &'static Words,
    chance: Chance,
    /// How often something was pressed.
    pub presses: usize,
}

impl Player {
    pub fn new(page: Page, words: &'static Words, seed: u64) -> Player {
        Player { page, words, chance: Chance::new(seed), presses: 0 }
    }

    /// Whether the page says that this player is to choose: its title begins with a dot.
    pub fn is_asked(screen: &Screen) -> bool {
        screen.title().starts_with('●')
    }

    /// Whether this player is to choose, and has not done so.
    pub fn can_choose(&self, screen: &Screen) -> bool {
        Self::is_asked(screen) && !self.choices(screen).is_empty()
    }

    /// Whether a choice is on its way to the server.
    pub fn has_sent(screen: &Screen) -> bool {
        screen.find("StaticText", "…").is_some()
    }

    /// Whether the page says that the game is over.
    pub fn is_over(&self, screen: &Screen) -> bool {
        screen.find("region", self.words.end).is_some()
    }

    /// Chooses until this player is not asked any more.
    pub async fn choose(&mut self) {
        let page = self.page.clone();
        let chosen = |screen: &Screen| !Self::is_asked(screen);
        self.play_until("choice that was made", &page, chosen).await;
    }

    /// The own hand and choice as they are read aloud.
    pub fn near(&self, screen: &Screen) -> String {
        let parts = screen.parts.iter().filter(|part| self.is_near(screen, part));
        parts.map(|part| format!("{} {:?}\n", part.role, part.name)).collect()
    }

    fn is_near(&self, screen: &Screen, part: &Part) -> bool {
        screen.is_in(part, "region", self.words.near)
    }

    /// What can be pressed to choose: buttons beside the own hand, cards on the table that have
    /// become buttons.
    pub fn choices<'s>(&self, screen: &'s Screen) -> Vec<&'s Part> {
        let is_other =
            |part: &Part| self.words.others.iter().any(|other| part.name.starts_with(other));
        let on_table = |part: &Part| {
            part.pressed.is_some() && part.around.iter().any(|&at| screen.parts[at].role == "main")
        };
        let buttons = screen.all("button").filter(|part| !part.disabled && !is_other(part));
        buttons.filter(|part| self.is_near(screen, part) || on_table(part)).collect()
    }

    /// Presses something by chance, if this player is to choose.
    pub async fn play(&mut self) -> Did {
        let screen = self.page.screen().await;
        if self.is_over(&screen) {
            return Did::Ended;
        }
        let pressed = Self::is_asked(&screen) && self.press_one(&screen).await;
        if pressed { Did::Pressed } else { Did::Waited }
    }

    /// Plays until something holds of a page, this player's or another one. `what` names that.
    pub async fn play_until(
        &mut self,
        what: &str,
        page: &Page,
        holds: impl Fn(&Screen) -> bool,
    ) -> Screen {
        let mut patience = Patience::default();
        loop {
            let screen = page.screen().await;
            if !screen.parts.is_empty() && holds(&screen) {
                return screen;
            }
            match self.play().await {
                Did::Pressed => patience = Patience::default(),
                Did::Waited | Did::Ended => patience.blinks(what, &screen).await,
            }
        }
    }

    /// Presses something on a screen; false where there is nothing, or it is gone.
    async fn press_one(&mut self, screen: &Screen) -> bool {
        let choices = self.choices(screen);
        let is_these = |part: &&Part| part.name.starts_with(self.words.these);
        let (these, others): (Vec<&Part>, Vec<&Part>) = choices.into_iter().partition(is_these);
        let fresh: Vec<&Part> =
            others.iter().copied().filter(|part| part.pressed != Some(true)).collect();
        let all = if fresh.is_empty() { others } else { fresh };
        let part = match these.first() {
            Some(these) if all.is_empty() || self.chance.below(2) == 0 => *these,
            Some(_) | None if all.is_empty() => return false,
            Some(_) | None => all[self.chance.below(all.len())],
        };
        if !self.page.press(part).await {
            return false;
        }
        self.presses += 1;
        true
    }
}

/// Lets players choose in turn until so many more choices are made, or the game is over.
pub async fn go_on(players: &mut [Player], presses: usize) {
    let made = |players: &[Player]| players.iter().map(|player| player.presses).sum::<usize>();
    let wanted = made(players) + presses;
    let mut patience = Patience::default();
    while made(players) < wanted {
        let before = made(players);
        let mut over = true;
        for player in &mut *players {
            over &= player.play().await == Did::Ended;
        }
        if over {
            return;
        }
        if made(players) > before {
            patience = Patience::default();
        } else {
            patience.blinks("choice", &players[0].page.screen().await).await;
        }
    }
}
