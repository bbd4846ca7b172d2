//! What a process has used, as Linux tells it.

use std::time::Duration;

/// Clock ticks of a second, in which Linux counts for everybody.
const TICKS: u32 = 100;

/// The time that a process has spent on processors.
pub fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
    // The name in brackets may have spaces in it.
    let (_, rest) = stat.rsplit_once(") ").expect("fields");
    let fields: Vec<&str> = rest.split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<u32>().expect("a number");
    Duration::from_secs((ticks(11) + ticks(12)).into()) / TICKS
}

/// The memory that a process has, in KB.
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
