//! The fenced blocks of a document, each with the line where it begins and the words behind its
//! fence.

#[derive(Clone, Debug)]
pub struct Block {
    pub document: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
    pub info: Vec<String>,
    pub text: String,
    /// The last heading before it, without `#` and quotes.
    pub heading: String,
}

impl Block {
    pub fn language(&self) -> &str {
        self.info.first().map_or("", String::as_str)
    }

    pub fn says(&self, word: &str) -> bool {
        self.info.iter().skip(1).any(|w| w == word)
    }

    /// `frame=four`: the value of a word with a value.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.info.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }

    pub fn place(&self) -> String {
        format!("{}:{}", self.document, self.line)
    }
}

pub fn blocks(document: &str, text: &str) -> Vec<Block> {
    let (mut found, mut open, mut heading) = (Vec::new(), None::<Block>, String::new());
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let info = info.split_whitespace().map(str::to_owned).collect();
                let (document, heading) = (document.to_owned(), heading.clone());
                open =
                    Some(Block { document, line: number + 1, info, text: String::new(), heading });
            }
            (Some(_), Some("")) => found.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) if line.starts_with('#') => {
                heading = line.trim_matches(['#', ' ', '`']).to_owned()
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{document}: a fence is never closed");
    found
}
