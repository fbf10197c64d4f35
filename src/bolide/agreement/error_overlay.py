"""Errors that people marked, laid where they stand in the outputs at hand. Needs no numpy: the page reads them too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.annotations.ratings import Annotations
from bolide.corpus import Corpus
from bolide.data.figures import MarkedError
from bolide.system.errors import InputError, first_repeated

Marked = dict[tuple[str, int], list[MarkedError]]  # by system and segment, from 0


def marked_errors(annotations: Annotations, systems: Sequence[Corpus]) -> Marked:
    """The errors marked in these systems' outputs, in the order of the text; a file of outputs is called after its
    system."""
    theirs = names_like([system.name for system in systems], annotations.systems)
    known = dict(zip(theirs, systems, strict=True))
    texts = {one: system.hyps for one, system in known.items()}
    by_output = errors_in(annotations.on_lines(systems[0].ids if systems else (), texts), texts)
    return {  # from the beginning of the text to its end; what has no place comes last
        (known[one].name, segment): sorted(errors, key=lambda error: (error.start < 0, error.start))
        for (one, segment), errors in by_output.items()
    }


def errors_in(annotations: Annotations, texts: Mapping[str, Sequence[str]]) -> Marked:
    """The errors as they lie in the outputs of systems by the annotations' names; other systems are left out.

    One that lies beyond the text is an error without a place.
    """
    by_output: Marked = defaultdict(list)
    for rating in annotations.ratings:
        lines = texts.get(rating.system, ())
        for error in rating.errors if rating.segment < len(lines) else ():
            if not error.counts and mqm_errors.is_no_error(error.category, error.severity):
                continue
            text, start, end = lines[rating.segment], error.start, error.end
            if error.marked:
                start, end = _place(error.marked, text)
            elif start is None or end is None or not 0 <= start < end <= len(text):
                start = end = -1
            mark = MarkedError(start, end, error.category, error.severity, rating.annotator)
            by_output[rating.system, rating.segment].append(mark)
    return dict(by_output)


def _place(marked: str, text: str) -> tuple[int, int]:
    """Where the words stand that are marked in a copy of the text. If the copy is spelled otherwise they are looked up;
    words that stand at no place, or at several, have none."""
    before, opened, rest = marked.partition("<v>")
    words, _, after = rest.partition("</v>")
    if not opened or not words:
        return -1, -1
    if (before + words + after).strip() == text.strip():
        start = len(before) + len(text) - len(text.lstrip()) - (len(marked) - len(marked.lstrip()))
        return start, start + len(words)
    return (text.index(words), text.index(words) + len(words)) if text.count(words) == 1 else (-1, -1)


def names_like(files: Sequence[str], known: Sequence[str]) -> list[str]:
    """The system each file belongs to: `newstest2012.fr-en.jhu-hiero` is jhu-hiero where people judged that one."""
    systems = []
    for file in files:
        fitting = [name for name in known if file == name or file.endswith(f".{name}")]
        systems.append(max(fitting, key=len, default=file))
    if (twice := first_repeated(systems)) is not None:
        both = [file for file, system in zip(files, systems, strict=True) if system == twice]
        raise InputError(f"The files {' and '.join(both)} both look like the system {twice!r}; rename one.")
    return systems
