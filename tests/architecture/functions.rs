//! Functions that can be read at a glance.

use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, Signature, TraitItemFn};

use super::sources::{self, is_of_tests};

/// The maximum number of lines of a function in `crates/search`, from `fn` to its closing brace.
const MAX_IN_SEARCH: usize = 60;
/// The maximum number of lines of a function elsewhere.
const MAX_LINES: usize = 80;

/// Returns whether a function is a declared table: the features of a game, a line each.
fn is_table(file: &Path, name: &str) -> bool {
    file.to_string_lossy().contains("/src/features") && ["write_seat", "write_table"].contains(&name)
}

/// The functions of a file by name, with their lines.
#[derive(Default)]
struct Functions(Vec<(String, usize)>);

impl Functions {
    fn note(&mut self, signature: &Signature, block: &Block) {
        let first = signature.fn_token.span.start().line;
        let last = block.brace_token.span.close().end().line;
        self.0.push((signature.ident.to_string(), last + 1 - first));
    }
}

impl<'a> Visit<'a> for Functions {
    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        if !is_of_tests(&function.attrs) {
            self.note(&function.sig, &function.block);
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        self.note(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'a TraitItemFn) {
        if let Some(block) = &function.default {
            self.note(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[test]
fn no_function_is_long() {
    let mut long = Vec::new();
    let mut all = 0;
    for modules in sources::crates() {
        for module in &modules.0 {
            let mut functions = Functions::default();
            module.items.iter().for_each(|item| functions.visit_item(item));
            all += functions.0.len();
            let max = if module.file.starts_with("crates/search") { MAX_IN_SEARCH } else { MAX_LINES };
            for (name, lines) in functions.0 {
                if lines > max && !is_table(&module.file, &name) {
                    long.push(format!("{}: {name} has {lines} lines", module.file.display()));
                }
            }
        }
    }
    assert!(all > 5000, "only {all} functions were found");
    assert!(long.is_empty(), "long functions:\n{}", long.join("\n"));
}
