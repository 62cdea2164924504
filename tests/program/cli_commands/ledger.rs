//! The ledger: its file, and the documents that quote it.

use std::fs;

use super::place::Place;

pub(crate) const HEAD: &str =
    "id,date,commit,game,rules,players,command,bots,games,quantity,unit,value,low,high,verdict,page\n";
const SHARE: &str = "pr-learned,2026-11-20,01234567,puerto-rico,standard@1,4,tradewinds tournament a.toml,\
                     learned@89abcdef;steady@01234567,2400,win share of learned,%,43.6,41.5,45.8,Kept: it ships.,puerto-rico/learned/README.md\n";
const TRIED: &str = "pr-tried-bias,2026-11-20,01234567,puerto-rico,standard@1,4,tradewinds tournament b.toml,,1200,\
                     Elo of bias over shipped,Elo,-12,-30,6,Removed: it lost.,puerto-rico/tried.md\n";
const PAGE: &str = "# Is the learned bot better?\n\nYes: it wins 43.6 %<!--pr-learned--> of its games, not 25 <!-- chance --> in a hundred.\n\n\
                    <!-- begin ledger -->\n<!-- end ledger -->\n";

/// Makes a folder of results with a ledger, and documents above it.
fn results() -> Place {
    let place = Place::new();
    place.write("results/ledger.csv", &[HEAD, SHARE, TRIED].concat());
    place.write("results/puerto-rico/learned/README.md", PAGE);
    place.write("results/README.md", "# Results\n\n<!-- begin pages -->\n<!-- end pages -->\n");
    place.write("README.md", "# A\n\nIt wins 44 % (42 to 46)<!--pr-learned-->.\n");
    place.write("docs/search.md", "Bias lost: Elo -12<!--pr-tried-bias-->, `12 %`.\n");
    place.write("docs/rules/x.md", "12 % of the rules\n");
    place
}

#[test]
fn the_gallery_writes_the_pages_of_the_ledger() {
    let place = results();
    let written = place.succeed(&["gallery"]);
    let paths: Vec<&str> = written.lines().collect();
    assert_eq!(paths, ["results/README.md", "results/puerto-rico/learned/README.md", "results/index.html"]);
    assert_eq!(place.succeed(&["gallery"]), "", "what is up to date is not written again");
    let page = place.read("results/puerto-rico/learned/README.md");
    for part in [
        "\n|win share of learned|4|2,400|43.6 %|41.5 to 45.8|Kept: it ships.|\n",
        "\nAt 01234567, 2026-11-20:\n\n    tradewinds tournament a.toml\n",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let all = place.read("results/README.md");
    let list = "\n<!-- begin pages -->\n\n- [Is the learned bot better?](puerto-rico/learned/README.md)\n\n<!-- end pages -->\n";
    assert!(all.contains(list), "{all}");
    let index = place.read("results/index.html");
    for part in [
        "2 results, 2 figures in the ledger.",
        "<a href=\"./puerto-rico/learned/README.md\">Is the learned bot better?</a>",
        "Yes: it wins 43.6 % of its games, not 25  in a hundred.",
        "<h3>What was tried in Puerto Rico?</h3><p>tradewinds ledger tried puerto-rico prints the table.</p>",
        ">equal bots</text>",
    ] {
        assert!(index.contains(part), "{part} in {index}");
    }
    assert_eq!(index.matches("<figure").count(), 2, "{index}");
    place.succeed(&["gallery", "results", "--check"]);
    let before = place.contents();
    place.succeed(&["gallery"]);
    assert_eq!(before, place.contents(), "they are written once");
}

#[test]
fn what_differs_from_the_ledger_is_named() {
    let place = results();
    place.succeed(&["gallery"]);
    let page = place.read("results/puerto-rico/learned/README.md");
    let check = |name: &str, text: &str, expected: &[&str]| {
        let before = place.read(name);
        place.write(name, text);
        let message = place.fail(1, &["gallery", "--check"]);
        let lines: Vec<&str> = message.lines().map(|line| line.strip_prefix("error: ").unwrap()).collect();
        assert_eq!(lines, expected, "{name}");
        place.write(name, &before);
    };
    let unmarked =
        "without a mark; allowed: one with the mark of its row right behind it, such as <!--pr-x-->";
    check(
        "README.md",
        "# A\n\nIt wins\n45 %<!--pr-learned-->.\n",
        &["README.md: line 4: found \"45 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned"],
    );
    check(
        "docs/search.md",
        "a\n12 % and\nElo 7\n",
        &[
            &format!("docs/search.md: line 2: found \"12 %\" {unmarked}"),
            &format!("docs/search.md: line 3: found \"Elo 7\" {unmarked}"),
        ],
    );
    check(
        "results/puerto-rico/learned/README.md",
        &page.replacen("43.6 %<!--", "43.7 %<!--", 1),
        &[
            "results/index.html is out of date: `tradewinds gallery results` writes it again",
            "results/puerto-rico/learned/README.md: line 3: found \"43.7 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
        ],
    );
    check(
        "results/puerto-rico/learned/README.md",
        &page.replace("Kept", "Lost"),
        &[
            "results/puerto-rico/learned/README.md is out of date: `tradewinds gallery results` writes it again",
        ],
    );
    check(
        "results/README.md",
        &place.read("results/README.md").replace("Is", "Was"),
        &["results/README.md is out of date: `tradewinds gallery results` writes it again"],
    );
}

#[test]
fn what_was_tried_in_a_game_is_printed() {
    let place = results();
    let page = place.succeed(&["ledger", "tried", "puerto-rico"]);
    assert!(page.starts_with("# What was tried in Puerto Rico?\n"), "{page}");
    for part in [
        "`results/ledger.csv`",
        "\n|Elo of bias over shipped|4|1,200|-12 Elo|-30 to 6|Removed: it lost.|01234567|\n",
        "\nAt 01234567, 2026-11-20:\n\n    tradewinds tournament b.toml\n",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("win share of learned"), "{page}");
    let message = place.refuse(&["ledger", "tried", "puerto-rica"]);
    assert!(message.starts_with("error: game: found \"puerto-rica\"; allowed: puerto-rico, "), "{message}");
    let message = place.refuse(&["ledger", "tried", "mundus-novus"]);
    assert_eq!(message, "error: results/ledger.csv: no figure is of what was tried in mundus-novus\n");
}

/// Each wrong ledger gets one message: the file, the line, the column, what was found and what is allowed.
#[test]
fn a_wrong_ledger_is_refused() {
    let place = results();
    let rows = |share: &str| [HEAD, share, TRIED].concat();
    for (text, expected) in [
        (String::new(), "line 1: found no column \"id\"; allowed: id,date,commit,"),
        (
            rows(SHARE).replace(",verdict", ""),
            "line 1: found no column \"verdict\"; allowed: id,date,commit,",
        ),
        (HEAD.replace("page", "page,note"), "line 1: found \"note\"; allowed: id, date, commit,"),
        (
            HEAD.replace("page", "page,page"),
            "line 1: found 17 columns, one of them twice; allowed: id,date,commit,",
        ),
        (
            [HEAD, SHARE, SHARE].concat(),
            "line 3: id: found \"pr-learned\", which a row has already: win share of learned, 43.6 % (41.5 to 45.8); allowed: an id of its own",
        ),
        (rows(&SHARE.replace("43.6", "43,6")), "line 2: found 17 cells; allowed: 16 cells"),
        (
            rows(&SHARE.replace("43.6", "~43.6")),
            "line 2: value: found \"~43.6\"; allowed: a plain number such as 43.6",
        ),
        (rows(&SHARE.replace("43.6", "46")), "line 2: high: found \"45.8\"; allowed: at least the value, 46"),
        (
            rows(&SHARE.replace("pr-", "fd-")),
            "line 2: id: found \"fd-learned\"; allowed: one that begins with pr-, or with a topic",
        ),
        (
            rows(&SHARE.replace("learned/README", "learnt/README")),
            "line 2: page: found \"puerto-rico/learnt/README.md\"; allowed: a page in results, or puerto-rico/tried.md",
        ),
        (
            rows(&SHARE.replace("puerto-rico,", "puerto-rica,")),
            "line 2: game: found \"puerto-rica\"; allowed: puerto-rico, ",
        ),
        (
            rows(&SHARE.replace("01234567,", "HEAD,")),
            "line 2: commit: found \"HEAD\"; allowed: 8 hex digits in small letters",
        ),
        (
            rows(&SHARE.replace("2026-11-20", "today")),
            "line 2: date: found \"today\"; allowed: a day such as 2026-11-28",
        ),
    ] {
        place.write("results/ledger.csv", &text);
        let message = place.refuse(&["gallery", "results"]);
        assert!(message.starts_with(&format!("error: results/ledger.csv: {expected}")), "{message}");
    }
    fs::write(place.path().join("results/ledger.csv"), [HEAD.as_bytes(), b"\xff,\n"].concat()).unwrap();
    let message = place.refuse(&["gallery", "results"]);
    assert!(message.starts_with("error: results/ledger.csv: line 2: "), "{message}");
}
