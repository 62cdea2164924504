"""Times group-bys in DuckDB over the Parquet files of a run of Puerto Rico, and over a file of the same rows that DuckDB
writes itself, which shows how much of the time is DuckDB's own.

Usage: group_by.py RUN [THREADS]. Needs duckdb. Each query runs three times, and the quickest counts.
"""

import os
import resource
import sys
import tempfile
import time

import duckdb

QUERIES = [
    ("games", "select end_reason, count(*), avg(rounds) from {} group by all"),
    ("seats", "select bot, avg(win_share) from {} group by all"),
    ("seats", "select bot, seat, avg(score) from {} group by all"),
    ("roles", "select role, count(*) from {} group by all"),
    ("roles", "select bot, role, count(*) from {} group by all"),
]

run, threads = sys.argv[1], int((sys.argv[2:] or ["2"])[0])
duckdb.sql(f"set threads = {threads}")


def times(query):
    """Returns elapsed and processor seconds."""
    best = None
    for _ in range(3):
        used, begun = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        duckdb.sql(query).fetchall()
        elapsed, now = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF)
        found = (now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, elapsed)
        best = min(best or found, found)
    return best


print(f"DuckDB {duckdb.__version__}, {threads} threads; processor seconds (elapsed)")
with tempfile.TemporaryDirectory() as place:
    for table, query in QUERIES:
        ours = f"read_parquet('{run}/{table}/*/*.parquet', hive_partitioning = false)"
        theirs = f"{place}/{table}.parquet"
        if not os.path.exists(theirs):
            duckdb.sql(f"copy (from {ours}) to '{theirs}' (compression zstd)")
        rows = duckdb.sql(f"select count(*) from {ours}").fetchall()[0][0]
        shown = [f"{used:.2f} ({elapsed:.2f})" for used, elapsed in map(times, (query.format(ours), query.format(f"'{theirs}'")))]
        print(f"{rows:>11,} rows of {table}: {query.format(table)}: {shown[0]}, in DuckDB's own file {shown[1]}")
