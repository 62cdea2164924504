//! No two files import each other.
//!
//! A module and what is below it are one room: `name.rs` calls the files of `name/`, and they may use what it defines.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ImplItemFn, Item, ItemUse, Macro, Visibility};

use super::sources::{self, Modules, attributes, is_of_tests, leaves};

/// The paths that a module uses, but for those that it hands on.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, import: &'a ItemUse) {
        if matches!(import.vis, Visibility::Inherited) {
            self.0.extend(leaves(Vec::new(), &import.tree).into_iter().map(|(path, _)| path));
        }
    }

    fn visit_item(&mut self, item: &'a Item) {
        // What a macro writes is compiled where it is called.
        let is_macro = matches!(item, Item::Macro(item) if item.ident.is_some());
        if !is_macro && !is_of_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        if !is_of_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

impl Paths {
    /// Finds the paths among the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        let path = take(path);
        if path.len() > 1 {
            self.0.push(path);
        }
    }
}

/// Returns the paths by which each module uses items of modules in other files that are not above or below it.
fn imports(modules: &Modules) -> BTreeMap<(usize, usize), BTreeSet<String>> {
    let mut imports: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for (index, module) in modules.0.iter().enumerate() {
        let mut paths = Paths::default();
        module.items.iter().for_each(|item| paths.visit_item(item));
        for path in paths.0 {
            let Some(home) = modules.home(index, &path) else { continue };
            let is_room = modules.is_above(home, index) || modules.is_above(index, home);
            if modules.0[home].file != module.file && !is_room {
                imports.entry((index, home)).or_default().insert(path.join("::"));
            }
        }
    }
    imports
}

#[test]
fn no_two_files_import_each_other() {
    let mut circles = Vec::new();
    let mut all = 0;
    for modules in sources::crates() {
        let file = |index: usize| modules.0[index].file.display().to_string();
        let mut by_file: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        for ((from, home), paths) in imports(&modules) {
            by_file.entry((file(from), file(home))).or_default().extend(paths);
        }
        all += by_file.len();
        for ((a, b), there) in &by_file {
            if let Some(back) = by_file.get(&(b.clone(), a.clone())).filter(|_| a < b) {
                circles.push(format!("{a} takes {there:?} of {b}, which takes {back:?}"));
            }
        }
    }
    assert!(all > 1000, "only {all} imports were found");
    assert!(circles.is_empty(), "files import each other:\n{}", circles.join("\n"));
}

/// A tournament flows: each of its rooms knows only those before it.
#[test]
fn a_tournament_is_planned_then_run_then_tabled() {
    const ROOMS: [&str; 5] = ["unit", "plan", "run", "tables", "play"];
    let crates = sources::crates();
    let modules = crates.iter().find(|modules| modules.0[0].file.starts_with("crates/tournament")).unwrap();
    let room = |module: usize| {
        let below = modules.0[module].file.strip_prefix("crates/tournament/src").unwrap().with_extension("");
        let first = below.iter().next().unwrap().to_str().unwrap().to_owned();
        ROOMS.iter().position(|room| *room == first)
    };
    let mut arrows = 0;
    for ((from, home), paths) in imports(modules) {
        if let (Some(user), Some(used)) = (room(from), room(home)) {
            assert!(used <= user, "{} takes {paths:?} of {}", ROOMS[user], ROOMS[used]);
            arrows += 1;
        }
    }
    assert!(arrows > 50, "only {arrows} imports were found");
}
