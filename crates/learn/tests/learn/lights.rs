//! The whole loop on a game whose best policy is known: self-play, fit, self-play with what was learned.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::Makers;
use tradewinds_bots::Preset;
use tradewinds_game::{Actions, Game, Policy, Seed, Variant, Variants, best};
use tradewinds_learn::Samples;
use tradewinds_learn::fit::{FitProgress, FitSettings, fit};
use tradewinds_learn::play::{Cast, EndTarget, GameRules, Method, OnePly, Searched, SelfPlay};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights};
use tradewinds_testkit::toys::{Lights, lights};

const LEARNER: &str = "name = \"learner\"\ngame = \"lights\"\nkind = \"search\"\n\
                       [search]\niterations = 100\nselection = \"puct\"\ncutoff = 0\nprior_uniform = 0.1\n";

/// Makes the learner, with a network from the second generation on.
fn learner(network: Option<&Network>) -> Preset {
    let value = network.map(|_| "[value]\nnetwork = \"newest\"\npriors = true\n").unwrap_or_default();
    let text = format!("{LEARNER}{value}");
    let find = |_: &str| Ok(network.unwrap().to_text());
    Preset::parse("learner.toml", &Preset::text_with_network("learner.toml", &text, find).unwrap()).unwrap()
}

fn play(learner: Preset, method: Method, seed: u64, games: u32) -> Samples {
    let cast = Cast { learner, others: Vec::new(), openers: Vec::new(), teacher: None };
    let series = SelfPlay {
        game: "lights".to_owned(),
        players: vec![2, 3],
        rules: GameRules::Fixed(Variant::standard()),
        seed: Seed(seed),
        cast,
        method,
        end: EndTarget { points_share: 0.5, points_scale: 1.0 },
    };
    let stop = AtomicBool::new(false);
    let played = series.play_with(&Makers::<Lights>::OF_GAME, 0..games, &stop, &|| {}).unwrap().unwrap();
    assert_eq!(played.truncated, 0);
    played.samples
}

fn fitted(samples: &Samples, start: Option<NetworkWeights>) -> (NetworkWeights, Network) {
    let settings =
        FitSettings { units: 32, second: 16, epochs: 12, batch: 64, rate: 1e-2, ..FitSettings::default() };
    let fit = fit(NetworkSpec::of::<Lights>(), samples, &settings, start, FitProgress::NONE).unwrap();
    let network = Network::quantised(&fit.weights, "planted").unwrap();
    (fit.weights, network)
}

/// Returns the share of the decisions of random games at which a bot's policy presses the button that scores.
fn right(preset: &Preset) -> f32 {
    let game = Lights::new(3, &Variant::standard()).unwrap();
    let guide = preset.guide(&game).unwrap();
    let (mut right, mut decisions) = (0, 0);
    for seed in 0..40 {
        let mut rng = Seed(seed).rng();
        let mut state = game.deal(&mut rng);
        let mut actions = Actions::new();
        while game.to_act(&state).is_some() {
            game.legal(&state, &mut actions);
            let mut scores = [0.0; lights::COLOURS as usize];
            guide.score(&game, &state, &actions, &mut scores);
            right += i32::from(actions[best(&scores)] == Lights::best(&state));
            decisions += 1;
            game.play_random(&mut state, &mut rng);
        }
    }
    right as f32 / decisions as f32
}

#[test]
fn what_is_best_is_learned_and_the_same_again() {
    let untaught = right(&learner(None));
    assert!(untaught < 0.4, "the policy knows nothing: {untaught}");
    let learned = || {
        let warm = Method::OnePly(OnePly { epsilon: 0.2, keep: 0.5, ..OnePly::default() });
        let samples = play(learner(None), warm, 1, 400);
        let (weights, network) = fitted(&samples, None);
        let search = Method::Searched(Searched {
            keep: 0.5,
            iterations: 100,
            quick_iterations: 20,
            ..Searched::default()
        });
        let samples = play(learner(Some(&network)), search, 2, 300);
        fitted(&samples, Some(weights)).1
    };
    let network = learned();
    let right = right(&learner(Some(&network)));
    assert!(right > 0.95, "{right}");
    assert_eq!(learned().to_text(), network.to_text(), "the same bytes again");
}
