//! The command `cardrun`: everything is in `cardrun::cli`.

fn main() -> std::process::ExitCode {
    cardrun::cli::main(std::env::args_os())
}
