"""Reads what is frozen, computes it again, and says what moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.frozen import surface
from tests.frozen.file import Entry, machine, moved
from tests.frozen.kinds import GIVEN, KINDS, Inputs, measured, scored, sentences, signed

SHOWN = 12  # differences of one entry that are written out


def recomputed(entry: Entry, inputs: Inputs) -> tuple[dict[str, Any], dict[str, Any]]:
    """The frozen answer and the present one, both restricted to what this core computes.

    Rows are measured from texts, all of them by the compiled core, some by the interpreted one. Scores are computed
    from the frozen rows, so that a row that moved is not reported again as a score.
    """
    ask, old = entry.ask, entry.answer
    if ask["kind"] != "rows":
        return old, KINDS[ask["kind"]](ask, inputs)
    quick = inputs.texts[ask["texts"]]["quick"]
    indices = None if surface.COMPILED else quick
    rows = measured(ask, inputs, indices)
    new: dict[str, Any] = {**signed(inputs.metric(ask), inputs), "rows": rows}
    if list(rows) == list(old["rows"]):
        new |= scored(ask, old["rows"], inputs)
    restricted = dict(old)
    if indices is not None:
        restricted["rows"] = {name: [column[i] for i in indices] for name, column in old["rows"].items()}
    restricted["sentences"] = [old["scores"][i] for i in quick]
    return restricted, {**new, "sentences": sentences(ask, inputs, quick)}


def report(entry: Entry, inputs: Inputs) -> list[str]:
    """What moved in one entry, in words."""
    old, new = recomputed(entry, inputs)
    exact = entry.written["platform"] == machine()
    differences = list(moved(old, new, exact))
    lines = [f"{subject(entry)}: {path_in_words(entry, path, inputs)} was {one!r}, is {two!r}"
             for path, one, two in differences[:SHOWN]]  # fmt: skip
    if len(differences) > SHOWN:
        lines.append(f"{subject(entry)}: … and {len(differences) - SHOWN} more")
    return lines


def subject(entry: Entry) -> str:
    """What an entry is about."""
    ask = {name: value for name, value in entry.ask.items() if name not in ("texts", "words")}
    name = " ".join(str(ask.pop(part)) for part in ("kind", "metric", "tokenizer", "stemmer") if part in ask)
    options = ask.pop("options", {})
    told = [*(f"{key}={value!r}" for key, value in options.items()), *(str(value) for value in ask.values())]
    return f"{name} ({', '.join(told)}; frozen by {entry.written['bolide']})"


def path_in_words(entry: Entry, path: tuple[Any, ...], inputs: Inputs) -> str:
    """Where in an answer; with the text or word that it is about."""
    words = ", ".join(map(str, path)) or "the answer"
    index = next((part for part in path if isinstance(part, int)), None)
    if index is None:
        return words
    if "words" in entry.ask:
        return f"{words}, of {inputs.words[entry.ask['words']][index]!r:.80},"
    if "texts" in entry.ask and path[0] in ("rows", "scores", "sentences"):
        texts = inputs.texts[entry.ask["texts"]]
        if path[0] == "sentences" or (path[0] == "rows" and not surface.COMPILED):
            index = texts["quick"][index]
        return f"{words}, of text {index}, {texts['hyps'][index]!r:.60},"
    return words


def learned(entries: Iterable[Entry], folder: Path) -> tuple[Inputs, list[Entry]]:
    """The inputs that the file holds, and the entries with an answer."""
    inputs, asked = Inputs(folder), []
    for entry in entries:
        if entry.ask["kind"] in GIVEN:
            inputs.learn(entry.ask)
        else:
            asked.append(entry)
    return inputs, asked


def problems(entries: Iterable[Entry], inputs: Inputs) -> Iterator[str]:
    """What moved, over several entries."""
    for entry in entries:
        yield from report(entry, inputs)
