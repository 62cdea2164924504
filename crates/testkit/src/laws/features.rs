//! The laws of [`Features`]: what a network reads is declared, and no seat's network reads another one's secrets.

use tradewinds_game::features::{Block, MAX_ACTIVE, MAX_NUMBERS, Measure, size};
use tradewinds_game::{ActionFeatures, CompleteGame, FeatureTable, Features, Group, Inputs, Seat};

use super::{Case, all_different};

/// The table is documented, and its blocks can be written.
pub(super) fn check_table<G: Features>() {
    let table = G::features();
    let blocks = [table.seat, table.table, table.action];
    assert_eq!(
        table.is_empty(),
        blocks.iter().all(|groups| groups.is_empty()),
        "a table of features has a version"
    );
    for groups in blocks {
        assert!(all_different(groups.iter().map(|group| group.name)), "groups have names of their own");
        assert!(size(groups) <= usize::from(u16::MAX), "indices have 16 bits");
        for group in groups {
            assert!(group.size > 0 && !group.meaning.is_empty(), "{group:?} is documented");
        }
    }
    let numbered = table.action.iter().find(|group| group.measure != Measure::Active);
    assert!(numbered.is_none(), "features of actions are active or not: {numbered:?}");
}

/// What an observer's network reads of the position at hand is declared, and the same in all its worlds.
pub(super) fn check_position<G: CompleteGame>(case: &Case<'_, G>, observer: Seat) {
    let table = G::features();
    let written = |state: &G::State| {
        let mut inputs = Inputs::new(case.game.players());
        case.game.write_features(state, observer, &mut inputs);
        inputs
    };
    let inputs = written(&case.state);
    check_block(table.table, &inputs.table);
    inputs.seats().iter().for_each(|block| check_block(table.seat, block));
    for stream in [1, 2] {
        let world = written(&case.determinized(&case.state, observer, stream));
        assert_eq!(world, inputs, "law 8: the features for {observer:?} know too much");
    }
}

/// Returns what names each action of the decision at hand.
pub(super) fn of_actions<G: CompleteGame>(
    case: &Case<'_, G>,
    state: &G::State,
    actions: &[G::Action],
) -> Vec<ActionFeatures> {
    let FeatureTable { action: groups, .. } = G::features();
    let written = |&action: &G::Action| {
        let mut features = ActionFeatures::new();
        case.game.write_action_features(state, action, &mut features);
        assert!(features.iter().all(|&index| usize::from(index) < size(groups)), "{action:?}: {features:?}");
        assert!(features.is_sorted_by(|a, b| a < b), "features of {action:?} are ascending: {features:?}");
        features
    };
    actions.iter().map(written).collect()
}

fn check_block(groups: &[Group], block: &Block) {
    let measures: Vec<Measure> =
        groups.iter().flat_map(|group| (0..group.size).map(|_| group.measure)).collect();
    assert!(block.active().len() <= MAX_ACTIVE && block.numbers().len() <= MAX_NUMBERS);
    assert!(block.active().is_sorted_by(|a, b| a < b), "active indices are ascending: {block:?}");
    for &index in block.active() {
        assert_eq!(measures.get(usize::from(index)), Some(&Measure::Active), "index {index} of {groups:?}");
    }
    assert!(block.numbers().is_sorted_by(|a, b| a.0 < b.0), "numbers are ascending: {block:?}");
    for &(index, number) in block.numbers() {
        let Some(&Measure::Number { most, .. }) = measures.get(usize::from(index)) else {
            panic!("index {index} has no number in {groups:?}");
        };
        assert!(number > 0 && number.unsigned_abs() <= most, "number {number} at {index}, at most {most}");
    }
}
