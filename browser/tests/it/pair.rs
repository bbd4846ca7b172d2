//! Two people at a table, each with a browser: one at a desk, one on a phone.

use crate::opening::open_table;
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::line::Line;
use cardrun_browser::player::{Did, ENGLISH, Player};
use cardrun_browser::screen::Screen;
use cardrun_browser::serving::Serving;
use std::time::Duration;
use tokio::time::sleep;

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
        let [one, other] = &mut self.players;
        let wanted = one.presses + other.presses + presses;
        while one.presses + other.presses < wanted {
            if one.play().await != Did::Pressed && other.play().await != Did::Pressed {
                sleep(Duration::from_millis(10)).await;
            }
        }
    }

    /// Goes on until a seat is to choose, from 0; what it sees then. A choice that is still on its
    /// way is waited for.
    pub async fn until_asked(&mut self, seat: usize) -> Screen {
        loop {
            let screen = self.players[seat].page.screen().await;
            if self.players[seat].can_choose(&screen) && !Player::has_sent(&screen) {
                return screen;
            }
            self.players[1 - seat].play().await;
        }
    }

    /// A seat chooses until it is not asked any more.
    pub async fn chooses(&mut self, seat: usize) {
        let player = &mut self.players[seat];
        while Player::is_asked(&player.page.screen().await) {
            player.play().await;
        }
    }
}
