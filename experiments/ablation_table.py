#!/usr/bin/env python3
"""Writes the figures of the two ablations into the table of docs/search.md.

    python3 experiments/ablation_table.py

A row of the table begins with the name of a bot; its last two columns are written from the
standings below results/.
"""

import csv
import pathlib
import re

PAGE = pathlib.Path("docs/search.md")
STANDINGS = ("results/puerto-rico/ablation/standings.csv", "results/mundus-novus/ablation.csv")


def shares(path):
    """Returns the win share of each bot of a run, with its interval, as text."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    keys = ("win_share", "win_share_low", "win_share_high")
    return {row["bot"]: "{:.2f} ({:.2f}-{:.2f})".format(*(float(row[key]) for key in keys)) for row in rows}


def main():
    columns = [shares(path) for path in STANDINGS]
    lines = PAGE.read_text().split("\n")
    for at, line in enumerate(lines):
        name = re.match(r"\| `([a-z0-9-]+)` \|", line)
        cells = line.split(" | ")
        if name and len(cells) == 4 and any(name[1] in column for column in columns):
            figures = [column.get(name[1], "-") for column in columns]
            lines[at] = " | ".join([*cells[:2], *figures]) + " |"
    PAGE.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
