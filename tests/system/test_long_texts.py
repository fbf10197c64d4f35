"""A text eight times as long takes about eight times as long to read, whatever it consists of; words that were chosen
to fall on one place of a table take about as long as any others.

Sixty-four times would be quadratic; what takes less than a twentieth of a second is not looked at. A busy machine does
no harm.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from bolide import BLEU, CHRF, METEOR, PER, RGBF, BolideError, Metric, parse
from bolide.agreement.annotations import mqm_errors, read_annotations
from bolide.agreement.ranking_data import read_rankings
from bolide.corpus.decoding import text_of
from bolide.corpus.lines import read_lines, read_text
from bolide.corpus.markup import sgml_segments
from bolide.corpus.nbest import read_nbest
from bolide.corpus.tables import TextTable
from bolide.data.results import Report
from bolide.text.tokenize import TOKENIZERS
from bolide.text.tokenize.meteor_normalize import normalized
from bolide.text.units.parallel import read_alternatives, split_units
from bolide.text.words.stems import porter_stem
from tests.agreement.judged import read_table
from tests.laws.settings import SETTINGS
from tests.python import python
from tests.tables import table

# --- A text eight times as long takes about eight times as long to read, whatever it consists of -------------------


CASES = table(__file__, "cases.toml")
SMALL, TIMES = 1_250, 8
PATTERNS: list[str] = CASES["patterns"]  # what a text may consist of, again and again
SGML = '<tstset setid="s" srclang="a" trglang="b">\n<doc docid="d" sysid="x">\n<seg id="1">'


def on_file(read: Callable[[str], object], tmp_path: Path, before: str = "") -> Callable[[str], object]:
    def call(text: str) -> object:
        path = tmp_path / "file"
        path.write_bytes((before + text).encode())
        return read(str(path))

    return call


def sgml_of(name: str) -> object:
    """NIST's markup."""
    return [*sgml_segments(name, read_text(name, markup=True))]


def readers(tmp_path: Path) -> dict[str, Callable[[str], object]]:
    """Everything that takes a text apart."""
    return {
        **TOKENIZERS,
        "METEOR": lambda text: [normalized([text], language, True) for language in ("en", "fr", "de", "ru")],
        "METEOR without punctuation": lambda text: normalized([text], "en", False),
        "units": split_units,
        "alternatives": lambda text: read_alternatives(text, 2),
        "decoding": lambda text: text_of(text.encode(), "text"),
        "signature": lambda text: parse(f"BLEU|{text}"),
        "report": Report.from_json,
        "stem": porter_stem,
        "lines": on_file(read_lines, tmp_path),
        "table": on_file(lambda name: TextTable(name).column("a"), tmp_path),
        "table with a header": on_file(lambda name: TextTable(name).column("a"), tmp_path, "a\tb\n"),
        "scores": on_file(read_table, tmp_path),
        "MQM": on_file(lambda name: mqm_errors.read(str(name), read_text(str(name))), tmp_path),
        "rankings": on_file(lambda name: read_rankings(name, "fr-en"), tmp_path),
        "SGML": on_file(sgml_of, tmp_path),
        "SGML, a segment left open": on_file(sgml_of, tmp_path, SGML),
        "SGML as a table": on_file(
            lambda name: TextTable(name).column("x"), tmp_path, SGML.removesuffix('<seg id="1">')
        ),
        "SGML as a table, in a segment": on_file(lambda name: TextTable(name).column("x"), tmp_path, SGML + "a"),
        "SGML as a table, in a tag": on_file(
            lambda name: TextTable(name).column("x"), tmp_path, SGML.removesuffix(">")
        ),
        "n-best": on_file(read_nbest, tmp_path, "0 ||| "),
        "annotations": on_file(read_annotations, tmp_path, '{"esa_score": '),
    }


def seconds(call: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    with suppress(BolideError, ValueError, RecursionError):  # refused: how soon?
        call(text)
    return time.process_time() - start


def assert_linear(call: Callable[[str], object], make: Callable[[int], str], size: int, least: float = 0.05) -> None:
    """Assert that what `make` makes eight times as large takes about eight times as long, or less than `least`."""
    ratios: list[float] = []
    while seconds(call, make(TIMES * size)) > least and (not ratios or ratios[-1] > 3 * TIMES):
        assert len(ratios) < 3, ratios  # one of three that is quick enough will do: others may have been busy
        ratios.append(seconds(call, make(TIMES * size)) / seconds(call, make(size)))


@pytest.mark.parametrize("name", sorted(readers(Path())))
def test_eight_times_the_text_takes_about_eight_times_as_long(name: str, tmp_path: Path) -> None:
    call = readers(tmp_path)[name]
    for pattern in PATTERNS:
        assert_linear(call, lambda size, part=pattern: part * (size // len(part)), SMALL)


# --- Words that were chosen to fall on one place of a table take about as long as any others, on a busy machine too


ROOT = Path(__file__).parents[2]


def colliding() -> tuple[str, str]:
    """Words that fell on one place of the former table of words, and as many others of the same length.

    Their characters differ in bits above the 16th only, which a product without a key and without a shift to the right
    never brings down to the places.
    """
    letters = [chr(point) for point in (0x4E00, 0x14E00, 0x24E00)]
    chosen = ["".join(word) for word in product(letters, repeat=9)]
    others = ["".join(chr(0x4E00 + ((k >> shift) & 511)) for shift in range(9)) for k in range(len(chosen))]
    return " ".join(chosen), " ".join(others)


@pytest.mark.parametrize(
    "metric",
    [BLEU(tokenize="none"), CHRF(word_order=2), RGBF(), PER(), METEOR(variant="nltk", stages=("exact",))],
    ids=str,
)
def test_words_that_were_chosen_to_collide(metric: Metric) -> None:
    """They took 45 times as long as others."""
    chosen, others = colliding()
    ratios = []
    for _ in range(3):
        one, two = (seconds(lambda text: metric.measure([text], [text]), text) for text in (chosen, others))
        ratios.append(one / two)
        if ratios[-1] < 5:
            break
    assert min(ratios) < 5, ratios


def test_the_key_is_another_one_in_every_process() -> None:
    code = "from bolide.kernels._common import new_key; print(new_key())"
    keys = {python("-c", code, check=True).stdout for _ in range(2)}
    assert len(keys) == 2


def test_results_do_not_depend_on_the_key() -> None:
    """Rows of an alphabet of words and characters here and in another process, each with its own key."""
    code = "from tests.system.test_long_texts import alphabet_rows; print(alphabet_rows())"
    other = python("-c", code, check=True, cwd=ROOT).stdout
    assert other == f"{alphabet_rows()}\n"


def alphabet_rows() -> list[list[tuple[int, ...]]]:
    texts = ["the cat sat on the mat , the cat", "a b c a b c d", "\u4e00\U00014e00 \U00024e00"]
    return [list(metric.measure(texts, texts[::-1])) for metric in SETTINGS]
