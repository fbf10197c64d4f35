"""How a metric meets a user's wishes and texts, and which of its numbers can be tuned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bolide.corpus import Corpus
from bolide.metrics.configured import Configured
from bolide.metrics.options import options_of
from bolide.text.tokenize import BY_LANGUAGE

if TYPE_CHECKING:
    from bolide.metrics.parameters import Parameter
    from bolide.metrics.wishes import Wishes


class Adaptable(Configured):
    """A set of options that can be asked what a wish for a language, a tokenizer or a file means to it."""

    slow_from: ClassVar[int | None] = None  # tokens from which one sentence takes seconds, so that a page asks first

    def answers(self, wishes: Wishes, chosen: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        """Which of the wishes concern this metric, and the options that each sets; none if it is already satisfied.

        `chosen` are options that were set for this metric alone.
        """
        known = {item.name for item, _ in options_of(self)}
        found: dict[str, dict[str, Any]] = {}
        if wishes.lowercase and "lowercase" in known:
            found["lowercase"] = {"lowercase": True}
        if "tokenize" in known:
            if wishes.tokenize is not None:
                found["tokenize"] = {"tokenize": wishes.tokenize}
            elif wishes.language is not None:
                usual = BY_LANGUAGE.get(wishes.language)
                found["language"] = {"tokenize": usual} if usual else {}
        return found

    @property
    def reads_files(self) -> bool:
        """Whether texts must be joined with units from other files before they can be measured."""
        return False

    def with_files(
        self, systems: list[Corpus], files: Mapping[str, Sequence[str]], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """The systems joined with the files; `read` gives the lines of one."""
        return systems

    def tokens(self, text: str) -> list[str]:
        """The tokens that this metric compares; words between spaces if it has no tokenizer."""
        return text.split()

    @property
    def tokenizer_name(self) -> str | None:
        """The name of the tokenizer, or None if there is no choice."""
        return None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers of the formula that can be tuned."""
        return ()

    def grid(self) -> list[tuple[float, ...]]:
        """Settings of the parameters that are worth trying before random ones."""
        return []

    def at(self, point: Sequence[float]) -> Self:
        """The metric with its parameters at these values."""
        from bolide.metrics.parameters import placed

        return replace(self, **placed(self.parameters, point))
