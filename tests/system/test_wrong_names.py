"""What people type who come from other tools: the error names the right call, and that call works."""

import copy
import doctest
import json
import pickle
from typing import Any

import numpy
import polars
import pytest

import bolide
from bolide.system.wrong_names import INSTEAD

HYPS, REFS = ["the cat is on mat", "hello world"], ["the cat is on the mat", "hello there world"]
REPORT = bolide.score(HYPS, REFS, ["bleu", "ter"])
NAMES: dict[str, Any] = {
    "bolide": bolide,
    "json": json,
    "numpy": numpy,
    "polars": polars,
    "hyps": HYPS,
    "refs": REFS,
    "hyp": HYPS[0],
    "ref": REFS[0],
    "metric": bolide.BLEU(),
    "score": REPORT["bleu"],
    "report": REPORT,
    "scores": bolide.BLEU().segments(HYPS, REFS),
    "study": bolide.compare({"a": HYPS, "b": ["a cat", "hi"]}, REFS),
    "choice": bolide.mbr(HYPS),
    "reward": bolide.reward("bleu"),
}
OBJECTS = {name.capitalize() if name != "bolide" else name: value for name, value in NAMES.items()}
CALLS = [(owner, name, call) for owner, calls in INSTEAD.items() for name, call in calls.items()]


@pytest.mark.parametrize(("owner", "name", "call"), CALLS)
def test_what_is_advised_works(owner: str, name: str, call: str, tmp_path: Any) -> None:
    if owner == "Choices":
        (tmp_path / "nbest").write_text("0 ||| a b\n0 ||| a c\n")
    choices = bolide.mbr(tmp_path / "nbest") if owner == "Choices" else None
    eval(call, {**NAMES, "choices": choices})
    value = choices or OBJECTS[owner]
    if name.isidentifier():
        with pytest.raises(AttributeError) as caught:
            getattr(value, name)
        assert str(caught.value).endswith(f"has no {'attribute ' * (owner == 'bolide')}{name!r}; use {call}")


@pytest.mark.parametrize(
    ("typed", "error", "answer"),
    [
        ("bolide.wer", AttributeError, "did you mean 'WER'?"),
        ("metric.corups", AttributeError, "did you mean 'corpus'?"),
        ("score.bp", AttributeError, "use score.parts['bp']"),
        ("metric(hyps, refs)", TypeError, "use metric.corpus(hyps, refs)"),
        ("reward(hyps, refs)", TypeError, "use reward(completions=hyps, reference=refs)"),
        ("study['BLEU']", KeyError, "use study.comparisons[0]"),
        ("choice['text']", KeyError, "it has text, index, value"),
        ("bolide.evaluate({'b': hyps, 'a': hyps}, refs)['a']", KeyError, "use report.systems[1]"),
        ("bolide.evaluate({'b': hyps, 'a': hyps}, refs)['bleu']", KeyError, "use report.systems[0]"),
        ("bolide.metric('bleu')", bolide.OptionError, "bolide.parse"),
        (
            "bolide.evaluate_table(polars.DataFrame({'hyp': hyps}), 'hyp', 'ref')",
            bolide.InputError,
            "bolide.score(frame",
        ),
    ],
)
def test_an_error_names_the_call(typed: str, error: type[Exception], answer: str) -> None:
    with pytest.raises(error) as caught:
        eval(typed, NAMES)
    assert answer in str(caught.value.args[0])


def test_an_error_inside_a_property_is_its_own() -> None:
    class Broken(bolide.BLEU):
        @property
        def formula(self) -> Any:
            return self.no_such_table

    with pytest.raises(AttributeError, match="has no 'no_such_table'"):
        Broken().sentence("a", "a")


def test_metrics_and_results_are_copied_and_are_no_sequences() -> None:
    for value in (bolide.BLEU(), REPORT, NAMES["study"], REPORT["bleu"]):
        assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    with pytest.raises(TypeError, match="not iterable"):
        list(NAMES["study"])


def test_help_begins_with_lines_that_work() -> None:
    test = doctest.DocTestParser().get_doctest(str(bolide.__doc__), {}, "bolide", None, 0)
    assert len(test.examples) >= 9
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed
