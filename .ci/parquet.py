"""Compares the Parquet files of a run with its CSV files, and runs the queries of docs/parquet.md.

Usage: parquet.py PROGRAM. Needs duckdb.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

import duckdb

MANIFEST = """name = "tables"
game = "GAME"
players = 4
seed = 5
deals = 30
format = "table"
lineup = ["steady", "random", "EXTRA"]
"""

# Of each game a third preset and a fourth; short games of quick bots.
EXTRA = {
    "puerto-rico": 'builder", "shipper',
    "mundus-novus": 'peddler", "developer',
    "age-of-discovery": 'merchant", "builder',
    "francis-drake": 'raider", "merchant',
}

program = os.path.abspath(sys.argv[1])
docs = os.path.join(os.path.dirname(__file__), "..", "docs", "parquet.md")
queries = re.findall(r"```sql\n(.*?)```", open(docs, encoding="utf-8").read(), re.S)


def play(*arguments):
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)


def compare(table, path):
    """Compares all cells of a table."""
    file = f"read_csv('{path}/{table}.csv', all_varchar = true)"
    columns = duckdb.sql(f"describe select * from read_parquet('{path}/tables/{table}/*/*.parquet', hive_partitioning = false)").fetchall()
    ours = []
    text = []
    for name, kind, *_ in columns:
        if kind == "VARCHAR[]":
            ours.append(f"coalesce(array_to_string(\"{name}\", ';'), '') as \"{name}\"")
            text.append(f"coalesce(\"{name}\", '') as \"{name}\"")
        elif kind == "DOUBLE":
            ours.append(f'"{name}"')
            text.append(f"cast(nullif(\"{name}\", '') as double) as \"{name}\"")
        else:
            ours.append(f"coalesce(cast(\"{name}\" as varchar), '') as \"{name}\"")
            text.append(f"coalesce(\"{name}\", '') as \"{name}\"")
    names = csv.reader(open(f"{path}/{table}.csv", encoding="utf-8"))
    assert next(names) == [name for name, *_ in columns], table
    ours = f"select {', '.join(ours)} from read_parquet('{path}/tables/{table}/*/*.parquet', hive_partitioning = false)"
    text = f"select {', '.join(text)} from {file}"
    for one, other in [(ours, text), (text, ours)]:
        left = duckdb.sql(f"select * from ({one}) except all select * from ({other}) limit 3").fetchall()
        assert not left, (table, left)
    return duckdb.sql(f"select count(*) from read_parquet('{path}/tables/{table}/*/*.parquet', hive_partitioning = false)").fetchall()[0][0]


with tempfile.TemporaryDirectory() as place:
    for game, extra in EXTRA.items():
        path = f"{place}/{game}"
        os.mkdir(path)
        with open(f"{path}/m.toml", "w", encoding="utf-8") as file:
            file.write(MANIFEST.replace("GAME", game).replace("EXTRA", extra))
        play("tournament", f"{path}/m.toml", "--out", f"{path}/run")
        for part in "123":
            play("tournament", f"{path}/m.toml", "--shard", f"{part}/3", "--out", f"{path}/part-{part}")
        play("export", *(f"{path}/part-{part}" for part in "123"), "--parquet", f"{path}/tables")
        tables = [name for name in os.listdir(f"{path}/tables")]
        for table in tables:
            os.symlink(f"{path}/run/{table}.csv", f"{path}/{table}.csv")
            print(f"{game}, {table}: {compare(table, path)} rows are those of the CSV file")
    os.chdir(f"{place}/puerto-rico")
    for number, query in enumerate(queries):
        rows = duckdb.sql(query).fetchall()
        assert rows, query
        if number == 0:
            found = [[bot, str(games), f"{share:.6f}", f"{score:.3f}", f"{rank:.3f}"] for bot, games, share, score, rank in rows]
            standings = list(csv.DictReader(open("run/standings.csv", encoding="utf-8")))
            expected = [
                [row["bot"], row["games"], f"{float(row['win_share']):.6f}"]
                + [f"{float(row[name]):.3f}" for name in ("mean_score", "mean_rank")]
                for row in standings
            ]
            assert found == expected, (found, expected)
    print(f"{len(queries)} queries of docs/parquet.md ran, and the first gives the standings")
