//! What players need of the system: a clock, and programs that play.

use crate::players::{Clock, Launch, Line, Tools};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long it may take to end once its game is over.
const FAREWELL: Duration = Duration::from_millis(200);

/// The tools of players at this machine.
pub fn tools() -> Tools {
    Tools { clock: clock(), launch: launch() }
}

fn clock() -> Clock {
    let begun = Instant::now();
    Arc::new(move || begun.elapsed())
}

fn launch() -> Launch {
    Arc::new(|command, patience| Ok(Box::new(Program::start(command, patience)?)))
}

/// A program that was started, with a thread that writes to it and one that reads from it: a program that neither reads nor writes
/// must not hold anybody up.
struct Program {
    child: Child,
    /// `None` once the game is over.
    lines: Option<Sender<String>>,
    answers: Receiver<String>,
    patience: Duration,
}

impl Program {
    fn start(command: &str, patience: Duration) -> Result<Program, String> {
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (lines, to_write) = channel::<String>();
        let (read, answers) = channel();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                // Whoever does not listen any more will be found not to answer.
                while let Ok(line) = to_write.recv() {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    match output.read_until(b'\n', &mut line) {
                        Ok(n) if n > 0 => {
                            if read.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                                break;
                            }
                        }
                        Ok(_) | Err(_) => break,
                    }
                }
            });
        }
        Ok(Program { child, lines: Some(lines), answers, patience })
    }

    /// How it ended, when its output has.
    fn ending(&mut self) -> String {
        match wait(&mut self.child, FAREWELL) {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its output without an answer".into(),
        }
    }
}

impl Line for Program {
    fn send(&mut self, line: &str) {
        if let Some(lines) = &self.lines {
            let _ = lines.send(format!("{line}\n"));
        }
    }

    fn receive(&mut self) -> Result<String, String> {
        match self.answers.recv_timeout(self.patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(format!("gave no answer within {} s", self.patience.as_secs_f32())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ending()),
        }
    }
}

impl Drop for Program {
    /// The end of its input tells a program that the game is over; one that goes on regardless is stopped.
    fn drop(&mut self) {
        self.lines = None;
        if wait(&mut self.child, FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Waits for the end of a process, but not for long.
fn wait(child: &mut Child, time: Duration) -> Option<std::process::ExitStatus> {
    let end = Instant::now() + time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// The system's shell reads the command, so that quotes mean what they mean there; it gives its place to the program.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
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

    #[test]
    fn programs_answer_line_by_line() {
        let mut echo = start("cat");
        for line in ["one", "two"] {
            echo.send(line);
            assert_eq!(echo.receive().as_deref(), Ok(line));
        }
    }

    #[test]
    fn silence_and_endings_are_told() {
        assert_eq!(start("sleep 5").receive().unwrap_err(), "gave no answer within 0.3 s");
        assert_eq!(start("true").receive().unwrap_err(), "ended without an answer (exit status: 0)");
        assert!(start("no-such-program 2>/dev/null").receive().unwrap_err().contains("exit status: 127"));
    }

    #[test]
    fn a_program_that_does_not_listen_holds_nobody_up() {
        let mut deaf = start("sleep 5");
        (0..100).for_each(|_| deaf.send(&"x".repeat(10_000)));
        assert!(deaf.receive().is_err());
        let begun = Instant::now();
        drop(deaf);
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}
