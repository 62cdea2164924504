//! The commands of a document work as they stand.

use std::env;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The shell commands of each section, with its heading.
pub(crate) fn recipes(document: &str) -> Vec<(&str, String)> {
    let sections = document.split("\n## ").skip(1);
    let commands = |section: &str| {
        let blocks = section.split("```sh\n").skip(1);
        blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect::<String>()
    };
    sections.map(|section| (section.lines().next().unwrap(), commands(section))).collect()
}

/// Runs commands one after the other in one folder; each succeeds and says nothing on stderr.
pub(crate) fn follow(recipes: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(assert_cmd::cargo::cargo_bin!("tradewinds")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    for (heading, commands) in recipes {
        let output = Command::new("sh")
            .args(["-eu", "-c", commands])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{heading}: {errors}");
    }
    folder
}
