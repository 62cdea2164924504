//! An example or two for the help of each command.

use crate::arena::games;

/// By command, the ones below others after their names: what to type, with marks for the first game of the program and
/// a number of its players.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "tournament",
        &[
            "tradewinds tournament experiments/quickstart.toml",
            "tradewinds tournament experiments/quickstart.toml --deals 100 --until-width 0.05",
        ],
    ),
    ("sprt", &["tradewinds sprt --game {game} --players {players} --a ismcts-200 --b random --elo1 20"]),
    ("ladder", &["tradewinds ladder experiments/{game}/ladder.toml"]),
    ("tune", &["tradewinds tune experiments/{game}/tune-steady.toml"]),
    ("learn", &["tradewinds learn experiments/{game}/learn.toml"]),
    ("choices", &["tradewinds choices experiments/{game}/choices.toml"]),
    (
        "balance",
        &[
            "tradewinds balance experiments/{game}/balance-variants.toml",
            "tradewinds balance experiments/{game}/balance-variants.toml --sweep factory.cost=6..9",
        ],
    ),
    ("restricted", &["tradewinds restricted experiments/{game}/restricted.toml"]),
    ("merge", &["tradewinds merge part-1 part-2 part-3 --out whole"]),
    ("standings", &["tradewinds standings results/runs/quickstart"]),
    ("compare", &["tradewinds compare results/runs/quickstart results/runs/changed --out differences.csv"]),
    ("ratings", &["tradewinds ratings results/runs/quickstart --anchor steady=0 --out ratings"]),
    ("export", &["tradewinds export results/runs/quickstart --parquet tables"]),
    ("gallery", &["tradewinds gallery results", "tradewinds gallery --check"]),
    ("ledger", &["tradewinds ledger add results/runs/quickstart", "tradewinds ledger show Elo"]),
    (
        "ledger add",
        &[
            "tradewinds ledger add results/runs/quickstart --page {game}/README.md",
            "tradewinds ledger add measured.csv",
        ],
    ),
    ("ledger show", &["tradewinds ledger show {game}/tried"]),
    ("ledger tried", &["tradewinds ledger tried {game}"]),
    (
        "replay",
        &[
            "tradewinds replay results/runs/quickstart --game 3 --out game.json",
            "tradewinds replay game.json --html game.html",
        ],
    ),
    (
        "review",
        &[
            "tradewinds review game.json --html review.html",
            "tradewinds review games --name You --html mistakes.html",
        ],
    ),
    ("train", &["tradewinds train game.json", "tradewinds train games --name You"]),
    ("book", &["tradewinds book results/runs/quickstart --plies 4 --out book.jsonl"]),
    ("import", &["tradewinds import evening.txt --out game.json"]),
    (
        "analyze",
        &[
            "tradewinds analyze position.json --iterations 5000",
            "tradewinds analyze game.json --at 41 --html decision.html",
        ],
    ),
    (
        "position",
        &[
            "tradewinds position random position.json --game {game} --players {players} --seed 7",
            "tradewinds position show position.json --seat 2",
        ],
    ),
    (
        "position random",
        &["tradewinds position random position.json --game {game} --players {players} --seed 7"],
    ),
    ("position show", &["tradewinds position show position.json --seat 2"]),
    ("position check", &["tradewinds position check position.json"]),
    ("bench", &["tradewinds bench --game {game}", "tradewinds bench --compare before.json"]),
    ("play", &["tradewinds play {game} --against ismcts"]),
    ("serve", &["tradewinds serve"]),
    ("protocol", &["tradewinds protocol"]),
    (
        "games",
        &[
            "tradewinds games",
            "tradewinds games {game} --reconstructed",
            "tradewinds games {game} --features",
        ],
    ),
    ("bots", &["tradewinds bots --game {game}", "tradewinds bots show ismcts --game {game}"]),
    (
        "bots show",
        &[
            "tradewinds bots show ismcts --game {game}",
            "tradewinds bots show ucb1 --manifest experiments/{game}/ablation.toml",
        ],
    ),
    ("foreign", &["tradewinds foreign check -- python3 crates/python/examples/prizes.py"]),
    ("foreign check", &["tradewinds foreign check --games 100 -- python3 crates/python/examples/prizes.py"]),
    (
        "foreign search",
        &["tradewinds foreign search --iterations 500 -- python3 crates/python/examples/prizes.py"],
    ),
    (
        "foreign tournament",
        &[
            "tradewinds foreign tournament --bots ismcts-200,random,random -- python3 crates/python/examples/prizes.py",
        ],
    ),
    ("check-bot", &["tradewinds check-bot experiments/external/bot.toml"]),
    (
        "completions",
        &[
            "tradewinds completions bash > ~/.local/share/bash-completion/completions/tradewinds",
            "tradewinds completions fish > ~/.config/fish/completions/tradewinds.fish",
        ],
    ),
    ("man", &["tradewinds man | man -l -", "tradewinds man --out ~/.local/share/man/man1"]),
];

/// Adds the examples to the help of each command, and of those below it.
pub(super) fn with_examples(command: clap::Command) -> clap::Command {
    below("", command)
}

/// Adds the examples to the commands below one; `path` has the names above them, each with a space.
fn below(path: &str, command: clap::Command) -> clap::Command {
    command.mut_subcommands(|command| {
        let name = format!("{path}{}", command.get_name());
        let found = EXAMPLES.iter().find(|(known, _)| *known == name);
        let lines = found.map_or(&[][..], |(_, lines)| lines);
        let heading = if lines.len() > 1 { "Examples:" } else { "Example:" };
        below(&format!("{name} "), command)
            .after_help(format!("{heading}\n  {}", filled(&lines.join("\n  "))))
    })
}

/// Writes the program's first game in place of the marks.
fn filled(lines: &str) -> String {
    let Some(game) = games().first() else { return lines.to_owned() };
    let info = game.info();
    lines.replace("{game}", info.name).replace("{players}", &info.players.end().min(&4).to_string())
}

#[cfg(test)]
mod tests {
    use clap::{ArgMatches, Command, CommandFactory};

    use super::{EXAMPLES, filled};
    use crate::cli::Cli;

    /// Lists the commands below one with the names above them.
    fn names(path: &str, command: &Command) -> Vec<String> {
        let mut found = Vec::new();
        for command in command.get_subcommands() {
            let name = format!("{path}{}", command.get_name());
            let more = names(&format!("{name} "), command);
            found.push(name);
            found.extend(more);
        }
        found
    }

    /// The command that was read, with the names above it.
    fn read(found: &ArgMatches) -> String {
        let Some((name, more)) = found.subcommand() else { return String::new() };
        format!("{name} {}", read(more)).trim_end().to_owned()
    }

    #[test]
    fn every_command_has_examples_that_it_reads() {
        let known = names("", &Cli::command());
        for name in &known {
            assert!(EXAMPLES.iter().any(|(command, _)| command == name), "{name}");
        }
        for (name, lines) in EXAMPLES.iter().filter(|(name, _)| known.iter().any(|known| known == name)) {
            for line in lines.iter().map(|line| filled(line)) {
                // What a shell does with the output is not the program's.
                let words = line.split_whitespace().take_while(|word| ![">", "|"].contains(word));
                let found = Cli::command().try_get_matches_from(words).expect("an example is read");
                assert!(read(&found).starts_with(name), "{line}");
            }
        }
    }
}
