#!/usr/bin/env python3
"""Counts the instructions of a random game, alone and in a tournament with all its tables, and of an iteration of the
shipped search, in every game.

Instruction counts repeat where times do not. Each figure is the difference of two runs under callgrind that differ in
the amount of work only, so that the start of the program cancels out. The figures are compared with the committed ones
in figures.csv; one that is more than 3 % above fails. The committed ones are those of a processor with AVX2: without
it, networks take more. An iteration is counted within the budget of the shipped search; late ones, in trees that are
ten times as large, only with --long or --update, since they take ten times as long. After a change that is meant to
cost or save something:

    cargo build --release && benches/instructions/count.py --update
"""

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIGURES = HERE / "figures.csv"
# The name of a figure, the option that sets the amount of work, and the two amounts.
WORK = [
    ("random game", "--playouts", 100, 300),
    ("tournament", "--deals", 200, 600),
    ("iteration", "--iterations", 300, 1_300),
]
LONG_WORK = [("late iteration", "--iterations", 10_000, 12_000)]
# Random games with all their tables: one to a deal, since the bots are equal.
MANIFEST = """
name = "random"
game = "{game}"
players = 4
seed = 1
deals = 1
format = "table"
lineup = ["random", "random", "random", "random"]
"""
# The part by which a figure may be above the committed one.
MARGIN = 0.03


def need_valgrind() -> None:
    """Installs valgrind by apt where it is missing, or ends the program."""
    if shutil.which("valgrind"):
        return
    apt = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "valgrind"]
    if os.geteuid() != 0 and shutil.which("sudo"):
        apt = ["sudo", "--non-interactive", *apt]
    print("valgrind is missing:", *apt, file=sys.stderr)
    if not shutil.which("apt-get") or subprocess.run(apt, stdout=sys.stderr, check=False).returncode != 0:
        sys.exit("valgrind is needed to count instructions; install it by hand")


def games(binary: Path) -> list[str]:
    """Lists the games of the program."""
    run = subprocess.run([str(binary), "games"], capture_output=True, text=True, check=True)
    rows = run.stdout.split("\n\n")[0].splitlines()[1:]
    return list(dict.fromkeys(row.split()[0] for row in rows))


def instructions(binary: Path, game: str, option: str, amount: int) -> int:
    """Runs an amount of work under callgrind and returns the instructions of the whole run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary)]
    with TemporaryDirectory() as folder:
        if option == "--deals":
            manifest = Path(folder, "random.toml")
            manifest.write_text(MANIFEST.format(game=game), encoding="utf-8")
            command += ["tournament", str(manifest), "--out", f"{folder}/run", "--threads", "1", "--quiet"]
        else:
            command += ["bench", "--game", game, "--players", "4"]
        command += [option, str(amount)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"{' '.join(command)} failed:\n{run.stderr}")
    return int(found[1])


def measure(binary: Path, kinds: list[tuple]) -> dict[tuple[str, str], int]:
    """Returns the instructions of each figure of these kinds, of each game."""

    def figure(work: tuple) -> int:
        game, (_, option, less, more) = work
        difference = instructions(binary, game, option, more) - instructions(binary, game, option, less)
        return difference // (more - less)

    works = [(game, work) for game in games(binary) for work in kinds]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {(game, work[0]): count for (game, work), count in zip(works, pool.map(figure, works))}


def read(path: Path) -> dict[tuple[str, str], int]:
    """Reads the committed figures."""
    with path.open(newline="", encoding="utf-8") as file:
        return {(row["game"], row["figure"]): int(row["instructions"]) for row in csv.DictReader(file)}


def without(counts: dict[tuple[str, str], int], kinds: list[tuple]) -> dict[tuple[str, str], int]:
    """Leaves out the figures of these kinds."""
    names = {kind[0] for kind in kinds}
    return {key: count for key, count in counts.items() if key[1] not in names}


def write(path: Path, counts: dict[tuple[str, str], int]) -> None:
    """Writes the figures to be committed."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["game", "figure", "instructions"])
        rows.writerows([*key, count] for key, count in counts.items())


def table(counts: dict, committed: dict) -> tuple[str, bool]:
    """Returns the table of all figures, and whether all of them are within the margin."""
    lines = [f"{'game':<18}{'figure':<16}{'instructions':>13}{'committed':>12}{'ratio':>8}"]
    is_good = True
    for key in {**committed, **counts}:
        count, before = counts.get(key), committed.get(key)
        cells = [f"{value:>{width},}" if value else f"{'NA':>{width}}" for value, width in ((count, 13), (before, 12))]
        line = f"{key[0]:<18}{key[1]:<16}{cells[0]}{cells[1]}"
        if count is None or before is None:
            line += f"{'NA':>8}  not in both: --update"
            is_good = False
        else:
            line += f"{count / before:>8.3f}"
            if count > before * (1 + MARGIN):
                line += f"  more than {MARGIN:.0%} above"
                is_good = False
            elif count < before * (1 - MARGIN):
                line += "  less: --update keeps it so"
        lines.append(line)
    return "\n".join(lines), is_good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, help="the program of a release build (of this target folder)")
    parser.add_argument("--update", action="store_true", help="write the figures instead of comparing them")
    parser.add_argument("--long", action="store_true", help="count the late iterations, too")
    options = parser.parse_args()
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    need_valgrind()
    is_long = options.long or options.update
    committed = read(FIGURES) if FIGURES.exists() else {}
    counts = measure(options.binary or target / "release" / "tradewinds", WORK + LONG_WORK if is_long else WORK)
    text, is_good = table(counts, committed if is_long else without(committed, LONG_WORK))
    print(text)
    if options.update:
        write(FIGURES, counts)
    elif not is_good:
        sys.exit(1)


if __name__ == "__main__":
    main()
