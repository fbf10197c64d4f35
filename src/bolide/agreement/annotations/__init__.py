"""Files in which people's judgements stand one by one: each form is one file here, with a way to recognise it.

read_annotations("esa.csv").table()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bolide.agreement.annotations import esa, mqm_errors, segment_ratings, span_predictions, wmt25_spans
from bolide.agreement.annotations.ratings import Annotations
from bolide.corpus.lines import read_text
from bolide.system.errors import Advised, OptionError


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
class Form:
    """One form of annotation files: how it is recognised and read, and which of the user's words it heeds."""

    recognised: Callable[[str], bool]
    read: Callable[[str, str, Asked], Annotations]
    heeds: tuple[str, ...] = ()


FORMS: dict[str, Form] = {
    "ESA dump": Form(esa.recognised_dump, lambda path, text, asked: esa.read_dump(path, text, asked.pair), ("pair",)),
    "ESA export": Form(esa.recognised_export, lambda path, text, asked: esa.read_export(path, text)),
    "MQM errors": Form(
        mqm_errors.recognised,
        lambda path, text, asked: mqm_errors.read(path, text, asked.weights, asked.documents),
        ("weights",),
    ),
    "span predictions": Form(span_predictions.recognised, lambda path, text, asked: span_predictions.read(path, text)),
    "WMT25 spans": Form(wmt25_spans.recognised, lambda path, text, asked: wmt25_spans.read(path, text)),
    ".seg.rating": Form(segment_ratings.recognised, lambda path, text, asked: segment_ratings.read(path, text)),
}


def form_of(text: str) -> str | None:
    """The form of a text, or None where it is none of them."""
    return next((name for name, form in FORMS.items() if form.recognised(text)), None)


def read_annotations(path: str | Path, asked: Asked | None = None, text: str | None = None) -> Annotations | None:
    """The ratings in a file, whose text may be at hand; None where it holds no annotations, but, say, scores."""
    text, asked = read_text(str(path)) if text is None else text, asked or Asked()
    name = form_of(text)
    if name is None:
        return None
    form = FORMS[name]
    for word, flag in (("pair", "--pair"), ("weights", "--mqm-weights")):
        if getattr(asked, word) is not None and word not in form.heeds:
            raise OptionError(f"{flag} has no effect: {path} is of the form {name}. Leave it out.")
    try:
        return form.read(str(path), text, asked)
    except Advised as error:
        raise error.told(asked.flags) from None
