//! Manifests, and the tournaments they describe, of which no game is played.

use tradewinds::arena::find;
use tradewinds::tournament::{Manifest, NamesBots as _, Tournament};

pub(crate) fn attempt(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else { return 0 };
    let Ok(manifest) = Manifest::parse("manifest.toml", text) else { return 0 };
    assert_eq!(Manifest::parse("written", &manifest.to_toml()).as_ref(), Ok(&manifest));
    let Ok(game) = find(&manifest.game) else { return 0 };
    let folder = tempfile::tempdir().unwrap();
    let Ok(tournament) = Tournament::new(game, manifest, &folder.path().join("manifest.toml")) else {
        return 0;
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
