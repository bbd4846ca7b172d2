//! Routines as text, one operation a line.

use super::{
    Argument, Block, Frame, Inst, Module, Place, Reg, Routine, SetPlace, Tallied, Terminator,
};
use crate::program::Program;
use crate::program::code::Pc;
use crate::value::NONE;
use std::fmt::{self, Display, Formatter};

/// A program's routines, each under the name of its unit, and its tallies. Beside each block of a
/// unit stands the instruction that its side exits lead to.
pub fn print(program: &Program, module: &Module) -> String {
    let units = module.routines.ids().map(|unit| {
        let name = &program.units[unit].name;
        routine(&format!("unit {} {name}", unit.index()), &module.routines[unit])
    });
    let tallies = module.tallies.iter().map(|tally| {
        let name = match tally.of {
            Tallied::Number(number) => {
                let is_score = program.score.is_some_and(|score| score.value == number);
                if is_score { "score".into() } else { "value".into() }
            }
            Tallied::Test(test) => format!("test {}", test.index()),
            Tallied::Set(set) => format!("set {}", set.index()),
        };
        routine(&name, &tally.routine)
    });
    units.chain(tallies).collect::<Vec<_>>().join("\n")
}

fn routine(name: &str, Routine { entries, blocks, registers, frames, .. }: &Routine) -> String {
    let mut text = format!("{name}: {} registers\n", registers.len());
    for block in blocks.ids() {
        let Block { pc, frame, insts, end } = &blocks[block];
        let entered = entries.iter().any(|&(_, entry)| entry == block);
        let entered = if entered { ", entered" } else { "" };
        let inside = frame.map_or(String::new(), |frame| {
            let Frame { unit, me, .. } = &frames[frame];
            format!(", inside, unit {} as {me}", unit.index())
        });
        let at = match *pc {
            Pc::NOWHERE => String::new(),
            pc => format!(" (at {}{inside}{entered})", pc.index()),
        };
        text += &format!("  b{}{at}\n", block.index());
        for inst in insts {
            text += &format!("    {}\n", Shown(inst));
        }
        text += &format!("    {end}\n");
    }
    text
}

struct Shown<'a>(&'a Inst);

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.index())
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Place::State(at) => write!(f, "state[{at}]"),
            Place::Indexed(at, by) => write!(f, "state[{at} + {by}]"),
            Place::Local(at) => write!(f, "local[{at}]"),
            Place::LocalIndexed(at, by) => write!(f, "local[{at} + {by}]"),
        }
    }
}

impl Display for SetPlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SetPlace::State(at) => write!(f, "sets[{at}]"),
            SetPlace::Indexed(at, by) => write!(f, "sets[{at} + {by}]"),
            SetPlace::Local(at) => write!(f, "local set[{at}]"),
        }
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Terminator::Jump(to) => write!(f, "jump b{}", to.index()),
            Terminator::If { test, then, otherwise } => {
                write!(f, "if {test} b{} else b{}", then.index(), otherwise.index())
            }
            Terminator::Exit => f.write_str("exit"),
            Terminator::Return => f.write_str("return"),
            Terminator::Tallied => f.write_str("tallied"),
            Terminator::Open => f.write_str("open"),
        }
    }
}

/// The words for an operation that is told by its name alone.
fn word(name: impl fmt::Debug) -> String {
    let name = format!("{name:?}");
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

fn members(set: &crate::value::Bits) -> String {
    let members: Vec<String> = set.iter().map(|member| member.to_string()).collect();
    format!("{{{}}}", members.join(" "))
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Num { local, from } | Argument::Set { local, from } => {
                write!(f, "local[{local}] = {from}")
            }
            Argument::Words { local, from, words } => {
                write!(f, "local[{local}] = {words} from {from}")
            }
        }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Inst::Const { to, value: NONE } => write!(f, "{to} = none"),
            Inst::Const { to, value } => write!(f, "{to} = {value}"),
            Inst::Copy { to, from } | Inst::SetCopy { to, from } => write!(f, "{to} = {from}"),
            Inst::Read { to, of } => write!(f, "{to} = {}", word(of)),
            Inst::Write { of, from } => write!(f, "{} = {from}", word(of)),
            Inst::Impersonate { seat } => write!(f, "as {seat}"),
            Inst::Load { to, from } => write!(f, "{to} = {from}"),
            Inst::Store { to, from } => write!(f, "{to} = {from}"),
            Inst::Clear { at, words } => write!(f, "clear {words} from {at}"),
            Inst::Binary { op, to, left, right } => {
                write!(f, "{to} = {} {left} {right}", word(op))
            }
            Inst::Checked { op, to, left, right } => {
                write!(f, "{to} = checked {} {left} {right}", word(op))
            }
            Inst::Select { to, test, then, otherwise }
            | Inst::SetSelect { to, test, then, otherwise } => {
                write!(f, "{to} = select {test} {then} {otherwise}")
            }
            Inst::Attribute { to, table, card } => {
                write!(f, "{to} = attribute {} of {card}", table.index())
            }
            Inst::Lookup { to, table, index } => write!(f, "{to} = {table:?}[{index}]"),
            Inst::Lies { to, what, of, .. } => write!(f, "{to} = {} {of}", word(what)),
            Inst::LowestBit { to, of } => write!(f, "{to} = lowest-bit {of}"),
            Inst::HighestBit { to, of } => write!(f, "{to} = highest-bit {of}"),
            Inst::SetConst { to, set } => write!(f, "{to} = {}", members(set)),
            Inst::SetLoad { to, from } => write!(f, "{to} = {from}"),
            Inst::SetStore { to, from } => write!(f, "{to} = {from}"),
            Inst::SetBinary { op, to, left, right } => {
                write!(f, "{to} = {} {left} {right}", word(op))
            }
            Inst::One { to, member } => write!(f, "{to} = one {member}"),
            Inst::Insert { set, member } => write!(f, "insert {member} into {set}"),
            Inst::TakeFirst { to, set } => write!(f, "{to} = take-first {set}"),
            Inst::Nth { to, set, n } => write!(f, "{to} = nth {set} {n}"),
            Inst::Measure { to, what, set } => {
                write!(f, "{to} = {} {set}", word(what))
            }
            Inst::Contains { to, set, member } => write!(f, "{to} = contains {set} {member}"),
            Inst::SameSet { to, left, right } => write!(f, "{to} = same-set {left} {right}"),
            Inst::Subset { to, left, right } => write!(f, "{to} = subset {left} {right}"),
            Inst::MaskOf { to, masks, index } => {
                let sets = masks.sets.iter().map(members).collect::<Vec<_>>();
                write!(f, "{to} = masks from {} {}[{index}]", masks.first, sets.join(" "))
            }
            Inst::Bind { temp, from } => write!(f, "bind t{} {from}", temp.index()),
            Inst::Recall { to, temp } | Inst::SetRecall { to, temp } => {
                write!(f, "{to} = recall t{}", temp.index())
            }
            Inst::Spend { amount } => write!(f, "spend {amount}"),
            Inst::Call { helper, to, arguments, sets } => {
                to.iter().try_for_each(|to| write!(f, "{to} = "))?;
                write!(f, "call {}", word(helper))?;
                arguments.iter().chain(sets).flatten().try_for_each(|reg| write!(f, " {reg}"))
            }
            Inst::Carry { card, from, to, under, up } => {
                let (end, side) =
                    (if *under { "under" } else { "on" }, if *up { "up" } else { "down" });
                write!(f, "carry {card}")?;
                from.iter().try_for_each(|from| write!(f, " from {from}"))?;
                write!(f, " {end} {to} face {side}")
            }
            Inst::Room { unit } => write!(f, "room for unit {}", unit.index()),
            Inst::Run { unit, back, me, arguments } => {
                write!(f, "run unit {} as {me}, back at {}", unit.index(), back.index())?;
                arguments.iter().try_for_each(|argument| write!(f, ", {argument}"))
            }
            Inst::Tally { seat, from } => write!(f, "tally of seat {}: {from}", seat.shown()),
            Inst::SetTally { from } => write!(f, "tally: {from}"),
            Inst::Scored => f.write_str("scored"),
            Inst::CountUp { at } => write!(f, "count up state[{at}]"),
            Inst::Enters { phase } => write!(f, "enter phase {}", phase.index()),
        }
    }
}
