//! A page of HTML in one file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A report as one HTML file: no network, no scripts, light and dark, readable on phones and desktops.
///
/// All text is escaped.
///
/// ```
/// use tradewinds_report::Page;
/// let mut page = Page::new("A < B", "a comparison");
/// page.fact("games", "40");
/// page.section("Result", maud::html! { p { "none yet" } });
/// assert!(page.to_html().contains("<title>A &lt; B</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    lead: String,
    facts: Vec<(String, String)>,
    sections: Vec<Markup>,
}

impl Page {
    /// Makes a page with a title and a line that describes its subject.
    #[must_use]
    pub fn new(title: impl Into<String>, lead: impl Into<String>) -> Self {
        Self { title: title.into(), lead: lead.into(), facts: Vec::new(), sections: Vec::new() }
    }

    /// Adds a fact that a reader needs to make the page again or to judge it: a command, a seed, a number of
    /// games.
    pub fn fact(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.facts.push((name.into(), value.into()));
    }

    /// Adds a section below the earlier ones.
    pub fn section(&mut self, heading: &str, body: Markup) {
        self.sections.push(html! { section { h2 { (heading) } (body) } });
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
                    header { h1 { (self.title) } p.lead { (self.lead) } }
                    main { @for section in &self.sections { (section) } }
                    footer {
                        dl { @for (name, value) in &self.facts { dt { (name) } dd { (value) } } }
                    }
                }
            }
        };
        page.into_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_whole_and_escaped() {
        let mut page = Page::new("<b>", "a & b");
        page.fact("command", "x --seed \"1\" > <file>");
        page.section("One & two", html! { p { "<script>" } });
        let text = page.to_html();
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
        for part in ["<h1>&lt;b&gt;</h1>", "a &amp; b", "&lt;file&gt;", "<h2>One &amp; two</h2>"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("<script") && !text.contains("http"), "no scripts, no network");
    }
}
