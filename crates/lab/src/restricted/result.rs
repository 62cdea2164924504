//! The findings of restricted play.

use std::fmt;

use super::super::folder::CsvTable;
use super::super::needed::deals_needed;
use super::super::text::{ends, range, signed};
use super::manifest::RestrictedManifest;
use super::seen::{Item, Seen};
use super::verdict::{ItemCall, ItemLoss};
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted};
use tradewinds_report::{Align, TextTable, decimal, real};
use tradewinds_stats::{CONFIDENCE, normal_at, wilson};

/// The tables of a study of restricted play.
pub const TABLES: &[Table] = &[Table {
    name: "items",
    meaning: "one row for each item under each set of rules with a number of seats; choices.md explains the verdicts",
    columns: &[
        column("players", "number of seats"),
        column("variant", "name of the variant, or standard"),
        column("kind", "kind of decision"),
        column("item", "the choice"),
        column("verdict", "must-have, dead, fine, or not decided with this many games"),
        column("open", "share of free seats that could make it"),
        column("made", "share of free seats that made it"),
        column("never_loss", "win share that a seat loses without it; NA with too few blocks"),
        column("never_loss_low", "lower end of its interval, of 95 % for all losses together (Bonferroni)"),
        column("never_loss_high", "upper end"),
        column("always_loss", "win share that a seat loses that makes it whenever it can"),
        column("always_loss_low", "lower end of its interval, as never_loss_low"),
        column("always_loss_high", "upper end"),
        column("deals", "deals that each restricted seat played, from every seat"),
        column("deals_needed", "about how many would decide, NA where these do or none would"),
        column("smallest", "smallest loss that matters, in win shares"),
    ],
}];

/// The findings of a study of restricted play.
#[derive(Clone, PartialEq, Debug)]
pub struct RestrictedResult {
    /// The study, the game, the bot and the seed, in words.
    pub title: String,
    /// The rules, each with each number of seats.
    pub rules: Vec<ItemRules>,
}

/// The items under a set of rules.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemRules {
    /// The number of seats.
    pub players: usize,
    /// The variant's name.
    pub variant: String,
    /// The items: must-haves first, then dead ones, those that are not decided, and all others.
    pub rows: Vec<ItemRow>,
}

/// What was found about an item.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemRow {
    /// The kind of decision.
    pub kind: String,
    /// The choice.
    pub item: String,
    /// The verdict.
    pub call: ItemCall,
    /// The shares of free seats to which it was open, and that took it.
    pub shares: [f64; 2],
    /// What a seat loses without it, and what one loses that holds to it; `None` with fewer than two blocks.
    pub losses: [Option<ItemLoss>; 2],
    /// About how many deals would decide; `None` where these do, or none would.
    pub deals_needed: Option<u64>,
}

impl ItemRow {
    pub(super) fn new(
        manifest: &RestrictedManifest,
        item: &Item,
        seen: &Seen,
        losses: [Option<ItemLoss>; 2],
    ) -> Self {
        let shares = seen.shares(item);
        let call = |part: f64| {
            let seats = seen.seats() as f64 / (part * part);
            let shares = shares.map(|share| wilson(share, seats.max(1.0), normal_at(CONFIDENCE)));
            let [never, always] = losses.map(|loss| loss?.interval_with(part));
            never.zip(always).map_or(ItemCall::NotDecided, |(never, always)| {
                ItemCall::of(never, always, shares, manifest.smallest, manifest.rare)
            })
        };
        let found = call(1.0);
        let decides = |scale: f64| call(scale) != ItemCall::NotDecided;
        Self {
            kind: manifest.items[item.kind].clone(),
            item: item.choice.clone(),
            call: found,
            shares,
            losses,
            deals_needed: (found == ItemCall::NotDecided)
                .then(|| deals_needed(manifest.deals, decides))
                .flatten(),
        }
    }

    /// Returns how far the losses are from 0, by which items with one verdict are sorted.
    pub(super) fn weight(&self) -> f64 {
        let size = |loss: &Option<ItemLoss>| loss.map_or(0.0, |loss| loss.estimate.value.abs());
        self.losses.iter().map(size).fold(0.0, f64::max)
    }
}

impl ItemRules {
    /// Names the rules and the number of seats.
    pub(super) fn title(&self) -> String {
        let rules = if self.variant == "standard" { "standard rules" } else { &self.variant };
        format!("{rules}, {} players", self.players)
    }

    /// Says which items are must-haves and which are dead, and how many are neither.
    pub(crate) fn sentence(&self) -> String {
        let of = |call| self.rows.iter().filter(move |row| row.call == call);
        let names = |call| of(call).map(|row| row.item.as_str()).collect::<Vec<&str>>().join(", ");
        let mut parts = Vec::new();
        for (call, words) in [(ItemCall::MustHave, "must-have"), (ItemCall::Dead, "dead")] {
            let names = names(call);
            parts.push(if names.is_empty() {
                format!("nothing is {words}")
            } else {
                format!("{words}: {names}")
            });
        }
        parts.push(format!("{} fine", of(ItemCall::Fine).count()));
        let open = of(ItemCall::NotDecided).count();
        if open > 0 {
            let needed = of(ItemCall::NotDecided).filter_map(|row| row.deals_needed).max();
            let more = needed.map_or(String::new(), |deals| format!(" (about {deals} deals would decide)"));
            parts.push(format!("{open} not decided{more}"));
        }
        format!("{}: {}", self.title(), parts.join("; "))
    }

    /// Lists the items with some verdicts; `None` if there are none.
    pub(super) fn table(&self, calls: &[ItemCall]) -> Option<TextTable> {
        let mut rows = self.rows.iter().filter(|row| calls.contains(&row.call)).peekable();
        rows.peek()?;
        let mut table = TextTable::new(&[
            ("item", Align::Left),
            ("verdict", Align::Left),
            ("open", Align::Right),
            ("made", Align::Right),
            ("without it", Align::Right),
            ("interval", Align::Right),
            ("always", Align::Right),
            ("interval", Align::Right),
        ]);
        for row in rows {
            let mut cells = vec![row.item.clone(), row.call.to_string()];
            cells.extend(row.shares.map(|share| decimal(Some(share), 2)));
            for loss in row.losses {
                let (gain, interval) = loss.map(|loss| loss.gain()).unzip();
                cells.extend([signed(gain, 3), range(interval, 3)]);
            }
            table.row(cells);
        }
        Some(table)
    }
}

impl RestrictedResult {
    /// Makes `items.csv`.
    pub(super) fn tables(&self, manifest: &RestrictedManifest) -> Vec<CsvTable> {
        let row = |rules: &ItemRules, row: &ItemRow| {
            let mut cells = vec![rules.players.to_string(), rules.variant.clone()];
            cells.extend([row.kind.clone(), row.item.clone(), row.call.to_string()]);
            cells.extend(row.shares.map(|share| decimal(Some(share), 6)));
            for loss in row.losses {
                cells.push(decimal(loss.map(|loss| loss.estimate.value), 6));
                cells.extend(ends(loss.map(|loss| loss.interval), 6));
            }
            cells.push(manifest.deals.to_string());
            cells.push(row.deals_needed.map_or("NA".to_owned(), |deals| deals.to_string()));
            cells.push(real(manifest.smallest));
            cells
        };
        let rows = self.rules.iter().flat_map(|rules| rules.rows.iter().map(move |of| row(rules, of)));
        vec![(&TABLES[0], rows.collect())]
    }
}

impl fmt::Display for RestrictedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for rules in &self.rules {
            writeln!(f, "\n{}", rules.sentence())?;
            if let Some(table) = rules.table(&[ItemCall::MustHave, ItemCall::Dead, ItemCall::NotDecided]) {
                write!(f, "\n{table}")?;
            }
        }
        let items = self.rules.iter().map(|rules| rules.rows.len()).max().unwrap_or(0);
        writeln!(f, "\nwin shares above the even share; {}", counted(items, "item"))
    }
}
