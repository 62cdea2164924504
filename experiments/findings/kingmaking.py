"""Kingmaking in Puerto Rico."""

import json
import random
import subprocess
import sys
import tomllib
from pathlib import Path

from lib import chart, page
from lib.gifts import Game, explained, lead
from lib.lab import read_controls, read_csv, toml, write_controls, write_csv
from tradewinds.stats import Z, bootstrap, holm, mean_and_error, ratio_and_error, z_interval, z_test

NAME = "kingmaking"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
DISTANCES = ("the next seat", "the one across", "the seat before it")
STANDINGS = ("the seat that is ahead", "the middle one", "the last one")
PARTS = {"deal": "the deal and the place", "luck": "luck", "own": "its own decisions", "others": "decisions of the others", "play": "other play than expected"}
# Seats by the win share that they can still expect.
BANDS = {"at most 5 %": (-1.0, 0.05), "5 to 50 %": (0.05, 0.5), "above 50 %": (0.5, 2.0)}
# The bounds of the prediction for the share of others' decisions, and the times that gifts are dealt out at random.
LEAST, MOST, CHECKS = 0.1, 0.5, 200


def reviews(lab, manifest, play):
    """Plays the games of a line-up, reviews each, and returns them; what is reviewed stays so."""
    players, name = manifest["players"], play["name"].replace(" ", "-")
    games = play["full"] if lab.full else play["games"]
    text = (
        f'name = "{name}"\ngame = "{manifest["game"]}"\nplayers = {players}\nseed = {manifest["seed"]}\ndeals = {games}\n'
        f'format = "table"\nlineup = {toml(play["lineup"])}\nseating = "rotations"\n'
    )
    file = lab.write(f"{NAME}-{name}.toml", text)
    folder = lab.runs / NAME / name
    folder.mkdir(parents=True, exist_ok=True)
    settings = [part for key, value in manifest["review"].items() for part in (f"--{key}", str(value))]
    found = []
    for deal in range(games):
        # One seating of each deal; with one bot at all seats a deal has no other.
        number, weak = (deal, None) if len(set(play["lineup"])) == 1 else (deal * players + deal % players, play["lineup"][0])
        record, review = (folder / f"game-{number}{suffix}.json" for suffix in ("", "-review"))
        if not review.exists():
            print(f"review {name} {number}", file=sys.stderr, flush=True)
            command(lab, "replay", file, "--game", str(number), "--out", str(record), "--force")
            threads = ["--threads", str(lab.threads)] if lab.threads else []
            review.write_text(command(lab, "review", str(record), *settings, "--json", "--quiet", *threads))
        data = json.loads(review.read_text())
        at = next((seat for seat, row in enumerate(data["seats"]) if weak and row["name"].startswith(weak)), None)
        found.append(Game(data, at))
    return found


def command(lab, *words):
    """Runs a command of the program and returns what it prints."""
    done = subprocess.run([str(lab.binary), *words], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"`{' '.join(words)}` ended with status {done.returncode}")
    return done.stdout


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    given, losses, shares, powers, tests = [], [], [], [], []
    for play in manifest["play"]:
        name, games = play["name"], reviews(lab, manifest, play)
        weak = play["lineup"][0] if games[0].weak is not None else None
        for bot, seats in ((weak, lambda game: [game.weak]), ("steady", Game.strong)):
            if bot is None:
                continue
            loss = [-sum(game.parts[seat][2] for seat in seats(game)) / len(seats(game)) for game in games]
            losses.append([name, bot, len(games), *mean_and_error(loss)])
            rows = [game.by_distance(seats(game)) for game in games]
            rows = [[value / len(seats(game)) for value in row] for game, row in zip(games, rows)]
            given += [[name, bot, "place", kind, len(games), *mean_and_error(column)] for kind, column in zip(DISTANCES, zip(*rows))]
            if bot == weak or weak is None:
                tests.append([f"{name}: gifts of `{bot}` to the next seat less the mean of the two others", *mean_and_error(map(lead, rows)), 0.0, "two-sided"])
            if bot == "random":
                of_random = rows
        if weak is None:
            rows = [[value / game.players for value in game.by_standing()] for game in games]
            given += [[name, "steady", "standing", kind, len(games), *mean_and_error(column)] for kind, column in zip(STANDINGS, zip(*rows))]
            tests.append([f"{name}: gifts to the seat that is ahead less the mean of the two others", *mean_and_error(map(lead, rows)), 0.0, "two-sided"])
        _, _, errors = bootstrap(games, explained, manifest["bootstrap"], manifest["seed"])
        for part, share, error in zip(PARTS, explained(games), errors):
            shares.append([name, part, len(games), share, error])
            if weak is None and part == "others":
                tests += [[f"{name}: share of the result by decisions of the others", share, error, bound, side] for bound, side in ((LEAST, "above"), (MOST, "below"))]
        for band, (low, high) in BANDS.items():
            mine = [game.powers(low, high) for game in games]
            found = ratio_and_error([sum(row) for row in mine], [len(row) for row in mine])
            powers.append([name, band, len(games), sum(map(len, mine)) / len(games), *found])
            if weak is None and low < 0:
                tests.append([f"{name}: power of the decisions of seats with a win share of {band}", *found, 0.0, "above"])
    alternative = {"two-sided": "two-sided", "above": "greater", "below": "less"}
    plain = [z_test(mean, error, bound, alternative[side]) for _, mean, error, bound, side in tests]
    write_csv(out / "gifts.csv", ["games_of", "giver", "by", "receiver", "games", "gift", "error"], given)
    write_csv(out / "losses.csv", ["games_of", "bot", "games", "loss", "error"], losses)
    write_csv(out / "shares.csv", ["games_of", "part", "games", "share", "error"], shares)
    write_csv(out / "powers.csv", ["games_of", "band", "games", "decisions", "power", "error"], powers)
    write_csv(out / "tests.csv", ["test", "estimate", "error", "bound", "side", "p", "p_holm"], [[*row, one, c] for row, one, c in zip(tests, plain, holm(plain))])
    write_controls(out, controls(of_random, manifest["seed"]))


def controls(rows, seed):
    """Deals the gifts of each game out at random, and puts the largest on the next seat in half of the games."""
    rng = random.Random(seed)
    mixed = lambda: [rng.sample(row, len(row)) for row in rows]
    called = sum(z_test(*mean_and_error(map(lead, mixed()))) < 0.05 for _ in range(CHECKS)) / CHECKS
    planted = [sorted(row, reverse=True) if rng.random() < 0.5 else row for row in mixed()]
    mean, error = mean_and_error(map(lead, planted))
    return [
        [f"gifts of `random` dealt out at random, {CHECKS} times: called an effect in", called, "at most 0.1", called <= 0.1],
        ["the largest gift put on the next seat in half of the games: its lead", mean, "surely above 0", mean > Z * error],
    ]


def pages(out):
    given, losses, shares, powers, tests, checks = *(read_csv(out / f"{name}.csv") for name in ("gifts", "losses", "shares", "powers", "tests")), read_controls(out)
    points = lambda mean, error, digits=1: f"{100 * mean:+.{digits}f} ± {100 * Z * error:.{digits}f}"
    test = lambda part: next(row for row in tests if part in row["test"])
    typical = lambda row: 100 * max(row["power"], 0.0) ** 0.5
    weak, ahead = test("`random`"), test("is ahead")
    others = next(row for row in shares if (row["games_of"], row["part"]) == ("four steady", "others"))
    hopeless = next(row for row in powers if (row["games_of"], row["band"]) == ("four steady", "at most 5 %"))
    contending = next(row for row in powers if (row["games_of"], row["band"]) == ("four steady", "5 to 50 %"))
    holds = lambda row: row["p_holm"] < 0.05
    surely = lambda row, more, less: (more if row["estimate"] > 0 else less) if holds(row) else "not surely more or less"
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** What `random` gives away among three `steady` goes {surely(weak, 'more', 'less')} to the seat after it than to the others: {points(weak['estimate'], weak['error'])} points of win share a game. "
        f"Among four `steady`, the decisions of the others explain {page.percent(others['share'], 0)} of a seat's result ({page.percents(*z_interval(others['share'], others['error']), 0)}); their gifts go {surely(ahead, 'more', 'less')} to the seat that is ahead than to the others ({points(ahead['estimate'], ahead['error'])}). "
        f"A seat that wins at most 5 % any more {'still changes' if holds(test('power')) else 'does not surely change'} the win shares of the others: by {typical(hopeless):.1f} points between the candidates of a decision, against {typical(contending):.1f} where it can win 5 to 50 %. "
        f"{sum(map(holds, tests))} of the {len(tests)} tests are decided."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = [[f"`{row['bot']}`, {row['games_of']}", row["games"], f"{100 * row['loss']:.1f} ± {100 * Z * row['error']:.1f}"] for row in losses]
    blocks["losses"] = page.table(["seat", "games", "given away in a game, points of win share"], rows)
    of = lambda by: [row for row in given if row["by"] == by]
    table = lambda by, columns: page.table(
        ["seat that decides", *columns],
        [
            [f"`{giver}`, {games}", *[points(row["gift"], row["error"]) for row in of(by) if (row["games_of"], row["giver"]) == (games, giver)]]
            for games, giver in dict.fromkeys((row["games_of"], row["giver"]) for row in of(by))
        ],
    )
    blocks["places"], blocks["standings"] = table("place", DISTANCES), table("standing", STANDINGS)
    tables = list(dict.fromkeys(row["games_of"] for row in shares))
    cell = lambda games, part: next(row for row in shares if (row["games_of"], row["part"]) == (games, part))
    rows = [[text, *[f"{100 * cell(games, part)['share']:.0f} ± {100 * Z * cell(games, part)['error']:.0f}" for games in tables]] for part, text in PARTS.items()]
    blocks["shares"] = page.table(["part of a `steady` seat's result, %", *tables], rows)
    rows = []
    for row in powers:
        low, high = z_interval(row["power"], row["error"])
        rows.append([f"{row['band']}, {row['games_of']}", f"{row['decisions']:.0f}", f"{typical(row):.1f}", page.percents(max(low, 0.0) ** 0.5, max(high, 0.0) ** 0.5)])
    blocks["powers"] = page.table(["win share of the seat that decides", "decisions in a game", "typical change, points", "interval"], rows)
    rows = [[row["test"], f"{row['estimate']:.3f} ± {Z * row['error']:.3f}", row["side"] if row["side"] == "two-sided" else f"{row['side']} {row['bound']:.1f}", page.p_text(row["p_holm"]), "decided" if holds(row) else "not decided"] for row in tests]
    blocks["tests"] = page.table(["test", "estimate", "side", "p (Holm)", ""], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for games, giver in dict.fromkeys((row["games_of"], row["giver"]) for row in of("place")):
        drawn = []
        for row in of("place"):
            if (row["games_of"], row["giver"]) == (games, giver):
                low, high = z_interval(row["gift"], row["error"])
                drawn.append(chart.Point(row["receiver"], 100 * row["gift"], 100 * low, 100 * high))
        groups.append((f"{giver}, {games}", drawn))
    return blocks, {"gifts.svg": chart.dots("What the decisions of a seat give to the others, in a game", groups, "points of win share", "", (0, "nothing"))}
