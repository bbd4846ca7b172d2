# List the recipes.
default:
    @just --list

# What the continuous integration runs.
ci:
    .ci/run

# Build and test the Python package, with maturin's options: `just python --release`.
python *ARGS:
    python/check {{ARGS}}

# Play tables in Chromium, or the tests with this in their names: `just browser games::`.
browser *ARGS:
    browser/check {{ARGS}}

# Open a thousand tables and play them: what that costs the server, and another one.
load:
    browser/load/compare

# Accept new snapshots; read them first.
accept:
    INSTA_UPDATE=always cargo test

# Fail on snapshots that no test uses any more (needs cargo-insta).
unused-snapshots:
    cargo insta test --unreferenced=reject

# Time playouts, clones, loading.
bench *ARGS:
    cargo bench {{ARGS}}

# From a save to the table: how long until a game in progress stands on the screen again.
latency *ARGS:
    cargo bench --bench latency {{ARGS}}

# Count the instructions of fixed games anew, for `benches/instructions.txt` (needs valgrind).
instructions:
    CARDRUN_COUNT_ANEW=1 cargo test --test it instructions
    CARDRUN_COUNT_ANEW=1 cargo test --release --test it instructions

# Compare a thousand games of every game file, under every option, with the plain reference.
reference:
    cargo test --release --test it reference -- --ignored --nocapture

# Play a hundred thousand pairs of worlds that a seat cannot tell apart, and compare all that the seat is given.
leaks:
    cargo test --release --test it leaks -- --ignored --nocapture

# Run the commands of the studies, and look for each number of their tables in what comes of them.
studies:
    cargo test --release --test it studies_say -- --ignored --nocapture

# Play a hundred thousand matches of the King's Attack, in all its variants.
matches:
    cargo test --release --test it attaque_du_roi -- --ignored --nocapture

# Draw the phases of a game.
graph GAME:
    cargo run --release -- graph {{GAME}}

# Give a target of `fuzz/` bytes, for ever or as libFuzzer is told: `just fuzz layout -runs=1000000` (needs cargo-fuzz; see fuzz/README.md).
fuzz TARGET *ARGS:
    fuzz/run {{TARGET}} {{ARGS}}

# Check bans, licences, sources (needs cargo-deny).
deny:
    cargo deny check bans licenses sources

# Check whether anything is known against what the project depends on (needs cargo-deny, and the network).
advisories:
    cargo deny check advisories

# Kill a game a thousand times in the middle of play, and look at what is left.
kills:
    cargo test --release --test it durable:: -- --ignored --nocapture

# Write twenty thousand games by chance, and compare what is fast with the reference in each.
chance:
    cargo test --release --test it corpora::many -- --ignored --nocapture

# Who beats whom, and by how much: players of all strengths against each other.
ladder GAME="games/alkekan.yaml" GAMES="200":
    cargo run --release -- tournament {{GAME}} --entrants random,greedy,mcts:100,mcts:1000 --games {{GAMES}}

# Press keys at random on a pseudo-terminal, a thousand runs with changes of its size.
keys:
    cargo test --release --test it terminal:: -- --ignored --nocapture
