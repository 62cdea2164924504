//! What was written comes back, and damage is found.

use std::fs;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use tradewinds_arena::{Lead, SeatRecord};
use tradewinds_bots::{Cost, Faults, SearchCost};
use tradewinds_game::kit::column;
use tradewinds_game::{Rows, Schema, Seat, Table, TableCell};

use super::*;

const SCHEMA: Schema = Schema {
    seats: &[column("goods", "goods"), column("building_list", "names")],
    tables: &[
        Table { name: "roles", meaning: "", columns: &[column("seat", "seat"), column("role", "role")] },
        Table { name: "ships", meaning: "", columns: &[column("round", "round"), column("seat", "seat")] },
    ],
};

fn form(games: u64) -> JournalForm {
    JournalForm { run: 7, games, players: 3, schema: &SCHEMA, keeps: Journaling::Rows }
}

/// Makes a game of anything that a game may have.
fn game(number: u64, dice: &mut Pcg32) -> GameRecord {
    let mut word = |most: u32| {
        let words = dice.random_range(0..most);
        (0..words).map(|_| format!("w{}", dice.random_range(0..40))).collect::<Vec<_>>().join(";")
    };
    let cells = [0; 3].map(|_| [word(2), word(5)].map(TableCell::from).into());
    let mut seats: Vec<SeatRecord> = Vec::new();
    for cells in cells {
        let mut cost = Cost { decisions: dice.random_range(0..900), ..Cost::default() };
        if dice.random_range(0..2) == 0 {
            let nodes = dice.random_range(0..1 << 40);
            cost.search = Some(SearchCost { iterations: 7, nodes, max_nodes: 3, depth: 2, max_depth: 1 });
        }
        for _ in 0..dice.random_range(0..5) {
            cost.times.add(std::time::Duration::from_micros(dice.random_range(0..1 << 30)));
        }
        let faults = Faults { decisions: dice.random_range(0..900), ..Faults::default() };
        seats.push(SeatRecord {
            start_place: dice.random_range(0..3),
            score: dice.random_range(-90..90),
            ties: [dice.random_range(-5..5), i32::MIN, i32::MAX],
            rank: dice.random_range(1..=3),
            cells,
            faults: (number.is_multiple_of(5) && dice.random_range(0..2) == 0).then_some(faults),
            cost: (number % 7 > 3 && dice.random_range(0..2) == 0).then(|| Box::new(cost)),
        });
    }
    seats[1].rank = 1;
    let mut rows = Rows::default();
    for _ in 0..dice.random_range(0..9) {
        let (table, seat) = (dice.random_range(0..2_usize), Seat::new(dice.random_range(0..3_usize)));
        let round = TableCell::Whole(dice.random_range(0..500));
        // The second table does not always say what the row does.
        let cells = if table == 0 { [seat.into(), round] } else { [round, TableCell::Word("?")] };
        rows.push(table, seat, cells);
    }
    GameRecord {
        game: number,
        rows,
        rounds: dice.random_range(0..30),
        decisions: dice.random_range(0..900),
        end_reason: ["colonists", "chips"][dice.random_range(0..2)].to_owned(),
        truncated: dice.random_range(0..4) == 0,
        lead: (dice.random_range(0..4) > 0)
            .then(|| Lead { changes: dice.random_range(0..9), decided_round: dice.random_range(0..30) }),
        seats,
    }
}

/// Games in several frames, nearly in order but for some that come late, come back in any order, before and
/// after they are written.
#[test]
fn games_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut dice = Pcg32::seed_from_u64(1);
    let games: Vec<GameRecord> = (0..2000).map(|number| game(number, &mut dice)).collect();
    let mut order: Vec<usize> = (0..1999).collect();
    order[3..1500].chunks_mut(7).for_each(<[usize]>::reverse);
    let late = order.remove(5);
    order.push(late);
    let mut journal = Journal::create(&path, form(2000)).unwrap();
    for (written, &number) in order.iter().enumerate() {
        journal.append(&games[number]).unwrap();
        assert_eq!(
            journal.read_parts(number as u64, Parts::Result).unwrap().record,
            games[number].without_cells()
        );
        if written % 300 == 299 {
            journal.flush().unwrap();
        }
    }
    assert_eq!(journal.read(late as u64).unwrap(), games[late]);
    // Times are equal to each other, so their numbers are compared.
    let times = |game: &GameRecord| -> Vec<u64> {
        let costs = game.seats.iter().filter_map(|seat| seat.cost.as_ref());
        costs.flat_map(|cost| cost.times.numbers().collect::<Vec<_>>()).collect()
    };
    let all = (0..2000).filter(|&number| journal.has(number)).collect::<Vec<u64>>();
    let found: Vec<Vec<u64>> = all.iter().map(|&game| times(&journal.read(game).unwrap())).collect();
    assert!(found.iter().any(|times| times.len() > 6));
    assert_eq!(found, all.iter().map(|&game| times(&games[game as usize])).collect::<Vec<_>>());
    journal.flush().unwrap();
    journal.flush().unwrap();
    drop(journal);
    let mut journal = Journal::look_at(&path, form(2000)).unwrap();
    assert_eq!((journal.finished(), journal.has(1999)), (1999, false));
    for number in (0..1999).chain((0..1999).rev().step_by(97)) {
        assert_eq!(journal.read(number as u64).unwrap(), games[number]);
        let result = journal.read_parts(number as u64, Parts::Result).unwrap();
        assert_eq!(result.record, games[number].without_cells());
    }
}

/// Frames with rows and frames of results alone stand in one journal; a result says what its cells were.
#[test]
fn results_are_kept_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut dice = Pcg32::seed_from_u64(5);
    let games: Vec<GameRecord> = (0..60).map(|number| game(number, &mut dice)).collect();
    let alone = JournalForm { keeps: Journaling::Results, ..form(60) };
    drop(Journal::create(&path, alone).unwrap());
    for (part, form) in [alone, form(60), alone].into_iter().enumerate() {
        let mut journal = Journal::open(&path, form).unwrap();
        games[20 * part..20 * part + 20].iter().for_each(|game| journal.append(game).unwrap());
        journal.flush().unwrap();
    }
    let check = |journal: &mut Journal| {
        for (number, game) in games.iter().enumerate() {
            let entry = journal.read_parts(number as u64, Parts::All).unwrap();
            let is_whole = (20..40).contains(&number);
            assert_eq!(entry.checksum, (!is_whole).then(|| cells_checksum(game)));
            assert_eq!(entry.record, if is_whole { game.clone() } else { game.without_cells() });
        }
    };
    let mut journal = Journal::look_at(&path, form(60)).unwrap();
    check(&mut journal);
    // Into another journal, as when parts are joined.
    let joined = folder.path().join("joined");
    let mut other = Journal::create(&joined, form(60)).unwrap();
    for number in 0..60 {
        other.append_entry(&journal.read_parts(number, Parts::All).unwrap()).unwrap();
    }
    check(&mut other);
    let mut changed = games[3].clone();
    changed.seats[2].cells[1] = format!("{}x", changed.seats[2].cells[1]).into();
    assert_ne!(cells_checksum(&changed), cells_checksum(&games[3]));
    let [one, two] = [["ab", "c"], ["a", "bc"]].map(|cells| {
        let mut game = games[3].clone();
        game.seats[0].cells = cells.map(TableCell::from).to_vec();
        cells_checksum(&game)
    });
    assert_ne!(one, two);
}

/// A journal that is cut has the games of its whole frames, and goes on.
#[test]
fn a_look_ends_where_the_journal_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut dice = Pcg32::seed_from_u64(2);
    let mut journal = Journal::create(&path, form(4)).unwrap();
    let mut ends = Vec::new();
    for number in [0, 2, 1] {
        journal.append(&game(number, &mut dice)).unwrap();
        journal.flush().unwrap();
        ends.push(fs::metadata(&path).unwrap().len() as usize);
    }
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    for length in (0..bytes.len()).step_by(11).chain([bytes.len()]) {
        fs::write(&path, &bytes[..length]).unwrap();
        let whole = ends.iter().filter(|&&end| end <= length).count();
        assert_eq!(Journal::look_at(&path, form(4)).unwrap().finished(), whole as u64, "{length} bytes");
        let mut journal = Journal::open(&path, form(4)).unwrap();
        journal.append(&game(3, &mut dice)).unwrap();
        journal.flush().unwrap();
        assert_eq!(Journal::look_at(&path, form(4)).unwrap().finished(), whole as u64 + 1);
    }
}

/// Whatever bit is changed, the journal is refused, or holds the same games.
#[test]
fn a_changed_bit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut dice = Pcg32::seed_from_u64(3);
    let mut journal = Journal::create(&path, form(20)).unwrap();
    for number in 0..20 {
        journal.append(&game(number, &mut dice)).unwrap();
        if number % 7 == 6 {
            journal.flush().unwrap();
        }
    }
    journal.flush().unwrap();
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(3) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << dice.random_range(0..8);
        fs::write(&path, &changed).unwrap();
        let error = Journal::look_at(&path, form(20)).unwrap_err().to_string();
        assert!(error.starts_with("frame ") && !error.contains('\n'), "{error}");
    }
}

/// Frames whose checksums fit but whose contents do not, as nobody makes them by accident.
#[test]
fn forged_contents_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut dice = Pcg32::seed_from_u64(4);
    let mut refused = 0;
    for _ in 0..600 {
        let mut writer = GamesWriter::new(form(9));
        (0..9).for_each(|number| writer.push(&game(number, &mut dice)));
        let mut parts = writer.finish();
        let part = &mut parts[dice.random_range(1..3)];
        let place = dice.random_range(0..part.len());
        match dice.random_range(0..3) {
            0 => part[place] ^= 1 << dice.random_range(0..8),
            1 => part.truncate(place),
            _ => part.insert(place, 0xff),
        }
        fs::write(&path, frame::write(7, 0, Journaling::Rows, 9, &parts).unwrap()).unwrap();
        let mut journal = Journal::look_at(&path, form(9)).unwrap();
        refused += (0..9).filter(|&number| journal.read(number).is_err()).count();
    }
    assert!(refused > 1800, "{refused}");
}

#[test]
fn a_journal_that_another_process_has_started_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let _first = Journal::create(&path, form(3)).unwrap();
    for second in [Journal::create(&path, form(3)), Journal::open(&path, form(3))] {
        assert_eq!(second.unwrap_err().to_string(), "another process plays this run");
    }
}
