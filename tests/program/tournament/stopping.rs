//! Runs that stop when enough is known: the same bytes with any number of threads and after any
//! interruption.

use std::sync::atomic::AtomicBool;

use super::lab::{Count, Lab, tables};
use tradewinds::tournament::{Outcome, RuleState, RunOptions, run};

const DUEL: &str = r#"
name = "duel"
game = "race"
players = 3
seed = 5
deals = 5000
format = "duel"
lineup = ["saver.toml", "roller.toml"]
"#;

/// Plays a manifest at once and with interruptions, on several threads; returns the first's standings.
fn same_however_played(lab: &Lab, manifest: &str) -> String {
    let whole = lab.run(manifest, "whole", 1).unwrap();
    assert_eq!(whole.outcome, Outcome::Played);
    lab.run(manifest, "threads", 4).unwrap();
    assert_eq!(tables(&lab.path("threads")), tables(&lab.path("whole")));
    let mut interruptions = 0;
    while let Outcome::Stopped { .. } = lab.stop_after(manifest, "parts", 100, 2).outcome {
        interruptions += 1;
    }
    assert!(interruptions > 0, "{}", whole.standings);
    assert_eq!(tables(&lab.path("parts")), tables(&lab.path("whole")));
    let again = lab.run(manifest, "whole", 1).unwrap();
    assert_eq!((again.outcome, &again.standings), (Outcome::PlayedBefore, &whole.standings));
    whole.standings.to_string()
}

#[test]
fn a_run_stops_at_a_width() {
    let lab = Lab::new();
    let manifest = DUEL
        .replace("\"duel\"\nl", "\"table\"\nl")
        .replace("\"roller.toml\"]", "\"roller.toml\", \"random\"]");
    let manifest = format!("{manifest}until_width = 0.04\n");
    let text = same_however_played(&lab, &manifest);
    assert!(text.contains("plays until no interval is wider than 0.04"), "{text}");
    assert!(!text.contains("unfinished"), "{text}");
    let widths = |file: &str| -> Vec<f64> {
        let number = |text: &str| text.parse::<f64>().unwrap();
        let rows = lab.rows(file);
        rows.iter().map(|row| number(&row["win_share_high"]) - number(&row["win_share_low"])).collect()
    };
    let games = lab.rows("whole/games.csv").len();
    assert!((90..15_000).contains(&games), "{games} games");
    assert!(widths("whole/standings.csv").iter().all(|&width| width <= 0.04));
    // One block less is not enough.
    let less = manifest.replace("until_width = 0.04", "").replace("5000", &(games / 3 - 1).to_string());
    lab.run(&less, "less", 2).unwrap();
    assert!(widths("less/standings.csv").iter().any(|&width| width > 0.04));
}

#[test]
fn a_sequential_test_decides() {
    let lab = Lab::new();
    let manifest = format!("{DUEL}[sprt]\nelo0 = 0\nelo1 = 4\nalpha = 0.05\nbeta = 0.05\n");
    let text = same_however_played(&lab, &manifest);
    assert!(text.contains("sequential test of saver against roller"), "{text}");
    assert!(text.contains(" accepts H"), "{text}");
    // The test ends with a whole pair of blocks.
    let games = lab.rows("whole/games.csv").len();
    assert!((600..30_000).contains(&games) && games.is_multiple_of(6), "{games} games");
    // Other hypotheses would be chosen after the games.
    let refused = lab.run(&manifest.replace("elo1 = 4", "elo1 = 9"), "whole", 1).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("holds a run of another test"), "{refused}");
    assert_eq!(lab.rows("whole/games.csv").len(), games);
}

#[test]
fn a_stopping_rule_shows_where_it_stands() {
    let lab = Lab::new();
    let shown = |manifest: &str, folder: &str| {
        let tournament = lab.tournament(manifest).unwrap();
        let mut count = Count::new(None);
        let options = RunOptions { threads: 1, shard: None };
        let run = run(&tournament, &lab.path(folder), options, &AtomicBool::new(false), &mut count).unwrap();
        (count.rule, run.standings.to_string())
    };
    let few = DUEL.replace("5000", "40");
    let test = format!("{few}[sprt]\nelo0 = 0\nelo1 = 4\nalpha = 0.05\nbeta = 0.05\n");
    let (state, text) = shown(&test, "test");
    let Some(RuleState::Test { llr, bounds }) = state else { panic!("{state:?}") };
    // Wald's bounds: the logarithm of 0.95 to 0.05, and its opposite.
    assert!((bounds[1] - 19f64.ln()).abs() < 1e-9 && (bounds[0] + 19f64.ln()).abs() < 1e-9);
    assert!(llr != 0.0 && llr.abs() < 19f64.ln(), "{llr}");
    // The last game shows where the test ended, in however few batches the games arrived.
    assert!(text.contains(&format!("log-likelihood ratio {llr:.3}\n")), "{llr} {text}");
    let (state, text) = shown(&format!("{few}until_width = 0.5\n"), "width");
    let Some(RuleState::Width { widest: Some(widest), wanted: 0.5 }) = state else { panic!("{state:?}") };
    assert!(text.contains(&format!("the widest is {widest:.4}\n")), "{widest} {text}");
    let (state, text) = shown(&format!("{few}adaptive = true\n"), "pairs");
    let decided = usize::from(!text.contains("undecided: saver"));
    assert_eq!(state, Some(RuleState::Pairs { decided, of: 1 }), "{text}");
    assert_eq!(shown(&few, "fixed").0, None);
}

#[test]
fn deals_go_to_pairs_that_are_undecided() {
    let lab = Lab::new();
    let manifest = DUEL
        .replace("format = \"duel\"", "format = \"round-robin\"\nadaptive = true")
        .replace(
            "[\"saver.toml\", \"roller.toml\"]",
            "[\"spender.toml\", \"random\", \"saver.toml\", \"twin.toml\"]",
        )
        .replace("5000", "80");
    // A twin of the saver, which is never told apart from it.
    let twin = std::fs::read_to_string(lab.path("saver.toml")).unwrap().replace("\"saver\"", "\"twin\"");
    std::fs::write(lab.path("twin.toml"), twin).unwrap();
    let text = same_however_played(&lab, &manifest);
    assert!(text.contains("undecided: saver ? twin"), "{text}");
    let games = lab.rows("whole/games.csv");
    assert!(games.len() < 80 * 4 * 3, "{} games", games.len());
    assert!(text.contains(&format!("adaptive: {} of 320 units were played", games.len() / 3)), "{text}");
    // The intervals are not those of a run that stops so, in the terminal and on the page.
    let page = std::fs::read_to_string(lab.path("whole/report.html")).unwrap();
    for text in [&text, &page] {
        assert!(text.contains("exaggerates differences: only the decisions have the confidence"), "{text}");
    }
    // Later deals go only to line-ups with an undecided pair, and those play all of them.
    let last: Vec<usize> = games.iter().map(|game| game["block"].parse::<usize>().unwrap() % 4).collect();
    let deals = |lineup: usize| last.iter().filter(|&&own| own == lineup).count() / 3;
    let deals: Vec<usize> = (0..4).map(deals).collect();
    // Line-ups 2 and 3 hold both twins: spender or random with saver and twin.
    assert!(deals[2] == 80 && deals[3] == 80 && deals[0] < 80 && deals[1] < 80, "{deals:?}");
}

#[test]
fn rules_that_do_not_fit_are_refused() {
    let lab = Lab::new();
    let sprt = "[sprt]\nelo0 = 0\nelo1 = 10\nalpha = 0.05\nbeta = 0.05\n";
    for (manifest, part) in [
        (format!("{DUEL}until_width = 0\n"), "until_width: found 0; allowed: above 0 and below 1"),
        (format!("{DUEL}until_width = nan\n"), "until_width: found NaN; allowed: above 0 and below 1"),
        (format!("{DUEL}until_width = 0.1\nadaptive = true\n"), "one of until_width, adaptive and sprt"),
        (
            format!("{DUEL}adaptive = true\n").replace("deals", "games"),
            "adaptive: found games; allowed: with deals",
        ),
        (format!("{DUEL}{sprt}").replace("\"duel\"\nl", "\"one-vs-rest\"\nl"), "sprt: found another format"),
        (format!("{DUEL}{sprt}").replace("alpha = 0.05", "alpha = 0.5"), "sprt.alpha: found 0.5"),
        (
            format!("{DUEL}{sprt}").replace("elo1 = 10", "elo1 = 0"),
            "sprt.elo1: found 0; allowed: above 0, which is elo0",
        ),
        (
            DUEL.replace("\"roller.toml\"", "\"roller.toml\", \"random\""),
            "lineup: found 3 bots; allowed: 2 with",
        ),
        (DUEL.replace("\"roller.toml\"", "\"saver.toml\""), "\"saver.toml\" twice"),
    ] {
        let error = lab.tournament(&manifest).unwrap_err();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
