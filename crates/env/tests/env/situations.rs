//! Single games: text and index, determinizations, files, search.

use tradewinds_arena::{NAMES, SearchPlan};
use tradewinds_bots::Preset;
use tradewinds_env::{EnvError, deal, load};
use tradewinds_game::{Purpose, Seed, Variant};

#[test]
fn texts_and_indices_play_the_same() {
    for name in NAMES {
        let mut one = deal(name, 3, &Variant::standard(), Seed(5)).unwrap();
        let mut other = one.copy();
        for step in 0..60 {
            let legal = one.legal();
            let (index, text) = legal[step % legal.len()].clone();
            assert!(one.play_index(index as i64));
            other.play_text(&text).unwrap();
            assert_eq!(one.position(), other.position(), "{name}");
        }
        assert!(!one.play_index(-1));
        let refused = one.play_text("fly").unwrap_err().to_string();
        assert!(refused.contains("fly") && refused.contains("one of"), "{refused}");
    }
}

#[test]
fn worlds_look_the_same_to_their_seat() {
    for name in NAMES {
        let mut game = deal(name, 3, &Variant::standard(), Seed(9)).unwrap();
        for step in 0..80 {
            let seat = game.to_act().unwrap();
            let world = game.determinize(seat, Seed(step));
            assert_eq!(world.view(seat), game.view(seat), "{name}");
            assert_eq!(world.legal(), game.legal());
            let legal = game.legal();
            assert!(game.play_index(legal[step as usize % legal.len()].0 as i64));
        }
        let read = load(name, &game.position(), &Variant::standard(), Seed(0)).unwrap();
        assert_eq!(read.position(), game.position());
        assert!(!game.show(None).is_empty() && !game.decision().is_empty() && game.round() >= 1);
    }
}

#[test]
fn searches_count_their_visits() {
    for name in NAMES {
        let mut game = deal(name, 4, &Variant::standard(), Seed(2)).unwrap();
        let preset = Preset::find("ismcts-200", name).unwrap();
        let plan = SearchPlan::new(preset.clone()).unwrap().with_budget(Some(100), None).unwrap();
        while game.legal().len() < 2 {
            let forced = game.legal()[0].0;
            assert!(game.play_index(forced as i64));
        }
        let found = game.search(&plan, Seed(1)).unwrap();
        assert_eq!(found.iterations, 100);
        let texts: Vec<&str> = found.actions.iter().map(|report| report.action.as_str()).collect();
        let legal = game.legal();
        assert_eq!(texts, legal.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
        assert!(game.choose(&preset, Seed(1)).unwrap() < legal.len());
        let random = Preset::find("random", name).unwrap();
        let mut step = 0;
        while game.to_act().is_some() {
            let place = game.choose(&random, Seed(3).derive(Purpose::Bot, step)).unwrap();
            let index = game.legal()[place].0;
            assert!(game.play_index(index as i64));
            step += 1;
            assert!(step < 100_000);
        }
        assert!(matches!(game.search(&plan, Seed(1)), Err(EnvError::Over)));
        assert_eq!((game.decision(), game.legal().len()), ("over", 0));
        assert!(!game.end_reason().is_empty());
    }
}
