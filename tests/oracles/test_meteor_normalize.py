"""The normaliser against METEOR 1.5 itself (the Java tool, OpenJDK 17; files and commands: meteor-golden/README.md)."""

import gzip
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bolide.kernels import COMPILED
from bolide.text.tokenize.meteor_normalize import normalized
from bolide.text.words.jar_words import LISTED as LANGUAGES
from tests.tables import table

GOLDEN = Path(__file__).parent / "meteor-golden"
RULES = table(__file__, "meteor15.toml")


@cache
def golden(name: str) -> list[str]:
    return gzip.decompress((GOLDEN / f"{name}.gz").read_bytes()).decode("utf-8").split("\n")[:-1]


def plainly(lines: list[str], language: str = "en", punctuation: bool = True) -> list[str]:
    """The normalised lines."""
    points, starts = normalized(lines, language, punctuation)
    text = str(points, "utf-32-le", "surrogatepass")
    return [text[a:b] for a, b in pairwise(starts)]


@pytest.mark.parametrize("punctuation", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_golden_line(language: str, punctuation: bool) -> None:
    expected = golden(f"norm.{language}.{'punct' if punctuation else 'nopunct'}")
    pairs = list(zip(golden("norm.in"), expected, strict=True))[:: 1 if COMPILED else 10]
    pairs = [pair for pair in pairs if "DOTMULTI" not in pair[0].replace(".", "")]  # the tool's own placeholder
    assert plainly([line for line, _ in pairs], language, punctuation) == [wanted.lower() for _, wanted in pairs]


@pytest.mark.parametrize(("text", "normal"), RULES["normalized"])
def test_rules(text: str, normal: str) -> None:
    assert plainly([text]) == [normal.lower()]
