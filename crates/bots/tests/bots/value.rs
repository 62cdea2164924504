//! Presets that hold a network.

use std::sync::Arc;

use tradewinds_bots::{BotKind, Learned, Preset};
use tradewinds_game::{
    Actions, CompleteGame, Dice as _, Evaluator, Features, Game, Policy, Purpose, Seat, Seed, Variant,
    Variants, View,
};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Part, Size};
use tradewinds_testkit::toys::{HiddenTile, Lights, SecretOffer};

/// Makes a network of chance, which has an opinion on everything.
fn network<G: Variants + Features>(seed: u64) -> Network {
    let mut weights = NetworkWeights::zero(NetworkSpec::of::<G>(), Size { units: 32, second: 16 });
    let mut rng = Seed(seed).rng();
    weights.values.iter_mut().for_each(|weight| *weight = rng.below(2000) as f32 / 2000.0 - 0.5);
    Network::quantised(&weights, "chance").unwrap()
}

fn text(game: &str, kind: &str, value: &str) -> String {
    let search = "[search]\niterations = 60\nselection = \"puct\"\ncutoff = 0\n";
    let search = if kind == "search" { search } else { "" };
    format!("name = \"taught\"\ngame = {game:?}\nkind = {kind:?}\n{search}[value]\n{value}")
}

fn taught(text: &str, network: &Network) -> Result<Preset, String> {
    let whole = Preset::text_with_network("taught.toml", text, |_| Ok(network.to_text()));
    Preset::parse("taught.toml", &whole.unwrap()).map_err(|error| error.to_string())
}

#[test]
fn the_whole_text_of_a_preset_holds_its_network() {
    let network = network::<Lights>(1);
    let short = text("lights", "search", "network = \"mine.network\" # the newest\npriors = true\n");
    assert_eq!(Preset::network_of("taught.toml", &short).unwrap().as_deref(), Some("mine.network"));
    let whole = Preset::text_with_network("taught.toml", &short, |_| Ok(network.to_text())).unwrap();
    assert_eq!(Preset::network_of("taught.toml", &whole).unwrap(), None);
    let preset = Preset::parse("taught.toml", &whole).unwrap();
    let value = preset.value.as_ref().unwrap();
    assert_eq!((value.text(), value.leaves, value.priors), (network.to_text().as_str(), true, true));
    assert_eq!(value.network::<Lights>().unwrap().checksum(), network.checksum());
    // It is what distinguishes it from the same bot with another network.
    assert_ne!(taught(&short, &self::network::<Lights>(2)).unwrap(), preset);
    // A preset that builds on it takes the network, and may use it otherwise.
    let own = "name = \"own\"\ngame = \"lights\"\nbase = \"x\"\n[value]\npriors = false\n";
    let own = Preset::text_on_base("own.toml", own, &preset, &whole).unwrap();
    let own = Preset::parse("own.toml", &own).unwrap();
    assert_eq!(own.value.map(|value| (value.text() == network.to_text(), value.priors)), Some((true, false)));
}

#[test]
fn wrong_values_are_refused() {
    let lights = network::<Lights>(1);
    let named = "network = \"n\"\n";
    for (game, kind, value, parts) in [
        ("lights", "random", named, &["value: found a table", "heuristic"][..]),
        ("any", "search", named, &["value", "game = \"any\""]),
        ("lights", "search", "network = \"n\"\nleaves = false\n", &["value: found leaves = false"]),
        ("lights", "search", "network = \"n\"\nleafs = true\n", &["leafs", "leaves"]),
        ("lights", "search", "priors = true\n", &["value.network: found nothing"]),
    ] {
        let error = taught(&text(game, kind, value), &lights).unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    // A name that no shipped network has.
    let error = Preset::parse("taught.toml", &text("lights", "search", named)).unwrap_err().to_string();
    assert!(error.starts_with("taught.toml: value.network: found \"n\""), "{error}");
    // A network of another game, a torn one, and a game that has no features.
    fn build<G: CompleteGame>(preset: &Preset) -> String {
        let game = G::new(2, &Variant::standard()).unwrap();
        preset.build(&game, Seed(1)).err().unwrap().to_string()
    }
    let other = taught(&text("secret-offer", "search", named), &lights).unwrap();
    let error = build::<SecretOffer>(&other);
    assert!(error.contains("taught: value.network.game: found \"lights\""), "{error}");
    let whole = text("lights", "search", named);
    let torn = |_: &str| Ok(lights.to_text()[..700].to_owned());
    let torn = Preset::text_with_network("t", &whole, torn).unwrap();
    let error = build::<Lights>(&Preset::parse("t", &torn).unwrap());
    assert!(error.contains("value.network.checksum"), "{error}");
    let error = build::<HiddenTile>(&taught(&text("hidden-tile", "search", named), &lights).unwrap());
    assert!(error.contains("no network: this game has no features"), "{error}");
}

/// Two estimates meet: each bot is guided by its own.
#[test]
fn each_bot_has_its_own_estimate() {
    let game = Lights::new(3, &Variant::standard()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let shares = |value: &str, seed: u64| {
        let preset = taught(&text("lights", "heuristic", value), &network::<Lights>(seed)).unwrap();
        assert!(matches!(preset.kind, BotKind::Heuristic(_)));
        let guide = preset.guide(&game).unwrap();
        let mut scores = [0.0; 4];
        guide.score(&game, &state, &[0, 1, 2, 3], &mut scores);
        (guide.evaluate_for(&game, &state, Seat::new(0)), scores)
    };
    let (plain, scores) = shares("network = \"n\"\npriors = true\nleaves = false\n", 1);
    assert!(plain.iter().all(|&share| share == 1.0 / 3.0) && scores != [0.0; 4], "{scores:?}");
    let (learned, scores) = shares("network = \"n\"\n", 1);
    assert!((learned.iter().sum::<f32>() - 1.0).abs() < 1e-5 && learned != plain && scores == [0.0; 4]);
    assert_ne!(shares("network = \"n\"\n", 2).0, learned);
    // The end of a game needs no estimate.
    let mut over = state;
    while game.to_act(&over).is_some() {
        let button = Lights::best(&over);
        game.play(&mut over, button, &mut Seed(2).rng());
    }
    let preset = taught(&text("lights", "search", "network = \"n\"\n"), &network::<Lights>(1)).unwrap();
    let shares = preset.guide(&game).unwrap().evaluate_for(&game, &over, Seat::new(0));
    assert_eq!(shares, game.scores(&over).win_share);
}

/// Scores that were never computed may be anything, and must not show.
#[test]
fn a_network_without_a_share_of_the_scores_is_a_policy() {
    let game = Lights::new(3, &Variant::standard()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let corrected = |share: f32, before: f32| {
        let mut weights = network::<Lights>(1).weights();
        weights[Part::ScoreShare][0] = share;
        let learned = Learned::new(Arc::new(Network::quantised(&weights, "chance").unwrap()), &game);
        let mut scores = [before; 4];
        learned.correct(&game, &state, &[0, 1, 2, 3], &mut scores);
        (Evaluator::<Lights>::is_policy(&learned), scores)
    };
    let (is_policy, scores) = corrected(0.0, f32::NAN);
    assert!(is_policy && scores != [0.0; 4]);
    assert_eq!(corrected(0.0, 1.0), (true, scores));
    let (is_policy, shared) = corrected(0.5, 1.0);
    assert!(!is_policy && shared != scores);
}

/// A bot with a network of chance plays the same in every world of its seat.
#[test]
fn a_taught_bot_does_not_peek() {
    let network = network::<SecretOffer>(3);
    for kind in ["search", "heuristic"] {
        let preset = text("secret-offer", kind, "network = \"n\"\npriors = true\n");
        let preset = taught(&preset, &network).unwrap();
        let game = SecretOffer::new(3, &Variant::standard()).unwrap();
        for seed in 0..6 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut actions = Actions::new();
            for number in 0.. {
                let Some(seat) = game.to_act(&state) else { break };
                game.legal(&state, &mut actions);
                let own = Seed(seed).derive(Purpose::Bot, number);
                let view = View::new(&game, &state, seat);
                let world = view.determinize(&mut rng);
                let choose = |state| preset.build(&game, own).unwrap().choose(&View::new(&game, state, seat));
                let action = if actions.len() == 1 { actions[0] } else { choose(&state) };
                assert!(actions.len() == 1 || choose(&world) == action, "{kind}, seed {seed}, {number}");
                game.play(&mut state, action, &mut rng);
            }
        }
    }
}
