//! What the settings of a search refuse.

use tradewinds_bots::{BotKind, Preset};
use tradewinds_search::{
    ParallelKind, RewardKind, RolloutKind, RootKind, SearchSettings, SelectionKind, TreeKind,
};

fn preset(search: &str) -> Result<Preset, String> {
    let text = format!("name = \"x\"\ngame = \"any\"\nkind = \"search\"\n[search]\n{search}");
    Preset::parse("x.toml", &text).map_err(|error| error.to_string())
}

#[test]
fn a_preset_reads_every_setting() {
    let read = preset(
        "tree = \"mo-ismcts\"\niterations = 10\ntime_ms = 20\nworkers = 2\nselection = \"puct\"\n\
         exploration = 1.25\nprior_temperature = 2.0\nrollout = \"heuristic\"\nepsilon = 0.2\n\
         reward = \"blend\"\nblend = 0.25\nmax_nodes = 4_000\ndeterminizations = 5\n[weights]\nx = 1.0",
    )
    .unwrap();
    let BotKind::Search { settings, weights } = read.kind else { panic!("a search") };
    assert_eq!(weights["x"], 1.0);
    assert_eq!((settings.tree, settings.selection), (TreeKind::MoIsmcts, SelectionKind::Puct));
    assert_eq!((settings.iterations, settings.time_ms, settings.workers), (Some(10), Some(20), 2));
    assert_eq!((settings.exploration(), settings.prior_temperature), (1.25, 2.0));
    assert_eq!((settings.epsilon, settings.cutoff), (0.2, None));
    assert_eq!((settings.reward, settings.blend), (RewardKind::Blend, 0.25));
    assert_eq!((settings.max_nodes, settings.determinizations), (Some(4_000), 5));
    assert!(settings.is_timed());
}

#[test]
fn a_preset_names_every_mechanism() {
    let read = preset(
        "tree = \"re-determinizing\"\niterations = 10\nparallel = \"tree\"\nvirtual_loss = 3\n\
         root = \"sequential-halving\"\nselection = \"ucb-tuned\"\nrollout = \"heuristic\"\n\
         prior_uniform = 0.25\nroot_noise = 0.0\nprove = true\nreuse = true\n\
         stop_when_decided = true",
    )
    .unwrap();
    let BotKind::Search { settings, .. } = read.kind else { panic!("a search") };
    assert_eq!((settings.tree, settings.root), (TreeKind::ReDeterminizing, RootKind::SequentialHalving));
    assert_eq!((settings.parallel, settings.virtual_loss), (ParallelKind::Tree, 3));
    assert_eq!((settings.selection, settings.exploration()), (SelectionKind::UcbTuned, 1.0));
    assert_eq!((settings.prior_uniform, settings.rollout), (0.25, RolloutKind::Heuristic));
    assert!(settings.prove && settings.reuse && settings.stop_when_decided);
    let read =
        preset("tree = \"own-moves\"\niterations = 9\nselection = \"puct\"\ncommon_random_numbers = true")
            .unwrap();
    let BotKind::Search { settings, .. } = read.kind else { panic!("a search") };
    assert_eq!(settings.tree, TreeKind::OwnMoves);
    assert!(settings.common_random_numbers);
    let read = preset("iterations = 9\nselection = \"puct\"\nexploration_base = 2_000").unwrap();
    let BotKind::Search { settings, .. } = read.kind else { panic!("a search") };
    assert_eq!(settings.exploration_base, Some(2_000));
    let read = preset("iterations = 9\ncutoff = 30\nreward = \"win-share\"").unwrap();
    let BotKind::Search { settings, .. } = read.kind else { panic!("a search") };
    assert_eq!((settings.cutoff, settings.reward), (Some(30), RewardKind::WinShare));
}

#[test]
fn settings_have_defaults_but_no_hidden_budget() {
    let settings: SearchSettings = toml::from_str("time_ms = 5").unwrap();
    assert_eq!((settings.iterations, settings.workers), (None, 1));
    assert_eq!(settings.exploration(), 0.7);
    let text = toml::to_string(&SearchSettings::default()).unwrap();
    assert_eq!(toml::from_str::<SearchSettings>(&text).unwrap(), SearchSettings::default());
}

#[test]
fn wrong_settings_are_refused() {
    for (search, parts) in [
        ("tree = \"so-ismcts\"", &["x.toml", "search.iterations", "no budget", "time_ms"][..]),
        ("iterations = 9\nbeliefs = 64", &["x.toml", "search.beliefs: found 64", "won no race", "5758f06f"]),
        ("iterations = 9\nroot = \"gumbel\"", &["search.root: found \"gumbel\"", "won no race"]),
        ("iterations = 9\nrollout = \"mast\"", &["search.rollout: found \"mast\"", "won no race"]),
        ("iterations = 9\nwidening = 0.5\nbias = 1.0", &["search.bias: found 1.0", "won no race"]),
        ("iterations = 0", &["x.toml", "search.iterations", "found 0", "1 to 1000000000"]),
        ("time_ms = 0", &["search.time_ms", "found 0"]),
        ("iterations = 9\nworkers = 0", &["search.workers", "1 to 256"]),
        ("iterations = 9\nexploration = -1.0", &["search.exploration", "found -1", "0 to 100"]),
        ("iterations = 9\nexploration = nan", &["search.exploration", "NaN"]),
        ("iterations = 9\nexploration_base = 9", &["search.exploration_base", "found 9", "puct"]),
        (
            "iterations = 9\nselection = \"puct\"\nexploration_base = 0",
            &["search.exploration_base", "found 0", "1 to 1000000000"],
        ),
        ("iterations = 9\nprior_temperature = 0.0", &["search.prior_temperature", "above 0"]),
        ("iterations = 9\nepsilon = 1.5", &["search.epsilon", "found 1.5", "0 to 1"]),
        ("iterations = 9\nblend = -0.5", &["search.blend"]),
        ("iterations = 9\nworkers = 4\nmax_nodes = 3_999", &["search.max_nodes", "4000"]),
        ("iterations = 9\ndeterminizations = 0", &["search.determinizations"]),
        ("iterations = 9\nvirtual_loss = 0", &["search.virtual_loss", "1 to 100"]),
        ("iterations = 9\nroot_noise = 0.25", &["search.root_noise", "puct"]),
        ("iterations = 9\nselection = \"puct\"\nroot_noise = 1.5", &["search.root_noise", "0 to 1"]),
        (
            "iterations = 9\nselection = \"puct\"\nroot = \"sequential-halving\"\nroot_noise = 0.5",
            &["search.root_noise", "found 0.5", "root = \"selection\""],
        ),
        ("iterations = 9\nprior_uniform = 1.1", &["search.prior_uniform", "0 to 1"]),
        ("iterations = 9\ncommon_random_numbers = true", &["search.common_random_numbers", "puct", "halved"]),
        (
            "iterations = 9\ncommon_random_numbers = true\nselection = \"puct\"\ntree = \"determinized\"",
            &["search.common_random_numbers", "mo-ismcts"],
        ),
        ("iterations = 9\ncutoff = 25\nreward = \"margin\"", &["search.cutoff", "found 25", "win-share"]),
        ("iterations = 9\ncutoff = 0\nreward = \"blend\"", &["search.cutoff", "found 0", "estimated"]),
        ("iterations = 9\ncutoff = 9\nreward = \"rank\"", &["search.cutoff", "found 9"]),
        ("iterations = 9\nprove = true\ntree = \"own-moves\"", &["search.prove", "found true", "own-moves"]),
        ("iterations = 9\nreuse = true\ntree = \"determinized\"", &["search.reuse", "not with"]),
        ("iterations = 9\nparallel = \"tree\"\ntree = \"determinized\"", &["search.parallel", "root"]),
        ("iteration = 9", &["x.toml", "iteration", "iterations"]),
        ("iterations = 9\ntree = \"so\"", &["so-ismcts"]),
        ("iterations = -9", &["-9"]),
    ] {
        let error = preset(search).unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

#[test]
fn tables_fit_the_kind_of_bot() {
    let parse = |kind: &str, table: &str| {
        let text = format!("name = \"x\"\ngame = \"any\"\nkind = \"{kind}\"\n{table}");
        Preset::parse("x.toml", &text).map_err(|error| error.to_string())
    };
    assert!(parse("random", "[search]\niterations = 1").unwrap_err().contains("search"));
    assert!(parse("heuristic", "[search]\niterations = 1").unwrap_err().contains("search"));
    assert!(parse("random", "[weights]\nx = 1.0").unwrap_err().contains("weights"));
    assert!(parse("search", "").unwrap_err().contains("search: found nothing"));
}

#[test]
fn a_file_with_a_setting_that_left_is_refused_as_such_where_it_is_read_first() {
    let text = "name = \"x\"\ngame = \"any\"\nbase = \"ucb\"\n[search]\nbias = 1.0\n";
    for error in
        [Preset::base_of("x.toml", text).unwrap_err(), Preset::network_of("x.toml", text).unwrap_err()]
    {
        assert!(
            error.to_string().contains("search.bias: found 1.0; allowed: nothing: it won no race"),
            "{error}"
        );
    }
}

#[test]
fn a_temperature_is_checked_and_taken_from_a_base() {
    let preset = |rest: &str| {
        let text = format!("name = \"x\"\ngame = \"puerto-rico\"\n{rest}");
        Preset::parse("x.toml", &text).map_err(|error| error.to_string())
    };
    let warm = "kind = \"heuristic\"\ntemperature = ";
    assert_eq!(preset(&format!("{warm}1.5")).unwrap().temperature, Some(1.5));
    for (text, part) in [
        (format!("{warm}0.0"), "x.toml: temperature: found 0; allowed: 0.001 to 1000"),
        (format!("{warm}-1.0"), "temperature: found -1; allowed"),
        (format!("{warm}nan"), "temperature: found NaN; allowed"),
        (
            "kind = \"random\"\ntemperature = 1.0".to_owned(),
            "temperature: found a number; allowed: only with kind = \"heuristic\"",
        ),
    ] {
        let message = preset(&text).unwrap_err();
        assert!(message.contains(part), "{message}");
    }
    let easy = Preset::find("easy", "puerto-rico").unwrap().temperature;
    assert!(easy.is_some());
    assert_eq!(preset("base = \"easy\"").unwrap().temperature, easy);
    assert_eq!(Preset::find("medium", "puerto-rico").unwrap().temperature, None);
    let hard = Preset::find("hard", "puerto-rico").unwrap();
    assert!(hard.value.is_some(), "a base may have a base, here steady below ismcts");
}
