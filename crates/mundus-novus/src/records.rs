//! Mundus Novus's additions to a tournament's files: seat columns and `offers.csv`.

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::Developments;
use crate::state::State;
use crate::words::Decision;
use tradewinds_game::kit::column;
use tradewinds_game::{Ending, PerSeat, Recorder, Records, Rows, Schema, Seat, Table, TableCell};

static SCHEMA: Schema = Schema {
    seats: &[
        column("from_different", "doubloons from different combinations"),
        column("from_relics", "doubloons from relic sales"),
        column("from_income", "doubloons from the fixed income of developments"),
        column("from_shipyards", "doubloons from shipyards"),
        column("from_characters", "doubloons from Orellana, Estefano and Vicente"),
        column("spent", "doubloons paid for events and to Sergio"),
        column("caravels", "caravels owned at the end"),
        column("merchants", "merchants owned at the end"),
        column("warehouses", "warehouses owned at the end"),
        column("shipyards", "shipyards owned at the end"),
        column("characters", "characters owned at the end"),
        column("buildings", "trading posts owned at the end, 0 or 1"),
        column("development_list", "ids of the developments in table order, joined by ;"),
        column(
            "perfect",
            "1 after a perfect combination in the last round, which ranks before all points, otherwise 0",
        ),
    ],
    tables: &[Table {
        name: "offers",
        meaning: "one row an offer",
        columns: &[
            column("round", "round of the game, from 1"),
            column("seat", "seat that offered"),
            column("announced", "number that the Trade Master announced, 2 to 4"),
            column("offered", "cards offered, as in a position; fewer than announced with las Casas only")
                .text(),
            column("offered_total", "sum of the trade values as counted for the Trade Master"),
            column("became_master", "1 if the seat was Trade Master afterwards, otherwise 0"),
            column("gained_value", "trade value of all cards that came to the seat's hand in the trade"),
            column("lost_value", "trade value of all cards that left the seat in the trade"),
        ],
    }],
};

/// The sources and uses of a seat's doubloons.
#[derive(Clone, Copy, Debug, Default)]
struct Purse {
    different: u16,
    relics: u16,
    income: u16,
    shipyards: u16,
    characters: u16,
    spent: u16,
}

/// A seat's part in the trade of a round.
#[derive(Clone, Copy, Debug, Default)]
struct Dealings {
    offered: Cards,
    total: u8,
    gained: u16,
    lost: u16,
}

/// Records every offer and every doubloon of a game.
#[derive(Clone, Debug)]
pub struct GameRecorder {
    purses: PerSeat<Purse>,
    /// The trade under way.
    dealings: PerSeat<Dealings>,
    announced: u8,
    /// The decision that is played.
    under_way: Option<UnderWay>,
    rows: Rows,
}

/// A decision that is played, and what its position had before it.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    seat: Seat,
    action: Action,
    decision: Decision,
    /// The seat's doubloons.
    money: u16,
}

impl GameRecorder {
    /// Follows the trade: offers, takes, swaps and the compensation.
    fn trade(&mut self, game: &MundusNovus, before: &State, seat: Seat, action: Action) {
        let value = |card: Card| u16::from(game.rules.value(card));
        match (before.decision, action) {
            (_, Action::Announce(number)) => {
                self.announced = number;
                self.dealings = PerSeat::new(game.rules.players);
            }
            (Decision::Offer, action) => {
                let dealings = &mut self.dealings[seat];
                if let Action::Offer(card) = action {
                    dealings.offered = dealings.offered.plus(Cards::one(card));
                }
                dealings.total = game.offer_sum(before, seat, dealings.offered);
            }
            (Decision::Swap, action) => {
                let (Some(taken), Some(robbed)) = (before.card, before.other) else { return };
                self.dealings[robbed].lost += value(taken);
                self.dealings[seat].gained +=
                    if let Action::SwapFor(wanted) = action { value(wanted) } else { value(taken) };
            }
            (Decision::Compensate, Action::Give(card)) => {
                self.dealings[seat].lost += value(card);
                if let Some(due) = before.other {
                    self.dealings[due].gained += value(card);
                }
            }
            _ => {}
        }
    }

    /// Adds the rows of a trade that is over. Called once a round: not inlined, so that other decisions save no registers
    /// for it.
    #[inline(never)]
    fn close_trade(&mut self, after: &State) {
        for (index, dealings) in self.dealings.iter().enumerate() {
            let seat = Seat::new(index);
            let mut offered = String::with_capacity(self.announced.into());
            offered.extend(dealings.offered.iter().map(Card::letter));
            let cells = [
                after.round.into(),
                seat.into(),
                self.announced.into(),
                offered.into(),
                dealings.total.into(),
                u8::from(seat == after.trade_master).into(),
                dealings.gained.into(),
                dealings.lost.into(),
            ];
            self.rows.push(0, seat, cells);
        }
    }

    /// Adds the incomes of a round that ends; once a round, as above.
    #[inline(never)]
    fn incomes(&mut self, game: &MundusNovus, before: &State) {
        for seat in Seat::all(game.rules.players) {
            let purse = &mut self.purses[seat];
            purse.income += game.fixed_income(before, seat);
            purse.shipyards += game.shipyard_income(before, seat);
            purse.characters += game.estefano_bonus(before, seat);
        }
    }

    /// Adds the doubloons that a decision has brought or cost.
    fn money(&mut self, played: UnderWay, has: u16) {
        let UnderWay { seat, action, money: had, .. } = played;
        let purse = &mut self.purses[seat];
        match action {
            Action::Event(_) | Action::Buy(_) => purse.spent += had - has,
            Action::SwapFor(_) | Action::Cash => purse.characters += has - had,
            Action::Lay(_) => purse.different += has - had,
            Action::Relics(_) => purse.relics += has - had,
            _ => {}
        }
    }
}

impl Records for MundusNovus {
    type Recorder = GameRecorder;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, _: &State) -> GameRecorder {
        GameRecorder {
            purses: PerSeat::new(self.rules.players),
            dealings: PerSeat::new(self.rules.players),
            announced: 0,
            under_way: None,
            rows: Rows::with_room(128, SCHEMA.tables[0].columns.len()),
        }
    }
}

impl Recorder<MundusNovus> for GameRecorder {
    fn decide(&mut self, game: &MundusNovus, before: &State, seat: Seat, action: Action) {
        self.trade(game, before, seat, action);
        if action == Action::End && Some(game.rules.next(seat)) == before.first {
            self.incomes(game, before);
        }
        let (decision, money) = (before.decision, before.money(seat));
        self.under_way = Some(UnderWay { seat, action, decision, money });
    }

    fn played(&mut self, _: &MundusNovus, after: &State) {
        let Some(played) = self.under_way else { return };
        if played.decision != Decision::FirstPlayer && after.decision == Decision::FirstPlayer {
            self.close_trade(after);
        }
        self.money(played, after.money(played.seat));
    }

    fn finish(self, game: &MundusNovus, last: &State) -> Ending {
        let merchants = game.rules.all_merchants;
        let kinds = [
            game.rules.caravels,
            merchants,
            game.rules.warehouses,
            game.rules.shipyards,
            game.rules.characters,
        ];
        let buildings = kinds.iter().fold(game.rules.in_play, |rest, &kind| rest - kind);
        let seats = Seat::all(game.rules.players).map(|seat| {
            let (purse, owned) = (self.purses[seat], last.owned(seat));
            let money =
                [purse.different, purse.relics, purse.income, purse.shipyards, purse.characters, purse.spent];
            let number = |kind: Developments| TableCell::from((owned & kind).len() as u32);
            let ids: Vec<&str> = owned.iter().map(|id| game.rules.id(id)).collect();
            let mut cells: Vec<TableCell> = money.into_iter().map(TableCell::from).collect();
            cells.extend(kinds.into_iter().chain([buildings]).map(number));
            cells.extend([TableCell::list(&ids), u8::from(last.is_perfect(seat)).into()]);
            cells
        });
        Ending { seats: seats.collect(), rows: self.rows }
    }
}
