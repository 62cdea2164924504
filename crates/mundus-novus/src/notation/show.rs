//! The table as text for a player, written from a position file: parts that the file leaves unknown are
//! unknown here.

use crate::MundusNovus;
use crate::card::Card;
use crate::developments::Developments;
use crate::notation::file::{DecisionFile, PlayerFile, PositionFile};
use crate::words::{Class, Event};
use tradewinds_game::{Seat, counted, from_one};
use tradewinds_report::{Align, TextTable, pile, title, wrapped};

impl MundusNovus {
    pub(super) fn show_round(&self, file: &PositionFile, seat: Seat) -> String {
        let event = match file.event {
            Event::None => "no event".to_owned(),
            Event::King => "event King's Aid".to_owned(),
            event => format!("event {}", title(event.word())),
        };
        let players = counted(self.rules.players, "player");
        let master = format!("Trade Master seat {}", from_one(file.trade_master));
        let mut parts = vec![players, format!("round {}", file.round), event, master];
        if file.promo {
            parts.insert(1, "with promo cards".to_owned());
        }
        let mut text = wrapped("Mundus Novus, ", parts, ", ");
        if !file.rules.is_empty() {
            text += &wrapped("Rules          ", file.rules.iter().map(|rule| title(rule)), ", ");
        }
        let asked = decision(file);
        text += &match file.decision {
            DecisionFile::GameOver {} => wrapped("", [asked], ", "),
            _ => wrapped(&format!("Seat {} ", seat.number()), [asked], ", "),
        };
        if let Some(gift) = &file.gift {
            let shown = cards(&gift.shown).join(", ");
            let shown = if shown.is_empty() { String::new() } else { format!("; since then shown: {shown}") };
            let (from, to) = (from_one(gift.from), from_one(gift.to));
            text += &wrapped("", [format!("Seat {from} gave seat {to} a card in secret{shown}")], "");
        }
        text
    }

    /// Writes what lies in the middle of the table.
    pub(super) fn show_table(&self, file: &PositionFile) -> String {
        let mut text = wrapped("Market            ", cards(&file.market), ", ");
        if !file.supply.is_empty() {
            text += &wrapped("Open supply       ", cards(&file.supply), ", ");
        }
        if !file.split.is_empty() {
            let fleet = |letter: char| counted(file.split.matches(letter).count(), "caravel");
            let split = [format!("fleet A {}", fleet('a')), format!("fleet B {}", fleet('b'))];
            text += &wrapped("Ponce de Leon     ", split, ", ");
        }
        let draw = file.draw_pile.as_ref().map(|pile| pile.chars().map(card));
        text += &wrapped("Draw pile         ", pile("cards", self.face_down(file), draw), ", ");
        text += &wrapped("Discard pile      ", cards(&file.discard_pile), ", ");
        text += "Queue\n";
        for (place, id) in file.queue.iter().enumerate() {
            text += &wrapped(&format!("  {}  ", from_one(place)), [self.card_line(id)], "");
        }
        let owned: usize = file.players.iter().map(|player| player.developments.len()).sum();
        let left = self.rules.in_play.len().saturating_sub(owned + file.queue.len());
        let deck = file.development_deck.as_ref().map(|ids| ids.iter().map(|id| self.card_name(id)));
        text += &wrapped("Development deck  ", pile("cards", left, deck), ", ");
        let end = format!(
            "The end: a round with {} doubloons, a perfect combination or a short queue",
            self.rules.end.money
        );
        text + &wrapped("", [end], "")
    }

    /// Counts the cards of the draw pile: all that lie nowhere else.
    fn face_down(&self, file: &PositionFile) -> usize {
        let piles = file.market.len() + file.supply.len() + file.discard_pile.len();
        let taken = usize::from(matches!(file.decision, DecisionFile::Swap { .. }));
        let held: usize = file.players.iter().map(cards_held).sum();
        self.rules.resources().total().saturating_sub(piles + taken + held)
    }

    /// Writes a row for each seat, then its cards.
    pub(super) fn show_seats(&self, file: &PositionFile) -> String {
        let right = Align::Right;
        let mut table = TextTable::new(&[
            ("", Align::Left),
            ("doubloons", right),
            ("income", right),
            ("caravels", right),
            ("merchants", Align::Left),
            ("slots", right),
            ("cards", right),
        ]);
        for (seat, player) in file.players.iter().enumerate() {
            let owned = self.owned(player);
            let merchants: Vec<String> = Class::ALL
                .into_iter()
                .flat_map(|class| {
                    let number = (owned & self.rules.merchants[class]).len();
                    (number > 0).then(|| format!("{number} {}", class.word()))
                })
                .collect();
            let sum = |of: fn(&crate::rules::Printed) -> u8| {
                owned.iter().map(|id| u32::from(of(self.rules.printed(id)))).sum::<u32>().to_string()
            };
            let merchants = if merchants.is_empty() { "-".to_owned() } else { merchants.join(", ") };
            table.row([
                format!("seat {}", from_one(seat)),
                player.money.to_string(),
                self.rules.fixed_income(owned).to_string(),
                (owned & self.rules.caravels).len().to_string(),
                merchants,
                sum(|printed| printed.slots),
                cards_held(player).to_string(),
            ]);
        }
        let mut text = table.to_string();
        for (seat, player) in file.players.iter().enumerate() {
            let master = if seat == file.trade_master { ", Trade Master" } else { "" };
            let perfect = if player.perfect { ", perfect combination" } else { "" };
            text += &format!("\nSeat {}{master}{perfect}\n", from_one(seat));
            for (name, held) in [
                ("  Hand          ", &player.hand),
                ("  Stored        ", &player.stored),
                ("  Set aside     ", &player.set_aside),
                ("  Open offer    ", &player.offer),
            ] {
                if !held.is_empty() {
                    text += &wrapped(name, cards(held), ", ");
                }
            }
            for (observer, known) in player.known_by.iter().flatten().enumerate() {
                if let Some(known) = known.as_ref().filter(|known| !known.is_empty()) {
                    text += &wrapped(&format!("  Seat {} knows  ", from_one(observer)), cards(known), ", ");
                }
            }
            if !player.developments.is_empty() {
                let names = player.developments.iter().map(|id| self.card_name(id));
                text += &wrapped("  Developments  ", names, ", ");
            }
        }
        text
    }

    fn owned(&self, player: &PlayerFile) -> Developments {
        let ids = player.developments.iter().filter_map(|id| self.rules.find(id));
        ids.fold(Developments::EMPTY, Developments::with)
    }

    /// Returns the name printed on a development card.
    fn card_name(&self, id: &str) -> String {
        self.rules.find(id).map_or_else(|| id.to_owned(), |id| self.rules.name(id).to_owned())
    }

    /// Writes the gain of a card in the queue.
    fn card_line(&self, id: &str) -> String {
        let Some(card) = self.rules.find(id) else { return id.to_owned() };
        let printed = self.rules.printed(card);
        let mut line = self.rules.name(card).to_owned();
        match printed.slots {
            0 => {}
            slots => line += &format!(", {}", counted(slots, "slot")),
        }
        if printed.income > 0 {
            line += &format!(", income {}", printed.income);
        }
        match printed.icon {
            Event::None => {}
            Event::King => line += ", event King's Aid",
            icon => line += &format!(", event {}", title(icon.word())),
        }
        line
    }
}

/// Counts the cards of a player, known or not.
fn cards_held(player: &PlayerFile) -> usize {
    player.hand.len() + player.stored.len() + player.set_aside.len() + player.offer.len()
}

fn card(letter: char) -> String {
    Card::from_letter(letter).map_or("unknown", Card::word).to_owned()
}

/// Lists the cards of a card string with their numbers, the unknown ones last.
fn cards(text: &str) -> Vec<String> {
    let letters = Card::ALL.into_iter().map(Card::letter).chain(['?']);
    letters
        .filter_map(|letter| match text.matches(letter).count() {
            0 => None,
            number if letter == Card::RELIC.letter() && number > 1 => Some(counted(number, "relic")),
            number => Some(format!("{number} {}", card(letter))),
        })
        .collect()
}

/// Writes the decision of the seat to move.
fn decision(file: &PositionFile) -> String {
    let used = |merchants: &str| match merchants.len() {
        0 => String::new(),
        number => format!(" ({} used)", counted(number, "merchant")),
    };
    match &file.decision {
        DecisionFile::Coronado {} => "may buy an event with Coronado".to_owned(),
        DecisionFile::Split {} => "divides the caravels into two fleets".to_owned(),
        DecisionFile::Pick { last: None } => "picks a card of the open supply".to_owned(),
        DecisionFile::Pick { last: Some(last) } => format!("picks another card, {} or higher", card(*last)),
        DecisionFile::Sergio {} => "may buy a card of the market with Sergio".to_owned(),
        DecisionFile::Pirates { .. } => "gives a card up to the pirates".to_owned(),
        DecisionFile::Announce {} => "announces the size of the offers".to_owned(),
        DecisionFile::Offer { announced, .. } => format!("sets cards aside for an offer of {announced}"),
        DecisionFile::Tie {} => "names the new Trade Master among the highest offers".to_owned(),
        DecisionFile::Take { last, .. } => match last {
            None => "takes a card of another offer".to_owned(),
            Some(last) => format!("takes a card of another offer, after seat {} took one", from_one(*last)),
        },
        DecisionFile::Swap { from, card: taken, .. } => {
            format!("took {} from seat {} and may swap it in the market", card(*taken), from_one(*from))
        }
        DecisionFile::Compensate { to } => format!("gives seat {} a card in return", from_one(*to)),
        DecisionFile::FirstPlayer {} => "names the first player of Progress".to_owned(),
        DecisionFile::Turn { merchants_used, .. } => {
            format!("makes combinations or ends the turn{}", used(merchants_used))
        }
        DecisionFile::Jokers { good, size, merchants_used, .. } => {
            format!("makes a set of {size} {}: how many relics{}", card(*good), used(merchants_used))
        }
        DecisionFile::Convert { good, size, jokers, merchants_used, .. } => format!(
            "makes a set of {size} {} with {}: how many converted cards{}",
            card(*good),
            counted(jokers, "relic"),
            used(merchants_used)
        ),
        DecisionFile::Source { good, size, conversions, .. } => {
            format!("makes a set of {size} {}: names the cards to convert, {conversions} in all", card(*good))
        }
        DecisionFile::Develop { good, size, .. } => {
            format!("has laid a set of {size} {} and chooses a development", card(*good))
        }
        DecisionFile::Lay { size, .. } => format!("lays a combination of {size} different cards"),
        DecisionFile::Store { .. } => "stores cards".to_owned(),
        DecisionFile::GameOver {} => "The game is over".to_owned(),
    }
}
