//! Kuhn poker: what each kind of tree converges to.
//!
//! At each information set the visit fractions of a long search are taken as a mixed strategy, and the
//! best response to both seats' strategies is computed exactly. Half the sum of what best responses
//! win is the exploitability, 0 for an equilibrium, in which the first seat wins -1/18 of an ante (Kuhn
//! 1950). UCB1 does not converge to an equilibrium in games with hidden information (Ponsen, de Jong
//! and Lanctot 2011; Lisý 2014); the test states how far from one each tree ends up.

use super::{analyse, chosen, settings};
use tradewinds_game::{Game, Seat};
use tradewinds_search::{RewardKind, SearchSettings, TreeKind};
use tradewinds_testkit::small_games::{BET, Hand, Kuhn, PASS};

/// The decisions of the first seat, then those of the second.
const DECISIONS: [&[u8]; 4] = [&[], &[PASS, BET], &[PASS], &[BET]];

/// The chance of a bet for each decision and card.
type Strategy = [[f64; 3]; 4];

fn hand(card: u8, history: &[u8]) -> Hand {
    let mut hand = Hand { cards: [(card + 1) % 3; 2], moves: history.len() as u8, history: [0; 3] };
    hand.cards[history.len() % 2] = card;
    hand.history[..history.len()].copy_from_slice(history);
    hand
}

fn search_settings(tree: TreeKind) -> SearchSettings {
    // Rewards nearly in proportion to chips: the margin over a lead that nobody gets.
    settings(tree, 20_000).with(|new| (new.reward, new.exploration) = (RewardKind::Margin, Some(0.3)))
}

/// The visit fractions of a search at every information set.
fn strategy(tree: TreeKind) -> Strategy {
    DECISIONS.map(|history| {
        [0, 1, 2].map(|card| {
            let result = analyse::<Kuhn>(&hand(card, history), search_settings(tree), 5);
            let visits = |action: u8| result.actions[usize::from(action)].visits as f64;
            visits(BET) / (visits(BET) + visits(PASS))
        })
    })
}

/// What the first seat wins from here on average, when each decision bets with its chance.
fn chips(hand: &Hand, bets: &impl Fn(usize, u8) -> f64) -> f64 {
    let history = &hand.history[..hand.moves.into()];
    let Some(decision) = DECISIONS.iter().position(|&known| known == history) else {
        return f64::from(Kuhn.scores(hand).points[Seat::new(0)]);
    };
    let card = hand.cards[usize::from(hand.moves % 2)];
    let bet = bets(decision, card);
    [(PASS, 1.0 - bet), (BET, bet)]
        .into_iter()
        .filter(|&(_, chance)| chance > 0.0)
        .map(|(action, chance)| {
            let mut after = *hand;
            after.history[usize::from(hand.moves)] = action;
            after.moves += 1;
            chance * chips(&after, bets)
        })
        .sum()
}

/// What the first seat wins on average over the deals.
fn expected(bets: &impl Fn(usize, u8) -> f64) -> f64 {
    let deals = (0..3).flat_map(|first| (0..3).map(move |second| [first, second]));
    let deals = deals.filter(|[first, second]| first != second);
    deals.map(|cards| chips(&Hand { cards, moves: 0, history: [0; 3] }, bets) / 6.0).sum()
}

/// What a seat wins by the best of its 64 pure strategies against the other's mixed one.
fn best_response(seat: usize, strategy: &Strategy) -> f64 {
    let own = [2 * seat, 2 * seat + 1];
    let against = |pure: u32| {
        expected(&|decision, card| match own.iter().position(|&own| own == decision) {
            Some(index) => f64::from(pure >> (3 * index as u32 + u32::from(card)) & 1),
            None => strategy[decision][usize::from(card)],
        })
    };
    let won = (0..64).map(|pure| if seat == 0 { against(pure) } else { -against(pure) });
    won.fold(f64::NEG_INFINITY, f64::max)
}

fn exploitability(strategy: &Strategy) -> f64 {
    (best_response(0, strategy) + best_response(1, strategy)) / 2.0
}

#[test]
fn the_known_equilibrium_cannot_be_exploited() {
    // α = 1/3: bet a king always, a jack one time in three; call with a queen 2/3, and so on.
    let equilibrium: Strategy =
        [[1.0 / 3.0, 0.0, 1.0], [0.0, 2.0 / 3.0, 1.0], [1.0 / 3.0, 0.0, 1.0], [0.0, 1.0 / 3.0, 1.0]];
    assert!(exploitability(&equilibrium).abs() < 1e-9);
    let value = expected(&|decision, card| equilibrium[decision][usize::from(card)]);
    assert!((value + 1.0 / 18.0).abs() < 1e-9);
    // Uniform play loses to a best response.
    assert!((exploitability(&[[0.5; 3]; 4]) - 11.0 / 24.0).abs() < 1e-9);
}

#[test]
fn trees_come_near_the_equilibrium() {
    // Uniform play is 0.458 away; the trees of information sets settle on a pure choice nearly
    // everywhere, and so on the wrong side of the bluffs, while an ensemble's worlds disagree and mix.
    for (tree, low, high) in [
        (TreeKind::SoIsmcts, 0.1, 0.2),
        (TreeKind::MoIsmcts, 0.1, 0.2),
        (TreeKind::ReDeterminizing, 0.1, 0.2),
        (TreeKind::Determinized, 0.04, 0.12),
    ] {
        let distance = exploitability(&strategy(tree));
        assert!((low..high).contains(&distance), "{tree:?}: {distance}");
    }
}

/// Choices that are right against every play of the other seat.
#[test]
fn kuhn_poker_is_played_without_blunders() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing] {
        for (card, history, expected) in [
            (0, &[BET][..], PASS),
            (2, &[BET], BET),
            (2, &[PASS], BET),
            (0, &[PASS, BET], PASS),
            (2, &[PASS, BET], BET),
        ] {
            let result = analyse::<Kuhn>(&hand(card, history), search_settings(tree), 5);
            assert_eq!(chosen(&result), expected, "card {card} after {history:?}: {result:?}");
        }
    }
}
