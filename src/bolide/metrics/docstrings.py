"""`help(BLEU)` lists the options: a metric's docstring ends with them, written from their records when it is read."""

from __future__ import annotations

from typing import Any

from bolide.metrics.options import options_of


class Docstring:
    """What stands in the place of a class's `__doc__`: its own text, then its options and presets."""

    def __init__(self, own: str) -> None:
        self.own = own

    def __get__(self, instance: object, owner: type[Any]) -> str:
        # While a class is being made, `dataclass` asks whether it has a docstring. That is not a reader.
        if "__match_args__" not in vars(owner):
            return self.own
        from inspect import cleandoc

        return "\n\n".join(filter(None, (cleandoc(self.own), _options(owner), _presets(owner))))


def _options(cls: type[Any]) -> str:
    """Each option with its default, and below it what it does and the values it may have."""
    from textwrap import fill

    lines = []
    for item, record in options_of(cls):
        values = f" One of {', '.join(record.choices)}." if record.choices else ""
        lines.append(f"    {item.name}={item.default!r}")
        lines.append(fill(record.help + values, 100, initial_indent=" " * 8, subsequent_indent=" " * 8))
    return "\n".join(["Options:", "", *lines]) if lines else ""


def _presets(cls: type[Any]) -> str:
    names = ", ".join(f'{cls.__name__}.preset("{name}")' for name in cls.PRESETS)
    return f"Presets: {names}." if names else ""
