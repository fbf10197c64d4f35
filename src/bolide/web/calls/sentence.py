"""One translation in the page: its explanation, equation and pictures, the variants of the metric, a second candidate
beside it, and what is copied."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from math import isclose
from string import Formatter
from typing import Any

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step, pieces
from bolide.data.figures import AlignmentMatrix, Bars, EditAlignment, Figure
from bolide.data.marks import Gram, Mark
from bolide.data.scores import Score
from bolide.evaluation.health import text_notes
from bolide.forms import form_of
from bolide.forms.suitability import unsuited
from bolide.metrics import METRICS, metric_class
from bolide.metrics.base import Metric
from bolide.metrics.options import options_of, write_plain
from bolide.reporting.figures.alignment import draw_matrix
from bolide.reporting.figures.draw import draw
from bolide.reporting.figures.edits import draw_edits
from bolide.reporting.look import in_words, number, number_set, step_name
from bolide.reporting.views.explanation import CHECK, why_not_perfect
from bolide.significance.arithmetic import SAME
from bolide.system.errors import BolideError, InputError, counted
from bolide.system.stored import plain, to_json
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
        symbols = {name: SYMBOLS.get(name.rstrip("0123456789"), name) for name in step.numbers}  # w2 is a weight
        step_links: dict[str, Link] = {name: {"option": one} for name, one in symbols.items() if one in options}
        counted = {"columns": list(dict.fromkeys(step.columns.values()))}
        for name, term in step.terms.items():
            if term in computed_by or step.columns:
                step_links[name] = {"step": computed_by[term]} if term in computed_by else counted
        step_links |= {name: {"columns": [column]} for name, column in step.columns.items()}
        links.append(step_links)
        for term in (*step.terms.values(), *filter(None, [step.value_name])):
            computed_by.setdefault(term, index)
    return links


def equation(explanation: Explanation, links: Sequence[Mapping[str, Link]]) -> list[dict[str, Any]]:
    """Lines of text and numbers: first the score, then each step that its numbers link to and that is computed."""
    last = len(explanation.steps) - 1
    onward = dict.fromkeys(link["step"] for link in links[last].values() if "step" in link)
    indices = [last, *(k for k in onward if k != last and "{" in explanation.steps[k].computed)]
    lines = []
    for index in indices:
        step, lead = explanation.steps[index], links[index]
        terms = [
            {"name": text, "label": step_name(text), "shown": shown_number(text, step.numbers[text], lead)}
            | lead.get(text, {})
            if is_number
            else text
            for text, is_number in pieces(step.computed)
        ]
        value = number(step.value, step.value_name)
        lines.append({"label": step.label, "shown": value, "step": index, "pieces": terms})
    return lines


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


def pictures(explanation: Explanation, room: int | None = None, matrix: bool = True) -> list[dict[str, Any]]:
    """The pictures of an explanation, with kind and title; `room` is the maximum width of a line of words. An alignment
    is drawn as a `matrix`, if that is asked for and can be read; the page itself draws the words in two lines."""
    labels, records = [step.label for step in explanation.steps], []
    for figure in explanation.figures:
        if why_not_drawn(figure):
            continue
        record: dict[str, Any] = {"title": figure.title, "wide": "", "matrix": False, "bars": []}
        record |= {name: getattr(figure, name, "") for name in ("caption", "reference")}
        if isinstance(figure, AlignmentMatrix):
            readable = max(len(figure.hyp), len(figure.ref)) <= MOST_IN_MATRIX
            svg = draw_matrix(figure).svg() if matrix and readable else ""
            record |= {"kind": "alignment", "svg": svg, "matrix": readable}
        elif isinstance(figure, EditAlignment):
            wide = draw_edits(figure).svg()
            svg = draw_edits(figure, max(120, min(room, 4000))).svg() if room else wide
            record |= {"kind": "edits", "svg": svg, "wide": wide}
        elif isinstance(figure, Bars):
            steps = [labels.index(bar.step) if bar.step in labels else None for bar in figure.bars]
            bars = [{**bar._asdict(), "shown": bar.text, "step": k} for bar, k in zip(figure.bars, steps, strict=True)]
            record |= {"kind": "bars", "svg": draw(figure).svg(), "bars": bars}
        records.append(record)
    return records


def why_not_drawn(figure: Figure) -> str:
    """Why a picture is left out, in a sentence; empty if it is drawn."""
    if isinstance(figure, EditAlignment):
        size, most, things = len(figure.columns), MOST_EDITS, "columns of edits"
    elif isinstance(figure, AlignmentMatrix):
        size, most, things = max(len(figure.hyp), len(figure.ref)), MOST_WORDS, "words"
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
    links = link_numbers(explanation, form_of(scorer).settable)
    language, suited = language_advice(scorer, refs)
    about = (language or _english(scorer, refs), why_not_perfect(explanation))
    return {
        **replace(explanation, marks=()).to_dict(),
        **plain(explanation.score),
        "steps": [_step(step, lead) for step, lead in zip(explanation.steps, links, strict=True)],
        "links": links,
        "marks": compact(explanation.marks),
        "unit": unit_of(explanation),
        "counts": [len(explanation.hyp), *map(len, explanation.refs)],
        "equation": equation(explanation, links),
        "facts": facts(explanation),
        "pictures": pictures(explanation, room, matrix),
        "undrawn": list(filter(None, map(why_not_drawn, explanation.figures))),
        "suited": suited,
        "advice": [*filter(None, about), *text_notes(Corpus.one(explanation.texts[0], explanation.texts[1:]))],
    }


def _step(step: Step, links: Mapping[str, Link]) -> dict[str, Any]:
    return {
        **vars(step),
        "formula": "" if step.formula.lower() == step.label.lower() else step.written,  # not the label again
        "worked": worked(step, links),
        "shown": {name: shown_number(name, value, links) for name, value in step.numbers.items()},
        "names": {name: step_name(name) for name in step.numbers},
        "shown_value": number(step.value, step.value_name),
    }


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


# --- two candidates for the same references ---------------------------------------------------------------------------


MOST_COMPARED = 2000  # of longer texts only the numbers are compared; a word diff would take too long
_ROOM = 360  # pixels of a line of words: two pictures are side by side
MOST_MARKS = 40  # per side
_CHOICE = "Reference"  # the step whose value is the number of a reference


def candidates(metric: str, options: Options, hyps: list[str], refs: list[str]) -> dict[str, Any]:
    """Both scores, every step side by side, the words that differ, and the evidence that only one candidate has."""
    check_lengths([*hyps, *refs])
    scorer = build_scorer(metric, options).sentence
    first, second = (scorer.explain(hyp, refs) for hyp in hyps)
    ours, theirs = _credited(first.marks), _credited(second.marks)
    a, b = _reference(first), _reference(second)
    return {
        "verdict": _verdict(first.score, second.score),
        "references": f"Candidate A is matched with {a}, candidate B with {b}." if a != b else "",
        "scores": [{"value": one.score.value, "points": one.score.points} for one in (first, second)],
        "steps": _compared_steps(first, second),
        "unit": unit_of(first),
        "tokens": len(second.hyp),
        "words": _words(first, second),
        "pictures": [[one for one in pictures(each, _ROOM) if one["kind"] != "bars"] for each in (first, second)],
        "only": [_listed(ours - theirs), _listed(theirs - ours)],
    }


def _is_same(first: Any, second: Any) -> bool:
    """Whether two numbers are one, perhaps computed in another order."""
    return isclose(first, second, rel_tol=SAME)


def _verdict(first: Score, second: Score) -> str:
    if _is_same(first.value, second.value):
        return f"Both candidates have the same {first.name}."
    better = "B" if (second.value > first.value) == first.higher_is_better else "A"
    points = f"{abs(round(second.points, 2) - round(first.points, 2)):.2f}"
    return f"Candidate {better} is better by {'less than 0.01' if points == '0.00' else points} points of {first.name}."


def _reference(explanation: Explanation) -> str:
    steps = (f"reference {step.value}" for step in explanation.steps if step.label == _CHOICE)
    alignments = (figure.reference for figure in explanation.figures if isinstance(figure, AlignmentMatrix))
    return next(iter([*steps, *alignments]), "")


def _compared_steps(first: Explanation, second: Explanation) -> list[dict[str, Any]]:
    """The steps of both by label, with both values (None if a candidate lacks the step).

    If the values are equal, or numbers of references, but other numbers of the step differ, those are listed instead.
    """
    rows = []
    ours, theirs = ({step.label: step for step in one.steps if step.label != CHECK} for one in (first, second))
    for label in ours | theirs:
        pair = [one[label] for one in (ours, theirs) if label in one]
        values = [one[label].value if label in one else None for one in (ours, theirs)]
        apart = {}
        if len(pair) == 2 and (label == _CHOICE or _is_same(*values)):
            both = {name: [step.numbers.get(name) for step in pair] for name in pair[0].numbers}
            single = {name: two for name, two in both.items() if all(isinstance(one, int | float) for one in two)}
            apart = {name: two for name, two in single.items() if not _is_same(*two)}
        rows += [_row(f"{label}: {step_name(name)}", two, name) for name, two in apart.items()]
        rows += [] if apart else [_row(label, values, pair[0].value_name)]
    return rows


def _row(label: str, values: Sequence[Any], name: str) -> dict[str, Any]:
    """Both values of a number and their difference, as they are shown."""
    difference = ""
    if None not in values and _is_same(*values):
        difference = "same"
    elif None not in values and label != _CHOICE:  # of the numbers as they are shown
        first, second = (round(value, 4) if abs(value) >= 0.00005 else value for value in values)
        difference = number(second - first, name)
    signed = f"+{difference}" if difference[:1].isdigit() else difference
    return {"label": label, "shown": ["–" if one is None else number(one, name) for one in values], "apart": signed}


def _words(first: Explanation, second: Explanation) -> list[dict[str, Any]] | None:
    """A diff of the tokens of both candidates."""
    if max(len(first.hyp), len(second.hyp)) > MOST_COMPARED:
        return None
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, first.hyp, second.hyp, autojunk=False)
    return [
        {"same": tag == "equal", "first": list(first.hyp[a:b]), "second": list(second.hyp[c:d])}
        for tag, a, b, c, d in matcher.get_opcodes()
    ]


def _credited(marks: Iterable[Mark]) -> Counter[tuple[str, str]]:
    """The evidence of a candidate by kind and words: n-grams as often as credited, links and edits once each."""
    counts: Counter[tuple[str, str]] = Counter()
    for mark in marks:
        if isinstance(mark, Gram):
            counts[f"{mark.unit} {mark.order}-gram".strip(), mark.text] += mark.credited
        elif mark.hyp or mark.ref:
            kind = mark.details().get("stage") if mark.kind == "matched" else mark.kind
            if mark.kind not in ("unmatched", "ok", "dropped"):
                counts[str(kind), mark.text] += 1
    return +counts


def _listed(counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    marks = [{"kind": kind, "text": text, "times": times} for (kind, text), times in counts.items()]
    return {"marks": marks[:MOST_MARKS], "more": max(0, len(marks) - MOST_MARKS)}


# --- what is copied ---------------------------------------------------------------------------------------------------


def copy(form: str, metric: str, options: Options, hyp: str, refs: list[str]) -> str:
    """The text to copy."""
    import shlex  # few visitors copy, and everybody waits for a first score

    from bolide.reporting.blocks import Layout
    from bolide.reporting.render import render

    scorer = build_scorer(metric, options).sentence
    if form == "python":
        return python_call(scorer, hyp, refs)
    if form == "command":  # the signature has every option
        return shlex.join(["bolide", "explain", "-m", str(scorer.signature()), "--", hyp, *refs]) + "\n"
    explanation = scorer.explain(hyp, refs)
    if form == "json":
        return to_json(explanation.to_dict()) + "\n"
    return render(explanation.blocks(), "latex" if form == "latex" else "text", Layout(tables_only=True))


def python_call(metric: Metric, hyp: str, refs: list[str]) -> str:
    """Python code that reproduces this result."""
    kind = metric_class(metric.name).__name__
    values = [(item.name, getattr(metric, item.name), item.default) for item, _ in options_of(metric)]
    changed = ", ".join(f"{name}={value!r}" for name, value, default in values if value != default)
    references = repr(refs[0]) if len(refs) == 1 else repr(refs)
    return (
        f"from bolide import {kind}\n\nmetric = {kind}({changed})\n"
        f"explanation = metric.explain({hyp!r}, {references})\nprint(explanation.score)\n"
    )
