"""Games that tests play at random."""

import numpy as np


def played(state, decisions, seed=0):
    """Plays this many random decisions, or to the end of the game; returns the state."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.play(int(rng.choice(state.legal_actions())))
    return state
