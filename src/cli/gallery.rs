//! `tradewinds gallery`: one page over all results in a folder.

mod entry;
mod headline;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use maud::{Markup, html};
use tradewinds::arena::NAMES;
use tradewinds::game::{counted, printable};
use tradewinds::report::{Page, WholeFile, file_address, title};
use tradewinds::table::words;
use tradewinds::tournament::Reads;

use super::input_file;
use entry::{Entry, entries};

/// The file that is written.
const INDEX: &str = "index.html";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder with results; its own folders are searched, except those called runs
    #[arg(value_name = "FOLDER", default_value = "results")]
    folder: PathBuf,
    /// Write nothing, and fail if the page in the folder is not the one that would be written
    #[arg(long)]
    check: bool,
}

/// Writes or checks the page.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = args.folder.display();
    input_file::check(&args.folder, Reads::Folder)?;
    let entries = entries(&args.folder).with_context(|| format!("cannot read {folder}"))?;
    if entries.is_empty() {
        bail!("{folder}: found no README.md, report.html or CSV file; give a folder with results");
    }
    let (page, path) = (page(&entries).to_html(), args.folder.join(INDEX));
    if path.exists() && !path.is_file() {
        bail!("{}: found no file in its place; remove it", path.display());
    }
    if args.check {
        let found =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if found != page {
            bail!("{} is out of date: `tradewinds gallery {folder}` writes it again", path.display());
        }
        return Ok(ExitCode::SUCCESS);
    }
    WholeFile::write(&path, page.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(io::stdout(), "{}", path.display()).context("cannot print the path")?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the page: a section for each folder of the first level, what has a page of its own first.
fn page(entries: &[Entry]) -> Page {
    let pages = entries.iter().filter(|entry| entry.has_report()).count();
    let lead = "Each entry has what was found, the command that made it (in its README.md), and its tables.";
    let mut page = Page::new("Results", lead);
    let results = counted(entries.len(), "result");
    page.verdict(format!("{results}, {pages} of them with a page of charts."));
    let mut groups: Vec<&str> = entries.iter().map(Entry::group).collect();
    groups.dedup();
    for group in groups {
        let heading = if NAMES.contains(&group) { words::title(group).to_owned() } else { title(group) };
        let own = || entries.iter().filter(|entry| entry.group() == group);
        let ordered =
            own().filter(|entry| entry.has_report()).chain(own().filter(|entry| !entry.has_report()));
        page.section(&printable(&heading), html! { @for entry in ordered { (article(entry)) } });
    }
    page.fact("command", "tradewinds gallery, in the folder above results");
    page
}

/// Draws one result.
fn article(entry: &Entry) -> Markup {
    let link = |file: &String| {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        html! { a href=(file_address(file)) { (printable(&name)) } " " }
    };
    html! {
        article {
            h3 {
                @match entry.report() {
                    Some(report) => a href=(file_address(report)) { (printable(&entry.title)) },
                    None => (printable(&entry.title)),
                }
            }
            @if !entry.text.is_empty() { p { (printable(&entry.text)) } }
            @for line in &entry.headlines { p { (printable(line)) } }
            p.note { @for file in &entry.files { (link(file)) } }
        }
    }
}
