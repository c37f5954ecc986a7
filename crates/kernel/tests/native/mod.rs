//! The C of `bpf/` compiled for this machine, as a filter.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// Compiles the filter under a separate name, so that tests do not build over each other.
pub fn compile(name: &str) -> PathBuf {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("filter-{name}"));
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/native/filter.c");
    let done = Command::new(&compiler)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover=all", source, "-o"])
        .arg(&program)
        .output()
        .unwrap_or_else(|error| panic!("{compiler}: {error}"));
    assert!(done.status.success(), "{compiler}: {}", String::from_utf8_lossy(&done.stderr));
    program
}

/// Runs the filter: numbers of each line out.
pub fn run(program: &PathBuf, arguments: &[&str], input: &str) -> Vec<Vec<u64>> {
    let mut filter = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the filter starts");
    let mut stdin = filter.stdin.take().expect("piped");
    let input = input.to_owned();
    // Both pipes are finite: one thread writes while the other reads.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).expect("the filter reads"));
    let done = filter.wait_with_output().expect("the filter ends");
    writer.join().expect("it was written");
    assert!(done.status.success(), "filter {arguments:?}: {}", done.status);
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().expect("a number")).collect();
    String::from_utf8(done.stdout).expect("text").lines().map(numbers).collect()
}
