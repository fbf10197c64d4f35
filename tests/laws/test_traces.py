"""Traces say of every segment what explanations say of one: the same tokens, the same reference, the same evidence."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import Corpus, Metric
from bolide.explanation import Explanation
from bolide.marks import EDITS, Edit, Gram, Link, Shift
from bolide.metrics.traces import Edited, Traces, View
from tests.laws.settings import all_metrics, every_metric, under_each
from tests.laws.test_laws import sentences

segments = st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=4)


@all_metrics
@settings(max_examples=25)
@given(texts=segments)
@under_each
def test_traces_are_what_explanations_say(metric: Metric, texts: list[tuple[str, list[str]]]) -> None:
    corpus = Corpus.of([hyp for hyp, _ in texts], [refs for _, refs in texts])
    traces = metric.traces(corpus)
    if traces is None:
        assert metric.name in ("PER", "CDER")
        return
    assert len(traces.chosen) == len(corpus)
    rows = metric.measure_corpus(corpus)
    for k, (start, end) in enumerate(pairwise(corpus.ref_starts)):
        explanation = metric.explain(*texts[k])
        views = [View(v.unit, v.glue, [v.hyps[k]], v.refs[start:end], v.columns) for v in traces.views]
        row = dict(zip(metric.columns, rows[k], strict=True))
        {"grams": _grams, "links": _links, "edits": _edits}[traces.kind](traces, views, k, row, explanation)


def _reference(explanation: Explanation) -> set[int | None]:
    kinds = (Gram, Link, Edit)
    return {mark.reference for mark in explanation.marks if isinstance(mark, kinds) and mark.ref}


def _grams(traces: Traces, views: list[View], k: int, row: dict[str, int], explanation: Explanation) -> None:
    """Whoever counts the n-grams of these tokens, each up to the most that a reference has, finds the row's matches."""
    chosen = traces.chosen[k]
    if chosen >= 0:
        assert _reference(explanation) <= {chosen}
    for view in views:
        refs = view.refs if chosen < 0 else [view.refs[chosen]]
        if len(refs) > 1 and any("match_p" in column for column in view.columns):
            continue  # rgbF counts each order by one reference, the best for that order
        for n, column in enumerate(view.columns, 1):
            most: Counter[tuple[str, ...]] = Counter()
            for ref in refs:
                most |= _ngrams(ref, n)
            assert sum((_ngrams(view.hyps[0], n) & most).values()) == row[column]


def _ngrams(tokens: object, n: int) -> Counter[tuple[str, ...]]:
    found = list(tokens)  # type: ignore[call-overload]
    return Counter(zip(*(found[i:] for i in range(n)), strict=False))


def _links(traces: Traces, views: list[View], k: int, row: dict[str, int], explanation: Explanation) -> None:
    assert traces.links is not None
    (view,) = views
    assert tuple(view.hyps[0]) == explanation.hyp
    assert tuple(map(tuple, view.refs)) == explanation.refs
    marks = [mark for mark in explanation.marks if isinstance(mark, Link)]
    assert _reference(explanation) <= {traces.chosen[k]}
    found = [
        (tuple(range(i, i + m)), tuple(range(j, j + n)), traces.stages[stage], chunk)
        for i, j, m, n, stage, chunk in traces.links[k]
    ]
    assert found == [(mark.hyp, mark.ref, mark.stage, mark.chunk) for mark in marks]


def _edits(traces: Traces, views: list[View], k: int, row: dict[str, int], explanation: Explanation) -> None:
    assert traces.edits is not None
    (view,) = views
    assert tuple(view.hyps[0]) == explanation.hyp
    assert tuple(map(tuple, view.refs)) == explanation.refs
    edited: Edited = traces.edits[k]
    marks = [mark for mark in explanation.marks if isinstance(mark, Edit)]
    assert [tuple(EDITS)[number] for number in edited.operations] == [mark.operation for mark in marks]
    assert edited.order == [place for mark in marks for place in mark.hyp]
    assert [move[0] for move in edited.moves] == [m.gain for m in explanation.marks if isinstance(m, Shift)]
    assert len(edited.moves) == row.get("shifts", 0)
    for figure in explanation.figures:
        assert [move[1:] for move in edited.moves] == [(move.origin, *move.columns) for move in figure.moves]  # type: ignore[union-attr]


@every_metric
def test_the_arithmetic_is_made_of_what_there_is(metric: Metric) -> None:
    """Every line names columns, and numbers that the formula makes; what it puts in was made before; the last line
    makes the score."""
    made: set[str] = set()
    names, columns = set(metric.formula.names), set(metric.columns)
    for line in metric.arithmetic:
        assert line.label
        assert set(line.of) <= columns | made | {"used"}, line
        assert set(line.made) <= names | columns
        made |= set(line.made)
    assert metric.arithmetic[-1].made == (metric.formula.names[-1],)
