//! Connections: how many there may be, and how long they may take to say what they want.

use super::bench::benches::Benches;
use super::guard::Names;
use super::http;
use super::tables::Tables;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;

/// Connections at one time that ask for something; those that play are counted by themselves.
/// Where there are more, the oldest ends: whoever says nothing keeps nobody else out.
const MOST_CONNECTIONS: usize = 128;

/// Threads on which tables and requests do what takes its time. Each keeps the room that this took,
/// as for a game that was read.
const MOST_WORKERS: usize = 2;

/// How long a request may take to come in, and a connection to ask for the next thing.
const PATIENCE: Duration = Duration::from_secs(15);

/// After this the system is asked again for connections, where it had none to give.
const BREATH: Duration = Duration::from_millis(200);

/// What connections and tables live in.
///
/// # Errors
/// The system does not let it wait for anything.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().max_blocking_threads(MOST_WORKERS).build()
}

/// Takes an address for itself: who connects from now on waits until it is listened to.
///
/// # Errors
/// The address cannot be had.
pub(crate) fn bind(runtime: &Runtime, address: SocketAddr) -> io::Result<TcpListener> {
    runtime.block_on(TcpListener::bind(address))
}

/// Listens until the program is ended.
pub(crate) fn listen(
    runtime: &Runtime,
    listener: TcpListener,
    names: Names,
    (tables, benches): (&Arc<Tables>, Option<Arc<Benches>>),
) {
    runtime.block_on(async {
        let router = http::router(Arc::clone(tables), benches, names);
        let mut asking = VecDeque::new();
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let service = TowerToHyperService::new(router.clone());
                    asking.push_back(tokio::spawn(serve(stream, service)).abort_handle());
                    make_room(&mut asking);
                }
                Err(_) => tokio::time::sleep(BREATH).await,
            }
        }
    })
}

/// Ends the connections that have asked for something longest, where there are too many.
fn make_room(asking: &mut VecDeque<AbortHandle>) {
    if asking.len() > MOST_CONNECTIONS {
        asking.retain(|connection| !connection.is_finished());
    }
    while asking.len() > MOST_CONNECTIONS {
        asking.pop_front().iter().for_each(AbortHandle::abort);
    }
}

async fn serve(stream: TcpStream, service: TowerToHyperService<axum::Router>) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(32 << 10);
    // A small message should not wait for the next one. What goes wrong on a connection ends it.
    let _ = stream.set_nodelay(true);
    let _ = builder.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}

/// The address that links should have: where the server listens everywhere, one of this machine by
/// which others in its network reach it, if there is one.
pub(crate) fn address_for_links(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let ip = own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    SocketAddr::new(ip, address.port())
}

/// The address from which this machine would reach others. Nothing is sent: that a socket is told
/// of an address, which is one for documentation, is enough for the system to choose.
fn own_address() -> Option<IpAddr> {
    let own = |any: IpAddr, other: IpAddr| {
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((other, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    own(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()).or_else(|| {
        let other = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
        own(Ipv6Addr::UNSPECIFIED.into(), other.into())
    })
}
