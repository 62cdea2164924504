"""Many games in arrays."""

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tradewinds
from tradewinds import State, VecEnv


def play(env, steps, seed=None):
    env.reset(seed)
    kept = []
    for _ in range(steps):
        env.step(env.sample())
        kept.append((env.obs.copy(), env.mask.copy(), env.seat.copy(), env.reward.copy(), env.done.copy()))
    return kept


def equal(one, other):
    return all(all(np.array_equal(a, b) for a, b in zip(x, y)) for x, y in zip(one, other))


def test_arrays_have_the_layouts_sizes(table):
    game, players = table
    env = VecEnv(game, players, 5, want_mask_bits=True, want_final_obs=True)
    layout = env.layout
    features, actions = layout["features"], layout["actions"]
    obs, mask, seat = env.reset()
    assert (obs.shape, obs.dtype, obs.flags.c_contiguous) == ((5, features), np.float32, True)
    assert (mask.shape, mask.dtype) == ((5, actions), np.uint8)
    assert (seat.shape, seat.dtype) == ((5,), np.uint8)
    assert env.reward.shape == (5, players) and env.final_obs.shape == (5, features)
    assert env.mask_bits.shape == (5, -(-actions // 64)) and env.mask_bits.dtype == np.uint64
    unpacked = np.unpackbits(env.mask_bits.view(np.uint8), axis=1, bitorder="little")[:, :actions]
    assert np.array_equal(unpacked, mask)
    assert sum(field["length"] for field in layout["fields"]) == features
    assert layout["fields"][-1]["offset"] + layout["fields"][-1]["length"] == features
    stepped = env.step(env.sample())
    assert stepped[0] is obs and stepped[1] is mask and stepped[4] is env.done
    assert len(env) == env.n == 5 and env.players == players and env.game == game


def test_threads_change_nothing(game):
    one = play(VecEnv(game, 3, 40, seed=5, threads=1), 300)
    three = play(VecEnv(game, 3, 40, seed=5, threads=3), 300)
    assert equal(one, three)
    assert not equal(one, play(VecEnv(game, 3, 40, seed=6, threads=1), 300))
    again = VecEnv(game, 3, 40, seed=6, threads=1)
    assert equal(one, play(again, 300, seed=5)) and again.seed == 5


def test_no_array_peeks(game):
    """The arrays of a world that the seat cannot tell from the true one are the same."""
    env = VecEnv(game, 4, 6, seed=1)
    env.reset()
    for step in range(150):
        for index in range(6):
            state = env.state(index)
            seat = state.to_move
            assert seat == env.seat[index]
            world = state.determinize(seat, step)
            assert np.array_equal(world.observation(seat), env.obs[index])
            assert np.array_equal(world.mask(), env.mask[index])
        env.step(env.sample())


def test_results_are_kept_and_games_go_on(game):
    env = VecEnv(game, 3, 16, want_final_obs=True)
    env.reset()
    assert not env.final_rank.any()
    ends = 0
    while ends < 16:
        env.step(env.sample())
        for index in np.flatnonzero(env.done):
            ends += 1
            if env.truncated[index]:
                continue
            assert np.array_equal(env.reward[index], env.final_share[index])
            assert np.isclose(env.final_share[index].sum(), 1)
            assert env.final_rank[index].min() == 1 and env.final_decisions[index] > 10
            assert env.final_obs[index].any()
        assert not env.reward[env.done == 0].any()
    assert env.mask.sum(axis=1).min() >= 1


def test_arrays_can_be_the_callers():
    layout = tradewinds.layout("puerto-rico", 4)
    obs = np.zeros((8, layout["features"]), np.float32)
    reward = np.zeros((8, 4), np.float32)
    env = VecEnv("puerto-rico", 4, 8, buffers={"obs": obs, "reward": reward}, want_mask=False)
    assert env.obs is obs and env.reward is reward and env.mask is None
    begun = env.reset()
    assert begun[0] is obs and begun[1] is None and obs.any()
    out = np.zeros(8, np.int64)
    assert env.sample(out) is out
    env.step(out.astype(np.uint8))
    env.step(list(env.sample()))
    env.step(env.sample().astype(np.int32))
    env.step(np.repeat(env.sample(), 2)[::2])
    shifted = np.zeros(8 * 8 + 1, np.uint8)[1:].view(np.int64)
    shifted[:] = env.sample()
    env.step(shifted)
    for wrong in (shifted, np.zeros(16, np.int64)[::2]):
        with pytest.raises(ValueError, match="out: found an array that is not contiguous"):
            env.sample(wrong)


@pytest.mark.parametrize(
    ("name", "array", "words"),
    [
        ("obs", np.zeros((8, 3), np.float32), "the shape [8, 3]; allowed: [8, "),
        ("obs", np.zeros((8, 448), np.float64), "the type float64; allowed: float32"),
        ("obs", np.zeros((448, 8), np.float32).T, "not contiguous"),
        ("obs", np.zeros((8, 448), ">f4"), "the type >f4; allowed: float32"),
        ("obs", np.zeros((8, 448, 2), np.float32)[:, :, 0], "not contiguous"),
        ("obs", np.zeros(8 * 448 * 4 + 1, np.uint8)[1:].view(np.float32).reshape(8, 448), "not aligned"),
        ("obs", [[1.0]], "a NumPy array"),
        ("seat", np.zeros((8, 1), np.uint8), "the shape [8, 1]; allowed: [8]"),
        ("observation", np.zeros(8), "found 'observation'; allowed: obs, mask"),
    ],
)
def test_wrong_arrays_are_named(name, array, words):
    with pytest.raises(ValueError) as error:
        VecEnv("puerto-rico", 4, 8, buffers={name: array})
    assert words in str(error.value)


def test_arrays_that_cannot_be_written_are_named():
    obs = np.zeros((8, 448), np.float32)
    obs.flags.writeable = False
    with pytest.raises(ValueError, match="obs: found an array that cannot be written"):
        VecEnv("puerto-rico", 4, 8, buffers={"obs": obs}).reset()
    twice = np.zeros((8, 448), np.float32)
    with pytest.raises(ValueError, match="cannot be written"):
        VecEnv("puerto-rico", 4, 8, buffers={"obs": twice, "final_obs": twice}).reset()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "puerto-rica"}, "puerto-rico"),
        ({"game": 5}, "game: found 5; allowed: puerto-rico, "),
        ({"variant": 5}, "variant: found 5; allowed: the name of a variant, its file, or the variant as a"),
        ({"reward": 5}, "reward: found 5; allowed: win_share, margin, points"),
        ({"opponents": ["steady"]}, "opponents: found ['steady']; allowed: a dictionary"),
        ({"skip_forced": "yes"}, "skip_forced: found 'yes'; allowed: True or False"),
        ({"want_mask": 1}, "want_mask: found 1; allowed: True or False"),
        ({"buffers": [1]}, "buffers: found [1]; allowed: a dictionary"),
        ({"players": 9}, "players: found 9; allowed: a whole number from 2 to 5"),
        ({"players": "four"}, "players: found 'four'"),
        ({"n": 0}, "n: found 0; allowed: a whole number from 1 to"),
        ({"n": -3}, "n: found -3"),
        ({"seed": -1}, "seed: found -1; allowed: a whole number from 0"),
        ({"threads": 10**9}, "threads: found 1000000000"),
        ({"variant": "nobody"}, "nobody"),
        ({"reward": "money"}, "reward: found \"money\"; allowed: win_share, margin, points"),
        ({"opponents": {1: "steddy"}}, "steady"),
        ({"opponents": {7: "steady"}}, "opponents: found 7; allowed: a whole number from 0 to 3"),
        ({"opponents": {1: 5}}, "opponents[1]: found 5; allowed: a bot's name"),
        ({"opponents": {0: "random", 1: "random", 2: "random", 3: "random"}}, "a seat without a bot"),
    ],
)
def test_wrong_arguments_are_named(arguments, words):
    with pytest.raises(ValueError) as error:
        VecEnv(**{"game": "puerto-rico", "players": 4, "n": 2, **arguments})
    assert words in str(error.value)


def test_wrong_actions_change_nothing():
    env = VecEnv("puerto-rico", 4, 3)
    with pytest.raises(ValueError, match="reset first"):
        env.step([0, 0, 0])
    with pytest.raises(ValueError, match="reset first"):
        env.sample()
    env.reset()
    good = env.sample()
    before = env.obs.copy()
    for actions, words in [
        ([0, 0], "actions: found an array of 2 elements; allowed: 3"),
        ([1.5, 2, 3], "actions: found an array of float64"),
        ([[1, 2, 3]], "shape (1, 3); allowed: one whole number per game"),
        (None, "actions: found an array of object"),
        ([good[0], 10_000, good[2]], "actions[1]: found 10000 (not in 0 to "),
        ([good[0], 0, good[2]], "actions[1]: found 0 (pass); allowed: one of the"),
    ]:
        with pytest.raises(ValueError) as error:
            env.step(actions)
        assert words in str(error.value)
        assert np.array_equal(before, env.obs)
    env.step(good)
    with pytest.raises(ValueError, match="out: found"):
        env.sample(np.zeros(3, np.float32))


def test_bots_play_the_other_seats(game):
    opponents = {0: "steady", 2: "random"}
    runs = [VecEnv(game, 3, 20, opponents=opponents, threads=threads, seed=4) for threads in (1, 2)]
    one, two = (play(env, 100) for env in runs)
    assert equal(one, two)
    assert all((seat == 1).all() for _, _, seat, _, _ in one)
    assert runs[0].opponents == opponents


def test_steady_beats_random_players(game):
    env = VecEnv(game, 4, 64, opponents={0: "steady"}, skip_forced=True)
    env.reset()
    shares = []
    while len(shares) < 64:
        env.step(env.sample())
        shares += list(env.final_share[(env.done == 1) & (env.truncated == 0), 0])
    assert np.mean(shares) > 0.5


def test_numbers_can_be_scaled(game):
    plain, scaled = (VecEnv(game, 4, 4, seed=1, scaled=scaled) for scaled in (False, True))
    plain.reset()
    scaled.reset()
    scale = np.concatenate([np.full(f["length"], f["scale"], np.float32) for f in plain.layout["fields"]])
    assert np.allclose(plain.obs / scale, scaled.obs)


def test_ctrl_c_stops_a_step_of_searching_bots(ctrl_c):
    opponents = {seat: "ismcts-5000" for seat in (1, 2, 3)}
    env = VecEnv("puerto-rico", 4, 64, opponents=opponents, threads=1)
    begun = time.perf_counter()
    with ctrl_c(0.5):
        env.reset()
        for _ in range(1000):
            env.step(env.sample())
    assert time.perf_counter() - begun < 20
    with pytest.raises(ValueError, match="reset first"):
        env.sample()


def test_ctrl_c_stops_a_step_of_very_many_games(ctrl_c):
    opponents = dict.fromkeys((1, 2, 3), "steady")
    env = VecEnv("age-of-discovery", 4, 1 << 17, opponents=opponents, threads=1, want_obs=False)
    begun = time.perf_counter()
    with ctrl_c(0.2):
        env.reset()
        for _ in range(1000):
            env.step(env.sample())
    assert time.perf_counter() - begun < 20


def test_the_lock_is_released():
    """Another thread of Python runs while games are played."""
    env = VecEnv("francis-drake", 4, 2048, threads=1)
    counted = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted.append(1)
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    stop.set()
    thread.join()
    assert len(counted) > 20


def test_layouts_are_data(table):
    game, players = table
    layout = tradewinds.layout(game, players)
    state = State(game, players)
    assert layout["features"] == state.features and layout["actions"] == state.actions
    assert layout["players"] == players and layout["version"] >= 1
    assert "| `decision` | 0 |" in tradewinds.layout_markdown(game, players)
    assert sum(group["length"] for group in layout["action_groups"]) == layout["actions"]


def test_names_are_listed(game):
    assert "random" in tradewinds.bots(game) and "steady" in tradewinds.bots(game)
    for variant in tradewinds.variants(game):
        VecEnv(game, 4, 2, variant).reset()
    for wrong in ("chess", 5):
        for call in (tradewinds.bots, tradewinds.variants, tradewinds.layout, tradewinds.layout_markdown):
            with pytest.raises(ValueError, match="allowed: .*puerto-rico"):
                call(wrong)
    with pytest.raises(ValueError, match="index: found 'x'; allowed: an action index"):
        VecEnv(game, 4, 2).action_name("x")


def test_two_threads_on_one_vector_are_told_apart():
    env = VecEnv("puerto-rico", 4, 4096, seed=1, threads=1)
    env.reset()
    actions, stop, found = env.sample(), threading.Event(), []

    def step():
        while not stop.is_set():
            try:
                env.step(env.sample())
            except Exception as error:
                found.append(error)

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 20
    while len(found) < 20 and time.monotonic() < end:
        time.sleep(0.01)
        assert env.n == 4096 and env.obs.shape[0] == 4096 and env.seed == 1
    stop.set()
    for thread in threads:
        thread.join()
    assert found and {type(error) for error in found} == {ValueError}
    texts = {str(error) for error in found}
    # A thread's action may be illegal once another one has played.
    assert any("found a call while another thread is in one of the same object" in text for text in texts)
    assert all("another thread" in text or "actions[" in text for text in texts)
    env.step(env.sample())
    assert actions.shape == (4096,)


def test_threads_can_share_a_state():
    state, found, stop = State("puerto-rico", 4, seed=1), [], threading.Event()

    def use(call):
        while not stop.is_set():
            try:
                call()
            except Exception as error:
                found.append(error)

    def play():
        if state.is_over:
            state.deal()
        try:
            state.play(state.legal_actions()[0])
        except ValueError as error:
            assert "action: found" in str(error) or "the game is over" in str(error)

    calls = [play, lambda: state.search(iterations=200), state.position, lambda: state.copy().serialize()]
    threads = [threading.Thread(target=use, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    time.sleep(1)
    stop.set()
    for thread in threads:
        thread.join()
    assert not [error for error in found if "the game is over" not in str(error)]


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited as Linux does it")
@pytest.mark.parametrize("limit", [1 << 30, 3 << 30])
def test_without_memory_there_is_a_memory_error(limit):
    code = f"""
import resource, numpy, tradewinds
tradewinds.VecEnv("puerto-rico", 4, 2)
resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
try:
    tradewinds.VecEnv("puerto-rico", 4, 1 << 20, want_final_obs=True)
except MemoryError as error:
    print("MemoryError", bool(str(error)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "MemoryError True\n", done.stderr


def test_copies_are_handed_out_on_request(game):
    env = VecEnv(game, 3, 4, seed=1, copy=True, want_final_obs=True, want_mask_bits=True)
    kept = [*env.reset(), env.final_obs, env.mask_bits]
    before = [array.copy() for array in kept]
    for _ in range(5):
        kept += [*env.step(env.sample()), env.truncated, env.final_points, env.final_share]
        before += [array.copy() for array in kept[len(before) :]]
    env.reset()
    assert all(np.array_equal(a, b) for a, b in zip(kept, before, strict=True))
    plain = VecEnv(game, 3, 4, seed=1)
    assert np.array_equal(plain.reset()[0], before[0]) and plain.step(plain.sample())[0] is plain.obs
