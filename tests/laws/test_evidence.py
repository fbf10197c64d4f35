"""Every step of every metric's explanation says where its numbers come from, and says it truly; what bulk evidence says
of a segment does not depend on its neighbours.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import isclose, isfinite
from string import Formatter
from xml.etree import ElementTree

from bolide import Corpus, Metric
from bolide.data.explanation import Explanation
from bolide.data.marks import Gram
from bolide.metrics.evidence import BulkEvidence
from bolide.reporting.figures.draw import svg
from tests import drawn as st
from tests.laws.settings import every_metric, law
from tests.laws.test_laws import sentences


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
    check_formulas(explanation)
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


def check_formulas(explanation: Explanation) -> None:
    """The numbers that a formula mentions are numbers of its step."""
    for step in explanation.steps:
        assert {symbol for _, symbol, *_ in Formatter().parse(step.computed) if symbol} <= set(step.numbers)


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


@every_metric
def test_the_arithmetic_is_made_of_what_there_is(metric: Metric) -> None:
    """Every line names columns, and numbers that the formula gives; what it takes was given before; the last line gives
    the score."""
    known: set[str] = set()
    names, columns = set(metric.formula.names), set(metric.counts.columns)
    for line in metric.evidence.arithmetic:
        assert line.label
        assert set(line.inputs) <= columns | known | {"used"}, line
        assert line.output in names | columns
        assert set(line.symbols.values()) <= set(line.inputs)
        known.add(line.output)
    assert line.output == metric.formula.names[-1]
