//! `tradewinds serve`: tables in a browser.

mod browser;
mod design;

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{self, ExitCode, exit};

use crate::tournament::Reads;
use crate::web::Server;
use anyhow::Context;
use etcetera::BaseStrategy as _;

use super::input_file;
use super::notes;
use super::number::whole;

/// The port that is tried by default.
const PORT: u16 = 7468;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record, or table of another folder, to open as a table, at its end
    #[arg(value_name = "RECORD")]
    record: Option<PathBuf>,
    /// Address to listen on; others on the network reach the server only if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Port to listen on; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = PORT, value_parser = whole::<u16>(..=65_535))]
    port: u16,
    /// Folder that keeps the tables and the records; the user's data folder by default
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Let whoever has the link run studies of changed rules, on this machine's processors; always so on a loopback address
    #[arg(long)]
    design: bool,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
}

/// Serves until it is interrupted.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = args.folder.clone().map_or_else(data_folder, Ok)?;
    input_file::check(&folder, Reads::Folder)?;
    let record = match &args.record {
        None => None,
        Some(path) => {
            let record = input_file::read_record(path)?;
            Server::check_record(&record).with_context(|| format!("cannot open {}", path.display()))?;
            Some((path.display(), record))
        }
    };
    let mut server = Server::open(SocketAddr::new(args.listen, args.port), &folder)?;
    if args.design || args.listen.is_loopback() {
        server = server.with_referee(Box::new(design::Balances))?;
    }
    for fault in server.faults() {
        notes::say(&format!("a table is not opened: {fault}"));
    }
    let lobby = server.lobby().context("cannot find the server's own address")?;
    let table = match record {
        None => None,
        Some((source, record)) => {
            let place = server.open_record(&record).with_context(|| format!("cannot open {source}"))?;
            Some(server.link(&place).context("cannot find the server's own address")?)
        }
    };
    let links = [Some(&lobby), table.as_ref()].into_iter().flatten().map(|link| format!("{link}\n"));
    let links: String = links.collect();
    write!(io::stdout(), "{links}").and_then(|()| io::stdout().flush()).context("cannot print the link")?;
    notes::say(&format!(
        "the tables are kept in {}; the link is a key: keep it to yourself; Ctrl-C ends the server",
        folder.display()
    ));
    if !args.listen.is_loopback() {
        notes::say(
            "others on the network can reach this server; what they send and receive is not encrypted",
        );
    }
    if !args.no_browser {
        browser::open(table.as_ref().unwrap_or(&lobby), &folder);
    } else if process::id() == 1 {
        // The first process of a container gets no signal that it does not ask for. Any other asks for none: it could
        // not outlive its terminal with `nohup`.
        let _ = ctrlc::set_handler(|| exit(130));
    }
    server.serve().context("the port is lost")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the folder of this program among the user's data: the tables hold secrets, and the current folder may be one
/// that is published.
fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::choose_base_strategy();
    let folders = folders.context("the system names no folder for a user's data: name one with --folder")?;
    Ok(folders.data_dir().join("tradewinds"))
}
