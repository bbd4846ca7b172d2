//! Reads a record. The file may end in the middle of a line, as after a crash; everything else must
//! be right.

use super::course::Course;
use super::line::{FORMAT, Header, Line};
use crate::source::calm_json;
use std::borrow::Cow;

/// A record as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The first line of the game's course.
    pub header: Header,
    /// The course of the game: all lines but those that were taken back, from the header of the
    /// rules that it is played by now.
    pub lines: Vec<Line>,
    /// The number in the file, from 1, of each of these lines.
    pub numbers: Vec<usize>,
    /// All lines of the file, where some of them were taken back; else nothing.
    pub whole: Vec<Line>,
    /// What was left out, in words.
    pub notice: Option<String>,
    /// How many bytes of the file are good: cut it there before appending.
    pub bytes: usize,
    /// Whether those bytes end in a line break; else write one before appending.
    pub terminated: bool,
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// From 1.
    pub line: usize,
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

impl Record {
    /// All lines of the file, in their order.
    pub fn file_lines(&self) -> &[Line] {
        if self.whole.is_empty() { &self.lines } else { &self.whole }
    }

    /// Calls an action otherwise in all choices and offers.
    pub fn rename_action(&mut self, from: &str, to: &str) {
        let rename = |label: &mut String| {
            let rest = label.strip_prefix(from).map(str::to_owned);
            if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
                *label = format!("{to}{rest}");
            }
        };
        for line in &mut self.lines {
            if let Line::Choice { value, .. } = line {
                rename(value);
            } else if let Line::Offer { options, .. } = line {
                options.values_mut().flatten().for_each(rename);
            }
        }
    }

    /// How many choices were made.
    pub fn choices(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Choice { .. })).count()
    }
}

/// Reads the bytes of a record. A last line that is torn is left out, with a notice.
///
/// # Errors
/// The first line that is wrong.
pub fn read(bytes: &[u8]) -> Result<Record, ReadError> {
    let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut lines: Vec<Line> = Vec::new();
    let (mut end, mut terminated, mut notice) = (start, true, None);
    for raw in bytes[start..].split_inclusive(|&byte| byte == b'\n') {
        let whole = raw.ends_with(b"\n");
        if !whole && raw.trim_ascii().is_empty() {
            break;
        }
        match parse(raw) {
            Ok(line) => lines.push(line),
            Err(_) if !whole && !lines.is_empty() => {
                notice = Some(format!("line {} is torn and was left out", lines.len() + 1));
                break;
            }
            // It may be a game instead, or anything else.
            Err(_) if lines.is_empty() && !is_object(raw) => {
                let message = "this is no record: expected a line `{\"type\":\"game\",…}`, as \
                               `--record FILE` writes it first";
                return Err(ReadError { line: 1, message: message.into() });
            }
            Err(message) => return Err(ReadError { line: lines.len() + 1, message }),
        }
        end += raw.len();
        terminated = whole;
    }
    header(lines.first()).map_err(|message| ReadError { line: 1, message })?;
    let numbers = course(&lines)?;
    let (lines, whole) = match numbers.len() == lines.len() {
        true => (lines, Vec::new()),
        false => (numbers.iter().map(|&number| lines[number - 1].clone()).collect(), lines),
    };
    let header = header(lines.first()).map_err(|message| ReadError { line: 1, message })?;
    Ok(Record { header, lines, numbers, whole, notice, bytes: end, terminated })
}

/// The numbers of the lines that were not taken back.
fn course(lines: &[Line]) -> Result<Vec<usize>, ReadError> {
    let mut course = Course::default();
    let mut rehearsal = false;
    for (i, line) in lines.iter().enumerate() {
        let wrong = |message| ReadError { line: i + 1, message };
        match line {
            Line::Game(_) => {
                rehearsal = header(Some(line)).map_err(wrong)?.rehearsal;
                course.begin();
                course.line();
            }
            Line::Back { to } if !course.back(*to) => {
                return Err(wrong(format!(
                    "expected a line of the game as it stands to go back to, found {to}"
                )));
            }
            Line::Back { .. } => {}
            Line::Decided(_) if !rehearsal => {
                return Err(wrong(
                    "chance is decided only in a game whose first line says `\"rehearsal\":true`"
                        .into(),
                ));
            }
            Line::Start { .. }
            | Line::Shuffle { .. }
            | Line::Random { .. }
            | Line::Move { .. }
            | Line::Turn { .. }
            | Line::Reveal { .. }
            | Line::Offer { .. }
            | Line::Choice { .. }
            | Line::Said { .. }
            | Line::Say { .. }
            | Line::Mark { .. }
            | Line::Set { .. }
            | Line::Reverse { .. }
            | Line::Phase { .. }
            | Line::EndPhase { .. }
            | Line::Taken { .. }
            | Line::End(_)
            | Line::Fault { .. }
            | Line::Decided(_) => course.line(),
        }
    }
    Ok(course.numbers())
}

/// Whether a line begins like an object of JSON.
fn is_object(raw: &[u8]) -> bool {
    raw.trim_ascii().starts_with(b"{")
}

fn parse(raw: &[u8]) -> Result<Line, String> {
    let text = std::str::from_utf8(raw).map_err(|_| "this is no text in UTF-8".to_string())?;
    if text.trim().is_empty() {
        return Err("this line is empty".into());
    }
    let calm = calm_json(text.trim_end());
    let mut line = serde_json::from_str(&calm).map_err(|error| words(&error))?;
    // A file is found by its name as it is.
    if let (Line::Game(header), Cow::Owned(_)) = (&mut line, &calm)
        && let Ok(Line::Game(written)) = serde_json::from_str(text)
    {
        header.file = written.file;
    }
    Ok(line)
}

/// The library's words without its own line number, which is always 1.
fn words(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "this line is cut short".into();
    }
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    match error.is_syntax() {
        true => format!("this is no JSON: {message} (column {})", error.column()),
        // A value of the game, which may be of several kinds.
        false if message.contains("untagged enum") => {
            format!(
                "expected a yes or no, a word or a number up to {}, found something else",
                i32::MAX
            )
        }
        false => message.to_string(),
    }
}

fn header(first: Option<&Line>) -> Result<Header, String> {
    match first {
        Some(Line::Game(header)) if header.format == FORMAT => Ok(header.clone()),
        Some(Line::Game(header)) => Err(format!(
            "this is a record of format {}, and only format {FORMAT} can be read",
            header.format
        )),
        Some(_) => Err("a record begins with a line of type `game`".into()),
        None => Err("this record is empty".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"type":"game","format":1,"game":"g","cardrun":"0.1.0","rules_hash":"h","seed":7,"options":{"n":4,"w":"x","f":true},"seats":["a","b"],"cards":[{"id":0,"name":"AS","suit":"S","rank":1}]}"#;

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let more = [
            r#"{"type":"shuffle","zone":"deck","order":["AS"],"seen":[]}"#,
            r#"{"type":"random","kind":"coin","n":2,"result":1}"#,
            r#"{"type":"move","card":"9H","id":34,"from":"deck","to":"encounter","slot":0,"face":"up"}"#,
            r#"{"type":"offer","n":12,"seats":[1,10],"prompt":"action","options":{"1":["2H","KD"],"10":["pass"]}}"#,
            r#"{"type":"choice","n":12,"seat":1,"value":"KD"}"#,
            r#"{"type":"mark","card":"9H","mark":"tapped","value":true}"#,
            r#"{"type":"set","var":"called","seat":null,"value":true}"#,
            r#"{"type":"phase","name":"round","number":3}"#,
            r#"{"type":"end","scores":[31,12],"ranks":[1,2],"winners":[1],"reason":"deck empty"}"#,
        ];
        let text =
            std::iter::once(HEADER).chain(more).map(|line| format!("{line}\n")).collect::<String>();
        let record = read(text.as_bytes()).unwrap();
        let again: String = record.lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(again, text);
        assert_eq!((record.bytes, record.terminated, record.notice), (text.len(), true, None));
    }

    /// A record may come from anybody, and is shown in terminals.
    #[test]
    fn what_steers_is_a_picture() {
        let choice = r#"{"type":"choice","n":1,"seat":1,"value":"\u001b[8mK\u00fc\tD\u202e"}"#;
        let record = read(format!("{HEADER}\n{choice}\r\n").as_bytes()).unwrap();
        let Line::Choice { value, .. } = &record.lines[1] else { panic!("{:?}", record.lines) };
        assert_eq!(value, "␛[8mKü\tD\u{fffd}");
    }

    #[test]
    fn a_torn_last_line_is_left_out() {
        let good = format!("{HEADER}\n");
        let record = read(format!("{good}{{\"type\":\"cho").as_bytes()).unwrap();
        assert_eq!((record.lines.len(), record.bytes), (1, good.len()));
        assert_eq!(record.notice.as_deref(), Some("line 2 is torn and was left out"));
        let cut_in_a_letter = [good.as_bytes(), b"{\"type\":\"\xC3"].concat();
        assert!(read(&cut_in_a_letter).unwrap().notice.is_some());
    }

    #[test]
    fn a_whole_last_line_without_a_break_is_kept() {
        let record = read(HEADER.as_bytes()).unwrap();
        assert_eq!((record.lines.len(), record.terminated, record.notice), (1, false, None));
    }

    #[test]
    fn anything_else_is_an_error_with_its_line() {
        assert_eq!(error(""), "line 1: this record is empty");
        let game = error("title: Duel\nseats: 2\n");
        assert!(game.starts_with("line 1: this is no record: expected a line `"), "{game}");
        assert_eq!(error("{\n"), "line 1: this line is cut short");
        assert_eq!(error(&format!("{HEADER}\n\n{HEADER}\n")), "line 2: this line is empty");
        let unknown = error(&format!("{HEADER}\n{{\"type\":\"dance\"}}\n"));
        assert!(
            unknown.starts_with("line 2: unknown variant `dance`, expected one of `game`, `start`"),
            "{unknown}"
        );
        let phase = r#"{"type":"phase","name":"round","number":3}"#;
        assert_eq!(
            error(&format!("{phase}\n")),
            "line 1: a record begins with a line of type `game`"
        );
        let newer = HEADER.replace("\"format\":1", "\"format\":2");
        assert_eq!(
            error(&newer),
            "line 1: this is a record of format 2, and only format 1 can be read"
        );
    }
}
