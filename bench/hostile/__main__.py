"""Measure whether some megabyte takes much longer than its like.

    PYTHONPATH=src python -m bench.hostile                everything; half an hour
    PYTHONPATH=src python -m bench.hostile scoring TER    what has these words in its name
    BYTES=100000 PYTHONPATH=src python -m bench.hostile   smaller texts

Every metric, tokenizer and reader is given an ordinary text of its kind and texts of the same size that were chosen
badly for it. Each runs in a process of its own that is ended after a minute of processor time. The ratio is that of
processor times, where less than a tenth of a second counts as that; what is many lines is compared with many lines.
Where it is more than five, a line below says how much longer the text takes than a quarter of it (four times as long is
in proportion, sixteen times quadratic). What is refused is timed like everything else.
"""

import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.hostile.score_files import SCORES
from bench.hostile.tables import TABLES
from bench.hostile.texts import ORDINARY, TEXTS, Text, again
from bolide import BLEU, CDER, CER, CHRF, METEOR, PER, RGBF, TER, WER, BolideError, Metric, parse
from bolide.agreement.annotations import read_annotations
from bolide.agreement.labels import read_labels
from bolide.agreement.ranking_data import read_rankings
from bolide.agreement.reading import read_mqm, read_table
from bolide.corpus.lines import read_segments
from bolide.corpus.nbest import read_nbest
from bolide.corpus.tables import read_column
from bolide.data.results import Report
from bolide.evaluation.resegment import resegment
from bolide.kernels import COMPILED
from bolide.text.tokenize import TOKENIZERS
from bolide.text.units.parallel import split_units
from bolide.text.words.porter import porter_stem

SIZE = int(os.environ.get("BYTES", "1000000"))
LIMIT, MEMORY = 60, 3 << 30  # seconds and bytes of one measurement
QUICK, WORST = 0.1, 5.0  # seconds that are not compared; the ratio that is too much
# What has so many lines, or rows, that it is like another one of short ones.
LIKE = {
    **dict.fromkeys(("tiny lines", "empty lines", "hyphens at line ends"), "an ordinary word per line"),
    **dict.fromkeys(("one column", "open quotes", "closed quotes", "lines in a cell"), "an ordinary word per row"),
}

Read = Callable[[str], object]

METRICS: dict[str, Metric] = {
    "BLEU": BLEU(),
    "BLEU, order 10": BLEU(max_ngram_order=10),
    "BLEU, intl": BLEU(tokenize="intl"),
    "chrF": CHRF(),
    "chrF++": CHRF(word_order=2),
    "rgbF": RGBF(),
    "METEOR 1.5": METEOR(),
    "METEOR as NLTK": METEOR(variant="nltk"),
    "METEOR 2005": METEOR(variant="2005"),
    "METEOR, runs": METEOR(variant="runs"),
    "TER": TER(),
    "WER": WER(),
    "CER": CER(),
    "PER": PER(),
    "CDER": CDER(),
}


def scored(metric: Metric) -> Read:
    """Score a text against another one of the same shape: its words, somewhat out of order."""

    def call(text: str) -> object:
        lines = text.removesuffix("\n").split("\n")
        return metric.corpus(lines, [disturbed(line) for line in lines]).value

    return call


def disturbed(line: str) -> str:
    """A line in which every fifth word is missing and every seventh is exchanged with the next."""
    found = line.split(" ")
    for k in range(6, len(found) - 1, 7):
        found[k], found[k + 1] = found[k + 1], found[k]
    return " ".join(word for k, word in enumerate(found) if k % 5 != 4)


def recut_lines(text: str) -> object:
    """The text of many lines, cut anew by its own lines: all are compared with all."""
    lines = text.removesuffix("\n").split("\n")
    return resegment(" ".join(disturbed(line) for line in lines), lines)


def on_file(read: Read) -> Read:
    """A reader of files as one of texts."""

    def call(text: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            return read(str(path))

    return call


COLUMN = {"SGML": "x", "WMT's XML": "src", "TMX": "en"}


def score_file(name: str) -> object:
    """Scores as `correlate` reads them."""
    return read_table(name)


def annotated(name: str) -> object:
    """Annotations, with their table."""
    found = read_annotations(name)
    return found.table() if found is not None else None


READ_SCORES: dict[str, Read] = {
    "scores": score_file,
    "MQM": read_mqm,
    "annotations": annotated,
    "rankings": lambda name: read_rankings(name, "fr-en"),
    "labels": lambda name: read_labels(name, "document"),
    "n-best": read_nbest,
}

Measured = tuple[str, str, Read, dict[str, Text]]


def everything() -> Iterator[Measured]:
    """What is measured: its kind and name, how, and the texts, the ordinary one first."""
    for name, metric in METRICS.items():
        yield "scoring", name, scored(metric), TEXTS
    for name, tokenize in TOKENIZERS.items():
        yield "tokenizer", name, tokenize, TEXTS
    yield "reader", "units of rgbF", split_units, TEXTS
    yield "reader", "Porter's stems", lambda text: list(map(porter_stem, text.split())), TEXTS
    yield "reader", "lines", on_file(read_segments), TEXTS
    yield "reader", "signatures", lambda text: parse(f"BLEU|{text}"), TEXTS
    yield "reader", "reports", Report.from_json, {**TABLES["JSON"], "numbers": again("1,", "[", "1]")}
    for name, texts in TABLES.items():
        yield "reader", name, on_file(partial(read_column, column=COLUMN.get(name, "c0"))), texts
    for name, texts in SCORES.items():
        yield "reader", name, on_file(READ_SCORES[name]), texts
    yield "command", "align-segments", recut_lines, TEXTS


# --- measuring --------------------------------------------------------------------------------------------------------


def measured(call: Read, text: str) -> tuple[float, str]:
    """Seconds of processor time and what came of it, from a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        warnings.simplefilter("ignore")
        start, answer = time.process_time(), ""
        try:
            call(text)
        except BolideError as error:
            answer = f"refused: {' '.join(str(error).split())[:160]}"
        except BaseException as error:
            answer = f"{type(error).__name__}: {str(error)[:160]}"
        spent = time.process_time() - start
        os.write(writing, f"{spent}\n{answer}".encode("utf-8", "replace"))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        spent, _, answer = pipe.read().decode().partition("\n")
    _, status = os.waitpid(child, 0)
    return (float(spent), answer) if spent else (float("inf"), f"ended by signal {os.WTERMSIG(status)}")


def main() -> None:
    """Print a line for everything, and below it the texts that took longer than they should."""
    wanted = sys.argv[1:]
    print(f"{SIZE:,} bytes; {'compiled' if COMPILED else 'interpreted'} kernels", flush=True)
    for kind, name, call, texts in everything():
        if not all(word.lower() in f"{kind} {name}".lower() for word in wanted):
            continue
        taken = {shape: measured(call, make(SIZE)) for shape, make in texts.items()}
        ratios = {}
        for shape, (spent, _) in taken.items():
            like = taken[LIKE.get(shape, ORDINARY) if LIKE.get(shape) in taken else ORDINARY]
            ratios[shape] = spent / max(like[0], QUICK)
        worst = max(ratios, key=ratios.__getitem__)
        usual = taken[ORDINARY][1] or f"{taken[ORDINARY][0]:.2f} s"
        print(f"| {kind} | {name} | {usual} | {ratios[worst]:.1f} | {taken[worst][0]:.2f} s | {worst} |", flush=True)
        for shape, (spent, answer) in taken.items():
            slow = ratios[shape] > WORST
            if slow or (answer and not answer.startswith("refused")):
                grown = spent / max(measured(call, texts[shape](SIZE // 4))[0], 1e-9) if slow else 0
                more = f", {grown:.1f} times as long as a quarter of it" if slow else ""
                print(f"    {shape}: {spent:.2f} s{more} {answer}", flush=True)


if __name__ == "__main__":
    main()
