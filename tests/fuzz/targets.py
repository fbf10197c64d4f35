"""What is fuzzed: functions from bytes to an answer made of plain values.

An answer must be the same on the compiled and on the interpreted core. Input that is refused with a BolideError is
answered by its words; any other exception is a finding.
"""

import json
import shlex
import warnings
from collections.abc import Callable
from itertools import pairwise
from unittest.mock import patch

from bolide import BolideError, Metric, Stats, parse
from bolide.engines import arrow
from bolide.evaluation.resegmentation import resegment
from bolide.metrics import METRICS
from bolide.text.chrf_units import ChrfTexts
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.meteor_normalize import encode_normalized
from bolide.text.tokens import Tokens, encode
from bolide.text.units.parallel import read_alternatives, split_units
from tests.cli.run import bolide
from tests.fuzz.file_targets import FILES, folder
from tests.laws.settings import SETTINGS

Target = Callable[[bytes], object]
LONGEST = 400  # characters of a text that is scored; the interpreted search for an alignment is slow
LANGUAGES = ("en", "cz", "fr", "es", "de", "ru")


def texts_of(data: bytes) -> list[str]:
    """Texts that are scored: the lines of the bytes, six of them at most."""
    return [line[:LONGEST] for line in data.decode("utf-8", "replace").split("\n")[:6]]


def metric_and_texts(data: bytes) -> tuple[Metric, str, list[str]]:
    """A metric, a candidate and its references."""
    which, rest = choice(data, len(SETTINGS))
    hyp, *refs = texts_of(rest)
    return SETTINGS[which], hyp, refs or [""]


def choice(data: bytes, options: int) -> tuple[int, bytes]:
    """One of so many options, by the first byte, and what is left."""
    return (data[0] if data else 0) % options, data[1:]


# --- metrics and their kernels ----------------------------------------------------------------------------------------


def metric_rows(data: bytes) -> object:
    """Rows and score of a metric for a hypothesis and its references, and for the same as two segments."""
    metric, hyp, refs = metric_and_texts(data)
    stats = metric.measure([hyp, refs[0]], [refs, [hyp]])
    return [str(metric.signature()), [list(row) for row in stats], metric.score_rows(stats).value.hex()]


def arrow_rows(data: bytes) -> object:
    """The same rows from texts that lie in Arrow's buffers, and are read there."""
    import pyarrow as pa

    metric, hyp, refs = metric_and_texts(data)
    batch = pa.record_batch({"hyp": ["x", hyp, refs[0]], "ref": [["x"], refs, [hyp]]}).slice(1)
    found = arrow.measure(batch, metric=metric)
    assert Stats.from_arrow(found) == metric.measure([hyp, refs[0]], [refs, [hyp]])
    return [column.to_pylist() for column in found.columns]


def metric_explanation(data: bytes) -> object:
    """Every step of an explanation, whose marks must add up to the row."""
    metric, hyp, refs = metric_and_texts(data)
    return metric.explain(hyp, refs).to_dict()


def signatures(data: bytes) -> object:
    """A signature that is read means a metric whose own signature reads back."""
    metric = parse(data.decode("utf-8", "replace"))
    again = parse(str(metric.signature()))
    assert again == metric, (str(metric.signature()), str(again.signature()))
    return str(metric.signature())


# --- texts ------------------------------------------------------------------------------------------------------------


def tokens(data: bytes) -> object:
    """The tokens of a text under each tokenizer, from the scanner where there is one."""
    text = data.decode("utf-8", "replace")
    return {name: words_of(encode([text, text[::-1]], name)) for name in TOKENIZERS}


def letters(data: bytes) -> object:
    """What chrF takes a text for."""
    found = ChrfTexts([data.decode("utf-8", "replace"), "a b."])
    plain = [characters.ids.tolist() for characters in (found.characters(), found.characters_without_spaces())]
    return [*plain, words_of(found.words())]


def words_of(found: Tokens) -> list[list[str]]:
    """The tokens of each text."""
    return [[found.tokens[place] for place in found.ids[a:b]] for a, b in pairwise(found.starts)]


def normalized(data: bytes) -> object:
    """METEOR's normaliser in its six languages."""
    text = data.decode("utf-8", "replace")
    return [words_of(encode_normalized([text], language, mark)) for language in LANGUAGES for mark in (True, False)]


def units(data: bytes) -> object:
    """Units of rgbF, with and without alternatives."""
    text = data.decode("utf-8", "replace")
    count, line = 1 + text.count("++"), text.partition("\n")[0]
    return [split_units(text), split_units(line, 2), read_alternatives(text, count)]


def recut_texts(data: bytes) -> object:
    """An output cut into the lines of a reference."""
    output, *refs = texts_of(data)
    found = resegment(output, refs or [""], unit="char" if len(data) % 2 else "word", lowercase=bool(len(data) & 2))
    return [str(line) for line in found.lines]


# --- commands ---------------------------------------------------------------------------------------------------------


def explain_command(data: bytes) -> object:
    """`bolide explain WORDS`: an answer or one line and exit code 2, whatever the words are."""
    try:
        words = shlex.split(data.decode("utf-8", "replace"))
    except ValueError:
        return None
    if any(word.startswith(("-o", "--svg", "--output")) or "/" in word for word in words):
        return None  # nothing here reads or writes other files
    with patch("os.getcwd", lambda: "/"):
        code, out, err = bolide("explain", *words)
    assert code == 0 or (code, out, err[:8]) == (2, "", "bolide: "), (code, out, err)
    return [code, (out if code == 0 else err).replace('"compiled": true', '"compiled": false')]


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        *(metric_rows, metric_explanation, arrow_rows, signatures, tokens, letters, normalized, units),
        *(recut_texts, explain_command),
    )
} | FILES
assert {type(metric).name for metric in SETTINGS} >= {cls.name for cls in METRICS.values()}


def answer(name: str, data: bytes) -> str:
    """The answer of a target, or the words with which it refuses."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return json.dumps(TARGETS[name](data), sort_keys=True, default=str).replace(str(folder()), "")
    except BolideError as refusal:
        return f"refused: {refusal}".replace(str(folder()), "")
