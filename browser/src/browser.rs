//! A Chromium, driven by WebDriver.

use crate::page::{Page, answered};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How a browser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A window on a desk, with a mouse.
    Desk,
    /// A phone, 360 pixels wide, that is touched.
    Phone,
}

/// A driver, and the browser that it drives. Both end with it.
pub struct Browser {
    client: Client,
    kind: Kind,
    /// The number of its process.
    process: Option<u64>,
    _driver: Child,
    _profile: TempDir,
}

impl Drop for Browser {
    /// What a driver has started does not end with it.
    fn drop(&mut self) {
        if let Some(process) = self.process {
            let _ = std::process::Command::new("kill").arg(process.to_string()).status();
        }
    }
}

impl Browser {
    /// Starts a browser, with no page yet.
    pub async fn start(kind: Kind) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver");
        let port = answered("port", port(&mut driver)).await;
        let profile = tempfile::tempdir().expect("a folder");
        let mut client = ClientBuilder::new(HttpConnector::new());
        client.capabilities(wanted(kind, &profile));
        let driver_at = format!("http://127.0.0.1:{port}");
        let client = answered("start", client.connect(&driver_at)).await.expect("a browser");
        let said = client.capabilities().and_then(|said| said.get("goog:processID"));
        let process = said.and_then(Value::as_u64);
        Browser { client, kind, process, _driver: driver, _profile: profile }
    }

    /// Opens an address in the window that is there.
    pub async fn open(&self, address: &str) -> Page {
        answered(address, self.client.goto(address)).await.expect("a page");
        let window = answered("window", self.client.window()).await.expect("a window");
        Page::new(self.client.clone(), window, self.kind).await
    }

    /// Opens an address in another tab.
    pub async fn open_beside(&self, address: &str) -> Page {
        let tab = answered("tab", self.client.new_window(true)).await.expect("a tab").handle;
        answered("tab", self.client.switch_to_window(tab)).await.expect("a tab");
        self.open(address).await
    }
}

/// The port that the driver has found.
async fn port(driver: &mut Child) -> u16 {
    let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
    while let Some(line) = lines.next_line().await.expect("a line") {
        let port = line.split("on port ").nth(1).map(|rest| rest.trim_end_matches('.'));
        if let Some(port) = port.and_then(|port| port.parse().ok())
            && line.contains("successfully")
        {
            return port;
        }
    }
    panic!("chromedriver did not say where it listens");
}

fn wanted(kind: Kind, profile: &TempDir) -> Capabilities {
    let folder = format!("--user-data-dir={}", profile.path().display());
    let mut options = json!({
        "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--accept-lang=en", "--window-size=1280,900", folder,
        ],
    });
    if kind == Kind::Phone {
        options["mobileEmulation"] = json!({
            "deviceMetrics": { "width": 360, "height": 740, "pixelRatio": 2.0, "touch": true },
        });
    }
    let mut wanted = Capabilities::new();
    wanted.insert("goog:chromeOptions".into(), options);
    // The certificates of tests are their own.
    wanted.insert("acceptInsecureCerts".into(), Value::Bool(true));
    wanted
}
