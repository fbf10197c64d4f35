"""Where Bolide keeps what is costly to make twice."""

import os
import sys
from pathlib import Path

from bolide.system.errors import InputError


def cache_folder() -> Path:
    """The system's place for caches, or what BOLIDE_CACHE says.

    XDG_CACHE_HOME counts only if it is absolute, as its specification demands: a relative one would make a folder that
    a stranger filled, the working folder, into the user's own cache.
    """
    if given := os.environ.get("BOLIDE_CACHE"):
        return Path(given)
    try:
        return _usual()
    except RuntimeError:  # no home
        raise InputError("There is no place for a cache: set BOLIDE_CACHE to a folder.") from None


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "bolide")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bolide"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "bolide"
