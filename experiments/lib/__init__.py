"""What the scripts of experiments share. The statistics are those of the program: `tradewinds.stats`, of the wheel."""

import sys

try:
    from tradewinds import stats as stats
except ImportError as error:
    sys.exit(f"needs this repository's Python package, with its statistics ({error}); in its root: pip install .")
