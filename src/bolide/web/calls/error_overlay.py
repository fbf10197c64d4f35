"""Annotated errors, by humans or tools, as an overlay on the outputs scored last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bolide.agreement.annotations.ratings import Annotations
from bolide.agreement.error_overlay import marked_errors, names_like
from bolide.corpus.lines import stems
from bolide.system.errors import InputError, few
from bolide.web.calls.corpora import last
from bolide.web.calls.uploads import annotations_of

_NAMED = 5  # systems named in a message, if there are many


def marked(files: list[dict[str, str]], names: list[str]) -> dict[str, Any]:
    """The errors in each of `files` ({name, base64}), as an overlay on the outputs scored last; `names` are the names
    of the systems, without that of a table.

    Every annotated output is in the answer, whether or not it has errors.
    """
    measured = last()
    measured.marked.clear()
    corpora = [replace(one, name=name) for one, name in zip(measured.corpora, stems(names), strict=True)]
    names_here = {corpus.name: one.name for corpus, one in zip(corpora, measured.corpora, strict=True)}
    overlays, notes = [], []
    for number, file in enumerate(files):
        annotations = annotations_of(**file)
        assert annotations is not None, "`read` has recognised it"
        theirs = names_like([corpus.name for corpus in corpora], annotations.systems)
        notes.append(_note(file["name"], annotations, theirs))
        errors = marked_errors(annotations, corpora)
        judged = {(rating.system, rating.segment) for rating in annotations.ratings}
        for k, (corpus, name) in enumerate(zip(corpora, theirs, strict=True)):
            for segment, text in enumerate(corpus.hyps):
                if (name, segment) in judged:
                    overlay = {"text": text, "errors": errors.get((corpus.name, segment), [])}
                    overlays.append({"file": number, "system": k, "segment": segment, **overlay})
        for (system, segment), new in errors.items():  # for the report
            measured.marked.setdefault((names_here[system], segment), []).extend(new)
    return {"notes": notes, "marked": overlays}


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
