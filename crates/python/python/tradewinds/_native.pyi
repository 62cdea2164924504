from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._types import Dtype, Function, Layout, Reward, Scores

__version__: str

def games() -> dict[str, tuple[int, int]]:
    """Returns the games: name → (minimum, maximum number of players).

    The names are what `game` takes everywhere.
    """
def bots(game: str) -> dict[str, str]:
    """Returns the shipped bots of a game: name → how it plays.

    game: the name of a game.
    """
def variants(game: str) -> list[str]:
    """Returns the names of the shipped variants of a game.

    game: the name of a game.
    """
def layout(game: str, players: int | None = None, variant: str | Mapping[str, Any] | None = None) -> Layout:
    """Returns the layout of a game's observations and action indices, as a dictionary.

    `fields` lists the fields of an observation: `name`; `seat`, counted clockwise from the observer, or None for the
    table; `offset` and `length`; `scale`, a usual maximum; `flags`, whether all are 0 or 1; `words`, the meaning of each number; and `meaning`.
    `action_groups` lists the groups of action indices in the same way. `features` and `actions` are the counts of both,
    `version` and `rules_version` those of the layout and the rules.

    game: the name of a game.
    players: the number of players, 4 if None.
    variant: the name of a shipped variant, its TOML file, or a dictionary as records
        have it; None for the standard rules.
    """
def layout_markdown(game: str, players: int | None = None, variant: str | Mapping[str, Any] | None = None) -> str:
    """Writes the layout of a game as tables in Markdown.

    game: the name of a game.
    players: the number of players, 4 if None.
    variant: the name of a shipped variant, its TOML file, or a dictionary as records
        have it; None for the standard rules.
    """

class VecEnv:
    """Many games at once, in flat NumPy arrays: a row per game.

    game: the name of a game, one of `tradewinds.games()`.
    players: the number of players P; `tradewinds.games()` has the range.
    n: the number of games, 1 to 1,048,576.
    variant: the name of a shipped variant (`tradewinds.variants(game)`), its TOML file, or a dictionary as records
        have it; None for the standard rules.
    seed: what row r plays, the bots of the other seats included, follows from seed and r alone, whatever `n` and
        `threads` are; a whole number below 2**64. None for new random numbers; `env.seed` says which.
    opponents: a dictionary of seats and bots, which play inside `step`: names (`tradewinds.bots(game)`), TOML files, or
        functions of the caller's. `f(obs, mask, seat)` gets new arrays with a row for each of the k games that wait for
        its seats, of the types of `obs`, `mask` and `seat`, and returns a legal action index for each, whole numbers
        `[k]`; forced decisions are played without asking. The caller decides for the other seats.
    reward: what a seat is paid at the end of a game: "win_share" (1/m for each of m winners), "margin" (the worth of
        the lead over the best other seat, 0 to 1, 0.5 when level) or "points".
    skip_forced: whether decisions with one legal action are played without asking.
    dtype: what observations are written as. "float32"; "uint8", the same numbers as bytes, those below 0 as 0 and above
        255 as 255; or "packed", uint8 with a byte for each number and a bit for each flag, for `tradewinds.unpack`.
    scaled: whether each number of an observation is divided by its field's scale (`layout`); only with float32.
    threads: the number of threads, 0 for one per core; it changes no result, unless a bot's budget is a time.
    copy: whether arrays are handed out as copies. Otherwise they are views that the next `step` or `reset` overwrites.
    want_obs, want_mask, want_mask_bits, want_final_obs: whether there are the arrays of these names.
    buffers: a dictionary of names and arrays of the caller's, to write into; they must be C-contiguous.

    The arrays: `obs`, `mask`, `mask_bits`, `seat`, `reward`, `done`, `truncated`, `final_points`, `final_rank`,
    `final_share`, `final_decisions`, `final_obs`; each attribute's own text explains it. A game that ends is followed by
    the next one in the same step.

    It can be copied, deep-copied and pickled in the middle of its games: the copy has arrays of its own and goes on as
    the original does. One thread at a time may use it.
    """
    def __new__(
        cls,
        game: str,
        players: int | None = 4,
        n: int | None = 1,
        variant: str | Mapping[str, Any] | None = None,
        seed: int | None = None,
        opponents: Mapping[int, str | Function] | None = None,
        *,
        reward: Reward = "win_share",
        skip_forced: bool = False,
        dtype: Dtype = "float32",
        scaled: bool = False,
        threads: int | None = 0,
        copy: bool = False,
        want_obs: bool = True,
        want_mask: bool = True,
        want_mask_bits: bool = False,
        want_final_obs: bool = False,
        buffers: Mapping[str, NDArray[Any]] | None = None,
    ) -> VecEnv: ...
    def reset(
        self,
        seed: int | Sequence[int | None] | NDArray[np.integer[Any]] | None = None,
        mask: NDArray[np.bool_] | Sequence[bool] | None = None,
    ) -> tuple[NDArray[Any], NDArray[np.uint8], NDArray[np.uint8]]:
        """Begins another game in each row. Returns (obs, mask, seat).

        seed: without one, each row goes on with its random numbers and plays its next game. With one, all rows begin
            anew, bots included: the same seed, the same games. A list has a seed for each row: the row plays what row 0
            plays with that seed, and goes on where the list has None.
        mask: bool `[n]`, the rows that begin another game; None for all. The others stay as they are.
        """
    def step(
        self, actions: NDArray[np.integer[Any]] | Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
        """Plays an action in each game. Returns (obs, mask, seat, reward, done).

        actions: a legal action index for each row, whole numbers `[n]`. If one is not legal, a ValueError names it and no
            game is changed.
        """
    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Draws a legal action of each game uniformly: int64 `[n]`. The rows draw from random numbers of their own, which
        follow from the seed.

        out: an array to write into and return; None for a new one.
        """
    def state(self, game: int, seed: int | None = None) -> State:
        """Copies a game out as a `State`, with dice of its own.

        game: the row.
        seed: random events after this follow from it; None for new random numbers.
        """
    def copy(self) -> VecEnv:
        """Copies the vector in the middle of its games: the copy has arrays of its own, and goes on as this one does."""
    def action_name(self, index: int) -> str:
        """Names an action index by its group and its place there.

        index: the action index.
        """
    def __len__(self) -> int: ...
    @property
    def layout(self) -> Layout:
        """The fields of observations and the groups of action indices, as `tradewinds.layout` returns them."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def n(self) -> int:
        """The number of games."""
    @property
    def seed(self) -> int:
        """The seed that all rows began with: that of the last `reset` with a single one, otherwise the constructor's, drawn
        if none was given.
        """
    @property
    def dtype(self) -> Dtype:
        """The type of observations: "float32", "uint8" or "packed"."""
    @property
    def opponents(self) -> dict[int, str | Function]:
        """The bots of the other seats: seat → name, or the function that answers for the seat."""
    @property
    def obs(self) -> NDArray[Any] | None:
        """What the seat that decides knows: float32 or uint8 `[n, features]`, or packed uint8, as `dtype` says and `layout`
        explains. None without `want_obs`.
        """
    @property
    def mask(self) -> NDArray[np.uint8] | None:
        """The legal actions: uint8 `[n, actions]`, 1 for each legal action index. None without `want_mask`."""
    @property
    def mask_bits(self) -> NDArray[np.uint64] | None:
        """The same, a bit each, the lowest bit first: uint64 `[n, ceil(actions / 64)]`. None without `want_mask_bits`."""
    @property
    def seat(self) -> NDArray[np.uint8]:
        """The seat that decides, from 0: uint8 `[n]`."""
    @property
    def reward(self) -> NDArray[np.float32]:
        """What each seat is paid in this step: float32 `[n, P]`, win shares, worths of leads or points; 0 before the end
        of a game.
        """
    @property
    def done(self) -> NDArray[np.uint8]:
        """1 if a game ended in this step, otherwise 0: uint8 `[n]`. `obs` and `mask` are then those of the next game."""
    @property
    def truncated(self) -> NDArray[np.uint8]:
        """1 if that game was stopped at the bound of decisions, otherwise 0: uint8 `[n]`. Nobody is paid for such a game."""
    @property
    def final_points(self) -> NDArray[np.float32]:
        """The points of the last game that ended in this row: float32 `[n, P]`; 0 before the first end."""
    @property
    def final_rank(self) -> NDArray[np.uint8]:
        """The ranks of the last game that ended in this row, 1 for its winners: uint8 `[n, P]`; 0 before the first end."""
    @property
    def final_share(self) -> NDArray[np.float32]:
        """The win shares of the last game that ended in this row, 1/m for each of m winners: float32 `[n, P]`."""
    @property
    def final_decisions(self) -> NDArray[np.uint32]:
        """The decisions of the last game that ended in this row, those of all seats and forced ones included: uint32
        `[n]`.
        """
    @property
    def final_obs(self) -> NDArray[Any] | None:
        """The end of the last game that ended in this row, as the caller's last seat to decide sees it, of the type and
        shape of `obs`; 0 before the first end. None without `want_final_obs`.
        """

@final
class State:
    """One game: its position, hidden parts included, and the dice of its random events.

    State(game, players=4, variant=None, seed=None) deals a game.

    game: the name of a game, one of `tradewinds.games()`.
    players: the number of players; `tradewinds.games()` has the range.
    variant: the name of a shipped variant (`tradewinds.variants(game)`), its TOML file, or a dictionary as records
        have it; None for the standard rules.
    seed: deal and random events follow from it, a whole number below 2**64; None for new random numbers.

    Two states are equal if they are games by the same rules in the same position, hidden parts included; their dice
    and the way there do not count. States can be copied, deep-copied and pickled: a copy throws the same dice.
    """
    def __new__(
        cls, game: str, players: int | None = 4, variant: str | Mapping[str, Any] | None = None, seed: int | None = None
    ) -> State: ...
    @classmethod
    def from_position(
        cls, position: Mapping[str, Any] | str, variant: str | Mapping[str, Any] | None = None, seed: int | None = None
    ) -> State:
        """Resumes a game at a position.

        position: a dictionary as `position()` and `view()` return it, or its JSON text.
        variant: as for `State`; a position names rules of shipped variants, but no numbers.
        seed: unknown parts and later random events follow from it; None for new random numbers.
        """
    @classmethod
    def from_record(cls, record: Mapping[str, Any] | str, decisions: int | None = None) -> State:
        """Replays a recorded game. It goes on with the dice of the record.

        record: a dictionary as `record()` returns it, or the JSON text of a record's file.
        decisions: the number of decisions to replay; None for all.
        """
    @classmethod
    def deserialize(cls, text: str) -> State:
        """Reads what `serialize` has written, with the same dice; a damaged text is a ValueError.

        text: the text.
        """
    def serialize(self) -> str:
        """Writes the state as a text of one line, with its dice and what it has played, for `deserialize`. Pickle uses it."""
    def record(self, bots: Sequence[str] | None = None) -> dict[str, Any]:
        """Writes the game as a record, which `from_record` and the commands `replay` and `review` read.

        It begins where the random events of this object began: its deal, the position it was loaded from, its
        determinization, the vector it was copied out of, or the last `reseed`. A game that is not over is marked as
        truncated.

        bots: a name per seat; None for "python".
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def variant(self) -> str:
        """The name of the variant that the state was made with; empty without one."""
    @property
    def features(self) -> int:
        """The count of numbers of an observation."""
    @property
    def actions(self) -> int:
        """The count of action indices."""
    @property
    def decisions(self) -> int:
        """The decisions played so far, counted from where this object began."""
    @property
    def max_decisions(self) -> int:
        """The decisions after which a game is stopped and has no result."""
    @property
    def to_move(self) -> int | None:
        """The seat that decides, from 0; None when the game is over."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def decision(self) -> str:
        """The kind of the decision at hand, a word of the game; "over" at the end."""
    @property
    def round(self) -> int:
        """The round, turn or voyage under way, from 1."""
    @property
    def end_reason(self) -> str:
        """Why the game ended, in one word or a few joined by "+"; empty while it goes on."""
    @property
    def layout(self) -> Layout:
        """The fields of observations and the groups of action indices, as `tradewinds.layout` returns them."""
    def legal(self) -> list[str]:
        """Lists the legal actions in words, in the game's order; empty when the game is over."""
    def legal_actions(self) -> list[int]:
        """Lists the legal action indices in the order of `legal`."""
    def action_name(self, index: int) -> str:
        """Names an action index by its group and its place there, whether it is legal or not.

        index: the action index.
        """
    def action_text(self, index: int) -> str:
        """Returns a legal action in words.

        index: its action index.
        """
    def action_index(self, text: str) -> int:
        """Returns the index of a legal action.

        text: the action in words.
        """
    def play(self, action: int | str) -> None:
        """Plays an action. One that is not legal is a ValueError and changes nothing.

        action: its index, or the action in words.
        """
    def advance(self, action: int) -> int:
        """Plays an action and returns the seat that decides next, -1 when the game is over, -2 when it reached its bound.

        action: its index.
        """
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """Returns what a seat knows, as numbers: float32 `[features]`, a new array, as `layout` explains it.

        seat: the seat; None for the one that decides.
        """
    def mask(self) -> NDArray[np.int8]:
        """Returns the legal actions: int8 `[actions]`, 1 for each legal index, a new array; all 0 when the game is over."""
    def observe(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Returns the observation of a seat and the mask, both at once; the mask is 0 unless the seat decides.

        seat: the seat.
        """
    def seen(self, seat: int | None = None) -> NDArray[np.int64]:
        """Returns what a seat has seen decided: int64 `[k, 3]`, a row for each decision that it noticed, in order, since
        the dice of this object began (as `record` does).

        The columns are the seat that decided; the move, a number of the action or of its kind where that is all the
        seat saw; and a public outcome, 0 if there is none.

        seat: the seat; None for the one that decides.
        """
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Returns the position as a seat knows it, in the notation of the game's rules page: a dictionary.

        seat: the seat; None for the one that decides.
        """
    def view_text(self, seat: int | None = None) -> str:
        """Returns what `view` does, as compact JSON text.

        seat: the seat; None for the one that decides.
        """
    def position(self) -> dict[str, Any]:
        """Returns the position, hidden parts included: a dictionary, which `from_position` reads."""
    def show(self, seat: int | None = None) -> str:
        """Returns the table as text.

        seat: the seat that looks at it; None to see hidden parts, too.
        """
    def determinize(self, seat: int | None = None, seed: int | None = None) -> State:
        """Draws a world that a seat cannot tell from this one, with random events of its own.

        seat: the seat; None for the one that decides.
        seed: what the seat does not know and later random events follow from it; None for new random numbers.
        """
    def deal(self, seed: int | None = None) -> None:
        """Deals another game by the same rules.

        seed: as for `State`.
        """
    def reseed(self, seed: int | None = None) -> None:
        """Draws further random events from other dice.

        seed: they follow from it; None for new random numbers.
        """
    def scores(self) -> Scores:
        """Returns the standing as if the game ended here: a dictionary of lists with an entry per seat.

        `points`; `ties`, the three keys that break ties, more is better; `rank`, from 1; `win_share`, 1/m for each of m
        winners, otherwise 0.
        """
    def result(self) -> dict[str, Any] | None:
        """Returns the result object of the game's rules page; None where the game has none yet."""
    def search(
        self,
        bot: str = "ismcts",
        iterations: int | None = None,
        *,
        time_ms: int | None = None,
        seed: int | None = None,
    ) -> SearchResult:
        """Searches for the seat that decides, with its knowledge; the true state is not used. Ctrl-C stops it.

        bot: the name or TOML file of a bot that searches.
        iterations: the number of iterations; None for the bot's own.
        time_ms: the time in milliseconds in place of iterations.
        seed: what is drawn follows from it; None for new random numbers.
        """
    def choose(self, bot: str, seed: int | None = None) -> int:
        """Asks a bot for the seat that decides, with its knowledge; returns the action index that it would play.

        bot: the name or TOML file of a bot.
        seed: what it draws follows from it; None for new random numbers.
        """
    def copy(self) -> State:
        """Copies the state; the copy throws the same dice."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...

@final
class SearchResult:
    """What a search found: one row per legal action, in the order of `State.legal`."""
    seat: int
    """The seat that decides, from 0."""
    actions: NDArray[np.int64]
    """Action indices: int64 `[k]`."""
    texts: list[str]
    """The actions in words: a list of k texts."""
    visits: NDArray[np.int64]
    """Iterations that began with each action: int64 `[k]`."""
    values: NDArray[np.float64]
    """The mean reward of each seat, in [0, 1]: float64 `[k, players]`; NaN without a visit."""
    policy: NDArray[np.float32]
    """The shares of the visits over all action indices: float32 `[A]`, a target for a network."""
    action: int
    """The action index to play."""
    text: str
    """The action to play, in words."""
    iterations: int
    """The number of iterations."""
    nodes: int
    """The number of nodes of all trees."""
    elapsed: float
    """The time it took, in seconds."""
    seed: int
    """What was drawn followed from this seed."""

@final
class Network:
    """A trained network of a game: the win shares that the seats can expect, and a policy.

    Network(game, source="learned") loads one; Network("puerto-rico") is the shipped one, by which the bot "learned" plays.

    game: the name of a game, one of `tradewinds.games()`.
    source: the name of a bot with a network (`tradewinds.bots(game)`), the TOML file of one, such as `tradewinds learn`
        writes, or a `.network` file, whose policy then corrects that of "steady".

    It serves all numbers of players, and reads what a seat knows and nothing else. It can be pickled.
    """
    def __new__(cls, game: str, source: str | PathLike[str] = "learned") -> Network: ...
    def value(self, of: State | list[State] | VecEnv, seat: int | None = None) -> NDArray[np.float32]:
        """Returns the win share that each seat can expect, 0 to 1; they sum to 1. At the end of a game it is the result.

        of: a `State`: float32 `[players]`. A list of states, or a `VecEnv` with its n games: float32 `[n, players]`.
        seat: the seat whose knowledge it uses; None for the one that decides.
        """
    def policy(self, of: State | list[State] | VecEnv) -> NDArray[np.float32]:
        """Returns the probability of each action index for the seat that decides, 0 for those that are not legal; they sum
        to 1. Only what the seat knows is used.

        of: a `State`: float32 `[actions]`. A list of states, or a `VecEnv` with its n games: float32 `[n, actions]`.
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def name(self) -> str:
        """The name of the bot that has the network."""

def run_tournament(
    text: str,
    source: str | PathLike[str],
    folder: str | PathLike[str],
    threads: int | None = None,
    shard: str | None = None,
) -> dict[str, Any]:
    """Plays a manifest into a folder, or goes on with it; `tradewinds.tournament` calls it. The first Ctrl-C drops the games
    under way and writes the tables, the second one does not wait for these.

    text: the TOML text of the manifest.
    source: the file that it is from, for messages and for files that it names.
    folder: the folder of the run.
    threads: the number of threads, one per core if None or 0.
    shard: the part to play, such as "3/16"; None for all.
    """
def file_name(argument: str, name: Any) -> str:
    """Returns the name of a run or of a bot, which becomes part of a path, if it follows the rule of names.

    argument: the argument that has it, for the message.
    name: the name.
    """
def merge_runs(
    text: str,
    source: str | PathLike[str],
    parts: Sequence[str | PathLike[str]],
    folder: str | PathLike[str],
) -> dict[str, Any]:
    """Joins the parts of a run into a folder; `tradewinds.merge` calls it.

    text, source: as for `run_tournament`.
    parts: the folders of the parts.
    folder: the folder of the whole.
    """
@final
class Dice:
    """The random bits behind the `rng` that a game in Python gets: the methods that `random.Random` builds upon."""
    def __new__(cls, seed: int) -> Dice: ...
    def reseed(self, seed: int) -> None:
        """Begins anew.

        seed: a whole number from which all numbers follow.
        """
    def random(self) -> float:
        """Draws from [0, 1)."""
    def getrandbits(self, k: int) -> int:
        """Draws a whole number of k bits.

        k: the number of bits, from 0.
        """

def search_game(
    game: Any,
    state: Any,
    bot: str | dict[str, Any],
    iterations: int | None = None,
    time_ms: int | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Searches a position of a game in Python; `tradewinds.foreign.search` calls it.

    game, state, bot, seed: as there.
    iterations, time_ms: the budget in place of the bot's own, or None.
    """
def play_games(
    game: Any,
    bots: Sequence[tuple[str, Any]],
    lineup: Sequence[int],
    deals: int,
    permutations: bool,
    seed: int | None = None,
    csv: str | PathLike[str] | None = None,
) -> dict[str, Any]:
    """Plays a tournament of a game in Python; `tradewinds.foreign.tournament` calls it.

    game, deals, seed: as there.
    bots: a list of names and bots.
    lineup: the index of the bot at each place.
    permutations: whether every order of the line-up is played, in place of its rotations.
    csv: the file that keeps the games, or None.
    """
def check_game(game: Any, games: int, seed: int) -> Any:
    """Checks the laws of a game in Python; `tradewinds.foreign.check` calls it.

    game, games, seed: as there.
    """
def mean_and_error(values: Iterable[float] | NDArray[Any]) -> tuple[float, float]:
    """Returns the mean of independent numbers and its standard error (divisor n - 1), as a pair.

    values: `[n]`: a number per block, such as the win share of a bot in all games of a deal. At least 2.
    """
def share_over_blocks(
    shares: Iterable[float] | NDArray[Any],
    games: int,
    confidence: float = 0.95,
) -> tuple[float, float, float]:
    """Returns a share with the ends of its interval, as three numbers (share, low, high), as the standings of a tournament
    have them: Wilson's interval on the effective number of games, which allows for few blocks (Korn and Graubard 1998).

    shares: `[n]`: the share in each block, 0 to 1, such as the win share of a bot in all games of a deal; blocks of the
        same size. At least 2.
    games: the number of games in all blocks together.
    confidence: the confidence of the interval.
    """
def ratio_and_error(numerators: Iterable[float] | NDArray[Any], denominators: Iterable[float] | NDArray[Any]) -> tuple[float, float]:
    """Returns the ratio of two sums over blocks and its standard error, as a pair (the ratio estimator, linearized). It is the
    mean over games where blocks have different numbers of them.

    numerators: `[n]`: what each block adds to the numerator. At least 2.
    denominators: `[n]`: what each block adds to the denominator, whose sum must be above 0.
    """
def z_interval(estimate: float, error: float, confidence: float = 0.95) -> tuple[float, float]:
    """Returns the ends of the interval of an estimate whose error is normal, as a pair.

    estimate: the estimate.
    error: its standard error.
    confidence: the confidence of the interval.
    """
def z_test(
    estimate: float,
    error: float,
    null: float = 0.0,
    alternative: Literal["two-sided", "greater", "less"] = "two-sided",
) -> float:
    """Returns the p-value of the hypothesis that a quantity is `null`, or, of a one-sided alternative, at most or at least
    `null`: Wald's test of one quantity, whose error is normal. Without any error it is 0 or 1.

    estimate: the estimate of the quantity.
    error: its standard error.
    null: the value of the hypothesis.
    alternative: "two-sided", "greater" or "less".
    """
def wilson(share: float, n: float, error: float | None = None, confidence: float = 0.95) -> tuple[float, float]:
    """Returns the ends of Wilson's score interval of a share, as a pair.

    share: the share, 0 to 1.
    n: the number of trials, 1 or more; it need not be whole.
    error: the standard error of the share, such as that of `mean_and_error` over deals. The interval is then on the
        effective number of trials: as many independent trials as have this error. If it is 0, or None, it is on `n`.
        It knows nothing of the number of deals: `share_over_blocks` allows for few.
    confidence: the confidence of the interval.
    """
def holm(p_values: Iterable[float] | NDArray[Any]) -> NDArray[np.float64]:
    """Returns p-values corrected for their number by Holm's method (1979): float64 `[n]`. Where every comparison with a
    corrected value of at most 0.05 is called a difference, any of these calls is wrong with a probability of at most
    0.05, however the comparisons depend on each other.

    p_values: `[n]`: the p-values of all comparisons, 0 to 1.
    """
def wald(values: ArrayLike, null: float = 0.0) -> tuple[float, float]:
    """Tests whether the means of several quantities, estimated from the same blocks, are all `null`. Returns Wald's statistic,
    which is Hotelling's T², and its p-value by Hotelling's distribution, as a pair.

    values: `[n, k]`: the k quantities of each block; more blocks than quantities. Leave one out if the last follows from
        the others, as that of shares that sum to 1.
    null: the value of the hypothesis, for each quantity the same.
    """
def plackett_luce(items: ArrayLike, ranks: ArrayLike) -> NDArray[np.float64]:
    """Returns the Elo ratings of items, such as bots, from the rankings of games, by maximum likelihood in the model of
    Plackett and Luce: float64 `[items]`, with mean 0. A tie counts as every order in equal parts. An item that never met
    another has NaN.

    items: `[games, seats]`: the item in each seat, whole numbers from 0; -1 where a game has no such seat. An item may
        have several seats.
    ranks: `[games, seats]`: the rank of each seat, whole numbers from 0; lower is better, equal is a tie.

    If an item won or lost all its games against others, no ratings are the most likely ones, which is a `ValueError`.
    """
def bootstrap(
    blocks: Iterable[Any] | NDArray[Any],
    statistic: Callable[[Any], Any],
    replicates: int = 1000,
    seed: int = 0,
) -> tuple[Any, Any, Any]:
    """Resamples blocks with replacement, and returns the ends of the bootstrap's interval of 95 % of a statistic and its
    standard error, as three numbers (low, high, error), or three float64 arrays `[k]` of a statistic that has k numbers.

    The interval is that of percentiles, expanded so that few blocks do not make it too narrow (Hesterberg 2015). It is NaN
    with fewer than 9 blocks, where it would be too narrow all the same, and if all replicates agree, as in the program's own
    tables. A statistic that is missing in more than 1 % of the replicates has NaN. The same arguments give the same result.

    blocks: a list or an array of blocks, the independent units: such as all games of a deal. At least 2.
    statistic: a function of as many blocks, a list or an array like `blocks`; it returns a number, or a list of numbers
        that keeps its length. None or NaN is a missing one.
    replicates: the number of times that blocks are drawn.
    seed: the seed of the draws.
    """
