"""`bolide.explain` and `bolide.resegment`: why a translation has its score, and an output cut into given lines."""

from __future__ import annotations

import os
from dataclasses import replace

from bolide.corpus import UNNAMED, Corpus, Refs
from bolide.corpus.identity import hashes_of
from bolide.corpus.inputs import Path, References, Systems, Texts, corpora_of, file_of, refuse_file_names, texts_of
from bolide.corpus.lines import read_lines, read_text, refuse_shared_files
from bolide.corpus.table_files import STDIN
from bolide.data.explanation import Explanation, Explanations
from bolide.data.figures import MarkedText
from bolide.evaluation.influence import explain_corpus as costly_segments
from bolide.evaluation.resegment import Resegmented, resegment as _resegment
from bolide.forms import form_of
from bolide.metrics import check_references
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Metrics, Scorer, scorers_of
from bolide.system.errors import InputError, OptionError, counted
from bolide.system.limits import check_count


def explain(hyp: str, refs: Refs, metric: str | Metric | Scorer = "bleu") -> Explanation:
    """Trace the score of one translation back to every count behind it.

    A metric given by name has its settings for single sentences, as in `bolide explain`.

    >>> import bolide
    >>> explanation = bolide.explain("the cat is on mat", "the cat is on the mat", "meteor")
    >>> round(explanation.score.points, 1), len(explanation.marks) > 0
    (45.7, True)
    """
    corpus = Corpus.one(hyp, refs)
    refuse_file_names([hyp, *corpus.refs], "hyp", "explain_corpus reads files")
    check_references(metric, corpus.nrefs, 1)
    return explain_segment(corpus, Scorer.of(metric)).explanations[0]


def explain_segment(
    corpus: Corpus, metrics: Metrics = "bleu", *, line: int = 1, human: Path | None = None, definitions: bool = False
) -> Explanations:
    """Explain one line of a system's output by several metrics, as `explain` does by one.

    `human` is a file of errors that people marked, of which those in this line are shown. With `definitions`, the
    scores by other definitions of the same name are added.
    """
    if line > len(corpus):
        raise OptionError(f"There is no line {line}; {corpus.name} has {counted(len(corpus), 'line')}.")
    segment = corpus[line - 1]
    explanations = []
    for scorer in scorers_of(metrics):
        explanation = scorer.sentence.explain(segment.hyp, segment.refs)
        others = form_of(scorer.sentence).other_definitions(segment.hyp, segment.refs) if definitions else ()
        explanations.append(replace(explanation, other_definitions=others))
    people = None
    if human is not None:
        from bolide.agreement.external_scores import errors_in_line  # needs numpy

        people = MarkedText(segment.hyp, tuple(errors_in_line(file_of(human, "human"), corpus, line)))
    return Explanations(tuple(explanations), people=people, identity=hashes_of([corpus]))


def explain_corpus(
    hyps: Texts | Corpus, refs: References | None = None, metrics: Metrics = "bleu", *, most: int = 10
) -> Explanations:
    """Explain a system's score by the segments that hurt it most.

    The influence of a segment is the score of all segments minus the score without it.

    >>> import bolide
    >>> explained = bolide.explain_corpus("town/tuned.txt", "town/ref.txt", most=3)
    >>> [segment.line for segment in explained.corpora[0].segments]
    [11, 15, 12]
    """
    check_count("most", most, 1)
    system: Systems = [hyps] if isinstance(hyps, Corpus) else {UNNAMED: hyps}
    if isinstance(hyps, str | os.PathLike):
        system = [file_of(hyps, "hyps")]
    notes: list[str] = []
    [corpus] = corpora_of(system, refs, notes.append)
    explained = tuple(costly_segments(scorer, corpus, most) for scorer in scorers_of(metrics, systems=[corpus]))
    return Explanations(corpora=explained, notes=tuple(notes), identity=hashes_of([corpus]))


def resegment(output: Texts, refs: Texts, *, unit: str = "word", lowercase: bool = False) -> Resegmented:
    """Cut an output into the lines of its reference, with as few edits as possible.

    >>> import bolide
    >>> result = bolide.resegment(["hello world it is", "raining today"], ["hello world", "it rains today"])
    >>> [line.text for line in result.lines]
    ['hello world', 'it is raining today']
    """
    ref_file, file = (
        file_of(texts, name) if isinstance(texts, str | os.PathLike) else None
        for texts, name in ((refs, "refs"), (output, "output"))
    )
    if ref_file is not None and file is not None:
        if file == ref_file == STDIN:
            raise InputError("Standard input (-) can be read only once; give the reference or the output as a file.")
        refuse_shared_files([file], [ref_file], "reference and the output")
    lines = texts_of(refs, "refs") if ref_file is None else read_lines(ref_file)
    text = "\n".join(texts_of(output, "output")) if file is None else read_text(file)
    if not text.strip():
        raise InputError(f"{file if file not in (None, STDIN) else 'The output'} is empty; give an output.")
    return _resegment(text, lines, unit=unit, lowercase=lowercase)
