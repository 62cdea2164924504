"""Trained networks."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from playing import played
import tradewinds
from tradewinds import Network, State, VecEnv

BOTS = Path(__file__).resolve().parents[3] / "bots"


def test_the_shipped_network_values_and_plays(table):
    game, players = table
    network = Network(game)
    state = State(game, players, seed=2)
    for step in range(60):
        if state.is_over:
            break
        value, policy = network.value(state), network.policy(state)
        assert value.shape == (players,) and value.dtype == np.float32 and np.isclose(value.sum(), 1, atol=1e-4)
        assert policy.shape == (state.actions,) and np.isclose(policy.sum(), 1, atol=1e-4)
        assert not policy[state.mask() == 0].any() and (policy >= 0).all()
        # Only what the seat knows is used.
        world = state.determinize(seed=step)
        assert np.array_equal(network.policy(world), policy)
        assert np.array_equal(network.value(world, state.to_move), value)
        # The bot plays the most probable action.
        assert policy[state.choose("learned")] == policy.max()
        played(state, 3, step)
    over = played(state, 10_000)
    if over.is_over:
        assert np.allclose(network.value(over), over.scores()["win_share"])
        with pytest.raises(ValueError, match="the game is over"):
            network.policy(over)


def test_many_games_at_once(game):
    network = Network(game)
    env = VecEnv(game, 3, 5, seed=1)
    env.reset()
    for _ in range(30):
        env.step(env.sample())
    states = [env.state(row) for row in range(5)]
    for call in (network.value, network.policy):
        rows = call(env)
        assert rows.shape[0] == 5 and np.array_equal(rows, call(states))
        assert np.array_equal(rows, np.stack([call(state) for state in states]))


def test_networks_of_files(tmp_path):
    state = played(State("puerto-rico", 4, seed=1), 40)
    shipped = Network("puerto-rico")
    file = Network("puerto-rico", BOTS / "puerto-rico.network")
    assert np.array_equal(file.value(state), shipped.value(state))
    assert np.array_equal(file.policy(state), shipped.policy(state))
    bot = Network("puerto-rico", "ismcts")
    assert np.array_equal(bot.value(state), shipped.value(state)) and bot.name == "ismcts"
    assert np.array_equal(Network("puerto-rico", BOTS / "puerto-rico.learned.toml").policy(state), shipped.policy(state))
    for network in (shipped, file, bot):
        twin = pickle.loads(pickle.dumps(network))
        assert np.array_equal(twin.policy(state), network.policy(state)) and repr(twin) == repr(network)


def test_wrong_networks_are_named(tmp_path):
    damaged = tmp_path / "damaged.network"
    damaged.write_text((BOTS / "puerto-rico.network").read_text()[:-50])
    for arguments, words in (
        (("puerto-rica",), "puerto-rico"),
        (("puerto-rico", "steady"), "which has no network"),
        (("puerto-rico", "random"), "which has no network"),
        (("puerto-rico", 5), "source: found 5; allowed: the name of a bot with a network"),
        (("puerto-rico", "nobody"), "nobody"),
        (("puerto-rico", tmp_path / "no.network"), "which cannot be read"),
        (("puerto-rico", damaged), "network"),
        (("puerto-rico", BOTS / "francis-drake.network"), "francis-drake"),
    ):
        with pytest.raises(ValueError) as error:
            Network(*arguments)
        assert words in str(error.value) and "\n" not in str(error.value)
    network, state = Network("puerto-rico"), State("puerto-rico", 4, seed=1)
    for of, words in (
        (State("francis-drake", 4), "of: found a game of francis-drake; allowed: one of puerto-rico"),
        (state.observation(), "no observations"),
        ([state, 5], "of[1]: found 5; allowed: a State"),
        ([state, State("puerto-rico", 3)], "of: found games of different numbers of players"),
        (None, "of: found None"),
    ):
        with pytest.raises(ValueError) as error:
            network.value(of)
        assert words in str(error.value)
    with pytest.raises(ValueError, match="seat: found 4"):
        network.value(state, 4)
