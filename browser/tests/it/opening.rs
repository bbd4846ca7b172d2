//! A table is opened on the owner's page, and each of the people opens a link.

use cardrun_browser::browser::Browser;
use cardrun_browser::page::Page;
use cardrun_browser::serving::Serving;

/// Of chance at all tables, so that the same game is played again.
pub const SEED: &str = "2";

/// Opens a table of a game for two people, as its owner does, and gives the links of the seats.
pub async fn open_table(browser: &Browser, server: &Serving, game: &str) -> [String; 2] {
    open_table_of(browser, server, (game, None)).await
}

/// Opens a table of a game, in one of its variants or in none, for two people, as its owner does,
/// and gives the links of the seats.
pub async fn open_table_of(
    browser: &Browser,
    server: &Serving,
    (game, variant): (&str, Option<&str>),
) -> [String; 2] {
    let page = browser.open(&server.owners_page()).await;
    page.press_named("button", game).await;
    page.until("the game", |screen| {
        screen.find("button", game).is_some_and(|button| button.pressed == Some(true))
    })
    .await;
    for seat in ["Seat 1", "Seat 2"] {
        page.choose_value(seat, "a person").await;
    }
    if let Some(variant) = variant {
        page.choose_value("Variant", variant).await;
    }
    page.write("Seed", SEED).await;
    page.press_named("button", "Open the table").await;
    [link(&page, "Seat 1").await, link(&page, "Seat 2").await]
}

/// The link in a field.
pub async fn link(page: &Page, name: &str) -> String {
    page.part("textbox", name).await.value
}
