//! The files of the game: a saved one is taken up in the game in progress.

use super::{Bench, Both};
use crate::cli::args;
use crate::cli::host::{Failure, tell};
use crate::cli::rehearsal::counting::Counting;
use crate::cli::rehearsal::edited::{Edited, Load, NotTakenUp};
use crate::cli::rehearsal::retracing::last_choice;
use crate::cli::serve::bench::figures::Figures;
use crate::cli::serve::bench::news::{News, Wrong};
use crate::cli::serve::bench::setup::Setup;
use crate::cli::serve::bench::wire::{Told, Version};
use crate::cli::serve::shelf::card_of;
use crate::cli::serve::wire::Refusal;
use crate::cli::serve::wishes::words_in_full;
use crate::cli::text::{Messages, spelt_path};
use crate::game::Game;
use crate::record::About;
use crate::view::Language;
use crate::vm::Fault;

/// Loads the game with what was set of it, from its files as they are then.
pub(super) fn load(setup: &Setup) -> Load<'static> {
    let (own, messages) = (setup.clone(), Messages::new(args::Language::En));
    Box::new(move || own.load(&messages))
}

impl Bench {
    /// Takes the game up again in its files as they are now, or says what is wrong with them: then
    /// it stays as it is.
    pub(super) fn reload(&mut self) {
        match self.edited.load_again(self.play.game().program()) {
            Ok(game) => drop(self.goes_on_in(&game)),
            Err(failure) => self.is_wrong(&failure),
        }
        self.tell_settings();
        self.tell_news();
    }

    /// Takes the game up again as another variant and with other options, or says why not: then it
    /// stays as it is.
    pub(super) fn set(&mut self, id: u64, version: Version) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let messages = self.messages.get(guest.language);
        let setup = self.setup.with(version);
        match setup.load(messages) {
            Ok(game) => {
                // It is kept before the record is: a restart between the two goes on as this.
                let before = std::mem::replace(&mut self.setup, setup);
                self.keep_setup();
                if !self.goes_on_in(&game) {
                    self.setup = before;
                    self.keep_setup();
                }
            }
            Err(failure) => {
                let why = words_in_full(failure, messages);
                return self.tell(id, &Told::Denied(why));
            }
        }
        self.tell_settings();
        self.tell_news();
    }

    /// Remembers what was set, for edits and for the next start.
    fn keep_setup(&mut self) {
        self.edited.loads(load(&self.setup));
        if let Err(error) = (self.keep_setup)(&self.setup) {
            tell(&format!("{}: {error}\n", spelt_path(&self.record.path)));
            let refused = Told::Refused(Refusal::Unkept);
            self.guests.retain_mut(|guest| guest.tell(&refused));
        }
    }

    /// Tells all pages what can be set and what is, by the files as they can be read last.
    fn tell_settings(&mut self) {
        let file = self.setup.file();
        let Both { english, french } =
            Both::of(|messages| card_of(&file, messages.code()), &self.messages);
        if let (Some(english), Some(french)) = (english, french) {
            self.card = Both { english, french };
        }
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain_mut(|guest| guest.tell(&self.settings(guest.language)));
        self.guests = guests;
    }

    fn tell_news(&mut self) {
        let news = &self.news;
        self.guests.retain_mut(|guest| guest.tell(&Told::News(news.get(guest.language))));
    }

    /// Where the rules have failed and may be mended, tells how they did, and stands once more
    /// before the last choice of a person. False where nothing is held back.
    pub(super) fn holds_back_fault(&mut self) -> bool {
        let chosen = last_choice(&self.play, self.people()).filter(|_| self.watched);
        let (Some(entry), Some(fault)) = (chosen, self.play.fault().cloned()) else { return false };
        self.fails(&self.play.game().clone(), (&fault, Wrong::Choice));
        self.tell_news();
        self.goes_back(entry);
        true
    }

    /// Tells that the rules of the game have failed, and where: it cannot go on.
    pub(super) fn tell_fault(&mut self, fault: &Fault) {
        self.fails(&self.play.game().clone(), (fault, Wrong::Game));
        self.tell_news();
    }

    /// The news that the rules of a game fail.
    fn fails(&mut self, game: &Game, fault: (&Fault, Wrong)) {
        let file = self.setup.file();
        self.news =
            Both::of(|messages| News::of_fault(game, fault, &file, messages), &self.messages);
        self.counting = None;
    }

    /// What can be set before games are counted, and what is set here.
    pub(super) fn settings(&self, language: Language) -> Told<'_> {
        let Setup { variant, options, .. } = &self.setup;
        Told::Game { card: self.card.get(language), variant: variant.as_deref(), options }
    }

    pub(super) fn is_wrong(&mut self, failure: &Failure) {
        self.news = Both::of(|messages| News::of_failure(failure, messages), &self.messages);
        self.counting = None;
    }

    /// Takes the game up again in other rules; whether it goes on there.
    fn goes_on_in(&mut self, game: &Game) -> bool {
        let variant = self.setup.variant.clone();
        let about = About { variant, ..self.record.about().clone() };
        let taken_up = self.edited.retold(&self.play, &about, self.people(), game);
        let taken_up = match taken_up {
            Ok(taken_up) => taken_up,
            Err(NotTakenUp::Unrecorded) => {
                self.is_wrong(&Failure::Told);
                return false;
            }
            Err(NotTakenUp::Fails(fault)) => {
                self.fails(game, (&fault, Wrong::Files));
                return false;
            }
        };
        let (was, file) = (self.play.game().clone(), self.setup.file());
        self.news =
            Both::of(|messages| News::of_edit(&was, &taken_up, &file, messages), &self.messages);
        self.play = taken_up.retold.play;
        self.undone = Edited::retold_undone(&self.undone, &self.play, &about);
        self.record.begins_anew(About { recorded_chance: true, ..about });
        self.takes_another_course();
        // Whoever looks at something past goes on doing so, as long as there is as much of it.
        let last = self.stops().len() - 1;
        self.guests.iter_mut().for_each(|guest| guest.at = guest.at.filter(|at| *at < last));
        if was.program().rules_hash != game.program().rules_hash {
            let counting = Counting::begin(Some(was), game.clone(), Vec::new());
            self.gate.enter(counting.stopper());
            self.counting = Some(counting);
        }
        self.goes_on();
        true
    }

    /// Tells the numbers of an edit, where there are more than were told last.
    pub(super) fn tell_numbers(&mut self) {
        let Some(counted) = self.counting.as_mut().and_then(Counting::news) else { return };
        let goes_on = counted.goes_on;
        let figures = Both::of(
            |messages| {
                let mut figures = Figures::of_compared(&counted.compared, messages);
                let apart = counted.rounds_apart.then(|| messages.say("numbers-rounds-apart"));
                figures.failures.extend(apart);
                Figures { goes_on, ..figures }
            },
            &self.messages,
        );
        self.guests.retain_mut(|guest| guest.tell(&Told::Numbers(figures.get(guest.language))));
        if !goes_on {
            self.counting = None;
        }
    }
}
