//! Opens the user's browser. Every user of the machine can read the arguments of a program, and the link is a key: the
//! browser gets the name of a file that only its user can read, which leads on to the link.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use crate::tournament::only_for_owner;

/// The name of the file.
const NAME: &str = "tradewinds-open.html";
/// The time after which a browser has read the file.
const STARTED: Duration = Duration::from_secs(60);

/// Opens a link in the user's browser, if there is one; the link is printed in any case.
pub(super) fn open(link: &str, folder: &Path) {
    // Some browsers see no hidden folders, such as the one of the tables may be in.
    let home = std::env::home_dir().and_then(|home| write(&home, link).ok());
    let Some(file) = home.or_else(|| write(folder, link).ok()) else { return };
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    // Without a handler a Ctrl-C in the first minute would leave the file. It is set before a browser is there: a user who
    // sees one may press Ctrl-C at once.
    let left = file.clone();
    let _ = ctrlc::set_handler(move || {
        let _ = fs::remove_file(&left);
        exit(130);
    });
    let mut command = Command::new(program);
    command.arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let wait = if command.spawn().is_ok() { STARTED } else { Duration::ZERO };
    thread::spawn(move || {
        thread::sleep(wait);
        let _ = fs::remove_file(file);
    });
}

/// Writes the file, anew.
fn write(folder: &Path, link: &str) -> io::Result<PathBuf> {
    let file = folder.join(NAME);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    only_for_owner(&mut options);
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"refresh\" content=\"0; url={link}\"><title>Tradewinds</title></head>\
         <body><p><a href=\"{link}\">Go on to Tradewinds</a></p></body></html>\n"
    );
    options.open(&file)?.write_all(page.as_bytes())?;
    // Not its canonical form, which programs of Windows do not know.
    std::path::absolute(file)
}
