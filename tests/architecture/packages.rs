//! What a registry and its readers need of each crate that is published: `cargo publish --dry-run --workspace`.

use std::fs;
use std::path::{Component, Path, PathBuf};

use toml::{Table, Value};

use crate::past::files_below;

/// The libraries that are meant for others.
const LIBRARIES: [&str; 5] = ["game", "search", "stats", "bots", "tournament"];

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

fn manifest(folder: &Path) -> Table {
    read(folder.join("Cargo.toml")).parse().unwrap()
}

fn is_published(manifest: &Table) -> bool {
    manifest["package"].get("publish") != Some(&Value::Boolean(false))
}

/// Lists the folders of the crates that are published, with their manifests.
fn published() -> Vec<(PathBuf, Table)> {
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    let folders = ["", "bots"].map(PathBuf::from).into_iter().chain(crates);
    let all = folders.map(|folder| (folder.clone(), manifest(&folder)));
    let published: Vec<(PathBuf, Table)> = all.filter(|(_, manifest)| is_published(manifest)).collect();
    assert!(published.len() > 15, "only {} crates are published", published.len());
    published
}

/// Lists the dependencies of a manifest on crates of ours, those of its tests included.
fn ours(manifest: &Table) -> Vec<(&str, &Value)> {
    let targets = manifest.get("target").into_iter().flat_map(|targets| targets.as_table().unwrap().values());
    let places = targets.map(|target| target.as_table().unwrap()).chain([manifest]);
    let tables = places.flat_map(|place| {
        ["dependencies", "dev-dependencies", "build-dependencies"].map(|kind| place.get(kind))
    });
    let dependencies = tables.flatten().flat_map(|table| table.as_table().unwrap());
    let ours = dependencies.filter(|(name, _)| name.starts_with("tradewinds-"));
    ours.map(|(name, value)| (name.as_str(), value)).collect()
}

#[test]
fn every_published_crate_has_its_metadata() {
    let root = manifest(Path::new(""));
    let workspace = &root["workspace"]["package"];
    assert_eq!(workspace["license"].as_str(), Some("MIT OR Apache-2.0"));
    for (folder, manifest) in published() {
        let package = manifest["package"].as_table().unwrap();
        let place = folder.join("Cargo.toml");
        let place = place.display();
        for field in ["version", "license", "repository", "rust-version", "edition"] {
            let is_inherited = package[field].get("workspace") == Some(&Value::Boolean(true));
            assert!(is_inherited && workspace.get(field).is_some(), "{place}: {field} is the workspace's");
        }
        assert!(package["description"].as_str().is_some_and(|text| text.len() > 10), "{place}");
        assert!(package.contains_key("include"), "{place}: `include` says what a package has");
        for (name, dependency) in ours(&manifest) {
            let ours = &root["workspace"]["dependencies"][name];
            let is_inherited = dependency.get("workspace") == Some(&Value::Boolean(true));
            let has_version = ours.get("version") == Some(&workspace["version"]);
            assert!(is_inherited && has_version, "{place}: {name} has not the version of the workspace");
            let folder = Path::new(ours["path"].as_str().unwrap());
            assert!(is_published(&self::manifest(folder)), "{place}: {name} is not published");
        }
    }
}

/// Git keeps a link to each text; a system without links has its target as text.
#[test]
fn every_package_has_both_licences() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = read(name);
        assert!(text.len() > 1000);
        for (folder, _) in published() {
            let found = read(folder.join(name));
            let link = folder.components().map(|_| "../").collect::<String>() + name;
            let is_link = cfg!(not(unix)) && found == link;
            assert!(found == text || is_link, "{}: {name} is not the root's", folder.display());
        }
    }
}

/// Lists the paths that a source has in `include_str!`, `include_bytes!` and `include_dir!`.
fn included(source: &str) -> impl Iterator<Item = &str> {
    let is_macro = |text: &&str| ["str!(", "bytes!(", "dir!("].iter().any(|name| text.starts_with(name));
    source.split("include_").filter(is_macro).filter_map(|text| text.split('"').nth(1))
}

/// Returns a path without `..`; `None` if it leads above where it begins.
fn normal(path: &Path) -> Option<PathBuf> {
    path.components().try_fold(PathBuf::new(), |mut done, part| match part {
        Component::ParentDir => done.pop().then_some(done),
        Component::CurDir => Some(done),
        part => {
            done.push(part);
            Some(done)
        }
    })
}

/// What a source reads while it is compiled lies below the crate's folder, in what `include` names.
#[test]
fn no_packaged_source_reads_a_file_outside_of_its_package() {
    let root = manifest(Path::new(""));
    let (mut sources, mut read_by_them) = (0, 0);
    for (folder, manifest) in published() {
        let own = &manifest["package"]["include"];
        let include = own.as_array().or(root["workspace"]["package"]["include"].as_array()).unwrap();
        let include: Vec<&str> = include.iter().map(|path| path.as_str().unwrap()).collect();
        let is_packaged = |path: &Path| {
            let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
            include.iter().any(|pattern| pattern.trim_start_matches('/') == first)
        };
        let src = if folder == Path::new("bots") { folder.clone() } else { folder.join("src") };
        for file in files_below(src.to_str().unwrap())
            .into_iter()
            .filter(|file| file.extension().is_some_and(|ext| ext == "rs"))
        {
            let inside = file.strip_prefix(&folder).unwrap();
            sources += 1;
            // The second one is that of the page's build alone, which is no package.
            let folders = ["$CARGO_MANIFEST_DIR", "$TRADEWINDS_PRESETS"];
            for path in included(&read(&file)).filter(|path| !folders.contains(path)) {
                read_by_them += 1;
                let place = normal(&inside.parent().unwrap().join(path));
                let is_there = place.is_some_and(|place| is_packaged(&place) && folder.join(place).is_file());
                assert!(is_there, "{} reads {path}, which its package has not", file.display());
            }
        }
    }
    assert!(sources > 500 && read_by_them > 25, "{sources} sources, {read_by_them} files read by them");
}

/// The manifest of the workspace has the address, and other formats repeat it.
#[test]
fn the_address_and_the_version_are_the_same_everywhere() {
    let root = manifest(Path::new(""));
    let package = &root["workspace"]["package"];
    let (repository, version) =
        (package["repository"].as_str().unwrap(), package["version"].as_str().unwrap());
    let citation = read("CITATION.cff");
    for line in [format!("repository-code: \"{repository}\""), format!("version: {version}")] {
        assert!(citation.lines().any(|found| found == line), "CITATION.cff has no line {line}");
    }
    let wheel: Table = read("pyproject.toml").parse().unwrap();
    assert_eq!(wheel["project"]["urls"]["Repository"].as_str(), Some(repository));
    assert_eq!(wheel["project"]["license"], package["license"]);
}

#[test]
fn a_library_for_others_has_a_short_page_with_an_example() {
    for name in LIBRARIES {
        let folder = Path::new("crates").join(name);
        let page = read(folder.join("README.md"));
        let words = page.split_whitespace().count();
        assert!(words <= 250, "crates/{name}/README.md has {words} words, allowed: 250");
        assert!(page.contains("```rust\n") && page.contains("**Stable**"), "{name}");
        let contents = read(folder.join("src/lib.rs"));
        assert!(
            contents.starts_with("#![doc = include_str!(\"../README.md\")]"),
            "{name}: its examples are tested"
        );
        let package = &manifest(&folder)["package"];
        for field in ["readme", "keywords", "categories"] {
            assert!(package.get(field).is_some(), "crates/{name}/Cargo.toml: {field}");
        }
    }
}
