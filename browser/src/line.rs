//! What lies between a browser and the server, and can be cut.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A line to a server, with an address of its own.
pub struct Line {
    pub address: SocketAddr,
    leads_to: Arc<Mutex<End>>,
    state: watch::Sender<State>,
}

/// Where a server listens.
#[derive(Clone, Debug)]
pub enum End {
    Address(SocketAddr),
    /// A socket in the file system.
    File(PathBuf),
}

impl From<SocketAddr> for End {
    fn from(address: SocketAddr) -> End {
        End::Address(address)
    }
}

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Whole,
    /// Nothing comes through, and nobody is told: a network that is gone.
    Cut,
    /// Connections end, and none can be had.
    Broken,
}

impl Line {
    /// A line to this end.
    pub async fn to(server: impl Into<End>) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("an address");
        let address = listener.local_addr().expect("an address");
        let (state, states) = watch::channel(State::Whole);
        let leads_to = Arc::new(Mutex::new(server.into()));
        tokio::spawn(listen(listener, Arc::clone(&leads_to), states));
        Line { address, leads_to, state }
    }

    /// Cuts the line: nothing comes through from now on.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// Breaks the line: all connections end, and none can be had.
    pub fn breaks(&self) {
        self.state.send_replace(State::Broken);
    }

    /// Mends the line.
    pub fn mend(&self) {
        self.state.send_replace(State::Whole);
    }

    /// Leads to another address from now on.
    pub fn lead_to(&self, server: impl Into<End>) {
        *self.leads_to.lock().unwrap_or_else(PoisonError::into_inner) = server.into();
    }
}

async fn listen(listener: TcpListener, leads_to: Arc<Mutex<End>>, states: watch::Receiver<State>) {
    while let Ok((near, _)) = listener.accept().await {
        let server = leads_to.lock().unwrap_or_else(PoisonError::into_inner).clone();
        tokio::spawn(connect(near, server, states.clone()));
    }
}

async fn connect(near: TcpStream, server: End, states: watch::Receiver<State>) {
    if *states.borrow() == State::Broken {
        return;
    }
    match server {
        End::Address(address) => {
            let Ok(far) = TcpStream::connect(address).await else { return };
            join(near, far, states).await;
        }
        End::File(path) => {
            let Ok(far) = UnixStream::connect(path).await else { return };
            join(near, far, states).await;
        }
    }
}

/// Carries bytes both ways until one side ends, or the line breaks.
async fn join(
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite + Unpin,
    mut states: watch::Receiver<State>,
) {
    let (mut near_in, mut near_out) = near.into_split();
    let (mut far_in, mut far_out) = tokio::io::split(far);
    tokio::select! {
        () = carry(&mut near_in, &mut far_out, states.clone()) => {}
        () = carry(&mut far_in, &mut near_out, states.clone()) => {}
        _ = states.wait_for(|state| *state == State::Broken) => {}
    }
}

/// Carries bytes one way until one side ends; none while the line is cut.
async fn carry(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut states: watch::Receiver<State>,
) {
    let mut bytes = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let whole = states.wait_for(|state| *state == State::Whole).await.is_ok();
        if !whole || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
