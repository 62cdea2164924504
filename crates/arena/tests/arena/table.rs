//! Whole games at a table, played by bots and by text.

use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{PerSeat, Seed, Variant};

use tradewinds_arena::{NAMES, Ruleset, ScheduledGame, find};

fn scheduled(seed: u64) -> ScheduledGame {
    ScheduledGame {
        game: 0,
        block: 0,
        seating: 0,
        deal_seed: Seed(seed),
        position: None,
        chance_seed: Seed(seed + 1),
        bots: PerSeat::new(3),
        bots_seed: Seed(seed + 2),
    }
}

/// Its memory is used again, and nothing in it.
#[test]
fn a_search_that_has_played_plays_as_a_new_one() {
    for name in NAMES {
        let mut preset = Preset::find("ismcts", name).unwrap();
        let BotKind::Search { settings, .. } = &mut preset.kind else { panic!("it searches") };
        *settings = settings.with(|new| (new.iterations, new.reuse) = (Some(20), true)).unwrap();
        let table = || find(name).unwrap().table(3, &Variant::standard()).unwrap();
        let used = table();
        for seed in 1..=2 {
            let play = |table: &dyn Ruleset| table.play(&scheduled(seed), &[&preset; 3], &|| false);
            assert_eq!(play(&*used), play(&*table()), "{name}");
        }
    }
}

/// Deal, dice and moves are the same, whether bots play a game or it is played by text.
#[test]
fn a_game_that_was_played_can_be_played_by_text() {
    for name in NAMES {
        let table = find(name).unwrap().table(3, &Variant::standard()).unwrap();
        let scheduled = scheduled(1);
        let random = Preset::find("random", name).unwrap();
        let bots = [&random; 3];
        let (record, moves) = table.play_noted(&scheduled, &bots, true, &|| false).unwrap();
        assert_eq!(table.play(&scheduled, &bots, &|| false).unwrap(), record);
        assert_eq!(table.play(&scheduled, &bots, &|| true), None);
        let mut game = table.deal(scheduled.deal_seed, scheduled.chance_seed);
        assert_eq!((game.position(), moves.actions.len()), (moves.initial, record.decisions as usize));
        for played in moves.actions {
            assert_eq!(game.to_act().unwrap().index(), played.seat);
            let index = game.index_of(&played.action).unwrap();
            assert_eq!(game.legal()[index], played.action);
            assert!(game.choices().iter().any(|choice| choice.name == game.choice(index)));
            assert_eq!(game.play(&played.action).unwrap(), played.position.is_some());
            assert!(played.position.is_none_or(|position| position == game.position()));
        }
        assert_eq!((game.to_act(), game.result().unwrap_or_default()), (None, moves.result), "{name}");
        let points: Vec<i32> = record.seats.iter().map(|seat| seat.score).collect();
        assert_eq!(game.scores().points.as_slice(), points);
    }
}

#[test]
fn a_name_that_is_not_in_the_list_is_refused_with_a_hint() {
    let (name, shortened) = (NAMES[0], &NAMES[0][1..]);
    let refusal = find(shortened).unwrap_err().to_string();
    assert!(refusal.contains(&format!("did you mean {name}?")), "{refusal}");
}
