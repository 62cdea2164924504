"""A copy is a copy: what is copied, pickled or serialized in the middle of a game goes on as the original does."""

import copy
import multiprocessing
import pickle
import sys
import zlib

import numpy as np
import pytest

from playing import played
import tradewinds
from tradewinds import State, VecEnv

COPIES = [
    copy.copy,
    copy.deepcopy,
    lambda x: pickle.loads(pickle.dumps(x)),
    lambda x: pickle.loads(pickle.dumps(x, protocol=0)),
    lambda x: copy.copy(copy.deepcopy(x)),
]
copied = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle", "pickle 0", "twice"])


@copied
def test_what_a_search_found(copied):
    found = State("puerto-rico", 3, seed=5).search(iterations=40)
    twin = copied(found)
    names = [name for name in dir(found) if not name.startswith("_")]
    assert len(names) == 12
    for name in names:
        np.testing.assert_equal(getattr(twin, name), getattr(found, name))


@copied
def test_states(table, copied):
    for state in (State(*table, seed=5), played(State(*table, seed=6), 70), played(State(*table, seed=7), 10_000)):
        record = state.record()
        twin = copied(state)
        assert twin == state and twin.record() == record and twin.decisions == state.decisions
        assert twin.serialize() == state.serialize()
        played(twin, 40, seed=1)
        assert state.record() == record, "the copy played in the original"
        played(state, 40, seed=1)
        assert twin == state and twin.record() == state.record()
        assert played(twin, 5) == played(state, 5)


@copied
def test_states_that_did_not_begin_with_a_deal(game, copied):
    state = played(State(game, 3, seed=2), 30)
    batch = VecEnv(game, 3, 2, seed=1)
    batch.reset()
    batch.step(batch.sample())
    reseeded = state.copy()
    reseeded.reseed()
    loaded = State.from_position(state.view())
    for one in (state.determinize(), reseeded, loaded, State.from_record(state.record(), 20), batch.state(1)):
        played(one, 12)
        twin = copied(one)
        assert twin == one and twin.decisions == one.decisions
        assert played(twin, 60) == played(one, 60) and twin.record() == one.record()


def test_states_are_equal_by_rules_and_position(game):
    state = played(State(game, 3, seed=4), 25)
    assert state == state and state == State.from_position(state.position()) and not state != state.copy()
    assert state != played(State(game, 3, seed=4), 24) and state != 5 and state != "state"
    other = state.determinize(seed=3)
    assert (other == state) == (other.position() == state.position())
    assert State("mundus-novus", 3, seed=1) != State("mundus-novus", 3, "promo", seed=1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_wrong_texts_are_refused():
    text = played(State("francis-drake", 3, seed=1), 20).serialize()
    assert State.deserialize(text).serialize() == text
    head, version, checksum, body = text.split(" ", 3)
    rng = np.random.default_rng(0)
    wrong = [text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :] for place in rng.integers(0, len(text), 200)]
    wrong += [text[: len(text) // 2], "", "x", head, f"tradewinds-vector {version} {checksum} {body}", text + "}", "\0"]
    wrong += [f"{head} 2 {checksum} {body}"]
    for one in wrong:
        with pytest.raises(ValueError, match="^text: found"):
            State.deserialize(one)
    def sealed(body):
        return f"{head} {version} {zlib.crc32(body.encode()):08x} {body}"

    assert State.deserialize(sealed(body)).serialize() == text
    forged = ("[]", "{}", "1", "x", body.replace('"actions":[', '"actions":[9999,'), body.replace('"rules_version":', '"rules_version":9'))
    for one in (*forged, body.replace("francis-drake", "puerto-rico"), body.replace("start", "begin"), body.replace(":", ":-")):
        with pytest.raises(ValueError):
            State.deserialize(sealed(one))
    for one in (5, None, b"x"):
        with pytest.raises(ValueError, match="text: found"):
            State.deserialize(one)


KINDS = {
    "alone": {},
    "random": {"opponents": {0: "random", 2: "random"}},
    "steady": {"opponents": {1: "steady"}, "skip_forced": True, "reward": "margin"},
    "searching": {"opponents": {1: "ismcts-200"}, "want_mask_bits": True},
    "arrays": {"want_final_obs": True, "want_mask_bits": True, "scaled": True, "threads": 2, "copy": True},
}


def arrays(env):
    names = ("obs", "mask", "mask_bits", "seat", "reward", "done", "truncated", "final_points", "final_rank")
    return [getattr(env, name) for name in (*names, "final_share", "final_decisions", "final_obs")]


def equal(one, other):
    return all(a is b is None or np.array_equal(a, b) for a, b in zip(arrays(one), arrays(other), strict=True))


@copied
@pytest.mark.parametrize("kind", KINDS)
def test_vectors(game, kind, copied):
    if kind == "searching" and copied is not copy.copy:
        pytest.skip("one way is enough for the slow bots")
    env = VecEnv(game, 3, 9, seed=3, **KINDS[kind])
    fresh = copied(env)
    assert all(np.array_equal(a, b) for a, b in zip(fresh.reset(), env.reset()))
    for _ in range(3 if kind == "searching" else 150):
        env.step(env.sample())
    before = [array if array is None else array.copy() for array in arrays(env)]
    twin = copied(env)
    assert equal(twin, env) and repr(twin) == repr(env) and twin.opponents == env.opponents and twin.seed == env.seed
    for _ in range(2 if kind == "searching" else 20):
        twin.step(twin.sample())
    assert all(a is b is None or np.array_equal(a, b) for a, b in zip(arrays(env), before)), "played in the original"
    for _ in range(2 if kind == "searching" else 20):
        env.step(env.sample())
    assert equal(twin, env)
    twin.reset()
    env.reset()
    assert equal(twin, env)
    twin.reset(8)
    env.reset(8)
    assert equal(twin, env)


class Counting(VecEnv):
    """A subclass with an attribute of its own."""

    def step(self, actions):
        self.steps = getattr(self, "steps", 0) + 1
        return super().step(actions)


@copied
def test_subclasses_of_vectors(copied):
    env = Counting("puerto-rico", 4, 2, seed=1)
    env.reset()
    env.step(env.sample())
    twin = copied(env)
    assert type(twin) is Counting and twin.steps == 1 and equal(twin, env)
    twin.step(twin.sample())
    assert (twin.steps, env.steps) == (2, 1) and not equal(twin, env)


def test_presets_of_files_travel_with_a_vector(tmp_path):
    bot = tmp_path / "mine.toml"
    bot.write_text('name = "mine"\ngame = "any"\nkind = "search"\n[search]\niterations = 20\nreuse = true\n')
    variant = tmp_path / "rich.toml"
    variant.write_text('name = "rich"\ngame = "puerto-rico"\n[set]\n"building.harbor.cost" = 6\n')
    env = VecEnv("puerto-rico", 3, 3, str(variant), seed=1, opponents={2: str(bot)})
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    text = pickle.dumps(env)
    bot.unlink()
    variant.unlink()
    twin = pickle.loads(text)
    for _ in range(10):
        twin.step(twin.sample())
        env.step(env.sample())
    assert equal(twin, env) and twin.opponents == {2: "mine"} and twin.state(0).variant == "rich"


def first(obs, mask, seat):
    return mask.argmax(axis=1)


def test_wrong_states_of_vectors_are_refused():
    env = VecEnv("puerto-rico", 3, 2, seed=1)
    env.reset()
    _, _, (text, kept, functions, own) = env.__reduce__()
    rest = (functions, own)
    wrong_states = [5, (), (text,), (text, kept, 5, None), (text, kept, [], None), (text, {}, *rest), (5, kept, *rest)]
    for wrong in (*wrong_states, (text[:-1], kept, *rest), (text, kept, [first, first, first], own)):
        with pytest.raises(ValueError, match="found"):
            env.__setstate__(wrong)
    for name in kept:
        with pytest.raises(ValueError, match=f"state: found no array {name} "):
            env.__setstate__((text, {**kept, name: np.zeros(3)}, *rest))
    with pytest.raises(ValueError, match="state: found"):
        env.__setstate__((text.replace("puerto-rico", "puerto-ricc"), kept, *rest))
    env.step(env.sample())


def play_on(env, steps=25):
    """Plays on, in this process or in another one."""
    if isinstance(env, State):
        return played(env, steps).serialize()
    for _ in range(steps):
        env.step(env.sample())
    return env.__reduce__()[2][0]


def test_other_processes_play_on(game):
    env = VecEnv(game, 3, 4, seed=3, opponents={1: "steady"})
    env.reset()
    both = [played(State(game, 3, seed=1), 30), env]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(play_on, both)
    assert found == [play_on(one) for one in both]


def test_ray_plays_on():
    ray = pytest.importorskip("ray")
    env = VecEnv("mundus-novus", 3, 4, seed=3, opponents={1: "random"})
    env.reset()
    both = [played(State("mundus-novus", 3, seed=1), 30), env]
    # A worker cannot import the files of the tests.
    for name in (__name__, played.__module__):
        ray.cloudpickle.register_pickle_by_value(sys.modules[name])
    remote = ray.remote(num_cpus=1)(play_on)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    try:
        found = ray.get([remote.remote(one) for one in both])
    finally:
        ray.shutdown()
    assert found == [play_on(one) for one in both]


def play_agents(env, steps, seed):
    rng, kept = np.random.default_rng(seed), []
    for _ in range(steps):
        if not env.agents:
            break
        observation, reward, termination, truncation, _ = env.last()
        action = None if termination or truncation else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        kept.append((env.agent_selection, reward, action, observation["observation"].tolist()))
        env.step(action)
    return kept


@copied
def test_pettingzoo(game, copied):
    pytest.importorskip("pettingzoo")
    env = tradewinds.env(game, 3)
    env.reset(seed=4)
    play_agents(env, 40, 0)
    before = env.state_object.record()
    twin = copied(env)
    expected = play_agents(twin, 3_000, 1)
    assert env.state_object.record() == before, "the copy played in the original"
    assert play_agents(env, 3_000, 1) == expected
    env.reset()
    twin.reset()
    assert env.state_object == twin.state_object


@copied
def test_gymnasium(game, copied):
    pytest.importorskip("gymnasium")
    env = tradewinds.make_vec(game, 3, 4, opponents="random", seed=1)
    env.reset()
    for _ in range(30):
        env.step(env.sample())
    twin = copied(env)
    kept = [[vector.step(vector.sample()) for _ in range(60)] for vector in (twin, env)]
    for one, other in zip(*kept):
        assert all(np.array_equal(a, b) for a, b in zip(one[:4], other[:4]))
        assert np.array_equal(one[4]["action_mask"], other[4]["action_mask"])
        if "final_info" in one[4]:
            assert one[4]["final_info"]["decisions"].tolist() == other[4]["final_info"]["decisions"].tolist()


@copied
def test_openspiel(game, copied):
    pyspiel = pytest.importorskip("pyspiel")
    from tradewinds import openspiel

    spiel = pyspiel.load_game(f"{openspiel.NAMES[game]}(players=3)")
    ways = [copied]
    if copied is copy.copy:
        ways = [lambda s: s.clone(), lambda s: pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, s))[1]]
        ways.append(lambda s: spiel.deserialize_state(s.serialize()))
    rng = np.random.default_rng(1)

    def play(state, steps, seed):
        rng = np.random.default_rng(seed)
        for _ in range(steps):
            if state.is_terminal():
                break
            state.apply_action(int(rng.choice(state.legal_actions())))
        return str(state), [state.information_state_tensor(p).tolist() for p in range(3)]

    state = spiel.new_initial_state()
    for way in ways:
        assert str(way(state)) == str(state)
    state.apply_action(17)
    play(state, 25, 0)
    world = state.resample_from_infostate(state.current_player(), rng.random)
    for way in ways:
        for one in (state.clone(), world.clone()):
            before = str(one)
            twin = way(one)
            expected = play(twin, 30, 1)
            assert str(one) == before, "the copy played in the original"
            assert play(one, 30, 1) == expected
            assert twin.history() == one.history()
