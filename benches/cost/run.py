#!/usr/bin/env python3
"""Measures what the strength of the shipped bots costs: the Elo of each, its instructions and its CPU time a decision.

Ratings and CPU times come from `tradewinds bench --elo`. Instructions are counted by callgrind, and repeat: those of a
bot without search at the positions of the same command, those of a search from the opening. Writes strength.csv and a
chart a game into results/speed, and with --rows a file for `tradewinds ledger add --again FILE`.
"""

import argparse
import csv
import datetime
import json
import math
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "results" / "speed"
SHORT = {"puerto-rico": "pr", "mundus-novus": "mn", "age-of-discovery": "aod", "francis-drake": "fd"}
# The decisions that the command times in a turn.
DECISIONS = 40
# Those of whom --few counts the instructions, beside the search.
FEW = ["random", "steady", "learned"]
COLUMNS = ["game", "bot", "iterations", "rating", "microseconds", "instructions"]


def instructions(binary: Path, words: list[str]) -> int:
    """Returns the instructions of a run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary), "bench", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def decision(binary: Path, words: list[str]) -> int:
    """Returns the instructions of a decision of each bot of a command, and of those by which steady plays on to it."""
    one, three = (instructions(binary, [*words, "--turns", turns]) for turns in "13")
    return (three - one) // (2 * DECISIONS)


def rated(game: str) -> list[str]:
    """Lists the bots of a game that have a rating, weakest first, with random before them."""
    with (ROOT / "bots" / "ratings.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game]
    names = dict.fromkeys(row["bot"] for row in sorted(rows, key=lambda row: float(row["rating"])))
    return ["random", *(name for name in names if name != "ismcts"), "ismcts"]


def figures(options: argparse.Namespace, game: str) -> list[dict]:
    """Returns the figures of a game's bots."""

    def elo(bot: str) -> list[str]:
        return ["--elo", "--game", game, "--bot", bot]

    rows = []
    for bot in rated(game):
        words = [str(options.binary), "bench", *elo(bot), "--seconds", str(options.seconds), "--json"]
        found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["elo"]
        rows += [{name: row.get(name) for name in COLUMNS} for row in (found if bot == "steady" else found[1:])]
    # Counts repeat on a busy machine, times do not: these were taken alone.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = pool.submit(decision, options.binary, elo("steady"))
        none = pool.submit(search, options.binary, game, 1)
        counts = [pool.submit(count, options, row, elo) for row in rows]
        for row, counted in zip(rows, counts):
            if counted.result() is not None:
                row["instructions"] = counted.result() - (none if row["iterations"] else alone).result()
            print(*row.values(), flush=True)
    return rows


def search(binary: Path, game: str, iterations: int) -> int:
    """Returns the instructions of a run with one search from the opening."""
    words = ["--game", game, "--players", "4", "--bot", "ismcts", "--iterations"]
    return instructions(binary, [*words, str(iterations)])


def count(options: argparse.Namespace, row: dict, elo) -> int | None:
    """Counts the instructions of a decision of a bot and of what stands beside it; none if that takes too long."""
    bot, iterations = row["bot"], row["iterations"]
    if iterations:
        return search(options.binary, row["game"], iterations) if iterations <= options.most else None
    if options.few and bot not in FEW:
        return None
    with TemporaryDirectory() as folder:
        # A second bot beside steady, also where it is steady.
        preset = Path(folder, "again.toml")
        text = f'name = "again"\ngame = "{row["game"]}"\nkind = "heuristic"\nbase = "steady"\nabout = "The same."\n'
        preset.write_text(text, encoding="utf-8")
        return decision(options.binary, elo(str(preset) if bot == "steady" else bot))


def short(power: int) -> str:
    """Writes a power of ten, as 10k."""
    return f"{10 ** (power % 3)}{['', 'k', 'M', 'G'][power // 3]}"


def panel(rows: list[dict], column: str, left: int, label: str) -> list[str]:
    """Draws the ratings against a cost, which grows by powers of ten to the right."""
    points = [row for row in rows if row["rating"] is not None and row[column]]
    low = math.floor(min(math.log10(row[column]) for row in points))
    high = math.ceil(max(math.log10(row[column]) for row in points))
    bottom, top = (100 * round(edge / 100) for edge in (min(row["rating"] for row in rows if row["rating"] is not None) - 60, 310))
    at = lambda row: (left + 280 * (math.log10(row[column]) - low) / (high - low), height(row["rating"]))
    height = lambda rating: 30 + 250 * (top - rating) / (top - bottom)
    lines = []
    for power in range(low, high + 1):
        x = left + 280 * (power - low) / (high - low)
        lines.append(f'<path d="M{x:.0f} 30V280" class="grid"/><text x="{x:.0f}" y="296" text-anchor="middle">{short(power)}</text>')
    for rating in range(bottom, top + 1, 100):
        y = height(rating)
        lines.append(f'<path d="M{left} {y:.0f}h280" class="grid"/><text x="{left - 5}" y="{y + 4:.0f}" text-anchor="end">{rating}</text>')
    path = " ".join("{:.1f},{:.1f}".format(*at(row)) for row in points if row["iterations"])
    lines.append(f'<polyline points="{path}" class="line"/>')
    above = 400.0
    for row in sorted(points, key=lambda row: row["rating"]):
        x, y = at(row)
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
        if row["iterations"] in (None, 125, 1000, 4000, 16000):
            name = f"{row['iterations']:,}" if row["iterations"] else row["bot"]
            # A search is named below its line, and no name stands on another one.
            above = min(y + (14 if row["iterations"] else 4), above - 11)
            lines.append(f'<text x="{x + 6:.1f}" y="{above:.1f}">{name}</text>')
    lines.append(f'<text x="{left + 140}" y="314" text-anchor="middle">{label}</text>')
    return lines


def chart(game: str, rows: list[dict]) -> str:
    """Draws the ratings of a game's bots against both costs."""
    title = f"{game.replace('-', ' ').title().replace(' Of ', ' of ')}: Elo against the cost of a decision"
    style = "text{font:11px sans-serif}.grid{stroke:#ddd;fill:none}.line{stroke:#06c;fill:none}circle{fill:#06c}"
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 740 322" role="img">',
        f'<title>{title}</title><style>{style}</style><rect width="740" height="322" fill="#fff"/>',
        f'<text x="360" y="16" text-anchor="middle">{title}</text>',
        *panel(rows, "instructions", 50, "instructions"),
        *panel(rows, "microseconds", 410, "microseconds of CPU time"),
        "</svg>\n",
    ])


def ledger(options: argparse.Namespace, rows: list[dict]) -> None:
    """Writes the rows of the ledger: steady, learned and the shipped search of each game."""
    with (ROOT / "results" / "ledger.csv").open(newline="", encoding="utf-8") as file:
        columns = next(csv.reader(file))
    head = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    with options.rows.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        for row in rows:
            if row["bot"] not in ("steady", "learned") and row["iterations"] != 1000:
                continue
            for unit, name in (("instructions", "instructions"), ("microseconds", "CPU time")):
                if row[unit] is None:
                    continue
                table.writerow({
                    "id": f"{SHORT[row['game']]}-cost-{row['bot']}-{unit}",
                    "date": datetime.date.today().isoformat(),
                    "commit": head.stdout.strip(),
                    "game": row["game"],
                    "rules": "standard@1",
                    "players": 4,
                    "command": "benches/cost/run.py",
                    "quantity": f"{row['bot']}: {name}",
                    "unit": unit,
                    "value": f"{row[unit]:.1f}" if unit == "microseconds" else row[unit],
                    "page": "speed/strength.md",
                })


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/tradewinds", help="the program")
    parser.add_argument("--seconds", type=float, default=2, help="about how long a bot is timed (2)")
    parser.add_argument("--most", type=int, default=16_000, help="count searches of at most this many iterations (16000)")
    parser.add_argument("--few", action="store_true", help="count of the other bots only random, steady and learned")
    parser.add_argument("--rows", type=Path, help="write the rows of the ledger into this file")
    options = parser.parse_args()
    rows = []
    for game in SHORT:
        found = figures(options, game)
        rows += found
        (PAGE / f"strength-{game}.svg").write_text(chart(game, found), encoding="utf-8")
    with (PAGE / "strength.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for row in rows:
            cells = {name: "NA" if value is None else value for name, value in row.items()}
            cells |= {name: f"{row[name]:.1f}" for name in ("rating", "microseconds") if row[name] is not None}
            table.writerow(cells)
    if options.rows:
        ledger(options, rows)


if __name__ == "__main__":
    main()
