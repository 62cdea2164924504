//! Who gains by whose decisions: reviews of games under each variant, summed up by starting place.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use maud::{Markup, html};

use super::super::folder::{CsvTable, refuse};
use super::super::outlook::{Outlook, RungGain};
use super::super::study::{Halt, StudyWatch};
use super::super::text::{ends, range, signed};
use super::Balance;
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::kit::column;
use tradewinds_game::{InputError, Purpose, Seed, Table, counted, from_one};
use tradewinds_report::{Align, TextTable, decimal};
use tradewinds_review::{ReviewSettings, Reviewer};
use tradewinds_stats::{BlockEstimate, Blocks, Influence, Interval};
use tradewinds_tournament::{LineFile, Progress, RunError, Tournament, threads};

/// The log of the reviews, in the study's folder.
const LOG: &str = "gifts.jsonl";
/// The preset whose search judges.
const JUDGE: &str = "ismcts";
/// Effort for a single game: what is summed over a hundred decisions and many games needs no sharp figure of each.
const ITERATIONS: u32 = 100;
const PLAYOUTS: u32 = 8;
const COMPARED: u32 = 64;

/// The table of the gifts.
pub const GIFT_TABLES: &[Table] = &[Table {
    name: "gifts",
    meaning: "one row for each two starting places with a number of seats under a variant: how far the decisions of one changed the win share of the other, by reviews of its games",
    columns: &[
        column("players", "number of seats"),
        column("variant", "name of the variant, or standard"),
        column("by", "starting place of the seats that decided, from 0"),
        column("to", "starting place of the seats whose win share changed, from 0"),
        column("games", "games that were reviewed"),
        column(
            "gift",
            "win share that the decisions of a game changed, on average; of a seat for itself, what its errors cost",
        ),
        column("low", "lower end of its 95 % interval over games, NA without one"),
        column("high", "upper end"),
        column("difference", "gift less that under the baseline, paired by games; NA for the baseline"),
        column("difference_low", "lower end of its 95 % interval, NA without one"),
        column("difference_high", "upper end"),
    ],
}];

/// How far the decisions of the seats that begin in one place change the win shares of the others, on average.
#[derive(Clone, PartialEq, Debug)]
pub struct Gifts {
    /// The variant's name.
    pub variant: String,
    /// The number of seats.
    pub players: usize,
    /// The games that were reviewed.
    pub games: usize,
    /// The bot that played on in the reviews.
    pub bot: String,
    /// The place of the seat that decided, then that of the seat whose win share changed: the gift, and what it is more
    /// than under the baseline, if this is not the baseline.
    pub matrix: Vec<Vec<(BlockEstimate, Option<BlockEstimate>)>>,
}

/// The gifts of a game: the place of the seat that decided, then that of the seat whose win share changed.
type Matrix = Vec<Vec<f64>>;
/// A reviewed game: the number of seats, the variant, and its number.
type Key = (usize, String, u64);

/// The games under a variant that are reviewed.
struct GiftArm<'a> {
    variant: &'a str,
    players: usize,
    run: Tournament,
    games: u64,
}

impl GiftArm<'_> {
    fn key(&self, game: u64) -> Key {
        (self.players, self.variant.to_owned(), game)
    }
}

impl Balance {
    /// Reviews the games, or goes on; nothing if the manifest asks for no gifts.
    pub(super) fn gifts(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Vec<Gifts>>, RunError> {
        if self.study.manifest.gifts == 0 {
            return Ok(Some(Vec::new()));
        }
        Halt::findings(self.reviewed(threads, stop, watch))
    }

    fn reviewed(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Vec<Gifts>, Halt> {
        let mut known: BTreeMap<Key, Matrix> = BTreeMap::new();
        let log = self.study.folder.join(LOG);
        let mut lines = LineFile::open(&log, self.study.key(), |(key, gifts): (Key, Matrix)| {
            known.insert(key, gifts);
            Ok(())
        })?;
        let reviews = Reviews::new(self.study.info.name, self.study.manifest.seed)?;
        let arms = self.arms_of_gifts()?;
        let total: u64 = arms.iter().map(|arm| arm.games).sum();
        let mut outlook = Outlook::new(watch, vec![RungGain::new(0, total as f64)]);
        outlook.begin("games", "reviews");
        let all = arms.iter().flat_map(|arm| (0..arm.games).map(move |game| (arm, game)));
        let missing: Vec<(&GiftArm<'_>, u64)> =
            all.filter(|(arm, game)| !known.contains_key(&arm.key(*game))).collect();
        let work =
            |(arm, game): (&GiftArm<'_>, u64)| Some((arm.key(game), reviews.of(&arm.run, game, stop)?));
        threads::fan_out(&threads::pool(threads)?, missing.into_iter(), work, |found| {
            for (key, gifts) in found {
                let line = (key, gifts?);
                lines.add(&line)?;
                known.insert(line.0, line.1);
                outlook.progress(&Progress::counted(known.len() as u64, total));
            }
            Ok::<(), RunError>(())
        })?;
        if (known.len() as u64) < total {
            return Err(Halt::Stopped);
        }
        let of = |arm: &GiftArm<'_>| -> Vec<&Matrix> {
            (0..arm.games).map(|game| &known[&arm.key(game)]).collect()
        };
        let found = arms.iter().map(|arm| {
            let baseline = arms.iter().find(|other| other.players == arm.players);
            let baseline = baseline.filter(|other| other.variant != arm.variant).map(of);
            Gifts::new(arm, reviews.plays_on(&arm.run).name.clone(), &of(arm), baseline.as_deref())
        });
        Ok(found.collect())
    }

    /// Lists what is reviewed, the baseline first.
    fn arms_of_gifts(&self) -> Result<Vec<GiftArm<'_>>, RunError> {
        let mut arms = Vec::new();
        for &players in &self.study.manifest.players {
            let table = self.table_of_gifts(players)?;
            for rules in &self.rules {
                let run = self.prepared(self.tournament(table, players, rules))?;
                let games = self.study.manifest.gifts.min(run.schedule().games());
                arms.push(GiftArm { variant: &rules.name, players, run, games });
            }
        }
        Ok(arms)
    }

    /// Returns the table whose games are reviewed: the first one in which one bot has all seats.
    fn table_of_gifts(&self, players: usize) -> Result<usize, InputError> {
        self.tables.iter().position(|table| table.is_of_one_bot(players)).map_or_else(
            || refuse("gifts", "tables of several bots", "a table with one bot, which takes all seats"),
            Ok,
        )
    }

    /// Checks that there is a table whose games can be reviewed, if that is asked.
    pub(super) fn check_gifts(&self) -> Result<(), InputError> {
        let is_asked = self.study.manifest.gifts > 0;
        let players = self.study.manifest.players.iter().filter(|_| is_asked);
        players.copied().try_for_each(|players| self.table_of_gifts(players).map(drop))
    }
}

/// How games are reviewed.
struct Reviews {
    judge: Preset,
    /// The bot that plays on where that of the games searches.
    usual: Preset,
    seed: Seed,
}

impl Reviews {
    fn new(game: &str, seed: u64) -> Result<Self, InputError> {
        let judge = Preset::find(JUDGE, game)?;
        let usual = Preset::find(Reviewer::usual_playout_bot(game), game)?;
        Ok(Self { judge, usual, seed: Seed(seed) })
    }

    /// Returns the bot that plays on: that of the games, if it does not search.
    fn plays_on<'a>(&'a self, run: &'a Tournament) -> &'a Preset {
        let own = &run.bots()[0];
        let is_quick = own.is_reproducible() && !matches!(own.kind, BotKind::Search { .. });
        if is_quick { own } else { &self.usual }
    }

    /// Plays and reviews a game: its gifts; `None` if it was halted.
    fn of(&self, run: &Tournament, game: u64, stop: &AtomicBool) -> Option<Result<Matrix, RunError>> {
        let halted = || stop.load(Ordering::Relaxed);
        let (played, moves) = run.play_recorded(game, &halted)?;
        let settings = ReviewSettings {
            iterations: ITERATIONS,
            worlds: 0,
            playouts: PLAYOUTS,
            compared: COMPARED,
            events: 0,
            seed: self.seed.derive(Purpose::Sample, game).0,
            ..ReviewSettings::default()
        };
        let bot = self.plays_on(run).clone();
        let reviewer = match Reviewer::new(moves, settings, self.judge.clone(), vec![bot]) {
            Ok(reviewer) => reviewer,
            Err(error) => {
                let reason = format!("game {game} cannot be reviewed: {error}");
                return Some(Err(RunError::Refused { path: Path::new(LOG).to_owned(), reason }));
            }
        };
        let judged: Option<Vec<_>> =
            (0..reviewer.unforced()).map(|place| reviewer.judge(place, &halted).map(Some)).collect();
        let review = reviewer.review(&judged?);
        let players = played.seats.len();
        let place = |seat: usize| played.seats[seat].start_place;
        let mut gifts = vec![vec![0.0; players]; players];
        for (by, row) in review.gifts.iter().enumerate() {
            for (to, gift) in row.iter().enumerate() {
                gifts[place(by)][place(to)] = gift.mean;
            }
        }
        Some(Ok(gifts))
    }
}

impl Gifts {
    /// Averages the gifts of games under a variant, and what they are more than those under the baseline in the same
    /// deals.
    fn new(arm: &GiftArm<'_>, bot: String, own: &[&Matrix], baseline: Option<&[&Matrix]>) -> Self {
        let players = arm.players;
        let blocks = Blocks::new(own.iter().map(|_| 0));
        let of = |games: &[&Matrix], by: usize, to: usize| {
            Influence::mean(&blocks, &games.iter().map(|gifts| gifts[by][to]).collect::<Vec<f64>>())
        };
        let cell = |by: usize, to: usize| {
            let gift = of(own, by, to);
            let difference = baseline.map(|other| gift.minus(&of(other, by, to)).estimate(&blocks));
            (gift.estimate(&blocks), difference)
        };
        let row = |by: usize| (0..players).map(|to| cell(by, to)).collect();
        Self {
            variant: arm.variant.to_owned(),
            players,
            games: own.len(),
            bot,
            matrix: (0..players).map(row).collect(),
        }
    }

    /// Makes the rows of `gifts.csv`.
    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (by, row) in self.matrix.iter().enumerate() {
            for (to, (gift, difference)) in row.iter().enumerate() {
                let head = [self.players.to_string(), self.variant.clone(), by.to_string(), to.to_string()];
                let mut cells = head.to_vec();
                cells.extend([self.games.to_string(), decimal(gift.value, 6)]);
                cells.extend(ends(gift.interval(), 6));
                cells.push(decimal(difference.map(|difference| difference.value), 6));
                cells.extend(ends(difference.and_then(|difference| difference.interval()), 6));
                rows.push(cells);
            }
        }
        rows
    }

    /// Makes the matrix for people, in points of win share.
    fn table(&self) -> TextTable {
        let titles = (0..self.players).map(|place| format!("to seat {}", from_one(place)));
        let titles: Vec<String> = titles.collect();
        let mut columns = vec![("decided by", Align::Left)];
        columns.extend(titles.iter().map(|title| (title.as_str(), Align::Right)));
        let mut table = TextTable::new(&columns);
        for (by, row) in self.matrix.iter().enumerate() {
            let cells = row.iter().map(|(gift, _)| figure(gift));
            table.row([format!("seat {}", from_one(by))].into_iter().chain(cells));
        }
        table
    }
}

/// Writes a gift with its interval, in points.
fn figure(gift: &BlockEstimate) -> String {
    let value = signed(Some(100.0 * gift.value), 1);
    let points = |Interval { low, high }| Interval { low: 100.0 * low, high: 100.0 * high };
    let scaled = gift.interval().map(points);
    if scaled.is_some() { format!("{value} [{}]", range(scaled, 1)) } else { value }
}

/// Makes `gifts.csv`.
pub(super) fn csv(gifts: &[Gifts]) -> CsvTable {
    (&GIFT_TABLES[0], gifts.iter().flat_map(Gifts::rows).collect())
}

/// The part of the page.
pub(super) fn section(gifts: &[Gifts]) -> Markup {
    html! {
        @for found in gifts {
            @let title = format!("{}, {} players", found.variant, found.players);
            h3 { (title) }
            (found.table().html(&format!("Points of win share that decisions changed, by the seats' order at the start, {title}")))
        }
        p.note {
            @if let Some(Gifts { games, bot, .. }) = gifts.first() {
                "Reviews of " (counted(games, "game")) " under each set of rules, the same deals, judged by " (JUDGE) " with " (ITERATIONS) " iterations and played on by " (bot) "; 95 % intervals over games. "
                "A row adds up to 0: what its own decisions cost a seat goes to the others."
            }
        }
    }
}
