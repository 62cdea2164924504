"""Observations as numbers, as bytes and packed, and functions of the caller's in other seats."""

import pickle

import numpy as np
import pytest

import tradewinds
from tradewinds import VecEnv

TYPES = ("float32", "uint8", "packed")


def test_all_types_say_the_same(table):
    envs = {dtype: VecEnv(*table, 8, seed=3, dtype=dtype, want_final_obs=True) for dtype in TYPES}
    layout = envs["uint8"].layout
    for env in envs.values():
        env.reset()
    for step in range(400):
        numbers, packed = envs["float32"], envs["packed"]
        for name in ("obs", "final_obs"):
            obs = getattr(envs["uint8"], name)
            assert obs.dtype == np.uint8 and obs.shape == (8, layout["features"])
            assert np.array_equal(obs, np.clip(getattr(numbers, name), 0, 255))
            assert np.array_equal(tradewinds.unpack(getattr(packed, name), layout), obs)
        for env in envs.values():
            env.step(env.sample())
    assert packed.obs.nbytes < envs["uint8"].obs.nbytes < numbers.obs.nbytes
    assert [env.dtype for env in envs.values()] == list(TYPES)


def test_wrong_types_are_named():
    for arguments, words in (
        ({"dtype": "int8"}, 'dtype: found "int8"; allowed: float32, uint8, packed'),
        ({"dtype": np.uint8}, "dtype: found <class 'numpy.uint8'>; allowed: float32, uint8, packed"),
        ({"dtype": "uint8", "scaled": True}, 'scaled: found True with dtype "uint8"; allowed: only with "float32"'),
        ({"dtype": "uint8", "buffers": {"obs": np.zeros((2, 448), np.float32)}}, "the type float32; allowed: uint8"),
    ):
        with pytest.raises(ValueError) as error:
            VecEnv("puerto-rico", 4, 2, **arguments)
        assert words in str(error.value)
    layout = tradewinds.layout("puerto-rico", 4)
    for wrong in (np.zeros(3, np.uint8), np.zeros((2, 448)), [1, 2], None):
        with pytest.raises(ValueError, match="packed: found"):
            tradewinds.unpack(wrong, layout)
    for wrong in (None, {}, 5, "x", {"fields": None}, {"fields": []}, {"fields": [{}]}):
        with pytest.raises(ValueError, match=r"layout: found .*; allowed: env.layout or tradewinds.layout"):
            tradewinds.unpack(np.zeros((1, 3), np.uint8), wrong)


def test_bytes_can_be_written_into_the_callers_arrays():
    obs = np.zeros((2, 448), np.uint8)
    env = VecEnv("puerto-rico", 4, 2, dtype="uint8", buffers={"obs": obs})
    assert env.reset()[0] is obs and obs.any()
    twin = pickle.loads(pickle.dumps(env))
    assert twin.dtype == "uint8" and np.array_equal(twin.obs, obs)


def first_legal(obs, mask, seat):
    """Answers with the first legal action."""
    return mask.argmax(axis=1)


def test_functions_answer_for_their_seats(game):
    """The caller decides for its own seats alone, and games end as they do without functions."""
    calls = []

    def mine(obs, mask, seat):
        assert obs.shape[0] == mask.shape[0] == seat.shape[0] > 0 and set(seat) <= {1, 2}
        assert (mask.sum(axis=1) > 1).all(), "forced decisions are not asked"
        calls.append((obs, obs.copy(), len(seat)))
        return first_legal(obs, mask, seat)

    for bots in ({1: mine, 2: mine}, {1: mine, 2: first_legal}, {0: "steady", 1: mine}):
        env = VecEnv(game, 3, 6, seed=5, opponents=bots, want_final_obs=True)
        env.reset()
        ours = {0, 1, 2} - set(bots)
        ended = np.zeros(6, int)
        finals = {}

        for _ in range(250):
            states = [env.state(row, seed=row) for row in range(6)]
            assert set(env.seat) <= ours and env.mask.any(axis=1).all()
            for row, state in enumerate(states):
                assert state.to_move == env.seat[row] and np.array_equal(state.observation(), env.obs[row])
            env.step(env.sample())
            for row in np.flatnonzero(env.done):
                ended[row] += 1
                assert env.truncated[row] or np.isclose(env.final_share[row].sum(), 1)
                assert env.truncated[row] or np.array_equal(env.reward[row], env.final_share[row])
                finals[row] = env.final_obs[row].copy()
            assert not env.reward[env.done == 0].any()
        assert ended.sum() > 0 and all(obs.any() for obs in finals.values())
        assert env.opponents[1] is mine
    assert all(np.array_equal(obs, kept) for obs, kept, _ in calls), "arrays that were handed out stay"
    assert max(count for *_, count in calls) > 1, "they are asked for many games at once"


def test_functions_are_as_good_as_the_callers_own_play():
    """Row by row, a game with functions is the game in which the caller plays for all."""
    env = VecEnv("puerto-rico", 3, 1, seed=5, opponents={1: first_legal, 2: first_legal}, skip_forced=True)
    whole = VecEnv("puerto-rico", 3, 1, seed=5, skip_forced=True)
    env.reset()
    whole.reset()
    for step in range(600):
        while whole.seat[0] != 0:
            whole.step(first_legal(whole.obs, whole.mask, whole.seat))
        assert np.array_equal(env.obs, whole.obs) and np.array_equal(env.mask, whole.mask)
        action = env.mask.argmax(axis=1) if step % 2 else env.mask.shape[1] - 1 - env.mask[:, ::-1].argmax(axis=1)
        env.step(action)
        whole.step(action)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda obs, mask, seat: [0] * len(seat), "opponents[1]: found 0 ("),
        (lambda obs, mask, seat: [1.5] * len(seat), "opponents[1]: found an array of float64"),
        (lambda obs, mask, seat: np.zeros(len(seat) + 1, int), "actions; allowed: "),
        (lambda obs, mask, seat: None, "opponents[1]: found an array of object"),
    ],
)
def test_wrong_answers_are_named(answer, words):
    env = VecEnv("puerto-rico", 3, 4, seed=1, opponents={1: answer, 2: "random"})
    with pytest.raises(ValueError) as error:
        env.reset()
        for _ in range(20):
            env.step(env.sample())
    assert words in str(error.value)
    with pytest.raises(ValueError, match="reset first"):
        env.sample()


def test_errors_of_functions_come_through():
    def broken(obs, mask, seat):
        raise KeyError("mine")

    def nested(obs, mask, seat):
        env.step(np.zeros(4, int))

    for function, kind in ((broken, KeyError), (nested, ValueError)):
        env = VecEnv("puerto-rico", 3, 4, seed=1, opponents={1: function})
        with pytest.raises(kind):
            env.reset()
            for _ in range(20):
                env.step(env.sample())


def test_functions_travel_with_a_vector(game):
    pytest.importorskip("gymnasium")
    env = tradewinds.make_vec(game, 3, 4, opponents={0: first_legal, 2: "random"}, seat=1, dtype="uint8", seed=2)
    obs, _ = env.reset()
    assert env.observation_space.contains(obs) and obs.dtype == np.uint8
    for _ in range(20):
        env.step(env.sample())
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(60):
        one, other = env.step(env.sample()), twin.step(twin.sample())
        assert all(np.array_equal(a, b) for a, b in zip(one[:4], other[:4]))
