//! Forms of the pages of `tradewinds serve`: a new table, and a file that is sent.

use tradewinds::sitting::{Session, Sitter, SittingSpec};
use tradewinds::tournament::MoveRecord;
use tradewinds::web::{NewTable, Server, file_of_form};

use super::refusal;

pub fn attempt(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    // In the corpus, which has one input a line, the ends of lines are written out.
    let body = text.replace("\\r\\n", "\r\n");
    new_table(input) + sent_file(body.as_bytes())
}

/// Reads the form of a new table, and sets the table up.
fn new_table(form: &[u8]) -> u64 {
    let table = match NewTable::of_form(form) {
        Ok(table) => table,
        Err(why) => {
            refusal::check_text(&why);
            return 0;
        }
    };
    assert_eq!(NewTable::of_form(&written(&table)).as_ref(), Ok(&table), "another table");
    let seed = table.seed.unwrap_or(1);
    let spec = match SittingSpec::new(&table.game, table.variant, table.seats, seed) {
        Ok(spec) => spec,
        Err(error) => {
            refusal::check(&error);
            return 0;
        }
    };
    match Session::new(spec) {
        Ok(session) => u64::from(session.to_act().is_some()),
        Err(error) => {
            refusal::check_text(&error.to_string());
            0
        }
    }
}

/// Writes the form of a table, each byte of a value by its number.
fn written(table: &NewTable) -> Vec<u8> {
    let mut fields = vec![
        ("game".to_owned(), table.game.clone()),
        ("players".to_owned(), table.seats.len().to_string()),
        ("pace".to_owned(), table.pace_ms.to_string()),
        ("strict".to_owned(), if table.friendly { String::new() } else { "on".to_owned() }),
        ("variant".to_owned(), table.variant.as_ref().map_or(String::new(), |variant| variant.name.clone())),
        ("seed".to_owned(), table.seed.map_or(String::new(), |seed| seed.to_string())),
    ];
    for (seat, sitter) in table.seats.iter().enumerate() {
        let (kind, name) = match sitter {
            Sitter::Here { name } => ("me".to_owned(), name.clone()),
            Sitter::Elsewhere { name } => ("link".to_owned(), name.clone()),
            Sitter::Bot { preset } => (format!("bot:{preset}"), String::new()),
        };
        fields.push((format!("seat{seat}"), kind));
        fields.push((format!("name{seat}"), name));
    }
    let escaped = |value: &str| value.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let parts: Vec<String> =
        fields.iter().map(|(field, value)| format!("{field}={}", escaped(value))).collect();
    parts.join("&").into_bytes()
}

/// Finds the file of a form, and opens it if it is a record.
fn sent_file(body: &[u8]) -> u64 {
    let Some(file) = file_of_form(body) else { return 0 };
    assert!(file.len() < body.len());
    let mut again = b"--Zq9\r\nContent-Disposition: form-data; name=\"record\"\r\n\r\n".to_vec();
    again.extend_from_slice(file);
    again.extend_from_slice(b"\r\n--Zq9--\r\n");
    if !file.windows(7).any(|window| window == b"\r\n--Zq9") {
        assert_eq!(file_of_form(&again), Some(file), "another file");
    }
    let Ok(text) = std::str::from_utf8(file) else { return 1 };
    match MoveRecord::parse("the file", text) {
        Ok(record) => {
            if let Err(error) = Server::check_record(&record) {
                refusal::check_text(&error.to_string());
            }
        }
        Err(error) => refusal::check(&error),
    }
    1
}
