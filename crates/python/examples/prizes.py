"""A hidden-hand card game of one's own, the same as examples/prizes.rs: searched as a class, or by any program over pipes.

Three players hold four of the cards 1 to 12 each. A die says how many points a trick is worth. Each player in turn plays
a card face up; the highest one takes the points and leads the next trick. docs/protocol.md has the commands.
"""


class Prizes:
    players, max_decisions = 3, 12

    def deal(self, rng):
        cards = rng.sample(range(1, 13), 12)
        hands = [sorted(cards[:4]), sorted(cards[4:8]), sorted(cards[8:])]
        return {"hands": hands, "played": [0, 0, 0], "to_act": 0, "prize": rng.randint(1, 6), "points": [0, 0, 0]}

    def to_act(self, state):
        return state["to_act"] if any(state["hands"]) else None

    def legal(self, state):
        return state["hands"][state["to_act"]]

    def play(self, state, action, rng):
        seat, hands, played = state["to_act"], state["hands"].copy(), state["played"].copy()
        hands[seat] = [other for other in hands[seat] if other != action]
        played[seat] = action
        if not all(played):
            return {**state, "hands": hands, "played": played, "to_act": (seat + 1) % 3}
        winner, points = played.index(max(played)), state["points"].copy()
        points[winner] += state["prize"]
        return {"hands": hands, "played": [0, 0, 0], "to_act": winner, "prize": rng.randint(1, 6), "points": points}

    def scores(self, state):
        return state["points"]

    def determinize(self, state, seat, rng):
        hands = state["hands"].copy()
        others = [other for other in range(3) if other != seat]
        unseen = [card for other in others for card in hands[other]]
        rng.shuffle(unseen)
        for other in others:
            hands[other] = sorted(unseen.pop() for _ in hands[other])
        return {**state, "hands": hands}

    def view(self, state, seat):
        return {**state, "hands": [hand if other == seat else len(hand) for other, hand in enumerate(state["hands"])]}


if __name__ == "__main__":
    from on_pipes import serve

    serve(Prizes())
