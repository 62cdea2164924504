"""Searches a game's opening with OpenSpiel's C++ search: plain or proving, GAME ITERATIONS SEARCHES.

Prints the iterations, the visits of the chosen moves, and the seconds of CPU time that the searches took.
"""

import sys
import time

import pyspiel

GAMES = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe"}


def main() -> None:
    kind, name, iterations, searches = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    game = pyspiel.load_game(GAMES[name])
    state = game.new_initial_state()
    done = chosen = 0
    start = time.process_time()
    for seed in range(searches):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        # Its rewards go from -1 to 1, twice the range of the others, and so does the constant.
        bot = pyspiel.MCTSBot(game, evaluator, uct_c=1.4, max_simulations=iterations, max_memory_mb=1000,
                              solve=kind == "proving", seed=seed, verbose=False)
        root = bot.mcts_search(state)
        done += root.explore_count
        chosen += root.best_child().explore_count
    print(done, chosen, time.process_time() - start)


main()
