#!/usr/bin/env python3
"""Races the search with today's network against itself with the network of an earlier commit, by rules that neither learned.

    python3 experiments/rules_race.py GAME COMMIT [--deals N] [--iterations N] [--seed N] [--only RULES]
                                      [--binary FILE] [--threads N] [--out FILE]

Each set of rules in `experiments/GAME/sealed`, and the standard one, is played as a duel with 4 players, with as many
iterations for both; --only plays one of them. A row of the ledger for each, and for the mean of the sealed ones, is
written to the CSV file; `tradewinds ledger add FILE` takes them in.
"""

import argparse
import csv
import math
import subprocess
import sys

from lib.lab import ROOT, Lab
from tradewinds.stats import Z, z_interval

SEED = 20261201


def raced(lab, game, rules, before, arguments):
    """Plays a duel by some rules: the row of its Elo difference."""
    name = f"{game}-by-{rules}-{arguments.seed}"
    path = "" if rules == "standard" else f'variant = "{ROOT}/experiments/{game}/sealed/{rules}.toml"\n'
    manifest = (
        f'name = "{name}"\ngame = "{game}"\nplayers = 4\nseed = {arguments.seed}\ndeals = {arguments.deals}\n'
        f'format = "duel"\nlineup = ["after", "before"]\n{path}'
        f'[bots.after]\nbase = "ismcts"\nsearch = {{ iterations = {arguments.iterations} }}\n'
        f'[bots.before]\nbase = "ismcts"\nsearch = {{ iterations = {arguments.iterations} }}\n'
        f'value = {{ network = "{before}" }}\n'
    )
    folder = lab.run("tournament", f"rules-race/{name}", manifest)
    ledger = folder / "ledger.csv"
    ledger.unlink(missing_ok=True)
    command = [lab.binary, "ledger", "add", folder, "--ledger", ledger, "--command", "-", "--commit", "HEAD", "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(ledger, newline="") as file:
        return next(row for row in csv.DictReader(file) if row["unit"] == "Elo")


def mean(rows):
    """Returns the mean of independent Elo differences, with its interval of 95 %."""
    middle = sum(float(row["value"]) for row in rows) / len(rows)
    errors = [(float(row["high"]) - float(row["low"])) / (2 * Z) for row in rows]
    return middle, *z_interval(middle, math.hypot(*errors) / len(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("commit")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only")
    parser.add_argument("--binary", default=ROOT / "target/release/tradewinds")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", default="rules-race.csv")
    arguments = parser.parse_args()
    lab = Lab(arguments.binary, arguments.threads)
    game = arguments.game
    network = f"bots/{game}.network"
    shown = subprocess.run(["git", "show", f"{arguments.commit}:{network}"], cwd=ROOT, capture_output=True)
    if shown.returncode != 0:
        sys.exit(shown.stderr.decode().strip())
    before = lab.runs / "manifests" / f"{game}-before.network"
    before.parent.mkdir(parents=True, exist_ok=True)
    before.write_bytes(shown.stdout)
    sealed = sorted(path.stem for path in (ROOT / "experiments" / game / "sealed").glob("*.toml"))
    if not sealed:
        sys.exit(f"experiments/{game}/sealed: found no rules")
    played = [arguments.only] if arguments.only else ["standard", *sealed]
    rows = {rules: raced(lab, game, rules, before, arguments) for rules in played}
    if not arguments.only:
        middle, low, high = mean([rows[rules] for rules in sealed])
        every = sum(int(rows[rules]["games"]) for rules in sealed)
        version = rows[sealed[0]]["rules"].partition("@")[2]
        whole = {"value": round(middle), "low": round(low), "high": round(high)}
        rows["mean"] = {**rows[sealed[0]], "rules": f"drawn@{version}", "games": every, **whole}
    initials = "".join(word[0] for word in game.split("-"))
    command = f"python3 experiments/rules_race.py {game} {arguments.commit}"
    command += f" --deals {arguments.deals} --iterations {arguments.iterations}"
    command += f" --seed {arguments.seed} --only {arguments.only}" if arguments.only else ""
    for rules, row in rows.items():
        words = f"mean of {len(sealed)} sealed rules" if rules == "mean" else rules
        row["id"] = f"{initials}-race-{rules.removeprefix('drawn-')}" + ("-again" if arguments.only else "")
        row["quantity"] = f"Elo of the search with this network over the one before, {words}"
        row["command"], row["page"], row["verdict"] = command, f"{game}/learned/README.md", ""
        print(f"{words:30} {float(row['value']):6.1f} ({float(row['low']):.1f} to {float(row['high']):.1f})")
    with open(arguments.out, "w", newline="") as file:
        writer = csv.DictWriter(file, next(iter(rows.values())).keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, "date": "", "commit": ""} for row in rows.values())


if __name__ == "__main__":
    main()
