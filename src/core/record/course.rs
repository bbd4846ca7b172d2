//! Which lines of a record are the game's course: a choice that was taken back stays in the file,
//! and so does the game as it was in other rules.

/// The course of a game in the lines of its record, which are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// The number of each line of the course.
    numbers: Vec<usize>,
    /// How many lines the file has.
    lines: usize,
}

impl Course {
    /// The course of a record that was read: the `numbers` of its lines in a file of so many
    /// `lines`.
    pub(crate) fn of(numbers: Vec<usize>, lines: usize) -> Course {
        Course { numbers, lines }
    }

    /// The game is told anew from the next line on.
    pub(crate) fn begin(&mut self) {
        self.numbers.clear();
    }

    /// The game goes on by a line.
    pub(crate) fn line(&mut self) {
        self.lines += 1;
        self.numbers.push(self.lines);
    }

    /// The last lines were not written: of those of the course the first `kept` were.
    pub(crate) fn unsaid(&mut self, kept: usize) {
        self.lines -= self.numbers.len() - kept;
        self.numbers.truncate(kept);
    }

    /// The next line takes back what came behind the line `to`. False where that is no line of the
    /// course.
    pub(crate) fn back(&mut self, to: usize) -> bool {
        self.lines += 1;
        let Ok(at) = self.numbers.binary_search(&to) else { return false };
        self.numbers.truncate(at + 1);
        true
    }

    /// The number of the last of the first `kept` lines of the course.
    pub(crate) fn last_of(&self, kept: usize) -> usize {
        kept.checked_sub(1).and_then(|last| self.numbers.get(last)).copied().unwrap_or(0)
    }

    /// How many lines the course has.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The number of each line of the course.
    pub(crate) fn numbers(self) -> Vec<usize> {
        self.numbers
    }
}
