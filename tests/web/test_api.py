"""What the page is told, asked from Python: the same calls, without a browser; answers.toml says how it is read."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bolide import demo
from bolide.corpus import Corpus
from bolide.evaluation.scoring import evaluate
from bolide.metrics import METRICS
from bolide.metrics.examples import EXAMPLES
from bolide.reporting.figures.plots import BARS
from bolide.web.calls.api import Call
from bolide.web.calls.describe import LIMIT, build, option_texts
from tests.cli.run import bolide
from tests.cli.test_printed import at
from tests.web.calls import call, file, steps

ANSWERS = tomllib.loads(Path(__file__).with_name("answers.toml").read_text(encoding="utf-8"))
CAT = {"hyp": "the the cat sat mat", "refs": ["the cat sat on the mat", "a cat was on a mat"]}


@pytest.mark.one_core
@pytest.mark.parametrize(
    ("method", "given", "said"), [(method, *row) for method, rows in ANSWERS.items() for row in rows], ids=str
)
def test_it_is_answered(method: str, given: dict[str, Any], said: dict[str, Any]) -> None:
    if method in ("explain", "variants", "candidates"):
        given = {"options": {}, **given}
    answer = call(method, **(file(**given) if method == "read" else given))
    answer = answer.get("result", answer)
    for path, value in said.items():
        found = at(answer, path.removeprefix("~"))
        assert value in found if path.startswith("~") else found == value, (path, found)


@pytest.mark.parametrize("metric", METRICS)
def test_a_form_becomes_the_metric_it_shows(metric: str) -> None:
    kind = METRICS[metric]
    for made in (kind(), *map(kind.preset, kind().form.presets)):
        assert build(metric, option_texts(made)) == made


def test_an_example_s_form_gives_its_metric() -> None:
    for example, shown in zip(EXAMPLES, call("describe")["result"]["examples"], strict=True):
        assert (build(shown["metric"], shown["options"]), shown["title"]) == (example.metric, example.title)


@pytest.mark.parametrize("metric", METRICS)
def test_copied_python_and_command_give_the_value(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"metric": metric, "options": {}, **CAT}
    value = call("explain", **given)["result"]["percent"]
    exec(call("copy", form="python", **given)["result"], {})
    assert f"{value:.2f}" in capsys.readouterr().out
    words = shlex.split(call("copy", form="command", **given)["result"])
    assert f"{value:.2f}" in bolide(*words[1:]).out


def test_copied_python_and_command_have_the_options_that_were_changed(capsys: pytest.CaptureFixture[str]) -> None:
    given = {"metric": "bleu", "options": {"tokenize": "char", "smooth_method": "floor", "max_ngram_order": "3"}, **CAT}
    value = call("explain", **given)["result"]["percent"]
    code = call("copy", form="python", **given)["result"]
    exec(code, {})
    assert f"{value:.2f}" in capsys.readouterr().out
    assert "BLEU(" in code
    assert {"tokenize='char'", "smooth_method='floor'", "max_ngram_order=3"} <= set(re.findall(r"\w+='?\w+'?", code))
    assert "lowercase" not in code
    words = shlex.split(call("copy", form="command", **given)["result"])
    assert f"{value:.2f}" in bolide(*words[1:]).out


def test_a_corpus_is_scored_as_evaluate_scores_it() -> None:
    refs = [list(pair) for pair in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)]
    systems = [{"name": name, "hyps": list(lines)} for name, lines in demo.SYSTEMS.items()]
    report = call("corpus", metrics=[{"metric": "bleu", "options": {}}], systems=systems, refs=refs)["result"]
    expected = evaluate([Corpus.of(one["hyps"], refs, one["name"]) for one in systems], metrics=["bleu"], segments=True)
    assert report == json.loads(expected.to_json())


def test_a_corpus_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.web.calls.comparing._PATIENCE", 0)
    given = {"metrics": [{"metric": "bleu", "options": {}}], "systems": [{"name": "a", "hyps": ["x"] * 100}]}
    *answers, _ = steps("corpus", **given, refs=[["x"]] * 100)
    told = [answer["progress"]["done"] for answer in answers]
    assert told == sorted(told)
    assert len(told) > 3


def test_a_text_that_is_too_long_is_refused() -> None:
    answer = call("explain", metric="bleu", options={}, hyp="x" * (LIMIT + 1), refs=["x"])
    assert "A text has 50,001 characters; the boxes take 50,000." in answer["error"]


def test_a_missing_table_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise FileNotFoundError("wordnet.bin")

    monkeypatch.setattr("bolide.web.calls.sentence.explain", missing)
    assert json.loads(Call("explain", "{}").step()) == {"missing": "wordnet.bin"}


def test_a_smoothed_bar_says_so_and_is_as_long_as_its_matches() -> None:
    """A label “0 of 2” beside a bar of the smoothed precision would be two different numbers for one thing."""
    shown = call("explain", metric="bleu", options={}, hyp="the cat sat on", refs=["the cat lay there"])["result"]
    picture, precisions = shown["pictures"][0]["svg"], shown["parts"]["precisions"]
    rects = list(ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}rect"))
    full, behind = (
        [float(rect.attrib["width"]) / BARS for rect in rects if rect.get("opacity") == opacity]
        for opacity in ("0.75", "0.25")
    )
    assert full == pytest.approx([1 / 2, 1 / 3, 0, 0], abs=1e-4)
    assert behind == pytest.approx(precisions[2:], abs=1e-4)
    for text in ("2 of 4", "1 of 3", f"0 of 2, smoothed to {precisions[2]:.4f}"):
        assert f">{text}<" in picture
