#!/bin/sh
# Builds the native module with one part and one recipe more than airhop has: dummy.rs, the line that names the part, and
# the line of the recipe. Nothing else of a copy of the sources is changed.
#
#     tests/dummy/build.sh FOLDER    the copy and what is built go there; the last line printed is the module's path
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
copy=$(cd "$1" && pwd)
rm -rf "$copy/crates" "$copy/scenarios"
cp -r "$root/Cargo.toml" "$root/Cargo.lock" "$root/crates" "$root/scenarios" "$copy"
transport=$copy/crates/transport/src
cp "$root/tests/dummy/dummy.rs" "$transport/congestion/dummy.rs"
sed -i 's/^        sca: Sca;$/&\n        dummy: Dummy;/' "$transport/congestion/mod.rs"
sed -i 's/^    combination("newreno+delack")/    recipe("dummy", "a recipe of a test", "a test", \&["dummy"]).family(TCP).contends().advised(5),\n&/' \
    "$transport/catalogue/recipes.rs"
grep -q 'dummy: Dummy;' "$transport/congestion/mod.rs"
grep -q 'recipe("dummy"' "$transport/catalogue/recipes.rs"
cd "$copy"
# Faster to build than a release, and fast enough for a few runs.
CARGO_TARGET_DIR=$copy/target cargo ${DUMMY_CARGO:-build} -p airhop-python --release \
    --config 'profile.release.lto=false' --config 'profile.release.codegen-units=16' 1>&2
echo "$copy/target/release/libairhop_native.so"
