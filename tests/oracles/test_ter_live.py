"""TER's edits and lengths against sacreBLEU 2.6 itself: sixteen settings, several references, the search's limits.

What it said of texts that do not change is kept (tests/oracles/recorded.py): its search takes long.
"""

from itertools import zip_longest
from random import Random

import pytest
import sacrebleu
from hypothesis import given, strategies as st
from sacrebleu.metrics import TER as PeerTER

from bolide import TER
from bolide.kernels.edits import ter
from tests.oracles.recorded import agrees, versioned
from tests.text.tokenize.test_tercom import SETTINGS, text

Segments = list[tuple[str, list[str]]]
PEER = versioned("sacreBLEU", sacrebleu.__version__) + " TER"


def rows(options: dict[str, bool], segments: Segments) -> list[tuple[int, float]]:
    """Edits and mean reference length of each segment."""
    stats = TER(**options).measure([hyp for hyp, _ in segments], [refs for _, refs in segments])
    return [(edits, length / ter.REF_SCALE) for _, edits, length, *_ in stats]


def theirs(options: dict[str, bool], segments: Segments) -> list[tuple[int, float]]:
    scores = [PeerTER(**options).sentence_score(hyp, refs) for hyp, refs in segments]
    return [(score.num_edits, score.ref_length) for score in scores]


words = st.lists(
    st.sampled_from(["a", "b", "c,", "d.", "E", "e", "1,5", "中文。", "it's", "(x)", "x-y", "&quot;"]), max_size=9
).map(" ".join)
texts = text | words


@given(segments=st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=4)), min_size=1, max_size=3))
def test_any_texts(segments: Segments) -> None:
    hyps, refs = [hyp for hyp, _ in segments], [refs for _, refs in segments]
    for options in SETTINGS:
        for (edits, length), (their_edits, their_length) in zip(
            rows(options, segments), theirs(options, segments), strict=True
        ):
            assert edits == their_edits, options
            assert length == pytest.approx(their_length, rel=1e-14), options
        whole = PeerTER(**options).corpus_score(hyps, list(zip_longest(*refs)))
        assert TER(**options).corpus(hyps, refs).points == pytest.approx(whole.score, rel=1e-12), options


def drawn(draw: Random, size: int, vocabulary: int) -> str:
    """Words with some punctuation, so that every setting cuts them differently."""
    return " ".join(f"W{draw.randrange(vocabulary)}{draw.choice(['', '', '', ',', '.', ' 。'])}" for _ in range(size))


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_sixteen_references_and_empty_texts(options: dict[str, bool]) -> None:
    draw = Random(str(options))
    many = drawn(draw, 9, 6), [drawn(draw, draw.randint(0, 12), 6) for _ in range(16)]
    segments = [many, ("", ["", "a b"]), ("a b", [""]), ("", [""]), (" \n", ["a"])]
    agrees(f"{PEER} {options}", segments, rows(options, segments), lambda: theirs(options, segments))
