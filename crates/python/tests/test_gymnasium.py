"""The Gymnasium vector."""

import copy
import importlib.util
import subprocess
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

    def _get_indices(self, indices):
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

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
    all_masks = env.action_masks()
    for indices, rows in ((None, [0, 1]), (1, [1]), ([1, 0], [1, 0])):
        masks = env.env_method("action_masks", indices=indices)
        assert len(masks) == len(rows) and all(np.array_equal(mask, all_masks[row]) for mask, row in zip(masks, rows))
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


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seat": 1.0}, "seat: found 1.0; allowed: 0 to 3"),
        ({"seat": True}, "seat: found True"),
        ({"seat": np.array([0, 1])}, "seat: found array"),
        ({"num_envs": 2.0}, "num_envs: found 2.0"),
        ({"render_mode": "human"}, "render_mode: found 'human'; allowed: 'ansi' or None"),
        ({"copy": "no"}, "copy: found 'no'; allowed: True or False"),
    ],
)
def test_wrong_settings_are_named(settings, words):
    with pytest.raises(ValueError) as error:
        tradewinds.make_vec("puerto-rico", 4, **settings)
    assert str(error.value).startswith(words)
    if "render_mode" in settings:
        with pytest.raises(ValueError, match="render_mode: found"):
            tradewinds.GymEnv("puerto-rico", 4, **settings)


def test_wrong_options_are_named():
    env = tradewinds.make_vec("puerto-rico", 4, np.int64(2), seat=np.int8(1))
    for options in (5, 0, [], "reset_mask"):
        with pytest.raises(ValueError, match="options: found .*; allowed: a dictionary with 'reset_mask', or None"):
            env.reset(options=options)
    assert env.reset(options={})[0].shape[0] == 2


def test_a_game_that_ended_is_shown_until_the_next_one_begins(game):
    env = tradewinds.GymEnv(game, 3, seat=1, render_mode="ansi", seed=5)
    env.reset()
    ended = False
    while not ended:
        before = env.render()
        *_, terminated, truncated, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        ended = terminated or truncated
    assert env.render() == copy.deepcopy(env).render() == before
    env.reset()
    assert env.render() not in (None, before)


def test_a_seed_that_was_drawn_is_known(game):
    env = tradewinds.make_vec(game, 3, 2)
    first, _ = env.reset()
    again = tradewinds.make_vec(game, 3, 2, seed=env.seed)
    assert np.array_equal(again.reset()[0], first) and again.seed == env.seed
    one = tradewinds.GymEnv(game, 3)
    first, _ = one.reset()
    assert np.array_equal(tradewinds.GymEnv(game, 3, seed=one.seed).reset()[0], first)
    one.reset(seed=7)
    assert one.seed == 7


def test_the_games_are_registered(game):
    names = [name for name in gymnasium.registry if name.startswith(f"tradewinds/{game}-v")]
    assert len(names) == 1
    env = gymnasium.make(names[0], players=3, opponents="steady", seat=1, render_mode="ansi")
    obs, info = env.reset(seed=3)
    assert env.observation_space.contains(obs) and env.render()
    rng, ends, first = np.random.default_rng(1), 0, obs
    while ends < 2:
        twin = copy.copy(env.unwrapped)
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        assert env.unwrapped.action_masks()[action]
        obs, reward, terminated, truncated, info = env.step(action)
        assert np.array_equal(twin.step(action)[0], obs)
        assert env.observation_space.contains(obs)
        if terminated or truncated:
            assert not info["action_mask"].any() and not env.unwrapped.action_masks().any()
            assert truncated or reward == info["win_share"]
            assert info["decisions"] < info["game_decisions"]
            with pytest.raises(ValueError, match="reset first"):
                env.step(0)
            obs, info = env.reset()
            assert info["action_mask"].any() and not np.array_equal(obs, first)
            ends += 1
        else:
            assert reward == 0
    obs, info = env.reset(seed=3)
    assert np.array_equal(obs, first)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="found"):
        env.step(wrong)
    vector = gymnasium.make_vec(names[0], num_envs=3, players=3, opponents="steady")
    assert vector.reset()[0].shape == (3, *env.observation_space.shape)
    with pytest.raises(ValueError, match="num_envs: found 3"):
        gymnasium.make(names[0], num_envs=3)


@pytest.mark.parametrize("order", ["gymnasium, tradewinds", "tradewinds, gymnasium", "tradewinds.bot, gymnasium"])
def test_the_order_of_imports_does_not_matter(order):
    code = f"import {order}, sys; gymnasium.make('tradewinds/puerto-rico-v2').reset(); print('made')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "made\n"
    # A look for Gymnasium, as many programs take one, changes nothing.
    looks = "from importlib.util import find_spec; find_spec('gymnasium'), find_spec('gymnasium')"
    code = f"import {order.split(',')[0]}; {looks}; {code}"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "made\n"
    code = "import tradewinds, sys; tradewinds.games(); print('gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
