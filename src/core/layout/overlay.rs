//! Layouts laid over each other, key by key: what is said above replaces what is said below; what
//! is said only above is added at the end. Nothing is checked here.

use super::model::*;

/// `over` has `extends: base`. The order of `base` is kept; `forbid` and `when` of `over` follow
/// those of `base`.
pub fn lay_over(base: Layout, over: Layout) -> Layout {
    let mut layout = base;
    replace(&mut layout.title, over.title);
    replace(&mut layout.notes, over.notes);
    replace(&mut layout.how_to_play, over.how_to_play);
    replace(&mut layout.rules, over.rules);
    replace(&mut layout.scripts, over.scripts);
    replace(&mut layout.seats, over.seats);
    replace(&mut layout.teams, over.teams);
    replace(&mut layout.cooperative, over.cooperative);
    lay(&mut layout.lists, over.lists, |below, above| *below = above);
    lay(&mut layout.options, over.options, lay_option);
    layout.forbid.extend(over.forbid);
    lay(&mut layout.variants, over.variants, |below, above| *below = above);
    lay(&mut layout.texts, over.texts, |below, above| *below = above);
    layout.when.extend(over.when);
    let parts = Parts {
        decks: over.decks,
        zones: over.zones,
        pawns: over.pawns,
        marks: over.marks,
        variables: over.variables,
    };
    lay_parts(&mut layout, parts);
    layout
}

/// Lays the parts of a `when` entry that holds over `layout`.
pub fn apply_when(layout: &mut Layout, when: &When) {
    let When { condition: _, zones, pawns, marks, variables, decks, span: _ } = when.clone();
    lay_parts(layout, Parts { decks, zones, pawns, marks, variables });
}

/// `variants/` of `variants/long.yaml`; empty for a file without a folder.
pub(crate) fn folder_of(name: &str) -> &str {
    name.rfind(['/', '\\']).map_or("", |end| &name[..=end])
}

/// Names of files in a layout are relative to its own folder: this makes them relative to where its
/// own name `file` leads from, so that layouts of several folders can be laid over each other.
pub fn place_files(layout: &mut Layout, file: &str) {
    let folder = folder_of(file);
    let base = layout.extends.iter_mut();
    let scripts = layout.scripts.iter_mut();
    let rules = layout.rules.iter_mut().filter_map(|rules| match rules {
        RulesSource::File(name) => Some(name),
        RulesSource::Inline(_) | RulesSource::Unread => None,
    });
    let variants = layout.variants.iter_mut().filter_map(|(_, variant)| match variant {
        Variant::Overlay(name) => Some(name),
        Variant::Values(_) => None,
    });
    let guides = layout.how_to_play.iter_mut().flat_map(HowToPlay::files);
    let more = layout.when.iter_mut().flat_map(|when| &mut when.decks);
    let decks = layout.decks.iter_mut().chain(more).filter_map(|(_, deck)| {
        match &mut deck.cards.as_mut()?.node {
            DeckCards::File(name) => Some(name),
            DeckCards::Standard(_) | DeckCards::Rows(_) => None,
        }
    });
    for name in base.chain(scripts).chain(rules).chain(guides).chain(variants).chain(decks) {
        name.node = joined(folder, &name.node);
    }
    let more = layout.when.iter_mut().flat_map(|when| &mut when.decks);
    for (_, deck) in layout.decks.iter_mut().chain(more) {
        if let Some(picture) = deck.face.as_mut().and_then(|face| face.picture.as_mut()) {
            picture.node = picture.node.map(|file| joined(folder, file));
        }
    }
}

/// `variants/` and `../game.yaml` are `game.yaml`.
fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() || name.starts_with(['/', '\\']) {
        return name.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in
        folder.split(['/', '\\']).filter(|part| !part.is_empty()).chain(name.split(['/', '\\']))
    {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let root = if folder.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// What both an overlay and a `when` entry may change.
struct Parts {
    decks: Vec<(Name, DeckDefinition)>,
    zones: Vec<(Name, ZoneDefinition)>,
    pawns: Vec<(Name, PawnDefinition)>,
    marks: Vec<(Name, MarkDefinition)>,
    variables: Vec<(Name, VariableDefinition)>,
}

fn lay_parts(layout: &mut Layout, over: Parts) {
    lay(&mut layout.decks, over.decks, lay_deck);
    lay(&mut layout.zones, over.zones, lay_zone);
    lay(&mut layout.pawns, over.pawns, lay_pawn);
    lay(&mut layout.marks, over.marks, lay_mark);
    lay(&mut layout.variables, over.variables, lay_variable);
}

fn lay<T>(below: &mut Vec<(Name, T)>, above: Vec<(Name, T)>, merge: impl Fn(&mut T, T)) {
    for (name, value) in above {
        match below.iter_mut().find(|(n, _)| n.node == name.node) {
            Some((_, found)) => merge(found, value),
            None => below.push((name, value)),
        }
    }
}

fn replace<T>(below: &mut Option<T>, above: Option<T>) {
    if above.is_some() {
        *below = above;
    }
}

/// A list that is not given is empty.
fn replace_list<T>(below: &mut Vec<T>, above: Vec<T>) {
    if !above.is_empty() {
        *below = above;
    }
}

fn lay_option(below: &mut OptionDefinition, above: OptionDefinition) {
    let OptionDefinition { kind, default, min, max, void_if, text } = above;
    replace(&mut below.kind, kind);
    replace(&mut below.default, default);
    replace(&mut below.min, min);
    replace(&mut below.max, max);
    replace(&mut below.void_if, void_if);
    replace(&mut below.text, text);
}

fn lay_deck(below: &mut DeckDefinition, above: DeckDefinition) {
    let DeckDefinition { cards, copies, only, rank, attributes, facing, face } = above;
    // Other cards have other columns.
    match cards {
        Some(_) => replace_list(&mut below.attributes, attributes),
        None => lay(&mut below.attributes, attributes, |below, above| *below = above),
    }
    replace(&mut below.cards, cards);
    replace(&mut below.copies, copies);
    replace(&mut below.only, only);
    replace_list(&mut below.rank, rank);
    replace_list(&mut below.facing, facing);
    match (&mut below.face, face) {
        (Some(below), Some(above)) => lay_face(below, above),
        (below, above) => replace(below, above),
    }
}

fn lay_face(below: &mut FaceDefinition, above: FaceDefinition) {
    let FaceDefinition { corners, owner, title, short, shows, text, symbol, picture, colour } =
        above;
    replace_list(&mut below.corners, corners);
    replace(&mut below.owner, owner);
    replace(&mut below.title, title);
    replace(&mut below.short, short);
    replace(&mut below.shows, shows);
    replace(&mut below.text, text);
    replace(&mut below.symbol, symbol);
    replace(&mut below.picture, picture);
    replace(&mut below.colour, colour);
}

fn lay_zone(below: &mut ZoneDefinition, above: ZoneDefinition) {
    let ZoneDefinition { per, holds, shape, capacity, seen_by, sort, drawn, beside } = above;
    replace(&mut below.per, per);
    replace(&mut below.holds, holds);
    replace(&mut below.shape, shape);
    replace(&mut below.capacity, capacity);
    replace(&mut below.seen_by, seen_by);
    replace_list(&mut below.sort, sort);
    replace(&mut below.drawn, drawn);
    replace(&mut below.beside, beside);
}

fn lay_pawn(below: &mut PawnDefinition, above: PawnDefinition) {
    let PawnDefinition { per, zone } = above;
    replace(&mut below.per, per);
    replace(&mut below.zone, zone);
}

fn lay_mark(below: &mut MarkDefinition, above: MarkDefinition) {
    let MarkDefinition { of, kind, default, secret, copy_on_split, any_on_join, drawn } = above;
    replace(&mut below.of, of);
    replace(&mut below.kind, kind);
    replace(&mut below.default, default);
    replace(&mut below.secret, secret);
    replace(&mut below.copy_on_split, copy_on_split);
    replace(&mut below.any_on_join, any_on_join);
    replace(&mut below.drawn, drawn);
}

fn lay_variable(below: &mut VariableDefinition, above: VariableDefinition) {
    let VariableDefinition { per, kind, default, fixed, resets, text, drawn } = above;
    replace(&mut below.per, per);
    replace(&mut below.kind, kind);
    replace(&mut below.default, default);
    replace(&mut below.fixed, fixed);
    replace(&mut below.resets, resets);
    replace(&mut below.text, text);
    replace(&mut below.drawn, drawn);
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn names_of_files_are_seen_from_another_folder() {
        assert_eq!(joined("", "../a.yaml"), "../a.yaml");
        assert_eq!(joined("variants/", "../a.yaml"), "a.yaml");
        assert_eq!(joined("../", "../a.rules"), "../../a.rules");
        assert_eq!(joined("/home/", "./b/a.csv"), "/home/b/a.csv");
        assert_eq!(joined("x/", "/a.csv"), "/a.csv");
    }
}
