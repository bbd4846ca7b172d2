//! Two worlds that are played on side by side: all seats choose in the second what they chose in
//! the first, the cards exchanged.

use super::doors::{Doors, Eyes, Past, Record};
use super::swap::Swap;
use super::world::{Forced, Lot, World};
use cardrun::game::{Game, Named, Offer, OfferValue, Play};
use cardrun::program::Program;
use cardrun::record::{Line, RandomName};
use cardrun::value::Seat;
use cardrun::vm::{Chosen, Generator};

/// How a pair came to its end.
#[derive(Clone, Debug)]
pub enum End {
    /// Nothing differed to the end of the game, or for as long as was played.
    Same,
    /// The seat came to see an exchanged card.
    Sight,
    /// Play had to go another way; why.
    Diverged(&'static str),
    /// The seat was given something else.
    Differs(Difference),
}

#[derive(Clone, Debug)]
pub struct Difference {
    pub door: &'static str,
    /// What it was given in both worlds.
    pub given: [String; 2],
}

/// Where and how closely pairs are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Looking {
    /// Choices after which a pair ends.
    pub most: usize,
    /// One stop in so many is looked at, beside the first ones at which the seat is asked.
    pub one_in: u32,
    /// Nobody is ever left without an option: who is asked, and when the game is over, may tell
    /// nothing either.
    pub strict: bool,
}

pub struct Pair<'d> {
    pub seat: Seat,
    pub swap: Swap,
    pub worlds: [World; 2],
    eyes: [Eyes; 2],
    doors: &'d Doors,
    looking: Looking,
    chance: Generator,
    looks: usize,
    /// The pair ended with a card that is seen where it lies.
    seen_in_place: bool,
    /// What to choose first where it can be: option by option of the first world.
    pub guide: std::vec::IntoIter<(Seat, usize)>,
}

/// Whether the worlds stand alike, or how they come to.
enum Stand {
    Alike,
    /// One of them went on alone.
    GoneOn,
    Apart(&'static str),
}

/// Looks that every pair is worth.
const FIRST_LOOKS: usize = 2;

impl<'d> Pair<'d> {
    pub fn new(
        game: &Game,
        plays: [Play; 2],
        (seat, swap): (Seat, Swap),
        shared: usize,
        (doors, looking): (&'d Doors, Looking),
        chance: Generator,
    ) -> Self {
        let looks = chance.clone().bits() as usize >> 1;
        let eyes = [0, 1].map(|i| Eyes::new(game, &plays[i], seat, looks));
        let worlds = plays.map(|play| World::new(play, seat, swap.moved.clone(), shared));
        Pair {
            seat,
            swap,
            worlds,
            eyes,
            doors,
            looking,
            chance,
            looks: 0,
            seen_in_place: false,
            guide: Vec::new().into_iter(),
        }
    }

    /// Plays on until the pair ends, and compares all that the seat has been given.
    pub fn play_on(mut self) -> End {
        let end = self.walk();
        match end {
            End::Differs(_) => end,
            End::Same | End::Sight | End::Diverged(_) => {
                self.compare_past(&end).map_or(end, End::Differs)
            }
        }
    }

    fn walk(&mut self) -> End {
        for _ in 0..self.looking.most {
            self.worlds.iter_mut().for_each(World::read);
            let stand = self.stand();
            if let Stand::GoneOn = stand {
                continue;
            }
            let [first, second] = &self.worlds;
            self.seen_in_place = first.knows_otherwise(second);
            if self.seen_in_place || first.saw_otherwise(second) {
                return End::Sight;
            }
            match first.chance_differs(second, &self.swap) {
                Some(Lot::Drawn { .. }) => return End::Diverged(BY_LOT),
                Some(Lot::Shuffled(_)) => return End::Diverged(BY_SHUFFLE),
                None => {}
            }
            if let Stand::Apart(why) = stand {
                return self.apart(why);
            }
            self.worlds.iter_mut().for_each(World::stands_alike);
            if let Some(difference) = self.look() {
                return End::Differs(difference);
            }
            let pending = self.worlds[0].play.pending();
            if pending.is_empty() {
                return End::Same;
            }
            let seat = pending[self.chance.pick(pending.len())];
            if let Err(end) = self.choose(seat) {
                return end;
            }
        }
        End::Same
    }

    fn apart(&self, why: &'static str) -> End {
        if why != OWN && !(self.looking.strict && [ASKED_ALONE, OVER_ALONE].contains(&why)) {
            return End::Diverged(why);
        }
        let given = [0, 1].map(|i| format!("{:?}", self.worlds[i].asked()));
        End::Differs(Difference { door: why, given })
    }

    // ---- side by side

    /// Matches what was asked in both worlds. Where one of them was asked and the other had no
    /// choice, the first does the same.
    fn stand(&mut self) -> Stand {
        loop {
            let heads = [0, 1].map(|i| self.worlds[i].forced.front().cloned());
            match heads {
                [Some(first), Some(second)] => {
                    let same = (first.seat, &first.prompt) == (second.seat, &second.prompt);
                    let program = self.worlds[0].play.game().program();
                    if same && first.seat == self.seat && first.label != second.label {
                        return Stand::Apart(OWN);
                    }
                    if !same || !self.swap.says(program, &first.label, &second.label) {
                        return Stand::Apart(FORCED_OTHERWISE);
                    }
                    self.worlds.iter_mut().for_each(|world| drop(world.forced.pop_front()));
                }
                [Some(forced), None] => return self.follow(1, &forced),
                [None, Some(forced)] => return self.follow(0, &forced),
                [None, None] => break,
            }
        }
        let [first, second] = [0, 1].map(|i| self.worlds[i].asked());
        if first == second {
            return Stand::Alike;
        }
        for world in [0, 1] {
            if self.pass(world) {
                return Stand::GoneOn;
            }
        }
        Stand::Apart(if first.0.is_empty() || second.0.is_empty() {
            OVER_ALONE
        } else {
            ASKED_ALONE
        })
    }

    /// Chooses in one world what was forced in the other.
    fn follow(&mut self, world: usize, forced: &Forced) -> Stand {
        let swap = if world == 0 { self.swap.back() } else { self.swap.clone() };
        let here = &self.worlds[world];
        let (pending, prompt, _) = here.asked();
        if !pending.contains(&forced.seat) || prompt != Some(forced.prompt) {
            return Stand::Apart(FORCED_ALONE);
        }
        if forced.seat == self.seat {
            return Stand::Apart(OWN);
        }
        let program = here.play.game().program();
        let labels = here.play.options(forced.seat);
        let Some(option) = labels.iter().position(|label| swap.says(program, &forced.label, label))
        else {
            return Stand::Apart(CANNOT);
        };
        self.worlds[1 - world].forced.pop_front();
        self.worlds[world].apply(forced.seat, option);
        Stand::GoneOn
    }

    /// Somebody was not asked in the other world, and does nothing in this one.
    fn pass(&mut self, world: usize) -> bool {
        let play = &self.worlds[world].play;
        let nothing = |offer: &Offer| matches!(offer.choice.what, Chosen::Pass | Chosen::Done);
        let others = play.pending().into_iter().filter(|&seat| seat != self.seat);
        let found = others
            .filter_map(|seat| Some((seat, play.offers(seat).iter().position(nothing)?)))
            .next();
        if let Some((seat, option)) = found {
            self.worlds[world].apply(seat, option);
        }
        found.is_some()
    }

    fn choose(&mut self, seat: Seat) -> Result<(), End> {
        let guided = self.guide.next().filter(|(of, _)| *of == seat).map(|(_, option)| option);
        if guided.is_none() {
            self.guide = Vec::new().into_iter();
        }
        let [first, second] = [0, 1].map(|i| self.worlds[i].play.offers(seat));
        let option = if seat == self.seat {
            let labels = [0, 1].map(|i| self.worlds[i].play.options(seat));
            if labels[0] != labels[1] {
                return Err(End::Differs(Difference {
                    door: "options",
                    given: labels.map(|l| l.join(", ")),
                }));
            }
            let option = guided
                .filter(|&at| at < first.len())
                .unwrap_or_else(|| self.chance.pick(first.len()));
            (option, self.own(&first[option], &second, option).ok_or(End::Diverged(CANNOT))?)
        } else {
            self.both(&first, &second, guided).ok_or(End::Diverged(CANNOT))?
        };
        self.worlds[0].apply(seat, option.0);
        self.worlds[1].apply(seat, option.1);
        Ok(())
    }

    /// What the seat chooses in the second world where it chooses this option in the first: the
    /// same if it says the same, else the first that does. Copies of a card may be offered in
    /// another order.
    fn own(&self, first: &Offer, second: &[Offer], option: usize) -> Option<usize> {
        let program = self.worlds[0].play.game().program();
        let says = |offer: &Offer| {
            let what = std::mem::discriminant(&offer.choice.what);
            (what, offer.action.clone(), print(program, offer))
        };
        let wanted = says(first);
        let same = |at: &usize| says(&second[*at]) == wanted;
        std::iter::once(option).chain(0..second.len()).find(same)
    }

    /// An option of the first world that can be chosen in the second as well: the one that is
    /// wished for, or any.
    fn both(
        &mut self,
        first: &[Offer],
        second: &[Offer],
        wish: Option<usize>,
    ) -> Option<(usize, usize)> {
        let same = Swap::none();
        let images: Vec<Offer> = first.iter().map(|offer| self.swap.of_offer(offer)).collect();
        let there: Vec<Offer> = second.iter().map(|offer| same.of_offer(offer)).collect();
        let find = |at: usize| Some((at, there.iter().position(|other| *other == images[at])?));
        if let Some(found) = wish.filter(|&at| at < first.len()).and_then(find) {
            return Some(found);
        }
        let start = self.chance.pick(first.len());
        (0..first.len()).map(|i| (start + i) % first.len()).find_map(find)
    }

    // ---- comparing

    /// What the seat is given where the worlds stand.
    fn look(&mut self) -> Option<Difference> {
        let asked = self.worlds[0].play.pending().contains(&self.seat);
        let first = asked && self.looks < FIRST_LOOKS;
        if !first && self.chance.below(self.looking.one_in) > 0 {
            return None;
        }
        self.looks += usize::from(asked);
        self.eyes.iter_mut().for_each(Eyes::look_up);
        let doors = self.doors;
        doors.now.iter().find_map(|(door, look)| {
            let given = [0, 1].map(|i| look(&mut self.eyes[i], &self.worlds[i].play));
            differ(door, given)
        })
    }

    /// What the seat has been given until now.
    fn compare_past(&self, end: &End) -> Option<Difference> {
        let lines = [0, 1].map(|i| self.worlds[i].lines());
        let told = self.doors.told.iter().find_map(|(door, tell)| {
            let given = [0, 1].map(|i| {
                let (lines, good) = (&lines[i].0, lines[i].1);
                tell(&self.past(i, self.worlds[i].good, &lines[..good]))
            });
            first_difference(door, given)
        });
        told.or_else(|| self.compare_records(self.doors.record?, end, &lines))
    }

    /// The first `entries` of what has happened in a world, and the `lines` of its full record.
    fn past<'p>(&'p self, world: usize, entries: usize, lines: &'p [Line]) -> Past<'p> {
        Past { play: &self.worlds[world].play, seat: self.seat, entries, lines }
    }

    /// Line by line. Behind the last place where the worlds stood alike, a difference may be what
    /// the pair ended with.
    fn compare_records(
        &self,
        record: Record,
        end: &End,
        full: &[(Vec<Line>, usize); 2],
    ) -> Option<Difference> {
        let all = |i: usize| self.past(i, self.worlds[i].play.log().len(), &full[i].0);
        let alike = |i: usize| self.past(i, self.worlds[i].good, &full[i].0[..full[i].1]);
        let [first, second] = [0, 1].map(|i| record(&all(i)));
        let good = (0..2).map(|i| record(&alike(i)).len()).min().unwrap_or(0);
        let length = first.len().max(second.len());
        let at = (0..length).find(|&at| first.get(at) != second.get(at))?;
        let lines = [first.get(at), second.get(at)];
        if matches!(lines, [Some(Line::End(_)), Some(Line::End(_))]) {
            return None;
        }
        let before = &first[good.min(at)..at.min(first.len())];
        let next = [first.get(at + 1), second.get(at + 1)];
        if at >= good && (self.is_explained(end, lines, before) || self.is_shown_at_once(end, next))
        {
            return None;
        }
        let given = lines.map(|line| line.map_or("nothing".to_owned(), ToString::to_string));
        Some(Difference { door: "record", given })
    }

    /// `before`: the lines since the worlds stood alike.
    fn is_explained(&self, end: &End, lines: [Option<&Line>; 2], before: &[Line]) -> bool {
        let any = |is: &dyn Fn(&Line) -> bool| lines.iter().flatten().any(|line| is(line));
        match end {
            // There is nothing behind it, or it was not played to where the worlds stand alike
            // again.
            End::Same | End::Differs(_) => true,
            End::Sight => {
                let told = |line: &Line| {
                    shows_card(line) || self.says_card(line) || matches!(line, Line::End(_))
                };
                self.seen_in_place || any(&told)
            }
            End::Diverged(BY_LOT) => {
                let blind =
                    |kind: &RandomName| matches!(kind, RandomName::Card | RandomName::Choice);
                !any(&|line| matches!(line, Line::Random { kind, .. } if blind(kind)))
            }
            End::Diverged(BY_SHUFFLE) => {
                before.iter().any(|line| matches!(line, Line::Shuffle { .. }))
            }
            End::Diverged(_) => true,
        }
    }

    /// Whether somebody was heard to point at an exchanged card.
    fn says_card(&self, line: &Line) -> bool {
        let Line::Said { value, .. } = line else { return false };
        let program = self.worlds[0].play.game().program();
        let names = self.swap.moved.iter().map(|card| &program.cards[usize::from(card)].name);
        let names: Vec<&str> = names.map(String::as_str).collect();
        super::swap::words(program, value).iter().any(|word| names.contains(word))
    }

    /// Whether a card that went somewhere unseen is shown there in the next line.
    fn is_shown_at_once(&self, end: &End, next: [Option<&Line>; 2]) -> bool {
        let shown = |line: &&Line| matches!(line, Line::Reveal { .. });
        matches!(end, End::Sight) && next.iter().flatten().any(shown)
    }
}

/// The values of an option, with what is printed on its cards.
fn print(program: &Program, offer: &Offer) -> Vec<OfferValue> {
    let print = |named: &Named| match &named.value {
        OfferValue::Card { card: Some(card), place, height } => OfferValue::Card {
            card: Some(program.first_copy(*card)),
            place: place.clone(),
            height: *height,
        },
        other => other.clone(),
    };
    offer.values.iter().map(print).collect()
}

/// Whether a line names a card that the seat saw.
fn shows_card(line: &Line) -> bool {
    match line {
        Line::Move { id, .. } | Line::Turn { id, .. } | Line::Reveal { id, .. } => *id >= 0,
        Line::Mark { id, .. } => id.is_some_and(|id| id >= 0),
        Line::Shuffle { order, .. } => !order.is_empty(),
        _ => false,
    }
}

fn differ(door: &'static str, given: [String; 2]) -> Option<Difference> {
    (given[0] != given[1]).then(|| {
        let parts =
            |text: &str| text.split_inclusive(['\n', '}']).map(str::to_owned).collect::<Vec<_>>();
        let shorter = first_difference(door, [parts(&given[0]), parts(&given[1])]);
        shorter.unwrap_or(Difference { door, given })
    })
}

fn first_difference(door: &'static str, [first, second]: [Vec<String>; 2]) -> Option<Difference> {
    let at = (0..first.len().max(second.len())).find(|&at| first.get(at) != second.get(at))?;
    let given =
        [first.get(at), second.get(at)].map(|line| line.cloned().unwrap_or("nothing".into()));
    Some(Difference { door, given })
}

pub const OWN: &str = "the seat itself has other options";
pub const CANNOT: &str = "an option is not there";
pub const FORCED_OTHERWISE: &str = "something else was forced";
pub const FORCED_ALONE: &str = "forced in one world alone";
pub const ASKED_ALONE: &str = "asked in one world alone";
pub const OVER_ALONE: &str = "over in one world alone";
pub const BY_LOT: &str = "lots fell otherwise";
pub const BY_SHUFFLE: &str = "a shuffle went otherwise";
