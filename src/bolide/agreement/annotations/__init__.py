"""Files in which people's judgements stand one by one: each form is one file here, with a way to recognise it.

read_annotations("esa.csv").table()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bolide.agreement.annotations import esa, mqm_errors, segment_ratings, span_predictions, wmt25_spans
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.language_pairs import choose_pair
from bolide.corpus.lines import read_text
from bolide.system.errors import ErrorWithHint, OptionError


@dataclass(frozen=True)
class Asked:
    """What a user says about the file: the language pair, MQM weights, and each line's document in the test set.

    `flags` are the options by which the user can say more of it, for what errors advise.
    """

    pair: str | None = None
    weights: str | None = None
    documents: Sequence[str] | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnnotationForm:
    """One form of annotation files: how it is recognised and read, by language pair, and whether it weighs errors."""

    recognised: Callable[[str], bool]
    read: Callable[[str, str, Asked], dict[str, Annotations]]
    weighs: bool = False


FORMS: dict[str, AnnotationForm] = {
    "ESA dump": AnnotationForm(esa.recognised_dump, lambda path, text, asked: esa.read_dump(path, text)),
    "ESA export": AnnotationForm(esa.recognised_export, lambda path, text, asked: esa.read_export(path, text)),
    "MQM errors": AnnotationForm(
        mqm_errors.recognised,
        lambda path, text, asked: mqm_errors.read(path, text, asked.weights, asked.documents),
        weighs=True,
    ),
    "span predictions": AnnotationForm(
        span_predictions.recognised, lambda path, text, asked: span_predictions.read(path, text)
    ),
    "WMT25 spans": AnnotationForm(wmt25_spans.recognised, lambda path, text, asked: wmt25_spans.read(path, text)),
    ".seg.rating": AnnotationForm(
        segment_ratings.recognised, lambda path, text, asked: segment_ratings.read(path, text)
    ),
}


def form_of(text: str) -> str | None:
    """The form of a text, or None where it is none of them."""
    return next((name for name, form in FORMS.items() if form.recognised(text)), None)


def read_annotations(path: str | Path, asked: Asked | None = None, text: str | None = None) -> Annotations | None:
    """Read the ratings of one language pair, which must be named if the file has several.

    None if the file has no annotations, but, say, scores. Its text may be at hand.
    """
    asked = asked or Asked()
    pairs = read_language_pairs(path, asked, text)
    try:
        return None if pairs is None else pairs[choose_pair(pairs, None, path)]
    except ErrorWithHint as error:
        raise error.for_flags(asked.flags) from None


def read_language_pairs(
    path: str | Path, asked: Asked | None = None, text: str | None = None
) -> dict[str, Annotations] | None:
    """Read the ratings of every language pair, or of the one asked for; a pair that the file does not name is ""."""
    text, asked = read_text(str(path)) if text is None else text, asked or Asked()
    name = form_of(text)
    if name is None:
        return None
    if asked.weights is not None and not FORMS[name].weighs:
        raise OptionError(f"--mqm-weights has no effect: {path} is of the form {name}. Leave it out.")
    try:
        pairs = FORMS[name].read(str(path), text, asked)
    except ErrorWithHint as error:
        raise error.for_flags(asked.flags) from None
    if asked.pair is None:
        return pairs
    pair = choose_pair(pairs, asked.pair, path)
    others = [other or "lines without a pair" for other in pairs if other != pair]
    remarks = (f"{path} also has {', '.join(others)}.",) if others else ()
    return {pair: replace(pairs[pair], remarks=remarks)}
