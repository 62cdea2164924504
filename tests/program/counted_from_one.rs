//! Finds seats and places that a text or a page for people counts from 0.

use serde_json::Value;

/// What people see of a page when they point at something.
const TOLD: [&str; 4] = ["title=\"", "aria-label=\"", "alt=\"", "placeholder=\""];
/// Tags that do not end a phrase.
const INLINE: [&str; 8] = ["b", "i", "em", "strong", "small", "span", "a", "code"];
/// Columns that number seats or places.
const COLUMNS: [&str; 5] = ["seat", "place", "starting place", "start place", "start_place"];

/// Returns all phrases such as "seat 0", and the columns of seats or places that have a 0, of a text or of a page.
pub(crate) fn zeros(text: &str) -> Vec<String> {
    let Some(start) = text.find("<!DOCTYPE html>") else {
        return [phrases(text), text_columns(text)].concat();
    };
    let (markup, data) = without_scripts(&text[start..]);
    let mut found = of_markup(&markup);
    for data in data {
        let Ok(data) = serde_json::from_str::<Value>(&data) else { continue };
        each_text(&data, &mut |text| found.extend(of_markup(text)));
    }
    found
}

fn of_markup(markup: &str) -> Vec<String> {
    let mut found = phrases(&plain(markup));
    for told in TOLD {
        let texts = markup.split(told).skip(1).filter_map(|rest| rest.split('"').next());
        found.extend(texts.flat_map(phrases));
    }
    found.extend(
        markup.split("<table").skip(1).filter_map(|rest| rest.split("</table").next()).flat_map(html_columns),
    );
    found
}

/// Returns a page without its scripts and styles, and the data blocks among them.
fn without_scripts(page: &str) -> (String, Vec<String>) {
    let (mut kept, mut data, mut rest) = (String::new(), Vec::new(), page);
    while let Some((at, tag)) =
        ["script", "style"].iter().filter_map(|tag| Some((rest.find(&format!("<{tag}"))?, tag))).min()
    {
        kept += &rest[..at];
        let (block, after) = rest[at..].split_once(&format!("</{tag}>")).unwrap_or((&rest[at..], ""));
        if let Some((_, text)) = block.split_once("application/json\">") {
            data.push(text.to_owned());
        }
        rest = after;
    }
    (kept + rest, data)
}

fn each_text(data: &Value, take: &mut impl FnMut(&str)) {
    match data {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, take)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, take)),
        _ => {}
    }
}

/// Returns the text between the tags; a tag that ends a phrase becomes a bar.
fn plain(markup: &str) -> String {
    let mut text = String::new();
    let mut parts = markup.split('<');
    text += parts.next().unwrap_or_default();
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        text += if INLINE.contains(&name.as_str()) { " " } else { " | " };
        text += after;
    }
    text
}

/// What follows a number of colonists in Puerto Rico's notation: "place 0 indigo".
const SLOTS: [&str; 15] = [
    "corn",
    "indigo",
    "sugar",
    "tobacco",
    "coffee",
    "quarry",
    "small",
    "large",
    "hacienda",
    "construction",
    "hospice",
    "office",
    "factory",
    "university",
    "harbor",
];

/// Finds "seat 0", "seats 0 and 1", "place 0", "place: 0"; not "seat 0.5", and not the notation "place 0 corn".
fn phrases(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let tokens: Vec<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '|' | '_' | '%'))
        .map(|token| token.trim_matches('.'))
        .filter(|token| !token.is_empty())
        .collect();
    let is_notation =
        |at: usize| tokens[at] == "place" && tokens.get(at + 2).is_some_and(|next| SLOTS.contains(next));
    let is_zero = |pair: &[&str]| matches!(pair, ["seat" | "seats" | "place" | "start_place", "0"]);
    let found = tokens.windows(2).enumerate().filter(|&(at, pair)| is_zero(pair) && !is_notation(at));
    found.map(|(at, _)| tokens[at.saturating_sub(4)..tokens.len().min(at + 6)].join(" ")).collect()
}

/// Finds columns of a table of a page.
fn html_columns(table: &str) -> Vec<String> {
    let rows: Vec<Vec<String>> = table
        .split("<tr")
        .skip(1)
        .map(|row| {
            let cells = row.replace("<td", "<th");
            let cells = cells.split("<th").skip(1).filter(|cell| !cell.starts_with("ead"));
            cells.map(|cell| plain(&format!("<th{cell}")).replace('|', "").trim().to_lowercase()).collect()
        })
        .collect();
    let Some((head, body)) = rows.split_first() else { return Vec::new() };
    let columns = head.iter().enumerate().filter(|(_, name)| COLUMNS.contains(&name.as_str()));
    let from_zero =
        columns.filter(|(column, _)| body.iter().any(|row| row.get(*column).is_some_and(|cell| cell == "0")));
    from_zero.map(|(_, name)| format!("column {name}")).collect()
}

/// Finds columns of a table of the terminal, whose cells stand two blanks apart.
fn text_columns(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, head) in lines.iter().enumerate() {
        if !head.trim().contains("  ") {
            continue;
        }
        for name in head.split("  ").map(str::trim).filter(|name| COLUMNS.contains(name)) {
            let Some(start) = head.find(name) else { continue };
            let below = lines[number + 1..].iter().take_while(|line| !line.trim().is_empty());
            let has_zero = below.map(|line| cell(line, start, start + name.len())).any(|cell| cell == "0");
            found.extend(has_zero.then(|| format!("column {name}: {head}")));
        }
    }
    found
}

/// Returns the word of a line that touches these columns.
fn cell(line: &str, start: usize, end: usize) -> String {
    let letters: Vec<char> = line.chars().collect();
    let is_word = |at: usize| letters.get(at).is_some_and(|letter| !letter.is_whitespace());
    let Some(mut first) = (start..end).find(|&at| is_word(at)) else { return String::new() };
    while first > 0 && is_word(first - 1) {
        first -= 1;
    }
    letters[first..].iter().take_while(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn what_counts_from_0_is_found() {
    for text in [
        "As seat 0 sees it",
        "Place 0: 0.363",
        "win share starting place: 0",
        "seats 0 and 2",
        "start_place 0",
        "seat  share\n   1  0.5\n   0  0.5\n",
        "bot     place\nsteady      0\n",
        "<!DOCTYPE html><p>seat <b>0</b> wins",
        "<!DOCTYPE html><svg aria-label=\"place 0 0.3\">",
        "<!DOCTYPE html><table><thead><tr><th>Place</th><th>share</th></tr></thead><tr><td>0</td><td>1</td></tr></table>",
        "<!DOCTYPE html><script type=\"application/json\">{\"a\": [\"<p>seat 0</p>\"]}</script>",
    ] {
        assert_eq!(zeros(text).len(), 1, "{text}: {:?}", zeros(text));
    }
    for text in [
        "seat 0.5, seat 10, seat1 0, free places 0",
        "seat 2: place 0 corn, place 0 small market",
        "win share by seat  0.363",
        "seat  share\n   1  0.0\n   2  0\n",
        "<!DOCTYPE html><b class=\"seat 0\">1</b><table><tr><th>seat</th></tr><tr><td>1</td></tr></table>",
        "<!DOCTYPE html><script>let seat = 0;</script><style>.seat 0</style><th>place</th><td>0</td>",
        "<!DOCTYPE html><script type=\"application/json\">{\"seat\": 0}</script>",
    ] {
        assert_eq!(zeros(text), [""; 0], "{text}");
    }
}
