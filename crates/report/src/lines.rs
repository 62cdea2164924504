//! Lines of text for the terminal.

/// The maximum number of columns of a line in the terminal.
pub const WIDTH: usize = 80;

/// Writes `head` followed by a list, with `separator` between the items, in lines of at most [`WIDTH`]
/// columns; further lines are indented by the length of the head. An item that is too long for a line is
/// broken at its spaces; an empty list is a dash.
#[must_use]
pub fn wrapped<S: AsRef<str>>(head: &str, items: impl IntoIterator<Item = S>, separator: &str) -> String {
    let indent = head.chars().count();
    let mut text = head.to_owned();
    let mut column = indent;
    let mut items = items.into_iter().peekable();
    if items.peek().is_none() {
        text.push('-');
    }
    while let Some(item) = items.next() {
        let mut item = item.as_ref().to_owned();
        if items.peek().is_some() {
            item.push_str(separator.trim_end());
        }
        let whole = item.chars().count() + indent <= WIDTH;
        let words: Vec<&str> = if whole { vec![&item] } else { item.split(' ').collect() };
        for word in words {
            let length = word.chars().count();
            if column > indent && column + 1 + length > WIDTH {
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else if column > indent {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += length;
        }
    }
    text.push('\n');
    text
}

/// Lists a face-down pile for [`wrapped`]: how many of `what` are in it, then the first few of their names,
/// from the top, or that their order is unknown.
#[must_use]
pub fn pile(what: &str, number: usize, names: Option<impl IntoIterator<Item = String>>) -> Vec<String> {
    const NAMED: usize = 8;
    if number == 0 {
        return Vec::new();
    }
    let Some(names) = names else { return vec![format!("{number} {what}, order unknown")] };
    let mut listed: Vec<String> = names.into_iter().take(NAMED).collect();
    if let Some(top) = listed.first_mut() {
        *top = format!("{number} {what}, from the top {top}");
    }
    if number > NAMED {
        listed.push(format!("and {} more", number - NAMED));
    }
    listed
}

/// Writes a number for a table, with a dot for 0.
#[must_use]
pub fn count(number: impl Into<i64>) -> String {
    match number.into() {
        0 => ".".to_owned(),
        number => number.to_string(),
    }
}

/// Writes a word of a notation as a name: with capitals, and with spaces in place of underscores.
#[must_use]
pub fn title(word: &str) -> String {
    let words = word.split(['_', ' ', '-']).map(|part| {
        let mut letters = part.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped_below_their_head() {
        assert_eq!(wrapped("Market: ", ["corn", "cacao"], ", "), "Market: corn, cacao\n");
        assert_eq!(wrapped("Market: ", [""; 0], ", "), "Market: -\n");
        let items: Vec<String> = (100..130).map(|number| format!("item {number}")).collect();
        let text = wrapped("All: ", &items, "; ");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("     item 1")), "{text}");
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>().join(" "),
            format!("All: {}", items.join("; "))
        );
    }

    #[test]
    fn a_long_item_is_broken_at_spaces_and_80_columns_are_filled() {
        let text = wrapped("", ["word ".repeat(40).trim_end()], ", ");
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [79, 79, 39]);
        assert_eq!(wrapped("> ", ["x".repeat(78)], ", ").trim_end().len(), WIDTH);
    }

    #[test]
    fn a_pile_names_its_top() {
        let names = |number: u32| Some((0..number).map(|name| format!("tile {name}")));
        assert_eq!(pile("tiles", 2, names(2)), ["2 tiles, from the top tile 0", "tile 1"]);
        let many = pile("tiles", 20, names(20));
        assert_eq!((many.len(), many[8].as_str()), (9, "and 12 more"));
        assert_eq!(pile("tiles", 20, None::<Vec<String>>), ["20 tiles, order unknown"]);
        assert!(pile("tiles", 0, names(0)).is_empty());
    }

    #[test]
    fn a_dot_stands_for_nothing() {
        assert_eq!([0, 1, -3].map(|number: i32| count(number)), [".", "1", "-3"]);
    }

    #[test]
    fn names_have_capitals() {
        assert_eq!(title("new_england"), "New England");
        assert_eq!(title("small indigo plant"), "Small Indigo Plant");
        assert_eq!(title(""), "");
    }
}
