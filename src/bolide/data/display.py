"""Display of results: as text if they are printed, as tables and pictures in a notebook.

The room that renders, `bolide.reporting`, stands above the results. Only these methods import it, when they are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolide.system.errors import no_attribute


class Displayable:
    """A result that can be printed, displayed in a notebook and written as a page."""

    __slots__ = ()

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        """The result as the blocks of a document (`bolide.reporting.blocks`); if `drawn`, its figures are pictures."""
        raise NotImplementedError

    if not TYPE_CHECKING:  # a type checker knows the attributes

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def __str__(self) -> str:
        return self._text("text").rstrip("\n")

    def _text(self, form: str) -> str:
        from bolide.reporting.render.notebook import text

        return text(self, form)

    def _repr_html_(self) -> str:
        from bolide.reporting.render.notebook import fragment

        return fragment(self)

    def to_markdown(self) -> str:
        """Markdown, with pipe tables."""
        return self._text("markdown")

    def to_latex(self) -> str:
        """LaTeX, with booktabs tables."""
        return self._text("latex")

    def to_html(self) -> str:
        """A self-contained HTML page."""
        from bolide.reporting.render.notebook import page

        return page(self)
