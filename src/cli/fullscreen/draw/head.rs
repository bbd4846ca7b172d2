//! The head of a screen: the title, the phases that are running, the players with their scores.

use super::Sight;
use crate::cli::fullscreen::ink::put;
use crate::cli::text::{shorten, width};
use crate::view::{Player, capital};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

pub(super) fn head(picture: &mut Buffer, sight: Sight<'_>, area: Rect) {
    let (pen, view, style) = (sight.pen, sight.pen.view, sight.pen.style);
    let rule = if style.signs { "─" } else { "-" };
    let mut parts = vec![view.title.clone()];
    parts.extend(view.course.iter().map(|course| format!("{} {}", course.text, course.number)));
    parts.extend(pen.common_score());
    let text = format!("{} {} ", rule.repeat(2), parts.join(&format!(" {rule} ")));
    let wide = usize::from(area.width);
    let text = shorten(&text, wide, style.signs);
    let text = format!("{text}{}", rule.repeat(wide.saturating_sub(width(&text))));
    put(picture, (0, area.y), &style.bold(&text), area.width);
    if area.height > 1 {
        let players: Vec<String> = view.players.iter().map(|player| about(sight, player)).collect();
        put(picture, (0, area.y + 1), &players.join("  "), area.width);
    }
}

/// A player with its score; the one whose turn it is behind a sign, and one that thinks before
/// another.
fn about(sight: Sight<'_>, player: &Player) -> String {
    let (pen, view, style) = (sight.pen, sight.pen.view, sight.pen.style);
    let turns = match view.choosing[..] {
        [] => view.turn == Some(player.seat) && view.over.is_none(),
        [one] => one == player.seat,
        // All at once: it is nobody's turn in particular.
        [..] => player.own && view.choosing.contains(&player.seat),
    };
    let sign = if style.signs { "▸" } else { ">" };
    let name = capital(&style.phrase(&player.name));
    let name = style.of_owner(player.team, &name);
    let is_shown = !view.cooperative && pen.score(player).is_some();
    let score = player.score.filter(|_| is_shown).map(|score| format!(" {score}"));
    let thinks = sight.thinks.filter(|(seat, _)| *seat == player.seat);
    let life: &[&str] = if style.signs {
        &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"]
    } else {
        &["-", "\\", "|", "/"]
    };
    let thinks =
        thinks.map(|(_, since)| format!(" {}", life[since % life.len()])).unwrap_or_default();
    let own = if player.own {
        format!(" ({})", pen.messages.with("player", &[("n", player.seat.into())]))
    } else {
        String::new()
    };
    format!("{}{name}{own}{}{thinks}", if turns { sign } else { " " }, score.unwrap_or_default())
}
