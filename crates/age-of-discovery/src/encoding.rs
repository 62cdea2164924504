//! Observations and action indices for learners (`impl Encoding`).

use tradewinds_game::encoding::{
    Number, places_to, set_at, set_flag, set_number, set_one, write_bits, write_counts,
};
use tradewinds_game::kit::{Bits, Word};
use tradewinds_game::{ActionGroup, Encoding, Field, MAX_ACTIONS, Seat, fields};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::buildings::SECOND_SETTLERS;
use crate::limits::{MAX_DOCK, MAX_ROW, SEATS};
use crate::packed::SeatList;
use crate::rules::Find;
use crate::state::State;
use crate::words::{Building, CardId, Decision, EventBox, Figure, Good, Region, Slot, TileId};

/// Numbers of figures in one choice, from 0; the last index stands for this many or more.
const FIGURES: usize = 40;

fields! {
    /// The fields of the table.
    const TABLE;
    /// Writes the fields of the table.
    fn write_table(game: &AgeOfDiscovery, state: &State, observer: Seat) {
        "decision"[Decision::KINDS] of &Decision::KIND_WORDS, 1.0, "0/1", "The kind of decision."
            => |out| set_one(out, state.decision.kind());
        "turn"[1], 8.0, "turns", "The turn, 1 to 8."
            => |out| set_number(out, state.turn);
        "market"[Good::COUNT] of &Good::WORDS, 2.0, "goods", "Face-up goods."
            => |out| write_counts(out, (0..Good::COUNT).map(|good| state.market.get(good)));
        "offer"[Building::COUNT] of &Building::WORDS, 1.0, "buildings",
            "Buildings on offer; of Settlers there are two."
            => |out| write_buildings(out, state.offer);
        "stack"[1], 10.0, "buildings", "Buildings of the age that are still to be turned up."
            => |out| set_number(out, state.stack_len());
        "cards"[1], 16.0, "cards", "Discovery cards left."
            => |out| set_number(out, state.deck_len);
        "discovered"[Region::COUNT] of &Region::WORDS, 1.0, "0/1", "Open regions."
            => |out| write_bits(out, state.discovered().into());
        "region_good"[Region::COUNT] of &Region::WORDS, 1.0, "0/1", "Regions whose good is not claimed."
            => |out| write_bits(out, state.region_goods.into());
        "seen"[Region::COUNT] of &Region::WORDS, 1.0, "0/1",
            "Undiscovered regions whose tile all seats have seen."
            => |out| write_bits(out, state.seen.into());
        "natives"[Region::COUNT] of &Region::WORDS, 6.0, "value",
            "The value that an expedition needs, by the tiles seen."
            => |out| write_seen(out, game, state, |find| find.natives);
        "tile_vp"[Region::COUNT] of &Region::WORDS, 6.0, "VP", "The VP of the tiles seen."
            => |out| write_seen(out, game, state, |find| find.vp);
        "tile_money"[Region::COUNT] of &Region::WORDS, 20.0, "dollars", "The dollars of the tiles seen."
            => |out| write_seen(out, game, state, |find| find.money);
        "tile_plunder"[Region::COUNT] of &Region::WORDS, 5.0, "dollars",
            "The dollars a soldier of the tiles seen."
            => |out| write_seen(out, game, state, |find| find.plunder);
        "dock_owner"[MAX_DOCK * SEATS], 1.0, "0/1",
            "The owners of the figures on the dock: 5 * space + places clockwise from the observer."
            => |out| for (space, (seat, _)) in state.dock.iter().enumerate() {
                set_one(out, SEATS * space + places_to(observer, seat, game.rules.players));
            };
        "dock_figure"[MAX_DOCK * Figure::COUNT], 1.0, "0/1", "The figures on the dock: 5 * space + figure."
            => |out| for (space, (_, figure)) in state.dock.iter().enumerate() {
                set_one(out, Figure::COUNT * space + figure.index());
            };
        "initiative_box"[MAX_ROW * SEATS], 1.0, "0/1",
            "Initiative, in order: 5 * space + places clockwise from the observer."
            => |out| write_seats(out, game, observer, state.initiative_box);
        "goods_box"[MAX_ROW * SEATS], 1.0, "0/1",
            "Trade Goods, in order: 5 * space + places clockwise from the observer."
            => |out| write_seats(out, game, observer, state.goods_box);
        "capital_box"[MAX_ROW * SEATS], 1.0, "0/1",
            "Capital Buildings, in order: 5 * space + places clockwise from the observer."
            => |out| write_seats(out, game, observer, state.capital_box);
        "warfare_box"[MAX_ROW * SEATS], 1.0, "0/1",
            "Warfare, in order: 5 * space + places clockwise from the observer."
            => |out| write_seats(out, game, observer, state.warfare_box);
        "ship"[1], 1.0, "0/1", "Whether a ship lies in Merchant Shipping."
            => |out| set_flag(out, state.ship_in_box);
        "university_used"[1], 1.0, "0/1", "Whether the University has been used."
            => |out| set_flag(out, state.university_used);
        "target"[Region::COUNT + 1], 1.0, "0/1",
            "The target of the expedition being put together: a region, then the deck."
            => |out| if is_putting_together(state) { set_one(out, state.expedition.target.into()) };
        "sent"[2] of &["soldiers", "captains"], 4.0, "figures",
            "The soldiers and captains chosen for it so far."
            => |out| if is_putting_together(state) { write_counts(out, state.expedition_figures()) };
        "war"[1], 1.0, "0/1", "Whether the battle at hand is part of a war."
            => |out| set_flag(out, is_fighting(state) && state.conflict.war);
        "battle"[Region::COUNT] of &Region::WORDS, 1.0, "0/1", "The region of the battle at hand."
            => |out| if is_fighting(state) { set_one(out, state.conflict.region.into()) };
        "soldiers_killed"[1], 2.0, "soldiers", "Soldiers among the attacker's victims, once chosen."
            => |out| set_number(out, state.conflict.killed);
    }
}

fields! {
    /// The fields of a seat.
    const SEAT;
    /// Writes the fields of a seat.
    fn write_seat(game: &AgeOfDiscovery, state: &State, seat: Seat) {
        "decides"[1], 1.0, "0/1", "Whether the seat decides."
            => |out| set_flag(out, state.to_move == seat && state.decision != Decision::Over);
        "order"[SEATS], 1.0, "0/1", "The place in the turn order; none during the auction."
            => |out| if state.decision != Decision::Bid {
                let order = &state.order[..game.rules.players];
                if let Some(place) = order.iter().position(|&other| other == seat) { set_one(out, place) }
            };
        "bid"[1], 10.0, "dollars", "Auction: the last bid."
            => |out| set_number(out, state.bids[seat.index()]);
        "passed"[1], 1.0, "0/1", "Auction: whether it has passed."
            => |out| set_flag(out, state.passed.contains(seat));
        "opponent"[1], 1.0, "0/1", "Whether it is attacked in the battle at hand."
            => |out| set_flag(out, is_fighting(state) && state.conflict.opponent == seat);
        "slots"[Slot::COUNT] of &Slot::WORDS, 1.0, "0/1", "Its figures on the slots of Specialists."
            => |out| {
                write_counts(out, state.specialists.into_array().map(|owner| u8::from(owner.is(seat))));
            };
        "dock_extra"[2] of &["x", "y"], 1.0, "0/1", "Its colonists on the dock spaces X and Y."
            => |out| write_counts(out, [state.dock_x, state.dock_y].map(|owner| u8::from(owner.is(seat))));
        "university"[1], 1.0, "0/1", "Whether it owns the University while it is unused."
            => |out| set_flag(out, state.university.is(seat));
        "money"[1], 30.0, "dollars", "Money."
            => |out| set_number(out, state.player(seat).money);
        "hand"[Figure::COUNT] of &Figure::WORDS, 5.0, "figures", "Figures to place."
            => |out| write_counts(out, Figure::ALL.map(|figure| state.player(seat).hand(figure)));
        "plain"[Region::COUNT] of &Region::WORDS, 4.0, "units", "Plain units in the regions."
            => |out| write_counts(out, state.player(seat).plain);
        "soldiers"[Region::COUNT] of &Region::WORDS, 3.0, "units", "Soldiers in the regions."
            => |out| write_counts(out, state.player(seat).soldiers);
        "discovery"[3] of &["captains", "soldiers", "others"], 4.0, "figures", "Figures in the Discovery box."
            => |out| write_counts(out, state.player(seat).discovery());
        "shipping"[1], 5.0, "value", "The value of its figures in Merchant Shipping."
            => |out| set_number(out, state.player(seat).shipping);
        "ships"[1], 4.0, "ships", "Ships won."
            => |out| set_number(out, state.player(seat).ships);
        "goods"[Good::COUNT] of &Good::WORDS, 2.0, "goods", "Trade goods."
            => |out| write_counts(out, (0..Good::COUNT).map(|good| state.player(seat).goods.get(good)));
        "buildings"[Building::COUNT] of &Building::WORDS, 1.0, "buildings",
            "Owned buildings; of Settlers there are two."
            => |out| write_buildings(out, state.player(seat).owned);
        "tiles"[TileId::COUNT] of <TileId as Word>::WORDS, 1.0, "0/1", "Won discovery tiles."
            => |out| write_bits(out, state.player(seat).tiles.into());
        "cards"[CardId::COUNT] of <CardId as Word>::WORDS, 1.0, "0/1", "Won discovery cards."
            => |out| write_bits(out, state.player(seat).cards.into());
        "region_vp"[3], 20.0, "VP", "VP of the region scorings; 0 where they are to come."
            => |out| write_counts(out, state.player(seat).region_vp);
        "economy"[1], 30.0, "dollars", "Set income of turn 8; 0 before."
            => |out| set_number(out, state.player(seat).economy);
    }
}

fn write_buildings<N: Number>(out: &mut [N; Building::COUNT], set: u64) {
    write_bits(out, set);
    set_at(out, 0, (set & 1) as u8 + u8::from(set & SECOND_SETTLERS != 0));
}

fn write_seen<N: Number>(
    out: &mut [N; Region::COUNT],
    game: &AgeOfDiscovery,
    state: &State,
    number: impl Fn(&Find) -> u8,
) {
    for region in Bits(state.seen & state.undiscovered) {
        set_at(out, region, number(&game.rules.tiles[state.tile(region)]));
    }
}

fn write_seats<N: Number>(
    out: &mut [N; MAX_ROW * SEATS],
    game: &AgeOfDiscovery,
    observer: Seat,
    list: SeatList,
) {
    for (space, seat) in list.iter().enumerate() {
        set_one(out, SEATS * space + places_to(observer, seat, game.rules.players));
    }
}

const fn is_putting_together(state: &State) -> bool {
    matches!(state.decision, Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers)
}

const fn is_fighting(state: &State) -> bool {
    matches!(state.decision, Decision::AttackerKills | Decision::DefenderKills)
}

/// The first indices of the groups; those whose size depends on the variant come last.
mod start {
    use super::*;

    pub(super) const PASS: usize = 0;
    pub(super) const TAKE_SPECIALIST: usize = PASS + 1;
    pub(super) const KEEP: usize = TAKE_SPECIALIST + Figure::COUNT;
    pub(super) const ADVANCE: usize = KEEP + 1;
    pub(super) const ADVANCE_SPACE: usize = ADVANCE + 1;
    pub(super) const ADVANCE_EXTRA: usize = ADVANCE_SPACE + MAX_DOCK;
    pub(super) const PLACE: usize = ADVANCE_EXTRA + 2;
    pub(super) const LAND: usize = PLACE + Figure::COUNT * EventBox::COUNT;
    pub(super) const TAKE_GOOD: usize = LAND + Region::COUNT;
    pub(super) const BUY: usize = TAKE_GOOD + Good::COUNT;
    pub(super) const DISCOVER: usize = BUY + Building::COUNT;
    pub(super) const REINFORCE: usize = DISCOVER + Region::COUNT;
    pub(super) const STAY: usize = REINFORCE + Region::COUNT;
    pub(super) const EXPLORE: usize = STAY + 1;
    pub(super) const EXPLORE_DECK: usize = EXPLORE + Region::COUNT;
    pub(super) const SOLDIERS: usize = EXPLORE_DECK + 1;
    pub(super) const CAPTAINS: usize = SOLDIERS + FIGURES;
    pub(super) const OTHERS: usize = CAPTAINS + FIGURES;
    pub(super) const DECLINE: usize = OTHERS + FIGURES;
    pub(super) const TRAIN: usize = DECLINE + 1;
    pub(super) const BATTLE: usize = TRAIN + Figure::COUNT;
    pub(super) const WAR: usize = BATTLE + Region::COUNT * SEATS;
    pub(super) const KILL: usize = WAR + SEATS;
    pub(super) const MOVE: usize = KILL + FIGURES;
    pub(super) const MIGRATE: usize = MOVE + Region::COUNT * Region::COUNT;
}

impl AgeOfDiscovery {
    /// Returns the indices of the group "migrate".
    fn migrations(&self) -> usize {
        usize::from(self.rules.effects.migration) * Region::COUNT * Region::COUNT
    }
}

impl Encoding for AgeOfDiscovery {
    const ENCODING_VERSION: u32 = 1;
    const TABLE_FIELDS: &'static [Field] = TABLE;
    const SEAT_FIELDS: &'static [Field] = SEAT;

    fn action_groups(&self) -> Vec<ActionGroup> {
        let mut groups = vec![
            ActionGroup::new("pass", 1, "Make no further bid, buy nothing, or start no conflict."),
            ActionGroup::of(
                "take_specialist",
                &Figure::WORDS,
                "Take this free specialist after the auction.",
            ),
            ActionGroup::new("keep", 1, "Keep the University for later."),
            ActionGroup::new("advance", 1, "University: the Turn Order marker to the front."),
            ActionGroup::new(
                "advance_space",
                MAX_DOCK,
                "University: the figure on this space to the front, from 1.",
            ),
            ActionGroup::of(
                "advance_extra",
                &["x", "y"],
                "University: the colonist on this dock space to the front.",
            ),
            ActionGroup::new("place", Figure::COUNT * EventBox::COUNT, "Place a figure: 12 * figure + box."),
            ActionGroup::of("land", &Region::WORDS, "Land in this region."),
            ActionGroup::of("take_good", &Good::WORDS, "Take this good from the market."),
            ActionGroup::of("buy", &Building::WORDS, "Buy this building."),
            ActionGroup::of("discover", &Region::WORDS, "Discover this region without risk."),
            ActionGroup::of("reinforce", &Region::WORDS, "Two soldiers to this region."),
            ActionGroup::new("stay", 1, "Send no expedition, or move no unit."),
            ActionGroup::of("explore", &Region::WORDS, "Send an expedition to this region."),
            ActionGroup::new("explore_deck", 1, "Send an expedition against the deck."),
            ActionGroup::new("soldiers", FIGURES, "Send this many soldiers, from 0."),
            ActionGroup::new("captains", FIGURES, "Send this many captains, from 0."),
            ActionGroup::new(
                "others",
                FIGURES,
                "Send this many colonists, merchants and missionaries, from 0.",
            ),
            ActionGroup::new("decline", 1, "Train no specialist."),
            ActionGroup::of("train", &Figure::WORDS, "Pay for this specialist."),
            ActionGroup::new(
                "battle",
                Region::COUNT * SEATS,
                "A battle: 5 * region + places clockwise to the other seat.",
            ),
            ActionGroup::new("war", SEATS, "A war against the seat this many places clockwise."),
            ActionGroup::new("kill_soldiers", FIGURES, "This many of the victims are soldiers, from 0."),
            ActionGroup::new("move_soldier", Region::COUNT * Region::COUNT, "Stable: 9 * from + to."),
            ActionGroup::new("migrate", self.migrations(), "Migration: 81 * (units - 1) + 9 * from + to."),
        ];
        if self.rules.auction {
            groups.push(ActionGroup::new("bid", MAX_ACTIONS, "Auction: bid this many dollars, from 0."));
        }
        groups
    }

    #[inline]
    fn action_index(&self, seat: Seat, action: Action) -> usize {
        let places = |to: Seat| places_to(seat, to, self.rules.players);
        let figures = |number: u8| usize::from(number).min(FIGURES - 1);
        let way = |from: Region, to: Region| Region::COUNT * from.index() + to.index();
        match action {
            Action::Pass => start::PASS,
            Action::Bid(dollars) => {
                start::MIGRATE + self.migrations() + usize::from(dollars).min(MAX_ACTIONS - 1)
            }
            Action::TakeSpecialist(figure) => start::TAKE_SPECIALIST + figure.index(),
            Action::Keep => start::KEEP,
            Action::Advance => start::ADVANCE,
            Action::AdvanceSpace(space) => start::ADVANCE_SPACE + usize::from(space) - 1,
            Action::AdvanceX => start::ADVANCE_EXTRA,
            Action::AdvanceY => start::ADVANCE_EXTRA + 1,
            Action::Place(figure, place) => start::PLACE + EventBox::COUNT * figure.index() + place.index(),
            Action::Land(region) => start::LAND + region.index(),
            Action::TakeGood(good) => start::TAKE_GOOD + good.index(),
            Action::Buy(building) => start::BUY + building.index(),
            Action::Discover(region) => start::DISCOVER + region.index(),
            Action::Reinforce(region) => start::REINFORCE + region.index(),
            Action::Stay => start::STAY,
            Action::Explore(region) => start::EXPLORE + region.index(),
            Action::ExploreDeck => start::EXPLORE_DECK,
            Action::Soldiers(number) => start::SOLDIERS + figures(number),
            Action::Captains(number) => start::CAPTAINS + figures(number),
            Action::Others(number) => start::OTHERS + figures(number),
            Action::Decline => start::DECLINE,
            Action::Train(figure) => start::TRAIN + figure.index(),
            Action::Battle(region, to) => start::BATTLE + SEATS * region.index() + places(to),
            Action::War(to) => start::WAR + places(to),
            Action::KillSoldiers(number) => start::KILL + figures(number),
            Action::MoveSoldier(from, to) => start::MOVE + way(from, to),
            Action::Migrate(number, from, to) => {
                start::MIGRATE + Region::COUNT * Region::COUNT * (usize::from(number) - 1) + way(from, to)
            }
        }
    }

    #[inline]
    fn encode_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        write_table(self, state, observer, out);
    }

    #[inline]
    fn encode_seat<N: Number>(&self, state: &State, _: Seat, seat: Seat, out: &mut [N]) {
        write_seat(self, state, seat, out);
    }
}
