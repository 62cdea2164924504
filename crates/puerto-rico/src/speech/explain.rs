//! The game explained to people who are new to it, with the numbers of its rules.

use crate::rules::Rules;
use crate::words::{Building, Decision, Good, Role, Tile};
use tradewinds_game::{Explanation, counted};

/// Explains the game.
pub(super) fn explanation(rules: &Rules) -> Explanation {
    let mut explained = Explanation::default();
    for role in rules.roles {
        explained.thing(role.word_for(rules.players), self::role(rules, role));
    }
    for building in Building::ALL {
        explained.thing(building.word(), self::building(rules, building));
    }
    for good in Good::ALL {
        explained.thing(good.word(), self::good(rules, good));
    }
    let quarry = "Each quarry with a colonist makes a building cheaper by 1 doubloon, up to the number of the building's column.";
    explained.thing(Tile::Quarry.word(), quarry);
    chapters(rules, &mut explained);
    phases(rules, &mut explained);
    explained
}

fn doubloons(count: u8) -> String {
    counted(count, "doubloon")
}

fn points(count: u8) -> String {
    format!("{count} VP")
}

/// Says that a player gets what may be declined by some rules.
const fn gets(is_optional: bool) -> &'static str {
    if is_optional { "may take" } else { "gets" }
}

fn role(rules: &Rules, role: Role) -> String {
    match role {
        Role::Settler => format!("Everybody may take one of the {} face-up plantations. The player who chose the settler may take a quarry instead.", rules.row),
        Role::Mayor => format!("The colonists on the ship are dealt out, and everybody places all colonists anew. The player who chose the mayor {} one more from the supply.", gets(rules.mayor_privilege_optional)),
        Role::Builder => format!("Everybody may build one building. The player who chose the builder pays {} less.", doubloons(rules.builder_discount)),
        Role::Craftsman => "Everybody produces: a barrel for each plantation with a colonist, if a colonist works on it in a production building, too (corn needs none). The player who chose the craftsman takes one barrel more of a kind produced.".to_owned(),
        Role::Trader => format!("Everybody may sell one barrel to the trading house, until its {} spaces are full. The player who chose the trader {} {} more.", rules.trading_house_spaces, gets(rules.optional_privileges), doubloons(rules.trader_bonus)),
        Role::Captain => format!("Everybody must ship, in turns, until nobody can: 1 VP for each barrel. The player who chose the captain {} {} more for the first load. What cannot be stored afterwards is lost.", gets(rules.optional_privileges), points(rules.captain_bonus)),
        Role::Prospector1 | Role::Prospector2 => format!("The player who chose the prospector {} {}. The others do nothing.", gets(rules.optional_privileges), doubloons(rules.prospector_doubloons)),
    }
}

fn building(rules: &Rules, building: Building) -> String {
    let effects = &rules.effects;
    let comes = if rules.free_colonist_optional { "comes, if you like," } else { "comes" };
    let does = match building {
        Building::SmallIndigoPlant
        | Building::SmallSugarMill
        | Building::IndigoPlant
        | Building::SugarMill
        | Building::TobaccoStorage
        | Building::CoffeeRoaster => {
            let good = building.good().map_or("", Good::word);
            format!("Each colonist in it makes one barrel of {good} out of one {good} plantation.")
        }
        Building::SmallMarket => {
            format!("Trader: {} more for a barrel that you sell.", doubloons(effects.small_market))
        }
        Building::LargeMarket => {
            format!("Trader: {} more for a barrel that you sell.", doubloons(effects.large_market))
        }
        Building::Office => "Trader: you may sell a kind that is already in the trading house.".to_owned(),
        Building::Hacienda => "Settler: you may first take a plantation from the face-down pile.".to_owned(),
        Building::ConstructionHut => "Settler: you may take a quarry instead of a plantation.".to_owned(),
        Building::Hospice => format!("Settler: the tile that you take {comes} with a colonist."),
        Building::University => format!("Builder: the building that you build {comes} with a colonist."),
        Building::Factory => {
            let pays = effects.factory.iter().enumerate().filter(|(_, pay)| **pay > 0);
            let pay: Vec<String> = pays.map(|(kinds, pay)| format!("{pay} for {kinds}")).collect();
            format!(
                "Craftsman: doubloons for the different kinds of goods that you produce: {}.",
                if pay.is_empty() { "none".to_owned() } else { pay.join(", ") }
            )
        }
        Building::Harbor => format!("Captain: {} more for each of your loads.", points(effects.harbor)),
        Building::Wharf => {
            "Captain: once a phase you may ship all barrels of one kind by your own ship.".to_owned()
        }
        Building::SmallWarehouse => {
            format!("Captain: you keep all barrels of {} more.", counted(effects.small_warehouse, "kind"))
        }
        Building::LargeWarehouse => {
            format!("Captain: you keep all barrels of {} more.", counted(effects.large_warehouse, "kind"))
        }
        Building::GuildHall => format!(
            "At the end: {} for each small and {} for each large production building of yours.",
            points(effects.guild_hall_small),
            points(effects.guild_hall_large)
        ),
        Building::Residence => {
            let [nine, ten, eleven, twelve] = effects.residence;
            format!(
                "At the end: {nine} VP for up to 9 filled island spaces, {ten} for 10, {eleven} for 11, {twelve} for 12."
            )
        }
        Building::Fortress => format!(
            "At the end: 1 VP for every {} of yours.",
            counted(effects.fortress_colonists, "colonist")
        ),
        Building::CustomsHouse => {
            format!("At the end: 1 VP for every {} VP of your chips.", effects.customs_house_vp)
        }
        Building::CityHall => format!(
            "At the end: {} for each violet building of yours, this one too.",
            points(effects.city_hall)
        ),
    };
    let works = if building.good().is_some() { "" } else { " It works only with a colonist in it." };
    let cost = doubloons(rules.cost[building]);
    let quarries = match rules.column[building] {
        1 => "1 quarry helps".to_owned(),
        number => format!("up to {number} quarries help"),
    };
    let spaces = counted(building.spaces(), "city space");
    format!(
        "{does}{works} Costs {cost} ({quarries}), worth {}, room for {}, {spaces}.",
        points(rules.vp[building]),
        counted(rules.circles[building], "colonist")
    )
}

fn good(rules: &Rules, good: Good) -> String {
    let needs = match good {
        Good::Corn => "A corn plantation with a colonist makes a barrel without any building.".to_owned(),
        _ => {
            let makers = Building::ALL.into_iter().filter(|building| building.good() == Some(good));
            let makers: Vec<&str> = makers.map(Building::word).collect();
            format!(
                "{} {good} plantation with a colonist makes a barrel if a colonist works in the {}, too.",
                if good.word().starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" },
                makers.join(" or the ")
            )
        }
    };
    format!(
        "{needs} The trading house pays {} for a barrel; shipped, it is worth 1 VP.",
        doubloons(rules.prices[good])
    )
}

fn chapters(rules: &Rules, explained: &mut Explanation) {
    let players = rules.players;
    let picks = usize::from(rules.picks);
    explained.chapter("What it is about", &[], vec![
        "You are planters on Puerto Rico. You grow goods, sell them for doubloons, build a city with the money, and ship goods to Spain for victory points (VP). Most VP win; they come from shipped goods and from buildings.".to_owned(),
        "Nothing is hidden but the order of the face-down plantations, and there are no dice: you win by choosing what helps you more than the others, who act in every role, too.".to_owned(),
    ]);
    explained.chapter("A round: choose a role", &["roles"], vec![
        format!("The governor begins. In turn, {} role{} chosen in a round of {players} players. The player who chooses a role carries it out first and has its privilege; then all others, clockwise, carry it out without the privilege.", picks, if picks == 1 { " is" } else { "s are" }),
        format!("Each role that nobody chose gets {} at the end of the round, for the player who takes it later. Then the next player becomes governor.", doubloons(rules.unused_role_doubloons)),
    ]);
    explained.chapter("Settler and mayor: land and people", &["tiles"], vec![
        role(rules, Role::Settler) + " Your island has 12 spaces, and tiles never leave it.",
        role(rules, Role::Mayor) + " A colonist stands on each circle that works: plantations and quarries have one circle, buildings one or more. No circle may stay empty while you have colonists left. Then the ship is filled again: one colonist for each empty circle in all cities, and at least one for each player.",
    ]);
    explained.chapter("Builder: a city of twelve spaces", &["market"], vec![
        role(rules, Role::Builder) + " Each building once for each player. Quarries with colonists make it cheaper: the column says how many of them count.",
        format!("Coloured buildings make goods. Violet ones give advantages while a colonist is in them. The large ones fill two spaces and pay at the end of the game, if they have a colonist. A small market costs {}, a wharf {}, a guild hall {}.", doubloons(rules.cost[Building::SmallMarket]), doubloons(rules.cost[Building::Wharf]), doubloons(rules.cost[Building::GuildHall])),
    ]);
    explained.chapter("Craftsman and trader: goods and money", &["trade"], vec![
        role(rules, Role::Craftsman) + " The first player is served first, if barrels run short.",
        format!("{} A kind can be sold only once, until the house is full and emptied. It pays {} for corn, {} for indigo, {} for sugar, {} for tobacco and {} for coffee.", role(rules, Role::Trader), rules.prices[Good::Corn], rules.prices[Good::Indigo], rules.prices[Good::Sugar], rules.prices[Good::Tobacco], rules.prices[Good::Coffee]),
    ]);
    let ships: Vec<String> = rules.ships.iter().map(u8::to_string).collect();
    explained.chapter("Captain: shipping", &["ships"], vec![
        format!("{} The ships have {} spaces.", role(rules, Role::Captain), ships.join(", ")),
        "Each ship carries one kind of goods, and no kind lies on two ships. You must load if you can, as many barrels as fit; which kind is your choice. Full ships sail at the end of the phase.".to_owned(),
        "After loading you keep one barrel; warehouses keep more kinds. All others go back to the supply. This is why the captain is often chosen to hurt others.".to_owned(),
    ]);
    explained.chapter("The end", &["supply"], vec![
        format!("The game ends with the round in which the colonists do not suffice to fill the ship, or a city has its 12 spaces full, or the last of the {} VP chips is taken (VP beyond them still count).", rules.victory_points),
        "Add your chips, the VP of all your buildings, and what your large buildings with colonists pay. Doubloons and goods count only to break a tie.".to_owned(),
    ]);
    explained.chapter("Good to know in a first game", &[], vec![
        "Money comes first: sell coffee or tobacco, or many kinds with the factory. Quarries early save more than they cost. From the middle of the game on, either ship much (corn, harbor, wharf) or fill your city with large buildings.".to_owned(),
        "Before you choose a role ask what the players after you do with it. A role with doubloons on it is often worth more than it looks.".to_owned(),
    ]);
}

fn phases(rules: &Rules, explained: &mut Explanation) {
    explained.phase(Decision::Role.word(), "Choose a role: you carry it out first and have its privilege, then everybody else carries it out. Look at what each role gives you more than the others; doubloons on a card are yours, too.");
    explained.phase(
        Decision::Hacienda.word(),
        "Your hacienda lets you draw a plantation from the pile before your own choice. You have to keep it.",
    );
    explained.phase(
        Decision::Tile.word(),
        role(rules, Role::Settler) + " Take what you can make barrels of, or a quarry for cheaper buildings.",
    );
    explained.phase(Decision::Place.word(), "Place your colonists: a plantation needs one to grow its good, and all goods but corn need another one in their building. You can place all of them anew whenever the mayor is chosen.");
    explained.phase(Decision::Build.word(), role(rules, Role::Builder) + " Violet buildings help you while a colonist is in them; each building is worth VP at the end, staffed or not.");
    explained.phase(
        Decision::CraftBonus.word(),
        "You chose the craftsman: take one barrel more of a kind that you produced.",
    );
    explained.phase(Decision::Sell.word(), role(rules, Role::Trader) + " Money now means buildings soon.");
    explained.phase(Decision::Load.word(), "You have to load: all barrels of one kind that fit on a ship, 1 VP each. A ship takes one kind only, so a small load of yours can block a ship for others.");
    explained.phase(
        Decision::Store.word(),
        "Only these barrels stay with you: one, and whole kinds for your warehouses. The others are lost.",
    );
}

#[cfg(test)]
mod tests {
    use crate::PuertoRico;
    use tradewinds_game::{Explanation, Speech as _, Variant, Variants as _};
    use tradewinds_testkit::explained::{check, game_of, text_of};

    fn explained(variant: &str) -> Explanation {
        game_of::<PuertoRico>(4, variant).explanation()
    }

    #[test]
    fn words_have_the_numbers_of_the_variant() {
        let (standard, swapped) = (explained(""), explained("factory-university-swap"));
        assert!(text_of(&standard, "factory").contains("Costs 7 doubloons"));
        assert!(text_of(&swapped, "factory").contains("Costs 8 doubloons"));
        assert!(text_of(&swapped, "university").contains("Costs 7 doubloons"));
        assert!(text_of(&standard, "factory").contains("produce: 1 for 2, 2 for 3, 3 for 4, 5 for 5."));
        assert!(text_of(&standard, "indigo").starts_with("An indigo plantation"));
        assert!(text_of(&standard, "sugar").starts_with("A sugar plantation"));
        let text = "name = \"f\"\ngame = \"puerto-rico\"\n[set]\n\"effect.factory\" = [0, 1, 0, 2, 3, 5]\n";
        let variant = Variant::parse("f", text, "puerto-rico").unwrap();
        let early = PuertoRico::new(4, &variant).unwrap().explanation();
        assert!(text_of(&early, "factory").contains("produce: 1 for 1, 2 for 3, 3 for 4, 5 for 5."));
    }

    #[test]
    fn what_may_be_declined_is_no_must() {
        let (standard, strict, optional) =
            (explained(""), explained("strict"), explained("optional-privileges"));
        let may = |explained: &Explanation, key: &str, words: &str| text_of(explained, key).contains(words);
        assert!(may(&standard, "mayor", "gets one more") && may(&strict, "mayor", "may take one more"));
        assert!(may(&standard, "hospice", "take comes with") && may(&strict, "hospice", "if you like,"));
        assert!(may(&strict, "captain", "gets 1 VP") && may(&optional, "captain", "may take 1 VP"));
        assert!(may(&strict, "trader", "gets 1 doubloon") && may(&optional, "trader", "may take 1 doubloon"));
    }

    #[test]
    fn each_thing_is_explained_once_and_the_rules_are_a_page() {
        for players in 2..=5 {
            let game = game_of::<PuertoRico>(players, "");
            let explained = game.explanation();
            check(&explained);
            assert_eq!(explained.things.len(), game.rules().roles.iter().count() + 23 + 5 + 1);
        }
    }
}
