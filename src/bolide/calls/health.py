"""`bolide.health`: what is odd about texts before they are scored."""

from __future__ import annotations

from bolide.corpus.inputs import References, Systems, corpora_of
from bolide.evaluation.health import HealthReport, health_of
from bolide.system.keywords import public_call


@public_call
def health(systems: Systems, refs: References | None = None) -> HealthReport:
    """Look for what is odd about outputs and references: normal forms, tokenized text, copies, loops, wrong scripts …

    Nothing is changed; `notes` has the lines of each oddity.

    >>> import bolide
    >>> report = bolide.health({"mine": ["the cat sat .", "it rains ."]}, ["The cat sat.", "It rains."])
    >>> [(note.kind, note.lines) for note in report.notes]
    [('tokenized', (1, 2))]
    """
    corpora = corpora_of(systems, refs)
    notes = tuple(health_of(corpora))
    return HealthReport(tuple(corpus.name for corpus in corpora), len(corpora[0]), notes)
