//! Versions of a game beside each other: in lines, as a page, as rows.

use super::html::{self, Cell, Style};
use super::{chart, measure, numbers, output, sides};
use crate::cli::args::TableFormat;
use crate::cli::host::Done;
use crate::cli::text::{Messages, pad, width};
use crate::runner::{Compare, Compared, Difference, Measure, Measured, Spread};
use crate::value::{Narrow, Seat};
use std::path::Path;

/// Writes the comparison in a form to where it is wanted: see [`output::put`].
pub(crate) fn put(
    compared: &Compared,
    format: TableFormat,
    out: Option<&Path>,
    messages: &Messages,
) -> Done {
    let short = || text(compared, messages);
    let told = match format {
        TableFormat::Text => short(),
        TableFormat::Json => output::json(compared),
        TableFormat::Csv => csv(compared),
        TableFormat::Html => page(compared, Style::Inside, messages),
    };
    output::put(told.as_bytes(), short, out, messages)
}

/// Columns of the names of measures in lines, or more where one needs them.
const NAMES: usize = 26;

/// `A`, `B`, … for the versions.
fn letter(number: usize) -> String {
    char::from_u32('A' as u32 + number.to_u32())
        .filter(char::is_ascii_uppercase)
        .map_or(number.to_string(), String::from)
}

/// What stands above the tables: the title, then what is to be known of all of them, then the
/// versions.
fn heading(compared: &Compared, messages: &Messages) -> (String, Vec<String>, Vec<String>) {
    let titles: Vec<&str> =
        compared.versions.iter().map(|version| version.setup.title(messages.code())).collect();
    let one_title = titles.iter().all(|title| *title == titles[0]);
    let values = [
        ("n", compared.deals.into()),
        ("title", titles[0].into()),
        ("seed", compared.seed.to_string().into()),
    ];
    let mut notes = Vec::new();
    if !one_title {
        let named = titles.iter().enumerate();
        let named: Vec<String> =
            named.map(|(number, title)| format!("{}: {title}", letter(number))).collect();
        notes.push(messages.with("compare-games", &[("titles", named.join("; ").into())]));
    }
    if compared.rotations > 1 {
        notes.push(messages.with("compare-turned", &[("n", compared.rotations.into())]));
    }
    if compared.unfinished > 0 {
        notes.push(messages.with("compare-unfinished", &[("n", compared.unfinished.into())]));
        let failing = compared.counts.failing.iter().enumerate();
        notes.extend(failing.filter_map(|(number, failing)| {
            let cause = numbers::cause(failing.commonest()?, messages);
            let values = [
                ("name", letter(number).into()),
                ("n", failing.deals().into()),
                ("cause", cause.into()),
            ];
            Some(messages.with("compare-failing", &values))
        }));
    }
    let version = |(number, version): (usize, &Compare)| {
        format!("{}  {}  ({})", letter(number), version.name, version.setup.seats.join(", "))
    };
    let versions = compared.versions.iter().enumerate().map(version).collect();
    let key = if one_title { "compare-title" } else { "compare-title-games" };
    (messages.with(key, &values), notes, versions)
}

/// How to read the tables.
fn how_to_read(messages: &Messages) -> [String; 3] {
    ["compare-clear", "compare-how", "compare-noise"].map(|note| messages.say(note))
}

fn text(compared: &Compared, messages: &Messages) -> String {
    let (title, notes, versions) = heading(compared, messages);
    let mut lines = vec![title];
    lines.extend(notes);
    lines.extend(versions.iter().map(|version| format!("  {version}")));
    for pair in pairs(compared) {
        lines.push(String::new());
        lines.extend(pair.text(compared, messages));
    }
    if compared.deals > 0 {
        lines.push(String::new());
        lines.extend(how_to_read(messages));
    }
    lines.join("\n") + "\n"
}

/// The comparison as a page.
pub(crate) fn page(compared: &Compared, style: Style<'_>, messages: &Messages) -> String {
    let (title, notes, versions) = heading(compared, messages);
    let mut parts = vec![html::paragraph(&[notes, versions].concat(), "")];
    parts.extend(pairs(compared).iter().map(|pair| pair.html(compared, messages)));
    if compared.deals > 0 {
        parts.push(html::paragraph(&how_to_read(messages), html::HOW));
    }
    html::document(&chart::escaped(&title), &parts.concat(), style, messages)
}

/// One row for each number of two versions.
fn csv(compared: &Compared) -> String {
    let names = [
        "one",
        "other",
        "measure",
        "one.mean",
        "other.mean",
        "deals",
        "difference",
        "sd",
        "low",
        "high",
        "clear",
    ];
    let pairs = pairs(compared);
    let rows = pairs.iter().flat_map(|pair| pair.numbers(compared));
    let cells =
        rows.map(|Number { versions: [one, other], measured: [first, second], difference }| {
            let Difference { spread: Spread { mean, sd, ci95: [low, high] }, n, is_clear, .. } =
                difference;
            let numbers = [first.value.mean, second.value.mean].map(|mean| mean.to_string());
            let of_difference = [mean, sd, low, high].map(|value| value.to_string());
            let mut cells = vec![one.name.clone(), other.name.clone(), key(&first.measure)];
            cells.extend(numbers);
            cells.push(n.to_string());
            cells.extend(of_difference);
            cells.push(is_clear.to_string());
            cells
        });
    output::csv(&names.map(String::from), cells)
}

/// A measure as programs read it: `win.1`, `decisions`.
fn key(measure: &Measure) -> String {
    use serde_json::Value;
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match serde_json::to_value(measure).unwrap_or_default() {
        Value::Object(parts) => {
            parts.iter().map(|(name, of)| format!("{name}.{}", plain(of))).collect()
        }
        value => plain(&value),
    }
}

/// Two versions beside each other, by their numbers.
struct Beside {
    one: usize,
    other: usize,
    differences: Vec<Difference>,
}

/// One number of two versions.
struct Number<'a> {
    versions: [&'a Compare; 2],
    measured: [&'a Measured; 2],
    difference: Difference,
}

/// Each version beside the first, then what else was asked for; nothing where no deal came to an
/// end in all of them.
fn pairs(compared: &Compared) -> Vec<Beside> {
    if compared.deals == 0 {
        return Vec::new();
    }
    let with_first = compared.versions.iter().enumerate().skip(1).map(|(other, version)| {
        let differences =
            version.measures.iter().filter_map(|measured| measured.difference).collect();
        Beside { one: 0, other, differences }
    });
    let others = compared.pairs.iter().map(|pair| Beside {
        one: pair.one,
        other: pair.other,
        differences: pair.differences.clone(),
    });
    with_first.chain(others).collect()
}

impl Beside {
    fn numbers<'a>(&'a self, compared: &'a Compared) -> impl Iterator<Item = Number<'a>> {
        let versions = [&compared.versions[self.one], &compared.versions[self.other]];
        let measured =
            versions[0].measures.iter().zip(&versions[1].measures).zip(&self.differences);
        measured.map(move |((one, other), &difference)| Number {
            versions,
            measured: [one, other],
            difference,
        })
    }

    /// The numbers in words: one row where those of a team have the same.
    fn shown<'a>(
        &'a self,
        compared: &'a Compared,
        messages: &'a Messages,
    ) -> impl Iterator<Item = (Number<'a>, Shown)> {
        let rows = self.numbers(compared).zip(sides::of_measures(compared));
        rows.filter_map(|(number, seats)| {
            let shown = number.shown(compared, &seats?, messages);
            Some((number, shown))
        })
    }

    /// The names of the versions, and of the difference between them.
    fn heads(&self, messages: &Messages) -> [String; 3] {
        let (of, name) = (letter(self.one), letter(self.other));
        let less = messages.with(
            "compare-difference",
            &[("name", name.as_str().into()), ("of", of.as_str().into())],
        );
        [of, name, format!("{less} (95 %)")]
    }

    fn text(&self, compared: &Compared, messages: &Messages) -> Vec<String> {
        let [of, name, less] = self.heads(messages);
        let rows: Vec<_> = self.shown(compared, messages).collect();
        let wide = rows.iter().map(|(_, shown)| width(&shown.name)).fold(NAMES, usize::max);
        let mut lines = vec![format!("{} {of:>10} {name:>10}  {less}", pad("", wide))];
        lines.extend(rows.into_iter().map(|(number, shown)| {
            let Shown { name, one, other, difference, told } = shown;
            let difference =
                difference.map(|(mean, interval)| format!("{mean:>8} {} ", pad(&interval, 18)));
            let line = format!(
                "{} {one:>10} {other:>10}  {}{told}",
                pad(&name, wide),
                difference.unwrap_or_default()
            );
            let line = line.trim_end().to_owned();
            if number.difference.n < compared.deals {
                format!("{line}  (n {})", number.difference.n)
            } else {
                line
            }
        }));
        lines
    }

    fn html(&self, compared: &Compared, messages: &Messages) -> String {
        let [of, name, less] = self.heads(messages);
        let title = chart::escaped(&format!("{of}, {name}"));
        let heads = [String::new(), of, name, less, String::new(), "n".into()];
        let rows: Vec<_> = self
            .shown(compared, messages)
            .map(|(number, shown)| {
                let Shown { name, one, other, difference, told } = shown;
                let Difference { n, is_clear, .. } = number.difference;
                let difference = difference.map(|(mean, interval)| format!("{mean} {interval}"));
                let difference = difference.unwrap_or_default();
                vec![
                    Cell::Plain(name),
                    Cell::Plain(one),
                    Cell::Plain(other),
                    if is_clear { Cell::Clear(difference) } else { Cell::Plain(difference) },
                    Cell::Words(told),
                    Cell::Plain(n.to_string()),
                ]
            })
            .collect();
        format!("<h2>{title}</h2>\n{}", html::table(&heads, &rows))
    }
}

/// A number of two versions in words.
pub(crate) struct Shown {
    pub name: String,
    pub one: String,
    pub other: String,
    /// The mean and the interval of the difference; none where no deal makes one.
    pub difference: Option<(String, String)>,
    /// What is to be made of the difference.
    pub told: String,
}

/// The numbers of the second version beside those of the first, in the order of their measures:
/// one for each that [has a row](sides::of_measures).
pub(crate) fn second(compared: &Compared, messages: &Messages) -> Vec<Shown> {
    let beside = pairs(compared).into_iter().next();
    let shown = beside.iter().flat_map(|beside| beside.shown(compared, messages));
    shown.map(|(_, shown)| shown).collect()
}

impl Number<'_> {
    fn shown(&self, compared: &Compared, seats: &[Seat], messages: &Messages) -> Shown {
        let measure = &self.measured[0].measure;
        let (by, unit, digits) = measure::scale(measure);
        let [one, other] =
            self.measured.map(|measured| messages.decimal(by * measured.value.mean, digits) + unit);
        let Spread { mean, sd, ci95 } = self.difference.spread;
        let told = match self.difference.deals_missing {
            _ if self.difference.is_clear => "*".to_owned(),
            _ if sd == 0.0 => messages.say("compare-same"),
            Some(missing) => messages.with("compare-missing", &[("n", missing.into())]),
            None => {
                let most = messages.decimal(by * self.difference.at_most(), digits);
                messages.with("compare-none", &[("most", most.into())])
            }
        };
        let [low, high] = ci95.map(|end| by * end);
        let digits = measure::digits_apart(low, high, digits);
        let signed = |value| messages.signed(value, digits);
        let interval = || format!("({}..{})", signed(low), signed(high));
        let differs = self.difference.is_clear || sd != 0.0;
        let difference = differs.then(|| (signed(by * mean), interval()));
        Shown {
            name: measure::name(compared, &self.versions, measure, seats, messages),
            one,
            other,
            difference,
            told,
        }
    }
}
