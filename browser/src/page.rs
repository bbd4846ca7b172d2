//! One page in a browser: it is heard and touched, and nothing of its code is asked for.

use crate::browser::Kind;
use crate::screen::{Part, Screen};
use fantoccini::Client;
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use http::Method;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use url::{ParseError, Url};

/// How long a test waits for what a page is to say, and for an answer of the browser.
const LONGEST: Duration = Duration::from_secs(60);

/// Between two looks at a page that is waited for.
const BLINK: Duration = Duration::from_millis(15);

/// Fails a test that would otherwise wait for ever.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    begun: Instant,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { begun: Instant::now() }
    }
}

impl Patience {
    /// Pauses before the next look for `what`, which `screen` does not show; fails where that has
    /// been waited for too long.
    pub async fn blinks(self, what: &str, screen: &Screen) {
        assert!(self.begun.elapsed() < LONGEST, "no {what} on\n{}", screen.lines());
        sleep(BLINK).await;
    }
}

/// Where somebody sees a part of the page who can reach it: a point that nothing covers.
const SEEN_AT: &str = "function () {
    const at = () => {
        for (const box of this.getClientRects()) {
            for (const [across, down] of [[.5, .5], [.15, .5], [.15, .15], [.5, .15], [.85, .85]]) {
                const [x, y] = [box.left + box.width * across, box.top + box.height * down];
                const there = document.elementFromPoint(x, y);
                if (there && this.contains(there))
                    return { x, y };
            }
        }
        return null;
    };
    const seen = at();
    if (seen) return seen;
    this.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    return at();
}";

/// One page.
#[derive(Clone)]
pub struct Page {
    client: Client,
    window: WindowHandle,
    kind: Kind,
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Command {
    name: &'static str,
    values: Value,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.name, "params": self.values });
        (Method::POST, Some(body.to_string()))
    }
}

/// Waits for what a browser answers to `what`; fails where nothing comes.
pub(crate) async fn answered<T>(what: &str, answer: impl Future<Output = T>) -> T {
    let answer = timeout(LONGEST, answer).await;
    answer.unwrap_or_else(|_| panic!("the browser does not answer: {what}"))
}

impl Page {
    pub(crate) async fn new(client: Client, window: WindowHandle, kind: Kind) -> Page {
        let page = Page { client, window, kind };
        page.command("Accessibility.enable", json!({})).await;
        page
    }

    /// Asks something of the browser; nothing where it refuses.
    async fn ask(&self, name: &'static str, values: Value) -> Option<Value> {
        answered(name, self.client.issue_cmd(Command { name, values })).await.ok()
    }

    async fn command(&self, name: &'static str, values: Value) -> Value {
        let done = answered(name, self.client.issue_cmd(Command { name, values })).await;
        done.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    // ---- looking

    /// What the page says now; nothing while it is being loaded.
    pub async fn screen(&self) -> Screen {
        let tree = self.ask("Accessibility.getFullAXTree", json!({})).await;
        tree.map(|tree| Screen::of(&tree)).unwrap_or_default()
    }

    /// What the page says as soon as something holds of it. `what` names that.
    pub async fn until(&self, what: &str, holds: impl Fn(&Screen) -> bool) -> Screen {
        let patience = Patience::default();
        loop {
            let screen = self.screen().await;
            if !screen.parts.is_empty() && holds(&screen) {
                return screen;
            }
            patience.blinks(what, &screen).await;
        }
    }

    /// Waits for a part of a role that is called so.
    pub async fn part(&self, role: &str, name: &str) -> Part {
        let what = format!("{role} {name:?}");
        let screen = self.until(&what, |screen| screen.find(role, name).is_some()).await;
        screen.find(role, name).expect("what was waited for").clone()
    }

    /// Keeps a picture of the page where `CARDRUN_PICTURES` names a folder.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("CARDRUN_PICTURES") else { return };
        let picture = answered("picture", self.client.screenshot()).await.expect("a picture");
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture).expect("a file");
    }

    /// Asks the browser for what it computes of the page, by a function's body.
    pub async fn computed(&self, body: &str) -> Value {
        answered("script", self.client.execute(body, Vec::new())).await.expect("an answer")
    }

    // ---- acting

    /// Clicks or touches a part; false where it is gone, or covered.
    pub async fn press(&self, part: &Part) -> bool {
        let node = self.ask("DOM.resolveNode", json!({ "backendNodeId": part.id })).await;
        let Some(node) = node else { return false };
        let seen = json!({
            "objectId": node["object"]["objectId"],
            "functionDeclaration": SEEN_AT,
            "returnByValue": true,
        });
        let Some(seen) = self.ask("Runtime.callFunctionOn", seen).await else { return false };
        let at = &seen["result"]["value"];
        let (Some(x), Some(y)) = (at["x"].as_f64(), at["y"].as_f64()) else { return false };
        self.press_at(x, y).await;
        true
    }

    async fn press_at(&self, x: f64, y: f64) {
        if self.kind == Kind::Phone {
            let touch = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
            self.command("Input.dispatchTouchEvent", touch).await;
            let lift = json!({ "type": "touchEnd", "touchPoints": [] });
            self.command("Input.dispatchTouchEvent", lift).await;
            return;
        }
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let mouse = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
            self.command("Input.dispatchMouseEvent", mouse).await;
        }
    }

    /// Clicks a part of a role that is called so, as soon as it is there.
    pub async fn press_named(&self, role: &str, name: &str) {
        let patience = Patience::default();
        loop {
            let part = self.part(role, name).await;
            if self.press(&part).await {
                return;
            }
            let what = format!("way to the {role} {name:?}");
            patience.blinks(&what, &self.screen().await).await;
        }
    }

    /// Writes into a text field that is called so, in place of nothing.
    pub async fn write(&self, field: &str, text: &str) {
        self.focus(&self.part("textbox", field).await).await;
        self.command("Input.insertText", json!({ "text": text })).await;
    }

    /// Presses a key, by its name in the browser and what it types.
    pub async fn key(&self, name: &str, text: &str) {
        let code = match name {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let mut values = json!({ "type": "keyDown", "key": name, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            values["text"] = text.into();
        }
        self.command("Input.dispatchKeyEvent", values.clone()).await;
        values["type"] = "keyUp".into();
        self.command("Input.dispatchKeyEvent", values).await;
    }

    /// Brings the focus to a part.
    pub async fn focus(&self, part: &Part) {
        self.command("DOM.focus", json!({ "backendNodeId": part.id })).await;
    }

    /// Goes through a field of values with the keyboard, to the one that begins so.
    pub async fn choose_value(&self, field: &str, words: &str) {
        loop {
            let screen = self.until(field, |screen| screen.find("combobox", field).is_some()).await;
            let part = screen.find("combobox", field).expect("what was waited for");
            if part.value.starts_with(words) {
                return;
            }
            let options: Vec<&Part> =
                screen.all("option").filter(|one| screen.is_in(one, "combobox", field)).collect();
            let at = |words: &str| options.iter().position(|one| one.name.starts_with(words));
            let key = if at(words) < at(&part.value) { "ArrowUp" } else { "ArrowDown" };
            self.focus(part).await;
            self.key(key, "").await;
            let moved = |screen: &Screen| {
                screen.find("combobox", field).is_some_and(|now| now.value != part.value)
            };
            self.until(&format!("{words:?} in {field:?}"), moved).await;
        }
    }

    // ---- coming and going

    /// Brings the page to the front, where there are others in the same browser.
    pub async fn front(&self) {
        let window = self.window.clone();
        answered("window", self.client.switch_to_window(window)).await.expect("a window");
    }

    pub async fn reload(&self) {
        answered("reload", self.client.refresh()).await.expect("the page again");
    }

    pub async fn back(&self) {
        answered("back", self.client.back()).await.expect("the page before");
    }

    /// Goes to another address in the same tab.
    pub async fn go(&self, address: &str) {
        answered(address, self.client.goto(address)).await.expect("a page");
    }

    /// Looks at it as somebody does who has asked the system for this (`prefers-color-scheme`).
    pub async fn prefer(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.command("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }
}
