"""PettingZoo's own tests."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import tradewinds  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402


def test_the_official_tests_pass(table):
    game, players = table
    with warnings.catch_warnings():
        # It warns of unbounded boxes and of lists of agents that are no problem.
        warnings.simplefilter("ignore", UserWarning)
        api_test(tradewinds.env(game, players), num_cycles=200, verbose_progress=False)
        seed_test(lambda: tradewinds.env(game, players), num_cycles=50)


def test_a_game_ends_with_win_shares(game):
    env = tradewinds.env(game, 4)
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        assert observation["action_mask"].any()
        other = env.possible_agents[(env.possible_agents.index(agent) + 1) % 4]
        assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert env.agents == []
    if env.state_object.is_over:
        assert np.isclose(sum(totals.values()), 1)


def test_wrong_actions_are_named():
    env = tradewinds.env("puerto-rico", 4, render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action: found 0 .pass.; allowed"):
        env.step(0)
    for wrong in (None, 1.5, "pass"):
        with pytest.raises(ValueError, match="action: found"):
            env.step(wrong)
    with pytest.raises(ValueError, match="seed: found 'x'"):
        env.reset(seed="x")
    assert "round" in env.render().lower()
    with pytest.raises(ValueError, match="reward: found"):
        tradewinds.env("puerto-rico", reward="money")
    with pytest.raises(ValueError, match="render_mode: found"):
        tradewinds.env("puerto-rico", render_mode="human")


def test_what_needs_a_game_says_so():
    env = tradewinds.env("puerto-rico", 4)
    for call in (lambda: env.step(0), env.last, env.agent_iter):
        with pytest.raises(ValueError, match="agent: found no game; allowed: reset first"):
            call()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name}: found no game; allowed: reset first"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        env.nothing
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
    for call in (lambda: env.step(None), env.last):
        with pytest.raises(ValueError, match="agent: found a game that is over, for all agents; allowed: reset first"):
            call()
    assert env.agents == [] and env.num_agents == 0


def test_wrong_agents_and_seeds_are_named():
    env = tradewinds.env("puerto-rico", 4)
    for call in (env.observation_space, env.action_space, env.observe):
        for agent in ("x", [], None):
            with pytest.raises(ValueError, match="agent: found .*; allowed: seat_0, seat_1, seat_2, seat_3"):
                call(agent)
    for seed in (-1, 2**64, 2**70, 1.0, True):
        with pytest.raises(ValueError, match="seed: found .*; allowed: a whole number from 0, below 2.64"):
            env.reset(seed=seed)
    assert env.seed is None
    env.reset()
    again = tradewinds.env("puerto-rico", 4)
    again.reset(seed=np.uint64(env.seed))
    assert again.state_object == env.state_object and again.seed == env.seed
