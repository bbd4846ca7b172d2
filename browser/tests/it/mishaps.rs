//! What happens to pages: they are loaded again, left and come back to, opened twice, cut off, and
//! the server is killed.

use crate::pair::Pair;
use cardrun_browser::player::{ENGLISH, Player};
use cardrun_browser::screen::Screen;
use std::time::Duration;
use tokio::time::sleep;

const ALKEKAN: (&str, &str) = ("games/alkekan.yaml", "The Woods of Alkekan");

const LOST: &str = "The connection is lost; trying again …";

fn says_lost(screen: &Screen) -> bool {
    screen.parts.iter().any(|part| part.name == LOST)
}

#[tokio::test]
async fn a_page_is_loaded_again_and_come_back_to() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 12).await;
    pair.until_asked(0).await;
    let player = &pair.players[0];
    let page = &player.page;
    let asked = |screen: &Screen| player.can_choose(screen);
    page.reload().await;
    let before = page.until("question", asked).await;
    page.reload().await;
    let again = page.until("question", asked).await;
    assert_eq!(before.lines(), again.lines());
    page.go(&format!("http://{}/", pair.server.address)).await;
    page.part("heading", "cardrun").await;
    page.back().await;
    let again = page.until("question", asked).await;
    assert_eq!(before.lines(), again.lines());
    pair.go_on(4).await;
}

/// What is chosen in one tab is seen in the other one.
#[tokio::test]
async fn a_seat_in_two_tabs() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 4).await;
    pair.until_asked(0).await;
    let second = pair.desk.open_beside(&pair.links[0]).await;
    second.until("question", Player::is_asked).await;
    let mut second = Player::new(second, &ENGLISH, 3);
    for _ in 0..3 {
        pair.players[0].page.front().await;
        pair.until_asked(0).await;
        pair.players[0].choose().await;
        let seen = pair.players[0].page.screen().await;
        let near = pair.players[0].near(&seen);
        second.page.front().await;
        let shown = |screen: &Screen| second.near(screen) == near;
        second.page.until("same choice", shown).await;
        pair.players[1].play_until("question", &second.page, Player::is_asked).await;
        second.choose().await;
    }
}

/// For ten seconds nothing comes through; what was chosen meanwhile arrives.
#[tokio::test]
async fn a_network_that_is_cut() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 6).await;
    let asked = pair.cut_behind_a_choice(0).await;
    sleep(Duration::from_secs(10)).await;
    pair.line.mend();
    let before = pair.players[0].near(&asked);
    let moved = |screen: &Screen| pair.players[0].near(screen) != before;
    pair.players[0].page.until("choice that has arrived", moved).await;
    pair.go_on(4).await;
}

/// Nothing comes through any more, and nobody is told: the page notices by itself, soon after a
/// choice that is not answered.
#[tokio::test]
async fn a_connection_that_ends_without_a_word() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 6).await;
    pair.cut_behind_a_choice(0).await;
    let page = &pair.players[0].page;
    page.until("word on the lost connection", says_lost).await;
    pair.line.mend();
    page.until("connection", |screen| !says_lost(screen)).await;
    pair.go_on(4).await;
}

/// For ten seconds there is no connection, and the page says so; then it goes on by itself.
#[tokio::test]
async fn a_connection_that_is_lost() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 6).await;
    let asked = pair.until_asked(0).await;
    pair.line.breaks();
    for player in &pair.players {
        player.page.until("word on the lost connection", says_lost).await;
    }
    sleep(Duration::from_secs(10)).await;
    pair.line.mend();
    for player in &pair.players {
        player.page.until("connection", |screen| !says_lost(screen)).await;
    }
    let again = pair.players[0].page.screen().await;
    assert_eq!(pair.players[0].near(&asked), pair.players[0].near(&again));
    pair.go_on(4).await;
}

/// What was picked, and not yet chosen, stays picked while the connection is lost.
#[tokio::test]
async fn what_is_picked_stays_picked() {
    fn picked(screen: &Screen) -> Vec<&str> {
        let picked = screen.all("button").filter(|part| part.pressed == Some(true));
        picked.map(|part| part.name.as_str()).collect()
    }

    let mut pair = Pair::at("games/classics/hearts.yaml", "Hearts", 0).await;
    let asked = pair.until_asked(0).await;
    let page = &pair.players[0].page;
    page.prefer("prefers-reduced-motion", "reduce").await;
    let card = asked.all("button").find(|part| part.pressed == Some(false)).expect("a card");
    assert!(page.press(card).await);
    page.until("picked card", |screen| picked(screen) == [&card.name]).await;
    pair.line.breaks();
    page.until("word on the lost connection", says_lost).await;
    pair.line.mend();
    page.until("connection", |screen| !says_lost(screen)).await;
    // What is answered now was asked behind the table that came with the connection.
    page.press_named("button", "Rules").await;
    let is_open = |screen: &Screen| screen.all("dialog").next().is_some();
    page.until("rules", is_open).await;
    page.key("Escape", "").await;
    let again = page.until("table", |screen| !is_open(screen)).await;
    assert_eq!(picked(&again), [&card.name], "{}", again.lines());
    pair.go_on(4).await;
}

/// The tables go on where they were; who had chosen already is not asked again.
#[tokio::test]
async fn a_server_that_is_killed() {
    let mut pair = Pair::at(ALKEKAN.0, ALKEKAN.1, 8).await;
    pair.until_asked(0).await;
    pair.players[0].choose().await;
    let before = [pair.players[0].page.screen().await, pair.players[1].page.screen().await];
    pair.server.kill_and_start().await;
    for player in &pair.players {
        player.page.until("word on the lost connection", says_lost).await;
    }
    pair.line.lead_to(pair.server.address);
    for (player, before) in pair.players.iter().zip(&before) {
        let after = player.page.until("connection", |screen| !says_lost(screen)).await;
        assert_eq!(player.near(before), player.near(&after));
    }
    pair.go_on(8).await;
}
