"""The real test sets (README.md says where they come from), and a reason to skip where they are absent.

Compiled, every system is scored; interpreted, one a set is enough to show the same integers.
"""

import gzip
import os
from functools import cache
from pathlib import Path

import pytest

from bolide.kernels import COMPILED

DATA = Path(os.environ.get("BOLIDE_TEST_DATA") or Path(__file__).parents[3] / "shared" / "data")
if os.environ.get("BOLIDE_TEST_DATA") and not DATA.is_dir():
    raise FileNotFoundError(f"BOLIDE_TEST_DATA is {DATA}, and there is no such folder.")
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the real test sets are not here: tests/real/README.md says where to get them"
)
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


def systems(test_set: str) -> list[tuple[str, Path, Path]]:
    """Name, output and reference of every system of `wmt23/zh-en` and the like."""
    folder = DATA / test_set
    pair = folder.name
    if test_set.startswith("wmt23-news"):
        target = pair[-2:]
        found = sorted(folder.glob("*.hyp.*.gz"))
        reference = folder / f"generaltest2023.{pair}.ref.refA.{target}.gz"
        named = [(path.name.split(".hyp.")[1].removesuffix(f".{target}.gz"), path) for path in found]
    elif test_set.startswith("wmt12"):
        reference = folder / f"reference.{pair[-2:]}.gz"
        found = sorted(folder.glob(f"newstest2012.{pair}.*.gz"))
        named = [(path.name.removeprefix(f"newstest2012.{pair}.").removesuffix(".gz"), path) for path in found]
    else:
        reference = folder / "refA.txt.gz"
        named = [(path.name.removesuffix(".txt.gz"), path) for path in sorted(folder.glob("system-outputs/*.gz"))]
    return [(name, path, reference) for name, path in named][: None if COMPILED else 1]


TEST_SETS = [f"wmt23/{pair}" for pair in WMT23] + [f"wmt23-news/{pair}" for pair in NEWS]
ALL_SYSTEMS = [(test_set, *system) for test_set in TEST_SETS for system in systems(test_set)] if DATA.is_dir() else []


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
