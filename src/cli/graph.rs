//! `cardrun graph`: the phases of a game and what each is made of, for a program that draws.

use super::args::{GraphArgs, GraphFormat};
use super::load::load;
use super::words::Words;
use super::{Done, put};
use crate::program::Program;

pub fn run(args: &GraphArgs, words: &Words) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, words)?;
    put(&match args.format {
        GraphFormat::Mermaid => mermaid(game.program()),
        GraphFormat::Dot => dot(game.program()),
    });
    Ok(())
}

/// Each phase with one that is a part of it.
fn edges(program: &Program) -> impl Iterator<Item = (&str, &str)> {
    let name = |phase: u16| program.phases[phase as usize].name.as_str();
    program.phases.iter().flat_map(move |phase| phase.children.iter().map(move |&c| (phase.name.as_str(), name(c))))
}

fn mermaid(program: &Program) -> String {
    // The prefix keeps a phase from being one of Mermaid's own words, such as `end`.
    let lines = edges(program).map(|(a, b)| format!("  p_{a}[{a}] --> p_{b}[{b}]\n"));
    format!("flowchart TD\n{}", lines.collect::<String>())
}

fn dot(program: &Program) -> String {
    let lines = edges(program).map(|(a, b)| format!("  \"{a}\" -> \"{b}\";\n"));
    format!("digraph \"{}\" {{\n{}}}\n", program.id, lines.collect::<String>())
}
