//! Which part of the program may know of which: imports go one way.
//!
//! `source, diagnostic, tabletop, text, value` <- `layout, syntax, script, compile, lower` <-
//! `program` <- `ir` <- `vm` <- `game` <- `record, players, runner, scenario, view` <- `cli`, read
//! as "is known to". A program is frozen data, so it stands above what makes it.

use std::path::{Path, PathBuf};

/// What each part may name beside itself. A module that is not here fails the test: its place is to
/// be decided.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("source", &["value"]),
    ("tabletop", &[]),
    ("value", &["tabletop"]),
    ("text", &[]),
    ("diagnostic", &["source"]),
    ("syntax", &["source", "diagnostic"]),
    ("layout", &["source", "value", "diagnostic", "tabletop", "text", "syntax"]),
    ("program", &["source", "value", "tabletop", "text"]),
    ("ir", &["value", "tabletop", "program"]),
    ("vm", &["source", "value", "diagnostic", "tabletop", "program", "ir"]),
    ("script", &["source", "value", "diagnostic", "tabletop", "program", "vm"]),
    (
        "lower",
        &["source", "value", "diagnostic", "tabletop", "text", "layout", "syntax", "program", "vm"],
    ),
    (
        "compile",
        &[
            "source",
            "value",
            "diagnostic",
            "tabletop",
            "text",
            "layout",
            "syntax",
            "lower",
            "program",
        ],
    ),
    // Drawings and the like: read from programs alone.
    ("graph", &["tabletop", "program"]),
    (
        "game",
        &[
            "source",
            "value",
            "diagnostic",
            "tabletop",
            "layout",
            "syntax",
            "script",
            "compile",
            "program",
            "vm",
        ],
    ),
    ("record", &["source", "value", "tabletop", "program", "vm", "game"]),
    ("players", &["value", "program", "vm", "game"]),
    // Trees of small games and their solutions, and what players concede in them.
    ("solve", &["value", "vm", "game", "players"]),
    // Where rules that never came up are written, and whose a zone is.
    ("runner", &["source", "diagnostic", "value", "tabletop", "program", "vm", "game", "players"]),
    ("scenario", &["source", "value", "diagnostic", "tabletop", "layout", "program", "vm", "game"]),
    // What is seen of a game, as data.
    ("view", &["value", "tabletop", "text", "program", "vm", "game"]),
    (
        "cli",
        &[
            "source",
            "value",
            "diagnostic",
            "tabletop",
            "text",
            "layout",
            "program",
            "vm",
            "game",
            "graph",
            "ir",
            "record",
            "players",
            "runner",
            "solve",
            "scenario",
            "view",
        ],
    ),
];

/// Where a part names but a few things of another one.
const ONLY: &[(&str, &str, &[&str])] = &[
    // The wording of "did you mean", and where a fault of the rules lies.
    ("vm", "diagnostic", &["nearest"]),
    ("vm", "source", &["Span"]),
    ("runner", "source", &["SourceId", "Span", "calm_json"]),
    ("scenario", "layout", &["tree"]),
];

/// What each room of `cli` may name beside itself, from the lowest to the highest: a room names
/// none below it in this list.
const ROOMS_OF_CLI: &[(&str, &[&str])] = &[
    ("args", &[]),
    ("text", &["args"]),
    ("host", &["text"]),
    ("report", &["args", "text", "host"]),
    ("setup", &["args", "text", "host", "report"]),
    // A game that is tried out, for whoever shows it in lines or in pages.
    ("rehearsal", &["args", "text", "host", "report", "setup"]),
    // Lines for what a seat may know: from a view of it, and nothing else.
    ("screen", &["text"]),
    ("session", &["args", "text", "host", "report", "setup", "rehearsal", "screen"]),
    ("fullscreen", &["args", "text", "host", "setup", "rehearsal", "screen", "session"]),
    // Views for browsers, and what they answer: no terminal, and no lines.
    ("serve", &["args", "text", "host", "report", "setup", "rehearsal"]),
    (
        "commands",
        &[
            "args",
            "text",
            "host",
            "report",
            "setup",
            "rehearsal",
            "screen",
            "session",
            "fullscreen",
        ],
    ),
];

/// What is drawn is a view, and nothing else: no program, no state, no play.
#[test]
fn the_screen_knows_of_nothing_but_views() {
    const MAY: &[&str] = &["view", "cli", "game::Plain"];
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| room(file).as_deref() == Some("screen")) {
        for path in named(&file.code) {
            let may = |name: &&&str| path == **name || path.starts_with(&format!("{name}::"));
            if !MAY.iter().any(|name| may(&name)) {
                wrong.push(format!("{} names crate::{path}", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Libraries that stay in one part.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("pest", &["syntax"]),
    ("pest_derive", &["syntax"]),
    ("serde_yaml", &["layout"]),
    ("csv", &["layout", "cli"]),
    ("rhai", &["script"]),
    ("rayon", &["runner"]),
    ("clap", &["cli"]),
    ("miette", &["cli"]),
    ("fluent_bundle", &["view", "cli"]),
    ("axum", &["cli"]),
    ("blake3", &["cli"]),
    ("crossterm", &["cli"]),
    ("ctrlc", &["cli"]),
    ("getrandom", &["cli"]),
    ("hyper", &["cli"]),
    ("hyper_util", &["cli"]),
    ("qrcode", &["cli"]),
    ("tokio", &["cli"]),
    ("indicatif", &["cli"]),
    ("dirs", &["cli"]),
    ("ratatui_core", &["cli"]),
    ("ratatui_crossterm", &["cli"]),
    ("rustix", &["cli"]),
    ("signal_hook", &["cli"]),
    ("sys_locale", &["cli"]),
    ("terminal_size", &["cli"]),
    ("unicode_segmentation", &["cli"]),
    ("unicode_width", &["cli"]),
    ("rand", &["vm"]),
];

struct File {
    part: String,
    path: PathBuf,
    code: String,
}

#[allow(clippy::disallowed_methods, reason = "a test reads the sources")]
fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(&root).expect("a source").to_path_buf();
                let Some(part) = part(&inside) else { continue };
                files.push(File {
                    part,
                    code: code(&std::fs::read_to_string(&path).expect("a source")),
                    path: inside,
                });
            }
        }
    }
    assert!(files.len() > 50, "sources are missing");
    files
}

/// The part that a source belongs to: `cli`, or a room of `core`. `None` for the doors of crates.
fn part(inside: &Path) -> Option<String> {
    let names: Vec<_> = inside.iter().map(|name| name.to_string_lossy()).collect();
    match names.iter().map(AsRef::as_ref).collect::<Vec<&str>>().as_slice() {
        ["cli", ..] => Some("cli".to_owned()),
        ["core", "lib.rs"] | [_] => None,
        ["core", room, ..] => Some(room.replace(".rs", "")),
        _ => panic!("a source in no place: {}", inside.display()),
    }
}

/// Without comments and without what only tests see.
fn code(text: &str) -> String {
    let before_tests = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = before_tests.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path behind `crate::`, groups in braces taken apart: `vm::State`, `layout::model::Per`.
fn named(code: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        all.extend(paths(&code[at + "crate::".len()..]));
    }
    all
}

/// The paths at the beginning of a text.
fn paths(text: &str) -> Vec<String> {
    let end =
        text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(text.len());
    let (head, rest) = text.split_at(end);
    let Some(group) = rest.strip_prefix('{').filter(|_| head.is_empty() || head.ends_with("::"))
    else {
        return vec![head.trim_end_matches(':').to_string()];
    };
    members(group).into_iter().flat_map(paths).map(|path| format!("{head}{path}")).collect()
}

/// What stands between commas up to the brace that closes the group.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut members) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                members.push(group[start..at].trim());
                break;
            }
            ',' if depth == 0 => {
                members.push(group[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

#[test]
fn paths_are_read_from_groups() {
    let code = "use crate::a::{self, B, c::{D, E as F}};\nfn f(x: crate::g::H) {}\npub(crate) use super::x;";
    assert_eq!(named(code), ["a::self", "a::B", "a::c::D", "a::c::E", "g::H"]);
}

#[test]
fn imports_go_one_way() {
    let mut wrong = Vec::new();
    for file in files() {
        let Some((_, may)) = MAY_NAME.iter().find(|(part, _)| *part == file.part) else {
            wrong.push(format!("{}: a part without a place", file.path.display()));
            continue;
        };
        for path in named(&file.code) {
            let (part, rest) = path.split_once("::").unwrap_or((&path, ""));
            let only = ONLY.iter().find(|(here, there, _)| *here == file.part && *there == part);
            let fits =
                only.is_none_or(|(_, _, names)| names.iter().any(|name| rest.starts_with(name)));
            if part != file.part && !(may.contains(&part) && fits) {
                wrong.push(format!("{} names crate::{path}", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The room of `cli` that a file is in; `None` for `cli/mod.rs`, which names them all, and for
/// files of other parts.
fn room(file: &File) -> Option<String> {
    let mut inside = file.path.strip_prefix("cli").ok()?.components();
    let room = inside.next()?.as_os_str().to_string_lossy().replace(".rs", "");
    (room != "mod").then_some(room)
}

#[test]
fn rooms_of_the_command_are_imported_one_way() {
    for (number, (room, may)) in ROOMS_OF_CLI.iter().enumerate() {
        let above = |name: &&str| ROOMS_OF_CLI[..number].iter().any(|(other, _)| other == name);
        assert!(may.iter().all(above), "`{room}` may name a room that is not above it");
    }
    let mut wrong = Vec::new();
    for file in files() {
        let Some(room) = room(&file) else { continue };
        let Some((_, may)) = ROOMS_OF_CLI.iter().find(|(name, _)| *name == room) else {
            wrong.push(format!("{}: a room without a place", file.path.display()));
            continue;
        };
        // From a room's `mod.rs` this is a way to other rooms, from its files it is two of them.
        let way_out = if file.path.ends_with("mod.rs") { "super::" } else { "super::super::" };
        if file.code.contains(way_out) {
            wrong.push(format!("{} leaves its room by `{way_out}`", file.path.display()));
        }
        for path in named(&file.code) {
            let Some(rest) = path.strip_prefix("cli::") else { continue };
            let other = rest.split("::").next().unwrap_or_default();
            if other != room && !may.contains(&other) {
                wrong.push(format!("{} names crate::{path}", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn libraries_stay_where_they_belong() {
    let mut wrong = Vec::new();
    for file in files() {
        for (library, parts) in LIBRARIES {
            let named = file.code.contains(&format!(" {library}::"))
                || file.code.contains(&format!("({library}::"));
            if named && !parts.contains(&file.part.as_str()) {
                wrong.push(format!("{} names {library}", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn main_is_a_door_and_no_more() {
    let main = include_str!("../../src/main.rs");
    assert!(main.lines().count() < 20);
}

/// Instructions and terms are read in every move: larger ones would be slower.
#[test]
fn instructions_and_terms_have_their_sizes() {
    use cardrun::program::{code, terms};
    let of_program = [size_of::<code::Op>(), size_of::<code::Argument>()];
    let of_terms = [
        size_of::<terms::Num>(),
        size_of::<terms::Test>(),
        size_of::<terms::Set>(),
        size_of::<terms::List>(),
    ];
    assert_eq!((of_program, of_terms), ([16, 8], [16, 16, 16, 16]));
    assert_eq!((size_of::<cardrun::vm::Choice>(), size_of::<cardrun::value::Bits>()), (40, 40));
}
