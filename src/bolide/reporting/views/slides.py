"""A lesson as slides: exercises worked out step by step, then cards of misconceptions; one HTML file without a script.

Each slide fills the screen; Page Down and the space bar go on, as in any long page.
"""

from __future__ import annotations

from bolide.classroom.cards import Card
from bolide.classroom.worksheet import Worksheet, WorksheetExercise
from bolide.reporting.blocks import Block, Cell, Heading, Paragraph, Span, TableBlock
from bolide.reporting.figures.canvas import escape
from bolide.reporting.figures.draw import illustrations
from bolide.reporting.look import asset, number
from bolide.reporting.render.html import document, markup
from bolide.reporting.views.classroom import card_blocks


def slides(sheet: Worksheet, cards: tuple[Card, ...]) -> str:
    """The page: a title, every exercise with a slide for each step, every card with its solution on the next slide."""
    title = f"{sheet.metric.name} step by step"
    shown: list[list[Block]] = [[Heading(title, 1), Paragraph.of(sheet.task), Paragraph.of(_KEYS)]]
    for exercise in sheet.exercises:
        shown += _exercise(exercise)
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


def _exercise(exercise: WorksheetExercise) -> list[list[Block]]:
    rows: list[tuple[Cell, ...]] = [("translation", exercise.hyp), *(("reference", ref) for ref in exercise.refs)]
    texts = TableBlock.of(("", ""), rows, "ll")
    pictures = [block for figure in exercise.solution.figures for block in illustrations(figure)]
    shown: list[list[Block]] = [[Heading(exercise.title), texts, *pictures]]
    for place, step in enumerate(exercise.steps, 1):
        formula = Paragraph.of(f"{step.formula} = ", Span(number(step.value, step.value_name), "strong"))
        shown.append([Heading(f"{place}. {step.label}"), texts, formula, Paragraph.of(step.sentence)])
    return shown
