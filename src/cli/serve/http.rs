//! What can be asked of the server, and by whom. All ways are relative to wherever the first page
//! is, so that the server can stand behind another one, under any path.

use super::bench::benches::{Benches, Trial};
use super::guard::{self, Names};
use super::knock::Knock;
use super::pages;
use super::pictures;
use super::qr;
use super::socket::{Porch, attend};
use super::tables::Tables;
use super::wire::{SeatNumber, Tongue};
use super::wishes::Wish;
use super::words;
use crate::cli::host::files;
use crate::cli::text::Messages;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// Bytes that a request, or a frame of a page that plays, may have.
pub(crate) const MOST_BYTES: usize = 16 << 10;

/// Pages that play or look on at one time, for each table that there may be, and so many more that
/// one link of a small house does not take all of them.
const MOST_SOCKETS: usize = 4;
const MORE_SOCKETS: usize = 64;

struct Server {
    tables: Arc<Tables>,
    /// The workbench, where there is one.
    benches: Option<Arc<Benches>>,
    porch: Porch,
    english: String,
    french: String,
}

type Shared = State<Arc<Server>>;

/// Everything that can be asked for, under these names.
pub(crate) fn router(tables: Arc<Tables>, benches: Option<Arc<Benches>>, names: Names) -> Router {
    let server = Arc::new(Server {
        porch: Porch::new(MOST_SOCKETS * tables.most() + MORE_SOCKETS),
        tables,
        benches,
        english: words::json(Tongue::En),
        french: words::json(Tongue::Fr),
    });
    let for_the_owner = Router::new()
        .route("/api/rehearsals", post(rehearsals))
        .route("/api/positions", post(positions))
        .route("/api/rehearse", post(rehearse))
        .route("/api/branch", post(branch))
        .route("/api/forget", post(forget))
        .route("/api/reset", post(reset))
        .route("/api/shelf", post(shelf))
        .route("/api/tables", post(list))
        .route("/api/waiting", post(waiting))
        .route("/api/take-up", post(take_up))
        .route("/api/open", post(open))
        .route("/api/renew", post(renew))
        .route("/api/close", post(close))
        .route("/api/qr", post(drawn))
        .route_layer(middleware::from_fn_with_state(Arc::clone(&server), for_owner));
    Router::new()
        .merge(for_the_owner)
        .route("/", get(async || page("index.html")))
        .route("/play", get(async || page("play.html")))
        .route("/assets/{name}", get(async |Path(name): Path<String>| page(&name)))
        .route("/words/{language}", get(spoken))
        .route("/picture/{table}/{pass}/{*name}", get(picture))
        .route("/workbench", get(workbench))
        .route("/rehearsal", get(rehearsal))
        .route("/report/{name}", get(report))
        .route("/socket", get(socket))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::new(names), guard::watch))
        .with_state(server)
}

// ---- for everybody

/// What the program has under this name. It is looked up among what was built in: no name leads to
/// a file.
fn page(name: &str) -> Response {
    match pages::find(name) {
        Some((kind, text)) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn picture(
    State(server): Shared,
    Path((table, pass, name)): Path<(String, String, String)>,
) -> Response {
    let read = spawn_blocking(move || {
        let file = server.tables.picture(&table, &pass, &name)?;
        let picture = files::read(&file, pictures::MOST_BYTES).ok()?;
        Some((pictures::kind(&file)?, picture))
    });
    match read.await {
        Ok(Some((kind, picture))) => {
            // It is drawn again and again.
            let kept = "private, max-age=60";
            let head = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)];
            (head, picture).into_response()
        }
        Ok(None) | Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn spoken(State(server): Shared, Path(language): Path<String>) -> Response {
    let words = match language.as_str() {
        "en" => server.english.clone(),
        "fr" => server.french.clone(),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(header::CONTENT_TYPE, "application/json")], words).into_response()
}

async fn socket(State(server): Shared, knock: Knock) -> Response {
    knock.open(async move |socket| {
        attend(socket, &server.porch, async |hello, out| server.tables.admit(hello, out).await)
            .await;
    })
}

// ---- for the owner

/// Whether a request has the key of the owner.
fn is_owner(server: &Server, headers: &HeaderMap) -> bool {
    let key = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = key.and_then(|value| value.strip_prefix("Bearer "));
    key.is_some_and(|key| server.tables.is_owner(key))
}

/// Refuses everybody else what is for the owner alone, before anything of the request is read.
async fn for_owner(State(server): Shared, request: Request, next: Next) -> Response {
    match is_owner(&server, request.headers()) {
        true => next.run(request).await,
        false => StatusCode::FORBIDDEN.into_response(),
    }
}

/// Does what may take its time beside the connections; refusals are in the words of a language.
async fn beside<T: serde::Serialize + Send + 'static>(
    tongue: Tongue,
    work: impl FnOnce(&Messages) -> Result<T, String> + Send + 'static,
) -> Response {
    let work = move || work(&Messages::new(tongue.into()));
    match spawn_blocking(work).await {
        Ok(Ok(done)) => Json(done).into_response(),
        Ok(Err(why)) => (StatusCode::CONFLICT, Json(json!({ "why": why }))).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[derive(Deserialize)]
struct Asked {
    language: Tongue,
}

async fn shelf(State(server): Shared, Json(asked): Json<Asked>) -> Response {
    let language = if asked.language == Tongue::Fr { "fr" } else { "en" };
    Json(server.tables.shelf().cards(language)).into_response()
}

async fn list(State(server): Shared) -> Response {
    Json(server.tables.list().await).into_response()
}

async fn waiting(State(server): Shared) -> Response {
    Json(server.tables.list_waiting()).into_response()
}

async fn take_up(State(server): Shared, Json(asked): Json<OfTable>) -> Response {
    let tables = Arc::clone(&server.tables);
    let OfTable { language, table } = asked;
    beside(language, move |messages| tables.take_up_again(&table, messages)).await
}

#[derive(Deserialize)]
struct Opening {
    language: Tongue,
    wish: Wish,
}

async fn open(State(server): Shared, Json(asked): Json<Opening>) -> Response {
    let tables = Arc::clone(&server.tables);
    let Opening { language, wish } = asked;
    beside(language, move |messages| tables.open(&wish, messages)).await
}

#[derive(Deserialize)]
struct Renewal {
    language: Tongue,
    table: String,
    /// None for whoever looks on.
    seat: Option<SeatNumber>,
}

async fn renew(State(server): Shared, Json(asked): Json<Renewal>) -> Response {
    let tables = Arc::clone(&server.tables);
    let Renewal { language, table, seat } = asked;
    let renew = move |messages: &Messages| {
        let key = tables.renew(&table, seat, messages)?;
        Ok(json!({ "key": key }))
    };
    beside(language, renew).await
}

/// Something about one table, of which no more is to be said.
#[derive(Deserialize)]
struct OfTable {
    language: Tongue,
    table: String,
}

async fn close(State(server): Shared, Json(asked): Json<OfTable>) -> Response {
    let tables = Arc::clone(&server.tables);
    let OfTable { language, table } = asked;
    beside(language, move |messages| tables.close(&table, messages)).await
}

#[derive(Deserialize)]
struct Drawing {
    text: String,
}

async fn drawn(Json(asked): Json<Drawing>) -> Response {
    match qr::drawn(&asked.text) {
        Some(picture) => ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response(),
        None => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
}

// ---- the workbench

/// What there is where no workbench is.
fn no_bench() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

async fn workbench(State(server): Shared) -> Response {
    if server.benches.is_some() { page("workbench.html") } else { no_bench() }
}

/// A report that was made at the workbench: its name is its key.
async fn report(State(server): Shared, Path(name): Path<String>) -> Response {
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    match server.benches.as_ref().and_then(|benches| benches.report(&name)) {
        Some(page) => (html, page).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn rehearsal(State(server): Shared, knock: Knock) -> Response {
    let Some(benches) = server.benches.clone() else { return no_bench() };
    knock.open(async move |socket| {
        attend(socket, &server.porch, |hello, out| benches.admit(hello, out)).await;
    })
}

/// Asks the workbench, if there is one.
async fn ask_bench<T: serde::Serialize + Send + 'static>(
    server: &Server,
    language: Tongue,
    work: impl FnOnce(&Benches, &Messages) -> Result<T, String> + Send + 'static,
) -> Response {
    let Some(benches) = server.benches.clone() else { return no_bench() };
    beside(language, move |messages| work(&benches, messages)).await
}

async fn rehearsals(State(server): Shared, Json(asked): Json<Asked>) -> Response {
    ask_bench(&server, asked.language, |benches, _| Ok(benches.list())).await
}

#[derive(Deserialize)]
struct Searching {
    language: Tongue,
    game: usize,
}

async fn positions(State(server): Shared, Json(asked): Json<Searching>) -> Response {
    let Searching { language, game } = asked;
    ask_bench(&server, language, move |benches, _| Ok(benches.positions(game))).await
}

#[derive(Deserialize)]
struct Rehearsing {
    language: Tongue,
    trial: Trial,
}

async fn rehearse(State(server): Shared, Json(asked): Json<Rehearsing>) -> Response {
    let Rehearsing { language, trial } = asked;
    let open = move |benches: &Benches, messages: &Messages| {
        Ok(json!({ "table": benches.open(&trial, messages)? }))
    };
    ask_bench(&server, language, open).await
}

#[derive(Deserialize)]
struct Branching {
    language: Tongue,
    table: String,
    at: usize,
}

async fn branch(State(server): Shared, Json(asked): Json<Branching>) -> Response {
    let Branching { language, table, at } = asked;
    let branch = move |benches: &Benches, messages: &Messages| {
        Ok(json!({ "table": benches.branch(&table, at, messages)? }))
    };
    ask_bench(&server, language, branch).await
}

async fn reset(State(server): Shared, Json(asked): Json<OfTable>) -> Response {
    let OfTable { language, table } = asked;
    let reset = move |benches: &Benches, messages: &Messages| benches.reset(&table, messages);
    ask_bench(&server, language, reset).await
}

async fn forget(State(server): Shared, Json(asked): Json<OfTable>) -> Response {
    let OfTable { language, table } = asked;
    let forget = move |benches: &Benches, messages: &Messages| benches.forget(&table, messages);
    ask_bench(&server, language, forget).await
}
