"""Chunks of a report: texts and evidence of some hundred segments each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.evidence import BulkEvidence, EditPath, TokenView, Words
from bolide.metrics.scorer import Scorer
from bolide.testset import TestSet

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked

CHUNK = 200  # segments that a page unpacks together
DIGITS = 4  # decimals of a formula's values
LEAST = 10.0**-DIGITS


def arithmetic_names(metric: Metric) -> list[str]:
    """The names of the columns and values in a metric's arithmetic."""
    return list(dict.fromkeys(name for line in metric.evidence.arithmetic for name in (*line.inputs, line.output)))


def arithmetic_values(metric: Metric, stats: Stats) -> list[list[float | int]]:
    """The rounded values of `arithmetic_names` for every row."""
    width, names = len(stats.columns), metric.formula.names
    values = metric.formula.evaluate(stats.data, width, whole=True)
    columns: list[Sequence[float | int]] = []
    for name in arithmetic_names(metric):
        if name in names:
            columns.append([_rounded(value) for value in values[names.index(name) :: len(names)]])
        else:
            columns.append(stats.column(name).tolist())
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in range(len(stats))]


def _rounded(value: float) -> float | int:
    short = round(value, DIGITS)
    if value and -LEAST < value < LEAST:
        short = float(f"{value:.3g}")
    if short.is_integer():
        return int(short)
    return short if isfinite(short) else 0  # METEOR 1.5 has NaN, like its tool, if nothing matches


def spaces_in(systems: Sequence[Corpus]) -> str:
    """The white-space characters in references and outputs, which metrics on characters often ignore."""
    letters = {*chain.from_iterable(chain(systems[0].refs, *(system.hyps for system in systems)))}
    return "".join(sorted(filter(str.isspace, letters)))


def make_chunks(
    data: TestSet,
    scorers: Sequence[Scorer],
    tables: Sequence[Sequence[Stats]],
    marked: Marked,
    progress: Callable[[int], None],
) -> list[dict[str, Any]]:
    """All chunks; tables[system][metric] are the rows. `progress` is called with segments times systems."""
    chunks, sentences, spaces = [], [scorer.sentence for scorer in scorers], spaces_in(data.corpora)
    numbers = [[arithmetic_values(m, rows) for m, rows in zip(sentences, of, strict=True)] for of in tables]
    for k, systems in enumerate(zip(*(system.blocks(CHUNK) for system in data.corpora), strict=True)):
        first, size = k * CHUNK, len(systems[0])
        metrics, views = [], []
        for m, metric in enumerate(sentences):
            bulks = map(metric.evidence.bulk, map(metric.counts.normalized, systems))
            evidence = [bulk for bulk in bulks if bulk is not None]
            rows = [by_metric[m][first : first + size] for by_metric in numbers]
            metrics.append({"numbers": rows, **_evidence(evidence)})
            count = len(evidence[0].views) if evidence else 0
            views += [_tokens([bulk.views[v] for bulk in evidence], systems, spaces) for v in range(count)]
            progress(size * len(systems))
        texts = []
        for number in range(size):
            line = data.line(first + number)
            errors = [[list(error) for error in marked.get((name, line), ())] for name in data.names]
            source = 0 if data.source is None else data.source[first + number]
            texts.append([source, *_texts(systems, views, number), *([errors] if marked else [])])
        chunks.append({"first": first, "size": size, "texts": texts, "metrics": metrics})
    return chunks


def _texts(systems: Sequence[Corpus], views: Sequence[Texts], k: int) -> list[Any]:
    """One segment: its references, outputs, and the tokens of both in every view.

    Similar texts are adjacent, which halves the size of the compressed report.
    """
    first, last = systems[0].ref_starts[k], systems[0].ref_starts[k + 1]
    tokens = [[refs[first:last], [line[k] for line in hyps]] for refs, hyps in views]
    return [systems[0].refs[first:last], [system.hyps[k] for system in systems], tokens]


def _evidence(evidence: Sequence[BulkEvidence]) -> dict[str, Any]:
    """The evidence of a metric in a chunk, [system][segment]; empty if it has none."""
    if not evidence:
        return {}
    data: dict[str, Any] = {"chosen": [bulk.references for bulk in evidence]}
    if evidence[0].links is not None:
        data["links"] = [[_linked(links) for links in bulk.links or ()] for bulk in evidence]
    if evidence[0].edits is not None:
        data["edits"] = [[_edited(path) for path in bulk.edits or ()] for bulk in evidence]
    return data


def _linked(links: Sequence[Sequence[int]]) -> list[int]:
    """Links as six numbers each: the distance from the end of the previous link in either text, the number of words in
    either, the stage, and 1 if a chunk begins."""
    packed: list[int] = []
    hyp = ref = chunk = 0
    for i, j, ours, theirs, stage, number in links:
        packed += (i - hyp, j - ref, ours, theirs, stage, int(number > chunk))
        hyp, ref, chunk = i + ours, j + theirs, number
    return packed


def _edited(path: EditPath) -> list[Any]:
    """Operations as a string of digits; then the order of the words and the moves, unless the order is left to
    right."""
    order, ref_order = list(path.order), list(path.ref_order)
    packed: list[Any] = ["".join(map(str, path.operations)), order, [list(move) for move in path.moves]]
    if ref_order != list(range(len(ref_order))):
        return [*packed, ref_order]
    return packed if path.shifts or order != list(range(len(order))) else packed[:1]


Texts = tuple[list[Any], list[list[Any]]]  # the packed tokens of a view: one entry per reference, and [system][segment]


def _tokens(views: Sequence[TokenView], systems: Sequence[Corpus], spaces: str) -> Texts:
    refs = list(map(_packed(views[0], spaces), views[0].refs, systems[0].refs))
    packed = (map(_packed(v, spaces), v.hyps, s.hyps) for v, s in zip(views, systems, strict=True))
    return refs, [list(line) for line in packed]


def _packed(view: TokenView, spaces: str) -> Callable[[Words, str], Any]:
    """A function that packs tokens: as 0 if the text determines them, as a string if it can be split again, or a list.

    With a glue, 0 stands for the text split at spaces; without one, for its characters except white space.
    """
    bare = str.maketrans("", "", spaces)

    def packed(tokens: Words, text: str) -> Any:
        if not view.glue:
            joined = "".join(tokens)
            if len(joined) != len(tokens) or not all(tokens):  # not all are single characters
                return list(tokens)
            return 0 if joined == text.translate(bare) else joined
        joined = view.glue.join(tokens)
        if joined.split(view.glue) != list(tokens):  # an empty token, or one with a space in it
            return list(tokens)
        return 0 if joined == text else joined

    return packed
