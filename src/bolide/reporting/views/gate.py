"""Blocks for a gate, the verdict first, as in a comment on a pull request, and for the power of a test set."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from bolide.data.scores import legend_of
from bolide.reporting.blocks import Block, Cell, Details, Heading, Paragraph, Span, TableBlock, small_print
from bolide.reporting.look import two_digits
from bolide.reporting.views.comparison import CORRECTIONS, around, first_difference
from bolide.reporting.views.scores import provenance, range_text
from bolide.system.errors import counted

if TYPE_CHECKING:
    from bolide.evaluation.gate import Gate, MetricVerdict, Power

STYLES = {"worse": "bad", "better": "good", "not worse": "good"}
ROOM = 100  # characters of a text in a table
PILOT = (
    "A test set of a third of the size tells the standard error only to within about 30 %: from a pilot, expect that "
    "half as many to 1.7 times as many are needed."
)


def gate_blocks(gate: Gate, width: int | None = None) -> list[Block]:
    """The verdict and what it rests on, a table of the metrics, and folded the segments that changed for the worse."""
    decisive = next(one for one in gate.metrics if one.verdict == gate.verdict)
    others = [one for one in gate.metrics if one.reason and one is not decisive]
    outcome = "passed" if gate.passed else "failed"
    header = ("metric", gate.old, gate.new, "difference [95 %]", "tolerated", "verdict", "loss probably not seen below")
    rows = list[list[Cell]]()
    for one in gate.metrics:
        scores = (f"{value:.{_digits(one, width)}f}" for value in (one.old, one.new))
        verdict, loss = (
            Span(one.verdict, STYLES.get(one.verdict, "")),
            two_digits(one.smallest) if one.smallest else "–",
        )
        rows.append([one.metric, *scores, "".join(_difference(one, width)), f"{one.margin:g}", verdict, loss])
    blocks: list[Block] = [
        Heading(f"{gate.verdict.capitalize()}: {gate.new} against {gate.old} ({outcome})"),
        Paragraph.of(Span(sentence(decisive, width), STYLES.get(gate.verdict, ""))),
        TableBlock.of(header, rows, "lrrrrlr"),
        *(Paragraph.of(sentence(one, width)) for one in others),
        *(Paragraph.of(Span(f"New in {note}", "bad")) for note in gate.health),
        *map(Paragraph.of, gate.notes),
    ]
    if gate.segments:
        known = list(gate.segments[0].texts)
        rows = []
        for segment in gate.segments:
            start = first_difference(segment.texts.get("old", ""), segment.texts.get("new", ""))
            texts = [around(text, start, ROOM) for text in segment.texts.values()]
            rows.append([f"{segment.line:,}", f"{segment.old_score:.4g}", f"{segment.new_score:.4g}", *texts])
        named = {"old": gate.old, "new": gate.new}
        titles = ("line", *(f"score of {name}" for name in named.values()), *(named.get(name, name) for name in known))
        what = f"{counted(len(rows), 'segment')} that changed most for the worse by {gate.metrics[0].metric}"
        blocks.append(Details(what, (TableBlock.of(titles, rows, "rrr" + "l" * len(known)),)))
    how, plan = "", gate.plan
    if gate.units is not None:
        trials = f"{counted(plan.trials_used, 'trial')}, seed {plan.seed_used}, level {plan.alpha / 2:g}"
        correction, units = CORRECTIONS[plan.correction_used], gate.units.text(gate.count)
        how = f"One-sided approximate randomisation, {trials}, {correction}; units: {units}."
    signatures = (legend_of(one.metric, one.signature) for one in gate.metrics if one.signature)
    return [*blocks, *small_print(how, *signatures), *provenance(gate)]


def sentence(one: MetricVerdict, width: int | None = None) -> str:
    """A verdict with the difference it rests on, and the loss that would not have been seen."""
    if one.verdict == "unchanged":
        return f"unchanged: nothing differs under {one.metric}."
    difference, ends = _difference(one, width)
    seen = f"a loss below {two_digits(one.smallest)} would probably not be seen here" if one.smallest else ""
    return f"{'; '.join(filter(None, [f'{one.verdict}: {difference} {one.metric}{ends}', seen, one.reason]))}."


def _difference(one: MetricVerdict, width: int | None) -> tuple[str, str]:
    """The difference and its interval, if it has one."""
    digits = _digits(one, width)
    ends = "" if one.interval is None else f" {range_text(*one.interval, digits)}"
    return f"{one.difference:+.{digits}f}".replace("-", "−"), ends.replace("-", "−")


def _digits(one: MetricVerdict, width: int | None) -> int:
    """The decimals: as many as the interval has to show."""
    room = 0.0 if one.interval is None else one.interval[1] - one.interval[0]
    return width if width is not None else max(1, -floor(log10(room / 2))) if room else 2


def power_blocks(power: Power, width: int | None = None) -> list[Block]:
    """What is found under each metric, and how many units a smaller difference needs."""
    unit, each = power.units.unit, power.count / power.units.count
    wanted = any(one.wanted for one in power.metrics)
    header = ["metric", "smallest difference found", "closer pairs", "design effect"]
    if wanted:
        header += ["to find", f"{unit}s needed (median)", "(worst pair)", "segments needed (worst pair)"]
    rows = []
    for one in power.metrics:
        smallest = two_digits(one.smallest) if width is None else f"{one.smallest:.{width}f}"
        effect = "–" if one.design_effect is None else f"{one.design_effect:.2f}"
        row = [one.metric, smallest, f"{100 * one.closer:.0f} %", effect]
        needed = sorted(pair.needed for pair in one.pairs if pair.needed is not None)
        if needed:
            counts = needed[len(needed) // 2], needed[-1], round(needed[-1] * each)
            row += [f"{one.wanted:g}", *(f"{count:,}" for count in counts)]
        rows.append(row + ["–"] * (len(header) - len(row)))
    pairs, units = counted(len(power.metrics[0].pairs), "pair"), power.units.text(power.count)
    text = f"Found with a power of 80 % at the level {power.alpha:g}, median of {pairs} of systems; units: {units}."
    notes = [text, *([PILOT] if wanted else []), *power.notes]
    signatures = (legend_of(one.metric, one.signature) for one in power.metrics if one.signature)
    return [TableBlock.of(header, rows), *map(Paragraph.of, notes), *small_print(*signatures), *provenance(power)]
