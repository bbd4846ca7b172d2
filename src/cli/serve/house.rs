//! The rules of the house at one table: how long one may wait before a pass is taken for one, who
//! plays for whoever stays away, and what the players are called.

use super::wire::Refusal;
use super::wishes::bots;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, is_seen};
use crate::game::Play;
use crate::players::Kind;
use crate::value::Seat;
use crate::view;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Seconds that can be set, at least and at most.
const SHORTEST: u32 = 5;
const LONGEST: u32 = 24 * 3600;

/// Letters of a name.
const LONGEST_NAME: usize = 24;

/// Letters that fonts draw as a blank.
const BLANK: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// Words by which pages and stories say who sits where, in both languages, as they are
/// [compared](read_words).
const OF_SEATS: [&str; 12] = [
    "you",
    "vous",
    "player",
    "joueur",
    "joueuse",
    "seat",
    "place",
    "watcher",
    "watchers",
    "spectateur",
    "spectatrice",
    "spectateurs",
];

/// How long nobody is at a seat until whoever sat there counts as gone: a page that is loaded again
/// comes back sooner.
const UNTIL_GONE: Duration = Duration::from_secs(5);

/// Who plays for people who stay away, where nobody said.
const STAND_IN: &str = "greedy";

/// What holds at a table beside the rules of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct House {
    /// Seconds after which whoever may pass has passed.
    time: Option<u32>,
    /// Seconds after which a bot plays for a person at whose seat nobody is.
    away: Option<u32>,
    /// Who that is.
    stand_in: Option<String>,
    /// What the players are called, by seat; empty where one has no name.
    names: Vec<String>,
    /// How often each player has taken back a choice that the others had seen, by seat: whoever was
    /// away when it was done is to know.
    taken_back: Vec<u32>,
}

impl House {
    /// Fits a house to a table of `seats` seats; names that nobody may take are left out. Says in
    /// words why it cannot be: a time is out of bounds, or nobody can stand in as is wished.
    pub(crate) fn checked(mut self, seats: usize, messages: &Messages) -> Result<House, String> {
        let fits = |time: Option<u32>| time.is_none_or(|time| (SHORTEST..=LONGEST).contains(&time));
        if !fits(self.time) || !fits(self.away) {
            let values = [("least", SHORTEST.into()), ("most", LONGEST.into())];
            return Err(messages.with("serve-no-time", &values));
        }
        self.stand_in(messages)?;
        let names = std::mem::replace(&mut self.names, vec![String::new(); seats]);
        for (seat, name) in names.iter().take(seats).enumerate() {
            // The seat has no name then, as before somebody takes one.
            let _ = self.call(Seat::new(seat), name);
        }
        self.taken_back.truncate(seats);
        Ok(self)
    }

    /// The house for a table at which nothing has happened yet, and so nothing been taken back.
    pub(crate) fn anew(self) -> House {
        House { taken_back: Vec::new(), ..self }
    }

    fn stand_in(&self, messages: &Messages) -> Result<Vec<Kind>, String> {
        let name = self.stand_in.clone().unwrap_or_else(|| STAND_IN.to_owned());
        bots(&[name], messages)
    }

    /// Who plays for people who stay away.
    pub(crate) fn substitute(&self, messages: &Messages) -> SeatKind {
        let bots = self.stand_in(messages).unwrap_or_default();
        SeatKind::Bot(bots.into_iter().next().unwrap_or(Kind::Random))
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn taken_back(&self) -> &[u32] {
        &self.taken_back
    }

    /// A player has taken back a choice.
    pub(crate) fn takes_back(&mut self, seat: Seat) {
        let count = seat.index() + 1;
        self.taken_back.resize(self.taken_back.len().max(count), 0);
        self.taken_back[seat.index()] += 1;
    }

    /// Calls a player otherwise; by nothing, as before it had a name. Nobody takes a name that can
    /// be read as another one's.
    pub(crate) fn call(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let name = tidy(name);
        if !name.is_empty() {
            self.may_be(seat, &name)?;
        }
        if let Some(known) = self.names.get_mut(seat.index()) {
            *known = name;
        }
        Ok(())
    }

    /// Whether a player may have a name, and why not.
    fn may_be(&self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let read = |name: &str| read_words(name).concat();
        let (own, mut names) = (read(name), self.names.iter().zip((0..).map(Seat::new)));
        if own.is_empty() {
            return Err(Refusal::NoName);
        }
        if is_of_seats(name) {
            return Err(Refusal::NameOfSeat);
        }
        match names.any(|(other, of)| of != seat && read(other) == own) {
            true => Err(Refusal::NameTaken),
            false => Ok(()),
        }
    }
}

/// The words of a name as far as people tell names apart: without case, accents and whatever is no
/// letter and no digit.
fn read_words(name: &str) -> Vec<String> {
    let is_between = |letter: char| letter.is_whitespace() || letter.is_ascii_punctuation();
    let is_read = |letter: &char| letter.is_alphanumeric() && !BLANK.contains(letter);
    let words = name.split(is_between).map(|word| word.chars().filter(is_read).collect());
    words.filter(|word: &String| !word.is_empty()).map(|word| view::typed(&word)).collect()
}

/// Whether a name says where somebody sits, with or without a number: `You`, `Joueur 2 (vous)`.
fn is_of_seats(name: &str) -> bool {
    let plain = |word: &String| word.chars().filter(|letter| !letter.is_numeric()).collect();
    let words: Vec<String> = read_words(name).iter().map(plain).collect();
    let is_known = |word: &String| OF_SEATS.contains(&word.as_str());
    let mut named = words.iter().filter(|word| !word.is_empty()).peekable();
    is_known(&words.concat()) || named.peek().is_some() && named.all(is_known)
}

/// A name as it is shown: letters that can be seen, in one line, and not many.
fn tidy(name: &str) -> String {
    let seen = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = seen.chars().filter(|&letter| is_seen(letter)).take(LONGEST_NAME);
    letters.collect::<String>().trim_end().to_owned()
}

/// What time has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A seat has passed.
    Pass(Seat),
    /// A bot plays for a seat.
    StandsIn(Seat),
    /// Those who were asked whether a choice is taken back, and have not said, are gone.
    Settles,
    /// What could not be written down is tried again.
    Writes,
    /// Nothing has happened for a while.
    Dozes,
}

/// Since when each seat has waited.
#[derive(Default)]
pub(crate) struct Waits {
    seats: Vec<Wait>,
}

#[derive(Clone, Copy, Default)]
struct Wait {
    /// The number of the decision that a seat is asked for, and since when.
    asked: Option<(u64, Instant)>,
    /// Since when all can see that it chooses, whether it is asked or not: where several choose at
    /// the same time it may have chosen, or have had no choice.
    choosing: Option<Instant>,
    /// Since when nobody is there.
    gone: Option<Instant>,
    /// A bot has begun to play for it.
    stood_in: bool,
    /// It does so at this moment.
    thinks: bool,
}

impl Waits {
    /// The waits of a table of so many `seats`, at which nobody is yet.
    pub(crate) fn new(seats: usize) -> Waits {
        let gone = Some(Instant::now());
        Waits { seats: vec![Wait { gone, ..Wait::default() }; seats] }
    }

    /// Takes note of which decision a seat is asked for now.
    pub(crate) fn asked(&mut self, seat: Seat, decision: Option<u64>) {
        let Some(wait) = self.seats.get_mut(seat.index()) else { return };
        if wait.asked.map(|(number, _)| number) != decision {
            wait.asked = decision.map(|number| (number, Instant::now()));
            wait.thinks = false;
        }
    }

    /// Takes note of whether all can see that a seat chooses now.
    pub(crate) fn choosing(&mut self, seat: Seat, chooses: bool) {
        let Some(wait) = self.seats.get_mut(seat.index()) else { return };
        match chooses {
            true => drop(wait.choosing.get_or_insert_with(Instant::now)),
            false => wait.choosing = None,
        }
    }

    /// Takes note of whether somebody is at a seat.
    pub(crate) fn present(&mut self, seat: Seat, is_there: bool) {
        let Some(wait) = self.seats.get_mut(seat.index()) else { return };
        match (is_there, wait.gone) {
            (true, _) => (wait.gone, wait.stood_in) = (None, false),
            (false, None) => wait.gone = Some(Instant::now()),
            (false, Some(_)) => {}
        }
    }

    /// When whoever sat at a seat counts as gone, as long as nobody is there.
    pub(crate) fn gone(&self, seat: Seat) -> Option<Instant> {
        Some(self.seats.get(seat.index())?.gone? + UNTIL_GONE)
    }

    /// A bot plays for a seat from now on; whether the seat is asked for something, so that the
    /// bot has something to choose.
    pub(crate) fn stands_in(&mut self, seat: Seat) -> bool {
        let Some(wait) = self.seats.get_mut(seat.index()) else { return false };
        (wait.stood_in, wait.thinks) = (true, wait.asked.is_some());
        wait.thinks
    }

    /// The bot of a seat has thought about something else and is free again.
    pub(crate) fn has_thought(&mut self, seat: Seat) {
        if let Some(wait) = self.seats.get_mut(seat.index()) {
            wait.thinks = false;
        }
    }

    /// Seconds that each seat still has for its choice, where whoever may pass has a time; nothing
    /// where nobody has.
    pub(crate) fn left(&self, house: &House) -> Vec<Option<u32>> {
        let Some(time) = house.time else { return Vec::new() };
        let left = |wait: &Wait| {
            let (_, since) = wait.asked?;
            let passed = u32::try_from(since.elapsed().as_secs()).unwrap_or(u32::MAX);
            Some(time.saturating_sub(passed))
        };
        self.seats.iter().map(left).collect()
    }

    /// The seats for which bots play, from 1.
    pub(crate) fn stood_in(&self) -> Vec<u8> {
        let seats = self.seats.iter().zip(1..);
        seats.filter(|(wait, _)| wait.stood_in).map(|(_, seat)| seat).collect()
    }

    /// What comes next of the people at the table, and when.
    pub(crate) fn next(
        &self,
        people: &[bool],
        house: &House,
        play: &Play,
    ) -> Option<(Instant, Due)> {
        let seats = people.iter().zip(&self.seats).zip((0..).map(Seat::new));
        let people = seats.filter(|((person, wait), _)| **person && !wait.thinks);
        let due = people.flat_map(|((_, wait), seat)| wait.due(seat, house, play));
        due.min_by_key(|(at, _)| *at)
    }
}

impl Wait {
    fn due(&self, seat: Seat, house: &House, play: &Play) -> Vec<(Instant, Due)> {
        let asked = self.asked.map(|(_, since)| since);
        let after = |since: Instant, seconds: u32| since + Duration::from_secs(seconds.into());
        let time = house.time.zip(asked).filter(|_| play.pass(seat).is_some());
        let pass = time.map(|(time, since)| (after(since, time), Due::Pass(seat)));
        // All are told for whom a bot plays: when it begins to hangs on what all can see.
        let away = house.away.zip(self.gone).and_then(|(away, gone)| match self.stood_in {
            true => asked,
            false => Some(after(self.choosing?.max(gone), away)),
        });
        pass.into_iter().chain(away.map(|at| (at, Due::StandsIn(seat)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::serve::sample::laying_or_passing;

    #[test]
    fn names_are_short_and_can_be_seen() {
        let mut house = House { names: vec![String::new(); 2], ..House::default() };
        let mut call = |seat, name| house.call(Seat::new(seat), name);
        assert_eq!(call(1, "  Ada \u{1b}[31m\n of  the Seven Long Rivers and More  "), Ok(()));
        assert_eq!(call(0, "\u{202e}Bo\u{2066}\u{200b}"), Ok(()));
        assert_eq!(call(7, "nobody"), Ok(()));
        assert_eq!(house.names(), ["Bo", "Ada [31m of the Seven Lo"]);
    }

    /// Nobody is called so that somebody else could be meant.
    #[test]
    fn names_tell_players_apart() {
        let mut house = House { names: vec![String::new(); 3], ..House::default() };
        let mut call = |seat, name: &str| house.call(Seat::new(seat), name);
        for name in ["You", " vous ", "Player 1", "JOUEUR  2", "Joueur-2", "player2", "Seat 1"] {
            assert_eq!(call(0, name), Err(Refusal::NameOfSeat), "{name}");
        }
        for name in ["Place 3", "Spectateur", "Joueur 2 (vous)", "V\u{301}ous", "Player 1\u{3164}"]
        {
            assert_eq!(call(0, name), Err(Refusal::NameOfSeat), "{name}");
        }
        for name in [&*"\u{301}".repeat(24), "…", "\u{3164}", "♠"] {
            assert_eq!(call(0, name), Err(Refusal::NoName), "{name}");
        }
        assert_eq!(call(0, "Élodie"), Ok(()));
        for name in ["élodie", " ELODIE", "E\u{301}lodie", "Elodie."] {
            assert_eq!(call(1, name), Err(Refusal::NameTaken), "{name}");
        }
        for name in ["Youri", "Youyou", "Placebo", "You and me", "7", "佐藤", ""] {
            assert_eq!(call(1, name), Ok(()), "{name}");
        }
        // Whoever has a name may write it otherwise, and it is free once it was given back.
        assert_eq!((call(0, "elodie"), call(0, ""), call(2, "Elodie")), (Ok(()), Ok(()), Ok(())));
    }

    /// Names that were taken before nobody looked are not taken up again.
    #[test]
    fn names_that_nobody_may_take_are_left_out() {
        let names = ["Ada", "Player 1", "ada"].map(str::to_owned).to_vec();
        let messages = Messages::new(crate::cli::args::Language::En);
        let house = House { names, ..House::default() }.checked(3, &messages).expect("a house");
        assert_eq!(house.names(), ["Ada", "", ""]);
    }

    /// What was taken back at a table is known when it is taken up again, and nobody can wish for
    /// it.
    #[test]
    fn what_was_taken_back_is_kept() {
        let mut house = House::default();
        house.takes_back(Seat::new(1));
        let messages = Messages::new(crate::cli::args::Language::En);
        let kept = house.clone().checked(2, &messages).expect("a house");
        assert_eq!(kept.taken_back(), [0, 1]);
        assert!(house.anew().checked(2, &messages).expect("a house").taken_back().is_empty());
    }

    /// Whoever is there has the time to pass; for whoever is away a bot plays, once it has begun
    /// to without another wait.
    #[test]
    fn time_passes_for_people_and_brings_bots_for_those_who_are_away() {
        let play = Play::new(&laying_or_passing(), 3);
        let house = House { time: Some(30), away: Some(60), ..House::default() };
        let (people, mut waits) = ([true, true], Waits::new(2));
        assert_eq!(waits.next(&people, &house, &play), None);
        asks(&mut waits, Seat::new(0), 0);
        let (pass, due) = waits.next(&people, &house, &play).expect("a time");
        assert_eq!((due, play.pass(Seat::new(0)).is_some()), (Due::Pass(Seat::new(0)), true));
        let alone = House { time: None, ..house.clone() };
        let (away, due) = waits.next(&people, &alone, &play).expect("a time");
        assert_eq!(due, Due::StandsIn(Seat::new(0)));
        assert!(away - pass >= Duration::from_secs(30), "{:?}", away - pass);
        waits.present(Seat::new(0), true);
        assert_eq!(waits.next(&people, &alone, &play), None);
        waits.present(Seat::new(0), false);
        assert!(waits.stands_in(Seat::new(0)));
        assert_eq!(waits.next(&people, &alone, &play), None);
        waits.asked(Seat::new(0), Some(1));
        let (at_once, due) = waits.next(&people, &alone, &play).expect("a time");
        assert_eq!(due, Due::StandsIn(Seat::new(0)));
        assert!(at_once < pass);
        // A bot that was thinking about something else when it was to stand in does so now.
        assert!(waits.stands_in(Seat::new(0)));
        assert_eq!(waits.next(&people, &alone, &play), None);
        waits.has_thought(Seat::new(0));
        assert_eq!(waits.next(&people, &alone, &play), Some((at_once, due)));
        // Bots have no time to keep.
        assert_eq!(waits.next(&[false, true], &alone, &play), None);
    }

    /// A seat is asked for a decision, as all can see.
    fn asks(waits: &mut Waits, seat: Seat, decision: u64) {
        waits.asked(seat, Some(decision));
        waits.choosing(seat, true);
    }

    /// Of those who choose at the same time and are away, nobody learns by the bots that play for
    /// them who had a choice, or has made it.
    #[test]
    fn bots_stand_in_as_soon_for_who_has_no_choice() {
        let play = Play::new(&laying_or_passing(), 3);
        let house = House { away: Some(60), ..House::default() };
        let times = |decision: Option<u64>| {
            let mut waits = Waits::new(2);
            waits.present(Seat::new(1), true);
            waits.asked(Seat::new(0), decision);
            waits.choosing(Seat::new(0), true);
            let begun = waits.seats[0].choosing.expect("a beginning");
            // What is chosen step by step, and what is chosen again, changes nothing of it.
            waits.asked(Seat::new(0), decision.map(|number| number + 1));
            waits.choosing(Seat::new(0), true);
            let (at, due) = waits.next(&[true, true], &house, &play).expect("a time");
            assert_eq!(due, Due::StandsIn(Seat::new(0)));
            (waits, at - begun)
        };
        let ((mut one, soon), (mut other, late)) = (times(Some(0)), times(None));
        assert_eq!((soon, late), (Duration::from_secs(60), Duration::from_secs(60)));
        assert!(one.stands_in(Seat::new(0)) && !other.stands_in(Seat::new(0)));
        assert_eq!((one.stood_in(), other.stood_in()), (vec![1], vec![1]));
        assert_eq!(other.next(&[true, true], &house, &play), None);
        // Whoever has left after choosing is stood in for like anybody else.
        let mut waits = Waits::new(2);
        waits.present(Seat::new(0), true);
        waits.choosing(Seat::new(0), true);
        assert_eq!(waits.next(&[true, true], &house, &play), None);
        waits.present(Seat::new(0), false);
        assert!(waits.next(&[true, true], &house, &play).is_some());
        waits.choosing(Seat::new(0), false);
        assert_eq!(waits.next(&[true, true], &house, &play), None);
    }

    /// A page that comes later is told how much time is left, not how much there was.
    #[test]
    fn time_that_has_passed_is_not_left() {
        let house = House { time: Some(30), ..House::default() };
        let mut waits = Waits::new(2);
        asks(&mut waits, Seat::new(0), 0);
        assert_eq!(waits.left(&house), [Some(30), None]);
        let earlier = Instant::now().checked_sub(Duration::from_secs(12)).expect("a time");
        waits.seats[0].asked = Some((0, earlier));
        assert_eq!(waits.left(&house), [Some(18), None]);
        assert!(waits.left(&House::default()).is_empty());
    }

    #[test]
    fn whoever_comes_back_plays_alone() {
        let mut waits = Waits::new(2);
        waits.stands_in(Seat::new(0));
        assert_eq!(waits.stood_in(), [1]);
        waits.present(Seat::new(0), true);
        assert!(waits.stood_in().is_empty());
    }
}
