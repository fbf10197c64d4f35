"""Display of results: as text if they are printed, as tables and pictures in a notebook.

A class names the functions of `bolide.reporting` that render it. That package is a higher layer, so it is imported on
first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from bolide.system.wrong_names import no_attribute

_RENDERERS = "bolide.reporting.render.notebook"


def call_by_name(function: str, *arguments: Any, **options: Any) -> Any:
    """Call the function named `module:function`, of a higher layer that is imported on first use."""
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)(*arguments, **options)


class Displayable:
    """A result that can be printed, displayed in a notebook and written as a page.

    `_view` names the function that turns it into blocks; if `_pictures`, the function also takes `drawn`.
    `_data_table` names the function that makes one table of numbers of it, `_page` the one that makes a page.
    """

    __slots__ = ()
    _view: ClassVar[str]
    _data_table: ClassVar[str] = ""
    _pictures: ClassVar[bool] = False
    _page: ClassVar[str] = f"{_RENDERERS}:page"

    def blocks(self, drawn: bool = False) -> list[Any]:
        """The result as the blocks of a document (`bolide.reporting.blocks`); if `drawn`, its figures are pictures."""
        blocks: list[Any] = call_by_name(self._view, self, **({"drawn": drawn} if self._pictures else {}))
        return blocks

    if not TYPE_CHECKING:  # a type checker knows the attributes

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name)

    def __str__(self) -> str:
        return self._text("text").rstrip("\n")

    def _text(self, form: str) -> str:
        return str(call_by_name(f"{_RENDERERS}:text", self, form))

    def _repr_html_(self) -> str:
        return str(call_by_name(f"{_RENDERERS}:fragment", self))

    def to_markdown(self) -> str:
        """Markdown, with pipe tables."""
        return self._text("markdown")

    def to_latex(self) -> str:
        """LaTeX, with booktabs tables."""
        return self._text("latex")

    def to_html(self) -> str:
        """A self-contained HTML page."""
        return str(call_by_name(self._page, self))


class Drawable(Displayable):
    """A result with pictures; `_svg` names the function that draws them."""

    __slots__ = ()
    _pictures: ClassVar[bool] = True
    _svg: ClassVar[str]

    def to_svg(self) -> str:
        """The pictures as one SVG document."""
        return str(call_by_name(self._svg, self))
