"""Why a translation has its score, and which segments hurt the score of a system most.

The influence of a segment is the score of all segments minus the score without it.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

from bolide.corpus import Corpus, Refs
from bolide.corpus.identity import hashes_of
from bolide.corpus.inputs import refuse_file_names
from bolide.data.explanation import CorpusExplanation, Explanation, Explanations, Influential, Step
from bolide.data.figures import MarkedText
from bolide.data.stats import Stats
from bolide.forms import form_of
from bolide.metrics import check_references
from bolide.metrics.base import Metric, leave_one_out
from bolide.metrics.scorer import Metrics, Scorer, measure_corpus, scorers_of
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.limits import check_count
from bolide.testset import TestSet

if TYPE_CHECKING:
    from bolide.agreement.judgments import People


@overload
def explain(data: TestSet, /, metrics: Metrics = ..., *, line: int, human: People | None = ...) -> Explanations: ...
@overload
def explain(data: TestSet, /, metrics: Metrics = ..., *, most: int = ...) -> Explanations: ...
@overload
def explain(hyp: str, refs: Refs, metric: str | Metric | Scorer = ...) -> Explanation: ...
def explain(  # type: ignore[misc]  # a test set has no name of a parameter
    hyp: Any,
    refs: Any = None,
    metric: Any = None,
    *,
    line: int | None = None,
    most: int = 10,
    human: People | None = None,
) -> Any:
    """Trace the score of one translation, or of the only system of a test set, back to every count behind it.

    A metric given by name has its settings for single sentences, as in `bolide explain`. Of a test set, a `line` is
    explained, with the errors that people marked in it (`human`); otherwise the `most` segments that hurt the
    score most: the influence of a segment is the score of all segments minus the score without it.

    >>> import bolide
    >>> explanation = bolide.explain("the cat is on mat", "the cat is on the mat", "meteor")
    >>> round(explanation.score.points, 1), len(explanation.marks) > 0
    (45.7, True)
    >>> data = bolide.TestSet.read("town/ref.txt", ["town/tuned.txt"])
    >>> [segment.line for segment in bolide.explain(data, "bleu", most=3).corpora[0].segments]
    [11, 15, 12]
    """
    if not isinstance(hyp, TestSet):
        if refs is None:
            raise InputError("`refs` is missing: pass the references of the translation, or a bolide.TestSet alone.")
        corpus = Corpus.one(hyp, refs)
        refuse_file_names([hyp, *corpus.refs], "hyp", "TestSet.read reads files")
        check_references(metric, corpus.nrefs, 1)
        return explain_segment(corpus, Scorer.of("bleu" if metric is None else metric)).explanations[0]
    if len(hyp.corpora) != 1:
        systems = counted(len(hyp.corpora), "system")
        raise InputError(f"The test set has {systems} with texts; leave one, `without` the others.")
    metrics = metric if metric is not None else "bleu" if refs is None else refs
    [corpus] = hyp.corpora
    if line is not None:
        return explain_segment(corpus, metrics, line=line, human=human)
    return replace(explain_corpus(corpus, metrics, most=most), notes=hyp.notes)


def explain_segment(
    corpus: Corpus, metrics: Metrics = "bleu", *, line: int = 1, human: People | None = None, definitions: bool = False
) -> Explanations:
    """Explain one line of a system's output by several metrics, as `explain` does by one.

    `human` are people's judgments, whose marked errors in this line are shown. With `definitions`, the
    scores by other definitions of the same name are added.
    """
    if not 1 <= line <= len(corpus):
        raise OptionError(f"There is no line {line}; {corpus.name} has {counted(len(corpus), 'line')}.")
    segment = corpus[line - 1]
    explanations = []
    for scorer in scorers_of(metrics):
        explanation = scorer.sentence.explain(segment.hyp, segment.refs)
        others = form_of(scorer.sentence).other_definitions(segment.hyp, segment.refs) if definitions else ()
        explanations.append(replace(explanation, other_definitions=others))
    people = None
    if human is not None:
        people = MarkedText(segment.hyp, tuple(human.errors_in(corpus, line)))
    return Explanations(tuple(explanations), people=people, identity=hashes_of([corpus]))


def explain_corpus(corpus: Corpus, metrics: Metrics = "bleu", *, most: int = 10) -> Explanations:
    """Explain a system's score by the segments that hurt it most."""
    check_count("most", most, 1)
    explained = tuple(costly_segments(scorer, corpus, most) for scorer in scorers_of(metrics, systems=[corpus]))
    return Explanations(corpora=explained, identity=hashes_of([corpus]))


def influence(metric: Metric, stats: Stats) -> array[float]:
    """The corpus score minus the score without segment i, for every i; computed from rows, without text."""
    if len(stats) < 2:
        raise InputError("Influence needs at least two segments: without the only one there is nothing to score.")
    whole = metric.score_rows(stats).value
    return array("d", (whole - rest for rest in leave_one_out(metric, stats)))


def costly_segments(metric: str | Metric | Scorer, corpus: Corpus, count: int) -> CorpusExplanation:
    """The corpus score step by step, and the segments that hurt it most, each with its own score."""
    scorer = Scorer.of(metric)
    metric = scorer.corpus
    stats = measure_corpus(metric, corpus)
    changes, values = influence(metric, stats), scorer.sentence.row_values(stats)
    sign = 1 if metric.formula.higher_is_better else -1
    worst = sorted(range(len(changes)), key=lambda i: sign * changes[i])[:count]
    segments = tuple(Influential(i + 1, changes[i], values[i], corpus.hyps[i]) for i in worst)
    score = metric.score_rows(stats, corpus.nrefs)
    signature = scorer.sentence.signature(corpus.nrefs)
    return CorpusExplanation(
        score, len(corpus), segments, signature, metric.evidence.definition, corpus_steps(metric, stats)
    )


def corpus_steps(metric: Metric, stats: Stats) -> tuple[Step, ...]:
    """The derivation of a corpus score from the sums of the rows, by the lines of the metric's arithmetic."""
    score = metric.score_rows(stats)
    if metric.formula.mean_of_segments:
        sentence = "Each segment is scored by itself."
        return (Step(score.name, "mean of the segment scores", {"segments": len(stats)}, score.value, sentence),)
    row = stats.total()
    numbers: dict[str, float | int] = {**metric.formula.numbers(row), **metric.counts.as_columns(row)}
    steps = []
    for line in metric.evidence.arithmetic:
        symbols = {name: symbol for symbol, name in line.symbols.items()}
        names = {symbols.get(name, name): name for name in line.inputs if name in numbers}
        columns = {symbol: name for symbol, name in names.items() if name in metric.counts.columns}
        terms = {symbol: name for symbol, name in names.items() if symbol not in columns}
        inputs = {symbol: numbers[name] for symbol, name in names.items()}
        steps.append(line.step({**inputs, **dict(line.settings)}, numbers[line.output], "", columns, terms))
    return tuple(steps)
