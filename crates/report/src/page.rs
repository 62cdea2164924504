//! A page of HTML in one file.
//!
//! A page begins with the answer in sentences, then contents and the files beside it; every section has an
//! anchor. Its one script sorts tables and opens what is folded before printing; the page says the same
//! without it. A bot, a choice or a candidate has one colour in all charts of a page.

use super::address::address;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A report as one HTML file: no network, light and dark, readable on phones, desktops and paper.
///
/// The answer comes first, then the contents and the files beside the page, then the sections. A script of ours, in the
/// page, lets the reader sort the tables; without it the page says the same. All text is escaped.
///
/// ```
/// use tradewinds_report::Page;
/// let mut page = Page::new("A < B", "a comparison");
/// page.verdict("A is stronger than B.");
/// page.fact("games", "40");
/// page.section("Result", maud::html! { p { "none yet" } });
/// assert!(page.to_html().contains("<title>A &lt; B</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    lead: String,
    verdicts: Vec<String>,
    files: Vec<(String, String)>,
    facts: Vec<(String, String)>,
    sections: Vec<Section>,
}

/// A section and its place in the contents.
#[derive(Clone, Debug)]
struct Section {
    id: String,
    heading: String,
    body: Markup,
}

/// The minimum number of sections of a page with a list of contents.
const LISTED: usize = 3;

impl Page {
    /// Makes a page with a title and a line that describes its subject.
    #[must_use]
    pub fn new(title: impl Into<String>, lead: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            lead: lead.into(),
            verdicts: Vec::new(),
            files: Vec::new(),
            facts: Vec::new(),
            sections: Vec::new(),
        }
    }

    /// Adds a sentence of the answer, which stands above everything else.
    pub fn verdict(&mut self, sentence: impl Into<String>) {
        self.verdicts.push(sentence.into());
    }

    /// Adds a link to a file or a folder beside the page: its path from there, and what it is.
    pub fn file(&mut self, path: impl Into<String>, about: impl Into<String>) {
        self.files.push((path.into(), about.into()));
    }

    /// Adds a fact that a reader needs to make the page again or to judge it: a command, a seed, a number of
    /// games.
    pub fn fact(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.facts.push((name.into(), value.into()));
    }

    /// Adds a section below the earlier ones. Its anchor is its heading in small letters, with dashes.
    pub fn section(&mut self, heading: &str, body: Markup) {
        let plain = anchor(heading);
        let taken = |id: &str| self.sections.iter().any(|section| section.id == id);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let id = std::iter::once(plain.clone()).chain(numbered).find(|id| !taken(id));
        let id = id.expect("there is always a next number");
        self.sections.push(Section { id, heading: heading.to_owned(), body });
    }

    /// Writes the file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    style { (PreEscaped(include_str!("page.css"))) }
                }
                body {
                    header id="top" {
                        h1 { (self.title) }
                        @if !self.verdicts.is_empty() {
                            div.verdict { @for sentence in &self.verdicts { p { (sentence) } } }
                        }
                        p.lead { (self.lead) }
                        (self.links())
                    }
                    main {
                        @for Section { id, heading, body } in &self.sections {
                            section id=(id) { h2 { (heading) } (body) }
                        }
                    }
                    footer {
                        dl { @for (name, value) in &self.facts { dt { (name) } dd { (value) } } }
                        @if self.sections.len() >= LISTED { p { a href="#top" { "To the top" } } }
                    }
                    script { (PreEscaped(include_str!("page.js"))) }
                }
            }
        };
        page.into_string() + "\n"
    }

    /// The contents, and the files beside the page.
    fn links(&self) -> Markup {
        html! {
            @if self.sections.len() >= LISTED {
                nav aria-label="Contents" {
                    b { "Contents" }
                    ul {
                        @for Section { id, heading, .. } in &self.sections {
                            li { a href={ "#" (id) } { (heading) } }
                        }
                    }
                }
            }
            @if !self.files.is_empty() {
                nav.files aria-label="Files" {
                    b { "Files" }
                    ul { @for (path, about) in &self.files { li { a href=(address(path)) title=(about) { (path) } } } }
                }
            }
        }
    }
}

/// Makes the anchor of a heading.
fn anchor(heading: &str) -> String {
    let plain: String =
        heading.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "section".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_whole_and_escaped() {
        let mut page = Page::new("<b>", "a & b");
        page.fact("command", "x --seed \"1\" > <file>");
        page.verdict("x < y.");
        page.file("a b/c&d.csv", "what \"it\" is");
        page.section("One & two", html! { p { "<i>" } });
        let text = page.to_html();
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
        for part in ["<h1>&lt;b&gt;</h1>", "a &amp; b", "&lt;file&gt;", "<h2>One &amp; two</h2>", "&lt;i&gt;"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        let body = text.split_once("<body>").unwrap().1;
        assert!(body.find("x &lt; y.").unwrap() < body.find("a &amp; b").unwrap(), "the answer is first");
        assert!(text.contains("href=\"a%20b/c%26d.csv\" title=\"what &quot;it&quot; is\""), "{text}");
        assert!(!text.contains("http") && !text.contains(" src="), "no network");
        assert_eq!(text.matches("<script").count(), 1, "one script, in the page");
        assert!(!text.contains("Contents"), "no contents of one section");
    }

    #[test]
    fn contents_lead_to_every_section() {
        let mut page = Page::new("t", "l");
        for heading in ["Win share", "By round: roles", "Win share", "\u{3c7}\u{b2}"] {
            page.section(heading, html! { p { "x" } });
        }
        let text = page.to_html();
        for id in ["win-share", "by-round-roles", "win-share-2", "\u{3c7}\u{b2}"] {
            assert_eq!(text.matches(&format!("<section id=\"{id}\"")).count(), 1, "{id} in {text}");
            assert_eq!(text.matches(&format!("href=\"#{id}\"")).count(), 1, "{id} in {text}");
        }
        assert_eq!([anchor("?"), anchor("2 players")], ["section", "2-players"]);
    }
}
