//! The game explained to people who are new to it, with the numbers of its rules.

use crate::card::Card;
use crate::developments::DevelopmentId;
use crate::rules::Rules;
use crate::words::{Ability, Class, Decision, Event, Kind};
use tradewinds_game::{Explanation, counted};

/// Explains the game.
pub(super) fn explanation(rules: &Rules) -> Explanation {
    let mut explained = Explanation::default();
    for card in Card::ALL {
        explained.thing(card.word(), resource(rules, card));
    }
    for id in rules.in_play {
        explained.named(rules.id(id), rules.title(id), development(rules, id));
    }
    for event in Event::ALL {
        explained.named(event.word(), event.title(), self::event(rules, event));
    }
    chapters(rules, &mut explained);
    phases(rules, &mut explained);
    explained
}

fn doubloons(count: impl Into<u16>) -> String {
    counted(count.into(), "doubloon")
}

fn resource(rules: &Rules, card: Card) -> String {
    let value = rules.value(card);
    if card.is_good() {
        let class = card.class().word();
        return format!(
            "{} {class} good, worth {value} in an offer. Equal goods make a set that wins a development; different ones bring doubloons.",
            if class.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" }
        );
    }
    let pay: Vec<String> = rules.payout.relics.iter().map(u16::to_string).collect();
    format!(
        "An Inca relic, worth {value} in an offer. It stands in for any good in a set. Or sell relics: {} doubloons for 1 to {}.",
        pay.join(", "),
        pay.len()
    )
}

fn development(rules: &Rules, id: DevelopmentId) -> String {
    let does = match (rules.kind(id), rules.ability_of(id)) {
        (Kind::Caravel, _) => format!(
            "Brings you one of the open cards in each supply. Its value is {}: fleets of low value choose first.",
            rules.printed(id).value
        ),
        (Kind::Merchant, _) => {
            let class = rules.merchant_class(id);
            let goods = Card::ALL.into_iter().filter(|card| card.is_good() && card.class() == class);
            let goods: Vec<&str> = goods.map(Card::word).collect();
            format!("Once a round it changes a good into one of {}.", goods.join(", "))
        }
        (Kind::Warehouse, _) => {
            format!("Keeps {} over the end of a round.", counted(rules.slots_of(id), "card"))
        }
        (Kind::Shipyard, _) => format!(
            "At the end of a round {} for each opponent with more caravels than you.",
            doubloons(rules.effect.shipyard_income)
        ),
        (_, Some(ability)) => self::ability(rules, ability),
        (_, None) => String::new(),
    };
    let income = match rules.income(id) {
        0 => String::new(),
        income => format!(" Brings {} each round.", doubloons(income)),
    };
    let icon = match rules.icon(id) {
        Event::None => String::new(),
        event => format!(" Brings {} when it is first in the row at the start of a round.", event.title()),
    };
    format!("{does}{income}{icon}").trim_start().to_owned()
}

fn ability(rules: &Rules, ability: Ability) -> String {
    let effect = &rules.effect;
    match ability {
        Ability::Almagro => {
            "With a set you may take the top card of the deck instead of one of the row.".to_owned()
        }
        Ability::Cosa => "No event touches you, good or bad.".to_owned(),
        Ability::Casas => "You may offer fewer cards than the Trade Master announces, or none.".to_owned(),
        Ability::Pizarro => {
            "Your highest caravel counts 0 for the order of the fleets, so that you choose earlier."
                .to_owned()
        }
        Ability::Ponce => "You may split your caravels into two fleets.".to_owned(),
        Ability::Valdivia => format!("Adds {} to the sum of your offer.", effect.valdivia_sum),
        Ability::Orellana => format!(
            "{} if your swap leaves three equal or three consecutive goods in the market.",
            doubloons(effect.orellana_bonus)
        ),
        Ability::Coronado => format!(
            "In a round without an event you may pay {} and choose one.",
            doubloons(effect.coronado_cost)
        ),
        Ability::Sergio => {
            format!("After the supply you may buy a market card for {}.", doubloons(effect.sergio_cost))
        }
        Ability::Buron => {
            format!("{} each round for each character of yours.", doubloons(effect.buron_income))
        }
        Ability::Estefano => {
            format!("{} at the end of a round if you are the Trade Master.", doubloons(effect.estefano_bonus))
        }
        Ability::Vicente => {
            let cash = Class::ALL.map(|class| format!("{} for {}", effect.vicente_cash[class], class.word()));
            format!(
                "A set of three may bring doubloons in place of a development: {} goods.",
                cash.join(", ")
            )
        }
        Ability::TradingPost => format!(
            "{} each round for each merchant and each warehouse of yours.",
            doubloons(effect.trading_post_income)
        ),
    }
}

/// Names the cards of the row that a set may win.
fn reached(access: u8) -> String {
    match access {
        1 => "the first card of the row".to_owned(),
        cards => format!("the first {} of the row", counted(cards, "card")),
    }
}

fn event(rules: &Rules, event: Event) -> String {
    let access = rules.access(Class::Rare, 3, true);
    match event {
        Event::None => "Nothing happens in this round.".to_owned(),
        Event::King => {
            "Everybody may lay several sets in this round, and each wins a development.".to_owned()
        }
        Event::Natives => {
            let [first, .., last] = rules.payout.natives;
            format!("Different goods pay less in this round: {first} doubloons for 4, up to {last} for 9.")
        }
        Event::Storm => format!("Whatever a set is made of, it gives access to {} only.", reached(access)),
        Event::Fire => "Warehouses keep nothing at the end of this round.".to_owned(),
        Event::Pirates => {
            "After the supply everybody gives up one card for each fleet of two or more caravels.".to_owned()
        }
    }
}

/// Says who may not take from whom (rules page 4.3.4).
const fn third_take(rules: &Rules) -> &'static str {
    match (rules.players, rules.flags.third_take_barred) {
        (..=2, _) => "",
        (_, true) => "Two players may not take from each other three times in a row. ",
        (_, false) => {
            "Two players may not take from each other three times in a row, as long as somebody else has open cards. "
        }
    }
}

fn chapters(rules: &Rules, explained: &mut Explanation) {
    let (setup, trade, end) = (rules.setup, rules.trade, rules.end);
    explained.chapter("What it is about", &[], vec![
        format!("You are merchants in the New World. From cards of goods you make sets, which win developments, and rows of different goods, which bring doubloons. The game ends when somebody has {} or more, or the row of developments cannot be filled; then most doubloons win.", doubloons(end.money)),
        "A player who lays all nine goods and a relic, the perfect combination, wins at the end of the round, whatever the others have.".to_owned(),
        "Your hand is hidden. Offered cards, developments and doubloons are open.".to_owned(),
    ]);
    explained.chapter("A round in four steps", &["piles", "queue"], vec![
        "Event: the sign on the first development of the row names the event of this round. The first round has none.".to_owned(),
        format!("Supply: everybody gets {} hidden cards. Then one open card is turned up for each caravel in play, and the fleets choose: the one with the lowest sum of caravels first.", setup.dealt),
        "Trade: everybody offers cards and takes cards of others.".to_owned(),
        "Progress: everybody lays combinations. Then developments bring their income, warehouses keep some cards, and all other cards are discarded.".to_owned(),
    ]);
    explained.chapter("Trade", &["market"], vec![
        format!("The Trade Master announces a number from {} to {}. Everybody offers that many cards, in secret, and all are turned up together. The highest sum of values makes its owner the new Trade Master.", trade.fewest_offered, trade.most_offered),
        "The Trade Master takes an offered card of anybody else. The player who lost it takes next, from anybody, and so on. After taking a card you may swap it for one of the three in the market.".to_owned(),
        third_take(rules).to_owned() + "When there is no card to take, the last one takes its own cards back. If that is not the Trade Master, who has a card too many, the Trade Master gives it one in secret.",
        "So every card that you offer comes back as another one: offer what you can spare. A high sum lets you choose first.".to_owned(),
    ]);
    let reach = |class: Class| {
        (3..=5).map(|size| rules.access(class, size, false).to_string()).collect::<Vec<_>>().join(", ")
    };
    let pay: Vec<String> = rules.payout.different.iter().map(u16::to_string).collect();
    let relics: Vec<String> = rules.payout.relics.iter().map(u16::to_string).collect();
    explained.chapter("Progress: sets and different goods", &["queue"], vec![
        format!("Sets. Three, four or five equal goods win one development of the row. How many cards from its beginning you may choose from depends on the goods: {} for common ones (cacao, corn, tobacco), {} for uncommon ones (coffee, cotton, sugar), {} for rare ones (potato, indigo, vanilla). Relics stand in for goods, one at least must be the good, real or changed by a merchant.", reach(Class::Common), reach(Class::Uncommon), reach(Class::Rare)),
        format!("Different goods. Four to nine different ones pay {} doubloons. Relics do not count here; merchants may change goods.", pay.join(", ")),
        format!("Relics. One to five sold together pay {} doubloons, and your turn ends.", relics.join(", ")),
        format!("In a turn you may lay one set, then one row of different goods, then sell relics. {}", if rules.flags.combinations_required { "If you can lay or sell something, you have to." } else { "You may also do none of it." }),
    ]);
    explained.chapter("Developments", &[], vec![
        "Caravels bring a card more in each supply. Merchants change a good once a round. Warehouses keep cards for the next round. Shipyards pay those with few caravels. Characters have abilities of their own, and many cards bring doubloons each round. Nothing is ever lost once you have it.".to_owned(),
        "The row moves up when a card is taken: what is far back today is in reach of a small set tomorrow.".to_owned(),
    ]);
    explained.chapter("Good to know in a first game", &[], vec![
        "Early, win developments: a caravel or an income pays in every round that is left. Later, rows of seven and more different goods bring the doubloons that decide.".to_owned(),
        "Keep equal goods together or keep all of them different, and offer what does neither. Watch the doubloons of the others: the end comes suddenly.".to_owned(),
    ]);
}

fn phases(rules: &Rules, explained: &mut Explanation) {
    let trade = rules.trade;
    let access = rules.access(Class::Common, 3, false);
    explained.phase(Decision::Pick.word(), "Your caravels bring open cards: take what makes a set with your hand, or a good that you lack for a long row of different ones.");
    explained.phase(Decision::Announce.word(), format!("You are the Trade Master: say how many cards everybody offers, {} to {}. Many change hands with a large number; keep it small if your hand is good already.", trade.fewest_offered, trade.most_offered));
    explained.phase(Decision::Offer.word(), "Choose the cards that you offer. You get others for them, so give what you do not need. The highest sum of values becomes Trade Master and takes first.");
    explained.phase(
        Decision::Take.word(),
        "Take an open card of somebody else. It is that player's turn next, perhaps to take one of yours.",
    );
    explained.phase(
        Decision::Swap.word(),
        "You may swap the card that you took for one of the three in the market.",
    );
    explained.phase(Decision::Turn.word(), format!("Your turn: a set wins a development (three common goods reach {}), different goods bring doubloons, relics can be sold. Cards that you do not use or store are discarded.", reached(access)));
    explained.phase(Decision::Jokers.word(), "Relics can stand in for missing goods of the set. As many as you like, but one card must be the good, real or changed.");
    explained.phase(
        Decision::Convert.word(),
        "Each of your merchants changes one card into a good of its class, once a round.",
    );
    explained.phase(
        Decision::Develop.word(),
        "Choose a development: caravels and incomes pay most early in the game.",
    );
    explained.phase(
        Decision::Store.word(),
        "Warehouses keep cards for the next round; all others are discarded now.",
    );
}

#[cfg(test)]
mod tests {
    use crate::MundusNovus;
    use tradewinds_game::{Explanation, Speech as _};
    use tradewinds_testkit::explained::{check, game_of, rules_of, text_of};

    fn explained(players: usize, variant: &str) -> Explanation {
        game_of::<MundusNovus>(players, variant).explanation()
    }

    #[test]
    fn words_follow_the_variant() {
        let standard = explained(4, "");
        assert!(text_of(&standard, "CV02").contains("Its value is 2"));
        assert!(standard.things.iter().all(|thing| thing.key != "PR1"));
        assert!(text_of(&explained(4, "promo"), "PR1").contains("2 doubloons"));
        assert!(text_of(&standard, "cotton").starts_with("An uncommon good"));
        assert!(!rules_of(&standard).contains("first 1 card"));
        assert!(rules_of(&standard).contains("one set, then one row of different goods, then sell relics"));
        assert!(rules_of(&standard).contains("reach the first card of the row"));
        let has = |variant: &str, words: &str| rules_of(&explained(4, variant)).contains(words);
        assert!(has("combinations-required", "you have to.") && !has("", "you have to."));
        let waived = "as long as somebody else has open cards";
        assert!(has("", waived) && !has("third-take-barred", waived));
    }

    #[test]
    fn each_thing_is_explained_once_and_the_rules_are_a_page() {
        (2..=6).for_each(|players| check(&explained(players, "promo")));
    }
}
