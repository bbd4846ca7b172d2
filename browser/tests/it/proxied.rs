//! Behind nginx with TLS, under a path and a name of its own, as `docs/serving.md` has it.

use cardrun_browser::browser::{Browser, Kind};
use cardrun_browser::line::{End, Line};
use cardrun_browser::player::{ENGLISH, Player, go_on};
use cardrun_browser::serving::{Serving, project};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::UnixStream;
use tokio::time::{Instant, sleep};

const NAME: &str = "cards.localhost";

/// The server block of the documentation, with another end, another address behind it, and a
/// certificate.
fn block(folder: &Path, server: &Serving) -> String {
    let page = std::fs::read_to_string(project().join("docs/serving.md")).expect("a page");
    let block = page.split("```nginx\n").nth(1).expect("a block").split("```").next();
    let socket = format!("listen unix:{}/socket ssl;", folder.display());
    let certificate = "ssl_certificate own.pem; ssl_certificate_key own.key;";
    let mut block = block.expect("its end").to_owned();
    for (documented, here) in [
        ("listen 443 ssl;", socket.as_str()),
        ("cards.example.org", NAME),
        ("# ssl_certificate …", certificate),
        ("127.0.0.1:7777", &server.address.to_string()),
    ] {
        assert!(block.contains(documented), "{documented} is not in\n{block}");
        block = block.replace(documented, here);
    }
    block
}

/// Starts nginx in a folder.
fn nginx(folder: &Path, block: &str) -> Child {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String =
        temporary.iter().map(|name| format!("{name}_temp_path {name};\n")).collect();
    let settings = format!(
        "daemon off;\nmaster_process off;\npid pid;\nerror_log errors;\nevents {{}}\n\
         http {{\naccess_log off;\n{temporary}{block}}}\n"
    );
    std::fs::write(folder.join("nginx.conf"), settings).expect("a file");
    Command::new("nginx")
        .args(["-e", "errors", "-c", "nginx.conf", "-p"])
        .arg(folder)
        .stderr(Stdio::null())
        .spawn()
        .expect("nginx")
}

/// Whether a program can be had; else it is said what is skipped.
fn can_be_had(program: &str, version: &str) -> bool {
    let mut tried = Command::new(program);
    tried.arg(version).stdout(Stdio::null()).stderr(Stdio::null());
    let found = tried.status().is_ok();
    if !found {
        println!("skipped, nothing was tried behind nginx: {program} cannot be had");
    }
    found
}

#[tokio::test]
async fn a_table_behind_tls_under_a_path() {
    if !can_be_had("nginx", "-v") || !can_be_had("openssl", "version") {
        return;
    }
    let server = Serving::start(&["games/classics/crazy_eights.yaml"], &["--host", NAME]).await;
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
        .args(["-subj", &format!("/CN={NAME}"), "-keyout", "own.key", "-out", "own.pem"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("openssl").success());
    let mut nginx = nginx(folder, &block(folder, &server));
    let socket = folder.join("socket");
    let begun = Instant::now();
    while UnixStream::connect(&socket).await.is_err() {
        assert!(nginx.try_wait().expect("a process").is_none(), "nginx has ended");
        assert!(begun.elapsed() < Duration::from_secs(60), "nginx does not listen");
        sleep(Duration::from_millis(20)).await;
    }
    let line = Line::to(End::File(socket)).await;
    let browser = Browser::start(Kind::Desk).await;
    let address = format!("https://{NAME}:{}/table/", line.address.port());
    let page = browser.open(&format!("{address}#{}", server.owner)).await;
    page.press_named("button", "Open the table").await;
    let link = page.part("textbox", "Seat 1").await.value;
    assert!(link.starts_with(&address), "{link}");
    let mut players = [Player::new(browser.open(&link).await, &ENGLISH, 2)];
    go_on(&mut players, 6).await;
    // Under a name that the server does not know it is nobody's.
    let other = format!("https://other.localhost:{}/table/", line.address.port());
    let screen = browser.open(&other).await.screen().await;
    assert!(screen.find("heading", "cardrun").is_none(), "{}", screen.lines());
    nginx.kill().expect("an end");
    nginx.wait().expect("an end");
}
