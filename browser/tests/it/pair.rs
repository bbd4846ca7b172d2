//! Two people at a table, each with a browser: one at a desk, one on a phone.

use crate::opening::open_table;
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::line::Line;
use cardrun_browser::player::{ENGLISH, Player, go_on};
use cardrun_browser::screen::Screen;
use cardrun_browser::serving::Serving;

pub struct Pair {
    pub server: Serving,
    /// What lies between the server and both browsers.
    pub line: Line,
    pub desk: Browser,
    /// Lives as long as the pages in it.
    _phone: Browser,
    /// The links of both seats, by the line.
    pub links: [String; 2],
    pub players: [Player; 2],
}

impl Pair {
    /// Two people at a table of this game, with as many choices behind them.
    pub async fn at(file: &str, title: &str, presses: usize) -> Pair {
        let server = Serving::start(&[file], &[]).await;
        let line = Line::to(server.address).await;
        let (desk, phone) = (Browser::start(Kind::Desk).await, Browser::start(Kind::Phone).await);
        let (direct, by_line) = (server.address.to_string(), line.address.to_string());
        let links = open_table(&desk, &server, title).await;
        let links = links.map(|link| link.replace(&direct, &by_line));
        let players = [
            Player::new(desk.open(&links[0]).await, &ENGLISH, 11),
            Player::new(phone.open(&links[1]).await, &ENGLISH, 12),
        ];
        let mut pair = Pair { server, line, desk, _phone: phone, links, players };
        pair.go_on(presses).await;
        pair
    }

    /// Lets both play until so many more choices are made, and nobody is in the middle of one.
    pub async fn go_on(&mut self, presses: usize) {
        go_on(&mut self.players, presses).await;
    }

    /// Goes on until a seat is to choose, from 0; what it sees then. A choice that is still on its
    /// way is waited for.
    pub async fn until_asked(&mut self, seat: usize) -> Screen {
        let [one, other] = &mut self.players;
        let (asked, plays) = if seat == 0 { (one, other) } else { (other, one) };
        let can = |screen: &Screen| asked.can_choose(screen) && !Player::has_sent(screen);
        plays.play_until("question", &asked.page, can).await
    }

    /// Cuts the line, and lets a seat choose, from 0, until that is on its way. Gives what it saw
    /// before. Where a press of before is still answered in between, all begins anew.
    pub async fn cut_behind_a_choice(&mut self, seat: usize) -> Screen {
        loop {
            let asked = self.until_asked(seat).await;
            self.line.cut();
            let page = self.players[seat].page.clone();
            let done = |screen: &Screen| Player::has_sent(screen) || !Player::is_asked(screen);
            let seen = self.players[seat].play_until("choice on its way", &page, done).await;
            if Player::has_sent(&seen) {
                return asked;
            }
            self.line.mend();
        }
    }
}
