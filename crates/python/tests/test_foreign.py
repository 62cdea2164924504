"""Games of one's own, in Python: searched, checked, played."""

import copy
import importlib.util
import io
import itertools
import json
import os
import pickle
import random
import signal
from pathlib import Path

import numpy as np
import pytest

import tradewinds
from tradewinds import foreign

PATH = Path(__file__).resolve().parents[1] / "examples" / "prizes.py"
SPEC = importlib.util.spec_from_file_location("prizes", PATH)
prizes = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(prizes)
Prizes = prizes.Prizes
GAME = Prizes()
START = GAME.deal(random.Random(1))


class Pile:
    """Take one to three counters; the seat that takes the last one wins. Nothing is hidden."""

    players = 2

    def to_act(self, state):
        return None if state[0] == 0 else state[1]

    def legal(self, state):
        return [f"take {count}" for count in range(1, min(state[0], 3) + 1)]

    def play(self, state, action, rng):
        return (state[0] - int(action[5:]), 1 - state[1])

    def scores(self, state):
        return [float(seat != state[1]) for seat in range(2)]


def changed(base=Prizes, **methods):
    """A game with other methods."""
    return type("Mine", (base,), methods)()


def test_the_example_is_sixty_lines():
    assert len(PATH.read_text().splitlines()) <= 60
    assert foreign.check(GAME) == {"games": 20, "decisions": 240, "longest": 12, "most_actions": 4, "views": True, "determinizes": True, "hides": True}


class Count:
    """A game whose methods name their arguments as they like, and with what a die has shown."""

    players = 1
    deal = staticmethod(lambda r: r.randint(1, 6))
    to_act = staticmethod(lambda s: 0 if s < 9 else None)
    legal = staticmethod(lambda s: [1, 2])
    play = staticmethod(lambda s, a, r: s + a)
    scores = staticmethod(lambda s: [s])
    outcome = staticmethod(lambda s: s)


def test_any_game_is_served_over_pipes(monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("on_pipes", PATH.with_name("on_pipes.py"))
    on_pipes = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(on_pipes)
    requests = [
        {"cmd": "start"},
        {"cmd": "deal", "seed": 5},
        {"cmd": "play", "state": 4, "action": 2, "seed": 1},
        {"cmd": "playout", "state": 4, "most": 1, "seed": 1},
        {"cmd": "playout", "state": 4, "most": 9, "seed": 1},
        {"cmd": "scores", "state": 9},
        {"cmd": "quit"},
        {"cmd": "deal", "seed": 5},
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(request) + "\n" for request in requests)))
    on_pipes.serve(Count())
    start, deal, play, one, whole, scores = map(json.loads, capsys.readouterr().out.splitlines())
    assert start == {"players": 1, "max_decisions": 10_000, "answers": ["playout"]}
    assert 1 <= deal["state"] <= 6 and play == {"state": 6, "to_act": 0, "legal": [1, 2], "outcome": 6}
    assert one["decisions"] == 1 and one["state"] in (5, 6) and one["to_act"] == 0
    assert 3 <= whole["decisions"] <= 5 and whole["to_act"] is None and whole["scores"] == [whole["state"]]
    assert scores == {"scores": [9]}


def test_a_search_finds_the_best_move():
    for counters in (5, 6, 7, 9, 10, 11):
        found = foreign.search(Pile(), (counters, 1), {"iterations": 3000}, seed=1)
        assert found.action == f"take {counters % 4}" and found.seat == 1
        best = found.actions.index(found.action)
        assert found.values.shape == (3, 2) and found.values.dtype == np.float64 and found.visits.dtype == np.int64
        assert found.visits.sum() == found.iterations == 3000 and found.visits.argmax() == best
        assert found == found and found != foreign.search(Pile(), (counters, 1), {"iterations": 30}, seed=1)
        assert found.values[best, 1] > 0.8 and np.allclose(found.values.sum(1), 1)
        assert found.seed == 1 and found.nodes > 3 and found.iterations_per_second > 100


def test_a_seed_repeats_a_search():
    def one(seed, iterations=300):
        found = foreign.search(GAME, START, "ismcts", iterations, seed=seed)
        return found.action, found.visits.tolist(), found.values.tolist(), found.nodes

    assert one(1) == one(1)
    assert one(1) != one(2)
    assert foreign.search(GAME, START, iterations=20).seed != foreign.search(GAME, START, iterations=20).seed


def test_memory_stays_flat():
    class State(dict):
        alive = most = 0

        def __init__(self, *arguments):
            super().__init__(*arguments)
            State.alive += 1
            State.most = max(State.most, State.alive)

        def __del__(self):
            State.alive -= 1

    game = changed(
        play=lambda self, *arguments: State(Prizes.play(self, *arguments)),
        determinize=lambda self, *arguments: State(Prizes.determinize(self, *arguments)),
    )
    for tree in ("so-ismcts", "mo-ismcts", "re-determinizing", "determinized"):
        found = foreign.search(game, State(START), {"iterations": 2000, "tree": tree}, seed=1)
        assert found.positions <= 16
        assert State.most <= 20 and State.alive == 0, tree


def test_a_search_uses_what_its_seat_knows():
    seen = []

    def determinize(self, state, seat, rng):
        seen.append(seat)
        return Prizes.determinize(self, state, seat, rng)

    foreign.search(changed(determinize=determinize), START, iterations=50, seed=1)
    assert set(seen) == {0}
    # Another deal of the unseen cards is the same decision: the search finds the same.
    other = {**START, "hands": [START["hands"][0], START["hands"][2], START["hands"][1]]}
    sorts = changed(
        determinize=lambda self, state, seat, rng: Prizes.determinize(
            self, {**state, "hands": [state["hands"][0], *sorted(state["hands"][1:])]}, seat, rng
        )
    )
    visits = [foreign.search(sorts, state, iterations=400, seed=5).visits.tolist() for state in (START, other)]
    assert visits[0] == visits[1]


class Boom(Exception):
    pass


def boom(*arguments):
    raise Boom("in the game")


@pytest.mark.parametrize("method", ["to_act", "legal", "play", "scores", "determinize"])
def test_an_exception_of_the_game_is_raised(method):
    with pytest.raises(Boom, match="in the game"):
        foreign.search(changed(**{method: boom}), START, iterations=10**9)
    calls = []

    def later(self, *arguments):
        calls.append(method)
        return boom() if len(calls) > 100 else getattr(Prizes, method)(self, *arguments)

    with pytest.raises(Boom) as raised:
        foreign.search(changed(**{method: later}), START, {"iterations": 10**9})
    assert len(calls) == 101 and raised.traceback[-1].name == "boom"
    with pytest.raises(Boom):
        foreign.tournament(changed(**{method: boom}), dict.fromkeys("abc", {"iterations": 9}), deals=1)


def lazily(*arguments):
    yield 1
    raise Boom


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"to_act": lambda *_: 3}, "Mine.state: to_act: found 3; allowed: a seat from 0 to 2, or none when the game is over"),
        ({"to_act": lambda *_: "me"}, "Mine.to_act: found 'me'; allowed: a seat from 0 to 2, or None"),
        ({"to_act": lambda *_: -1}, "Mine.to_act: found -1; allowed"),
        ({"to_act": lambda *_: None}, "Mine.state: found a game that is over; allowed: one that goes on"),
        ({"legal": lambda *_: []}, "Mine.state: legal: found 0 actions; allowed: 1 to 192 while a seat decides"),
        ({"legal": lambda *_: range(193)}, "Mine.state: legal: found 193 actions; allowed: 1 to 192"),
        ({"legal": lambda *_: [1, 2, 1]}, "Mine.state: legal: found 1 twice; allowed: each action once"),
        ({"legal": lambda *_: 5}, "Mine.legal: found 5; allowed: a list of actions"),
        ({"play": lambda *_: None}, "Mine.play: found None; allowed: a new state"),
        ({"play": lambda self, state, *_: state}, "Mine.play: found the state it was given; allowed: a new state"),
        ({"scores": lambda *_: [1, 2]}, "Mine.scores: found [1.0, 2.0]; allowed: a number from -1,000,000 to 1,000,000 for each of 3 seats"),
        ({"scores": lambda *_: [1, 2, float("nan")]}, "Mine.scores: found [1.0, 2.0, NaN]; allowed: a number from -1,000,000 to 1,000,000"),
        ({"scores": lambda *_: "abc"}, "Mine.scores: found 'abc'; allowed: a list with a number for each of 3 seats"),
        ({"scores": lambda *_: 7}, "Mine.scores: found 7; allowed: a list with a number for each of 3 seats"),
        ({"outcome": lambda *_: 256}, "Mine.outcome: found 256; allowed: a whole number from 0 to 255"),
        (
            {"determinize": lambda self, state, *_: {**state, "hands": [[1, 2, 3, 4], [], []]}},
            "Mine.determinize: legal: found seat 0 with 1, 2, 3, 4; allowed: what the seat knows: seat 0 with",
        ),
        ({"determinize": 5}, "Mine.determinize: found 5; allowed: a method"),
        ({"play": None}, "Mine: found no method play; allowed: a game with players, legal, play, to_act, scores; perhaps"),
        ({"players": 7}, "Mine.players: found 7; allowed: a whole number from 1 to 6"),
        ({"players": "3"}, "Mine.players: found '3'; allowed"),
        ({"max_decisions": 0}, "Mine.max_decisions: found 0; allowed: a whole number from 1 to 100000"),
    ],
)
def test_a_wrong_answer_is_named(methods, message):
    with pytest.raises(ValueError) as raised:
        foreign.search(changed(**methods), START, iterations=100, seed=1)
    assert str(raised.value).startswith(message)


def test_errors_of_actions_and_lists_are_pythons():
    with pytest.raises(TypeError, match="unhashable"):
        foreign.search(changed(legal=lambda *_: [[1], [2]]), START, iterations=10)
    for method in ("legal", "scores"):
        with pytest.raises(Boom):
            foreign.search(changed(**{method: lazily}), START, iterations=10)
    with pytest.raises(ValueError, match="game: found the class <class .*Pile'>; allowed: an object of it"):
        foreign.search(Pile, (5, 0))
    with pytest.raises(ValueError, match="object: found no method to_act"):
        foreign.search(object(), (5, 0))


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("random", "bot: found 'random'; allowed: a bot that searches"),
        ("ismcts-2000", "found \"ismcts-2000\"; allowed: .*ismcts-200"),
        ("nowhere.toml", "nowhere.toml: cannot be read"),
        ({"iteration": 5}, "bot: iteration: .*did you mean iterations"),
        ({"iterations": 0}, "bot: search.iterations: found 0; allowed: 1 to"),
        ({"iterations": 5, "tree": "oak"}, "bot: tree: found \"oak\"; allowed: "),
        (5, "bot: found 5; allowed: a bot's name"),
        (max, "bot: found .*; allowed: a bot that searches"),
    ],
)
def test_a_wrong_bot_is_named(bot, message):
    with pytest.raises(ValueError, match=message):
        foreign.search(GAME, START, bot)


def test_ctrl_c_stops_a_search(ctrl_c):
    with ctrl_c(0.3):
        foreign.search(GAME, START, {"iterations": 10**9})


def test_a_tournament_has_standings_by_deals():
    bots = {"search": {"iterations": 150}, "random": "random", "high": lambda view, legal: max(legal)}
    run = foreign.tournament(GAME, bots, deals=30, seed=3)
    assert [row["bot"] for row in run.standings] == ["search", "random", "high"] and run.seed == 3
    assert len(run.games) == 90 and [game["bots"][0] for game in run.games[:3]] == ["search", "random", "high"]
    search, chance, high = run.standings
    assert search["seats"] == 90 and search["win_share"] > max(chance["win_share"], high["win_share"]) + 0.1
    deals = np.reshape([game["win_share"][game["bots"].index("search")] for game in run.games], (30, 3)).mean(1)
    assert search["win_share"] == pytest.approx(deals.mean()) and search["low"] < deals.mean() < search["high"]
    again = foreign.tournament(GAME, bots, deals=30, seed=3)
    assert again == run and str(again) == str(run)
    assert foreign.tournament(GAME, bots, deals=3, seed=4).games != run.games[:9]
    lines = str(run).splitlines()
    assert lines[0].split() == ["bot", "seats", "win", "share", "95", "%", "points"] and lines[1].startswith("search ")
    few = foreign.tournament(GAME, bots, lineup=["search", "high", "high"], deals=2, seating="permutations", seed=3)
    assert len(few.games) == 6 and few.standings[1]["seats"] == 0 and few.standings[1]["win_share"] is None


def test_a_tournament_in_a_file_goes_on_after_ctrl_c(tmp_path):
    bots, file = {"search": {"iterations": 20}, "random": "random", "low": lambda view, legal: legal[0]}, tmp_path / "g.csv"
    whole = foreign.tournament(GAME, bots, deals=10, seed=3)
    decisions = itertools.count()
    stopped = lambda view, legal: os.kill(os.getpid(), signal.SIGINT) if next(decisions) == 40 else legal[0]  # noqa: E731
    with pytest.raises(KeyboardInterrupt):
        foreign.tournament(GAME, bots | {"low": stopped}, deals=10, seed=3, csv=file)
    before = file.read_text()
    assert 3 < before.count("\n") < 91
    assert foreign.tournament(GAME, bots, deals=10, seed=3, csv=file) == whole
    after = file.read_text()
    assert after.startswith(before) and after.count("\n") == 91
    # The file of a tournament is no file of another one, and a tournament without a seed cannot go on.
    with pytest.raises(ValueError, match="g.csv: game 0: found another game"):
        foreign.tournament(GAME, bots, deals=10, seed=4, csv=file)
    with pytest.raises(ValueError, match="seed: found None"):
        foreign.tournament(GAME, bots, csv=file)
    with pytest.raises(OSError, match="cannot write"):
        foreign.tournament(GAME, bots, seed=3, csv=tmp_path)
    assert file.read_text() == after


def test_a_function_sees_what_its_seat_sees():
    views, worlds = [], []
    foreign.tournament(GAME, dict.fromkeys("abc", lambda view, legal: views.append(view) or legal[0]), deals=2, seed=1)
    assert len(views) == 54
    for view in views:
        hands = [hand for hand in view["hands"] if isinstance(hand, list)]
        assert len(hands) == 1 and view["hands"][view["to_act"]] == hands[0]
    # Without a view it gets a state drawn from what the seat knows.
    blind = changed(view=None, deal=lambda self, rng: rng.random() and START)
    choose = lambda state, legal: worlds.append(state) or legal[0]  # noqa: E731
    foreign.tournament(blind, dict.fromkeys("abc", choose), deals=5, seed=1)
    first = [world["hands"] for world in worlds if sum(map(len, world["hands"])) == 12]
    assert all(hands[0] == START["hands"][0] for hands in first) and len({str(hands[1]) for hands in first}) > 3


def test_wrong_tournaments_are_named():
    abc = dict.fromkeys("abc", "random")
    for arguments, message in (
        (({"a": "random"},), "lineup: found 1 bots; allowed: one for each of 3 seats"),
        ((abc | {"b": 5},), "bots\\[\"b\"\\]: found 5; allowed: a bot's name such as"),
        ((abc | {"b": lambda view, legal: 99},), "bots\\[\"b\"\\]: found the action 99; allowed: one of "),
        ((abc | {"b": lambda view, legal: []},), "bots\\[\"b\"\\]: found the action \\[\\]; allowed: one of "),
    ):
        with pytest.raises(ValueError, match=message):
            foreign.tournament(GAME, *arguments, deals=1)
    for keywords, message in (
        ({"lineup": "abd"}, "lineup: found 'd'; allowed: a, b, c"),
        ({"lineup": 5}, "lineup: found 5; allowed: a list of names"),
        ({"seating": "all"}, "seating: found 'all'; allowed: rotations, permutations"),
        ({"deals": 0}, "deals: found 0; allowed"),
        ({"seed": -1}, "seed: found -1; allowed"),
    ):
        with pytest.raises(ValueError, match=message):
            foreign.tournament(GAME, abc, **keywords)
    for bots in (["random", "random"], None, 5):
        with pytest.raises(ValueError, match="bots: found .*; allowed: a dictionary of names and bots"):
            foreign.tournament(GAME, bots)
    with pytest.raises(ValueError, match="bots: found the name 1; allowed: texts"):
        foreign.tournament(GAME, {1: "random"})
    for game, message in ((None, "NoneType: found no method"), (changed(players="2"), "Mine.players: found '2'; allowed")):
        with pytest.raises(ValueError, match=message):
            foreign.tournament(game, abc)
    with pytest.raises(ValueError, match="Pile: found no method deal; allowed: deal"):
        foreign.tournament(Pile(), {"a": "random", "b": "random"})
    with pytest.raises(Boom):
        foreign.tournament(GAME, abc | {"b": boom}, deals=1)


def test_a_game_without_an_end_does_not_count():
    run = foreign.tournament(changed(max_decisions=5), dict.fromkeys("abc", "random"), deals=2, seed=1)
    assert all(game["truncated"] and game["decisions"] == 5 for game in run.games)
    assert run.standings[0]["win_share"] is None and str(run).endswith("whose deals do not count: 6")


def test_a_check_names_the_law():
    def forgetful(self, state, action, rng):
        state["points"][0] += 1
        return Prizes.play(self, state, action, rng)

    for methods, message in (
        ({"play": forgetful}, "Mine.play: found that it changed the state it was given, from .* to .*; allowed: a new state"),
        (
            {"play": lambda self, state, action, rng: Prizes.play(self, state, action, random.Random())},
            "Mine.play: found two positions for the same seed, of which seat 0 sees different ones; allowed: the same",
        ),
        ({"deal": lambda self, rng: Prizes.deal(self, random.Random())}, "Mine.deal: found seat .* for the same seed"),
        ({"max_decisions": 11}, "Mine.play: found no end after 11 decisions"),
        (
            {"determinize": lambda self, state, seat, rng: {**state, "prize": 7}},
            "Mine.determinize: found another view of seat 0 .*; allowed: a position of which the seat sees the same",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            foreign.check(changed(**methods))
    with pytest.raises(ValueError, match="scores: found .*; allowed: a number from -1,000,000 to 1,000,000 for each of 3"):
        foreign.check(changed(scores=lambda self, state: [2e6, 0, 0]))


def test_a_check_says_whether_anything_is_hidden():
    hidden = foreign.check(GAME, games=2)
    assert hidden["views"] and hidden["determinizes"] and hidden["hides"]
    # A search of this game sees all cards.
    seen = foreign.check(changed(determinize=lambda self, state, seat, rng: {**state}), games=2)
    assert seen["views"] and seen["determinizes"] and not seen["hides"]


class Shared:
    """A game whose states share their list of points, which `play` changes."""

    players = 2

    def deal(self, rng):
        return rng.randint(10, 20), 0, [0, 0]

    def to_act(self, state):
        return state[1] if state[0] else None

    def legal(self, state):
        return list(range(1, min(state[0], 3) + 1))

    def play(self, state, action, rng):
        state[2][state[1]] += action
        return state[0] - action, 1 - state[1], state[2]

    def scores(self, state):
        return state[2]


def test_states_that_share_what_changes_are_found():
    message = r"Shared.play: found that it changed the state it was given, from \(.*\) to \(.*\); allowed: a new state"
    with pytest.raises(ValueError, match=message):
        foreign.check(Shared())
    with pytest.raises(ValueError, match=message.replace("Shared", "Seen")):
        foreign.check(type("Seen", (Shared,), {"view": lambda self, state, seat: state})())
    # Where states cannot be compared, what seats see can.
    class State:
        def __init__(self, parts):
            self.parts = parts

        def __iter__(self):
            return iter(self.parts)

        def __getitem__(self, place):
            return self.parts[place]

    methods = {
        "deal": lambda self, rng: State(Shared.deal(self, rng)),
        "play": lambda self, state, action, rng: State(Shared.play(self, state, action, rng)),
        "view": lambda self, state, seat: list(state),
    }
    with pytest.raises(ValueError, match="Kept.play: found that it changed the state it was given"):
        foreign.check(type("Kept", (Shared,), methods)())


def test_what_has_no_order_is_no_list():
    for method, found in (("scores", {0: 1, 1: 2, 2: 3}), ("scores", {1, 2, 3}), ("legal", {"a": 1}), ("legal", "ab"), ("legal", {"a"})):
        game = changed(**{method: lambda *_, found=found: found})
        with pytest.raises(ValueError, match=rf"Mine.{method}: found .*; allowed: a list"):
            foreign.check(game)



def test_the_numbers_of_a_game_follow_from_the_seed():
    one, other = foreign.Rng(5), foreign.Rng(5)
    draws = [lambda rng: rng.random(), lambda rng: rng.randrange(10**30), lambda rng: rng.gauss(), lambda rng: rng.sample(range(99), 9)]
    assert [draw(one) for draw in draws] == [draw(other) for draw in draws]
    for call in (lambda: one.seed(1), one.getstate, lambda: one.setstate(()), lambda: copy.deepcopy(one), lambda: pickle.dumps(one)):
        with pytest.raises(ValueError, match=r"^rng.*: found .*; allowed: "):
            call()
    assert one.random() == other.random()
    for bits in [*range(70), 127, 128, 129]:
        drawn = [one.getrandbits(bits) for _ in range(60)]
        assert all(0 <= number < 2**bits for number in drawn)
        assert bits < 8 or max(number.bit_length() for number in drawn) > bits - 8
    numbers = [one.random() for _ in range(4000)]
    assert 0 <= min(numbers) < 0.01 and 0.99 < max(numbers) < 1 and abs(np.mean(numbers) - 0.5) < 0.03
    rolls = [one.randint(1, 6) for _ in range(6000)]
    assert all(abs(rolls.count(face) - 1000) < 150 for face in range(1, 7))
    with pytest.raises(ValueError, match="k: found 9999999; allowed"):
        one.getrandbits(9999999)
    assert tradewinds.foreign is foreign


def test_the_game_of_the_page_is_played(capsys):
    page = (PATH.parents[3] / "docs" / "python.md").read_text()
    code = page.split("<!-- pile: begin -->\n```python\n")[1].split("```\n<!-- pile: end -->")[0]
    names = {}
    exec(compile(code, "docs/python.md", "exec"), names)
    assert names["found"].action == 3 and names["found"].visits.argmax() == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:2] == ["search", "100"] and float(lines[1].split()[2].rstrip("%")) > 60
