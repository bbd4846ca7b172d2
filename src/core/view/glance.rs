//! What several see alike who look at a game at the same time, worked out once for all of them.
//! Nothing is handed on to a seat but what was found to be the same for it.

use super::alike::Alike;
use super::names::Names;
use super::news::Lying;
use super::phrase::Phrase;
use super::story::Narration;
use super::table::ZoneSeen;
use super::viewer::Asked;
use crate::game::{Eyes, Play};
use crate::tabletop::ids::InstanceId;
use crate::value::Seat;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// What those who have looked at a game, as it stands, have seen of it.
#[derive(Default)]
pub struct Glance {
    zones: RefCell<Vec<(Eyes, Arc<ZoneSeen>)>>,
    stories: RefCell<Vec<Same<Story, Vec<Alike<Phrase>>>>>,
    lying: RefCell<Vec<Same<Stacks, Alike<Lying>>>>,
}

/// What was worked out for a seat, and what was asked about the seat for it.
struct Same<K, T> {
    of: K,
    language: &'static str,
    seat: Seat,
    asked: Asked,
    made: T,
}

/// What a story is told of.
#[derive(PartialEq)]
struct Story {
    part: Range<usize>,
    narration: Narration,
}

/// What lies somewhere, as it is called.
struct Stacks {
    zone: Arc<ZoneSeen>,
    times: u32,
    trick: Option<u8>,
}

impl PartialEq for Stacks {
    fn eq(&self, other: &Stacks) -> bool {
        Arc::ptr_eq(&self.zone, &other.zone)
            && (self.times, self.trick) == (other.times, other.trick)
    }
}

impl Glance {
    /// A place as it is seen with these eyes; `kept`: as it was seen with them before, where
    /// nothing has happened there.
    pub(super) fn zone(
        &self,
        play: &Play,
        eyes: Eyes,
        instance: InstanceId,
        kept: Option<&Arc<ZoneSeen>>,
    ) -> Arc<ZoneSeen> {
        let of_place = |(_, zone): &&(Eyes, Arc<ZoneSeen>)| zone.instance == instance;
        let is_kept = |zone: &Arc<ZoneSeen>| kept.is_some_and(|kept| Arc::ptr_eq(kept, zone));
        let is_same = |(others, zone): &&(Eyes, Arc<ZoneSeen>)| {
            is_kept(zone) || play.know_alike(eyes, *others, instance)
        };
        let known =
            self.zones.borrow().iter().filter(of_place).find(is_same).map(|(_, zone)| zone.clone());
        let zone = known.unwrap_or_else(|| {
            let zone = kept.map_or_else(|| ZoneSeen::of(play, eyes, instance), Arc::clone);
            self.zones.borrow_mut().push((eyes, Arc::clone(&zone)));
            zone
        });
        debug_assert_eq!(zone, ZoneSeen::of(play, eyes, instance));
        zone
    }

    /// The story of a part of the log, as `tell` tells it.
    pub(super) fn story(
        &self,
        names: &Names<'_>,
        (part, narration): (Range<usize>, Narration),
        tell: impl Fn(&Names<'_>) -> Vec<Phrase>,
    ) -> Vec<Alike<Phrase>> {
        let tell = |names: &Names<'_>| tell(names).into_iter().map(Alike::from).collect();
        once(&self.stories, names, Story { part, narration }, tell)
    }

    /// What lies in a `zone` of a game without copies, whose hidden cards could be taken for one
    /// another so many `times`, as `lay` lays it.
    pub(super) fn lying(
        &self,
        names: &Names<'_>,
        zone: &Arc<ZoneSeen>,
        (times, trick): (u32, Option<u8>),
        lay: impl Fn(&Names<'_>) -> Lying,
    ) -> Alike<Lying> {
        let lay = |names: &Names<'_>| Alike::from(lay(names));
        once(&self.lying, names, Stacks { zone: Arc::clone(zone), times, trick }, lay)
    }
}

/// What is made `of` something for whoever `names` names things to, or was made of it for somebody
/// of whom all that was asked is the same.
fn once<K: PartialEq, T: Clone + PartialEq + std::fmt::Debug>(
    made: &RefCell<Vec<Same<K, T>>>,
    names: &Names<'_>,
    of: K,
    make: impl Fn(&Names<'_>) -> T,
) -> T {
    let Some(seat) = names.viewer.seat() else { return make(names) };
    let language = names.lexicon.code();
    let is_same = |same: &&Same<K, T>| {
        same.of == of && same.language == language && same.asked.is_same(same.seat, seat)
    };
    if let Some(same) = made.borrow().iter().find(is_same) {
        debug_assert_eq!(same.made, make(names));
        return same.made.clone();
    }
    let asked = Asked::nothing();
    let result = make(&names.noting(&asked));
    made.borrow_mut().push(Same { of, language, seat, asked, made: result.clone() });
    result
}
