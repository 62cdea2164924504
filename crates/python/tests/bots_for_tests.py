"""Bots that the tests play."""


def first(decision):
    """Plays the first legal action."""
    return decision.legal[0]


class Searcher:
    """Asks a heuristic bot in a world that fits what the seat knows."""

    def choose(self, decision):
        world = decision.world()
        if sorted(world.legal()) != decision.legal:
            raise AssertionError(f"the world has other rules: {decision.legal}")
        return world.action_text(world.choose("steady", decision.rng.getrandbits(30)))
