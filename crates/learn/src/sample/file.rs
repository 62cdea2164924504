//! Files of samples: a header of one line, then the samples, compressed, then their checksum.
//!
//! A file is written whole under another name and then renamed, so that an interrupted run leaves none half
//! written; a file that was torn nevertheless is refused.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tradewinds_network::NetworkSpec;
use tradewinds_report::WholeFile;

use super::{Sample, Samples, code, fits};

/// The version of the form of the files.
const FORMAT: u32 = 1;
/// The level of compression: what more would save is not worth its time.
const LEVEL: i32 = 3;
/// The maximum number of bytes of the samples of one file.
const MAX_BYTES: usize = 1 << 31;

/// Where the samples of a file came from. A file of another source is not taken for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SampleSource {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of its features.
    pub features: u32,
    /// A checksum of all that decides what is played: settings, presets and networks.
    pub key: String,
    /// The part of the run, from 0.
    pub part: u32,
}

impl SampleSource {
    /// Makes the source of a part of a run.
    #[must_use]
    pub fn new(spec: NetworkSpec, key: &str, part: u32) -> Self {
        let (game, rules, features) = (spec.game.to_owned(), spec.rules, spec.features.version);
        Self { game, rules, features, key: key.to_owned(), part }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    #[serde(flatten)]
    source: SampleSource,
    samples: u64,
    bytes: u64,
    /// The CRC-32 of the compressed samples.
    checksum: String,
}

/// Why a file of samples cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is torn, or was changed after it was written.
    #[error("{}: {fault}; remove it, and the games will be played again", path.display())]
    Torn {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
    /// The samples are of another run, game or version.
    #[error("{}: {field}: found {found}; allowed: {allowed}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The field of the header.
        field: &'static str,
        /// What it says.
        found: String,
        /// What it should say.
        allowed: String,
    },
}

/// Writes samples to a file.
///
/// # Errors
/// The file cannot be written.
pub fn write_samples(path: &Path, source: &SampleSource, samples: &Samples) -> Result<(), SampleError> {
    let fail = |error: io::Error| SampleError::Io { path: path.to_owned(), source: error };
    let packed = zstd::bulk::compress(&samples.bytes, LEVEL).map_err(fail)?;
    let header = Header {
        format: FORMAT,
        source: source.clone(),
        samples: samples.len() as u64,
        bytes: samples.bytes.len() as u64,
        checksum: format!("{:08x}", crc32fast::hash(&packed)),
    };
    let header = serde_json::to_string(&header).map_err(|error| fail(error.into()))?;
    let write = || {
        let mut file = WholeFile::create(path)?;
        file.write_all(header.as_bytes())?;
        file.write_all(b"\n")?;
        file.write_all(&packed)?;
        file.finish()
    };
    write().map_err(fail)
}

/// Reads which source a file of samples names.
///
/// # Errors
/// The file cannot be read, or is torn.
pub fn read_source(path: &Path) -> Result<SampleSource, SampleError> {
    let torn = |fault: &str| SampleError::Torn { path: path.to_owned(), fault: fault.to_owned() };
    let file = fs::read(path).map_err(|source| SampleError::Io { path: path.to_owned(), source })?;
    let header = file.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let header: Header = serde_json::from_slice(header).map_err(|_| torn("its header cannot be read"))?;
    Ok(header.source)
}

/// Reads the samples of a file.
///
/// # Errors
/// The file cannot be read, is torn, or is of another source.
pub fn read_samples(path: &Path, source: &SampleSource, spec: NetworkSpec) -> Result<Samples, SampleError> {
    let torn = |fault: &str| SampleError::Torn { path: path.to_owned(), fault: fault.to_owned() };
    let file = fs::read(path).map_err(|source| SampleError::Io { path: path.to_owned(), source })?;
    let end = file.iter().position(|&byte| byte == b'\n').ok_or_else(|| torn("it has no header"))?;
    let (header, packed) = (&file[..end], &file[end + 1..]);
    let header: Header = serde_json::from_slice(header).map_err(|_| torn("its header cannot be read"))?;
    let found = &header.source;
    for (field, found, allowed) in [
        ("format", header.format.to_string(), FORMAT.to_string()),
        ("game", found.game.clone(), source.game.clone()),
        ("rules", found.rules.to_string(), source.rules.to_string()),
        ("features", found.features.to_string(), source.features.to_string()),
        ("key", found.key.clone(), source.key.clone()),
        ("part", found.part.to_string(), source.part.to_string()),
    ] {
        if found != allowed {
            return Err(SampleError::Other { path: path.to_owned(), field, found, allowed });
        }
    }
    if format!("{:08x}", crc32fast::hash(packed)) != header.checksum {
        return Err(torn("its checksum is not that of its samples"));
    }
    let length = usize::try_from(header.bytes).ok().filter(|&bytes| bytes <= MAX_BYTES);
    let length = length.ok_or_else(|| torn("its header names too many bytes"))?;
    let bytes = zstd::bulk::decompress(packed, length).map_err(|_| torn("its samples cannot be unpacked"))?;
    let mut samples = Samples::default();
    let (mut rest, mut sample) = (&bytes[..], Sample::new());
    while !rest.is_empty() {
        code::read(&mut rest, &mut sample).ok_or_else(|| torn("one of its samples cannot be read"))?;
        if !fits(&sample, spec.features) {
            return Err(torn("one of its samples has an index that the game's features do not have"));
        }
        samples.ends.push((bytes.len() - rest.len()) as u64);
        samples.games.push(sample.game);
    }
    samples.bytes = bytes;
    if samples.len() as u64 != header.samples {
        return Err(torn("it does not have the number of samples that its header names"));
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::made_up;
    use tradewinds_game::{FeatureTable, Group};

    static GROUPS: [Group; 1] = [Group::active("x", 40, "X.")];
    static FEATURES: FeatureTable =
        FeatureTable { version: 3, seat: &GROUPS, table: &GROUPS, action: &GROUPS, ..FeatureTable::NONE };
    static NARROW: [Group; 1] = [Group::active("x", 20, "X.")];
    const SPEC: NetworkSpec = NetworkSpec { game: "toy", rules: 1, features: &FEATURES };

    fn written(folder: &Path) -> (PathBuf, SampleSource, Samples) {
        let mut samples = Samples::default();
        (0..20).for_each(|seed| samples.push(&made_up(seed)));
        let (path, source) = (folder.join("part-0.samples"), SampleSource::new(SPEC, "key", 0));
        write_samples(&path, &source, &samples).unwrap();
        (path, source, samples)
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let (path, source, samples) = written(folder.path());
        assert_eq!(read_samples(&path, &source, SPEC).unwrap(), samples);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    }

    #[test]
    fn a_torn_file_is_refused_wherever_it_is_cut_or_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, source, _) = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for cut in (0..whole.len()).step_by(7) {
            fs::write(&path, &whole[..cut]).unwrap();
            let error = read_samples(&path, &source, SPEC).unwrap_err();
            assert!(matches!(error, SampleError::Torn { .. }), "{cut}: {error}");
        }
        for place in (0..whole.len()).step_by(11) {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(read_samples(&path, &source, SPEC).is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (path, source, _) = written(folder.path());
        let refusal = |source: &SampleSource| read_samples(&path, source, SPEC).unwrap_err().to_string();
        let found = refusal(&SampleSource { features: 4, ..source.clone() });
        assert!(found.ends_with("features: found 3; allowed: 4"), "{found}");
        let found = refusal(&SampleSource { key: "other".to_owned(), ..source.clone() });
        assert!(found.ends_with("key: found key; allowed: other"), "{found}");
        let narrow =
            FeatureTable { version: 3, seat: &NARROW, table: &NARROW, action: &NARROW, ..FeatureTable::NONE };
        let spec = NetworkSpec { features: Box::leak(Box::new(narrow)), ..SPEC };
        assert!(read_samples(&path, &source, spec).unwrap_err().to_string().contains("an index"));
    }
}
