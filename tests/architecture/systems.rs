//! What only some systems have is named in code that only they compile.

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItemFn, ItemUse, LitStr, Local, Meta};

use super::sources::{self, attributes, is_of_tests, leaves};

/// The systems that something needs, or that something is compiled for alone.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Systems {
    unix: bool,
    windows: bool,
}

/// Returns the systems that a path or a text needs.
fn needs(path: &[&str]) -> Systems {
    let unix = matches!(path, ["nix" | "libc", ..] | ["std", "os", "unix" | "fd" | "linux" | "macos", ..]);
    Systems { unix, windows: matches!(path, ["std", "os", "windows", ..] | ["windows_sys", ..]) }
}

/// The names that are out of place in some code.
#[derive(Default)]
struct Misplaced {
    here: Systems,
    names: Vec<String>,
}

impl Misplaced {
    fn note(&mut self, name: String, needed: Systems) {
        if needed.unix && !self.here.unix || needed.windows && !self.here.windows {
            self.names.push(name);
        }
    }

    /// Visits something with attributes by `visit`, which sees the systems that these leave.
    fn with(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        if is_of_tests(attributes) {
            return;
        }
        let before = self.here;
        self.enter(attributes);
        visit(self);
        self.here = before;
    }

    fn enter(&mut self, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")) {
            let Meta::List(list) = &attribute.meta else { continue };
            let condition = list.tokens.to_string();
            if condition == "unix" || condition.starts_with("target_os") && !condition.contains("windows") {
                self.here.unix = true;
            }
            self.here.windows |= condition == "windows";
        }
    }
}

impl<'a> Visit<'a> for Misplaced {
    fn visit_item(&mut self, item: &'a syn::Item) {
        self.with(attributes(item), |this| visit::visit_item(this, item));
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        self.with(&function.attrs, |this| visit::visit_impl_item_fn(this, function));
    }

    fn visit_local(&mut self, local: &'a Local) {
        self.with(&local.attrs, |this| visit::visit_local(this, local));
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let attributes: &[Attribute] = match expression {
            Expr::Block(block) => &block.attrs,
            Expr::Call(call) => &call.attrs,
            Expr::MethodCall(call) => &call.attrs,
            _ => &[],
        };
        self.with(attributes, |this| visit::visit_expr(this, expression));
    }

    fn visit_item_use(&mut self, import: &'a ItemUse) {
        for (path, _) in leaves(Vec::new(), &import.tree) {
            let steps: Vec<&str> = path.iter().map(String::as_str).collect();
            self.note(path.join("::"), needs(&steps));
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let steps: Vec<String> = path.segments.iter().map(|step| step.ident.to_string()).collect();
        self.note(steps.join("::"), needs(&steps.iter().map(String::as_str).collect::<Vec<_>>()));
        visit::visit_path(self, path);
    }

    // What is below /proc is asked for by those who do without it, too.
    fn visit_lit_str(&mut self, text: &'a LitStr) {
        let text = text.value();
        let unix = ["/dev/", "/tmp", "/bin/", "/usr/"].iter().any(|start| text.starts_with(start));
        self.note(text, Systems { unix, windows: false });
    }
}

fn misplaced(source: &str) -> Vec<String> {
    let mut visitor = Misplaced::default();
    visitor.visit_file(&syn::parse_file(source).unwrap());
    visitor.names
}

#[test]
fn what_is_out_of_place_is_found() {
    let everywhere = "use nix::poll::{poll, PollFd}; \
                      fn f() { std::os::unix::fs::symlink(a, b); open(\"/dev/null\"); let c = std::os::windows::x; }";
    let names = [
        "nix::poll::poll",
        "nix::poll::PollFd",
        "std::os::unix::fs::symlink",
        "/dev/null",
        "std::os::windows::x",
    ];
    assert_eq!(misplaced(everywhere), names);
    let kept = "#[cfg(unix)] use nix::poll::poll; \
                #[cfg(test)] mod tests { use nix::poll::poll; } \
                #[cfg(target_os = \"linux\")] fn memory() { nix::sysinfo() } \
                fn f() { #[cfg(unix)] { std::os::unix::fs::symlink(a, b); } #[cfg(unix)] libc::f(); \
                         #[cfg(windows)] let c = std::os::windows::x; }";
    assert!(misplaced(kept).is_empty());
    for other in ["#[cfg(not(unix))] use nix::poll::poll;", "#[cfg(windows)] fn f() { nix::f() }"] {
        assert_eq!(misplaced(other).len(), 1, "{other}");
    }
}

#[test]
fn what_only_some_systems_have_is_named_where_only_they_look() {
    let mut found = Vec::new();
    for modules in sources::crates() {
        for (index, module) in modules.0.iter().enumerate() {
            let mut visitor = Misplaced::default();
            for above in modules.with_parents(index) {
                visitor.enter(&modules.0[above].attributes);
            }
            module.items.iter().for_each(|item| visitor.visit_item(item));
            found.extend(visitor.names.iter().map(|name| format!("{}: {name}", module.file.display())));
        }
    }
    assert!(
        found.is_empty(),
        "needs `#[cfg(...)]`, and something else for other systems:\n{}",
        found.join("\n")
    );
}
