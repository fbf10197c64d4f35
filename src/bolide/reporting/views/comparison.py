"""Blocks for comparisons of systems: ranking, differences, tests, and where two systems differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus
from bolide.data.scores import legend_of
from bolide.reporting.blocks import Block, Cell, Heading, Illustration, Paragraph, Span, TableBlock
from bolide.reporting.figures.plots import Estimate, interval_plot
from bolide.reporting.views.scores import decimals as decimals_of
from bolide.reporting.views.scores import lower_is_better
from bolide.significance.ngram_differences import NgramDifference
from bolide.significance.results import Comparison, Pair, SystemResult
from bolide.system.messages import counted

if TYPE_CHECKING:
    from bolide.significance.breakdown import Bucket, InfluentialSegment
    from bolide.significance.study import PairDetails, Study


def title_of(comparisons: Sequence[Comparison]) -> str:
    """One line: the best system by the first metric, and whether it is significantly better."""
    first = comparisons[0]
    names = [result.system for result in first.systems]
    if len(names) == 1:
        value = first.scale * first.systems[0].value
        return (
            f"{names[0]}: {value:.1f} {first.metric}" if first.scale != 1 else f"{names[0]}: {value:.4g} {first.metric}"
        )
    if not first.clusters:
        return f"{names[0]} scores highest" if first.higher_is_better else f"{names[0]} has the lowest {first.metric}"
    top = first.clusters[0]
    if len(top) == len(names) and len(names) > 1:
        return f"{listed(top)} are not significantly different by {first.metric}"
    if len(top) > 1:
        return f"{listed(top)} lead by {first.metric}, without a significant difference between them"
    return f"{top[0]} leads by {first.metric}"


def sentences(comparisons: Sequence[Comparison]) -> list[str]:
    """Sentences on the difference between the first two systems and the first two clusters, and on metrics that
    disagree about the first."""
    first = comparisons[0]
    if not first.pairs:
        return []
    texts = [_lead(first, first.pair(first.systems[0].system, first.systems[1].system))]
    if len(first.clusters) > 1 and len(first.clusters[0]) > 1:
        below = first.clusters[1][0]
        texts.append(_lead(first, first.pair(first.clusters[0][-1], below)))
    leader = first.systems[0].system
    others = [c.metric for c in comparisons[1:] if c.systems[0].system != leader]
    for comparison in comparisons[1:]:
        if comparison.metric in others:
            texts.append(f"By {comparison.metric}, {comparison.systems[0].system} is first.")
    if len(comparisons) > 1 and not others:
        puts = "puts" if len(comparisons) == 2 else "put"
        texts.append(f"{listed([c.metric for c in comparisons[1:]])} {puts} {leader} first too.")
    return texts


def _lead(comparison: Comparison, pair: Pair) -> str:
    size = comparison.scale * pair.difference
    amount = f"{abs(size):.1f}" if comparison.scale != 1 else f"{abs(size):.3g}"
    if comparison.scale != 1 and abs(size) < 0.05:
        amount = f"{abs(size):.2f}"
    a, b = (pair.a, pair.b) if size >= 0 else (pair.b, pair.a)
    holds = pair.holds if size >= 0 else 1 - pair.holds
    return f"{a} leads {b} by {amount} {comparison.metric}; {resamples(holds)}."


def resamples(share: float) -> str:
    """The share of resamples in which a difference holds, in words."""
    if share >= 1:
        return "the lead holds in every resample"
    return f"the lead holds in {min(99, max(1, round(100 * share)))} of 100 resamples"


def listed(names: Sequence[str]) -> str:
    """Names as an enumeration in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


DAGGER = "†"
HUMAN_AGREEMENT = (
    "people agree: how often people agree with the metric's order of two systems that are this far apart, over the "
    "systems of WMT's news and general texts, from and into English (Kocmi et al. 2024, arXiv 2401.06760). It is not a "
    "p-value, and it does not carry over to other kinds of text or system."
)


def decimals(comparison: Comparison, width: int | None) -> int:
    """`width`, or by default as many decimals as suit the scores."""
    return decimals_of([result.value for result in comparison.systems], comparison.scale, width)


def study_blocks(
    study: Study, width: int | None = None, systems: Sequence[Corpus] = (), *, drawn: bool = False,
    source: Sequence[str] = (),
) -> list[Block]:  # fmt: skip
    """The scores of all metrics in one table, then every test, then where the systems differ.

    `width` is the number of decimals; by default one, and more for small external scores. With `drawn` there are
    pictures too; `source` is shown beside influential segments.
    """
    blocks = _tests(study.comparisons, width, drawn)
    blocks += [Paragraph.of(Span(text, "dim")) for text in study.version_notes()]
    texts: dict[str, Sequence[str]] = {corpus.name: corpus.hyps for corpus in systems}
    texts |= {"": source} if source else {}
    for details, comparison in zip(study.details, study.comparisons, strict=False):
        blocks += _pair_details(details, comparison.scale, decimals(comparison, width), texts)
    a, b = study.between
    return blocks + _ngrams(study.phrases_a, a, b) + _ngrams(study.phrases_b, b, a, swap=True)


def comparison_blocks(comparison: Comparison, width: int | None = None, *, drawn: bool = False) -> list[Block]:
    """The scores under one metric and every test."""
    return _tests([comparison], width, drawn)


def _tests(comparisons: Sequence[Comparison], width: int | None, drawn: bool) -> list[Block]:
    blocks: list[Block] = [summary(comparisons, width), legend(comparisons)]
    lower = [comparison.metric for comparison in comparisons if not comparison.higher_is_better]
    blocks += lower_is_better(lower, "; a difference above 0 still favours the first system")
    for comparison in comparisons:
        blocks += [Heading(f"{comparison.metric}: tests"), pairs_table(comparison, width)]
        blocks += [Illustration(comparison_plot(comparison, width))] if drawn else []
    if any(map(_has_human_agreement, comparisons)):
        blocks.append(Paragraph.of(HUMAN_AGREEMENT))
    blocks.append(Paragraph.of(Span(procedure(comparisons[0]), "dim")))
    blocks += [Paragraph.of(Span(legend_of(c.metric, c.signature), "dim")) for c in comparisons if c.signature]
    return blocks


def summary(comparisons: Sequence[Comparison], width: int | None = None) -> TableBlock:
    """One line per system, one column per metric: the best in bold, † if the test is significant."""
    results = [{result.system: result for result in c.systems} for c in comparisons]
    clustered = comparisons[0].plan.baseline is None
    header = ["system"]
    for c in comparisons:
        header.append(c.metric)
        header += ["cluster" if len(comparisons) == 1 else f"{c.metric} cluster"] if clustered else []
    rows: list[list[Cell]] = []
    for result in comparisons[0].systems:  # by the first metric
        name = result.system
        baseline = name == comparisons[0].plan.baseline
        row: list[Cell] = [f"{name} (baseline)" if baseline else name]
        for c, by_name in zip(comparisons, results, strict=True):
            row.append(_score(c, by_name[name], decimals(c, width)))
            row += [str(by_name[name].cluster)] if clustered else []
        rows.append(row)
    return replace(TableBlock.of(header, rows), main=True)


def _score(comparison: Comparison, result: SystemResult, width: int) -> Cell:
    text = f"{comparison.scale * result.value:.{width}f}"
    spans = [Span(text, "strong" if result.system in _best(comparison) else "")]
    if marked(comparison, result.system):
        spans.append(Span(DAGGER))
    spans.append(Span(f" {_interval(comparison, result, width)}", "dim"))
    return tuple(spans)


def _interval(comparison: Comparison, result: SystemResult, width: int) -> str:
    interval, scale = result.interval, comparison.scale
    if interval is None:
        return "[–]"
    if comparison.plan.mode == "sacrebleu":
        return f"({scale * interval.mean:.{width}f} ± {scale * interval.half_width:.{width}f})"
    return f"[{scale * interval.low:.{width}f}, {scale * interval.high:.{width}f}]"


def _best(comparison: Comparison) -> tuple[str, ...]:
    """The systems in bold: the first cluster or, with a baseline, the best score."""
    if comparison.clusters:
        return comparison.clusters[0]
    values = {result.system: result.value for result in comparison.systems}
    choose = max if comparison.higher_is_better else min
    return (choose(values, key=lambda name: values[name]),)


def marked(comparison: Comparison, system: str) -> bool:
    """Whether a system has a dagger: it differs from the baseline or, without one, is worse than the best."""
    against = comparison.plan.baseline or comparison.systems[0].system
    if system == against:
        return False
    return comparison.pair(system, against).significant


def legend(comparisons: Sequence[Comparison]) -> Paragraph:
    """The legend of bold type, daggers, brackets and clusters, as far as they occur."""
    plan = comparisons[0].plan
    if plan.baseline is not None:
        bold, dagger = "the best score", f"differs from {plan.baseline}"
    else:
        bold, dagger = "not significantly different from the best", "worse than the best"
    more = "" if plan.baseline is not None else " Systems in the same cluster are not significantly different."
    daggers = any(marked(c, result.system) for c in comparisons for result in c.systems)
    dagger_note = f"{DAGGER}: {dagger} (p ≤ {plan.alpha:g}). " if daggers else ""
    return Paragraph.of(
        Span(f"Bold: {bold}. ", "about-bold"), f"{dagger_note}In brackets: 95 % confidence intervals.{more}"
    )


def procedure(comparison: Comparison) -> str:
    """The settings that reproduce the p-values: mode, test, trials, resamples, seed and correction."""
    plan = comparison.plan
    test = {"bootstrap": "paired bootstrap", "randomisation": "paired approximate randomisation"}[plan.test]
    sides = "two-sided " if plan.mode == "sound" else ""
    correction = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction", "none": "no correction"}
    return (
        f"Mode {plan.mode}: {sides}{test}, {counted(plan.trials_used, 'trial')}, intervals from "
        f"{counted(plan.resamples_used, 'resample')}, seed {plan.seed_used}, {correction[plan.correction_used]}; "
        f"{counted(comparison.segments, 'segment')}."
    )


def _has_human_agreement(comparison: Comparison) -> bool:
    return any(pair.human_agreement is not None for pair in comparison.pairs)


def pairs_table(comparison: Comparison, width: int | None = None) -> TableBlock:
    """One line per test."""
    width = decimals(comparison, width)
    corrected = comparison.plan.correction_used != "none"
    header = ["system", "against", "difference", "95 %", "p", *(["p corrected"] if corrected else [])]
    rows = [_pair(pair, comparison.scale, width, corrected) for pair in comparison.pairs]
    header += ["effect", "won/tied/lost"]
    if _has_human_agreement(comparison):
        header.append("people agree")
        shares = [f"{100 * (pair.human_agreement or 0):.0f} %" for pair in comparison.pairs]
        rows = [[*row, share] for row, share in zip(rows, shares, strict=True)]
    return TableBlock.of(header, rows, "ll" + "r" * (len(header) - 2), keys=2)


def _pair(pair: Pair, scale: float, width: int, corrected: bool) -> list[Cell]:
    low, high = (f"{scale * edge:+.{width + 1}f}" for edge in pair.interval)
    style = "strong" if pair.significant else ""
    numbers: list[Cell] = [Span(f"{pair.p:.4f}", style if not corrected else "")]
    if corrected:
        numbers.append(Span(f"{pair.p_corrected:.4f}", style))
    return [
        pair.a, pair.b, f"{scale * pair.difference:+.{width + 1}f}", f"[{low}, {high}]", *numbers,
        "–" if pair.effect is None else f"{pair.effect:+.3f}", f"{pair.wins}/{pair.ties}/{pair.losses}",
    ]  # fmt: skip


def _pair_details(details: PairDetails, scale: float, width: int, texts: dict[str, Sequence[str]]) -> list[Block]:
    blocks: list[Block] = []
    for segments, name in ((details.for_a, details.a), (details.for_b, details.b)):
        if segments:
            blocks.append(Heading(f"{details.metric}: segments that most favour {name}"))
            blocks.append(_influential(segments, details, scale, texts))
    if details.lengths:
        blocks += [Heading(f"{details.metric} by length of the reference"), _buckets(details.lengths, scale, width)]
    named = (("label", details.labels), ("document", details.documents), ("people's score", details.human))
    for name, buckets in named:
        blocks += [Heading(f"{details.metric} by {name}"), _buckets(buckets, scale, width)] if buckets else []
    return blocks


def _influential(
    segments: Sequence[InfluentialSegment], details: PairDetails, scale: float, texts: dict[str, Sequence[str]]
) -> TableBlock:
    header = ["line", "influence", details.a, details.b]
    rows: list[list[Cell]] = [
        [str(d.segment + 1), f"{scale * d.influence:+.4f}", f"{scale * d.a:.1f}", f"{scale * d.b:.1f}"]
        for d in segments
    ]
    if details.a in texts and details.b in texts:
        names = [*([""] if "" in texts else []), details.a, details.b]
        header += [f"output of {name}" if name else "source" for name in names]
        for row, d in zip(rows, segments, strict=True):
            row += [_short(texts[name][d.segment]) for name in names]
    return TableBlock.of(header, rows, "rrrr" + "l" * (len(header) - 4))


def _short(text: str, most: int = 50) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _buckets(buckets: Sequence[Bucket], scale: float, width: int) -> TableBlock:
    header = ["bucket", "segments", *(result.system for result in buckets[0].systems)]
    rows: list[list[Cell]] = []
    for bucket in buckets:
        row: list[Cell] = [bucket.label, str(bucket.segments)]
        for result in bucket.systems:
            interval = result.interval
            ends = "" if interval is None else f" [{scale * interval.low:.{width}f}, {scale * interval.high:.{width}f}]"
            row.append((Span(f"{scale * result.value:.{width}f}"), Span(ends, "dim")))
        rows.append(row)
    return TableBlock.of(header, rows)


def _ngrams(ngrams: Sequence[NgramDifference], better: str, worse: str, swap: bool = False) -> list[Block]:
    rows = [(p.words, str(p.in_references), *(str(n) for n in ((p.b, p.a) if swap else (p.a, p.b)))) for p in ngrams]
    title = Heading(f"N-grams that {better} gets and {worse} misses")
    return [title, TableBlock.of(("n-gram", "in references", better, worse), rows)] if rows else []


def comparison_plot(comparison: Comparison, width: int | None = None) -> str:
    """The scores with their intervals as SVG."""
    width = decimals(comparison, width)
    scale = comparison.scale
    bars = [
        Estimate(
            result.system,
            scale * result.value,
            None if result.interval is None else (scale * result.interval.low, scale * result.interval.high),
            result.cluster,
        )
        for result in comparison.systems
    ]
    return interval_plot(bars, f"{comparison.metric} with 95 % intervals", comparison.metric, width)
