"""How much of who wins is luck of the deal, in the four games."""

import math
import random
import subprocess
import tomllib
from pathlib import Path

from lib import chart, page
from lib.lab import read_controls, read_csv, read_seats, toml, write_controls, write_csv
from tradewinds.stats import Z, bootstrap, holm, ratio_and_error, z_interval, z_test

NAME = "luck"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
GAMES = {"puerto-rico": "Puerto Rico", "mundus-novus": "Mundus Novus", "age-of-discovery": "Age of Discovery", "francis-drake": "Francis Drake"}
KINDS = {"random": "random play", "steady": "`steady`, with habits", "ismcts": "`ismcts`, 200 iterations, with habits"}
CHECKS = 200
# Above this share of pairs that are one game, nothing is said about luck.
ALIKE = 0.05
# What the deal was predicted to explain at most in the first game, among searches.
LARGE = 0.5


def bots(lab, game, play, seed, habits):
    """Writes four bots that are equally strong, with weights that differ by `habits`, and returns their files."""
    kind = play["kind"]
    files = []
    for copy in range(1, 5):
        name = f"{kind}-{copy}"
        text = f'name = "{name}"\ngame = "{game}"\n'
        text += 'kind = "random"\n' if kind == "random" else f"base = {toml(kind)}\n"
        if "iterations" in play:
            text += f"\n[search]\niterations = {play['iterations']}\n"
        if kind != "random" and habits:
            rng = random.Random(f"{seed} {game} {copy}")
            text += "\n[weights]\n"
            for weight, value in weights(lab, game, kind):
                text += f"{weight} = {max(0.0, value * (1 + rng.gauss(0, habits))):.6g}\n"
        files.append(lab.write(f"luck-{game}-{play.get('label', kind)}-{copy}-{habits}.toml", text))
    return files


def weights(lab, game, bot):
    """Returns the weights of a bot, by name."""
    shown = subprocess.run([str(lab.binary), "bots", "show", bot, "--game", game], capture_output=True, text=True, check=True).stdout
    lines = shown.split("\nweight ")[1].split("\n")[1:]
    words = (line.split() for line in lines[: lines.index("")] if line)
    return [(name, float(value)) for name, value, *_ in words]


def deals_of(games, players):
    """Returns for each deal its games, each as the win shares by starting place."""
    deals = {}
    for game in games:
        row = [0.0] * players
        for seat in game:
            row[int(seat.row["start_place"])] = seat.win_share
        deals.setdefault(int(game[0].row["game"]) // players, []).append(row)
    return [deal for deal in deals.values() if len(deal) == players]


def same(games, players):
    """Returns the share of the pairs of games on one deal that end with the same scores, and its standard error over
    deals: bots that hardly differ play a deal again and again."""
    deals = {}
    for game in games:
        scores = {int(seat.row["start_place"]): seat.score for seat in game}
        deals.setdefault(int(game[0].row["game"]) // players, []).append([scores[place] for place in range(players)])
    pairs = [[a == b for i, a in enumerate(deal) for b in deal[:i]] for deal in deals.values()]
    return ratio_and_error([sum(deal) for deal in pairs], [len(deal) for deal in pairs])


def sums(deals):
    """Returns what a split needs of each deal: per place the sum of the shares, the sum of squares, and that of the
    products of two different games."""
    found = []
    for deal in deals:
        columns = list(zip(*deal))
        totals = [sum(column) for column in columns]
        squares = sum(value * value for column in columns for value in column)
        products = sum(total * total for total in totals) - squares
        found.append((totals, squares, products))
    return found


def split(sample, players):
    """Returns the shares of the variance that the seat and the deal explain; a deal has as many games as players."""
    deals, plays = len(sample), players
    means = [sum(totals[place] for totals, _, _ in sample) / (deals * plays) for place in range(players)]
    mean = 1 / players
    variance = sum(squares for _, squares, _ in sample) / (deals * plays * players) - mean * mean
    own = sum(value * value for value in means) / players
    # Two games on one deal, at the same place.
    pairs = sum(products for _, _, products in sample) / (deals * plays * (plays - 1) * players)
    # The mean of a place has an error, which is not a difference between places.
    noise = sum(sum((totals[place] / plays - means[place]) ** 2 for totals, _, _ in sample) for place in range(players)) / players / (deals - 1) / deals
    seat = own - mean * mean - noise
    return seat / variance, (pairs - own + noise) / variance


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    players, first, size = manifest["players"], manifest["games"][0], manifest["habits"]

    def played(play, game, habits):
        seed = play.get("seed", manifest["seed"])
        lineup = bots(lab, game, play, seed, habits)
        return read_seats(lab.tournament(f"{NAME}/{play.get('label', play['kind'])}-{game}-{habits}", game, players, seed, lab.size(play), lineup))

    rows, errors, of_random = [], {}, None
    for play in manifest["play"]:
        for game in manifest["games"]:
            games = played(play, game, size)
            of_random = of_random or deals_of(games, players)
            row, errors[play["kind"], game] = row_of(games, players, manifest)
            rows.append([play["kind"], game, *row])
    columns = ["deals", "seat", "seat_low", "seat_high", "deal", "deal_low", "deal_high", "same_game"]
    write_csv(out / "shares.csv", ["kind", "game", *columns], rows)
    steady = next(play for play in manifest["play"] if play["kind"] == "steady")
    others = [[habits, game, *row_of(played(steady, game, habits), players, manifest)[0]] for habits in manifest["other_habits"] for game in manifest["games"]]
    write_csv(out / "habits.csv", ["habits", "game", *columns], others)
    tests = []
    for kind in ("steady", "ismcts"):
        value = {game: next(row[6] for row in rows if row[:2] == [kind, game]) for game in GAMES}
        for game in list(GAMES)[1:]:
            # Not the same deals: the errors add up.
            tests.append([kind, game, value[first] - value[game], math.hypot(errors[kind, first], errors[kind, game])])
    tests.append(["ismcts", "NA", value[first] - LARGE, errors["ismcts", first]])
    plain = [z_test(*row[2:], alternative="two-sided" if row[1] != "NA" else "less") for row in tests]
    write_csv(out / "tests.csv", ["kind", "game", "difference", "error", "p", "p_holm"], [[*row, p, c] for row, p, c in zip(tests, plain, holm(plain))])
    bare = manifest["without"]
    games = played(bare, first, 0)
    row = [bare["about"], first, *row_of(games, players, manifest)[0], *z_interval(*same(games, players))]
    write_csv(out / "without.csv", ["search", "game", *columns, "same_low", "same_high"], [row])
    write_controls(out, controls(of_random, players, manifest["seed"]))


def row_of(games, players, manifest):
    """Returns the shares of the seat and the deal with their intervals, the share of games played again, and the
    standard error of the deal's share."""
    sample = sums(deals_of(games, players))
    lows, highs, errors = bootstrap(sample, lambda drawn: split(drawn, players), manifest["bootstrap"], manifest["seed"])
    seat, deal = split(sample, players)
    return [len(sample), seat, lows[0], highs[0], deal, lows[1], highs[1], same(games, players)[0]], errors[1]


def significant(deals, players, rng):
    """Returns whether the deal's share is surely above 0, and the share."""
    sample = sums(deals)
    of_deal = lambda drawn: split(drawn, players)[1]
    _, _, error = bootstrap(sample, of_deal, 100, rng.getrandbits(64))
    return abs(of_deal(sample)) > Z * error, of_deal(sample)


def controls(deals, players, seed):
    rng = random.Random(seed)
    games = [game for deal in deals for game in deal]
    wrong = 0
    for _ in range(CHECKS):
        rng.shuffle(games)
        wrong += significant([games[i : i + players] for i in range(0, len(games), players)], players, rng)[0]
    planted, share = significant([[deal[0] if rng.random() < 0.5 else game for game in deal] for deal in deals], players, rng)
    return [
        [f"games dealt out to random deals, {CHECKS} times: called luck of the deal in", wrong / CHECKS, "at most 0.1", wrong <= 0.1 * CHECKS],
        ["half of the games replaced by the first of their deal: share of the deal", share, "surely above 0", planted and share > 0],
    ]


def pages(out):
    shares, sizes, tests, checks = *(read_csv(out / f"{name}.csv") for name in ("shares", "habits", "tests")), read_controls(out)
    of = lambda kind, game: next(row for row in shares if (row["kind"], row["game"]) == (kind, game))
    ends = lambda row, part, digits=0: page.percents(row[f"{part}_low"], row[f"{part}_high"], digits)
    said = lambda kind: ", ".join(f"{GAMES[game]} {page.percent(of(kind, game)['deal'], 0)} ({ends(of(kind, game), 'deal')})" for game in GAMES)
    most = {kind: max(GAMES, key=lambda game: of(kind, game)["deal"]) for kind in ("steady", "ismcts")}
    largest = {most["ismcts"]: "both"} if most["ismcts"] == most["steady"] else {most["ismcts"]: "searches", most["steady"]: "`steady`"}
    pairs, [large] = [row for row in tests if row["game"] != "NA"], [row for row in tests if row["game"] == "NA"]
    decided = [row for row in pairs if row["p_holm"] < 0.05]
    alike = max(row["same_game"] for row in shares if row["kind"] == "ismcts")
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** The deal, beyond the seat, explains of who wins among searches: {said('ismcts')}; among `steady` bots: {said('steady')}. "
        f"So luck of the deal decides most in {' and in '.join(f'{GAMES[game]} among {kinds}' for game, kinds in largest.items())}. Puerto Rico is surely below another game in "
        f"{sum(row['difference'] < 0 for row in decided)} of {len(pairs)} tests, and surely above in {sum(row['difference'] > 0 for row in decided)}; that the deal explains less than half in Puerto Rico among searches "
        + ("is shown." if large["p_holm"] < 0.05 else "is not shown.")
        + f" At most {page.percent(alike)} of the pairs of searched games on a deal are one and the same game"
        + ("." if alike <= ALIKE else ", which is more than predicted: **those figures are no luck of the deal.**")
    )
    blocks["without"] = " ".join(
        f"Copies of the search {row['search']}, without habits, in {GAMES[row['game']]}, {row['deals']} deals: the deal explains {page.percent(row['deal'], 0)} ({ends(row, 'deal')}), "
        f"and {page.percent(row['same_game'], 0)} of the pairs of games on a deal are one and the same game ({ends(row, 'same')})."
        for row in read_csv(out / "without.csv")
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    for game, name in GAMES.items():
        for kind, bot in KINDS.items():
            row = of(kind, game)
            rest = 1 - row["seat"] - row["deal"]
            rows.append([name, bot, row["deals"], f"{100 * row['seat']:.1f} ({ends(row, 'seat', 1)})", f"{100 * row['deal']:.1f} ({ends(row, 'deal', 1)})", f"{100 * rest:.1f}", page.percent(row["same_game"], 0)])
    blocks["shares"] = page.table(["game", "bots", "deals", "seat, %", "deal, %", "rest, %", "same game twice"], rows)
    habits = tomllib.loads(MANIFEST.read_text())["habits"]
    small, larger = ([row for row in sizes if (row["habits"] < habits) == below] for below in (True, False))
    rows = []
    for game, name in GAMES.items():
        mine = lambda rows: [f"{100 * row['deal']:.0f} ({ends(row, 'deal')})" for row in rows if row["game"] == game]
        rows.append([name, *mine(small), *mine([of("steady", game)]), *mine(larger)])
    names = [page.percent(size, 1).replace(".0", "") for size in sorted({row["habits"] for row in sizes} | {habits})]
    blocks["habits"] = page.table(["the deal's share, %, with habits of", *names], rows)
    rows = [[f"`{row['kind']}`: Puerto Rico less {GAMES[row['game']]}", f"{100 * row['difference']:+.1f} ± {100 * Z * row['error']:.1f}", page.p_text(row["p_holm"])] for row in pairs]
    rows.append([f"`ismcts`: Puerto Rico less {100 * LARGE:.0f} % (one-sided: below)", f"{100 * large['difference']:+.1f} ± {100 * Z * large['error']:.1f}", page.p_text(large["p_holm"])])
    blocks["tests"] = page.table(["test", "points of the deal's share", "p (Holm)"], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for game, name in GAMES.items():
        for part in ("seat", "deal"):
            points = [chart.Point(KINDS[kind].replace("`", ""), *(100 * of(kind, game)[column] for column in (part, f"{part}_low", f"{part}_high"))) for kind in KINDS]
            groups.append((f"{name}, {part}", points))
    return blocks, {"luck.svg": chart.dots("What is decided before the first move", groups, "share of the variance of the win", " %")}
