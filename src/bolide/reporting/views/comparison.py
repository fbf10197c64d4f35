"""A study of systems as blocks: who is ahead, by how much, how surely, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.corpus import Corpus
from bolide.data.scores import legend_of
from bolide.reporting.blocks import Block, Cell, Heading, Illustration, Paragraph, Span, Table
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
    """One line: who leads by the first metric, and whether the lead can be told from luck."""
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
    """The lead of the first over the next, and over the next cluster; where another metric ranks another first."""
    first = comparisons[0]
    if not first.pairs:
        return []
    said = [_lead(first, first.pair(first.systems[0].system, first.systems[1].system))]
    if len(first.clusters) > 1 and len(first.clusters[0]) > 1:
        below = first.clusters[1][0]
        said.append(_lead(first, first.pair(first.clusters[0][-1], below)))
    leader = first.systems[0].system
    others = [c.metric for c in comparisons[1:] if c.systems[0].system != leader]
    for comparison in comparisons[1:]:
        if comparison.metric in others:
            said.append(f"By {comparison.metric}, {comparison.systems[0].system} is first.")
    if len(comparisons) > 1 and not others:
        puts = "puts" if len(comparisons) == 2 else "put"
        said.append(f"{listed([c.metric for c in comparisons[1:]])} {puts} {leader} first too.")
    return said


def _lead(comparison: Comparison, pair: Pair) -> str:
    size = comparison.scale * pair.difference
    amount = f"{abs(size):.1f}" if comparison.scale != 1 else f"{abs(size):.3g}"
    if comparison.scale != 1 and abs(size) < 0.05:
        amount = f"{abs(size):.2f}"
    a, b = (pair.a, pair.b) if size >= 0 else (pair.b, pair.a)
    holds = pair.holds if size >= 0 else 1 - pair.holds
    return f"{a} leads {b} by {amount} {comparison.metric}; {resamples(holds)}."


def resamples(share: float) -> str:
    """How often a lead holds, in words that do not claim more than was seen."""
    if share >= 1:
        return "the lead holds in every resample"
    return f"the lead holds in {min(99, max(1, round(100 * share)))} of 100 resamples"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


DAGGER = "†"
HUMAN_AGREEMENT = (
    "people agree: how often people agree with the metric's order of two systems that are this far apart, over the "
    "systems of WMT's news and general texts, from and into English (Kocmi et al. 2024, arXiv 2401.06760). It is not a "
    "p-value, and it does not carry over to other kinds of text or system."
)


def decimals(comparison: Comparison, width: int | None) -> int:
    """The decimals asked for, or as many as suit the scores."""
    return decimals_of([result.value for result in comparison.systems], comparison.scale, width)


def study_blocks(
    study: Study, width: int | None = None, systems: Sequence[Corpus] = (), *, drawn: bool = False,
    source: Sequence[str] = (),
) -> list[Block]:  # fmt: skip
    """The scores of all metrics in one table, then every test, then where the systems differ.

    `width` is the number of decimals; None for one, and for more where scores brought in are small. With `drawn` there
    are pictures too; `source` is shown beside the segments that decide.
    """
    blocks = _tests(study.comparisons, width, drawn)
    blocks += [Paragraph.of(Span(text, "dim")) for text in study.version_notes()]
    texts: dict[str, Sequence[str]] = {corpus.name: corpus.hyps for corpus in systems}
    texts |= {"": source} if source else {}
    for where, comparison in zip(study.where, study.comparisons, strict=False):
        blocks += _pair_details(where, comparison.scale, decimals(comparison, width), texts)
    a, b = study.between
    return blocks + _phrases(study.phrases_a, a, b) + _phrases(study.phrases_b, b, a, swap=True)


def comparison_blocks(comparison: Comparison, width: int | None = None, *, drawn: bool = False) -> list[Block]:
    """The scores by one metric and every test."""
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


def summary(comparisons: Sequence[Comparison], width: int | None = None) -> Table:
    """One line per system, one column per metric: the best strong, † where the test says so."""
    found = [{result.system: result for result in c.systems} for c in comparisons]
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
        for c, by_name in zip(comparisons, found, strict=True):
            row.append(_score(c, by_name[name], decimals(c, width)))
            row += [str(by_name[name].cluster)] if clustered else []
        rows.append(row)
    return replace(Table.of(header, rows), main=True)


def _score(comparison: Comparison, result: SystemResult, width: int) -> Cell:
    text = f"{comparison.scale * result.value:.{width}f}"
    spans = [Span(text, "strong" if result.system in _best(comparison) else "")]
    if marked(comparison, result.system):
        spans.append(Span(DAGGER))
    spans.append(Span(f" {_interval(comparison, result, width)}", "dim"))
    return tuple(spans)


def _interval(comparison: Comparison, result: SystemResult, width: int) -> str:
    found, scale = result.interval, comparison.scale
    if found is None:
        return "[–]"
    if comparison.plan.mode == "sacrebleu":
        return f"({scale * found.mean:.{width}f} ± {scale * found.half_width:.{width}f})"
    return f"[{scale * found.low:.{width}f}, {scale * found.high:.{width}f}]"


def _best(comparison: Comparison) -> tuple[str, ...]:
    """The systems in bold: the first cluster, or, against a baseline, the highest score."""
    if comparison.clusters:
        return comparison.clusters[0]
    values = {result.system: result.value for result in comparison.systems}
    choose = max if comparison.higher_is_better else min
    return (choose(values, key=lambda name: values[name]),)


def marked(comparison: Comparison, system: str) -> bool:
    """Whether a system has a dagger: it differs from the baseline, or, without one, is worse than the best."""
    against = comparison.plan.baseline or comparison.systems[0].system
    if system == against:
        return False
    return comparison.pair(system, against).significant


def legend(comparisons: Sequence[Comparison]) -> Paragraph:
    """What bold, dagger, brackets and clusters mean, of those that are there."""
    plan = comparisons[0].plan
    if plan.baseline is not None:
        bold, dagger = "the best score", f"differs from {plan.baseline}"
    else:
        bold, dagger = "not significantly different from the best", "worse than the best"
    more = "" if plan.baseline is not None else " Systems in the same cluster are not significantly different."
    daggers = any(marked(c, result.system) for c in comparisons for result in c.systems)
    told = f"{DAGGER}: {dagger} (p ≤ {plan.alpha:g}). " if daggers else ""
    return Paragraph.of(Span(f"Bold: {bold}. ", "about-bold"), f"{told}In brackets: 95 % confidence intervals.{more}")


def procedure(comparison: Comparison) -> str:
    """Mode, test, numbers and seed: what another needs to get the same p-values."""
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


def pairs_table(comparison: Comparison, width: int | None = None) -> Table:
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
    return Table.of(header, rows, "ll" + "r" * (len(header) - 2), keys=2)


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


def _pair_details(where: PairDetails, scale: float, width: int, texts: dict[str, Sequence[str]]) -> list[Block]:
    blocks: list[Block] = []
    for found, name in ((where.for_a, where.a), (where.for_b, where.b)):
        if found:
            blocks.append(Heading(f"{where.metric}: segments that most favour {name}"))
            blocks.append(_deciding(found, where, scale, texts))
    if where.lengths:
        blocks += [Heading(f"{where.metric} by length of the reference"), _buckets(where.lengths, scale, width)]
    named = (("label", where.labels), ("document", where.documents), ("people's score", where.human))
    for name, buckets in named:
        blocks += [Heading(f"{where.metric} by {name}"), _buckets(buckets, scale, width)] if buckets else []
    return blocks


def _deciding(
    found: Sequence[InfluentialSegment], where: PairDetails, scale: float, texts: dict[str, Sequence[str]]
) -> Table:
    header = ["line", "influence", where.a, where.b]
    rows: list[list[Cell]] = [
        [str(d.segment + 1), f"{scale * d.influence:+.4f}", f"{scale * d.a:.1f}", f"{scale * d.b:.1f}"] for d in found
    ]
    if where.a in texts and where.b in texts:
        said = [*([""] if "" in texts else []), where.a, where.b]
        header += [f"output of {name}" if name else "source" for name in said]
        for row, d in zip(rows, found, strict=True):
            row += [_short(texts[name][d.segment]) for name in said]
    return Table.of(header, rows, "rrrr" + "l" * (len(header) - 4))


def _short(text: str, most: int = 50) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _buckets(buckets: Sequence[Bucket], scale: float, width: int) -> Table:
    header = ["bucket", "segments", *(result.system for result in buckets[0].systems)]
    rows: list[list[Cell]] = []
    for bucket in buckets:
        row: list[Cell] = [bucket.label, str(bucket.segments)]
        for result in bucket.systems:
            found = result.interval
            ends = "" if found is None else f" [{scale * found.low:.{width}f}, {scale * found.high:.{width}f}]"
            row.append((Span(f"{scale * result.value:.{width}f}"), Span(ends, "dim")))
        rows.append(row)
    return Table.of(header, rows)


def _phrases(found: Sequence[NgramDifference], better: str, worse: str, swap: bool = False) -> list[Block]:
    rows = [(p.words, str(p.in_references), *(str(n) for n in ((p.b, p.a) if swap else (p.a, p.b)))) for p in found]
    title = Heading(f"N-grams that {better} gets and {worse} misses")
    return [title, Table.of(("n-gram", "in references", better, worse), rows)] if rows else []


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
