"""A fair price list of the buildings of Puerto Rico."""

import math
import random
import statistics
import tomllib
from pathlib import Path

import buildings
from lib import chart, page
from lib.lab import read_controls, read_csv, read_seats, toml, write_controls, write_csv
from lib.pricing import (
    COPIES,
    PRINTED,
    at_one_list,
    beyond_noise,
    effects,
    exchanged,
    fair_prices,
    moved,
    not_neutral,
    read_decisions,
    root_mean_square,
    spread,
    walk,
    widened,
)
from tradewinds.stats import Z, holm, mean_and_error, z_interval, z_test

NAME = "price-list"
GAME = "puerto-rico"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The buildings that count at the end alone.
LARGE = ("guild hall", "residence", "fortress", "customs house", "city hall")
# What the prediction says: these are too cheap, these too dear.
CHEAP, DEAR = ("factory", "harbor", "guild hall"), ("hacienda", "small warehouse", "university")


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


def start(entry):
    """Returns the list from which a walk begins."""
    return PRINTED if entry["start"] == "printed" else {building: entry["flat"] for building in PRINTED}


def walked(lab, manifest, entry):
    """Walks as an entry of the manifest says."""
    decisions = entry["full"] if lab.full else entry["decisions"]

    def play(number, prices):
        folder = study(lab, manifest, f"walk-{entry['name']}-{number}", entry["bot"], entry["bot"], entry["seed"] + number, decisions, prices)
        return effects(read_decisions(folder / "decisions.csv"))

    return walk(play, start(entry), manifest["step_slope"], entry["rounds"], random.Random(entry["seed"]))


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    rounds, ends, errors = [], {}, {}
    for entry in manifest["walk"]:
        before = start(entry)
        for number, (prices, found, after, spreads) in enumerate(walked(lab, manifest, entry)):
            for building in PRINTED:
                effect = found.get(building)
                said = [effect.count, effect.mean, effect.error] if effect else [0, "NA", "NA"]
                rounds.append([entry["name"], number + 1, building, float(before[building]), prices[building], *said, after[building], spreads[building]])
            before = after
        ends[entry["name"]], errors[entry["name"]] = before, spreads
    write_csv(out / "rounds.csv", ["walk", "round", "building", "before", "price", "decisions", "effect", "error", "after", "after_error"], rounds)
    sealed(lab, manifest, ends, out)
    write_controls(out, controls(lab, manifest, out))


def sealed(lab, manifest, ends, out):
    """Plays the sealed seed and writes the tables of the page's figures."""
    entry = manifest["sealed"]
    rng = random.Random(entry["seed"])
    fair, listed, worth, sources, factors = {}, [], [], [], {}
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
                sources.append([bot, name, len(games), *mean_and_error(ahead)])
        three = ("fair", "one", "other")
        doubloon, fair[bot], factor = fair_prices([(lists[name], played[name]) for name in three])
        groups = [fair_prices([(lists[name], {b: e for b, e in played[name].items() if (b in LARGE) == large}) for name in three])[0] for large in (False, True)]
        factors[bot] = factor
        _, by_margin, _ = fair_prices([(lists[name], margins[name]) for name in three])
        worth.append([bot, doubloon.mean, doubloon.error, factor, *(value for name in ("printed", "fair") for value in (beyond_noise(played[name]), beyond_noise(played[name], lambda effect: effect.count), sum(p < 0.05 for p in not_neutral(played[name]).values())))] + [value for group in groups for value in (group.mean, group.error)])
        alone = at_one_list(found_list, played["fair"], doubloon)
        highest = {b: max(lists[name][b] for name in three if b in played[name]) for b in fair[bot]}
        fair[bot] = {b: (estimate, by_margin.get(b), alone.get(b), found_list[b], highest[b]) for b, estimate in fair[bot].items()}
    first, second = entry["bots"]
    both = [building for building in PRINTED if building in fair[first] and building in fair[second]]
    # The lists were played with the same deals, so the errors of the two bots go together.
    known = [building for building in PRINTED if building in fair[first]]
    keys = [(first, building) for building in known] + [("apart", building) for building in both]

    def family(factor):
        """Returns the p-values of the page's tests and the differences of the bots, with errors smaller by `factor`."""
        apart = {}
        for building in both:
            a, b = widened(fair[first][building][0], 1 / factor[first]), widened(fair[second][building][0], 1 / factor[second])
            parts = {game: a.parts.get(game, 0.0) - b.parts.get(game, 0.0) for game in a.parts.keys() | b.parts.keys()}
            apart[building] = (a.mean - b.mean, spread(parts, len(parts)))
        plain = [z_test(fair[first][b][0].mean - PRINTED[b], fair[first][b][0].error / factor[first]) for b in known]
        return dict(zip(keys, holm(plain + [z_test(*apart[b]) for b in both]))), apart

    (p, apart), (narrow, _) = family(dict.fromkeys(factors, 1.0)), family(factors)
    rows = []
    for bot in entry["bots"]:
        for building, (estimate, margin, one_list, whole, most) in fair[bot].items():
            others = [*((margin.mean, margin.error) if margin else ("NA", "NA")), *(one_list or ("NA", "NA"))]
            rows.append([bot, building, COPIES[building], PRINTED[building], whole, most, estimate.mean, estimate.error, *(kind.get((bot, building), "NA") for kind in (p, narrow)), *others])
    columns = ["bot", "building", "copies", "printed", "found", "highest", "fair", "error", "p_holm", "p_holm_not_widened", "fair_by_margin", "margin_error", "fair_at_found", "at_found_error"]
    write_csv(out / "fair.csv", columns, rows)
    write_csv(out / "apart.csv", ["building", "one", "other", "difference", "error", "p_holm", "p_holm_not_widened"], [[b, first, second, *apart[b], p["apart", b], narrow["apart", b]] for b in both])
    columns = ["bot", "list", "building", "price", "decisions", "effect", "error", "p_holm", "judge", "judge_buys", "willing", "willing_effect", "willing_error"]
    write_csv(out / "lists.csv", columns, listed)
    write_csv(out / "doubloon.csv", ["bot", "worth", "error", "widened", "printed_spread", "printed_spread_by_decisions", "printed_not_neutral", "fair_spread", "fair_spread_by_decisions", "fair_not_neutral", "worth_small", "small_error", "worth_large", "large_error"], worth)
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
        called += sum(z_test(effect.mean, effect.error) < 0.05 for effect in found.values())
        tested += len(found)
    rows.append([f"purchase and passing exchanged at random, {entry['exchanged']} times: called an effect in", called / tested, "at most 0.1", called <= 0.1 * tested])
    [doubloon, *_] = read_csv(out / "doubloon.csv")
    rows.append([f"what a doubloon of price is worth to `{one}`, in win share", doubloon["worth"], "above 0", doubloon["worth"] - Z * doubloon["error"] > 0])
    return rows


def pages(out):
    fair, apart, lists, doubloons, rounds, sources = (
        read_csv(out / f"{name}.csv") for name in ("fair", "apart", "lists", "doubloon", "rounds", "sources")
    )
    checks = read_controls(out)
    first, second = dict.fromkeys(row["bot"] for row in fair)
    of = {(row["bot"], row["building"]): row for row in fair}
    mine = [row for row in fair if row["bot"] == first]
    surely = lambda row: row["p_holm"] < 0.05
    gap = lambda row: row["fair"] - row["printed"]
    cheap = sorted((row for row in mine if surely(row) and gap(row) > 0), key=lambda row: -gap(row))
    dear = sorted((row for row in mine if surely(row) and gap(row) < 0), key=gap)
    # Beyond the prices that were played, a line says no more than that the price is higher.
    beyond = lambda row: row["fair"] > row["highest"]
    ends_of = lambda row: f"above {row['highest']}" if beyond(row) else f"{row['fair']:.1f}, {' to '.join(f'{end:.1f}' for end in z_interval(row['fair'], row['error']))}"
    said = lambda rows: page.listing([f"{row['building']} (printed {row['printed']}, fair {ends_of(row)})" for row in rows])
    both = [row["building"] for row in apart]
    together = statistics.correlation([gap(of[first, b]) for b in both], [gap(of[second, b]) for b in both])
    differ = [row for row in apart if row["p_holm"] < 0.05]
    worth = {row["bot"]: row for row in doubloons}
    # The walks. The prediction is about the rounds that all have; one went on afterwards.
    names = list(dict.fromkeys(row["walk"] for row in rounds))
    at = {(row["walk"], row["round"], row["building"]): row for row in rounds}
    lasts = {name: max(row["round"] for row in rounds if row["walk"] == name) for name in names}
    last = min(lasts.values())
    flat = next(name for name in names if name not in (first, second))
    ends = {name: {b: at[name, lasts[name], b] for b in PRINTED} for name in names}

    def surely_apart(number):
        """Returns how many buildings of the flat walk are surely elsewhere after a round than in the other walk's end."""
        pairs = [(ends[first][b], at[flat, number, b]) for b in PRINTED]
        return sum(p < 0.05 for p in holm([z_test(a["after"] - b["after"], math.hypot(a["after_error"], b["after_error"])) for a, b in pairs]))

    moved_by = lambda name, number: root_mean_square(at[name, number, b]["after"] - at[name, number, b]["before"] for b in PRINTED)

    def effects_left(name, number):
        """Returns how many buildings were surely not neutral in a round."""
        played = [at[name, number, b] for b in PRINTED if at[name, number, b]["effect"] != "NA"]
        return sum(p < 0.05 for p in holm([z_test(row["effect"], row["error"]) for row in played]))

    apart_starts = surely_apart(last)
    names_of = lambda rows: {row["building"] for row in rows}
    rest = [worth[first]["fair_not_neutral"] <= 2, apart_starts == 0, together > 0.5]
    came = [*(building in names_of(cheap) for building in CHEAP), *(building in names_of(dear) for building in DEAR), *rest]
    narrow = [row for row in mine if row["p_holm_not_widened"] < 0.05]
    narrowly = [*(any(row["building"] == b and gap(row) > 0 for row in narrow) for b in CHEAP), *(any(row["building"] == b and gap(row) < 0 for row in narrow) for b in DEAR), *rest]
    box = lambda bot, column: sum(row["copies"] * row[column] for row in fair if row["bot"] == bot)
    found = {(row["bot"], row["list"], row["building"]): row for row in lists}
    at_print = [row for row in lists if row["bot"] == first and row["list"] == "printed" and row["p_holm"] != "NA" and row["p_holm"] < 0.05]
    better = {sign: [row for row in sorted(at_print, key=lambda row: -sign * row["effect"]) if sign * row["effect"] > 0] for sign in (1, -1)}
    points = lambda sign: page.listing([f"{row['building']} ({100 * row['effect']:+.1f})" for row in better[sign]])
    right_way = "factory" in names_of(better[1]) and "university" in names_of(better[-1])
    decided = "factory" in names_of(cheap) and "university" in names_of(dear)
    swap = "goes the right way" if decided else "goes the right way by the effects at printed prices, though the test of fair prices does not decide it" if right_way else "is not shown to go the right way"
    far = page.listing([f"{row['building']} {row['found']}" for row in mine if abs(row["found"] - row["printed"]) >= 2])
    still = moved_by(flat, lasts[flat]) < 0.5 and effects_left(flat, lasts[flat]) <= 2
    chips = {row["list"]: z_interval(row["chips_less_buildings"], row["error"]) for row in sources if row["bot"] == first}
    winner = lambda ends: "the shipper wins" if ends[0] > 0 else "the builder wins" if ends[1] < 0 else "neither surely wins"
    blocks = {}
    plants, violet = list(PRINTED)[:6], list(PRINTED)[6:]
    mean = lambda names, of: sum(map(of, names)) / len(names)
    there = lambda b: ends[flat][b]["after"]
    means = f"plants cost {mean(plants, there):.1f} there ({mean(plants, PRINTED.get):.1f} in print), violet buildings {mean(violet, there):.1f} ({mean(violet, PRINTED.get):.1f})"
    other_start = "A walk from a start where all buildings cost alike"
    if not apart_starts:
        only = f"{other_start} comes to the same list."
    elif still:
        only = f"**It is not the only fair list.** {other_start} also comes to rest, surely elsewhere in {surely_apart(lasts[flat])} of {len(PRINTED)} buildings: {means}."
    else:
        only = f"{other_start} has not come to the same list, and is surely elsewhere in {surely_apart(lasts[flat])} of {len(PRINTED)} buildings: {means}."
    blocks["answer"] = (
        f"**Answer.** Among `{first}` bots at printed prices, to be made to buy is surely better than to be made to pass, by points of win share, for {points(1)}, and surely worse for {points(-1)}; a walk of all prices from there comes to a list "
        f"at which all but {worth[first]['fair_not_neutral']} buildings may be neutral (at printed prices, all but {worth[first]['printed_not_neutral']}), with {far}. {only}\n\n"
        f"In the sealed games, and with the wider errors explained below, the fair price is surely above print for {said(cheap)}, and surely below for {said(dear)}; of the other {len(mine) - len(cheap) - len(dear)} it is not decided. The designer's swap of factory and university {swap}. "
        f"Among `{second}` bots fair less printed prices go with those of `{first}` (correlation {together:.2f}), and differ surely in {len(differ)} of {len(apart)} buildings. Builder or shipper: {winner(chips['printed'])} at printed prices, {winner(chips['fair'])} at the list found. {sum(came)} of the {len(came)} predictions came true."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    half = lambda mean, error, digits=1: f"{mean:.{digits}f} ± {Z * error:.{digits}f}"
    differences = {row["building"]: row for row in apart}
    capped = lambda row, column, error: "NA" if row[column] == "NA" else f"above {row['highest']}" if row[column] > row["highest"] else half(row[column], row[error])
    price = lambda row: capped(row, "fair", "error")
    for row in mine:
        building = row["building"]
        other = of.get((second, building))
        margin, line = capped(row, "fair_by_margin", "margin_error"), capped(row, "fair_at_found", "at_found_error")
        rows.append(
            [building, row["printed"], price(row), page.p_text(row["p_holm"]), line, margin]
            + ([price(other), page.p_text(differences[building]["p_holm"])] if other else ["NA", "NA"])
        )
    blocks["fair"] = page.table(["building", "printed", f"fair, `{first}`", "p (Holm)", "found list alone", "by margin", f"fair, `{second}`", "p (Holm) of the two"], rows)
    doubloon = worth[first]
    surely_off = page.listing([f"{row['building']} ({gap(row):+.1f})" for row in sorted(narrow, key=lambda row: -gap(row))])
    blocks["narrow"] = (
        f"By the tests exactly as they were written down, without the wider errors, the fair price surely differs from print for {surely_off}, the two bots "
        f"differ surely in {sum(row['p_holm_not_widened'] < 0.05 for row in apart)} of {len(apart)} buildings, and {sum(narrowly)} of the {len(narrowly)} predictions came true. Do not lean on these."
    )
    blocks["doubloon"] = (
        f"A doubloon of price is worth {half(100 * doubloon['worth'], 100 * doubloon['error'], 2)} points of win share to `{first}`, and {half(100 * worth[second]['worth'], 100 * worth[second]['error'], 2)} to `{second}`. "
        f"The effects lie {doubloon['widened']:.1f} and {worth[second]['widened']:.1f} times as far from the lines as noise alone would put them, and all errors here are larger by that factor. "
        f"With slopes of their own, those of the small buildings and plants are {half(100 * doubloon['worth_small'], 100 * doubloon['small_error'], 2)} and those of the five large buildings {half(100 * doubloon['worth_large'], 100 * doubloon['large_error'], 2)} among `{first}`. "
        f"All {sum(COPIES.values())} buildings of the box cost {box(first, 'printed')} doubloons in print, {box(first, 'found')} at the list found by `{first}` and {box(second, 'found')} at the one by `{second}`."
    )
    rows = []
    for bot in (first, second):
        for name, text in (("printed", "printed prices"), ("fair", "list found")):
            spreads = [f"{100 * worth[bot][f'{name}_{column}']:.1f}" for column in ("spread", "spread_by_decisions")]
            rows.append([f"`{bot}`, {text}", *spreads, worth[bot][f"{name}_not_neutral"]])
    blocks["spread"] = page.table(["", "spread, each building once", "each decision once", "surely not neutral"], rows)
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
    for number in range(1, max(lasts.values()) + 1):
        row = [number]
        for name in names:
            row += [f"{moved_by(name, number):.2f}", effects_left(name, number)] if number <= lasts[name] else ["", ""]
        pairs = [(at[first, min(number, lasts[first]), b], at[flat, number, b]) for b in PRINTED]
        between = root_mean_square(a["after"] - b["after"] for a, b in pairs)
        noise = root_mean_square(math.hypot(a["after_error"], b["after_error"]) for a, b in pairs)
        rows.append([*row, f"{between:.2f}", f"{noise:.2f}"])
    heads = [text for name in names for text in (f"moved, `{name}`", "surely not neutral")]
    blocks["walks"] = page.table(["round", *heads, f"`{first}` from `{flat}`", "that much by noise alone"], rows)
    total = lambda name: sum(COPIES[b] * ends[name][b]["after"] for b in PRINTED)
    blocks["starts"] = (
        f"After the {last} rounds that were written down, the two walks of `{first}` differ surely in {apart_starts} of {len(PRINTED)} buildings (Holm)"
        + (f"; `{flat}` went on to round {lasts[flat]} because they had not met, and there it is {surely_apart(lasts[flat])}" if lasts[flat] > last else "")
        + f". The whole box costs {total(first):.0f} doubloons by `{first}` and {total(flat):.0f} by `{flat}`."
    )
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
            fairly = of.get((bot, row["building"]))
            if fairly and beyond(fairly):
                points.append(chart.Point(f"above this, {bot}", float(fairly["highest"])))
            elif fairly:
                points.append(chart.Point(f"fair, {bot}", fairly["fair"], *z_interval(fairly["fair"], fairly["error"])))
        groups.append((row["building"], points))
    return blocks, {"prices.svg": chart.dots("Puerto Rico: printed and fair prices, 4 players", groups, "doubloons")}
