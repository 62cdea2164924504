//! What each bot's decisions cost: counts that repeat, and times of a clock.

use super::place::Place;

const MANIFEST: &str = "name = \"costs\"\ngame = \"francis-drake\"\nplayers = 3\nseed = 1\ndeals = 4\nformat = \"table\"\n\
    lineup = [\"low\", \"high\", \"random\"]\n[bots.low]\nbase = \"ismcts\"\nsearch = { iterations = 10 }\n\
    [bots.high]\nbase = \"low\"\nsearch = { iterations = 40 }\n";

const COSTS: &str = "game,seat,bot,decisions,iterations,nodes,max_nodes,depth,max_depth\n";
const TIMES: &str = "game,seat,bot,decisions,time_ms,median_ms,p95_ms,max_ms\n";

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    place
}

/// The rows of a table of numbers, each with its bot.
fn rows(text: &str) -> Vec<(String, Vec<f64>)> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[2].to_owned(), cells[3..].iter().map(|cell| cell.parse().unwrap()).collect())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn counts_repeat_and_times_are_kept_apart() {
    let place = place();
    let text = place.succeed(&["tournament", "m.toml", "--out", "one", "--threads", "1"]);
    for words in ["a decision of each bot, without forced ones", "most nodes", "\nElo per doubling of time: "]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains(", over low, high\n"), "{text}");
    let costs = place.read("one/costs.csv");
    assert!(costs.starts_with(COSTS), "{costs}");
    let rows_of_costs = rows(&costs);
    assert_eq!(rows_of_costs.len(), 24, "two searches in 12 games: {costs}");
    for (bot, cells) in &rows_of_costs {
        let &[decisions, iterations, nodes, max_nodes, depth, max_depth] = &cells[..] else {
            panic!("{cells:?}")
        };
        let budget = if bot == "low" { 10.0 } else { 40.0 };
        // A search ends as soon as nothing can change its choice.
        assert!(bot != "random" && iterations > 0.0 && iterations <= budget * decisions, "{bot}: {cells:?}");
        assert!(decisions > 0.0 && max_nodes <= nodes && max_nodes * decisions >= nodes, "{cells:?}");
        assert!(max_depth >= 1.0 && max_depth <= depth && max_depth * decisions >= depth, "{cells:?}");
    }
    let times = place.read("one/times.csv");
    assert!(times.starts_with(TIMES), "{times}");
    for ((bot, cells), (same, counts)) in rows(&times).iter().zip(&rows_of_costs) {
        let &[decisions, sum, median, p95, max] = &cells[..] else { panic!("{cells:?}") };
        assert_eq!((bot, decisions), (same, counts[0]));
        assert!(0.0 < median && median <= p95 && p95 <= max && max <= sum, "{cells:?}");
    }
    // In two parts: the same counts and the same page; the times are those of the parts.
    for part in ["1/2", "2/2"] {
        place.succeed(&["tournament", "m.toml", "--out", &part[..1], "--shard", part]);
    }
    place.succeed(&["merge", "1", "2", "--out", "merged"]);
    for file in ["costs.csv", "report.html", "standings.csv", "games.csv"] {
        assert_eq!(place.read(&format!("merged/{file}")), place.read(&format!("one/{file}")), "{file}");
    }
    let page = place.read("one/report.html");
    assert!(page.contains("What a decision costs") && page.contains("Elo per doubling of iterations: "));
    // Made again of the journal, the times are those of the run.
    std::fs::remove_file(place.path().join("one/times.csv")).unwrap();
    assert!(place.succeed(&["tournament", "m.toml", "--out", "one"]).contains("played before"));
    assert_eq!(place.read("one/times.csv"), times);
}

#[test]
fn a_journal_of_results_keeps_the_costs() {
    let place = place();
    let play =
        |out: &str, more: &[&str]| place.succeed(&[&["tournament", "m.toml", "--out", out], more].concat());
    play("rows", &[]);
    play("results", &["--journal", "results"]);
    assert_eq!(place.read("results/costs.csv"), place.read("rows/costs.csv"));
    let times = place.read("results/times.csv");
    std::fs::remove_file(place.path().join("results/times.csv")).unwrap();
    play("results", &[]);
    assert_eq!(place.read("results/times.csv"), times, "not those of playing the games again");
    // A run of other bots has none of it.
    place.write(
        "plain.toml",
        &MANIFEST[..MANIFEST.find("[bots").unwrap()].replace("\"low\", \"high\"", "\"steady\", \"raider\""),
    );
    let text = place.succeed(&["tournament", "plain.toml", "--out", "plain"]);
    assert!(!text.contains("decision of each bot"), "{text}");
    for file in ["plain/costs.csv", "plain/times.csv"] {
        assert!(!place.path().join(file).exists(), "{file}");
    }
}
