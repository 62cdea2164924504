//! Text for people: numbers with their nouns, the characters that names may contain, and how messages quote a user's
//! text.

use std::fmt;

use super::table_cell::TableCell;

/// The form of the name of a run, a bot or a variant, since it is part of file names on every system, and spreadsheets
/// show it, which take a text that begins with `-` for a formula.
pub const NAME_RULE: &str = "letters, digits, '.', '_' and '-', beginning with none of '.' and '-', not ending with '.', \
                             neither NA, which stands for nothing in tables, nor what Windows keeps for devices, such \
                             as aux, nul or com1";

/// Names of devices, which no file may have on Windows, with any ending; those with a number follow.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns whether a name follows [`NAME_RULE`].
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_shown = !name.is_empty() && !name.starts_with(['.', '-']) && name.bytes().all(plain);
    is_shown && !name.ends_with('.') && !is_device(name) && name != TableCell::MISSING
}

/// Writes a text as a part of a file's name or of an id: its letters and digits in lower case, words joined by `-`.
#[must_use]
pub fn slug(text: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let words: String = text.chars().map(plain).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<&str>>().join("-")
}

/// Returns whether Windows takes a name for that of a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered =
        |device: &str| matches!(stem.strip_prefix(device).map(str::as_bytes), Some([b'0'..=b'9']));
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(|device| is_numbered(device))
}

/// Returns whether a character controls the terminal or turns the direction of writing.
fn is_control(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns
}

/// Writes control characters as escapes such as `\n` and `\u{1b}`, so that text of a user's file neither
/// breaks a message into lines nor controls the terminal. Characters that turn the direction of writing
/// count as such.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_control(letter) {
            printable.extend(letter.escape_default());
        } else {
            printable.push(letter);
        }
    }
    printable
}

/// Leaves the characters out that [`printable`] escapes: for names of people.
#[must_use]
pub fn without_controls(text: &str) -> String {
    text.chars().filter(|&letter| !is_control(letter)).collect()
}

/// Maximum number of characters of a user's text that a message quotes.
const MAX_QUOTED: usize = 200;

/// Makes text [`printable`], and replaces everything beyond 200 characters by `…`.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => printable(&text[..end]) + "…",
        None => printable(text),
    }
}

/// Writes the first letter as a capital.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Writes a number with a noun in the right form, by the last word of the noun: "1 game", "2 games", "0 city spaces".
#[must_use]
pub fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    if number == "1" { format!("1 {noun}") } else { format!("{number} {}", plural(noun)) }
}

/// Writes a whole number with commas between the thousands: "1,000".
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the plural of a noun.
#[must_use]
pub fn plural(noun: &str) -> String {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    match last {
        // Nouns that count nothing single.
        "corn" | "indigo" | "sugar" | "tobacco" | "coffee" | "crew" | "VP" => noun.to_owned(),
        _ if ["s", "x", "sh", "ch"].iter().any(|end| last.ends_with(end)) => format!("{noun}es"),
        _ => match noun.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{noun}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        let table = [
            ("1", "game", "1 game"),
            ("0", "game", "0 games"),
            ("2", "city space", "2 city spaces"),
            ("1", "city space", "1 city space"),
            ("3", "colony", "3 colonies"),
            ("3", "day", "3 days"),
            ("3", "crash", "3 crashes"),
            ("1.0", "point", "1.0 points"),
            ("5", "corn", "5 corn"),
        ];
        for (number, noun, text) in table {
            assert_eq!(counted(number, noun), text);
        }
    }

    #[test]
    fn names_are_those_that_every_system_and_spreadsheet_takes() {
        for name in
            ["a", "7", "na", "NAN", "_x", "a.b-c_D", "console", "com", "com10", "auxiliary", "lpta", "x.aux"]
        {
            assert!(is_file_name(name), "{name}");
        }
        for name in [
            "", "NA", ".a", "-2-3", "a.", "a b", "a/b", "aux", "NUL", "Com1", "lpt9.x", "con.", "prn.txt",
            "é",
        ] {
            assert!(!is_file_name(name), "{name}");
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn control_characters_are_escaped_and_all_others_kept() {
        assert_eq!(printable("a\nb\u{1b}[31m\u{9b}\u{202e}"), r"a\nb\u{1b}[31m\u{9b}\u{202e}");
        assert_eq!(printable("\u{200f}\u{61c}"), r"\u{200f}\u{61c}");
        assert_eq!(without_controls("A\0\u{1b}n\u{202e}n\u{200f}\u{61c}a\u{2066}"), "Anna");
        assert_eq!(printable("naïve \"é\" ± 5 ♞"), "naïve \"é\" ± 5 ♞");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted(&"é".repeat(200)), "é".repeat(200));
        assert_eq!(quoted(&"é".repeat(201)), "é".repeat(200) + "…");
    }
}
