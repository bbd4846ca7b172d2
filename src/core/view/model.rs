//! The description itself: plain data. Seats and teams are counted from 1 in it, as in records;
//! cards and places go by their numbers, which stay the same all through a game.

use super::Past;
use super::alike::Alike;
use super::phrase::{Colour, Phrase};
use crate::game::Plain;
use crate::tabletop::Stacking;
use crate::tabletop::ids::InstanceId;
use crate::value::Card;
use compact_str::CompactString;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is seen of a game as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct View {
    /// Who looks; null for several together and for whoever looks on.
    pub seat: Option<u8>,
    /// `fr`, `en`.
    pub language: &'static str,
    pub title: String,
    /// The options of the game that are not as usual.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
    /// Whether all win or lose together, with one score.
    #[serde(skip_serializing_if = "is_false")]
    pub cooperative: bool,
    /// Whether cards of some deck are drawn with corners.
    #[serde(skip_serializing_if = "is_false")]
    pub corners: bool,
    /// The phases that are running, the outermost first, as far as they are worth a heading.
    pub course: Vec<Course>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// Whether turns go round backwards.
    #[serde(skip_serializing_if = "is_false")]
    pub backwards: bool,
    /// Who chooses now.
    pub choosing: Vec<u8>,
    pub over: Option<Over>,
    pub players: Vec<Player>,
    /// What the scores are made of, where the rules name parts of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    pub teams: Vec<Team>,
    pub places: Vec<Place>,
    pub values: Vec<Value>,
    /// Every card that is named or shown in this view.
    pub cards: BTreeMap<Card, Face>,
    /// What has happened since the last view.
    pub story: Vec<Told>,
    /// What who looks has to choose among.
    pub menu: Option<Menu>,
    /// The ways that cards have gone since the last view, for whoever shows motion.
    #[serde(skip)]
    pub ways: Vec<Way>,
    /// What is to be given to the next view of those who look.
    #[serde(skip)]
    pub past: Past,
}

/// The way that a card went from place to place.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Its place in the log.
    pub entry: usize,
    /// Which card it was, for who saw that.
    pub card: Option<Card>,
    pub from: InstanceId,
    pub to: InstanceId,
}

/// An option of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// In the layout.
    pub name: String,
    pub text: String,
    /// As the layout and the command line have it.
    pub value: String,
    /// As people say it.
    pub said: String,
    /// Whether it has the value that it has where nobody says another one.
    #[serde(skip_serializing_if = "is_false")]
    pub usual: bool,
}

/// The rules of a game for people, as they are in force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guide {
    pub title: String,
    /// In Markdown; null where the game comes without.
    pub text: Option<String>,
    /// What the layout notes of the game; empty where it notes nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// All options of the game.
    pub settings: Vec<Setting>,
}

/// A phase that is running: `round 3`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Course {
    /// In the rules.
    pub name: String,
    pub text: String,
    /// How often it was entered since the phase around it was.
    pub number: i32,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    pub winners: Vec<u8>,
    /// By seat; empty where the rules count none.
    pub scores: Vec<i32>,
    /// Who won, in words.
    pub verdict: Phrase,
    /// The scores in words.
    pub tally: Option<Phrase>,
    /// The players by seat, over the columns of a table of parts; none where all have the same.
    #[serde(skip)]
    pub players: Vec<Phrase>,
    /// What they are made of, where the rules name parts of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Why it ended, in words.
    pub reason: Option<Phrase>,
}

/// A part of the scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// As the rules name it; none of all that has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What people call it.
    #[serde(skip)]
    pub text: Phrase,
    /// By seat; null where it counts cards that who looks does not know.
    pub scores: Vec<Option<i32>>,
    /// In words: `jokers: you 15, player 2 ?`
    pub told: Phrase,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Player {
    pub seat: u8,
    /// `you` for who looks.
    pub name: Phrase,
    pub team: u8,
    #[serde(skip_serializing_if = "is_false")]
    pub own: bool,
    /// Null where it is not for these eyes, or nothing is counted.
    pub score: Option<i32>,
    /// The score in the game's own words, where it has some: `3 coins`. Empty where it is not to
    /// stand beside the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Team {
    pub team: u8,
    pub name: Phrase,
    /// In few letters.
    pub side: Phrase,
    pub seats: Vec<u8>,
    #[serde(skip_serializing_if = "is_false")]
    pub own: bool,
}

/// Whose something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    Table,
    Team(u8),
    Player(u8),
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    pub id: InstanceId,
    /// As records write it: `hand.1`.
    pub record: String,
    /// In the layout: `hand`.
    pub zone: String,
    pub name: Phrase,
    pub owner: Owner,
    /// Its owner in words; null for the table.
    pub whose: Option<Phrase>,
    pub form: Form,
    /// Whether it is drawn at all.
    pub drawn: bool,
    /// How much of the cards of each of its stacks is drawn: only the top one with their number,
    /// what sticks out of a fan, or all. The stacks have all of their cards whatever it says, for
    /// whoever looks into one.
    pub stacking: Stacking,
    /// The zones of all owners are drawn as one board, slot against slot.
    #[serde(skip_serializing_if = "is_false")]
    pub across: bool,
    /// It holds a card that its owner has laid out, and so do those of the others: they are drawn
    /// together as one trick. As the how manyeth the card came, from 1; 0 where none lies there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trick: Option<u8>,
    /// The place in whose board it is drawn, slot beside slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<InstanceId>,
    /// One, or as many as its form says.
    pub stacks: Vec<Stack>,
}

impl Place {
    /// How many cards lie there.
    pub fn count(&self) -> usize {
        self.stacks.iter().map(|stack| stack.cards.len()).sum()
    }
}

/// How a place holds its cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One stack, of which the top card is looked at.
    Pile,
    /// One stack of which all cards are looked at, the top one last.
    Spread,
    /// The hand of who looks.
    Hand,
    /// Cards without an order.
    Set,
    /// A place for one card.
    Single,
    /// Stacks that come and go.
    Row,
    /// Numbered stacks, or one for each word of a list.
    Slots { heads: Vec<Phrase> },
    /// Stacks row by row.
    Grid { rows: u16, columns: u16, heads: Vec<Phrase> },
}

impl Form {
    /// Rows and the heads of columns, of a form that is a board.
    pub fn board(&self) -> Option<(u16, &[Phrase])> {
        match self {
            Form::Slots { heads } => Some((1, heads)),
            Form::Grid { rows, heads, .. } => Some((*rows, heads)),
            Form::Pile | Form::Spread | Form::Hand | Form::Set | Form::Single | Form::Row => None,
        }
    }

    /// Whether it is one stack.
    pub fn is_single(&self) -> bool {
        match self {
            Form::Pile | Form::Spread | Form::Hand | Form::Set | Form::Single => true,
            Form::Row | Form::Slots { .. } | Form::Grid { .. } => false,
        }
    }
}

/// What lies in a slot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stack {
    /// As records write it: `board.2.3`.
    pub record: String,
    /// Its number or word among the others: `2.3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Phrase>,
    /// All of them, from the bottom up; without an order as the layout sorts them, unknown ones
    /// last.
    pub cards: Vec<CardSeen>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Stack {
    /// A card that lies face up below cards of which the top one is not known, such as a trump
    /// below the stock: the undermost. It is seen although only the top is looked at.
    pub fn open_below(&self) -> Option<&CardSeen> {
        let (top, below) = self.cards.split_last()?;
        below.iter().find(|seen| top.card.is_none() && seen.card.is_some() && seen.face_up)
    }

    /// The cards that are counted where the top one is drawn: all but one that shows from below.
    pub fn counted(&self) -> usize {
        self.cards.len() - usize::from(self.open_below().is_some())
    }
}

/// A card in its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardSeen {
    /// Which it is, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// What it is called while it is not known: its place and its number in it, and a number that
    /// changes whenever it could have been taken for another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<CompactString>,
    /// Its face is up, or who looks may do so whichever side is up.
    pub face_up: bool,
    #[serde(skip_serializing_if = "is_empty")]
    pub marks: Box<[Mark]>,
}

/// A mark that is not at its default.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// In the layout.
    pub name: String,
    pub value: Plain,
    /// In words: `damage 2`.
    pub text: Phrase,
    /// Whether it is drawn at all.
    pub drawn: bool,
    /// What has it is crossed out.
    #[serde(skip_serializing_if = "is_false")]
    pub crossed: bool,
    /// It says no more than whose the place is in which its card lies.
    #[serde(skip_serializing_if = "is_false")]
    pub known: bool,
    /// Of the mark that says whose a card is: whose, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<Phrase>,
    /// Whether it is the mark of its deck that says whose a card is.
    #[serde(skip)]
    pub of_owner: bool,
}

/// A variable of one owner that has a value, or a pawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// In the layout.
    pub name: String,
    pub text: String,
    pub owner: Owner,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<Phrase>,
    pub value: Plain,
    /// The value in words.
    pub words: Phrase,
    /// Whether it is drawn at all: what counts nothing yet is not.
    pub drawn: bool,
    /// A pawn, whose value is the stack on which it stands.
    #[serde(skip_serializing_if = "is_false")]
    pub pawn: bool,
}

/// A card as it is printed. It has three forms: [small](Face::small) where there is room for a few
/// letters, [medium](Face::full) in a line or on a board, [large](Face::large) for whoever looks at
/// the card alone. All that is not known of a card that lies on the table is the same for all cards
/// of its name, and tells nothing of where it lies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Face {
    /// What it is called: its title, in the language of the view.
    pub name: Phrase,
    /// What it is called in few letters, if the layout says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<Phrase>,
    pub colour: Colour,
    /// What stands at its corners, row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corners: Option<[Phrase; 4]>,
    /// What is printed on it beside the name, and not in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub print: Vec<Print>,
    /// What else it has, for its large form alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Print>,
    /// A sign that stands for it: a letter or two, an emoji.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// A file with its picture, by its way from the folder of the game's layout. Nobody has looked
    /// whether it is there; who cannot show it draws the card without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What the card says to people: its effect or its story, in the language of the view. It may
    /// have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An attribute of a card in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Print {
    pub attribute: String,
    pub text: Phrase,
}

impl Face {
    /// The small form: the short name, or the name.
    pub fn small(&self) -> &Phrase {
        self.short.as_ref().unwrap_or(&self.name)
    }

    /// The medium form, in one line: the name with all that is printed, its corners as they stand,
    /// or all in words.
    pub fn full(&self) -> Phrase {
        let mut full = self.name.clone();
        if let Some([nw, ne, sw, se]) = self.corners.clone() {
            let dot = || Phrase::signed("·", ",");
            full = full.then(" ").then(nw).then(dot()).then(ne).then("/");
            full = full.then(sw).then(dot()).then(se);
        }
        if self.print.is_empty() {
            return full;
        }
        let print = Phrase::join(self.print.iter().map(|print| print.text.clone()), ", ");
        full.then(" (").then(print).then(")")
    }

    /// The large form, in lines: the name with its sign, the corners and all that it has, and what
    /// it says. Lines are as long as they come; whoever draws them breaks them.
    pub fn large(&self) -> Vec<Phrase> {
        let sign = self.symbol.iter().map(|sign| Phrase::plain(sign.clone()));
        let mut lines = vec![Phrase::join(sign.chain([self.name.clone()]), " ")];
        if let Some([nw, ne, sw, se]) = self.corners.clone() {
            let dot = || Phrase::signed(" · ", ", ");
            lines.push(nw.then(dot()).then(ne).then(" / ").then(sw).then(dot()).then(se));
        }
        let print = self.print.iter().chain(&self.more).map(|print| print.text.clone());
        lines.push(Phrase::join(print, ", "));
        let text = self.text.iter().flat_map(|text| text.lines());
        lines.extend(text.map(Phrase::plain));
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// Something that is told of what happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    Sentence(Alike<Phrase>),
    /// A board as it stood just before it was cleared.
    Stood(Stood),
}

/// A board as it stood, with the pawns on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stood {
    /// The place that was cleared, and all that is drawn with it.
    pub places: Vec<Place>,
    pub pawns: Vec<Value>,
}

/// What can be chosen. Options are named by their places in the list of options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Menu {
    /// What is to be chosen; empty where nothing says it.
    pub prompt: Phrase,
    /// What has been chosen already in this choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begun: Option<Phrase>,
    /// Whether it goes on with what has just been chosen.
    #[serde(skip_serializing_if = "is_false")]
    pub goes_on: bool,
    /// Of several things that are chosen one by one: how many more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
    pub options: Vec<Offered>,
    /// The options as a tree: many that begin alike are one item.
    pub items: Vec<Item>,
    /// What each action asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reasons>,
}

/// How many more are to be chosen, and may be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Left {
    pub least: usize,
    pub most: usize,
    pub text: Phrase,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offered {
    /// Which of the options of the decision it is, from 0.
    pub index: usize,
    /// As records write it: `play 2H`.
    pub label: String,
    pub text: Phrase,
    /// What is chosen, value by value, where a whole action is chosen: what stands in a fold is
    /// told by the values behind those that the fold has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Phrase>,
    /// The action with the first values alone, one text for each number of them: `lay 2♥ on …`.
    #[serde(skip)]
    pub opens: Vec<Phrase>,
    /// All that is chosen, without the action.
    #[serde(skip)]
    pub alone: Phrase,
    /// The cell of a board that is left to choose: its row and its column.
    #[serde(skip)]
    pub cell: Option<(u16, u16)>,
    /// What it names, in the order in which it names it.
    pub points: Vec<Pointer>,
    /// Options that differ from this one only in which of several equal cards they name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<Same>,
}

/// An option that is the same to people as another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Same {
    pub index: usize,
    pub label: String,
}

/// What an option points at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pointer {
    Card(Card),
    Handle(CompactString),
    /// A place, and one of its stacks if it has several.
    Place(InstanceId, Option<u16>),
    Player(u8),
    Team(u8),
    Number(i32),
    Word(String),
    Flag(bool),
}

/// Options that are offered as one line of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    Option(usize),
    /// Several that begin alike, and what they begin with.
    Fold {
        title: Phrase,
        /// How many values all of them share: their first `parts`.
        depth: usize,
        /// All options in it, at whatever depth.
        options: Vec<usize>,
        /// The options as a list: single ones, and folds of those that go on alike.
        items: Vec<Item>,
    },
}

impl Item {
    /// The options of an item, in their order.
    pub fn options(&self) -> &[usize] {
        match self {
            Item::Option(option) => std::slice::from_ref(option),
            Item::Fold { options, .. } => options,
        }
    }
}

/// An action, and what the rules may say against choosing it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasons {
    pub action: Phrase,
    pub whys: Vec<String>,
}

fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
