//! `tradewinds gallery`: one page over all results in a folder.

mod contents;
mod documents;
mod entry;
mod figures;
mod headline;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::game_names;
use crate::game::{counted, printable};
use crate::ledger::{Ledger, LedgerRow, tried_page, tried_title};
use crate::report::{Page, WholeFile, file_address, title};
use crate::sitting::words;
use crate::tournament::Reads;
use anyhow::{Context, bail};
use maud::{Markup, html};

use super::{input_file, notes};
use entry::{Entry, entries};
use figures::figures;

/// The file that is written.
const INDEX: &str = "index.html";
/// The ledger, from which the documents in the folder are filled.
const LEDGER: &str = "ledger.csv";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder with results; its own folders are searched, except those called runs
    #[arg(value_name = "FOLDER", default_value = "results")]
    folder: PathBuf,
    /// Write nothing, and fail if a file is not the one that would be written, or a document quotes a figure that is
    /// not in the ledger
    #[arg(long)]
    check: bool,
}

/// Writes or checks the page, and the documents that hold rows of the ledger.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    input_file::check(&args.folder, Reads::Folder)?;
    let path = args.folder.join(LEDGER);
    let ledger = if path.is_file() { Some(Ledger::read(&path)?) } else { None };
    let files = match &ledger {
        Some(ledger) => documents::written(&args.folder, ledger)?,
        None => BTreeMap::new(),
    };
    let mut faults = Vec::new();
    if args.check {
        faults = out_of_date(&args.folder, &files)?;
        // What is not there yet cannot be drawn.
        if faults.is_empty() {
            faults = out_of_date(&args.folder, &index(&args.folder, ledger.as_ref())?)?;
        }
        if let Some(ledger) = &ledger {
            faults.extend(documents::wrong_figures(&args.folder, ledger)?);
        }
    } else {
        write(&files)?;
        write(&index(&args.folder, ledger.as_ref())?)?;
    }
    for fault in &faults {
        notes::complain(&printable(fault));
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lists the files that are not as they should be.
fn out_of_date(folder: &Path, files: &BTreeMap<PathBuf, String>) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let found = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && files.len() > 1 => String::new(),
            found => found.with_context(|| format!("cannot read {}", path.display()))?,
        };
        if found != *text {
            let (path, folder) = (path.display(), folder.display());
            faults.push(format!("{path} is out of date: `tradewinds gallery {folder}` writes it again"));
        }
    }
    Ok(faults)
}

/// Writes the files that are not as they should be, and prints their paths.
fn write(files: &BTreeMap<PathBuf, String>) -> anyhow::Result<()> {
    for (path, text) in files {
        // A file that is as it should be keeps its time.
        if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        WholeFile::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(io::stdout(), "{}", path.display()).context("cannot print the path")?;
    }
    Ok(())
}

/// Returns the page as it should be, with its path.
fn index(folder: &Path, ledger: Option<&Ledger>) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let (name, path) = (folder.display(), folder.join(INDEX));
    let rows = ledger.map_or(&[][..], Ledger::rows);
    let pages: BTreeSet<&str> = rows.iter().map(|row| row.page.as_str()).collect();
    let printed = |page: &&str| game_names().iter().any(|game| tried_page(game) == **page);
    let (printed, pages): (Vec<&str>, Vec<&str>) = pages.into_iter().partition(printed);
    let mut entries = entries(folder, pages).with_context(|| format!("cannot read {name}"))?;
    for game in game_names() {
        let page = tried_page(game);
        if printed.contains(&page.as_str()) {
            let title = tried_title(words::title(game));
            entries.push(Entry::printed(title, page, &format!("tradewinds ledger tried {game}")));
        }
    }
    entries.sort_by(|one, other| one.group().cmp(other.group()));
    if entries.is_empty() {
        bail!("{name}: found no README.md, report.html or CSV file; give a folder with results");
    }
    if path.exists() && !path.is_file() {
        bail!("{}: found no file in its place; remove it", path.display());
    }
    Ok(BTreeMap::from([(path, page(&entries, ledger).to_html())]))
}

/// Draws the page: a section for each folder of the first level, what has a page of its own first.
fn page(entries: &[Entry], ledger: Option<&Ledger>) -> Page {
    let lead = "Each entry has what was found, the command that made it (in its README.md), and its tables.";
    let mut page = Page::new("Results", lead);
    let results = counted(entries.len(), "result");
    page.verdict(match ledger {
        Some(ledger) => format!("{results}, {} in the ledger.", counted(ledger.rows().len(), "figure")),
        None => {
            let pages = entries.iter().filter(|entry| entry.has_report()).count();
            format!("{results}, {pages} of them with a page of charts.")
        }
    });
    if ledger.is_some() {
        page.file(LEDGER, "the figures, with their commands");
    }
    let mut groups: Vec<&str> = entries.iter().map(Entry::group).collect();
    groups.dedup();
    for group in groups {
        let heading =
            if game_names().contains(&group) { words::title(group).to_owned() } else { title(group) };
        let own = || entries.iter().filter(|entry| entry.group() == group);
        let ordered =
            own().filter(|entry| entry.has_report()).chain(own().filter(|entry| !entry.has_report()));
        page.section(&printable(&heading), html! { @for entry in ordered { (article(entry, ledger)) } });
    }
    page.fact("command", "tradewinds gallery, in the folder above results");
    page
}

/// Draws one result.
fn article(entry: &Entry, ledger: Option<&Ledger>) -> Markup {
    let rows: Vec<&LedgerRow> =
        entry.texts().flat_map(|file| ledger.map_or(Vec::new(), |ledger| ledger.of_page(file))).collect();
    let link = |file: &str| {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        html! { a href=(file_address(file)) { (printable(&name)) } " " }
    };
    html! {
        article {
            h3 {
                @match entry.links().next() {
                    Some(report) => a href=(file_address(report)) { (printable(&entry.title)) },
                    None => (printable(&entry.title)),
                }
            }
            @if !entry.text.is_empty() { p { (printable(&entry.text)) } }
            @if rows.is_empty() {
                @for line in &entry.headlines { p { (printable(line)) } }
            } @else {
                (figures(&rows))
            }
            p.note { @for file in entry.links() { (link(file)) } }
        }
    }
}
