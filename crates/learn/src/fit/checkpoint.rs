//! The file from which an interrupted fit goes on: a header of one line, then numbers, then their checksum.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tradewinds_report::WholeFile;

use super::adam::Adam;
use super::error::FitError;
use super::report::Epoch;

/// The version of the form of the file.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    /// What is fitted to what; the file of another fit is refused.
    key: String,
    steps: u64,
    weights: usize,
    epochs: Vec<Epoch>,
    /// The CRC-32 of the numbers.
    checksum: String,
}

/// What is known after an epoch.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoint {
    pub weights: Vec<f32>,
    pub adam: Adam,
    pub epochs: Vec<Epoch>,
}

impl Checkpoint {
    /// Writes the file, whole, in the place of an older one.
    pub(crate) fn save(&self, path: &Path, key: &str) -> Result<(), FitError> {
        let numbers = [&self.weights, &self.adam.means, &self.adam.squares];
        let numbers: Vec<u8> =
            numbers.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let header = Header {
            format: FORMAT,
            key: key.to_owned(),
            steps: self.adam.steps,
            weights: self.weights.len(),
            epochs: self.epochs.clone(),
            checksum: format!("{:08x}", crc32fast::hash(&numbers)),
        };
        let write = || {
            let mut bytes = serde_json::to_vec(&header)?;
            bytes.push(b'\n');
            bytes.extend(numbers);
            WholeFile::write(path, &bytes)
        };
        write().map_err(|source: io::Error| FitError::Io { path: path.to_owned(), source })
    }

    /// Reads the file; none if there is no such file.
    pub(crate) fn load(path: &Path, key: &str, weights: usize) -> Result<Option<Self>, FitError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(FitError::Io { path: path.to_owned(), source }),
        };
        let refuse = |fault: &str| FitError::Checkpoint { path: path.to_owned(), fault: fault.to_owned() };
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(|| refuse("it has no header"))?;
        let (header, numbers) = (&bytes[..end], &bytes[end + 1..]);
        let header: Header =
            serde_json::from_slice(header).map_err(|_| refuse("its header cannot be read"))?;
        if header.format != FORMAT || header.key != key {
            return Err(refuse("it belongs to a fit with other samples or settings"));
        }
        if format!("{:08x}", crc32fast::hash(numbers)) != header.checksum {
            return Err(refuse("its checksum is not that of its numbers"));
        }
        let (numbers, _) = numbers.as_chunks::<4>();
        if header.weights != weights || numbers.len() != 3 * weights {
            return Err(refuse("it does not have the number of weights of the network"));
        }
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut take = || numbers.by_ref().take(weights).collect::<Vec<f32>>();
        let (weights, means, squares) = (take(), take(), take());
        let adam = Adam { means, squares, steps: header.steps };
        Ok(Some(Self { weights, adam, epochs: header.epochs }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit.checkpoint");
        let load = |key: &str, weights: usize| Checkpoint::load(&path, key, weights);
        assert_eq!(load("a", 2).unwrap(), None);
        let epoch = Epoch { epoch: 1, value: 0.1 + 0.2, ..Epoch::default() };
        let adam = Adam { means: vec![0.5, -1.0], squares: vec![1e-20, 3.0], steps: 77 };
        let checkpoint = Checkpoint { weights: vec![0.1, f32::MAX], adam, epochs: vec![epoch] };
        checkpoint.save(&path, "a").unwrap();
        assert_eq!(load("a", 2).unwrap().unwrap(), checkpoint);
        for (fault, found) in [
            ("it belongs to a fit with other samples or settings", load("b", 2)),
            ("it does not have the number of weights of the network", load("a", 3)),
        ] {
            let message = found.unwrap_err().to_string();
            assert!(message.ends_with(&format!(": {fault}; remove it to start the fit again")), "{message}");
        }
        let whole = fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            assert!(matches!(load("a", 2), Err(FitError::Checkpoint { .. })), "{cut}");
        }
    }
}
