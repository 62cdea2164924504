//! A server of the program under test, and a browser without a screen.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::described;

/// The program, serving a folder; it is killed in the end, as a failure of power would.
pub(crate) struct Server {
    program: Child,
    /// The address and port.
    pub(crate) address: String,
    /// The path of the lobby, with its secret.
    pub(crate) lobby: String,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_at(folder, "0")
    }

    /// Starts the program with a record; returns the path of its table too.
    pub(crate) fn start_with(folder: &Path, record: &Path) -> (Self, String) {
        let (server, mut printed) = Self::launch(folder, "0", &[record.to_str().unwrap()]);
        let mut link = String::new();
        printed.read_line(&mut link).unwrap();
        let place = link.trim().strip_prefix(&format!("http://{}", server.address)).unwrap();
        (server, place.to_owned())
    }

    /// Starts the program without naming a folder, for a user whose data lie in this one.
    pub(crate) fn start_for_user(data: &Path) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tradewinds"));
        program.args(["serve", "--no-browser", "--port", "0"]);
        program.current_dir(data).env("XDG_DATA_HOME", data).env("HOME", data).env("APPDATA", data);
        Self::spawn(program).0
    }

    /// Starts the program with a limit on the size of its files, in bytes.
    #[cfg(unix)]
    pub(crate) fn start_limited(folder: &Path, bytes: u32) -> Self {
        let program = env!("CARGO_BIN_EXE_tradewinds");
        // The signal that the limit sends is ignored, so that the write fails.
        let script = format!("trap '' XFSZ; exec prlimit --fsize={bytes}:unlimited \"$0\" \"$@\"");
        let mut limited = Command::new("sh");
        limited.args(["-c", &script, program, "serve", "--no-browser", "--port", "0", "--folder"]);
        limited.arg(folder);
        Self::spawn(limited).0
    }

    /// Takes the limit on the size of files away.
    #[cfg(unix)]
    pub(crate) fn unlimit(&self) {
        let process = self.program.id().to_string();
        let status = Command::new("prlimit").args(["--fsize=unlimited", "--pid", &process]).status();
        assert!(status.unwrap().success());
    }

    /// Starts the program at a port; 0 stands for any.
    pub(crate) fn start_at(folder: &Path, port: &str) -> Self {
        Self::launch(folder, port, &[]).0
    }

    /// Starts the program for the network, with more options.
    pub(crate) fn start_for_network(folder: &Path, more: &[&str]) -> Self {
        Self::launch(folder, "0", &[&["--listen", "0.0.0.0"], more].concat()).0
    }

    fn launch(folder: &Path, port: &str, more: &[&str]) -> (Self, BufReader<ChildStdout>) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tradewinds"));
        program.args(["serve", "--no-browser", "--port", port, "--folder"]).arg(folder).args(more);
        Self::spawn(program)
    }

    fn spawn(mut program: Command) -> (Self, BufReader<ChildStdout>) {
        let mut program = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut link = String::new();
        let mut printed = BufReader::new(program.stdout.take().unwrap());
        printed.read_line(&mut link).unwrap();
        let rest = link.trim().strip_prefix("http://").unwrap();
        let (address, lobby) = rest.split_once('/').unwrap();
        (Self { program, address: address.to_owned(), lobby: format!("/{lobby}") }, printed)
    }

    /// Sends bytes as they are and returns the whole answer.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // A server that refuses early may close before everything is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let (mut head, mut line) = (String::new(), String::new());
        while reader.read_line(&mut line).unwrap() > 2 {
            head += &line;
            line.clear();
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let header = |name: &str| {
            let found = head.lines().find_map(|line| line.strip_prefix(name));
            found.map(|value| value.trim().to_owned())
        };
        let length = header("Content-Length:").unwrap().parse().unwrap();
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let body = String::from_utf8(body).unwrap();
        if header("Content-Type:").is_some_and(|kind| kind.starts_with("text/html")) {
            described::require(path, &body);
        }
        Answer { status, place: header("Location:"), body, head }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    /// Gets the part of a page that changes, as the page's script does.
    pub(crate) fn part(&self, path: &str) -> String {
        self.ask("GET", path, "X-Tradewinds: 1\r\n", "").body
    }

    /// Sends a file to the lobby, as its form does.
    pub(crate) fn upload(&self, text: &str) -> Answer {
        self.upload_to("open", text)
    }

    /// Sends a file to the lobby by one of the buttons of its form.
    pub(crate) fn upload_to(&self, button: &str, text: &str) -> Answer {
        let head = "Content-Disposition: form-data; name=\"record\"; filename=\"game.json\"";
        let body = format!(
            "--Boundary7\r\n{head}\r\nContent-Type: application/json\r\n\r\n{text}\r\n--Boundary7--\r\n"
        );
        let headers = "Content-Type: multipart/form-data; boundary=Boundary7\r\n";
        self.ask("POST", &format!("{}{button}", self.lobby), headers, &body)
    }

    /// Sends a form as the page's script does.
    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.ask("POST", path, "X-Tradewinds: 1\r\n", &form(fields))
    }

    /// Sends a form as a browser without the script does.
    pub(crate) fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.ask("POST", path, "", &form(fields))
    }

    /// Opens a table; returns the path of the host's screen.
    pub(crate) fn open(&self, game: &str, seats: &[&str], seed: u64) -> String {
        let (players, seed) = (seats.len().to_string(), seed.to_string());
        let names: Vec<(String, String)> = seats
            .iter()
            .enumerate()
            .flat_map(|(seat, &who)| {
                [(format!("seat{seat}"), who.to_owned()), (format!("name{seat}"), format!("P{seat}"))]
            })
            .collect();
        let mut fields = vec![("game", game), ("players", &players), ("seed", &seed), ("pace", "0")];
        fields.extend(names.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let answer = self.submit(&format!("{}new", self.lobby), &fields);
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.place.unwrap()
    }

    /// Waits until a screen has something to decide, is over or is covered.
    pub(crate) fn settled(&self, table: &str) -> String {
        loop {
            let page = self.get(table).body;
            let is_over = page.contains("The game is over");
            if is_over || page.contains("id=\"act-0\"") || page.contains("formaction=\"reveal\"") {
                return page;
            }
            std::thread::yield_now();
        }
    }

    /// Counts the threads of the program that have this name.
    #[cfg(target_os = "linux")]
    pub(crate) fn threads(&self, name: &str) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.program.id())).unwrap();
        // A thread may end meanwhile.
        let names = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
        names.filter(|found| found.trim() == name).count()
    }

    /// Listens to the events of a screen.
    pub(crate) fn events(&self, table: &str) -> Events {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "GET {table}events HTTP/1.1\r\nHost: h\r\n\r\n").unwrap();
        Events(BufReader::new(stream))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }
}

/// The events of a screen.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// Waits for the next event and returns what it brings.
    pub(crate) fn next(&mut self) -> String {
        let (mut data, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream of events goes on");
            if let Some(part) = line.strip_prefix("data: ") {
                data += part;
            } else if line.trim().is_empty() && !data.is_empty() {
                return data;
            }
        }
    }
}

/// An answer of the server.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) place: Option<String>,
    pub(crate) body: String,
}

fn form(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
                _ => format!("%{byte:02X}"),
            })
            .collect()
    };
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    fields.join("&")
}

/// Returns the version that a page shows.
pub(crate) fn version(page: &str) -> String {
    between(page, "name=\"v\" value=\"", "\"").expect("a page has a version").to_owned()
}

/// Lists the actions that a page offers in its list.
pub(crate) fn actions(page: &str) -> Vec<String> {
    let list = between(page, "<ol class=\"actions\">", "</ol>").unwrap_or_default();
    let parts = list.split("name=\"a\" value=\"").skip(1);
    parts.filter_map(|part| part.split('"').next()).map(str::to_owned).collect()
}

/// Lists the links that a page hands out.
pub(crate) fn handed_out(page: &str) -> Vec<String> {
    let parts: Vec<&str> = page.split("\" data-absolute").collect();
    let links = parts[..parts.len() - 1]
        .iter()
        .filter_map(|part| part.rsplit_once("href=\".."))
        .map(|(_, link)| link);
    links.map(str::to_owned).collect()
}

/// Returns the text between two marks.
pub(crate) fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let start = text.find(from)? + from.len();
    let end = text[start..].find(to)? + start;
    Some(&text[start..end])
}
