//! A move allocates nothing once the first games have been played: the working memory of a runtime has its size then.

#[path = "common/folder.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod folder;
#[path = "common/playout.rs"]
mod playout;

use cardrun::game::Settings;
use cardrun::vm::{Generator, Silent};
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

/// Allocations of 100 games after a few that are not counted.
fn in_steady_state(name: &str) -> u64 {
    let game = folder::load(name, &Settings::default());
    let mut runtime = game.runtime();
    runtime.knowing = false;
    let (mut state, _) = runtime.start(Generator::new(0), &mut Silent);
    (0..5).for_each(|seed| play(&mut runtime, &mut state, seed));
    allocations(|| (100..200).for_each(|seed| play(&mut runtime, &mut state, seed)))
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

#[test]
fn a_hundred_games_of_alkekan_allocate_nothing() {
    assert_eq!(in_steady_state("alkekan"), 0);
}

#[test]
fn copying_into_an_old_state_allocates_nothing() {
    for name in folder::names() {
        let game = folder::load(&name, &Settings::default());
        let mut runtime = game.runtime();
        let (state, _) = runtime.start(Generator::new(1), &mut Silent);
        let (mut other, _) = runtime.start(Generator::new(2), &mut Silent);
        assert_eq!(allocations(|| other.clone_from(&state)), 0, "{name}");
        assert!(allocations(|| drop(state.clone())) <= 5, "{name}: a state is five runs of memory");
    }
}
