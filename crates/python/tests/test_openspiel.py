"""OpenSpiel's own tests, and its search."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from tradewinds import openspiel  # noqa: E402


def load(game, players=3):
    return pyspiel.load_game(f"{openspiel.NAMES[game]}(players={players})")


def test_a_random_simulation_passes(game):
    pyspiel.random_sim_test(load(game), 1, False, True)


def test_histories_replay(game):
    spiel = load(game)
    state = spiel.new_initial_state()
    rng = np.random.default_rng(3)
    while not state.is_terminal():
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    again = spiel.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state) and again.returns() == state.returns()
    assert np.isclose(sum(state.returns()), 1)


def test_resampled_states_look_the_same(game):
    state = load(game).new_initial_state()
    state.apply_action(17)
    rng = np.random.default_rng(4)
    for _ in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        copy = state.clone()
        assert str(copy) == str(state)
        state.apply_action(int(rng.choice(state.legal_actions())))
        assert str(copy) != str(state) or len(copy.history()) < len(state.history())


def test_its_search_runs(game):
    state = load(game).new_initial_state()
    state.apply_action(5)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.5,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before
