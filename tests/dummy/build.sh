#!/bin/sh
# Builds the native module with one part and one recipe more than airhop has: dummy.rs, the line that names the part, and
# the line of the recipe. Nothing else of a copy of the sources is changed. The last line printed is the module's path.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
# A target folder of its own, because the copy's crates have the names of the originals. It is kept, and so are the times of
# the files: cargo builds again only what has changed since.
export CARGO_TARGET_DIR="$root/target/dummy"
copy=$CARGO_TARGET_DIR/sources
rm -rf "$copy"
mkdir -p "$copy"
cp -rp "$root/Cargo.toml" "$root/Cargo.lock" "$root/crates" "$root/scenarios" "$copy"
transport=crates/transport/src
parts=$transport/congestion/mod.rs
recipes=$transport/catalogue/recipes.rs
cp -p "$root/tests/dummy/dummy.rs" "$copy/$transport/congestion/dummy.rs"
sed -i 's/^        sca: Sca;$/&\n        dummy: Dummy;/' "$copy/$parts"
sed -i 's/^    combination("newreno+delack")/    recipe("dummy", "a recipe of a test", "a test", \&["dummy"]).family(TCP).contends().advised(5),\n&/' \
    "$copy/$recipes"
grep -q 'dummy: Dummy;' "$copy/$parts"
grep -q 'recipe("dummy"' "$copy/$recipes"
touch -r "$root/$parts" "$copy/$parts"
touch -r "$root/$recipes" "$copy/$recipes"
cd "$copy"
# Compiling costs more than the few short runs of the test.
cargo build --package airhop-python --locked --config 'profile.dev.debug=false' --config 'profile.dev.opt-level=1' \
    --config 'profile.dev.package."*".opt-level=0' 1>&2
echo "$CARGO_TARGET_DIR/debug/libairhop_native.so"
