"""Units of plain text (words, base forms, morphemes, POS tags …) and the tools that produce them.

A tool is written `NAME`, `NAME:ARGUMENT` or `NAME:ARGUMENT@VERSION`: `simplemma:de@2.0.0`, `spacy:en_core_web_sm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bolide.system.errors import OptionError, unknown
from bolide.text.units.tools import TOOLS, View


class UnitKind(NamedTuple):
    """A kind of unit: its letter, its default tool, and all tools that can produce it."""

    letter: str
    usual: str
    tools: tuple[str, ...]
    help: str


UNITS = {
    "word": UnitKind("w", "words", ("words",), "the words, as the tokenizer splits them"),
    "base": UnitKind("b", "simplemma", ("simplemma", "spacy", "stanza"), "base forms of the words"),
    "morph": UnitKind("m", "hanta", ("hanta",), "the morphemes of every word"),
    "pos": UnitKind("p", "hanta", ("hanta", "spacy", "stanza"), "part-of-speech tags"),
    "stem": UnitKind("s", "snowball", ("snowball",), "stems by the Snowball stemmers"),
    "char": UnitKind("c", "chars", ("chars",), "characters, without white space"),
}
_LETTERS = {unit.letter: name for name, unit in UNITS.items()}
FILE = "file"  # in place of a tool, for a unit read from a file


class Tool(NamedTuple):
    """A tool with its argument and version, as in a signature."""

    name: str
    argument: str
    version: str

    def __str__(self) -> str:
        argument = f":{self.argument}" if self.argument else ""
        return f"{self.name}{argument}{f'@{self.version}' if self.version else ''}"

    @classmethod
    def of(cls, kind: str, text: str) -> Tool:
        """Read what `str(tool)` wrote; OptionError if no such tool produces such a unit."""
        if kind not in UNITS:
            raise unknown("unit that is made from plain text", kind, UNITS)
        rest, _, version = text.partition("@")
        name, _, argument = rest.partition(":")
        if name not in UNITS[kind].tools:
            raise unknown(f"tool for the unit {kind}", name, UNITS[kind].tools)
        if any(mark in text for mark in ",|") or text.split() != [text]:
            raise OptionError(f"{text!r} cannot name a tool; leave out spaces, `,` and `|`.")
        return cls(name, argument, version)


def parse_unit(text: str, language: str | None) -> tuple[str, str]:
    """The kind of a unit and its tool with the version, from text such as `pos`, `p` or `pos:spacy:NAME`."""
    kind, rest = _kind_and_tool(text)
    if kind not in UNITS:
        raise unknown("unit", kind, UNITS)
    tool = Tool.of(kind, rest)
    functions = TOOLS[tool.name]
    if functions.argument and not tool.argument:
        if functions.argument != "language":
            raise OptionError(f"{text} needs {functions.argument}.")
        if language is None:
            raise OptionError(f"The unit {kind} by {tool.name} needs a language; give `language`, en for example.")
        tool = tool._replace(argument=language)
    return kind, str(tool._replace(version=functions.version(tool.argument)))


def _kind_and_tool(text: str) -> tuple[str, str]:
    kind, _, tool = text.partition(":")
    kind = _LETTERS.get(kind, kind)
    return kind, tool or (UNITS[kind].usual if kind in UNITS else "")


def expand_letters(texts: list[str]) -> list[str]:
    """Expand words of letters into units: `wmp` is word, morph and pos."""
    units = []
    for text in texts:
        strange = sorted(set(text) - set(_LETTERS))
        if text in UNITS or strange:
            if text not in UNITS and len(strange) < len(text) < 4 and text.isalpha():
                known = ", ".join(f"{letter} ({name})" for letter, name in _LETTERS.items())
                raise OptionError(f"{text!r}: {' and '.join(strange)}: no such letter of a unit; there are {known}.")
            units.append(text)
        else:
            units.extend(_LETTERS[letter] for letter in text)
    return units


def parse_units(texts: Sequence[str], language: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of the units and the tool of each, from the notation of `parse_unit` or `pos=FILE,…`."""
    names, tools = [], []
    for text in expand_letters(list(texts)):
        kind, equals, _ = text.partition("=")
        name, tool = (kind, FILE) if equals else parse_unit(text, language)
        names.append(name)
        tools.append(tool)
    return tuple(names), tuple(tools)


@lru_cache(maxsize=64)
def load(kind: str, text: str) -> View:
    """The function of a tool; OptionError if another version than the named one is installed."""
    tool = Tool.of(kind, text)
    installed = TOOLS[tool.name].version(tool.argument)
    if tool.version and tool.version != installed:
        raise OptionError(
            f"The unit {kind} was made by {tool.name} {tool.version}; {installed} is installed here and may segment "
            f"differently. Install that version, or leave `@{tool.version}` out."
        )
    return TOOLS[tool.name].view(kind, tool.argument)
