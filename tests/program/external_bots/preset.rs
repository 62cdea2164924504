//! Presets of kind external: what they say and what they refuse.

use tradewinds::bots::{BotKind, Preset};

const PRESET: &str =
    "name = \"x\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"python3\", \"bot.py\"]\n";

fn parse(text: &str) -> Result<Preset, String> {
    Preset::parse("x.toml", text).map_err(|error| error.to_string())
}

#[test]
fn a_preset_has_a_command_and_a_time() {
    let read = |text: &str| {
        let preset = parse(text).unwrap();
        assert_eq!(preset.kind.word(), "external");
        let BotKind::External(settings) = preset.kind else { panic!("an external bot") };
        settings
    };
    let settings = read(PRESET);
    assert_eq!(settings.command, ["python3", "bot.py"]);
    assert_eq!(settings.time_ms, 10_000);
    assert_eq!(read(&format!("{PRESET}time_ms = 3_600_000")).time_ms, 3_600_000);
    assert_eq!(read(&format!("{PRESET}time_ms = 1")).time_ms, 1);
    // A clock is the bound of a decision that has none of its own.
    assert_eq!(read(&format!("{PRESET}clock = {{ game_ms = 5 }}")).time_ms, 3_600_000);
    assert_eq!(read(&format!("{PRESET}time_ms = 7\nclock = {{ game_ms = 5 }}")).time_ms, 7);
    assert_eq!((settings.start_ms, settings.margin_ms, settings.options), (10_000, 250, None));
}

#[test]
fn wrong_presets_are_refused() {
    let list = "command = [\"python3\", \"bot.py\"]";
    let words = "a list of strings: the program and its arguments";
    for (text, refusal) in [
        (PRESET.replace(list, ""), format!("x.toml: command: found nothing; allowed: {words}; or an address")),
        (PRESET.replace(list, "command = []"), format!("x.toml: command: found nothing; allowed: {words}; or an address")),
        (PRESET.replace(list, "command = [\"\"]"), format!("x.toml: command: found \"\"; allowed: {words}")),
        (
            PRESET.replace("bot.py", "bot\\u0000"),
            "x.toml: command: found \"bot\\0\"; allowed: strings without a zero byte".to_owned(),
        ),
        (format!("{PRESET}time_ms = 0"), "x.toml: time_ms: found 0; allowed: 1 to 3600000".to_owned()),
        (
            format!("{PRESET}time_ms = 3_600_001"),
            "x.toml: time_ms: found 3600001; allowed: 1 to 3600000".to_owned(),
        ),
        (
            format!("{PRESET}margin_ms = 3_600_001"),
            "x.toml: margin_ms: found 3600001; allowed: 0 to 3600000".to_owned(),
        ),
        (
            format!("{PRESET}options = {{ deep = [1.0, inf] }}"),
            "x.toml: options.deep[1]: found inf; allowed: a finite number".to_owned(),
        ),
        (
            format!("{PRESET}stop = true\nmargin_ms = 0"),
            "x.toml: margin_ms: found 0; allowed: 1 to 3600000 with stop = true: the program answers within it"
                .to_owned(),
        ),
        (
            format!("{PRESET}clock = {{ game_iterations = 5 }}"),
            "x.toml: clock.game_iterations: found 5; allowed: game_ms with kind = \"external\": only a search counts iterations"
                .to_owned(),
        ),
        (
            format!("{PRESET}clock = {{ increment_ms = 5 }}"),
            "x.toml: clock.game_ms: found no clock; allowed: game_ms".to_owned(),
        ),
        (
            format!("{PRESET}options.day = 2026-11-29"),
            "x.toml: options.day: found the date 2026-11-29; allowed: a value that is no date".to_owned(),
        ),
        (
            PRESET.replace("external", "random").replace(list, "options = {}"),
            "x.toml: options: found a table; allowed: only with kind = \"external\"".to_owned(),
        ),
        (
            format!("{PRESET}[search]\niterations = 5"),
            "x.toml: search: found a table; allowed: only with kind = \"search\"".to_owned(),
        ),
        (
            format!("{PRESET}[weights]\nx = 5.0"),
            "x.toml: weights: found a table; allowed: only with kind = \"heuristic\" or \"search\""
                .to_owned(),
        ),
        (
            PRESET.replace("external", "random"),
            "x.toml: command: found a list; allowed: only with kind = \"external\"".to_owned(),
        ),
        (
            format!("{PRESET}address = \"127.0.0.1:5005\""),
            "x.toml: address: found a command as well; allowed: either a command or an address".to_owned(),
        ),
        (
            PRESET.replace("external", "heuristic").replace(list, "time_ms = 5"),
            "x.toml: time_ms: found a number; allowed: only with kind = \"external\"".to_owned(),
        ),
    ] {
        assert_eq!(parse(&text).unwrap_err(), refusal, "{text}");
    }
    for address in ["192.168.0.1:5005", "127.0.0.1:0", "127.0.0.1", "localhost:5005"] {
        let allowed = "an address of this machine with a port, such as 127.0.0.1:5005 or [::1]:5005";
        let refusal = format!("x.toml: address: found {address:?}; allowed: {allowed}");
        assert_eq!(parse(&PRESET.replace(list, &format!("address = {address:?}"))).unwrap_err(), refusal);
    }
    let error = parse(&PRESET.replace(list, "command = \"python3 bot.py\"")).unwrap_err();
    assert!(error.starts_with("x.toml: command: found the text \"python3 bot.py\""), "{error}");
    let error = parse(&PRESET.replace("command", "comand")).unwrap_err();
    assert!(error.contains("did you mean command?"), "{error}");
}

#[test]
fn a_program_is_looked_for_without_being_started() {
    let check = |program: &str| {
        let preset = parse(&PRESET.replace("python3", program)).unwrap();
        preset.check_command().map_err(|error| error.to_string())
    };
    assert_eq!(check("python3"), Ok(()));
    for program in
        ["tests/program/external_bots/bot.py", "no-such-program-anywhere", "./no/such/program", "src"]
    {
        let allowed = "a program in PATH, or the path of one from the current folder";
        let refusal = format!("bot x: command: found {program:?}; allowed: {allowed}");
        // The first is there, but a script without the right to be executed.
        assert_eq!(check(program), Err(refusal));
    }
    // One that runs already is not looked for.
    let address = PRESET.lines().filter(|line| !line.starts_with("command")).collect::<Vec<_>>().join("\n");
    let preset = parse(&format!("{address}\naddress = \"[::1]:5005\"")).unwrap();
    assert_eq!(preset.check_command(), Ok(()));
    assert_eq!(Preset::find("random", "any").unwrap().check_command(), Ok(()));
}

#[test]
fn programs_and_clocks_are_not_reproducible() {
    assert!(!parse(PRESET).unwrap().is_reproducible());
    for preset in Preset::shipped("puerto-rico") {
        assert!(preset.is_reproducible(), "{}", preset.name);
    }
    let timed = "name = \"x\"\ngame = \"any\"\nkind = \"search\"\n[search]\niterations = 5\ntime_ms = 5\n";
    assert!(!parse(timed).unwrap().is_reproducible());
}
