//! Games that are counted for a page.

use super::{Bench, Order};
use crate::cli::args;
use crate::cli::serve::bench::count::{Count, Heard};
use crate::cli::serve::bench::wire::{Told, Wanted};
use crate::cli::serve::wire::Refusal;
use crate::cli::text::Messages;

impl Bench {
    pub(super) fn begin_count(&mut self, id: u64, wanted: Wanted) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let language = args::Language::from(guest.language);
        self.counting = None;
        if let Some((_, of, Some(_))) = self.count.take_if(|(_, of, _)| *of != id) {
            let elsewhere = |language| self.messages.get(language).say("bench-counts-elsewhere");
            let page = self.guests.iter().find(|guest| guest.id == of);
            if let Some(words) = page.map(|guest| elsewhere(guest.language)) {
                self.tell(of, &Told::Denied(words));
            }
        }
        self.counts += 1;
        let (own, count) = (self.orders.clone(), self.counts);
        let hear = move |heard| drop(own.send(Order::Counted { count, heard }));
        let messages = move || Messages::new(language);
        let begun = Count::begin(self.setup.clone(), wanted, &self.gate, messages, hear);
        self.count = Some((count, id, Some(begun)));
        self.page = None;
    }

    pub(super) fn counted(&mut self, number: u64, heard: Heard) {
        let Some((_, id, _)) = self.count.as_ref().filter(|(count, ..)| *count == number) else {
            return;
        };
        let id = *id;
        match heard {
            Heard::Figures(figures) => self.tell(id, &Told::Counted(&figures)),
            Heard::Page(page) => self.page = Some(page),
            Heard::Denied(why) => self.tell(id, &Told::Denied(why)),
        }
    }

    /// The page has seen enough: what is known by then is its report.
    pub(super) fn enough(&mut self, id: u64) {
        if let Some((_, of, count)) = &mut self.count
            && *of == id
        {
            *count = None;
        }
    }

    pub(super) fn report(&mut self, id: u64) {
        let published = self.page.clone().and_then(|page| (self.publish)(page));
        match published {
            Some(name) => self.tell(id, &Told::Report(&name)),
            None => self.tell(id, &Told::Refused(Refusal::Stale)),
        }
    }
}
