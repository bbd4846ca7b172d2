//! The server under test: `cardrun serve`, which `CARDRUN` names.

use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server with its tables.
pub struct Serving {
    child: Child,
    data: TempDir,
    games: Vec<PathBuf>,
    more: Vec<String>,
    pub address: SocketAddr,
    /// The key of its owner.
    pub owner: String,
}

/// The folder of the project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder above")
}

/// The command.
fn program() -> PathBuf {
    let named = std::env::var_os("CARDRUN").map(PathBuf::from);
    named.unwrap_or_else(|| project().join("target/debug/cardrun"))
}

impl Serving {
    /// Serves these files, by their way from the project's folder, with `more` options.
    pub async fn start(games: &[&str], more: &[&str]) -> Serving {
        let data = tempfile::tempdir().expect("a folder");
        let games: Vec<PathBuf> = games.iter().map(|game| project().join(game)).collect();
        let more: Vec<String> = more.iter().map(|&one| one.to_owned()).collect();
        let (child, address, owner) = spawn(&games, data.path(), &more).await;
        Serving { child, data, games, more, address, owner }
    }

    /// Ends it without a word of warning, and starts it again.
    pub async fn kill_and_start(&mut self) {
        self.child.kill().await.expect("an end");
        let (child, address, _) = spawn(&self.games, self.data.path(), &self.more).await;
        (self.child, self.address) = (child, address);
    }

    /// The page on which tables are opened.
    pub fn owners_page(&self) -> String {
        format!("http://{}/#{}", self.address, self.owner)
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id().expect("a process")
    }

    /// All records, line by line.
    pub fn records(&self) -> Vec<Value> {
        let files = std::fs::read_dir(self.data.path()).expect("a folder");
        let paths = files.map(|file| file.expect("a file").path());
        let records = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
        let text = records.map(|path| std::fs::read_to_string(path).expect("a record"));
        let lines = text.collect::<Vec<_>>().concat();
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

async fn spawn(games: &[PathBuf], data: &Path, more: &[String]) -> (Child, SocketAddr, String) {
    let program = program();
    let mut child = Command::new(&program)
        .arg("serve")
        .args(games)
        .args(["--addr", "127.0.0.1:0", "--pace", "0", "--lang", "en", "--data"])
        .arg(data)
        .args(more)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut told = async || lines.next_line().await.expect("a line").expect("a line");
    let (first, second) = (told().await, told().await);
    let address = first.split("http://").nth(1).expect("an address").trim_end_matches('/');
    let owner = second.split('#').nth(1).expect("a key").trim_end_matches('…').to_owned();
    (child, address.parse().expect("an address"), owner)
}
