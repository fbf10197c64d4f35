"""What a call was given, checked: wrong shapes are refused with the call that would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bolide.system.errors import InputError
from bolide.system.plurals import counted


class WrongShape(InputError, TypeError, AssertionError):
    """The arguments are not shaped as captioning code has them; pycocoevalcap asserts."""


class Captions(NamedTuple):
    """The candidate of every image, and its captions by people."""

    candidates: list[str]
    references: list[list[str]]


def checked(gts: Any, res: Any) -> Captions:
    """The captions of both sides in the order of `gts`: images to lists of texts, one text per image in `res`."""
    for name, given in (("gts", gts), ("res", res)):
        if not isinstance(given, Mapping):
            raise WrongShape(
                f"`{name}` is of type {type(given).__name__}; it must map each image to a list of captions: "
                "{image: [caption, …]} for gts, {image: [caption]} for res."
            )
    if gts.keys() != res.keys():
        raise WrongShape(_images_differ(gts, res))
    if not gts:
        raise WrongShape("There are no images to score.")
    candidates = [candidate(captions, f"res[{image!r}]") for image, captions in ((i, res[i]) for i in gts)]
    return Captions(candidates, [people(captions, f"gts[{image!r}]") for image, captions in gts.items()])


def candidate(captions: Any, place: str) -> str:
    """The one caption of a list of one."""
    found = _texts(captions, place, "one caption")
    if len(found) != 1:
        raise WrongShape(f"{place} has {counted(len(found), 'caption')}; it must be a list of one caption: [caption].")
    return found[0]


def people(captions: Any, place: str) -> list[str]:
    """The captions of an image, of which there must be one at least."""
    found = _texts(captions, place)
    if not found:
        raise WrongShape(f"{place} is empty; every image needs at least one caption by people.")
    return found


def _texts(captions: Any, place: str, wanted: str = "captions") -> list[str]:
    if isinstance(captions, str):
        raise WrongShape(f"{place} is one text; it must be a list of {wanted}: [caption].")
    if isinstance(captions, Mapping) or not isinstance(captions, Sequence):
        raise WrongShape(f"{place} is of type {type(captions).__name__}; it must be a list of {wanted}.")
    for number, caption in enumerate(captions):
        if isinstance(caption, Mapping):
            raise WrongShape(
                f"{place}[{number}] is an annotation, not a text; tokenize first: gts = tokenizer.tokenize(gts), or "
                "bolide.compat.coco.tokenized(gts) where captions are tokenized already."
            )
        if not isinstance(caption, str):
            raise WrongShape(f"{place}[{number}] is of type {type(caption).__name__}; captions are texts.")
    return list(captions)


def _images_differ(gts: Mapping[Any, Any], res: Mapping[Any, Any]) -> str:
    without = [image for image in gts if image not in res]
    unknown = [image for image in res if image not in gts]
    parts = [
        f"{len(images)} {what}, {images[0]!r} for one"
        for images, what in ((without, "without a caption in res"), (unknown, "without one in gts"))
        if images
    ]
    return f"gts and res must have the same images: {'; '.join(parts)}."
