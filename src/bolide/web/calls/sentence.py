"""One translation in the page: its explanation, equation and pictures, and the variants of the metric."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step, pieces
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure
from bolide.data.marks import Gram, Mark
from bolide.evaluation.health import text_notes
from bolide.forms import form_of
from bolide.forms.suitability import unsuited
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.options import write_plain
from bolide.reporting.figures.alignment import draw_matrix
from bolide.reporting.figures.draw import draw
from bolide.reporting.figures.edits import draw_edits
from bolide.reporting.look import in_words, number, number_set, step_name
from bolide.reporting.views.explanation import why_not_perfect
from bolide.system.errors import BolideError, InputError, counted
from bolide.web.calls.describe import LIMIT, Options, build, build_scorer, option_texts, side_by_side

Link = dict[str, Any]
# The options behind the symbols in formulas.
SYMBOLS = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "w": "weights"}


def link_numbers(explanation: Explanation, options: Collection[str] = ()) -> list[dict[str, Link]]:
    """For each step, the links of its numbers: to columns, to the step that computed it, or to one of these options.

    A number that no step computes belongs to the first step that shows it, and to all columns counted there.
    """
    computed_by: dict[str, int] = {}
    links: list[dict[str, Link]] = []
    for index, step in enumerate(explanation.steps):
        step_links: dict[str, Link] = {
            name: {"option": _option(name)} for name in step.numbers if _option(name) in options
        }
        counted = {"columns": list(dict.fromkeys(step.columns.values()))}
        for name, term in step.terms.items():
            if term in computed_by or step.columns:
                step_links[name] = {"step": computed_by[term]} if term in computed_by else counted
        step_links |= {name: {"columns": [column]} for name, column in step.columns.items()}
        links.append(step_links)
        for term in (*step.terms.values(), *filter(None, [step.value_name])):
            computed_by.setdefault(term, index)
    return links


def _option(name: str) -> str:
    """The option behind a symbol in a formula: w2 is one of the weights."""
    return SYMBOLS.get(name.rstrip("0123456789"), name)


def equation(explanation: Explanation, links: Sequence[Mapping[str, Link]]) -> list[dict[str, Any]]:
    """Lines of text and numbers: first the score, then each step that its numbers link to and that is computed."""
    last = len(explanation.steps) - 1
    if last < 0:
        return []
    onward = dict.fromkeys(link["step"] for link in links[last].values() if "step" in link)
    indices = [last, *(k for k in onward if k != last and "{" in explanation.steps[k].computed)]
    lines = []
    for index in indices:
        step = explanation.steps[index]
        value, pieces = number(step.value, step.value_name), list(_pieces(step, links[index]))
        lines.append({"label": step.label, "shown": value, "step": index, "pieces": pieces})
    return lines


def _pieces(step: Step, links: Mapping[str, Link]) -> Iterator[str | dict[str, Any]]:
    """What is computed, with a number for the first mention of each symbol."""
    for text, is_number in pieces(step.computed):
        if is_number:
            value = shown_number(text, step.numbers[text], links)
            yield {"name": text, "label": step_name(text), "shown": value, **links.get(text, {})}
        else:
            yield text


def shown_number(name: str, value: Any, links: Mapping[str, Link]) -> str:
    """A number of a step: an option as it is set, a count as an integer, a ratio with four decimals."""
    return number_set(value) if "option" in links.get(name, {}) else number(value, name)


def worked(step: Step, links: Mapping[str, Link]) -> str:
    """What is computed with its numbers put in; empty if the formula is a rule in words, if it only repeats the value,
    or divides by 0, of which the sentence says what counts instead."""
    parts = [(text, name) for text, name, *_ in Formatter().parse(step.computed) if name]
    numbers = {name: step.numbers[name] for _, name in parts}
    counted = [value for name, value in numbers.items() if "option" not in links.get(name, {})]
    by_zero = any(text.rstrip().endswith("/") and not numbers[name] for text, name in parts)
    text = step.computed.format_map({name: shown_number(name, value, links) for name, value in numbers.items()})
    undefined = not parts or by_zero or ("/" in text and not any(counted))
    return "" if undefined or text == number(step.value, step.value_name) else text


_MADE = {"geometric_mean": "mean"}  # parts that have another name in the formula
_SAID_ELSEWHERE = ("cross_checked", "proven", "segments")


def facts(explanation: Explanation) -> list[dict[str, Any]]:
    """The single numbers among the parts of a score, with names and links: to the step that computed it, or to the
    number of a step that counts the same column. Lists among the parts are shown in the steps."""
    computed_by = {step.value_name: index for index, step in enumerate(explanation.steps)}
    counted: dict[str, tuple[int, str]] = {}
    for index, step in enumerate(explanation.steps):
        for name, column in step.columns.items():
            counted.setdefault(column, (index, name))
    results: list[dict[str, Any]] = []
    for name, value in explanation.score.parts.items():
        if not isinstance(value, int | float) or name in _SAID_ELSEWHERE:
            continue
        fact: dict[str, Any] = {"name": in_words(name), "shown": number(value, name)}
        key = _MADE.get(name, name)
        if key in computed_by:
            fact |= {"step": computed_by[key], "link": {"step": computed_by[key]}}
        elif key in counted:
            fact |= {"step": counted[key][0], "of": counted[key][1], "link": {"columns": [key]}}
        results.append(fact)
    return results


MOST_IN_MATRIX = 120  # words; a larger matrix is unreadable
MOST_WORDS = 400  # of an alignment in two lines, in as many rows as it takes
MOST_EDITS = 1000  # a longer alignment of edits is unreadable
KINDS: dict[type[Any], str] = {AlignmentMatrix: "alignment", Bars: "bars", EditAlignment: "edits"}


def pictures(explanation: Explanation, room: int | None = None, matrix: bool = True) -> list[dict[str, Any]]:
    """The pictures of an explanation, with kind and title; `room` is the maximum width of a line of words. An alignment
    is drawn as a `matrix`, if that is asked for and can be read; the page itself draws the words in two lines."""
    return [
        {
            "kind": KINDS[type(figure)],
            "title": figure.title,
            "caption": getattr(figure, "caption", ""),
            "reference": getattr(figure, "reference", ""),
            "svg": _drawn(figure, room, matrix),
            "wide": _drawn(figure, None) if isinstance(figure, EditAlignment) else "",
            "matrix": isinstance(figure, AlignmentMatrix) and _size(figure) <= MOST_IN_MATRIX,
            "bars": _bars(figure, explanation),
        }
        for figure in explanation.figures
        if _can_be_followed(figure)
    ]


def _bars(figure: Figure, explanation: Explanation) -> list[dict[str, Any]]:
    """The bars of a figure, each with the index of its step."""
    labels = [step.label for step in explanation.steps]
    return [
        {**bar._asdict(), "shown": bar.text, "step": labels.index(bar.step) if bar.step in labels else None}
        for bar in (figure.bars if isinstance(figure, Bars) else ())
    ]


def _drawn(figure: Figure, room: int | None, matrix: bool = False) -> str:
    if room and isinstance(figure, EditAlignment):
        return draw_edits(figure, max(120, min(room, 4000))).svg()
    if isinstance(figure, AlignmentMatrix):
        return draw_matrix(figure).svg() if matrix and _size(figure) <= MOST_IN_MATRIX else ""
    return draw(figure).svg()


def _size(figure: AlignmentMatrix) -> int:
    return max(len(figure.hyp), len(figure.ref))


def _can_be_followed(figure: Figure) -> bool:
    return not why_not_drawn(figure)


def why_not_drawn(figure: Figure) -> str:
    """Why a picture is left out, in a sentence; empty if it is drawn."""
    if isinstance(figure, EditAlignment):
        size, most, things = len(figure.columns), MOST_EDITS, "columns of edits"
    elif isinstance(figure, AlignmentMatrix):
        size, most, things = _size(figure), MOST_WORDS, "words"
    else:
        return ""
    return f"{figure.title} of {size:,} {things} is not drawn ({most:,} at most)." if size > most else ""


def explain(
    metric: str, options: Options, hyp: str, refs: list[str], room: int | None = None, matrix: bool = True
) -> dict[str, Any]:
    """The explanation as plain data, with token counts, links from numbers to evidence, and pictures (`pictures`).

    `room` is the maximum width of a line of words in a picture, in pixels.
    """
    check_lengths([hyp, *refs])
    scorer = build_scorer(metric, options).sentence
    explanation = scorer.explain(hyp, refs)
    data = explanation.without_marks()
    data["marks"] = compact(explanation.marks)
    data["unit"] = unit_of(explanation)
    data["higher_is_better"] = scorer.formula.higher_is_better
    data["counts"] = [len(data["hyp"]), *map(len, data["refs"])]
    data["links"] = link_numbers(explanation, form_of(scorer).settable)
    data["equation"] = equation(explanation, data["links"])
    data["facts"] = facts(explanation)
    for step, record, links in zip(explanation.steps, data["steps"], data["links"], strict=True):
        record["shown"] = {name: shown_number(name, value, links) for name, value in step.numbers.items()}
        record["names"] = {name: step_name(name) for name in step.numbers}
        record["shown_value"] = number(step.value, step.value_name)
        record["worked"] = worked(step, links)
        record["formula"] = "" if step.formula.lower() == step.label.lower() else step.written  # not the label again
    data["pictures"] = pictures(explanation, room, matrix)
    data["undrawn"] = list(filter(None, map(why_not_drawn, explanation.figures)))
    language, data["suited"] = language_advice(scorer, refs)
    about = (language or _english(scorer, refs), why_not_perfect(explanation))
    odd = text_notes(Corpus.one(explanation.texts[0], explanation.texts[1:]))
    data["advice"] = [*filter(None, about), *odd]
    return data


def unit_of(explanation: Explanation) -> str:
    """What a token is: a character if the metric counts characters, else a word."""
    edits = [figure.unit for figure in explanation.figures if isinstance(figure, EditAlignment)]
    grams = any(isinstance(mark, Gram) and mark.unit == "char" for mark in explanation.marks)
    return "character" if grams else [*edits, "word"][0]


def language_advice(metric: Metric, texts: list[str]) -> tuple[str | None, dict[str, Any]]:
    """What is wrong if the metric does not suit the language of the texts, and by that sentence what a button does: its
    label, the metric, and the options with which it suits them."""
    problem = unsuited(metric, texts, packages=False)
    if problem is None:
        return None, {}
    text, better = f"T{problem.problem[1:]}", problem.better
    if better is None:
        remedy = "put spaces between its words" if problem.whole else "choose other settings"
        return f"{text}; {remedy}.", {}
    label = " and ".join(_in_words(better, name, value) for name, value in problem.changes.items())
    options = {"metric": METRICS.key_of(type(better)), "label": f"Use {label}", "options": option_texts(better)}
    return f"{text}.", {f"{text}.": options}


def _in_words(metric: Metric, name: str, value: Any) -> str:
    """An option with its value, as the label of a button has it."""
    if value is True:
        return name.replace("_", " ")
    return f"the {'tokenizer' if name == 'tokenize' else name.replace('_', ' ')} {write_plain(value)}"


def _english(metric: Metric, texts: list[str]) -> str | None:
    """Advice if English stems and synonyms are used for words that are not in Latin script."""
    letters = [letter for text in texts for letter in text if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if form_of(metric).language != "en" or 2 * latin >= len(letters):
        return None
    return f"{metric.name}’s stems and synonyms are English here: of this text, only words that are the same can match."


def compact(marks: Sequence[Mark]) -> dict[str, list[Any]]:
    """Marks as columns instead of rows, which saves repeating the keys for tens of thousands of marks.

    `counts_reference` says whether an n-gram that the candidate lacks counts as missed.
    """
    return {
        **{name: [getattr(mark, name) for mark in marks] for name in ("text", "kind", "hyp", "ref", "reference")},
        "adds": [mark.adds() for mark in marks],
        "details": [mark.details() for mark in marks],
        "counts_reference": [isinstance(mark, Gram) and bool(mark.of.ref) for mark in marks],
    }


def check_lengths(texts: list[str]) -> None:
    """Raise InputError if a text exceeds the limit of the page."""
    longest = max(map(len, texts))
    if longest > LIMIT:
        raise InputError(
            f"A text has {counted(longest, 'character')}; the boxes take {LIMIT:,}. Longer texts: drop them "
            "as files, by line."
        )


def count_tokens(metric: str, options: Options, texts: list[str]) -> list[int]:
    """The number of tokens in each text by the metric's tokenizer."""
    scorer = build(metric, options)
    return [len(scorer.counts.tokens(text)) for text in texts]


def variants(metric: str, options: Options, hyp: str, refs: list[str]) -> Generator[Any, None, Any]:
    """The scores of the same texts under each definition of a metric, or else as configured and under its presets."""
    check_lengths([hyp, *refs])
    results: list[dict[str, Any]] = []
    for name, variant in side_by_side(build_scorer(metric, options).sentence, metric_class(metric)):
        try:
            score = variant.sentence(hyp, refs)
            result = {"value": score.value, "points": score.points, "signature": str(score.signature)}
            note = form_of(variant).difference
            results.append({"name": name, "note": note, **result})
        except BolideError as error:
            results.append({"name": name, "error": str(error)})
        yield {"done": len(results)}
    return results
