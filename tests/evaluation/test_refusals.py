"""Whatever is passed to the library: a result, or a BolideError that says where; every option, every entry
point, and what may be passed as texts, as their groups and as `jobs`.
"""

import re
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import METEOR, METRICS, Metric, Report, agreement
from bolide.agreement.ranking import PermutationTest
from bolide.corpus.table_files import TableOptions
from bolide.metrics.base import leave_one_out
from bolide.metrics.meteor import VARIANTS
from bolide.metrics.options import options_of
from bolide.metrics.scorer import Scorer, measure_corpus
from bolide.significance import Plan, Sample, compare, confidence
from bolide.system.errors import BolideError, InputError
from bolide.system.threads import workers
from bolide.tuning.search import TuningPlan
from tests.errors import raises
from tests.tables import table

TEXT = "the cat sat on the mat"
SCORES = {"m": {"a": [1.0, 2.0], "b": [2.0, 0.0]}}
NAMESPACE: dict[str, Any] = {
    **{name: getattr(bolide, name) for name in bolide.__all__},
    "bolide": bolide,
    "Path": Path,
    "Plan": Plan,
    "TuningPlan": TuningPlan,
    "PermutationTest": PermutationTest,
    "TableOptions": TableOptions,
    "Scorer": Scorer,
    "workers": workers,
    "TEXT": TEXT,
    "array": array,
    "Sample": Sample,
    "agreement": agreement,
    "compare": compare,
    "confidence": confidence,
    "measure_corpus": measure_corpus,
    "JUDGED": {"a": [1.0, 2.0], "b": [2.0, 1.0], "c": [0.0, 1.0]},
    "SCORES": SCORES,
    "TWO": {"a": [TEXT, "x"], "b": [TEXT, TEXT]},
}
TABLES = table(__file__, "refused.toml")

# --- Whatever is passed to the library: a result, or a BolideError that says where; every option and every entry point


ODD: list[Any] = [
    *(None, True, 0, -1, 3, 1.5, float("nan"), float("inf"), 10**400, -(10**400), 1j, "", "x", "\ud800", "a|b", "a:b"),
    *("1_000", "y" * 5000, b"x", bytearray(b"x"), [], (), {}, set(), {"a": 1}, {1}, [None], ["x"], [1, 2]),
    *(("a", None), (float("nan"),), [10**400], range(3), object(), ..., len, int),
]


def settled(call: Callable[..., object], *given: Any, **named: Any) -> None:
    """The call ends well, or in an error that is meant for a person."""
    try:
        call(*given, **named)
    except BolideError as error:
        told = str(error)
        assert told
        assert "\n" not in told
        assert "object has no attribute" not in told


def odd_ids(value: object) -> str:
    return f"{type(value).__name__}-{value!r:.20}"


every_odd_value = pytest.mark.parametrize("value", ODD, ids=odd_ids)


@every_odd_value
def test_every_option_of_every_metric(value: Any) -> None:
    for cls in METRICS.values():
        for item, _ in options_of(cls):
            settled(cls, **{item.name: value})
            for variant in VARIANTS if cls is METEOR and item.name != "variant" else ():
                settled(cls, **{"variant": variant, item.name: value})


# What takes texts or rows, with as many odd arguments as it takes.
TEXT_VERBS = ("sentence", "explain", "corpus", "segments", "measure", "pairwise")
ROW_VERBS: list[Callable[[Metric, Any], object]] = [
    measure_corpus,
    lambda metric, stats: metric.row_values(stats),
    lambda metric, stats: list(leave_one_out(metric, stats)),
    lambda metric, row: metric.score_row(row).parts,
    lambda metric, stats: metric.score_rows(stats),
    lambda metric, row: metric.formula.value(row),
    lambda metric, name: metric.preset(name),
]


@pytest.mark.parametrize("key", METRICS)
def test_every_verb_of_every_metric(key: str) -> None:
    metric: Metric = METRICS[key]()
    for verb, value in product(TEXT_VERBS, ODD):
        for given in ((value, "a"), ("a", value), (["a"], value), (value, ["a"]), (["a", "b"], [value, "a"])):
            settled(getattr(metric, verb), *given)
        settled(getattr(metric, verb), ["a b"], ["a c"])
    for call, value in product(ROW_VERBS, ODD):
        settled(call, metric, value)
    for verb, value in product(("corpus", "segments", "measure"), ODD):
        settled(getattr(metric, verb), ["a"], ["b"], jobs=value if value != 3 else 1)


@pytest.mark.parametrize("call", TABLES["entry_points"])
def test_every_entry_point(call: str, here: Any) -> None:
    for value in ODD:
        settled(eval, call, {**NAMESPACE, "value": value})


@pytest.mark.parametrize("text", [*TABLES["broken_reports"], "[" * 100_000, '{"a":' * 100_000, "9" * 5000], ids=odd_ids)
def test_broken_reports(text: str) -> None:
    raises(BolideError, "not a report that Bolide wrote", Report.from_json, text)


@pytest.mark.parametrize("text", [*TABLES["broken_signatures"], "BLEU|order:" + "9" * 5000, "x|" * 1000], ids=odd_ids)
def test_broken_signatures(text: str) -> None:
    raises(BolideError, ".", bolide.parse, text)


# --- What may be passed as texts, as their groups and as `jobs`, over every metric and every verb that takes them --


UNORDERED = [{TEXT: "x"}, {TEXT}, frozenset([TEXT])]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("texts", UNORDERED, ids=lambda texts: type(texts).__name__)
def test_dicts_and_sets_are_neither_texts_nor_groups(name: str, texts: Any) -> None:
    for call in TABLES["unordered"]:
        raises(InputError, type(texts).__name__, eval, call, {**NAMESPACE, "metric": METRICS[name](), "texts": texts})


@pytest.mark.parametrize(("call", "message"), TABLES["refused"])
def test_what_would_be_misread_ignored_or_break_later_is_refused(call: str, message: str, here: Path) -> None:
    for name in ("t.txt", "u.txt"):
        (here / name).write_text('a\t{"errors": []}\n')
    (here / "t.tsv").write_text("hyp\tref\nx\ty\n")
    raises(BolideError, re.escape(message), eval, call, NAMESPACE)
