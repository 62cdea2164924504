//! The lists of pages in documents: what lies below their folders.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::game::InputError;
use crate::ledger::filled_between;

use super::entry::{README, heading};

/// The line above a list.
const BEGIN: &str = "<!-- begin pages -->";
/// The line below it.
const END: &str = "<!-- end pages -->";

/// Returns whether a document has the lines of a list.
pub(super) fn is_wanted(markdown: &str) -> bool {
    markdown.lines().any(|line| line.trim_end() == BEGIN)
}

/// Fills the list in the text of a page; `pages` are all pages with their texts, by their paths, and `source` names this
/// one.
///
/// # Errors
/// The list has no end.
pub(super) fn filled(
    source: &str,
    markdown: &str,
    page: &str,
    pages: &BTreeMap<String, String>,
) -> Result<String, InputError> {
    filled_between([BEGIN, END], source, markdown, || format!("\n{}\n", list(page, pages)))
}

/// Lists the pages below the folder of a page, under the first page of their folder. A folder whose first page has a list
/// of its own is that one link.
fn list(page: &str, pages: &BTreeMap<String, String>) -> String {
    let folder = folder(page);
    let mut text = String::new();
    for (path, markdown) in pages.iter().filter(|(path, _)| path.starts_with(folder) && *path != page) {
        let above = || above(path, folder).filter_map(|first| pages.get_key_value(&first));
        if above().any(|(first, markdown)| first != path && is_wanted(markdown)) {
            continue;
        }
        let depth = above().filter(|(first, _)| *first != path).count();
        let _ = writeln!(text, "{}- [{}]({})", "  ".repeat(depth), heading(markdown), &path[folder.len()..]);
    }
    text
}

/// Lists the first pages of the folders between a folder and a path, whether they are there or not.
fn above<'a>(path: &'a str, folder: &'a str) -> impl Iterator<Item = String> + 'a {
    let slashes = path.match_indices('/').map(|(place, _)| place).filter(|place| *place >= folder.len());
    slashes.map(|place| format!("{}/{README}", &path[..place]))
}

/// Returns the folder of a page, with its slash; empty at the top.
fn folder(page: &str) -> &str {
    &page[..page.rfind('/').map_or(0, |place| place + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_the_pages_below_its_folder_and_stops_at_the_next_list() {
        let listed = |title: &str| format!("# {title}\n\n{BEGIN}\nold\n{END}\n\nEnd.\n");
        let pages: BTreeMap<String, String> = [
            ("README.md", listed("All")),
            ("a/README.md", listed("A `game`")),
            ("a/one/README.md", "# Is [it](x.md) so?\n".to_owned()),
            ("a/one/deep/README.md", "# Deep\n".to_owned()),
            ("a/two/README.md", "# Two\n".to_owned()),
            ("b/README.md", "# B\n".to_owned()),
            ("b/more.md", "# More\n".to_owned()),
        ]
        .map(|(path, text)| (path.to_owned(), text))
        .into();
        let of = |page: &str| filled(page, &pages[page], page, &pages).unwrap();
        let block = |list: &str| format!("{BEGIN}\n\n{list}\n{END}\n\nEnd.\n");
        let top = "- [A game](a/README.md)\n- [B](b/README.md)\n  - [More](b/more.md)\n";
        assert_eq!(of("README.md"), "# All\n\n".to_owned() + &block(top));
        let game = "- [Is it so?](one/README.md)\n  - [Deep](one/deep/README.md)\n- [Two](two/README.md)\n";
        assert_eq!(of("a/README.md"), "# A `game`\n\n".to_owned() + &block(game));
        let open = BTreeMap::from([("x.md".to_owned(), format!("# X\n{BEGIN}\n"))]);
        let refusal = filled("x.md", &open["x.md"], "x.md", &open).unwrap_err().to_string();
        assert_eq!(
            refusal,
            "x.md: line 2: found <!-- begin pages --> without its end; allowed: <!-- end pages --> below it"
        );
    }
}
