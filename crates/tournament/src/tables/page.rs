//! The page about a run: `report.html`, next to its CSV files.

mod digest;
mod gathering;
mod own;

use maud::{Markup, html};

use crate::plan::manifest::{Recording, TableFormat};
use crate::plan::stopping::TestView;
use crate::plan::tournament::Tournament;
use crate::tables::rows::names;
use crate::tables::standings::cost::Clock;
use crate::tables::standings::display::MOST_COLUMNS;
use crate::tables::standings::{BotStanding, PairStanding, Standings, range};
use crate::tables::told::Told;
use crate::tables::verdict::sentences;
use tradewinds_game::{counted, from_one};
use tradewinds_report::chart::{
    LineChart, Mark, Quantiles, Range, Scale, Series, box_chart, column_chart, interval_chart,
};
use tradewinds_report::{Align, Page, TextTable, Tone, decimal};
use tradewinds_stats::{CONFIDENCE, Interval};

use digest::{BotDigest, Counts, Digest};
pub(crate) use gathering::Gathering;

/// Writes the page. It shows the same as the tables, and no more about any game than they do.
pub(crate) fn page(
    tournament: &Tournament,
    standings: &Standings,
    digest: &Digest,
    test: Option<&TestView>,
) -> String {
    let mut page = Page::new(tournament.manifest().name.clone(), lead(standings));
    let bots = by_standing(tournament, standings, digest);
    let colours = Colours(tournament);
    for sentence in sentences(standings) {
        page.verdict(sentence);
    }
    files(tournament, standings, &mut page);
    if let Some(test) = test {
        page.section("The sequential test", course(test, standings));
    }
    page.section("Win share", win_shares(standings, &colours));
    page.section("Ratings", ratings(standings, &colours));
    if (2..=MOST_COLUMNS).contains(&standings.bots.len()) {
        page.section("Head to head", head_to_head(standings));
    }
    page.section("Starting place", places(standings));
    if standings.has_costs() {
        page.section("What a decision costs", costs(standings));
    }
    page.section("Points", points(&bots, &colours));
    page.section("Length of the games", length(digest));
    for (heading, body) in own::sections(tournament.info().schema, &bots) {
        page.section(&heading, body);
    }
    if !standings.summary.is_empty() && test.is_none() {
        page.section("When to stop", html! { pre { (standings.summary) } });
    }
    page.fact("run", standings.title.clone());
    page.fact("games", format!("{} in {}", standings.games, counted(standings.blocks, "block")));
    page.fact(
        "intervals",
        format!(
            "{:.0} %, over blocks: a block is one deal with every seating; line-ups weigh the same",
            CONFIDENCE * 100.0
        ),
    );
    page.fact("command", "tradewinds tournament manifest.toml, with the manifest beside this page");
    page.fact("explained in", "docs/tournaments.md and docs/csv.md of the project");
    page.fact("version", tournament.info().versions());
    page.to_html()
}

/// Lists the files beside the page.
fn files(tournament: &Tournament, standings: &Standings, page: &mut Page) {
    let manifest = tournament.manifest();
    page.file("manifest.toml", "the manifest as run");
    for table in ["standings", "head_to_head", "places"] {
        page.file(format!("{table}.csv"), "the standings as a table");
    }
    let has_faults = standings.bots.iter().any(|bot| bot.faults.is_some());
    let is_there = |name: &str| match name {
        "faults" => has_faults,
        "costs" | "times" => standings.has_costs(),
        _ => true,
    };
    for name in names(tournament.info().schema).filter(|&name| is_there(name)) {
        match manifest.tables {
            TableFormat::Csv => page.file(format!("{name}.csv"), "one row for each of them in the games"),
            TableFormat::Parquet => page.file(name, "a folder of Parquet files"),
        }
    }
    if manifest.record != Recording::None {
        page.file("records", "the records of the games, for `tradewinds replay` and `tradewinds analyze`");
    }
}

/// The colours of the bots: each has the same in all charts.
struct Colours<'a>(&'a Tournament);

impl Colours<'_> {
    fn of(&self, bot: &str) -> usize {
        self.0.bots().iter().position(|preset| preset.name == bot).unwrap_or(0)
    }
}

/// Draws the log-likelihood ratio of a sequential test over its units.
fn course(test: &TestView, standings: &Standings) -> Markup {
    let [lower, upper] = test.bounds;
    let chart = LineChart {
        title: "log-likelihood ratio of the test by units, with its bounds".to_owned(),
        x_title: "units: one bot among copies of the other on one deal, both ways".to_owned(),
        y_title: "log-likelihood ratio of H1 to H0".to_owned(),
        x_scale: Scale::Linear,
        y_covers: Vec::new(),
        marks: vec![
            Mark::new(upper, format!("H1 is accepted: {}", decimal(upper, 2))),
            Mark::new(lower, format!("H0 is accepted: {}", decimal(lower, 2))),
        ],
        series: vec![Series {
            name: "log-likelihood ratio".to_owned(),
            colour: 0,
            points: test.course.clone(),
            band: Vec::new(),
        }],
    };
    html! {
        p.note { "The test ends where the line reaches one of the bounds." }
        (chart.draw())
        pre { (standings.summary) }
    }
}

/// The bots with their digests, best win share first.
type Bots<'a> = [(&'a str, &'a BotDigest)];

fn by_standing<'a>(
    tournament: &'a Tournament,
    standings: &Standings,
    digest: &'a Digest,
) -> Vec<(&'a str, &'a BotDigest)> {
    let names = tournament.bots().iter().map(|preset| preset.name.as_str());
    let mut bots: Vec<(&str, &BotDigest)> = names.zip(&digest.bots).collect();
    bots.sort_by_key(|(name, _)| standings.bots.iter().position(|bot| bot.bot == *name));
    bots
}

fn lead(standings: &Standings) -> String {
    let (games, blocks) = (counted(standings.games, "game"), counted(standings.blocks, "block"));
    let played = format!("{}. {games} in {blocks}.", standings.title);
    let unfinished = match standings.expected_blocks {
        Some(expected) => format!(" Unfinished: of {}; no result yet.", counted(expected, "block")),
        None => String::new(),
    };
    let truncated = match standings.truncated_games {
        0 => String::new(),
        games => format!(" Left out with their blocks: {}.", counted(games, "truncated game")),
    };
    played + &unfinished + &truncated
}

/// Draws one figure of each bot that has it, the largest first.
fn of_bots(
    standings: &Standings,
    colours: &Colours<'_>,
    titles: [&str; 2],
    places: usize,
    mark: &Mark,
    figure: impl Fn(&BotStanding) -> Option<(f64, Option<Interval>)>,
) -> Markup {
    let mut ranges: Vec<Range> = standings
        .bots
        .iter()
        .filter_map(|bot| {
            let (value, interval) = figure(bot)?;
            let note = format!("{} [{}]", decimal(value, places), range(interval, places));
            let ends = interval.map(Interval::ends);
            Some(Range { label: bot.label(), value, ends, note, colour: colours.of(&bot.bot) })
        })
        .collect();
    ranges.sort_by(|a, b| b.value.total_cmp(&a.value));
    interval_chart(titles[0], titles[1], &ranges, Some(mark))
}

/// The win share of equal bots.
fn chance(standings: &Standings) -> Mark {
    Mark::new(standings.chance_level(), format!("equal bots: {}", decimal(standings.chance_level(), 3)))
}

fn win_shares(standings: &Standings, colours: &Colours<'_>) -> Markup {
    let share = |bot: &BotStanding| bot.win_share.map(|share| (share.share, share.interval));
    let titles = ["win share of each bot", "win share"];
    html! {
        p.note { "Share of games won per seat; a tie counts as a fraction." }
        (of_bots(standings, colours, titles, 3, &chance(standings), share))
        (standings.shares().html("Win share of each bot"))
        @if let Some(note) = standings.note_on_sum() { p.note { (note) } }
        @for note in standings.fault_notes() { p.note { (note) } }
        p.note { "\u{b1} is a standard error over blocks; p1 is the win share when starting first." }
    }
}

fn ratings(standings: &Standings, colours: &Colours<'_>) -> Markup {
    let rating = |bot: &BotStanding| Some((bot.rating.mean?, bot.rating.interval));
    html! {
        p.note { "Plackett-Luce ratings on the Elo scale, the mean of all bots being 0." }
        (of_bots(standings, colours, ["rating of each bot", "rating"], 0, &Mark::new(0.0, "mean of all bots"), rating))
        (standings.ratings().html("Rating of each bot"))
        p.note {
            "Intervals by bootstrap over blocks; margin: points less the maximum of any other seat; alpha-Rank: a second opinion that \
             handles cycles."
        }
    }
}

fn head_to_head(standings: &Standings) -> Markup {
    let names = standings.bots.iter().map(BotStanding::label);
    let columns: Vec<String> = [String::new()].into_iter().chain(names).collect();
    let align = |index: usize| if index == 0 { Align::Left } else { Align::Right };
    let columns: Vec<(&str, Align)> =
        columns.iter().enumerate().map(|(index, name)| (name.as_str(), align(index))).collect();
    let mut table = TextTable::new(&columns);
    for bot in &standings.bots {
        let pairs: Vec<Option<PairStanding>> =
            standings.bots.iter().map(|opponent| standings.pair(&bot.bot, &opponent.bot)).collect();
        let cell = |(pair, opponent): (&Option<PairStanding>, &BotStanding)| {
            let ahead = pair.as_ref().and_then(|pair| pair.ahead);
            match ahead {
                _ if opponent.bot == bot.bot => "-".to_owned(),
                Some(ahead) => format!("{} [{}]", decimal(ahead.share, 3), range(ahead.interval, 3)),
                None => "NA".to_owned(),
            }
        };
        table.row([bot.label()].into_iter().chain(pairs.iter().zip(&standings.bots).map(cell)));
        let tone = |pair: &Option<PairStanding>| match pair.as_ref()?.told()? {
            Told::Above => Some(Tone::Above),
            Told::Below => Some(Tone::Below),
            Told::Open => None,
        };
        table.shade([None].into_iter().chain(pairs.iter().map(tone)));
    }
    html! {
        p.note {
            "Share of seat pairs in which the bot of the row ranks ahead of the bot of the column, a tie counting half, with its interval. \
             Shaded where it is sure which of them ranks ahead more often."
        }
        (table.html("Share of seat pairs in which the bot of the row ranks ahead of the bot of the column"))
    }
}

/// Lays out the counts alone: times would make the page another one in each run.
fn costs(standings: &Standings) -> Markup {
    html! {
        p.note {
            "Of each bot that searches or is a program: means over the decisions that it was asked for, and maxima. How long they took is in times.csv \
             and in the terminal (`tradewinds standings`)."
        }
        (standings.costs(Clock::Hidden).html("What a decision of each bot costs"))
        @for doubling in &standings.doublings { p.note { (doubling.by_budget()) } }
    }
}

fn places(standings: &Standings) -> Markup {
    let all = standings.places.iter().filter(|place| place.bot.is_none());
    let ranges: Vec<Range> = all
        .filter_map(|place| {
            let share = place.share?;
            let note = format!("{} [{}]", decimal(share.share, 3), range(share.interval, 3));
            let label = format!("place {}", from_one(place.place));
            Some(Range {
                label,
                value: share.share,
                ends: share.interval.map(Interval::ends),
                note,
                colour: 0,
            })
        })
        .collect();
    let mark = Mark::new(standings.chance_level(), format!("fair: {}", decimal(standings.chance_level(), 3)));
    html! {
        p.note { "Win share by place in the first playing order, whichever bot starts there." }
        (interval_chart("win share by starting place", "win share", &ranges, Some(&mark)))
    }
}

/// Returns the smallest number such that at least this share of all numbers are not larger.
fn quantile(counts: &Counts, share: f64) -> f64 {
    let all: u64 = counts.values().sum();
    let wanted = (share * all as f64).ceil().max(1.0) as u64;
    let mut passed = 0;
    let found = counts.iter().find(|&(_, &count)| {
        passed += count;
        passed >= wanted
    });
    found.map_or(f64::NAN, |(&number, _)| number as f64)
}

fn points(bots: &Bots<'_>, colours: &Colours<'_>) -> Markup {
    let mut table = TextTable::new(&[
        ("bot", Align::Left),
        ("seats", Align::Right),
        ("least", Align::Right),
        ("5 %", Align::Right),
        ("25 %", Align::Right),
        ("median", Align::Right),
        ("75 %", Align::Right),
        ("95 %", Align::Right),
        ("most", Align::Right),
    ]);
    let mut spreads = Vec::new();
    for (name, bot) in bots {
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&bot.scores, share));
        let [least, most] = [0.0, 1.0].map(|share| quantile(&bot.scores, share));
        let seats: u64 = bot.scores.values().sum();
        let numbers = [least].into_iter().chain(quantiles).chain([most]).map(|number| decimal(number, 0));
        table.row([(*name).to_owned(), seats.to_string()].into_iter().chain(numbers));
        let note = format!("median {}, {}", decimal(quantiles[2], 0), counted(seats, "seat"));
        spreads.push(Quantiles { label: (*name).to_owned(), quantiles, note, colour: colours.of(name) });
    }
    html! {
        p.note { "The line holds nine tenths of a bot's seats, the box the middle half; the mark is the median." }
        (box_chart("points of each bot", "points", &spreads))
        details { summary { "As a table" } (table.html("Points of each bot: quantiles over its seats")) }
    }
}

fn length(digest: &Digest) -> Markup {
    let chart = |name: &str, counts: &Counts| {
        let list: Vec<(i64, u64)> = counts.iter().map(|(&number, &count)| (number, count)).collect();
        let [low, median, high] = [0.05, 0.5, 0.95].map(|share| decimal(quantile(counts, share), 0));
        html! {
            p { (format!("{name}: median {median}, nine tenths of the games {low} to {high}")) }
            (column_chart(name, &name.to_lowercase(), "games", &list))
        }
    };
    let games: u64 = digest.end_reasons.values().sum();
    let mut ends: Vec<(&String, &u64)> = digest.end_reasons.iter().collect();
    ends.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let mut table = TextTable::new(&[("end", Align::Left), ("games", Align::Right), ("share", Align::Right)]);
    for (reason, &count) in ends {
        let share = decimal(count as f64 / games as f64, 3);
        table.row([own::spoken(reason), count.to_string(), share]);
    }
    html! {
        (chart("Rounds", &digest.rounds))
        (chart("Decisions", &digest.decisions))
        @let noted: u64 = digest.lead_changes.values().sum();
        @if noted > 0 {
            (chart("Lead changes", &digest.lead_changes))
            p.note {
                "The leader is noted at the end of each round. In " (decimal(digest.early as f64 / noted as f64, 3)) " of " (noted) " games the \
                 winner led alone from the first two thirds of the rounds on."
            }
        }
        (table.html("Why the games ended"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_that_occurred() {
        let counts = Counts::from_iter([(1, 1), (5, 2), (9, 1)]);
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&counts, share)),
            [1.0, 1.0, 5.0, 5.0, 9.0]
        );
        assert!(quantile(&Counts::new(), 0.5).is_nan());
    }
}
