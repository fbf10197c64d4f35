"""`bolide compare` and `bolide score --confidence`: formats, options, plots."""

import json
import shlex
from pathlib import Path
from xml.dom import minidom

import pytest

from bolide import BLEU
from bolide.significance import Plan, Sample, compare, confidence
from tests.cli.run import Result, bolide, data_of
from tests.significance.texts import outputs

pytestmark = pytest.mark.one_core

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
    assert "seed 12345, Holm's correction; units: 150 segments." in out
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
    options = *shlex.split("--segments 2 --lengths --ngrams 3 --between system2 system0 --labels"), files["labels"]
    out = run(files, *options).out
    for words in (
        "segments that most favour system2", "by length of the reference", "by label",
        "N-grams that system2 gets and system0 misses", "N-grams that system0 gets and system2 misses",
    ):  # fmt: skip
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
    assert fewer.err == "bolide: ter: left out system2, whose outputs are not among those given.\n"
    assert "system2" not in fewer.out


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
    score = data_of("score", files["ref"], "-i", files["system0"], "--confidence")
    assert score["systems"][0]["scores"][0]["parts"]["bootstrap"]["resamples"] == 1000
