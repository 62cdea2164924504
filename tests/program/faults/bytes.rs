//! A corrupted byte in each kind of file: it is named, or does no harm, and nothing is lost.

use std::fs;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::place::Place;

/// Changes one bit of one byte of a file.
fn corrupt(bytes: &[u8], dice: &mut Pcg32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let place = dice.random_range(0..bytes.len() as u32) as usize;
    bytes[place] ^= 1 << dice.random_range(0..8);
    bytes
}

/// Whatever byte of a run's own files is changed, the run is refused with one message that names the
/// file, or is the very same run; never is another result taken for this one's.
#[test]
fn a_run_with_a_corrupted_byte_is_refused_or_the_same() {
    let place = Place::new(2);
    let arguments = ["tournament", "m.toml", "--out", "run", "--record"];
    place.succeed(&arguments);
    let tables = place.tables("run");
    let mut dice = Pcg32::seed_from_u64(1);
    for name in ["journal.frames", "manifest.toml", "version.toml", "bots/steady.toml", "bots/raft.toml"] {
        let path = place.path("run").join(name);
        let whole = fs::read(&path).unwrap();
        for _ in 0..12 {
            // Without the standings the run would write its tables again from what it finds.
            fs::remove_file(place.path("run/standings.csv")).unwrap();
            fs::write(&path, corrupt(&whole, &mut dice)).unwrap();
            let output = place.run(&arguments);
            let errors = String::from_utf8(output.stderr).unwrap();
            if !output.status.success() {
                assert!(errors.starts_with("error: ") && errors.contains("run"), "{name}: {errors}");
                assert_eq!(errors.lines().count(), 1, "{errors}");
            }
            fs::write(&path, &whole).unwrap();
            place.succeed(&arguments);
            assert_eq!(place.tables("run"), tables, "{name}: {errors}");
        }
    }
}

#[test]
fn input_with_a_corrupted_byte_never_ends_in_a_panic() {
    let place = Place::new(1);
    place.succeed(&["tournament", "m.toml", "--out", "run", "--record"]);
    let position = place.run(&["replay", "run/records/game-1.json", "--at", "40"]);
    place.write("p.json", &String::from_utf8(position.stdout).unwrap());
    place.write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 8\n");
    place.write("n.toml", &(super::place::manifest(1) + "variant = \"v.toml\"\n"));
    let mut dice = Pcg32::seed_from_u64(2);
    for (file, arguments) in [
        ("n.toml", &["tournament", "n.toml", "--out", "other"][..]),
        ("v.toml", &["tournament", "n.toml", "--out", "other"]),
        ("raft.toml", &["tournament", "n.toml", "--out", "other"]),
        ("run/records/game-1.json", &["replay", "run/records/game-1.json"]),
        ("p.json", &["analyze", "p.json", "--iterations", "5"]),
    ] {
        let path = place.path(file);
        let whole = fs::read(&path).unwrap();
        for _ in 0..25 {
            fs::write(&path, corrupt(&whole, &mut dice)).unwrap();
            let output = place.run(arguments);
            let errors = String::from_utf8(output.stderr).unwrap();
            let status = output.status.code();
            assert!(status == Some(0) || status == Some(1), "{file}: {status:?}, {errors}");
            assert!(
                status == Some(0) || errors.starts_with("error: ") && errors.lines().count() == 1,
                "{errors}"
            );
            let _ = fs::remove_dir_all(place.path("other"));
        }
        fs::write(&path, &whole).unwrap();
    }
}
