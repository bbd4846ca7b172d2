//! The command `cardrun`: everything is in `cardrun::cli`.

/// Gives memory for all that is asked for: a server of tables asks for it hundreds of times a move.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cardrun::cli::main(std::env::args_os())
}
