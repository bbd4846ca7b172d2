//! A server that a test has started, and pages at its tables, without a browser.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// After this a test fails that would wait for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// `cardrun serve` on a port that was free.
pub struct Server {
    child: Child,
    /// `127.0.0.1:40123`.
    pub address: String,
    /// The key of its owner; empty where it was told at an earlier start.
    pub owner: String,
}

/// What came back over HTTP.
pub struct Answer {
    pub status: u16,
    /// In small letters.
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }
}

impl Server {
    /// Serves a game with `more` options, and keeps its tables in a folder.
    pub fn start(game: &Path, data: &Path, more: &[&str]) -> Server {
        Server::start_telling(game, data, more, Stdio::inherit())
    }

    /// Serves a game with `more` options, keeps its tables in a folder, and tells problems to
    /// `told`.
    pub fn start_telling(game: &Path, data: &Path, more: &[&str], told: Stdio) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .arg("serve")
            .arg(game)
            .args(["--addr", "127.0.0.1:0", "--pace", "0", "--lang", "en", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(told)
            .spawn()
            .expect("the program");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut line = || lines.next().expect("a line").expect("letters");
        let (first, second) = (line(), line());
        let address = first.split("http://").nth(1).expect("an address").trim_end_matches('/');
        let owner = second.split('#').nth(1).expect("a key").trim_end_matches('…');
        Server { child, address: address.to_owned(), owner: owner.to_owned() }
    }

    /// Ends it without a word of warning.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    // ---- HTTP

    /// Sends a request with these headers as they are, and reads the whole answer.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        // Whoever is refused early may find the connection closed.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).expect("letters");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[("Host", &self.address)], "")
    }

    /// Asks as the owner's page does.
    pub fn ask(&self, what: &str, body: &Value) -> Answer {
        self.ask_by(&self.owner, what, body)
    }

    /// Asks as a page with this key does.
    pub fn ask_by(&self, key: &str, what: &str, body: &Value) -> Answer {
        let (origin, key) = (format!("http://{}", self.address), format!("Bearer {key}"));
        let headers = [
            ("Host", self.address.as_str()),
            ("Origin", &origin),
            ("Authorization", &key),
            ("Content-Type", "application/json"),
        ];
        self.request(&format!("POST /api/{what}"), &headers, &body.to_string())
    }

    /// Opens a table of the first game for these players.
    pub fn open(&self, seats: &[&str]) -> Value {
        let wish = json!({ "game": 0, "seats": seats, "seed": 7 });
        self.ask("open", &json!({ "language": "en", "wish": wish })).json()
    }

    // ---- pages

    /// The way in for a page that says it is from this origin.
    pub fn socket(&self, origin: &str) -> Result<WebSocket<TcpStream>, Box<tungstenite::Error>> {
        self.door("socket", origin)
    }

    /// The way in by one of the server's doors.
    fn door(
        &self,
        door: &str,
        origin: &str,
    ) -> Result<WebSocket<TcpStream>, Box<tungstenite::Error>> {
        let mut request = format!("ws://{}/{door}", self.address).into_client_request()?;
        let origin = origin.parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(tungstenite::HandshakeError::Interrupted(_)) => panic!("the server takes too long"),
        }
    }

    /// A page at a table.
    pub fn join(&self, table: &str, key: &str) -> Page {
        self.join_in("en", table, key)
    }

    /// A page at a table, in a `language`.
    pub fn join_in(&self, language: &str, table: &str, key: &str) -> Page {
        self.page("socket", language, table, key)
    }

    /// A page at the workbench.
    pub fn rehearse(&self, table: &str, key: &str) -> Page {
        self.page("rehearsal", "en", table, key)
    }

    fn page(&self, door: &str, language: &str, table: &str, key: &str) -> Page {
        let socket = self.door(door, &format!("http://{}", self.address)).expect("a way in");
        let mut page = Page { socket, heard: Vec::new(), view: Value::Null };
        page.say(&json!({ "hello": { "table": table, "key": key, "language": language } }));
        page
    }

    /// The page of a seat, from 0, of a table that was [opened](Server::open).
    pub fn sit(&self, opened: &Value, seat: usize) -> Page {
        self.join(text(&opened["table"]), text(&opened["seats"][seat]))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A page at a table.
pub struct Page {
    socket: WebSocket<TcpStream>,
    /// Everything that it was sent, as it came.
    pub heard: Vec<String>,
    /// What it sees, put together from what it was sent.
    pub view: Value,
}

impl Page {
    pub fn say(&mut self, message: &Value) {
        self.send(message.to_string());
    }

    /// Sends a text, whatever it is.
    pub fn send(&mut self, text: String) {
        // Whoever has been thrown out is told so by what comes next.
        let _ = self.socket.send(Message::text(text));
    }

    /// The next message; `None` where the connection has ended.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.to_string());
                    let mut message = serde_json::from_str(&text).expect("JSON");
                    see(&mut self.view, &mut message);
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; others are passed over.
    pub fn hear(&mut self, kind: &str) -> Value {
        loop {
            let mut message = self.next().unwrap_or_else(|| panic!("no `{kind}` before the end"));
            if let Some(said) = message.get_mut(kind) {
                return said.take();
            }
        }
    }

    /// The next table at which this seat is asked; the last one where the game is over before.
    pub fn asked(&mut self) -> Value {
        loop {
            let table = self.hear("table");
            if !table["decision"].is_null() || !table["view"]["over"].is_null() {
                return table;
            }
        }
    }

    pub fn choose(&mut self, decision: &Value, option: &Value) {
        self.say(&json!({ "choose": { "decision": decision, "option": option } }));
    }

    /// Chooses the first option of a table at which this seat is asked.
    pub fn choose_first(&mut self, table: &Value) {
        self.choose(&table["decision"], &table["view"]["menu"]["options"][0]["index"]);
    }
}

/// Makes the whole view of what is new in it, as a page does; other messages stay as they are.
fn see(view: &mut Value, message: &mut Value) {
    if let Some(frame) = message.get_mut("frame") {
        *view = frame.take();
        view["places"] = json!([]);
        view["cards"] = json!({});
    }
    let Some(known) = view.as_object_mut().filter(|_| message.get("table").is_some()) else {
        return;
    };
    let laid = message.get_mut("laid").map(Value::take).unwrap_or(json!({}));
    for (part, new) in laid.as_object().expect("parts") {
        match (part.as_str(), known.get_mut(part)) {
            ("places", Some(Value::Array(places))) => {
                places.extend(new.as_array().expect("places").clone());
            }
            ("lying", _) => {
                let places = known.get_mut("places").and_then(Value::as_array_mut);
                let places = places.expect("places");
                for what in new.as_array().expect("what lies there") {
                    let place = places.iter_mut().find(|known| known["id"] == what["id"]);
                    let place = place.and_then(Value::as_object_mut).expect("a place");
                    place.extend(what.as_object().expect("an object").clone());
                }
            }
            ("cards", Some(Value::Object(cards))) => {
                cards.extend(new.as_object().expect("cards").clone());
            }
            _ => drop(known.insert(part.clone(), new.clone())),
        }
    }
    known.extend(message["table"]["view"].as_object().expect("a view").clone());
    message["table"]["view"] = view.clone();
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
