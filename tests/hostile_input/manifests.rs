//! Manifests, and the tournaments they describe, of which no game is played.

use tradewinds::arena::find;
use tradewinds::tournament::{Manifest, NamesBots as _, Tournament};

use super::refusal;

pub fn attempt(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else { return 0 };
    let manifest = match Manifest::parse("manifest.toml", text) {
        Ok(manifest) => manifest,
        Err(error) => {
            refusal::check(&error);
            return 0;
        }
    };
    assert_eq!(Manifest::parse("written", &manifest.to_toml()).as_ref(), Ok(&manifest));
    let Ok(game) = find(&manifest.game) else { return 0 };
    let folder = tempfile::tempdir().unwrap();
    let tournament = match Tournament::new(game, manifest, &folder.path().join("manifest.toml")) {
        Ok(tournament) => tournament,
        Err(error) => {
            refusal::check(&error);
            return 0;
        }
    };
    let schedule = tournament.schedule();
    for game in [0, schedule.games() / 2, schedule.games() - 1] {
        let scheduled = schedule.game(game);
        assert_eq!(scheduled.game, game);
        assert!(scheduled.bots.iter().all(|&bot| bot < tournament.bots().len()));
    }
    let last = schedule.units() - 1;
    assert_eq!(schedule.games_of(last).end, schedule.games());
    assert!(schedule.stratum_of(last) < schedule.strata());
    1
}
