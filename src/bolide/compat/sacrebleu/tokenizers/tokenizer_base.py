"""Base classes of sacreBLEU's tokenizers."""

from __future__ import annotations

from typing import ClassVar


class BaseTokenizer:
    """Base of all tokenizers, including users'."""

    def signature(self) -> str:
        """The name in a signature."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """The line with a space between its tokens."""
        raise NotImplementedError


class BolideTokenizer(BaseTokenizer):
    """One of Bolide's tokenizers under sacreBLEU's name, without state."""

    name: ClassVar[str]

    def signature(self) -> str:
        return self.name

    def __call__(self, line: str) -> str:
        from bolide.text.tokenize import tokenizer

        return " ".join(tokenizer(self.name)(line))


def is_bolides(tokenizer: object, home: str | None) -> bool:
    """Whether a tokenizer is the class `home` (module.Class in this folder) with its original `__call__`."""
    cls = type(tokenizer)
    package = __name__.rpartition(".")[0]
    defined = getattr(cls.__call__, "__module__", None) or ""
    return f"{cls.__module__}.{cls.__qualname__}" == f"{package}.{home}" and defined.startswith(f"{package}.")
