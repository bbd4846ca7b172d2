//! Two browsers play each game to its end, one of them on a phone and in French.

use crate::opening::open_table_of;
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::player::{Did, ENGLISH, FRENCH, Player};
use cardrun_browser::serving::Serving;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// After this a game that does not end has failed.
const LONGEST: Duration = Duration::from_secs(240);

/// Between two looks at pages on which nothing can be pressed.
const BLINK: Duration = Duration::from_millis(10);

/// Plays a game by chance, in a variant, and sees that both are told how it has ended.
async fn plays_to_the_end(file: &str, title: &str, variant: Option<&str>) {
    let server = Serving::start(&[file], &[]).await;
    let (desk, phone) = (Browser::start(Kind::Desk).await, Browser::start(Kind::Phone).await);
    let links = open_table_of(&desk, &server, (title, variant)).await;
    let page = phone.open(&links[1]).await;
    page.press_named("button", "FR : Français").await;
    page.part("button", "EN: English").await;
    let mut players =
        [Player::new(desk.open(&links[0]).await, &ENGLISH, 5), Player::new(page, &FRENCH, 6)];
    for player in &players {
        player.page.prefer("prefers-reduced-motion", "reduce").await;
    }
    let begun = Instant::now();
    let mut pictured = false;
    loop {
        let [one, other] = &mut players;
        match (one.play().await, other.play().await) {
            (Did::Ended, Did::Ended) => break,
            (Did::Pressed, _) | (_, Did::Pressed) => {}
            (_, _) => sleep(BLINK).await,
        }
        let presses = players[0].presses + players[1].presses;
        if presses > 30 && !pictured {
            pictured = true;
            show(&players, file, "middle").await;
        }
        if begun.elapsed() > LONGEST {
            let [one, other] = [players[0].page.screen().await, players[1].page.screen().await];
            panic!("no end after {presses} presses\n{}\n{}", one.lines(), other.lines());
        }
    }
    show(&players, file, "end").await;
    let presses = players.each_ref().map(|player| player.presses);
    println!("{title}: {presses:?} presses in {:.0?}", begun.elapsed());
    let records = server.records();
    assert_eq!(records.iter().filter(|line| line["type"] == "end").count(), 1);
}

async fn show(players: &[Player; 2], file: &str, when: &str) {
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".yaml");
    players[0].page.picture(&format!("{name}-{when}-desk")).await;
    players[1].page.picture(&format!("{name}-{when}-phone")).await;
}

#[tokio::test]
async fn alkekan() {
    plays_to_the_end("games/alkekan.yaml", "The Woods of Alkekan", None).await;
}

#[tokio::test]
async fn six_lots() {
    plays_to_the_end("games/six_lots.yaml", "Six lots", None).await;
}

#[tokio::test]
async fn attaque_du_roi() {
    plays_to_the_end("games/attaque_du_roi.yaml", "The King's Attack", Some("a single win")).await;
}

#[tokio::test]
async fn douhar() {
    plays_to_the_end("games/douhar.yaml", "Altarian DouHar", None).await;
}

#[tokio::test]
async fn card_o_tresor() {
    plays_to_the_end("games/card_o_tresor.yaml", "Card O' Tresor", None).await;
}
