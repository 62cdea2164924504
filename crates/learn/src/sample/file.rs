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

/// The version of the form of the files by the standard rules.
const FORMAT: u32 = 1;
/// The version of the form of the files with games of other rules, whose blocks follow the samples.
const WITH_RULES: u32 = 2;
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
    /// The bytes of the rules, and the version of their blocks, in form 2.
    #[serde(default, skip_serializing_if = "is_zero")]
    rule_bytes: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    rule_version: u64,
    /// The CRC-32 of the compressed samples.
    checksum: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
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
pub fn write_samples(
    path: &Path,
    source: &SampleSource,
    samples: &Samples,
    spec: NetworkSpec,
) -> Result<(), SampleError> {
    let fail = |error: io::Error| SampleError::Io { path: path.to_owned(), source: error };
    let mut rules = Vec::new();
    code::write_rules(&mut rules, &samples.rules);
    let with_rules = !rules.is_empty();
    let packed = match with_rules {
        false => zstd::bulk::compress(&samples.bytes, LEVEL),
        true => zstd::bulk::compress(&[&samples.bytes[..], &rules].concat(), LEVEL),
    };
    let packed = packed.map_err(fail)?;
    let header = Header {
        format: if with_rules { WITH_RULES } else { FORMAT },
        source: source.clone(),
        samples: samples.len() as u64,
        bytes: samples.bytes.len() as u64,
        rule_bytes: rules.len() as u64,
        rule_version: if with_rules { spec.features.rule_version().into() } else { 0 },
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
    let with_rules = header.rule_bytes > 0;
    let format = if with_rules { WITH_RULES } else { FORMAT };
    let rule_version = if with_rules { spec.features.rule_version() } else { 0 };
    for (field, found, allowed) in [
        ("format", header.format.to_string(), format.to_string()),
        ("rule_version", header.rule_version.to_string(), rule_version.to_string()),
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
    let length = |bytes: u64| usize::try_from(bytes).ok().filter(|&bytes| bytes <= MAX_BYTES);
    let lengths = length(header.bytes).zip(length(header.rule_bytes));
    let (length, rule_length) = lengths.ok_or_else(|| torn("its header names too many bytes"))?;
    let unpacked = zstd::bulk::decompress(packed, length + rule_length);
    let mut bytes = unpacked.map_err(|_| torn("its samples cannot be unpacked"))?;
    let rules = bytes.split_off(length.min(bytes.len()));
    let rules = code::read_rules(&rules).filter(|_| rules.len() == rule_length);
    let rules = rules.ok_or_else(|| torn("its rules cannot be read"))?;
    let known = rules.iter().flat_map(|from| &from.differences);
    if known.into_iter().any(|&(input, _)| usize::from(input) >= spec.features.rule_size()) {
        return Err(torn("its rules have an input that the game does not have"));
    }
    let mut samples = Samples { rules, ..Samples::default() };
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
    use tradewinds_game::{FeatureTable, Group, Ranges};

    static GROUPS: [Group; 1] = [Group::active("x", 40, "X.")];
    static FEATURES: FeatureTable =
        FeatureTable { version: 3, seat: &GROUPS, table: &GROUPS, action: &GROUPS, ..FeatureTable::NONE };
    static NARROW: [Group; 1] = [Group::active("x", 20, "X.")];
    const SPEC: NetworkSpec = NetworkSpec { game: "toy", rules: 1, features: &FEATURES };

    fn written(folder: &Path) -> (PathBuf, SampleSource, Samples) {
        let mut samples = Samples::default();
        (0..20).for_each(|seed| samples.push(&made_up(seed)));
        let (path, source) = (folder.join("part-0.samples"), SampleSource::new(SPEC, "key", 0));
        write_samples(&path, &source, &samples, SPEC).unwrap();
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
    fn a_file_has_the_rules_of_its_games() {
        static RULES: Ranges = Ranges::new(
            "cost = 4\nprice = 5\n",
            "version = 3\ndecisions = 9\nbreadth = [1.0]\n[[entry]]\npaths = [\"cost\", \"price\"]\nmeaning = \"of it\"\n\
             offset = [-3, 3]\nchance = 0.1\n",
        );
        static RULED: FeatureTable = FeatureTable { rules: Some(&RULES), ..FEATURES };
        let folder = tempfile::tempdir().unwrap();
        let (spec, path) = (NetworkSpec { features: &RULED, ..SPEC }, folder.path().join("x.samples"));
        let mut samples = Samples::default();
        for seed in 0..30 {
            let rules = if seed / 10 == 1 { vec![(0, -2), (1, 300)] } else { Vec::new() };
            samples.push(&Sample { rules, ..made_up(seed) });
        }
        let source = SampleSource::new(spec, "key", 0);
        write_samples(&path, &source, &samples, spec).unwrap();
        assert_eq!(read_samples(&path, &source, spec).unwrap(), samples);
        let error = read_samples(&path, &source, SPEC).unwrap_err().to_string();
        assert!(error.ends_with("rule_version: found 3; allowed: 0"), "{error}");
        let whole = fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&whole).starts_with("{\"format\":2,"));
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
