//! Lines of journals: each identifies its run and has a checksum.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// The reason why a line of a journal cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It was changed after it was written, or holds something that this run cannot have.
    #[error("is damaged: {0}")]
    Damaged(String),
    /// It was written for a run of another manifest, version, seed or bot.
    #[error("is of another run")]
    Foreign,
}

/// The form of a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    /// The [`run_key`] of its run.
    run: u32,
    /// CRC-32 (ISO 3309) of the record's text.
    crc: u32,
    #[serde(borrow)]
    record: &'a RawValue,
}

/// Returns a number that identifies a run: CRC-32 (ISO 3309) of the TOML texts that describe it, each
/// followed by a zero byte. Comments and the order of keys do not count.
pub fn run_key<'a>(description: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for text in description {
        match text.parse::<toml::Table>() {
            // A table is sorted by its keys.
            Ok(table) => hasher.update(table.to_string().as_bytes()),
            Err(_) => hasher.update(text.as_bytes()),
        }
        hasher.update(&[0]);
    }
    hasher.finalize()
}

/// Writes plain data as a line of the run with this [`run_key`].
pub fn with_checksum<T: Serialize>(run: u32, value: &T) -> String {
    let raw = to_raw_value(value).expect("it is plain data");
    let envelope = Envelope { run, crc: crc32fast::hash(raw.get().as_bytes()), record: &raw };
    let mut text = serde_json::to_string(&envelope).expect("an envelope is plain data");
    text.push('\n');
    text
}

/// Returns whether text without an end of line can be the beginning of a line that [`with_checksum`] writes, or what a
/// file system makes of one that it has lost, whole or in part: zero bytes.
pub fn is_torn(text: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"run\":";
    let written = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    text[..written].iter().zip(BEGINNING).all(|(found, wanted)| found == wanted)
}

/// Reads a line that [`with_checksum`] wrote.
///
/// # Errors
/// The line is damaged, or not of this run.
pub fn verify_checksum<'a, T: Deserialize<'a>>(run: u32, line: &'a [u8]) -> Result<T, LineFault> {
    let damaged = |error: serde_json::Error| LineFault::Damaged(error.to_string());
    let envelope: Envelope<'a> = serde_json::from_slice(line).map_err(damaged)?;
    if crc32fast::hash(envelope.record.get().as_bytes()) != envelope.crc {
        return Err(LineFault::Damaged("its checksum does not fit".to_owned()));
    }
    if envelope.run != run {
        return Err(LineFault::Foreign);
    }
    serde_json::from_str(envelope.record.get()).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_only_by_its_own_run() {
        let [run, other] = ["seed = 1", "seed = 2"].map(|manifest| run_key([manifest, "version"]));
        assert_ne!(run, other);
        assert_ne!(run_key(["a = 1", "b = 2"]), run_key(["a = 1\nb = 2"]));
        assert_eq!(run_key(["a = 1\nb = 2.50"]), run_key(["b = 2.5 # half\na = 1"]));
        let line = with_checksum(run, &[1, 2]);
        assert_eq!(verify_checksum::<Vec<u32>>(run, line.as_bytes()), Ok(vec![1, 2]));
        assert_eq!(verify_checksum::<Vec<u32>>(other, line.as_bytes()), Err(LineFault::Foreign));
        let unmarked = format!("{{{}", &line[line.find("\"crc\"").unwrap()..]);
        let fault = verify_checksum::<Vec<u32>>(run, unmarked.as_bytes());
        assert!(matches!(fault, Err(LineFault::Damaged(_))), "a line names its run");
        let changed = line.replace("[1,2]", "[1,3]");
        assert!(matches!(verify_checksum::<Vec<u32>>(run, changed.as_bytes()), Err(LineFault::Damaged(_))));
    }
}
