"""One translation for the page: its explanation, the pictures that go with it, and the metric's variants."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Sequence
from typing import Any

from bolide.data.explanation import Explanation
from bolide.data.marks import Gram, Mark
from bolide.metrics import metric_class
from bolide.metrics.base import Metric
from bolide.system.errors import BolideError, InputError
from bolide.system.plurals import counted
from bolide.text.languages import contradiction, language_name
from bolide.text.tokenize.suitability import better_tokenizer
from bolide.web.calls.definitions import side_by_side
from bolide.web.calls.describe import LIMIT, Options, build, build_scorer
from bolide.web.calls.equation import equation
from bolide.web.calls.evidence import link_numbers
from bolide.web.calls.part_labels import facts
from bolide.web.calls.pictures import pictures


def explain(metric: str, options: Options, hyp: str, refs: list[str], room: int | None = None) -> dict[str, Any]:
    """The explanation as plain data, with the tokens counted, numbers linked to evidence, and pictures.

    `room` is how many pixels the words of a picture may take in a line.
    """
    check_lengths([hyp, *refs])
    chosen = build_scorer(metric, options).sentence
    explanation = chosen.explain(hyp, refs)
    data = explanation.without_marks()
    data["marks"] = compact(explanation.marks)
    data["higher_is_better"] = chosen.formula.higher_is_better
    data["counts"] = [len(data["hyp"]), *map(len, data["refs"])]
    data["links"] = link_numbers(explanation, chosen.form.settable)
    data["equation"] = equation(explanation, data["links"])
    data["facts"] = facts(explanation, data["links"])
    data["pictures"] = pictures(explanation, room)
    data["advice"] = (
        advice(chosen, [hyp, *refs], len(explanation.hyp))
        or language_advice(chosen, refs)
        or _english(chosen, refs)
        or _why_zero(explanation)
    )
    return data


def advice(metric: Metric, texts: list[str], size: int) -> str | None:
    """A word where the tokenizer plainly does not suit the texts, the first of which it cut into `size` tokens."""
    tokenize = metric.form.tokenizer_name
    found = better_tokenizer(texts, tokenize or "whitespace")
    if found is None or (tokenize is None and size > 2 * len(texts[0].split())):
        return None
    language, better = found
    if tokenize is None:
        return f"This looks like {language}, of which {metric.name} makes one long token; put spaces between its words."
    return f"This looks like {language}, of which {tokenize} makes one long token; try the tokenizer {better}."


def language_advice(metric: Metric, texts: list[str]) -> str | None:
    """A word if the texts plainly are not in the language that the metric uses."""
    used = metric.form.language
    looks = contradiction(texts, used) if used else None
    if used is None or looks is None:
        return None
    return f"This looks like {looks}, and {metric.name} takes it for {language_name(used)}; choose other settings."


def _english(metric: Metric, texts: list[str]) -> str | None:
    """A word where English stems or synonyms were looked up for words that are not written in Latin letters."""
    letters = [letter for text in texts for letter in text if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if metric.form.language != "en" or 2 * latin >= len(letters):
        return None
    return f"{metric.name}’s stems and synonyms are English here: of this text, only words that are the same can match."


def _why_zero(explanation: Explanation) -> str | None:
    """Why identical texts score 0, which nobody expects: what the step before the score says of it."""
    if not explanation.identical or not explanation.score.higher_is_better or explanation.score.value:
        return None
    step = next((step for step in reversed(explanation.steps[:-1]) if step.made and step.value == 0), None)
    return f"The texts are identical, and yet the score is 0. {step.sentence}" if step else None


def compact(marks: Sequence[Mark]) -> dict[str, list[Any]]:
    """Marks by column instead of by row: a long text has tens of thousands, and their names would outweigh them.

    `counts_reference` says whether an n-gram that the candidate lacks is counted, and so missed.
    """
    return {
        "text": [mark.text for mark in marks],
        "kind": [mark.kind for mark in marks],
        "adds": [mark.adds() for mark in marks],
        "hyp": [mark.hyp for mark in marks],
        "ref": [mark.ref for mark in marks],
        "reference": [mark.reference for mark in marks],
        "details": [mark.details() for mark in marks],
        "counts_reference": [isinstance(mark, Gram) and bool(mark.of.ref) for mark in marks],
    }


def check_lengths(texts: list[str]) -> None:
    """Keep the limit that the page promises."""
    longest = max(map(len, texts))
    if longest > LIMIT:
        raise InputError(
            f"A text has {counted(longest, 'character')}; the boxes take {LIMIT:,}. Longer texts: drop them "
            "as files, by line."
        )


def count_tokens(metric: str, options: Options, texts: list[str]) -> list[int]:
    """How many tokens the chosen tokenizer sees in each text, without scoring anything."""
    chosen = build(metric, options)
    return [len(chosen.counts.tokens(text)) for text in texts]


def variants(metric: str, options: Options, hyp: str, refs: list[str]) -> Generator[Any, None, Any]:
    """The same texts under each definition of a metric's name, else as set and under its presets."""
    check_lengths([hyp, *refs])
    results: list[dict[str, Any]] = []
    for name, variant in side_by_side(build_scorer(metric, options).sentence, metric_class(metric)):
        try:
            score = variant.sentence(hyp, refs)
            found = {"value": score.value, "percent": score.percent, "signature": str(score.signature)}
            note = variant.form.difference.removeprefix(f"{name}: ")
            results.append({"name": name, "note": note, **found})
        except BolideError as error:
            results.append({"name": name, "error": str(error)})
        yield {"done": len(results)}
    return results
