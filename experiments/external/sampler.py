"""An external bot for any game that uses options, stop, sessions, visits and values.

It draws noisy judgements of the actions until it has enough or is asked to stop, and plays what most of them prefer.
"""

import collections
import json
import queue
import random
import sys
import threading

LIKED = ("sell ", "ship ", "lay ", "develop ", "buy ", "attack ")
DISLIKED = ("pass", "decline", "done", "end", "stay", "keep none")


def value(action):
    """How much the bot likes an action, by the beginning of its text."""
    return action.startswith(LIKED) - action.startswith(DISLIKED)


def read(requests):
    """Reads on while the bot thinks."""
    for line in sys.stdin:
        requests.put(json.loads(line))
    requests.put({"cmd": "quit"})


def choose(legal, start, rng, requests):
    """Answers a request; the judgements stop when another message comes, which can only be stop or quit."""
    options = start.get("options", {})
    samples, noise = options.get("samples", 100), options.get("noise", 1.0)
    visits = collections.Counter()
    while visits.total() < samples and (requests.empty() or not visits):
        visits[max(legal, key=lambda action: value(action) + rng.gauss(0, noise))] += 1
    players, values = start["players"], {}
    for action in visits:
        own = (1 + value(action) / 2) / players
        values[action] = [(1 - own) / (players - 1)] * players
        values[action][start["seat"]] = own
    return {"action": max(visits, key=visits.get), "visits": visits, "values": values}


def main():
    requests, sessions = queue.Queue(), {}
    threading.Thread(target=read, args=(requests,), daemon=True).start()
    while (request := requests.get())["cmd"] != "quit":
        session = request.get("session")
        if request["cmd"] == "start":
            sessions[session] = request, random.Random(request["seed"])
        elif request["cmd"] == "choose":
            print(json.dumps(choose(request["legal"], *sessions[session], requests)), flush=True)
        elif request["cmd"] == "end":
            del sessions[session]


if __name__ == "__main__":
    main()
