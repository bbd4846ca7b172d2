//! What is seen of a game by whoever is shown it again and again: all of it at first, and then what
//! is not as it was.

use super::alike::Alike;
use super::faces;
use super::glance::Glance;
use super::handles::Handles;
use super::model::{
    Course, Face, Menu, Over, Part, Place, Player, Setting, Stack, Team, Told, Value, View,
};
use super::names::Names;
use super::table::{Table, ZoneSeen};
use super::{
    Lexicon, Looking, Narration, Past, course, ending, menu, places, players, settings, teams,
};
use crate::game::{Decision, Eyes, Play, Sight};
use crate::tabletop::ids::{IdVec, InstanceId};
use crate::value::{Bits, Card};
use crate::vm::PartScores;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is seen of a game as it stands, as far as it is not as it was shown before.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// What stays the same all through a game; of the first view alone.
    pub frame: Option<Frame>,
    /// What has happened since [`Looking::past`].
    pub story: Vec<Told>,
    pub now: Now,
    pub laid: Laid,
    /// What is to be given to the next view of those who look.
    pub past: Past,
}

/// What stays the same all through a game. Its fields are those of [`View`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    pub(crate) seat: Option<u8>,
    pub(crate) language: &'static str,
    pub(crate) title: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) settings: Vec<Setting>,
    pub(crate) cooperative: bool,
    pub(crate) corners: bool,
    pub(crate) teams: Vec<Team>,
}

/// What is told anew each time. Its fields are those of [`View`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Now {
    pub(crate) course: Vec<Course>,
    pub(crate) turn: Option<u8>,
    pub(crate) backwards: bool,
    pub(crate) choosing: Vec<u8>,
    pub(crate) over: Option<Over>,
    pub(crate) menu: Option<Menu>,
}

/// What stays on the table until it changes. Its fields are those of [`View`], of cards those that
/// are new; places are new, or others lie there than before. Of the rest there is all or nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Laid {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<Player>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// Of places that were shown before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lying: Vec<Alike<Lying>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cards: BTreeMap<Card, Face>,
}

/// What lies in a place whose other fields are as they were. Its fields are those of [`Place`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lying {
    pub id: InstanceId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trick: Option<u8>,
    pub stacks: Vec<Stack>,
}

impl Past {
    /// The past of somebody who has been shown the game as it stands.
    fn of(play: &Play, shown: Shown) -> Past {
        Past { entries: play.log().len(), shown: Some(Arc::new(shown)), faded: None }
    }
}

impl Looking<'_> {
    /// [`Looking::past`] without what looking again [recalls](Looking::recalled) as long as the
    /// game stands as it does: for whoever keeps many games that nobody plays at the moment. All of
    /// it where looking again would not recall it to the letter. `glance`: of all who look at the
    /// game as it stands.
    pub fn faded(&self, glance: &Glance) -> Past {
        let Some(shown) = self.past.shown.as_deref() else { return self.past.clone() };
        let faces = Box::new(shown.faces.clone());
        let past = Past { entries: self.past.entries, shown: None, faded: Some(faces) };
        let looking = Looking { past: &past, ..*self };
        let is_whole = looking.recalled(glance) == *self.past;
        if is_whole { past } else { self.past.clone() }
    }

    /// [`Looking::past`] with all that had [faded](Looking::faded) of it. Once the game stands
    /// elsewhere, that cannot be recalled any more; then it is as if the table had not been shown.
    pub fn recalled(&self, glance: &Glance) -> Past {
        let Some(faces) = self.past.faded.as_deref() else { return self.past.clone() };
        let looking = Looking { past: &Past::default(), ..*self };
        let shown = Shown::of(&looking, &looking.names(), &self.play.look(self.eyes), glance);
        Past::of(self.play, Shown { faces: faces.clone(), ..shown })
    }
}

/// What somebody has been shown, by numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    eyes: Eyes,
    pub table: Table,
    pub handles: Handles,
    scores: Vec<Option<i32>>,
    parts: Vec<PartScores<Option<i32>>>,
    tricks: IdVec<InstanceId, Option<u8>>,
    /// The cards whose faces are known.
    faces: Bits,
}

impl Shown {
    /// What is on the table now, as far as it can be followed from what was seen last; still
    /// without faces.
    fn of(looking: &Looking<'_>, names: &Names<'_>, sight: &Sight, glance: &Glance) -> Shown {
        let (play, eyes, past) = (looking.play, looking.eyes, looking.past);
        let log = play.log();
        // Other eyes follow nothing: what they could take for one another is not the same.
        let last = past.shown.as_deref().filter(|last| last.eyes == eyes);
        let last = last.zip(log.get(past.entries..));
        let mut table = match last {
            Some((last, since)) => last.table.followed(play, eyes, sight, (since, glance)),
            None => Table::of(play, eyes, sight, glance),
        };
        let handles = match last {
            Some((last, since)) => last.handles.followed(names, since, (&last.table, &table)),
            None => Handles::of(names, log, &table),
        };
        table.sort_copies(names.program, |card| handles.card(names, card));
        let (scores, parts) = (looking.scores(), looking.score_parts());
        let tricks = places::tricks(names, &table, log);
        Shown { eyes, table, handles, scores, parts, tricks, faces: Bits::EMPTY }
    }

    /// What is not as it was shown before, still without faces; all of it where nothing was shown.
    fn laid(&self, before: Option<&Shown>, names: &Names<'_>, glance: &Glance) -> Laid {
        let Shown { table, handles, scores, parts, tricks, .. } = self;
        let is_new = |zone: &&Arc<ZoneSeen>| {
            before.is_none_or(|before| self.has_changed(zone, before, names))
        };
        let zones = table.zones.iter().filter(is_new);
        let place =
            |zone: &Arc<ZoneSeen>| places::place(names, zone, handles, tricks[zone.instance]);
        let lying = |zone: &Arc<ZoneSeen>| {
            let (id, trick) = (zone.instance, tricks[zone.instance]);
            let lay = |names: &Names<'_>| Lying {
                id,
                trick,
                stacks: places::stacks(names, zone, handles),
            };
            match names.program.has_copies() {
                true => lay(names).into(),
                false => glance.lying(names, zone, (handles.times(id), trick), lay),
            }
        };
        let (places, lying) = match before {
            None => (zones.map(place).collect(), Vec::new()),
            Some(_) => (Vec::new(), zones.map(lying).collect()),
        };
        Laid {
            players: changed(before.map(|before| &before.scores), scores)
                .then(|| players(names, scores)),
            parts: changed(before.map(|before| &before.parts), parts)
                .then(|| ending::parts(names, parts.iter().cloned())),
            places,
            lying,
            values: changed(before.map(|before| &before.table.values), &table.values)
                .then(|| places::values(names, table)),
            cards: BTreeMap::new(),
        }
    }

    /// Whether a zone is not as it was shown before.
    fn has_changed(&self, zone: &Arc<ZoneSeen>, before: &Shown, names: &Names<'_>) -> bool {
        let at = zone.instance;
        if before.tricks[at] != self.tricks[at] {
            return true;
        }
        let is_mixed = before.handles.times(at) != self.handles.times(at);
        let was = &before.table.zones[at];
        let is_same = || match names.program.has_copies() {
            true => before.handles.zone(names, was) == self.handles.zone(names, zone),
            false => Arc::ptr_eq(was, zone) || was == zone,
        };
        is_mixed && zone.has_hidden() || !is_same()
    }
}

impl News {
    /// Whether something has happened, or lies otherwise than before.
    pub fn has_any(&self) -> bool {
        self.frame.is_some() || !self.story.is_empty() || self.laid != Laid::default()
    }

    /// What is new to whoever was shown the game last as `before` says; all of it where that says
    /// nothing of the table, or was shown to other eyes. `glance`: of all who look at the game as
    /// it stands.
    pub fn of(looking: &Looking<'_>, before: &Past, glance: &Glance) -> News {
        let (play, names) = (looking.play, looking.names());
        let before = before.shown.as_deref().filter(|before| before.eyes == looking.eyes);
        let sight = play.look(looking.eyes);
        let mut shown = Shown::of(looking, &names, &sight, glance);
        let mut laid = shown.laid(before, &names, glance);
        let decision = looking.eyes.seat().and_then(|seat| play.decision(seat));
        let is_foretold = looking.eyes.seat().is_some_and(|seat| play.is_foretold(seat));
        let is_open = is_foretold || decision.as_ref().is_some_and(Decision::is_begun);
        let story = looking.story(&names, &shown.handles, is_open, glance);
        let at = (&shown.table, &shown.handles);
        let menu = |decision| menu::menu(&names, &decision, &sight, at, play);
        let now = Now {
            course: course(&names, &shown.table),
            turn: sight.active,
            backwards: sight.backwards,
            menu: decision.map(menu),
            over: play
                .outcome()
                .map(|outcome| ending::over(&names, &outcome, looking.parts_at_end(&outcome))),
            choosing: sight.choosing,
        };
        shown.faces = faces::named(&laid, &story, now.menu.as_ref());
        let known = before.map(|before| &before.faces).unwrap_or(&Bits::EMPTY);
        let unknown = &shown.faces - known;
        laid.cards = unknown.of().map(|card| (card, faces::face(&names, card))).collect();
        shown.faces |= known;
        let frame = before.is_none().then(|| Frame::of(looking, &names));
        let past = Past::of(play, shown);
        News { frame, story, now, laid, past }
    }
}

/// Whether something is not as it was shown, or was not shown.
fn changed<T: PartialEq>(before: Option<&T>, now: &T) -> bool {
    before.is_none_or(|before| before != now)
}

impl Frame {
    fn of(looking: &Looking<'_>, names: &Names<'_>) -> Frame {
        let program = names.program;
        Frame {
            seat: looking.eyes.seat().map(|seat| seat.shown()),
            language: looking.lexicon.code(),
            title: names.of(&program.title, &program.id).into(),
            settings: settings(names),
            cooperative: program.cooperative,
            corners: program.drawing.faces.iter().any(|face| face.corners.is_some()),
            teams: teams(names),
        }
    }
}

impl View {
    /// This view of a seat in the game `play` with all that lies on the table for all to see. What
    /// the seat sees is called and lies as it does without.
    #[must_use]
    pub fn revealed(self, play: &Play, lexicon: &Lexicon) -> View {
        let Some(own) = self.past.shown.as_deref() else { return self };
        let past = &Past::told(play.log().len());
        let looking = Looking { play, lexicon, eyes: own.eyes, past, narration: Narration::Live };
        let (names, glance) = (looking.names(), Glance::default());
        let mut table = Table::of(play, Eyes::All, &play.look(Eyes::All), &glance);
        let handles = own.handles.extended(names.program, &own.table, &table);
        table.sort_copies(names.program, |card| handles.card(&names, card));
        let tricks = places::tricks(&names, &table, play.log());
        let all = Shown { table, handles, tricks, ..own.clone() };
        let laid = all.laid(None, &names, &glance);
        let faces = faces::named(&laid, &self.story, self.menu.as_ref());
        View {
            places: laid.places,
            values: laid.values.unwrap_or_default(),
            cards: faces.of().map(|card| (card, faces::face(&names, card))).collect(),
            ..self
        }
    }

    /// What is seen of a game as it stands.
    pub fn of(looking: &Looking<'_>) -> View {
        let News { frame, story, now, laid, past } =
            News::of(looking, &Past::default(), &Glance::default());
        let frame = frame.unwrap_or_else(|| Frame::of(looking, &looking.names()));
        View {
            seat: frame.seat,
            language: frame.language,
            title: frame.title,
            settings: frame.settings,
            cooperative: frame.cooperative,
            corners: frame.corners,
            course: now.course,
            turn: now.turn,
            backwards: now.backwards,
            choosing: now.choosing,
            over: now.over,
            players: laid.players.unwrap_or_default(),
            parts: laid.parts.unwrap_or_default(),
            teams: frame.teams,
            places: laid.places,
            values: laid.values.unwrap_or_default(),
            cards: laid.cards,
            story,
            menu: now.menu,
            ways: looking.ways(&looking.names(), past.shown.as_deref()),
            past,
        }
    }
}
