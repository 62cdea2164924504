#!/usr/bin/env python3
"""Plants dead and dominating buildings in Puerto Rico, and asks `tradewinds restricted` to find each.

    python3 experiments/planted_items.py [--binary FILE] [--threads N] [--out FILE]

Each of twenty buildings, drawn by a seed, is changed alone: ten cost 4 to 8 doubloons more, without a discount by
quarries, and bring no points; ten cost 2 to 5 less and bring 4 to 8 points more. A row is printed for each, and written
to the CSV file. The command fails if one of them is not found. It takes four minutes on 2 cores.
"""

import argparse
import csv
import random
import sys
import tomllib

from lib.lab import ROOT, Lab

SEED = 20261132
PLANTED = 20
DATA = ROOT / "crates/puerto-rico/data.toml"


def planted():
    """Yields each planted building: its name, the verdict that is right, and its changed numbers."""
    buildings = tomllib.loads(DATA.read_text())["building"]
    rng = random.Random(SEED)
    for index, name in enumerate(rng.sample(sorted(buildings), PLANTED)):
        cost, points = buildings[name]["cost"], buildings[name]["vp"]
        if index < PLANTED // 2:
            yield name, "dead", {"cost": cost + rng.randint(4, 8), "vp": 0, "column": 0}
        else:
            yield name, "must-have", {"cost": max(0, cost - rng.randint(2, 5)), "vp": points + rng.randint(4, 8)}


def judged(lab, name, numbers):
    """Plays the study of a planted building and returns its row of items.csv."""
    about = ", ".join(f"{key} {number}" for key, number in numbers.items())
    changes = "".join(f'"building.{name}.{key}" = {number}\n' for key, number in numbers.items())
    variant = lab.write(
        f"planted-{name}.toml", f'name = "planted"\ngame = "puerto-rico"\nabout = "{about}"\n[set]\n{changes}'
    )
    item = f"build {name.replace('_', ' ')}"
    manifest = (
        f'name = "planted-{name}"\ngame = "puerto-rico"\nseed = {SEED}\ndeals = 600\nplayers = [4]\n'
        f'bot = "learned"\nitems = ["build"]\nonly = ["{item}"]\nvariants = ["{variant}"]\n'
    )
    folder = lab.run("restricted", f"planted-items/{name}", manifest)
    with open(folder / "items.csv", newline="") as file:
        return next(row for row in csv.DictReader(file) if row["variant"] == "planted")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / "target/release/tradewinds")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", default=ROOT / "results/puerto-rico/choices/planted-items.csv")
    arguments = parser.parse_args()
    lab = Lab(arguments.binary, arguments.threads)
    rows = []
    for name, verdict, numbers in planted():
        found = judged(lab, name, numbers)
        columns = ("open", "made", "never_loss", "never_loss_low", "never_loss_high", "always_loss", "always_loss_low", "always_loss_high")
        changes = " ".join(f"{key}={number}" for key, number in numbers.items())
        rows.append({"building": name, "changes": changes, "planted": verdict, "found": found["verdict"]} | {key: found[key] for key in columns})
        print(f"{name}: {changes}; planted {verdict}, found {found['verdict']}", flush=True)
    with open(arguments.out, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    right = sum(row["planted"] == row["found"] for row in rows)
    print(f"{right} of {PLANTED} found")
    sys.exit(right < PLANTED)


if __name__ == "__main__":
    main()
