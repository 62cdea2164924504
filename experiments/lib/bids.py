"""The bids that make all seats win equally often.

A bid of b points is taken from a seat's final score; part of a point is a lottery between the two whole numbers beside
it, independent for each seat. The bots do not know of the bids, so the games of one run tell what any bids would do.
"""

import numpy as np

from lib.lab import POINT

# Newton's method moves no bid by more than this many points at a time.
LONGEST_STEP = 3.0
STEPS = 60
# Shares that are this close to equal are equal.
CLOSE = 1e-7
# A lottery is never quite certain, so that the slope on either side of a whole number is seen.
EDGE = 1e-6


def shares(games, bids):
    """Returns each game's expected win shares under the bids, and the slope of the mean shares: row i has what one
    more point bid by each seat changes in the share of seat i."""
    players = len(bids)
    whole = [int(bid // 1) for bid in bids]
    part = [min(max(bid - low, EDGE), 1 - EDGE) for bid, low in zip(bids, whole)]
    outcomes = []
    for mask in range(1 << players):
        paid = [POINT * (low + (mask >> seat & 1)) for seat, low in enumerate(whole)]
        chances = [part[seat] if mask >> seat & 1 else 1 - part[seat] for seat in range(players)]
        chance = 1.0
        for factor in chances:
            chance *= factor
        slopes = [(chance if mask >> seat & 1 else -chance) / chances[seat] for seat in range(players)]
        outcomes.append((paid, chance, slopes))
    slope = [[0.0] * players for _ in range(players)]
    rows = []
    for game in games:
        row = [0.0] * players
        for paid, chance, slopes in outcomes:
            left = [points - less for points, less in zip(game, paid)]
            best = max(left)
            winners = [seat for seat in range(players) if left[seat] == best]
            for winner in winners:
                row[winner] += chance / len(winners)
                of_winner = slope[winner]
                for seat in range(players):
                    of_winner[seat] += slopes[seat] / len(winners)
        rows.append(row)
    return rows, [[value / len(games) for value in row] for row in slope]


def equal_bids(games):
    """Returns the bids, with mean 0, at which all seats have the same share, and the covariance of these estimates
    (the delta method over games). `games` has the points of each seat, with the keys that break ties."""
    players = len(games[0])
    bids = [0.0] * players
    for _ in range(STEPS):
        rows, slope = shares(games, bids)
        excess = [sum(row[seat] for row in rows) / len(rows) - 1 / players for seat in range(players)]
        # Shares sum to 1, so the last equation says that the bids sum to 0 instead.
        system = [*slope[:-1], [1.0] * players]
        if max(map(abs, excess)) < CLOSE:
            break
        step = np.linalg.solve(system, [-value for value in excess[:-1]] + [-sum(bids)]).tolist()
        longest = max(map(abs, step))
        factor = min(1.0, LONGEST_STEP / longest)
        bids = [bid + factor * move for bid, move in zip(bids, step)]
    spread = np.cov(rows, rowvar=False) / len(rows)
    spread[-1] = spread[:, -1] = 0.0
    inverse = np.linalg.inv(system)
    return bids, inverse @ spread @ inverse.T


def difference(bids, spread, one, other):
    """Returns how much more one seat bids than another, and the standard error of that."""
    variance = spread[one][one] + spread[other][other] - 2 * spread[one][other]
    return bids[one] - bids[other], max(variance, 0.0) ** 0.5
