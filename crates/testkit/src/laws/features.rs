//! The laws of [`Features`]: what learners read is declared, both of its forms say the same, and no seat's learner
//! reads another one's secrets.

use tradewinds_game::features::{Block, Form, MAX_ACTIVE, MAX_NUMBERS, Measure, size, width};
use tradewinds_game::{ActionFeatures, CompleteGame, FeatureTable, Features, Group, Inputs, Seat};

use super::{Case, all_different};

/// The table is documented, and its blocks can be written.
pub(super) fn check_table<G: Features>(game: &G) {
    let table = G::features();
    let index = game.action_groups();
    let blocks = [table.seat, table.table, table.action];
    assert_eq!(
        table.is_empty(),
        blocks.iter().all(|groups| groups.is_empty()),
        "a table of features has a version"
    );
    assert_eq!(table.layout == 0, index.is_empty(), "a table with action groups has a version of its layout");
    for groups in blocks.into_iter().chain([&index[..]]) {
        for form in [Form::Sparse, Form::Dense] {
            let names = groups.iter().filter(|group| [form, Form::Both].contains(&group.form));
            assert!(all_different(names.map(|group| group.name)), "groups have names of their own");
        }
        assert!(size(groups) <= usize::from(u16::MAX), "indices have 16 bits");
        for group in groups {
            let Group { len, words, meaning, .. } = *group;
            assert!(
                !meaning.is_empty() && (words.is_empty() || words.len() == len),
                "{group:?} is documented"
            );
        }
    }
    let mut named = table.action.iter().chain(&index);
    let numbered = named.find(|group| group.measure != Measure::Active || group.form != Form::Both);
    assert!(numbered.is_none(), "features of actions are active or not: {numbered:?}");
}

/// An observer's observation is the same in all its worlds, and has the same numbers as bytes.
pub(super) fn check_observation<G: CompleteGame>(case: &Case<'_, G>, observer: Seat) -> Vec<f32> {
    let len = case.game.observation_len();
    let observed = |state: &G::State| {
        // What the array had before does not shine through.
        let mut numbers = vec![f32::NAN; len];
        case.game.write_observation(state, observer, &mut numbers);
        numbers
    };
    let numbers = observed(&case.state);
    assert!(numbers.iter().all(|number| number.is_finite()), "an observation is made of numbers");
    let mut bytes = vec![7_u8; len];
    case.game.write_observation(&case.state, observer, &mut bytes);
    let clamped = numbers.iter().map(|&number| number as u8);
    assert!(clamped.eq(bytes), "bytes are the nearest numbers of {numbers:?}");
    for stream in [1, 2] {
        let world = observed(&case.determinized(&case.state, observer, stream));
        let different = world.iter().zip(&numbers).position(|(a, b)| a != b);
        assert_eq!(different, None, "law 8: the observation of {observer:?} knows too much, at this number");
    }
    numbers
}

/// What an observer's network reads of the position at hand is declared, is the same in all its worlds, and says what
/// the observation says.
pub(super) fn check_position<G: CompleteGame>(case: &Case<'_, G>, observer: Seat, observation: &[f32]) {
    let FeatureTable { seat: seat_groups, table, .. } = G::features();
    let written = |state: &G::State| {
        let mut inputs = Inputs::new(case.game.players());
        case.game.write_features(state, observer, &mut inputs);
        inputs
    };
    let inputs = written(&case.state);
    for stream in [1, 2] {
        let world = written(&case.determinized(&case.state, observer, stream));
        assert_eq!(world, inputs, "law 8: the features for {observer:?} know too much");
    }
    let (head, blocks) = observation.split_at(width(table));
    check_block(table, &inputs.table, head);
    let mut seat = observer;
    for dense in blocks.chunks_exact(width(seat_groups).max(1)) {
        check_block(seat_groups, &inputs.seats()[seat.index()], dense);
        seat = seat.next(case.game.players());
    }
}

/// Returns what names each action of the decision at hand to a network.
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

/// Different actions of the decision at hand have different features, for without that no policy could be learned,
/// and different indices.
pub(super) fn check_names<G: CompleteGame>(
    case: &Case<'_, G>,
    seat: Seat,
    actions: &[G::Action],
    named: &[ActionFeatures],
) {
    let kind = G::DECISION_KINDS[case.game.decision_kind(&case.state)];
    if !G::features().action.is_empty() && !case.sampling.alike_kinds.contains(&kind) {
        assert!(all_different(named), "a network tells the actions apart: {actions:?}: {named:?}");
    }
    let groups = case.game.action_groups();
    if !groups.is_empty() {
        let indices = || actions.iter().map(|&action| case.game.action_index(seat, action));
        assert!(all_different(indices()), "actions have indices of their own: {actions:?}");
        assert!(indices().all(|index| index < size(&groups)), "indices are declared: {actions:?}");
    }
}

/// A block is declared, and its groups in both forms say the same in both.
fn check_block(groups: &[Group], block: &Block, dense: &[f32]) {
    assert!(block.active().len() <= MAX_ACTIVE && block.numbers().len() <= MAX_NUMBERS);
    assert!(block.active().is_sorted_by(|a, b| a < b), "active indices are ascending: {block:?}");
    assert!(block.numbers().is_sorted_by(|a, b| a.0 < b.0), "numbers are ascending: {block:?}");
    let mut active: Vec<usize> = block.active().iter().map(|&index| index.into()).collect();
    let mut numbers = block.numbers().to_vec();
    let (mut first, mut rest) = (0, dense);
    for group in groups {
        let range = first..first + group.indices();
        let of_group: Vec<usize> = active.extract_if(.., |index| range.contains(index)).collect();
        let numbered: Vec<(u16, i16)> =
            numbers.extract_if(.., |(index, _)| range.contains(&usize::from(*index))).collect();
        let (found, behind) = rest.split_at(group.numbers());
        let is_number = matches!(group.measure, Measure::Number { .. });
        assert!(if is_number { of_group.is_empty() } else { numbered.is_empty() }, "{group:?}: {block:?}");
        for (entry, &dense) in found.iter().enumerate().filter(|_| group.form == Form::Both) {
            check_entry(group, first, entry, (&of_group, &numbered), dense);
        }
        if let Measure::Number { most, .. } = group.measure {
            let fits = |&(_, number): &(u16, i16)| number > 0 && number.unsigned_abs() <= most;
            assert!(numbered.iter().all(fits), "{group:?}: {numbered:?}");
        }
        (first, rest) = (range.end, behind);
    }
    assert!(active.is_empty() && numbers.is_empty(), "indices behind the block: {active:?}, {numbers:?}");
}

/// An entry is the same in both forms.
fn check_entry(
    group: &Group,
    first_index: usize,
    entry: usize,
    found: (&[usize], &[(u16, i16)]),
    dense: f32,
) {
    let (active, numbers) = found;
    let index = first_index + entry;
    match group.measure {
        Measure::Active => assert_eq!(active.contains(&index), dense == 1.0, "entry {entry} of {group:?}"),
        Measure::Number { most, .. } => {
            let number = numbers.iter().find(|&&(at, _)| usize::from(at) == index);
            let number = number.map_or(0.0, |&(_, number)| f32::from(number));
            assert_eq!(number, dense.clamp(0.0, f32::from(most)), "entry {entry} of {group:?}");
        }
        Measure::Levels { first, last, step } => {
            let levels = usize::from(last - first + 1);
            let range = first_index + levels * entry..first_index + levels * (entry + 1);
            let of_entry: Vec<usize> = active.iter().filter(|index| range.contains(index)).copied().collect();
            assert!(of_entry.len() <= 1, "one level of entry {entry} of {group:?}: {of_entry:?}");
            let Some(at) = of_entry.first() else {
                // Nothing was written.
                assert_eq!(dense, 0.0, "entry {entry} of {group:?}");
                return;
            };
            let level = (at - range.start) as f32 + f32::from(first);
            let exact = (dense.max(0.0) / f32::from(step)).clamp(f32::from(first), f32::from(last));
            assert!((level - exact).abs() < 1.0, "entry {entry} of {group:?}: {level} for {dense}");
        }
    }
}
