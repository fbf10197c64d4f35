"""Shared by all tests: their markers and order, which core runs, examples that do not depend on the machine's speed."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bolide.kernels import COMPILED

# Tests run side by side, one process per core; threads that numpy started beside them would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The home may be read-only, and what the user has in its cache is no business of the tests.
os.environ.setdefault("BOLIDE_CACHE", str(Path(__file__).parents[1] / ".test-env" / "cache"))
for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "SACREBLEU", "SACREBLEU_FORMAT", "SACREBLEU_SEED"):
    os.environ.pop(name, None)  # the user's, for other programs
if not COMPILED:  # and meant to be: no test should find the notice about it in its output
    os.environ.setdefault("BOLIDE_CORE", "pure")

settings.register_profile(
    "bolide",
    max_examples=60 if COMPILED else 25,  # the same ones, as far as they go
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bolide")

# By folder. tests/kernels is not among those for both cores: its tests load every kernel compiled and interpreted.
MARKERS = {"browser": "browser", "real": "real", "peers": "peer", "oracles": "peer"}
MARKERS |= dict.fromkeys(("frozen", "laws", "metrics"), "both_cores")
FIRST = ("browser", "real", "cli", "web", "docs", "peers")  # these have the files that take longest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rooms = {item: item.nodeid.partition("/")[2].partition("/")[0] for item in items}
    for item, room in rooms.items():
        if room in MARKERS:
            item.add_marker(MARKERS[room])
    items.sort(key=lambda item: FIRST.index(rooms[item]) if rooms[item] in FIRST else len(FIRST))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, in which it works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def examples(here: Path) -> Path:
    """The example files, in a folder of the test's own, in which it works."""
    from tests.docs.example_files import write_examples  # imports all of Bolide

    write_examples(here)
    return here


def pytest_report_header() -> str:
    return f"bolide core: {'compiled' if COMPILED else 'interpreted'}"
