//! How comments are set: no line of one is wider than a page of code.
#![allow(clippy::disallowed_methods, reason = "a test reads the sources")]

use std::path::{Path, PathBuf};

/// Columns of a line.
const WIDE: usize = 100;

/// All sources of all crates, with what is built left out.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut files) = (vec![root.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                let is_built = name.starts_with('.') || name.starts_with("target");
                folders.extend((!is_built).then_some(path));
            } else if name.ends_with(".rs") {
                files.push(path.strip_prefix(root).expect("a path in it").to_path_buf());
            }
        }
    }
    assert!(files.len() > 500, "sources are missing");
    files.sort();
    files
}

/// Whether a line is one of a comment, and too wide; a single word, such as a link, has to be as
/// wide as it is.
fn is_too_wide(line: &str) -> bool {
    let is_wrappable = || line.split_whitespace().count() > 2;
    line.trim_start().starts_with("//") && line.chars().count() > WIDE && is_wrappable()
}

#[test]
fn comments_are_no_wider_than_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for path in sources() {
        let text = std::fs::read_to_string(root.join(&path)).expect("a source");
        let wide: Vec<usize> =
            (1..).zip(text.lines()).filter(|(_, line)| is_too_wide(line)).map(|(n, _)| n).collect();
        if !wide.is_empty() {
            wrong.push(format!("{} has wide comments in lines {wide:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_may_be_as_wide_as_they_are() {
    let link = format!("/// <https://{}>", "long/".repeat(30));
    assert!(!is_too_wide(&link));
    assert!(is_too_wide(&format!("{link} says more")));
    assert!(!is_too_wide(&format!("let link = {link:?};")));
}
