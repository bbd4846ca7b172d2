//! Writes rules for the table along `table.grammar`: each byte decides between the ways to write
//! one thing.
//!
//! The grammar is that of the language, narrowed to what means something at this table: a number
//! stands where a number may stand. So a good part of what is written loads and plays, unlike texts
//! that are put together by chance.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const GRAMMAR: &str = include_str!("table/table.grammar");

/// Deeper than this, and longer, things are written in their shortest way.
const MOST_DEPTH: usize = 9;
const MOST_TEXT: usize = 3 << 10;

/// The ways to write each thing, by its name, the shortest first.
static WAYS: LazyLock<BTreeMap<&'static str, Vec<Way>>> = LazyLock::new(|| ways(GRAMMAR));

/// One way to write a thing.
struct Way {
    /// Names that have to stand for something where it is written.
    needs: Vec<&'static str>,
    /// Names that must not stand for anything there, since they get a meaning in it.
    makes: Vec<&'static str>,
    pieces: Vec<Piece>,
}

enum Piece {
    Text(&'static str),
    /// Something else, with these names to stand for something in it.
    Thing {
        name: &'static str,
        with: Vec<&'static str>,
    },
}

/// `thing:` begins the ways to write a thing; `- ` begins each of them, which goes on in the lines
/// behind it; `name?` in front of it needs the name, `name!` makes it. `<thing a b>` is another
/// thing, in which the names `a` and `b` stand for something.
fn ways(grammar: &'static str) -> BTreeMap<&'static str, Vec<Way>> {
    let mut ways: BTreeMap<&str, Vec<Way>> = BTreeMap::new();
    for section in grammar.split("\n\n").filter(|section| !section.starts_with('#')) {
        let (name, rest) = section.split_once(":\n- ").expect("a thing and the ways to write it");
        ways.insert(name.trim(), rest.trim_end().split("\n- ").map(way).collect());
    }
    ways
}

fn way(mut text: &'static str) -> Way {
    let (mut needs, mut makes) = (Vec::new(), Vec::new());
    while let Some((word, rest)) = text.split_once(' ') {
        match (word.strip_suffix('?'), word.strip_suffix('!')) {
            (Some(name), _) => needs.push(name),
            (None, Some(name)) => makes.push(name),
            (None, None) => break,
        }
        text = rest;
    }
    Way { needs, makes, pieces: pieces(text) }
}

fn pieces(text: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive('>') {
        let hole = part.strip_suffix('>').and_then(|part| part.rsplit_once('<'));
        // `<` and `>` are signs of the language as well, with a blank behind them.
        match hole.filter(|(_, hole)| hole.starts_with(|c: char| c.is_ascii_lowercase())) {
            None => pieces.push(Piece::Text(part)),
            Some((before, hole)) => {
                let mut words = hole.split(' ');
                let name = words.next().unwrap_or_default();
                pieces.extend([Piece::Text(before), Piece::Thing { name, with: words.collect() }]);
            }
        }
    }
    pieces
}

/// See the module.
pub struct Writer<'b> {
    bytes: std::slice::Iter<'b, u8>,
    text: String,
    names: Vec<&'static str>,
    depth: usize,
}

impl<'b> Writer<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Writer { bytes: bytes.iter(), text: String::new(), names: Vec::new(), depth: 0 }
    }

    pub fn rules(mut self) -> String {
        self.write("rules");
        self.text
    }

    fn write(&mut self, name: &str) {
        let ways: Vec<&Way> = WAYS[name].iter().filter(|way| self.is_open(way)).collect();
        let way = ways[self.pick(ways.len())];
        for piece in &way.pieces {
            match piece {
                Piece::Text(text) => self.text += text,
                Piece::Thing { name, with } => self.write_with(name, with),
            }
        }
    }

    fn write_with(&mut self, name: &str, with: &[&'static str]) {
        let names = self.names.len();
        self.names.extend(with);
        self.depth += 1;
        self.write(name);
        self.depth -= 1;
        self.names.truncate(names);
    }

    fn is_open(&self, way: &Way) -> bool {
        way.needs.iter().all(|name| self.names.contains(name))
            && !way.makes.iter().any(|name| self.names.contains(name))
    }

    fn pick(&mut self, ways: usize) -> usize {
        if self.depth > MOST_DEPTH || self.text.len() > MOST_TEXT {
            return 0;
        }
        self.bytes.next().map_or(0, |&byte| usize::from(byte) % ways)
    }
}
