"""How much of who wins is luck of the deal, in the four games."""

import random
import subprocess
import tomllib
from pathlib import Path

import chart
import page
from lab import read_csv, read_seats, write_csv
from stats import Z, holm, p_two_sided

NAME = "luck"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
GAMES = {"puerto-rico": "Puerto Rico", "mundus-novus": "Mundus Novus", "age-of-discovery": "Age of Discovery", "francis-drake": "Francis Drake"}
KINDS = {"random": "random play", "steady": "`steady`, with habits", "ismcts": "`ismcts`, 200 iterations"}
CHECKS = 200


def bots(lab, game, play, manifest):
    """Writes four bots that are equally strong and not the same, and returns their files."""
    kind = play["kind"]
    files = []
    for copy in range(1, 5):
        name = f"{kind}-{copy}"
        text = f'name = "{name}"\ngame = "{game}"\n'
        if kind == "random":
            text += 'kind = "random"\n'
        elif kind == "ismcts":
            text += f'base = "ismcts"\n\n[search]\niterations = {play["iterations"]}\n'
        else:
            rng = random.Random(f"{manifest['seed']} {game} {copy}")
            text += 'base = "steady"\n\n[weights]\n'
            for weight, value in weights(lab, game):
                text += f"{weight} = {max(0.0, value * (1 + rng.gauss(0, manifest['habits']))):.6g}\n"
        files.append(lab.write(f"luck-{game}-{name}.toml", text))
    return files


def weights(lab, game):
    """Returns the weights of `steady`, by name."""
    shown = subprocess.run([str(lab.binary), "bots", "show", "steady", "--game", game], capture_output=True, text=True, check=True).stdout
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
    """Returns the share of the pairs of games on one deal that end with the same scores: bots that hardly differ play a
    deal again and again."""
    deals = {}
    for game in games:
        scores = {int(seat.row["start_place"]): seat.score for seat in game}
        deals.setdefault(int(game[0].row["game"]) // players, []).append([scores[place] for place in range(players)])
    pairs = [a == b for deal in deals.values() for i, a in enumerate(deal) for b in deal[:i]]
    return sum(pairs) / len(pairs)


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
    players, seed = manifest["players"], manifest["seed"]
    rows, replicates, first = [], {}, None
    for play in manifest["play"]:
        for game in manifest["games"]:
            name = f"{NAME}/{play['kind']}-{game}"
            folder = lab.tournament(name, game, players, seed, lab.size(play), bots(lab, game, play, manifest))
            games = read_seats(folder)
            deals = deals_of(games, players)
            first = first or deals
            sample = sums(deals)
            rng = random.Random(seed)
            drawn = [split(rng.choices(sample, k=len(sample)), players) for _ in range(manifest["bootstrap"])]
            replicates[play["kind"], game] = [deal for _, deal in drawn]
            seat, deal = split(sample, players)
            ends = lambda values: (sorted(values)[int(0.025 * len(values))], sorted(values)[int(0.975 * len(values)) - 1])
            rows.append([play["kind"], game, len(deals), seat, *ends([a for a, _ in drawn]), deal, *ends([b for _, b in drawn]), same(games, players)])
    write_csv(out / "shares.csv", ["kind", "game", "deals", "seat", "seat_low", "seat_high", "deal", "deal_low", "deal_high", "same_game"], rows)
    tests = []
    for kind in ("steady", "ismcts"):
        value = {game: next(row[6] for row in rows if row[:2] == [kind, game]) for game in GAMES}
        for game in list(GAMES)[1:]:
            # Not the same deals: the errors add up.
            error = (deviation(replicates[kind, "puerto-rico"]) ** 2 + deviation(replicates[kind, game]) ** 2) ** 0.5
            tests.append([kind, game, value["puerto-rico"] - value[game], error])
    plain = [p_two_sided(*row[2:]) for row in tests]
    write_csv(out / "tests.csv", ["kind", "game", "difference", "error", "p", "p_holm"], [[*row, p, c] for row, p, c in zip(tests, plain, holm(plain))])
    write_csv(out / "controls.csv", ["control", "found", "wanted", "right"], controls(first, players, seed))


def deviation(values):
    mean = sum(values) / len(values)
    return (sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5


def significant(deals, players, rng):
    """Returns whether the deal's share is surely above 0, and the share."""
    sample = sums(deals)
    drawn = [split(rng.choices(sample, k=len(sample)), players)[1] for _ in range(100)]
    share = split(sample, players)[1]
    return abs(share) > Z * deviation(drawn), share


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
    shares, tests, checks = (read_csv(out / f"{name}.csv") for name in ("shares", "tests", "controls"))
    of = lambda kind, game: next(row for row in shares if (row["kind"], row["game"]) == (kind, game))
    said = lambda kind: ", ".join(f"{GAMES[game]} {page.percent(of(kind, game)['deal'], 0)} ({page.percents(of(kind, game)['deal_low'], of(kind, game)['deal_high'], 0)})" for game in GAMES)
    least = {kind: min(GAMES, key=lambda game: of(kind, game)["deal"]) for kind in ("steady", "ismcts")}
    decided = [row for row in tests if row["p_holm"] < 0.05]
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** The deal, beyond the seat, explains of who wins among searches: {said('ismcts')}; among `steady` bots: {said('steady')}. "
        f"The figure of the search in Puerto Rico is no luck of the deal: there {page.percent(of('ismcts', 'puerto-rico')['same_game'], 0)} of the pairs of games on a deal are one and the same game, since that search hardly draws random numbers; compare games by the rows of `steady`. "
        f"It is least in {GAMES[least['ismcts']]} for the search and in {GAMES[least['steady']]} for `steady`; Puerto Rico is surely below another game in "
        f"{sum(row['difference'] < 0 for row in decided)} of {len(tests)} tests, and surely above in {sum(row['difference'] > 0 for row in decided)}."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    for game, name in GAMES.items():
        for kind, bot in KINDS.items():
            row = of(kind, game)
            rest = 1 - row["seat"] - row["deal"]
            rows.append([name, bot, row["deals"], f"{100 * row['seat']:.1f} ({page.percents(row['seat_low'], row['seat_high'])})", f"{100 * row['deal']:.1f} ({page.percents(row['deal_low'], row['deal_high'])})", f"{100 * rest:.1f}", page.percent(row["same_game"], 0)])
    blocks["shares"] = page.table(["game", "bots", "deals", "seat, %", "deal, %", "rest, %", "same game twice"], rows)
    rows = [[f"`{row['kind']}`: Puerto Rico less {GAMES[row['game']]}", f"{100 * row['difference']:+.1f} ± {100 * Z * row['error']:.1f}", page.p_text(row["p_holm"])] for row in tests]
    blocks["tests"] = page.table(["test", "points of the deal's share", "p (Holm)"], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for game, name in GAMES.items():
        for part in ("seat", "deal"):
            points = [chart.Point(KINDS[kind].replace("`", ""), 100 * of(kind, game)[part], 100 * of(kind, game)[f"{part}_low"], 100 * of(kind, game)[f"{part}_high"]) for kind in KINDS]
            groups.append((f"{name}, {part}", points))
    return blocks, {"luck.svg": chart.dots("What is decided before the first move", groups, "share of the variance of the win", " %")}
