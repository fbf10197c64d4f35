"""`bolide compare` and `bolide score --confidence`: formats, options, plots, and input that is refused."""

import json
from pathlib import Path
from xml.dom import minidom

import pytest

from bolide import BLEU
from bolide.significance import Plan, Sample, compare, confidence
from tests.cli.run import Result, bolide
from tests.significance.texts import outputs

QUICK = ("-n", "200")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    systems, refs = outputs(systems=3)
    paths = {}
    for name, lines in {**systems, "ref": refs, "labels": ["x" if n % 2 else "y" for n in range(150)]}.items():
        paths[name] = tmp_path / f"{name}.txt"
        paths[name].write_text("\n".join(lines) + "\n")
    return paths


def run(files: dict[str, Path], *options: object, systems: int = 3) -> Result:
    inputs = [files[f"system{k}"] for k in range(systems)]
    return bolide("compare", files["ref"], "-i", *inputs, *QUICK, *map(str, options))


def refused(result: Result, *said: str) -> None:
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    for words in said:
        assert words in result.err


def expected(plan: Plan) -> dict[str, object]:
    systems, refs = outputs(systems=3)
    metric = BLEU()
    return compare([Sample.of(n, metric, metric.measure(h, refs), "1") for n, h in systems.items()], plan).to_dict()


def test_json_is_the_librarys_result(files: dict[str, Path]) -> None:
    data = json.loads(run(files, "-f", "json").out)
    assert data["comparisons"][0] == json.loads(json.dumps(expected(Plan(trials=200))))
    data = json.loads(
        run(files, "-f", "json", "--mode", "sacrebleu", "--test", "bootstrap", "--baseline", "system1").out
    )
    wanted = expected(Plan("sacrebleu", "bootstrap", 200, baseline="system1"))
    assert data["comparisons"][0] == json.loads(json.dumps(wanted))


def test_table(files: dict[str, Path]) -> None:
    out = run(files).out
    assert "cluster" in out.splitlines()[0]
    assert "Mode sound: two-sided paired approximate randomisation, 200 trials" in out
    assert "seed 12345, Holm's correction; 150 segments." in out
    assert "BLEU|nrefs:1|case:mixed" in out


def test_a_baseline_may_be_named_by_its_file(files: dict[str, Path]) -> None:
    by_name, by_file = (run(files, "--baseline", name).out for name in ("system2", files["system2"]))
    assert by_name == by_file
    assert "system2 (baseline)" in by_name


def test_latex_has_rules_bold_and_daggers(files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("nothing at all\n" * 150)
    result = bolide("compare", files["ref"], "-i", files["system0"], tmp_path / "bad.txt", *QUICK, "-f", "latex")
    for words in ("\\toprule", "\\midrule", "\\bottomrule", "\\textbf{", "$^{\\dagger}$"):
        assert words in result.out
    row = next(line for line in result.out.splitlines() if line.startswith("bad"))
    assert "$^{\\dagger}$" in row
    assert "textbf" not in row


def test_tsv_and_markdown(files: dict[str, Path]) -> None:
    first, second = run(files, "-f", "tsv").out.split("\n\n")
    assert first.splitlines()[0].split("\t") == ["system", "BLEU", "cluster"]
    assert len(second.strip().splitlines()) == 1 + 3
    assert "| --- | ---: | ---: |" in run(files, "-f", "markdown").out


def test_where_they_differ(files: dict[str, Path]) -> None:
    options = (
        "--segments",
        2,
        "--lengths",
        "--labels",
        files["labels"],
        "--ngrams",
        3,
        "--between",
        "system2",
        "system0",
    )
    out = run(files, *options).out
    wanted = [
        "segments that most favour system2",
        "by length of the reference",
        "by label",
        "N-grams that system2 gets and system0 misses",
        "N-grams that system0 gets and system2 misses",
    ]
    for words in wanted:
        assert words in out
    data = json.loads(run(files, *options, "-f", "json").out)
    assert (data["where"][0]["a"], len(data["where"][0]["for_a"])) == ("system2", 2)
    assert [bucket["label"] for bucket in data["where"][0]["labels"]] == ["y", "x"]
    assert len(data["phrases"]["a"]) == 3


def test_plot(files: dict[str, Path], tmp_path: Path) -> None:
    run(files, "--plot", tmp_path / "p.svg")
    svg = minidom.parse(str(tmp_path / "p.svg")).documentElement
    assert svg.getAttribute("role") == "img"
    text = (tmp_path / "p.svg").read_text()
    assert all(f"system{k}" in text for k in range(3))


def test_scores_brought_in(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "ter.seg.score"
    values = {f"system{k}": [k + n % 7 for n in range(150)] for k in range(3)}
    path.write_text("".join(f"{name}\t{value}\n" for name, line in values.items() for value in line))
    out = bolide("compare", "--scores", path, "--lower", "ter", *QUICK, "-f", "json").out
    assert [system["system"] for system in json.loads(out)["comparisons"][0]["systems"]] == list(values)
    both = json.loads(run(files, "--scores", path, "-f", "json").out)
    assert [comparison["metric"] for comparison in both["comparisons"]] == ["BLEU", "ter"]
    fewer = run(files, "--scores", path, systems=2)
    assert fewer.err == "bolide: ter: left out system2, whose outputs are not among those given (-i).\n"
    assert "system2" not in fewer.out
    refused(bolide("compare", "--scores", path, "--lengths"), "look at texts")
    refused(bolide("compare", "--scores", path, "--lower", "bleu"), "unknown name; expected one of ter")


def test_refused(files: dict[str, Path], tmp_path: Path) -> None:
    refused(run(files, systems=1), "a comparison needs at least two")
    refused(bolide("compare", files["ref"], "-i", files["system0"], files["system0"]), "is given twice as an output")
    refused(bolide("compare", files["ref"]), "after -i")
    refused(run(files, "--baseline", "sys"), "not one of the systems: system0, system1, system2")
    refused(run(files, "--between", "a", "b", "--segments", 1), "no system 'a' to look at")
    refused(run(files, "--mode", "sond"), "Did you mean 'sound'")
    refused(run(files, "--test", "t"), "no test called 't'")
    refused(run(files, "--correction", "bonferroni"), "Known: bh, holm, none")
    refused(run(files, "--alpha", "2"), "between 0 and 1")
    (tmp_path / "short.txt").write_text("a\n")
    refused(run(files, "--labels", tmp_path / "short.txt"), "1 label and 150 segments")
    refused(bolide("compare", tmp_path / "short.txt", "-i", files["system0"], files["system1"]), "150 lines", "1;")
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("a b\n")
    refused(bolide("compare", tmp_path / "short.txt", "-i", tmp_path / "one.txt", tmp_path / "two.txt"), "1 segment;")


def test_confidence(files: dict[str, Path]) -> None:
    systems, refs = outputs(systems=3)
    metric = BLEU()
    sample = Sample.of("s", metric, metric.measure(systems["system0"], refs))
    found = confidence(sample, Plan(test="bootstrap", trials=300))
    out = bolide("score", files["ref"], "-i", files["system0"], "--confidence", "300").out
    assert f"{100 * sample.value:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]" in out
    found = confidence(sample, Plan("sacrebleu", "bootstrap", 300))
    options = ("--confidence", "300", "--mode", "sacrebleu", "-f", "text")
    out = bolide("score", files["ref"], "-i", files["system0"], *options).out
    assert f"(μ = {100 * found.mean:.1f} ± {100 * found.half_width:.1f})" in out
    score = json.loads(bolide("score", files["ref"], "-i", files["system0"], "--confidence", "-f", "json").out)
    assert score["systems"][0]["scores"][0]["parts"]["bootstrap"]["resamples"] == 1000
