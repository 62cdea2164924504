"""The first two rounds of Puerto Rico, pick by pick."""

import csv
import random
import tomllib
from collections import Counter
from pathlib import Path

from lib import chart, page
from lib.lab import read_controls, read_csv, toml, write_controls, write_csv
from tradewinds.stats import Z, holm, ratio_and_error, z_interval, z_test

NAME = "second-round"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The lines that a table shows for each bot and number of players, the least decisions of a role at a pick, and the times that choices are exchanged at random.
LINES, LEAST, CHECKS = 5, 10, 200


def decisions(lab, manifest, players):
    """Plays the study and returns its decisions: the deal, the round, the pick, how often it counts, the win share of
    the seat after each role, and the role that was taken."""
    deals, rounds = lab.size(manifest), manifest["rounds"]
    text = (
        f'name = "{NAME}-{players}"\ngame = "{manifest["game"]}"\nplayers = {players}\nseed = {manifest["seeds"][str(players)]}\ndeals = {deals}\nformat = "table"\n'
        f'lineup = {toml([manifest["lineup"]] * players)}\nkinds = ["role"]\n\n'
        f'[worth]\ndecisions = {deals * players * rounds}\nplayouts = {manifest["playouts"]}\nrounds = {rounds}\nbot = "{manifest["bot"]}"\n'
    )
    folder = lab.run("choices", f"{NAME}/{players}", text)
    found = {}
    with open(folder / "decisions.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["win_share"] not in ("", "NA") and int(row["weight"]) > 0:
                found.setdefault(row["sample"], []).append(row)
    for rows in found.values():
        first = rows[0]
        number = int(first["round"])
        # The governor's seat moves on by one each round.
        pick = (int(first["start_place"]) - (number - 1)) % players + 1
        shares = {row["choice"]: float(row["win_share"]) for row in rows}
        yield int(first["game"]), number, pick, int(first["weight"]), shares, next((row["choice"] for row in rows if row["made"] == "1"), None)


def lead(shares, one):
    """Returns the win share after a role less the mean after the other open ones."""
    others = [share for role, share in shares.items() if role != one]
    return shares[one] - sum(others) / len(others)


def over_deals(values):
    """Returns the weighted mean of pairs of a deal and a value with its weight, the error over deals, and their number."""
    deals = {}
    for deal, weight, value in values:
        total = deals.setdefault(deal, [0.0, 0])
        total[0] += weight * value
        total[1] += weight
    return *ratio_and_error(*zip(*deals.values())), len(values)


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    tests, picks, checks = [], [], []
    wrong = 0
    for players in manifest["players"]:
        rows = [row for row in decisions(lab, manifest, players) if row[5] in row[4] and len(row[4]) > 1]
        second = [row for row in rows if row[1] == 2]
        made = [(deal, weight, lead(shares, role)) for deal, _, _, weight, shares, role in second]
        tests.append([f"{players} players, second round: the role taken less the mean of the others", *over_deals(made)])
        first = [(deal, weight, shares["builder"] - shares["settler"]) for deal, _, pick, weight, shares, _ in second if pick == 1]
        tests.append([f"{players} players, first pick of the second round: builder less settler", *over_deals(first)])
        for number in range(1, manifest["rounds"] + 1):
            for pick in range(1, players + 1):
                here = [row for row in rows if row[1:3] == (number, pick)]
                taken = Counter(role for *_, role in here)
                for role in sorted({role for row in here for role in row[4]}):
                    open_at = [(deal, weight, lead(shares, role)) for deal, _, _, weight, shares, _ in here if role in shares]
                    found = over_deals(open_at) if len(open_at) >= LEAST else ("NA", "NA", len(open_at))
                    picks.append([players, number, pick, role, len(here), taken[role] / len(here), *found])
        if players == 4:
            rng = random.Random(manifest["seeds"]["4"])
            for _ in range(CHECKS):
                mixed = [(deal, weight, lead(shares, rng.choice(sorted(shares)))) for deal, _, _, weight, shares, _ in second]
                wrong += z_test(*over_deals(mixed)[:2]) < 0.05
        if players == 5:
            both = [(deal, weight, shares["prospector 1"] - shares["prospector 2"]) for deal, _, _, weight, shares, _ in rows if {"prospector 1", "prospector 2"} <= set(shares)]
            mean, error, _ = over_deals(both)
            checks.append(["one choice under two names (the prospectors of 5 players): difference in win share", mean, "0 within 2 errors", abs(mean) <= 2 * error + 1e-9])
    checks.insert(0, [f"a role drawn at random in place of the one taken, {CHECKS} times: called better or worse in", wrong / CHECKS, "at most 0.1", wrong <= 0.1 * CHECKS])
    plain = [z_test(row[1], row[2]) for row in tests]
    write_csv(out / "tests.csv", ["test", "estimate", "error", "decisions", "p", "p_holm"], [[*row, p, c] for row, p, c in zip(tests, plain, holm(plain))])
    write_csv(out / "picks.csv", ["players", "round", "pick", "role", "decisions", "taken", "lead", "error", "open"], picks)
    write_controls(out, checks)
    write_csv(out / "lines.csv", ["bot", "players", "games", "line", "times", *[f"win_share_{seat}" for seat in range(1, 6)]], lines(lab, manifest))


def lines(lab, manifest):
    """Returns the most frequent orders of roles in the first rounds with the win share of each seat after them."""
    rows = []
    for bot in manifest["lines_of"]:
        for players in manifest["players"]:
            folder = lab.runs / f"seat-price/{bot}-{players}-standard"
            picks, won = {}, {}
            with open(folder / "roles.csv", newline="") as file:
                for row in csv.DictReader(file):
                    if int(row["round"]) <= manifest["rounds"]:
                        # The prospectors are one choice.
                        picks.setdefault(row["game"], {}).setdefault(row["round"], []).append(row["role"].split()[0])
            with open(folder / "seats.csv", newline="") as file:
                for row in csv.DictReader(file):
                    won.setdefault(row["game"], []).append(float(row["win_share"]))
            seen = {}
            for game, rounds in picks.items():
                seen.setdefault("; ".join(", ".join(roles) for roles in rounds.values()), []).append(won[game])
            for line, shares in sorted(seen.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:LINES]:
                means = [sum(column) / len(shares) for column in zip(*shares)]
                rows.append([bot, players, len(picks), line, len(shares), *means, *["NA"] * (5 - players)])
    return rows


def pages(out):
    tests, picks, found, checks = *(read_csv(out / f"{name}.csv") for name in ("tests", "picks", "lines")), read_controls(out)
    points = lambda mean, error: f"{100 * mean:+.1f} ± {100 * Z * error:.1f}"
    said = lambda row: f"{100 * row['estimate']:+.1f} ({page.percents(*z_interval(row['estimate'], row['error']))}) with {row['test'].split()[0]} players"
    taken, builder = ([row for row in tests if part in row["test"]] for part in ("role taken", "builder"))
    better = [row for row in taken if row["p_holm"] < 0.05 and row["estimate"] > 0]
    four = next(row for row in builder if row["test"].startswith("4"))
    by_builder = {True: "builder is surely the better first role of the second round with 4 players", False: "that builder is the better first role of the second round with 4 players is not shown"}
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** In the second round the role that the search takes is worth, against the mean of the other open ones, {', '.join(map(said, taken))} points of win share when `learned` plays on; it is surely better in {len(better)} of {len(taken)}. "
        f"Builder less settler as the first role of the second round: {', '.join(map(said, builder))}; {by_builder[four['p_holm'] < 0.05 and four['estimate'] > 0]}."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    for place in dict.fromkeys((row["players"], row["round"], row["pick"]) for row in picks):
        here = [row for row in picks if (row["players"], row["round"], row["pick"]) == place]
        chosen = [row for row in sorted(here, key=lambda row: -row["taken"]) if row["taken"] >= 0.1][:3]
        valued = [row for row in here if row["lead"] != "NA"]
        ends = [max(valued, key=lambda row: row["lead"]), min(valued, key=lambda row: row["lead"])] if valued else []
        shown = [f"{row['role']} {points(row['lead'], row['error'])}" for row in ends] or ["too few decisions"] * 2
        named = ", ".join(f"{row['role']} {page.percent(row['taken'], 0)}" for row in chosen)
        players, number, pick = place
        rows.append([f"{players} players, round {number}, pick {pick}", named, *shown])
    blocks["picks"] = page.table(["pick", "the search takes", "worth most", "worth least"], rows)
    rows = []
    for row in found:
        shares = [page.percent(row[f"win_share_{seat}"], 0) if row[f"win_share_{seat}"] != "NA" else "" for seat in range(1, 6)]
        rows.append([f"{row['players']} `{row['bot']}`", row["line"], f"{row['times']} of {row['games']}", *shares])
    blocks["lines"] = page.table(["bots", "roles of the first two rounds", "games", "seat 1", "2", "3", "4", "5"], rows)
    rows = [[row["test"], row["decisions"], points(row["estimate"], row["error"]), page.p_text(row["p_holm"])] for row in tests]
    blocks["tests"] = page.table(["test", "decisions", "points of win share", "p (Holm)"], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for row in tests:
        low, high = z_interval(row["estimate"], row["error"])
        groups.append((row["test"], [chart.Point("learned plays on", 100 * row["estimate"], 100 * low, 100 * high)]))
    return blocks, {"tests.svg": chart.dots("Puerto Rico: roles of the second round", groups, "points of win share", "", (0, "no difference"))}
