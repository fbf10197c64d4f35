"""Measure how often text health raises a false alarm on outputs of WMT, whole and in pieces.

    BOLIDE_TEST_DATA=FOLDER PYTHONPATH=. python scripts/measure_health.py

Every output is looked at whole, and in pieces of 100 and 500 consecutive segments, each as a file of its own with its
references. What is said of whole outputs is printed, to be read beside the texts. A note on a piece is counted if
nothing of the kind is said of the whole output: as literal if it names characters that are there (markup, invisible
characters, quotation marks), otherwise as a false alarm. So is one on a random window of 2 to 50
segments, of one system or of all. The figures are in docs/guide.md.
"""

import random
from collections import Counter
from collections.abc import Iterator

from bench.timing import DATA, read_lines

from bolide.corpus import Corpus
from bolide.evaluation.health import health_of

SIZES = (100, 500)  # segments of a piece
WINDOWS = 1000  # of each test set, half of them of one system, half of all systems
LITERAL = ("empty", "encoding", "invisible", "markup", "normalization", "quotes")


def test_sets() -> Iterator[tuple[str, list[str], dict[str, list[str]]]]:
    """The name, the references and the outputs of each test set."""
    for pair in ("en-de", "fr-en"):
        folder = DATA / "wmt12" / pair
        outputs = {path.name: read_lines(path) for path in sorted(folder.glob(f"newstest2012.{pair}.*.gz"))}
        yield f"WMT12 {pair}", read_lines(folder / f"reference.{pair[-2:]}.gz"), outputs
    for pair in ("en-de", "zh-en"):
        folder = DATA / "wmt23" / pair
        outputs = {path.name: read_lines(path) for path in sorted(folder.glob("system-outputs/*.gz"))}
        yield f"WMT23 {pair}", read_lines(folder / "refA.txt.gz"), outputs
    folder = DATA / "wmt23-news" / "cs-uk"
    outputs = {path.name: read_lines(path) for path in sorted(folder.glob("*.hyp.*.gz"))}
    yield "WMT23 cs-uk", read_lines(folder / "generaltest2023.cs-uk.ref.refA.uk.gz"), outputs
    folder = DATA / "wmt24" / "en-cs"
    outputs = {path.name: read_lines(path) for path in sorted(folder.glob("system-outputs/*.gz"))}
    yield "WMT24 en-cs", read_lines(folder / "refA.txt.gz"), outputs


def in_windows(name: str, refs: list[str], outputs: dict[str, list[str]]) -> tuple[int, int]:
    """How many random windows of a test set have a note that the whole has not, and how many have literal ones only."""
    whole = [Corpus.of(hyps, refs, name=system) for system, hyps in outputs.items()]
    known = {(note.kind, note.system) for note in health_of(whole)}
    source, alarms, literal = random.Random(name), 0, 0
    for number in range(WINDOWS):
        size = source.randint(2, 50)
        first = source.randrange(len(refs) - size)
        some = [source.choice(whole)] if number % 2 else whole
        piece = slice(first, first + size)
        window = [Corpus.of(list(one.hyps[piece]), refs[piece], name=one.name) for one in some]
        notes = [note for note in health_of(window) if (note.kind, note.system) not in known]
        wrong = [note for note in notes if note.kind not in LITERAL]
        alarms, literal = alarms + bool(wrong), literal + bool(notes and not wrong)
        for note in wrong:
            print(f"false alarm? {name}, {len(some)} systems, {size} segments from {first + 1}: {note}", flush=True)
    return alarms, literal


def main() -> None:
    """Print what is said of whole outputs, and the false alarms in pieces of each size."""
    pieces, alarms, literal = Counter[int](), Counter[int](), Counter[int]()
    windows = [0, 0, 0]
    for name, refs, outputs in test_sets():
        windows = [a + b for a, b in zip(windows, (WINDOWS, *in_windows(name, refs, outputs)), strict=True)]
        print(f"{name}: windows so far {windows}", flush=True)
        together = [Corpus.of(hyps, refs, name=system) for system, hyps in outputs.items()]
        for note in health_of(together):
            if note.kind in ("reference", "shared"):
                print(f"{name}: {note}", flush=True)
        for system, hyps in outputs.items():
            notes = health_of([Corpus.of(hyps, refs, name=system)])
            kinds = {note.kind for note in notes}
            for note in notes:
                print(f"{name}: {note}", flush=True)
            for size in SIZES:
                for first in range(0, len(refs) - size + 1, size):
                    piece = slice(first, first + size)
                    pieces[size] += 1
                    for note in health_of([Corpus.of(hyps[piece], refs[piece], name=system)]):
                        if note.kind in LITERAL:
                            literal[size] += note.kind not in kinds
                        elif note.kind not in kinds:
                            alarms[size] += 1
                            print(f"false alarm? {name}, {size} segments from {first + 1}: {note}", flush=True)
    for size in SIZES:
        print(f"{pieces[size]} pieces of {size} segments: {alarms[size]} false alarms, {literal[size]} literal")
    print(f"{windows[0]} random windows of 2 to 50 segments: {windows[1]} with a false alarm, {windows[2]} literal")


if __name__ == "__main__":
    main()
