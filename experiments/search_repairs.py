#!/usr/bin/env python3
"""Measures what single repairs of the search are worth, and prints tables; results/search/README.md has their figures.

    python3 experiments/search_repairs.py [--bin target/release/tradewinds] [TABLE ...]

Ties of visits, wins that are proven in the last iteration, searches that end when their choice is
settled, and budgets of time. Only the last table depends on the machine. TABLE is ties, last, settled or clocks.
"""

import argparse
import csv
import json
import pathlib
import resource
import statistics
import subprocess
import tempfile

GAMES = ("puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake")
NAMES = ("Puerto Rico", "Mundus Novus", "Age of Discovery", "Francis Drake")
POSITIONS = 200
DEALS = 8
GAMES_TO_END = 200


class Program:
    """The program under test, with a folder for its files."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = pathlib.Path(folder)

    def run(self, *args):
        """Runs a command and returns what it printed, or nothing where it was refused."""
        done = subprocess.run([self.binary, *args, "--quiet"], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def position(self, game, seed):
        """Writes a position of random play and returns its path."""
        path = self.folder / f"{game}-{seed}.json"
        if not path.exists():
            self.run("position", "random", str(path), "--game", game, "--seed", str(seed))
        return str(path)

    def late_decisions(self, game, games):
        """Yields the records of some games of `steady`, with the number of each late decision."""
        folder = self.tournament(game, "steady", games, "--record")
        for record in sorted((folder / "records").iterdir()):
            decisions = len(json.loads(record.read_text())["actions"])
            for at in range(decisions - 20, decisions):
                yield str(record), at

    def tournament(self, game, bot, deals, *options):
        """Plays a tournament of four copies of a bot and returns its folder."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        manifest = folder / "copies.toml"
        manifest.write_text(
            f'name = "copies"\ngame = "{game}"\nplayers = 4\nseed = 20261124\ndeals = {deals}\n'
            f'format = "table"\nlineup = {json.dumps([bot] * 4)}\nseating = "rotations"\n'
        )
        self.run("tournament", str(manifest), "--out", str(folder / "run"), "--threads", "1", *options)
        return folder / "run"

    def analyze(self, position, bot, *budget):
        """Searches a position or a decision of a record; nothing where there is nothing to search."""
        text = self.run("analyze", position, "--bot", bot, *budget, "--worlds", "0", "--json")
        return json.loads(text) if text else None

    def preset(self, name, text):
        """Writes a preset and returns its path."""
        path = self.folder / f"{name}.toml"
        path.write_text(f'name = "{name}"\n{text}')
        return str(path)


def ties(program):
    """Yields the rows on ties: how often the first action of a tie is not the best one."""
    for game, name in zip(GAMES, NAMES):
        for iterations in (125, 1000):
            searched = tied = other = 0
            gains = []
            for seed in range(POSITIONS):
                found = program.analyze(program.position(game, seed), "ismcts", "--iterations", str(iterations))
                if found is None or len(found["actions"]) < 2:
                    continue
                searched += 1
                most = max(action["visits"] for action in found["actions"])
                values = [a["value"][found["seat"]] for a in found["actions"] if a["visits"] == most]
                names = [a["action"] for a in found["actions"] if a["visits"] == most]
                if len(values) < 2:
                    continue
                tied += 1
                chosen = values[names.index(found["chosen"])]
                others = [value for value, action in zip(values, names) if action != found["chosen"]]
                assert chosen >= max(others), f"{game}, position {seed}: a tie went to the lower value"
                gains.append(chosen - min(others))
            gain = f"{statistics.mean(gains):.4f}" if gains else "NA"
            yield name, iterations, searched, tied, f"{tied / searched:.1%}", gain


def last_iteration(program):
    """Yields the row on wins that are proven in the last iteration of the budget."""
    # Trees of own moves prove nothing.
    search = 'tree = "so-ismcts"\nprove = true\n'
    bot = program.preset("prove", f'game = "puerto-rico"\nbase = "ismcts"\nkind = "search"\n[search]\n{search}')

    def winner(record, at, iterations):
        found = program.analyze(record, bot, "--at", str(at), "--iterations", str(iterations))
        return found, [a["action"] for a in found["actions"] if a["proven"] == found["seat"]] if found else []

    positions = chosen = leads = 0
    for record, at in program.late_decisions("puerto-rico", GAMES_TO_END):
        found, wins = winner(record, at, 1000)
        if not wins or len(found["actions"]) < 2:
            continue
        # A search of k iterations is the beginning of one of more: the first proof is found by halving.
        low, high = 1, 1000
        while low < high:
            middle = (low + high) // 2
            if winner(record, at, middle)[1]:
                high = middle
            else:
                low = middle + 1
        found, wins = winner(record, at, low)
        positions += 1
        chosen += found["chosen"] in wins
        most = max(a["visits"] for a in found["actions"])
        leads += any(a["action"] in wins and a["visits"] == most for a in found["actions"])
    yield positions, chosen, leads


def settled(program):
    """Yields the rows on searches that end when their choice is settled."""
    for game, name in zip(GAMES, NAMES):
        time, scores = [], []
        for stops in ("true", "false"):
            bot = program.preset(
                "copy", f'game = "{game}"\nbase = "ismcts"\nkind = "search"\n[search]\nstop_when_decided = {stops}\n'
            )
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            folder = program.tournament(game, bot, DEALS)
            time.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
            with open(folder / "seats.csv", newline="") as file:
                scores.append([(row["game"], row["seat"], row["score"]) for row in csv.DictReader(file)])
        equal = "yes" if scores[0] == scores[1] else "no"
        yield name, len(scores[0]) // 4, equal, f"{1 - time[0] / time[1]:.0%}"


def clocks(program):
    """Yields the rows on budgets of time: how long searches of 5 ms really take."""
    for bot in ("ismcts", "determinized"):
        for game, name in zip(GAMES, NAMES):
            over, steps = [], []
            for seed in range(POSITIONS // 4):
                found = program.analyze(program.position(game, seed), bot, "--time-ms", "5")
                if found is None or len(found["actions"]) < 2:
                    continue
                over.append(found["elapsed_ms"] - 5)
                steps.append(found["elapsed_ms"] / found["iterations"])
            high = sorted(over)[int(0.9 * len(over))]
            yield bot, name, len(over), f"{statistics.median(over):+.2f}", f"{high:+.2f}", f"{statistics.median(steps):.3f}"


def table(head, rows):
    """Returns a table of Markdown, with numbers to the right."""
    text = [[str(cell) for cell in row] for row in rows]
    sides = ["--:" if all(row[at][0] in "0123456789+-N" for row in text) else "---" for at in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, sides, *text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="target/release/tradewinds", help="the program to run")
    parser.add_argument("table", nargs="*", metavar="TABLE", help="measure only these")
    options = parser.parse_args()
    tables = {
        "ties": (("game", "iterations", "positions", "ties", "share", "value gained"), ties),
        "last": (
            ("positions with a proven win", "played when proven in the last iteration", "most visited then"),
            last_iteration,
        ),
        "settled": (("game", "games", "same games", "time saved"), settled),
        "clocks": (("bot", "game", "positions", "ms over 5, median", "90 of 100 below", "ms an iteration"), clocks),
    }
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.bin, folder)
        for name in options.table or tables:
            head, rows = tables[name]
            print(f"{name}\n{table(head, list(rows(program)))}\n", flush=True)


if __name__ == "__main__":
    main()
