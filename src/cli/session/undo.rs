//! A person takes back a choice.

use super::{Session, bots};
use crate::game::Play;
use crate::record::{Line, Record, SeatKey, against};
use crate::value::Seat;
use crate::view::Past;
use std::io;

impl Session<'_> {
    /// Goes back to before the last decision of `seat`, with what chance did up to there. What was
    /// taken back stays in the record that the game had; where people play each other nothing is
    /// taken back.
    pub fn undo(&mut self, seat: Seat) -> io::Result<()> {
        if self.humans().count_ones() > 1 {
            return self.say("undo-several", &[]);
        }
        let before = self.as_record().and_then(|record| {
            let choices = decided_before(&record, seat)?;
            Some(against(self.play.game(), &record, choices).play)
        });
        let Some(play) = before else { return self.say("undo-nothing", &[]) };
        self.go_on_with(play);
        self.keep_beside()
    }

    /// Goes on with another game than the one so far, of which the screen is shown anew.
    pub fn go_on_with(&mut self, play: Play) {
        self.play = play;
        self.bots = bots(&self.play, &self.kinds, self.seed);
        let entries = self.play.log().len();
        self.past.iter_mut().for_each(|past| *past = Past::told(entries));
        self.shown.clear();
    }
}

/// How many choices of a record came before the last one in which a seat had a choice.
fn decided_before(record: &Record, seat: Seat) -> Option<usize> {
    let mut options = std::collections::BTreeMap::new();
    let (mut choices, mut last) = (0, None);
    for line in &record.lines {
        match line {
            Line::Offer { n, options: offered, .. } => {
                let own = offered.get(&SeatKey(seat + 1)).map_or(0, Vec::len);
                options.insert(*n, own);
            }
            Line::Choice { n, seat: chooser, .. } => {
                if *chooser == seat + 1 && options.get(n).is_some_and(|&own| own > 1) {
                    last = Some(choices);
                }
                choices += 1;
            }
            _ => {}
        }
    }
    last
}
