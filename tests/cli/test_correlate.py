"""`bolide correlate`: every kind of input, formats, rankings of metrics, plots."""

import json
from pathlib import Path
from xml.dom import minidom

import pytest

from bolide.agreement import Question, evaluate_metrics, read_folder
from tests.cli.run import Result, bolide
from tests.docs.example_files import write_examples

pytestmark = pytest.mark.one_core

OUTPUTS = ("-r", "ref.txt", "-i", "a.txt", "b.txt", "c.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wmt(*options: str) -> Result:
    return bolide("correlate", "--folder", "wmt23/en-de", "--exclude", "refA", *options)


@pytest.mark.usefixtures("folder")
def test_json_is_the_librarys_result() -> None:
    human, metrics = read_folder("wmt23/en-de")
    expected = evaluate_metrics(human.__class__(human.name, human.at("seg").without(["refA"])), metrics)
    assert json.loads(wmt("-f", "json").out) == json.loads(expected.to_json())
    one = json.loads(wmt("-f", "json", "-q", "sys/pearson").out)["agreements"]
    assert [(found["metric"], found["used"], found["unit"]) for found in one] == [
        ("BLEU-refA", 3, "systems"), ("COMET-refA", 3, "systems"),
    ]  # fmt: skip
    assert Question("pearson", "sys") == Question.from_text("sys/pearson")


def plots_of(page: str) -> list[minidom.Document]:
    """The pictures of a page."""
    return [
        minidom.parseString(part[: part.index("</figure>")])
        for part in page.split('<figure class="picture small">')[1:]
    ]


@pytest.mark.usefixtures("folder")
def test_a_page_has_a_plot_of_the_systems_for_each_metric() -> None:
    plots = plots_of(wmt("-f", "html", "-q", "sys/pearson").out)
    titles = [plot.getElementsByTagName("title")[0].firstChild.data for plot in plots]  # type: ignore[union-attr]
    assert titles == ["BLEU-refA against mqm", "COMET-refA against mqm"]
    assert [len(plot.getElementsByTagName("circle")) for plot in plots] == [3, 3]
    assert all(plot.documentElement.getAttribute("fill") == "currentColor" for plot in plots)  # type: ignore[union-attr]
    both = bolide("correlate", "--folder", "wmt23/en-de", "wmt23/zh-en", "-q", "sys/accuracy", "-f", "html").out
    assert len(plots_of(both)) == 2 * len(titles)
    assert "metrics against mqm, en-de" in both
    assert plots_of(wmt("-f", "html", "-q", "seg/pearson").out) == []


@pytest.mark.usefixtures("folder")
def test_what_has_no_answer_is_not_drawn() -> None:
    Path("flat.sys.score").write_text("A\t1\nB\t1\nC\t1\n", encoding="utf-8")
    Path("human.sys.score").write_text("A\t1\nB\t2\nC\t3\n", encoding="utf-8")
    page = bolide(
        "correlate", "--human", "human.sys.score", "--scores", "flat.sys.score", "-q", "sys/pearson", "-f", "html"
    ).out
    assert "no value" in page
    assert plots_of(page) == []


@pytest.mark.usefixtures("folder")
def test_the_seed_governs_soft_accuracy() -> None:
    def value(*options: str) -> object:
        result = json.loads(wmt("-f", "json", "-q", "sys/soft-accuracy", *options).out)
        return [agreement["value"] for agreement in result["agreements"]]

    assert value() == value("--seed", "4")  # WMT's own
    assert value() != value("--seed", "5")
    intervals = ("--intervals", "20")
    assert value(*intervals) == value()
    assert value("--seed", "5", *intervals) == value("--seed", "5")


def both(*options: str) -> Result:
    return bolide("correlate", "--folder", "wmt23/en-de", "wmt23/zh-en", "--exclude", "refA", *options)


@pytest.mark.usefixtures("folder")
def test_several_language_pairs() -> None:
    result = both("-q", "sys/accuracy", "-f", "tsv")
    # en-de: people a > c > b; BLEU c > a > b, COMET a > c > b. zh-en: people a > d; BLEU d > a, COMET a > d.
    assert [line.split("\t") for line in result.out.splitlines()] == [
        ["pair", "question", "BLEU-refA", "COMET-refA", "over"],
        ["en-de", "sys/accuracy", "0.667", "1.000", "3 pairs"],
        ["zh-en", "sys/accuracy", "0.000", "1.000", "1 pair"],
        ["pooled", "sys/accuracy", "0.500", "1.000", "4 pairs"],
    ]
    ranked = both("-q", "sys/accuracy", "--rank", "sys/accuracy", "-n", "50").out
    for words in (
        "Ranking by sys/accuracy, en-de",
        "Ranking by sys/accuracy, zh-en",
        "Ranking by sys/accuracy, pooled",
    ):
        assert words in ranked
    data = json.loads(both("-f", "json", "-q", "sys/accuracy", "--intervals", "20").out)
    assert [(a["pair"], a["metric"], a["value"], a["used"]) for a in data["agreements"][-2:]] == [
        ("pooled", "BLEU-refA", 0.5, 4), ("pooled", "COMET-refA", 1.0, 4),
    ]  # fmt: skip
    assert data["agreements"][-1]["interval"] == [1.0, 1.0]
    assert "COMET-refA (zh-en) 0" in both("-q", "seg/acc-eq/item").out


def test_several_language_pairs_with_a_metric_too_few(folder: Path) -> None:
    (folder / "wmt23/zh-en/metric-scores/BLEU-refA.seg.score").unlink()
    out = both("-q", "sys/accuracy").out
    assert "BLEU-refA (pooled), sys/accuracy: no value, no scores for zh-en." in out
    assert both("-q", "sys/accuracy", "--plot", "dots.svg").code == 0
    assert {path.name for path in folder.glob("dots*.svg")} == {
        "dots-en-de-BLEU-refA.svg", "dots-en-de-COMET-refA.svg", "dots-zh-en-COMET-refA.svg",
    }  # fmt: skip


def test_plots(folder: Path) -> None:
    wmt("--plot", "dots.svg")
    for name in ("BLEU-refA", "COMET-refA"):
        svg = minidom.parse(str(folder / f"dots-{name}.svg")).documentElement
        assert svg.getAttribute("role") == "img"
        assert len(svg.getElementsByTagName("circle")) == 3
