"""An external bot for any game: plays at random, but sells and ships what it can and does not pass.

docs/external-bots.md says what comes in on standard input and what goes out on standard output.
"""

import json
import random
import sys

LIKED = ("sell ", "ship ", "lay ", "develop ", "buy ", "attack ")
DISLIKED = ("pass", "decline", "done", "end", "stay", "keep none")


def value(action):
    """How much the bot likes an action, by the beginning of its text."""
    return action.startswith(LIKED) - action.startswith(DISLIKED)


def main():
    rng = random.Random()
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "start":
            rng.seed(request["seed"])
        elif request["cmd"] == "choose":
            best = max(map(value, request["legal"]))
            action = rng.choice([action for action in request["legal"] if value(action) == best])
            print(json.dumps({"action": action}), flush=True)
        elif request["cmd"] == "quit":
            break


if __name__ == "__main__":
    main()
