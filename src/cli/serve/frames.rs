//! The way on which a page says and is told things: the frames of RFC 6455, texts alone. A page that
//! says nothing costs no memory for what it might say.

use super::http::MOST_BYTES;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use sha1::{Digest, Sha1};
use std::io::{self, IoSlice};
use tokio::net::TcpStream;

/// What the key of a page is answered with, as the standard has it.
const ANSWER: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Bytes that a frame with a sign of life, or the end, has at most.
const MOST_OF_CONTROL: u64 = 125;

// ---- the way in

/// A page that asks for frames, and has not been answered.
pub struct Knock {
    answer: String,
    upgrade: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Knock {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Knock, StatusCode> {
        let says = |name, word: &str| {
            let words = parts.headers.get(name).and_then(|value| value.to_str().ok());
            words.is_some_and(|w| w.split(',').any(|one| one.trim().eq_ignore_ascii_case(word)))
        };
        let asks = says(header::CONNECTION, "upgrade") && says(header::UPGRADE, "websocket");
        if !asks || !says(header::SEC_WEBSOCKET_VERSION, "13") {
            return Err(StatusCode::UPGRADE_REQUIRED);
        }
        let answer = answer(&parts.headers).ok_or(StatusCode::BAD_REQUEST)?;
        let upgrade = parts.extensions.remove().ok_or(StatusCode::UPGRADE_REQUIRED)?;
        Ok(Knock { answer, upgrade })
    }
}

fn answer(headers: &HeaderMap) -> Option<String> {
    let key = headers.get(header::SEC_WEBSOCKET_KEY)?;
    let hash = Sha1::new().chain_update(key.as_bytes()).chain_update(ANSWER).finalize();
    Some(STANDARD.encode(hash))
}

impl Knock {
    /// Lets the page in; `then` is given the way to it.
    pub fn open<F: Future<Output = ()> + Send>(
        self,
        then: impl FnOnce(Frames) -> F + Send + 'static,
    ) -> Response {
        let Knock { answer, upgrade } = self;
        tokio::spawn(async move {
            let Ok(upgraded) = upgrade.await else { return };
            // What a listener of ours has taken in is a connection of this kind.
            let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
            then(Frames::new(parts.io.into_inner(), parts.read_buf.to_vec())).await;
        });
        let head = [
            (header::CONNECTION, "upgrade".to_owned()),
            (header::UPGRADE, "websocket".to_owned()),
            (header::SEC_WEBSOCKET_ACCEPT, answer),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, head).into_response()
    }
}

// ---- what comes

/// What a page has sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Came {
    Text(String),
    /// What is no text.
    Bytes,
    /// A sign of life that wants an answer.
    Ping(Vec<u8>),
    Pong,
}

/// The page has said that it leaves, or sends what no page would: the connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End;

/// What has come of a page and is not a whole message yet.
#[derive(Default)]
struct Coming {
    bytes: Vec<u8>,
    /// The frames so far of a message that comes in several, and whether it is a text.
    begun: Option<(bool, Vec<u8>)>,
}

/// The head of a frame: how long it is, and what is said of the rest.
struct Head {
    length: usize,
    last: bool,
    kind: u8,
    mask: [u8; 4],
    body: usize,
}

const GOES_ON: u8 = 0;
const TEXT: u8 = 1;
const BYTES: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

impl Head {
    /// The head of the frame that begins here; `None` where more has to come.
    fn of(bytes: &[u8]) -> Result<Option<Head>, End> {
        let &[first, second, ref rest @ ..] = bytes else { return Ok(None) };
        let (size, announced) = match (second & 0x7f, rest) {
            (126, &[a, b, ..]) => (2, u64::from(u16::from_be_bytes([a, b]))),
            (127, rest) => match rest.first_chunk::<8>() {
                Some(length) => (8, u64::from_be_bytes(*length)),
                None => return Ok(None),
            },
            (126, _) => return Ok(None),
            (short, _) => (0, u64::from(short)),
        };
        let (last, kind) = (first & 0x80 != 0, first & 0x0f);
        let is_control = kind >= CLOSE;
        let most = if is_control { MOST_OF_CONTROL } else { MOST_BYTES as u64 };
        // Browsers mask what they send, and no extension has been agreed on.
        if second & 0x80 == 0 || first & 0x70 != 0 || announced > most || is_control && !last {
            return Err(End);
        }
        let Some(&mask) = rest.get(size..).and_then(|rest| rest.first_chunk::<4>()) else {
            return Ok(None);
        };
        let body = usize::try_from(announced).map_err(|_| End)?;
        Ok(Some(Head { length: 2 + size + 4, last, kind, mask, body }))
    }
}

impl Coming {
    /// The next message that is whole, if there is one.
    fn next(&mut self) -> Result<Option<Came>, End> {
        while let Some(head) = Head::of(&self.bytes)? {
            let end = head.length + head.body;
            if self.bytes.len() < end {
                break;
            }
            let masked = self.bytes[head.length..end].iter().zip(head.mask.iter().cycle());
            let body: Vec<u8> = masked.map(|(byte, mask)| byte ^ mask).collect();
            self.bytes.drain(..end);
            if let Some(came) = self.takes(&head, body)? {
                return Ok(Some(came));
            }
        }
        if self.bytes.is_empty() {
            self.bytes = Vec::new();
        }
        Ok(None)
    }

    fn takes(&mut self, head: &Head, body: Vec<u8>) -> Result<Option<Came>, End> {
        match (head.kind, self.begun.take()) {
            (TEXT | BYTES, None) => self.begun = Some((head.kind == TEXT, body)),
            (GOES_ON, Some((is_text, mut begun))) if begun.len() + body.len() <= MOST_BYTES => {
                begun.extend(body);
                self.begun = Some((is_text, begun));
            }
            (PING | PONG, begun) => {
                self.begun = begun;
                return Ok(Some(if head.kind == PING { Came::Ping(body) } else { Came::Pong }));
            }
            _ => return Err(End),
        }
        match self.begun.take_if(|_| head.last) {
            Some((true, text)) => String::from_utf8(text).map(|text| Some(Came::Text(text))),
            Some((false, _)) => return Ok(Some(Came::Bytes)),
            None => return Ok(None),
        }
        .map_err(|_| End)
    }
}

// ---- the way

/// A page that is connected.
pub struct Frames {
    stream: TcpStream,
    coming: Coming,
}

impl Frames {
    /// `read`: what has come already.
    fn new(stream: TcpStream, read: Vec<u8>) -> Frames {
        Frames { stream, coming: Coming { bytes: read, begun: None } }
    }

    /// The next message. It may be given up and asked for again.
    pub async fn next(&mut self) -> Result<Came, End> {
        loop {
            if let Some(came) = self.coming.next()? {
                return Ok(came);
            }
            self.stream.readable().await.map_err(|_| End)?;
            self.read()?;
        }
    }

    fn read(&mut self) -> Result<(), End> {
        let mut some = [0; 2 << 10];
        match self.stream.try_read(&mut some) {
            Ok(0) => Err(End),
            Ok(count) => {
                self.coming.bytes.extend_from_slice(&some[..count]);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(_) => Err(End),
        }
    }

    pub async fn text(&self, text: &str) -> io::Result<()> {
        self.send(TEXT, text.as_bytes()).await
    }

    /// Asks for a sign of life.
    pub async fn ping(&self) -> io::Result<()> {
        self.send(PING, &[]).await
    }

    /// Gives the sign of life that was asked for.
    pub async fn pong(&self, body: &[u8]) -> io::Result<()> {
        self.send(PONG, body).await
    }

    /// Says that the connection ends.
    pub async fn close(&self) -> io::Result<()> {
        self.send(CLOSE, &[]).await
    }

    async fn send(&self, kind: u8, body: &[u8]) -> io::Result<()> {
        let (head, length) = head(kind, body.len());
        let (mut head, mut body) = (&head[..length], body);
        while !head.is_empty() || !body.is_empty() {
            match self.stream.try_write_vectored(&[IoSlice::new(head), IoSlice::new(body)]) {
                Ok(count) => {
                    let of_head = count.min(head.len());
                    (head, body) = (&head[of_head..], &body[count - of_head..]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.stream.writable().await?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The head of a frame of ours, which is whole and without a mask, and how long it is.
fn head(kind: u8, body: usize) -> ([u8; 10], usize) {
    let mut head = [0; 10];
    head[0] = 0x80 | kind;
    let length = match (u8::try_from(body), u16::try_from(body)) {
        (Ok(short @ ..=125), _) => {
            head[1] = short;
            2
        }
        (_, Ok(middle)) => {
            head[1] = 126;
            head[2..4].copy_from_slice(&middle.to_be_bytes());
            4
        }
        (_, Err(_)) => {
            head[1] = 127;
            head[2..].copy_from_slice(&(body as u64).to_be_bytes());
            10
        }
    };
    (head, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a browser sends it.
    fn frame(first: u8, body: &[u8]) -> Vec<u8> {
        let (mut head, length) = head(0, body.len());
        (head[0], head[1]) = (first, head[1] | 0x80);
        let mask = [7, 77, 177, 27];
        let masked = body.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        head[..length].iter().copied().chain(mask).chain(masked).collect()
    }

    fn come(bytes: &[u8]) -> Result<Vec<Came>, End> {
        let mut coming = Coming { bytes: bytes.to_vec(), begun: None };
        std::iter::from_fn(|| coming.next().transpose()).collect()
    }

    /// The standard's own example.
    #[test]
    fn a_key_has_its_answer() {
        let key = header::HeaderValue::from_static("dGhlIHNhbXBsZSBub25jZQ==");
        let headers = HeaderMap::from_iter([(header::SEC_WEBSOCKET_KEY, key)]);
        assert_eq!(answer(&headers).as_deref(), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    }

    #[test]
    fn messages_come_whole_in_several_frames_or_byte_by_byte() {
        let long = "x".repeat(300);
        let whole = [
            frame(0x81, b"one"),
            frame(0x01, b"be"),
            frame(0x89, b"alive?"),
            frame(0x80, b"gun"),
            frame(0x8a, b""),
            frame(0x82, b"bytes"),
            frame(0x81, long.as_bytes()),
        ]
        .concat();
        let text = |text: &str| Came::Text(text.to_owned());
        let expected =
            [text("one"), Came::Ping(b"alive?".to_vec()), text("begun"), Came::Pong, Came::Bytes]
                .into_iter()
                .chain([text(&long)])
                .collect::<Vec<_>>();
        assert_eq!(come(&whole), Ok(expected));
        let (mut coming, mut came) = (Coming::default(), Vec::new());
        for byte in whole {
            coming.bytes.push(byte);
            came.extend(coming.next().expect("what a browser sends"));
        }
        assert_eq!(came.len(), 6);
        assert_eq!(coming.next(), Ok(None));
        assert_eq!(coming.bytes.capacity(), 0);
    }

    #[test]
    fn what_no_page_sends_is_the_end() {
        let mut plain = frame(0x81, b"");
        plain[1] &= 0x7f;
        let half = vec![b'x'; MOST_BYTES / 2 + 1];
        let wrong = [
            ("leaves", frame(0x88, b"")),
            ("not masked", plain),
            ("an extension", frame(0xc1, b"x")),
            ("goes on with nothing", frame(0x80, b"x")),
            ("begins anew", [frame(0x01, b"x"), frame(0x81, b"x")].concat()),
            ("no letters", frame(0x81, &[0xff])),
            ("a long sign of life", frame(0x89, &[0; 126])),
            ("a sign of life in pieces", frame(0x09, b"x")),
            ("unknown", frame(0x83, b"x")),
            ("too long", frame(0x81, &vec![b'x'; MOST_BYTES + 1])),
            ("too long in all", [frame(0x01, &half), frame(0x80, &half)].concat()),
        ];
        for (why, bytes) in wrong {
            assert_eq!(come(&bytes), Err(End), "{why}");
        }
        // Of what is too long no more is read than its head.
        assert_eq!(come(&[0x81, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0]), Err(End));
    }
}
