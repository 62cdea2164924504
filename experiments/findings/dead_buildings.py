"""Which buildings of Puerto Rico are dead or must-haves, and at which price is each alive?"""

import tomllib
from pathlib import Path

from lib import chart, page
from lib.lab import ROOT, inline, read_controls, read_csv, toml, write_controls, write_csv

NAME = "dead-buildings"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
DATA = ROOT / "crates/puerto-rico/data.toml"
# What the prediction says of each, among `learned`.
PREDICTED = {"factory": "must-have", "office": "dead", "university": "dead", "large market": "dead"}
JUDGED = "verdict open made never_loss never_loss_low never_loss_high always_loss always_loss_low always_loss_high deals".split()


def asked(lab, name, cell, bot, only=(), variants=(), bots=None):
    """Plays a study of restricted play and returns its rows; `bots` are those of the finding's manifest."""
    lists = f"only = {toml([f'build {item}' for item in only])}\n" if only else ""
    lists += f"variants = {toml(list(variants))}\n" if variants else ""
    text = (
        f'name = "{name}"\ngame = "puerto-rico"\nseed = {cell["seed"]}\ndeals = {lab.size(cell)}\n'
        f'players = [{cell["players"]}]\nbot = {toml(bot)}\nitems = ["build"]\n{lists}'
        + "".join(f"[bots.{own}]\n" + "".join(f"{key} = {inline(value)}\n" for key, value in preset.items()) for own, preset in (bots or {}).items())
    )
    rows = read_csv(lab.run("restricted", f"{NAME}/{name}", text) / "items.csv")
    return [row for row in rows if row["item"] != "pass"]


def variant(lab, building, **numbers):
    """Writes rules in which these numbers of a building are others, and returns their name and file."""
    name = building.replace(" ", "-") + "".join(f"-{key}-{number}" for key, number in numbers.items())
    changed = "".join(f'"building.{building.replace(" ", "_")}.{key}" = {number}\n' for key, number in numbers.items())
    return name, lab.write(f"{name}.toml", f'name = "{name}"\ngame = "puerto-rico"\n[set]\n{changed}')


def building(row):
    return row["item"].removeprefix("build ")


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    printed = {name.replace("_", " "): numbers["cost"] for name, numbers in tomllib.loads(DATA.read_text())["building"].items()}
    items, prices = [], []
    for cell in manifest["cell"]:
        players = cell["players"]
        rows = asked(lab, f"learned-{players}", cell, manifest["bot"])
        items += [["learned", players, building(row), *(row[key] for key in JUDGED)] for row in rows]
        for row in rows:
            if row["verdict"] in ("dead", "must-have"):
                prices += priced(lab, cell, manifest, row, printed[building(row)])
    cell = next(cell for cell in manifest["cell"] if cell["players"] == 4) | manifest["searched"]
    rows = asked(lab, "search-4", cell, cell["bot"], cell["items"], bots=manifest["bots"])
    items += [["search", 4, building(row), *(row[key] for key in JUDGED)] for row in rows]
    write_csv(out / "items.csv", ["bot", "players", "building", *JUDGED], items)
    write_csv(out / "prices.csv", ["players", "building", "verdict", "printed", "price", "at_price", "never_loss", "always_loss"], prices)
    write_controls(out, controls(lab, manifest))


def priced(lab, cell, manifest, row, printed):
    """Judges a building at other prices: lower ones of a dead building, higher ones of a must-have."""
    name, further = building(row), -1 if row["verdict"] == "dead" else 1
    costs = [cost for step in range(1, manifest["prices"]["furthest"] + 1) if (cost := printed + further * step) >= 0]
    if not costs:
        return []
    known = dict(variant(lab, name, cost=cost) for cost in costs)
    found = asked(lab, f"{name.replace(' ', '-')}-{cell['players']}", cell, manifest["bot"], [name], known.values())
    rows = {other["variant"]: other for other in found}
    named = ((cost, rows[variant(lab, name, cost=cost)[0]]) for cost in costs)
    return [
        [cell["players"], name, row["verdict"], printed, cost, other["verdict"], other["never_loss"], other["always_loss"]]
        for cost, other in named
    ]


def controls(lab, manifest):
    """Plants a must-have, a dead building, and one that nobody can pay."""
    cell = next(cell for cell in manifest["cell"] if cell["players"] == 4)
    checks = []
    for name, numbers, wanted in (
        ("factory", {"cost": 2, "vp": 10}, "must-have"),
        ("hacienda", {"cost": 9, "vp": 0}, "dead"),
    ):
        rules, file = variant(lab, name, **numbers)
        rows = asked(lab, f"control-{rules}", cell, manifest["bot"], [name], [file])
        found = next(row["verdict"] for row in rows if row["variant"] == rules)
        checks.append([f"a {name} for {numbers['cost']} with {numbers['vp']} points", found, wanted, found == wanted])
    rules, file = variant(lab, "city hall", cost=31)
    rows = asked(lab, f"control-{rules}", cell, manifest["bot"], ["city hall"], [file])
    lost = next(row["never_loss"] for row in rows if row["variant"] == rules)
    return [*checks, ["what a city hall for 31 is worth to a seat", lost, 0.0, lost == 0.0]]


def alive(prices, players, name):
    """Returns the price at which a building is alive: the first one at which it is not dead, or is fine; None if none is."""
    rows = [row for row in prices if (row["players"], row["building"]) == (players, name)]
    is_alive = lambda row: row["at_price"] != "dead" if row["verdict"] == "dead" else row["at_price"] == "fine"
    return next((row["price"] for row in rows if is_alive(row)), None)


def came_true(items):
    """Returns the predictions in words, each with what was found and whether it came true."""
    of = {(row["bot"], row["players"], row["building"]): row["verdict"] for row in items}
    for name, wanted in PREDICTED.items():
        for players in (3, 4, 5):
            found = of.get(("learned", players, name), "not played")
            yield f"{name}, {players} players, `learned`", wanted, found, found == wanted
    found = [of.get(("search", 4, name), "not played") for name in PREDICTED]
    yield "the four, 4 players, search", "none of them fine", ", ".join(found), "fine" not in found


def lost(row, kind):
    """Returns a loss with its interval, in points of win share."""
    ends = (row[f"{kind}_loss_low"], row[f"{kind}_loss_high"])
    middle = f"{100 * row[f'{kind}_loss']:+.1f}"
    return middle if "" in ends else f"{middle} ({page.percents(*ends)})"


def pages(out):
    items, prices, checks = read_csv(out / "items.csv"), read_csv(out / "prices.csv"), read_controls(out)
    learned = [row for row in items if row["bot"] == "learned"]
    every = list(dict.fromkeys(row["building"] for row in learned))
    called = lambda verdict: [
        name for name in every if all(row["verdict"] == verdict for row in learned if row["building"] == name)
    ]
    predictions = list(came_true(items))
    blocks = {}
    right = sum(is_right for *_, is_right in predictions)
    blocks["answer"] = (
        f"**Answer.** Among `learned`, with 3, 4 and 5 players alike, {page.listing(called('must-have'))} cannot be done without, and "
        f"{page.listing(called('dead'))} are dead."
    )
    blocks["came-true"] = f"Of the {len(predictions)} predictions {right} came true."
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = [
        [row["building"], f"`{row['bot']}`", row["players"], row["verdict"], page.percent(row["made"], 0), lost(row, "never"), lost(row, "always"), row["deals"]]
        for row in items
    ]
    blocks["items"] = page.table(["building", "bot", "players", "verdict", "free seats that build it", "never: loses", "always: loses", "deals"], rows)
    rows = [[words, wanted, found, "yes" if is_right else "**no**"] for words, wanted, found, is_right in predictions]
    blocks["tests"] = page.table(["prediction", "said", "found", "came true"], rows)
    rows = []
    for row in {(row["players"], row["building"]): row for row in prices}.values():
        price = alive(prices, row["players"], row["building"])
        tried = sorted(other["price"] for other in prices if (other["players"], other["building"]) == (row["players"], row["building"]))
        said = price if price is not None else f"none of {tried[0]} to {tried[-1]}"
        rows.append([row["building"], row["players"], row["verdict"], row["printed"], said])
    blocks["prices"] = page.table(["building", "players", "at its printed price", "printed price", "alive at"], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for name in every:
        drawn = []
        for row in (row for row in learned if row["building"] == name):
            ends = (row["never_loss_low"], row["never_loss_high"])
            ends = (None, None) if "" in ends else tuple(100 * end for end in ends)
            drawn.append(chart.Point(f"{row['players']} players", 100 * row["never_loss"], *ends))
        groups.append((name, drawn))
    picture = chart.dots("What a seat loses that never builds it", groups, "points of win share", "", (0, "nothing"))
    return blocks, {"losses.svg": picture}
