//! The page that needs no server: bots, hints, storage, links, and no network after the first visit. `TRADEWINDS_PAGE` names
//! the folder that `crates/page/build.sh` made; without it nothing is tested.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use super::access::{Axe, LOOKS};
use super::driver::Browser;

/// A server of files on this machine, until it is dropped.
pub(super) struct Files {
    pub(super) address: SocketAddr,
    /// The names of the files that were sent.
    sent: Arc<Mutex<BTreeSet<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Files {
    fn serve(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, is_over) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let over = Arc::clone(&is_over);
        let sent = Arc::new(Mutex::new(BTreeSet::new()));
        let names = Arc::clone(&sent);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                // A browser that goes away needs no answer.
                if let Ok(Some(name)) = send(&stream.unwrap(), &folder) {
                    names.lock().unwrap().insert(name);
                }
            }
        });
        Self { address, sent, is_over, thread: Some(thread) }
    }

    /// Ends the server: its port is closed when this returns.
    fn end(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
        self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.end();
    }
}

/// Answers a request; returns the name of the file that was sent, if there is one.
fn send(mut stream: &TcpStream, folder: &std::path::Path) -> std::io::Result<Option<String>> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/");
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, body) = match fs::read(folder.join(name)) {
        Ok(body) if !name.contains("..") => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)?;
    Ok(status.starts_with("200").then(|| name.to_owned()))
}

/// Returns the folder of the page; `None` if nobody has built it.
pub(super) fn built() -> Option<PathBuf> {
    let folder = std::env::var_os("TRADEWINDS_PAGE").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("TRADEWINDS_PAGE is not set: the page without a server is not tested");
    }
    folder
}

/// The document in the frame.
const FRAME: &str = "document.getElementById('table').contentDocument";

/// A browser at the page, and the page's server; `None` where one of them is not there.
pub(super) struct Visit {
    pub(super) browser: Browser,
    pub(super) files: Files,
    folder: PathBuf,
}

impl Visit {
    pub(super) fn begin() -> Option<Self> {
        Self::of(built()?)
    }

    /// Begins with the page in a folder; `None` without a browser.
    pub(super) fn of(folder: PathBuf) -> Option<Self> {
        Some(Self { browser: Browser::start()?, files: Files::serve(folder.clone()), folder })
    }

    pub(super) fn open(&self, rest: &str) {
        self.browser.open("about:blank");
        self.browser.open(&format!("http://{}/{rest}", self.files.address));
    }

    /// Waits until something is so in the frame's document, `it`.
    pub(super) fn wait(&self, what: &str) {
        self.browser.wait_for(&format!("((it) => it && ({what}))({FRAME})"));
    }

    pub(super) fn lobby(&self) {
        self.wait("it.querySelector('form[action=new]')");
    }

    /// Does something in the frame's document, `it`, and returns what it returns.
    pub(super) fn run(&self, script: &str) -> serde_json::Value {
        self.browser.run(&format!("const it = {FRAME}; {script}"))
    }

    /// Waits until all networks are there for use without a network.
    fn wait_for_networks(&self) {
        let all = fs::read_dir(self.folder.join("networks")).unwrap().count();
        let kept = "return caches.keys().then(async ([name]) => \
            (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/networks/')).length)";
        self.browser.wait("the networks in the cache", || self.browser.run(kept) == all);
    }

    /// Returns the names of the files that were sent so far.
    fn sent(&self) -> BTreeSet<String> {
        self.files.sent.lock().unwrap().clone()
    }

    /// Lets bots play that need a network, in a page that is opened anew.
    fn play_against_learned(&self) {
        self.open("");
        self.lobby();
        self.run(
            "const fields = { game: 'puerto-rico', players: 3, seed: 1, pace: 0, seat0: 'bot:learned', seat1: 'bot:learned', seat2: 'bot:learned' };
             it.defaultView.fetch('new', { method: 'POST', body: new URLSearchParams(fields) }).then(({ url }) => { it.location = url; });",
        );
        self.wait("it.querySelectorAll('.log li').length > 2");
    }

    pub(super) fn open_table(&self) {
        self.run("it.querySelector('form[action=new]').requestSubmit()");
        self.wait("it.getElementById('act-0')");
    }
}

/// With `TRADEWINDS_BARS` in the environment, where nothing else runs, the times have to be within their bars.
#[test]
fn the_first_board_and_the_first_answers_of_bots_are_quick() {
    let Some(visit) = Visit::begin() else { return };
    let is_measured = std::env::var_os("TRADEWINDS_BARS").is_some();
    let start = Instant::now();
    visit.open("");
    visit.lobby();
    visit.open_table();
    let board = start.elapsed();
    // People and bots decide in turns: the second time, all bots have answered.
    for turn in 0..6 {
        let begun = Instant::now();
        let version = visit.run("return it.querySelector('input[name=v]').value");
        // A click while the last one is under way is refused with a sentence.
        visit.wait("!it.querySelector('.sending')");
        visit.run("it.getElementById('act-0').click()");
        visit.wait(&format!(
            "it.querySelector('input[name=v]')?.value > '' && it.querySelector('input[name=v]').value !== {version} \
             && it.getElementById('act-0')"
        ));
        let answer = begun.elapsed();
        assert!(!is_measured || answer.as_secs() < 10, "decision {turn}: {answer:?}");
    }
    eprintln!("the first board after {board:?}");
    assert!(!is_measured || board.as_secs_f64() < 3.0, "the first board came after {board:?}");
    let hint = Instant::now();
    visit.run("it.querySelector('button[formaction=hint]').click()");
    visit.wait("it.querySelector('.thought')");
    eprintln!("a hint after {:?}", hint.elapsed());
    assert!(!is_measured || hint.elapsed().as_secs() < 10, "a hint came after {:?}", hint.elapsed());
}

/// The greatest lengths of all that a first move needs, and of all, compressed, in bytes.
const MAX_FIRST: usize = 2_000_000;
const MAX_ALL: usize = 5_000_000;

#[test]
fn networks_are_loaded_after_the_first_move() {
    let Some(mut visit) = Visit::begin() else { return };
    let networks = |visit: &Visit| visit.sent().iter().filter(|name| name.starts_with("networks/")).count();
    visit.open("");
    visit.lobby();
    visit.open_table();
    assert_eq!(networks(&visit), 0);
    let compressed = |visit: &Visit| -> usize {
        let zip = |name: &String| {
            let zip = Command::new("gzip").args(["-9", "-c"]).arg(visit.folder.join(name)).output().unwrap();
            assert!(zip.status.success());
            zip.stdout.len()
        };
        visit.sent().iter().map(zip).sum()
    };
    let first = compressed(&visit);
    eprintln!("{first} bytes, compressed, until the first move");
    assert!(first <= MAX_FIRST, "{first} bytes, compressed, until the first move");
    visit.run("it.getElementById('act-0').click()");
    visit.wait_for_networks();
    assert!(networks(&visit) > 0);
    let all = compressed(&visit);
    eprintln!("{all} bytes, compressed, in all");
    assert!(all <= MAX_ALL, "{all} bytes, compressed, in all");
    visit.files.end();
    visit.play_against_learned();
}

/// Somebody who has looked at the lobby, and goes where no network is, has all bots.
#[test]
fn a_visit_without_a_move_is_enough_to_play_without_a_network() {
    let Some(mut visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    visit.wait_for_networks();
    visit.files.end();
    visit.play_against_learned();
}

/// A search takes most of a second, and a page of the same browser some milliseconds.
#[test]
fn a_search_does_not_hold_up_other_pages() {
    let Some(visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    let found = visit.browser.run_until_called(&format!(
        "const done = arguments[arguments.length - 1];
         const it = {FRAME}, ask = (...what) => it.defaultView.fetch(...what);
         (async () => {{
           const page = new DOMParser().parseFromString(await (await ask('position?game=puerto-rico&players=4')).text(), 'text/html');
           const body = new URLSearchParams(new FormData(page.querySelector('form[action=position]')));
           body.set('do', 'search');
           const start = performance.now();
           let isOver = false;
           const search = ask('position', {{ method: 'POST', body }}).then((answer) => answer.text()).finally(() => {{ isOver = true; }});
           let pages = 0, longest = 0;
           while (!isOver) {{
             const begun = performance.now();
             await (await ask('./')).text();
             pages += 1;
             longest = Math.max(longest, performance.now() - begun);
           }}
           done({{ pages, longest, search: performance.now() - start, found: (await search).includes('What the search found') }});
         }})();"
    ));
    eprintln!("{found}");
    assert_eq!(found["found"], true, "{found}");
    assert!(found["pages"].as_u64() > Some(4), "pages are answered while a position is searched: {found}");
}
#[test]
fn games_are_kept_and_go_on_without_a_network() {
    let Some(mut visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    visit.open_table();
    visit.run("it.getElementById('act-0').click()");
    visit.wait("it.querySelector('.log li')");
    visit.files.end();
    visit.open("");
    visit.wait("it.querySelector('ul.tables a')");
    visit.run("it.querySelector('ul.tables a').click()");
    visit.wait("it.querySelector('.log li')");
    // What is damaged is named, and is still in the archive.
    visit.browser.run_until_called(
        "const done = arguments[arguments.length - 1];
         import('./storage.js').then(({ Storage }) => Storage.add(new Map([['tables/francis-drake-1.table', new Uint8Array([88, 10])]]))).then(() => done(1));",
    );
    visit.open("");
    visit.wait("it.querySelector('.refusal')?.textContent.includes('francis-drake-1.table')");
    let paths = visit.browser.run_until_called(
        "const done = arguments[arguments.length - 1];
         import('./storage.js').then(({ Storage }) => Storage.all()).then((files) => done([...files.keys()]));",
    );
    assert!(paths.to_string().contains("tables/francis-drake-1.table"), "{paths}");
}

#[test]
fn a_link_holds_a_position_and_a_second_tab_says_where_the_tables_are() {
    let Some(visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    visit.open_table();
    let before = visit.run("return it.querySelector('.board').textContent");
    // Without permission to use the clipboard the link is shown.
    visit.browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
    visit.browser.run("document.getElementById('copy').click()");
    visit.browser.wait_for("document.getElementById('state').textContent.includes('#paste=')");
    let link = visit.browser.text("#state");
    visit.open(&link[link.find("#paste=").unwrap()..]);
    visit.wait("it.querySelector('form[action=position]')");
    assert!(!before.as_str().unwrap().is_empty());
    visit.open("#paste=AAAA");
    visit.browser.wait_for("document.getElementById('state').textContent.includes('not whole')");
    visit.browser.run_until_called(
        "const done = arguments[arguments.length - 1];
         const frame = document.createElement('iframe');
         frame.src = './';
         document.body.append(frame);
         const look = () => frame.contentDocument?.getElementById('state')?.textContent.includes('another tab') ? done(1) : setTimeout(look, 20);
         look();",
    );
}

#[test]
fn the_page_fits_a_phone_and_has_no_violation() {
    let Some(visit) = Visit::begin() else { return };
    let axe = Axe::find();
    for (width, scheme) in LOOKS {
        visit.browser.look(width, scheme);
        visit.open("");
        visit.lobby();
        for page in ["lobby", "table"] {
            let overflow = format!(
                "return Math.max(document.documentElement.scrollWidth - innerWidth,
                    {FRAME}.documentElement.scrollWidth - document.getElementById('table').clientWidth)"
            );
            let overflow = visit.browser.run(&overflow);
            assert!(overflow.as_i64().unwrap() <= 0, "{page} at {width}: {overflow} too wide");
            let found = axe.as_ref().map_or(Vec::new(), |axe| axe.violations(&visit.browser));
            assert!(found.is_empty(), "{page} at {width}, {scheme}: {}", found.join("\n"));
            if page == "lobby" {
                visit.open_table();
            }
        }
    }
}
