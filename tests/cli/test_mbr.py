"""`bolide mbr`: n-best lists in three formats, the choice and the scores behind it."""

import json
from pathlib import Path

import numpy as np
import pytest

from bolide import CHRF, mbr
from bolide.evaluation.mbr import mbr_of_lists
from tests.cli.run import bolide, refused

pytestmark = pytest.mark.one_core

LISTS = [
    ["the cat sat on a mat", "the cat sat on the mat", "a cat sat on the mat", "a dog"],
    ["one two", "one two"],
    ["alone"],
]
MOSES = "".join(f"{k + 7} ||| {text} ||| LM= -1 ||| -2\n" for k, texts in enumerate(LISTS) for text in texts)


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    Path("nbest").write_text(MOSES)
    rows = [json.dumps({"id": k, "nbest": texts, "tags": []}) for k, texts in enumerate(LISTS)]
    Path("nbest.jsonl").write_text("\n".join([*rows, ""]))
    Path("plain").write_text("".join(f"{line}\n" for line in LISTS[0] * 2))
    for name, lines in {"ref": ("the cat sat", "one two", "alone"), "ref2": ("a cat", "one", "all")}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))


def test_three_formats_one_answer() -> None:
    texts = [bolide("mbr", name, "-f", "text", stdin=MOSES.encode()).out for name in ("nbest", "nbest.jsonl", "-")]
    assert [text.splitlines()[1:] for text in {*texts}] == [["one two", "alone"]]
    assert bolide("mbr", "plain", "-n", "4", "-f", "text").out.splitlines() == 2 * texts[0].splitlines()[:1]


def test_against_references() -> None:
    Path("marked").write_text(Path("ref").read_text(), encoding="utf-8-sig")  # a byte-order mark is no text
    plain, marked = (bolide("mbr", "nbest", "-r", name, "-m", "chrf") for name in ("ref", "marked"))
    assert (marked.code, marked.out, marked.err) == (0, plain.out, plain.err)
    two, refs = "chrF2|nrefs:2|nc:6|nw:0", ["-r", "ref", "ref2"]
    assert bolide("mbr", "nbest", *refs, "-m", two).out == bolide("mbr", "nbest", *refs, "-m", "chrf").out
    refused(bolide("mbr", "nbest", *refs, "-m", two.replace("2|nc", "1|nc")), "nrefs:1, but the texts have nrefs:2")
    refused(bolide("mbr", "nbest", "-m", two), "nrefs:2, but the texts have nrefs:1")


@pytest.mark.parametrize("jobs", ["1", "3", "0"])
def test_threads_change_nothing(jobs: str) -> None:
    assert bolide("mbr", "nbest", "-m", "ter", "-j", jobs).out == bolide("mbr", "nbest", "-m", "ter").out


def test_the_matrix() -> None:
    for name in ("scores.npy", "scores.json"):
        assert bolide("mbr", "nbest", "-m", "chrf", "--matrix", name).code == 0
    table, found = np.load("scores.npy"), json.loads(Path("scores.json").read_text())
    assert table.shape == (3, 4, 4)
    for k, texts in enumerate(LISTS):
        own = np.asarray(CHRF().pairwise(texts, texts))
        assert np.array_equal(table[k, : len(texts), : len(texts)], own)
        assert np.isnan(table[k]).sum() == 16 - len(texts) ** 2
        assert found[k] == {"sentence": str(k + 7), "scores": own.tolist()}
    Path("nbest").rename("list.npy")
    refused(bolide("mbr", "list.npy", "--matrix", "list.npy"), "would be lost")


def test_from_python() -> None:
    told: list[int] = []
    found = list(mbr_of_lists(iter(LISTS), "bleu", jobs=2, progress=told.append))
    assert [choice for choice, _ in found] == [mbr(texts, "bleu") for texts in LISTS]
    assert [table.shape for _, table in found] == [(4, 4), (2, 2), (1, 1)]
    assert told == [1, 1, 1]
