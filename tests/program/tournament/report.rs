//! The page about a run.

use std::collections::BTreeMap;
use std::fs;

use super::lab::{Lab, MANIFEST};

/// Means by bot, of the means by game block.
struct Means(BTreeMap<(String, u64), Vec<f64>>);

impl Means {
    fn of(rows: &[BTreeMap<String, String>], value: impl Fn(&BTreeMap<String, String>) -> f64) -> Self {
        let mut blocks: BTreeMap<(String, u64), Vec<f64>> = BTreeMap::new();
        for row in rows {
            let game: u64 = row["game"].parse().unwrap();
            blocks.entry((row["bot"].clone(), game / 3)).or_default().push(value(row));
        }
        Self(blocks)
    }

    fn mean(&self, bot: &str) -> f64 {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let blocks: Vec<f64> =
            self.0.iter().filter(|((name, _), _)| name == bot).map(|(_, values)| mean(values)).collect();
        mean(&blocks)
    }
}

/// Returns the cells of a row of a table below a heading, those of the titles if the row is empty.
fn cells(page: &str, heading: &str, row: &str) -> Vec<String> {
    let section = page.split_once(&format!("<h2>{heading}</h2>")).expect(heading).1;
    let section = section.split_once("</section>").unwrap().0;
    let found = section
        .split("<tr>")
        .skip(1)
        .map(|cells| cells.split_once("</tr>").unwrap().0)
        .find(|cells| row.is_empty() || cells.contains(&format!(">{row}</th>")))
        .expect(row)
        .replace("</th>", "</td>");
    let text = |cell: &str| cell.rsplit_once('>').unwrap().1.to_owned();
    found.split("</td>").filter(|cell| cell.contains('>')).map(text).collect()
}

#[test]
fn the_page_says_what_the_tables_say() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 2).unwrap();
    let page = fs::read_to_string(lab.path("run/report.html")).unwrap();
    assert!(
        !page.contains("http") && !page.contains(" src=") && !page.contains("<link"),
        "one file, no network"
    );

    let standings = lab.rows("run/standings.csv");
    for row in &standings {
        let share: f64 = row["win_share"].parse().unwrap();
        assert_eq!(cells(&page, "Win share", &row["bot"])[3], format!("{share:.3}"));
    }
    let (seats, turns) = (lab.rows("run/seats.csv"), lab.rows("run/turns.csv"));
    let engines = Means::of(&seats, |row| row["engines"].parse().unwrap());
    let rolls = Means::of(&turns, |row| f64::from(u8::from(row["action"] == "roll")));
    let names = cells(&page, "At the end of the game", "");
    assert_eq!(names[1..], standings.iter().map(|row| row["bot"].clone()).collect::<Vec<_>>());
    for (column, bot) in names.iter().enumerate().skip(1) {
        let shown = |heading, row| cells(&page, heading, row)[column].split(' ').next().unwrap().to_owned();
        assert_eq!(shown("At the end of the game", "engines"), format!("{:.2}", engines.mean(bot)));
        assert_eq!(shown("Turns: action", "roll"), format!("{:.3}", rolls.mean(bot)));
    }
    assert_eq!(cells(&page, "Length of the games", "goal"), ["goal", "48", "1.000"]);
}

/// The line-ups of a duel weigh the same, though three seats of a bot are in one and one in the other.
#[test]
fn the_means_of_a_duel_are_those_of_its_standings() {
    let lab = Lab::new();
    let lineup = "[\"random\", \"spender.toml\", \"saver.toml\", \"roller.toml\"]";
    let duel = MANIFEST.replace("round-robin", "duel").replace(lineup, "[\"random\", \"spender.toml\"]");
    lab.run(&duel.replace("deals = 4", "deals = 30"), "run", 1).unwrap();
    let page = fs::read_to_string(lab.path("run/report.html")).unwrap();
    let (names, shown) =
        (cells(&page, "At the end of the game", ""), cells(&page, "At the end of the game", "engines"));
    let (seats, games) = (lab.rows("run/seats.csv"), lab.rows("run/games.csv"));
    let block = |game: &str| games.iter().find(|row| row["game"] == game).unwrap()["block"].clone();
    for (name, shown) in names.iter().zip(&shown).skip(1) {
        let mut blocks: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for row in seats.iter().filter(|row| row["bot"] == *name) {
            blocks.entry(block(&row["game"])).or_default().push(row["engines"].parse().unwrap());
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let means: Vec<f64> = blocks.values().map(|values| mean(values)).collect();
        let pooled: Vec<f64> = blocks.into_values().flatten().collect();
        let wanted = format!("{:.2}", mean(&means));
        assert_eq!(shown.split(' ').next(), Some(wanted.as_str()));
        assert_ne!(wanted, format!("{:.2}", mean(&pooled)), "the line-ups differ");
    }
}

#[test]
fn the_points_are_those_of_the_seats() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 1).unwrap();
    let page = fs::read_to_string(lab.path("run/report.html")).unwrap();
    let seats = lab.rows("run/seats.csv");
    for bot in ["random", "saver"] {
        let scores =
            seats.iter().filter(|row| row["bot"] == bot).map(|row| row["score"].parse::<i32>().unwrap());
        let mut scores: Vec<i32> = scores.collect();
        scores.sort_unstable();
        let shown = cells(&page, "Points", bot);
        assert_eq!(shown[1], scores.len().to_string());
        assert_eq!(shown[2], scores[0].to_string());
        assert_eq!(shown[5], scores[scores.len().div_ceil(2) - 1].to_string());
        assert_eq!(shown[8], scores[scores.len() - 1].to_string());
    }
}
