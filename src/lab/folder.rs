//! The folder of a study.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::game::{Game, InputError, Variant};
use crate::tournament::{RunError, at, find_variant, write_synced};

/// Writes the files that a study is made of, before a game is played, or compares them with what is there.
///
/// # Errors
/// A file cannot be written, or holds something else: the folder is another study's.
pub(super) fn describe(folder: &Path, files: &[(PathBuf, String)], study: &str) -> Result<(), RunError> {
    for (path, text) in files {
        let io = |source| RunError::Io { path: path.clone(), source };
        match fs::read_to_string(path) {
            Ok(found) if found == *text => {}
            // It was cut off while it was written.
            Ok(found) if text.starts_with(&found) => write_synced(path, text).map_err(io)?,
            Ok(_) => {
                let reason = format!("holds another {study}: its {} differs", path.display());
                return Err(RunError::Refused { path: folder.to_owned(), reason });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let parent = path.parent().unwrap_or(folder);
                fs::create_dir_all(parent).map_err(io)?;
                write_synced(path, text).map_err(io)?;
            }
            Err(error) => return Err(io(error)),
        }
    }
    Ok(())
}

/// Finds the variant that a manifest names, the standard rules without one; `file` is the manifest, `base` its folder.
/// One of a file is copied to the study's folder, and `entry` then names the copy.
///
/// # Errors
/// There is no such variant, or it is wrong.
pub(super) fn variant<G: Game>(
    entry: &mut Option<String>,
    (file, base): (&str, &Path),
    folder: &Path,
    files: &mut Vec<(PathBuf, String)>,
) -> Result<Variant, InputError> {
    const COPY: &str = "variant.toml";
    let Some(named) = entry else { return Ok(Variant::standard()) };
    let found = find_variant::<G>(named, base).map_err(|error| at(file, "variant", error))?;
    if found.from_file {
        COPY.clone_into(named);
        files.push((folder.join(COPY), found.text));
    }
    Ok(found.value)
}
