"""Measures what the rules of a game cost in Rust, as a class in Python, and in a program on pipes: the same search of the
same position of the same game.

    cargo rustc --release --example prizes_program -- -C opt-level=3
    python crates/python/examples/foreign_speed.py [--iterations N] [--turns N] [--program PROGRAM]

A figure is iterations per second, the median of the turns; the turns of all three are interleaved, so that a busy machine
slows all alike. Without the option the example in Rust is not optimised, as nothing in that package is.
"""

from __future__ import annotations

import argparse
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


def prizes():
    """The game of prizes.py, wherever this script is run."""
    spec = importlib.util.spec_from_file_location("prizes", RULES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Prizes()


def measure(program: str, iterations: int, turns: int) -> list[tuple[str, float]]:
    """The median of each form's iterations per second."""
    game = prizes()
    start = game.deal(random.Random(1))
    number = ["--iterations", str(iterations)]

    def printed(arguments: list[str]) -> float:
        text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
        return float(re.search(r"(\d+)(?: iterations)?/s", text)[1])

    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.json"
        position.write_text(json.dumps({**start, "unseen": []}))
        forms = [
            ("Rust", lambda: printed(["analyze", "--game", "prizes", "--worlds", "0", *number, str(position)])),
            ("class in Python", lambda: foreign.search(game, start, "ismcts", iterations, seed=1).iterations_per_second),
            ("program on pipes", lambda: printed(["foreign", "search", *number, "--", sys.executable, str(RULES)])),
        ]
        found = [[run() for _, run in forms] for _ in range(turns)]
    return [(name, statistics.median(turn[place] for turn in found)) for place, (name, _) in enumerate(forms)]


def table(figures: list[tuple[str, float]]) -> str:
    """The figures, and how many times slower than the first one each is."""
    rows = [f"| {name} | {speed:,.0f} | {figures[0][1] / speed:.0f} |" for name, speed in figures]
    return "\n".join(["| the rules are | iterations/s | times slower |", "|---|---:|---:|", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "examples" / "prizes_program"))
    arguments = parser.parse_args()
    print(table(measure(arguments.program, arguments.iterations, arguments.turns)))


if __name__ == "__main__":
    main()
