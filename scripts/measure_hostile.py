"""Measure whether some megabyte takes much longer than its like: the table of docs/design.md, "No quadratic surprises".

    PYTHONPATH=src python scripts/measure_hostile.py                everything; half an hour
    PYTHONPATH=src python scripts/measure_hostile.py scoring TER    what is called so, or contains it
    BYTES=100000 … scripts/measure_hostile.py                       smaller texts

Every metric, tokenizer and reader is given an ordinary text of its kind and texts of the same size that were chosen
badly for it. Each runs in a process of its own that is ended after a minute of processor time. The ratio is that of
processor times; less than a tenth of a second is called that, and compared with nothing. What a metric refuses is
timed like everything else: a refusal must not take long either.
"""

import os
import random
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from bolide import BLEU, CDER, CER, CHRF, METEOR, PER, RGBF, TER, WER, BolideError, Metric, parse
from bolide.agreement.annotations import read_annotations
from bolide.agreement.judgements import read_rankings
from bolide.agreement.labels import read_labels
from bolide.agreement.mqm import read_mqm
from bolide.agreement.reading import read_table
from bolide.compat.meteor15.sgml import read_sgml
from bolide.corpus.lines import read_segments
from bolide.corpus.nbest import read_nbest
from bolide.corpus.tables import read_column
from bolide.kernels import COMPILED
from bolide.recutting import recut
from bolide.results import Report
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.meteor_normalize import normalizer
from bolide.text.units import split_units
from bolide.text.words.porter import porter_stem

SIZE = int(os.environ.get("BYTES", "1000000"))
LIMIT, MEMORY = 60, 3 << 30  # seconds and bytes of one measurement
QUICK, WORST = 0.1, 5.0  # seconds that are not compared; the ratio that is too much
ORDINARY = "ordinary"

Text = Callable[[int], str]
Read = Callable[[str], object]


# --- texts ------------------------------------------------------------------------------------------------------------


@cache
def words(count: int, seed: int = 1, known: int = 20_000) -> tuple[str, ...]:
    """Words as often as those of a language are: the k-th has about 1/k of the first one's share."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices("etaoinshrdlu", k=1 + min(9, rng.randrange(2, 9)))) for _ in range(known)]
    return tuple(rng.choices(vocabulary, [1 / (k + 5) for k in range(known)], k=count))


@cache
def ordinary(size: int, seed: int = 1) -> str:
    """Sentences of some 25 words, one per line."""
    found, rng, lines = words(size // 6, seed), random.Random(seed), list[str]()
    place = 0
    while place < len(found):
        end = place + rng.randrange(10, 40)
        lines.append(f"{' '.join(found[place:end]).capitalize()}, {found[place]}.")
        place = end
    return ("\n".join(lines) + "\n")[:size]


def colliding(size: int) -> str:
    """Words whose characters differ above the 16th bit only, which fell on one place of a table once."""
    letters = [chr(point) for point in (0x4E00, 0x14E00, 0x24E00)]
    found = ["".join(word) for word in product(letters, repeat=9)]
    return " ".join(found)[:size] * max(1, size // (10 * len(found)))


def of_few(*vocabulary: str, line: int = 0) -> Text:
    """Words drawn from a few, in one line or in lines of so many words."""

    def make(size: int) -> str:
        rng = random.Random(len(vocabulary))
        return in_lines(rng.choices(vocabulary, k=size // 4), line or size)

    return make


def in_lines(found: Sequence[str], line: int = 1000) -> str:
    """Lines of so many words."""
    return "\n".join(" ".join(found[k : k + line]) for k in range(0, len(found), line)) + "\n"


def again(pattern: str, before: str = "", after: str = "") -> Text:
    """The pattern again and again, between two others."""
    return lambda size: before + pattern * (max(1, (size - len(before) - len(after)) // len(pattern))) + after


TEXTS: dict[str, Text] = {
    ORDINARY: ordinary,
    "one line": lambda size: ordinary(size).replace("\n", " "),
    "one word": again("x"),
    "one word of letters and points": again("a."),
    "one word, repeated": again("the "),
    "one word, repeated in lines": again("the " * 24 + "the\n"),
    "three words, at random": of_few("the", "cat", "sat"),
    "three words, in lines of 1,000": of_few("the", "cat", "sat", line=1000),
    "four words, in lines of 300": of_few("the", "cat", "sat", "dog", line=300),
    "other words everywhere": lambda size: " ".join(f"{k * 7919 % 999_983:06}" for k in range(size // 7)),
    "other words everywhere, in lines of 1,000": lambda size: in_lines([f"{k * 7919 % 999_983:06}" for k in range(size // 7)]),
    "ordinary words, in lines of 1,000": lambda size: in_lines(words(size // 6, 3)),
    "colliding words": colliding,
    "points": again("."),
    "points apart": again(". "),
    "quotes and brackets": again("'\"([{<&"),
    "numbers": again("1,000.00-"),
    "entities": again("&quot;&amp;lt;"),
    "blanks": again(" ", "a", "b"),
    "marks on one letter": again("\u0301", "e"),
    "Chinese": again("\u4e2d\u6587\u3002"),
    "tiny lines": again("a\n"),
    "empty lines": again("\n"),
    "hyphens at line ends": again("a-\n"),
    "old placeholders": again("DOTMULTI. "),
}  # fmt: skip


# --- what is measured -------------------------------------------------------------------------------------------------

METRICS: dict[str, Metric] = {
    "BLEU": BLEU(),
    "BLEU, order 10": BLEU(max_order=10),
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
    return recut(" ".join(disturbed(line) for line in lines), lines)


def on_file(read: Read) -> Read:
    """A reader of files as one of texts."""

    def call(text: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            start = time.process_time()
            read(str(path))
            return time.process_time() - start

    return call


def rows(header: str, row: str, separator: str = "\n") -> Text:
    """A header and rows, in which {k} is the row's number and {w} a few words."""

    def make(size: int) -> str:
        some = words(size // 6, 5)
        made, left, k = [header] if header else [], size - len(header), 0
        while left > 0:
            made.append(row.format(k=k, n=k + 1, w=" ".join(some[3 * k : 3 * k + 3])))
            left -= len(made[-1]) + 1
            k += 1
        return separator.join(made) + "\n"

    return make


def columns(separator: str) -> Text:
    """Two rows with as many columns as there is room for."""
    return lambda size: separator.join(f"c{k}" for k in range(size // 9)) + "\n" + separator.join("1" * (size // 9))


def ragged(size: int) -> str:
    """JSON lines each of which has a column of its own."""
    return rows("", '{{"c0": "x", "c{n}": "y"}}')(size)


SET = '<tstset setid="s" srclang="a" trglang="b">\n<doc docid="d" sysid="x">\n'
XML = '<?xml version="1.0"?>\n<dataset id="d"><doc id="1"><src lang="a"><p>'
TMX = '<?xml version="1.0"?>\n<tmx version="1.4"><header/><body>'
SEGMENTS = rows(SET, '<seg id="{k}">{w}</seg>')
TABLES: dict[str, dict[str, Text]] = {
    "TSV": {
        ORDINARY: rows("c0\tc1", "{w}\t{w}"),
        "many columns": columns("\t"),
        "one column": again("a\n", "c0\n"),
        "open quotes": again('"a\tb\n', "c0\tc1\n"),
        "closed quotes": again('"a""b"\t"c"\n', "c0\tc1\n"),
        "one long cell": again('"', "c0\tc1\n", "\tb\n"),
        "many quotes in a long cell": again('""', 'c0\tc1\n"', '"\tb\n'),
        "nothing but tabs": again("\t"),
    },
    "CSV": {
        ORDINARY: rows("c0,c1", '"{w}","{w}"'),
        "many columns": columns(","),
        "one quote open to the end": again("a,b\n", 'c0,c1\n"'),
        "quotes": again('""', 'c0,c1\n"', '",b\n'),
        "lines in a cell": again("\n", 'c0,c1\n"', '",b\n'),
    },
    "JSON lines": {
        ORDINARY: rows("", '{{"c0": "{w}", "c1": "{w}"}}'),
        "one object of many names": lambda size: "{" + ", ".join(f'"c{k}": "x"' for k in range(size // 13)) + "}",
        "a column of its own in each": ragged,
        "nested": again("[", '{"c0": "x", "c1": '),
        "a number of many digits": again("9", '{"c0": "x", "c1": ', "}"),
        "a long list": again('"a",', '{"c0": "x", "c1": [', '"a"]}'),
        "blank lines": again("\n", '{"c0": "x"}\n'),
    },
    "JSON": {
        ORDINARY: lambda size: "[" + rows("", '{{"c0": "{w}", "c1": "{w}"}}', ",\n")(size).rstrip() + "]",
        "nested": again("["),
        "empty objects": again("{},", "[", "{}]"),
        "a column of its own in each": lambda size: "[" + ragged(size).rstrip().replace("\n", ",") + "]",
        "blanks": again(" ", "[", "{"),
    },
    "SGML": {
        ORDINARY: SEGMENTS,
        "left open": again("a line\n", SET + '<seg id="1">'),
        "opened again and again": again("<seg ", SET),
        "opened again and again, with quotes": again('<seg id="', SET),
        "opened again and again, with other quotes": again("<seg a='\"", SET),
        "nested": again('<seg id="1">', SET),
        "blanks in a segment": again(" ", SET + '<seg id="1">a', "b</seg>"),
        "blanks and returns in a segment": again(" \r ", SET + '<seg id="1">a', "b</seg>"),
        "blanks in a tag": again(" ", SET + "<seg", 'id="1">a</seg>'),
        "many attributes": again('a="1" ', SET + "<seg ", 'id="1">a</seg>'),
        "a long attribute": again("a", SET + "<seg ", ' id="1">a</seg>'),
        "points of tags": again("<", SET),
        "entities": again("&amp;", SET + '<seg id="1">', "</seg>"),
        "many documents": rows(SET, '<doc docid="{k}" sysid="x">\n<seg id="1">a</seg>'),
        "many systems": rows(SET, '<doc docid="d" sysid="{k}">\n<seg id="1">a</seg>'),
        "many sets": rows(SET, '<tstset setid="{k}" sysid="x">\n<doc docid="d" sysid="x">\n<seg id="1">a</seg>'),
        "comments": again("<!-- a -->", "", SET),
        "a comment left open": again("<!-- a ", SET),
        "declarations": again("<?a?>", "", SET),
    },
    "WMT's XML": {
        ORDINARY: rows(XML, '<seg id="{k}">{w}</seg>'),
        "nested": again("<p>", XML),
        "nested and closed": lambda size: (
            XML + '<seg id="1">' + "<g>" * (size // 7) + "</g>" * (size // 7) + "</seg></p></src></doc></dataset>"
        ),
        "blanks in a segment": again(" ", XML + '<seg id="1">a', "b</seg></p></src></doc></dataset>"),
        "many attributes": lambda size: (
            XML + "<seg " + " ".join(f'a{k}="1"' for k in range(size // 11)) + "/></p></src></doc></dataset>"
        ),
        "documents in documents": lambda size: (
            '<?xml version="1.0"?>\n<dataset>' + '<doc id="1"><src><seg id="1">' * (size // 55)
            + "a</seg></src></doc>" * (size // 55) + "</dataset>"
        ),
        "an unclosed list of declarations": again("]", '<!doctype a [', "<dataset></dataset>"),
    },
    "TMX": {
        ORDINARY: rows(TMX, '<tu><tuv xml:lang="en"><seg>{w}</seg></tuv></tu>'),
        "many languages": rows(TMX, '<tu><tuv xml:lang="l{k}"><seg>{w}</seg></tuv></tu>'),
    },
}  # fmt: skip
TABLES["TMX"] = {
    name: (lambda make: lambda size: make(size) + "</body></tmx>")(make) for name, make in TABLES["TMX"].items()
}
TABLES["WMT's XML"][ORDINARY] = (lambda make: lambda size: make(size) + "</p></src></doc></dataset>")(
    TABLES["WMT's XML"][ORDINARY]
)

SCORES: dict[str, dict[str, Text]] = {
    "scores": {
        ORDINARY: rows("", "system\t0.{n}"),
        "many systems": rows("", "s{k}\t0.5"),
        "one number per line": again("0.5\n"),
        "blanks between": again("a 1\n"),
        "a number of many digits": again("9", "a\t"),
        "a name of many letters": again("a", "", "\t0.5\n"),
        "many columns": columns("\t"),
        "many columns of commas": columns(","),
        "long table": rows("system\tsegment\tscore", "a\t{n}\t0.5"),
        "long table, a system and a segment in each": rows("system\tsegment\tscore", "a{k}\t{n}\t0.5"),
        "submission": rows("", "m\ten-de\tt\tnews\td\tr\ts\t{n}\t0.5"),
        "submission, a system and a segment in each": rows("", "m\ten-de\tt\tnews\td\tr\ts{k}\t{n}\t0.5"),
        "submission, a number of many digits": again("9", "m\ten-de\tt\tnews\td\tr\ts\t", "\t0.5\n"),
        "COMET": rows("", "a.txt\tSegment {k}\tscore: 0.5"),
        "COMET, a system and a segment in each": rows("", "a{k}.txt\tSegment {k}\tscore: 0.5"),
        "COMET, far segments": rows("", "a{k}.txt\tSegment 9999999\tscore: 0.5"),
        "COMET, tabs": again("\t", "Segment 0\tscore: 0.5\na", "score"),
        "COMET, long lines": again("\tscore: a", "Segment 0\tscore: 0.5\na"),
        "COMET as JSON": lambda size: '{"a": [' + '{"COMET": 0.5},' * (size // 15) + '{"COMET": 0.5}]}',
        "COMET as JSON, many systems": lambda size: (
            "{" + ", ".join(f'"d/{k % 9}/a{k}.txt": [{{"COMET": 0.5}}]' for k in range(size // 36)) + "}"
        ),
        "one open quote": again("a,1\n", 'system,score\n"'),
        "empty lines": again("\n", "a\t1\n"),
    },
    "MQM": {
        ORDINARY: rows(
            "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity", "a\td\t{n}\tr\t<v>{w}</v>\tAccuracy\tMajor"
        ),
        "a system and a segment in each": rows(
            "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity", "a{k}\td\t{n}\tr\t{w}\tAccuracy\tMajor"
        ),
        "far segments": rows(
            "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity", "a{k}\td\t9999999\tr\t{w}\tAccuracy\tMajor"
        ),
        "a rater in each": rows(
            "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity", "a\td\t1\tr{k}\t{w}\tAccuracy\tMajor"
        ),
        "many columns": lambda size: "category\tseverity\t" + columns("\t")(size),
        "marks": again("<v>", "system\tdoc\tseg_id\trater\ttarget\tcategory\tseverity\na\td\t1\tr\t", "\tAccuracy\tMajor"),
        "nothing but tabs": again("\t", "category\tseverity\n"),
    },
    "annotations": {
        ORDINARY: rows("", '{{"langs": "en-de", "line_id": {k}, "system": "a", "esa_score": 50, "esa_spans": []}}'),
        "a system and a segment in each": rows("", '{{"langs": "en-de", "line_id": {k}, "system": "a{k}", "esa_score": 50}}'),
        "far segments": rows("", '{{"langs": "en-de", "line_id": 9999999, "system": "a{k}", "esa_score": 50}}'),
        "a language pair in each": rows("", '{{"langs": "en-{k}", "line_id": 1, "system": "a", "esa_score": 50}}'),
        "export": rows("", 'r,a,{k},TGT,eng,deu,50,d,False,"[]",1.0,2.0'),
        "export, a system and a segment in each": rows("", 'r,a{k},{k},TGT,eng,deu,50,d,False,"[]",1.0,2.0'),
        "export, an open quote": again("a,b\n", 'r,a,1,TGT,eng,deu,50,d,False,"[]",1.0,2.0\nr,"'),
        "spans": rows("", '{{"system": "a", "line_id": {k}, "spans": [{{"start": 3, "end": 7, "severity": "major"}}]}}'),
        "many spans": lambda size: (
            '{"system": "a", "line_id": 0, "spans": ['
            + ", ".join('{"start": 3, "end": 7, "severity": "major"}' for _ in range(size // 45)) + "]}"
        ),
        "ratings": rows("", 'a\t{{"errors": [{{"start": 3, "end": 7, "severity": "major", "score": 5}}]}}'),
        "ratings, a system in each": rows("", 'a{k}\t{{"errors": []}}'),
    },
    "rankings": {
        ORDINARY: rows("srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank",
                       "fr,en,{n},1,j,a,1,b,2"),
        "a system in each": rows("srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank",
                                 "fr,en,{n},1,j,a{k},1,b{k},2"),
        "a language in each": rows("srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank",
                                   "fr,e{k},{n},1,j,a,1,b,2"),
        "many columns": lambda size: "srclang,trglang,srcIndex,system1Id,system1rank," + columns(",")(size),
        "cells beyond the last": again(",", "srclang,trglang,srcIndex,system1Id,system1rank\nfr,en,1,a,1"),
    },
    "labels": {
        ORDINARY: rows("", "news\tdoc{k}"),
        "one line": again("a"),
        "many columns": again("a\t"),
        "other widths at the end": lambda size: again("a\n")(size) + "a\tb\n",
    },
    "n-best": {
        ORDINARY: rows("", "{k} ||| {w} ||| 0.5"),
        "bars": again("|||", "0 ||| a"),
        "blanks": again(" ", "0"),
        "digits": again("9", "", " ||| a"),
        "one sentence": rows("", "0 ||| {w} ||| 0.5"),
        "JSON": rows("", '{{"candidates": ["{w}", "{w}"]}}'),
        "JSON, nested": again("[", '{"candidates": '),
    },
}  # fmt: skip


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
    for language in ("en", "fr", "de", "cz", "es", "ru"):
        yield "normaliser", f"METEOR's, {language}", normalizer(language), TEXTS
    yield "normaliser", "METEOR's, without punctuation", normalizer("en", punctuation=False), TEXTS
    yield "reader", "units of rgbF", split_units, TEXTS
    yield "reader", "Porter's stems", lambda text: list(map(porter_stem, text.split())), TEXTS
    yield "reader", "lines", on_file(read_segments), TEXTS
    yield "reader", "signatures", lambda text: parse(f"BLEU|{text}"), TEXTS
    yield "reader", "reports", Report.from_json, {**TABLES["JSON"], "numbers": again("1,", "[", "1]")}
    for name, texts in TABLES.items():
        yield "reader", name, on_file(lambda path: read_column(path, "c0")), texts
    yield "reader", "SGML of bolide meteor", on_file(read_sgml), TABLES["SGML"]
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
            found = call(text)
            spent = found if isinstance(found, float) and "on_file" in str(call) else time.process_time() - start
        except BolideError as error:
            spent, answer = time.process_time() - start, f"refused: {' '.join(str(error).split())[:160]}"
        except BaseException as error:
            spent, answer = time.process_time() - start, f"{type(error).__name__}: {str(error)[:160]}"
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
        like = max(taken[ORDINARY][0], QUICK)
        ratios = {shape: spent / like for shape, (spent, _) in taken.items() if shape != ORDINARY}
        worst = max(ratios, key=ratios.__getitem__)
        usual = taken[ORDINARY][1] or f"{taken[ORDINARY][0]:.2f} s"
        print(f"| {kind} | {name} | {usual} | {taken[worst][0]:.2f} s | {ratios[worst]:.1f} | {worst} |", flush=True)
        for shape, (spent, answer) in taken.items():
            slow = shape != ORDINARY and ratios[shape] > WORST
            if slow or (answer and not answer.startswith("refused")):
                more = f", {spent / measured(call, texts[shape](SIZE // 4))[0]:.1f} times a quarter of it" if slow else ""
                print(f"    {shape}: {spent:.2f} s{more} {answer}", flush=True)


if __name__ == "__main__":
    main()
