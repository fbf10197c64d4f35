"""The folder of Bolide's cache."""

import os
import sys
from pathlib import Path

from bolide.system.errors import InputError


def cache_folder() -> Path:
    """The folder named by BOLIDE_CACHE, or the system's usual folder for caches.

    XDG_CACHE_HOME counts only if it is absolute, as its specification demands: with a relative one, files that somebody
    else put into the working folder would be taken for the user's cache.
    """
    if folder := os.environ.get("BOLIDE_CACHE"):
        return Path(folder)
    try:
        return _usual()
    except RuntimeError:  # no home
        raise InputError("There is no folder for the cache: set BOLIDE_CACHE to one.") from None


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "bolide")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bolide"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "bolide"
