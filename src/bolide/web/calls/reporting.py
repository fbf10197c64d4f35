"""The report of what was scored last, as one HTML file: the same page that `bolide report` writes, made without numpy.

It differs in one thing: leads of groups (by length, by document) have no interval, which would take a bootstrap each.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bolide.reporting.testset.inputs import Material
from bolide.reporting.testset.page_html import page
from bolide.reporting.testset.summary import dossier_of, ranked
from bolide.web.calls.corpora import comparisons_of, last


def report(sources: list[str] | None, documents: list[str] | None) -> Generator[Any, None, Any]:
    """The page as text."""
    found = last()
    comparisons = yield from comparisons_of(found)
    material = Material(found.corpora, found.scorers, source=sources, documents=documents, marked=found.marked)
    material, tables, order = ranked(material, found.tables, comparisons[0])
    samples = [[group[k] for k in order] for group in found.samples()]
    yield {"done": 1, "of": 3}
    dossier = dossier_of(material, tables, samples, comparisons, numpy="not used (made in a browser)")
    yield {"done": 2, "of": 3}
    return page(dossier)
