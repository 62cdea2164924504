"""Measures what the rules of a game cost in Rust, as a class in Python, and in a program on pipes: the same search of the
same position of the same game.

    cargo rustc --release --example prizes_program -- -C opt-level=3
    python crates/python/examples/foreign_speed.py [--iterations N] [--turns N] [--program PROGRAM] [--ledger FILE]

A figure is iterations per second, the median of the turns; the turns of all three are interleaved, so that a busy machine
slows all alike. Without the option the example in Rust is not optimised, as nothing in that package is. `--ledger` writes
the ratios for `tradewinds ledger add FILE`.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tradewinds import foreign

RULES = Path(__file__).with_name("prizes.py")
ROOT = Path(__file__).resolve().parents[3]
LEDGER = ROOT / "results" / "ledger.csv"


def prizes():
    """The game of prizes.py, wherever this script is run."""
    spec = importlib.util.spec_from_file_location("prizes", RULES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Prizes()


def measure(program: str, iterations: int, turns: int) -> dict[str, list[float]]:
    """Each form's iterations per second, by turns."""
    game = prizes()
    start = game.deal(random.Random(1))
    number = ["--iterations", str(iterations)]

    def printed(arguments: list[str]) -> float:
        text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
        return float(re.search(r"(\d+)(?: iterations)?/s", text)[1])

    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.json"
        position.write_text(json.dumps({**start, "unseen": []}))
        in_rust = ["analyze", "--game", "prizes", "--worlds", "0", *number, str(position)]
        forms = [
            # It takes two milliseconds, of which one that is interrupted says nothing.
            ("Rust", lambda: statistics.median(printed(in_rust) for _ in range(15))),
            ("class in Python", lambda: foreign.search(game, start, "ismcts", iterations, seed=1).iterations_per_second),
            ("program on pipes", lambda: printed(["foreign", "search", *number, "--", sys.executable, str(RULES)])),
        ]
        found = [[run() for _, run in forms] for _ in range(turns)]
    return {name: [turn[place] for turn in found] for place, (name, _) in enumerate(forms)}


def ratios(figures: dict[str, list[float]]) -> dict[str, float]:
    """How many times as fast as each form the first one is, the median of the turns."""
    first = next(iter(figures.values()))
    return {name: statistics.median(map(float.__truediv__, first, speeds)) for name, speeds in figures.items()}


def table(figures: dict[str, list[float]]) -> str:
    """The figures, and how many times slower than the first one each is."""
    slower = ratios(figures)
    rows = [f"| {name} | {statistics.median(speeds):,.0f} | {slower[name]:.0f} |" for name, speeds in figures.items()]
    return "\n".join(["| the rules are | iterations/s | times slower |", "|---|---:|---:|", *rows])


def write_rows(path: Path, figures: dict[str, list[float]]) -> None:
    """Writes the ratios as rows of the ledger, which fills the commit and its date."""
    with open(LEDGER, encoding="utf-8", newline="") as ledger, open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, next(csv.reader(ledger)))
        rows.writeheader()
        for name, ratio in [*ratios(figures).items()][1:]:
            rows.writerow(
                {
                    "id": f"foreign-speed-{name.split()[-1].lower()}",
                    "command": "python3 crates/python/examples/foreign_speed.py --turns 9 --ledger measured.csv",
                    "quantity": f"iterations of a search with rules in Rust, for one with a {name}",
                    "unit": "times",
                    "value": f"{ratio:.0f}",
                    "page": "python/README.md",
                }
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "examples" / "prizes_program"))
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="write the ratios to this file, as rows of the ledger")
    arguments = parser.parse_args()
    figures = measure(arguments.program, arguments.iterations, arguments.turns)
    print(table(figures))
    if arguments.ledger:
        write_rows(arguments.ledger, figures)


if __name__ == "__main__":
    main()
