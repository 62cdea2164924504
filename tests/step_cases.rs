//! The step cases of every game.

mod steps;

use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::puerto_rico::PuertoRico;

#[test]
fn puerto_rico() {
    assert_eq!(steps::run::<PuertoRico>(include_str!("cases/puerto-rico.jsonl")), 260);
}

#[test]
fn age_of_discovery() {
    assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("cases/age-of-discovery.jsonl")), 260);
}
