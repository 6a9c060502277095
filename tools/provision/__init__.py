"""The steps of `make setup` and `make install`. Standard library only: nothing is installed yet."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The client owns the layout of a home and the search for server programs; the steps use the same definitions.
sys.path.insert(0, str(ROOT / "client"))
