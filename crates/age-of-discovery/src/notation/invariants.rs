//! The invariants of section 9 that show in one position, and the validity of a position (14.3).

use tradewinds_game::kit::{Bits, ByKey};
use tradewinds_game::{Audit, Seat, counted};

use crate::AgeOfDiscovery;
use crate::buildings::{self, SECOND_SETTLERS, all_of_age, is_of_age};
use crate::limits::{LAST_TURN, SEATS};
use crate::player::Player;
use crate::rules::RegionVp;
use crate::state::{ALL_REGIONS, Conflict, DECK, State, age_of, regions};
use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot, TileId, university};

impl AgeOfDiscovery {
    /// Invariants 1 and 2.
    pub(crate) fn check_goods(&self, state: &State, audit: &mut Audit) {
        let mut there = ByKey::<Good, u8>::default();
        for region in regions(state.region_goods) {
            there[self.rules.region_good[region]] += 1;
        }
        let held = state.players.iter().map(|player| player.goods).chain([state.market, state.pile]);
        for counts in held {
            for (good, there) in there.iter_mut() {
                *there += counts.get(good.index());
            }
        }
        for good in Good::ALL {
            let (there, all) = (there[good], self.rules.counters.get(good.index()));
            audit.ensure(there == all, "9.1 goods", || {
                format!("{} of {} of {all}", counted(there, "counter"), good.word())
            });
        }
        let market = state.market.total();
        audit.ensure(market <= self.rules.market_goods, "14.3 market", || counted(market, "good"));
        let ships: u32 = state.players.iter().map(|player| u32::from(player.ships)).sum();
        let ships = ships + u32::from(state.ship_in_box);
        audit.ensure(ships <= u32::from(self.rules.ships), "9.2 ships", || {
            format!("{} outside the supply of {}", counted(ships, "ship"), self.rules.ships)
        });
    }

    /// Invariant 3.
    pub(crate) fn check_discoveries(&self, state: &State, audit: &mut Audit) {
        const TILES: &str = "9.3 tiles";
        const CARDS: &str = "9.3 cards";
        let (mut tiles, mut cards, mut number) = (0_u16, 0_u16, state.undiscovered.count_ones());
        for (seat, player) in state.players.iter().enumerate() {
            for tile in Bits(tiles & player.tiles) {
                audit.note(TILES, format!("{} is won twice", TileId::new(tile).word()));
            }
            for card in Bits(cards & player.cards) {
                audit.note(CARDS, format!("{} is won twice", CardId::new(card).word()));
            }
            tiles |= player.tiles;
            cards |= player.cards;
            number += player.tiles.count_ones();
            for region in Bits(player.occupied & state.undiscovered) {
                let name = Region::WORDS[region];
                audit.note("9.10 units", format!("units of players[{seat}] in undiscovered {name}"));
            }
        }
        for region in Bits(state.undiscovered) {
            let tile = state.tile(region);
            let name = Region::WORDS[region];
            audit.ensure(tiles >> tile & 1 == 0, TILES, || {
                format!("{} in {name} is elsewhere, too", TileId::new(tile).word())
            });
            tiles |= 1 << tile;
            audit.ensure(state.region_goods >> region & 1 != 0, "9.9 region goods", || {
                format!("the good of undiscovered {name} is gone")
            });
        }
        let used = if self.rules.auction { Region::COUNT } else { Region::COUNT - 1 } as u32;
        audit.ensure(number == used, TILES, || format!("{number} won or on regions instead of {used}"));
        let home = state.undiscovered >> self.rules.home.index() & 1 != 0;
        audit.ensure(home == (state.decision == Decision::Bid), TILES, || {
            let name = self.rules.home.word();
            format!(
                "{name} is {}",
                if home { "undiscovered" } else { "discovered before the auction is over" }
            )
        });
        audit.ensure(state.seen & !state.undiscovered == 0, "14.3 tiles_seen", || {
            "a discovered region".to_owned()
        });
        let no_rest =
            Bits(u64::from(ALL_REGIONS & !state.undiscovered)).all(|region| state.tile(region) == 0);
        audit.ensure(no_rest && state.undiscovered & !ALL_REGIONS == 0, TILES, || "a wrong field".to_owned());
        audit.ensure(cards == 0 || state.undiscovered == 0, CARDS, || {
            "a card is won while a region is undiscovered".to_owned()
        });
        let mut all = cards;
        for card in state.deck.iter(state.deck_len) {
            audit.ensure(all >> card & 1 == 0, CARDS, || format!("{} twice", CardId::new(card).word()));
            all |= 1 << card;
        }
        audit.ensure(all == u16::MAX, CARDS, || format!("{} won or in the deck of 16", all.count_ones()));
    }

    /// Invariant 4.
    pub(crate) fn check_buildings(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "9.4 buildings";
        let age = state.age();
        let mut there = 0_u64;
        let mut settlers = 0;
        for set in state.players.iter().map(|player| player.owned).chain([state.offer]) {
            let clash = there & set & !(1 | SECOND_SETTLERS);
            audit.ensure(clash == 0, NAME, || {
                format!("{} twice", Building::WORDS[clash.trailing_zeros() as usize])
            });
            audit.ensure(set & (1 | SECOND_SETTLERS) != SECOND_SETTLERS, NAME, || "a wrong field".to_owned());
            settlers += (set & 1) + (set >> SECOND_SETTLERS.trailing_zeros() & 1);
            there |= set & !(1 | SECOND_SETTLERS);
        }
        audit.ensure(is_of_age(state.offer, age), NAME, || "another age's building on offer".to_owned());
        let offered = state.offer.count_ones();
        audit.ensure(offered <= u32::from(self.rules.buildings_on_offer), NAME, || {
            format!("{} on offer", counted(offered, "building"))
        });
        for other in 0..3 {
            let mut stack = 0;
            for number in state.stacks[other].iter(state.stack_len[other]) {
                let building = Building::AGES[other] + number;
                if building == Building::Settlers.index() {
                    settlers += 1;
                    continue;
                }
                let elsewhere = (there | stack) >> building & 1 != 0;
                audit.ensure(building < Building::AGES[other + 1] && !elsewhere, NAME, || {
                    let name = Building::WORDS[building.min(Building::COUNT - 1)];
                    format!("{name} in building_stacks[{other}] is elsewhere, too")
                });
                stack |= 1 << building;
            }
            let all = all_of_age(other) & !(1 | SECOND_SETTLERS);
            if other < age {
                audit.ensure(state.stack_len[other] == 0, NAME, || {
                    format!(
                        "{} in building_stacks[{other}], of a past age",
                        counted(state.stack_len[other], "building")
                    )
                });
            } else {
                for building in buildings::list(all & !(there | stack)) {
                    audit.note(NAME, format!("{} is missing in building_stacks[{other}]", building.word()));
                }
            }
            audit.ensure(other <= age || there & all == 0, NAME, || {
                "a later age's building is sold".to_owned()
            });
        }
        audit.ensure(if age == 0 { settlers == 2 } else { settlers <= 2 }, NAME, || {
            format!("{settlers} copies of settlers")
        });
        let university = state.players.iter().any(|player| player.owns(Building::University));
        audit.ensure(university || !state.university_used, "14.3 university_used", || {
            "nobody owns the University".to_owned()
        });
        audit.ensure(state.university == self.university_owner(state), "3.1 University", || {
            "a wrong mark".to_owned()
        });
    }

    /// Invariants 12, 13 and 15, and the derived fields of players.
    pub(crate) fn check_players(&self, state: &State, audit: &mut Audit) {
        let scorings = state.scorings_done();
        let most = Region::COUNT as u8 * self.rules.region_vp.first;
        let last = state.turn == LAST_TURN && state.decision >= Decision::UniversityBenefits;
        for (seat, player) in state.players.iter().enumerate() {
            if seat >= self.rules.players {
                audit.ensure(*player == Player::default(), "3.1 seats", || {
                    format!("players[{seat}] is empty")
                });
                continue;
            }
            let (mut occupied, mut garrisoned) = (0, 0);
            for region in 0..Region::COUNT {
                occupied |= u16::from(player.units_at(region) > 0) << region;
                garrisoned |= u16::from(player.soldiers[region] > 0) << region;
            }
            audit.ensure((occupied, garrisoned) == (player.occupied, player.garrisoned), "3.1 units", || {
                format!("wrong sets of regions of players[{seat}]")
            });
            for (scoring, &vp) in player.region_vp.iter().enumerate() {
                let most = if scoring < scorings { most } else { 0 };
                audit.ensure(vp <= most, "9.15 region VP", || format!("{vp} VP of players[{seat}]"));
                audit.ensure(self.is_awarded(vp), "9.12 region VP", || format!("{vp} VP of players[{seat}]"));
            }
            let most = if last { self.set_income(player) } else { 0 };
            audit.ensure(u32::from(player.economy) <= most, "9.13 economy", || {
                format!("{} of players[{seat}], at most {most}", player.economy)
            });
            let most = self.most_turn_vp(state, player);
            audit.ensure(u32::from(player.turn_vp) <= most, "4.12 turn_vp", || {
                format!("{} of seat {seat}, at most {most}", player.turn_vp)
            });
        }
    }

    /// Returns whether the regions can award a player this many VP.
    fn is_awarded(&self, vp: u8) -> bool {
        let RegionVp { first, second, tie } = self.rules.region_vp;
        let most = Region::COUNT as u32;
        (0..=most).any(|firsts| {
            (0..=most - firsts).any(|seconds| {
                (0..=most - firsts - seconds).any(|ties| {
                    firsts * u32::from(first) + seconds * u32::from(second) + ties * u32::from(tie)
                        == u32::from(vp)
                })
            })
        })
    }

    /// Returns the maximum VP that a player's buildings have brought in phase D so far.
    fn most_turn_vp(&self, state: &State, player: &Player) -> u32 {
        let vp = Bits(player.owned & !SECOND_SETTLERS).map(|building| {
            let age = Building::ALL[building].age();
            let turns = (1..=state.turn).filter(|&turn| age_of(turn) >= age).count() as u32;
            turns * u32::from(self.rules.benefits[building].vp)
        });
        vp.sum()
    }

    /// Invariant 14, and the fields of the auction.
    pub(crate) fn check_order(&self, state: &State, audit: &mut Audit) {
        let players = self.rules.players;
        if state.decision == Decision::Bid {
            return self.check_auction(state, audit);
        }
        let seats = state.order[..players].iter().fold(0_u32, |seats, &seat| seats | 1 << seat.index());
        let rest = state.order[players..].iter().all(|&seat| seat == Seat::new(0));
        audit.ensure(seats == (1 << players) - 1 && rest, "9.14 order", || {
            format!("{:?}", state.order.map(Seat::index))
        });
        audit.ensure(state.bids == [0; SEATS] && state.passed.is_empty(), "14.3 auction", || {
            "bids after the auction".to_owned()
        });
    }

    fn check_auction(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "14.3 auction";
        let players = self.rules.players;
        audit.ensure(self.rules.auction && state.turn == 1, NAME, || "bids without an auction".to_owned());
        audit.ensure(state.order == [Seat::new(0); SEATS], NAME, || "an order before its end".to_owned());
        let mut passed = 0_u32;
        for seat in state.passed.iter() {
            audit
                .ensure(passed >> seat.index() & 1 == 0, NAME, || format!("{} passed twice", seat.in_file()));
            passed |= 1 << seat.index();
        }
        audit.ensure(passed.count_ones() + 1 < players as u32, NAME, || "one player is left".to_owned());
        audit.ensure(passed >> state.to_move.index() & 1 == 0, NAME, || {
            format!("{} has passed", state.to_move.in_file())
        });
        for (seat, &bid) in state.bids.iter().enumerate() {
            audit.ensure(u16::from(bid) <= state.players[seat].money, NAME, || {
                format!("auction.bids[{seat}] is {bid}, with less money")
            });
            let again = bid > 0 && state.bids[..seat].contains(&bid);
            audit.ensure(!again, NAME, || format!("two bids of {bid}"));
        }
    }

    /// Invariant 6, and which boxes hold figures at a step.
    pub(crate) fn check_boxes(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "9.6 boxes";
        let (rules, decision) = (&self.rules, state.decision);
        let mut initiative = 0_u32;
        for seat in state.initiative_box.iter() {
            audit.ensure(initiative >> seat.index() & 1 == 0, NAME, || {
                format!("{} in Initiative twice", seat.in_file())
            });
            initiative |= 1 << seat.index();
        }
        // University may have moved a figure from X or Y to the front.
        let has_moved = state.players.iter().any(|player| {
            player.owns(Building::IndenturedServitude) || player.owns(Building::ColonizationLaws)
        });
        let extra = u8::from(decision == Decision::Land && state.university_used && has_moved);
        let dock = usize::from(rules.dock_spaces + extra);
        let open = if decision == Decision::Place { self.free_boxes(state) } else { 0 };
        audit.ensure(state.open == open, NAME, || "a wrong set of open boxes".to_owned());
        let slots = state.specialists;
        let boxes = [
            (
                "initiative_box",
                state.initiative_box.len(),
                usize::from(rules.initiative_spaces),
                Decision::Over,
            ),
            ("dock", state.dock.len(), dock, Decision::Land),
            ("goods_box", state.goods_box.len(), rules.goods_spaces.into(), Decision::TakeGood),
            ("capital_box", state.capital_box.len(), rules.capital_spaces.into(), Decision::IndianAllies),
            ("warfare_box", state.warfare_box.len(), rules.warfare_spaces.into(), Decision::DefenderKills),
            (
                "specialists_box",
                slots.as_slice()[..Slot::Training.index()].iter().filter(|owner| !owner.is_nobody()).count(),
                4,
                Decision::ExploreOthers,
            ),
            ("specialists_box", usize::from(!slots[Slot::Training].is_nobody()), 1, Decision::Train),
        ];
        // By one position the University is also used between placements.
        let from = if rules.university_one_step { Decision::UniversityOrder } else { Decision::Place };
        for (name, figures, spaces, last) in boxes {
            let spaces = if (from..=last).contains(&decision) { spaces } else { 0 };
            audit.ensure(figures <= spaces, NAME, || {
                format!("{} in {name}, at most {spaces} at {:?}", counted(figures, "figure"), decision.word())
            });
        }
        for (owner, building, name) in [
            (state.dock_x, Building::IndenturedServitude, "dock_x"),
            (state.dock_y, Building::ColonizationLaws, "dock_y"),
        ] {
            let Some(owner) = owner.get() else { continue };
            audit.ensure(state.players[owner.index()].owns(building), "4.3 X and Y", || {
                format!("{name} of {}, which does not own {}", owner.in_file(), building.word())
            });
        }
        for (seat, player) in state.players.iter().enumerate() {
            let filled = player.shipping > 0;
            let open = (from..=Decision::UniversityShipping).contains(&decision);
            audit.ensure(open || !filled, "14.3 shipping", || {
                format!("a value of players[{seat}] at {:?}", decision.word())
            });
            let begun = decision > Decision::AuctionSpecialist;
            audit.ensure(begun || !player.explores(), NAME, || {
                format!("figures of players[{seat}] in Discovery")
            });
        }
    }

    /// Which hands hold figures at a step (invariants 7 and 8, 14.3).
    pub(crate) fn check_hands(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "9.7 hands";
        let decision = state.decision;
        let found = |seat: usize| format!("figures of players[{seat}] at {:?}", decision.word());
        let mut specialists = 0;
        for (seat, player) in state.players[..self.rules.players].iter().enumerate() {
            let colonists = player.hand(Figure::Colonist);
            match decision {
                Decision::Place
                | Decision::UniversityBenefits
                | Decision::Stable
                | Decision::Migration
                | Decision::UniversityReorder
                | Decision::Over => {}
                Decision::UniversityOrder if self.rules.university_one_step => {}
                Decision::UniversityOrder => {
                    let least = self.rules.colonists_per_turn;
                    audit.ensure(colonists >= least, "9.8 hands", || {
                        format!(
                            "{} of players[{seat}] at the start of a turn",
                            counted(colonists, "colonist")
                        )
                    });
                }
                Decision::Train | Decision::Warfare | Decision::AttackerKills | Decision::DefenderKills => {
                    audit.ensure(colonists == 0, NAME, || found(seat));
                    specialists += player.hand.total();
                }
                _ => {
                    audit.ensure(player.hand.is_empty(), NAME, || found(seat));
                }
            }
        }
        let most = if decision == Decision::Train { 4 } else { 5 };
        audit.ensure(specialists <= most, "4.8 specialists", || counted(specialists, "new one"));
    }

    /// Checks that the step occurs, and for this seat (3.3, 14.3).
    pub(crate) fn check_decision(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "14.3 step";
        let decision = state.decision;
        let found = || format!("{:?} with to_move {}", decision.word(), state.to_move.index());
        audit.ensure(state.to_move.index() < self.rules.players, NAME, found);
        audit.ensure((1..=LAST_TURN).contains(&state.turn), NAME, || format!("turn {}", state.turn));
        let at = if decision.goes_round() { state.place_of(state.to_move) } else { 0 };
        audit.ensure(usize::from(state.at) == at, NAME, || "a wrong place in the order".to_owned());
        let numbers = matches!(
            decision,
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers
        );
        audit.ensure(numbers || state.expedition == Default::default(), NAME, || "an expedition".to_owned());
        let fighting = matches!(decision, Decision::AttackerKills | Decision::DefenderKills);
        audit.ensure(fighting || state.conflict == Conflict::NONE, NAME, || "a conflict".to_owned());
        let player = state.current();
        let first = |list: crate::packed::SeatList| !list.is_empty() && list.first() == state.to_move;
        let occurs = match decision {
            // Checked by `check_auction`.
            Decision::Bid => true,
            Decision::AuctionSpecialist => {
                self.rules.auction && state.turn == 1 && state.order[1] == state.to_move
            }
            university!() => self.window(state, decision) == Some(state.to_move),
            Decision::Place => !player.hand.is_empty(),
            Decision::Land => self.landing_figure(state).is_some_and(|(owner, _)| owner == state.to_move),
            Decision::TakeGood => first(state.goods_box) && !state.market.is_empty(),
            Decision::Buy => first(state.capital_box),
            Decision::Cartography => {
                first(state.capital_box)
                    && player.owns(Building::Cartography)
                    && Building::Cartography.age() == state.age()
                    && state.undiscovered != 0
            }
            Decision::IndianAllies => {
                first(state.capital_box)
                    && player.owns(Building::IndianAllies)
                    && Building::IndianAllies.age() == state.age()
                    && player.occupied != 0
            }
            Decision::ExploreTarget => player.explores(),
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => {
                self.expedition_occurs(state)
            }
            Decision::Train => state.specialists[Slot::Training].is(state.to_move),
            Decision::Warfare => first(state.warfare_box),
            Decision::AttackerKills => first(state.warfare_box) && self.battle_occurs(state),
            Decision::DefenderKills => state.conflict.opponent == state.to_move && self.battle_occurs(state),
            Decision::Stable => player.owns(Building::Stable),
            Decision::Migration => player.owns(Building::Migration),
            Decision::Over => state.turn == LAST_TURN && state.to_move == Seat::new(0),
        };
        audit.ensure(occurs, NAME, found);
    }

    /// Returns whether an expedition with the choices so far can be put together.
    fn expedition_occurs(&self, state: &State) -> bool {
        let (player, chosen) = (state.current(), state.expedition);
        let target = if chosen.target == DECK {
            self.deck_is_open(state)
        } else {
            state.undiscovered >> chosen.target & 1 != 0
        };
        let enough = match state.decision {
            Decision::ExploreSoldiers => chosen.soldiers | chosen.captains == 0,
            Decision::ExploreCaptains => chosen.captains == 0,
            _ => true,
        };
        let (least, most) = self.number_range(state);
        target
            && enough
            && player.explores()
            && chosen.soldiers <= player.explorers
            && chosen.captains <= player.captains
            && least <= most
    }

    /// Returns whether the battle at hand can take place.
    fn battle_occurs(&self, state: &State) -> bool {
        if state.warfare_box.is_empty() {
            return false;
        }
        let (attacker, conflict) = (state.warfare_box.first(), state.conflict);
        let fields = state.battlefields(attacker, conflict.opponent);
        let chosen = state.decision == Decision::DefenderKills || conflict.killed == 0;
        attacker != conflict.opponent && fields >> conflict.region & 1 != 0 && chosen
    }
}
