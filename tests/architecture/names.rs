//! One meaning a public name, in the whole workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::{Ident, Item, Visibility};

use super::sources::{self, Modules, leaves};
use crate::GAMES;

/// The names of a game's own types, toy games included.
const OF_EACH_GAME: [&str; 2] = ["Action", "State"];

/// Returns the name of a type or trait that an item defines for everybody.
fn public_type(item: &Item) -> Option<&Ident> {
    let (visibility, name) = match item {
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    matches!(visibility, Visibility::Public(_)).then_some(name)
}

/// Lists the types and traits of a crate that its root offers, by `pub use` or in a public module.
fn offered(modules: &Modules) -> BTreeSet<String> {
    let defined: BTreeSet<String> = modules
        .0
        .iter()
        .flat_map(|module| &module.items)
        .filter_map(public_type)
        .map(Ident::to_string)
        .collect();
    let imports = modules.0.iter().flat_map(|module| &module.items).filter_map(|item| match item {
        Item::Use(import) if matches!(import.vis, Visibility::Public(_)) => Some(&import.tree),
        _ => None,
    });
    let imported = imports.flat_map(|tree| leaves(Vec::new(), tree)).filter_map(|(_, name)| name);
    let of_public_modules =
        modules.0.iter().filter(|module| module.is_public).flat_map(|module| &module.items);
    let in_them = of_public_modules.filter_map(public_type).map(Ident::to_string);
    imported.filter(|name| defined.contains(name)).chain(in_them).collect()
}

#[test]
fn a_public_name_has_one_meaning() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for modules in sources::crates() {
        let root = &modules.0[0].file;
        // The games have the same rooms, and so the same names in them.
        let is_game = GAMES.iter().any(|game| root.starts_with(Path::new("crates").join(game)));
        let place = if is_game { "the games".to_owned() } else { root.display().to_string() };
        for name in offered(&modules) {
            crates.entry(name).or_default().insert(place.clone());
        }
    }
    assert!(crates.len() > 300, "only {} names were found", crates.len());
    crates.retain(|name, crates| crates.len() > 1 && !OF_EACH_GAME.contains(&name.as_str()));
    assert!(crates.is_empty(), "names with two meanings: {crates:#?}");
}
