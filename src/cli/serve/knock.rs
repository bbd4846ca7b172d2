//! The way in for a page: from its request to the socket on which it says and is told things.

use super::http::MOST_BYTES;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// Bytes that are read of a page at once.
const READ_AT_ONCE: usize = 1 << 6;

/// A page that is connected.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A page that wants in, and has not been answered.
pub(crate) struct Knock {
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
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).ok_or(StatusCode::BAD_REQUEST)?;
        let answer = derive_accept_key(key.as_bytes());
        let upgrade = parts.extensions.remove().ok_or(StatusCode::UPGRADE_REQUIRED)?;
        Ok(Knock { answer, upgrade })
    }
}

impl Knock {
    /// Lets the page in; `then` is given its socket.
    pub(crate) fn open<F: Future<Output = ()> + Send>(
        self,
        then: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Knock { answer, upgrade } = self;
        tokio::spawn(async move {
            if let Some(socket) = opened(upgrade).await {
                then(socket).await;
            }
        });
        let head = [
            (header::CONNECTION, "upgrade".to_owned()),
            (header::UPGRADE, "websocket".to_owned()),
            (header::SEC_WEBSOCKET_ACCEPT, answer),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, head).into_response()
    }
}

/// The socket that a request has opened.
async fn opened(upgrade: OnUpgrade) -> Option<Socket> {
    let (stream, read) = taken(upgrade.await.ok()?)?;
    Some(Socket::from_partially_read(stream, read, Role::Server, Some(bounds())).await)
}

/// The connection that carried a request, and what has been read of it since; the room that the
/// request had is given back.
fn taken(upgraded: Upgraded) -> Option<(TcpStream, Vec<u8>)> {
    // What a listener of ours has taken in is a connection of this kind.
    let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

/// A page says little: memory for it comes with what it says.
fn bounds() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MOST_BYTES))
        .max_frame_size(Some(MOST_BYTES))
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(0)
}
