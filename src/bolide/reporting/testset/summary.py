"""Assemble a report from rows and comparisons. Nothing here needs numpy, since the page builds reports with it too."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bolide.corpus import Corpus
from bolide.corpus.identity import TextHash
from bolide.corpus.lines import read_lines
from bolide.data.explanation import pieces, written
from bolide.data.stats import Stats
from bolide.evaluation import ngram_matches
from bolide.evaluation.ngram_matches import ORDERS, Tokenize, length_ratios, word_accuracy
from bolide.metrics.base import Metric
from bolide.metrics.counts import Progress, no_progress
from bolide.metrics.scorer import Scorer
from bolide.reporting.look import MEAN_COUNTS, in_words
from bolide.reporting.testset.chunks import CHUNK, arithmetic_names, arithmetic_values, make_chunks, spaces_in
from bolide.reporting.testset.data import TestSetReport
from bolide.significance.labels import by_label, length_labels, shortest_first
from bolide.significance.results import Comparison
from bolide.system.errors import counted, listed
from bolide.system.stored import plain
from bolide.testset import ABOUT, TestSet

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked
    from bolide.agreement.table import Table

MOST_INTERVALS = 4000  # groups times pairs up to which every difference has an interval
NGRAMS, MOST_PAIRS = 12, 45  # n-grams on each side of a pair, and pairs that have them: those of ten systems

Samples: TypeAlias = Sequence[Sequence[Any]]  # [metric][system]: of bolide.significance, or the page's own
Tables: TypeAlias = Sequence[Sequence[Stats]]  # [system][metric]
Pairs: TypeAlias = Sequence[tuple[int, int]]  # of systems
# The intervals of the differences between the samples of each pair; None if there is nothing to resample.
Intervals: TypeAlias = Callable[[Sequence[Any], Pairs], list[list[float]] | None]


@dataclass(frozen=True)
class Grouping:
    """A partition of the segments into groups: `of` has the index of each segment's group, -1 for none."""

    name: str
    title: str
    labels: tuple[str, ...]
    of: tuple[int, ...]

    @classmethod
    def by_label(cls, name: str, title: str, labels: Sequence[str], order: Sequence[str] | None = None) -> Grouping:
        """Groups of equal labels, by default in the order in which they first occur."""
        names = list(dict.fromkeys(labels)) if order is None else list(order)
        numbers = {label: number for number, label in enumerate(names)}
        return cls(name, title, tuple(names), tuple(numbers.get(label, -1) for label in labels))


class Judged(NamedTuple):
    """People's scores of segments, the systems compared by them, and groups of segments by them, if there are any."""

    table: Table
    comparison: Comparison | None
    quarters: Grouping | None


def assemble_report(
    data: TestSet,
    scorers: Sequence[Scorer],
    tables: Tables,
    samples: Samples,
    comparisons: Sequence[Comparison],
    *,
    human: Judged | None = None,
    marked: Marked | None = None,
    intervals: Intervals | None = None,
    colophon: Mapping[str, Any],
    progress: Progress = no_progress,
) -> TestSetReport:
    """Assemble the report, with systems in the order of the first comparison.

    `tables` have the rows of the scorers' metrics; `samples` and `comparisons` are of these, then of other tools'
    scores. `intervals` computes those of differences in groups; `colophon` says how the report was made.
    """
    order = [data.names.index(result.system) for result in comparisons[0].systems]
    data = data.with_outputs({data.names[k]: data.runs[data.names[k]] for k in order})
    tables, samples = [tables[k] for k in order], [[group[k] for k in order] for group in samples]
    systems = data.corpora
    cut = scorers[0].corpus.counts.tokens if scorers else str.split
    lengths = [len(cut(systems[0].refs[start])) for start in systems[0].ref_starts[:-1]]
    groupings, pairs = _groupings(data, lengths, human), list(combinations(range(len(systems)), 2))
    metrics = [_compared_metric(comparison) for comparison in comparisons]
    for k, scorer in enumerate(scorers):
        metrics[k] |= _evidence_of(scorer, systems[0], [rows[k] for rows in tables])
    judged = None if human is None or human.comparison is None else plain(human.comparison)
    summary = {
        "systems": list(data.names),
        "pairs": [list(pair) for pair in pairs],
        "segments": len(data),
        "references": systems[0].nrefs,
        "batch_size": CHUNK,
        "spaces": spaces_in(systems),
        "texts": True,
        "source": data.source is not None,
        "human": None if human is None else {"name": human.table.name, "comparison": judged},
        "metrics": metrics,
        "groups": [group_scores(grouping, samples, pairs, intervals) for grouping in groupings],
        **(_words(systems, scorers[0].corpus, pairs, groupings[0]) if scorers else {"ngram_gains": None}),
        "colophon": {"python": platform.python_version(), **colophon},
    }
    scores = _segment_scores(scorers, tables, samples)
    segments = {
        "scores": scores,
        "influences": [list(map(_influences, group)) if len(data) > 1 else None for group in samples],
        "disagreements": _disagreements([group[0].higher_is_better for group in samples], scores),
        "lengths": lengths,
        "ids": list(data.ids) or None,
        "groups": [list(grouping.of) for grouping in groupings],
        "human": None if human is None else _human(human.table, data),
        "same": shared_outputs(systems),
        "equal": equal_to_references(systems),
    }
    batches = tuple(make_chunks(data, scorers, tables, marked or {}, progress))
    return TestSetReport(tuple(comparisons), summary, segments, batches, identity=data.identity)


# --- words ------------------------------------------------------------------------------------------------------------


def _words(systems: Sequence[Corpus], metric: Metric, pairs: Pairs, lengths: Grouping) -> dict[str, Any]:
    """N-grams gained and lost, words by frequency and lengths of outputs, by the tokens of a metric."""
    tokenize = cache(metric.counts.tokens)  # each text is cut once
    buckets = [one for one in word_accuracy(systems, tokenize) if one.systems[0].in_references]
    gains = _ngram_gains(systems, tokenize, pairs) if 0 < len(pairs) <= MOST_PAIRS else None
    return {
        "ngram_gains": gains and {"metric": metric.title, "pairs": gains},
        "word_accuracy": {
            "labels": [bucket.label for bucket in buckets],
            "in_references": [bucket.systems[0].in_references for bucket in buckets],
            "systems": [
                [[round(100 * value, 4) for value in (one.precision, one.recall, one.f1)] for one in bucket.systems]
                for bucket in buckets
            ],
        },
        "length_ratios": [
            [None if ratio is None else round(ratio, 4) for ratio in ratios]
            for ratios in length_ratios(systems, tokenize, lengths.of, len(lengths.labels))
        ],
    }


def _ngram_gains(systems: Sequence[Corpus], tokenize: Tokenize, pairs: Pairs) -> list[list[list[dict[str, Any]]]]:
    """For every pair, the n-grams that either system matches more often than the other, with their segments."""
    wanted, matched = ngram_matches.matched_ngrams(systems, tokenize, ORDERS)
    differences = [ngram_matches.largest_differences(wanted, matched[a], matched[b], NGRAMS) for a, b in pairs]
    sought = {phrase.words for sides in differences for side in sides for phrase in side}
    where = ngram_matches.ngram_occurrences(systems, tokenize, sought)
    gains = []
    for (a, b), sides in zip(pairs, differences, strict=True):
        gains.append(
            [
                [
                    {
                        "words": phrase.words,
                        "wanted": phrase.in_references,
                        "a": phrase.a,
                        "b": phrase.b,
                        "segments": [line for line, _, *n in where[phrase.words] if n[better] > n[worse]],
                    }
                    for phrase in side
                ]
                for side, (better, worse) in zip(sides, ((a, b), (b, a)), strict=True)
            ]
        )
    return gains


# --- metrics ----------------------------------------------------------------------------------------------------------


def _compared_metric(comparison: Comparison) -> dict[str, Any]:
    """What the page knows of a metric, without evidence, as of other tools' scores."""
    return {
        "name": comparison.metric,
        "signature": comparison.signature,
        "higher": comparison.higher_is_better,
        "scale": comparison.scale,
        "own_signature": "",
        "words": {},
        "kind": "",
        "totals": None,
        **{name: [] for name in ("names", "counts", "arithmetic", "equation", "stages", "views")},
    }


def _evidence_of(scorer: Scorer, system: Corpus, rows: Sequence[Stats]) -> dict[str, Any]:
    """The data of a metric's evidence that are the same for all segments; `rows` are those of all systems."""
    metric, sentence = scorer.corpus, scorer.sentence
    evidence = sentence.evidence.bulk(next(system.blocks(1)))
    totals = None
    if not metric.formula.mean_of_segments:
        totals = [arithmetic_values(metric, Stats.of(stats.columns, [stats.total()]))[0] for stats in rows]
    views = () if evidence is None else evidence.views
    return {
        "own_signature": str(sentence.signature(system.nrefs)),
        "names": arithmetic_names(sentence),
        "counts": [*sentence.counts.columns, *MEAN_COUNTS],
        "words": {name: in_words(name) for one in (sentence, metric) for name in arithmetic_names(one)},
        "arithmetic": _lines(sentence),
        "equation": _equation(sentence),
        "kind": "" if evidence is None else evidence.kind,
        "stages": [] if evidence is None else list(evidence.stages),
        "views": [{"unit": view.unit, "glue": view.glue, "columns": list(view.columns)} for view in views],
        "totals": totals,
        "corpus_names": arithmetic_names(metric),
        "corpus_arithmetic": _lines(metric),
    }


def _lines(metric: Metric) -> list[dict[str, Any]]:
    """The arithmetic as the page shows it."""
    return [plain(line._replace(formula=written(line.formula))) for line in metric.evidence.arithmetic]


def _equation(metric: Metric) -> list[str | list[str]]:
    """The last line of the formula: text, and the names of its numbers in lists of their own."""
    if not metric.evidence.arithmetic:
        return []
    line = metric.evidence.arithmetic[-1]
    names = {**{name: name for name in line.inputs}, **line.symbols}
    return [[names[text]] if first and text in names else text for text, first in pieces(line.formula)]


# --- groups of segments -----------------------------------------------------------------------------------------------


def _groupings(data: TestSet, lengths: Sequence[int], human: Judged | None) -> list[Grouping]:
    """Groupings by length, document, label and human score, as far as these are available."""
    steps = length_labels(lengths)
    groupings = [Grouping.by_label("length", "By length of the reference, in tokens", steps, shortest_first(steps))]
    for name, labels in (("document", data.documents), ("label", data.labels)):
        groupings += [] if labels is None else [Grouping.by_label(name, f"By {name}", labels)]
    return [*groupings, *([human.quarters] if human is not None and human.quarters is not None else [])]


def group_scores(grouping: Grouping, samples: Samples, pairs: Pairs, intervals: Intervals | None) -> dict[str, Any]:
    """The scores of every system in every group under every metric; and for every pair the difference, positive if the
    first system is better, with its interval unless there are too many."""
    sizes = [grouping.of.count(group) for group in range(len(grouping.labels))]
    intervals = intervals if len(sizes) * len(pairs) <= MOST_INTERVALS else None
    metrics = []
    for of_systems in samples:
        groups = by_label(of_systems, grouping.of)
        scores, leads, ends = [], [], []
        for group, size in enumerate(sizes):
            parts = groups.get(group) or [sample.take([]) for sample in of_systems]
            values = [parts[0].scale * part.value for part in parts]
            sign = 1 if parts[0].higher_is_better else -1
            scores.append([round(value, 4) for value in values])
            leads.append([round(sign * (values[a] - values[b]), 4) for a, b in pairs])
            ends.append(intervals(parts, pairs) if intervals is not None and size else None)
        metrics.append({"scores": scores, "leads": leads, "intervals": ends})
    about = {"name": grouping.name, "title": grouping.title, "labels": list(grouping.labels), "sizes": sizes}
    return {**about, "metrics": metrics}


# --- numbers of segments, [metric][system][segment], on the printed scale ---------------------------------------------


def _segment_scores(scorers: Sequence[Scorer], tables: Tables, samples: Samples) -> list[list[list[float]]]:
    measured = [[scorer.sentence.row_values(rows[m]) for rows in tables] for m, scorer in enumerate(scorers)]
    others = [[sample.values for sample in group] for group in samples[len(scorers) :]]
    both = zip([*measured, *others], samples, strict=True)
    return [[[round(group[0].scale * float(x), 4) for x in line] for line in values] for values, group in both]


def _influences(sample: Any) -> list[float]:
    """The corpus score minus the score without segment i, for every i."""
    whole = sample.value
    return [round(sample.scale * (whole - float(rest)), 6) for rest in sample.leave_one_out()]


def _disagreements(higher: Sequence[bool], scores: Sequence[Sequence[Sequence[float]]]) -> Any:
    """The disagreement of the metrics on each segment of each system: the largest minus the smallest z-score, each over
    all segments and systems of a metric. None if there is one metric."""
    if len(scores) < 2:
        return None
    standard = []
    for up, table in zip(higher, scores, strict=True):
        cells = [value for line in table for value in line]
        mean = fsum(cells) / len(cells)
        spread = sqrt(fsum((value - mean) ** 2 for value in cells) / len(cells)) or 1.0
        sign = 1 if up else -1
        standard.append([[sign * (value - mean) / spread for value in line] for line in table])
    apart = [list(zip(*lines, strict=True)) for lines in zip(*standard, strict=True)]
    return [[round(max(cell) - min(cell), 2) for cell in line] for line in apart]


def _human(table: Table, data: TestSet) -> list[list[float | None]]:
    rows = dict(zip(table.systems, table.cells.tolist(), strict=True))
    return [[None if value != value else round(value, 4) for value in rows[name]] for name in data.names]


# --- texts ------------------------------------------------------------------------------------------------------------


def digests(data: TestSet, score_files: Mapping[str, str] | None = None) -> list[dict[str, object]]:
    """Every text, and file of scores, with the name of its file, its number of lines and its hash."""
    first, files = data.corpora[0], {**data.files, **(score_files or {})}
    count = 1 if first.nrefs == "var" else int(first.nrefs)
    # A list of pairs: a system may be called "source".
    texts: list[tuple[str, Sequence[str] | None]] = [("source", data.source)]
    name = "references" if first.nrefs == "var" else "reference"
    texts += [(f"{name} {k + 1}" if count > 1 else name, first.refs[k::count]) for k in range(count)]
    texts += [(system.name, system.hyps) for system in data.corpora]
    texts += [(what, getattr(data, what)) for what in ABOUT]
    texts += [(what, read_lines(path)) for what, path in (score_files or {}).items() if os.path.isfile(path)]
    return [
        {
            "text": name,
            "file": os.path.basename(files.get(name, "")),  # a report is mailed: folders are nobody's business
            "lines": len(lines),
            "sha256": TextHash.of(lines).sha256,
        }
        for name, lines in texts
        if lines is not None
    ]


def shared_outputs(systems: Sequence[Corpus]) -> list[list[int]]:
    """For each system and segment the first system with the same output."""
    lines = zip(*(system.hyps for system in systems), strict=True)
    return [list(first) for first in zip(*(map(outputs.index, outputs) for outputs in lines), strict=True)]


def equal_to_references(systems: Sequence[Corpus]) -> list[list[int]]:
    """The segments of each system whose output is one of the references."""
    refs = [{*systems[0].refs[start:end]} for start, end in pairwise(systems[0].ref_starts)]
    return [[k for k, hyp in enumerate(system.hyps) if hyp in refs[k]] for system in systems]


NAMED = 3  # pairs with outputs in common that are named
FEW = 8  # equal outputs that say nothing
APART = 2.5  # times as many as any other system


def overlap_sentences(summary: Mapping[str, Any], segments: Mapping[str, Any]) -> list[str]:
    """Which systems have most of their outputs in common, and which equal the references far more often than others."""
    names, size, same = summary["systems"], summary["segments"], segments["same"]
    counts = {
        (a, b): sum(x == y for x, y in zip(same[a], same[b], strict=True))
        for a, b in combinations(range(len(names)), 2)
    }
    alike = sorted((pair for pair in counts if 2 * counts[pair] >= size > 1), key=lambda pair: -counts[pair])
    shares = [f"{names[a]} and {names[b]} in {100 * counts[a, b] / size:.0f} %" for a, b in alike[:NAMED]]
    shares += [f"{counted(len(alike) - NAMED, 'other pair')} in half of them or more"] if len(alike) > NAMED else []
    sentences = [f"The same output is given by {listed(shares)} of the segments."] if shares else []
    equal = sorted(((len(lines), name) for name, lines in zip(names, segments["equal"], strict=True)), reverse=True)
    for k in range(len(equal) // 2, 0, -1):
        (least, _), (most, _) = equal[k - 1], equal[k]
        if least >= max(FEW, APART * most):
            parts = ([count for count, _ in part] for part in (equal[:k], equal[k:]))
            often, seldom = (" to ".join(f"{count:,}" for count in sorted({min(p), max(p)})) for p in parts)
            who, others = listed([name for _, name in equal[:k]]), "others" if len(equal) - k > 1 else "other"
            verb = "equals" if k == 1 else "equal"
            return [*sentences, f"{who} {verb} the reference in {often} segments, the {others} in {seldom}."]
    return sentences
