//! The command line as clap reads it. Whether a game, an option or a seat exists is found out later, with the game at hand.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Parser, Debug)]
#[command(
    name = "cardrun",
    version,
    about = "Card games written as data: play them, check them, measure them",
    override_usage = "cardrun GAME.yaml\n       cardrun <COMMAND> …",
    after_help = "Examples:
  cardrun games/alkekan.yaml                     play, you in seat 1
  cardrun check games/*.yaml                     everything that is wrong, with its place
  cardrun sim games/alkekan.yaml --games 10000   who wins, how often, how long it takes

Exit status: 0 done; 1 the game file has errors; 2 wrong usage; 3 the rules failed while playing."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Play(PlayArgs),
    Check(CheckArgs),
    Graph(GraphArgs),
    Resume(ResumeArgs),
    Replay(ReplayArgs),
    Sim(SimArgs),
    Test(TestArgs),
}

/// Play a game in the terminal (the same as `cardrun GAME.yaml`)
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun play games/alkekan.yaml
  cardrun play games/alkekan.yaml --seats human,human --set hand_size=5
  cardrun play games/douhar.yaml --variant beginners --seed 7 --record evening.jsonl

While playing: a number or the text of an option chooses it; ? helps, t shows the table, q leaves.
Where standard input is no terminal, each line is one choice.")]
pub struct PlayArgs {
    /// The game's layout file
    pub game: PathBuf,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Who sits where, in order: `human` or `random`; seat 1 is human when nothing is said
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// Deals the same cards again; random when not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Where the record goes; your data folder when not given
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// What a game is played with.
#[derive(Args, Debug, Default)]
pub struct SettingArgs {
    /// Sets an option of the game (`--set hand_size=5`); may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Plays a variant that the game names
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

#[derive(Args, Debug, Default)]
pub struct LanguageArgs {
    /// The language of texts and messages; your system's when not given
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Fr,
    En,
}

/// Check game files: every problem at once, each with its place
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun check games/*.yaml
  cardrun check mine.yaml --format json
  cardrun check games/douhar.yaml --about --lang fr")]
pub struct CheckArgs {
    /// The games' layout files
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Shows what the game is instead: its title, seats, options, variants and notes
    #[arg(long)]
    pub about: bool,
    #[command(flatten)]
    pub language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
}

/// Draw the phases of a game as a graph
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun graph games/alkekan.yaml --format dot | dot -Tsvg > alkekan.svg")]
pub struct GraphArgs {
    /// The game's layout file
    pub game: PathBuf,
    #[command(flatten)]
    pub setting: SettingArgs,
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    pub format: GraphFormat,
    #[command(flatten)]
    pub language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    Mermaid,
    Dot,
}

/// Go on with a game from its record
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun resume evening.jsonl")]
pub struct ResumeArgs {
    /// The record of the game
    pub record: PathBuf,
    /// The game's layout file, where it is not the one that the record names
    #[arg(long, value_name = "GAME")]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Show a recorded game again, or verify that it follows its rules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun replay evening.jsonl
  cardrun replay evening.jsonl --as-seat 2 --step
  cardrun replay evening.jsonl --verify")]
pub struct ReplayArgs {
    /// The record of the game
    pub record: PathBuf,
    /// The game's layout file, where it is not the one that the record names
    #[arg(long, value_name = "GAME")]
    pub game: Option<PathBuf>,
    /// Plays the record through and says where it differs from the rules, if it does
    #[arg(long)]
    pub verify: bool,
    /// Shows only what this seat could see
    #[arg(long, value_name = "N")]
    pub as_seat: Option<u8>,
    /// Waits for Enter after each choice
    #[arg(long)]
    pub step: bool,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Play many games without people, and report
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun sim games/alkekan.yaml --games 10000 --seed 1
  cardrun sim games/alkekan.yaml --games 1000 --set hand_size=5 --format json

Game number k depends on the file, the options, the seats, the seed and k alone: not on --jobs.")]
pub struct SimArgs {
    /// The game's layout file
    pub game: PathBuf,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// Who sits where, in order: `random`
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub seats: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once; as many as there are processors when not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub jobs: Option<u64>,
    #[arg(long, value_enum, default_value_t = SimFormat::Text)]
    pub format: SimFormat,
    /// Keeps the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// Play scenarios, and say which come out otherwise than they say
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun test games/tests
  cardrun test games/tests/six_lots/effects.yaml

Exit status: 0 all is as said; 1 a scenario failed; 2 a file cannot be read.")]
pub struct TestArgs {
    /// Files of scenarios, or folders with such files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimFormat {
    Text,
    Json,
    Csv,
}

impl Command {
    pub fn language(&self) -> Option<Language> {
        match self {
            Command::Play(a) => a.language.lang,
            Command::Check(a) => a.language.lang,
            Command::Graph(a) => a.language.lang,
            Command::Resume(a) => a.language.lang,
            Command::Replay(a) => a.language.lang,
            Command::Sim(a) => a.language.lang,
            Command::Test(a) => a.language.lang,
        }
    }
}

/// The names of the commands, for "did you mean".
pub const COMMANDS: [&str; 7] = ["play", "check", "graph", "resume", "replay", "sim", "test"];

/// `cardrun GAME.yaml …` is `cardrun play GAME.yaml …`: the word is put in where the first argument is no command.
pub fn with_play(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let first = arguments.get(1).and_then(|a| a.to_str()).unwrap_or("--help");
    let clap_knows = COMMANDS.contains(&first) || ["help", "-h", "--help", "-V", "--version"].contains(&first);
    if arguments.len() > 1 && !clap_knows {
        arguments.insert(1, "play".into());
    }
    arguments
}

/// A first argument that was rather meant as a command: it is no file, looks like no file name, and is near a command's name.
pub fn meant_command(arguments: &[OsString]) -> Option<&'static str> {
    let (Some(play), Some(word)) = (arguments.get(1), arguments.get(2).and_then(|a| a.to_str())) else { return None };
    let a_file = word.contains(['.', '/', '\\']) || word.starts_with('-') || std::path::Path::new(word).exists();
    (play == "play" && !a_file).then(|| crate::diagnostic::nearest(word, COMMANDS)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn line(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn clap_finds_no_fault_with_the_commands() {
        Cli::command().debug_assert();
        let names: Vec<_> = Cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }

    #[test]
    fn a_game_alone_is_played() {
        assert_eq!(with_play(line(&["cardrun", "a.yaml"])), line(&["cardrun", "play", "a.yaml"]));
        assert_eq!(with_play(line(&["cardrun", "--seed", "1", "a.yaml"]))[1], "play");
        assert_eq!(with_play(line(&["cardrun", "check", "a.yaml"])), line(&["cardrun", "check", "a.yaml"]));
        assert_eq!(with_play(line(&["cardrun", "--help"])), line(&["cardrun", "--help"]));
    }

    #[test]
    fn a_misspelt_command_is_no_game() {
        assert_eq!(meant_command(&with_play(line(&["cardrun", "chekc", "a.yaml"]))), Some("check"));
        assert_eq!(meant_command(&with_play(line(&["cardrun", "sims.yaml"]))), None);
        assert_eq!(meant_command(&with_play(line(&["cardrun", "belote"]))), None);
    }
}
