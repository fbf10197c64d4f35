"""Arrow in, rows out: the same rows as from strings, whatever the column's type; what is not text is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from bolide import BLEU, CHRF, TER, Metric
from bolide.data.stats import Stats
from bolide.metrics.measuring import measure_arrow
from bolide.system.errors import BolideError, InputError
from tests.errors import raises
from tests.laws.settings import every_metric

pa = pytest.importorskip("pyarrow")

HYPS = ["The cat sat, on 3.5 mats.", "", "“Grüße” aus Köln – 你好。", "AT&amp;T <skipped>\nend-\ning.", "ÀÉ I 10-20 "]
REFS = ["A cat sat on 3.5 mats.", "nothing", "Grüße aus “Köln” 你好。", "AT&T ending .", "àé i 10 - 20"]


def rows(metric: Metric, batch: Any, refs: str | list[str] = "ref") -> Stats:
    return Stats.from_arrow(measure_arrow(metric, batch, "hyp", refs))


@every_metric
def test_the_rows_are_those_of_strings(metric: Metric) -> None:
    batch = pa.record_batch({"hyp": HYPS, "ref": REFS})
    assert rows(metric, batch) == metric.measure(HYPS, REFS)
    assert rows(metric, batch.slice(2, 2)) == metric.measure(HYPS[2:4], REFS[2:4])
    several = pa.record_batch({"hyp": HYPS, "a": REFS, "b": HYPS[::-1]})
    assert rows(metric, several, ["a", "b"]) == metric.measure(HYPS, list(zip(REFS, HYPS[::-1], strict=True)))
    groups = [[REFS[k], *HYPS[:k]] for k in range(5)]
    listed = pa.record_batch({"hyp": HYPS, "ref": groups})
    assert rows(metric, listed) == metric.measure(HYPS, groups)
    assert rows(metric, listed.slice(1, 3)) == metric.measure(HYPS[1:4], groups[1:4])


TYPES: dict[str, Callable[[list[str]], Any]] = {
    "large_string": lambda texts: pa.array(texts, pa.large_string()),
    "dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "view": lambda texts: pa.array(texts, pa.string_view()),
    "sliced": lambda texts: pa.array(["x", *texts, "yy"]).slice(1, len(texts)),
}


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_of_text(kind: str) -> None:
    batch = pa.record_batch({"hyp": TYPES[kind](HYPS), "ref": TYPES[kind](REFS)})
    assert rows(BLEU(), batch) == BLEU().measure(HYPS, REFS)


def bad_utf8(texts: list[bytes]) -> Any:
    return pa.array(texts, pa.binary()).view(pa.string())


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"hyp": ["a", None], "ref": ["a", "b"]}, "row 2: the column 'hyp' is null"),
        ({"hyp": ["a", "b"], "ref": ["a", None]}, "row 2: the column 'ref' is null"),
        (
            {"hyp": pa.DictionaryArray.from_arrays([0, 1], ["a", None]), "ref": ["a", "b"]},
            "row 2: the column 'hyp' is nul",
        ),
        ({"hyp": ["a", "b"], "ref": [["a"], []]}, "row 2: the column 'ref' is an empty list"),
        ({"hyp": ["a", "b"], "ref": [["a"], ["c", None]]}, "row 2: the column 'ref' has a null in its list"),
        ({"hyp": ["a", "b"], "ref": [["a"], None]}, "row 2: the column 'ref' is null"),
        ({"hyp": [1, 2], "ref": ["a", "b"]}, "the column 'hyp' is of type int64; it must hold text"),
        ({"hyp": ["a"], "reff": ["a"]}, "no column called 'ref'. Did you mean 'reff'"),
        ({"hyp": bad_utf8([b"a", b"\xff"]), "ref": ["a", "b"]}, "row 2: the column 'hyp' holds bytes that"),
        ({"hyp": ["a", "b"], "ref": bad_utf8([b"a", b"a & \xed\xa0\x80"])}, "row 2: the column 'ref' holds bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("metric", [BLEU(), CHRF(), TER()], ids=lambda metric: metric.name)
def test_columns_that_hold_no_texts_are_refused(metric: Metric, columns: dict[str, Any], words: str) -> None:
    raises(BolideError, words, measure_arrow, metric, pa.record_batch(columns))


def test_signature_and_columns_travel_with_the_rows() -> None:
    metric = BLEU(tokenize="intl")
    found = measure_arrow(metric, pa.record_batch({"hyp": HYPS, "ref": REFS}))
    assert found.schema.names == list(metric.counts.columns)
    assert all(field.type == pa.int64() and not field.nullable for field in found.schema)
    assert found.schema.metadata[b"bolide.signature"].decode() == str(metric.signature("1"))
    stats = Stats.from_arrow(found)
    assert metric.score_rows(stats).value == metric.corpus(HYPS, REFS).value
    # Smoothing changes the number and not the rows; the tokenizer changes the rows.
    assert BLEU(tokenize="intl", smooth_method="floor").score_rows(stats).value == pytest.approx(
        BLEU(tokenize="intl", smooth_method="floor").corpus(HYPS, REFS).value, abs=0
    )
    raises(InputError, "tok:intl and tok:13a", BLEU().score_rows, stats)


def test_rows_of_different_settings_do_not_add() -> None:
    batch = pa.record_batch({"hyp": HYPS, "ref": REFS})
    one, two = BLEU(), BLEU(tokenize="char", lowercase=True)
    words = "case:mixed and case:lc; tok:13a and tok:char"
    raises(InputError, words, Stats.from_arrow, measure_arrow(one, batch), measure_arrow(two, batch))
    both = Stats.from_arrow(measure_arrow(one, batch), measure_arrow(one, batch))
    assert len(both) == 2 * len(HYPS)
    table = pa.Table.from_batches([measure_arrow(one, batch)] * 2)
    assert Stats.from_arrow(table) == both
    raises(InputError, r"no bolide\.columns", Stats.from_arrow, batch)
