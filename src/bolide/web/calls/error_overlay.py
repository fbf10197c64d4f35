"""Errors that people marked, or a tool predicted, laid over the outputs that were scored last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import Marked, marked_errors, names_like
from bolide.corpus.lines import stems
from bolide.data.marks import MarkedError, error_label, pieces
from bolide.data.marks.errors import is_minor
from bolide.system.errors import InputError
from bolide.system.messages import counted
from bolide.web.calls.corpora import last
from bolide.web.calls.uploads import read_marks

_NAMED = 5  # systems that are named where there are many


def marked(files: list[dict[str, str]], names: list[str]) -> dict[str, Any]:
    """The errors in each of `files` ({name, base64}), over the outputs that were scored last; `names` are the systems'
    own names, without a table's.

    An output that somebody has looked at is in the answer, whether or not an error was found.
    """
    measured = last()
    measured.marked.clear()
    corpora = [replace(one, name=name) for one, name in zip(measured.corpora, stems(names), strict=True)]
    shown, notes = [], []
    for number, file in enumerate(files):
        found = read_marks(file["name"], file["base64"])
        theirs = names_like([corpus.name for corpus in corpora], found.systems)
        notes.append(_note(file["name"], found, theirs))
        errors = marked_errors(found, corpora)
        judged = {(rating.system, rating.segment) for rating in found.ratings}
        for k, (corpus, name) in enumerate(zip(corpora, theirs, strict=True)):
            for segment, text in enumerate(corpus.hyps):
                if (name, segment) in judged:
                    own = errors.get((corpus.name, segment), [])
                    shown.append({"file": number, "system": k, "segment": segment, **over(text, own)})
        _keep(measured.marked, errors, dict(zip(map(_name, corpora), map(_name, measured.corpora), strict=True)))
    return {"notes": notes, "marked": shown}


def _name(corpus: Any) -> str:
    return str(corpus.name)


def _keep(kept: Marked, errors: Marked, names: dict[str, str]) -> None:
    """For the report: under the names that the page gives the systems."""
    for (system, segment), own in errors.items():
        kept.setdefault((names[system], segment), []).extend(own)


def _note(name: str, found: Annotations, theirs: Sequence[str]) -> str:
    """Whose outputs the file tells of; refused where they are all others'."""
    here = [one for one in theirs if one in found.systems]
    others = [one for one in found.systems if one not in here]
    if not here:
        raise InputError(
            f"{name} marks errors in the outputs of {_listed(found.systems)}; no system here is called so. "
            "A file of outputs is called after its system."
        )
    left = f"; those of {_listed(others)} are not here" if others else ""
    return f"{name}: errors in the outputs of {_listed(here)}{left}."


def _listed(names: Sequence[str]) -> str:
    more = f" and {counted(len(names) - _NAMED, 'other')}" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def over(text: str, errors: Sequence[MarkedError]) -> dict[str, Any]:
    """A text cut where errors begin and end, and what is said of each error."""
    return {
        "pieces": [[piece.text, piece.errors, piece.ends] for piece in pieces(text, errors)],
        "errors": [
            {
                "about": error_label(error),
                "severity": error.severity,
                "minor": is_minor(error),
                "nowhere": error.start < 0,
            }
            for error in errors
        ],
    }
