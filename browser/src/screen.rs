//! What a page says: its parts, what each is and what it is called. It is what a screen reader is
//! given, and nothing of how the page is made.

use serde_json::Value;
use std::collections::HashMap;

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the browser knows it by, as long as it is there.
    pub id: i64,
    /// What it is, in the words of ARIA.
    pub role: String,
    /// What it is called.
    pub name: String,
    pub value: String,
    /// Whether a button that stays pressed is.
    pub pressed: Option<bool>,
    pub disabled: bool,
    pub focusable: bool,
    pub focused: bool,
    /// The parts around it, by their places in the list, the outermost first.
    pub around: Vec<usize>,
}

/// All parts of a page, in the order in which they are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    pub parts: Vec<Part>,
}

impl Screen {
    /// A screen, of what the browser says of the page (`Accessibility.getFullAXTree`).
    pub fn of(tree: &Value) -> Screen {
        let nodes = tree["nodes"].as_array().map_or(&[][..], Vec::as_slice);
        let by_id: HashMap<&str, &Value> =
            nodes.iter().filter_map(|node| Some((node["nodeId"].as_str()?, node))).collect();
        let mut screen = Screen::default();
        if let Some(root) = nodes.first() {
            screen.add(root, &by_id, &mut Vec::new());
        }
        screen
    }

    fn add(&mut self, node: &Value, by_id: &HashMap<&str, &Value>, around: &mut Vec<usize>) {
        let is_part = node["ignored"] != true && !is_mere_text(node);
        if is_part {
            let place = self.parts.len();
            self.parts.push(part(node, around));
            around.push(place);
        }
        for child in node["childIds"].as_array().into_iter().flatten() {
            if let Some(child) = child.as_str().and_then(|id| by_id.get(id)) {
                self.add(child, by_id, around);
            }
        }
        if is_part {
            around.pop();
        }
    }

    /// What the page is called.
    pub fn title(&self) -> &str {
        self.parts.first().map_or("", |root| &root.name)
    }

    /// The parts of a role.
    pub fn all<'s>(&'s self, role: &'s str) -> impl Iterator<Item = &'s Part> {
        self.parts.iter().filter(move |part| part.role == role)
    }

    /// The first part of a role that is called so.
    pub fn find(&self, role: &str, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.role == role && part.name == name)
    }

    /// Whether a part stands in one of a role that is called so.
    pub fn is_in(&self, part: &Part, role: &str, name: &str) -> bool {
        let around = part.around.iter().filter_map(|&place| self.parts.get(place));
        around.into_iter().any(|one| one.role == role && one.name == name)
    }

    /// The whole of it as lines, without what changes from one visit to the next.
    pub fn lines(&self) -> String {
        let line = |part: &Part| {
            let inset = "  ".repeat(part.around.len());
            format!("{inset}{} {:?} {}\n", part.role, part.name, part.value)
        };
        self.parts.iter().map(line).collect()
    }
}

/// Texts stand in the names of what they are written in, or say nothing to be acted on.
fn is_mere_text(node: &Value) -> bool {
    matches!(text(&node["role"]), "InlineTextBox" | "LineBreak")
}

fn text(value: &Value) -> &str {
    value["value"].as_str().unwrap_or_default()
}

fn part(node: &Value, around: &[usize]) -> Part {
    let said = |name: &str| {
        let all = node["properties"].as_array().into_iter().flatten();
        all.into_iter().find(|one| one["name"] == name).map(|one| &one["value"]["value"])
    };
    let holds = |name: &str| said(name) == Some(&Value::Bool(true));
    Part {
        id: node["backendDOMNodeId"].as_i64().unwrap_or_default(),
        role: text(&node["role"]).to_owned(),
        name: text(&node["name"]).to_owned(),
        value: text(&node["value"]).to_owned(),
        pressed: said("pressed").map(|pressed| pressed == "true"),
        disabled: holds("disabled"),
        focusable: holds("focusable"),
        focused: holds("focused"),
        around: around.to_vec(),
    }
}
