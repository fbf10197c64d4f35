"""Warn once per process, at first use, if the kernels are not compiled: pip hides the output of the build.

The command line prints a line on stderr; the library logs a warning (`logging.getLogger("bolide")`), which Python
prints on stderr by default. There is no warning in the browser, where the page itself says so, nor if the environment
has BOLIDE_CORE=pure.
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
_warned = False


def wanted() -> bool:
    """Whether the core is uncompiled on purpose."""
    return sys.platform == "emscripten" or os.environ.get("BOLIDE_CORE") == "pure"


def warn_once(warn: Callable[[str], None] | None = None) -> None:
    """Warn, the first time this is called in a process, if the core is not compiled."""
    global _warned
    if COMPILED or _warned:
        return
    _warned = True
    if not wanted():
        (warn or _log)(NOTICE)


def _log(message: str) -> None:
    from logging import getLogger

    getLogger("bolide").warning("bolide: %s", message)
