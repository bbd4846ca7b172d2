//! Who may ask for anything: pages of this server alone, under a name by which it is meant to be
//! reached. And what every answer says about itself.

use axum::extract::{Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The names, beside addresses and `localhost`, under which this server is reached.
pub(crate) struct Names(Vec<String>);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every answer says: that nothing but what this server gives is loaded or run, that its
/// addresses are told to nobody, that it is not kept, and not shown in a page of others.
const SAID: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

impl Names {
    pub(crate) fn new(names: &[String]) -> Names {
        Names(names.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Whether a host is one that somebody who wants another server cannot have meant. A foreign
    /// page can make its own name lead here, but no address and no name of ours.
    fn knows(&self, host: &Authority) -> bool {
        let host = host.host().to_ascii_lowercase();
        let address = host.trim_start_matches('[').trim_end_matches(']');
        address.parse::<IpAddr>().is_ok() || host == "localhost" || self.0.contains(&host)
    }

    /// Why a request is refused, if it is.
    fn refuses(&self, method: &Method, headers: &HeaderMap) -> Option<StatusCode> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).and_then(|host| host.parse::<Authority>().ok());
        let Some(host) = host.filter(|host| self.knows(host)) else {
            return Some(StatusCode::MISDIRECTED_REQUEST);
        };
        let only_reads = method == Method::GET || method == Method::HEAD;
        if only_reads && !headers.contains_key(header::UPGRADE) {
            return None;
        }
        let origin = text(header::ORIGIN).and_then(|origin| origin.parse::<Uri>().ok());
        let is_own = origin.and_then(|origin| origin.authority().cloned()) == Some(host);
        (!is_own).then_some(StatusCode::FORBIDDEN)
    }
}

/// Lets a request through, or refuses it; in either case the answer says what it has to.
pub(crate) async fn watch(
    State(names): State<Arc<Names>>,
    request: Request,
    next: Next,
) -> Response {
    let mut answer = match names.refuses(request.method(), request.headers()) {
        Some(status) => status.into_response(),
        None => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(answer) => answer,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    let headers = answer.headers_mut();
    for (name, value) in SAID {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: Method, said: &[(HeaderName, &'static str)]) -> Option<StatusCode> {
        let headers =
            said.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        Names::new(&["Cards.example".to_owned()]).refuses(&method, &headers.collect())
    }

    #[test]
    fn names_of_others_are_refused() {
        let get = |host| refused(Method::GET, &[(header::HOST, host)]);
        for host in ["127.0.0.1:7777", "[::1]:7777", "localhost:7777", "cards.example", "10.0.0.2"]
        {
            assert_eq!(get(host), None, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7777", "cards.example.evil", ""] {
            assert_eq!(get(host), Some(StatusCode::MISDIRECTED_REQUEST), "{host}");
        }
        assert_eq!(refused(Method::GET, &[]), Some(StatusCode::MISDIRECTED_REQUEST));
    }

    #[test]
    fn whatever_acts_comes_from_a_page_of_this_server() {
        let host = (header::HOST, "localhost:7777");
        let post = |said: &[_]| refused(Method::POST, said);
        assert_eq!(post(&[host.clone(), (header::ORIGIN, "http://localhost:7777")]), None);
        for origin in ["http://evil.example", "http://localhost:7778", "http://localhost", "null"] {
            let said = [host.clone(), (header::ORIGIN, origin)];
            assert_eq!(post(&said), Some(StatusCode::FORBIDDEN), "{origin}");
        }
        assert_eq!(post(std::slice::from_ref(&host)), Some(StatusCode::FORBIDDEN));
        let upgrade = [host, (header::UPGRADE, "websocket")];
        assert_eq!(refused(Method::GET, &upgrade), Some(StatusCode::FORBIDDEN));
    }
}
