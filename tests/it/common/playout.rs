//! One game by random choices, through the runtime's public steps, in memory that is used again.

use cardrun::vm::{Generator, Runtime, Silent, State, Stop};

pub fn play(runtime: &mut Runtime<'_>, state: &mut State, seed: u64) {
    let mut generator = Generator::stream(seed, 1);
    let mut stop =
        runtime.restart(state, Generator::new(seed), &mut Silent).expect("a first choice");
    while stop != Stop::Over {
        while let Some(seat) = state.pending().lowest() {
            let options = runtime.options(state, seat).expect("options");
            let choice = options[generator.below(options.len() as u32) as usize];
            runtime.choose(state, seat, &choice, &mut Silent).expect("an option that was offered");
        }
        stop = runtime.run(state, &mut Silent).expect("another choice");
    }
}
