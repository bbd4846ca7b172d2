//! A program of its own that plays a seat: one JSON line with what the seat may know goes out, one
//! line with an answer comes back. See `docs/players.md` for the protocol. Processes and clocks
//! belong to the command: here is what is said over the line.

use super::{Entrant, Kind, Player, Stuck, View};
use crate::game::said::Heard;
use crate::game::{Copies, Decision, Eyes, Game, Offer, OfferValue, Plain, Play};
use crate::value::{Card, Seat};
use crate::vm::Generator;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A program that was started.
pub trait Line: Send {
    /// Sends one line. What goes wrong is told by the next answer.
    fn send(&mut self, line: &str);

    /// The next line that comes back, nothing once it is no longer `wanted`.
    ///
    /// # Errors
    /// In words why none comes.
    fn receive(&mut self, wanted: &dyn Fn() -> bool) -> Result<Option<String>, String>;
}

/// Starts the program of a command, which may think for so long about each choice; in words why it
/// cannot.
pub type Launch = Arc<dyn Fn(&str, Duration) -> Result<Box<dyn Line>, String> + Send + Sync>;

/// The version of the protocol that programs are told.
const PROTOCOL: u32 = 1;

/// See the module. Every game starts the program anew, for each of its seats.
#[derive(Clone)]
pub struct Exec {
    pub command: String,
    /// How long the program may think about each choice.
    pub limit: Duration,
    pub launch: Launch,
}

impl Exec {
    /// The limit where nobody says another.
    pub const LIMIT: Duration = Duration::from_secs(10);
}

impl Entrant for Exec {
    fn name(&self) -> String {
        Kind::Exec { command: self.command.clone(), limit: self.limit }.to_string()
    }

    fn player(&self, _game: &Game, _seat: Seat, _generator: Generator) -> Box<dyn Player> {
        Box::new(ExecPlayer { exec: self.clone(), line: None, heard: 0, asked: 0 })
    }

    fn listens(&self) -> bool {
        true
    }
}

struct ExecPlayer {
    exec: Exec,
    /// From its first choice on.
    line: Option<Box<dyn Line>>,
    /// Up to where it has been told what the others said.
    heard: usize,
    /// How often it has been asked. Offers to others are not counted: gaps would tell of them.
    asked: u64,
}

impl Player for ExecPlayer {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        self.ask(view).map_err(|why| Stuck(format!("the program `{}` {why}", self.exec.command)))
    }
}

impl ExecPlayer {
    fn ask(&mut self, view: &View<'_>) -> Result<usize, String> {
        let line = match &mut self.line {
            Some(line) => line,
            None => {
                let mut line = (self.exec.launch)(&self.exec.command, self.exec.limit)?;
                line.send(&game_line(view).to_string());
                self.line.insert(line)
            }
        };
        let decision = view.decision();
        let (heard, upto) = view.heard(self.heard);
        self.heard = upto;
        self.asked += 1;
        line.send(&choose_line(view, self.asked, &decision, &heard).to_string());
        match line.receive(&|| view.is_wanted())? {
            Some(answer) => option_of(&answer, self.asked, &decision.options),
            None => {
                // It may answer yet, and that would be taken for an answer to another question.
                (self.line, self.heard, self.asked) = (None, 0, 0);
                Ok(0)
            }
        }
    }
}

/// An option by its number, counted from 1, or by its label; as JSON or bare. Whoever wants to be
/// sure gives back the `number` of the question with it: `{"number": 12, "choice": 1}`.
fn option_of(answer: &str, number: u64, options: &[Offer]) -> Result<usize, String> {
    let bare = match serde_json::from_str::<Value>(answer) {
        Ok(Value::String(label)) => label,
        Ok(Value::Number(number)) => number.to_string(),
        Ok(Value::Object(fields)) => of_question(&fields, number)?.unwrap_or_default(),
        Ok(_) | Err(_) => answer.trim().to_owned(),
    };
    let by_number =
        bare.parse::<usize>().ok().filter(|n| (1..=options.len()).contains(n)).map(|n| n - 1);
    let by_label = || options.iter().position(|offer| offer.label == bare);
    let shown: String = answer.trim().chars().take(60).collect();
    by_number.or_else(by_label).ok_or_else(|| {
        format!(
            "answered `{shown}`, which is neither a number from 1 to {} nor the label of an option",
            options.len()
        )
    })
}

/// The choice of an answer that says which question it is for; nothing where it does not say so.
fn of_question(fields: &Map<String, Value>, number: u64) -> Result<Option<String>, String> {
    let choice = match fields.get("choice") {
        Some(Value::String(label)) => label.clone(),
        Some(Value::Number(option)) => option.to_string(),
        Some(_) | None => return Ok(None),
    };
    match fields.get("number").and_then(Value::as_u64) {
        Some(asked) if asked != number => {
            Err(format!("answered question {asked}, but was asked question {number}"))
        }
        Some(_) => Ok(Some(choice)),
        None => Ok(None),
    }
}

/// What does not change during the game.
fn game_line(view: &View<'_>) -> Value {
    let program = view.game().program();
    let options: Map<String, Value> = program
        .options
        .iter()
        .map(|option| (option.name.clone(), json!(Plain::of_option(&option.value))))
        .collect();
    json!({
        "type": "game",
        "protocol": PROTOCOL,
        "game": program.id,
        "seat": view.seat().shown(),
        "seats": program.seats,
        "options": options,
        "cards": (0..program.cards.len())
            .map(|card| card_line(view.game(), Card::new(card)))
            .collect::<Vec<_>>(),
    })
}

fn card_line(game: &Game, card: Card) -> Value {
    let program = game.program();
    let mut fields = Map::new();
    fields.insert("id".into(), json!(card));
    fields.insert("card".into(), json!(program.cards[card.index()].name));
    for attribute in program.printed() {
        fields.insert(
            attribute.name.clone(),
            json!(Plain::timeless(program, attribute.kind, attribute.values[card.index()])),
        );
    }
    Value::Object(fields)
}

fn choose_line(view: &View<'_>, number: u64, decision: &Decision, heard: &[Heard]) -> Value {
    let heard_line = |heard: &Heard| json!({ "seat": heard.seat.shown(), "said": heard.said });
    json!({
        "type": "choose",
        "number": number,
        "prompt": decision.prompt,
        "heard": heard.iter().map(heard_line).collect::<Vec<_>>(),
        "observation": view.observation(),
        "options": offer_lines(view.play, view.seat, &decision.options, 1),
    })
}

/// The `options` of a seat in words and values, as programs that play are told them, numbered from
/// `first` on.
pub fn offer_lines(play: &Play, seat: Seat, options: &[Offer], first: usize) -> Vec<Value> {
    let program = play.game().program();
    let copies = Copies::seen(program, play.state(), Eyes::Seat(seat));
    let id = |card| copies.number(program, card);
    let line = |(number, offer): (usize, &Offer)| {
        let values = offer.values.iter().map(|named| (named.name.clone(), plain(&named.value, id)));
        let values: Map<String, Value> = values.collect();
        json!({ "number": number, "label": offer.label, "action": offer.action, "values": values })
    };
    (first..).zip(options).map(line).collect()
}

/// A value as programs are sent it: seats and teams from 1 as people count, of a card what is its
/// `id`.
fn plain(value: &OfferValue, id: impl Fn(Card) -> Card) -> Value {
    match value {
        OfferValue::Card { card, place, height } => {
            json!({ "id": card.map(id), "place": place, "height": height })
        }
        OfferValue::Slot(place) => json!(place),
        OfferValue::Number(number) => json!(number),
        OfferValue::Word(word) => json!(word),
        OfferValue::Seat(seat) => json!(seat.shown()),
        OfferValue::Team(team) => json!(team.shown()),
        OfferValue::Flag(flag) => json!(flag),
        OfferValue::Bag(words) => json!(words),
        OfferValue::None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::Choice;

    fn options() -> Vec<Offer> {
        let offer = |label: &str| Offer {
            label: label.into(),
            choice: Choice::PASS,
            action: None,
            values: Vec::new(),
            given: Box::default(),
        };
        ["play 2H", "7", "pass"].map(offer).into()
    }

    #[test]
    fn answers_are_numbers_or_labels() {
        for (answer, option) in
            [("1", 0), (" 3 \r", 2), ("\"play 2H\"", 0), ("play 2H", 0), ("\"pass\"", 2), ("2", 1)]
        {
            assert_eq!(option_of(answer, 12, &options()), Ok(option), "{answer}");
        }
    }

    #[test]
    fn nonsense_is_told() {
        for answer in ["0", "4", "-1", "1.5", "", "play", "{\"choice\": 1}", "null"] {
            let why = option_of(answer, 12, &options()).unwrap_err();
            assert!(why.contains("number from 1 to 3"), "{answer}: {why}");
        }
    }

    #[test]
    fn an_answer_may_say_to_which_question_it_belongs() {
        assert_eq!(option_of(r#"{"number": 12, "choice": 3}"#, 12, &options()), Ok(2));
        assert_eq!(option_of(r#"{"choice": "play 2H", "number": 12}"#, 12, &options()), Ok(0));
        let why = option_of(r#"{"number": 11, "choice": 3}"#, 12, &options()).unwrap_err();
        assert_eq!(why, "answered question 11, but was asked question 12");
    }
}
