"""Files in which people's judgements stand one by one: by form, how it is recognised and read.

read_annotations("esa.csv").table()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bolide.agreement.annotations import forms, mqm_errors
from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.language_pairs import choose_pair
from bolide.corpus.decoding import begins_with_object
from bolide.corpus.lines import read_text
from bolide.system.errors import OptionError


@dataclass(frozen=True)
class AnnotationForm:
    """One form of annotation files: how it is recognised and read, by language pair, and whether errors are weighed.

    Readers are given path and text; those that weigh errors also weights and documents.
    """

    recognised: Callable[[str], bool]
    read: Callable[..., dict[str, Annotations]]
    weighs: bool = False


FORMS: dict[str, AnnotationForm] = {
    "ESA dump": AnnotationForm(lambda text: begins_with_object(text, "esa_score"), forms.read_dump),
    "ESA export": AnnotationForm(forms.recognised_export, forms.read_export),
    "MQM errors": AnnotationForm(mqm_errors.recognised, mqm_errors.read, weighs=True),
    "span predictions": AnnotationForm(
        lambda text: begins_with_object(text, "spans", "line_id"), forms.read_predictions
    ),
    "xCOMET's errors": AnnotationForm(
        lambda text: text.lstrip().startswith(("{", "[")) and '"COMET"' in text and '"errors"' in text,
        forms.read_xcomet,
    ),
    "WMT25 spans": AnnotationForm(lambda text: bool(forms.wmt25_columns(text.partition("\n")[0])), forms.read_wmt25),
    "Pearmut": AnnotationForm(
        lambda text: (
            forms.BEGINNING.match(text) is not None
            and '"annotation"' in text
            and ('"item"' in text or forms.RESET in text)
        ),
        forms.read_pearmut,
    ),
    "JSON lines by system": AnnotationForm(forms.recognised_lines, forms.read_lines),
    ".seg.rating": AnnotationForm(forms.recognised_ratings, forms.read_ratings),
}


def form_of(text: str) -> str | None:
    """The form of a text, or None where it is none of them."""
    return next((name for name, form in FORMS.items() if form.recognised(text)), None)


def read_annotations(path: str | Path, pair: str | None = None, text: str | None = None) -> Annotations | None:
    """Read the ratings of one language pair, which must be named if the file has several.

    None if the file has no annotations, but, say, scores. Its text may be at hand.
    """
    pairs = read_language_pairs(path, pair, text=text)
    return None if pairs is None else pairs[choose_pair(pairs, None, path)]


def read_language_pairs(
    path: str | Path,
    pair: str | None = None,
    weights: str | None = None,
    documents: Sequence[str] | None = None,
    *,
    text: str | None = None,
    name: str | None = None,
) -> dict[str, Annotations] | None:
    """Read the ratings of every language pair, or of the one asked for; a pair that the file does not name is "".

    `weights` are those of MQM, and `documents` has the document of every line of the test set. A file is read in the
    form of this name, or in the one that its text has.
    """
    text = read_text(str(path)) if text is None else text
    name = name or form_of(text)
    if name is None:
        return None
    form = FORMS[name]
    if weights is not None and not form.weighs:
        raise OptionError(f"`mqm_weights` has no effect: {path} is of the form {name}. Leave it out.")
    pairs = form.read(str(path), text, *((weights, documents) if form.weighs else ()))
    if pair is None:
        return pairs
    pair = choose_pair(pairs, pair, path)
    others = [other or "lines without a pair" for other in pairs if other != pair]
    remarks = (f"{path} also has {', '.join(others)}.",) if others else ()
    return {pair: replace(pairs[pair], remarks=remarks)}
