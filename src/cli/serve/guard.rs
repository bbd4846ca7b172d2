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

/// Letters of a host name, and of each part of it.
const LONGEST_NAME: usize = 253;
const LONGEST_PART: usize = 63;

/// What was given for a host name, and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoName {
    pub(crate) found: String,
    /// The name that stands in it, if there is one.
    pub(crate) meant: Option<String>,
}

impl Names {
    /// The names, each of which may have a port behind it: a server is known by its name at any.
    ///
    /// # Errors
    /// The first that is none.
    pub(crate) fn new(names: &[String]) -> Result<Names, NoName> {
        let named = |text: &String| {
            host_name(text).ok_or_else(|| NoName { found: text.clone(), meant: meant(text) })
        };
        names.iter().map(named).collect::<Result<_, _>>().map(Names)
    }

    /// Whether a host is one that somebody who wants another server cannot have meant. A foreign
    /// page can make its own name lead here, but no address and no name of ours.
    fn knows(&self, host: &Authority) -> bool {
        let host = host.host().to_ascii_lowercase();
        let address = host.trim_start_matches('[').trim_end_matches(']');
        address.parse::<IpAddr>().is_ok() || host == "localhost" || self.0.contains(&host)
    }

    /// Why a request for this address is refused, if it is. What is said twice is not known.
    fn refuses(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<StatusCode> {
        let text = |name: HeaderName| {
            let mut values = headers.get_all(name).iter();
            let value = values.next().filter(|_| values.next().is_none())?;
            value.to_str().ok()
        };
        let host = text(header::HOST).and_then(|host| host.parse::<Authority>().ok());
        let is_meant = |host: &Authority| {
            let names_nobody = !host.as_str().contains('@');
            names_nobody && uri.authority().is_none_or(|other| other == host) && self.knows(host)
        };
        let Some(host) = host.filter(is_meant) else {
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

/// The host name in a text that has nothing beside it but a port.
fn host_name(text: &str) -> Option<String> {
    let name = match text.rsplit_once(':') {
        Some((name, port)) => port.parse::<u16>().ok().map(|_| name)?,
        None => text,
    };
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_part =
        |part: &str| (1..=LONGEST_PART).contains(&part.len()) && part.bytes().all(is_letter);
    let is_name = name.len() <= LONGEST_NAME && name.split('.').all(is_part);
    is_name.then(|| name.to_ascii_lowercase())
}

/// The name that somebody means who gives the address of a page.
fn meant(text: &str) -> Option<String> {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next()?;
    let host = host.rsplit('@').next()?;
    host_name(host.trim().trim_matches('.'))
}

/// Lets a request through, or refuses it; in either case the answer says what it has to.
pub(crate) async fn watch(
    State(names): State<Arc<Names>>,
    request: Request,
    next: Next,
) -> Response {
    let mut answer = match names.refuses(request.method(), request.uri(), request.headers()) {
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
        refused_at("/", method, said)
    }

    fn refused_at(
        uri: &'static str,
        method: Method,
        said: &[(HeaderName, &'static str)],
    ) -> Option<StatusCode> {
        let names = Names::new(&["Cards.example:8080".to_owned()]).expect("a name");
        let mut headers = HeaderMap::new();
        for (name, value) in said {
            headers.append(name.clone(), HeaderValue::from_static(value));
        }
        names.refuses(&method, &Uri::from_static(uri), &headers)
    }

    #[test]
    fn names_of_others_are_refused() {
        let get = |host| refused(Method::GET, &[(header::HOST, host)]);
        for host in ["127.0.0.1:7777", "[::1]:7777", "localhost:7777", "cards.example", "10.0.0.2"]
        {
            assert_eq!(get(host), None, "{host}");
        }
        let others = ["evil.example", "localhost.evil.example:7777", "cards.example.evil", ""];
        for host in others.into_iter().chain(["evil.example@127.0.0.1:7777"]) {
            assert_eq!(get(host), Some(StatusCode::MISDIRECTED_REQUEST), "{host}");
        }
        let twice = [(header::HOST, "localhost:7777"), (header::HOST, "evil.example")];
        assert_eq!(refused(Method::GET, &twice), Some(StatusCode::MISDIRECTED_REQUEST));
        let at = |uri| refused_at(uri, Method::GET, &twice[..1]);
        assert_eq!(at("http://localhost:7777/"), None);
        assert_eq!(at("http://evil.example/"), Some(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(refused(Method::GET, &[]), Some(StatusCode::MISDIRECTED_REQUEST));
    }

    #[test]
    fn what_is_no_host_name_is_refused() {
        let named = |text: &str| Names::new(&[text.to_owned()]).map(|names| names.0);
        for (text, name) in [
            ("cards.example.org", "cards.example.org"),
            ("Cards.example:8443", "cards.example"),
            ("my_host-2", "my_host-2"),
            ("192.168.1.20", "192.168.1.20"),
        ] {
            assert_eq!(named(text), Ok(vec![name.to_owned()]), "{text}");
        }
        let name = Some("cards.example.org".to_owned());
        for (text, meant) in [
            ("https://cards.example.org", &name),
            ("https://me@cards.example.org:443/table/?a=b#c", &name),
            ("cards.example.org/table", &name),
            ("cards.example.org.", &name),
            (" cards.example.org", &name),
            ("*", &None),
            ("*.example.org", &None),
            ("", &None),
            ("a\nb", &None),
            ("cards.example.org:no", &None),
            ("cards..org", &None),
        ] {
            let none = NoName { found: text.to_owned(), meant: meant.clone() };
            assert_eq!(named(text), Err(none), "{text}");
        }
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
        let [own, other] =
            ["http://localhost:7777", "http://evil.example"].map(|from| (header::ORIGIN, from));
        assert_eq!(post(&[host.clone(), own, other]), Some(StatusCode::FORBIDDEN));
        let upgrade = [host, (header::UPGRADE, "websocket")];
        assert_eq!(refused(Method::GET, &upgrade), Some(StatusCode::FORBIDDEN));
    }
}
