"""Chunks of a report: texts and evidence of some hundred segments each; and the n-grams that one system of a pair
matches more often than the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.evaluation import ngram_matches
from bolide.evaluation.ngram_matches import ORDERS, NgramDifference, Tokenize
from bolide.metrics.base import Metric
from bolide.metrics.evidence import BulkEvidence, EditPath, TokenView, Words
from bolide.reporting.testset.inputs import ReportInputs

COUNT = 12  # n-grams on each side of a pair
MOST_PAIRS = 45  # of ten systems


def ngram_gains(
    systems: Sequence[Corpus], title: str, tokenize: Tokenize, pairs: Sequence[tuple[int, int]]
) -> dict[str, Any] | None:
    """For every pair, the n-grams that either system matches more often than the other, with their segments."""
    if not pairs or len(pairs) > MOST_PAIRS:
        return None
    wanted, matched = ngram_matches.matched_ngrams(systems, tokenize, ORDERS)
    differences = [ngram_matches.largest_differences(wanted, matched[a], matched[b], COUNT) for a, b in pairs]
    sought = {phrase.words for sides in differences for side in sides for phrase in side}
    where = ngram_matches.ngram_occurrences(systems, tokenize, sought)
    by_pair = []
    for (a, b), (for_a, for_b) in zip(pairs, differences, strict=True):
        ours = [_with_segments(phrase, where[phrase.words], a, b) for phrase in for_a]
        by_pair.append([ours, [_with_segments(phrase, where[phrase.words], b, a) for phrase in for_b]])
    return {"metric": title, "pairs": by_pair}


def _with_segments(
    phrase: NgramDifference, where: Sequence[tuple[int, ...]], better: int, worse: int
) -> dict[str, Any]:
    """An n-gram with the segments in which the better system matches it more often."""
    lines = [occurrence[0] for occurrence in where if occurrence[2 + better] > occurrence[2 + worse]]
    return {"words": phrase.words, "wanted": phrase.in_references, "a": phrase.a, "b": phrase.b, "segments": lines}


CHUNK = 200  # segments that a page unpacks together
DIGITS = 4  # decimals of a formula's values
LEAST = 10.0**-DIGITS


def arithmetic_names(metric: Metric) -> list[str]:
    """The names of the columns and values in a metric's arithmetic."""
    return list(dict.fromkeys(name for line in metric.evidence.arithmetic for name in (*line.inputs, *line.outputs)))


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


def make_chunks(
    inputs: ReportInputs, tables: Sequence[Sequence[Stats]], progress: Callable[[int], None]
) -> list[dict[str, Any]]:
    """All chunks; tables[system][metric] are the rows. `progress` is called with segments times systems."""
    chunks = []
    all_source = inputs.source_lines
    sentence_metrics = [scorer.sentence for scorer in inputs.scorers]
    numbers = [[arithmetic_values(m, rows) for m, rows in zip(sentence_metrics, of, strict=True)] for of in tables]
    blocks = zip(*(system.blocks(CHUNK) for system in inputs.systems), strict=True)
    for k, systems in enumerate(blocks):
        first, size = k * CHUNK, len(systems[0])
        metrics, views = [], []
        for m, metric in enumerate(sentence_metrics):
            bulks = map(metric.evidence.bulk, map(metric.counts.normalized, systems))
            evidence = [bulk for bulk in bulks if bulk is not None]
            rows = [by_metric[m][first : first + size] for by_metric in numbers]
            metrics.append({"numbers": rows, **_evidence(evidence)})
            count = len(evidence[0].views) if evidence else 0
            views += [_tokens([bulk.views[v] for bulk in evidence], systems, inputs.spaces) for v in range(count)]
            progress(size * len(systems))
        source = None if all_source is None else all_source[first : first + size]
        texts = [_texts(systems, source, views, number) for number in range(size)]
        if inputs.marked:
            texts = [[*text, _marked(inputs, first + number)] for number, text in enumerate(texts)]
        chunks.append({"first": first, "size": size, "texts": texts, "metrics": metrics})
    return chunks


def _texts(systems: Sequence[Corpus], source: Sequence[str] | None, views: Sequence[Texts], k: int) -> list[Any]:
    """One segment: its source (0 if there is none), references, outputs, and the tokens of both in every view.

    Similar texts are adjacent, which halves the size of the compressed report.
    """
    first, last = systems[0].ref_starts[k], systems[0].ref_starts[k + 1]
    tokens = [[refs[first:last], [line[k] for line in hyps]] for refs, hyps in views]
    return [
        0 if source is None else source[k],
        systems[0].refs[first:last],
        [system.hyps[k] for system in systems],
        tokens,
    ]


def _marked(inputs: ReportInputs, segment: int) -> list[list[list[Any]]]:
    """The human error annotations of every output of a segment."""
    return [[list(error) for error in inputs.marked.get((system.name, segment), ())] for system in inputs.systems]


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
