"""Arguments in the shapes of other tools: checked, and turned into Bolide's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bolide.corpus import exact_texts
from bolide.system.errors import InputError, OptionError
from bolide.system.messages import are, counted

Streams = Sequence[Sequence[str | None]]  # sacreBLEU's references: one list per reference set
_STREAMS = (
    "`references` must be a list of lists: one list per reference set, with one line per segment, or None if one lacks "
    "a reference. For a single set pass [references]; if there is one list per segment, pass list(zip(*references))."
)


class WrongShape(InputError, TypeError, AssertionError):
    """Arguments of the wrong shape, for which sacreBLEU raises TypeError, and NLTK and pycocoevalcap AssertionError."""


class WrongOption(OptionError, KeyError, AssertionError):
    """An option that does not exist, for which sacreBLEU raises KeyError (tokenizers) or AssertionError (methods)."""

    __str__ = OptionError.__str__  # KeyError's would quote the message


def is_list(values: object) -> bool:
    """Whether values come in an order: no text, mapping or set."""
    return isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping | set | frozenset)


def texts_of(name: str, values: Any) -> list[str]:
    """The values as a list of one or more texts. Raises WrongShape if they are not."""
    try:
        texts = exact_texts(values, name)
    except InputError as problem:
        raise WrongShape(str(problem)) from None
    if not texts:
        raise WrongShape(f"`{name}` is empty; it must hold at least one text.")
    return texts


def check_paired(hyps: int, refs: int, advice: str) -> None:
    """Raise WrongShape unless there are references for each hypothesis."""
    if hyps != refs:
        hypotheses = f"There {are(hyps)} {counted(hyps, 'hypothesis', 'hypotheses')}"
        raise WrongShape(f"{hypotheses} and references for {counted(refs, 'segment')}. {advice}")


def segments_of(hypotheses: Sequence[str] | None, streams: Streams) -> list[list[str]]:
    """sacreBLEU's reference streams as one list of references per segment."""
    sets: list[Any] = list(streams) if is_list(streams) else []
    if not sets or not all(map(is_list, sets)):
        raise WrongShape(_STREAMS)
    sets = [list(lines) for lines in sets]
    size = len(sets[0] if hypotheses is None else hypotheses)
    for number, lines in enumerate(sets):
        if len(lines) != size:
            sizes = f"{counted(len(lines), 'line')} for {counted(size, 'segment')}"
            raise WrongShape(f"Reference set {number} has {sizes}. {_STREAMS}")
        if not all(issubclass(kind, str | None) for kind in {*map(type, lines)}):
            raise WrongShape(_STREAMS)
    groups = [[ref for ref in refs if ref is not None] for refs in zip(*sets, strict=True)]
    if [] in groups:
        raise WrongShape(f"Segment {groups.index([])} has no reference: every set has None there.")
    return groups


def segment_of(hypothesis: Any, references: Any) -> list[str]:
    """Check the arguments for one sentence, and return its references without None."""
    refs = [ref for ref in references if ref is not None] if is_list(references) else []
    if not isinstance(hypothesis, str) or not refs or not all(isinstance(ref, str) for ref in refs):
        raise WrongShape(
            "sentence_score(hypothesis, [reference, …]) takes one string, and a list of one reference or more; for a "
            "corpus call corpus_score(hypotheses, references)."
        )
    return refs
