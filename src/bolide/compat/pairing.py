"""Checks of translations and references as frameworks pass them: both must be lists that pair up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bolide.system.errors import InputError


class Names(NamedTuple):
    """A framework's names for translations and references, and its call for one sentence."""

    texts: str
    references: str
    call: str


def check_pairs(texts: Any, references: Any, names: Names) -> None:
    """Raise InputError unless `texts` is a list of texts and `references` has a text or a list of texts for each."""
    for name, value in ((names.texts, texts), (names.references, references)):
        if isinstance(value, str | bytes):
            raise InputError(f"`{name}` is one text; pass lists, also for one sentence: {names.call}.")
        if isinstance(value, Mapping | set | frozenset) or not hasattr(value, "__len__"):
            raise InputError(f"`{name}` is of type {type(value).__name__}; it must be a list, as in {names.call}.")
    if len(texts) != len(references):
        raise InputError(_uneven(texts, references, names))
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"{names.texts}[{number}] is of type {type(text).__name__}; it must be a text.")
    for number, group in enumerate(references):
        if not isinstance(group, str):
            _check_group(f"{names.references}[{number}]", group)


def _check_group(name: str, group: Any) -> None:
    if isinstance(group, Mapping | bytes) or not isinstance(group, Sequence):
        raise InputError(f"{name} is of type {type(group).__name__}; it must be a text or a list of texts.")
    if not group:
        raise InputError(f"{name} is empty; every segment needs at least one reference.")
    for number, text in enumerate(group):
        if not isinstance(text, str):
            raise InputError(f"{name}[{number}] is of type {type(text).__name__}; it must be a text.")


def _uneven(texts: Any, references: Any, names: Names) -> str:
    start = f"`{names.texts}` has length {len(texts)} and `{names.references}` has length {len(references)}"
    lists = [group for group in references if isinstance(group, Sequence) and not isinstance(group, str)]
    if lists and len(lists) == len(references) and all(len(group) == len(texts) for group in lists):
        return (
            f"{start}. This looks like sacreBLEU's one list per reference set; here {names.references}[i] has the "
            f"references of {names.texts}[i]: pass [list(group) for group in zip(*{names.references})]."
        )
    return f"{start}; {names.references}[i] must be the reference of {names.texts}[i], or a list of its references."
