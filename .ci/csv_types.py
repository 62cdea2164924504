"""Reads every table of a run of each game and of each study with the defaults of pandas, polars and DuckDB, and checks
that they agree on the types of all columns and on all cells.

Usage: csv_types.py PROGRAM. Needs duckdb, pandas and polars.
"""

import csv
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import duckdb
import pandas
import polars

TOURNAMENT = """name = "tables"
game = "GAME"
players = PLAYERS
seed = 5
deals = 60
format = "table"
lineup = [LINEUP]
"""

# The bots of a short run of each game, all its tables among them. The twins of Francis Drake and of Mundus Novus share
# wins, some of them behind the first hundred rows; in the duel no rating is finite.
LINEUPS = {
    "puerto-rico": ["steady", "random", "builder"],
    "mundus-novus": ["random", "random", "steady", "peddler"],
    "age-of-discovery": ["steady", "random", "merchant"],
    "francis-drake": ["steady", "random", "raider"],
}

SPSA = """name = "weights"
game = "puerto-rico"
players = 3
seed = 4
bot = "steady"
pool = [["shipper"]]
[spsa]
iterations = 4
deals = 2
[held_out]
pool = [["factory"]]
deals = 7
"""

LEARN = """name = "tiny"
game = "puerto-rico"
players = [2]
seed = 3
bot = "ismcts"
others = ["steady"]
openers = ["steady"]
warm_games = 24
generations = 1
games = 24
part = 16
[warm]
keep = 0.2
[play]
keep = 0.2
iterations = 8
quick_iterations = 4
opening = 20
[fit]
units = 32
second = 16
epochs = 2
calibrated = false
batch = 64
held_out = 0.2
[gate]
players = 2
deals = 4
iterations = 10
pace = 1.0
[gate.test]
elo0 = -800.0
elo1 = -790.0
alpha = 0.05
beta = 0.05
[held_out]
deals = 3
"""

SWEEP = """name = "sweep"
game = "puerto-rico"
seed = 18
deals = 12
players = [3]
[[table]]
name = "steady"
bots = ["steady"]
"""

program = os.path.abspath(sys.argv[1])
root = pathlib.Path(__file__).resolve().parent.parent
manifests = root / "tests" / "same_files" / "manifests"


def play(*arguments):
    subprocess.run([program, "--quiet", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def kind(name):
    """Returns the type of a column in the words of none of the three."""
    name = str(name).lower()
    for kind, parts in {
        "truth": ["bool"],
        "whole": ["int"],
        "number": ["float", "double"],
        "text": ["str", "varchar", "object"],
    }.items():
        if any(part in name for part in parts):
            return kind
    raise AssertionError(f"the type {name}")


def missing(cell):
    return cell is None or cell is pandas.NA or isinstance(cell, float) and math.isnan(cell)


def compare(path):
    """Compares a table as the three read it; returns the numbers of its rows and columns."""
    relation = duckdb.read_csv(str(path))
    rows = relation.fetchall()
    ducks = dict(zip(relation.columns, zip(*rows) if rows else [()] * len(relation.columns)))
    duck_kinds = dict(zip(relation.columns, map(kind, relation.types)))
    frame, bears = pandas.read_csv(path), polars.read_csv(path)
    with open(path, encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    assert header == list(frame.columns) == bears.columns == list(relation.columns), path
    for name in header:
        columns = [list(ducks[name]), frame[name].tolist(), bears[name].to_list()]
        columns = [[None if missing(cell) else cell for cell in column] for column in columns]
        where = f"{path}, {name}"
        assert columns[0] == columns[1] == columns[2], f"{where}: other cells"
        if all(cell is None for cell in columns[0]):
            continue
        kinds = [duck_kinds[name], kind(frame[name].dtype), kind(bears[name].dtype)]
        # Pandas has no whole numbers beside missing ones.
        if None in columns[0] and kinds[1] == "number" and all(cell is None or cell == int(cell) for cell in columns[1]):
            kinds[1] = kinds[0]
        assert len(set(kinds)) == 1, f"{where}: {kinds}"
        if name == "winners" or name.endswith("_list"):
            assert kinds[0] == "text", f"{where}: {kinds}"
        if name in ("win_share", "mean_score", "rating", "objective"):
            assert kinds[0] == "number", f"{where}: {kinds}"
    return len(frame), len(header)


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    shared = False
    for game, lineup in LINEUPS.items():
        manifest = place / f"{game}.toml"
        names = ", ".join(f'"{bot}"' for bot in lineup)
        text = TOURNAMENT.replace("GAME", game).replace("PLAYERS", str(len(lineup))).replace("LINEUP", names)
        manifest.write_text(text, encoding="utf-8")
        play("tournament", manifest, "--out", place / game)
        with open(place / game / "games.csv", encoding="utf-8", newline="") as file:
            shared |= any(";" in row["winners"] for row in csv.DictReader(file))
    assert shared, "no game has two winners"
    play("sprt", "--game", "puerto-rico", "--players", 4, "--a", "steady", "--b", "random", "--out", place / "sprt")
    for command, name in [("balance", "balance"), ("ladder", "ladder"), ("choices", "roles"), ("tune", "tune")]:
        play(command, manifests / f"{name}.toml", "--out", place / name)
    for command, name, text in [("tune", "spsa", SPSA), ("learn", "learn", LEARN)]:
        (place / f"{name}.toml").write_text(text, encoding="utf-8")
        play(command, place / f"{name}.toml", "--out", place / name)
    (place / "sweep.toml").write_text(SWEEP, encoding="utf-8")
    play("balance", place / "sweep.toml", "--sweep", "harbor.cost=6..8", "--out", place / "sweep")
    tables = sorted(place.rglob("*.csv"))
    read = [(path, *compare(path)) for path in tables]
    for path, rows, columns in read:
        print(f"{path.relative_to(place)}: {rows} rows of {columns} columns")
    print(f"{len(read)} tables are the same to pandas {pandas.__version__}, polars {polars.__version__} and DuckDB {duckdb.__version__}")
