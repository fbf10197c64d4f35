"""A metric defined outside the package: the one that docs/extending.md shows, used everywhere and held to every law."""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bolide import METRICS, Metric, OptionError
from bolide.metrics import Registry
from tests.cli.run import bolide as run
from tests.laws import test_halves, test_laws

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
(CODE,) = re.findall(r"```python\n(?!>>>)(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[:1]
LAWS = [
    pytest.param(law, id=name)
    for module in (test_laws, test_halves)
    for name, law in vars(module).items()
    if name.startswith("test_") and {"metric", "metrics"} & {*inspect.signature(law).parameters} and "_7_" not in name
]


@pytest.fixture(scope="module")
def own() -> Iterator[type[Metric]]:
    """The metric of the page, in METRICS while the tests of this file run."""
    module: dict[str, Any] = {"__name__": "own_metric"}
    sys.modules["own_metric"] = type(sys)("own_metric")  # dataclasses look their module up
    exec(CODE, module)
    yield module["LengthRatio"]
    del METRICS["length"], sys.modules["own_metric"]


@pytest.fixture
def texts(here: Path) -> None:
    files = {
        "ref.txt": "the cat sat down\na dog\nit rains a lot today\n",
        "a.txt": "the cat sat\na dog\nit rains\n",
        "b.txt": "the cat sat down there now and then and so on\na dog barks\nit rains a lot today\n",
        "human.seg.score": "a\t80\na\t90\na\t40\nb\t20\nb\t60\nb\t95\n",
    }
    for name, text in files.items():
        (here / name).write_text(text)


@pytest.mark.parametrize("law", LAWS)
def test_it_obeys_the_laws(own: type[Metric], law: Any) -> None:
    metrics = [own(), own(letters=True, tolerance=0.25)]
    marks = getattr(law, "pytestmark", [])
    each = any(mark.args[0] == "metric" for mark in marks)
    rest = [mark for mark in marks if mark.args[0] not in ("metric", "metrics")]
    for values in rest[0].args[1] if rest else [()]:
        names = rest[0].args[0] if rest else ()
        for subject in [{"metric": metric} for metric in metrics] if each else [{"metrics": metrics}]:
            law(**subject, **dict(zip(names, values, strict=True)))


@pytest.mark.usefixtures("own", "texts")
def test_the_command_line_knows_it() -> None:
    scored = run("score", "ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "length", "--length.letters")
    assert scored.code == 0
    assert "Length|nrefs:1|letters:yes|version" in scored.out
    compared = json.loads(run("compare", "ref.txt", "-i", "a.txt", "b.txt", "-m", "length", "-f", "json").out)
    assert [one["system"] for one in compared["comparisons"][0]["systems"]] == ["a", "b"]  # 4/11 before 8/11
    told = run("explain", "the cat", "the cat sat", "-m", "length")
    assert (told.code, "0.3333" in told.out) == (0, True)
    asked = ("--human", "human.seg.score", "-r", "ref.txt", "-i", "a.txt", "b.txt", "-m", "length")
    agreed = run("correlate", *asked, "-q", "seg/kendall-b/item", "-f", "json")
    assert json.loads(agreed.out)["agreements"][0]["value"] == 1.0  # people prefer the shorter difference each time
    assert run("score", "ref.txt", "-i", "a.txt", "-m", "lenght").err.endswith(
        f"Did you mean 'length'? Known: {', '.join(sorted(METRICS))}.\n"
    )
    assert "--length.tolerance" in run("help", "length").out


def test_a_package_brings_it_by_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lengths_plugin.py").write_text(CODE.replace('METRICS["length"] = LengthRatio\n', ""))
    about = tmp_path / "lengths_plugin-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lengths-plugin\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[bolide.metrics]\nlengths = lengths_plugin:LengthRatio\nbroken = no_such_module:Metric\nodd = json:dumps\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    known = Registry({"bleu": "bolide.metrics.bleu:BLEU"})
    assert known["bleu"].name == "BLEU"
    assert known["lengths"].name == "Length"
    with pytest.raises(OptionError, match="no_such_module:Metric cannot be loaded: ModuleNotF"):
        _ = known["broken"]
    with pytest.raises(OptionError, match=r"must be a subclass of bolide\.Metric"):
        _ = known["odd"]
    assert {"bleu", "lengths", "broken", "odd"} <= set(known)
