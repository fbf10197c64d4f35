"""The fuzzer's own inputs, answered once: the seeds it begins with, and whatever it found before."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bolide.kernels import COMPILED
from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import TARGETS, answer
from tests.fuzz.twin import Twin

FOUND = Path(__file__).with_name("found")
INPUTS = {
    name: [*SEEDS[name], *(path.read_bytes() for path in sorted(FOUND.glob(f"{name}-*.bin")))] for name in TARGETS
}


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twin]:
    """The interpreted core, from a copy of the package without its extensions."""
    import shutil

    import bolide

    folder = tmp_path_factory.mktemp("pure")
    package = Path(bolide.__file__).parent
    shutil.copytree(package, folder / "bolide", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    made = Twin(folder)
    yield made
    made.close()


@pytest.mark.skipif(not COMPILED, reason="there is one core here")
@pytest.mark.parametrize("name", TARGETS)
def test_both_cores_answer_alike(name: str, twin: Twin) -> None:
    for data in INPUTS[name]:
        assert twin.answer(name, data) == answer(name, data), data
