//! What stands in a page beside its text: addresses, and the data of scripts.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// All bytes but those that mean themselves in a path.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// The same, with the sign before the name of a place in a page.
const PATH_AND_PLACE: &AsciiSet = &PATH.remove(b'#');

/// Writes the address of a file by its path from the page. It begins with `./`, so that no name is taken for a scheme.
#[must_use]
pub fn file_address(path: &str) -> String {
    format!("./{}", utf8_percent_encode(path, PATH))
}

/// Writes a path as a relative address, with the name of a place in the page.
pub(crate) fn address(path: &str) -> String {
    utf8_percent_encode(path, PATH_AND_PLACE).to_string()
}

/// Writes data as the contents of a `<script type="application/json">`: nothing in it can end the element, or begin a
/// comment in which its end is not seen.
#[must_use]
pub fn script_data(data: &Value) -> String {
    // In JSON, this character stands in texts alone.
    data.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_name_is_a_scheme_or_a_part_of_an_address() {
        for (path, wanted) in [
            ("a/report.html", "./a/report.html"),
            ("javascript:alert(1)/report.html", "./javascript%3Aalert%281%29/report.html"),
            ("a#b/c?d/50%41 é", "./a%23b/c%3Fd/50%2541%20%C3%A9"),
            ("//host/x", ".///host/x"),
        ] {
            assert_eq!(file_address(path), wanted);
        }
        assert_eq!(address("a b/c&d.csv#e"), "a%20b/c%26d.csv#e");
    }

    #[test]
    fn data_cannot_leave_its_element() {
        let data = json!({ "<!--<script>": ["</script>", "a < b", "\\"] });
        let text = script_data(&data);
        assert!(!text.contains('<'), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), data);
    }
}
