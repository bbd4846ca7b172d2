//! What pages are to those who do not see them, or see little: roles and names, contrast, the order
//! in which the focus goes, and a game with the keyboard alone.

use crate::opening::{link, open_table};
use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::page::{Page, Patience};
use cardrun_browser::player::{Did, ENGLISH, Player, go_on};
use cardrun_browser::screen::Screen;
use cardrun_browser::serving::Serving;
use std::collections::BTreeSet;

const GAMES: [(&str, &str); 5] = [
    ("games/alkekan.yaml", "The Woods of Alkekan"),
    ("games/attaque_du_roi.yaml", "The King's Attack"),
    ("games/card_o_tresor.yaml", "Card O' Tresor"),
    ("games/douhar.yaml", "Altarian DouHar"),
    ("games/six_lots.yaml", "Six lots"),
];

/// What must be called something, whoever meets it.
const NAMED: [&str; 12] = [
    "button",
    "checkbox",
    "combobox",
    "dialog",
    "heading",
    "image",
    "link",
    "region",
    "slider",
    "spinbutton",
    "tab",
    "textbox",
];

/// What is wrong with the roles and names of a page.
fn wrong(screen: &Screen) -> Vec<String> {
    let mut wrong = Vec::new();
    for part in &screen.parts {
        if NAMED.contains(&part.role.as_str()) && part.name.trim().is_empty() {
            wrong.push(format!("a {} without a name", part.role));
        }
    }
    // Behind a dialog nothing else is there.
    let mains = screen.all("main").count();
    if mains != 1 && screen.all("dialog").next().is_none() {
        wrong.push(format!("{mains} main parts"));
    }
    if screen.all("heading").next().is_none() {
        wrong.push("no heading".to_owned());
    }
    let mut regions = BTreeSet::new();
    for region in screen.all("region") {
        if !regions.insert(&region.name) {
            wrong.push(format!("two regions called {:?}", region.name));
        }
    }
    wrong
}

/// Looks at a page in light and dark.
async fn checks(page: &Page, what: &str) {
    let screen = page.screen().await;
    assert_eq!(wrong(&screen), Vec::<String>::new(), "{what}:\n{}", screen.lines());
    for scheme in ["dark", "light"] {
        page.prefer("prefers-color-scheme", scheme).await;
        let faint = page.computed(include_str!("../../src/contrast.js")).await;
        assert_eq!(faint, serde_json::json!([]), "{what}, {scheme}");
        page.picture(&format!("{what}-{scheme}")).await;
        let wide = page.computed("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wide.as_i64() <= Some(0), "{what} is {wide} pixels wider than its window");
    }
}

/// The pages of every game can be heard and read, on a desk and on a phone.
#[tokio::test]
async fn pages_can_be_heard_and_read() {
    let files = GAMES.map(|(file, _)| file);
    let server = Serving::start(&files, &["--watch"]).await;
    let (desk, phone) = (Browser::start(Kind::Desk).await, Browser::start(Kind::Phone).await);
    let owner = phone.open(&server.owners_page()).await;
    owner.part("button", "Open the table").await;
    checks(&owner, "owner-phone").await;
    for (file, title) in GAMES {
        let name = file.trim_start_matches("games/").trim_end_matches(".yaml");
        let links = open_table(&desk, &server, title).await;
        let mut players = [
            Player::new(desk.open(&links[0]).await, &ENGLISH, 7),
            Player::new(phone.open(&links[1]).await, &ENGLISH, 8),
        ];
        for player in &players {
            player.page.part("region", "Your hand and your choice").await;
        }
        go_on(&mut players, 12).await;
        checks(&players[0].page, &format!("{name}-desk")).await;
        checks(&players[1].page, &format!("{name}-phone")).await;
    }
    let page = &desk.open(&server.owners_page()).await;
    page.part("button", "Open the table").await;
    checks(page, "owner-desk").await;
}

/// A time to pass is set where the table is opened, and counts down where it holds; a page can pass
/// by itself.
#[tokio::test]
async fn what_holds_at_a_table_can_be_read() {
    let server = Serving::start(&[GAMES[0].0], &["--watch"]).await;
    for (kind, name) in [(Kind::Desk, "desk"), (Kind::Phone, "phone")] {
        let browser = Browser::start(kind).await;
        // Cards are dealt by chance, and not in every game there is something to pass.
        let player = loop {
            let page = browser.open(&server.owners_page()).await;
            page.press_named("DisclosureTriangle", "At this table").await;
            page.choose_value("Time to pass", "15 s").await;
            checks(&page, &format!("house-{name}")).await;
            page.press_named("button", "Open the table").await;
            let link = link(&page, "Seat 1").await;
            checks(&page, &format!("links-{name}")).await;
            let mut player = Player::new(browser.open(&link).await, &ENGLISH, 3);
            if may_pass(&mut player).await {
                break player;
            }
        };
        let counts =
            |screen: &Screen| screen.parts.iter().any(|part| part.name.starts_with("You pass in "));
        player.page.until("countdown", counts).await;
        player.page.part("button", "Pass unless I can").await;
        checks(&player.page, &format!("countdown-{name}")).await;
        let bench = format!("http://{}/workbench#{}", server.address, server.owner);
        let page = browser.open(&bench).await;
        page.press_named("button", "Open the rehearsal").await;
        page.part("button", "To the beginning").await;
        checks(&page, &format!("workbench-{name}")).await;
    }
}

/// Plays until one may pass; false where the game ends before.
async fn may_pass(player: &mut Player) -> bool {
    let mut patience = Patience::default();
    loop {
        let screen = player.page.screen().await;
        if screen.find("button", "stay silent").is_some() {
            return true;
        }
        match player.play().await {
            Did::Pressed => patience = Patience::default(),
            Did::Waited => patience.blinks("question", &screen).await,
            Did::Ended => return false,
        }
    }
}

/// The focus goes through all that can be acted on, in the order in which it is read, and shows
/// where it is.
#[tokio::test]
async fn the_focus_goes_in_order() {
    let server = Serving::start(&[GAMES[0].0], &[]).await;
    let browser = Browser::start(Kind::Desk).await;
    let links = open_table(&browser, &server, GAMES[0].1).await;
    let page = browser.open(&links[0]).await;
    let screen = page.until("question", Player::is_asked).await;
    let buttons: Vec<i64> =
        screen.all("button").filter(|part| !part.disabled).map(|part| part.id).collect();
    assert!(buttons.len() > 6, "{}", screen.lines());
    let mut met = Vec::new();
    for _ in 0..buttons.len() * 2 {
        page.key("Tab", "").await;
        let screen = page.screen().await;
        let Some(focused) =
            screen.parts.iter().find(|part| part.focused && part.role != "RootWebArea")
        else {
            break;
        };
        assert!(!focused.name.is_empty(), "{focused:?}");
        let outlined = page
            .computed(
                "const style = getComputedStyle(document.activeElement);
                return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0",
            )
            .await;
        assert_eq!(outlined, true, "{focused:?} does not show that it has the focus");
        if focused.role == "button" {
            met.push(focused.id);
        }
    }
    met.dedup();
    assert_eq!(met[..buttons.len().min(met.len())], buttons);
}

/// A whole game without a mouse: the digits choose, Tab and Enter do.
#[tokio::test]
async fn a_game_is_played_with_the_keyboard_alone() {
    let server = Serving::start(&["games/classics/crazy_eights.yaml"], &[]).await;
    let browser = Browser::start(Kind::Desk).await;
    let page = browser.open(&server.owners_page()).await;
    // The other seat keeps its bot.
    page.press_named("button", "Open the table").await;
    let link = page.part("textbox", "Seat 1").await.value;
    let player = Player::new(browser.open(&link).await, &ENGLISH, 9);
    let page = &player.page;
    page.part("region", "Your hand and your choice").await;
    let mut steps = 0;
    loop {
        let screen = page.screen().await;
        if player.is_over(&screen) {
            break;
        }
        if player.choices(&screen).iter().any(|choice| choice.focused) {
            page.key("Enter", "\r").await;
        } else if Player::is_asked(&screen) {
            page.key("Tab", "").await;
        }
        steps += 1;
        assert!(steps < 1000, "{}", screen.lines());
    }
}
