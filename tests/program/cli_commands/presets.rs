//! Presets that take from another one what they leave out, and those that leave it to the code.

use tradewinds::game::Advice;
use tradewinds::games::puerto_rico::PuertoRico;

use super::place::Place;

const TABLE: &str = "name = \"t\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"table\"\n\
                     lineup = [\"bots/fan.toml\", \"steady\", \"shipper\"]\n";
const FAN: &str = "# Mine.\nname = \"fan\"\ngame = \"puerto-rico\"\nbase = \"../dear.toml\"\n\n[weights]\nfactory = 2.75 # thrice\n";
const DEAR: &str = "name = \"dear\"\ngame = \"puerto-rico\"\nabout = \"Not the fan's.\"\nbase = \"steady\"\n\n[weights]\npocket = 9.5\n";

fn place() -> Place {
    let place = Place::new();
    place.write("t.toml", TABLE);
    place.write("bots/fan.toml", FAN);
    place.write("dear.toml", DEAR);
    place
}

/// The weights of the shipped bot, with these changes.
fn steady(changes: &[(&str, f64)]) -> toml::Table {
    let mut weights: toml::Table = include_str!("../../../bots/puerto-rico.steady.toml").parse().unwrap();
    let Some(toml::Value::Table(mut weights)) = weights.remove("weights") else { panic!("it has weights") };
    for (name, value) in changes {
        assert!(weights.insert((*name).to_owned(), (*value).into()).is_some(), "{name}");
    }
    weights
}

const PLAY: [&str; 4] = ["tournament", "t.toml", "--out", "out"];

#[test]
fn a_run_has_the_whole_preset_and_goes_on_with_it() {
    let place = place();
    let printed = place.succeed(&PLAY);
    let copy = place.table("out/bots/fan.toml");
    assert_eq!(copy["weights"].as_table(), Some(&steady(&[("factory", 2.75), ("pocket", 9.5)])));
    let keys: Vec<&str> = copy.keys().map(String::as_str).collect();
    assert_eq!((keys, copy["name"].as_str()), (vec!["game", "kind", "name", "weights"], Some("fan")));
    let text = place.read("out/bots/fan.toml");
    assert!(text.starts_with("# Mine.\n") && text.contains("factory = 2.75 # thrice\n"), "{text}");

    place.write("dear.toml", &DEAR.replace("9.5", "9.75"));
    let message = place.refuse(&PLAY);
    let difference = "holds another run: its bots/fan.toml differs in weights.pocket (9.5 there, 9.75 here)";
    assert!(message.contains(difference), "{message}");
    let again = place.succeed(&["tournament", "out/manifest.toml", "--out", "out"]);
    assert_eq!(again.replace("played before; ", ""), printed);
}

#[test]
fn it_plays_as_the_same_preset_written_out() {
    let place = place();
    place.succeed(&PLAY);
    let whole = place.read("out/bots/fan.toml");
    place.write("bots/fan.toml", &whole);
    place.succeed(&["tournament", "t.toml", "--out", "whole"]);
    for file in ["games.csv", "seats.csv", "bots/fan.toml", "manifest.toml"] {
        assert_eq!(place.read(&format!("out/{file}")), place.read(&format!("whole/{file}")), "{file}");
    }
}

#[test]
fn wrong_bases_are_refused_with_one_line() {
    let place = place();
    for (base, part) in [
        ("stedy", "bots/fan.toml: base: found \"stedy\"; allowed: "),
        ("stedy", "(did you mean steady?)"),
        ("raider", "bots/fan.toml: base: found \"raider\"; allowed: "),
        ("none.toml", "bots/fan.toml: base \"none.toml\": cannot be read: No such file"),
        (
            "../other.toml",
            "bots/fan.toml: base: found other, a preset for \"francis-drake\"; allowed: one for",
        ),
        ("../wrong.toml", "bots/../wrong.toml: kid: found \"kid\"; allowed: "),
        ("fan.toml", "bots/fan.toml: base: found a cycle: bots/fan.toml -> bots/fan.toml; allowed: a chain"),
        (
            "../a.toml",
            "found a cycle: bots/fan.toml -> bots/../a.toml -> bots/../b.toml -> bots/../a.toml; allowed",
        ),
    ] {
        place.write("bots/fan.toml", &FAN.replace("../dear.toml", base));
        place.write("other.toml", "name = \"other\"\ngame = \"francis-drake\"\nbase = \"steady\"\n");
        place.write("wrong.toml", "name = \"wrong\"\ngame = \"puerto-rico\"\nkid = \"heuristic\"\n");
        place.write("a.toml", &DEAR.replace("steady", "b.toml"));
        place.write("b.toml", &DEAR.replace("steady", "a.toml"));
        let message = place.refuse(&PLAY);
        assert!(message.contains(part), "{message}");
    }
    place.write("bots/fan.toml", &FAN.replace("base = \"../dear.toml\"\n", ""));
    let message = place.refuse(&PLAY);
    assert!(
        message.contains("kind: found nothing; allowed: heuristic, search, external or random; or a base")
    );
}

#[test]
fn a_preset_without_base_says_once_what_it_takes_from_the_code() {
    let place = place();
    place.write("bots/fan.toml", &FAN.replace("base = \"../dear.toml\"", "kind = \"heuristic\""));
    place.write("t.toml", &TABLE.replace("\"shipper\"", "\"bots/fan.toml\""));
    let all = steady(&[]).len();
    let (printed, notes) = place.succeed_with_notes(&PLAY);
    assert_eq!(
        notes,
        format!(
            "note: bots/fan.toml leaves out {} of {all} weights; they have the code's defaults, which are not \
             those of steady; base = \"steady\" takes them from steady\n",
            all - 1
        )
    );
    assert!(!printed.contains("note"), "{printed}");
    // A quiet command prints the same result, and nothing beside it.
    let quiet = place.succeed(&["-q", "tournament", "t.toml", "--out", "quiet"]);
    let (whole, _) = place.succeed_with_notes(&["tournament", "t.toml", "--out", "whole"]);
    assert_eq!(quiet.replace("quiet", "whole"), whole);
    place.write("all.toml", &include_str!("../../../bots/puerto-rico.steady.toml").replace("steady", "all"));
    place.write("t.toml", &TABLE.replace("bots/fan.toml", "all.toml"));
    place.succeed(&["tournament", "t.toml", "--out", "all"]);
}

/// Else its result would be read as that of the shipped bot.
#[test]
fn a_file_with_the_name_of_a_shipped_bot_says_that_it_is_another() {
    let place = place();
    let named = |base: &str| format!("name = \"steady\"\ngame = \"puerto-rico\"\nbase = \"{base}\"\n");
    for (base, is_other) in [("builder", true), ("steady", false)] {
        place.write("mine.toml", &named(base));
        place.write(
            "t.toml",
            &TABLE.replace("\"shipper\"", "\"mine.toml\"").replace("\"steady\"", "\"random\""),
        );
        let (_, notes) = place.succeed_with_notes(&["tournament", "t.toml", "--out", base]);
        let note = "note: mine.toml plays in another way than the shipped bot steady, whose name it has: tables call it \
                    steady, too\n";
        assert_eq!(notes, if is_other { note } else { "" });
    }
}

#[test]
fn a_search_of_ones_own_without_weights_says_so_and_with_a_base_it_has_them() {
    let place = place();
    place.position("puerto-rico", "3", ["--seed", "1"]);
    let run = |bot: &'static str| ["analyze", "p.json", "--bot", bot, "--worlds", "0", "--json"];
    let search = "name = \"mine\"\ngame = \"puerto-rico\"\nkind = \"search\"\n[search]\niterations = 20\n";
    place.write("mine.toml", search);
    let (_, notes) = place.succeed_with_notes(&run("mine.toml"));
    let all = steady(&[]).len();
    assert!(notes.starts_with(&format!("note: mine.toml leaves out {all} of {all} weights; ")), "{notes}");

    place.write("based.toml", &search.replace("kind = \"search\"", "base = \"ismcts\""));
    let found: serde_json::Value = serde_json::from_str(&place.succeed(&run("based.toml"))).unwrap();
    let settings = &found["settings"];
    assert_eq!((&settings["iterations"], &settings["cutoff"]), (&20.into(), &0.into()));
    // Another kind than its base's: a search with the weights of a bot that has no search.
    place.write("kind.toml", &search.replace("kind", "base = \"steady\"\nkind"));
    place.succeed(&run("kind.toml"));
}

#[test]
fn a_preset_with_a_base_is_tuned_and_tested() {
    let place = place();
    let tune = "name = \"tune\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 5\nbot = \"bots/fan.toml\"\n\
                pool = [[\"shipper\"]]\nspsa = { iterations = 2, deals = 1, weights = [\"factory\", \"harbor\"] }\n\
                held_out = { pool = [[\"trader\"]], deals = 2 }\n";
    place.write("tune.toml", tune);
    place.succeed(&["tune", "tune.toml", "--out", "tuned"]);
    let tuned = place.table("tuned/tuned.toml");
    let mut weights = tuned["weights"].as_table().unwrap().clone();
    let mut wanted = steady(&[("pocket", 9.5)]);
    for name in ["factory", "harbor"] {
        assert_ne!(weights.remove(name), wanted.remove(name), "{name}");
    }
    assert_eq!((weights, tuned.get("base")), (wanted, None));
    assert!(place.read("tuned/tuned.toml").starts_with("# Mine.\n"));

    let duel = ["sprt", "--game", "puerto-rico", "--players", "3", "--a", "bots/fan.toml", "--b", "steady"];
    place.succeed(&[&duel[..], &["--max-deals", "2", "--out", "duel"]].concat());
    assert_eq!(place.read("duel/bots/fan.toml"), place.read("tuned/bots/fan.toml"));
}

/// Returns the cells of the row that begins with a word.
fn row<'a>(shown: &'a str, name: &str) -> Vec<&'a str> {
    let mut rows = shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.find(|cells| cells.first() == Some(&name)).unwrap_or_else(|| panic!("{name} in {shown}"))
}

#[test]
fn a_bot_is_shown_with_its_weights_and_settings() {
    let place = place();
    let show = |name: &str| place.succeed(&["bots", "show", name, "--game", "puerto-rico"]);

    let fan = show("bots/fan.toml");
    assert!(fan.starts_with("bot    fan\ngame   puerto-rico\nkind   heuristic\n\nweight "), "{fan}");
    for doc in PuertoRico::weights() {
        let weight = steady(&[("factory", 2.75), ("pocket", 9.5)])[doc.name].as_float().unwrap();
        let cells = row(&fan, doc.name);
        assert_eq!(cells[1..3], [weight.to_string(), doc.default.to_string()], "{}", doc.name);
        assert_eq!(cells[3..].join(" "), doc.meaning.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    assert_eq!(fan.lines().count(), 5 + PuertoRico::weights().len());

    let ismcts = show("ismcts");
    let weights_of = |shown: &str| shown[shown.find("\nweight").unwrap()..].to_owned();
    assert_eq!(weights_of(&ismcts), weights_of(&show("steady")), "its weights are those of its base");
    for (setting, value, default) in [
        ("iterations", "1000", "none"),
        ("tree", "own-moves", "auto"),
        ("selection", "puct", "ucb1"),
        ("exploration", "0.35", "1.5"),
        ("cutoff", "0", "none"),
        ("stop_when_decided", "true", "false"),
        ("max_nodes", "500000", "500000"),
    ] {
        assert_eq!(row(&ismcts, setting)[1..3], [value, default], "{setting}");
    }

    let random = show("random");
    assert_eq!(random.lines().count(), 4, "{random}");
    place.write(
        "mine.toml",
        "name = \"mine\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"my-bot\", \"-v\"]\n",
    );
    let external = show("mine.toml");
    assert!(
        external.ends_with("\n\ncommand    my-bot -v\ntime_ms    10000\nstart_ms   10000\nmargin_ms  250\n"),
        "{external}"
    );

    let refuse = |name: &str| place.refuse(&["bots", "show", name, "--game", "puerto-rico"]);
    assert!(refuse("stedy").ends_with("(did you mean steady?)\n"));
    place.write(
        "wrong.toml",
        "name = \"wrong\"\ngame = \"any\"\nkind = \"heuristic\"\n[weights]\nfactori = 1.0\n",
    );
    let output = refuse("wrong.toml");
    assert!(
        output.contains("weights: found \"factori\"") && output.contains("did you mean factory?"),
        "{output}"
    );
}
