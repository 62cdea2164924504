"""Intervals, tests, ratings and the bootstrap, as the program itself has them in its tables.

Games of one deal depend on each other, so the unit is a block of games, such as all games of a deal: give each function one
number per block. `share_over_blocks` has the interval of win shares in a tournament's standings, `bootstrap` that of points:

    share, low, high = share_over_blocks(win_shares_of_deals, games)
    low, high, error = bootstrap(mean_scores_of_deals, numpy.mean)

For other quantities take the error of `mean_and_error` to `z_interval` or `z_test`, where there are many blocks.
"""

from ._native import (
    bootstrap,
    holm,
    mean_and_error,
    plackett_luce,
    ratio_and_error,
    share_over_blocks,
    wald,
    wilson,
    z_interval,
    z_test,
)

__all__ = [
    "Z", "bootstrap", "holm", "mean_and_error", "plackett_luce", "ratio_and_error", "share_over_blocks",
    "wald", "wilson", "z_interval", "z_test",
]

#: The number of standard errors on either side of an estimate in an interval of 95 %.
Z: float = z_interval(0.0, 1.0)[1]
