"""What choices tell about the prices of Puerto Rico's buildings: effects of purchases, walks, and fair prices."""

import csv
import math
import tomllib
from collections import namedtuple

from lib.lab import ROOT
from tradewinds.stats import holm, z_test

# The printed prices, and how many there are of each building in the box.
RULES = tomllib.loads((ROOT / "crates/puerto-rico/data.toml").read_text())["building"]
PRINTED = {building.replace("_", " "): rule["cost"] for building, rule in RULES.items()}
COPIES = {building.replace("_", " "): rule["copies"] for building, rule in RULES.items()}
# The highest price that the rules allow, the longest step of a walk, and the fewest decisions that say anything of a building.
MOST, STEP, LEAST = 31, 2.0, 10
# An error below this is one of rounding.
TINY = 1e-12
PASS = "pass"

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
            if row["win_share"] in ("", "NA") or int(row["weight"]) == 0:
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
    the zeros of lines with one slope for all buildings, by weighted least squares. The effects of a list hang on all its
    prices and may lie farther from the lines than by noise; all errors are larger by this factor (Birge 1932), which is
    returned, too."""
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
    off = sum(weight(effect) * (effect.mean - slope * (fair[building].mean - price)) ** 2 for building, rows in seen.items() for price, effect in rows)
    free = sum(len(rows) - 1 for rows in seen.values()) - 1
    factor = max(math.sqrt(off / free), 1.0)
    return widened(doubloon, factor), {building: widened(estimate, factor) for building, estimate in fair.items()}, factor


def widened(estimate, factor):
    """Returns an estimate whose error is larger by a factor."""
    return Estimate(estimate.mean, factor * estimate.error, {game: factor * part for game, part in estimate.parts.items()})


def at_one_list(prices, found, doubloon):
    """Returns fair prices from a single list: its price plus the effect divided by what a doubloon is worth."""
    slope = doubloon.mean
    relative = doubloon.error / slope
    return {building: (prices[building] + effect.mean / slope, math.hypot(effect.error, effect.mean * relative) / slope) for building, effect in found.items()}


def moved(prices, by, rng):
    """Returns two lists on either side of one: each price higher in one and lower in the other, but not below 0."""
    signs = {building: rng.choice((-1, 1)) for building in prices}
    side = lambda sign: {building: max(price + sign * signs[building] * by, 0) for building, price in prices.items()}
    return side(1), side(-1)


def beyond_noise(found, weight=lambda effect: 1):
    """Returns the root mean square of effects, less what their errors would make of no effect."""
    total = sum(weight(effect) for effect in found.values())
    return math.sqrt(max(sum(weight(effect) * (effect.mean**2 - effect.error**2) for effect in found.values()) / total, 0.0))


def not_neutral(found):
    """Returns the p-values of effects of 0, corrected by Holm's method."""
    return dict(zip(found, holm([z_test(effect.mean, effect.error) for effect in found.values()])))

def exchanged(decision, rng):
    """Returns a decision with all purchases on the other side of passing, or as it is, each with probability 1/2."""
    if rng.random() < 0.5 or PASS not in decision.after:
        return decision
    none = decision.after[PASS]
    mirrored = {choice: tuple(2 * passed - value for passed, value in zip(none, result)) for choice, result in decision.after.items()}
    return decision._replace(after=mirrored)


def root_mean_square(values):
    values = list(values)
    return math.sqrt(sum(value * value for value in values) / len(values))
