//! The auction variant: section 6; R10, X38, X44 and A30.

use serde_json::{Value, json};
use tradewinds_game::{Variant, Variants};

use crate::setup::{Setup, UNDISCOVERED};
use crate::table::{Purses as _, Table};
use tradewinds_age_of_discovery::AgeOfDiscovery;

/// The start of an auction, $10 each. The tile of the Caribbean is t13: $4, 6 VP.
fn auction(players: usize) -> Setup {
    let mut setup = Setup::new(players)
        .step("bid", 0)
        .with(json!({"options": {"start": "auction"}, "auction": {"bids": vec![0; players], "passed": []}}));
    for seat in 0..players {
        setup = setup.player(seat, json!({"money": 10}));
    }
    setup
}

fn bids(from: usize, to: usize) -> Vec<String> {
    let mut legal: Vec<String> = (from..=to).map(|bid| format!("bid {bid}")).collect();
    legal.sort();
    legal.push("pass".to_owned());
    legal
}

#[test]
fn x38_an_auction_of_three() {
    let [a, b, c] = [0, 1, 2];
    let mut table = auction(3).table();
    assert_eq!(table.legal(), bids(1, 10), "in byte order");
    assert_eq!(table.legal()[..3], ["bid 1", "bid 10", "bid 2"]);
    table.play_as(a, "bid 3");
    assert_eq!(table.legal(), bids(4, 10));
    table.refuse("bid 3");
    table.refuse("bid 11");
    table.play_as(b, "bid 8");
    assert_eq!(table.at("/auction"), json!({"bids": [3, 8, 0], "passed": []}));
    table.play_as(c, "pass");
    assert_eq!(table.at("/auction"), json!({"bids": [3, 8, 0], "passed": [c]}));
    assert_eq!(table.legal(), bids(9, 10));
    table.play_as(a, "bid 9");
    assert_eq!((table.at("/order"), table.at("/tiles/caribbean")), (Value::Null, json!("t13")));
    table.play_as(b, "pass");

    assert_eq!((table.at("/step"), table.seat()), (json!("auction_specialist"), Some(b)));
    assert_eq!(table.legal(), ["take captain", "take merchant", "take missionary", "take soldier"]);
    assert_eq!(table.at("/order"), json!([a, b, c]));
    assert_eq!(table.purses(), json!([10 - 9 + 4, 10 - 4, 10]));
    assert_eq!(table.of(a, "tiles"), json!(["t13"]));
    assert_eq!(table.of(a, "units"), json!({"caribbean": [1, 0]}));
    assert_eq!(table.at("/tiles").as_object().map(|tiles| tiles.len()), Some(UNDISCOVERED.len()));
    assert_eq!(table.of_all("hand"), json!([null, null, null]));
    table.play_as(b, "take missionary");

    assert_eq!((table.at("/step"), table.seat(), table.at("/turn")), (json!("place"), Some(a), json!(1)));
    assert_eq!(
        table.of_all("hand"),
        json!([{"colonist": 5}, {"colonist": 5, "missionary": 1}, {"colonist": 5}])
    );
    assert_eq!(table.at("/options"), json!({"start": "auction"}));
    assert_eq!(table.at("/auction"), Value::Null);
}

#[test]
fn x44_nobody_bids() {
    let mut table = auction(3).table();
    table.play_as(0, "pass").play_as(1, "pass");
    assert_eq!((table.at("/step"), table.seat()), (json!("place"), Some(2)), "the last is not asked");
    assert_eq!(table.at("/order"), json!([2, 1, 0]));
    assert_eq!(table.purses(), json!([10, 10, 14]));
    assert_eq!(table.of(2, "units"), json!({"caribbean": [1, 0]}));
    assert_eq!(table.of_all("hand"), json!([{"colonist": 5}, {"colonist": 5}, {"colonist": 5}]));
}

/// R10, and every other last bid of position 2.
#[test]
fn r10_position_2_pays_half_rounded_up() {
    for (bid, paid, specialist) in
        [(1, 1, false), (2, 1, false), (6, 3, false), (7, 4, false), (8, 4, true), (9, 5, true)]
    {
        let mut table = auction(2).table();
        table.play_as(0, &format!("bid {bid}")).play_as(1, &format!("bid {}", bid + 1));
        if bid < 9 {
            table.play_as(0, "pass");
        } else {
            assert_eq!(table.legal(), ["pass"], "nothing above $10");
            table.play_as(0, "pass");
        }
        assert_eq!(table.at("/order"), json!([1, 0]));
        assert_eq!(table.purses(), json!([10 - paid, 10 - (bid + 1) + 4]), "bid {bid}");
        assert_eq!(table.at("/step") == "auction_specialist", specialist, "bid {bid}");
    }
}

/// Passing players take the last places; who has passed is out.
#[test]
fn the_order_of_passing_gives_the_last_places() {
    let mut table = auction(5).table();
    table.play_as(0, "bid 1").play_as(1, "pass").play_as(2, "bid 2").play_as(3, "bid 3").play_as(4, "pass");
    table.play_as(0, "pass").play_as(2, "bid 4").play_as(3, "pass");
    assert_eq!(table.at("/order"), json!([2, 3, 0, 4, 1]));
    assert_eq!(table.purses(), json!([10, 10, 10 - 4 + 4, 10 - 2, 10]));
    assert_eq!(table.seat(), Some(2));
}

/// The winner need not raise his own bid: the bidding ends with the last pass.
#[test]
fn the_last_bidder_pays_his_own_bid() {
    let mut table = auction(2).table();
    table.play_as(0, "bid 5").play_as(1, "pass");
    assert_eq!(table.at("/order"), json!([0, 1]));
    assert_eq!(table.purses(), json!([10 - 5 + 4, 10]));
    assert_eq!(table.at("/step"), "place");
}

/// A bid must exceed the highest and may not exceed the bidder's money.
#[test]
fn nobody_bids_more_than_he_has() {
    let table = auction(2).with(json!({"auction": {"bids": [0, 10], "passed": []}})).table();
    assert_eq!(table.legal(), ["pass"]);
}

/// The unit of the auction is one of three for the sugar.
#[test]
fn the_auction_unit_counts() {
    let mut table = auction(2).table();
    table.play_as(0, "pass");
    assert_eq!(table.seat(), Some(1));
    assert!(table.at("/region_goods").to_string().contains("caribbean"));
    table.play_as(1, "colonist dock").play_as(0, "colonist dock").play_as(1, "colonist dock");
    while table.at("/step") == "place" {
        let quiet = table.legal().into_iter().find(|action| action.ends_with("discovery")).expect("open");
        table.play(&quiet);
    }
    table.play_as(1, "land caribbean").play_as(0, "land caribbean").play_as(1, "land caribbean");
    assert_eq!(table.of(1, "units"), json!({"caribbean": [3, 0]}));
    assert_eq!(table.of(1, "goods"), json!({"sugar": 1}));
}

#[test]
fn a_shipped_variant_deals_an_auction() {
    let mut auctions = 0;
    for (name, text) in AgeOfDiscovery::shipped_variants() {
        let variant = Variant::parse(name, text, AgeOfDiscovery::NAME).expect("a shipped variant");
        for players in 2..=5 {
            let table = Table::deal(players, variant.clone(), 5);
            let position = table.position();
            if position["options"]["start"] != "auction" {
                continue;
            }
            auctions += 1;
            assert_eq!((table.at("/step"), table.seat()), (json!("bid"), Some(0)), "seat 0 is the youngest");
            assert_eq!(position["auction"], json!({"bids": vec![0; players], "passed": []}));
            assert_eq!(position["tiles"].as_object().map(|tiles| tiles.len()), Some(9));
            assert_eq!(
                position["players"],
                json!(vec![json!({"money": 10}); players]),
                "no extra money, no hands"
            );
            assert_eq!(position["order"], Value::Null);
            assert_eq!(table.legal(), bids(1, 10));
        }
    }
    assert!(auctions >= 4, "one for each number of players");
}

/// Bids are as many actions as a list holds, and a specialist has to be bid for.
#[test]
fn numbers_that_no_auction_can_have_are_refused() {
    for (set, part) in [
        ("\"rules.auction_money\" = 190", None),
        ("\"rules.auction_money\" = 191", Some("rules.auction_money: found 191; allowed: ")),
        ("\"rules.auction_specialist_bid\" = 0", Some("rules.auction_specialist_bid: found 0; allowed: ")),
    ] {
        let text = format!("name = \"v\"\ngame = \"age-of-discovery\"\n[set]\n{set}\n");
        let variant = Variant::parse("v.toml", &text, AgeOfDiscovery::NAME).expect("a variant");
        let refused = AgeOfDiscovery::new(3, &variant).err().map(|error| error.to_string());
        assert_eq!(refused.is_some(), part.is_some(), "{refused:?}");
        assert!(part.is_none_or(|part| refused.is_some_and(|refused| refused.contains(part))), "{set}");
    }
}
