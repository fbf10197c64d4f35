"""Units made from plain text: which tool makes which unit, and how a tool is named.

A tool is written `NAME`, `NAME:ARGUMENT` or `NAME:ARGUMENT@VERSION`: `simplemma:de@2.0.0`, `spacy:en_core_web_sm`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple

from bolide.system.errors import OptionError, unknown

# From a text and its words to the tokens of one unit.
View = Callable[[str, list[str]], list[str]]


class Unit(NamedTuple):
    """A kind of unit: its letter, the tool that makes it where none is named, and all tools that can."""

    letter: str
    usual: str
    tools: tuple[str, ...]
    help: str


UNITS = {
    "word": Unit("w", "words", ("words",), "the words, as the tokenizer splits them"),
    "base": Unit("b", "simplemma", ("simplemma", "spacy", "stanza"), "base forms of the words"),
    "morph": Unit("m", "hanta", ("hanta",), "the morphemes of every word"),
    "pos": Unit("p", "hanta", ("hanta", "spacy", "stanza"), "part-of-speech tags"),
    "stem": Unit("s", "snowball", ("snowball",), "stems by the Snowball stemmers"),
    "char": Unit("c", "chars", ("chars",), "characters, without white space"),
}
# Each tool with its module here. A module has `version(argument)` and `view(kind, argument)`; both raise an error
# that names the package to install where it is absent.
TOOLS = {
    "chars": "plain",
    "hanta": "hanta",
    "simplemma": "lemmas",
    "snowball": "stemmed",
    "spacy": "spacy_pipeline",
    "stanza": "stanza_pipeline",
    "words": "plain",
}
FILE = "file"  # stands for a tool where a unit was read from a file
ARGUMENTS = {"spacy": "a pipeline, as in pos:spacy:en_core_web_sm"}


class Tool(NamedTuple):
    """A tool as a signature names it."""

    name: str
    argument: str
    version: str

    def __str__(self) -> str:
        argument = f":{self.argument}" if self.argument else ""
        return f"{self.name}{argument}{f'@{self.version}' if self.version else ''}"

    @classmethod
    def of(cls, kind: str, text: str) -> Tool:
        """Read what `str(tool)` wrote; refused where no such tool makes such a unit."""
        if kind not in UNITS:
            raise unknown("unit that is made from plain text", kind, UNITS)
        rest, _, version = text.partition("@")
        name, _, argument = rest.partition(":")
        if name not in UNITS[kind].tools:
            raise unknown(f"tool for the unit {kind}", name, UNITS[kind].tools)
        if any(mark in text for mark in ",|") or text.split() != [text]:
            raise OptionError(f"{text!r} cannot name a tool; it must be without spaces, `,` and `|`.")
        return cls(name, argument, version)


def named_unit(text: str, language: str | None) -> tuple[str, str]:
    """The kind of a unit and the tool that makes it, with its version: `pos`, `p` and `pos:spacy:NAME` are read."""
    kind, _, rest = text.partition(":")
    kind = next((name for name, unit in UNITS.items() if unit.letter == kind), kind)
    if kind not in UNITS:
        raise unknown("unit", kind, UNITS)
    tool = Tool.of(kind, rest or UNITS[kind].usual)
    if not tool.argument and tool.name not in ("words", "chars"):
        if tool.name in ARGUMENTS:
            raise OptionError(f"{text} needs {ARGUMENTS[tool.name]}.")
        if language is None:
            raise OptionError(f"The unit {kind} by {tool.name} needs a language: give one with -l, like -l en.")
        tool = tool._replace(argument=language)
    found = _module(tool.name).version(tool.argument)
    return kind, str(tool._replace(version=found))


def wants_language(text: str) -> bool:
    """Whether a unit, written as `named_unit` reads it, is made for a language that it does not name."""
    kind, _, rest = text.partition(":")
    kind = next((name for name, unit in UNITS.items() if unit.letter == kind), kind)
    name, _, argument = (rest or (UNITS[kind].usual if kind in UNITS else "")).partition(":")
    return "=" not in text and not argument and name not in ("words", "chars", *ARGUMENTS)


def spelled_out(given: list[str]) -> list[str]:
    """Letters in one word as units: `wmp` is word, morph and pos."""
    letters = {unit.letter: name for name, unit in UNITS.items()}
    found = []
    for text in given:
        if text in UNITS or not set(text) <= set(letters):
            found.append(text)
        else:
            found.extend(letters[letter] for letter in text)
    return found


def units_asked(given: Sequence[str], language: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of the units and the tool of each, written as `named_unit` reads them or as `pos=FILE,…`."""
    names, tools = [], []
    for text in spelled_out(list(given)):
        kind, equals, _ = text.partition("=")
        name, tool = (kind, FILE) if equals else named_unit(text, language)
        names.append(name)
        tools.append(tool)
    return tuple(names), tuple(tools)


@lru_cache(maxsize=64)
def load(kind: str, text: str) -> View:
    """The function behind a tool; another version than the one named is refused."""
    tool = Tool.of(kind, text)
    module = _module(tool.name)
    found = module.version(tool.argument)
    if tool.version and tool.version != found:
        raise OptionError(
            f"The unit {kind} was made by {tool.name} {tool.version}; {found} is installed here and may segment "
            "differently. "
            f"Install that version, or leave `@{tool.version}` out."
        )
    view: View = module.view(kind, tool.argument)
    return view


def _module(name: str) -> _Module:
    return import_module(f"bolide.text.units.{TOOLS[name]}")  # type: ignore[return-value]


class _Module:
    """What a tool's module offers."""

    version: Callable[[str], str]
    view: Callable[[str, str], View]
