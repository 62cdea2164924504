"""No seed means new random numbers, everywhere; a given seed means the same bytes."""

import numpy as np
import pytest

import tradewinds
from tradewinds import State, VecEnv

BOTS = ["random", "steady", "ismcts-200"]


def course(env, steps, row=None):
    """Plays random steps; returns the observations of all rows, or of one."""
    kept = []
    for _ in range(steps):
        env.step(env.sample())
        kept.append(env.obs.copy() if row is None else env.obs[row].copy())
    return np.stack(kept)


def vector(game, n, bot="random", **settings):
    return VecEnv(game, 3, n, opponents={1: bot, 2: bot}, **settings)


@pytest.mark.parametrize("bot", BOTS)
def test_a_seed_brings_the_same_games_again(game, bot):
    steps = 6 if bot.startswith("ismcts") else 40
    env = vector(game, 10, bot, seed=1)
    first = env.reset(5)[0].copy(), course(env, steps)
    again = env.reset(5)[0].copy(), course(env, steps)
    other = vector(game, 10, bot, seed=2, threads=1)
    third = other.reset(5)[0].copy(), course(other, steps)
    made = vector(game, 10, bot, seed=5)
    fourth = made.reset()[0].copy(), course(made, steps)
    for obs, played in (again, third, fourth):
        assert np.array_equal(obs, first[0]) and np.array_equal(played, first[1])
    assert env.seed == other.seed == made.seed == 5


@pytest.mark.parametrize("bot", BOTS)
def test_a_row_depends_on_its_seed_alone(game, bot):
    steps = 6 if bot.startswith("ismcts") else 40
    sizes = (1, 3, 9) if bot.startswith("ismcts") else (1, 3, 64)
    rows = []
    for n in sizes:
        env = vector(game, n, bot)
        env.reset(9)
        rows.append(course(env, steps, 0))
    assert all(np.array_equal(rows[0], row) for row in rows)
    env = vector(game, 9, bot)
    env.reset([None, 3, None, 9, 9, 1, 2, 3, 4])
    found = course(env, steps)
    assert np.array_equal(found[:, 3], rows[0]) and np.array_equal(found[:, 4], rows[0])
    assert np.array_equal(found[:, 1], found[:, 7]) and not np.array_equal(found[:, 5], found[:, 6])


def test_without_a_seed_it_goes_on(game):
    for env in (vector(game, 6, seed=3), VecEnv(game, 3, 6, seed=3)):
        begun = [env.reset()[0].copy() for _ in range(4)]
        assert not any(np.array_equal(a, b) for i, a in enumerate(begun) for b in begun[:i])
        env.reset(3)
        again = [env.obs.copy()] + [env.reset()[0].copy() for _ in range(3)]
        assert all(np.array_equal(a, b) for a, b in zip(begun, again, strict=True))


def test_single_rows_begin_anew(game):
    env = vector(game, 6, "steady", seed=3)
    with pytest.raises(ValueError, match="reset first"):
        env.reset(mask=np.array([True] * 5 + [False]))
    env.reset()
    course(env, 30)
    before = env.obs.copy(), env.reward.copy(), env.final_rank.copy()
    mask = np.array([True, False, True, False, False, False])
    env.reset([7, 7, None, 7, 7, 7], mask)
    assert np.array_equal(env.obs[~mask], before[0][~mask]) and np.array_equal(env.final_rank[~mask], before[2][~mask])
    one = vector(game, 1, "steady")
    assert np.array_equal(env.obs[0], one.reset(7)[0][0])
    assert np.array_equal(course(env, 20, 0), course(one, 20, 0))
    for wrong, words in (
        ([1, 2], "seed: found an array of 2 elements; allowed: 6"),
        ([1, 2, 3, 4, 5, "x"], "seed[5]: found 'x'; allowed: a whole number from 0"),
        ("123456", "seed: found '123456'"),
        (-1, "seed: found -1"),
        ([1.5] * 6, "seed[0]: found 1.5"),
    ):
        with pytest.raises(ValueError) as error:
            env.reset(wrong)
        assert words in str(error.value)
    for wrong in ([True], [1] * 6, "x", np.ones((6, 1), bool)):
        with pytest.raises(ValueError, match="mask: found an array of"):
            env.reset(mask=wrong)
    env.step(env.sample())


def differs(draw, times=6):
    found = [draw() for _ in range(times)]
    return any(one != found[0] for one in found[1:])


def test_no_seed_is_a_new_seed(game):
    state = State(game, 3, seed=1)
    for step in range(25):
        legal = state.legal_actions()
        state.play(legal[step % len(legal)])
    view = state.view()
    assert differs(lambda: State(game, 3).record()["deal_seed"]) and differs(lambda: str(State(game, 3)))
    assert differs(lambda: State.from_position(view).record()["chance_seed"])
    assert differs(lambda: state.determinize().record()["chance_seed"])
    assert differs(lambda: VecEnv(game, 3, 2).seed) and differs(lambda: VecEnv(game, 3, 8).reset()[0].tolist())
    batch = VecEnv(game, 3, 1, seed=1)
    batch.reset()
    assert differs(lambda: batch.state(0).record()["chance_seed"])
    other = state.copy()
    for call in (other.deal, other.reseed):
        assert differs(lambda: (call(), other.record()["chance_seed"])[1])
    while len(state.legal_actions()) < 3:
        state.play(state.legal_actions()[0])
    assert differs(lambda: state.choose("random"), 40)
    assert differs(lambda: state.search(iterations=20).seed)


def test_a_given_seed_is_that_seed(game):
    state = State(game, 3, seed=1)
    for step in range(25):
        legal = state.legal_actions()
        state.play(legal[step % len(legal)])
    view = state.view()
    for seed in (0, 7, (1 << 64) - 1):
        for draw in (
            lambda: State(game, 3, seed=seed).record(),
            lambda: State.from_position(view, seed=seed).record(),
            lambda: state.determinize(seed=seed).record(),
            lambda: state.choose("random", seed),
            lambda: state.search(iterations=60, seed=seed).visits.tolist(),
            lambda: state.search(iterations=20, seed=seed).seed == seed,
        ):
            assert not differs(draw, 2)
    assert State(game, 3, seed=0) != State(game, 3, seed=1)


def test_bots_asked_move_by_move_are_random():
    counts = np.zeros(7)
    for seed in range(60):
        state = State("puerto-rico", 4, seed=seed)
        while not state.is_over and state.decisions < 200:
            legal, action = sorted(state.legal_actions()), state.choose("random")
            if len(legal) == 7:
                counts[legal.index(action)] += 1
            state.advance(action)
    assert (counts / counts.sum()).min() > 0.08


def test_gymnasium(game):
    pytest.importorskip("gymnasium")

    def course(env, steps=30):
        return [env.step(env.sample())[0] for _ in range(steps)]

    env = tradewinds.make_vec(game, 3, 5, opponents="random")
    obs, _ = env.reset(seed=4)
    first = course(env)
    again, _ = env.reset(seed=4)
    assert np.array_equal(obs, again) and np.array_equal(first, course(env))
    assert not np.array_equal(env.reset()[0], env.reset()[0])
    other = tradewinds.make_vec(game, 3, 5, opponents="random")
    assert not np.array_equal(other.reset()[0], tradewinds.make_vec(game, 3, 5).reset()[0])
    single = tradewinds.make_vec(game, 3, 1, opponents="random")
    obs, _ = env.reset(seed=[1, 2, 4, 5, 6])
    assert np.array_equal(obs[2], single.reset(seed=4)[0][0])
    before, steps = course(env, 8)[-1], env._steps.tolist()
    mask = np.array([False, True, False, False, True])
    after, infos = env.reset(seed=4, options={"reset_mask": mask})
    assert np.array_equal(before[~mask], after[~mask]) and not np.array_equal(before[1], after[1])
    assert env._steps.tolist() == [steps[0], 0, steps[2], steps[3], 0]
    with pytest.raises(ValueError, match="options: found 'other'; allowed: 'reset_mask'"):
        env.reset(options={"other": 1})


def test_pettingzoo(game):
    pytest.importorskip("pettingzoo")
    env = tradewinds.env(game, 3)

    def deals(seed=None):
        env.reset(seed=seed)
        found = [str(env.state_object)]
        for _ in range(2):
            env.reset()
            found.append(str(env.state_object))
        return found

    first = deals(5)
    assert len(set(first)) == 3 and deals(5) == first and deals() != first and deals(0) == deals(0)
