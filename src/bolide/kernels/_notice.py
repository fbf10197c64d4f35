"""Said once, at first use, where the core runs uncompiled: pip hides what the build had to say about it.

The command line prints a line on stderr; the library logs a warning (`logging.getLogger("bolide")`), which Python
prints on stderr unless told otherwise. Nothing is said in the browser, where the page itself tells, nor where
BOLIDE_CORE=pure in the environment says that the uncompiled core is wanted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from bolide.kernels import COMPILED

NOTICE = (
    "the core is not compiled: the numbers are the same, but computing them takes longer. `bolide doctor` says how to "
    "compile it; BOLIDE_CORE=pure in the environment switches this message off."
)
_said = False


def wanted() -> bool:
    """Whether an uncompiled core is what this place is meant to have."""
    return sys.platform == "emscripten" or os.environ.get("BOLIDE_CORE") == "pure"


def say_once(say: Callable[[str], None] | None = None) -> None:
    """Where the core is uncompiled, tell the user so the first time this is called in a process."""
    global _said
    if COMPILED or _said:
        return
    _said = True
    if not wanted():
        (say or _log)(NOTICE)


def _log(message: str) -> None:
    from logging import getLogger

    getLogger("bolide").warning("bolide: %s", message)
