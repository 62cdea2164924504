//! The sources of the workspace as modules: their files, and the names that each of them defines or imports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Ident, Item, UseTree, Visibility};

/// What a name in a module stands for.
pub enum Name {
    /// Something defined in the module itself.
    Item,
    /// A module below, by its index.
    Module(usize),
    /// Something imported, by its path.
    Import(Vec<String>),
}

/// A module with its items, but for those of tests.
pub struct Module {
    pub file: PathBuf,
    /// Whether it is open to other crates: so are the modules that it stands in.
    pub is_public: bool,
    /// The attributes of its declaration.
    pub attributes: Vec<Attribute>,
    parent: Option<usize>,
    names: BTreeMap<String, Name>,
    /// The paths of `use path::*`.
    globs: Vec<Vec<String>>,
    pub items: Vec<Item>,
}

/// The modules of one crate, its root first.
pub struct Modules(pub Vec<Module>);

/// Reads all crates of the workspace.
pub fn crates() -> Vec<Modules> {
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path().join("src/lib.rs"));
    let roots = ["src/lib.rs", "src/main.rs"].map(PathBuf::from).into_iter().chain(crates);
    let crates: Vec<Modules> = roots.map(|root| Modules::read(&root)).collect();
    assert!(crates.iter().map(|modules| modules.0.len()).sum::<usize>() > 500, "modules are missing");
    crates
}

impl Modules {
    fn read(root: &Path) -> Self {
        let mut modules = Self(Vec::new());
        modules.read_file(root, root.parent().unwrap(), None, true);
        modules
    }

    /// Reads the module of a file; the files of its children are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, parent: Option<usize>, is_public: bool) -> usize {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add(parsed.items, file, folder, parent, is_public)
    }

    fn add(
        &mut self,
        items: Vec<Item>,
        file: &Path,
        folder: &Path,
        parent: Option<usize>,
        is_public: bool,
    ) -> usize {
        let index = self.0.len();
        self.0.push(Module {
            file: file.to_owned(),
            is_public,
            attributes: Vec::new(),
            parent,
            names: BTreeMap::new(),
            globs: Vec::new(),
            items: Vec::new(),
        });
        for item in items.into_iter().filter(|item| !is_of_tests(attributes(item))) {
            if let Item::Mod(module) = item {
                let name = module.ident.to_string();
                let below = folder.join(&name);
                let is_public = is_public && matches!(module.vis, Visibility::Public(_));
                let child = match module.content {
                    Some((_, items)) => self.add(items, file, &below, Some(index), is_public),
                    None => self.read_file(&below.with_extension("rs"), &below, Some(index), is_public),
                };
                self.0[child].attributes = module.attrs;
                self.0[index].names.insert(name, Name::Module(child));
                continue;
            }
            if let Item::Use(import) = &item {
                for (path, name) in leaves(Vec::new(), &import.tree) {
                    match name {
                        Some(name) => self.name(index, name, Name::Import(path)),
                        None => self.0[index].globs.push(path),
                    }
                }
            } else if let Some(name) = defined(&item) {
                self.name(index, name.to_string(), Name::Item);
            }
            self.0[index].items.push(item);
        }
        index
    }

    /// Notes what a name stands for; a module goes before a function of its name.
    fn name(&mut self, index: usize, name: String, meaning: Name) {
        self.0[index].names.entry(name).or_insert(meaning);
    }

    /// Returns whether one module stands above another.
    pub fn is_above(&self, upper: usize, lower: usize) -> bool {
        self.with_parents(lower).skip(1).any(|module| module == upper)
    }

    /// Lists a module and those above it.
    pub fn with_parents(&self, module: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(module), move |&module| self.0[module].parent)
    }

    /// Returns the module where the item of a path is defined, as a module sees it. `None` if it is of another crate,
    /// or the path names a module and nothing in it.
    pub fn home(&self, from: usize, path: &[String]) -> Option<usize> {
        self.resolve(from, path, 0).and_then(|(module, is_module)| (!is_module).then_some(module))
    }

    /// Returns the module of a path, and whether the path names the module itself.
    fn resolve(&self, from: usize, path: &[String], depth: u32) -> Option<(usize, bool)> {
        let (first, rest) = path.split_first()?;
        if depth > 20 {
            return None;
        }
        match first.as_str() {
            "crate" => self.below(0, rest, depth),
            "self" => self.below(from, rest, depth),
            "super" => self.below(self.0[from].parent?, rest, depth),
            name if self.0[from].names.contains_key(name) => self.below(from, path, depth),
            _ => None,
        }
    }

    /// Follows a path from a module on, through what modules import.
    fn below(&self, module: usize, path: &[String], depth: u32) -> Option<(usize, bool)> {
        let Some((first, rest)) = path.split_first() else { return Some((module, true)) };
        if first == "super" {
            return self.below(self.0[module].parent?, rest, depth);
        }
        match self.0[module].names.get(first) {
            Some(&Name::Module(child)) => self.below(child, rest, depth),
            Some(Name::Item) => Some((module, false)),
            Some(Name::Import(import)) => match self.resolve(module, import, depth + 1)? {
                (there, true) => self.below(there, rest, depth + 1),
                found => Some(found),
            },
            None => {
                let of_glob = |glob: &Vec<String>| match self.resolve(module, glob, depth + 1) {
                    Some((there, true)) if self.0[there].names.contains_key(first) => {
                        self.below(there, path, depth + 1)
                    }
                    _ => None,
                };
                // What a macro defines stands where the macro is called.
                self.0[module].globs.iter().find_map(of_glob).or(Some((module, false)))
            }
        }
    }
}

/// Lists what a `use` imports: each path with its name here, or none for `*`.
pub fn leaves(mut path: Vec<String>, tree: &UseTree) -> Vec<(Vec<String>, Option<String>)> {
    match tree {
        UseTree::Path(step) => {
            path.push(step.ident.to_string());
            leaves(path, &step.tree)
        }
        UseTree::Name(name) if name.ident == "self" => {
            let last = path.last().cloned();
            vec![(path, last)]
        }
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            vec![(path, Some(name.ident.to_string()))]
        }
        UseTree::Rename(rename) => {
            path.push(rename.ident.to_string());
            vec![(path, Some(rename.rename.to_string()))]
        }
        UseTree::Glob(_) => vec![(path, None)],
        UseTree::Group(group) => group.items.iter().flat_map(|tree| leaves(path.clone(), tree)).collect(),
    }
}

/// Returns whether something is compiled for tests alone.
pub fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        attribute.path().is_ident("test")
            || is_cfg && attribute.parse_args::<Ident>().is_ok_and(|condition| condition == "test")
    })
}

/// Returns the name that an item defines.
fn defined(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    })
}

pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
