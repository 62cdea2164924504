"""What the reviews of games tell about whose decisions change whose win share."""

import math

# The decisions before a decision whose win shares say who is ahead: they have playouts of their own, so that the luck of a
# decision's playouts does not choose its leader.
BEFORE = 8


class Game:
    """A reviewed game: the gifts of its decisions, the parts of each seat's result, and the power of each decision."""

    def __init__(self, review, weak=None):
        self.weak = weak
        self.players = len(review["seats"])
        self.gifts = [[figure["mean"] for figure in row] for row in review["gifts"]]
        self.parts = [parts_of(seat) for seat in review["seats"]]
        steps = review["steps"]
        self.decisions = []
        judged = {row["judged"]["decision"]: row["judged"] for row in review["judged"]}
        for number, step in enumerate(steps):
            earlier = [row["before"] for row in steps[max(0, number - BEFORE) : number]]
            if earlier:
                standing = [math.fsum(column) / len(earlier) for column in zip(*earlier)]
                self.decisions.append((step["seat"], standing, step["by_decision"], power(judged[step["decision"]])))

    def strong(self):
        """Returns the seats that are not the weak one."""
        return [seat for seat in range(self.players) if seat != self.weak]

    def by_distance(self, givers):
        """Returns what the seats that come 1, 2, … places after the givers get by their decisions, all givers together."""
        return [math.fsum(self.gifts[giver][(giver + distance) % self.players] for giver in givers) for distance in range(1, self.players)]

    def by_standing(self):
        """Returns what decisions give to the others by their standing, the one that is ahead of the others first."""
        given = [0.0] * (self.players - 1)
        for seat, standing, changes, _ in self.decisions:
            others = sorted((other for other in range(self.players) if other != seat), key=lambda other: -standing[other])
            given = [total + changes[other] for total, other in zip(given, others)]
        return given

    def powers(self, low, high):
        """Returns the power of the decisions of seats whose own win share lies above `low` and at most at `high`."""
        return [value for seat, standing, _, value in self.decisions if value is not None and low < standing[seat] <= high]


def parts_of(seat):
    """Returns the parts of a seat's result: the deal, luck, its own decisions, those of the others, other play than
    expected; and the result."""
    return [seat["account"][part]["mean"] for part in ("deal", "luck", "own", "others", "play")] + [seat["result"]]


def power(judged):
    """Returns the mean square of what the candidates of a decision change for each other seat, free of what noise adds;
    none without candidates that were compared with the best."""
    found = [
        change["mean"] ** 2 - change["error"] ** 2
        for candidate in judged["candidates"]
        for seat, change in enumerate(candidate["change"])
        if seat != judged["seat"]
    ]
    return math.fsum(found) / len(found) if found else None


def lead(row):
    """Returns the first value less the mean of the others."""
    return row[0] - sum(row[1:]) / len(row[1:])


def explained(games):
    """Returns the share of the variance of the strong seats' results that each part explains: its covariance with the
    result. The parts add up to the result, so the shares add up to 1."""
    rows = [game.parts[seat] for game in games for seat in game.strong()]
    means = [math.fsum(column) / len(rows) for column in zip(*rows)]
    together = [math.fsum((row[part] - means[part]) * (row[-1] - means[-1]) for row in rows) for part in range(len(means))]
    return [value / together[-1] for value in together[:-1]]
