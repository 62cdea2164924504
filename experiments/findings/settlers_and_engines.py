"""Settlers against engines in Age of Discovery."""

import tomllib
from pathlib import Path

from lib import chart, page
from lib.lab import POINT, read_controls, read_csv, read_seats, short, write_controls, write_csv
from tradewinds.stats import Z, holm, mean_and_error, z_interval, z_test

NAME = "settlers-and-engines"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")


def won_alone(games, players, bonus=0):
    """Returns for each deal the mean win share of the bot that is alone, with `bonus` points more than it scored."""
    deals = {}
    for game in games:
        names = [seat.bot for seat in game]
        alone = next(index for index, name in enumerate(names) if names.count(name) == 1)
        points = [seat.points + (bonus * POINT if index == alone else 0) for index, seat in enumerate(game)]
        best = max(points)
        deals.setdefault(int(game[0].row["game"]) // players, []).append((points[alone] == best) / points.count(best))
    return [sum(deal) / len(deal) for deal in deals.values() if len(deal) == players]


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())

    def games_of(alone, others, players):
        name = f"{NAME}/{short(alone)}-among-{short(others)}-{players}"
        seed = manifest["seeds"][str(players)]
        return read_seats(lab.tournament(name, manifest["game"], players, seed, lab.size(manifest), [alone] + [others] * (players - 1), bots=manifest["bots"]))

    rows = []
    for pair in manifest["pair"]:
        family = []
        for alone, others in (("settler", "engine"), ("engine", "settler")):
            for players in manifest["players"]:
                shares = won_alone(games_of(pair[alone], pair[others], players), players)
                mean, error = mean_and_error(shares)
                family.append([pair["strength"], alone, players, len(shares), mean, error, z_test(mean - 1 / players, error)])
        rows += [[*row, corrected] for row, corrected in zip(family, holm([row[-1] for row in family]))]
    write_csv(out / "alone.csv", ["strength", "alone", "players", "deals", "win_share", "error", "p", "p_holm"], rows)
    control = manifest["control"]
    players = control["players"]
    games = games_of(control["twin"], control["of"], players)
    mean, error = mean_and_error(won_alone(games, players))
    more, more_error = mean_and_error(won_alone(games, players, control["points"]))
    checks = [
        [f"a copy of `{control['of']}` among {players - 1} others: win share", mean, f"{1 / players:.3f}", abs(mean - 1 / players) < 1e-9],
        [f"the copy has {control['points']} points more: win share", more, f"surely above {1 / players:.3f}", more - Z * more_error > 1 / players],
    ]
    write_controls(out, checks)


def verdict(settler, engine):
    """Says in words what one settler among engines and one engine among settlers come to."""
    ways = [0 if row["p_holm"] >= 0.05 else 1 if row["win_share"] > 1 / row["players"] else -1 for row in (settler, engine)]
    match ways:
        case [1, 1]:
            return "a circle: each beats a table of the other"
        case [1, -1]:
            return "settlers beat engines, and not the other way round"
        case [-1, 1]:
            return "engines beat settlers, and not the other way round"
        case [-1, -1]:
            return "the rare side loses"
        case [0, 0]:
            return "no circle, and no order"
    who = "settlers" if ways[0] else "engines"
    if sum(ways) > 0:
        return f"{who} gain where they are rare, and the others do not surely lose there"
    return f"{who} lose where they are rare, and the others do not surely gain there"


def pages(out):
    rows, checks = read_csv(out / "alone.csv"), read_controls(out)
    strengths = list(dict.fromkeys(row["strength"] for row in rows))
    of = lambda strength, alone, players: next(row for row in rows if (row["strength"], row["alone"], row["players"]) == (strength, alone, players))
    share = lambda row: f"{page.percent(row['win_share'])} ({page.percents(*z_interval(row['win_share'], row['error']))})"
    said = lambda strength, players: verdict(*(of(strength, alone, players) for alone in ("settler", "engine")))
    blocks = {"reconstructed": page.reconstructed("settling the regions", "age-of-discovery")}
    blocks["answer"] = "**Answer.** With 4 players: " + "; ".join(
        f"{strength}, one settler among engines wins {share(of(strength, 'settler', 4))} and one engine among settlers {share(of(strength, 'engine', 4))}: {said(strength, 4)}" for strength in strengths
    ) + f". The circle that was predicted is {'confirmed' if said(strengths[0], 4).startswith('a circle') else '**not** confirmed'}."
    blocks["control-verdict"] = page.control_verdict(checks)
    table = []
    for strength in strengths:
        for players in (3, 4, 5):
            settler, engine = (of(strength, alone, players) for alone in ("settler", "engine"))
            table.append([f"{players} players, {strength}", settler["deals"] * players, page.percent(1 / players, 1), share(settler), page.p_text(settler["p_holm"]), share(engine), page.p_text(engine["p_holm"]), verdict(settler, engine)])
    blocks["alone"] = page.table(["", "games each", "even share", "one settler among engines", "p (Holm)", "one engine among settlers", "p (Holm)", ""], table)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for players in (3, 4, 5):
        for alone, name in (("settler", "one settler among engines"), ("engine", "one engine among settlers")):
            points = []
            for strength in strengths:
                row = of(strength, alone, players)
                less = 1 / players
                points.append(chart.Point(strength, 100 * (row["win_share"] - less), *(100 * (end - less) for end in z_interval(row["win_share"], row["error"]))))
            groups.append((f"{players} players: {name}", points))
    return blocks, {"alone.svg": chart.dots("Age of Discovery: settlers and engines", groups, "win share above an even one, points", "", (0, "even"))}
