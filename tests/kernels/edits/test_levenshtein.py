"""Edit operations: compiled = interpreted = a whole table walked back by the rule = jiwer and rapidfuzz."""

from random import Random

import pytest

from bolide.kernels import COMPILED
from bolide.kernels._common import DELETION, INSERTION, MATCH, SUBSTITUTION
from tests import drawn as st
from tests.drawn import given, many
from tests.kernels.blocks import at, flat, rows_of
from tests.kernels.both import Core, both, cores

core = cores("edits.error_rates")
Text = list[int]
text = st.lists(st.integers(0, 3), max_size=12)


def plainly(hyp: Text, ref: Text) -> list[int]:
    """The operations by a whole table, walked back by the rule that the kernel's page states."""
    before = 0
    while before < min(len(hyp), len(ref)) and hyp[before] == ref[before]:
        before += 1
    hyp, ref = hyp[before:], ref[before:]
    behind = 0
    while behind < min(len(hyp), len(ref)) and hyp[-1 - behind] == ref[-1 - behind]:
        behind += 1
    hyp, ref = hyp[: len(hyp) - behind], ref[: len(ref) - behind]
    table = [[i + j for j in range(len(ref) + 1)] for i in range(len(hyp) + 1)]
    for i, mine in enumerate(hyp, 1):
        for j, other in enumerate(ref, 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (mine != other))
    i, j, steps = len(hyp), len(ref), [MATCH] * behind
    while i or j:
        if j and (i == 0 or table[i][j] == table[i][j - 1] + 1):
            steps.append(DELETION)
            j -= 1
        elif j == 0 or table[i - 1][j] < table[i - 1][j - 1]:
            steps.append(INSERTION)
            i -= 1
        else:
            i, j = i - 1, j - 1
            steps.append(MATCH if hyp[i] == ref[j] else SUBSTITUTION)
    return [*[MATCH] * before, *reversed(steps)]


def row(hyp: Text, ref: Text, steps: list[int]) -> list[int]:
    substitutions, insertions, deletions = (steps.count(kind) for kind in (SUBSTITUTION, INSERTION, DELETION))
    edits = substitutions + insertions + deletions
    return [1, edits, len(ref), len(hyp), substitutions, insertions, deletions]


@core
@many
@given(segments=st.lists(st.tuples(text, st.lists(text, max_size=3)), max_size=3))
def test_any_texts(core: Core, segments: list[tuple[Text, list[Text]]]) -> None:
    kernel = core
    pairs = [(hyp, ref) for hyp, refs in segments for ref in refs]
    wanted = [plainly(hyp, ref) for hyp, ref in pairs]
    assert [kernel.operations(flat(pair), at(pair)) for pair in pairs] == wanted
    assert rows_of(kernel.edits, segments, 7) == [row(*pair, steps) for pair, steps in zip(pairs, wanted, strict=True)]


@core
@pytest.mark.parametrize("size", [63, 64, 65, 128, 200])
def test_rows_of_several_words_of_bits(core: Core, size: int) -> None:
    draw = Random(size)
    for words in (2, 5, 40):
        ref = [draw.randrange(words) for _ in range(size)]
        near = [draw.randrange(words) if draw.random() < 0.2 else word for word in ref if draw.random() < 0.9]
        far = [draw.randrange(words) for _ in range(size + 7)]
        for hyp in (near, far):
            assert core.operations(flat([hyp, ref]), at([hyp, ref])) == plainly(hyp, ref)


@given(size=st.sampled_from([4, 12, 40, 90]), words=st.sampled_from([2, 3, 8, 40]), seed=st.integers(0, 2**30))
def test_the_rule_is_rapidfuzzs(size: int, words: int, seed: int) -> None:
    """Whose operations jiwer counts."""
    levenshtein = pytest.importorskip("rapidfuzz.distance", reason="jiwer 4 is not installed").Levenshtein
    draw = Random(seed)
    ref, far = ([draw.randrange(words) for _ in range(draw.randint(0, size))] for _ in "rh")
    near = [draw.randrange(words) if draw.random() < 0.2 else word for word in ref if draw.random() < 0.9]
    for hyp in (near, far):
        kinds = {"equal": MATCH, "replace": SUBSTITUTION, "insert": INSERTION, "delete": DELETION}
        theirs = [
            (kinds[code.tag], max(code.src_end - code.src_start, code.dest_end - code.dest_start))
            for code in levenshtein.opcodes(ref, hyp)
        ]
        assert plainly(hyp, ref) == [kind for kind, times in theirs for _ in range(times)]


@pytest.mark.skipif(not COMPILED, reason="takes long uncompiled, where nothing is kept in parts")
@pytest.mark.parametrize("words", [20, 30000])
def test_long_texts_are_walked_back_in_parts(words: int) -> None:
    """Past 8 MB rows are computed again, or places listed: the operations are those of Python's long integers."""
    draw = Random(words)
    ref = [draw.randrange(words) for _ in range(9000)]
    hyp = [draw.randrange(words) if draw.random() < 0.3 else word for word in ref if draw.random() < 0.9]
    found, wanted = (core.operations(flat([hyp, ref]), at([hyp, ref])) for core in both("edits.error_rates"))
    assert found == wanted
