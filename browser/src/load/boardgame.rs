//! The server of boardgame.io: messages of Socket.IO in frames of Engine.IO.

use super::protocol::{Entrance, Heard, Protocol, SEATS, Standing};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

pub struct Boardgame {
    child: Child,
    address: SocketAddr,
}

impl Boardgame {
    /// Runs a script that serves the game.
    pub async fn start(script: &Path) -> Boardgame {
        let mut child = Command::new("node")
            .arg(script)
            .env("NODE_ENV", "production")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let port = loop {
            let line = lines.next_line().await.expect("a line").expect("a port");
            if let Some(port) = line.strip_prefix("port ") {
                break port.parse().expect("a number");
            }
        };
        // What it says besides is not read, but must not stand in its way.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Boardgame { child, address: (Ipv4Addr::LOCALHOST, port).into() }
    }
}

impl Protocol for Boardgame {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn process(&self) -> u32 {
        self.child.id().expect("a process")
    }

    async fn open(&self, number: usize) -> [Entrance; SEATS] {
        // A match begins when the first seat asks for it.
        std::array::from_fn(|seat| {
            let table = format!("table{number}");
            let way = format!("ws://{}/socket.io/?EIO=4&transport=websocket", self.address);
            let mut request = way.into_client_request().expect("a request");
            let origin = format!("http://localhost:{}", self.address.port());
            request.headers_mut().insert("Origin", origin.parse().expect("a header"));
            let hello = vec!["40/laying,".to_owned()];
            Entrance { seat, table, request, hello }
        })
    }

    fn hear(entrance: &Entrance, message: &str) -> Heard {
        if message == "2" {
            return Heard::Wants("3".to_owned());
        }
        if message.starts_with("40/laying,") {
            let seat = entrance.seat.to_string();
            let sync = json!(["sync", entrance.table, seat, null, SEATS]);
            return Heard::Wants(format!("42/laying,{sync}"));
        }
        let Some(event) = message.strip_prefix("42/laying,") else { return Heard::Nothing };
        let event: Value = serde_json::from_str(event).expect("JSON");
        let state = match event[0].as_str() {
            Some("update") => &event[2],
            Some("sync") => &event[2]["state"],
            Some(_) | None => return Heard::Nothing,
        };
        let ctx = &state["ctx"];
        if !ctx["gameover"].is_null() {
            return Heard::Stands(Standing::default());
        }
        let turn = ctx["currentPlayer"].as_str().and_then(|seat| seat.parse().ok());
        let own = turn == Some(entrance.seat);
        let answer = own.then(|| answer(entrance, &state["_stateID"]));
        Heard::Stands(Standing { turn, answer })
    }
}

/// The message by which a seat lays its first card.
fn answer(entrance: &Entrance, state: &Value) -> String {
    let seat = entrance.seat.to_string();
    let payload = json!({ "type": "lay", "args": [0], "playerID": seat });
    let action = json!({ "type": "MAKE_MOVE", "payload": payload });
    format!("42/laying,{}", json!(["update", action, state, entrance.table, seat]))
}
