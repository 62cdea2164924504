//! Chromium, driven through its own driver: a few calls of the WebDriver protocol.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest wait for something on a page.
const PATIENCE: Duration = Duration::from_secs(60);
/// The pause between two looks at a page, which would otherwise be busy with the looks.
const PAUSE: Duration = Duration::from_millis(5);
/// The key under which an element is named in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// The number of times that a driver is started: one may find its port taken by another that starts beside it.
const TRIES: u32 = 5;

/// Starts a driver, and returns it with its port; `None` if it ends without one.
fn start_driver() -> io::Result<Option<(Child, u16)>> {
    let mut command = Command::new("chromedriver");
    let mut driver = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.find_map(|line| {
        let line = line.unwrap();
        let port = line.split("successfully on port ").nth(1)?;
        port.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        driver.wait()?;
        return Ok(None);
    };
    // The driver goes on writing: somebody has to read it.
    std::thread::spawn(move || lines.for_each(drop));
    Ok(Some((driver, port)))
}

impl Browser {
    /// Starts a browser; `None` where none is installed, unless `TRADEWINDS_BROWSER` is set: then it is required.
    pub(crate) fn start() -> Option<Self> {
        let started = (0..TRIES).find_map(|_| start_driver().transpose());
        let (driver, port) = match started.expect("chromedriver finds a port") {
            Ok(driver) => driver,
            Err(error) => {
                let is_required = std::env::var_os("TRADEWINDS_BROWSER").is_some();
                assert!(!is_required, "chromedriver does not start: {error}");
                eprintln!("no chromedriver here: nothing is tested");
                return None;
            }
        };
        let mut browser = Self { driver, port, session: String::new() };
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-dev-shm-usage",
            // Pieces that fly are drawn sixty times a second without a graphics card; `reduce_motion` lets them.
            "--force-prefers-reduced-motion",
        ];
        let options = json!({ "browserName": "chrome", "goog:chromeOptions": { "args": arguments } });
        let opened = browser.call("POST", "/session", &json!({ "capabilities": { "alwaysMatch": options } }));
        browser.session = format!("/session/{}", opened["sessionId"].as_str().unwrap());
        browser.of_session("POST", "/timeouts", &json!({ "script": PATIENCE.as_millis() as u64 }));
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_call(method, path, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn try_call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let mut stream =
            TcpStream::connect(("127.0.0.1", self.port)).map_err(|error| json!(error.to_string()))?;
        stream.set_read_timeout(Some(PATIENCE * 3)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let (mut length, mut line) = (0, String::new());
        while reader.read_line(&mut line).unwrap() > 2 {
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        let value = answer["value"].clone();
        if value.get("error").is_some() { Err(value) } else { Ok(value) }
    }

    fn of_session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, &format!("{}{path}", self.session), body)
    }

    /// Opens a page.
    pub(crate) fn open(&self, link: &str) {
        self.of_session("POST", "/url", &json!({ "url": link }));
    }

    /// Returns the address of the page.
    pub(crate) fn address(&self) -> String {
        self.of_session("GET", "/url", &Value::Null).as_str().unwrap().to_owned()
    }

    /// Runs a script and returns what it returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.of_session("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs a script that calls its last argument when it is done.
    pub(crate) fn run_until_called(&self, script: &str) -> Value {
        self.of_session("POST", "/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Sets the size of the window, and light or dark.
    pub(crate) fn look(&self, width: u32, scheme: &str) {
        let narrow = width < 600;
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": narrow });
        self.develop("Emulation.setDeviceMetricsOverride", &size);
        let scheme = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.develop("Emulation.setEmulatedMedia", &scheme);
    }

    /// Sets whether the reader wants less motion; the scheme is the light one then.
    pub(crate) fn reduce_motion(&self, reduced: bool) {
        let wish = if reduced { "reduce" } else { "no-preference" };
        let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": wish }] });
        self.develop("Emulation.setEmulatedMedia", &features);
    }

    /// Gives the browser a command of its tools for developers.
    pub(crate) fn develop(&self, command: &str, parameters: &Value) {
        self.of_session("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// Clicks the first element that a selector finds, as a person would: it has to be there, seen and uncovered.
    /// Returns whether it could be clicked.
    pub(crate) fn try_click(&self, selector: &str) -> bool {
        let wanted = json!({ "using": "css selector", "value": selector });
        let Ok(found) = self.try_call("POST", &format!("{}/element", self.session), &wanted) else {
            return false;
        };
        let element = found[ELEMENT].as_str().unwrap();
        let click = format!("{}/element/{element}/click", self.session);
        self.try_call("POST", &click, &json!({})).is_ok()
    }

    /// Clicks an element as soon as it can be clicked.
    pub(crate) fn click(&self, selector: &str) {
        self.wait(&format!("a click on {selector}"), || self.try_click(selector));
    }

    /// Chooses a file in a form.
    pub(crate) fn choose_file(&self, selector: &str, file: &std::path::Path) {
        let wanted = json!({ "using": "css selector", "value": selector });
        let found = self.of_session("POST", "/element", &wanted);
        let typed = format!("/element/{}/value", found[ELEMENT].as_str().unwrap());
        self.of_session("POST", &typed, &json!({ "text": file.to_str().unwrap() }));
    }

    /// Presses keys.
    pub(crate) fn press(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
            })
            .collect();
        let keyboard = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.of_session("POST", "/actions", &keyboard);
    }

    /// Waits until something is so.
    pub(crate) fn wait(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so() {
            assert!(Instant::now() < deadline, "waited in vain for {what} at {}", self.address());
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits until a script returns true. The page looks by itself: one call, also where it takes long. A page that is left
    /// meanwhile ends the call, and the next one looks for it.
    pub(crate) fn wait_for(&self, script: &str) {
        let look = format!(
            "const done = arguments[arguments.length - 1];
             const look = () => {{ if ({script}) done(true); else setTimeout(look, 3); }};
             look();"
        );
        let path = format!("{}/execute/async", self.session);
        let body = json!({ "script": look, "args": [] });
        self.wait(script, || self.try_call("POST", &path, &body).is_ok_and(|found| found == true));
    }

    /// Does something in the page as a person does; `acts` is the body of an asynchronous function, which returns what this
    /// returns. It has `until(what)`, which waits until a function returns something, and `press(element)`, which clicks an
    /// element that is there, seen and uncovered, and returns whether it did.
    pub(crate) fn act(&self, acts: &str) -> Value {
        self.run_until_called(&format!(
            "const until = (what) => new Promise((go) => {{
                 const look = () => {{ const found = what(); if (found) go(found); else setTimeout(look, 3); }};
                 look();
             }});
             const press = (one) => {{
                 one.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
                 const box = one.getBoundingClientRect();
                 const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                 if (!one.contains(top)) return false;
                 one.focus({{ preventScroll: true }});
                 one.click();
                 return true;
             }};
             const done = arguments[arguments.length - 1];
             (async () => {{ {acts} }})().then(done, (error) => done('fault: ' + error));"
        ))
    }

    /// Returns the text of an element; empty if there is none.
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({})?.innerText ?? ''", json!(selector));
        self.run(&script).as_str().unwrap().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its browser.
        let _ = self.try_call("DELETE", &self.session, &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
