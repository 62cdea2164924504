"""The Gymnasium vector."""

import importlib.util
import sys
import types

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import tradewinds  # noqa: E402


def test_a_vector_is_a_vector(table):
    game, players = table
    env = tradewinds.make_vec(game, players, 6, opponents="steady", seat=players - 1)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    obs, info = env.reset(seed=7)
    assert env.observation_space.contains(obs) and info["action_mask"].shape == (6, env.single_action_space.n)
    ended = 0
    for _ in range(400):
        actions = env.sample()
        assert env.action_masks()[np.arange(6), actions].all() and env.action_space.contains(actions)
        before = obs.copy()
        obs, reward, terminated, truncated, info = env.step(actions)
        assert obs.shape == before.shape and reward.shape == (6,) and terminated.dtype == bool
        done = terminated | truncated
        assert not reward[~done].any()
        if done.any():
            ended += done.sum()
            assert np.array_equal(info["_final_obs"], done)
            assert np.allclose(info["final_info"]["win_share"][terminated], reward[terminated])
            assert info["final_obs"][done].any()
    assert ended > 0


def test_the_length_of_an_episode_is_the_learners_own(table):
    game, players = table
    env = tradewinds.make_vec(game, players, 3, opponents="random", seed=3)
    env.reset()
    # Games that were under way before do not count.
    for _ in range(10):
        env.step(env.sample())
    env.reset()
    steps, ended = np.zeros(3, int), np.zeros(3, int)
    while ended.min() < 2:
        _, _, terminated, truncated, infos = env.step(env.sample())
        steps += 1
        for row in np.flatnonzero(terminated | truncated):
            final = infos["final_info"]
            assert final["decisions"][row] == steps[row]
            assert final["game_decisions"][row] > steps[row]
            steps[row], ended[row] = 0, ended[row] + 1


class StandIn:
    """The part of Stable-Baselines3's vector that the adapter needs, where the package is not installed."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


def test_stable_baselines_sees_the_learners_steps(monkeypatch):
    if importlib.util.find_spec("stable_baselines3") is None:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
        sys.modules["stable_baselines3.common.vec_env"].VecEnv = StandIn
        monkeypatch.delitem(sys.modules, "tradewinds.sb3", raising=False)
    Sb3VecEnv = importlib.import_module("tradewinds.sb3").Sb3VecEnv
    env = Sb3VecEnv("puerto-rico", 3, 2, opponents="random", seed=3)
    env.reset()
    steps, ended = np.zeros(2, int), 0
    while ended < 4:
        _, _, done, infos = env.step(env.vector.sample())
        steps += 1
        for row in np.flatnonzero(done):
            assert infos[row]["episode"]["l"] == steps[row]
            assert infos[row]["episode"]["r"] == infos[row]["win_share"] and infos[row]["episode"]["t"] > 0
            steps[row], ended = 0, ended + 1


def test_the_same_seed_plays_the_same(game):
    def run():
        env = tradewinds.make_vec(game, 4, 5, opponents={1: "steady", 2: "random", 3: "steady"}, seed=1)
        env.reset(seed=2)
        return np.stack([env.step(env.sample())[0] for _ in range(60)])

    assert np.array_equal(run(), run())


def test_wrong_seats_are_named():
    with pytest.raises(ValueError, match="seat: found 4; allowed: 0 to 3"):
        tradewinds.make_vec("puerto-rico", 4, 2, seat=4)
    with pytest.raises(ValueError, match="opponents: found the seats"):
        tradewinds.make_vec("puerto-rico", 4, 2, opponents={1: "random"})
    with pytest.raises(ValueError, match="opponents: found 5"):
        tradewinds.make_vec("puerto-rico", 4, 2, opponents=5)
    with pytest.raises(ValueError, match="num_envs: found 0; allowed: a whole number from 1"):
        tradewinds.make_vec("puerto-rico", 4, 0)
    with pytest.raises(ValueError, match="players: found 9"):
        tradewinds.make_vec("puerto-rico", 9, 2)
    with pytest.raises(ValueError, match="steddy"):
        tradewinds.make_vec("puerto-rico", 4, 2, opponents="steddy")
