//! No import circles: what a module of a crate needs lies in the layers below it.
//!
//! A module is a file, and the `mod.rs` of a folder is one too. It needs the modules whose items it imports, hands on or
//! names by a path; to declare a module alone, as `mod output;`, is not to need it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates without circles.
const CRATES: &[&str] = &["base", "transport", "wired", "wireless", "routing", "sim"];

/// The place of a module in its crate: `["pacing", "tcp_ap"]`; empty for `lib.rs`.
type Module = Vec<String>;

fn child(module: &[String], name: &str) -> Module {
    [module, &[name.to_owned()]].concat()
}

/// The modules of a crate with their code, without files of tests.
fn modules(folder: &Path, place: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        if path.is_dir() {
            modules(&path, &child(place, stem), found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !stem.ends_with("tests") {
            let module = if matches!(stem, "lib" | "mod") { place.clone() } else { child(place, stem) };
            found.insert(module, code(&fs::read_to_string(&path).expect("a source file")));
        }
    }
}

/// The code of a file: without comments, and up to its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn words(path: &str) -> Vec<String> {
    path.split("::").map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The paths that a tree of imports names: `a::{b, c::d}` names `a::b` and `a::c::d`.
fn flattened(tree: &str) -> Vec<Vec<String>> {
    let Some((stem, inner)) = tree.split_once('{') else {
        return vec![words(tree.split(" as ").next().unwrap_or_default())];
    };
    let inner = inner.trim().strip_suffix('}').expect("a closed brace");
    let (mut depth, mut begun, mut branches) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                branches.push(&inner[begun..at]);
                begun = at + 1;
            }
            _ => {}
        }
    }
    branches.push(&inner[begun..]);
    let branches = branches.into_iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(flattened).map(|path| [words(stem), path].concat()).collect()
}

/// The paths that code names: of imports, inside of it, and of the list of a `parts!`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let is_start = |before: &str| {
        let line = before.rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')')
    };
    for (at, _) in code.match_indices("use ").filter(|(at, _)| is_start(&code[..*at])) {
        let tree = code[at + 4..].split(';').next().unwrap_or_default();
        found.extend(flattened(tree.trim()));
    }
    let is_part_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    for path in code.split(|letter: char| !is_part_of_path(letter)).filter(|path| path.contains("::")) {
        found.push(words(path));
    }
    if let Some((_, list)) = code.split_once("parts! {") {
        let list = list.split("\n}").next().unwrap_or_default();
        found.extend(list.lines().filter_map(|line| line.trim().split_once(": ")).map(|(module, _)| words(module)));
    }
    found
}

/// The other module that a path in `module` leads into, if it is one of the crate's.
fn target(module: &Module, path: &[String], all: &BTreeMap<Module, String>) -> Option<Module> {
    let (mut place, path) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (module.clone(), &path[1..]),
        "super" => (module.clone(), path),
        first if all.contains_key(&child(module, first)) => (module.clone(), path),
        _ => return None,
    };
    for word in path {
        if word == "super" {
            place.pop();
        } else if all.contains_key(&child(&place, word)) {
            place.push(word.clone());
        } else {
            break;
        }
    }
    Some(place).filter(|place| place != module)
}

/// A circle that can be reached from the last module of `way`, if there is one.
fn circle(
    module: &Module,
    needs: &BTreeMap<Module, BTreeSet<Module>>,
    way: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
) -> Option<Vec<Module>> {
    if let Some(start) = way.iter().position(|passed| passed == module) {
        return Some(way[start..].to_vec());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    way.push(module.clone());
    let found = needs.get(module).into_iter().flatten().find_map(|next| circle(next, needs, way, done));
    way.pop();
    found
}

/// The circle of a crate whose sources are in `folder`, as a chain of names.
fn circle_in(folder: &Path) -> Option<String> {
    let mut all = BTreeMap::new();
    modules(folder, &Vec::new(), &mut all);
    let of = |module: &Module, code: &str| paths(code).iter().filter_map(|path| target(module, path, &all)).collect();
    let needs = all.iter().map(|(module, code)| (module.clone(), of(module, code))).collect();
    let mut done = BTreeSet::new();
    let found = all.keys().find_map(|module| circle(module, &needs, &mut Vec::new(), &mut done))?;
    let name = |module: &Module| if module.is_empty() { "lib".to_owned() } else { module.join("::") };
    let chain: Vec<_> = found.iter().chain(found.first()).map(name).collect();
    Some(chain.join(" -> "))
}

#[test]
fn modules_of_a_crate_form_layers() {
    for name in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        assert_eq!(circle_in(&folder), None, "an import circle in {name}");
    }
}

#[test]
fn paths_are_read() {
    let text = "use crate::a::{B, c::D};\npub(crate) use e::F;\nlet x = super::g::h();\n// use crate::z;\nparts! {\n    K: \"k\" {\n        m: N;\n    }\n}\n";
    let told: BTreeSet<_> = paths(&code(text)).iter().map(|path| path.join("::")).collect();
    for path in ["crate::a::B", "crate::a::c::D", "e::F", "super::g::h", "m"] {
        assert!(told.contains(path), "{path} is not in {told:?}");
    }
    assert!(!told.contains("crate::z"), "a comment");
}

#[test]
fn circles_are_found() {
    let folder = std::env::temp_dir().join(format!("airhop-layers-{}", std::process::id()));
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("lib.rs", "mod top;\nmod kind;\npub use top::T;\n");
    write("top.rs", "use crate::kind::Enum;\n");
    write("kind/mod.rs", "mod interface;\nmod part;\nmod rest;\npub use interface::Trait;\nenum Enum { A(part::A) }\n");
    write("kind/interface.rs", "pub trait Trait {}\n");
    write("kind/part.rs", "use super::interface::Trait;\n#[cfg(test)]\nmod tests {\n    use crate::top::T;\n}\n");
    write("kind/rest.rs", "use super::Enum;\n\nimpl Enum {}\n");
    assert_eq!(circle_in(&folder), None, "a module that is only declared is not needed");
    write("kind/part.rs", "use super::Trait;\n");
    assert_eq!(circle_in(&folder).as_deref(), Some("kind -> kind::part -> kind"));
    write("kind/part.rs", "use crate::top::T;\n");
    assert_eq!(circle_in(&folder).as_deref(), Some("top -> kind -> kind::part -> top"));
    write("kind/part.rs", "fn f() { crate::T }\n");
    assert_eq!(circle_in(&folder).as_deref(), Some("lib -> top -> kind -> kind::part -> lib"));
    fs::remove_dir_all(&folder).expect("a folder to remove");
}
