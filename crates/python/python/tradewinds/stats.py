"""Intervals, tests, ratings and the bootstrap, as the program itself has them in its tables.

Games of one deal depend on each other, so the unit is a block of games, such as all games of a deal: give `mean_and_error`
one number per block, and take its error to `z_interval`, `z_test` or `wilson`.

    share, error = mean_and_error(win_shares_of_deals)
    low, high = wilson(share, len(win_shares_of_deals), error)
"""

from ._native import bootstrap, holm, mean_and_error, plackett_luce, ratio_and_error, wald, wilson, z_interval, z_test

__all__ = [
    "Z", "bootstrap", "holm", "mean_and_error", "plackett_luce", "ratio_and_error", "wald", "wilson", "z_interval", "z_test",
]

#: The number of standard errors on either side of an estimate in an interval of 95 %.
Z: float = z_interval(0.0, 1.0)[1]
