//! The results in a folder: what their README says of them, and their files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::{LEDGER, headline};

/// The maximum length of a summary, in characters.
const LONGEST: usize = 360;
/// Folders of unpublished runs.
const RUNS: &str = "runs";
pub(super) const README: &str = "README.md";
const REPORT: &str = "report.html";

/// One result.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) title: String,
    /// The first paragraph of its README.
    pub(super) text: String,
    /// What its tables come to.
    pub(super) headlines: Vec<String>,
    /// Its files, as paths from the folder of the gallery: the page first.
    pub(super) files: Vec<String>,
    /// A command prints its page, so no file has it.
    is_printed: bool,
}

impl Entry {
    /// Makes the entry of a page that a command prints.
    pub(super) fn printed(title: String, page: String, command: &str) -> Self {
        let text = format!("{command} prints the table.");
        Self { title, text, files: vec![page], is_printed: true, ..Self::default() }
    }

    /// Lists the files that can be opened: the page first.
    pub(super) fn links(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str).filter(|_| !self.is_printed)
    }

    /// Returns the folder of the first level that it is in; empty for one that has none.
    pub(super) fn group(&self) -> &str {
        self.files.first().and_then(|file| file.split_once('/')).map_or("", |(group, _)| group)
    }

    /// Returns its page of charts.
    pub(super) fn report(&self) -> Option<&str> {
        self.files.iter().map(String::as_str).find(|file| *file == REPORT || file.ends_with("/report.html"))
    }

    /// Lists its page of charts and its text; none of a table that a text is about, among others.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str).take_while(|file| !file.ends_with(".csv"))
    }

    pub(super) fn has_report(&self) -> bool {
        self.report().is_some()
    }
}

/// Lists the results in a folder and the folders in it, by path; `pages` are texts that are results in any case.
pub(super) fn entries<'a>(folder: &Path, pages: impl IntoIterator<Item = &'a str>) -> io::Result<Vec<Entry>> {
    let mut found: Vec<Entry> = Vec::new();
    search(folder, "", &mut found)?;
    let is_ledger = |entry: &Entry| entry.files.iter().any(|file| file == LEDGER);
    found
        .retain(|entry| !is_ledger(entry) || entry.files.iter().any(|file| file != LEDGER && file != README));
    for page in pages {
        if found.iter().any(|entry| entry.texts().any(|text| text == page)) {
            continue;
        }
        let Section { heading, text } =
            sections(&text(&folder.join(page))?).into_iter().next().unwrap_or_default();
        found.push(Entry { title: heading, text, files: vec![page.to_owned()], ..Entry::default() });
    }
    found.sort_by(|one, other| one.group().cmp(other.group()));
    Ok(found)
}

fn search(folder: &Path, prefix: &str, found: &mut Vec<Entry>) -> io::Result<()> {
    let (files, folders) = names(folder)?;
    let has = |name: &str| files.iter().any(|file| file == name);
    let mut tables: Vec<&str> =
        files.iter().map(String::as_str).filter(|name| name.ends_with(".csv")).collect();
    let readme = if has(README) { text(&folder.join(README))? } else { String::new() };
    let sections = sections(&readme);
    let path = |name: &str| format!("{prefix}{name}");
    // Sections that are named after tables are results of their own.
    for section in sections.iter().filter(|_| !has(REPORT)) {
        let table = format!("{}.csv", section.heading);
        if let Some(place) = tables.iter().position(|name| *name == table) {
            tables.remove(place);
            found.push(Entry {
                title: section.heading.clone(),
                text: section.text.clone(),
                headlines: headline::of(&folder.join(&table)).into_iter().collect(),
                files: vec![path(&table), path(README)],
                is_printed: false,
            });
        }
    }
    let is_text =
        has(README) && folders.is_empty() && found.iter().all(|entry| !entry.files.contains(&path(README)));
    if has(REPORT) || !tables.is_empty() || is_text {
        let first = sections.first().filter(|section| !section.heading.is_empty());
        let folder_name = prefix.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
        let mut headlines = Vec::new();
        if has(REPORT) {
            headlines.extend(headline::of_page(&text(&folder.join(REPORT))?));
        }
        for table in &tables {
            headlines.extend(headline::of(&folder.join(table)));
        }
        let own = [REPORT, README].into_iter().filter(|name| has(name));
        found.push(Entry {
            title: first.map_or(folder_name, |section| section.heading.clone()),
            text: first.map_or(String::new(), |section| section.text.clone()),
            headlines,
            files: own.chain(tables.iter().copied()).map(path).collect(),
            is_printed: false,
        });
    }
    // What lies below a page are its parts.
    if !has(REPORT) {
        for name in folders.iter().filter(|name| is_searched(name)) {
            search(&folder.join(name), &format!("{prefix}{name}/"), found)?;
        }
    }
    Ok(())
}

/// Returns whether a folder of this name is searched for results.
pub(super) fn is_searched(name: &str) -> bool {
    name != RUNS && !name.starts_with('.')
}

/// Lists the names of the files in a folder, and of its folders.
pub(super) fn names(folder: &Path) -> io::Result<(Vec<String>, Vec<String>)> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for item in fs::read_dir(folder)? {
        let item = item?;
        let Ok(name) = item.file_name().into_string() else { continue };
        if item.file_type()?.is_dir() {
            folders.push(name);
        } else if fs::metadata(item.path()).is_ok_and(|found| found.is_file()) {
            // A pipe or a device has no end, and is no result.
            files.push(name);
        }
    }
    files.sort();
    folders.sort();
    Ok((files, folders))
}

/// Reads the beginning of a file as text.
fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    headline::beginning(path)?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A heading of a Markdown text with the first paragraph of prose below it.
#[derive(Debug, Default, PartialEq)]
struct Section {
    heading: String,
    text: String,
}

/// Reads the headings of a Markdown text, with the first paragraph below each.
fn sections(markdown: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut is_fenced, mut is_read) = (false, false);
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced {
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = plain(heading.trim_start_matches('#').trim());
            sections.push(Section { heading, text: String::new() });
            is_read = false;
        } else if let Some(section) = sections.last_mut() {
            let is_code = line.starts_with("    ");
            if (line.trim().is_empty() || is_code) && !section.text.is_empty() {
                is_read = true;
            } else if !is_read && !is_code && !line.trim().is_empty() {
                let space = if section.text.is_empty() { "" } else { " " };
                section.text += &format!("{space}{}", line.trim());
            }
        }
    }
    for section in &mut sections {
        section.text = cut(&plain(&section.text));
    }
    sections
}

/// Returns the first heading of a Markdown text.
pub(super) fn heading(markdown: &str) -> String {
    sections(markdown)
        .into_iter()
        .map(|section| section.heading)
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Takes the marks of Markdown out of a text without line ends: comments, code, bold, links.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let parts = line.split("<!--").enumerate();
    let line: String = parts
        .filter_map(|(place, part)| if place == 0 { Some(part) } else { Some(part.split_once("-->")?.1) })
        .collect();
    let mut rest = line.as_str();
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once("](").and_then(|(words, after)| Some((words, after.split_once(')')?.1)));
        let Some((words, after)) = link else { break };
        text += before;
        text += words;
        rest = after;
    }
    (text + rest).replace(['`', '*'], "")
}

/// Cuts a text that is too long, at a space.
fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_tables_and_texts_are_found_but_no_runs() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("a/README.md", "# A\n\n## one\n\nFirst.\n");
        write("a/one.csv", "x\n1\n");
        write("a/deep/report.html", "<div class=\"verdict\"><p>It is.</p></div>");
        write("a/deep/README.md", "# deep\n\nText.\n");
        write("a/deep/deep.csv", "x\n1\n");
        write("a/deep/part/report.html", "a part of it");
        write("b/README.md", "# B\n\nOnly words.\n");
        write("runs/x/standings.csv", "x\n1\n");
        write("README.md", "# Results\n\nA list.\n");
        write("ledger.csv", "id\n");
        write("b/races.md", "# Raced?\n\n43.6 %<!--pr-x-->, **no**.\n\n<!-- begin ledger -->\n");
        let found = entries(folder.path(), ["a/README.md", "b/races.md"]).unwrap();
        let files: Vec<String> = found.iter().map(|entry| entry.files.join(" ")).collect();
        assert_eq!(
            files,
            [
                "a/one.csv a/README.md",
                "a/deep/report.html a/deep/README.md a/deep/deep.csv",
                "a/README.md",
                "b/README.md",
                "b/races.md"
            ]
        );
        assert_eq!((found[0].text.as_str(), found[1].text.as_str()), ("First.", "Text."));
        assert_eq!((found[1].headlines.as_slice(), found[1].group()), (&["It is.".to_owned()][..], "a"));
        assert_eq!((found[3].title.as_str(), found[3].text.as_str()), ("B", "Only words."));
        assert_eq!((found[4].title.as_str(), found[4].text.as_str()), ("Raced?", "43.6 %, no."));
    }

    #[test]
    fn a_readme_gives_headings_and_first_paragraphs() {
        let text = "# A `b`\n\n    command\n\nOne [link of\nlines](x.md) and\n**two**.\n\nLater.\n\n```text\n# no heading\n```\n\n## c\n\nThree.\n";
        let found = sections(text);
        let expected = [("A b", "One link of lines and two."), ("c", "Three.")];
        assert_eq!(found.len(), 2);
        for (section, (heading, text)) in found.iter().zip(expected) {
            assert_eq!((section.heading.as_str(), section.text.as_str()), (heading, text));
        }
        assert_eq!(plain("0.5 [0.4 to 0.6] a"), "0.5 [0.4 to 0.6] a");
        let long = cut(&"word ".repeat(100));
        assert!(long.chars().count() <= LONGEST + 2 && long.ends_with("word …"), "{long}");
    }
}
