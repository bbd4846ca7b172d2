//! Two browsers play each game to its end, one of them on a phone and in French.

use crate::opening::open_table;
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::player::{ENGLISH, FRENCH, Player};
use cardrun_browser::serving::Serving;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// After this a game that does not end has failed.
const LONGEST: Duration = Duration::from_secs(240);

/// Plays a game by chance, and sees that both are told how it has ended.
async fn plays_to_the_end(file: &str, title: &str) {
    let server = Serving::start(&[file], &[]).await;
    let (desk, phone) = (Browser::start(Kind::Desk).await, Browser::start(Kind::Phone).await);
    let links = open_table(&desk, &server, title).await;
    let page = phone.open(&links[1]).await;
    page.press_named("button", "FR : Français").await;
    page.part("button", "EN: English").await;
    let mut players = [
        Player::new(desk.open(&links[0]).await, &ENGLISH, 5),
        Player::new(page, &FRENCH, 6),
    ];
    let begun = Instant::now();
    let mut pictured = false;
    while !both_over(&players).await {
        let mut pressed = false;
        for player in &mut players {
            pressed |= player.play().await;
        }
        if !pressed {
            sleep(Duration::from_millis(10)).await;
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
    assert_eq!(records.iter().filter(|line| line.get("end").is_some()).count(), 1);
    desk.close().await;
    phone.close().await;
}

async fn both_over(players: &[Player; 2]) -> bool {
    for player in players {
        if !player.is_over(&player.page.screen().await) {
            return false;
        }
    }
    true
}

async fn show(players: &[Player; 2], file: &str, when: &str) {
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".yaml");
    players[0].page.picture(&format!("{name}-{when}-desk")).await;
    players[1].page.picture(&format!("{name}-{when}-phone")).await;
}

#[tokio::test]
async fn alkekan() {
    plays_to_the_end("games/alkekan.yaml", "The Woods of Alkekan").await;
}

#[tokio::test]
async fn six_lots() {
    plays_to_the_end("games/six_lots.yaml", "Six lots").await;
}

#[tokio::test]
async fn attaque_du_roi() {
    plays_to_the_end("games/attaque_du_roi.yaml", "The King's Attack").await;
}

#[tokio::test]
async fn douhar() {
    plays_to_the_end("games/douhar.yaml", "Altarian DouHar").await;
}

#[tokio::test]
async fn card_o_tresor() {
    plays_to_the_end("games/card_o_tresor.yaml", "Card O' Tresor").await;
}
