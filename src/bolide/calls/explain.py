"""`bolide.explain` and `bolide.resegment`: why a translation has its score, and an output cut into given lines."""

from __future__ import annotations

from bolide.corpus import Refs
from bolide.corpus.inputs import Texts, texts_of
from bolide.data.explanation import Explanation
from bolide.evaluation.resegment import Resegmented
from bolide.evaluation.resegment import resegment as _resegment
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer


def explain(hyp: str, refs: Refs, metric: str | Metric | Scorer = "bleu") -> Explanation:
    """Trace the score of one translation back to every count behind it.

    A metric given by name has its settings for single sentences, as in `bolide explain`.

    >>> import bolide
    >>> explanation = bolide.explain("the cat is on mat", "the cat is on the mat", "meteor")
    >>> round(explanation.score.percent, 1), len(explanation.marks) > 0
    (45.7, True)
    """
    return Scorer.of(metric).sentence.explain(hyp, refs)


def resegment(output: Texts, refs: Texts, *, unit: str = "word", lowercase: bool = False) -> Resegmented:
    """Cut an output into the lines of its reference, with as few edits as possible.

    >>> import bolide
    >>> result = bolide.resegment(["hello world it is", "raining today"], ["hello world", "it rains today"])
    >>> [line.text for line in result.lines]
    ['hello world', 'it is raining today']
    """
    return _resegment("\n".join(texts_of(output, "output")), texts_of(refs, "refs"), unit=unit, lowercase=lowercase)
