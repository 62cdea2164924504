//! Packed counts against loops over cards.

use super::*;

fn cards(text: &str) -> Cards {
    text.chars().map(|letter| Card::from_letter(letter).unwrap()).collect()
}

#[test]
fn multisets_add_compare_and_subtract_all_types_at_once() {
    let hand = cards("1125RRR");
    assert_eq!(hand.to_string(), "1125RRR");
    assert_eq!((hand.len(), hand.total(), hand.distinct_len()), (7, 7, 4));
    assert!(hand.contains(cards("12R")) && !hand.contains(cards("122")));
    assert_eq!(hand.minus(cards("15RR")), cards("12R"));
    assert_eq!(hand.without(cards("1112299R")), cards("5RR"));
    assert_eq!(hand.union(cards("1229")), cards("112259RRR"));
    assert_eq!(hand.intersection(cards("1229")), cards("12"));
    assert_eq!((hand.lowest(), hand.highest()), (Some(Card::CACAO), Some(Card::RELIC)));
    assert_eq!(hand.goods(), cards("1125"));
    assert_eq!(hand.from(Card::CORN), cards("25RRR"));
    assert_eq!(hand.below(Card::COTTON), cards("112"));
    assert_eq!(hand.from_highest(cards("12")), cards("25RRR"));
    assert_eq!(hand.above_highest(cards("12")), cards("5RRR"));
    assert_eq!((hand.from_highest(Cards::NONE), hand.above_highest(Cards::NONE)), (hand, hand));
    assert_eq!((hand.from_highest(hand), hand.above_highest(hand)), (cards("RRR"), Cards::NONE));
    assert_eq!(hand.except(Card::CACAO), cards("25RRR"));
    assert_eq!(hand.distinct().types_by_class(), ByKey::new([2, 1, 0]));
    assert_eq!(hand.dot(Cards::reversed([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])), 1 + 1 + 2 + 5 + 30);
    assert_eq!(hand.with(2), cards("1R").types());
    assert_eq!(hand.goods_with(ByKey::new([2, 1, 0])), cards("15789").types());
    assert_eq!((hand.types().len(), hand.types().get(2)), (4, Card::COTTON));
    assert_eq!(hand.types().one_each(), cards("125R"));
    assert_eq!((Cards::two_at(0x7_2099), Cards::two_at(0x41)), (cards("RR"), cards("25")));
    assert_eq!(Cards::of(Card::RELIC, 30).without(Cards::of(Card::RELIC, 29)), cards("R"));
}

#[test]
fn a_choice_must_leave_enough_cards_above() {
    let hand = cards("1125R");
    assert_eq!(hand.choices(1), cards("125R").types());
    assert_eq!(hand.choices(2), cards("125").types());
    assert_eq!(hand.choices(3), cards("12").types());
    assert_eq!(hand.choices(4), cards("1").types());
    assert_eq!(hand.choices(0), cards("125R").types());
    assert_eq!(hand.choices(6), Cards::NONE.types());
    let many = Cards::of(Card::CORN, 20).plus(Cards::of(Card::SUGAR, 20)).plus(cards("1R"));
    for number in 0..=42 {
        let expected: Cards = Card::ALL
            .into_iter()
            .filter(|&card| many.has(card) && many.from(card).total() >= number)
            .collect();
        assert_eq!(many.choices(number), expected.types(), "{number}");
    }
}
