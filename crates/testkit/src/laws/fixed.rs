//! The constant declarations of a game.

use tradewinds_game::{CompleteGame, Variant, Weights};

use super::{ANY_PLAYERS, all_different, features};

pub(super) fn check<G: CompleteGame>(game: &G, players: usize) {
    assert_eq!(game.players(), players, "the rules are for as many players as asked for");
    for wrong in ANY_PLAYERS.filter(|wrong| !G::PLAYERS.contains(wrong)) {
        assert!(G::new(wrong, &Variant::standard()).is_err(), "{wrong} players are refused");
    }
    let kinds = G::DECISION_KINDS;
    assert!(!kinds.is_empty() && all_different(kinds), "kinds of decision have names of their own");
    assert!(G::CLEAR_LEAD > 0.0, "a clear lead is positive");
    assert!(game.max_decisions() > 0, "law 2: the bound is stated");
    check_weights(game);
    check_schema::<G>();
    features::check_table(game);
}

fn check_weights<G: CompleteGame>(game: &G) {
    let docs = G::weights();
    assert!(all_different(docs.iter().map(|doc| doc.name)), "weights have names of their own");
    for doc in docs {
        assert!(
            !doc.name.is_empty() && !doc.meaning.is_empty() && doc.default.is_finite(),
            "{doc:?} is documented"
        );
    }
    let named: Weights = docs.iter().map(|doc| (doc.name.to_owned(), doc.default)).collect();
    assert!(game.policy(&named).is_ok(), "the policy knows every documented weight");
    let unknown = Weights::from([("no such weight".to_owned(), 1.0)]);
    assert!(game.policy(&unknown).is_err(), "an unknown weight is refused");
}

fn check_schema<G: CompleteGame>() {
    let schema = G::schema();
    let tables = schema.tables.iter().map(|table| table.columns).chain([schema.seats]);
    for columns in tables {
        assert!(all_different(columns.iter().map(|column| column.name)), "columns have names of their own");
        assert!(columns.iter().all(|column| !column.meaning.is_empty()), "columns are documented");
    }
    assert!(all_different(schema.tables.iter().map(|table| table.name)), "tables have names of their own");
    for table in schema.tables {
        let seats = table.columns.iter().filter(|column| column.name == "seat").count();
        assert_eq!(seats, 1, "table {} has a column seat", table.name);
    }
}
