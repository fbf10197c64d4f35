"""Where texts come from: byte-order marks as in other tools, tables as other programs write them, missing cells."""

import json
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU as PeerBLEU

import bolide as library
from bolide.compat.rgbf import main as rgbf
from tests.cli.run import bolide, data_of

pytestmark = pytest.mark.one_core

MARK = "\ufeff"
HYPS = ["the cat sat on the mat", "a dog barked at the old cat"]
REFS = ["the cat sat on a mat", "a dog barked at the cat"]


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    for name, lines in {"hyp": HYPS, "ref": REFS}.items():
        text = "".join(f"{line}\n" for line in lines)
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
        Path(f"{name}.bom").write_text(MARK + text, encoding="utf-8")


@pytest.mark.parametrize(("hyp", "ref"), [("hyp.bom", "ref.txt"), ("hyp.txt", "ref.bom")])
def test_a_mark_counts_as_text_as_in_sacrebleu_and_is_said_once(hyp: str, ref: str) -> None:
    hyps, refs = (Path(name).read_text(encoding="utf-8").splitlines() for name in (hyp, ref))
    expected = PeerBLEU().corpus_score(hyps, [refs]).score
    found = bolide("score", ref, "-i", hyp, "-b", "-w", "6")
    assert (found.out, found.err.count("\n")) == (f"{expected:.6f}\n", 1)


def test_rgbf_keeps_it_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for name in ("hyp.bom", "hyp.txt"):
        assert rgbf(["-H", name, "-R", "ref.txt"]) == 0
        outputs.append(capsys.readouterr())
    assert outputs[0].out != outputs[1].out
    assert ("hyp.bom begins with a byte-order mark" in outputs[0].err, outputs[1].err) == (True, "")


def write_rows(*records: dict[str, object]) -> None:
    Path("t.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))


@pytest.mark.parametrize("more", [[], ["--confidence", "20", "--documents", "part"]], ids=["streamed", "whole"])
def test_nulls_are_empty_or_left_out(more: list[str]) -> None:
    outputs, refs = [*HYPS, None, *HYPS], [*REFS, "a cat", *REFS]
    write_rows(*({"ref": ref, "hyp": hyp, "part": k} for k, (hyp, ref) in enumerate(zip(outputs, refs, strict=True))))
    words = ["score", "ref", "-i", "hyp", "--table", "t.jsonl", *more]
    for nulls, texts, references in (
        ("empty", [text or "" for text in outputs], refs), ("skip", [*HYPS, *HYPS], [*REFS, *REFS])
    ):  # fmt: skip
        [system] = data_of(*words, "--nulls", nulls)["systems"]
        assert system["scores"][0]["value"] == library.BLEU().corpus(texts, references).value
    assert bolide(*words, "--nulls", "skip").err == "bolide: t.jsonl: left out 1 row with a null.\n"


@pytest.mark.parametrize("key", ["id", "segment", None])
def test_a_long_table_has_a_system_in_every_row(key: str | None) -> None:
    outputs = {"one": HYPS, "two": HYPS[::-1]}
    records: list[dict[str, object]] = [
        {"model": name, "ref": REFS[k], "hyp": outputs[name][k], **({key: k} if key else {})}
        for k in range(2) for name in outputs
    ]  # fmt: skip
    write_rows(*(records[::-1] if key else records))
    words = ["compare", "ref", "--table", "t.jsonl", "-i", "hyp", "--system-column", "model", "-n", "20"]
    compared = data_of(*words, *(["--join", "segment"] if key == "segment" else []))["comparisons"][0]["systems"]
    expected = {name: library.BLEU().corpus(texts, REFS).value for name, texts in outputs.items()}
    assert {one["system"]: one["value"] for one in compared} == expected


def test_units_saved_and_read_back_score_as_those_made() -> None:
    for name in ("hyp", "ref"):
        assert bolide("units", f"{name}.txt", "--units", "wc", "-tok", "none", "-o", f"{name}.u").code == 0
    saved = bolide("score", "ref.u", "-i", "hyp.u", "-m", "rgbf", "--rgbf.units", "word,char", "-b", "-w", "9")
    made = "score", "ref.txt", "-i", "hyp.txt", "-m", "rgbf", "--units", "wc", "-tok", "none", "-b", "-w", "9"
    lines = [Path(f"{name}.u").read_text().splitlines() for name in ("hyp", "ref")]
    expected = library.RGBF(units=("word", "char")).corpus(*lines).percent
    assert saved.out == bolide(*made).out == f"{expected:.9f}\n"
