"""Shared by all tests: which core runs, what the second of two cores need not repeat, and examples that do not depend
on the machine's speed."""

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bolide.kernels import COMPILED

pytest_plugins = ["tests.processes"]

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


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "leave out the tests that load kernels uncompiled: the other core runs them"
    parser.addoption("--first-core", action="store_true", help=words)
    words = "leave out the tests that one core is enough for (pytest.mark.one_core): the other one runs them"
    parser.addoption("--second-core", action="store_true", help=words)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for garbage less often, and never among the tests and modules, half a million objects that all stay.

    It took a twelfth of the time that the tests took.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        gc.enable()


@pytest.hookimpl(trylast=True)  # pytest looks for garbage before
def pytest_unconfigure() -> None:
    gc.unfreeze()  # libraries complain of what is never freed


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read a file on the second core if one core is enough for all of it: to import it takes time."""
    if not config.getoption("second_core"):
        return None
    if collection_path.suffix != ".py":
        return collection_path.name == "browser" or None
    marked = r"^pytestmark = (\[[^\]]*)?pytest\.mark\.one_core\b"
    return re.search(marked, collection_path.read_text("utf-8"), re.M) is not None or None


@pytest.hookimpl(trylast=True)  # tests/browser/conftest.py marks its tests before
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out on the second core what one core is enough for; a file without the marker runs on both."""
    if config.getoption("second_core"):
        marks = ("one_core", "browser")
        left_out = {item for item in items if any(item.get_closest_marker(mark) for mark in marks)}
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=list(left_out))


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
