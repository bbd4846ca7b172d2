#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardrun_fuzz::targets::run("exec", bytes));
