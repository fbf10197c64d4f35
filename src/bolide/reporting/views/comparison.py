"""Blocks for comparisons of systems: ranking, differences, tests, and where two systems differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolide.data.figures import MarkedError
from bolide.data.scores import legend_of
from bolide.evaluation.ngram_matches import NgramDifference
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, ScoreCell, Span, TableBlock, small_print
from bolide.reporting.figures.canvas import sheet
from bolide.reporting.figures.marked import marked_spans
from bolide.reporting.figures.plots import Estimate, interval_plot
from bolide.reporting.look import two_digits
from bolide.reporting.render.text import shortened
from bolide.reporting.views.scores import decimals as decimals_of, lower_is_better, number_cell, provenance, range_text
from bolide.significance.arithmetic import quantile
from bolide.significance.letters import SYSTEMS_SHARE
from bolide.significance.results import Comparison, Pair, SystemResult
from bolide.system.errors import counted, listed
from bolide.testset.metrics import add_marks

if TYPE_CHECKING:
    from bolide.agreement.error_overlay import Marked
    from bolide.evaluation.study import PairDetails, Study
    from bolide.significance.breakdown import Bucket, InfluentialSegment
    from bolide.testset import TestSet


def title_of(comparisons: Sequence[Comparison], human: Comparison | None = None) -> str:
    """One line: that people and the first metric prefer other systems or, if they agree or nobody was asked, the best
    system by the metric and whether it is significantly better."""
    first = comparisons[0]
    if human is not None and human.lettered and all(pair.tested for pair in first.pairs):
        best = {result.system for result in human.systems}.intersection(best_systems(first))
        if best and best.isdisjoint(best_systems(human)):
            return f"People and {first.metric} disagree"
    names = [result.system for result in first.systems]
    if len(names) == 1:
        form = ".1f" if first.scale != 1 else ".4g"
        return f"{names[0]}: {first.scale * first.systems[0].value:{form}} {first.metric}"
    if not first.pairs or first.plan.baseline is not None:  # the page does not test a single segment
        return f"{names[0]} scores highest" if first.higher_is_better else f"{names[0]} has the lowest {first.metric}"
    if len(names) == 2:
        return f"{first.pairs[0].verdict} by {first.metric}"
    if not first.lettered:
        return f"{_first(names)}: {first.pairs[0].outcome} by {first.metric}"
    top = best_systems(first)
    if not any(pair.significant for pair in first.pairs):
        return f"{_first(top)} are not significantly different by {first.metric}"
    if len(top) > 1 and top == tuple(names[: len(top)]) and _alike(first, top):
        return f"{_first(top)} lead by {first.metric} and are not significantly different"
    beaten = len(names) - len(top)
    if not beaten:
        return f"{names[0]} leads by {first.metric}, but not significantly"
    others = "all others" if beaten == len(names) - 1 else f"{beaten} of {len(names) - 1} others"
    return f"{names[0]} is significantly better than {others} by {first.metric}"


def _alike(comparison: Comparison, names: Sequence[str]) -> bool:
    """Whether no two of these systems are significantly different."""
    return not any(pair.significant for pair in comparison.pairs if {pair.a, pair.b} <= {*names})


def _first(names: Sequence[str]) -> str:
    """A few names for a title: all, or the first two and how many others."""
    return listed(names if len(names) <= 4 else [*names[:2], f"{len(names) - 2} others"])


def sentences(comparisons: Sequence[Comparison], human: Comparison | None = None) -> list[str]:
    """Sentences on whom people prefer, on the leads over the second system and over the first that is significantly
    worse, on metrics that significantly disagree about the first, and on a test set that is too small."""
    first = comparisons[0]
    if not first.pairs:
        return []
    texts = [] if human is None else _preferred(first, human)
    leader, *others_by_rank = (result.system for result in first.systems)
    leads = [first.pair(leader, name) for name in others_by_rank]
    worse = next((pair for pair in leads if pair.significant), None)
    if worse is not leads[0] and (not texts or worse is None):  # beside people, a tie is no finding
        texts.append(_lead(first, leads[0]))
    if worse is not None:
        texts.append(_lead(first, worse))
    others = [c for c in comparisons[1:] if leader not in best_systems(c)]
    texts += [f"By {c.metric}, {c.systems[0].system} is first." for c in others]
    if len(comparisons) > 1 and not others:
        puts = "puts" if len(comparisons) == 2 else "put"
        first_too = "first too" if all(c.systems[0].system == leader for c in comparisons) else "among the best too"
        texts.append(f"{listed([c.metric for c in comparisons[1:]])} {puts} {leader} {first_too}.")
    return [*texts, *([first.units.few] if first.units is not None and first.units.few else [])]


# --- people and metrics -----------------------------------------------------------------------------------------------

_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_CARDINALS, _ORDINALS = (dict(enumerate(words, 1)) for words in (_NUMBERS, _PLACES))


def ordinal(number: int) -> str:
    """`first`, `second`, … in words up to ten."""
    return _ORDINALS.get(number, f"number {number}")


def _preferred(metric: Comparison, human: Comparison) -> list[str]:
    """Whom people prefer, and what they think of the system that the metric puts first."""
    ranks = {result.system: result.rank for result in human.systems if result.rank is not None}
    leader, order, best = metric.systems[0].system, list(ranks), best_systems(human)
    if leader not in order:
        return []
    people = f"People ({human.metric})"
    if leader in best and not _alike(human, best):
        best = tuple(dict.fromkeys((order[0], leader)))
        if leader == order[0]:
            return [f"{people} put {leader} first too, but not significantly."]
    if len(best) == 1 and leader in best:
        return [f"{people} put {leader} first too."]
    if leader in best:
        return [f"{people} do not tell {listed(best)} apart."]
    better = order[: order.index(leader)]
    preferred = [name for name in better if name in best and human.pair(name, leader).significant]
    low, high = ranks[leader]
    place = f"{ordinal(low)} {'or' if high == low + 1 else 'to'} {ordinal(high)}" if low < high else ordinal(low)
    position = f"{'last' if low == high == len(order) else place} of {_CARDINALS.get(len(order), len(order))}"
    return [f"{people} prefer {listed(preferred)}. {metric.metric} puts {leader} first; people put it {position}."]


def agreement_counts(comparisons: Sequence[Comparison], human: Comparison) -> tuple[int, list[tuple[str, int]]]:
    """The number of pairs that people tell apart, and how many of these each metric orders as they do."""
    apart = [(pair.a, pair.b) if pair.difference > 0 else (pair.b, pair.a) for pair in human.pairs if pair.significant]
    counts = []
    for comparison in comparisons:
        sign = 1 if comparison.higher_is_better else -1
        values = {result.system: sign * result.value for result in comparison.systems}
        counts.append((comparison.metric, sum(values[a] > values[b] for a, b in apart)))
    return len(apart), counts


def agreement_sentence(comparisons: Sequence[Comparison], human: Comparison) -> str:
    """How far the metrics order the systems as people do, in the pairs that people tell apart."""
    pairs, counts = agreement_counts(comparisons, human)
    if not human.lettered:
        return f"People’s scores ({human.metric}) are too few for a test between systems."
    if not pairs:
        return f"People ({human.metric}) tell no two of these systems apart."
    (name, count), *rest = counts
    others = listed([f"{name} {count}" for name, count in rest])
    which = f"Of the {pairs} pairs" if pairs > 1 else "Of the one pair"
    more = f", {others}" if rest else ""
    return f"{which} that people ({human.metric}) tell apart, {name} orders {count} as they do{more}."


def _lead(comparison: Comparison, pair: Pair) -> str:
    """The verdict on a pair with its difference, interval and p-value; one sentence reconciles these if need be."""
    scale, width = comparison.scale, 2 if comparison.scale != 1 else 4
    numbers = (pair.difference, *pair.interval)
    difference, low, high = (f"{scale * x:+.{width}f}".replace("-", "−") for x in numbers)
    corrected = " after correction" if comparison.plan.correction_used != "none" else ""
    p = f", p = {pair.p_corrected:.4f}{corrected}" if pair.tested else ""
    text = f"{pair.verdict} by {comparison.metric} ({difference} [{low}, {high}]{p})."
    return f"{text} {pair.remark}".rstrip()


DAGGER = "†"
RUNS_TESTS = {
    "sound": "t test over units and training runs (Welch–Satterthwaite)",
    "clark2011": "stratified approximate randomisation over training runs (Clark et al. 2011)",
}
CORRECTIONS = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction", "none": "no correction"}
HUMAN_AGREEMENT = (
    "human agreement: how often people agree with the metric's order of two systems that are this far apart, over the "
    "systems of WMT's news and general texts, from and into English (Kocmi et al. 2024, arXiv 2401.06760). It is not a "
    "p-value, and it does not carry over to other kinds of text or system."
)


def decimals(comparison: Comparison, width: int | None) -> int:
    """`width`, or by default as many decimals as suit the scores."""
    return decimals_of([result.value for result in comparison.systems], comparison.scale, width)


def study_blocks(
    study: Study, width: int | None = None, *, drawn: bool = False, effect: bool = False, texts: bool = False
) -> list[Block]:
    """The scores of all metrics in one table, then every test, then where the systems differ.

    `width` is the number of decimals; by default one, and more for small external scores. With `drawn` intervals are
    lines; `effect` shows sizes beside tests, `texts` those of influential segments, if they are known.
    """
    blocks = [*_tests(study.comparisons, width, drawn, effect), *provenance(study)]
    data, marked = None if study.evidence is None else study.evidence.data, dict[tuple[str, int], list[MarkedError]]()
    data = data if texts and data is not None and not data.further else None
    if study.details and study.evidence is not None and data is not None:
        add_marks(marked, study.evidence.asked, data)
    for details, comparison in zip(study.details, study.comparisons, strict=False):
        scale = comparison.scale
        for segments, name in ((details.for_a, details.a), (details.for_b, details.b)):
            if segments:
                blocks.append(Heading(f"{details.metric}: segments that most favour {name}"))
                blocks.append(_influential(segments, details, scale, data and (data.whole or data), marked))
        named = {"length of the reference": details.lengths, "label": details.labels, "human score": details.human}
        for name, buckets in named.items():
            if buckets:
                table = _buckets(buckets, scale, decimals(comparison, width))
                blocks += [Heading(f"{details.metric} by {name}"), table]
    a, b = study.between
    return blocks + _ngrams(study.phrases_a, a, b) + _ngrams(study.phrases_b, b, a, swap=True)


def comparison_blocks(comparison: Comparison, width: int | None = None, *, drawn: bool = False) -> list[Block]:
    """The scores under one metric and every test."""
    return _tests([comparison], width, drawn)


def _tests(comparisons: Sequence[Comparison], width: int | None, drawn: bool, effect: bool = False) -> list[Block]:
    blocks: list[Block] = [summary(comparisons, width, drawn=drawn), legend(comparisons, drawn=drawn)]
    blocks += [Paragraph.of(text) for text in cautions(comparisons)]
    lower = [comparison.metric for comparison in comparisons if not comparison.higher_is_better]
    blocks += lower_is_better(lower, "; a difference above 0 still favours the first system")
    for comparison in comparisons:
        blocks += [Heading(f"{comparison.metric}: tests"), pairs_table(comparison, width, effect)]
    if any(map(_has_human_agreement, comparisons)):
        blocks.append(Paragraph.of(HUMAN_AGREEMENT))
    signatures = (legend_of(c.metric, c.signature) for c in comparisons if c.signature)
    return blocks + small_print(procedure(comparisons[0]), *signatures)


def summary(
    comparisons: Sequence[Comparison],
    width: int | None = None,
    *,
    human: Comparison | None = None,
    drawn: bool = False,
) -> TableBlock:
    """One line per system in the order of the first metric or of people's scores, one column per metric: the best in
    bold, † if the test is significant. With `drawn`, letters stand beside the numbers, otherwise in columns."""
    columns = [*([] if human is None else [human]), *comparisons]
    order = list(dict.fromkeys(result.system for column in columns for result in column.systems))
    baseline = comparisons[0].plan.baseline
    rows: list[list[Cell]] = [[f"{name} (baseline)" if name == baseline != "baseline" else name] for name in order]
    header, align = ["system"], "l"
    for column in columns:
        title = f"people: {column.metric}" if column is human else column.metric
        header.append(f"{title} {'↑' if column.higher_is_better else '↓'}" if drawn else title)
        align += "r"
        results = {result.system: result for result in column.systems}
        for name, row in zip(order, rows, strict=True):
            row.append(_score(column, results.get(name), decimals(column, width), drawn))
        if not drawn and any(c.lettered for c in columns):
            header.append("letters" if len(columns) == 1 else f"{title} letters")
            align += "l"
            for name, row in zip(order, rows, strict=True):
                row.append(results[name].letters or "–" if name in results else "–")
    note = "".join(span.text for span in legend(comparisons).spans)
    return replace(TableBlock.of(header, rows, align), main=True, note=note)


def _score(comparison: Comparison, result: SystemResult | None, width: int, drawn: bool) -> Cell:
    if result is None:
        return Span("not judged", "dim")
    scale, interval, runs = comparison.scale, result.interval, ""
    dagger = DAGGER if marked(comparison, result.system) and not (drawn and comparison.lettered) else ""
    style = "strong" if result.system in best_systems(comparison) else ""
    number = Span(f"{scale * result.value:.{width}f}", style)
    if result.deviation is not None:
        runs = f" sd {scale * result.deviation:.{width + 1}f} over {counted(len(result.runs), 'run')}"
    if interval is None:
        return ScoreCell(number, runs=runs, dagger=dagger)
    text = range_text(interval.low, interval.high, width, scale)
    if comparison.plan.mode == "sacrebleu":
        text = f"({scale * interval.mean:.{width}f} ± {scale * interval.half_width:.{width}f})"
    if not drawn:
        return ScoreCell(number, text, runs, dagger=dagger)
    known = [(one.interval.low, one.interval.high, one.value) for one in comparison.systems if one.interval is not None]
    low, high = min(map(min, known)), max(map(max, known))
    of_axis = [(end - low) / ((high - low) or 1.0) for end in (interval.low, result.value, interval.high)]
    return ScoreCell(number, text, runs, result.letters, (of_axis[0], of_axis[1], of_axis[2]), dagger)


def best_systems(comparison: Comparison) -> tuple[str, ...]:
    """The systems in bold: the best and those that share a letter with it or, without letters, the best score."""
    if comparison.lettered:
        best, *others = (result.system for result in comparison.systems)
        return best, *(name for name in others if not comparison.pair(best, name).significant)
    values = {result.system: result.value for result in comparison.systems}
    choose = max if comparison.higher_is_better else min
    return (choose(values, key=lambda name: values[name]),)


def marked(comparison: Comparison, system: str) -> bool:
    """Whether a system has a dagger: it differs significantly from the baseline or, without one, from the best."""
    against = comparison.plan.baseline or comparison.systems[0].system
    return system != against and bool(comparison.pairs) and comparison.pair(system, against).significant


def legend(comparisons: Sequence[Comparison], human: Comparison | None = None, *, drawn: bool = False) -> Paragraph:
    """The legend of bold type, daggers, brackets or lines, and letters, as far as they occur."""
    plan, units = comparisons[0].plan, comparisons[0].units
    columns = [*([] if human is None else [human]), *comparisons]
    lettered = any(c.lettered for c in columns)
    bold = "not significantly different from the best" if lettered else "the best score"
    daggers = any(marked(c, result.system) and not (drawn and c.lettered) for c in columns for result in c.systems)
    against = f"{DAGGER}: significantly different from {plan.baseline or 'the best'} (p ≤ {plan.alpha:g})."
    over = f" over {units.unit}s" if units is not None else ""
    drawn_lines = f"Lines and brackets: 95 % confidence intervals{over}, on one scale per column."
    parts = [
        "In the order of people’s scores." * (human is not None),
        against * daggers,
        drawn_lines if drawn else "In brackets: 95 % confidence intervals.",
        SYSTEMS_SHARE * lettered,
    ]
    return Paragraph.of(Span(f"Bold: {bold}. ", "about-bold"), " ".join(filter(None, parts)))


def cautions(comparisons: Sequence[Comparison]) -> list[str]:
    """What to know about the intervals and tests, by metric if it is not the same for all of them, and in one line
    which differences are too small to be found."""
    own = [_widths([comparison]) for comparison in comparisons]
    rest = [[note for note in one.notes if note != widths] for one, widths in zip(comparisons, own, strict=True)]
    notes = [f"{comparison.metric}: {' '.join(comparison.notes)}" for comparison in comparisons if comparison.notes]
    if all(notes == rest[0] for notes in rest):
        notes = [*filter(None, [_widths(comparisons)]), *rest[0]]
    return [*notes, *_not_found(comparisons)]


def _not_found(comparisons: Sequence[Comparison]) -> list[str]:
    """The differences that most pairs would have to have in order to be told apart, if any test was possible."""
    parts = []
    for one in comparisons:
        if sizes := sorted(pair.smallest for pair in one.pairs if pair.tested and pair.smallest):
            parts.append(f"{two_digits(one.scale * quantile(sizes, 0.5))} {one.metric}")
    units = comparisons[0].units
    if not parts or units is None:
        return []
    drawn = counted(units.count, units.unit)
    return [f"Differences below about {' or '.join(parts)} are probably not found with these {drawn} (80 % power)."]


def _widths(comparisons: Sequence[Comparison]) -> str:
    """How much wider documents made the intervals of all of these."""
    units, effects = comparisons[0].units, [each.design_effect for one in comparisons for each in one.systems]
    return "" if units is None else units.widths(effects)


def procedure(comparison: Comparison) -> str:
    """The settings that reproduce p-values and intervals: mode, test, trials, resamples, seed, correction and unit."""
    plan, several = comparison.plan, len(comparison.pairs) > 1
    test = {"bootstrap": "paired bootstrap", "randomisation": "paired approximate randomisation"}[plan.test]
    sides = "two-sided " if plan.mode == "sound" else ""
    trials = f", {counted(plan.trials_used, 'trial')}"
    over_seeds = False
    if any(result.runs for result in comparison.systems):
        test, over_seeds = RUNS_TESTS[plan.runs_test], plan.runs_test == "sound"
        trials = "" if over_seeds else trials
    tested, correction = f"{sides}{test}{trials}", CORRECTIONS[plan.correction_used]
    segments, drawn = comparison.segments, comparison.units
    units = counted(segments, "segment") if drawn is None else f"units: {drawn.text(segments)}"
    resamples, seed = counted(plan.resamples_used, "resample"), f"seed {plan.seed_used}"
    if plan.mode != "sound" or drawn is None:
        settings = [tested] * bool(comparison.pairs) + [f"intervals from {resamples}", seed]
        return f"Mode {plan.mode}: {', '.join([*settings, *[correction] * bool(comparison.pairs)])}; {units}."
    together = plan.simultaneous and several and not over_seeds
    intervals = f"intervals: {drawn.method}{f', simultaneous by {resamples}' * together}"
    if not any(result.interval for result in comparison.systems):
        return f"Mode {plan.mode}; {units}."
    if not comparison.pairs:
        return f"Mode {plan.mode}: {intervals}; {units}."
    seeds = [seed] if not over_seeds else []
    return f"Mode {plan.mode}: {', '.join([tested, *seeds, correction])}; {intervals}; {units}."


def _has_human_agreement(comparison: Comparison) -> bool:
    return any(pair.human_agreement is not None for pair in comparison.pairs)


def pairs_table(comparison: Comparison, width: int | None = None, effect: bool = False) -> TableBlock:
    """One line per test; with `effect` also the effect size."""
    width = decimals(comparison, width)
    corrected = comparison.plan.correction_used != "none"
    interval = "95 % simultaneous" if comparison.plan.simultaneous else "95 %"
    header = ["system", "against", "difference", interval, "p", *(["p corrected"] if corrected else []), "verdict"]
    rows = [_pair(pair, comparison.scale, width, corrected, effect) for pair in comparison.pairs]
    header += [*(["effect"] if effect else []), "won/tied/lost"]
    if _has_human_agreement(comparison):
        header.append("human agreement")
        for pair, row in zip(comparison.pairs, rows, strict=True):
            share = pair.human_agreement
            even = "about even" if share is not None and share <= 0.5 else f"{100 * (share or 0):.0f} %"
            row.append("–" if share is None else even)
    align = "".join("l" if name in ("system", "against", "verdict") else "r" for name in header)
    return TableBlock.of(header, rows, align, keys=2)


def _pair(pair: Pair, scale: float, width: int, corrected: bool, effect: bool) -> list[Cell]:
    low, high = (f"{scale * edge:+.{width + 1}f}" for edge in pair.interval)
    style = "strong" if pair.significant else ""
    p, p_corrected = (f"{p:.4f}" if pair.tested else "–" for p in (pair.p, pair.p_corrected))
    numbers: list[Cell] = [Span(p), Span(p_corrected, style)] if corrected else [Span(p, style)]
    size = ["–" if pair.effect is None else f"{pair.effect:+.3f}"] if effect else []
    return [
        pair.a,
        pair.b,
        f"{scale * pair.difference:+.{width + 1}f}",
        f"[{low}, {high}]",
        *numbers,
        f"{pair.outcome} (the test decides)" if pair.remark else pair.outcome,
        *size,
        f"{pair.wins}/{pair.ties}/{pair.losses}",
    ]


def _influential(
    segments: Sequence[InfluentialSegment], details: PairDetails, scale: float, data: TestSet | None, marked: Marked
) -> TableBlock:
    """One line per segment; an output in which errors are marked is shown whole, with its errors in brackets."""
    header = ["line", "influence", details.a, details.b]
    rows: list[list[Cell]] = [
        [str(d.segment + 1), f"{scale * d.influence:+.4f}", f"{scale * d.a:.1f}", f"{scale * d.b:.1f}"]
        for d in segments
    ]
    outputs = {} if data is None else {corpus.name: corpus for corpus in data.corpora}
    if data is not None and details.a in outputs and details.b in outputs:
        known = data.source is not None
        header += [*(["source"] if known else []), "reference", *(f"output of {name}" for name in header[2:])]
        for row, d in zip(rows, segments, strict=True):
            a, b = (outputs[name][d.segment] for name in (details.a, details.b))
            start = first_difference(a.hyp, b.hyp)
            row += [shortened(data.source[d.segment], _ROOM)] if known else []
            row.append(around(a.refs[0], min(start, first_difference(a.hyp, a.refs[0]))))
            for name, text in ((details.a, a.hyp), (details.b, b.hyp)):
                errors = marked.get((name, d.segment), [])
                shown = marked_spans(text, errors, [error.severity for error in errors])
                row.append(shown if errors else around(text, start))
    return TableBlock.of(header, rows, "rrrr" + "l" * (len(header) - 4))


def first_difference(a: str, b: str) -> int:
    """The index at which two texts begin to differ."""
    return next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


_ROOM = 50  # characters of a text in a table


def around(text: str, difference: int, room: int = _ROOM) -> str:
    """The part of a text in which it begins to differ, at that index, with some words before it."""
    if len(text) <= room or difference < room // 2:
        return shortened(text, room)
    start = max(0, min(difference - 15, len(text) - room + 1))
    start = text.find(" ", start, difference) + 1 or start
    return f"…{shortened(text[start:], room - 1)}"


def _buckets(buckets: Sequence[Bucket], scale: float, width: int) -> TableBlock:
    header = ["bucket", "segments", *(result.system for result in buckets[0].systems)]
    rows: list[list[Cell]] = []
    for bucket in buckets:
        row: list[Cell] = [bucket.label, str(bucket.segments)]
        for result in bucket.systems:
            ends = None if result.interval is None else (result.interval.low, result.interval.high)
            row.append(number_cell(result.value, ends, width, scale))
        rows.append(row)
    return TableBlock.of(header, rows)


def _ngrams(ngrams: Sequence[NgramDifference], better: str, worse: str, swap: bool = False) -> list[Block]:
    rows = [(p.words, str(p.in_references), *(str(n) for n in ((p.b, p.a) if swap else (p.a, p.b)))) for p in ngrams]
    title = Heading(f"N-grams that {better} gets and {worse} misses")
    return [title, TableBlock.of(("n-gram", "in references", better, worse), rows)] if rows else []


def comparison_plot(comparison: Comparison, width: int | None = None) -> str:
    """The scores with their intervals as an SVG document."""
    width = decimals(comparison, width)
    scale = comparison.scale
    bars = []
    for result in comparison.systems:
        ends = None if result.interval is None else (scale * result.interval.low, scale * result.interval.high)
        name = f"{result.system} ({result.letters})" if result.letters else result.system
        bars.append(Estimate(name, scale * result.value, ends))
    return sheet([interval_plot(bars, f"{comparison.metric} with 95 % intervals", comparison.metric, width)])
