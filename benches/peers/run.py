#!/usr/bin/env python3
"""Compares our search with those of other libraries on Connect Four and tic-tac-toe; see README.md.

Needs cargo, and for OpenSpiel a Python that has the package open_spiel (PyPI); without it its rows are left out. The
rows of the ledger are written with --rows, and come in by `tradewinds ledger add --again FILE`.
"""

import argparse
import csv
import datetime
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAMES = ["connect-four", "tic-tac-toe"]
BUDGETS = [1_000, 10_000, 100_000]
# Like with like: a search that remembers what is certain beside others that do, a plain one beside plain ones.
KINDS = {"plain": ["mcts", "OpenSpiel"], "proving": ["board-game", "OpenSpiel"]}


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
    parser.add_argument("--rows", type=Path, help="write the rows of the ledger into this file")
    options = parser.parse_args()

    ours, others = (str(build(folder, options.target)) for folder in ("ours", "others"))
    contenders = {("board-game", "proving"): [others, "board-game"], ("mcts", "plain"): [others, "mcts"]}
    for kind in KINDS:
        contenders["tradewinds", kind] = [ours, kind]
        if has_open_spiel(options.python):
            contenders["OpenSpiel", kind] = [options.python, str(HERE / "open_spiel_search.py"), kind]

    print("iterations per second of CPU time from the opening, random rollouts to the end;")
    print(f"median [lowest, highest] of {options.runs} interleaved runs; ratio: ours to theirs in the same run\n")
    print(f"{'game':<13}{'iterations':>11}  {'kind':<9}{'library':<12}{'iterations/s':>13}  {'range':<21}{'ratio':>6}  range")
    rows = []
    for game in GAMES:
        for budget in BUDGETS:
            rates = measure(contenders, game, budget, options)
            for (name, kind), figures in sorted(rates.items(), key=lambda item: item[0][1]):
                span = f"[{min(figures):.0f}, {max(figures):.0f}]"
                line = f"{game:<13}{budget:>11}  {kind:<9}{name:<12}{statistics.median(figures):>13.0f}  {span:<21}"
                if name in KINDS[kind]:
                    ratios = [own / other for own, other in zip(rates["tradewinds", kind], figures)]
                    line += f"{statistics.median(ratios):>6.2f}  [{min(ratios):.2f}, {max(ratios):.2f}]"
                    rows.append(row(game, budget, kind, name, ratios))
                print(line.rstrip(), flush=True)
    if options.rows:
        write(options, rows)


def row(game: str, budget: int, kind: str, name: str, ratios: list[float]) -> dict[str, str]:
    """Returns the figure of one library as a row of the ledger."""
    both = "-proving" if name == "OpenSpiel" and kind == "proving" else ""
    words = f"{name}, {game.replace('-', ' ')}, {budget:,} iterations, {kind}"
    return {
        "id": f"speed-{game}-{name.replace('OpenSpiel', 'open-spiel')}{both}-{budget}",
        "quantity": words,
        "unit": "times",
        "value": f"{statistics.median(ratios):.2f}",
        "low": f"{min(ratios):.2f}",
        "high": f"{max(ratios):.2f}",
        "page": "speed/README.md",
    }


def write(options: argparse.Namespace, rows: list[dict[str, str]]) -> None:
    """Writes rows of the ledger, at the commit that is checked out."""
    ledger = HERE.parent.parent / "results" / "ledger.csv"
    with ledger.open(newline="", encoding="utf-8") as file:
        columns = next(csv.reader(file))
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=HERE, check=True, capture_output=True, text=True)
    common = {
        "date": datetime.date.today().isoformat(),
        "commit": commit.stdout.strip(),
        "command": f"benches/peers/run.py --runs {options.runs} --seconds {options.seconds:g}",
    }
    with options.rows.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows({**common, **cells} for cells in rows)


def measure(contenders: dict, game: str, budget: int, options: argparse.Namespace) -> dict[tuple, list[float]]:
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
