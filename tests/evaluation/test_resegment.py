"""Outputs cut into the lines of their references: the fewest edits, nothing lost; against mweralign where it is."""

import random
import shutil
import subprocess
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import pytest

from bolide.evaluation.resegmentation import resegment
from tests.plain import edit_distance


def fewest(words: list[str], refs: list[list[str]]) -> int:
    """The fewest edits over all ways to cut."""
    best = len(words) + sum(map(len, refs))
    for inner in combinations_with_replacement(range(len(words) + 1), len(refs) - 1):
        cuts = [0, *inner, len(words)]
        parts = [words[a:b] for a, b in pairwise(cuts)]
        best = min(best, sum(edit_distance(part, ref) for part, ref in zip(parts, refs, strict=True)))
    return best


def garbled(seed: int, lines: int, longest: int, letters: str = "abcde") -> tuple[list[str], list[list[str]]]:
    draw = random.Random(seed)
    refs = [[draw.choice(letters) for _ in range(draw.randint(0, longest))] for _ in range(lines)]
    words = [word for ref in refs for word in ref]
    for _ in range(len(words) // 4 + 1):
        place = draw.randint(0, len(words))
        words[place : place + draw.randint(0, 1)] = draw.choices(letters, k=draw.randint(0, 2))
    return words, refs


@pytest.mark.parametrize("seed", range(30))
def test_no_way_to_cut_needs_fewer_edits(seed: int) -> None:
    words, refs = garbled(seed, 4, 4)
    found = resegment(" ".join(words), [" ".join(ref) for ref in refs])
    assert found.total.edits == fewest(words, refs)
    for line, ref in zip(found.lines, refs, strict=True):
        assert line.edits == edit_distance(line.text.split(), ref)
        assert line.ref_len == len(ref)
    assert [word for line in found.lines for word in line.text.split()] == words


def test_long_texts_need_as_many_edits_as_the_whole() -> None:
    words, refs = garbled(1, 60, 20, "abcdefghijklmnopqrstuvwxyz")
    found = resegment(" ".join(words), [" ".join(ref) for ref in refs])
    assert found.total.edits == edit_distance(words, [word for ref in refs for word in ref])
    assert sum(edit_distance(line.text.split(), ref) for line, ref in zip(found.lines, refs, strict=True)) == (
        found.total.edits
    )


def test_characters_for_text_without_spaces() -> None:
    found = resegment("今天下\n雨明天晴", ["今天下雨", "明天 晴"], unit="char")
    assert [line.text for line in found.lines] == ["今天下雨", "明天晴"]
    assert found.total.edits == 0


@pytest.mark.skipif(shutil.which("mweralign") is None, reason="mweralign (GPL) is not installed: pip install mweralign")
@pytest.mark.parametrize("seed", range(10))
def test_never_dearer_than_mweralign(seed: int, tmp_path: Path) -> None:
    """`mweralign -m none`, version 1.4.1: as many edits or more; of equally cheap cuts it takes others now and then."""
    words, refs = garbled(seed, 20, 12, "abcdefghijklmnopqrst")
    refs = [ref for ref in refs if ref]
    ref, hyp, out = tmp_path / "ref", tmp_path / "hyp", tmp_path / "out"
    ref.write_text("".join(" ".join(line) + "\n" for line in refs))
    hyp.write_text(" ".join(words) + "\n")
    subprocess.run(["mweralign", "-r", ref, "-t", hyp, "-m", "none", "-o", out], check=True, capture_output=True)
    theirs = [line.split() for line in out.read_text().split("\n")][: len(refs)]
    assert [word for line in theirs for word in line] == words
    ours = resegment(hyp.read_text(), ref.read_text().splitlines()).total.edits
    assert ours <= sum(edit_distance(*pair) for pair in zip(theirs, refs, strict=True))
