//! A move allocates nothing once the first games have been played: the working memory of a runtime
//! has its size then.

use crate::common::folder;
use crate::common::playout;

use cardrun::game::Settings;
use cardrun::vm::{Dice, Generator, Silent, Stop};
use playout::play;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts what this thread asks for.
struct Counting;

thread_local! {
    // Without a destructor and with a constant, so that counting allocates nothing itself.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // Gone while a thread ends: nobody counts any more then.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

/// Allocations of 100 games after a few that are not counted: asked choice by choice, and answered
/// at once.
fn in_steady_state(name: &str) -> [u64; 2] {
    let game = folder::load_from_root(name, &Settings::default());
    game.warm_up();
    let mut runtime = game.runtime();
    runtime.knowing = false;
    let (mut state, _) = runtime.start(Generator::new(0), &mut Silent);
    (0..5).for_each(|seed| play(&mut runtime, &mut state, seed));
    let asked = allocations(|| (100..200).for_each(|seed| play(&mut runtime, &mut state, seed)));
    runtime.answer_with(Some(Dice::for_all(Generator::new(1), u64::MAX)));
    let mut answered = |seed| {
        let stop = runtime.restart(&mut state, Generator::new(seed), &mut Silent);
        assert_eq!(stop, Ok(Stop::Over), "{name}");
    };
    (0..5).for_each(&mut answered);
    [asked, allocations(|| (100..200).for_each(answered))]
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

#[test]
fn games_allocate_nothing() {
    let classics = folder::all().into_iter().filter(|name| name.starts_with("games/classics/"));
    let others = ["games/alkekan", "games/variants/buried_loot", "docs/studies/alkekan/no_call"]
        .map(String::from);
    for name in classics.chain(others) {
        assert_eq!(in_steady_state(&name), [0, 0], "{name}");
    }
}

/// The most memory that a process has had, in kilobytes, from when it starts to shortly before it
/// ends.
#[cfg(target_os = "linux")]
#[allow(clippy::disallowed_methods, reason = "a test looks at a process")]
fn most_memory(games: u32) -> u64 {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cardrun"))
        .args(["sim", "games/alkekan.yaml", "--jobs", "1", "--games", &games.to_string()])
        .current_dir(folder::root())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the command");
    let mut most = 0;
    while child.try_wait().expect("a child").is_none() {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = line
            .and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok())
            .unwrap_or(most)
            .max(most);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    most
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_thousand_games_need_no_more_memory_than_a_thousand() {
    let [few, many] = [1_000, 100_000].map(most_memory);
    assert!(few > 1_000, "nothing was measured: {few} kB");
    assert!(
        many < 50_000 && many < few + 2_000,
        "{few} kB for a thousand games, {many} kB for a hundred thousand"
    );
}

#[test]
fn copying_into_an_old_state_allocates_nothing() {
    for name in folder::all() {
        let game = folder::load_from_root(&name, &Settings::default());
        let mut runtime = game.runtime();
        let (state, _) = runtime.start(Generator::new(1), &mut Silent);
        let (mut other, _) = runtime.start(Generator::new(2), &mut Silent);
        assert_eq!(allocations(|| other.clone_from(&state)), 0, "{name}");
        assert!(allocations(|| drop(state.clone())) <= 5, "{name}: a state is five runs of memory");
    }
}
