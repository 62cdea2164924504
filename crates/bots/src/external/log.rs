//! The log of a conversation with a program: a file for each process.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::lines::{Line, Lines, MAX_LINE};

/// The size beyond which nothing is added to a log, in bytes.
const MAX_LOG: usize = 1_000_000;

/// The time that is given to the last text on standard error of a program that has ended.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// The folder for the logs of a bot's conversations, if they are logged.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogFolder(Option<Arc<Path>>);

impl LogFolder {
    /// Makes the folder, and checks that files can be written there.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn make(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let trial = folder.join(format!(".trial-{}", std::process::id()));
        fs::write(&trial, "")?;
        fs::remove_file(&trial)?;
        Ok(Self(Some(folder.into())))
    }

    /// Opens the log of a new process; `None` if there is none, or the system refuses.
    pub(super) fn open(&self, name: &str) -> Option<Log> {
        let folder = self.0.as_ref()?;
        let create = |name: &str| File::create_new(folder.join(name));
        let mut file = create(&format!("{name}.log"));
        for number in 2.. {
            match file {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    file = create(&format!("{name}.{number}.log"));
                }
                _ => break,
            }
        }
        let open = Open { file: file.ok()?, start: Instant::now(), size: 0, is_cut: false };
        Some(Log(Arc::new(Mutex::new(open))))
    }
}

/// The log of a process; clones write to the same file.
#[derive(Clone, Debug)]
pub(super) struct Log(Arc<Mutex<Open>>);

#[derive(Debug)]
struct Open {
    file: File,
    start: Instant,
    /// The number of bytes written.
    size: usize,
    /// Whether it is full.
    is_cut: bool,
}

impl Log {
    /// Adds a line with the time, a mark and the text. A log that cannot be written disturbs no game.
    pub(super) fn add(&self, mark: char, text: &[u8]) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.is_cut {
            return;
        }
        let time = log.start.elapsed().as_millis();
        let mut line = format!("{time} {mark} ");
        for char in String::from_utf8_lossy(text).chars() {
            if char.is_control() { line.extend(char.escape_default()) } else { line.push(char) }
        }
        line.push('\n');
        log.is_cut = log.size + line.len() > MAX_LOG;
        if log.is_cut {
            line = format!("{time} cut: a log has at most {MAX_LOG} bytes\n");
        }
        log.size += line.len();
        let _ = log.file.write_all(line.as_bytes());
    }

    /// Adds each line of a request.
    pub(super) fn add_request(&self, request: &str) {
        request.lines().for_each(|line| self.add('>', line.as_bytes()));
    }

    /// Adds a line that the program wrote.
    pub(super) fn add_line(&self, mark: char, line: &Line) {
        match line {
            Line::Whole(text) => self.add(mark, text),
            Line::TooLong => self.add(mark, format!("(a line of more than {MAX_LINE} bytes)").as_bytes()),
        }
    }

    /// Starts a thread that adds what the program writes to standard error. It lives as long as any process keeps the
    /// other end of the pipe open.
    ///
    /// # Errors
    /// No thread can be started.
    pub(super) fn listen(&self, mut stderr: impl Read + Send + 'static) -> io::Result<JoinHandle<()>> {
        let log = self.clone();
        thread::Builder::new().name("log of a bot".to_owned()).spawn(move || {
            let (mut lines, mut piece) = (Lines::default(), vec![0; MAX_LINE]);
            loop {
                match stderr.read(&mut piece) {
                    Ok(0) => break,
                    Ok(length) => lines.push(&piece[..length]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
                while let Some(line) = lines.take() {
                    log.add_line('!', &line);
                }
            }
            if let Some(rest) = lines.rest() {
                log.add_line('!', &rest);
            }
        })
    }
}

/// Waits a moment for the end of a thread that listens to a program that has ended.
pub(super) fn last_words(listener: &JoinHandle<()>) {
    let end = Instant::now() + LAST_WORDS;
    while !listener.is_finished() && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
}
