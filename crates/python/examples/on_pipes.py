"""Serves a game in Python to any program over pipes, as docs/protocol.md says: `serve(Prizes())`.

The game is one of `tradewinds.foreign`, whose states and actions are JSON.
"""

import json
import random
import sys


def serve(game):
    """Answers requests on the standard input, a line of JSON each."""
    rng = random.Random()
    optional = [name for name in ("determinize", "view") if hasattr(game, name)]
    bound = getattr(game, "max_decisions", 10_000)
    start = {"players": game.players, "max_decisions": bound, "answers": [*optional, "playout"]}
    for line in sys.stdin:
        request = json.loads(line)
        cmd = request.pop("cmd")
        if cmd == "quit":
            break
        if "seed" in request:
            rng.seed(request["seed"])
            request["seed"] = rng
        # The fields come in the order in which the methods take them.
        arguments = request.values()
        if cmd == "start":
            answer = start
        elif cmd == "playout":
            answer = playout(game, *arguments)
        else:
            answer = getattr(game, cmd)(*arguments)
            answer = {cmd: answer} if cmd in ("scores", "view") else position(game, answer)
        print(json.dumps(answer), flush=True)


def position(game, state):
    seat = game.to_act(state)
    shown = {"outcome": game.outcome(state)} if hasattr(game, "outcome") else {}
    return {"state": state, "to_act": seat, "legal": [] if seat is None else game.legal(state), **shown}


def playout(game, state, most, rng):
    """Plays at random: one request in place of one for each decision."""
    decisions = 0
    while decisions < most and game.to_act(state) is not None:
        state = game.play(state, rng.choice(game.legal(state)), rng)
        decisions += 1
    return {**position(game, state), "decisions": decisions, "scores": game.scores(state)}
