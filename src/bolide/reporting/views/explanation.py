"""Blocks for explanations: a translation step by step, a corpus by influential segments, definitions side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isclose

from bolide.data.explanation import MOST_MARKS, CorpusExplanation, Explanation, Explanations, Step
from bolide.data.figures import AlignmentMatrix, EditAlignment
from bolide.data.marks import Gram, Link, Mark
from bolide.forms import form_of
from bolide.metrics.base import Metric
from bolide.reporting.blocks import Block, Cell, Derivation, Heading, Paragraph, Span, TableBlock, small_print
from bolide.reporting.figures.alignment import matrix_blocks
from bolide.reporting.figures.draw import illustrations
from bolide.reporting.figures.edits import edit_blocks
from bolide.reporting.figures.marked import marked_blocks
from bolide.reporting.look import number, number_set, put_in_name
from bolide.reporting.render.text import shortened
from bolide.system.errors import counted, few

CHECK = "Cross-check"  # the step that computes a number in another way
_KINDS = {
    **dict.fromkeys(("credited", "matched", "ok"), "good"),
    **dict.fromkeys(("clipped", "dropped", "shift"), "half"),
    **dict.fromkeys(("unmatched", "substitute", "insert", "delete"), "bad"),
}


def explanation_blocks(explanation: Explanation, most: int = MOST_MARKS, *, drawn: bool = False) -> list[Block]:
    """The explanation of one score; at most `most` marks are listed.

    With `drawn`, figures are pictures; otherwise those that can be are drawn in characters.
    """
    score = explanation.score
    blocks: list[Block] = [Heading(f"{explanation.title} {score.value:.4f} = {score.points:.2f}", 1)]
    if explanation.identical:
        blocks.append(Paragraph.of(Span(why_not_perfect(explanation) or "identical", "strong")))
    blocks += [Heading("Texts"), _texts(explanation)]
    derivation = [step for step in explanation.steps if step.label != CHECK]
    sentences = tuple(step.sentence for step in derivation)
    marks = [mark for mark in explanation.marks if mark.hyp or mark.ref]
    evidence: list[Block] = [Heading("Evidence", folds=True), _marks(marks[:most])] if marks else []
    if len(marks) > most:
        evidence += small_print(f"… and {len(marks) - most} more (`bolide explain --all` lists them)")
    about = [*_check(explanation), *small_print(str(score.signature)), *_other_definitions(explanation)]
    if drawn:
        pictures = tuple(picture for figure in explanation.figures for picture in illustrations(figure))
        steps = _steps(derivation)
        steps = Derivation(steps.header, steps.rows, steps.align, main=True, sentences=sentences, pictures=pictures)
        return [*blocks, Heading("Step by step"), steps, *about, *evidence]
    for figure in explanation.figures:
        if isinstance(figure, AlignmentMatrix):
            blocks += matrix_blocks(figure)
        elif isinstance(figure, EditAlignment):
            blocks += edit_blocks(figure)
    blocks += [Heading("Step by step"), _steps(derivation)]
    blocks += [Paragraph.of(f"{step.label}: {step.sentence}") for step in derivation]
    return [*blocks, *evidence, *about]


def _check(explanation: Explanation) -> list[Block]:
    """The number computed in another way, and whether it is the same."""
    agree = explanation.cross_checked
    text = "THE TWO WAYS OF COMPUTING DISAGREE"
    return [
        Paragraph.of(
            f"{CHECK}: {step.written} = {number(step.value, step.value_name)}. ",
            Span(step.sentence if agree else text, "good" if agree else "bad"),
        )
        for step in explanation.steps
        if step.label == CHECK
    ]


def why_not_perfect(explanation: Explanation) -> str | None:
    """Why identical texts do not have the best score: the sentence of the last step with the value 0, or the quirk."""
    score, steps = explanation.score, explanation.steps
    if not explanation.identical or isclose(score.value, score.higher_is_better):
        return None
    but = f"The texts are identical, and yet {score.name} is {score.points:.2f}"
    if not score.higher_is_better:
        twice = "sacreBLEU, whose definition this is, tokenizes references twice and candidates once"
        return f"{but}: if punctuation is split off, {twice}."
    zero = next((step for step in reversed(steps[:-1]) if step.value == 0 and step.label != CHECK), None)
    reason = f"{zero.label}: {zero.sentence}" if zero else steps[-1].sentence.partition(". ")[2]
    return f"{but}. {reason}" if reason else None


def explanations_blocks(result: Explanations, most: int = MOST_MARKS, *, drawn: bool = False) -> list[Block]:
    """Human error annotations, every explanation, and every corpus by its segments."""
    blocks: list[Block] = [] if result.people is None else list(marked_blocks(result.people))
    for explanation in result.explanations:
        blocks += explanation_blocks(explanation, most, drawn=drawn)
    for corpus in result.corpora:
        blocks += influence_blocks(corpus)
    return [*blocks, *small_print(*result.notes)]


def _other_definitions(explanation: Explanation) -> list[Block]:
    """One line: the scores of the same translation by other definitions of the metric."""
    values = [
        f"{other.name} {'not available here' if other.value is None else f'{other.value:.4f}'}"
        for other in explanation.other_definitions
    ]
    note = [Paragraph.of(explanation.note)] if explanation.note else []
    if not values:
        return list(note)
    name, kind = explanation.score.name, explanation.others_are
    how = f", --{name.lower()}.variant chooses one" if kind == "definition" else ""
    return [
        *note,
        Paragraph.of(f"Other {kind}s of {name}: {', '.join(values)} (--variants compares them step by step{how})."),
    ]


def _texts(explanation: Explanation) -> TableBlock:
    rows: list[tuple[Cell, Cell, Cell]] = [("candidate", str(len(explanation.hyp)), _tokens(explanation, None))]
    for k, ref in enumerate(explanation.refs):
        label = "reference" if len(explanation.refs) == 1 else f"reference {k + 1}"
        rows.append((label, str(len(ref)), _tokens(explanation, k)))
    return TableBlock.of(("text", "tokens", ""), rows, "lrl")


def _tokens(explanation: Explanation, reference: int | None) -> Cell:
    """The tokens of a text, each in the style of its mark; n-grams of higher order are ignored."""
    tokens = explanation.hyp if reference is None else explanation.refs[reference]
    styles = [""] * len(tokens)
    for mark in explanation.marks:
        if isinstance(mark, Gram) and mark.order != 1:
            continue
        if reference is None:
            for rank, index in enumerate(mark.hyp):
                clipped = isinstance(mark, Gram) and mark.kind == "clipped" and rank >= mark.credited
                styles[index] = "bad" if clipped else _style(mark)
        elif mark.reference == reference:
            for index in _matched_copies(mark):
                styles[index] = _style(mark)
    spans = []
    for token, style in zip(tokens, styles, strict=True):
        spans += [Span(token, style), Span(" ")]
    return tuple(spans[:-1]) or ""


def _matched_copies(mark: Mark) -> tuple[int, ...]:
    """The matched indices in the reference: the first ones, if it has more copies than the candidate."""
    return mark.ref[: mark.count] if isinstance(mark, Gram) and mark.credited else mark.ref


def _style(mark: Mark) -> str:
    if isinstance(mark, Link):
        return f"group{mark.chunk % 6}"
    return "good" if mark.kind == "clipped" else _KINDS.get(mark.kind, "")


def _steps(steps: Sequence[Step]) -> TableBlock:
    rows = [(step.label, step.written, _put_in(step), number(step.value, step.value_name)) for step in steps]
    return replace(TableBlock.of(("step", "formula", "with", "value"), rows, "lllr"), main=True)


def _put_in(step: Step) -> str:
    """The numbers of a step; settings, which nothing computed, as they were set."""
    computed = {**step.columns, **step.terms}
    return "  ".join(
        f"{put_in_name(name)}={number(value, name) if name in computed else number_set(value)}"
        for name, value in step.numbers.items()
    )


def _marks(marks: list[Mark]) -> TableBlock:
    facts = [mark.details() for mark in marks]
    names = list(dict.fromkeys(name for details in facts for name in details))
    rows: list[tuple[Cell, ...]] = []
    for mark, details in zip(marks, facts, strict=True):
        cells = (number(details.get(name, "")) for name in names)
        rows.append((mark.text, Span(mark.kind, _KINDS.get(mark.kind, "")), *cells))
    header = ("tokens", "what", *(name.replace("_", " ") for name in names))
    return TableBlock.of(header, rows, "ll" + "r" * len(names))


def influence_blocks(explanation: CorpusExplanation) -> list[Block]:
    """The corpus score step by step, and the segments that hurt it most."""
    score, of_segments = explanation.score, explanation.segment_signature
    hurts = "negative" if score.higher_is_better else "positive"
    rows = [
        (str(s.line), f"{100 * s.influence:+.4f}", f"{100 * s.value:.1f}", shortened(s.hyp, 60))
        for s in explanation.segments
    ]
    return [
        Heading(f"{explanation.title} {score.points:.2f} over {counted(explanation.size, 'segment')}", 1),
        Heading("Step by step, from the sums over all segments"),
        _steps(explanation.steps),
        Heading("Segments that hurt the score most"),
        Paragraph.of(f"Influence: the corpus score with the segment minus the score without it; {hurts} numbers hurt."),
        TableBlock.of(("line", "influence", "segment score", "candidate"), rows, "rrrl"),
        *small_print(str(score.signature), "" if of_segments == score.signature else f"segment scores: {of_segments}"),
    ]


Pair = tuple[Metric, Explanation]
MOST = 6


def all_variants_blocks(groups: Sequence[Sequence[Metric]], result: Explanations) -> list[Block]:
    """For each metric, its definitions side by side; the result has an explanation by each of them, in order."""
    explanations = iter(result.explanations)
    pairs = [[(metric, next(explanations)) for metric in group] for group in groups]
    return [block for group in pairs for block in variants_blocks(group)]


def variants_blocks(pairs: Sequence[Pair]) -> list[Block]:
    """One column per definition with the values of every step, then the differences between definitions."""
    names = [form_of(metric).variant_name for metric, _ in pairs]
    labels = list(dict.fromkeys(step.label for _, explanation in pairs for step in explanation.steps))
    rows = [(label, *(_value(explanation, label) for _, explanation in pairs)) for label in labels]
    blocks: list[Block] = [
        Heading(f"{pairs[0][1].score.name}: {counted(len(pairs), pairs[0][0].evidence.others_are)}", 1),
        TableBlock.of(("step", *names), rows),
        Heading("Why they differ"),
    ]
    for name, (metric, explanation) in zip(names, pairs, strict=True):
        difference = f"{name}: {what}" if (what := form_of(metric).difference) else f"{name}."
        apart = _links_apart(pairs[0][1], explanation, names[0])
        blocks.append(Paragraph.of(difference, Span(f" {apart}" if apart else "", "strong")))
    return blocks + small_print(*(str(explanation.score.signature) for _, explanation in pairs))


def _value(explanation: Explanation, label: str) -> str:
    return next((number(step.value, step.value_name) for step in explanation.steps if step.label == label), "–")


def _links_apart(first: Explanation, other: Explanation, name: str) -> str:
    """The words that only one of two explanations matches."""
    if first is other or not any(isinstance(mark, Link) for mark in (*first.marks, *other.marks)):
        return ""
    ours, theirs = (Counter(mark.text for mark in one.marks if isinstance(mark, Link)) for one in (first, other))
    differences = []
    if extra := list((theirs - ours).elements()):
        differences.append(f"matches that {name} does not have: {few(extra, MOST)}")
    if missing := list((ours - theirs).elements()):
        differences.append(f"matches of {name} missing here: {few(missing, MOST)}")
    return f"Here: {'; '.join(differences)}." if differences else f"The same words are matched as by {name}."
