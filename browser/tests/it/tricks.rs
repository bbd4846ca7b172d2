//! Cards that are laid one after the other lie in the order in which they came.

use crate::opening::{SEED, link};
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::page::Patience;
use cardrun_browser::player::{Did, ENGLISH, Player};
use cardrun_browser::screen::Screen;
use cardrun_browser::serving::Serving;

/// Choices after which the others have certainly led more than once.
const ENOUGH: usize = 30;

/// Somebody between others sits at seat 3, so that the order of the seats is not the order of play.
#[tokio::test]
async fn a_trick_lies_as_it_was_laid() {
    let server = Serving::start(&["games/classics/hearts.yaml"], &[]).await;
    let desk = Browser::start(Kind::Desk).await;
    let page = desk.open(&server.owners_page()).await;
    page.press_named("button", "Hearts").await;
    page.until("seats", |screen| screen.find("combobox", "Seat 3").is_some()).await;
    for seat in ["Seat 1", "Seat 2", "Seat 4"] {
        page.choose_value(seat, "bot, at random").await;
    }
    page.choose_value("Seat 3", "a person").await;
    page.write("Seed", SEED).await;
    page.press_named("button", "Open the table").await;
    let seat = link(&page, "Seat 3").await;
    let mut player = Player::new(desk.open(&seat).await, &ENGLISH, 7);

    let mut beyond_the_last_seat = 0;
    let mut patience = Patience::default();
    while player.presses < ENOUGH || beyond_the_last_seat == 0 {
        let screen = player.page.screen().await;
        if player.can_choose(&screen) {
            let laid = laid_by(&screen);
            let in_turn = laid.windows(2).all(|two| two[1] == two[0] % 4 + 1);
            assert!(in_turn && laid.last().is_none_or(|&last| last == 2), "{}", screen.lines());
            if laid.first() == Some(&4) && laid.len() > 1 {
                beyond_the_last_seat += 1;
                player.page.picture("hearts-trick-desk").await;
            }
        }
        match player.play().await {
            Did::Pressed => patience = Patience::default(),
            Did::Waited => patience.blinks("turn", &screen).await,
            Did::Ended => break,
        }
    }
    assert!(beyond_the_last_seat > 0, "seat 4 never led before seat 3 chose");
}

/// The numbers of the players whose cards lie in the trick, as they are read.
fn laid_by(screen: &Screen) -> Vec<u8> {
    let texts = screen.all("StaticText").filter(|part| screen.is_in(part, "region", "Trick"));
    texts.filter_map(|part| part.name.strip_prefix("Player ")?.parse().ok()).collect()
}
