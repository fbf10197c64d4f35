"""Whatever is done to lists, arrays and views that were handed over: numbers or an error, never a crash.

Each of these was, or could have been, a segmentation fault of the compiled kernels.
"""

import threading
from array import array
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, strategies as st

from bolide import BLEU, CHRF, METEOR, RGBF, Corpus, InputError, Metric, Stats
from bolide.kernels import COMPILED
from bolide.kernels.statistics import rows
from bolide.metrics.base import leave_one_out
from bolide.metrics.scorer import measure_corpus
from bolide.significance.sample import Sample
from tests.errors import raises
from tests.kernels.both import interpreted

METRICS: list[Metric] = [
    BLEU(),
    CHRF(),
    CHRF(word_order=2),
    RGBF(),
    *(METEOR(variant=name) for name in ("1.5", "nltk", "2005", "runs")),
]
HYPS = ["the cat sat on the mat", "a dog ran", "", "one two three four five"]
REFS = [["the cat is on the mat", "a cat sat"], ["dogs run"], ["nothing here"], ["one two", "three", "four five"]]
WILD = [-(2**62), -1000, -1, 0, 1, 2, 7, 1000, 2**31, 2**62]
each_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))


@each_metric
def test_lists_changed_afterwards_change_nothing(metric: Metric) -> None:
    hyps, refs = [*HYPS], [[*group] for group in REFS]
    single = [group[0] for group in REFS]
    corpora = [Corpus.of(hyps, refs), Corpus.of(hyps, single)]
    wanted = [list(measure_corpus(metric, corpus)) for corpus in corpora]
    hyps.clear()
    single.extend(["longer"] * 1000)
    del refs[1:]
    refs[0].append("more")
    assert [list(measure_corpus(metric, corpus)) for corpus in corpora] == wanted


CHANGES: dict[str, Callable[[Corpus], object]] = {
    "fewer hyps": lambda corpus: corpus.hyps.pop(),
    "more hyps": lambda corpus: corpus.hyps.extend("abc"),
    "fewer refs": lambda corpus: corpus.refs.pop(),
    "more refs": lambda corpus: corpus.refs.extend("abc"),
    "fewer starts": lambda corpus: corpus.ref_starts.pop(),
    "starts": lambda corpus: corpus.ref_starts.__setitem__(1, 2**50),
}


@each_metric
@pytest.mark.parametrize("what", CHANGES)
def test_a_corpus_whose_own_lists_were_changed_is_refused(metric: Metric, what: str) -> None:
    corpus = Corpus.of(HYPS, REFS)
    CHANGES[what](corpus)
    with pytest.raises((InputError, ValueError)):
        measure_corpus(metric, corpus)


@pytest.mark.parametrize("metric", [BLEU(), CHRF(), METEOR(variant="nltk")])
def test_lists_changed_by_another_thread_meanwhile(metric: Metric) -> None:
    hyps = [f"word {k} and more words" for k in range(300)]
    refs = [[f"word {k} and", "more"] for k in range(300)]
    corpus = Corpus.of(hyps, refs)
    wanted = measure_corpus(metric, corpus)
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            for texts in (hyps, corpus.hyps, corpus.refs):
                texts.append("x")
                texts.pop()
            corpus.ref_starts[7] += 2**40
            corpus.ref_starts[7] -= 2**40

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20 if COMPILED else 5):  # a crash would be one of compiled kernels
            try:
                found = measure_corpus(metric, corpus)
            except (InputError, ValueError):
                continue
            assert len(found) in (300, 301)
    finally:
        ended.set()
        thread.join()
    assert measure_corpus(metric, corpus) == wanted


# --- Stats ------------------------------------------------------------------------------------------------------------


def test_numpys_view_keeps_its_memory() -> None:
    table = Stats.of(("a", "b"), [(1, 2), (3, 4)])
    seen = np.asarray(table)[:, 0]
    for change in (
        lambda: table.data.append(5),
        lambda: table.data.extend([5] * 100_000),
        table.data.pop,
        lambda: table.data.__delitem__(slice(None)),
    ):
        raises(BufferError, "export", change)
    assert seen.tolist() == [1, 3]
    del seen
    table.data.extend([5, 6])  # without a view the array is free again
    assert np.asarray(table).tolist() == [[1, 2], [3, 4], [5, 6]]
    assert np.asarray(Stats.of(("a", "b"), [(1, 2), (3, 4)])).tolist() == [[1, 2], [3, 4]]  # it outlives the table
    assert np.asarray(Stats(("a", "b"), array("q"))).shape == (0, 2)


@each_metric
@given(data=st.data())
def test_rows_that_no_text_has(metric: Metric, data: st.DataObject) -> None:
    """A number or a Python error for any integers; the compiled kernels divide by nothing that may be 0."""
    width = len(metric.counts.columns)
    made = data.draw(st.lists(st.lists(st.sampled_from(WILD), min_size=width, max_size=width), min_size=1, max_size=3))
    stats = Stats.of(metric.counts.columns, made)
    for call in (metric.score_rows, metric.row_values, lambda stats: list(leave_one_out(metric, stats))):
        with suppress(ArithmeticError, ValueError, TypeError, IndexError):
            call(stats)


# --- sums and columns -------------------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=2, max_size=2), min_size=1, max_size=5))
def test_sums_are_exact_or_refused_compiled_and_interpreted(table: list[list[int]]) -> None:
    exact = [sum(column) for column in zip(*table, strict=True)]
    stats = Stats.of(("a", "b"), table)
    plain = interpreted("statistics.rows")
    for add_up in (rows.add_up, plain.add_up):
        sums = array("q", [0, 0])
        if add_up(memoryview(stats.data), memoryview(sums)):
            assert sums.tolist() == exact
        else:
            assert any(abs(number) > 2**60 for row in table for number in row)
    if all(-(2**63) <= number < 2**63 for number in exact):
        assert list(stats.total()) == exact
    else:
        raises(InputError, "exceeds 64 bits", stats.total)


def test_a_corpus_score_does_not_wrap() -> None:
    row = [1, 2**62, 2**62, *[2**61] * 4, *[2**62] * 4, *[0] * 4]
    with pytest.raises(InputError, match="The sum of the column hyp_len is 9223372036854775808, which exceeds 64 bits"):
        BLEU().score_rows(Stats.of(BLEU().counts.columns, [row, row]))
    raises(InputError, "Row 0 is not a list of 64-bit integers", Stats.of, ("a",), [[2**63]])
    raises(InputError, "more than 56 bits", BLEU().score_rows, Stats.of(BLEU().counts.columns, [row]))
    with pytest.raises(InputError, match="sums of resampled rows would not be exact"):
        Sample.of("a", BLEU(), Stats.of(BLEU().counts.columns, [[number >> 8 for number in row]]))
