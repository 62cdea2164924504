//! The conversation of `docs/protocol.md`, and the longer one that it names.

use serde_json::Value;

use super::client::Client;

/// Reads the requests and the answers of a transcript, lines of one mark put together.
fn exchanges(transcript: &str) -> Vec<(String, String)> {
    let mut exchanges: Vec<(String, String)> = Vec::new();
    for line in transcript.lines() {
        let (mark, text) = line.split_at(2);
        match (mark, exchanges.last_mut()) {
            ("> ", Some((request, answer))) if answer.is_empty() => request.push_str(text),
            ("> ", _) => exchanges.push((text.to_owned(), String::new())),
            ("< ", Some((_, answer))) => answer.push_str(text),
            _ => panic!("{line}"),
        }
    }
    exchanges
}

/// Has a conversation, and returns its commands.
fn repeat(transcript: &str) -> Vec<String> {
    let mut client = Client::start();
    let mut commands = Vec::new();
    for (request, answer) in &exchanges(transcript) {
        let expected: Value = serde_json::from_str(answer).unwrap();
        let found = client.send(request.as_bytes());
        assert_eq!(found, expected, "{request}\n{found}");
        let request: Value = serde_json::from_str(request).unwrap();
        commands.push(request["cmd"].as_str().unwrap().to_owned());
    }
    client.close();
    assert_eq!(commands.last().unwrap(), "quit");
    commands
}

#[test]
fn the_documented_conversations_are_true() {
    let (_, rest) = include_str!("../../../docs/protocol.md").split_once("```transcript\n").unwrap();
    repeat(rest.split_once("```").unwrap().0);
    let commands = repeat(include_str!("conversation.txt"));
    for command in
        ["new", "load", "position", "legal", "play", "scores", "view", "determinize", "analyze", "quit"]
    {
        assert!(commands.iter().any(|asked| asked == command), "{command} is shown");
    }
}
