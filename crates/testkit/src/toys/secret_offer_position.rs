//! Position files and views of the secret offer.
//!
//! `hand` lists a seat's cards in ascending order, unknown ones as null. `aside` is null when it is
//! unknown which of the cards in `hand` are set aside: even their number is no public fact. `pile` is
//! null or listed from the top. `seat` is the one to act, null when the game is over.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tradewinds_game::{Audit, Broken, Dice, Game, InputError, Notation, Seat, Variant, Variants, parse_json};

use super::secret_offer::{Action, DECK, Gaps, Hand, SecretOffer, State, VALUES, size};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    round: u8,
    starter: u8,
    seat: Option<u8>,
    pile: Option<Vec<u8>>,
    discard: Vec<u8>,
    players: Vec<Player>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    points: u16,
    hand: Vec<Option<u8>>,
    aside: Option<Vec<u8>>,
    known: Vec<u8>,
}

fn cards_listed(cards: &Hand) -> Vec<u8> {
    (1..).zip(cards).flat_map(|(value, &number)| vec![value; usize::from(number)]).collect()
}

impl Notation for SecretOffer {
    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        let unseen = self.unseen(state);
        audit.ensure(matches!(unseen, Ok([0, 0, 0, 0, 0, 0])), "cards", || {
            format!("{unseen:?} cards left over")
        });
        for seat in 0..self.players {
            let aside = size(&state.aside[seat]);
            let may = self.may_have_set_aside(state, seat) && aside <= self.most_aside(state, seat);
            audit.ensure(aside == 0 || may, "aside", || format!("{aside} cards of seat {seat}"));
            let held = state.cards(seat);
            let known = state.known[seat].iter().zip(&held).all(|(known, held)| known <= held);
            audit.ensure(known, "known", || format!("{:?} of seat {seat}", state.known[seat]));
        }
        let in_range = usize::from(state.starter) < self.players
            && usize::from(state.turn) < self.players
            && (1..=self.data.rounds + 1).contains(&state.round);
        audit.ensure(in_range, "turn", || format!("{state:?}"));
        audit.into_broken()
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Done => "done".to_owned(),
            Action::Offer(value) => format!("offer {value}"),
        }
    }

    fn position(&self, state: &State) -> Value {
        write(self, state, None)
    }

    fn view(&self, state: &State, seat: Seat) -> Value {
        write(self, state, Some(seat))
    }

    fn read(position: &Value, variant: &Variant, dice: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let (game, mut state, gaps) = read(position, variant)?;
        game.complete(&mut state, &gaps, dice);
        Ok((game, state))
    }

    fn result(&self, state: &State) -> Option<Value> {
        let scores = self.scores(state);
        let winners: Vec<usize> =
            Seat::all(self.players).filter(|&seat| scores.rank[seat] == 1).map(Seat::index).collect();
        self.over(state).then(|| json!({"points": scores.points.as_slice(), "winners": winners}))
    }

    fn end_reason(&self, state: &State) -> String {
        if self.over(state) { "rounds".to_owned() } else { String::new() }
    }
}

/// Writes a position, whole or as one seat sees it.
fn write(game: &SecretOffer, state: &State, observer: Option<Seat>) -> Value {
    let players = (0..game.players)
        .map(|seat| {
            let hidden = observer.is_some_and(|observer| observer.index() != seat);
            let hand = if hidden {
                vec![None; usize::from(size(&state.cards(seat)))]
            } else {
                cards_listed(&state.hand[seat]).into_iter().map(Some).collect()
            };
            let aside =
                (!hidden || !game.may_have_set_aside(state, seat)).then(|| cards_listed(&state.aside[seat]));
            Player { points: state.points[seat], hand, aside, known: cards_listed(&state.known[seat]) }
        })
        .collect();
    let pile = &state.pile[..usize::from(state.pile_len)];
    let file = File {
        game: SecretOffer::NAME.to_owned(),
        round: state.round,
        starter: state.starter,
        seat: game.to_act(state).map(|seat| seat.index() as u8),
        pile: observer.is_none().then(|| pile.iter().rev().map(|value| value + 1).collect()),
        discard: cards_listed(&state.discard),
        players,
    };
    serde_json::to_value(file).expect("a position is plain JSON")
}

/// Reads a position and its unknown parts.
fn read(position: &Value, variant: &Variant) -> Result<(SecretOffer, State, Gaps), InputError> {
    let file: File = parse_json("position", position)?;
    let refuse =
        |field: String, found: String, allowed: &str| Err(InputError::new("position", field, found, allowed));
    if file.game != SecretOffer::NAME {
        return refuse("game".to_owned(), file.game, SecretOffer::NAME);
    }
    let game = SecretOffer::new(file.players.len(), variant)?;
    let players = game.players;
    if usize::from(file.starter) >= players {
        return refuse("starter".to_owned(), file.starter.to_string(), "a seat");
    }
    let over = file.round > game.data.rounds;
    let turn = match file.seat {
        None if over => 0,
        Some(seat) if !over && usize::from(seat) < players => {
            (usize::from(seat) + players - usize::from(file.starter)) % players
        }
        found => return refuse("seat".to_owned(), format!("{found:?}"), "the seat to act, null at the end"),
    };
    let mut state = State {
        hand: Default::default(),
        aside: Default::default(),
        known: Default::default(),
        discard: read_cards("discard", &file.discard)?,
        pile: Default::default(),
        pile_len: 0,
        points: Default::default(),
        starter: file.starter,
        turn: turn as u8,
        round: file.round,
    };
    let mut gaps = Gaps { pile: file.pile.is_none(), ..Gaps::default() };
    for (seat, player) in file.players.iter().enumerate() {
        let path = |field: &str| format!("players[{seat}].{field}");
        if player.hand.len() > DECK {
            return refuse(path("hand"), format!("{} cards", player.hand.len()), "no more than the deck");
        }
        let listed: Vec<u8> = player.hand.iter().flatten().copied().collect();
        state.points[seat] = player.points;
        state.hand[seat] = read_cards(&path("hand"), &listed)?;
        state.known[seat] = read_cards(&path("known"), &player.known)?;
        match &player.aside {
            Some(aside) => state.aside[seat] = read_cards(&path("aside"), aside)?,
            None if game.may_have_set_aside(&state, seat) => gaps.split[seat] = true,
            None => return refuse(path("aside"), "null".to_owned(), "[] for a seat that has not chosen"),
        }
        gaps.cards[seat] = (player.hand.len() - listed.len()) as u8;
        // Known cards that are not listed are among the unknown ones.
        for (value, held) in state.cards(seat).into_iter().enumerate() {
            let missing = state.known[seat][value].saturating_sub(held);
            let Some(left) = gaps.cards[seat].checked_sub(missing) else {
                return refuse(path("known"), format!("a {}", value + 1), "a card that the seat may hold");
            };
            gaps.cards[seat] = left;
            state.hand[seat][value] += missing;
        }
    }
    let pile = file.pile.unwrap_or_default();
    read_cards("pile", &pile)?;
    for (place, value) in state.pile.iter_mut().zip(pile.iter().rev()) {
        *place = value - 1;
    }
    state.pile_len = pile.len() as u8;
    let unseen = match game.unseen(&state) {
        Ok(unseen) => size(&unseen),
        Err(value) => {
            return refuse(String::new(), format!("a {} too many", value + 1), "the cards of the deck");
        }
    };
    let unknown: u8 = gaps.cards.iter().sum();
    if unseen < unknown || (unseen > unknown && !gaps.pile) {
        return refuse(
            String::new(),
            format!("{unknown} unknown cards"),
            &format!("{unseen} in hands and pile"),
        );
    }
    Ok((game, state, gaps))
}

fn read_cards(field: &str, values: &[u8]) -> Result<Hand, InputError> {
    if values.len() > DECK {
        let found = format!("{} cards", values.len());
        return Err(InputError::new("position", field, found, "no more than the deck"));
    }
    let mut cards = [0; VALUES];
    for (index, &value) in values.iter().enumerate() {
        let Some(number) = usize::from(value).checked_sub(1).and_then(|value| cards.get_mut(value)) else {
            return Err(InputError::new(
                "position",
                format!("{field}[{index}]"),
                value.to_string(),
                "1 to 6",
            ));
        };
        *number += 1;
    }
    Ok(cards)
}
