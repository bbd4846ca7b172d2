//! What is drawn of a text around some places in it: whole lines where they are short, the parts
//! around the places where they are long, and nothing that would steer a terminal.

use crate::source::{is_steering, picture};
use std::ops::Range;

/// Bytes of a line that is shown whole.
const LONG: usize = 400;

/// Bytes that are shown of a longer one before the first place in it.
const BEFORE: usize = 100;

/// Lines around a place that are shown with it.
const AROUND: usize = 2;

/// As many lines between what is shown around two places are shown, too.
pub(super) const NEAR: usize = 4;

/// A text with as many lines as the one it is taken from, so that they have their numbers.
#[derive(Debug, PartialEq)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// Where the places are now.
    pub(crate) ranges: Vec<Range<usize>>,
}

impl Excerpt {
    /// `ranges`: places on boundaries of letters.
    pub(crate) fn of(text: &str, ranges: &[Range<usize>]) -> Excerpt {
        let mut excerpt = Excerpt { text: String::new(), ranges: vec![0..0; ranges.len()] };
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line_of = |at: usize| starts.partition_point(|&start| start <= at) - 1;
        let shown: Vec<Range<usize>> = ranges
            .iter()
            .map(|range| {
                line_of(range.start).saturating_sub(AROUND)..line_of(range.end) + AROUND + 1
            })
            .collect();
        let is_shown = |number: usize| shown.iter().any(|lines| lines.contains(&number));
        let near = |number: usize| number.saturating_sub(NEAR)..number;
        let is_between =
            |number: usize| near(number).any(is_shown) && near(number + NEAR + 1).any(is_shown);
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(text.len(), |next| next - 1);
            if is_shown(number) || is_between(number) {
                excerpt.line(text, start..end, ranges);
            }
            if number + 1 < starts.len() {
                excerpt.text.push('\n');
            }
        }
        excerpt
    }

    /// Adds a line, or what can be shown of it, and notes the places that begin or end in it.
    fn line(&mut self, text: &str, line: Range<usize>, ranges: &[Range<usize>]) {
        let line = line.start..line.start + text[line].trim_end_matches('\r').len();
        let kept = kept(text, &line, ranges);
        if kept.start > line.start {
            self.text.push('…');
        }
        let within = |at: usize| (line.start..=line.end).contains(&at);
        let mut note = |at: usize, now: usize, last: bool| {
            let is_here = |place: usize| {
                within(place)
                    && (place == at || last && place > at || at == kept.start && place < at)
            };
            for (range, found) in ranges.iter().zip(&mut self.ranges) {
                found.start = if is_here(range.start) { now } else { found.start };
                found.end = if is_here(range.end) { now } else { found.end };
            }
        };
        for (at, letter) in text[kept.clone()].char_indices() {
            note(kept.start + at, self.text.len(), false);
            self.text.push(if is_steering(letter) { picture(letter) } else { letter });
        }
        note(kept.end, self.text.len(), true);
        if kept.end < line.end {
            self.text.push('…');
        }
    }
}

/// The part of a line that is shown.
fn kept(text: &str, line: &Range<usize>, ranges: &[Range<usize>]) -> Range<usize> {
    if line.len() <= LONG {
        return line.clone();
    }
    let first = ranges
        .iter()
        .map(|range| range.start)
        .filter(|at| (line.start..=line.end).contains(at))
        .min();
    let start =
        first.unwrap_or(line.start).saturating_sub(BEFORE).clamp(line.start, line.end - LONG);
    let bound = |at: usize| {
        (line.start..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(line.start)
    };
    bound(start)..bound(start + LONG)
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "there is one place in most of these texts")]
mod tests {
    use super::*;

    #[test]
    fn short_lines_stay_as_they_are() {
        let excerpt = Excerpt::of("one\ntwo\r\nthree\n", &[4..7, 9..14]);
        assert_eq!(
            excerpt,
            Excerpt { text: "one\ntwo\nthree\n".into(), ranges: vec![4..7, 8..13] }
        );
    }

    #[test]
    fn lines_far_away_are_empty_and_counted() {
        let text = format!("{}here\n{}", "x\n".repeat(9), "y\n".repeat(9));
        let Excerpt { text, ranges } = Excerpt::of(&text, &[18..22]);
        assert_eq!(text.lines().nth(9), Some("here"));
        assert_eq!((&text[ranges[0].clone()], text.lines().next()), ("here", Some("")));
    }

    #[test]
    fn long_lines_are_cut_around_their_place() {
        let text = format!("{}é here {}", "x".repeat(70_000), "y".repeat(70_000));
        let Excerpt { text, ranges } = Excerpt::of(&text, &[70_003..70_007]);
        assert_eq!(&text[ranges[0].clone()], "here");
        assert!(text.starts_with('…') && text.ends_with('…') && text.len() < 500, "{}", text.len());
    }

    #[test]
    fn a_place_longer_than_what_is_shown_ends_where_that_ends() {
        let Excerpt { text, ranges } = Excerpt::of(&"x".repeat(9_000), &[10..8_000]);
        assert_eq!(ranges, [10..LONG]);
        assert_eq!(text.chars().count(), LONG + 1);
    }

    #[test]
    fn what_steers_is_a_picture_and_places_stay_right() {
        let Excerpt { text, ranges } = Excerpt::of("a\u{1b}[2Jb", &[5..6]);
        assert_eq!((text.as_str(), &text[ranges[0].clone()]), ("a␛[2Jb", "b"));
    }
}
