"""What all tokenizers of sacreBLEU are."""

from __future__ import annotations

from typing import ClassVar


class BaseTokenizer:
    """Derive from this for a tokenizer of your own."""

    def signature(self) -> str:
        """The name in a signature."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """The line with a space between its tokens."""
        raise NotImplementedError


class OwnTokenizer(BaseTokenizer):
    """A tokenizer of Bolide's under sacreBLEU's name; one instance is as good as another."""

    name: ClassVar[str]

    def signature(self) -> str:
        return self.name

    def __call__(self, line: str) -> str:
        from bolide.text.tokenize import tokenizer

        return " ".join(tokenizer(self.name)(line))


def is_bolides(tokenizer: object, home: str | None) -> bool:
    """Whether a tokenizer is the one defined in `home` (module.Class, below this folder) and called as it is there."""
    cls = type(tokenizer)
    package = __name__.rpartition(".")[0]
    defined = getattr(cls.__call__, "__module__", None) or ""
    return f"{cls.__module__}.{cls.__qualname__}" == f"{package}.{home}" and defined.startswith(f"{package}.")
