//! Charts as SVG that stands in a page: no scripts, no fonts, nothing from elsewhere. Colours come
//! from the page's own variables, so that they follow its light or dark look.

use super::summary::percent;
use crate::cli::text::Messages;
use crate::runner::{Histogram, Rate};
use crate::value::{Fraction, Narrow};
use std::fmt::Write;

/// A share with its interval, and what is written behind it.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) rate: Rate,
    pub(crate) note: String,
}

/// Text as HTML shows it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

const WIDTH: f64 = 600.0;
const LINE: f64 = 44.0;

/// Shares from 0 to 100 %, one under the other, each with its interval as a line across its end.
/// `mark` is a share to hold them against.
pub(crate) fn bars(bars: &[Bar], mark: Option<f64>) -> String {
    let height = LINE * bars.len().to_f64() + 18.0;
    let mut svg = open(height);
    for (i, bar) in bars.iter().enumerate() {
        let top = LINE * i.to_f64();
        let (y, x) = (top + 22.0, |share: f64| share * WIDTH);
        let (label, note) = (escaped(&bar.label), escaped(&bar.note));
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{label}</text><text x=\"{WIDTH}\" y=\"{:.1}\" class=\"note\">{note}</text>\
             <rect class=\"track\" x=\"0\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"12\"/>\
             <rect class=\"bar\" x=\"0\" y=\"{y:.1}\" width=\"{:.1}\" height=\"12\"/>\
             <path class=\"whisker\" d=\"M{l:.1} {m:.1}H{h:.1}M{l:.1} {y:.1}v12M{h:.1} {y:.1}v12\"/>",
            top + 15.0,
            top + 15.0,
            x(bar.rate.rate),
            l = x(bar.rate.low),
            h = x(bar.rate.high),
            m = y + 6.0,
        );
    }
    if let Some(mark) = mark {
        let _ = write!(
            svg,
            "<path class=\"mark\" d=\"M{:.1} 18V{:.1}\"/>",
            mark * WIDTH,
            height - 14.0
        );
    }
    for share in [0, 25, 50, 75, 100] {
        let (x, anchor) = (f64::from(share) / 100.0 * WIDTH, anchor(share));
        let _ = write!(
            svg,
            "<text class=\"tick {anchor}\" x=\"{x:.0}\" y=\"{:.1}\">{share} %</text>",
            height - 2.0
        );
    }
    svg + "</svg>"
}

fn anchor(share: u8) -> &'static str {
    match share {
        0 => "",
        100 => "end",
        _ => "middle",
    }
}

/// Most columns that a chart has; where there are more values, neighbours share one.
const COLUMNS: i64 = 40;

/// How often each value came: a column each, or one for several neighbours.
pub(crate) fn histogram(values: &Histogram, messages: &Messages) -> String {
    histograms(&[values], messages).concat()
}

/// Several of them that can be held against each other: all have the same columns, and as high a
/// column says as much.
pub(crate) fn histograms(all: &[&Histogram], messages: &Messages) -> Vec<String> {
    let values = || all.iter().flat_map(|values| values.iter().map(|(value, _)| value));
    let (Some(least), Some(most)) = (values().min(), values().max()) else {
        return vec![String::new(); all.len()];
    };
    let step = (most - least + 1 + COLUMNS - 1) / COLUMNS;
    let columns = usize::try_from((most - least) / step + 1).unwrap_or(0);
    let counts: Vec<Vec<u64>> =
        all.iter().map(|values| counted(values, least, step, columns)).collect();
    let highest = counts.iter().flatten().max().copied().unwrap_or(1).max(1);
    let drawn = counts.iter().zip(all).map(|(counts, values)| match values.count() {
        0 => String::new(),
        n => columns_of(counts, (least, step), highest, n, messages),
    });
    drawn.collect()
}

fn counted(values: &Histogram, least: i64, step: i64, columns: usize) -> Vec<u64> {
    let mut counts = vec![0u64; columns];
    for (value, count) in values.iter() {
        if let Some(column) =
            usize::try_from((value - least) / step).ok().and_then(|i| counts.get_mut(i))
        {
            *column += count;
        }
    }
    counts
}

/// `least` is the first column's first value, `step` how many values a column has.
fn columns_of(
    counts: &[u64],
    (least, step): (i64, i64),
    highest: u64,
    n: u64,
    messages: &Messages,
) -> String {
    let (height, base) = (170.0, 150.0);
    let wide = (WIDTH / counts.len().max(1).to_f64()).min(90.0);
    let mut svg = open(height);
    // Labels must not run into each other.
    let every = (counts.len() / 10).max(1);
    for (i, &count) in counts.iter().enumerate() {
        let (from, x) = (least + step * i.to_i64(), wide * i.to_f64());
        let high = count.to_f64() / highest.to_f64() * (base - 10.0);
        let values =
            if step == 1 { from.to_string() } else { format!("{from}..{}", from + step - 1) };
        let share = percent(count.to_f64() / n.max(1).to_f64(), messages);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"><title>{values}: {count} ({share})</title></rect>",
            x + 1.0,
            base - high,
            (wide - 2.0).max(1.0),
        );
        if i % every == 0 {
            let _ = write!(
                svg,
                "<text class=\"tick middle\" x=\"{:.1}\" y=\"166\">{from}</text>",
                x + wide / 2.0
            );
        }
    }
    svg + "</svg>"
}

fn open(height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;

    fn english() -> Messages {
        Messages::new(Language::En)
    }

    #[test]
    fn neighbours_share_a_column_where_there_are_many_values() {
        let mut values = Histogram::default();
        (0..200).for_each(|value| values.add(value));
        let svg = histogram(&values, &english());
        assert_eq!(svg.matches("<rect").count(), 40);
        assert!(svg.contains("<title>0..4: 5 (2.5 %)</title>"), "{svg}");
        assert_eq!(histogram(&Histogram::default(), &english()), "");
    }

    #[test]
    fn what_is_drawn_together_has_the_same_columns() {
        let (mut low, mut high) = (Histogram::default(), Histogram::default());
        (0..10).for_each(|value| low.add(value));
        (0..5).for_each(|_| high.add(19));
        let drawn = histograms(&[&low, &high], &english());
        assert!(drawn.iter().all(|svg| svg.matches("<rect").count() == 20), "{drawn:?}");
        assert!(drawn[0].contains("height=\"28.0\"><title>0: 1 (10.0 %)"), "{}", drawn[0]);
        assert!(drawn[1].contains("height=\"140.0\"><title>19: 5 (100.0 %)"), "{}", drawn[1]);
    }

    #[test]
    fn names_of_games_are_no_html() {
        let bar = Bar { label: "<b>&\"".into(), rate: Rate::of(1, 2), note: String::new() };
        assert!(bars(&[bar], None).contains("&lt;b&gt;&amp;&quot;"));
    }
}
