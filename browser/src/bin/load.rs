//! `load cardrun TABLES AT_ONCE` and `load boardgame.io SCRIPT TABLES AT_ONCE`: see
//! `browser/load/compare`.

use cardrun_browser::load::boardgame::Boardgame;
use cardrun_browser::load::cardrun::Cardrun;
use cardrun_browser::load::run::run;
use std::path::Path;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<usize>().expect("a number");
    match args[..] {
        ["cardrun", tables, at_once] => {
            let (tables, at_once) = (number(tables), number(at_once));
            let measured = run(Cardrun::start(tables).await, tables, at_once).await;
            print!("cardrun: {measured}");
        }
        ["boardgame.io", script, tables, at_once] => {
            let server = Boardgame::start(Path::new(script)).await;
            let measured = run(server, number(tables), number(at_once)).await;
            print!("boardgame.io: {measured}");
        }
        _ => panic!("expected a server, the number of tables, and how many move at once"),
    }
}
