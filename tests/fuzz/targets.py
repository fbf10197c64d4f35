"""What is fuzzed: functions from bytes to an answer made of plain values.

An answer must be the same on the compiled and on the interpreted core. Input that is refused with a BolideError is
answered by its words; any other exception is a finding.
"""

import gzip
import io
import json
import os
import shlex
import tempfile
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from bolide import BolideError, parse
from bolide.agreement.judgements import read_rankings
from bolide.agreement.mqm import read_mqm
from bolide.agreement.reading import read_table
from bolide.cli import main
from bolide.compat.meteor15.sgml import read_sgml
from bolide.corpus.lines import read_segments
from bolide.corpus.tables import read_column, read_systems_of
from bolide.kernels import levenshtein, ngrams, order_free, pairs, starts, ter
from bolide.metrics import METRICS
from bolide.results import Report
from bolide.text.letters import Letters
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.meteor_normalize import normalizer
from bolide.text.units import encode_units, read_alternatives, split_units
from bolide.text.vocab import Ids, encode
from bolide.text.words.paraphrase import load
from tests.laws.settings import SETTINGS

Target = Callable[[bytes], object]
LONGEST = 400  # characters of a text that is scored; the interpreted search for an alignment is slow
LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")


def texts_of(data: bytes) -> list[str]:
    """Texts that are scored: the lines of the bytes, six of them at most."""
    return [line[:LONGEST] for line in data.decode("utf-8", "replace").split("\n")[:6]]


def choice(data: bytes, options: int) -> tuple[int, bytes]:
    """One of so many options, by the first byte, and what is left."""
    return (data[0] if data else 0) % options, data[1:]


# --- metrics and their kernels ----------------------------------------------------------------------------------------


def metric_rows(data: bytes) -> object:
    """Rows and score of a metric for a hypothesis and its references, and for the same as two segments."""
    which, rest = choice(data, len(SETTINGS))
    metric = SETTINGS[which]
    hyp, *refs = texts_of(rest)
    refs = refs or [""]
    stats = metric.measure([hyp, refs[0]], [refs, [hyp]])
    return [str(metric.signature()), [list(row) for row in stats], metric.aggregate(stats).value.hex()]


def metric_explanation(data: bytes) -> object:
    """Every step of an explanation, whose marks must add up to the row."""
    which, rest = choice(data, len(SETTINGS))
    metric = SETTINGS[which]
    hyp, *refs = texts_of(rest)
    return metric.explain(hyp, refs or [""]).to_dict()


def signatures(data: bytes) -> object:
    """A signature that is read means a metric whose own signature reads back."""
    metric = parse(data.decode("utf-8", "replace"))
    again = parse(str(metric.signature()))
    assert again == metric, (str(metric.signature()), str(again.signature()))
    return str(metric.signature())


def wild_starts(data: bytes) -> object:
    """Kernels that follow starts which a caller may have got wrong: refused, or numbers."""
    numbers = [byte - 3 for byte in data[:12]]
    half = len(numbers) // 2
    ids = memoryview(bytearray(4 * 7)).cast("i")
    table = memoryview(bytearray(8 * 4 * 15)).cast("q", (4, 15))
    text_starts, ref_starts = _longs(numbers[:half]), _longs(numbers[half:])
    answers: list[object] = [bool(starts.rising(text_starts, 3))]
    for kernel in (
        lambda: ngrams.clipped(ids, text_starts, ref_starts, 4, table),
        lambda: order_free.bags(ids, text_starts, ref_starts, table),
        lambda: order_free.jumps(ids, text_starts, ref_starts, table),
        lambda: levenshtein.edits(ids, text_starts, ref_starts, table),
        lambda: ter.edits(ids, text_starts, ref_starts, table),
        lambda: pairs.count(ids, text_starts[:-1], text_starts[1:], ref_starts, 4, 0, True, table),
    ):
        if not half:
            continue
        try:
            answers.append(kernel())
        except (BolideError, IndexError, ValueError):
            answers.append("refused")
    return answers


def _longs(numbers: list[int]) -> memoryview:
    view = memoryview(bytearray(8 * max(1, len(numbers)))).cast("q")
    for place, number in enumerate(numbers):
        view[place] = number
    return view


# --- texts ------------------------------------------------------------------------------------------------------------


def tokens(data: bytes) -> object:
    """The tokens of a text under each tokenizer, from the scanner where there is one."""
    text = data.decode("utf-8", "replace")
    return {name: words_of(encode([text, text[::-1]], name)) for name in TOKENIZERS}


def letters(data: bytes) -> object:
    """What chrF takes a text for."""
    found = Letters([data.decode("utf-8", "replace"), "a b."])
    plain = [characters.ids.tolist() for characters in (found.characters(), found.characters_without_spaces())]
    return [*plain, words_of(found.words())]


def words_of(found: Ids) -> list[list[str]]:
    """The tokens of each text."""
    return [[found.tokens[place] for place in found.ids[a:b]] for a, b in pairwise(found.starts)]


def normalized(data: bytes) -> object:
    """METEOR's normaliser in its six languages."""
    text = data.decode("utf-8", "replace")
    return [normalizer(language, punctuation=mark)(text) for language in LANGUAGES for mark in (True, False)]


def units(data: bytes) -> object:
    """Units of rgbF, with and without alternatives."""
    text = data.decode("utf-8", "replace")
    count, line = 1 + text.count("++"), text.partition("\n")[0]
    found = encode_units([line, "a ++ b"], 2)
    answer: list[object] = [split_units(text), found.wrong]
    return [*answer, read_alternatives(text, count)]


# --- files ------------------------------------------------------------------------------------------------------------


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="bolide-fuzz-"))


def _file(data: bytes, name: str = "file") -> str:
    path = _folder() / name
    path.write_bytes(data)
    return str(path)


def lines(data: bytes) -> object:
    """Lines of text, gzipped or not."""
    return read_segments(_file(data))


def gzip_lines(data: bytes) -> object:
    """The same, gzipped."""
    return read_segments(_file(gzip.compress(data, 1)))


def tables(data: bytes) -> object:
    """TSV, CSV and JSON lines with the columns a and b."""
    name = _file(data)
    (corpus,) = read_systems_of(name, ["a"], ["b"])
    assert corpus.hyps == read_column(name, "a")
    return [corpus.hyps, corpus.refs, corpus.ref_starts.tolist()]


def score_files(data: bytes) -> object:
    """Scores in any of the three forms."""
    table = read_table(_file(data))
    return [table.name, table.systems, str(table.cells.tolist()), table.level]


def mqm_files(data: bytes) -> object:
    """Annotated errors."""
    table = read_mqm(_file(data))
    return [table.systems, str(table.cells.tolist())]


def ranking_files(data: bytes) -> object:
    """People's rankings of outputs."""
    return repr(read_rankings(_file(data), "fr-en").systems)


def sgml_files(data: bytes) -> object:
    """NIST's markup."""
    return [[who, sorted(map(repr, texts.items()))] for who, texts in read_sgml(_file(data)).found.items()]


def paraphrase_tables(data: bytes) -> object:
    """A table converted, then read from the cache."""
    name = _file(gzip.compress(data, 1), "table.gz")
    with patch.dict(os.environ, {"BOLIDE_CACHE": str(_folder() / "cache")}):
        try:
            found = [load(name), load(name)]
        except ValueError as refusal:
            return str(refusal).replace(str(_folder()), "")
        for path in (_folder() / "cache").iterdir():
            path.unlink()
    answers = [[table.ids, table.longest, [part.tolist() for part in table.tree]] for table in found]
    assert answers[0] == answers[1]
    return str(answers[0])


def reports(data: bytes) -> object:
    """What `to_json` wrote, or did not."""
    report = Report.from_json(data.decode("utf-8", "replace"))
    assert Report.from_json(report.to_json()).to_dict() == report.to_dict()
    return str(report.to_dict())


# --- commands ---------------------------------------------------------------------------------------------------------


def explain_command(data: bytes) -> object:
    """`bolide explain WORDS`: an answer or one line and exit code 2, whatever the words are."""
    try:
        words = shlex.split(data.decode("utf-8", "replace"))
    except ValueError:
        return None
    if any(word.startswith(("-o", "--svg", "--output")) or "/" in word for word in words):
        return None  # nothing here reads or writes other files
    out, err, empty = io.StringIO(), io.StringIO(), io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", empty), patch("os.getcwd", lambda: "/"):
        try:
            code = main(["explain", *words])
        except SystemExit as leave:
            code = int(leave.code or 0)
    assert code in (0, 2), code
    if code == 2:
        assert out.getvalue() == ""
        assert err.getvalue().startswith("bolide: "), err.getvalue()
    return [code, (out if code == 0 else err).getvalue().replace('"compiled": true', '"compiled": false')]


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        *(metric_rows, metric_explanation, signatures, wild_starts, tokens, letters, normalized, units, lines),
        *(gzip_lines, tables, score_files, mqm_files, ranking_files, sgml_files, paraphrase_tables, reports),
        explain_command,
    )
}
assert {type(metric).name for metric in SETTINGS} >= {cls.name for cls in METRICS.values()}


def answer(name: str, data: bytes) -> str:
    """The answer of a target, or the words with which it refuses."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return json.dumps(TARGETS[name](data), sort_keys=True, default=str)
    except BolideError as refusal:
        return f"refused: {refusal}".replace(str(_folder()), "")
