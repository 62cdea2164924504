//! Objects as text that can be checked: kind, version, checksum, JSON.

use serde_json::Value;

use pyo3::PyResult;

use crate::errors::refused;

/// The version of the form of all kinds.
const VERSION: &str = "1";

/// Writes an object of a kind.
pub(crate) fn seal(kind: &str, value: &Value) -> String {
    let body = value.to_string();
    format!("tradewinds-{kind} {VERSION} {:08x} {body}", crc32fast::hash(body.as_bytes()))
}

/// Reads an object of a kind; `name` is the argument.
pub(crate) fn unseal(name: &str, kind: &str, text: &str) -> PyResult<Value> {
    let refuse = |found: String| {
        let allowed = format!("the text that `serialize` or pickle has written for a {kind}");
        refused(format!("{name}: found {found}; allowed: {allowed}"))
    };
    let mut parts = text.splitn(4, ' ');
    let mut part = || parts.next().unwrap_or_default();
    let (head, version, checksum, body) = (part(), part(), part(), part());
    if head != format!("tradewinds-{kind}") {
        return Err(refuse(format!("a text that begins with {}", tradewinds_game::quoted(head))));
    }
    if version != VERSION {
        return Err(refuse(format!(
            "version {}, where this is version {VERSION}",
            tradewinds_game::quoted(version)
        )));
    }
    if checksum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
        return Err(refuse("a damaged text, whose checksum differs".to_owned()));
    }
    serde_json::from_str(body).map_err(|error| refuse(error.to_string()))
}
