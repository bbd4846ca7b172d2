//! A simulation's report as one page that needs nothing else: charts drawn in it, light and dark,
//! readable on a phone. Each measure says how to read it.

use super::chart::{Bar, bars, escaped, histogram, histograms};
use super::sides;
use super::summary::{self, Told};
use crate::cli::text::Messages;
use crate::runner::{
    Histogram, LeadMeans, Leads, Measures, PartKind, RAN_OUT, Rate, Report, RulePart, Sides,
    Spread, Use,
};
use crate::value::Seat;
use std::collections::BTreeMap;

/// How the pages look.
pub(crate) const LOOK: &str = include_str!("html.css");

/// Where a page has its look from.
#[derive(Clone, Copy)]
pub(crate) enum Style<'a> {
    /// It needs nothing else.
    Inside,
    /// It lies beside other files, at these addresses.
    Beside { look: &'a str, icon: &'a str },
}

/// The look of what says how to read something.
pub(crate) const HOW: &str = " class=\"how\"";

/// A report as a page; `told` says in words why games ended.
pub(crate) fn page(
    report: &Report,
    told: Told<'_>,
    style: Style<'_>,
    messages: &Messages,
) -> String {
    let title = escaped(report.setup.title(messages.code()));
    let page = Page { report, messages };
    let mut parts = vec![page.heading()];
    // Of games none of which came to an end there is nothing to tell but why, and what they
    // reached.
    let is_counted = report.tally.finished > 0;
    if is_counted {
        parts.extend([page.wins(), page.scores(), page.length()]);
    }
    parts.push(page.ends(told));
    if let Some(measures) = &report.measures {
        if is_counted {
            parts.extend([
                page.parts(measures),
                page.branching(measures),
                page.cards(measures),
                page.choices(measures),
            ]);
        }
        parts.push(page.coverage(measures));
    }
    let lead = report.lead.as_ref().filter(|lead| lead.drama.n > 0);
    parts.extend(lead.map(|lead| page.lead(lead)));
    document(&title, &parts.concat(), style, messages)
}

/// A whole page. `title` and `body` are HTML already.
pub(crate) fn document(title: &str, body: &str, style: Style<'_>, messages: &Messages) -> String {
    let style = match style {
        Style::Inside => format!("<style>\n{LOOK}</style>"),
        Style::Beside { look, icon } => format!(
            "<link rel=\"icon\" href=\"{icon}\">\n<link rel=\"stylesheet\" href=\"{look}\">"
        ),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n{style}\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n",
        messages.code()
    )
}

/// Paragraphs of plain text; `class` is how they look.
pub(crate) fn paragraph(lines: &[String], class: &str) -> String {
    let lines: Vec<String> =
        lines.iter().filter(|line| !line.is_empty()).map(|line| escaped(line)).collect();
    format!("<p{class}>{}</p>\n", lines.join("<br>\n"))
}

/// A cell of a table, in plain text.
pub(crate) enum Cell {
    /// A number, or what is as short as one.
    Plain(String),
    /// A number that stands out.
    Clear(String),
    /// Words, which are broken into lines where there is little room.
    Words(String),
}

/// A table of plain texts.
pub(crate) fn table(heads: &[String], rows: &[Vec<Cell>]) -> String {
    let heads: String = heads.iter().map(|head| format!("<th>{}</th>", escaped(head))).collect();
    let cell = |cell: &Cell| {
        let (class, text) = match cell {
            Cell::Plain(text) => ("", text),
            Cell::Clear(text) => (" class=\"clear\"", text),
            Cell::Words(text) => (" class=\"words\"", text),
        };
        format!("<td{class}>{}</td>", escaped(text))
    };
    let row =
        |cells: &Vec<Cell>| format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>());
    let body: String = rows.iter().map(row).collect();
    format!("<div class=\"wide\"><table>\n<tr>{heads}</tr>\n{body}</table></div>\n")
}

struct Page<'a> {
    report: &'a Report,
    messages: &'a Messages,
}

impl Page<'_> {
    fn say(&self, key: &str) -> String {
        escaped(&self.messages.say(key))
    }

    /// A heading, how to read what is under it, and that.
    fn section(&self, name: &str, body: &str) -> String {
        let (title, how) = (self.say(&format!("html-{name}")), self.say(&format!("read-{name}")));
        format!("<h2>{title}</h2>\n<p class=\"how\">{how}</p>\n{body}\n")
    }

    fn heading(&self) -> String {
        let setup = &self.report.setup;
        let version = self.messages.with(
            "html-version",
            &[
                ("cardrun", setup.cardrun.as_str().into()),
                ("hash", setup.rules_hash.as_str().into()),
                ("games", self.report.tally.played.to_string().into()),
            ],
        );
        let lines =
            [summary::heading(self.report, self.messages), summary::options(setup), version];
        [paragraph(&lines, ""), paragraph(&[self.messages.say("read-intervals")], HOW)].concat()
    }

    fn wins(&self) -> String {
        let number = self.report.setup.sides.iter().max().copied().unwrap_or(1);
        let rates = &self.report.win_rates;
        let seats = sides::rows(&self.report.setup, |one, other| {
            rates[one.index()] == rates[other.index()]
        });
        let bar = |seats: &Vec<Seat>| {
            self.bar(sides::name(seats, self.messages), rates[seats[0].index()])
        };
        let mut rows: Vec<Bar> = seats.iter().map(bar).collect();
        if !self.report.setup.cooperative {
            rows.push(self.bar(self.messages.say("html-draws"), self.report.draw_rate));
        }
        let mark = (!self.report.setup.cooperative).then(|| 1.0 / f64::from(number));
        self.section("wins", &bars(&rows, mark))
    }

    fn bar(&self, label: String, rate: Rate) -> Bar {
        Bar { label, rate, note: summary::rate(&rate, self.messages) }
    }

    fn scores(&self) -> String {
        let scores = &self.report.scores;
        if scores.is_empty() {
            return String::new();
        }
        let values: Vec<&Histogram> =
            self.report.measures.iter().flat_map(|measures| &measures.scores).collect();
        let drawn = histograms(&values, self.messages);
        let one = |seats: &Vec<Seat>| {
            let title = escaped(&sides::name(seats, self.messages));
            let drawn = drawn.get(seats[0].index()).map_or("", String::as_str);
            let spread = summary::spread(&scores[seats[0].index()], self.messages);
            format!("<h3>{title}</h3>\n<p>{spread}</p>\n{drawn}")
        };
        let seats = sides::rows(&self.report.setup, |one, other| {
            scores[one.index()] == scores[other.index()]
        });
        self.section("scores", &seats.iter().map(one).collect::<String>())
    }

    fn length(&self) -> String {
        let tally = &self.report.tally;
        let part = |line: String, values: &Histogram| {
            format!("<p>{}</p>\n{}", escaped(&line), histogram(values, self.messages))
        };
        let mut body = part(summary::decisions(self.report, self.messages), &tally.decisions);
        if let (Some(line), Some(round)) =
            (summary::rounds(self.report, self.messages), tally.round())
        {
            body.push_str(&part(line, &round.times));
        }
        self.section("length", &body)
    }

    fn ends(&self, told: Told<'_>) -> String {
        let report = self.report;
        let name = |reason: &str| {
            if reason == RAN_OUT { self.messages.say("sim-ran-its-course") } else { told(reason) }
        };
        let mut counts: Vec<(String, u64)> =
            report.end_reasons.iter().map(|(reason, n)| (name(reason), *n)).collect();
        counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        counts.extend(summary::failed(report, self.messages));
        let rows: Vec<Bar> = counts
            .into_iter()
            .map(|(label, n)| self.bar(label, Rate::of(n, report.games)))
            .collect();
        self.section("ends", &bars(&rows, None))
    }

    fn parts(&self, measures: &Measures) -> String {
        match summary::parts(measures, self.messages).as_slice() {
            [] => String::new(),
            [_, parts @ ..] => {
                let items = parts.iter().map(|part| format!("<li>{}</li>\n", escaped(part)));
                self.section("parts", &format!("<ul>\n{}</ul>\n", items.collect::<String>()))
            }
        }
    }

    fn branching(&self, measures: &Measures) -> String {
        let line = summary::branching(measures, self.messages);
        self.section(
            "branching",
            &format!("<p>{}</p>\n{}", escaped(&line), histogram(&measures.options, self.messages)),
        )
    }

    fn cards(&self, measures: &Measures) -> String {
        let table = self.uses(&measures.cards, measures.sides, true);
        self.section("cards", &self.folded(&table, measures.cards.len()))
    }

    fn choices(&self, measures: &Measures) -> String {
        let mut all = measures.actions.clone();
        all.extend(measures.values.iter().map(|(name, one)| (name.clone(), *one)));
        let table = self.uses(&all, measures.sides, false);
        self.section("choices", &self.folded(&table, all.len()))
    }

    /// Long tables are opened by who wants them.
    fn folded(&self, table: &str, rows: usize) -> String {
        if rows <= 12 {
            return table.to_owned();
        }
        let summary = escaped(&self.messages.with("html-rows", &[("n", rows.into())]));
        format!("<details><summary>{summary}</summary>\n{table}</details>\n")
    }

    /// What came up how often, who wins most with it first.
    fn uses(&self, uses: &BTreeMap<String, Use>, all: Sides, held: bool) -> String {
        let base = all.win_rate();
        let mut rows: Vec<(&String, &Use)> = uses.iter().collect();
        let key =
            |one: &Use| if held { one.held.win_rate().rate } else { one.taken.win_rate().rate };
        rows.sort_by(|a, b| key(b.1).total_cmp(&key(a.1)).then(a.0.cmp(b.0)));
        let columns: &[&str] = if held { &["held", "held-wins"] } else { &[] };
        let columns = columns.iter().chain(&["offered", "chosen", "taken", "taken-wins"]);
        let heads: String = columns
            .map(|column| format!("<th>{}</th>", self.say(&format!("html-{column}"))))
            .collect();
        let line = |(name, one): (&String, &Use)| {
            let mut cells = String::new();
            if held {
                cells.push_str(&format!(
                    "<td>{}</td>{}",
                    one.held.n,
                    win_cell(one.held, base.rate, self.messages)
                ));
            }
            let share = if one.offered == 0 {
                "-".into()
            } else {
                summary::rate(&one.choice_rate(), self.messages)
            };
            let taken = format!(
                "<td>{}</td>{}",
                one.taken.n,
                win_cell(one.taken, base.rate, self.messages)
            );
            format!(
                "<tr><td>{}</td>{cells}<td>{}</td><td>{share}</td>{taken}</tr>\n",
                escaped(name),
                one.offered
            )
        };
        let body: String = rows.into_iter().map(line).collect();
        let base = escaped(
            &self
                .messages
                .with("html-base", &[("rate", summary::rate(&base, self.messages).into())]),
        );
        let name = self.say("html-name");
        format!(
            "<p>{base}</p>\n<div class=\"wide\"><table>\n<tr><th>{name}</th>{heads}</tr>\n{body}</table></div>\n"
        )
    }

    fn lead(&self, lead: &Leads) -> String {
        let lines: String = summary::lead_means(lead, self.messages)
            .iter()
            .map(|line| format!("<li>{}</li>\n", escaped(line)))
            .collect();
        let tenth = |(i, mean): (usize, &Spread)| {
            let Spread { mean, ci95: [low, high], .. } = *mean;
            let rate = Rate { rate: mean, low: low.clamp(0.0, 1.0), high: high.clamp(0.0, 1.0) };
            self.bar(self.messages.with("lead-tenth", &[("n", (i + 1).into())]), rate)
        };
        let course: Vec<Bar> = LeadMeans::from(lead).course.iter().enumerate().map(tenth).collect();
        let drawn = if course.is_empty() { String::new() } else { bars(&course, None) };
        self.section("lead", &format!("<ul>\n{lines}</ul>\n{drawn}"))
    }

    fn coverage(&self, measures: &Measures) -> String {
        let never = measures.never();
        let line = |part: &&RulePart| {
            let name = if part.kind == PartKind::Line {
                String::new()
            } else {
                self.say(summary::kind(part.kind)) + " "
            };
            let place = format!("{}:{}", part.file, part.line);
            format!("<li>{}: {name}<code>{}</code></li>\n", escaped(&place), escaped(&part.name))
        };
        let list: String = never.iter().map(line).collect();
        let count = escaped(&summary::covered(measures, self.report.games, self.messages));
        self.section("coverage", &format!("<p>{count}</p>\n<ul>\n{list}</ul>\n"))
    }
}

/// A share of wins, marked where its interval leaves out what all sides win.
fn win_cell(sides: Sides, base: f64, messages: &Messages) -> String {
    if sides.n == 0 {
        return "<td>-</td>".into();
    }
    let rate = sides.win_rate();
    let class = if rate.contains(base) { "" } else { " class=\"clear\"" };
    format!("<td{class}>{}</td>", summary::rate(&rate, messages))
}
