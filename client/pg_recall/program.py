"""The command as it has to be typed here: by its name where the shell finds it, else by its path."""

import shlex
import shutil
import sys
from pathlib import Path

NAME = "pg-recall"


def program() -> str:
    """`pg-recall`, or the quoted path of the one that runs when PATH does not lead to it."""
    running = Path(sys.argv[0])
    found = shutil.which(NAME)
    if running.name != NAME or (found and Path(found).resolve() == running.resolve()):
        return NAME
    return shlex.quote(str(running.absolute()))
