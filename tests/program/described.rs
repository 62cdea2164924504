//! Pages for readers who do not see them: each table says what it is and which cells name its rows and columns, and each
//! picture says in words and numbers what it shows. All pages that tests make are held to it.

/// Lists what a page leaves unsaid.
fn faults(page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let first_tag =
        |text: &str| text.split('>').next().unwrap_or_default().chars().take(120).collect::<String>();
    for table in elements(page, "table") {
        if !table.contains("<caption") {
            faults.push(format!("a table without a caption: <table{}>", first_tag(table)));
        }
        for head in elements(table, "th") {
            if !first_tag(head).contains("scope=") {
                faults.push(format!("a head without a scope: <th{head}"));
            }
        }
        if !table.contains("scope=\"row\"") || !table.contains("scope=\"col\"") {
            faults.push(format!("a table without heads of rows and columns: <table{}>", first_tag(table)));
        }
    }
    for figure in elements(page, "figure") {
        let label = figure.split("role=\"img\" aria-label=\"").nth(1).and_then(|rest| rest.split('"').next());
        if !label.is_some_and(|label| label.contains(|letter: char| letter.is_ascii_digit())) {
            faults.push(format!("a chart that does not say its numbers: {label:?}"));
        }
    }
    for tag in page.split("<svg").skip(1).map(first_tag).filter(|tag| tag.contains("role=\"img\"")) {
        if !tag.contains("aria-label=") {
            faults.push(format!("a picture without words: <svg{tag}>"));
        }
    }
    faults
}

/// Lists the elements of a name that hold none of their own kind, each from the end of its name on.
fn elements<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let is_whole = |rest: &&str| rest.starts_with(['>', ' ']);
    page.split(open.as_str())
        .skip(1)
        .filter(is_whole)
        .filter_map(|rest| rest.split(close.as_str()).next())
        .collect()
}

/// Requires that a page leaves nothing unsaid; what is in its scripts is drawn by them.
pub(crate) fn require(name: &str, page: &str) {
    let plain: String =
        page.split("<script").map(|part| part.split("</script>").last().unwrap_or(part)).collect();
    let faults = faults(&plain);
    assert!(faults.is_empty(), "{name}:\n{}", faults.join("\n"));
}

#[test]
fn what_is_unsaid_is_found() {
    let table = "<table><caption>Wins</caption><tr><th scope=\"col\">bot</th></tr><tr><th scope=\"row\">a</th></tr></table>";
    let chart = "<figure><svg role=\"img\" aria-label=\"wins: a 3\"></svg></figure>";
    require("a page", &format!("{table}{chart}<script>'<table>'</script>"));
    for (from, to, fault) in [
        ("<caption>Wins</caption>", "", "caption"),
        (" scope=\"row\"", "", "scope"),
        ("<th scope=\"row\">a</th>", "<td>a</td>", "heads"),
        (" a 3", " a", "numbers"),
        (" aria-label=\"wins: a 3\"", "", "words"),
    ] {
        let found = faults(&format!("{table}{chart}").replace(from, to));
        assert!(found.iter().any(|found| found.contains(fault)), "{fault}: {found:?}");
    }
}
