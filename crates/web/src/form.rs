//! Fields of queries and forms.

use std::ops::RangeInclusive;

use tradewinds_game::InputError;

/// The fields of a query or of a form, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads `a=1&b=two+words`; bytes that are not text are replaced.
    pub(crate) fn read(text: &[u8]) -> Self {
        let fields = text.split(|&byte| byte == b'&').filter(|part| !part.is_empty());
        Self(
            fields
                .map(|part| {
                    let mut sides = part.splitn(2, |&byte| byte == b'=');
                    let mut side = || decode(sides.next().unwrap_or_default());
                    (side(), side())
                })
                .collect(),
        )
    }

    /// Returns the first field of this name; empty if there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// Returns the first field of this name as a whole number; `None` if the field is empty.
    ///
    /// # Errors
    /// It is no whole number, or not in the range.
    pub(crate) fn whole(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, InputError> {
        let text = self.get(name).trim();
        if text.is_empty() {
            return Ok(None);
        }
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse().ok().filter(|number| is_whole && range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let allowed = format!("a whole number from {} to {}, or nothing", range.start(), range.end());
                Err(InputError::out_of_range("the form", name, format!("{text:?}"), allowed))
            }
        }
    }

    /// Returns the first field of this name as a number.
    pub(crate) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.get(name).trim().parse().ok()
    }
}

fn decode(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let escaped = || {
            let digits = text.get(at + 1..at + 3)?;
            u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        };
        match text[at] {
            b'+' => bytes.push(b' '),
            b'%' => match escaped() {
                Some(byte) => {
                    bytes.push(byte);
                    at += 2;
                }
                None => bytes.push(b'%'),
            },
            byte => bytes.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the first part of a body of `multipart/form-data` (RFC 7578): the file of a form with one file.
pub(crate) fn file(body: &[u8]) -> Option<&[u8]> {
    let find = |text: &[u8], wanted: &[u8]| text.windows(wanted.len()).position(|window| window == wanted);
    let line = find(body, b"\r\n")?;
    let boundary = body[..line].strip_prefix(b"--").filter(|name| !name.is_empty())?;
    let start = line + find(&body[line..], b"\r\n\r\n")? + 4;
    let end = find(&body[start..], &[b"\r\n--", boundary].concat())?;
    Some(&body[start..start + end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_decoded() {
        let fields = Fields::read(b"a=take+corn&n=J%C3%BCrgen&v=1.2&x&bad=%zz%4");
        assert_eq!((fields.get("a"), fields.get("n"), fields.get("x")), ("take corn", "Jürgen", ""));
        assert_eq!((fields.get("bad"), fields.number::<f64>("v")), ("%zz%4", Some(1.2)));
        assert_eq!(Fields::read(b""), Fields::default());
    }

    #[test]
    fn a_number_that_cannot_be_used_is_refused() {
        let number = |text: &str| Fields::read(format!("seed={text}").as_bytes()).whole("seed", 0..=u64::MAX);
        assert_eq!((number(""), number("7")), (Ok(None), Ok(Some(7))));
        assert_eq!(number("18446744073709551615"), Ok(Some(u64::MAX)));
        assert_eq!(number("9007199254740993"), Ok(Some((1 << 53) + 1)));
        for wrong in ["18446744073709551616", "1.5", "abc", "-1", "%2B1", "1e3", "0x10", "1 2"] {
            let message = number(wrong).unwrap_err().to_string();
            assert!(
                message.contains("seed: found \"") && message.contains("18446744073709551615"),
                "{message}"
            );
        }
    }

    #[test]
    fn the_file_of_a_form_is_found() {
        let head = "--X1\r\nContent-Disposition: form-data; name=\"record\"; filename=\"g.json\"\r\n\r\n";
        let body = format!("{head}{{\"a\":\n1}}\r\n--X1--\r\n");
        assert_eq!(file(body.as_bytes()), Some(&b"{\"a\":\n1}"[..]));
        assert_eq!(file(format!("{head}\r\n--X1--\r\n").as_bytes()), Some(&b""[..]));
        for broken in
            ["", "--\r\n", "a=1&b=2", "--X1\r\nno end of the head", head, "--X1\r\n\r\ncut off\r\n--X2"]
        {
            assert_eq!(file(broken.as_bytes()), None, "{broken}");
        }
    }
}
