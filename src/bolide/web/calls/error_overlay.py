"""Annotated errors, by humans or tools, as an overlay on the outputs scored last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import marked_errors, names_like
from bolide.corpus.lines import stems
from bolide.system.errors import InputError, few
from bolide.web.calls.corpora import last
from bolide.web.calls.uploads import annotations_of

_NAMED = 5  # systems named in a message, if there are many


def marked(files: list[dict[str, str]], names: list[str]) -> list[str]:
    """Keep the errors in each of `files` ({name, base64}) for the report on the outputs scored last, and return a note
    on each; `names` are the names of the systems, without that of a table."""
    measured = last()
    measured.marked.clear()
    corpora = [replace(one, name=name) for one, name in zip(measured.corpora, stems(names), strict=True)]
    names_here = {corpus.name: one.name for corpus, one in zip(corpora, measured.corpora, strict=True)}
    notes = []
    for file in files:
        annotations = annotations_of(**file)
        assert annotations is not None, "`read` has recognised it"
        theirs = names_like([corpus.name for corpus in corpora], annotations.systems)
        notes.append(_note(file["name"], annotations, theirs))
        for (system, segment), errors in marked_errors(annotations, corpora).items():
            measured.marked.setdefault((names_here[system], segment), []).extend(errors)
    return notes


def _note(name: str, annotations: Annotations, theirs: Sequence[str]) -> str:
    """A note on the annotated systems. Raises InputError if none of them is here."""
    here = [one for one in theirs if one in annotations.systems]
    others = [one for one in annotations.systems if one not in here]
    if not here:
        raise InputError(
            f"{name} marks errors in the outputs of {few(annotations.systems, _NAMED)}; no system here has such a "
            "name. Name a file of outputs after its system."
        )
    left = f"; those of {few(others, _NAMED)} are not here" if others else ""
    return f"{name}: errors in the outputs of {few(here, _NAMED)}{left}."
