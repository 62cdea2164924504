//! Self-play: the same samples on any number of threads, and what is in them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tradewinds_arena::Makers;
use tradewinds_bots::Preset;
use tradewinds_game::{CompleteGame, Seed, Variant, Variants};
use tradewinds_learn::Sample;
use tradewinds_learn::play::{
    Cast, EndTarget, GameRules, Method, OnePly, Searched, SelfPlay, SelfPlayCounts,
};
use tradewinds_testkit::toys::{Lights, SecretOffer};

fn search_of(game: &str) -> Preset {
    let text = format!(
        "name = \"learner\"\ngame = {game:?}\nkind = \"search\"\n[search]\niterations = 100\n\
         selection = \"puct\"\ncutoff = 0\n"
    );
    Preset::parse("learner.toml", &text).unwrap()
}

fn heuristic_of(game: &str) -> Preset {
    let text = format!("name = \"other\"\ngame = {game:?}\nkind = \"heuristic\"\n");
    Preset::parse("other.toml", &text).unwrap()
}

fn series<G: CompleteGame>(method: Method) -> SelfPlay {
    let name = <G as Variants>::NAME;
    SelfPlay {
        game: name.to_owned(),
        players: vec![2, 3, 4],
        rules: GameRules::Fixed(Variant::standard()),
        seed: Seed(7),
        cast: Cast {
            learner: search_of(name),
            others: vec![(heuristic_of(name), 1), (search_of(name), 2)],
            openers: vec![heuristic_of(name)],
            teacher: None,
        },
        method,
        end: EndTarget::default(),
    }
}

fn searched() -> Method {
    Method::Searched(Searched {
        keep: 0.5,
        iterations: 60,
        quick_iterations: 20,
        opening: 5,
        sharp_after: 8,
        ..Searched::default()
    })
}

fn played<G: CompleteGame>(series: &SelfPlay, games: Range<u32>, threads: usize) -> SelfPlayCounts {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let count = AtomicU32::new(0);
    let finished = || {
        count.fetch_add(1, Ordering::Relaxed);
    };
    let stop = AtomicBool::new(false);
    let played = pool.install(|| series.play_with(&Makers::<G>::OF_GAME, games.clone(), &stop, &finished));
    assert_eq!(count.into_inner(), games.end - games.start);
    played.unwrap().unwrap()
}

fn read(samples: &SelfPlayCounts) -> Vec<Sample> {
    let mut sample = Sample::new();
    let read = |index| {
        samples.samples.read(index, &mut sample);
        sample.clone()
    };
    (0..samples.samples.len()).map(read).collect()
}

fn threads_change_nothing<G: CompleteGame>() {
    for method in [Method::OnePly(OnePly { keep: 0.5, ..OnePly::default() }), searched()] {
        let series = series::<G>(method);
        let one = played::<G>(&series, 0..40, 1);
        assert_eq!(one, played::<G>(&series, 0..40, 4));
        assert!(one.samples.len() > 100, "{}", one.samples.len());
        // Games follow from their numbers, wherever a part begins.
        let mut parts = played::<G>(&series, 0..16, 2).samples;
        parts.append(&played::<G>(&series, 16..40, 2).samples, 0);
        assert_eq!(parts, one.samples);
        let other = SelfPlay { seed: Seed(8), ..series };
        assert_ne!(played::<G>(&other, 0..40, 4), one);
    }
}

#[test]
fn threads_change_nothing_in_an_open_game() {
    threads_change_nothing::<Lights>();
}

#[test]
fn threads_change_nothing_in_a_game_with_secrets() {
    threads_change_nothing::<SecretOffer>();
}

#[test]
fn samples_are_shares_of_what_happened() {
    for method in [Method::OnePly(OnePly::default()), searched()] {
        let teaches_policy = matches!(method, Method::Searched(_));
        let played = played::<SecretOffer>(&series::<SecretOffer>(method), 0..60, 4);
        let mut players = [0; 5];
        for sample in read(&played) {
            let count = sample.inputs.seats().len();
            players[count] += 1;
            assert!((sample.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{sample:?}");
            assert!(sample.shares.iter().all(|share| (0.0..=1.0).contains(share)), "{sample:?}");
            assert_eq!(sample.points.len(), count);
            assert_eq!(sample.inputs.seats()[sample.seat.index()].active()[0], 0, "the seat decides");
            assert_eq!(sample.actions.is_empty(), !teaches_policy);
            if teaches_policy {
                let sum: f32 = sample.actions.iter().map(|action| action.target).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sample:?}");
                assert!(sample.actions.len() > 1, "a forced decision teaches nothing");
            }
        }
        assert!(players[2..].iter().all(|&samples| samples > 10), "{players:?}");
    }
}

/// Every second sample shows the position before it by the view of a seat that does not decide.
#[test]
fn other_views_teach_the_same_shares() {
    let Method::Searched(settings) = searched() else { unreachable!("it searches") };
    for method in [
        Method::Searched(Searched { other_views: true, ..settings }),
        Method::OnePly(OnePly { other_views: true, ..OnePly::default() }),
    ] {
        let teaches_policy = matches!(method, Method::Searched(_));
        let played = played::<SecretOffer>(&series::<SecretOffer>(method), 0..60, 4);
        let samples = read(&played);
        assert!(samples.len() > 100 && samples.len().is_multiple_of(2));
        for pair in samples.as_chunks::<2>().0 {
            let [decider, other] = pair;
            let decides =
                |sample: &Sample| sample.inputs.seats()[sample.seat.index()].active().first() == Some(&0);
            assert!(decides(decider) && !decides(other) && decider.seat != other.seat, "{pair:?}");
            assert!(decider.actions.is_empty() != teaches_policy && other.actions.is_empty(), "{pair:?}");
            let taught = |sample: &Sample| (sample.game, sample.shares, sample.points);
            assert_eq!(taught(decider), taught(other));
        }
    }
}

/// A teacher's policy comes on top: games and their other targets stay as they are.
#[test]
fn games_without_search_teach_the_policy_of_a_teacher() {
    let plain = series::<Lights>(Method::OnePly(OnePly { keep: 0.5, ..OnePly::default() }));
    let cast = Cast { teacher: Some(heuristic_of("lights")), ..plain.cast.clone() };
    let taught = read(&played::<Lights>(&SelfPlay { cast, ..plain.clone() }, 0..30, 2));
    let plain = read(&played::<Lights>(&plain, 0..30, 2));
    assert_eq!(taught.len(), plain.len());
    for (taught, plain) in taught.iter().zip(&plain) {
        let shares: f32 = taught.actions.iter().map(|action| action.target).sum();
        assert!(taught.actions.len() > 1 && (shares - 1.0).abs() < 1e-5, "{taught:?}");
        // Without a network the policy is the softmax of the scores.
        let [first, second, ..] = &taught.actions[..] else { unreachable!("there are two") };
        let ratio = (first.score - second.score).exp();
        assert!((first.target - ratio * second.target).abs() < 1e-4, "{first:?} {second:?}");
        assert_eq!(Sample { actions: Vec::new(), ..taught.clone() }, *plain);
    }
}

/// A search knows more than the policy: visits find the button that scores.
#[test]
fn visits_teach_what_is_best() {
    let settings = Searched { keep: 1.0, iterations: 300, opened: 0.0, ..Searched::default() };
    let played = played::<Lights>(&series::<Lights>(Method::Searched(settings)), 0..12, 4);
    let (mut best, mut late) = (0.0, 0);
    for sample in read(&played) {
        // The last round, where the estimate of the end is in reach.
        if !sample.inputs.table.active().contains(&9) {
            continue;
        }
        let colour = usize::from(sample.inputs.table.active()[0]);
        best += sample.actions[(colour + 1) % 4].target;
        late += 1;
    }
    assert!(late > 20 && best > 0.4 * late as f32, "{best} of {late}");
}

#[test]
fn a_stopped_series_gives_nothing() {
    let series = series::<Lights>(searched());
    let stop = AtomicBool::new(true);
    let played = series.play_with(&Makers::<Lights>::OF_GAME, 0..4, &stop, &|| {});
    assert_eq!(played, Ok(None));
    let nobody = SelfPlay { players: Vec::new(), ..series };
    assert!(nobody.play_with(&Makers::<Lights>::OF_GAME, 0..4, &stop, &|| {}).is_err());
}
