from . import foreign as foreign
from . import stats as stats
from ._native import Network as Network
from ._native import SearchResult as SearchResult
from ._native import State as State
from ._native import VecEnv as VecEnv
from ._native import __version__ as __version__
from ._native import bots as bots
from ._native import games as games
from ._native import layout as layout
from ._native import layout_markdown as layout_markdown
from ._native import variants as variants
from ._types import ActionGroup as ActionGroup
from ._types import Field as Field
from ._types import Layout as Layout
from ._types import Scores as Scores
from .aec import env as env
from .aec import raw_env as raw_env
from .bot import Decision as Decision
from .gym import GymEnv as GymEnv
from .gym import GymVectorEnv as GymVectorEnv
from .gym import make_vec as make_vec
from .packing import unpack as unpack
from .tournaments import Run as Run
from .tournaments import merge as merge
from .tournaments import tournament as tournament

__all__ = [
    "ActionGroup", "Decision", "Field", "GymEnv", "GymVectorEnv", "Layout", "Network", "Run",
    "Scores", "SearchResult", "State", "VecEnv", "__version__", "bots", "env", "games", "layout",
    "layout_markdown", "make_vec", "merge", "raw_env", "tournament", "unpack", "variants",
]
