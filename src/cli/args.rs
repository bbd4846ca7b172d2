//! The command line as clap reads it. Whether a game, an option or a seat exists is found out
//! later, with the game at hand.

use crate::view;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::fmt::Display;
use std::num::NonZeroU32;
use std::ops::{Bound, RangeBounds};
use std::path::PathBuf;
use std::str::FromStr;

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

Exit status: 0 done; 1 the game file has errors, a scenario of `test` failed, a player could not go on, or a record could not be kept; 2 wrong usage, or something could not be read or written; 3 the rules failed while playing."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(PlayArgs),
    Rules(RulesArgs),
    Check(CheckArgs),
    Graph(GraphArgs),
    Dump(DumpArgs),
    Resume(ResumeArgs),
    Watch(WatchArgs),
    Plays(PlaysArgs),
    Bless(BlessArgs),
    Replay(ReplayArgs),
    Sim(SimArgs),
    Solve(SolveArgs),
    Merge(MergeArgs),
    Compare(CompareArgs),
    Tournament(TournamentArgs),
    Test(TestArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
}

/// Play a game in the terminal (the same as `cardrun GAME.yaml`)
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun play games/alkekan.yaml
  cardrun play games/alkekan.yaml --seats human,human --set hand_size=5
  cardrun play games/douhar.yaml --variant beginners --seed 7 --record evening.jsonl

On a terminal with room the game has the whole screen: arrows, numbers, names and the mouse choose, ? \
shows the keys. If the screen is ever left askew, type `reset`.
With --plain, while playing: a number or the text of an option chooses it; ? helps, ?CARD or ?PLACE \
looks at one, rules shows the rules, t the table, q leaves.
Where standard input is no terminal, each line is one choice.")]
pub(crate) struct PlayArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// Who sits where, in order: `human`, or `random`, `greedy`, `mcts:500`, `mcts:200ms`,
    /// `exec:COMMAND`; seat 1 is human and the others play at random when nothing is said
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
    /// Deals the same cards again; random when not given
    #[arg(long, value_name = "N", value_parser = number(0_u64..))]
    pub(crate) seed: Option<u64>,
    /// Where the record goes; your data folder when not given
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Goes on in the edited rules whenever a file of the game is saved
    #[arg(long)]
    pub(crate) watch: bool,
    /// Who plays the games that are counted before and after an edit, one for each seat or one for
    /// all: `random` when not given
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    /// Begins at the position of a scenario, the first of its file or the one that is named; the
    /// game is a rehearsal then
    #[arg(long, value_name = "FILE[#NAME]")]
    pub(crate) from: Option<String>,
    /// Lets everybody choose for other seats (`as 2`), see all hands (`reveal`) and decide what
    /// chance does (`chance 6`); the record says so
    #[arg(long)]
    pub(crate) rehearsal: bool,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Open tables in the browser: each player has a link, and sees what its seat may see
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun serve games/*.yaml
  cardrun serve games/alkekan.yaml --addr 0.0.0.0:7777
  cardrun serve games/alkekan.yaml --watch
  cardrun serve games/*.yaml --host cards.example.org --data /srv/cards

Whoever has the owner's link, which is printed at the start, opens tables and gives out links.
Ends with Ctrl-C; started again, every table goes on where it was. docs/serving.md says more.")]
pub(crate) struct ServeArgs {
    /// The layout files of the games that can be played
    #[arg(required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// Where to listen, or a port alone; with 0.0.0.0 others in the network can reach it,
    /// unencrypted
    #[arg(long, alias = "port", value_name = "ADDRESS", default_value = "127.0.0.1:7777",
        value_parser = address)]
    pub(crate) addr: std::net::SocketAddr,
    /// Where the tables are kept; your data folder when not given
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// A name under which browsers reach it, beside addresses and `localhost`; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Opens a workbench for you: games are tried out there, and go on in the edited rules whenever
    /// a file of theirs is saved
    #[arg(long)]
    pub(crate) watch: bool,
    /// How many tables there may be at one time; each needs a few files of those that the system
    /// lets a program have
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number(1_u16..=10_000))]
    pub(crate) tables: u16,
    /// Makes another key for your own links; those from before end
    #[arg(long)]
    pub(crate) new_key: bool,
    /// About how many milliseconds bots take for a choice; 0 for none
    #[arg(long, value_name = "MS", default_value_t = 900, value_parser = number(0_u64..=60_000))]
    pub(crate) pace: u64,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Read how a game is played: its rules for people
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun rules games/alkekan.yaml
  cardrun rules games/douhar.yaml scoring --set pool=shared
  cardrun rules games/six_lots.yaml --lang fr --markdown > six_lots.md")]
pub(crate) struct RulesArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    /// Shows the part whose heading has these words in it
    pub(crate) section: Option<String>,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// For so many players
    #[arg(long, value_name = "N", value_parser = number(0_usize..))]
    pub(crate) players: Option<usize>,
    /// Writes the Markdown as it is
    #[arg(long)]
    pub(crate) markdown: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// What a game is played with.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SettingArgs {
    /// Sets an option of the game (`--set hand_size=5`); may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub(crate) set: Vec<String>,
    /// Plays a variant that the game names
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// How simulations and searches play: as machine code where this machine can run it, or
    /// interpreted; both come to the same
    #[arg(long, value_enum, default_value_t, hide_short_help = true)]
    pub(crate) engine: EngineName,
}

impl SettingArgs {
    /// A variant and options, as they would be typed.
    pub(crate) fn of<'o>(
        variant: Option<&str>,
        options: impl IntoIterator<Item = (&'o String, &'o String)>,
    ) -> SettingArgs {
        let set = options.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        SettingArgs { set, variant: variant.map(str::to_owned), ..SettingArgs::default() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    #[default]
    Native,
    Interpreted,
}

/// How a game is shown.
#[derive(Args, Debug, Default)]
pub(crate) struct ScreenArgs {
    /// Line by line, without the full screen that a terminal with room for 60x20 gets
    #[arg(long)]
    pub(crate) plain: bool,
    /// On the full screen cards do not fly
    #[arg(long)]
    pub(crate) no_motion: bool,
}

#[derive(Args, Debug, Default)]
pub(crate) struct LanguageArgs {
    /// The language of texts and messages; your system's when not given
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Fr,
    En,
}

impl From<view::Language> for Language {
    fn from(language: view::Language) -> Language {
        match language {
            view::Language::En => Language::En,
            view::Language::Fr => Language::Fr,
        }
    }
}

/// Check game files: every problem at once, each with its place
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun check games/*.yaml
  cardrun check mine.yaml --format json
  cardrun check games/douhar.yaml --about --lang fr")]
pub(crate) struct CheckArgs {
    /// The games' layout files
    #[arg(required = true)]
    pub(crate) games: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = CheckFormat::Text, conflicts_with = "about")]
    pub(crate) format: CheckFormat,
    /// Games at random that are played with each setting, to find lines that fail; at most for
    /// some seconds
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number(0_u32..),
        conflicts_with = "about")]
    pub(crate) play: u32,
    /// Shows what the game is instead: its title, seats, options, variants and notes
    #[arg(long)]
    pub(crate) about: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    Text,
    Json,
}

/// Draw the phases of a game as a graph
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun graph games/alkekan.yaml --format dot | dot -Tsvg > alkekan.svg")]
pub(crate) struct GraphArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    pub(crate) format: GraphFormat,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    Mermaid,
    Dot,
}

/// Show what a game's rules become: its units in the intermediate language
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun dump games/alkekan.yaml | less")]
pub(crate) struct DumpArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Go on with a game from its record
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun resume evening.jsonl
  cardrun resume evening.jsonl --seats human,exec:./my_bot
  cardrun resume evening.jsonl --at 12
  cardrun resume evening.jsonl --changed

With --at and --changed the game goes on in a record of its own, beside this one.
A record never starts a program: seats that programs played have to be given again.")]
pub(crate) struct ResumeArgs {
    /// The record of the game
    pub(crate) record: PathBuf,
    /// Who sits where from here on, in order, as in `cardrun play`; those of the record when
    /// nothing is said
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
    /// The game's layout file, where it is not the one that the record names
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,
    /// Goes on behind this choice, counted from 1; 0 is the beginning
    #[arg(long, value_name = "N", value_parser = number(0_usize..))]
    pub(crate) at: Option<usize>,
    /// Goes on in the rules as they are now, behind the last choice that they still allow
    #[arg(long)]
    pub(crate) changed: bool,
    /// With --changed: sets an option otherwise than it was recorded; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE", requires = "changed")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Look at a game while you edit it: after each save what is wrong, what has changed, the table,
/// numbers
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun watch games/alkekan.yaml
  cardrun watch mine.yaml --seed 7 --players greedy,random

Ends with Ctrl-C. `cardrun mine.yaml --watch` does the same while you play.")]
pub(crate) struct WatchArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// The deal of which the table is shown
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0_u64..))]
    pub(crate) seed: u64,
    /// Who plays the games that are counted, one for each seat or one for all: `random` when not
    /// given
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// List the games that were kept of a layout, and whether they still go through
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun plays games/alkekan.yaml
  cardrun plays games/alkekan.yaml --folder evenings

A game goes through if its choices can still be made and it comes to the same end.")]
pub(crate) struct PlaysArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    /// Where the records lie, if not where `cardrun play` keeps them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Make a scenario of a record: from then on `cardrun test` holds the rules to that game
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun bless evening.jsonl
  cardrun bless evening.jsonl --until 12

Writes tests/evening.yaml and tests/evening.jsonl beside the game.")]
pub(crate) struct BlessArgs {
    /// The record of the game
    pub(crate) record: PathBuf,
    /// The course up to this choice alone, counted from 1
    #[arg(long, value_name = "N", value_parser = number(1_usize..))]
    pub(crate) until: Option<usize>,
    /// The game's layout file, where it is not the one that the record names
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,
    /// Where to write, if not into `tests` beside the game
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Show a recorded game again, or verify that it follows its rules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun replay evening.jsonl
  cardrun replay evening.jsonl --as-seat 2 --step
  cardrun replay evening.jsonl --as-seat 2 --lines
  cardrun replay evening.jsonl --verify
  cardrun replay evening.jsonl --against games/alkekan.yaml

On a terminal with room the game is gone through on the whole screen: arrows go forward, back and to \
rounds, s to another seat. --plain tells it in lines.
With --against the recorded choices are made again in a game whose rules may have changed since. What \
chance did is repeated as far as it can be.
Exit status: 0 the same course and the same end; 1 another one, or the game has errors; 2 the record \
cannot be read.")]
pub(crate) struct ReplayArgs {
    /// The record of the game
    pub(crate) record: PathBuf,
    /// The game's layout file, where it is not the one that the record names
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,
    /// Plays the record through and says where it differs from the rules, if it does
    #[arg(long)]
    pub(crate) verify: bool,
    /// Makes the recorded choices in this game, whose rules may be others, and says how far they go
    #[arg(long, value_name = "GAME", conflicts_with_all = ["game", "verify", "as_seat", "step", "lines"])]
    pub(crate) against: Option<PathBuf>,
    /// Shows only what this seat could see
    #[arg(long, value_name = "N", value_parser = number(0_u8..))]
    pub(crate) as_seat: Option<u8>,
    /// Waits for Enter after each choice
    #[arg(long)]
    pub(crate) step: bool,
    /// Prints lines of a record instead: with --as-seat the record of that seat
    #[arg(long, conflicts_with_all = ["verify", "step"])]
    pub(crate) lines: bool,
    /// Tells of every event which line of the rules did it; with --lines as JSON
    #[arg(long, conflicts_with_all = ["verify", "step", "against", "as_seat"])]
    pub(crate) explain: bool,
    /// Line by line, without the full screen that a terminal with room for 60x20 gets
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Play many games without people, and report
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun sim games/alkekan.yaml --games 10000 --seed 1
  cardrun sim games/alkekan.yaml --games 1000 --set hand_size=5 --format json
  cardrun sim games/alkekan.yaml --games 500000..1000000 --out part2.json
  cardrun sim games/alkekan.yaml --games 1000 --out games.csv
  cardrun sim games/alkekan.yaml --games 2000 --lead --out report.html
  cardrun sim games/alkekan.yaml --games 200 --lead 100

Game number k depends on the file, the options, the seats, the seed and k alone: not on --jobs.
Parts of a simulation are put together by `cardrun merge`.")]
pub(crate) struct SimArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    /// How many games, or which: from a number to before another
    #[arg(long, value_name = "N|FROM..TO", value_parser = numbers_of_games)]
    pub(crate) games: (u64, u64),
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// Who sits where, in order: `random`, `greedy`, `mcts:500`, `mcts:200ms`, `exec:COMMAND`; all
    /// play at random when nothing is said
    #[arg(long, alias = "players", value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0_u64..))]
    pub(crate) seed: u64,
    /// How many games at once; as many as there are processors when not given
    #[arg(long, value_name = "N", value_parser = number(1_usize..))]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Looks at every game closely: branching, cards, options, rules that never came up; takes
    /// several times as long
    #[arg(long)]
    pub(crate) measure: bool,
    #[command(flatten)]
    pub(crate) lead: LeadArgs,
    /// Keeps the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Whether it is followed who leads.
#[derive(Args, Debug, Default)]
pub(crate) struct LeadArgs {
    /// Follows who leads when: by the score; with a number, by so many games played on at random
    /// from each option, which is slow
    #[arg(long, value_name = "PLAYOUTS", num_args = 0..=1, value_parser = number(1_u32..))]
    lead: Option<Option<u32>>,
}

impl LeadArgs {
    /// What is played on at random where the rules have no score, and nobody says how much.
    const PLAYOUTS: u32 = 20;

    /// Games to be played on at random, 0 to go by the score; `None` where nobody asked who leads.
    pub(crate) fn playouts(&self, has_score: bool) -> Option<u32> {
        self.lead.map(|playouts| playouts.unwrap_or(if has_score { 0 } else { Self::PLAYOUTS }))
    }
}

/// Where a report goes.
#[derive(Args, Debug, Default)]
pub(crate) struct OutputArgs {
    /// By the ending of --out when not given; `csv` and `parquet` have one row a game
    #[arg(long, value_enum)]
    pub(crate) format: Option<ReportFormat>,
    /// Writes the report to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Play scenarios, and say which come out otherwise than they say
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun test games/tests
  cardrun test games/tests/six_lots/effects.yaml

Exit status: 0 all is as said; 1 a scenario failed, or the game has errors; 2 a file of scenarios cannot be read.")]
pub(crate) struct TestArgs {
    /// Files of scenarios, or folders with such files
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Csv,
    Html,
    Parquet,
}

/// Where what is held against each other goes, and in which form.
#[derive(Args, Debug)]
pub(crate) struct TableOutputArgs {
    /// By the ending of --out when not given; `csv` has one row for each line of the tables
    #[arg(long, value_enum)]
    pub(crate) format: Option<TableFormat>,
    /// Writes the report to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    Csv,
    Html,
}

/// Put parts of one simulation, comparison or tournament together
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun sim games/alkekan.yaml --games 0..5000 --out a.json
  cardrun sim games/alkekan.yaml --games 5000..10000 --out b.json
  cardrun merge a.json b.json --out all.json

The result is that of the whole run, but for the time it took.")]
pub(crate) struct MergeArgs {
    /// Reports in JSON
    #[arg(required = true)]
    pub(crate) reports: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Play versions of a game on the same deals, and tell what differs
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun compare games/alkekan.yaml --with hand_size=4 --with hand_size=5 --games 2000
  cardrun compare games/alkekan.yaml --with default --with long_hands,sets=no --games 2000
  cardrun compare mine.yaml theirs.yaml --games 2000
  cardrun compare games/alkekan.yaml --restrict \"seat 1 never call\" --games 2000
  cardrun compare games/alkekan.yaml --with hand_size=3 --with hand_size=4 --with hand_size=5 --all-pairs --measure --lead --games 500

A version is a list with commas: OPTION=VALUE, a variant's name, another game file, or `default`.")]
pub(crate) struct CompareArgs {
    /// The game's layout file; with several and no --with, each is a version
    #[arg(required = true)]
    pub(crate) game: Vec<PathBuf>,
    /// A version of the game; a single one is compared with the game as it is
    #[arg(long = "with", alias = "variant", value_name = "VERSION")]
    pub(crate) with: Vec<String>,
    /// The first version once more, where a seat never or always takes an action if it has another
    /// choice
    #[arg(long, value_name = "[seat N] never|always ACTION")]
    pub(crate) restrict: Vec<String>,
    /// How many deals, or which; where the players differ, each is played in all ways round the
    /// table
    #[arg(long, value_name = "N|FROM..TO", value_parser = numbers_of_games)]
    pub(crate) games: (u64, u64),
    /// Holds every two versions against each other, not only each against the first
    #[arg(long)]
    pub(crate) all_pairs: bool,
    /// Compares options and actions too; takes several times as long
    #[arg(long)]
    pub(crate) measure: bool,
    #[command(flatten)]
    pub(crate) lead: LeadArgs,
    /// Who plays, in the order of seats: `random`, `greedy`, `mcts:500`
    #[arg(long, alias = "seats", value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0_u64..))]
    pub(crate) seed: u64,
    /// How many games at once; as many as there are processors when not given
    #[arg(long, value_name = "N", value_parser = number(1_usize..))]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) output: TableOutputArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Let players play each other, home and away, and rate them
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cardrun tournament games/alkekan.yaml --entrants \"random,random never call\" --games 1000

For games of two seats or two teams. An entrant is a kind of player, perhaps with `never ACTION` or `always ACTION` behind it.")]
pub(crate) struct TournamentArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// Who takes part
    #[arg(long, required = true, value_name = "KIND,…", value_delimiter = ',')]
    pub(crate) entrants: Vec<String>,
    /// How many deals for each pair, or which; each is played twice, with the sides changed
    #[arg(long, value_name = "N|FROM..TO", value_parser = numbers_of_games)]
    pub(crate) games: (u64, u64),
    /// How many seats, where the game can have several numbers
    #[arg(long, value_name = "N", value_parser = number(0_usize..))]
    pub(crate) table: Option<usize>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0_u64..))]
    pub(crate) seed: u64,
    /// How many games at once; as many as there are processors when not given
    #[arg(long, value_name = "N", value_parser = number(1_usize..))]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) output: TableOutputArgs,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Reads a number within these bounds, which have a first one.
fn number<N, B>(bounds: B) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync
where
    N: FromStr + PartialOrd + Display,
    B: RangeBounds<N> + Clone + Send + Sync,
{
    move |text| {
        let text = text.trim();
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let read = text.parse::<N>();
        let is_low = |least: &N| read.as_ref().is_ok_and(|number| number < least);
        if let Some(number) = text.parse::<N>().ok().filter(|number| bounds.contains(number)) {
            return Ok(number);
        }
        Err(match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a number from {least} to {most}")
            }
            (Bound::Included(least), _) if is_whole && !is_low(least) => {
                format!("expected a number from {least} that is not so large")
            }
            (Bound::Included(least), _) => format!("expected a number from {least}"),
            (Bound::Excluded(_) | Bound::Unbounded, _) => "expected a number".into(),
        })
    }
}

/// Reads how often to do what is done at least once.
fn times(text: &str) -> Result<NonZeroU32, String> {
    NonZeroU32::try_from(number(1_u32..)(text)?).map_err(|error| error.to_string())
}

/// `10000` is the games 0 to 9999, `500..800` those from 500 to 799.
fn numbers_of_games(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| {
        text.trim().parse::<u64>().map_err(|_| format!("`{text}` is no number of games"))
    };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (0, number(text)?),
    };
    if from < to { Ok((from, to)) } else { Err("expected at least one game, found none".into()) }
}

/// Find out what a small game of two players is worth, and how to play it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cardrun solve games/classics/kuhn_poker.yaml
  cardrun solve games/classics/leduc_poker.yaml --exploitability 0.0001 --format json

Only games whose positions can all be written down can be solved; of others it says how large they are.")]
pub(crate) struct SolveArgs {
    /// The game's layout file
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// How much a player who knows these strategies may win against them, on average
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = number(0.0..f64::INFINITY))]
    pub(crate) exploitability: f64,
    /// How often to improve the strategies at most
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number(1_u32..))]
    pub(crate) iterations: u32,
    /// How many positions a game may have
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = number(0_usize..))]
    pub(crate) positions: usize,
    /// What this player concedes to the best answer to how it plays, in place of a solution:
    /// `mcts:1000`
    #[arg(long, value_name = "KIND", conflicts_with_all = ["exploitability", "iterations"])]
    pub(crate) against: Option<String>,
    /// How often the player is asked in each information set
    #[arg(long, value_name = "N", default_value = "100", requires = "against", value_parser = times)]
    pub(crate) samples: NonZeroU32,
    /// The chances that the player takes
    #[arg(long, value_name = "N", default_value_t = 1, requires = "against", value_parser = number(0_u64..))]
    pub(crate) seed: u64,
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    Text,
    Json,
}

impl Command {
    pub(crate) fn language(&self) -> Option<Language> {
        match self {
            Command::Play(a) => a.language.lang,
            Command::Rules(a) => a.language.lang,
            Command::Check(a) => a.language.lang,
            Command::Graph(a) => a.language.lang,
            Command::Dump(a) => a.language.lang,
            Command::Resume(a) => a.language.lang,
            Command::Watch(a) => a.language.lang,
            Command::Plays(a) => a.language.lang,
            Command::Bless(a) => a.language.lang,
            Command::Replay(a) => a.language.lang,
            Command::Sim(a) => a.language.lang,
            Command::Solve(a) => a.language.lang,
            Command::Merge(a) => a.language.lang,
            Command::Compare(a) => a.language.lang,
            Command::Tournament(a) => a.language.lang,
            Command::Test(a) => a.language.lang,
            #[cfg(feature = "serve")]
            Command::Serve(a) => a.language.lang,
        }
    }
}

/// `127.0.0.1:7777`, `localhost:7777`, `:7777` or `7777`: without a host this machine alone.
#[cfg(feature = "serve")]
fn address(text: &str) -> Result<std::net::SocketAddr, String> {
    use std::net::{Ipv4Addr, SocketAddr};
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    let here = port.parse().ok().filter(|_| matches!(host, "" | "localhost"));
    match here {
        Some(port) => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        None => text.parse().map_err(|_| {
            format!(
                "expected a port, or an address with a port as in 127.0.0.1:7777, found `{text}`"
            )
        }),
    }
}

/// The names of the commands, for "did you mean".
pub(crate) const COMMANDS: &[&str] = &[
    "play",
    "rules",
    "check",
    "graph",
    "dump",
    "resume",
    "watch",
    "plays",
    "bless",
    "replay",
    "sim",
    "solve",
    "merge",
    "compare",
    "tournament",
    "test",
    #[cfg(feature = "serve")]
    "serve",
];

/// `cardrun GAME.yaml …` is `cardrun play GAME.yaml …`: the word is put in where the first argument
/// is no command.
pub(crate) fn with_play(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let first = arguments.get(1).map_or("--help".into(), |first| first.to_string_lossy());
    let clap_knows = COMMANDS.contains(&&*first)
        || ["help", "-h", "--help", "-V", "--version"].contains(&&*first);
    if arguments.len() > 1 && !clap_knows {
        arguments.insert(1, "play".into());
    }
    arguments
}

/// A first argument that was meant as a command, and the command that is near it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoCommand<'a> {
    pub(crate) word: &'a str,
    pub(crate) near: Option<&'static str>,
}

/// A first argument that is no file, looks like no file name, and is near a command's name or has a
/// file behind it.
pub(crate) fn no_command(arguments: &[OsString]) -> Option<NoCommand<'_>> {
    let (play, word) = (arguments.get(1)?, arguments.get(2)?.to_str()?);
    let a_file = word.contains(['.', '/', '\\'])
        || word.starts_with('-')
        || std::path::Path::new(word).exists();
    if play != "play" || a_file {
        return None;
    }
    let near = crate::diagnostic::nearest(word, COMMANDS.iter().copied());
    let has_a_file = arguments.get(3).is_some_and(|next| !next.to_string_lossy().starts_with('-'));
    (near.is_some() || has_a_file).then_some(NoCommand { word, near })
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
        let names: Vec<_> =
            Cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }

    #[cfg(feature = "serve")]
    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        let said = |text| address(text).map(|found| found.to_string());
        for text in ["7791", ":7791", "localhost:7791", "127.0.0.1:7791"] {
            assert_eq!(said(text), Ok("127.0.0.1:7791".to_owned()));
        }
        assert_eq!(said("0.0.0.0:80"), Ok("0.0.0.0:80".to_owned()));
        assert!(said("70000").is_err() && said("0.0.0.0").is_err() && said("here:80").is_err());
    }

    #[test]
    fn a_game_alone_is_played() {
        assert_eq!(with_play(line(&["cardrun", "a.yaml"])), line(&["cardrun", "play", "a.yaml"]));
        assert_eq!(with_play(line(&["cardrun", "--seed", "1", "a.yaml"]))[1], "play");
        assert_eq!(
            with_play(line(&["cardrun", "check", "a.yaml"])),
            line(&["cardrun", "check", "a.yaml"])
        );
        assert_eq!(with_play(line(&["cardrun", "--help"])), line(&["cardrun", "--help"]));
    }

    #[test]
    fn a_misspelt_command_is_no_game() {
        let near = |words: &[&str]| no_command(&with_play(line(words))).map(|found| found.near);
        assert_eq!(near(&["cardrun", "chekc", "a.yaml"]), Some(Some("check")));
        assert_eq!(near(&["cardrun", "sims.yaml"]), None);
        assert_eq!(near(&["cardrun", "belote"]), None);
    }

    #[test]
    fn what_has_a_game_behind_it_was_meant_as_a_command() {
        let near = |words: &[&str]| no_command(&with_play(line(words))).map(|found| found.near);
        assert_eq!(near(&["cardrun", "xylophone", "a.yaml"]), Some(None));
        assert_eq!(near(&["cardrun", "belote", "--seed", "1"]), None);
    }
}
