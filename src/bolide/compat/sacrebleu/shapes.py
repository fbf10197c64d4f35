"""Checks of arguments: errors for wrong shapes show the right call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bolide.system.errors import InputError, MissingExtra, OptionError
from bolide.system.messages import counted

Streams = Sequence[Sequence[str | None]]


class WrongShape(InputError, TypeError):
    """Arguments of the wrong shape, for which sacreBLEU raises TypeError."""


class UnknownTokenizer(OptionError, KeyError):
    """A tokenizer that does not exist, for which sacreBLEU raises KeyError."""

    __str__ = OptionError.__str__  # KeyError's would quote the message


class UnknownMethod(OptionError, AssertionError):
    """A method that does not exist, for which sacreBLEU raises AssertionError."""


class MissingPackage(MissingExtra, RuntimeError):
    """A package that a tokenizer needs, for which sacreBLEU raises RuntimeError."""


def switch(name: str, value: object) -> bool:
    """A switch as sacreBLEU reads it, including 0 and None. Raises InputError for a text: "no" would mean yes."""
    if isinstance(value, str):
        raise InputError(f"{name} is {value!r}; it must be True or False.")
    return bool(value)


def check_hypotheses(hypotheses: Any) -> list[str]:
    """Check the hypotheses, and return them as a list."""
    if isinstance(hypotheses, str | bytes):
        raise WrongShape("`hypotheses` is one text; for one sentence call sentence_score(hypothesis, references).")
    if isinstance(hypotheses, Mapping | set | frozenset) or not isinstance(hypotheses, Iterable):
        raise WrongShape(f"`hypotheses` is of type {type(hypotheses).__name__}; it must be a list of strings.")
    texts = list(hypotheses)
    if not texts:
        raise WrongShape("There are no hypotheses to score.")
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            what = "None" if text is None else f"of type {type(text).__name__}"
            raise WrongShape(f"hypotheses[{number}] is {what}; an empty translation is an empty string.")
    return texts


def segments_of(hypotheses: Sequence[str], streams: Streams) -> list[list[str]]:
    """sacreBLEU's reference streams as one list of references per segment."""
    if isinstance(streams, str | bytes) or not isinstance(streams, Iterable):
        raise WrongShape("`references` must be a list of lists: one list per reference set, with one line per segment.")
    sets = list(streams)
    if not sets:
        raise WrongShape("`references` is empty; it must hold at least one list of lines.")
    if any(isinstance(stream, str) for stream in sets):
        raise WrongShape(
            "`references` must be a list of lists: one list per reference set, with one line per segment. "
            "For a single set pass [references]."
        )
    for number, lines in enumerate(sets):
        if isinstance(lines, Mapping | set | frozenset) or not isinstance(lines, Iterable):
            raise WrongShape(f"Reference set {number} is of type {type(lines).__name__}; it must be a list of lines.")
        sets[number] = stream = list(lines)
        if len(stream) != len(hypotheses):
            raise WrongShape(_uneven(number, len(stream), len(hypotheses), len(sets)))
        for kind in {*map(type, stream)}:
            if not issubclass(kind, str | None):
                raise WrongShape(f"Reference set {number} has a line of type {kind.__name__}; lines must be strings.")
    groups = [[ref for ref in refs if ref is not None] for refs in zip(*sets, strict=True)]
    for number, group in enumerate(groups):
        if not group:
            raise WrongShape(f"Segment {number} has no reference: every set has None there.")
    return groups


def check_sentence(hypothesis: Any, references: Any) -> list[str]:
    """Check the arguments for one sentence, and return its references without None."""
    if not isinstance(hypothesis, str):
        raise WrongShape(
            f"`hypothesis` is of type {type(hypothesis).__name__}; it must be one string. For a corpus call "
            "corpus_score(hypotheses, references)."
        )
    if isinstance(references, str | Mapping | set | frozenset) or not isinstance(references, Iterable):
        raise WrongShape("`references` must be a list of strings, also for one reference: pass [reference].")
    texts = [reference for reference in references if reference is not None]
    if not texts:
        raise WrongShape("`references` is empty; a sentence needs at least one reference.")
    if not all(isinstance(reference, str) for reference in texts):
        raise WrongShape("`references` must be a list of strings; pass [reference], not [[reference]].")
    return texts


def _uneven(number: int, lines: int, hypotheses: int, sets: int) -> str:
    start = (
        f"Reference set {number} has {counted(lines, 'line')} for {counted(hypotheses, 'hypothesis', 'hypotheses')}."
    )
    if sets == hypotheses:
        return (
            f"{start} This looks like one list per segment; sacreBLEU's calls need one list per reference set: "
            "pass list(zip(*references)), or pad with None if segments differ in their number of references."
        )
    return f"{start} Every set needs one line per segment, or None if a segment lacks a reference."
