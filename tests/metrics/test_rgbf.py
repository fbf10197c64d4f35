"""rgbF: the paper's example, the definition by brute force, its edges, and what it refuses."""

from fractions import Fraction
from pathlib import Path

import pytest

from bolide import RGBF, Corpus
from bolide.classroom.examples import HYPS, REFS, UNITS
from bolide.corpus.lines import read_lines
from bolide.forms import form_of
from bolide.metrics.scorer import measure_corpus
from tests import drawn as st
from tests.drawn import given
from tests.plain import grams

tokens = st.lists(st.sampled_from(["a", "b", "c", "C++", "#x"]), max_size=7)


def two_units(length: int) -> st.Made:
    return st.lists(tokens, min_size=length, max_size=length).map(lambda views: " ++ ".join(map(" ".join, views)))


def percents(numbers: list[float]) -> list[str]:
    return [f"{100 * number:.4f}" for number in numbers]


def test_the_papers_example() -> None:
    """Popović 2012, the example of section 3; the weighted numbers are recomputed from the definition."""
    score = RGBF(units=UNITS).corpus(HYPS, REFS)
    parts = score.parts
    assert percents([score.value, parts["precision"], parts["recall"]]) == ["42.2512", "48.9473", "37.1839"]
    assert percents([unit["f"] for unit in parts["units"]]) == ["36.6824", "38.7693", "40.2712", "53.2818"]
    grams = percents([gram["f"] for gram in parts["ngrams"]])
    assert grams[:6] == ["68.0000", "39.1304", "23.8095", "15.7895", "72.0000", "43.4783"]
    assert grams[-2:] == ["42.8571", "21.0526"]
    assert percents(list(RGBF(units=UNITS).segments(HYPS, REFS).values)) == ["31.0037", "55.8205"]


def matches(hyp: list[str], ref: list[str], n: int) -> tuple[int, int, int]:
    mine, other = grams(hyp, n), grams(ref, n)
    return (mine & other).total(), mine.total(), other.total()


@given(
    segments=st.lists(st.tuples(two_units(2), st.lists(two_units(2), min_size=1, max_size=3)), min_size=1, max_size=3),
    orders=st.integers(1, 5),
)
def test_equals_the_definition(segments: list[tuple[str, list[str]]], orders: int) -> None:
    """Best precision and best recall apart, for each sentence, unit and order; then sums; then means of F."""
    metric = RGBF(units=("u", "v"), max_ngram_order=orders, unit_weights=(1, 3))
    value = Fraction(0)
    for unit, weight in ((0, Fraction(1, 4)), (1, Fraction(3, 4))):
        for n in range(1, orders + 1):
            sums = [0, 0, 0, 0]
            for hyp, refs in segments:
                views = [[piece.split() for piece in (" " + text + " ").split(" ++ ")][unit] for text in (hyp, *refs)]
                found = [matches(views[0], ref, n) for ref in views[1:]]
                best = max(found, key=lambda m: Fraction(m[0], m[2]) if m[2] else Fraction(0))
                row = (max(m[0] for m in found), found[0][1], best[0], best[2])
                sums = [a + b for a, b in zip(sums, row, strict=True)]
            p, h, q, r = sums
            value += weight / orders * (Fraction(2 * p * q, p * r + q * h) if p else 0)
    hyps, groups = [hyp for hyp, _ in segments], [refs for _, refs in segments]
    assert metric.corpus(hyps, groups).value == pytest.approx(float(value), abs=1e-12)


# --- units from files -----------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    for name, text in {"h1": "N V\n\n", "h2": "V\n\n", "r1": "N V\n\n", "r2": "V V\n\n", "short": "N\n"}.items():
        Path(name).write_text(text)


SYSTEMS = [
    Corpus.of(["a b", ""], [["a b", "b b"], ["", "c"]], "one"),
    Corpus.of(["b", ""], [["a b", "b b"], ["", "c"]], "two"),
]


def joined(*names: str) -> list[Corpus]:
    metric = RGBF(units=("word", "pos"), analysers=("words", "file"), tokenize="whitespace")
    return form_of(metric).with_files(SYSTEMS, {"pos": names}, read_lines)


def test_units_are_joined() -> None:
    one, two = joined("h1", "h2", "r1", "r2")
    assert (one.hyps, two.hyps) == (["a b ++ N V", ""], ["b ++ V", ""])
    assert one.refs == two.refs == ["a b ++ N V", "b b ++ V V", "", "c ++ "]
    assert (one.name, one.nrefs) == ("one", "2")
    metric = RGBF(units=("word", "pos"), max_ngram_order=1)
    assert metric.score_rows(measure_corpus(metric, one)).value == pytest.approx(1.0)
