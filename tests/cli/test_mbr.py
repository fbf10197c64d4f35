"""`bolide mbr`: n-best lists in three formats, the choice and the scores behind it."""

import json
from pathlib import Path

import numpy as np
import pytest

from bolide import CHRF, mbr
from bolide.evaluation.mbr import mbr_of_lists
from bolide.system.errors import OptionError
from tests.cli.run import bolide, data_of, refused
from tests.errors import raises

pytestmark = pytest.mark.one_core

LISTS = [
    ["the cat sat on a mat", "the cat sat on the mat", "a cat sat on the mat", "a dog"],
    ["one two", "one two"],
    ["alone"],
]
MOSES = "".join(f"{k + 7} ||| {text} ||| LM= -1 ||| -2\n" for k, texts in enumerate(LISTS) for text in texts)


@pytest.fixture
def nbest(tmp_path: Path) -> Path:
    path = tmp_path / "nbest.txt"
    path.write_text(MOSES)
    return path


def test_the_choice_is_the_best_mean_over_all_candidates(nbest: Path) -> None:
    found = data_of("mbr", nbest, "-m", "chrf")
    for texts, choice in zip(LISTS, found["choices"], strict=True):
        means = [sum(CHRF().sentence(hyp, [ref]).value for ref in texts) / len(texts) for hyp in texts]
        best = max(range(len(texts)), key=lambda number: (round(means[number], 12), -number))
        assert choice["candidate"] == best + 1
        assert choice["text"] == texts[best]
        assert choice["all_expected"] == pytest.approx(means, abs=1e-12)
    assert [choice["sentence"] for choice in found["choices"]] == ["7", "8", "9"]


def test_three_formats_one_answer(nbest: Path, tmp_path: Path) -> None:
    rows = tmp_path / "nbest.jsonl"
    rows.write_text("".join(json.dumps({"id": k, "nbest": texts, "tags": []}) + "\n" for k, texts in enumerate(LISTS)))
    text = bolide("mbr", nbest, "-f", "text").out
    assert text.splitlines()[1:] == ["one two", "alone"]
    assert bolide("mbr", rows, "-f", "text").out == text
    plain = tmp_path / "plain.txt"
    plain.write_text("".join(f"{line}\n" for line in LISTS[0] * 2))
    first = text.splitlines()[0]
    assert bolide("mbr", plain, "-n", "4", "-f", "text").out.splitlines() == [first, first]
    assert bolide("mbr", "-", "-f", "text", stdin=MOSES.encode()).out == text


def test_byte_order_marks_are_no_text(nbest: Path, tmp_path: Path) -> None:
    files = [tmp_path / "ref.txt", tmp_path / "marked.txt"]
    for path, encoding in zip(files, ("utf-8", "utf-8-sig"), strict=True):
        path.write_text("the cat sat\none two\nalone\n", encoding=encoding)
    plain, marked = (bolide("mbr", nbest, "-r", path, "-m", "chrf") for path in files)
    assert (marked.code, marked.out, marked.err) == (0, plain.out, plain.err)
    plain_choices, marked_choices = (mbr(nbest, "chrf", path) for path in files)
    assert plain_choices.choices == marked_choices.choices


def test_a_signature_must_have_as_many_references(nbest: Path, tmp_path: Path) -> None:
    refs, two = [["the cat sat", "a cat"], ["one two", "one"], ["alone", "all"]], "chrF2|nrefs:2|nc:6|nw:0"
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path, lines in zip(files, zip(*refs, strict=True), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines))
    assert mbr(nbest, two, refs).choices == mbr(nbest, "chrf", refs).choices
    assert bolide("mbr", nbest, "-r", *files, "-m", two).out == bolide("mbr", nbest, "-r", *files, "-m", "chrf").out
    one = two.replace("nrefs:2", "nrefs:1")
    raises(OptionError, "nrefs:1, but the texts have nrefs:2", mbr, nbest, one, refs)
    refused(bolide("mbr", nbest, "-r", *files, "-m", one), "nrefs:1, but the texts have nrefs:2")
    raises(OptionError, "nrefs:2, but the texts have nrefs:1", mbr, nbest, two)
    refused(bolide("mbr", nbest, "-m", two), "nrefs:2, but the texts have nrefs:1")


def test_of_equal_candidates_the_first(nbest: Path) -> None:
    lines = bolide("mbr", nbest, "-m", "chrf", "-f", "tsv").out.splitlines()
    assert lines[2].split("\t") == ["8", "1/2", "100.0", "one two"]


@pytest.mark.parametrize("jobs", ["1", "3", "0"])
def test_threads_change_nothing(nbest: Path, jobs: str) -> None:
    assert bolide("mbr", nbest, "-m", "ter", "-j", jobs).out == bolide("mbr", nbest, "-m", "ter").out


def test_the_matrix(nbest: Path, tmp_path: Path) -> None:
    for name in ("scores.npy", "scores.json"):
        assert bolide("mbr", nbest, "-m", "chrf", "--matrix", tmp_path / name).code == 0
    table = np.load(tmp_path / "scores.npy")
    assert table.shape == (3, 4, 4)
    found = json.loads((tmp_path / "scores.json").read_text())
    for k, texts in enumerate(LISTS):
        own = np.asarray(CHRF().pairwise(texts, texts))
        assert np.array_equal(table[k, : len(texts), : len(texts)], own)
        assert np.isnan(table[k]).sum() == 16 - len(texts) ** 2
        assert found[k] == {"sentence": str(k + 7), "scores": own.tolist()}


def test_the_matrix_is_never_written_over_the_list(nbest: Path) -> None:
    listed = nbest.with_suffix(".npy")
    listed.write_text(MOSES)
    assert "would be lost" in bolide("mbr", listed, "--matrix", listed).err
    assert listed.read_text() == MOSES


def test_from_python() -> None:
    told: list[int] = []
    found = list(mbr_of_lists(iter(LISTS), "bleu", jobs=2, progress=told.append))
    assert [choice for choice, _ in found] == [mbr(texts, "bleu") for texts in LISTS]
    assert [table.shape for _, table in found] == [(4, 4), (2, 2), (1, 1)]
    assert told == [1, 1, 1]
