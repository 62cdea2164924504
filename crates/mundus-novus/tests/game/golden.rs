//! Random games of Mundus Novus, pinned by a hash: a change that only makes play faster changes none of
//! them.

use tradewinds_game::{Choices, Game, Notation, Seed, Variant, Variants};
use tradewinds_mundus_novus::MundusNovus;

/// Random games per number of players and variant.
const GAMES: u64 = 100;

/// The hashes of the games of 2, 3, 4, 5 and 6 players, see [`play`].
const STANDARD: [u64; 5] = [
    0x8cab_4f94_ea92_cd89,
    0x30d0_f9e6_7fc9_a24b,
    0x0450_7e0a_7fd8_000f,
    0x41d4_fa75_8deb_2e11,
    0x0c24_bfc3_d69d_02bf,
];
/// The same with the promo cards.
const PROMO: [u64; 5] = [
    0x73b2_0ee1_33f8_6aee,
    0x180a_fd4f_2b66_fd85,
    0x1c10_43e3_c82d_9251,
    0x04ad_49ae_d40a_94ab,
    0x3d9d_a0b9_bd25_438b,
];

#[test]
fn random_games_of_the_standard_rules_are_the_pinned_ones() {
    check(&Variant::standard(), STANDARD);
}

#[test]
fn random_games_with_the_promo_cards_are_the_pinned_ones() {
    let promo = Variant::shipped("promo", MundusNovus::NAME, MundusNovus::shipped_variants());
    let kinds = check(&promo.expect("the promo cards are a shipped variant"), PROMO);
    assert!(kinds.iter().all(|&seen| seen), "a kind of decision never came up: {kinds:?}");
}

/// Plays the games of a variant and returns the kinds of decision that came up.
fn check(variant: &Variant, pinned: [u64; 5]) -> [bool; MundusNovus::DECISION_KINDS.len()] {
    let mut kinds = [false; MundusNovus::DECISION_KINDS.len()];
    let played = [2, 3, 4, 5, 6].map(|players| {
        let game = MundusNovus::new(players, variant).expect("the variant takes this number of players");
        let texts: Vec<String> = (0..GAMES).map(|seed| play(&game, Seed(seed), &mut kinds)).collect();
        fnv1a(texts.concat().bytes())
    });
    assert_eq!(played, pinned, "hashes of the games of 2 to 6 players: found, pinned");
    kinds
}

/// Plays a random game and writes its actions and its scores, each on its line; marks the kinds of
/// decision that come up.
///
/// Each decision is played twice, with equal dice: by `play_random`, and from the legal list as the
/// trait says. Both must lead to the same state.
fn play(game: &MundusNovus, seed: Seed, kinds: &mut [bool]) -> String {
    let (mut quick_dice, mut slow_dice) = (seed.rng(), seed.rng());
    let mut quick = game.deal(&mut quick_dice);
    let mut slow = game.deal(&mut slow_dice);
    let mut text = String::new();
    for _ in 0..game.max_decisions() {
        if game.to_act(&slow).is_none() {
            break;
        }
        kinds[game.decision_kind(&slow)] = true;
        let action = game.random_action(&slow, &mut slow_dice);
        text += &format!("{}\n", game.action_text(&slow, action));
        game.play(&mut slow, action, &mut slow_dice);
        game.play_random(&mut quick, &mut quick_dice);
        assert!(quick == slow, "{} players, {seed:?}: other states after {action:?}", game.players());
        assert!(quick_dice == slow_dice, "{} players, {seed:?}: other dice for {action:?}", game.players());
    }
    text + &format!("{:?}\n", game.scores(&slow).points.as_slice())
}

/// Returns the 64-bit FNV-1a hash.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(14_695_981_039_346_656_037, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}
