//! Layouts name every number and every action index. What observations say is a law of games (`laws!`).
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeSet;

use tradewinds_arena::{NAMES, find};
use tradewinds_game::Variant;

#[test]
fn layouts_name_every_number_once() {
    for name in NAMES {
        let info = find(name).unwrap().info();
        let shipped = info
            .shipped_variants
            .iter()
            .map(|(variant, _)| Variant::shipped(variant, name, info.shipped_variants).unwrap());
        for variant in shipped.chain([Variant::standard()]) {
            for players in info.players.clone() {
                check(name, players, &variant);
            }
        }
    }
}

/// Names, words and scales fit.
fn check(name: &str, players: usize, variant: &Variant) {
    let layout = tradewinds_env::layout(name, players, variant).unwrap();
    let names: BTreeSet<_> = layout.fields.iter().map(|at| (at.seat, at.group.name)).collect();
    assert_eq!(names.len(), layout.fields.len(), "{name}: names are distinct within a block");
    let groups: BTreeSet<_> = layout.groups.iter().map(|at| at.group.name).collect();
    assert_eq!(groups.len(), layout.groups.len());
    assert_eq!(layout.scales().len(), layout.features);
    assert!(layout.scales().iter().all(|&scale| scale > 0.0));
    let ends = [(&layout.fields, layout.features), (&layout.groups, layout.actions)];
    for (placed, end) in ends {
        let last = placed.last().unwrap();
        assert_eq!(last.offset + last.group.len, end);
    }
    assert!(layout.action_name(0).starts_with(layout.groups[0].group.name));
    assert!(layout.action_name(layout.actions as i64).starts_with("not in"));
    assert!(layout.action_name(-1).starts_with("not in"));
}
