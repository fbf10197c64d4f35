"""Worksheets: the solutions are recomputed by plain code that shares nothing with Bolide's."""

import json
import re
from collections import Counter
from itertools import permutations, product

import pytest

import bolide
from bolide.classroom.worksheet import COURSES
from bolide.cli.main import main
from tests.classroom.mistakes import bleu
from tests.plain import edit_distance


def meteor(hyp: list[str], ref: list[str]) -> float:
    """By trying every alignment of equal words with the most links: fewest crossings, which decides the chunks."""
    assert "fewest lines between matched words cross" in COURSES["meteor"].task
    common = Counter(hyp) & Counter(ref)
    ways = []
    for word, k in common.items():
        ours, theirs = ([i for i, w in enumerate(text) if w == word] for text in (hyp, ref))
        ways.append(
            [
                tuple(zip(a, b, strict=True))
                for a in permutations(ours, k)
                if list(a) == sorted(a)
                for b in permutations(theirs, k)
            ]
        )
    outcomes = set(map(_crossings_and_chunks, product(*ways)))
    best = min(outcomes)
    assert [crossings for crossings, _ in outcomes].count(best[0]) == 1
    m = sum(common.values())
    p, r = m / len(hyp), m / len(ref)
    return 10 * p * r / (r + 9 * p) * (1 - 0.5 * (best[1] / m) ** 3)


def _crossings_and_chunks(way: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[int, int]:
    links = sorted(link for part in way for link in part)
    crossings = sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a in links for b in links) // 2
    chunks = sum(k == 0 or (i - links[k - 1][0], j - links[k - 1][1]) != (1, 1) for k, (i, j) in enumerate(links))
    return crossings, chunks


def ter(hyp: list[str], ref: list[str]) -> float:
    """The fewest edits with at most two shifts of runs of words, each of which must be a run of the reference."""
    best = edit_distance(hyp, ref)
    texts = {tuple(hyp)}
    runs = {tuple(ref[i:j]) for i in range(len(ref)) for j in range(i + 1, len(ref) + 1)}
    for shifts in (1, 2):
        if best <= shifts:  # as many shifts cost as much
            break
        moved = set()
        for text in texts:
            for i in range(len(text)):
                for j in range(i + 1, len(text) + 1):
                    if text[i:j] in runs:
                        rest = text[:i] + text[j:]
                        moved |= {rest[:k] + text[i:j] + rest[k:] for k in range(len(rest) + 1)}
        texts = moved - texts
        best = min([best, *(shifts + edit_distance(text, ref) for text in texts)])
    return best / len(ref)


@pytest.mark.parametrize("metric", COURSES)
def test_solutions_are_right(metric: str) -> None:
    sheets = [bolide.exercises(metric, number=14, seed=seed, key=True) for seed in range(20)]
    assert all(len({(one.hyp, one.refs) for one in sheet.exercises}) == 14 for sheet in sheets)
    for exercise in (exercise for sheet in sheets for exercise in sheet.exercises):
        hyp, refs = exercise.hyp.split(), [ref.split() for ref in exercise.refs]
        assert all(4 <= len(words) <= 9 for words in (hyp, *refs))
        value = bleu(refs, hyp, orders=2) if metric == "bleu" else {"meteor": meteor, "ter": ter}[metric](hyp, refs[0])
        assert exercise.steps[-1].value == pytest.approx(value, abs=1e-12), exercise


def test_a_worksheet_has_blanks_and_its_key_the_same_exercises(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["exercise", "meteor", "-n", "4", "--seed", "3"]
    assert main([*arguments, "-f", "json"]) == 0
    blank = json.loads(capsys.readouterr().out)
    assert main([*arguments, "-f", "json", "--key"]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert all("value" not in step for one in blank["exercises"] for step in one["steps"])
    for one in solved["exercises"]:
        for step in one["steps"]:
            del step["value"]
    assert solved["exercises"] == blank["exercises"]
    assert main(["exercise", "meteor", "--key"]) == 0
    assert not re.search(r"\d\.\d{5}", capsys.readouterr().out)  # four decimals, as it asks for
    for form in ("markdown", "html", "latex"):
        assert main([*arguments, "-f", form]) == 0
        text = capsys.readouterr().out
        assert text.count("chunk") >= 4
        assert all(one["hyp"] in text for one in blank["exercises"])
    assert text.startswith("\\documentclass")
    assert all(f"{one['title']}}}" in text for one in blank["exercises"])
    assert main(["exercise", "ter", "-f", "json"]) == 0
    assert "Shift" not in capsys.readouterr().out  # as many as there are would be an answer
    assert main(["exercise", "chrf"]) == 2
    assert main(["exercise", "-n", "0"]) == 2
    with pytest.raises(bolide.OptionError, match="seed"):
        bolide.exercises(seed=-1)


@pytest.mark.parametrize(
    ("order", "weights", "references", "tokenize"),
    [
        (2, [0.5, 0.5], 2, None),
        (1, None, 1, None),
        (3, None, 3, None),
        (None, [0.2, 0.3, 0.5], None, None),
        (4, None, 4, "13a"),
    ],
)
def test_worksheets_of_other_bleus(
    order: int | None, weights: list[float] | None, references: int | None, tokenize: str | None
) -> None:
    longest = order or len(weights or ())
    given = {"order": order, "weights": weights, "references": references, "tokenize": tokenize}
    sheet = bolide.exercises("bleu", number=8, seed=7, key=True, **given)  # type: ignore[arg-type]
    assert len({(one.hyp, one.refs) for one in sheet.exercises}) == 8
    for one in sheet.exercises:
        assert references is None or len(one.refs) == references
        assert one.hyp.endswith(".") == (tokenize is not None)
        hyp, refs = (one.hyp.replace(".", " .").split(), [ref.replace(".", " .").split() for ref in one.refs])
        if not weights:
            assert one.steps[-1].value == pytest.approx(bleu(refs, hyp, orders=longest), abs=1e-12)
        assert sum(step.label.endswith("-gram precision") for step in one.steps) == longest
    assert bolide.exercises("bleu", number=8, seed=7, key=True, **given) == sheet  # type: ignore[arg-type]
    with pytest.raises(bolide.OptionError, match="are for BLEU"):
        bolide.exercises("ter", order=2)
