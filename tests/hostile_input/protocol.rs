//! Conversations as `tradewinds protocol` has them: each line has one answer, whatever it is.

use serde_json::{Value, json};

use super::refusal;

/// The most iterations of a search: an input may ask for hours, but not here.
const ITERATIONS: u64 = 20;

pub fn attempt(input: &[u8]) -> u64 {
    let lines: Vec<Vec<u8>> = input.split(|&byte| byte == b'\n').map(cheap).collect();
    let mut written = Vec::new();
    tradewinds::converse(&mut &lines.join(&b'\n')[..], &mut written).expect("a conversation in memory");
    let text = std::str::from_utf8(&written).expect("answers are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "the last answer is cut off");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("no JSON: {error}: {line}")))
        .collect();
    // What follows the last line's end is a line only if there is something.
    let asked = lines.len() - usize::from(lines.last().is_some_and(Vec::is_empty));
    let quit = answers.len().checked_sub(1).is_some_and(|last| is_quit(&lines[last], &answers[last]));
    assert!(
        answers.len() == asked || (quit && answers.len() < asked),
        "{} answers of {asked}",
        answers.len()
    );
    for (answer, line) in answers.iter().zip(&lines) {
        assert!(answer.is_object(), "an answer: {answer}");
        let error = answer.get("error").and_then(Value::as_str).unwrap_or_default();
        assert!(!error.starts_with("internal error"), "{}\n{error}", String::from_utf8_lossy(line));
        assert!(answer.get("error").is_none() || !error.is_empty(), "an error is a text: {answer}");
        refusal::check_text(error);
    }
    answers.iter().filter(|answer| answer.get("error").is_none()).count() as u64
}

/// Takes a search down to a few iterations.
fn cheap(line: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<Value>(line) {
        Ok(mut request)
            if request["cmd"] == "analyze"
                && request
                    .get("iterations")
                    .is_none_or(|asked| asked.as_u64().is_some_and(|asked| asked > ITERATIONS)) =>
        {
            request["iterations"] = ITERATIONS.into();
            request.to_string().into_bytes()
        }
        _ => line.to_vec(),
    }
}

fn is_quit(line: &[u8], answer: &Value) -> bool {
    *answer == json!({ "ok": true })
        && serde_json::from_slice::<Value>(line).is_ok_and(|request| request["cmd"] == "quit")
}
