"""One game."""

import copy
import json
import time

import numpy as np
import pytest

from playing import played
import tradewinds
from tradewinds import State


def play_at_random(state, seed=0):
    rng = np.random.default_rng(seed)
    while not state.is_over and state.decisions < state.max_decisions:
        state.play(int(rng.choice(state.legal_actions())))
    return state


def test_a_game_is_played_to_its_end(table):
    state = play_at_random(State(*table, seed=3))
    if state.is_over:
        assert state.to_move is None and state.legal() == [] and not state.mask().any()
        assert state.end_reason and state.decision == "over"
        assert np.isclose(sum(state.scores()["win_share"]), 1)
        for call in (state.observation, state.view, lambda: state.search(iterations=10), lambda: state.choose("random")):
            with pytest.raises(ValueError, match="the game is over"):
                call()
        with pytest.raises(ValueError, match="the game is over"):
            state.play(0)
        with pytest.raises(ValueError, match="the game is over"):
            state.play("pass")
    assert state.observation(0).shape == (state.features,)


def test_words_and_indices_are_the_same_actions(game):
    one, other = State(game, seed=8), State(game, seed=8)
    for step in range(80):
        texts, indices = one.legal(), one.legal_actions()
        assert np.array_equal(np.flatnonzero(one.mask()), sorted(indices))
        at = step % len(texts)
        assert one.action_index(texts[at]) == indices[at] and one.action_text(indices[at]) == texts[at]
        one.play(texts[at])
        other.play(indices[at])
        assert one.position() == other.position()


def test_positions_are_saved_and_loaded(game):
    state = State(game, 4, seed=1)
    for _ in range(60):
        state.play(state.legal_actions()[0])
    saved = json.dumps(state.position())
    loaded = State.from_position(saved)
    assert loaded.position() == state.position() and loaded.legal() == state.legal()
    assert State.from_position(state.position()).show() == state.show() == str(state)
    # What a seat knows can be loaded as well: the rest is drawn.
    world = State.from_position(state.view(), seed=5)
    assert world.view(state.to_move) == state.view()


def test_games_are_saved_and_loaded_as_records(game):
    state = played(State(game, 3, seed=11), 40)
    state.play(state.legal()[-1])
    saved = json.dumps(state.record(["ann", "bob", "cid"]))
    record = json.loads(saved)
    assert len(record["actions"]) == state.decisions and record["bots"] == ["ann", "bob", "cid"]
    assert record["truncated"] and record["end_reason"] == "truncated"
    loaded = State.from_record(saved)
    assert loaded.position() == state.position() and loaded.decisions == state.decisions
    assert loaded.record(["ann", "bob", "cid"]) == record
    # Half of it and then the same actions: the dice are those of the record.
    half = State.from_record(record, decisions=20)
    for move in record["actions"][20:]:
        assert half.to_move == move["seat"]
        half.play(move["action"])
    assert half.position() == state.position() and half.record(["ann", "bob", "cid"]) == record
    # It goes on as the other does.
    assert play_at_random(loaded, 5).record() == play_at_random(state, 5).record()
    end = state.record()
    assert end["truncated"] != state.is_over and end["bots"] == ["python"] * 3
    if state.is_over:
        assert end["end_reason"] == state.end_reason and end["result"] == state.result()
        assert [seat["score"] for seat in end["seats"]] == state.scores()["points"]
    again = State.from_record(end)
    assert again.is_over == state.is_over and again.position() == state.position()


def test_a_record_begins_where_the_dice_do(game):
    state = played(State(game, seed=3), 30)
    world = state.determinize(seed=9)
    reseeded = state.copy()
    reseeded.reseed(4)
    loaded = State.from_position(state.position(), seed=2)
    for other in (world, reseeded, loaded):
        assert other.record()["actions"] == []
        played(other, 25, seed=1)
        copy_ = other.copy()
        played(copy_, 5)
        back = State.from_record(other.record())
        assert back.position() == other.position()
        assert played(back, 30, seed=6).position() == played(other, 30, seed=6).position()
    dealt = state.copy()
    dealt.deal(8)
    assert played(dealt, 20).record() == played(State(game, seed=8), 20).record()
    assert len(state.record()["actions"]) == 30


def test_a_variant_is_in_the_record():
    state = played(State("mundus-novus", 3, variant="promo", seed=1), 30)
    assert state.record()["variant"]["name"] == "promo"
    back = State.from_record(state.record())
    assert back.variant == "promo" and back.position() == state.position()


def test_a_changed_record_is_refused():
    record = played(State("puerto-rico", 4, seed=1), 30).record()
    for change, words in (
        ({"chance_seed": 7}, "record: crc: found"),
        ({"crc": None}, "record: crc: found nothing"),
        ({"game": "go"}, "record"),
        ({"actions": record["actions"][:-1]}, "record: crc: found"),
        ({"extra": 1}, "extra"),
    ):
        with pytest.raises(ValueError) as error:
            State.from_record({**record, **change})
        assert words in str(error.value) and "\n" not in str(error.value)


def test_a_game_of_a_batch_has_a_record():
    batch = tradewinds.VecEnv("puerto-rico", 4, 2, seed=1)
    batch.reset()
    for _ in range(30):
        batch.step(batch.sample())
    state = batch.state(1, seed=4)
    before = batch.state(1).position()
    assert played(state, 20).record() == played(batch.state(1, 4), 20).record()
    assert State.from_record(state.record()).position() == state.position()
    assert batch.state(1).position() == before


def test_determinizations_look_the_same(game):
    state = State(game, 3, seed=2)
    for step in range(100):
        seat = state.to_move
        world = state.determinize(seed=step)
        assert world.view_text(seat) == state.view_text(seat) and world.legal() == state.legal()
        state.play(state.legal_actions()[step % len(state.legal())])


def test_copies_go_their_own_way(game):
    state = State(game, seed=4)
    before = state.position()
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        play_at_random(other)
        assert state.position() == before
    one, other = state.copy(), state.copy()
    assert play_at_random(one).position() == play_at_random(other).position()
    state.deal(99)
    assert state.position() != before and state.position() == State(game, seed=99).position()


def test_a_search_says_visits_and_values(game):
    state = State(game, 4, seed=6)
    while len(state.legal()) < 2:
        state.play(state.legal_actions()[0])
    found = state.search("ismcts", 300, seed=1)
    k = len(state.legal())
    assert found.texts == state.legal() and list(found.actions) == state.legal_actions()
    assert found.visits.dtype == np.int64
    # A search stops when the decision cannot change any more.
    assert found.visits.sum() == found.iterations <= 300
    assert found.values.shape == (k, 4) and np.nanmin(found.values) >= 0 and np.nanmax(found.values) <= 1
    assert found.policy.shape == (state.actions,) and np.isclose(found.policy.sum(), 1)
    assert found.action in found.actions and found.text == state.action_text(found.action)
    again = state.search("ismcts", 300, seed=1)
    assert np.array_equal(found.visits, again.visits)
    assert state.choose("steady") in state.legal_actions()


def test_ctrl_c_stops_waiting_for_a_search(ctrl_c):
    state = State("puerto-rico", seed=1)
    begun = time.perf_counter()
    with ctrl_c(0.3):
        state.search(time_ms=10_000)
    assert time.perf_counter() - begun < 5


def test_ctrl_c_stops_waiting_for_a_bot(ctrl_c, tmp_path):
    slow = tmp_path / "slow.toml"
    slow.write_text('name = "slow"\ngame = "puerto-rico"\nkind = "search"\n[search]\ntime_ms = 10000\n')
    state = State("puerto-rico", seed=1)
    begun = time.perf_counter()
    with ctrl_c(0.3):
        state.choose(str(slow))
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.play("fly"), "fly"),
        (lambda s: s.play(-4), "action: found -4 (not in 0 to 157)"),
        (lambda s: s.play(0), "action: found 0 (pass); allowed: one of "),
        (lambda s: s.play(1.5), "action: found 1.5; allowed: an index or an action in words"),
        (lambda s: s.observation(4), "seat: found 4; allowed: a whole number from 0 to 3"),
        (lambda s: s.observe(9), "seat: found 9; allowed: a whole number from 0 to 3"),
        (lambda s: s.observe("me"), "seat: found 'me'"),
        (lambda s: s.advance(1.0), "action: found 1.0; allowed: an action index"),
        (lambda s: s.action_name(None), "index: found None; allowed: an action index"),
        (lambda s: s.action_name(-1), "index: found -1; allowed: 0 to "),
        (lambda s: s.action_text("pass"), "index: found 'pass'"),
        (lambda s: s.action_index(0), "text: found 0; allowed: an action in words"),
        (lambda s: s.search(5), "bot: found 5; allowed: a bot's name"),
        (lambda s: s.choose(None), "bot: found None; allowed: a bot's name"),
        (lambda s: State(None), "game: found None"),
        (lambda s: State("puerto-rico", variant=1.5), "variant: found 1.5"),
        (lambda s: State.from_position({1, 2}), "position: found TypeError"),
        (lambda s: s.record(4), "bots: found 4; allowed: 4 names, one a seat"),
        (lambda s: s.view("me"), "seat: found 'me'"),
        (lambda s: s.search("steddy"), "steddy"),
        (lambda s: s.search("steady"), "allowed: \"search\""),
        (lambda s: s.search(iterations=0), "iterations: found 0"),
        (lambda s: s.choose("nobody"), "nobody"),
        (lambda s: s.deal("x"), "seed: found 'x'"),
        (lambda s: s.action_index("fly"), "fly"),
        (lambda s: s.action_text(0), "action: found 0"),
        (lambda s: State("puerto-rico", 7), "players: found 7"),
        (lambda s: State.from_position("{"), "position: found"),
        (lambda s: State.from_position({"game": "go"}), "go"),
        (lambda s: State.from_position({**s.position(), "round": "x"}), "round"),
        (lambda s: State.from_record({}), "record"),
        (lambda s: State.from_record(s.record(), decisions=1), "decisions: found 1; allowed: a whole number from 0 to 0"),
        (lambda s: s.record(["ann"]), "bots: found ['ann']; allowed: 4 names, one a seat"),
    ],
)
def test_wrong_arguments_are_named(call, words):
    with pytest.raises(ValueError) as error:
        call(State("puerto-rico", 4, seed=1))
    assert words in str(error.value)
