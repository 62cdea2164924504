//! What a screen receives holds no other seat's secret.

use std::collections::BTreeMap;

use super::server::{Events, Server, actions, between, handed_out, version};

/// A table at which every seat has a browser of its own, with everything that each one received.
struct Watched {
    server: Server,
    seats: Vec<String>,
    received: Vec<Vec<String>>,
    /// The streams of events, open from the beginning, with everything that came.
    streams: Vec<(Events, Vec<String>)>,
    _folder: tempfile::TempDir,
}

impl Watched {
    fn new(game: &str, players: usize, seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let host = server.open(game, &vec!["link"; players], seed);
        let page = server.get(&host).body;
        assert!(!page.contains("class=\"board"), "a host without a seat sees no board");
        let seats = handed_out(&page);
        assert_eq!(seats.len(), players);
        let streams = seats.iter().map(|seat| (server.events(seat), Vec::new())).collect();
        Self { server, seats, received: vec![Vec::new(); players], streams, _folder: folder }
    }

    /// Reads each stream up to the table as it is now; it has to bring the part that the page's script would get.
    fn listen(&mut self) {
        for (seat, (stream, events)) in self.seats.iter().zip(&mut self.streams) {
            let part = self.server.part(seat).replace('\n', "");
            while events.last() != Some(&part) {
                events.push(stream.next().replace('\n', ""));
            }
        }
    }

    /// Returns everything that a seat can get now: its page, its part, the last event, all that it may look back to,
    /// the game as a page, and the refusal of the record.
    fn everything(&self, seat: usize) -> Vec<String> {
        let link = &self.seats[seat];
        let mut all = vec![self.page(seat).to_owned(), self.server.part(link)];
        all.extend(self.streams[seat].1.last().cloned());
        for path in ["game.html", "record.json", "at/0", "at/100000"] {
            all.push(self.server.get(&format!("{link}{path}")).body);
        }
        let seen: usize = between(self.page(seat), "name=\"v\" value=\"", "\"")
            .and_then(|version| version.rsplit('.').next()?.parse().ok())
            .unwrap_or(0);
        for at in [seen.saturating_sub(1), seen, seen + 1] {
            all.push(self.server.get(&format!("{link}at/{at}")).body);
        }
        all
    }

    /// Lets every browser load its page, until one can decide; returns its seat, or `None` after the end.
    fn look(&mut self) -> Option<usize> {
        loop {
            let pages: Vec<String> = self.seats.iter().map(|seat| self.server.get(seat).body).collect();
            let decides = pages.iter().position(|page| !actions(page).is_empty());
            let is_over = pages[0].contains("The game is over");
            if decides.is_none() && !is_over {
                continue;
            }
            for (received, page) in self.received.iter_mut().zip(pages) {
                if received.last() != Some(&page) {
                    received.push(page);
                }
            }
            self.listen();
            return decides;
        }
    }

    fn page(&self, seat: usize) -> &str {
        self.received[seat].last().unwrap()
    }

    fn act(&self, seat: usize, action: &str) {
        let fields = [("v", version(self.page(seat))), ("a", action.to_owned())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(self.server.post(&format!("{}act", self.seats[seat]), &fields).status, 200);
    }
}

fn prompt(page: &str) -> &str {
    between(page, "<h2 id=\"prompt\"", "</h2>").unwrap()
}

/// Two tables that differ in one secret: the other screens receive the same bytes, until the secret comes out.
fn twins(game: &str, players: usize, secret: &str) {
    let mut compared = 0;
    let [mut one, mut other] = [0, 1].map(|_| Watched::new(game, players, 11));
    for turn in 0..400 {
        let (Some(seat), again) = (one.look(), other.look()) else { break };
        assert_eq!(again, Some(seat));
        let actions = actions(one.page(seat));
        let is_secret = prompt(one.page(seat)).contains(secret) && actions.len() > 1;
        let usual = turn * 5 % actions.len();
        if !is_secret {
            one.act(seat, &actions[usual]);
            other.act(seat, &actions[usual]);
            continue;
        }
        // The lowest cards: what is left of the choice is then not forced, which would show.
        one.act(seat, &actions[0]);
        other.act(seat, &actions[1]);
        one.look();
        let now = other.look();
        // Nobody else has decided since: what the others see must be the same bytes.
        let is_out = one.page(seat) != other.page(seat) && now.is_none();
        // The seat's own screen shows which card it is, so that a secret that got out would show elsewhere too.
        assert_ne!(one.everything(seat), other.everything(seat), "{game}: seat {seat} sees its own secret");
        for reader in (0..players).filter(|&reader| reader != seat && !is_out) {
            if prompt(one.page(reader)) == prompt(other.page(reader)) && still_hidden(game, one.page(reader))
            {
                let [received, twin] = [&one, &other].map(|table| table.everything(reader));
                for (received, twin) in received.iter().zip(&twin) {
                    assert_eq!(received, twin, "{game}: seat {reader} after seat {seat}");
                }
                compared += 1;
            }
        }
        // The twins are different games from here on.
        let fresh = Watched::new(game, players, 11 + compared as u64);
        let twin = Watched::new(game, players, 11 + compared as u64);
        (one, other) = (fresh, twin);
        if compared >= players {
            return;
        }
    }
    assert!(compared > 0, "{game}: {secret}");
}

/// Returns whether a page shows that secrets are still being chosen.
fn still_hidden(game: &str, page: &str) -> bool {
    game != "mundus-novus" || !page.contains("Open offer")
}

#[test]
fn an_offer_and_a_disc_are_secret() {
    twins("mundus-novus", 3, "Choose your offer");
    twins("francis-drake", 3, "Which disc goes");
}

#[test]
fn the_number_of_hidden_moves_does_not_show() {
    let mut table = Watched::new("mundus-novus", 3, 3);
    let mut seen = BTreeMap::new();
    for _ in 0..200 {
        let Some(seat) = table.look() else { break };
        let is_offer = prompt(table.page(seat)).contains("Choose your offer");
        let others: Vec<usize> = (0..3).filter(|&other| other != seat).collect();
        let before: Vec<String> = others.iter().map(|&other| table.page(other).to_owned()).collect();
        table.act(seat, &actions(table.page(seat))[0]);
        if is_offer && table.look() == Some(seat) {
            // The same seat still chooses: nothing has changed for the others.
            let after: Vec<String> = others.iter().map(|&other| table.page(other).to_owned()).collect();
            assert_eq!(before, after);
            *seen.entry(seat).or_insert(0) += 1;
        }
        if seen.len() == 3 {
            return;
        }
    }
    assert!(!seen.is_empty(), "somebody has chosen a card of an offer");
}

#[test]
fn a_shared_screen_is_covered_between_two_seats() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("mundus-novus", &["me", "friend", "friend"], 2);
    let mut covers = 0;
    for _ in 0..40 {
        let page = server.settled(&table);
        if page.contains("formaction=\"reveal\"") {
            covers += 1;
            assert!(
                !page.contains("class=\"board") && !page.contains("class=\"face"),
                "a cover shows no card"
            );
            assert_eq!(server.post(&format!("{table}act"), &[("v", ""), ("a", "end")]).status, 409);
            server.post(&format!("{table}reveal"), &[]);
            continue;
        }
        server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    }
    assert!(covers > 3, "{covers}");
    // Where all seats know the same, nothing is covered.
    let table = server.open("puerto-rico", &["me", "friend", "friend"], 2);
    assert!(!server.settled(&table).contains("formaction=\"reveal\""));
}
