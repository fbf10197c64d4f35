"""The published definitions that share a metric's name, beside the one that is explained."""

from __future__ import annotations

from dataclasses import replace

from bolide.corpus import Corpus, Refs
from bolide.errors import BolideError
from bolide.explanation import Explanation, OtherDefinition
from bolide.metrics.base import Metric


def explain_with_others(metric: Metric, hyp: str, refs: Refs) -> Explanation:
    """Explain a translation and add what the other definitions give it, unless a text is so long that it takes time."""
    explanation = metric.explain(hyp, refs)
    texts = (hyp, *Corpus.of([hyp], [refs]).refs)
    slow_from = metric.form.slow_from
    if slow_from and max(len(metric.counts.tokens(text)) for text in texts) > slow_from:
        return explanation
    others = [OtherDefinition(other.form.variant_name, _value(other, hyp, refs)) for other in metric.form.variants[1:]]
    return replace(explanation, other_definitions=tuple(others))


def _value(metric: Metric, hyp: str, refs: Refs) -> float | None:
    try:
        return metric.sentence(hyp, refs).value
    except BolideError:  # a definition that lacks a word list here; it does not spoil the explanation of another
        return None
