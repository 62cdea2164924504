//! Help and lists.

use tradewinds::arena::{NAMES, find};
use tradewinds::game::Variant;
use tradewinds::game::features::{size, width};

use super::place::Place;

const COMMANDS: [&str; 32] = [
    "tournament",
    "sprt",
    "ladder",
    "balance",
    "tune",
    "learn",
    "choices",
    "restricted",
    "merge",
    "standings",
    "compare",
    "ratings",
    "export",
    "gallery",
    "ledger",
    "replay",
    "review",
    "train",
    "book",
    "import",
    "analyze",
    "position",
    "bench",
    "play",
    "serve",
    "protocol",
    "foreign",
    "games",
    "bots",
    "check-bot",
    "completions",
    "man",
];

#[test]
fn every_command_explains_itself() {
    let place = Place::new();
    let all = place.succeed(&["--help"]);
    for command in COMMANDS {
        assert!(all.lines().any(|line| line.trim_start().starts_with(command)), "{command} in {all}");
        let help = place.succeed(&[command, "--help"]);
        assert!(help.contains(&format!("Usage: tradewinds {command}")), "{help}");
        assert!(
            help.lines().filter(|line| line.starts_with("  ")).all(|line| !line.ends_with('.')),
            "{help}"
        );
        assert!(help.contains(&format!("\n  tradewinds {command}")), "{help}");
        assert_eq!(place.succeed(&["help", command]), help);
    }
    let listed = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).count();
    assert_eq!(listed, COMMANDS.len() + 1, "{all}");
    assert!(
        all.contains("\nExit status: 0 ") && all.contains(" 3 an external bot failed decisions"),
        "{all}"
    );
}

#[test]
fn errors_have_colour_on_a_terminal_alone() {
    let place = Place::new();
    let errors = |set: &[(&str, &str)]| {
        let mut command = place.command(&["tournament", "nothing.toml"]);
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").envs(set.iter().copied());
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let plain = errors(&[]);
    assert!(plain.starts_with("error: cannot read nothing.toml"), "{plain}");
    let coloured = errors(&[("CLICOLOR_FORCE", "1")]);
    assert_eq!(coloured, plain.replacen("error:", "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m", 1));
}

#[test]
fn shells_and_the_manual_know_all_commands() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.succeed(&["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = place.succeed(&["man"]);
    assert!(page.starts_with(".ie") && page.contains("Monte Carlo tree search"), "{page}");
    place.succeed(&["man", "--out", "pages"]);
    for command in COMMANDS {
        let page = place.read(&format!("pages/tradewinds-{command}.1"));
        assert!(page.contains("Example"), "{command}: {page}");
    }
    assert!(
        place.fail(1, &["man", "--out", "pages/tradewinds.1"]).contains("cannot write to pages/tradewinds.1")
    );
    place.fail(2, &["completions", "cmd"]);
}

#[test]
fn a_wrong_command_line_has_status_2() {
    let place = Place::new();
    for arguments in [
        &["analyse", "p.json"][..],
        &["analyze"],
        &["analyze", "p.json", "--iterations", "0"],
        &["analyze", "p.json", "--seat", "-1"],
        &["analyze", "p.json", "--tim-ms", "5"],
        &["analyze", "p.json", "--worlds", "1001"],
        &["analyze", "p.json", "--force"],
        &["position", "check"],
        &["position", "show", "p.json", "--seat", "-1"],
        &["position", "random"],
        &["position", "random", "--game", "puerto-rico", "--decisions", "-1"],
        &["sprt", "--game", "puerto-rico"],
        &["merge", "part-1"],
        &["export", "run"],
        &["tournament", "m.toml", "--shard", "auto/0"],
        &["tournament", "m.toml", "--deals", "5", "--games", "5"],
        &["standings"],
        &["replay"],
        &["replay", "r.json", "--at", "3", "--game", "2"],
        &["tournament", "m.toml", "--shard", "0/3"],
        &["tournament", "m.toml", "--until-width", "0.1", "--adaptive"],
        &["bench", "--threads", "0"],
        &["bench", "--seconds", "0"],
        &["bench", "--seconds", "NaN"],
        &["bench", "--playouts", "5"],
        &["bench", "--game", "puerto-rico", "--playouts", "5"],
        &["bench", "--game", "puerto-rico", "--players", "3", "--iterations", "0"],
        &["bench", "--rollout", "heuristic"],
        &["bench", "--game", "puerto-rico", "--players", "3", "--iterations", "1", "--compare", "b.json"],
        &["protocol", "puerto-rico"],
        &["games", "--all"],
        &["bots", "puerto-rico"],
        &["bots", "show"],
        &["bots", "show", "steady"],
        &["bots", "--game", "puerto-rico", "show", "steady"],
        &["check-bot"],
        &["check-bot", "bot.toml", "--games", "0"],
    ] {
        place.fail(2, arguments);
    }
}

#[test]
fn the_lists_hold_games_variants_and_bots() {
    let place = Place::new();
    let games = place.succeed(&["games"]);
    for name in NAMES {
        let row = games.lines().find(|line| line.starts_with(name) && line.contains("standard"));
        assert!(row.is_some(), "{games}");
    }
    assert!(games.contains("factory-university-swap"));
    let bots = place.succeed(&["bots"]);
    for (bot, kind) in [("random", "random"), ("ismcts", "search")] {
        let mut rows = bots.lines().filter(|line| line.split_whitespace().next() == Some(bot));
        assert!(rows.any(|row| row.contains(" any ") && row.contains(kind)), "{bot} in {bots}");
    }
    let some = place.succeed(&["bots", "--game", NAMES[0]]);
    assert!(some.lines().skip(1).all(|line| line.contains(" any ") || line.contains(NAMES[0])), "{some}");
    let message = place.refuse(&["bots", "--game", "puerto-rica"]);
    assert!(
        message.contains("--game: found \"puerto-rica\"") && message.contains("did you mean"),
        "{message}"
    );
    let help = place.succeed(&["bots", "show", "--help"]);
    assert!(help.contains("Usage: tradewinds bots show [OPTIONS] <NAME>"), "{help}");
}

#[test]
fn the_features_of_each_game_are_listed() {
    let place = Place::new();
    let all = place.succeed(&["games", "--features"]);
    for name in NAMES {
        let info = find(name).unwrap().info();
        let features = info.features;
        let text = place.succeed(&["games", name, "--features"]);
        assert!(all.contains(&text), "{name}");
        let versions =
            format!("Networks: version {}. Layout: version {}.", features.version, features.layout);
        assert!(text.starts_with(&format!("{name}. {versions}\n")), "{text}");
        let markdown = place.succeed(&["games", name, "--features", "--markdown"]);
        assert!(markdown.starts_with(&format!("## {name}\n\n{versions}\n")), "{markdown}");

        let index = find(name).unwrap().table(*info.players.end(), &Variant::standard()).unwrap();
        let index = index.action_groups();
        let blocks = [features.table, features.seat, features.action, &index];
        let rows: Vec<_> = blocks.into_iter().flatten().collect();
        for group in &rows {
            let row = text.lines().find(|line| line.starts_with(&format!("{}  ", group.name)));
            assert!(row.is_some(), "{name}: {} in {text}", group.name);
            assert!(text.contains(&group.explained()) && markdown.contains(&group.explained()), "{name}");
        }
        let listed = markdown.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(listed, rows.len(), "{markdown}");
        for (title, size) in [("The table", width(features.table)), ("A seat", width(features.seat))] {
            assert!(text.contains(&format!("\n{title}: {size} numbers of an observation; ")), "{text}");
        }
        assert!(text.contains(&format!("\nAn action's index: {} indices.\n", size(&index))), "{text}");
    }
    place.fail(2, &["games", "--markdown"]);
    place.fail(2, &["games", "--features", "--reconstructed"]);
}

#[test]
fn variants_are_drawn_from_the_ranges_that_are_listed() {
    let place = Place::new();
    let ranges = place.succeed(&["games", "puerto-rico", "--ranges", "--players", "4"]);
    let row = |text: &str, path: &str| {
        let row = text.lines().find(|line| line.starts_with(path));
        row.unwrap_or_else(|| panic!("{path} in {text}"))
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(row(&ranges, "building.factory.cost")[1..6], ["7", "4", "10", "1", "doubloons"]);
    assert_eq!(row(&ranges, "setup.4.handicap.3")[1..4], ["0", "0", "3"]);
    assert!(!ranges.contains("setup.3.") && !ranges.contains("copies_two_players"), "{ranges}");
    for (game, path, known) in [
        ("mundus-novus", "end.money", ["75", "40", "120", "5", "doubloons"]),
        ("age-of-discovery", "rules.ships", ["8", "3", "8", "1", "ships"]),
        ("francis-drake", "treasure_vp.gold", ["4", "2", "8", "1", "VP"]),
    ] {
        let ranges = place.succeed(&["games", game, "--ranges", "--players", "4"]);
        assert_eq!(row(&ranges, path)[1..6], known, "{game}");
    }

    let draw = |seed: &str, folder: &str| {
        place.succeed(&[
            "games",
            "puerto-rico",
            "--draw",
            "3",
            "--seed",
            seed,
            "--players",
            "4",
            "--out",
            folder,
        ])
    };
    let printed = draw("5", "drawn");
    assert_eq!(printed.lines().count(), 3, "{printed}");
    draw("5", "again");
    draw("6", "others");
    let read = |folder: &str| place.read(&format!("{folder}/drawn-000002.toml"));
    assert_eq!(read("drawn"), read("again"));
    assert_ne!(read("drawn"), read("others"));
    let again = ["games", "puerto-rico", "--draw", "1", "--seed", "5", "--players", "4", "--out", "drawn"];
    assert!(place.fail(1, &again).contains("--force"));
    place.succeed(&[&again[..], &["--force"]].concat());
    place.fail(2, &["games", "--draw", "1", "--out", "drawn"]);
    let error = place.fail(1, &["games", "puerto-rico", "--draw", "1", "--players", "7", "--out", "none"]);
    assert!(error.contains("players: found \"7\"") || error.contains("players: found 7"), "{error}");
}
