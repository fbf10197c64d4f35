"""How results show themselves: as text where they are printed, as tables and pictures in a notebook.

What is shown is made of the same blocks and figures as everywhere else. Those stand above the results, so they are
looked up by name, when somebody looks.
"""

from __future__ import annotations

from typing import Any

_RENDERERS = "bolide.report.notebook"


def rendered(how: str, shown: object, **options: Any) -> str:
    """A result as `plain`, `markdown`, `fragment` (of HTML), `page` or `svg`."""
    from importlib import import_module

    return str(getattr(import_module(_RENDERERS), how)(shown, **options))


class Shown:
    """What all results have in common that can be looked at."""

    __slots__ = ()

    def __str__(self) -> str:
        return rendered("plain", self)

    def _repr_html_(self) -> str:
        return rendered("fragment", self)

    def to_markdown(self) -> str:
        """As Markdown, with pipe tables."""
        return rendered("markdown", self)

    def to_html(self) -> str:
        """As a self-contained HTML page without scripts."""
        return rendered("page", self)


class Drawn(Shown):
    """What has pictures besides."""

    __slots__ = ()

    def to_svg(self) -> str:
        """The pictures as one SVG document."""
        return rendered("svg", self)
