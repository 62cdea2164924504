//! The end of a Parquet file, read: what the file says of itself.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::MAGIC;
use super::thrift::{Reader, Value};

/// The length of the last bytes: that of the footer, and the magic.
const TAIL: i64 = 8;

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Footer {
    /// The number of rows.
    pub(crate) rows: u64,
    /// What its writer has noted.
    pub(crate) metadata: BTreeMap<String, String>,
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    /// The file cannot be read or is no whole Parquet file.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "no whole Parquet file");
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        if length < TAIL as u64 + MAGIC.len() as u64 {
            return Err(invalid());
        }
        let mut tail = [0; TAIL as usize];
        file.seek(SeekFrom::End(-TAIL))?;
        file.read_exact(&mut tail)?;
        let (size, magic) = tail.split_at(4);
        let size = u64::from(u32::from_le_bytes(size.try_into().expect("four bytes")));
        if magic != MAGIC || size + TAIL as u64 > length {
            return Err(invalid());
        }
        file.seek(SeekFrom::Start(length - TAIL as u64 - size))?;
        let mut bytes = Vec::new();
        file.take(size).read_to_end(&mut bytes)?;
        Self::parse(&bytes).ok_or_else(invalid)
    }

    /// Reads the struct `FileMetaData` of the format: its fields 3, the number of rows, and 5, pairs of texts.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let Value::Struct(fields) = Reader::new(bytes).structure(0)? else { return None };
        let mut footer = Self { rows: 0, metadata: BTreeMap::new() };
        for (number, value) in fields {
            match (number, value) {
                (3, Value::Number(rows)) => footer.rows = u64::try_from(rows).ok()?,
                (5, Value::List(pairs)) => {
                    for pair in pairs {
                        let Value::Struct(pair) = pair else { return None };
                        let mut texts = pair.into_iter().filter_map(|(_, value)| match value {
                            Value::Bytes(text) => String::from_utf8(text).ok(),
                            _ => None,
                        });
                        footer.metadata.insert(texts.next()?, texts.next().unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
        Some(footer)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tradewinds_game::CellType;

    use super::super::ParquetFile;
    use super::*;

    #[test]
    fn a_footer_is_what_was_written_and_damage_is_found() {
        let pairs = [("manifest.toml", "a = 1\n"), ("shard", "2/3")];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let columns = [("game", CellType::Whole), ("winners", CellType::List)];
        let mut file = ParquetFile::new(Vec::new(), columns, &pairs).unwrap();
        (0..5).for_each(|game: u32| file.row([game.to_string(), "a;b".to_owned()]).unwrap());
        let bytes = file.finish().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        fs::write(&path, &bytes).unwrap();
        let found = Footer::read(&path).unwrap();
        assert_eq!((found.rows, found.metadata), (5, pairs.into_iter().collect()));
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(Footer::read(&path).is_err(), "{length}");
        }
        // Whatever bytes stand there, nothing panics or takes much memory.
        for place in 4..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            fs::write(&path, &damaged).unwrap();
            let _ = Footer::read(&path);
        }
    }
}
