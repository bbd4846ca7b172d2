//! What players need of the system: a clock, and programs that play.

use super::tell;
use crate::players::{Clock, Launch, Line, Tools};
use crate::source::without_steering;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long it may take to end once its game is over.
const FAREWELL: Duration = Duration::from_millis(200);

/// Between two looks at whether an answer is still wanted.
const PAUSE: Duration = Duration::from_millis(40);

/// Bytes of the longest answer: more than any label has.
const LONGEST_ANSWER: u64 = 1 << 16;

/// Answers that are kept until they are asked for. A program that writes more has to wait.
const ANSWERS_KEPT: usize = 4;

/// Letters of an answer that is told.
const ANSWER_SHOWN: usize = 60;

/// The groups of the programs that run, for whoever ends this one without further ado.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The tools of players at this machine.
pub(crate) fn tools() -> Tools {
    Tools { clock: clock(), launch: launch() }
}

/// Stops all programs that were started, with whatever they have started.
pub(crate) fn stop_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|group| stop_group(*group));
}

fn clock() -> Clock {
    let begun = Instant::now();
    Arc::new(move || begun.elapsed())
}

fn launch() -> Launch {
    Arc::new(|command, patience| Ok(Box::new(Program::start(command, patience)?)))
}

/// A program that was started, with a thread that writes to it and two that read from it: a program
/// that neither reads nor writes must not hold anybody up.
struct Program {
    child: Child,
    /// Closed when all that it writes to standard error has been told.
    asides: Receiver<Infallible>,
    /// `None` once the game is over.
    lines: Option<Sender<String>>,
    answers: Receiver<Result<String, String>>,
    /// The first line that it wrote before it was asked, or what is wrong with it.
    early: Option<Result<String, String>>,
    patience: Duration,
    /// How it ended, once that is known.
    status: Option<ExitStatus>,
}

impl Program {
    fn start(command: &str, patience: Duration) -> Result<Program, String> {
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id());
        let (lines, to_write) = channel::<String>();
        let (read, answers) = sync_channel(ANSWERS_KEPT);
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_lines(input, to_write));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_answers(BufReader::new(output), &read));
        }
        let (telling, asides) = channel();
        if let Some(errors) = child.stderr.take() {
            thread::spawn(move || tell_asides(BufReader::new(errors), telling));
        }
        let (lines, early, status) = (Some(lines), None, None);
        Ok(Program { child, asides, lines, answers, early, patience, status })
    }

    /// Waits for its end, but not for long, and stops what it has started and left behind. That
    /// comes first: as long as nobody has taken note of its end, no other group has its number.
    fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && ends(&mut self.child, FAREWELL) {
            stop_group(self.child.id());
            self.status = self.reaped();
        }
        self.status
    }

    /// Takes note of its end. From then on its number may be another one's.
    fn reaped(&mut self) -> Option<ExitStatus> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
        self.child.wait().ok()
    }

    /// How it ended, when its output has.
    fn ending(&mut self) -> String {
        match self.ended() {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its output without an answer".into(),
        }
    }
}

/// Writes the lines that come, until no more can be written: whoever does not listen any more will
/// be found not to answer.
fn write_lines(mut input: impl Write, lines: Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on each line, until nobody wants more or there are no more. A line that is too long is the
/// last one.
fn read_answers(mut output: impl BufRead, read: &SyncSender<Result<String, String>>) {
    while let Ok(Some(line)) = next_line(&mut output) {
        let is_long = line.len() as u64 > LONGEST_ANSWER;
        let answer = match is_long {
            true => Err(format!("wrote a line of more than {} KB", LONGEST_ANSWER >> 10)),
            false => Ok(without_steering(String::from_utf8_lossy(&line).trim_end())),
        };
        if read.send(answer).is_err() || is_long {
            return;
        }
    }
}

/// Tells what a program writes to standard error, where it harms no screen. `_telling` is closed
/// when there is no more.
fn tell_asides(mut errors: impl BufRead, _telling: Sender<Infallible>) {
    while let Ok(Some(line)) = next_line(&mut errors) {
        tell(&String::from_utf8_lossy(&line));
    }
}

/// The next line, or a byte more of it than an answer can have; `None` at the end.
fn next_line(output: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    output.by_ref().take(LONGEST_ANSWER + 1).read_until(b'\n', &mut line)?;
    Ok((!line.is_empty()).then_some(line))
}

impl Line for Program {
    fn send(&mut self, line: &str) {
        // An answer belongs to the question that came before it.
        if let Ok(answer) = self.answers.try_recv() {
            self.early.get_or_insert(answer);
        }
        if let Some(lines) = &self.lines {
            let _ = lines.send(format!("{line}\n"));
        }
    }

    fn receive(&mut self, wanted: &dyn Fn() -> bool) -> Result<Option<String>, String> {
        if let Some(early) = self.early.take() {
            let shown: String = early?.chars().take(ANSWER_SHOWN).collect();
            return Err(format!(
                "wrote `{shown}` before it was asked: one line is wanted for each question"
            ));
        }
        let end = Instant::now() + self.patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(PAUSE)) {
                Ok(answer) => return answer.map(Some),
                Err(RecvTimeoutError::Timeout) if !wanted() => return Ok(None),
                Err(RecvTimeoutError::Timeout) if left <= PAUSE => {
                    return Err(format!("gave no answer within {} s", self.patience.as_secs_f32()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ending()),
            }
        }
    }
}

impl Drop for Program {
    /// The end of its input tells a program that the game is over; one that goes on regardless is
    /// stopped, and so is what it has started.
    fn drop(&mut self) {
        self.lines = None;
        if self.ended().is_none() {
            stop_group(self.child.id());
            let _ = self.child.kill();
            let _ = self.reaped();
        }
        // It said its last words before it ended.
        let _ = self.asides.recv_timeout(FAREWELL);
    }
}

/// Stops what is left of a program and of those that it has started. The system's shell has the
/// word for that.
#[cfg(unix)]
fn stop_group(group: u32) {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("kill -s KILL -- -{group}"));
    let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(unix))]
fn stop_group(_group: u32) {}

/// Waits for the end of a process, but not for long; false where it goes on.
fn ends(child: &mut Child, time: Duration) -> bool {
    let end = Instant::now() + time;
    loop {
        match has_ended(child) {
            Ok(true) => return true,
            Ok(false) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(false) | Err(_) => return false,
        }
    }
}

/// Whether a process has ended, without taking note of it: its number stays its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// The system's shell reads the command, so that quotes mean what they mean there; it gives its
/// place to the program.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    // In a group of its own, so that those it starts can be stopped with it.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.arg("-c").arg(format!("exec {command}"));
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(command: &str) -> Program {
        Program::start(command, Duration::from_millis(300)).unwrap()
    }

    fn answer(program: &mut Program) -> Result<String, String> {
        program.receive(&|| true).map(Option::unwrap_or_default)
    }

    /// However long it may think: nobody waits for an answer that nobody wants.
    #[test]
    fn an_answer_is_waited_for_as_long_as_it_is_wanted() {
        let mut slow = Program::start("sleep 600", Duration::from_secs(600)).unwrap();
        let asked = std::cell::Cell::new(0);
        let wanted = || asked.replace(asked.get() + 1) < 2;
        assert_eq!(slow.receive(&wanted), Ok(None));
        assert_eq!(asked.get(), 3);
    }

    #[test]
    fn programs_answer_line_by_line() {
        let mut echo = start("cat");
        for line in ["one", "two"] {
            echo.send(line);
            assert_eq!(answer(&mut echo).as_deref(), Ok(line));
        }
    }

    #[test]
    fn silence_and_endings_are_told() {
        assert_eq!(answer(&mut start("sleep 5")).unwrap_err(), "gave no answer within 0.3 s");
        assert_eq!(
            answer(&mut start("true")).unwrap_err(),
            "ended without an answer (exit status: 0)"
        );
        assert!(
            answer(&mut start("no-such-program 2>/dev/null"))
                .unwrap_err()
                .contains("exit status: 127")
        );
    }

    #[test]
    fn an_answer_without_an_end_is_not_kept() {
        for command in ["cat /dev/zero", "head -c 300000000 /dev/zero", "sh -c 'yes | tr -d \\\\n'"]
        {
            let why = answer(&mut start(command)).unwrap_err();
            assert!(why.contains("a line of more than 64 KB"), "{command}: {why}");
        }
    }

    /// It waits until its answers are taken, instead of filling the memory.
    #[test]
    fn answers_that_nobody_asked_for_are_a_failure() {
        let mut program = start("yes 1");
        assert_eq!(answer(&mut program).as_deref(), Ok("1"));
        // The next one may be on its way still: the reader holds it as soon as the first one is
        // taken.
        while program.early.is_none() {
            program.send("question");
        }
        assert!(answer(&mut program).unwrap_err().contains("wrote `1` before it was asked"));
    }

    /// The grandchild holds the other end of the pipe: when that is closed, it has ended.
    #[test]
    fn what_a_program_has_started_is_stopped_with_it() {
        is_stopped("sh -c 'sleep 600 & echo started; wait'");
        is_stopped("sh -c 'sleep 600 & echo started'");
    }

    fn is_stopped(command: &str) {
        let (mut reader, writer) = io::pipe().unwrap();
        let mut command = shell(command);
        let child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(writer).spawn().unwrap();
        drop(command);
        let (lines, _) = channel();
        let (_, answers) = sync_channel(1);
        let (_, asides) = channel();
        let program = Program {
            child,
            asides,
            lines: Some(lines),
            answers,
            early: None,
            patience: Duration::from_millis(300),
            status: None,
        };
        drop(program);
        assert_eq!(reader.read_to_end(&mut Vec::new()).unwrap(), 0);
    }

    #[test]
    fn a_program_that_does_not_listen_holds_nobody_up() {
        let mut deaf = start("sleep 5");
        (0..100).for_each(|_| deaf.send(&"x".repeat(10_000)));
        assert!(answer(&mut deaf).is_err());
        let begun = Instant::now();
        drop(deaf);
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}
