"""METEOR 1.5's normaliser: compiled = interpreted; what the tool says is in tests/oracles."""

import pytest
from hypothesis import example, given, strategies as st

from bolide.kernels.meteor15 import normalize
from bolide.kernels.text import scan
from bolide.text.tokenize import meteor_normalize
from bolide.text.tokenize.character_classes import lowercase_table
from bolide.text.words.jar_words import LISTED as LANGUAGES
from tests.kernels.both import interpreted

KERNELS = {"installed": normalize, "interpreted": interpreted("meteor15.normalize")}
SCANNERS = {"installed": scan, "interpreted": interpreted("text.scan")}
PIECES = (
    *"aBzZéÉßİΣσ05.,'`‘’“”–-—…  \t\n\x0b\f\x01\x1f\x85\u2028\u00a0\u2003!?€中😀sS\ud800",
    *("..", "...", "''", "--", "5's", "Mr.", "No.", "e.g.", "U.S.", "z.B.", "l'", "a,b", "1,000", "DOT"),
)
texts = st.lists(st.lists(st.sampled_from(PIECES), max_size=10).map("".join), max_size=4)


@given(texts=texts, language=st.sampled_from(LANGUAGES), punctuation=st.booleans())
@example(["a...b DOT. c", "M.r. 5's, a-b-c 'tis 1,000,a"], "en", True)
@example(["ΑΣ", "İ", "Ḍ 5.", "", "\x01 a.b. No. 5 no. five \x02"], "en", True)
def test_compiled_is_interpreted(texts: list[str], language: str, punctuation: bool) -> None:
    found = []
    for core in KERNELS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(meteor_normalize, "normalize", KERNELS[core].normalize)
            patch.setattr(meteor_normalize, "lower", SCANNERS[core].lower)
            found.append([part.tolist() for part in meteor_normalize.normalized(texts, language, punctuation)])
    assert found[0] == found[1]


def test_every_letter_that_python_makes_small_is_made_so_or_left_to_it() -> None:
    small, asked = lowercase_table(), 0
    for first in range(0, 0x110000, 0x20):
        text = "".join(map(chr, range(first, first + 0x20)))
        points = memoryview(bytearray(text.encode("utf-32-le", "surrogatepass"))).cast("I")
        if scan.lower(points, small):
            assert str(points, "utf-32-le", "surrogatepass") == "".join(map(str.lower, text))
        else:
            asked += 1
    assert 0 < asked < 0x110000 // 0x20 // 4
