"""The real test sets (README.md says where they come from), and a reason to skip where they are absent.

Compiled, every system is scored; interpreted, one a set is enough to show the same integers.
"""

import gzip
import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bolide.kernels import COMPILED
from tests.tables import table

DATA = Path(os.environ.get("BOLIDE_TEST_DATA") or Path(__file__).parents[3] / "shared" / "data")
if os.environ.get("BOLIDE_TEST_DATA") and not DATA.is_dir():
    raise FileNotFoundError(f"BOLIDE_TEST_DATA is {DATA}, and there is no such folder.")
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the real test sets are not here: tests/real/README.md says where to get them"
)
RELEASED = table(__file__, "released.toml")
WMT23 = ("en-de", "zh-en")
NEWS = ("cs-uk", "de-en")


@cache
def lines(path: Path) -> list[str]:
    """The lines of a gzipped file; only a line feed ends one."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    return text.removesuffix("\n").split("\n")


def all_text_files() -> list[Path]:
    """Every file that holds sentences."""
    folders = [DATA / "wmt23", DATA / "wmt23-news", DATA / "wmt12", DATA / "ted-pos"]
    files = sorted(path for folder in folders for path in folder.rglob("*.gz"))
    return [path for path in files if not any(word in path.name for word in ("score", "rankings", "docs"))]


class System(NamedTuple):
    """A system of a test set, the file of its output, and that of the reference."""

    test_set: str
    name: str
    output: Path
    reference: Path

    def __str__(self) -> str:
        return f"{self.test_set}-{self.name}"

    @property
    def texts(self) -> tuple[list[str], list[str]]:
        """The lines of the output and of the reference."""
        return lines(self.output), lines(self.reference)


def systems(test_set: str) -> list[System]:
    """Every system of `wmt23/zh-en` and the like."""
    folder = DATA / test_set
    _, _, target = folder.name.partition("-")
    # The reference, and what is before and behind the names of systems.
    reference, before, behind = {
        "wmt23-news": (f"generaltest2023.{folder.name}.ref.refA.{target}.gz", "*.hyp.", f".{target}.gz"),
        "wmt12": (f"reference.{target}.gz", f"newstest2012.{folder.name}.", ".gz"),
        "wmt23": ("refA.txt.gz", "system-outputs/", ".txt.gz"),
    }[test_set.partition("/")[0]]
    outputs = sorted(folder.glob(f"{before}*{behind}"))
    names = [path.name.rpartition(before.strip("*"))[2].removesuffix(behind) for path in outputs]
    found = [System(test_set, name, path, folder / reference) for name, path in zip(names, outputs, strict=True)]
    return found[: None if COMPILED else 1]


TEST_SETS = [f"wmt23/{pair}" for pair in WMT23] + [f"wmt23-news/{pair}" for pair in NEWS]
ALL_SYSTEMS = [system for test_set in TEST_SETS for system in systems(test_set)]


def wmt23(pair: str, system: str) -> tuple[list[str], list[str]]:
    """The output of a system of WMT23, and its reference."""
    folder = DATA / "wmt23" / pair
    return lines(folder / "system-outputs" / f"{system}.txt.gz"), lines(folder / "refA.txt.gz")


def official_corpus_scores(metric: str) -> dict[tuple[str, str], float]:
    """What the organisers of WMT23 published, by language pair and system."""
    rows = [line.split("\t") for line in lines(DATA / "wmt23-news" / "automatic-scores.tsv.gz")[1:]]
    return {(row[0], row[1]): float(row[5]) for row in rows if row[4] == metric}


def official_segment_scores(pair: str, metric: str, level: str = "seg") -> dict[str, list[float]]:
    """The published scores of every segment, or (`sys`) of the whole, by system."""
    found: dict[str, list[float]] = {}
    for line in lines(DATA / "wmt23" / pair / "metric-scores" / f"{metric}.{level}.score.gz"):
        name, value = line.split("\t")
        found.setdefault(name, []).append(float(value))
    return found
