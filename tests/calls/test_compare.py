"""The calls give what the commands give, from paths and from values of every kind."""

import json
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import InputError, OptionError, demo
from tests.cli.run import bolide as command

pytestmark = pytest.mark.one_core

REFS = list(demo.HUMAN_A)
SYSTEMS = {name: list(lines) for name, lines in demo.SYSTEMS.items()}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    demo.write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(words: str) -> Any:
    """What a command prints as JSON."""
    result = command(*words.split(), "-f", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def data_of(result: Any) -> Any:
    return json.loads(result.to_json())


@pytest.mark.parametrize(("words", "options"), [
    ("", {}),
    ("-m bleu chrf ter", {"metrics": ["bleu", "chrf", "ter"]}),
    ("--baseline a --test bootstrap -n 200", {"baseline": "a", "test": "bootstrap", "trials": 200}),
    ("--mode sacrebleu --correction bh", {"mode": "sacrebleu", "correction": "bh"}),
    ("--segments 2 --between b a --seed 7", {"segments": 2, "between": ("b", "a"), "seed": 7}),
    ("--lengths --ngrams 3", {"lengths": True, "ngrams": 3}),
    ("--labels domains.txt", {"labels": "domains.txt"}),
    ("--human mqm.seg.score", {"human": "mqm.seg.score"}),
    ("--human-agreement", {"human_agreement": True}),
])  # fmt: skip
def test_compare_is_the_command(files: Path, words: str, options: dict[str, Any]) -> None:
    shown = printed(f"compare ref.txt -i a.txt b.txt {words}")
    assert data_of(bolide.compare(["a.txt", "b.txt"], "ref.txt", **options)) == shown


def test_scores_of_other_tools_are_compared(files: Path) -> None:
    shown = printed("compare ref.txt -i a.txt b.txt --scores comet.seg.score")
    result = bolide.compare(["a.txt", "b.txt"], "ref.txt", scores="comet.seg.score")
    assert data_of(result) == shown


def test_values_of_every_kind_are_texts(files: Path) -> None:
    import numpy as np
    import polars as pl
    import pyarrow as pa

    expected = data_of(bolide.compare(SYSTEMS, REFS))
    for kind in (tuple, iter, np.array, pl.Series, pa.array):
        outputs = {name: kind(lines) for name, lines in SYSTEMS.items()}
        assert data_of(bolide.compare(outputs, kind(REFS))) == expected
    paths = {"careful": Path("a.txt"), "hasty": "b.txt"}
    assert data_of(bolide.compare(paths, Path("ref.txt"))) == data_of(bolide.compare(SYSTEMS, Path("ref.txt")))


def test_several_files_of_references(files: Path) -> None:
    groups = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
    assert data_of(bolide.compare(SYSTEMS, [Path("ref1.txt"), Path("ref2.txt")])) == data_of(
        bolide.compare(SYSTEMS, groups)
    )


@pytest.mark.parametrize(("call", "message"), [
    (lambda: bolide.compare(SYSTEMS), "`refs` is missing"),
    (lambda: bolide.compare([["a"]], REFS), "`systems` must map names to outputs"),
    (lambda: bolide.compare(SYSTEMS, REFS, documents=["a"]), "`documents` has 1 entry for 6 segments"),
    (lambda: bolide.compare({"a": 3}, REFS), "type int; pass a list of texts or a path"),
    (lambda: bolide.compare(SYSTEMS, REFS, scores={"x": {"careful": [1.0] * 6}}), "x has no scores of hasty"),
    (lambda: bolide.compare(SYSTEMS, REFS, lower=["x"]), "no scores called 'x'"),
    (lambda: bolide.compare(SYSTEMS, REFS, "ter", human_agreement=True), "human_agreement needs BLEU or chrF"),
    (lambda: bolide.reward("chrf")(["a"]), "no column 'reference'"),
    (lambda: bolide.reward("chrf")([[{"role": "x"}]], reference=["a"]), "must be a text, or a list of messages"),
    (lambda: bolide.metric(len and (lambda hyp, refs: 1.0)), "Give the metric a `name`"),
    (lambda: bolide.metric(lambda hyp, refs: "x", "n").corpus(["a"], ["b"]), "returned 'x'"),
])  # fmt: skip
def test_what_is_refused(call: Any, message: str) -> None:
    with pytest.raises((InputError, OptionError, bolide.BolideError), match=message.replace("[", r"\[")):
        call()


def test_report_is_the_command(files: Path) -> None:
    shown = printed("report ref.txt -i a.txt b.txt --human mqm.seg.score -n 100 -m bleu ter")
    result = data_of(bolide.report(["a.txt", "b.txt"], "ref.txt", ["bleu", "ter"], human="mqm.seg.score", trials=100))
    for data in (shown, result):
        data.pop("colophon", None)
        data.get("summary", {}).pop("colophon", None)
    assert result.keys() == shown.keys()
    assert result["comparisons"] == shown["comparisons"]


def test_a_reward_is_a_score_of_which_higher_is_better() -> None:
    texts, refs = ["the cat sat", "a dog"], ["the cat sat", "the cat"]
    expected = list(bolide.BLEU().for_sentences().segments(texts, refs).values)
    talk = [[{"role": "assistant", "content": text}] for text in texts]
    assert bolide.reward("bleu")(completions=texts, reference=refs, prompts=["x", "y"]) == expected
    assert bolide.reward("bleu", column="ref")(completions=talk, ref=refs) == expected
    assert bolide.reward("ter")(completions=texts, reference=refs) == [0.0, -1.0]


def test_explain_and_resegment() -> None:
    one = bolide.explain("the cat", "the cats", "bleu")
    assert one.score == bolide.BLEU().for_sentences().sentence("the cat", "the cats")
    lines = bolide.resegment(["hello world it is", "raining today"], ["hello world", "it rains today"]).lines
    assert [line.text for line in lines] == ["hello world", "it is raining today"]


def test_confidence_is_that_of_the_command(files: Path) -> None:
    hyps, refs = Path("a.txt").read_text().splitlines(), Path("ref.txt").read_text().splitlines()
    shown = printed("score ref.txt -i a.txt --confidence 500")["systems"][0]["scores"][0]
    score = bolide.BLEU().corpus(hyps, refs, confidence=500)
    assert score.interval is not None
    assert list(score.interval) == shown["interval"]
