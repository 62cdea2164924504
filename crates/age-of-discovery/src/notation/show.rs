//! The table as text for a player.

use tradewinds_game::{Seat, counted, from_one};
use tradewinds_report::{Align, TextTable, count, pile, title, wrapped};

use super::read::Unknown;
use crate::AgeOfDiscovery;
use crate::buildings;
use crate::limits::LAST_TURN;
use crate::options::Options;
use crate::packed::SeatList;
use crate::player::Player;
use crate::state::{DECK, State};
use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot};

/// The ages as the page writes them.
const AGES: [&str; 3] = ["I", "II", "III"];

impl AgeOfDiscovery {
    pub(crate) fn show_turn(&self, state: &State) -> String {
        let players = self.rules.players;
        let round = format!("turn {} of {LAST_TURN}, age {}", state.turn, AGES[state.age()]);
        let mut parts = vec![counted(players, "player"), round];
        if self.rules.options.contain(Options::AUCTION) {
            parts.push("auction of the turn order".to_owned());
        }
        if self.rules.options.contain(Options::NAVY_3) {
            parts.push(format!("Navy {} VP a ship", self.rules.effects.navy));
        }
        if self.rules.options.contain(Options::TAXATION) {
            let vp = self.rules.benefits[Building::Taxation.index()].vp;
            parts.push(format!("Taxation {vp} VP a turn"));
        }
        if self.rules.options.contain(Options::ONE_STEP) {
            parts.push("University by one position".to_owned());
        }
        let mut text = wrapped("Age of Discovery, ", parts, ", ");
        if state.decision == Decision::Bid {
            let bids = Seat::all(players).map(|seat| {
                let bid = match (state.bids[seat.index()], state.passed.contains(seat)) {
                    (0, false) => "nothing".to_owned(),
                    (0, true) => "passed".to_owned(),
                    (bid, false) => format!("${bid}"),
                    (bid, true) => format!("${bid}, passed"),
                };
                format!("{} {bid}", name(seat))
            });
            text += &wrapped("Bids        ", bids, "; ");
        } else {
            text += &wrapped("Turn order  ", state.order[..players].iter().copied().map(name), ", ");
        }
        text + &wrapped("", [self.show_decision(state)], "")
    }

    /// Writes which seat decides, and what it decides.
    fn show_decision(&self, state: &State) -> String {
        let region = |region: u8| title(Region::WORDS[usize::from(region)]);
        let expedition = || {
            let target = match state.expedition.target {
                DECK => "a discovery card".to_owned(),
                place => region(place),
            };
            format!("sends an expedition for {target}")
        };
        let battle = |whose: &str| {
            let kind = if state.conflict.war { "war" } else { "battle" };
            let (place, opponent) = (region(state.conflict.region), state.conflict.opponent);
            let (attacker, opponent) = (name(state.warfare_box.first()), name(opponent));
            format!("chooses {whose} in {place}, {kind} of {attacker} against {opponent}")
        };
        let figure = |figure: Option<(Seat, Figure)>| figure.map_or("figure", |(_, figure)| figure.word());
        let (_, way) = self.rules.university_moves();
        let asked = match state.decision {
            Decision::Bid => "bids for the turn order".to_owned(),
            Decision::AuctionSpecialist => "takes a free specialist".to_owned(),
            Decision::UniversityOrder
            | Decision::UniversityShipping
            | Decision::UniversityDiscovery
            | Decision::UniversityBenefits => format!("may move {way} the turn order with the University"),
            Decision::UniversityInitiative | Decision::UniversityReorder => {
                format!("may move its figure {way} Initiative with the University")
            }
            Decision::UniversityDock => format!("may move a figure {way} the dock with the University"),
            Decision::UniversityCapital => {
                format!("may move a figure {way} Capital Buildings with the University")
            }
            Decision::Place => "places a figure".to_owned(),
            Decision::Land => format!("lands a {}", figure(self.landing_figure(state))),
            Decision::TakeGood => "takes a good of the market".to_owned(),
            Decision::Buy => format!("may buy a building for ${}", self.rules.prices[state.age()]),
            Decision::Cartography => "discovers a region with the Cartography".to_owned(),
            Decision::IndianAllies => "reinforces a region with the Indian Allies".to_owned(),
            Decision::ExploreTarget => "may send an expedition".to_owned(),
            Decision::ExploreSoldiers => format!("{}: how many soldiers", expedition()),
            Decision::ExploreCaptains => {
                let soldiers = counted(state.expedition.soldiers, "soldier");
                format!("{} with {soldiers}: how many captains", expedition())
            }
            Decision::ExploreOthers => format!(
                "{} with {} and {}: how many others",
                expedition(),
                counted(state.expedition.soldiers, "soldier"),
                counted(state.expedition.captains, "captain")
            ),
            Decision::Train => format!("may train a specialist for ${}", self.rules.training_fee),
            Decision::Warfare => format!("may begin a battle, or a war for ${}", self.rules.war_fee),
            Decision::AttackerKills => battle("the victims"),
            Decision::DefenderKills => battle("the victims among the attackers"),
            Decision::Stable => "may move a soldier with the Stable".to_owned(),
            Decision::Migration => "may move colonists with the Migration".to_owned(),
            Decision::Over => return "The game is over".to_owned(),
        };
        format!("Seat {} {asked}", state.to_move.number())
    }

    /// Writes the goods, buildings and cards that can be won.
    pub(crate) fn show_supplies(&self, state: &State, unknown: &Unknown) -> String {
        let age = state.age();
        let market = Good::ALL.into_iter().filter_map(|good| match state.market.get(good.index()) {
            0 => None,
            number => Some(format!("{number} {}", good.word())),
        });
        let mut text = wrapped("Goods market       ", market, ", ");
        let offer = buildings::list(state.offer).map(|building| title(building.word()));
        text += &wrapped(&format!("{:<19}", format!("Buildings, ${}", self.rules.prices[age])), offer, ", ");
        for (other, name) in AGES.iter().enumerate().skip(age) {
            let stack = state.stacks[other].iter(state.stack_len[other]);
            let names = stack.map(|number| title(Building::ALL[Building::AGES[other] + number].word()));
            let known = (!unknown.stacks[other]).then_some(names);
            let head = format!("{:<19}", format!("Stack of age {name}"));
            text += &wrapped(&head, pile("buildings", state.stack_len[other].into(), known), ", ");
        }
        let names = state.deck.iter(state.deck_len).map(|card| self.rules.card_names[card].clone());
        let known = (!unknown.deck).then_some(names);
        text + &wrapped("Discovery deck     ", pile("cards", state.deck_len.into(), known), ", ")
    }

    /// Writes a row for each region: its good, what its discovery needs and brings, and all units.
    pub(crate) fn show_regions(&self, state: &State, unknown: &Unknown) -> String {
        let seats = seats(self.rules.players);
        let right = Align::Right;
        let mut columns = vec![
            ("Region", Align::Left),
            ("good", Align::Left),
            ("needs", right),
            ("$", right),
            ("VP", right),
        ];
        columns.extend(seats.iter().map(|seat| (seat.as_str(), right)));
        let mut table = TextTable::new(&columns);
        let mut peeked = false;
        for region in Region::ALL {
            let index = region.index();
            let find = if state.undiscovered >> index & 1 == 0 {
                ["open".to_owned(), String::new(), String::new()]
            } else if unknown.tiles >> index & 1 != 0 {
                ["?", "?", "?"].map(str::to_owned)
            } else {
                let tile = self.rules.tiles[state.tile(index)];
                let hidden = state.seen >> index & 1 == 0;
                peeked |= hidden;
                let mark = if hidden { "*" } else { "" };
                let money = format!("{}+{}", tile.money, tile.plunder);
                [format!("{}{mark}", tile.natives), money, tile.vp.to_string()]
            };
            let good = self.rules.region_good[region];
            let good = if state.region_goods >> index & 1 != 0 { good.word() } else { "-" };
            let units = state.players[..self.rules.players].iter().map(|player| units(player, region));
            table.row([title(region.word()), good.to_owned()].into_iter().chain(find).chain(units));
        }
        let note = if peeked { "; * face down, unknown to all players" } else { "" };
        let notes = [format!("Units: plain+soldiers; $: dollars+dollars for each soldier sent{note}")];
        table.to_string() + &wrapped("", notes, "")
    }

    /// Writes a column for each seat, then what does not fit into one.
    pub(crate) fn show_players(&self, state: &State) -> String {
        let rules = &self.rules;
        let players = &state.players[..rules.players];
        let seats = seats(players.len());
        let mut columns = vec![("", Align::Left), ("left", Align::Right)];
        columns.extend(seats.iter().map(|seat| (seat.as_str(), Align::Right)));
        let mut table = TextTable::new(&columns);
        let mut row = |name: &str, left: Option<u32>, cell: &dyn Fn(&Player) -> u32| {
            let left = left.map_or(String::new(), |left| left.to_string());
            table.row(
                [name.to_owned(), left].into_iter().chain(players.iter().map(|player| count(cell(player)))),
            );
        };
        let ships =
            players.iter().map(|player| u32::from(player.ships)).sum::<u32>() + u32::from(state.ship_in_box);
        row("Dollars", None, &|player| player.money.into());
        row("Income from sets", None, &|player| self.set_income(player));
        row("VP now", None, &|player| self.points(player).total());
        row("  region scorings", None, &|player| player.region_vp.iter().map(|&vp| u32::from(vp)).sum());
        row("Ships", Some(u32::from(rules.ships).saturating_sub(ships)), &|player| player.ships.into());
        for good in Good::ALL {
            let left = state.pile.get(good.index());
            row(&title(good.word()), Some(left.into()), &|player| player.good(good).into());
        }
        for figure in Figure::ALL {
            let name = format!("{} in hand", title(figure.word()));
            if players.iter().any(|player| player.hand(figure) > 0) {
                row(&name, None, &|player| player.hand(figure).into());
            }
        }
        let mut text = table.to_string();
        for (seat, player) in players.iter().enumerate() {
            text += &format!("\nSeat {}\n", from_one(seat));
            text +=
                &wrapped("  Buildings  ", player.buildings().map(|building| title(building.word())), ", ");
            let tiles = player.tiles().map(|tile| format!("{} VP", rules.tiles[tile.index()].vp));
            let cards = player.cards().map(|card: CardId| {
                format!("{} ({} VP)", rules.card_names[card.index()], rules.cards[card.index()].vp)
            });
            if player.tiles != 0 {
                text += &wrapped("  Tiles      ", tiles, ", ");
            }
            if player.cards != 0 {
                text += &wrapped("  Cards      ", cards, ", ");
            }
        }
        text
    }
}

/// Writes the figures in the event boxes, in the order in which the boxes are dealt with.
pub(crate) fn boxes(state: &State) -> String {
    let list = |seats: SeatList| seats.iter().map(name).collect::<Vec<_>>();
    let mut text = wrapped("Initiative         ", list(state.initiative_box), ", ");
    let mut dock: Vec<String> =
        state.dock.iter().map(|(seat, figure)| format!("{} {}", name(seat), figure.word())).collect();
    for (space, owner) in [("X", state.dock_x), ("Y", state.dock_y)] {
        if let Some(owner) = owner.get() {
            dock.push(format!("on {space} {} colonist", name(owner)));
        }
    }
    text += &wrapped("Colonist Dock      ", dock, ", ");
    text += &wrapped("Trade Goods        ", list(state.goods_box), ", ");
    let each = |what: &dyn Fn(&Player) -> Option<String>| {
        let players = state.players.iter().enumerate();
        players
            .filter_map(|(seat, player)| {
                what(player).map(|what| format!("{}: {what}", name(Seat::new(seat))))
            })
            .collect::<Vec<_>>()
    };
    let mut shipping = each(&|player| (player.shipping > 0).then(|| format!("value {}", player.shipping)));
    shipping.extend(state.ship_in_box.then(|| "a ship to win".to_owned()));
    text += &wrapped("Merchant Shipping  ", shipping, ", ");
    text += &wrapped("Capital Buildings  ", list(state.capital_box), ", ");
    let explorers = each(&|player| {
        let numbers = [(player.captains, "captain"), (player.explorers, "soldier"), (player.others, "other")];
        let figures: Vec<String> = numbers
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, figure)| counted(number, figure))
            .collect();
        (!figures.is_empty()).then(|| figures.join(" "))
    });
    text += &wrapped("Discovery          ", explorers, "; ");
    let slots = Slot::ALL.into_iter().filter_map(|slot| {
        let owner = state.specialists[slot].get();
        owner.map(|seat| format!("{} {}", slot.word(), name(seat)))
    });
    text += &wrapped("Specialists        ", slots, ", ");
    text + &wrapped("Warfare            ", list(state.warfare_box), ", ")
}

fn seats(players: usize) -> Vec<String> {
    Seat::all(players).map(name).collect()
}

fn name(seat: Seat) -> String {
    format!("seat {}", seat.number())
}

/// Writes a player's units in a region.
fn units(player: &Player, region: Region) -> String {
    match (player.plain(region), player.soldiers(region)) {
        (0, 0) => ".".to_owned(),
        (plain, 0) => plain.to_string(),
        (plain, soldiers) => format!("{plain}+{soldiers}"),
    }
}
