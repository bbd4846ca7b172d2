//! Which lines of a record are the game's course: a choice that was taken back stays in the file,
//! and so does the game as it was in other rules.

use std::ops::Range;

/// The course of a game in the lines of its record, which are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// The numbers of its lines, in runs without a gap, of which few are made by however long a
    /// game.
    runs: Vec<Range<usize>>,
    /// How many lines the file has.
    lines: usize,
}

impl Course {
    /// The course of a record that was read: the `numbers` of its lines in a file of so many
    /// `lines`.
    pub(crate) fn of(numbers: Vec<usize>, lines: usize) -> Course {
        let mut course = Course { runs: Vec::new(), lines };
        numbers.into_iter().for_each(|number| course.push(number));
        course
    }

    /// The game is told anew from the next line on.
    pub(crate) fn begin(&mut self) {
        self.runs.clear();
    }

    /// The game goes on by a line.
    pub(crate) fn line(&mut self) {
        self.lines += 1;
        self.push(self.lines);
    }

    fn push(&mut self, number: usize) {
        match self.runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            Some(_) | None => self.runs.push(number..number + 1),
        }
    }

    /// The last lines were not written: of those of the course the first `kept` were.
    pub(crate) fn unsaid(&mut self, kept: usize) {
        self.lines -= self.len() - kept;
        let mut left = kept;
        self.runs.retain_mut(|run| {
            run.end = run.end.min(run.start + left);
            left -= run.len();
            run.start < run.end
        });
    }

    /// The next line takes back what came behind the line `to`. False where that is no line of the
    /// course.
    pub(crate) fn back(&mut self, to: usize) -> bool {
        self.lines += 1;
        let Some(at) = self.runs.iter().position(|run| run.contains(&to)) else { return false };
        self.runs.truncate(at + 1);
        self.runs[at].end = to + 1;
        true
    }

    /// The number of the last of the first `kept` lines of the course.
    pub(crate) fn last_of(&self, kept: usize) -> usize {
        kept.checked_sub(1)
            .and_then(|last| self.runs.iter().cloned().flatten().nth(last))
            .unwrap_or(0)
    }

    /// How many lines the course has.
    pub(crate) fn len(&self) -> usize {
        self.runs.iter().map(Range::len).sum()
    }

    /// The number of each line of the course.
    pub(crate) fn numbers(self) -> Vec<usize> {
        self.runs.into_iter().flatten().collect()
    }
}
