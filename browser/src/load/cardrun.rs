//! `cardrun serve`.

use super::protocol::{Entrance, Heard, Protocol, SEATS, Standing};
use crate::serving::Serving;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

pub struct Cardrun {
    server: Serving,
}

impl Cardrun {
    /// Serves the game with room for so many tables, and one before and behind them.
    pub async fn start(tables: usize) -> Cardrun {
        let more = ["--tables", &(tables + 2).to_string()];
        Cardrun { server: Serving::start(&["browser/load/laying.yaml"], &more).await }
    }

    async fn ask(&self, what: &str, body: &Value) -> Value {
        let (address, body) = (self.server.address, body.to_string());
        let request = format!(
            "POST /api/{what} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Authorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.server.owner,
            body.len(),
        );
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }
}

/// What is read of a message.
#[derive(Deserialize)]
struct Message {
    table: Option<Table>,
}

#[derive(Deserialize)]
struct Table {
    decision: Option<u64>,
    view: View,
}

#[derive(Deserialize)]
struct View {
    choosing: Vec<usize>,
    menu: Option<Menu>,
}

#[derive(Deserialize)]
struct Menu {
    options: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    index: usize,
}

impl Protocol for Cardrun {
    fn address(&self) -> SocketAddr {
        self.server.address
    }

    fn process(&self) -> u32 {
        self.server.process()
    }

    async fn open(&self, number: usize) -> [Entrance; SEATS] {
        let wish = json!({ "game": 0, "seats": vec!["human"; SEATS], "seed": number });
        let opened = self.ask("open", &json!({ "language": "en", "wish": wish })).await;
        std::array::from_fn(|seat| {
            let (table, key) = (&opened["table"], &opened["seats"][seat]);
            let hello = json!({ "hello": { "table": table, "key": key, "language": "en" } });
            let way = format!("ws://{}/socket", self.address());
            let mut request = way.into_client_request().expect("a request");
            let origin = format!("http://{}", self.address()).parse().expect("a header");
            request.headers_mut().insert("Origin", origin);
            let table = table.as_str().unwrap_or_default().to_owned();
            Entrance { seat, table, request, hello: vec![hello.to_string()] }
        })
    }

    fn hear(_: &Entrance, message: &str) -> Heard {
        let message = serde_json::from_str(message).expect("a message");
        let Message { table: Some(table) } = message else { return Heard::Nothing };
        let option = table.view.menu.and_then(|menu| menu.options.into_iter().next());
        let answer = table.decision.zip(option).map(|(decision, option)| {
            json!({ "choose": { "decision": decision, "option": option.index } }).to_string()
        });
        let turn = table.view.choosing.first().map(|seat| seat - 1);
        Heard::Stands(Standing { turn, answer })
    }
}
