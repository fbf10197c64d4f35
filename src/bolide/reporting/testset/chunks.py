"""Pieces of a dossier: texts, and what each metric saw and did in them, some hundred segments at a time; the n-grams
that one system of a pair gets and the other misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import isfinite
from typing import Any, NamedTuple

from bolide.corpus import Corpus
from bolide.data.stats import Stats
from bolide.metrics.base import Metric
from bolide.metrics.evidence import BulkEvidence, EditPath, Tokens, TokenView
from bolide.reporting.testset.inputs import ReportInputs
from bolide.significance.ngram_differences import (
    NgramDifference,
    largest_differences,
    matched_ngrams,
    ngram_occurrences,
)

COUNT = 12  # n-grams on each side of a pair
ORDERS = (1, 2, 3, 4)
MOST_PAIRS = 45  # of ten systems


def gained(systems: Sequence[Corpus], metric: Metric, pairs: Sequence[tuple[int, int]]) -> dict[str, Any] | None:
    """For every pair, what the first gets and the second misses, and the other way round; with the segments."""
    if not pairs or len(pairs) > MOST_PAIRS:
        return None
    known: dict[str, list[str]] = {}

    def cut(text: str) -> list[str]:
        if text not in known:
            known[text] = metric.counts.tokens(text)
        return known[text]

    wanted, got = matched_ngrams(systems, cut, ORDERS)
    found = [largest_differences(wanted, got[a], got[b], COUNT) for a, b in pairs]
    where = ngram_occurrences(systems, cut, {phrase.words for sides in found for side in sides for phrase in side})
    shown = []
    for (a, b), (for_a, for_b) in zip(pairs, found, strict=True):
        ours = [_shown(phrase, where[phrase.words], a, b) for phrase in for_a]
        shown.append([ours, [_shown(phrase, where[phrase.words], b, a) for phrase in for_b]])
    return {"metric": metric.form.title, "pairs": shown}


def _shown(phrase: NgramDifference, where: Sequence[tuple[int, ...]], better: int, worse: int) -> dict[str, Any]:
    """An n-gram with the segments in which the better system has it more often."""
    lines = [found[0] for found in where if found[2 + better] > found[2 + worse]]
    return {"words": phrase.words, "wanted": phrase.in_references, "a": phrase.a, "b": phrase.b, "segments": lines}


PIECE = 200  # segments: what a page unpacks when one of them is opened
DIGITS = 4  # of a formula's numbers
LEAST = 10.0**-DIGITS


def spaces_in(texts: Sequence[str]) -> str:
    """The characters of white space in texts: characters are often counted without them."""
    return "".join(sorted({c for c in set(chain.from_iterable(texts)) if c.isspace()}))


def names_of(metric: Metric) -> list[str]:
    """The columns and numbers that a metric's arithmetic is about."""
    return list(dict.fromkeys(name for line in metric.evidence.arithmetic for name in (*line.inputs, *line.outputs)))


def numbers_of(metric: Metric, stats: Stats) -> list[list[float | int]]:
    """Those numbers for every row, rounded."""
    width, names = len(stats.columns), metric.formula.names
    made = metric.formula.evaluate(stats.data, width, whole=True)
    found: list[Sequence[float | int]] = []
    for name in names_of(metric):
        if name in names:
            found.append([_rounded(value) for value in made[names.index(name) :: len(names)]])
        else:
            found.append(stats.column(name).tolist())
    return [list(row) for row in zip(*found, strict=True)] if found else [[] for _ in range(len(stats))]


def _rounded(value: float) -> float | int:
    short = round(value, DIGITS)
    if value and -LEAST < value < LEAST:
        short = float(f"{value:.3g}")
    if short.is_integer():
        return int(short)
    return short if isfinite(short) else 0  # METEOR 1.5 has NaN where nothing matches, as its tool; it counts as 0


def pieces(
    inputs: ReportInputs, tables: Sequence[Sequence[Stats]], progress: Callable[[int], None]
) -> list[dict[str, Any]]:
    """All pieces; tables[system][metric] are the rows. `progress` is called with segments times systems."""
    found = []
    spaces = spaces_in([*inputs.systems[0].refs, *(text for s in inputs.systems for text in s.hyps)])
    all_source = inputs.source_lines
    sentence_metrics = [scorer.sentence for scorer in inputs.scorers]
    numbers = [[numbers_of(m, rows) for m, rows in zip(sentence_metrics, of, strict=True)] for of in tables]
    blocks = zip(*(system.blocks(PIECE) for system in inputs.systems), strict=True)
    for k, systems in enumerate(blocks):
        first, size = k * PIECE, len(systems[0])
        metrics, views = [], []
        for m, metric in enumerate(sentence_metrics):
            evidence = [bulk for bulk in map(metric.evidence.bulk, systems) if bulk is not None]
            rows = [by_metric[m][first : first + size] for by_metric in numbers]
            metrics.append({"numbers": rows, **_evidence(evidence)})
            count = len(evidence[0].views) if evidence else 0
            views += [_Texts.of([bulk.views[v] for bulk in evidence], systems, spaces) for v in range(count)]
            progress(size * len(systems))
        source = None if all_source is None else all_source[first : first + size]
        texts = [_texts(systems, source, views, number) for number in range(size)]
        if inputs.marked:
            texts = [[*text, _marked(inputs, first + number)] for number, text in enumerate(texts)]
        found.append({"first": first, "size": size, "texts": texts, "metrics": metrics})
    return found


def _texts(systems: Sequence[Corpus], source: Sequence[str] | None, views: Sequence[_Texts], k: int) -> list[Any]:
    """One segment: its source (0 where there is none), references, outputs, and the tokens of both in every view.

    What is alike stands close together, which makes a packed report half as long.
    """
    first, last = systems[0].ref_starts[k], systems[0].ref_starts[k + 1]
    tokens = [[view.refs[first:last], [line[k] for line in view.hyps]] for view in views]
    return [
        0 if source is None else source[k], systems[0].refs[first:last], [system.hyps[k] for system in systems], tokens
    ]  # fmt: skip


def _marked(inputs: ReportInputs, segment: int) -> list[list[list[Any]]]:
    """The errors that people marked in every output of a segment."""
    return [[list(error) for error in inputs.marked.get((system.name, segment), ())] for system in inputs.systems]


def _evidence(evidence: Sequence[BulkEvidence]) -> dict[str, Any]:
    """What a metric did in a piece, [system][segment]; nothing if it does not say."""
    if not evidence:
        return {}
    data: dict[str, Any] = {"chosen": [bulk.references for bulk in evidence]}
    if evidence[0].links is not None:
        data["links"] = [[_linked(links) for links in bulk.links or ()] for bulk in evidence]
    if evidence[0].edits is not None:
        data["edits"] = [[_edited(path) for path in bulk.edits or ()] for bulk in evidence]
    return data


def _linked(links: Sequence[Sequence[int]]) -> list[int]:
    """Links one after the other, six numbers each: how far behind the end of the one before it stands in either text,
    words in either, stage, and 1 where a chunk begins."""
    found: list[int] = []
    hyp = ref = chunk = 0
    for i, j, ours, theirs, stage, number in links:
        found += (i - hyp, j - ref, ours, theirs, stage, int(number > chunk))
        hyp, ref, chunk = i + ours, j + theirs, number
    return found


def _edited(path: EditPath) -> list[Any]:
    """Operations as one string of digits; then moves, and the indices of either text's words, if these are not simply
    those from left to right."""
    order, ref_order = list(path.order), list(path.ref_order)
    packed: list[Any] = ["".join(map(str, path.operations)), order, [list(move) for move in path.moves]]
    if ref_order != list(range(len(ref_order))):
        return [*packed, ref_order]
    return packed if path.shifts or order != list(range(len(order))) else packed[:1]


class _Texts(NamedTuple):
    """A view's tokens, packed: one for each reference, and [system][segment]."""

    refs: list[Any]
    hyps: list[list[Any]]

    @classmethod
    def of(cls, views: Sequence[TokenView], systems: Sequence[Corpus], spaces: str) -> _Texts:
        refs = list(map(_packed(views[0], spaces), views[0].refs, systems[0].refs))
        packed = (map(_packed(v, spaces), v.hyps, s.hyps) for v, s in zip(views, systems, strict=True))
        return cls(refs, [list(line) for line in packed])


def _packed(view: TokenView, spaces: str) -> Callable[[Tokens, str], Any]:
    """Tokens in few letters: 0 where they are what the text says, a string where that tells them apart, or a list.

    With a glue, 0 stands for the text cut at spaces; without one for its characters but the spaces among them.
    """
    bare = str.maketrans("", "", spaces)

    def packed(tokens: Tokens, text: str) -> Any:
        if not view.glue:
            joined = "".join(tokens)
            if len(joined) != len(tokens) or not all(tokens):  # not all of them are single characters
                return list(tokens)
            return 0 if joined == text.translate(bare) else joined
        joined = view.glue.join(tokens)
        if joined.split(view.glue) != list(tokens):  # an empty token, or one with a space in it
            return list(tokens)
        return 0 if joined == text else joined

    return packed
