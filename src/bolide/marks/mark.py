"""What every mark can say, and the mark of a text as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Indices = tuple[int, ...]


class Mark(Protocol):
    """What every mark can say. The marks of an explanation add up to the row that was measured.

    `hyp` and `ref` are token positions; `reference` is the number of the reference that `ref` points into. A metric of
    your own may bring marks of its own.
    """

    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def hyp(self) -> Indices: ...
    @property
    def ref(self) -> Indices: ...
    @property
    def reference(self) -> int | None: ...

    def adds(self) -> dict[str, int]:
        """What this mark adds to which columns of the row."""

    def details(self) -> dict[str, Any]:
        """What else there is to know of it, for tables and JSON."""


def as_data(mark: Mark) -> dict[str, Any]:
    """A mark as JSON shows it."""
    return {
        "text": mark.text,
        "kind": mark.kind,
        "adds": mark.adds(),
        "hyp": mark.hyp,
        "ref": mark.ref,
        "reference": mark.reference,
        "details": mark.details(),
    }


@dataclass(frozen=True, slots=True)
class Whole:
    """What a text adds as a whole: its length, that it is a segment, whether its alignment is proven best."""

    kind: str
    counted: Mapping[str, int]
    reference: int | None = None

    @property
    def text(self) -> str:
        return ""

    @property
    def hyp(self) -> Indices:
        return ()

    @property
    def ref(self) -> Indices:
        return ()

    def adds(self) -> dict[str, int]:
        return dict(self.counted)

    def details(self) -> dict[str, Any]:
        return {}
