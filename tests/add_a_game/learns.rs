//! A game that does not ship with Tradewinds can learn, if it has features.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tradewinds::arena::{Playable, find, game_names, set_games};
use tradewinds::lab::learn::{Learn, LearnManifest};
use tradewinds::lab::{Study as _, StudyWatch};
use tradewinds::tournament::Progress;
use tradewinds_testkit::toys::{HiddenTile, SecretOffer};

const MANIFEST: &str = r#"
name = "tiny"
game = "secret-offer"
players = [2]
seed = 3
bot = "search"
generations = 1
games = 24
part = 16
[play]
keep = 0.5
iterations = 16
quick_iterations = 8
[fit]
units = 32
second = 16
epochs = 1
calibrated = false
batch = 16
held_out = 0.2
[gate]
players = 2
deals = 4
iterations = 10
pace = 1.0
[bots.search]
kind = "search"
[bots.search.search]
iterations = 100
selection = "puct"
cutoff = 0
"#;

struct Silent;

impl StudyWatch for Silent {
    fn begin(&mut self, _: &'static str, _: &str) {}

    fn progress(&mut self, _: &Progress<'_>) {}
}

#[test]
fn a_game_from_outside_learns_if_it_has_features() {
    let games: [&'static dyn Playable; 2] =
        [tradewinds::playable::<SecretOffer>(), tradewinds::playable::<HiddenTile>()];
    set_games(&games).unwrap();
    assert_eq!(game_names(), ["secret-offer", "hidden-tile"]);
    assert!(find("puerto-rico").is_err_and(|error| error.to_string().contains("secret-offer, hidden-tile")));

    let place = tempfile::tempdir().unwrap();
    let study = |text: &str| {
        let manifest = LearnManifest::parse("learn.toml", text).unwrap();
        let game = find(&manifest.game).unwrap();
        Learn::new(game, manifest, Path::new("learn.toml"), place.path())
    };
    let result = study(MANIFEST).unwrap().run(1, &AtomicBool::new(false), &mut Silent).unwrap().unwrap();
    assert_eq!(result.generations.len(), 1);
    assert!(result.generations[0].samples > 50, "{result:?}");
    assert!(place.path().join("learned.toml").is_file() || result.best == "search", "{result:?}");

    let refusal = study(&MANIFEST.replace("secret-offer", "hidden-tile")).unwrap_err().to_string();
    assert!(refusal.contains("a game with features"), "{refusal}");
}
