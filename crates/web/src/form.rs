//! Fields of queries and forms.

use std::ops::RangeInclusive;

use tradewinds_arena::{find, game_names};
use tradewinds_game::{InputError, Variant, from_one, quoted};
use tradewinds_sitting::Sitter;

use super::desk::MAX_PACE_MS;
use super::house::{NewTable, PACE_MS, person_name};

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

    /// Lists all fields in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Makes fields of names and values.
    pub(crate) fn of(fields: &[(&str, &str)]) -> Self {
        Self(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// Returns the first field of this name; empty if there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// Lists the fields whose names begin like this, each with the rest of its name.
    pub(crate) fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let rest =
            move |(field, value): &'a (String, String)| Some((field.strip_prefix(start)?, value.as_str()));
        self.0.iter().filter_map(rest)
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

impl NewTable {
    /// Reads the form of a new table, as the lobby sends it: `game=puerto-rico&players=3&seat0=me&name0=Anna`.
    ///
    /// # Errors
    /// A sentence for the page: there is no such game or variant, or a number is out of its range.
    pub fn of_form(form: &[u8]) -> Result<Self, String> {
        new_table(&Fields::read(form))
    }
}

/// Reads the form of a new table.
pub(crate) fn new_table(fields: &Fields) -> Result<NewTable, String> {
    let game = fields.get("game");
    if !game_names().contains(&game) {
        let found = quoted(&format!("{game:?}"));
        return Err(format!("There is no game {found}; there are {}.", game_names().join(", ")));
    }
    let info = find(game).map_err(|error| error.to_string())?.info();
    let variant = match fields.get("variant") {
        "" => None,
        name => {
            let found = Variant::shipped(name, game, info.shipped_variants);
            Some(found.map_err(|error| error.to_string())?)
        }
    };
    let players: usize = fields.number("players").unwrap_or(0);
    if !info.players.contains(&players) {
        let (least, most) = (info.players.start(), info.players.end());
        return Err(format!("{} is for {least} to {most} players.", tradewinds_sitting::words::title(game)));
    }
    let name = |seat: usize| {
        let given = person_name(fields.get(&format!("name{seat}")));
        if given.is_empty() { format!("Player {}", from_one(seat)) } else { given }
    };
    let who = |seat: usize| match fields.get(&format!("expert{seat}")) {
        "" => fields.get(&format!("seat{seat}")),
        expert => expert,
    };
    let sitter = |seat: usize| match who(seat) {
        "me" | "friend" => Sitter::Here { name: name(seat) },
        "link" => Sitter::Elsewhere { name: name(seat) },
        bot => Sitter::Bot { preset: bot.trim_start_matches("bot:").to_owned() },
    };
    let whole = |name, range| fields.whole(name, range).map_err(|error| error.to_string());
    Ok(NewTable {
        game: game.to_owned(),
        variant,
        seats: (0..players).map(sitter).collect(),
        seed: whole("seed", 0..=u64::MAX)?,
        friendly: fields.get("strict").is_empty(),
        guide: !fields.get("guide").is_empty(),
        pace_ms: whole("pace", 0..=MAX_PACE_MS)?.unwrap_or(PACE_MS),
    })
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
pub fn file(body: &[u8]) -> Option<&[u8]> {
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

    /// Found by hostile inputs: the page said all of it.
    #[test]
    fn a_long_name_of_a_game_is_cut() {
        let why = NewTable::of_form(format!("game={}", "x".repeat(60_000)).as_bytes()).unwrap_err();
        assert!(why.starts_with("There is no game \"xxx") && why.len() < 500, "{why}");
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
