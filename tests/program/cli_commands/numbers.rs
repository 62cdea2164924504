//! What the documents say of reconstructed numbers is what the data of the games say.

use std::collections::BTreeMap;
use std::fs;

use tradewinds::arena::{GameInfo, NAMES, find};
use tradewinds::game::Variant;

use super::place::Place;

fn infos() -> Vec<GameInfo> {
    NAMES.iter().map(|name| find(name).unwrap().info()).collect()
}

/// Returns a document as one line, its words separated by single spaces.
fn unwrapped(path: &str) -> String {
    fs::read_to_string(path).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_document_has_the_line_that_the_program_prints() {
    let place = Place::new();
    let infos = infos();
    let all = GameInfo::numbers_of(&infos);
    assert!(place.succeed(&["games"]).ends_with(&format!("\n\n{all}\n")));
    assert!(unwrapped("README.md").contains("`tradewinds games GAME --reconstructed` lists them"));
    assert!(unwrapped("docs/play.md").contains(&all), "docs/play.md has the line: {all}");
    for info in &infos {
        let own = info.numbers();
        assert!(place.succeed(&["games", info.name]).ends_with(&format!("\n\n{own}\n")));
        let path = format!("results/{}/README.md", info.name);
        let has_some = !info.reconstructed().unwrap().is_empty();
        assert_eq!(unwrapped(&path).contains(&own), has_some, "{path} has the line: {own}");
        for study in ["choices", "disagreements"].into_iter().filter(|_| has_some) {
            let path = format!("results/{}/{study}/README.md", info.name);
            let mark = format!(
                "What is said here of {} rests on numbers that no source gives",
                info.reconstruction.subjects
            );
            assert!(unwrapped(&path).contains(&mark), "{path}: {mark}");
        }
    }
}

#[test]
fn the_list_has_every_mark_of_the_data() {
    let place = Place::new();
    for info in infos() {
        let parts = info.reconstructed().unwrap();
        let alone = parts.iter().filter(|part| part.stands_alone()).count();
        // Counted by hand, as it were: by the lines of the file.
        let marks = info.data.lines().filter(|line| line.starts_with("reconstructed = ")).count();
        let block = info.data.split("\n[reconstructed]\n").nth(1).unwrap_or_default();
        let in_block =
            block.lines().take_while(|line| !line.starts_with('[')).filter(|line| line.contains(" = "));
        assert_eq!((parts.len() - alone, alone), (marks, in_block.count()), "{}", info.name);
        let is_counted = info.numbers().contains(&format!("so {marks} entries"));
        assert_eq!(is_counted, marks > 0, "{}", info.numbers());
        assert!(parts.iter().all(|part| !part.reason.is_empty() && !part.values.is_empty()));

        let text = place.succeed(&["games", info.name, "--reconstructed"]);
        assert_eq!(text.matches("\n  why: ").count(), parts.len());
        for (path, value) in parts.iter().flat_map(|part| part.settable()) {
            assert!(text.contains(&format!("  {path} = {value}\n")), "{path}");
        }
    }
    let all: usize = infos().iter().map(|info| info.reconstructed().unwrap().len()).sum();
    let text = place.succeed(&["games", "--reconstructed"]);
    assert_eq!(text.matches("\n  why: ").count(), all);
    let message = place.refuse(&["games", "chess"]);
    assert!(message.contains("found \"chess\"; allowed: puerto-rico, "), "{message}");
}

#[test]
fn a_variant_can_set_every_reconstructed_number() {
    for info in infos() {
        let game = find(info.name).unwrap();
        let most = *info.players.end();
        let table = |set: BTreeMap<String, toml::Value>| {
            let variant =
                Variant { name: "own".to_owned(), game: info.name.to_owned(), set, ..Variant::standard() };
            game.table(most, &variant).map(|_| ())
        };
        let values: BTreeMap<String, toml::Value> = (info.reconstructed().unwrap().iter())
            .flat_map(|part| {
                part.settable().map(|(path, value)| (path, value.to_owned())).collect::<Vec<_>>()
            })
            .map(|(path, value)| (path, value.parse().unwrap()))
            .collect();
        table(values.clone()).unwrap();
        // Another number is taken too, at least one that is larger or smaller by 1.
        for (path, value) in &values {
            let Some(own) = value.as_integer() else { continue };
            // The circles of a destination are as many as its goods or successes, and a city has no guns.
            if path.ends_with(".circles") || path.ends_with(".guns") && own == 0 {
                continue;
            }
            let refusals: Vec<String> = [own + 1, own - 1]
                .into_iter()
                .filter_map(|other| table([(path.clone(), other.into())].into()).err())
                .map(|refusal| refusal.to_string())
                .collect();
            assert!(refusals.len() < 2, "{}: {refusals:?}", info.name);
        }
    }
}
