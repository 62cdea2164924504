"""The statistics of the pages. All intervals have 95 %; a sample has one value per block."""

import math
from statistics import NormalDist

NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.975)
# What is closer to 0 than this is an error of rounding.
TINY = 1e-12


def mean_error(values):
    """Returns the mean of independent values and its standard error."""
    values = list(values)
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)


def ratio(pairs):
    """Returns the ratio of two sums over blocks, each with its parts of both, and its standard error (linearized)."""
    count = len(pairs)
    above, below = (math.fsum(pair[part] for pair in pairs) for part in (0, 1))
    if below == 0:
        return 0.0, 0.0
    found = above / below
    squares = math.fsum((a - found * b) ** 2 for a, b in pairs)
    return found, math.sqrt(squares / (count - 1) * count) / below


def interval(mean, error):
    """Returns the ends of the interval of an estimate with this standard error."""
    return mean - Z * error, mean + Z * error


def wilson(share, error, count):
    """Returns Wilson's interval of a share, on the number of trials that would have this standard error.

    Without any variance (a share of 0 or 1) the number of trials is the number of blocks.
    """
    trials = share * (1 - share) / error**2 if error > 0 else count
    middle = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    half = Z / (1 + Z * Z / trials) * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return middle - half, middle + half


def p_two_sided(estimate, error):
    """Returns the p-value of an effect of 0; 1 where nothing varies and there is no effect."""
    if error < TINY:
        return 1.0 if abs(estimate) < TINY else 0.0
    return 2 * (1 - NORMAL.cdf(abs(estimate) / error))


def p_above(estimate, error, bound=0.0):
    """Returns the p-value of the hypothesis that the effect is at most `bound`."""
    if error < TINY:
        return 0.0 if estimate > bound + TINY else 1.0
    return 1 - NORMAL.cdf((estimate - bound) / error)


def holm(p_values):
    """Returns the p-values corrected for their number by Holm's method (1979)."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def chi_squared_tail(x, degrees):
    """Returns the probability that a chi-squared variable is above x."""
    if x <= 0:
        return 1.0
    tail, first = (math.erfc(math.sqrt(x / 2)), 1) if degrees % 2 else (math.exp(-x / 2), 2)
    for k in range(first, degrees, 2):
        tail += math.exp(k / 2 * math.log(x / 2) - x / 2 - math.lgamma(k / 2 + 1))
    return tail


def solve(matrix, right):
    """Solves a small system of linear equations; `right` is a list of columns."""
    size = len(matrix)
    rows = [list(row) + [column[i] for column in right] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(size):
            if row != i:
                factor = rows[row][i] / rows[i][i]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[i])]
    return [[rows[i][size + k] / rows[i][i] for i in range(size)] for k in range(len(right))]


def covariance(samples):
    """Returns the covariance matrix of the means of a list of equally long rows, one per block."""
    count, size = len(samples), len(samples[0])
    means = [math.fsum(row[i] for row in samples) / count for i in range(size)]
    return [
        [
            math.fsum((row[i] - means[i]) * (row[j] - means[j]) for row in samples) / (count - 1) / count
            for j in range(size)
        ]
        for i in range(size)
    ]


def p_equal(samples):
    """Returns the p-value of the hypothesis that all columns have the same mean, where each row has the same sum
    (Wald's statistic over blocks)."""
    count, size = len(samples), len(samples[0])
    chance = math.fsum(samples[0]) / size
    means = [math.fsum(row[i] for row in samples) / count - chance for i in range(size - 1)]
    spread = covariance([row[:-1] for row in samples])
    [weights] = solve(spread, [means])
    return chi_squared_tail(math.fsum(a * b for a, b in zip(means, weights)), size - 1)
