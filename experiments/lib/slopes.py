"""How the win share goes with a number that each seat of a game has."""

import random

from tradewinds.stats import ratio_and_error, z_test

CHECKS, PLANTED = 200, 0.3


def slope(games):
    """Returns the slope of the win share on a number within starting places, and its standard error over games. Each
    game has for each starting place the win share and the number."""
    places = len(games[0])
    shares, numbers = ([sum(game[place][part] for game in games) / len(games) for place in range(places)] for part in (0, 1))
    sums = []
    for game in games:
        pairs = [(share - shares[place], number - numbers[place]) for place, (share, number) in enumerate(game)]
        sums.append((sum(y * x for y, x in pairs), sum(x * x for _, x in pairs)))
    products, squares = zip(*sums)
    # The residuals of a game are one unit, however its seats depend on each other.
    return ratio_and_error(products, squares) if any(squares) else (0.0, 0.0)


def controls(games, seed):
    """Deals the numbers out at random to the seats of each game, and gives winners one more now and then."""
    rng = random.Random(seed)
    called = 0
    for _ in range(CHECKS):
        numbers = [rng.sample([number for _, number in game], len(game)) for game in games]
        called += z_test(*slope([[(share, number) for (share, _), number in zip(game, row)] for game, row in zip(games, numbers)])) < 0.05
    before, _ = slope(games)
    after, error = slope([[(share, number + (share > 0 and rng.random() < PLANTED)) for share, number in game] for game in games])
    return [
        [f"numbers dealt out at random, {CHECKS} times: called an effect in", called / CHECKS, "at most 0.1", called <= 0.1 * CHECKS],
        [f"winners have one more with probability {PLANTED}: the slope rises by", after - before, "surely above 0", after - before > 2 * error],
    ]
