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


def test_before_the_deal_nothing_is_known(game):
    state = load(game).new_initial_state()
    for player in range(3):
        assert not np.any(state.observation_tensor(player)) and not np.any(state.information_state_tensor(player))
        assert state.observation_string(player) == state.information_state_string(player) == ""


def test_the_information_state_recalls_what_was_seen(game):
    spiel = load(game)
    state = spiel.new_initial_state()
    state.apply_action(11)
    rng = np.random.default_rng(5)
    features = spiel.observation_tensor_size()
    before = [np.asarray(state.information_state_tensor(player)) for player in range(3)]
    for _ in range(80):
        if state.is_terminal():
            break
        mover = state.current_player()
        world = state.resample_from_infostate(mover, rng.random)
        found = np.asarray(state.information_state_tensor(mover))
        assert np.array_equal(world.information_state_tensor(mover), found)
        state.apply_action(int(rng.choice(state.legal_actions())))
        for player in range(3):
            now = np.asarray(state.information_state_tensor(player))
            assert now.shape == (spiel.information_state_tensor_size(),)
            assert np.array_equal(now[:features], state.observation_tensor(player))
            # What was seen stays, and the new decision comes behind it.
            past = before[player][features:].reshape(-1, 3)
            count = np.count_nonzero(past[:, 0])
            rows = now[features:].reshape(-1, 3)
            assert np.array_equal(rows[:count], past[:count]) and not rows[count + 1 :].any()
            if player == mover:
                assert rows[count][0] == 1
            elif rows[count][0]:
                assert rows[count][0] == (mover - player) % 3 + 1
            before[player] = now
    observer = spiel.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 1)
    assert np.array_equal(observer.tensor, before[1])
