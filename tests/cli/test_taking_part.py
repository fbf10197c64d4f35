"""Who takes part in `bolide correlate`: annotations, documents, domains, folders, presets, names."""

import json
from pathlib import Path

import numpy as np
import pytest

from bolide.agreement.participants import alike
from bolide.agreement.questions import Question
from bolide.agreement.wmt_table import PRESETS
from tests.agreement.test_annotations import esa
from tests.cli.run import bolide, data_of, refused

pytestmark = pytest.mark.one_core

SYSTEMS, LINES = ("a", "b", "c", "d"), 12


def numbers(seed: int) -> np.ndarray:  # type: ignore[type-arg]
    return np.random.default_rng(seed).integers(0, 100, (len(SYSTEMS), LINES)).astype(float)


PEOPLE, METRIC, OTHER = numbers(1), numbers(2), numbers(3)
DOMAINS = ["canary", *["news"] * 5, *["social"] * 6]
DOCUMENTS = ["canary", *["d1"] * 3, *["d2"] * 2, *["d3"] * 6]


def seg(cells: np.ndarray, systems: tuple[str, ...] = SYSTEMS) -> str:  # type: ignore[type-arg]
    return "".join(f"{name}\t{value}\n" for name, line in zip(systems, cells, strict=True) for value in line)


@pytest.fixture(autouse=True)
def folder(here: Path) -> Path:
    (here / "people.seg.score").write_text(seg(PEOPLE))
    (here / "m.seg.score").write_text(seg(METRIC))
    (here / "docs.tsv").write_text("".join(f"{x}\t{y}\n" for x, y in zip(DOMAINS, DOCUMENTS, strict=True)))
    rated = [
        esa(system=name, segment=str(n), score=str(PEOPLE[k, n]), document=DOCUMENTS[n])
        for k, name in enumerate(SYSTEMS) for n in range(1, LINES)
    ]  # fmt: skip
    (here / "esa.csv").write_text("\n".join(rated) + "\n")
    for pair, ref in (("en-de", "refA"), ("he-en", "refB")):
        for part in ("human-scores", "metric-scores"):
            (here / pair / part).mkdir(parents=True)
        names = (*SYSTEMS[:3], "refA")
        (here / pair / "human-scores" / "mqm.seg.score").write_text(seg(PEOPLE - 100, names))  # errors count against
        for metric, cells in (("X", METRIC), ("Y", OTHER)):
            (here / pair / "metric-scores" / f"{metric}-{ref}.seg.score").write_text(seg(cells, names))
    return here


def values(*words: object) -> dict[tuple[str, str], float]:
    result = bolide("correlate", *words, "-f", "json")
    assert result.code == 0, result.err
    data = json.loads(result.out)["agreements"]
    return {(a["pair"], str(Question(a["statistic"], a["level"], a["grouping"]))): a["value"] for a in data}


def r(x: np.ndarray, y: np.ndarray) -> float:  # type: ignore[type-arg]
    return float(np.corrcoef(x.ravel(), y.ravel())[0, 1])


def test_esa_given_to_human_is_read() -> None:
    asked = ("--scores", "m.seg.score", "-q", "seg/pearson", "sys/pearson")
    found = values("--human", "esa.csv", *asked)
    assert found[None, "seg/pearson"] == pytest.approx(r(PEOPLE[:, 1:], METRIC[:, 1:]))
    assert found[None, "sys/pearson"] == pytest.approx(r(PEOPLE[:, 1:].mean(1), METRIC.mean(1)))


def test_documents() -> None:
    asked = ("--human", "people.seg.score", "--scores", "m.seg.score", "--documents", "docs.tsv")
    cuts = [slice(1, 4), slice(4, 6), slice(6, 12)]
    x, y = (np.stack([cells[:, cut].mean(1) for cut in cuts], axis=1) for cells in (PEOPLE, METRIC))
    found = values(*asked, "-q", "doc/pearson", "doc/pearson/item")
    assert found[None, "doc/pearson"] == pytest.approx(r(x, y))
    assert found[None, "doc/pearson/item"] == pytest.approx(np.mean([r(x[:, k], y[:, k]) for k in range(3)]))
    assert (None, "doc/acc-eq/item") in values(*asked)
    refused(
        bolide("correlate", *asked[:4], "-q", "doc/pearson"), "nor ids of segments name documents; pass --documents"
    )
    refused(bolide("correlate", *asked, "-q", "seg/pearson"), "--documents has no effect")


def test_domains_and_macro_scores() -> None:
    asked = (
        "--human", "people.seg.score", "--scores", "m.seg.score", "--domains", "docs.tsv", "-q", "sys/pearson",
        "seg/pearson",
    )  # fmt: skip
    news, social = slice(1, 6), slice(6, 12)
    found = values(*asked)
    assert found["all", "seg/pearson"] == pytest.approx(r(PEOPLE, METRIC))
    assert found["news", "seg/pearson"] == pytest.approx(r(PEOPLE[:, news], METRIC[:, news]))
    assert found["social", "sys/pearson"] == pytest.approx(r(PEOPLE[:, social].mean(1), METRIC[:, social].mean(1)))
    macro = (PEOPLE[:, news].mean(1) + PEOPLE[:, social].mean(1)) / 2
    assert values(*asked, "--macro")["all", "sys/pearson"] == pytest.approx(r(macro, METRIC.mean(1)))
    assert bolide("correlate", *asked).out.splitlines()[2].startswith("domain  question")
    Path("short.tsv").write_text("news\nnews\n")
    refused(bolide("correlate", *asked[:5], "short.tsv"), "short.tsv has 2 labels and people 12 segments")


def test_systems_that_not_all_have_are_named_and_left_out() -> None:
    Path("m.seg.score").write_text(seg(METRIC, ("a", "b", "c", "z")))
    asked = ("--human", "people.seg.score", "--scores", "m.seg.score", "-q", "sys/pearson")
    assert values(*asked)[None, "sys/pearson"] == pytest.approx(r(PEOPLE[:3].mean(1), METRIC[:3].mean(1)))
    line = "Systems left out because some of their scores are missing: d (not in m); z (not in people)."
    assert line in bolide("correlate", *asked).out
    refused(bolide("correlate", *asked, "--strict"), "d only in people; z only in m")
    Path("m.seg.score").write_text(seg(METRIC, ("a", "x", "y", "z")))
    refused(bolide("correlate", *asked), "people and the metrics share 1 system; agreement needs at least two")


def test_metrics_of_folders_are_chosen_and_pooled() -> None:
    both = ("--folder", "en-de", "he-en", "-q", "sys/accuracy")
    out = bolide("correlate", *both).out
    # one metric each, whatever its reference
    assert out.splitlines()[2].split() == ["pair", "question", "X", "Y", "over"]
    assert bolide("correlate", *both, "-m", "X").out.splitlines()[2].split() == ["pair", "question", "X", "over"]
    assert " Y " not in bolide("correlate", *both, "--exclude", "Y-refA", "Y-refB").out
    only_there = data_of("correlate", *both, "--exclude", "en-de:a")["agreements"]
    assert {each["pair"]: each["used"] for each in only_there} == {"en-de": 3, "he-en": 6, "pooled": 9}
    refused(bolide("correlate", *both, "-m", "Z"), "-m Z: unknown name")
    refused(bolide("correlate", *both, "--exclude", "Q"), "--exclude Q: unknown name")


def test_names_that_differ_by_the_reference_alone() -> None:
    assert alike([["B-refA", "C-refA"], ["B-refB", "C-refA"]]) == [
        {"B-refA": "B", "C-refA": "C-refA"}, {"B-refB": "B", "C-refA": "C-refA"},
    ]  # fmt: skip
    twice = [["B-refA", "B-refB"], ["B-refB"]]
    assert [list(names.values()) for names in alike(twice)] == twice
    assert alike([["Q-src"], ["R-refA"]]) == [{"Q-src": "Q-src"}, {"R-refA": "R-refA"}]


def test_the_table_of_a_year() -> None:
    words = ("correlate", "--folder", "en-de", "he-en", "--preset", "wmt23", "-n", "50")
    data = data_of(*words)
    columns = [(c["pair"], c["question"], c["weight"]) for c in data["columns"]]
    asked = ("sys/pearson", "seg/pearson", "seg/acc-eq/item")
    assert columns == [("all", "sys/accuracy", 2), *((pair, q, 1) for pair in ("en-de", "he-en") for q in asked)]
    assert data["notes"] == ["en-de: Human outputs left out: refA."]  # in he-en refA is a system, refB the reference
    assert data["columns"][1]["values"]["X"] == pytest.approx(r(PEOPLE[:3].mean(1), METRIC[:3].mean(1)))
    assert data["columns"][4]["values"]["X"] == pytest.approx(r(PEOPLE.mean(1), METRIC.mean(1)))
    for each in data["metrics"]:
        scaled = [
            c["weight"] * (v if "acc" in c["question"] else (1 + v) / 2)
            for c in data["columns"] for v in [c["values"][each["metric"]]]
        ]  # fmt: skip
        assert each["average"] == pytest.approx(sum(scaled) / 8)
    shown = bolide(*words).out
    assert "All language pairs\n\nrank  metric  average  sys/accuracy ×2\n" in shown
    assert "\nen-de\n\nrank  metric  average  sys/pearson  seg/pearson  seg/acc-eq/item\n" in shown
    assert "\\begin{tabular}" in bolide(*words, "-f", "latex").out


def test_a_preset_asks_of_one_language_pair_too() -> None:
    words = ("correlate", "--human", "esa.csv", "--scores", "m.seg.score", "--preset", "wmt25", "-n", "20")
    data = data_of(*words)
    asked = [(column["pair"], column["question"]) for column in data["columns"]]
    assert asked == [("en-cs", "sys/soft-accuracy"), ("en-cs", "seg/acc-eq/item")]


def test_the_reference_of_a_preset() -> None:
    wmt24 = PRESETS["wmt24"]
    assert wmt24.reference("en-de", ["BLEU-refB", "COMET-refB", "KIWI-src"]) == "refB"
    assert wmt24.left_out("en-de", ["a", "refA", "refB", "synthetic_ref"], "refB") == ["refB", "synthetic_ref"]
    assert wmt24.left_out("ja-zh", ["a", "refA", "refB"], "refA") == ["refA", "refB"]
    assert PRESETS["wmt23"].reference("he-en", ["BLEU-refA"]) == "refB"


def test_many_metrics_stand_below_each_other() -> None:
    for k in range(10):
        Path(f"m{k}.seg.score").write_text(seg(numbers(10 + k)))
    files = [f"m{k}.seg.score" for k in range(10)]
    out = bolide(
        "correlate", "--human", "people.seg.score", "--scores", *files, "--rank", "sys/pearson", "-n", "20"
    ).out
    assert max(map(len, out.splitlines()[:60])) < 160
    assert "metric  sys/pearson  sys/spearman" in out
    assert "> next  leads at p ≤ 0.05" in out


def test_names_of_systems() -> None:
    for name in "ab":
        Path(f"{name}.txt").write_text("x y z\n" * LINES)
    Path("ref.txt").write_text("x y w\n" * LINES)
    words = ("--human", "people.seg.score", "-r", "ref.txt", "-i", "a.txt", "b.txt", "-q", "sys/pearson")
    assert "c (not in BLEU); d (not in BLEU)" in bolide("correlate", *words).out
    assert "a (not in BLEU); b (not in BLEU)" in bolide("correlate", *words, "--names", "c", "d").out
    refused(bolide("correlate", *words, "--names", "c"), "--names has 1 name for 2 outputs")
