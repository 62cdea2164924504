//! What the estimate of the win shares looks at.

use super::super::state::{SEATS, State, Step};
use super::super::turn::{LAST_TURN, age_of};
use super::super::words::{Building, Figure, Good, Slot};
use super::super::{AgeOfDiscovery, packed::Bits};
use super::discovery::Odds;
use super::quick::best_step;
use super::{DEFAULT, Judge};

/// The number of features of a seat, besides its buildings.
pub(in super::super) const COUNT: usize = 42;

/// What is seen of each seat.
type Features = [[f32; COUNT]; SEATS];

/// Returns the features of each seat.
pub(in super::super) fn features(game: &AgeOfDiscovery, state: &State) -> Features {
    let judge = Judge::new(game, &DEFAULT, state);
    let prospects = judge.map.all_prospects();
    let odds = judge.odds();
    std::array::from_fn(|seat| {
        if seat < game.rules.players { judge.features(seat, prospects[seat], &odds) } else { [0.0; COUNT] }
    })
}

impl Judge<'_> {
    fn features(&self, seat: usize, [next, later]: [f32; 2], odds: &Odds) -> [f32; COUNT] {
        let (rules, state) = (self.rules, self.state);
        let player = &state.players[seat];
        let own = seat as u8;
        let lasts = if state.turn < LAST_TURN { 1.0 } else { 0.0 };

        let initiative = state.initiative_box.iter().position(|other| other == own);
        let place = match initiative {
            Some(space) => space,
            None => {
                let ahead = |&other: &u8| state.initiative_box.contains(other);
                let place = state.place_of(own);
                let passed = state.order[place..rules.players].iter().filter(|other| ahead(other)).count();
                place + passed
            }
        };
        let mut money = f32::from(player.money);
        if let Some(space) = initiative
            && state.step <= Step::Place
        {
            money += f32::from(rules.initiative_money[space]);
        }

        let mut docked = [0.0_f32; 2];
        for (_, figure) in state.dock.iter().filter(|&(owner, _)| owner == own) {
            match figure {
                Figure::Missionary => {
                    let cathedral = player.owns(Building::Cathedral);
                    docked[0] += 1.0 + f32::from(rules.missionary_units[usize::from(cathedral)]);
                }
                Figure::Soldier => docked[1] += 1.0,
                figure => {
                    docked[0] += 1.0;
                    money += f32::from(rules.landing_money[figure.index()]);
                }
            }
        }
        docked[0] += f32::from(u8::from(state.dock_x == own) + u8::from(state.dock_y == own));

        let price = f32::from(rules.prices[age_of(state.turn + u8::from(state.step > Step::Buy)).min(2)]);
        let buyers = state.capital_box.iter().filter(|&other| other == own).count() as f32;
        let buys = buyers.min((money / price).floor());
        let first_buy = if buys > 0.0 && state.capital_box.first() == own { 1.0 } else { 0.0 };

        let mut low = 0.0;
        let (mut pairs, mut triples) = (0.0, 0.0);
        for kind in Bits(player.goods.kinds()) {
            match player.goods.get(kind / 4) {
                1 | 5 => low += 1.0,
                2 | 6 => pairs += 1.0,
                3 => triples += 1.0,
                _ => {}
            }
        }
        let takers = state.goods_box.iter().filter(|&other| other == own).count();
        let take = if takers > 0 { best_step(state, player) } else { 0.0 };

        let mut lead = [0.0_f32; 3];
        if player.shipping > 0 && state.ship_in_box {
            let mut margin = 9.0_f32;
            for (other, rival) in state.players[..rules.players].iter().enumerate() {
                if other != seat && rival.shipping > 0 {
                    let earlier = state.place_of(other as u8) < state.place_of(own);
                    let order = if earlier { -0.5 } else { 0.5 };
                    margin = margin.min(f32::from(player.shipping) - f32::from(rival.shipping) + order);
                }
            }
            lead = if margin > 0.0 {
                [1.0, margin.min(3.0), 0.0]
            } else {
                [0.0, 0.0, f32::from(player.shipping)]
            };
        }

        let value = self.value([player.captains, player.explorers, player.others]);
        let exploring = match state.step {
            Step::ExploreTarget | Step::ExploreSoldiers | Step::ExploreCaptains | Step::ExploreOthers => {
                state.place_of(own) >= usize::from(state.at)
            }
            step => step < Step::ExploreTarget,
        };
        let strike = if exploring { odds.vp_of(value) } else { 0.0 };
        let stays = if exploring || lasts > 0.0 { 1.0 } else { 0.0 };
        let slot = |slot: Slot| if state.specialists[slot.index()] == own { lasts } else { 0.0 };
        let warriors = state.warfare_box.iter().filter(|&other| other == own).count() as f32;
        let rum =
            if player.owns(Building::RumDistillery) { f32::from(player.good(Good::Sugar)) } else { 0.0 };
        let privateers = if player.owns(Building::Privateers) { f32::from(player.ships) } else { 0.0 };
        let hand = Figure::ALL.map(|figure| f32::from(player.hand.get(figure.index())));
        [
            self.game.points(player).total() as f32,
            next,
            later,
            player.all_units() as f32,
            player.occupied.count_ones() as f32,
            player.all_soldiers() as f32,
            docked[0],
            docked[1],
            money,
            (money / price).min(1.0),
            (money - 2.0 * price).max(0.0),
            buyers,
            buys,
            first_buy,
            self.game.set_income(player) as f32,
            low,
            pairs,
            triples,
            f32::from(player.ships),
            takers as f32,
            take,
            lead[0],
            lead[1],
            lead[2],
            value as f32 * stays,
            (value as f32).min(5.0) * stays,
            f32::from(player.explorers) * stays,
            f32::from(player.captains) * stays,
            strike,
            slot(Slot::Captain),
            slot(Slot::Merchant),
            slot(Slot::Missionary),
            slot(Slot::Soldier),
            slot(Slot::Training),
            if player.garrisoned != 0 || docked[1] > 0.0 { warriors } else { 0.0 },
            place as f32 * lasts,
            rum,
            privateers,
            hand[0],
            hand[1] + hand[2],
            hand[3],
            hand[4],
        ]
    }
}
