//! A page at a table, without a browser.

use super::protocol::{Entrance, Heard, Protocol, Standing};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A seat: what it was told last, and where it is given what to say.
pub struct Seat {
    pub stands: watch::Receiver<Standing>,
    pub says: mpsc::UnboundedSender<String>,
}

impl Seat {
    /// Comes to a table.
    pub async fn take<P: Protocol>(server: &P, entrance: Entrance) -> Seat {
        let stream = TcpStream::connect(server.address()).await.expect("a connection");
        stream.set_nodelay(true).expect("an option");
        let request = entrance.request.clone();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.expect("a way in");
        let (told, mut stands) = watch::channel(Standing::default());
        let (says, said) = mpsc::unbounded_channel();
        for hello in &entrance.hello {
            says.send(hello.clone()).expect("a page");
        }
        tokio::spawn(attend::<P>(socket, entrance, told, said));
        stands.changed().await.expect("a table");
        Seat { stands, says }
    }

    /// Waits until somebody else has the turn than this one.
    pub async fn turns_from(&mut self, turn: Option<usize>) {
        self.stands.wait_for(|standing| standing.turn != turn).await.expect("a table");
    }
}

async fn attend<P: Protocol>(
    mut socket: WebSocketStream<TcpStream>,
    entrance: Entrance,
    told: watch::Sender<Standing>,
    mut said: mpsc::UnboundedReceiver<String>,
) {
    loop {
        let say = tokio::select! {
            heard = socket.next() => match heard {
                Some(Ok(Message::Text(text))) => match P::hear(&entrance, &text) {
                    Heard::Stands(standing) => {
                        told.send_replace(standing);
                        continue;
                    }
                    Heard::Wants(answer) => answer,
                    Heard::Nothing => continue,
                },
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return,
            },
            say = said.recv() => match say {
                Some(say) => say,
                None => return,
            },
        };
        if socket.send(Message::text(say)).await.is_err() {
            return;
        }
    }
}
