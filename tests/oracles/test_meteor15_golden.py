"""METEOR 1.5's statistics and scores against the tool itself (Java, OpenJDK 17; see meteor-golden/README.md)."""

import re
from array import array
from typing import Any

import pytest

from bolide import METEOR
from bolide.kernels import COMPILED
from bolide.kernels.formulas.meteor15 import forgive_whole
from bolide.metrics.counts import Counts
from bolide.metrics.meteor.meteor15 import WIDTH, printed_row
from bolide.peers.meteor15 import setting
from tests.oracles.paraphrases import paraphrase_table
from tests.oracles.test_meteor_normalize import golden

STEP = 1 if COMPILED else 23  # uncompiled, 3,010 lines take minutes
SHOWN = ("precision", "recall", "penalty", "meteor")  # what -vOut shows of a segment
Row = list[int]


def statistics(hyps: list[str], refs: list[str], **options: Any) -> list[Row]:
    """The rows as the tool prints them, of texts as they are."""
    return printed_rows(METEOR(**{"normalize": False, "lowercase": False, **options}), hyps, refs)


def printed_rows(metric: METEOR, hyps: list[str], refs: list[str]) -> list[Row]:
    return [list(printed_row(row)) for row in metric.measure(hyps, refs)]


def total_of(table: list[Row]) -> Row:
    """The statistics of a corpus: a segment that is matched as a whole adds no chunk."""
    summed = array("q", [number for row in table for number in row])
    forgive_whole(summed)
    return [sum(summed[column::WIDTH]) for column in range(WIDTH)]


def rows(name: str) -> list[Row]:
    return [[int(float(number)) for number in line.split()] for line in golden(name)]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("exact", {"modules": ("exact",)}),
        ("exact+stem", {"modules": ("exact", "stem")}),
        ("exact+stem+synonym", {}),
        ("full.beam1", {"beam": 1}),
        ("full.beam5", {"beam": 5}),
        ("full.beam40", {"beam": 40}),
        ("full.norm.ch", {"normalize": True, "lowercase": True, "char_based": True}),
    ],
)
def test_every_statistic(name: str, options: dict[str, Any]) -> None:
    if name.startswith("full"):
        options = {**options, "paraphrase": paraphrase_table()}
    hyps, refs = golden("align.hyp")[::STEP], golden("align.ref")[::STEP]
    assert statistics(hyps, refs, **options) == rows(f"align.{name}.ss")[::STEP]


@pytest.mark.parametrize(
    ("scores", "statistics_of", "modules"),
    [("full", "full.beam40", None), ("exact+stem+synonym", "exact+stem+synonym", ["exact", "stem", "synonym"])],
)
def test_every_score(scores: str, statistics_of: str, modules: list[str] | None) -> None:
    lines = golden(f"align.{scores}.vout")
    formula = setting("en", modules=modules).formula
    table = rows(f"align.{statistics_of}.ss")
    expected = [line.split("\t")[1:] for line in lines if line.startswith("Segment ")]
    assert len(expected) == len(table) == 3010
    for row, numbers in zip(table, expected, strict=True):
        parts = formula.numbers(row)
        for ours, theirs in zip(map(parts.__getitem__, SHOWN), numbers, strict=True):
            assert ours == pytest.approx(float(theirs), rel=0, abs=1e-12, nan_ok=True)
    total = total_of(table)
    parts = formula.numbers(total)
    named = dict(re.split(r":\s+", line, maxsplit=1) for line in lines[-12:] if re.search(r":\s+\S+$", line))
    assert total[20] == int(named["Chunks"])
    for name, ours in [
        ("Precision", parts["precision"]),
        ("Recall", parts["recall"]),
        ("f1", parts["f1"]),
        ("fMean", parts["fmean"]),
        ("Fragmentation penalty", parts["penalty"]),
        ("Final score", parts["meteor"]),
    ]:
        assert ours == pytest.approx(float(named[name]), rel=0, abs=1e-12)


def test_every_preset() -> None:
    phrases = paraphrase_table()
    checked = 0
    tables: dict[Counts, list[Row]] = {}  # tasks differ in their formulas, most of them in nothing else
    table: list[Row] = []
    for line in golden("presets.en.txt"):
        task, _, rest = line.partition(": ")
        chosen = setting("en", task)
        if rest.startswith("Eval ID"):
            metric = METEOR(task=task, paraphrase=phrases)
            if metric.counts not in tables:
                tables[metric.counts] = printed_rows(metric, golden("g.h"), golden("g.r"))
            table = tables[metric.counts]
            numbers = "_".join(map(str, chosen.formula.setting[:4]))
            modules = "_".join(module[:2] for module in chosen.counts.stages)
            weights = "_".join(map(str, chosen.formula.weights))
            assert rest.split()[-1] == f"meteor-1.5-wo-en-norm-{numbers}-{modules}-{weights}"
        elif rest.startswith("Segment"):
            number, *expected = re.findall(r"[\d.E-]+", rest)
            parts = chosen.formula.numbers(table[int(number) - 1])
            assert [parts[name] for name in SHOWN] == pytest.approx([float(x) for x in expected], rel=0, abs=1e-12)
        else:
            final = chosen.formula.value(total_of(table))
            assert final == pytest.approx(float(rest.split()[-1]), rel=0, abs=1e-12)
        checked += 1
    assert checked == 7 * 6
