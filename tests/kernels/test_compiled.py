"""The core calls itself compiled where the kernels are, and only there."""

from pathlib import Path

from bolide import kernels

FOLDER = Path(kernels.__file__).parent
KERNELS = sorted(".".join(path.relative_to(FOLDER).with_suffix("").parts) for path in FOLDER.rglob("[a-z]*.py"))


def test_there_are_kernels() -> None:
    assert "ngrams.matches" in KERNELS
