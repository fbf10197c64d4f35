"""What every metric must satisfy, whatever it counts. A new metric is held to these by being in METRICS."""

from array import array
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from json import dumps
from math import isfinite
from unittest.mock import patch

import pytest

from bolide import InputError, Metric, Stats, parse
from bolide.classroom.examples import EXAMPLES
from bolide.evaluation.explaining import influence
from bolide.kernels import COMPILED
from bolide.metrics.base import leave_one_out
from bolide.metrics.edit_rate import EditRate
from bolide.metrics.meteor.nltk import StagedFormula
from tests import drawn as st
from tests.laws.settings import every_metric, law

words = st.sampled_from(["the", "cat", "cats", "sat", "on", "mat", ".", ",", "The", "Köln", "中", "1.5", "a"])
sentences = st.lists(words, max_size=9).map(" ".join)
segments = st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3))
corpora = st.lists(segments, min_size=1, max_size=5)
Corpus = list[tuple[str, list[str]]]


def measure(metric: Metric, corpus: Corpus) -> Stats:
    """The rows of a corpus, measured once: the first that a law draws is the first that others draw."""
    return _measured(metric, tuple((hyp, *refs) for hyp, refs in corpus))


@cache
def _measured(metric: Metric, corpus: tuple[tuple[str, ...], ...]) -> Stats:
    return metric.measure([hyp for hyp, *_ in corpus], [refs for _, *refs in corpus])


@law(a=corpora, b=corpora)
def test_1_rows_add(metric: Metric, a: Corpus, b: Corpus) -> None:
    both, one, other = measure(metric, a + b), measure(metric, a), measure(metric, b)
    assert both == one + other
    assert both.total() == tuple(x + y for x, y in zip(one.total(), other.total(), strict=True))


@law(corpus=corpora)
def test_counts_are_never_negative_and_keep_their_bounds(metric: Metric, corpus: Corpus) -> None:
    stats = measure(metric, corpus)
    assert min(stats.data) >= 0
    for less, more in metric.counts.at_most:
        assert all(low <= high for low, high in zip(stats.column(less), stats.column(more), strict=True)), (less, more)


@every_metric
def test_rows_beyond_their_bounds_are_refused(metric: Metric) -> None:
    for less, more in metric.counts.at_most:
        row = metric.counts.as_columns(metric.measure(["a b c"], ["a b d"])[0])
        row[less] = row[more] + 1
        with pytest.raises(InputError, match="; these are not counts"):
            metric.score_row(tuple(row.values()))
        with pytest.raises(InputError, match=r"segment 1: .*; these are not counts"):
            metric.score_rows(Stats.of(row, [row.values()]))


@every_metric
def test_sums_of_numpy_are_rows_and_those_of_nothing_are_not(metric: Metric) -> None:
    np = pytest.importorskip("numpy")
    stats = metric.measure(["a b c", "d e"], ["a b d", "d f"])
    score = metric.score_row(np.asarray(stats).sum(axis=0))
    assert dumps(dict(score.parts)) == dumps(dict(metric.score_row(stats.total()).parts))
    if metric.counts.columns[0] == "segments":
        with pytest.raises(InputError, match="segments is 0; these are not counts"):
            metric.score_row(np.asarray(stats[:0]).sum(axis=0))


@law(orders=corpora.flatmap(lambda corpus: st.tuples(st.just(corpus), st.permutations(corpus))))
def test_2_the_order_of_segments_is_irrelevant(metric: Metric, orders: tuple[Corpus, Corpus]) -> None:
    one, other = (measure(metric, corpus) for corpus in orders)
    assert sorted(one) == sorted(other)
    assert one.total() == other.total()


@law(corpus=corpora)
def test_the_order_of_references_is_irrelevant(metric: Metric, corpus: Corpus) -> None:
    turned: Corpus = [(hyp, refs[::-1]) for hyp, refs in corpus]
    one, other = measure(metric, corpus), measure(metric, turned)
    assert metric.row_values(one) == pytest.approx(metric.row_values(other), rel=1e-14)
    if isinstance(metric.formula, EditRate):  # also in their sum; elsewhere, of references that tie the first counts
        assert metric.score_rows(one).value == metric.score_rows(other).value


@law(text=st.lists(words, min_size=8, max_size=12).map(" ".join))
def test_3_identical_text_gets_the_best_score(metric: Metric, text: str) -> None:
    formula, stats = metric.formula, metric.measure([text], [text])
    best = formula.bounds[formula.higher_is_better]
    if isinstance(formula, StagedFormula):  # one chunk has a penalty, too
        best -= formula.gamma * stats[0][1] ** -formula.beta
    assert metric.score_rows(stats).value == pytest.approx(best, abs=1e-12)


@every_metric
def test_6_a_signature_reads_back_into_its_metric(metric: Metric) -> None:
    assert parse(str(metric.signature())) == metric
    assert parse(str(metric.signature("2"))) == metric


@law(corpus=corpora)
def test_8_nothing_passed_in_is_changed_and_twice_gives_the_same(metric: Metric, corpus: Corpus) -> None:
    hyps, refs = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    before = deepcopy((hyps, refs))
    first = metric.segments(hyps, refs)
    assert (hyps, refs) == before
    assert metric.segments(hyps, refs).values == first.values


@every_metric
@pytest.mark.parametrize(("hyp", "refs"), [("", ["a b"]), ("a b", [""]), ("", [""]), ("", ["", "a"]), ("  ", ["\t"])])
def test_9_empty_sides_have_a_defined_number(metric: Metric, hyp: str, refs: list[str]) -> None:
    low, high = metric.formula.bounds
    assert low <= metric.sentence(hyp, refs).value <= high
    assert isfinite(metric.sentence(hyp, refs).value)
    assert metric.explain(hyp, refs).steps[-1].value == metric.sentence(hyp, refs).value


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.metric.name} {e.title}")
def test_10_worked_examples_come_out(example: object) -> None:
    assert example.holds(), example.value()  # type: ignore[attr-defined]


@law(corpus=corpora)
def test_values_are_the_scores_of_the_rows(metric: Metric, corpus: Corpus) -> None:
    stats = measure(metric, corpus)
    assert metric.row_values(stats) == array("d", [metric.score_row(row).value for row in stats])


@law(hyps=st.lists(sentences, min_size=1, max_size=3), refs=st.lists(sentences, min_size=1, max_size=3))
def test_pairwise_is_every_pair_by_itself(metric: Metric, hyps: list[str], refs: list[str]) -> None:
    hyps, refs = hyps + hyps[::-1], [*refs, hyps[0], refs[0]]  # equal texts are scored once
    wanted = [[metric.sentence(hyp, ref).value for ref in refs] for hyp in hyps]
    assert metric.pairwise(hyps, refs).tolist() == wanted


@law(corpus=st.lists(segments, min_size=2, max_size=5))
def test_influence_is_the_score_without_the_segment(metric: Metric, corpus: Corpus) -> None:
    stats = measure(metric, corpus)
    whole = metric.score_rows(stats).value
    for i, change in enumerate(influence(metric, stats)):
        rest: Sequence[int] = [row for row in range(len(stats)) if row != i]
        assert change == pytest.approx(whole - metric.score_rows(stats.take(rest)).value, abs=1e-12)


@every_metric
def test_without_the_only_segment_nothing_is_left(metric: Metric) -> None:
    pytest.importorskip("numpy", reason="Pyodide is tried without numpy")
    from bolide.significance import Sample

    stats = metric.measure(["the cat"], ["the cat sat"])
    samples = Sample.of("a", metric, stats), Sample.from_values("a", "m", [0.5])
    for left_out in (lambda: list(leave_one_out(metric, stats)), *(sample.leave_one_out for sample in samples)):
        with pytest.raises(InputError, match=r"Leaving one segment out needs at least two segments"):
            left_out()


@every_metric
def test_threads_and_blocks_change_nothing(metric: Metric) -> None:
    size, per_task = (1500, metric.counts.per_task) if COMPILED else (200, 96)
    assert size > per_task  # what a thread takes at a time
    hyps = [f"the cat number {i % 37} sat on a mat" for i in range(size)]
    refs = [[f"a cat number {i % 31} is on the mat", "cats"][: 1 + i % 2] for i in range(size)]
    cut = size // 2
    with patch.object(type(metric.counts), "per_task", per_task):
        whole = metric.measure(hyps, refs)
        assert metric.measure(hyps, refs, jobs=3) == whole
        assert metric.measure(hyps[:cut], refs[:cut]) + metric.measure(hyps[cut:], refs[cut:]) == whole
