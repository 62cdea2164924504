//! User text: the characters that names may contain, and how messages quote it.

/// The characters that the name of a run, a bot or a variant may contain, since it is part of file names
/// and spreadsheets show it.
pub const NAME_RULE: &str = "letters, digits, '.', '_' and '-', not beginning with '.'";

/// Returns whether a name follows [`NAME_RULE`].
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

/// Writes control characters as escapes such as `\n` and `\u{1b}`, so that text of a user's file neither
/// breaks a message into lines nor controls the terminal. Characters that turn the direction of writing
/// count as such.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            printable.extend(letter.escape_default());
        } else {
            printable.push(letter);
        }
    }
    printable
}

/// Maximum number of characters of a user's text that a message quotes.
const MOST_QUOTED: usize = 200;

/// Makes text [`printable`], and replaces everything beyond 200 characters by `…`.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => printable(&text[..end]) + "…",
        None => printable(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_all_others_kept() {
        assert_eq!(printable("a\nb\u{1b}[31m\u{9b}\u{202e}"), r"a\nb\u{1b}[31m\u{9b}\u{202e}");
        assert_eq!(printable("naïve \"é\" ± 5 ♞"), "naïve \"é\" ± 5 ♞");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted(&"é".repeat(200)), "é".repeat(200));
        assert_eq!(quoted(&"é".repeat(201)), "é".repeat(200) + "…");
    }
}
