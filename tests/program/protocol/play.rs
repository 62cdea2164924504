//! Whole games over the protocol.

use serde_json::{Value, json};
use tradewinds::arena::NAMES;
use tradewinds::game::Seed;

use super::client::{Client, pick};

/// The least and the most players of a game, asked of the program.
fn player_counts(client: &mut Client, game: &str) -> Vec<usize> {
    let new = |players: usize| json!({ "cmd": "new", "game": game, "players": players });
    let counts: Vec<usize> =
        (0..=7).filter(|&players| client.ask(&new(players)) == json!({ "ok": true })).collect();
    assert!(!counts.is_empty(), "{game}");
    counts
}

/// A loaded copy plays on like the original, as long as nothing random happens; after that the
/// original's position is loaded anew.
#[test]
fn a_random_game_of_each_game_and_its_loaded_copies_agree() {
    let (mut original, mut copy) = (Client::start(), Client::start());
    for game in NAMES {
        for players in player_counts(&mut original, game) {
            let new = json!({ "cmd": "new", "game": game, "players": players, "seed": players });
            assert_eq!(original.ask(&new), json!({ "ok": true }));
            let mut rng = Seed(players as u64).rng();
            let mut position = original.position();
            let mut decisions = 0;
            loop {
                let load = json!({ "cmd": "load", "game": game, "position": position });
                assert_eq!(copy.ask(&load), json!({ "ok": true }), "{position}");
                assert_eq!(copy.position(), position);
                let legal = original.legal();
                assert_eq!(copy.legal(), legal, "{position}");
                if legal.is_empty() {
                    break;
                }
                let action = pick(&legal, &mut rng);
                let chance = original.play(action);
                assert_eq!(copy.play(action), chance, "{action} in {position}");
                position = original.position();
                if !chance {
                    assert_eq!(copy.position(), position, "{action}");
                }
                decisions += 1;
            }
            assert!(decisions > 20, "{game}");
            let scores = original.get("scores", &json!({ "cmd": "scores" }));
            assert_eq!(copy.get("scores", &json!({ "cmd": "scores" })), scores);
            for request in
                [json!({ "cmd": "play", "action": "pass" }), json!({ "cmd": "analyze", "bot": "ismcts" })]
            {
                assert!(original.ask(&request)["error"].as_str().unwrap().contains("game"), "{request}");
            }
            assert_eq!(original.position(), position);
        }
    }
    original.close();
    copy.close();
}

/// Plays a random game and returns all positions.
fn game(client: &mut Client, new: &Value) -> Vec<Value> {
    assert_eq!(client.ask(new), json!({ "ok": true }));
    let mut rng = Seed(1).rng();
    let mut positions = vec![client.position()];
    loop {
        let legal = client.legal();
        if legal.is_empty() {
            return positions;
        }
        client.play(pick(&legal, &mut rng));
        positions.push(client.position());
    }
}

#[test]
fn equal_seeds_give_equal_games() {
    let (mut one, mut two) = (Client::start(), Client::start());
    for name in NAMES {
        let players = player_counts(&mut one, name)[0];
        let new = |seed: u64| json!({ "cmd": "new", "game": name, "players": players, "seed": seed });
        let first = game(&mut one, &new(u64::MAX));
        assert_eq!(game(&mut two, &new(u64::MAX)), first);
        assert_ne!(game(&mut two, &new(1)), first);
        assert_eq!(game(&mut two, &new(u64::MAX)), first, "nothing is left of the game between");
        let unseeded = json!({ "cmd": "new", "game": name, "players": players });
        assert_eq!(game(&mut one, &unseeded), game(&mut two, &new(0)));
    }
}

/// What a seat knows is the same in each of its determinizations, and they are whole positions.
#[test]
fn a_seat_cannot_tell_its_determinizations_from_the_truth() {
    let (mut truth, mut world) = (Client::start(), Client::start());
    for game in NAMES {
        let players = *player_counts(&mut truth, game).last().unwrap();
        truth.ask(&json!({ "cmd": "new", "game": game, "players": players, "seed": 5 }));
        let mut rng = Seed(5).rng();
        for decision in 0..60 {
            let legal = truth.legal();
            if legal.is_empty() {
                break;
            }
            truth.play(pick(&legal, &mut rng));
            let seat = decision % players;
            let view = truth.get("position", &json!({ "cmd": "view", "seat": seat }));
            let ask = json!({ "cmd": "determinize", "seat": seat, "seed": decision });
            let drawn = truth.get("position", &ask);
            assert_eq!(truth.get("position", &ask), drawn);
            world.get("ok", &json!({ "cmd": "load", "game": game, "position": drawn }));
            assert_eq!(world.position(), drawn, "it is whole");
            assert_eq!(world.get("position", &json!({ "cmd": "view", "seat": seat })), view);
        }
    }
}

#[test]
fn an_analysis_is_reproduced_and_changes_nothing() {
    let mut client = Client::start();
    for game in NAMES {
        let players = player_counts(&mut client, game)[0];
        client.ask(&json!({ "cmd": "new", "game": game, "players": players, "seed": 2 }));
        let (position, legal) = (client.position(), client.legal());
        let ask = json!({ "cmd": "analyze", "bot": "ismcts", "seed": 1, "iterations": 50 });
        let found = client.ask(&ask);
        let actions = found["actions"].as_array().unwrap();
        let mut texts: Vec<&str> = actions.iter().map(|action| action["action"].as_str().unwrap()).collect();
        texts.sort_unstable();
        assert_eq!(texts, legal);
        let visits: Vec<u64> = actions.iter().map(|action| action["visits"].as_u64().unwrap()).collect();
        assert_eq!(visits.iter().sum::<u64>(), 50);
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert_eq!(actions[0]["value"].as_array().unwrap().len(), players);
        assert_eq!(client.ask(&ask), found);
        assert_eq!(client.position(), position);
    }
}

/// A variant comes by name or as data, beside a position or in it, and a position has the same legal actions by each way.
#[test]
fn a_variant_comes_as_data() {
    let mut client = Client::start();
    let dear = json!({ "name": "dear", "game": "puerto-rico", "set": { "building.factory.cost": 1 } });
    let new = json!({ "cmd": "new", "game": "puerto-rico", "players": 4, "variant": dear });
    assert_eq!(client.ask(&new), json!({ "ok": true }));
    client.ask(&json!({ "cmd": "play", "action": "builder" }));
    let legal = client.ask(&json!({ "cmd": "legal" }));
    assert!(legal["legal"].as_array().unwrap().contains(&json!("build factory")), "{legal}");
    let position = client.position();
    let mut whole = position.clone();
    whole["variant"] = dear.clone();
    for (position, variant) in [(&position, &dear), (&whole, &Value::Null), (&whole, &dear)] {
        let load = json!({ "cmd": "load", "game": "puerto-rico", "position": position, "variant": variant });
        assert_eq!(client.ask(&load), json!({ "ok": true }));
        assert_eq!(client.ask(&json!({ "cmd": "legal" })), legal);
    }
    for (variant, part) in [
        (json!(3), "variant: found 3"),
        (json!({ "name": "x", "game": "chess", "set": {} }), "variant.game: found \"chess\""),
        (json!({ "name": "x", "game": "puerto-rico", "sets": {} }), "variant"),
        (json!("strict"), "variant: found \"dear\""),
    ] {
        let load = json!({ "cmd": "load", "game": "puerto-rico", "position": whole, "variant": variant });
        let answer = client.ask(&load);
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(part)), "{variant}: {answer}");
    }
}
