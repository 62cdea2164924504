"""Games of your own, in Python: searched by the engine, checked, and played in tournaments, on one thread.

A game is an object with these methods and attributes:

    players             the number of seats, 1 to 6; one alone always wins, so search its game with `reward="margin"`
    to_act(state)       the seat that decides, from 0; None when the game is over
    legal(state)        its legal actions: a list of values with a hash, such as numbers, texts or tuples
    play(state, action, rng)        the state after it: a new one, since the search plays on from the old one, too
    scores(state)       a number for each seat, from -1,000,000 to 1,000,000; more is better. The reward `margin` reads
                        thousandths, and 10 as a clear lead
    deal(rng)           the state at the start; for `tournament` and `check`
    determinize(state, seat, rng)   a state that the seat cannot tell from this one; without it, nothing is hidden
    view(state, seat)   what the seat sees, comparable by ==; for functions that play, and for `check`
    outcome(state)      what chance showed all seats in the step to this state, such as the number on a die: 1 to 255, or
                        0; the search then tells such outcomes apart
    max_decisions       the decisions after which a game is stopped, 10,000 if it is left out

A state is any object. All chance comes from `rng`, a `random.Random` whose numbers follow from the seed: the same seed
gives the same game. It cannot be copied, so it is no part of a state. Every seat sees each action that is played. An
exception of the game is raised by the call.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, TypedDict, Union

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._messages import shown

__all__ = ["Found", "Standings", "check", "search", "tournament"]

#: A player: the name of a bot for any game, its TOML file, settings of a search, or a function.
Bot = Union[str, Mapping[str, Any], Callable[[Any, list[Any]], Any]]


class Rng(random.Random):
    """What a game draws with. Its numbers follow from the seed of the search or of the tournament.

    It has no seed or state of its own that could be set, read, copied or pickled.
    """

    def __init__(self, seed: int) -> None:
        # Python's own would call `seed`.
        self._dice = _native.Dice(seed)
        self.random = self._dice.random  # type: ignore[method-assign]

    def getrandbits(self, k: int, /) -> int:
        """Draws a whole number of k bits."""
        return self._dice.getrandbits(k)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Draws from a normal distribution, without a number that is kept for the next call."""
        return self.normalvariate(mu, sigma)

    def seed(self, *arguments: Any, **keywords: Any) -> NoReturn:
        """Is refused: the seed is that of the search or of the tournament."""
        raise ValueError("rng.seed: found a call; allowed: the seed of the search, check or tournament alone")

    def getstate(self) -> NoReturn:
        """Is refused, and so are copies and pickles, which ask for it."""
        raise ValueError("rng: found a copy, a pickle or getstate; allowed: draws; a state of a game has no rng in it")

    def setstate(self, state: Any) -> NoReturn:
        """Is refused, as `getstate` is."""
        raise ValueError("rng.setstate: found a call; allowed: draws; the seed is that of the search, check or tournament")


class Checked(TypedDict):
    games: int
    decisions: int
    longest: int
    most_actions: int
    views: bool
    determinizes: bool
    hides: bool


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found; `actions`, `visits` and `values` have an entry for each legal action, in the game's order.

    seat: the seat that decides.
    action: the action to play.
    actions: the legal actions.
    visits: iterations that began with each action: int64 `[k]`.
    values: the mean reward of each seat, in [0, 1]: float64 `[k, players]`; NaN without a visit.
    iterations: the number of iterations.
    nodes: the number of nodes of all trees.
    elapsed: the time it took, in seconds.
    seed: what was drawn followed from it.
    positions: the largest number of states that the search held at once.
    """

    seat: int
    action: Any
    actions: list[Any]
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    iterations: int
    nodes: int
    elapsed: float
    seed: int
    positions: int

    @property
    def iterations_per_second(self) -> float:
        """The iterations in a second."""
        return self.iterations / max(self.elapsed, 1e-9)


@dataclass(frozen=True)
class Standings:
    """The result of a tournament; as text it is a table.

    standings: a dictionary for each bot: `bot`, `seats`, `win_share` with its interval of 95 % (`low`, `high`; None with
        one deal), of which a deal is the unit, and `points`, the mean score.
    games: a dictionary for each game: `deal`, `bots`, `scores` and `win_share` of the seats, `decisions`, and
        `truncated`: whether the bound of decisions stopped it. Its deal then counts for nothing.
    seed: all chance and all bots followed from it.
    """

    standings: list[dict[str, Any]]
    games: list[dict[str, Any]] = field(repr=False)
    seed: int

    def __str__(self) -> str:
        lines = [f"{'bot':<20} {'seats':>7} {'win share':>10} {'95 %':>17} {'points':>9}"]
        number = lambda value, form: "NA" if value is None else format(value, form)  # noqa: E731
        for row in sorted(self.standings, key=lambda row: -(row["win_share"] or 0)):
            ends = "NA" if row["low"] is None else f"{row['low']:.1%} to {row['high']:.1%}"
            share, points = number(row["win_share"], ".1%"), number(row["points"], ".2f")
            lines.append(f"{row['bot']:<20} {row['seats']:>7} {share:>10} {ends:>17} {points:>9}")
        stopped = sum(game["truncated"] for game in self.games)
        if stopped:
            lines.append(f"Games stopped by max_decisions, whose deals do not count: {stopped}")
        return "\n".join(lines)


def search(
    game: Any,
    state: Any,
    bot: str | Mapping[str, Any] = "ismcts",
    iterations: int | None = None,
    *,
    time_ms: int | None = None,
    seed: int | None = None,
) -> Found:
    """Searches a state for the seat that decides, with that seat's knowledge. Ctrl-C stops it.

    game: a game, as `help(tradewinds.foreign)` explains.
    state: a state of it in which a seat decides.
    bot: a bot for any game that searches, by its name or TOML file, or a dictionary of the settings of docs/search.md,
        such as {"iterations": 500, "exploration": 0.7}.
    iterations: the number of iterations; None for the bot's own.
    time_ms: the time in milliseconds in place of iterations.
    seed: what is drawn follows from it; None for new random numbers.
    """
    bot = dict(bot) if isinstance(bot, Mapping) else bot
    found = _native.search_game(game, state, bot, iterations, time_ms, seed)
    visits, values = np.array(found.pop("visits"), np.int64), np.array(found.pop("values"), np.float64)
    return Found(visits=visits, values=values, **found)


def tournament(
    game: Any,
    bots: Mapping[str, Bot],
    *,
    lineup: Sequence[str] | None = None,
    deals: int = 100,
    seating: Literal["rotations", "permutations"] = "rotations",
    seed: int | None = None,
    csv: str | os.PathLike[str] | None = None,
) -> Standings:
    """Plays bots against each other: each deal with all seatings of the line-up.

    game: a game with `deal`, as `help(tradewinds.foreign)` explains.
    bots: a dictionary of names and bots: a bot for any game that searches or is random, by its name or TOML file, a
        dictionary of the settings of docs/search.md, or a function `f(view, legal)` that returns one of the legal
        actions. It gets what its seat sees, or, of a game without `view`, a state drawn from that seat's knowledge.
    lineup: the name of the bot at each seat; None if there is a bot for each seat.
    deals: the number of deals.
    seating: "rotations" or "permutations" of the line-up.
    seed: all chance and all bots follow from it; None for new random numbers.
    csv: a file that gets a row for each seat of a game as soon as it is over; the same call goes on where it was stopped.
        It needs a `seed`. Bots, and the game, are known by their names alone: after a change of one, take another file.
    """
    if csv is not None and seed is None:
        raise ValueError("seed: found None; allowed: a whole number, since the games of `csv` go on from it")
    if not isinstance(bots, Mapping):
        raise ValueError(f"bots: found {shown(bots)}; allowed: a dictionary of names and bots")
    names = list(bots)
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"bots: found the name {shown(wrong[0])}; allowed: texts")
    try:
        lineup = names if lineup is None else list(lineup)
    except TypeError:
        raise ValueError(f"lineup: found {shown(lineup)}; allowed: a list of names") from None
    players = getattr(game, "players", None)
    # Another number of players is refused with the game.
    if isinstance(players, (int, np.integer)) and len(lineup) != players:
        allowed = f"one for each of {players} seats; `lineup` may name a bot for several seats"
        raise ValueError(f"lineup: found {len(lineup)} bots; allowed: {allowed}")
    for name in lineup:
        if name not in names:
            raise ValueError(f"lineup: found {shown(name)}; allowed: {', '.join(names)}")
    if seating not in ("rotations", "permutations"):
        raise ValueError(f"seating: found {shown(seating)}; allowed: rotations, permutations")
    pairs = [(name, dict(bot) if isinstance(bot, Mapping) else bot) for name, bot in bots.items()]
    places = [names.index(name) for name in lineup]
    return Standings(**_native.play_games(game, pairs, places, deals, seating == "permutations", seed, csv))


def check(game: Any, games: int = 20, seed: int = 1) -> Checked:
    """Plays random games and raises a ValueError if one breaks a law of games.

    Each answer has its form; a game ends before max_decisions; the same seed gives the same state; `play` leaves the
    state before it as it was; `determinize` keeps what its seat sees, and its legal actions.
    Returns what was played, and whether determinizations were compared by `view` (`views`), drew another state
    (`determinizes`), and changed what another seat sees (`hides`). Where nothing `hides`, a search sees all cards.

    game: a game with `deal`, as `help(tradewinds.foreign)` explains.
    games: the number of games.
    seed: all chance follows from it.
    """
    return _native.check_game(game, games, seed)
