"""Reads what is frozen, computes it again, and says what moved."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from bolide.kernels import COMPILED
from bolide.significance.plan import Plan
from tests.frozen.file import Entry, Same, machine, moved, nearly, processor, roughly, same_bits
from tests.frozen.kinds import GIVEN, KINDS, NUMPY, Inputs, measured, scored, sentences, signed

SENTENCES = 8 if COMPILED else 2  # texts of an entry that are also scored as sentences, one call each


def recomputed(entry: Entry, inputs: Inputs) -> tuple[dict[str, Any], dict[str, Any]]:
    """The frozen answer and the present one, both restricted to what this core computes.

    Rows are measured from texts, all of them by the compiled core, some by the interpreted one. Scores are computed
    from the frozen rows, so that a row that moved is not reported again as a score.
    """
    ask, old = entry.ask, entry.answer
    if ask["kind"] == "comparison" and ask["plan"]["mode"] == "sound":
        return without_intervals(old), without_intervals(KINDS["comparison"](ask, inputs))
    if ask["kind"] != "rows":
        return old, KINDS[ask["kind"]](ask, inputs)
    indices = measured_here(entry, inputs)
    rows = measured(ask, inputs, indices)
    frozen = {name: [column[i] for i in indices] for name, column in old["rows"].items()}
    alone = indices[:: max(1, len(indices) // SENTENCES)]
    new: dict[str, Any] = {**signed(inputs.metric(ask), inputs), "rows": rows}
    if list(rows) == list(frozen):
        new |= scored(ask, old["rows"], inputs)
    new["sentences"] = sentences(ask, inputs, alone)
    return {**old, "rows": frozen, "sentences": [old["scores"][i] for i in alone]}, new


def without_intervals(answer: dict[str, Any]) -> dict[str, Any]:
    """A comparison without its intervals: mode `sound`'s were the bootstrap's when frozen, the jackknife's now."""
    systems = [[name, value, cluster] for name, value, *_, cluster in answer["systems"]]
    pairs = [{key: value for key, value in pair.items() if key != "interval"} for pair in answer["pairs"]]
    return {"systems": systems, "pairs": pairs, "clusters": answer["clusters"]}


def measured_here(entry: Entry, inputs: Inputs) -> list[int]:
    """The texts that are measured: all of them, only the quick ones where the core or a stemmer is slow, or none."""
    texts = inputs.texts[entry.ask["texts"]]
    if COMPILED and "snowballstemmer" not in entry.needs:
        return list(range(len(texts["hyps"])))
    if left_to_the_compiled_core(entry):
        return []
    return list(texts["quick"][:: 1 if COMPILED or entry.ask["metric"] != "meteor" else 4])


def left_to_the_compiled_core(entry: Entry) -> bool:
    """Whether the interpreted core, being slow, spares itself this entry: seven of eight that would take long.

    These are tests that draw random numbers; and mixed settings of METEOR, or with stems of another package. Of METEOR
    the scores are computed all the same, from the frozen rows.
    """
    ask = entry.ask
    meteor = ask.get("metric") == "meteor" and (ask.get("texts") == "few" or "snowballstemmer" in entry.needs)
    slow = meteor or "plan" in ask or "trials" in ask
    return not COMPILED and slow and crc32(entry.key.encode()) % 8 != 0


def report(entry: Entry, inputs: Inputs) -> list[str]:
    """What moved in one entry: the path in its answer, the frozen value and the present one."""
    old, new = (redefined(entry.ask, answer) for answer in recomputed(entry, inputs))
    about = f"{entry.key}, frozen by {entry.written['bolide']}"
    return [f"{about}: {path} was {one!r:.200}, is {two!r:.200}" for path, one, two in moved(old, new, sameness(entry))]


def redefined(ask: dict[str, Any], answer: Any) -> Any:
    """An answer without what no longer exists, each with a ⚠ in the changelog.

    Since documents became the unit of resampling, a pair does not say in how many resamples its lead holds, and beside
    tests that are corrected for their number the intervals of differences are simultaneous.
    """
    if ask["kind"] != "comparison":
        return answer
    simultaneous = Plan(**ask["plan"]).simultaneous
    left_out = {"holds", "interval"} if simultaneous else {"holds"}
    pairs = [{name: value for name, value in pair.items() if name not in left_out} for pair in answer["pairs"]]
    return {**answer, "pairs": pairs}


def sameness(entry: Entry) -> Same:
    """When two doubles are the same: bit for bit where the entry was written, else nearly."""
    here = entry.written["platform"] == machine()
    if entry.ask["kind"] in NUMPY:
        return same_bits if here and entry.written["processor"] == processor() else roughly
    return same_bits if here else nearly


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
        if entry.ask["kind"] == "rows" or not left_to_the_compiled_core(entry):
            yield from report(entry, inputs)
