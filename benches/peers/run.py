#!/usr/bin/env python3
"""Compares our search with those of other libraries on Connect Four and tic-tac-toe; see README.md.

Needs cargo, and for OpenSpiel a Python that has the package open_spiel (PyPI); without it that row is left out.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAMES = ["connect-four", "tic-tac-toe"]
BUDGETS = [1_000, 10_000, 100_000]


def build(folder: str, target: Path) -> Path:
    """Builds one of the programs and returns its path."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(target))
    command = ["cargo", "build", "--release", "--quiet", "--manifest-path", str(HERE / folder / "Cargo.toml")]
    subprocess.run(command, check=True, env=environment)
    return target / "release" / f"peer-{folder}"


def cpu_seconds() -> float:
    """Returns the CPU time of all processes that have been waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def rate(command: list[str], game: str, budget: int, searches: int) -> float:
    """Runs searches and returns the iterations per second of CPU time."""
    before = cpu_seconds()
    words = [*command, game, str(budget), str(searches)]
    output = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    # A program may print its own time, without that of its start.
    seconds = float(output[2]) if len(output) > 2 else cpu_seconds() - before
    return int(output[0]) / seconds


def has_open_spiel(python: str) -> bool:
    return subprocess.run([python, "-c", "import pyspiel"], capture_output=True, check=False).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=11, help="interleaved runs of each figure (11)")
    parser.add_argument("--seconds", type=float, default=0.5, help="about how long one run takes (0.5)")
    parser.add_argument("--python", default=sys.executable, help="a Python with open_spiel (this one)")
    parser.add_argument("--target", type=Path, default=HERE / "target", help="where to build (./target)")
    options = parser.parse_args()

    others = str(build("others", options.target))
    contenders = {
        "tradewinds": [str(build("ours", options.target))],
        "board-game": [others, "board-game"],
        "mcts": [others, "mcts"],
    }
    if has_open_spiel(options.python):
        contenders["open_spiel"] = [options.python, str(HERE / "open_spiel_search.py")]

    print("iterations per second of CPU time from the opening, random rollouts to the end;")
    print(f"median [lowest, highest] of {options.runs} interleaved runs; ratio: ours to theirs in the same run\n")
    print(f"{'game':<13}{'iterations':>11}  {'library':<12}{'iterations/s':>13}  {'range':<21}{'ratio':>6}  range")
    for game in GAMES:
        for budget in BUDGETS:
            rates = measure(contenders, game, budget, options)
            for name, figures in rates.items():
                ratios = [own / other for own, other in zip(rates["tradewinds"], figures)]
                span = f"[{min(figures):.0f}, {max(figures):.0f}]"
                line = f"{game:<13}{budget:>11}  {name:<12}{statistics.median(figures):>13.0f}  {span:<21}"
                if name != "tradewinds":
                    line += f"{statistics.median(ratios):>6.2f}  [{min(ratios):.2f}, {max(ratios):.2f}]"
                print(line.rstrip(), flush=True)


def measure(contenders: dict, game: str, budget: int, options: argparse.Namespace) -> dict[str, list[float]]:
    """Returns each contender's rates, one a run; the order turns from run to run."""
    # A first run shows how many searches take the time.
    searches = {}
    for name, command in contenders.items():
        first = rate(command, game, budget, max(1, 20_000 // budget))
        searches[name] = max(1, round(options.seconds * first / budget))
    rates = {name: [] for name in contenders}
    names = list(contenders)
    for run in range(options.runs):
        for name in names[run % len(names):] + names[: run % len(names)]:
            rates[name].append(rate(contenders[name], game, budget, searches[name]))
    return rates


if __name__ == "__main__":
    main()
