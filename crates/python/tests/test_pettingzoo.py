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
