"""Blocks for the check of an implementation, and for what is handed out: worksheets, mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.classroom.cards import CARDS, Card, Cards
from bolide.classroom.check import CheckReport, Counterexample
from bolide.classroom.laboratory import Laboratory
from bolide.classroom.mistakes import Mistakes
from bolide.classroom.worksheet import Worksheet, WorksheetExercise
from bolide.data.explanation import Step
from bolide.demo import lines
from bolide.reporting.blocks import Block, Cell, Drawing, Heading, Paragraph, Span, TableBlock, small_print
from bolide.reporting.figures.canvas import escape
from bolide.reporting.figures.draw import illustrations
from bolide.reporting.look import asset, number as shown_number, put_in_name
from bolide.reporting.render.html import document, markup
from bolide.system.errors import counted


def check_blocks(report: CheckReport) -> list[Block]:
    """The verdict, the grades by kinds of cases, and the counterexample with its derivation."""
    cases = sum(grade.total for grade in report.grades)
    right = sum(grade.passed for grade in report.grades)
    verdict = Span(f"It agrees with {report.definition} on all {counted(cases, 'case')}.", "good")
    if not report.passed:
        verdict = Span(f"It departs from {report.definition}: {right:,} of {counted(cases, 'case')} are right.", "bad")
    blocks: list[Block] = [Heading(report.implementation), Paragraph.of(verdict), *map(Paragraph.of, report.remarks)]
    if report.counterexample is not None:
        blocks += _counterexample_blocks(report.counterexample)
    rows: list[tuple[Cell, ...]] = [
        (grade.kind, str(grade.passed), str(grade.total), Span(grade.why, "bad") if grade.why else Span("✓", "good"))
        for grade in report.grades
    ]
    blocks.append(TableBlock.of(("cases about", "right", "of", "wrong, for example"), rows, "lrrl"))
    about = "; ".join(filter(None, [*report.notes, report.source]))
    return blocks + small_print(about and f"{about[:1].upper()}{about[1:]}.", report.signature)


def _counterexample_blocks(example: Counterexample) -> list[Block]:
    case, score = example.case, example.explanation.score
    got = example.error or f"{example.result:.6g}"
    rows: list[tuple[Cell, ...]] = [("translation", case.hyp or "(empty)")]
    rows += [("reference", ref or "(empty)") for ref in case.refs]
    rows += [("parameters", ", ".join(f"{value:g}" for value in case.parameters))] if case.parameters else []
    rows += [("expected", Span(f"{example.expected:.6g}", "good")), ("got", Span(got, "bad"))]
    rows += [("they part at", example.parts_at)] if example.parts_at else []
    blocks: list[Block] = [Heading("The smallest difference", 3), TableBlock.of(("", ""), rows, "ll")]
    steps = [(step.label, step.written, f"{step.value:.6g}") for step in example.explanation.steps]
    return [
        *blocks,
        Heading(f"How {score.name} comes to {example.expected:.6g}", 3),
        TableBlock.of(("step", "formula", "value"), steps, "llr"),
    ]


def mistakes_blocks(given: Mistakes) -> list[Block]:
    """The code of every wrong implementation and, with the key, its mistake and a pair that shows it."""
    blocks: list[Block] = [Heading(f"Wrong implementations of {given.metric}{': solutions' if given.key else ''}", 1)]
    if not given.key:
        task = "Each function has one mistake. What is it, and for which two texts does it give a wrong number?"
        blocks.append(Paragraph.of(task))
    for one in given.implementations:
        code = Drawing(tuple((Span(line),) for line in one.source.rstrip().split("\n")))
        blocks += [Heading(one.name), code]
        if given.key:
            solved = one.shown(True)
            rows: list[tuple[Cell, ...]] = [("mistake", Span(one.title, "strong"))]
            rows += [("translation", solved["hyp"]), *(("reference", ref) for ref in solved["refs"])]
            rows += [("expected", Span(f"{solved['expected']:.6g}", "good"))]
            rows += [("got", Span(f"{solved['result']:.6g}", "bad"))]
            blocks.append(TableBlock.of(("", ""), rows, "ll"))
    return blocks


def cards_blocks(cards: Cards) -> list[Block]:
    """Every card; with the key, its solution."""
    title = Heading(f"True or false?{' Solutions' if cards.key else ''}", 1)
    return [title, *(block for card in CARDS for block in card_blocks(card, cards.key))]


def card_blocks(card: Card, key: bool) -> list[Block]:
    """The claim and the texts; with the key the numbers, whether the claim holds, and why."""
    data = card.to_dict(key)
    rows: list[tuple[Cell, ...]] = []
    for one in data["texts"]:
        what = "; ".join(one["what"]) if len(data["texts"]) > 1 else ""
        rows += [(what, hyp, " | ".join(refs)) for hyp, refs in zip(one["hyps"], one["refs"], strict=True)]
    blocks: list[Block] = [Heading(card.title), Paragraph.of(Span(card.claim, "strong"))]
    blocks.append(TableBlock.of(("", "translation", "reference"), rows, "lll"))
    if key:
        verdict = Span("True. ", "good") if card.holds else Span("False. ", "bad")
        numbers = [(row["what"], row["shown"]) for row in data["numbers"]]
        blocks += [TableBlock.of(("", "number"), numbers), Paragraph.of(verdict, data["why"])]
    return blocks


def laboratory_blocks(lab: Laboratory) -> list[Block]:
    """The scores, the texts, and the questions with room for answers, or with them."""
    blocks: list[Block] = [Heading(f"Metrics against people{': answers' if lab.key else ''}", 1)]
    about = "Three systems have translated 24 sentences. People marked the errors: a minor one costs 1, a major one 5."
    scores = [
        (row["domain"], row["system"], *(f"{row[name]:.2f}" for name in ("bleu", "chrf", "people")))
        for row in lab.table
    ]
    blocks += [Paragraph.of(about), TableBlock.of(("texts", "system", "BLEU", "chrF", "people"), scores, "llrrr", 2)]
    for place, one in enumerate(lab.to_dict()["questions"], 1):
        blocks += [Heading(f"Question {place}", 3), Paragraph.of(one["question"])]
        blocks.append(Paragraph.of(Span(one.get("answer", _BLANK), "strong")))
    outputs = {name: lines(f"town/{name}.txt") for name in ("ref", *lab.people)}
    rows: list[tuple[Cell, ...]] = []
    for k, domain in enumerate(lines("town/domains.txt")):
        rows.append((f"{k + 1}", "reference", domain, outputs["ref"][k], "", ""))
        for system, judged in lab.people.items():
            bleu = f"{100 * lab.segments['bleu'][system][k]:.1f}"
            rows.append((f"{k + 1}", system, "", outputs[system][k], bleu, f"{judged[k]:g}"))
    texts = TableBlock.of(("line", "system", "texts", "text", "BLEU", "people"), rows, "rlllrr", 2)
    return [*blocks, Heading("The sentences"), texts, *small_print(*lab.signatures())]


_BLANK = "________"


def worksheet_blocks(sheet: Worksheet) -> list[Block]:
    """The exercises, each with a line per step: blank, or solved if the worksheet is a key."""
    name = sheet.metric.name
    blocks: list[Block] = [Heading(f"{name} by hand{': solutions' if sheet.key else ''}", 1), Paragraph.of(sheet.task)]
    for number, exercise in enumerate(sheet.exercises, 1):
        blocks.append(Heading(f"{number}. {exercise.title}"))
        blocks.append(_texts(exercise))
        if sheet.key:
            solved = [(step.label, step.written, _numbers(step), _rounded(step.value)) for step in exercise.steps]
            blocks.append(TableBlock.of(("step", "formula", "numbers", "value"), solved, "lllr"))
            blocks += small_print(*(step.sentence for step in exercise.steps))
        else:
            blanks = [(step.label, step.written, _BLANK) for step in exercise.open_steps]
            blocks.append(TableBlock.of(("step", "formula", "value"), blanks, "lll"))
    return blocks + small_print(f"{sheet.metric.signature()}, seed {sheet.seed}")


def _texts(exercise: WorksheetExercise) -> TableBlock:
    rows: list[tuple[Cell, ...]] = [("candidate", exercise.hyp), *(("reference", ref) for ref in exercise.refs)]
    return TableBlock.of(("", ""), rows, "ll")


def _numbers(step: Step) -> str:
    values = ((name, value if isinstance(value, list) else [value]) for name, value in step.numbers.items())
    return ", ".join(f"{put_in_name(name)} = {' and '.join(map(_rounded, numbers))}" for name, numbers in values)


def _rounded(value: float) -> str:
    """A number as the worksheets ask for it: four decimals, less the zeros at their end."""
    return f"{round(value, 4):g}"


def slides(sheet: Worksheet, cards: Sequence[Card]) -> str:
    """A lesson as one HTML file without a script, whose slides fill the screen: a title, each step of every exercise,
    every card and its solution."""
    title = f"{sheet.metric.name} step by step"
    shown: list[list[Block]] = [[Heading(title, 1), Paragraph.of(sheet.task), Paragraph.of(_KEYS)]]
    for exercise in sheet.exercises:
        shown += _exercise_slides(exercise)
    for card in cards:
        shown += [card_blocks(card, key=False), card_blocks(card, key=True)]
    count = len(shown)
    sections = [
        f"<section>\n{markup(blocks)}<footer>{place} of {count} · {escape(title)}</footer>\n</section>"
        for place, blocks in enumerate(shown, 1)
    ]
    style = " ".join(asset("slides.css").split())
    body = [f"<style>{style}</style>", '<main class="slides">', *sections, "</main>"]
    return document(title, "\n".join(body))


_KEYS = "Page Down or the space bar goes on, Page Up goes back; printed, each slide is a page."


def _exercise_slides(exercise: WorksheetExercise) -> list[list[Block]]:
    texts = _texts(exercise)
    pictures = [block for figure in exercise.solution.figures for block in illustrations(figure)]
    shown: list[list[Block]] = [[Heading(exercise.title), texts, *pictures]]
    for place, step in enumerate(exercise.steps, 1):
        formula = Paragraph.of(f"{step.written} = ", Span(shown_number(step.value, step.value_name), "strong"))
        shown.append([Heading(f"{place}. {step.label}"), texts, formula, Paragraph.of(step.sentence)])
    return shown
