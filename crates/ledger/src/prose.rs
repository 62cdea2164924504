//! The prose of a Markdown document: its text without code and generated blocks, with the marks in it.

use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex_lite::Regex;

/// A mark: a comment that says which cell of which row the figure before it quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// Its place in the text: the end of the figure.
    pub(crate) at: usize,
    /// Its line in the document, from 1.
    pub(crate) line: usize,
    pub(crate) id: String,
    /// The cell; empty for the figure as a whole.
    pub(crate) cell: String,
}

/// The prose of a document.
#[derive(Debug, Default)]
pub(crate) struct Prose {
    /// Its text. Blocks end with a line break, and code is one character that is in no figure.
    pub(crate) text: String,
    pub(crate) marks: Vec<Mark>,
    /// The generated block that has no end, with its line.
    pub(crate) open: Option<(String, usize)>,
    /// The line of the document for each place of the text from which on it holds.
    lines: Vec<(usize, usize)>,
}

/// Stands for code.
const CODE: char = '\u{fffc}';

static HTML: LazyLock<Regex> = LazyLock::new(|| {
    let mark = "([a-z0-9][a-z0-9-]*)(?::([a-z]+))?";
    let ends_of_blocks = " *(begin|end) ([a-z0-9 -]*?) *";
    Regex::new(&format!("<!--(?:{mark}|{ends_of_blocks})-->|(?s:<!--.*?-->)|<[^>]*>"))
        .expect("the pattern is well-formed, as any document shows")
});

impl Prose {
    /// Reads a document.
    pub(crate) fn of(markdown: &str) -> Self {
        let mut prose = Self::default();
        let mut in_code = false;
        let mut html_block = String::new();
        let starts: Vec<usize> =
            std::iter::once(0).chain(markdown.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line_at = |at: usize| starts.partition_point(|&start| start <= at);
        for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
            let line = line_at(range.start);
            match event {
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::Text(_) if in_code => {}
                Event::Text(text) => prose.push(&text, line),
                Event::Code(_) => prose.push(CODE.encode_utf8(&mut [0; 4]), line),
                Event::SoftBreak | Event::HardBreak => prose.push(" ", line),
                Event::InlineHtml(html) => prose.html(&html, line),
                Event::Html(html) => html_block += &html,
                Event::End(TagEnd::HtmlBlock) => {
                    prose.html(&std::mem::take(&mut html_block), line);
                    prose.push("\n", line);
                }
                Event::End(end) if is_block(end) => prose.push("\n", line),
                _ => {}
            }
        }
        prose
    }

    /// Adds text, but for that of generated blocks.
    fn push(&mut self, text: &str, line: usize) {
        if self.open.is_none() && !text.is_empty() {
            self.lines.push((self.text.len(), line));
            self.text += &text.replace(['\u{a0}', '\u{202f}'], " ");
        }
    }

    /// Reads a piece of HTML that begins at a line: its comments, and the text between its tags.
    fn html(&mut self, html: &str, mut line: usize) {
        let mut from = 0;
        for found in HTML.captures_iter(html) {
            let part = |group| found.get(group).map_or("", |found| found.as_str());
            let (whole, start) = (part(0), found.get(0).map_or(0, |found| found.start()));
            line = self.text_of_html(&html[from..start], line);
            from = start + whole.len();
            match (part(3), &self.open) {
                ("begin", None) => self.open = Some((part(4).to_owned(), line)),
                ("end", Some((name, _))) if name == part(4) => self.open = None,
                ("", None) if !part(1).is_empty() => {
                    let (id, cell) = (part(1).to_owned(), part(2).to_owned());
                    self.marks.push(Mark { at: self.text.len(), line, id, cell });
                }
                _ => {}
            }
            line += whole.matches('\n').count();
        }
        self.text_of_html(&html[from..], line);
    }

    /// Adds text between tags, and returns the line on which it ends.
    fn text_of_html(&mut self, text: &str, line: usize) -> usize {
        for (part, line) in text.split_inclusive('\n').zip(line..) {
            self.push(&part.replace('\n', " "), line);
        }
        line + text.matches('\n').count()
    }

    /// Returns the line of the document, from 1, of a place in the text.
    pub(crate) fn line(&self, at: usize) -> usize {
        let place = self.lines.partition_point(|&(start, _)| start <= at);
        place.checked_sub(1).map_or(1, |place| self.lines[place].1)
    }
}

fn is_block(end: TagEnd) -> bool {
    !matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_generated_blocks_are_no_prose() {
        let text = "# A 1 %\n\n```text\n2 %\n```\n\n    3 %\n\nIt is `4 %`, **5** %<!--pr-x--> and\n[6 %](x.md)<!--pr-y:low-->.\n\n\
                    <!-- begin table -->\n\n|7 %|\n|---|\n|8 %<!--pr-z-->|\n\n<!-- end table -->\n\n|9 %<!--pr-a-->|10 %|\n|---|---|\n|11 %|12 %|\n";
        let prose = Prose::of(text);
        assert_eq!(prose.text, "A 1 %\nIt is \u{fffc}, 5 % and 6 %.\n \n9 %\n10 %\n\n11 %\n12 %\n\n\n");
        let marks: Vec<_> =
            prose.marks.iter().map(|mark| (mark.id.as_str(), mark.cell.as_str(), mark.line)).collect();
        assert_eq!(marks, [("pr-x", "", 9), ("pr-y", "low", 10), ("pr-a", "", 20)]);
        assert!(prose.text[..prose.marks[0].at].ends_with("5 %"), "a figure ends where its mark stands");
        assert_eq!(prose.line(prose.text.find("12").unwrap()), 22);
        assert_eq!(prose.open, None);
    }

    #[test]
    fn the_text_between_tags_is_prose() {
        let prose = Prose::of("a\n\n<p align=\"5%\">\n6 %<!--pr-x-->\n<!-- a\n7 % --> 8 %\n</p>\n");
        assert_eq!(prose.text.split_whitespace().collect::<Vec<_>>(), ["a", "6", "%", "8", "%"]);
        assert!(prose.text[..prose.marks[0].at].ends_with("6 %"));
        assert_eq!((prose.marks[0].line, prose.line(prose.text.find('8').unwrap())), (4, 6));
    }

    #[test]
    fn a_generated_block_needs_its_own_end() {
        let prose = Prose::of("a\n\n<!-- begin ledger -->\n\n<!-- end other -->\n\n5 %\n");
        assert_eq!((prose.text.as_str(), prose.open), ("a\n", Some(("ledger".to_owned(), 3))));
    }
}
