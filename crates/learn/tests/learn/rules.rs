//! Rules as inputs: from self-play by a variant to bots that play it.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::{DrawnRules, Experts, find};
use tradewinds_bots::Preset;
use tradewinds_game::{Dice as _, Seed, Variant};
use tradewinds_learn::fit::{FitProgress, FitSettings, fit};
use tradewinds_learn::play::{Cast, EndTarget, GameRules, Method, OnePly, SelfPlay};
use tradewinds_learn::{Sample, Samples};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Part, SIZES};

const GAME: &str = "puerto-rico";

fn variant(set: &str) -> Variant {
    let text = format!("name = \"v\"\ngame = \"{GAME}\"\n[set]\n{set}\n");
    Variant::parse("v.toml", &text, GAME).unwrap()
}

/// The samples of some games by rules with a harbour of 2 VP, and with 5 doubloons where four play.
fn samples(games: u32) -> Samples {
    let series = SelfPlay {
        game: GAME.to_owned(),
        players: vec![3, 4],
        rules: GameRules::Fixed(variant("\"effect.harbor\" = 2\n\"setup.4.doubloons\" = 5")),
        seed: Seed(1),
        cast: Cast {
            learner: Preset::find("steady", GAME).unwrap(),
            others: Vec::new(),
            openers: Vec::new(),
            teacher: None,
        },
        method: Method::OnePly(OnePly::default()),
        end: EndTarget::default(),
    };
    series.play(0..games, &AtomicBool::new(false), &|| {}).unwrap().unwrap().samples
}

#[test]
fn samples_have_the_rules_of_their_games() {
    let samples = samples(4);
    let entries = &find(GAME).unwrap().info().features.rules.unwrap().declared().entries;
    let place = |path: &str| entries.iter().position(|entry| entry.path == path).unwrap() as u16;
    let (harbor, doubloons) = (place("effect.harbor"), place("setup.{players}.doubloons"));
    let mut sample = Sample::new();
    for index in 0..samples.len() {
        samples.read(index, &mut sample);
        let expected = match sample.inputs.seats().len() {
            3 => vec![(harbor, 1)],
            _ => vec![(harbor, 1), (doubloons, 2)],
        };
        assert_eq!(sample.rules, expected);
    }
    assert!(samples.len() > 20);
}

#[test]
fn only_what_the_games_changed_is_read() {
    let info = find(GAME).unwrap().info();
    let spec = NetworkSpec { game: info.name, rules: info.rules_version, features: info.features };
    let mut start = NetworkWeights::zero(spec, SIZES[0]);
    let mut rng = Seed(3).rng();
    start.values.iter_mut().for_each(|weight| *weight = (rng.below(1001) as f32 - 500.0) / 4000.0);
    start[Part::RuleRows].fill(0.0);
    let settings =
        FitSettings { units: 32, second: 16, epochs: 1, batch: 64, held_out: 0.2, ..FitSettings::default() };
    let found = fit(spec, &samples(20), &settings, Some(start), FitProgress::NONE).unwrap();
    let read = found.weights[Part::RuleRows].chunks(32).filter(|row| row.iter().any(|weight| *weight != 0.0));
    assert_eq!(read.count(), 2);
}

/// A bot reads the rules that it plays by, where its network has rows for them. The customs house pays at the end alone:
/// no position shows what.
#[test]
fn a_bot_reads_the_rules() {
    let game = find(GAME).unwrap();
    let info = game.info();
    let spec = NetworkSpec { game: info.name, rules: info.rules_version, features: info.features };
    let mut weights = NetworkWeights::zero(spec, SIZES[0]);
    let mut rng = Seed(3).rng();
    weights.values.iter_mut().for_each(|weight| *weight = (rng.below(1001) as f32 - 500.0) / 2000.0);
    weights[Part::UnitBias].fill(0.5);
    weights[Part::ScoreShare][0] = 0.0;
    let preset = |weights: &NetworkWeights| {
        let network = Network::quantised(weights, "by chance").unwrap().to_text();
        let network = toml::Value::String(network);
        let text = format!(
            "name = \"n\"\ngame = \"{GAME}\"\nbase = \"steady\"\nkind = \"heuristic\"\n[value]\nleaves = false\npriors = true\n\
             network = {network}\n"
        );
        Preset::parse("n.toml", &text).unwrap()
    };
    let rated = |weights: &NetworkWeights, variant: &Variant| -> Vec<u32> {
        let table = game.table(4, variant).unwrap().deal(Seed(1), Seed(2));
        table.rated(&preset(weights)).unwrap().iter().map(|rated| rated.score.to_bits()).collect()
    };
    let (standard, other) = (Variant::standard(), variant("\"effect.customs_house_vp\" = 2"));
    assert_ne!(rated(&weights, &other), rated(&weights, &standard));
    let mut unread = weights.clone();
    unread[Part::RuleRows].fill(0.0);
    assert_eq!(rated(&unread, &other), rated(&unread, &standard));
    assert_eq!(rated(&unread, &standard), rated(&weights, &standard), "standard rules add nothing");

    // What is said of it: by the rules at hand, and by the rows of what they change.
    let said = |weights: &NetworkWeights, variant: &Variant| {
        let (table, bot) = (game.table(4, variant).unwrap(), preset(weights));
        Experts::sentence(&*table, variant, [&bot], [])
    };
    let (read, of_standard) =
        ("Judged by a network that has read these rules.", "Judged by players of the standard rules.");
    assert_eq!(said(&weights, &standard), None);
    assert_eq!(said(&weights, &other).as_deref(), Some(read));
    assert_eq!(said(&unread, &other).as_deref(), Some(of_standard));
    let mut entries = info.features.rules.unwrap().declared().entries.iter();
    let place = entries.position(|entry| entry.path == "effect.customs_house_vp").unwrap();
    unread[Part::RuleRows][place * SIZES[0].units] = 0.25;
    assert_eq!(said(&unread, &other).as_deref(), Some(read));
    let more = variant("\"effect.customs_house_vp\" = 2\n\"effect.harbor\" = 2");
    assert_eq!(
        said(&unread, &more).as_deref(),
        Some(of_standard),
        "a network that was taught another variant"
    );
    let unplayed = variant("\"setup.3.doubloons\" = 5");
    assert_eq!(said(&unread, &unplayed), None, "the set-up of other numbers of players");
    let (table, bot) = (game.table(4, &other).unwrap(), preset(&weights));
    let steady = Preset::find("steady", GAME).unwrap();
    let both =
        "Judged by a network that has read these rules, with playouts by players of the standard rules.";
    assert_eq!(Experts::sentence(&*table, &other, [&bot], [&steady]).as_deref(), Some(both));
    assert_eq!(Experts::sentence(&*table, &other, [&bot, &steady], []).as_deref(), Some(of_standard));
}

/// What is written of a position fits the declared blocks by drawn rules, too, for any number of players.
#[test]
fn games_by_drawn_rules_give_samples() {
    for name in [GAME, "age-of-discovery"] {
        let game = find(name).unwrap();
        let rules = DrawnRules::new(game).unwrap();
        for players in game.info().players {
            for index in 0..40 {
                let variant = rules.drawn(players, Seed(11), index).unwrap();
                let learner = Preset::find("steady", name).unwrap();
                let series = SelfPlay {
                    game: name.to_owned(),
                    players: vec![players],
                    rules: GameRules::Fixed(variant.clone()),
                    seed: Seed(index),
                    cast: Cast { learner, others: Vec::new(), openers: Vec::new(), teacher: None },
                    method: Method::OnePly(OnePly { keep: 1.0, ..OnePly::default() }),
                    end: EndTarget::default(),
                };
                let played = series.play(0..1, &AtomicBool::new(false), &|| {}).unwrap().unwrap();
                let mut sample = Sample::new();
                for index in 0..played.samples.len() {
                    played.samples.read(index, &mut sample);
                    let blocks = sample.inputs.seats().iter().chain([&sample.inputs.table]);
                    for block in blocks {
                        assert!(block.active().is_sorted_by(|a, b| a < b), "{variant:?}");
                    }
                }
                assert_eq!(played.truncated, 0, "{variant:?}");
            }
        }
    }
}
