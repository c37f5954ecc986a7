//! With the feature `bpf`, compiles the programs in `bpf/` and generates a skeleton for each.

fn main() {
    #[cfg(feature = "bpf")]
    skeletons::build();
}

#[cfg(feature = "bpf")]
mod skeletons {
    use libbpf_cargo::SkeletonBuilder;
    use std::env;
    use std::path::PathBuf;
    use std::process::Command;

    const PROGRAMS: [&str; 4] = ["tcp_ap", "cwl", "bwrtt", "acks"];

    pub(crate) fn build() {
        println!("cargo:rerun-if-changed=bpf");
        println!("cargo:rerun-if-env-changed=CLANG");
        let clang = clang();
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        for program in PROGRAMS {
            let built = SkeletonBuilder::new()
                .source(format!("bpf/{program}.bpf.c"))
                .clang(&clang)
                .clang_args(["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"])
                .build_and_generate(out.join(format!("{program}.skel.rs")));
            if let Err(error) = built {
                panic!("bpf/{program}.bpf.c with {clang}: {error:?}");
            }
        }
    }

    /// The compiler: the variable `CLANG`, otherwise `clang`, otherwise the newest of Debian's `clang-NN`.
    fn clang() -> String {
        if let Ok(clang) = env::var("CLANG") {
            return clang;
        }
        let numbered = (14..=25).rev().map(|version| format!("clang-{version}"));
        std::iter::once("clang".to_owned())
            .chain(numbered)
            .find(|name| Command::new(name).arg("--version").output().is_ok_and(|done| done.status.success()))
            .expect("the feature `bpf` of airhop-kernel needs clang: `make kernel` prints how to install it")
    }
}
