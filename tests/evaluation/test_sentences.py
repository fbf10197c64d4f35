"""One rule for single sentences: segment lines, `explain` and the page use effective order under the default settings;
a corpus never does; presets and explicit options stand; `sentence()` in Python scores as configured."""

import json
from pathlib import Path
from typing import Any

import pytest

from bolide import METRICS, Metric
from bolide.forms import form_of
from bolide.web.calls.describe import option_texts
from tests.cli.run import bolide
from tests.laws.settings import SETTINGS
from tests.web.calls import call

PAIRS = [
    ("hello world", ["hello world"]),
    ("the cat is on mat", ["the cat is on the mat", "there is a cat on the mat"]),
    ("The Cats sat .", ["the cat sits , there ."]),
    ("a", ["b"]),
]


def explained(*words: str, hyp: str, refs: list[str]) -> dict[str, Any]:
    result = bolide("explain", "-f", "json", *words, "--", hyp, *refs)
    assert result.code == 0, result.err
    (found,) = json.loads(result.out)["explanations"]
    return dict(found["score"])


def shown(metric: str, options: dict[str, Any], hyp: str, refs: list[str]) -> dict[str, Any]:
    return dict(call("explain", metric=metric, options=options, hyp=hyp, refs=refs)["result"])


@pytest.mark.parametrize(("hyp", "refs"), PAIRS)
@pytest.mark.parametrize("metric", SETTINGS, ids=str)
def test_page_and_explain_agree_under_every_setting(metric: Metric, hyp: str, refs: list[str]) -> None:
    page = shown(METRICS.key_of(type(metric)), option_texts(metric), hyp, refs)
    command = explained("-m", str(metric.signature()), hyp=hyp, refs=refs)
    python = metric.sentence(hyp, refs)
    assert page["signature"] == command["signature"] == str(python.signature)
    assert page["value"] == pytest.approx(command["value"], abs=1e-12)
    assert page["value"] == pytest.approx(python.value, abs=1e-12)


def test_the_page_s_files_are_scored_like_the_command_s(tmp_path: Path) -> None:
    hyps, refs = ["hello world", "the cat is on mat"], ["hello world", "the cat is on the mat"]
    for name, lines in (("hyp", hyps), ("ref", refs)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    names = [name for name, cls in METRICS.items() if form_of(cls()).from_plain_text]
    command = bolide("score", tmp_path / "ref", "-i", tmp_path / "hyp", "-f", "json", "-m", *names)
    page = call(
        "corpus",
        metrics=[{"metric": name, "options": {}} for name in names],
        systems=[{"name": "hyp", "hyps": hyps}],
        refs=[[ref] for ref in refs],
    )["result"]
    assert page == json.loads(command.out)
    (system,) = page["systems"]
    assert "eff:no" in system["scores"][0]["signature"]
