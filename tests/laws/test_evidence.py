"""Every step of every metric's explanation says where its numbers come from, and says it truly; what bulk evidence says
of a segment does not depend on its neighbours, and is what the row counts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from math import isclose, isfinite
from operator import or_
from xml.etree import ElementTree

from bolide import Corpus, Metric
from bolide.data.explanation import Explanation
from bolide.data.marks import EDITS, Gram
from bolide.metrics.evidence import JUMP, BulkEvidence, EditPath
from bolide.metrics.measuring import measure_corpus
from bolide.reporting.figures.draw import svg
from tests import drawn as st
from tests.laws.settings import every_metric, law
from tests.laws.test_laws import sentences
from tests.plain import grams


@law(hyp=sentences, refs=st.lists(sentences, min_size=1, max_size=3))
def test_5_the_explanation_adds_up_and_says_where_its_numbers_come_from(
    metric: Metric, hyp: str, refs: list[str]
) -> None:
    explanation, row = metric.explain(hyp, refs), metric.measure([hyp], [refs])[0]
    assert explanation.row(metric.counts.columns) == row
    assert explanation.steps[-1].value == explanation.score.value == metric.sentence(hyp, refs).value
    assert explanation.cross_checked
    check_positions(explanation)
    check_columns(metric, explanation)
    check_terms(metric, explanation, row)


def check_positions(explanation: Explanation) -> None:
    """An n-gram stands where its mark says, in letters without spaces; what the n-grams share out is the score."""
    grams = [mark for mark in explanation.marks if isinstance(mark, Gram)]
    for mark in grams:
        refs = [] if mark.reference is None else [(mark.ref, explanation.refs[mark.reference])]
        for indices, tokens in ((mark.hyp, explanation.hyp), *refs):
            assert all(_letters("".join(tokens[k:])).startswith(_letters(mark.text)) for k in indices)
    if grams and grams[0].share is not None:
        shares = sum(mark.share or 0 for mark in grams)
        assert isclose(shares, explanation.score.value, abs_tol=1e-12)


def _letters(text: str) -> str:
    return "".join(text.split())


def check_columns(metric: Metric, explanation: Explanation) -> None:
    """A number of a column is what its marks add up to."""
    sums = dict(zip(metric.counts.columns, explanation.row(metric.counts.columns), strict=True))
    for step in explanation.steps:
        assert set(step.columns) <= set(step.numbers)
        for name, column in step.columns.items():
            value = step.numbers[name]
            assert sums[column] == value or isinstance(value, list), (step.label, name)


def check_terms(metric: Metric, explanation: Explanation, row: Sequence[int]) -> None:
    """A term is the formula's, or that of an earlier step."""
    numbers = metric.formula.numbers(row)
    formula = {
        name: value if isfinite(value) else 0.0 for name, value in numbers.items()
    }  # METEOR 1.5 has NaN, as its tool
    made: dict[str, float] = {}
    for step in explanation.steps:
        assert set(step.terms) <= set(step.numbers)
        for name, term in step.terms.items():
            assert step.numbers[name] == {**formula, **made}[term], (step.label, name)
        if step.value_name:
            assert step.value_name not in made
            assert formula.get(step.value_name, step.value) == step.value, step.label
            made[step.value_name] = step.value
    assert explanation.steps[-1].value_name == metric.formula.names[-1]


@every_metric
def test_an_explanation_has_a_picture(metric: Metric) -> None:
    figures = metric.explain("the cat sat on a mat", ["the cats sat on the mat"]).figures
    assert figures
    ElementTree.fromstring(svg(figures))


segments = st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=4)
OK, SUBSTITUTE, INSERT, DELETE = range(len(EDITS))


def of_segment(evidence: BulkEvidence, corpus: Corpus, k: int) -> BulkEvidence:
    """What bulk evidence says of one segment."""
    start, end = corpus.ref_starts[k], corpus.ref_starts[k + 1]
    views = [view._replace(hyps=view.hyps[k : k + 1], refs=view.refs[start:end]) for view in evidence.views]
    links = None if evidence.links is None else evidence.links[k : k + 1]
    edits = None if evidence.edits is None else evidence.edits[k : k + 1]
    return replace(evidence, views=tuple(views), references=evidence.references[k : k + 1], links=links, edits=edits)


@law(25, texts=segments)
def test_a_segment_has_the_same_evidence_by_itself(metric: Metric, texts: list[tuple[str, list[str]]]) -> None:
    corpus = Corpus.of([hyp for hyp, _ in texts], [refs for _, refs in texts])
    evidence = metric.evidence.bulk(corpus)
    assert evidence is not None
    assert len(evidence.references) == len(corpus)
    for k, (hyp, refs) in enumerate(texts):
        assert of_segment(evidence, corpus, k) == metric.evidence.bulk(Corpus.of([hyp], [refs]))


@law(25, texts=segments)
def test_the_evidence_is_what_the_rows_count(metric: Metric, texts: list[tuple[str, list[str]]]) -> None:
    """Counted again from the evidence alone, in the plainest way."""
    corpus = Corpus.of([hyp for hyp, _ in texts], [refs for _, refs in texts])
    evidence = metric.evidence.bulk(corpus)
    assert evidence is not None
    rows = measure_corpus(metric, corpus)
    for k, (start, end) in enumerate(pairwise(corpus.ref_starts)):
        row = dict(zip(metric.counts.columns, rows[k], strict=True))
        assert -1 <= evidence.references[k] < end - start
        {"grams": _grams, "links": _links, "edits": _edits}[evidence.kind](of_segment(evidence, corpus, k), row)


def _grams(evidence: BulkEvidence, row: dict[str, int]) -> None:
    """The n-grams of the tokens, each up to the most that a reference has, are the row's matches."""
    (reference,) = evidence.references
    for view in evidence.views:
        refs = view.refs if reference < 0 else [view.refs[reference]]
        if len(refs) > 1 and any("match_p" in column for column in view.columns):
            continue  # rgbF counts each order by one reference, the best for that order
        for n, column in enumerate(view.columns, 1):
            most = reduce(or_, (grams(list(ref), n) for ref in refs))
            assert (grams(list(view.hyps[0]), n) & most).total() == row[column]


def _links(evidence: BulkEvidence, row: dict[str, int]) -> None:
    """No word is linked twice, linked words exist, and matches and chunks are those of the row."""
    (view,), (links,), (reference,) = evidence.views, evidence.links or [[]], evidence.references
    hyp, ref = view.hyps[0], view.refs[reference]
    ours = [index for i, _, words, *_ in links for index in range(i, i + words)]
    theirs = [index for _, j, _, words, *_ in links for index in range(j, j + words)]
    for indices, words in ((ours, hyp), (theirs, ref)):
        assert len(set(indices)) == len(indices)
        assert set(indices) <= set(range(len(words)))
    chunks = max((chunk for *_, chunk in links), default=0)
    if "segments" in row:  # the variants in stages count links, 1.5 counts words, by letters if it is so set
        by_stage = Counter(evidence.stages[stage] for *_, stage, _ in links)
        assert {stage: row[f"match_{stage}"] for stage in evidence.stages} == {s: by_stage[s] for s in evidence.stages}
        assert (row["hyp_len"], row["ref_len"], row["chunks"]) == (len(hyp), len(ref), chunks)
    else:
        assert row["chunks"] in (chunks, 0)
        assert bool(links) == bool(row["hyp_matched"])


def _edits(evidence: BulkEvidence, row: dict[str, int]) -> None:
    """Carried out, the edits turn the candidate into the reference, and there are as many as the row says."""
    (view,), (path,), (reference,) = evidence.views, evidence.edits or [], evidence.references
    hyp, ref = list(view.hyps[0]), list(view.refs[reference])
    assert _carried_out(path, hyp, ref) == sorted(enumerate(ref))
    if JUMP not in path.operations:
        assert sorted(path.order) == list(range(len(hyp)))
    for shift, before, after in zip(path.shifts, path.orders, path.orders[1:], strict=False):
        block = list(before[shift.start : shift.start + shift.length])
        assert [word for word in before if word not in block] == [word for word in after if word not in block]
        assert list(after)[list(after).index(block[0]) :][: len(block)] == block
    assert sum(operation != OK for operation in path.operations) + len(path.shifts) == row["edits"]
    assert len(path.moves) == row.get("shifts", 0)


def _carried_out(path: EditPath, hyp: list[str], ref: list[str]) -> list[tuple[int, str]]:
    """The words that the operations write, each with its index in the reference."""
    ours, theirs, written = iter(path.order), iter(path.ref_order), []
    for operation in path.operations:
        word = hyp[next(ours)] if operation in (OK, SUBSTITUTE, INSERT) else None
        if operation in (OK, SUBSTITUTE, DELETE):
            index = next(theirs)
            written.append((index, word if operation == OK and word is not None else ref[index]))
    return sorted(written)


@every_metric
def test_the_arithmetic_is_made_of_what_there_is(metric: Metric) -> None:
    """Every line names columns, and numbers that the formula gives; what it takes was given before; the last line gives
    the score."""
    known: set[str] = set()
    names, columns = set(metric.formula.names), set(metric.counts.columns)
    for line in metric.evidence.arithmetic:
        assert line.label
        assert set(line.inputs) <= columns | known | {"used"}, line
        assert set(line.outputs) <= names | columns
        known |= set(line.outputs)
    assert metric.evidence.arithmetic[-1].outputs == (metric.formula.names[-1],)
