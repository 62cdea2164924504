"""An opening book for Puerto Rico."""

import csv
import json
import tomllib
from collections import Counter
from pathlib import Path

from lib import chart, page
from lib.lab import read_csv, short, toml, write_csv
from tradewinds.stats import Z, holm, mean_and_error, z_interval, z_test

NAME = "opening-book"
GAME = "puerto-rico"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The claim "far superior" is refused where the lead is surely below this.
FAR = 0.03
# The lines of the first round that a table shows, and the least number of games of a row by open tiles.
LINES, LEAST = 8, 12
# The choice that stands for both of its kind, and how the tile is called.
TILE = "take "


def play(lab, study, players, seed):
    """Plays a study and returns its folder."""
    deals = lab.size(study)
    worth = f'decisions = {deals * study["per_deal"]}\nplayouts = {study["playouts"]}\nbot = {toml(study["bot"])}\n'
    return choices_of(lab, study, f"{study['name']}-{players}", players, seed, deals, worth)


def choices_of(lab, study, name, players, seed, deals, worth):
    """Runs `tradewinds choices` on the first round of the games of a study and returns its folder."""
    variant = f"variant = {toml(study['variant'])}\n" if "variant" in study else ""
    text = (
        f'name = "{name}"\ngame = "{GAME}"\nplayers = {players}\nseed = {seed}\ndeals = {deals}\nformat = "table"\n'
        f'lineup = {toml([study["lineup"]] * players)}\n{variant}kinds = ["{study["kind"]}"]\n\n[worth]\nrounds = 1\n{worth}'
    )
    return lab.run("choices", f"{NAME}/{name}", text)


def first_roles(lab, judge, players):
    """Returns the governor's first role in each game of the page on seats that a search plays at all seats."""
    folder = lab.runs / f"seat-price/{short(judge)}-{players}-standard"
    with open(folder / "roles.csv", newline="") as file:
        return [row["role"] for row in csv.DictReader(file) if (row["round"], row["pick"]) == ("1", "1")]


def first_tiles(lab, study, players, seed):
    """Returns what the judge takes at the governor's first tile of each deal. Two playouts are the fewest that a study
    takes, and nobody reads them."""
    deals = study["asked"]
    worth = f'decisions = {deals * players}\nplayouts = 2\nbot = "steady"\njudge = {toml(study["judge"])}\n'
    folder = choices_of(lab, study, f"{study['name']}-asked-{players}", players, seed, deals, worth)
    found = {}
    with open(folder / "decisions.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["seat"] == "0" and row["kind"] == study["kind"] and row["strong"] == "1":
                found.setdefault(int(row["game"]), row["choice"].removeprefix(TILE))
    return list(found.values())


def judged(lab, study, players, seed):
    """Returns the choices of the judge of a study, if it has one."""
    if "judge" not in study:
        return []
    return first_roles(lab, study["judge"], players) if study["kind"] == "role" else first_tiles(lab, study, players, seed)


def first_decisions(folder, kind):
    """Yields the first decision of a kind of each game that the governor takes and that was played out: the number of
    the game, and the win share after each choice."""
    found = {}
    with open(folder / "decisions.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["seat"] == "0" and row["kind"] == kind and row["win_share"] not in ("", "NA"):
                # The governor has one decision of a kind in the first round.
                found.setdefault(int(row["game"]), []).append(row)
    for game, rows in sorted(found.items()):
        weight = int(rows[0]["weight"])
        if weight == 0:
            continue
        shares = {row["choice"].removeprefix(TILE): float(row["win_share"]) for row in rows}
        yield game, shares


def open_tiles(folder, game):
    """Returns the plantations that lie open at the start of a game, with their numbers."""
    record = json.loads((folder / "games/records" / f"game-{game}.json").read_text())
    return record["initial"]["face_up"]


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    choices, by_tiles, leads = [], [], []
    for study in manifest["study"]:
        for players in study["players"]:
            folder = play(lab, study, players, manifest["seeds"][str(players)])
            decisions = list(first_decisions(folder, study["kind"]))
            key = [study["name"], players, study["bot"], short(study.get("judge", "NA"))]
            strong = judged(lab, study, players, manifest["seeds"][str(players)])
            names = sorted({name for _, shares in decisions for name in shares})
            for name in names:
                values = [shares[name] for _, shares in decisions if name in shares]
                share, error = mean_and_error(values)
                choices.append([*key, name, len(values), share, error, *chosen(strong, name)])
            one = "settler" if study["kind"] == "role" else "quarry"
            for name in names:
                if name != one:
                    values = [shares[one] - shares[name] for _, shares in decisions if name in shares and one in shares]
                    leads.append([*key, one, name, len(values), *mean_and_error(values)])
            if "prospector 2" in names:
                values = [shares["prospector 1"] - shares["prospector 2"] for _, shares in decisions]
                leads.append([*key, "prospector 1", "prospector 2", len(values), *mean_and_error(values)])
            if study["name"] in ("roles", "tiles"):
                by_tiles += tiles_rows(key, folder, decisions, one)
    columns = ["study", "players", "bot", "judge"]
    write_csv(out / "choices.csv", [*columns, "choice", "deals", "win_share", "error", "asked", "judge_chooses"], choices)
    tested = [i for i, row in enumerate(leads) if is_test(row)]
    plain = [z_test(row[7], row[8]) for row in leads]
    corrected = dict(zip(tested, holm([plain[i] for i in tested])))
    rows = [[*row, plain[i], corrected.get(i, "NA")] for i, row in enumerate(leads)]
    write_csv(out / "leads.csv", [*columns, "choice", "other", "deals", "lead", "error", "p", "p_holm"], rows)
    write_csv(out / "by-tiles.csv", [*columns, "open", "value", "choice", "other", "deals", "lead", "error"], by_tiles)
    write_csv(out / "lines.csv", ["bot", "players", "games", "line", "times", *[f"win_share_{seat}" for seat in range(1, 6)]], lines(lab))


def chosen(strong, name):
    """Returns how often the judge was asked, and the share of its choices that a name has."""
    return (len(strong), strong.count(name) / len(strong)) if strong else (0, "NA")


def is_test(row):
    """Returns whether a lead is one of the preregistered tests."""
    study, other = row[0], row[5]
    return (study == "roles" and row[4] == "settler" and other != "prospector 2") or (study == "tiles" and other == "corn")


def tiles_rows(key, folder, decisions, one):
    """Returns the lead of settler over the best other role on average, and of a quarry over corn, by what lies open."""
    if one == "settler":
        names = Counter()
        for _, shares in decisions:
            names.update(shares)
        means = {name: sum(shares.get(name, 0.0) for _, shares in decisions) / count for name, count in names.items()}
        other = max((name for name in means if name != one), key=lambda name: means[name])
    else:
        other = "corn"
    groups = {}
    for game, shares in decisions:
        if one not in shares or other not in shares:
            continue
        tiles = open_tiles(folder, game)
        lead = shares[one] - shares[other]
        groups.setdefault(("corn", str(min(tiles.get("corn", 0), 2)) + ("+" if tiles.get("corn", 0) >= 2 else "")), []).append(lead)
        dear = tiles.get("tobacco", 0) + tiles.get("coffee", 0)
        groups.setdefault(("tobacco and coffee", str(min(dear, 2)) + ("+" if dear >= 2 else "")), []).append(lead)
    return [[*key, *group, one, other, len(values), *mean_and_error(values)] for group, values in sorted(groups.items()) if len(values) >= LEAST]


def lines(lab):
    """Returns the most frequent orders of roles in the first round, with the win share of each seat, from the games of
    the page on seats."""
    rows = []
    for bot in ("learned", "ismcts"):
        for players in (3, 4, 5):
            folder = lab.runs / f"seat-price/{bot}-{players}-standard"
            picks, won = {}, {}
            with open(folder / "roles.csv", newline="") as file:
                for row in csv.DictReader(file):
                    if row["round"] == "1":
                        picks.setdefault(row["game"], []).append(row["role"])
            with open(folder / "seats.csv", newline="") as file:
                for row in csv.DictReader(file):
                    won.setdefault(row["game"], []).append(row["win_share"])
            seen = {}
            for game, roles in picks.items():
                seen.setdefault(", ".join(roles), []).append([float(share) for share in won[game]])
            frequent = sorted(seen.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:LINES]
            for line, shares in frequent:
                means = [sum(column) / len(shares) for column in zip(*shares)]
                rows.append([bot, players, len(picks), line, len(shares), *means, *["NA"] * (5 - players)])
    return rows


def pages(out):
    choices, leads = read_csv(out / "choices.csv"), read_csv(out / "leads.csv")
    by_tiles, lines_found = read_csv(out / "by-tiles.csv"), read_csv(out / "lines.csv")
    roles = [row for row in leads if row["study"] == "roles" and row["choice"] == "settler" and row["other"] != "prospector 2"]
    quarries = [row for row in leads if row["study"] == "tiles"]
    blocks = {}
    said = []
    for players in (3, 4, 5):
        mine = [row for row in roles if row["players"] == players]
        closest = min(mine, key=lambda row: row["lead"])
        high = closest["lead"] + Z * closest["error"]
        beats = all(row["p_holm"] < 0.05 and row["lead"] > 0 for row in mine)
        verdict = "far superior" if beats and closest["lead"] - Z * closest["error"] > FAR else "the best, but not surely far superior" if beats else "not far superior" if high < FAR else "not decided"
        said.append(f"{players} players: {verdict} (over {closest['other']} by {100 * closest['lead']:+.1f} points, {page.percents(*z_interval(closest['lead'], closest['error']))})")
    corn = [row for row in quarries if row["other"] == "corn"]
    tile = "; ".join(f"{row['players']} players {100 * row['lead']:+.1f} points ({page.percents(*z_interval(row['lead'], row['error']))})" for row in corn)
    settler = {(row["study"], row["players"]): page.percent(row["judge_chooses"], 0) for row in choices if row["choice"] == "settler" and row["asked"]}
    blocks["answer"] = (
        f"**Answer.** When `learned` plays on, settler as the governor's first role, against the best other one: {'; '.join(said)}. But the search disagrees with these playouts: it takes settler first in {settler['roles', 3]}, {settler['roles', 4]} and {settler['roles', 5]} of its games with 3, 4 and 5 players at 1,000 "
        f"iterations, and in {settler['roles-by-steady', 4]} with 4 players at 10,000. So the answer moves with skill, towards settler. A quarry against corn, when it is settler: {tile}."
    )
    for name, study in (("roles", "roles"), ("steady", "roles-by-steady"), ("tiles", "tiles")):
        rows = []
        for row in choices:
            if row["study"] == study:
                lead = next((other for other in leads if (other["study"], other["players"], other["other"]) == (study, row["players"], row["choice"]) and other["choice"] in ("settler", "quarry")), None)
                ahead = f"{100 * lead['lead']:+.1f} ± {100 * Z * lead['error']:.1f}" if lead else ""
                p = page.p_text(lead["p_holm"]) if lead and lead["p_holm"] != "NA" else ""
                rows.append([row["choice"], row["players"], row["deals"], page.percent(row["win_share"]), ahead, p, page.percent(row["judge_chooses"], 0)])
        one = "quarry" if study == "tiles" else "settler"
        blocks[name] = page.table(["choice", "players", "deals", "win share after it", f"lead of {one} over it", "p (Holm)", "search chooses it"], rows)
    rows = [
        [f"{row['players']} players, {row['value']} {row['open']}", f"{row['choice']} over {row['other']}", row["deals"], f"{100 * row['lead']:+.1f} ± {100 * Z * row['error']:.1f}"]
        for row in by_tiles
    ]
    blocks["by-tiles"] = page.table(["open tiles", "lead of", "deals", "points of win share"], rows)
    rows = []
    for row in lines_found:
        shares = [page.percent(row[f"win_share_{seat}"], 0) if row[f"win_share_{seat}"] != "NA" else "" for seat in range(1, 6)]
        rows.append([f"{row['players']} `{row['bot']}`", row["line"], page.percent(row["times"] / row["games"], 0), *shares])
    blocks["lines"] = page.table(["bots", "roles of the first round", "of games", "seat 1", "2", "3", "4", "5"], rows)
    null = next(row for row in leads if row["choice"] == "prospector 1")
    plain = next(row for row in leads if (row["study"], row["players"], row["other"]) == ("roles", 4, "prospector"))
    rich = next(row for row in leads if (row["study"], row["other"]) == ("roles-rich-prospector", "prospector"))
    gain, error = plain["lead"] - rich["lead"], (plain["error"] ** 2 + rich["error"] ** 2) ** 0.5
    right = [abs(null["lead"]) <= Z * null["error"] + 1e-9, gain - Z * error > 0]
    rows = [
        ["the same choice under two names (prospectors 1 and 2 of 5 players): difference", f"{100 * null['lead']:+.2f} ± {100 * Z * null['error']:.2f}", "0 inside", "right" if right[0] else "**wrong**"],
        ["the prospector brings 3 doubloons: it gains on settler by", f"{100 * gain:+.1f} ± {100 * Z * error:.1f}", "above 0", "right" if right[1] else "**wrong**"],
    ]
    blocks["controls"] = page.table(["control", "points of win share", "wanted", ""], rows)
    blocks["control-verdict"] = f"{sum(right)} of the {len(right)} controls came out as they have to." + ("" if all(right) else " **A control went wrong: do not trust this page.**")
    groups = []
    for players in (3, 4, 5):
        for study, name in (("roles", "learned plays on"), ("roles-by-steady", "steady plays on")):
            for row in choices:
                if (row["study"], row["players"]) == (study, players) and row["choice"] != "prospector 2":
                    label = f"{players} players, {row['choice'].removesuffix(' 1')}"
                    group = next((group for group in groups if group[0] == label), None)
                    if group is None:
                        groups.append((label, []))
                        group = groups[-1]
                    half = 100 * Z * row["error"]
                    group[1].append(chart.Point(name, 100 * row["win_share"], 100 * row["win_share"] - half, 100 * row["win_share"] + half))
    return blocks, {"roles.svg": chart.dots("The governor's win share after each first role", groups, "win share of the first seat", " %")}
