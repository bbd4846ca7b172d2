//! What somebody wants chance to do next.

use crate::cli::text::Messages;
use crate::game::{Decided, Play, Undecided};
use crate::program::Program;
use crate::tabletop::Shape;
use crate::tabletop::ids::InstanceId;
use crate::view::{self, Lexicon, Phrase};

/// What a wish begins with where it is typed as a command, in English and French.
pub(crate) const COMMANDS: [&str; 2] = ["chance", "hasard"];

/// Cards that are named to show how a wish is written.
const SHOWN: usize = 2;

/// A game that is tried out, for whoever wishes something of chance: `messages` are in their
/// language, and `words` is how they are shown what things are called.
pub(crate) struct Wishing<'a> {
    pub(crate) play: &'a mut Play,
    pub(crate) messages: &'a Messages,
    pub(crate) words: &'a dyn Fn(&Phrase) -> String,
    pub(crate) asked: Asked,
}

/// Where somebody says what they wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Behind a command.
    AtThePrompt,
    /// In a field that is for nothing else.
    #[cfg(feature = "serve")]
    OnAPage,
}

/// What a wish says, whether it can come true or not: nothing of it tells where a card lies.
pub(crate) enum Wish {
    Lot {
        result: u32,
    },
    /// Cards of a pile, as records call them; without one a single card, of the pile that has it.
    Cards {
        pile: Option<String>,
        cards: Vec<String>,
    },
}

impl Wishing<'_> {
    /// Decides what chance does next. Gives what comes next, in words.
    ///
    /// # Errors
    /// Why that cannot be, in words; then nothing has changed. It tells where cards lie, hidden
    /// ones too.
    pub(crate) fn decide(&mut self, wish: Wish) -> Result<String, String> {
        let decided = match wish {
            Wish::Lot { result } => Decided::Lot { result },
            Wish::Cards { pile: Some(zone), cards } => Decided::Cards { zone, order: cards },
            Wish::Cards { pile: None, cards } => {
                let zone = pile_of(self.play, &cards[0]);
                let zone = zone.ok_or_else(|| self.unread(&self.card(&cards[0])))?;
                Decided::Cards { zone, order: cards }
            }
        };
        let done = self.play.decide(&decided);
        done.map_err(|undecided| self.refused(&undecided))?;
        Ok(self.told(&decided))
    }

    /// What a wish says: `4`, `7h`, `deck 7h 8c`; the command may stand before it once more.
    ///
    /// # Errors
    /// What is wrong with the wish, in words.
    pub(crate) fn read(&self, wish: &str) -> Result<Wish, String> {
        let (wish, program) = (wish.trim(), self.play.game().program());
        let said = view::pile_and_cards(program, self.messages.lexicon(), wish);
        match (said, wish.parse::<u32>(), without_command(wish)) {
            (_, Ok(result), _) => self.lot(result),
            (Some((pile, cards)), ..) => Ok(Wish::Cards { pile, cards }),
            (None, _, Some(rest)) => self.read(rest),
            (None, ..) if wish.is_empty() => Err(self.misread()),
            (None, ..) => Err(self.unread(wish)),
        }
    }

    /// How a wish is written.
    pub(crate) fn misread(&self) -> String {
        self.with_example("chance-misread", "chance-misread-bare", 0)
    }

    /// A message with a pile of this game and cards for it, as they are typed; `bare` where cards
    /// lie in no pile at the beginning.
    fn with_example(&self, key: &str, bare: &str, most: u32) -> String {
        let command = match self.asked {
            Asked::AtThePrompt => self.messages.say("chance-command"),
            #[cfg(feature = "serve")]
            Asked::OnAPage => String::new(),
        };
        let example = example(self.play.game().program());
        let key = if example.is_some() { key } else { bare };
        let cards = example.map(|(pile, cards)| {
            let cards = cards.iter().map(|card| self.card(card));
            std::iter::once(self.pile(&pile)).chain(cards).collect::<Vec<_>>().join(" ")
        });
        let cards = cards.unwrap_or_default().into();
        let values = [("command", command.into()), ("cards", cards), ("most", most.into())];
        self.messages.with(key, &values)
    }

    fn unread(&self, found: &str) -> String {
        let piles = (self.words)(&piles(self.play, self.messages.lexicon()));
        self.messages.with("chance-unread", &[("card", found.into()), ("piles", piles.into())])
    }

    fn lot(&self, result: u32) -> Result<Wish, String> {
        match self.play.game().program().most_by_lot() {
            Some(most) if result == 0 || result > most => {
                Err(self.with_example("chance-too-large", "chance-too-large-bare", most))
            }
            None if result == 0 => Err(self.misread()),
            Some(_) | None => Ok(Wish::Lot { result }),
        }
    }

    fn told(&self, decided: &Decided) -> String {
        match decided {
            Decided::Lot { result } => {
                self.messages.with("chance-number", &[("n", (*result).into())])
            }
            Decided::Cards { zone, order } => {
                let cards: Vec<String> = order.iter().map(|card| self.card(card)).collect();
                let values = [("zone", self.pile(zone).into()), ("cards", cards.join(", ").into())];
                self.messages.with("chance-cards", &values)
            }
        }
    }

    fn refused(&self, undecided: &Undecided) -> String {
        match undecided {
            Undecided::NoPile(zone) => {
                self.messages.with("chance-no-pile", &[("zone", self.pile(zone).into())])
            }
            Undecided::NotThere(card) => {
                self.messages.with("chance-no-card", &[("card", self.card(card).into())])
            }
            Undecided::OtherOptions => self.messages.say("chance-options"),
        }
    }

    fn pile(&self, record: &str) -> String {
        let program = self.play.game().program();
        (self.words)(&view::pile_called(program, self.messages.lexicon(), record))
    }

    fn card(&self, record: &str) -> String {
        let program = self.play.game().program();
        (self.words)(&view::card_called(program, self.messages.lexicon(), record))
    }
}

/// What stands behind the command with which a wish begins, if it does.
fn without_command(wish: &str) -> Option<&str> {
    let (first, rest) = wish.split_once(char::is_whitespace).unwrap_or((wish, ""));
    COMMANDS.contains(&first.to_lowercase().as_str()).then_some(rest)
}

/// A pile in which cards lie when the game begins, and the first of these, as records call them:
/// where they lie now is not looked at.
fn example(program: &Program) -> Option<(String, Vec<String>)> {
    let is_pile = |zone| program.zones[zone].shape == Shape::Pile;
    let start = program.start_cards.iter().find(|start| is_pile(start.zone))?;
    let pile = program.instances.ids().find(|of| program.instances[*of].zone == start.zone)?;
    let mut cards: Vec<String> = Vec::new();
    for card in &start.cards {
        let name = &program.cards[card.index()].name;
        if cards.len() < SHOWN && !cards.contains(name) {
            cards.push(name.clone());
        }
    }
    Some((program.instance_name(pile), cards))
}

/// The places where cards lie in one pile now, as they are shown.
fn piles(play: &Play, lexicon: &Lexicon) -> Phrase {
    let program = play.game().program();
    let is_pile = |instance: &InstanceId| {
        let mut slots = play.state().slots_of(program, *instance);
        program.zones[program.instances[*instance].zone].shape == Shape::Pile
            && slots.any(|slot| play.state().count_in(slot) > 0)
    };
    let piles = program.instances.ids().filter(is_pile);
    let called = |pile| view::pile_called(program, lexicon, &program.instance_name(pile));
    Phrase::join(piles.map(called), ", ")
}

/// The pile that has a card which nobody sees, as records call both.
fn pile_of(play: &Play, card: &str) -> Option<String> {
    let (program, state) = (play.game().program(), play.state());
    let has_it = |instance: &InstanceId| {
        let zone = &program.zones[program.instances[*instance].zone];
        let is_it = |one| program.cards[usize::from(one)].name == card;
        zone.shape == Shape::Pile
            && state.slots_of(program, *instance).any(|slot| state.cards_in(slot).iter().any(is_it))
    };
    let pile = program.instances.ids().find(has_it)?;
    Some(program.instance_name(pile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::game::{Game, Settings};

    const GAME: &str = "
seats: 2
decks: { pack: { standard: 32 } }
zones:
  draw_pile: { holds: pack, shape: PILE, seen_by: nobody }
  heap: { shape: pile, seen_by: all }
texts: { draw_pile: { en: stock, fr: talon } }
rules: |
  phase game = each player: take
  action take { move random 1 of draw_pile to heap }
  score = 0
";

    /// What is read of a wish in a game with a pile, or without one; in words what is wrong.
    fn read(wish: &str, (language, asked): (Language, Asked), shape: &str) -> Result<Wish, String> {
        let text = GAME.replace("PILE", shape);
        let game = Game::from_strings(&[("game.yaml", &text)], &Settings::default());
        let mut play = Play::new(&game.expect("a game"), 3);
        let (messages, words) = (&Messages::new(language), &Phrase::text);
        Wishing { play: &mut play, messages, words, asked }.read(wish)
    }

    fn refused(wish: &str, about: (Language, Asked), shape: &str) -> String {
        read(wish, about, shape).err().expect("a wish that cannot be read")
    }

    /// Whoever types what is shown is understood, with the command or without it.
    #[test]
    fn wishes_are_shown_as_they_are_typed() {
        let english = (Language::En, Asked::AtThePrompt);
        let told = refused("", english, "pile");
        let shown = told.split('“').nth(2).and_then(|rest| rest.split('”').next());
        let shown = shown.unwrap_or_else(|| panic!("{told}"));
        assert!(shown.starts_with("chance stock 7"), "{told}");
        for wish in [shown, &shown["chance ".len()..], "hasard draw_pile 7S 8S"] {
            let Ok(Wish::Cards { pile, cards }) = read(wish, english, "pile") else {
                panic!("{wish}");
            };
            assert_eq!((pile.as_deref(), cards.len()), (Some("draw_pile"), 2), "{wish}");
        }
        assert!(matches!(read("Chance 4", english, "pile"), Ok(Wish::Lot { result: 4 })));
        assert!(refused("chance deck 7H", english, "pile").contains("found “deck 7H”"));
    }

    #[cfg(feature = "serve")]
    #[test]
    fn a_page_shows_no_command() {
        let french = (Language::Fr, Asked::OnAPage);
        let told = refused("", french, "pile");
        assert!(told.contains("« 6 »") && told.contains("« talon 7"), "{told}");
        let told = refused("hasard", french, "set");
        assert!(told.contains("« 6 »") && !told.contains("talon"), "{told}");
    }
}
