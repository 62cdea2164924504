"""A fair price list of the buildings of Puerto Rico."""

import csv
import math
import random
import tomllib
from collections import namedtuple
from pathlib import Path

import buildings
import chart
import page
from lab import read_csv, read_seats, toml, write_csv
from stats import TINY, Z, holm, interval, mean_error, p_two_sided

NAME = "price-list"
GAME = "puerto-rico"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The printed prices.
PRINTED = {
    "small indigo plant": 1, "small sugar mill": 2, "indigo plant": 3, "sugar mill": 4, "tobacco storage": 5, "coffee roaster": 6,
    "small market": 1, "hacienda": 2, "construction hut": 2, "small warehouse": 3, "hospice": 4, "office": 5, "large market": 5, "large warehouse": 6,
    "factory": 7, "university": 8, "harbor": 8, "wharf": 9, "guild hall": 10, "residence": 10, "fortress": 10, "customs house": 10, "city hall": 10,
}  # fmt: skip
# How many there are of each in the box.
COPIES = {name: 4 if name.startswith("small indigo") or name.startswith("small sugar") else 3 if index < 6 else 2 if index < 18 else 1 for index, name in enumerate(PRINTED)}
# The buildings that count at the end alone.
LARGE = ("guild hall", "residence", "fortress", "customs house", "city hall")
# The highest price that the rules allow, the longest step of a walk, and the fewest decisions that say anything of a building.
MOST, STEP, LEAST = 31, 2.0, 10
PASS = "pass"
# What the prediction says: these are too cheap, these too dear.
CHEAP, DEAR = ("factory", "harbor", "guild hall"), ("hacienda", "small warehouse", "university")

# A decision that was played out: its game, how often it counts, the (win share, margin) after each choice, and what the judge would choose.
Decision = namedtuple("Decision", "game weight after judged")
# The mean effect of a purchase, its standard error, the number of decisions, and what each game adds to the mean's deviation.
Effect = namedtuple("Effect", "mean error count parts")
# An estimate, its standard error, and what each game adds to the deviation.
Estimate = namedtuple("Estimate", "mean error parts")


def spread(parts, games):
    """Returns the standard error of an estimate from what each game adds to its deviation."""
    return math.sqrt(math.fsum(part * part for part in parts.values()) * games / (games - 1)) if games > 1 else 0.0


def read_decisions(file):
    """Returns the decisions of a study that were played out, with the names of buildings as choices."""
    found = {}
    with open(file, newline="") as table:
        for row in csv.DictReader(table):
            if row["win_share"] == "NA" or int(row["weight"]) == 0:
                continue
            choice = row["choice"].removeprefix("build ")
            decision = found.get(row["sample"]) or Decision(int(row["game"]), int(row["weight"]), {}, [])
            found[row["sample"]] = decision
            decision.after[choice] = (float(row["win_share"]), float(row["points"]))
            if row["strong"] == "1":
                decision.judged.append(choice)
    return [decision for _, decision in sorted(found.items(), key=lambda pair: int(pair[0]))]


def effects(decisions, measure=0, counts=lambda decision, building: True):
    """Returns the effect of each building: the mean, over decisions that count, of the result after its purchase less the
    one after passing. `measure` is 0 for the win share and 1 for the margin in points. The unit is the game."""
    found = {}
    for building in PRINTED:
        games = {}
        count = 0
        for decision in decisions:
            if building in decision.after and PASS in decision.after and counts(decision, building):
                count += 1
                value, weight = games.get(decision.game, (0.0, 0))
                difference = decision.after[building][measure] - decision.after[PASS][measure]
                games[decision.game] = (value + decision.weight * difference, weight + decision.weight)
        if count < LEAST or len(games) < 2:
            continue
        total = sum(weight for _, weight in games.values())
        mean = math.fsum(value for value, _ in games.values()) / total
        parts = {game: (value - mean * weight) / total for game, (value, weight) in games.items()}
        found[building] = Effect(mean, spread(parts, len(games)), count, parts)
    return found


def lottery(prices, rng):
    """Returns whole prices whose means are these prices."""
    return {building: math.floor(price) + (rng.random() < price - math.floor(price)) for building, price in prices.items()}


def walk(play, start, slope, rounds, rng):
    """Walks from a list towards the one at which all effects are 0; `play` takes the number of a round and whole prices,
    and returns effects. Returns for each round its whole prices, the effects, and the list after it with its errors."""
    at, errors, steps = dict(start), {building: 0.0 for building in start}, []
    for number in range(rounds):
        prices = lottery(at, rng)
        found = play(number, prices)
        gain = 2 / (number + 3)
        after, spreads = {}, {}
        for building, price in at.items():
            effect = found.get(building)
            step = gain * (prices[building] + effect.mean / slope - price) if effect else 0.0
            after[building] = min(max(price + min(max(step, -STEP), STEP), 0.0), float(MOST))
            spreads[building] = math.hypot((1 - gain) * errors[building], gain * effect.error / slope) if effect else errors[building]
        steps.append((prices, found, after, spreads))
        at, errors = after, spreads
    return steps


def fair_prices(lists):
    """Returns what a doubloon is worth and the fair price of each building, from lists of whole prices and their effects:
    the zeros of lines with one slope for all buildings, by weighted least squares."""
    seen = {
        building: [(prices[building], found[building]) for prices, found in lists if building in found and found[building].error > TINY]
        for building in PRINTED
    }
    seen = {building: rows for building, rows in seen.items() if rows}
    weight = lambda effect: 1 / effect.error**2
    down = across = 0.0
    centred = []
    for rows in seen.values():
        total = sum(weight(effect) for _, effect in rows)
        price_mean = sum(weight(effect) * price for price, effect in rows) / total
        effect_mean = sum(weight(effect) * effect.mean for _, effect in rows) / total
        for price, effect in rows:
            down -= weight(effect) * (price - price_mean) * (effect.mean - effect_mean)
            across += weight(effect) * (price - price_mean) ** 2
            centred.append((weight(effect) * (price - price_mean), effect))
    slope = down / across
    parts = {}
    for share, effect in centred:
        for game, part in effect.parts.items():
            parts[game] = parts.get(game, 0.0) - share * part / across
    doubloon = Estimate(slope, spread(parts, len(parts)), parts)
    fair = {}
    for building, rows in seen.items():
        total = sum(weight(effect) for _, effect in rows)
        effect_mean = sum(weight(effect) * effect.mean for _, effect in rows) / total
        mean = sum(weight(effect) * (price + effect.mean / slope) for price, effect in rows) / total
        own = {game: -effect_mean / slope**2 * part for game, part in doubloon.parts.items()}
        for _, effect in rows:
            for game, part in effect.parts.items():
                own[game] = own.get(game, 0.0) + weight(effect) * part / (slope * total)
        fair[building] = Estimate(mean, spread(own, len(own)), own)
    return doubloon, fair


def moved(prices, by, rng):
    """Returns two lists on either side of one: each price higher in one and lower in the other, but not below 0."""
    signs = {building: rng.choice((-1, 1)) for building in prices}
    side = lambda sign: {building: max(price + sign * signs[building] * by, 0) for building, price in prices.items()}
    return side(1), side(-1)


def beyond_noise(found):
    """Returns the root mean square of effects, less what their errors would make of no effect."""
    return math.sqrt(max(sum(effect.mean**2 - effect.error**2 for effect in found.values()) / len(found), 0.0))


def not_neutral(found):
    """Returns the p-values of effects of 0, corrected by Holm's method."""
    return dict(zip(found, holm([p_two_sided(effect.mean, effect.error) for effect in found.values()])))


def rules(prices, name):
    """Returns a variant with these prices."""
    lines = [f'"building.{building.replace(" ", "_")}.cost" = {price}\n' for building, price in prices.items()]
    return f'name = "{name}"\ngame = "{GAME}"\n\n[set]\n' + "".join(lines)


def study(lab, manifest, name, bot, judge, seed, decisions, variant):
    """Plays decisions out and returns the folder; `variant` is a list of prices, or the path of a file."""
    if isinstance(variant, dict):
        variant = lab.write(f"{NAME}-prices-{name}.toml", rules(variant, f"prices-{name}"))
    players = manifest["players"]
    text = (
        f'name = "{name}"\ngame = "{GAME}"\nplayers = {players}\nseed = {seed}\ndeals = {decisions // manifest["per_game"]}\nformat = "table"\n'
        f'lineup = {toml([bot] * players)}\nvariant = "{variant}"\nkinds = ["build"]\n\n'
        f'[worth]\ndecisions = {decisions}\nplayouts = {manifest["playouts"]}\nbot = "{bot}"\njudge = "{judge}"\nchoices = {len(PRINTED) + 1}\n'
    )
    return lab.run("choices", f"{NAME}/{name}", text)


def walked(lab, manifest, entry):
    """Walks as an entry of the manifest says."""
    decisions = entry["full"] if lab.full else entry["decisions"]
    start = PRINTED if entry["start"] == "printed" else {building: entry["flat"] for building in PRINTED}

    def play(number, prices):
        folder = study(lab, manifest, f"walk-{entry['name']}-{number}", entry["bot"], entry["bot"], entry["seed"] + number, decisions, prices)
        return effects(read_decisions(folder / "decisions.csv"))

    return walk(play, start, manifest["step_slope"], entry["rounds"], random.Random(entry["seed"]))


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    rounds, ends, errors = [], {}, {}
    for entry in manifest["walk"]:
        before = PRINTED if entry["start"] == "printed" else {building: entry["flat"] for building in PRINTED}
        for number, (prices, found, after, spreads) in enumerate(walked(lab, manifest, entry)):
            for building in PRINTED:
                effect = found.get(building)
                said = [effect.count, effect.mean, effect.error] if effect else [0, "NA", "NA"]
                rounds.append([entry["name"], number + 1, building, float(before[building]), prices[building], *said, after[building], spreads[building]])
            before = after
        ends[entry["name"]], errors[entry["name"]] = before, spreads
    write_csv(out / "rounds.csv", ["walk", "round", "building", "before", "price", "decisions", "effect", "error", "after", "after_error"], rounds)
    sealed(lab, manifest, ends, out)
    write_csv(out / "controls.csv", ["control", "found", "wanted", "right"], controls(lab, manifest, out))


def sealed(lab, manifest, ends, out):
    """Plays the sealed seed and writes the tables of the page's figures."""
    entry = manifest["sealed"]
    rng = random.Random(entry["seed"])
    fair, listed, worth, sources = {}, [], [], []
    for bot in entry["bots"]:
        found_list = {building: round(price) for building, price in ends[bot].items()}
        one, other = moved(found_list, entry["moved"], rng)
        lists = {"printed": PRINTED, "fair": found_list, "one": one, "other": other}
        played, margins = {}, {}
        for name, prices in lists.items():
            decisions = (entry["full"] if lab.full else entry["decisions"])[name]
            judge = entry["judge"][bot] if name in ("printed", "fair") else bot
            folder = study(lab, manifest, f"sealed-{bot}-{name}", bot, judge, entry["seed"], decisions, prices)
            rows = read_decisions(folder / "decisions.csv")
            played[name], margins[name] = effects(rows), effects(rows, 1)
            judged = lambda decision, building: building in decision.judged
            willing = effects(rows, 0, judged)
            p = not_neutral(played[name])
            for building in PRINTED:
                effect, want = played[name].get(building), willing.get(building)
                weight = sum(decision.weight for decision in rows if building in decision.after)
                chosen = sum(decision.weight for decision in rows if judged(decision, building))
                listed.append(
                    [bot, name, building, prices[building], *([effect.count, effect.mean, effect.error, p[building]] if effect else [0, "NA", "NA", "NA"])]
                    + [judge, chosen / weight if weight else "NA", *([want.count, want.mean, want.error] if want else [0, "NA", "NA"])]
                )
            if name in ("printed", "fair"):
                games = read_seats(folder / "games")
                ahead = [chips - built for chips, built in map(buildings.ahead, games)]
                sources.append([bot, name, len(games), *mean_error(ahead)])
        three = ("fair", "one", "other")
        doubloon, fair[bot] = fair_prices([(lists[name], played[name]) for name in three])
        groups = [fair_prices([(lists[name], {b: e for b, e in played[name].items() if (b in LARGE) == large}) for name in three])[0] for large in (False, True)]
        _, by_margin = fair_prices([(lists[name], margins[name]) for name in three])
        worth.append([bot, doubloon.mean, doubloon.error, *(value for name in ("printed", "fair") for value in (beyond_noise(played[name]), sum(p < 0.05 for p in not_neutral(played[name]).values())))] + [value for group in groups for value in (group.mean, group.error)])
        fair[bot] = {building: (estimate, by_margin.get(building), found_list[building]) for building, estimate in fair[bot].items()}
    first, second = entry["bots"]
    both = [building for building in PRINTED if building in fair[first] and building in fair[second]]
    # The lists were played with the same deals, so the errors of the two bots go together.
    apart = {}
    for building in both:
        a, b = fair[first][building][0], fair[second][building][0]
        parts = {game: a.parts.get(game, 0.0) - b.parts.get(game, 0.0) for game in a.parts.keys() | b.parts.keys()}
        apart[building] = (a.mean - b.mean, spread(parts, len(parts)))
    known = [building for building in PRINTED if building in fair[first]]
    corrected = holm([p_two_sided(fair[first][b][0].mean - PRINTED[b], fair[first][b][0].error) for b in known] + [p_two_sided(*apart[b]) for b in both])
    p = dict(zip([(first, b) for b in known] + [("apart", b) for b in both], corrected))
    rows = []
    for bot in entry["bots"]:
        for building, (estimate, margin, whole) in fair[bot].items():
            rows.append([bot, building, COPIES[building], PRINTED[building], whole, estimate.mean, estimate.error, p.get((bot, building), "NA"), *([margin.mean, margin.error] if margin else ["NA", "NA"])])
    write_csv(out / "fair.csv", ["bot", "building", "copies", "printed", "found", "fair", "error", "p_holm", "fair_by_margin", "margin_error"], rows)
    write_csv(out / "apart.csv", ["building", "one", "other", "difference", "error", "p_holm"], [[b, first, second, *apart[b], p["apart", b]] for b in both])
    columns = ["bot", "list", "building", "price", "decisions", "effect", "error", "p_holm", "judge", "judge_buys", "willing", "willing_effect", "willing_error"]
    write_csv(out / "lists.csv", columns, listed)
    write_csv(out / "doubloon.csv", ["bot", "worth", "error", "printed_spread", "printed_not_neutral", "fair_spread", "fair_not_neutral", "worth_small", "small_error", "worth_large", "large_error"], worth)
    write_csv(out / "sources.csv", ["bot", "list", "games", "chips_less_buildings", "error"], sources)


def controls(lab, manifest, out):
    """Plants a gift and null effects; returns what was found, what was wanted and whether it is right."""
    entry = manifest["controls"]
    one = manifest["sealed"]["bots"][0]
    nothing = Path(__file__).with_name("variants") / "nothing.toml"
    free = entry["free"]
    played = {
        name: study(lab, manifest, f"control-{name}", one, one, entry["seed"], entry["decisions"], variant) / "decisions.csv"
        for name, variant in (("printed", PRINTED), ("nothing", nothing), ("free", {**PRINTED, free: 0}))
    }
    decisions = {name: read_decisions(file) for name, file in played.items()}
    plain, gift = effects(decisions["printed"])[free], effects(decisions["free"])[free]
    gain, error = gift.mean - plain.mean, math.hypot(gift.error, plain.error)
    rows = [[f"the {free} is free: the effect of buying it rises by", gain, "above 0", gain - Z * error > 0]]
    buys = lambda rows: sum(free in decision.judged for decision in rows) / sum(free in decision.after for decision in rows)
    more = buys(decisions["free"]) - buys(decisions["printed"])
    rows.append([f"and `{one}` buys it more often where it can, by", more, "above 0", more > 0])
    same = played["printed"].read_bytes() == played["nothing"].read_bytes()
    rows.append(["a variant that changes nothing: the same table", same, True, same])
    rng = random.Random(entry["seed"])
    called = tested = 0
    for _ in range(entry["exchanged"]):
        found = effects([exchanged(decision, rng) for decision in decisions["printed"]])
        called += sum(p_two_sided(effect.mean, effect.error) < 0.05 for effect in found.values())
        tested += len(found)
    rows.append([f"purchase and passing exchanged at random, {entry['exchanged']} times: called an effect in", called / tested, "at most 0.1", called <= 0.1 * tested])
    [doubloon, *_] = read_csv(out / "doubloon.csv")
    rows.append([f"what a doubloon of price is worth to `{one}`, in win share", doubloon["worth"], "above 0", doubloon["worth"] - Z * doubloon["error"] > 0])
    return rows


def exchanged(decision, rng):
    """Returns a decision with all purchases on the other side of passing, or as it is, each with probability 1/2."""
    if rng.random() < 0.5 or PASS not in decision.after:
        return decision
    none = decision.after[PASS]
    mirrored = {choice: tuple(2 * passed - value for passed, value in zip(none, result)) for choice, result in decision.after.items()}
    return decision._replace(after=mirrored)


def correlation(pairs):
    """Returns Pearson's correlation of pairs of numbers."""
    count = len(pairs)
    one, other = (sum(pair[i] for pair in pairs) / count for i in (0, 1))
    across = sum((a - one) * (b - other) for a, b in pairs)
    return across / math.sqrt(sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs))


def root_mean_square(values):
    values = list(values)
    return math.sqrt(sum(value * value for value in values) / len(values))


def listing(words):
    """Joins words to a list in a sentence."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) if words else "none"


def pages(out):
    fair, apart, lists, doubloons, rounds, sources, checks = (
        read_csv(out / f"{name}.csv") for name in ("fair", "apart", "lists", "doubloon", "rounds", "sources", "controls")
    )
    first, second = dict.fromkeys(row["bot"] for row in fair)
    of = {(row["bot"], row["building"]): row for row in fair}
    mine = [row for row in fair if row["bot"] == first]
    surely = lambda row: row["p_holm"] < 0.05
    gap = lambda row: row["fair"] - row["printed"]
    cheap = sorted((row for row in mine if surely(row) and gap(row) > 0), key=lambda row: -gap(row))
    dear = sorted((row for row in mine if surely(row) and gap(row) < 0), key=gap)
    said = lambda rows: listing([f"{row['building']} (printed {row['printed']}, fair {row['fair']:.1f}, {' to '.join(f'{end:.1f}' for end in interval(row['fair'], row['error']))})" for row in rows])
    both = [row["building"] for row in apart]
    together = correlation([(gap(of[first, b]), gap(of[second, b])) for b in both])
    differ = [row for row in apart if row["p_holm"] < 0.05]
    worth = {row["bot"]: row for row in doubloons}
    # The walks.
    names = list(dict.fromkeys(row["walk"] for row in rounds))
    last = max(row["round"] for row in rounds)
    at = {(row["walk"], row["round"], row["building"]): row for row in rounds}
    flat = next(name for name in names if name not in (first, second))
    ends = {name: {b: at[name, last, b] for b in PRINTED} for name in names}
    starts = holm([p_two_sided(ends[first][b]["after"] - ends[flat][b]["after"], math.hypot(ends[first][b]["after_error"], ends[flat][b]["after_error"])) for b in PRINTED])
    apart_starts = sum(p < 0.05 for p in starts)
    names_of = lambda rows: {row["building"] for row in rows}
    came = [
        *(building in names_of(cheap) for building in CHEAP),
        *(building in names_of(dear) for building in DEAR),
        worth[first]["fair_not_neutral"] <= 2,
        apart_starts == 0,
        together > 0.5,
    ]
    whole = lambda bot, column: sum(row["copies"] * row[column] for row in fair if row["bot"] == bot)
    swap = "goes the right way" if "factory" in names_of(cheap) and "university" in names_of(dear) else "is not shown to go the right way as a whole"
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** Among `{first}` bots {len(cheap) + len(dear)} of the {len(mine)} printed prices are surely not fair. Too cheap: {said(cheap)}. Too dear: {said(dear)}. Of the other {len(mine) - len(cheap) - len(dear)} it is not decided. "
        f"The designer's swap of factory and university {swap}. At the list that the walk found, {worth[first]['fair_not_neutral']} of the buildings are surely not neutral, at the printed prices {worth[first]['printed_not_neutral']}. "
        f"Among `{second}` bots the list is {'the same kind of list' if together > 0.5 else 'another list'} (correlation of fair less printed price {together:.2f}), and it differs surely in {len(differ)} of {len(apart)} buildings. {sum(came)} of the {len(came)} predictions came true."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    half = lambda mean, error, digits=1: f"{mean:.{digits}f} ± {Z * error:.{digits}f}"
    differences = {row["building"]: row for row in apart}
    for row in mine:
        building = row["building"]
        other = of.get((second, building))
        margin = half(row["fair_by_margin"], row["margin_error"]) if row["fair_by_margin"] != "NA" else "NA"
        rows.append(
            [building, row["printed"], half(row["fair"], row["error"]), page.p_text(row["p_holm"]), margin]
            + ([half(other["fair"], other["error"]), page.p_text(differences[building]["p_holm"])] if other else ["NA", "NA"])
        )
    blocks["fair"] = page.table(["building", "printed", f"fair, `{first}`", "p (Holm)", "by margin", f"fair, `{second}`", "p (Holm) of the two"], rows)
    doubloon = worth[first]
    blocks["doubloon"] = (
        f"A doubloon of price is worth {half(100 * doubloon['worth'], 100 * doubloon['error'], 2)} points of win share to `{first}`, and {half(100 * worth[second]['worth'], 100 * worth[second]['error'], 2)} to `{second}`. "
        f"All {sum(COPIES.values())} buildings of the box cost {whole(first, 'printed')} doubloons in print; at fair prices, {whole(first, 'fair'):.0f} by `{first}` and {whole(second, 'fair'):.0f} by `{second}`."
    )
    rows = [
        [f"`{bot}`", *(f"{100 * worth[bot][f'{name}_spread']:.1f}" for name in ("printed", "fair")), *(worth[bot][f"{name}_not_neutral"] for name in ("printed", "fair"))]
        for bot in (first, second)
    ]
    blocks["spread"] = page.table(["bots", "spread at printed prices", "at the list found", "surely not neutral, printed", "at the list found"], rows)
    found = {(row["bot"], row["list"], row["building"]): row for row in lists}
    effect = lambda row: f"{100 * row['effect']:+.1f} ± {100 * Z * row['error']:.1f}" if row["effect"] != "NA" else "NA"
    buys = lambda row: page.percent(row["judge_buys"], 0) if row["judge_buys"] != "NA" else "NA"
    rows = []
    for building in PRINTED:
        printed, list_found = found[first, "printed", building], found[first, "fair", building]
        want = f"{100 * printed['willing_effect']:+.1f} ± {100 * Z * printed['willing_error']:.1f}" if printed["willing_effect"] != "NA" else "NA"
        rows.append([building, printed["decisions"], effect(printed), list_found["price"], list_found["decisions"], effect(list_found), buys(printed), buys(list_found), want])
    judge = found[first, "printed", "factory"]["judge"]
    blocks["effects"] = page.table(
        ["building", "decisions, printed", "effect", "price found", "decisions", "effect", f"`{judge}` buys, printed", "price found", "effect where it buys, printed"], rows
    )
    rows = []
    moved_by = lambda name, number: root_mean_square(at[name, number, b]["after"] - at[name, number, b]["before"] for b in PRINTED)
    for number in range(1, last + 1):
        between = root_mean_square(at[first, number, b]["after"] - at[flat, number, b]["after"] for b in PRINTED)
        noise = root_mean_square(math.hypot(at[first, number, b]["after_error"], at[flat, number, b]["after_error"]) for b in PRINTED)
        rows.append([number, *(f"{moved_by(name, number):.2f}" for name in names), f"{between:.2f}", f"{noise:.2f}"])
    blocks["walks"] = page.table(["round", *(f"moved, `{name}`" for name in names), f"`{first}` from `{flat}`", "that much by noise alone"], rows)
    blocks["starts"] = f"After {last} rounds the two walks of `{first}` differ surely in {apart_starts} of {len(PRINTED)} buildings (Holm)."
    rows = []
    for building in PRINTED:
        rows.append([building, PRINTED[building], *(half(ends[name][building]["after"], ends[name][building]["after_error"]) for name in names)])
    blocks["ends"] = page.table(["building", "printed", *(f"`{name}`" for name in names)], rows)
    rows = [[f"`{row['bot']}`, {'printed prices' if row['list'] == 'printed' else 'list found'}", row["games"], f"{row['chips_less_buildings']:+.1f} ± {Z * row['error']:.1f}"] for row in sources]
    blocks["sources"] = page.table(["", "games", "winner ahead in chips, less ahead in buildings"], rows)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for row in mine:
        points = [chart.Point("printed", float(row["printed"]))]
        for bot in (first, second):
            if (bot, row["building"]) in of:
                price = of[bot, row["building"]]
                points.append(chart.Point(f"fair, {bot}", price["fair"], *interval(price["fair"], price["error"])))
        groups.append((row["building"], points))
    steps = [(f"round {number}", [chart.Point(name, moved_by(name, number)) for name in names]) for number in range(1, last + 1)]
    return blocks, {
        "prices.svg": chart.dots("Puerto Rico: printed and fair prices, 4 players", groups, "doubloons"),
        "walks.svg": chart.dots("How far the list moves in a round (root mean square)", steps, "doubloons"),
    }
